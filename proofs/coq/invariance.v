(******************************************************************************)
(*                                                                            *)
(*  WHICH MEASURES OF SIMILARITY SURVIVE A CHANGE: THE IDENTITIES             *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v and measures.v.                                  *)
(*                                                                            *)
(*  Lemmas only; the theorem is in invariance_table.v.                        *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions measures lemma_5_3 claims factorisation examples.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Invariant.

Variable R : rcfType.

Lemma dot_mul d (u v : 'rV[R]_d) : dot u v = (u *m v^T) 0 0.
Proof. by rewrite mxE; apply: eq_bigr => k _; rewrite mxE. Qed.

Lemma dot_rotated d (Q : 'M[R]_d) (u v : 'rV[R]_d) : Q *m Q^T = 1%:M -> dot (u *m Q) (v *m Q) = dot u v.
Proof. by move=> QQ; rewrite !dot_mul trmx_mul mulmxA -[u *m Q *m _]mulmxA QQ mulmx1. Qed.

Lemma norm_scaled_row d (a : R) (u : 'rV[R]_d) : norm (a *: u) = `|a| * norm u.
Proof. by rewrite /norm dotZZ -expr2 sqrtrM ?sqr_ge0 // sqrtr_sqr. Qed.

Lemma cosine_scaled d (a b : R) (u v : 'rV[R]_d) : 0 < a * b -> cosine (a *: u) (b *: v) = cosine u v.
Proof.
move=> ab; rewrite /cosine !norm_scaled_row dotZZ mulrACA -normrM gtr0_norm // -mulf_div divff ?mul1r //.
by rewrite gt_eqF.
Qed.

Lemma cosine_rotated d (Q : 'M[R]_d) (u v : 'rV[R]_d) : Q *m Q^T = 1%:M -> cosine (u *m Q) (v *m Q) = cosine u v.
Proof. by move=> QQ; rewrite /cosine /norm !dot_rotated. Qed.

Lemma row_scaled n d (r : 'rV[R]_n) (U : 'M[R]_(n, d)) i : row i (diag_mx r *m U) = r 0 i *: row i U.
Proof. by rewrite mul_diag_mx; apply/rowP=> j; rewrite !mxE. Qed.

Lemma rowZ n d (t : R) (U : 'M[R]_(n, d)) i : row i (t *: U) = t *: row i U.
Proof. by apply/rowP=> j; rewrite !mxE. Qed.

Lemma row_translated n d (v : 'rV[R]_d) (U : 'M[R]_(n, d)) i : row i (translate v U) = row i U + v.
Proof. by apply/rowP=> j; rewrite !mxE. Qed.

(* A measure of pairs is unchanged if it is so for every two rows. *)
Lemma pairs_invariant (f : forall d, 'rV[R]_d -> 'rV[R]_d -> R) (c : parameter_change R) :
  (forall n d (U U' : 'M[R]_(n, d)), c n d U U' -> forall i j, f d (row i U') (row j U') = f d (row i U) (row j U)) ->
  same_under (of_pairs f) c /\ same_under (of_directions f) c.
Proof.
move=> same; have E n d (U U' : 'M[R]_(n, d)) : c n d U U' ->
    \matrix_(i, j) f d (row i U) (row j U) = \matrix_(i, j) f d (row i U') (row j U').
  by move=> UU'; apply/matrixP=> i j; rewrite !mxE (same _ _ _ _ UU').
split=> n d U U' M M' UU'; first by move=> -> ->; apply: E.
by case=> _ -> [_ ->]; apply: E.
Qed.

Lemma rotation_invariant (f : forall d, 'rV[R]_d -> 'rV[R]_d -> R) :
  (forall d (Q : 'M[R]_d) u v, Q *m Q^T = 1%:M -> f d (u *m Q) (v *m Q) = f d u v) ->
  same_under (of_pairs f) (@rotated R) /\ same_under (of_directions f) (@rotated R).
Proof. by move=> h; apply: pairs_invariant => n d U U' [Q QQ ->] i j; rewrite !row_mul h. Qed.

Lemma cosine_invariant : [/\ same_under (@by_cosine R) (@multiplied R), same_under (@by_cosine R) (@rows_scaled R)
  & same_under (@by_cosine R) (@rotated R)].
Proof.
split; last by apply: (proj2 (rotation_invariant _)) => d Q u v; apply: cosine_rotated.
  apply: (proj2 (pairs_invariant _)) => n d U U' [t t0 ->] i j; rewrite !rowZ cosine_scaled //.
  by rewrite -expr2 exprn_even_gt0 //= t0.
by apply: (proj2 (pairs_invariant _)) => n d U U' [r r0 ->] i j; rewrite !row_scaled cosine_scaled // mulr_gt0.
Qed.

Lemma distance_translated : same_under (@by_distance R) (@translated R).
Proof.
apply: (proj1 (pairs_invariant _)) => n d U U' [v ->] i j; rewrite !row_translated.
by rewrite opprD addrACA subrr addr0.
Qed.

Lemma norm_rotated d (Q : 'M[R]_d) (u : 'rV[R]_d) : Q *m Q^T = 1%:M -> norm (u *m Q) = norm u.
Proof. by move=> QQ; rewrite /norm dot_rotated. Qed.

Lemma soft_invariant (S : forall d, 'M[R]_d) :
  same_under (soft_cosine S) (@multiplied R) /\ same_under (soft_cosine S) (@rows_scaled R).
Proof.
have scaled d (a b : R) (u v : 'rV[R]_d) : weighted_dot (S d) (a *: u) (b *: v) = a * b * weighted_dot (S d) u v.
  by rewrite /weighted_dot -scalemxAl dotZZ.
have E d (a b : R) (u v : 'rV[R]_d) : 0 < a * b ->
    weighted_dot (S d) (a *: u) (b *: v) / Num.sqrt (weighted_dot (S d) (a *: u) (a *: u) * weighted_dot (S d) (b *: v) (b *: v)) =
    weighted_dot (S d) u v / Num.sqrt (weighted_dot (S d) u u * weighted_dot (S d) v v).
  move=> ab; rewrite !scaled; set p := weighted_dot _ u u; set q := weighted_dot _ v v.
  have -> : a * a * p * (b * b * q) = (a * b) ^+ 2 * (p * q) by ring.
  by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm // -mulf_div divff ?mul1r ?gt_eqF.
split=> n d U U' M M' [r r0 ->] [_ ->] [_ ->]; apply/matrixP=> i j; rewrite !mxE.
  by rewrite !rowZ E // -expr2 exprn_even_gt0 //= r0.
by rewrite !row_scaled E // mulr_gt0.
Qed.

(* Centring. *)

Lemma mean_mul n d e (U : 'M[R]_(n, d)) (A : 'M[R]_(d, e)) : mean_row (U *m A) = mean_row U *m A.
Proof. by rewrite /mean_row -scalemxAl mulmx_suml; congr (_ *: _); apply: eq_bigr => i _; rewrite row_mul. Qed.

Lemma row_centred n d (U : 'M[R]_(n, d)) i : row i (centred U) = row i U - mean_row U.
Proof. by apply/rowP=> j; rewrite !mxE. Qed.

Lemma centred_mul n d e (U : 'M[R]_(n, d)) (A : 'M[R]_(d, e)) : centred (U *m A) = centred U *m A.
Proof. by apply/row_matrixP=> i; rewrite row_centred !row_mul row_centred mulmxBl mean_mul. Qed.

Lemma centredZ n d (t : R) (U : 'M[R]_(n, d)) : centred (t *: U) = t *: centred U.
Proof. by have := centred_mul U (t *: 1%:M); rewrite -!scalemxAr !mulmx1. Qed.

Lemma centred_translated n d (v : 'rV[R]_d) (U : 'M[R]_(n, d)) : centred (translate v U) = centred U.
Proof.
case: n U => [|n] U; first by rewrite [LHS]flatmx0 [RHS]flatmx0.
have -> : translate v U = U + const_mx 1 *m v by apply/matrixP=> i j; rewrite !mxE big_ord1 !mxE mul1r.
have mean_v : mean_row (const_mx 1 *m v : 'M_(n.+1, d)) = v.
  rewrite /mean_row (eq_bigr (fun=> v)) => [|i _]; last by apply/rowP=> j; rewrite !mxE big_ord1 mxE mul1r.
  by rewrite sumr_const card_ord -scaler_nat scalerA mulVf ?pnatr_eq0 // scale1r.
apply/row_matrixP=> i; rewrite !row_centred.
have -> : mean_row (U + const_mx 1 *m v) = mean_row U + v.
  by rewrite -[in RHS]mean_v /mean_row -scalerDr -big_split; congr (_ *: _); apply: eq_bigr => k _; rewrite linearD.
have -> : row i (U + const_mx 1 *m v) = row i U + v by apply/rowP=> j; rewrite !mxE big_ord1 mxE mul1r.
by rewrite opprD addrACA subrr addr0.
Qed.

Lemma centring_invariant : [/\ same_under (@after_centring R) (@translated R), same_under (@after_centring R) (@multiplied R)
  & same_under (@after_centring R) (@rotated R)].
Proof.
have [mul _ rot] := cosine_invariant; split=> n d U U' M M'.
- by case=> v ->; rewrite /after_centring centred_translated; case=> _ -> [_ ->].
- by case=> t t0 ->; rewrite /after_centring centredZ; apply: mul; exists t.
by case=> Q QQ ->; rewrite /after_centring centred_mul; apply: rot; exists Q.
Qed.

(* Whitening: T and T' make the columns of Z T and Z T' orthonormal; the inner products of the rows agree. *)
Lemma whitened_gram n d (Z : 'M[R]_(n, d)) (T T' : 'M[R]_d) (W := Z *m T) (W' := Z *m T') :
  W^T *m W = 1%:M -> W'^T *m W' = 1%:M -> W *m W^T = W' *m W'^T.
Proof.
move=> one one'; have [_ unitT] : W^T *m Z \in unitmx /\ T \in unitmx by apply: mulmx1_unit; rewrite -mulmxA.
have [O W'E] : exists O, W' = W *m O by exists (invmx T *m T'); rewrite /W mulmxA mulmxK.
rewrite W'E in one' *; clearbody W.
have : O^T *m O = 1%:M by rewrite -[RHS]one' trmx_mul mulmxA -[O^T *m W^T *m W]mulmxA one mulmx1.
by move=> /mulmx1C OO; rewrite trmx_mul mulmxA -[W *m O *m O^T]mulmxA OO mulmx1.
Qed.

Lemma whitening_equal n d (Z : 'M[R]_(n, d)) (T T' : 'M[R]_d) (W := Z *m T) (W' := Z *m T') M M' :
  W^T *m W = 1%:M -> W'^T *m W' = 1%:M -> by_cosine W M -> by_cosine W' M' -> M = M'.
Proof. by move=> one one'; case=> _ -> [_ ->]; apply: (cosines_gram (whitened_gram one one')). Qed.

Lemma whitening_invariant : [/\ same_under (@after_whitening R) (@translated R), same_under (@after_whitening R) (@transformed R),
  same_under (@after_whitening R) (@multiplied R), same_under (@after_whitening R) (@columns_scaled R)
  & same_under (@after_whitening R) (@rotated R)].
Proof.
have general n d (U : 'M[R]_(n, d)) (A : 'M_d) M M' : after_whitening U M -> after_whitening (U *m A) M' -> M = M'.
  case=> T [one MC] [T' [one' MC']]; move: one' MC'; rewrite centred_mul -[centred U *m A *m T']mulmxA.
  move=> one' MC'; exact: (@whitening_equal _ _ (centred U) T (A *m T') M M' one one' MC MC').
split=> n d U U' M M'.
- case=> v ->; rewrite /after_whitening centred_translated => -[T [one MC]] [T' [one' MC']]; exact: whitening_equal one one' MC MC'.
- by case=> A _ ->; apply: general.
- case=> t _ -> MC; rewrite (_ : t *: U = U *m (t *: 1%:M)) ?scalemx1; first exact: general MC.
  by rewrite -scalemx1 -scalemxAr mulmx1.
- by case=> D _ ->; apply: general.
by case=> Q _ ->; apply: general.
Qed.

(* Removal of the first k principal components. *)

Lemma principal_unique n d k (Z : 'M[R]_(n, d)) (V W : 'M_(k, d)) :
  principal_components Z V -> principal_components Z W -> W^T *m W = V^T *m V.
Proof.
move=> [VV VP] [WW WP]; have [WV|WV] := boolP (W == V)%MS; last first.
  by have VW : ~~ (V == W)%MS; [rewrite andbC | have := lt_trans (VP W WW WV) (WP V VV VW); rewrite ltxx].
have /submxP[A WE] : (W <= V)%MS by case/andP: WV.
have AA : A *m A^T = 1%:M by rewrite -WW WE trmx_mul mulmxA -[A *m V *m _]mulmxA VV mulmx1.
by rewrite WE trmx_mul -mulmxA [A^T *m _]mulmxA (mulmx1C AA) mul1mx.
Qed.

Lemma removal_equal n d k (Z : 'M[R]_(n, d)) (V W : 'M_(k, d)) M M' : principal_components Z V -> principal_components Z W ->
  by_cosine (Z - Z *m V^T *m V) M -> by_cosine (Z - Z *m W^T *m W) M' -> M = M'.
Proof. by move=> ZV ZW; rewrite -!mulmxA (principal_unique ZV ZW); do 2!case=> _ ->. Qed.

Lemma squaresZ n d (t : R) (A : 'M[R]_(n, d)) : squares (t *: A) = t ^+ 2 * squares A.
Proof.
by rewrite /squares mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mxE exprMn.
Qed.

Lemma principal_multiplied n d k (t : R) (Z : 'M[R]_(n, d)) (V : 'M_(k, d)) : t != 0 ->
  principal_components (t *: Z) V -> principal_components Z V.
Proof.
move=> t0 [VV VP]; split=> // W WW WV; have := VP W WW WV.
by rewrite -!scalemxAl !squaresZ ltr_pmul2l // exprn_even_gt0 //= t0.
Qed.

Lemma principal_rotated n d k (Q : 'M[R]_d) (Z : 'M[R]_(n, d)) (V : 'M_(k, d)) : Q *m Q^T = 1%:M ->
  principal_components (Z *m Q) V -> principal_components Z (V *m Q^T).
Proof.
move=> QQ [VV VP]; have QQ' : Q^T *m Q = 1%:M by apply: mulmx1C.
split=> [|W WW WV]; first by rewrite trmx_mul trmxK mulmxA -[V *m _ *m Q]mulmxA QQ' mulmx1.
have back (X : 'M_(k, d)) : X *m Q *m Q^T = X by rewrite -mulmxA QQ mulmx1.
have WQ : W *m Q *m (W *m Q)^T = 1%:M by rewrite trmx_mul mulmxA -[W *m Q *m Q^T]mulmxA QQ mulmx1.
have ZW : Z *m Q *m (W *m Q)^T = Z *m W^T by rewrite trmx_mul mulmxA -[Z *m Q *m Q^T]mulmxA QQ mulmx1.
have ZV : Z *m (V *m Q^T)^T = Z *m Q *m V^T by rewrite trmx_mul trmxK mulmxA.
have := VP _ WQ; rewrite ZW ZV; apply; apply: contraNN WV => /andP[lower upper]; rewrite -[W]back.
by apply/andP; split; apply: submxMr.
Qed.

Lemma removal_invariant k : [/\ same_under (@after_removal R k) (@translated R), same_under (@after_removal R k) (@multiplied R)
  & same_under (@after_removal R k) (@rotated R)].
Proof.
have [mul _ rot] := cosine_invariant; split=> n d U U' M M'.
- by case=> a -> [V [VP VM]] [W]; rewrite centred_translated => -[WP]; apply: removal_equal VP WP VM.
- case=> a aP -> [V [VP VM]] [W [WP WM]]; move: WP WM; rewrite centredZ => /(principal_multiplied aP) WP.
  rewrite -!scalemxAl -scalerBr -mulmxA (principal_unique VP WP) mulmxA.
  by move=> WM; apply: mul VM WM; exists a.
case=> a aP -> [V [VP VM]] [W [WP WM]]; move: WP WM; rewrite centred_mul => /(principal_rotated aP) WP WM.
apply: rot VM _; first by exists a.
have := principal_unique VP WP; rewrite trmx_mul trmxK => E.
move: WM; rewrite mulmxBl -[centred U *m V^T *m V]mulmxA -E !mulmxA -[_ *m W *m a^T *m a]mulmxA (mulmx1C aP) mulmx1 //.
Qed.

(* Query-normalised similarity depends on the cosines only. *)

Lemma query_of_cosines (e : nat -> R) (c : parameter_change R) :
  same_under (@by_cosine R) c -> same_under (query_normalised e) c.
Proof.
move=> same n d U U' M M' UU' [U0 _ ->] [U'0 _ ->].
by rewrite (same _ _ U U' (cosines U) (cosines U') UU').
Qed.

End Invariant.
