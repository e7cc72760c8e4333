(******************************************************************************)
(*                                                                            *)
(*  WHAT COSINES TELL, AND WHAT DETERMINES WHAT: THE WORDS                    *)
(*                                                                            *)
(*  A file of words, beside definitions.v, for statements.v.                  *)
(*  Fields.  K is any ordered field, R any real closed field.                 *)
(*                                                                            *)
(*  isometry_on U Q   x -> x Q keeps the inner products, and so the lengths,  *)
(*                of all vectors in the row space of U.                       *)
(*  projector A   the matrix of the orthogonal projection onto the column     *)
(*                span of A: N^T (N N^T)^-1 N, where the columns of N^T are a *)
(*                basis of it.                                                *)
(*                                                                            *)
(*  Output rules.                                                             *)
(*  rising f   f is strictly increasing.                                      *)
(*  top_of z A   at the numbers z (logits or probabilities) every label in A  *)
(*                is strictly above every label outside.                      *)
(*  min_p exp U x t A   A is the set of the labels whose probability at x is  *)
(*                at least exp(-t) times that of every label.                 *)
(*  nucleus w q A   A is the least set of top labels whose probabilities w    *)
(*                add up to q or more.                                        *)
(*                                                                            *)
(*  Layers by design.                                                         *)
(*  turned c s k   (cos kt, sin kt) for c = cos t and s = sin t.              *)
(*                                                                            *)
(*  What determines what.                                                     *)
(*  top_set U A   some ranking of U has the labels A first: A is the set of   *)
(*                its first |A| labels.                                       *)
(*  mapped        the fourteen of the map: inv_U the matrix, inv_G its Gram   *)
(*                matrix, inv_D the squared distances of the rows, inv_P the  *)
(*                projector onto the column span of the centred U, inv_C,     *)
(*                inv_CB, inv_CZ and inv_CW the cosines of U, of B_n U, of    *)
(*                the centred U and of the projector (the whitened cosines),  *)
(*                inv_X and inv_XB the chirotopes of U and B_n U, inv_S and   *)
(*                inv_R the sign vectors and the rankings, inv_argmax the     *)
(*                labels that come first somewhere, inv_tops the sets of      *)
(*                labels that do.                                             *)
(*  same_invariant P U U'   U and U' agree in P; their widths may differ.     *)
(*  in_domain U   no row is zero, and the rows are pairwise distinct.         *)
(*  all_defined U   besides, no row is the mean of all rows, so that all      *)
(*                fourteen are defined.                                       *)
(*  determines R P Q   whenever U and U' in the domain, over R, agree in P    *)
(*                they agree in Q. (The cosines with a zero row of the        *)
(*                centred U, which are not defined, count as 0.)              *)
(*  leaves_open R P Q  some U and U', of one width, with all_defined agree in *)
(*                P and not in Q.                                             *)
(*  determined_by P    the list of the others that P determines: the map.     *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.
From Formal Require Import definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition isometry_on (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (Q : 'M[K]_(d, d')) : Prop :=
  forall x y : 'rV[K]_d, (x <= U)%MS -> (y <= U)%MS -> dot (x *m Q) (y *m Q) = dot x y.

Definition projector (K : realFieldType) n d (A : 'M[K]_(n, d)) : 'M[K]_n :=
  let N := row_base A^T in N^T *m invmx (N *m N^T) *m N.

(* Output rules. *)

Definition rising (K : realFieldType) (f : K -> K) : Prop := forall a b, a < b -> f a < f b.

Definition top_of (K : realFieldType) n (z : 'I_n -> K) (A : {set 'I_n}) : Prop := forall i j, i \in A -> j \notin A -> z j < z i.

Definition min_p (R F : realFieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (x : 'cV[R]_d) (t : R) (A : {set 'I_n}) : Prop :=
  forall i, i \in A <-> forall j, exp (- t) * softmax exp U x j <= softmax exp U x i.

Definition nucleus (F : realFieldType) n (w : 'I_n -> F) (q : F) (A : {set 'I_n}) : Prop :=
  [/\ top_of w A, q <= \sum_(i in A) w i & forall B, top_of w B -> q <= \sum_(i in B) w i -> A \subset B].

(* Layers by design. *)

Fixpoint turned (K : ringType) (c s : K) (k : nat) : K * K :=
  match k with
  | 0 => (1, 0)
  | S k' => let: (a, b) := turned c s k' in (c * a - s * b, s * a + c * b)
  end.

(* What determines what. *)

Definition top_set (K : realFieldType) n d (U : 'M[K]_(n, d)) (A : {set 'I_n}) : Prop :=
  exists p : 'S_n, ranks U p /\ forall a : 'I_n, (p a \in A) = (a < #|A|)%N.

Inductive mapped :=
  inv_U | inv_G | inv_D | inv_P | inv_C | inv_CB | inv_CZ | inv_CW | inv_X | inv_XB
  | inv_S | inv_R | inv_argmax | inv_tops.

Definition same_invariant (R : rcfType) n d d' (P : mapped) (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) : Prop :=
  match P with
  | inv_U => Tagged (fun e => 'M[R]_(n, e)) U = Tagged (fun e => 'M[R]_(n, e)) U'
  | inv_G => U *m U^T = U' *m U'^T
  | inv_D => forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U')
  | inv_P => projector (centred U) = projector (centred U')
  | inv_C => cosines U = cosines U'
  | inv_CB => cosines (braid R n *m U) = cosines (braid R n *m U')
  | inv_CZ => cosines (centred U) = cosines (centred U')
  | inv_CW => cosines (projector (centred U)) = cosines (projector (centred U'))
  | inv_X => same_chirotopes U U'
  | inv_XB => same_chirotopes (braid R n *m U) (braid R n *m U')
  | inv_S => same_sign_patterns U U'
  | inv_R => same_rankings U U'
  | inv_argmax => forall i, argmax_label U i <-> argmax_label U' i
  | inv_tops => forall A, top_set U A <-> top_set U' A
  end.

Definition in_domain (K : realFieldType) n d (U : 'M[K]_(n, d)) : Prop := nonzero_rows U /\ distinct_rows U.

Definition all_defined (K : realFieldType) n d (U : 'M[K]_(n, d)) : Prop := in_domain U /\ nonzero_rows (centred U).

Definition determines (R : rcfType) (P Q : mapped) : Prop :=
  forall n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')), in_domain U -> in_domain U' -> same_invariant P U U' -> same_invariant Q U U'.

Definition leaves_open (R : rcfType) (P Q : mapped) : Prop :=
  exists n d (U U' : 'M[R]_(n, d)), [/\ all_defined U, all_defined U', same_invariant P U U' & ~ same_invariant Q U U'].

Definition determined_by (P : mapped) : seq mapped :=
  match P with
  | inv_U => [:: inv_G; inv_D; inv_P; inv_C; inv_CB; inv_CZ; inv_CW; inv_X; inv_XB; inv_S;
                   inv_R; inv_argmax; inv_tops]
  | inv_G => [:: inv_D; inv_P; inv_C; inv_CB; inv_CZ; inv_CW; inv_X; inv_XB; inv_S;
                   inv_R; inv_argmax; inv_tops]
  | inv_D => [:: inv_P; inv_CB; inv_CZ; inv_CW; inv_XB; inv_R; inv_argmax; inv_tops]
  | inv_P => [:: inv_CW; inv_XB; inv_R; inv_argmax; inv_tops]
  | inv_C => [:: inv_X; inv_S]
  | inv_CB => [:: inv_XB; inv_R; inv_argmax; inv_tops]
  | inv_CZ => [::]
  | inv_CW => [::]
  | inv_X => [:: inv_S]
  | inv_XB => [:: inv_R; inv_argmax; inv_tops]
  | inv_S => [:: inv_X]
  | inv_R => [:: inv_XB; inv_argmax; inv_tops]
  | inv_argmax => [::]
  | inv_tops => [:: inv_argmax]
  end.
