(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM COUNTS REGIONS RIGHT                                          *)
(*                                                                            *)
(*  Field.  K is any ordered field, theta any number of it.                   *)
(*                                                                            *)
(*  Words: see definitions.v; the program is whole.v.                         *)
(*                                                                            *)
(*  The program counts with its own numbers, rows with common denominators    *)
(*  cleared; number_of_regionsE says that its number is that of regions.v.    *)
(*  Differences of rows are B_n U, row for row (matrix_of_differences).  No   *)
(*  theorems here; complete.v and pairs_right.v need these lemmas.            *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions lists counting_5_1 rankings regions faces numbers numbers_right program whole verified.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma size_without (A : Type) k (u : seq A) : (k < size u)%N -> size (without k u) = (size u).-1.
Proof. by elim: u k => [|a u IH] [|k] //= k_lt; rewrite IH //; case: u k_lt {IH}. Qed.

Lemma nth_without (A : Type) (a : A) k u j : nth a (without k u) j = nth a u (bump k j).
Proof.
elim: u k j => [|b u IH] [|k] j /=; rewrite ?nth_nil //; case: j => [|j] //=.
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

(* The count of the program is the count of regions.v. *)

Section Count.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.
Local Notation entry u := (nth (null N) u).

Definition embedded d (u : seq T) : 'rV[K]_d := \row_j phi (entry u j).

Definition shaped d (rows : seq (seq T)) := all (fun v => size v == d) rows.

Lemma pivotP u :
  if pivot N u is Some k then [/\ (k < size u)%N, phi (entry u k) != 0 & forall j, (j < k)%N -> phi (entry u j) = 0]
  else forall j, phi (entry u j) = 0.
Proof.
elim: u => [|a u] /=; first by move=> j; rewrite nth_nil (phi_null right).
case: (sem_eq0 right a) => [a0|/eqP a0]; last by split.
case: (pivot N u) => [k|] /=; last by move=> h [|j] //=.
by case=> k_lt uk before; split=> // -[|j] //=; apply: before.
Qed.

Lemma embedded_eq0 d u : size u = d -> (embedded d u == 0) = vanishes N u.
Proof.
move=> ud; rewrite /vanishes forallbE; apply/eqP/(all_nthP (null N)) => [h j j_lt|h].
  have := congr1 (fun v : 'rV[K]_d => v 0 (Ordinal (eq_ind _ (fun m => (j < m)%N) j_lt _ ud))) h.
  by rewrite !mxE /= => /(sem_eq0 right).
by apply/rowP=> j; rewrite !mxE; apply/(sem_eq0 right); apply: h; rewrite ud.
Qed.

Lemma size_eliminated a b u v : size (eliminated N a b u v) = minn (size u) (size v).
Proof. by rewrite /eliminated mapE combineE size_map size_zip. Qed.

Lemma traced_shaped d u rows : size u = d.+1 -> shaped d.+1 rows -> shaped d (traced N u rows).
Proof.
move=> ud; rewrite /traced; have := pivotP u; case: (pivot N u) => [k [k_lt _ _]|] //= rows_d.
rewrite mapE /shaped all_map; apply: sub_all rows_d => v /eqP vd.
by rewrite /= size_eliminated !size_without ?ud ?vd ?minnn //= -ud.
Qed.

Lemma embedded_traced d u rows : size u = d.+1 -> shaped d.+1 rows ->
  traces (embedded d.+1 u) [seq embedded d.+1 v | v <- rows] = [seq embedded d v | v <- traced N u rows].
Proof.
move=> ud rows_d; rewrite /traced; have := pivotP u; case: (pivot N u) => [k [k_lt uk before]|zero] /=; last first.
  by rewrite /traces; case: pickP => // j; rewrite mxE zero eqxx.
have k_lt' : (k < d.+1)%N by rewrite -ud.
have -> : traces (embedded d.+1 u) [seq embedded d.+1 v | v <- rows] =
    [seq col' (Ordinal k_lt') (embedded d.+1 u 0 (Ordinal k_lt') *: v - v 0 (Ordinal k_lt') *: embedded d.+1 u) |
      v : 'rV[K]_d.+1 <- [seq embedded d.+1 v | v <- rows]].
  rewrite /traces (@pick_first _ _ (Ordinal k_lt')) //= => [|j jk]; first by rewrite mxE.
  by rewrite mxE before // eqxx.
rewrite mapE -!map_comp; elim: rows rows_d => //= v rows IH /andP[/eqP vd /IH->]; congr (_ :: _).
apply/rowP=> l; rewrite !mxE !nthE /=.
have size_w w : size w = d.+1 -> size (without k w) = d by move=> wd; rewrite size_without wd.
rewrite /eliminated mapE combineE (nth_map (null N, null N)) ?size_zip ?size_w ?ud ?vd ?minnn //.
by rewrite nth_zip ?size_w ?ud ?vd //= !nth_without (semB right) !(phi_times right).
Qed.

Lemma has_zero d rows : shaped d rows -> ((0 : 'rV[K]_d) \in [seq embedded d v | v <- rows]) = List.existsb (vanishes N) rows.
Proof.
elim: rows => //= u rows IH /andP[/eqP ud /IH <-].
by rewrite inE eq_sym embedded_eq0.
Qed.

Lemma accumulatedE d (count : seq (seq T) -> Z) (below : seq 'rV[K]_d -> nat) rows :
  (forall s, shaped d s -> count s = Z.of_nat (below [seq embedded d v | v <- s])) -> shaped d.+1 rows ->
  [/\ (accumulated N count rows).1 = Z.of_nat (adding below [seq embedded d.+1 v | v <- rows]).1,
      [seq embedded d.+1 v | v <- (accumulated N count rows).2] = (adding below [seq embedded d.+1 v | v <- rows]).2
    & shaped d.+1 (accumulated N count rows).2].
Proof.
move=> countP; elim: rows => [//|u rest IH] /= /andP[/eqP ud /IH{IH}].
case: (accumulated N count rest) => total seen; case: (adding _ _) => total' seen' [/= -> <- seen_d].
have on_u := traced_shaped ud seen_d; rewrite embedded_traced // has_zero //; case: ifP => //= _; split=> //.
  by rewrite countP // Nat2Z.inj_add.
by rewrite ud eqxx.
Qed.

Lemma number_of_regionsE d rows : shaped d rows -> number_of_regions N d rows = Z.of_nat (regions [seq embedded d v | v <- rows]).
Proof.
elim: d rows => [|d IH] rows /= rows_d; first by case: rows rows_d.
rewrite has_zero //; case: ifP => // _.
by have [] := accumulatedE IH rows_d.
Qed.

Lemma decidingE d (count : seq (seq T) -> seq (seq T) -> Z) (below : seq 'rV[K]_d -> seq 'rV[K]_d -> nat) off undecided :
  (forall s t, shaped d s -> shaped d t -> count s t = Z.of_nat (below [seq embedded d v | v <- s] [seq embedded d v | v <- t])) ->
  shaped d.+1 off -> shaped d.+1 undecided ->
  deciding_faces N (number_of_regions N d.+1) count off undecided =
    Z.of_nat (deciding below [seq embedded d.+1 v | v <- off] [seq embedded d.+1 v | v <- undecided]).
Proof.
move=> countP; elim: undecided off => [|u rest IH] off off_d; first by move=> _; apply: number_of_regionsE.
rewrite [deciding_faces _ _ _ _ _]/= [deciding _ _ _]/= => /andP[/eqP ud rest_d].
have on_u := traced_shaped ud off_d.
rewrite (embedded_eq0 ud) (embedded_traced ud off_d) has_zero // (embedded_traced ud rest_d).
case: ifP => [_|_]; first exact: IH.
rewrite Nat2Z.inj_add; congr Z.add; first by rewrite (IH (u :: off)) //= ud eqxx.
by apply: countP => //; apply: traced_shaped.
Qed.

Lemma number_of_facesE d off undecided : shaped d off -> shaped d undecided ->
  number_of_faces N d off undecided = Z.of_nat (faces [seq embedded d v | v <- off] [seq embedded d v | v <- undecided]).
Proof.
elim: d off undecided => [|d IH] off undecided off_d und_d; first by case: off off_d.
exact: decidingE.
Qed.

(* Rows that stand for the rows of U, up to a factor that is not zero. *)

Section Stands.

Variables (n d : nat) (U : 'M[K]_(n, d)) (us : seq (seq T)) (c : K).
Hypotheses (us_n : size us = n) (us_d : shaped d us) (c0 : c != 0).
Hypothesis us_U : forall i : 'I_n, embedded d (nth [::] us i) = c *: row i U.

Lemma topes_of_numbers : exists k, number_of_regions N d us = Z.of_nat k /\ has_topes U k.
Proof.
eexists; split; first exact: number_of_regionsE us_d.
set R := [seq _ | _ <- _]; have size_R : n = size R by rewrite /R size_map.
pose S := [seq row i U | i <- enum 'I_n]; have size_S : n = size S by rewrite size_map size_enum_ord.
have RE (i : 'I_n) : nth 0 R i = c *: row i U by rewrite /R (nth_map [::]) ?us_U // us_n.
apply: (has_topes_rows (B := rows_matrix S) (nm := size_S)) => [i|].
  by rewrite row_rows_matrix (nth_map i) ?size_enum_ord //= nth_ord_enum.
apply: (same_number (rows := R)) (regions_count R) => [u /(nthP 0)[i]|_ /mapP[i _ ->]].
  by rewrite -size_R => i_n <-; rewrite (RE (Ordinal i_n)); exists (row (Ordinal i_n) U), c; split=> //; apply: map_f; rewrite mem_enum.
exists (nth 0 R i), c^-1; rewrite mem_nth -?size_R // invr_eq0 c0; split=> //.
by rewrite RE scalerA mulVf // scale1r.
Qed.

Lemma faces_of_numbers : exists k, number_of_faces N d [::] us = Z.of_nat k /\ has_faces U k.
Proof.
eexists; split; first exact: number_of_facesE.
apply: faces_count_rows => [|i]; first by rewrite size_map.
exists c^-1; first by rewrite invr_eq0.
by rewrite (nth_map [::]) ?us_U ?scalerA ?mulVf ?scale1r // us_n.
Qed.

End Stands.

(* The rows of a certificate, as fractions and as numbers of the program. *)

Section Patterns.

Variables (n d : nat) (rows : seq (seq numeral)).
Hypothesis rows_ok : well_shaped N d rows.
Hypothesis rows_n : size rows = n.
Let U : 'M[K]_(n, d) := matrix_of theta n d rows.

(* m may be any positive multiple of the denominators. *)
Lemma cleared_rows k (m := Z.mul k (multiple rows)) (i : 'I_n) :
  embedded d (nth [::] [seq cleared N m u | u <- rows] i) = of_Z K m *: row i U.
Proof.
have [_ sound] := well_shaped_sound rows_ok; apply/rowP=> j; rewrite !mxE (nth_map [::]) ?rows_n //.
apply: (nth_cleared right) => //; have [|row_d numerals] := sound (nth [::] rows i); first by apply: in_nth_list; rewrite rows_n.
split=> // a /numerals[a_n fracs]; split=> // f /fracs[f_gt0 [l mE]]; split=> //.
by exists (Z.mul k l); rewrite /m mE Z.mul_assoc.
Qed.

Lemma cleared_shaped m : shaped d [seq cleared N m u | u <- rows].
Proof.
rewrite /shaped all_map; move: rows_ok; rewrite /well_shaped forallbE; apply: sub_all => u /andP[/PeanoNat.Nat.eqb_spec ud _].
by apply/eqP; rewrite size_cleared.
Qed.

Lemma multiple_gt0 : Z.lt Z0 (multiple rows).
Proof. by have [] := well_shaped_sound rows_ok. Qed.

Let stands (i : 'I_n) : embedded d (nth [::] (numbers_of N rows) i) = of_Z K (multiple rows) *: row i U.
Proof. by rewrite /numbers_of mapE -[multiple rows]Z.mul_1_l; apply: cleared_rows. Qed.

Let shaped_numbers : shaped d (numbers_of N rows).
Proof. by rewrite /numbers_of mapE; apply: cleared_shaped. Qed.

Let size_numbers : size (numbers_of N rows) = n.
Proof. by rewrite /numbers_of mapE size_map. Qed.

Let multiple0 : of_Z K (multiple rows) != 0 := lt0r_neq0 (phi_gt0 K multiple_gt0).

Lemma topes_rows : exists k, number_of_regions N d (numbers_of N rows) = Z.of_nat k /\ has_topes U k.
Proof. exact: topes_of_numbers size_numbers shaped_numbers multiple0 stands. Qed.

Lemma faces_rows : exists k, number_of_faces N d [::] (numbers_of N rows) = Z.of_nat k /\ has_faces U k.
Proof. exact: faces_of_numbers size_numbers shaped_numbers multiple0 stands. Qed.

End Patterns.

End Count.

(* Sums and differences of rows, as fractions. *)

Section Differences.

Variables (K : realFieldType) (theta : K).

Lemma fraction_plusE e f g : Z.lt Z0 f.2 -> Z.lt Z0 g.2 ->
  of_fraction K (fraction_plus e f g) = of_fraction K f + of_Z K e * of_fraction K g.
Proof.
move=> /(phi_gt0 K)/lt0r_neq0 f0 /(phi_gt0 K)/lt0r_neq0 g0; rewrite /of_fraction /fraction_plus /= phiD !phiM.
by field; rewrite f0 g0.
Qed.

Variables (T : Type) (N : numbers T).

Lemma well_readP a : reflect (size a = degree N /\ forall k, (k < degree N)%N -> Z.lt Z0 (nth zeros a k).2) (well_read N a).
Proof.
rewrite /well_read forallbE; apply: (iffP andP) => [[/PeanoNat.Nat.eqb_spec a_n /(all_nthP zeros) pos]|[a_n pos]].
  by split=> // k; rewrite -[degree N]a_n => /pos/Z.ltb_lt.
split; first by apply/PeanoNat.Nat.eqb_spec.
by apply/(all_nthP zeros) => k; rewrite a_n => /pos/Z.ltb_lt.
Qed.

Lemma numeral_plusE e a b : well_read N a -> well_read N b ->
  well_read N (numeral_plus e a b) /\ number_at theta (numeral_plus e a b) = number_at theta a + of_Z K e * number_at theta b.
Proof.
move=> /well_readP[a_n a_pos] /well_readP[b_n b_pos]; rewrite /numeral_plus mapE combineE.
have size_m : size [seq fraction_plus e p.1 p.2 | p <- zip a b] = degree N by rewrite size_map size_zip a_n b_n minnn.
have E k : (k < degree N)%N -> nth zeros [seq fraction_plus e p.1 p.2 | p <- zip a b] k = fraction_plus e (nth zeros a k) (nth zeros b k).
  by move=> k_lt; rewrite (nth_map (zeros, zeros)) ?size_zip ?a_n ?b_n ?minnn // nth_zip ?a_n ?b_n.
split.
  apply/well_readP; split=> // k k_lt; rewrite E //=.
  by apply: Z.mul_pos_pos; [apply: a_pos | apply: b_pos].
rewrite /number_at size_m a_n b_n mulr_sumr -big_split; apply: eq_bigr => k _ /=.
by rewrite E // fraction_plusE ?mulrDl ?mulrA //; [apply: a_pos | apply: b_pos].
Qed.

Lemma phiN_one : of_Z K (Zneg xH) = -1.
Proof. by rewrite -[Zneg xH]/(Z.opp (Zpos xH)) phiN phi1. Qed.

Definition row_ok d (row : seq numeral) := PeanoNat.Nat.eqb (size row) d && List.forallb (well_read N) row.

Lemma row_okP d u : reflect (size u = d /\ forall j, (j < d)%N -> well_read N (nth [::] u j)) (row_ok d u).
Proof.
rewrite /row_ok forallbE; apply: (iffP andP) => [[/PeanoNat.Nat.eqb_spec u_d /(all_nthP [::]) ok]|[u_d ok]].
  by split=> // j; rewrite -[d]u_d => /ok.
split; first by apply/PeanoNat.Nat.eqb_spec.
by apply/(all_nthP [::]) => j; rewrite u_d => /ok.
Qed.

Lemma row_plusE e d u v : row_ok d u -> row_ok d v ->
  row_ok d (row_plus e u v) /\ forall j, (j < d)%N ->
    number_at theta (nth [::] (row_plus e u v) j) = number_at theta (nth [::] u j) + of_Z K e * number_at theta (nth [::] v j).
Proof.
move=> /row_okP[u_d u_ok] /row_okP[v_d v_ok]; rewrite /row_plus mapE combineE.
have E j : (j < d)%N -> nth [::] [seq numeral_plus e p.1 p.2 | p <- zip u v] j = numeral_plus e (nth [::] u j) (nth [::] v j).
  by move=> j_d; rewrite (nth_map ([::], [::])) ?size_zip ?u_d ?v_d ?minnn // nth_zip // u_d v_d.
split; last by move=> j j_d; rewrite E //; have [] := numeral_plusE e (u_ok j j_d) (v_ok j j_d).
apply/row_okP; split=> [|j j_d]; first by rewrite size_map size_zip u_d v_d minnn.
by rewrite E //; have [] := numeral_plusE e (u_ok j j_d) (v_ok j j_d).
Qed.

Lemma differencesE (rows : seq (seq numeral)) :
  whole.differences rows = [seq row_plus (Zneg xH) (nth [::] rows ij.1) (nth [::] rows ij.2) | ij <- pairs (size rows)].
Proof.
rewrite /whole.differences /pairs map_allpairs flat_mapE seqE; congr flatten; apply: eq_map => i.
by rewrite mapE seqE minusE; apply: eq_map => j; rewrite !nthE.
Qed.

Lemma size_differences rows : size (whole.differences rows) = 'C(size rows, 2).
Proof. by rewrite differencesE size_map size_pairs. Qed.

Lemma row_differences rows (i j : nat) (k : 'I_('C(size rows, 2))) : nth (0, 0)%N (pairs (size rows)) k = (i, j) ->
  nth [::] (whole.differences rows) k = row_plus (Zneg xH) (nth [::] rows i) (nth [::] rows j).
Proof. by move=> kij; rewrite differencesE (nth_map (0, 0)%N) ?kij // size_pairs. Qed.

Lemma well_shapedE d rows : well_shaped N d rows = all (row_ok d) rows.
Proof. by rewrite /well_shaped forallbE. Qed.

Lemma differences_ok d rows : well_shaped N d rows -> well_shaped N d (whole.differences rows).
Proof.
rewrite !well_shapedE => /(all_nthP [::]) ok; apply/(all_nthP [::]) => k; rewrite size_differences => k_lt.
have [i [j [ij kij]]] := pair_of_row (Ordinal k_lt); rewrite (row_differences kij).
by have [] := row_plusE (Zneg xH) (ok i (ltn_ord i)) (ok j (ltn_ord j)).
Qed.

Lemma matrix_of_differences n d rows : well_shaped N d rows -> size rows = n ->
  matrix_of theta 'C(n, 2) d (whole.differences rows) = braid K n *m matrix_of theta n d rows.
Proof.
rewrite well_shapedE => /(all_nthP [::]) ok rows_n; case: _ / rows_n; apply/row_matrixP=> k.
have [i [j [ij kij]]] := pair_of_row k; rewrite (row_braid_mul _ kij); apply/rowP=> l; rewrite !mxE (row_differences kij).
by have [_ ->] := row_plusE (Zneg xH) (ok i (ltn_ord i)) (ok j (ltn_ord j)); rewrite // phiN_one mulN1r.
Qed.

End Differences.
