(******************************************************************************)
(*                                                                            *)
(*  THE NUMBER OF ALL COVECTORS                                               *)
(*                                                                            *)
(*  Field.  K is any ordered field.                                           *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*    No sum is in vain: every row that is added to off, or taken as 0, leaves*)
(*    covectors to count.  So, starting with off empty, each set of rows that *)
(*    are exactly the zeros of a covector is met once, and no term is 0.      *)
(*    (This explains the form of the count; it is not proved here.)           *)
(*                                                                            *)
(*  Theorem, for every list of rows and every d.                              *)
(*    faces_count   The rows have exactly `faces [::] rows` covectors.        *)
(*                                                                            *)
(*  Lemmas for those who use it.                                              *)
(*    faces_count_rows    The same of a matrix whose rows are, one for one,   *)
(*        non-zero multiples of the rows of the list.                         *)
(*    faces_count_multiples   The same of a matrix whose rows are multiples   *)
(*        of rows of the list, and the other way round; zero rows may be      *)
(*        missing on either side.  Order and repetitions do not matter.       *)
(*    has_faces_unique    There is only one such number.                      *)
(*    all_faces     Different covectors, as many as there are, are all of     *)
(*        them.                                                               *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions counting_5_1 regions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Counting without sets: a list of all that satisfy P, each once. *)

Definition counted (T : eqType) (P : T -> Prop) (k : nat) : Prop :=
  exists L : seq T, [/\ uniq L, forall w, w \in L <-> P w & size L = k].

Section Counted.

