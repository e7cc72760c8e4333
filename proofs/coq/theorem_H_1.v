(******************************************************************************)
(*                                                                            *)
(*  THEOREM H.1: THE SIGN PATTERN DOES NOT DETERMINE THE RANKINGS             *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    theorem_H_1    H_1_A and H_1_B are affine, S(A) = S(B), and R(A) is not *)
(*        R(B): 41325 and 52314 are rankings of A and not of B, 14352 and     *)
(*        25341 are rankings of B and not of A.                               *)
(*    theorem_H_1_signs      S(A) = S(B) consists of 20 sign vectors: the ten *)
(*        of the paper (one side; a vertex cut off; an edge cut off; the      *)
(*        rest) and their negatives.                                          *)
(*    theorem_H_1_rankings   R(A) and R(B) consist of 14 rankings each: seven *)
(*        and their reversals.                                                *)
(*    theorem_H_1_small      The same for the four points: affine, equal S,   *)
(*        and the ranking 3412 belongs to A only, 1234 to B only.             *)
(*                                                                            *)
(*  The lists below (dependencies between the rows, and a witness x for each  *)
(*  sign vector) are checked by computation; nothing rests on where they come *)
(*  from.                                                                     *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import String.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions covectors rankings listing.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The sign vectors and the rankings. *)

Definition small_signs : seq (seq int) := with_opposites (map signs_of_text
  [:: "++++"; "+++-"; "++-+"; "++--"; "+-++"; "+--+"; "+---"]%string).

Definition small_rankings_A : seq (seq nat) := with_reversals (map labels_of_text
  [:: "1243"; "1423"; "4132"; "3412"; "4312"]%string).

Definition small_rankings_B : seq (seq nat) := with_reversals (map labels_of_text
  [:: "1234"; "1243"; "1423"; "4132"; "4312"]%string).

(* The same matrices, multiplied by 20. *)

Definition rows_A : rows_of_integers :=
  [:: [:: 20; -16; 20]; [:: 20; 16; 20]; [:: 20; 11; -10]; [:: 20; -20; -20]; [:: 20; 20; -20]]%integers.

Definition rows_B : rows_of_integers :=
  [:: [:: 20; -20; 20]; [:: 20; 20; 20]; [:: 20; 7; -10]; [:: 20; -16; -20]; [:: 20; 16; -20]]%integers.

Definition small_rows_A : rows_of_integers := [:: [:: 1; 0; 0]; [:: 1; 4; 0]; [:: 1; 4; 3]; [:: 1; 0; 2]]%integers.

Definition small_rows_B : rows_of_integers := [:: [:: 1; 0; 0]; [:: 1; 4; 0]; [:: 1; 4; 2]; [:: 1; 0; 3]]%integers.

(* The certificates. *)

Lemma list_S_A : complete_list 5 3 rows_A
  [:: [:: 1; 0; -4; 0; 3]; [:: 11; -15; 16; -12]]%integers
  [:: [:: 1; 0; 0]; [:: 2; -2; 1]; [:: 1; 1; 1]; [:: 1; -1; 1]; [:: -1; -1; 1];
      [:: 1; 1; 3]; [:: 0; 0; 1]; [:: 2; -3; 0]; [:: 0; -1; 0]; [:: 1; -1; -1]]%integers H_1_signs.
Proof. by vm_compute. Qed.

Lemma list_S_B : complete_list 5 3 rows_B
  [:: [:: 1; 0; -4; 0; 3]; [:: 7; -12; 20; -15]]%integers
  [:: [:: 1; 0; 0]; [:: 1; -1; 1]; [:: 1; 1; 1]; [:: 1; -2; 2]; [:: -1; -1; 1];
      [:: 1; 1; 2]; [:: 0; 0; 1]; [:: 1; -2; 0]; [:: 0; -1; 0]; [:: 1; -1; -1]]%integers H_1_signs.
Proof. by vm_compute. Qed.

