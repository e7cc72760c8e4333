(******************************************************************************)
(*                                                                            *)
(*  EXAMPLES C.2 AND C.3: COSINES SAY NOTHING ABOUT TIES FOR THE TOP          *)
(*                                                                            *)
(*  Field.  R is any real closed field; it contains sqrt 39.                  *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    example_C_2    The rows are centred.  cos(0,1) = 12/37 and cos(1,2) < 0,*)
(*        yet each of these pairs can tie for the top.  cos(2,4) = 4/5, yet   *)
(*        these never can.  The two nearest neighbours of label 2 by cosine   *)
(*        are 3 and 4, but the labels that it can tie with are 1 and 3.       *)
(*    example_C_3    The rows are centred and have length 1.                  *)
(*        cos(0,1) = -161/200 and these can tie for the top;                  *)
(*        cos(1,3) = 161/200 and these cannot.                                *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions lemma_5_3.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Two labels never tie above two others if positive multiples of the differences and one of the tie sum to zero. *)
Lemma no_tie (K : realFieldType) n d (U : 'M[K]_(n, d)) (i j k l : 'I_n) (a b m : K) :
  0 < a -> 0 < b -> k != i -> k != j -> l != i -> l != j ->
  (forall c, a * (U i c - U k c) + b * (U i c - U l c) + m * (U i c - U j c) = 0) -> ~ tie_top U i j.
Proof.
move=> a0 b0 ki kj li lj balance [x [ij top]].
have : a * ((U *m x) i 0 - (U *m x) k 0) + b * ((U *m x) i 0 - (U *m x) l 0) + m * ((U *m x) i 0 - (U *m x) j 0) = 0.
  rewrite !mxE -!sumrB !mulr_sumr -!big_split big1 //= => c _.
  by rewrite -[RHS](mul0r (x c 0)) -(balance c); ring.
rewrite ij subrr mulr0 addr0 -ij => /eqP; apply/negP; rewrite gt_eqF // addr_gt0 // mulr_gt0 // subr_gt0; exact: top.
Qed.