Variables (T T' : eqType).

Lemma counted_bij (P : T -> Prop) (P' : T' -> Prop) (f : T -> T') (g : T' -> T) k :
  (forall w, P w -> P' (f w) /\ g (f w) = w) -> (forall w, P' w -> P (g w) /\ f (g w) = w) -> counted P k -> counted P' k.
Proof.
move=> fP gP [L [Lu LP <-]]; exists (map f L); rewrite size_map; split=> // [|w].
  rewrite map_inj_in_uniq // => v w /LP/fP[_ vE] /LP/fP[_ wE] vw; by rewrite -vE vw.
split=> [/mapP[v /LP/fP[Pv _] ->]//|/gP[/LP gL wE]].
by apply/mapP; exists (g w).
Qed.

Lemma counted_or (P Q R : T -> Prop) k l :
  (forall w, P w -> ~ Q w) -> (forall w, R w <-> P w \/ Q w) -> counted P k -> counted Q l -> counted R (k + l).
Proof.
move=> PQ RP [L [Lu LP <-]] [L' [L'u L'Q <-]]; exists (L ++ L'); rewrite size_cat; split=> // [|w].
  by rewrite cat_uniq Lu L'u andbT; apply/hasPn=> w /L'Q Qw; apply/negP=> /LP/PQ.
rewrite mem_cat RP; split=> [/orP[/LP|/L'Q]|[/LP->//|/L'Q->]]; [by left | by right | by rewrite orbT].
Qed.

End Counted.

(* The signs of a list of rows at a point, and the covectors of a matrix as lists of signs. *)

Section Faces.

Variable K : realFieldType.

Definition row_signs d (rows : seq 'rV[K]_d) (x : 'cV[K]_d) : seq int := [seq sgz ((u *m x) 0 0) | u : 'rV[K]_d <- rows].

Definition list_of_rows n d (U : 'M[K]_(n, d)) : seq 'rV[K]_d := [seq row i U | i <- enum 'I_n].

Lemma list_of_rows_matrix d (rows : seq 'rV[K]_d) : list_of_rows (rows_matrix rows) = rows.
Proof.
apply: (@eq_from_nth _ 0) => [|i]; rewrite size_map size_enum_ord // => i_n.
by rewrite (nth_map (Ordinal i_n)) ?size_enum_ord // (nth_ord_enum (Ordinal i_n) (Ordinal i_n)) row_rows_matrix.
Qed.

Lemma row_signs_list n d (U : 'M[K]_(n, d)) x : row_signs (list_of_rows U) x = word (fun i => sgz ((U *m x) i 0)).
Proof. by rewrite /row_signs -map_comp; apply: eq_map => i /=; rewrite -row_mul mxE. Qed.

Lemma word_inj n (s t : 'I_n -> int) : word s = word t -> s =1 t.
Proof. by move=> /eq_in_map st i; apply: st; rewrite mem_enum. Qed.

Lemma covector_word n d (U : 'M[K]_(n, d)) s : covector U s <-> exists x, word s = row_signs (list_of_rows U) x.
Proof.
split=> -[x xP]; exists x; first by rewrite row_signs_list; apply: eq_map => i; rewrite xP.
by rewrite row_signs_list in xP; move/word_inj: xP => xP i; rewrite xP.
Qed.

Lemma signs_with_zeros_inj n (b c : {ffun 'I_n -> option bool}) : signs_with_zeros b =1 signs_with_zeros c -> b = c.
Proof. by move=> bc; apply/ffunP=> i; have := bc i; rewrite /signs_with_zeros; case: (b i) (c i) => [[]|] [[]|]. Qed.

Definition coded n (w : seq int) : {ffun 'I_n -> option bool} := [ffun i : 'I_n => if nth 0 w i == 0 then None else Some (0 < nth 0 w i)].

Lemma coded_signs n d (U : 'M[K]_(n, d)) x :
  signs_with_zeros (coded n (row_signs (list_of_rows U) x)) =1 (fun i => sgz ((U *m x) i 0)).
Proof.
move=> i; rewrite /signs_with_zeros ffunE row_signs_list (nth_map i) ?size_enum_ord // nth_ord_enum.
by case: sgzP.
Qed.

Lemma has_faces_counted n d (U : 'M[K]_(n, d)) k : has_faces U k <-> counted (fun w => exists x, w = row_signs (list_of_rows U) x) k.
Proof.
pose P b := covector U (@signs_with_zeros n b); have -> : has_faces U k <-> counted P k.
  split=> [[T [TP <-]]|[L [Lu LP <-]]].
    by exists (enum T); rewrite enum_uniq -cardE; split=> // b; rewrite mem_enum TP.
  by exists [set b in L]; rewrite cardsE (card_uniqP Lu); split=> // b; rewrite inE LP.
have fP b : P b -> (exists x, word (signs_with_zeros b) = row_signs (list_of_rows U) x) /\ coded n (word (signs_with_zeros b)) = b.
  move=> /covector_word[x bx]; split; first by exists x.
  by rewrite bx; apply: signs_with_zeros_inj => i; rewrite coded_signs; move: i; apply: word_inj; rewrite bx row_signs_list.
have gP w : (exists x, w = row_signs (list_of_rows U) x) -> P (coded n w) /\ word (signs_with_zeros (coded n w)) = w.
  case=> x ->; split; first by exists x => i; rewrite coded_signs.
  by rewrite row_signs_list -[RHS](eq_map (coded_signs U x)) row_signs_list.
by split; [apply: counted_bij fP gP | apply: counted_bij gP fP].
Qed.

Lemma counted_unique (T : eqType) (P : T -> Prop) k l : counted P k -> counted P l -> k = l.
Proof.
move=> [L [Lu LP <-]] [L' [L'u L'P <-]]; apply/eqP; rewrite eqn_leq.
by apply/andP; split; apply: uniq_leq_size => // w; [move/LP/L'P | move/L'P/LP].
Qed.

(* One row more. *)

Definition with_nonzero d (off undecided : seq 'rV[K]_d) (w : seq int * seq int) : Prop :=
  exists x, w = (row_signs off x, row_signs undecided x) /\ 0 \notin w.1.

Lemma sgz_row_eq0 d (u : 'rV[K]_d) (x : 'cV[K]_d) : (sgz ((u *m x) 0 0) == 0) = (u *m x == 0).
Proof.
rewrite sgz_eq0; apply/eqP/eqP => [ux|->]; last by rewrite mxE.
by apply/matrixP=> i j; rewrite !ord1 ux mxE.
Qed.

(* The sign at u follows from the others. *)
Lemma with_nonzero_skip d (off rest : seq 'rV[K]_d) u (phi : seq int -> int) k :
  (forall x, 0 \notin row_signs off x -> sgz ((u *m x) 0 0) = phi (row_signs off x)) ->
  counted (with_nonzero off rest) k -> counted (with_nonzero off (u :: rest)) k.
Proof.
move=> uP; apply: (@counted_bij _ _ _ _ (fun w => (w.1, phi w.1 :: w.2)) (fun w => (w.1, behead w.2))).
  by move=> _ [x [-> /= off0]]; split=> //; exists x; rewrite /= uP.
by move=> _ [x [-> /= off0]]; rewrite /= uP //; split=> //; exists x.
Qed.

Lemma with_nonzero_split d e (N : 'M[K]_(d, e)) (off rest : seq 'rV[K]_d) u k l :
  u *m N = 0 -> (forall x : 'cV[K]_d, u *m x = 0 -> exists z, x = N *m z) ->
  counted (with_nonzero (u :: off) rest) k ->
  counted (with_nonzero [seq v *m N | v : 'rV[K]_d <- off] [seq v *m N | v : 'rV[K]_d <- rest]) l ->
  counted (with_nonzero off (u :: rest)) (k + l).
Proof.
move=> uN N_all; have on_u (rows : seq 'rV[K]_d) z : row_signs [seq v *m N | v : 'rV[K]_d <- rows] z = row_signs rows (N *m z).
  by rewrite /row_signs -map_comp; apply: eq_map => v /=; rewrite mulmxA.
pose part zero w := with_nonzero off (u :: rest) w /\ (head 0 w.2 == 0) = zero.
have count_off : counted (with_nonzero (u :: off) rest) k -> counted (part false) k.
  apply: (counted_bij (f := fun w => (behead w.1, head 0 w.1 :: w.2)) (g := fun w => (head 0 w.2 :: w.1, behead w.2))).
    move=> _ [x [-> /=]]; rewrite inE negb_or eq_sym => /andP[/negPf ux off0]; split=> //; split=> //; by exists x.
  move=> _ [[x [-> /= off0]] /= ux]; split=> //; exists x; split=> //; by rewrite inE eq_sym ux.
have count_on : counted (with_nonzero [seq v *m N | v : 'rV[K]_d <- off] [seq v *m N | v : 'rV[K]_d <- rest]) l -> counted (part true) l.
  apply: (counted_bij (f := fun w => (w.1, 0 :: w.2)) (g := fun w => (w.1, behead w.2))).
    move=> _ [z [-> /= off0]]; rewrite !on_u in off0 *; split=> //; split=> //; exists (N *m z); split=> //=.
    by rewrite mulmxA uN mul0mx mxE sgz0.
  move=> _ [[x [-> /= off0]] /= ux]; have /eqP/N_all[z xE] : u *m x == 0 by rewrite -sgz_row_eq0 ux.
  rewrite (eqP ux); split=> //; by exists z; rewrite !on_u -xE.
move=> /count_off kP /count_on lP; apply: counted_or kP lP => w; first by case=> _ w0 [_]; rewrite w0.
split=> [wP|[[]|[]] //]; by case w0: (head 0 w.2 == 0); [right | left].
Qed.

(* The count. *)

Lemma parallel_skip d e (N : 'M[K]_(d, e)) (off rest : seq 'rV[K]_d) u k :
  u != 0 -> (forall x : 'cV[K]_d, u *m x = 0 -> exists z, x = N *m z) -> 0 \in [seq v *m N | v : 'rV[K]_d <- off] ->
  counted (with_nonzero off rest) k -> counted (with_nonzero off (u :: rest)) k.
Proof.
move=> u0 N_all /mapP[v v_off /esym vN]; have [c vu] := kernel_line u0 N_all vN.
apply: (with_nonzero_skip (phi := fun w => sgz c * nth 0 w (index v off))) => x off0.
have vx : sgz ((v *m x) 0 0) = sgz c * sgz ((u *m x) 0 0) by rewrite vu -scalemxAl mxE sgzM.
rewrite (nth_map v) ?index_mem // nth_index // vx; have c0 : c != 0.
  apply: contraNneq off0 => c0; apply/mapP; exists v => //; by rewrite vx c0 sgz0 mul0r.
by case: (sgzP c) c0 => // _ _; rewrite ?mul1r ?mulN1r ?opprK.
Qed.

Lemma counted_regions d (off : seq 'rV[K]_d) : counted (with_nonzero off [::]) (regions off).
Proof.
have [T [TP Tk]] := regions_count off; pose U := rows_matrix off.
pose P b := sign_pattern U (@sign_of (size off) b).
have PT : counted P (regions off) by exists (enum T); rewrite enum_uniq -cardE; split=> // b; rewrite mem_enum TP.
pose g (w : seq int * seq int) := [ffun i : 'I_(size off) => 0 < nth 0 w.1 i].
have signs x : row_signs off x = word (fun i => sgz ((U *m x) i 0)) by rewrite -row_signs_list list_of_rows_matrix.
have sign_word b x : (forall i, sgz ((U *m x) i 0) = sign_of b i) -> word (sign_of b) = row_signs off x.
  by move=> xb; rewrite signs; apply: eq_map => i; rewrite xb.
have word_sign s : g (word s, [::]) =1 (fun i => 0 < s i).
  by move=> i; rewrite ffunE (nth_map i) ?size_enum_ord // nth_ord_enum.
apply: (counted_bij (f := fun b => (word (sign_of b), [::])) (g := g)) PT => [b [[x xb] b0]|_ [x [-> /= off0]]].
  split; last by apply/ffunP=> i; rewrite word_sign /sign_of; case: (b i).
  exists x; rewrite (sign_word b x xb); split=> //=; rewrite -(sign_word b x xb); apply/mapP=> -[i _ /esym/eqP].
  by rewrite (negPf (b0 i)).
have s0 i : sgz ((U *m x) i 0) != 0.
  by apply: contraNneq off0 => xi; rewrite signs; apply/mapP; exists i; rewrite ?mem_enum.
have sE i : sign_of (g (row_signs off x, [::])) i = sgz ((U *m x) i 0).
  by rewrite /sign_of signs word_sign; have := s0 i; case: sgzP.
split; last by congr (_, _); rewrite [RHS]signs; apply: eq_map.
by split=> [|i]; [exists x => i; rewrite sE | rewrite sE].
Qed.

Lemma traces_two_lists d (u : 'rV[K]_d.+1) (rows rows' : seq 'rV[K]_d.+1) : u != 0 ->
  exists N : 'M[K]_(d.+1, d), [/\ u *m N = 0, forall x : 'cV[K]_d.+1, u *m x = 0 -> exists z, x = N *m z,
    traces u rows = [seq v *m N | v : 'rV[K]_d.+1 <- rows] & traces u rows' = [seq v *m N | v : 'rV[K]_d.+1 <- rows']].
Proof.
move=> u0; have [N [uN N_all both]] := traces_restriction (rows ++ rows') u0.
have cat : traces u (rows ++ rows') = traces u rows ++ traces u rows' by rewrite /traces; case: pickP => // k _; rewrite map_cat.
have same : size (traces u rows) = size [seq v *m N | v : 'rV[K]_d.+1 <- rows].
  have [k uk] := rV0Pn _ u0; rewrite /traces; case: pickP => [k' _|/(_ k)]; by rewrite ?size_map // uk.
by exists N; move/eqP: both; rewrite cat map_cat eqseq_cat // => /andP[/eqP-> /eqP->].
Qed.

Lemma counted_deciding d (below : seq 'rV[K]_d -> seq 'rV[K]_d -> nat) off undecided :
  (forall off' rest', counted (with_nonzero off' rest') (below off' rest')) ->
  counted (with_nonzero off undecided) (deciding below off undecided).
Proof.
move=> belowP; elim: undecided off => [|u rest IH] off /=; first exact: counted_regions.
have [->|u0] := eqVneq u 0.
  by apply: (with_nonzero_skip (phi := fun=> 0)) (IH off) => x _; rewrite mul0mx mxE sgz0.
have [N [uN N_all -> ->]] := traces_two_lists off rest u0.
case: ifP => [parallel|_]; first exact: parallel_skip u0 N_all parallel (IH off).
exact: with_nonzero_split uN N_all (IH _) (belowP _ _).
Qed.

Lemma row_signs_point (rows : seq 'rV[K]_0) x : row_signs rows x = nseq (size rows) 0.
Proof.
by elim: rows => //= u rows IH; rewrite /row_signs /= -/(row_signs rows x) IH mxE big_ord0 sgz0.
Qed.

Lemma counted_faces d (off undecided : seq 'rV[K]_d) : counted (with_nonzero off undecided) (faces off undecided).
Proof.
elim: d off undecided => [|d IH] off undecided /=; last exact: counted_deciding.
case: off => [|u off].
  exists [:: ([::], nseq (size undecided) 0)]; split=> // w; rewrite inE; split=> [/eqP->|[x [-> _]]].
    by exists 0; rewrite !row_signs_point.
  by rewrite !row_signs_point.
by exists [::]; split=> // w; split=> // -[x [-> /=]]; rewrite inE mxE big_ord0 sgz0 eqxx.
Qed.

(* Lists of rows that are multiples of each other have equally many covectors. *)

Lemma signs_of_multiples d (rows rows' : seq 'rV[K]_d) :
  (forall u : 'rV[K]_d, u \in rows -> u != 0 -> exists v c, v \in rows' /\ u = c *: v) ->
  exists phi, forall x, row_signs rows x = phi (row_signs rows' x).
Proof.
elim: rows => [|u rows IH] mult; first by exists (fun=> [::]).
have [v vr|phi phiP] := IH; first by apply: mult; rewrite inE vr orbT.
suff [f fP] : exists f, forall x, sgz ((u *m x) 0 0) = f (row_signs rows' x).
  by exists (fun w => f w :: phi w) => x; rewrite -fP -phiP.
have [->|u0] := eqVneq u 0; first by exists (fun=> 0) => x; rewrite mul0mx mxE sgz0.
have [|v [c [v_in ->]]] := mult u _ u0; first by rewrite inE eqxx.
exists (fun w => sgz c * nth 0 w (index v rows')) => x.
by rewrite (nth_map v) ?index_mem // nth_index // -scalemxAl mxE sgzM.
Qed.

Lemma counted_multiples d (rows rows' : seq 'rV[K]_d) k :
  (forall u : 'rV[K]_d, u \in rows -> u != 0 -> exists v c, v \in rows' /\ u = c *: v) ->
  (forall u : 'rV[K]_d, u \in rows' -> u != 0 -> exists v c, v \in rows /\ u = c *: v) ->
  counted (fun w => exists x, w = row_signs rows x) k -> counted (fun w => exists x, w = row_signs rows' x) k.
Proof.
move=> /signs_of_multiples[phi phiP] /signs_of_multiples[psi psiP].
apply: (counted_bij (f := psi) (g := phi)) => _ [x ->]; split; try by exists x.
  by rewrite -psiP -phiP.
by rewrite -phiP -psiP.
Qed.

Lemma counted_all d (rows : seq 'rV[K]_d) : counted (fun w => exists x, w = row_signs rows x) (faces [::] rows).
Proof.
apply: (counted_bij (f := snd) (g := fun w => ([::], w))) (counted_faces [::] rows) => [_ [x [-> _]]|_ [x ->]].
  by split=> //; exists x.
by split=> //; exists x.
Qed.

End Faces.

Theorem faces_count (K : realFieldType) d (rows : seq 'rV[K]_d) : has_faces (rows_matrix rows) (faces [::] rows).
Proof. by apply/has_faces_counted; rewrite list_of_rows_matrix; apply: counted_all. Qed.

Lemma faces_count_multiples (K : realFieldType) n d (U : 'M[K]_(n, d)) (rows : seq 'rV[K]_d) :
  (forall i, row i U != 0 -> exists v c, v \in rows /\ row i U = c *: v) ->
  (forall v : 'rV[K]_d, v \in rows -> v != 0 -> exists i c, v = c *: row i U) ->
  has_faces U (faces [::] rows).
Proof.
move=> UR RU; apply/has_faces_counted; apply: counted_multiples (counted_all rows) => [v /RU vU v0|_ /mapP[i _ ->]]; last exact: UR.
by have [i [c vE]] := vU v0; exists (row i U), c; split=> //; apply: map_f; rewrite mem_enum.
Qed.

Lemma faces_count_rows (K : realFieldType) n d (U : 'M[K]_(n, d)) (rows : seq 'rV[K]_d) : size rows = n ->
  (forall i : 'I_n, exists2 c, c != 0 & row i U = c *: nth 0 rows i) -> has_faces U (faces [::] rows).
Proof.
move=> rows_n UR; apply: faces_count_multiples => [i _|v /(nthP 0)[i]].
  by have [c _ ->] := UR i; exists (nth 0 rows i), c; rewrite mem_nth ?rows_n.
rewrite rows_n => i_n <- _; have [c c0 Ui] := UR (Ordinal i_n).
by exists (Ordinal i_n), c^-1; rewrite Ui scalerA mulVf // scale1r.
Qed.

Lemma has_faces_unique (K : realFieldType) n d (U : 'M[K]_(n, d)) k l : has_faces U k -> has_faces U l -> k = l.
Proof. by move=> /has_faces_counted kU /has_faces_counted; apply: counted_unique kU. Qed.

(* As many different covectors as there are, are all of them. *)

Lemma all_faces (K : realFieldType) n d (U : 'M[K]_(n, d)) (L : seq {ffun 'I_n -> option bool}) :
  uniq L -> (forall b, b \in L -> covector U (signs_with_zeros b)) -> has_faces U (size L) ->
  forall b, covector U (signs_with_zeros b) -> b \in L.
Proof.
move=> Lu LU [T [TP Tk]] b /TP bT; have sub : {subset L <= enum T} by move=> c /LU/TP; rewrite mem_enum.
by have [|_ ->] := uniq_min_size Lu sub; rewrite ?mem_enum // -cardE Tk.
Qed.
