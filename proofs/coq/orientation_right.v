(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM COMPUTES CHIROTOPES RIGHT                                     *)
(*                                                                            *)
(*  Field.  K is any ordered field; the program computes with numbers that    *)
(*  stand for numbers of K (numbers_right.v).                                 *)
(*                                                                            *)
(*  Words: see definitions.v; the program is orientation.v.  No theorems here.*)
(*  same_chirotope_true and same_chirotope_false say that U and U', of n rows,*)
(*  have the same chirotope if the program answers true, and have not if it   *)
(*  answers false.                                                            *)
(*                                                                            *)
(*  Proof.  Elimination finds columns A that are a basis of the column span of*)
(*  U: a linear combination of them that is 0 has coefficients 0, and every   *)
(*  column of U is such a combination.  The signs of the minors for increasing*)
(*  choices of rows determine all others: two equal rows give 0, a permutation*)
(*  its sign.  Hence equal lists of signs, up to one sign for all, are equal  *)
(*  chirotopes; and equal chirotopes give such lists, since two bases have the*)
(*  same minors up to one sign (chirotope_bases).                             *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.
From Formal Require Import orientation.

(* Lists of signs. *)

Lemma leading_opposite (l : list Z) : leading_sign (map Z.opp l) = Z.opp (leading_sign l) \/ map Z.opp l = l.
Proof.
induction l as [|s l IH]; [right; reflexivity|]; simpl; destruct (Z.eqb_spec s 0) as [->|s0].
- destruct IH as [IH|IH]; [left; exact IH | right; simpl; now rewrite IH].
- left; destruct (Z.eqb_spec (- s) 0); [lia | reflexivity].
Qed.

Lemma normalised_opposite (l : list Z) : normalised_signs (map Z.opp l) = normalised_signs l.
Proof.
unfold normalised_signs; destruct (leading_opposite l) as [e|e]; [|now rewrite e].
rewrite e, map_map; apply map_ext; intros s; apply Z.mul_opp_opp.
Qed.

Lemma leading_values (l : list Z) :
  (forall s, In s l -> s = 0 \/ s = 1 \/ s = -1)%Z -> (leading_sign l = 1 \/ leading_sign l = -1)%Z.
Proof.
induction l as [|s l IH]; simpl; intros values; [now left|].
destruct (Z.eqb_spec s 0) as [s0|s0]; [now apply IH; auto|].
destruct (values s) as [?|?]; auto; contradiction.
Qed.

Lemma same_signsP (l l' : list Z) : same_signs l l' = true <-> l = l'.
Proof.
revert l'; induction l as [|s l IH]; intros [|s' l']; simpl; try (split; [discriminate | discriminate]); [tauto|].
destruct (Z.eqb_spec s s') as [->|ne]; simpl; [rewrite IH; split; congruence | split; congruence].
Qed.

Lemma known_signsP (o : list (option Z)) l : known_signs o = Some l -> o = map Some l.
Proof.
revert l; induction o as [|[s|] o IH]; simpl; intros l; [intros [= <-]; reflexivity| |discriminate].
destruct (known_signs o) as [m|]; simpl; [|discriminate].
intros [= <-]; simpl; now rewrite (IH m).
Qed.

Lemma normalised_cases (l l' : list Z) : (forall s, In s l -> s = 0 \/ s = 1 \/ s = -1)%Z ->
  (forall s, In s l' -> s = 0 \/ s = 1 \/ s = -1)%Z -> normalised_signs l = normalised_signs l' -> l = l' \/ l = map Z.opp l'.
Proof.
intros values values'; unfold normalised_signs.
assert (twice : forall m : list Z, map Z.opp (map Z.opp m) = m).
  intros m; rewrite map_map; rewrite <- (map_id m) at 2; apply map_ext; intros s; apply Z.opp_involutive.
assert (one : forall m, map (Z.mul 1) m = m).
  intros m; rewrite <- (map_id m) at 2; apply map_ext; intros s; apply Z.mul_1_l.
assert (minus : forall m, map (Z.mul (-1)) m = map Z.opp m) by (intros m; apply map_ext; intros s; lia).
destruct (leading_values l values) as [-> | ->], (leading_values l' values') as [-> | ->]; rewrite ?one, ?minus; intros e.
- now left.
- now right.
- right; now rewrite <- e, twice.
- left; now rewrite <- (twice l), e, twice.
Qed.

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions lists dependencies chirotope numbers numbers_right.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Choices. *)

Section Choices.

Local Open Scope nat_scope.

Lemma choices_map (T S : Type) (g : T -> S) r (l : seq T) :
  choices r (map g l) = [seq (map g c.1, map g c.2) | c <- choices r l].
Proof.
elim: l r => [|t l IH] [|r] //=.
by rewrite !IH !mapE map_cat -!map_comp.
Qed.

Lemma choices_bound r (l : seq nat) c : c \in choices r l -> [/\ size c.1 = r, {subset c.1 <= l} & {subset c.2 <= l}].
Proof.
elim: l r c => [|a l IH] [|r] c //=; rewrite ?inE; try by move/eqP=> ->; split.
rewrite !mapE appE mem_cat => /orP[/mapP[b /IH[<- b1 b2] ->]|/IH[<- c1 c2]] /=; split=> // i.
- by rewrite !inE => /orP[->//|/b1->]; rewrite orbT.
- by move/b2; rewrite inE orbC => ->.
- by move/c1; rewrite inE orbC => ->.
by move/c2; rewrite inE orbC => ->.
Qed.

Lemma choices_complete r (l p : seq nat) i : size p = r -> subseq (rcons p i) l -> exists2 t, (p, t) \in choices r l & i \in t.
Proof.
elim: l r p => [|a l IH] r [|b p] //= <- {r}.
- by case: eqP => [->|_] il; exists (a :: l); rewrite ?inE ?eqxx // -sub1seq il orbT.
case: eqP => [->|_] pl.
  have [t pt it] := IH _ p erefl pl; exists t => //.
  by rewrite !mapE appE mem_cat; apply/orP; left; apply/mapP; exists (p, t).
by have [t pt it] := IH _ (b :: p) erefl pl; exists t => //; rewrite appE mem_cat pt orbT.
Qed.

Definition index_choices (r n : nat) : seq (seq nat) :=
  if r is r'.+1 then flatten [seq [seq i :: c.1 | i <- c.2] | c <- choices r' (iota 0 n)] else [:: [::]].

Lemma index_choices_bound r n c : c \in index_choices r n -> size c = r /\ forall i, i \in c -> i < n.
Proof.
case: r => [|r] /=; first by rewrite inE => /eqP->.
case/flattenP=> _ /mapP[[p t] /choices_bound[/= pr pn tn] ->] /mapP[i it ->]; rewrite /= pr; split=> // j.
by rewrite inE => /orP[/eqP->|/pn]; [move/tn: it|]; rewrite mem_iota.
Qed.

Lemma index_choices_complete r n t : sorted ltn t -> size t = r -> (forall i, i \in t -> i < n) ->
  exists2 c, c \in index_choices r n & perm_eq c t.
Proof.
move=> t_sorted tr tn; case: r tr => [|r] tr; first by move/size0nil: tr => ->; exists [::].
have t_iota : subseq t (iota 0 n).
  suff -> : t = [seq i <- iota 0 n | i \in t] by apply: filter_subseq.
  apply: (irr_sorted_eq ltn_trans ltnn) => // [|i]; first exact/(sorted_filter ltn_trans)/iota_ltn_sorted.
  by rewrite mem_filter mem_iota; case it: (i \in t) => //=; rewrite tn.
case/lastP: t t_sorted tr tn t_iota => // p i _; rewrite size_rcons => -[pr] _ /(choices_complete pr)[t pt it].
exists (i :: p); last by rewrite perm_sym perm_rcons.
by apply/flattenP; exists [seq j :: p | j <- t]; [apply/mapP; exists (p, t) | apply: map_f].
Qed.

End Choices.

(* The minors of the choices determine all minors. *)

Section Minors.

Variables (K : realFieldType) (n r : nat).
Implicit Types (A B : 'M[K]_(n, r)) (f g : 'I_r -> 'I_n) (c : seq nat).

Definition chosen f c : bool := [forall l : 'I_r, f l == nth 0%N c l :> nat].

Definition minor_at A c : int := if [pick f : {ffun 'I_r -> 'I_n} | chosen f c] is Some f then minor_sign A f else 0.

Lemma minor_sign_eq A f g : f =1 g -> minor_sign A f = minor_sign A g.
Proof. by move=> fg; congr (sgz (\det _)); apply/matrixP=> i j; rewrite !mxE fg. Qed.

Lemma minor_atE A c f : (forall l, f l = nth 0%N c l :> nat) -> minor_at A c = minor_sign A f.
Proof.
move=> fc; rewrite /minor_at; case: pickP => [g /forallP gc|/(_ (finfun f))/forallP[l]]; last by rewrite ffunE fc.
by apply: minor_sign_eq => l; apply: val_inj; rewrite /= fc; apply/eqP.
Qed.

Lemma choice_function c : size c = r -> (forall i, i \in c -> (i < n)%N) -> exists f, forall l, f l = nth 0%N c l :> nat.
Proof.
move=> cr cn; have lt (l : 'I_r) : (nth 0%N c l < n)%N by apply/cn/mem_nth; rewrite cr.
by exists (fun l => Ordinal (lt l)).
Qed.

Lemma minor_sign_permuted f g : injective f -> (forall k, exists l, f k = g l) ->
  exists s : 'S_r, forall B, minor_sign B f = (-1) ^+ s * minor_sign B g.
Proof.
move=> f_inj fg; have ex k : exists l, f k == g l by have [l ->] := fg k; exists l.
pose h k := xchoose (ex k); have hE k : f k = g (h k) by apply/eqP/(xchooseP (ex k)).
have h_inj : injective h by move=> i j ij; apply: f_inj; rewrite !hE ij.
exists (perm h_inj) => B; rewrite /minor_sign; have -> : rowsub f B = row_perm (perm h_inj) (rowsub g B).
  by apply/matrixP=> i j; rewrite !mxE permE hE.
by rewrite row_permE det_mulmx det_perm sgzM sgzX sgzN sgz1.
Qed.

Lemma minors_of_choices A B (e : int) :
  (forall c, c \in index_choices r n -> minor_at A c = e * minor_at B c) -> forall f, minor_sign A f = e * minor_sign B f.
Proof.
move=> AB f; have [/injectiveP f_inj|/injectiveP f_not] := boolP (injectiveb f); last first.
  have zero (C : 'M[K]_(n, r)) : minor_sign C f = 0.
    by apply/eqP; rewrite /minor_sign sgz_eq0; apply: contraT => /basis_inj.
  by rewrite !zero mulr0.
pose t := sort leq [seq (f l : nat) | l <- enum 'I_r].
have [|||c c_in ct] := @index_choices_complete r n t.
- rewrite ltn_sorted_uniq_leq sort_sorted ?andbT; last exact: leq_total.
  by rewrite sort_uniq map_inj_uniq ?enum_uniq // => i j /val_inj/f_inj.
- by rewrite size_sort size_map size_enum_ord.
- by move=> i; rewrite mem_sort => /mapP[l _ ->].
have [cr cn] := index_choices_bound c_in; have [g gc] := choice_function cr cn.
have [k|s sE] := minor_sign_permuted f_inj (g := g).
  have kc : (f k : nat) \in c by rewrite (perm_mem ct) mem_sort; apply/mapP; exists k; rewrite ?mem_enum.
  have lt : (index (f k : nat) c < r)%N by rewrite -[X in (_ < X)%N]cr index_mem.
  by exists (Ordinal lt); apply: val_inj; rewrite /= gc /= nth_index.
by have := AB c c_in; rewrite !(minor_atE _ gc) !sE => ->; rewrite mulrCA.
Qed.

Lemma choices_of_minors A B (e : int) : (forall f, minor_sign A f = e * minor_sign B f) ->
  forall c, c \in index_choices r n -> minor_at A c = e * minor_at B c.
Proof.
by move=> AB c /index_choices_bound[cr cn]; have [g gc] := choice_function cr cn; rewrite !(minor_atE _ gc) AB.
Qed.

End Minors.

(* Numbers, elimination and determinants. *)

Section Right.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.
Local Notation at_place u k := (phi (nth (null N) u k)).

Definition Z_of_sign (s : int) : Z := if s == 1 then Zpos xH else if s == -1 then Zneg xH else Z0.

Lemma sign_of_numberP a s : sign_of_number N a = Some s -> s = Z_of_sign (sgz (phi a)).
Proof.
rewrite /sign_of_number (phi_is_null right); case: eqP => [->|_]; first by rewrite sgz0 => -[].
case: ifP => [/(phi_is_positive right) pos|_]; first by rewrite gtr0_sgz // => -[].
by case: ifP => [/(phi_is_positive right)|//]; rewrite (phi_negate right) oppr_gt0 => neg; rewrite ltr0_sgz // => -[].
Qed.

Lemma signs_of_numbers (l : seq T) m :
  map (sign_of_number N) l = map Some m -> m = [seq Z_of_sign (sgz (phi a)) | a <- l].
Proof. by elim: l m => [|a l IH] [|s m] //= [/sign_of_numberP-> /IH->]. Qed.

Lemma entry_atE k u : phi (entry_at N k u) = at_place u k.
Proof. by rewrite /entry_at nthE. Qed.

Lemma cleared_atE d k u v : size u = d -> size v = d -> at_place u k != 0 -> size (cleared_at N k u v) = d /\
  exists a b, [/\ a != 0, a * at_place v k = b * at_place u k
    & forall j, at_place (cleared_at N k u v) j = a * at_place v j - b * at_place u j].
Proof.
move=> ud vd uk; rewrite /cleared_at (phi_is_null right) entry_atE; case: eqP => [vk|_].
  by split=> //; exists 1, 0; rewrite oner_eq0 vk mulr0 mul0r; split=> // j; rewrite mul1r mul0r subr0.
rewrite mapE combineE; split; first by rewrite size_map size_zip ud vd minnn.
exists (at_place u k), (at_place v k); split=> // [|j]; first exact: mulrC.
have [j_lt|j_ge] := ltnP j d.
  rewrite (nth_map (null N, null N)) ?size_zip ?ud ?vd ?minnn // nth_zip ?ud ?vd //=.
  by rewrite (phi_add right) (phi_negate right) !(phi_times right) !entry_atE.
by rewrite ![nth _ _ j]nth_default ?size_map ?size_zip ?ud ?vd ?minnn // (phi_null right) !mulr0 subr0.
Qed.

Definition combined (cs : seq nat) (x : 'I_(size cs) -> K) (v : seq T) : K := \sum_(l < size cs) at_place v (nth 0%N cs l) * x l.

Lemma combined_cons k cs (x : 'I_(size cs).+1 -> K) v :
  @combined (k :: cs) x v = at_place v k * x ord0 + combined (fun l => x (lift ord0 l)) v.
Proof. by rewrite /combined big_ord_recl. Qed.

Definition independent (rows : seq (seq T)) cs :=
  forall x : 'I_(size cs) -> K, (forall v, List.In v rows -> combined x v = 0) -> forall l, x l = 0.

Definition spanned (rows : seq (seq T)) cs j :=
  exists x : 'I_(size cs) -> K, forall v, List.In v rows -> at_place v j = combined x v.

Lemma independent_columnsP d ks rows (cs := independent_columns N ks rows) : (forall v, List.In v rows -> size v = d) ->
  [/\ {subset cs <= ks}, independent rows cs & forall j, j \in ks -> spanned rows cs j].
Proof.
rewrite {}/cs; elim: ks rows => [|k ks IH] rows rows_d /=; first by split=> // x _ [].
case E: (List.find _ rows) => [u|]; last first.
  have [sub ind span] := IH rows rows_d; split=> // j; first by move/sub; rewrite inE orbC => ->.
  rewrite inE => /orP[/eqP-> {j}|/span//]; exists (fun=> 0) => v v_in; rewrite /combined big1 => [|l _]; last by rewrite mulr0.
  by have /negbFE := List.find_none _ _ E v v_in; rewrite (phi_is_null right) entry_atE => /eqP.
have [u_in uk] := List.find_some _ _ E; rewrite (phi_is_null right) entry_atE in uk.
have cleared v (v_in : List.In v rows) := cleared_atE (rows_d u u_in) (rows_d v v_in) uk.
have [|sub ind span] := IH (List.map (cleared_at N k u) rows).
  by move=> w /List.in_map_iff[v [<- v_in]]; have [] := cleared v v_in.
move: (independent_columns _ _ _) sub ind span => cs sub ind span.
have combination a b v y : (forall j, at_place (cleared_at N k u v) j = a * at_place v j - b * at_place u j) ->
    @combined cs y (cleared_at N k u v) = a * combined y v - b * combined y u.
  move=> vE; rewrite /combined !mulr_sumr -sumrB; apply: eq_bigr => l _.
  by rewrite vE mulrBl !mulrA.
split=> [j|x x0 l|j].
- by rewrite !inE => /orP[->//|/sub->]; rewrite orbT.
- have x'0 i : x (lift ord0 i) = 0.
    apply: (ind (fun i => x (lift ord0 i))) => w /List.in_map_iff[v [<- v_in]].
    have [_ [a [b [a0 ab vE]]]] := cleared v v_in; rewrite (combination a b) //.
    have := x0 u u_in; have := x0 v v_in; rewrite !combined_cons => /addr0_eq<- /addr0_eq<-.
    by rewrite !mulrN opprK !mulrA ab addNr.
  have [i ->|->] := unliftP ord0 l; first exact: x'0.
  have := x0 u u_in; rewrite combined_cons /combined big1 => [|i _]; last by rewrite x'0 mulr0.
  by rewrite addr0 => /eqP; rewrite mulf_eq0 (negPf uk) => /eqP.
rewrite inE; have [->|_ /= /span[x xE]] := eqVneq j k.
  move=> _; exists (fun l => if l == ord0 then 1 else 0) => v _; rewrite combined_cons eqxx mulr1 /combined big1 ?addr0 // => l _.
  by rewrite mulr0.
exists (fun l => if unlift ord0 l is Some i then x i else (at_place u j - combined x u) / at_place u k) => v v_in.
rewrite combined_cons unlift_none; have -> : combined (fun l => if unlift ord0 (lift ord0 l) is Some i then x i else
    (at_place u j - combined x u) / at_place u k) v = combined x v by apply: eq_bigr => l _; rewrite liftK.
have [_ [a [b [a0 ab vE]]]] := cleared v v_in; apply: (mulfI a0).
have := xE _ (List.in_map (cleared_at N k u) _ _ v_in); rewrite (combination a b) // vE => h.
rewrite mulrDr [a * (_ * _)]mulrA ab -mulrA [at_place u k * _]mulrC divfK // -[LHS](subrK (b * at_place u j)) h.
by ring.
Qed.

Lemma size_omitting k (u : seq T) : (k < size u)%N -> size (omitting k u) = (size u).-1.
Proof. by elim: u k => [|a u IH] [|k] //= k_lt; rewrite IH //; case: u k_lt {IH}. Qed.

Lemma nth_omitting t k (u : seq T) j : nth t (omitting k u) j = nth t u (bump k j).
Proof.
elim: u k j => [|a u IH] [|k] j /=; rewrite ?nth_nil //; case: j => [|j] //=.
by rewrite IH /bump ltnS addnS.
Qed.

Lemma expansionE u m : phi (expansion N u m) = \sum_(k < size u) (-1) ^+ k * (at_place u k * phi (m k)).
Proof.
elim: u m => [|a u IH] m /=; first by rewrite big_ord0 (phi_null right).
have E : phi (negate N (expansion N u (fun k => m k.+1))) =
    \sum_(i < size u) (-1) ^+ (lift ord0 i) * (at_place (a :: u) (lift ord0 i) * phi (m (lift ord0 i))).
  by rewrite (phi_negate right) IH -sumrN; apply: eq_bigr => i _; rewrite lift0 exprS -mulrA mulN1r.
rewrite big_ord_recl -{}E expr0 mul1r /=; case: ifP => [|_]; last by rewrite (phi_add right) (phi_times right).
by rewrite (phi_is_null right) => /eqP->; rewrite mul0r add0r.
Qed.

Definition matrix_at r (M : seq (seq T)) : 'M[K]_r := \matrix_(i, j) at_place (nth [::] M i) j.

Lemma expansion_det r u (others : seq (seq T)) m : size u = r.+1 -> size others = r ->
  (forall k, (k < r.+1)%N -> phi (m k) = \det (matrix_at r [seq omitting k v | v <- others])) ->
  phi (expansion N u m) = \det (matrix_at r.+1 (u :: others)).
Proof.
move=> ur others_r mE; rewrite expansionE ur (expand_det_row _ ord0); apply: eq_bigr => k _.
rewrite mE // /cofactor mxE add0n mulrCA; congr (_ * (_ * \det _)).
by apply/matrixP=> i j; rewrite !mxE (nth_map [::]) ?others_r // nth_omitting.
Qed.

Lemma determinant_ofE r (M : seq (seq T)) : size M = r -> (forall v, List.In v M -> size v = r) ->
  phi (determinant_of N r M) = \det (matrix_at r M).
Proof.
elim: r M => [|r IH] [|u M] //= Mr M_r; first by rewrite det_mx00 (phi_unity right).
case: Mr => Mr; apply: expansion_det => // [|k k_lt]; first by apply: M_r; left.
rewrite IH mapE ?size_map // => w /List.in_map_iff[v [<- v_in]].
by have vr := M_r v (or_intror v_in); rewrite size_omitting vr.
Qed.

Definition below (r : nat) (p : seq (seq T)) : seq T :=
  List.map (fun k => determinant_of N r (List.map (omitting k) p)) (List.seq 0 r.+1).

Lemma belowE r (p : seq (seq T)) k : size p = r -> (forall v, List.In v p -> size v = r.+1) -> (k < r.+1)%N ->
  phi (entry_at N k (below r p)) = \det (matrix_at r [seq omitting k v | v <- p]).
Proof.
move=> pr p_r k_lt; rewrite entry_atE /below mapE seqE (nth_map 0%N) ?size_iota // nth_iota // add0n mapE.
by rewrite determinant_ofE ?size_map // => w /List.in_map_iff[v [<- /p_r vr]]; rewrite size_omitting vr.
Qed.

Lemma minors_ofE r n (M : seq (seq T)) : size M = n -> (forall v, List.In v M -> size v = r) ->
  map phi (minors_of N r M) = [seq \det (matrix_at r [seq nth [::] M i | i <- c]) | c <- index_choices r n].
Proof.
case: r => [|r] Mn Mr; first by rewrite /= det_mx00 (phi_unity right).
have ME : M = [seq nth [::] M i | i <- iota 0 n] by rewrite -Mn map_nth_iota0 // take_size.
have size_at i : i \in iota 0 n -> size (nth [::] M i) = r.+1.
  by rewrite mem_iota => i_n; apply/Mr/in_nth_list; rewrite Mn.
rewrite /minors_of flat_mapE {1}ME choices_map !map_flatten -!map_comp.
congr flatten; apply/eq_in_map => -[p t] /choices_bound[/= pr pn tn].
rewrite mapE -!map_comp; apply/eq_in_map => i it; pose q := [seq nth [::] M j | j <- p].
apply: (@expansion_det r _ q (fun k => entry_at N k (below r q))) => [||k k_lt]; rewrite ?size_map //; first exact/size_at/tn.
apply: belowE => // [|v]; rewrite ?size_map // => /List.in_map_iff[j [<- jp]].
by apply/size_at/pn; elim: p jp {pr pn q} => //= a p IH [->|/IH]; rewrite inE ?eqxx // orbC => ->.
Qed.

(* Columns that are a basis, and the chirotope. *)

Definition matrix_with n d (rows : seq (seq T)) : 'M[K]_(n, d) := \matrix_(i < n, j < d) at_place (nth [::] rows i) j.

Lemma column_basis_of n d (rows : seq (seq T)) (cs : seq nat) (A : 'M[K]_(n, size cs)) : size rows = n ->
  (forall i l, A i l = at_place (nth [::] rows i) (nth 0%N cs l)) ->
  {subset cs <= iota 0 d} -> independent rows cs -> (forall j, j \in iota 0 d -> spanned rows cs j) ->
  column_basis (matrix_with n d rows) A.
Proof.
move=> rows_n AE sub ind span; have sum_A i (x : 'I_(size cs) -> K) : \sum_l x l * A i l = combined x (nth [::] rows i).
  by apply: eq_bigr => l _; rewrite AE mulrC.
split.
  apply/eqP; rewrite -mxrank_tr -[_ == _]/(row_free A^T) -kermx_eq0; apply/rowV0P=> y /sub_kermxP yA.
  apply/rowP=> l; rewrite mxE; apply: (ind (fun l => y 0 l)) => v /(in_list_nth [::])[i i_lt ->].
  rewrite rows_n in i_lt; rewrite -(sum_A (Ordinal i_lt)).
  by have := congr1 (fun w : 'rV[K]_n => w 0 (Ordinal i_lt)) yA; rewrite !mxE => h; rewrite -[RHS]h; apply: eq_bigr => k _; rewrite mxE.
apply/eqmxP/andP; split; apply/row_subP=> j.
  have : nth 0%N cs j \in iota 0 d by apply/sub/mem_nth.
  rewrite mem_iota => /= j_lt; suff -> : row j A^T = row (Ordinal j_lt) (matrix_with n d rows)^T by apply: row_sub.
  by apply/rowP=> i; rewrite !mxE AE.
have [|x xE] := span j; first by rewrite mem_iota ltn_ord.
have -> : row j (matrix_with n d rows)^T = \row_l x l *m A^T; last exact: submxMl.
apply/rowP=> i; rewrite !mxE xE; last by apply: in_nth_list; rewrite rows_n.
by rewrite -sum_A; apply: eq_bigr => l _; rewrite !mxE.
Qed.

Lemma chirotopeP n d (rows : seq (seq T)) r l : (forall u, List.In u rows -> size u = d) -> size rows = n ->
  orientation.chirotope N d rows = Some (r, l) ->
  exists A : 'M[K]_(n, r), column_basis (matrix_with n d rows) A /\
    l = normalised_signs [seq Z_of_sign (minor_at A c) | c <- index_choices r n].
Proof.
move=> rows_d rows_n; rewrite /orientation.chirotope seqE.
have [] := independent_columnsP (iota 0 d) rows_d; move: (independent_columns _ _ _) => cs sub ind span.
case E: (known_signs _) => [m|] //= [<- <-] {r l}; pose A : 'M[K]_(n, size cs) :=
  \matrix_(i, l) at_place (nth [::] rows i) (nth 0%N cs l).
exists A; split; first by apply: column_basis_of => // i l; rewrite mxE.
congr normalised_signs; have {E} -> := signs_of_numbers (known_signsP _ _ E).
pose M := [seq on_columns N cs u | u <- rows].
have Mn : size M = n by rewrite size_map.
have M_r v : List.In v M -> size v = size cs by move=> /List.in_map_iff[u [<- _]]; rewrite /on_columns mapE size_map.
rewrite -[minors_of _ _ _]/(minors_of N (size cs) M) (map_comp (fun x : K => Z_of_sign (sgz x)) phi) (minors_ofE Mn M_r).
rewrite -map_comp; apply/eq_in_map => c /index_choices_bound[cr cn] /=.
have [f fc] := choice_function cr cn; rewrite (minor_atE _ fc); congr (Z_of_sign (sgz (\det _))).
apply/matrixP=> i j; rewrite !mxE (nth_map 0%N) ?cr // -fc (nth_map [::]) ?rows_n //.
by rewrite /on_columns mapE (nth_map 0%N) // entry_atE.
Qed.

End Right.

(* Two chirotopes. *)

Section Comparison.

Variable K : realFieldType.

Lemma Z_of_sign_opp (x : K) : Z_of_sign (- sgz x) = Z.opp (Z_of_sign (sgz x)).
Proof. by case: sgzP. Qed.

Lemma Z_of_sign_values (x : K) : Z_of_sign (sgz x) = Z0 \/ Z_of_sign (sgz x) = Zpos xH \/ Z_of_sign (sgz x) = Zneg xH.
Proof. by case: sgzP => _; [left | right; left | right; right]. Qed.

Lemma Z_of_sign_inj (x y : K) : Z_of_sign (sgz x) = Z_of_sign (sgz y) -> sgz x = sgz y.
Proof. by case: sgzP => _; case: sgzP. Qed.

Variables (n r : nat) (A B : 'M[K]_(n, r)).
Let signs (C : 'M[K]_(n, r)) := [seq Z_of_sign (minor_at C c) | c <- index_choices r n].

Lemma minor_at_sign (C : 'M[K]_(n, r)) c : exists x : K, minor_at C c = sgz x.
Proof.
by rewrite /minor_at; case: pickP => [f _|_]; [exists (\det (rowsub f C)) | exists 0; rewrite sgz0].
Qed.

Lemma signs_values (C : 'M[K]_(n, r)) s : List.In s (signs C) -> s = Z0 \/ s = Zpos xH \/ s = Zneg xH.
Proof. by move=> /List.in_map_iff[c [<- _]]; have [x ->] := minor_at_sign C c; apply: Z_of_sign_values. Qed.

Lemma signs_equal : normalised_signs (signs A) = normalised_signs (signs B) <->
  exists e : int, (e = 1 \/ e = -1) /\ forall f, minor_sign A f = e * minor_sign B f.
Proof.
split=> [/(normalised_cases _ _ (@signs_values A) (@signs_values B))[/eq_in_map AB|AB]|[e [e1 /choices_of_minors AB]]].
- exists 1; split; [by left | apply: minors_of_choices => c /AB; rewrite mul1r].
  by have [x ->] := minor_at_sign A c; have [y ->] := minor_at_sign B c; apply: Z_of_sign_inj.
- exists (-1); split; [by right | apply: minors_of_choices => c; move: AB; rewrite mapE -map_comp => /eq_in_map AB /AB /=].
  have [x ->] := minor_at_sign A c; have [y ->] := minor_at_sign B c.
  by rewrite mulN1r -Z_of_sign_opp -sgzN; apply: Z_of_sign_inj.
case: e1 AB => -> AB; last rewrite -normalised_opposite mapE -map_comp; congr normalised_signs; apply/eq_in_map => c /AB.
  by rewrite mul1r => ->.
by move=> /= ->; rewrite mulN1r; have [y ->] := minor_at_sign B c; rewrite Z_of_sign_opp Z.opp_involutive.
Qed.

End Comparison.

Section Same.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.
Variables (n d d' : nat) (rows rows' : seq (seq T)).
Hypothesis rows_d : forall u, List.In u rows -> size u = d.
Hypothesis rows'_d' : forall u, List.In u rows' -> size u = d'.
Local Notation U := (\matrix_(i < n, j < d) phi (nth (null N) (nth [::] rows i) j)).
Local Notation U' := (\matrix_(i < n, j < d') phi (nth (null N) (nth [::] rows' i) j)).

Lemma same_chirotope_size : same_chirotope N d rows d' rows' = Some true -> size rows = size rows'.
Proof. by rewrite /same_chirotope; case: (Nat.eqb_spec (length rows) (length rows')). Qed.

Hypotheses (rows_n : size rows = n) (rows'_n : size rows' = n).

Lemma same_chirotopeP b : same_chirotope N d rows d' rows' = Some b -> same_chirotopes U U' <-> b.
Proof.
rewrite /same_chirotope; have /Nat.eqb_eq -> : length rows = length rows' by rewrite -[LHS]/(size rows) rows_n -rows'_n.
case E: (orientation.chirotope N d rows) => [[r l]|] //; case E': (orientation.chirotope N d' rows') => [[r' l']|] // [<-] {b}.
have [A [bA ->]] := chirotopeP right rows_d rows_n E; have [A' [bA' ->]] := chirotopeP right rows'_d' rows'_n E'.
rewrite /matrix_with in bA bA'; split=> [[r0 [B [B' [bB bB' BB']]]]|/andP[/Nat.eqb_eq rr]].
  have r0r : r0 = r by rewrite -(column_basis_rank bB) (column_basis_rank bA).
  have r'r : r' = r by rewrite -r0r -(column_basis_rank bB') (column_basis_rank bA').
  subst r0 r'; rewrite Nat.eqb_refl /=; apply/same_signsP/signs_equal.
  have [e [e1 AB]] := chirotope_bases bB bA; have [e' [e'1 AB']] := chirotope_bases bB' bA'.
  exists (e * e'); split=> [|f]; first by case: e1 => ->; case: e'1 => ->; [left | right | right | left].
  have ee : e' * e' = 1 by case: e'1 => ->.
  by rewrite AB AB' BB' -mulrA [e' * (e' * _)]mulrA ee mul1r.
subst r' => /same_signsP/signs_equal[e [e1 AA']].
have [|B' [bB' AB']] := negated_basis e1 bA' _ AA'; last by exists r, A, B'.
move=> f; have [r0|r0] := eqVneq r 0%N; [left | by right]; subst r.
by rewrite /minor_sign det_mx00 sgz1.
Qed.

Lemma same_chirotope_true : same_chirotope N d rows d' rows' = Some true -> same_chirotopes U U'.
Proof. by move/same_chirotopeP=> ->. Qed.

Lemma same_chirotope_false : same_chirotope N d rows d' rows' = Some false -> ~ same_chirotopes U U'.
Proof. by move/same_chirotopeP=> ->. Qed.

End Same.
