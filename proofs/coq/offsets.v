(******************************************************************************)
(*                                                                            *)
(*  LAYERS WITH OFFSETS: WHAT THE COSINES DETERMINE                           *)
(*                                                                            *)
(*  Field.  K is any ordered field, R any real closed field.                  *)
(*                                                                            *)
(*  Words: see definitions.v and layers.v.                                    *)
(*                                                                            *)
(*  Theorems, for all sizes; the dimensions of the two layers may differ.     *)
(*    offsets_signs      If no row (b_i, u_i) is zero, the cosines of these   *)
(*        rows and e_0 determine the sign vectors of U x + b.                 *)
(*    offsets_rankings   If these rows are pairwise distinct, the cosines of  *)
(*        their differences and e_0 determine the rankings of U x + b.        *)
(*    offsets_argmax     If they are pairwise distinct, a label is strictly   *)
(*        first somewhere if and only if some ranking begins with it.         *)
(*    offsets_apart      The cosines of the u_i and the offsets, taken apart, *)
(*        determine neither: two labels in dimension 1.  With one label, its  *)
(*        row not zero, there is nothing to determine: both signs occur.      *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions layers covectors lemma_5_3 rankings theorem_5_6 nonempty.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Homogeneous.

Variable K : realFieldType.

(* For t > 0 the point (t, h) gives t times the values at h / t. *)
Lemma value_at n d (V : 'M[K]_(n, 1 + d)) (b : 'cV[K]_n) (U : 'M[K]_(n, d)) (y : 'cV[K]_(1 + d)) i : V = row_mx b U -> 0 < usubmx y 0 0 ->
  sgz ((V *m y) i 0) = sgz ((U *m ((usubmx y 0 0)^-1 *: dsubmx y) + b) i 0).
Proof.
move=> -> t0; rewrite -{1}[y]vsubmxK mul_row_col -scalemxAr; set t := usubmx y 0 0 in t0 *.
have bE : b *m usubmx y = t *: b.
  by apply/matrixP=> k l; rewrite !mxE big_ord1 mulrC (ord1 l).
have -> : b *m usubmx y + U *m dsubmx y = t *: (t^-1 *: (U *m dsubmx y) + b).
  by rewrite bE scalerDr scalerA mulfV ?gt_eqF // scale1r addrC.
rewrite mxE.
by rewrite sgzM gtr0_sgz ?mul1r.
Qed.

Lemma affine_covector n d (b : 'cV[K]_n) (U : 'M[K]_(n, d)) (s : 'I_n -> int) :
  (exists x : 'cV[K]_d, forall i, sgz ((U *m x + b) i 0) = s i) <->
  exists2 u, covector (with_one (row_mx b U)) u & u (lshift n ord0) = 1 /\ forall i, u (rshift 1 i) = s i.
Proof.
have one (y : 'cV[K]_(1 + d)) : (with_one (row_mx b U) *m y) (lshift n ord0) 0 = usubmx y 0 0.
  by rewrite /with_one mul_col_mx col_mxEu -{1}[y]vsubmxK mul_row_col mul1mx mul0mx addr0.
have rest (y : 'cV[K]_(1 + d)) i : (with_one (row_mx b U) *m y) (rshift 1 i) 0 = (row_mx b U *m y) i 0.
  by rewrite /with_one mul_col_mx col_mxEd.
split=> [[x xs]|[u [y yu] [u1 us]]].
  pose y : 'cV[K]_(1 + d) := col_mx 1 x.
  have y1 : usubmx y 0 0 = 1 by rewrite /y col_mxKu mxE eqxx.
  exists (fun k => sgz ((with_one (row_mx b U) *m y) k 0)); first by exists y.
  split=> [|i]; first by rewrite one y1 sgz1.
  by rewrite rest (value_at i (erefl _)) ?y1 ?ltr01 // invr1 scale1r /y col_mxKd xs.
have t0 : 0 < usubmx y 0 0 by rewrite -sgz_gt0 -one yu u1.
exists ((usubmx y 0 0)^-1 *: dsubmx y) => i; by rewrite -(value_at i (erefl _) t0) -rest yu us.
Qed.

(* The same rows with e_0 give the same affine sign vectors. *)
Lemma same_affine n d d' (b b' : 'cV[K]_n) (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  same_covectors (with_one (row_mx b U)) (with_one (row_mx b' U')) -> forall s : 'I_n -> int,
  (exists x : 'cV[K]_d, forall i, sgz ((U *m x + b) i 0) = s i) <-> (exists x : 'cV[K]_d', forall i, sgz ((U' *m x + b') i 0) = s i).
Proof. by move=> same s; rewrite !affine_covector; split=> -[u /same cu us]; exists u. Qed.

(* Rankings: the affine sign vectors of the differences. *)
Lemma affine_ranks_braid n d (b : 'cV[K]_n) (U : 'M[K]_(n, d)) (p : 'S_n) : affine_ranks U b p <->
  exists x : 'cV[K]_d, forall k, sgz ((braid K n *m U *m x + braid K n *m b) k 0) = order_signs p k.
Proof.
have E x : braid K n *m U *m x + braid K n *m b = braid K n *m (U *m x + b) by rewrite mulmxDr mulmxA.
split=> -[x xP]; exists x; first by move=> k; rewrite E (signs_of_order xP).
move=> i j ij; have [lt|lt|/val_inj/perm_inj e] := ltngtP (p i) (p j); last by rewrite e ltnn in ij.
  have [k kij] := row_of_pair lt; have /eqP := xP k.
  by rewrite (order_signsE p kij) E (braid_mulE _ _ kij) !permK ij sgz_cp0 subr_gt0.
have [k kij] := row_of_pair lt; have /eqP := xP k.
by rewrite (order_signsE p kij) E (braid_mulE _ _ kij) !permK ltnNge ltnW //= sgz_cp0 subr_lt0.
Qed.

End Homogeneous.

Lemma with_one_nonzero (K : realFieldType) n d (V : 'M[K]_(n, 1 + d)) : nonzero_rows V -> nonzero_rows (with_one V).
Proof.
move=> V0 i; rewrite /with_one -[i]splitK; case: (split i) => k /=.
  have -> : row (lshift n k) (col_mx (row_mx 1 0) V) = row_mx 1 0 by rewrite rowKu; apply/rowP=> j; rewrite mxE ord1.
  by apply/eqP=> /rowP/(_ (lshift d 0)); rewrite row_mxEl !mxE => /eqP; rewrite oner_eq0.
by rewrite rowKd V0.
Qed.

Theorem offsets_signs (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) (b b' : 'cV[R]_n) :
  nonzero_rows (functions U b) -> nonzero_rows (functions U' b') ->
  cosines (with_one (functions U b)) = cosines (with_one (functions U' b')) ->
  forall s : 'I_n -> int, affine_pattern U b s <-> affine_pattern U' b' s.
Proof.
move=> /with_one_nonzero V0 /with_one_nonzero V0' eqC s; have [same _] := corollary_5_3 V0 V0' eqC.
by split=> -[cov s0]; split=> //; apply/(same_affine same).
Qed.

Theorem offsets_rankings (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) (b b' : 'cV[R]_n) :
  distinct_rows (functions U b) -> distinct_rows (functions U' b') ->
  cosines (with_one (braid R n *m functions U b)) = cosines (with_one (braid R n *m functions U' b')) ->
  forall p, affine_ranks U b p <-> affine_ranks U' b' p.
Proof.
move=> /braid_nonzero_rows/with_one_nonzero V0 /braid_nonzero_rows/with_one_nonzero V0' eqC p.
have [same _] := corollary_5_3 V0 V0' eqC; rewrite !affine_ranks_braid; apply: same_affine.
by rewrite /functions !mul_mx_row in same.
Qed.

Theorem offsets_argmax (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) : distinct_rows (functions U b) ->
  affine_top U b i <-> exists p : 'S_n, affine_ranks U b p /\ forall a : 'I_n, a = 0%N :> nat -> p a = i.
Proof.
move=> V0; split=> [[x top]|[p [[x xP] p0]]]; last first.
  exists x => j ji; have n0 : (0 < n)%N by apply: leq_ltn_trans (ltn_ord i).
  rewrite -(p0 (Ordinal n0)) // -[j](permKV p); apply: xP; rewrite lt0n; apply: contra ji => /eqP e.
  by rewrite -(p0 ((p^-1)%g j) e) permKV.
have E y : braid K n *m U *m y + braid K n *m b = braid K n *m (U *m y + b) by rewrite mulmxDr mulmxA.
pose s k := sgz ((braid K n *m (U *m x + b)) k 0).
have : exists y : 'cV[K]_d, forall k, sgz ((braid K n *m U *m y + braid K n *m b) k 0) = s k by exists x => k; rewrite E.
move=> /affine_covector[u cu [u1 us]].
have nz : nonzero_rows (with_one (row_mx (braid K n *m b) (braid K n *m U))).
  by rewrite -mul_mx_row; apply/with_one_nonzero/braid_nonzero_rows.
have [t [[ct t0] tu]] := covector_refined nz cu.
have [y yt] : exists y : 'cV[K]_d, forall k, sgz ((braid K n *m U *m y + braid K n *m b) k 0) = t (rshift 1 k).
  by apply/affine_covector; exists t => //; split=> //; rewrite tu u1.
pose z := U *m y + b; have zt k : sgz ((braid K n *m z) k 0) = t (rshift 1 k) by rewrite -yt E.
have zi j : j != i -> z j 0 < z i 0.
  move=> ji; have := top j ji; set l := U *m x + b => lt; have [ij|ij|/val_inj ij] := ltngtP i j; last by rewrite ij eqxx in ji.
    have [k kij] := row_of_pair ij.
    have sl : sgz ((braid K n *m l) k 0) = 1 by rewrite (braid_mulE l _ kij) gtr0_sgz // subr_gt0.
    by have := zt k; rewrite tu us /s -/l sl // (braid_mulE z _ kij) => /eqP; rewrite sgz_cp0 subr_gt0.
  have [k kij] := row_of_pair ij.
  have sl : sgz ((braid K n *m l) k 0) = -1 by rewrite (braid_mulE l _ kij) ltr0_sgz // subr_lt0.
  by have := zt k; rewrite tu us /s -/l sl // (braid_mulE z _ kij) => /eqP; rewrite sgz_cp0 subr_lt0.
have [|p pP] := @order_of_distinct n K z.
  move=> j l e; apply/val_inj; have [ij|ij|//] := ltngtP j l.
    by have [k kij] := row_of_pair ij; have := t0 (rshift 1 k); rewrite -zt (braid_mulE _ _ kij) e subrr sgz0 eqxx.
  by have [k kij] := row_of_pair ij; have := t0 (rshift 1 k); rewrite -zt (braid_mulE _ _ kij) e subrr sgz0 eqxx.
exists p; split; first by exists y.
move=> a a0; apply/eqP; apply: contraT => ai; have := zi _ ai; rewrite ltNge => /negP[]; apply: ltW.
rewrite -[i in z i 0](permKV p); apply: pP; rewrite a0 lt0n; apply: contra ai => /eqP e.
by rewrite -[i](permKV p); apply/eqP; congr (p _); apply: val_inj; rewrite /= e.
Qed.

Theorem offsets_apart (R : rcfType) (U := apart_1 R) (U' := apart_2 R) (b := apart_b R) :
  [/\ cosines U = cosines U',
      affine_pattern U b minus_plus /\ ~ affine_pattern U' b minus_plus,
      ~ affine_ranks U b 1%g /\ affine_ranks U' b 1%g
    & forall d (V : 'M[R]_(1, d)) (c : 'cV[R]_1) s, nonzero_rows V -> (forall i, s i = 1 \/ s i = -1) -> affine_pattern V c s].
Proof.
have two i : i = 0 \/ i = 1 :> 'I_2 by case: i => -[|[|?]] //= h; [left | right]; apply: val_inj.
have v1 (x : 'cV[R]_1) i : (U *m x + b) i 0 = x 0 0 + (if i == 0 then 1 else 2%:R).
  by rewrite !mxE big_ord1 !mxE /=; have [->|->] := two i; rewrite /= mul1r.
have v2 (x : 'cV[R]_1) i : (U' *m x + b) i 0 = (if i == 0 then 1 else 4%:R) * x 0 0 + (if i == 0 then 1 else 2%:R).
  by rewrite !mxE big_ord1 !mxE /=; have [->|->] := two i; rewrite /=.
split.
- have p1 i : 0 < U i 0 by rewrite mxE; have [->|->] := two i; rewrite ltr0z.
  have p2 i : 0 < U' i 0 by rewrite mxE; have [->|->] := two i; rewrite ltr0z.
  have value (W : 'M[R]_(2, 1)) k l : 0 < W k 0 -> 0 < W l 0 -> dot (row k W) (row l W) / (norm (row k W) * norm (row l W)) = 1.
    move=> k0 l0; rewrite /norm /dot !big_ord1 !mxE -!expr2 !sqrtr_sqr !gtr0_norm // divff //.
    by rewrite mulf_neq0 // gt_eqF.
  by apply/matrixP=> i j; rewrite [LHS]mxE [RHS]mxE !value.
- split.
    split; last by move=> i; have [->|->] := two i.
    exists (const_mx (- (3%:R / 2%:R))) => i; rewrite v1 mxE /minus_plus; apply/eqP.
    have [->|->] := two i; rewrite /= ?sgz_cp0 ?sgr_cp0.
      by rewrite (_ : _ + _ = - (1 / 2%:R)) ?oppr_lt0 ?divr_gt0 ?ltr01 ?ltr0n //; field.
    by rewrite (_ : _ + _ = 1 / 2%:R) ?divr_gt0 ?ltr01 ?ltr0n //; field.
  case=> -[x xs] _; have := xs 0; have := xs 1; rewrite !v2 /minus_plus /= => /eqP; rewrite sgz_cp0 => h1 /eqP; rewrite sgz_cp0 mul1r => h0.
  have h2 : 0 < 4%:R * - (x 0 0 + 1) by rewrite mulr_gt0 ?ltr0n // oppr_gt0.
  have := addr_gt0 h1 h2; have -> : 4%:R * x 0 0 + 2%:R + 4%:R * - (x 0 0 + 1) = - 2%:R by ring.
  by rewrite oppr_gt0 ltNge ler0n.
- split; first by case=> x /(_ 0 1 isT); rewrite !perm1 !v1 ltr_add2l /= ltNge ler1n.
  exists (const_mx (- 1)) => i j; have [->|->] := two i; have [->|->] := two j => //= _.
  by rewrite !perm1 !v2 !mxE /= -subr_gt0 (_ : _ - _ = 2%:R) ?ltr0n //; ring.
move=> d V c s V0 s1; split; last by move=> i; have [->|->] := s1 i.
have [k Vk] : exists k, V 0 k != 0.
  apply/existsP; apply: contraR (V0 0) => /existsPn z; apply/eqP/rowP=> k; rewrite !mxE; apply/eqP.
  by have := z k; rewrite negbK.
exists (((s 0)%:~R - c 0 0) / V 0 k *: delta_mx k 0) => i; rewrite !ord1 -scalemxAr !mxE (bigD1 k) //= big1 => [|j jk].
  by rewrite !mxE !eqxx addr0 mulr1 divfK // subrK sgz_int; have [->|->] := s1 0.
by rewrite !mxE (negbTE jk) mulr0.
Qed.
