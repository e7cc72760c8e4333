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
(*        - not the sign of <u_i, u_j>: some translation makes it negative,   *)
(*          some makes it positive;                                           *)
(*        - not |u_i - u_j|: 2 U, with the inputs x / 2, doubles it;          *)
(*        - not the normalised distance: it is 0 for one translation of U     *)
(*          and 2 for another.                                                *)
(*    introduction_2   With cosines that are all 1 the probability of a label *)
(*        can be as near to 1, and that of another as near to 0, as one       *)
(*        likes, if exp has positive values without a bound.                  *)
(*    embeddings_translated   Adding w to all embeddings leaves all           *)
(*        probabilities if and only if w adds one number to all logits, if    *)
(*        exp has positive values and takes none twice.                       *)
(*    word2vec_E_1   If the labels of the window and the negative samples are *)
(*        all distinct, what skip-gram with negative sampling maximises is the*)
(*        likelihood, in the sigmoid classifier, of the assignment with all   *)
(*        labels of the window and none of the samples.                       *)
(*    distinct_needed   That is needed: with a label that is drawn twice, at  *)
(*        logit 0, it is not.                                                 *)
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
  [/\ exists v w, [/\ forall x y, softmax exp (translate v U) x y = softmax exp U x y,
        forall x y, softmax exp (translate w U) x y = softmax exp U x y,
        dot (row i (translate v U)) (row j (translate v U)) < 0
      & 0 < dot (row i (translate w U)) (row j (translate w U))],
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
- exists (- (2%:R^-1 *: (row i U + row j U))), (- row i U + 2%:R^-1 *: (row j U - row i U)).
  have value c (a b : 'rV[R]_d) : a != 0 -> b != 0 -> cosine a b = c -> dot a b = c * (norm a * norm b).
    by move=> a0 b0 <-; rewrite /cosine mulfVK // mulf_neq0 // gt_eqF ?norm_gt0.
  have [vi vj vc] := lemma_3_2 ij; have [wi wj wc] := lemma_3_3_distinct ij.
  split=> [x y|x y||]; try exact: lemma_3_1; rewrite !rowE.
    by rewrite (value _ _ _ vi vj vc) mulN1r oppr_lt0 mulr_gt0 ?norm_gt0.
  by rewrite (value _ _ _ wi wj wc) mul1r mulr_gt0 ?norm_gt0.
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

Theorem introduction_2 (R : rcfType) (F : realFieldType) (exp : R -> F) n d (i j : 'I_n) (e : F) :
  turns_sums_into_products exp -> (forall a, 0 < exp a) -> (forall a, exists b, a < exp b) -> (0 < d)%N -> i != j -> 0 < e ->
  exists (U : 'M[R]_(n, d)) x, [/\ nonzero_rows U, cosines U = const_mx 1, 1 - e < softmax exp U x i & softmax exp U x j < e].
Proof.
move=> [expD exp0] exp_gt0 unbounded d0 ij e0; have [b bP] := unbounded (n%:R / e).
pose c k : R := if k == i then 2%:R else 1; pose k0 := Ordinal d0; pose U : 'M[R]_(n, d) := \matrix_(k, l) (c k *+ (l == k0)).
have c_gt0 k : 0 < c k by rewrite /c; case: (k == i); rewrite ?ltr0n ?ltr01.
have dotE k l : dot (row k U) (row l U) = c k * c l.
  rewrite /dot (bigD1 k0) //= !mxE eqxx !mulr1n big1 ?addr0 // => m mk; by rewrite !mxE (negPf mk) mulr0n mul0r.
have normE k : norm (row k U) = c k by rewrite /norm dotE -expr2 sqrtr_sqr gtr0_norm.
pose x : 'cV[R]_d := const_mx b; exists U, x; have logit k : (U *m x) k 0 = c k * b.
  by rewrite mxE (bigD1 k0) //= !mxE eqxx mulr1n big1 ?addr0 // => m mk; rewrite !mxE (negPf mk) mul0r.
have sumE : \sum_k exp ((U *m x) k 0) = exp b * (exp b + n.-1%:R).
  rewrite (bigD1 i) //= logit /c eqxx mulr_natl mulr2n expD mulrDr; congr (_ + _).
  rewrite (eq_bigr (fun=> exp b)) => [|k ki]; last by rewrite logit /c (negPf ki) mul1r.
  rewrite sumr_const mulr_natr; congr (_ *+ _).
  by rewrite cardC1 card_ord.
have n0 : (0 < n)%N by apply: leq_ltn_trans (ltn_ord i).
have pos : 0 < exp b + n.-1%:R by rewrite ltr_paddr ?ler0n.
have big : n%:R < e * exp b by rewrite mulrC -ltr_pdivr_mulr.
have b0 := exp0 b; have p0 := lt0r_neq0 pos; split.
- by move=> k; apply: contraTneq (c_gt0 k) => z; rewrite -normE z /norm /dot big1 ?sqrtr0 ?ltxx // => l _; rewrite mxE mul0r.
- by apply/matrixP=> k l; rewrite [LHS]mxE [RHS]mxE dotE !normE divff // mulf_neq0 // gt_eqF.
- rewrite /softmax sumE logit /c eqxx mulr_natl mulr2n expD -mulf_div divff // mul1r ltr_pdivl_mulr //.
  rewrite mulrBl mul1r ltr_subl_addl [ltRHS]addrC ltr_add2l (le_lt_trans _ (lt_le_trans big _)) ?ler_nat ?leq_pred //.
  by rewrite ler_pmul2l // ler_addl ler0n.
rewrite /softmax sumE logit /c eq_sym (negPf ij) mul1r -[X in X / _]mulr1 -mulf_div divff // mul1r ltr_pdivr_mulr //.
apply: lt_le_trans (_ : e * exp b <= _); last by rewrite ler_pmul2l // ler_addl ler0n.
by apply: le_lt_trans big; rewrite ler1n.
Qed.

Theorem embeddings_translated (R : ringType) (F : realFieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (w : 'cV[R]_d) :
  turns_sums_into_products exp -> (forall a, 0 < exp a) -> injective exp ->
  (forall x y, softmax exp U (x + w) y = softmax exp U x y) <-> forall i j, (U *m w) i 0 = (U *m w) j 0.
Proof.
move=> [expD exp0] exp_gt0 exp_inj; have pos x (y : 'I_n) : 0 < \sum_z exp ((U *m x) z 0).
  by rewrite (bigD1 y) //= ltr_paddr ?exp_gt0 // sumr_ge0 // => z _; rewrite ltW.
split=> [same i j|same x y].
  have one k : exp ((U *m w) k 0) / (\sum_z exp ((U *m w) z 0)) = exp 0 / (\sum_z exp ((U *m (0 : 'cV_d)) z 0)).
    have z0 : (U *m (0 : 'cV_d)) k 0 = 0 by rewrite mulmx0 mxE.
    by have := same 0 k; rewrite add0r /softmax => ->; rewrite z0.
  apply/exp_inj/(mulIf (x := (\sum_z exp ((U *m w) z 0))^-1)); first by rewrite invr_eq0 gt_eqF ?pos.
  by rewrite !one.
have shift z : exp ((U *m (x + w)) z 0) = exp ((U *m x) z 0) * exp ((U *m w) y 0) by rewrite mulmxDr mxE expD (same z y).
rewrite /softmax shift (eq_bigr _ (fun z _ => shift z)) -mulr_suml -mulf_div divff ?mulr1 //.
Qed.

Theorem word2vec_E_1 (A : ringType) (F : fieldType) (exp : A -> F) n (z : 'I_n -> A) (window : seq ('I_n * seq 'I_n))
    (yes := unzip1 window) (no := flatten (unzip2 window)) :
  turns_sums_into_products exp -> (forall a, 1 + exp a != 0) -> uniq (yes ++ no) ->
  negative_sampling exp z window = likelihood exp z [set i in yes] [set i in no].
Proof.
move=> [expD exp0] exp1; rewrite cat_uniq => /and3P[yes_uniq _ no_uniq].
rewrite /negative_sampling /likelihood big_split; congr (_ * _).
  rewrite (eq_bigl (fun i => i \in yes)) => [|i]; last by rewrite inE.
  by rewrite -big_uniq // big_map.
rewrite (eq_bigl (fun i => i \in no)) => [|i]; last by rewrite inE.
rewrite -big_uniq // big_flatten big_map; apply: eq_bigr => w _; apply: eq_bigr => i _.
have expN a : exp (- a) = (exp a)^-1.
  have e0 : exp 0 = 1 by apply: (mulfI (exp0 0)); rewrite -expD addr0 mulr1.
  by apply: (mulfI (exp0 a)); rewrite -expD subrr e0 mulfV.
have e0 := exp0 (z i); have e1 := exp1 (z i); rewrite /sigmoid opprK expN.
have -> : 1 + (exp (z i))^-1 = (1 + exp (z i)) / exp (z i) by rewrite mulrDl mul1r mulfV // addrC.
by rewrite invf_div -[X in X - _](mulfV e1) -mulrBl addrK mul1r.
Qed.

Theorem distinct_needed : exists (exp : int -> rationals) (z : 'I_2 -> int) (window : seq ('I_2 * seq 'I_2)),
  [/\ turns_sums_into_products exp, forall a, 1 + exp a != 0
    & negative_sampling exp z window <> likelihood exp z [set i in unzip1 window] [set i in flatten (unzip2 window)]].
Proof.
exists (fun=> 1), (fun=> 0), [:: (0, [:: 1; 1])]; split=> [|a|]; first by split=> *; rewrite ?mulr1 ?oner_neq0.
  by [].
have yes : [set i in unzip1 [:: (0 : 'I_2, [:: 1 : 'I_2; 1])]] =i [set 0] by move=> i; rewrite !inE.
have no : [set i in flatten (unzip2 [:: (0 : 'I_2, [:: 1 : 'I_2; 1])])] =i [set 1] by move=> i; rewrite !inE orbb.
by rewrite /negative_sampling /likelihood (eq_bigl _ _ yes) (eq_bigl _ _ no) !big_set1 !big_cons !big_nil.
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
