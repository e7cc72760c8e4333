(******************************************************************************)
(*                                                                            *)
(*  THE PROJECTOR: A MEASURE THAT KNOWS THE CLASSIFIER                        *)
(*                                                                            *)
(*  Fields.  K is any ordered field, R any real closed field.  U is n x d and *)
(*  U' is n x d'; n, d and d' are arbitrary, unless they are given.  P(U) is  *)
(*  the projector onto the column span of the centred U.                      *)
(*                                                                            *)
(*  Words: see definitions.v, invariants.v and measures.v.                    *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    projector_spec   projector A is symmetric and idempotent, its columns   *)
(*        span what those of A do, and no other matrix is so.                 *)
(*    projector_classifier   For U and U' of one width P(U) = P(U') if and    *)
(*        only if U' = U A + 1 v^T for some invertible A and some v: exactly  *)
(*        what a softmax classifier cannot notice.                            *)
(*    projector_rankings   P(U) determines the rankings and the weak orders,  *)
(*        for any widths; they are those of the rows of P(U).                 *)
(*    classifier_projector   All three.                                       *)
(*    whitened_projector   If the columns of W = Z T are orthonormal and span *)
(*        what those of Z do, then W W^T is the projector of Z: the whitened  *)
(*        cosines are those of the rows of the projector.                     *)
(*    projector_cosines   They do not determine the rankings: -1, 1, 2 and    *)
(*        -1, 2, 1.  Fewer than three labels, with distinct rows, have one    *)
(*        set of rankings.                                                    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions invariants covectors lemma_5_3 rankings factorisation invariance changes_plane recovered.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Projector.

Variable K : realFieldType.

Lemma gram_unit r n (N : 'M[K]_(r, n)) : row_free N -> N *m N^T \in unitmx.
Proof.
move=> free; rewrite -row_free_unit /row_free -mxrank_tr -(gram_column_span N) mxrank_tr.
by rewrite (eqP free).
Qed.

Lemma symmetric_idempotent_unique n (P Q : 'M[K]_n) : P^T = P -> P *m P = P -> Q^T = Q -> Q *m Q = Q -> (P :=: Q)%MS -> P = Q.
Proof.
have absorbed (A B : 'M[K]_n) : B *m B = B -> (A <= B)%MS -> A *m B = A by move=> BB /submxP[X ->]; rewrite -mulmxA BB.
move=> PT PP QT QQ PQ; have PQ_P : P *m Q = P by apply: absorbed; rewrite // PQ.
have QP_Q : Q *m P = Q by apply: absorbed; rewrite // PQ.
by rewrite -PT -PQ_P trmx_mul PT QT QP_Q.
Qed.

End Projector.

Theorem projector_spec (K : realFieldType) n d (A : 'M[K]_(n, d)) (P : 'M[K]_n) :
  P = projector A <-> [/\ P^T = P, P *m P = P & (P :=: A^T)%MS].
Proof.
have spec : [/\ (projector A)^T = projector A, projector A *m projector A = projector A & (projector A :=: A^T)%MS].
  rewrite /projector; move: (row_base A^T) (row_base_free A^T) (eq_row_base A^T) => N /gram_unit unit span.
  split.
  - by rewrite !trmx_mul trmxK trmx_inv trmx_mul trmxK mulmxA.
  - by rewrite !mulmxA -[_ *m N *m N^T]mulmxA -[_ *m (N *m N^T) *m _]mulmxA mulmxV // mulmx1.
  apply: eqmx_trans span; apply/eqmxP; rewrite submxMl /=.
  by apply/submxP; exists N; rewrite !mulmxA -[N *m N^T *m _ *m _]mulmxA mulmxA mulmxV // mul1mx.
split=> [->//|[PT PP PA]]; have [QT QQ QA] := spec; apply: symmetric_idempotent_unique => //.
exact: eqmx_trans PA (eqmx_sym QA).
Qed.

Section Classifier.

Variable K : realFieldType.

Lemma same_projectors n d d' (A : 'M[K]_(n, d)) (B : 'M[K]_(n, d')) : projector A = projector B <-> (A^T :=: B^T)%MS.
Proof.
have [_ _ spanA] := proj1 (projector_spec A _) erefl; have [_ _ spanB] := proj1 (projector_spec B _) erefl.
split=> [AB|AB]; first by apply: eqmx_trans (eqmx_sym spanA) _; rewrite AB.
apply/projector_spec; have [PT PP _] := proj1 (projector_spec A _) erefl; split=> //.
exact: eqmx_trans spanA AB.
Qed.

Lemma translate_sum n d (v : 'rV[K]_d) (U : 'M[K]_(n, d)) : translate v U = U + const_mx 1 *m v.
Proof. by apply/matrixP=> i j; rewrite !mxE big_ord1 !mxE mul1r. Qed.

Lemma as_translate n d (U : 'M[K]_(n, d)) : U = translate (mean_row U) (centred U) /\ centred U = translate (- mean_row U) U.
Proof. by split; apply/matrixP=> i j; rewrite !mxE ?subrK. Qed.

Lemma mean_linear n d e (U : 'M[K]_(n, d)) (A : 'M[K]_(d, e)) v : (0 < n)%N -> mean_row (translate v (U *m A)) = mean_row U *m A + v.
Proof.
move=> n0; have row_t i : row i (translate v (U *m A)) = row i U *m A + v by rewrite -row_mul; apply/rowP=> j; rewrite !mxE.
rewrite /mean_row (eq_bigr _ (fun i _ => row_t i)) big_split /= -mulmx_suml scalerDr -scalemxAl; congr (_ + _).
by rewrite sumr_const card_ord -scaler_nat scalerA mulVf ?scale1r // pnatr_eq0 -lt0n.
Qed.

Lemma centred_linear n d e (U : 'M[K]_(n, d)) (A : 'M[K]_(d, e)) v : centred (translate v (U *m A)) = centred U *m A.
Proof.
case: n U => [|n] U; first by rewrite [LHS]flatmx0 [RHS]flatmx0.
rewrite (as_translate U).2 (as_translate (translate _ _)).2 mean_linear // !translate_sum mulmxDl -addrA -mulmxDr opprD addrCA subrr addr0.
by rewrite -mulmxA mulNmx.
Qed.

End Classifier.

Theorem projector_classifier (K : realFieldType) n d (U U' : 'M[K]_(n, d)) :
  projector (centred U) = projector (centred U') <-> exists A v, A \in unitmx /\ U' = translate v (U *m A).
Proof.
split=> [/same_projectors same|[A [v [Au ->]]]].
  have /eqmxMunitP[D Du E] : ((centred U')^T == (centred U)^T)%MS by apply/eqmxP/eqmx_sym.
  exists D^T, (mean_row U' - mean_row U *m D^T); split; first by rewrite unitmx_tr.
  rewrite {1}(as_translate U').1 -[centred U']trmxK E trmx_mul trmxK {1}(as_translate U).2 !translate_sum mulmxDl -addrA -mulmxA -mulmxDr.
  by rewrite mulNmx [_ - _ *m _]addrC.
apply/same_projectors; rewrite centred_linear trmx_mul; apply/eqmx_sym/eqmxMfull.
by rewrite row_full_unit unitmx_tr.
Qed.

Theorem projector_rankings (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  (projector (centred U) = projector (centred U') -> same_rankings U U' /\ same_covectors (braid K n *m U) (braid K n *m U')) /\
  same_rankings (projector (centred U)) U /\ same_covectors (braid K n *m projector (centred U)) (braid K n *m U).
Proof.
have braided e (V : 'M[K]_(n, e)) : braid K n *m centred V = braid K n *m V.
  by rewrite (as_translate V).2; have [] := rankings_translation V (- mean_row V).
have same_span e e' (V : 'M[K]_(n, e)) (V' : 'M[K]_(n, e')) : (V^T :=: V'^T)%MS ->
    same_rankings V V' /\ same_covectors (braid K n *m V) (braid K n *m V').
  move=> VV'; have spans : ((braid K n *m V)^T :=: (braid K n *m V')^T)%MS by rewrite !trmx_mul; apply: eqmxMr.
  have [cov pat] := proposition_E_2_column_span spans; split=> //.
  by apply/same_rankings_pattern.
have centred_same e (V : 'M[K]_(n, e)) : same_rankings (centred V) V by rewrite {1}(as_translate V).2; have [] := rankings_translation V (- mean_row V).
split=> [/same_projectors/same_span[same_R same_W]|].
  split; last by rewrite -braided -(braided _ U').
  by move=> p; rewrite -(centred_same _ U) same_R (centred_same _ U').
have [PT _ span] := proj1 (projector_spec (centred U) _) erefl; rewrite -{1}PT in span.
have [same_R same_W] := same_span _ _ _ _ span; rewrite -(braided _ U); split=> // p.
by rewrite (same_R p); apply: centred_same.
Qed.

Theorem classifier_projector (K : realFieldType) :
  (forall n d (A : 'M[K]_(n, d)) (P : 'M[K]_n), P = projector A <-> [/\ P^T = P, P *m P = P & (P :=: A^T)%MS]) /\
  (forall n d (U U' : 'M[K]_(n, d)),
     projector (centred U) = projector (centred U') <-> exists A v, A \in unitmx /\ U' = translate v (U *m A)) /\
  forall n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
    (projector (centred U) = projector (centred U') -> same_rankings U U') /\ same_rankings (projector (centred U)) U.
Proof.
split; first exact: projector_spec; split; first exact: projector_classifier.
by move=> n d d' U U'; have [h [h' _]] := projector_rankings U U'; split=> // /h[].
Qed.

Theorem whitened_projector (R : rcfType) n d e (Z : 'M[R]_(n, d)) (W : 'M[R]_(n, e)) :
  W^T *m W = 1%:M -> (W^T :=: Z^T)%MS -> W *m W^T = projector Z /\ cosines W = cosines (projector Z).
Proof.
move=> WW span; have E : W *m W^T = projector Z.
  apply/projector_spec; split; first by rewrite trmx_mul trmxK.
    by rewrite mulmxA -[W *m W^T *m W]mulmxA WW mulmx1.
  apply: eqmx_trans span; apply/eqmxP; rewrite submxMl /=.
  by apply/submxP; exists W^T; rewrite mulmxA WW mul1mx.
split=> //; apply: cosines_gram; have [PT PP _] := proj1 (projector_spec Z _) erefl.
by rewrite E PT PP.
Qed.

(* On a line the whitened cosines are signs. *)
Lemma line_signs (R : rcfType) n (Z : 'M[R]_(n, 1)) : nonzero_rows Z -> forall i j, cosines (projector Z) i j = Num.sg (Z i 0 * Z j 0).
Proof.
move=> Z0 i j; have rowE c (W : 'M[R]_(n, 1)) k : row k (c *: W) = (c * W k 0) *: const_mx 1.
  by apply/rowP=> l; rewrite !mxE ord1 mulr1.
pose q := \sum_k Z k 0 ^+ 2; have q0 : 0 < q.
  rewrite lt_def sumr_ge0 ?andbT => [|k _]; last exact: sqr_ge0.
  apply: contraNneq (Z0 i) => /eqP; rewrite psumr_eq0 => [/allP/(_ i)|k _]; last exact: sqr_ge0.
  by rewrite mem_index_enum => /(_ isT); rewrite sqrf_eq0 => /eqP z; apply/eqP/rowP=> l; rewrite !mxE ord1.
pose c := (Num.sqrt q)^-1; have c0 : 0 < c by rewrite invr_gt0 sqrtr_gt0.
have cc : c ^+ 2 * q = 1 by rewrite exprVn sqr_sqrtr ?ltW // mulVf // gt_eqF.
have WW : (c *: Z)^T *m (c *: Z) = 1%:M.
  apply/matrixP=> k l; rewrite !ord1 !mxE eqxx -cc /q mulr_sumr; apply: eq_bigr => h _.
  by rewrite !mxE mulrACA -!expr2.
have span : ((c *: Z)^T :=: Z^T)%MS by rewrite linearZ /=; apply: eqmx_scale; rewrite gt_eqF.
have W0 : nonzero_rows (c *: Z) by move=> k; rewrite rowZ scaler_eq0 negb_or Z0 gt_eqF.
rewrite -(whitened_projector WW span).2 (sign_cosines W0 (rowE c Z)) mulrACA.
by rewrite sgrM gtr0_sg ?mul1r // mulr_gt0.
Qed.

Theorem projector_cosines (R : rcfType) :
  (exists U U' : 'M[R]_(3, 1), [/\ nonzero_rows (centred U) /\ nonzero_rows (centred U'), distinct_rows U /\ distinct_rows U',
     cosines (projector (centred U)) = cosines (projector (centred U')) & ~ same_rankings U U']) /\
  forall n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')), (n < 3)%N -> distinct_rows U -> distinct_rows U' -> same_rankings U U'.
Proof.
split; last first.
  move=> n d d' U U' n3 dU dU' p; suff all_ranked e (V : 'M[R]_(n, e)) : distinct_rows V -> ranks V p by split=> _; apply: all_ranked.
  move=> dV; have [n1|n1] := leqP n 1.
    by exists 0 => a b ab; have := leq_trans (ltn_ord b) n1; rewrite ltnS leqn0 => /eqP b0; rewrite b0 in ab.
  have n2 : n = 2%N by apply/eqP; rewrite eqn_leq -ltnS n3 n1.
  subst n; have pd : p 0 != p 1 by rewrite (inj_eq perm_inj).
  have e0 := dV _ _ pd; exists (row (p 0) V - row (p 1) V)^T => a b ab.
  have [a0 b1] : a = 0 /\ b = 1 by case: a b ab => [[|[|?]] // ?] [[|[|?]] // ?] _; split; apply: val_inj.
  have logit i (x : 'rV[R]_e) : (V *m x^T) i 0 = dot (row i V) x by rewrite dot_mul -row_mul [RHS]mxE.
  rewrite a0 b1 !logit -subr_gt0 (_ : _ - _ = dot (row (p 0) V - row (p 1) V) (row (p 0) V - row (p 1) V)).
    by rewrite dot_gt0 // subr_eq0.
  by rewrite /dot -sumrB; apply: eq_bigr => k _; rewrite !mxE -mulrBl.
have num (k : nat) : (k.+1%:R : R) != 0 by rewrite pnatr_eq0.
pose U : 'M[R]_(3, 1) := three (-1) 1 2%:R; pose U' : 'M[R]_(3, 1) := three (-1) 2%:R 1.
have third : 3%:R != 0 :> R := num 2%N.
have cU : centred U = three (- (5%:R / 3%:R)) (1 / 3%:R) (4%:R / 3%:R).
  by rewrite -(@three_centred _ _ _ _ (2%:R / 3%:R)); [congr (centred (three _ _ _)); field | field].
have cU' : centred U' = three (- (5%:R / 3%:R)) (4%:R / 3%:R) (1 / 3%:R).
  by rewrite -(@three_centred _ _ _ _ (2%:R / 3%:R)); [congr (centred (three _ _ _)); field | field].
have pos (m n : nat) : 0 < m.+1%:R / n.+1%:R :> R by rewrite divr_gt0 ?ltr0n.
have nz (V : 'M[R]_(3, 1)) : (forall i, V i 0 != 0) -> nonzero_rows V.
  by move=> V0 i; apply: contraNneq (V0 i) => /rowP/(_ 0); rewrite !mxE => ->.
have nU : nonzero_rows (centred U).
  apply: nz; rewrite cU => -[[|[|[|?]]] //= ?]; rewrite mxE /= ?oppr_eq0 ?gt_eqF ?(pos 4%N 2%N) ?(pos 0%N 2%N) ?(pos 3%N 2%N) //.
have nU' : nonzero_rows (centred U').
  apply: nz; rewrite cU' => -[[|[|[|?]]] //= ?]; rewrite mxE /= ?oppr_eq0 ?gt_eqF ?(pos 4%N 2%N) ?(pos 0%N 2%N) ?(pos 3%N 2%N) //.
have below (a b : R) k : b - a = k.+1%:R -> a < b by move=> e; rewrite -subr_gt0 e ltr0Sn.
have up : U 0 0 < U 1 0 /\ U 1 0 < U (1 + 1) 0.
  by rewrite !mxE /=; split; [apply: (below _ _ 1%N) | apply: (below _ _ 0%N)]; ring.
have up' : U' 0 0 < U' (1 + 1) 0 /\ U' (1 + 1) 0 < U' 1 0.
  by rewrite !mxE /=; split; [apply: (below _ _ 1%N) | apply: (below _ _ 0%N)]; ring.
have apart (V : 'M[R]_(3, 1)) : V 0 0 != V 1 0 -> V 0 0 != V (1 + 1) 0 -> V 1 0 != V (1 + 1) 0 -> forall i j, i != j -> V i 0 != V j 0.
  have only (i : 'I_3) : [\/ i = 0, i = 1 | i = 1 + 1].
    by case: i => [[|[|[|?]]] // h]; [apply: Or31 | apply: Or32 | apply: Or33]; apply: val_inj.
  by move=> v01 v02 v12 i j; case: (only i) => ->; case: (only j) => ->; rewrite ?eqxx // => _; rewrite // eq_sym.
have dU : forall i j, i != j -> U i 0 != U j 0.
  have [h01 h12] := up; by apply: apart; rewrite lt_eqF // (lt_trans h01 h12).
have dU' : forall i j, i != j -> U' i 0 != U' j 0.
  have [h02 h21] := up'; by apply: apart; rewrite ?(gt_eqF h21) // lt_eqF // (lt_trans h02 h21).
have rows (V : 'M[R]_(3, 1)) : (forall i j, i != j -> V i 0 != V j 0) -> distinct_rows V.
  by move=> h i j /h; apply: contraNneq => /rowP/(_ 0); rewrite !mxE => ->.
exists U, U'; split; [exact: (conj nU nU') | exact: (conj (rows _ dU) (rows _ dU')) | |].
  apply/matrixP=> i j; apply: etrans (line_signs nU i j) (etrans _ (esym (line_signs nU' i j))); rewrite cU cU' !mxE.
  case: i j => [[|[|[|?]]] //= ?] [[|[|[|?]]] //= ?]; rewrite ?mulNr ?mulrN ?sgrN; do ?congr (- _); do ?congr (- _);
    by rewrite !gtr0_sg // mulr_gt0 ?(pos 4%N 2%N) ?(pos 0%N 2%N) ?(pos 3%N 2%N).
pose x : 'cV[R]_1 := const_mx 1.
move=> /same_rankings_pattern/(_ (fun k => sgz ((braid R 3 *m (U *m x)) k 0)))[to_U' _].
have value (V : 'M[R]_(3, 1)) (y : 'cV[R]_1) i : (V *m y) i 0 = V i 0 * y 0 0 by rewrite mxE big_ord1.
have [|[x' x'P] _] := to_U'.
  split=> [|k]; first by exists x => k; rewrite mulmxA.
  have [i [j [ij kE]]] := pair_of_row k; rewrite sgz_eq0 (braid_mulE _ _ kE) subr_eq0 !value [x 0 0]mxE !mulr1 dU //.
  by rewrite -val_eqE neq_ltn ij.
have /braid_order order : forall k, sgz ((braid R 3 *m (U' *m x')) k 0) = sgz ((braid R 3 *m (U *m x)) k 0).
  by move=> k; rewrite mulmxA x'P.
have := order 0 1; have := order 1 (1 + 1); rewrite !value [x 0 0]mxE !mulr1 !(up.1, up.2) => low high.
have [h02 h21] := up'; have x0 : 0 < x' 0 0.
  by have : 0 < (U' 1 0 - U' 0 0) * x' 0 0; [rewrite mulrBl subr_gt0 | rewrite pmulr_rgt0 // subr_gt0 (lt_trans h02 h21)].
by move: low; rewrite ltr_pmul2r // ltNge (ltW h21).
Qed.
