(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM IS RIGHT                                                      *)
(*                                                                            *)
(*  Field.  K is any ordered field; the certificate holds fractions.          *)
(*                                                                            *)
(*  Words: see definitions.v; the program is program.v.                       *)
(*                                                                            *)
(*  Theorems, for every input: lists of any lengths, any question.            *)
(*    verified_witness      If the program accepts a witness, then some x     *)
(*        over K meets the given conditions and answers the question with     *)
(*        yes.                                                                *)
(*    verified_refutation   If it accepts a refutation, then no x does.       *)
(*    meaning_signs, meaning_ranking, meaning_top, meaning_tie   What is      *)
(*        answered, in the words of the other theorems, for the matrix U of the*)
(*        rows and nothing given:  possible U w,  ranks U p,  top_label U i,  *)
(*        tie_top U i j.                                                      *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.

(* The parts of sums and products that are positive and negative. *)

Lemma add_parts (a b : Z) :
  (Z.to_nat (a + b) + (Z.to_nat (- a) + Z.to_nat (- b)) = Z.to_nat (- (a + b)) + (Z.to_nat a + Z.to_nat b))%nat.
Proof. lia. Qed.

Lemma mul_parts (a b : Z) :
  (Z.to_nat (a * b) + (Z.to_nat a * Z.to_nat (- b) + Z.to_nat (- a) * Z.to_nat b) =
   Z.to_nat (- (a * b)) + (Z.to_nat a * Z.to_nat b + Z.to_nat (- a) * Z.to_nat (- b)))%nat.
Proof. destruct a as [|p|p], b as [|q|q]; simpl; rewrite ?Pos2Nat.inj_mul; lia. Qed.

Lemma sign_parts (a : Z) : (0 <= a)%Z -> Z.to_nat (- a) = 0%nat.
Proof. lia. Qed.

Lemma pos_parts (a : Z) : (0 < a)%Z -> exists m, Z.to_nat a = S m.
Proof. intros a0; exists (pred (Z.to_nat a)); lia. Qed.

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
From Formal Require Import definitions program.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The integers of Coq as numbers of K. *)

Section Numbers.

Variable K : realFieldType.
Local Notation phi := (of_Z K).

