(******************************************************************************)
(*                                                                            *)
(*  ZASLAVSKY'S THEOREM: THE NUMBER OF REGIONS FROM RANKS ALONE               *)
(*                                                                            *)
(*  Field.  K is any ordered field; U is any n x d matrix over K: zero,       *)
(*  equal and parallel rows and any rank are allowed.                         *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    whitney_deletion_restriction   Let h be a non-zero row and N as in      *)
(*        counting_5_1.v.  Then w_0 is that of U, and w_(k+1) of h and U      *)
(*        together is  w_(k+1) of U minus w_k of U N.                         *)
(*    whitney_alternates    (-1)^k w_k >= 0.                                  *)
(*    zaslavsky    S(U) has  |w_0| + |w_1| + ... + |w_d|  members.            *)
(*    whitney_moebius       If no row is zero and mu is the Moebius function  *)
(*        of the flats (from the least flat), then w_k is the sum of mu(F)    *)
(*        over the flats F of rank k.                                         *)
(*    moebius_exists        If no row is zero there is such a function mu     *)
(*        (and it is unique on the flats).                                    *)
(*    zaslavsky_moebius     Then S(U) has                                     *)
(*          sum over k of | sum of mu(F) over the flats F of rank k |         *)
(*        members: the count of the command `count`.                          *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions covectors gordan counting_5_1 regions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Subsets of 1 + n rows: with or without the first. *)

Section Subsets.

Variable n : nat.

Definition extended (e : bool) (B : {set 'I_n}) : {set 'I_(1 + n)} := [set i | if split i is inr j then j \in B else e].

Lemma in_extended_first e B : (lshift n 0 \in extended e B) = e.
Proof. by rewrite inE split_first. Qed.

Lemma in_extended_rest e B j : (rshift 1 j \in extended e B) = (j \in B).
Proof. by rewrite inE split_rest. Qed.

Lemma card_extended e B : #|extended e B| = (e + #|B|)%N.
Proof.
rewrite -!sum1_card big_mkcond big_split_ord big_ord_recl big_ord0 /= addn0 in_extended_first.
by rewrite [in RHS]big_mkcond; congr (_ + _)%N; apply: eq_bigr => j _; rewrite in_extended_rest.
Qed.

Lemma sum_subsets (F : {set 'I_(1 + n)} -> int) :
  \sum_B F B = \sum_B F (extended false B) + \sum_B F (extended true B).
Proof.
rewrite (bigID (fun B : {set 'I_(1 + n)} => lshift n 0 \in B)) /= addrC.
have half e : \sum_(B : {set 'I_(1 + n)} | (lshift n 0 \in B) == e) F B = \sum_B F (extended e B).
  rewrite (reindex_onto (extended e) (fun B : {set 'I_(1 + n)} => [set j | rshift 1 j \in B])) /=.
    apply: eq_bigl => B; rewrite in_extended_first eqxx /=.
    by apply/eqP/setP=> j; rewrite inE in_extended_rest.
  move=> B /eqP Be; apply/setP=> i; have [j ->|j ->] := split_ordP i.
    by rewrite ord1 in_extended_first Be.
  by rewrite in_extended_rest inE.
by rewrite -(half false) -(half true); congr (_ + _); apply: eq_bigl => B; case: (_ \in _).
Qed.

End Subsets.

Section Ranks.

Variable K : realFieldType.

Lemma only_extended n d (h : 'rV[K]_d) (U : 'M[K]_(n, d)) e B :
  only_rows (col_mx h U) (extended e B) = col_mx (if e then h else 0) (only_rows U B).
Proof.
apply/matrixP=> i j; rewrite mxE; have [k ->|k ->] := split_ordP i.
  by rewrite ord1 in_extended_first !col_mxEu; case: e; rewrite ?mxE.
by rewrite in_extended_rest !col_mxEd !mxE.
Qed.

Lemma rank_under_zero n d (A : 'M[K]_(n, d)) : \rank (col_mx (0 : 'rV[K]_d) A) = \rank A.
Proof. by rewrite -addsmxE adds0mx. Qed.

Lemma only_mulmx n d e (U : 'M[K]_(n, d)) (N : 'M[K]_(d, e)) B : only_rows (U *m N) B = only_rows U B *m N.
Proof.
apply/matrixP=> i j; rewrite !mxE; case: ifP => iB; last by rewrite big1 // => k _; rewrite mxE iB mul0r.
by apply: eq_bigr => k _; rewrite mxE iB.
Qed.

(* On the hyperplane of h the rank is one less. *)
Lemma rank_restriction n d e (h : 'rV[K]_d) (A : 'M[K]_(n, d)) (N : 'M[K]_(d, e)) :
  h != 0 -> h *m N = 0 -> (forall x : 'cV[K]_d, h *m x = 0 -> exists z, x = N *m z) ->
  \rank (col_mx h A) = (\rank (A *m N)).+1.
Proof.
move=> h0 hN N_all; have kerN : (kermx N :=: h)%MS.
  apply/eqmxP/andP; split; last by apply/sub_kermxP.
  by apply/rV_subP=> w /sub_kermxP/(kernel_line h0 N_all)[c ->]; apply: scalemx_sub.
rewrite -(mxrank_mul_ker (col_mx h A) N) mul_col_mx hN rank_under_zero addnC.
suff -> : \rank (col_mx h A :&: kermx N)%MS = 1%N by [].
have -> : (col_mx h A :&: kermx N :=: h)%MS.
  apply/eqmxP/andP; split; first by rewrite (submx_trans (capmxSr _ _)) // kerN.
  by rewrite sub_capmx kerN submx_refl andbT -addsmxE addsmxSl.
by rewrite rank_rV h0.
Qed.

Lemma whitney_sum n d (U : 'M[K]_(n, d)) k : whitney U k = \sum_B (if \rank (only_rows U B) == k then (-1) ^+ #|B| else 0).
Proof. by rewrite /whitney big_mkcond. Qed.

Lemma whitney_zero_row n d (U : 'M[K]_(n, d)) k : whitney (col_mx (0 : 'rV[K]_d) U) k = 0.
Proof.
rewrite whitney_sum sum_subsets -big_split big1 //= => B _.
by rewrite !only_extended !card_extended /= !rank_under_zero; case: ifP; rewrite ?addr0 // exprS mulN1r subrr.
Qed.

Lemma whitney_none d (U : 'M[K]_(0, d)) k : whitney U k = (k == 0%N)%:R.
Proof.
rewrite whitney_sum (big_pred1 set0) => [|B]; last by apply/esym/eqP/setP=> -[].
by rewrite [only_rows _ _]flatmx0 mxrank0 cards0 eq_sym expr0; case: eqP.
Qed.

End Ranks.

Theorem whitney_deletion_restriction (K : realFieldType) n d e (h : 'rV[K]_d) (U : 'M[K]_(n, d)) (N : 'M[K]_(d, e)) :
  h != 0 -> h *m N = 0 -> (forall x : 'cV[K]_d, h *m x = 0 -> exists z, x = N *m z) ->
  whitney (col_mx h U) 0 = whitney U 0 /\ forall k, whitney (col_mx h U) k.+1 = whitney U k.+1 - whitney (U *m N) k.
Proof.
move=> h0 hN N_all; have split_sum k : whitney (col_mx h U) k =
    whitney U k - \sum_B (if (\rank (only_rows (U *m N) B)).+1 == k then (-1) ^+ #|B| else 0).
  rewrite !whitney_sum sum_subsets; congr (_ + _).
    by apply: eq_bigr => B _; rewrite only_extended card_extended rank_under_zero.
  rewrite -sumrN; apply: eq_bigr => B _; rewrite only_extended card_extended (rank_restriction _ h0 hN N_all) only_mulmx.
  by case: ifP; rewrite ?oppr0 // exprS mulN1r.
split=> [|k]; rewrite split_sum; first by rewrite big1 ?subr0.
by rewrite -whitney_sum.
Qed.

Section Zaslavsky.

Variable K : realFieldType.

Lemma regions_by_ranks n d (U : 'M[K]_(n, d)) :
  (forall k, 0 <= (-1) ^+ k * whitney U k) /\ has_topes U (\sum_(k < d.+1) `|whitney U k|)%N.
Proof.
elim: n d U => [|n IH] d U.
  split=> [k|]; first by rewrite whitney_none; case: k => [|k]; rewrite ?mulr0 // expr0 mulr1.
  rewrite big_ord_recl big1 => [|k _]; last by rewrite whitney_none.
  by rewrite whitney_none; apply: no_rows.
have [h [U' ->]] := first_and_rest U; have [->|h0] := eqVneq h 0.
  split=> [k|]; first by rewrite whitney_zero_row mulr0.
  rewrite big1 => [|k _]; last by rewrite whitney_zero_row.
  exists set0; rewrite cards0; split=> // b; rewrite inE; split=> // -[[x xP] /(_ (@lshift 1 n 0))].
  by rewrite -xP (@mul_col_mx _ 1 n) (@col_mxEu _ 1 n) mul0mx mxE sgz0 eqxx.
case: d U U' h h0 => [|d] U U' h h0; first by case/negP: h0; apply/eqP/rowP=> -[].
have [N [hN N_all]] := hyperplane h0; have [w0 wS] := whitney_deletion_restriction U' h0 hN N_all.
have [pos topes] := IH _ U'; have [posN topesN] := IH _ (U' *m N).
have E k : (-1) ^+ k.+1 * whitney (col_mx h U') k.+1 =
    (-1) ^+ k.+1 * whitney U' k.+1 + (-1) ^+ k * whitney (U' *m N) k.
  by rewrite wS mulrBr exprS !mulN1r !mulNr opprK.
split=> [[|k]|]; [by rewrite w0 | by rewrite E addr_ge0 |].
have absE (k : nat) (a : int) : 0 <= (-1) ^+ k * a -> (`|a|%N : int) = (-1) ^+ k * a.
  by move=> a0; rewrite abszE -[RHS]ger0_norm // normrM normrX normrN1 expr1n mul1r.
suff -> : (\sum_(k < d.+2) `|whitney (col_mx h U') k| =
    \sum_(k < d.+2) `|whitney U' k| + \sum_(k < d.+1) `|whitney (U' *m N) k|)%N by apply: deletion_restriction topes topesN.
rewrite big_ord_recl [in RHS]big_ord_recl -addnA w0 -big_split; congr (_ + _)%N; apply: eq_bigr => k _.
rewrite !lift0; apply/eqP; rewrite -eqz_nat PoszD (absE k.+1) ?E ?addr_ge0 // (absE k.+1) // (absE k) //.
Qed.

End Zaslavsky.

Theorem whitney_alternates (K : realFieldType) n d (U : 'M[K]_(n, d)) k : 0 <= (-1) ^+ k * whitney U k.
Proof. by have [] := regions_by_ranks U. Qed.

Theorem zaslavsky (K : realFieldType) n d (U : 'M[K]_(n, d)) : has_topes U (\sum_(k < d.+1) `|whitney U k|)%N.
Proof. by have [] := regions_by_ranks U. Qed.

Section Flats.

Variables (K : realFieldType) (n d : nat) (U : 'M[K]_(n, d)).
Implicit Types (B F H : {set 'I_n}).

Lemma row_only B i : row i (only_rows U B) = if i \in B then row i U else 0.
Proof. by apply/rowP=> j; rewrite !mxE; case: ifP => _; rewrite !mxE. Qed.

Lemma row_in_only B i : i \in B -> (row i U <= only_rows U B)%MS.
Proof. by move=> iB; have := row_sub i (only_rows U B); rewrite row_only iB. Qed.

Lemma only_below B m (A : 'M[K]_(m, d)) : (forall i, i \in B -> (row i U <= A)%MS) -> (only_rows U B <= A)%MS.
Proof. by move=> BA; apply/row_subP=> i; rewrite row_only; case: ifP => [/BA//|_]; apply: sub0mx. Qed.

Lemma sub_closure B : B \subset row_closure U B.
Proof. by apply/subsetP=> i iB; rewrite inE row_in_only. Qed.

Lemma only_closure B : (only_rows U (row_closure U B) :=: only_rows U B)%MS.
Proof.
apply/eqmxP/andP; split; apply: only_below => i; first by rewrite inE.
by move=> iB; apply: row_in_only; apply: (subsetP (sub_closure B)).
Qed.

Lemma closure_flat B : row_closure U B \in flats U.
Proof. by rewrite inE; apply/eqP/setP=> i; rewrite !inE only_closure. Qed.

Lemma closure_below B F : F \in flats U -> (row_closure U B \subset F) = (B \subset F).
Proof.
rewrite inE => /eqP FF; apply/idP/idP => [|BF]; first exact: subset_trans (sub_closure B).
rewrite -FF; apply/subsetP=> i; rewrite !inE => /submx_trans; apply; apply: only_below => j jB.
by apply: row_in_only; apply: (subsetP BF).
Qed.

Lemma alternating_sum F : \sum_(B : {set 'I_n} | B \subset F) (-1) ^+ #|B| = (F == set0)%:R :> int.
Proof.
have [->|[a aF]] := set_0Vmem F; first by rewrite eqxx (big_pred1 set0) ?cards0 // => B; rewrite subset0.
rewrite (_ : (F == set0) = false); last by apply/negP=> /eqP F0; rewrite F0 inE in aF.
rewrite (bigID (fun B : {set 'I_n} => a \in B)) /= (reindex_onto (fun B => a |: B) (fun B => B :\ a)) /=; last first.
  by move=> B /andP[_ aB]; rewrite setD1K.
rewrite (eq_bigl (fun B : {set 'I_n} => (B \subset F) && (a \notin B))) => [|B]; last first.
  rewrite setU11 andbT subUset sub1set aF /=; have [aB|aB] := boolP (a \in B).
    by rewrite andbF; apply/negP=> /andP[_ /eqP Ba]; have := aB; rewrite -Ba !inE eqxx.
  by rewrite setU1K // eqxx.
rewrite -big_split big1 //= => B /andP[_ aB].
by rewrite cardsU1 aB exprS mulN1r addNr.
Qed.

Definition nu F : int := \sum_(B : {set 'I_n} | row_closure U B == F) (-1) ^+ #|B|.

Lemma nu_sum F : F \in flats U -> nonzero_rows U -> \sum_(H in flats U | H \subset F) nu H = (F == row_closure U set0)%:R.
Proof.
move=> Fflat U0; have -> : row_closure U set0 = set0.
  have only0 : (only_rows U set0 <= (0 : 'M[K]_d))%MS by apply: only_below => j; rewrite inE.
  apply/setP=> i; rewrite !inE; apply/negP=> /submx_trans/(_ only0).
  by rewrite submx0 (negPf (U0 i)).
rewrite -alternating_sum [in RHS](partition_big (row_closure U) (fun H => (H \in flats U) && (H \subset F))) /=; last first.
  by move=> B BF; rewrite closure_flat closure_below.
apply: eq_bigr => H /andP[_ HF]; apply: eq_bigl => B; apply/eqP/andP => [BH|[_ /eqP//]].
by rewrite -closure_below // BH eqxx.
Qed.

Lemma moebius_nu mu : nonzero_rows U -> moebius U mu -> {in flats U, mu =1 nu}.
Proof.
move=> U0 muP F; have [m] := ubnP #|F|; elim: m F => // m IH F Fm Fflat; have := muP F Fflat; have := nu_sum Fflat U0.
rewrite (bigD1 F) ?subxx ?Fflat //= => <-; rewrite [in LHS](bigD1 F) ?subxx ?Fflat //=.
rewrite (eq_bigr nu) => [/addIr//|H /andP[/andP[Hflat HF] HnF]].
apply: IH => //; rewrite -ltnS; apply: leq_trans Fm; rewrite ltnS.
by apply: proper_card; rewrite properEneq HnF.
Qed.

Lemma whitney_nu k : whitney U k = \sum_(F in flats U | \rank (only_rows U F) == k) nu F.
Proof.
rewrite /whitney (partition_big (row_closure U) (fun F => (F \in flats U) && (\rank (only_rows U F) == k))) /=; last first.
  by move=> B Bk; rewrite closure_flat only_closure.
apply: eq_bigr => F /andP[_ Fk]; apply: eq_bigl => B; apply/andP/eqP => [[_ /eqP//]|BF].
by rewrite -only_closure BF Fk eqxx.
Qed.

End Flats.

Theorem whitney_moebius (K : realFieldType) n d (U : 'M[K]_(n, d)) (mu : {set 'I_n} -> int) k :
  nonzero_rows U -> moebius U mu -> whitney U k = \sum_(F in flats U | \rank (only_rows U F) == k) mu F.
Proof. by move=> U0 muP; rewrite whitney_nu; apply: eq_bigr => F /andP[/(moebius_nu U0 muP)->]. Qed.

Theorem moebius_exists (K : realFieldType) n d (U : 'M[K]_(n, d)) : nonzero_rows U -> exists mu, moebius U mu.
Proof. by move=> U0; exists (nu U) => F Fflat; apply: nu_sum. Qed.

Theorem zaslavsky_moebius (K : realFieldType) n d (U : 'M[K]_(n, d)) (mu : {set 'I_n} -> int) :
  nonzero_rows U -> moebius U mu ->
  has_topes U (\sum_(k < d.+1) `|(\sum_(F in flats U | \rank (only_rows U F) == k) mu F)%R|)%N.
Proof.
move=> U0 muP; have := zaslavsky U; congr (has_topes U _); apply: eq_bigr => k _; congr `|_|%N.
exact: whitney_moebius.
Qed.
