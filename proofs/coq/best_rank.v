(******************************************************************************)
(*                                                                            *)
(*  BEST PLACES: HOW NEAR TO THE FIRST PLACE A LABEL CAN COME                 *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v and layers.v.                                    *)
(*                                                                            *)
(*  Theorems, for all sizes, all polyhedra P of inputs, both rules for ties.  *)
(*    best_rank_first   No label is not below label i at x if and only if i   *)
(*        is strictly first there (by the rule false).                        *)
(*    best_rank_refuted   If weights refute a set of labels, then at every    *)
(*        input one of them is not below label i.                             *)
(*    best_rank_sets    If weights refute each of some sets, and m labels are *)
(*        needed to meet all of them, then at every input m labels or more    *)
(*        are not below label i.                                              *)
(*    best_rank_disjoint   In particular as many as there are sets, if these  *)
(*        are disjoint.                                                       *)
(*    best_rank_complete   If at every input m labels or more are not below   *)
(*        label i, then m labels are needed to meet all sets that weights     *)
(*        refute.  So the bound is attained, whatever the least number is.    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions layers polyhedra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section BestRank.

Variables (K : realFieldType) (d : nat) (P : polyhedron K d) (n : nat) (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool).
Implicit Types (x : 'cV[K]_d) (S H : {set 'I_n}).

Let gap x j := (U *m x + b) i 0 - (U *m x + b) j 0.

Lemma gap_row x j : gap x j = ((row i U - row j U) *m x) 0 0 + (b i 0 - b j 0).
Proof. by rewrite /gap mulmxBl -!row_mul !mxE opprD addrACA. Qed.

Lemma in_not_below x j : j != i -> j \notin not_below U b i ties x -> 0 <= gap x j /\ (~~ weakly i ties j -> 0 < gap x j).
Proof.
move=> ji; rewrite inE ji /= negbK subr_ge0 subr_gt0 => /orP[lt_ji|/andP[-> /eqP->]] //.
by split=> [|_]; first exact: ltW.
Qed.

