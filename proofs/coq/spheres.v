(******************************************************************************)
(*                                                                            *)
(*  THE SPHERE AGAINST THE BALL, AND NORMALISED INPUTS                        *)
(*                                                                            *)
(*  Field.  K is any ordered field, R any real closed field (the reals).      *)
(*                                                                            *)
(*  Words: see definitions.v and norms.v.                                     *)
(*                                                                            *)
(*  Theorems, for all sizes.                                                  *)
(*    sphere_against_ball   Conditions are met on the sphere if and only if   *)
(*        they are met in the ball and by a point that is not inside it: one  *)
(*        at least as far from the centre as the sphere.                      *)
(*    sphere_open     For open conditions, some of which say something, and a *)
(*        radius that is not 0: if and only if they are met strictly inside   *)
(*        the sphere and by a point that is not.                              *)
(*    sphere_direction   If they are met in the ball, and there is a          *)
(*        direction in which none is lost, they are met on the sphere.        *)
(*    sphere_hull     If all that meets them is in the hull of points of the  *)
(*        ball, then on the sphere only these points can meet them.           *)
(*    sphere_vertices If no direction is left in which the conditions hold,   *)
(*        and each vertex is inside the sphere, or on it and fails one of     *)
(*        them, then no point of the sphere meets them.                       *)
(*    sphere_cone     Conditions without offsets, one of them > 0, that have  *)
(*        a solution have one on every sphere around 0.                       *)
(*    rms_norm_nothing   A layer without offsets behind RMSNorm without zero  *)
(*        gain, for every epsilon: the same requests are possible, if they    *)
(*        ask for some sign that is not 0.                                    *)
(*    layer_norm_sphere   What LayerNorm with epsilon 0 can put out: gain     *)
(*        times z plus shift, |z|^2 = d, the entries of z with sum 0.         *)
(*    layer_norm_ball   With epsilon > 0: |z|^2 < d instead.                  *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions norms covectors certificates gordan polyhedra balls.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* On the way from a point of the ball to one outside of its inside there is one on the sphere. *)
Lemma crossing (R : rcfType) d (x y : 'cV[R]_d) (q : R) : square_norm x <= q -> q <= square_norm y ->
  exists t, [/\ 0 <= t, 0 <= 1 - t & square_norm (x + t *: (y - x)) = q].
Proof.
move=> xq qy; pose a := square_norm (y - x); pose b := 2%:R * ip x (y - x); pose c := square_norm x - q.
pose f := a%:P * 'X^2 + b%:P * 'X + c%:P.
have fE t : f.[t] = square_norm (x + t *: (y - x)) - q.
  rewrite /f !(hornerD, hornerM, hornerC, hornerX, hornerXn) squareD squareZ ipZr -/a /b /c.
  by move: (square_norm x) (ip _ _) => u v; ring.
have [||t /andP[t0 t1] /eqP ft] := @poly_ivt R f 0 1; first exact: ler01.
  rewrite !fE scale0r addr0 scale1r addrCA subrr addr0 subr_le0 xq subr_ge0 qy //.
exists t; split=> //; first by rewrite subr_ge0.
by apply/eqP; rewrite -subr_eq0 -fE ft.
Qed.

Lemma meets_between (K : realFieldType) m d (V : 'M[K]_(m, d)) c r x y t : 0 <= t -> 0 <= 1 - t ->
  meets V c r x -> meets V c r y -> meets V c r (x + t *: (y - x)).
Proof.
move=> t0 t1 xP yP k; rewrite value_segment; have := xP k; have := yP k; case: (r k) => //= [h h'|h h'|-> ->].
- have [->|t_pos] := eqVneq t 0; first by rewrite subr0 mul1r mul0r addr0.
  by rewrite ltr_paddl ?mulr_ge0 ?(ltW h') // mulr_gt0 // lt_def t_pos.
- by rewrite addr_ge0 ?mulr_ge0.
- by rewrite !mulr0 addr0.
Qed.

Theorem sphere_against_ball (R : rcfType) m d (V : 'M[R]_(m, d)) (c : 'cV[R]_m) (r : 'I_m -> relation) (p : 'cV[R]_d) (q : R) :
  meets_on_sphere V c r p q <-> meets_in_ball V c r p q /\ exists x, meets V c r x /\ q <= square_norm (x - p).
Proof.
split=> [[x [on xP]]|[[x [near xP]] [y [yP far]]]].
  by split; exists x; split=> //; [rewrite /in_ball on | rewrite on].
have [t [t0 t1 on]] := crossing near far.
exists (x + t *: (y - x)); split; last exact: meets_between.
rewrite /on_sphere -on; congr square_norm; have -> : y - p - (x - p) = y - x by rewrite opprB addrA subrK.
by rewrite addrAC.
Qed.

Theorem sphere_open (R : rcfType) m d (V : 'M[R]_(m, d)) (c : 'cV[R]_m) (r : 'I_m -> relation) (p : 'cV[R]_d) (q : R) :
  0 < q -> open_conditions r ->
  meets_on_sphere V c r p q <->
  (exists x, meets V c r x /\ square_norm (x - p) < q) /\ exists x, meets V c r x /\ q <= square_norm (x - p).
Proof.
move=> q0 open_r; split=> [[x [on xP]]|[[x [xP near]] far]]; last first.
  by apply/sphere_against_ball; split=> //; exists x; split=> //; apply: ltW.
split; last by exists x; rewrite on.
(* From x a little towards the centre. *)
have [|t t0 tP] := @small_step R m (fun k => (V *m x + c) k 0) (fun k => (V *m p + c) k 0 - (V *m x + c) k 0)
  (fun k => if r k is Above then true else false).
  by move=> k; have := xP k; case: (r k).
pose s := Num.min t 1; have s0 : 0 < s by rewrite lt_minr t0 ltr01.
have s1 : s <= 1 by rewrite le_minl lexx orbT.
have st : s <= t by rewrite le_minl lexx.
exists (x + s *: (p - x)); split.
  move=> k; rewrite value_segment; have := xP k; have := tP k; have [->|->] := open_r k => //= /(_ isT) ht hx.
  move: ht hx; move: ((V *m x + c) k 0) ((V *m p + c) k 0) => a b ht a0.
  have -> : (1 - s) * a + s * b = a + s * (b - a) by ring.
  have [ba|ba] := leP 0 (b - a); first by rewrite ltr_paddr // mulr_ge0 // ltW.
  by apply: lt_le_trans ht _; rewrite ler_add2l ler_wnmul2r // ltW.
have -> : x + s *: (p - x) - p = (1 - s) *: (x - p).
  by rewrite -[p - x]opprB scalerN addrAC scalerBl scale1r.
rewrite squareZ on; have s_le : (1 - s) ^+ 2 <= 1 - s.
  by rewrite expr2 -[X in _ <= X]mul1r ler_wpmul2r ?subr_ge0 // ler_subl_addr ler_addl ltW.
apply: (@le_lt_trans _ _ ((1 - s) * q)); first by rewrite ler_wpmul2r // ltW.
by rewrite -[X in _ < X]mul1r ltr_pmul2r // ltr_subl_addr ltr_addl.
Qed.

Theorem sphere_direction (R : rcfType) m d (V : 'M[R]_(m, d)) (c : 'cV[R]_m) (r : 'I_m -> relation) (p v : 'cV[R]_d) (q : R) :
  meets_in_ball V c r p q -> v != 0 -> recedes V r v -> meets_on_sphere V c r p q.
Proof.
case=> x [near xP] v0 vP; apply/sphere_against_ball; split; first by exists x.
have n0 : 0 < square_norm v by rewrite square_gt0.
pose t := (`|2%:R * ip (x - p) v| + `|q|) / square_norm v + 1.
have t1 : 1 <= t by rewrite ler_addr divr_ge0 ?addr_ge0 // ltW.
have t0 : 0 <= t by apply: le_trans t1; apply: ler01.
exists (x + t *: v); split.
  have E k : (V *m (x + t *: v) + c) k 0 = (V *m x + c) k 0 + t * (V *m v) k 0.
    by rewrite mulmxDr -scalemxAr addrAC [LHS]mxE [X in _ + X]mxE.
  move=> k; rewrite E; have := xP k; have := vP k; case: (r k) => //= [h h'|h h'|-> ->]; last by rewrite mulr0 addr0.
  - by rewrite ltr_paddr // mulr_ge0.
  - by rewrite addr_ge0 // mulr_ge0.
rewrite addrAC squareD ipZr squareZ -addrA ler_paddl ?square_ge0 //.
have -> : 2%:R * (t * ip (x - p) v) + t ^+ 2 * square_norm v = t * (2%:R * ip (x - p) v + t * square_norm v).
  by move: (ip _ _) (square_norm v) => a b; ring.
have tn : t * square_norm v = `|2%:R * ip (x - p) v| + `|q| + square_norm v by rewrite /t mulrDl divfK ?gt_eqF // mul1r.
have low : `|q| <= 2%:R * ip (x - p) v + t * square_norm v.
  rewrite tn; move: (2%:R * ip _ _) => A; have A0 : 0 <= A + `|A| by rewrite -ler_subl_addl sub0r -normrN ler_norm.
  by rewrite !addrA -[X in X <= _]addr0 ler_add ?(ltW n0) // ler_paddl.
apply: le_trans (ler_norm q) (le_trans low _).
by rewrite -[X in X <= _]mul1r ler_wpmul2r // (le_trans _ low).
Qed.

(* Vertices. *)

Section Vertices.

Variables (K : realFieldType) (m d : nat) (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation).
Hypothesis bounded : forall v, recedes V r v -> v = 0.
Local Notation closed_r := (fun k => or_equal (r k)).
Local Notation tight := (tight_rows V c r).

Lemma tightE x (u : 'cV[K]_d) k : (tight x *m u) k 0 = if (if r k is Free then false else true) && ((V *m x + c) k 0 == 0) then (V *m u) k 0 else 0.
Proof.
rewrite mxE; under eq_bigr do rewrite mxE; case: ifP => _; first by rewrite mxE.
by rewrite big1 // => j _; rewrite mul0r.
Qed.

Lemma tight_entry x k j : tight x k j = if (if r k is Free then false else true) && ((V *m x + c) k 0 == 0) then V k j else 0.
Proof. by rewrite mxE. Qed.

(* In a direction in which a linear function does not fall there is a vertex. *)
Lemma vertex_above (a : 'cV[K]_d) x : meets V c closed_r x -> exists w, is_vertex V c r w /\ ip a x <= ip a w.
Proof.
move: {2}(d - \rank (tight x))%N (leqnn (d - \rank (tight x))) => n.
elim: n x => [|n IH] x n_le xP.
  exists x; split=> //; split=> //; apply/eqP; rewrite eqn_leq rank_leq_col /=.
  by move: n_le; rewrite leqn0 subn_eq0.
have [full|low] := leqP d (\rank (tight x)).
  by exists x; split=> //; split=> //; apply/eqP; rewrite eqn_leq rank_leq_col full.
(* A direction in which what is tight stays so. *)
have [u [u0 Tu au]] : exists u, [/\ u != 0, tight x *m u = 0 & 0 <= ip a u].
  have /rowV0Pn[v v_in v0] : kermx (tight x)^T != 0 by rewrite kermx_eq0 /row_free mxrank_tr neq_ltn low.
  have vT : tight x *m v^T = 0 by apply: trmx_inj; rewrite trmx_mul trmxK trmx0; apply/sub_kermxP.
  have vT0 : v^T != 0 by rewrite trmx_eq0.
  have [av|av] := leP 0 (ip a v^T); first by exists v^T.
  by exists (- v^T); split; rewrite ?oppr_eq0 // ?mulmxN ?vT ?oppr0 // ipNr oppr_ge0 ltW.
have still k : r k <> Free -> (V *m x + c) k 0 = 0 -> (V *m u) k 0 = 0.
  by move=> rk xk; have := tightE x u k; rewrite Tu mxE xk eqxx andbT; case: (r k) rk.
pose falls k := (if r k is Free then false else true) && ((V *m u) k 0 < 0).
have [k0 k0P] : exists k, falls k.
  apply/existsP; apply: contraNT u0; rewrite negb_exists => /forallP none; apply/eqP/bounded => k.
  have := none k; have := xP k; rewrite /falls; case rk: (r k) => //= xk; rewrite -?leNgt // => _.
  by apply: still; rewrite ?rk.
pose step k := (V *m x + c) k 0 / - (V *m u) k 0.
case: (arg_minP step k0P) => k kP least; have /andP[rk uk] := kP.
have value t j : (V *m (x + t *: u) + c) j 0 = (V *m x + c) j 0 + t * (V *m u) j 0.
  by rewrite mulmxDr -scalemxAr addrAC [LHS]mxE [X in _ + X]mxE.
have x_ge j : falls j -> 0 <= (V *m x + c) j 0.
  by move=> /andP[rj uj]; have := xP j; case: (r j) rj => //= _ ->.
have t0 : 0 <= step k by apply: divr_ge0; [apply: x_ge | rewrite oppr_ge0 ltW].
pose y := x + step k *: u.
have yP : meets V c closed_r y.
  move=> j; rewrite value; have xj := xP j; have [jP|] := boolP (falls j).
    have /andP[rj uj] := jP; have := least j jP; rewrite {2}/step ler_pdivl_mulr ?oppr_gt0 // mulrN => h.
    have ge0 : 0 <= (V *m x + c) j 0 + step k * (V *m u) j 0 by rewrite -[X in _ + X]opprK subr_ge0.
    case rE: (r j) rj xj => //= _ xj; have := still j; rewrite rE => /(_ _ xj) u_j.
    by rewrite u_j // in uj; rewrite ltxx in uj.
  rewrite /falls; case rE: (r j) xj => //= xj; rewrite -?leNgt => uj.
  - by rewrite addr_ge0 // mulr_ge0.
  - by rewrite addr_ge0 // mulr_ge0.
  by rewrite xj still ?rE // mulr0 addr0.
have yk : (V *m y + c) k 0 = 0.
  by rewrite value /step invrN mulrN mulNr divfK ?subrr // lt_eqF.
have more : (\rank (tight x) < \rank (tight y))%N.
  have sub : (tight x <= tight y)%MS.
    apply/row_subP=> j; case keep: ((if r j is Free then false else true) && ((V *m x + c) j 0 == 0)); last first.
      suff -> : row j (tight x) = 0 by apply: sub0mx.
      by apply/rowP=> i; rewrite [LHS]mxE tight_entry keep [RHS]mxE.
    have /andP[rj /eqP xj] := keep; suff -> : row j (tight x) = row j (tight y) by apply: row_sub.
    have uj : (V *m u) j 0 = 0 by apply: still => // rE; rewrite rE in rj.
    by apply/rowP=> i; rewrite [LHS]mxE [RHS]mxE !tight_entry keep value xj uj mulr0 addr0 eqxx andbT rj.
  rewrite ltn_neqAle mxrankS // andbT; apply/negP=> /eqP same.
  have /submxP[D yE] : (tight y <= tight x)%MS by rewrite -(geq_leqif (mxrank_leqif_sup sub)) same.
  have := tightE y u k; rewrite yE -mulmxA Tu mulmx0 mxE rk yk eqxx /= => /esym/eqP.
  by rewrite lt_eqF.
have [|w [wP aw]] := IH y _ yP.
  apply: leq_trans (leq_sub2l d more) _; rewrite subnS.
  by case: (d - _)%N n_le.
exists w; split=> //; apply: le_trans aw; rewrite /y ipDr ipZr ler_addl mulr_ge0 //.
Qed.

End Vertices.

Theorem sphere_vertices (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K) :
  (forall v, recedes V r v -> v = 0) ->
  (forall w, is_vertex V c r w -> square_norm (w - p) < q \/ square_norm (w - p) = q /\ ~ meets V c r w) ->
  ~ meets_on_sphere V c r p q.
Proof.
move=> bounded inside [z [on zP]]; have closed_z : meets V c (fun k => or_equal (r k)) z.
  by move=> k; have := zP k; case: (r k) => //= /ltW.
have [w [wV far]] := vertex_above bounded (z - p) closed_z.
have split_w : square_norm (w - p) = q + 2%:R * (ip (z - p) w - ip (z - p) z) + square_norm (w - z).
  have -> : w - p = (z - p) + (w - z) by rewrite [RHS]addrC addrA subrK.
  by rewrite squareD ipBr -on.
have w_le : square_norm (w - p) <= q by case: (inside w wV) => [/ltW|[->]].
have wz : w = z.
  apply/eqP; rewrite -subr_eq0 -square_eq0 eq_le square_ge0 andbT.
  move: w_le; rewrite split_w -addrA ger_addl => h; apply: le_trans h; rewrite ler_addr mulr_ge0 ?ler0n //.
  by rewrite subr_ge0.
by case: (inside w wV) => [|[_]]; rewrite wz // on ltxx.
Qed.

Theorem sphere_cone (R : rcfType) m d (V : 'M[R]_(m, d)) (r : 'I_m -> relation) (q : R) :
  0 < q -> (exists k, r k = Above) -> meets_on_sphere V 0 r 0 q <-> exists x, meets V 0 r x.
Proof.
move=> q0 [a ra]; split=> [[x [_ xP]]|[x xP]]; first by exists x.
have n0 : 0 < square_norm x.
  rewrite square_gt0; apply/eqP=> x0; have := xP a; rewrite ra x0 mulmx0 addr0 mxE /= ltxx //.
exists (Num.sqrt (q / square_norm x) *: x); split.
  by rewrite /on_sphere subr0 squareZ sqr_sqrtr ?divfK ?gt_eqF // ltW // divr_gt0.
have s0 : 0 < Num.sqrt (q / square_norm x) by rewrite sqrtr_gt0 divr_gt0.
move=> k; rewrite addr0 -scalemxAr mxE; have := xP k; rewrite addr0; case: (r k) => //= h.
- exact: mulr_gt0.
- by rewrite mulr_ge0 // ltW.
- by rewrite h mulr0.
Qed.

Theorem rms_norm_nothing (R : rcfType) n d (U : 'M[R]_(n, d)) (w : 'I_n -> entry) (e : R) (gain : 'cV[R]_d) :
  0 <= e -> (forall i, gain i 0 != 0) -> (exists i, strict (w i)) ->
  (exists x, realises U w (rms_norm e gain x)) <-> possible U w.
Proof.
move=> e0 gain0 [a wa]; split=> [[x xP]|[h hP]]; first by exists (rms_norm e gain x).
pose x : 'cV[R]_d := \col_i (h i 0 / gain i 0); pose s := Num.sqrt (square_norm x / d%:R + e).
have [i hi] : exists i, h i 0 != 0.
  apply/existsP; apply: contraT => /existsPn none; have h0 : h = 0.
    by apply/colP=> i; rewrite mxE; apply/eqP; have := none i; rewrite negbK.
  by have := hP a; rewrite h0 mulmx0 mxE; case: (w a) wa => //=; rewrite ltxx.
have x0 : 0 < square_norm x.
  rewrite square_gt0; apply/eqP=> /colP/(_ i); rewrite !mxE => /eqP; rewrite mulf_eq0 invr_eq0.
  by rewrite (negbTE hi) (negbTE (gain0 i)).
have d0 : 0 < d%:R :> R by rewrite ltr0n; case: {+}d i {hi x x0 s h hP gain0 U gain} => // -[].
have s0 : 0 < s by rewrite sqrtr_gt0 ltr_paddr // divr_gt0.
exists x => k; have -> : rms_norm e gain x = s^-1 *: h.
  by apply/colP=> j; rewrite !mxE -/s mulrA [gain _ _ * _]mulrCA divff // mulr1 mulrC.
rewrite -scalemxAr mxE; have := hP k; case: (w k) => //= hk.
- by rewrite mulr_gt0 ?invr_gt0.
- by rewrite pmulr_rlt0 ?invr_gt0.
- by rewrite hk mulr0.
Qed.

Theorem sphere_hull (K : realFieldType) m d n (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K)
    (P : 'M[K]_(n, d)) :
  (forall i, in_ball p q (row i P)^T) -> (forall x, meets V c r x -> hull P x^T) ->
  forall x, on_sphere p q x -> meets V c r x -> exists i, x = (row i P)^T.
Proof.
move=> near all_in x on xP; have [l [l0 l1 xE]] := all_in x xP.
pose w i := (row i P)^T - p; pose z := x - p.
have zE : z = \sum_i l 0 i *: w i.
  have -> : \sum_i l 0 i *: w i = \sum_i l 0 i *: (row i P)^T - p.
    by rewrite -[p in RHS]scale1r -l1 scaler_suml -sumrB; apply: eq_bigr => i _; rewrite scalerBr.
  rewrite /z; congr (_ - _); apply: trmx_inj; rewrite xE mulmx_sum_row linear_sum.
  by apply: eq_bigr => i _; rewrite /= linearZ /= trmxK.
have ipE : \sum_i l 0 i * ip z (w i) = square_norm z.
  have ip0 : ip z 0 = 0 by rewrite -(scale0r 0) ipZr mul0r.
  by rewrite square_ip [X in _ = ip z X]zE (big_morph _ (ipDr z) ip0); apply: eq_bigr => i _; rewrite ipZr.
have term i : l 0 i * square_norm (z - w i) = l 0 i * square_norm z - 2%:R * (l 0 i * ip z (w i)) + l 0 i * square_norm (w i).
  by rewrite squareD squareN ipNr; move: (square_norm _) (ip _ _) (square_norm _) (l 0 i) => a b e f; ring.
have sum_le : \sum_i l 0 i * square_norm (z - w i) <= 0.
  under eq_bigr do rewrite term; rewrite big_split /= sumrB -mulr_suml l1 mul1r -mulr_sumr ipE.
  have : \sum_i l 0 i * square_norm (w i) <= q.
    by rewrite -[q]mul1r -l1 mulr_suml; apply: ler_sum => i _; rewrite ler_wpmul2l //; apply: near.
  rewrite -[q]on -/z; move: (square_norm z) (\sum_i _) => a b ab.
  by have -> : a - 2%:R * a + b = b - a by [ring]; rewrite subr_le0.
have each i : l 0 i * square_norm (z - w i) = 0.
  have ge0 j : 0 <= l 0 j * square_norm (z - w j) by rewrite mulr_ge0 ?square_ge0.
  by apply: (@psumr_eq0P K _ predT (fun j => l 0 j * square_norm (z - w j))) => //; apply/eqP; rewrite eq_le sum_le sumr_ge0.
have [i li] : exists i, l 0 i != 0.
  apply/existsP; apply: contraT => /existsPn none; move: l1; rewrite big1 => [/eqP|i _]; first by rewrite eq_sym oner_eq0.
  by apply/eqP; have := none i; rewrite negbK.
exists i; have /eqP := each i; rewrite mulf_eq0 (negbTE li) square_eq0 subr_eq0 => /eqP.
by rewrite /z /w => /addIr.
Qed.

Section Normalised.

Variables (R : rcfType) (d : nat) (gain shift : 'cV[R]_d).
Hypothesis d0 : (0 < d)%N.

Definition spread (z : 'cV[R]_d) : 'cV[R]_d := \col_i (gain i 0 * z i 0) + shift.

Lemma dR : 0 < d%:R :> R.
Proof. by rewrite ltr0n. Qed.

Lemma centred_sum (x : 'cV[R]_d) : \sum_i (x - const_mx (mean_of x)) i 0 = 0.
Proof.
have -> : \sum_i (x - const_mx (mean_of x)) i 0 = \sum_i x i 0 - \sum_(i < d) mean_of x.
  by rewrite -sumrB; apply: eq_bigr => i _; rewrite !mxE.
by rewrite sumr_const card_ord -[mean_of x *+ d]mulr_natr divfK ?subrr // gt_eqF // dR.
Qed.

Lemma layer_spread (e : R) (x : 'cV[R]_d) (y := x - const_mx (mean_of x)) (s := Num.sqrt (square_norm y / d%:R + e)) :
  layer_norm e gain shift x = spread (s^-1 *: y).
Proof. by congr (_ + _); apply/colP=> i; rewrite !mxE [s^-1 * _]mulrC. Qed.

Lemma sum_scaled (t : R) (z : 'cV[R]_d) : \sum_i (t *: z) i 0 = t * \sum_i z i 0.
Proof. by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mxE. Qed.

(* With sum 0 the mean is 0, so LayerNorm of s z divides by the root of s^2 |z|^2 / d + e. *)
Lemma layer_of (e s : R) (z : 'cV[R]_d) : \sum_i z i 0 = 0 -> s != 0 -> 0 < s -> s ^+ 2 * square_norm z / d%:R + e = s ^+ 2 ->
  layer_norm e gain shift (s *: z) = spread z.
Proof.
move=> z0 s0 s_gt E; have m0 : mean_of (s *: z) = 0 by rewrite /mean_of sum_scaled z0 mulr0 mul0r.
rewrite layer_spread m0 (_ : const_mx 0 = 0) ?subr0; last by apply/matrixP=> i j; rewrite !mxE.
by rewrite squareZ E sqrtr_sqr gtr0_norm // scalerA mulVf // scale1r.
Qed.

Lemma layer_sphere (h : 'cV[R]_d) :
  (exists x, x != const_mx (mean_of x) /\ h = layer_norm 0 gain shift x) <->
  exists z : 'cV[R]_d, [/\ \sum_i z i 0 = 0, square_norm z = d%:R & h = spread z].
Proof.
split=> [[x [x0 ->]]|[z [z0 zd ->]]].
  have y0 : 0 < square_norm (x - const_mx (mean_of x)) by rewrite square_gt0 subr_eq0.
  have s0 : 0 < square_norm (x - const_mx (mean_of x)) / d%:R by rewrite divr_gt0 ?dR.
  rewrite layer_spread addr0; set s := Num.sqrt _; set y := x - _ in y0 s0 *.
  exists (s^-1 *: y); split=> //; first by rewrite sum_scaled centred_sum mulr0.
  rewrite squareZ exprVn sqr_sqrtr ?ltW // invf_div -mulrA mulVf ?mulr1 // gt_eqF //.
exists z; split; last first.
  by rewrite -{2}[z]scale1r layer_of ?oner_neq0 ?ltr01 // expr1n mul1r zd divff ?addr0 // gt_eqF // dR.
have m0 : mean_of z = 0 by rewrite /mean_of z0 mul0r.
rewrite m0; apply/eqP=> zE; have : square_norm z = 0 by apply: big1 => i _; rewrite zE mxE expr0n.
by rewrite zd => /eqP; rewrite gt_eqF // dR.
Qed.

Lemma layer_ball (e : R) (h : 'cV[R]_d) : 0 < e ->
  (exists x, h = layer_norm e gain shift x) <->
  exists z : 'cV[R]_d, [/\ \sum_i z i 0 = 0, square_norm z < d%:R & h = spread z].
Proof.
move=> e0; split=> [[x ->]|[z [z0 zd ->]]].
  rewrite layer_spread; set y := x - _; set s := Num.sqrt _.
  have s2 : 0 < square_norm y / d%:R + e by rewrite ltr_paddl // divr_ge0 ?square_ge0 // ltW // dR.
  exists (s^-1 *: y); split=> //; first by rewrite sum_scaled centred_sum mulr0.
  rewrite squareZ exprVn sqr_sqrtr ?ltW // mulrC ltr_pdivr_mulr // mulrDr mulrCA divff ?mulr1 ?gt_eqF ?dR //.
  by rewrite ltr_addl mulr_gt0 // dR.
have gap : 0 < 1 - square_norm z / d%:R by rewrite subr_gt0 ltr_pdivr_mulr ?dR // mul1r.
pose s := Num.sqrt (e / (1 - square_norm z / d%:R)); have s0 : 0 < s by rewrite sqrtr_gt0 divr_gt0.
exists (s *: z); rewrite layer_of ?gt_eqF // sqr_sqrtr ?ltW ?divr_gt0 //.
move: gap dR; move: (square_norm z) => a gap dR.
by field; rewrite !gt_eqF //=; move: gap; rewrite -(pmulr_rgt0 _ dR) mulrBr mulr1 mulrCA divff ?mulr1 // gt_eqF.
Qed.

End Normalised.

Theorem layer_norm_sphere (R : rcfType) d (gain shift h : 'cV[R]_d) :
  (0 < d)%N ->
  (exists x, x != const_mx (mean_of x) /\ h = layer_norm 0 gain shift x) <->
  exists z : 'cV[R]_d, [/\ \sum_i z i 0 = 0, square_norm z = d%:R & h = \col_i (gain i 0 * z i 0) + shift].
Proof. by move=> d0; apply: layer_sphere. Qed.

Theorem layer_norm_ball (R : rcfType) d (e : R) (gain shift h : 'cV[R]_d) :
  (0 < d)%N -> 0 < e ->
  (exists x, h = layer_norm e gain shift x) <->
  exists z : 'cV[R]_d, [/\ \sum_i z i 0 = 0, square_norm z < d%:R & h = \col_i (gain i 0 * z i 0) + shift].
Proof. by move=> d0; apply: layer_ball. Qed.
