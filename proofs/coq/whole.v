(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM THAT CHECKS WHOLE PATTERNS                                    *)
(*                                                                            *)
(*  Field.  None: a program.  region_count.v, complete.v and complete_faces.v *)
(*  prove that it is right.                                                   *)
(*                                                                            *)
(*  A whole pattern is a list of members, each with a witness: all sign       *)
(*  vectors or all rankings, without zeros and ties or with them.  Members are*)
(*  different from each other, and as many as the arrangement has regions, or *)
(*  faces, which are counted here by deletion and restriction.                *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From Formal Require Import definitions numbers roots program.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

(* Sums u + e v, as fractions, and differences of rows. *)

Definition fraction_plus (e : Z) (f g : fraction) : fraction := (fst f * snd g + e * fst g * snd f, snd f * snd g).

Definition numeral_plus (e : Z) (a b : numeral) : numeral := map (fun p => fraction_plus e (fst p) (snd p)) (combine a b).

Definition row_plus (e : Z) (u v : list numeral) : list numeral := map (fun p => numeral_plus e (fst p) (snd p)) (combine u v).

Definition differences (rows : list (list numeral)) : list (list numeral) :=
  let n := length rows in
  flat_map (fun i => map (fun j => row_plus (-1) (nth i rows []) (nth j rows [])) (seq (S i) (n - S i))) (seq 0 n).

Section Whole.

Context {T : Type} (N : numbers T).

(* The count of regions, by deletion and restriction. *)

Definition vanishes (u : list T) : bool := forallb (is_null N) u.

Fixpoint pivot (u : list T) : option nat :=
  match u with
  | [] => None
  | a :: u' => if is_null N a then option_map S (pivot u') else Some 0%nat
  end.

Fixpoint without {A : Type} (k : nat) (u : list A) : list A :=
  match k, u with
  | S k', a :: u' => a :: without k' u'
  | _, u => tl u
  end.

Definition eliminated (a b : T) (u v : list T) : list T :=
  map (fun p => subtract N (times N a (snd p)) (times N b (fst p))) (combine u v).

Definition traced (u : list T) (rows : list (list T)) : list (list T) :=
  match pivot u with
  | Some k => map (fun v => eliminated (nth k u (null N)) (nth k v (null N)) (without k u) (without k v)) rows
  | None => []
  end.

Fixpoint accumulated (count : list (list T) -> Z) (rows : list (list T)) : Z * list (list T) :=
  match rows with
  | u :: rest =>
      let '(total, seen) := accumulated count rest in
      let on_u := traced u seen in
      if existsb vanishes on_u then (total, seen) else (total + count on_u, u :: seen)
  | [] => (1, [])
  end.

Fixpoint number_of_regions (d : nat) (rows : list (list T)) : Z :=
  match d with
  | O => match rows with [] => 1 | _ => 0 end
  | S d' => if existsb vanishes rows then 0 else fst (accumulated (number_of_regions d') rows)
  end.

(* The count of faces: rows not decided yet are either off zero, or zero. *)

Fixpoint deciding_faces (regions : list (list T) -> Z) (below : list (list T) -> list (list T) -> Z) (off undecided : list (list T)) : Z :=
  match undecided with
  | u :: rest =>
      let on_u := traced u off in
      if vanishes u || existsb vanishes on_u then deciding_faces regions below off rest
      else deciding_faces regions below (u :: off) rest + below on_u (traced u rest)
  | [] => regions off
  end.

