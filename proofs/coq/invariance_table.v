(******************************************************************************)
(*                                                                            *)
(*  THE INVARIANCE TABLE                                                      *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v and measures.v.                                  *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    parameter_changes   What the six changes do not change: the softmax     *)
(*        probabilities (translation), the logits at suitable other inputs    *)
(*        (linear change, rescaling), the signs of the logits (positive row   *)
(*        scaling), the products with a second factor that is changed in the  *)
(*        same way (rescaling of columns, rotation).                          *)
(*    invariance_table    All sixty cells, for a < 1, any c, any function     *)
(*        arccos, deviations over n or n - 1, and the removal of the first    *)
(*        principal component (its three = for the first k, any k): whether   *)
(*        the measure is unchanged for all matrices of all sizes, or differs  *)
(*        for some, where it is defined.  The columns are translation, linear *)
(*        change, rescaling, row scaling, rescaling of columns, rotation.  The*)
(*        soft cosine is unchanged for every matrix of weights, and differs   *)
(*        for the weights 1, 4, 9, ...                                        *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions measures lemma_5_3 claims factorisation examples softmax invariance changes changes_plane.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Removal.

Variable R : rcfType.

Lemma first_or_second (j : 'I_2) : j = 0 \/ j = 1.
Proof. by case: j => -[|[|?]] //= h; [left | right]; apply: val_inj. Qed.

Lemma sum_axes (F : 'I_2 -> R) k l : k != l -> \sum_j F j = F k + F l.
Proof. by rewrite sum_two; have [->|->] := first_or_second k; have [->|->] := first_or_second l => //= _; rewrite addrC. Qed.

Lemma other_axis (j k l : 'I_2) : k != l -> j != k -> j = l.
Proof. by have [->|->] := first_or_second j; have [->|->] := first_or_second k; have [->|->] := first_or_second l. Qed.

(* Where the columns are orthogonal the longer one is the first component. *)
Lemma first_axis n (Z : 'M[R]_(n, 2)) k l : k != l -> \sum_i Z i k * Z i l = 0 -> \sum_i Z i l ^+ 2 < \sum_i Z i k ^+ 2 ->
  principal_components Z (delta_mx 0 k : 'rV_2).
Proof.
move=> kl mixed longer; have E (w : 'rV[R]_2) : squares (Z *m w^T) = w 0 k ^+ 2 * (\sum_i Z i k ^+ 2) + w 0 l ^+ 2 * (\sum_i Z i l ^+ 2).
  transitivity (\sum_i (Z i k * w 0 k + Z i l * w 0 l) ^+ 2).
    by apply: eq_bigr => i _; rewrite big_ord1 mxE (sum_axes _ kl) !mxE.
  transitivity (w 0 k ^+ 2 * (\sum_i Z i k ^+ 2) + w 0 l ^+ 2 * (\sum_i Z i l ^+ 2) + 2%:R * w 0 k * w 0 l * (\sum_i Z i k * Z i l)).
    by rewrite !mulr_sumr -!big_split; apply: eq_bigr => i _ /=; ring.
  by rewrite mixed mulr0 addr0.
have lk : (l == k) = false by rewrite eq_sym (negbTE kl).
have unit : dot (delta_mx 0 k : 'rV[R]_2) (delta_mx 0 k) = 1.
  by rewrite /dot (sum_axes _ kl) !mxE !eqxx lk !andbF mulr1 mulr0 addr0.
have as_dot (w : 'rV[R]_2) : w *m w^T = 1%:M -> dot w w = 1 by rewrite dot_mul => ->; rewrite mxE eqxx mulr1n.
split=> [|w /as_dot]; first by apply/matrixP=> a b; rewrite !ord1 -dot_mul unit mxE eqxx mulr1n.
rewrite /dot (sum_axes _ kl) -!expr2 => ww same; rewrite !E !mxE !eqxx lk andbF expr1n expr0n mul1r mul0r addr0.
have l0 : w 0 l != 0.
  apply: contraNneq same => l0; move: ww; rewrite l0 expr0n addr0 => wk.
  have -> : w = w 0 k *: delta_mx 0 k.
    apply/rowP=> j; rewrite !mxE; have [->|jk] := eqVneq j k; first by rewrite !eqxx mulr1.
    by rewrite (other_axis kl jk) l0 ?lk andbF mulr0.
  by apply/eqmxP/eqmx_scale; rewrite -sqrf_eq0 wk oner_neq0.
have {2}-> : \sum_i Z i k ^+ 2 = w 0 k ^+ 2 * (\sum_i Z i k ^+ 2) + w 0 l ^+ 2 * (\sum_i Z i k ^+ 2) by rewrite -mulrDl ww mul1r.
by rewrite ltr_add2l ltr_pmul2l // exprn_even_gt0 //= l0.
Qed.

(* What is left is the other column. *)
Lemma left_over n (Z : 'M[R]_(n, 2)) (k : 'I_2) i j :
  (Z - Z *m (delta_mx 0 k)^T *m (delta_mx 0 k : 'rV_2)) i j = if j == k then 0 else Z i j.
Proof.
rewrite !mxE big_ord1 !mxE eqxx (bigD1 k) //= !mxE !eqxx mulr1 big1 ?addr0 => [|m mk].
  by have [->|_] := eqVneq j k; rewrite /= ?mulr1 ?subrr // mulr0 subr0.
by rewrite !mxE (negbTE mk) andbF mulr0.
Qed.

Lemma removed_rows n (Z : 'M[R]_(n, 2)) k l (W := Z - Z *m (delta_mx 0 k)^T *m (delta_mx 0 k : 'rV_2)) : k != l ->
  (forall i, Z i l != 0) -> nonzero_rows W /\ forall i j, dot (row i W) (row j W) = Z i l * Z j l.
Proof.
move=> kl Z0; have lk : (l == k) = false by rewrite eq_sym (negbTE kl).
split; first by apply: nonzero_entries => i; exists l; rewrite left_over lk.
by move=> i j; rewrite /dot (sum_axes _ kl) ![row _ W _ _]mxE !left_over eqxx lk mul0r add0r.
Qed.

Lemma removal_apart n (c : parameter_change R) (U U' Z Z' : 'M[R]_(n, 2)) (i j : 'I_n) (x y : R) :
  centred U = Z -> centred U' = Z' -> c n 2%N U U' ->
  \sum_i Z i 0 * Z i 1 = 0 -> \sum_i Z i 1 ^+ 2 < \sum_i Z i 0 ^+ 2 -> (forall i, Z i 1 != 0) ->
  \sum_i Z' i 1 * Z' i 0 = 0 -> \sum_i Z' i 0 ^+ 2 < \sum_i Z' i 1 ^+ 2 -> (forall i, Z' i 0 != 0) ->
  Z i 1 * Z j 1 = x -> Z' i 0 * Z' j 0 = y -> Num.sg x != Num.sg y -> differs_under (@after_removal R 1) c.
Proof.
move=> UZ UZ' ch m0 l0 n0 m1 l1 n1 xE yE xy.
have k01 : 0 != 1 :> 'I_2 by []; have k10 : 1 != 0 :> 'I_2 by [].
have [nz dz] := removed_rows k01 n0; have [nz' dz'] := removed_rows k10 n1.
set W := Z - _ in nz dz; set W' := Z' - _ in nz' dz'.
exists n, 2%N, U, U', (cosines W), (cosines W'); split=> //.
- by exists (delta_mx 0 0); rewrite UZ; split; [apply: first_axis k01 m0 l0 | split].
- by exists (delta_mx 0 1); rewrite UZ'; split; [apply: first_axis k10 m1 l1 | split].
move=> /matrixP/(_ i j); rewrite [LHS]mxE [RHS]mxE => /eqP; apply/negP.
by apply: (@sign_apart _ _ _ (row i W) (row j W) (row i W') (row j W')); rewrite dz dz' xE yE.
Qed.

Let num k : k.+1%:R != 0 :> R.
Proof. by rewrite pnatr_eq0. Qed.

Let box : seq (R * R) := [:: (- 2%:R, - 2%:R); (- 2%:R, 2%:R); (2%:R, -1); (2%:R, 1)].
Let tall : seq (R * R) := [:: (- 2%:R, - 4%:R); (- 2%:R, 4%:R); (2%:R, - 2%:R); (2%:R, 2%:R)].
Let scaled : seq (R * R) := [:: (- 6%:R, - 6%:R); (- 6%:R, 6%:R); (2%:R, -1); (2%:R, 1)].
Let moved : seq (R * R) := [:: (- 4%:R, - 6%:R); (- 4%:R, 6%:R); (4%:R, -1); (4%:R, 1)].

Lemma plane_sum n (rows : seq (R * R)) (F : R -> R -> R) : size rows = n ->
  \sum_(i < n) F (plane n rows i 0) (plane n rows i 1) = \sum_(x <- rows) F x.1 x.2.
Proof.
move=> <-; rewrite (big_nth (0, 0)) big_mkord; apply: eq_bigr => i _.
by have [-> ->] := plane_entry rows i.
Qed.

Lemma removal_changes : differs_under (@after_removal R 1) (@columns_scaled R) /\ differs_under (@after_removal R 1) (@rows_scaled R).
Proof.
have sums n rows : size rows = n -> \sum_(x <- rows) x.1 = 0 -> \sum_(x <- rows) x.2 = 0 -> centred (plane n rows) = plane n rows.
  by move=> sz s1 s2; apply: plane_centred.
have cb : centred (plane 4 box) = plane 4 box by apply: plane_centred; rewrite ?big_cons ?big_nil //=; ring.
have ct : centred (plane 4 tall) = plane 4 tall by apply: plane_centred; rewrite ?big_cons ?big_nil //=; ring.
have cm : centred (plane 4 moved) = plane 4 moved by apply: plane_centred; rewrite ?big_cons ?big_nil //=; ring.
have entry (rows : seq (R * R)) i : (nth (0, 0) rows (nat_of_ord i)).2 != 0 -> plane 4 rows i 1 != 0 by rewrite (plane_entry rows i).2.
have entry' (rows : seq (R * R)) i : (nth (0, 0) rows (nat_of_ord i)).1 != 0 -> plane 4 rows i 0 != 0 by rewrite (plane_entry rows i).1.
have gap (x y : R) k : y - x = k.+1%:R -> x < y by move=> e; rewrite -subr_gt0 e ltr0Sn.
have b0 : \sum_i plane 4 box i 0 * plane 4 box i 1 = 0.
  by rewrite (@plane_sum 4 box (fun x y => x * y)) // !big_cons big_nil /=; ring.
have b1 : \sum_i plane 4 box i 1 ^+ 2 < \sum_i plane 4 box i 0 ^+ 2.
  rewrite (@plane_sum 4 box (fun x y => y ^+ 2)) // (@plane_sum 4 box (fun x y => x ^+ 2)) // !big_cons !big_nil /=.
  by apply: (gap _ _ 5%N); ring.
have b2 i : plane 4 box i 1 != 0 by apply: entry; case: i => -[|[|[|[|?]]]] //= ?; rewrite ?oppr_eq0 ?num ?oner_neq0.
have bxy : plane 4 box 0 1 * plane 4 box 1 1 = - 4%:R by rewrite !(plane_entry box _).2 /=; ring.
split.
  apply: (@removal_apart 4 _ (plane 4 box) (plane 4 tall) _ _ 0 1 (- 4%:R) 4%:R cb ct _ b0 b1 b2 _ _ _ bxy).
  - apply: (@plane_columns _ _ _ _ (1, 2%:R)); rewrite ?oner_neq0 ?num /tall /box //=.
    by do 4!(congr cons; first by congr pair; ring).
  - by rewrite (@plane_sum 4 tall (fun x y => y * x)) // !big_cons big_nil /=; ring.
  - rewrite (@plane_sum 4 tall (fun x y => y ^+ 2)) // (@plane_sum 4 tall (fun x y => x ^+ 2)) // !big_cons !big_nil /=.
    by apply: (gap _ _ 23%N); ring.
  - by move=> i; apply: entry'; case: i => -[|[|[|[|?]]]] //= ?; rewrite ?oppr_eq0 ?num ?oner_neq0.
  - by rewrite !(plane_entry tall _).1 /=; ring.
  by rewrite sgrN !sg_num lt_eqF // (lt_trans (ltrN10 R) ltr01).
apply: (@removal_apart 4 _ (plane 4 box) (plane 4 scaled) _ (plane 4 moved) 0 1 (- 4%:R) 16%:R cb _ _ b0 b1 b2 _ _ _ bxy).
- rewrite (@plane_translated _ 4 moved scaled (- 2%:R, 0)) ?centred_translated //.
  by case=> [|[|[|[|?]]]] //= _; congr pair; ring.
- apply: (@plane_rows _ _ _ _ [:: 3%:R; 3%:R; 1; 1]) => -[|[|[|[|?]]]] //= _; rewrite ?ltr0n ?ltr01 //; congr pair; ring.
- by rewrite (@plane_sum 4 moved (fun x y => y * x)) // !big_cons big_nil /=; ring.
- rewrite (@plane_sum 4 moved (fun x y => y ^+ 2)) // (@plane_sum 4 moved (fun x y => x ^+ 2)) // !big_cons !big_nil /=.
  by apply: (gap _ _ 9%N); ring.
- by move=> i; apply: entry'; case: i => -[|[|[|[|?]]]] //= ?; rewrite ?oppr_eq0 ?num ?oner_neq0.
- by rewrite !(plane_entry moved _).1 /=; ring.
by rewrite sgrN !sg_num lt_eqF // (lt_trans (ltrN10 R) ltr01).
Qed.

End Removal.

Theorem parameter_changes (R : rcfType) (F : fieldType) (exp : R -> F) n d (U U' : 'M[R]_(n, d)) :
  turns_sums_into_products exp ->
  [/\ translated U U' -> forall x y, softmax exp U' x y = softmax exp U x y,
      transformed U U' \/ multiplied U U' -> exists x' : 'cV[R]_d -> 'cV[R]_d, forall x, U' *m x' x = U *m x,
      rows_scaled U U' -> forall (x : 'cV[R]_d) i, sgz ((U' *m x) i 0) = sgz ((U *m x) i 0),
      columns_scaled U U' -> forall p (V : 'M[R]_(p, d)), exists2 V', columns_scaled V V' & U' *m V'^T = U *m V^T
    & rotated U U' -> forall p (V : 'M[R]_(p, d)), exists2 V', rotated V V' & U' *m V'^T = U *m V^T].
Proof.
move=> expP; split.
- by case=> v -> x y; apply: lemma_3_1.
- case=> [[A Au ->]|[t t0 ->]]; first by exists (fun x => invmx A *m x) => x; rewrite mulmxA mulmxK.
  by exists (fun x => t^-1 *: x) => x; rewrite -scalemxAl -scalemxAr scalerA mulfV // scale1r.
- by case=> r r0 -> x i; rewrite -mulmxA mul_diag_mx mxE sgzM gtr0_sgz ?mul1r.
- case=> D D0 -> p V; exists (rescaled V (inverses D)); last exact: rescaled_product.
  by exists (inverses D) => // l; rewrite mxE invr_eq0.
case=> Q QQ -> p V; exists (V *m Q); first by exists Q.
by rewrite trmx_mul mulmxA -[U *m Q *m _]mulmxA QQ mulmx1.
Qed.

Theorem invariance_table (R : rcfType) (a c : R) (arccos : R -> R) (e : nat -> R) : a < 1 -> (forall n, (1 < n)%N -> 0 < e n) ->
  (((cells (@by_cosine R) false false true true false true /\
     cells (@by_dot R) false false false false false true) /\
    (cells (@by_distance R) true false false false false true /\
     cells (norm_scaled a) false false false false false true)) /\
   ((cells (word_rotator c arccos) false false false false false true /\
     cells (soft_cosine (increasing_weights R)) false false true true false false) /\
    (cells (query_normalised e) false false true true false true /\
     cells (@after_centring R) true false true false false true))) /\
  ((cells (@after_whitening R) true true true false true true /\
    cells (@after_removal R 1) true false true false false true) /\
   ((forall k, [/\ cell (@after_removal R k) (@translated R) true, cell (@after_removal R k) (@multiplied R) true
       & cell (@after_removal R k) (@rotated R) true]) /\
    forall G, cell (soft_cosine G) (@multiplied R) true /\ cell (soft_cosine G) (@rows_scaled R) true)).
Proof.
move=> a1 e0; have [c3 c4 c6] := cosine_invariant R; have [c1 c5] := cosine_changes R.
have [d1 d3 d4 d5] := dot_changes R; have [e3 e4 e5] := distance_changes R.
have [n1 n3 n4 n5] := norm_scaled_changes a1; have [w1 w3 w4 w5] := rotator_changes c arccos.
have [q1 q5] := query_changes (e0 3%N isT); have [s1 s5 s6] := soft_changes R.
have [z1 z3 z6] := centring_invariant R; have [h1 h2 h3 h5 h6] := whitening_invariant R.
have [r1 r3 r6] := @removal_invariant R 1; have [r5 r4] := removal_changes R.
have linear := @changing_linear R; have soft := @soft_invariant R; have [s3 s4] := soft (increasing_weights R).
have [_ rot_cos] := @rotation_invariant R (@cosine R) (fun d Q u v => @cosine_rotated R d Q u v).
have [rot_dot _] := @rotation_invariant R (@dot R) (fun d Q u v => @dot_rotated R d Q u v).
have nr := @norm_rotated R; have cr := @cosine_rotated R.
have rot_distance : same_under (@by_distance R) (@rotated R).
  by apply: (proj1 (rotation_invariant _)) => d Q u v QQ; rewrite -mulmxBl nr.
have rot_scaled : same_under (norm_scaled a) (@rotated R).
  by apply: (proj2 (rotation_invariant _)) => d Q u v QQ; rewrite !nr ?cr.
have rot_rotator : same_under (word_rotator c arccos) (@rotated R).
  by apply: (proj2 (rotation_invariant _)) => d Q u v QQ; rewrite !nr ?cr.
have q3 : same_under (query_normalised e) (@multiplied R) by apply: query_of_cosines.
have q4 : same_under (query_normalised e) (@rows_scaled R) by apply: query_of_cosines.
have q6 : same_under (query_normalised e) (@rotated R) by apply: query_of_cosines.
have centring_5 := centring_columns_scaled R; have centring_4 := centring_rows_scaled R; have whitening_4 := whitening_rows_scaled R.
have distance_1 := @distance_translated R.
have mk m b1 b2 b3 b4 b5 b6 : cell m (@translated R) b1 -> cell m (@transformed R) b2 -> cell m (@multiplied R) b3 ->
    cell m (@rows_scaled R) b4 -> cell m (@columns_scaled R) b5 -> cell m (@rotated R) b6 -> cells m b1 b2 b3 b4 b5 b6.
  by move=> m1 m2 m3 m4 m5 m6; split; split=> //; split.
split; last (split; last by split=> [k|S]; [apply: removal_invariant | apply: soft]).
  split; split; split; apply: mk; rewrite /cell //; exact: linear.
by split; apply: mk; rewrite /cell //; apply: linear.
Qed.
