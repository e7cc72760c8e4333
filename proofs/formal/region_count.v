(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM COUNTS REGIONS RIGHT                                          *)
(*                                                                            *)
(*  Field.  K is any ordered field; the certificate holds fractions.          *)
(*                                                                            *)
(*  Words: see definitions.v; the program is program.v.                       *)
(*                                                                            *)
(*  The program counts with integers, rows with common denominators cleared;  *)
(*  number_of_regionsE says that its number is that of regions.v.             *)
(*                                                                            *)
(*  Theorem, for every input.                                                 *)
(*    verified_regions   If the program finds that two configurations have    *)
(*        as many regions, then S(U) and S(U') have as many members.          *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions counting_5_1 rankings regions program verified.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Integers and lists of Coq as those of Mathematical Components. *)

Lemma Z_eqP : Equality.axiom Z.eqb.
Proof. by move=> a b; apply: Z.eqb_spec. Qed.

Canonical Z_eqType := EqType Z (EqMixin Z_eqP).

Lemma forallbE (T : Type) (p : T -> bool) (l : seq T) : List.forallb p l = all p l.
Proof. by elim: l => //= t l ->. Qed.

Lemma existsbE (T : Type) (p : T -> bool) (l : seq T) : List.existsb p l = has p l.
Proof. by elim: l => //= t l ->. Qed.

Lemma nthE (T : Type) (t : T) (l : seq T) k : List.nth k l t = nth t l k.
Proof. by elim: l k => [|a l IH] [|k] /=. Qed.

Lemma pivotP u :
  if pivot u is Some k then [/\ (k < size u)%N, nth Z0 u k <> Z0 & forall j, (j < k)%N -> nth Z0 u j = Z0]
  else forall j, nth Z0 u j = Z0.
Proof.
elim: u => [|a u] /=; first by move=> j; rewrite nth_nil.
case: Z.eqb_spec => [->|a0]; last by split.
case: (pivot u) => [k|] /=; last by move=> h [|j] //=.
by case=> k_lt uk before; split=> // -[|j] //=; apply: before.
Qed.

Lemma size_without k u : (k < size u)%N -> size (without k u) = (size u).-1.
Proof. by elim: u k => [|a u IH] [|k] //= k_lt; rewrite IH //; case: u k_lt {IH}. Qed.

Lemma nth_without k u j : nth Z0 (without k u) j = nth Z0 u (bump k j).
Proof.
elim: u k j => [|a u IH] [|k] j /=; rewrite ?nth_nil //; case: j => [|j] //=.
by rewrite IH /bump ltnS addnS.
Qed.

Lemma pick_first d (P : pred 'I_d) k : P k -> (forall j : 'I_d, (j < k)%N -> ~~ P j) -> [pick j | P j] = Some k.
Proof.
move=> Pk before; rewrite /pick; have tr : transitive (fun i j : 'I_d => (i < j)%N) by move=> j i l; apply: ltn_trans.
have Pk_in : k \in enum P by rewrite mem_enum.
have : sorted (fun i j : 'I_d => (i < j)%N) (enum P).
  rewrite /(enum _) -enumT; apply: sorted_filter => //.
  by have := iota_ltn_sorted 0 d; rewrite -val_enum_ord sorted_map.
case: (enum P) (mem_enum P) Pk_in => [|i l] mem //; rewrite inE => /orP[/eqP->//|k_l].
move=> /= /(order_path_min tr)/allP/(_ k k_l) ik.
by have := before i ik; rewrite -[P i]/(i \in P) -mem inE eqxx.
Qed.

(* The integer count is the count of regions.v. *)

Section Count.

Variable K : realFieldType.
Local Notation phi := (of_Z K).

Definition embedded d (u : seq Z) : 'rV[K]_d := \row_j phi (nth Z0 u j).

Lemma phi_eq0 a : (phi a == 0) = Z.eqb a Z0.
Proof.
case: Z.eqb_spec => [->|a0]; first by rewrite phi0 eqxx.
have [/(phi_gt0 K)/gt_eqF//|/(phi_gt0 K)] : (Z.lt Z0 a \/ Z.lt Z0 (Z.opp a))%Z by lia.
by rewrite phiN oppr_gt0 => /lt_eqF.
Qed.

Lemma embedded_eq0 d u : size u = d -> (embedded d u == 0) = vanishes u.
Proof.
move=> ud; rewrite /vanishes forallbE; apply/eqP/(all_nthP Z0) => [h j j_lt|h].
  have := congr1 (fun v : 'rV[K]_d => v 0 (Ordinal (eq_ind _ (fun m => (j < m)%N) j_lt _ ud))) h.
  by rewrite !mxE /= => /eqP; rewrite phi_eq0.
by apply/rowP=> j; rewrite !mxE; apply/eqP; rewrite phi_eq0; apply: h; rewrite ud.
Qed.

Lemma embedded_traced d u rows : size u = d.+1 -> all (fun v => size v == d.+1) rows ->
  traces (embedded d.+1 u) [seq embedded d.+1 v | v <- rows] = [seq embedded d v | v <- traced u rows] /\
  all (fun v => size v == d) (traced u rows).
Proof.
move=> ud /allP rows_d; rewrite /traced; have := pivotP u; case: (pivot u) => [k [k_lt uk before]|zero] /=; last first.
  rewrite /traces; case: pickP => // j; rewrite mxE zero phi0 eqxx //.
have k_lt' : (k < d.+1)%N by rewrite -ud.
have -> : traces (embedded d.+1 u) [seq embedded d.+1 v | v <- rows] =
    [seq col' (Ordinal k_lt') (embedded d.+1 u 0 (Ordinal k_lt') *: v - v 0 (Ordinal k_lt') *: embedded d.+1 u) |
      v : 'rV[K]_d.+1 <- [seq embedded d.+1 v | v <- rows]].
  rewrite /traces (@pick_first _ _ (Ordinal k_lt')) //= => [|j jk].
    by rewrite mxE phi_eq0; apply/negP=> /Z.eqb_eq.
  by rewrite mxE before // phi0 eqxx.
have sizes v : v \in rows -> size v = d.+1 by move/rows_d/eqP.
have size_w v : size v = d.+1 -> size (without k v) = d by move=> vd; rewrite size_without vd.
have size_e v : v \in rows -> size (eliminated (List.nth k u Z0) (List.nth k v Z0) (without k u) (without k v)) = d.
  by move=> vr; rewrite /eliminated mapE combineE size_map size_zip !size_w ?ud ?sizes // minnn.
rewrite mapE -!map_comp; split; last by apply/allP=> _ /mapP[v vr ->]; rewrite size_e.
apply/eq_in_map => v vr; apply/rowP=> l; rewrite !mxE !nthE /=.
rewrite /eliminated mapE combineE (nth_map (Z0, Z0)) ?size_zip ?size_w ?ud ?sizes ?minnn //.
by rewrite nth_zip ?size_w ?ud ?sizes //= !nth_without phiB !phiM.
Qed.

Definition shaped d (rows : seq (seq Z)) := all (fun v => size v == d) rows.

Lemma has_zero d rows : shaped d rows -> ((0 : 'rV[K]_d) \in [seq embedded d v | v <- rows]) = List.existsb vanishes rows.
Proof.
move=> /allP rows_d; rewrite existsbE; apply/mapP/hasP => [[v vr /esym/eqP v0]|[v vr v0]]; exists v => //.
  by rewrite -(@embedded_eq0 d) //; apply/eqP/rows_d.
by apply/esym/eqP; rewrite embedded_eq0 //; apply/eqP/rows_d.
Qed.

Lemma accumulatedE d (count : seq (seq Z) -> Z) (below : seq 'rV[K]_d -> nat) rows :
  (forall s, shaped d s -> count s = Z.of_nat (below [seq embedded d v | v <- s])) -> shaped d.+1 rows ->
  [/\ (accumulated count rows).1 = Z.of_nat (adding below [seq embedded d.+1 v | v <- rows]).1,
      [seq embedded d.+1 v | v <- (accumulated count rows).2] = (adding below [seq embedded d.+1 v | v <- rows]).2
    & shaped d.+1 (accumulated count rows).2].
Proof.
move=> countP; elim: rows => [//|u rest IH] /= /andP[/eqP ud /IH{IH}].
case: (accumulated count rest) => total seen; case: (adding _ _) => total' seen' [/= -> <- seen_d].
have [-> on_u] := embedded_traced ud seen_d; rewrite has_zero //; case: ifP => //= _; split=> //.
  by rewrite countP // Nat2Z.inj_add.
by rewrite ud eqxx.
Qed.

Lemma number_of_regionsE d rows : shaped d rows -> number_of_regions d rows = Z.of_nat (regions [seq embedded d v | v <- rows]).
Proof.
elim: d rows => [|d IH] rows /= rows_d; first by case: rows rows_d.
rewrite has_zero //; case: ifP => // _.
by have [] := accumulatedE IH rows_d.
Qed.

(* Rows that are multiples of the integer rows have as many topes. *)

Lemma topes_of_integers n d (U : 'M[K]_(n, d)) (rows : seq (seq Z)) : shaped d rows ->
  (forall i : 'I_n, exists u c, [/\ u \in rows, c != 0 & row i U = c *: embedded d u]) ->
  (forall u, u \in rows -> exists i c, c != 0 /\ embedded d u = c *: row i U) ->
  exists k, number_of_regions d rows = Z.of_nat k /\ has_topes U k.
Proof.
move=> rows_d UR RU; eexists; split; first exact: number_of_regionsE.
set R := [seq _ | _ <- _]; pose S := [seq row i U | i <- enum 'I_n].
have size_S : n = size S by rewrite size_map size_enum_ord.
have S_U (i : 'I_n) : row i U \in S by apply: map_f; rewrite mem_enum.
apply: (has_topes_rows (B := rows_matrix S) (nm := size_S)) => [i|].
  by rewrite row_rows_matrix (nth_map i) ?size_enum_ord //= nth_ord_enum.
apply: (same_number (rows := R)) (regions_count R) => [_ /mapP[u /RU[i [c [c0 ->]]] ->]|_ /mapP[i _ ->]].
  by exists (row i U), c.
by have [u [c [ur c0 ->]]] := UR i; exists (embedded d u), c; split=> //; apply: map_f.
Qed.

End Count.

(* The rows of a certificate, as fractions and as integers. *)

Lemma In_nth (T : Type) (t : T) (l : seq T) k : (k < size l)%N -> List.In (nth t l k) l.
Proof. by elim: l k => //= a l IH [|k]; [left | rewrite ltnS => /IH; right]. Qed.

Lemma embedded_cleared (K : realFieldType) d (m : Z) rows (i : 'I_(size rows)) : sound_row d m (nth [::] rows i) ->
  embedded K d (cleared m (nth [::] rows i)) = of_Z K m *: row i (matrix_of K d rows).
Proof.
case=> row_d fracs; apply/rowP=> j; rewrite !mxE /cleared mapE (nth_map zeros) ?row_d //.
have [den_gt0 [k mE]] := fracs _ (In_nth zeros (eq_ind_r (fun l => (j < l)%N) (ltn_ord j) row_d)).
have den0 : of_Z K (nth zeros (nth [::] rows i) j).2 != 0 by rewrite gt_eqF // phi_gt0.
by rewrite mE div_back // !phiM -[LHS]mulr1 (unscale _ _ _ den0) mulr1 mulrC.
Qed.

Section Patterns.

Variables (K : realFieldType) (d : nat) (rows : seq (seq fraction)).
Hypothesis rows_ok : well_shaped d rows.
Let n := size rows.
Let U : 'M[K]_(n, d) := matrix_of K d rows.
Let m : K := of_Z K (multiple rows).
Let us : seq (seq Z) := integers rows.

Lemma scale_neq0 : m != 0.
Proof. by have [m_gt0 _] := well_shaped_sound rows_ok; rewrite gt_eqF // phi_gt0. Qed.

Lemma nth_integers i : nth [::] us i = if (i < n)%N then cleared (multiple rows) (nth [::] rows i) else [::].
Proof.
rewrite /us /integers mapE; case: ltnP => i_n; first by rewrite (nth_map [::]).
by rewrite nth_default // size_map.
Qed.

Lemma size_integers : size us = n.
Proof. by rewrite /us /integers mapE size_map. Qed.

Lemma row_integers (i : 'I_n) : embedded K d (nth [::] us i) = m *: row i U.
Proof. by rewrite nth_integers ltn_ord embedded_cleared //; have [_] := well_shaped_sound rows_ok; apply; apply: In_nth. Qed.

Lemma integers_shaped : shaped d us.
Proof.
apply/(all_nthP [::]) => i; rewrite size_integers => i_n; rewrite nth_integers i_n /cleared mapE size_map.
have [_ sound] := well_shaped_sound rows_ok.
by have [->] := sound _ (In_nth [::] i_n).
Qed.

Lemma topes_rows : exists k, number_of_regions d us = Z.of_nat k /\ has_topes U k.
Proof.
apply: topes_of_integers integers_shaped _ _ => [i|u /(nthP [::])[i]].
  exists (nth [::] us i), m^-1; rewrite mem_nth ?size_integers // invr_eq0 scale_neq0; split=> //.
  by rewrite row_integers scalerA mulVf ?scale_neq0 // scale1r.
rewrite size_integers => i_n <-; exists (Ordinal i_n), m; split; first exact: scale_neq0.
by rewrite -row_integers.
Qed.

Lemma mem_differences (r : seq (seq Z)) u :
  u \in program.differences r <-> exists i j, [/\ (i < j)%N, (j < size r)%N & u = minus (nth [::] r i) (nth [::] r j)].
Proof.
elim: r u => [|v r IH] u; first by split=> // -[i [j [_]]].
have -> : program.differences (v :: r) = [seq minus v w | w <- r] ++ program.differences r by rewrite /= mapE.
rewrite mem_cat; split=> [/orP[/mapP[w /(nthP [::])[j j_lt <-] ->]|/IH[i [j [ij j_lt ->]]]]|[[|i] [[|j] [//= ij j_lt ->]]]].
- by exists 0%N, j.+1.
- by exists i.+1, j.+1.
- by apply/orP; left; apply: map_f; apply: mem_nth.
by apply/orP; right; apply/IH; exists i, j.
Qed.

Lemma differences_shaped : shaped d (program.differences us).
Proof.
have /(all_nthP [::]) us_d := integers_shaped.
apply/allP=> u /mem_differences[i [j [ij j_lt ->]]]; rewrite /minus mapE combineE size_map size_zip.
by rewrite (eqP (us_d _ j_lt)) (eqP (us_d _ (ltn_trans ij j_lt))) minnn.
Qed.

Lemma row_minus (i j : 'I_n) : embedded K d (minus (nth [::] us i) (nth [::] us j)) = m *: (row i U - row j U).
Proof.
have /(all_nthP [::]) us_d := integers_shaped.
rewrite scalerBr -!row_integers; apply/rowP=> l; rewrite !mxE /minus mapE combineE.
have size_u (k : 'I_n) : size (nth [::] us k) = d by apply/eqP/us_d; rewrite size_integers.
by rewrite (nth_map (Z0, Z0)) ?size_zip ?size_u ?minnn // nth_zip ?size_u //= phiB.
Qed.

Lemma topes_differences :
  exists k, number_of_regions d (program.differences us) = Z.of_nat k /\ has_topes (braid K n *m U) k.
Proof.
apply: topes_of_integers differences_shaped _ _ => [k|u /mem_differences[i [j [ij j_lt ->]]]].
  have [i [j [ij kij]]] := pair_of_row k; exists (minus (nth [::] us i) (nth [::] us j)), m^-1.
  rewrite invr_eq0 scale_neq0; split=> //; first by apply/mem_differences; exists i, j; rewrite size_integers.
  by rewrite row_minus scalerA mulVf ?scale_neq0 // scale1r (row_braid_mul _ kij).
rewrite size_integers in j_lt; have [k kij] := @row_of_pair n (Ordinal (ltn_trans ij j_lt)) (Ordinal j_lt) ij.
exists k, m; split; first exact: scale_neq0.
by rewrite (row_braid_mul _ kij) -row_minus.
Qed.

End Patterns.

Theorem verified_regions (K : realFieldType) d rows d' rows' :
  same_number_of_regions d rows d' rows' ->
  exists k, has_topes (matrix_of K d rows) k /\ has_topes (matrix_of K d' rows') k.
Proof.
move=> /andP[/andP[ok ok'] /Z.eqb_eq same]; have [k [kE kU]] := topes_rows K ok; have [l [lE lU]] := topes_rows K ok'.
by exists k; split=> //; suff -> : k = l by []; apply: Nat2Z.inj; rewrite -kE same.
Qed.
