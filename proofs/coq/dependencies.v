(******************************************************************************)
(*  DEPENDENCIES AND CHIROTOPES                                               *)
(*                                                                            *)
(*  Field.  K is any ordered field.  A and B are n x r matrices over K, A of  *)
(*  rank r; n and r are arbitrary, zero included.                             *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorem.                                                                  *)
(*    dependencies_of_minors   If all minors of A and B have the same signs   *)
(*        then every z with z A = 0 has the signs of some z' with z' B = 0.   *)
(*                                                                            *)
(*  Proof.  A basis f of rows and one more row e have a dependency whose      *)
(*  coefficients are minors (Cramer), so A and B have the same signs there.   *)
(*  If z A = 0 and z != 0 then some such dependency c is 0 wherever z is:     *)
(*  choose f among the bases so that z_f(k) != 0 for as many k as possible.   *)
(*  Go from z in the directions -c and c until a first entry becomes 0.  The  *)
(*  ends (or one of them and c) have together exactly the signs of z, and     *)
(*  fewer entries that are not 0; by induction B has dependencies with their  *)
(*  signs, and the sum of these has the signs of z (Caratheodory).            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions certificates gordan.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Minors.

Variables (K : realFieldType) (n r : nat).
Implicit Types (A : 'M[K]_(n, r)) (f g : 'I_r -> 'I_n) (z : 'rV[K]_n).

Definition exchange f k e : 'I_r -> 'I_n := fun i => if i == k then e else f i.

(* Cramer's rule. *)
Lemma cramer A f k e : (row e A *m \adj (rowsub f A)) 0 k = \det (rowsub (exchange f k e) A).
Proof.
rewrite (expand_det_row _ k) mxE; apply: eq_bigr => j _; rewrite !mxE /exchange eqxx; congr (_ * (_ * \det _)).
by apply/matrixP=> a b; rewrite !mxE eq_sym (negPf (neq_lift _ _)).
Qed.

Definition placed f (y : 'rV[K]_r) : 'rV[K]_n := \row_i \sum_(k | f k == i) y 0 k.

Lemma placed_mul m (A : 'M[K]_(n, m)) f y : placed f y *m A = y *m rowsub f A.
Proof.
apply/rowP=> j; rewrite !mxE; under eq_bigr do rewrite mxE big_distrl /=.
rewrite (exchange_big_dep predT) //=; apply: eq_bigr => k _.
by rewrite (big_pred1 (f k)) ?mxE // => i; rewrite eq_sym.
Qed.

Lemma placedE f y k : injective f -> placed f y 0 (f k) = y 0 k.
Proof. by move=> f_inj; rewrite mxE (big_pred1 k) // => i; rewrite (inj_eq f_inj). Qed.

Lemma placed_out f y i : i \notin codom f -> placed f y 0 i = 0.
Proof. by move=> iN; rewrite mxE big1 // => k /eqP ki; rewrite -ki codom_f in iN. Qed.

Lemma placed_back f z : injective f -> (forall i, z 0 i != 0 -> i \in codom f) -> z = placed f (\row_k z 0 (f k)).
Proof.
move=> f_inj supp; apply/rowP=> i; have [/codomP[k ->]|iN] := boolP (i \in codom f); first by rewrite placedE // mxE.
by rewrite placed_out //; apply/eqP; apply: contraNT iN; apply: supp.
Qed.

Lemma basis_inj A f : \det (rowsub f A) != 0 -> injective f.
Proof.
move=> f0 i j ij; apply/eqP; apply: contraNT f0 => ne; apply/eqP.
by apply: (determinant_alternate ne) => k; rewrite !mxE ij.
Qed.

Lemma basis_free A f z :
  \det (rowsub f A) != 0 -> z *m A = 0 -> (forall i, z 0 i != 0 -> i \in codom f) -> z = 0.
Proof.
move=> f0 zA /(placed_back (basis_inj f0)) zE; move: zA; rewrite zE placed_mul => /(congr1 (mulmxr (invmx (rowsub f A)))).
rewrite /= mulmxK ?unitmxE ?unitfE // mul0mx => ->.
by apply/rowP=> i; rewrite !mxE big1 // => k _; rewrite mxE.
Qed.

(* The dependency of a basis f and one more row e. *)
Definition relation_of A f e : 'rV[K]_n :=
  \row_i (\det (rowsub f A) *+ (i == e) - placed f (\row_k \det (rowsub (exchange f k e) A)) 0 i).

Lemma relation_mul A f e : relation_of A f e *m A = 0.
Proof.
have -> : relation_of A f e = \det (rowsub f A) *: delta_mx 0 e - placed f (row e A *m \adj (rowsub f A)).
  apply/rowP=> i; rewrite !mxE eqxx /= mulr_natr; congr (_ - _).
  by apply: eq_bigr => k _; rewrite cramer mxE.
rewrite mulmxBl placed_mul -scalemxAl -rowE -mulmxA mul_adj_mx.
by rewrite mul_mx_scalar subrr.
Qed.

Lemma relation_new A f e : e \notin codom f -> relation_of A f e 0 e = \det (rowsub f A).
Proof. by move=> eN; rewrite mxE eqxx placed_out // subr0. Qed.

Lemma relation_old A f e k : injective f -> e \notin codom f -> relation_of A f e 0 (f k) = - \det (rowsub (exchange f k e) A).
Proof.
move=> f_inj eN; have fe : f k == e = false by apply: contraNF eN => /eqP <-; apply: codom_f.
by rewrite mxE fe mulr0n add0r placedE // mxE.
Qed.

Lemma relation_out A f e i : i != e -> i \notin codom f -> relation_of A f e 0 i = 0.
Proof. by move=> ie iN; rewrite mxE (negPf ie) placed_out // subr0. Qed.

(* Every dependency contains one of a basis and one more row. *)
Lemma relation_inside A z : \rank A = r -> z *m A = 0 -> z != 0 ->
  exists f e, [/\ \det (rowsub f A) != 0, e \notin codom f, z 0 e != 0 &
    forall i, relation_of A f e 0 i != 0 -> z 0 i != 0].
Proof.
move=> rA zA z0; have fullA : row_full A by rewrite /row_full rA.
pose good (f : {ffun 'I_r -> 'I_n}) := \det (rowsub f A) != 0.
have good0 : good (fullrankfun fullA) by rewrite /good -unitfE -unitmxE fullrowsub_unit.
pose used (f : {ffun 'I_r -> 'I_n}) := #|[set k | z 0 (f k) != 0]|.
have [f fA f_max] := @arg_maxnP _ (fullrankfun fullA) good used good0.
have [e ze eN] : exists2 e, z 0 e != 0 & e \notin codom f.
  apply/exists_inP; apply: contraT; rewrite negb_exists_in => /forall_inP h.
  by rewrite (basis_free fA zA) ?eqxx // in z0 => i /h; rewrite negbK.
exists f, e; split=> // i ci; have [/codomP[k ik]|iN] := boolP (i \in codom f); last first.
  by have [->//|ie] := eqVneq i e; rewrite relation_out ?eqxx // in ci.
move: ci; rewrite ik relation_old ?oppr_eq0 //; last exact: basis_inj fA.
move=> gA; apply: contraT => zk; pose g : {ffun 'I_r -> 'I_n} := [ffun i => exchange f k e i].
have gE : rowsub g A = rowsub (exchange f k e) A by apply/matrixP=> a b; rewrite !mxE ffunE.
have gg : good g by rewrite /good gE.
suff lt : (used f < used g)%N by have := f_max g gg; rewrite /= leqNgt lt.
apply: proper_card; apply/properP; split.
  by apply/subsetP=> j; rewrite !inE ffunE /exchange; case: ifP.
by exists k; rewrite !inE ?ffunE /exchange ?eqxx.
Qed.

End Minors.

Section Signs.

Variables (K : realFieldType) (n : nat).
Implicit Types (z w c : 'rV[K]_n).

(* w has no sign that z has not. *)
Definition inside_signs w z := forall i, 0 <= w 0 i * z 0 i /\ (z 0 i = 0 -> w 0 i = 0).

Lemma sgz_sum (a b a' b' z : K) : 0 <= a * z -> 0 <= b * z -> (z = 0 -> a = 0 /\ b = 0) -> (z != 0 -> a != 0 \/ b != 0) ->
  sgz a' = sgz a -> sgz b' = sgz b -> sgz (a' + b') = sgz z.
Proof.
move=> az bz z0 ab sa sb; have [zE|zN] := eqVneq z 0.
  have [aE bE] := z0 zE; move: sa sb; rewrite aE bE zE sgz0 => /eqP; rewrite sgz_eq0 => /eqP-> /eqP.
  by rewrite sgz_eq0 => /eqP->; rewrite addr0 sgz0.
have h : (a' != 0) || (b' != 0).
  by apply/orP; case: (ab zN) => h; [left; rewrite -sgz_eq0 sa | right; rewrite -sgz_eq0 sb]; rewrite sgz_eq0.
move: zN; rewrite neq_lt => /orP[zN|zP].
  have a0 : a' <= 0 by rewrite -sgz_le0 sa sgz_le0 -(nmulr_lge0 _ zN).
  have b0 : b' <= 0 by rewrite -sgz_le0 sb sgz_le0 -(nmulr_lge0 _ zN).
  rewrite (ltr0_sgz zN) ltr0_sgz // lt_neqAle naddr_eq0 // negb_and h.
  by rewrite -[X in _ <= X]addr0 ler_add.
have a0 : 0 <= a' by rewrite -sgz_ge0 sa sgz_ge0 -(pmulr_lge0 _ zP).
have b0 : 0 <= b' by rewrite -sgz_ge0 sb sgz_ge0 -(pmulr_lge0 _ zP).
by rewrite (gtr0_sgz zP) gtr0_sgz // lt_def paddr_eq0 // negb_and h addr_ge0.
Qed.

(* Go from z towards -c until a first entry becomes 0. *)
Lemma peel z c e : 0 < z 0 e * c 0 e -> (forall i, z 0 i = 0 -> c 0 i = 0) ->
  exists t, [/\ inside_signs (z - t *: c) z, exists j, z 0 j != 0 /\ (z - t *: c) 0 j = 0 &
    forall i, z 0 i != 0 -> z 0 i * c 0 i <= 0 -> (z - t *: c) 0 i != 0].
Proof.
move=> ze zc; pose P i := 0 < z 0 i * c 0 i.
have [j Pj j_min] := @Order.TotalTheory.arg_minP _ K _ e P (fun i => z 0 i / c 0 i) ze.
have wE i : (z - (z 0 j / c 0 j) *: c) 0 i = z 0 i - z 0 j / c 0 j * c 0 i by rewrite !mxE.
have cj : c 0 j != 0 by apply: contraTneq Pj => e0; rewrite /P e0 mulr0 ltxx.
have zj : z 0 j != 0 by apply: contraTneq Pj => e0; rewrite /P e0 mul0r ltxx.
have quotient i : c 0 i != 0 -> z 0 i / c 0 i = (z 0 i * c 0 i) / c 0 i ^+ 2.
  by move=> ci; rewrite expr2 invfM mulrA mulfK.
have t0 : 0 < z 0 j / c 0 j by rewrite quotient // divr_gt0 // exprn_even_gt0.
have far i : z 0 i != 0 -> z 0 i * c 0 i <= 0 -> 0 < (z 0 i - z 0 j / c 0 j * c 0 i) * z 0 i.
  move=> zi ci; rewrite mulrBl; apply: ltr_paddr; last by rewrite -expr2 exprn_even_gt0.
  by rewrite -mulrA -mulrN mulr_ge0 ?(ltW t0) // oppr_ge0 mulrC.
exists (z 0 j / c 0 j); split=> [i||i zi ci].
- rewrite wE; split=> [|zi]; last by rewrite zi (zc i zi) mulr0 subr0.
  have [->|zi] := eqVneq (z 0 i) 0; first by rewrite mulr0.
  have [Pi|Ni] := boolP (P i); last by apply: ltW; apply: far => //; rewrite leNgt.
  have ci : c 0 i != 0 by apply: contraTneq Pi => e0; rewrite /P e0 mulr0 ltxx.
  rewrite -{1}[z 0 i](divfK ci) -mulrBl -mulrA mulr_ge0 ?subr_ge0 ?j_min //.
  by rewrite mulrC ltW.
- by exists j; rewrite wE divfK // subrr.
- by rewrite wE; apply: contraTneq (far i zi ci) => ->; rewrite mul0r ltxx.
Qed.

(* The signs of dependencies are those of sums of relations. *)
End Signs.

Theorem dependencies_of_minors (K : realFieldType) n r (A B : 'M[K]_(n, r)) :
  \rank A = r -> (forall f, minor_sign A f = minor_sign B f) ->
  forall z : 'rV[K]_n, z *m A = 0 -> exists z' : 'rV[K]_n, z' *m B = 0 /\ forall i, sgz (z' 0 i) = sgz (z 0 i).
Proof.
have oppE (w : 'rV[K]_n) i : (- w) 0 i = - w 0 i by rewrite mxE.
move=> rA AB z; have [m] := ubnP #|[set i | z 0 i != 0]|; elim: m z => // m IH z zm zA.
have [->|z0] := eqVneq z 0; first by exists 0; rewrite mul0mx.
have [f [e [fA eN ze inside]]] := relation_inside rA zA z0.
have f_inj := basis_inj fA.
have signs : forall i, sgz (relation_of B f e 0 i) = sgz (relation_of A f e 0 i).
  move=> i; have [/codomP[k ->]|iN] := boolP (i \in codom f).
    by rewrite !relation_old // !sgzN; have := AB (exchange f k e); rewrite /minor_sign => ->.
  have [->|ie] := eqVneq i e; last by rewrite !relation_out.
  by rewrite !relation_new //; have := AB f; rewrite /minor_sign => ->.
have [c [c' [cA cB cc ec zc]]] : exists c c' : 'rV[K]_n, [/\ c *m A = 0, c' *m B = 0, forall i, sgz (c' 0 i) = sgz (c 0 i),
    0 < z 0 e * c 0 e & forall i, z 0 i = 0 -> c 0 i = 0].
  have ce : z 0 e * relation_of A f e 0 e != 0 by rewrite mulf_neq0 // relation_new.
  have zero i : z 0 i = 0 -> relation_of A f e 0 i = 0 by move=> zi; apply/eqP; apply: contraTT isT => /inside; rewrite zi eqxx.
  move: ce; rewrite neq_lt => /orP[neg|pos].
    exists (- relation_of A f e), (- relation_of B f e).
    rewrite !mulNmx !relation_mul !oppr0; split=> // [i||i /zero].
    - by rewrite !oppE !sgzN signs.
    - by rewrite oppE mulrN oppr_gt0.
    - by rewrite oppE => ->; rewrite oppr0.
  by exists (relation_of A f e), (relation_of B f e); rewrite !relation_mul.
have smaller (w : 'rV[K]_n) : w *m A = 0 -> inside_signs w z -> (exists j, z 0 j != 0 /\ w 0 j = 0) ->
    exists w' : 'rV[K]_n, w' *m B = 0 /\ forall i, sgz (w' 0 i) = sgz (w 0 i).
  move=> wA wz [j [zj wj]]; apply: IH => //; rewrite -ltnS; apply: leq_trans zm; rewrite ltnS; apply: proper_card; apply/properP; split.
    apply/subsetP=> i; rewrite !inE; apply: contraNneq => zi.
    by rewrite (wz i).2.
  by exists j; rewrite !inE // wj eqxx.
have join (w v w' v' : 'rV[K]_n) : inside_signs w z -> inside_signs v z -> (forall i, z 0 i != 0 -> w 0 i != 0 \/ v 0 i != 0) ->
    w' *m B = 0 -> v' *m B = 0 -> (forall i, sgz (w' 0 i) = sgz (w 0 i)) -> (forall i, sgz (v' 0 i) = sgz (v 0 i)) ->
    exists z' : 'rV[K]_n, z' *m B = 0 /\ forall i, sgz (z' 0 i) = sgz (z 0 i).
  move=> wz vz wv wB vB ww vv; exists (w' + v'); rewrite mulmxDl wB vB addr0; split=> // i.
  rewrite mxE; apply: sgz_sum (ww i) (vv i) => [||zi|/wv//]; [exact: (wz i).1 | exact: (vz i).1 |].
  by split; [apply: (wz i).2 | apply: (vz i).2].
have [t [wz wj far]] := peel ec zc.
have [|w' [wB ww]] := smaller _ _ wz wj; first by rewrite mulmxBl -scalemxAl zA cA scaler0 subr0.
have [/existsP[b zb]|/existsPn same] := boolP [exists i, z 0 i * c 0 i < 0]; last first.
  apply: join wz _ _ wB cB ww cc => i.
    by split; [rewrite mulrC leNgt same | apply: zc].
  move=> zi; have [ci|ci] := eqVneq (c 0 i) 0; [left; apply: far => // | by right].
  by rewrite ci mulr0.
have [||u [vz vj far']] := @peel K n z (- c) b; [by rewrite oppE mulrN oppr_gt0 | by move=> i /zc; rewrite oppE => ->; rewrite oppr0 |].
have [|v' [vB vv]] := smaller _ _ vz vj; first by rewrite mulmxBl -scalemxAl mulNmx zA cA oppr0 scaler0 subr0.
apply: join wz vz _ wB vB ww vv => i zi; have [le|/ltW ge] := leP (z 0 i * c 0 i) 0; [left | right]; first exact: far.
by apply: far' => //; rewrite oppE mulrN oppr_le0.
Qed.

Section Possible.

Variable K : realFieldType.

Lemma refutes_dependency n d (U : 'M[K]_(n, d)) w (z : 'rV[K]_n) : z *m U = 0 ->
  (forall i, strict (w i) -> 0 <= z 0 i * sigma K (w i)) -> (forall i, w i = Any -> z 0 i = 0) ->
  (exists i, strict (w i) /\ z 0 i != 0) -> refutes U w (fun i => z 0 i * sigma K (w i)).
Proof.
have ss e : sigma K e * sigma K e = 1 by case: e; rewrite /= ?mulrNN mulr1.
move=> zU ge0 any [a [wa za]]; split=> // [i /any->||]; first by rewrite mul0r.
  by exists a; split=> //; rewrite lt_def ge0 // andbT mulf_neq0 //; case: (w a); rewrite /= ?oppr_eq0 oner_eq0.
by rewrite -[RHS]zU mulmx_sum_row; apply: eq_bigr => i _; rewrite -mulrA ss mulr1.
Qed.

Lemma dependency_refutes n d (U : 'M[K]_(n, d)) w y : refutes U w y ->
  let z : 'rV[K]_n := \row_i (y i * sigma K (w i)) in
  [/\ z *m U = 0, forall i, strict (w i) -> 0 <= z 0 i * sigma K (w i), forall i, w i = Any -> z 0 i = 0 &
      exists i, strict (w i) /\ z 0 i != 0].
Proof.
have ss e : sigma K e * sigma K e = 1 by case: e; rewrite /= ?mulrNN mulr1.
case=> ge0 any [a [wa ya]] yU; split=> [|i wi|i /any yi|].
- by rewrite -[RHS]yU mulmx_sum_row; apply: eq_bigr => i _; rewrite mxE.
- by rewrite mxE -mulrA ss mulr1 ge0.
- by rewrite mxE yi mul0r.
exists a; split=> //; rewrite mxE mulf_neq0 ?(gt_eqF ya) //.
by case: (w a); rewrite /= ?oppr_eq0 oner_eq0.
Qed.

Lemma sgz_mul_ge0 (a b c : K) : sgz a = sgz b -> 0 <= b * c -> 0 <= a * c.
Proof. by move=> ab; rewrite -[0 <= b * c]sgz_ge0 -[0 <= a * c]sgz_ge0 !sgzM ab. Qed.

Lemma possible_of_dependencies n d e (U : 'M[K]_(n, d)) (V : 'M[K]_(n, e)) :
  (forall z : 'rV[K]_n, z *m U = 0 -> exists z' : 'rV[K]_n, z' *m V = 0 /\ forall i, sgz (z' 0 i) = sgz (z 0 i)) ->
  forall w, possible V w -> possible U w.
Proof.
move=> UV w pV; have [//|[y /dependency_refutes[]]] := completeness U w.
set z : 'rV[K]_n := \row_i _ => zU ge0 any [a [wa za]]; have [z' [zV zz]] := UV z zU.
suff /refutation_sound : refutes V w (fun i => z' 0 i * sigma K (w i)) by [].
apply: refutes_dependency => // [i wi|i wi|]; first by apply: sgz_mul_ge0 (zz i) (ge0 i wi).
  by apply/eqP; rewrite -sgz_eq0 zz any // sgz0.
by exists a; split=> //; rewrite -sgz_eq0 zz sgz_eq0.
Qed.

(* What partial sign vectors are possible, of both matrices. *)
Definition same_partial n d e (U : 'M[K]_(n, d)) (V : 'M[K]_(n, e)) : Prop :=
  forall w : 'I_n -> entry, (forall i, w i <> Zero) -> possible U w -> possible V w.

Lemma dependency_transfer n d e (U : 'M[K]_(n, d)) (V : 'M[K]_(n, e)) (z : 'rV[K]_n) : same_partial V U ->
  z *m U = 0 -> z != 0 ->
  exists z' : 'rV[K]_n, [/\ z' *m V = 0, z' != 0 & forall i, z' 0 i != 0 -> sgz (z' 0 i) = sgz (z 0 i)].
Proof.
move=> VU zU z0; pose w i := if 0 < z 0 i then Pos else if z 0 i < 0 then Neg else Any.
have sgzw i : strict (w i) -> sgz (z 0 i) = sgz (sigma K (w i)).
  by rewrite /w; case: (sgzP (z 0 i)) => //= _ _; rewrite ?sgz1 // sgzN sgz1.
have stricts i : z 0 i != 0 -> strict (w i) by rewrite /w neq_lt => /orP[h|h]; rewrite h // (lt_gtF h).
have refuted : ~ possible U w.
  have [a za] : exists a, z 0 a != 0 by case/rV0Pn: z0 => a; exists a.
  apply: (@refutation_sound K n d U w (fun i => z 0 i * sigma K (w i))).
  apply: refutes_dependency => // [i wi|i|]; last by exists a; split; first exact: stricts.
    by rewrite -sgz_ge0 sgzM sgzw // -sgzM -expr2 sgz_ge0 sqr_ge0.
  by rewrite /w; case: (sgzP (z 0 i)).
have [[x xP]|[y /dependency_refutes[]]] := completeness V w.
  by case: refuted; apply: VU; [move=> i; rewrite /w; case: ifP => // _; case: ifP | exists x].
set z' : 'rV[K]_n := \row_i _ => zV ge0 any [a [wa za]]; exists z'; split=> //.
  by apply/rV0Pn; exists a.
move=> i zi; have wi : strict (w i) by case E : (w i) => //; [move: E; rewrite /w; case: ifP => // _; case: ifP | rewrite any ?eqxx in zi].
have := ge0 i wi; rewrite sgzw // le_eqVlt eq_sym mulf_eq0 (negPf zi) /=.
by case: (w i) wi => //= _; rewrite ?mulr1 ?mulrN1 ?oppr_gt0 ?oppr_eq0 oner_eq0 /= => h; rewrite ?sgzN sgz1 ?(gtr0_sgz h) ?(ltr0_sgz h).
Qed.

End Possible.
