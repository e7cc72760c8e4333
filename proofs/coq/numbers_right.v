(******************************************************************************)
(*                                                                            *)
(*  NUMBERS OF THE PROGRAM AS NUMBERS OF A FIELD                              *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v; the program is numbers.v.  right_numbers N theta*)
(*  phi: the values that N computes with stand for numbers of K by phi, and   *)
(*  everything that N does is right.  No theorems here; integers_right says   *)
(*  it of the rationals, roots_right.v of number fields.                      *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.

(* The parts of sums and products that are positive and negative. *)

Lemma add_parts (a b : Z) :
  (Z.to_nat (a + b) + (Z.to_nat (- a) + Z.to_nat (- b)) = Z.to_nat (- (a + b)) + (Z.to_nat a + Z.to_nat b))%nat.
Proof. lia. Qed.

Lemma mul_parts (a b : Z) :
  (Z.to_nat (a * b) + (Z.to_nat a * Z.to_nat (- b) + Z.to_nat (- a) * Z.to_nat b) =
   Z.to_nat (- (a * b)) + (Z.to_nat a * Z.to_nat b + Z.to_nat (- a) * Z.to_nat (- b)))%nat.
Proof. destruct a as [|p|p], b as [|q|q]; simpl; rewrite ?Pos2Nat.inj_mul; lia. Qed.

Lemma sign_parts (a : Z) : (0 <= a)%Z -> Z.to_nat (- a) = 0%nat.
Proof. lia. Qed.

Lemma pos_parts (a : Z) : (0 < a)%Z -> exists m, Z.to_nat a = S m.
Proof. intros a0; exists (pred (Z.to_nat a)); lia. Qed.

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions numbers.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The integers of Coq as numbers of K. *)

Section Numbers.

Variable K : realFieldType.
Local Notation phi := (of_Z K).

Lemma cross (s s' p q : K) : s + q = s' + p -> s - s' = p - q.
Proof. by move=> e; have -> : s = s' + p - q by [rewrite -e addrK]; ring. Qed.

Lemma phi0 : phi Z0 = 0.
Proof. by rewrite /of_Z subrr. Qed.

Lemma phi1 : phi (Zpos xH) = 1.
Proof. by rewrite /of_Z subr0. Qed.

Lemma phiD a b : phi (Z.add a b) = phi a + phi b.
Proof.
have := congr1 (fun m => m%:R : K) (add_parts a b); rewrite !plusE !natrD => /cross e.
by rewrite /of_Z e; ring.
Qed.

Lemma phiM a b : phi (Z.mul a b) = phi a * phi b.
Proof.
have := congr1 (fun m => m%:R : K) (mul_parts a b); rewrite !plusE !multE !natrD !natrM => /cross e.
by rewrite /of_Z e; ring.
Qed.

Lemma phiN a : phi (Z.opp a) = - phi a.
Proof. by rewrite /of_Z Z.opp_involutive opprB. Qed.

Lemma phiB a b : phi (Z.sub a b) = phi a - phi b.
Proof. by rewrite /Z.sub phiD phiN. Qed.

Lemma phi_ge0 a : Z.le Z0 a -> 0 <= phi a.
Proof. by move=> a0; rewrite /of_Z sign_parts // subr0 ler0n. Qed.

Lemma phi_gt0 a : Z.lt Z0 a -> 0 < phi a.
Proof. by move=> a0; rewrite /of_Z sign_parts ?subr0; [case: (pos_parts a a0) => m ->; rewrite ltr0n | apply: Z.lt_le_incl]. Qed.

End Numbers.

(* What a way to compute must promise. *)

Record right_numbers (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K) : Prop := RightNumbers {
  phi_coefficients : forall l, size l = degree N -> phi (of_coefficients N l) = polynomial_at l theta;
  phi_null : phi (null N) = 0;
  phi_unity : phi (unity N) = 1;
  phi_add : forall a b, phi (add N a b) = phi a + phi b;
  phi_times : forall a b, phi (times N a b) = phi a * phi b;
  phi_negate : forall a, phi (negate N a) = - phi a;
  phi_is_null : forall a, is_null N a = (phi a == 0);
  phi_is_positive : forall a, is_positive N a -> 0 < phi a
}.

Lemma of_Z_eq0 (K : realFieldType) a : (of_Z K a == 0) = Z.eqb a Z0.
Proof.
case: Z.eqb_spec => [->|a0]; first by rewrite phi0 eqxx.
have [/(phi_gt0 K)/gt_eqF//|/(phi_gt0 K)] : (Z.lt Z0 a \/ Z.lt Z0 (Z.opp a))%Z by case: a a0 => // a _; [left | right].
by rewrite phiN oppr_gt0 => /lt_eqF.
Qed.

Lemma integers_right (K : realFieldType) : right_numbers integers (0 : K) (of_Z K).
Proof.
split=> //=.
- by case=> [|a [|]] // _; rewrite /polynomial_at big_ord1 mulr1.
- exact: phi0.
- exact: phi1.
- exact: phiD.
- exact: phiM.
- exact: phiN.
- by move=> a; rewrite of_Z_eq0.
by move=> a /Z.ltb_lt/(phi_gt0 K).
Qed.
