(******************************************************************************)
(*                                                                            *)
(*  ARGMAX-G.1: DECISION REGIONS AND THE FACES OF THE HULL                    *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n x d matrix U, degenerate or not.                    *)
(*    ties_faces     Labels i and j can tie for the top, strictly above all   *)
(*        others, if and only if the segment from u_i to u_j is a face of the *)
(*        convex hull of the rows and holds no other row.  For i = j: label i *)
(*        can be strictly first if and only if u_i is a vertex of the hull    *)
(*        that no other row equals.                                           *)
(*    decision_regions   If the rows are pairwise distinct and label i is     *)
(*        strictly first somewhere, then the inputs where no label is above i *)
(*        are the union of the closed regions of the rankings that begin with *)
(*        i.                                                                  *)
(*    argmax_G_1     Both.                                                    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions covectors rankings theorem_5_6 certificates gordan nonempty.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Hull.

Variables (K : realFieldType) (n d : nat) (U : 'M[K]_(n, d)).

Lemma row_in_hull k : hull U (row k U).
Proof.
exists (delta_mx 0 k); split; last by rewrite -rowE.
  by move=> l; rewrite mxE ler0n.
rewrite (bigD1 k) //= mxE !eqxx big1 ?addr0 // => l /negPf lk; by rewrite mxE lk andbF.
Qed.

(* A face that holds a combination of rows holds every row with a positive weight. *)
Lemma face_rows (F : 'rV[K]_d -> Prop) (l : 'rV[K]_n) k : face (hull U) F ->
  (forall k, 0 <= l 0 k) -> \sum_k l 0 k = 1 -> F (l *m U) -> 0 < l 0 k -> F (row k U).
Proof.
move=> [_ [_ extreme]] l0 l1 Fl lk.
have lk1 : l 0 k <= 1 by rewrite -l1 (bigD1 k) //= ler_addl sumr_ge0.
pose t := l 0 k / 2%:R.
have t0 : 0 < t by rewrite divr_gt0 ?ltr0n.
have t1 : t < 1 by rewrite ltr_pdivr_mulr ?ltr0n // mul1r (le_lt_trans lk1) // (ltr_nat K 1 2).
have tk : t <= l 0 k by rewrite ler_pdivr_mulr ?ltr0n // ler_pmulr // (ler_nat K 1 2).
pose m := (1 - t)^-1 *: (l - t *: delta_mx 0 k).
have nt : 1 - t != 0 by rewrite subr_eq0 gt_eqF.
have [] // := extreme (row k U) (m *m U) t (row_in_hull k).
- exists m; split=> // [a|].
    rewrite !mxE /= mulr_ge0 ?invr_ge0 ?subr_ge0 ?(ltW t1) //; case: (eqVneq a k) => [->|_]; by rewrite ?mulr1 ?mulr0.
  under eq_bigr do rewrite mxE; rewrite -mulr_sumr; under eq_bigr do rewrite mxE [X in _ + X]mxE [X in _ - X]mxE.
  rewrite sumrB l1 -mulr_sumr (bigD1 k) //= mxE !eqxx big1 ?addr0 ?mulr1 ?mulVf // => a /negPf ak.
  by rewrite mxE ak andbF.
- by rewrite t0.
suff -> : t *: row k U + (1 - t) *: (m *m U) = l *m U by [].
by rewrite -scalemxAl scalerA mulfV // scale1r mulmxBl -scalemxAl -rowE addrC subrK.
Qed.

End Hull.

Theorem ties_faces (K : realFieldType) n d (U : 'M[K]_(n, d)) (i j : 'I_n) :
  tie_top U i j <->
  face (hull U) (segment (row i U) (row j U)) /\ forall k, k != i -> k != j -> ~ segment (row i U) (row j U) (row k U).
Proof.
pose F := segment (row i U) (row j U).
have segI : F (row i U) by exists 1; rewrite ?lexx ?ler01 // scale1r subrr scale0r addr0.
have segJ : F (row j U) by exists 0; rewrite ?lexx ?ler01 // scale0r add0r subr0 scale1r.
split=> [[x [ij top]]|[Fface others]].
- pose f (p : 'rV[K]_d) : K := (p *m x) 0 0; pose M : K := (U *m x) i 0.
  have f_row k : f (row k U) = (U *m x) k 0 by rewrite /f -row_mul mxE.
  have fD s t p q : f (s *: p + t *: q) = s * f p + t * f q.
    by rewrite /f mulmxDl -!scalemxAl mxE [X in X + _]mxE [X in _ + X]mxE.
  have f_seg p : F p -> f p = M by case=> t _ ->; rewrite fD !f_row -ij -mulrDl addrC subrK mul1r.
  have low k : (U *m x) k 0 <= M.
    have [->|ki] := eqVneq k i; first exact: lexx.
    by have [->|kj] := eqVneq k j; [rewrite /M ij | apply/ltW/top].
  have f_hull (l : 'rV[K]_n) : \sum_k l 0 k = 1 -> M - f (l *m U) = \sum_k l 0 k * (M - (U *m x) k 0).
    move=> l1; under eq_bigr do rewrite mulrBr; rewrite sumrB -mulr_suml l1 mul1r /f -mulmxA.
    by congr (_ - _); rewrite mxE.
  have hull_low p : hull U p -> f p <= M.
    case=> l [l0 l1 ->]; rewrite -subr_ge0 f_hull // sumr_ge0 // => k _; by rewrite mulr_ge0 ?subr_ge0.
  have hull_top p : hull U p -> f p = M -> F p.
    case=> l [l0 l1 pE] fp; have l_out k : k != i -> k != j -> l 0 k = 0.
      move=> ki kj; have : \sum_k l 0 k * (M - (U *m x) k 0) == 0 by rewrite -f_hull // -pE fp subrr.
      rewrite psumr_eq0 => [/allP/(_ k)|a _]; last by rewrite mulr_ge0 ?subr_ge0.
      rewrite mem_index_enum => /(_ isT); rewrite mulf_eq0 => /orP[/eqP//|]; by rewrite subr_eq0 gt_eqF // top.
    have [e|ji] := eqVneq j i.
      have -> // : p = row i U; rewrite pE (_ : l = delta_mx 0 i) -?rowE //; apply/rowP=> k; rewrite mxE /=.
      have [->|ki] := eqVneq k i; last by rewrite l_out ?e.
      by move: l1; rewrite (bigD1 i) //= big1 ?addr0 // => a ai; rewrite l_out ?e.
    have sum2 : l 0 i + l 0 j = 1.
      by rewrite -l1 (bigD1 i) //= (bigD1 j) //= big1 ?addr0 // => a /andP[ai aj]; rewrite l_out.
    exists (l 0 i); first by rewrite l0 -sum2 ler_addl l0.
    have -> : 1 - l 0 i = l 0 j by rewrite -sum2 addrC addKr.
    rewrite pE mulmx_sum_row (bigD1 i) //= (bigD1 j) //= big1 ?addr0 // => a /andP[ai aj].
    by rewrite l_out ?scale0r.
  split; last by move=> k ki kj /f_seg; rewrite f_row; apply/eqP; rewrite lt_eqF // top.
  split; first by exists (row i U).
  split=> [p [t /andP[t0 t1] ->]|p q t hp hq /andP[t0 t1] /f_seg].
    exists (t *: delta_mx 0 i + (1 - t) *: delta_mx 0 j); split; last by rewrite mulmxDl -!scalemxAl -!rowE.
      by move=> k; rewrite !mxE addr_ge0 // mulr_ge0 ?subr_ge0 ?ler0n.
    under eq_bigr do rewrite mxE [X in X + _]mxE [X in _ + X]mxE; rewrite big_split /= -!mulr_sumr.
    have sum1 a : \sum_k (delta_mx 0 a : 'rV[K]_n) 0 k = 1.
      by rewrite (bigD1 a) //= mxE !eqxx big1 ?addr0 // => b /negPf ba; rewrite mxE ba andbF.
    by rewrite !sum1 !mulr1 addrC subrK.
  rewrite fD => fM; have fp := hull_low p hp; have fq := hull_low q hq.
  have gap : t * (M - f p) + (1 - t) * (M - f q) = 0.
    have -> : t * (M - f p) + (1 - t) * (M - f q) = M - (t * f p + (1 - t) * f q) by ring.
    by rewrite fM subrr.
  have /andP[/eqP gp /eqP gq] : (t * (M - f p) == 0) && ((1 - t) * (M - f q) == 0).
    rewrite -paddr_eq0 ?gap ?eqxx //; apply: mulr_ge0; rewrite ?subr_ge0 //; by [exact: ltW | exact: ltW].
  split; apply: hull_top => //; apply/eqP; rewrite eq_sym -subr_eq0.
    by move/eqP: gp; rewrite mulf_eq0 [t == 0]gt_eqF.
  by move/eqP: gq; rewrite mulf_eq0 [1 - t == 0]subr_eq0 [1 == t]gt_eqF.
pose V : 'M[K]_(n, d) := \matrix_(k, l) (U i l - U k l).
pose w (k : 'I_n) := if k == i then Any else if k == j then Zero else Pos.
have rowV k : row k V = row i U - row k U by apply/rowP=> l; rewrite !mxE.
have [[x xP]|[y [y0 y_any [k [k_strict yk]] balance]]] := completeness V w.
  have value k : (V *m x) k 0 = (U *m x) i 0 - (U *m x) k 0.
    by have := congr1 (fun u : 'rV_d => (u *m x) 0 0) (rowV k); rewrite mulmxBl -!row_mul mxE => ->; rewrite !mxE.
  exists x; split=> [|k ki kj]; last first.
    by have := xP k; rewrite /w (negPf ki) (negPf kj) value /= subr_gt0.
  have [->//|ji] := eqVneq j i; have := xP j; rewrite /w (negPf ji) eqxx value /= => /eqP.
  by rewrite subr_eq0 => /eqP.
pose out k := (k != i) && (k != j).
have out_pos a : out a -> 0 <= y a by case/andP=> ai aj; apply: y0; rewrite /w (negPf ai) (negPf aj).
have k_out : out k by move: k_strict; rewrite /out /w; case: eqP => //; case: eqP.
pose Y := \sum_(a | out a) y a.
have Y0 : 0 < Y by rewrite /Y (bigD1 k) //= ltr_paddr // sumr_ge0 // => a /andP[/out_pos].
pose p := \sum_(a | out a) (y a / Y) *: row a U; pose s := y j / Y.
have line : p = (1 + s) *: row i U - s *: row j U.
  have : \sum_(a | out a) y a *: (row i U - row a U) + y j *: (row i U - row j U) = 0.
    rewrite -[RHS]balance [in RHS](bigID out) /=; congr (_ + _).
      by apply: eq_bigr => a /andP[ai aj]; rewrite rowV /w (negPf ai) (negPf aj) mulr1.
    rewrite (bigD1 j) /= ?/out ?eqxx ?andbF //= big1 ?addr0 => [|a /andP[]]; last first.
      by rewrite negb_and !negbK => /orP[/eqP->|->//] _; rewrite rowV subrr scaler0.
    by rewrite rowV /w eqxx; case: eqP => [->|_]; rewrite ?mulr1 // subrr !scaler0.
  move=> /(congr1 (fun v : 'rV_d => Y^-1 *: v)); rewrite scaler0 scalerDr scaler_sumr.
  under eq_bigr do rewrite scalerA mulrC scalerBr; rewrite sumrB -scaler_suml -mulr_suml -/Y divff ?gt_eqF // scale1r -/p.
  rewrite scalerA [Y^-1 * _]mulrC -/s scalerBr => /eqP; rewrite addrAC subr_eq0 => /eqP <-.
  by rewrite scalerDl scale1r addrA.
have [pl hp] : exists l : 'rV[K]_n, [/\ forall a, 0 <= l 0 a, \sum_a l 0 a = 1, p = l *m U & 0 < l 0 k].
  exists (\row_a (if out a then y a / Y else 0)); split.
  - by move=> a; rewrite mxE; case: ifP => // a_out; rewrite divr_ge0 ?out_pos // ltW.
  - under eq_bigr do rewrite mxE; by rewrite -big_mkcond /= -mulr_suml divff // gt_eqF.
  - rewrite mulmx_sum_row /p big_mkcond /=; apply: eq_bigr => a _; rewrite mxE; case: ifP => // _; by rewrite scale0r.
  - by rewrite mxE k_out divr_gt0.
case: hp => pl0 pl1 pE plk.
suff Fp : F p by case/andP: k_out => ki kj; case: (others k ki kj); apply: (face_rows Fface pl0 pl1 _ plk); rewrite -pE.
have hullp : hull U p by exists pl.
have [_ [_ extreme]] := Fface.
have [s0|s0] := lerP s 0; last first.
  have s1 : 0 < 1 + s by rewrite addr_gt0 ?ltr01.
  have [] // := extreme p (row j U) (1 + s)^-1 hullp (row_in_hull U j).
    by rewrite invr_gt0 s1 invf_lt1 // ltr_addl.
  suff -> : (1 + s)^-1 *: p + (1 - (1 + s)^-1) *: row j U = row i U by [].
  rewrite line scalerBr !scalerA mulVf ?gt_eqF // scale1r -addrA -scaleNr -scalerDl.
  by rewrite (_ : - _ + _ = 0) ?scale0r ?addr0 //; field; rewrite gt_eqF.
have [s1|s1] := lerP (- 1) s.
  exists (1 + s); first by rewrite -ler_subl_addl sub0r s1 ger_addl s0.
  by rewrite line opprD addrA subrr sub0r scaleNr.
have s2 : 0 < - s by rewrite oppr_gt0 (lt_trans s1) // oppr_lt0 ltr01.
have [] // := extreme p (row i U) (- s)^-1 hullp (row_in_hull U i).
  by rewrite invr_gt0 s2 invf_lt1 // ltr_oppr.
suff -> : (- s)^-1 *: p + (1 - (- s)^-1) *: row i U = row j U by [].
have s3 : s != 0 by rewrite -oppr_eq0 gt_eqF.
rewrite line scalerBr !scalerA addrAC -scalerDl (_ : (- s)^-1 * (1 + s) + (1 - (- s)^-1) = 0) ?scale0r ?sub0r; last by field.
by rewrite -scaleNr (_ : - ((- s)^-1 * s) = 1) ?scale1r //; field.
Qed.

Section Regions.

Variables (K : realFieldType) (n d : nat) (U : 'M[K]_(n, d)).

(* A little of y does not reverse what x decides, and any x is near one where nothing ties. *)
Lemma towards (x y : 'cV[K]_d) : exists2 e, 0 < e &
  forall a b, (U *m x) b 0 < (U *m x) a 0 -> (U *m (x + e *: y)) b 0 < (U *m (x + e *: y)) a 0.
Proof.
pose gap (z : 'cV[K]_d) (k : 'I_('C(n, 2))) := (braid K n *m (U *m z)) k 0.
have gapD z e k : gap (z + e *: y) k = gap z k + e * gap y k.
  by rewrite /gap mulmxDr -scalemxAr mulmxDr -scalemxAr mxE [X in _ + X]mxE.
have [|e e0 eP] := @small_step K _ (fun k => `|gap x k|) (fun k => Num.sg (gap x k) * gap y k) (fun k => gap x k != 0).
  by move=> k; rewrite normr_gt0.
exists e => // a b ab; have : b != a by apply: contraTneq ab => ->; rewrite ltxx.
rewrite -val_eqE neq_ltn => /orP[] /row_of_pair[k kE]; have := eP k; rewrite [`|_|]normrEsg mulrCA -mulrDr -gapD.
  have x_lt : gap x k < 0 by rewrite /gap (braid_mulE _ _ kE) subr_lt0.
  by rewrite ltr0_sg // lt_eqF // mulN1r oppr_gt0 /gap (braid_mulE _ _ kE) subr_lt0; apply.
have x_gt : 0 < gap x k by rewrite /gap (braid_mulE _ _ kE) subr_gt0.
by rewrite gtr0_sg // gt_eqF // mul1r /gap (braid_mulE _ _ kE) subr_gt0; apply.
Qed.

Lemma without_ties (x : 'cV[K]_d) : distinct_rows U -> exists y : 'cV[K]_d,
  (forall a b, (U *m x) b 0 < (U *m x) a 0 -> (U *m y) b 0 < (U *m y) a 0) /\ forall a b, (U *m y) a 0 = (U *m y) b 0 -> a = b.
Proof.
move=> dU; have [y [yx y0]] := moved_off x (braid_nonzero_rows dU); exists y; split=> [a b ab|a b ab].
  have : b != a by apply: contraTneq ab => ->; rewrite ltxx.
  rewrite -val_eqE neq_ltn => /orP[] /row_of_pair[k kE]; have := yx k; rewrite -!mulmxA !(braid_mulE _ _ kE).
    by rewrite subr_eq0 lt_eqF // => /(_ isT); rewrite [X in _ = X]ltr0_sgz ?subr_lt0 // => /eqP; rewrite sgz_cp0 subr_lt0.
  by rewrite subr_eq0 gt_eqF // => /(_ isT); rewrite [X in _ = X]gtr0_sgz ?subr_gt0 // => /eqP; rewrite sgz_cp0 subr_gt0.
apply/eqP; apply: contraT; rewrite -val_eqE neq_ltn => /orP[] /row_of_pair[k kE]; have := y0 k;
by rewrite -mulmxA (braid_mulE _ _ kE) ab subrr eqxx.
Qed.

End Regions.

Theorem decision_regions (K : realFieldType) n d (U : 'M[K]_(n, d)) (i : 'I_n) : distinct_rows U -> top_label U i ->
  forall x : 'cV[K]_d, (forall j, (U *m x) j 0 <= (U *m x) i 0) <->
  exists p : 'S_n, [/\ ranks U p, forall a : 'I_n, a = 0%N :> nat -> p a = i
    & forall a b : 'I_n, (a < b)%N -> (U *m x) (p b) 0 <= (U *m x) (p a) 0].
Proof.
move=> dU [y yP] x; split=> [x_top|[p [_ p0 sorted_p]] j]; last first.
  have n0 : (0 < n)%N by apply: leq_ltn_trans (ltn_ord i).
  rewrite -(p0 (Ordinal n0)) // -[j](permKV p).
  have [e|lt0] := posnP ((p^-1)%g j : 'I_n); last exact: sorted_p.
  by rewrite (_ : (p^-1)%g j = Ordinal n0) //; apply: val_inj.
have [e e0 near] := towards U x y; have [z [zP z_inj]] := without_ties (x + e *: y) dU.
have [p pP] := order_of_distinct z_inj.
have keep a b : (U *m x) b 0 < (U *m x) a 0 -> (U *m z) b 0 < (U *m z) a 0 by move/near/zP.
have z_top j : j != i -> (U *m z) j 0 < (U *m z) i 0.
  move=> ji; apply: zP; have value k : (U *m (x + e *: y)) k 0 = (U *m x) k 0 + e * (U *m y) k 0.
    by rewrite mulmxDr -scalemxAr mxE [X in _ + X]mxE.
  by rewrite !value ler_lt_add // ltr_pmul2l // yP.
exists p; split; first by exists z.
  move=> a a0; apply/eqP; apply: contraT => pa; have := z_top _ pa; rewrite -[i](permKV p) ltNge; apply: contraNT => _; apply/ltW/pP.
  rewrite a0 lt0n; apply: contra pa => i0; have -> : a = (p^-1)%g i by apply: val_inj; rewrite /= a0 (eqP i0).
  by rewrite permKV.
move=> a b /pP ab; rewrite leNgt; apply/negP=> /keep ba; by have := lt_trans ab ba; rewrite ltxx.
Qed.

Theorem argmax_G_1 (K : realFieldType) n d (U : 'M[K]_(n, d)) :
  (forall i, distinct_rows U -> top_label U i -> forall x : 'cV[K]_d, (forall j, (U *m x) j 0 <= (U *m x) i 0) <->
     exists p : 'S_n, [/\ ranks U p, forall a : 'I_n, a = 0%N :> nat -> p a = i
       & forall a b : 'I_n, (a < b)%N -> (U *m x) (p b) 0 <= (U *m x) (p a) 0]) /\
  (forall i j, tie_top U i j <->
     face (hull U) (segment (row i U) (row j U)) /\ forall k, k != i -> k != j -> ~ segment (row i U) (row j U) (row k U)).
Proof. by split=> [i dU top|i j]; [exact: decision_regions | exact: ties_faces]. Qed.
