(******************************************************************************)
(*                                                                            *)
(*  INPUTS IN A BALL                                                          *)
(*                                                                            *)
(*  Field.  K is any ordered field; L is a larger one.                        *)
(*                                                                            *)
(*  Words: see definitions.v and norms.v.                                     *)
(*                                                                            *)
(*  Theorems, for all sizes.                                                  *)
(*    nearest_point   Closed conditions that have a solution have one nearest *)
(*        to p, over K itself.                                                *)
(*    ball_sound      Weights that contradict the conditions in the ball      *)
(*        prove that no point of the ball meets them.                         *)
(*    ball_complete   For every system and every ball there is a point of the *)
(*        ball that meets it, or there are weights that contradict it there.  *)
(*    ball_open       For open conditions, some > 0 has a weight: the first   *)
(*        rule suffices.                                                      *)
(*    ball_extension  A system over K is met in the ball over L if and only   *)
(*        if it is met there over K.                                          *)
(*    ball_touches    For closed conditions it does not, nor does the second: *)
(*        x >= 1 and y > 0 in the unit disc are refuted by the third only.    *)
(*                                                                            *)
(*  Proof of completeness.  The conditions, closed, have a point z nearest to *)
(*  p, with multipliers (nearest_point): z - p = sum y_k v_k, where y_k is 0  *)
(*  unless z is on the border of condition k.  So v = z - p and g = -|v|^2.   *)
(*  Nearer than the sphere: a point beside z will do.  Farther: the second    *)
(*  rule.  On it: z itself, or the third rule.                                *)
(*  The nearest point is found by induction on the number of >=.  Drop one.   *)
(*  If it holds at the nearest point without it, that is all.  If not, make   *)
(*  it an equation; were its multiplier negative, the point without it would  *)
(*  be farther.                                                               *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions norms lemma_5_3 covectors certificates gordan polyhedra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Products.

Variable K : realFieldType.

Definition ip d (x y : 'cV[K]_d) : K := \sum_j x j 0 * y j 0.

Lemma ip_mul d (u : 'rV[K]_d) (x : 'cV[K]_d) : (u *m x) 0 0 = ip u^T x.
Proof. by rewrite mxE; apply: eq_bigr => j _; rewrite mxE. Qed.

Lemma square_ip d (x : 'cV[K]_d) : square_norm x = ip x x.
Proof. by apply: eq_bigr => j _; rewrite expr2. Qed.

Lemma ipC d (x y : 'cV[K]_d) : ip x y = ip y x.
Proof. by apply: eq_bigr => j _; rewrite mulrC. Qed.

Lemma ipDr d (x y z : 'cV[K]_d) : ip x (y + z) = ip x y + ip x z.
Proof. by rewrite -big_split; apply: eq_bigr => j _; rewrite mxE mulrDr. Qed.

Lemma ipZr d (x y : 'cV[K]_d) t : ip x (t *: y) = t * ip x y.
Proof. by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mxE mulrCA. Qed.

Lemma ipNr d (x y : 'cV[K]_d) : ip x (- y) = - ip x y.
Proof. by rewrite -scaleN1r ipZr mulN1r. Qed.

Lemma ipBr d (x y z : 'cV[K]_d) : ip x (y - z) = ip x y - ip x z.
Proof. by rewrite ipDr ipNr. Qed.

Lemma square_ge0 d (x : 'cV[K]_d) : 0 <= square_norm x.
Proof. by apply: sumr_ge0 => j _; apply: sqr_ge0. Qed.

Lemma square_eq0 d (x : 'cV[K]_d) : (square_norm x == 0) = (x == 0).
Proof.
apply/eqP/eqP=> [x0|->]; last by apply: big1 => j _; rewrite mxE expr0n.
by apply/colP=> j; rewrite mxE; apply/eqP; rewrite -sqrf_eq0; apply/eqP; apply: (psumr_eq0P _ x0) => // k _; apply: sqr_ge0.
Qed.

Lemma square_gt0 d (x : 'cV[K]_d) : (0 < square_norm x) = (x != 0).
Proof. by rewrite lt_def square_ge0 square_eq0 andbT. Qed.

Lemma squareD d (x y : 'cV[K]_d) : square_norm (x + y) = square_norm x + 2%:R * ip x y + square_norm y.
Proof. by rewrite !square_ip ipDr !(ipC (x + y)) !ipDr (ipC y x); ring. Qed.

Lemma squareZ d (x : 'cV[K]_d) t : square_norm (t *: x) = t ^+ 2 * square_norm x.
Proof. by rewrite !square_ip ipZr ipC ipZr mulrA expr2. Qed.

Lemma squareN d (x : 'cV[K]_d) : square_norm (- x) = square_norm x.
Proof. by rewrite -scaleN1r squareZ sqrrN expr1n mul1r. Qed.

(* Cauchy and Schwarz. *)
Lemma ip_le d (x y : 'cV[K]_d) : ip x y ^+ 2 <= square_norm x * square_norm y.
Proof.
have [->|x0] := eqVneq x 0.
  have -> : ip (0 : 'cV[K]_d) y = 0 by apply: big1 => j _; rewrite mxE mul0r.
  by rewrite expr0n /= mulr_ge0 ?square_ge0.
have n0 : 0 < square_norm x by rewrite square_gt0.
rewrite -subr_ge0 -(pmulr_rge0 _ n0).
have -> : square_norm x * (square_norm x * square_norm y - ip x y ^+ 2) = square_norm (square_norm x *: y - ip x y *: x).
  by rewrite squareD squareN !squareZ ipNr ipZr [ip (_ *: y) x]ipC ipZr; ring.
exact: square_ge0.
Qed.

Lemma weighted m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (y : 'rV[K]_m) x :
  \sum_k y 0 k * (V *m x + c) k 0 = ip (y *m V)^T x + (y *m c) 0 0.
Proof.
have -> : \sum_k y 0 k * (V *m x + c) k 0 = (y *m (V *m x + c)) 0 0 by rewrite [RHS]mxE.
by rewrite mulmxDr mulmxA [LHS]mxE (ip_mul (y *m V)).
Qed.

(* From the centre p the weighted sum of the conditions is g + <v, x - p>. *)
Lemma weighted_from m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (y : 'rV[K]_m) p x :
  \sum_k y 0 k * (V *m x + c) k 0 = (y *m (V *m p + c)) 0 0 + ip (y *m V)^T (x - p).
Proof.
by rewrite weighted ipBr mulmxDr mulmxA [X in _ = X + _]mxE (ip_mul (y *m V)) [RHS]addrAC [_ + (_ - _)]addrC subrK.
Qed.

End Products.

Section Nearest.

Variables (K : realFieldType) (m d : nat) (V : 'M[K]_(m, d)) (c : 'cV[K]_m).
Implicit Types (r : 'I_m -> relation) (y : 'rV[K]_m) (x z : 'cV[K]_d).

(* z is a solution, and by its multipliers y the one of least norm. *)
Definition least r y z : Prop :=
  [/\ meets V c r z, forall k, allowed (r k) (y 0 k), z = (y *m V)^T & forall k, y 0 k * (V *m z + c) k 0 = 0].

Definition closed r : Prop := forall k, r k <> Above.

Lemma least_products r y z x : least r y z -> meets V c r x -> square_norm z <= ip z x.
Proof.
case=> _ yP zE slack xP; have := weighted V c y x; have := weighted V c y z.
rewrite -zE -square_ip [X in X = _]big1 // => z0 xE.
have x0 : 0 <= \sum_k y 0 k * (V *m x + c) k 0 by apply: sumr_ge0 => k _; apply: holds_allowed.
have yc : (y *m c) 0 0 = - square_norm z by apply/eqP; rewrite -addr_eq0 addrC -z0.
by move: x0; rewrite xE yc subr_ge0.
Qed.

Lemma least_strict r : closed r -> (forall k, ~~ at_least (r k)) -> (exists x, meets V c r x) -> exists y z, least r y z.
Proof.
move=> closed_r no [x xP]; pose E : 'M[K]_(m, d) := \matrix_(k, j) (if r k is On then V k j else 0).
have EV k (v : 'cV[K]_d) : (E *m v) k 0 = if r k is On then (V *m v) k 0 else 0.
  by rewrite mxE; case rk: (r k); rewrite ?[RHS]mxE; [apply: big1|apply: big1|apply: eq_bigr|apply: big1] => j _;
    rewrite mxE rk ?mul0r.
have [D xD] : exists D, (E *m x)^T = D *m (E *m E^T)^T.
  by apply/submxP; rewrite -(gram_column_span E) trmx_mul submxMl.
pose y : 'rV[K]_m := \row_k (if r k is On then D 0 k else 0).
have yV : y *m V = D *m E.
  apply/rowP=> j; rewrite !mxE; apply: eq_bigr => k _; rewrite !mxE; case: (r k); rewrite ?mul0r ?mulr0 //.
have Ez : E *m (y *m V)^T = E *m x.
  by apply: trmx_inj; rewrite xD yV !trmx_mul !trmxK mulmxA.
have zx k : r k = On -> (V *m (y *m V)^T) k 0 = (V *m x) k 0.
  by move=> rk; have := congr1 (fun M : 'cV_m => M k 0) Ez; rewrite !EV rk.
exists y, (y *m V)^T; split=> // k.
- have := xP k; have := zx k; have := no k; have := closed_r k; case: (r k) => //= _ _ /(_ erefl).
  by rewrite !mxE => ->.
- by have := no k; have := closed_r k; rewrite mxE; case: (r k).
have := xP k; have := zx k; rewrite [y 0 k]mxE; case: (r k); rewrite ?mul0r //= => /(_ erefl).
by rewrite ![(_ + c) k 0]mxE => -> ->; rewrite mulr0.
Qed.

Lemma zero_between (a b : K) : a < 0 -> 0 <= b -> exists t, [/\ 0 <= t, 0 <= 1 - t & (1 - t) * a + t * b = 0].
Proof.
move=> a0 b0; have gap : 0 < b - a by rewrite subr_gt0; apply: lt_le_trans b0.
have gap0 : b - a != 0 by rewrite gt_eqF.
have E : 1 - - a / (b - a) = b / (b - a) by field.
exists (- a / (b - a)); split; last by rewrite E; field.
  by rewrite divr_ge0 ?oppr_ge0 // ltW.
by rewrite E divr_ge0 // ltW.
Qed.

Lemma value_segment x z t k : (V *m (z + t *: (x - z)) + c) k 0 = (1 - t) * (V *m z + c) k 0 + t * (V *m x + c) k 0.
Proof. by rewrite mulmxDr -scalemxAr mulmxBr !mxE; set a := \sum_j _; set b := \sum_j _; move: a b (c k 0) => a b e; ring. Qed.

Lemma least_exists r : closed r -> (exists x, meets V c r x) -> exists y z, least r y z.
Proof.
have [l] := ubnP #|[pred k | at_least (r k)]|; elim: l r => // l IH r rl closed_r [x xP].
have [a ra|no] := pickP [pred k | at_least (r k)]; last first.
  by apply: least_strict; [|move=> k; have /= -> := no k|exists x].
have fewer s : ~~ at_least s -> (#|[pred k | at_least (changed r a s k)]| < l)%N.
  move=> s0; rewrite -ltnS; apply: leq_trans rl; rewrite ltnS; apply: proper_card; apply/properP; split.
    by apply/subsetP=> k; rewrite !inE /changed; case: eqP => // ->; rewrite (negPf s0).
  by exists a; rewrite // inE /changed eqxx.
have closed_changed s : s <> Above -> closed (changed r a s) by move=> s0 k; rewrite /changed; case: eqP.
move: ra => /=; case ra: (r a) => // _.
have xF : meets V c (changed r a Free) x by move=> k; have := xP k; rewrite /changed; case: eqP.
have closed_F : closed (changed r a Free) by apply: closed_changed.
have closed_O : closed (changed r a On) by apply: closed_changed.
have [|y [z lz]] := IH _ (fewer Free isT) closed_F; first by exists x.
have [zF yP zE slack] := lz.
have zk k : k != a -> holds (r k) ((V *m z + c) k 0) by move=> /negPf ka; have := zF k; rewrite /changed ka.
have yk k : k != a -> allowed (r k) (y 0 k) by move=> /negPf ka; have := yP k; rewrite /changed ka.
have ya : y 0 a = 0 by have := yP a; rewrite /changed eqxx.
have [za|za] := leP 0 ((V *m z + c) a 0).
  exists y, z; split=> // k; have [->|ka] := eqVneq k a; rewrite ?ra //=; [exact: zk | by rewrite ya | exact: yk].
have xa : 0 <= (V *m x + c) a 0 by have := xP a; rewrite ra.
have [t [t0 t1 crossing]] := zero_between za xa.
have [|y' [z' lz']] := IH _ (fewer On isT) closed_O.
  exists (z + t *: (x - z)) => k; rewrite value_segment /changed; case: eqP => [->|/eqP ka] //=.
  have := zk k ka; have := xP k; case: (r k) (closed_r k) => //= _.
    by move=> h h'; rewrite addr_ge0 ?mulr_ge0.
  by move=> -> ->; rewrite !mulr0 addr0.
have [zF' yP' zE' slack'] := lz'.
have za' : (V *m z' + c) a 0 = 0 by have := zF' a; rewrite /changed eqxx.
have zk' k : k != a -> holds (r k) ((V *m z' + c) k 0) by move=> /negPf ka; have := zF' k; rewrite /changed ka.
have yk' k : k != a -> allowed (r k) (y' 0 k) by move=> /negPf ka; have := yP' k; rewrite /changed ka.
have [ya'|ya'] := leP 0 (y' 0 a).
  exists y', z'; split=> // k; have [->|ka] := eqVneq k a; rewrite ?ra //=; [by rewrite za' | exact: zk' | exact: yk'].
(* Otherwise z' would be nearer than z, and z is at least as near as z'. *)
have z_le : square_norm z <= ip z z'.
  by apply: least_products lz _ => k; rewrite /changed; case: eqP => // /eqP; apply: zk'.
have : 0 < \sum_k y' 0 k * (V *m z + c) k 0.
  rewrite (bigD1 a) //= ltr_paddr ?nmulr_rgt0 // sumr_ge0 // => k ka.
  by apply: (@holds_allowed K (r k)); [apply: zk | apply: yk'].
rewrite weighted -zE'; have := weighted V c y' z'; rewrite -zE' -square_ip [X in X = _]big1 // => /esym/eqP.
rewrite addrC addr_eq0 => /eqP->; rewrite subr_gt0 => z_lt.
have : square_norm (z' - z) < 0.
  by rewrite squareD squareN ipNr mulrN addrAC subr_lt0 [2%:R]mulr2n mulrDl mul1r ltr_le_add // ipC.
by rewrite ltNge square_ge0.
Qed.

End Nearest.

Definition relaxed m (r : 'I_m -> relation) (k : 'I_m) : relation := if r k is Above then AtLeast else r k.

Lemma relaxed_closed m (r : 'I_m -> relation) : closed (relaxed r).
Proof. by move=> k; rewrite /relaxed; case: (r k). Qed.

Lemma meets_relaxed (K : realFieldType) m d (V : 'M[K]_(m, d)) c r x : meets V c r x -> meets V c (relaxed r) x.
Proof. by move=> xP k; have := xP k; rewrite /relaxed; case: (r k) => //= /ltW. Qed.

(* The centre put at 0. *)
Lemma to_centre (K : realFieldType) m d (V : 'M[K]_(m, d)) c r p x : meets V c r x -> meets V (V *m p + c) r (x - p).
Proof. by move=> h k; have := h k; rewrite addrA -mulmxDr subrK. Qed.

Lemma from_centre (K : realFieldType) m d (V : 'M[K]_(m, d)) c r p z : meets V (V *m p + c) r z -> meets V c r (z + p).
Proof. by move=> h k; have := h k; rewrite addrA -mulmxDr. Qed.

Theorem nearest_point (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) :
  (forall k, r k <> Above) -> (exists x, meets V c r x) ->
  exists2 z, meets V c r z & forall x, meets V c r x -> square_norm (z - p) + square_norm (x - z) <= square_norm (x - p).
Proof.
move=> closed_r [x0 x0P]; have [|y [z lz]] := @least_exists K m d V (V *m p + c) r closed_r.
  by exists (x0 - p); apply: to_centre.
have zP : meets V c r (z + p) by apply: from_centre; case: lz.
exists (z + p) => // x xP; have := least_products lz (to_centre p xP); rewrite addrK.
have -> : x - (z + p) = (x - p) - z by rewrite opprD [- z - p]addrC addrA.
rewrite squareD squareN ipNr [ip _ z]ipC; move: (ip z (x - p)) (square_norm z) (square_norm (x - p)) => a b e h.
have E : e - (b + (e + 2%:R * - a + b)) = 2%:R * (a - b) by ring.
by rewrite -subr_ge0 E pmulr_rge0 ?ltr0n // subr_ge0.
Qed.

Theorem ball_sound (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation)
    (p : 'cV[K]_d) (q : K) (y : 'rV[K]_m) :
  contradicts_ball V c r p q y -> ~ meets_in_ball V c r p q.
Proof.
case; set v := (y *m V)^T; set g := (y *m (V *m p + c)) 0 0 => yP g0 vq some [x [x_in xP]].
have q0 : 0 <= q by apply: le_trans x_in; apply: square_ge0.
have term k : 0 <= y 0 k * (V *m x + c) k 0 := holds_allowed (xP k) (yP k).
have sumE := weighted_from V c y p x; rewrite -/v -/g in sumE.
have steep : ip v (x - p) ^+ 2 <= g ^+ 2.
  apply: le_trans (ip_le _ _) (le_trans _ vq).
  by rewrite mulrC ler_wpmul2r ?square_ge0.
have ip_le_g : ip v (x - p) <= - g.
  rewrite leNgt; apply/negP=> lt; move: steep; rewrite leNgt => /negP; apply.
  by rewrite -[g ^+ 2]sqrrN ltr_sqr ?nnegrE ?oppr_ge0 //; apply: le_trans (ltW lt); rewrite oppr_ge0.
have sum_le0 : \sum_k y 0 k * (V *m x + c) k 0 <= 0 by rewrite sumE -ler_subr_addl sub0r.
have sum0 : \sum_k y 0 k * (V *m x + c) k 0 = 0 by apply/eqP; rewrite eq_le sum_le0 sumr_ge0.
case: some => [[a [ra ya]]|lt|[g_lt fails]].
- move: sum0; rewrite (bigD1 a) //= => /eqP; rewrite gt_eqF // ltr_paddr ?sumr_ge0 // mulr_gt0 //.
  by have := xP a; rewrite ra.
- have : ip v (x - p) ^+ 2 < g ^+ 2.
    by apply: le_lt_trans lt; apply: le_trans (ip_le _ _) _; rewrite mulrC ler_wpmul2r ?square_ge0.
  by have -> : ip v (x - p) = - g; [apply/eqP; rewrite -addr_eq0 addrC -sumE sum0 | rewrite sqrrN ltxx].
apply: fails; suff -> : p - (q / g) *: v = x by [].
have gn0 : g != 0 by rewrite lt_eqF.
apply/eqP; rewrite -subr_eq0 -square_eq0 eq_le square_ge0 andbT.
have -> : p - (q / g) *: v - x = - ((x - p) + (q / g) *: v) by rewrite opprD opprB addrAC.
have ipE : ip v (x - p) = - g by apply/eqP; rewrite -addr_eq0 addrC -sumE sum0.
rewrite squareN squareD squareZ ipZr ipC ipE.
have far : (q / g) ^+ 2 * square_norm v <= q.
  rewrite exprMn exprVn mulrAC ler_pdivr_mulr ?exprn_even_gt0 //= expr2 -mulrA.
  by rewrite ler_wpmul2l.
have -> : square_norm (x - p) + 2%:R * (q / g * - g) + (q / g) ^+ 2 * square_norm v
  = square_norm (x - p) + (q / g) ^+ 2 * square_norm v - (q + q) by field.
by rewrite subr_le0 ler_add.
Qed.

(* Multipliers of the nearest point as weights: the slope is z - p, the value at p is -|z - p|^2. *)
Lemma least_value (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) r y z :
  least V c r y z -> (y *m c) 0 0 = - square_norm z.
Proof.
case=> _ _ zE slack; have := weighted V c y z; rewrite -zE -square_ip [X in X = _]big1 // => /esym/eqP.
by rewrite addrC addr_eq0 => /eqP.
Qed.

(* A part of the way from z to x is inside the ball if z is nearer than its border. *)
Lemma little_way (K : realFieldType) d (z x : 'cV[K]_d) (q : K) : square_norm z < q ->
  exists t, [/\ 0 < t, 0 <= 1 - t & square_norm (z + t *: (x - z)) <= q].
Proof.
move=> zq; pose b := `|2%:R * ip z (x - z)| + square_norm (x - z); pose t := Num.min 1 ((q - square_norm z) / (b + 1)).
have b0 : 0 < b + 1 by rewrite ltr_paddl ?addr_ge0 ?square_ge0 ?ltr01.
have t0 : 0 < t by rewrite lt_minr ltr01 divr_gt0 // subr_gt0.
have t1 : t <= 1 by rewrite le_minl lexx.
exists t; split; rewrite ?subr_ge0 //.
have tb : t * b <= q - square_norm z.
  apply: (@le_trans _ _ ((q - square_norm z) / (b + 1) * (b + 1))); last by rewrite divfK // gt_eqF.
  by apply: ler_pmul; [exact: ltW | rewrite addr_ge0 ?square_ge0 | rewrite le_minl lexx orbT | rewrite ler_addl ler01].
rewrite squareD ipZr squareZ -addrA -ler_subr_addl; apply: le_trans tb; rewrite /b mulrDr ler_add //.
  by rewrite mulrCA ler_wpmul2l ?(ltW t0) // ler_norm.
by rewrite expr2 -mulrA ler_wpmul2l ?(ltW t0) // -[X in _ <= X]mul1r ler_wpmul2r ?square_ge0.
Qed.

Theorem ball_complete (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation)
    (p : 'cV[K]_d) (q : K) :
  0 <= q -> meets_in_ball V c r p q \/ exists y, contradicts_ball V c r p q y.
Proof.
move=> q0; have [[x0 x0P]|[y [yP yV yc some]]] := system_complete V c r; last first.
  right; exists y; have g : y *m (V *m p + c) = y *m c by rewrite mulmxDr mulmxA yV mul0mx add0r.
  have n0 : square_norm (0 : 'cV[K]_d) = 0 by apply/eqP; rewrite square_eq0.
  rewrite /contradicts_ball g yV trmx0 n0 mulr0; split=> //; first exact: sqr_ge0.
  by case: some => [|lt]; [constructor 1 | constructor 2; rewrite exprn_even_gt0 //= lt_eqF].
have [|y [z lz]] := @least_exists K m d V (V *m p + c) (relaxed r) (@relaxed_closed m r).
  by exists (x0 - p); apply: to_centre; apply: meets_relaxed.
have [zP yP zE _] := lz; have gE := least_value lz.
have yr k : allowed (r k) (y 0 k) by have := yP k; rewrite /relaxed; case: (r k).
have [lt|gt|zq] := ltrgtP (square_norm z) q.
- left; have [t [t0 t1 near]] := little_way (x0 - p) lt.
  exists (z + t *: (x0 - p - z) + p); split; first by rewrite /in_ball addrK.
  apply: from_centre => k; rewrite value_segment.
  have := zP k; have := to_centre p x0P k; rewrite /relaxed; case: (r k) => //= [h h'|h h'|-> ->].
  + by rewrite ltr_paddl ?mulr_ge0 // mulr_gt0.
  + by rewrite addr_ge0 ?mulr_ge0 // ltW.
  + by rewrite !mulr0 addr0.
- right; exists y; rewrite /contradicts_ball -zE gE oppr_le0 square_ge0 sqrrN expr2.
  have lt : q * square_norm z < square_norm z * square_norm z by rewrite ltr_pmul2r // (le_lt_trans q0).
  by split=> //; [exact: ltW | constructor 2].
have [meets_z|fails] : (meets V (V *m p + c) r z) \/ exists2 k, r k = Above & (V *m z + (V *m p + c)) k 0 = 0.
  have [/existsP[k]|/existsPn none] := boolP [exists k, (if r k is Above then true else false) && ((V *m z + (V *m p + c)) k 0 == 0)].
    by case rk: (r k) => //= /eqP; right; exists k.
  left=> k; have := zP k; have := none k; rewrite /relaxed; case: (r k) => //=.
  by rewrite lt_def => -> ->.
  left; exists (z + p); split; first by rewrite /in_ball addrK zq.
  exact: from_centre.
right; have [q_pos|q_zero] : 0 < q \/ q = 0 by move: q0; rewrite le_eqVlt => /orP[/eqP<-|]; [right|left].
  exists y; rewrite /contradicts_ball -zE gE zq oppr_le0 sqrrN expr2; split=> //; constructor 3; split; first by rewrite oppr_lt0.
  rewrite invrN mulrN divff ?gt_eqF // scaleN1r opprK => /(to_centre p); rewrite [p + z]addrC addrK => met.
  by case: fails => k rk zk; have := met k; rewrite rk /= zk ltxx.
case: fails => k rk zk; have z0 : z = 0 by apply/eqP; rewrite -square_eq0 zq q_zero.
have dE (w : 'cV[K]_m) : (delta_mx 0 k : 'rV_m) *m w = (w k 0)%:M.
  by apply/matrixP=> i j; rewrite -rowE !mxE !ord1 eqxx.
exists (delta_mx 0 k); rewrite /contradicts_ball dE mxE eqxx mulr1n; move: zk; rewrite z0 mulmx0 add0r => ->.
split=> //; last by constructor 1; exists k; rewrite mxE !eqxx ltr01.
  move=> l; rewrite mxE eqxx /=; have [->|_] := eqVneq l k; first by rewrite rk /= ler01.
  by rewrite mulr0n; case: (r l) => /=.
by rewrite q_zero mul0r expr2 mul0r.
Qed.

Theorem ball_open (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation)
    (p : 'cV[K]_d) (q : K) :
  0 <= q -> open_conditions r ->
  meets_in_ball V c r p q \/ exists y, contradicts_ball V c r p q y /\ exists k, r k = Above /\ 0 < y 0 k.
Proof.
move=> q0 open_r; have [|[y yP]] := ball_complete V c r p q0; [by left|right].
exists y; split=> //; have [y_ok _ _ some] := yP.
have [y0|] := eqVneq y 0; last first.
  case/rV0Pn=> k yk; exists k; have := y_ok k; have [->|->] := open_r k => /= h; last by rewrite h eqxx in yk.
  by rewrite lt_def yk.
move: some; rewrite y0 !mul0mx trmx0 !mxE ltxx expr0n /=.
have -> : square_norm (0 : 'cV[K]_d) = 0 by apply/eqP; rewrite square_eq0.
by rewrite mulr0 ltxx => -[[k [_]]|//|[//]]; rewrite mxE ltxx.
Qed.

Theorem ball_extension (K L : realFieldType) (f : {rmorphism K -> L}) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m)
    (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K) :
  increasing f -> 0 <= q ->
  meets_in_ball (map_mx f V) (map_mx f c) r (map_mx f p) (f q) <-> meets_in_ball V c r p q.
Proof.
move=> f_inc q0; have f_le a b : a <= b -> f a <= f b.
  by rewrite -subr_ge0 -[f a <= _]subr_ge0 -rmorphB le_eqVlt => /orP[/eqP<-|/f_inc/ltW//]; rewrite rmorph0.
have f_lt a b : a < b -> f a < f b by rewrite -subr_gt0 -[f a < _]subr_gt0 -rmorphB => /f_inc.
have square_f (x : 'cV[K]_d) : square_norm (map_mx f x) = f (square_norm x).
  by rewrite rmorph_sum; apply: eq_bigr => j _; rewrite mxE rmorphX.
have value_f x k : (map_mx f V *m map_mx f x + map_mx f c) k 0 = f ((V *m x + c) k 0).
  by rewrite -map_mxM -map_mxD mxE.
have holds_f e a : holds e (f a) <-> holds e a.
  case: e => /=; [split=> [|/f_lt]|split=> [|/f_le]|split=> [|->]|]; rewrite ?rmorph0 // => h.
  - by rewrite ltNge; apply/negP=> /f_le; rewrite rmorph0 leNgt h.
  - by rewrite leNgt; apply/negP=> /f_lt; rewrite rmorph0 ltNge h.
  - by apply: (fmorph_inj f); rewrite rmorph0.
have meets_f x : meets (map_mx f V) (map_mx f c) r (map_mx f x) <-> meets V c r x.
  by split=> h k; have := h k; rewrite value_f => /holds_f.
split=> [found|[x [x_in xP]]]; last first.
  by exists (map_mx f x); split; [rewrite /in_ball -map_mxB square_f; apply: f_le | apply/meets_f].
have [//|[y [yP g0 vq some]]] := ball_complete V c r p q0.
case: (@ball_sound _ _ _ _ _ _ _ _ (map_mx f y) _ found).
have vE : (map_mx f y *m map_mx f V)^T = map_mx f (y *m V)^T by rewrite -map_mxM map_trmx.
have gE : (map_mx f y *m (map_mx f V *m map_mx f p + map_mx f c)) 0 0 = f ((y *m (V *m p + c)) 0 0).
  by rewrite -map_mxM -map_mxD -map_mxM mxE.
rewrite /contradicts_ball vE gE square_f -rmorphM -rmorphX; split.
- by move=> k; rewrite mxE; have := yP k; case: (r k) => //= [/f_le|/f_le|->]; rewrite rmorph0.
- by rewrite -(rmorph0 f); apply: f_le.
- exact: f_le.
case: some => [[k [rk yk]]|lt|[g_lt fails]].
- by constructor 1; exists k; rewrite mxE; split=> //; apply: f_inc.
- by constructor 2; apply: f_lt.
constructor 3; split; first by rewrite -(rmorph0 f); apply: f_lt.
by rewrite -fmorph_div -map_mxZ -map_mxB => /meets_f.
Qed.

Theorem ball_touches (K : realFieldType) :
  ~ meets_in_ball (touching_V K) (touching_c K) touching_r 0 1 /\
  forall y, contradicts_ball (touching_V K) (touching_c K) touching_r 0 1 y ->
    (forall k, touching_r k = Above -> y 0 k = 0) /\
    1 * square_norm (y *m touching_V K)^T = ((y *m (touching_V K *m 0 + touching_c K)) 0 0) ^+ 2.
Proof.
have V1 : touching_V K = 1%:M.
  apply/matrixP=> i j; rewrite !mxE /at_ -val_eqE /=.
  by case: i => -[|[|?]] //= _; case: j => -[|[|?]] //= _; rewrite ?mulr1z ?mulr0z.
have c0 : touching_c K 0 0 = -1 by rewrite mxE /at_ /= mulrN1z.
have c1 : touching_c K 1 0 = 0 by rewrite mxE /at_ /= mulr0z.
have square2 (x : 'cV[K]_2) : square_norm x = x 0 0 ^+ 2 + x 1 0 ^+ 2.
  by rewrite /square_norm !big_ord_recl big_ord0 addr0; congr (_ + x _ 0 ^+ 2); apply: val_inj.
split=> [[x [near xP]]|y [_ _ steep _]].
  have := xP 0; have := xP 1; rewrite V1 mul1mx ![(x + _) _ 0]mxE c0 c1 addr0 /= subr_ge0 => x1 x0.
  move: near; rewrite /in_ball subr0 square2 => near; have : 1 + 0 < x 0 0 ^+ 2 + x 1 0 ^+ 2.
    by rewrite ler_lt_add ?exprn_gt0 // exprn_ege1.
  by rewrite addr0 ltNge near.
have vE : (y *m touching_V K)^T = y^T by rewrite V1 mulmx1.
have gE : (y *m (touching_V K *m 0 + touching_c K)) 0 0 = - y 0 0.
  rewrite mulmx0 add0r mxE !big_ord_recl big_ord0 addr0 c0 (_ : lift 0 0 = 1) ?c1 ?mulr0 ?addr0 ?mulrN1 //.
  exact: val_inj.
move: steep; rewrite vE gE square2 !mxE mul1r sqrrN ger_addl => y1.
have {}y1 : y 0 1 = 0 by apply/eqP; rewrite -sqrf_eq0 eq_le y1 sqr_ge0.
split; last by rewrite y1 expr0n addr0.
move=> k; rewrite /touching_r; case: (k =P 0) => // k0 _; rewrite -y1; congr (y 0 _); apply: val_inj.
by case: k k0 => -[|[|?]] //= h []; apply: val_inj.
Qed.
