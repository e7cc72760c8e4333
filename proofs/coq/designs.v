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
(*    design_circle   Let (c_i, s_i) be distinct points of the unit circle,   *)
(*        cos t and sin t, and S a set of at most k labels.  Rows (cos t, ...,*)
(*        cos kt, sin t, ..., sin kt) with offsets -1: at some input the      *)
(*        logits of S are above 0 and all others below.  Without offsets some *)
(*        input puts S above all others.                                      *)
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

Section Circle.

Variable K : realFieldType.

Lemma turnedS (c s : K) k : turned c s k.+1 =
  (c * (turned c s k).1 - s * (turned c s k).2, s * (turned c s k).1 + c * (turned c s k).2).
Proof. by rewrite /=; case: turned. Qed.

Lemma turned0 (c s : K) : turned c s 0 = (1, 0).
Proof. by []. Qed.

Arguments turned : simpl never.

(* The constant is r, the highest degree m. *)
Definition wave (m : nat) (r : K) (g : K -> K -> K) : Prop :=
  exists a b : nat -> K, forall c s, c ^+ 2 + s ^+ 2 = 1 ->
    g c s = r + \sum_(j < m) (a j * (turned c s j.+1).1 + b j * (turned c s j.+1).2).

Lemma wave_eq m r g g' : (forall c s, c ^+ 2 + s ^+ 2 = 1 -> g c s = g' c s) -> wave m r g -> wave m r g'.
Proof. by move=> e [a [b h]]; exists a, b => c s cs; rewrite -e // h. Qed.

Lemma wave_add m r r' g g' : wave m r g -> wave m r' g' -> wave m (r + r') (fun c s => g c s + g' c s).
Proof.
move=> [a [b h]] [a' [b' h']]; exists (fun j => a j + a' j), (fun j => b j + b' j) => c s cs.
rewrite h // h' // addrACA -big_split; congr (_ + _); apply: eq_bigr => j _ /=; ring.
Qed.

Lemma wave_up m m' r g : (m <= m')%N -> wave m r g -> wave m' r g.
Proof.
move=> mm [a [b h]]; exists (fun j => if (j < m)%N then a j else 0), (fun j => if (j < m)%N then b j else 0) => c s cs.
rewrite h // (big_ord_widen _ (fun j => a j * (turned c s j.+1).1 + b j * (turned c s j.+1).2) mm) big_mkcond; congr (_ + _).
by apply: eq_bigr => j _; case: ifP => //; rewrite !mul0r addr0.
Qed.

Lemma wave_term m j al be : (j < m)%N -> wave m 0 (fun c s => al * (turned c s j.+1).1 + be * (turned c s j.+1).2).
Proof.
move=> jm; exists (fun l => if l == j then al else 0), (fun l => if l == j then be else 0) => c s _.
rewrite add0r (bigD1 (Ordinal jm)) //= eqxx big1 ?addr0 // => l /negPf; rewrite -val_eqE /= => ->.
by rewrite !mul0r addr0.
Qed.

Lemma wave_sum m n (g : nat -> K -> K -> K) : (forall j, (j < n)%N -> wave m 0 (g j)) -> wave m 0 (fun c s => \sum_(j < n) g j c s).
Proof.
elim: n => [|n IH] h.
  by exists (fun=> 0), (fun=> 0) => c s _; rewrite big_ord0 big1 ?addr0 // => j _; rewrite !mul0r addr0.
have W := wave_add (IH (fun j jn => h j (ltnW jn))) (h n (ltnSn n)); rewrite addr0 in W.
by apply: wave_eq W => c s _; rewrite big_ord_recr.
Qed.

Lemma turned_norm c s k : c ^+ 2 + s ^+ 2 = 1 :> K -> (turned c s k).1 ^+ 2 + (turned c s k).2 ^+ 2 = 1.
Proof.
move=> cs; elim: k => [|k]; first by rewrite turned0 /= expr1n expr0n addr0.
rewrite turnedS; case: turned => a b /= ab; rewrite -[RHS]mulr1 -{1}cs -ab; ring.
Qed.

