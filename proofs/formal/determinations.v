(******************************************************************************)
(*                                                                            *)
(*  THE MAP: WHAT DETERMINES WHAT                                             *)
(*                                                                            *)
(*  Field.  R is any real closed field, K any ordered field.  U is n x d and  *)
(*  U' is n x d'; n, d and d' are arbitrary.                                  *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    gram_cosines, gram_distances   U U^T determines the cosines and the     *)
(*        squared distances.                                                  *)
(*    distances_difference_cosines   The squared distances determine the      *)
(*        cosines of B_n U.                                                   *)
(*    rankings_top_sets, top_sets_argmax   The rankings determine the sets of *)
(*        labels that come first, and these the labels that do.               *)
(*    map_of_determinations   The whole map.  Of the 110 ordered pairs of the *)
(*        eleven invariants, the 39 of determined_by: the first determines    *)
(*        the second, also for different widths; the other 71: it does not,   *)
(*        and two matrices of one width say so.                               *)
(*                                                                            *)
(*  Proof of the map.  Twelve arrows - the five above, U to U U^T, lemma 5.3, *)
(*  theorem 5.6 and both directions of chirotope.v, for U and for B_n U - and *)
(*  their compositions are the 39.  Eight counter-examples are the 71: if A   *)
(*  determines P, and Q determines B, then matrices that agree in A and not   *)
(*  in B agree in P and not in Q.                                             *)
(*                                                                            *)
(******************************************************************************)

From Coq Require List.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions invariants covectors lemma_5_3 rankings theorem_5_6 listing theorem_H_1 theorem_5_5 chirotope.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Arrows.

Variable R : rcfType.

Lemma dot_of_gram n d (U : 'M[R]_(n, d)) i j : dot (row i U) (row j U) = (U *m U^T) i j.
Proof. by rewrite gramE. Qed.

Lemma cosines_of_dots n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  (forall i j, dot (row i U) (row j U) = dot (row i U') (row j U')) -> cosines U = cosines U'.
Proof. by move=> h; apply/matrixP=> i j; rewrite !mxE /norm !h. Qed.

Lemma polarisation d (a b c e : 'rV[R]_d) (q := fun u : 'rV[R]_d => dot u u) :
  dot (a - b) (c - e) = (q (a - e) + q (b - c) - q (a - c) - q (b - e)) / 2%:R.
Proof.
rewrite /q /dot -big_split -!sumrB /= mulr_suml; apply: eq_bigr => k _; rewrite !mxE.
by field.
Qed.

End Arrows.

Theorem gram_cosines (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  U *m U^T = U' *m U'^T -> cosines U = cosines U'.
Proof. by move=> h; apply: cosines_of_dots => i j; rewrite !dot_of_gram h. Qed.

Theorem gram_distances (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  U *m U^T = U' *m U'^T ->
  forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U').
Proof.
move=> h i j; have E e (V : 'M[R]_(n, e)) : dot (row i V - row j V) (row i V - row j V) =
    (V *m V^T) i i - (V *m V^T) i j *+ 2 + (V *m V^T) j j.
  rewrite -!dot_of_gram /dot -!sumrMnl -sumrB -big_split /=; apply: eq_bigr => k _; rewrite !mxE.
  by ring.
by rewrite !E h.
Qed.

Theorem distances_difference_cosines (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  (forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U')) ->
  cosines (braid R n *m U) = cosines (braid R n *m U').
Proof.
move=> h; apply: cosines_of_dots => k l.
have [i [j [_ kE]]] := pair_of_row k; have [i' [j' [_ lE]]] := pair_of_row l.
by rewrite !(row_braid_mul _ kE) !(row_braid_mul _ lE) (polarisation (row i U)) (polarisation (row i U')) /= !h.
Qed.

Lemma first_label n (p : 'S_n) (i : 'I_n) :
  (forall a : 'I_n, a = 0%N :> nat -> p a = i) <-> forall a : 'I_n, (p a \in [set i]) = (a < #|[set i]|)%N.
Proof.
rewrite cards1; split=> h a; last by move=> a0; apply/eqP; have := h a; rewrite inE a0.
rewrite inE ltnS leqn0; apply/eqP/eqP=> [pa|/h//].
case: n p i h a pa => [|n] p i h a pa; first by have := ltn_ord a.
by move: pa; rewrite -(h ord0) // => /perm_inj ->.
Qed.

Theorem rankings_top_sets (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  same_rankings U U' -> forall A, top_set U A <-> top_set U' A.
Proof. by move=> h A; split=> -[p [rp pA]]; exists p; split=> //; apply/h. Qed.

Lemma argmax_top_set (K : realFieldType) n d (U : 'M[K]_(n, d)) i : argmax_label U i <-> top_set U [set i].
Proof. by split=> -[p [rp pi]]; exists p; split=> //; apply/first_label. Qed.

Theorem top_sets_argmax (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  (forall A, top_set U A <-> top_set U' A) -> forall i, argmax_label U i <-> argmax_label U' i.
Proof.
by move=> h i; rewrite !argmax_top_set.
Qed.

(* Top sets from lists of rankings. *)

Lemma top_set_listed (K : realFieldType) n d (U : 'M[K]_(n, d)) (ls : seq (seq nat)) (A : {set 'I_n}) :
  (forall p, ranks U p <-> labels p \in ls) -> all (fun l => perm_eq l (iota 1 n)) ls ->
  top_set U A <-> exists2 l, l \in ls & forall i : 'I_n, (i.+1 \in take #|A| l) = (i \in A).
Proof.
move=> rU /allP orders; have placed_at (p : 'S_n) (i : 'I_n) : (i.+1 \in take #|A| (labels p)) = ((p^-1)%g i < #|A|)%N.
  rewrite in_take ?index_labels // -index_mem index_labels size_map size_enum_ord.
  exact: ltn_ord.
split=> [[p [/rU pl pA]]|[l l_in lA]].
  by exists (labels p) => // i; rewrite placed_at -pA permKV.
have [p pE] := labels_onto (orders l l_in); subst l; exists p; split=> [|a]; first exact/rU.
by rewrite -lA placed_at permK.
Qed.

Definition prefixes (ks : seq nat) (ls ls' : seq (seq nat)) : bool :=
  all (fun l => all (fun k => has (fun l' => perm_eq (take k l) (take k l')) ls') ks) ls.

Lemma same_prefixes (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d'))
    (ks : seq nat) (ls ls' : seq (seq nat)) (A : {set 'I_n}) :
  (forall p, ranks U p <-> labels p \in ls) -> (forall p, ranks U' p <-> labels p \in ls') ->
  all (fun l => perm_eq l (iota 1 n)) (ls ++ ls') -> prefixes ks ls ls' && prefixes ks ls' ls -> #|A| \in ks ->
  top_set U A <-> top_set U' A.
Proof.
rewrite all_cat => rU rU' /andP[o o'] /andP[/allP pre /allP pre'] kA.
rewrite (top_set_listed A rU o) (top_set_listed A rU' o'); split=> -[l l_in lA].
  have /allP/(_ _ kA)/hasP[l' l'_in /perm_mem same_l] := pre l l_in.
  by exists l' => // i; rewrite -same_l.
have /allP/(_ _ kA)/hasP[l' l'_in /perm_mem same_l] := pre' l l_in.
by exists l' => // i; rewrite -same_l.
Qed.

(* Matrices of integers. *)

Section Integers.

Variable R : rcfType.

Definition in_domain_rows n d rows : bool :=
  all (fun i => has (fun j => at_ rows i j != 0) (iota 0 d)) (iota 0 n) &&
  all (fun i => all (fun k => (i == k) || has (fun j => at_ rows i j != at_ rows k j) (iota 0 d)) (iota 0 n)) (iota 0 n).

Lemma in_domain_of_rows n d rows : in_domain_rows n d rows -> in_domain (of_rows R n d rows).
Proof.
case/andP=> /allP nz /allP ne; split=> [i|i i' ii'].
  have /hasP[j] : has (fun j => at_ rows i j != 0) (iota 0 d) by apply: nz; rewrite mem_iota ltn_ord.
  rewrite mem_iota => /= jd ij; apply: contraNneq ij => /rowP/(_ (Ordinal jd)).
  by rewrite !mxE /= => /eqP; rewrite intr_eq0.
have /allP/(_ i') : all (fun i' => (i == i' :> nat) || has (fun j => at_ rows i j != at_ rows i' j) (iota 0 d)) (iota 0 n).
  by apply: ne; rewrite mem_iota ltn_ord.
rewrite mem_iota ltn_ord val_eqE (negPf ii') => /(_ isT)/hasP[j]; rewrite mem_iota => /= jd ij.
apply: contraNneq ij => /rowP/(_ (Ordinal jd)).
by rewrite !mxE /= => /eqP; rewrite eqr_int.
Qed.

Lemma dot_of_rows n d rows (i j : 'I_n) :
  dot (row i (of_rows R n d rows)) (row j (of_rows R n d rows)) = (sum_below d (fun k => at_ rows i k * at_ rows j k))%:~R.
Proof. by rewrite sum_belowE /dot; apply: eq_bigr => k _; rewrite !mxE intrM. Qed.

Lemma distance_of_rows n d rows (i j : 'I_n) (U := of_rows R n d rows) :
  dot (row i U - row j U) (row i U - row j U) = (sum_below d (fun k => (at_ rows i k - at_ rows j k) ^+ 2))%:~R.
Proof. by rewrite sum_belowE /dot; apply: eq_bigr => k _; rewrite !mxE rmorphX rmorphB expr2. Qed.

Lemma mul_of_rows n d e rows ms prod :
  all (fun i => all (fun j => at_ prod i j == sum_below d (fun k => at_ rows i k * at_ ms k j)) (iota 0 e)) (iota 0 n) ->
  of_rows R n e prod = of_rows R n d rows *m of_rows R d e ms.
Proof.
move=> /allP h; apply/matrixP=> i j; rewrite !mxE.
have /h/allP hi : (i : nat) \in iota 0 n by rewrite mem_iota ltn_ord.
have /hi/eqP -> : (j : nat) \in iota 0 e by rewrite mem_iota ltn_ord.
rewrite sum_belowE.
by apply: eq_bigr => k _; rewrite !mxE intrM.
Qed.

Lemma same_covectors_mul n d (U V : 'M[R]_(n, d)) M M' : V = U *m M -> U = V *m M' -> same_covectors U V.
Proof. by move=> VU UV s; split; [rewrite UV | rewrite VU]; apply: covector_mulmx. Qed.

Lemma cosine_zero n d d' (U : 'M[R]_(n, d)) (V : 'M[R]_(n, d')) i j :
  nonzero_rows V -> cosines U = cosines V -> dot (row i U) (row j U) = 0 -> dot (row i V) (row j V) = 0.
Proof.
move=> V0 /matrixP/(_ i j); rewrite !mxE => CC UU; move: CC; rewrite UU mul0r => /esym/eqP.
by rewrite mulf_eq0 invr_eq0 mulf_eq0 !(gt_eqF (norm_gt0 (V0 _))) !orbF => /eqP.
Qed.

Lemma cosine_self d (u : 'rV[R]_d) : u != 0 -> dot u u / (norm u * norm u) = 1.
Proof. by move=> u0; rewrite -expr2 sqr_sqrtr ?dot_ge0 // divff // gt_eqF ?dot_gt0. Qed.

End Integers.

(* The counter-examples. *)

Section CounterExamples.

Variable R : rcfType.

Lemma gram_leaves_rows : leaves_open R inv_G inv_U.
Proof.
exists 1%N, 1%N, (of_rows R 1 1 [:: [:: 1]]%integers), (of_rows R 1 1 [:: [:: -1]]%integers).
split; try by apply: in_domain_of_rows.
  by apply/matrixP=> i j; rewrite -!dot_of_gram !dot_of_rows !ord1.
move=> /(congr1 (fun t : {e : nat & 'M[R]_(1, e)} => \sum_j tagged t 0 j)) /=; rewrite !big_ord1 !mxE => /eqP.
by rewrite eqr_int.
Qed.

Lemma distances_leave_signs : leaves_open R inv_D inv_S.
Proof.
exists 2%N, 1%N, (of_rows R 2 1 [:: [:: 1]; [:: 3]]%integers), (of_rows R 2 1 [:: [:: -1]; [:: 1]]%integers).
split; try by apply: in_domain_of_rows.
  move=> i j; rewrite !distance_of_rows; congr (_%:~R).
  by case: i j => [[|[|?]] //= ?] [[|[|?]] //= ?].
move=> /(_ (fun=> 1))[to_V _]; have [|[x xP] _] := to_V.
  split=> //; exists (const_mx 1) => i; rewrite mxE big_ord1 !mxE mulr1 sgz_int.
  by case: i => [[|[|?]] //= ?].
have := xP ord0; have := xP (lift ord0 ord0); rewrite !mxE !big_ord1 !mxE /= mulN1r mul1r sgzN => ->.
by [].
Qed.

Lemma cosines_leave_argmax : leaves_open R inv_C inv_argmax.
Proof.
exists 3%N, 1%N, (line_1 R), (line_2 R); have [[C1 C2] _ _ _ _] := theorem_5_5_small R.
split; try by apply: in_domain_of_rows.
  by rewrite /= C1 C2.
have R1 p := (line_rankings R p).1; have R2 p := (line_rankings R p).2.
move=> /(_ ord0); rewrite !argmax_top_set (top_set_listed _ R1) // (top_set_listed _ R2) // cards1 => -[to_2 _]; have [|l l_in] := to_2.
  exists [:: 1; 2; 3]%N => // i; rewrite in_set1.
  by case: i => [[|[|[|?]]] //= ?].
have /allP/(_ l l_in)/negPf not_1 : all (fun l => 1%N \notin take 1 l) line_2_rankings by vm_compute.
by move/(_ ord0); rewrite not_1 set11.
Qed.

Lemma difference_cosines_leave_distances : leaves_open R inv_CB inv_D.
Proof.
exists 2%N, 1%N, (of_rows R 2 1 [:: [:: 1]; [:: 2]]%integers), (of_rows R 2 1 [:: [:: 1]; [:: 3]]%integers).
have [U0 V0] : in_domain (of_rows R 2 1 [:: [:: 1]; [:: 2]]%integers) /\ in_domain (of_rows R 2 1 [:: [:: 1]; [:: 3]]%integers).
  by split; apply: in_domain_of_rows.
split=> //.
  apply/matrixP=> k l; have -> : k = l.
    have zero (m : 'I_('C(2, 2))) : val m = 0%N.
      by apply/eqP; rewrite -leqn0 -ltnS; apply: leq_trans (ltn_ord m) _; rewrite binn.
    by apply: val_inj; rewrite !zero.
  rewrite !mxE !cosine_self //; [exact: braid_nonzero_rows V0.2 _ | exact: braid_nonzero_rows U0.2 _].
by move=> /(_ ord0 (lift ord0 ord0)); rewrite !distance_of_rows => /eqP; rewrite eqr_int.
Qed.

Lemma chirotope_leaves_cosines : leaves_open R inv_X inv_C.
Proof.
pose U := [:: [:: 1; 0]; [:: 0; 1]]%integers; pose V := [:: [:: 1; 0]; [:: 1; 1]]%integers.
exists 2%N, 2%N, (of_rows R 2 2 U), (of_rows R 2 2 V).
have V0 : in_domain (of_rows R 2 2 V) by apply: in_domain_of_rows.
split=> //; first by apply: in_domain_of_rows.
  apply/chirotope_covectors; apply: (@same_covectors_mul R _ _ _ _ (of_rows R 2 2 V) (of_rows R 2 2 [:: [:: 1; 0]; [:: -1; 1]]%integers)).
    by apply: mul_of_rows.
  by apply: mul_of_rows.
move=> same_C; have := @cosine_zero R 2 2 2 _ _ ord0 (lift ord0 ord0) V0.1 same_C.
by rewrite !dot_of_rows => /(_ erefl)/eqP; rewrite intr_eq0.
Qed.

Lemma rankings_leave_difference_cosines : leaves_open R inv_R inv_CB.
Proof.
pose U := [:: [:: 1; 0]; [:: 0; 1]; [:: 1; 1]]%integers; pose V := [:: [:: 1; 1]; [:: 0; 1]; [:: 1; 2]]%integers.
exists 3%N, 2%N, (of_rows R 3 2 V), (of_rows R 3 2 U).
have U0 : in_domain (of_rows R 3 2 U) by apply: in_domain_of_rows.
split=> //; first by apply: in_domain_of_rows.
  have VU : of_rows R 3 2 V = of_rows R 3 2 U *m of_rows R 2 2 [:: [:: 1; 1]; [:: 0; 1]]%integers by apply: mul_of_rows.
  have UV : of_rows R 3 2 U = of_rows R 3 2 V *m of_rows R 2 2 [:: [:: 1; -1]; [:: 0; 1]]%integers by apply: mul_of_rows.
  apply/same_rankings_pattern => s; apply: same_covectors_S.
  pose back := of_rows R 2 2 [:: [:: 1; -1]; [:: 0; 1]]%integers; pose forth := of_rows R 2 2 [:: [:: 1; 1]; [:: 0; 1]]%integers.
  apply: (@same_covectors_mul R _ _ _ _ back forth).
    by rewrite -mulmxA -UV.
  by rewrite -mulmxA -VU.
have k0 : (0 < 'C(3, 2))%N by []; have k1 : (1 < 'C(3, 2))%N by [].
move=> same_C; have := @cosine_zero R 'C(3, 2) 2 2 _ _ (Ordinal k0) (Ordinal k1) (braid_nonzero_rows U0.2) same_C.
by rewrite !braid_of_rows !dot_of_rows => /(_ erefl)/eqP; rewrite intr_eq0.
Qed.

Lemma in_domain_affine n d (U : 'M[R]_(n, d.+1)) t : affine U -> ranks_as U t -> in_domain U.
Proof.
move=> U1 Ut; split; last exact: ranked_rows_distinct Ut.
by move=> i; apply/eqP=> /rowP/(_ 0)/eqP; rewrite !mxE U1 oner_eq0.
Qed.

Lemma top_sets_leave_rankings : leaves_open R inv_tops inv_R.
Proof.
have [[A1 B1] _ RR [RA _] [RB _]] := theorem_H_1_small R.
exists 4%N, 3%N, (small_A R), (small_B R); split=> //; first exact: in_domain_affine A1 RA.
  exact: in_domain_affine B1 RB.
move=> A; apply: (same_prefixes (ks := iota 0 5) (fun p => (small_rankings R p).1) (fun p => (small_rankings R p).2)) => //.
rewrite mem_iota /= add0n ltnS; apply: leq_trans (max_card _) _.
by rewrite card_ord.
Qed.

Definition line_3 : rows_of_integers := [:: [:: 1]; [:: 2]; [:: 3]; [:: 4]]%integers.
Definition line_4 : rows_of_integers := [:: [:: 1]; [:: 3]; [:: 2]; [:: 4]]%integers.
Definition line_3_rankings := with_reversals [:: [:: 1; 2; 3; 4]%N].
Definition line_4_rankings := with_reversals [:: [:: 1; 3; 2; 4]%N].

Lemma list_line_3 : complete_list 'C(4, 2) 1 (differences 4 1 line_3)
  [:: [:: 2; -1]; [:: 3; 0; -1]; [:: 1; 0; 0; -1]; [:: 2; 0; 0; 0; -1]; [:: 1; 0; 0; 0; 0; -1]]%integers
  [:: [:: 1]]%integers [seq signs_of 4 l | l <- line_3_rankings].
Proof. by vm_compute. Qed.

Lemma list_line_4 : complete_list 'C(4, 2) 1 (differences 4 1 line_4)
  [:: [:: 1; -2]; [:: 3; 0; -2]; [:: 1; 0; 0; 2]; [:: 1; 0; 0; 0; -2]; [:: 1; 0; 0; 0; 0; -1]]%integers
  [:: [:: 1]]%integers [seq signs_of 4 l | l <- line_4_rankings].
Proof. by vm_compute. Qed.

Lemma argmax_leaves_top_sets : leaves_open R inv_argmax inv_tops.
Proof.
exists 4%N, 1%N, (of_rows R 4 1 line_3), (of_rows R 4 1 line_4).
have R3 (p : 'S_4) : ranks (of_rows R 4 1 line_3) p <-> labels p \in line_3_rankings by apply: list_rankings list_line_3 _ p.
have R4 (p : 'S_4) : ranks (of_rows R 4 1 line_4) p <-> labels p \in line_4_rankings by apply: list_rankings list_line_4 _ p.
split; try by apply: in_domain_of_rows.
  by move=> i; rewrite !argmax_top_set; apply: (same_prefixes (ks := [:: 1%N]) R3 R4) => //; rewrite cards1.
pose i0 : 'I_4 := ord0; pose i1 : 'I_4 := lift ord0 ord0.
move=> /(_ [set i0; i1]); rewrite (top_set_listed _ R3) // (top_set_listed _ R4) // cards2 /= => -[to_4 _]; have [|l l_in lA] := to_4.
  exists [:: 1; 2; 3; 4]%N => // i; rewrite in_set2.
  by case: i => [[|[|[|[|?]]]] //= ?].
have /allP/(_ l l_in)/negP[] : all (fun l => ~~ ((1%N \in take 2 l) && (2%N \in take 2 l))) line_4_rankings by vm_compute.
by rewrite (lA i0) (lA i1) !inE !eqxx orbT.
Qed.

End CounterExamples.

(* Compositions of arrows between finitely many things, each with its number. *)

Section Compositions.

Variables (I : Type) (place : I -> nat) (arrow : I -> I -> Prop).

Definition each := foldr (fun b rest => arrow b.1 b.2 /\ rest) True.

Lemma each_has bs f : each bs -> has f bs -> exists b, arrow b.1 b.2 /\ f b.
Proof. by elim: bs => //= b bs IH [Tb /IH rest] /orP[fb|/rest//]; exists b. Qed.

Fixpoint reach (bs : seq (I * I)) (k : nat) (P Q : I) : bool :=
  (place P == place Q) || if k is k'.+1 then has (fun b => (place P == place b.1) && reach bs k' b.2 Q) bs else false.

Lemma reach_arrow bs k P Q : injective place -> (forall A, arrow A A) -> (forall A B C, arrow A B -> arrow B C -> arrow A C) ->
  each bs -> reach bs k P Q -> arrow P Q.
Proof.
move=> place_inj self compose proved; elim: k P => [|k IH] P; first by rewrite /= orbF => /eqP/place_inj ->.
rewrite -[reach bs k.+1 P Q]/((place P == place Q) || has (fun b => (place P == place b.1) && reach bs k b.2 Q) bs).
case/orP=> [/eqP/place_inj -> //|/(each_has proved)[[A B] [/= AB /andP[/eqP/place_inj -> /IH]]]].
exact: compose AB.
Qed.

End Compositions.

(* The rest follows by composition. *)

Section Map.

Variable R : rcfType.

Definition place (P : mapped) : nat :=
  match P with
  | inv_U => 0 | inv_G => 1 | inv_D => 2 | inv_C => 3 | inv_CB => 4 | inv_X => 5
  | inv_XB => 6 | inv_S => 7 | inv_R => 8 | inv_argmax => 9 | inv_tops => 10
  end%N.

Lemma place_inj : injective place.
Proof. by move=> P Q /eqP; case: P; case: Q. Qed.

Definition proved : seq (mapped * mapped) :=
  [:: (inv_U, inv_G); (inv_G, inv_C); (inv_G, inv_D); (inv_D, inv_CB);
      (inv_C, inv_S); (inv_CB, inv_R); (inv_X, inv_S); (inv_S, inv_X);
      (inv_XB, inv_R); (inv_R, inv_XB); (inv_R, inv_tops); (inv_tops, inv_argmax)].

Definition refuted : seq (mapped * mapped) :=
  [:: (inv_G, inv_U); (inv_D, inv_S); (inv_C, inv_argmax); (inv_CB, inv_D);
      (inv_X, inv_C); (inv_R, inv_CB); (inv_tops, inv_R); (inv_argmax, inv_tops)].

Lemma proved_arrows : each (determines R) proved.
Proof.
split; first by move=> n d d' U U' _ _ /= /(congr1 (fun t : {e : nat & 'M[R]_(n, e)} => tagged t *m (tagged t)^T)).
split; first by move=> n d d' U U' _ _; apply: gram_cosines.
split; first by move=> n d d' U U' _ _; apply: gram_distances.
split; first by move=> n d d' U U' _ _; apply: distances_difference_cosines.
split; first by move=> n d d' U U' [U0 _] [U'0 _] /(corollary_5_3 U0 U'0)[_ same_S]; apply: same_S.
split; first by move=> n d d' U U' [_ U0] [_ U'0] /(theorem_5_6 U0 U'0)[_ same_R _]; apply: same_R.
split; first by move=> n d d' U U' [U0 _] [U'0 _]; have [to_S _] := chirotope_sign_patterns U0 U'0; apply: to_S.
split; first by move=> n d d' U U' [U0 _] [U'0 _]; have [_ from_S] := chirotope_sign_patterns U0 U'0; apply: from_S.
split; first by move=> n d d' U U' [_ U0] [_ U'0]; have [to_R _] := chirotope_rankings U0 U'0; apply: to_R.
split; first by move=> n d d' U U' [_ U0] [_ U'0]; have [_ from_R] := chirotope_rankings U0 U'0; apply: from_R.
split; first by move=> n d d' U U' _ _; apply: rankings_top_sets.
by split=> //; move=> n d d' U U' _ _; apply: top_sets_argmax.
Qed.

Lemma refuted_arrows : each (leaves_open R) refuted.
Proof.
split; first exact: gram_leaves_rows.
split; first exact: distances_leave_signs.
split; first exact: cosines_leave_argmax.
split; first exact: difference_cosines_leave_distances.
split; first exact: chirotope_leaves_cosines.
split; first exact: rankings_leave_difference_cosines.
split; first exact: top_sets_leave_rankings.
by split; first exact: argmax_leaves_top_sets.
Qed.

Lemma reach_determines k P Q : reach place proved k P Q -> determines R P Q.
Proof.
apply: (reach_arrow place_inj _ _ proved_arrows) => [A n d d' U U' _ _ //|A B C AB BC n d d' U U' U0 U'0 same_A].
by apply: BC => //; apply: AB.
Qed.

End Map.

Theorem map_of_determinations (R : rcfType) (P Q : mapped) :
  (List.In Q (determined_by P) -> determines R P Q) /\
  (P <> Q -> ~ List.In Q (determined_by P) -> leaves_open R P Q).
Proof.
split=> [QP|PQ QP].
  by apply: (@reach_determines _ 6); case: P QP; case: Q => h //; exfalso; move: h => /=; intuition discriminate.
have /(each_has (refuted_arrows R))[b [[n [d [U [V [U0 V0 same_b other_b]]]]] path]] :
    has (fun b => reach place proved 6 b.1 P && reach place proved 6 Q b.2) refuted.
  by case: P PQ QP; case: Q => PQ QP //; first [by case: PQ | case: QP; repeat (first [by left | right])].
case/andP: path => /reach_determines to_P /reach_determines from_Q; exists n, d, U, V; split=> //; first exact: to_P.
by move=> same_Q; apply: other_b; apply: from_Q.
Qed.
