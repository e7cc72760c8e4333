(******************************************************************************)
(*                                                                            *)
(*  RANKINGS AND THE BRAID MATRIX                                             *)
(*                                                                            *)
(*  Field.  K is any ordered field; U is any n x d matrix over K.             *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    braid_signs   For i < j there is a row k of B_n, belonging to the pair  *)
(*        (i, j), such that for every y the sign of (B_n y)_k is +1, 0 or -1  *)
(*        exactly when y_i > y_j, y_i = y_j or y_i < y_j.                     *)
(*    braid_order   sgn(B_n y) = sgn(B_n z) if and only if y and z order the  *)
(*        labels the same way, ties included.                                 *)
(*    ranking_pattern_permutations   s is in R(U) if and only if s is the     *)
(*        sign vector of a strict ranking that some x produces; so R(U) and   *)
(*        the set of feasible rankings are two spellings of one thing.        *)
(*    same_rankings_pattern   R(U) = R(U') if and only if U and U' have the   *)
(*        same feasible rankings.                                             *)
(*    rankings_translation    Adding one vector v to all rows does not change *)
(*        B_n U, hence neither the rankings nor the weak orders with ties.    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions covectors.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Example pairs_4 : pairs 4 = [:: (0, 1); (0, 2); (0, 3); (1, 2); (1, 3); (2, 3)]%N.
Proof. by []. Qed.

Section Pairs.

Variable n : nat.

Lemma size_pairs : size (pairs n) = 'C(n, 2).
Proof.
rewrite size_allpairs_dep sumnE big_map -triangular_sum big_nat_rev /index_iota subn0.
by apply: eq_bigr => i _; rewrite size_iota.
Qed.

Lemma mem_pairs i j : ((i, j) \in pairs n) = (i < j < n)%N.
Proof.
apply/allpairsPdep/idP => [[a [b []]]|/andP[ij jn]].
  rewrite !mem_iota => /andP[_ an] /andP[ab bn] [-> ->]; rewrite ab /=.
  by rewrite subnKC in bn.
exists i, j; split=> //; rewrite mem_iota //=; first exact: ltn_trans jn.
by rewrite ij subnKC // (ltn_trans ij).
Qed.

(* Each row of B_n belongs to a pair i < j, and each pair has its row. *)
Lemma pair_of_row (k : 'I_('C(n, 2))) :
  exists i j : 'I_n, (i < j)%N /\ nth (0, 0)%N (pairs n) k = (i : nat, j : nat).
Proof.
case E: (nth _ _ _) => [i j]; have := mem_nth (0, 0)%N (s := pairs n) (n := k).
rewrite size_pairs ltn_ord E mem_pairs => /(_ isT)/andP[ij jn].
by exists (Ordinal (ltn_trans ij jn)), (Ordinal jn).
Qed.

Lemma row_of_pair (i j : 'I_n) :
  (i < j)%N -> exists k : 'I_('C(n, 2)), nth (0, 0)%N (pairs n) k = (i : nat, j : nat).
Proof.
move=> ij; have ijP : (i : nat, j : nat) \in pairs n by rewrite mem_pairs ij /=.
have := ijP; rewrite -index_mem size_pairs => k_lt; exists (Ordinal k_lt).
by rewrite nth_index.
Qed.

End Pairs.

Section Signs.

Variable K : realFieldType.

Lemma braid_mulE n e (Y : 'M[K]_(n, e)) (k : 'I_('C(n, 2))) (i j : 'I_n) l :
  nth (0, 0)%N (pairs n) k = (i : nat, j : nat) -> (braid K n *m Y) k l = Y i l - Y j l.
Proof.
move=> kij; rewrite mxE; under eq_bigr do rewrite mxE kij mulrBl.
rewrite sumrB; congr (_ - _); [rewrite (bigD1 i) | rewrite (bigD1 j)] => //=; rewrite eqxx mul1r.
  by rewrite big1 ?addr0 // => a /negPf ai; rewrite val_eqE ai mul0r.
by rewrite big1 ?addr0 // => a /negPf ai; rewrite val_eqE ai mul0r.
Qed.

Lemma row_braid_mul n d (U : 'M[K]_(n, d)) (k : 'I_('C(n, 2))) (i j : 'I_n) :
  nth (0, 0)%N (pairs n) k = (i : nat, j : nat) -> row k (braid K n *m U) = row i U - row j U.
Proof. by move=> kij; apply/rowP=> l; rewrite !mxE -(braid_mulE _ _ kij) mxE. Qed.

End Signs.

Theorem braid_signs (K : realFieldType) n (i j : 'I_n) : (i < j)%N ->
  exists k : 'I_('C(n, 2)), nth (0, 0)%N (pairs n) k = (i : nat, j : nat) /\
    forall y : 'cV[K]_n,
      [/\ sgz ((braid K n *m y) k 0) = 1 <-> y i 0 > y j 0,
          sgz ((braid K n *m y) k 0) = 0 <-> y i 0 = y j 0
        & sgz ((braid K n *m y) k 0) = -1 <-> y i 0 < y j 0].
Proof.
move=> ij; have [k kij] := row_of_pair ij; exists k; split=> // y; rewrite (braid_mulE _ _ kij).
split; split.
- by move/eqP; rewrite sgz_cp0 subr_gt0.
- by move=> h; apply/eqP; rewrite sgz_cp0 subr_gt0.
- by move/eqP; rewrite sgz_cp0 subr_eq0 => /eqP.
- by move=> h; apply/eqP; rewrite sgz_cp0 subr_eq0; apply/eqP.
- by move/eqP; rewrite sgz_cp0 subr_lt0.
- by move=> h; apply/eqP; rewrite sgz_cp0 subr_lt0.
Qed.

Theorem braid_order (K : realFieldType) n (y z : 'cV[K]_n) :
  (forall k, sgz ((braid K n *m y) k 0) = sgz ((braid K n *m z) k 0)) <->
  (forall i j, (y i 0 < y j 0) = (z i 0 < z j 0)).
Proof.
split=> [yz i j|yz k].
  have [ij|ji|/val_inj->] := ltngtP i j; last by rewrite !ltxx.
    have [k kij] := row_of_pair ij; have /eqP := yz k; rewrite !(braid_mulE _ _ kij) sgz_eq.
    rewrite !subr_eq0 !subr_gt0 => /andP[/eqP e /eqP f].
    by rewrite !lt_neqAle e !leNgt f.
  have [k kij] := row_of_pair ji; have /eqP := yz k; rewrite !(braid_mulE _ _ kij) sgz_eq.
  by rewrite !subr_gt0 => /andP[_ /eqP].
have [i [j [ij kij]]] := pair_of_row k; apply/eqP; rewrite !(braid_mulE _ _ kij) sgz_eq.
have e : (y i 0 == y j 0) = (z i 0 == z j 0) by rewrite !eq_le !leNgt !yz.
by rewrite !subr_gt0 !subr_eq0 e yz !eqxx.
Qed.

Section Permutations.

Variable n : nat.
Implicit Types p : 'S_n.

Lemma order_signsE p (k : 'I_('C(n, 2))) (i j : 'I_n) :
  nth (0, 0)%N (pairs n) k = (i : nat, j : nat) ->
  order_signs p k = if ((p^-1)%g i < (p^-1)%g j)%N then 1 else -1.
Proof.
rewrite /order_signs => ->; congr (if _ then _ else _).
apply/existsP/idP => [[a /existsP[b /and3P[ab /eqP/val_inj <- /eqP/val_inj <-]]]|ij]; first by rewrite !permK.
by exists ((p^-1)%g i); apply/existsP; exists ((p^-1)%g j); rewrite ij !permKV !eqxx.
Qed.

(* A strict total order lists the labels: each comes after as many labels as stand before it. *)
Lemma order_of_relation (r : rel 'I_n) :
  irreflexive r -> transitive r -> (forall i j, i != j -> r i j || r j i) ->
  exists p, forall a b : 'I_n, (a < b)%N -> r (p a) (p b).
Proof.
move=> r_irr r_trans r_total; pose before i := [pred j | r j i].
have before_lt i : (#|before i| < n)%N.
  rewrite -[X in (_ < X)%N]card_ord; apply: proper_card; apply/properP; split; first by apply/subsetP.
  by exists i; rewrite ?inE ?r_irr.
have before_mono i j : r i j -> (#|before i| < #|before j|)%N.
  move=> ij; apply: proper_card; apply/properP; split; first by apply/subsetP=> l; rewrite !inE => /r_trans->.
  by exists i; rewrite !inE ?r_irr.
pose place i := Ordinal (before_lt i).
have place_inj : injective place.
  move=> i j /(congr1 val)/= e; apply/eqP; apply: contraT => /r_total/orP[] /before_mono; by rewrite e ltnn.
pose q := perm place_inj; exists (q^-1)%g => a b ab.
have E c : #|before ((q^-1)%g c)| = c :> nat by have := congr1 val (permKV q c); rewrite permE.
have /r_total/orP[//|/before_mono] : (q^-1)%g a != (q^-1)%g b by rewrite (inj_eq perm_inj) -val_eqE neq_ltn ab.
by rewrite !E ltnNge ltnW.
Qed.

Lemma order_of_distinct (K : realFieldType) (y : 'cV[K]_n) :
  (forall i j, y i 0 = y j 0 -> i = j) ->
  exists p, forall a b : 'I_n, (a < b)%N -> y (p b) 0 < y (p a) 0.
Proof.
move=> y_inj; apply: (order_of_relation (r := fun i j => y j 0 < y i 0)) => [i|j i k ji kj|i j ij].
- exact: ltxx.
- exact: lt_trans kj ji.
by rewrite -neq_lt; apply: contra ij => /eqP/y_inj->.
Qed.

Lemma signs_of_order (K : realFieldType) (y : 'cV[K]_n) p :
  (forall a b : 'I_n, (a < b)%N -> y (p b) 0 < y (p a) 0) ->
  forall k, sgz ((braid K n *m y) k 0) = order_signs p k.
Proof.
move=> pP k; have [i [j [ij kij]]] := pair_of_row k; rewrite (order_signsE p kij) (braid_mulE _ _ kij).
have := pP ((p^-1)%g i) ((p^-1)%g j); have := pP ((p^-1)%g j) ((p^-1)%g i); rewrite !permKV.
case: (ltngtP ((p^-1)%g i) ((p^-1)%g j)) => [_ _ /(_ isT) h|_ /(_ isT) h _|/val_inj/perm_inj e _ _]; apply/eqP.
- by rewrite sgz_cp0 subr_gt0.
- by rewrite sgz_cp0 subr_lt0.
- by rewrite e ltnn in ij.
Qed.

Lemma ranks_pattern (K : realFieldType) d (U : 'M[K]_(n, d)) p :
  ranks U p <-> ranking_pattern U (order_signs p).
Proof.
split=> [[x xP]|[[x xP] _]].
  split=> [|k]; last by rewrite /order_signs; case: (nth _ _ _) => i j; case: ifP.
  by exists x => k; rewrite -mulmxA (signs_of_order xP).
exists x => a b ab; have [lt_ab|lt_ba|/val_inj/perm_inj e] := ltngtP (p a) (p b); last by rewrite e ltnn in ab.
  have [k kij] := row_of_pair lt_ab; have /eqP := xP k.
  by rewrite (order_signsE p kij) -mulmxA (braid_mulE _ _ kij) !permK ab sgz_cp0 subr_gt0.
have [k kij] := row_of_pair lt_ba; have /eqP := xP k.
by rewrite (order_signsE p kij) -mulmxA (braid_mulE _ _ kij) !permK ltnNge ltnW //= sgz_cp0 subr_lt0.
Qed.

End Permutations.

Theorem ranking_pattern_permutations (K : realFieldType) n d (U : 'M[K]_(n, d)) s :
  ranking_pattern U s <-> exists p, (forall k, s k = order_signs p k) /\ ranks U p.
Proof.
split=> [[[x xP] s0]|[p [sp /ranks_pattern[covp p0]]]]; last first.
  by split=> [|k]; rewrite ?sp //; apply: covector_ext covp => k; rewrite sp.
have [|p pP] := @order_of_distinct n K (U *m x).
  move=> i j e; apply/val_inj; have [ij|ij|//] := ltngtP i j.
    have [k kij] := row_of_pair ij; have := s0 k.
    by rewrite -xP -mulmxA (braid_mulE _ _ kij) e subrr sgz0 eqxx.
  have [k kij] := row_of_pair ij; have := s0 k.
  by rewrite -xP -mulmxA (braid_mulE _ _ kij) e subrr sgz0 eqxx.
have rp : ranks U p by exists x.
by exists p; split=> // k; rewrite -xP -mulmxA (signs_of_order pP).
Qed.

Theorem same_rankings_pattern (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  same_rankings U U' <-> forall s, ranking_pattern U s <-> ranking_pattern U' s.
Proof.
split=> [h s|h p]; last by rewrite !ranks_pattern.
by rewrite !ranking_pattern_permutations; split=> -[p [sp rp]]; exists p; split=> //; apply/h.
Qed.

Theorem rankings_translation (K : realFieldType) n d (U : 'M[K]_(n, d)) (v : 'rV[K]_d) :
  [/\ braid K n *m translate v U = braid K n *m U,
      same_rankings (translate v U) U
    & same_covectors (braid K n *m translate v U) (braid K n *m U)].
Proof.
have E : braid K n *m translate v U = braid K n *m U.
  apply/row_matrixP=> k; have [i [j [_ kij]]] := pair_of_row k; rewrite !(row_braid_mul _ kij).
  by apply/rowP=> l; rewrite !mxE opprD addrACA subrr addr0.
by split; rewrite ?E //; apply/same_rankings_pattern=> s; rewrite /ranking_pattern E.
Qed.