Lemma turned_back c s d l : c ^+ 2 + s ^+ 2 = 1 :> K -> let z := turned c s in
  (z (d + l)%N).1 * (z l).1 + (z (d + l)%N).2 * (z l).2 = (z d).1 /\
  (z (d + l)%N).2 * (z l).1 - (z (d + l)%N).1 * (z l).2 = (z d).2.
Proof.
move=> cs /=; elim: l => [|l [e1 e2]]; first by rewrite addn0 turned0 /= !mulr1 !mulr0 addr0 subr0.
rewrite addnS !turnedS; move: e1 e2; case: (turned c s (d + l)) => a b; case: (turned c s l) => a' b' /= <- <-.
by split; rewrite -[RHS]mul1r -cs; ring.
Qed.

(* A polynomial in z with complex coefficients (x_j, y_j), of degree m. *)
Definition real_part (x y : nat -> K) m c s := \sum_(j < m.+1) (x j * (turned c s j).1 - y j * (turned c s j).2).
Definition imaginary (x y : nat -> K) m c s := \sum_(j < m.+1) (x j * (turned c s j).2 + y j * (turned c s j).1).

Lemma real_partS x y m c s : real_part x y m.+1 c s = real_part x y m c s + (x m.+1 * (turned c s m.+1).1 - y m.+1 * (turned c s m.+1).2).
Proof. by rewrite /real_part big_ord_recr. Qed.

Lemma imaginaryS x y m c s : imaginary x y m.+1 c s = imaginary x y m c s + (x m.+1 * (turned c s m.+1).2 + y m.+1 * (turned c s m.+1).1).
Proof. by rewrite /imaginary big_ord_recr. Qed.

Lemma square_wave (x y : nat -> K) m :
  wave m (\sum_(j < m.+1) (x j ^+ 2 + y j ^+ 2)) (fun c s => real_part x y m c s ^+ 2 + imaginary x y m c s ^+ 2).
Proof.
elim: m => [|m IH].
  exists (fun=> 0), (fun=> 0) => c s _; rewrite /real_part /imaginary !big_ord1 big_ord0 turned0 /=; ring.
pose g j c s := 2%:R * ((x j * x m.+1 + y j * y m.+1) * (turned c s (m - j).+1).1 + (y j * x m.+1 - x j * y m.+1) * (turned c s (m - j).+1).2).
have cross : wave m.+1 0 (fun c s => \sum_(j < m.+1) g j c s).
  apply: wave_sum => j jm; have [|a [b h]] := @wave_term m.+1 (m - j) (2%:R * (x j * x m.+1 + y j * y m.+1)) (2%:R * (y j * x m.+1 - x j * y m.+1)).
    by rewrite ltnS leq_subr.
  by exists a, b => c s cs; rewrite /g -h //; ring.
have W := wave_add (wave_up (leqnSn m) IH) cross; rewrite addr0 in W.
have constant : wave m.+1 (x m.+1 ^+ 2 + y m.+1 ^+ 2) (fun _ _ => x m.+1 ^+ 2 + y m.+1 ^+ 2).
  by exists (fun=> 0), (fun=> 0) => c s _; rewrite big1 ?addr0 // => j _; rewrite !mul0r addr0.
rewrite big_ord_recr; apply: wave_eq (wave_add W constant) => c s cs /=.
rewrite real_partS imaginaryS; set P := real_part x y m c s; set R := imaginary x y m c s.
have norm_m := turned_norm m.+1 cs; set A := (turned c s m.+1).1 in norm_m *; set B := (turned c s m.+1).2 in norm_m *.
have -> : \sum_(j < m.+1) g j c s = 2%:R * (P * (x m.+1 * A - y m.+1 * B) + R * (x m.+1 * B + y m.+1 * A)).
  rewrite /P /R !mulr_suml -big_split mulr_sumr; apply: eq_bigr => j _ /=; rewrite /g; congr (_ * _).
  have jm : (j <= m)%N by rewrite -ltnS.
  have [e1 e2] := turned_back (m - j).+1 j cs; rewrite addSn subnK // -/A -/B in e1 e2.
  by rewrite -e1 -e2; ring.
