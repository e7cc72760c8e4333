(******************************************************************************)
(*                                                                            *)
(*  SOUNDNESS OF CERTIFICATES                                                 *)
(*                                                                            *)
(*  Field.  K is any ordered field; U is any n x d matrix over K with rows    *)
(*  u_1, ..., u_n.                                                            *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    witness_sound        If x realises the strict signs s then s is in S(U).*)
(*    refutation_sound     If y refutes w then no x realises w.               *)
(*    gordan_sound         The case of strict signs s: if y >= 0, y != 0 and  *)
(*        sum_i y_i s_i u_i = 0 then s is not in S(U).                        *)
(*    witness_extends, refutation_extends    A witness or a refutation over K *)
(*        is one over every larger ordered field L.                           *)
(*    rational_witness, rational_refutation  In particular: rational x and y  *)
(*        decide w over every ordered field R, for rational U.                *)
(*                                                                            *)
(*    checker_conditions, checker_refutation    See below.                    *)
(*                                                                            *)
(*  The package.  arrangements/checker/system.py turns every question    *)
(*  into conditions v_k . x > 0 or v_k . x = 0 or none ("system").  For signs *)
(*  v_k is sigma(w_k) u_k: '-' asks -u_k . x > 0, '0' asks u_k . x = 0, '?'   *)
(*  asks nothing.  By checker_conditions x meets these if and only if it      *)
(*  realises w.  For rankings, tops and ties v_k is u_i - u_j, a row of a     *)
(*  matrix V that is B_n U, or some rows of it and their negatives.           *)
(*  The checker accepts                                                       *)
(*    - a witness x if all conditions hold at x, which is `realises`;         *)
(*    - a refutation if it names a weight y_k only for k with a condition,    *)
(*      y_k > 0 wherever v_k . x > 0 is asked, any y_k where v_k . x = 0 is,  *)
(*      at least one weight belongs to a strict condition, and                *)
(*      sum_k y_k v_k = 0.  Weights that are not named are 0.  These are the  *)
(*      hypotheses of checker_refutation, word by word; its conclusion is     *)
(*      that no x meets the conditions.                                       *)
(*  The numbers of a certificate are rational, or lie in a number field with  *)
(*  a chosen real root: an ordered field K.  (The checker first multiplies    *)
(*  them by a common positive integer, which changes no condition.)  By       *)
(*  witness_extends and refutation_extends the answer is then the answer over *)
(*  the reals.                                                                *)
(*  Whole patterns are accepted by a count: see regions.v.                    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions covectors.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What the checker makes of a request: each row with its sign, and the relations > 0, = 0 or none. *)

Theorem witness_sound (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) x :
  (forall i, s i = 1 \/ s i = -1) -> realises U (fun i => entry_of (s i)) x -> sign_pattern U s.
Proof.
move=> s1 xP; split=> [|i]; last by case: (s1 i) => ->.
exists x => i; apply/eqP; have := xP i.
by case: (s1 i) => -> /=; rewrite sgz_cp0.
Qed.

