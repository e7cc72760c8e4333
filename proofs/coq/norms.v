(******************************************************************************)
(*                                                                            *)
(*  INPUTS WITH A NORM: THEIR WORDS                                           *)
(*                                                                            *)
(*  A file of words, beside definitions.v, for statements.v.                  *)
(*  Fields.  K is any ordered field, R any real closed field.  Conditions are *)
(*  those of definitions.v: V x + c with the relations r ("meets").           *)
(*                                                                            *)
(*  square_norm x     x_1^2 + ... + x_d^2.                                    *)
(*  in_ball p q x     |x - p|^2 <= q: the square q of the radius is what      *)
(*                    counts, so that the radius may be irrational.           *)
(*  on_sphere p q x   |x - p|^2 = q.                                          *)
(*  meets_in_ball V c r p q   some x of the ball meets all conditions.        *)
(*  meets_on_sphere V c r p q    the same of the sphere.                      *)
(*  contradicts_ball V c r p q y   the weights y refute the conditions in the *)
(*                    ball.  Let v = y V be the slope and g the value of      *)
(*                    y (V x + c) at x = p.  Then:                            *)
(*                    y_k >= 0 where r_k is Above or AtLeast, any sign where  *)
(*                    it is On, y_k = 0 where it is Free;  g <= 0;            *)
(*                    q |v|^2 <= g^2;  and                                    *)
(*                      y_k > 0 for some k with r_k = Above, or               *)
(*                      q |v|^2 < g^2, or                                     *)
(*                      g < 0, and the point p - (q / g) v fails.             *)
(*  open_conditions r    only > 0 is asked, or nothing.                       *)
(*  recedes V r v     v is a direction in which no condition is lost: V v is  *)
(*                    >= 0 where r is Above or AtLeast, 0 where it is On.     *)
(*  is_vertex V c r x    x meets the conditions with >= for >, and the rows   *)
(*                    of V on the border of which it lies (tight_rows; the    *)
(*                    others are 0) have the rank d.                          *)
(*  touching_V, touching_c, touching_r   the conditions x - 1 >= 0 and y > 0  *)
(*                    in the plane.                                           *)
(*                                                                            *)
(*  Normalisations.  gain and shift are vectors, gamma and beta; e >= 0 is    *)
(*  epsilon.  At a vector with the root 0 the quotient is 0 (Coq).            *)
(*  rms_norm e gain x     gamma_i x_i / sqrt(|x|^2 / d + e).                  *)
(*  mean_of x         (x_1 + ... + x_d) / d.                                  *)
(*  layer_norm e gain shift x   with z = x - mean (every entry less the       *)
(*                    mean):  gamma_i z_i / sqrt(|z|^2 / d + e) + beta_i.     *)
(*                                                                            *)
(*  Certificates.  Numbers as in definitions.v (numeral, number_at).          *)
(*  ball              of a certificate: inputs h = c + g z, coordinate by     *)
(*                    coordinate, with |z|^2 at most the square; c are        *)
(*                    ball_centre and g ball_gains (1 for a plain ball). Where*)
(*                    it is ball_centred, the z have the sum 0.               *)
(*  input_of theta b z    the h.                                              *)
(*  answers_at theta b rows given q z    at h and 1 the given conditions hold,*)
(*                    and the rows, offsets last, answer the question; and z  *)
(*                    has the sum 0 where that is asked.                      *)
(*  answered_in_ball theta d b rows given q    some z of the ball does.       *)
(*  answered_on_sphere theta d b rows given q  some z on its border does.     *)
(*                                                                            *)
(******************************************************************************)

