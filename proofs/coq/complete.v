(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM IS RIGHT ABOUT WHOLE PATTERNS                                 *)
(*                                                                            *)
(*  Field.  K is any ordered field; where a number field is given, any real   *)
(*  closed field (is_root).                                                   *)
(*                                                                            *)
(*  Words: see definitions.v; the program is whole.v.  A member of a list     *)
(*  is a pair of what occurs and a witness.                                   *)
(*                                                                            *)
(*  Theorems, for every input.                                                *)
(*    verified_sign_pattern      If the program accepts a list of members,    *)
(*        then S(U) has as many members as the list, and s is in S(U) if and  *)
(*        only if it is listed.                                               *)
(*    verified_ranking_pattern   The same of R(U) = S(B_n U): a ranking is    *)
(*        feasible if and only if it is listed.                               *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions lists covectors certificates rankings listing numbers numbers_right program whole verified region_count.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* As many different members as the pattern has are all of them. *)

Lemma all_topes (K : realFieldType) n d (U : 'M[K]_(n, d)) (L : seq {ffun 'I_n -> bool}) :
  uniq L -> (forall b, b \in L -> sign_pattern U (sign_of b)) -> has_topes U (size L) ->
  forall b, sign_pattern U (sign_of b) -> b \in L.
Proof.
move=> Lu LU [T [TP Tk]] b /TP bT; have sub : {subset L <= enum T} by move=> c /LU/TP; rewrite mem_enum.
by have [|_ ->] := uniq_min_size Lu sub; rewrite ?mem_enum // -cardE Tk.
Qed.

Lemma increasing_uniq l : increasing l -> uniq l.
Proof.
have irr : irreflexive less by elim=> //= a u ->; rewrite Nat.ltb_irrefl andbF.
have tr : transitive less.
  elim=> [|b v IH] [|a u] [|c w] //=.
  move=> /orP[/Nat.ltb_lt ab|/andP[/Nat.eqb_eq-> uv]] /orP[/Nat.ltb_lt bc|/andP[/Nat.eqb_eq<- vw]].
  - by apply/orP; left; apply/Nat.ltb_lt; apply: Nat.lt_trans ab bc.
  - by apply/orP; left; apply/Nat.ltb_lt.
  - by apply/orP; left; apply/Nat.ltb_lt.
  by rewrite Nat.eqb_refl (IH _ _ uv vw) orbT.
have sortedE : increasing l = sorted less l by elim: l => [|u [|v l] IH] //; rewrite -[sorted _ _]/(less u v && sorted less (v :: l)) -IH.
by rewrite sortedE; apply: sorted_uniq.
Qed.

Lemma sizes_agree (k : nat) (m : nat) (z : Z) : z = Z.of_nat k -> Z.eqb (Z.of_nat m) z -> m = k.
Proof. by move=> -> /Z.eqb_eq/Nat2Z.inj. Qed.

Lemma labels_belowE n l : labels_below n l = all (fun i => i < n)%N l.
Proof. by rewrite /labels_below forallbE; apply: eq_all => i; apply/idP/idP => [/Nat.ltb_lt/ssrnat.ltP|/ssrnat.ltP/Nat.ltb_lt]. Qed.

Section Numbers.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.

Lemma accepted_member d rows q x : well_shaped N d rows ->
  well_formed (size rows) q -> all_hold N d (system N (numbers_of N rows) q) (evidence N x) -> answered_yes theta d rows [::] q.
Proof.
move=> rows_ok formed held; apply: (@witnessed_right _ _ _ _ _ right d rows [::] q x).
by rewrite /witnessed /conditions /= List.app_nil_r rows_ok formed List.app_nil_r.
Qed.

Definition signs_of_entries n (w : seq entry) : {ffun 'I_n -> bool} := [ffun i => if nth Any w (i : 'I_n) is Pos then true else false].

