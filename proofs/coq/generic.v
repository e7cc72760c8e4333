(******************************************************************************)
(*                                                                            *)
(*  COUNTING 5.2: THE NUMBER OF RANKINGS IN GENERAL POSITION                  *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    generic_orders   If the n labels U are generic in dimension d then R(U) *)
(*        has Q(n, d) members (Cover 1967).                                   *)
(*    orders_rules     Q is the number of the paper: Q(1, d) = 1, Q(n, 1) = 2 *)
(*        for n > 1, and Q(n, d) = Q(n-1, d) + (n-1) Q(n-1, d-1).             *)
(*    counting_5_2     The whole claim.                                       *)
(*                                                                            *)
(*  Proof.  A new label p adds the hyperplanes of p - u_i.  On the one of i   *)
(*  the labels p and u_i coincide, and what is left are n - 1 generic labels  *)
(*  in dimension d - 1: each new hyperplane cuts Q(n-1, d-1) regions in two.  *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions covectors rankings counting_5_1 counting_5_2 regions nonempty.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Generic.

Variable K : realFieldType.

Definition edge n (i j : 'I_n) : 'rV[K]_n := delta_mx 0 i - delta_mx 0 j.

Definition edges m n (C : 'M[K]_(m, n)) : Prop := forall r, exists i j, row r C = edge i j.

(* The rank of every list of differences is as large as it can be. *)
Definition generic n d (U : 'M[K]_(n, d)) : Prop := forall m (C : 'M[K]_(m, n)), edges C -> \rank (C *m U) = minn d (\rank C).

Lemma edge_mul n d (U : 'M[K]_(n, d)) i j : edge i j *m U = row i U - row j U.
Proof. by rewrite mulmxBl -!rowE. Qed.

(* The same with sets of rows of the braid matrix. *)
Lemma generic_edges n d (U : 'M[K]_(n, d)) : generic_labels U -> generic U.
Proof.
move=> gU m C CE; pose F : {set 'I_('C(n, 2))} := [set k | (row k (braid K n) <= C)%MS].
have rowB (k : 'I_('C(n, 2))) (i j : 'I_n) : nth (0, 0)%N (pairs n) k = (i : nat, j : nat) -> row k (braid K n) = edge i j.
  by move=> kE; rewrite -[braid K n]mulmx1 (row_braid_mul _ kE) !row1.
have only : (only_rows (braid K n) F :=: C)%MS.
  apply/eqmxP/andP; split; apply/row_subP=> r.
    have -> : row r (only_rows (braid K n) F) = if r \in F then row r (braid K n) else 0.
      by apply/rowP=> j; case: ifP => rF; rewrite !mxE rF.
    by case: ifP => [|_]; [rewrite inE | exact: sub0mx].
  have [i [j e]] := CE r; have {e} edge_in : edge i j = row r C by [].
  have [ij|ji|/val_inj ij] := ltngtP i j; last by rewrite -edge_in ij /edge subrr sub0mx.
    have [k kE] := row_of_pair ij; have kF : k \in F by rewrite inE (rowB _ _ _ kE) edge_in row_sub.
    have <- : row k (only_rows (braid K n) F) = row r C; last exact: row_sub.
    by rewrite -edge_in -(rowB _ _ _ kE); apply/rowP=> l; rewrite !mxE kF.
  have [k kE] := row_of_pair ji; have oppE : edge j i = - edge i j by rewrite /edge opprB.
  have kF : k \in F by rewrite inE (rowB _ _ _ kE) oppE edge_in eqmx_opp row_sub.
  have <- : - row k (only_rows (braid K n) F) = row r C; last by rewrite eqmx_opp row_sub.
  by rewrite -edge_in -[RHS]opprK -oppE -(rowB _ _ _ kE); congr (- _); apply/rowP=> l; rewrite !mxE kF.
have [<- _] := only; have [<- _] := eqmxMr U only; rewrite -gU; congr (\rank _).
apply/matrixP=> k l; rewrite [LHS]mxE [RHS]mxE; case: ifP => kF.
  by rewrite mxE; apply: eq_bigr => a _; rewrite mxE kF.
by rewrite big1 // => a _; rewrite mxE kF mul0r.
Qed.

(* Fewer labels, and labels on the hyperplane where the first coincides with another. *)
Lemma edges_below m n (C : 'M[K]_(m, n)) : edges C -> edges (row_mx (0 : 'cV_m) C).
Proof.
move=> CE r; have [i [j e]] := CE r; exists (rshift 1 i), (rshift 1 j); rewrite row_row_mx e row0.
apply/rowP=> a; have [b ->|b ->] := @split_ordP 1 n a.
  by rewrite row_mxEl !mxE !eq_lrshift !andbF subrr.
by rewrite row_mxEr !mxE !(inj_eq (@rshift_inj 1 n)).
Qed.

Lemma below_mul m n d (C : 'M[K]_(m, n)) (p : 'rV[K]_d) (U : 'M[K]_(n, d)) : row_mx (0 : 'cV_m) C *m col_mx p U = C *m U.
Proof. by rewrite mul_row_col mul0mx add0r. Qed.

Lemma rank_below m n (C : 'M[K]_(m, n)) : \rank (row_mx (0 : 'cV_m) C) = \rank C.
Proof. by rewrite -mxrank_tr tr_row_mx trmx0 rank_col_0mx mxrank_tr. Qed.

Lemma generic_fewer n d (p : 'rV[K]_d) (U : 'M[K]_(n, d)) : generic (col_mx p U) -> generic U.
Proof. by move=> gU m C /edges_below/gU; rewrite below_mul rank_below. Qed.

Lemma generic_apart n d (p : 'rV[K]_d.+1) (U : 'M[K]_(n, d.+1)) i : generic (col_mx p U) -> p - row i U != 0.
Proof.
pose e : 'rV[K]_(1 + n) := edge (lshift n 0) (rshift 1 i).
have e0 : e != 0 by apply/rV0Pn; exists (lshift n 0); rewrite !mxE !eqxx eq_lrshift !andbF subr0 oner_neq0.
move=> /(_ 1%N e) gU; have /gU : edges e by move=> r; exists (lshift n 0), (rshift 1 i); rewrite ord1 row_id.
by rewrite edge_mul rowKu rowKd row_id !rank_rV e0 minnSS minn0; case: eqP.
Qed.

Lemma generic_restricted n d (p : 'rV[K]_d.+1) (U : 'M[K]_(n, d.+1)) (i : 'I_n) (N : 'M[K]_(d.+1, d)) :
  generic (col_mx p U) -> (p - row i U) *m N = 0 ->
  (forall x : 'cV[K]_d.+1, (p - row i U) *m x = 0 -> exists z, x = N *m z) -> generic (U *m N).
Proof.
move=> gU hN N_all m C CE; pose h := p - row i U; pose e : 'rV[K]_(1 + n) := edge (lshift n 0) (rshift 1 i).
have e_first : e 0 (lshift n 0) = 1 by rewrite !mxE !eqxx eq_lrshift !andbF subr0.
have eU : e *m col_mx p U = h by rewrite edge_mul rowKu rowKd row_id.
have h0 : h != 0 by exact: generic_apart gU.
pose A := col_mx h (C *m U).
have AE : A = col_mx e (row_mx (0 : 'cV_m) C) *m col_mx p U by rewrite mul_col_mx eU below_mul.
have rank_A : \rank A = minn d.+1 (\rank C).+1.
  rewrite AE gU => [|r]; last first.
    have [a ->|a ->] := split_ordP r; first by rewrite rowKu ord1 row_id; exists (lshift n 0), (rshift 1 i).
    by rewrite rowKd; apply: edges_below.
  congr minn; rewrite -addsmxE mxrank_disjoint_sum ?rank_below ?rank_rV.
    by rewrite (_ : e != 0) //; apply: contraTneq (oner_neq0 K) => e0; rewrite -e_first e0 mxE eqxx.
  apply/eqP/rowV0P=> v; rewrite sub_capmx => /andP[/sub_rVP[c ->] /submxP[w]].
  rewrite mul_mx_row mulmx0 => /rowP/(_ (lshift n 0)); rewrite mxE e_first mulr1 row_mxEl mxE => ->; by rewrite scale0r.
have := mxrank_mul_ker A N; rewrite mul_col_mx hN mulmxA rank_col_0mx rank_A.
have -> : \rank (A :&: kermx N)%MS = 1%N.
  suff [-> _] : (A :&: kermx N :=: h)%MS by rewrite rank_rV h0.
  apply/eqmxP/andP; split; last first.
    rewrite sub_capmx; apply/andP; split; last exact/sub_kermxP.
    by apply/submxP; exists (row_mx 1%:M 0); rewrite mul_row_col mul1mx mul0mx addr0.
  apply/rV_subP=> v; rewrite sub_capmx => /andP[_ /sub_kermxP vN]; apply/sub_rVP; exact: kernel_line h0 N_all vN.
by rewrite minnSS addn1 => -[].
Qed.

(* All differences of rows, with both signs. *)

Definition diffs n d (U : 'M[K]_(n, d)) : seq 'rV[K]_d :=
  [seq row ij.1 U - row ij.2 U | ij <- enum [pred ij : 'I_n * 'I_n | ij.1 != ij.2]].

Lemma diffsP n d (U : 'M[K]_(n, d)) (v : 'rV[K]_d) : reflect (exists i j, i != j /\ v = row i U - row j U) (v \in diffs U).
Proof.
apply: (iffP mapP) => [[[i j]]|[i [j [ij ->]]]]; first by rewrite mem_enum => ij ->; exists i, j.
by exists (i, j); rewrite ?mem_enum.
Qed.

Lemma multiple_self d (rows : seq 'rV[K]_d) (v : 'rV[K]_d) : v \in rows -> multiple_of rows v.
Proof. by move=> v_in; exists v, 1; rewrite oner_neq0 scale1r. Qed.

Lemma multiple_opp d (rows : seq 'rV[K]_d) (v : 'rV[K]_d) : - v \in rows -> multiple_of rows v.
Proof. by move=> v_in; exists (- v), (- 1); rewrite oppr_eq0 oner_neq0 scaleN1r opprK. Qed.

Lemma braid_diffs n d (U : 'M[K]_(n, d)) k : has_topes (rows_matrix (diffs U)) k -> has_topes (braid K n *m U) k.
Proof.
move=> Dk; pose L := [seq row l (braid K n *m U) | l <- enum 'I_('C(n, 2))].
have size_L : 'C(n, 2) = size L by rewrite size_map size_enum_ord.
apply: (has_topes_rows (nm := size_L) (B := rows_matrix L)) => [l|].
  by rewrite row_rows_matrix (nth_map l) ?size_enum_ord //= nth_ord_enum.
apply: same_number Dk => v.
  case/diffsP=> i [j [ij ->]]; move: ij; rewrite -val_eqE neq_ltn => /orP[] /row_of_pair[l lE].
    by apply: multiple_self; apply/mapP; exists l; rewrite ?mem_enum ?(row_braid_mul _ lE).
  by apply: multiple_opp; apply/mapP; exists l; rewrite ?mem_enum ?(row_braid_mul _ lE) // opprB.
case/mapP=> l _ ->; have [i [j [ij lE]]] := pair_of_row l; apply: multiple_self; apply/diffsP; exists i, j.
by rewrite (row_braid_mul _ lE) -val_eqE neq_ltn ij.
Qed.

Lemma diffs_col n d (p : 'rV[K]_d) (W : 'M[K]_(n, d)) k :
  has_topes (rows_matrix ([seq p - row i W | i <- enum 'I_n] ++ diffs W)) k -> has_topes (rows_matrix (diffs (col_mx p W))) k.
Proof.
apply: same_number => v; rewrite ?mem_cat.
  case/orP=> [/mapP[i _ ->]|/diffsP[i [j [ij ->]]]]; apply: multiple_self; apply/diffsP.
    by exists (lshift n 0), (rshift 1 i); rewrite eq_lrshift rowKu rowKd row_id.
  by exists (rshift 1 i), (rshift 1 j); rewrite !rowKd (inj_eq (@rshift_inj 1 n)).
case/diffsP=> i [j [ij ->]]; move: ij.
have [a ->|a ->] := split_ordP i; have [b ->|b ->] := split_ordP j; rewrite ?rowKu ?rowKd ?row_id.
- by rewrite !ord1 eqxx.
- by move=> _; apply: multiple_self; rewrite mem_cat; apply/orP; left; apply/mapP; exists b; rewrite ?mem_enum ?ord1.
- by move=> _; apply: multiple_opp; rewrite opprB mem_cat; apply/orP; left; apply/mapP; exists a; rewrite ?mem_enum ?ord1.
rewrite (inj_eq (@rshift_inj 1 n)) => ab; apply: multiple_self; rewrite mem_cat; apply/orP; right; apply/diffsP; by exists a, b.
Qed.

Lemma generic_diffs n d (U : 'M[K]_(n, d)) : generic U -> has_topes (rows_matrix (diffs U)) (cover_orders n d).
Proof.
elim: n d U => [|n IH] d U gU.
  by case E: (diffs U) => [|v l]; [exact: no_rows | have /diffsP[[]] : v \in diffs U by rewrite E inE eqxx].
case: d U gU => [|d] U gU.
  case: n {IH} U gU => [|n] U gU.
    case E: (diffs U) => [|v l]; first exact: no_rows.
    by have /diffsP[i [j []]] : v \in diffs U; [rewrite E inE eqxx | rewrite !ord1 eqxx].
  apply: zero_row_no_topes; apply/diffsP; exists ord0, (lift ord0 ord0); rewrite neq_lift; split=> //.
  by apply/rowP=> -[].
pose p : 'rV[K]_d.+1 := usubmx (U : 'M_(1 + n, _)); pose W : 'M[K]_(n, d.+1) := dsubmx (U : 'M_(1 + n, _)).
have UE : U = col_mx p W by rewrite vsubmxK.
have gW : generic W by move: gU; rewrite UE => /generic_fewer.
suff step l : uniq l -> has_topes (rows_matrix ([seq p - row i W | i <- l] ++ diffs W)) (cover_orders n d.+1 + size l * cover_orders n d).
  by have := step (enum 'I_n) (enum_uniq _); rewrite size_enum_ord UE; apply: diffs_col.
elim: l => [|i l IHl] /=; first by rewrite mul0n addn0 => _; apply: IH.
case/andP=> il /IHl{IHl} IHl.
have h0 : p - row i W != 0 by move: gU; rewrite UE; apply: generic_apart.
have [N [hN N_all]] := hyperplane h0.
rewrite mulSn addnCA [(cover_orders n d + _)%N]addnC rows_matrix_cons.
apply: (deletion_restriction h0 hN N_all IHl); set S := _ ++ _.
have size_S : size S = size [seq v *m N | v : 'rV[K]_d.+1 <- S] by rewrite size_map.
apply: (has_topes_rows (nm := size_S) (B := rows_matrix [seq v *m N | v : 'rV[K]_d.+1 <- S])) => [a|].
  by rewrite row_mul !row_rows_matrix (nth_map (0 : 'rV[K]_d.+1)) /= ?ltn_ord.
have gN : generic (W *m N) by move: gU; rewrite UE => gU; apply: generic_restricted gU hN N_all.
have same_N : p *m N = row i W *m N by apply/eqP; rewrite -subr_eq0 -mulmxBl hN.
apply: same_number (IH _ _ gN) => v; rewrite /S.
  case/diffsP=> a [b [ab ->]]; apply: multiple_self; apply/mapP; exists (row a W - row b W).
    by rewrite mem_cat; apply/orP; right; apply/diffsP; exists a, b.
  by rewrite mulmxBl -!row_mul.
case/mapP=> w; rewrite mem_cat => /orP[/mapP[j jl ->]|/diffsP[a [b [ab ->]]]] ->; apply: multiple_self; apply/diffsP.
  exists i, j; rewrite mulmxBl same_N -!row_mul; split=> //; by apply: contraNneq il => ->.
by exists a, b; rewrite mulmxBl -!row_mul.
Qed.

End Generic.

Theorem generic_orders (K : realFieldType) n d (U : 'M[K]_(n, d)) :
  generic_labels U -> has_topes (braid K n *m U) (cover_orders n d).
Proof. by move=> /generic_edges/generic_diffs/braid_diffs. Qed.

Theorem orders_rules n d :
  [/\ cover_orders 1 d = 1%N, (1 < n)%N -> cover_orders n 1 = 2%N
    & (1 < n)%N -> (0 < d)%N -> cover_orders n d = (cover_orders n.-1 d + n.-1 * cover_orders n.-1 d.-1)%N].
Proof.
split; [by case: d | | by case: n d => [|n] [|d]].
by case: n => // n; elim: n => // -[|n] IH _ //; rewrite [LHS]/= -/(cover_orders n.+2 1) IH // muln0.
Qed.

Theorem counting_5_2 (K : realFieldType) n d (U : 'M[K]_(n.+1, d)) :
  [/\ \rank (centred U) = n -> forall p, ranks U p,
      (\rank (centred U) < n)%N -> exists p, ~ ranks U p
    & generic_labels U -> has_topes (braid K n.+1 *m U) (cover_orders n.+1 d)].
Proof. by split; [exact: counting_5_2_feasible | exact: counting_5_2_infeasible | exact: generic_orders]. Qed.
