(******************************************************************************)
(*                                                                            *)
(*  THE NUMBERS THAT THE PROGRAM COMPUTES WITH                                *)
(*                                                                            *)
(*  Field.  None: a program.  numbers_right.v and roots_right.v prove that    *)
(*  it is right.                                                              *)
(*                                                                            *)
(*  numbers T   a way to compute in a field with the values of T: from the    *)
(*  coefficients of the powers of a root (degree of them, integers), with     *)
(*  sums, products and negatives; is_null says exactly whether a number is    *)
(*  zero, is_positive never says wrongly that it is positive.                 *)
(*                                                                            *)
(*  integers    the rationals: one coefficient, and integers of Coq.          *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
Local Open Scope Z_scope.

Record numbers (T : Type) : Type := Numbers {
  degree : nat;
  of_coefficients : list Z -> T;
  null : T;
  unity : T;
  add : T -> T -> T;
  times : T -> T -> T;
  negate : T -> T;
  is_null : T -> bool;
  is_positive : T -> bool
}.

Arguments degree {T}.
Arguments of_coefficients {T}.
Arguments null {T}.
Arguments unity {T}.
Arguments add {T}.
Arguments times {T}.
Arguments negate {T}.
Arguments is_null {T}.
Arguments is_positive {T}.

Definition integers : numbers Z := {|
  degree := 1;
  of_coefficients := fun l => hd 0 l;
  null := 0;
  unity := 1;
  add := Z.add;
  times := Z.mul;
  negate := Z.opp;
  is_null := fun a => a =? 0;
  is_positive := fun a => 0 <? a
|}.
