(******************************************************************************)
(*                                                                            *)
(*  FOR MF-3: ORTHONORMAL COLUMNS AND QUADRATIC FORMS                         *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Lemmas only; the theorem is in mf_3.v.                                    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions lemma_5_3 claims factorisation.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Orthonormal.

Variable R : rcfType.

Lemma dot_mul d (u v : 'rV[R]_d) : dot u v = (u *m v^T) 0 0.
Proof. by rewrite mxE; apply: eq_bigr => k _; rewrite mxE. Qed.

Lemma dotZr d (a : R) (u v : 'rV[R]_d) : dot u (a *: v) = a * dot u v.
Proof. by rewrite -[u in LHS]scale1r dotZZ mul1r. Qed.

Lemma dotZl d (a : R) (u v : 'rV[R]_d) : dot (a *: u) v = a * dot u v.
Proof. by rewrite -[v in LHS]scale1r dotZZ mulr1. Qed.

Lemma dotDr d (u v z : 'rV[R]_d) : dot u (v + z) = dot u v + dot u z.
Proof. by rewrite /dot -big_split; apply: eq_bigr => j _; rewrite mxE mulrDr. Qed.

(* Gram and Schmidt: every matrix is one with orthonormal columns times another one. *)
Lemma orthonormal_columns p k (B : 'M[R]_(p, k)) : exists r (W : 'M[R]_(p, r)) (N : 'M[R]_(r, k)), [/\ B = W *m N, W^T *m W = 1%:M & (r <= k)%N].
Proof.
elim: k B => [|k IH] B.
  by exists 0%N, 0, 0; split=> //; apply/matrixP=> i j; [case: j | case: i].
have -> : B = row_mx (lsubmx (B : 'M_(p, 1 + k))) (rsubmx (B : 'M_(p, 1 + k))) by rewrite hsubmxK.
move: (lsubmx _) (rsubmx _) => b B'.
have [r [W [N [-> WW rk]]]] := IH B'.
pose e := b - W *m (W^T *m b); have We : W^T *m e = 0 by rewrite /e mulmxBr mulmxA mulmxA WW mul1mx subrr.
have [e0|e0] := eqVneq e 0.
  exists r, W, (row_mx (W^T *m b) N); split=> //; last exact: leqW.
  apply: etrans (esym (mul_mx_row W (W^T *m b) N)); congr row_mx; apply/eqP; by rewrite -subr_eq0 -/e e0.
have q0 : 0 < dot e^T e^T by apply: dot_gt0; apply: contraNneq e0 => h; rewrite -[e]trmxK h trmx0.
pose t := norm e^T; have t0 : t != 0 by rewrite gt_eqF // sqrtr_gt0.
have tt : t * t = dot e^T e^T by rewrite norm_sqr.
pose f := t^-1 *: e; have fT : f^T = t^-1 *: e^T by apply/matrixP=> i j; rewrite !mxE.
have ff : f^T *m f = 1%:M.
  rewrite fT /f -scalemxAl -scalemxAr scalerA; apply/matrixP=> i j; rewrite !ord1 mxE [RHS]mxE eqxx.
  have -> : (e^T *m e) 0 0 = t * t by rewrite tt dot_mul trmxK.
  by rewrite -invfM mulVf // mulf_neq0.
have Wf : W^T *m f = 0 by rewrite /f -scalemxAr We scaler0.
exists r.+1, (row_mx f W : 'M_(p, 1 + r)), (block_mx (t *: 1%:M) 0 (W^T *m b) N); split=> //.
  apply: etrans (esym (mul_row_block f W (t *: 1%:M) 0 (W^T *m b) N)).
  by rewrite mulmx0 add0r -scalemxAr mulmx1 /f scalerA mulfV // scale1r /e subrK.
have fW : f^T *m W = 0 by rewrite -[LHS]trmxK trmx_mul trmxK Wf trmx0.
have := tr_row_mx f W; have := mul_col_row f^T W^T f W; rewrite ff Wf WW fW => E1 E2.
by apply: etrans (congr1 (fun C => C *m row_mx f W) E2) _; rewrite E1 -scalar_mx_block.
Qed.


(* Coordinates: Y has orthonormal columns; P = Y Y^T is a projection. *)
Lemma projection_row p r (Y : 'M[R]_(p, r)) i : Y^T *m Y = 1%:M ->
  \sum_j ((Y *m Y^T) i j) ^+ 2 = (Y *m Y^T) i i.
Proof.
move=> YY; have PP : Y *m Y^T *m (Y *m Y^T) = Y *m Y^T by rewrite mulmxA -[Y *m Y^T *m Y]mulmxA YY mulmx1.
have sym k l : (Y *m Y^T) k l = (Y *m Y^T) l k by rewrite !mxE; apply: eq_bigr => s _; rewrite !mxE mulrC.
by rewrite -[in RHS]PP mxE; apply: eq_bigr => j _; rewrite expr2 [in RHS](sym j i).
Qed.

Lemma projection_le p r (Y : 'M[R]_(p, r)) i : Y^T *m Y = 1%:M -> 0 <= (Y *m Y^T) i i <= 1.
Proof.
move=> YY; have e := projection_row i YY; set q := (Y *m Y^T) i i in e *.
have q0 : 0 <= q by rewrite -e sumr_ge0 // => j _; rewrite sqr_ge0.
rewrite q0 /=; have : q ^+ 2 <= q by rewrite -[X in _ <= X]e (bigD1 i) //= ler_addl sumr_ge0 // => j _; rewrite sqr_ge0.
have [->|qn] := eqVneq q 0; first by rewrite ler01.
by rewrite expr2 -ler_pdivl_mulr ?divff // lt_def qn.
Qed.


(* Quadratic forms in H = N N^T. *)

Variables (r k : nat) (N : 'M[R]_(r, k)) (c : R).
Hypothesis c0 : 0 < c.
Let H := N *m N^T.
Let Hc := H + c *: 1%:M.

Lemma dot_H (u v : 'rV[R]_r) : dot (u *m H) v = dot (u *m N) (v *m N) /\ dot u (v *m H) = dot (u *m N) (v *m N).
Proof. by rewrite !dot_mul /H !trmx_mul trmxK !mulmxA. Qed.

Lemma shifted_unit : Hc \in unitmx.
Proof.
rewrite -row_free_unit; apply: inj_row_free => v; rewrite mulmxDr -scalemxAr mulmx1 => v0.
apply/eqP; rewrite -dot_eq0 -(inj_eq (mulfI (lt0r_neq0 c0))) mulr0 eq_le mulr_ge0 ?dot_ge0 ?(ltW c0) // andbT.
have : dot (v *m H + c *: v) v = 0 by rewrite v0 /dot big1 // => j _; rewrite mxE mul0r.
have -> : dot (v *m H + c *: v) v = dot (v *m N) (v *m N) + c * dot v v.
  by rewrite -(dot_H v v).1 /dot mulr_sumr -big_split; apply: eq_bigr => j _; rewrite !mxE /=; ring.
by move=> e; rewrite -[X in _ <= X]e ler_addr dot_ge0.
Qed.

(* For y = w (H + c): three forms of y, and what is lacking to t^2 |y|^2. *)
Lemma forms (w : 'rV[R]_r) (y := w *m Hc) (a0 := dot w w) (a1 := dot (w *m N) (w *m N)) (a2 := dot (w *m H) (w *m H))
    (a3 := dot (w *m H *m N) (w *m H *m N)) :
  [/\ dot y y = a2 + 2%:R * c * a1 + c ^+ 2 * a0, dot (w *m H) y = a2 + c * a1
    & dot (y *m H) y = a3 + 2%:R * c * a2 + c ^+ 2 * a1].
Proof.
have yE : y = w *m H + c *: w by rewrite /y mulmxDr -scalemxAr mulmx1.
have a1E : dot (w *m H) w = a1 by rewrite (dot_H _ _).1.
have a1E' : dot w (w *m H) = a1 by rewrite (dot_H _ _).2.
have a2E : dot (w *m H *m N) (w *m N) = a2 by rewrite -(dot_H _ _).2.
have a2E' : dot (w *m N) (w *m H *m N) = a2 by rewrite -(dot_H _ _).1.
split.
- rewrite yE dotDD dotZZ. rewrite dotZl dotZr a1E a1E' -/a0 -/a2; ring.
- by rewrite yE dotDr dotZr a1E.
rewrite (dot_H _ _).1 yE mulmxDl -scalemxAl dotDD. rewrite dotZZ dotZl dotZr a2E a2E' -/a1 -/a3; ring.
Qed.

Variables (s t : R).
Hypothesis s0 : 0 <= s.
Hypothesis st : t = if c <= s then s - c else 0.

Lemma pos_pair (a b : R) : 0 <= a -> 0 <= b -> 0 <= c * (a + c * b) /\ (c * (a + c * b) = 0 -> b = 0).
Proof.
move=> a0 b0; have cb : 0 <= c * b by rewrite mulr_ge0 // ltW.
split; first by apply: mulr_ge0; [exact: ltW | exact: addr_ge0].
move=> /eqP; rewrite mulf_eq0 gt_eqF //= paddr_eq0 // => /andP[_]; by rewrite mulf_eq0 gt_eqF //= => /eqP.
Qed.

Lemma lack (w : 'rV[R]_r) (y := w *m Hc) (e := t ^+ 2 * dot y y - (s ^+ 2 * dot (w *m H) y - c * dot (y *m H) y)) :
  0 <= e /\ (e = 0 -> y *m H = t *: y).
Proof.
have [f0 f1 f2] := forms w; rewrite -/y in f0 f1 f2.
have yH : y *m H = w *m H *m Hc by rewrite /y /Hc !mulmxDr mulmxDl -!scalemxAr !mulmx1 -scalemxAl.
case: (lerP c s) st => [cs tE|sc tE].
  pose z := w *m H - t *: w.
  have zz : dot z z = dot (w *m H) (w *m H) - 2%:R * t * dot (w *m N) (w *m N) + t ^+ 2 * dot w w.
    rewrite /z -scaleNr dotDD dotZZ dotZl dotZr (dot_H w w).1 (dot_H w w).2; ring.
  have zN : dot (z *m N) (z *m N) = dot (w *m H *m N) (w *m H *m N) - 2%:R * t * dot (w *m H) (w *m H) + t ^+ 2 * dot (w *m N) (w *m N).
    by rewrite /z -scaleNr mulmxDl -scalemxAl dotDD dotZZ dotZl dotZr -(dot_H (w *m H) w).2 -(dot_H w (w *m H)).1; ring.
  have eE : e = c * (dot (z *m N) (z *m N) + c * dot z z) by rewrite /e f0 f1 f2 zz zN tE; ring.
  have [pos zero] := pos_pair (dot_ge0 (z *m N)) (dot_ge0 z).
  split=> [|e0]; first by rewrite eE.
  have z0 : z = 0 by apply/eqP; rewrite -dot_eq0; apply/eqP; apply: zero; rewrite -eE.
  have wH : w *m H = t *: w by apply/eqP; rewrite -subr_eq0 -/z z0.
  by rewrite yH wH -scalemxAl.
pose z := w *m H; have sc2 : 0 < c ^+ 2 - s ^+ 2 by rewrite subr_gt0 ltr_expn2r // nnegrE ltW.
have eE : e = c * (dot (z *m N) (z *m N) + c * dot z z) + (c ^+ 2 - s ^+ 2) * (dot z z + c * dot (w *m N) (w *m N)).
  by rewrite /e f0 f1 f2 tE /z; ring.
have [pos zero] := pos_pair (dot_ge0 (z *m N)) (dot_ge0 z).
have rest : 0 <= (c ^+ 2 - s ^+ 2) * (dot z z + c * dot (w *m N) (w *m N)).
  by apply: mulr_ge0; [exact: ltW | apply: addr_ge0; rewrite ?dot_ge0 // mulr_ge0 ?dot_ge0 // ltW].
split=> [|/eqP]; rewrite eE ?addr_ge0 // paddr_eq0 // => /andP[/eqP/zero/eqP]; rewrite dot_eq0 => /eqP z0 _.
by rewrite yH -/z z0 mul0mx tE scale0r.
Qed.

End Orthonormal.

(* Vectors with the same inner products differ by a rotation: one reflection after another. *)
Lemma rotation_of_gram (R : rcfType) n k (f g : 'I_n -> 'rV[R]_k) : (forall i j, dot (f i) (f j) = dot (g i) (g j)) ->
  exists Q, Q *m Q^T = 1%:M /\ forall i, f i *m Q = g i.
Proof.
move=> fg; suff h l : exists Q, Q *m Q^T = 1%:M /\ forall i : 'I_n, (i < l)%N -> f i *m Q = g i.
  by have [Q [QQ Qf]] := h n; exists Q; split=> // i; apply: Qf.
elim: l => [|l [Q [QQ Qf]]]; first by exists 1%:M; rewrite trmx1 mulmx1.
have dotQ (u v : 'rV[R]_k) : dot (u *m Q) (v *m Q) = dot u v by rewrite !dot_mul trmx_mul mulmxA -[u *m Q *m _]mulmxA QQ mulmx1.
have [nl|ln] := leqP n l; first by exists Q; split=> // i _; apply: Qf; apply: leq_trans nl.
pose z := f (Ordinal ln) *m Q; pose y := g (Ordinal ln); pose v := z - y.
have step (Q' : 'M[R]_k) : z *m Q' = y -> (forall i : 'I_n, (i < l)%N -> g i *m Q' = g i) -> forall i : 'I_n, (i < l.+1)%N -> f i *m (Q *m Q') = g i.
  move=> zQ gQ i; rewrite ltnS leq_eqVlt mulmxA => /orP[/eqP il|il]; last by rewrite Qf ?gQ.
  have -> : i = Ordinal ln by apply/val_inj; rewrite /= il.
  exact: zQ.
have [v0|v0] := eqVneq v 0.
  exists (Q *m 1%:M); split; first by rewrite mulmx1.
  by apply: step => [|i _]; rewrite mulmx1 //; apply/eqP; rewrite -subr_eq0 -/v v0.
have vv : dot v v != 0 by rewrite dot_eq0.
pose F := 1%:M - (2%:R / dot v v) *: (v^T *m v).
have FE (u : 'rV[R]_k) : u *m F = u - (2%:R / dot v v * dot u v) *: v.
  rewrite /F mulmxBr mulmx1 -scalemxAr mulmxA -scalerA; congr (_ - _ *: _).
  by apply/rowP=> j; rewrite mxE big_ord1 [RHS]mxE dot_mul.
have dotE (u : 'rV[R]_k) : dot u (z - y) = dot u z - dot u y by rewrite dotDr -scaleN1r dotZr mulN1r.
have FT : F^T = F.
  by apply/matrixP=> i j; rewrite !mxE !big_ord1 !mxE [(j == i)]eq_sym; congr (_ - _ * _); rewrite mulrC.
have Fv (u : 'rV[R]_k) : dot (u *m F) v = - dot u v.
  by rewrite FE -scaleNr dotC dotDr dotZr (dotC v u); field.
have inv (u : 'rV[R]_k) : u *m F *m F = u.
  by rewrite FE Fv FE mulrN scaleNr opprK subrK.
have FF : F *m F^T = 1%:M by rewrite FT; apply/row_matrixP=> i; rewrite -[RHS]inv -mulmxA -row_mul mul1mx.
exists (Q *m F); split; first by rewrite trmx_mul mulmxA -[Q *m F *m _]mulmxA FF mulmx1.
apply: step => [|i il]; rewrite FE.
  have -> : dot z v = dot v v / 2%:R.
    have zz : dot z z = dot y y by rewrite /z dotQ fg.
    have zv : dot z v = dot z z - dot z y by apply: dotE.
    have yv : dot y v = dot y z - dot y y by apply: dotE.
    have vvE : dot v v = dot v z - dot v y by apply: dotE.
    by rewrite vvE (dotC v z) (dotC v y) zv yv (dotC y z) zz; field.
  by rewrite mulrA divfK // mulfV ?pnatr_eq0 // scale1r /v opprB addrC subrK.
have same : dot (g i) z = dot (g i) y by rewrite -{1}(Qf i il) /z dotQ fg.
have gv : dot (g i) v = 0 by apply: etrans (dotE (g i)) _; apply/eqP; rewrite subr_eq0; apply/eqP.
by rewrite gv mulr0 scale0r subr0.
Qed.
