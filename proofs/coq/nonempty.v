(******************************************************************************)
(*                                                                            *)
(*  WHEN S AND R ARE EMPTY, AND WHAT "FIRST" MEANS                            *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n x d matrix U.                                       *)
(*    covector_refined   If no row of U is zero, then for every covector s    *)
(*        some member t of S(U) has t_i = s_i wherever s_i is not 0: move off *)
(*        the hyperplanes through a point by a little.                        *)
(*    zero_row_S_empty   S(U) has a member if and only if no row is zero.     *)
(*    equal_rows_R_empty U has a strict ranking if and only if its rows are   *)
(*        pairwise distinct.                                                  *)
(*    argmax_label_top   Label i is first in a strict ranking (argmax_label)  *)
(*        if and only if the rows are pairwise distinct and i is strictly     *)
(*        first somewhere (top_label: the "top" of certificates).  With equal *)
(*        rows elsewhere a label can be strictly first although there is no   *)
(*        strict ranking.                                                     *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions covectors rankings theorem_5_6 gordan counting_5_1.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma moved_off (K : realFieldType) n d (U : 'M[K]_(n, d)) (x : 'cV[K]_d) : nonzero_rows U ->
  exists y : 'cV[K]_d, (forall i, (U *m x) i 0 != 0 -> sgz ((U *m y) i 0) = sgz ((U *m x) i 0)) /\
    forall i, (U *m y) i 0 != 0.
Proof.
move=> U0; suff [y [yx y0]] : exists y : 'cV[K]_d,
    (forall i, (U *m x) i 0 != 0 -> sgz ((U *m y) i 0) = sgz ((U *m x) i 0)) /\ forall i, i \in enum 'I_n -> (U *m y) i 0 != 0.
  by exists y; split=> // i; apply: y0; rewrite mem_enum.
elim: (enum _) => [|a l [y [yx yl]]]; first by exists x.
have [ya|ya] := eqVneq ((U *m y) a 0) 0; last first.
  by exists y; split=> // i; rewrite inE => /orP[/eqP->|/yl].
have [v va] := beside (U0 a).
have [|e e0 eP] := @small_step K n (fun i => `|(U *m y) i 0|) (fun i => Num.sg ((U *m y) i 0) * (U *m v) i 0)
  (fun i => (U *m y) i 0 != 0); first by move=> i; rewrite normr_gt0.
have value i : (U *m (y + e *: v)) i 0 = (U *m y) i 0 + e * (U *m v) i 0.
  by rewrite mulmxDr -scalemxAr mxE [X in _ + X]mxE.
have same i : (U *m y) i 0 != 0 -> sgz ((U *m (y + e *: v)) i 0) = sgz ((U *m y) i 0).
  move=> yi; have := eP i yi; rewrite value [`|_|]normrEsg mulrCA -mulrDr.
  move: yi; rewrite neq_lt => /orP[h|h]; rewrite ?(ltr0_sg h) ?(gtr0_sg h) ?mulN1r ?mul1r ?oppr_gt0 => h'.
    by rewrite !ltr0_sgz.
  by rewrite !gtr0_sgz.
exists (y + e *: v); split=> [i xi|i].
  by rewrite same ?yx // -sgz_eq0 yx // sgz_eq0.
rewrite inE => /orP[/eqP->|/yl yi]; last by rewrite -sgz_eq0 same // sgz_eq0.
by rewrite value ya add0r mulf_neq0 ?(gt_eqF e0) //; move: va; rewrite -row_mul mxE => ->; apply: oner_neq0.
Qed.

Theorem covector_refined (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) :
  nonzero_rows U -> covector U s -> exists t, sign_pattern U t /\ forall i, s i != 0 -> t i = s i.
Proof.
move=> U0 [x xs]; have [y [yx y0]] := moved_off x U0; exists (fun i => sgz ((U *m y) i 0)); split.
  by split=> [|i]; [exists y | rewrite sgz_eq0].
by move=> i; rewrite -xs sgz_eq0; apply: yx.
Qed.

Theorem zero_row_S_empty (K : realFieldType) n d (U : 'M[K]_(n, d)) : (exists s, sign_pattern U s) <-> nonzero_rows U.
Proof.
split=> [[s [[x xs] s0]] i|U0].
  apply: contraNneq (s0 i) => Ui; rewrite -xs sgz_eq0.
  by have := congr1 (fun u : 'rV_d => (u *m x) 0 0) Ui; rewrite -row_mul mul0mx !mxE => ->.
have [|t [tU _]] := @covector_refined K n d U (fun=> 0) U0; last by exists t.
by exists 0 => i; rewrite mulmx0 mxE sgz0.
Qed.

Theorem equal_rows_R_empty (K : realFieldType) n d (U : 'M[K]_(n, d)) : (exists p, ranks U p) <-> distinct_rows U.
Proof.
split=> [[p [x xP]] i j ij|dU].
  apply/eqP=> /(congr1 (fun u : 'rV_d => (u *m x) 0 0)); rewrite -!row_mul !mxE => same.
  have : (p^-1)%g i != (p^-1)%g j by rewrite (inj_eq perm_inj).
  by rewrite -val_eqE neq_ltn => /orP[] /xP; rewrite !permKV !mxE same ltxx.
have [s sU] := (zero_row_S_empty (braid K n *m U)).2 (braid_nonzero_rows dU).
by have [p [_ pU]] := (ranking_pattern_permutations U s).1 sU; exists p.
Qed.

Theorem argmax_label_top (K : realFieldType) n d (U : 'M[K]_(n, d)) (i : 'I_n) :
  argmax_label U i <-> distinct_rows U /\ top_label U i.
Proof.
split=> [[p [rp p0]]|[dU [x xP]]].
  split; first by apply/equal_rows_R_empty; exists p.
  case: rp => x xP; exists x => j ji; have n0 : (0 < n)%N by case: (n) i {p p0 xP U ji j} => [[]|].
  rewrite -(p0 (Ordinal n0)) // -[j](permKV p); apply: xP; rewrite /= lt0n.
  by apply: contra ji => /eqP/(p0 ((p^-1)%g j)) <-; rewrite permKV.
have [y [yx y0]] := moved_off x (braid_nonzero_rows dU).
have above j : j != i -> (U *m y) j 0 < (U *m y) i 0.
  move=> ji; have := ji; rewrite -val_eqE neq_ltn => /orP[] /row_of_pair[k kE]; have := yx k; rewrite -!mulmxA !(braid_mulE _ _ kE).
    have xji := xP j ji; rewrite subr_eq0 lt_eqF // => /(_ isT).
    by rewrite [X in _ = X]ltr0_sgz ?subr_lt0 // => /eqP; rewrite sgz_cp0 subr_lt0.
  have xji := xP j ji; rewrite subr_eq0 gt_eqF // => /(_ isT).
  by rewrite [X in _ = X]gtr0_sgz ?subr_gt0 // => /eqP; rewrite sgz_cp0 subr_gt0.
have [|p pP] := @order_of_distinct n K (U *m y).
  move=> a b ab; apply/eqP; apply: contraT; rewrite -val_eqE neq_ltn => /orP[] /row_of_pair[k kE]; have := y0 k;
  by rewrite -mulmxA (braid_mulE _ _ kE) ab subrr eqxx.
exists p; split=> [|a a0]; first by exists y.
apply/eqP; apply: contraT => pa; have := above _ pa; rewrite -[i](permKV p) ltNge; apply: contraNT => _; apply/ltW/pP.
rewrite a0 lt0n; apply: contra pa => i0; have -> : a = (p^-1)%g i by apply: val_inj; rewrite /= a0 (eqP i0).
by rewrite permKV.
Qed.
