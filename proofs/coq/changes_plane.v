(******************************************************************************)
(*                                                                            *)
(*  WHICH MEASURES OF SIMILARITY A CHANGE CHANGES: EXAMPLES IN THE PLANE      *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v and measures.v.                                  *)
(*                                                                            *)
(*  Lemmas only; the theorem is in invariance_table.v.                        *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions measures lemma_5_3 claims factorisation examples invariance changes.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Plane.

Variable R : rcfType.

Lemma sum_two (F : 'I_2 -> R) : \sum_j F j = F 0 + F 1.
Proof. by rewrite !big_ord_recl big_ord0 addr0 (_ : lift ord0 ord0 = 1) //; apply: val_inj. Qed.

(* If the sign of a cosine changes, the cosines do. *)
Lemma sign_apart d d' (u v : 'rV[R]_d) (u' v' : 'rV[R]_d') : Num.sg (dot u v) != Num.sg (dot u' v') -> cosine u v != cosine u' v'.
Proof. by apply: contraNneq => e; rewrite -!sgr_cosine e. Qed.

Lemma cosine_apart (x y : R) (c : parameter_change R) n d (U U' : 'M[R]_(n, d)) i j : c n d U U' -> nonzero_rows U -> nonzero_rows U' ->
  dot (row i U) (row j U) = x -> dot (row i U') (row j U') = y -> Num.sg x != Num.sg y -> differs_under (@by_cosine R) c.
Proof. by move=> ch U0 U'0 <- <- ne; have [_ h] := @pairs_apart R (@cosine R) c n d U U' i j ch (sign_apart ne); apply: h. Qed.

Definition plane n (rows : seq (R * R)) : 'M[R]_(n, 2) :=
  \matrix_(i, j) (if j == 0 then (nth (0, 0) rows i).1 else (nth (0, 0) rows i).2).

Lemma plane_columns n rows rows' (D : R * R) : D.1 != 0 -> D.2 != 0 ->
  rows' = [seq (x.1 * D.1, x.2 * D.2) | x <- rows] -> size rows = n -> columns_scaled (plane n rows) (plane n rows').
Proof.
move=> D1 D2 -> sz; exists (\row_j if j == 0 then D.1 else D.2) => [l|]; first by rewrite mxE; case: (l == 0).
apply/matrixP=> i j; rewrite /rescaled mul_mx_diag !mxE (nth_map (0, 0)) ?sz //; by case: (j == 0).
Qed.

