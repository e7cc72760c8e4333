(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM IS RIGHT ABOUT ALL COVECTORS AND ALL WEAK RANKINGS            *)
(*                                                                            *)
(*  Field.  K is any ordered field; where a number field is given, any real   *)
(*  closed field (is_root).                                                   *)
(*                                                                            *)
(*  Words: see definitions.v; the program is whole.v.  A member of a list is  *)
(*  a pair of what occurs and a witness.                                      *)
(*                                                                            *)
(*  Theorems, for every input.                                                *)
(*    verified_covectors       If the program accepts a list of members, then *)
(*        U has as many covectors, zeros included, as the list has members,   *)
(*        and signs are a covector if and only if they are listed.            *)
(*    verified_weak_rankings   If it accepts a list of rankings with ties,    *)
(*        then each of them orders all labels and occurs, every point ranks   *)
(*        the labels as one of them does, and there are no more than that:    *)
(*        B_n U has as many covectors.                                        *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions lists covectors rankings faces numbers numbers_right program whole verified region_count complete.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Signs with zeros as entries and as codes. *)

Definition sign_of_entry (e : entry) : option bool := match e with Pos => Some true | Neg => Some false | _ => None end.

Definition sign_of_code (k : nat) : option bool := match k with 0 => Some true | 1 => Some false | _ => None end.

Definition code_of_sign (s : option bool) : nat := match s with Some true => 0 | Some false => 1 | None => 2 end.

Lemma code_of_entry e : settled e -> code e = code_of_sign (sign_of_entry e).
Proof. by case: e. Qed.

Definition signs_of_word n (w : seq entry) : {ffun 'I_n -> option bool} := [ffun i => sign_of_entry (nth Any w (i : 'I_n))].

