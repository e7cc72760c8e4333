(******************************************************************************)
(*                                                                            *)
(*  LAYERS WITH OFFSETS: THEIR WORDS                                          *)
(*                                                                            *)
(*  A file of words, beside definitions.v, for statements.v.                  *)
(*  Field.  K is any ordered field.  The logits of a layer at the input x in  *)
(*  K^d are U x + b: n numbers, one for each label.                           *)
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