Lemma cross (s s' p q : K) : s + q = s' + p -> s - s' = p - q.
Proof. by move=> e; have -> : s = s' + p - q by [rewrite -e addrK]; ring. Qed.

Lemma phi0 : phi Z0 = 0.
Proof. by rewrite /of_Z subrr. Qed.

Lemma phi1 : phi (Zpos xH) = 1.
Proof. by rewrite /of_Z subr0. Qed.

Lemma phiD a b : phi (Z.add a b) = phi a + phi b.
Proof.
have := congr1 (fun m => m%:R : K) (add_parts a b); rewrite !plusE !natrD => /cross e.
by rewrite /of_Z e; ring.
Qed.

Lemma phiM a b : phi (Z.mul a b) = phi a * phi b.
Proof.
have := congr1 (fun m => m%:R : K) (mul_parts a b); rewrite !plusE !multE !natrD !natrM => /cross e.
by rewrite /of_Z e; ring.
Qed.

Lemma phiN a : phi (Z.opp a) = - phi a.
Proof. by rewrite /of_Z Z.opp_involutive opprB. Qed.

Lemma phiB a b : phi (Z.sub a b) = phi a - phi b.
Proof. by rewrite /Z.sub phiD phiN. Qed.

Lemma phi_ge0 a : Z.le Z0 a -> 0 <= phi a.
Proof. by move=> a0; rewrite /of_Z sign_parts // subr0 ler0n. Qed.

Lemma phi_gt0 a : Z.lt Z0 a -> 0 < phi a.
Proof. by move=> a0; rewrite /of_Z sign_parts ?subr0; [case: (pos_parts a a0) => m ->; rewrite ltr0n | apply: Z.lt_le_incl]. Qed.

(* Linear forms given by lists of integers. *)

Variable d : nat.
Implicit Types (u v x : seq Z) (X : 'cV[K]_d).

Definition form u X : K := \sum_(j < d) phi (nth Z0 u j) * X j 0.

Definition point x : 'cV[K]_d := \col_j phi (nth Z0 x j).

Lemma combineE (T S : Type) (a : seq T) (b : seq S) : List.combine a b = zip a b.
Proof. by elim: a b => [|t a IH] [|s b] //=; rewrite IH. Qed.

Lemma mapE (T S : Type) (f : T -> S) (a : seq T) : List.map f a = [seq f t | t <- a].
Proof. by elim: a => //= t a ->. Qed.

Lemma form_minus u v X : size u = d -> size v = d -> form (minus u v) X = form u X - form v X.
Proof.
move=> ud vd; rewrite /form -sumrB; apply: eq_bigr => j _; rewrite /minus mapE combineE (nth_map (Z0, Z0)).
  by rewrite nth_zip ?ud ?vd //= phiB mulrBl.
by rewrite size_zip ud vd minnn.
Qed.

Lemma form_opp u X : size u = d -> form (List.map Z.opp u) X = - form u X.
Proof.
move=> ud; rewrite /form -sumrN; apply: eq_bigr => j _; rewrite mapE (nth_map Z0) ?ud //.
by rewrite phiN mulNr.
Qed.

Lemma form_dot u x : size u = d -> size x = d -> form u (point x) = phi (dot_product u x).
Proof.
move=> ud xd; rewrite /form /dot_product mapE combineE; under eq_bigr do rewrite mxE.
elim: d u x ud xd => [|n IH] [|a u] [|b x] //= => [_ _|[ud] [xd]]; first by rewrite big_ord0 phi0.
by rewrite big_ord_recl /= phiD phiM IH.
Qed.

(* What the conditions of a question mean. *)

Definition satisfied (cs : seq condition) X : Prop := forall c, List.In c cs -> holds c.2 (form c.1 X).

Lemma satisfied_cons c cs X : satisfied (c :: cs) X <-> holds c.2 (form c.1 X) /\ satisfied cs X.
Proof. by split=> [h|[h h'] e /= [<-|/h']//]; split=> [|e e_cs]; apply: h; [left|right]. Qed.

Lemma satisfied_cat cs cs' X : satisfied (List.app cs cs') X <-> satisfied cs X /\ satisfied cs' X.
Proof.
split=> [h|[h h'] e /List.in_app_iff[/h|/h']//].
by split=> e e_cs; apply: h; apply/List.in_app_iff; [left|right].
Qed.

Section Rows.

Variables (rows : seq (seq Z)) (X : 'cV[K]_d).
Hypothesis rows_d : forall i, (i < size rows)%N -> size (nth [::] rows i) = d.
Let z i := form (nth [::] rows i) X.

Lemma list_nthE i : List.nth i rows [::] = nth [::] rows i.
Proof. by elim: rows i => [|u r IH] [|i] //=. Qed.

Lemma holds_above i j : (i < size rows)%N -> (j < size rows)%N -> holds (above rows i j).2 (form (above rows i j).1 X) <-> z j < z i.
Proof. by move=> i_lt j_lt; rewrite /= !list_nthE form_minus ?rows_d // subr_gt0. Qed.

Lemma satisfied_above i js : (i < size rows)%N -> (forall j, List.In j js -> (j < size rows)%N) ->
  satisfied (List.map (above rows i) js) X <-> forall j, List.In j js -> z j < z i.
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

Lemma in_rest l j : List.In j (rest (size rows) l) <-> (j < size rows)%N /\ j \notin l.
Proof.
rewrite /rest; split=> [/List.filter_In[/List.in_seq[_ /ssrnat.ltP j_lt] jl]|[j_lt jl]]; first by rewrite -listedP; split.
by apply/List.filter_In; rewrite listedP; split=> //; apply/List.in_seq; split; [apply/ssrnat.leP|apply/ssrnat.ltP].
Qed.

Lemma satisfied_rest l i : (i < size rows)%N ->
  satisfied (List.map (above rows i) (rest (size rows) l)) X <-> forall j, (j < size rows)%N -> j \notin l -> z j < z i.
Proof.
move=> i_lt; rewrite satisfied_above // => [|j /in_rest[]//]; split=> h j; last by move/in_rest=> []; apply: h.
by move=> j_lt jl; apply: h; apply/in_rest.
Qed.

Lemma satisfied_chain l : all (fun i => i < size rows)%N l -> satisfied (chain rows l) X <-> sorted (fun i j => z j < z i) l.
Proof.
elim: l => [|i [|j l] IH] /=; try by split=> // _ c [].
move=> /andP[i_lt below]; have /andP[j_lt _] := below; have {}IH := IH below.
rewrite satisfied_cons holds_above //; split=> [[h /IH h']|/andP[h h']]; first by apply/andP; split.
by split=> //; apply/IH.
Qed.

Lemma holds_signed u e : size u = d -> holds (signed u e).2 (form (signed u e).1 X) <-> asks e (form u X).
Proof. by move=> ud; case: e => //=; rewrite form_opp // oppr_gt0. Qed.

Lemma satisfied_signs (r : seq (seq Z)) w : size w = size r ->
  satisfied (List.map (fun p => signed p.1 p.2) (List.combine r w)) X <->
  forall i, (i < size r)%N -> holds (signed (nth [::] r i) (nth Any w i)).2 (form (signed (nth [::] r i) (nth Any w i)).1 X).
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
  satisfied (tied rows (i :: l)) X <-> all (fun j => z j == z i) (i :: l).
Proof.
elim: l i => [|j l IH] i below; first by rewrite /= eqxx; split=> // _ c [].
have /and3P[i_lt j_lt _] := below; have {}IH := IH j (proj2 (andP below)).
rewrite -[tied _ _]/(_ :: tied rows (j :: l)) satisfied_cons IH /= !list_nthE form_minus ?rows_d // !eqxx /=.
split=> [[/eqP h h']|/andP[/eqP ji h']].
  have e : z i = z j by apply/eqP; rewrite -subr_eq0.
  by rewrite e eqxx.
by rewrite -/(z i) -/(z j) ji subrr.
Qed.

Lemma satisfied_groups gs : all (fun g => all (fun i => i < size rows)%N g && (g != [::])) gs ->
  satisfied (groups rows gs) X <->
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
set whole := List.app _ _; have -> : whole = List.app (tied rows (i :: l)) (above rows (last i l) j :: groups rows ((j :: l') :: gs)).
  by have /= e := list_lastE (i :: l); rewrite /whole e.
rewrite satisfied_cat satisfied_cons satisfied_tied // holds_above // IH -/(z _) -/(z _) /=.
split=> [[tied [above [all_tied order]]]|[/andP[tied all_tied] /andP[above order]]].
  have zl : z (last i l) = z i by apply/eqP; apply: (allP (tied : is_true (all (fun k => z k == z i) (i :: l)))).
  by split; apply/andP; split=> //; rewrite -zl.
have zl : z (last i l) = z i by apply/eqP; apply: (allP (tied : is_true (all (fun k => z k == z i) (i :: l)))).
by split=> //; split; [rewrite zl | split].
Qed.

Lemma satisfied_system q : well_formed (size rows) q -> satisfied (system rows q) X <-> asked q (size rows) z.
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

Lemma above_d i j : (i < size rows)%N -> (j < size rows)%N -> size (above rows i j).1 = d.
Proof. by move=> i_lt j_lt; rewrite /= !list_nthE /minus mapE combineE size_map size_zip !rows_d // minnn. Qed.

Lemma rest_d l i : (i < size rows)%N -> forall c, List.In c (List.map (above rows i) (rest (size rows) l)) -> size c.1 = d.
Proof. by move=> i_lt c /List.in_map_iff[j [<- /in_rest[j_lt _]]]; apply: above_d. Qed.

Lemma chain_d l : all (fun i => i < size rows)%N l -> forall c, List.In c (chain rows l) -> size c.1 = d.
Proof.
elim: l => [|i [|j l] IH] // /andP[i_lt below] c /= [<-|c_in]; last exact: IH.
by apply: above_d => //; case/andP: below.
Qed.

Lemma tied_d l : all (fun i => i < size rows)%N l -> forall c, List.In c (tied rows l) -> size c.1 = d.
Proof.
elim: l => [|i [|j l] IH] // /andP[i_lt below] c /= [<-|c_in]; last exact: IH.
by have := @above_d i j i_lt (proj1 (andP below)).
Qed.

Lemma groups_d gs : List.forallb (fun g => labels_below (size rows) g && ~~ PeanoNat.Nat.eqb (size g) 0) gs ->
  forall c, List.In c (groups rows gs) -> size c.1 = d.
Proof.
elim: gs => [|g [|h gs] IH] // /andP[/andP[/labels_belowP below g0] rest_below] c; first exact: tied_d.
rewrite -[groups _ _]/(List.app (tied rows g) (above rows (List.last g 0%N) (List.hd 0%N h) :: groups rows (h :: gs))).
case/List.in_app_iff=> [|[<-|c_in]]; [exact: tied_d | | exact: IH rest_below _ c_in].
case/andP: rest_below => /andP[/labels_belowP h_below h0] _; apply: above_d; last first.
  by case: h h_below h0 {IH} => //= i h /andP[].
rewrite list_lastE; case: g below g0 {IH} => //= i g /andP[i_lt /allP g_lt] _.
by have := mem_last i g; rewrite inE => /orP[/eqP->|/g_lt].
Qed.

Lemma system_d q : well_formed (size rows) q -> forall c, List.In c (system rows q) -> size c.1 = d.
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

Lemma testP r (a : Z) : test r a -> holds r (phi a).
Proof.
case: r => //= [/Z.ltb_lt/phi_gt0//|/Z.leb_le/phi_ge0//|/Z.eqb_eq->]; exact: phi0.
Qed.

Lemma meets_satisfied cs x : size x = d -> (forall c, List.In c cs -> size c.1 = d) ->
  List.forallb (fun c => test c.2 (dot_product c.1 x)) cs -> satisfied cs (point x).
Proof. by move=> xd cs_d /List.forallb_forall h c c_cs; rewrite form_dot ?cs_d //; apply/testP/h. Qed.

Definition weighted (cs : seq condition) (y : seq Z) X : K := \sum_(p <- zip cs y) phi p.2 * form p.1.1 X.

Lemma size_weighted cs y : (forall c, List.In c cs -> size c.1 = d) -> size (weighted_sum d cs y) = d.
Proof.
have size_repeat n : size (List.repeat Z0 n) = n by elim: n => //= n ->.
rewrite /weighted_sum; elim: cs y => [|c cs IH] [|b y] //= cs_d.
rewrite mapE combineE size_map size_zip IH ?cs_d ?minnn //; [by left | by move=> e e_cs; apply: cs_d; right].
Qed.

Lemma form_weighted cs y X : (forall c, List.In c cs -> size c.1 = d) -> form (weighted_sum d cs y) X = weighted cs y X.
Proof.
have zero n : forall j, nth Z0 (List.repeat Z0 n) j = Z0 by elim: n => [|n IH] [|j] //=.
have form0 : form (List.repeat Z0 d) X = 0 by rewrite /form big1 // => j _; rewrite zero phi0 mul0r.
rewrite /weighted; elim: cs y => [|c cs IH] [|b y] cs_d; rewrite ?big_nil //.
have cs_d' e : List.In e cs -> size e.1 = d by move=> e_cs; apply: cs_d; right.
have cd : size c.1 = d by apply: cs_d; left.
rewrite big_cons -IH // /form mulr_sumr -big_split; apply: eq_bigr => j _ /=.
rewrite /weighted_sum /= mapE combineE (nth_map (Z0, Z0)) ?size_zip ?cd ?size_weighted ?minnn //.
by rewrite nth_zip ?cd ?size_weighted //= phiD phiM; ring.
Qed.

Lemma refuted_unsatisfied cs y X : (forall c, List.In c cs -> size c.1 = d) ->
  List.forallb (fun p => permitted p.1.2 p.2) (List.combine cs y) ->
  List.existsb (fun p => is_above p.1.2 && Z.ltb Z0 p.2) (List.combine cs y) ->
  List.forallb (fun a => Z.eqb a Z0) (weighted_sum d cs y) -> ~ satisfied cs X.
Proof.
rewrite combineE => cs_d /List.forallb_forall allowed_y /List.existsb_exists[p [p_in /andP[p_above p_pos]]] /List.forallb_forall vanish sat.
have zero : weighted cs y X = 0.
  rewrite -form_weighted // /form big1 // => j _.
  have nth_in (l : seq Z) k : (k < size l)%N -> List.In (nth Z0 l k) l.
    by elim: l k => //= a l IH [|k]; [left | rewrite ltnS => /IH; right].
  have /Z.eqb_eq -> := vanish _ (nth_in _ j (eq_ind_r (fun m => (j < m)%N) (ltn_ord j) (size_weighted y cs_d))).
  by rewrite phi0 mul0r.
have in_cs (q : condition * Z) : List.In q (zip cs y) -> List.In q.1 cs.
  by elim: cs y {cs_d allowed_y p_in vanish zero sat} => [|c cs IH] [|b y] //= [<-|/IH]; [left|right].
have term q : List.In q (zip cs y) -> 0 <= phi q.2 * form q.1.1 X.
  move=> q_in; have := sat _ (in_cs q q_in); have := allowed_y q q_in.
  case: q.1.2 => /= [/Z.leb_le/phi_ge0 y0 /ltW h|/Z.leb_le/phi_ge0 y0 h|_ ->|/Z.eqb_eq-> _]; by rewrite ?phi0 ?mul0r ?mulr0 ?mulr_ge0.
have : 0 < weighted cs y X.
  have pos : 0 < phi p.2 * form p.1.1 X.
    apply: mulr_gt0; first by apply/phi_gt0/Z.ltb_lt.
    by have := sat _ (in_cs p p_in); case: p.1.2 p_above.
  rewrite /weighted; elim: (zip cs y) p_in term => //= q l IH [qp|/IH{IH} IH] term; rewrite big_cons; first rewrite qp.
    apply: ltr_paddr => //; elim: l term {IH} => [|r l IH] term; first by rewrite big_nil.
    rewrite big_cons addr_ge0 ?term //; first by right; left.
    by apply: IH => s [qs|s_l]; apply: term; [left | right; right].
  by apply: ltr_paddl; [apply: term; left | apply: IH => r r_l; apply: term; right].
by rewrite zero ltxx.
Qed.

End Numbers.

(* Denominators. *)

Section Fractions.

Variables (K : realFieldType) (d : nat).
Local Notation phi := (of_Z K).
Implicit Types (row : seq fraction) (X : 'cV[K]_d).

Definition sound_row (m : Z) row : Prop :=
  size row = d /\ forall f, List.In f row -> Z.lt Z0 f.2 /\ exists k, m = Z.mul k f.2.

Lemma unscale (a k e x : K) : e != 0 -> a * k * x = a / e * (k * e * x).
Proof. by move=> e0; rewrite [k * e]mulrC -!mulrA mulKf. Qed.

Lemma form_cleared m row X : sound_row m row -> form (cleared m row) X = row_value row (phi m *: X).
Proof.
case=> row_d fracs; apply: eq_bigr => j _; rewrite /cleared mapE (nth_map (Z0, Z0)) ?row_d // mxE.
have nth_in (l : seq fraction) k : (k < size l)%N -> List.In (nth (Z0, Z0) l k) l.
  by elim: l k => //= a l IH [|k]; [left | rewrite ltnS => /IH; right].
have [den_gt0 [k mE]] := fracs _ (nth_in row j (eq_ind_r (fun n => (j < n)%N) (ltn_ord j) row_d)).
have den0 : phi (nth (Z0, Z0) row j).2 != 0 by rewrite gt_eqF // phi_gt0.
by rewrite mE div_back // !phiM; apply: unscale.
Qed.

Lemma form_nil X : form [::] X = 0.
Proof. by rewrite /form big1 // => j _; rewrite nth_nil phi0 mul0r. Qed.

Lemma value_nil X : row_value [::] X = 0.
Proof. by rewrite /row_value big1 // => j _; rewrite nth_nil /= phi0 !mul0r. Qed.

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

Lemma well_shaped_sound rows : well_shaped d rows ->
  Z.lt Z0 (multiple rows) /\ forall row, List.In row rows -> sound_row (multiple rows) row.
Proof.
move=> /List.forallb_forall shaped; have [|m_gt0 m_mult] := lcm_all (List.map snd (List.concat rows)).
  move=> a /List.in_map_iff[f [<- /List.in_concat[row [/shaped/andP[_ /List.forallb_forall pos] f_row]]]].
  by apply/Z.ltb_lt/pos.
split=> // row row_in; have /andP[/PeanoNat.Nat.eqb_spec row_d /List.forallb_forall pos] := shaped row row_in; split=> // f f_row.
split; first by apply/Z.ltb_lt/pos.
by apply: m_mult; apply/List.in_map_iff; exists f; split=> //; apply/List.in_concat; exists row.
Qed.

Lemma conditions_meaning rows given q cs : conditions d rows given q = Some cs ->
  (forall c, List.In c cs -> size c.1 = d) /\
  exists2 m : K, m != 0 & forall X, satisfied cs X <->
    (forall row r, List.In (row, r) given -> holds r (row_value row (m *: X))) /\
    asked q (size rows) (fun i => row_value (nth [::] rows i) (m *: X)).
Proof.
rewrite /conditions; case: ifP => // /andP[shaped formed] [<-].
have [m_gt0 sound] := well_shaped_sound shaped; set m := multiple _ in m_gt0 sound *.
have nth_in (l : seq (seq fraction)) k : (k < size l)%N -> List.In (nth [::] l k) l.
  by elim: l k => //= a l IH [|k]; [left | rewrite ltnS => /IH; right].
have sound_nth i : (i < size rows)%N -> sound_row m (nth [::] rows i).
  by move=> i_lt; apply: sound; apply/List.in_app_iff; left; apply: nth_in.
pose cr := List.map (cleared m) rows; have crE : cr = map (cleared m) rows by apply: mapE.
have size_cr : size cr = size rows by rewrite crE size_map.
have cr_d i : (i < size cr)%N -> size (nth [::] cr i) = d.
  by rewrite size_cr => i_lt; rewrite crE (nth_map [::]) // /cleared mapE size_map; case: (sound_nth i i_lt).
have given_d row r : List.In (row, r) given -> sound_row m row.
  by move=> rg; apply: sound; apply/List.in_app_iff; right; apply/List.in_map_iff; exists (row, r).
have formed' : well_formed (size cr) q by rewrite size_cr.
split.
  move=> c /List.in_app_iff[|/List.in_map_iff[[row r] [<- rg]]].
    exact: (system_d cr_d formed').
  by rewrite /= /cleared mapE size_map; case: (given_d row r rg).
exists (phi m) => [|X]; first by rewrite gt_eqF // phi_gt0.
rewrite satisfied_cat (satisfied_system X cr_d formed') size_cr.
have logits : (fun i => form (nth [::] cr i) X) =1 (fun i => row_value (nth [::] rows i) (phi m *: X)).
  move=> i; have [i_lt|i_ge] := ltnP i (size rows); first by rewrite crE (nth_map [::]) // form_cleared //; apply: sound_nth.
  by rewrite !nth_default ?size_cr // form_nil value_nil.
rewrite (asked_ext _ _ logits); split=> [[h h']|[h h']]; split=> //.
  move=> row r rg; rewrite -form_cleared; last exact: given_d rg.
  by apply: (h' (cleared m row, r)); apply/List.in_map_iff; exists (row, r).
by move=> c /List.in_map_iff[[row r] [<- rg]]; rewrite /= form_cleared; [apply: h | apply: given_d rg].
Qed.

End Fractions.

Theorem verified_witness (K : realFieldType) d rows given q x :
  accepts_witness d rows given q x -> answered_yes K d rows given q.
Proof.
rewrite /accepts_witness /all_hold; case cond: (conditions d rows given q) => [cs|//] /andP[/PeanoNat.Nat.eqb_spec xd holds_x].
have [cs_d [m m0 meaning]] := conditions_meaning K cond.
by exists (m *: point K d x); apply/meaning/meets_satisfied.
Qed.

Theorem verified_refutation (K : realFieldType) d rows given q y :
  accepts_refutation d rows given q y -> ~ answered_yes K d rows given q.
Proof.
rewrite /accepts_refutation; case cond: (conditions d rows given q) => [cs|//] /andP[/andP[/andP[_ allowed_y] strict_y] vanish].
have [cs_d [m m0 meaning]] := conditions_meaning K cond; case=> x x_yes.
apply: (refuted_unsatisfied cs_d allowed_y strict_y vanish (X := m^-1 *: x)); apply/meaning.
by rewrite scalerA mulfV // scale1r.
Qed.

(* The questions in the words of the other theorems. *)

Lemma matrix_value (K : realFieldType) d rows (x : 'cV[K]_d) (i : 'I_(size rows)) :
  (matrix_of K d rows *m x) i 0 = row_value (nth [::] rows i) x.
Proof. by rewrite mxE; apply: eq_bigr => j _; rewrite mxE. Qed.

Theorem meaning_signs (K : realFieldType) d rows w :
  answered_yes K d rows [::] (Signs w) <-> possible (matrix_of K d rows) (fun i => nth Any w i).
Proof.
split=> [[x [_ xP]]|[x xP]]; exists x; first by move=> i; rewrite matrix_value; apply: xP.
by split=> // i i_lt; have := xP (Ordinal i_lt); rewrite matrix_value.
Qed.

Theorem meaning_ranking (K : realFieldType) d rows (p : 'S_(size rows)) :
  answered_yes K d rows [::] (Ranking [seq (p a : nat) | a <- enum 'I_(size rows)]) <-> ranks (matrix_of K d rows) p.
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

Theorem meaning_top (K : realFieldType) d rows (i : 'I_(size rows)) :
  answered_yes K d rows [::] (Top [:: i : nat]) <-> top_label (matrix_of K d rows) i.
Proof.
split=> [[x [_ [_ xP]]]|[x xP]]; exists x.
  by move=> j ji; rewrite !matrix_value; apply: xP; rewrite // inE val_eqE.
by do 2!split=> //; move=> j j_lt; rewrite inE => ji; have := xP (Ordinal j_lt); rewrite !matrix_value -val_eqE => ->.
Qed.

Theorem meaning_tie (K : realFieldType) d rows (i j : 'I_(size rows)) :
  answered_yes K d rows [::] (Tie i j) <-> tie_top (matrix_of K d rows) i j.
Proof.
split=> [[x [_ [ij xP]]]|[x [ij xP]]]; exists x.
  by split=> [|k ki kj]; rewrite !matrix_value //; apply: xP; rewrite // !inE !val_eqE negb_or ki kj.
split=> //; split=> [|k k_lt]; first by rewrite -!matrix_value.
rewrite !inE negb_or => /andP[ki kj]; rewrite -(matrix_value x i) -[k]/(val (Ordinal k_lt)) -matrix_value.
by apply: xP; rewrite -val_eqE.
Qed.