Lemma entry_of_signs n (w : seq entry) (i : 'I_n) : settled (nth Any w i) -> entry_of (signs_with_zeros (signs_of_word n w) i) = nth Any w i.
Proof. by rewrite /signs_with_zeros ffunE; case: (nth Any w i). Qed.

Lemma asks_sign (K : realFieldType) e (a : K) : settled e -> asks e a -> sgz a = if sign_of_entry e is Some s then if s then 1 else -1 else 0.
Proof. by case: e => //= _; [apply: gtr0_sgz | apply: ltr0_sgz | move->; rewrite sgz0]. Qed.

(* Weak rankings. *)

Section Weak.

Variables (K : realFieldType) (n : nat) (gs : seq (seq nat)).
Hypothesis ordered : orders_all n gs.

Lemma groups_formed : all (fun g => all (fun i => i < n)%N g && (g != [::])) gs.
Proof.
have /andP[formed _] := ordered; move: formed; rewrite /= forallbE; apply: sub_all => g /andP[below g0].
by rewrite -labels_belowE below; case: g g0 {below}.
Qed.

Lemma place_in i : (i < n)%N -> (place gs i < size gs)%N /\ i \in nth [::] gs (place gs i).
Proof.
have /andP[_ all_in] := ordered; move: all_in; rewrite forallbE seqE => /allP h i_n.
have := h i; rewrite mem_iota add0n i_n listedP => /(_ isT); elim: gs => // g hs IH /=.
rewrite listedP mem_cat; case: ifP => [ig _|_ /= /IH]; first by split.
by rewrite ltnS.
Qed.

Variable z : nat -> K.
Hypothesis yes : asked (Weak gs) n z.

Let value a := z (head 0%N (nth [::] gs a)).

Lemma value_place i : (i < n)%N -> z i = value (place gs i).
Proof.
move=> i_n; have [p_lt i_in] := place_in i_n; have [/allP tied _] := yes.
by have /allP/(_ i i_in)/eqP := tied _ (mem_nth [::] p_lt).
Qed.

Lemma place_less i j : (i < n)%N -> (j < n)%N -> (place gs i < place gs j)%N -> z j < z i.
Proof.
move=> i_n j_n ij; rewrite (value_place i_n) (value_place j_n); have [_ order] := yes.
have [pi _] := place_in i_n; have [pj _] := place_in j_n.
apply: (sorted_ltn_nth _ [::] order) ij; rewrite ?inE //.
by move=> h g k gh hk; apply: lt_trans hk gh.
Qed.

Lemma place_sign i j : (i < n)%N -> (j < n)%N ->
  sgz (z i - z j) = if sign_of_code (comparison_code (place gs i) (place gs j)) is Some s then if s then 1 else -1 else 0.
Proof.
move=> i_n j_n; rewrite /comparison_code.
case: (ltngtP (place gs i) (place gs j)) => [ij|ji|e].
- have /Nat.ltb_lt -> /= := elimT ssrnat.ltP ij; by rewrite gtr0_sgz // subr_gt0; apply: place_less.
- have /Nat.ltb_lt ji' := elimT ssrnat.ltP ji.
  have -> /= : (place gs i <? place gs j)%coq_nat = false by apply/Nat.ltb_ge/ssrnat.leP/ltnW.
  by rewrite ji' /= ltr0_sgz // subr_lt0; apply: place_less.
by rewrite e Nat.ltb_irrefl /= (value_place i_n) (value_place j_n) e subrr sgz0.
Qed.

Lemma asked_same_order (z' : nat -> K) :
  (forall i j, (i < n)%N -> (j < n)%N -> (z i < z j) = (z' i < z' j)) -> asked (Weak gs) n z'.
Proof.
move=> zz'; have [tied order] := yes; have /allP formed := groups_formed.
have below g i : g \in gs -> i \in g -> (i < n)%N by move=> /formed/andP[/allP h _] /h.
have head_in g : g \in gs -> head 0%N g \in g by move=> /formed/andP[_]; case: g => //= i g _; rewrite inE eqxx.
split.
  apply/allP=> g g_in; apply/allP=> i i_in; have /eqP e := allP (allP tied g g_in) i i_in.
  have [i_n h_n] := (below g i g_in i_in, below g _ g_in (head_in g g_in)).
  by rewrite eq_le !leNgt -!zz' // e ltxx.
apply/(sortedP [::]) => a a_lt; have g_in := mem_nth [::] (ltnW a_lt); have h_in := mem_nth [::] a_lt.
have /(sortedP [::])/(_ a a_lt) := order.
by rewrite zz' //; [apply: below h_in (head_in _ h_in) | apply: below g_in (head_in _ g_in)].
Qed.

End Weak.

Lemma order_codeE n gs : order_code n gs = [seq comparison_code (place gs ij.1) (place gs ij.2) | ij <- pairs n].
Proof.
rewrite /order_code /pairs map_allpairs flat_mapE seqE; congr flatten; apply/eq_in_map => i; rewrite mem_iota add0n => /= i_n.
have placeE k : (k < n)%N -> List.nth k (List.map (place gs) (iota 0 n)) 0%N = place gs k.
  by move=> k_n; rewrite nthE mapE (nth_map 0%N) ?size_iota // nth_iota.
rewrite mapE seqE; apply/eq_in_map => j; rewrite mem_iota => /andP[ij]; rewrite subnKC // => j_n.
by rewrite !placeE.
Qed.

Section Numbers.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.

Lemma whole_covectors_right d rows members : whole_covectors N d rows members ->
  has_faces (matrix_of theta (size rows) d rows) (size members) /\
  forall b, covector (matrix_of theta (size rows) d rows) (signs_with_zeros b) <->
    exists x, List.In ([seq entry_of (signs_with_zeros b i) | i <- enum 'I_(size rows)], x) members.
Proof.
rewrite /whole_covectors => /andP[rows_ok /andP[/andP[/List.forallb_forall each incr] count]].
have [k [kE kU]] := faces_rows right rows_ok erefl; rewrite -(sizes_agree kE count) in kU; split=> //.
set n := size rows in kU *; set U := matrix_of theta n d rows in kU *.
have member w x : List.In (w, x) members -> [/\ size w = n, forall i, (i < n)%N -> settled (nth Any w i) & possible U (fun i => nth Any w i)].
  move=> /each/andP[/andP[/= /Nat.eqb_spec wn /List.forallb_forall w_settled] held]; split=> // [i i_n|].
    by apply: w_settled; apply: in_nth_list; rewrite [size w]wn.
  by apply/meaning_signs; apply: (@accepted_member _ _ _ _ _ right d rows (Signs w) x rows_ok _ held); apply/Nat.eqb_spec.
pose L := [seq signs_of_word n m.1 | m <- members].
have codes (m : seq entry * seq (seq Z)) : List.In m members -> List.map code m.1 = [seq code_of_sign (signs_of_word n m.1 i) | i <- enum 'I_n].
  case: m => w x /member[wn w_settled _] /=; rewrite mapE; apply: (@eq_from_nth _ 0%N).
    by rewrite [LHS]size_map [RHS]size_map size_enum_ord.
  rewrite [size _]size_map wn => i i_n.
  rewrite (nth_map Any) ?wn // (nth_map (Ordinal i_n)) ?size_enum_ord // ffunE (nth_ord_enum (Ordinal i_n) (Ordinal i_n)) /=.
  exact: code_of_entry (w_settled i i_n).
have Lu : uniq L.
  have := increasing_uniq incr; rewrite mapE (eq_map_In codes) => h.
  by apply: (@map_uniq _ _ (fun b : {ffun 'I_n -> option bool} => [seq code_of_sign (b i) | i <- enum 'I_n])); rewrite -map_comp.
have sound w x : List.In (w, x) members -> covector U (signs_with_zeros (signs_of_word n w)).
  move=> /member[wn w_settled [y yP]]; exists y => i.
  by rewrite (asks_sign (w_settled i (ltn_ord i)) (yP i)) /signs_with_zeros ffunE.
have LU b : b \in L -> covector U (signs_with_zeros b) by case/mapIn=> -[w x] m_in ->; apply: sound m_in.
have kL : has_faces U (size L) by rewrite size_map.
move=> b; split=> [bU|[x m_in]]; last first.
  have := sound _ _ m_in; case=> y yP; exists y => i; rewrite yP /signs_with_zeros ffunE (nth_map i) ?size_enum_ord // nth_ord_enum.
  by rewrite /signs_with_zeros; case: (b i) => [[]|].
have [[w x] m_in ->] := (mapIn _ _ _).1 (all_faces Lu LU kL bU).
exists x; have [wn w_settled _] := member _ _ m_in; suff -> : [seq entry_of (signs_with_zeros (signs_of_word n w) i) | i <- enum 'I_n] = w by [].
apply: (@eq_from_nth _ Any); rewrite size_map size_enum_ord // => i i_n.
rewrite (nth_map (Ordinal i_n)) ?size_enum_ord // (nth_ord_enum (Ordinal i_n) (Ordinal i_n)).
exact: (@entry_of_signs n w (Ordinal i_n) (w_settled i i_n)).
Qed.

Lemma whole_weak_rankings_right d rows members : whole_weak_rankings N d rows members ->
  [/\ has_faces (braid K (size rows) *m matrix_of theta (size rows) d rows) (size members),
      forall gs x, List.In (gs, x) members ->
        (forall i, (i < size rows)%N -> i \in flatten gs) /\ answered_yes theta d rows [::] (Weak gs)
    & forall y : 'cV[K]_d, exists gs x, List.In (gs, x) members /\
        asked (Weak gs) (size rows) (fun i => row_value theta (nth [::] rows i) y)].
Proof.
rewrite /whole_weak_rankings => /andP[rows_ok /andP[/andP[/List.forallb_forall each incr] count]].
have [k [kE]] := faces_rows right (differences_ok theta rows_ok) (size_differences rows).
rewrite (matrix_of_differences theta rows_ok erefl) => kU; rewrite -(sizes_agree kE count) in kU.
set n := size rows in kU *; set U := matrix_of theta n d rows in kU *.
have member gs x : List.In (gs, x) members -> orders_all n gs /\ answered_yes theta d rows [::] (Weak gs).
  move=> /each/andP[ordered held]; split=> //; have /andP[formed _] := ordered.
  exact: (@accepted_member _ _ _ _ _ right d rows (Weak gs) x rows_ok formed held).
have yes gs x : List.In (gs, x) members -> (forall i, (i < n)%N -> i \in flatten gs) /\ answered_yes theta d rows [::] (Weak gs).
  case/member=> o occurs; split=> // i /(place_in o)[p_lt i_in]; apply/flattenP; exists (nth [::] gs (place gs i)) => //.
  exact: mem_nth.
split=> // y; pose b_of gs : {ffun 'I_('C(n, 2)) -> option bool} := [ffun k' : 'I_('C(n, 2)) => sign_of_code (nth 0%N (order_code n gs) k')].
have nth_code gs (k' : 'I_('C(n, 2))) : nth 0%N (order_code n gs) k' =
    let: (i, j) := nth (0, 0)%N (pairs n) k' in comparison_code (place gs i) (place gs j).
  by rewrite order_codeE (nth_map (0, 0)%N) ?size_pairs //; case: (nth _ _ _).
have logits (x : 'cV[K]_d) (i : 'I_n) : row_value theta (nth [::] rows i) x = (U *m x) i 0 by rewrite matrix_value.
have at_point gs (x : 'cV[K]_d) k' : orders_all n gs -> asked (Weak gs) n (fun i => row_value theta (nth [::] rows i) x) ->
    sgz ((braid K n *m U *m x) k' 0) = signs_with_zeros (b_of gs) k'.
  move=> ordered asked_x; have [i [j [ij kij]]] := pair_of_row k'.
  rewrite -mulmxA (braid_mulE _ _ kij) -!logits (place_sign ordered asked_x) // /signs_with_zeros ffunE nth_code kij.
  by [].
pose L := [seq b_of m.1 | m <- members].
have LU b : b \in L -> covector (braid K n *m U) (signs_with_zeros b).
  case/mapIn=> -[gs x] /member[ordered [u [_ asked_u]]] ->; exists u => k'; exact: at_point.
have Lu : uniq L.
  have := increasing_uniq incr; rewrite mapE -[length rows]/n => h.
  have code_b gs : [seq code_of_sign (b_of gs k') | k' <- enum 'I_('C(n, 2))] = order_code n gs.
    apply: (@eq_from_nth _ 0%N); first by rewrite size_map size_enum_ord order_codeE size_map size_pairs.
    rewrite size_map size_enum_ord => i i_lt; rewrite (nth_map (Ordinal i_lt)) ?size_enum_ord // (nth_ord_enum (Ordinal i_lt) (Ordinal i_lt)) ffunE.
    rewrite (nth_code gs (Ordinal i_lt)); case: (nth _ _ _) => a c.
    by rewrite /comparison_code; case: ifP => //; case: ifP.
  apply: (@map_uniq _ _ (fun b : {ffun 'I_('C(n, 2)) -> option bool} => [seq code_of_sign (b k') | k' <- enum 'I_('C(n, 2))])).
  by rewrite -map_comp; move: h; congr (uniq _); apply: eq_map => m; rewrite /= code_b.
have kL : has_faces (braid K n *m U) (size L) by rewrite size_map.
pose s (x : 'cV[K]_d) k' := sgz ((braid K n *m U *m x) k' 0).
pose b_y : {ffun 'I_('C(n, 2)) -> option bool} := [ffun k' => if s y k' == 0 then None else Some (0 < s y k')].
have b_yE k' : signs_with_zeros b_y k' = s y k' by rewrite /signs_with_zeros ffunE /s; case: sgzP.
have [|[gs x] m_in b_gs] := (mapIn _ _ _).1 (all_faces Lu LU kL (b := b_y) _); first by exists y => k'; rewrite b_yE.
have [ordered [u [_ asked_u]]] := member _ _ m_in; exists gs, x; split=> //.
have same : forall i j, ((U *m u) i 0 < (U *m u) j 0) = ((U *m y) i 0 < (U *m y) j 0).
  by apply/braid_order => k'; rewrite !mulmxA (at_point gs) // -[RHS]/(s y k') -b_yE b_gs.
apply: (asked_same_order ordered asked_u) => i j i_n j_n.
by have := same (Ordinal i_n) (Ordinal j_n); rewrite -!logits.
Qed.

End Numbers.

Theorem verified_covectors (K : realFieldType) f (theta : K) d rows members :
  is_root f theta -> accepts_covectors f d rows members ->
  has_faces (matrix_of theta (size rows) d rows) (size members) /\
  forall b, covector (matrix_of theta (size rows) d rows) (signs_with_zeros b) <->
    exists x, List.In ([seq entry_of (signs_with_zeros b i) | i <- enum 'I_(size rows)], x) members.
Proof. by move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (whole_covectors_right right). Qed.

Theorem verified_weak_rankings (K : realFieldType) f (theta : K) d rows members :
  is_root f theta -> accepts_weak_rankings f d rows members ->
  [/\ has_faces (braid K (size rows) *m matrix_of theta (size rows) d rows) (size members),
      forall gs x, List.In (gs, x) members ->
        (forall i, (i < size rows)%N -> i \in flatten gs) /\ answered_yes theta d rows [::] (Weak gs)
    & forall y : 'cV[K]_d, exists gs x, List.In (gs, x) members /\
        asked (Weak gs) (size rows) (fun i => row_value theta (nth [::] rows i) y)].
Proof. by move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (whole_weak_rankings_right right). Qed.