Lemma logit_2 (K : realFieldType) n (U : 'M[K]_(n, 2)) (a b : K) i : (U *m \col_j nth 0 [:: a; b] j) i 0 = U i 0 * a + U i 1 * b.
Proof. by rewrite mxE !big_ord_recl big_ord0 !mxE addr0 (_ : lift ord0 ord0 = 1) //; apply: val_inj. Qed.

Lemma dot_2 (K : realFieldType) n (U : 'M[K]_(n, 2)) i j : dot (row i U) (row j U) = U i 0 * U j 0 + U i 1 * U j 1.
Proof. by rewrite /dot !big_ord_recl big_ord0 !mxE addr0 (_ : lift ord0 ord0 = 1) //; apply: val_inj. Qed.

Lemma entry_2 (K : realFieldType) n (rows : seq (seq K)) i : (i < n.+1)%N ->
  with_rows n.+1 2 rows (inord i) 0 = nth 0 (nth [::] rows i) 0 /\ with_rows n.+1 2 rows (inord i) 1 = nth 0 (nth [::] rows i) 1.
Proof. by move=> i_lt; rewrite !mxE inordK. Qed.

Lemma other n i j : (i < n.+1)%N -> (j < n.+1)%N -> i != j -> inord i != inord j :> 'I_n.+1.
Proof. by move=> i_lt j_lt ij; rewrite -val_eqE /= !inordK. Qed.

Lemma by_columns (P : 'I_2 -> Prop) : P 0 -> P 1 -> forall c, P c.
Proof. by move=> P0 P1 [[|[|?]] //= c]; [rewrite (_ : Ordinal c = 0) | rewrite (_ : Ordinal c = 1)] => //; apply: val_inj. Qed.

(* All labels are inord k for a number k. *)
Lemma by_numbers n (P : 'I_n.+1 -> Prop) : (forall k, (k < n.+1)%N -> P (inord k)) -> forall i, P i.
Proof. by move=> Pk i; rewrite -[i]inord_val; apply: Pk. Qed.

Lemma cosine_value (R : rcfType) d (u v : 'rV[R]_d) q : 0 < q -> dot u u = q -> dot v v = q -> cosine u v = dot u v / q.
Proof. by move=> q0 uu vv; rewrite /cosine /norm uu vv -expr2 sqr_sqrtr // ltW. Qed.

Lemma sgr_cosine (R : rcfType) d (u v : 'rV[R]_d) : Num.sg (cosine u v) = Num.sg (dot u v).
Proof.
have [->|u0] := eqVneq u 0; first by rewrite /cosine /dot big1 ?mul0r // => k _; rewrite mxE mul0r.
have [->|v0] := eqVneq v 0; first by rewrite /cosine /dot big1 ?mul0r // => k _; rewrite mxE mulr0.
by rewrite /cosine sgrM [X in _ * X]gtr0_sg ?mulr1 // invr_gt0 mulr_gt0 ?norm_gt0.
Qed.

Lemma cosine_lt0 (R : rcfType) d (u v : 'rV[R]_d) : dot u v < 0 -> cosine u v < 0.
Proof. by rewrite -[_ < 0]sgr_lt0 -sgr_cosine sgr_lt0. Qed.

Lemma cosine_gt0 (R : rcfType) d (u v : 'rV[R]_d) : 0 < dot u v -> 0 < cosine u v.
Proof. by rewrite -[0 < _]sgr_gt0 -sgr_cosine sgr_gt0. Qed.

(* A fraction of natural numbers, as the sign of a number. *)
Lemma pos_fraction (K : realFieldType) (a : K) (m n : nat) : a = m.+1%:R / n.+1%:R -> 0 < a.
Proof. by move=> ->; rewrite divr_gt0 ?ltr0n. Qed.

Lemma neg_fraction (K : realFieldType) (a : K) (m n : nat) : a = - (m.+1%:R / n.+1%:R) -> a < 0.
Proof. by move=> ->; rewrite oppr_lt0 divr_gt0 ?ltr0n. Qed.

Lemma lt_fraction (K : realFieldType) (a b : K) (m n : nat) : b - a = m.+1%:R / n.+1%:R -> a < b.
Proof. by rewrite -subr_gt0; apply: pos_fraction. Qed.

Section C_2.

Variable R : rcfType.
Local Notation U := (C_2 R).
Local Notation l := (@inord 4).

Lemma entries_C_2 : [/\ U (l 0) 0 = 7%:R / 5%:R /\ U (l 0) 1 = - 1, U (l 1) 0 = 7%:R / 5%:R /\ U (l 1) 1 = 1,
  U (l 2) 0 = - (9%:R / 10%:R) /\ U (l 2) 1 = 3%:R / 10%:R, U (l 3) 0 = - 1 /\ U (l 3) 1 = 0
  & U (l 4) 0 = - (9%:R / 10%:R) /\ U (l 4) 1 = - (3%:R / 10%:R)].
Proof. by split; apply: entry_2. Qed.

End C_2.

Theorem example_C_2 (R : rcfType) (U := C_2 R) (label : nat -> 'I_5 := inord)
    (cos := fun i j => cosine (row (label i) U) (row (label j) U)) (tie := fun i j => tie_top U (label i) (label j)) :
  [/\ centred U = U,
      cos 0%N 1%N = 12%:R / 37%:R /\ tie 0%N 1%N,
      cos 1%N 2%N < 0 /\ tie 1%N 2%N,
      cos 2%N 4%N = 4%:R / 5%:R /\ ~ tie 2%N 4%N
    & (forall j k, j \in [:: 0; 1]%N -> k \in [:: 3; 4]%N -> cos 2%N j < cos 2%N k) /\
      forall j, (j < 5)%N -> j != 2%N -> tie 2%N j <-> j = 1%N \/ j = 3%N].
Proof.
have [[a0 b0] [a1 b1] [a2 b2] [a3 b3] [a4 b4]] := entries_C_2 R.
have dotE i j : dot (row (label i) U) (row (label j) U) = U (label i) 0 * U (label j) 0 + U (label i) 1 * U (label j) 1 by apply: dot_2.
have tied i j (a b : R) : (i < 5)%N -> (j < 5)%N -> U (label i) 0 * a + U (label i) 1 * b = U (label j) 0 * a + U (label j) 1 * b ->
    (forall k, (k < 5)%N -> k != i -> k != j -> exists m n : nat,
      U (label i) 0 * a + U (label i) 1 * b - (U (label k) 0 * a + U (label k) 1 * b) = m.+1%:R / n.+1%:R) -> tie i j.
  move=> i5 j5 ij top; exists (\col_c nth 0 [:: a; b] c); split; first by rewrite !logit_2.
  apply: by_numbers => k k5; rewrite -!val_eqE /= !inordK // => ki kj; rewrite !logit_2.
  by have [m [n e]] := top k k5 ki kj; apply: lt_fraction e.
have apart i j k m (a b c : R) : (i < 5)%N -> (j < 5)%N -> (k < 5)%N -> (m < 5)%N -> [&& k != i, k != j, m != i & m != j] -> 0 < a -> 0 < b ->
    a * (U (label i) 0 - U (label k) 0) + b * (U (label i) 0 - U (label m) 0) + c * (U (label i) 0 - U (label j) 0) = 0 ->
    a * (U (label i) 1 - U (label k) 1) + b * (U (label i) 1 - U (label m) 1) + c * (U (label i) 1 - U (label j) 1) = 0 -> ~ tie i j.
  move=> i5 j5 k5 m5 /and4P[ki kj mi mj] a_gt0 b_gt0 e0 e1.
  by apply: (no_tie a_gt0 b_gt0 (k := label k) (l := label m) (m := c)); rewrite ?other //; apply: by_columns.
have tie_1 : tie 2%N 1%N.
  apply: (tied 2%N 1%N (- 7%:R) 23%:R) => //; first by rewrite a1 b1 a2 b2; field.
  by move=> [|[|[|[|[|//]]]]] // _ _ _; [exists 45%N, 0%N | exists 30%N, 4%N | exists 68%N, 4%N]; rewrite ?a0 ?b0 ?a2 ?b2 ?a3 ?b3 ?a4 ?b4; field.
have tie_3 : tie 2%N 3%N.
  apply: (tied 2%N 3%N (- 3%:R) 1) => //; first by rewrite a3 b3 a2 b2; field.
  by move=> [|[|[|[|[|//]]]]] // _ _ _; [exists 40%N, 4%N | exists 30%N, 4%N | exists 2%N, 4%N]; rewrite ?a0 ?b0 ?a1 ?b1 ?a2 ?b2 ?a4 ?b4; field.
have no_tie_4 : ~ tie 2%N 4%N.
  apply: (apart 2%N 4%N 3%N 0%N 23%:R 1 (- (41%:R / 3%:R))) => //; rewrite ?ltr0n ?ltr01 //.
    by rewrite a0 a2 a3 a4; field.
  by rewrite b0 b2 b3 b4; field.
have no_tie_0 : ~ tie 2%N 0%N.
  apply: (apart 2%N 0%N 1%N 3%N 41%:R 230%:R (- 31%:R)) => //; rewrite ?ltr0n //.
    by rewrite a0 a1 a2 a3; field.
  by rewrite b0 b1 b2 b3; field.
split.
- apply/matrixP=> i c; rewrite mxE (_ : mean_row U 0 c = 0) ?subr0 // /mean_row mxE summxE.
  by rewrite !big_ord_recl big_ord0; move: c; apply: by_columns; rewrite !mxE /=; field.
- split; first by rewrite /cos (cosine_value (q := 74%:R / 25%:R)) ?divr_gt0 ?ltr0n ?dotE ?a0 ?b0 ?a1 ?b1 //; field.
  apply: (tied 0%N 1%N 1 0) => //; first by rewrite a0 a1 !mulr0.
  by move=> [|[|[|[|[|//]]]]] // _ _ _; [exists 22%N, 9%N | exists 11%N, 4%N | exists 22%N, 9%N]; rewrite ?a0 ?b0 ?a2 ?b2 ?a3 ?b3 ?a4 ?b4; field.
- split; first by apply: cosine_lt0; apply: (@neg_fraction _ _ 23 24); rewrite dotE a1 b1 a2 b2; field.
  case: tie_1 => x [xe top]; exists x; split=> // k k1 k2; rewrite -xe; exact: top.
- split=> //; by rewrite /cos (cosine_value (q := 9%:R / 10%:R)) ?divr_gt0 ?ltr0n ?dotE ?a2 ?b2 ?a4 ?b4 //; field.
split=> [j k j_in k_in|j j5 j2].
  have low : cos 2%N j < 0.
    apply: cosine_lt0; rewrite dotE; move: j_in; rewrite !inE => /orP[] /eqP->.
      by apply: (@neg_fraction _ _ 77 49); rewrite a0 b0 a2 b2; field.
    by apply: (@neg_fraction _ _ 23 24); rewrite a1 b1 a2 b2; field.
  have high : 0 < cos 2%N k; last exact: lt_trans low high.
  apply: cosine_gt0; rewrite dotE; move: k_in; rewrite !inE => /orP[] /eqP->.
    by apply: (@pos_fraction _ _ 8 9); rewrite a3 b3 a2 b2; field.
  by apply: (@pos_fraction _ _ 17 24); rewrite a4 b4 a2 b2; field.
split=> [t|[->|->]//]; case: j j5 j2 t => [|[|[|[|[|//]]]]] // _ _ t; by [case: (no_tie_0 t) | left | right | case: (no_tie_4 t)].
Qed.

Theorem example_C_3 (R : rcfType) (U := C_3 R) (label : nat -> 'I_6 := inord)
    (cos := fun i j => cosine (row (label i) U) (row (label j) U)) (tie := fun i j => tie_top U (label i) (label j)) :
  [/\ centred U = U, forall i, norm (row i U) = 1, cos 0%N 1%N = - (161%:R / 200%:R) /\ tie 0%N 1%N
    & cos 1%N 3%N = 161%:R / 200%:R /\ ~ tie 1%N 3%N].
Proof.
pose s : R := Num.sqrt 39%:R / 20%:R.
have s2 : s * s = 39%:R / 400%:R by rewrite /s mulf_div -expr2 sqr_sqrtr ?ler0n //; field.
have s0 : 0 < s by rewrite /s divr_gt0 ?sqrtr_gt0 ?ltr0n.
have sN : - s < s by apply: (lt_trans (y := 0)); rewrite ?oppr_lt0.
have [[a0 b0] [a1 b1] [a2 b2] [a3 b3] [[a4 b4] [a5 b5]]] : [/\ U (label 0%N) 0 = 19%:R / 20%:R /\ U (label 0%N) 1 = s,
    U (label 1%N) 0 = - (19%:R / 20%:R) /\ U (label 1%N) 1 = s, U (label 2%N) 0 = - 1 /\ U (label 2%N) 1 = 0,
    U (label 3%N) 0 = - (19%:R / 20%:R) /\ U (label 3%N) 1 = - s
    & (U (label 4%N) 0 = 19%:R / 20%:R /\ U (label 4%N) 1 = - s) /\ U (label 5%N) 0 = 1 /\ U (label 5%N) 1 = 0].
  by split; [| | | | split]; apply: entry_2.
have dotE i j : dot (row (label i) U) (row (label j) U) = U (label i) 0 * U (label j) 0 + U (label i) 1 * U (label j) 1 by apply: dot_2.
have length i : dot (row i U) (row i U) = 1.
  move: i; apply: by_numbers; move=> [|[|[|[|[|[|//]]]]]] // _; rewrite dotE ?a0 ?b0 ?a1 ?b1 ?a2 ?b2 ?a3 ?b3 ?a4 ?b4 ?a5 ?b5;
  by rewrite ?mulrNN ?s2; field.
have cosE i j : cos i j = dot (row (label i) U) (row (label j) U) by rewrite /cos (cosine_value (q := 1)) ?ltr01 ?divr1.
split.
- apply/matrixP=> i c; rewrite mxE (_ : mean_row U 0 c = 0) ?subr0 // /mean_row mxE summxE.
  by rewrite !big_ord_recl big_ord0; move: c; apply: by_columns; rewrite !mxE /= -?/s; field.
- by move=> i; rewrite /norm length sqrtr1.
- split; first by rewrite cosE dotE a0 b0 a1 b1 s2; field.
  exists (\col_c nth 0 [:: 0; 1] c); split; first by rewrite !logit_2 b0 b1 !mulr0.
  apply: by_numbers => k k6; rewrite -!val_eqE /= !inordK // => k0 k1; rewrite !logit_2 !mulr0 !mulr1 !add0r b0 -/(label k).
  by case: k k6 k0 k1 => [|[|[|[|[|[|//]]]]]] // _ _ _; rewrite ?b2 ?b3 ?b4 ?b5.
split; first by rewrite cosE dotE a1 b1 a3 b3 [s * _]mulrN s2; field.
apply: (@no_tie _ _ _ _ _ _ (label 2%N) (label 0%N) 38%:R 1 (- 19%:R)); rewrite ?ltr0n ?ltr01 ?other //; apply: by_columns.
  by rewrite a0 a1 a2 a3; field.
by rewrite b0 b1 b2 b3; ring.
Qed.
