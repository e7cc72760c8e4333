(******************************************************************************)
(*                                                                            *)
(*  GENERIC LABELS EXIST                                                      *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorem, for every n and d.                                               *)
(*    generic_exists   There are n generic labels in dimension d; so the      *)
(*        count of generic.v speaks of something.                             *)
(*                                                                            *)
(*  Proof.  A new label has to avoid finitely many affine subspaces: for each *)
(*  label u_i and each span of differences of old labels that is not the whole*)
(*  space, the translate of the span through u_i.                             *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions covectors rankings counting_5_1 counting_5_2 regions nonempty generic.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Existence.

Variable K : realFieldType.
Local Notation edge := (@generic.edge K _).
Local Notation edges := (@generic.edges K _ _).

Lemma avoiding (I : finType) d (c : I -> 'cV[K]_d) (b : I -> K) : (forall s, c s != 0) ->
  exists p : 'rV[K]_d, forall s, (p *m c s) 0 0 != b s.
Proof.
move=> c0; pose A : 'M[K]_(#|I| + 1, d + 1) := block_mx (\matrix_(s, j) c (enum_val s) j 0) (\col_s - b (enum_val s)) 0 1%:M.
have [|y [_ y0]] := @moved_off K _ _ A 0.
  move=> i; have [s ->|s ->] := split_ordP i; rewrite /A /block_mx ?rowKu ?rowKd row_row_mx -row_mx0; apply/eqP=> /eq_row_mx[e e'].
    case/negP: (c0 (enum_val s)); apply/eqP/colP=> j; have := congr1 (fun u : 'rV_d => u 0 j) e; by rewrite !mxE.
  by have := congr1 (fun u : 'rV_1 => u 0 0) e'; rewrite !mxE ord1 eqxx => /eqP; rewrite oner_eq0.
pose t := y (rshift d 0) 0; pose z := usubmx y.
have yE : y = col_mx z t%:M by rewrite -[y]vsubmxK; congr col_mx; apply/matrixP=> i j; rewrite !mxE !ord1 eqxx.
have t0 : t != 0.
  have := y0 (rshift _ 0); rewrite yE /A mul_block_col col_mxEd mul0mx add0r mul1mx mxE eqxx //.
have value s : (A *m y) (lshift 1 (enum_rank s)) 0 = (z^T *m c s) 0 0 - b s * t.
  rewrite yE /A mul_block_col col_mxEu mxE; congr (_ + _).
    by rewrite !mxE; apply: eq_bigr => j _; rewrite !mxE enum_rankK mulrC.
  by rewrite mxE big_ord_recl big_ord0 addr0 !mxE eqxx mulr1n enum_rankK mulNr.
exists (t^-1 *: z^T) => s; have := y0 (lshift 1 (enum_rank s)); rewrite value; apply: contraNneq => <-.
by rewrite -scalemxAl [X in _ - X * t]mxE mulrAC mulVf // mul1r subrr.
Qed.

(* The first label put onto label i. *)
Definition onto n (i : 'I_n) : 'M[K]_(1 + n, n) := col_mx (delta_mx 0 i) 1%:M.

Lemma onto_edges m n (C : 'M[K]_(m, 1 + n)) i : edges C -> edges (C *m onto i).
Proof.
pose f (a : 'I_(1 + n)) := if split a is inr b then b else i.
have fE a : (delta_mx 0 a : 'rV[K]_(1 + n)) *m onto i = delta_mx 0 (f a).
  rewrite -rowE /f; case: split_ordP => b ->; first by rewrite rowKu ord1 row_id.
  by rewrite rowKd row1.
move=> CE r; have [a [b e]] := CE r; exists (f a), (f b).
by rewrite row_mul e /edge mulmxBl !fE.
Qed.

Lemma onto_mul m n d (C : 'M[K]_(m, 1 + n)) i (p : 'rV[K]_d) (U : 'M[K]_(n, d)) :
  C *m col_mx p U = C *m onto i *m U + lsubmx C *m (p - row i U).
Proof.
rewrite -[C in LHS]hsubmxK -[C in C *m onto i]hsubmxK !mul_row_col mulmx1 mulmxDl -mulmxA -rowE mulmxBr.
by rewrite addrAC addrCA subrr addr0 addrC.
Qed.

Lemma edge_first n (i : 'I_n) : edge (lshift n 0) (rshift 1 i) = row_mx 1%:M (- delta_mx 0 i).
Proof.
apply/rowP=> a; have [b ->|b ->] := @split_ordP 1 n a.
  by rewrite row_mxEl !mxE !eq_lrshift !andbF subr0 [b]ord1 !eqxx.
by rewrite row_mxEr !mxE eq_rlshift andbF sub0r (inj_eq (@rshift_inj 1 n)).
Qed.

Lemma generic_extended n d (U : 'M[K]_(n, d)) : generic U -> exists p : 'rV[K]_d, generic (col_mx p U).
Proof.
case: d U => [|d] U gU; first by exists 0 => m C _; rewrite min0n; apply/eqP; rewrite -leqn0; apply: rank_leq_col.
pose M (S : {set 'I_n * 'I_n}) := (\sum_(ij in S) <<row ij.1 U - row ij.2 U>>)%MS.
have /fin_all_exists[c cP] : forall s : 'I_n * {set 'I_n * 'I_n}, exists c : 'cV[K]_d.+1, c != 0 /\ ((\rank (M s.2) < d.+1)%N -> M s.2 *m c = 0).
  move=> [i S] /=; have [full|low] := leqP d.+1 (\rank (M S)).
    exists (delta_mx 0 0); split=> //; by apply/eqP=> /matrixP/(_ 0 0); rewrite !mxE !eqxx => /eqP; rewrite oner_eq0.
  have : kermx (M S)^T != 0 by rewrite -mxrank_eq0 mxrank_ker mxrank_tr -lt0n subn_gt0.
  case/rowV0Pn=> v /sub_kermxP vM v0; exists v^T; split=> [|_]; first by rewrite trmx_eq0.
  by apply: trmx_inj; rewrite trmx_mul trmxK vM trmx0.
have [p pP] := avoiding (fun s => (row s.1 U *m c s) 0 0) (fun s => (cP s).1).
exists p => m C CE; have [/forallP none|] := boolP [forall r, C r (lshift n 0) == 0].
  have CE' : C = row_mx 0 (rsubmx C).
    by rewrite -[C in LHS]hsubmxK; congr row_mx; apply/matrixP=> r j; rewrite ord1 !mxE; apply/eqP/none.
  case: n {M c cP pP} U gU C CE none CE' => [|n] U gU C CE none CE'.
    have -> : C = 0 by rewrite CE'; apply/matrixP=> r j; rewrite [RHS]mxE; case: (split_ordP j) => a ->; [rewrite row_mxEl mxE | case: a].
    by rewrite mul0mx !mxrank0 minn0.
  have CT : C *m onto 0 = rsubmx C by rewrite -[C in LHS]hsubmxK mul_row_col mulmx1 (_ : lsubmx C = 0) ?mul0mx ?add0r // CE' row_mxKl.
  have := gU _ _ (onto_edges 0 CE); rewrite CT; move: (rsubmx C) CE' => C' -> e.
  by rewrite below_mul rank_below.
rewrite negb_forall => /existsP[r Cr].
have [i Ci] : exists i : 'I_n, row r C = edge (lshift n 0) (rshift 1 i) \/ row r C = - edge (lshift n 0) (rshift 1 i).
  have [a [b e]] := CE r; have : (edge a b : 'rV[K]_(1 + n)) 0 (lshift n 0) != 0 by rewrite -e mxE.
  case: (split_ordP a) e => a' ->; case: (split_ordP b) => b' -> e; rewrite !mxE ?eq_lrshift ?ord1 ?andbF ?subrr ?eqxx //= => _.
  - by exists b'; left; rewrite e ord1.
  - by exists a'; right; rewrite e ord1 /edge opprB.
have CrT : row r C *m onto i = 0.
  have e0 : edge (lshift n 0) (rshift 1 i) *m onto i = 0 :> 'rV[K]_n by rewrite edge_mul rowKu rowKd row_id row1 subrr.
  by case: Ci => ->; rewrite ?mulNmx e0 ?oppr0.
pose h := p - row i U; pose C' := C *m onto i; have C'E := onto_edges i CE.
have h_in : (h <= C *m col_mx p U)%MS.
  have e : edge (lshift n 0) (rshift 1 i) *m col_mx p U = h by rewrite edge_mul rowKu rowKd row_id.
  have : (row r (C *m col_mx p U) <= C *m col_mx p U)%MS by apply: row_sub.
  by rewrite row_mul; case: Ci => ->; rewrite ?mulNmx e ?eqmx_opp.
have C'_in : (C' *m U <= C *m col_mx p U)%MS.
  have -> : C' *m U = C *m col_mx p U - lsubmx C *m h by rewrite (onto_mul C i) addrK.
  by rewrite addmx_sub // eqmx_opp mulmx_sub.
have rank_C : \rank C = (\rank C').+1.
  rewrite -[LHS](mxrank_mul_ker C (onto i)) -/C' addnC -[RHS]add1n; congr addn.
  suff [-> _] : (C :&: kermx (onto i) :=: row r C)%MS.
    by rewrite rank_rV (_ : row r C != 0) //; apply: contraNneq Cr => /rowP/(_ (lshift n 0)); rewrite !mxE => ->.
  apply/eqmxP/andP; split; last by rewrite sub_capmx row_sub; apply/sub_kermxP.
  apply/rV_subP=> v; rewrite sub_capmx => /andP[_ /sub_kermxP vT].
  have v_edge : (v <= edge (lshift n 0) (rshift 1 i))%MS.
    have : v = lsubmx v *m edge (lshift n 0) (rshift 1 i); last by move->; apply: submxMl.
    rewrite edge_first mul_mx_row mulmx1 mulmxN -[LHS]hsubmxK; congr row_mx; apply/eqP; rewrite -addr_eq0 addrC; apply/eqP.
    by rewrite -[RHS]vT -[v in RHS]hsubmxK mul_row_col mulmx1.
  by apply: submx_trans v_edge _; case: Ci => ->; rewrite ?eqmx_opp.
have rank_C'U := gU _ _ C'E; have [full|low] := leqP d.+1 (\rank C').
  move: rank_C'U; rewrite (minn_idPl full) => rank_C'U; rewrite rank_C (minn_idPl (leqW full)); apply/eqP.
  by rewrite eqn_leq rank_leq_col -{1}rank_C'U mxrankS.
move: rank_C'U; rewrite (minn_idPr (ltnW low)) => rank_C'U; rewrite rank_C (minn_idPr low); apply/eqP.
rewrite eqn_leq -{1}rank_C mxrankM_maxl /= -rank_C'U ltn_neqAle mxrankS // andbT.
have [_ ->] := mxrank_leqif_sup C'_in; apply: contraL (pP (i, [set ab | (edge ab.1 ab.2 <= C')%MS])) => /(submx_trans h_in) h_C'U.
set S := [set _ | _]; have [c0 Mc] := cP (i, S).
have MS : (M S :=: C' *m U)%MS.
  apply/eqmxP/andP; split.
    apply/sumsmx_subP=> ab; rewrite inE genmxE => ab_in; by rewrite -edge_mul submxMr.
  apply/row_subP=> k; have [a [b e]] := C'E k; rewrite row_mul e edge_mul.
  by apply: (sumsmx_sup (a, b)); rewrite ?inE /= -?e ?row_sub // genmxE.
have {}Mc : C' *m U *m c (i, S) = 0.
  have [rk _] := MS; have /submxP[D ->] : (C' *m U <= M S)%MS by rewrite MS.
  by rewrite -mulmxA Mc ?mulmx0 // rk rank_C'U.
have /submxP[D hD] := h_C'U; have : h *m c (i, S) = 0 by rewrite hD -mulmxA Mc mulmx0.
by rewrite mulmxBl => /eqP; rewrite subr_eq0 => /eqP ->; rewrite negbK.
Qed.

Lemma generic_exists_edges n d : exists U : 'M[K]_(n, d), generic U.
Proof.
elim: n => [|n [U gU]]; last by have [p pU] := generic_extended gU; exists (col_mx p U).
exists 0 => m C _; have -> : C = 0 by apply/matrixP=> r [].
by rewrite mul0mx !mxrank0 minn0.
Qed.

Lemma edges_generic n d (U : 'M[K]_(n, d)) : generic U -> generic_labels U.
Proof.
move=> gU F; case: n U gU F => [|n] U gU F.
  have no m (A : 'M[K]_('C(0, 2), m)) : A = 0 by apply/matrixP=> -[].
  by rewrite [only_rows (braid K 0) F]no [only_rows _ F]no !mxrank0 minn0.
rewrite -gU => [|k].
  congr (\rank _); apply/matrixP=> k l; rewrite [LHS]mxE [RHS]mxE; case: ifP => kF.
    by rewrite mxE; apply: eq_bigr => a _; rewrite [in RHS]mxE kF.
  by rewrite big1 // => a _; rewrite mxE kF mul0r.
have [i [j [_ kE]]] := pair_of_row k; have e : row k (braid K n.+1) = edge i j by rewrite -[braid K n.+1]mulmx1 (row_braid_mul _ kE) !row1.
case kF: (k \in F); [exists i, j; rewrite -[RHS]e | exists 0, 0; rewrite /edge subrr]; apply/rowP=> l; by rewrite !mxE kF.
Qed.

End Existence.

Theorem generic_exists (K : realFieldType) n d :
  exists U : 'M[K]_(n, d), generic_labels U.
Proof. by have [U /edges_generic gU] := generic_exists_edges K n d; exists U. Qed.
