(******************************************************************************)
(*                                                                            *)
(*  LEMMAS 3.1, 3.2, 3.3 AND THEOREM 3.4: TRANSLATING THE UNEMBEDDINGS        *)
(*                                                                            *)
(*  Field.  Lemma 3.1: the logits lie in any ring A, the exponentials in any  *)
(*  field F.  Lemmas 3.2 and 3.3, theorem 3.4: R is any real closed field     *)
(*  (the reals).                                                              *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every number n of labels and every dimension d.             *)
(*    lemma_3_1    For every v, x and y, translate v U and U give label y the *)
(*        same probability at x.                                              *)
(*    lemma_3_2    If a != b, then v = -(a + b)/2 makes a + v and b + v       *)
(*        non-zero and cos(a + v, b + v) = -1.                                *)
(*    lemma_3_3    If d > 0, then for all a and b some v makes a + v and      *)
(*        b + v non-zero and cos(a + v, b + v) = +1.                          *)
(*    lemma_3_3_distinct    If a != b, then v = -a + (b - a)/2 is such a v.   *)
(*    lemma_3_3_equal    If a = b then cos(a + v, b + v) = +1 for every v     *)
(*        with a + v != 0; such v exist if d > 0.                             *)
(*    theorem_3_4  If u_i != u_j there are models V and W, both with the      *)
(*        probabilities of U for all inputs and labels, with                  *)
(*        cos(v_i, v_j) = +1 and cos(w_i, w_j) = -1, all four rows non-zero.  *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions lemma_5_3 rankings.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem lemma_3_1 (A : ringType) (F : fieldType) (exp : A -> F) n d (U : 'M[A]_(n, d)) (v : 'rV[A]_d) x y :
  turns_sums_into_products exp -> softmax exp (translate v U) x y = softmax exp U x y.
Proof.
move=> [expD exp0]; have logit z : (translate v U *m x) z 0 = (U *m x) z 0 + (v *m x) 0 0.
  by rewrite !mxE -big_split; apply: eq_bigr => k _; rewrite mxE mulrDl.
rewrite /softmax; under eq_bigr do rewrite logit expD.
by rewrite logit expD -mulr_suml -mulf_div divff ?mulr1.
Qed.

Section Cosine.

Variables (R : rcfType) (d : nat).
Implicit Types (a b v w : 'rV[R]_d).

Lemma cosine_same_line w (s t : R) : w != 0 -> 0 < s -> t != 0 -> cosine (s *: w) (t *: w) = Num.sg t.
Proof.
move=> w0 s0 t0; have dotZ c c' : dot (c *: w) (c' *: w) = c * c' * dot w w.
  by rewrite /dot mulr_sumr; apply: eq_bigr => k _; rewrite !mxE mulrACA.
have normZ c : norm (c *: w) = `|c| * norm w.
  by rewrite /norm dotZ -expr2 sqrtrM ?sqr_ge0 // sqrtr_sqr.
have n0 : norm w * norm w = dot w w by rewrite -expr2 sqr_sqrtr ?dot_ge0.
rewrite /cosine dotZ !normZ mulrACA n0 -mulf_div divff ?gt_eqF ?dot_gt0 // mulr1.
by rewrite gtr0_norm // -mulf_div divff ?gt_eqF // mul1r {1}[t]numEsg mulfK ?normr_eq0.
Qed.

End Cosine.

Theorem lemma_3_2 (R : rcfType) d (a b : 'rV[R]_d) (v := - (2%:R^-1 *: (a + b))) :
  a != b -> [/\ a + v != 0, b + v != 0 & cosine (a + v) (b + v) = -1].
Proof.
move=> ab; have w0 : a - b != 0 by rewrite subr_eq0.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have -> : a + v = 2%:R^-1 *: (a - b) by apply/rowP=> k; rewrite !mxE; field.
have -> : b + v = - 2%:R^-1 *: (a - b) by apply/rowP=> k; rewrite !mxE; field.
by rewrite !scaler_eq0 oppr_eq0 gt_eqF // (negPf w0) cosine_same_line ?oppr_eq0 ?gt_eqF // sgrN gtr0_sg.
Qed.

Theorem lemma_3_3_distinct (R : rcfType) d (a b : 'rV[R]_d) (v := - a + 2%:R^-1 *: (b - a)) :
  a != b -> [/\ a + v != 0, b + v != 0 & cosine (a + v) (b + v) = 1].
Proof.
move=> ab; have w0 : b - a != 0 by rewrite subr_eq0 eq_sym.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h3 : 0 < 3%:R * 2%:R^-1 :> R by rewrite mulr_gt0 ?ltr0n.
have -> : a + v = 2%:R^-1 *: (b - a) by apply/rowP=> k; rewrite !mxE; field.
have -> : b + v = (3%:R * 2%:R^-1) *: (b - a) by apply/rowP=> k; rewrite !mxE; field.
by rewrite !scaler_eq0 !(gt_eqF h0, gt_eqF h3) (negPf w0) cosine_same_line ?gt_eqF // gtr0_sg.
Qed.

Theorem lemma_3_3_equal (R : rcfType) d (a : 'rV[R]_d) :
  (forall v, a + v != 0 -> cosine (a + v) (a + v) = 1) /\ ((0 < d)%N -> exists v, a + v != 0).
Proof.
split=> [v av|d0].
  by have := cosine_same_line av (@ltr01 R) (oner_neq0 R); rewrite scale1r sgr1.
by exists (const_mx 1 - a); rewrite addrC subrK; apply/rV0Pn; exists (Ordinal d0); rewrite mxE oner_neq0.
Qed.

Theorem lemma_3_3 (R : rcfType) d (a b : 'rV[R]_d) :
  (0 < d)%N -> exists v, [/\ a + v != 0, b + v != 0 & cosine (a + v) (b + v) = 1].
Proof.
move=> d0; have [<-|/lemma_3_3_distinct ab] := eqVneq a b; last by exists (- a + 2%:R^-1 *: (b - a)).
by have [same /(_ d0)[v av]] := lemma_3_3_equal a; exists v; rewrite same.
Qed.

Theorem theorem_3_4 (R : rcfType) (F : fieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (i j : 'I_n) :
  turns_sums_into_products exp -> row i U != row j U ->
  exists V W : 'M[R]_(n, d),
    [/\ forall x y, softmax exp V x y = softmax exp U x y /\ softmax exp W x y = softmax exp U x y,
        row i V != 0 /\ row j V != 0,
        row i W != 0 /\ row j W != 0,
        cosine (row i V) (row j V) = 1
      & cosine (row i W) (row j W) = -1].
Proof.
move=> expP ij; have rowE v k : row k (translate v U) = row k U + v by apply/rowP=> l; rewrite !mxE.
have [vi vj vc] := lemma_3_3_distinct ij; have [wi wj wc] := lemma_3_2 ij.
exists (translate (- row i U + 2%:R^-1 *: (row j U - row i U)) U).
exists (translate (- (2%:R^-1 *: (row i U + row j U))) U).
by rewrite !rowE; split=> // x y; rewrite !lemma_3_1.
Qed.
