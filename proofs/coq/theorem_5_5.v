(******************************************************************************)
(*                                                                            *)
(*  THEOREM 5.5: THE COSINE MATRIX DOES NOT DETERMINE THE RANKINGS            *)
(*                                                                            *)
(*  Field.  R is any real closed field (the reals, the real algebraic         *)
(*  numbers); it contains sqrt 2.                                             *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    theorem_5_5    No row is zero and the rows are distinct, in both.       *)
(*        C(model_1) = C(model_2) and S(model_1) = S(model_2).  Label 3 is an *)
(*        argmax label of model_1 and not of model_2.  So R(model_1) is not   *)
(*        R(model_2).                                                         *)
(*    theorem_5_5_lengths   The lengths are as stated.                        *)
(*    theorem_5_5_small     All cosines of line_1 and of line_2 are 1 and     *)
(*        S(line_1) = S(line_2); but 3 > 2 > 1 is a ranking of line_1 only,   *)
(*        3 > 1 > 2 is a ranking of line_2 only.                              *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import String.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions covectors lemma_5_3 rankings theorem_5_6 listing.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Positive scaling of the rows does not change the cosines. *)
Lemma cosines_scaled_rows (R : rcfType) n d (U : 'M[R]_(n, d)) (r : 'rV[R]_n) :
  (forall i, 0 < r 0 i) -> cosines (diag_mx r *m U) = cosines U.
Proof.
move=> r0; have rowE i : row i (diag_mx r *m U) = r 0 i *: row i U.
  by rewrite mul_diag_mx; apply/rowP=> j; rewrite !mxE.
