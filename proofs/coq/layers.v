(******************************************************************************)
(*                                                                            *)
(*  LAYERS WITH OFFSETS: THEIR WORDS                                          *)
(*                                                                            *)
(*  A file of words, beside definitions.v, for statements.v.                  *)
(*  Fields.  K is any ordered field, R any real closed field.  The logits of  *)
(*  a layer at the input x in K^d are U x + b: n numbers, one for each label. *)
(*                                                                            *)
(*  affine_pattern U b s   some x in K^d gives the logits the signs s, and no *)
(*                    entry of s is 0.                                        *)
(*  affine_ranks U b p     some x in K^d orders the logits as p does, best    *)
(*                    label first, strictly.                                  *)
(*  affine_top U b i  some x in K^d puts label i strictly first.              *)
(*  functions U b     the n rows (b_i, u_i): the logits as functions of       *)
(*                    (1, x).                                                 *)
(*  with_one V        V with the row e_0 = (1, 0, ..., 0) on top.             *)
(*  apart_1, apart_2  two labels in dimension 1, u = 1, 1 and u = 1, 4;       *)
(*  apart_b           their offsets 1, 2;  minus_plus  the signs -, +.        *)
(*                                                                            *)
(*  Best places.  A rule for ties: true, and of labels that are level the     *)
(*  one listed first is before the others; false, and none is.                *)
(*  not_below U b i ties x   the labels that are above label i at x, or level *)
(*                    with it; by the rule true those that are level only if  *)
(*                    they are listed before i.                               *)
(*  never_below P U b i ties G y z f   weights y of the labels of G, z and f  *)
(*                    of the conditions of P, none negative but f, with which *)
(*                    the rows u_i - u_j and those of P add up to zero, and   *)
(*                    the constants to 0 or less; and a label that would have *)
(*                    to be strictly below has a weight, or they add up to    *)
(*                    less.                                                   *)
(*  meets_all H G     the set H meets all sets of G.                          *)
(*                                                                            *)
(*  What determines what.                                                     *)
(*  layer_mapped      the seven of the map, with V = functions U b: lay_Ub the*)
(*                    layer itself, lay_CV and lay_CBV the cosines of e_0 and *)
(*                    the rows of V, of e_0 and the rows of B_n V, lay_Cb the *)
(*                    cosines of U together with b, lay_S and lay_R the sign  *)
(*                    vectors and the rankings, lay_argmax the labels that are*)
(*                    strictly first somewhere.                               *)
(*  same_layer_invariant P U b U' b'   the layers U, b and U', b' agree in P; *)
(*                    their widths may differ.                                *)
(*  layer_domain U b  the rows (b_i, u_i) are pairwise distinct, and no u_i is*)
(*                    zero.                                                   *)
(*  layer_determines R P Q   whenever two layers in the domain, over R, agree *)
(*                    in P they agree in Q.                                   *)
(*  layer_leaves_open R P Q  some two layers in the domain, of one width,     *)
(*                    agree in P and not in Q.                                *)
(*  layer_determined_by P    the list of the others that P determines: the    *)
(*                    map.                                                    *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.
From Formal Require Import definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition affine_pattern (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (s : 'I_n -> int) : Prop :=
  (exists x : 'cV[K]_d, forall i, sgz ((U *m x + b) i 0) = s i) /\ forall i, s i != 0.

Definition affine_ranks (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (p : 'S_n) : Prop :=
  exists x : 'cV[K]_d, forall i j : 'I_n, (i < j)%N -> (U *m x + b) (p j) 0 < (U *m x + b) (p i) 0.

Definition affine_top (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) : Prop :=
  exists x : 'cV[K]_d, forall j, j != i -> (U *m x + b) j 0 < (U *m x + b) i 0.

Definition functions (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) : 'M[K]_(n, 1 + d) := row_mx b U.

Definition with_one (K : realFieldType) n d (V : 'M[K]_(n, 1 + d)) : 'M[K]_(1 + n, 1 + d) := col_mx (row_mx 1 0) V.

Definition apart_1 (K : ringType) : 'M[K]_(2, 1) := of_rows K 2 1 [:: [:: 1]; [:: 1]]%integers.

Definition apart_2 (K : ringType) : 'M[K]_(2, 1) := of_rows K 2 1 [:: [:: 1]; [:: 4]]%integers.

Definition apart_b (K : ringType) : 'cV[K]_2 := of_rows K 2 1 [:: [:: 1]; [:: 2]]%integers.

Definition minus_plus (i : 'I_2) : int := if i == 0 then -1 else 1.

(* Best places. *)

Definition weakly (n : nat) (i : 'I_n) (ties : bool) (j : 'I_n) : bool := ties && (i < j)%N.

Definition not_below (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool) (x : 'cV[K]_d) : {set 'I_n} :=
  [set j | (j != i) && ~~ (((U *m x + b) j 0 < (U *m x + b) i 0) ||
                           (weakly i ties j && ((U *m x + b) j 0 == (U *m x + b) i 0)))].

Definition never_below (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool)
    (G : {set 'I_n}) (y : 'I_n -> K) (z : 'rV[K]_(inequalities P)) (f : 'rV[K]_(equations P)) : Prop :=
  let t := \sum_j y j * (b i 0 - b j 0) + (z *m ineq_offsets P) 0 0 + (f *m eq_offsets P) 0 0 in
  [/\ i \notin G /\ forall j, 0 <= y j /\ (j \notin G -> y j = 0),
      forall k, 0 <= z 0 k,
      \sum_j y j *: (row i U - row j U) + z *m ineq_rows P + f *m eq_rows P = 0,
      t <= 0
    & (exists j, ~~ weakly i ties j /\ 0 < y j) \/ t < 0].

Definition meets_all (n : nat) (H : {set 'I_n}) (G : {set {set 'I_n}}) : Prop := forall A, A \in G -> H :&: A != set0.

(* What determines what. *)

Inductive layer_mapped := lay_Ub | lay_CV | lay_CBV | lay_Cb | lay_S | lay_R | lay_argmax.

Definition same_layer_invariant (R : rcfType) n d d' (P : layer_mapped)
    (U : 'M[R]_(n, d)) (b : 'cV[R]_n) (U' : 'M[R]_(n, d')) (b' : 'cV[R]_n) : Prop :=
  match P with
  | lay_Ub => Tagged (fun e => 'M[R]_(n, e)) U = Tagged (fun e => 'M[R]_(n, e)) U' /\ b = b'
  | lay_CV => cosines (with_one (functions U b)) = cosines (with_one (functions U' b'))
  | lay_CBV => cosines (with_one (braid R n *m functions U b)) = cosines (with_one (braid R n *m functions U' b'))
  | lay_Cb => cosines U = cosines U' /\ b = b'
  | lay_S => forall s, affine_pattern U b s <-> affine_pattern U' b' s
  | lay_R => forall p, affine_ranks U b p <-> affine_ranks U' b' p
  | lay_argmax => forall i, affine_top U b i <-> affine_top U' b' i
  end.

Definition layer_domain (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) : Prop :=
  distinct_rows (functions U b) /\ nonzero_rows U.

Definition layer_determines (R : rcfType) (P Q : layer_mapped) : Prop :=
  forall n d d' (U : 'M[R]_(n, d)) (b : 'cV[R]_n) (U' : 'M[R]_(n, d')) (b' : 'cV[R]_n),
  layer_domain U b -> layer_domain U' b' -> same_layer_invariant P U b U' b' -> same_layer_invariant Q U b U' b'.

Definition layer_leaves_open (R : rcfType) (P Q : layer_mapped) : Prop :=
  exists n d (U : 'M[R]_(n, d)) (b : 'cV[R]_n) (U' : 'M[R]_(n, d)) (b' : 'cV[R]_n),
  [/\ layer_domain U b, layer_domain U' b', same_layer_invariant P U b U' b' & ~ same_layer_invariant Q U b U' b'].

Definition layer_determined_by (P : layer_mapped) : seq layer_mapped :=
  match P with
  | lay_Ub => [:: lay_CV; lay_CBV; lay_Cb; lay_S; lay_R; lay_argmax]
  | lay_CV => [:: lay_S]
  | lay_CBV => [:: lay_R; lay_argmax]
  | lay_R => [:: lay_argmax]
  | lay_Cb | lay_S | lay_argmax => [::]
  end.
