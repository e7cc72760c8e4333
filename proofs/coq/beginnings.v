(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM FOR WHOLE PATTERNS UNDER GIVEN CONDITIONS                     *)
(*                                                                            *)
(*  Field.  None: a program, as program.v.  beginnings_right.v proves what    *)
(*  acceptance means.                                                         *)
(*                                                                            *)
(*  Words: see definitions.v and program.v.                                   *)
(*    beginning     the signs of the first rows, or a ranking, or groups, of  *)
(*                  the first labels.  It is complete with all rows.  Its     *)
(*                  question asks nothing of the other rows.                  *)
(*    next          what a beginning becomes with one more row, in this order:*)
(*                  signs      the sign  +,  -,  and then 0 if "ties", at the *)
(*                             end;                                           *)
(*                  rankings   the new label first, second, ..., last;        *)
(*                  groups     from the first group on: the new label as a    *)
(*                             group before it, then at the end of it; after  *)
(*                             the last group a group of its own.             *)
(*    walk          depth first through all beginnings, in this order.  Where *)
(*                  one is refuted, by the first of "excluded", the walk does *)
(*                  not go on to what begins so; where it is complete, it must*)
(*                  be the first member, with a witness.  Each is then taken  *)
(*                  off its list, and nothing may be left over in the end.    *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From Formal Require Import definitions numbers roots program whole.
Import ListNotations.
Local Open Scope bool_scope.

(* Equal lists, and the beginnings that are one longer. *)

Fixpoint same_list {A : Type} (same : A -> A -> bool) (u v : list A) : bool :=
  match u, v with
  | [], [] => true
  | a :: u', b :: v' => same a b && same_list same u' v'
  | _, _ => false
  end.

Definition same_entry (e f : entry) : bool := Nat.eqb (code e) (code f).

Definition next_signs (ties : bool) (_ : nat) (w : list entry) : list (list entry) :=
  map (fun e => w ++ [e]) (if ties then [Pos; Neg; Zero] else [Pos; Neg]).

Fixpoint next_rankings (k : nat) (l : list nat) : list (list nat) :=
  match l with
  | [] => [[k]]
  | i :: l' => (k :: l) :: map (cons i) (next_rankings k l')
  end.

Fixpoint next_groups (k : nat) (gs : list (list nat)) : list (list (list nat)) :=
  match gs with
  | [] => [[[k]]]
  | g :: gs' => ([k] :: gs) :: ((g ++ [k]) :: gs') :: map (cons g) (next_groups k gs')
  end.

(* The walk. A beginning orders k labels, or has k signs; "left" rows come after them. *)

Section Walk.

Context {A E : Type} (same : A -> A -> bool) (next : nat -> A -> list A) (shown : A -> E -> bool) (out : nat -> A -> E -> bool).

Definition taken (b : A) (passes : E -> bool) (l : list (A * E)) : option (list (A * E)) :=
  match l with
  | (c, x) :: l' => if (if same c b then passes x else false) then Some l' else None
  | [] => None
  end.

Definition lists : Type := list (A * E) * list (A * E).

Fixpoint one_by_one (visit : A -> lists -> option lists) (bs : list A) (s : lists) : option lists :=
  match bs with
  | [] => Some s
  | b :: bs' => match visit b s with Some s' => one_by_one visit bs' s' | None => None end
  end.

Fixpoint walk (left k : nat) (b : A) (s : lists) : option lists :=
  match taken b (out left b) (snd s) with
  | Some excluded => Some (fst s, excluded)
  | None =>
      match left with
      | O => option_map (fun members => (members, snd s)) (taken b (shown b) (fst s))
      | S left' => one_by_one (walk left' (S k)) (next k b) s
      end
  end.

End Walk.

Section Patterns.

Context {T : Type} (N : numbers T).

Definition whole_given {A : Type} (same : A -> A -> bool) (next : nat -> A -> list A) (asking : nat -> A -> question) (root : A)
    (d : nat) (rows : list (list numeral)) (given : list (list numeral * relation)) (members excluded : list (A * list (list Z))) : bool :=
  let all := rows ++ map fst given in
  well_shaped N d all
  && let m := multiple all in
     let us := map (cleared N m) rows in
     let on_inputs := map (fun c => (cleared N m (fst c), snd c)) given in
     let asked_of left b := system N us (asking left b) ++ on_inputs in
     let shown b x := all_hold N d (asked_of O b) (evidence N x) in
     let out left b y := contradicted N d (asked_of left b) (evidence N y) in
     match walk same next shown out (length rows) 0 root (members, excluded) with Some ([], []) => true | _ => false end.

Definition asking_signs (left : nat) (w : list entry) : question := Signs (w ++ repeat Any left).

Definition asking_ranking (_ : nat) (l : list nat) : question := Ranking l.

Definition asking_groups (_ : nat) (gs : list (list nat)) : question := Weak gs.

End Patterns.

Definition accepts_signs_given f (ties : bool) d rows given (members excluded : list (list entry * list (list Z))) : bool :=
  with_numbers f (fun _ N => whole_given N (same_list same_entry) (next_signs ties) asking_signs [] d rows given members excluded).

Definition accepts_rankings_given f d rows given (members excluded : list (list nat * list (list Z))) : bool :=
  with_numbers f (fun _ N => whole_given N (same_list Nat.eqb) next_rankings asking_ranking [] d rows given members excluded).

Definition accepts_weak_given f d rows given (members excluded : list (list (list nat) * list (list Z))) : bool :=
  with_numbers f (fun _ N => whole_given N (same_list (same_list Nat.eqb)) next_groups asking_groups [] d rows given members excluded).
