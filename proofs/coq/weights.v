(******************************************************************************)
(*                                                                            *)
(*  FOR MF-3: WEIGHTS FROM 0 TO 1 WITH A BOUNDED SUM TAKE THE LARGEST VALUES  *)
(*                                                                            *)
(*  Field.  R is any real closed field.                                       *)
(*                                                                            *)
(*  Words: see definitions.v.                                                 *)
(*                                                                            *)
(*  Lemmas only; the theorem is in mf_3.v.                                    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect all_algebra ring.
From Formal Require Import definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Weights.

Variables (R : rcfType) (p k : nat) (q t e : 'I_p -> R).
Hypothesis q01 : forall i, 0 <= q i <= 1.
Hypothesis qk : \sum_i q i <= k%:R.
Hypothesis t0 : forall i, 0 <= t i.
Hypothesis gap : forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> t j < t i \/ t j = 0.
Hypothesis e0 : forall i, 0 <= e i.

Let first (i : 'I_p) : R := (i < k)%:R.

(* A number between the squares of the first k and the others. *)
Lemma between : exists mu, [/\ 0 <= mu, forall j : 'I_p, (k <= j)%N -> t j ^+ 2 <= mu, mu = 0 \/ forall i : 'I_p, (i < k)%N -> mu < t i ^+ 2
  & 0 <= mu * (\sum_i first i - \sum_i q i)].
Proof.
have [pk|kp] := leqP p k.
  exists 0; split; rewrite ?mul0r //; last by left.
  by move=> j kj; have := leq_trans (ltn_ord j) (leq_trans pk kj); rewrite ltnn.
have count : \sum_i first i = k%:R :> R.
  rewrite /first -natr_sum; congr _%:R; rewrite -(big_mkord xpredT (fun i => (i < k)%N : nat)).
  rewrite (big_cat_nat _ _ _ (leq0n k) (ltnW kp)) /= (eq_big_nat _ _ (F2 := fun=> 1%N)) => [|i /andP[_ ->]] //.
  rewrite sum_nat_const_nat subn0 muln1 (eq_big_nat _ _ (F2 := fun=> 0%N)) => [|i /andP[ki _]]; last by rewrite ltnNge ki.
  by rewrite sum_nat_const_nat muln0 addn0.
pose j0 : 'I_p := Ordinal kp; have kj0 : (k <= j0)%N by [].
have [j kj jmax] : exists2 j : 'I_p, (k <= j)%N & forall l : 'I_p, (k <= l)%N -> t l <= t j.
  by case: (@arg_maxP _ _ _ j0 (fun l : 'I_p => (k <= l)%N) t kj0) => j kj jP; exists j.
exists (t j ^+ 2); rewrite count; split.
- exact: sqr_ge0.
- by move=> l /jmax lj; rewrite ler_expn2r ?nnegrE.
- have [->|tj] := eqVneq (t j) 0; [by left; rewrite expr0n | right=> i ik].
  by have [lt|z] := gap ik kj; [rewrite ltr_expn2r ?nnegrE | rewrite z eqxx in tj].
by rewrite mulr_ge0 ?sqr_ge0 // subr_ge0.
Qed.

Lemma weights : \sum_(i : 'I_p | (i < k)%N) t i ^+ 2 <= \sum_i (t i ^+ 2 * q i - e i) ->
  (forall i, e i = 0) /\ forall i, t i = 0 \/ q i = first i.
Proof.
have [mu [mu0 above below rest]] := between; move=> le.
pose f i := (first i - q i) * (t i ^+ 2 - mu) + e i.
have first1 (i : 'I_p) : (i < k)%N -> first i = 1 by rewrite /first => ->.
have first0 (i : 'I_p) : (k <= i)%N -> first i = 0 by rewrite /first ltnNge => ->.
have g0 (i : 'I_p) : 0 <= (first i - q i) * (t i ^+ 2 - mu).
  have /andP[qi0 qi1] := q01 i; have [ik|ki] := ltnP i k.
    rewrite first1 // mulr_ge0 ?subr_ge0 //; case: below => [->|/(_ _ ik)/ltW] //; exact: sqr_ge0.
  by rewrite first0 // sub0r -mulrNN opprK mulr_ge0 // opprB subr_ge0 above.
have f0 i : 0 <= f i by rewrite addr_ge0.
have total : \sum_i f i + mu * (\sum_i first i - \sum_i q i) = \sum_(i : 'I_p | (i < k)%N) t i ^+ 2 - \sum_i (t i ^+ 2 * q i - e i).
  rewrite [X in _ = X - _]big_mkcond /= mulrBr !mulr_sumr -!sumrB -!big_split; apply: eq_bigr => i _ /=.
  by rewrite /f /first; case: ifP => _ /=; ring.
have sum0 : \sum_i f i = 0 /\ mu * (\sum_i first i - \sum_i q i) = 0.
  have s0 : 0 <= \sum_i f i by apply: sumr_ge0.
  have : \sum_i f i + mu * (\sum_i first i - \sum_i q i) == 0 by rewrite eq_le addr_ge0 // andbT total subr_le0.
  by rewrite paddr_eq0 // => /andP[/eqP ? /eqP].
have {f0} [f0 m0] : (forall i, f i = 0) /\ mu * (\sum_i first i - \sum_i q i) = 0.
  split; last exact: (proj2 sum0); move=> i; apply: (psumr_eq0P (fun i _ => f0 i) (proj1 sum0)) => //.
have both i : e i = 0 /\ (first i - q i) * (t i ^+ 2 - mu) = 0.
  by have /eqP := f0 i; rewrite paddr_eq0 // => /andP[/eqP ? /eqP].
split=> i; first exact: (proj1 (both i)).
have z (j : 'I_p) : t j ^+ 2 - mu != 0 -> q j = first j.
  by move=> n; have /eqP := (both j).2; rewrite mulf_eq0 (negbTE n) orbF subr_eq0 => /eqP.
case: below => [m|below].
  have [ti|ti] := eqVneq (t i) 0; [by left | right]; apply: z.
  by rewrite m subr0 sqrf_eq0.
have some (j : 'I_p) : (j < k)%N -> q j = first j by move=> jk; apply: z; rewrite subr_eq0 gt_eqF ?below.
have [ik|ki] := ltnP i k; [by right; apply: some | ].
have [m|m] := eqVneq mu 0.
  left; apply/eqP; rewrite -sqrf_eq0 eq_le sqr_ge0 andbT -m; exact: above.
right; have /eqP := m0; rewrite mulf_eq0 (negbTE m) /= -sumrB => /eqP s0.
have h j : 0 <= q j - first j.
  have [jk|kj] := ltnP j k; first by rewrite some // subrr.
  by rewrite first0 // subr0; case/andP: (q01 j).
have s1 : \sum_j (q j - first j) = 0 by rewrite -[LHS]opprK -sumrN (eq_bigr (fun j => first j - q j)) ?s0 ?oppr0 // => j _; rewrite opprB.
by apply/eqP; rewrite -subr_eq0; apply/eqP; apply: (psumr_eq0P (fun j _ => h j) s1).
Qed.

End Weights.
