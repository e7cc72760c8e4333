(******************************************************************************)
(*                                                                            *)
(*  LINEAR MATRIX FACTORISATION: MF-1 AND MF-2                                *)
(*                                                                            *)
(*  Field.  K is any ordered field, R any real closed field.                  *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    mf_1_rescaled  For all sizes: if all d_l != 0 then A diag(d) and        *)
(*        B diag(d)^-1 have the predictions and the objective of A and B, and *)
(*        are optimal if A and B are.                                         *)
(*    mf_1_cosines   That can change all three families of cosines of an      *)
(*        optimum: of the rows of B, of the rows of X A, and between the two. *)
(*    mf_1           Both.                                                    *)
(*    ridge_optimal  If M0 solves (X^T X + c) M0 = X^T X, with c >= 0, then   *)
(*        no M has a smaller ||X - X M||^2 + c ||M||^2.                       *)
(*    mf_2           Let X = P diag(s) V^T be a singular value decomposition, *)
(*        all s_l != 0, V square, and c >= 0.  Then A = B = V diag(w), w_l    *)
(*        the root of 1/(1 + c/s_l^2), is optimal; one rescaling makes all    *)
(*        cosines between items those of the identity matrix, another makes   *)
(*        those between users those of the raw data X.                        *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions lemma_5_3.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sizes.

Variable K : realFieldType.

Lemma rescaled_product p q k (A : 'M[K]_(p, k)) (B : 'M[K]_(q, k)) (D : 'rV[K]_k) : (forall l, D 0 l != 0) ->
  rescaled A D *m (rescaled B (inverses D))^T = A *m B^T.
Proof.
move=> D0; rewrite /rescaled trmx_mul tr_diag_mx mulmxA -[A *m _ *m _]mulmxA (_ : diag_mx D *m _ = 1%:M) ?mulmx1 //.
by apply/matrixP=> a b; rewrite mul_diag_mx !mxE; case: eqP => [->|_]; rewrite ?mulr0n ?mulr0 // !mulr1n mulfV.
Qed.

(* The sum of squares as a trace. *)
Lemma squares_trace m n (M : 'M[K]_(m, n)) : squares M = \tr (M^T *m M).
Proof.
rewrite /squares exchange_big; apply: eq_bigr => j _; rewrite mxE; apply: eq_bigr => i _; by rewrite mxE expr2.
Qed.

Lemma squares_ge0 m n (M : 'M[K]_(m, n)) : 0 <= squares M.
Proof. by rewrite sumr_ge0 // => i _; rewrite sumr_ge0 // => j _; rewrite sqr_ge0. Qed.

Lemma squaresD m n (A B : 'M[K]_(m, n)) : squares (A + B) = squares A + 2%:R * \tr (A^T *m B) + squares B.
Proof.
rewrite !squares_trace [(A + B)^T]linearD /= mulmxDl !mulmxDr !mxtraceD.
have -> : \tr (B^T *m A) = \tr (A^T *m B) by rewrite -mxtrace_tr trmx_mul trmxK.
by ring.
Qed.

End Sizes.

Theorem ridge_optimal (K : realFieldType) m p (X : 'M[K]_(m, p)) (c : K) (M0 : 'M[K]_p) : 0 <= c ->
  X^T *m X *m M0 + c *: M0 = X^T *m X ->
  forall M : 'M[K]_p, squares (X - X *m M0) + c * squares M0 <= squares (X - X *m M) + c * squares M.
Proof.
move=> c0 normal M; pose E := M - M0.
have -> : X - X *m M = X - X *m M0 + - (X *m E) by rewrite mulmxBr opprB addrA subrK.
have -> : squares M = squares (M0 + E) by rewrite addrC subrK.
rewrite (squaresD (X - X *m M0)) (squaresD M0).
have cross : - \tr ((X - X *m M0)^T *m (X *m E)) + c * \tr (M0^T *m E) = 0.
  have normal_T : M0^T *m (X^T *m X) + c *: M0^T = X^T *m X.
    by have := congr1 trmx normal; rewrite linearD linearZ /= !trmx_mul trmxK.
  rewrite mulmxA (_ : (X - X *m M0)^T *m X = c *: M0^T) -?scalemxAl ?mxtraceZ ?addNr //.
  by rewrite linearB /= mulmxBl trmx_mul -mulmxA -{1}normal_T addrAC subrr add0r.
have <- : squares (X - X *m M0) + c * squares M0 + 2%:R * (- \tr ((X - X *m M0)^T *m (X *m E)) + c * \tr (M0^T *m E)) +
    (squares (X *m E) + c * squares E) = squares (X - X *m M0) + 2%:R * \tr ((X - X *m M0)^T *m - (X *m E)) + squares (- (X *m E)) +
    c * (squares M0 + 2%:R * \tr (M0^T *m E) + squares E).
  have -> : squares (- (X *m E)) = squares (X *m E).
    by rewrite /squares; apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite mxE sqrrN.
  by rewrite mulmxN linearN /=; ring.
by rewrite cross mulr0 addr0 ler_addl addr_ge0 ?mulr_ge0 ?squares_ge0.
Qed.

Theorem mf_1_rescaled (K : realFieldType) m p k (X : 'M[K]_(m, p)) (c : K) (A B : 'M[K]_(p, k)) (D : 'rV[K]_k) :
  (forall l, D 0 l != 0) ->
  [/\ X *m rescaled A D *m (rescaled B (inverses D))^T = X *m A *m B^T,
      objective_1 X c (rescaled A D) (rescaled B (inverses D)) = objective_1 X c A B
    & optimal_1 X c A B -> optimal_1 X c (rescaled A D) (rescaled B (inverses D))].
Proof.
move=> /rescaled_product E.
have P : X *m rescaled A D *m (rescaled B (inverses D))^T = X *m A *m B^T.
  by rewrite -[LHS]mulmxA E mulmxA.
have O : objective_1 X c (rescaled A D) (rescaled B (inverses D)) = objective_1 X c A B by rewrite /objective_1 P E.
by split=> // optimal A' B'; rewrite O.
Qed.

Theorem mf_1_cosines (R : rcfType) : exists (X A B : 'M[R]_2) (c : R) (D : 'rV[R]_2),
  let A' := rescaled A D in let B' := rescaled B (inverses D) in
  [/\ 0 < c /\ optimal_1 X c A B,
      forall l, D 0 l != 0,
      cosines B' != cosines B,
      cosines (X *m A') != cosines (X *m A)
    & exists i j, cosine (row i (X *m A')) (row j B') != cosine (row i (X *m A)) (row j B)].
Proof.
pose A : 'M[R]_2 := with_rows 2 2 [:: [:: 1; 0]; [:: 1; 1]].
pose B : 'M[R]_2 := with_rows 2 2 [:: [:: 1 / 2%:R; - (1 / 2%:R)]; [:: 0; 1 / 2%:R]].
pose D : 'rV[R]_2 := \row_j (if j == 0 then 1 else 2%:R).
have AB : A *m B^T = 2%:R^-1%:M.
  apply/matrixP=> i j; rewrite !mxE !big_ord_recl big_ord0 !mxE /=.
  by case: i => -[|[|?]] //= ?; case: j => -[|[|?]] //= ?; rewrite ?mulr1n ?mulr0n; field.
exists 1%:M, A, B, 1, D => A' B'; rewrite !mul1mx.
have d2 (u v : 'rV[R]_2) : dot u v = u 0 0 * v 0 0 + u 0 1 * v 0 1.
  by rewrite /dot !big_ord_recl big_ord0 addr0 (_ : lift ord0 ord0 = 1) //; apply: val_inj.
have A'E i j : A' i j = A i j * D 0 j by rewrite /A' /rescaled mul_mx_diag mxE.
have B'E i j : B' i j = B i j / D 0 j by rewrite /B' /rescaled mul_mx_diag !mxE.
have c0 (u v : 'rV[R]_2) p q r : 0 < p -> 0 < q -> dot u u = p -> dot v v = q -> dot u v = r -> cosine u v ^+ 2 = r ^+ 2 / (p * q).
  by move=> p0 q0 uu vv uv; rewrite /cosine uv expr_div_n exprMn /norm uu vv !sqr_sqrtr ?ltW.
have pos (m n : nat) : 0 < m.+1%:R / n.+1%:R :> R by rewrite divr_gt0 ?ltr0n.
have apart (a b : R) m n : b - a = m.+1%:R / n.+1%:R -> a != b by move=> e; rewrite lt_eqF // -subr_gt0 e.
have old_B : cosine (row 0 B) (row 1 B) ^+ 2 = 1 / 2%:R.
  by rewrite (c0 _ _ (1 / 2%:R) (1 / 4%:R) (- (1 / 4%:R))) ?(pos 0%N 1%N) ?(pos 0%N 3%N) // ?d2 ?mxE /=; field.
have new_B : cosine (row 0 B') (row 1 B') ^+ 2 = 1 / 5%:R.
  by rewrite (c0 _ _ (5%:R / 16%:R) (1 / 16%:R) (- (1 / 16%:R))) ?(pos 4%N 15%N) ?(pos 0%N 15%N) // ?d2 ?[row _ _ _ _]mxE ?B'E ?mxE /=; field.
have old_A : cosine (row 0 A) (row 1 A) ^+ 2 = 1 / 2%:R.
  by rewrite (c0 _ _ 1 2%:R 1) ?ltr01 ?ltr0n // ?d2 ?mxE /=; field.
have new_A : cosine (row 0 A') (row 1 A') ^+ 2 = 1 / 5%:R.
  by rewrite (c0 _ _ 1 5%:R 1) ?ltr01 ?ltr0n // ?d2 ?[row _ _ _ _]mxE ?A'E ?mxE /=; field.
have old_AB : cosine (row 0 A) (row 0 B) ^+ 2 = 1 / 2%:R.
  by rewrite (c0 _ _ 1 (1 / 2%:R) (1 / 2%:R)) ?ltr01 ?(pos 0%N 1%N) // ?d2 ?mxE /=; field.
have new_AB : cosine (row 0 A') (row 0 B') ^+ 2 = 4%:R / 5%:R.
  by rewrite (c0 _ _ 1 (5%:R / 16%:R) (1 / 2%:R)) ?ltr01 ?(pos 4%N 15%N) // ?d2 ?[row _ _ _ _]mxE ?A'E ?B'E ?mxE /=; field.
have entry (M : 'M[R]_2) : cosines M 0 1 = cosine (row 0 M) (row 1 M) by rewrite mxE.
have low : 1 / 5%:R != 1 / 2%:R :> R by apply: (apart _ _ 2%N 9%N); field.
have high : 4%:R / 5%:R != 1 / 2%:R :> R by rewrite eq_sym; apply: (apart _ _ 2%N 9%N); field.
split.
- split=> [|C E]; first exact: ltr01.
  have normal : (1%:M)^T *m 1%:M *m 2%:R^-1%:M + 1 *: 2%:R^-1%:M = (1%:M)^T *m 1%:M :> 'M[R]_2.
    by rewrite scale1r trmx1 !mulmx1 mul1mx; apply/matrixP=> i j; rewrite !mxE -mulrnDl; congr (_ *+ _); field.
  have := ridge_optimal ler01 normal (C *m E^T).
  by rewrite /objective_1 !mul1mx !AB.
- by move=> l; rewrite mxE; case: ifP; rewrite ?oner_neq0 ?pnatr_eq0.
- by apply: contraTneq low => /matrixP/(_ 0 1); rewrite !entry -new_B -old_B => ->; rewrite eqxx.
- by apply: contraTneq low => /matrixP/(_ 0 1); rewrite !entry -new_A -old_A => ->; rewrite eqxx.
exists 0, 0; apply: contraTneq high => e; by rewrite -new_AB -old_AB e eqxx.
Qed.

Theorem mf_1 (R : rcfType) :
  (forall m p k (X : 'M[R]_(m, p)) (c : R) (A B : 'M[R]_(p, k)) (D : 'rV[R]_k), (forall l, D 0 l != 0) ->
     X *m rescaled A D *m (rescaled B (inverses D))^T = X *m A *m B^T /\
     (optimal_1 X c A B -> optimal_1 X c (rescaled A D) (rescaled B (inverses D)))) /\
  exists (X A B : 'M[R]_2) (c : R) (D : 'rV[R]_2),
    let A' := rescaled A D in let B' := rescaled B (inverses D) in
    [/\ 0 < c /\ optimal_1 X c A B,
        forall l, D 0 l != 0,
        cosines B' != cosines B,
        cosines (X *m A') != cosines (X *m A)
      & exists i j, cosine (row i (X *m A')) (row j B') != cosine (row i (X *m A)) (row j B)].
Proof. by split=> [m p k X c A B D /mf_1_rescaled h|]; [have [] := h m p X c A B | exact: mf_1_cosines]. Qed.

Lemma cosines_gram (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) : U *m U^T = U' *m U'^T -> cosines U = cosines U'.
Proof. by move=> e; apply/matrixP=> i j; rewrite !mxE /norm -!gramE e. Qed.

Theorem mf_2 (R : rcfType) m p (X P : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R)
    (w : 'rV[R]_p := \row_l Num.sqrt (1 + c / s 0 l ^+ 2)^-1) (A : 'M[R]_p := V *m diag_mx w) :
  X = P *m diag_mx s *m V^T -> P^T *m P = 1%:M -> V^T *m V = 1%:M -> (forall l, s 0 l != 0) -> 0 <= c ->
  [/\ A *m A^T = V *m diag_mx (\row_l (1 + c / s 0 l ^+ 2)^-1) *m V^T,
      optimal_1 X c A A,
      exists D : 'rV[R]_p, (forall l, D 0 l != 0) /\ cosines (rescaled A (inverses D)) = 1%:M
    & exists D : 'rV[R]_p, (forall l, D 0 l != 0) /\ cosines (X *m rescaled A D) = cosines X].
Proof.
move=> XE PP VV s0 c0; have VV' := mulmx1C VV.
have w_gt0 l : 0 < 1 + c / s 0 l ^+ 2 by rewrite ltr_paddr ?ltr01 ?divr_ge0 ?sqr_ge0.
have w0 l : w 0 l != 0 by rewrite mxE gt_eqF // sqrtr_gt0 invr_gt0.
have AA : A *m A^T = V *m diag_mx (\row_l (1 + c / s 0 l ^+ 2)^-1) *m V^T.
  rewrite /A trmx_mul tr_diag_mx mulmxA -[V *m _ *m _]mulmxA; congr (_ *m _ *m _).
  apply/matrixP=> a b; rewrite mul_diag_mx !mxE; case: eqP => [->|_]; rewrite ?mulr0n ?mulr0 // !mulr1n -expr2 sqr_sqrtr //.
  by rewrite invr_ge0 ltW.
have diags (a b : 'rV[R]_p) : diag_mx a *m diag_mx b = diag_mx (\row_l (a 0 l * b 0 l)).
  by apply/matrixP=> i j; rewrite mul_diag_mx !mxE; case: eqP => [->|_]; rewrite ?mulr0n ?mulr0.
split=> //.
- have XX : X^T *m X = V *m diag_mx (\row_l (s 0 l * s 0 l)) *m V^T.
    by rewrite XE !trmx_mul trmxK tr_diag_mx !mulmxA -[V *m _ *m P^T *m P]mulmxA PP mulmx1 -[V *m _ *m _]mulmxA diags.
  move=> A' B'; rewrite /objective_1 -[X *m A *m _]mulmxA -[X *m A' *m _]mulmxA AA; apply: ridge_optimal => //.
  rewrite XX !mulmxA -[V *m _ *m V^T *m V]mulmxA VV mulmx1 -[V *m _ *m diag_mx _]mulmxA diags.
  rewrite scalemxAl scalemxAr -mulmxDl -mulmxDr; congr (_ *m _ *m _).
  apply/matrixP=> i j; rewrite !mxE; case: eqP => [->|_]; rewrite ?mulr0n ?mulr0 ?addr0 // !mulr1n; field.
  have := w_gt0 j; rewrite s0 /= => /lt0r_neq0; apply: contraNneq => e.
  by rewrite -[X in X + _](mulfV (expf_neq0 2 (s0 j))) -mulrDl expr2 e mul0r.
- exists w; split=> //; rewrite (_ : rescaled _ _ = V).
    by apply/matrixP=> i j; rewrite !mxE /norm -!gramE VV' !mxE !eqxx !mulr1n sqrtr1 mulr1 divr1.
  rewrite /rescaled /A -mulmxA diags (_ : \row_l _ = const_mx 1) ?diag_const_mx ?mulmx1 //.
  by apply/rowP=> l; rewrite mxE [inverses w 0 l]mxE [RHS]mxE mulfV.
exists (inverses w); split=> [l|]; first by rewrite mxE invr_eq0.
rewrite (_ : rescaled _ _ = V); last first.
  rewrite /rescaled /A -mulmxA diags (_ : \row_l _ = const_mx 1) ?diag_const_mx ?mulmx1 //.
  by apply/rowP=> l; rewrite mxE [inverses w 0 l]mxE [RHS]mxE mulfV.
by apply: cosines_gram; rewrite trmx_mul !mulmxA -[X *m V *m V^T]mulmxA VV' mulmx1.
Qed.
