(******************************************************************************)
(*                                                                            *)
(*  LAYERS BY DESIGN: EVERY SMALL SET OF LABELS IS POSSIBLE                   *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v and invariants.v.                                *)
(*                                                                            *)
(*  Theorems, for all sizes.                                                  *)
(*    design_moment   Let t_1, ..., t_n be pairwise distinct and S a set of   *)
(*        at most k labels.  Rows (1, t, ..., t^2k): at some input the logits *)
(*        of S are above 0 and all others below.  Rows (t, ..., t^2k) with    *)
(*        offsets -1: the same, if no t_i is 0.  Rows (t, ..., t^2k) without  *)
(*        offsets: some input puts S above all others.  Rows (t, ...,         *)
(*        t^(2k-1)) with offsets -t^2k: the same, if S is not empty.          *)
(*    design_least   No dimension is smaller that does this: for n > 2k       *)
(*        labels and all rows of dimension 2k there is a set of at most k     *)
(*        labels that are not active, and all others not, at any input; with  *)
(*        offsets, in dimension 2k - 1; and one that is never above all       *)
(*        others in dimension 2k - 1; with offsets, in dimension 2k - 2.      *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions invariants.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Moment.

Variable K : realFieldType.

Lemma below_all (I : finType) (D : pred I) (f : I -> K) : (forall i, D i -> 0 < f i) ->
  exists2 e, 0 < e & forall i, D i -> e < f i.
Proof.
move=> f0; pose s := 1 + \sum_(i | D i) (f i)^-1.
have rest (A : pred I) : (forall i, A i -> D i) -> 0 <= \sum_(i | A i) (f i)^-1.
  by move=> AD; apply: sumr_ge0 => i /AD/f0; rewrite -invr_gt0 => /ltW.
have s0 : 0 < s by rewrite ltr_paddr ?ltr01 // rest.
exists s^-1 => [|i Di]; first by rewrite invr_gt0.
rewrite -[f i]invrK ltf_pinv ?posrE ?invr_gt0 ?f0 // /s (bigD1 i) //= addrCA ltr_addl.
by rewrite ltr_paddr ?ltr01 // rest // => j /andP[].
Qed.

Variables (n k : nat) (t : 'I_n -> K) (S : {set 'I_n}).
Hypotheses (t_inj : injective t) (Sk : (#|S| <= k)%N).

Let P : {poly K} := \prod_(i in S) ('X - (t i)%:P) ^+ 2.

Lemma touching a : P.[a] = \prod_(i in S) (a - t i) ^+ 2.
Proof. by rewrite horner_prod; apply: eq_bigr => i _; rewrite hornerE !hornerE. Qed.

Lemma touches i : i \in S -> P.[t i] = 0.
Proof. by move=> iS; rewrite touching (bigD1 i) //= subrr expr0n mul0r. Qed.

Lemma positive a : (forall i, i \in S -> a != t i) -> 0 < P.[a].
Proof.
by move=> far; rewrite touching; apply: prodr_gt0 => i /far ai; rewrite exprn_even_gt0 //= subr_eq0.
Qed.

Lemma positive_off i : i \notin S -> 0 < P.[t i].
Proof. by move=> iS; apply: positive => j jS; apply: contraNneq iS => /t_inj->. Qed.

Lemma P_monic : P \is monic.
Proof. by apply: monic_prod => i _; rewrite monic_exp // monicXsubC. Qed.

Lemma P_size : size P = #|S|.*2.+1.
Proof.
rewrite /P size_prod => [|i _]; last by rewrite expf_neq0 // polyXsubC_eq0.
rewrite (eq_bigr (fun=> 3%N)) => [|i _]; last by rewrite size_exp_XsubC.
by rewrite sum_nat_const -[3%N]/(2 + 1)%N mulnDr muln1 -addSn addnK muln2.
Qed.

Lemma P_fits : (size P <= k.*2.+1)%N.
Proof. by rewrite P_size ltnS leq_double. Qed.

Lemma values m (p : {poly K}) i : (size p <= m)%N -> (\matrix_(i < n, j < m) t i ^+ j *m \col_j p`_j) i 0 = p.[t i].
Proof. by move=> pm; rewrite mxE (horner_coef_wide _ pm); apply: eq_bigr => j _; rewrite !mxE mulrC. Qed.

Lemma values_above m (p : {poly K}) i : (size p <= m.+1)%N ->
  (\matrix_(i < n, j < m) t i ^+ j.+1 *m \col_j p`_j.+1) i 0 = p.[t i] - p.[0].
Proof.
move=> pm; rewrite mxE (horner_coef_wide _ pm) big_ord_recl expr0 mulr1 horner_coef0 addrC addKr.
by apply: eq_bigr => j _; rewrite !mxE mulrC.
Qed.

Lemma raised : exists2 e, 0 < e & (forall i, i \notin S -> e < P.[t i]) /\ ((forall i, t i != 0) -> e < P.[0]).
Proof.
pose D (o : option 'I_n) := if o is Some i then i \notin S else [forall i, t i != 0].
pose f (o : option 'I_n) := if o is Some i then P.[t i] else P.[0].
have [|e e0 eP] := @below_all _ D f.
  by case=> [i|] /=; [exact: positive_off | move=> /forallP far; apply: positive => i _; rewrite eq_sym].
by exists e => //; split=> [i iS|/forallP far]; [exact: (eP (Some i)) | exact: (eP None)].
Qed.

Lemma active_sets (e : K) (p := e%:P - P) : 0 < e -> (forall i, i \notin S -> e < P.[t i]) ->
  (size p <= k.*2.+1)%N /\ forall i, if i \in S then 0 < p.[t i] else p.[t i] < 0.
Proof.
move=> e0 eP; split=> [|i].
  by rewrite (leq_trans (size_add _ _)) // size_opp geq_max P_fits (leq_trans (size_polyC_leq1 _)).
by rewrite !hornerE; case: ifPn => [/touches->|/eP]; rewrite ?subr0 // subr_lt0.
Qed.

Lemma top_sets (Q : {poly K}) : (forall i, i \in S -> Q.[t i] = 0) -> (forall i, i \notin S -> 0 < Q.[t i]) ->
  top_of (fun i => Q.[0] - Q.[t i]) S.
Proof. by move=> zero pos i j /zero-> /pos; rewrite subr0 gtr_addl oppr_lt0. Qed.

Lemma filled : S != set0 -> exists Q : {poly K},
  [/\ Q \is monic, size Q = k.*2.+1, forall i, i \in S -> Q.[t i] = 0 & forall i, i \notin S -> 0 < Q.[t i]].
Proof.
case/set0Pn=> i iS; pose R := ('X - (t i)%:P) ^+ (k - #|S|).*2; exists (P * R).
have RM : R \is monic by rewrite monic_exp // monicXsubC.
split=> [||j jS|j jS].
- by rewrite monicMr ?P_monic.
- by rewrite size_monicM ?P_monic ?monic_neq0 // P_size size_exp_XsubC addnS /= addSn -doubleD subnKC.
- by rewrite hornerM touches ?mul0r.
rewrite hornerM mulr_gt0 ?positive_off // horner_exp hornerXsubC -muln2 mulnC exprM exprn_gt0 // exprn_even_gt0 //=.
by rewrite subr_eq0; apply: contraNneq jS => /t_inj->.
Qed.

End Moment.

Theorem design_moment (K : realFieldType) n k (t : 'I_n -> K) (S : {set 'I_n}) : injective t -> (#|S| <= k)%N ->
  [/\ exists x : 'cV[K]_k.*2.+1, forall i, let z := (\matrix_(i < n, j < k.*2.+1) t i ^+ j *m x) i 0 in if i \in S then 0 < z else z < 0,
      (forall i, t i != 0) ->
        exists x : 'cV[K]_k.*2, forall i, let z := (\matrix_(i < n, j < k.*2) t i ^+ j.+1 *m x) i 0 - 1 in if i \in S then 0 < z else z < 0,
      exists x : 'cV[K]_k.*2, top_of (fun i => (\matrix_(i < n, j < k.*2) t i ^+ j.+1 *m x) i 0) S
    & S != set0 -> exists x : 'cV[K]_k.*2.-1, top_of (fun i => (\matrix_(i < n, j < k.*2.-1) t i ^+ j.+1 *m x) i 0 - t i ^+ k.*2) S].
Proof.
move=> t_inj Sk; set P := \prod_(i in S) ('X - (t i)%:P) ^+ 2.
have [e e0 [eP e_0]] := raised S t_inj; have [fits signs] := active_sets Sk e0 eP.
split=> [|t0||S0].
- by exists (\col_j (e%:P - P)`_j) => i /=; rewrite values.
- have c0 : 0 < - (e%:P - P).[0] by rewrite !hornerE oppr_gt0 subr_lt0 e_0.
  exists ((- (e%:P - P).[0])^-1 *: \col_j (e%:P - P)`_j.+1) => i /=.
  set a := - _ in c0 *; have -> z : (\matrix_(i, j) t i ^+ j.+1 *m (a^-1 *: z)) i 0 = a^-1 * (\matrix_(i, j) t i ^+ j.+1 *m z) i 0.
    by rewrite -scalemxAr mxE.
  rewrite values_above // -[_.[0]]opprK -/a opprK mulrDr mulVf ?lt0r_neq0 // addrK.
  by have := signs i; case: ifP => _ sign_i; [rewrite mulr_gt0 ?invr_gt0 | rewrite pmulr_rlt0 ?invr_gt0].
- exists (\col_j (- P)`_j.+1) => i j iS jS; rewrite !values_above ?size_opp ?P_fits // !hornerN !opprK ![- _ + _]addrC.
  by apply: top_sets iS jS => l; [exact: touches | exact: positive_off].
have k2 : (0 < k.*2)%N by rewrite double_gt0 (leq_trans _ Sk) // card_gt0.
have [Q [QM Q_size zero pos]] := filled t_inj Sk S0.
pose N := Q - 'X^k.*2; have N_fits : (size (- N) <= k.*2.-1.+1)%N.
  rewrite size_opp prednK //; apply/leq_sizeP => j; rewrite coefB coefXn leq_eqVlt => /orP[/eqP<-|kj].
    by have := QM; rewrite monicE lead_coefE Q_size /= eqxx => /eqP->; rewrite subrr.
  by rewrite nth_default ?Q_size // gtn_eqF // subrr.
exists (\col_j (- N)`_j.+1) => i j iS jS.
have logit l : (\matrix_(i < n, j < k.*2.-1) t i ^+ j.+1 *m \col_j (- N)`_j.+1) l 0 - t l ^+ k.*2 = Q.[0] - Q.[t l].
  by rewrite values_above // /N !(hornerD, hornerN, hornerXn) expr0n (gtn_eqF k2) /=; ring.
by rewrite !logit; apply: top_sets iS jS.
Qed.

(* Of 2k + 1 vectors in dimension 2k or less some are dependent, and few of them with positive weights. *)
Lemma few_positive (K : realFieldType) n D k (V : 'M[K]_(n, D)) : (k.*2 < n)%N -> (D <= k.*2)%N ->
  exists w : 'rV[K]_n, [/\ w *m V = 0, w != 0 & (#|[set i : 'I_n | (0 < w 0 i)%R]| <= k)%N].
Proof.
move=> kn Dk; pose f : 'I_k.*2.+1 -> 'I_n := widen_ord kn.
have f_inj : injective f by move=> a b /(congr1 val) /= ab; apply: val_inj.
have : ~~ row_free (rowsub f V) by rewrite /row_free neq_ltn (leq_ltn_trans (rank_leq_col _)).
rewrite -kermx_eq0 => /rowV0Pn[u /sub_kermxP uV u0].
pose w : 'rV[K]_n := \row_i \sum_(a | f a == i) u 0 a.
have wf a : w 0 (f a) = u 0 a.
  by rewrite mxE (bigD1 a) //= big1 ?addr0 // => b /andP[/eqP/f_inj->]; rewrite eqxx.
have w_off i : i \notin f @: setT -> w 0 i = 0.
  by move=> i_off; rewrite mxE big1 // => a /eqP ai; case/negP: i_off; rewrite -ai imset_f.
have wV : w *m V = 0.
  rewrite -[RHS]uV; apply/rowP=> j; rewrite !mxE; under eq_bigr => i _ do rewrite mxE mulr_suml.
  rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => a _.
  by rewrite (bigD1 (f a)) //= big1 ?addr0 => [|i /andP[/eqP->]]; rewrite ?mxE // eqxx.
have w0 : w != 0.
  by apply: contraNneq u0 => w0; apply/eqP/rowP=> a; rewrite -wf w0 !mxE.
pose pos := [set i | 0 < w 0 i]; pose neg := [set i | w 0 i < 0].
have few : (#|pos| + #|neg| <= k.*2.+1)%N.
  have <- : #|pos :|: neg| = (#|pos| + #|neg|)%N.
    rewrite cardsU (_ : pos :&: neg = set0) ?cards0 ?subn0 //.
    by apply/setP=> i; rewrite !inE; apply/negP=> /andP[p /(lt_trans p)]; rewrite ltxx.
  rewrite (leq_trans (subset_leq_card (_ : _ \subset f @: setT))) //; last first.
    by rewrite (leq_trans (leq_imset_card _ _)) // cardsT card_ord.
  by apply/subsetP=> i; rewrite !inE; apply: contraTT => /w_off->; rewrite ltxx.
have [pk|kp] := leqP #|pos| k; first by exists w.
exists (- w); split; rewrite ?oppr_eq0 ?mulNmx ?wV ?oppr0 //.
have -> : [set i | 0 < (- w) 0 i] = neg by apply/setP=> i; rewrite !inE mxE oppr_gt0.
by rewrite -(leq_add2l k) addnn; rewrite -ltnS (leq_trans _ few) // -addSn leq_add2r.
Qed.

Lemma no_witness (K : realFieldType) n D (V : 'M[K]_(n, D)) (w : 'rV[K]_n) (x : 'cV[K]_D) : w *m V = 0 -> w != 0 ->
  ~ forall i, if 0 < w 0 i then 0 < (V *m x) i 0 else (V *m x) i 0 < 0.
Proof.
move=> wV w0 signs; have [i wi] : exists i, w 0 i != 0.
  by apply/existsP; apply: contraNT w0; rewrite negb_exists => /forallP none; apply/eqP/rowP=> i; rewrite mxE; apply/eqP/negPn.
have : (w *m (V *m x)) 0 0 = 0 by rewrite mulmxA wV mul0mx mxE.
apply/eqP; rewrite gt_eqF // mxE (bigD1 i) //= ltr_spaddl //.
  have := signs i; case: ltrgtP wi => // [p _ z|m _ z]; first exact: mulr_gt0.
  by rewrite -mulrNN mulr_gt0 ?oppr_gt0.
apply: sumr_ge0 => j _; have := signs j; case: ltrgtP => [p z|m z|<- _]; rewrite ?mul0r //; first by rewrite ltW ?mulr_gt0.
by rewrite -mulrNN ltW // mulr_gt0 ?oppr_gt0.
Qed.

Theorem design_least (K : realFieldType) n d k (U : 'M[K]_(n, d)) (b : 'cV[K]_n) : (k.*2 < n)%N ->
  [/\ (d <= k.*2)%N -> exists S : {set 'I_n}, (#|S| <= k)%N /\
        forall x : 'cV[K]_d, ~ forall i, if i \in S then 0 < (U *m x) i 0 else (U *m x) i 0 < 0,
      (d < k.*2)%N -> exists S : {set 'I_n}, (#|S| <= k)%N /\
        forall x : 'cV[K]_d, ~ forall i, if i \in S then 0 < (U *m x + b) i 0 else (U *m x + b) i 0 < 0,
      (d < k.*2)%N -> exists S : {set 'I_n}, [/\ (#|S| <= k)%N, S != set0 & forall x : 'cV[K]_d, ~ top_of (fun i => (U *m x) i 0) S]
    & (d.+1 < k.*2)%N -> exists S : {set 'I_n}, [/\ (#|S| <= k)%N, S != set0 & forall x : 'cV[K]_d, ~ top_of (fun i => (U *m x + b) i 0) S]].
Proof.
move=> kn.
have active D (V : 'M[K]_(n, D)) : (D <= k.*2)%N -> exists S : {set 'I_n}, (#|S| <= k)%N /\
    forall x : 'cV[K]_D, ~ forall i, if i \in S then 0 < (V *m x) i 0 else (V *m x) i 0 < 0.
  move=> Dk; have [w [wV w0 few]] := few_positive V kn Dk; exists [set i | 0 < w 0 i]; split=> // x signs.
  by apply: (no_witness (x := x) wV w0) => i; have := signs i; rewrite inE.
have tops D (V : 'M[K]_(n, D)) : (D < k.*2)%N -> exists S : {set 'I_n}, [/\ (#|S| <= k)%N, S != set0 & forall x : 'cV[K]_D, ~ top_of (fun i => (V *m x) i 0) S].
  move=> Dk; pose ones : 'cV[K]_n := const_mx 1.
  have [|w [wV w0 few]] := few_positive (row_mx V ones) kn; first by rewrite addn1.
  move: wV; rewrite mul_mx_row -(row_mx0 K 1 D 1) => /eq_row_mx[wV w1].
  have sum0 : \sum_i w 0 i = 0.
    transitivity ((w *m ones) 0 0); last by rewrite w1 mxE.
    by rewrite mxE; apply: eq_bigr => i _; rewrite mxE mulr1.
  pose S := [set i | 0 < w 0 i]; have S0 : S != set0.
    apply: contraNneq w0 => none; have le i : w 0 i <= 0 by rewrite leNgt; have := in_set0 i; rewrite -none inE => ->.
    apply/eqP/rowP=> i; rewrite mxE; apply/eqP; rewrite eq_le le /= -sum0 (bigD1 i) //= ger_addl.
    by rewrite -oppr_ge0 -sumrN; apply: sumr_ge0 => j _; rewrite oppr_ge0.
  exists S; split=> // x top; have [i iS] := set0Pn _ S0.
  have [i' i'S least] : exists2 i', i' \in S & forall j, j \in S -> (V *m x) i' 0 <= (V *m x) j 0.
    by case: (@arg_minP _ _ _ i (fun j => j \in S) (fun j => (V *m x) j 0) iS) => i' i'S h; exists i'.
  have total : \sum_j w 0 j * ((V *m x) j 0 - (V *m x) i' 0) = 0.
    under eq_bigr => j _ do rewrite mulrBr.
    rewrite sumrB -mulr_suml sum0 mul0r subr0; transitivity ((w *m (V *m x)) 0 0); first by rewrite [RHS]mxE.
    by rewrite mulmxA wV mul0mx mxE.
  have ge0 j : 0 <= w 0 j * ((V *m x) j 0 - (V *m x) i' 0).
    have [jS|jS] := boolP (j \in S); first by rewrite mulr_ge0 ?subr_ge0 ?least //; move: jS; rewrite inE => /ltW.
    rewrite -mulrNN mulr_ge0 ?oppr_ge0 //; first by move: jS; rewrite inE -leNgt.
    by rewrite subr_le0 ltW // top.
  have all0 j : w 0 j * ((V *m x) j 0 - (V *m x) i' 0) = 0.
    by apply/eqP; have := total; move/eqP; rewrite psumr_eq0 // => /allP/(_ j (mem_index_enum j)).
  have negative j : j \notin S -> w 0 j = 0.
    move=> jS; have /eqP := all0 j; rewrite mulf_eq0 => /orP[/eqP//|]; rewrite subr_eq0 => /eqP e.
    by have := top _ _ i'S jS; rewrite e ltxx.
  have : 0 < \sum_j w 0 j.
    rewrite (bigD1 i) //= ltr_spaddl //; first by move: iS; rewrite inE.
    by apply: sumr_ge0 => j _; have [|/negative->//] := boolP (j \in S); rewrite inE => /ltW.
  by rewrite sum0 ltxx.
have with_b x : U *m x + b = row_mx U b *m col_mx x (1%:M : 'M_1) by rewrite mul_row_col mulmx1.
split=> small.
- exact: active.
- have [|S [Sk never]] := active _ (row_mx U b); first by rewrite addn1.
  by exists S; split=> // x signs; apply: (never (col_mx x 1%:M)) => i; rewrite -with_b; apply: signs.
- exact: tops.
have [|S [Sk S0 never]] := tops _ (row_mx U b); first by rewrite addn1.
by exists S; split=> // x top; apply: (never (col_mx x 1%:M)); rewrite -with_b.
Qed.
