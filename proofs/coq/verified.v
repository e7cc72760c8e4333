(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM IS RIGHT                                                      *)
(*                                                                            *)
(*  Field.  K is any ordered field; where a number field is given, any real   *)
(*  closed field (is_root).                                                   *)
(*                                                                            *)
(*  Words: see definitions.v; the program is program.v.                       *)
(*                                                                            *)
(*  Theorems, for every input: lists of any lengths, any question.            *)
(*    verified_witness      If the program accepts a witness, then some x     *)
(*        over K meets the given conditions and answers the question with     *)
(*        yes.                                                                *)
(*    verified_refutation   If it accepts a refutation, then no x does.       *)
(*    meaning_signs, meaning_ranking, meaning_top, meaning_tie   What is      *)
(*        answered, in the words of the other theorems, for the matrix U of   *)
(*        the rows and nothing given:  possible U w,  ranks U p,              *)
(*        top_label U i,  tie_top U i j.                                      *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.

Lemma lcm_all (l : list Z) : (forall a, In a l -> (0 < a)%Z) ->
  (0 < fold_right Z.lcm 1 l)%Z /\ (forall a, In a l -> exists k, fold_right Z.lcm 1 l = k * a)%Z.
Proof.
induction l as [|b l IH]; simpl; intros pos; [split; [lia | tauto]|].
destruct IH as [IH0 IHd]; [auto|]; split.
- assert (b0 : (0 < b)%Z) by (apply pos; auto).
  pose proof (Z.lcm_nonneg b (fold_right Z.lcm 1 l)%Z); pose proof (Z.lcm_eq_0 b (fold_right Z.lcm 1 l)%Z); lia.
- intros a [<-|al]; [destruct (Z.divide_lcm_l b (fold_right Z.lcm 1 l)%Z) as [k e]; exists k; exact e|].
  destruct (IHd a al) as [k e]; destruct (Z.divide_lcm_r b (fold_right Z.lcm 1 l)%Z) as [k' e'].
  exists (k' * k)%Z; rewrite <- Z.mul_assoc, <- e; exact e'.
Qed.

Lemma div_back (a k : Z) : (0 < a)%Z -> (k * a / a = k)%Z.
Proof. intros; apply Z.div_mul; lia. Qed.

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions lists numbers numbers_right roots roots_right program.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Conditions.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.

Let sem0 : phi (null N) = 0 := phi_null right.
Let semD a b : phi (add N a b) = phi a + phi b := phi_add right a b.
Let semM a b : phi (times N a b) = phi a * phi b := phi_times right a b.
Let semN a : phi (negate N a) = - phi a := phi_negate right a.

Lemma semB a b : phi (subtract N a b) = phi a - phi b.
Proof. by rewrite semD semN. Qed.

Lemma sem_eq0 a : reflect (phi a = 0) (is_null N a).
Proof. by rewrite (phi_is_null right); apply: eqP. Qed.

Lemma sem_ge0 a : is_nonnegative N a -> 0 <= phi a.
Proof. by move=> /orP[/sem_eq0->|/(phi_is_positive right)/ltW]. Qed.

(* Linear forms given by lists of integers. *)

Variable d : nat.
Implicit Types (u v x : seq T) (X : 'cV[K]_d).

Definition form u X : K := \sum_(j < d) phi (nth (null N) u j) * X j 0.

Definition point x : 'cV[K]_d := \col_j phi (nth (null N) x j).

Lemma form_minus u v X : size u = d -> size v = d -> form (minus N u v) X = form u X - form v X.
Proof.
move=> ud vd; rewrite /form -sumrB; apply: eq_bigr => j _; rewrite /minus mapE combineE (nth_map (null N, null N)).
  by rewrite nth_zip ?ud ?vd //= semB mulrBl.
by rewrite size_zip ud vd minnn.
Qed.

Lemma form_opp u X : size u = d -> form (List.map (negate N) u) X = - form u X.
Proof.
move=> ud; rewrite /form -sumrN; apply: eq_bigr => j _; rewrite mapE (nth_map (null N)) ?ud //.
by rewrite semN mulNr.
Qed.

Lemma form_dot u x : size u = d -> size x = d -> form u (point x) = phi (dot_product N u x).
Proof.
move=> ud xd; rewrite /form /dot_product mapE combineE; under eq_bigr do rewrite mxE.
elim: d u x ud xd => [|n IH] [|a u] [|b x] //= => [_ _|[ud] [xd]]; first by rewrite big_ord0 sem0.
by rewrite big_ord_recl /= semD semM IH.
Qed.

(* What the conditions of a question mean. *)

Definition satisfied (cs : seq (@condition T)) X : Prop := forall c, List.In c cs -> holds c.2 (form c.1 X).

Lemma satisfied_cons c cs X : satisfied (c :: cs) X <-> holds c.2 (form c.1 X) /\ satisfied cs X.
Proof. by split=> [h|[h h'] e /= [<-|/h']//]; split=> [|e e_cs]; apply: h; [left|right]. Qed.

Lemma satisfied_cat cs cs' X : satisfied (List.app cs cs') X <-> satisfied cs X /\ satisfied cs' X.
Proof.
split=> [h|[h h'] e /List.in_app_iff[/h|/h']//].
by split=> e e_cs; apply: h; apply/List.in_app_iff; [left|right].
Qed.

Section Rows.

Variables (rows : seq (seq T)) (X : 'cV[K]_d).
Hypothesis rows_d : forall i, (i < size rows)%N -> size (nth [::] rows i) = d.
Let z i := form (nth [::] rows i) X.

Lemma list_nthE i : List.nth i rows [::] = nth [::] rows i.
Proof. by elim: rows i => [|u r IH] [|i] //=. Qed.

Lemma holds_above i j : (i < size rows)%N -> (j < size rows)%N -> holds (above N rows i j).2 (form (above N rows i j).1 X) <-> z j < z i.
Proof. by move=> i_lt j_lt; rewrite /= !list_nthE form_minus ?rows_d // subr_gt0. Qed.

Lemma satisfied_above i js : (i < size rows)%N -> (forall j, List.In j js -> (j < size rows)%N) ->
  satisfied (List.map (above N rows i) js) X <-> forall j, List.In j js -> z j < z i.
Proof.
move=> i_lt js_lt; split=> [h j jl|h c /List.in_map_iff[j [<- jl]]]; last by apply/holds_above; [|apply: js_lt|apply: h].
by apply/(holds_above i_lt (js_lt j jl)); apply: h; apply/List.in_map_iff; exists j.
Qed.

Lemma listedP l j : listed l j = (j \in l).
Proof.
by elim: l => //= i l IH; rewrite /listed /= inE -IH; congr (_ || _); apply/PeanoNat.Nat.eqb_spec/eqP => ->.
Qed.

Lemma in_list (l : seq nat) i : i \in l <-> List.In i l.
Proof.
elim: l => //= k l IH; rewrite inE; split=> [/orP[/eqP->|/IH]|[->|/IH->]]; rewrite ?eqxx ?orbT //; by [left|right].
Qed.

Definition rest (n : nat) (l : seq nat) : seq nat := List.filter (fun j => ~~ listed l j) (List.seq 0 n).

Lemma above_othersE i l : above_others N rows i l = List.map (above N rows i) (rest (size rows) l).
Proof.
rewrite /above_others /rest !filterE combineE !seqE !mapE.
have -> : zip (iota 0 (length rows)) rows = [seq (j, nth [::] rows j) | j <- iota 0 (size rows)].
  apply: (@eq_from_nth _ (0%N, [::])) => [|j]; rewrite size_zip size_iota minnn ?size_map ?size_iota // => j_lt.
  by rewrite nth_zip ?size_iota // (nth_map 0%N) ?size_iota // nth_iota.
by rewrite filter_map -map_comp; apply: eq_map => j /=; rewrite /above !nthE.
Qed.

Lemma in_rest l j : List.In j (rest (size rows) l) <-> (j < size rows)%N /\ j \notin l.
Proof.
rewrite /rest; split=> [/List.filter_In[/List.in_seq[_ /ssrnat.ltP j_lt] jl]|[j_lt jl]]; first by rewrite -listedP; split.
by apply/List.filter_In; rewrite listedP; split=> //; apply/List.in_seq; split; [apply/ssrnat.leP|apply/ssrnat.ltP].
Qed.

Lemma satisfied_rest l i : (i < size rows)%N ->
  satisfied (above_others N rows i l) X <-> forall j, (j < size rows)%N -> j \notin l -> z j < z i.
Proof.
move=> i_lt; rewrite above_othersE satisfied_above // => [|j /in_rest[]//]; split=> h j; last by move/in_rest=> []; apply: h.
by move=> j_lt jl; apply: h; apply/in_rest.
Qed.

Lemma satisfied_chain l : all (fun i => i < size rows)%N l -> satisfied (chain N rows l) X <-> sorted (fun i j => z j < z i) l.
Proof.
elim: l => [|i [|j l] IH] /=; try by split=> // _ c [].
move=> /andP[i_lt below]; have /andP[j_lt _] := below; have {}IH := IH below.
rewrite satisfied_cons holds_above //; split=> [[h /IH h']|/andP[h h']]; first by apply/andP; split.
by split=> //; apply/IH.
Qed.

Lemma holds_signed u e : size u = d -> holds (signed N u e).2 (form (signed N u e).1 X) <-> asks e (form u X).
Proof. by move=> ud; case: e => //=; rewrite form_opp // oppr_gt0. Qed.

Lemma satisfied_signs (r : seq (seq T)) w : size w = size r ->
  satisfied (List.map (fun p => signed N p.1 p.2) (List.combine r w)) X <->
  forall i, (i < size r)%N -> holds (signed N (nth [::] r i) (nth Any w i)).2 (form (signed N (nth [::] r i) (nth Any w i)).1 X).
Proof.
elim: r w => [|u r IH] [|e w] //= => [_|[/IH{IH} IH]]; first by split=> // _ c [].
rewrite satisfied_cons IH; split=> [[h h'] [|i]//=|h]; first by rewrite ltnS; apply: h'.
by split=> [|i i_lt]; [apply: (h 0%N) | apply: (h i.+1)].
Qed.

Lemma labels_belowP l : labels_below (size rows) l -> all (fun i => i < size rows)%N l.
Proof.
move=> /List.forallb_forall below.
by elim: l below => //= i l IH below; rewrite IH => [|j jl]; [rewrite andbT; apply/ssrnat.ltP/PeanoNat.Nat.ltb_lt/below; left | apply: below; right].
Qed.

Lemma list_lastE (l : seq nat) : List.last l 0%N = last 0%N l.
Proof. by elim: l => [|i [|j l] IH] //=; rewrite IH. Qed.

Lemma satisfied_tied i l : all (fun i => i < size rows)%N (i :: l) ->
  satisfied (tied N rows (i :: l)) X <-> all (fun j => z j == z i) (i :: l).
Proof.
elim: l i => [|j l IH] i below; first by rewrite /= eqxx; split=> // _ c [].
have /and3P[i_lt j_lt _] := below; have {}IH := IH j (proj2 (andP below)).
rewrite -[tied _ _ _]/(_ :: tied N rows (j :: l)) satisfied_cons IH /= !list_nthE form_minus ?rows_d // !eqxx /=.
split=> [[/eqP h h']|/andP[/eqP ji h']].
  have e : z i = z j by apply/eqP; rewrite -subr_eq0.
  by rewrite e eqxx.
by rewrite -/(z i) -/(z j) ji subrr.
Qed.

Lemma satisfied_groups gs : all (fun g => all (fun i => i < size rows)%N g && (g != [::])) gs ->
  satisfied (groups N rows gs) X <->
  all (fun g => all (fun i => z i == z (head 0%N g)) g) gs /\ sorted (fun g h => z (head 0%N h) < z (head 0%N g)) gs.
Proof.
elim: gs => [|[|i l] [|[|j l'] gs] IH] //=; rewrite ?andbF //.
- by split=> // _ c [].
- by rewrite !andbT => below; rewrite (satisfied_tied below); split=> [|[]].
move=> formed; have /andP[/andP[below _] rest_below] :
  all (fun g => all (fun i => i < size rows)%N g && (g != [::])) [:: i :: l, j :: l' & gs] := formed; have {}IH := IH rest_below.
have j_lt : (j < size rows)%N by case/andP: rest_below => /andP[/andP[]].
have last_in : last i l \in i :: l by apply: mem_last.
have last_lt : (last i l < size rows)%N by apply: (allP below).
set whole := List.app _ _; have -> : whole = List.app (tied N rows (i :: l)) (above N rows (last i l) j :: groups N rows ((j :: l') :: gs)).
  by have /= e := list_lastE (i :: l); rewrite /whole e.
rewrite satisfied_cat satisfied_cons satisfied_tied // holds_above // IH -/(z _) -/(z _) /=.
split=> [[tied [above [all_tied order]]]|[/andP[tied all_tied] /andP[above order]]].
  have zl : z (last i l) = z i by apply/eqP; apply: (allP (tied : is_true (all (fun k => z k == z i) (i :: l)))).
  by split; apply/andP; split=> //; rewrite -zl.
have zl : z (last i l) = z i by apply/eqP; apply: (allP (tied : is_true (all (fun k => z k == z i) (i :: l)))).
by split=> //; split; [rewrite zl | split].
Qed.

Lemma satisfied_system q : well_formed (size rows) q -> satisfied (system N rows q) X <-> asked q (size rows) z.
Proof.
case: q => [w|l|l|l|i j|gs] /=; last 1 first.
  move=> /List.forallb_forall formed; apply: satisfied_groups; elim: gs formed => //= g gs IH formed.
  rewrite IH => [|h h_in]; last by apply: formed; right.
  by rewrite andbT; have /andP[/labels_belowP-> ] := formed g (or_introl erefl); case: g {formed}.
- move=> /PeanoNat.Nat.eqb_spec wn; rewrite satisfied_signs //.
  by split=> h i i_lt; have := h i i_lt; rewrite holds_signed ?rows_d.
- by move/labels_belowP; apply: satisfied_chain.
- case/andP=> /labels_belowP below l0; rewrite satisfied_cat satisfied_chain // satisfied_rest list_lastE //.
  by case: l l0 below => //= i l _ /andP[i_lt /allP below]; have := mem_last i l; rewrite inE => /orP[/eqP->|/below].
- move/labels_belowP/allP=> below; split=> [h i j il j_lt jl|h c].
    have i_lt := below i il; apply: ((satisfied_rest l i_lt).1 _ j j_lt jl) => c c_in; apply: h.
    by apply/List.in_flat_map; exists i; split=> //; apply/in_list.
  case/List.in_flat_map=> i [/in_list il c_in].
  by apply: ((satisfied_rest l (below i il)).2 _ c c_in) => j; apply: h.
move=> /(@labels_belowP [:: i; j])/= /and3P[i_lt j_lt _]; rewrite satisfied_cons /= !list_nthE form_minus ?rows_d //.
have eqE : form (nth [::] rows i) X - form (nth [::] rows j) X = 0 <-> z i = z j.
  by split=> [/eqP|/eqP h]; [rewrite subr_eq0 => /eqP | apply/eqP; rewrite subr_eq0].
by rewrite eqE satisfied_rest.
Qed.

Lemma above_d i j : (i < size rows)%N -> (j < size rows)%N -> size (above N rows i j).1 = d.
Proof. by move=> i_lt j_lt; rewrite /= !list_nthE /minus mapE combineE size_map size_zip !rows_d // minnn. Qed.

Lemma rest_d l i : (i < size rows)%N -> forall c, List.In c (above_others N rows i l) -> size c.1 = d.
Proof. by rewrite above_othersE => i_lt c /List.in_map_iff[j [<- /in_rest[j_lt _]]]; apply: above_d. Qed.

Lemma chain_d l : all (fun i => i < size rows)%N l -> forall c, List.In c (chain N rows l) -> size c.1 = d.
Proof.
elim: l => [|i [|j l] IH] // /andP[i_lt below] c /= [<-|c_in]; last exact: IH.
by apply: above_d => //; case/andP: below.
Qed.

Lemma tied_d l : all (fun i => i < size rows)%N l -> forall c, List.In c (tied N rows l) -> size c.1 = d.
Proof.
elim: l => [|i [|j l] IH] // /andP[i_lt below] c /= [<-|c_in]; last exact: IH.
by have := @above_d i j i_lt (proj1 (andP below)).
Qed.

Lemma groups_d gs : List.forallb (fun g => labels_below (size rows) g && ~~ PeanoNat.Nat.eqb (size g) 0) gs ->
  forall c, List.In c (groups N rows gs) -> size c.1 = d.
Proof.
elim: gs => [|g [|h gs] IH] // /andP[/andP[/labels_belowP below g0] rest_below] c; first exact: tied_d.
rewrite -[groups _ _ _]/(List.app (tied N rows g) (above N rows (List.last g 0%N) (List.hd 0%N h) :: groups N rows (h :: gs))).
case/List.in_app_iff=> [|[<-|c_in]]; [exact: tied_d | | exact: IH rest_below _ c_in].
case/andP: rest_below => /andP[/labels_belowP h_below h0] _; apply: above_d; last first.
  by case: h h_below h0 {IH} => //= i h /andP[].
rewrite list_lastE; case: g below g0 {IH} => //= i g /andP[i_lt /allP g_lt] _.
by have := mem_last i g; rewrite inE => /orP[/eqP->|/g_lt].
Qed.

Lemma system_d q : well_formed (size rows) q -> forall c, List.In c (system N rows q) -> size c.1 = d.
Proof.
case: q => [w|l|l|l|i j|gs] /=; last 1 first.
  exact: groups_d.
- move=> _ c /List.in_map_iff[[u e] [<- ue]].
  have [i [/ssrnat.ltP i_lt /= <-]] := List.In_nth _ _ [::] (List.in_combine_l _ _ _ _ ue).
  by rewrite list_nthE; case: e {ue} => /=; rewrite ?mapE ?size_map rows_d.
- by move=> /labels_belowP below c; apply: chain_d.
- case/andP=> /labels_belowP below l0 c /List.in_app_iff[|]; first exact: chain_d.
  apply: rest_d; rewrite list_lastE.
  by case: l l0 below => //= i l _ /andP[i_lt /allP below]; have := mem_last i l; rewrite inE => /orP[/eqP->|/below].
- by move=> /labels_belowP/allP below c /List.in_flat_map[i [/in_list/below i_lt]]; apply: rest_d.
move=> /(@labels_belowP [:: i; j])/= /and3P[i_lt j_lt _] c [<-|]; last exact: rest_d.
by have := above_d i_lt j_lt.
Qed.

End Rows.

(* Witnesses and refutations. *)

Lemma testP r (a : T) : test N r a -> holds r (phi a).
Proof. by case: r => //= [/(phi_is_positive right)|/sem_ge0|/sem_eq0]. Qed.

Lemma meets_satisfied cs x : size x = d -> (forall c, List.In c cs -> size c.1 = d) ->
  List.forallb (fun c => test N c.2 (dot_product N c.1 x)) cs -> satisfied cs (point x).
Proof. by move=> xd cs_d /List.forallb_forall h c c_cs; rewrite form_dot ?cs_d //; apply/testP/h. Qed.

Definition weighted (cs : seq (@condition T)) (y : seq T) X : K := \sum_(p <- zip cs y) phi p.2 * form p.1.1 X.

Lemma size_weighted cs y : (forall c, List.In c cs -> size c.1 = d) -> size (weighted_sum N d cs y) = d.
Proof.
have size_repeat n : size (List.repeat (null N) n) = n by elim: n => //= n ->.
rewrite /weighted_sum; elim: cs y => [|c cs IH] [|b y] //= cs_d.
rewrite mapE combineE size_map size_zip IH ?cs_d ?minnn //; [by left | by move=> e e_cs; apply: cs_d; right].
Qed.

Lemma form_weighted cs y X : (forall c, List.In c cs -> size c.1 = d) -> form (weighted_sum N d cs y) X = weighted cs y X.
Proof.
have zero n : forall j, nth (null N) (List.repeat (null N) n) j = null N by elim: n => [|n IH] [|j] //=.
have form0 : form (List.repeat (null N) d) X = 0 by rewrite /form big1 // => j _; rewrite zero sem0 mul0r.
rewrite /weighted; elim: cs y => [|c cs IH] [|b y] cs_d; rewrite ?big_nil //.
have cs_d' e : List.In e cs -> size e.1 = d by move=> e_cs; apply: cs_d; right.
have cd : size c.1 = d by apply: cs_d; left.
rewrite big_cons -IH // /form mulr_sumr -big_split; apply: eq_bigr => j _ /=.
rewrite /weighted_sum /= mapE combineE (nth_map (null N, null N)) ?size_zip ?cd ?size_weighted ?minnn //.
by rewrite nth_zip ?cd ?size_weighted //= semD semM; ring.
Qed.

Lemma contradicted_unsatisfied cs y X : (forall c, List.In c cs -> size c.1 = d) -> contradicted N d cs y -> ~ satisfied cs X.
Proof.
rewrite /contradicted combineE => cs_d /andP[/andP[/andP[_ /List.forallb_forall allowed_y]]].
move=> /List.existsb_exists[p [p_in /andP[p_above p_pos]]] /List.forallb_forall vanish sat.
have zero : weighted cs y X = 0.
  rewrite -form_weighted // /form big1 // => j _.
  have nth_in (l : seq T) k : (k < size l)%N -> List.In (nth (null N) l k) l.
    by elim: l k => //= a l IH [|k]; [left | rewrite ltnS => /IH; right].
  have /sem_eq0 -> := vanish _ (nth_in _ j (eq_ind_r (fun m => (j < m)%N) (ltn_ord j) (size_weighted y cs_d))).
  by rewrite mul0r.
have in_cs (q : @condition T * T) : List.In q (zip cs y) -> List.In q.1 cs.
  by elim: cs y {cs_d allowed_y p_in vanish zero sat} => [|c cs IH] [|b y] //= [<-|/IH]; [left|right].
have term q : List.In q (zip cs y) -> 0 <= phi q.2 * form q.1.1 X.
  move=> q_in; have := sat _ (in_cs q q_in); have := allowed_y q q_in.
  by case: q.1.2 => /= [/sem_ge0 y0 /ltW h|/sem_ge0 y0 h|_ ->|/sem_eq0-> _]; rewrite ?mul0r ?mulr0 ?mulr_ge0.
have : 0 < weighted cs y X.
  have pos : 0 < phi p.2 * form p.1.1 X.
    apply: mulr_gt0; first exact: (phi_is_positive right).
    by have := sat _ (in_cs p p_in); case: p.1.2 p_above.
  rewrite /weighted; elim: (zip cs y) p_in term => //= q l IH [qp|/IH{IH} IH] term; rewrite big_cons; first rewrite qp.
    apply: ltr_paddr => //; elim: l term {IH} => [|r l IH] term; first by rewrite big_nil.
    rewrite big_cons addr_ge0 ?term //; first by right; left.
    by apply: IH => s [qs|s_l]; apply: term; [left | right; right].
  by apply: ltr_paddl; [apply: term; left | apply: IH => r r_l; apply: term; right].
by rewrite zero ltxx.
Qed.

End Conditions.

(* Denominators. *)

Section Fractions.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K) (d : nat).
Hypothesis right : right_numbers N theta phi.
Implicit Types (row : seq numeral) (X : 'cV[K]_d).
Local Notation form_at := (form N phi).

Definition sound_numeral (m : Z) (a : numeral) : Prop :=
  size a = degree N /\ forall f, List.In f a -> Z.lt Z0 f.2 /\ exists k, m = Z.mul k f.2.

Definition sound_row (m : Z) row : Prop := size row = d /\ forall a, List.In a row -> sound_numeral m a.

Lemma of_fraction_cleared m f : Z.lt Z0 f.2 -> (exists k, m = Z.mul k f.2) ->
  of_Z K (Z.mul f.1 (Z.div m f.2)) = of_Z K m * of_fraction K f.
Proof.
move=> den_gt0 [k ->]; have den0 : of_Z K f.2 != 0 by rewrite gt_eqF // phi_gt0.
by rewrite div_back // !phiM /of_fraction [LHS]mulrC -mulrA [of_Z K f.2 * _]mulrC divfK.
Qed.

Lemma numeral_cleared m a : sound_numeral m a ->
  phi (of_coefficients N (List.map (fun f => Z.mul f.1 (Z.div m f.2)) a)) = of_Z K m * number_at theta a.
Proof.
case=> size_a fracs; rewrite mapE (phi_coefficients right) ?size_map // /polynomial_at size_map /number_at mulr_sumr.
apply: eq_bigr => k _; rewrite (nth_map zeros) // mulrA; congr (_ * _).
by have [] := fracs _ (in_nth_list zeros (ltn_ord k)); apply: of_fraction_cleared.
Qed.

Lemma size_cleared m row : size (cleared N m row) = size row.
Proof. by rewrite /cleared mapE size_map. Qed.

Lemma nth_cleared m row j : sound_row m row -> (j < d)%N ->
  phi (nth (null N) (cleared N m row) j) = of_Z K m * number_at theta (nth [::] row j).
Proof.
case=> row_d sound j_d; rewrite /cleared mapE (nth_map [::]) ?row_d //.
by apply: numeral_cleared; apply: sound; apply: in_nth_list; rewrite row_d.
Qed.

Lemma form_cleared m row X : sound_row m row -> form_at (cleared N m row) X = row_value theta row (of_Z K m *: X).
Proof. by move=> sound; apply: eq_bigr => j _; rewrite nth_cleared // mxE mulrCA mulrA. Qed.

Lemma form_nil X : form_at [::] X = 0.
Proof. by rewrite /form big1 // => j _; rewrite nth_nil (phi_null right) mul0r. Qed.

Lemma value_nil X : row_value theta [::] X = 0.
Proof. by rewrite /row_value big1 // => j _; rewrite nth_nil /number_at big_ord0 mul0r. Qed.

Lemma asked_ext q n (z z' : nat -> K) : z =1 z' -> asked q n z <-> asked q n z'.
Proof.
move=> zz; have rel_zz : (fun i j => z j < z i) =2 (fun i j => z' j < z' i) by move=> i j; rewrite !zz.
case: q => [w|l|l|l|i j|gs] /=; rewrite ?(eq_sorted rel_zz) ?zz //; last 1 first.
  rewrite (eq_all (a2 := fun g => all (fun i => z' i == z' (head 0%N g)) g)) => [|g]; last by apply: eq_all => i; rewrite !zz.
  by rewrite (eq_sorted (e' := fun g h => z' (head 0%N h) < z' (head 0%N g))) // => g h; rewrite !zz.
- by split=> h i i_lt; have := h i i_lt; rewrite zz.
- by split=> -[h h']; split=> // j j_lt jl; have := h' j j_lt jl; rewrite !zz.
- by split=> h i j il j_lt jl; have := h i j il j_lt jl; rewrite !zz.
by split=> -[h h']; split=> // k k_lt kl; have := h' k k_lt kl; rewrite !zz.
Qed.

Lemma well_shaped_sound rows : well_shaped N d rows ->
  Z.lt Z0 (multiple rows) /\ forall row, List.In row rows -> sound_row (multiple rows) row.
Proof.
move=> /List.forallb_forall shaped.
have read row a : List.In row rows -> List.In a row -> size a = degree N /\ forall f, List.In f a -> Z.lt Z0 f.2.
  move=> /shaped/andP[_ /List.forallb_forall row_read] /row_read/andP[/PeanoNat.Nat.eqb_spec size_a /List.forallb_forall pos].
  by split=> // f /pos/Z.ltb_lt.
have [|m_gt0 m_mult] := lcm_all (List.map snd (List.concat (List.concat rows))).
  move=> b /List.in_map_iff[f [<- /List.in_concat[a [/List.in_concat[row [row_in a_in]] f_in]]]].
  by have [_] := read row a row_in a_in; apply.
split=> // row row_in; have /andP[/PeanoNat.Nat.eqb_spec row_d _] := shaped row row_in; split=> // a a_in.
have [size_a pos] := read row a row_in a_in; split=> // f f_in; split; first exact: pos.
apply: m_mult; apply/List.in_map_iff; exists f; split=> //; apply/List.in_concat; exists a; split=> //.
by apply/List.in_concat; exists row.
Qed.

Lemma conditions_meaning rows given q cs : conditions N d rows given q = Some cs ->
  (forall c, List.In c cs -> size c.1 = d) /\
  exists2 m : K, 0 < m & forall X, satisfied N phi cs X <->
    (forall row r, List.In (row, r) given -> holds r (row_value theta row (m *: X))) /\
    asked q (size rows) (fun i => row_value theta (nth [::] rows i) (m *: X)).
Proof.
rewrite /conditions; case: ifP => // /andP[shaped formed] [<-].
have [m_gt0 sound] := well_shaped_sound shaped; set m := multiple _ in m_gt0 sound *.
have sound_nth i : (i < size rows)%N -> sound_row m (nth [::] rows i).
  by move=> i_lt; apply: sound; apply/List.in_app_iff; left; apply: in_nth_list.
pose cr := List.map (cleared N m) rows; have crE : cr = map (cleared N m) rows by apply: mapE.
have size_cr : size cr = size rows by rewrite crE size_map.
have cr_d i : (i < size cr)%N -> size (nth [::] cr i) = d.
  by rewrite size_cr => i_lt; rewrite crE (nth_map [::]) // size_cleared; case: (sound_nth i i_lt).
have given_d row r : List.In (row, r) given -> sound_row m row.
  by move=> rg; apply: sound; apply/List.in_app_iff; right; apply/List.in_map_iff; exists (row, r).
have formed' : well_formed (size cr) q by rewrite size_cr.
split.
  move=> c /List.in_app_iff[|/List.in_map_iff[[row r] [<- rg]]].
    exact: (system_d cr_d formed').
  by rewrite /= size_cleared; case: (given_d row r rg).
exists (of_Z K m) => [|X]; first exact: phi_gt0.
rewrite satisfied_cat (satisfied_system right X cr_d formed') size_cr.
have logits : (fun i => form_at (nth [::] cr i) X) =1 (fun i => row_value theta (nth [::] rows i) (of_Z K m *: X)).
  move=> i; have [i_lt|i_ge] := ltnP i (size rows); first by rewrite crE (nth_map [::]) // form_cleared //; apply: sound_nth.
  by rewrite !nth_default ?size_cr // form_nil value_nil.
rewrite (asked_ext _ _ logits); split=> [[h h']|[h h']]; split=> //.
  move=> row r rg; rewrite -form_cleared; last exact: given_d rg.
  by apply: (h' (cleared N m row, r)); apply/List.in_map_iff; exists (row, r).
by move=> c /List.in_map_iff[[row r] [<- rg]]; rewrite /= form_cleared; [apply: h | apply: given_d rg].
Qed.

End Fractions.

Section Numbers.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.

Lemma witnessed_right d rows given q x : witnessed N d rows given q x -> answered_yes theta d rows given q.
Proof.
rewrite /witnessed /all_hold; case cond: (conditions N d rows given q) => [cs|//] /andP[/PeanoNat.Nat.eqb_spec xd holds_x].
have [cs_d [m m0 meaning]] := conditions_meaning right cond.
exists (m *: point N phi d (evidence N x)); apply/meaning; apply: (meets_satisfied right) => //; by [].
Qed.

Lemma refuted_right d rows given q y : refuted N d rows given q y -> ~ answered_yes theta d rows given q.
Proof.
rewrite /refuted; case cond: (conditions N d rows given q) => [cs|//] contra.
have [cs_d [m m0 meaning]] := conditions_meaning right cond; case=> x x_yes.
apply: (contradicted_unsatisfied right cs_d contra (X := m^-1 *: x)); apply/meaning.
by rewrite scalerA mulfV ?gt_eqF // scale1r.
Qed.

End Numbers.

Lemma with_numbers_right (K : realFieldType) f (theta : K) accepts : is_root f theta -> with_numbers f accepts ->
  exists (T : Type) (N : numbers T) (phi : T -> K), right_numbers N theta phi /\ accepts T N.
Proof.
rewrite /with_numbers; case: f => [r|] root; last by move=> yes; exists Z, integers, (of_Z K); rewrite root; split=> //; apply: integers_right.
case field: (algebraic r) => [N|//] yes; exists (seq Z), N, (fun a => polynomial_at a theta).
by split; [apply: algebraic_right field root | apply: yes].
Qed.

Theorem verified_witness (K : realFieldType) f (theta : K) d rows given q x :
  is_root f theta -> accepts_witness f d rows given q x -> answered_yes theta d rows given q.
Proof. by move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (witnessed_right right). Qed.

Theorem verified_refutation (K : realFieldType) f (theta : K) d rows given q y :
  is_root f theta -> accepts_refutation f d rows given q y -> ~ answered_yes theta d rows given q.
Proof. by move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (refuted_right right). Qed.

(* The questions in the words of the other theorems. *)

Lemma matrix_value (K : realFieldType) (theta : K) d rows (x : 'cV[K]_d) (i : 'I_(size rows)) :
  (matrix_of theta (size rows) d rows *m x) i 0 = row_value theta (nth [::] rows i) x.
Proof. by rewrite mxE; apply: eq_bigr => j _; rewrite mxE. Qed.

Theorem meaning_signs (K : realFieldType) (theta : K) d rows w :
  answered_yes theta d rows [::] (Signs w) <-> possible (matrix_of theta (size rows) d rows) (fun i => nth Any w i).
Proof.
split=> [[x [_ xP]]|[x xP]]; exists x; first by move=> i; rewrite matrix_value; apply: xP.
by split=> // i i_lt; have := xP (Ordinal i_lt); rewrite matrix_value.
Qed.

Theorem meaning_ranking (K : realFieldType) (theta : K) d rows (p : 'S_(size rows)) :
  answered_yes theta d rows [::] (Ranking [seq (p a : nat) | a <- enum 'I_(size rows)]) <-> ranks (matrix_of theta (size rows) d rows) p.
Proof.
have size_p : size [seq (p a : nat) | a <- enum 'I_(size rows)] = size rows by rewrite size_map size_enum_ord.
have nth_p (a : 'I_(size rows)) : nth 0%N [seq (p b : nat) | b <- enum 'I_(size rows)] a = p a.
  by rewrite (nth_map a) ?size_enum_ord // nth_ord_enum.
split=> [[x [_ xP]]|[x xP]]; exists x.
  move=> a b ab; rewrite !matrix_value -!nth_p; apply: (sorted_ltn_nth _ 0%N xP) ab; rewrite ?inE ?size_p //.
  by move=> j i k ij jk; apply: lt_trans jk ij.
split=> //; apply/(sortedP 0%N) => a; rewrite size_p => a_lt.
have := xP (Ordinal (ltnW a_lt)) (Ordinal a_lt) (ltnSn a); rewrite !matrix_value.
by rewrite -(nth_p (Ordinal a_lt)) -(nth_p (Ordinal (ltnW a_lt))).
Qed.

Theorem meaning_top (K : realFieldType) (theta : K) d rows (i : 'I_(size rows)) :
  answered_yes theta d rows [::] (Top [:: i : nat]) <-> top_label (matrix_of theta (size rows) d rows) i.
Proof.
split=> [[x [_ [_ xP]]]|[x xP]]; exists x.
  by move=> j ji; rewrite !matrix_value; apply: xP; rewrite // inE val_eqE.
by do 2!split=> //; move=> j j_lt; rewrite inE => ji; have := xP (Ordinal j_lt); rewrite !matrix_value -val_eqE => ->.
Qed.

Theorem meaning_tie (K : realFieldType) (theta : K) d rows (i j : 'I_(size rows)) :
  answered_yes theta d rows [::] (Tie i j) <-> tie_top (matrix_of theta (size rows) d rows) i j.
Proof.
split=> [[x [_ [ij xP]]]|[x [ij xP]]]; exists x.
  by split=> [|k ki kj]; rewrite !matrix_value //; apply: xP; rewrite // !inE !val_eqE negb_or ki kj.
split=> //; split=> [|k k_lt]; first by rewrite -!matrix_value.
rewrite !inE negb_or => /andP[ki kj]; rewrite -(matrix_value theta x i) -[k]/(val (Ordinal k_lt)) -matrix_value.
by apply: xP; rewrite -val_eqE.
Qed.
