(******************************************************************************)
(*                                                                            *)
(*  THE MAP OF LAYERS WITH OFFSETS: WHAT DETERMINES WHAT                      *)
(*                                                                            *)
(*  Field.  R is any real closed field.  The layers have n labels and the     *)
(*  widths d and d'; n, d and d' are arbitrary.                               *)
(*                                                                            *)
(*  Words: see definitions.v and layers.v.                                    *)
(*                                                                            *)
(*  Theorem.                                                                  *)
(*    map_of_offsets   The whole map.  Of the 42 ordered pairs of the seven   *)
(*        invariants, the 10 of layer_determined_by: the first determines the *)
(*        second, also for different widths; the other 32: it does not, and   *)
(*        two layers of one width say so.                                     *)
(*                                                                            *)
(*  Proof.  Six arrows - three from the layer itself, offsets_signs,          *)
(*  offsets_rankings and offsets_argmax - and their compositions are the 10.  *)
(*  Nine counter-examples are the 32: if A determines P, and Q determines B,  *)
(*  then layers that agree in A and not in B agree in P and not in Q.  Their  *)
(*  layers are five pairs in dimension 1, with the logits                     *)
(*        x + 1, x + 2         and  3 x + 3, x + 2        (one row scaled)    *)
(*        x, 2 x               and  x + 1, 2 x + 2        (inputs moved)      *)
(*        x, 2 x               and  x + 3, 2 x + 3        (one number added)  *)
(*        x + 1, x + 2         and  x + 1, 4 x + 2        (offsets_apart)     *)
(*        x + 2, x + 1, x      and  x + 2, x, x + 1       (two labels swapped)*)
(*                                                                            *)
(******************************************************************************)

From Coq Require List.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions invariants layers rankings theorem_5_6 theorem_5_5 offsets determinations.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* General changes of a layer. *)

Section Changes.

Variable R : rcfType.

Lemma nonzero_functions n d (U : 'M[R]_(n, d)) (b : 'cV[R]_n) : nonzero_rows U -> nonzero_rows (functions U b).
Proof.
move=> U0 i; apply: contra_neq (U0 i) => /rowP e; apply/rowP=> j; have := e (rshift 1 j).
by rewrite mxE row_mxEr !mxE.
Qed.

Lemma with_one_scaled n d (V : 'M[R]_(n, 1 + d)) (r : 'rV[R]_n) :
  with_one (diag_mx r *m V) = diag_mx (row_mx (const_mx 1) r) *m with_one V.
Proof. by rewrite /with_one diag_mx_row mul_block_col !mul0mx addr0 add0r diag_const_mx mul1mx. Qed.

