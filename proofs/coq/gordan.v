(******************************************************************************)
(*                                                                            *)
(*  COMPLETENESS: ONE OF THE TWO CERTIFICATES ALWAYS EXISTS                   *)
(*                                                                            *)
(*  Field.  K is any ordered field, L a larger ordered field; U is any n x d  *)
(*  matrix over K.  Nothing is assumed of K beyond the order: it need not be  *)
(*  complete, real closed or Archimedean.                                     *)
(*                                                                            *)
(*  Words: see covectors.v, rankings.v and certificates.v.                    *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    completeness      For every request w (entries '+', '-', '0', '?')      *)
(*        there is a witness x over K or a refutation y over K.               *)
(*    possible_or_refuted   w is not possible if and only if it is refuted.   *)
(*    gordan            The case of strict signs s: s is not in S(U) if and   *)
(*        only if some y >= 0, y != 0 has  sum_i y_i s_i u_i = 0.             *)
(*    possible_extension    w is possible for U over K if and only if it is   *)
(*        possible for U over L.                                              *)
(*    sign_pattern_extension, covector_extension, ranks_extension             *)
(*        U has the same S(U), the same covectors and the same rankings over  *)
(*        K and over L.                                                       *)
(*    sign_pattern_rational, ranks_rational    So for a rational matrix the   *)
(*        patterns over the rationals and over any ordered field R (the       *)
(*        reals) agree.                                                       *)
(*                                                                            *)
(*  Proof of completeness.  Ask for <u_i, x> > 0 for i in P and = 0 for i in  *)
(*  E, by induction on the size of P.  Take a in P and first ask for          *)
(*  <u_a, x> = 0 instead.  If that has a solution x: either u_a is in the     *)
(*  span of E, which is a refutation, or some v has E v = 0, <u_a, v> = 1,    *)
(*  and x + e v solves for a small e > 0.  If that has a refutation y: either *)
(*  y_a >= 0 and y refutes, or u_a is a positive combination of P and E, and  *)
(*  is positive wherever the rest of P is.                                    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions covectors rankings certificates.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Alternative.

Variables (K : realFieldType) (n d : nat) (U : 'M[K]_(n, d)).
Implicit Types (P E : {set 'I_n}).

Definition solves P E (x : 'cV[K]_d) : Prop :=
  (forall i, i \in E -> (U *m x) i 0 = 0) /\ (forall i, i \in P -> 0 < (U *m x) i 0).

Definition balances P E (y : 'rV[K]_n) : Prop :=
  [/\ forall i, i \in P -> 0 <= y 0 i,
      forall i, i \notin P :|: E -> y 0 i = 0,
      exists2 i, i \in P & 0 < y 0 i
    & y *m U = 0].

(* Finitely many positive numbers stay positive when moved a little. *)
Lemma small_step m (p q : 'I_m -> K) (P : pred 'I_m) :
  (forall i, P i -> 0 < p i) -> exists2 e, 0 < e & forall i, P i -> 0 < p i + e * q i.
Proof.
move=> p0; pose t := 1 + \sum_(i | P i) `|q i| / p i.
have part_ge0 i : P i -> 0 <= `|q i| / p i by move=> /p0/ltW; apply: divr_ge0.
have t0 : 0 < t by apply: ltr_paddr; rewrite ?ltr01 ?sumr_ge0.
exists t^-1 => [|i Pi]; first by rewrite invr_gt0.
rewrite -(pmulr_lgt0 _ t0) mulrDl mulrAC mulVf ?gt_eqF // mul1r.
have : 0 < p i * t - `|q i|.
  rewrite /t (bigD1 i) //= !mulrDr mulr1 [p i * (_ / _)]mulrC divfK ?gt_eqF ?p0 // [`|_| + _]addrC addrA addrK.
  apply: ltr_paddr; last exact: p0.
  by apply: mulr_ge0; [apply/ltW/p0 | apply: sumr_ge0 => j /andP[/part_ge0]].
by move=> h; apply: lt_le_trans h _; rewrite ler_add2l ler_oppl ler_normr lexx orbT.
Qed.

(* A row is in the span of the rows of E, or some v is orthogonal to E and not to the row. *)
Lemma span_or_probe E (a : 'I_n) :
  (exists2 z : 'rV[K]_n, (forall i, i \notin E -> z 0 i = 0) & z *m U = row a U) \/
  (exists2 v : 'cV[K]_d, (forall i, i \in E -> (U *m v) i 0 = 0) & (U *m v) a 0 = 1).
Proof.
pose D : 'rV[K]_n := \row_i (i \in E)%:R; pose UE := diag_mx D *m U.
have [/submxP[z zP]|] := boolP (row a U <= UE)%MS.
  left; exists (z *m diag_mx D); last by rewrite -mulmxA.
  by move=> i /negPf iE; rewrite mul_mx_diag !mxE iE mulr0.
rewrite submxE -row_mul => /rV0Pn[j]; set W := U *m _; rewrite mxE => Waj; right.
have WE i : i \in E -> W i j = 0.
  move=> iE; have := mulmx_coker UE; rewrite /UE -mulmxA -/UE -/W.
  by move/matrixP/(_ i j); rewrite mul_diag_mx !mxE iE mul1r.
have vE i : (U *m ((W a j)^-1 *: col j (cokermx UE))) i 0 = (W a j)^-1 * W i j.
  by rewrite -scalemxAr colE mulmxA -/W -colE mxE; congr (_ * _); rewrite mxE.
exists ((W a j)^-1 *: col j (cokermx UE)) => [i iE|]; rewrite vE; first by rewrite (WE i) ?mulr0.
by apply: mulVf.
Qed.

Lemma alternative P E : [disjoint P & E] -> (exists x, solves P E x) \/ (exists y, balances P E y).
Proof.
elim: {P}_.+1 {-2}P (ltnSn #|P|) E => // m IH P Pm E PE.
have [->|[a aP]] := set_0Vmem P.
  by left; exists 0; split=> i; rewrite ?inE // mulmx0 mxE.
have P'm : (#|P :\ a| < m)%N by rewrite -ltnS; apply: leq_trans Pm; rewrite (cardsD1 a P) aP.
have aE : a \notin E by rewrite (disjointFr PE).
have P'E : [disjoint P :\ a & E] by apply: disjointWl PE; apply: subD1set.
have P'E' : [disjoint P :\ a & a |: E].
  rewrite disjoints_subset; apply/subsetP=> i; rewrite !inE negb_or => /andP[-> iP].
  by rewrite (disjointFr PE).
have [[x [xE xP]]|[y [yP y0 [b bP yb] yU]]] := IH _ P'm _ P'E'.
  (* A solution with <u_a, x> = 0. *)
  have [[z zE zU]|[v vE va]] := span_or_probe E a.
    right; exists (delta_mx 0 a - z); split.
    - move=> i iP; rewrite !mxE eqxx /= zE ?subr0 ?ler0n //.
      by rewrite (disjointFr PE).
    - move=> i; rewrite !inE !negb_or => /andP[iP iE]; rewrite !mxE eqxx /= zE // subr0.
      by case: eqP iP => // ->; rewrite aP.
    - by exists a; rewrite // !mxE !eqxx zE // subr0 ltr01.
    - by rewrite mulmxBl -rowE zU subrr.
  left; have [e e0 eP] := small_step (fun i => (U *m v) i 0) xP.
  have xvE i : (U *m (x + e *: v)) i 0 = (U *m x) i 0 + e * (U *m v) i 0.
    by rewrite mulmxDr -scalemxAr mxE [X in _ + X]mxE.
  exists (x + e *: v); split=> i iX; rewrite xvE.
    by rewrite xE ?vE ?mulr0 ?addr0 // !inE iX orbT.
  have [->|ia] := eqVneq i a; last by apply: eP; rewrite !inE ia.
  by rewrite xE ?va ?mulr1 ?add0r // !inE eqxx.
have y_out i : i \notin P :|: E -> y 0 i = 0.
  by move=> iPE; apply: y0; apply: contra iPE; rewrite !inE => /or3P[/andP[_ ->]|/eqP->|->]; rewrite ?aP ?orbT.
have bP' : b \in P by move: bP; rewrite !inE => /andP[].
have [ya|ya] := leP 0 (y 0 a).
  (* A refutation with y_a >= 0. *)
  right; exists y; split=> //; last by exists b.
  by move=> i iP; have [->//|ia] := eqVneq i a; apply: yP; rewrite !inE ia.
(* A refutation with y_a < 0: wherever the rest of P and E is satisfied, so is a. *)
have [[x [xE xP]]|[z [zP z0 [c cP zc] zU]]] := IH _ P'm _ P'E; last first.
  right; exists z; split=> //; last first.
  - by exists c => //; move: cP; rewrite !inE => /andP[].
  - by move=> i iPE; apply: z0; apply: contra iPE; rewrite !inE => /orP[/andP[_ ->]|->]; rewrite ?orbT.
  move=> i iP; have [->|ia] := eqVneq i a; last by apply: zP; rewrite !inE ia.
  by rewrite z0 // !inE eqxx (negPf aE).
left; exists x; split=> // i iP; have [->|ia] := eqVneq i a; last by apply: xP; rewrite !inE ia.
have : \sum_i y 0 i * (U *m x) i 0 = 0.
  by have := congr1 (fun M : 'rV_d => (M *m x) 0 0) yU; rewrite -mulmxA mul0mx mxE [RHS]mxE.
rewrite (bigD1 a) //= => /eqP; rewrite addr_eq0 => /eqP ya_x.
suff : 0 < \sum_(i < n | i != a) y 0 i * (U *m x) i 0 by rewrite -oppr_lt0 -ya_x nmulr_rlt0.
rewrite (bigD1 b) /=; last by move: bP; rewrite !inE => /andP[].
apply: ltr_paddr; last by apply: mulr_gt0; rewrite // xP.
apply: sumr_ge0 => j /andP[ja _]; have [jP|jP] := boolP (j \in P).
  by apply: mulr_ge0; [apply: yP | apply/ltW/xP]; rewrite !inE ja.
have [jE|jE] := boolP (j \in E); first by rewrite xE ?mulr0.
by rewrite y_out ?mul0r // !inE (negPf jP).
Qed.

End Alternative.

Theorem completeness (K : realFieldType) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry) :
  (exists x, realises U w x) \/ (exists y, refutes U w y).
Proof.
pose P := [set i | strict (w i)]; pose E := [set i | if w i is Zero then true else false].
pose D : 'rV[K]_n := \row_i sigma K (w i).
have PE : [disjoint P & E].
  by rewrite disjoints_subset; apply/subsetP=> i; rewrite !inE; case: (w i).
have DU x i : (diag_mx D *m U *m x) i 0 = sigma K (w i) * (U *m x) i 0.
  by rewrite -mulmxA mul_diag_mx !mxE.
have [[x [xE xP]]|[y [yP y0 [a aP ya] yU]]] := alternative (diag_mx D *m U) PE; [left|right].
  exists x => i; move: (xP i) (xE i); rewrite DU !inE /sigma; case: (w i) => //=.
  - by move/(_ isT); rewrite mul1r.
  - by move/(_ isT); rewrite mulN1r oppr_gt0.
  - by move=> _ /(_ isT); rewrite mul1r.
exists (y 0); split.
- by move=> i wi; apply: yP; rewrite inE.
- by move=> i wi; apply: y0; rewrite !inE wi.
- by exists a; rewrite inE in aP.
- rewrite -[RHS]yU mulmxA mulmx_sum_row; apply: eq_bigr => i _.
  by rewrite mul_mx_diag !mxE.
Qed.

Theorem possible_or_refuted (K : realFieldType) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry) :
  ~ possible U w <-> exists y, refutes U w y.
Proof.
split=> [h|[y]]; last exact: refutation_sound.
by have [[x xP]|//] := completeness U w; case: h; exists x.
Qed.

Lemma covector_possible (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) :
  covector U s <-> (forall i, [\/ s i = 1, s i = -1 | s i = 0]) /\ possible U (fun i => entry_of (s i)).
Proof.
split=> [[x xP]|[s1 [x xP]]].
  split=> [i|]; first by rewrite -xP; case: sgzP => _; [apply: Or33|apply: Or31|apply: Or32].
  by exists x => i; rewrite /asks -xP; case: sgzP.
exists x => i; apply/eqP; have := xP i.
by case: (s1 i) => -> /=; rewrite sgz_cp0 // => ->.
Qed.

Theorem gordan (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) :
  (forall i, s i = 1 \/ s i = -1) ->
  ~ sign_pattern U s <->
  exists y : 'I_n -> K, [/\ forall i, 0 <= y i, exists i, y i != 0 & \sum_i (y i * (s i)%:~R) *: row i U = 0].
Proof.
move=> s1; split=> [h|[y [y_ge0 y0 yU]]]; last exact: gordan_sound y_ge0 y0 yU.
have [[x xP]|[y [y_ge0 _ [a [_ ya]] yU]]] := completeness U (fun i => entry_of (s i)).
  by case: h; apply: witness_sound s1 xP.
exists y; split=> [i||]; first by apply: y_ge0; case: (s1 i) => ->.
  by exists a; rewrite gt_eqF.
by rewrite -[RHS]yU; apply: eq_bigr => i _; case: (s1 i) => ->.
Qed.

Theorem possible_extension (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry) :
  increasing f -> possible (map_mx f U) w <-> possible U w.
Proof.
move=> f_inc; split=> [h|[x xP]]; last by exists (map_mx f x); apply: witness_extends.
have [//|[y yP]] := completeness U w.
by case: (refutation_sound (refutation_extends f_inc yP)).
Qed.

Theorem covector_extension (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)) :
  increasing f -> forall s, covector (map_mx f U) s <-> covector U s.
Proof. by move=> f_inc s; rewrite !covector_possible possible_extension. Qed.

Theorem sign_pattern_extension (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)) :
  increasing f -> forall s, sign_pattern (map_mx f U) s <-> sign_pattern U s.
Proof. by move=> f_inc s; rewrite /sign_pattern covector_extension. Qed.

Theorem ranks_extension (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)) :
  increasing f -> forall p, ranks (map_mx f U) p <-> ranks U p.
Proof.
move=> f_inc p; rewrite !ranks_pattern /ranking_pattern -(sign_pattern_extension _ f_inc) map_mxM.
suff -> : map_mx f (braid K n) = braid L n by [].
apply/matrixP=> k l; rewrite !mxE; case: (nth _ _ _) => i j.
by rewrite rmorphB !rmorph_nat.
Qed.

Theorem sign_pattern_rational (R : realFieldType) n d (U : 'M[rat]_(n, d)) :
  forall s, sign_pattern (map_mx (ratr : rat -> R) U) s <-> sign_pattern U s.
Proof. by apply: sign_pattern_extension; apply: ratr_increasing. Qed.

Theorem ranks_rational (R : realFieldType) n d (U : 'M[rat]_(n, d)) :
  forall p, ranks (map_mx (ratr : rat -> R) U) p <-> ranks U p.
Proof. by apply: ranks_extension; apply: ratr_increasing. Qed.
