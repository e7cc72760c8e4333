(******************************************************************************)
(*                                                                            *)
(*  WHICH MEASURES OF SIMILARITY A CHANGE CHANGES: EXAMPLES ON A LINE         *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v and measures.v.                                  *)
(*                                                                            *)
(*  Lemmas only; the theorem is in invariance_table.v.                        *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions measures lemma_5_3 claims invariance.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Changing.

Variable R : rcfType.

Lemma pairs_apart (f : forall d, 'rV[R]_d -> 'rV[R]_d -> R) (c : parameter_change R) n d (U U' : 'M[R]_(n, d)) i j :
  c n d U U' -> f d (row i U) (row j U) != f d (row i U') (row j U') ->
  differs_under (of_pairs f) c /\ (nonzero_rows U -> nonzero_rows U' -> differs_under (of_directions f) c).
Proof.
move=> UU' ne; pose M (V : 'M[R]_(n, d)) := \matrix_(i, j) f d (row i V) (row j V).
have MM' : M U <> M U' by move=> /matrixP/(_ i j); rewrite !mxE => e; rewrite e eqxx in ne.
by split=> [|U0 U'0]; exists n, d, U, U', (M U), (M U').
Qed.

Lemma changing_linear (m : similarity R) : differs_under m (@columns_scaled R) -> differs_under m (@transformed R).
Proof.
case=> n [d [U [U' [M [M' [[D D0 ->] mU mU' MM']]]]]]; exists n, d, U, (rescaled U D), M, M'; split=> //.
by exists (diag_mx D); rewrite ?diag_unit.
Qed.

Lemma nonzero_entries n d (U : 'M[R]_(n, d)) : (forall i, exists j, U i j != 0) -> nonzero_rows U.
Proof. by move=> h i; have [j] := h i; apply: contraNneq => /rowP/(_ j); rewrite !mxE => ->. Qed.

(* Two rows on a line. *)

Definition two (a b : R) : 'M[R]_(2, 1) := \matrix_(i, j) (if i == 0 then a else b).

Lemma row_two a b : row 0 (two a b) = const_mx a /\ row 1 (two a b) = const_mx b.
Proof. by split; apply/rowP=> j; rewrite !mxE. Qed.

Lemma dot_1 (a b : R) : dot (const_mx a : 'rV_1) (const_mx b) = a * b.
Proof. by rewrite /dot big_ord1 !mxE. Qed.

Lemma norm_1 (a : R) : norm (const_mx a : 'rV_1) = `|a|.
Proof. by rewrite /norm dot_1 -expr2 sqrtr_sqr. Qed.

Lemma cosine_1 (a b : R) : 0 < a * b -> cosine (const_mx a : 'rV_1) (const_mx b) = 1.
Proof. by move=> ab; rewrite /cosine dot_1 !norm_1 -normrM gtr0_norm // divff // gt_eqF. Qed.

Lemma two_nonzero a b : a != 0 -> b != 0 -> nonzero_rows (two a b).
Proof. by move=> a0 b0; apply: nonzero_entries => i; exists 0; rewrite mxE; case: (i == 0). Qed.

Lemma two_translated a b v : translated (two a b) (two (a + v) (b + v)).
Proof. exists (const_mx v); apply/matrixP=> i j; rewrite !mxE; by case: (i == 0). Qed.

Lemma two_scaled t a b : t != 0 ->
  multiplied (two a b) (two (t * a) (t * b)) /\ columns_scaled (two a b) (two (t * a) (t * b)).
Proof.
move=> t0; split; first by exists t => //; apply/matrixP=> i j; rewrite !mxE; case: (i == 0).
exists (const_mx t) => [l|]; first by rewrite mxE.
by apply/matrixP=> i j; rewrite /rescaled mul_mx_diag !mxE; case: (i == 0); rewrite mulrC.
Qed.

Lemma two_rows_scaled p q a b : 0 < p -> 0 < q -> rows_scaled (two a b) (two (p * a) (q * b)).
Proof.
move=> p0 q0; exists (\row_i (if i == 0 then p else q)) => [i|]; first by rewrite mxE; case: (i == 0).
by apply/matrixP=> i j; rewrite mul_diag_mx !mxE; case: (i == 0).
Qed.

(* Any measure of pairs that is g on the line. *)
Lemma line_apart (f : forall d, 'rV[R]_d -> 'rV[R]_d -> R) (c : parameter_change R) (a b a' b' x y : R) :
  c 2%N 1%N (two a b) (two a' b') -> f 1%N (const_mx a) (const_mx b) = x -> f 1%N (const_mx a') (const_mx b') = y -> x != y ->
  differs_under (of_pairs f) c /\ (a != 0 -> b != 0 -> a' != 0 -> b' != 0 -> differs_under (of_directions f) c).
Proof.
move=> ch fx fy xy; have [r0 r1] := row_two a b; have [r0' r1'] := row_two a' b'.
have ne : f 1%N (row 0 (two a b)) (row 1 (two a b)) != f 1%N (row 0 (two a' b')) (row 1 (two a' b')) by rewrite r0 r1 r0' r1' fx fy.
have [ch_p ch_d] := pairs_apart ch ne.
by split=> // a0 b0 a0' b0'; apply: ch_d; apply: two_nonzero.
Qed.

Lemma two_neq0 : (2%:R : R) != 0.
Proof. by rewrite pnatr_eq0. Qed.

Lemma apart (x y : R) k : y - x = k.+1%:R -> x != y.
Proof. by move=> e; rewrite eq_sym -subr_eq0 e pnatr_eq0. Qed.

Lemma dot_changes : [/\ differs_under (@by_dot R) (@translated R), differs_under (@by_dot R) (@multiplied R),
  differs_under (@by_dot R) (@rows_scaled R) & differs_under (@by_dot R) (@columns_scaled R)].
Proof.
have [mul col] := two_scaled 1 1 two_neq0.
have value (a b x : R) : x = a * b -> dot (const_mx a : 'rV_1) (const_mx b) = x by rewrite dot_1 => ->.
have n3 : 1 != 4%:R :> R by apply: (@apart _ _ 2); ring.
have e4 : 4%:R = (2%:R * 1) * (2%:R * 1) :> R by ring.
have e1 : 1 = 1 * 1 :> R by ring.
split.
- by apply: (proj1 (line_apart (two_translated 1 1 1) (value _ _ _ e1) (value _ _ 4%:R _) n3)); ring.
- exact: (proj1 (line_apart mul (value _ _ _ e1) (value _ _ _ e4) n3)).
- apply: (proj1 (line_apart (two_rows_scaled 1 1 (ltr0Sn R 1) ltr01) (value _ _ _ e1) (value _ _ 2%:R _) _)); first by ring.
  by apply: (@apart _ _ 0); ring.
exact: (proj1 (line_apart col (value _ _ _ e1) (value _ _ _ e4) n3)).
Qed.

Lemma distance_changes : [/\ differs_under (@by_distance R) (@multiplied R),
  differs_under (@by_distance R) (@rows_scaled R) & differs_under (@by_distance R) (@columns_scaled R)].
Proof.
have [mul col] := two_scaled 1 0 two_neq0.
have value (a b x : R) : 0 <= x -> x = a - b -> norm ((const_mx a : 'rV_1) - const_mx b) = x.
  by move=> x0 e; rewrite -[RHS](ger0_norm x0) e -norm_1; congr norm; apply/rowP=> j; rewrite !mxE.
have n1 : 1 != 2%:R :> R by apply: (@apart _ _ 0); ring.
have old : norm ((const_mx 1 : 'rV[R]_1) - const_mx 0) = 1 by apply: value; rewrite ?ler01 ?subr0.
have new : norm ((const_mx (2%:R * 1) : 'rV[R]_1) - const_mx (2%:R * 0)) = 2%:R by apply: value; rewrite ?ler0n //; ring.
split; first exact: (proj1 (line_apart mul old new n1)); last exact: (proj1 (line_apart col old new n1)).
apply: (proj1 (line_apart (two_rows_scaled 1 0 (ltr0Sn R 1) ltr01) old (value _ _ 2%:R _ _) n1)); first exact: ler0n.
by ring.
Qed.

(* Translation by v, a factor 2, and row factors p, q. *)
Lemma line_changes (f : forall d, 'rV[R]_d -> 'rV[R]_d -> R) (a b v p q x y1 y2 y3 : R) :
  [/\ a != 0, b != 0, a + v != 0 & b + v != 0] -> 0 < p -> 0 < q ->
  f 1%N (const_mx a) (const_mx b) = x -> f 1%N (const_mx (a + v)) (const_mx (b + v)) = y1 ->
  f 1%N (const_mx (2%:R * a)) (const_mx (2%:R * b)) = y2 -> f 1%N (const_mx (p * a)) (const_mx (q * b)) = y3 ->
  x != y1 -> x != y2 -> x != y3 ->
  [/\ differs_under (of_directions f) (@translated R), differs_under (of_directions f) (@multiplied R),
    differs_under (of_directions f) (@rows_scaled R) & differs_under (of_directions f) (@columns_scaled R)].
Proof.
move=> [a0 b0 av0 bv0] p0 q0 fx f1 f2 f3 n1 n2 n3; have [mul col] := two_scaled a b two_neq0.
have z (t e : R) : t != 0 -> e != 0 -> t * e != 0 by move=> t0 e0; rewrite mulf_neq0.
split.
- by apply: (proj2 (line_apart (two_translated a b v) fx f1 n1)).
- by apply: (proj2 (line_apart mul fx f2 n2)); rewrite ?z ?two_neq0.
- have p1 := lt0r_neq0 p0; have q1 := lt0r_neq0 q0; by apply: (proj2 (line_apart (two_rows_scaled a b p0 q0) fx f3 n3)); rewrite ?z.
by apply: (proj2 (line_apart col fx f2 n2)); rewrite ?z ?two_neq0.
Qed.

Lemma norm_scaled_changes a : a < 1 -> [/\ differs_under (norm_scaled a) (@translated R), differs_under (norm_scaled a) (@multiplied R),
  differs_under (norm_scaled a) (@rows_scaled R) & differs_under (norm_scaled a) (@columns_scaled R)].
Proof.
move=> a1; have value m n : a * cosine (const_mx m.+1%:R : 'rV[R]_1) (const_mx n.+1%:R) +
    (1 - a) * (norm (const_mx m.+1%:R : 'rV[R]_1) + norm (const_mx n.+1%:R : 'rV[R]_1)) = a + (1 - a) * (m.+1 + n.+1)%:R.
  by rewrite cosine_1 ?mulr_gt0 ?ltr0Sn // !norm_1 !ger0_norm ?ler0n // mulr1 natrD.
have ne m n : m != n -> a + (1 - a) * m%:R != a + (1 - a) * n%:R.
  move=> mn; rewrite (inj_eq (addrI _)) (inj_eq (mulfI _)) ?eqr_nat //.
  by rewrite subr_eq0 gt_eqF.
have nonzero : [/\ 1 != 0 :> R, 1 != 0 :> R, 1 + 1 != 0 :> R & 1 + 1 != 0 :> R].
  by split; rewrite ?oner_neq0 // -[1 + 1]/(2%:R) pnatr_eq0.
have f2 := value 1%N 1%N; rewrite -[(1.+1)%:R]mulr1 in f2; have f3 := value 1%N 0%N; rewrite -[in const_mx 1%:R](mulr1 1) -[(1.+1)%:R]mulr1 in f3.
by apply: (line_changes nonzero (ltr0Sn R 1) ltr01 (value 0%N 0%N) (value 1%N 1%N) f2 f3); apply: ne.
Qed.

Lemma rotator_changes c arccos : [/\ differs_under (word_rotator c arccos) (@translated R), differs_under (word_rotator c arccos) (@multiplied R),
  differs_under (word_rotator c arccos) (@rows_scaled R) & differs_under (word_rotator c arccos) (@columns_scaled R)].
Proof.
have value (m n x : R) : 0 < m * n -> x = `|m| - `|n| -> norm (const_mx m : 'rV[R]_1) - norm (const_mx n : 'rV[R]_1) +
    c * arccos (cosine (const_mx m : 'rV[R]_1) (const_mx n)) = x + c * arccos 1.
  by move=> mn ->; rewrite !norm_1 cosine_1.
have abs (k : nat) : `|k%:R| = k%:R :> R by rewrite ger0_norm ?ler0n.
have ne (x y : R) : x != y -> x + c * arccos 1 != y + c * arccos 1 by rewrite (inj_eq (addIr _)).
have e1 : 1 + - 3%:R = - 2%:R :> R by ring.
have e2 : 2%:R + - 3%:R = - 1 :> R by ring.
have nonzero : [/\ 1 != 0 :> R, 2%:R != 0 :> R, 1 + - 3%:R != 0 :> R & 2%:R + - 3%:R != 0 :> R].
  by split; rewrite ?e1 ?e2 ?oppr_eq0 ?oner_neq0 ?pnatr_eq0.
apply: (line_changes (p := 2%:R) (q := 1) (x := -1 + c * arccos 1) (y1 := 1 + c * arccos 1) (y2 := - 2%:R + c * arccos 1)
  (y3 := 0 + c * arccos 1) nonzero); rewrite ?ltr0n ?ltr01 //.
- by apply: value; rewrite ?mul1r ?ltr0n // abs normr1; ring.
- by apply: value; rewrite e1 e2 ?mulrNN ?mulr1 ?ltr0n // !normrN abs normr1; ring.
- by apply: value; rewrite -?natrM ?mulr1 ?mulr_gt0 ?ltr0n // ?abs -?natrM ?abs; ring.
- by apply: value; rewrite ?mul1r ?mulr1 ?mulr_gt0 ?ltr0n // abs; ring.
- by apply/ne/(@apart _ _ 1); ring.
- by apply: ne; rewrite eq_sym; apply: (@apart _ _ 0); ring.
by apply/ne/(@apart _ _ 0); ring.
Qed.

End Changing.
