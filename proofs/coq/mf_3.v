(******************************************************************************)
(*                                                                            *)
(*  LINEAR MATRIX FACTORISATION: MF-3                                         *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems; the first for all sizes.                                        *)
(*    mf_3   Let c > 0, let V be orthogonal and X^T X = V diag(s^2) V^T with  *)
(*        all s_l >= 0 (the singular values of X), and let the first k of     *)
(*        them be cut off from the others: s_j < s_i or s_j <= c for every i  *)
(*        among the first k and every j after them.  Then                     *)
(*        ||X - X A B^T||^2 + c (||X A||^2 + ||B||^2) has an optimum, and any *)
(*        two optima have an orthogonal Q: B' = B Q, X A' = X A Q.  So all    *)
(*        three families of cosines are the same.                             *)
(*    mf_6   Under these conditions A = V_k diag((1/s) (1 - c/s)+)^(1/2), B = *)
(*        V_k diag(s (1 - c/s)+)^(1/2) is an optimum, with V_k the first k    *)
(*        columns of V, and any other has such a Q.                           *)
(*    mf_3_tie   That is needed: for X the 2 x 2 identity, k = 1 and c = 3/4  *)
(*        there are two optima whose item cosines are not the same.           *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions lemma_5_3 claims factorisation examples orthonormal weights.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma squares_eq0 (R : rcfType) m n (A : 'M[R]_(m, n)) : squares A = 0 -> A = 0.
Proof.
move=> A0; apply/matrixP=> i j; rewrite mxE; apply/eqP; rewrite -sqrf_eq0; apply/eqP.
have rows l : true -> 0 <= \sum_j A l j ^+ 2 by move=> _; rewrite sumr_ge0 // => h _; rewrite sqr_ge0.
have row0 : \sum_l A i l ^+ 2 = 0 := psumr_eq0P rows A0 isT.
have nonneg l : true -> 0 <= A i l ^+ 2 by move=> _; exact: sqr_ge0.
exact: (psumr_eq0P nonneg row0 isT).
Qed.

(* Completing the square in the users. *)
Lemma completed (R : rcfType) m p k (X : 'M[R]_(m, p)) (c : R) (Q D : 'M[R]_(m, k)) (B : 'M[R]_(p, k)) (C : 'M[R]_k) :
  Q *m C + c *: Q = X *m B -> B^T *m B = C ->
  squares (X - (Q + D) *m B^T) + c * (squares (Q + D) + squares B) =
  squares X - \tr (Q^T *m (X *m B)) + c * squares B + (squares (D *m B^T) + c * squares D).
Proof.
move=> QC BC.
have squaresN a b (A : 'M[R]_(a, b)) : squares (- A) = squares A.
  by rewrite /squares; apply: eq_bigr => x _; apply: eq_bigr => y _; rewrite mxE sqrrN.
rewrite (squaresD X) squaresN; have CT : C^T = C by rewrite -BC trmx_mul trmxK.
have e1 : squares ((Q + D) *m B^T) = squares (Q *m B^T) + 2%:R * \tr (B *m Q^T *m (D *m B^T)) + squares (D *m B^T).
  by rewrite mulmxDl squaresD trmx_mul trmxK.
have e2 : squares (Q + D) = squares Q + 2%:R * \tr (Q^T *m D) + squares D by rewrite squaresD.
have e3 : \tr (B *m Q^T *m (D *m B^T)) = \tr (C *m Q^T *m D).
  by rewrite !mulmxA mxtrace_mulC !mulmxA BC.
have e4 : squares (Q *m B^T) = \tr (Q^T *m (Q *m C)).
  by rewrite squares_trace trmx_mul trmxK -BC -!mulmxA mxtrace_mulC !mulmxA.
have e5 : \tr (X^T *m - ((Q + D) *m B^T)) = - \tr (Q^T *m (X *m B)) - \tr (D^T *m (X *m B)).
  rewrite mulmxN mulmxDl mulmxDr linearN linearD /= opprD; congr (- _ - _).
    by rewrite -mxtrace_tr !trmx_mul !trmxK -!mulmxA mxtrace_mulC -!mulmxA.
  by rewrite -mxtrace_tr !trmx_mul !trmxK -!mulmxA mxtrace_mulC -!mulmxA.
have e6 : \tr (D^T *m (X *m B)) = \tr (C *m Q^T *m D) + c * \tr (Q^T *m D).
  rewrite -QC mulmxDr linearD /= -scalemxAr linearZ /=; congr (_ + c * _); by rewrite -mxtrace_tr !trmx_mul !trmxK ?CT.
have e7 : \tr (Q^T *m (X *m B)) = \tr (Q^T *m (Q *m C)) + c * squares Q.
  by rewrite -QC mulmxDr linearD /= -scalemxAr linearZ /= squares_trace.
by rewrite e5 e1 e2 e3 e4 e6 e7; ring.
Qed.

Lemma rows_trace (R : rcfType) p r (Y : 'M[R]_(p, r)) (A : 'M[R]_r) (f : 'rV[R]_p) :
  \tr (Y^T *m diag_mx f *m Y *m A) = \sum_i f 0 i * dot (row i Y *m A) (row i Y).
Proof.
rewrite -!mulmxA mxtrace_mulC /mxtrace; apply: eq_bigr => i _; rewrite mxE /dot mulr_sumr; apply: eq_bigr => j _.
by rewrite mul_diag_mx -row_mul !mxE mulrA.
Qed.

Lemma trace_users (R : rcfType) m p r k (X : 'M[R]_(m, p)) (V : 'M[R]_p) (f : 'rV[R]_p) (W : 'M[R]_(p, r)) (M : 'M[R]_r) (N : 'M[R]_(r, k)) :
  X^T *m X = V *m diag_mx f *m V^T ->
  \tr ((X *m W *m M *m N)^T *m (X *m (W *m N))) = \sum_i f 0 i * dot (row i (V^T *m W) *m M *m (N *m N^T)) (row i (V^T *m W)).
Proof.
move=> XX; have -> : \tr ((X *m W *m M *m N)^T *m (X *m (W *m N))) = \tr (W^T *m (X^T *m X) *m W *m (M *m (N *m N^T))).
  by rewrite -mxtrace_tr !trmx_mul !trmxK -!mulmxA mxtrace_mulC -!mulmxA.
have -> : W^T *m (X^T *m X) *m W *m (M *m (N *m N^T)) = (V^T *m W)^T *m diag_mx f *m (V^T *m W) *m (M *m (N *m N^T)).
  by rewrite XX [(V^T *m W)^T]trmx_mul trmxK !mulmxA.
by rewrite rows_trace; apply: eq_bigr => i _; rewrite !mulmxA.
Qed.

Lemma trace_items (R : rcfType) p r k (Y : 'M[R]_(p, r)) (N : 'M[R]_(r, k)) : Y^T *m Y = 1%:M ->
  squares N = \sum_i dot (row i Y *m (N *m N^T)) (row i Y).
Proof.
move=> YY; have := rows_trace Y (N *m N^T) (const_mx 1); rewrite diag_const_mx mulmx1 YY mul1mx squares_trace mxtrace_mulC => ->.
by apply: eq_bigr => i _; rewrite mxE mul1r.
Qed.

Section Optimum.

Variables (R : rcfType) (m p k : nat) (X : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R).
Hypothesis c0 : 0 < c.
Hypothesis VV : V^T *m V = 1%:M.
Hypothesis s0 : forall l, 0 <= s 0 l.
Hypothesis XX : X^T *m X = V *m diag_mx (\row_l s 0 l ^+ 2) *m V^T.
Hypothesis cut : forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> s 0 j < s 0 i \/ s 0 j <= c.

Let t i := if c <= s 0 i then s 0 i - c else 0.
Let value (P : 'M[R]_(m, k)) (B : 'M[R]_(p, k)) := squares (X - P *m B^T) + c * (squares P + squares B).
Let best := squares X - \sum_(i : 'I_p | (i < k)%N) t i ^+ 2.

Lemma t_ge0 i : 0 <= t i.
Proof. by rewrite /t; case: ifP => // cs; rewrite subr_ge0. Qed.

Lemma t_gap (i j : 'I_p) : (i < k)%N -> (k <= j)%N -> t j < t i \/ t j = 0.
Proof.
move=> ik kj; rewrite /t; case: (lerP c (s 0 j)) => [cj|_]; last by right.
have [ji|jc] := cut ik kj; last by right; apply/eqP; rewrite subr_eq0 eq_le jc.
by left; rewrite (le_trans cj (ltW ji)) ltr_add2r.
Qed.

Section One.

Variables (r : nat) (W : 'M[R]_(p, r)) (N : 'M[R]_(r, k)) (P : 'M[R]_(m, k)).
Hypothesis WW : W^T *m W = 1%:M.
Let B := W *m N.
Let H := N *m N^T.
Let Hc := H + c *: 1%:M.
Let M := invmx Hc.
Let Y := V^T *m W.
Let Q := X *m W *m M *m N.
Let D := P - Q.
Let w i := row i Y *m M.
Let e i := t i ^+ 2 * dot (row i Y) (row i Y) - (s 0 i ^+ 2 * dot (w i *m H) (row i Y) - c * dot (row i Y *m H) (row i Y)).

Lemma e_lack i : 0 <= e i /\ (e i = 0 -> row i Y *m H = t i *: row i Y).
Proof.
have := @lack R r k N c c0 (s 0 i) (t i) (s0 i) (erefl _) (w i).
by rewrite /w -mulmxA -/Hc mulVmx ?mulmx1 //; apply: shifted_unit.
Qed.

Lemma Y_columns : Y^T *m Y = 1%:M.
Proof. by rewrite /Y trmx_mul trmxK mulmxA -[W^T *m V *m V^T]mulmxA (mulmx1C VV) mulmx1. Qed.

Lemma normal : Q *m (N^T *m N) + c *: Q = X *m B.
Proof.
have -> : Q *m (N^T *m N) + c *: Q = X *m W *m M *m Hc *m N.
  rewrite /Q /Hc mulmxDr mulmxDl -scalemxAr mulmx1 -scalemxAl; congr (_ + _).
  by rewrite /H !mulmxA.
by rewrite -[X *m W *m M *m Hc]mulmxA mulVmx ?shifted_unit // mulmx1 -mulmxA.
Qed.

Lemma BB : B^T *m B = N^T *m N.
Proof. by rewrite /B trmx_mul mulmxA -[N^T *m W^T *m W]mulmxA WW mulmx1. Qed.

Lemma value_split : value P B = squares X - \tr (Q^T *m (X *m B)) + c * squares N + (squares (D *m B^T) + c * squares D).
Proof.
have := completed D normal BB; rewrite (_ : Q + D = P); last by rewrite /D addrC subrK.
by rewrite /value => ->; rewrite !squares_trace BB.
Qed.

Let q i := dot (row i Y) (row i Y).

Lemma value_rows : value P B = squares X - \sum_i (t i ^+ 2 * q i - e i) + (squares (D *m B^T) + c * squares D).
Proof.
rewrite value_split (trace_users W M N XX) (trace_items N Y_columns); congr (_ + _).
rewrite -addrA; congr (_ + _); rewrite mulr_sumr -sumrN -big_split /= -sumrN; apply: eq_bigr => i _.
by rewrite /e /w mxE /q subKr opprB addrC.
Qed.

Lemma q_bounds i : 0 <= q i <= 1.
Proof. by rewrite /q -gramE; apply: projection_le Y_columns. Qed.

Lemma q_sum : \sum_i q i = r%:R.
Proof.
rewrite (eq_bigr (fun i => (Y *m Y^T) i i)) => [|i _]; last by rewrite gramE.
by rewrite -/(\tr (Y *m Y^T)) mxtrace_mulC Y_columns mxtrace1.
Qed.

Hypothesis rk : (r <= k)%N.

Lemma optimum_rows : value P B <= best ->
  [/\ D = 0, best <= value P B & Y *m H *m Y^T = diag_mx (\row_i (t i * (i < k)%:R))].
Proof.
have d1 := squares_ge0 (D *m B^T); have d2 := squares_ge0 D; have cd : 0 <= c * squares D by rewrite mulr_ge0 // ltW.
rewrite value_rows => le; have e_ge0 i := (e_lack i).1.
have [qr tg] : \sum_i q i <= k%:R /\ True by split=> //; rewrite q_sum ler_nat.
have le' : \sum_(i : 'I_p | (i < k)%N) t i ^+ 2 <= \sum_i (t i ^+ 2 * q i - e i).
  have h : squares X - \sum_i (t i ^+ 2 * q i - e i) <= best by apply: le_trans le; rewrite ler_addl addr_ge0.
  by move: h; rewrite /best ler_add2l ler_opp2.
have [e0 qt] := weights q_bounds qr t_ge0 t_gap e_ge0 le'.
have yH i := (e_lack i).2 (e0 i).
have sums : \sum_i (t i ^+ 2 * q i - e i) = \sum_(i : 'I_p | (i < k)%N) t i ^+ 2.
  rewrite [RHS]big_mkcond; apply: eq_bigr => i _; rewrite e0 subr0.
  by have [->|->] := qt i; case: ifP => _; rewrite ?expr0n ?mul0r ?mulr1 ?mulr0.
split; last first.
- have PP := projection_row _ Y_columns.
  apply/matrixP=> i j; have -> : (Y *m H *m Y^T) i j = t i * (Y *m Y^T) i j.
    rewrite [LHS]mxE [(Y *m Y^T) i j]mxE mulr_sumr; apply: eq_bigr => l _.
    have /rowP/(_ l) := yH i; rewrite -row_mul !mxE => ->; by rewrite mulrA.
  rewrite [RHS]mxE [(\row_l _) 0 _]mxE; have [->|qi] := qt i; first by rewrite !mul0r mul0rn.
  have [<-|ij] := eqVneq i j; first by rewrite mulr1n -qi /q -gramE.
  rewrite mulr0n; apply/eqP; rewrite mulf_eq0; apply/orP; right.
  have qE : (Y *m Y^T) i i = q i by rewrite gramE.
  have sq : q i ^+ 2 = q i by rewrite qi; case: (i < k)%N; rewrite ?expr1n ?expr0n.
  have := PP i; rewrite (bigD1 i) //= (bigD1 j) 1?eq_sym //= qE sq -[RHS]addr0 => /addrI/eqP.
  rewrite paddr_eq0 ?sqr_ge0 ?sumr_ge0 // => [/andP[/eqP z _]|l _]; last exact: sqr_ge0.
  by rewrite eq_sym -sqrf_eq0 z.
- by rewrite sums ler_addl addr_ge0.
- apply: squares_eq0; apply/eqP; move: le; rewrite sums /best ger_addl => h.
  have : squares (D *m B^T) + c * squares D == 0 by rewrite eq_le h addr_ge0.
  by rewrite paddr_eq0 // => /andP[_]; rewrite mulf_eq0 gt_eqF.
Qed.

Lemma items_gram : B *m B^T = V *m (Y *m H *m Y^T) *m V^T.
Proof.
have VY : V *m Y = W by rewrite /Y mulmxA (mulmx1C VV) mul1mx.
have -> : V *m (Y *m H *m Y^T) *m V^T = V *m Y *m H *m (V *m Y)^T by rewrite [(V *m Y)^T]trmx_mul !mulmxA.
by rewrite VY /B [(W *m N)^T]trmx_mul /H !mulmxA.
Qed.

Lemma users_from_items : Q = X *m invmx (B *m B^T + c *: 1%:M) *m B.
Proof.
have unitB : B *m B^T + c *: 1%:M \in unitmx by apply: shifted_unit.
have WM : (B *m B^T + c *: 1%:M) *m (W *m M) = W.
  have -> : (B *m B^T + c *: 1%:M) *m (W *m M) = W *m (Hc *m M).
    rewrite mulmxDl -scalemxAl mul1mx /Hc mulmxDl -scalemxAl mul1mx mulmxDr -scalemxAr; congr (_ + _).
    by rewrite /B [(W *m N)^T]trmx_mul /H -!mulmxA [W^T *m (W *m M)]mulmxA WW mul1mx.
  by rewrite mulmxV ?mulmx1 // shifted_unit.
have e1 : W *m M = invmx (B *m B^T + c *: 1%:M) *m W by rewrite -[in RHS]WM mulKmx.
by rewrite /Q -[X *m W *m M]mulmxA e1 -!mulmxA.
Qed.

End One.

Let E : 'M[R]_(p, k) := \matrix_(i, j) (if i == j :> nat then Num.sqrt (t i) else 0).
Let h i := t i * (i < k)%:R.

Lemma E_gram : E *m E^T = diag_mx (\row_i h i).
Proof.
apply/matrixP=> i j; rewrite !mxE /h; have [ik|ki] := ltnP i k; last first.
  rewrite mulr0 mul0rn big1 // => l _; rewrite !mxE; case: eqP => [il|]; last by rewrite mul0r.
  by have := ltn_ord l; rewrite -il ltnNge ki.
rewrite (bigD1 (Ordinal ik)) //= !mxE /= eqxx big1 ?addr0 => [|l li].
  have [->|ij] := eqVneq i j; first by rewrite eqxx mulr1n mulr1 -expr2 sqr_sqrtr ?t_ge0.
  by rewrite mulr0n eq_sym -val_eqE in ij *; rewrite (negbTE ij) mulr0.
by rewrite !mxE (_ : (i == l :> nat) = false) ?mul0r //; apply/negbTE; apply: contraNneq li => il; apply/eqP/val_inj.
Qed.

Lemma best_at_items (M := invmx (E *m E^T + c *: 1%:M)) : value (X *m (V *m M *m E)) (V *m E) = best.
Proof.
have sq0 a b : squares (0 : 'M[R]_(a, b)) = 0 by rewrite /squares big1 // => i _; rewrite big1 // => j _; rewrite mxE expr0n.
have PE : X *m (V *m M *m E) = X *m V *m M *m E by rewrite !mulmxA.
have val := value_rows E (X *m V *m M *m E) VV; rewrite -/M subrr mul0mx !sq0 mulr0 !addr0 in val.
rewrite PE; apply: etrans val _; rewrite /best [in RHS]big_mkcond; congr (_ - _); apply: eq_bigr => i _.
rewrite VV; set y := row i (1%:M : 'M[R]_p).
have yE j : y 0 j = (i == j)%:R by rewrite !mxE.
have yy : dot y y = 1.
  rewrite /dot (bigD1 i) //= !yE eqxx mulr1 big1 ?addr0 // => j ji; by rewrite !yE eq_sym (negbTE ji) mul0r.
have yH : y *m (E *m E^T) = h i *: y.
  rewrite E_gram; apply/rowP=> j; rewrite mul_mx_diag mxE yE [RHS]mxE yE mxE.
  by case: eqP => [->|_]; rewrite ?mul1r ?mulr1 ?mul0r ?mulr0.
have h0 : 0 <= h i by rewrite mulr_ge0 ?t_ge0 ?ler0n.
have hc : h i + c != 0 by rewrite gt_eqF // ltr_paddl.
have yM : y *m M = (h i + c)^-1 *: y.
  have <- : (h i + c)^-1 *: (y *m (E *m E^T + c *: 1%:M) *m M) = y *m M.
    rewrite mulmxDr yH -scalemxAr mulmx1 -scalerDl -scalemxAl scalerA mulVf // scale1r //.
  by rewrite -[y *m _ *m M]mulmxA mulmxV ?mulmx1 // shifted_unit.
rewrite yM -scalemxAl yH scalerA !dotZl yy !mulr1 subKr.
rewrite /h; case: (ltnP i k) => ik; last by rewrite !mulr0 subrr.
rewrite mulr1 /t; case: (lerP c (s 0 i)) => cs; last by rewrite !mulr0 subrr expr0n.
have sc : s 0 i != 0 by rewrite gt_eqF // (lt_le_trans c0 cs).
by rewrite subrK; field.
Qed.

Lemma best_attained : exists A B : 'M[R]_(p, k), value (X *m A) B = best.
Proof. by exists (V *m invmx (E *m E^T + c *: 1%:M) *m E), (V *m E); apply: best_at_items. Qed.

(* The closed form. *)
Let plus i := Num.max 0 (1 - c / s 0 i).

Lemma items_entry i : s 0 i * plus i = t i.
Proof.
rewrite /plus /t; have [->|si] := eqVneq (s 0 i) 0; first by rewrite mul0r leNgt c0.
have s1 : 0 < s 0 i by rewrite lt_def si s0.
have [cs|sc] := lerP c (s 0 i).
  by rewrite max_r ?subr_ge0 ?ler_pdivr_mulr ?mul1r // mulrBr mulr1 mulrCA divff // mulr1.
by rewrite max_l ?mulr0 // subr_le0 ler_pdivl_mulr // mul1r ltW.
Qed.

Lemma users_entry i : (t i + c) * Num.sqrt ((s 0 i)^-1 * plus i) = Num.sqrt (t i).
Proof.
have [z|si] := eqVneq (s 0 i) 0; first by rewrite z invr0 mul0r sqrtr0 mulr0 /t z leNgt c0 sqrtr0.
have s1 : 0 < s 0 i by rewrite lt_def si s0.
have -> : (s 0 i)^-1 * plus i = t i * (s 0 i)^-1 ^+ 2 by rewrite -items_entry; field.
rewrite sqrtrM ?t_ge0 // sqrtr_sqr ger0_norm ?invr_ge0 //.
rewrite /t; case: ifP => cs; last by rewrite sqrtr0 mul0r mulr0.
by rewrite subrK mulrCA divff // mulr1.
Qed.

Lemma closed_users : invmx (E *m E^T + c *: 1%:M) *m E = \matrix_(i, l) (if i == l :> nat then Num.sqrt ((s 0 i)^-1 * plus i) else 0).
Proof.
set F := \matrix_(i, l) _; have FE : (E *m E^T + c *: 1%:M) *m F = E; last first.
  by have := congr1 (mulmx (invmx (E *m E^T + c *: 1%:M))) FE; rewrite mulKmx ?shifted_unit // => <-.
rewrite E_gram mulmxDl -scalemxAl mul1mx mul_diag_mx; apply/matrixP=> i l; rewrite !mxE; case: eqP => [il|_]; last by rewrite !mulr0 addr0.
by rewrite -mulrDl /h il ltn_ord mulr1 users_entry.
Qed.

Lemma closed_items : E = \matrix_(i, l) (if i == l :> nat then Num.sqrt (s 0 i * plus i) else 0).
Proof. by apply/matrixP=> i l; rewrite !mxE items_entry. Qed.

Lemma value_ge (P : 'M[R]_(m, k)) (B : 'M[R]_(p, k)) : best <= value P B.
Proof.
have [r [W [N [-> WW rk]]]] := orthonormal_columns B.
by case: (lerP (value P (W *m N)) best) => [le|/ltW //]; have [_ ge _] := optimum_rows WW rk le.
Qed.

Lemma optimum_exists : exists A B : 'M[R]_(p, k), optimal_2 X c A B.
Proof.
have [A [B val]] := best_attained; exists A, B => A' B'.
by apply: le_trans (value_ge (X *m A') B'); rewrite -val.
Qed.

Lemma closed_optimal (plus_part := fun x : R => Num.max 0 x) :
  optimal_2 X c (V *m \matrix_(i, l) (if i == l :> nat then Num.sqrt ((s 0 i)^-1 * plus_part (1 - c / s 0 i)) else 0) : 'M_(p, k))
    (V *m \matrix_(i, l) (if i == l :> nat then Num.sqrt (s 0 i * plus_part (1 - c / s 0 i)) else 0)).
Proof.
move=> A' B'; have := value_ge (X *m A') B'; rewrite -best_at_items -mulmxA closed_users closed_items.
exact.
Qed.

(* The inner products of an optimum. *)
Lemma optimum_gram (A B : 'M[R]_(p, k)) : optimal_2 X c A B ->
  B *m B^T = V *m diag_mx (\row_i (t i * (i < k)%:R)) *m V^T /\ X *m A = X *m invmx (B *m B^T + c *: 1%:M) *m B.
Proof.
move=> opt; have [A0 [B0 val]] := best_attained.
have le : value (X *m A) B <= best by rewrite -val; exact: opt.
have [r [W [N [BE WW rk]]]] := orthonormal_columns B.
rewrite BE in le *; have [D0 _ <-] := optimum_rows WW rk le; split; first exact: items_gram.
by rewrite -users_from_items //; apply/eqP; rewrite -subr_eq0 D0.
Qed.

End Optimum.

Theorem mf_3 (R : rcfType) m p k (X : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R) :
  0 < c -> V^T *m V = 1%:M -> (forall l, 0 <= s 0 l) -> X^T *m X = V *m diag_mx (\row_l s 0 l ^+ 2) *m V^T ->
  (forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> s 0 j < s 0 i \/ s 0 j <= c) ->
  (exists A B : 'M[R]_(p, k), optimal_2 X c A B) /\
  forall A B A' B' : 'M[R]_(p, k), optimal_2 X c A B -> optimal_2 X c A' B' ->
    [/\ exists Q : 'M[R]_k, [/\ Q *m Q^T = 1%:M, X *m A' = X *m A *m Q & B' = B *m Q],
        cosines B' = cosines B,
        cosines (X *m A') = cosines (X *m A)
      & forall i j, cosine (row i (X *m A')) (row j B') = cosine (row i (X *m A)) (row j B)].
Proof.
move=> c0 VV s0 XX cut; split; first exact: optimum_exists c0 VV s0 XX cut.
move=> A B A' B' opt opt'.
have [BB XA] := optimum_gram c0 VV s0 XX cut opt; have [BB' XA'] := optimum_gram c0 VV s0 XX cut opt'.
pose K := X *m invmx (B *m B^T + c *: 1%:M).
have G : B' *m B'^T = B *m B^T by rewrite BB BB'.
have XK : X *m A = K *m B by []; have XK' : X *m A' = K *m B' by rewrite XA' G.
pose f (i : 'I_(m + p)) := row i (col_mx (X *m A) B); pose g (i : 'I_(m + p)) := row i (col_mx (X *m A') B').
have gram : col_mx (X *m A) B *m (col_mx (X *m A) B)^T = col_mx (X *m A') B' *m (col_mx (X *m A') B')^T.
  rewrite !tr_col_mx !mul_col_row XK XK' !trmx_mul; congr block_mx; rewrite -?mulmxA ?G //.
    by rewrite [B *m (_ *m _)]mulmxA [B' *m (_ *m _)]mulmxA G.
  by rewrite [B *m (_ *m _)]mulmxA [B' *m (_ *m _)]mulmxA G.
have [Q [QQ fQ]] := @rotation_of_gram R _ _ f g (fun i j => etrans (esym (gramE _ i j)) (etrans (congr1 (fun C : 'M_(m + p) => C i j) gram) (gramE _ i j))).
have QE : col_mx (X *m A') B' = col_mx (X *m A) B *m Q by apply/row_matrixP=> i; rewrite row_mul; symmetry; apply: fQ.
have [XQ BQ] : X *m A' = X *m A *m Q /\ B' = B *m Q by move: QE; rewrite mul_col_mx => /eq_col_mx[-> ->].
have cosQ (u v : 'rV[R]_k) : cosine (u *m Q) (v *m Q) = cosine u v.
  have dotQ (a b : 'rV[R]_k) : dot (a *m Q) (b *m Q) = dot a b by rewrite !dot_mul trmx_mul mulmxA -[a *m Q *m _]mulmxA QQ mulmx1.
  by rewrite /cosine /norm !dotQ.
split; first by exists Q.
- by apply/matrixP=> i j; rewrite !mxE BQ !row_mul; apply: cosQ.
- by apply/matrixP=> i j; rewrite !mxE XQ !row_mul; apply: cosQ.
by move=> i j; rewrite XQ BQ !row_mul cosQ.
Qed.

Theorem mf_6 (R : rcfType) m p k (X : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R) (above_0 := fun x : R => Num.max 0 x)
    (A : 'M[R]_(p, k) := V *m \matrix_(i, l) (if i == l :> nat then Num.sqrt ((s 0 i)^-1 * above_0 (1 - c / s 0 i)) else 0))
    (B : 'M[R]_(p, k) := V *m \matrix_(i, l) (if i == l :> nat then Num.sqrt (s 0 i * above_0 (1 - c / s 0 i)) else 0)) :
  0 < c -> V^T *m V = 1%:M -> (forall l, 0 <= s 0 l) -> X^T *m X = V *m diag_mx (\row_l s 0 l ^+ 2) *m V^T ->
  (forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> s 0 j < s 0 i \/ s 0 j <= c) ->
  optimal_2 X c A B /\
  forall A' B' : 'M[R]_(p, k), optimal_2 X c A' B' -> exists Q : 'M[R]_k, [/\ Q *m Q^T = 1%:M, X *m A' = X *m A *m Q & B' = B *m Q].
Proof.
move=> c0 VV s0 XX cut; have opt : optimal_2 X c A B by apply: closed_optimal.
by split=> // A' B' opt'; have [_ unique] := mf_3 c0 VV s0 XX cut; have [] := unique _ _ _ _ opt opt'.
Qed.

(* The same value for A = B = v / 2, v = (3/5, 4/5) and v = (3/5, -4/5). *)
Definition tie_items (R : rcfType) (b : R) : 'M[R]_(2, 1) := \matrix_(i, j) (if i == 0 then 3%:R / 10%:R else b).

Lemma tie_value (R : rcfType) (b : R) (B := tie_items b) : b ^+ 2 = 4%:R / 25%:R ->
  objective_2 1%:M (3%:R / 4%:R) B B = 31%:R / 16%:R.
Proof.
move=> bb; rewrite /objective_2 mul1mx.
have -> : squares (1%:M - B *m B^T) = (1 - 9%:R / 100%:R) ^+ 2 + (3%:R / 10%:R * b) ^+ 2 + ((3%:R / 10%:R * b) ^+ 2 + (1 - b ^+ 2) ^+ 2).
  rewrite /squares !big_ord_recl !big_ord0 !mxE !big_ord1 !mxE /= !addr0 ?mulr1n ?mulr0n !sub0r !sqrrN -expr2.
  by congr (_ + _ + (_ + _)); [field | congr (_ ^+ 2); rewrite mulrC].
have -> : squares B = 9%:R / 100%:R + b ^+ 2.
  by rewrite /squares !big_ord_recl !big_ord0 !mxE /= !addr0; congr (_ + _); field.
by rewrite exprMn bb; field.
Qed.

Theorem mf_3_tie (R : rcfType) : exists (c : R) (A B A' B' : 'M[R]_(2, 1)),
  [/\ 0 < c, optimal_2 1%:M c A B, optimal_2 1%:M c A' B' & cosines B' != cosines B].
Proof.
pose c : R := 3%:R / 4%:R; have c0 : 0 < c by rewrite divr_gt0 ?ltr0n.
have c1 : c <= 1 by rewrite /c ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have bound A B : 31%:R / 16%:R <= objective_2 (1%:M : 'M[R]_2) c A (B : 'M_(2, 1)).
  have [r [W [N [-> WW r1]]]] := orthonormal_columns B.
  pose s : 'rV[R]_2 := const_mx 1; have s0 l : 0 <= s 0 l by rewrite mxE ler01.
  have VV : (1%:M : 'M[R]_2)^T *m 1%:M = 1%:M by rewrite trmx1 mulmx1.
  have XX : (1%:M : 'M[R]_2)^T *m 1%:M = 1%:M *m diag_mx (\row_l s 0 l ^+ 2) *m 1%:M^T.
    rewrite trmx1 !mulmx1 mul1mx; apply/matrixP=> i j; rewrite !mxE expr1n; by case: (i == j).
  have := value_rows c0 VV XX N (1%:M *m A) WW; rewrite /objective_2 => ->.
  have e_ge0 i := (e_lack 1%:M c0 s0 W N i).1; have qs := q_sum VV WW.
  have sX : squares (1%:M : 'M[R]_2) = 2%:R.
    by rewrite /squares !big_ord_recl !big_ord0 !mxE /= !expr1n !expr0n !addr0 add0r.
  set rest := squares _ + c * squares _; have rest0 : 0 <= rest by apply: addr_ge0; [|apply: mulr_ge0; first exact: ltW]; exact: squares_ge0.
  rewrite sX; apply: (le_trans (y := 2%:R - (1 - c) ^+ 2 * r%:R)).
    have -> : 31%:R / 16%:R = 2%:R - (1 - c) ^+ 2 * 1%:R :> R by rewrite /c; field.
    by rewrite ler_add2l ler_opp2 ler_wpmul2l ?sqr_ge0 // ler_nat.
  apply: (le_trans (y := 2%:R - \sum_i (1 - c) ^+ 2 * dot (row i ((1%:M)^T *m W)) (row i ((1%:M)^T *m W)))).
    by rewrite -mulr_sumr qs.
  apply: ler_paddr => //; rewrite ler_add2l ler_opp2; apply: ler_sum => i _.
  rewrite ler_subl_addr; have := e_ge0 i; rewrite !mxE c1 => e0; by rewrite ler_addl.
have optimal b : b ^+ 2 = 4%:R / 25%:R -> optimal_2 1%:M c (tie_items b) (tie_items b).
  by move=> bb A B; rewrite (tie_value bb); apply: bound.
pose b : R := 2%:R / 5%:R; have bb : b ^+ 2 = 4%:R / 25%:R by rewrite /b; field.
exists c, (tie_items b), (tie_items b), (tie_items (- b)), (tie_items (- b)); split=> //.
- exact: optimal.
- by apply: optimal; rewrite sqrrN.
have b0 : 0 < 3%:R / 10%:R * b by rewrite mulr_gt0 ?divr_gt0 ?ltr0n.
apply/eqP=> /matrixP/(_ 0 1); rewrite !mxE => e.
have d x : dot (row 0 (tie_items x)) (row 1 (tie_items x)) = 3%:R / 10%:R * x by rewrite /dot big_ord1 !mxE.
have := congr1 Num.sg e; rewrite -!/(cosine _ _) !sgr_cosine !d mulrN sgrN gtr0_sg // => /eqP.
by rewrite lt_eqF // (lt_trans (ltrN10 R) ltr01).
Qed.