Lemma plane_rows n rows rows' (r : seq R) : (forall i, (i < n)%N -> 0 < nth 0 r i) ->
  (forall i, (i < n)%N -> nth (0, 0) rows' i = (nth 0 r i * (nth (0, 0) rows i).1, nth 0 r i * (nth (0, 0) rows i).2)) ->
  rows_scaled (plane n rows) (plane n rows').
Proof.
move=> r0 E; exists (\row_i nth 0 r i) => [i|]; first by rewrite mxE r0.
by apply/matrixP=> i j; rewrite mul_diag_mx !mxE E //; case: (j == 0).
Qed.

Lemma plane_translated n rows rows' (v : R * R) : (forall i, (i < n)%N -> nth (0, 0) rows' i = ((nth (0, 0) rows i).1 + v.1, (nth (0, 0) rows i).2 + v.2)) ->
  plane n rows' = translate (\row_j if j == 0 then v.1 else v.2) (plane n rows).
Proof. by move=> E; apply/matrixP=> i j; rewrite !mxE E //; case: (j == 0). Qed.

Lemma plane_entry n rows i : plane n rows i 0 = (nth (0, 0) rows i).1 /\ plane n rows i 1 = (nth (0, 0) rows i).2.
Proof. by rewrite !mxE. Qed.

Lemma plane_dot n rows i j : dot (row i (plane n rows)) (row j (plane n rows)) =
  (nth (0, 0) rows i).1 * (nth (0, 0) rows j).1 + (nth (0, 0) rows i).2 * (nth (0, 0) rows j).2.
Proof. by rewrite dot_2 !mxE. Qed.

Lemma plane_nonzero n rows : (forall i, (i < n)%N -> (nth (0, 0) rows i).1 != 0 \/ (nth (0, 0) rows i).2 != 0) -> nonzero_rows (plane n rows).
Proof.
move=> h; apply: nonzero_entries => i; have [e1 e2] := plane_entry rows i; by have [] := h i (ltn_ord i); [exists 0; rewrite e1 | exists 1; rewrite e2].
Qed.

Lemma plane_centred n rows : \sum_(x <- rows) x.1 = 0 -> \sum_(x <- rows) x.2 = 0 -> size rows = n -> centred (plane n rows) = plane n rows.
Proof.
move=> s1 s2 sz; apply/row_matrixP=> i; rewrite row_centred (_ : mean_row _ = 0) ?subr0 // /mean_row.
apply/rowP=> j; rewrite !mxE summxE (eq_bigr (fun i => if j == 0 then (nth (0, 0) rows (nat_of_ord i)).1 else (nth (0, 0) rows i).2)).
  case: (j == 0).
    by rewrite -(big_mkord xpredT (fun k => (nth (0, 0) rows k).1)) -sz -(big_nth (0, 0) xpredT (fun x => x.1)) s1 mulr0.
  by rewrite -(big_mkord xpredT (fun k => (nth (0, 0) rows k).2)) -sz -(big_nth (0, 0) xpredT (fun x => x.2)) s2 mulr0.
by move=> k _; rewrite !mxE.
Qed.

(* The rows (1, 1), (1, -1) are orthogonal; (2, 1), (2, -1) are not. *)
Let two_ne0 : (2%:R : R) != 0.
Proof. by rewrite pnatr_eq0. Qed.
Let one_ne0 : (1 : R) != 0.
Proof. exact: oner_neq0. Qed.
Let minus_ne0 : (-1 : R) != 0.
Proof. by rewrite oppr_eq0. Qed.

Lemma sg_num (k : nat) : Num.sg (k.+1%:R : R) = 1.
Proof. by rewrite gtr0_sg ?ltr0n. Qed.

Lemma cosine_changes : differs_under (@by_cosine R) (@translated R) /\ differs_under (@by_cosine R) (@columns_scaled R).
Proof.
split.
  apply: (@cosine_apart 0 2%:R _ 2 2 (plane 2 [:: (1, 0); (0, 1)]) (plane 2 [:: (2%:R, 0); (1, 1)]) 0 1).
  - exists (\row_j if j == 0 then 1 else 0); apply: (@plane_translated 2 _ _ (1, 0)).
    by case=> [|[|?]] //= _; congr pair; ring.
  - by apply: plane_nonzero => -[|[|?]] //= _; [left | right].
  - by apply: plane_nonzero => -[|[|?]] //= _; [left | left].
  - by rewrite plane_dot /=; ring.
  - by rewrite plane_dot /=; ring.
  by rewrite sgr0 sg_num eq_sym oner_neq0.
apply: (@cosine_apart 0 3%:R _ 2 2 (plane 2 [:: (1, 1); (1, -1)]) (plane 2 [:: (2%:R, 1); (2%:R, -1)]) 0 1).
- by apply: (@plane_columns _ _ _ (2%:R, 1)) => //=; rewrite ?mul1r ?mulr1.
- by apply: plane_nonzero => -[|[|?]] //= _; [left | left].
- by apply: plane_nonzero => -[|[|?]] //= _; [left | left].
- by rewrite plane_dot /=; ring.
- by rewrite plane_dot /=; ring.
by rewrite sgr0 sg_num eq_sym oner_neq0.
Qed.

(* The soft cosine with the weights 1 and 4. *)

Lemma soft_plane n rows i j : weighted_dot (increasing_weights R 2) (row i (plane n rows)) (row j (plane n rows)) =
  (nth (0, 0) rows i).1 * (nth (0, 0) rows j).1 + 4%:R * ((nth (0, 0) rows i).2 * (nth (0, 0) rows j).2).
Proof.
have [e0 e1] : (\row_(k < 2) k.+1%:R ^+ 2 : 'rV[R]_2) 0 0 = 1 /\ (\row_(k < 2) k.+1%:R ^+ 2 : 'rV[R]_2) 0 1 = 4%:R.
  by split; rewrite mxE -natrX.
have E (u : 'rV[R]_2) k : (u *m increasing_weights R 2) 0 k = u 0 k * (\row_(k < 2) k.+1%:R ^+ 2 : 'rV[R]_2) 0 k.
  by rewrite /increasing_weights mul_mx_diag mxE.
by rewrite /weighted_dot /dot sum_two !E e0 e1 !mxE /=; ring.
Qed.

Lemma soft_apart (c : parameter_change R) rows rows' : c 2%N 2%N (plane 2 rows) (plane 2 rows') ->
  (forall r i, r = rows \/ r = rows' -> (i < 2)%N -> (nth (0, 0) r i).1 != 0 \/ (nth (0, 0) r i).2 != 0) ->
  weighted_dot (increasing_weights R 2) (row 0 (plane 2 rows)) (row 1 (plane 2 rows)) = 0 ->
  weighted_dot (increasing_weights R 2) (row 0 (plane 2 rows')) (row 1 (plane 2 rows')) != 0 ->
  differs_under (soft_cosine (increasing_weights R)) c.
Proof.
move=> ch nz w0 w1; pose S := increasing_weights R; pose W (V : 'M[R]_2) i j := weighted_dot (S 2%N) (row i V) (row j V).
pose M (V : 'M[R]_2) := \matrix_(i, j) (W V i j / Num.sqrt (W V i i * W V j j)) : 'M[R]_2.
have pos r i : r = rows \/ r = rows' -> 0 < W (plane 2 r) i i.
  move=> rP; rewrite /W soft_plane; set x := nth _ r i; have x0 : x.1 != 0 \/ x.2 != 0 by exact: (nz r i rP (ltn_ord i)).
  have sq y : y != 0 -> 0 < y ^+ 2 :> R by move=> y0; rewrite exprn_even_gt0.
  rewrite -!expr2; case: x0 => /sq x0; first by apply: ltr_paddr x0; rewrite mulr_ge0 ?ler0n ?sqr_ge0.
  by apply: ltr_paddl; rewrite ?sqr_ge0 // mulr_gt0 ?ltr0n.
have p := pos rows _ (or_introl erefl); have p' := pos rows' _ (or_intror erefl).
exists 2%N, 2%N, (plane 2 rows), (plane 2 rows'), (M (plane 2 rows)), (M (plane 2 rows')); split=> //.
move=> /matrixP/(_ 0 1); rewrite !mxE /W w0 mul0r => /esym/eqP; apply/negP.
by rewrite mulf_neq0 // invr_eq0 gt_eqF // sqrtr_gt0 mulr_gt0 // p'.
Qed.

Lemma soft_changes : [/\ differs_under (soft_cosine (increasing_weights R)) (@translated R),
  differs_under (soft_cosine (increasing_weights R)) (@columns_scaled R) & differs_under (soft_cosine (increasing_weights R)) (@rotated R)].
Proof.
have num k : k.+1%:R != 0 :> R by rewrite pnatr_eq0.
split.
- apply: (@soft_apart _ [:: (1, 0); (0, 1)] [:: (2%:R, 0); (1, 1)]); rewrite ?soft_plane /=.
  + exists (\row_j if j == 0 then 1 else 0); apply: (@plane_translated 2 _ _ (1, 0)).
    by case=> [|[|?]] //= _; congr pair; ring.
  + by move=> r [|[|?]] [] -> //= _; by [left | right].
  + by ring.
  by rewrite (_ : _ + _ = 2%:R) //; ring.
- apply: (@soft_apart _ [:: (2%:R, 1); (2%:R, -1)] [:: (4%:R, 1); (4%:R, -1)]); rewrite ?soft_plane /=.
  + by apply: (@plane_columns _ _ _ (2%:R, 1)) => //=; rewrite -natrM !mulr1.
  + by move=> r [|[|?]] [] -> //= _; left.
  + by ring.
  by rewrite (_ : _ + _ = 12%:R) //; ring.
apply: (@soft_apart _ [:: (2%:R, 1); (2%:R, -1)] [:: (-1, 2%:R); (1, 2%:R)]); rewrite ?soft_plane /=.
+ exists (plane 2 [:: (0, 1); (-1, 0)]); apply/matrixP=> -[[|[|?]] //= ?] [[|[|?]] //= ?];
  by rewrite !mxE sum_two !mxE /=; ring.
+ by move=> r [|[|?]] [] -> //= _; right.
+ by ring.
by rewrite (_ : _ + _ = 15%:R) //; ring.
Qed.


(* Centring and whitening: the numbers 1, 1, -2, and 1, 7, -2 with the mean 2. *)

Definition three (a b c : R) : 'M[R]_(3, 1) := \matrix_(i, j) nth 0 [:: a; b; c] i.

Lemma three_centred a b c m : a + b + c = 0 -> centred (three (a + m) (b + m) (c + m)) = three a b c.
Proof.
move=> s0; have -> : three (a + m) (b + m) (c + m) = translate (const_mx m) (three a b c).
  by apply/matrixP=> -[[|[|[|?]]] //= ?] j; rewrite !mxE.
rewrite centred_translated; apply/row_matrixP=> i; rewrite row_centred (_ : mean_row _ = 0) ?subr0 // /mean_row.
by apply/rowP=> j; rewrite !mxE summxE !big_ord_recl big_ord0 !mxE /= addr0 addrA s0 mulr0.
Qed.

Lemma three_scaled : rows_scaled (three 1 1 (- 2%:R)) (three 1 7%:R (- 2%:R)).
Proof.
exists (\row_i nth 0 [:: 1; 7%:R; 1] i) => [[[|[|[|?]]] //= ?]|]; rewrite ?mxE ?ltr01 ?ltr0n //.
by apply/matrixP=> -[[|[|[|?]]] //= ?] j; rewrite mul_diag_mx !mxE /=; ring.
Qed.

Let before := three 1 1 (- 2%:R).
Let after := three (-1) 5%:R (- 4%:R).

Lemma before_centred : centred (three 1 1 (- 2%:R)) = before.
Proof. by rewrite -[RHS](@three_centred _ _ _ 0) ?addr0 //; ring. Qed.

Lemma after_centred : centred (three 1 7%:R (- 2%:R)) = after.
Proof. by rewrite -[RHS](@three_centred _ _ _ 2%:R); [congr (centred (three _ _ _)); ring | ring]. Qed.

Lemma three_nonzero : nonzero_rows before /\ nonzero_rows after.
Proof.
by split; apply: nonzero_entries => -[[|[|[|?]]] //= ?]; exists 0; rewrite mxE /= ?oppr_eq0 ?oner_neq0 ?pnatr_eq0.
Qed.

Lemma three_cosines : cosines before <> cosines after.
Proof.
move=> /matrixP/(_ 0 1); rewrite !mxE => /eqP; apply/negP.
apply: (@sign_apart _ _ (row 0 before) (row 1 before) (row 0 after) (row 1 after)).
have -> : dot (row 0 before) (row 1 before) = 1 by rewrite /dot big_ord1 !mxE /=; ring.
have -> : dot (row 0 after) (row 1 after) = - 5%:R by rewrite /dot big_ord1 !mxE /=; ring.
by rewrite sgrN sgr1 sg_num -subr_eq0 opprK -[1 + 1]/(2%:R).
Qed.

Lemma centring_rows_scaled : differs_under (@after_centring R) (@rows_scaled R).
Proof.
have [n0 n0'] := three_nonzero.
exists 3%N, 1%N, (three 1 1 (- 2%:R)), (three 1 7%:R (- 2%:R)), (cosines before), (cosines after).
by split; [apply: three_scaled | rewrite /after_centring before_centred | rewrite /after_centring after_centred | apply: three_cosines].
Qed.

(* On a line whitening divides by the length of the column. *)
Lemma whitened_column n (Z : 'M[R]_(n.+1, 1)) : nonzero_rows Z ->
  exists T : 'M[R]_1, (Z *m T)^T *m (Z *m T) = 1%:M /\ by_cosine (Z *m T) (cosines Z).
Proof.
move=> Z0; have q0 : 0 < squares Z.
  rewrite lt_def squares_ge0 andbT; apply: contraNneq (Z0 0) => /eqP.
  rewrite psumr_eq0 => [/allP/(_ 0)|i _]; last by rewrite sumr_ge0 // => j _; rewrite sqr_ge0.
  by rewrite mem_index_enum => /(_ isT); rewrite big_ord1 sqrf_eq0 => /eqP z; apply/eqP/rowP=> j; rewrite !mxE ord1.
pose t : R := (Num.sqrt (squares Z))^-1; have t0 : 0 < t by rewrite invr_gt0 sqrtr_gt0.
have E : Z *m (const_mx t : 'M_1) = t *: Z by apply/matrixP=> i j; rewrite !mxE big_ord1 !mxE [j]ord1 mulrC.
exists (const_mx t); rewrite E; split.
  apply/matrixP=> i j; rewrite !ord1 !mxE eqxx (eq_bigr (fun k => t ^+ 2 * Z k 0 ^+ 2)) => [|k _]; last first.
    by rewrite !mxE mulrACA -!expr2.
  rewrite -mulr_sumr (_ : \sum_k _ = squares Z); first by rewrite /t exprVn sqr_sqrtr ?ltW // mulVf // gt_eqF.
  by apply: eq_bigr => k _; rewrite big_ord1.
split; first by move=> i; rewrite rowZ scaler_eq0 negb_or Z0 gt_eqF.
by apply/matrixP=> i j; rewrite !mxE !rowZ cosine_scaled // mulr_gt0.
Qed.

Lemma whitened_line n (U : 'M[R]_(n.+1, 1)) : nonzero_rows (centred U) -> after_whitening U (cosines (centred U)).
Proof. exact: whitened_column. Qed.

Lemma whitening_rows_scaled : differs_under (@after_whitening R) (@rows_scaled R).
Proof.
have [n0 n0'] := three_nonzero.
exists 3%N, 1%N, (three 1 1 (- 2%:R)), (three 1 7%:R (- 2%:R)), (cosines before), (cosines after).
split; [exact: three_scaled | | | exact: three_cosines].
  by rewrite -before_centred; apply: whitened_line; rewrite before_centred.
by rewrite -after_centred; apply: whitened_line; rewrite after_centred.
Qed.

Lemma centring_columns_scaled : differs_under (@after_centring R) (@columns_scaled R).
Proof.
pose A := plane 3 [:: (1, 1); (1, -1); (- 2%:R, 0)]; pose B := plane 3 [:: (2%:R, 1); (2%:R, -1); (- 4%:R, 0)].
have cA : centred A = A by apply: plane_centred; rewrite ?big_cons ?big_nil //=; ring.
have cB : centred B = B by apply: plane_centred; rewrite ?big_cons ?big_nil //=; ring.
have AB : columns_scaled A B by apply: (@plane_columns _ _ _ (2%:R, 1)) => //=; congr [:: (_, _); (_, _); (_, _)]; ring.
have nA : nonzero_rows A by apply: plane_nonzero => -[|[|[|?]]] //= _; left; rewrite ?oppr_eq0.
have nB : nonzero_rows B by apply: plane_nonzero => -[|[|[|?]]] //= _; left; rewrite ?oppr_eq0 ?pnatr_eq0.
exists 3%N, 2%N, A, B, (cosines A), (cosines B); rewrite /after_centring cA cB; split=> //.
move=> /matrixP/(_ 0 1); rewrite !mxE => /eqP; apply/negP.
apply: (@sign_apart _ _ (row 0 A) (row 1 A) (row 0 B) (row 1 B)); rewrite !plane_dot /=.
rewrite (_ : Num.sg _ = 0); last by apply/eqP; rewrite sgr_eq0; apply/eqP; ring.
by rewrite (_ : 2%:R * 2%:R + _ = 3%:R); [rewrite sg_num eq_sym oner_neq0 | ring].
Qed.

(* Query-normalised similarity: the sign of a value is that of the cosine minus the average. *)

Lemma deviation_gt0 e n d (U : 'M[R]_(n, d)) i : 0 < e n -> nonzero_rows U -> (exists j, cosines U i j != 1) -> 0 < deviation e (cosines U i).
Proof.
move=> e0 U0 [j ij]; set f := cosines U i; have f1 : f i = 1.
  by rewrite /f mxE -expr2 sqr_sqrtr ?dot_ge0 // divff // gt_eqF ?dot_gt0.
rewrite sqrtr_gt0 mulr_gt0 ?invr_gt0 //; have ge0 k : true -> 0 <= (f k - average f) ^+ 2 by move=> _; apply: sqr_ge0.
rewrite lt_def sumr_ge0 // andbT; apply: contraNneq ij => /eqP; rewrite psumr_eq0 // => /allP zero.
have at_average k : f k = average f.
  by have := zero k; rewrite mem_index_enum => /(_ isT); rewrite sqrf_eq0 subr_eq0 => /eqP.
by rewrite -/(f j) at_average -f1 at_average.
Qed.

Lemma query_apart e (c : parameter_change R) n d (U U' : 'M[R]_(n, d)) i j :
  0 < e n -> c n d U U' -> nonzero_rows U -> nonzero_rows U' ->
  (forall k, exists l, cosines U k l != 1) -> (forall k, exists l, cosines U' k l != 1) ->
  (cosines U i j - average (cosines U i)) * (cosines U' i j - average (cosines U' i)) < 0 -> differs_under (query_normalised e) c.
Proof.
move=> e0 ch U0 U'0 nU nU' sign.
pose M (V : 'M[R]_(n, d)) := \matrix_(i, j) ((cosines V i j - average (cosines V i)) / deviation e (cosines V i)) : 'M_n.
have dU k : 0 < deviation e (cosines U k) := deviation_gt0 e0 U0 (nU k).
have dU' k : 0 < deviation e (cosines U' k) := deviation_gt0 e0 U'0 (nU' k).
exists n, d, U, U', (M U), (M U'); split=> //; try by split=> // k; rewrite gt_eqF.
move=> /matrixP/(_ i j); rewrite ![M _ _ _]mxE => same; have : 0 <= M U i j * M U' i j by rewrite ![M _ _ _]mxE same -expr2 sqr_ge0.
by rewrite ![M _ _ _]mxE mulrACA -invfM leNgt pmulr_llt0 ?sign // invr_gt0 mulr_gt0.
Qed.

Definition cosine_at (rows : seq (R * R)) (hs : seq R) (i j : nat) : R :=
  ((nth (0, 0) rows i).1 * (nth (0, 0) rows j).1 + (nth (0, 0) rows i).2 * (nth (0, 0) rows j).2) / (nth 0 hs i * nth 0 hs j).

Lemma plane_cosines n rows hs :
  (forall i, (i < n)%N -> 0 < nth 0 hs i /\ (nth (0, 0) rows i).1 ^+ 2 + (nth (0, 0) rows i).2 ^+ 2 = nth 0 hs i ^+ 2) ->
  nonzero_rows (plane n rows) /\ forall i j, cosines (plane n rows) i j = cosine_at rows hs i j.
Proof.
move=> h; have normE i : norm (row i (plane n rows)) = nth 0 hs i.
  by have [h0 e] := h i (ltn_ord i); rewrite /norm plane_dot -!expr2 e sqrtr_sqr gtr0_norm.
split=> [i|i j]; last by rewrite mxE !normE plane_dot.
apply/eqP=> z; have := normE i; rewrite z /norm /dot big1 => [|k _]; last by rewrite mxE mul0r.
by rewrite sqrtr0 => e; have [] := h i (ltn_ord i); rewrite -e ltxx.
Qed.

Let lines : seq (R * R) := [:: (- 3%:R, 0); (1, 0); (5%:R, 0)].
Let moved : seq (R * R) := [:: (- 6%:R, 0); (- 2%:R, 0); (2%:R, 0)].
Let wide : seq (R * R) := [:: (1, 0); (0, 1); (4%:R, 3%:R)].
Let high : seq (R * R) := [:: (1, 0); (0, 16%:R / 5%:R); (4%:R, 48%:R / 5%:R)].

Lemma query_changes e : 0 < e 3%N ->
  differs_under (query_normalised e) (@translated R) /\ differs_under (query_normalised e) (@columns_scaled R).
Proof.
move=> e0; have pos (m n : nat) : 0 < m.+1%:R / n.+1%:R :> R by rewrite divr_gt0 ?ltr0n.
have apart (x y : R) m n : y - x = m.+1%:R / n.+1%:R -> x != y by move=> e1; rewrite lt_eqF // -subr_gt0 e1.
have [l0 lE] := @plane_cosines 3 lines [:: 3%:R; 1; 5%:R] ltac:(by case=> [|[|[|?]]] //= _; split; rewrite ?ltr0n ?ltr01 //; ring).
have [m0 mE] := @plane_cosines 3 moved [:: 6%:R; 2%:R; 2%:R] ltac:(by case=> [|[|[|?]]] //= _; split; rewrite ?ltr0n ?ltr01 //; ring).
have [w0 wE] := @plane_cosines 3 wide [:: 1; 1; 5%:R] ltac:(by case=> [|[|[|?]]] //= _; split; rewrite ?ltr0n ?ltr01 //; ring).
have [h0 hE] := @plane_cosines 3 high [:: 1; 16%:R / 5%:R; 52%:R / 5%:R]
  ltac:(by case=> [|[|[|?]]] //= _; split; rewrite ?pos ?ltr01 //; field).
have neg (x : R) m n : x = - (m.+1%:R / n.+1%:R) -> x < 0 by move=> ->; rewrite oppr_lt0 pos.
have below rows hs i j m n : 1 - cosine_at rows hs i j = m.+1%:R / n.+1%:R -> cosine_at rows hs i j != 1 by apply: apart.
split.
  apply: (@query_apart e _ 3 2 (plane 3 lines) (plane 3 moved) ord0 (lift ord0 ord0)) => //.
  - exists (\row_j if j == 0 then - 3%:R else 0); apply: (@plane_translated 3 _ _ (- 3%:R, 0)).
    by case=> [|[|[|?]]] //= _; congr pair; ring.
  - by move=> [[|[|[|?]]] //= k]; [exists ord_max | exists 0 | exists 0]; rewrite lE; apply: (below _ _ _ _ 1%N 0%N); rewrite /cosine_at /=; field.
  - by move=> [[|[|[|?]]] //= k]; [exists ord_max | exists ord_max | exists 0]; rewrite mE; apply: (below _ _ _ _ 1%N 0%N); rewrite /cosine_at /=; field.
  rewrite /average !big_ord_recl !big_ord0 !lE !mE /cosine_at /=.
  by apply: (neg _ 3%N 8%N); field.
apply: (@query_apart e _ 3 2 (plane 3 wide) (plane 3 high) ord0 ord_max) => //.
- apply: (@plane_columns _ _ _ (1, 16%:R / 5%:R)) => //=; rewrite ?oner_neq0 ?gt_eqF ?pos //.
  by congr [:: (_, _); (_, _); (_, _)]; field.
- move=> [[|[|[|?]]] //= k]; [exists (lift ord0 ord0) | exists 0 | exists 0]; rewrite wE.
  + by apply: (below _ _ _ _ 0%N 0%N); rewrite /cosine_at /=; field.
  + by apply: (below _ _ _ _ 0%N 0%N); rewrite /cosine_at /=; field.
  by apply: (below _ _ _ _ 0%N 4%N); rewrite /cosine_at /=; field.
- move=> [[|[|[|?]]] //= k]; [exists (lift ord0 ord0) | exists 0 | exists 0]; rewrite hE.
  + by apply: (below _ _ _ _ 0%N 0%N); rewrite /cosine_at /=; field.
  + by apply: (below _ _ _ _ 0%N 0%N); rewrite /cosine_at /=; field.
  by apply: (below _ _ _ _ 7%N 12%N); rewrite /cosine_at /=; field.
rewrite /average !big_ord_recl !big_ord0 !wE !hE /cosine_at /=.
by apply: (neg _ 0%N 64%N); field.
Qed.

End Plane.
