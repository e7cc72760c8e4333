(******************************************************************************)
(*                                                                            *)
(*  INPUTS FROM A POLYHEDRON, AND OFFSETS                                     *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for all sizes.                                                  *)
(*    system_sound      Weights that contradict a system prove that no x      *)
(*        meets it.                                                           *)
(*    system_complete   For every system there is an x that meets it, or      *)
(*        there are weights that contradict it (Motzkin).                     *)
(*    system_extension  A system over K is met over a larger ordered field L  *)
(*        if and only if it is met over K.                                    *)
(*    relative_interior_tight   x is in the relative interior of P if and     *)
(*        only if it is in P and those inequalities of P that are equations   *)
(*        at x are equations on all of P.                                     *)
(*    relative_interior_point   If P is not empty, neither is its relative    *)
(*        interior.                                                           *)
(*    relative_interior_open    An open condition (w without '0') that holds  *)
(*        somewhere on P holds somewhere on its relative interior.  So the    *)
(*        patterns on P are those on the relative interior of P.              *)
(*    polyhedron_sound       A refutation proves that w is not possible in P. *)
(*    polyhedron_complete    For all P, U, b, w there is a witness in P or a  *)
(*        refutation.                                                         *)
(*    possible_in_or_refuted   w is not possible in P if and only if it is    *)
(*        refuted.                                                            *)
(*                                                                            *)
(*  Proof of completeness.  Without >= it is gordan.v, one dimension higher   *)
(*  (x_0 > 0 and c x_0 for c).  Then by induction on the number of >=.  Take  *)
(*  one, v.x >= 0, and ask for v.x = 0 and for v.x > 0 instead.  If both are  *)
(*  refuted then one of the two refutations will do, or their sum with v      *)
(*  eliminated.                                                               *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions covectors certificates gordan.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Systems.

Variable K : realFieldType.

Lemma holds_allowed (r : relation) (a y : K) : holds r a -> allowed r y -> 0 <= y * a.
Proof.
case: r => /= [a0 y0|a0 y0|-> _|_ ->]; rewrite ?mulr0 ?mul0r //; apply: mulr_ge0 => //; exact: ltW.
Qed.

(* Without offsets, and first without >=. *)

Definition balanced m d (V : 'M[K]_(m, d)) (r : 'I_m -> relation) (y : 'rV[K]_m) : Prop :=
  [/\ forall k, allowed (r k) (y 0 k), y *m V = 0 & exists k, r k = Above /\ 0 < y 0 k].

Definition satisfied m d (V : 'M[K]_(m, d)) (r : 'I_m -> relation) (x : 'cV[K]_d) : Prop :=
  forall k, holds (r k) ((V *m x) k 0).

Definition at_least (r : relation) : bool := if r is AtLeast then true else false.

Definition changed m (r : 'I_m -> relation) a s := fun k => if k == a then s else r k.

Lemma motzkin_strict m d (V : 'M[K]_(m, d)) (r : 'I_m -> relation) :
  (forall k, ~~ at_least (r k)) -> (exists x, satisfied V r x) \/ (exists y, balanced V r y).
Proof.
move=> no; pose w k := match r k with Above => Pos | On => Zero | _ => Any end.
have [[x xP]|[y [yP y0 [a [wa ya]] yV]]] := completeness V w; [left|right].
  by exists x => k; have := xP k; have := no k; rewrite /w; case: (r k).
exists (\row_k y k); split.
- by move=> k; rewrite mxE; move: (no k) (yP k) (y0 k); rewrite /w; case: (r k) => //= _ h1 h2; [apply: h1|apply: h2].
- rewrite -[RHS]yV mulmx_sum_row; apply: eq_bigr => k _; rewrite mxE /sigma /w.
  by case: (r k); rewrite mulr1.
by exists a; rewrite mxE; move: wa; rewrite /w; case: (r a).
Qed.

Lemma motzkin m d (V : 'M[K]_(m, d)) (r : 'I_m -> relation) :
  (exists x, satisfied V r x) \/ (exists y, balanced V r y).
Proof.
have [l] := ubnP #|[pred k | at_least (r k)]|; elim: l r => // l IH r rl.
have [a ra|no] := pickP [pred k | at_least (r k)]; last by apply: motzkin_strict => k; have /= -> := no k.
have fewer s : ~~ at_least s -> (#|[pred k | at_least (changed r a s k)]| < l)%N.
  move=> s0; rewrite -ltnS; apply: leq_trans rl; rewrite ltnS; apply: proper_card; apply/properP; split.
    by apply/subsetP=> k; rewrite !inE /changed; case: eqP => // ->; rewrite (negPf s0).
  by exists a; rewrite // inE /changed eqxx.
move: ra => /=; case ra: (r a) => // _.
have sat s x : (forall v : K, holds s v -> 0 <= v) -> satisfied V (changed r a s) x -> satisfied V r x.
  by move=> s0 xP k; have := xP k; rewrite /changed; case: eqP => // ->; rewrite ra; apply: s0.
have [[x xP]|[y [yP yV [b [rb yb]]]]] := IH _ (fewer On isT).
  by left; exists x; apply: sat xP => v /= ->.
have [[x xP]|[y' [yP' yV' [c [rc yc]]]]] := IH _ (fewer Above isT).
  by left; exists x; apply: sat xP => v /ltW.
right; have {rb}[ba rb] : b != a /\ r b = Above by move: rb; rewrite /changed; case: eqP.
have ya' : 0 <= y' 0 a by have := yP' a; rewrite /changed eqxx.
have yk k : k != a -> allowed (r k) (y 0 k) by move=> /negPf ka; have := yP k; rewrite /changed ka.
have yk' k : k != a -> allowed (r k) (y' 0 k) by move=> /negPf ka; have := yP' k; rewrite /changed ka.
have [ya|ya] := leP 0 (y 0 a).
  exists y; split=> //; last by exists b.
  by move=> k; have [->|/yk//] := eqVneq k a; rewrite ra.
have [ca|ca] := eqVneq c a; last first.
  exists y'; split=> //; last by exists c; move: rc; rewrite /changed (negPf ca).
  by move=> k; have [->|/yk'//] := eqVneq k a; rewrite ra.
(* y_a < 0 < y'_a: eliminate a. *)
rewrite ca in yc; exists (y' 0 a *: y - y 0 a *: y'); split.
- move=> k; rewrite !mxE; have [->|ka] := eqVneq k a; first by rewrite ra /= mulrC subrr.
  have := yk k ka; have := yk' k ka; case: (r k) => //= [h' h|h' h|->->]; last by rewrite !mulr0 subr0.
    by rewrite -mulNr addr_ge0 ?mulr_ge0 // oppr_ge0 ltW.
  by rewrite -mulNr addr_ge0 ?mulr_ge0 // oppr_ge0 ltW.
- by rewrite mulmxBl -!scalemxAl yV yV' !scaler0 subr0.
exists b; split=> //; rewrite !mxE -mulNr ltr_paddr ?mulr_gt0 //.
by apply: mulr_ge0; [rewrite oppr_ge0 ltW | have := yk' b ba; rewrite rb].
Qed.

End Systems.

Theorem system_sound (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (y : 'rV[K]_m) :
  contradicts V c r y -> ~ exists x, meets V c r x.
Proof.
case=> yP yV yc strict_y [x xP].
have E : (y *m c) 0 0 = \sum_k y 0 k * (V *m x + c) k 0.
  by transitivity ((y *m (V *m x + c)) 0 0); [rewrite mulmxDr mulmxA yV mul0mx add0r | rewrite mxE].
have term_ge0 k : 0 <= y 0 k * (V *m x + c) k 0 := holds_allowed (xP k) (yP k).
have c0 : (y *m c) 0 0 = 0 by apply/eqP; rewrite eq_le yc E sumr_ge0.
case: strict_y => [[k [rk yk]]|]; last by rewrite c0 ltxx.
move: c0; rewrite E (bigD1 k) //= => /eqP; rewrite gt_eqF // ltr_paddr ?sumr_ge0 // mulr_gt0 //.
by have := xP k; rewrite rk.
Qed.

Theorem system_complete (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) :
  (exists x, meets V c r x) \/ (exists y, contradicts V c r y).
Proof.
(* One more coordinate x_0, one more condition x_0 > 0. *)
pose W : 'M[K]_(m + 1, d + 1) := block_mx V c 0 1%:M.
pose s (k : 'I_(m + 1)) := if split k is inl i then r i else Above.
have s_l i : s (lshift 1 i) = r i by rewrite /s (unsplitK (inl i)).
have s_r i : s (rshift m i) = Above by rewrite /s (unsplitK (inr i)).
have [[x xP]|[y [yP yW [a [sa ya]]]]] := motzkin W s; [left|right].
  have WE : W *m x = col_mx (V *m usubmx x + c *m dsubmx x) (dsubmx x).
    by rewrite -[in LHS](vsubmxK x) mul_block_col mul0mx mul1mx add0r.
  have x0 : 0 < x (rshift d 0) 0 by have := xP (rshift m 0); rewrite s_r WE col_mxEd mxE.
  have x0E : dsubmx x = (x (rshift d 0) 0)%:M by apply/matrixP=> i j; rewrite !ord1 !mxE.
  exists ((x (rshift d 0) 0)^-1 *: usubmx x) => k.
  have -> : V *m ((x (rshift d 0) 0)^-1 *: usubmx x) + c = (x (rshift d 0) 0)^-1 *: (V *m usubmx x + c *m dsubmx x).
    by rewrite x0E mul_mx_scalar scalerDr scalerA mulVf ?gt_eqF // scale1r scalemxAr.
  have := xP (lshift 1 k); rewrite s_l WE col_mxEu [X in _ -> holds _ X]mxE.
  have := x0; rewrite -invr_gt0; case: (r k) => //= i0 h; [exact: mulr_gt0|apply: mulr_ge0=> //; exact: ltW|by rewrite h mulr0].
move: yW; rewrite -[in y *m _](hsubmxK y) mul_row_block !mulmx0 addr0 mulmx1 -[0]row_mx0 => /eq_row_mx[yV yc].
have ycE : (lsubmx y *m c) 0 0 = - y 0 (rshift m 0).
  have := congr1 (fun M : 'M_1 => M 0 0) yc; rewrite mxE [X in _ + X]mxE [RHS]mxE => /eqP.
  by rewrite addr_eq0 => /eqP.
have y0 : 0 <= y 0 (rshift m 0) by have := yP (rshift m 0); rewrite s_r.
exists (lsubmx y); split=> //.
- by move=> k; have := yP (lshift 1 k); rewrite s_l mxE.
- by rewrite ycE oppr_le0.
move: sa ya; have [k ->|k ->] := split_ordP a; rewrite ?s_l => rk yk; [left|right].
  by exists k; rewrite mxE.
by move: yk; rewrite ycE oppr_lt0 (ord1 k).
Qed.

Theorem system_extension (K L : realFieldType) (f : {rmorphism K -> L}) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) :
  increasing f -> (exists x, meets (map_mx f V) (map_mx f c) r x) <-> exists x, meets V c r x.
Proof.
move=> f_inc; have f_le a : 0 <= a -> 0 <= f a.
  by rewrite le_eqVlt => /orP[/eqP<-|/f_inc/ltW//]; rewrite rmorph0.
split=> [found|[x xP]].
  have [//|[y [yP yV yc some]]] := system_complete V c r; case: (@system_sound _ _ _ _ _ _ (map_mx f y) _ found); split.
  - by move=> k; rewrite mxE; have := yP k; case: (r k) => //= [/f_le|/f_le|->]; rewrite ?rmorph0.
  - by rewrite -map_mxM yV map_mx0.
  - by rewrite -map_mxM mxE -oppr_ge0 -rmorphN f_le ?oppr_ge0.
  case: some => [[k [rk yk]]|t0]; [left; exists k|right]; first by rewrite mxE; split; last exact: f_inc.
  by rewrite -map_mxM mxE -oppr_gt0 -rmorphN f_inc ?oppr_gt0.
exists (map_mx f x) => k; rewrite -map_mxM -map_mxD mxE; have := xP k.
by case: (r k) => //= [/f_inc|/f_le|->]; rewrite ?rmorph0.
Qed.

Section Interior.

Variables (K : realFieldType) (d : nat) (P : polyhedron K d).
Implicit Types x y : 'cV[K]_d.

Local Notation slack y := (ineq_rows P *m y + ineq_offsets P).

(* The values of the inequalities on a line. *)
Lemma value_on_line m (A : 'M[K]_(m, d)) (a : 'cV[K]_m) x y t i :
  (A *m (x + t *: (x - y)) + a) i 0 = (A *m x + a) i 0 + t * ((A *m x + a) i 0 - (A *m y + a) i 0).
Proof.
rewrite mulmxDr -scalemxAr mulmxBr !mxE; set p := \sum_j _; set q := \sum_j _.
by rewrite (addrC q) addrKA addrAC.
Qed.

(* And between two points. *)
Lemma value_between m (A : 'M[K]_(m, d)) (a : 'cV[K]_m) x y t i : 0 < 1 + t ->
  (A *m ((1 + t)^-1 *: (x + t *: y)) + a) i 0 = (1 + t)^-1 * ((A *m x + a) i 0 + t * (A *m y + a) i 0).
Proof.
move=> t1; rewrite -scalemxAr mulmxDr -scalemxAr !mxE; set u := \sum_j _; set v := \sum_j _.
by rewrite [t * (v + _)]mulrDr addrACA -{2}[a i 0]mul1r -mulrDl [in RHS]mulrDr mulKf ?gt_eqF.
Qed.

Lemma inside_between x y t : 0 < t -> inside P x -> inside P y -> inside P ((1 + t)^-1 *: (x + t *: y)).
Proof.
move=> t0 xP yP; have t1 : 0 < 1 + t by rewrite addr_gt0.
split=> [i|]; last by apply/colP=> i; rewrite value_between // xP.2 yP.2 !mxE mulr0 addr0 mulr0.
by rewrite value_between // mulr_ge0 ?invr_ge0 ?(ltW t1) // addr_ge0 ?xP.1 // mulr_ge0 ?yP.1 ?(ltW t0).
Qed.

Lemma equations_on_line x y t : inside P x -> inside P y -> eq_rows P *m (x + t *: (x - y)) + eq_offsets P = 0.
Proof.
case=> _ xE [_ yE]; apply/colP=> i; rewrite value_on_line xE yE !mxE subrr mulr0 addr0 //.
Qed.

Lemma tight_interior x : inside P x ->
  (forall i, (slack x) i 0 = 0 -> forall y, inside P y -> (slack y) i 0 = 0) ->
  relative_interior (inside P) x.
Proof.
move=> xP tight; split=> // y yP.
have [t t0 tP] := small_step (P := fun i => 0 < (slack x) i 0)
  (fun i => (slack x) i 0 - (slack y) i 0) (fun i h => h).
exists t => //; split=> [i|]; last exact: equations_on_line.
rewrite value_on_line; have := xP.1 i; rewrite le_eqVlt => /orP[/eqP/esym xi|/tP/ltW//].
by rewrite xi (tight i xi) // subrr mulr0 addr0.
Qed.

(* A point of P where as many inequalities as possible are strict. *)
Lemma inner_point : (exists x, inside P x) -> exists2 x, inside P x &
  forall i, (slack x) i 0 = 0 -> forall y, inside P y -> (slack y) i 0 = 0.
Proof.
move=> [x0 x0P]; suff [x xP tight] : exists2 x, inside P x &
    forall i, i \in enum 'I_(inequalities P) -> (slack x) i 0 = 0 -> forall y, inside P y -> (slack y) i 0 = 0.
  by exists x => // i; apply: tight; rewrite mem_enum.
elim: (enum _) => [|a l [x xP tight]]; first by exists x0.
have dec : (forall y, inside P y -> (slack y) a 0 = 0) \/ exists2 y, inside P y & 0 < (slack y) a 0.
  pose V := col_mx (col_mx (ineq_rows P) (eq_rows P)) (row a (ineq_rows P)).
  pose c := col_mx (col_mx (ineq_offsets P) (eq_offsets P)) (row a (ineq_offsets P)).
  pose r (k : 'I_(inequalities P + equations P + 1)) :=
    if split k is inl i then if split i is inl _ then AtLeast else On else Above.
  have VE y : V *m y + c = col_mx (col_mx (slack y) (eq_rows P *m y + eq_offsets P)) (row a (slack y)).
    by rewrite !mul_col_mx !add_col_mx -row_mul linearD.
  have meetsE y : meets V c r y <-> inside P y /\ 0 < (slack y) a 0.
    split=> [yP|[[yG yE] ya] k].
      split; first split=> [i|].
      - have := yP (lshift 1 (lshift _ i)); rewrite VE /r !(unsplitK (inl _)) !col_mxEu //.
      - apply/colP=> i; have := yP (lshift 1 (rshift _ i)).
        by rewrite VE /r (unsplitK (inl _)) (unsplitK (inr _)) col_mxEu col_mxEd /= => ->; rewrite mxE.
      by have := yP (rshift _ 0); rewrite VE /r (unsplitK (inr _)) col_mxEd mxE.
    rewrite VE /r; have [i ->|i ->] := split_ordP k; rewrite ?col_mxEu ?col_mxEd /=; last by rewrite ord1 mxE.
    by have [j ->|j ->] := split_ordP i; rewrite ?col_mxEu ?col_mxEd //= yE mxE.
  have [[y /meetsE[yP ya]]|[z zP]] := system_complete V c r; [by right; exists y|left=> y yP].
  apply/eqP; have := yP.1 a; rewrite le_eqVlt => /orP[/eqP<-//|ya].
  by case: (system_sound zP); exists y; apply/meetsE.
case: dec => [null|[y yP ya]].
  by exists x => // i; rewrite inE => /orP[/eqP-> _|/tight//].
(* Between x and y everything is positive that is positive at x or at y. *)
exists ((1 + 1)^-1 *: (x + 1 *: y)) => [|i i_l]; first by apply: inside_between; rewrite ?ltr01.
rewrite value_between ?addr_gt0 ?ltr01 // mul1r => /eqP; rewrite mulf_eq0 invr_eq0 gt_eqF ?addr_gt0 ?ltr01 //=.
rewrite paddr_eq0 ?(xP.1 i) ?(yP.1 i) // => /andP[/eqP xi /eqP yi].
move: i_l; rewrite inE => /orP[/eqP ia|/tight]; last exact.
by move: ya; rewrite -ia yi ltxx.
Qed.

End Interior.

Theorem relative_interior_tight (K : realFieldType) d (P : polyhedron K d) (x : 'cV[K]_d) :
  relative_interior (inside P) x <->
  inside P x /\
  forall i, (ineq_rows P *m x + ineq_offsets P) i 0 = 0 -> forall y, inside P y -> (ineq_rows P *m y + ineq_offsets P) i 0 = 0.
Proof.
split=> [[xP beyond]|[xP tight]]; last exact: tight_interior.
split=> // i xi y yP; have [t t0 [/(_ i) tG _]] := beyond y yP.
move: tG; rewrite value_on_line xi add0r sub0r pmulr_rge0 // oppr_ge0 => yi.
by apply/eqP; rewrite eq_le yi yP.1.
Qed.

Theorem relative_interior_point (K : realFieldType) d (P : polyhedron K d) :
  (exists x, inside P x) -> exists x, relative_interior (inside P) x.
Proof. by case/inner_point=> x xP tight; exists x; apply: tight_interior. Qed.

Theorem relative_interior_open (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry) :
  (forall i, w i <> Zero) ->
  possible_in P U b w <-> exists x, relative_interior (inside P) x /\ realises_at U b w x.
Proof.
move=> w0; split=> [[x [xP xw]]|[x [[xP _] xw]]]; last by exists x.
have [z zP tight] : exists2 z, inside P z & forall i, (ineq_rows P *m z + ineq_offsets P) i 0 = 0 ->
    forall y, inside P y -> (ineq_rows P *m y + ineq_offsets P) i 0 = 0 by apply: inner_point; exists x.
(* From x go a little towards the inner point z. *)
have [|t t0 tP] := @small_step K n (fun i => sigma K (w i) * (U *m x + b) i 0) (fun i => sigma K (w i) * (U *m z + b) i 0)
  (fun i => strict (w i)).
  by move=> i; have := xw i; rewrite /sigma; case: (w i) => //= h _; rewrite ?mul1r ?mulN1r ?oppr_gt0.
have t1 : 0 < 1 + t by rewrite addr_gt0.
exists ((1 + t)^-1 *: (x + t *: z)); split; last first.
  move=> i; have := tP i; have := w0 i; rewrite value_between // mulrCA -mulrDr /sigma.
  case: (w i) => //= _ /(_ isT); rewrite ?mul1r ?mulN1r ?oppr_gt0 => h; first by rewrite mulr_gt0 ?invr_gt0.
  by rewrite pmulr_rlt0 ?invr_gt0.
apply: tight_interior; first exact: inside_between.
move=> i; rewrite value_between // => /eqP; rewrite mulf_eq0 invr_eq0 gt_eqF //=.
rewrite paddr_eq0 ?xP.1 ?mulr_ge0 ?(ltW t0) ?zP.1 // => /andP[_].
by rewrite mulf_eq0 gt_eqF //= => /eqP/tight.
Qed.

(* The request and P as one system. *)

Section Request.

Variables (K : realFieldType) (d : nat) (P : polyhedron K d) (n : nat) (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry).

Definition relation_of (e : entry) : relation := match e with Pos | Neg => Above | Zero => On | Any => Free end.

Let V := col_mx (signed_rows U w) (col_mx (ineq_rows P) (eq_rows P)).
Let c := col_mx (\col_i (sigma K (w i) * b i 0)) (col_mx (ineq_offsets P) (eq_offsets P)).
Let r (k : 'I_(n + (inequalities P + equations P))) : relation :=
  match split k with inl i => relation_of (w i) | inr j => if split j is inl _ then AtLeast else On end.

Lemma r_row i : r (lshift _ i) = relation_of (w i).
Proof. by rewrite /r (unsplitK (inl i)). Qed.

Lemma r_inequality i : r (rshift n (lshift _ i)) = AtLeast.
Proof. by rewrite /r (unsplitK (inr _)) (unsplitK (inl i)). Qed.

Lemma r_equation i : r (rshift n (rshift _ i)) = On.
Proof. by rewrite /r (unsplitK (inr _)) (unsplitK (inr i)). Qed.

Lemma meets_inside x : meets V c r x <-> inside P x /\ realises_at U b w x.
Proof.
have rows i : (V *m x + c) (lshift _ i) 0 = sigma K (w i) * (U *m x + b) i 0.
  rewrite mul_col_mx add_col_mx col_mxEu !mxE mulrDr mulr_sumr; congr (_ + _).
  by apply: eq_bigr => j _; rewrite mxE mulrA.
have rest : dsubmx (V *m x + c) = col_mx (ineq_rows P *m x + ineq_offsets P) (eq_rows P *m x + eq_offsets P).
  by rewrite !mul_col_mx !add_col_mx col_mxKd.
have below i : (V *m x + c) (rshift _ (lshift _ i)) 0 = (ineq_rows P *m x + ineq_offsets P) i 0.
  by have := congr1 (fun M : 'cV__ => M (lshift _ i) 0) rest; rewrite mxE col_mxEu.
have last i : (V *m x + c) (rshift _ (rshift _ i)) 0 = (eq_rows P *m x + eq_offsets P) i 0.
  by have := congr1 (fun M : 'cV__ => M (rshift _ i) 0) rest; rewrite mxE col_mxEd.
have asked i : holds (relation_of (w i)) (sigma K (w i) * (U *m x + b) i 0) <-> asks (w i) ((U *m x + b) i 0).
  by rewrite /sigma; case: (w i) => /=; rewrite ?mul1r ?mulN1r ?oppr_gt0.
split=> [xP|[[xG xE] xw] k].
  split; first split=> [i|].
  - by have := xP (rshift _ (lshift _ i)); rewrite below r_inequality.
  - by apply/colP=> i; have := xP (rshift _ (rshift _ i)); rewrite last r_equation /= => ->; rewrite mxE.
  by move=> i; have := xP (lshift _ i); rewrite rows r_row => /asked.
have [i ->|i ->] := split_ordP k; first by rewrite r_row rows; apply/asked/xw.
by have [j ->|j ->] := split_ordP i; rewrite ?r_inequality ?r_equation ?below ?last //= xE mxE.
Qed.

Lemma contradicts_refutes (y : 'I_n -> K) z f :
  contradicts V c r (row_mx (\row_i y i) (row_mx z f)) <-> refutes_in U b w y z f.
Proof.
have sum_rows : row_mx (\row_i y i) (row_mx z f) *m V = \sum_i (y i * sigma K (w i)) *: row i U + z *m ineq_rows P + f *m eq_rows P.
  rewrite !mul_row_col addrA; congr (_ + _ + _); rewrite mulmx_sum_row; apply: eq_bigr => i _.
  by apply/rowP=> j; rewrite !mxE mulrA.
have sum_offsets : (row_mx (\row_i y i) (row_mx z f) *m c) 0 0 =
    \sum_i y i * sigma K (w i) * b i 0 + (z *m ineq_offsets P) 0 0 + (f *m eq_offsets P) 0 0.
  rewrite !mul_row_col addrA mxE [X in X + _]mxE; congr (_ + _ + _); rewrite mxE; apply: eq_bigr => i _.
  by rewrite !mxE mulrA.
rewrite /contradicts /refutes_in sum_rows sum_offsets.
have row_y i : row_mx (\row_i y i) (row_mx z f) 0 (lshift _ i) = y i by rewrite row_mxEl mxE.
have row_z i : row_mx (\row_i y i) (row_mx z f) 0 (rshift _ (lshift _ i)) = z 0 i by rewrite row_mxEr row_mxEl.
split=> [[yP yV t0 some]|[yP zP yV t0 some]]; split=> //.
- by move=> i; have := yP (lshift _ i); rewrite row_y r_row; case: (w i) => //= h; split.
- by move=> i; have := yP (rshift _ (lshift _ i)); rewrite row_z r_inequality.
- case: some => [[k some]|]; [left; move: some|by right]; have [i ->|i ->] := split_ordP k.
    by rewrite r_row row_y => -[wi yi]; exists i; case: (w i) wi.
  by have [j ->|j ->] := split_ordP i; rewrite ?r_inequality ?r_equation; case.
- move=> k; have [i ->|i ->] := split_ordP k.
    by rewrite r_row row_y; case: (w i) (yP i) => //= -[h h']; [apply: h|apply: h|apply: h'].
  by have [j ->|j ->] := split_ordP i; rewrite ?r_inequality ?r_equation ?row_z //=.
case: some => [[i [wi yi]]|]; [left|by right].
by exists (lshift _ i); rewrite r_row row_y; case: (w i) wi.
Qed.

Lemma request_alternative : possible_in P U b w \/ exists y z f, @refutes_in K d P n U b w y z f.
Proof.
have [[x /meets_inside xP]|[v vP]] := system_complete V c r; [by left; exists x|right].
exists (fun i => v 0 (lshift _ i)), (lsubmx (rsubmx v)), (rsubmx (rsubmx v)); apply/contradicts_refutes.
rewrite hsubmxK (_ : \row_i _ = lsubmx v) ?hsubmxK //; by apply/rowP=> i; rewrite !mxE.
Qed.

Lemma request_sound y z f : @refutes_in K d P n U b w y z f -> ~ possible_in P U b w.
Proof. by move=> /contradicts_refutes/system_sound no [x /meets_inside xP]; apply: no; exists x. Qed.

End Request.

Theorem polyhedron_sound (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry) y z f :
  refutes_in (P := P) U b w y z f -> ~ possible_in P U b w.
Proof. exact: request_sound. Qed.

Theorem polyhedron_complete (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry) :
  (exists x, inside P x /\ realises_at U b w x) \/ (exists y z f, refutes_in (P := P) U b w y z f).
Proof. exact: request_alternative. Qed.

Theorem possible_in_or_refuted (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry) :
  ~ possible_in P U b w <-> exists y z f, refutes_in (P := P) U b w y z f.
Proof.
split=> [h|[y [z [f]]]]; last exact: polyhedron_sound.
by have [[x xP]|//] := polyhedron_complete P U b w; case: h; exists x.
Qed.
