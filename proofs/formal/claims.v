(******************************************************************************)
(*                                                                            *)
(*  APPENDIX D, APPENDIX E.1 AND EXAMPLE C.1                                  *)
(*                                                                            *)
(*  Field.  R is any real closed field.  exp is any function into a field F   *)
(*  that turns sums into products and is never 0.                             *)
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
