(******************************************************************************)
(*                                                                            *)
(*  OUTPUT RULES: WHAT THEY LEAVE OF THE RANKINGS                             *)
(*                                                                            *)
(*  Field.  K, R and F are ordered fields; exp maps R to F.  Nuclei of all    *)
(*  inputs need an archimedean F, such as the reals.                          *)
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
(*        1/17; one label has one nucleus.  But the rankings tell which       *)
(*        nuclei occur over all inputs that rank the labels strictly, without *)
(*        offsets, for a level q between 0 and 1: the sets of k top labels    *)
(*        with k >= 1 and k - 1 < n q, that is k at most n q rounded up.      *)
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

Lemma nuclei_of_two : exists (exp : int -> rationals) (U : 'M[int]_(2, 1)) (x x' : 'cV[int]_1),
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

Lemma nucleus_of_one (F : realFieldType) (w : 'I_1 -> F) (q : F) A : 0 < q -> nucleus w q A -> A = setT.
Proof.
move=> q0 [_ large _]; have /set0Pn[i iA] : A != set0 by apply: contraTneq large => ->; rewrite big_set0 -ltNge.
by apply/setP=> j; rewrite inE (ord1 j) -(ord1 i).
Qed.

(* Powers of a number above 1 pass every bound. *)
Lemma powers_pass (F : archiFieldType) (a M : F) : 1 < a -> exists m, forall l, (m <= l)%N -> M < a ^+ l.
Proof.
move=> a1; pose b := a - 1; have b0 : 0 < b by rewrite subr_gt0.
have below l : 1 + l%:R * b <= a ^+ l.
  rewrite -[a](subrK 1) -/b; elim: l => [|l IH]; first by rewrite mul0r addr0 expr0.
  apply: (@le_trans _ _ ((b + 1) * (1 + l%:R * b))); last by rewrite exprS ler_wpmul2l // addr_ge0 ?ler01 // ltW.
  have -> : (b + 1) * (1 + l%:R * b) = 1 + l.+1%:R * b + l%:R * b ^+ 2 by rewrite -[l.+1]addn1 natrD; ring.
  by rewrite ler_addl mulr_ge0 ?ler0n ?sqr_ge0.
exists (Num.bound (`|M| / b)) => l ml.
have := archi_boundP (divr_ge0 (normr_ge0 M) (ltW b0)); rewrite ltr_pdivr_mulr // => pass.
apply: lt_le_trans (below l); apply: (@le_lt_trans _ _ `|M|); first exact: ler_norm.
apply: (lt_trans pass); apply: (@le_lt_trans _ _ (l%:R * b)); last by rewrite ltr_addr ltr01.
by rewrite ler_pmul2r // ler_nat.
Qed.

(* Terms b^m that grow (B) or shrink (C) slowly: their sums cross the level between two values of m. *)
Lemma crossing (F : archiFieldType) (I : finType) (B C : {set I}) (b : I -> F) (q e : F)
    (H := fun m => \sum_(j in B) b j ^+ m) (T := fun m => \sum_(j in C) b j ^+ m) :
  0 < q -> q < 1 -> 1 <= e -> #|C|%:R * (e ^+ 2 - 1) <= 1 ->
  (forall j, j \in B -> 1 <= b j <= e) -> (forall j, j \in C -> e^-1 <= b j < 1) ->
  (1 - q) * #|B|%:R * e ^+ 2 < q * (1 + #|C|%:R) ->
  exists m, q * T m.+1 <= (1 - q) * (H m.+1 + 1) /\ (1 - q) * H m.+1 < q * (1 + T m.+1).
Proof.
move=> q0 q1 e1 slow bB bC base; have p0 : 0 < 1 - q by rewrite subr_gt0.
have e0 : 0 < e := lt_le_trans ltr01 e1; have ev0 : 0 < e^-1 by rewrite invr_gt0.
have bC0 j : j \in C -> 0 < b j by move=> /bC/andP[h _]; apply: lt_le_trans h.
have bB0 j : j \in B -> 0 < b j by move=> /bB/andP[h _]; apply: lt_le_trans h.
have H0 m : 0 <= H m by apply: sumr_ge0 => j jB; rewrite exprn_ge0 // ltW ?bB0.
have T0 m : 0 <= T m by apply: sumr_ge0 => j jC; rewrite exprn_ge0 // ltW ?bC0.
have TC m : T m <= #|C|%:R.
  rewrite -sum1_card natr_sum; apply: ler_sum => j jC; have /andP[_ bj] := bC _ jC.
  by rewrite exprn_ile1 // ltW ?bC0.
have up m : H m.+1 <= e * H m.
  rewrite mulr_sumr; apply: ler_sum => j jB; have /andP[_ bj] := bB _ jB.
  by rewrite exprS ler_wpmul2r // exprn_ge0 // ltW ?bB0.
have down m : e^-1 * T m <= T m.+1.
  rewrite mulr_sumr; apply: ler_sum => j jC; have /andP[bj _] := bC _ jC.
  by rewrite exprS ler_wpmul2r // exprn_ge0 // ltW ?bC0.
have far : exists m, q * T m.+1 <= (1 - q) * (H m.+1 + 1).
  pose g := (1 - q) / #|C|.+1%:R; have g0 : 0 < g by rewrite divr_gt0 ?ltr0n.
  have /fin_all_exists[u uP] j : exists m, forall l, (m <= l)%N -> j \in C -> q * b j ^+ l < g.
    have [jC|_] := boolP (j \in C); last by exists 0%N.
    have /andP[_ bj] := bC _ jC; have b1 : 1 < (b j)^-1 by rewrite invf_gt1 ?bC0.
    have [m mP] := powers_pass (q / g) b1; exists m => l /mP pass _; move: pass.
    by rewrite ltr_pdivr_mulr // exprVn mulrC ltr_pdivl_mulr // exprn_gt0 ?bC0.
  exists (\max_j u j); apply: (@le_trans _ _ (1 - q)); last by rewrite ler_pmulr // ler_addr.
  rewrite mulr_sumr; apply: (@le_trans _ _ (\sum_(j in C) g)).
    by apply: ler_sum => j jC; rewrite ltW // uP // leqW // leq_bigmax.
  by rewrite sumr_const -mulr_natr /g mulrAC ler_pdivr_mulr ?ltr0n // ler_pmul2l // ler_nat.
case: (ex_minnP far) => m near least; exists m; split=> //.
case: m near least => [_ _|m near least].
  apply: (@le_lt_trans _ _ ((1 - q) * (#|B|%:R * e))).
    rewrite ler_pmul2l // -sum1_card natr_sum mulr_suml; apply: ler_sum => j jB; have /andP[_ bj] := bB _ jB.
    by rewrite expr1 mul1r.
  apply: (@lt_le_trans _ _ (q * (1 + #|C|%:R) / e)); first by rewrite ltr_pdivl_mulr // -!mulrA -expr2 mulrA.
  have T_0 : T 0%N = #|C|%:R by rewrite /T (eq_bigr (fun=> 1)) ?sumr_const // => j _; exact: expr0.
  rewrite -mulrA ler_pmul2l // mulrDl mul1r ler_add //; first by rewrite invf_le1.
  by apply: le_trans (down 0%N); rewrite T_0 mulrC.
have {least}above : (1 - q) * (H m.+1 + 1) < q * T m.+1.
  by rewrite ltNge; apply/negP=> /least; rewrite ltnn.
apply: (@le_lt_trans _ _ (e * ((1 - q) * H m.+1))).
  by rewrite mulrCA ler_pmul2l.
have above' : (1 - q) * H m.+1 < q * T m.+1 by apply: lt_trans above; rewrite ltr_pmul2l // ltr_addl ltr01.
apply: (@lt_le_trans _ _ (e * (q * T m.+1))); first by rewrite ltr_pmul2l.
apply: (@le_trans _ _ (q * (1 + e^-1 * T m.+1))); last by rewrite ler_pmul2l // ler_add2l.
rewrite mulrCA ler_pmul2l // -ler_subl_addr -mulrBl; apply: le_trans slow; rewrite mulrC.
apply: (@le_trans _ _ (#|C|%:R * (e - e^-1))); first by rewrite ler_wpmul2r // subr_ge0 (le_trans _ e1) // invf_le1.
by rewrite ler_wpmul2l ?ler0n // -(ler_pmul2r e0) mulrBl mulVf ?lt0r_neq0 // -expr2 ler_pemulr // subr_ge0 exprn_ege1.
Qed.

Section Nuclei.

Variables (R : realFieldType) (F : archiFieldType) (exp : R -> F).
Hypotheses (expP : turns_sums_into_products exp) (exp_up : forall a b, a < b -> exp a < exp b).

Lemma exp_lt a b : (exp a < exp b) = (a < b).
Proof. by rewrite !ltNge (exp_le exp_up). Qed.

Lemma exp_0 : exp 0 = 1.
Proof.
have [expD exp0] := expP; apply: (mulfI (exp0 0)); by rewrite -expD addr0 mulr1.
Qed.

Lemma exp_times m a : exp (a *+ m) = exp a ^+ m.
Proof.
have [expD _] := expP; elim: m => [|m IH]; first by rewrite mulr0n expr0 exp_0.
by rewrite mulrS expD exprS IH.
Qed.

Lemma near_one (r : F) : 1 < r -> exists2 t, 0 < t & exp t <= r.
Proof.
move=> r1; have [m /(_ _ (leqnSn m)) pass] := powers_pass (exp 1) r1.
exists m.+1%:R^-1; first by rewrite invr_gt0 ltr0n.
rewrite leNgt; apply/negP=> above.
have := lt_le_trans pass (ler_expn2r m.+1 (ltW (lt_trans ltr01 r1)) (ltW (exp_positive expP _)) (ltW above)).
by rewrite -exp_times -[_ *+ m.+1]mulr_natr mulVf ?pnatr_eq0 // ltxx.
Qed.

Lemma softmax_top n d (U : 'M[R]_(n, d)) (x : 'cV[R]_d) A : top_of (softmax exp U x) A <-> top_of (fun i => (U *m x) i 0) A.
Proof.
have S0 (i : 'I_n) : 0 < \sum_z exp ((U *m x) z 0).
  by rewrite (bigD1 i) //= ltr_paddr ?exp_positive // sumr_ge0 // => z _; rewrite ltW // exp_positive.
have E i j : (softmax exp U x j < softmax exp U x i) = ((U *m x) j 0 < (U *m x) i 0).
  by rewrite /softmax ltr_pmul2r ?invr_gt0 ?S0 // exp_lt.
by split=> top i j iA jA; have := top i j iA jA; rewrite E.
Qed.

Lemma nucleus_reached n d (U : 'M[R]_(n, d)) (q : F) A : 0 < q -> q < 1 -> A != set0 -> (#|A|.-1)%:R < n%:R * q ->
  top_set U A -> exists x : 'cV[R]_d, nucleus (softmax exp U x) q A /\ forall i j, i != j -> (U *m x) i 0 != (U *m x) j 0.
Proof.
move=> q0 q1 A0 small [p [[x xP] pA]]; have [expD _] := expP; pose z i := (U *m x) i 0.
have k0 : (0 < #|A|)%N by rewrite card_gt0.
have kn : (#|A| <= n)%N by rewrite -[X in (_ <= X)%N]card_ord max_card.
have last_lt : (#|A|.-1 < n)%N by rewrite prednK.
pose i := p (Ordinal last_lt); have iA : i \in A by rewrite pA /= prednK.
have apart j l : j \in A -> l \notin A -> z l < z j.
  rewrite -[j](permKV p) -[l](permKV p) !pA -leqNgt => jA lA; apply: xP; exact: leq_trans jA lA.
have least j : j \in A -> j != i -> z i < z j.
  rewrite -[j](permKV p) pA /i (inj_eq perm_inj) => jA ji; apply: xP => /=.
  by rewrite ltn_neqAle -ltnS prednK // jA andbT; rewrite -val_eqE in ji.
pose B := A :\ i; pose C := ~: A.
have cardB : #|A|.-1 = #|B| by rewrite (cardsD1 i A) iA.
have cards : 1 + #|C|%:R + #|B|%:R = n%:R :> F.
  by rewrite -cardB addrAC -[1]/(1%:R) -!natrD add1n prednK // cardsC card_ord.
pose a := (1 - q) * #|B|%:R; pose b := q * (1 + #|C|%:R).
have a0 : 0 <= a by rewrite mulr_ge0 ?ler0n // subr_ge0 ltW.
have ab : a < b.
  by rewrite /a /b mulrBl mul1r ltr_subl_addr -mulrDr cards mulrC -cardB.
pose g := (b - a) / (a + 1); pose h := #|C|.+1%:R^-1 : F.
have a1 : 0 < a + 1 by rewrite ltr_paddl ?ltr01.
have g0 : 0 < g by rewrite divr_gt0 ?subr_gt0.
have h0 : 0 < h by rewrite invr_gt0 ltr0n.
pose r := 1 + Num.min g h; have r1 : 1 < r by rewrite ltr_addl lt_minr g0.
have [t0 t0_gt0 t0r] := near_one r1; pose e := exp (t0 / 2%:R).
have ee : e ^+ 2 <= r by rewrite -exp_times -[_ *+ 2]mulr_natr divfK ?pnatr_eq0.
have half0 : 0 < t0 / 2%:R by rewrite divr_gt0 ?ltr0n.
have e1 : 1 <= e by rewrite -exp_0 (exp_le exp_up) ltW.
pose D := 1 + \sum_j `|z j - z i|; have D0 : 0 < D by rewrite ltr_paddr ?ltr01 ?sumr_ge0.
pose s := t0 / 2%:R / D; have s0 : 0 < s by rewrite divr_gt0.
pose f j := exp (s * (z j - z i)).
have within j : `|s * (z j - z i)| <= t0 / 2%:R.
  rewrite normrM gtr0_norm // /s mulrAC ler_pdivr_mulr // ler_pmul2l // /D (bigD1 j) //= addrCA ler_addl.
  by rewrite addr_ge0 ?ler01 ?sumr_ge0.
have fe j : f j <= e by rewrite (exp_le exp_up); apply: le_trans (within j); apply: ler_norm.
have ef j : e^-1 <= f j.
  have -> : e^-1 = exp (- (t0 / 2%:R)) by apply: (mulfI (lt0r_neq0 (exp_positive expP (t0 / 2%:R)))); rewrite mulfV ?lt0r_neq0 ?exp_positive // -expD subrr exp_0.
  by rewrite (exp_le exp_up) ler_oppl; apply: le_trans (within j); rewrite -normrN ler_norm.
have slow : #|C|%:R * (e ^+ 2 - 1) <= 1.
  apply: (@le_trans _ _ (#|C|%:R * h)); last by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
  by rewrite ler_wpmul2l ?ler0n // ler_subl_addl; apply: (le_trans ee); rewrite ler_add2l le_minl lexx orbT.
have base : (1 - q) * #|B|%:R * e ^+ 2 < q * (1 + #|C|%:R).
  rewrite -/a -/b; apply: (@le_lt_trans _ _ (a * (1 + g))).
    by rewrite ler_wpmul2l //; apply: (le_trans ee); rewrite ler_add2l le_minl lexx.
  rewrite mulrDr mulr1 -ltr_subr_addl /g mulrCA -[X in _ < X]mulr1 ltr_pmul2l ?subr_gt0 // ltr_pdivr_mulr // mul1r.
  by rewrite ltr_addl ltr01.
have fB j : j \in B -> 1 <= f j <= e.
  rewrite !inE => /andP[ji jA]; rewrite fe andbT -exp_0 (exp_le exp_up) mulr_ge0 ?(ltW s0) // subr_ge0 ltW //; exact: least.
have fC j : j \in C -> e^-1 <= f j < 1.
  by rewrite inE => jA; rewrite ef -exp_0 exp_lt pmulr_rlt0 // subr_lt0 apart.
have [m [near before]] := crossing q0 q1 e1 slow fB fC base.
pose t := s *+ m.+1; have t_gt0 : 0 < t by rewrite pmulrn_lgt0.
pose G := exp (t * z i); have G0 : 0 < G := exp_positive expP _.
have term j : exp (t * z j) = G * f j ^+ m.+1.
  by rewrite -exp_times -expD /t !mulrnAl -mulrnDl -mulrDr addrC subrK.
pose y := t *: x; have logit j : (U *m y) j 0 = t * z j by rewrite -scalemxAr mxE.
set H := \sum_(j in B) _ in near before; set T := \sum_(j in C) _ in near before.
have sumB : \sum_(j in B) exp (t * z j) = G * H by rewrite mulr_sumr; apply: eq_bigr => j _; exact: term.
have sumA : \sum_(j in A) exp (t * z j) = G * (H + 1).
  rewrite (bigD1 i) //= mulrDr mulr1 -sumB addrC; congr (_ + _).
  by apply: eq_bigl => j; rewrite !inE andbC.
have total : \sum_j exp (t * z j) = G * (H + 1 + T).
  rewrite (bigID (mem A)) /= sumA [RHS]mulrDr; congr (_ + _); rewrite mulr_sumr; apply: eq_big => [j|j _]; first by rewrite inE.
  exact: term.
have S0 : 0 < \sum_j exp (t * z j).
  by rewrite (bigD1 i) //= ltr_paddr ?exp_positive // sumr_ge0 // => j _; rewrite ltW // exp_positive.
have part (E : {set 'I_n}) : \sum_(j in E) softmax exp U y j = (\sum_(j in E) exp (t * z j)) / \sum_j exp (t * z j).
  rewrite mulr_suml; apply: eq_bigr => j _; rewrite /softmax logit; congr (_ / _).
  by apply: eq_bigr => l _; rewrite logit.
exists y; split=> [|j l jl]; last first.
  rewrite !logit (inj_eq (mulfI (lt0r_neq0 t_gt0))); move: jl; rewrite -[j](permKV p) -[l](permKV p) (inj_eq perm_inj).
  by rewrite -val_eqE neq_ltn => /orP[/xP/gt_eqF->|/xP/lt_eqF->].
split=> [||E /softmax_top top large].
- by apply/softmax_top => j l jA lA; rewrite !logit ltr_pmul2l // apart.
- rewrite part ler_pdivl_mulr // sumA total mulrCA ler_pmul2l // mulrDr -ler_subr_addl.
  by apply: (le_trans near); rewrite mulrBl mul1r.
apply/subsetP=> j jA; apply: contraT => jE; move: large; rewrite leNgt part => /negP[].
have sub : E \subset B.
  apply/subsetP=> l lE; have := top l j lE jE; rewrite !logit ltr_pmul2l // => jl; rewrite !inE; apply/andP; split.
    apply/eqP=> li; have [ji|/(least _ jA)] := eqVneq j i; first by move: jl; rewrite li ji ltxx.
    by rewrite -li => /(lt_trans jl); rewrite ltxx.
  by apply: contraT => /(apart _ _ jA)/(lt_trans jl); rewrite ltxx.
apply: (@le_lt_trans _ _ (G * H / \sum_j exp (t * z j))).
  rewrite ler_pmul2r ?invr_gt0 // -sumB [X in _ <= X](big_setID E) /= (setIidPr sub) ler_addl sumr_ge0 // => l _.
  by rewrite ltW // exp_positive.
rewrite ltr_pdivr_mulr // total mulrCA ltr_pmul2l // -addrA mulrDr -ltr_subl_addl.
by move: before; rewrite mulrBl mul1r.
Qed.

Lemma nucleus_is_top n d (U : 'M[R]_(n, d)) (x : 'cV[R]_d) (q : F) A : 0 < q -> nucleus (softmax exp U x) q A ->
  (forall i j, i != j -> (U *m x) i 0 != (U *m x) j 0) -> [/\ top_set U A, A != set0 & (#|A|.-1)%:R < n%:R * q].
Proof.
move=> q0 nuc apart; have [/softmax_top top large _] := nuc.
have A0 : A != set0 by apply: contraTneq large => ->; rewrite big_set0 -ltNge.
have [i _] := set0Pn _ A0; have S0 : 0 < \sum_z exp ((U *m x) z 0).
  by rewrite (bigD1 i) //= ltr_paddr ?exp_positive // sumr_ge0 // => z _; rewrite ltW // exp_positive.
have y_inj j l : (U *m x) j 0 = (U *m x) l 0 -> j = l by move=> e; apply/eqP; apply: contraT => /apart; rewrite e eqxx.
have [p pP] := order_of_distinct y_inj; split=> //.
  exists p; split=> [|a]; first by exists x.
  have cardD : #|p @^-1: A| = #|A| by rewrite card_preimset //; apply: perm_inj.
  have -> : (p a \in A) = (a \in p @^-1: A) by rewrite inE.
  rewrite -cardD; apply: beginning => b c bc; rewrite !inE => cA; apply: contraT => bA.
  by have := top _ _ cA bA; rewrite ltNge (ranked_le pP).
have one : \sum_j softmax exp U x j = 1 by rewrite -mulr_suml divff ?lt0r_neq0.
have different j l : j != l -> softmax exp U x j != softmax exp U x l.
  move=> /apart; rewrite neq_lt /softmax neq_lt -!(exp_lt ((U *m x) _ 0)) => /orP[lt|lt]; apply/orP; [left|right];
  by rewrite ltr_pmul2r ?invr_gt0.
by have [] := nucleus_small one different q0 nuc.
Qed.

End Nuclei.

Theorem rule_nucleus :
  [/\ exists (exp : int -> rationals) (U : 'M[int]_(2, 1)) (x x' : 'cV[int]_1),
        [/\ turns_sums_into_products exp /\ (forall a b, a < b -> exp a < exp b),
            forall i j, ((U *m x) i 0 < (U *m x) j 0) = ((U *m x') i 0 < (U *m x') j 0),
            nucleus (softmax exp U x) (4%:R / 5%:R) setT
          & nucleus (softmax exp U x') (4%:R / 5%:R) [set 0]],
      forall (F : realFieldType) (w : 'I_1 -> F) (q : F) A, 0 < q -> nucleus w q A -> A = setT
    & forall (R : realFieldType) (F : archiFieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (q : F),
        turns_sums_into_products exp -> (forall a b, a < b -> exp a < exp b) -> 0 < q -> q < 1 ->
        forall A, (exists x : 'cV[R]_d, nucleus (softmax exp U x) q A /\ forall i j, i != j -> (U *m x) i 0 != (U *m x) j 0) <->
          [/\ top_set U A, A != set0 & (#|A|.-1)%:R < n%:R * q]].
Proof.
split=> [|F w q A|R F exp n d U q expP exp_up q0 q1 A]; [exact: nuclei_of_two | exact: nucleus_of_one |].
split=> [[x [nuc apart]]|[top A0 small]]; first exact: (nucleus_is_top expP exp_up q0 nuc apart).
exact: (nucleus_reached expP exp_up q0 q1 A0 small top).
Qed.
