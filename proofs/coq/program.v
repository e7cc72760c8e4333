(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM THAT CHECKS CERTIFICATES                                      *)
(*                                                                            *)
(*  Field.  None: a program.  It is extracted to OCaml, and runs inside Coq   *)
(*  too.  verified.v and the files after it prove what acceptance means.      *)
(*                                                                            *)
(*  Numbers of a certificate are lists of fractions, the coefficients of the  *)
(*  powers of a root; rationals have one.  Rows, and the conditions on the    *)
(*  inputs ("given"), are first multiplied by one positive integer.  Then all *)
(*  is computed with N, integers or a number field (numbers.v, roots.v).      *)
(*                                                                            *)
(*  A question becomes a list of conditions, a vector with a relation each,   *)
(*  as in the package's arrangements/checker/system.py.  A witness is    *)
(*  put into all of them; weights, one for each condition, must be allowed,   *)
(*  be positive for some strict condition, and make the weighted sum of the   *)
(*  vectors vanish.                                                           *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From Formal Require Import definitions numbers roots.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

Section Program.

Context {T : Type} (N : numbers T).

Definition multiple (rows : list (list numeral)) : Z :=
  fold_right Z.lcm 1 (map snd (concat (concat rows))).

Definition cleared (m : Z) (row : list numeral) : list T :=
  map (fun a => of_coefficients N (map (fun f => fst f * (m / snd f)) a)) row.

Definition dot_product (u v : list T) : T := fold_right (add N) (null N) (map (fun p => times N (fst p) (snd p)) (combine u v)).

Definition subtract (a b : T) : T := add N a (negate N b).

Definition minus (u v : list T) : list T := map (fun p => subtract (fst p) (snd p)) (combine u v).

Definition condition : Type := list T * relation.

Definition above (rows : list (list T)) (i j : nat) : condition := (minus (nth i rows []) (nth j rows []), Above).

Fixpoint chain (rows : list (list T)) (l : list nat) : list condition :=
  match l with
  | i :: (j :: _) as l' => above rows i j :: chain rows l'
  | _ => []
  end.

Fixpoint tied (rows : list (list T)) (l : list nat) : list condition :=
  match l with
  | i :: (j :: _) as l' => (minus (nth i rows []) (nth j rows []), On) :: tied rows l'
  | _ => []
  end.

Fixpoint groups (rows : list (list T)) (gs : list (list nat)) : list condition :=
  match gs with
  | g :: (h :: _) as gs' => tied rows g ++ above rows (last g 0%nat) (hd 0%nat h) :: groups rows gs'
  | [g] => tied rows g
  | [] => []
  end.

Definition listed (l : list nat) (j : nat) : bool := existsb (Nat.eqb j) l.

(* u above all rows but those listed. *)
Definition above_others (rows : list (list T)) (i : nat) (l : list nat) : list condition :=
  let u := nth i rows [] in
  map (fun p => (minus u (snd p), Above)) (filter (fun p => negb (listed l (fst p))) (combine (seq 0 (length rows)) rows)).

Definition signed (u : list T) (e : entry) : condition :=
  match e with
  | Pos => (u, Above)
  | Neg => (map (negate N) u, Above)
  | Zero => (u, On)
  | Any => (u, Free)
  end.

Definition system (rows : list (list T)) (q : question) : list condition :=
  match q with
  | Signs w => map (fun p => signed (fst p) (snd p)) (combine rows w)
  | Ranking l => chain rows l
  | Top l => chain rows l ++ above_others rows (last l 0%nat) l
  | TopSet l => flat_map (fun i => above_others rows i l) l
  | Tie i j => (minus (nth i rows []) (nth j rows []), On) :: above_others rows i [i; j]
  | Weak gs => groups rows gs
  end.

Definition labels_below (n : nat) (l : list nat) : bool := forallb (fun i => Nat.ltb i n) l.

Definition well_formed (n : nat) (q : question) : bool :=
  match q with
  | Signs w => Nat.eqb (length w) n
  | Ranking l => labels_below n l
  | Top l => labels_below n l && negb (Nat.eqb (length l) 0)
  | TopSet l => labels_below n l
  | Tie i j => labels_below n [i; j]
  | Weak gs => forallb (fun g => labels_below n g && negb (Nat.eqb (length g) 0)) gs
  end.

Definition well_read (a : numeral) : bool := Nat.eqb (length a) (degree N) && forallb (fun f => 0 <? snd f) a.

Definition well_shaped (d : nat) (rows : list (list numeral)) : bool :=
  forallb (fun row => Nat.eqb (length row) d && forallb well_read row) rows.

Definition conditions (d : nat) (rows : list (list numeral)) (given : list (list numeral * relation)) (q : question) :
    option (list condition) :=
  let all := rows ++ map fst given in
  if well_shaped d all && well_formed (length rows) q then
    let m := multiple all in
    Some (system (map (cleared m) rows) q ++ map (fun c => (cleared m (fst c), snd c)) given)
  else None.

Definition is_nonnegative (a : T) : bool := is_null N a || is_positive N a.

Definition test (r : relation) (a : T) : bool :=
  match r with Above => is_positive N a | AtLeast => is_nonnegative a | On => is_null N a | Free => true end.

Definition permitted (r : relation) (y : T) : bool :=
  match r with Above | AtLeast => is_nonnegative y | On => true | Free => is_null N y end.

Definition is_above (r : relation) : bool := match r with Above => true | _ => false end.

Definition all_hold (d : nat) (cs : list condition) (x : list T) : bool :=
  Nat.eqb (length x) d && forallb (fun c => test (snd c) (dot_product (fst c) x)) cs.

Definition evidence (x : list (list Z)) : list T := map (of_coefficients N) x.

Definition witnessed (d : nat) rows given q (x : list (list Z)) : bool :=
  match conditions d rows given q with
  | Some cs => all_hold d cs (evidence x)
  | None => false
  end.

Definition weighted_sum (d : nat) (cs : list condition) (y : list T) : list T :=
  fold_right (fun p total => map (fun e => add N (times N (fst e) (snd p)) (snd e)) (combine (fst (fst p)) total))
    (repeat (null N) d) (combine cs y).

Definition contradicted (d : nat) (cs : list condition) (y : list T) : bool :=
  Nat.eqb (length y) (length cs)
  && forallb (fun p => permitted (snd (fst p)) (snd p)) (combine cs y)
  && existsb (fun p => is_above (snd (fst p)) && is_positive N (snd p)) (combine cs y)
  && forallb (is_null N) (weighted_sum d cs y).

Definition refuted (d : nat) rows given q (y : list (list Z)) : bool :=
  match conditions d rows given q with
  | Some cs => contradicted d cs (evidence y)
  | None => false
  end.

End Program.

(* The numbers of a certificate: without a field the rationals. *)

Definition with_numbers (f : option isolation) (accepts : forall T : Type, numbers T -> bool) : bool :=
  match f with
  | None => accepts Z integers
  | Some r => match algebraic r with Some N => accepts (list Z) N | None => false end
  end.

Definition accepts_witness f d rows given q (x : list (list Z)) : bool := with_numbers f (fun _ N => witnessed N d rows given q x).

Definition accepts_refutation f d rows given q (y : list (list Z)) : bool := with_numbers f (fun _ N => refuted N d rows given q y).
