(******************************************************************************)
(*                                                                            *)
(*  APPENDIX D, APPENDIX E.1, EXAMPLE C.1 AND FACTORISATION MF-1              *)
(*                                                                            *)
(*  Field.  R is any real closed field, K any ordered field.  exp is any      *)
(*  function into a field F that turns sums into products and is never 0.     *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for all sizes.                                                  *)
(*    rescaled_softmax   If a != 0 then a U at x / a has the probabilities of *)
(*        U at x.                                                             *)
(*    appendix_D     Let u_i != u_j.  The probabilities of U determine        *)
(*        - not <u_i, u_j>: some translation changes it;                      *)
(*        - not |u_i - u_j|: 2 U, with the inputs x / 2, doubles it;          *)
(*        - not the normalised distance: it is 0 for one translation of U     *)
(*          and 2 for another.                                                *)
(*    word2vec_E_1   If y is not among the samples drawn, what skip-gram with *)
(*        negative sampling maximises is the likelihood, in the sigmoid       *)
(*        classifier, of the assignment that has y and has none of those.     *)
(*    example_C_1    cos(u_0, u_1) = 4/5, and two translations of U, with the *)
(*        probabilities of U for all inputs, make it -1 and +1.               *)
(*    mf_1           If all d_l != 0 then A diag(d) and B diag(d)^-1 have the *)
(*        predictions and the objective of A and B, and are optimal if A and  *)
(*        B are.                                                              *)
(*    mf_1_cosines   That can change all three families of cosines: of the    *)
(*        rows of B, of the rows of X A, and between the two.                 *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions lemma_5_3 rankings softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem rescaled_softmax (A : fieldType) (F : fieldType) (exp : A -> F) n d (U : 'M[A]_(n, d)) (a : A) x y :
  a != 0 -> softmax exp (a *: U) (a^-1 *: x) y = softmax exp U x y.
Proof. by move=> a0; rewrite /softmax -scalemxAl -scalemxAr scalerA mulfV // scale1r. Qed.

Lemma dotDD (R : rcfType) d (u v w z : 'rV[R]_d) : dot (u + v) (w + z) = dot u w + dot u z + dot v w + dot v z.
Proof. by rewrite /dot -!big_split; apply: eq_bigr => k _; rewrite !mxE /=; ring. Qed.

Lemma dotZZ (R : rcfType) d (a b : R) (u v : 'rV[R]_d) : dot (a *: u) (b *: v) = a * b * dot u v.
Proof. by rewrite /dot mulr_sumr; apply: eq_bigr => k _; rewrite !mxE mulrACA. Qed.

Lemma dotC (R : rcfType) d (u v : 'rV[R]_d) : dot u v = dot v u.
Proof. by apply: eq_bigr => k _; rewrite mulrC. Qed.

Lemma normZ (R : rcfType) d (a : R) (u : 'rV[R]_d) : 0 <= a -> norm (a *: u) = a * norm u.
Proof. by move=> a0; rewrite /norm dotZZ -expr2 sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm. Qed.

Lemma norm_sqr (R : rcfType) d (u : 'rV[R]_d) : norm u * norm u = dot u u.
Proof. by rewrite -expr2 sqr_sqrtr ?dot_ge0. Qed.

(* The square of the normalised distance is 2 - 2 cos. *)
Lemma normalised_distance_cosine (R : rcfType) d (u v : 'rV[R]_d) : u != 0 -> v != 0 ->
  normalised_distance u v = Num.sqrt (2%:R - 2%:R * cosine u v).
Proof.
move=> u0 v0; have nu : norm u != 0 by rewrite gt_eqF ?norm_gt0.
have nv : norm v != 0 by rewrite gt_eqF ?norm_gt0.
rewrite /normalised_distance /norm; congr Num.sqrt; rewrite -/(norm u) -/(norm v) -scaleN1r scalerA dotDD !dotZZ.
by rewrite (dotC v u) -!norm_sqr /cosine; field; rewrite nu nv.
Qed.

Theorem appendix_D (R : rcfType) (F : fieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (i j : 'I_n) :
  turns_sums_into_products exp -> row i U != row j U ->
  [/\ exists v, (forall x y, softmax exp (translate v U) x y = softmax exp U x y) /\
        dot (row i (translate v U)) (row j (translate v U)) != dot (row i U) (row j U),
      exists a, (forall x y, softmax exp (a *: U) (a^-1 *: x) y = softmax exp U x y) /\
        norm (row i (a *: U) - row j (a *: U)) != norm (row i U - row j U)
    & exists v w, [/\ forall x y, softmax exp (translate v U) x y = softmax exp U x y,
        forall x y, softmax exp (translate w U) x y = softmax exp U x y,
        normalised_distance (row i (translate v U)) (row j (translate v U)) = 0
      & normalised_distance (row i (translate w U)) (row j (translate w U)) = 2%:R]].
Proof.
move=> expP ij; have w0 : row i U - row j U != 0 by rewrite subr_eq0.
have rowE v k : row k (translate v U) = row k U + v by apply/rowP=> l; rewrite !mxE.
have delta0 := dot_gt0 w0; split.
- pose g t := t * dot (row i U - row j U) (row i U + row j U) + t * t * dot (row i U - row j U) (row i U - row j U).
  have dotE t : dot (row i (translate (t *: (row i U - row j U)) U)) (row j (translate (t *: (row i U - row j U)) U)) =
      dot (row i U) (row j U) + g t.
    by rewrite !rowE /g /dot !mulr_sumr -!big_split; apply: eq_bigr => l _; rewrite !mxE /=; ring.
  have [g1|g1] := eqVneq (g 1) 0; last first.
    exists (1 *: (row i U - row j U)); split=> [x y|]; first exact: lemma_3_1.
    by rewrite dotE -subr_eq0 addrC addKr.
  exists (- 1 *: (row i U - row j U)); split=> [x y|]; first exact: lemma_3_1.
  rewrite dotE -subr_eq0 addrC addKr; apply: contraTneq delta0 => g2.
  have : g 1 + g (- 1) = 0 by rewrite g1 g2 addr0.
  rewrite /g !mulN1r opprK !mul1r addrACA addrN add0r => /eqP; rewrite paddr_eq0 ?dot_ge0 // => /andP[/eqP-> _].
  by rewrite ltxx.
- exists 2%:R; split=> [x y|]; first by apply: rescaled_softmax; rewrite pnatr_eq0.
  have -> : row i (2%:R *: U) - row j (2%:R *: U) = 2%:R *: (row i U - row j U) by apply/rowP=> l; rewrite !mxE mulrBr.
  have two : 2%:R - 1 = 1 :> R by ring.
  by rewrite normZ ?ler0n // -subr_eq0 -[X in _ - X]mul1r -mulrBl two mul1r gt_eqF ?norm_gt0.
exists (- row i U + 2%:R^-1 *: (row j U - row i U)), (- (2%:R^-1 *: (row i U + row j U))).
have [vi vj vc] := lemma_3_3_distinct ij; have [wi wj wc] := lemma_3_2 ij.
split=> [x y|x y||]; try exact: lemma_3_1; rewrite !rowE normalised_distance_cosine // ?vc ?wc.
  by rewrite mulr1 subrr sqrtr0.
by rewrite mulrN1 opprK -natrD -[(2 + 2)%N]/(2 * 2)%N natrM -expr2 sqrtr_sqr ger0_norm ?ler0n.
Qed.

Theorem word2vec_E_1 (A : ringType) (F : fieldType) (exp : A -> F) n (z : 'I_n -> A) (y : 'I_n) (drawn : {set 'I_n}) :
  turns_sums_into_products exp -> (forall a, 1 + exp a != 0) -> y \notin drawn ->
  negative_sampling exp z y drawn = likelihood exp z [set y] drawn.
Proof.
move=> [expD exp0] exp1 _; rewrite /negative_sampling /likelihood big_set1; congr (_ * _); apply: eq_bigr => i _.
have expN a : exp (- a) = (exp a)^-1.
  have e0 : exp 0 = 1 by apply: (mulfI (exp0 0)); rewrite -expD addr0 mulr1.
  by apply: (mulfI (exp0 a)); rewrite -expD subrr e0 mulfV.
have e0 := exp0 (z i); have e1 := exp1 (z i); rewrite /sigmoid opprK expN.
have -> : 1 + (exp (z i))^-1 = (1 + exp (z i)) / exp (z i) by rewrite mulrDl mul1r mulfV // addrC.
by rewrite invf_div -[X in X - _](mulfV e1) -mulrBl addrK mul1r.
Qed.

Theorem example_C_1 (R : rcfType) (F : fieldType) (exp : R -> F) (i := inord 0 : 'I_5) (j := inord 1 : 'I_5) :
  turns_sums_into_products exp ->
  cosine (row i (C_1 R)) (row j (C_1 R)) = 4%:R / 5%:R /\
  exists v w, [/\ forall x y, softmax exp (translate v (C_1 R)) x y = softmax exp (C_1 R) x y,
    forall x y, softmax exp (translate w (C_1 R)) x y = softmax exp (C_1 R) x y,
    cosine (row i (translate v (C_1 R))) (row j (translate v (C_1 R))) = -1
  & cosine (row i (translate w (C_1 R))) (row j (translate w (C_1 R))) = 1].
Proof.
move=> expP; have rowE v k : row k (translate v (C_1 R)) = row k (C_1 R) + v by apply/rowP=> l; rewrite !mxE.
have iE : i = 0%N :> nat by rewrite inordK.
have jE : j = 1%N :> nat by rewrite inordK.
have d2 (u v : 'rV[R]_2) : dot u v = u 0 0 * v 0 0 + u 0 1 * v 0 1.
  by rewrite /dot !big_ord_recl big_ord0 addr0 (_ : lift ord0 ord0 = 1) //; apply: val_inj.
have dii : dot (row i (C_1 R)) (row i (C_1 R)) = 5%:R / 4%:R by rewrite d2 !mxE iE /=; field.
have djj : dot (row j (C_1 R)) (row j (C_1 R)) = 5%:R / 4%:R by rewrite d2 !mxE jE /=; field.
have dij : dot (row i (C_1 R)) (row j (C_1 R)) = 1 by rewrite d2 !mxE iE jE /=; field.
have q0 : 0 <= 5%:R / 4%:R :> R by rewrite divr_ge0 ?ler0n.
split; first by rewrite /cosine dij /norm dii djj -expr2 sqr_sqrtr //; field.
have ij : row i (C_1 R) != row j (C_1 R).
  by apply/eqP=> e; have /eqP := dij; rewrite e djj -subr_eq0 (_ : _ - 1 = 4%:R^-1); [rewrite invr_eq0 pnatr_eq0 | field].
have [_ _ vc] := lemma_3_2 ij; have [_ _ wc] := lemma_3_3_distinct ij.
exists (- (2%:R^-1 *: (row i (C_1 R) + row j (C_1 R)))), (- row i (C_1 R) + 2%:R^-1 *: (row j (C_1 R) - row i (C_1 R))).
by split=> [x y|x y||]; rewrite ?lemma_3_1 // !rowE.
Qed.

Theorem mf_1 (K : realFieldType) m p k (X : 'M[K]_(m, p)) (c : K) (A B : 'M[K]_(p, k)) (D : 'rV[K]_k) :
  (forall l, D 0 l != 0) ->
  [/\ X *m (A *m diag_mx D) *m (B *m diag_mx (map_mx (@GRing.inv K) D))^T = X *m A *m B^T,
      objective_1 X c (A *m diag_mx D) (B *m diag_mx (map_mx (@GRing.inv K) D)) = objective_1 X c A B
    & (forall A' B' : 'M[K]_(p, k), objective_1 X c A B <= objective_1 X c A' B') ->
      forall A' B' : 'M[K]_(p, k), objective_1 X c (A *m diag_mx D) (B *m diag_mx (map_mx (@GRing.inv K) D)) <= objective_1 X c A' B'].
Proof.
move=> D0; have E : (A *m diag_mx D) *m (B *m diag_mx (map_mx (@GRing.inv K) D))^T = A *m B^T.
  rewrite trmx_mul tr_diag_mx mulmxA -[A *m _ *m _]mulmxA (_ : diag_mx D *m _ = 1%:M) ?mulmx1 //.
  by apply/matrixP=> a b; rewrite mul_diag_mx !mxE; case: eqP => [->|_]; rewrite ?mulr0n ?mulr0 // !mulr1n mulfV.
have P : X *m (A *m diag_mx D) *m (B *m diag_mx (map_mx (@GRing.inv K) D))^T = X *m A *m B^T by rewrite -mulmxA E mulmxA.
have O : objective_1 X c (A *m diag_mx D) (B *m diag_mx (map_mx (@GRing.inv K) D)) = objective_1 X c A B.
  by rewrite /objective_1 P E.
by split=> // optimal A' B'; rewrite O.
Qed.

Theorem mf_1_cosines (R : rcfType) : exists (X A B : 'M[R]_2) (D : 'rV[R]_2),
  let A' := A *m diag_mx D in let B' := B *m diag_mx (map_mx (@GRing.inv R) D) in
  [/\ forall l, D 0 l != 0,
      cosines B' != cosines B,
      cosines (X *m A') != cosines (X *m A)
    & exists i j, cosine (row i (X *m A')) (row j B') != cosine (row i (X *m A)) (row j B)].
Proof.
pose A : 'M[R]_2 := \matrix_(i, j) (if (i == 0) && (j == 1) then 0 else 1).
pose D : 'rV[R]_2 := \row_j (if j == 0 then 1 else 2%:R).
exists 1%:M, A, A, D => A' B'; rewrite !mul1mx.
have d2 (u v : 'rV[R]_2) : dot u v = u 0 0 * v 0 0 + u 0 1 * v 0 1.
  by rewrite /dot !big_ord_recl big_ord0 addr0 (_ : lift ord0 ord0 = 1) //; apply: val_inj.
have A'E i j : A' i j = A i j * D 0 j by rewrite /A' mul_mx_diag mxE.
have B'E i j : B' i j = A i j / D 0 j by rewrite /B' mul_mx_diag !mxE.
have c0 (u v : 'rV[R]_2) p q r : 0 < p -> 0 < q -> dot u u = p -> dot v v = q -> dot u v = r -> cosine u v ^+ 2 = r ^+ 2 / (p * q).
  move=> p0 q0 uu vv uv; rewrite /cosine uv expr_div_n exprMn /norm uu vv !sqr_sqrtr ?ltW //.
have p1 : 0 < 1 :> R by rewrite ltr01.
have p2 : 0 < 2%:R :> R by rewrite ltr0n.
have p5 : 0 < 5%:R :> R by rewrite ltr0n.
have p54 : 0 < 5%:R / 4%:R :> R by rewrite divr_gt0 ?ltr0n.
have old : cosine (row 0 A) (row 1 A) ^+ 2 = 1 ^+ 2 / (1 * 2%:R) by apply: c0 => //; rewrite d2 !mxE /=; ring.
have new_B : cosine (row 0 B') (row 1 B') ^+ 2 = 1 ^+ 2 / (1 * (5%:R / 4%:R)).
  by apply: c0 => //; rewrite d2 ![row _ _ _ _]mxE !B'E !mxE /=; field.
have new_A : cosine (row 0 A') (row 1 A') ^+ 2 = 1 ^+ 2 / (1 * 5%:R).
  by apply: c0 => //; rewrite d2 ![row _ _ _ _]mxE !A'E !mxE /=; ring.
have new_AB : cosine (row 0 A') (row 1 B') ^+ 2 = 1 ^+ 2 / (1 * (5%:R / 4%:R)).
  by apply: c0 => //; rewrite d2 ![row _ _ _ _]mxE ?A'E ?B'E !mxE /=; field.
have entry (M : 'M[R]_2) : cosines M 0 1 = cosine (row 0 M) (row 1 M) by rewrite mxE.
have half (a : R) : a != 2%:R -> 1 ^+ 2 / (1 * a) != 1 ^+ 2 / (1 * 2%:R) by rewrite !expr1n !mul1r (inj_eq invr_inj).
have n54 : 5%:R / 4%:R != 2%:R :> R.
  by rewrite -subr_eq0 (_ : _ - _ = - (3%:R / 4%:R)); [rewrite oppr_eq0 mulf_neq0 ?invr_eq0 ?pnatr_eq0 | field].
have n5 : 5%:R != 2%:R :> R by rewrite eqr_nat.
split.
- by move=> l; rewrite mxE; case: ifP; rewrite ?oner_neq0 ?pnatr_eq0.
- by apply: contraTneq (half _ n54) => /matrixP/(_ 0 1); rewrite !entry -new_B -old => ->; rewrite eqxx.
- by apply: contraTneq (half _ n5) => /matrixP/(_ 0 1); rewrite !entry -new_A -old => ->; rewrite eqxx.
exists 0, 1; apply: contraTneq (half _ n54) => e; by rewrite -new_AB -old e eqxx.
Qed.
