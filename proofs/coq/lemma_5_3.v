(******************************************************************************)
(*                                                                            *)
(*  LEMMA 5.3: THE COSINE MATRIX DETERMINES THE SIGN PATTERN                  *)
(*                                                                            *)
(*  Field.  K is any ordered field (the rationals, ...); R is any real closed *)
(*  field (the reals, the real algebraic numbers): there positive numbers     *)
(*  have square roots.                                                        *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    gram_covectors     Over K: U U^T has the covectors of U.                *)
(*    scaled_gram_covectors    Over K: if all r_i > 0 and all c_j != 0 then   *)
(*        diag(r) (U U^T) diag(c) has the covectors of U.  No square root is  *)
(*        needed: this is the field-free core of the lemma.  It lets the      *)
(*        engine replace a cosine matrix by a rational one.                   *)
(*    lemma_5_3          Over R: if no row of U is zero, then s is in S(U) if *)
(*        and only if s is in S(C(U)); and the same for covectors, which may  *)
(*        have zeros.                                                         *)
(*    corollary_5_3      Over R: let U (n x d) and U' (n x d') have no zero   *)
(*        rows.  If C(U) = C(U') then U and U' have the same covectors, and   *)
(*        S(U) = S(U').  d and d' may differ.                                 *)
(*                                                                            *)
(*  Steps, as in the paper: U U^T and U have the same column span; scaling    *)
(*  columns does not change the column span; scaling rows by positive         *)
(*  numbers does not change signs.                                            *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions covectors.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gram.

Variable K : realFieldType.

Lemma dot_ge0 d (u : 'rV[K]_d) : 0 <= dot u u.
Proof. by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0. Qed.

Lemma dot_eq0 d (u : 'rV[K]_d) : (dot u u == 0) = (u == 0).
Proof.
apply/eqP/eqP=> [u0|->]; last by apply: big1 => k _; rewrite mxE mul0r.
apply/rowP=> k; rewrite mxE; apply/eqP; rewrite -sqrf_eq0 expr2.
by apply/eqP; apply: (psumr_eq0P _ u0) => // j _; rewrite -expr2 sqr_ge0.
Qed.

Lemma dot_gt0 d (u : 'rV[K]_d) : u != 0 -> 0 < dot u u.
Proof. by move=> u0; rewrite lt_def dot_ge0 dot_eq0 u0. Qed.

Lemma gramE n d (U : 'M[K]_(n, d)) i j : (U *m U^T) i j = dot (row i U) (row j U).
Proof. by rewrite mxE; apply: eq_bigr => k _; rewrite !mxE. Qed.

(* A^T A = 0 forces A = 0: the diagonal of A^T A holds sums of squares. *)
Lemma trmx_mul_eq0 m n (A : 'M[K]_(m, n)) : A^T *m A = 0 -> A = 0.
Proof.
move=> A0; apply: trmx_inj; apply/row_matrixP=> j; rewrite trmx0 row0; apply/eqP; rewrite -dot_eq0 -gramE.
by rewrite trmxK A0 mxE.
Qed.

Lemma gram_column_span n d (U : 'M[K]_(n, d)) : (U^T :=: (U *m U^T)^T)%MS.
Proof.
apply/eqmxP; rewrite trmx_mul trmxK submxMl andbT submxE; apply/eqP.
apply: trmx_mul_eq0; rewrite trmx_mul trmxK -mulmxA [U *m _]mulmxA mulmx_coker.
by rewrite mulmx0.
Qed.

Lemma diag_unit n (r : 'rV[K]_n) : (forall i, r 0 i != 0) -> diag_mx r \in unitmx.
Proof. by move=> r0; rewrite unitmxE det_diag unitfE; apply/prodf_neq0. Qed.

End Gram.

Theorem gram_covectors (K : realFieldType) n d (U : 'M[K]_(n, d)) : same_covectors U (U *m U^T).
Proof. exact: (proj1 (proposition_E_2_column_span (gram_column_span U))). Qed.

Lemma scaled_columns (K : realFieldType) n d (U : 'M[K]_(n, d)) (c : 'rV_d) :
  (forall j, c 0 j != 0) -> same_covectors U (U *m diag_mx c).
Proof.
move=> c0; apply: (proj1 (proposition_E_2_column_span _)).
apply: eqmx_sym; rewrite trmx_mul; apply: eqmxMfull.
by rewrite row_full_unit unitmx_tr diag_unit.
Qed.

Lemma scaled_rows (K : realFieldType) n d (U : 'M[K]_(n, d)) (r : 'rV_n) :
  (forall i, 0 < r 0 i) -> same_covectors U (diag_mx r *m U).
Proof.
move=> r0 s; have E x i : sgz ((diag_mx r *m U *m x) i 0) = sgz ((U *m x) i 0).
  by rewrite -mulmxA mul_diag_mx mxE sgzM gtr0_sgz ?mul1r.
by split=> -[x xP]; exists x => i; rewrite ?E // -E.
Qed.

Theorem scaled_gram_covectors (K : realFieldType) n d (U : 'M[K]_(n, d)) (r c : 'rV[K]_n) :
  (forall i, 0 < r 0 i) -> (forall j, c 0 j != 0) ->
  same_covectors U (diag_mx r *m (U *m U^T) *m diag_mx c).
Proof.
move=> r0 c0; apply: same_covectors_trans (gram_covectors U) _.
by apply: same_covectors_trans (scaled_rows _ r0) _; apply: scaled_columns.
Qed.

Section RealClosed.

Variable R : rcfType.

Lemma norm_gt0 d (u : 'rV[R]_d) : u != 0 -> 0 < norm u.
Proof. by move=> u0; rewrite sqrtr_gt0 dot_gt0. Qed.

Lemma cosines_scaled_gram n d (U : 'M[R]_(n, d)) (r := \row_i (norm (row i U))^-1) :
  cosines U = diag_mx r *m (U *m U^T) *m diag_mx r.
Proof.
by apply/matrixP=> i j; rewrite mul_mx_diag mul_diag_mx !mxE invfM mulrA mulrAC -gramE mxE [_^-1 * _]mulrC mulrAC.
Qed.

End RealClosed.

Theorem lemma_5_3 (R : rcfType) n d (U : 'M[R]_(n, d)) :
  nonzero_rows U ->
  forall s, (sign_pattern U s <-> sign_pattern (cosines U) s) /\ (covector U s <-> covector (cosines U) s).
Proof.
move=> U0; suff h : same_covectors U (cosines U) by move=> s; split; [apply: same_covectors_S|].
have r0 i : 0 < (\row_i (norm (row i U))^-1) 0 i by rewrite mxE invr_gt0 norm_gt0.
by rewrite cosines_scaled_gram; apply: scaled_gram_covectors => // i; rewrite gt_eqF.
Qed.

Theorem corollary_5_3 (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  nonzero_rows U -> nonzero_rows U' -> cosines U = cosines U' ->
  same_covectors U U' /\ same_sign_patterns U U'.
Proof.
move=> U0 U'0 eqC; suff h : same_covectors U U' by split=> //; apply: same_covectors_S.
by move=> s; rewrite (lemma_5_3 U0 s).2 eqC -(lemma_5_3 U'0 s).2.
Qed.
