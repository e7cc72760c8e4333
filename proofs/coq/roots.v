(******************************************************************************)
(*                                                                            *)
(*  NUMBER FIELDS, FOR THE PROGRAM THAT CHECKS CERTIFICATES                   *)
(*                                                                            *)
(*  Field.  None: a program that computes with integers.  roots_right.v       *)
(*  proves that it is right, over every real closed field.                    *)
(*                                                                            *)
(*  A polynomial is the list of its coefficients, integers, constant first;   *)
(*  "top first" is said where it is the other way round.  A number is a       *)
(*  polynomial, and stands for its value at the root theta.  An interval      *)
(*  goes from low / scale to high / scale.                                    *)
(*                                                                            *)
(*  algebraic r   the numbers of the field of the isolation r; None unless r  *)
(*  plainly is right: the polynomial changes sign over the interval, and      *)
(*  interval arithmetic shows that it is monotone there.                      *)
(*                                                                            *)
(*  A number is null if it has a common divisor with the polynomial that      *)
(*  changes sign over the interval: the root is a simple one.  It is positive *)
(*  if interval arithmetic shows so once the interval has been halved often   *)
(*  enough: 64 times in advance, and up to 262144 times more.  As in the      *)
(*  package's arrangements/checker/numbers.py, which has no limit.       *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From Formal Require Import definitions numbers.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

(* Sums and products. *)

Fixpoint added (u v : list Z) : list Z :=
  match u, v with
  | a :: u', b :: v' => a + b :: added u' v'
  | [], _ => v
  | _, [] => u
  end.

Definition scaled (c : Z) (u : list Z) : list Z := map (Z.mul c) u.

Fixpoint product (u v : list Z) : list Z :=
  match u with
  | [] => []
  | a :: u' => added (scaled a v) (0 :: product u' v)
  end.

Fixpoint derivative (p : list Z) : list Z :=
  match p with
  | [] => []
  | _ :: p' => added p' (0 :: derivative p')
  end.

(* Less than d powers are left where theta^d is the value of rule. *)

Fixpoint reduced (d : nat) (rule u : list Z) : list Z :=
  match u with
  | [] => []
  | c :: u' =>
      let v := c :: reduced d rule u' in
      match skipn d v with
      | [t] => added (firstn d v) (scaled t rule)
      | _ => v
      end
  end.

(* Values, multiplied by powers of q: at a / q, and everywhere from a / q to b / q. *)

Record range := Range { low : Z; high : Z; scale : Z }.

Fixpoint at_point (p : list Z) (a q : Z) : Z * Z :=
  match p with
  | [] => (0, 1)
  | c :: p' => let (v, power) := at_point p' a q in (v * a + c * power, power * q)
  end.

Definition at_low (p : list Z) (i : range) : Z := fst (at_point p (low i) (scale i)).

Definition at_high (p : list Z) (i : range) : Z := fst (at_point p (high i) (scale i)).

Definition lesser (a b : Z) : Z := if a <? b then a else b.

Definition greater (a b : Z) : Z := if a <? b then b else a.

Fixpoint bounds (p : list Z) (a b q : Z) : Z * Z * Z :=
  match p with
  | [] => (0, 0, 1)
  | c :: p' =>
      let '(l, h, power) := bounds p' a b q in
      let la := l * a in let lb := l * b in let ha := h * a in let hb := h * b in let s := c * power in
      (lesser (lesser la lb) (lesser ha hb) + s, greater (greater la lb) (greater ha hb) + s, power * q)
  end.

(* Some true: positive on the interval; Some false: negative; None: it does not show. *)

Definition sign_on (p : list Z) (i : range) : option bool :=
  let '(l, h, _) := bounds p (low i) (high i) (scale i) in
  if 0 <? l then Some true else if h <? 0 then Some false else None.

(* The half that has the root of p, which goes up. *)

Definition halved (p : list Z) (i : range) : range :=
  let m := low i + high i in
  let q := scale i + scale i in
  let v := fst (at_point p m q) in
  if v <? 0 then Range m (high i + high i) q else if 0 <? v then Range (low i + low i) m q else Range m m q.

Definition advance : nat := (8 * 8)%nat.

Definition patience : nat := (64 * advance)%nat.

Fixpoint halvings (n : nat) (p : list Z) (i : range) : range :=
  match n with
  | O => i
  | S n' => halvings n' p (halved p i)
  end.

Fixpoint decided (n : nat) (p e : list Z) (i : range) : bool :=
  match sign_on e i, n with
  | Some s, _ => s
  | None, O => false
  | None, S n' => decided n' p e (halvings advance p i)
  end.

(* The common divisor; all polynomials top first, without leading zeros and common factors where they are remainders. *)

Fixpoint cancelled (c a : Z) (l m : list Z) : list Z :=
  match l, m with
  | u :: l', v :: m' => c * u - a * v :: cancelled c a l' m'
  | _, _ => scaled c l
  end.

Fixpoint divided (n : nat) (l m : list Z) : list Z :=
  match n, l, m with
  | S n', a :: l', c :: m' => divided n' (if a =? 0 then l' else cancelled c a l' m') m
  | _, _, _ => l
  end.

Fixpoint stripped (l : list Z) : list Z :=
  match l with
  | [] => []
  | a :: l' => if a =? 0 then stripped l' else l
  end.

Definition primitive (l : list Z) : list Z :=
  let k := fold_right Z.gcd 0 l in if k =? 1 then l else map (fun a => a / k) l.

Definition remainder (l m : list Z) : list Z := primitive (stripped (divided (S (length l) - length m) l m)).

Fixpoint common (fuel : nat) (l m : list Z) : list Z :=
  match m, fuel with
  | _ :: _, S fuel' => common fuel' m (remainder l m)
  | _, _ => l
  end.

Definition null_at_root (p e : list Z) (i : range) : bool :=
  if forallb (Z.eqb 0) e then true else
  let g := rev (common (length p) (rev e) (rev p)) in at_low g i * at_high g i <? 0.

(* The field. *)

Definition upward (p : list Z) (i : range) : list Z := if 0 <? at_high p i then p else map Z.opp p.

Definition isolates (p : list Z) (i : range) : bool :=
  (low i <? high i) && negb (last p 0 =? 0) && (at_low p i <? 0) && (0 <? at_high p i) &&
  match sign_on (derivative p) i with Some s => s | None => false end.

Definition field (p : list Z) (i : range) : numbers (list Z) :=
  let near := halvings advance p i in
  let d := length (tl p) in
  let c := last p 0 in
  let rule := scaled (- c) (removelast p) in
  {|
    degree := d;
    of_coefficients := fun l => l;
    null := [];
    unity := [1];
    add := added;
    times := if c * c =? 1 then fun u v => reduced d rule (product u v) else product;
    negate := map Z.opp;
    is_null := fun e => match sign_on e near with Some _ => false | None => null_at_root p e i end;
    is_positive := fun e =>
      match sign_on e near with
      | Some s => s
      | None => if null_at_root p e i then false else decided patience p e near
      end
  |}.

Definition algebraic (r : isolation) : option (numbers (list Z)) :=
  let (a, c) := left_end r in
  let (b, d) := right_end r in
  let i := Range (a * d) (b * c) (c * d) in
  let p := upward (root_polynomial r) i in
  if (0 <? c) && (0 <? d) && isolates p i then Some (field p i) else None.