Lemma at_input x (y : 'I_n -> K) (z : 'rV[K]_(inequalities P)) (f : 'rV[K]_(equations P)) :
  \sum_j y j *: (row i U - row j U) + z *m ineq_rows P + f *m eq_rows P = 0 -> eq_rows P *m x + eq_offsets P = 0 ->
  \sum_j y j * gap x j + \sum_k z 0 k * (ineq_rows P *m x + ineq_offsets P) k 0 =
  \sum_j y j * (b i 0 - b j 0) + (z *m ineq_offsets P) 0 0 + (f *m eq_offsets P) 0 0.
Proof.
move=> sum0 onE.
have add0 (A B : 'M[K]_1) : (A + B) 0 0 = A 0 0 + B 0 0 by rewrite mxE.
have S0 := congr1 (fun M : 'rV_d => (M *m x) 0 0) sum0.
rewrite mul0mx [RHS]mxE !mulmxDl mulmx_suml !add0 summxE in S0.
have Z0 : \sum_k z 0 k * (ineq_rows P *m x + ineq_offsets P) k 0 = (z *m ineq_rows P *m x) 0 0 + (z *m ineq_offsets P) 0 0.
  by rewrite -mulmxA -add0 -mulmxDr [RHS]mxE.
have F0 : (f *m eq_rows P *m x) 0 0 + (f *m eq_offsets P) 0 0 = 0.
  by rewrite -mulmxA -add0 -mulmxDr onE mulmx0 mxE.
have Y0 : \sum_j y j * gap x j = \sum_j (y j *: (row i U - row j U) *m x) 0 0 + \sum_j y j * (b i 0 - b j 0).
  by rewrite -big_split; apply: eq_bigr => j _; rewrite gap_row mulrDr -scalemxAl [in RHS]mxE.
have regroup (p q r s t u : K) : p + q + r = 0 -> p + s + (q + t) + (r + u) = s + t + u.
  by move=> S; rewrite [p + s + _]addrACA addrACA S add0r.
by rewrite Z0 Y0 -[LHS]addr0 -[X in _ + X = _]F0; apply: regroup.
Qed.

Lemma refuted_somewhere S y z f x : never_below (P := P) U b i ties S y z f -> inside P x ->
  exists2 j, j \in S & j \in not_below U b i ties x.
Proof.
case=> -[iS yP] zP sum0 t0 some [ineqs onE].
have [/existsP[j /andP[]]|none] := boolP [exists j, (j \in S) && (j \in not_below U b i ties x)]; first by exists j.
have below j : j \in S -> 0 <= gap x j /\ (~~ weakly i ties j -> 0 < gap x j).
  move=> jS; apply: in_not_below; first by apply: contraNneq iS => <-.
  by apply: contra none => jx; apply/existsP; exists j; rewrite jS.
have total := at_input sum0 onE.
have term j : 0 <= y j * gap x j.
  have [y0 yS] := yP j; have [/below[g0 _]|/yS->] := boolP (j \in S); [exact: mulr_ge0 | by rewrite mul0r].
have sums : 0 <= \sum_j y j * gap x j + \sum_k z 0 k * (ineq_rows P *m x + ineq_offsets P) k 0.
  by apply: addr_ge0; apply: sumr_ge0 => k _; rewrite ?term ?mulr_ge0.
case: some => [[j [strict_j yj]]|]; last by rewrite -total ltNge sums.
have jS : j \in S by apply: contraLR yj => /(yP j).2 ->; rewrite ltxx.
have : 0 < \sum_j y j * gap x j.
  rewrite (bigD1 j) //= ltr_paddr ?sumr_ge0 // mulr_gt0 //; exact: (below j jS).2.
move=> up; suff : 0 < \sum_j y j * gap x j + \sum_k z 0 k * (ineq_rows P *m x + ineq_offsets P) k 0 by rewrite total ltNge t0.
by rewrite ltr_paddr // sumr_ge0 // => k _; rewrite mulr_ge0.
Qed.

(* Labels that are never all below are refuted by weights: Motzkin, with the weak ones among the inequalities. *)
Lemma refuted_by_weights S : i \notin S -> (forall x, inside P x -> exists2 j, j \in S & j \in not_below U b i ties x) ->
  exists y z f, never_below (P := P) U b i ties S y z f.
Proof.
move=> iS never; pose weak j := (j \in S) && weakly i ties j.
pose D : 'M[K]_(n, d) := \matrix_(j, k) (U i k - U j k); pose e : 'cV[K]_n := \col_j (b i 0 - b j 0).
pose D' : 'M[K]_(n, d) := \matrix_(j, k) if weak j then D j k else 0; pose e' : 'cV[K]_n := \col_j if weak j then e j 0 else 0.
pose w j := if (j \in S) && ~~ weakly i ties j then Pos else Any.
pose Q := Polyhedron (col_mx D' (ineq_rows P)) (col_mx e' (ineq_offsets P)) (eq_rows P) (eq_offsets P).
have value x j : (D *m x + e) j 0 = gap x j.
  rewrite gap_row !mxE; congr (_ + _); by apply: eq_bigr => k _; rewrite !mxE.
have value' x j : (D' *m x + e') j 0 = if weak j then gap x j else 0.
  case: ifP => wj; last first.
    by rewrite !mxE wj addr0; apply: big1 => k _; rewrite mxE wj mul0r.
  by rewrite -value !mxE wj; congr (_ + _); apply: eq_bigr => k _; rewrite !mxE wj.
have [[x [[ineqs onE] met]]|[y [z [f [yw zP sum0 t0 some]]]]] := polyhedron_complete Q D e w.
  have inP : inside P x.
    split=> // k; have := ineqs (rshift n k); by rewrite /= mul_col_mx add_col_mx col_mxEd.
  have [j jS] := never x inP; rewrite inE => /andP[_]; rewrite negb_or => /andP[] low level.
  have := met j; rewrite /w jS value /=; case: ifP => [_ /=|/negbT]; first by rewrite subr_gt0 (negPf low).
  rewrite negbK => wj _; have := ineqs (lshift _ j); rewrite /= mul_col_mx add_col_mx col_mxEu value' /weak jS wj subr_ge0.
  by move: level low; rewrite wj /= le_eqVlt => /negPf-> /negPf->.
pose v j := if weak j then z 0 (lshift _ j) else y j.
have vE j : v j = (if w j is Any then 0 else y j) + (if weak j then z 0 (lshift _ j) else 0).
  rewrite /v /w /weak; have [jS|jS] := boolP (j \in S); have [wj|wj] := boolP (weakly i ties j) => //=; rewrite ?add0r ?addr0 //.
    by have [_ ->] := yw j; rewrite // /w (negPf jS).
  by have [_ ->] := yw j; rewrite // /w (negPf jS).
have yE j : y j * sigma K (w j) = if w j is Any then 0 else y j.
  by have [_] := yw j; rewrite /w; case: ifP => _ /= h; rewrite mulr1 // h.
have vsum (V : lmodType K) (g : 'I_n -> V) :
    \sum_j v j *: g j = \sum_j (y j * sigma K (w j)) *: g j + \sum_j z 0 (lshift _ j) *: (if weak j then g j else 0).
  rewrite -big_split; apply: eq_bigr => j _; rewrite vE yE scalerDl; congr (_ + _).
  by case: ifP; rewrite ?scaler0 ?scale0r.
have zE : z = row_mx (lsubmx z) (rsubmx z) by rewrite hsubmxK.
have rows : \sum_j v j *: (row i U - row j U) + rsubmx z *m ineq_rows P + f *m eq_rows P = 0.
  rewrite -[RHS]sum0 /= [in RHS]zE mul_row_col vsum addrA; congr (_ + _ + _ + _).
    by apply: eq_bigr => j _; congr (_ *: _); apply/rowP=> k; rewrite !mxE.
  rewrite mulmx_sum_row; apply: eq_bigr => j _; rewrite mxE; congr (_ *: _).
  by apply/rowP=> k; rewrite !mxE; case: ifP; rewrite !mxE.
have offsets : \sum_j v j * (b i 0 - b j 0) + (rsubmx z *m ineq_offsets P) 0 0 + (f *m eq_offsets P) 0 0 =
    \sum_j y j * sigma K (w j) * e j 0 + (z *m ineq_offsets Q) 0 0 + (f *m eq_offsets Q) 0 0.
  rewrite /= [in RHS]zE mul_row_col [in RHS]mxE addrA; congr (_ + _ + _).
  rewrite (vsum [lmodType K of K^o] (fun j => b i 0 - b j 0)); congr (_ + _).
    by apply: eq_bigr => j _; rewrite mxE.
  by rewrite mxE; apply: eq_bigr => j _; rewrite !mxE; case: ifP; rewrite ?mxE.
exists v, (rsubmx z), f; split=> //.
- split=> // j; split=> [|jS]; last by rewrite vE /w /weak (negPf jS) /= addr0.
  rewrite vE addr_ge0 //; last by case: ifP => // _; apply: zP.
  by have := yw j; rewrite /w; case: ifP => //= _ [h _]; apply: h.
- by move=> k; rewrite mxE; apply: zP.
- by rewrite offsets.
rewrite offsets; case: some => [[j [wj yj]]|]; [left; exists j | by right].
move: wj; rewrite /w; case: ifP => // /andP[jS strict_j] _; split=> //.
by rewrite vE /w jS strict_j /= /weak (negPf strict_j) andbF addr0.
Qed.

Lemma not_below_met (S : {set {set 'I_n}}) x : inside P x ->
  (forall A, A \in S -> exists y z f, never_below (P := P) U b i ties A y z f) -> meets_all (not_below U b i ties x) S.
Proof.
move=> inP refuted A AS; have [y [z [f no]]] := refuted A AS; have [j jA jx] := refuted_somewhere no inP.
by apply/set0Pn; exists j; rewrite inE jx.
Qed.

End BestRank.

Theorem best_rank_first (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (x : 'cV[K]_d) :
  not_below U b i false x = set0 <-> forall j, j != i -> (U *m x + b) j 0 < (U *m x + b) i 0.
Proof.
split=> [none j ji|first].
  by have := in_set0 j; rewrite -none inE ji /= orbF => /negbT; rewrite negbK.
by apply/setP=> j; rewrite !inE /= orbF; apply/negbTE; rewrite negb_and negbK; case: eqP => //= /eqP/first->.
Qed.

Theorem best_rank_refuted (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool)
    (S : {set 'I_n}) y z f (x : 'cV[K]_d) :
  never_below (P := P) U b i ties S y z f -> inside P x -> exists2 j, j \in S & j \in not_below U b i ties x.
Proof. exact: refuted_somewhere. Qed.

Theorem best_rank_sets (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool)
    (S : {set {set 'I_n}}) (m : nat) :
  (forall A, A \in S -> exists y z f, never_below (P := P) U b i ties A y z f) ->
  (forall H, meets_all H S -> (m <= #|H|)%N) ->
  forall x, inside P x -> (m <= #|not_below U b i ties x|)%N.
Proof. by move=> refuted least x inP; apply: least; apply: not_below_met refuted. Qed.

Theorem best_rank_disjoint (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool)
    (S : {set {set 'I_n}}) :
  (forall A, A \in S -> exists y z f, never_below (P := P) U b i ties A y z f) ->
  trivIset S -> forall x, inside P x -> (#|S| <= #|not_below U b i ties x|)%N.
Proof.
move=> refuted /trivIsetP apart; apply: best_rank_sets refuted _ => H met.
have cut A : #|H :&: A| = (\sum_(j in H) (j \in A))%N.
  by rewrite -sum1_card [RHS]big_mkcond [LHS]big_mkcond; apply: eq_bigr => j _; rewrite inE; do 2!case: (_ \in _).
have : (#|S| <= \sum_(A in S) #|H :&: A|)%N.
  by rewrite -sum1_card leq_sum // => A /met; rewrite -card_gt0.
move/leq_trans; apply; rewrite (eq_bigr _ (fun A _ => cut A)) exchange_big /= -[leqRHS]sum1_card leq_sum // => j _.
rewrite -big_mkcondr /= sum1_card; apply/card_le1_eqP=> A B /andP[AS jA] /andP[BS jB].
by apply/eqP; apply: contraTT jB => AB; rewrite (disjointFl (apart B A BS AS AB) jA).
Qed.

Theorem best_rank_complete (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool) (m : nat) :
  (forall x, inside P x -> (m <= #|not_below U b i ties x|)%N) ->
  forall H : {set 'I_n}, (forall A y z f, never_below (P := P) U b i ties A y z f -> H :&: A != set0) -> (m <= #|H|)%N.
Proof.
move=> every H met; rewrite leqNgt; apply/negP=> few.
have [||y [z [f no]]] := @refuted_by_weights _ _ P _ U b i ties (~: (i |: H)).
- by rewrite !inE eqxx.
- move=> x /every many; have /subsetPn[j jx jH] : ~~ (not_below U b i ties x \subset H).
    by apply/negP=> /subset_leq_card le; have := leq_trans many le; rewrite leqNgt few.
  by exists j; rewrite // !inE negb_or jH andbT; move: jx; rewrite inE => /andP[].
have /set0Pn[j] := met _ _ _ _ no; by rewrite !inE negb_or => /and3P[jH _]; rewrite jH.
Qed.
