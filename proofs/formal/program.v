(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM THAT CHECKS CERTIFICATES                                      *)
(*                                                                            *)
(*  Field.  None: the program computes with integers.  It is extracted to     *)
(*  OCaml, and runs inside Coq too.  verified.v proves what acceptance means  *)
(*  over every ordered field.                                                 *)
(*                                                                            *)
(*  A fraction is a pair (numerator, denominator).  Rows, and the conditions  *)
(*  on the inputs ("given"), are lists of fractions; all of them are first    *)
(*  multiplied by one positive integer.  A question becomes a list of         *)
(*  conditions, a vector with a relation each, as in the package's            *)
(*  arrangements/feasibility/checker.py.  A witness is put into all of them;  *)
(*  weights, one for each condition, must be allowed, be positive for some    *)
(*  strict condition, and make the weighted sum of the vectors vanish.        *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From Formal Require Import definitions.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

Definition multiple (rows : list (list fraction)) : Z :=
  fold_right Z.lcm 1 (map snd (concat rows)).

Definition cleared (m : Z) (row : list fraction) : list Z := map (fun f => fst f * (m / snd f)) row.

Definition dot_product (u v : list Z) : Z := fold_right Z.add 0 (map (fun p => fst p * snd p) (combine u v)).

Definition minus (u v : list Z) : list Z := map (fun p => fst p - snd p) (combine u v).

Definition condition : Set := list Z * relation.

Definition above (rows : list (list Z)) (i j : nat) : condition := (minus (nth i rows []) (nth j rows []), Above).

Fixpoint chain (rows : list (list Z)) (l : list nat) : list condition :=
  match l with
  | i :: (j :: _) as l' => above rows i j :: chain rows l'
  | _ => []
  end.

Definition listed (l : list nat) (j : nat) : bool := existsb (Nat.eqb j) l.

Definition rest (n : nat) (l : list nat) : list nat := filter (fun j => negb (listed l j)) (seq 0 n).

Definition signed (u : list Z) (e : entry) : condition :=
  match e with
  | Pos => (u, Above)
  | Neg => (map Z.opp u, Above)
  | Zero => (u, On)
  | Any => (u, Free)
  end.

Definition system (rows : list (list Z)) (q : question) : list condition :=
  match q with
  | Signs w => map (fun p => signed (fst p) (snd p)) (combine rows w)
  | Ranking l => chain rows l
  | Top l => chain rows l ++ map (above rows (last l 0%nat)) (rest (length rows) l)
  | TopSet l => flat_map (fun i => map (above rows i) (rest (length rows) l)) l
  | Tie i j => (minus (nth i rows []) (nth j rows []), On) :: map (above rows i) (rest (length rows) [i; j])
  end.

Definition labels_below (n : nat) (l : list nat) : bool := forallb (fun i => Nat.ltb i n) l && negb (Nat.eqb (length l) 0).

Definition well_formed (n : nat) (q : question) : bool :=
  match q with
  | Signs w => Nat.eqb (length w) n
  | Ranking l => labels_below n l
  | Top l => labels_below n l
  | TopSet l => labels_below n l
  | Tie i j => labels_below n [i; j]
  end.

Definition well_shaped (d : nat) (rows : list (list fraction)) : bool :=
  forallb (fun row => Nat.eqb (length row) d && forallb (fun f => 0 <? snd f) row) rows.

Definition conditions (d : nat) (rows : list (list fraction)) (given : list (list fraction * relation)) (q : question) :
    option (list condition) :=
  let all := rows ++ map fst given in
  if well_shaped d all && well_formed (length rows) q then
    let m := multiple all in
    Some (system (map (cleared m) rows) q ++ map (fun c => (cleared m (fst c), snd c)) given)
  else None.

Definition test (r : relation) (a : Z) : bool :=
  match r with Above => 0 <? a | AtLeast => 0 <=? a | On => a =? 0 | Free => true end.

Definition permitted (r : relation) (y : Z) : bool :=
  match r with Above | AtLeast => 0 <=? y | On => true | Free => y =? 0 end.

Definition is_above (r : relation) : bool := match r with Above => true | _ => false end.

Definition accepts_witness (d : nat) rows given q (x : list Z) : bool :=
  match conditions d rows given q with
  | Some cs => Nat.eqb (length x) d && forallb (fun c => test (snd c) (dot_product (fst c) x)) cs
  | None => false
  end.

Definition weighted_sum (d : nat) (cs : list condition) (y : list Z) : list Z :=
  fold_right (fun p total => map (fun e => fst e * snd p + snd e) (combine (fst (fst p)) total)) (repeat 0 d) (combine cs y).

Definition accepts_refutation (d : nat) rows given q (y : list Z) : bool :=
  match conditions d rows given q with
  | Some cs =>
      Nat.eqb (length y) (length cs)
      && forallb (fun p => permitted (snd (fst p)) (snd p)) (combine cs y)
      && existsb (fun p => is_above (snd (fst p)) && (0 <? snd p)) (combine cs y)
      && forallb (fun a => a =? 0) (weighted_sum d cs y)
  | None => false
  end.
