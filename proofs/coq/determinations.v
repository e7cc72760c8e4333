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
(*    projector_of_distances, centred_cosines_of_distances   The squared      *)
(*        distances determine the projector onto the column span of the       *)
(*        centred U, and the cosines of the centred U.                        *)
(*    map_of_determinations   The whole map.  Of the 182 ordered pairs of the *)
(*        fourteen invariants, the 53 of determined_by: the first determines  *)
(*        the second, also for different widths; the other 129: it does not,  *)
(*        and two matrices of one width, for which all fourteen are defined,  *)
(*        say so.                                                             *)
(*                                                                            *)
(*  Proof of the map.  Sixteen arrows - the seven above, U to U U^T, lemma    *)
(*  5.3, theorem 5.6, projector_rankings, the projector to its cosines and    *)
(*  both directions of chirotope.v, for U and for B_n U - and their           *)
(*  compositions are the 53.  Fifteen counter-examples are the 129: if A      *)
(*  determines P, and Q determines B, then matrices that agree in A and not   *)
(*  in B agree in P and not in Q.                                             *)
(*                                                                            *)
(******************************************************************************)

From Coq Require List.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions invariants covectors lemma_5_3 rankings theorem_5_6 listing theorem_H_1 theorem_5_5 chirotope claims factorisation examples invariance recovered projector.

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

