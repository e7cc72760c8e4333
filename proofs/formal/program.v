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

Fixpoint tied (rows : list (list Z)) (l : list nat) : list condition :=
  match l with
  | i :: (j :: _) as l' => (minus (nth i rows []) (nth j rows []), On) :: tied rows l'
  | _ => []
  end.

Fixpoint groups (rows : list (list Z)) (gs : list (list nat)) : list condition :=
  match gs with
  | g :: (h :: _) as gs' => tied rows g ++ above rows (last g 0%nat) (hd 0%nat h) :: groups rows gs'
  | [g] => tied rows g
  | [] => []
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

Definition all_hold (d : nat) (cs : list condition) (x : list Z) : bool :=
  Nat.eqb (length x) d && forallb (fun c => test (snd c) (dot_product (fst c) x)) cs.

Definition accepts_witness (d : nat) rows given q (x : list Z) : bool :=
  match conditions d rows given q with
  | Some cs => all_hold d cs x
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

(* The count of regions, by deletion and restriction. *)

Definition vanishes (u : list Z) : bool := forallb (fun a => a =? 0) u.

Fixpoint pivot (u : list Z) : option nat :=
  match u with
  | [] => None
  | a :: u' => if a =? 0 then option_map S (pivot u') else Some 0%nat
  end.

Fixpoint without (k : nat) (u : list Z) : list Z :=
  match k, u with
  | S k', a :: u' => a :: without k' u'
  | _, u => tl u
  end.

Definition eliminated (a b : Z) (u v : list Z) : list Z := map (fun p => a * snd p - b * fst p) (combine u v).

Definition traced (u : list Z) (rows : list (list Z)) : list (list Z) :=
  match pivot u with
  | Some k => map (fun v => eliminated (nth k u 0) (nth k v 0) (without k u) (without k v)) rows
  | None => []
  end.

Fixpoint accumulated (count : list (list Z) -> Z) (rows : list (list Z)) : Z * list (list Z) :=
  match rows with
  | u :: rest =>
      let '(total, seen) := accumulated count rest in
      let on_u := traced u seen in
      if existsb vanishes on_u then (total, seen) else (total + count on_u, u :: seen)
  | [] => (1, [])
  end.

Fixpoint number_of_regions (d : nat) (rows : list (list Z)) : Z :=
  match d with
  | O => match rows with [] => 1 | _ => 0 end
  | S d' => if existsb vanishes rows then 0 else fst (accumulated (number_of_regions d') rows)
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

Definition integers (rows : list (list fraction)) : list (list Z) := map (cleared (multiple rows)) rows.

Fixpoint differences (rows : list (list Z)) : list (list Z) :=
  match rows with
  | u :: rest => map (minus u) rest ++ differences rest
  | [] => []
  end.

Definition accepts_sign_pattern (d : nat) (rows : list (list fraction)) (members : list (list entry * list Z)) : bool :=
  let us := integers rows in
  well_shaped d rows
  && forallb (fun m => Nat.eqb (length (fst m)) (length rows) && forallb strict (fst m)
                       && all_hold d (system us (Signs (fst m))) (snd m)) members
  && increasing (map (fun m => map code (fst m)) members)
  && (Z.of_nat (length members) =? number_of_regions d us).

Definition accepts_ranking_pattern (d : nat) (rows : list (list fraction)) (members : list (list nat * list Z)) : bool :=
  let us := integers rows in
  well_shaped d rows
  && forallb (fun m => Nat.eqb (length (fst m)) (length rows) && labels_below (length rows) (fst m)
                       && all_hold d (system us (Ranking (fst m))) (snd m)) members
  && increasing (map fst members)
  && (Z.of_nat (length members) =? number_of_regions d (differences us)).

Definition same_number_of_regions d rows d' rows' : bool :=
  well_shaped d rows && well_shaped d' rows'
  && (number_of_regions d (integers rows) =? number_of_regions d' (integers rows')).

(* Two configurations, label by label: equal products, lengths, or cosines (a |a| / (b c) with the sign of a, where a^2 / (b c) is a square). *)

Definition products_agree (agree : Z -> Z -> Z -> Z -> Z -> Z -> bool) d (rows : list (list fraction)) d' (rows' : list (list fraction)) : bool :=
  let m := multiple rows * multiple rows' in
  let us := map (cleared m) rows in
  let vs := map (cleared m) rows' in
  let labels := seq 0 (length rows) in
  let product ws i j := dot_product (nth i ws []) (nth j ws []) in
  well_shaped d rows && well_shaped d' rows' && Nat.eqb (length rows) (length rows')
  && forallb (fun i => forallb (fun j =>
       agree (product us i j) (product us i i) (product us j j) (product vs i j) (product vs i i) (product vs j j)) labels) labels.

Definition same_gram := products_agree (fun a _ _ a' _ _ => a =? a').

Definition same_norms := products_agree (fun _ b c _ b' c' => (b =? b') && (c =? c')).

Definition same_cosines := products_agree (fun a b c a' b' c' =>
  (0 <? b) && (0 <? c) && (0 <? b') && (0 <? c') && (a * Z.abs a * (b' * c') =? a' * Z.abs a' * (b * c))).
