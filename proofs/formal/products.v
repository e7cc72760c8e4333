(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM COMPARES TWO CONFIGURATIONS RIGHTLY                           *)
(*                                                                            *)
(*  Fields.  K is any ordered field, R any real closed field; the certificate *)
(*  holds fractions.                                                          *)
(*                                                                            *)
(*  Words: see definitions.v; the program is program.v.  Label i of the second*)
(*  configuration is i' = i.                                                  *)
(*                                                                            *)
(*  Theorems, for every input.                                                *)
(*    verified_gram      If the program finds the products equal, then there  *)
(*        are as many rows, and <u_i, u_j> = <u'_i, u'_j> for all i and j.    *)
(*    verified_norms     The same with i = j.                                 *)
(*    verified_cosines   If the program finds the cosines equal, comparing    *)
(*        their squares and signs, then no row is zero, there are as many     *)
(*        rows, and C(U) = C(U') entry by entry.                              *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions lemma_5_3 program verified region_count.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Products.

Variable K : realFieldType.
Local Notation phi := (of_Z K).

Lemma dot_embedded d u v : size u = d -> size v = d -> dot (embedded K d u) (embedded K d v) = phi (dot_product u v).
Proof. by move=> ud vd; rewrite -(form_dot K ud vd); apply: eq_bigr => j _; rewrite !mxE. Qed.

Lemma sound_row_multiple d m k row : sound_row d m row -> sound_row d (Z.mul k m) row.
Proof.
case=> row_d fracs; split=> // f /fracs[f_gt0 [l ->]]; split=> //.
by exists (Z.mul k l); rewrite Z.mul_assoc.
Qed.

Lemma dot_cleared d m rows (i j : 'I_(size rows)) : (forall row, List.In row rows -> sound_row d m row) ->
  phi (dot_product (List.nth i (List.map (cleared m) rows) nil) (List.nth j (List.map (cleared m) rows) nil)) =
  phi m ^+ 2 * dot (row i (matrix_of K d rows)) (row j (matrix_of K d rows)).
Proof.
move=> sound; have E (k : 'I_(size rows)) : List.nth k (List.map (cleared m) rows) nil = cleared m (nth [::] rows k).
  by rewrite nthE mapE (nth_map [::]).
have d_k (k : 'I_(size rows)) : size (cleared m (nth [::] rows k)) = d.
  by rewrite /cleared mapE size_map; have [] := sound _ (In_nth [::] (ltn_ord k)).
rewrite !E -(@dot_embedded d) // !embedded_cleared; try by apply: sound; apply: In_nth.
rewrite /dot mulr_sumr; apply: eq_bigr => l _; rewrite [X in X * _]mxE [X in _ * X]mxE.
by rewrite expr2 mulrACA.
Qed.

Lemma phi_inj : injective phi.
Proof. by move=> a b /eqP; rewrite -subr_eq0 -phiB phi_eq0 => /Z.eqb_eq; lia. Qed.

Lemma phi_abs a : phi (Z.abs a) = `|phi a|.
Proof.
have [a0|a0] := Z.le_ge_cases a Z0; last by rewrite Z.abs_eq // ger0_norm // phi_ge0.
by rewrite Z.abs_neq // phiN ler0_norm // -oppr_ge0 -phiN phi_ge0; lia.
Qed.

Lemma products_agreeP agree d rows d' rows' : products_agree agree d rows d' rows' ->
  size rows = size rows' /\
  exists2 m : K, 0 < m & forall (i j : 'I_(size rows)) (i' j' : 'I_(size rows')), i = i' :> nat -> j = j' :> nat ->
    exists a b c a' b' c', agree a b c a' b' c' /\
    let U := matrix_of K d rows in let U' := matrix_of K d' rows' in
    [/\ phi a = m * dot (row i U) (row j U), phi b = m * dot (row i U) (row i U), phi c = m * dot (row j U) (row j U),
        phi a' = m * dot (row i' U') (row j' U') & phi b' = m * dot (row i' U') (row i' U') /\ phi c' = m * dot (row j' U') (row j' U')].
Proof.
rewrite /products_agree => /andP[/andP[/andP[ok ok'] /Nat.eqb_spec same] /List.forallb_forall all_agree]; split=> //.
have [m_gt0 sound] := well_shaped_sound ok; have [m'_gt0 sound'] := well_shaped_sound ok'.
set m := multiple rows in m_gt0 sound all_agree *; set m' := multiple rows' in m'_gt0 sound' all_agree *.
exists (phi (Z.mul m m') ^+ 2); first by rewrite exprn_gt0 // phiM mulr_gt0 // phi_gt0.
have s row : List.In row rows -> sound_row d (Z.mul m m') row by rewrite Z.mul_comm => /sound; apply: sound_row_multiple.
have s' row : List.In row rows' -> sound_row d' (Z.mul m m') row by move=> /sound'; apply: sound_row_multiple.
move=> i j i' j' ii' jj'.
have in_seq (k : 'I_(size rows)) : List.In (k : nat) (List.seq 0 (length rows)).
  by apply/List.in_seq; split; [apply/ssrnat.leP | apply/ssrnat.ltP].
have /List.forallb_forall/(_ _ (in_seq j)) := all_agree _ (in_seq i); rewrite {4 5 6}ii' {4 5 6}jj' => agreed.
do 6!eexists; split; first exact: agreed.
by rewrite !(dot_cleared _ _ s) !(dot_cleared _ _ s').
Qed.

End Products.

Theorem verified_gram (K : realFieldType) d rows d' rows' :
  same_gram d rows d' rows' ->
  size rows = size rows' /\
  forall (i j : 'I_(size rows)) (i' j' : 'I_(size rows')), i = i' :> nat -> j = j' :> nat ->
    dot (row i (matrix_of K d rows)) (row j (matrix_of K d rows)) = dot (row i' (matrix_of K d' rows')) (row j' (matrix_of K d' rows')).
Proof.
move=> /(@products_agreeP K)[same [m m_gt0 agree]]; split=> // i j i' j' ii' jj'.
have [a [b [c [a' [b' [c' [/Z.eqb_eq<- [E _ _ E' _]]]]]]]] := agree i j i' j' ii' jj'.
by apply: (mulfI (lt0r_neq0 m_gt0)); rewrite -E -E'.
Qed.

Theorem verified_norms (K : realFieldType) d rows d' rows' :
  same_norms d rows d' rows' ->
  size rows = size rows' /\
  forall (i : 'I_(size rows)) (i' : 'I_(size rows')), i = i' :> nat ->
    dot (row i (matrix_of K d rows)) (row i (matrix_of K d rows)) = dot (row i' (matrix_of K d' rows')) (row i' (matrix_of K d' rows')).
Proof.
move=> /(@products_agreeP K)[same [m m_gt0 agree]]; split=> // i i' ii'.
have [a [b [c [a' [b' [c' [/andP[/Z.eqb_eq bb' _] [_ E _ _ [E' _]]]]]]]]] := agree i i i' i' ii' ii'.
by apply: (mulfI (lt0r_neq0 m_gt0)); rewrite -E -E' bb'.
Qed.

(* a |a| / (b c) determines a / (|u| |v|). *)
Lemma signed_square_inj (F : realFieldType) : injective (fun x : F => x * `|x|).
Proof.
move=> x y /= xy; have same_norm : `|x| = `|y|.
  have := congr1 Num.norm xy; rewrite !normrM !normr_id -!expr2 => /eqP.
  by rewrite eqr_expn2 ?normr_ge0 // => /eqP.
have [y0|y0] := eqVneq y 0; first by move: same_norm; rewrite y0 normr0 => /normr0_eq0.
by move: xy; rewrite same_norm; apply: mulIf; rewrite normr_eq0.
Qed.

Theorem verified_cosines (R : rcfType) d rows d' rows' :
  same_cosines d rows d' rows' ->
  [/\ nonzero_rows (matrix_of R d rows), size rows = size rows' &
  forall (i j : 'I_(size rows)) (i' j' : 'I_(size rows')), i = i' :> nat -> j = j' :> nat ->
    cosines (matrix_of R d rows) i j = cosines (matrix_of R d' rows') i' j'].
Proof.
move=> /(@products_agreeP R)[same [m m_gt0 agree]].
have pos (a : Z) (x : R) : of_Z R a = m * x -> Z.ltb Z0 a -> 0 < x.
  by move=> E /Z.ltb_lt/(phi_gt0 R); rewrite E pmulr_rgt0.
split=> // [i|i j i' j' ii' jj'].
  have [a [b [c [a' [b' [c' [/andP[/andP[/andP[/andP[b0 _] _] _] _] [_ E _ _ _]]]]]]]] := agree i i (cast_ord same i) (cast_ord same i) erefl erefl.
  by rewrite -(dot_eq0 (row i _)) gt_eqF // (pos _ _ E b0).
have [a [b [c [a' [b' [c' [/andP[/andP[/andP[/andP[b0 c0] b'0] c'0] /Z.eqb_eq e] [Ea Eb Ec Ea' [Eb' Ec']]]]]]]]] := agree i j i' j' ii' jj'.
have [B C] := (pos _ _ Eb b0, pos _ _ Ec c0); have [B' C'] := (pos _ _ Eb' b'0, pos _ _ Ec' c'0).
apply: signed_square_inj; rewrite !mxE /norm.
move: (congr1 (of_Z R) e); rewrite !phiM !phi_abs Ea Eb Ec Ea' Eb' Ec' !(normrM m) (gtr0_norm m_gt0).
move: B C B' C'; set x := dot (row i _) (row j _); set b1 := dot (row i _) _; set c1 := dot (row j _) _.
set x' := dot (row i' _) (row j' _); set b2 := dot (row i' _) _; set c2 := dot (row j' _) _ => B C B' C' h.
have norm_frac (y p q : R) : 0 < p -> 0 < q -> y / (Num.sqrt p * Num.sqrt q) * `|y / (Num.sqrt p * Num.sqrt q)| = y * `|y| / (p * q).
  move=> p0 q0; rewrite normrM [X in _ * (_ * X)]gtr0_norm ?invr_gt0 ?mulr_gt0 ?sqrtr_gt0 //.
  by rewrite mulrACA -invfM mulrACA -!expr2 !sqr_sqrtr ?ltW.
have neq0 (p q : R) : 0 < p -> 0 < q -> p * q != 0 by move=> p0 q0; rewrite gt_eqF ?mulr_gt0.
rewrite !norm_frac //; apply/eqP; rewrite eqr_div ?neq0 //; apply/eqP.
by move: h; rewrite !(mulrACA m _ m) !(mulrACA (m * m) _ (m * m)) => /mulfI; apply; rewrite !mulf_neq0 ?gt_eqF.
Qed.
