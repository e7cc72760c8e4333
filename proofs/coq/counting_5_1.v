(******************************************************************************)
(*                                                                            *)
(*  COUNTING 5.1: HOW MANY LABEL COMBINATIONS ARE FEASIBLE                    *)
(*                                                                            *)
(*  Field.  K is any ordered field; U is any n x d matrix over K.             *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    number_of_topes       S(U) has exactly k members for one and only one k.*)
(*    counting_5_1_feasible     If rank U = n then every s with entries +1    *)
(*        and -1 is in S(U): all 2^n label combinations are feasible.         *)
(*    counting_5_1_infeasible   If rank U < n then some s with entries +1 and *)
(*        -1 is not in S(U).                                                  *)
(*    counting_5_1_general_position   If U has n + 1 rows in general position *)
(*        and d columns, then S(U) has  2 (C(n,0) + ... + C(n,d-1))  members  *)
(*        (Cover 1965).                                                       *)
(*    counting_5_1    The last three together.                                *)
(*    deletion_restriction   Let h be a non-zero row and N a matrix with      *)
(*        h N = 0 such that every x with <h, x> = 0 is N z for some z.  If    *)
(*        S(U) has k members and S(U N) has l, then S of h and U together has *)
(*        k + l members.  (U N is the arrangement on the hyperplane of h.)    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions covectors certificates gordan.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem counting_5_1_feasible (K : realFieldType) n d (U : 'M[K]_(n, d)) :
  \rank U = n -> forall s : 'I_n -> int, (forall i, s i = 1 \/ s i = -1) -> sign_pattern U s.
Proof.
move=> rU s s1; have /row_freeP[B UB] : row_free U by apply/eqP.
split=> [|i]; last by case: (s1 i) => ->.
exists (B *m \col_i (s i)%:~R) => i; rewrite mulmxA UB mul1mx mxE sgz_int.
by case: (s1 i) => ->.
Qed.

Theorem counting_5_1_infeasible (K : realFieldType) n d (U : 'M[K]_(n, d)) :
  (\rank U < n)%N -> exists s : 'I_n -> int, (forall i, s i = 1 \/ s i = -1) /\ ~ sign_pattern U s.
Proof.
move=> rU; have : kermx U != 0 by rewrite -mxrank_eq0 mxrank_ker -lt0n subn_gt0.
case/rowV0Pn=> y /sub_kermxP yU /rV0Pn[a ya].
exists (fun i => if y 0 i < 0 then -1 else 1); split=> [i|]; first by case: ifP; [right|left].
apply: (@gordan_sound K n d U _ (fun i => `|y 0 i|)) => [i||]; first exact: normr_ge0.
  by exists a; rewrite normr_eq0.
rewrite -[RHS]yU mulmx_sum_row; apply: eq_bigr => i _; congr (_ *: _).
by case: ltrP => [/ltr0_norm->|/ger0_norm->]; rewrite ?mulr1 // mulrN1 opprK.
Qed.

Section Topes.

Variable K : realFieldType.

(* b is realised by x when every (U x)_i, with its sign changed where b is -, is positive. *)
Lemma tope_pos n d (U : 'M[K]_(n, d)) b :
  sign_pattern U (sign_of b) <-> exists x : 'cV[K]_d, forall i, 0 < (-1) ^+ (~~ b i) * (U *m x) i 0.
Proof.
split=> [[[x xP] _]|[x xP]]; last split=> [|i]; last by rewrite /sign_of; case: ifP.
  exists x => i; have /eqP := xP i; rewrite /sign_of.
  by case: (b i); rewrite sgz_cp0 ?expr0 ?mul1r // expr1 mulN1r oppr_gt0.
exists x => i; apply/eqP; have := xP i; rewrite /sign_of.
by case: (b i); rewrite sgz_cp0 ?expr0 ?mul1r // expr1 mulN1r oppr_gt0.
Qed.

Lemma topes_exist n d (U : 'M[K]_(n, d)) : exists k, has_topes U k.
Proof.
suff [T TP] : exists T : {set {ffun 'I_n -> bool}}, forall b, b \in T <-> sign_pattern U (sign_of b) by exists #|T|, T.
have dec b : sign_pattern U (sign_of b) \/ ~ sign_pattern U (sign_of b).
  have s1 i : sign_of b i = 1 \/ sign_of b i = -1 by rewrite /sign_of; case: ifP; [left|right].
  have [[x xP]|[y yP]] := completeness U (fun i => entry_of (sign_of b i)); [left|right].
    exact: witness_sound s1 xP.
  by case=> /covector_possible[_ bU] _; apply: refutation_sound yP bU.
suff [T TP] : exists T : {set {ffun 'I_n -> bool}}, forall b, b \in T <-> b \in enum {: {ffun 'I_n -> bool}} /\ sign_pattern U (sign_of b).
  by exists T => b; rewrite TP mem_enum; split=> // -[].
elim: (enum _) => [|c l [T TP]]; first by exists set0 => b; rewrite inE; split=> // -[].
have [cU|cU] := dec c; [exists (c |: T) | exists T] => b; rewrite ?in_setU1 inE.
  split=> [/orP[/eqP->|/TP[-> bU]]|[/orP[->//|bl] bU]]; rewrite ?eqxx ?orbT //.
  by apply/orP; right; apply/TP.
split=> [/TP[-> bU]|[/orP[/eqP->//|bl] bU]]; rewrite ?orbT //.
by apply/TP.
Qed.

(* One more row: a new tope for every tope of the restriction to its hyperplane. *)

Definition with_sign n (e : bool) (b : {ffun 'I_n -> bool}) : {ffun 'I_(1 + n) -> bool} :=
  [ffun i => if split i is inr j then b j else e].

Lemma split_first n (i : 'I_1) : split (lshift n i) = inl i.
Proof. exact: (unsplitK (inl i)). Qed.

Lemma split_rest n (j : 'I_n) : split (rshift 1 j) = inr j.
Proof. exact: (unsplitK (inr j)). Qed.

Lemma with_sign_inj n e : injective (@with_sign n e).
Proof.
move=> b c bc; apply/ffunP=> j; have := congr1 (fun f : {ffun _} => f (rshift 1 j)) bc.
by rewrite !ffunE split_rest.
Qed.

Lemma with_sign_surj n (b : {ffun 'I_(1 + n) -> bool}) : b = with_sign (b (lshift n 0)) [ffun j => b (rshift 1 j)].
Proof.
by apply/ffunP=> i; rewrite ffunE; case: split_ordP => j ->; rewrite ?ffunE // ord1.
Qed.

Lemma tope_with_sign n d (h : 'rV[K]_d) (U : 'M[K]_(n, d)) e b :
  sign_pattern (col_mx h U) (sign_of (with_sign e b)) <->
  exists x : 'cV[K]_d, 0 < (-1) ^+ (~~ e) * (h *m x) 0 0 /\ forall i, 0 < (-1) ^+ (~~ b i) * (U *m x) i 0.
Proof.
rewrite tope_pos; split=> -[x xP]; exists x.
  split=> [|i]; first by have := xP (lshift n 0); rewrite ffunE split_first mul_col_mx col_mxEu.
  by have := xP (rshift 1 i); rewrite ffunE split_rest mul_col_mx col_mxEd.
case: xP => xh xU i; rewrite ffunE mul_col_mx; case: split_ordP => j ->; rewrite ?col_mxEd //.
by rewrite col_mxEu ord1.
Qed.

End Topes.

Theorem number_of_topes (K : realFieldType) n d (U : 'M[K]_(n, d)) :
  exists k, has_topes U k /\ forall l, has_topes U l -> l = k.
Proof.
have [k [T [TP Tk]]] := topes_exist U; exists k; split=> [|l [T' [T'P <-]]]; first by exists T.
by rewrite -Tk; congr #|pred_of_set _|; apply/setP=> b; apply/idP/idP => [/T'P/TP|/TP/T'P].
Qed.

Theorem deletion_restriction (K : realFieldType) n d e (h : 'rV[K]_d) (U : 'M[K]_(n, d)) (N : 'M[K]_(d, e)) k l :
  h != 0 -> h *m N = 0 -> (forall x : 'cV[K]_d, h *m x = 0 -> exists z, x = N *m z) ->
  has_topes U k -> has_topes (U *m N) l -> has_topes (col_mx h U) (k + l).
Proof.
move=> h0 hN N_all [T [TP <-]] [T' [T'P <-]]; have [m [T'' [T''P T''m]]] := topes_exist (col_mx h U).
exists T''; split=> //; pose A e := [set b | with_sign e b \in T''].
have [v hv] : exists v : 'cV[K]_d, (h *m v) 0 0 = 1.
  have [j hj] := rV0Pn _ h0; exists ((h 0 j)^-1 *: delta_mx j 0).
  by rewrite -scalemxAr -colE !mxE mulVf.
have AP c (b : {ffun 'I_n -> bool}) : b \in A c <->
    exists x : 'cV[K]_d, 0 < (-1) ^+ (~~ c) * (h *m x) 0 0 /\ forall i, 0 < (-1) ^+ (~~ b i) * (U *m x) i 0.
  by rewrite inE T''P tope_with_sign.
(* A point of h moves to either side. *)
have push c (b : {ffun 'I_n -> bool}) (x : 'cV[K]_d) : h *m x = 0 -> (forall i, 0 < (-1) ^+ (~~ b i) * (U *m x) i 0) -> b \in A c.
  pose q i := (-1) ^+ (~~ b i) * ((-1) ^+ (~~ c) * (U *m v) i 0).
  move=> hx xU; have [eps eps0 epsP] := small_step (P := xpredT) q (fun i _ => xU i).
  apply/AP; exists (x + (eps * (-1) ^+ (~~ c)) *: v); split=> [|i].
    rewrite mulmxDr hx add0r -scalemxAr mxE hv mulr1 mulrCA -signr_addb addbb mulr1 //.
  rewrite mulmxDr -scalemxAr mxE [X in _ + X]mxE mulrDr mulrA [_ * (eps * _)]mulrCA -!mulrA.
  exact: epsP.
have -> : T = A true :|: A false.
  apply/setP=> b; rewrite inE; apply/idP/orP => [/TP/tope_pos[x xU]|].
    have [hx|hx|hx] := ltrgtP 0 ((h *m x) 0 0).
    - by left; apply/AP; exists x; rewrite expr0 mul1r.
    - by right; apply/AP; exists x; rewrite expr1 mulN1r oppr_gt0.
    - by left; apply: push xU; apply/matrixP=> i j; rewrite !ord1 -hx mxE.
  by case=> /AP[x [_ xU]]; apply/TP/tope_pos; exists x.
have -> : T' = A true :&: A false.
  apply/setP=> b; rewrite inE; apply/idP/andP => [/T'P/tope_pos[z zU]|[/AP[x [hx xU]] /AP[x' [hx' xU']]]].
    have hNz : h *m (N *m z) = 0 by rewrite mulmxA hN mul0mx.
    by split; apply: push hNz _ => i; have := zU i; rewrite mulmxA.
  rewrite expr0 mul1r in hx; rewrite expr1 mulN1r in hx'.
  have [|z zE] := N_all ((- (h *m x') 0 0) *: x + (h *m x) 0 0 *: x').
    apply/matrixP=> i j; rewrite !ord1 mulmxDr -!scalemxAr mxE [X in X + _]mxE [X in _ + X]mxE [RHS]mxE.
    by rewrite mulNr mulrC addNr.
  apply/T'P/tope_pos; exists z => i; rewrite -mulmxA -zE mulmxDr -!scalemxAr mxE [X in X + _]mxE [X in _ + X]mxE mulrDr.
  by rewrite addr_gt0 // mulrCA mulr_gt0.
rewrite cardsUI -(card_imset _ (@with_sign_inj n true)) -(card_imset _ (@with_sign_inj n false)).
rewrite -cardsUI; have -> : (with_sign true @: A true) :&: (with_sign false @: A false) = set0.
  apply/setP=> b; rewrite !inE; apply/andP=> -[/imsetP[c _ ->] /imsetP[c' _]].
  by move/(congr1 (fun f : {ffun _} => f (lshift n 0))); rewrite !ffunE split_first.
rewrite cards0 addn0; apply: eq_card => b; rewrite inE [b]with_sign_surj.
apply/idP/orP => [bT|].
  by case: (b (lshift n 0)) bT => bT; [left|right]; apply: imset_f; rewrite inE.
by case=> /imsetP[c]; rewrite inE => cT ->.
Qed.

Section Cover.

Variable K : realFieldType.

(* The hyperplane of a row: a matrix N whose columns are a basis of { x : <h, x> = 0 }, and a point beside it. *)
Lemma hyperplane d (h : 'rV[K]_d.+1) : h != 0 ->
  exists N : 'M[K]_(d.+1, d), h *m N = 0 /\ forall x : 'cV[K]_d.+1, h *m x = 0 -> exists z, x = N *m z.
Proof.
move=> h0; have basis m (A : 'M[K]_(d.+1)) : \rank A = m -> exists B : 'M_(m, d.+1), (B :=: A)%MS.
  by move<-; exists (row_base A); apply: eq_row_base.
have [|B BP] := basis d (kermx h^T); first by rewrite mxrank_ker mxrank_tr rank_rV h0 subn1.
exists B^T; split=> [|x hx].
  by apply: trmx_inj; rewrite trmx_mul trmxK trmx0; apply/sub_kermxP; rewrite BP.
have : (x^T <= B)%MS by rewrite BP; apply/sub_kermxP; rewrite -trmx_mul hx trmx0.
by case/submxP=> D xD; exists D^T; apply: trmx_inj; rewrite trmx_mul !trmxK.
Qed.

Lemma beside d (h : 'rV[K]_d) : h != 0 -> exists v : 'cV[K]_d, (h *m v) 0 0 = 1.
Proof.
case/rV0Pn=> j hj; exists ((h 0 j)^-1 *: delta_mx j 0).
by rewrite -scalemxAr -colE !mxE mulVf.
Qed.

Lemma kernel_line d e (h w : 'rV[K]_d) (N : 'M[K]_(d, e)) : h != 0 ->
  (forall x : 'cV[K]_d, h *m x = 0 -> exists z, x = N *m z) -> w *m N = 0 -> exists c, w = c *: h.
Proof.
move=> h0 N_all wN; have [v hv] := beside h0; exists ((w *m v) 0 0).
apply/rowP=> j; pose e_j : 'cV[K]_d := delta_mx j 0.
have [|z zP] := N_all (e_j - (h *m e_j) 0 0 *: v).
  apply/matrixP=> a b; rewrite !ord1 mulmxBr -scalemxAr mxE [X in _ + X]mxE [X in _ - X]mxE hv.
  by rewrite mulr1 subrr [RHS]mxE.
have := congr1 (fun x : 'cV_d => (w *m x) 0 0) zP; rewrite mulmxA wN mul0mx mulmxBr -scalemxAr.
rewrite mxE [X in _ + X]mxE [X in _ - X]mxE [RHS]mxE -!colE [X in X - _]mxE [X in _ - X * _]mxE mulrC.
by move/eqP; rewrite subr_eq0 => /eqP->; rewrite [RHS]mxE.
Qed.

Lemma no_rows d (U : 'M[K]_(0, d)) : has_topes U 1.
Proof.
exists setT; split=> [b|]; last by rewrite cardsT card_ffun card_ord expn0.
by rewrite inE; split=> // _; split=> [|[]//]; exists 0 => -[].
Qed.

Lemma no_columns n (U : 'M[K]_(n.+1, 0)) : has_topes U 0.
Proof.
exists set0; rewrite cards0; split=> // b; rewrite inE; split=> // -[[x xP] /(_ 0)].
by rewrite -xP mxE big_ord0 sgz0 eqxx.
Qed.

Lemma general_rest n d (h : 'rV[K]_d) (U : 'M[K]_(n, d)) : general_position (col_mx h U) -> general_position U.
Proof.
move=> gp m f f_inj md; have := gp m (fun i => rshift 1 (f i)) (fun i j e => f_inj _ _ (rshift_inj e)) md.
suff -> : rowsub (fun i => rshift 1 (f i)) (col_mx h U) = rowsub f U by [].
by apply/matrixP=> i j; rewrite !mxE split_rest.
Qed.

Lemma general_first n d (h : 'rV[K]_d.+1) (U : 'M[K]_(n, d.+1)) : general_position (col_mx h U) -> h != 0.
Proof.
move=> gp; have := gp 1%N (fun=> lshift n 0) (fun i j _ => etrans (ord1 i) (esym (ord1 j))) isT.
suff -> : rowsub (fun _ : 'I_1 => lshift n 0) (col_mx h U) = h by rewrite /row_free rank_rV; case: (h != 0).
by apply/matrixP=> i j; rewrite !mxE split_first ord1.
Qed.

Lemma general_restriction n d (h : 'rV[K]_d.+1) (U : 'M[K]_(n, d.+1)) (N : 'M[K]_(d.+1, d)) :
  h *m N = 0 -> (forall x : 'cV[K]_d.+1, h *m x = 0 -> exists z, x = N *m z) ->
  general_position (col_mx h U) -> general_position (U *m N).
Proof.
move=> hN N_all gp m f f_inj md.
apply: inj_row_free => y; have -> : rowsub f (U *m N) = rowsub f U *m N.
  by apply/matrixP=> i j; rewrite !mxE; apply: eq_bigr => k _; rewrite mxE.
rewrite mulmxA; set w := y *m _ => wN; have [c wh] := kernel_line (general_first gp) N_all wN.
pose g (i : 'I_(1 + m)) : 'I_(1 + n) := match split i with inl k => lshift n k | inr k => rshift 1 (f k) end.
have g_inj : injective g.
  move=> i i'; rewrite /g; case: (split_ordP i) => a ->; case: (split_ordP i') => b ->.
  - by rewrite !ord1.
  - by move/(congr1 (fun k => split k)); rewrite split_first split_rest.
  - by move/(congr1 (fun k => split k)); rewrite split_first split_rest.
  - by move/rshift_inj/f_inj->.
have gU : rowsub g (col_mx h U) = col_mx h (rowsub f U).
  apply/matrixP=> i j; rewrite mxE /g; have [a ->|a ->] := split_ordP i; first by rewrite !col_mxEu.
  by rewrite !col_mxEd mxE.
have := mulmx_free_eq0 (row_mx (- c)%:M y) (gp _ g g_inj md).
rewrite gU mul_row_col mul_scalar_mx -/w wh scaleNr addNr eqxx => /esym/eqP/(congr1 rsubmx).
by rewrite row_mxKr => ->; apply/rowP=> i; rewrite !mxE.
Qed.

End Cover.

Lemma first_and_rest (K : realFieldType) n d (U : 'M[K]_(n.+1, d)) : exists (h : 'rV[K]_d) (U' : 'M[K]_(n, d)), U = col_mx h U'.
Proof. by exists (@usubmx _ 1 n d U), (@dsubmx _ 1 n d U); rewrite vsubmxK. Qed.

Theorem counting_5_1_general_position (K : realFieldType) n d (U : 'M[K]_(n.+1, d)) :
  general_position U -> has_topes U (2 * \sum_(i < d) 'C(n, i)).
Proof.
elim: n d U => [|n IH] [|d] U gp; try by rewrite big_ord0 muln0; apply: no_columns.
  have [h [U' UE]] := first_and_rest U; rewrite UE in gp *.
  have h0 := general_first gp; have [N [hN N_all]] := hyperplane h0.
  rewrite big_ord_recl bin0 big1 => [|i _]; last by rewrite bin0n.
  exact: (deletion_restriction h0 hN N_all (no_rows U') (no_rows (U' *m N))).
have [h [U' UE]] := first_and_rest U; rewrite UE in gp *.
have h0 := general_first gp; have [N [hN N_all]] := hyperplane h0.
have := deletion_restriction h0 hN N_all (IH _ U' (general_rest gp)) (IH _ (U' *m N) (general_restriction hN N_all gp)).
rewrite -mulnDr; congr (has_topes _ (2 * _)).
rewrite big_ord_recl [in RHS]big_ord_recl !bin0 -addnA; congr (_ + _)%N.
by rewrite -big_split; apply: eq_bigr => i _; rewrite lift0 binS.
Qed.

Theorem counting_5_1 (K : realFieldType) n d (U : 'M[K]_(n.+1, d)) :
  [/\ \rank U = n.+1 -> forall s : 'I_n.+1 -> int, (forall i, s i = 1 \/ s i = -1) -> sign_pattern U s,
      (\rank U < n.+1)%N -> exists s : 'I_n.+1 -> int, (forall i, s i = 1 \/ s i = -1) /\ ~ sign_pattern U s
    & general_position U -> has_topes U (2 * \sum_(i < d) 'C(n, i))].
Proof.
by split; [apply: counting_5_1_feasible | apply: counting_5_1_infeasible | apply: counting_5_1_general_position].
Qed.
