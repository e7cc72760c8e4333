(******************************************************************************)
(*                                                                            *)
(*  THEOREM 5.6: THE COSINES OF THE DIFFERENCES DETERMINE THE RANKINGS        *)
(*                                                                            *)
(*  Field.  R is any real closed field (the reals, the real algebraic         *)
(*  numbers).  U is n x d and U' is n x d'; n, d, d' are arbitrary.           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorem.                                                                  *)
(*    theorem_5_6   Let U and U' have pairwise distinct rows.  If             *)
(*        C(B_n U) = C(B_n U'), then                                          *)
(*        - R(U) = R(U') as sets of sign vectors,                             *)
(*        - U and U' have the same feasible rankings (as permutations),       *)
(*        - and the same weak orders with ties: the covectors of B_n U and    *)
(*          of B_n U' agree.                                                  *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions covectors lemma_5_3 rankings.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma braid_nonzero_rows (K : realFieldType) n d (U : 'M[K]_(n, d)) :
  distinct_rows U -> nonzero_rows (braid K n *m U).
Proof.
move=> dU k; have [i [j [ij kij]]] := pair_of_row k.
by rewrite (row_braid_mul _ kij) subr_eq0 dU // -val_eqE neq_ltn ij.
Qed.

Theorem theorem_5_6 (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  distinct_rows U -> distinct_rows U' ->
  cosines (braid R n *m U) = cosines (braid R n *m U') ->
  [/\ forall s, ranking_pattern U s <-> ranking_pattern U' s,
      same_rankings U U'
    & same_covectors (braid R n *m U) (braid R n *m U')].
Proof.
move=> /braid_nonzero_rows dU /braid_nonzero_rows dU' eqC; have [cov pat] := corollary_5_3 dU dU' eqC.
by split=> //; apply/same_rankings_pattern.
Qed.