Lemma list_R_A : complete_list 'C(5, 2) 3 (differences 5 3 rows_A)
  [:: [:: 0; 1; 0; 0; 0; 0; 0; 0; -3]; [:: 0; 4; 0; -3]; [:: 1; -1; 0; 0; 1]; [:: 1; 0; -12; 0; 16];
      [:: 1; 0; -1; 0; 0; 1]; [:: 1; 0; 4; 0; 0; 0; -4]; [:: 3; -4; 0; 0; 0; 0; 3];
      [:: 5; 0; 0; 0; 0; 0; 0; 0; 0; -4]; [:: 11; 0; 0; 0; -16; 12]; [:: 11; 0; 0; 0; -4; 0; 0; 12];
      [:: 11; 0; 0; 0; 0; -4; 0; 16]; [:: 15; -16; 12]; [:: 15; -4; 0; 0; 0; 0; 0; 12];
      [:: 15; 0; -4; 0; 0; 0; 0; 16]; [:: 27; -16; 0; 0; 0; 12]]%integers
  [:: [:: -4; -1; 4]; [:: -1; -1; 1]; [:: -2; -2; 1]; [:: 0; -8; 1]; [:: -1; -1; 0]; [:: -2; -2; -1]; [:: -1; -1; -1]]%integers
  [seq signs_of 5 l | l <- H_1_rankings_A].
Proof. by vm_compute. Qed.

Lemma list_R_B : complete_list 'C(5, 2) 3 (differences 5 3 rows_B)
  [:: [:: 0; 1; 0; 0; 0; 0; 0; 0; -3]; [:: 0; 4; 0; -3]; [:: 1; -1; 0; 0; 1]; [:: 1; 0; -5; 0; 0; 0; 5];
      [:: 1; 0; -1; 0; 0; 1]; [:: 1; 0; 0; 0; 4; 0; -3]; [:: 3; -4; 0; 0; 0; 0; 3];
      [:: 4; 0; 0; 0; 0; 0; 0; 0; 0; -5]; [:: 7; 0; 0; 0; -20; 15]; [:: 7; 0; 0; 0; -5; 0; 0; 15];
      [:: 7; 0; 0; 0; 0; -5; 0; 20]; [:: 8; 0; -15; 0; 20]; [:: 12; -20; 15]; [:: 12; -5; 0; 0; 0; 0; 0; 15];
      [:: 12; 0; -5; 0; 0; 0; 0; 20]; [:: 27; -20; 0; 0; 0; 15]]%integers
  [:: [:: -3; -1; 3]; [:: -1; -1; 1]; [:: -2; -2; 1]; [:: -3; -3; 1]; [:: -1; -1; 0]; [:: -2; -2; -1]; [:: -1; -1; -1]]%integers
  [seq signs_of 5 l | l <- H_1_rankings_B].
Proof. by vm_compute. Qed.

Lemma list_small_S_A : complete_list 4 3 small_rows_A [:: [:: 3; -2; 2; -3]]%integers
  [:: [:: 1; 0; 0]; [:: 1; 1; -1]; [:: 5; -1; -2]; [:: 1; 0; -1]; [:: 1; -1; 2]; [:: 1; -1; 0]; [:: 1; -1; -1]]%integers
  small_signs.
Proof. by vm_compute. Qed.

Lemma list_small_S_B : complete_list 4 3 small_rows_B [:: [:: 2; -3; 3; -2]]%integers
  [:: [:: 1; 0; 0]; [:: 1; 1; -1]; [:: 5; -1; -1]; [:: 1; 0; -1]; [:: 1; -1; 2]; [:: 1; -1; 0]; [:: 1; -1; -1]]%integers
  small_signs.
Proof. by vm_compute. Qed.

Lemma list_small_R_A : complete_list 'C(4, 2) 3 (differences 4 3 small_rows_A)
  [:: [:: 0; 0; 3; -2]; [:: 1; 0; -1; 0; 1]; [:: 2; -2; 3]; [:: 2; 1; 0; 0; 0; 3]; [:: 5; -2; 0; 0; 3]]%integers
  [:: [:: -3; -1; -3]; [:: -1; -1; -1]; [:: -1; -1; 1]; [:: -5; -1; 5]; [:: -2; -1; 2]]%integers
  [seq signs_of 4 l | l <- small_rankings_A].
