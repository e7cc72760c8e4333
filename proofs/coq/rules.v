(******************************************************************************)
(*                                                                            *)
(*  OUTPUT RULES: WHAT THEY LEAVE OF THE RANKINGS                             *)
(*                                                                            *)
(*  Field.  K, R and F are ordered fields; exp maps R to F.                   *)
(*                                                                            *)
(*  Words: see definitions.v and invariants.v.                                *)
(*                                                                            *)
(*  Theorems, for all sizes.                                                  *)
(*    rule_monotone   A strictly increasing map of the logits, such as a      *)
(*        temperature or a soft cap, leaves the order of the logits at every  *)
(*        input, and so the rankings and the sets of top labels.              *)
(*    rule_min_p   For a strictly increasing exp that turns sums into         *)
(*        products: a label has at least exp(-t) times the probability of     *)
(*        every other label if and only if its logit is at most t below every *)
(*        other.  For t > 0 the sets of such labels, over all inputs that     *)
(*        rank the labels strictly, are exactly the sets of top labels that   *)
(*        are not empty.                                                      *)
(*    rule_nucleus   The ranking at an input does not tell the nucleus: two   *)
(*        labels, the level 4/5, and the probabilities 2/3, 1/3 and 16/17,    *)
(*        1/17.                                                               *)
(*    nucleus_small   For probabilities that are pairwise distinct, and a     *)
(*        level q > 0: a nucleus of k labels has k - 1 < n q.                 *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions invariants rankings.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma rising_lt (K : realFieldType) (f : K -> K) : rising f -> forall a b, (f a < f b) = (a < b).
Proof.
move=> up a b; have [/up//|ba|->] := ltrgtP a b; last by rewrite ltxx.
by apply/negbTE; rewrite -leNgt ltW // up.
Qed.

Theorem rule_monotone (K : realFieldType) (f : K -> K) n d (U : 'M[K]_(n, d)) : rising f ->
  [/\ forall (x : 'cV[K]_d) i j, (f ((U *m x) i 0) < f ((U *m x) j 0)) = ((U *m x) i 0 < (U *m x) j 0),
      forall (x : 'cV[K]_d) A, top_of (fun i => f ((U *m x) i 0)) A <-> top_of (fun i => (U *m x) i 0) A,
      forall p : 'S_n, (exists x : 'cV[K]_d, forall a b : 'I_n, (a < b)%N -> f ((U *m x) (p b) 0) < f ((U *m x) (p a) 0)) <-> ranks U p
    & forall t : K, 0 < t -> rising (fun z => z / t)].
Proof.
move=> up; have same := rising_lt up; split=> [x i j|x A|p|t t0 a b ab]; first exact: same.
- by split=> h i j iA jA; have := h i j iA jA; rewrite same.
- by split=> -[x h]; exists x => a b ab; have := h a b ab; rewrite same.
by rewrite ltr_pmul2r ?invr_gt0.
Qed.

Section MinP.

Variables (R F : realFieldType) (exp : R -> F).
Hypotheses (expP : turns_sums_into_products exp) (exp_up : forall a b, a < b -> exp a < exp b).

Lemma exp_positive a : 0 < exp a.
Proof.
have [expD exp0] := expP; have half : a = a / 2%:R + a / 2%:R by rewrite -mulrDl -mulr2n -[a *+ 2]mulr_natr mulfK // pnatr_eq0.
by rewrite half expD -expr2 exprn_even_gt0 //= exp0.
Qed.

Lemma exp_le a b : (exp a <= exp b) = (a <= b).
Proof. by have [/exp_up/ltW//|/exp_up|->] := ltrgtP a b; [rewrite ltNge => /negbTE | rewrite lexx]. Qed.

Lemma min_p_logits n d (U : 'M[R]_(n, d)) (x : 'cV[R]_d) (t : R) i :
  (forall j, exp (- t) * softmax exp U x j <= softmax exp U x i) <-> (forall j, (U *m x) j 0 - (U *m x) i 0 <= t).
Proof.
have [expD _] := expP; have sum0 : 0 < \sum_z exp ((U *m x) z 0).
  by rewrite (bigD1 i) //= ltr_paddr ?exp_positive // sumr_ge0 // => z _; rewrite ltW // exp_positive.
have E j : (exp (- t) * softmax exp U x j <= softmax exp U x i) = ((U *m x) j 0 - (U *m x) i 0 <= t).
  rewrite /softmax mulrA ler_pmul2r ?invr_gt0 // -expD exp_le addrC.
  by rewrite ler_subl_addr ler_subl_addr addrC.
by split=> h j; have := h j; rewrite E.
Qed.

End MinP.

Lemma card_below n m : (m <= n)%N -> #|[set b : 'I_n | (b < m)%N]| = m.
Proof. by move=> mn; rewrite cardsE -sum1_card -(big_ord_widen n (fun=> 1%N) mn) sum1_card card_ord. Qed.

Lemma beginning n (D : {set 'I_n}) : (forall a b : 'I_n, (a <= b)%N -> b \in D -> a \in D) -> forall a : 'I_n, (a \in D) = (a < #|D|)%N.
Proof.
move=> down a; apply/idP/idP=> [aD|]; last first.
  apply: contraLR => aD; rewrite -leqNgt -(card_below (ltnW (ltn_ord a))); apply: subset_leq_card.
  by apply/subsetP=> b bD; rewrite inE ltnNge; apply: contra aD => /down; apply.
rewrite -(card_below (ltn_ord a)); apply: subset_leq_card; apply/subsetP=> b; rewrite inE ltnS => ba.
exact: down ba aD.
Qed.

Lemma ranked_le (R : realFieldType) n (y : 'cV[R]_n) (p : 'S_n) : (forall a b : 'I_n, (a < b)%N -> y (p b) 0 < y (p a) 0) ->
  forall a b : 'I_n, (a <= b)%N -> y (p b) 0 <= y (p a) 0.
Proof. by move=> pP a b; rewrite leq_eqVlt => /orP[/eqP/val_inj->|/pP/ltW//]. Qed.

Lemma support_top (R : realFieldType) n (y : 'cV[R]_n) (p : 'S_n) (A : {set 'I_n}) (m : R) :
  (forall a b : 'I_n, (a < b)%N -> y (p b) 0 < y (p a) 0) -> (forall i, i \in A <-> forall j, y j 0 - y i 0 <= m) ->
  forall a : 'I_n, (p a \in A) = (a < #|A|)%N.
Proof.
move=> /ranked_le le_y support a; pose D := p @^-1: A; have cardD : #|D| = #|A|.
  by rewrite card_preimset //; apply: perm_inj.
have -> : (p a \in A) = (a \in D) by rewrite inE.
rewrite -cardD; apply: beginning => b c bc; rewrite !inE => /support cA; apply/support => j.
by apply: le_trans (cA j); rewrite ler_add2l ler_opp2 le_y.
Qed.

Lemma top_support (R : realFieldType) n (y : 'cV[R]_n) (p : 'S_n) (A : {set 'I_n}) : A != set0 ->
  (forall a b : 'I_n, (a < b)%N -> y (p b) 0 < y (p a) 0) -> (forall a : 'I_n, (p a \in A) = (a < #|A|)%N) ->
  exists2 m, 0 < m & forall i, i \in A <-> forall j, y j 0 - y i 0 <= m.
Proof.
move=> A0 pP pA; have le_y := ranked_le pP; have k0 : (0 < #|A|)%N by rewrite card_gt0.
have kn : (#|A| <= n)%N by rewrite -[X in (_ <= X)%N]card_ord max_card.
have n0 := leq_trans k0 kn; pose first := Ordinal n0.
have last_lt : (#|A|.-1 < n)%N by rewrite prednK.
pose final := Ordinal last_lt; pose g1 := y (p first) 0 - y (p final) 0.
have g1_ge0 : 0 <= g1 by rewrite subr_ge0 le_y.
have [g2 g12 outside] : exists2 g2, g1 < g2 & forall a : 'I_n, (#|A| <= a)%N -> g2 <= y (p first) 0 - y (p a) 0.
  have [kn'|nk] := ltnP #|A| n; last first.
    by exists (g1 + 1) => [|a ka]; [rewrite ltr_addl ltr01 | have := leq_trans nk ka; rewrite leqNgt ltn_ord].
  exists (y (p first) 0 - y (p (Ordinal kn')) 0); first by rewrite ltr_add2l ltr_opp2 pP //= prednK.
  by move=> a ka; rewrite ler_add2l ler_opp2 le_y.
have two : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have mid := midf_lt g12.
exists ((g1 + g2) / 2%:R); first exact: le_lt_trans g1_ge0 mid.1.
move=> i; rewrite -[i](permKV p); set a := (p^-1)%g i; rewrite pA; split=> [ak j|h].
  apply: le_trans (ltW mid.1); rewrite -[j](permKV p) ler_sub ?le_y //.
  by rewrite -ltnS prednK.
rewrite ltnNge; apply/negP=> /outside far; have := h (p first).
by rewrite leNgt (lt_le_trans mid.2 far).
Qed.

Theorem rule_min_p (R F : realFieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (t : R) :
  turns_sums_into_products exp -> (forall a b, a < b -> exp a < exp b) ->
  (forall (x : 'cV[R]_d) A, min_p exp U x t A <-> forall i, i \in A <-> forall j, (U *m x) j 0 - (U *m x) i 0 <= t) /\
  (0 < t -> forall A, A != set0 ->
     (exists x : 'cV[R]_d, min_p exp U x t A /\ forall i j, i != j -> (U *m x) i 0 != (U *m x) j 0) <-> top_set U A).
Proof.
move=> expP exp_up; have logits (x : 'cV[R]_d) A : min_p exp U x t A <-> forall i, i \in A <-> forall j, (U *m x) j 0 - (U *m x) i 0 <= t.
  by split=> h i; rewrite (h i) (min_p_logits expP exp_up).
split=> // t0 A A0; split=> [[x [/logits support apart]]|[p [[x xP] pA]]].
  have y_inj i j : (U *m x) i 0 = (U *m x) j 0 -> i = j by move=> e; apply/eqP; apply: contraT => /apart; rewrite e eqxx.
  have [p pP] := order_of_distinct y_inj.
  exists p; split; first by exists x.
  exact: support_top pP support.
have [m m0 support] := top_support A0 xP pA; have s0 : 0 < t / m by rewrite divr_gt0.
have scaled i : (U *m (t / m *: x)) i 0 = t / m * (U *m x) i 0 by rewrite -scalemxAr mxE.
exists (t / m *: x); split=> [|i j ij].
  apply/logits => i; rewrite (support i); split=> h j; have := h j; rewrite !scaled -mulrBr.
    by move=> small; rewrite mulrAC ler_pdivr_mulr // ler_pmul2l.
  by rewrite mulrAC ler_pdivr_mulr // ler_pmul2l.
rewrite !scaled (inj_eq (mulfI (lt0r_neq0 s0))).
have [a [b [ia jb]]] : exists a b, i = p a /\ j = p b by exists ((p^-1)%g i), ((p^-1)%g j); rewrite !permKV.
have : (a : nat) != b by rewrite val_eqE; apply: contraNneq ij => ab; rewrite ia jb ab.
by rewrite ia jb neq_ltn => /orP[/xP/gt_eqF->|/xP/lt_eqF->].
Qed.

Theorem rule_nucleus : exists (exp : int -> rationals) (U : 'M[int]_(2, 1)) (x x' : 'cV[int]_1),
  [/\ turns_sums_into_products exp /\ (forall a b, a < b -> exp a < exp b),
      forall i j, ((U *m x) i 0 < (U *m x) j 0) = ((U *m x') i 0 < (U *m x') j 0),
      nucleus (softmax exp U x) (4%:R / 5%:R) setT
    & nucleus (softmax exp U x') (4%:R / 5%:R) [set 0]].
Proof.
pose exp := fun a : int => (2%:R : rationals) ^ a; pose U : 'M[int]_(2, 1) := \matrix_(i, j) (if i == 0 then 1 else 0).
pose x (k : nat) : 'cV[int]_1 := const_mx k%:Z.
have two : (2%:R : rationals) != 0 by [].
have expP : turns_sums_into_products exp by split=> [a b|a]; [rewrite /exp expfzDr | rewrite /exp expfz_neq0].
have logit k i : (U *m x k) i 0 = if i == 0 then k%:Z else 0.
  by rewrite mxE big_ord1 !mxE; case: (i == 0); rewrite ?mul1r ?mul0r.
have only (i : 'I_2) : i = 0 \/ i = 1 by case: i => [[|[|?]] // h]; [left | right]; apply: val_inj.
have prob k i : softmax exp U (x k) i = (if i == 0 then 2%:R ^+ k else 1) / (2%:R ^+ k + 1).
  rewrite /softmax !logit big_ord_recl big_ord1 !logit /exp /= expr0z -exprnP.
  by case: (only i) => ->.
have tops k (B : {set 'I_2}) : (0 < k)%N -> top_of (softmax exp U (x k)) B -> B != set0 -> 0 \in B.
  move=> k0 top /set0Pn[i iB]; case: (only i) iB => -> // oneB; apply: contraT => /(top _ _ oneB).
  rewrite !prob ltr_pmul2r ?invr_gt0 ?addr_gt0 ?exprn_gt0 //= => small.
  by move: small; rewrite ltNge exprn_ege1.
exists exp, U, (x 1%N), (x 4%N); split=> //.
- by split=> // a b ab; rewrite /exp ltr_eexpz2l.
- by move=> i j; rewrite !logit; case: (only i) => ->; case: (only j) => ->.
- split=> [i j _|/=|B top big]; first by rewrite inE.
    rewrite (eq_bigl xpredT) => [|i]; last by rewrite inE.
    by rewrite big_ord_recl big_ord1 !prob.
  apply/subsetP=> i _; have B0 : B != set0 by apply: contraTneq big => ->; rewrite big_set0.
  have zeroB := tops 1%N B isT top B0; case: (only i) => -> //; apply: contraLR big => oneB.
  rewrite (_ : B = [set 0]) ?big_set1 ?prob //; apply/setP=> j; rewrite inE; case: (only j) => ->; first by rewrite zeroB.
  by rewrite (negbTE oneB).
split=> [i j|/=|B top big].
- by rewrite !inE => /eqP-> j0; rewrite !prob eqxx (negbTE j0).
- by rewrite big_set1 prob.
apply/subsetP=> i; rewrite inE => /eqP->; apply: tops top _ => //.
by apply: contraTneq big => ->; rewrite big_set0.
Qed.

Theorem nucleus_small (F : realFieldType) n (w : 'I_n -> F) (q : F) (A : {set 'I_n}) :
  \sum_i w i = 1 -> (forall i j, i != j -> w i != w j) -> 0 < q -> nucleus w q A -> A != set0 /\ (#|A|.-1)%:R < n%:R * q.
Proof.
move=> one apart q0 [top large least]; have A0 : A != set0.
  by apply: contraTneq large => ->; rewrite big_set0 -ltNge.
split=> //; have [i0 i0A] := set0Pn _ A0.
have [i iA minimal] : exists2 i, i \in A & forall j, j \in A -> w i <= w j.
  by case: (@arg_minP _ _ _ i0 (fun j => j \in A) w i0A) => i iA h; exists i.
pose B := A :\ i; have topB : top_of w B.
  move=> a b; rewrite !inE => /andP[ai aA]; rewrite negb_and negbK => /orP[/eqP->|]; last exact: top.
  by rewrite lt_neqAle minimal // andbT apart // eq_sym.
have small : \sum_(j in B) w j < q.
  by rewrite ltNge; apply/negP=> /(least _ topB)/subsetP/(_ i iA); rewrite !inE eqxx.
have cardB : #|A|.-1 = #|B| by rewrite (cardsD1 i A) iA.
have n0 : 0 < n%:R :> F by rewrite ltr0n (leq_ltn_trans _ (ltn_ord i0)).
rewrite cardB; apply: (@le_lt_trans _ _ (n%:R * \sum_(j in B) w j)); last by rewrite ltr_pmul2l.
have rows : \sum_(a in B) \sum_b (w a - w b) = n%:R * (\sum_(j in B) w j) - #|B|%:R.
  rewrite (eq_bigr (fun a => n%:R * w a - 1)) => [|a _]; last by rewrite sumrB sumr_const card_ord one mulr_natl.
  by rewrite sumrB -mulr_sumr sumr_const.
rewrite -subr_ge0 -rows; under eq_bigr => a _ do rewrite (bigID (mem B)) /=.
rewrite big_split /=; apply: addr_ge0; last first.
  by apply: sumr_ge0 => a aB; apply: sumr_ge0 => b bB; rewrite subr_ge0 ltW // topB.
have -> : \sum_(a in B) \sum_(b in B) (w a - w b) = 0; last by [].
by rewrite (eq_bigr _ (fun a _ => sumrB _ _ _ _)) sumrB [X in _ - X]exchange_big /= subrr.
Qed.
