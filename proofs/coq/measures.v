(******************************************************************************)
(*                                                                            *)
(*  MEASURES OF SIMILARITY, AND CHANGES OF PARAMETERS: THEIR WORDS            *)
(*                                                                            *)
(*  The second file of words, after definitions.v, for statements.v.          *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  similarity        a measure: m n d U M says that M is the n x n matrix    *)
(*                    of its values between the rows of U.  It says so of no  *)
(*                    M where the measure is not defined.                     *)
(*  of_pairs f        the measure with the values f(u_i, u_j);                *)
(*  of_directions f   the same, defined only where no row is zero.            *)
(*  by_cosine         <u, v> / (|u| |v|);  by_dot  <u, v>;                    *)
(*  by_distance       |u - v|.                                                *)
(*  norm_scaled a     a cos(u, v) + (1 - a) (|u| + |v|).                      *)
(*  word_rotator c arccos   |u| - |v| + c arccos(cos(u, v)); arccos may be    *)
(*                    any function.                                           *)
(*  soft_cosine G     u G v^T / sqrt(u G u^T v G v^T), where u G u^T > 0;     *)
(*                    G is a matrix of weights for each d.                    *)
(*  increasing_weights   the diagonal matrices with 1, 4, 9, 16, ...          *)
(*  average f, deviation e f   of n numbers: the sum over n, and the root of  *)
(*                    (the sum of the squares of f_j - average) / e(n), where *)
(*                    e(n) is n (all rows are counted) or n - 1 (a sample).   *)
(*  query_normalised e   (cos(u_i, u_j) - average) / deviation, both over all *)
(*                    rows u_j for the query u_i; not defined where one is 0  *)
(*                    (all cosines of a query are equal).                     *)
(*  after_centring    the cosines of the rows minus their mean (centred).     *)
(*  after_whitening   the cosines of the rows of W = Z T, Z the centred       *)
(*                    rows, where W^T W = 1; T may be any such matrix.        *)
(*                    (The usual one is P^(-1/2), P = Z^T Z.)                 *)
(*  principal_components Z V   the k rows of V are orthonormal, and any k     *)
(*                    others with another span have a smaller ||Z V^T||: the  *)
(*                    first k principal components, if their span is unique.  *)
(*  after_removal k   the cosines of the rows without their components in it. *)
(*                                                                            *)
(*  parameter_change  c n d U U' says that U' can be got from U:              *)
(*  translated        by adding one vector to all rows;                       *)
(*  transformed       as U A, A invertible;                                   *)
(*  multiplied        as t U, t not 0;                                        *)
(*  rows_scaled       by multiplying each row by a positive number;           *)
(*  columns_scaled    by multiplying each column by a number not 0;           *)
(*  rotated           as U Q, Q Q^T = 1.                                      *)
(*                                                                            *)
(*  same_under m c    wherever m is defined before and after c, for all       *)
(*                    sizes, its values are the same.                         *)
(*  differs_under m c somewhere m is defined before and after c, and one      *)
(*                    of its values is not the same.                          *)
(*  cell m c true     same_under m c;  cell m c false  differs_under m c.     *)
(*  cells m t1 ... t6 the six cells of a measure, in the order of the         *)
(*                    changes above.                                          *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.
From Formal Require Import definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What is measured, and what is changed. *)

Definition similarity (R : rcfType) := forall n d, 'M[R]_(n, d) -> 'M[R]_n -> Prop.

Definition parameter_change (R : rcfType) := forall n d, 'M[R]_(n, d) -> 'M[R]_(n, d) -> Prop.

Definition same_under (R : rcfType) (m : similarity R) (c : parameter_change R) : Prop :=
  forall n d (U U' : 'M[R]_(n, d)) (M M' : 'M[R]_n), c n d U U' -> m n d U M -> m n d U' M' -> M = M'.

Definition differs_under (R : rcfType) (m : similarity R) (c : parameter_change R) : Prop :=
  exists n d (U U' : 'M[R]_(n, d)) (M M' : 'M[R]_n), [/\ c n d U U', m n d U M, m n d U' M' & M <> M'].

Definition translated (R : rcfType) : parameter_change R := fun n d U U' => exists v, U' = translate v U.

Definition transformed (R : rcfType) : parameter_change R := fun n d U U' => exists2 A, A \in unitmx & U' = U *m A.

Definition multiplied (R : rcfType) : parameter_change R := fun n d U U' => exists2 t, t != 0 & U' = t *: U.

