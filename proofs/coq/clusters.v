(******************************************************************************)
(*                                                                            *)
(*  LINEAR MATRIX FACTORISATION: ONE DATA SET, FOUR PICTURES                  *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorem.                                                                  *)
(*    mf_clusters   There are data X with the inner products two_clusters,    *)
(*        and for all such data, at rank 3 (low) and 4 (full): an optimum of  *)
(*        objective (1) with c = 16, and two rescalings of it, which are      *)
(*        optimal, too, have the cosines 11/29, 0 and 319/481 between the     *)
(*        items 0 and 1 of one cluster; every optimum of objective (2) with   *)
(*        c = 2, and there is one, has 5/7.  Between items of different       *)
(*        clusters all of them have 0.                                        *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions lemma_5_3 claims factorisation orthonormal closed_forms mf_3.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Clusters.

Variable R : rcfType.

Let r : R := (Num.sqrt 2%:R)^-1.

Lemma rr : r * r = 2%:R^-1.
Proof. by rewrite -invfM -expr2 sqr_sqrtr ?ler0n. Qed.

Let V : 'M[R]_4 := with_rows 4 4 [:: [:: r; 0; r; 0]; [:: r; 0; - r; 0]; [:: 0; r; 0; r]; [:: 0; r; 0; - r]].
Let s : 'rV[R]_4 := \row_l nth 0 [:: 8%:R; 6%:R; 3%:R; 1] l.

Lemma four (P : 'I_4 -> Prop) : P (inord 0) -> P (inord 1) -> P (inord 2) -> P (inord 3) -> forall i, P i.
Proof.
move=> P0 P1 P2 P3 i; have -> : i = inord i by rewrite inord_val.
by case: i => [[|[|[|[|?]]]] // h].
Qed.

Lemma sum_four (f : 'I_4 -> R) : \sum_l f l = f (inord 0) + f (inord 1) + f (inord 2) + f (inord 3).
Proof.
rewrite !big_ord_recl big_ord0 addr0 !addrA.
by congr (f _ + f _ + f _ + f _); apply: val_inj; rewrite /= inordK.
Qed.

Lemma V_gram (g : 'I_4 -> R) : V *m diag_mx (\row_l g l) *m V^T = with_rows 4 4
  [:: [:: (g (inord 0) + g (inord 2)) / 2%:R; (g (inord 0) - g (inord 2)) / 2%:R; 0; 0];
      [:: (g (inord 0) - g (inord 2)) / 2%:R; (g (inord 0) + g (inord 2)) / 2%:R; 0; 0];
      [:: 0; 0; (g (inord 1) + g (inord 3)) / 2%:R; (g (inord 1) - g (inord 3)) / 2%:R];
      [:: 0; 0; (g (inord 1) - g (inord 3)) / 2%:R; (g (inord 1) + g (inord 3)) / 2%:R]].
Proof.
have E (i j : 'I_4) : (V *m diag_mx (\row_l g l) *m V^T) i j =
    V i (inord 0) * g (inord 0) * V j (inord 0) + V i (inord 1) * g (inord 1) * V j (inord 1) +
    V i (inord 2) * g (inord 2) * V j (inord 2) + V i (inord 3) * g (inord 3) * V j (inord 3).
  by rewrite mul_mx_diag mxE sum_four; congr (_ + _ + _ + _); rewrite !mxE.
have G (u v : R) : r * u * r + r * v * r = (u + v) / 2%:R by rewrite -rr; ring.
have G' (u v : R) : r * u * r - r * v * r = (u - v) / 2%:R by rewrite -rr; ring.
apply/matrixP; apply: four; apply: four; rewrite E !mxE !inordK //=;
  rewrite ?(mul0r, mulr0, addr0, add0r, mulNr, mulrN, opprK, oppr0, subr0) ?G ?G' //; rewrite -?opprD ?oppr0; ring.
Qed.

Lemma VV : V^T *m V = 1%:M.
Proof.
apply: mulmx1C; have := V_gram (fun=> 1); rewrite (_ : \row_l 1 = const_mx 1) ?diag_const_mx ?mulmx1 => [->|]; last first.
  by apply/rowP=> l; rewrite !mxE.
have two : (1 + 1) / 2%:R = 1 :> R by rewrite -[1]/(1%:R) -natrD divff ?pnatr_eq0.
have eqE a b : (a < 4)%N -> (b < 4)%N -> (inord a == inord b :> 'I_4) = (a == b) by move=> a4 b4; rewrite -val_eqE /= !inordK.
by apply/matrixP; apply: four; apply: four; rewrite !mxE !inordK //= eqE //= ?subrr ?mul0r ?two.
Qed.

Lemma data m (X : 'M[R]_(m, 4)) : X^T *m X = two_clusters R -> X^T *m X = V *m diag_mx (\row_l s 0 l ^+ 2) *m V^T.
Proof.
move=> ->; rewrite (V_gram (fun l => s 0 l ^+ 2)) !mxE !inordK //=.
by congr with_rows; congr [:: [:: _; _; 0; 0]; [:: _; _; 0; 0]; [:: 0; 0; _; _]; [:: 0; 0; _; _]]; field.
Qed.

Lemma picture_of k (B : 'M[R]_(4, k)) (g : 'I_4 -> R) : B *m B^T = V *m diag_mx (\row_l g l) *m V^T -> 0 < g (inord 0) + g (inord 2) ->
  cluster_picture B ((g (inord 0) - g (inord 2)) / (g (inord 0) + g (inord 2))).
Proof.
rewrite V_gram => BB pos; have E i j : dot (row i B) (row j B) = (B *m B^T) i j by rewrite gramE.
split=> [|i j i2 j2]; rewrite mxE /norm !E BB !mxE.
  rewrite -expr2 /= sqr_sqrtr ?divr_ge0 ?ler0n ?ltW //; field; exact: lt0r_neq0.
case: i i2 => [[|[|?]] //= ?] _; case: j j2 => [[|[|[|[|?]]]] //= ?] _; by rewrite mul0r.
Qed.

Lemma first_rescaled k (g f : 'I_4 -> R) :
  rescaled (V *m first_columns k g) (\row_l f (inord l)) = V *m first_columns k (fun i => g i * f i).
Proof.
rewrite /rescaled -mulmxA; congr (_ *m _); apply/matrixP=> i l; rewrite mul_mx_diag !mxE.
by case: eqP => [<-|_]; rewrite ?mul0r ?inord_val.
Qed.

Lemma first_gram k (g : 'I_4 -> R) (A := V *m first_columns k g) :
  A *m A^T = V *m diag_mx (\row_i (g i ^+ 2 * (i < k)%:R)) *m V^T.
Proof. by rewrite /A trmx_mul mulmxA -[V *m _ *m _]mulmxA first_columns_gram. Qed.

Theorem mf_clusters :
  (exists X : 'M[R]_4, X^T *m X = two_clusters R) /\
  forall m k (X : 'M[R]_(m, 4)), X^T *m X = two_clusters R -> k = 3%N \/ k = 4%N ->
    (exists (A : 'M[R]_(4, k)) (h : 'rV[R]_k),
      [/\ forall l, h 0 l != 0,
          optimal_1 X 16%:R A A /\ cluster_picture A (11%:R / 29%:R),
          optimal_1 X 16%:R (rescaled A h) (rescaled A (inverses h)) /\ cluster_picture (rescaled A (inverses h)) 0
        & optimal_1 X 16%:R (rescaled A (inverses h)) (rescaled A h) /\ cluster_picture (rescaled A h) (319%:R / 481%:R)]) /\
    (exists A B : 'M[R]_(4, k), optimal_2 X 2%:R A B) /\
    forall A B : 'M[R]_(4, k), optimal_2 X 2%:R A B -> cluster_picture B (5%:R / 7%:R).
Proof.
split.
  exists (diag_mx s *m V^T); rewrite trmx_mul trmxK tr_diag_mx mulmxA -[V *m _ *m _]mulmxA mulmx_diag.
  have := V_gram (fun l => s 0 l ^+ 2); rewrite (_ : \row_l s 0 l ^+ 2 = \row_j (s 0 j * s 0 j)) => [->|]; last first.
    by apply/rowP=> j; rewrite !mxE expr2.
  rewrite !mxE !inordK //=.
  by congr with_rows; congr [:: [:: _; _; 0; 0]; [:: _; _; 0; 0]; [:: 0; 0; _; _]; [:: 0; 0; _; _]]; field.
move=> m k X /data XX k34; have c16 : 0 < 16%:R :> R by rewrite ltr0n.
have inside (i : 'I_4) : (i < 3)%N -> (i < k)%N by case: k34 => -> // /leqW.
have s_gt0 : forall l, 0 < s 0 l by apply: four; rewrite mxE inordK //= ?ltr0n ?ltr01.
have cut (i j : 'I_4) : (i < k)%N -> (k <= j)%N -> s 0 j < s 0 i.
  case: k34 => -> i3; last by rewrite leqNgt ltn_ord.
  move=> j3; rewrite !mxE; case: i i3 => [[|[|[|?]]] //= ?] _; case: j j3 => [[|[|[|[|?]]]] //= ?] _;
  by rewrite ?(ltr_nat R 1) // -[1]/(1%:R) ltr_nat.
pose w i : R := s 0 i ^+ 2 / (s 0 i ^+ 2 + 16%:R).
have w_gt0 i : 0 < w i by rewrite divr_gt0 ?exprn_gt0 // addr_gt0 ?exprn_gt0.
pose root i := Num.sqrt (w i).
have root_gt0 i : 0 < root i by rewrite sqrtr_gt0.
have root2 i : root i ^+ 2 = w i by rewrite sqr_sqrtr ?ltW.
pose A := V *m first_columns k root.
have opt : optimal_1 X 16%:R A A.
  have cut2 (i j : 'I_4) : (i < k)%N -> (k <= j)%N -> s 0 j ^+ 2 <= s 0 i ^+ 2.
    by move=> ik /(cut _ _ ik)/ltW le; apply: ler_expn2r; rewrite ?nnegrE ?(ltW (s_gt0 _)).
  by have [_] := mf_4 c16 VV XX cut2.
pose h : 'rV[R]_k := \row_l root (inord l).
have h0 l : h 0 l != 0 by rewrite mxE lt0r_neq0.
have hh : inverses h = \row_l (root (inord l))^-1 by apply/rowP=> l; rewrite !mxE.
have hh0 l : inverses h 0 l != 0 by rewrite hh mxE invr_eq0 lt0r_neq0.
have back : inverses (inverses h) = h by apply/rowP=> l; rewrite !mxE invrK.
have [rescale _] := mf_1 R.
have pictures (g : 'I_4 -> R) : 0 < g (inord 0) ^+ 2 + g (inord 2) ^+ 2 ->
    cluster_picture (V *m first_columns k g) ((g (inord 0) ^+ 2 - g (inord 2) ^+ 2) / (g (inord 0) ^+ 2 + g (inord 2) ^+ 2)).
  move=> pos; have := picture_of (first_gram k g) => /=; rewrite !inside ?inordK // !mulr1; exact.
have s8 : s 0 (inord 0) = 8%:R by rewrite mxE inordK.
have s3 : s 0 (inord 2) = 3%:R by rewrite mxE inordK.
split; last first.
  have cut' (i j : 'I_4) : (i < k)%N -> (k <= j)%N -> s 0 j < s 0 i \/ s 0 j <= 2%:R by move=> ik kj; left; apply: cut.
  have c2 : 0 < 2%:R :> R by rewrite ltr0n.
  have s_ge0 l : 0 <= s 0 l by rewrite ltW.
  split=> [|A' B opt']; first by have [] := mf_3 c2 VV s_ge0 XX cut'.
  have [BB _] := optimum_gram c2 VV s_ge0 XX cut' opt'.
  have := picture_of BB; rewrite !inside ?inordK // s8 s3 !ler_nat /= !mulr1.
  have -> : (8%:R - 2%:R - (3%:R - 2%:R)) / (8%:R - 2%:R + (3%:R - 2%:R)) = 5%:R / 7%:R :> R by field.
  by apply; rewrite addr_gt0 // subr_gt0 ltr_nat.
exists A, h; split=> //.
- split=> //; have := pictures root; rewrite !root2 => /(_ (addr_gt0 (w_gt0 _) (w_gt0 _))); rewrite /w s8 s3.
  have -> : (8%:R ^+ 2 / (8%:R ^+ 2 + 16%:R) - 3%:R ^+ 2 / (3%:R ^+ 2 + 16%:R)) / (8%:R ^+ 2 / (8%:R ^+ 2 + 16%:R) + 3%:R ^+ 2 / (3%:R ^+ 2 + 16%:R)) =
    11%:R / 29%:R :> R by field.
  by [].
- split; first by have [_] := rescale _ _ _ X 16%:R A A h h0; apply.
  rewrite hh (first_rescaled k root (fun i => (root i)^-1)); have := pictures (fun i => root i * (root i)^-1).
  by rewrite !divff ?lt0r_neq0 // !expr1n subrr mul0r; apply; rewrite addr_gt0 ?ltr01.
split; first by have [_] := rescale _ _ _ X 16%:R A A _ hh0; rewrite back; apply.
rewrite (first_rescaled k root root); have := pictures (fun i => root i * root i).
rewrite -!expr2 !root2 => /(_ (addr_gt0 (exprn_gt0 2 (w_gt0 _)) (exprn_gt0 2 (w_gt0 _)))); rewrite /w s8 s3.
have -> : ((8%:R ^+ 2 / (8%:R ^+ 2 + 16%:R)) ^+ 2 - (3%:R ^+ 2 / (3%:R ^+ 2 + 16%:R)) ^+ 2) /
  ((8%:R ^+ 2 / (8%:R ^+ 2 + 16%:R)) ^+ 2 + (3%:R ^+ 2 / (3%:R ^+ 2 + 16%:R)) ^+ 2) = 319%:R / 481%:R :> R by field.
by [].
Qed.

End Clusters.
