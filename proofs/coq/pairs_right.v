(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM COMPARES TWO CONFIGURATIONS RIGHTLY                           *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v; the program is pairs.v.                         *)
(*                                                                            *)
(*  Theorems, for every input: rows U and U', as many as there are labels;    *)
(*  or their differences B_n U and B_n U'; or the rows minus their mean.      *)
(*    verified_same        If the program finds them to be the same in        *)
(*        something (rows, products, lengths, cosines, chirotope, number of   *)
(*        regions), then they are; of cosines, no row is zero.                *)
(*    verified_different   If it finds them to be different, they are.        *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.
From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions lists counting_5_1 lemma_5_3 chirotope rankings numbers numbers_right roots program whole verified region_count.
From Formal Require Import orientation orientation_right pairs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* a |a| / (b c) determines a / (|u| |v|). *)

Lemma signed_square_inj (F : realFieldType) : injective (fun x : F => x * `|x|).
Proof.
move=> x y /= xy; have same_norm : `|x| = `|y|.
  have := congr1 Num.norm xy; rewrite !normrM !normr_id -!expr2 => /eqP.
  by rewrite eqr_expn2 ?normr_ge0 // => /eqP.
have [y0|y0] := eqVneq y 0; first by move: same_norm; rewrite y0 normr0 => /normr0_eq0.
by move: xy; rewrite same_norm; apply: mulIf; rewrite normr_eq0.
Qed.

Lemma number_unique (K : realFieldType) n d (U : 'M[K]_(n, d)) k l : has_topes U k -> has_topes U l -> k = l.
Proof. by have [m [_ same]] := number_of_topes U; move=> /same-> /same->. Qed.

Lemma tagged_entries (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  Tagged (fun e => 'M[K]_(n, e)) U = Tagged (fun e => 'M[K]_(n, e)) U' <->
  d = d' /\ forall i (k : 'I_d) (k' : 'I_d'), k = k' :> nat -> U i k = U' i k'.
Proof.
split=> [UU'|[dd']]; last first.
  case: _ / dd' U' => U' UU'; congr (Tagged _); apply/matrixP=> i k; exact: UU'.
have dd' : d = d' by have := congr1 tag UU'.
split=> //; move: U' UU'; case: _ / dd' => U' /eqP; rewrite eq_Tagged /= => /eqP-> i k k' kk'.
by congr (U' i _); apply: val_inj.
Qed.

(* Rows that stand for the rows of U and U', all with one positive factor c. *)

Section Compared.

Variables (T : Type) (N : numbers T) (R : rcfType) (theta : R) (phi : T -> R).
Hypothesis right : right_numbers N theta phi.
Variables (n d d' : nat) (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) (us vs : seq (seq T)) (c : R).
Hypotheses (us_n : size us = n) (vs_n : size vs = n) (us_d : shaped d us) (vs_d : shaped d' vs) (c_gt0 : 0 < c).
Hypothesis us_U : forall i : 'I_n, embedded N phi d (nth [::] us i) = c *: row i U.
Hypothesis vs_U : forall i : 'I_n, embedded N phi d' (nth [::] vs i) = c *: row i U'.
Let c0 : c != 0 := lt0r_neq0 c_gt0.

Lemma equalP a b : equal N a b = (phi a == phi b).
Proof. by rewrite /equal (phi_is_null right) (semB right) subr_eq0. Qed.

Lemma size_nth e (ws : seq (seq T)) i : shaped e ws -> (i < size ws)%N -> size (nth [::] ws i) = e.
Proof. by move=> /(all_nthP [::]) h /h/eqP. Qed.

Lemma every_pairP m (p : nat -> nat -> bool) : every_pair m p <-> forall i j : 'I_m, p i j.
Proof.
rewrite /every_pair forallbE seqE; split=> [/allP h i j|h].
  have := h i; rewrite mem_iota ltn_ord forallbE => /(_ isT)/allP/(_ j); rewrite mem_iota ltn_ord; exact.
apply/allP=> i; rewrite mem_iota add0n => /= i_m; rewrite forallbE; apply/allP=> j; rewrite mem_iota add0n => /= j_m.
exact: (h (Ordinal i_m) (Ordinal j_m)).
Qed.

Lemma productE e (V : 'M[R]_(n, e)) (ws : seq (seq T)) (i j : 'I_n) : size ws = n -> shaped e ws ->
  (forall i : 'I_n, embedded N phi e (nth [::] ws i) = c *: row i V) ->
  phi (product N ws i j) = c ^+ 2 * dot (row i V) (row j V).
Proof.
move=> ws_n ws_e ws_V; rewrite /product !nthE.
have sz (k : 'I_n) : size (nth [::] ws k) = e by apply: size_nth => //; rewrite ws_n.
have := form_dot right (sz i) (sz j) => /= <-.
transitivity (dot (embedded N phi e (nth [::] ws i)) (embedded N phi e (nth [::] ws j))).
  by apply: eq_bigr => k _; rewrite !mxE.
by rewrite !ws_V /dot mulr_sumr; apply: eq_bigr => k _; rewrite !mxE expr2 mulrACA.
Qed.

Let pU (i j : 'I_n) : phi (product N us i j) = c ^+ 2 * dot (row i U) (row j U) := productE i j us_n us_d us_U.
Let pU' (i j : 'I_n) : phi (product N vs i j) = c ^+ 2 * dot (row i U') (row j U') := productE i j vs_n vs_d vs_U.

Let c2 : c ^+ 2 != 0.
Proof. by rewrite expf_neq0. Qed.

Lemma equal_productE (i j : 'I_n) : equal N (product N us i j) (product N vs i j) = (dot (row i U) (row j U) == dot (row i U') (row j U')).
Proof. by rewrite equalP pU pU' (inj_eq (mulfI c2)). Qed.

Lemma equal_products_right : equal_products N us vs <-> agree_in Products U U'.
Proof.
have G e (V : 'M[R]_(n, e)) i j : (V *m V^T) i j = dot (row i V) (row j V) by rewrite gramE.
rewrite /equal_products -[length us]/(size us) us_n every_pairP; split=> [h|UU' i j].
  by apply/matrixP=> i j; rewrite !G; apply/eqP; rewrite -equal_productE.
by rewrite equal_productE -!G UU'.
Qed.

Lemma equal_lengths_right : equal_lengths N us vs <-> agree_in Lengths U U'.
Proof.
have N2 e (u : 'rV[R]_e) : norm u ^+ 2 = dot u u by rewrite sqr_sqrtr // /dot sumr_ge0 // => k _; rewrite -expr2 sqr_ge0.
rewrite /equal_lengths forallbE -[length us]/(size us) us_n seqE; split=> [/allP h i|h].
  by have := h i; rewrite mem_iota ltn_ord equal_productE => /(_ isT)/eqP e; rewrite /norm e.
by apply/allP=> i; rewrite mem_iota add0n => /= i_n; rewrite (equal_productE (Ordinal i_n) (Ordinal i_n)) -!N2 h.
Qed.

Lemma equal_vectorsP e (u v : seq T) : size u = e -> size v = e ->
  equal_vectors N u v <-> forall k, (k < e)%N -> phi (nth (null N) u k) = phi (nth (null N) v k).
Proof.
move=> ue ve; have -> : equal_vectors N u v = all (fun p => equal N p.1 p.2) (zip u v).
  by elim: u v {ue ve} => [|a u IH] [|b v] //=; rewrite IH.
have zip_e : size (zip u v) = e by rewrite size_zip ue ve minnn.
split=> [/(all_nthP (null N, null N)) h k k_e|h]; first by have := h k; rewrite zip_e nth_zip ?ue // equalP => /(_ k_e)/eqP.
by apply/(all_nthP (null N, null N)) => k; rewrite zip_e nth_zip ?ue // equalP => /h->.
Qed.

Lemma equal_rows_right : Nat.eqb d d' && equal_rows N us vs <-> agree_in Entries U U'.
Proof.
have -> : equal_rows N us vs = all (fun p => equal_vectors N p.1 p.2) (zip us vs).
  by elim: us vs => [|u ws IH] [|v ws'] //=; rewrite IH.
have zip_n : size (zip us vs) = n by rewrite size_zip us_n vs_n minnn.
have E (i : 'I_n) (k : 'I_d) : phi (nth (null N) (nth [::] us i) k) = c * U i k.
  by have := congr1 (fun w : 'rV[R]_d => w 0 k) (us_U i); rewrite !mxE.
have E' (i : 'I_n) (k : 'I_d') : phi (nth (null N) (nth [::] vs i) k) = c * U' i k.
  by have := congr1 (fun w : 'rV[R]_d' => w 0 k) (vs_U i); rewrite !mxE.
have size_u i : (i < n)%N -> size (nth [::] us i) = d by move=> i_n; apply: size_nth; rewrite ?us_n.
have size_v i : (i < n)%N -> size (nth [::] vs i) = d' by move=> i_n; apply: size_nth; rewrite ?vs_n.
rewrite /agree_in tagged_entries; split=> [/andP[/Nat.eqb_spec dd' /(all_nthP ([::], [::])) h]|[dd' UU']].
  split=> // i k k' kk'; apply: (mulfI c0); rewrite -E -E' -kk'; have := h i; rewrite zip_n ltn_ord nth_zip ?us_n //= => /(_ isT).
  by move/(equal_vectorsP (size_u i (ltn_ord i)) (etrans (size_v i (ltn_ord i)) (esym dd'))); apply.
apply/andP; split; first exact/Nat.eqb_spec.
apply/(all_nthP ([::], [::])) => i; rewrite zip_n => i_n; rewrite nth_zip ?us_n //=.
apply/(equal_vectorsP (size_u i i_n) (etrans (size_v i i_n) (esym dd'))) => k k_d.
have k_d' : (k < d')%N by rewrite -dd'.
by rewrite (E (Ordinal i_n) (Ordinal k_d)) (E' (Ordinal i_n) (Ordinal k_d')) (UU' _ _ (Ordinal k_d')).
Qed.

Lemma regions_right : Z.eqb (number_of_regions N d us) (number_of_regions N d' vs) <-> agree_in Regions U U'.
Proof.
have [k [kE kU]] := topes_of_numbers right us_n us_d c0 us_U; have [l [lE lU]] := topes_of_numbers right vs_n vs_d c0 vs_U.
split=> [/Z.eqb_eq e|[m [mU mU']]]; first by exists k; split=> //; suff -> : k = l by []; apply: Nat2Z.inj; rewrite -kE e.
by rewrite kE lE (number_unique kU mU) (number_unique lU mU') Z.eqb_refl.
Qed.

Lemma same_chirotopes_scaled e (V : 'M[R]_(n, e)) (ws : seq (seq T)) :
  (forall i : 'I_n, embedded N phi e (nth [::] ws i) = c *: row i V) ->
  same_covectors (\matrix_(i < n, j < e) phi (nth (null N) (nth [::] ws i) j)) V.
Proof.
move=> ws_V; set W := \matrix_(_, _) _.
have WV x i : sgz ((W *m x) i 0) = sgz ((V *m x) i 0).
  have -> : (W *m x) i 0 = c * (V *m x) i 0; last by rewrite sgzM gtr0_sgz // mul1r.
  have := congr1 (fun u : 'rV[R]_e => (u *m x) 0 0) (ws_V i); rewrite -scalemxAl -row_mul !mxE => <-.
  by apply: eq_bigr => k _; rewrite !mxE.
by move=> s; split=> -[x xP]; exists x => i; rewrite -xP WV.
Qed.

Lemma chirotopes_right b : same_chirotope N d us d' vs = Some b -> agree_in Chirotopes U U' <-> b.
Proof.
have sized e (ws : seq (seq T)) : shaped e ws -> forall u, List.In u ws -> size u = e.
  by elim: ws => //= w ws IH /andP[/eqP we ws_e] u [<-//|]; apply: IH.
move=> /(same_chirotopeP right (sized _ _ us_d) (sized _ _ vs_d) us_n vs_n) <-.
rewrite /agree_in !chirotope_covectors.
have h := same_chirotopes_scaled us_U; have h' := same_chirotopes_scaled vs_U.
split=> same_cov s; first exact: (iff_trans (h s) (iff_trans (same_cov s) (iff_sym (h' s)))).
exact: (iff_trans (iff_sym (h s)) (iff_trans (same_cov s) (h' s))).
Qed.

Lemma no_zeroP e (V : 'M[R]_(n, e)) (ws : seq (seq T)) : size ws = n -> shaped e ws ->
  (forall i : 'I_n, embedded N phi e (nth [::] ws i) = c *: row i V) -> no_zero N ws -> nonzero_rows V.
Proof.
move=> ws_n ws_e ws_V; rewrite /no_zero -(has_zero right ws_e) => zero i; apply: contraNneq zero => Vi; apply/(nthP 0).
exists i; first by rewrite size_map ws_n.
by rewrite (nth_map [::]) ?ws_n // ws_V Vi scaler0.
Qed.

Section Cosines.

Hypotheses (U0 : nonzero_rows U) (U'0 : nonzero_rows U').

Lemma dot_self e (u : 'rV[R]_e) : dot u u = norm u ^+ 2.
Proof. by rewrite /norm sqr_sqrtr // /dot sumr_ge0 // => k _; rewrite -expr2 sqr_ge0. Qed.

Lemma norm_pos e (u : 'rV[R]_e) : u != 0 -> 0 < norm u.
Proof. by rewrite -dot_eq0 => u0; rewrite sqrtr_gt0 lt_def u0 dot_self sqr_ge0. Qed.

Lemma dot_cosine e (V : 'M[R]_(n, e)) i j : nonzero_rows V ->
  dot (row i V) (row j V) = cosines V i j * (norm (row i V) * norm (row j V)).
Proof. by move=> V0; rewrite mxE divfK // mulf_neq0 // gt_eqF // norm_pos. Qed.

Lemma equal_squaresE (i j : 'I_n) : equal_squares N us vs i j = (cosines U i j ^+ 2 == cosines U' i j ^+ 2).
Proof.
rewrite /equal_squares equalP /square !(phi_times right) !pU !pU' !dot_self !dot_cosine //.
have [p q] := (norm_pos (U0 i), norm_pos (U0 j)); have [p' q'] := (norm_pos (U'0 i), norm_pos (U'0 j)).
set P := norm (row i U) in p *; set Q := norm (row j U) in q *; set P' := norm (row i U') in p' *; set Q' := norm (row j U') in q' *.
have m0 : (c ^+ 2) ^+ 4 * (P * Q * P' * Q') ^+ 2 != 0.
  by rewrite mulf_neq0 ?expf_neq0 // !mulf_neq0 // gt_eqF.
by rewrite -[RHS](inj_eq (mulfI m0)); congr (_ == _); ring.
Qed.

Lemma product_sign (i j : 'I_n) : exists2 m, 0 < m & phi (times N (product N us i j) (product N vs i j)) = m * (cosines U i j * cosines U' i j).
Proof.
exists ((c ^+ 2) ^+ 2 * (norm (row i U) * norm (row j U) * (norm (row i U') * norm (row j U')))).
  by rewrite !mulr_gt0 ?exprn_gt0 // norm_pos.
by rewrite (phi_times right) pU pU' !dot_cosine //; ring.
Qed.

Lemma equal_cosines_right : equal_cosines N us vs -> cosines U = cosines U'.
Proof.
rewrite /equal_cosines -[length us]/(size us) us_n => /every_pairP h; apply/matrixP=> i j.
have /andP[] := h i j; rewrite equal_squaresE eqf_sqr => /orP[/eqP//|/eqP opp].
have [m m0 mE] := product_sign i j; case/orP=> [|/(phi_is_positive right)].
  have nn : norm (row i U) * norm (row j U) != 0 by rewrite gt_eqF // mulr_gt0 // norm_pos.
  rewrite (phi_is_null right) pU dot_cosine // mulf_eq0 (negPf c2) /= mulf_eq0 (negPf nn) orbF => /eqP z.
  by move: opp; rewrite z => /esym/eqP; rewrite oppr_eq0 => /eqP.
by rewrite mE opp mulNr mulrN oppr_gt0 pmulr_rlt0 // -expr2 ltNge sqr_ge0.
Qed.

Lemma unequal_cosines_right : unequal_cosines N us vs -> cosines U <> cosines U'.
Proof.
rewrite /unequal_cosines -[length us]/(size us) us_n => /negP h UU'; apply: h; apply/every_pairP=> i j.
rewrite /unequal_cosine equal_squaresE UU' eqxx /=; apply/negP=> /(phi_is_positive right).
have [m m0 mE] := product_sign i j; rewrite (phi_negate right) mE UU' oppr_gt0 pmulr_rlt0 //.
by rewrite -expr2 ltNge sqr_ge0.
Qed.

End Cosines.

Lemma same_right what : same N what d us d' vs -> can_compare what U U' /\ agree_in what U U'.
Proof.
case: what => [/equal_rows_right//|/equal_products_right//|/equal_lengths_right//|||/regions_right//].
  move=> /andP[/andP[/(no_zeroP us_n us_d us_U) U0 /(no_zeroP vs_n vs_d vs_U) U'0] h].
  by split=> //; apply: equal_cosines_right.
by rewrite /same; case E: (same_chirotope _ _ _ _ _) => [b|//] bT; split=> //; apply/(chirotopes_right E).
Qed.

Lemma different_right what : different N what d us d' vs -> can_compare what U U' /\ ~ agree_in what U U'.
Proof.
case: what; try by move=> /negP h; split=> //; rewrite -?(equal_rows_right, equal_products_right, equal_lengths_right, regions_right).
- move=> /andP[/andP[/(no_zeroP us_n us_d us_U) U0 /(no_zeroP vs_n vs_d vs_U) U'0] h].
  by split=> //; apply: unequal_cosines_right.
by rewrite /different; case E: (same_chirotope _ _ _ _ _) => [b|//] /negP bF; split=> // /(chirotopes_right E).
Qed.

End Compared.

(* The rows minus their mean. *)

Section Views.

Variables (T : Type) (N : numbers T) (R : rcfType) (theta : R).

Lemma mean_ok d rows : (0 < size rows)%N -> well_shaped N d rows ->
  row_ok N d (mean rows) /\
  forall j, (j < d)%N -> number_at theta (nth [::] (mean rows) j) = (size rows)%:R^-1 * \sum_(i < size rows) number_at theta (nth [::] (nth [::] rows i) j).
Proof.
case: rows => // u rest _; rewrite well_shapedE => /andP[u_ok rest_ok]; rewrite /mean -[length _]/(size (u :: rest)).
set n := size (u :: rest); set total := List.fold_right _ _ _.
have [total_ok totalE] : row_ok N d total /\ forall j, (j < d)%N ->
    number_at theta (nth [::] total j) = \sum_(i < n) number_at theta (nth [::] (nth [::] (u :: rest) i) j).
  rewrite /total /n {total n}; elim: rest rest_ok => [|v rest IH] /=; first by split=> // j _; rewrite big_ord1.
  move=> /andP[v_ok /IH[t_ok tE]]; have [ok E] := row_plusE theta (Zpos xH) t_ok v_ok; split=> // j j_d.
  by rewrite E // tE // phi1 mul1r !big_ord_recl /= -!addrA; congr (_ + _); rewrite addrC.
have n_gt0 : Z.lt Z0 (Z.of_nat n) by rewrite /n /=; lia.
have nE : of_Z R (Z.of_nat n) = n%:R by rewrite /of_Z Nat2Z.id [Z.to_nat _](_ : _ = 0%N) ?subr0 //; lia.
pose divided (f : fraction) : fraction := (f.1, Z.mul f.2 (Z.of_nat n)).
have dividedE f : Z.lt Z0 f.2 -> of_fraction R (divided f) = n%:R^-1 * of_fraction R f.
  by move=> f0; rewrite /of_fraction /= phiM nE invfM mulrA mulrC.
have [total_d numerals] := row_okP _ _ _ total_ok.
have numeralE a : well_read N a -> well_read N (List.map divided a) /\ number_at theta (List.map divided a) = n%:R^-1 * number_at theta a.
  move=> /well_readP[a_n a_pos]; rewrite mapE; have E k : (k < degree N)%N -> nth zeros (map divided a) k = divided (nth zeros a k).
    by move=> k_lt; rewrite (nth_map zeros) ?a_n.
  split; first by apply/well_readP; split=> [|k k_lt]; rewrite ?size_map ?E //=; apply: Z.mul_pos_pos => //; apply: a_pos.
  by rewrite /number_at size_map mulr_sumr a_n; apply: eq_bigr => k _; rewrite E // dividedE ?mulrA //; apply: a_pos.
rewrite mapE; split=> [|j j_d].
  by apply/row_okP; rewrite size_map; split=> // j j_d; rewrite (nth_map [::]) ?total_d //; have [] := numeralE _ (numerals j j_d).
by rewrite (nth_map [::]) ?total_d //; have [_ ->] := numeralE _ (numerals j j_d); rewrite totalE.
Qed.

Lemma centred_ok d rows : well_shaped N d rows ->
  well_shaped N d (centred_rows rows) /\
  forall n, size rows = n -> matrix_of theta n d (centred_rows rows) = centred (matrix_of theta n d rows).
Proof.
have [|rows0] := posnP (size rows); first by move/size0nil=> ->; split=> // n /= <-; apply/matrixP=> -[].
move=> ok; have [m_ok mE] := mean_ok rows0 ok; rewrite /centred_rows mapE.
have {ok}/(all_nthP [::]) ok : all (row_ok N d) rows by rewrite -well_shapedE.
split; first by rewrite well_shapedE all_map; apply/(all_nthP [::]) => i /ok u_ok; have [] := row_plusE theta (Zneg xH) u_ok m_ok.
move=> n <-; apply/matrixP=> i j; rewrite !mxE (nth_map [::]) //.
have [_ ->//] := row_plusE theta (Zneg xH) (ok i (ltn_ord i)) m_ok.
rewrite phiN_one mulN1r mE //; congr (_ - _); rewrite summxE; congr (_ * _).
by apply: eq_bigr => k _; rewrite !mxE.
Qed.

Lemma seen_right v n d d' rows rows' (P : forall m, 'M[R]_(m, d) -> 'M[R]_(m, d') -> Prop) :
  well_shaped N d rows -> well_shaped N d' rows' -> size rows = n -> size rows' = n ->
  (forall m, size (seen v rows) = m -> size (seen v rows') = m -> well_shaped N d (seen v rows) -> well_shaped N d' (seen v rows') ->
     P m (matrix_of theta m d (seen v rows)) (matrix_of theta m d' (seen v rows'))) ->
  viewed v P (matrix_of theta n d rows) (matrix_of theta n d' rows').
Proof.
move=> ok ok' rows_n rows'_n; case: v => h /=; first exact: h.
  rewrite -(matrix_of_differences theta ok rows_n) -(matrix_of_differences theta ok' rows'_n).
  by apply: h; rewrite ?size_differences ?rows_n ?rows'_n //; apply: (differences_ok theta).
have [c_ok cE] := centred_ok ok; have [c_ok' cE'] := centred_ok ok'.
by rewrite -cE // -cE' //; apply: h; rewrite // /seen /centred_rows mapE size_map.
Qed.

Lemma on_one_scale_right (phi : T -> R) (right : right_numbers N theta phi) (judged : seq (seq T) -> seq (seq T) -> bool) v n d rows d' rows'
    (P : forall m, 'M[R]_(m, d) -> 'M[R]_(m, d') -> Prop) :
  (forall m (U : 'M[R]_(m, d)) (U' : 'M[R]_(m, d')) us vs c, size us = m -> size vs = m -> shaped d us -> shaped d' vs -> 0 < c ->
    (forall i : 'I_m, embedded N phi d (nth [::] us i) = c *: row i U) ->
    (forall i : 'I_m, embedded N phi d' (nth [::] vs i) = c *: row i U') -> judged us vs -> P m U U') ->
  on_one_scale N judged v n d rows d' rows' ->
  [/\ size rows = n, size rows' = n & viewed v P (matrix_of theta n d rows) (matrix_of theta n d' rows')].
Proof.
move=> judgedP /andP[/andP[/andP[/andP[ok ok'] /Nat.eqb_spec rows_n] /Nat.eqb_spec rows'_n] yes]; split=> //.
apply: seen_right => // m us_m vs_m us_ok vs_ok; move: yes; lazy zeta; rewrite !mapE.
set us := seen v rows in us_m us_ok *; set vs := seen v rows' in vs_m vs_ok *.
set k := Z.mul _ _; apply: (judgedP _ _ _ _ _ (of_Z R k)); rewrite ?size_map //; try exact: cleared_shaped.
- by apply: phi_gt0; apply: Z.mul_pos_pos; [apply: (multiple_gt0 us_ok) | apply: (multiple_gt0 vs_ok)].
- by move=> i; rewrite /k Z.mul_comm; apply: cleared_rows.
by move=> i; apply: cleared_rows.
Qed.

End Views.

Theorem verified_same (R : rcfType) f (theta : R) v c n d rows d' rows' :
  is_root f theta -> accepts_same f v c n d rows d' rows' ->
  [/\ size rows = n, size rows' = n
    & viewed v (fun m V V' => can_compare c V V' /\ agree_in c V V') (matrix_of theta n d rows) (matrix_of theta n d' rows')].
Proof.
move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (on_one_scale_right right) => m U U' us vs e.
by move=> us_m vs_m us_d vs_d e0 us_U vs_U; apply: (same_right right us_m vs_m us_d vs_d e0 us_U vs_U).
Qed.

Theorem verified_different (R : rcfType) f (theta : R) v c n d rows d' rows' :
  is_root f theta -> accepts_different f v c n d rows d' rows' ->
  [/\ size rows = n, size rows' = n
    & viewed v (fun m V V' => can_compare c V V' /\ ~ agree_in c V V') (matrix_of theta n d rows) (matrix_of theta n d' rows')].
Proof.
move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (on_one_scale_right right) => m U U' us vs e.
by move=> us_m vs_m us_d vs_d e0 us_U vs_U; apply: (different_right right us_m vs_m us_d vs_d e0 us_U vs_U).
Qed.