Lemma whole_sign_pattern_right d rows members : whole_sign_pattern N d rows members ->
  has_topes (matrix_of theta (size rows) d rows) (size members) /\
  forall s, sign_pattern (matrix_of theta (size rows) d rows) s <->
    exists x, List.In ([seq entry_of (s i) | i <- enum 'I_(size rows)], x) members.
Proof.
rewrite /whole_sign_pattern => /andP[rows_ok /andP[/andP[/List.forallb_forall each incr] count]].
have [k [kE kU]] := topes_rows right rows_ok erefl; rewrite -(sizes_agree kE count) in kU; split=> //.
set n := size rows in kU *; set U := matrix_of theta n d rows in kU *.
have member w x : List.In (w, x) members -> [/\ size w = n, forall i, (i < n)%N -> strict (nth Any w i) & possible U (fun i => nth Any w i)].
  move=> /each/andP[/andP[/= /Nat.eqb_spec wn /List.forallb_forall w_strict] held]; split=> // [i i_n|].
    by apply: w_strict; apply: in_nth_list; rewrite [size w]wn.
  by apply/meaning_signs; apply: (@accepted_member d rows (Signs w) x rows_ok _ held); apply/Nat.eqb_spec.
pose L := [seq signs_of_entries n m.1 | m <- members].
have codes (m : seq entry * seq (seq Z)) : List.In m members -> List.map code m.1 = [seq (~~ signs_of_entries n m.1 i : nat) | i <- enum 'I_n].
  case: m => w x /member[wn w_strict _] /=; rewrite mapE; apply: (@eq_from_nth _ 0%N).
    by rewrite [LHS]size_map [RHS]size_map size_enum_ord.
  rewrite [size _]size_map wn => i i_n.
  rewrite (nth_map Any) ?wn // (nth_map (Ordinal i_n)) ?size_enum_ord // ffunE (nth_ord_enum (Ordinal i_n) (Ordinal i_n)) /=.
  by have := w_strict i i_n; case: (nth _ _ _).
have Lu : uniq L.
  have := increasing_uniq incr; rewrite mapE (eq_map_In codes) => h.
  by apply: (@map_uniq _ _ (fun b : {ffun 'I_n -> bool} => [seq (~~ b i : nat) | i <- enum 'I_n])); rewrite -map_comp.
have sound w x (s : 'I_n -> int) : List.In (w, x) members -> (forall i : 'I_n, nth Any w i = entry_of (s i)) -> sign_pattern U s.
  move=> /member[wn w_strict [y yP]] ws; apply: (@witness_sound _ _ _ _ _ y) => i.
    by have := w_strict i (ltn_ord i); rewrite ws /entry_of; case: eqP => [|_]; [left | case: eqP => //; right].
  by rewrite -ws; apply: yP.
have LU b : b \in L -> sign_pattern U (sign_of b).
  case/mapIn=> -[w x] m_in ->; apply: (sound w x) => // i; have [_ w_strict _] := member _ _ m_in.
  by rewrite /sign_of ffunE; have := w_strict i (ltn_ord i); case: (nth _ _ _).
have kL : has_topes U (size L) by rewrite size_map.
move=> s; split=> [sU|[x m_in]]; last first.
  by apply: (sound _ _ _ m_in) => i; rewrite (nth_map i) ?size_enum_ord // nth_ord_enum.
have s1 i : s i = 1 \/ s i = -1.
  by have [[x xP] /(_ i)] := sU; rewrite -xP; case: sgzP; [|left|right].
have [|[w x] m_in bw] := (mapIn _ _ _).1 (all_topes Lu LU kL (b := [ffun i => s i == 1]) _).
  have e : s =1 sign_of [ffun i => s i == 1] by move=> i; rewrite /sign_of ffunE; case: (s1 i) => ->.
  by have [sU' s0] := sU; split=> [|i]; [apply: covector_ext sU' | rewrite -e].
exists x; have [wn w_strict _] := member _ _ m_in; suff -> : [seq entry_of (s i) | i <- enum 'I_n] = w by [].
apply: (@eq_from_nth _ Any); rewrite size_map size_enum_ord // => i i_n.
rewrite (nth_map (Ordinal i_n)) ?size_enum_ord // (nth_ord_enum (Ordinal i_n) (Ordinal i_n)).
have := congr1 (fun b : {ffun 'I_n -> bool} => b (Ordinal i_n)) bw; rewrite !ffunE /=.
by have := w_strict i i_n; case: (s1 (Ordinal i_n)) => ->; case: (nth _ _ _).
Qed.

Lemma ranking_of_list n (l : seq nat) :
  uniq l -> size l = n -> all (fun i => i < n)%N l -> exists p : 'S_n, l = [seq (p a : nat) | a <- enum 'I_n].
Proof.
move=> lu ln /allP l_lt; have sub : {subset l <= iota 0 n} by move=> i /l_lt; rewrite mem_iota.
have [|_ same] := uniq_min_size lu sub; first by rewrite size_iota ln.
have : perm_eq (map succn l) (iota 1 n).
  by rewrite -[1%N]/(1 + 0)%N iotaDl; apply/perm_map/uniq_perm; rewrite ?iota_uniq.
case/labels_onto=> p lp; exists p; apply: (inj_map succn_inj); rewrite lp /labels -map_comp.
by apply: eq_map.
Qed.

Lemma whole_ranking_pattern_right d rows members : whole_ranking_pattern N d rows members ->
  has_topes (braid K (size rows) *m matrix_of theta (size rows) d rows) (size members) /\
  forall p, ranks (matrix_of theta (size rows) d rows) p <->
    exists x, List.In ([seq (p a : nat) | a <- enum 'I_(size rows)], x) members.
Proof.
rewrite /whole_ranking_pattern => /andP[rows_ok /andP[/andP[/List.forallb_forall each incr] count]].
have [k [kE]] := topes_rows right (differences_ok theta rows_ok) (size_differences rows).
rewrite (matrix_of_differences theta rows_ok erefl) => kU; rewrite -(sizes_agree kE count) in kU; split=> //.
set n := size rows in kU *; set U := matrix_of theta n d rows in kU *.
pose list_of (p : 'S_n) := [seq (p a : nat) | a <- enum 'I_n].
have member l x : List.In (l, x) members -> exists2 p : 'S_n, l = list_of p & ranks U p.
  move=> /each/andP[/andP[/= /Nat.eqb_spec ln below] held].
  have yes : answered_yes theta d rows [::] (Ranking l) by apply: (@accepted_member d rows (Ranking l) x rows_ok _ held).
  have l_lt : all (fun i => i < n)%N l by rewrite -labels_belowE.
  have lu : uniq l.
    have [y [_ ly]] := yes; apply: sorted_uniq ly; last by move=> i; apply: ltxx.
    by move=> j i h ij jh; apply: lt_trans jh ij.
  have [p lp] := ranking_of_list lu ln l_lt; exists p => //.
  by apply/meaning_ranking; move: yes; rewrite lp.
have list_inj : injective list_of.
  move=> p q pq; apply/permP=> a; apply: val_inj; have := congr1 (fun l => nth 0%N l a) pq.
  have E (r : 'S_n) : nth 0%N (list_of r) a = r a by rewrite (nth_map a) ?size_enum_ord // nth_ord_enum.
  by rewrite !E.
have [ps psE] : exists ps : seq 'S_n, [seq m.1 | m <- members] = map list_of ps.
  elim: members member {each incr count kU} => [|[l x] rest IH] member; first by exists [::].
  have [p lp _] := member l x (or_introl erefl); have [ps psE] := IH (fun l' x' h => member l' x' (or_intror h)).
  by exists (p :: ps); rewrite /= lp psE.
have psP p : p \in ps <-> exists x, List.In (list_of p, x) members.
  rewrite -(mem_map list_inj) -psE; split=> [/mapIn[[l x] m_in /= ->]|[x m_in]]; first by exists x.
  by apply/mapIn; exists (list_of p, x).
have ranked p : p \in ps -> ranks U p.
  by case/psP=> x /member[q /list_inj->].
pose b_of (p : 'S_n) := [ffun k => order_signs p k == 1].
have signs_b p : order_signs p =1 sign_of (b_of p).
  by move=> k'; rewrite /sign_of ffunE /order_signs; case: (nth _ _ _) => i j; case: ifP.
have b_inj : injective b_of by move=> p q pq; apply: order_signs_inj => k'; rewrite !signs_b pq.
have pattern_b p : ranks U p <-> sign_pattern (braid K n *m U) (sign_of (b_of p)).
  rewrite ranks_pattern; split=> -[cov s0].
    by split=> [|k']; [apply: covector_ext cov | rewrite -signs_b].
  by split=> [|k']; [apply: covector_ext cov => k'; rewrite signs_b | rewrite signs_b].
have Lu : uniq (map b_of ps).
  by rewrite map_inj_uniq //; move: (increasing_uniq incr); rewrite mapE psE; apply: map_uniq.
have kL : has_topes (braid K n *m U) (size (map b_of ps)).
  by rewrite size_map -(size_map list_of ps) -psE size_map.
move=> p; rewrite -psP; split=> [/pattern_b|/ranked//].
move/(all_topes Lu _ kL)=> h; rewrite -(mem_map b_inj); apply: h => b /mapP[q /ranked/pattern_b qU ->] //.
Qed.

End Numbers.

Theorem verified_sign_pattern (K : realFieldType) f (theta : K) d rows members :
  is_root f theta -> accepts_sign_pattern f d rows members ->
  has_topes (matrix_of theta (size rows) d rows) (size members) /\
  forall s, sign_pattern (matrix_of theta (size rows) d rows) s <->
    exists x, List.In ([seq entry_of (s i) | i <- enum 'I_(size rows)], x) members.
Proof. by move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (whole_sign_pattern_right right). Qed.

Theorem verified_ranking_pattern (K : realFieldType) f (theta : K) d rows members :
  is_root f theta -> accepts_ranking_pattern f d rows members ->
  has_topes (braid K (size rows) *m matrix_of theta (size rows) d rows) (size members) /\
  forall p, ranks (matrix_of theta (size rows) d rows) p <->
    exists x, List.In ([seq (p a : nat) | a <- enum 'I_(size rows)], x) members.
Proof. by move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (whole_ranking_pattern_right right). Qed.