Lemma same_cosines_scaled n d (U : 'M[R]_(n, d)) (b : 'cV[R]_n) (r : 'rV[R]_n) : (forall i, 0 < r 0 i) ->
  cosines (with_one (functions U b)) = cosines (with_one (functions (diag_mx r *m U) (diag_mx r *m b))).
Proof.
move=> r0; rewrite [functions (_ *m U) _]/functions -mul_mx_row with_one_scaled cosines_scaled_rows // => i.
by rewrite -[i]splitK; case: (split i) => k /=; rewrite ?row_mxEl ?row_mxEr // mxE ltr01.
Qed.

Lemma same_patterns_moved n d (U : 'M[R]_(n, d)) (b : 'cV[R]_n) (v : 'cV[R]_d) s : affine_pattern U b s <-> affine_pattern U (U *m v + b) s.
Proof.
by split=> -[[x xP] s0]; split=> //; [exists (x - v) => i; rewrite addrA -mulmxDr subrK | exists (x + v) => i; rewrite mulmxDr -addrA].
Qed.

Lemma same_ranks_moved n d (U : 'M[R]_(n, d)) (b : 'cV[R]_n) (v : 'cV[R]_d) p : affine_ranks U b p <-> affine_ranks U (U *m v + b) p.
Proof.
by split=> -[x xP]; [exists (x - v) => i j; rewrite addrA -mulmxDr subrK | exists (x + v) => i j; rewrite mulmxDr -addrA]; apply: xP.
Qed.

Lemma same_differences_raised n d (U : 'M[R]_(n, d)) (b : 'cV[R]_n) a :
  braid R n *m functions U b = braid R n *m functions U (b + const_mx a).
Proof.
apply/matrixP=> k l; have [i [j [_ kij]]] := pair_of_row k; rewrite !(braid_mulE _ _ kij) /functions -[l]splitK.
case: (split l) => m /=; last by rewrite !row_mxEr.
by rewrite !row_mxEl ![(b + _) _ _]mxE ![const_mx _ _ _]mxE opprD addrACA subrr addr0.
Qed.

(* The cosine of e_0 and a row is zero exactly if its offset is. *)
Lemma dot_with_one n d (V : 'M[R]_(n, 1 + d)) k :
  dot (row (lshift n 0) (with_one V)) (row (rshift 1 k) (with_one V)) = V k (lshift d 0).
Proof.
rewrite /with_one rowKd rowKu /dot big_split_ord big_ord1 /= big1 => [|j _]; first by rewrite addr0 ![row _ _ _ _]mxE row_mxEl mxE mul1r.
by rewrite [row _ _ _ _]mxE row_mxEr mxE mul0r.
Qed.

Lemma offset_zero n d d' (V : 'M[R]_(n, 1 + d)) (V' : 'M[R]_(n, 1 + d')) k : nonzero_rows V' ->
  cosines (with_one V) = cosines (with_one V') -> V k (lshift d 0) = 0 -> V' k (lshift d' 0) = 0.
Proof. by move=> /with_one_nonzero V0 same; rewrite -!dot_with_one; apply: cosine_zero. Qed.

End Changes.

(* Layers of integers in dimension 1. *)

Section Lines.

Variable R : rcfType.

Definition line n (a : seq int) : 'M[R]_(n, 1) := \matrix_(i, j) (nth 0 a i)%:~R.

Definition logit (us bs : seq int) (t : R) (i : nat) : R := (nth 0 us i)%:~R * t + (nth 0 bs i)%:~R.

Lemma lineE n a (i : 'I_n) j : line n a i j = (nth 0 a i)%:~R.
Proof. by rewrite mxE. Qed.

Lemma logitE n us bs (x : 'cV[R]_1) (i : 'I_n) : (line n us *m x + line n bs) i 0 = logit us bs (x 0 0) i.
Proof. by rewrite mxE mxE big_ord1 !lineE. Qed.

Lemma top_line n us bs (i : 'I_n) :
  affine_top (line n us) (line n bs) i <-> exists t, forall j : 'I_n, j != i -> logit us bs t j < logit us bs t i.
Proof.
split=> -[x xP]; first by exists (x 0 0) => j ji; rewrite -!logitE; apply: xP.
by exists (const_mx x) => j ji; rewrite !logitE mxE; apply: xP.
Qed.

Lemma ranks_line n us bs (p : 'S_n) :
  affine_ranks (line n us) (line n bs) p <-> exists t, forall i j : 'I_n, (i < j)%N -> logit us bs t (p j) < logit us bs t (p i).
Proof.
split=> -[x xP]; first by exists (x 0 0) => i j ij; rewrite -!logitE; apply: xP.
by exists (const_mx x) => i j ij; rewrite !logitE mxE; apply: xP.
Qed.

Definition in_layer_domain n (us bs : seq int) : bool :=
  all (fun i => nth 0 us i != 0) (iota 0 n) &&
  all (fun i => all (fun k => [|| i == k, nth 0 us i != nth 0 us k | nth 0 bs i != nth 0 bs k]) (iota 0 n)) (iota 0 n).

Lemma layer_domain_line n us bs : in_layer_domain n us bs -> layer_domain (line n us) (line n bs).
Proof.
have known (i : 'I_n) : (i : nat) \in iota 0 n by rewrite mem_iota ltn_ord.
case/andP=> /allP nz /allP ne; split=> [i k ik|i]; apply/eqP=> /rowP e; last first.
  by have := e 0; rewrite !mxE => /eqP; rewrite intr_eq0; apply/negP/nz/known.
have /allP/(_ _ (known k)) := ne _ (known i); rewrite val_eqE (negbTE ik) /=.
have := e (rshift 1 0); rewrite /functions mxE [in RHS]mxE !row_mxEr !lineE => /eqP; rewrite eqr_int => ->.
by have := e (lshift 1 0); rewrite /functions mxE [in RHS]mxE !row_mxEl !lineE => /eqP; rewrite eqr_int => ->.
Qed.

End Lines.

(* The counter-examples. *)

Section CounterExamples.

Variable R : rcfType.

Local Notation label_0 := (0 : 'I_2).

Lemma apart_lines : [/\ apart_1 R = line R 2 [:: 1; 1], apart_2 R = line R 2 [:: 1; 4] & apart_b R = line R 2 [:: 1; 2]]%integers.
Proof. by split; apply/matrixP=> i j; rewrite !mxE (ord1 j); case: i => -[|[|]]. Qed.

(* x + 1 is below x + 2 everywhere. *)
Lemma never_first : ~ affine_top (line R 2 [:: 1; 1]%integers) (line R 2 [:: 1; 2]%integers) label_0.
Proof. by case/top_line=> t /(_ 1 isT); rewrite /logit /= ltr_add2l ltr_int. Qed.

Lemma cosines_leave_offsets_argmax : layer_leaves_open R lay_CV lay_Cb /\ layer_leaves_open R lay_CV lay_argmax.
Proof.
pose u := line R 2 [:: 1; 1]%integers; pose b := line R 2 [:: 1; 2]%integers.
pose u' := line R 2 [:: 3; 1]%integers; pose b' := line R 2 [:: 3; 2]%integers.
have [D D'] : layer_domain u b /\ layer_domain u' b' by split; apply: layer_domain_line.
have same : same_layer_invariant lay_CV u b u' b'.
  pose r : 'rV[R]_2 := \row_i (nth 0 [:: 3; 1]%integers i)%:~R.
  have -> : u' = diag_mx r *m u by rewrite mul_diag_mx; apply/matrixP=> -[[|[|]] // ?] j; rewrite !mxE /= mulr1.
  have -> : b' = diag_mx r *m b by rewrite mul_diag_mx; apply/matrixP=> -[[|[|]] // ?] j; rewrite !mxE -intrM.
  by apply: same_cosines_scaled => -[[|[|]] // ?]; rewrite mxE ltr0z.
split; exists 2%N, 1%N, u, b, u', b'; split=> //.
  by case=> _ /matrixP/(_ label_0 0)/eqP; rewrite !lineE eqr_int.
move=> /(_ label_0)[_ to_u]; apply: never_first; apply/to_u/top_line; exists 0 => -[[|[|]] // ?] _.
by rewrite /logit /= !mulr0 !add0r ltr_int.
Qed.

(* x, 2 x at x + 1. *)
Let u_moved := line R 2 [:: 1; 2]%integers.
Let b_none := line R 2 [:: 0; 0]%integers.

Lemma moved_inputs : [/\ layer_domain u_moved b_none, layer_domain u_moved u_moved & u_moved = u_moved *m const_mx 1 + b_none].
Proof.
split; try by apply: layer_domain_line.
by apply/matrixP=> i j; rewrite (ord1 j) logitE lineE /logit mxE mulr1; case: i => -[|[|]] //= ?; rewrite addr0.
Qed.

Lemma signs_leave_cosines : layer_leaves_open R lay_S lay_CV.
Proof.
have [D D' move_b] := moved_inputs; exists 2%N, 1%N, u_moved, b_none, u_moved, u_moved; split=> //.
  by move=> s; rewrite [X in _ <-> affine_pattern _ X _]move_b; apply: same_patterns_moved.
move/(offset_zero (k := label_0) (nonzero_functions u_moved D'.2)); rewrite /functions !row_mxEl !lineE => /(_ erefl)/eqP.
by rewrite intr_eq0.
Qed.

Lemma rankings_leave_difference_cosines : layer_leaves_open R lay_R lay_CBV.
Proof.
have [D D' move_b] := moved_inputs; exists 2%N, 1%N, u_moved, b_none, u_moved, u_moved; split=> //.
  by move=> p; rewrite [X in _ <-> affine_ranks _ X _]move_b; apply: same_ranks_moved.
have [k kij] := @row_of_pair 2 0 1 isT; move/(offset_zero (k := k) (braid_nonzero_rows D'.1)).
rewrite !(braid_mulE _ _ kij) /functions !row_mxEl !lineE subrr => /(_ erefl)/eqP.
by rewrite subr_eq0 eqr_int.
Qed.

Lemma difference_cosines_leave_offsets_signs : layer_leaves_open R lay_CBV lay_Cb /\ layer_leaves_open R lay_CBV lay_S.
Proof.
pose u := line R 2 [:: 1; 2]%integers; pose b := line R 2 [:: 0; 0]%integers; pose b' := line R 2 [:: 3; 3]%integers.
have [D D'] : layer_domain u b /\ layer_domain u b' by split; apply: layer_domain_line.
have same : same_layer_invariant lay_CBV u b u b'.
  have -> : b' = b + const_mx 3%:~R by apply/matrixP=> -[[|[|]] // ?] j; rewrite !mxE add0r.
  by rewrite /= -same_differences_raised.
split; exists 2%N, 1%N, u, b, u, b'; split=> //.
  by case=> _ /matrixP/(_ label_0 0)/eqP; rewrite !lineE eqr_int.
move=> /(_ (fun i => - minus_plus i))[_ to_b]; have [|[x xP] _] := to_b.
  split=> [|i]; last by rewrite /minus_plus; case: ifP.
  by exists (const_mx (-2)%:~R) => -[[|[|]] // ?]; rewrite logitE /logit mxE -intrM -intrD sgz_int.
have := xP 0; have := xP 1; rewrite !logitE /logit /= !addr0 mul1r => /eqP; rewrite sgz_cp0 pmulr_rlt0 ?ltr0z // => lt0 /eqP.
by rewrite sgz_cp0 ltNge ltW.
Qed.

Lemma argmax_leaves_rankings : layer_leaves_open R lay_argmax lay_R.
Proof.
pose u := line R 3 [:: 1; 1; 1]%integers; pose b := line R 3 [:: 2; 1; 0]%integers; pose b' := line R 3 [:: 2; 0; 1]%integers.
exists 3%N, 1%N, u, b, u, b'; split; try by apply: layer_domain_line.
  have first c (i : 'I_3) : nth 0 c 1 < nth 0 c 0 -> nth 0 c 2 < nth 0 c 0 -> affine_top u (line R 3 c) i <-> i = 0.
    have same_slope t (j : 'I_3) : logit [:: 1; 1; 1]%integers c t j = t + (nth 0 c j)%:~R.
      by rewrite /logit; case: j => -[|[|[|]]] //= ?; rewrite mul1r.
    move=> c1 c2; have below (j : 'I_3) : j != 0 -> nth 0 c j < nth 0 c 0 by case: j => -[|[|[|]]].
    split=> [/top_line[t top]|->]; last by apply/top_line; exists 0 => j j0; rewrite !same_slope ltr_add2l ltr_int below.
    apply/eqP; apply: contraT => i0; have := top 0; rewrite eq_sym !same_slope ltr_add2l ltr_int => /(_ i0).
    by rewrite ltNge ltW // below.
  by move=> i; rewrite !first.
move=> /(_ 1%g)[to_b' _]; have /ranks_line[t /(_ 1 (1 + 1) isT)] : affine_ranks u b' 1%g.
  apply/to_b'/ranks_line; exists 0 => i j; rewrite !perm1.
  by case: i j => -[|[|[|]]] //= ? -[[|[|[|]]] //= ?] _; rewrite /logit /= ltr_add2l ltr_int.
by rewrite !perm1 /logit /= ltr_add2l ltr_int.
Qed.

Lemma apart_leave_signs_argmax : layer_leaves_open R lay_Cb lay_S /\ layer_leaves_open R lay_Cb lay_argmax.
Proof.
have [E1 E2 Eb] := apart_lines; have [same [in_1 not_in_2] _ _] := offsets_apart R.
have [D1 D2] : layer_domain (apart_1 R) (apart_b R) /\ layer_domain (apart_2 R) (apart_b R).
  by rewrite E1 E2 Eb; split; apply: layer_domain_line.
split; exists 2%N, 1%N, (apart_1 R), (apart_b R), (apart_2 R), (apart_b R); split=> //.
  by move=> /(_ minus_plus)[to_2 _]; apply/not_in_2/to_2.
rewrite E1 E2 Eb => /(_ label_0)[_ to_1]; apply: never_first; apply/to_1/top_line; exists (-1) => -[[|[|]] // ?] _.
by rewrite /logit /= !mulrN1 -!mulrNz -!intrD ltr_int.
Qed.

End CounterExamples.

(* The rest follows by composition. *)

Section Map.

Variable R : rcfType.

Definition layer_place (P : layer_mapped) : nat :=
  match P with lay_Ub => 0 | lay_CV => 1 | lay_CBV => 2 | lay_Cb => 3 | lay_S => 4 | lay_R => 5 | lay_argmax => 6 end%N.

Lemma layer_place_inj : injective layer_place.
Proof. by move=> P Q /eqP; case: P; case: Q. Qed.

Definition layer_proved : seq (layer_mapped * layer_mapped) :=
  [:: (lay_Ub, lay_CV); (lay_Ub, lay_CBV); (lay_Ub, lay_Cb); (lay_CV, lay_S); (lay_CBV, lay_R); (lay_R, lay_argmax)].

Definition layer_refuted : seq (layer_mapped * layer_mapped) :=
  [:: (lay_CV, lay_Cb); (lay_CV, lay_argmax); (lay_S, lay_CV); (lay_R, lay_CBV); (lay_CBV, lay_Cb); (lay_CBV, lay_S);
      (lay_argmax, lay_R); (lay_Cb, lay_S); (lay_Cb, lay_argmax)].

Lemma layer_itself (T : Type) n (f : forall d, 'M[R]_(n, d) -> 'cV[R]_n -> T) d d' (U : 'M[R]_(n, d)) b (U' : 'M[R]_(n, d')) b' :
  same_layer_invariant lay_Ub U b U' b' -> f d U b = f d' U' b'.
Proof. by case=> /(congr1 (fun t : {e : nat & 'M[R]_(n, e)} => f (tag t) (tagged t) b)) /= -> ->. Qed.

Lemma layer_proved_arrows : each (layer_determines R) layer_proved.
Proof.
split; first by move=> n d d' U b U' b' _ _; apply: (@layer_itself _ n (fun d U b => cosines (with_one (functions U b)))).
split; first by move=> n d d' U b U' b' _ _; apply: (@layer_itself _ n (fun d U b => cosines (with_one (braid R n *m functions U b)))).
split; first by move=> n d d' U b U' b' _ _ [same <-]; split=> //; apply: (@layer_itself _ n (fun d U b => cosines U) _ _ _ b _ b).
split; first by move=> n d d' U b U' b' [_ U0] [_ U'0]; apply: offsets_signs; apply: nonzero_functions.
split; first by move=> n d d' U b U' b' [V0 _] [V'0 _]; apply: offsets_rankings.
split=> // n d d' U b U' b' [V0 _] [V'0 _] same i.
by rewrite (offsets_argmax _ V0) (offsets_argmax _ V'0); split=> -[p [/same]]; exists p.
Qed.

Lemma layer_refuted_arrows : each (layer_leaves_open R) layer_refuted.
Proof.
have [CV_Cb CV_argmax] := cosines_leave_offsets_argmax R; have [CBV_Cb CBV_S] := difference_cosines_leave_offsets_signs R.
have [Cb_S Cb_argmax] := apart_leave_signs_argmax R.
by do !split=> //; [exact: signs_leave_cosines | exact: rankings_leave_difference_cosines | exact: argmax_leaves_rankings].
Qed.

Lemma reach_layer k P Q : reach layer_place layer_proved k P Q -> layer_determines R P Q.
Proof.
apply: (reach_arrow layer_place_inj _ _ layer_proved_arrows) => [A n d d' U b U' b' _ _ //|A B C AB BC n d d' U b U' b' U0 U'0 same_A].
by apply: BC => //; apply: AB.
Qed.

End Map.

Theorem map_of_offsets (R : rcfType) (P Q : layer_mapped) :
  (List.In Q (layer_determined_by P) -> layer_determines R P Q) /\
  (P <> Q -> ~ List.In Q (layer_determined_by P) -> layer_leaves_open R P Q).
Proof.
split=> [QP|PQ QP].
  by apply: (@reach_layer _ 3); case: P QP; case: Q => h //; exfalso; move: h => /=; intuition discriminate.
have /(each_has (layer_refuted_arrows R))[A [[n [d [U [b [U' [b' [D D' same_A other_B]]]]]]] path]] :
    has (fun A => reach layer_place layer_proved 3 A.1 P && reach layer_place layer_proved 3 Q A.2) layer_refuted.
  by case: P PQ QP; case: Q => PQ QP //; first [by case: PQ | case: QP; repeat (first [by left | right])].
case/andP: path => /reach_layer to_P /reach_layer from_Q; exists n, d, U, b, U', b'; split=> //; first exact: to_P.
by move=> same_Q; apply: other_B; apply: from_Q.
Qed.
