(******************************************************************************)
(*                                                                            *)
(*  INSTANCES: THE HYPOTHESES CAN BE MET, AND THREE THAT ARE NEEDED           *)
(*                                                                            *)
(*  Fields.  Q, the rationals, is an ordered field.  A, the real algebraic    *)
(*  numbers, is a real closed field, and an ordered field larger than Q.      *)
(*                                                                            *)
(*  Theorems: the hypotheses can be met.                                      *)
(*    instance_5_3    Over A there are two matrices without zero rows, and    *)
(*        not equal, with equal cosine matrices (the models of theorem 5.5).  *)
(*    instance_5_6    Over A there are two matrices with pairwise distinct    *)
(*        rows, and not equal, with equal cosines of their differences.       *)
(*    instance_scaled_gram    The core of lemma 5.3 at Q, with all r_i = 2    *)
(*        and c_j = 3:  6 U U^T has the covectors of U.                       *)
(*    instance_3_1    exp(a) = 2^a from the integers to Q turns sums into     *)
(*        products, and is not constant.                                      *)
(*        The real exponential is no instance here: the reals of Coq's library*)
(*        rest on axioms, and no theorem of ours does.  Over the real algebraic*)
(*        numbers e^a is not a number.                                        *)
(*    instance_exponential    exp(a) = 2^a from Q to A, an archimedean field, *)
(*        turns sums into products and is strictly increasing, as rules.v     *)
(*        asks of exp.                                                        *)
(*    instance_3_4    Over A there is U with u_i != u_j.                      *)
(*    instance_increasing     The inclusion of Q in A preserves a > 0, so A   *)
(*        is a larger ordered field.                                          *)
(*    instance_number_field   The program takes x^2 - 2 and the interval from *)
(*        1 to 2, so there is exactly one such root in A.                     *)
(*    instance_rational       For a rational matrix the sign patterns over Q  *)
(*        and over A agree, and so do the rankings.                           *)
(*    instance_gordan         Both certificates occur at Q: for the rows 1    *)
(*        and -1, the signs (+, -) are realised and (+, +) are refuted.       *)
(*    instance_general_position   Over Q the four rows (1, 0), (1, 1),        *)
(*        (1, 2), (1, 3) are in general position.                             *)
(*    instance_H_1, instance_5_5   Theorem H.1 at Q and at A; theorem 5.5 at  *)
(*        A.                                                                  *)
(*                                                                            *)
(*  Theorems: three hypotheses are needed.  K is any ordered field.           *)
(*    positive_needed   In the core of lemma 5.3, r_i != 0 instead of r_i > 0 *)
(*        is not enough: for the rows 1, 1 and r = (1, -1) the covectors of   *)
(*        diag(r) U U^T are not those of U.                                   *)
(*    nonnegative_needed   In Gordan's refutation y >= 0 is needed: for the   *)
(*        rows 1, 1 and y = (1, -1), sum_i y_i s_i u_i = 0 and s = (+, +) is  *)
(*        in S(U) all the same.                                               *)
(*    strict_needed   In a refutation some strict condition must have         *)
(*        y_i > 0; y != 0 is not enough: for the rows 1, 1 the request '00'   *)
(*        is realised by x = 0, although sum_i y_i u_i = 0 for y = (1, -1).   *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import String.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra all_real_closed.
From Formal Require Import definitions covectors lemma_5_3 rankings theorem_5_6 certificates.
From Formal Require Import gordan counting_5_1 softmax listing theorem_H_1 theorem_5_5 roots_right.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* First over any real closed field, then at real_algebraics. *)

Lemma equal_cosines (R : rcfType) : exists U U' : 'M[R]_(7, 2),
  [/\ nonzero_rows U, nonzero_rows U', U <> U' & cosines U = cosines U'].
Proof.
have [[nz_1 nz_2] _ [C12 _] [top not_top] _] := theorem_5_5 R.
by exists (model_1 R), (model_2 R); split=> // eq12; apply: not_top; rewrite -eq12.
Qed.

Lemma equal_difference_cosines (R : rcfType) : exists U U' : 'M[R]_(7, 2),
  [/\ distinct_rows U, distinct_rows U', U <> U' & cosines (braid R 7 *m U) = cosines (braid R 7 *m U')].
Proof.
have [_ [dU _] _ _ _] := theorem_5_5 R; pose v : 'rV[R]_2 := const_mx 1.
exists (model_1 R), (translate v (model_1 R)); split=> //.
- move=> i j ij; apply: contra (dU i j ij) => /eqP/rowP e; apply/eqP/rowP=> k; have := e k.
  by rewrite !mxE => /addIr.
- move/matrixP/(_ 0 0)/eqP; rewrite [X in _ == X]mxE [v 0 0]mxE -subr_eq0 opprD addrA subrr sub0r oppr_eq0.
  by rewrite oner_eq0.
by have [->] := rankings_translation (model_1 R) v.
Qed.

Lemma unequal_rows (R : rcfType) : exists (U : 'M[R]_(2, 1)) i j, row i U != row j U.
Proof.
exists (\matrix_(i, j) (i : nat)%:R), 0, 1; apply/eqP=> /rowP/(_ 0)/eqP.
by rewrite !mxE eq_sym oner_eq0.
Qed.

Theorem instance_5_3 : exists U U' : 'M[real_algebraics]_(7, 2),
  [/\ nonzero_rows U, nonzero_rows U', U <> U' & cosines U = cosines U'].
Proof. exact: equal_cosines. Qed.

Theorem instance_5_6 : exists U U' : 'M[real_algebraics]_(7, 2),
  [/\ distinct_rows U, distinct_rows U', U <> U' & cosines (braid real_algebraics 7 *m U) = cosines (braid real_algebraics 7 *m U')].
Proof. exact: equal_difference_cosines. Qed.

Theorem instance_3_4 : exists (U : 'M[real_algebraics]_(2, 1)) i j, row i U != row j U.
Proof. exact: unequal_rows. Qed.

Theorem instance_scaled_gram n d (U : 'M[rationals]_(n, d)) :
  same_covectors U (diag_mx (const_mx 2%:R) *m (U *m U^T) *m diag_mx (const_mx 3%:R)).
Proof. by apply: scaled_gram_covectors => i; rewrite mxE ?ltr0n ?pnatr_eq0. Qed.

Theorem instance_3_1 (exp := fun a : int => (2%:R : rationals) ^ a) : turns_sums_into_products exp /\ exp 0 <> exp 1.
Proof. by split=> //; split=> [a b|a]; rewrite /exp ?expfzDr ?expfz_neq0. Qed.

(* 2^(p/q) is the q-th root of 2 to the power p. *)

Lemma root_of_2 (R : rcfType) (n : nat) : exists y : R, (0 < y) && (y ^+ n.+1 == 2%:R).
Proof.
have [||y] := @poly_ivt R ('X^n.+1 - 2%:R%:P) 0 2%:R; first exact: ler0n.
  rewrite !hornerE !horner_exp !hornerX expr0n sub0r oppr_le0 ler0n subr_ge0 exprS ler_pemulr ?ler0n //.
  by rewrite exprn_ege1 // ler1n.
move=> /andP[y0 _]; rewrite rootE !hornerE horner_exp hornerX subr_eq0 => y2; exists y.
rewrite y2 andbT lt_neqAle y0 andbT eq_sym; apply: contraTneq y2 => ->.
by rewrite expr0n eq_sym pnatr_eq0.
Qed.

Lemma common_denominator (a b : rat) : exists (n : nat) (k l : int),
  [/\ (0 < n)%N, a = k%:~R / n%:R, b = l%:~R / n%:R & (a < b) = (k < l)].
Proof.
have den (c : rat) : exists2 m : nat, (0 < m)%N & c = (numq c)%:~R / m%:R.
  exists `|denq c|%N; first by rewrite absz_gt0 denq_neq0.
  by rewrite -[LHS]divq_num_den -[in X in _ / X = _](gez0_abs (denq_ge0 c)).
have [m m0 aE] := den a; have [m' m'0 bE] := den b.
have expand (c : rat) (x y : nat) (k : int) : (0 < y)%N -> c = k%:~R / x%:R -> c = (k * y)%:~R / (x * y)%:R.
  by move=> y0 ->; rewrite intrM natrM invfM mulrACA -[y%:~R]pmulrn divff ?mulr1 // pnatr_eq0 -lt0n.
have mE := expand _ _ _ _ m'0 aE; have m'E := expand _ _ _ _ m0 bE; rewrite [(m' * m)%N]mulnC in m'E.
exists (m * m')%N, (numq a * m'), (numq b * m); split=> //; first by rewrite muln_gt0 m0.
by rewrite {1}mE {1}m'E ltr_pmul2r ?invr_gt0 ?ltr0n ?muln_gt0 ?m0 // ltr_int.
Qed.

Lemma powers_of_2 (R : rcfType) : exists exp : rat -> R,
  [/\ turns_sums_into_products exp, forall a b, a < b -> exp a < exp b & exp 1 = 2%:R].
Proof.
pose r n := xchoose (root_of_2 R n).
have r0 n : 0 < r n by have /andP[] := xchooseP (root_of_2 R n).
have rE n : r n ^+ n.+1 = 2%:R by have /andP[_ /eqP] := xchooseP (root_of_2 R n).
pose exp a := r `|denq a|.-1%N ^ numq a.
have exp0 a : 0 < exp a by apply: exprz_gt0.
have power (a : rat) (n : nat) (k : int) : (0 < n)%N -> a = k%:~R / n%:R -> exp a ^+ n = 2%:R ^ k.
  move=> n0 aE; have q0 : (0 < `|denq a|)%N by rewrite absz_gt0 denq_neq0.
  apply: (pexpIrn q0); rewrite ?nnegrE ?exprn_ge0 ?exprz_ge0 ?ler0n ?(ltW (r0 _)) //.
  rewrite /= -exprM mulnC exprM.
  have -> : exp a ^+ `|denq a|%N = 2%:R ^ numq a.
    by rewrite /exp exprnP exprzAC -exprnP -{2}(prednK q0) rE.
  rewrite !exprnP !exprz_exp; congr (_ ^ _); rewrite gez0_abs ?denq_ge0 //.
  apply/eqP; rewrite -(eqr_int rat_numDomainType) !rmorphM /=; apply/eqP.
  have nN : n%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
  apply: (mulIf (invr_neq0 nN)); rewrite -pmulrn mulfK // mulrAC -aE.
  by rewrite -{2}[a]divq_num_den divfK // intr_eq0 denq_neq0.
exists exp; split=> [|a b|].
- split=> [a b|a]; last by rewrite gt_eqF.
  have [n [k [l [n0 aE bE _]]]] := common_denominator a b.
  apply: (pexpIrn n0); rewrite ?nnegrE ?mulr_ge0 ?ltW //.
  rewrite exprMn (power _ _ _ n0 aE) (power _ _ _ n0 bE) (power _ _ (k + l) n0).
    by rewrite expfzDr ?pnatr_eq0.
  by rewrite aE bE -mulrDl rmorphD.
- have [n [k [l [n0 aE bE ->]]]] := common_denominator a b => kl.
  rewrite -(ltr_pexpn2r n0) ?nnegrE ?ltW // (power _ _ _ n0 aE) (power _ _ _ n0 bE).
  by rewrite ltr_eexpz2l ?ltr1n.
have := power 1 1%N 1; rewrite expr1 expr1z; apply=> //; by rewrite divr1.
Qed.

Theorem instance_exponential : exists exp : rationals -> [archiFieldType of realalg],
  [/\ turns_sums_into_products exp, forall a b, a < b -> exp a < exp b & exp 1 = 2%:R].
Proof. exact: (powers_of_2 real_algebraics). Qed.

Theorem instance_increasing : increasing (ratr : rationals -> real_algebraics).
Proof. exact: ratr_increasing. Qed.

Theorem instance_number_field : exists! theta : real_algebraics,
  is_root (Some (Isolation [:: BinNums.Zneg (BinNums.xO BinNums.xH); BinNums.Z0; BinNums.Zpos BinNums.xH]
    (BinNums.Zpos BinNums.xH, BinNums.Zpos BinNums.xH) (BinNums.Zpos (BinNums.xO BinNums.xH), BinNums.Zpos BinNums.xH))) theta.
Proof. by apply: number_field. Qed.

Theorem instance_rational n d (U : 'M[rationals]_(n, d)) :
  (forall s, sign_pattern (map_mx (ratr : rationals -> real_algebraics) U) s <-> sign_pattern U s) /\
  (forall p, ranks (map_mx (ratr : rationals -> real_algebraics) U) p <-> ranks U p).
Proof. by split; [apply: sign_pattern_rational | apply: ranks_rational]. Qed.

Theorem instance_gordan (U : 'M[rationals]_(2, 1) := of_rows rationals 2 1 [:: [:: 1]; [:: -1]]%integers) :
  (exists x, realises U (fun i => if i == 0 then Pos else Neg) x) /\ (exists y, refutes U (fun=> Pos) y).
Proof.
split; first by exists (const_mx 1) => -[[|[|?]] //= ?]; rewrite !mxE big_ord_recl big_ord0 !mxE.
exists (fun=> 1); split=> //; first by exists 0.
by apply/rowP=> j; rewrite !big_ord_recl big_ord0 !mxE ord1.
Qed.

Theorem instance_general_position : general_position (\matrix_(i < 4, j < 2) ((i : nat)%:R : rationals) ^+ j).
Proof.
move=> m f f_inj; case: m f f_inj => [|[|[|//]]] f f_inj _; apply: inj_row_free => v.
- by rewrite thinmx0.
- move=> /rowP/(_ 0); rewrite !mxE big_ord_recl big_ord0 !mxE expr0 mulr1 addr0 => v0.
  by apply/rowP=> i; rewrite ord1 v0 mxE.
move=> vU; have := congr1 (fun u : 'rV_2 => u 0 0) vU; have := congr1 (fun u : 'rV_2 => u 0 1) vU.
rewrite !mxE !big_ord_recl !big_ord0 !mxE !expr0 !expr1 !mulr1 !addr0 => e1 e0.
have v1 : v 0 (lift ord0 ord0) = - v 0 ord0 by apply/eqP; rewrite -addr_eq0 addrC e0.
have v0 : v 0 ord0 = 0.
  move/eqP: e1; rewrite v1 mulNr -mulrBr mulf_eq0 subr_eq0 eqr_nat val_eqE (inj_eq f_inj).
  by rewrite (negPf (neq_lift _ _)) orbF => /eqP.
apply/rowP=> i; rewrite [RHS]mxE; have [k ->|->] := unliftP ord0 i; last exact: v0.
by rewrite ord1 v1 v0 oppr0.
Qed.

Theorem instance_H_1 :
  (same_sign_patterns (H_1_A rationals) (H_1_B rationals) /\ ~ same_rankings (H_1_A rationals) (H_1_B rationals)) /\
  (same_sign_patterns (H_1_A real_algebraics) (H_1_B real_algebraics) /\ ~ same_rankings (H_1_A real_algebraics) (H_1_B real_algebraics)).
Proof.
have H K : same_sign_patterns (H_1_A K) (H_1_B K) /\ ~ same_rankings (H_1_A K) (H_1_B K) by case: (theorem_H_1 K).
by split; apply: H.
Qed.

Theorem instance_5_5 :
  cosines (model_1 real_algebraics) = cosines (model_2 real_algebraics) /\
  ~ same_rankings (model_1 real_algebraics) (model_2 real_algebraics).
Proof.
have H R : cosines (model_1 R) = cosines (model_2 R) /\ ~ same_rankings (model_1 R) (model_2 R) by case: (theorem_5_5 R) => _ _ [].
exact: H.
Qed.

Theorem positive_needed (K : realFieldType) : exists (U : 'M[K]_(2, 1)) (r : 'rV[K]_2),
  (forall i, r 0 i != 0) /\ ~ same_covectors U (diag_mx r *m (U *m U^T)).
Proof.
exists (const_mx 1), (\row_i (-1) ^+ i); split=> [i|]; first by rewrite mxE signr_eq0.
move=> same; have [|x xP] := (same (fun=> 1)).1.
  by exists (const_mx 1) => i; rewrite mxE big_ord_recl big_ord0 !mxE mulr1 addr0 sgz1.
set y := ((const_mx 1 : 'M[K]_(2, 1))^T *m x) 0 0.
have xE (i : 'I_2) : sgz ((-1) ^+ i * y) = 1.
  rewrite -(xP i) -!mulmxA mul_diag_mx mxE [in RHS]mxE; congr (sgz (_ * _)).
  by rewrite mxE big_ord_recl big_ord0 [const_mx _ _ _]mxE mul1r addr0.
by have := xE 1; have := xE 0; rewrite expr0 expr1 mul1r mulN1r sgzN => ->.
Qed.

Theorem nonnegative_needed (K : realFieldType) : exists (U : 'M[K]_(2, 1)) (s : 'I_2 -> int) (y : 'I_2 -> K),
  [/\ exists i, y i != 0, \sum_i (y i * (s i)%:~R) *: row i U = 0 & sign_pattern U s].
Proof.
exists (const_mx 1), (fun=> 1), (fun i => (-1) ^+ i); split.
- by exists 0; rewrite signr_eq0.
- by apply/rowP=> j; rewrite !big_ord_recl big_ord0 !mxE expr0 expr1 !mulr1 addr0 subrr.
split=> //; exists (const_mx 1) => i.
by rewrite mxE big_ord_recl big_ord0 !mxE mulr1 addr0 sgz1.
Qed.

Theorem strict_needed (K : realFieldType) : exists (U : 'M[K]_(2, 1)) (w : 'I_2 -> entry) (y : 'I_2 -> K),
  [/\ forall i, strict (w i) -> 0 <= y i, forall i, w i = Any -> y i = 0, exists i, y i != 0,
      \sum_i (y i * sigma K (w i)) *: row i U = 0 & possible U w].
Proof.
exists (const_mx 1), (fun=> Zero), (fun i => (-1) ^+ i); split=> //.
- by exists 0; rewrite signr_eq0.
- by apply/rowP=> j; rewrite !big_ord_recl big_ord0 !mxE expr0 expr1 !mulr1 addr0 subrr.
by exists 0 => i; rewrite /asks mulmx0 mxE.
Qed.