Definition rows_scaled (R : rcfType) : parameter_change R :=
  fun n d U U' => exists2 r : 'rV[R]_n, (forall i, 0 < r 0 i) & U' = diag_mx r *m U.

Definition columns_scaled (R : rcfType) : parameter_change R :=
  fun n d U U' => exists2 D : 'rV[R]_d, (forall l, D 0 l != 0) & U' = rescaled U D.

Definition rotated (R : rcfType) : parameter_change R := fun n d U U' => exists2 Q, Q *m Q^T = 1%:M & U' = U *m Q.

Definition of_pairs (R : rcfType) (f : forall d, 'rV[R]_d -> 'rV[R]_d -> R) : similarity R :=
  fun n d U M => M = \matrix_(i, j) f d (row i U) (row j U).

Definition of_directions (R : rcfType) (f : forall d, 'rV[R]_d -> 'rV[R]_d -> R) : similarity R :=
  fun n d U M => nonzero_rows U /\ M = \matrix_(i, j) f d (row i U) (row j U).

Definition by_cosine (R : rcfType) : similarity R := of_directions (@cosine R).

Definition by_dot (R : rcfType) : similarity R := of_pairs (@dot R).

Definition by_distance (R : rcfType) : similarity R := of_pairs (fun d u v => norm (u - v)).

Definition norm_scaled (R : rcfType) (a : R) : similarity R :=
  of_directions (fun d u v => a * cosine u v + (1 - a) * (norm u + norm v)).

Definition word_rotator (R : rcfType) (c : R) (arccos : R -> R) : similarity R :=
  of_directions (fun d u v => norm u - norm v + c * arccos (cosine u v)).

Definition weighted_dot (R : rcfType) d (G : 'M[R]_d) (u v : 'rV[R]_d) : R := dot (u *m G) v.

Definition soft_cosine (R : rcfType) (G : forall d, 'M[R]_d) : similarity R := fun n d U M =>
  (forall i, 0 < weighted_dot (G d) (row i U) (row i U)) /\
  M = \matrix_(i, j) (weighted_dot (G d) (row i U) (row j U) /
    Num.sqrt (weighted_dot (G d) (row i U) (row i U) * weighted_dot (G d) (row j U) (row j U))).

Definition increasing_weights (R : rcfType) d : 'M[R]_d := diag_mx (\row_k (k.+1)%:R ^+ 2).

Definition average (R : rcfType) n (f : 'I_n -> R) : R := n%:R^-1 * \sum_j f j.

Definition deviation (R : rcfType) (e : nat -> R) n (f : 'I_n -> R) : R := Num.sqrt ((e n)^-1 * \sum_j (f j - average f) ^+ 2).

Definition query_normalised (R : rcfType) (e : nat -> R) : similarity R := fun n d U M =>
  [/\ nonzero_rows U, forall i, deviation e (cosines U i) != 0
    & M = \matrix_(i, j) ((cosines U i j - average (cosines U i)) / deviation e (cosines U i))].

Definition after_centring (R : rcfType) : similarity R := fun n d U => @by_cosine R n d (centred U).

Definition after_whitening (R : rcfType) : similarity R := fun n d U M =>
  exists T : 'M[R]_d, let W := centred U *m T in W^T *m W = 1%:M /\ @by_cosine R n d W M.

Definition principal_components (R : rcfType) n d k (Z : 'M[R]_(n, d)) (V : 'M[R]_(k, d)) : Prop :=
  V *m V^T = 1%:M /\ forall W : 'M_(k, d), W *m W^T = 1%:M -> ~~ (W == V)%MS -> squares (Z *m W^T) < squares (Z *m V^T).

Definition after_removal (R : rcfType) (k : nat) : similarity R := fun n d U M =>
  exists V : 'M_(k, d), principal_components (centred U) V /\ @by_cosine R n d (centred U - centred U *m V^T *m V) M.

Definition cell (R : rcfType) (m : similarity R) (c : parameter_change R) (same : bool) : Prop :=
  if same then same_under m c else differs_under m c.

Definition cells (R : rcfType) (m : similarity R) (t1 t2 t3 t4 t5 t6 : bool) : Prop :=
  (cell m (@translated R) t1 /\ cell m (@transformed R) t2 /\ cell m (@multiplied R) t3) /\
  (cell m (@rows_scaled R) t4 /\ cell m (@columns_scaled R) t5 /\ cell m (@rotated R) t6).
