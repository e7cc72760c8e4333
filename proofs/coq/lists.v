(******************************************************************************)
(*                                                                            *)
(*  LISTS OF COQ AS THOSE OF MATHEMATICAL COMPONENTS                          *)
(*                                                                            *)
(*  Field.  None.  The program that checks certificates is written with the   *)
(*  lists of Coq's own library, so that it can be extracted and read alone;   *)
(*  the proofs about it use Mathematical Components.  No theorems here.       *)
(*                                                                            *)
(******************************************************************************)

From Coq Require List.
From mathcomp Require Import all_ssreflect.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Functions.

Variables A B : Type.

Lemma mapE (f : A -> B) (a : seq A) : List.map f a = [seq f t | t <- a].
Proof. by elim: a => //= t a ->. Qed.

Lemma appE (a b : seq A) : List.app a b = a ++ b.
Proof. by []. Qed.

Lemma combineE (a : seq A) (b : seq B) : List.combine a b = zip a b.
Proof. by elim: a b => [|t a IH] [|s b] //=; rewrite IH. Qed.

Lemma flat_mapE (f : A -> seq B) (l : seq A) : List.flat_map f l = flatten [seq f a | a <- l].
Proof. by elim: l => //= a l ->. Qed.

Lemma forallbE (p : A -> bool) (l : seq A) : List.forallb p l = all p l.
Proof. by elim: l => //= t l ->. Qed.

Lemma existsbE (p : A -> bool) (l : seq A) : List.existsb p l = has p l.
Proof. by elim: l => //= t l ->. Qed.

Lemma filterE (p : A -> bool) (l : seq A) : List.filter p l = [seq t <- l | p t].
Proof. by elim: l => //= t l ->; case: (p t). Qed.

Lemma nthE (t : A) (l : seq A) k : List.nth k l t = nth t l k.
Proof. by elim: l k => [|a l IH] [|k] /=. Qed.

End Functions.

Lemma seqE i n : List.seq i n = iota i n.
Proof. by elim: n i => //= n IH i; rewrite IH. Qed.

(* Members. *)

Lemma in_nth_list (A : Type) (a : A) (l : seq A) k : (k < size l)%N -> List.In (nth a l k) l.
Proof. by elim: l k => //= b l IH [|k]; [left | rewrite ltnS => /IH; right]. Qed.

Lemma in_list_nth (A : Type) (a : A) (l : seq A) b : List.In b l -> exists2 k, (k < size l)%N & b = nth a l k.
Proof. by elim: l => //= c l IH [->|/IH[k k_lt ->]]; [exists 0%N | exists k.+1]. Qed.

Lemma mapIn (A : Type) (V : eqType) (f : A -> V) (l : seq A) v : v \in map f l <-> exists2 t, List.In t l & v = f t.
Proof.
elim: l => [|t l IH] /=; first by split=> // -[].
rewrite inE; split=> [/orP[/eqP vt|/IH[s sl vs]]|[s [<-|sl] vs]]; [by exists t; [left|] | by exists s; [right|] | by rewrite vs eqxx |].
by apply/orP; right; apply/IH; exists s.
Qed.

Lemma eq_map_In (A B : Type) (f g : A -> B) (l : seq A) : (forall t, List.In t l -> f t = g t) -> map f l = map g l.
Proof. by move=> fg; rewrite -!mapE; apply: List.map_ext_in. Qed.
