(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM IS RIGHT ABOUT WHOLE PATTERNS UNDER GIVEN CONDITIONS          *)
(*                                                                            *)
(*  Field.  K is any ordered field; where a number field is given, any real   *)
(*  closed field (is_root).                                                   *)
(*                                                                            *)
(*  Words: see definitions.v; the program is beginnings.v.  A member of a list*)
(*  is a pair of what occurs and a witness. Labels are counted from 0.        *)
(*                                                                            *)
(*  Theorems, for every input: lists of any lengths.  In each, no two members *)
(*  are the same.                                                             *)
(*    verified_signs_given      If the program accepts the members and what is*)
(*        excluded, then a vector of signs + and -, and 0 if "ties", is listed*)
(*        if and only if some x over K meets the given conditions and has     *)
(*        these signs.                                                        *)
(*    verified_rankings_given   The same of rankings: an order of all labels  *)
(*        is listed if and only if some x that meets the conditions ranks     *)
(*        them so, strictly.                                                  *)
(*    verified_weak_given       The same of rankings with ties: groups of     *)
(*        labels, each with its labels in increasing order.                   *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions lists numbers numbers_right roots roots_right program whole verified beginnings.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The walk, from beginnings that are what "made k" says, k being their length. *)

Section Walk.

Variables (A : eqType) (E : Type) (same : A -> A -> bool) (next : nat -> A -> seq A).
Variables (shown : A -> E -> bool) (out : nat -> A -> E -> bool).
Variables (made : nat -> pred A) (parent : nat -> A -> A) (root : A) (yes : nat -> A -> Prop) (n : nat).

Hypothesis same_eq : forall c b, same c b -> c = b.
Hypothesis made_root : forall b, made 0 b = (b == root).
Hypothesis made_next : forall k b, made k b -> forall c, (c \in next k b) = made k.+1 c && (parent k c == b).
Hypothesis made_parent : forall k c, made k.+1 c -> made k (parent k c).
Hypothesis uniq_next : forall k b, made k b -> uniq (next k b).
Hypothesis yes_parent : forall left k c, (k.+1 + left)%N = n -> made k.+1 c -> yes left c -> yes left.+1 (parent k c).
Hypothesis shown_yes : forall b x, made n b -> shown b x -> yes 0 b.
Hypothesis out_no : forall left k b y, (k + left)%N = n -> made k b -> out left b y -> ~ yes left b.

Fixpoint leaves (left k : nat) (b : A) : seq A :=
  if left is left'.+1 then flatten [seq leaves left' k.+1 c | c <- next k b] else [:: b].

Fixpoint ancestor (left k : nat) (c : A) : A := if left is left'.+1 then parent k (ancestor left' k.+1 c) else c.

Lemma mem_leaves left k b : made k b -> forall c, (c \in leaves left k b) = made (k + left)%N c && (ancestor left k c == b).
Proof.
elim: left k b => [|left IH] k b kb c /=; first by rewrite inE addn0; case: eqP => [->|]; rewrite ?kb ?andbF.
have up m (a : A) : made (k.+1 + m)%N a -> made k.+1 (ancestor m k.+1 a).
  by elim: m k {kb} => [|m up] k' /=; rewrite ?addn0 // addnS -addSn => /up/made_parent.
apply/flatten_mapP/andP => [[a ab ca]|[kc /eqP cb]].
  move: ab; rewrite made_next // => /andP[ka /eqP<-]; move: ca; rewrite IH // addSnnS => /andP[-> /eqP->].
  by rewrite eqxx.
have ka : made k.+1 (ancestor left k.+1 c) by apply: up; rewrite addSnnS.
by exists (ancestor left k.+1 c); rewrite ?IH ?made_next // ?ka ?cb ?addSnnS ?kc eqxx.
Qed.

Lemma uniq_leaves left k b : made k b -> uniq (leaves left k b).
Proof.
elim: left k b => [|left IH] k b kb //=.
have kids c : c \in next k b -> made k.+1 c by rewrite made_next // => /andP[].
elim: (next k b) (uniq_next kb) kids => //= c cs IHc /andP[ccs cs_u] kids.
have kc : made k.+1 c by apply: kids; rewrite mem_head.
have kids' e : e \in cs -> made k.+1 e by move=> ecs; apply: kids; rewrite inE ecs orbT.
rewrite cat_uniq IH // IHc // andbT; apply/hasPn => a /flatten_mapP[e ecs]; rewrite /= (mem_leaves _ kc) (mem_leaves _ (kids' e ecs)).
by move=> /andP[_ /eqP ae]; apply/negP => /andP[_ /eqP ac]; move: ccs; rewrite -ac ae ecs.
Qed.

