(******************************************************************************)
(*                                                                            *)
(*  WHAT COSINES TELL, SHARPLY: UP TO AN ISOMETRY                             *)
(*                                                                            *)
(*  Fields.  R is any real closed field, K any ordered field.  U is n x d and *)
(*  U' is n x d'; n, d and d' are arbitrary.                                  *)
(*                                                                            *)
(*  Words: see definitions.v and invariants.v.                                *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    cosines_rows   Let no row of U and U' be zero.  C(U) = C(U') if and     *)
(*        only if U' = D U Q for a positive diagonal D and a Q that is an     *)
(*        isometry on the row space of U.                                     *)
(*    headline   Then Q takes the row space of U onto that of U', and every x *)
(*        there to an x' at which all logits have the signs that they have at *)
(*        x: the decision regions of the sigmoid classifier agree up to an    *)
(*        isometry.  If C(B_n U) = C(B_n U'), of distinct rows, an isometry   *)
(*        of the row spaces of B_n U and B_n U' does so with the order of the *)
(*        logits.                                                             *)
(*    differences_off_a_line   Let the rows of U be pairwise distinct, and    *)
(*        those of U', and let the rows of U not be on one line.  C(B_n U) =  *)
(*        C(B_n U') if and only if U' = c U Q + 1 v^T with c > 0 and an       *)
(*        isometry Q on the row space of the centred U; and if and only if    *)
(*        the centred Gram matrices are proportional.                         *)
(*    differences_on_a_line   If they are on one line, if and only if those   *)
(*        of U' are, too, and the rankings are the same.                      *)
(*    line_exception   That is less: 0, 1, 2 and 0, 1, 3.                     *)
(*    cosines_differences   All three.                                        *)
(*    unit_rows   If all rows of U have one length a > 0, and all rows of U'  *)
(*        one length a' > 0, then C(U) determines the Gram matrix up to the   *)
(*        factor a'^2/a^2, the cosines of the differences, the rankings and   *)
(*        the weak orders.                                                    *)
(*    unit_rows_first   If all rows of U, over K, have one length and are     *)
(*        pairwise distinct, then every label is strictly first at some x,    *)
(*        namely at its own row, and first in some strict ranking.            *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions invariants covectors lemma_5_3 rankings theorem_5_6 claims factorisation invariance listing nonempty.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Equal Gram matrices: an isometry. *)

Section Isometry.

Variable R : rcfType.

Lemma dot_gram n d (U : 'M[R]_(n, d)) (a b : 'rV[R]_n) : dot (a *m U) (b *m U) = (a *m (U *m U^T) *m b^T) 0 0.
Proof. by rewrite dot_mul trmx_mul !mulmxA. Qed.

Lemma gram_isometry n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  U *m U^T = U' *m U'^T -> exists2 Q, isometry_on U Q & U' = U *m Q.
Proof.
move=> same; have : (U'^T <= U^T)%MS.
  by rewrite (gram_column_span U') -same -(gram_column_span U).
case/submxP=> D E; have U'E : U' = U *m D^T by rewrite -[U']trmxK E trmx_mul trmxK.
exists D^T => // u v /submxP[a ->] /submxP[b ->].
by rewrite -!mulmxA -U'E !dot_gram same.
Qed.

Lemma isometry_gram n d d' (U : 'M[R]_(n, d)) (Q : 'M[R]_(d, d')) : isometry_on U Q -> U *m Q *m (U *m Q)^T = U *m U^T.
Proof. by move=> iso; apply/matrixP=> i j; rewrite !gramE !row_mul iso ?row_sub. Qed.

Lemma isometry_sub m n d d' (U : 'M[R]_(m, d)) (V : 'M[R]_(n, d)) (Q : 'M[R]_(d, d')) :
  (V <= U)%MS -> isometry_on U Q -> isometry_on V Q.
Proof. by move=> VU iso u v uV vV; apply: iso; apply: submx_trans VU. Qed.

Lemma isometry_injective n d d' (U : 'M[R]_(n, d)) (Q : 'M[R]_(d, d')) (u : 'rV[R]_d) : isometry_on U Q -> (u <= U)%MS -> u *m Q = 0 -> u = 0.
Proof.
move=> iso uU uQ; apply/eqP; rewrite -dot_eq0 -(iso u u uU uU) uQ.
by apply/eqP/big1 => k _; rewrite mxE mul0r.
Qed.

Lemma cosines_rows_scaled n d (U : 'M[R]_(n, d)) (r : 'rV[R]_n) : (forall i, 0 < r 0 i) -> cosines (diag_mx r *m U) = cosines U.
Proof. by move=> r0; apply/matrixP=> i j; rewrite [LHS]mxE [RHS]mxE !row_scaled -!/(cosine _ _) cosine_scaled // mulr_gt0. Qed.

Lemma cosines_multiplied n d (U : 'M[R]_(n, d)) c : 0 < c -> cosines (c *: U) = cosines U.
Proof. by move=> c0; rewrite -mul_scalar_mx -diag_const_mx cosines_rows_scaled // => i; rewrite mxE. Qed.

End Isometry.

Theorem cosines_rows (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) : nonzero_rows U -> nonzero_rows U' ->
  cosines U = cosines U' <->
  exists (r : 'rV[R]_n) (Q : 'M[R]_(d, d')), [/\ forall i, 0 < r 0 i, isometry_on U Q & U' = diag_mx r *m U *m Q].
Proof.
move=> U0 U'0; split=> [same|[r [Q [r0 iso ->]]]]; last first.
  rewrite -mulmxA cosines_rows_scaled //; apply: cosines_gram.
  by rewrite isometry_gram.
pose r := \row_i (norm (row i U') / norm (row i U)).
have r0 i : 0 < r 0 i by rewrite mxE divr_gt0 ?norm_gt0.
have gram : diag_mx r *m U *m (diag_mx r *m U)^T = U' *m U'^T.
  apply/matrixP=> i j; rewrite !gramE !row_scaled dotZZ.
  have /matrixP/(_ i j) := same; rewrite !mxE.
  set p := norm (row i U); set q := norm (row j U); set p' := norm (row i U'); set q' := norm (row j U').
  have [p0 q0 p'0 q'0] : [/\ p != 0, q != 0, p' != 0 & q' != 0] by split; rewrite gt_eqF ?norm_gt0.
  move=> /(congr1 (fun c => c * (p' * q'))); rewrite [X in _ = X](mulfVK (mulf_neq0 p'0 q'0)) => <-.
  by field; rewrite p0 q0.
have [Q iso U'E] := gram_isometry gram; exists r, Q; split=> //.
apply: isometry_sub iso; apply/row_subP=> i.
have -> : row i U = (r 0 i)^-1 *: row i (diag_mx r *m U) by rewrite row_scaled scalerA mulVf ?scale1r // gt_eqF.
by apply: scalemx_sub; apply: row_sub.
Qed.

Section Headline.

Variable R : rcfType.

Lemma same_regions n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) : nonzero_rows U -> nonzero_rows U' -> cosines U = cosines U' ->
  exists Q, [/\ isometry_on U Q, (U *m Q :=: U')%MS
    & forall x : 'rV[R]_d, (x <= U)%MS -> forall i, sgz ((U' *m (x *m Q)^T) i 0) = sgz ((U *m x^T) i 0)].
Proof.
move=> U0 U'0 /(cosines_rows U0 U'0)[r [Q [r0 iso U'E]]]; exists Q; split=> //.
  rewrite U'E -mulmxA; apply/eqmx_sym/eqmxMfull.
  by rewrite row_full_unit diag_unit // => i; rewrite gt_eqF.
have logit e (V : 'M[R]_(n, e)) (x : 'rV[R]_e) i : (V *m x^T) i 0 = dot (row i V) x.
  by rewrite dot_mul -row_mul [RHS]mxE.
by move=> x xU i; rewrite !logit U'E -mulmxA row_scaled row_mul -[x *m Q]scale1r dotZZ mulr1 iso ?row_sub // sgzM gtr0_sgz ?mul1r.
Qed.

End Headline.

Theorem headline (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  (nonzero_rows U -> nonzero_rows U' -> cosines U = cosines U' ->
   exists Q, [/\ isometry_on U Q, (U *m Q :=: U')%MS
     & forall x : 'rV[R]_d, (x <= U)%MS -> forall i, sgz ((U' *m (x *m Q)^T) i 0) = sgz ((U *m x^T) i 0)]) /\
  (distinct_rows U -> distinct_rows U' -> cosines (braid R n *m U) = cosines (braid R n *m U') ->
   exists Q, [/\ isometry_on (braid R n *m U) Q, (braid R n *m U *m Q :=: braid R n *m U')%MS
     & forall x : 'rV[R]_d, (x <= braid R n *m U)%MS ->
       forall i j, ((U' *m (x *m Q)^T) i 0 < (U' *m (x *m Q)^T) j 0) = ((U *m x^T) i 0 < (U *m x^T) j 0)]).
Proof.
split; first exact: same_regions.
move=> /braid_nonzero_rows U0 /braid_nonzero_rows U'0 /(same_regions U0 U'0)[Q [iso onto signs]]; exists Q; split=> // x xU.
by apply/braid_order=> k; rewrite !mulmxA signs.
Qed.

(* Differences. *)

Section Differences.

Variable R : rcfType.

Lemma centred_translate n d (U : 'M[R]_(n, d)) : centred U = translate (- mean_row U) U.
Proof. by apply/matrixP=> i j; rewrite !mxE. Qed.

Lemma braid_centred n d (U : 'M[R]_(n, d)) : braid R n *m centred U = braid R n *m U.
Proof. by rewrite centred_translate; have [] := rankings_translation U (- mean_row U). Qed.

Lemma braid_centred_sub n d (U : 'M[R]_(n, d)) : (braid R n *m U <= centred U)%MS.
Proof. by rewrite -braid_centred submxMl. Qed.

Lemma row_difference_sub n d (U : 'M[R]_(n, d)) i j : (row i U - row j U <= braid R n *m U)%MS.
Proof.
have below (a b : 'I_n) : (a < b)%N -> (row a U - row b U <= braid R n *m U)%MS.
  by move=> /row_of_pair[k kE]; rewrite -(row_braid_mul _ kE) row_sub.
have [/below//|ji|/val_inj->] := ltngtP i j; last by rewrite subrr sub0mx.
by rewrite -opprB eqmx_opp below.
Qed.

(* All differences from one row span them all. *)
Lemma centred_sub_differences n d m (U : 'M[R]_(n, d)) (W : 'M[R]_(m, d)) i : (forall j, (row j U - row i U <= W)%MS) -> (centred U <= W)%MS.
Proof.
move=> sub; rewrite -(centred_translated (- row i U) U).
have sub_T : (translate (- row i U) U <= W)%MS by apply/row_subP=> j; rewrite row_translated.
apply/row_subP=> j; rewrite row_centred; apply: addmx_sub; first exact: submx_trans (row_sub _ _) sub_T.
rewrite eqmx_opp /mean_row scalemx_sub // summx_sub // => k _; exact: submx_trans (row_sub _ _) sub_T.
Qed.

Lemma centred_span n d (U : 'M[R]_(n, d)) : (centred U :=: braid R n *m U)%MS.
Proof.
apply/eqmxP; rewrite braid_centred_sub andbT; case: n U => [|n] U; first by rewrite [centred U]flatmx0 sub0mx.
by apply: (@centred_sub_differences _ _ _ _ _ 0) => j; apply: row_difference_sub.
Qed.

Lemma off_the_line n d (U : 'M[R]_(n, d)) i j : (1 < \rank (centred U))%N ->
  exists k, ~~ (row k U - row i U <= row i U - row j U)%MS.
Proof.
move=> plane; apply/existsP; rewrite -negb_forall; apply: contraL plane => /forallP on_line.
rewrite -leqNgt (leq_trans (mxrankS (centred_sub_differences on_line))) // rank_leq_row //.
Qed.

Lemma independent_pair d (u v : 'rV[R]_d) (a b : R) : u != 0 -> ~~ (v <= u)%MS -> a *: u + b *: v = 0 -> a = 0 /\ b = 0.
Proof.
move=> u0 vu ab; have b0 : b = 0.
  apply: contraNeq vu => b0; have -> : v = (- (a / b)) *: u; last by rewrite scalemx_sub.
  apply: (scalerI b0); rewrite scalerA mulrN mulrCA divff // mulr1 scaleNr.
  by apply/eqP; rewrite -addr_eq0 addrC ab.
split=> //; move/eqP: ab; rewrite b0 scale0r addr0 scaler_eq0 (negPf u0) orbF.
by move/eqP.
Qed.

Lemma differences_recovered n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  distinct_rows U -> distinct_rows U' -> cosines (braid R n *m U) = cosines (braid R n *m U') ->
  exists (r : 'I_n -> 'I_n -> R) (Q : 'M[R]_(d, d')),
    [/\ forall i j, 0 < r i j, forall i j, r i j = r j i, isometry_on (centred U) Q
      & forall i j, row i U' - row j U' = r i j *: ((row i U - row j U) *m Q)].
Proof.
move=> dU dU' same; have [r [Q [r0 iso E]]] := proj1 (cosines_rows (braid_nonzero_rows dU) (braid_nonzero_rows dU')) same.
have pair (i j : 'I_n) : (i < j)%N -> exists k : 'I_('C(n, 2)), nth (0, 0)%N (pairs n) k = (i : nat, j : nat) by apply: row_of_pair.
pose at_pair (i j : 'I_n) := if [pick k : 'I_('C(n, 2)) | nth (0, 0)%N (pairs n) k == (i : nat, j : nat)] is Some k then r 0 k else 1.
pose s (i j : 'I_n) := if (i < j)%N then at_pair i j else at_pair j i.
have at0 i j : 0 < at_pair i j by rewrite /at_pair; case: pickP => // *; rewrite ltr01.
exists s, Q; split.
- by move=> i j; rewrite /s; case: (i < j)%N.
- by move=> i j; rewrite /s; case: (ltngtP i j) => // /val_inj->.
- by apply: isometry_sub iso; rewrite (centred_span U).
have below (i j : 'I_n) : (i < j)%N -> row i U' - row j U' = at_pair i j *: ((row i U - row j U) *m Q).
  move=> ij; have [k kE] := pair i j ij; rewrite /at_pair; case: pickP => [l /eqP lE|/(_ k)]; last by rewrite kE eqxx.
  by rewrite -(row_braid_mul U' lE) -(row_braid_mul U lE) E -[diag_mx r *m _ *m Q]mulmxA row_scaled [row l (_ *m Q)]row_mul.
move=> i j; rewrite /s; case: (ltngtP i j) => [/below//|ji|/val_inj->]; last by rewrite !subrr mul0mx scaler0.
by rewrite -opprB (below _ _ ji) -scalerN -mulNmx opprB.
Qed.

End Differences.

Theorem differences_off_a_line (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  distinct_rows U -> distinct_rows U' -> (1 < \rank (centred U))%N ->
  (cosines (braid R n *m U) = cosines (braid R n *m U') <->
   exists (c : R) (Q : 'M[R]_(d, d')) (v : 'rV[R]_d'), [/\ 0 < c, isometry_on (centred U) Q & U' = translate v (c *: (U *m Q))]) /\
  (cosines (braid R n *m U) = cosines (braid R n *m U') <->
   exists2 t : R, 0 < t & centred U' *m (centred U')^T = t *: (centred U *m (centred U)^T)).
Proof.
move=> dU dU' plane; set same := cosines _ = _; set similar := exists c Q v, _; set gram := exists2 t, _ & _.
have same_similar : same -> similar.
  move=> /(differences_recovered dU dU')[r [Q [r0 rC iso E]]].
  have inj (u : 'rV[R]_d) : (u <= centred U)%MS -> u *m Q = 0 -> u = 0 by apply: isometry_injective iso.
  have inside i j : (row i U - row j U <= centred U)%MS by rewrite (submx_trans (row_difference_sub U i j)) ?braid_centred_sub.
  have d0 i j : i != j -> row i U - row j U != 0 by move=> ij; rewrite subr_eq0 dU.
  have triangle i j k : i != j -> ~~ (row k U - row i U <= row i U - row j U)%MS -> r i j = r i k.
    move=> ij off; have : row k U' - row i U' + (row i U' - row j U') = row k U' - row j U' by rewrite addrA subrK.
    rewrite !E => /eqP; rewrite -subr_eq0 => /eqP sum0.
    have : (r k i - r k j) *: (row k U - row i U) + (r i j - r k j) *: (row i U - row j U) = 0.
      apply: inj; first by rewrite addmx_sub ?scalemx_sub.
      rewrite mulmxDl -!scalemxAl !scalerBl addrACA -opprD -scalerDr -mulmxDl addrA subrK.
      exact: sum0.
    rewrite addrC => /(independent_pair (d0 i j ij) off)[/subr0_eq e1 /subr0_eq e2].
    by rewrite e1 -e2 rC.
  have star i j k : i != j -> i != k -> r i j = r i k.
    move=> ij ik; have [k_on|k_off] := boolP (row k U - row i U <= row i U - row j U)%MS; last exact: triangle.
    have [l l_off] := off_the_line i j plane; rewrite (triangle i j l) //; symmetry; apply: triangle => //.
    apply: contraNN l_off => l_on; apply: submx_trans l_on _.
    by rewrite -opprB eqmx_opp.
  have [i0 [j0 ij0]] : exists i j : 'I_n, i != j.
    have n1 : (1 < n)%N := leq_trans plane (rank_leq_row _).
    by exists (Ordinal (ltnW n1)), (Ordinal n1); rewrite -val_eqE.
  have all_same i j : i != j -> r i j = r i0 j0.
    move=> ij; have [e|ii0] := eqVneq i i0; first by rewrite e in ij *; apply: star.
    rewrite (star i j i0) // rC; apply: star => //; by rewrite eq_sym.
  exists (r i0 j0), Q, (row i0 U' - r i0 j0 *: (row i0 U *m Q)); split=> //.
  apply/row_matrixP=> i; rewrite row_translated rowZ row_mul.
  have [->|ii0] := eqVneq i i0; first by rewrite addrC subrK.
  have := E i i0; rewrite all_same // => /eqP; rewrite subr_eq => /eqP ->.
  by rewrite mulmxBl scalerBr addrAC addrA.
have similar_gram : similar -> gram.
  rewrite /gram; case=> c [Q [v [c0 iso ->]]]; exists (c ^+ 2); first by rewrite exprn_gt0.
  rewrite centred_translated centredZ centred_mul linearZ /= -scalemxAl -scalemxAr scalerA -expr2.
  by rewrite isometry_gram.
have gram_same : gram -> same.
  case=> t t0 tE; rewrite /same -(braid_centred U) -(braid_centred U') -(@cosines_multiplied _ _ _ (_ *m centred U) (Num.sqrt t)) ?sqrtr_gt0 //.
  apply: cosines_gram; rewrite linearZ /= -scalemxAl -scalemxAr scalerA -expr2 sqr_sqrtr ?ltW //.
  rewrite !trmx_mul !mulmxA -[braid R n *m centred U' *m _]mulmxA -[braid R n *m centred U *m _]mulmxA tE.
  by rewrite -scalemxAr -scalemxAl.
split; split; first exact: same_similar; last exact: gram_same.
  by move=> s; apply: gram_same; apply: similar_gram.
by move=> s; apply: similar_gram; apply: same_similar.
Qed.

(* On a line. *)

Section Line.

Variable R : rcfType.

Lemma rank_one m d (A : 'M[R]_(m, d)) i : nonzero_rows A -> (\rank A <= 1)%N -> exists a : 'I_m -> R, forall j, row j A = a j *: row i A.
Proof.
move=> A0 rank1; have full : (A <= row i A)%MS.
  by rewrite -(mxrank_leqif_sup (row_sub i A)).2 eqn_leq (mxrankS (row_sub i A)) rank_rV A0.
have multiple j : exists a, row j A = a *: row i A by apply/sub_rVP; apply: submx_trans (row_sub j A) full.
pose a j := \sum_k A j k * A i k / dot (row i A) (row i A).
exists a => j; have [t tE] := multiple j; rewrite tE; congr (_ *: _); rewrite /a -mulr_suml.
have -> : \sum_k A j k * A i k = t * dot (row i A) (row i A).
  rewrite /dot mulr_sumr; apply: eq_bigr => k _; have /rowP/(_ k) := tE; rewrite !mxE => ->.
  by rewrite mulrA.
by rewrite mulfK // dot_eq0 A0.
Qed.

Lemma sign_cosines m d (A : 'M[R]_(m, d)) (u : 'rV[R]_d) (a : 'I_m -> R) : nonzero_rows A -> (forall j, row j A = a j *: u) ->
  forall j k, cosines A j k = Num.sg (a j * a k).
Proof.
move=> A0 E j k; have u0 : u != 0 by apply: contraNneq (A0 j) => u0; rewrite E u0 scaler0.
have a0 l : a l != 0 by apply: contraNneq (A0 l) => l0; rewrite E l0 scale0r.
rewrite mxE !E !norm_scaled_row dotZZ mulrACA norm_sqr -mulf_div divff ?dot_eq0 // mulr1.
by rewrite -normrM {1}[a j * a k]numEsg mulfK // normr_eq0 mulf_neq0.
Qed.

Lemma same_sign_cosines m d d' (A : 'M[R]_(m, d)) (A' : 'M[R]_(m, d')) : nonzero_rows A -> nonzero_rows A' ->
  (\rank A <= 1)%N -> (\rank A' <= 1)%N -> same_sign_patterns A A' -> cosines A = cosines A'.
Proof.
move=> A0 A'0 r r' same; apply/matrixP=> j k.
have [a E] := rank_one j A0 r; have [a' E'] := rank_one j A'0 r'.
rewrite (sign_cosines A0 E) (sign_cosines A'0 E').
have a0 l : a l != 0 by apply: contraNneq (A0 l) => l0; rewrite E l0 scale0r.
have value e (V : 'M[R]_(m, e)) (b : 'I_m -> R) (x : 'cV[R]_e) l : (forall l, row l V = b l *: row j V) -> (V *m x) l 0 = b l * (V *m x) j 0.
  move=> VE; rewrite !mxE mulr_sumr; apply: eq_bigr => h _.
  by have /rowP/(_ h) := VE l; rewrite !mxE => ->; rewrite mulrA.
have [[x xP] _] : sign_pattern A' (fun l => sgz (a l)).
  apply/same; split=> [|l]; last by rewrite sgz_eq0.
  exists (row j A)^T => l; rewrite (value _ _ a) // -[X in a l * X](_ : dot (row j A) (row j A) = _).
    by rewrite sgzM (gtr0_sgz (dot_gt0 (A0 j))) mulr1.
  by rewrite dot_mul -row_mul [LHS]mxE.
have sign l : sgz (a l) = sgz (a' l) * sgz ((A' *m x) j 0) by rewrite -sgzM -value // xP.
have c0 : sgz ((A' *m x) j 0) * sgz ((A' *m x) j 0) = 1.
  rewrite -sgzM gtr0_sgz // -expr2 exprn_even_gt0 //=; apply: contraNneq (a0 j) => z.
  by rewrite -sgz_eq0 sign z sgz0 mulr0.
by rewrite !sgrEz !sgzM !sign mulrACA c0 mulr1.
Qed.

Lemma centred_rank n d (U : 'M[R]_(n, d)) : \rank (centred U) = \rank (braid R n *m U).
Proof. by rewrite (centred_span U). Qed.

End Line.

Theorem differences_on_a_line (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  distinct_rows U -> distinct_rows U' -> (\rank (centred U) <= 1)%N ->
  cosines (braid R n *m U) = cosines (braid R n *m U') <-> (\rank (centred U') <= 1)%N /\ same_rankings U U'.
Proof.
move=> dU dU'; have [U0 U'0] := (braid_nonzero_rows dU, braid_nonzero_rows dU'); rewrite !centred_rank => line_U.
split=> [same|[line_U' /same_rankings_pattern same]]; last exact: same_sign_cosines.
have [_ same_R _] := theorem_5_6 dU dU' same; split=> //.
have [r [Q [_ _ ->]]] := proj1 (cosines_rows U0 U'0) same.
by rewrite (leq_trans (mxrankM_maxl _ _)) // (leq_trans (mxrankM_maxr _ _)).
Qed.

Theorem line_exception (R : rcfType) : exists U U' : 'M[R]_(3, 1),
  [/\ distinct_rows U, distinct_rows U', cosines (braid R 3 *m U) = cosines (braid R 3 *m U')
    & ~ exists (c : R) (Q : 'M[R]_1) (v : 'rV[R]_1), U' = translate v (c *: (U *m Q))].
Proof.
pose U : 'M[R]_(3, 1) := \matrix_(i, j) (i : nat)%:R; pose U' : 'M[R]_(3, 1) := \matrix_(i, j) nth 0 [:: 0; 1; 3%:R] i.
have rises : forall i j : 'I_3, (i < j)%N -> U i 0 < U j 0 by move=> i j ij; rewrite !mxE ltr_nat.
have rises' : forall i j : 'I_3, (i < j)%N -> U' i 0 < U' j 0.
  by move=> [[|[|[|?]]] // ?] [[|[|[|?]]] // ?] _; rewrite !mxE /= ?ltr01 ?ltr0n // -[1]/(1%:R) ltr_nat.
have distinct (V : 'M[R]_(3, 1)) : (forall i j : 'I_3, (i < j)%N -> V i 0 < V j 0) -> distinct_rows V.
  move=> up i j; rewrite neq_ltn => ij; apply/eqP=> /rowP/(_ 0); rewrite !mxE => e.
  by case/orP: ij => /up; rewrite e ltxx.
have ones (V : 'M[R]_(3, 1)) : (forall i j : 'I_3, (i < j)%N -> V i 0 < V j 0) ->
    cosines (braid R 3 *m V) = const_mx (cosine (const_mx 1) (const_mx 1 : 'rV[R]_1)).
  move=> up; apply/matrixP=> k l; rewrite mxE [RHS]mxE.
  have [i [j [ij kE]]] := pair_of_row k; have [i' [j' [ij' lE]]] := pair_of_row l.
  rewrite (row_braid_mul _ kE) (row_braid_mul _ lE).
  have as_scaled a b : row a V - row b V = (V a 0 - V b 0) *: const_mx 1.
    by apply/rowP=> m; rewrite !mxE mulr1 !ord1.
  by rewrite !as_scaled -/(cosine _ _) cosine_scaled // nmulr_rgt0 subr_lt0 up.
exists U, U'; split; try exact: distinct; first by rewrite (ones U) ?(ones U').
case=> c [Q [v E]]; have value (i : 'I_3) : U' i 0 = c * (U i 0 * Q 0 0) + v 0 0.
  rewrite E [LHS]mxE; congr (_ + _); rewrite [LHS]mxE; congr (_ * _).
  by rewrite [LHS]mxE big_ord1.
have e0 : 0 = v 0 0 by have := value ord0; rewrite !mxE /= mul0r mulr0 add0r.
have e1 : 1 = c * Q 0 0 by have := value (lift ord0 ord0); rewrite !mxE /= mul1r -e0 addr0.
have e2 : 3%:R = c * (2%:R * Q 0 0) by have := value ord_max; rewrite !mxE /= -e0 addr0.
by move/eqP: e2; rewrite mulrCA -e1 mulr1 eqr_nat.
Qed.

Theorem cosines_differences (R : rcfType) :
  (forall n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')), distinct_rows U -> distinct_rows U' ->
   [/\ (1 < \rank (centred U))%N -> cosines (braid R n *m U) = cosines (braid R n *m U') <->
         exists (c : R) (Q : 'M[R]_(d, d')) (v : 'rV[R]_d'), [/\ 0 < c, isometry_on (centred U) Q & U' = translate v (c *: (U *m Q))]
     & (\rank (centred U) <= 1)%N -> cosines (braid R n *m U) = cosines (braid R n *m U') <->
         (\rank (centred U') <= 1)%N /\ same_rankings U U']) /\
  exists U U' : 'M[R]_(3, 1),
  [/\ distinct_rows U, distinct_rows U', cosines (braid R 3 *m U) = cosines (braid R 3 *m U')
    & ~ exists (c : R) (Q : 'M[R]_1) (v : 'rV[R]_1), U' = translate v (c *: (U *m Q))].
Proof.
split; last exact: line_exception; move=> n d d' U U' dU dU'; split=> [plane|line].
  exact: (proj1 (differences_off_a_line dU dU' plane)).
exact: differences_on_a_line.
Qed.

(* Rows of one length. *)

Theorem unit_rows (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) (a a' : R) : 0 < a -> 0 < a' ->
  (forall i, norm (row i U) = a) -> (forall i, norm (row i U') = a') -> cosines U = cosines U' ->
  [/\ U' *m U'^T = (a' / a) ^+ 2 *: (U *m U^T), cosines (braid R n *m U) = cosines (braid R n *m U'), same_rankings U U'
    & same_covectors (braid R n *m U) (braid R n *m U')].
Proof.
move=> a0 a'0 one one' same; pose V := a' / a *: U; have t0 : 0 < a' / a by rewrite divr_gt0.
have gram e (W : 'M[R]_(n, e)) b : 0 < b -> (forall i, norm (row i W) = b) -> W *m W^T = b ^+ 2 *: cosines W.
  by move=> b0 bE; apply/matrixP=> i j; rewrite gramE !mxE !bE mulrC expr2 divfK // mulf_neq0 // gt_eqF.
have gramV : U' *m U'^T = V *m V^T.
  rewrite /V linearZ /= -scalemxAl -scalemxAr scalerA -expr2 (gram _ U a a0) // scalerA -exprMn divfK ?gt_eqF // same.
  exact: gram.
have grams : braid R n *m U' *m (braid R n *m U')^T = braid R n *m V *m (braid R n *m V)^T.
  by rewrite !trmx_mul !mulmxA -[braid R n *m U' *m _]mulmxA gramV mulmxA.
have scaled : braid R n *m V = a' / a *: (braid R n *m U) by rewrite -scalemxAr.
have cov : same_covectors (braid R n *m U) (braid R n *m U').
  apply: same_covectors_trans (_ : same_covectors _ (braid R n *m V)) _.
    by rewrite scaled -mul_scalar_mx -diag_const_mx; apply: scaled_rows => i; rewrite mxE.
  by move=> s; rewrite (gram_covectors (braid R n *m V) s) -grams -(gram_covectors (braid R n *m U') s).
split=> //.
- by rewrite gramV /V linearZ /= -scalemxAl -scalemxAr scalerA -expr2.
- by rewrite -(cosines_gram (esym grams)) scaled cosines_multiplied.
by apply/same_rankings_pattern; apply: same_covectors_S.
Qed.

Theorem unit_rows_first (K : realFieldType) n d (U : 'M[K]_(n, d)) :
  distinct_rows U -> (forall i j, dot (row i U) (row i U) = dot (row j U) (row j U)) ->
  forall i, (forall j, j != i -> (U *m (row i U)^T) j 0 < (U *m (row i U)^T) i 0) /\ argmax_label U i.
Proof.
move=> dU lengths i; suff above j : j != i -> (U *m (row i U)^T) j 0 < (U *m (row i U)^T) i 0.
  by split=> //; apply/argmax_label_top; split=> //; exists (row i U)^T.
move=> ji; have one := lengths i j.
have value k : (U *m (row i U)^T) k 0 = dot (row k U) (row i U).
  by rewrite mxE; apply: eq_bigr => l _; rewrite !mxE.
rewrite !value -subr_gt0 -(pmulrn_lgt0 _ (isT : (0 < 2)%N)).
have -> : (dot (row i U) (row i U) - dot (row j U) (row i U)) *+ 2 = \sum_k (U i k - U j k) ^+ 2.
  rewrite mulr2n addrACA -opprD {2}one /dot -!big_split -sumrN -big_split; apply: eq_bigr => k _; rewrite !mxE /=.
  by rewrite sqrrB mulr2n expr2 expr2 addrAC [U j k * _]mulrC.
have [k ne] : exists k, U i k != U j k.
  apply/existsP; apply: contraNT (dU _ _ ji) => /existsPn same; apply/eqP/rowP=> k.
  by have := same k; rewrite !mxE negbK => /eqP.
rewrite (bigD1 k) //= ltr_spaddl ?sumr_ge0 // => [|l _]; last exact: sqr_ge0.
by rewrite lt_neqAle sqr_ge0 andbT eq_sym sqrf_eq0 subr_eq0.
Qed.
