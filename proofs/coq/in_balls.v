(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM FOR INPUTS IN A BALL, BEHIND A NORM OR ON A SPHERE            *)
(*                                                                            *)
(*  Field.  None: a program, as program.v.  in_balls_right.v proves what      *)
(*  acceptance means.                                                         *)
(*                                                                            *)
(*  Words: see definitions.v, norms.v and program.v.                          *)
(*    Rows and given conditions have d + 1 entries, the offset last.  They are*)
(*    functions of h = c + g z; the program makes functions of z of them,     *)
(*    (g u, b + u c) of (u, b), and adds the equation that the sum of z is 0  *)
(*    as the last condition where the ball is centred.                        *)
(*    witness       z and a positive number t, for z / t: all conditions hold *)
(*                  there, and |z|^2 is at most the square times t^2.         *)
(*    beyond        the same with at least for at most.                       *)
(*    refutation    weights as in program.v, whose sum (v, g) need not vanish,*)
(*                  but is nowhere positive in the ball: g <= 0, and the      *)
(*                  square times v^2 is at most g^2.  Some strict condition   *)
(*                  has a weight; or the second inequality is strict; or      *)
(*                  g < 0, and the only point of the ball where the sum is 0, *)
(*                  (square v, - g), fails a condition.                       *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From Formal Require Import definitions numbers roots program whole beginnings norms.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

Section Balls.

Context {T : Type} (N : numbers T).

Definition unit_numeral : numeral := (1, 1) :: repeat (0, 1) (degree N - 1).

Definition numbers_of (b : ball) : list numeral := ball_centre b ++ ball_gains b ++ [ball_square b; unit_numeral].

Definition well_placed (d : nat) (b : ball) : bool :=
  Nat.eqb (length (ball_centre b)) d && Nat.eqb (length (ball_gains b)) d && forallb (well_read N) (numbers_of b).

Definition cleared_number (m : Z) (a : numeral) : T := hd (null N) (cleared N m [a]).

(* A function of h, times the number that cleared the ball, as one of z. *)
Definition behind (centre gains : list T) (one : T) (u : list T) : list T :=
  map (fun p => times N (fst p) (snd p)) (combine gains u) ++ [add N (times N one (last u (null N))) (dot_product N centre u)].

Record placed : Type := Placed { placed_rows : list (list T); placed_given : list (@condition T); placed_one : T; placed_square : T }.

Definition placed_in (d : nat) (b : ball) (rows : list (list numeral)) (given : list (list numeral * relation)) : option placed :=
  let all := rows ++ map fst given in
  if well_shaped N (d + 1) all && well_placed d b then
    let m := multiple all in
    let k := multiple [numbers_of b] in
    let one := cleared_number k unit_numeral in
    let moved u := behind (cleared N k (ball_centre b)) (cleared N k (ball_gains b)) one (cleared N m u) in
    let flat := if ball_centred b then [(repeat (times N one (cleared_number m unit_numeral)) d ++ [null N], On)] else [] in
    Some (Placed (map moved rows) (map (fun c => (moved (fst c), snd c)) given ++ flat) one (cleared_number k (ball_square b)))
  else None.

Definition conditions_of (s : placed) (q : question) : list (@condition T) := system N (placed_rows s) q ++ placed_given s.

(* The square times t^2 less |z|^2, times a positive number. *)
Definition room (d : nat) (s : placed) (x : list T) : T :=
  let z := firstn d x in
  let t := last x (null N) in
  subtract N (times N (placed_square s) (times N t t)) (times N (placed_one s) (dot_product N z z)).

Definition holds_at (d : nat) (cs : list (@condition T)) (x : list T) : bool :=
  all_hold N (d + 1) cs x && is_positive N (last x (null N)).

Definition shown_in (d : nat) (s : placed) (cs : list (@condition T)) (x : list T) : bool :=
  holds_at d cs x && is_nonnegative N (room d s x).

Definition shown_beyond (d : nat) (s : placed) (cs : list (@condition T)) (x : list T) : bool :=
  holds_at d cs x && is_nonnegative N (negate N (room d s x)).

Definition surely_fails (r : relation) (a : T) : bool :=
  match r with
  | Above => is_nonnegative N (negate N a)
  | AtLeast => is_positive N (negate N a)
  | On => negb (is_null N a)
  | Free => false
  end.

Definition refuted_in (d : nat) (s : placed) (cs : list (@condition T)) (y : list T) : bool :=
  let total := weighted_sum N (d + 1) cs y in
  let v := firstn d total in
  let g := last total (null N) in
  let less := subtract N (times N (placed_one s) (times N g g)) (times N (placed_square s) (dot_product N v v)) in
  let only := map (times N (placed_square s)) v ++ [negate N (times N g (placed_one s))] in
  Nat.eqb (length y) (length cs)
  && forallb (fun p => permitted N (snd (fst p)) (snd p)) (combine cs y)
  && is_nonnegative N (placed_square s)
  && is_nonnegative N (negate N g)
  && is_nonnegative N less
  && (existsb (fun p => is_above (snd (fst p)) && is_positive N (snd p)) (combine cs y)
      || is_positive N less
      || is_positive N (negate N g) && existsb (fun c => surely_fails (snd c) (dot_product N (fst c) only)) cs).

Definition with_question (d : nat) (b : ball) rows given (q : question) (test : placed -> list (@condition T) -> bool) : bool :=
  if well_formed (length rows) q then
    match placed_in d b rows given with Some s => test s (conditions_of s q) | None => false end
  else false.

Definition whole_in_ball {A : Type} (same : A -> A -> bool) (next : nat -> A -> list A) (asking : nat -> A -> question) (root : A)
    (d : nat) (b : ball) (rows : list (list numeral)) (given : list (list numeral * relation)) (members excluded : list (A * list (list Z))) : bool :=
  match placed_in d b rows given with
  | Some s =>
      let shown e x := shown_in d s (conditions_of s (asking O e)) (evidence N x) in
      let out left e y := refuted_in d s (conditions_of s (asking left e)) (evidence N y) in
      match walk same next shown out (length rows) 0 root (members, excluded) with Some ([], []) => true | _ => false end
  | None => false
  end.

End Balls.

Definition accepts_ball_witness f d b rows given q (x : list (list Z)) : bool :=
  with_numbers f (fun _ N => with_question N d b rows given q (fun s cs => shown_in N d s cs (evidence N x))).

Definition accepts_sphere_witness f d b rows given q (x beyond : list (list Z)) : bool :=
  with_numbers f (fun _ N => with_question N d b rows given q
    (fun s cs => shown_in N d s cs (evidence N x) && shown_beyond N d s cs (evidence N beyond))).

Definition accepts_ball_refutation f d b rows given q (y : list (list Z)) : bool :=
  with_numbers f (fun _ N => with_question N d b rows given q (fun s cs => refuted_in N d s cs (evidence N y))).

Definition accepts_signs_in_ball f (ties : bool) d b rows given (members excluded : list (list entry * list (list Z))) : bool :=
  with_numbers f (fun _ N => whole_in_ball N (same_list same_entry) (next_signs ties) asking_signs [] d b rows given members excluded).

Definition accepts_rankings_in_ball f d b rows given (members excluded : list (list nat * list (list Z))) : bool :=
  with_numbers f (fun _ N => whole_in_ball N (same_list Nat.eqb) next_rankings asking_ranking [] d b rows given members excluded).

Definition accepts_weak_in_ball f d b rows given (members excluded : list (list (list nat) * list (list Z))) : bool :=
  with_numbers f (fun _ N => whole_in_ball N (same_list (same_list Nat.eqb)) next_groups asking_groups [] d b rows given members excluded).