have dotZ a b (u v : 'rV[R]_d) : dot (a *: u) (b *: v) = a * b * dot u v.
  by rewrite /dot mulr_sumr; apply: eq_bigr => k _; rewrite !mxE mulrACA.
have normZ i (u : 'rV[R]_d) : norm (r 0 i *: u) = r 0 i * norm u.
  by rewrite /norm dotZ -expr2 sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm.
apply/matrixP=> i j; rewrite !mxE !rowE dotZ !normZ mulrACA -mulf_div divff ?mul1r //.
by rewrite mulf_neq0 ?gt_eqF.
Qed.

Section Proof.

Variable R : rcfType.
Let c := cos_45 R.

Lemma c_gt0 : 0 < c.
Proof. by rewrite /c divr_gt0 ?sqrtr_gt0 ?ltr0n. Qed.

Lemma c_sqr : c * c = 2%:R^-1.
Proof. by rewrite /c /cos_45 mulf_div -expr2 sqr_sqrtr ?ler0n //; field. Qed.

Lemma five_c : 2%:R < 5%:R * c.
Proof.
rewrite ltNge; apply/negP=> h; have c5 : 0 <= 5%:R * c by rewrite mulr_ge0 ?ler0n ?(ltW c_gt0).
have := ler_pmul c5 c5 h h; rewrite mulrACA c_sqr ler_pdivr_mulr ?ltr0n // -!natrM.
by rewrite ler_nat.
Qed.

Lemma model_2_scaled :
  model_2 R = diag_mx (\row_i if i == label_3 then 2%:R / 5%:R else 1) *m model_1 R.
Proof.
have l3 (i : 'I_7) : (i == label_3) = (i == 2%N :> nat) by rewrite -val_eqE /= inordK.
apply/matrixP=> -[[|[|[|[|[|[|[|?]]]]]]] //= ?] [[|[|?]] //= ?]; by rewrite mul_diag_mx !mxE l3 /=; field.
Qed.

Lemma scale_gt0 (i : 'I_7) : 0 < (\row_i (if i == label_3 then 2%:R / 5%:R else 1 : R)) 0 i.
Proof. by rewrite mxE; case: ifP => _; rewrite ?divr_gt0 ?ltr0n ?ltr01. Qed.

(* Both models at x = (1, 10). *)
Lemma models_rank : ranks_as (model_1 R) "3241576" /\ ranks_as (model_2 R) "2431576".
Proof.
have c0 : 0 < c := c_gt0.
have f1 : 55%:R * c < 50%:R.
  rewrite ltNge; apply/negP=> h; have := ler_pmul (ler0n R 50) (ler0n R 50) h h.
  by rewrite mulrACA c_sqr ler_pdivl_mulr ?ltr0n // -!natrM ler_nat.
have f2 : 45%:R * c < 55%:R * c by rewrite ltr_pmul2r // ltr_nat.
have f3 : 20%:R < 45%:R * c.
  rewrite ltNge; apply/negP=> h; have c45 : 0 <= 45%:R * c by rewrite mulr_ge0 ?ler0n ?(ltW c0).
  by have := ler_pmul c45 c45 h h; rewrite mulrACA c_sqr ler_pdivr_mulr ?ltr0n // -!natrM ler_nat.
have f4 : - 5%:R < 5%:R :> R by apply: (lt_trans (y := 0)); rewrite ?oppr_lt0 ltr0n.
have f5 : 5%:R < 20%:R :> R by rewrite ltr_nat.
pose x : 'cV[R]_2 := \col_j nth 0 [:: 1; 10%:R] j.
pose w e := [:: 5%:R; 55%:R * c; e; 45%:R * c; - 5%:R; - (55%:R * c); - (45%:R * c)].
split; [apply: (ranks_as_logits (x := x) (w := w 50%:R)) | apply: (ranks_as_logits (x := x) (w := w 20%:R))] => //.
- move=> i; rewrite mxE !big_ord_recl big_ord0 !mxE /=.
  by case: i => -[|[|[|[|[|[|[|?]]]]]]] //= ?; rewrite -/c; ring.
- by rewrite /= !ltr_opp2 f1 f2 (lt_trans f5 f3) f4.
- move=> i; rewrite mxE !big_ord_recl big_ord0 !mxE /=.
  by case: i => -[|[|[|[|[|[|[|?]]]]]]] //= ?; rewrite -/c; ring.
by rewrite /= !ltr_opp2 f2 f3 f4 f5 (lt_trans f5 f3).
Qed.

(* In model_2 label 3 lies strictly below the segment from label 2 to label 4 and above that from 1 to 5. *)
Lemma model_2_not_argmax : ~ argmax_label (model_2 R) label_3.
Proof.
case=> p [[x xP] p0]; have first i : i != label_3 -> (model_2 R *m x) i 0 < (model_2 R *m x) label_3 0.
  move=> i3; have /(_ ord0 erefl) p03 := p0; rewrite -p03 -[i](permKV p); apply: xP.
  by rewrite lt0n; apply: contra i3 => /eqP e; rewrite -(p0 _ e) permKV.
pose a := x 0 0; pose b := x 1 0.
have logit i : (model_2 R *m x) i 0 = nth 0 [:: 5%:R * a; 5%:R * c * (a + b); 2%:R * b; 5%:R * c * (b - a);
    - (5%:R * a); - (5%:R * c * (a + b)); 5%:R * c * (a - b)] i.
  rewrite mxE !big_ord_recl big_ord0 !mxE /= -/a (_ : lift ord0 ord0 = 1) -/b; last exact: val_inj.
  by case: i => -[|[|[|[|[|[|[|?]]]]]]] //= ?; rewrite -/c; ring.
have i3 k : (k < 7)%N -> k != 2%N -> inord k != label_3 by move=> k7 k2; rewrite -val_eqE /= !inordK.
have := first _ (i3 0%N isT isT); have := first _ (i3 1%N isT isT).
have := first _ (i3 3%N isT isT); have := first _ (i3 4%N isT isT).
rewrite !logit /= !inordK //= => l5 l4 l2 l1.
have b_gt0 : 0 < b.
  have := ltr_add l1 l5; rewrite subrr (_ : 2%:R * b + 2%:R * b = 4%:R * b) ?pmulr_rgt0 ?ltr0n //; ring.
have := ltr_add l2 l4.
rewrite (_ : _ + _ = 5%:R * c * (2%:R * b)); last by ring.
rewrite (_ : 2%:R * b + 2%:R * b = 2%:R * (2%:R * b)); last by ring.
by rewrite ltr_pmul2r ?mulr_gt0 ?ltr0n // ltNge ltW ?five_c.
Qed.

End Proof.

Theorem theorem_5_5_lengths (R : rcfType) (i : 'I_7) :
  norm (row i (model_1 R)) = 5%:R /\ norm (row i (model_2 R)) = if i == label_3 then 2%:R else 5%:R.
Proof.
have l3 : (i == label_3) = (i == 2%N :> nat) by rewrite -val_eqE /= inordK.
have cc := c_sqr R.
have root (a e : R) : 0 <= e -> a = e * e -> Num.sqrt a = e.
  by move=> e0 ->; rewrite -expr2 sqrtr_sqr ger0_norm.
rewrite /norm /dot !big_ord_recl !big_ord0 !mxE l3 /=.
case: i {l3} => -[|[|[|[|[|[|[|?]]]]]]] //= ?; split; apply: root; rewrite ?ler0n //.
1, 2, 5, 6, 9, 10: by ring.
all: by transitivity (50%:R * (cos_45 R * cos_45 R)); [ring | rewrite cc; field].
Qed.

Lemma ranked_rows_distinct (K : realFieldType) n d (U : 'M[K]_(n, d)) t : ranks_as U t -> distinct_rows U.
Proof.
case=> p [_ [x xP]] i j ij; apply/eqP=> /(congr1 (fun u : 'rV_d => (u *m x) 0 0)).
rewrite -!row_mul !mxE => e; have pij : (p^-1)%g i != (p^-1)%g j by rewrite (inj_eq perm_inj).
move: pij; rewrite -val_eqE neq_ltn => /orP[] /xP; rewrite !permKV !mxE e ltxx //.
Qed.

Theorem theorem_5_5 (R : rcfType) :
  [/\ nonzero_rows (model_1 R) /\ nonzero_rows (model_2 R),
      distinct_rows (model_1 R) /\ distinct_rows (model_2 R),
      cosines (model_1 R) = cosines (model_2 R) /\ same_sign_patterns (model_1 R) (model_2 R),
      argmax_label (model_1 R) label_3 /\ ~ argmax_label (model_2 R) label_3
    & ~ same_rankings (model_1 R) (model_2 R)].
Proof.
have [rank_1 rank_2] := models_rank R.
have nonzero (U : 'M[R]_(7, 2)) : (forall i, norm (row i U) != 0) -> nonzero_rows U.
  move=> h i; apply: contraNneq (h i) => ->.
  by rewrite /norm /dot big1 ?sqrtr0 // => k _; rewrite mxE mul0r.
have nz_1 : nonzero_rows (model_1 R).
  by apply: nonzero => i; rewrite (theorem_5_5_lengths R i).1 pnatr_eq0.
have nz_2 : nonzero_rows (model_2 R).
  by apply: nonzero => i; rewrite (theorem_5_5_lengths R i).2; case: ifP; rewrite pnatr_eq0.
have C12 : cosines (model_1 R) = cosines (model_2 R) by rewrite model_2_scaled cosines_scaled_rows //; apply: scale_gt0.
have [p [pE p1]] := rank_1.
have top : argmax_label (model_1 R) label_3.
  exists p; split=> // a a0; apply: val_inj; rewrite /= inordK //; apply: succn_inj.
  by have := congr1 (nth 0%N ^~ a) pE; rewrite (nth_map a) ?size_enum_ord // nth_ord_enum a0.
split.
- by split.
- by split; [apply: ranked_rows_distinct rank_1 | apply: ranked_rows_distinct rank_2].
- by split=> //; apply: (proj2 (corollary_5_3 nz_1 nz_2 C12)).
- by split=> //; apply: model_2_not_argmax.
by move=> same; apply: (@model_2_not_argmax R); have [q [/same q2 q0]] := top; exists q.
Qed.

Definition line_1_rankings : seq (seq nat) := with_reversals (map labels_of_text [:: "321"%string]).

Definition line_2_rankings : seq (seq nat) := with_reversals (map labels_of_text [:: "312"%string]).

(* The certificates: dependencies between the differences of the rows, and a witness x. *)
Lemma list_line_1 : complete_list 'C(3, 2) 1 (differences 3 1 [:: [:: 1]; [:: 2]; [:: 3]]%integers)
  [:: [:: 2; -1]; [:: 1; 0; -1]]%integers [:: [:: 1]]%integers [seq signs_of 3 l | l <- line_1_rankings].
Proof. by vm_compute. Qed.

Lemma list_line_2 : complete_list 'C(3, 2) 1 (differences 3 1 [:: [:: 2]; [:: 1]; [:: 3]]%integers)
  [:: [:: 1; 1]; [:: 2; 0; 1]]%integers [:: [:: 1]]%integers [seq signs_of 3 l | l <- line_2_rankings].
Proof. by vm_compute. Qed.

Lemma line_rankings (K : realFieldType) (p : 'S_3) :
  (ranks (line_1 K) p <-> labels p \in line_1_rankings) /\ (ranks (line_2 K) p <-> labels p \in line_2_rankings).
Proof. by split; [apply: list_rankings list_line_1 _ p | apply: list_rankings list_line_2 _ p]. Qed.

Theorem theorem_5_5_small (R : rcfType) :
  [/\ cosines (line_1 R) = const_mx 1 /\ cosines (line_2 R) = const_mx 1,
      same_sign_patterns (line_1 R) (line_2 R),
      ranks_as (line_1 R) "321" /\ ~ ranks_as (line_2 R) "321",
      ranks_as (line_2 R) "312" /\ ~ ranks_as (line_1 R) "312"
    & ~ same_rankings (line_1 R) (line_2 R)].
Proof.
have R1 p := (line_rankings R p).1; have R2 p := (line_rankings R p).2.
have only_1 : ranks_as (line_1 R) "321" /\ ~ ranks_as (line_2 R) "321".
  by rewrite (ranks_as_in R1) ?(ranks_as_in R2).
have only_2 : ranks_as (line_2 R) "312" /\ ~ ranks_as (line_1 R) "312".
  by rewrite (ranks_as_in R2) ?(ranks_as_in R1).
have entry (U : 'M[R]_(3, 1)) : (forall i, 0 < U i 0) -> nonzero_rows U /\ cosines U = const_mx 1.
  move=> U0; have norm_U i : norm (row i U) = U i 0.
    by rewrite /norm /dot big_ord_recl big_ord0 !mxE addr0 -expr2 sqrtr_sqr gtr0_norm.
  split; last first.
    apply/matrixP=> i j; rewrite !mxE !norm_U /dot big_ord_recl big_ord0 !mxE addr0 divff //.
    by rewrite mulf_neq0 ?gt_eqF.
  by move=> i; apply: contraTneq (U0 i) => /rowP/(_ 0); rewrite !mxE => ->; rewrite ltxx.
have [nz_1 C1] : nonzero_rows (line_1 R) /\ cosines (line_1 R) = const_mx 1.
  by apply: entry => -[[|[|[|?]]] //= ?]; rewrite mxE ltr0z.
have [nz_2 C2] : nonzero_rows (line_2 R) /\ cosines (line_2 R) = const_mx 1.
  by apply: entry => -[[|[|[|?]]] //= ?]; rewrite mxE ltr0z.
split=> //; first by apply: (proj2 (corollary_5_3 nz_1 nz_2 _)); rewrite C1.
by move=> same; have [[p [pE p1]] not_2] := only_1; apply: not_2; exists p; split=> //; apply/same.
Qed.