have -> : x m.+1 ^+ 2 + y m.+1 ^+ 2 = (x m.+1 ^+ 2 + y m.+1 ^+ 2) * (A ^+ 2 + B ^+ 2) by rewrite norm_m mulr1.
by rewrite -/A -/B; ring.
Qed.

Lemma product_square (points : seq (K * K)) : exists x y : nat -> K,
  [/\ forall j, (size points < j)%N -> x j = 0 /\ y j = 0, x (size points) = 1
    & forall c s, \prod_(p <- points) ((c - p.1) ^+ 2 + (s - p.2) ^+ 2) = real_part x y (size points) c s ^+ 2 + imaginary x y (size points) c s ^+ 2].
Proof.
elim: points => [|[u v] points [x [y [off lead IH]]]].
  exists (fun j => (j == 0%N)%:R), (fun=> 0); split=> [[]//||c s] //.
  by rewrite big_nil /real_part /imaginary !big_ord1 turned0 /=; ring.
set m := size points in off lead IH *; pose shift (w : nat -> K) j := if j is j'.+1 then w j' else 0.
exists (fun j => shift x j - (u * x j - v * y j)), (fun j => shift y j - (u * y j + v * x j)); split=> [[]//= j mj|/=|c s].
- have [-> ->] := off _ mj; have [-> ->] := off j.+1 (leqW mj); split; ring.
- by rewrite lead; have [-> ->] := off m.+1 (ltnSn m); ring.
rewrite big_cons IH /=.
set X := fun j => _ - _; set Y := fun j => _ - _.
have sh (f : nat -> K) w : \sum_(j < m.+2) shift w j * f j = \sum_(j < m.+1) w j * f j.+1.
  by rewrite big_ord_recl /= mul0r add0r.
have lw (f w : nat -> K) : w m.+1 = 0 -> \sum_(j < m.+2) w j * f j = \sum_(j < m.+1) w j * f j.
  by move=> w0; rewrite big_ord_recr /= w0 mul0r addr0.
have [xm ym] := off m.+1 (ltnSn m); pose A j := (turned c s j).1; pose B j := (turned c s j).2.
have RE (a b : nat -> K) l : real_part a b l c s = \sum_(j < l.+1) a j * A j - \sum_(j < l.+1) b j * B j by rewrite -sumrB.
have IM (a b : nat -> K) l : imaginary a b l c s = \sum_(j < l.+1) a j * B j + \sum_(j < l.+1) b j * A j by rewrite -big_split.
have XE (f : nat -> K) : \sum_(j < m.+2) X j * f j = \sum_(j < m.+1) x j * f j.+1 - (u * (\sum_(j < m.+1) x j * f j) - v * (\sum_(j < m.+1) y j * f j)).
  rewrite -(sh f x) -(lw f x xm) -(lw f y ym) !mulr_sumr -!sumrB; apply: eq_bigr => j _; rewrite /X; ring.
have YE (f : nat -> K) : \sum_(j < m.+2) Y j * f j = \sum_(j < m.+1) y j * f j.+1 - (u * (\sum_(j < m.+1) y j * f j) + v * (\sum_(j < m.+1) x j * f j)).
  rewrite -(sh f y) -(lw f x xm) -(lw f y ym) !mulr_sumr -big_split -sumrB; apply: eq_bigr => j _; rewrite /Y /=; ring.
have AS (w : nat -> K) : \sum_(j < m.+1) w j * A j.+1 = c * (\sum_(j < m.+1) w j * A j) - s * \sum_(j < m.+1) w j * B j.
  by rewrite !mulr_sumr -sumrB; apply: eq_bigr => j _; rewrite /A /B turnedS /=; ring.
have BS (w : nat -> K) : \sum_(j < m.+1) w j * B j.+1 = s * (\sum_(j < m.+1) w j * A j) + c * \sum_(j < m.+1) w j * B j.
  by rewrite !mulr_sumr -big_split; apply: eq_bigr => j _; rewrite /A /B turnedS /=; ring.
rewrite !RE !IM !XE !YE !AS !BS; ring.
Qed.
End Circle.

Theorem design_circle (K : realFieldType) n k (c s : 'I_n -> K) (S : {set 'I_n})
    (U := row_mx (\matrix_(i < n, j < k) (turned (c i) (s i) j.+1).1) (\matrix_(i < n, j < k) (turned (c i) (s i) j.+1).2)) :
  (forall i, c i ^+ 2 + s i ^+ 2 = 1) -> injective (fun i => (c i, s i)) -> (#|S| <= k)%N ->
  (exists x : 'cV[K]_(k + k), forall i, let z := (U *m x) i 0 - 1 in if i \in S then 0 < z else z < 0) /\
  exists x : 'cV[K]_(k + k), top_of (fun i => (U *m x) i 0) S.
Proof.
move=> circle apart Sk; pose f i := \prod_(j in S) ((c i - c j) ^+ 2 + (s i - s j) ^+ 2).
have on i : i \in S -> f i = 0 by move=> iS; rewrite /f (bigD1 i) //= !subrr !expr0n addr0 mul0r.
have off i : i \notin S -> 0 < f i.
  move=> iS; apply: prodr_gt0 => j jS; rewrite lt_def addr_ge0 ?sqr_ge0 // andbT.
  rewrite paddr_eq0 ?sqr_ge0 // !sqrf_eq0 !subr_eq0; apply: contraNN iS => /andP[/eqP ci /eqP si].
  by rewrite (apart i j) //= ci si.
have [x [y [_ lead square]]] := product_square [seq (c j, s j) | j <- enum S].
rewrite size_map -cardE in lead square; have := square_wave x y #|S|; set r := \sum_(j < _) _ => W.
have r0 : 0 < r.
  by rewrite /r big_ord_recr /= lead expr1n ltr_paddl ?sumr_ge0 ?ltr_spaddl ?ltr01 ?sqr_ge0 // => j _; rewrite addr_ge0 ?sqr_ge0.
have [a [b ab]] := wave_up Sk W; pose w : 'cV[K]_(k + k) := col_mx (\col_j a j) (\col_j b j).
have Uw i : (U *m w) i 0 = f i - r.
  have fE : f i = real_part x y #|S| (c i) (s i) ^+ 2 + imaginary x y #|S| (c i) (s i) ^+ 2.
    by rewrite -square big_map big_enum.
  rewrite fE ab // addrC addKr mul_row_col mxE big_split /=; congr (_ + _); rewrite mxE; apply: eq_bigr => j _; by rewrite !mxE mulrC.
pose g (o : option 'I_n) := if o is Some i then f i else r.
have [|e e0 eg] := @below_all K _ (fun o => if o is Some i then i \notin S else true) g; first by case=> [i /off|].
have er : 0 < r - e by rewrite subr_gt0 (eg None).
split; [exists (- (r - e)^-1 *: w) => i /= | exists (- w) => i j iS jS].
  have -> : (U *m (- (r - e)^-1 *: w)) i 0 - 1 = (e - f i) / (r - e).
    by rewrite -scalemxAr mxE Uw; field; exact: lt0r_neq0.
  case: ifPn => [/on->|/(eg (Some i)) ef]; first by rewrite subr0 divr_gt0.
  by rewrite pmulr_llt0 ?invr_gt0 // subr_lt0.
have N l : (U *m - w) l 0 = r - f l by rewrite mulmxN mxE Uw opprB.
by rewrite !N (on i iS) subr0 gtr_addl oppr_lt0 off.
Qed.
