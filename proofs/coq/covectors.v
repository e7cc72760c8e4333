(******************************************************************************)
(*                                                                            *)
(*  COVECTORS AND SIGN PATTERNS                                               *)
(*                                                                            *)
(*  Field.  K is any ordered field (the rationals, the reals, the real        *)
(*  algebraic numbers, ...).  U is any n x d matrix over K, with rows         *)
(*  u_1, ..., u_n; n and d are arbitrary, zero included.                      *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    proposition_E_2_orthants   s is in S(U) if and only if the column span  *)
(*        of U contains a vector of the open orthant of s.                    *)
(*    proposition_E_2_column_span   Two matrices with the same column span    *)
(*        (widths may differ) have the same covectors, hence the same S.      *)
(*    proposition_E_2_basis   U has the covectors of r independent columns,   *)
(*        r = rank U (rows of row_base (U^T) are a basis of the column span). *)
(*    proposition_E_2    The three together, for S.                           *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Routine.

Variable K : realFieldType.

(* Routine facts about these words. *)

Lemma covector_ext n d (U : 'M[K]_(n, d)) s t : s =1 t -> covector U s -> covector U t.
Proof. by move=> st [x xP]; exists x => i; rewrite xP st. Qed.

Lemma same_covectors_trans n d d' d'' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) (U'' : 'M[K]_(n, d'')) :
  same_covectors U U' -> same_covectors U' U'' -> same_covectors U U''.
Proof. by move=> h h' s; rewrite h. Qed.

Lemma same_covectors_sym n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  same_covectors U U' -> same_covectors U' U.
Proof. by move=> h s; rewrite h. Qed.

Lemma same_covectors_S n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  same_covectors U U' -> same_sign_patterns U U'.
Proof. by move=> h s; rewrite /sign_pattern h. Qed.

(* Multiplying on the right can only lose covectors: (U M) x = U (M x). *)
Lemma covector_mulmx n d e (U : 'M[K]_(n, d)) (M : 'M[K]_(d, e)) s : covector (U *m M) s -> covector U s.
Proof. by case=> x xP; exists (M *m x) => i; rewrite mulmxA. Qed.

End Routine.

Theorem proposition_E_2_orthants (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) :
  sign_pattern U s <->
  (exists y : 'cV[K]_n, (y^T <= U^T)%MS /\ forall i, sgz (y i 0) = s i) /\ (forall i, s i != 0).
Proof.
split=> [[[x xP] s0]|[[y [/submxP[z yz] yP]] s0]]; split=> //.
  by exists (U *m x); split=> //; rewrite trmx_mul submxMl.
exists z^T => i; rewrite -yP; have -> // : U *m z^T = y.
by apply: trmx_inj; rewrite trmx_mul trmxK yz.
Qed.

Theorem proposition_E_2_column_span (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  (U^T :=: U'^T)%MS -> same_covectors U U' /\ same_sign_patterns U U'.
Proof.
move=> eqUU'; suff h : same_covectors U U' by split=> //; apply: same_covectors_S.
have half e e' (A : 'M[K]_(n, e)) (B : 'M[K]_(n, e')) s : (A^T <= B^T)%MS -> covector A s -> covector B s.
  case/submxP=> D AD; have -> : A = B *m D^T by apply: trmx_inj; rewrite trmx_mul trmxK.
  exact: covector_mulmx.
by move=> s; split; apply: half; rewrite eqUU'.
Qed.

Theorem proposition_E_2_basis (K : realFieldType) n d (U : 'M[K]_(n, d)) :
  same_covectors U (row_base U^T)^T /\ \rank (row_base U^T)^T = \rank U.
Proof.
split; last by rewrite mxrank_tr (eq_row_base U^T) mxrank_tr.
by apply: (proj1 (proposition_E_2_column_span _)); rewrite trmxK; apply: eqmx_sym; apply: eq_row_base.
Qed.

Theorem proposition_E_2 (K : realFieldType) n d (U : 'M[K]_(n, d)) :
  [/\ forall s, sign_pattern U s <->
         (exists y : 'cV[K]_n, (y^T <= U^T)%MS /\ forall i, sgz (y i 0) = s i) /\ (forall i, s i != 0),
      forall d' (U' : 'M[K]_(n, d')), (U^T :=: U'^T)%MS -> same_sign_patterns U U'
    & exists U' : 'M[K]_(n, \rank U), \rank U' = \rank U /\ same_sign_patterns U U'].
Proof.
split=> [s|d' U' /proposition_E_2_column_span[]//|]; first exact: proposition_E_2_orthants.
have [cov rank] := proposition_E_2_basis U; have S_same := same_covectors_S cov.
by move: (row_base U^T)^T S_same rank; rewrite mxrank_tr => U' S_same rank; exists U'.
Qed.
