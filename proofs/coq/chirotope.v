(******************************************************************************)
(*  SIGN VECTORS AND CHIROTOPES DETERMINE EACH OTHER                          *)
(*                                                                            *)
(*  Field.  K is any ordered field.  U is n x d and U' is n x d'; n, d and d' *)
(*  are arbitrary, zero included, and the ranks may be smaller than d and d'. *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    chirotope_bases    Two bases of the column span of U have the same      *)
(*        signs of minors, or all signs opposite: the chirotope of U is       *)
(*        defined up to its sign.                                             *)
(*    chirotope_full_rank    If U and U' have rank d = d', then they have the *)
(*        same chirotope if and only if their minors of d rows have the same  *)
(*        signs, or all opposite signs.                                       *)
(*    chirotope_covectors    U and U' have the same chirotope if and only if  *)
(*        they have the same covectors.  Zero rows are allowed.               *)
(*    chirotope_sign_patterns    If no row of U and U' is zero: they have the *)
(*        same chirotope if and only if S(U) = S(U').                         *)
(*    sign_patterns_covectors    Then S(U) = S(U') if and only if U and U'    *)
(*        have the same covectors: S knows the sign vectors with zeros too.   *)
(*    chirotope_rankings    If the rows of U and of U' are pairwise distinct: *)
(*        B_n U and B_n U' have the same chirotope if and only if U and U'    *)
(*        have the same rankings.                                             *)
(*                                                                            *)
(*  From chirotopes to sign vectors: a request is possible or has a           *)
(*  refutation, which is a dependency (gordan.v), and chirotopes know the     *)
(*  signs of dependencies (dependencies.v).  Back: S(U) says which partial    *)
(*  sign vectors are possible, so, of every dependency of U, that U' has one  *)
(*  with the same signs on a part of its entries.  Hence rows that are        *)
(*  independent in U are independent in U'; and where a row of a basis is     *)
(*  exchanged for another, the sign of the quotient of the two minors is      *)
(*  that of two coefficients of the only dependency there is, in U and U'.    *)
(*  Any two bases are joined by such exchanges.                               *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions covectors gordan rankings theorem_5_6 nonempty dependencies.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Determined.

Variables (K : realFieldType) (n : nat).

(* Rows that are independent in A are independent in B. *)
Lemma independent_transfer r r' (A : 'M[K]_(n, r)) (B : 'M[K]_(n, r')) (f : 'I_r -> 'I_n) :
  same_partial A B -> \det (rowsub f A) != 0 -> row_free (rowsub f B).
Proof.
move=> AB fA; have f_inj := basis_inj fA; rewrite -kermx_eq0; apply/rowV0P=> y /sub_kermxP yB.
apply/eqP; apply: contraT => y0.
have zB : placed f y *m B = 0 by rewrite placed_mul.
have z0 : placed f y != 0.
  by case/rV0Pn: y0 => k yk; apply/rV0Pn; exists (f k); rewrite placedE.
have [z' [zA z'0 zz]] := dependency_transfer AB zB z0.
rewrite (basis_free fA zA) ?eqxx // in z'0 => i zi; apply: contraT => iN.
by have := zz i zi; rewrite placed_out // sgz0 => /eqP; rewrite sgz_eq0 (negPf zi).
Qed.

Lemma same_width r r' (A : 'M[K]_(n, r)) (B : 'M[K]_(n, r')) : \rank A = r -> same_partial A B -> (r <= r')%N.
Proof.
move=> rA AB; have fullA : row_full A by rewrite /row_full rA.
have fA : \det (rowsub (fullrankfun fullA) A) != 0 by rewrite -unitfE -unitmxE fullrowsub_unit.
by have := independent_transfer AB fA; rewrite /row_free => /eqP <-; apply: rank_leq_col.
Qed.

Variables (r : nat) (A B : 'M[K]_(n, r)).
Hypotheses (rA : \rank A = r) (AB : same_partial A B) (BA : same_partial B A).

Lemma same_bases f : (\det (rowsub f A) != 0) = (\det (rowsub f B) != 0).
Proof.
by apply/idP/idP=> [/(independent_transfer AB)|/(independent_transfer BA)]; rewrite row_free_unit unitmxE unitfE.
Qed.

Definition agree f g := minor_sign A f * minor_sign B g = minor_sign A g * minor_sign B f.

Lemma agree_exchange f k e : \det (rowsub f A) != 0 -> \det (rowsub (exchange f k e) A) != 0 -> agree f (exchange f k e).
Proof.
move=> fA gA; have f_inj := basis_inj fA; have fB := fA; rewrite same_bases in fB.
have gB := gA; rewrite same_bases in gB.
have [/codomP[j ej]|eN] := boolP (e \in codom f).
  have [jk|jk] := eqVneq j k.
    suff E (C : 'M[K]_(n, r)) : minor_sign C (exchange f k e) = minor_sign C f by rewrite /agree !E.
    by congr (sgz (\det _)); apply/matrixP=> a b; rewrite !mxE /exchange; case: eqP => // ->; rewrite ej jk.
  have := basis_inj gA; move/(_ j k); rewrite /exchange eqxx (negPf jk) => /(_ (esym ej)) jk'.
  by rewrite jk' eqxx in jk.
pose c := relation_of A f e; have c0 : c != 0 by apply/rV0Pn; exists e; rewrite relation_new.
have [z [zB z0 zc]] := dependency_transfer BA (relation_mul A f e) c0.
have supp i : z 0 i != 0 -> i = e \/ i \in codom f.
  move=> zi; have [->|ie] := eqVneq i e; [by left | right]; apply: contraT => iN.
  by have := zc i zi; rewrite relation_out // sgz0 => /eqP; rewrite sgz_eq0 (negPf zi).
pose y : 'rV[K]_r := \row_k z 0 (f k); pose a := z 0 e.
have zE : z = a *: delta_mx 0 e + placed f y.
  apply/rowP=> i; rewrite mxE [X in X + _]mxE [X in _ * X + _]mxE eqxx /=.
  have [/codomP[j ->]|iN] := boolP (i \in codom f).
    rewrite placedE // mxE; suff -> : (f j == e) = false by rewrite mulr0 add0r.
    by apply: contraNF eN => /eqP <-; apply: codom_f.
  rewrite placed_out // addr0; have [->|ie] := eqVneq i e; first by rewrite mulr1.
  rewrite mulr0; apply/eqP; apply: contraT => /supp[ie'|iY]; first by rewrite ie' eqxx in ie.
  by rewrite iY in iN.
have yB : y *m rowsub f B = - (a *: row e B).
  by apply/eqP; rewrite -addr_eq0 addrC -placed_mul rowE scalemxAl -mulmxDl -zE zB.
have ykE : y 0 k * \det (rowsub f B) = - (a * \det (rowsub (exchange f k e) B)).
  have h := congr1 (fun w : 'rV_r => (w *m \adj (rowsub f B)) 0 k) yB.
  rewrite -mulmxA mul_mx_adj mul_mx_scalar mulNmx -scalemxAl mxE [RHS]mxE [X in - X]mxE cramer in h.
  by rewrite mulrC.
have a0 : a != 0.
  apply: contraNneq z0 => a0; move: yB; rewrite a0 scale0r oppr0 => yB; apply/eqP.
  apply: (basis_free fB) zB _ => i zi; have [ie|//] := supp i zi.
  by move: zi; rewrite ie -/a a0 eqxx.
have yk : y 0 k != 0.
  have : y 0 k * \det (rowsub f B) != 0 by rewrite ykE oppr_eq0 mulf_neq0.
  by rewrite mulf_eq0 negb_or => /andP[].
have := congr1 (@sgz K) ykE; rewrite sgzN !sgzM.
rewrite (zc e a0) relation_new // {1}/y mxE zc ?relation_old //; last by move: yk; rewrite mxE.
rewrite sgzN mulNr => /oppr_inj h; rewrite /agree /minor_sign.
by rewrite h.
Qed.

Lemma agree_permuted f g : \det (rowsub f A) != 0 -> \det (rowsub g A) != 0 -> (forall k, g k \in codom f) -> agree f g.
Proof.
move=> fA gA gf; have f_inj := basis_inj fA; have g_inj := basis_inj gA.
pose s k := iinv (gf k); have sE k : f (s k) = g k by apply: f_iinv.
have s_inj : injective s by move=> i j ij; apply: g_inj; rewrite -!sE ij.
have E (C : 'M[K]_(n, r)) : minor_sign C g = (-1) ^+ perm s_inj * minor_sign C f.
  rewrite /minor_sign; have -> : rowsub g C = row_perm (perm s_inj) (rowsub f C).
    by apply/matrixP=> i j; rewrite !mxE permE sE.
  by rewrite row_permE det_mulmx det_perm sgzM sgzX sgzN sgz1.
by rewrite /agree !E mulrCA mulrA.
Qed.

Lemma agree_bases f g : \det (rowsub f A) != 0 -> \det (rowsub g A) != 0 -> agree f g.
Proof.
have [m] := ubnP #|[set k | g k \notin codom f]|; elim: m f => // m IH f fm fA gA.
have [/existsP[k0 eN]|/existsPn all_in] := boolP [exists k, g k \notin codom f]; last first.
  by apply: agree_permuted => // k; have := all_in k; rewrite negbK.
have f_inj := basis_inj fA; set e := g k0 in eN.
have [k kA kN] : exists2 k, \det (rowsub (exchange f k e) A) != 0 & f k \notin codom g.
  apply/exists_inP; apply: contraT; rewrite negb_exists_in => /forall_inP h.
  have := relation_new A eN; rewrite (basis_free gA (relation_mul A f e)) => [|i].
    by rewrite mxE => /esym/eqP; rewrite (negPf fA).
  have [/codomP[k ->]|iN] := boolP (i \in codom f).
    by rewrite relation_old // oppr_eq0 => /h; rewrite negbK.
  by have [->|ie] := eqVneq i e; [rewrite codom_f | rewrite relation_out ?eqxx].
have first := agree_exchange fA kA.
have /IH/(_ kA gA) rest : (#|[set j | g j \notin codom (exchange f k e)]| < m)%N.
  rewrite -ltnS; apply: leq_trans fm; rewrite ltnS; apply: proper_card; apply/properP; split.
    apply/subsetP=> j; rewrite !inE; apply: contra => /codomP[i ji]; rewrite ji.
    have ik : i != k by apply: contraNneq kN => <-; rewrite -ji codom_f.
    have -> : f i = exchange f k e i by rewrite /exchange (negPf ik).
    exact: codom_f.
  exists k0; rewrite !inE //; apply/negPn; have -> : g k0 = exchange f k e k by rewrite /exchange eqxx.
  exact: codom_f.
have nz : minor_sign A (exchange f k e) * minor_sign B (exchange f k e) != 0.
  by rewrite mulf_neq0 // /minor_sign sgz_eq0 // -same_bases.
move: first rest nz; rewrite /agree.
move: (minor_sign A f) (minor_sign B f) (minor_sign A g) (minor_sign B g) (minor_sign A (exchange f k e)) (minor_sign B (exchange f k e)).
move=> a b a' b' p q e1 e2 pq; apply: (mulfI pq); rewrite [p * q]mulrC mulrACA [q * a]mulrC e1 e2.
by rewrite [RHS]mulrACA [RHS]mulrC [q * a']mulrC.
Qed.

End Determined.

Section Bases.

Variables (K : realFieldType) (n : nat).

Lemma minor_sign_mul r (A : 'M[K]_(n, r)) (M : 'M[K]_r) f : minor_sign (A *m M) f = minor_sign A f * sgz (\det M).
Proof. by rewrite /minor_sign -mul_rowsub_mx det_mulmx sgzM. Qed.

Lemma basis_change d r (U : 'M[K]_(n, d)) (A A' : 'M[K]_(n, r)) : column_basis U A -> column_basis U A' ->
  exists M, A' = A *m M /\ \det M != 0.
Proof.
move=> [rA spanA] [rA' spanA']; have /submxP[D AD] : (A'^T <= A^T)%MS by rewrite spanA spanA'.
have {AD} E : A' = A *m D^T by apply: trmx_inj; rewrite trmx_mul trmxK.
exists D^T; split=> //; rewrite -unitfE -unitmxE -row_full_unit /row_full eqn_leq rank_leq_col /=.
by rewrite -{1}rA' E mxrankM_maxr.
Qed.

Lemma some_basis d (U : 'M[K]_(n, d)) : exists r (A : 'M[K]_(n, r)), column_basis U A.
Proof.
exists (\rank U^T), (row_base U^T)^T; rewrite /column_basis trmxK mxrank_tr; split; last exact: eq_row_base.
exact/eqP/row_base_free.
Qed.

Lemma column_basis_rank d r (U : 'M[K]_(n, d)) (A : 'M[K]_(n, r)) : column_basis U A -> \rank U = r.
Proof. by case=> rA span; rewrite -[RHS]rA -[RHS]mxrank_tr span mxrank_tr. Qed.

Lemma column_basis_covectors d r (U : 'M[K]_(n, d)) (A : 'M[K]_(n, r)) : column_basis U A -> same_covectors U A.
Proof. by case=> _ span; apply: (proj1 (proposition_E_2_column_span (eqmx_sym span))). Qed.

Lemma negated_basis d r (U : 'M[K]_(n, d)) (A : 'M[K]_(n, r)) (e : int) (chi : ('I_r -> 'I_n) -> int) :
  e = 1 \/ e = -1 -> column_basis U A -> (forall f, 0 <= chi f \/ r != 0%N) -> (forall f, chi f = e * minor_sign A f) ->
  exists A', column_basis U A' /\ forall f, chi f = minor_sign A' f.
Proof.
move=> e1 [rA span] chi0 chiA; case: e1 => eE; first by exists A; split=> // f; rewrite chiA eE mul1r.
case: r A rA span chi chi0 chiA => [|r] A rA span chi chi0 chiA.
  exists A; split=> // f; have := chiA f; have [|//] := chi0 f.
  by rewrite eE /minor_sign det_mx00 sgz1 => ge0 le0; rewrite le0 in ge0.
pose D : 'rV[K]_r.+1 := \row_k (if k == 0 then -1 else 1).
have detD : \det (diag_mx D) = -1.
  by rewrite det_diag big_ord_recl !mxE big1 ?mulr1 // => i _; rewrite mxE.
have unitD : diag_mx D \in unitmx by rewrite unitmxE detD unitrN unitr1.
exists (A *m diag_mx D); split=> [|f]; last by rewrite chiA eE minor_sign_mul detD mulrC sgzN sgz1.
split; first by rewrite mxrankMfree // row_free_unit.
by apply: eqmx_trans span; rewrite trmx_mul; apply: eqmxMfull; rewrite row_full_unit unitmx_tr.
Qed.

Lemma covectors_of_minors r (A B : 'M[K]_(n, r)) : \rank A = r -> \rank B = r ->
  (forall f, minor_sign A f = minor_sign B f) -> same_covectors A B.
Proof.
move=> rA rB AB s; rewrite !covector_possible; split=> -[s1 p]; split=> //; apply: possible_of_dependencies p.
  exact: dependencies_of_minors.
by apply: dependencies_of_minors => // f; rewrite AB.
Qed.

Lemma partial_of_covectors d d' (U : 'M[K]_(n, d)) (V : 'M[K]_(n, d')) : same_covectors U V -> same_partial U V.
Proof.
move=> UV w _ [x xP]; have [|y yP] := (UV (fun i => sgz ((U *m x) i 0))).1; first by exists x.
exists y => i; have := xP i; rewrite /asks; case: (w i) => //.
- by rewrite -sgz_gt0 -yP sgz_gt0.
- by rewrite -sgz_lt0 -yP sgz_lt0.
- by move/eqP; rewrite -sgz_eq0 -yP sgz_eq0 => /eqP.
Qed.

Lemma partial_of_signs d d' (U : 'M[K]_(n, d)) (V : 'M[K]_(n, d')) :
  nonzero_rows U -> same_sign_patterns U V -> same_partial U V.
Proof.
move=> U0 UV w w0 [x xP]; have [|t [/UV[[y yP] _] tx]] := @covector_refined K n d U (fun i => sgz ((U *m x) i 0)) U0.
  by exists x.
exists y => i; have := xP i; have := w0 i; have := tx i; rewrite sgz_eq0 /asks; case: (w i) => // h _ xi.
  by rewrite -sgz_gt0 yP h ?(gt_eqF xi) // sgz_gt0.
by rewrite -sgz_lt0 yP h ?(lt_eqF xi) // sgz_lt0.
Qed.

Lemma same_partial_sym_basis d r (U : 'M[K]_(n, d)) (A : 'M[K]_(n, r)) : column_basis U A -> same_partial U A /\ same_partial A U.
Proof.
by move/column_basis_covectors=> cov; split; apply: partial_of_covectors => // s; rewrite cov.
Qed.

Lemma chirotopes_of_partial d d' (U : 'M[K]_(n, d)) (V : 'M[K]_(n, d')) :
  same_partial U V -> same_partial V U -> same_chirotopes U V.
Proof.
move=> UV VU; have [r [A bA]] := some_basis U; have [r' [B bB]] := some_basis V.
have [UA AU] := same_partial_sym_basis bA; have [VB BV] := same_partial_sym_basis bB.
have AB : same_partial A B by move=> w w0 /(AU w w0)/(UV w w0)/(VB w w0).
have BA : same_partial B A by move=> w w0 /(BV w w0)/(VU w w0)/(UA w w0).
have rr' : r' = r.
  by apply/eqP; rewrite eqn_leq (same_width bA.1 AB) (same_width bB.1 BA).
subst r'; have fullA : row_full A by rewrite /row_full bA.1.
pose g : 'I_r -> 'I_n := fullrankfun fullA.
have gA : \det (rowsub g A) != 0 by rewrite -unitfE -unitmxE fullrowsub_unit.
have gB := gA; rewrite (same_bases AB BA) in gB.
pose e := minor_sign A g * minor_sign B g.
have pm (x : K) : x != 0 -> sgz x = 1 \/ sgz x = -1 by case: sgzP => // _ _; [left | right].
have e1 : e = 1 \/ e = -1.
  by rewrite /e /minor_sign; case: (pm _ gA) => ->; case: (pm _ gB) => ->; [left | right | right | left].
have AeB f : minor_sign A f = e * minor_sign B f.
  have [fA|fA] := eqVneq (\det (rowsub f A)) 0; last first.
    have := agree_bases AB BA fA gA; rewrite /agree /e => h.
    have gg : minor_sign B g * minor_sign B g = 1 by rewrite /minor_sign; case: (pm _ gB) => ->.
    by rewrite mulrAC -h -mulrA gg mulr1.
  have fB : \det (rowsub f B) = 0 by apply/eqP; rewrite -[_ == 0]negbK -(same_bases AB BA) fA eqxx.
  by rewrite /minor_sign fA fB sgz0 mulr0.
have [|B' [bB' AB']] := negated_basis e1 bB _ AeB.
  move=> f; have [r0|r0] := eqVneq r 0%N; [left | by right]; subst r.
  by rewrite /minor_sign det_mx00 sgz1.
by exists r, A, B'.
Qed.

End Bases.

Theorem chirotope_bases (K : realFieldType) n d r (U : 'M[K]_(n, d)) (A A' : 'M[K]_(n, r)) :
  column_basis U A -> column_basis U A' -> exists e, (e = 1 \/ e = -1) /\ forall f, minor_sign A' f = e * minor_sign A f.
Proof.
move=> bA /(basis_change bA)[M [-> M0]]; exists (sgz (\det M)); split=> [|f]; last by rewrite minor_sign_mul mulrC.
by move: M0; case: sgzP => // _ _; [left | right].
Qed.

Theorem chirotope_covectors (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  same_chirotopes U U' <-> same_covectors U U'.
Proof.
split=> [[r [A [A' [bA bA' AA']]]]|h].
  apply: same_covectors_trans (column_basis_covectors bA) _.
  apply: same_covectors_trans (covectors_of_minors bA.1 bA'.1 AA') _.
  exact/same_covectors_sym/column_basis_covectors.
by apply: chirotopes_of_partial; apply: partial_of_covectors => // s; rewrite h.
Qed.

Theorem chirotope_sign_patterns (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  nonzero_rows U -> nonzero_rows U' -> same_chirotopes U U' <-> same_sign_patterns U U'.
Proof.
move=> U0 U'0; split=> [/chirotope_covectors/same_covectors_S//|h].
by apply: chirotopes_of_partial; apply: partial_of_signs => // s; rewrite h.
Qed.

Theorem sign_patterns_covectors (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  nonzero_rows U -> nonzero_rows U' -> same_sign_patterns U U' <-> same_covectors U U'.
Proof. by move=> U0 U'0; rewrite -chirotope_sign_patterns // chirotope_covectors. Qed.

Theorem chirotope_rankings (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) :
  distinct_rows U -> distinct_rows U' -> same_chirotopes (braid K n *m U) (braid K n *m U') <-> same_rankings U U'.
Proof.
move=> /braid_nonzero_rows U0 /braid_nonzero_rows U'0.
by rewrite chirotope_sign_patterns // same_rankings_pattern.
Qed.

Theorem chirotope_full_rank (K : realFieldType) n d (U U' : 'M[K]_(n, d)) :
  \rank U = d -> \rank U' = d ->
  same_chirotopes U U' <-> exists e, (e = 1 \/ e = -1) /\ forall f, minor_sign U' f = e * minor_sign U f.
Proof.
move=> rU rU'; have bU : column_basis U U by []; have bU' : column_basis U' U' by [].
split=> [[r [A [A' [bA bA' AA']]]]|[e [e1 UU']]].
  have rd := column_basis_rank bA; rewrite rU in rd; subst r.
  have [e [e1 eU]] := chirotope_bases bA bU; have [e' [e'1 eU']] := chirotope_bases bA' bU'.
  exists (e' * e); split=> [|f].
    by case: e1 => ->; case: e'1 => ->; [left | right | right | left].
  have ee : e * e = 1 by case: e1 => ->.
  by rewrite eU eU' -AA' mulrA -[e' * e * e]mulrA ee mulr1.
have [|A [bA UA]] := negated_basis e1 bU _ UU'.
  move=> f; have [d0|d0] := eqVneq d 0%N; [left | by right]; subst d.
  by rewrite /minor_sign det_mx00 sgz1.
by exists d, A, U'; split=> // f; rewrite UA.
Qed.
