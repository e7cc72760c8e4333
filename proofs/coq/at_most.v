(******************************************************************************)
(*                                                                            *)
(*  COUNTING: THE GENERIC NUMBERS ARE THE LARGEST                             *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    topes_at_most   Every U with n + 1 rows in dimension d has at most 2    *)
(*        (C(n, 0) + ... + C(n, d - 1)) members of S(U), and exactly so many  *)
(*        if and only if its rows are in general position: any d or fewer of  *)
(*        them are linearly independent.                                      *)
(*    orders_at_most   Every U with n labels in dimension d has at most Q(n,  *)
(*        d) members of R(U), and exactly so many if and only if the labels   *)
(*        are generic: every set of differences has a rank as large as it can *)
(*        be.                                                                 *)
(*    counting_at_most   Both.                                                *)
(*                                                                            *)
(*  Proof.  Deletion and restriction: a row h that is not zero adds the topes *)
(*  of the restriction to its hyperplane, one dimension lower; the bounds add *)
(*  up, and rows are in general position if and only if h is not zero, the    *)
(*  others are, and so are their traces on the hyperplane.  A new label p     *)
(*  adds the hyperplanes of p - u_i; on that of i it coincides with u_i, so   *)
(*  that the traces are the differences of the other labels, one dimension    *)
(*  lower.                                                                    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions counting_5_1 counting_5_2 regions generic existence.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AtMost.

Variable K : realFieldType.

Lemma zero_first n d (U : 'M[K]_(n, d)) : has_topes (col_mx (0 : 'rV[K]_d) U) 0.
Proof.
exists set0; rewrite cards0; split=> // b; rewrite inE; split=> // -[[x xP] /(_ (lshift n 0))].
by rewrite -xP mul_col_mx col_mxEu mul0mx mxE sgz0 eqxx.
Qed.