Theorem refutation_sound (K : realFieldType) n d (U : 'M[K]_(n, d)) w y :
  refutes U w y -> ~ possible U w.
Proof.
case=> y_ge0 y_any [a [wa ya]] yU [x xP].
have term_ge0 i : 0 <= y i * (sigma K (w i) * (U *m x) i 0).
  have := xP i; have := y_ge0 i; have := y_any i; rewrite /sigma.
  case: (w i) => /= yi0 yi /=; rewrite ?mul1r ?mulN1r.
  - by move/ltW; apply: mulr_ge0; apply: yi.
  - by move=> h; apply: mulr_ge0; rewrite ?yi // oppr_ge0 ltW.
  - by move->; rewrite mulr0.
  - by rewrite yi0 // mul0r.
have term_gt0 : 0 < y a * (sigma K (w a) * (U *m x) a 0).
  apply: mulr_gt0 => //; have := xP a; rewrite /sigma.
  by case: (w a) wa => //= _; rewrite ?mul1r // mulN1r oppr_gt0.
have : \sum_i y i * (sigma K (w i) * (U *m x) i 0) = 0.
  transitivity (((\sum_i (y i * sigma K (w i)) *: row i U) *m x) 0 0); last by rewrite yU mul0mx mxE.
  rewrite mulmx_suml summxE; apply: eq_bigr => i _.
  by rewrite -scalemxAl -row_mul !mxE mulrA.
apply/eqP; rewrite (bigD1 a) //= gt_eqF //.
by apply: ltr_paddr => //; apply: sumr_ge0.
Qed.

Theorem gordan_sound (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) (y : 'I_n -> K) :
  (forall i, 0 <= y i) -> (exists i, y i != 0) -> \sum_i (y i * (s i)%:~R) *: row i U = 0 -> ~ sign_pattern U s.
Proof.
move=> y_ge0 [a ya] yU [[x xP] s0].
have si i : s i = 1 \/ s i = -1.
  by have := s0 i; rewrite -xP; case: sgzP => //; [left|right].
apply: (@refutation_sound K n d U (fun i => entry_of (s i)) y); last first.
  by exists x => i; rewrite /asks -xP; case: sgzP => //.
split=> // [i||].
- by case: (si i) => ->.
- by exists a; rewrite lt_def ya y_ge0; case: (si a) => ->.
- by rewrite -[RHS]yU; apply: eq_bigr => i _; case: (si i) => ->.
Qed.

Theorem checker_conditions (K : realFieldType) n d (U : 'M[K]_(n, d)) w x :
  realises U w x <-> realises (signed_rows U w) (unsigned w) x.
Proof.
have E i : (signed_rows U w *m x) i 0 = sigma K (w i) * (U *m x) i 0.
  by rewrite !mxE mulr_sumr; apply: eq_bigr => k _; rewrite mxE mulrA.
split=> xP i; have := xP i; rewrite /unsigned ?E /sigma; case: (w i) => //=; rewrite ?mul1r // mulN1r oppr_gt0 //.
Qed.

Theorem checker_refutation (K : realFieldType) m d (V : 'M[K]_(m, d)) (e : 'I_m -> entry) (y : 'I_m -> K) :
  (forall k, e k <> Neg) ->
  (forall k, y k != 0 -> e k = Zero \/ (e k = Pos /\ 0 < y k)) ->
  (exists k, e k = Pos /\ y k != 0) ->
  \sum_k y k *: row k V = 0 ->
  ~ possible V e.
Proof.
move=> no_neg y_used [a [ea ya]] yV; apply: (@refutation_sound K m d V e y).
have y0 k : e k = Any -> y k = 0.
  by move=> ek; apply/eqP; apply: contraT => /y_used; rewrite ek => -[|[]].
split=> [k|//||].
- have [->//|/y_used] := eqVneq (y k) 0; case: (e k) (no_neg k) => // _ [//|[_ /ltW//]].
- by exists a; have [|[_ ?]] := y_used _ ya; rewrite ea.
by rewrite -[RHS]yV; apply: eq_bigr => k _; case: (e k) (no_neg k) => //=; rewrite mulr1.
Qed.

Section Extension.

Variables (K L : realFieldType) (f : {rmorphism K -> L}).
Hypothesis f_inc : increasing f.

Lemma asks_map e a : asks e a -> asks e (f a).
Proof.
case: e => //= [|a0|->]; [exact: f_inc | | exact: rmorph0].
by rewrite -oppr_gt0 -rmorphN; apply: f_inc; rewrite oppr_gt0.
Qed.

Lemma sigma_map e : f (sigma K e) = sigma L e.
Proof. by case: e; rewrite /= ?rmorphN rmorph1. Qed.

End Extension.

Theorem witness_extends (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)) w x :
  increasing f -> realises U w x -> realises (map_mx f U) w (map_mx f x).
Proof. by move=> f_inc xP i; rewrite -map_mxM mxE; apply: asks_map. Qed.

Theorem refutation_extends (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)) w y :
  increasing f -> refutes U w y -> refutes (map_mx f U) w (fun i => f (y i)).
Proof.
move=> f_inc [y_ge0 y_any [a [wa ya]] yU]; split.
- move=> i /y_ge0; rewrite le_eqVlt => /orP[/eqP<-|/f_inc/ltW//].
  by rewrite rmorph0.
- by move=> i /y_any->; rewrite rmorph0.
- by exists a; split=> //; apply: f_inc.
- rewrite -[RHS](map_mx0 f) -yU raddf_sum; apply: eq_bigr => i _.
  by rewrite /= map_mxZ rmorphM sigma_map map_row.
Qed.

Lemma ratr_increasing (R : realFieldType) : increasing (ratr : rat -> R).
Proof. by move=> a; rewrite ltr0q. Qed.

Theorem rational_witness (R : realFieldType) n d (U : 'M[rat]_(n, d)) w x :
  realises U w x -> possible (map_mx (ratr : rat -> R) U) w.
Proof. by move=> xP; exists (map_mx ratr x); apply: witness_extends xP; apply: ratr_increasing. Qed.

Theorem rational_refutation (R : realFieldType) n d (U : 'M[rat]_(n, d)) w y :
  refutes U w y -> ~ possible (map_mx (ratr : rat -> R) U) w.
Proof. by move=> yP; apply: refutation_sound (refutation_extends _ yP); apply: ratr_increasing. Qed.
