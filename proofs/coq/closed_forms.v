(******************************************************************************)
(*                                                                            *)
(*  LINEAR MATRIX FACTORISATION: CLOSED FORMS AND THEIR COSINES               *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for all sizes.                                                  *)
(*    mf_4   Let c > 0, let V be orthogonal and X^T X = V diag(s^2) V^T, with *)
(*        the k largest s_l^2 first.  Let V_k be the first k columns of V and *)
(*        w_l = s_l^2 / (s_l^2 + c).  Then A = B = V_k diag(w)^(1/2) is an    *)
(*        optimum of ||X - X A B^T||^2 + c ||A B^T||^2, and A B^T = V_k       *)
(*        diag(w) V_k^T.                                                      *)
(*    mf_5   Let the columns of V be orthonormal, k of them, and A = B = V    *)
(*        diag(h), all h_l > 0.  The rescaling by h makes the cosines between *)
(*        items those of V V^T, those between users those of the predictions  *)
(*        X A B^T; the rescaling by 1/h makes them those of A B^T and those   *)
(*        of X V V^T.  The products of users and items are the predictions in *)
(*        both; so the cosines between users and items are the predictions    *)
(*        over the lengths of these rows.  If V is square, V V^T = 1: the     *)
(*        cosines between items are the identity matrix, and those between    *)
(*        users those of X.                                                   *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions lemma_5_3 claims factorisation orthonormal.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ClosedForm.

Variable R : rcfType.

(* The largest k weights, where the terms are sorted as far as the cut. *)
Lemma largest_first p k (q t : 'I_p -> R) : (forall i, 0 <= q i <= 1) -> \sum_i q i <= k%:R -> (forall i, 0 <= t i) ->
  (forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> t j <= t i) -> \sum_i t i * q i <= \sum_(i : 'I_p | (i < k)%N) t i.
Proof.
move=> q01 qk t0 cut; have [pk|kp] := leqP p k.
  rewrite [X in _ <= X](eq_bigl xpredT) => [|i]; last by rewrite (leq_trans (ltn_ord i) pk).
  by apply: ler_sum => i _; have /andP[_ q1] := q01 i; rewrite ler_pimulr.
pose first (i : 'I_p) : R := (i < k)%:R.
have count : \sum_i first i = k%:R.
  rewrite /first -natr_sum; congr _%:R; rewrite -(big_mkord xpredT (fun i => (i < k)%N : nat)).
  rewrite (big_cat_nat _ _ _ (leq0n k) (ltnW kp)) /= (eq_big_nat _ _ (F2 := fun=> 1%N)) => [|i /andP[_ ->]] //.
  rewrite sum_nat_const_nat subn0 muln1 (eq_big_nat _ _ (F2 := fun=> 0%N)) => [|i /andP[ki _]]; last by rewrite ltnNge ki.
  by rewrite sum_nat_const_nat muln0 addn0.
pose j0 : 'I_p := Ordinal kp; have kj0 : (k <= j0)%N by [].
have [j kj jmax] : exists2 j : 'I_p, (k <= j)%N & forall l : 'I_p, (k <= l)%N -> t l <= t j.
  by case: (@arg_maxP _ _ _ j0 (fun l : 'I_p => (k <= l)%N) t kj0) => j kj jP; exists j.
have g0 (i : 'I_p) : 0 <= (first i - q i) * (t i - t j).
  have /andP[qi0 qi1] := q01 i; rewrite /first; have [ik|ki] := ltnP i k; first by rewrite mulr_ge0 ?subr_ge0 ?cut.
  by rewrite sub0r -mulrNN opprK opprB mulr_ge0 // subr_ge0 jmax.
have rest : 0 <= t j * (\sum_i first i - \sum_i q i) by rewrite count mulr_ge0 // subr_ge0.
have total : \sum_i (first i - q i) * (t i - t j) + t j * (\sum_i first i - \sum_i q i) = \sum_(i : 'I_p | (i < k)%N) t i - \sum_i t i * q i.
  rewrite [X in _ = X - _]big_mkcond /= mulrBr !mulr_sumr -!sumrB -big_split; apply: eq_bigr => i _ /=; rewrite /first.
  by case: ifP => _ /=; ring.
by rewrite -subr_ge0 -total addr_ge0 // sumr_ge0.
Qed.

Lemma weighted_trace p r (y z : 'M[R]_(p, r)) (f : 'rV[R]_p) : \tr (y^T *m diag_mx f *m z) = \sum_i f 0 i * dot (row i y) (row i z).
Proof.
rewrite -mulmxA mxtrace_mulC; apply: eq_bigr => i _; rewrite mul_diag_mx mxE /dot mulr_sumr; apply: eq_bigr => l _.
by rewrite !mxE mulrA mulrC mulrA [y i l * _]mulrC.
Qed.

Variables (m p : nat) (X : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R).
Hypothesis c0 : 0 < c.
Hypothesis VV : V^T *m V = 1%:M.
Hypothesis XX : X^T *m X = V *m diag_mx (\row_l s 0 l ^+ 2) *m V^T.

Lemma in_coordinates r (W Z : 'M[R]_(p, r)) (y := V^T *m W) (z := V^T *m Z) : W^T *m W = 1%:M ->
  squares (X - X *m (Z *m W^T)) + c * squares (Z *m W^T) =
  squares X + \sum_i ((s 0 i ^+ 2 + c) * dot (row i z) (row i z) - 2%:R * (s 0 i ^+ 2 * dot (row i y) (row i z))).
Proof.
move=> WW; have VV' := mulmx1C VV.
have through (A B : 'M[R]_(p, r)) : A^T *m (X^T *m X) *m B = (V^T *m A)^T *m diag_mx (\row_l s 0 l ^+ 2) *m (V^T *m B).
  by rewrite XX [(V^T *m A)^T]trmx_mul trmxK !mulmxA.
have no_W (A : 'M[R]_r) : \tr (W *m A *m W^T) = \tr A by rewrite mxtrace_mulC mulmxA WW mul1mx.
have e1 : squares (X *m (Z *m W^T)) = \sum_i s 0 i ^+ 2 * dot (row i z) (row i z).
  rewrite squares_trace !trmx_mul trmxK !mulmxA -[W *m Z^T *m X^T *m X]mulmxA -[W *m Z^T *m _]mulmxA -[W *m (_ *m _) *m Z]mulmxA.
  by rewrite no_W through weighted_trace; apply: eq_bigr => i _; rewrite mxE.
have e2 : squares (Z *m W^T) = \sum_i dot (row i z) (row i z).
  rewrite squares_trace trmx_mul trmxK !mulmxA -[W *m Z^T *m Z]mulmxA no_W.
  have -> : Z^T *m Z = z^T *m diag_mx (const_mx 1) *m z by rewrite diag_const_mx mulmx1 /z trmx_mul trmxK mulmxA -[Z^T *m V *m V^T]mulmxA VV' mulmx1.
  by rewrite weighted_trace; apply: eq_bigr => i _; rewrite mxE mul1r.
have e3 : \tr (X^T *m (X *m (Z *m W^T))) = \sum_i s 0 i ^+ 2 * dot (row i y) (row i z).
  rewrite !mulmxA mxtrace_mulC !mulmxA -[W^T *m X^T *m X]mulmxA through weighted_trace.
  by apply: eq_bigr => i _; rewrite mxE.
have squaresN a b (A : 'M[R]_(a, b)) : squares (- A) = squares A.
  by rewrite /squares; apply: eq_bigr => x _; apply: eq_bigr => w _; rewrite mxE sqrrN.
rewrite squaresD squaresN mulmxN linearN /= e1 e2 e3 mulrN !mulr_sumr -!addrA; congr (_ + _).
by rewrite -sumrN -!big_split; apply: eq_bigr => i _ /=; ring.
Qed.

Variable k : nat.
Hypothesis cut : forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> s 0 j ^+ 2 <= s 0 i ^+ 2.

Let w (i : 'I_p) := s 0 i ^+ 2 / (s 0 i ^+ 2 + c).
Let gain (i : 'I_p) := s 0 i ^+ 2 * w i.

Lemma below_gt0 (i : 'I_p) : 0 < s 0 i ^+ 2 + c.
Proof. by rewrite ltr_paddl ?sqr_ge0. Qed.

Lemma w_ge0 i : 0 <= w i.
Proof. by rewrite divr_ge0 ?sqr_ge0 // ltW ?below_gt0. Qed.

Lemma gain_ge0 i : 0 <= gain i.
Proof. by rewrite mulr_ge0 ?sqr_ge0 ?w_ge0. Qed.

Lemma gain_cut (i j : 'I_p) : (i < k)%N -> (k <= j)%N -> gain j <= gain i.
Proof.
move=> ik kj; have le := cut ik kj; apply: ler_pmul => //; rewrite ?sqr_ge0 ?w_ge0 //.
rewrite /w ler_pdivr_mulr ?below_gt0 // mulrAC ler_pdivl_mulr ?below_gt0 // !mulrDr ler_add; rewrite ?[s 0 j ^+ 2 * _]mulrC //.
by rewrite mulrC ler_pmul2r.
Qed.

Lemma best_below (A B : 'M[R]_(p, k)) : squares X - \sum_(i : 'I_p | (i < k)%N) gain i <= objective_1 X c A B.
Proof.
have [r [W [N [BE WW rk]]]] := orthonormal_columns B.
have -> : objective_1 X c A B = squares (X - X *m (A *m N^T *m W^T)) + c * squares (A *m N^T *m W^T).
  by rewrite /objective_1 BE trmx_mul !mulmxA.
rewrite in_coordinates //; set y := V^T *m W; set z := V^T *m _.
have yy : y^T *m y = 1%:M by rewrite /y trmx_mul trmxK mulmxA -[W^T *m V *m V^T]mulmxA (mulmx1C VV) mulmx1.
pose q i := dot (row i y) (row i y).
have q01 i : 0 <= q i <= 1 by rewrite /q -gramE; apply: projection_le yy.
have qk : \sum_i q i <= k%:R.
  rewrite (eq_bigr (fun i => (y *m y^T) i i)) => [|i _]; last by rewrite gramE.
  by rewrite -/(\tr (y *m y^T)) mxtrace_mulC yy mxtrace1 ler_nat.
have bound := largest_first q01 qk gain_ge0 gain_cut.
rewrite ler_add2l; apply: (@le_trans _ _ (- \sum_i gain i * q i)); first by rewrite ler_opp2.
rewrite -sumrN; apply: ler_sum => i _; rewrite -subr_ge0.
have : 0 <= (s 0 i ^+ 2 + c) * dot (row i z - w i *: row i y) (row i z - w i *: row i y) by rewrite mulr_ge0 ?dot_ge0 // ltW ?below_gt0.
congr (0 <= _); have expand (u v : 'rV[R]_r) a : dot (u - a *: v) (u - a *: v) = dot u u - 2%:R * a * dot v u + a ^+ 2 * dot v v.
  by rewrite /dot !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => l _; rewrite !mxE /=; ring.
rewrite expand /q /gain /w; field; exact: lt0r_neq0 (below_gt0 i).
Qed.

Definition first_columns (g : 'I_p -> R) : 'M[R]_(p, k) := \matrix_(i, l) (if i == l :> nat then g i else 0).

Lemma first_columns_gram g : first_columns g *m (first_columns g)^T = diag_mx (\row_i (g i ^+ 2 * (i < k)%:R)).
Proof.
apply/matrixP=> i j; rewrite !mxE; have [ik|ki] := ltnP i k; last first.
  rewrite mulr0 mul0rn big1 // => l _; rewrite !mxE; case: eqP => [il|]; last by rewrite mul0r.
  by have := ltn_ord l; rewrite -il ltnNge ki.
rewrite (bigD1 (Ordinal ik)) //= !mxE /= eqxx big1 ?addr0 => [|l li].
  have [->|ij] := eqVneq i j; first by rewrite eqxx mulr1n mulr1 expr2.
  by rewrite mulr0n eq_sym -val_eqE in ij *; rewrite (negbTE ij) mulr0.
by rewrite !mxE (_ : (i == l :> nat) = false) ?mul0r //; apply/negbTE; apply: contraNneq li => il; apply/eqP/val_inj.
Qed.

Let A := V *m first_columns (fun i => Num.sqrt (w i)).

Lemma closed_product : A *m A^T = V *m diag_mx (\row_i (w i * (i < k)%:R)) *m V^T.
Proof.
rewrite /A trmx_mul mulmxA -[V *m _ *m _]mulmxA first_columns_gram; congr (_ *m diag_mx _ *m _).
by apply/rowP=> i; rewrite !mxE sqr_sqrtr ?w_ge0.
Qed.

Lemma closed_value : objective_1 X c A A = squares X - \sum_(i : 'I_p | (i < k)%N) gain i.
Proof.
rewrite /objective_1 -[X *m A *m _]mulmxA closed_product in_coordinates // VV mulmxA VV mul1mx; congr (_ + _).
rewrite [X in _ = - X]big_mkcond -sumrN /=; apply: eq_bigr => i _; set h := \row_i _.
have rowE : row i (diag_mx h) = h 0 i *: delta_mx 0 i by rewrite row_diag_mx.
have dd : dot (delta_mx 0 i : 'rV[R]_p) (delta_mx 0 i) = 1.
  by rewrite /dot (bigD1 i) //= !mxE !eqxx mulr1 big1 ?addr0 // => l li; rewrite !mxE (negPf li) andbF mulr0.
have oneE : row i (1%:M : 'M[R]_p) = delta_mx 0 i by rewrite row1.
rewrite rowE oneE dotZZ dotZr dd !mulr1 mxE /gain /w; case: (i < k)%N; rewrite ?mulr1 ?mulr0 ?mul0r ?subrr ?oppr0 //.
by field; exact: lt0r_neq0 (below_gt0 i).
Qed.

End ClosedForm.

Theorem mf_4 (R : rcfType) m p k (X : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R)
    (w : 'I_p -> R := fun l => s 0 l ^+ 2 / (s 0 l ^+ 2 + c))
    (A : 'M[R]_(p, k) := V *m \matrix_(i, l) (if i == l :> nat then Num.sqrt (w i) else 0)) :
  0 < c -> V^T *m V = 1%:M -> X^T *m X = V *m diag_mx (\row_l s 0 l ^+ 2) *m V^T ->
  (forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> s 0 j ^+ 2 <= s 0 i ^+ 2) ->
  A *m A^T = V *m diag_mx (\row_l (w l * (l < k)%:R)) *m V^T /\ optimal_1 X c A A.
Proof.
move=> c0 VV XX cut; split; first exact: closed_product.
by move=> A' B'; rewrite (closed_value c0 VV XX); apply: (best_below c0 VV XX cut).
Qed.

Theorem mf_5 (R : rcfType) m p k (X : 'M[R]_(m, p)) (V : 'M[R]_(p, k)) (h : 'rV[R]_k)
    (A : 'M[R]_(p, k) := V *m diag_mx h) (M := A *m A^T) (S := V *m V^T) :
  V^T *m V = 1%:M -> (forall l, 0 < h 0 l) ->
  [/\ X *m rescaled A h *m (rescaled A (inverses h))^T = X *m M /\ X *m rescaled A (inverses h) *m (rescaled A h)^T = X *m M,
      cosines (rescaled A (inverses h)) = cosines S /\ cosines (X *m rescaled A h) = cosines (X *m M),
      cosines (rescaled A h) = cosines M /\ cosines (X *m rescaled A (inverses h)) = cosines (X *m S),
      forall i j,
        cosine (row i (X *m rescaled A h)) (row j (rescaled A (inverses h))) = (X *m M) i j / (norm (row i (X *m M)) * norm (row j S)) /\
        cosine (row i (X *m rescaled A (inverses h))) (row j (rescaled A h)) = (X *m M) i j / (norm (row i (X *m S)) * norm (row j M))
    & p = k -> S = 1%:M].
Proof.
move=> VV h0; have hl l : h 0 l != 0 by rewrite gt_eqF.
have diags (a b : 'rV[R]_k) : diag_mx a *m diag_mx b = diag_mx (\row_l (a 0 l * b 0 l)).
  by apply/matrixP=> i j; rewrite mul_diag_mx !mxE; case: eqP => [->|_]; rewrite ?mulr0n ?mulr0.
have back : rescaled A (inverses h) = V.
  rewrite /rescaled /A -mulmxA diags (_ : \row_l _ = const_mx 1) ?diag_const_mx ?mulmx1 //.
  by apply/rowP=> l; rewrite mxE [inverses h 0 l]mxE [RHS]mxE mulfV.
have AV : A^T *m V = diag_mx h by rewrite /A trmx_mul tr_diag_mx -mulmxA VV mulmx1.
have forth : rescaled A h = M *m V by rewrite /M -mulmxA AV.
have MT : M^T = M by rewrite /M trmx_mul trmxK.
have ST : S^T = S by rewrite /S trmx_mul trmxK.
have SS : S *m S = S by rewrite /S mulmxA -[V *m V^T *m V]mulmxA VV mulmx1.
have MS : M *m S = M by rewrite /M /S /A trmx_mul !mulmxA -[_ *m V^T *m V]mulmxA VV mulmx1.
have SM : S *m M = M by rewrite -[LHS]trmxK trmx_mul MT ST MS MT.
have VS : V *m V^T = S *m S^T by rewrite ST SS.
have MVS : M *m V *m (M *m V)^T = M *m M^T by rewrite (trmx_mul M V) mulmxA -[M *m V *m V^T]mulmxA -/S MS.
have XVS : X *m V *m (X *m V)^T = X *m S *m (X *m S)^T.
  by rewrite (trmx_mul X V) (trmx_mul X S) ST mulmxA -[X *m V *m V^T]mulmxA -/S [in RHS]mulmxA -[X *m S *m S]mulmxA SS.
have XMV : X *m (M *m V) *m (X *m (M *m V))^T = X *m M *m (X *m M)^T.
  by have := congr1 (fun G => X *m G *m X^T) MVS; rewrite (trmx_mul X (M *m V)) (trmx_mul X M) !mulmxA.
have lengths n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) i : U *m U^T = U' *m U'^T -> norm (row i U) = norm (row i U').
  by move=> e; rewrite /norm -!gramE e.
have products n d e (U : 'M[R]_(n, d)) (W : 'M[R]_(e, d)) i j : (U *m W^T) i j = dot (row i U) (row j W).
  by rewrite mxE; apply: eq_bigr => l _; rewrite !mxE.
have one : X *m (M *m V) *m V^T = X *m M by rewrite -mulmxA -[M *m V *m V^T]mulmxA -/S MS.
have two : X *m V *m (M *m V)^T = X *m M.
  by rewrite (trmx_mul M V) MT mulmxA -[X *m V *m V^T]mulmxA -/S -mulmxA SM.
rewrite back forth; split=> //.
- by split; [apply: cosines_gram | apply: cosines_gram].
- by split; [apply: cosines_gram | apply: cosines_gram].
- by move=> i j; rewrite /cosine -!products one two (lengths _ _ _ _ _ _ XMV) (lengths _ _ _ _ _ _ VS) (lengths _ _ _ _ _ _ XVS) (lengths _ _ _ _ _ _ MVS).
by move=> pk; subst p; apply: mulmx1C.
Qed.
