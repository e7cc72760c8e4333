(******************************************************************************)
(*                                                                            *)
(*  QUESTIONS WITH OFFSETS AND INPUTS                                         *)
(*                                                                            *)
(*  Field.  K is any ordered field, theta any number of it.                   *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Theorem, for every input.                                                 *)
(*    meaning_inputs   Rows (u_i, b_i), the inequalities and equations of a   *)
(*        polyhedron P as rows too, and 1 > 0: what the program is asked      *)
(*        about signs w is  possible_in P U b w.                              *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From mathcomp Require Import all_ssreflect all_algebra.
From Formal Require Import definitions lists verified.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lists.

Variables T V : Type.

Lemma in_cat (a b : seq T) t : List.In t (a ++ b) <-> List.In t a \/ List.In t b.
Proof. by elim: a => [|s a IH] /=; [split=> [|[]] //; right | rewrite IH or_assoc]. Qed.

Lemma in_map (f : T -> V) (a : seq T) v : List.In v (map f a) <-> exists2 t, List.In t a & v = f t.
Proof. by rewrite -mapE List.in_map_iff; split=> [[t [<- ta]]|[t ta ->]]; exists t. Qed.

Lemma in_nth (t : T) (a : seq T) s : List.In s a <-> exists i : 'I_(size a), s = nth t a i.
Proof.
elim: a => [|u a IH] /=; first by split=> // -[[]].
rewrite IH; split=> [[<-|[i ->]]|[[[|i] i_lt] ->]]; [by exists ord0 | by exists (lift ord0 i) | by left |].
by right; exists (Ordinal (i_lt : (i < size a)%N)).
Qed.

End Lists.

Section Inputs.

Variables (K : realFieldType) (theta : K) (d : nat) (zero one : numeral).
Hypotheses (zero0 : number_at theta zero = 0) (one1 : number_at theta one = 1).
Implicit Types (rows : seq (seq numeral)) (h : 'cV[K]_d).
Let last_one : seq numeral := rcons (nseq d zero) one.

Definition at_height h (t : K) : 'cV[K]_(d + 1) := col_mx h (const_mx t).

Lemma value_at rows (i : 'I_(size rows)) h t : row_value theta (nth [::] rows i) (at_height h t) =
  (lsubmx (matrix_of theta (size rows) (d + 1) rows) *m h) i 0 + t * rsubmx (matrix_of theta (size rows) (d + 1) rows) i 0.
Proof.
rewrite -matrix_value -{1}[matrix_of theta (size rows) (d + 1) rows]hsubmxK mul_row_col mxE; congr (_ + _).
by rewrite mxE big_ord_recl big_ord0 addr0 [const_mx _ _ _]mxE mulrC.
Qed.

Lemma value_one h t : row_value theta last_one (at_height h t) = t.
Proof.
rewrite /row_value big_split_ord /= big_ord1 big1 => [|j _].
  by rewrite add0r col_mxEd mxE /= addn0 nth_rcons size_nseq ltnn eqxx /= one1 mul1r.
by rewrite nth_rcons size_nseq ltn_ord nth_nseq ltn_ord /= zero0 mul0r.
Qed.

Lemma scaled_value rows (i : 'I_(size rows)) h t : t != 0 ->
  row_value theta (nth [::] rows i) (at_height h t) = t * row_value theta (nth [::] rows i) (at_height (t^-1 *: h) 1).
Proof. by move=> t0; rewrite !value_at mul1r mulrDr -scalemxAr [X in _ = _ * X + _]mxE mulrA mulfV // mul1r. Qed.

Lemma at_height_surj (x : 'cV[K]_(d + 1)) : x = at_height (usubmx x) (dsubmx x 0 0).
Proof. by rewrite -{1}[x]vsubmxK; congr col_mx; apply/matrixP=> i j; rewrite !ord1 [RHS]mxE. Qed.

End Inputs.

Theorem meaning_inputs (K : realFieldType) (theta : K) d rows ineqs eqs w zero one :
  number_at theta zero = 0 -> number_at theta one = 1 ->
  answered_yes theta (d + 1) rows
    ([seq (g, AtLeast) | g <- ineqs] ++ [seq (e, On) | e <- eqs] ++
     [:: (rcons (nseq d zero) one, Above)]) (Signs w) <->
  possible_in (Polyhedron (lsubmx (matrix_of theta (size ineqs) (d + 1) ineqs)) (rsubmx (matrix_of theta (size ineqs) (d + 1) ineqs))
                          (lsubmx (matrix_of theta (size eqs) (d + 1) eqs)) (rsubmx (matrix_of theta (size eqs) (d + 1) eqs)))
    (lsubmx (matrix_of theta (size rows) (d + 1) rows)) (rsubmx (matrix_of theta (size rows) (d + 1) rows)) (fun i => nth Any w i).
Proof.
move=> zero0 one1; have value1 r (i : 'I_(size r)) h : row_value theta (nth [::] r i) (at_height h 1) =
    (lsubmx (matrix_of theta (size r) (d + 1) r) *m h + rsubmx (matrix_of theta (size r) (d + 1) r)) i 0 by rewrite value_at mul1r [RHS]mxE.
split=> [[x [met answer]]|[h [[ineq_h eq_h] w_h]]].
  rewrite [x]at_height_surj in met answer; set t := dsubmx x 0 0 in met answer; set h := usubmx x in met answer.
  have t0 : 0 < t.
    have := met _ Above; rewrite -[X in 0 < X](@value_one _ _ _ _ _ zero0 one1 h); apply.
    by apply/in_cat; right; apply/in_cat; right; left.
  have tn0 : t != 0 by rewrite gt_eqF.
  exists (t^-1 *: h); split; first split=> [i|].
  - have : holds AtLeast (row_value theta (nth [::] ineqs i) (at_height h t)).
      by apply: met; apply/in_cat; left; apply/in_map; exists (nth [::] ineqs i) => //; apply/(in_nth [::]); exists i.
    by rewrite (scaled_value theta _ _ tn0) /= pmulr_rge0 // value1.
  - apply/matrixP=> i j; rewrite ord1 [RHS]mxE -value1.
    have : holds On (row_value theta (nth [::] eqs i) (at_height h t)).
      apply: met; apply/in_cat; right; apply/in_cat; left; apply/in_map.
      by exists (nth [::] eqs i) => //; apply/(in_nth [::]); exists i.
    by rewrite (scaled_value theta _ _ tn0) /= => /eqP; rewrite mulf_eq0 (negPf tn0) => /eqP.
  move=> i; have := answer i (ltn_ord i); rewrite (scaled_value theta _ _ tn0) value1.
  by case: (nth Any w i) => //=; rewrite ?pmulr_rgt0 ?pmulr_rlt0 // => /eqP; rewrite mulf_eq0 (negPf tn0) => /eqP.
exists (at_height h 1); split=> [u r|i i_lt]; last by rewrite (value1 rows (Ordinal i_lt)); apply: (w_h (Ordinal i_lt)).
case/in_cat=> [/in_map[g /(in_nth [::])[i ->] [-> ->]]|/in_cat[/in_map[e /(in_nth [::])[i ->] [-> ->]]|[[<- <-]|[]]]].
- by rewrite value1; apply: ineq_h.
- by rewrite value1 eq_h mxE.
have -> := @value_one _ _ _ _ _ zero0 one1 h 1; exact: ltr01.
Qed.
