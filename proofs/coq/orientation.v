(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM COMPUTES CHIROTOPES                                           *)
(*                                                                            *)
(*  Field.  None: a program, which computes with any numbers (numbers.v).     *)
(*  orientation_right.v proves that it is right.                              *)
(*                                                                            *)
(*  chirotope d rows   the rank r, and the signs of the minors of all choices *)
(*  of r rows on r independent columns, with the first sign that is not 0     *)
(*  made positive; as in arrangements/checker/invariants.py, but perhaps on   *)
(*  other columns, which changes nothing.  None if some sign is undecided.    *)
(*                                                                            *)
(*  The columns are found by elimination, without division.  Determinants are *)
(*  expanded along their first row.  For speed the last row of a choice comes *)
(*  first, so that the minors of the other rows are computed once for all     *)
(*  choices that differ in the last row alone; at most, this changes the sign *)
(*  of all determinants.                                                      *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From Formal Require Import definitions numbers.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

(* All choices of r members of a list, in lexicographic order, each with the members after the last chosen one. *)

Fixpoint choices {A : Type} (r : nat) (l : list A) : list (list A * list A) :=
  match r, l with
  | O, _ => [([], l)]
  | S _, [] => []
  | S r', a :: l' => map (fun c => (a :: fst c, snd c)) (choices r' l') ++ choices r l'
  end.

(* Signs: 0, 1 and -1. *)

Fixpoint known_signs (l : list (option Z)) : option (list Z) :=
  match l with
  | [] => Some []
  | Some s :: l' => option_map (cons s) (known_signs l')
  | None :: _ => None
  end.

Fixpoint leading_sign (l : list Z) : Z :=
  match l with
  | [] => 1
  | s :: l' => if s =? 0 then leading_sign l' else s
  end.

Definition normalised_signs (l : list Z) : list Z := map (Z.mul (leading_sign l)) l.

Fixpoint same_signs (l l' : list Z) : bool :=
  match l, l' with
  | [], [] => true
  | s :: m, s' :: m' => (s =? s') && same_signs m m'
  | _, _ => false
  end.

Section Orientation.

Context {T : Type} (N : numbers T).

Definition sign_of_number (a : T) : option Z :=
  if is_null N a then Some 0
  else if is_positive N a then Some 1
  else if is_positive N (negate N a) then Some (-1)
  else None.

Definition entry_at (k : nat) (u : list T) : T := nth k u (null N).

(* Independent columns, among those listed. *)

Definition cleared_at (k : nat) (u v : list T) : list T :=
  if is_null N (entry_at k v) then v
  else map (fun p => add N (times N (entry_at k u) (snd p)) (negate N (times N (entry_at k v) (fst p)))) (combine u v).

Fixpoint independent_columns (ks : list nat) (rows : list (list T)) : list nat :=
  match ks with
  | [] => []
  | k :: ks' =>
      match find (fun u => negb (is_null N (entry_at k u))) rows with
      | Some u => k :: independent_columns ks' (map (cleared_at k u) rows)
      | None => independent_columns ks' rows
      end
  end.

(* Determinants. *)

Fixpoint omitting (k : nat) (u : list T) : list T :=
  match k, u with
  | _, [] => []
  | O, _ :: u' => u'
  | S k', a :: u' => a :: omitting k' u'
  end.

Fixpoint expansion (u : list T) (minor : nat -> T) : T :=
  match u with
  | [] => null N
  | a :: u' =>
      let others := negate N (expansion u' (fun k => minor (S k))) in
      if is_null N a then others else add N (times N a (minor O)) others
  end.

Fixpoint determinant_of (r : nat) (rows : list (list T)) : T :=
  match r, rows with
  | S r', u :: others => expansion u (fun k => determinant_of r' (map (omitting k) others))
  | _, _ => unity N
  end.

Definition minors_of (r : nat) (rows : list (list T)) : list T :=
  match r with
  | O => [unity N]
  | S r' =>
      flat_map (fun c =>
        let below := map (fun k => determinant_of r' (map (omitting k) (fst c))) (seq 0 r) in
        map (fun u => expansion u (fun k => entry_at k below)) (snd c)) (choices r' rows)
  end.

(* The chirotope. *)

Definition on_columns (ks : list nat) (u : list T) : list T := map (fun k => entry_at k u) ks.

Definition chirotope (d : nat) (rows : list (list T)) : option (nat * list Z) :=
  let ks := independent_columns (seq 0 d) rows in
  let r := length ks in
  option_map (fun l => (r, normalised_signs l)) (known_signs (map sign_of_number (minors_of r (map (on_columns ks) rows)))).

Definition same_chirotope (d : nat) (rows : list (list T)) (d' : nat) (rows' : list (list T)) : option bool :=
  if Nat.eqb (length rows) (length rows') then
    match chirotope d rows, chirotope d' rows' with
    | Some (r, l), Some (r', l') => Some (Nat.eqb r r' && same_signs l l')
    | _, _ => None
    end
  else Some false.

End Orientation.
