(******************************************************************************)
(*                                                                            *)
(*  COUNTING 5.2: WHICH RANKINGS A RANK ALLOWS                                *)
(*                                                                            *)
(*  Field.  K is any ordered field; U has n + 1 rows (labels) and any number  *)
(*  d of columns.                                                             *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    counting_5_2_feasible     If the centred U has rank n, one less than    *)
(*        the number of labels, then all rankings are feasible.               *)
(*    counting_5_2_infeasible   If its rank is smaller, some ranking is not   *)
(*        feasible.                                                           *)
(*                                                                            *)
(*  The number of rankings in general position (Cover 1967) is in generic.v.  *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions covectors rankings.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Centred.

Variables (K : realFieldType) (n d : nat) (U : 'M[K]_(n.+1, d)).

Let ones : 'cV[K]_n.+1 := const_mx 1.

Lemma centredE : U = centred U + ones *m mean_row U.
Proof.
apply/matrixP=> i j; rewrite mxE [X in _ = X + _]mxE [X in _ = _ + X]mxE big_ord_recl big_ord0.
by rewrite [ones _ _]mxE mul1r addr0 subrK.
Qed.

Lemma centred_ones : ones^T *m centred U = 0.
Proof.
apply/rowP=> j; rewrite !mxE; under eq_bigr do rewrite !mxE mul1r.
rewrite sumrB sumr_const card_ord -mulr_natl mulrA divff ?pnatr_eq0 // mul1r summxE; apply/eqP.
by rewrite subr_eq0; apply/eqP/eq_bigr => i _; rewrite mxE.
Qed.

End Centred.

Theorem counting_5_2_feasible (K : realFieldType) n d (U : 'M[K]_(n.+1, d)) :
  \rank (centred U) = n -> forall p, ranks U p.
Proof.
move=> rU p; pose ones : 'cV[K]_n.+1 := const_mx 1.
pose y : 'cV[K]_n.+1 := \col_i - ((p^-1)%g i)%:R; pose m : K := (n.+1)%:R^-1 * \sum_i y i 0.
have centred_y : ones^T *m (y - m *: ones) = 0.
  have entry i : ones^T 0 i * (y - m *: ones) i 0 = y i 0 - m by rewrite !mxE mul1r mulr1.
  apply/rowP=> j; rewrite ord1 mxE; under eq_bigr do rewrite entry.
  by rewrite sumrB sumr_const card_ord -mulr_natl /m mulrA divff ?pnatr_eq0 // mul1r subrr mxE.
have ones0 : \rank ones = 1%N.
  by rewrite -mxrank_tr rank_rV; apply/eqP; rewrite eqb1; apply/rV0Pn; exists 0; rewrite !mxE oner_neq0.
have spanned : ((y - m *: ones)^T <= (centred U)^T)%MS.
  have le : ((centred U)^T <= kermx ones)%MS.
    by apply/sub_kermxP; apply: trmx_inj; rewrite trmx_mul trmxK centred_ones trmx0.
  have := mxrank_leqif_sup le; rewrite mxrank_tr rU mxrank_ker ones0 subn1 /= => -[_].
  rewrite eqxx => /esym; apply: submx_trans; apply/sub_kermxP; apply: trmx_inj.
  by rewrite trmx_mul trmxK centred_y trmx0.
have [D yD] := submxP spanned; have yE : y = centred U *m D^T + m *: ones.
  by rewrite -[y](subrK (m *: ones)); congr (_ + _); apply: trmx_inj; rewrite yD trmx_mul trmxK.
exists D^T => a b ab; rewrite [U]centredE mulmxDl -mulmxA.
pose t := (mean_row U *m D^T) 0 0 - m.
have E i : (centred U *m D^T + ones *m (mean_row U *m D^T)) i 0 = y i 0 + t.
  rewrite yE mxE [X in _ + X]mxE big_ord_recl big_ord0 [ones _ _]mxE mul1r addr0.
  by rewrite [X in _ = X + _]mxE [(m *: ones) _ _]mxE [ones _ _]mxE mulr1 /t addrACA subrr addr0.
by rewrite !E ltr_add2r !mxE !permK ltr_opp2 ltr_nat.
Qed.

Theorem counting_5_2_infeasible (K : realFieldType) n d (U : 'M[K]_(n.+1, d)) :
  (\rank (centred U) < n)%N -> exists p, ~ ranks U p.
Proof.
move=> rU; pose ones : 'cV[K]_n.+1 := const_mx 1.
have : kermx (row_mx (centred U) ones) != 0.
  rewrite -mxrank_eq0 mxrank_ker -lt0n subn_gt0 -mxrank_tr tr_row_mx -addsmxE.
  apply: leq_ltn_trans (mxrank_adds_leqif _ _) _.
  by apply: leq_ltn_trans (leq_add (leqnn _) (rank_leq_row ones^T)) _; rewrite mxrank_tr addn1 ltnS.
case/rowV0Pn=> w /sub_kermxP; rewrite mul_mx_row -[0]hsubmxK => /eq_row_mx[wC w_ones] w0.
have {}wC : w *m centred U = 0 by rewrite wC; apply/matrixP=> i j; rewrite !mxE.
have {}w_ones : w *m ones = 0 by rewrite w_ones; apply/matrixP=> i j; rewrite !mxE.
have w1 : \sum_i w 0 i = 0.
  have := congr1 (fun M : 'M_1 => M 0 0) w_ones; rewrite !mxE => e; rewrite -[RHS]e.
  by apply: eq_bigr => i _; rewrite mxE mulr1.
have wU : w *m U = 0 by rewrite [U]centredE mulmxDr wC add0r mulmxA w_ones mul0mx.
(* List the labels by decreasing w. *)
have [p pw] : exists p : 'S_n.+1, forall a b : 'I_n.+1, (a < b)%N -> w 0 (p b) <= w 0 (p a).
  pose r i j := (w 0 j < w 0 i) || ((w 0 j == w 0 i) && (i < j)%N).
  have [i|j i k|i j ij|p pr] := @order_of_relation _ r; rewrite /r.
  - by rewrite ltxx ltnn andbF.
  - move=> /orP[ji|/andP[/eqP-> ij]] /orP[kj|/andP[/eqP-> jk]]; rewrite ?ji ?kj ?(lt_trans kj ji) ?eqxx ?(ltn_trans ij jk) ?orbT //.
  - by have [||_] := ltrgtP (w 0 i) (w 0 j); rewrite ?orbT //= -neq_ltn.
  by exists p => a b /pr/orP[/ltW//|/andP[/eqP-> _]].
exists p => -[x xP]; pose z i := (U *m x) i 0.
have wz : \sum_i w 0 i * z i = 0.
  by have := congr1 (fun u : 'rV_d => (u *m x) 0 0) wU; rewrite -mulmxA mul0mx mxE [RHS]mxE.
have sum_pairs : \sum_i \sum_j (w 0 i - w 0 j) * (z i - z j) = 0.
  have E i : \sum_j (w 0 i - w 0 j) * (z i - z j) = (n.+1)%:R * (w 0 i * z i) - w 0 i * \sum_j z j.
    transitivity (\sum_j (w 0 i * z i - w 0 i * z j - w 0 j * z i + w 0 j * z j)).
      by apply: eq_bigr => j _; rewrite mulrBl !mulrBr opprB addrA addrAC.
    rewrite big_split /= wz addr0 sumrB sumrB sumr_const card_ord -mulr_suml w1 mul0r subr0 -mulr_sumr.
    by rewrite mulr_natl.
  under eq_bigr do rewrite E.
  by rewrite sumrB -mulr_sumr wz mulr0 -mulr_suml w1 mul0r subr0.
have z_order i j : ((p^-1)%g i < (p^-1)%g j)%N -> z j < z i by move/xP; rewrite !permKV.
have w_order i j : ((p^-1)%g i < (p^-1)%g j)%N -> w 0 j <= w 0 i by move/pw; rewrite !permKV.
have pair_ge0 i j : 0 <= (w 0 i - w 0 j) * (z i - z j).
  have [ij|ji|/val_inj/perm_inj->] := ltngtP ((p^-1)%g i) ((p^-1)%g j); last by rewrite subrr mul0r.
    by rewrite mulr_ge0 // subr_ge0 ?w_order // ltW ?z_order.
  by rewrite mulr_le0 // subr_le0 ?w_order // ltW ?z_order.
have pair_eq0 i j : (w 0 i - w 0 j) * (z i - z j) = 0 -> w 0 i = w 0 j.
  move/eqP; rewrite mulf_eq0 !subr_eq0 => /orP[/eqP//|/eqP zij].
  have [/z_order|/z_order|/val_inj/perm_inj->//] := ltngtP ((p^-1)%g i) ((p^-1)%g j); by rewrite zij ltxx.
have w_const i j : w 0 i = w 0 j.
  have row0 : \sum_k (w 0 i - w 0 k) * (z i - z k) = 0.
    by apply: (psumr_eq0P _ sum_pairs) => // k _; apply: sumr_ge0.
  by apply: pair_eq0; apply: (psumr_eq0P _ row0) => // k _.
case/negP: w0; apply/eqP/rowP=> i; rewrite [RHS]mxE; apply/eqP.
have : \sum_(j < n.+1) w 0 i = 0 by rewrite -[RHS]w1; apply: eq_bigr => j _; apply: w_const.
by rewrite sumr_const card_ord -mulr_natl => /eqP; rewrite mulf_eq0 pnatr_eq0.
Qed.