Lemma general_no_columns n (U : 'M[K]_(n, 0)) : general_position U.
Proof. by move=> [|m] f f_inj // _; apply: inj_row_free => y _; apply: thinmx0. Qed.

Lemma general_no_rows d (U : 'M[K]_(0, d)) : general_position U.
Proof. by move=> [|m] f f_inj _; [apply: inj_row_free => y _; apply: thinmx0 | case: (f ord0)]. Qed.

Lemma mul_rowsub m n d (U : 'M[K]_(n, d)) (f : 'I_m -> 'I_n) (y : 'rV[K]_m) : y *m rowsub f U = \sum_i y 0 i *: row (f i) U.
Proof. by rewrite mulmx_sum_row; apply: eq_bigr => i _; congr (_ *: _); apply/rowP=> j; rewrite !mxE. Qed.

Lemma general_extended n d (h : 'rV[K]_d.+1) (U : 'M[K]_(n, d.+1)) (N : 'M[K]_(d.+1, d)) : h != 0 -> h *m N = 0 ->
  general_position U -> general_position (U *m N) -> general_position (col_mx h U).
Proof.
move=> h0 hN gU gN m f f_inj md; have rest (k : 'I_(1 + n)) : k != lshift n 0 -> exists l, k = rshift 1 l.
  by have [a ->|a ->] := split_ordP k; [rewrite ord1 eqxx | exists a].
have row_rest l : row (rshift 1 l) (col_mx h U) = row l U by rewrite rowKd.
apply: inj_row_free => y; rewrite mul_rowsub; have [i0 f0|no_h] := pickP (fun i => f i == lshift n 0); last first.
  have ex i : exists l, f i = rshift 1 l by apply: rest; rewrite no_h.
  have [g gE] := fin_all_exists ex; have g_inj : injective g by move=> i j e; apply: f_inj; rewrite !gE e.
  rewrite (eq_bigr (fun i => y 0 i *: row (g i) U)) => [|i _]; last by rewrite gE row_rest.
  by rewrite -mul_rowsub => /eqP; rewrite (mulmx_free_eq0 _ (gU m g g_inj md)) => /eqP.
case: m f f_inj md y i0 f0 => [|m] f f_inj md y i0 f0; first by have := ltn_ord i0.
have ex j : exists l, f (lift i0 j) = rshift 1 l.
  by apply: rest; rewrite -(eqP f0) (inj_eq f_inj) eq_sym neq_lift.
have [g gE] := fin_all_exists ex; have g_inj : injective g by move=> i j e; apply: (@lift_inj _ i0); apply: f_inj; rewrite !gE e.
pose z := \row_j y 0 (lift i0 j); have -> : \sum_i y 0 i *: row (f i) (col_mx h U) = y 0 i0 *: h + z *m rowsub g U.
  rewrite (bigD1_ord i0) //= (eqP f0) (_ : row (lshift n 0) (col_mx h U) = h) ?mul_rowsub; last first.
    by apply/rowP=> j; rewrite mxE col_mxEu.
  by congr (_ + _); apply: eq_bigr => j _; rewrite gE row_rest [z 0 j]mxE.
move=> e; have zN : z *m rowsub g (U *m N) = 0.
  have -> : rowsub g (U *m N) = rowsub g U *m N by apply/matrixP=> a b; rewrite !mxE; apply: eq_bigr => k _; rewrite mxE.
  by have := congr1 (mulmx^~ N) e; rewrite mulmxDl -scalemxAl hN scaler0 add0r mul0mx -mulmxA.
have z0 : z = 0 by move/eqP: zN; rewrite (mulmx_free_eq0 _ (gN m g g_inj md)) => /eqP.
have y0 : y 0 i0 = 0 by move/eqP: e; rewrite z0 mul0mx addr0 scaler_eq0 (negPf h0) orbF => /eqP.
apply/rowP=> i; rewrite [RHS]mxE; case: (unliftP i0 i) => [j ->|->] //.
by have /rowP/(_ j) := z0; rewrite !mxE.
Qed.

Lemma generic_number n d : (2 * (\sum_(i < d.+1) 'C(n.+1, i)) = 2 * (\sum_(i < d.+1) 'C(n, i)) + 2 * (\sum_(i < d) 'C(n, i)))%N.
Proof.
rewrite -mulnDr; congr (2 * _)%N.
rewrite big_ord_recl [in RHS]big_ord_recl !bin0 -addnA; congr (_ + _)%N.
by rewrite -big_split; apply: eq_bigr => i _; rewrite lift0 binS.
Qed.

Lemma topes_bound n d (U : 'M[K]_(n.+1, d)) k : has_topes U k ->
  (k <= 2 * \sum_(i < d) 'C(n, i))%N /\ (k = (2 * \sum_(i < d) 'C(n, i))%N <-> general_position U).
Proof.
have unique m e (V : 'M[K]_(m, e)) a b : has_topes V a -> has_topes V b -> a = b.
  by move=> Va Vb; have [c [_ one]] := number_of_topes V; rewrite (one a Va) (one b Vb).
elim: n d U k => [|n IH] [|d] U k Uk; try by rewrite (unique _ _ _ _ _ Uk (no_columns U)) big_ord0 muln0; split=> //; split=> // _; exact: general_no_columns.
  have [h [U' UE]] := first_and_rest U; rewrite UE in Uk *.
  rewrite big_ord_recl bin0 big1 => [|i _]; last by rewrite bin0n.
  have [h0|h0] := eqVneq h 0.
    rewrite h0 in Uk *; rewrite (unique _ _ _ _ _ Uk (zero_first U')); split=> //; split=> // /general_first.
    by rewrite eqxx.
  have [N [hN N_all]] := hyperplane h0.
  rewrite (unique _ _ _ _ _ Uk (deletion_restriction h0 hN N_all (no_rows U') (no_rows (U' *m N)))); split=> //; split=> // _.
  by apply: general_extended hN _ _ => //; apply: general_no_rows.
have [h [U' UE]] := first_and_rest U; rewrite UE in Uk *.
rewrite generic_number; set G1 := (2 * \sum_(i < d.+1) _)%N; set G2 := (2 * _)%N.
have [h0|h0] := eqVneq h 0.
  rewrite h0 in Uk *; rewrite (unique _ _ _ _ _ Uk (zero_first U')); split=> //; split=> [/esym/eqP|/general_first]; last by rewrite eqxx.
  by rewrite addn_eq0 /G1 muln_eq0 /= big_ord_recl bin0.
have [N [hN N_all]] := hyperplane h0; have [k1 [U1 _]] := number_of_topes U'; have [k2 [U2 _]] := number_of_topes (U' *m N).
rewrite (unique _ _ _ _ _ Uk (deletion_restriction h0 hN N_all U1 U2)).
have [b1 e1] := IH _ _ _ U1; have [b2 e2] := IH _ _ _ U2; split; first exact: leq_add.
split=> [e|gp].
  have [k1G k2G] : k1 = G1 /\ k2 = G2.
    have [/eqP k1G|k1G] := boolP (k1 == G1); first by split=> //; apply/eqP; rewrite -(eqn_add2l G1) -{1}k1G e.
    have : (k1 < G1)%N by rewrite ltn_neqAle k1G.
    by move=> lt1; have := leq_add lt1 b2; rewrite addSn e ltnn.
  by apply: general_extended hN _ _ => //; [apply/e1 | apply/e2].
by rewrite (proj2 e1 (general_rest gp)) (proj2 e2 (general_restriction hN N_all gp)).
Qed.

(* Rankings. *)

Lemma meets_line m e f (A : 'M[K]_(m, e)) (N : 'M[K]_(e, f)) (h : 'rV[K]_e) : h != 0 -> (h <= A)%MS -> h *m N = 0 ->
  (forall v : 'rV[K]_e, v *m N = 0 -> exists c, v = c *: h) -> \rank A = (\rank (A *m N)).+1.
Proof.
move=> h0 hA hN line; have := mxrank_mul_ker A N; suff [-> _] : (A :&: kermx N :=: h)%MS by rewrite rank_rV h0 addn1 => ->.
apply/eqmxP/andP; split; last by rewrite sub_capmx hA; apply/sub_kermxP.
by apply/rV_subP=> v; rewrite sub_capmx => /andP[_ /sub_kermxP/line vh]; apply/sub_rVP.
Qed.

Definition distinct_traces n d (p : 'rV[K]_d.+1) (U : 'M[K]_(n, d.+1)) (i : 'I_n) : Prop :=
  p - row i U != 0 /\ exists N : 'M[K]_(d.+1, d), [/\ (p - row i U) *m N = 0,
    forall x : 'cV[K]_d.+1, (p - row i U) *m x = 0 -> exists z, x = N *m z & generic (U *m N)].

Lemma generic_from n d (p : 'rV[K]_d.+1) (U : 'M[K]_(n, d.+1)) :
  generic U -> (forall i, distinct_traces p U i) -> generic (col_mx p U).
Proof.
move=> gU traces m C CE; have [/forallP none|] := boolP [forall r, C r (lshift n 0) == 0].
  have CE' : C = row_mx 0 (rsubmx C).
    by rewrite -[C in LHS]hsubmxK; congr row_mx; apply/matrixP=> r j; rewrite ord1 !mxE; apply/eqP/none.
  case: n U gU traces C CE none CE' => [|n] U gU traces C CE none CE'.
    have -> : C = 0 by rewrite CE'; apply/matrixP=> r j; rewrite [RHS]mxE; case: (split_ordP j) => a ->; [rewrite row_mxEl mxE | case: a].
    by rewrite mul0mx !mxrank0 minn0.
  have CT : C *m onto K 0 = rsubmx C by rewrite -[C in LHS]hsubmxK mul_row_col mulmx1 (_ : lsubmx C = 0) ?mul0mx ?add0r // CE' row_mxKl.
  have := gU _ _ (onto_edges 0 CE); rewrite CT; move: (rsubmx C) CE' => C' -> e.
  by rewrite below_mul rank_below.
rewrite negb_forall => /existsP[r r0]; have [i edge_r] : exists i, exists2 c, c != 0 & row r C = c *: edge K (lshift n 0) (rshift 1 i).
  have [a [b e]] := CE r; have entry : C r (lshift n 0) = (edge K a b) 0 (lshift n 0) by rewrite -e mxE.
  move: r0; rewrite entry; move: e; have [a' ->|a' ->] := split_ordP a; have [b' ->|b' ->] := split_ordP b; rewrite ?ord1 => e.
  - by rewrite /edge subrr mxE eqxx.
  - by move=> _; exists b', 1; rewrite ?oner_neq0 // scale1r.
  - by move=> _; exists a', (-1); rewrite ?oppr_eq0 ?oner_neq0 // scaleN1r /edge opprB.
  by rewrite !mxE !eq_lrshift !andbF subrr eqxx.
case: edge_r => c c0 edge_r; pose e : 'rV[K]_(1 + n) := edge K (lshift n 0) (rshift 1 i).
have [h0 [N [hN N_all gN]]] := traces i.
have eC : (e <= C)%MS by rewrite -[e](scalerK c0) scalemx_sub // -edge_r row_sub.
have eU : e *m col_mx p U = p - row i U by rewrite edge_mul rowKu rowKd row_id.
have e0 : e != 0 by apply: contraNneq h0 => z; rewrite -eU z mul0mx.
have rank_A : \rank (C *m col_mx p U) = (\rank (C *m col_mx p U *m N)).+1.
  apply: (meets_line h0) => //; first by rewrite -eU submxMr.
  by move=> v; apply: kernel_line h0 N_all.
have rank_C : \rank C = (\rank (C *m onto K i)).+1.
  apply: (meets_line e0) => //.
    by rewrite /e edge_first /onto mul_row_col mul1mx mulmx1 addrN.
  move=> v; rewrite -[v]hsubmxK /onto mul_row_col mulmx1 => /eqP; rewrite addrC addr_eq0 => /eqP ->.
  exists (lsubmx v 0 0); rewrite /e edge_first scale_row_mx scalerN scalemx1 -mx11_scalar; congr (row_mx _ (- _)).
  by rewrite {1}[lsubmx v]mx11_scalar mul_scalar_mx.
rewrite rank_A (onto_mul C i p U) mulmxDl -[lsubmx C *m _ *m N]mulmxA hN mulmx0 addr0 -mulmxA gN; last exact: onto_edges.
by rewrite rank_C minnSS.
Qed.

Lemma cover_orders_gt0 n d : (0 < cover_orders n d.+1)%N.
Proof. by elim: n => //= n IH; rewrite addn_gt0 IH. Qed.

Lemma one_number m e (V : 'M[K]_(m, e)) a b : has_topes V a -> has_topes V b -> a = b.
Proof. by move=> Va Vb; have [c [_ one]] := number_of_topes V; rewrite (one a Va) (one b Vb). Qed.

Lemma few_generic n d (U : 'M[K]_(n, d)) : (n <= 1)%N || (d == 0)%N -> generic U.
Proof.
case/orP=> [n1|/eqP d0] m C CE; last first.
  by have -> : minn d (\rank C) = 0%N; [rewrite d0 min0n | apply/eqP; rewrite -leqn0; apply: leq_trans (rank_leq_col _) _; rewrite d0].
have -> : C = 0.
  apply/row_matrixP=> r; have [i [j ->]] := CE r; rewrite row0 (_ : i = j) ?/edge ?subrr //.
  by apply: val_inj; case: n n1 i j {U C CE} => [|[|?]] // _ [[|?] // ?] [[|?] // ?].
by rewrite mul0mx !mxrank0 minn0.
Qed.

Lemma diffs_bound n d (U : 'M[K]_(n, d)) k : has_topes (rows_matrix (diffs U)) k ->
  (k <= cover_orders n d)%N /\ (k = cover_orders n d -> generic U).
Proof.
elim: n d U k => [|n IH] d U k Uk.
  have gU : generic U by apply: few_generic.
  by rewrite (one_number Uk (generic_diffs gU)).
case: d U Uk => [|d] U Uk.
  have gU : generic U by apply: few_generic; rewrite orbT.
  by rewrite (one_number Uk (generic_diffs gU)).
pose p : 'rV[K]_d.+1 := usubmx (U : 'M_(1 + n, _)); pose W : 'M[K]_(n, d.+1) := dsubmx (U : 'M_(1 + n, _)).
have UE : U = col_mx p W by rewrite vsubmxK.
suff step l : uniq l -> forall k, has_topes (rows_matrix ([seq p - row i W | i <- l] ++ diffs W)) k ->
    (k <= cover_orders n d.+1 + size l * cover_orders n d)%N /\
    (k = (cover_orders n d.+1 + size l * cover_orders n d)%N -> generic W /\ forall i, i \in l -> distinct_traces p W i).
  have [k' [Wk' _]] := number_of_topes (rows_matrix ([seq p - row i W | i <- enum 'I_n] ++ diffs W)).
  have kk' : k = k' by apply: one_number Uk _; rewrite UE; apply: diffs_col.
  have := step (enum 'I_n) (enum_uniq _) k' Wk'; rewrite size_enum_ord -kk' => -[bound equal]; split=> // /equal[gW traces].
  by rewrite UE; apply: generic_from => // i; apply: traces; rewrite mem_enum.
elim: l => [|i l IHl] /=.
  by move=> _ k' Wk'; rewrite mul0n addn0; have [bound equal] := IH _ _ _ Wk'; split=> // /equal gW; split.
case/andP=> il /IHl{}IHl k' Wk'; rewrite mulSn addnCA [(cover_orders n d + _)%N]addnC.
set G := (_ + size l * _)%N in IHl *; rewrite rows_matrix_cons in Wk'.
have [h0|h0] := eqVneq (p - row i W) 0.
  rewrite h0 in Wk'; rewrite (one_number Wk' (zero_first _)); split=> // /esym/eqP.
  by rewrite !addn_eq0 (gtn_eqF (cover_orders_gt0 n d)).
have [N [hN N_all]] := hyperplane h0; set S := _ ++ _ in IHl Wk' *.
have [k1 [S1 _]] := number_of_topes (rows_matrix S); have [k2 [W2 _]] := number_of_topes (rows_matrix (diffs (W *m N))).
have same_N : p *m N = row i W *m N by apply/eqP; rewrite -subr_eq0 -mulmxBl hN.
have S2 : has_topes (rows_matrix S *m N) k2.
  have size_S : size S = size [seq v *m N | v : 'rV[K]_d.+1 <- S] by rewrite size_map.
  apply: (has_topes_rows (nm := size_S) (B := rows_matrix [seq v *m N | v : 'rV[K]_d.+1 <- S])) => [a|].
    by rewrite row_mul !row_rows_matrix (nth_map (0 : 'rV[K]_d.+1)) /= ?ltn_ord.
  apply: same_number W2 => v; rewrite /S.
    case/diffsP=> a [b [ab ->]]; apply: multiple_self; apply/mapP; exists (row a W - row b W).
      by rewrite mem_cat; apply/orP; right; apply/diffsP; exists a, b.
    by rewrite mulmxBl -!row_mul.
  case/mapP=> w; rewrite mem_cat => /orP[/mapP[j jl ->]|/diffsP[a [b [ab ->]]]] ->; apply: multiple_self; apply/diffsP.
    exists i, j; rewrite mulmxBl same_N -!row_mul; split=> //; by apply: contraNneq il => ->.
  by exists a, b; rewrite mulmxBl -!row_mul.
rewrite (one_number Wk' (deletion_restriction h0 hN N_all S1 S2)).
have [b1 e1] := IHl _ S1; have [b2 e2] := IH _ _ _ W2; split; first exact: leq_add.
move=> e; have [k1G k2G] : k1 = G /\ k2 = cover_orders n d.
  have [/eqP k1G|k1G] := boolP (k1 == G); first by split=> //; apply/eqP; rewrite -(eqn_add2l G) -{1}k1G e.
  have lt1 : (k1 < G)%N by rewrite ltn_neqAle k1G.
  by have := leq_add lt1 b2; rewrite addSn e ltnn.
have [gW traces] := e1 k1G; split=> // j; rewrite inE => /orP[/eqP->|/traces//].
by split=> //; exists N; split=> //; apply: e2.
Qed.

End AtMost.

Theorem topes_at_most (K : realFieldType) n d (U : 'M[K]_(n.+1, d)) k : has_topes U k ->
  (k <= 2 * \sum_(i < d) 'C(n, i))%N /\ (k = (2 * \sum_(i < d) 'C(n, i))%N <-> general_position U).
Proof. exact: topes_bound. Qed.

Theorem orders_at_most (K : realFieldType) n d (U : 'M[K]_(n, d)) k : has_topes (braid K n *m U) k ->
  (k <= cover_orders n d)%N /\ (k = cover_orders n d <-> generic_labels U).
Proof.
move=> Uk; have [k' [Uk' _]] := number_of_topes (rows_matrix (diffs U)).
have kk' : k = k' := one_number Uk (braid_diffs Uk'); have [bound equal] := diffs_bound Uk'; rewrite kk'; split=> //.
split=> [/equal/edges_generic//|/generic_orders gU].
by rewrite -kk'; apply: one_number Uk gU.
Qed.

Theorem counting_at_most (K : realFieldType) n d :
  (forall (U : 'M[K]_(n.+1, d)) k, has_topes U k ->
     (k <= 2 * \sum_(i < d) 'C(n, i))%N /\ (k = (2 * \sum_(i < d) 'C(n, i))%N <-> general_position U)) /\
  forall (U : 'M[K]_(n, d)) k, has_topes (braid K n *m U) k ->
     (k <= cover_orders n d)%N /\ (k = cover_orders n d <-> generic_labels U).
Proof. by split=> U k; [apply: topes_at_most | apply: orders_at_most]. Qed.