Proof. by vm_compute. Qed.

Lemma list_small_R_B : complete_list 'C(4, 2) 3 (differences 4 3 small_rows_B)
  [:: [:: 0; 0; 2; -3]; [:: 1; 0; -1; 0; 1]; [:: 2; 0; 0; 0; -1; 3]; [:: 3; -3; 2]; [:: 3; -1; 0; 0; 0; 2];
      [:: 3; 0; -1; 0; 0; 3]; [:: 5; -3; 0; 0; 2]]%integers
  [:: [:: -5; -1; -5]; [:: -2; -1; -2]; [:: -1; -1; -1]; [:: -1; -1; 1]; [:: -3; -1; 3]]%integers
  [seq signs_of 4 l | l <- small_rankings_B].
Proof. by vm_compute. Qed.

Lemma rankings_are_orders :
  all (fun l => perm_eq l (iota 1 5)) (H_1_rankings_A ++ H_1_rankings_B) &&
  all (fun l => perm_eq l (iota 1 4)) (small_rankings_A ++ small_rankings_B).
Proof. by vm_compute. Qed.

(* From the integer matrices to the paper's. *)

Lemma scaled_same_S (K : realFieldType) n d (c : K) (U V : 'M[K]_(n, d)) :
  0 < c -> V = c *: U -> same_sign_patterns V U.
Proof.
move=> c0 ->; apply: (proj2 (proposition_E_2_column_span _)); rewrite linearZ /=.
by apply: eqmx_scale; rewrite gt_eqF.
Qed.

Lemma scaled_same_R (K : realFieldType) n d (c : K) (U V : 'M[K]_(n, d)) : 0 < c -> V = c *: U -> same_rankings V U.
Proof. by move=> c0 VU; apply/same_rankings_pattern; apply: scaled_same_S c0 _; rewrite VU -scalemxAr. Qed.

Ltac each_entry := by apply/matrixP=> -[[|[|[|[|[|?]]]]] //= ?] [[|[|[|?]]] //= ?]; rewrite !mxE /at_ /=; field.

Lemma H_1_A_integers (K : realFieldType) : H_1_A K = 20%:R^-1 *: of_rows K 5 3 rows_A.
Proof. each_entry. Qed.

Lemma H_1_B_integers (K : realFieldType) : H_1_B K = 20%:R^-1 *: of_rows K 5 3 rows_B.
Proof. each_entry. Qed.

Lemma small_A_integers (K : realFieldType) : small_A K = 1 *: of_rows K 4 3 small_rows_A.
Proof. each_entry. Qed.

Lemma small_B_integers (K : realFieldType) : small_B K = 1 *: of_rows K 4 3 small_rows_B.
Proof. each_entry. Qed.

Lemma twentieth_gt0 (K : realFieldType) : 0 < 20%:R^-1 :> K.
Proof. by rewrite invr_gt0 ltr0n. Qed.

Theorem theorem_H_1_signs (K : realFieldType) (s : 'I_5 -> int) :
  (sign_pattern (H_1_A K) s <-> word s \in H_1_signs) /\ (sign_pattern (H_1_B K) s <-> word s \in H_1_signs).
Proof.
split.
  by rewrite (scaled_same_S (twentieth_gt0 K) (H_1_A_integers K)) (list_sign_patterns K list_S_A).
by rewrite (scaled_same_S (twentieth_gt0 K) (H_1_B_integers K)) (list_sign_patterns K list_S_B).
Qed.

Theorem theorem_H_1_rankings (K : realFieldType) (p : 'S_5) :
  (ranks (H_1_A K) p <-> labels p \in H_1_rankings_A) /\ (ranks (H_1_B K) p <-> labels p \in H_1_rankings_B).
Proof.
have /andP[] := rankings_are_orders; rewrite all_cat => /andP[orders_A orders_B] _; split.
  by rewrite (scaled_same_R (twentieth_gt0 K) (H_1_A_integers K)); apply: list_rankings list_R_A orders_A p.
by rewrite (scaled_same_R (twentieth_gt0 K) (H_1_B_integers K)); apply: list_rankings list_R_B orders_B p.
Qed.

Theorem theorem_H_1 (K : realFieldType) :
  [/\ affine (H_1_A K) /\ affine (H_1_B K),
      same_sign_patterns (H_1_A K) (H_1_B K),
      ~ same_rankings (H_1_A K) (H_1_B K),
      forall t, t = "41325"%string \/ t = "52314"%string -> ranks_as (H_1_A K) t /\ ~ ranks_as (H_1_B K) t
    & forall t, t = "14352"%string \/ t = "25341"%string -> ranks_as (H_1_B K) t /\ ~ ranks_as (H_1_A K) t].
Proof.
have RA t := ranks_as_in (t := t) (fun p => (theorem_H_1_rankings K p).1).
have RB t := ranks_as_in (t := t) (fun p => (theorem_H_1_rankings K p).2).
have onlyA t : t = "41325"%string \/ t = "52314"%string -> ranks_as (H_1_A K) t /\ ~ ranks_as (H_1_B K) t.
  by case=> ->; rewrite RA ?RB.
have onlyB t : t = "14352"%string \/ t = "25341"%string -> ranks_as (H_1_B K) t /\ ~ ranks_as (H_1_A K) t.
  by case=> ->; rewrite RA ?RB.
split; [| | |exact: onlyA|exact: onlyB].
- by split=> -[[|[|[|[|[|?]]]]] //= ?]; rewrite !mxE.
- by move=> s; have [-> ->] := theorem_H_1_signs K s.
move=> same; have [[p [pt rA]] notB] := onlyA _ (or_introl erefl); apply: notB; exists p.
by split=> //; apply/same.
Qed.

Lemma small_rankings (K : realFieldType) (p : 'S_4) :
  (ranks (small_A K) p <-> labels p \in small_rankings_A) /\ (ranks (small_B K) p <-> labels p \in small_rankings_B).
Proof.
have /andP[_] := rankings_are_orders; rewrite all_cat => /andP[orders_A orders_B]; split.
  by rewrite (scaled_same_R ltr01 (small_A_integers K)); apply: list_rankings list_small_R_A orders_A p.
by rewrite (scaled_same_R ltr01 (small_B_integers K)); apply: list_rankings list_small_R_B orders_B p.
Qed.

Theorem theorem_H_1_small (K : realFieldType) :
  [/\ affine (small_A K) /\ affine (small_B K),
      same_sign_patterns (small_A K) (small_B K),
      ~ same_rankings (small_A K) (small_B K),
      ranks_as (small_A K) "3412" /\ ~ ranks_as (small_B K) "3412"
    & ranks_as (small_B K) "1234" /\ ~ ranks_as (small_A K) "1234"].
Proof.
have RA p := (small_rankings K p).1; have RB p := (small_rankings K p).2.
have onlyA : ranks_as (small_A K) "3412" /\ ~ ranks_as (small_B K) "3412".
  by rewrite (ranks_as_in RA) ?(ranks_as_in RB) //; split; vm_compute.
have onlyB : ranks_as (small_B K) "1234" /\ ~ ranks_as (small_A K) "1234".
  by rewrite (ranks_as_in RB) ?(ranks_as_in RA) //; split; vm_compute.
split; [| | |exact: onlyA|exact: onlyB].
- by split=> -[[|[|[|[|?]]]] //= ?]; rewrite !mxE.
- move=> s; rewrite (scaled_same_S ltr01 (small_A_integers K)) (list_sign_patterns K list_small_S_A).
  by rewrite (scaled_same_S ltr01 (small_B_integers K)) (list_sign_patterns K list_small_S_B).
move=> same; have [[p [pt rA]] notB] := onlyA; apply: notB; exists p.
by split=> //; apply/same.
Qed.
