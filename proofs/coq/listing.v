(******************************************************************************)
(*                                                                            *)
(*  COMPLETE LISTS OF SIGN VECTORS AND RANKINGS, CHECKED BY COMPUTATION       *)
(*                                                                            *)
(*  Field.  K is any ordered field; the matrices have integer entries.        *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorems, for every n and d.                                              *)
(*    list_sign_patterns   If the check holds then S(U) is the list ss, for U *)
(*        over every ordered field.                                           *)
(*    list_rankings   If the check holds for the differences and the signs of *)
(*        the lists ls of labels, then ls are exactly the feasible rankings,  *)
(*        over every ordered field.                                           *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import Ascii String.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Formal Require Import definitions covectors rankings certificates.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Soundness.

Variables (K : realFieldType) (n d : nat) (rows : rows_of_integers).
Let U : 'M[K]_(n, d) := of_rows K n d rows.

Lemma sum_belowE m f : (sum_below m f)%:~R = \sum_(i < m) (f i)%:~R :> K.
Proof. by rewrite /sum_below foldrE big_map -(big_mkord xpredT (fun i => (f i)%:~R)) /index_iota subn0 rmorph_sum. Qed.

Lemma size_word (s : 'I_n -> int) : size (word s) = n.
Proof. by rewrite size_map size_enum_ord. Qed.

Lemma nth_word (s : 'I_n -> int) (i : 'I_n) : nth 0 (word s) i = s i.
Proof. by rewrite (nth_map i) ?size_enum_ord // nth_ord_enum. Qed.

Lemma signs_at_sound (s : 'I_n -> int) x e :
  (forall i : 'I_n, s i = e * nth 0 (signs_at n d rows x) i) -> (forall i, s i != 0) -> e = 1 \/ e = -1 -> sign_pattern U s.
Proof.
move=> sx s0 e1; split=> //; exists (\col_j (e * nth 0 x j)%:~R) => i; rewrite sx.
rewrite (nth_map 0%N) ?size_iota // nth_iota // mxE.
have -> : e * sgz (sum_below d (fun j => at_ rows i j * nth 0 x j)) =
          sgz ((e * sum_below d (fun j => at_ rows i j * nth 0 x j))%:~R : K).
  by rewrite sgz_int sgzM; case: e1 => ->.
congr sgz; rewrite intrM sum_belowE mulr_sumr; apply: eq_bigr => j _.
by rewrite !mxE !intrM mulrCA.
Qed.

Lemma agrees_sound (s : 'I_n -> int) c v e :
  dependency n d rows c -> e = 1 \/ e = -1 -> agrees c v ->
  (forall i : 'I_n, (i < size v)%N -> s i = e * nth 0 v i) -> ~ sign_pattern U s.
Proof.
case/and3P=> c_le /(has_nthP 0)[a a_lt ca] /allP cU e1 /allP cv sv [[x xP] s0].
have c_sign i : nth 0 c i = 0 \/ 0 < nth 0 c i * nth 0 v i.
  have [i_lt|i_ge] := ltnP i (size c); last by rewrite nth_default; [left|].
  by have := cv i; rewrite mem_iota i_lt => /(_ isT)/orP[/eqP|]; [left|right].
have s1 i : s i * s i = 1 by have := s0 i; rewrite -xP; case: sgzP.
apply: (@gordan_sound K n d U s (fun i => (e * nth 0 c i * s i)%:~R)); last by split; first exists x.
- move=> i; rewrite ler0z; have [->|ci] := c_sign i; first by rewrite mulr0 mul0r.
  have i_lt : (i < size v)%N by rewrite ltnNge; apply: contraTN ci => h; rewrite [nth 0 v i]nth_default // mulr0 ltxx.
  by rewrite sv // mulrACA; case: e1 => ->; rewrite ?mulrNN mulr1 mul1r ltW.
- have an := leq_trans a_lt c_le; exists (Ordinal an); rewrite intr_eq0 !mulf_neq0 //.
  by case: e1 => ->.
apply/rowP=> j; rewrite summxE mxE; have := cU j; rewrite mem_iota ltn_ord => /(_ isT)/eqP E.
transitivity (e%:~R * (sum_below n (fun i => nth 0 c i * at_ rows i j))%:~R : K); last by rewrite E mulr0.
rewrite sum_belowE mulr_sumr; apply: eq_bigr => i _; rewrite !mxE -!intrM -[e * _ * s i * s i]mulrA s1 mulr1.
by rewrite mulrA.
Qed.

Lemma forbids_sound (s : 'I_n -> int) c v :
  dependency n d rows c -> forbids c v -> (forall i : 'I_n, (i < size v)%N -> s i = nth 0 v i) -> ~ sign_pattern U s.
Proof.
move=> cP /orP[] cv sv; first by apply: (agrees_sound cP (or_introl erefl) cv) => i /sv; rewrite mul1r.
apply: (agrees_sound cP (or_intror erefl) cv) => i; rewrite size_map => i_lt.
by rewrite (nth_map 0) // mulN1r opprK sv.
Qed.

Lemma survivors_complete cs m v (s : 'I_n -> int) :
  all (dependency n d rows) cs -> sign_pattern U s -> (m + size v)%N = n ->
  (forall i : 'I_n, (i < size v)%N -> s i = nth 0 v i) -> word s \in survivors m cs v.
Proof.
move=> /allP csP sU; elim: m v => [|m IH] v vn sv /=;
  case: ifP => [/hasP[c ccs cv]|_]; try by case: (forbids_sound (csP c ccs) cv sv sU).
  rewrite inE; apply/eqP/(@eq_from_nth _ 0); rewrite size_word // => i i_lt.
  have iv : (i < size v)%N by rewrite -[size v]add0n vn.
  by rewrite -[i in LHS]/(nat_of_ord (Ordinal i_lt)) nth_word sv.
have k_lt : (size v < n)%N by rewrite -vn ltnS leq_addl.
pose k := Ordinal k_lt; have [[x xP] s0] := sU.
have step e : s k = e -> forall i : 'I_n, (i < size (rcons v e))%N -> s i = nth 0 (rcons v e) i.
  move=> sk i; rewrite size_rcons ltnS nth_rcons leq_eqVlt.
  by case: ltngtP => //= [/sv->|i_k _] //; rewrite -sk; congr s; apply: val_inj.
have size_step e : (m + size (rcons v e))%N = n by rewrite size_rcons addnS -addSn.
have : s k = 1 \/ s k = -1 by have := s0 k; rewrite -xP; case: sgzP => //; [left|right].
by rewrite mem_cat => -[/step sk|/step sk]; apply/orP; [left|right]; apply: IH.
Qed.

End Soundness.

Theorem list_sign_patterns (K : realFieldType) n d rows cs xs ss :
  complete_list n d rows cs xs ss -> forall s : 'I_n -> int, sign_pattern (of_rows K n d rows) s <-> word s \in ss.
Proof.
case/and3P=> csP /allP surv /allP ssP s; split=> [sU|/ssP/andP[s0]].
  by apply: surv; apply: survivors_complete sU _ _; rewrite ?addn0.
have s_neq0 i : s i != 0 by apply: contraNneq s0 => <-; apply/mapP; exists i; rewrite ?mem_enum.
rewrite mem_cat => /orP[/mapP[x _ sx]|/mapP[v /mapP[x _ vx] sv]].
  by apply: (@signs_at_sound _ _ _ _ s x 1) => // [i|]; [rewrite mul1r -sx nth_word|left].
apply: (@signs_at_sound _ _ _ _ s x (-1)) => // [i|]; last by right.
rewrite mulN1r -vx -[s i]nth_word sv (nth_map 0) // -(size_map -%R) -sv size_word //.
Qed.

Section Rankings.

Variable n : nat.
Implicit Types p q : 'S_n.

Lemma index_labels p (i : 'I_n) : index i.+1 (labels p) = (p^-1)%g i.
Proof.
have inj : injective (fun a : 'I_n => (p a : nat).+1) by move=> a b [/val_inj/perm_inj].
by rewrite -[in i.+1](permKV p i) index_map // index_enum_ord.
Qed.

Lemma word_order_signs p : word (order_signs p) = signs_of n (labels p).
Proof.
apply: (@eq_from_nth _ 0); first by rewrite size_word size_map size_pairs.
rewrite size_word => k k_lt; rewrite -[k in LHS]/(nat_of_ord (Ordinal k_lt)) nth_word.
have [i [j [_ kij]]] := pair_of_row (Ordinal k_lt).
by rewrite (order_signsE p kij) (nth_map (0, 0)%N) ?size_pairs // kij /= !index_labels.
Qed.

Lemma place_count p (i : 'I_n) : #|[pred j | ((p^-1)%g j < (p^-1)%g i)%N]| = (p^-1)%g i.
Proof.
set c := (p^-1)%g i; rewrite -(card_image (perm_inj (s := (p^-1)%g))).
transitivity #|[pred k : 'I_n | (k < c)%N]|.
  apply: eq_card => k; rewrite inE; apply/imageP/idP => [[j]|kc]; first by rewrite inE => ? ->.
  by exists (p k); rewrite ?inE permK.
by rewrite -sum1_card (big_ord_narrow (ltnW (ltn_ord c))) sum1_card card_ord.
Qed.

Lemma order_signs_inj p q : (forall k, order_signs p k = order_signs q k) -> p = q.
Proof.
move=> pq; have lt_pq (i j : 'I_n) : (i < j)%N -> ((p^-1)%g i < (p^-1)%g j)%N = ((q^-1)%g i < (q^-1)%g j)%N.
  by move=> /row_of_pair[k kij]; have := pq k; rewrite !(order_signsE _ kij); do 2!case: ifP.
suff E : (p^-1 = q^-1)%g by rewrite -[p]invgK E invgK.
apply/permP=> i; apply: val_inj; rewrite -[LHS]place_count -[RHS]place_count; apply: eq_card => j; rewrite !inE.
have [/lt_pq//|ij|/val_inj->] := ltngtP j i; last by rewrite !ltnn.
rewrite !ltn_neqAle !(inj_eq val_inj) !(inj_eq perm_inj); congr (_ && _).
by rewrite leqNgt lt_pq // -leqNgt.
Qed.

Lemma labels_onto l : perm_eq l (iota 1 n) -> exists q, l = labels q.
Proof.
have -> : iota 1 n = [tuple (i : nat).+1 | i < n].
  by rewrite /= -[1%N]/(1 + 0)%N iotaDl -val_enum_ord -map_comp.
by case/tuple_permP=> q ->; exists q; apply: eq_map => a; rewrite tnth_mktuple.
Qed.

Lemma braid_of_rows (K : realFieldType) d rows :
  braid K n *m of_rows K n d rows = of_rows K 'C(n, 2) d (differences n d rows).
Proof.
apply/matrixP=> k l; have [i [j [_ kij]]] := pair_of_row k; rewrite (braid_mulE _ _ kij) !mxE -mulrzBr /at_.
by rewrite (nth_map (0, 0)%N) ?size_pairs // kij (nth_map 0%N) ?size_iota // nth_iota.
Qed.

End Rankings.

Theorem list_rankings (K : realFieldType) n d rows cs xs (ls : seq (seq nat)) :
  complete_list 'C(n, 2) d (differences n d rows) cs xs [seq signs_of n l | l <- ls] ->
  all (fun l => perm_eq l (iota 1 n)) ls ->
  forall p : 'S_n, ranks (of_rows K n d rows) p <-> labels p \in ls.
Proof.
move=> listP /allP lsP p; rewrite ranks_pattern /ranking_pattern braid_of_rows (list_sign_patterns K listP).
rewrite word_order_signs; split=> [/mapP[l lls]|pls]; last exact: map_f.
have [q lq] := labels_onto (lsP l lls); rewrite lq -!word_order_signs => pq.
suff -> : p = q by rewrite -lq.
by apply: order_signs_inj => k; rewrite -!nth_word pq.
Qed.

Lemma ranks_as_in (K : realFieldType) n d (U : 'M[K]_(n, d)) (ls : seq (seq nat)) t :
  (forall p, ranks U p <-> labels p \in ls) -> perm_eq (labels_of_text t) (iota 1 n) ->
  ranks_as U t <-> labels_of_text t \in ls.
Proof.
move=> Uls /labels_onto[q tq]; split=> [[p [<- /Uls//]]|t_ls].
by exists q; rewrite -tq Uls -tq.
Qed.

(* A ranking from the logits at one x: listed in the order of the labels, they decrease. *)
Lemma ranks_as_logits (K : realFieldType) n d (U : 'M[K]_(n, d)) (x : 'cV[K]_d) (w : seq K) t :
  (forall i, (U *m x) i 0 = nth 0 w i) -> perm_eq (labels_of_text t) (iota 1 n) ->
  sorted (fun a b => b < a) [seq nth 0 w l.-1 | l <- labels_of_text t] -> ranks_as U t.
Proof.
move=> logits /labels_onto[p tp] decreasing; exists p; split=> //; exists x => a b ab; rewrite !logits.
have nth_p (c : 'I_n) : nth 0 w (p c) = nth 0 [seq nth 0 w l.-1 | l <- labels_of_text t] c.
  by rewrite tp -map_comp (nth_map c) ?size_enum_ord // nth_ord_enum.
rewrite !nth_p; apply: (sorted_ltn_nth _ 0 decreasing) => // [? ? ? /[swap]||]; first exact: lt_trans.
all: by rewrite inE size_map tp size_map size_enum_ord.
Qed.
