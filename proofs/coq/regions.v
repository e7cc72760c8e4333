(******************************************************************************)
(*                                                                            *)
(*  THE COUNT THAT CERTIFIES A COMPLETE LIST                                  *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every list of rows and every d.                             *)
(*    regions_count       S of the rows has exactly `regions rows` members.   *)
(*        (The count does not depend on the order of the rows, since S has    *)
(*        the same number of members for every order.)                        *)
(*    complete_by_count   The rule of the checker for a whole pattern: if all *)
(*        sign vectors found belong to S, and they are as many as `regions`   *)
(*        says, then they are all of S.                                       *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions covectors counting_5_1.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Rows that are non-zero multiples of each other have equally many topes: order, repetitions and factors do not matter. *)

Definition multiple_of (K : realFieldType) d (rows : seq 'rV[K]_d) (u : 'rV[K]_d) : Prop :=
  exists v c, [/\ v \in rows, c != 0 & u = c *: v].

Section Multiples.

Variables (K : realFieldType) (d : nat).
Implicit Types (rows : seq 'rV[K]_d).

Lemma row_rows_matrix rows i : row i (rows_matrix rows) = nth 0 rows i.
Proof. by rewrite rowK. Qed.

Lemma fewer_topes rows rows' k k' :
  (forall u : 'rV[K]_d, u \in rows -> multiple_of rows' u) ->
  (forall u : 'rV[K]_d, u \in rows' -> multiple_of rows u) ->
  has_topes (rows_matrix rows) k -> has_topes (rows_matrix rows') k' -> (k <= k')%N.
Proof.
have choose (r r' : seq 'rV[K]_d) : (forall u, u \in r -> multiple_of r' u) ->
  exists f : 'I_(size r) -> 'I_(size r') * K, forall i, (f i).2 != 0 /\ row i (rows_matrix r) = (f i).2 *: row (f i).1 (rows_matrix r').
  move=> rr'; have /fin_all_exists[f fP] : forall i : 'I_(size r), exists jc : 'I_(size r') * K,
    jc.2 != 0 /\ row i (rows_matrix r) = jc.2 *: row jc.1 (rows_matrix r').
    move=> i; have [v [c [vr c0 uv]]] := rr' _ (mem_nth 0 (ltn_ord i)).
    have vi : (index v r' < size r')%N by rewrite index_mem.
    by exists (Ordinal vi, c); split; rewrite ?row_rows_matrix //= nth_index.
  by exists f.
move=> /choose[f fP] /choose[g gP] [T [TP <-]] [T' [T'P <-]].
pose phi (b : {ffun 'I_(size rows) -> bool}) : {ffun 'I_(size rows') -> bool} := [ffun j => b (g j).1 (+) ((g j).2 < 0)].
have entry (m n : nat) (A : 'M[K]_(m, d)) (B : 'M[K]_(n, d)) i j c (x : 'cV[K]_d) :
    row i A = c *: row j B -> (A *m x) i 0 = c * (B *m x) j 0.
  move=> AB; have := congr1 (fun u : 'rV[K]_d => (u *m x) 0 0) AB.
  by rewrite -scalemxAl -!row_mul mxE [RHS]mxE [X in _ * X]mxE.
have sign_pos (c a : K) (e : bool) : c != 0 -> 0 < (-1) ^+ (~~ (e (+) (c < 0))) * (c * a) = (0 < (-1) ^+ (~~ e) * a).
  case: (ltrgtP c 0) => // c0 _; case: e; rewrite /= ?expr0 ?expr1 ?mul1r ?mulN1r ?oppr_gt0.
  - by rewrite nmulr_rlt0.
  - by rewrite nmulr_rgt0.
  - by rewrite pmulr_rgt0.
  - by rewrite pmulr_rlt0.
have one_sign (a : K) (e e' : bool) : 0 < (-1) ^+ (~~ e) * a -> 0 < (-1) ^+ (~~ e') * a -> e = e'.
  by case: e e' => -[] //=; rewrite ?expr0 ?expr1 ?mul1r ?mulN1r oppr_gt0 => h h'; have := lt_trans h h'; rewrite ltxx.
have phi_pos (b : {ffun 'I_(size rows) -> bool}) (x : 'cV[K]_d) j : (forall i, 0 < (-1) ^+ (~~ b i) * (rows_matrix rows *m x) i 0) ->
    0 < (-1) ^+ (~~ phi b j) * (rows_matrix rows' *m x) j 0.
  by move=> xP; have [c0 e] := gP j; rewrite ffunE (entry _ _ _ _ _ _ _ _ e) sign_pos.
have phiT b : b \in T -> phi b \in T'.
  by move=> /TP/tope_pos[x xP]; apply/T'P/tope_pos; exists x => j; apply: phi_pos.
have phi_inj : {in T &, injective phi}.
  suff back (b : {ffun 'I_(size rows) -> bool}) i : b \in T -> b i = phi b (f i).1 (+) ((f i).2 < 0).
    by move=> b b' bT b'T e; apply/ffunP=> i; rewrite (back b) // (back b') // e.
  move=> /TP/tope_pos[x xP]; have [c0 e] := fP i; apply: one_sign (xP i) _.
  by rewrite (entry _ _ _ _ _ _ _ _ e) sign_pos // phi_pos.
rewrite -(card_in_imset phi_inj); apply: subset_leq_card.
by apply/subsetP=> _ /imsetP[b bT ->]; apply: phiT.
Qed.

Lemma same_number rows rows' k :
  (forall u : 'rV[K]_d, u \in rows -> multiple_of rows' u) ->
  (forall u : 'rV[K]_d, u \in rows' -> multiple_of rows u) ->
  has_topes (rows_matrix rows) k -> has_topes (rows_matrix rows') k.
Proof.
move=> h h' Tk; have [l Tl] := topes_exist (rows_matrix rows').
suff -> : k = l by []; apply/eqP; rewrite eqn_leq.
by rewrite (fewer_topes h h' Tk Tl) (fewer_topes h' h Tl Tk).
Qed.

End Multiples.

(* The count of the checker: one region, and for each row as many as the rows before it have on its hyperplane. *)

Section Regions.

Variable K : realFieldType.

(* The rows on the hyperplane of u: coordinate k, the first where u is not 0, is eliminated; up to the factor u_k. *)
(* Rows that are parallel to one already there are left out. *)
Lemma zero_row_no_topes d (rows : seq 'rV[K]_d) : (0 : 'rV[K]_d) \in rows -> has_topes (rows_matrix rows) 0.
Proof.
move=> zero; have i_lt : (index (0%R : 'rV[K]_d) rows < size rows)%N by rewrite index_mem.
exists set0; rewrite cards0; split=> // b; rewrite inE; split=> // -[[x xP] /(_ (Ordinal i_lt))].
have := congr1 (fun u : 'rV[K]_d => (u *m x) 0 0) (row_rows_matrix (Ordinal i_lt)).
by rewrite -row_mul mxE nth_index // mul0mx [RHS]mxE -xP => ->; rewrite sgz0 eqxx.
Qed.

Lemma traces_restriction d (u : 'rV[K]_d.+1) (rows : seq 'rV[K]_d.+1) : u != 0 ->
  exists N : 'M[K]_(d.+1, d), [/\ u *m N = 0, forall x : 'cV[K]_d.+1, u *m x = 0 -> exists z, x = N *m z
    & traces u rows = [seq v *m N | v : 'rV[K]_d.+1 <- rows]].
Proof.
case/rV0Pn=> k0 uk0; rewrite /traces; case: pickP => [k uk|/(_ k0)]; last by rewrite uk0.
pose N : 'M[K]_(d.+1, d) := u 0 k *: col' k 1%:M - delta_mx k 0 *m col' k u.
have vN (v : 'rV[K]_d.+1) : v *m N = col' k (u 0 k *: v - v 0 k *: u).
  have -> : v *m N = u 0 k *: col' k v - v 0 k *: col' k u; last by rewrite linearB /= !linearZ.
  rewrite mulmxBr -scalemxAr mulmxA -colE (_ : col k v = (v 0 k)%:M) ?mul_scalar_mx; last first.
    by apply/matrixP=> a b; rewrite !ord1 !mxE.
  congr (_ *: _ - _); apply/rowP=> l; rewrite !mxE (bigD1 (lift k l)) //= !mxE eqxx mulr1 big1 ?addr0 // => j jl.
  by rewrite !mxE (negPf jl) mulr0.
exists N; split; last by apply: eq_map => v; rewrite vN.
  by rewrite vN subrr; apply/rowP=> l; rewrite !mxE.
move=> x ux; exists ((u 0 k)^-1 *: row' k x).
have x_k : u 0 k * x k 0 = - \sum_l u 0 (lift k l) * x (lift k l) 0.
  have := congr1 (fun M : 'M_1 => M 0 0) ux; rewrite mxE (bigD1_ord k) //= [RHS]mxE => /eqP.
  by rewrite addr_eq0 => /eqP.
have entry j : (N *m row' k x) j 0 = u 0 k * x j 0.
  rewrite mulmxBl -scalemxAl -mulmxA mxE [X in X + _]mxE [X in _ + X]mxE.
  have -> : (delta_mx k 0 *m (col' k u *m row' k x)) j 0 = (j == k)%:R * \sum_l u 0 (lift k l) * x (lift k l) 0.
    rewrite mxE big_ord_recl big_ord0 addr0 !mxE andbT; congr (_ * _).
    by apply: eq_bigr => l _; rewrite !mxE.
  have [l ->|->] := unliftP k j.
    rewrite eq_sym (negPf (neq_lift k l)) mul0r subr0; congr (_ * _); rewrite mxE (bigD1 l) //= !mxE eqxx mul1r.
    by rewrite big1 ?addr0 // => m /negPf ml; rewrite !mxE (inj_eq lift_inj) eq_sym ml mul0r.
  rewrite eqxx mul1r x_k mxE big1 ?mulr0 ?add0r // => l _.
  by rewrite !mxE (negPf (neq_lift k l)) mul0r.
apply/matrixP=> j c; rewrite ord1 -scalemxAr mxE entry mulrA mulVf // mul1r //.
Qed.

Lemma has_topes_rows n m d (A : 'M[K]_(n, d)) (B : 'M[K]_(m, d)) (nm : n = m) k :
  (forall i, row i A = row (cast_ord nm i) B) -> has_topes B k -> has_topes A k.
Proof.
case: _ / nm B => B AB; suff -> : A = B by [].
by apply/row_matrixP=> i; rewrite AB cast_ord_id.
Qed.

Lemma rows_matrix_cons d (u : 'rV[K]_d) rows : rows_matrix (u :: rows) = col_mx u (rows_matrix rows).
Proof.
apply/matrixP=> i j; rewrite mxE; have [a ->|a ->] := @split_ordP 1 (size rows) i.
  by rewrite (col_mxEu u (rows_matrix rows)) ord1.
by rewrite (col_mxEd u (rows_matrix rows)) mxE.
Qed.

Lemma adding_count d (count : seq 'rV[K]_d -> nat) (rows : seq 'rV[K]_d.+1) :
  (forall s, has_topes (rows_matrix s) (count s)) -> (0 : 'rV[K]_d.+1) \notin rows ->
  [/\ has_topes (rows_matrix (adding count rows).2) (adding count rows).1,
      forall u : 'rV[K]_d.+1, u \in rows -> multiple_of (adding count rows).2 u
    & forall u : 'rV[K]_d.+1, u \in (adding count rows).2 -> u \in rows].
Proof.
move=> countP; elim: rows => [|u rest IH] /=; first by split=> //; apply: no_rows.
rewrite inE negb_or eq_sym => /andP[u0 rest0]; have := IH rest0.
case: (adding count rest) => total seen [/= Tseen mult sub].
have [N [uN N_all on_u]] := traces_restriction seen u0.
have self s (v : 'rV[K]_d.+1) : v \in s -> multiple_of s v by exists v, 1; rewrite scale1r oner_neq0.
have grow s v (w : 'rV[K]_d.+1) : multiple_of s w -> multiple_of (v :: s) w.
  by case=> v' [c [v's c0 ->]]; exists v', c; rewrite inE v's orbT.
rewrite on_u; case: ifP => [/mapP[v v_seen /esym vN]|_] /=; split=> //.
- move=> w; rewrite inE => /orP[/eqP->|/mult//]; have [c vu] := kernel_line u0 N_all vN.
  have v0 : v != 0 by apply: contraNneq rest0 => <-; apply: sub.
  have c0 : c != 0 by apply: contraNneq v0 => c0; rewrite vu c0 scale0r.
  by exists v, c^-1; rewrite v_seen invr_eq0 c0 vu scalerA mulVf // scale1r.
- by move=> w /sub w_rest; rewrite inE w_rest orbT.
- rewrite rows_matrix_cons; apply: (deletion_restriction u0 uN N_all Tseen).
  have size_on_u : size seen = size [seq v *m N | v : 'rV[K]_d.+1 <- seen] by rewrite size_map.
  apply: (has_topes_rows (nm := size_on_u)) (countP _) => i.
  by rewrite row_mul !row_rows_matrix (nth_map (0 : 'rV[K]_d.+1)) /= ?ltn_ord.
- by move=> w; rewrite inE => /orP[/eqP->|/mult/grow//]; apply: self; rewrite inE eqxx.
by move=> w; rewrite !inE => /orP[->//|/sub->]; rewrite orbT.
Qed.

Lemma regions_topes d (rows : seq 'rV[K]_d) : has_topes (rows_matrix rows) (regions rows).
Proof.
elim: d rows => [|d IH] rows /=.
  case: rows => [|u rest] /=; first exact: no_rows.
  by apply: (@zero_row_no_topes 0 (u :: rest)); rewrite inE; apply/orP; left; apply/eqP/rowP=> -[].
case: ifP => [/zero_row_no_topes//|/negbT rows0]; have [Tseen mult sub] := adding_count IH rows0.
apply: same_number Tseen => // u /sub u_rows; exists u, 1; by rewrite scale1r oner_neq0.
Qed.

End Regions.

Theorem regions_count (K : realFieldType) d (rows : seq 'rV[K]_d) : has_topes (rows_matrix rows) (regions rows).
Proof. exact: regions_topes. Qed.

Theorem complete_by_count (K : realFieldType) d (rows : seq 'rV[K]_d) (found : {set {ffun 'I_(size rows) -> bool}}) :
  (forall b, b \in found -> sign_pattern (rows_matrix rows) (sign_of b)) -> #|found| = regions rows ->
  forall b, sign_pattern (rows_matrix rows) (sign_of b) <-> b \in found.
Proof.
have [T [TP <-]] := regions_count rows => found_T same b; split=> [/TP bT|/found_T//].
have /eqP -> // : found == T by rewrite eqEcard same leqnn andbT; apply/subsetP=> c /found_T/TP.
Qed.