(* A centred row is the mean of its differences from all rows. *)
Lemma centred_gram (R : rcfType) n d (U : 'M[R]_(n, d)) i j :
  (centred U *m (centred U)^T) i j = n%:R^-1 * (n%:R^-1 * \sum_k \sum_l dot (row i U - row k U) (row j U - row l U)).
Proof.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0; case: (n) i => [[]|].
have mean a : row a (centred U) = n%:R^-1 *: \sum_k (row a U - row k U).
  rewrite row_centred sumrB sumr_const card_ord scalerBr -scaler_nat scalerA mulVf // scale1r.
  by [].
have dot_suml (V : 'I_n -> 'rV[R]_d) w : dot (\sum_k V k) w = \sum_k dot (V k) w.
  by rewrite /dot exchange_big; apply: eq_bigr => h _; rewrite summxE mulr_suml.
rewrite gramE !mean dotZZ -mulrA; congr (_ * (_ * _)); rewrite dot_suml; apply: eq_bigr => k _.
by rewrite dotC dot_suml; apply: eq_bigr => l _; rewrite dotC.
Qed.

Lemma centred_grams (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  (forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U')) ->
  centred U *m (centred U)^T = centred U' *m (centred U')^T.
Proof.
move=> h; apply/matrixP=> i j; rewrite !centred_gram; congr (_ * (_ * _)).
by apply: eq_bigr => k _; apply: eq_bigr => l _; rewrite (polarisation (row i U)) (polarisation (row i U')) /= !h.
Qed.

Theorem projector_of_distances (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  (forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U')) ->
  projector (centred U) = projector (centred U').
Proof.
move=> /centred_grams same; apply/same_projectors.
by apply: eqmx_trans (gram_column_span _) _; rewrite same; apply/eqmx_sym/gram_column_span.
Qed.

Theorem centred_cosines_of_distances (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) :
  (forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U')) ->
  cosines (centred U) = cosines (centred U').
Proof. by move=> /centred_grams/cosines_gram. Qed.

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

(* n times the centred rows. *)
Definition centred_rows n d rows zs : bool :=
  all (fun i => all (fun j => at_ zs i j == n%:Z * at_ rows i j - sum_below n (fun k => at_ rows k j)) (iota 0 d)) (iota 0 n).

Lemma centred_of_rows n d rows zs : centred_rows n d rows zs -> of_rows R n d zs = n%:R *: centred (of_rows R n d rows).
Proof.
move=> /allP h; apply/matrixP=> i j; have n0 : n%:R != 0 :> R by rewrite pnatr_eq0; case: (n) i => [[]|].
have /h/allP hi : (i : nat) \in iota 0 n by rewrite mem_iota ltn_ord.
have /hi/eqP e : (j : nat) \in iota 0 d by rewrite mem_iota ltn_ord.
rewrite !mxE e rmorphB rmorphM /= mulrBr mulrA divff // mul1r summxE; congr (_ - _); rewrite sum_belowE.
by apply: eq_bigr => k _; rewrite !mxE.
Qed.

Definition all_defined_rows n d rows zs : bool :=
  [&& in_domain_rows n d rows, centred_rows n d rows zs & all (fun i => has (fun j => at_ zs i j != 0) (iota 0 d)) (iota 0 n)].

Lemma all_defined_of_rows n d rows zs : all_defined_rows n d rows zs -> all_defined (of_rows R n d rows).
Proof.
case/and3P=> /in_domain_of_rows dom /centred_of_rows zE /allP nz; split=> // i.
have /nz/hasP[j jd ij] : (i : nat) \in iota 0 n by rewrite mem_iota ltn_ord.
rewrite mem_iota /= in jd; apply: contraNneq ij => /rowP/(_ (Ordinal jd)).
rewrite [LHS]mxE [RHS]mxE => c0; have /matrixP/(_ i (Ordinal jd)) := zE; rewrite [RHS]mxE c0 mulr0 mxE => /eqP.
by rewrite intr_eq0.
Qed.

Lemma cosines_centred_rows n d rows zs : (0 < n)%N -> centred_rows n d rows zs -> cosines (centred (of_rows R n d rows)) = cosines (of_rows R n d zs).
Proof. by move=> n0 /centred_of_rows ->; rewrite cosines_multiplied ?ltr0n. Qed.

Lemma sign_of_cosines n d d' (U : 'M[R]_(n, d)) (V : 'M[R]_(n, d')) i j :
  cosines U = cosines V -> Num.sg (dot (row i U) (row j U)) = Num.sg (dot (row i V) (row j V)).
Proof. by move=> /matrixP/(_ i j); rewrite [LHS]mxE [RHS]mxE -!/(cosine _ _) -!sgr_cosine => ->. Qed.

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

(* On a line all cosines are signs. *)

Lemma cosines_line n (V : 'M[R]_(n, 1)) : nonzero_rows V -> forall i j, cosines V i j = Num.sg (V i 0 * V j 0).
Proof.
move=> V0; apply: (@sign_cosines R n 1 V (const_mx 1) (fun i => V i 0) V0) => i.
by apply/rowP=> l; rewrite !mxE mulr1 ord1.
Qed.

Definition same_signs n rows rows' : bool :=
  all (fun i => all (fun j => sgz (at_ rows i 0 * at_ rows j 0) == sgz (at_ rows' i 0 * at_ rows' j 0)) (iota 0 n)) (iota 0 n).

Lemma same_signs_of_rows n rows rows' (i j : 'I_n) : same_signs n rows rows' ->
  Num.sg (of_rows R n 1 rows i 0 * of_rows R n 1 rows j 0) = Num.sg (of_rows R n 1 rows' i 0 * of_rows R n 1 rows' j 0).
Proof.
move=> /allP/(_ i); rewrite mem_iota ltn_ord => /(_ isT)/allP/(_ j); rewrite mem_iota ltn_ord => /(_ isT)/eqP e.
by rewrite !mxE -!intrM !sgrEz !sgz_int e.
Qed.

Lemma line_cosines n rows rows' : nonzero_rows (of_rows R n 1 rows) -> nonzero_rows (of_rows R n 1 rows') -> same_signs n rows rows' ->
  cosines (of_rows R n 1 rows) = cosines (of_rows R n 1 rows').
Proof. by move=> U0 U'0 same; apply/matrixP=> i j; rewrite !cosines_line // (same_signs_of_rows i j same). Qed.

Lemma line_centred_cosines n rows rows' zs zs' : (0 < n)%N ->
  all_defined_rows n 1 rows zs -> all_defined_rows n 1 rows' zs' -> same_signs n zs zs' ->
  cosines (centred (of_rows R n 1 rows)) = cosines (centred (of_rows R n 1 rows')) /\
  cosines (projector (centred (of_rows R n 1 rows))) = cosines (projector (centred (of_rows R n 1 rows'))).
Proof.
move=> n0 dU dU' same; have [_ U0] := all_defined_of_rows dU; have [_ U'0] := all_defined_of_rows dU'.
have [/and3P[_ zE _] /and3P[_ zE' _]] := (dU, dU'); have n1 : 0 < n%:R :> R by rewrite ltr0n.
have sg_scaled (V : 'M[R]_(n, 1)) i j : Num.sg (V i 0 * V j 0) = Num.sg ((n%:R *: V) i 0 * (n%:R *: V) j 0).
  by rewrite !mxE mulrACA [RHS]sgrM (gtr0_sg (mulr_gt0 n1 n1)) mul1r.
have E i j : Num.sg (centred (of_rows R n 1 rows) i 0 * centred (of_rows R n 1 rows) j 0) =
    Num.sg (centred (of_rows R n 1 rows') i 0 * centred (of_rows R n 1 rows') j 0).
  by rewrite [LHS]sg_scaled [RHS]sg_scaled -(centred_of_rows zE) -(centred_of_rows zE') (same_signs_of_rows i j same).
split; apply/matrixP=> i j; first exact: etrans (cosines_line U0 i j) (etrans (E i j) (esym (cosines_line U'0 i j))).
exact: etrans (line_signs U0 i j) (etrans (E i j) (esym (line_signs U'0 i j))).
Qed.

Lemma line_apart n rows rows' zs zs' (i j : 'I_n) : (0 < n)%N ->
  all_defined_rows n 1 rows zs -> all_defined_rows n 1 rows' zs' -> sgz (at_ zs i 0 * at_ zs j 0) != sgz (at_ zs' i 0 * at_ zs' j 0) ->
  cosines (centred (of_rows R n 1 rows)) <> cosines (centred (of_rows R n 1 rows')) /\
  cosines (projector (centred (of_rows R n 1 rows))) <> cosines (projector (centred (of_rows R n 1 rows'))).
Proof.
move=> n0 dU dU' apart; have [_ U0] := all_defined_of_rows dU; have [_ U'0] := all_defined_of_rows dU'.
have [/and3P[_ zE _] /and3P[_ zE' _]] := (dU, dU'); have n1 : 0 < n%:R :> R by rewrite ltr0n.
have sg_scaled (V : 'M[R]_(n, 1)) : Num.sg (V i 0 * V j 0) = Num.sg ((n%:R *: V) i 0 * (n%:R *: V) j 0).
  by rewrite !mxE mulrACA [RHS]sgrM (gtr0_sg (mulr_gt0 n1 n1)) mul1r.
have sg_int zs0 : Num.sg (of_rows R n 1 zs0 i 0 * of_rows R n 1 zs0 j 0) = (sgz (at_ zs0 i 0 * at_ zs0 j 0))%:~R :> R.
  by rewrite !mxE -intrM sgrEz sgz_int.
have ne : Num.sg (centred (of_rows R n 1 rows) i 0 * centred (of_rows R n 1 rows) j 0) !=
    Num.sg (centred (of_rows R n 1 rows') i 0 * centred (of_rows R n 1 rows') j 0).
  by rewrite (sg_scaled (centred (of_rows R n 1 rows))) (sg_scaled (centred (of_rows R n 1 rows'))) -(centred_of_rows zE) -(centred_of_rows zE') !sg_int eqr_int.
split=> /matrixP/(_ i j) e; apply: (elimN eqP ne).
  exact: etrans (esym (cosines_line U0 i j)) (etrans e (cosines_line U'0 i j)).
exact: etrans (esym (line_signs U0 i j)) (etrans e (line_signs U'0 i j)).
Qed.

End Integers.

(* The counter-examples. *)

Section CounterExamples.

Variable R : rcfType.

Lemma gram_leaves_rows : leaves_open R inv_G inv_U.
Proof.
exists 2%N, 1%N, (of_rows R 2 1 [:: [:: 1]; [:: 2]]%integers), (of_rows R 2 1 [:: [:: -1]; [:: -2]]%integers).
split; try by [apply: (@all_defined_of_rows R _ _ _ [:: [:: -1]; [:: 1]]%integers) | apply: (@all_defined_of_rows R _ _ _ [:: [:: 1]; [:: -1]]%integers)].
  apply/matrixP=> i j; rewrite -!dot_of_gram !dot_of_rows; congr (_%:~R).
  by case: i j => [[|[|?]] //= ?] [[|[|?]] //= ?].
move=> /(congr1 (fun t : {e : nat & 'M[R]_(2, e)} => \sum_j tagged t 0 j)) /=; rewrite !big_ord1 !mxE => /eqP.
by rewrite eqr_int.
Qed.

Lemma distances_leave_signs : leaves_open R inv_D inv_S.
Proof.
exists 2%N, 1%N, (of_rows R 2 1 [:: [:: 1]; [:: 3]]%integers), (of_rows R 2 1 [:: [:: -1]; [:: 1]]%integers).
split; try by apply: (@all_defined_of_rows R _ _ _ [:: [:: -2]; [:: 2]]%integers).
  move=> i j; rewrite !distance_of_rows; congr (_%:~R).
  by case: i j => [[|[|?]] //= ?] [[|[|?]] //= ?].
move=> /(_ (fun=> 1))[to_V _]; have [|[x xP] _] := to_V.
  split=> //; exists (const_mx 1) => i; rewrite mxE big_ord1 !mxE mulr1 sgz_int.
  by case: i => [[|[|?]] //= ?].
have := xP ord0; have := xP (lift ord0 ord0); rewrite !mxE !big_ord1 !mxE /= mulN1r mul1r sgzN => ->.
by [].
Qed.

(* The rows -1, 1, 2 and -1, 2, 1. *)

Definition line_5 : rows_of_integers := [:: [:: -1]; [:: 1]; [:: 2]]%integers.
Definition line_6 : rows_of_integers := [:: [:: -1]; [:: 2]; [:: 1]]%integers.
Definition line_5_centred : rows_of_integers := [:: [:: -5]; [:: 1]; [:: 4]]%integers.
Definition line_6_centred : rows_of_integers := [:: [:: -5]; [:: 4]; [:: 1]]%integers.
Definition line_5_rankings := with_reversals [:: [:: 1; 2; 3]%N].
Definition line_6_rankings := with_reversals [:: [:: 1; 3; 2]%N].

Lemma list_line_5 : complete_list 'C(3, 2) 1 (differences 3 1 line_5) [:: [:: 3; -2]; [:: 1; 0; -2]]%integers
  [:: [:: 1]]%integers [seq signs_of 3 l | l <- line_5_rankings].
Proof. by vm_compute. Qed.

Lemma list_line_6 : complete_list 'C(3, 2) 1 (differences 3 1 line_6) [:: [:: 2; -3]; [:: 1; 0; 3]]%integers
  [:: [:: 1]]%integers [seq signs_of 3 l | l <- line_6_rankings].
Proof. by vm_compute. Qed.

Lemma line_5_defined : all_defined_rows 3 1 line_5 line_5_centred /\ all_defined_rows 3 1 line_6 line_6_centred.
Proof. by []. Qed.

Lemma lines_5_6_argmax : ~ same_invariant inv_argmax (of_rows R 3 1 line_5) (of_rows R 3 1 line_6).
Proof.
have R5 (p : 'S_3) : ranks (of_rows R 3 1 line_5) p <-> labels p \in line_5_rankings by apply: list_rankings list_line_5 _ p.
have R6 (p : 'S_3) : ranks (of_rows R 3 1 line_6) p <-> labels p \in line_6_rankings by apply: list_rankings list_line_6 _ p.
move=> /(_ ord_max); rewrite !argmax_top_set (top_set_listed _ R5) // (top_set_listed _ R6) // cards1 => -[to_6 _]; have [|l l_in] := to_6.
  exists [:: 3; 2; 1]%N => // i; rewrite in_set1.
  by case: i => [[|[|[|?]]] //= ?].
have /allP/(_ l l_in)/negPf not_3 : all (fun l => 3%N \notin take 1 l) line_6_rankings by vm_compute.
by move/(_ ord_max); rewrite not_3 set11.
Qed.

Lemma cosines_leave_argmax : leaves_open R inv_C inv_argmax.
Proof.
have [/(@all_defined_of_rows R) d5 /(@all_defined_of_rows R) d6] := line_5_defined.
exists 3%N, 1%N, (of_rows R 3 1 line_5), (of_rows R 3 1 line_6); split=> //; last exact: lines_5_6_argmax.
by apply: line_cosines => //; [exact: d5.1.1 | exact: d6.1.1].
Qed.

Lemma centred_cosines_leave_argmax : leaves_open R inv_CZ inv_argmax.
Proof.
have [d5 d6] := line_5_defined; exists 3%N, 1%N, (of_rows R 3 1 line_5), (of_rows R 3 1 line_6).
split; [exact: all_defined_of_rows d5 | exact: all_defined_of_rows d6 | | exact: lines_5_6_argmax].
by have [] := @line_centred_cosines R 3 _ _ _ _ isT d5 d6 isT.
Qed.

Lemma whitened_cosines_leave_argmax : leaves_open R inv_CW inv_argmax.
Proof.
have [d5 d6] := line_5_defined; exists 3%N, 1%N, (of_rows R 3 1 line_5), (of_rows R 3 1 line_6).
split; [exact: all_defined_of_rows d5 | exact: all_defined_of_rows d6 | | exact: lines_5_6_argmax].
by have [] := @line_centred_cosines R 3 _ _ _ _ isT d5 d6 isT.
Qed.

(* The rows 1, 2, 11 and 1, 10, 11: equal cosines, also of the differences; the label in the middle is below or above the mean. *)

Definition line_7 : rows_of_integers := [:: [:: 1]; [:: 2]; [:: 11]]%integers.
Definition line_8 : rows_of_integers := [:: [:: 1]; [:: 10]; [:: 11]]%integers.
Definition line_7_centred : rows_of_integers := [:: [:: -11]; [:: -8]; [:: 19]]%integers.
Definition line_8_centred : rows_of_integers := [:: [:: -19]; [:: 8]; [:: 11]]%integers.

Lemma lines_7_8 (P Q : mapped) : (P = inv_C \/ P = inv_CB) -> (Q = inv_CZ \/ Q = inv_CW) -> leaves_open R P Q.
Proof.
have [d7 d8] : all_defined_rows 3 1 line_7 line_7_centred /\ all_defined_rows 3 1 line_8 line_8_centred by [].
have [D7 D8] := (@all_defined_of_rows R _ _ _ _ d7, @all_defined_of_rows R _ _ _ _ d8).
move=> PP QQ; exists 3%N, 1%N, (of_rows R 3 1 line_7), (of_rows R 3 1 line_8); split=> //.
  case: PP => ->; first by apply: line_cosines => //; [exact: D7.1.1 | exact: D8.1.1].
  have [B7 B8] := (braid_nonzero_rows D7.1.2, braid_nonzero_rows D8.1.2); rewrite /= !braid_of_rows in B7 B8 *.
  exact: line_cosines.
have [CZ CW] := @line_apart R 3 _ _ _ _ 0 1 isT d7 d8 isT.
by case: QQ => ->.
Qed.

Lemma cosines_leave_centred_cosines : leaves_open R inv_C inv_CZ.
Proof. by apply: lines_7_8; left. Qed.

Lemma cosines_leave_whitened_cosines : leaves_open R inv_C inv_CW.
Proof. by apply: lines_7_8; [left | right]. Qed.

Lemma difference_cosines_leave_centred_cosines : leaves_open R inv_CB inv_CZ.
Proof. by apply: lines_7_8; [right | left]. Qed.

Lemma difference_cosines_leave_whitened_cosines : leaves_open R inv_CB inv_CW.
Proof. by apply: lines_7_8; right. Qed.

Lemma chirotope_leaves_cosines : leaves_open R inv_X inv_C.
Proof.
pose U := [:: [:: 1; 0]; [:: 0; 1]]%integers; pose V := [:: [:: 1; 0]; [:: 1; 1]]%integers.
exists 2%N, 2%N, (of_rows R 2 2 U), (of_rows R 2 2 V).
have [V0 VZ] : all_defined (of_rows R 2 2 V) by apply: (@all_defined_of_rows R _ _ _ [:: [:: 0; -1]; [:: 0; 1]]%integers).
split=> //; first by apply: (@all_defined_of_rows R _ _ _ [:: [:: 1; -1]; [:: -1; 1]]%integers).
  apply/chirotope_covectors; apply: (@same_covectors_mul R _ _ _ _ (of_rows R 2 2 V) (of_rows R 2 2 [:: [:: 1; 0]; [:: -1; 1]]%integers)).
    by apply: mul_of_rows.
  by apply: mul_of_rows.
move=> same_C; have := @cosine_zero R 2 2 2 _ _ ord0 (lift ord0 ord0) V0.1 same_C.
by rewrite !dot_of_rows => /(_ erefl)/eqP; rewrite intr_eq0.
Qed.

(* Two triangles: the rows (3, 2), (2, 3), (1, 1), and their images under a linear map. *)

Definition triangle : rows_of_integers := [:: [:: 3; 2]; [:: 2; 3]; [:: 1; 1]]%integers.
Definition triangle_centred : rows_of_integers := [:: [:: 3; 0]; [:: 0; 3]; [:: -3; -3]]%integers.
Definition sheared : rows_of_integers := [:: [:: 3; 5]; [:: 2; 5]; [:: 1; 2]]%integers.
Definition sheared_centred : rows_of_integers := [:: [:: 3; 3]; [:: 0; 3]; [:: -3; -6]]%integers.

Lemma triangles : [/\ all_defined (of_rows R 3 2 triangle), all_defined (of_rows R 3 2 sheared)
  & projector (centred (of_rows R 3 2 triangle)) = projector (centred (of_rows R 3 2 sheared))].
Proof.
split; [by apply: (@all_defined_of_rows R _ _ _ triangle_centred) | by apply: (@all_defined_of_rows R _ _ _ sheared_centred) |].
apply/projector_classifier; pose shear := of_rows R 2 2 [:: [:: 1; 1]; [:: 0; 1]]%integers.
pose back := of_rows R 2 2 [:: [:: 1; -1]; [:: 0; 1]]%integers.
exists shear, 0; split.
  suff /mulmx1_unit[] : shear *m back = 1%:M by [].
  by rewrite -(@mul_of_rows R _ _ _ _ _ [:: [:: 1; 0]; [:: 0; 1]]%integers) //; apply/matrixP=> -[[|[|?]] //= ?] [[|[|?]] //= ?]; rewrite !mxE.
have -> : of_rows R 3 2 sheared = of_rows R 3 2 triangle *m shear by apply: mul_of_rows.
by apply/matrixP=> i j; rewrite [RHS]mxE [(0 : 'rV__) _ _]mxE addr0.
Qed.

Lemma projector_leaves_difference_cosines : leaves_open R inv_P inv_CB.
Proof.
have [D D' same] := triangles; exists 3%N, 2%N, (of_rows R 3 2 triangle), (of_rows R 3 2 sheared); split=> //.
have k0 : (0 < 'C(3, 2))%N by []; have k2 : (2 < 'C(3, 2))%N by [].
move=> /(@sign_of_cosines R _ _ _ _ _ (Ordinal k0) (Ordinal k2)); rewrite !braid_of_rows !dot_of_rows !sgrEz !sgz_int => /eqP.
by rewrite eqr_int.
Qed.

Lemma projector_leaves_centred_cosines : leaves_open R inv_P inv_CZ.
Proof.
have [D D' same] := triangles; exists 3%N, 2%N, (of_rows R 3 2 triangle), (of_rows R 3 2 sheared); split=> //.
rewrite /= (@cosines_centred_rows R _ _ _ triangle_centred) // (@cosines_centred_rows R _ _ _ sheared_centred) //.
move=> /(@sign_of_cosines R _ _ _ _ _ 0 1); rewrite !dot_of_rows !sgrEz !sgz_int => /eqP.
by rewrite eqr_int.
Qed.

(* Four labels: centred rows, and positive multiples of them that are centred, too. *)

Definition four : rows_of_integers := [:: [:: 1; 1]; [:: -1; 1]; [:: -2; -1]; [:: 2; -1]]%integers.
Definition four_centred : rows_of_integers := [:: [:: 4; 4]; [:: -4; 4]; [:: -8; -4]; [:: 8; -4]]%integers.
Definition stretched : rows_of_integers := [:: [:: 5; 5]; [:: -1; 1]; [:: -8; -4]; [:: 4; -2]]%integers.
Definition stretched_centred : rows_of_integers := [:: [:: 20; 20]; [:: -4; 4]; [:: -32; -16]; [:: 16; -8]]%integers.

Lemma projector_formula n d (Z : 'M[R]_(n, d)) (N : 'M[R]_d) c : 0 < c -> N^T = N -> N *m (Z^T *m Z) = c%:M ->
  projector Z = c^-1 *: (Z *m N *m Z^T).
Proof.
move=> c0 NT NZ; have c1 : c != 0 by rewrite gt_eqF.
apply/esym/projector_spec; split.
- by rewrite linearZ /= !trmx_mul trmxK NT mulmxA.
- rewrite -scalemxAl -scalemxAr; congr (_ *: _); rewrite !mulmxA -[Z *m N *m Z^T *m Z]mulmxA -[Z *m N *m _]mulmxA NZ.
  by rewrite mul_mx_scalar -!scalemxAl scalerA mulVf // scale1r.
have ZN : Z^T *m Z *m N = c%:M by have := congr1 trmx NZ; rewrite !trmx_mul trmxK NT tr_scalar_mx.
apply/eqmxP; rewrite scalemxAl submxMl /=; apply/submxP; exists (Z^T).
by rewrite -scalemxAl -scalemxAr !mulmxA ZN mul_scalar_mx scalerA mulVf // scale1r.
Qed.

Lemma projector_sign n d (Z : 'M[R]_(n, d)) i j : Num.sg (cosines (projector Z) i j) = Num.sg (projector Z i j).
Proof.
have [PT PP _] := proj1 (projector_spec Z _) erefl.
rewrite [cosines _ _ _]mxE -!/(cosine _ _) sgr_cosine -gramE PT PP //.
Qed.

Lemma already_centred n d rows : all (fun j => sum_below n (fun k => at_ rows k j) == 0) (iota 0 d) ->
  centred (of_rows R n d rows) = of_rows R n d rows.
Proof.
move=> /allP h; apply/matrixP=> i j; rewrite [LHS]mxE [mean_row _ _ _]mxE summxE.
have /h/eqP e : (j : nat) \in iota 0 d by rewrite mem_iota ltn_ord.
rewrite (eq_bigr (fun k : 'I_n => (at_ rows k j)%:~R)) => [|k _]; last by rewrite !mxE.
have s : (sum_below n (fun k => at_ rows k j))%:~R = \sum_(k < n) (at_ rows k j)%:~R :> R by rewrite sum_belowE.
by rewrite -s e mulr0 subr0.
Qed.

Definition times_adjugate (zs N : rows_of_integers) (c : int) : bool :=
  let M i j := sum_below 4 (fun k => at_ zs k i * at_ zs k j) in
  all (fun i => all (fun j => sum_below 2 (fun k => at_ N i k * M k j) == if i == j then c else 0) (iota 0 2)) (iota 0 2).

Lemma times_adjugateE zs N c (Z := of_rows R 4 2 zs) : times_adjugate zs N c -> of_rows R 2 2 N *m (Z^T *m Z) = (c%:~R)%:M.
Proof.
move=> /allP h; apply/matrixP=> i j; have /h/allP hi : (i : nat) \in iota 0 2 by rewrite mem_iota ltn_ord.
have /hi/eqP e : (j : nat) \in iota 0 2 by rewrite mem_iota ltn_ord.
rewrite [RHS]mxE -val_eqE; transitivity ((if (i : nat) == j then c else 0)%:~R : R); last by case: eqP; rewrite ?mulr1n ?mulr0n.
rewrite -e sum_belowE mxE; apply: eq_bigr => k _; rewrite intrM mxE; congr (_ * _).
by rewrite sum_belowE mxE; apply: eq_bigr => l _; rewrite !mxE intrM.
Qed.

Definition projected (zs N : rows_of_integers) (i j : nat) : int :=
  sum_below 2 (fun l => sum_below 2 (fun k => at_ zs i k * at_ N k l) * at_ zs j l).

Lemma whitened_sign zs (a b e : int) (N := [:: [:: a; b]; [:: b; e]]) c (i j : 'I_4) : 0 < c -> times_adjugate zs N c ->
  Num.sg (cosines (projector (of_rows R 4 2 zs)) i j) = (sgz (projected zs N i j))%:~R.
Proof.
move=> c0 /times_adjugateE iZ; rewrite projector_sign.
have sym : (of_rows R 2 2 N)^T = of_rows R 2 2 N by apply/matrixP=> -[[|[|?]] //= ?] [[|[|?]] //= ?]; rewrite !mxE.
have c1 : 0 < c%:~R :> R by rewrite ltr0z.
rewrite (projector_formula c1 sym iZ) mxE sgrM gtr0_sg ?invr_gt0 // mul1r.
have -> : (sgz (projected zs N i j))%:~R = Num.sg ((projected zs N i j)%:~R : R) by rewrite sgrEz sgz_int.
congr Num.sg; rewrite /projected.
rewrite mxE sum_belowE; apply: eq_bigr => l _; rewrite intrM sum_belowE; congr (_ * _); last by rewrite !mxE.
by rewrite mxE; apply: eq_bigr => k _; rewrite !mxE intrM.
Qed.

Lemma centred_cosines_leave_whitened_cosines : leaves_open R inv_CZ inv_CW.
Proof.
have [d4 ds] : all_defined_rows 4 2 four four_centred /\ all_defined_rows 4 2 stretched stretched_centred by split; vm_compute.
have [c4 cs] : centred (of_rows R 4 2 four) = of_rows R 4 2 four /\ centred (of_rows R 4 2 stretched) = of_rows R 4 2 stretched.
  by split; apply: already_centred; vm_compute.
exists 4%N, 2%N, (of_rows R 4 2 four), (of_rows R 4 2 stretched).
split; [exact: all_defined_of_rows d4 | exact: all_defined_of_rows ds | rewrite /= c4 cs | rewrite /= c4 cs].
  pose r : 'rV[R]_4 := \row_i (nth 0 [:: 5; 1; 4; 2]%integers i)%:~R.
  rewrite -(@cosines_rows_scaled _ _ _ _ r) => [|i]; last by rewrite mxE ltr0z; case: i => [[|[|[|[|?]]]] //= ?].
  congr cosines; apply/matrixP=> i j; rewrite mul_diag_mx !mxE -intrM; congr (_%:~R).
  by case: i j => [[|[|[|[|?]]]] //= ?] [[|[|?]] //= ?].
pose i1 : 'I_4 := Ordinal (isT : (1 < 4)%N); pose i2 : 'I_4 := Ordinal (isT : (2 < 4)%N).
move=> same; have := @whitened_sign four 2 0 5 20 i1 i2 isT.
have := @whitened_sign stretched 23 (-24)%integers 53 1286 i1 i2 isT; rewrite -same => sign_s sign_4.
have /eqP : (sgz (projected stretched [:: [:: 23; -24]; [:: -24; 53]]%integers 1 2))%:~R = (sgz (projected four [:: [:: 2; 0]; [:: 0; 5]]%integers 1 2))%:~R :> R.
  by rewrite -sign_s -?sign_4 //; vm_compute.
by rewrite eqr_int; vm_compute.
Qed.

Lemma top_sets_leave_rankings : leaves_open R inv_tops inv_R.
Proof.
have [_ _ RR _ _] := theorem_H_1_small R.
exists 4%N, 3%N, (small_A R), (small_B R); split=> //.
- rewrite small_A_integers scale1r.
  by apply: (@all_defined_of_rows R _ _ _ [:: [:: 0; -8; -5]; [:: 0; 8; -5]; [:: 0; 8; 7]; [:: 0; -8; 3]]%integers).
- rewrite small_B_integers scale1r.
  by apply: (@all_defined_of_rows R _ _ _ [:: [:: 0; -8; -5]; [:: 0; 8; -5]; [:: 0; 8; 3]; [:: 0; -8; 7]]%integers).
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
split; try by [apply: (@all_defined_of_rows R _ _ _ [:: [:: -6]; [:: -2]; [:: 2]; [:: 6]]%integers) | apply: (@all_defined_of_rows R _ _ _ [:: [:: -6]; [:: 2]; [:: -2]; [:: 6]]%integers)].
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
  | inv_U => 0 | inv_G => 1 | inv_D => 2 | inv_P => 3 | inv_C => 4 | inv_CB => 5 | inv_CZ => 6 | inv_CW => 7
  | inv_X => 8 | inv_XB => 9 | inv_S => 10 | inv_R => 11 | inv_argmax => 12 | inv_tops => 13
  end%N.

Lemma place_inj : injective place.
Proof. by move=> P Q /eqP; case: P; case: Q. Qed.

Definition proved : seq (mapped * mapped) :=
  [:: (inv_U, inv_G); (inv_G, inv_C); (inv_G, inv_D); (inv_D, inv_CB);
      (inv_D, inv_P); (inv_D, inv_CZ); (inv_P, inv_CW); (inv_P, inv_R);
      (inv_C, inv_S); (inv_CB, inv_R); (inv_X, inv_S); (inv_S, inv_X);
      (inv_XB, inv_R); (inv_R, inv_XB); (inv_R, inv_tops); (inv_tops, inv_argmax)].

Definition refuted : seq (mapped * mapped) :=
  [:: (inv_G, inv_U); (inv_D, inv_S); (inv_P, inv_CB); (inv_P, inv_CZ);
      (inv_C, inv_argmax); (inv_C, inv_CZ); (inv_C, inv_CW);
      (inv_CB, inv_CZ); (inv_CB, inv_CW);
      (inv_CZ, inv_argmax); (inv_CZ, inv_CW); (inv_CW, inv_argmax);
      (inv_X, inv_C); (inv_tops, inv_R); (inv_argmax, inv_tops)].

Lemma proved_arrows : each (determines R) proved.
Proof.
split; first by move=> n d d' U U' _ _ /= /(congr1 (fun t : {e : nat & 'M[R]_(n, e)} => tagged t *m (tagged t)^T)).
split; first by move=> n d d' U U' _ _; apply: gram_cosines.
split; first by move=> n d d' U U' _ _; apply: gram_distances.
split; first by move=> n d d' U U' _ _; apply: distances_difference_cosines.
split; first by move=> n d d' U U' _ _; apply: projector_of_distances.
split; first by move=> n d d' U U' _ _; apply: centred_cosines_of_distances.
split; first by move=> n d d' U U' _ _ /= ->.
split; first by move=> n d d' U U' _ _ /(projector_rankings U U').1[].
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
split; first exact: projector_leaves_difference_cosines.
split; first exact: projector_leaves_centred_cosines.
split; first exact: cosines_leave_argmax.
split; first exact: cosines_leave_centred_cosines.
split; first exact: cosines_leave_whitened_cosines.
split; first exact: difference_cosines_leave_centred_cosines.
split; first exact: difference_cosines_leave_whitened_cosines.
split; first exact: centred_cosines_leave_argmax.
split; first exact: centred_cosines_leave_whitened_cosines.
split; first exact: whitened_cosines_leave_argmax.
split; first exact: chirotope_leaves_cosines.
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
  by apply: (@reach_determines _ 7); case: P QP; case: Q => h //; exfalso; move: h => /=; intuition discriminate.
have /(each_has (refuted_arrows R))[b [[n [d [U [V [U0 V0 same_b other_b]]]]] path]] :
    has (fun b => reach place proved 7 b.1 P && reach place proved 7 Q b.2) refuted.
  by case: P PQ QP; case: Q => PQ QP //; first [by case: PQ | case: QP; repeat (first [by left | right])].
case/andP: path => /reach_determines to_P /reach_determines from_Q; exists n, d, U, V; split=> //; first exact: to_P U0.1 V0.1 same_b.
by move=> same_Q; apply: other_b; exact: from_Q U0.1 V0.1 same_Q.
Qed.