From Coq Require BinInt List.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.
From Formal Require Import definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition square_norm (K : realFieldType) d (x : 'cV[K]_d) : K := \sum_j x j 0 ^+ 2.

Definition in_ball (K : realFieldType) d (p : 'cV[K]_d) (q : K) (x : 'cV[K]_d) : Prop := square_norm (x - p) <= q.

Definition on_sphere (K : realFieldType) d (p : 'cV[K]_d) (q : K) (x : 'cV[K]_d) : Prop := square_norm (x - p) = q.

Definition meets_in_ball (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K) : Prop :=
  exists x, in_ball p q x /\ meets V c r x.

Definition meets_on_sphere (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K) : Prop :=
  exists x, on_sphere p q x /\ meets V c r x.

Definition contradicts_ball (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation)
    (p : 'cV[K]_d) (q : K) (y : 'rV[K]_m) : Prop :=
  let v := (y *m V)^T in
  let g := (y *m (V *m p + c)) 0 0 in
  [/\ forall k, allowed (r k) (y 0 k),
      g <= 0,
      q * square_norm v <= g ^+ 2
    & [\/ exists k, r k = Above /\ 0 < y 0 k, q * square_norm v < g ^+ 2 | g < 0 /\ ~ meets V c r (p - (q / g) *: v)]].

Definition open_conditions m (r : 'I_m -> relation) : Prop := forall k, r k = Above \/ r k = Free.

Definition recedes (K : realFieldType) m d (V : 'M[K]_(m, d)) (r : 'I_m -> relation) (v : 'cV[K]_d) : Prop :=
  forall k, match r k with Above | AtLeast => holds AtLeast ((V *m v) k 0) | On => holds On ((V *m v) k 0) | Free => True end.

Definition touching_V (K : ringType) : 'M[K]_2 := of_rows K 2 2 [:: [:: 1; 0]; [:: 0; 1]]%integers.

Definition touching_c (K : ringType) : 'cV[K]_2 := of_rows K 2 1 [:: [:: -1]; [:: 0]]%integers.

Definition touching_r (k : 'I_2) : relation := if k == 0 then AtLeast else Above.

Definition or_equal (e : relation) : relation := if e is Above then AtLeast else e.

Definition tight_rows (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (x : 'cV[K]_d) : 'M[K]_(m, d) :=
  \matrix_(k, j) (if (if r k is Free then false else true) && ((V *m x + c) k 0 == 0) then V k j else 0).

Definition is_vertex (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (x : 'cV[K]_d) : Prop :=
  meets V c (fun k => or_equal (r k)) x /\ \rank (tight_rows V c r x) = d.

(* Normalisations. *)

Definition rms_norm (R : rcfType) d (e : R) (gain x : 'cV[R]_d) : 'cV[R]_d :=
  \col_i (gain i 0 * (x i 0 / Num.sqrt (square_norm x / d%:R + e))).

Definition mean_of (R : rcfType) d (x : 'cV[R]_d) : R := (\sum_i x i 0) / d%:R.

Definition layer_norm (R : rcfType) d (e : R) (gain bias x : 'cV[R]_d) : 'cV[R]_d :=
  rms_norm e gain (x - const_mx (mean_of x)) + bias.

(* Balls of certificates. *)

Record ball := Ball { ball_centre : seq numeral; ball_gains : seq numeral; ball_square : numeral; ball_centred : bool }.

Definition input_of (K : realFieldType) (theta : K) d (b : ball) (z : 'cV[K]_d) : 'cV[K]_d :=
  \col_j (number_at theta (nth [::] (ball_centre b) j) + number_at theta (nth [::] (ball_gains b) j) * z j 0).

Definition answers_at (K : realFieldType) (theta : K) d (b : ball) rows (given : seq (seq numeral * relation)) (q : question)
    (z : 'cV[K]_d) : Prop :=
  let x := col_mx (input_of theta b z) 1%:M in
  [/\ ball_centred b -> \sum_j z j 0 = 0,
      forall u r, List.In (u, r) given -> holds r (row_value theta u x)
    & asked q (size rows) (fun i => row_value theta (nth [::] rows i) x)].

Definition answered_in_ball (K : realFieldType) (theta : K) (d : nat) (b : ball) rows given (q : question) : Prop :=
  exists z : 'cV[K]_d, in_ball 0 (number_at theta (ball_square b)) z /\ answers_at theta b rows given q z.

Definition answered_on_sphere (K : realFieldType) (theta : K) (d : nat) (b : ball) rows given (q : question) : Prop :=
  exists z : 'cV[K]_d, on_sphere 0 (number_at theta (ball_square b)) z /\ answers_at theta b rows given q z.