Lemma yes_above left k b c : (k + left)%N = n -> made k b -> c \in leaves left k b -> yes 0 c -> yes left b.
Proof.
elim: left k b => [|left IH] k b kn kb; first by rewrite /= inE => /eqP->.
move=> /flatten_mapP[a ab ca] c_yes; move: ab; rewrite made_next // => /andP[ka /eqP<-].
by apply: yes_parent => //; [rewrite addSnnS | apply: (IH k.+1 a) => //; rewrite addSnnS].
Qed.

Definition listed_right (bs : seq A) (before after : seq (A * E)) : Prop :=
  exists l, [/\ before = l ++ after, subseq (map fst l) bs,
                forall m, List.In m l -> yes 0 m.1
              & forall c, c \in bs -> yes 0 c -> c \in map fst l].

Lemma listed_cat bs bs' l0 l1 l2 : listed_right bs l0 l1 -> listed_right bs' l1 l2 -> listed_right (bs ++ bs') l0 l2.
Proof.
move=> [l [-> sub each all_l]] [l' [-> sub' each' all_l']]; exists (l ++ l'); split.
- by rewrite catA.
- by rewrite map_cat cat_subseq.
- by move=> m /List.in_app_iff[/each|/each'].
by move=> c; rewrite mem_cat map_cat mem_cat => /orP[/all_l h /h->|/all_l' h /h->]; rewrite ?orbT.
Qed.

Lemma taken_some b passes (l l' : seq (A * E)) : taken same b passes l = Some l' -> exists2 x, l = (b, x) :: l' & passes x.
Proof.
case: l => [|[c x] l] //=; case: ifP => //; case: ifP => // /same_eq-> px [<-].
by exists x.
Qed.

Lemma walk_right left k b s s' : (k + left)%N = n -> made k b ->
  walk same next shown out left k b s = Some s' -> listed_right (leaves left k b) s.1 s'.1.
Proof.
elim: left k b s s' => [|left IH] k b s s' kn kb /=; case out_b: (taken same b _ s.2) => [xs'|].
- move=> [<-]; have [y _ /(out_no kn kb) no] := taken_some out_b.
  by exists [::]; split=> // c; rewrite inE => /eqP-> /no.
- case shown_b: (taken _ _ _ _) => [ms'|] //= [<-]; have [x -> x_ok] := taken_some shown_b.
  exists [:: (b, x)]; split=> //= [|m [<-|//]]; rewrite ?eqxx //.
  by apply: shown_yes x_ok; rewrite -kn addn0.
- move=> [<-]; have [y _ /(out_no kn kb) no] := taken_some out_b.
  by exists [::]; split=> // [|c c_in]; [apply: sub0seq | move=> /(yes_above kn kb c_in)/no].
have kids c : c \in next k b -> made k.+1 c by rewrite made_next // => /andP[].
elim: (next k b) s kids {out_b} => /= [|c cs IHc] s kids; first by move=> [<-]; exists [::]; split.
case first: (walk _ _ _ _ _ _ _ _) => [t|//] others.
have := IH k.+1 c _ _ _ _ first; rewrite addSnnS => /(_ kn (kids c (mem_head c cs))) /listed_cat; apply.
by apply: IHc others => e ecs; apply: kids; rewrite inE ecs orbT.
Qed.


Lemma whole_walk members excluded excluded' : walk same next shown out n 0 root (members, excluded) = Some ([::], excluded') ->
  uniq (map fst members) /\ forall c, made n c /\ yes 0 c <-> exists x, List.In (c, x) members.
Proof.
have root_ok : made 0 root by rewrite made_root.
move=> walked; have := walk_right (add0n n) root_ok walked; rewrite /= => -[l []]; rewrite cats0 => -> sub each all_l.
have all_leaves c : c \in leaves n 0 root = made n c.
  rewrite mem_leaves // add0n; apply: andb_idr => nc; rewrite -made_root.
  have up m k (a : A) : made (k + m)%N a -> made k (ancestor m k a).
    by elim: m k => [|m up] k /=; rewrite ?addn0 // -addSnnS => /up/made_parent.
  exact: up.
split=> [|c]; first by apply: subseq_uniq sub _; apply: uniq_leaves.
split=> [[nc c_yes]|[x c_in]].
  have : c \in map fst l by apply: all_l => //; rewrite all_leaves.
  elim: l {sub each all_l} => //= -[a x] l IH; rewrite inE => /orP[/eqP->|/IH[y y_in]]; first by exists x; left.
  by exists y; right.
split; last exact: (each (c, x)).
rewrite -all_leaves; apply: (mem_subseq sub).
elim: l c_in {sub each all_l} => //= m l IH [->|/IH c_in]; rewrite inE ?eqxx // c_in orbT //.
Qed.

End Walk.

(* The walk with the questions of the beginnings. *)

Section Whole.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.
Variables (d : nat) (rows : seq (seq numeral)) (given : seq (seq numeral * relation)).
Local Notation n := (size rows).

Variables (A : eqType) (same : A -> A -> bool) (next : nat -> A -> seq A) (asking : nat -> A -> question).
Variables (made : nat -> pred A) (parent : nat -> A -> A) (root : A).

Hypothesis same_eq : forall c b, same c b -> c = b.
Hypothesis made_root : forall b, made 0 b = (b == root).
Hypothesis made_next : forall k b, made k b -> forall c, (c \in next k b) = made k.+1 c && (parent k c == b).
Hypothesis made_parent : forall k c, made k.+1 c -> made k (parent k c).
Hypothesis uniq_next : forall k b, made k b -> uniq (next k b).
Hypothesis formed : forall left k b, (k + left)%N = n -> made k b -> well_formed n (asking left b).
Hypothesis asked_parent : forall left k c (z : nat -> K), (k.+1 + left)%N = n -> made k.+1 c ->
  asked (asking left c) n z -> asked (asking left.+1 (parent k c)) n z.

Lemma whole_given_right members excluded : whole_given N same next asking root d rows given members excluded ->
  uniq (map fst members) /\
  forall c, made n c /\ answered_yes theta d rows given (asking 0 c) <-> exists x, List.In (c, x) members.
Proof.
rewrite /whole_given; set all := List.app _ _; set shown := fun b => _; set out := fun left b => _ => /andP[shaped].
case walked: (walk _ _ _ _ _ _ _ _) => [[[|//] [|//]]|//] _.
have cond left k b : (k + left)%N = n -> made k b ->
    conditions N d rows given (asking left b) =
    Some (List.app (system N (List.map (cleared N (multiple all)) rows) (asking left b))
                   (List.map (fun c => (cleared N (multiple all) c.1, c.2)) given)).
  by move=> kn kb; rewrite /conditions -/all shaped (formed kn kb).
have whole := @whole_walk _ _ same next shown out made parent root (fun left c => answered_yes theta d rows given (asking left c)) n.
apply: (whole same_eq made_root made_next made_parent uniq_next _ _ _ _ _ _ walked).
- by move=> left k c kn kc [x [x_given x_c]]; exists x; split=> //; apply: asked_parent.
- by move=> b x nb; rewrite /shown => x_ok; apply: (@witnessed_right _ _ _ _ _ right) (x) _; rewrite /witnessed (cond 0%N n) // addn0.
move=> left k b y kn kb; rewrite /out => y_ok.
by apply: (@refuted_right _ _ _ _ _ right) (y) _; rewrite /refuted (cond left k).
Qed.

End Whole.

Lemma uniq_NoDup (A : eqType) (l : seq A) : uniq l -> List.NoDup l.
Proof.
elim: l => [|a l IH] /=; first by constructor.
move=> /andP[al /IH l_ok]; constructor=> // a_in; move: al; apply/negP/negPn.
by elim: l a_in {IH l_ok} => //= b l IH [->|/IH]; rewrite inE ?eqxx // => ->; rewrite orbT.
Qed.

Lemma same_listP (A : Type) (same : A -> A -> bool) : (forall a b, same a b -> a = b) -> forall u v, same_list same u v -> u = v.
Proof. by move=> same_eq; elim=> [|a u IH] [|b v] //= /andP[/same_eq-> /IH->]. Qed.

Lemma same_labels i j : Nat.eqb i j -> i = j.
Proof. by move/PeanoNat.Nat.eqb_eq. Qed.

(* Signs. *)

Definition entry_of_code (m : nat) : entry := match m with 0 => Pos | 1 => Neg | 2 => Zero | _ => Any end.

Lemma codeK : cancel code entry_of_code.
Proof. by case. Qed.

Definition entry_eqMixin := CanEqMixin codeK.
Canonical entry_eqType := EqType entry entry_eqMixin.

Definition sign_allowed (ties : bool) (e : entry) : bool := match e with Any => false | Zero => ties | _ => true end.

Section Signs.

Variable ties : bool.

Definition made_signs (k : nat) (w : seq entry) : bool := (size w == k) && all (sign_allowed ties) w.

Lemma same_entryP e f : same_entry e f -> e = f.
Proof. by move/same_labels/(can_inj codeK). Qed.

Lemma next_signsE k w : next_signs ties k w = [seq rcons w e | e <- if ties then [:: Pos; Neg; Zero] else [:: Pos; Neg]].
Proof. by rewrite /next_signs mapE; apply: eq_map => e; rewrite -cats1. Qed.

Lemma made_signs_root w : made_signs 0 w = (w == [::]).
Proof. by case: w. Qed.

Lemma made_signs_parent k w : made_signs k.+1 w -> made_signs k (take k w).
Proof.
move=> /andP[/eqP wk ok]; rewrite /made_signs size_take wk ltnSn eqxx /=.
by move: ok; rewrite -{1}(cat_take_drop k w) all_cat => /andP[].
Qed.

Lemma made_signs_next k v : made_signs k v -> forall w, (w \in next_signs ties k v) = made_signs k.+1 w && (take k w == v).
Proof.
move=> /andP[/eqP vk v_ok] w; rewrite next_signsE; apply/mapP/andP => [[e e_in ->]|[/andP[/eqP wk w_ok] /eqP <-]].
  rewrite /made_signs size_rcons vk eqxx all_rcons v_ok -cats1 take_cat vk ltnn subnn take0 cats0 eqxx andbT.
  by split=> //; move: e_in; case: (ties) e => -[].
case/lastP: w wk w_ok => // w e; rewrite size_rcons all_rcons => -[wk] /andP[e_ok _].
exists e; last by congr (rcons _ e); rewrite -cats1 take_cat wk ltnn subnn take0 cats0.
by move: e_ok; case: (ties) e => -[].
Qed.

Lemma uniq_next_signs k w : uniq (next_signs ties k w).
Proof. by rewrite next_signsE map_inj_uniq; [case: (ties) | apply: rcons_injr]. Qed.

Lemma list_repeatE (A : Type) (a : A) m : List.repeat a m = nseq m a.
Proof. by elim: m => //= m ->. Qed.

Lemma formed_signs n left k w : (k + left)%N = n -> made_signs k w -> well_formed n (asking_signs left w).
Proof.
move=> <- /andP[/eqP<- _] /=; apply/PeanoNat.Nat.eqb_eq.
have sizes : size (w ++ nseq left Any) = (size w + left)%N by rewrite size_cat size_nseq.
by rewrite list_repeatE; apply: sizes.
Qed.

Lemma asked_signs (K : realFieldType) n left k w (z : nat -> K) :
  asked (asking_signs left w) n z -> asked (asking_signs left.+1 (take k w)) n z.
Proof.
rewrite /asking_signs !list_repeatE => /= h i i_n; have := h i i_n.
rewrite -[List.app w _]/(w ++ nseq left Any) -[List.app _ _]/(take k w ++ nseq left.+1 Any) !nth_cat.
have free m j : nth Any (nseq m Any) j = Any by rewrite nth_nseq if_same.
rewrite !free; case: (boolP (i < size (take k w))%N) => // i_lt.
have [i_k i_w] : (i < k)%N /\ (i < size w)%N.
  move: i_lt; rewrite size_take; case: (ltnP k (size w)) => [k_w i_k|w_k i_w].
  - by rewrite i_k (ltn_trans i_k k_w).
  by rewrite i_w (leq_trans i_w w_k).
by rewrite i_w nth_take.
Qed.

End Signs.

Theorem verified_signs_given (K : realFieldType) f (theta : K) ties d rows given members excluded :
  is_root f theta -> accepts_signs_given f ties d rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall w, [/\ size w = size rows, all (fun e => match e with Any => false | Zero => ties | _ => true end) w
              & answered_yes theta d rows given (Signs w)] <-> exists x, List.In (w, x) members.
Proof.
move=> root /(with_numbers_right root)[T [N [phi [right]]]].
move=> /(whole_given_right right (same_listP same_entryP) (made_signs_root ties) (@made_signs_next ties)
  (@made_signs_parent ties) (fun k b _ => uniq_next_signs ties k b) (@formed_signs ties (size rows))
  (fun left k c z _ _ => @asked_signs K (size rows) left k c z))[members_uniq all_members].
split=> [|w]; first by rewrite mapE; apply: uniq_NoDup.
rewrite -all_members /asking_signs /= List.app_nil_r /made_signs.
by split=> [[-> ok yes]|[/andP[/eqP wn ok] yes]]; rewrite ?eqxx.
Qed.

(* Rankings. *)

Definition made_ranking (k : nat) (l : seq nat) : bool := perm_eq l (iota 0 k).

Definition before (k : nat) (l : seq nat) : seq nat := [seq i <- l | (i < k)%N].

Lemma before_id k l : all (fun i => i < k)%N l -> before k l = l.
Proof. by move/all_filterP. Qed.

Lemma mem_made k l : made_ranking k l -> forall i, (i \in l) = (i < k)%N.
Proof. by move=> /perm_mem lk i; rewrite lk mem_iota. Qed.

Lemma made_below k l : made_ranking k l -> all (fun i => i < k)%N l.
Proof. by move=> lk; apply/allP => i; rewrite (mem_made lk). Qed.

Lemma made_insert k l1 l2 : made_ranking k.+1 (l1 ++ k :: l2) = made_ranking k (l1 ++ l2).
Proof.
rewrite /made_ranking -addn1 iotaD cats1 add0n /=.
by rewrite (permPl (permEl (perm_catCA l1 [:: k] l2))) (permPr (permEl (perm_rcons _ _))) perm_cons.
Qed.

Lemma made_split k l : made_ranking k.+1 l -> exists l1 l2, l = l1 ++ k :: l2.
Proof.
move=> lk; have kl : k \in l by rewrite (mem_made lk).
by case/splitPr: kl {lk} => l1 l2; exists l1, l2.
Qed.

Lemma before_insert k l1 l2 : made_ranking k.+1 (l1 ++ k :: l2) -> before k (l1 ++ k :: l2) = l1 ++ l2.
Proof.
rewrite made_insert => /made_below; rewrite all_cat => /andP[l1k l2k].
by rewrite /before filter_cat /= ltnn -!/(before _ _) !before_id.
Qed.

Lemma in_next_rankings k l c : reflect (exists l1 l2, l = l1 ++ l2 /\ c = l1 ++ k :: l2) (c \in next_rankings k l).
Proof.
elim: l c => [|i l IH] c /=; rewrite inE.
  by apply: (iffP eqP) => [->|[[|? ?] [[|? ?] [//]]]]; exists [::], [::].
apply: (iffP orP) => [[/eqP->|]|[[|j l1] [l2 [lE ->]]]].
- by exists [::], (i :: l).
- by rewrite mapE => /mapP[c' /IH[l1 [l2 [-> ->]]] ->]; exists (i :: l1), l2.
- by left; rewrite lE.
by right; rewrite mapE; case: lE => <- lE; apply: map_f; apply/IH; exists l1, l2.
Qed.

Lemma made_ranking_root l : made_ranking 0 l = (l == [::]).
Proof. by apply/idP/eqP => [/perm_nilP|->]. Qed.

Lemma made_ranking_parent k l : made_ranking k.+1 l -> made_ranking k (before k l).
Proof. by move=> lk; have [l1 [l2 lE]] := made_split lk; move: lk; rewrite lE => lk; rewrite before_insert // -made_insert. Qed.

Lemma made_ranking_next k l : made_ranking k l -> forall c, (c \in next_rankings k l) = made_ranking k.+1 c && (before k c == l).
Proof.
move=> lk c; apply/in_next_rankings/andP => [[l1 [l2 [lE ->]]]|[ck /eqP<-]].
  have ck : made_ranking k.+1 (l1 ++ k :: l2) by rewrite made_insert -lE.
  by rewrite ck before_insert // lE.
have [l1 [l2 cE]] := made_split ck; exists l1, l2; split=> //.
by move: ck; rewrite cE => /before_insert.
Qed.

Lemma uniq_next_rankings k l : made_ranking k l -> uniq (next_rankings k l).
Proof.
move/made_below; elim: l => //= i l IH /andP[ik /IH{IH} l_uniq]; rewrite mapE map_inj_uniq; last by move=> ? ? [].
by rewrite l_uniq andbT; apply/negP => /mapP[c _ [ki]]; move: ik; rewrite ki ltnn.
Qed.

Lemma labels_belowE n l : labels_below n l = all (fun i => i < n)%N l.
Proof.
by elim: l => //= i l ->; congr (_ && _); apply/PeanoNat.Nat.ltb_spec0/ssrnat.ltP.
Qed.

Lemma formed_ranking n left k l : (k + left)%N = n -> made_ranking k l -> well_formed n (asking_ranking left l).
Proof.
move=> <- /made_below lk /=; rewrite labels_belowE.
by apply: sub_all lk => i /leq_trans; apply; apply: leq_addr.
Qed.

Lemma asked_ranking (K : realFieldType) n left k l (z : nat -> K) :
  asked (asking_ranking left l) n z -> asked (asking_ranking left.+1 (before k l)) n z.
Proof. by apply: sorted_filter => j i h ij jh; apply: lt_trans jh ij. Qed.

Theorem verified_rankings_given (K : realFieldType) f (theta : K) d rows given members excluded :
  is_root f theta -> accepts_rankings_given f d rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall l, perm_eq l (iota 0 (size rows)) /\ answered_yes theta d rows given (Ranking l) <-> exists x, List.In (l, x) members.
Proof.
move=> root /(with_numbers_right root)[T [N [phi [right]]]].
move=> /(whole_given_right right (same_listP same_labels) made_ranking_root made_ranking_next made_ranking_parent
  uniq_next_rankings (@formed_ranking (size rows))
  (fun left k c z _ _ => @asked_ranking K (size rows) left k c z))[members_uniq all_members].
by split=> [|l]; [rewrite mapE; apply: uniq_NoDup | rewrite -all_members].
Qed.

(* Groups. *)

Definition made_groups (k : nat) (gs : seq (seq nat)) : bool :=
  [&& perm_eq (flatten gs) (iota 0 k), [::] \notin gs & all (sorted ltn) gs].

Definition groups_before (k : nat) (gs : seq (seq nat)) : seq (seq nat) := [seq g <- map (before k) gs | g != [::]].

Lemma groups_before_id k gs : all (fun i => i < k)%N (flatten gs) -> [::] \notin gs -> groups_before k gs = gs.
Proof.
rewrite /groups_before; elim: gs => //= g gs IH; rewrite all_cat inE negb_or eq_sym => /andP[gk gsk] /andP[g0 gs0].
by rewrite before_id // g0 IH.
Qed.

Lemma groups_before_cat k gs hs : groups_before k (gs ++ hs) = groups_before k gs ++ groups_before k hs.
Proof. by rewrite /groups_before map_cat filter_cat. Qed.

Lemma before_rcons k g : all (fun i => i < k)%N g -> before k (rcons g k) = g.
Proof. by move=> gk; rewrite /before filter_rcons ltnn; apply: before_id. Qed.

Lemma sorted_rcons_last g k : sorted ltn (rcons g k) = sorted ltn g && all (fun i => i < k)%N g.
Proof.
have tr : transitive ltn by move=> ? ? ?; apply: ltn_trans.
by rewrite !(sorted_pairwise tr) pairwise_rcons andbC.
Qed.

(* A beginning of k + 1 labels: the last one is alone, or at the end of a group. *)

Definition joined (k : nat) (gs c : seq (seq nat)) : Prop :=
  exists g1 g g2, gs = (if g == [::] then g1 ++ g2 else g1 ++ g :: g2) /\ c = g1 ++ rcons g k :: g2.

Lemma before_joined k g1 g g2 : all (fun i => i < k)%N (flatten (g1 ++ g :: g2)) -> [::] \notin g1 -> [::] \notin g2 ->
  groups_before k (g1 ++ rcons g k :: g2) = if g == [::] then g1 ++ g2 else g1 ++ g :: g2.
Proof.
rewrite flatten_cat all_cat /= all_cat => /and3P[g1k gk g2k] g1_0 g2_0; rewrite groups_before_cat (groups_before_id g1k) //.
by rewrite /groups_before /= before_rcons // -/(groups_before _ _) groups_before_id //; case: (g).
Qed.

Lemma made_joined k gs c : [::] \notin gs -> joined k gs c -> made_groups k.+1 c = made_groups k gs.
Proof.
move=> gs0 [g1 [g [g2 [gsE ->]]]]; rewrite /made_groups gs0.
have flat : flatten gs = (flatten g1 ++ g) ++ flatten g2.
  by rewrite gsE; case: eqP => [->|_]; rewrite flatten_cat ?cats0 -?catA.
rewrite -!/(made_ranking _ _) flatten_cat -[flatten (_ :: g2)]/(rcons g k ++ flatten g2) cat_rcons catA flat made_insert.
case made: (made_ranking _ _) => //=.
have gk : all (fun i => i < k)%N g by move/made_below: made; rewrite !all_cat -andbA => /and3P[].
have -> : all (sorted ltn) (g1 ++ rcons g k :: g2) = all (sorted ltn) gs.
  rewrite gsE all_cat /= sorted_rcons_last gk andbT; case: eqP => [->|_]; by rewrite all_cat.
suff -> : [::] \notin g1 ++ rcons g k :: g2 by [].
move: gs0; rewrite gsE; case: ifP => _; rewrite !mem_cat ?inE !negb_or => /andP[->].
  by move=> ->; case: (g).
by move=> /andP[_ ->]; case: (g).
Qed.

Lemma split_groups k c : made_groups k.+1 c -> [::] \notin groups_before k c /\ joined k (groups_before k c) c.
Proof.
move=> ck; split; first by rewrite mem_filter eqxx.
have /and3P[flat c0 c_sorted] := ck.
have /flattenP[h hc kh] : k \in flatten c by rewrite (mem_made flat).
case/splitPr: hc flat c0 c_sorted {ck} => g1 g2.
rewrite -/(made_ranking _ _) flatten_cat -[flatten (_ :: g2)]/(h ++ flatten g2).
rewrite mem_cat inE !negb_or all_cat [all _ (_ :: _)]/= => flat /and3P[g1_0 h0 g2_0] /and3P[_ h_sorted _].
have below : all (fun i => i <= k)%N h.
  by have := made_below flat; rewrite !all_cat => /and3P[_].
case/lastP: h kh h0 h_sorted below flat => // g j kg _; rewrite sorted_rcons_last all_rcons => /andP[_ /allP gj] /andP[jk /allP gk].
have ej : j = k.
  by apply/eqP; rewrite eqn_leq jk; move: kg; rewrite mem_rcons inE => /orP[/eqP->|/gj/ltnW//]; apply: leqnn.
rewrite {}ej in gj {jk kg gk} *; rewrite cat_rcons catA made_insert -catA => /made_below below.
by exists g1, g, g2; split=> //; apply: before_joined; rewrite // flatten_cat.
Qed.

Lemma in_next_groups k gs c : [::] \notin gs -> c \in next_groups k gs <-> joined k gs c.
Proof.
elim: gs c => [|g gs IH] c /=.
  rewrite inE; split=> [/eqP->|[g1 [g [g2 [+ ->]]]]]; first by exists [::], [::], [::].
  by case: eqP => [->|_]; case: g1 => //; case: g2.
rewrite !inE negb_or eq_sym mapE -[List.app g _]/(g ++ [:: k]) cats1 => /andP[g0 gs0].
split=> [/or3P[/eqP->|/eqP->|/mapP[c' + ->]]|[[|h g1] [h' [g2 [+ ->]]]]].
- by exists [::], [::], (g :: gs).
- by exists [::], g, gs; rewrite (negbTE g0).
- move=> /(IH c' gs0)[g1 [h [g2 [-> ->]]]]; by exists (g :: g1), h, g2; case: ifP.
- by case: eqP => [-> /= <-|_ /= [<- <-]]; rewrite eqxx ?orbT.
move=> gsE; have [gh gsE'] : g = h /\ gs = if h' == [::] then g1 ++ g2 else g1 ++ h' :: g2 by move: gsE; case: ifP => _ [].
by rewrite gh; apply/or3P; apply: Or33; apply: map_f; apply/IH => //; exists g1, h', g2.
Qed.

Lemma made_groups_root gs : made_groups 0 gs = (gs == [::]).
Proof.
by apply/idP/eqP => [/and3P[/perm_nilP]|-> //]; case: gs => [|[|i g] gs] //= _; rewrite inE.
Qed.

Lemma made_groups_parent k c : made_groups k.+1 c -> made_groups k (groups_before k c).
Proof. by move=> ck; have [gs0 gsc] := split_groups ck; rewrite -(made_joined gs0 gsc). Qed.

Lemma made_groups_next k gs : made_groups k gs ->
  forall c, (c \in next_groups k gs) = made_groups k.+1 c && (groups_before k c == gs).
Proof.
move=> gsk c; have /and3P[flat gs0 _] := gsk; apply/idP/andP => [/in_next_groups gsc|[ck /eqP gsE]]; last first.
  by apply/in_next_groups => //; rewrite -gsE; have [] := split_groups ck.
have {}gsc := gsc gs0; split; first by rewrite (made_joined gs0 gsc).
have [g1 [g [g2 [gsE ->]]]] := gsc; rewrite [X in _ == X]gsE; apply/eqP; apply: before_joined.
- have := made_below flat; rewrite gsE; case: eqP => // ->.
  by rewrite !flatten_cat.
- by apply: contra gs0; rewrite gsE; case: ifP => _; rewrite mem_cat => ->.
by apply: contra gs0; rewrite gsE; case: ifP => _; rewrite mem_cat ?inE => ->; rewrite ?orbT.
Qed.

Lemma uniq_next_groups k gs : made_groups k gs -> uniq (next_groups k gs).
Proof.
move=> /and3P[/made_below + + _]; elim: gs => //= g gs IH; rewrite all_cat inE negb_or => /andP[gk gsk] /andP[g0 gs0].
rewrite mapE -[List.app g _]/(g ++ [:: k]) cats1 map_inj_uniq ?IH //; last by move=> ? ? [].
have kg : k \notin g by apply/negP => /(allP gk); rewrite ltnn.
have no h (cs : seq (seq (seq nat))) : k \in h -> forall hs, h :: hs \notin map (cons g) cs.
  by move=> kh hs; apply/negP => /mapP[c _ [hg _]]; move: kg; rewrite -hg kh.
rewrite inE negb_or !no ?mem_rcons ?mem_head // !andbT.
by apply/eqP => -[kE _]; move: g0; case: g kE {gk kg no} => // i [].
Qed.

Lemma formed_groups n left k gs : (k + left)%N = n -> made_groups k gs -> well_formed n (asking_groups left gs).
Proof.
move=> <- /and3P[/made_below + + _] /=; elim: gs => //= g gs IH; rewrite all_cat inE negb_or => /andP[gk gsk] /andP[g0 gs0].
rewrite IH // andbT labels_belowE; apply/andP; split; last by case: g g0 {gk}.
by apply: sub_all gk => i /leq_trans; apply; apply: leq_addr.
Qed.

(* What groups ask, of all pairs of labels. *)

Lemma asked_pairs (K : realFieldType) n gs (z : nat -> K) : [::] \notin gs ->
  asked (Weak gs) n z <->
  all (fun g => allrel (fun i j => z i == z j) g g) gs /\ pairwise (allrel (fun i j => z j < z i)) gs.
Proof.
move=> gs0; have heads : transitive (fun g h : seq nat => z (head 0%N h) < z (head 0%N g)) by move=> h g g' gh hg; apply: lt_trans hg gh.
have in_head g : g \in gs -> head 0%N g \in g by case: g => [|i g] g_in; rewrite ?mem_head //; case/negP: gs0.
rewrite /asked (sorted_pairwise heads); split=> -[tied order]; split.
- apply/allP => g /(allP tied)/allP g_tied; apply/allrelP => i j /g_tied/eqP-> /g_tied/eqP->; exact: eqxx.
- apply: (@sub_in_pairwise _ (mem gs) _ _ _ _ (allss gs)) order => g h /(allP tied)/allP g_tied /(allP tied)/allP h_tied gh.
  by apply/allrelP => i j /g_tied/eqP-> /h_tied/eqP->.
- apply/allP => g g_in; have /allrelP g_tied := allP tied g g_in; apply/allP => i ig; apply: g_tied => //; exact: in_head.
apply: (@sub_in_pairwise _ (mem gs) _ _ _ _ (allss gs)) order => g h g_in h_in /allrelP; apply; exact: in_head.
Qed.

Lemma asked_groups (K : realFieldType) n left k gs (z : nat -> K) : made_groups k.+1 gs ->
  asked (asking_groups left gs) n z -> asked (asking_groups left.+1 (groups_before k gs)) n z.
Proof.
move=> gsk; have /and3P[_ gs0 _] := gsk; have [gs0' _] := split_groups gsk.
move=> /(asked_pairs n z gs0)[tied order]; apply/asked_pairs => //.
have sub g i : i \in before k g -> i \in g by rewrite mem_filter => /andP[].
split; rewrite /groups_before.
  apply/allP => g; rewrite mem_filter => /andP[_ /mapP[h h_in ->]].
  by apply/allrelP => i j /sub ih /sub jh; apply: (allrelP (allP tied h h_in)).
have : pairwise (allrel (fun i j => z j < z i)) (map (before k) gs); last by apply: subseq_pairwise; apply: filter_subseq.
rewrite pairwise_map; apply: sub_pairwise order => g h /allrelP gh.
by apply/allrelP => i j /sub ig /sub jh; apply: gh.
Qed.

Theorem verified_weak_given (K : realFieldType) f (theta : K) d rows given members excluded :
  is_root f theta -> accepts_weak_given f d rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall gs, [/\ perm_eq (flatten gs) (iota 0 (size rows)), [::] \notin gs, all (sorted ltn) gs
               & answered_yes theta d rows given (Weak gs)] <-> exists x, List.In (gs, x) members.
Proof.
move=> root /(with_numbers_right root)[T [N [phi [right]]]].
move=> /(whole_given_right right (same_listP (same_listP same_labels)) made_groups_root made_groups_next made_groups_parent
  uniq_next_groups (@formed_groups (size rows))
  (fun left k c z _ => @asked_groups K (size rows) left k c z))[members_uniq all_members].
split=> [|gs]; first by rewrite mapE; apply: uniq_NoDup.
by rewrite -all_members /made_groups; split=> [[-> -> -> yes]|[/and3P[-> -> ->] yes]].
Qed.