Fixpoint number_of_faces (d : nat) : list (list T) -> list (list T) -> Z :=
  match d with
  | O => fun off _ => match off with [] => 1 | _ => 0 end
  | S d' => deciding_faces (number_of_regions (S d')) (number_of_faces d')
  end.

(* Whole patterns: members in increasing order, each with a witness, as many as there are regions. *)

Fixpoint less (u v : list nat) : bool :=
  match u, v with
  | a :: u', b :: v' => Nat.ltb a b || (Nat.eqb a b && less u' v')
  | _, _ => false
  end.

Fixpoint increasing (l : list (list nat)) : bool :=
  match l with
  | u :: (v :: _) as l' => less u v && increasing l'
  | _ => true
  end.

Definition code (e : entry) : nat := match e with Pos => 0 | Neg => 1 | Zero => 2 | Any => 3 end.

Definition numbers_of (rows : list (list numeral)) : list (list T) := map (cleared N (multiple rows)) rows.

(* Signs. *)

Definition whole_sign_pattern (d : nat) (rows : list (list numeral)) (members : list (list entry * list (list Z))) : bool :=
  well_shaped N d rows && let us := numbers_of rows in
  forallb (fun m => Nat.eqb (length (fst m)) (length rows) && forallb strict (fst m)
                    && all_hold N d (system N us (Signs (fst m))) (evidence N (snd m))) members
  && increasing (map (fun m => map code (fst m)) members)
  && (Z.of_nat (length members) =? number_of_regions d us).

Definition whole_ranking_pattern (d : nat) (rows : list (list numeral)) (members : list (list nat * list (list Z))) : bool :=
  well_shaped N d rows && let us := numbers_of rows in
  forallb (fun m => Nat.eqb (length (fst m)) (length rows) && labels_below (length rows) (fst m)
                    && all_hold N d (system N us (Ranking (fst m))) (evidence N (snd m))) members
  && increasing (map fst members)
  && (Z.of_nat (length members) =? number_of_regions d (numbers_of (differences rows))).

Definition settled (e : entry) : bool := match e with Any => false | _ => true end.

Definition whole_covectors (d : nat) (rows : list (list numeral)) (members : list (list entry * list (list Z))) : bool :=
  well_shaped N d rows && let us := numbers_of rows in
  forallb (fun m => Nat.eqb (length (fst m)) (length rows) && forallb settled (fst m)
                    && all_hold N d (system N us (Signs (fst m))) (evidence N (snd m))) members
  && increasing (map (fun m => map code (fst m)) members)
  && (Z.of_nat (length members) =? number_of_faces d [] us).

(* Weak rankings are told apart by the groups that each two labels are in. *)

Fixpoint place (gs : list (list nat)) (i : nat) : nat :=
  match gs with
  | [] => 0
  | g :: gs' => if listed g i then 0 else S (place gs' i)
  end.

Definition comparison_code (a b : nat) : nat := if Nat.ltb a b then 0 else if Nat.ltb b a then 1 else 2.

Definition order_code (n : nat) (gs : list (list nat)) : list nat :=
  let places := map (place gs) (seq 0 n) in
  flat_map (fun i => map (fun j => comparison_code (nth i places 0%nat) (nth j places 0%nat)) (seq (S i) (n - S i))) (seq 0 n).

Definition orders_all (n : nat) (gs : list (list nat)) : bool :=
  well_formed n (Weak gs) && forallb (listed (concat gs)) (seq 0 n).

Definition whole_weak_rankings (d : nat) (rows : list (list numeral)) (members : list (list (list nat) * list (list Z))) : bool :=
  well_shaped N d rows && let us := numbers_of rows in
  forallb (fun m => orders_all (length rows) (fst m) && all_hold N d (system N us (Weak (fst m))) (evidence N (snd m))) members
  && increasing (map (fun m => order_code (length rows) (fst m)) members)
  && (Z.of_nat (length members) =? number_of_faces d [] (numbers_of (differences rows))).

End Whole.

Definition accepts_sign_pattern f d rows members : bool := with_numbers f (fun _ N => whole_sign_pattern N d rows members).

Definition accepts_ranking_pattern f d rows members : bool := with_numbers f (fun _ N => whole_ranking_pattern N d rows members).

Definition accepts_covectors f d rows members : bool := with_numbers f (fun _ N => whole_covectors N d rows members).

Definition accepts_weak_rankings f d rows members : bool := with_numbers f (fun _ N => whole_weak_rankings N d rows members).
