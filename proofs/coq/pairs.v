(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM THAT COMPARES TWO CONFIGURATIONS                              *)
(*                                                                            *)
(*  Field.  None: a program.  pairs_right.v proves that it is right.          *)
(*                                                                            *)
(*  Two configurations with as many labels are the same in something, or      *)
(*  different: in their rows, the products or the lengths of these, the       *)
(*  cosines, the chirotope or the number of regions; of the rows, of their    *)
(*  differences, or of the rows minus their mean.  All is computed anew, on   *)
(*  one scale.  What cannot be decided is neither the same nor different.     *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From Formal Require Import definitions numbers roots program whole orientation.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

(* The rows minus their mean. *)

Definition mean (rows : list (list numeral)) : list numeral :=
  let n := Z.of_nat (length rows) in
  match rows with
  | [] => []
  | u :: others => map (map (fun f => (fst f, snd f * n))) (fold_right (fun v total => row_plus 1 total v) u others)
  end.

Definition centred_rows (rows : list (list numeral)) : list (list numeral) := let m := mean rows in map (fun u => row_plus (-1) u m) rows.

Definition seen (v : view) (rows : list (list numeral)) : list (list numeral) :=
  match v with Itself => rows | Differences => differences rows | Centred => centred_rows rows end.

Section Pairs.

Context {T : Type} (N : numbers T).

Definition equal (a b : T) : bool := is_null N (subtract N a b).

Fixpoint equal_vectors (u v : list T) : bool :=
  match u, v with
  | a :: u', b :: v' => equal a b && equal_vectors u' v'
  | _, _ => true
  end.

Fixpoint equal_rows (us vs : list (list T)) : bool :=
  match us, vs with
  | u :: us', v :: vs' => equal_vectors u v && equal_rows us' vs'
  | _, _ => true
  end.

Definition product (us : list (list T)) (i j : nat) : T := dot_product N (nth i us []) (nth j us []).

Definition every_pair (n : nat) (p : nat -> nat -> bool) : bool := forallb (fun i => forallb (p i) (seq 0 n)) (seq 0 n).

Definition equal_products (us vs : list (list T)) : bool :=
  every_pair (length us) (fun i j => equal (product us i j) (product vs i j)).

Definition equal_lengths (us vs : list (list T)) : bool :=
  forallb (fun i => equal (product us i i) (product vs i i)) (seq 0 (length us)).

(* The cosine a / sqrt (b c), with b and c positive, is known by its sign and a^2 / (b c). *)

Definition square (us vs : list (list T)) (i j : nat) : T :=
  times N (times N (product us i j) (product us i j)) (times N (product vs i i) (product vs j j)).

Definition equal_squares us vs i j : bool := equal (square us vs i j) (square vs us i j).

Definition equal_cosine us vs i j : bool :=
  equal_squares us vs i j && (is_null N (product us i j) || is_positive N (times N (product us i j) (product vs i j))).

Definition unequal_cosine us vs i j : bool :=
  negb (equal_squares us vs i j) || is_positive N (negate N (times N (product us i j) (product vs i j))).

Definition no_zero (us : list (list T)) : bool := negb (existsb (vanishes N) us).

Definition equal_cosines us vs : bool := every_pair (length us) (equal_cosine us vs).

Definition unequal_cosines us vs : bool := negb (every_pair (length us) (fun i j => negb (unequal_cosine us vs i j))).

(* Whether they are the same, or different; both for the rows on one scale. *)

Definition same (c : compared) d us d' vs : bool :=
  match c with
  | Entries => Nat.eqb d d' && equal_rows us vs
  | Products => equal_products us vs
  | Lengths => equal_lengths us vs
  | Cosines => no_zero us && no_zero vs && equal_cosines us vs
  | Chirotopes => match same_chirotope N d us d' vs with Some b => b | None => false end
  | Regions => number_of_regions N d us =? number_of_regions N d' vs
  end.

Definition different (c : compared) d us d' vs : bool :=
  match c with
  | Cosines => no_zero us && no_zero vs && unequal_cosines us vs
  | Chirotopes => match same_chirotope N d us d' vs with Some b => negb b | None => false end
  | _ => negb (same c d us d' vs)
  end.

Definition on_one_scale (judged : list (list T) -> list (list T) -> bool) (v : view) n d rows d' rows' : bool :=
  well_shaped N d rows && well_shaped N d' rows' && Nat.eqb (length rows) n && Nat.eqb (length rows') n
  && let us := seen v rows in
     let vs := seen v rows' in
     let m := multiple us * multiple vs in
     judged (map (cleared N m) us) (map (cleared N m) vs).

End Pairs.

Definition accepts_same f v c n d rows d' rows' : bool :=
  with_numbers f (fun _ N => on_one_scale N (fun us vs => same N c d us d' vs) v n d rows d' rows').

Definition accepts_different f v c n d rows d' rows' : bool :=
  with_numbers f (fun _ N => on_one_scale N (fun us vs => different N c d us d' vs) v n d rows d' rows').
