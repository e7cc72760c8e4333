(******************************************************************************)
(*                                                                            *)
(*  POINTS IN THE PLANE: THEIR WORDS                                          *)
(*                                                                            *)
(*  A file of words, beside definitions.v, for statements.v.                  *)
(*  Field.  K is any ordered field.  The points are the rows of an n x 3      *)
(*  matrix U; it is affine: row i is (1, x_i, y_i), for the point (x_i, y_i). *)
(*  All points are on one line if and only if the rank of U is less than 3.   *)
(*                                                                            *)
(*  on_one_line U i j k    the points i, j, k are on one line: the            *)
(*                    determinant of their rows is 0.                         *)
(*  in_triangle U X Y Z    every point is in the convex hull of the points X, *)
(*                    Y and Z.  Where the points are not all on one line, X,  *)
(*                    Y and Z are not either, so the hull of all points is a  *)
(*                    triangle with these corners.                            *)
(*  lines_through_corners U X Y Z    the line through any two points passes   *)
(*                    through X, Y or Z.                                      *)
(*  decides_rankings U     all sets of points in the plane with this S, of    *)
(*                    the same labels, have the same rankings: the order type *)
(*                    has one R.                                              *)
(*                                                                            *)
(*  The list.                                                                 *)
(*    all_but_one U   all points but one are on one line.                     *)
(*    on_a_ray U      there are points X, Y, Z: all points but Y and Z are on *)
(*                    one line through X, and all are in the triangle X, Y, Z:*)
(*                    on a ray from X that the segment YZ meets behind them,  *)
(*                    or in the last of them.                                 *)
(*    three_inside U  there are six points: a triangle X, Y, Z and inside it, *)
(*                    not on its sides, a, b, c, with X, a, b and Y, b, c and *)
(*                    Z, c, a on lines.                                       *)
(*                                                                            *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.
From Formal Require Import definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition three_labels n (i j k : 'I_n) : 'I_3 -> 'I_n := fun l => nth i [:: i; j; k] l.

Definition on_one_line (K : realFieldType) n (U : 'M[K]_(n, 3)) (i j k : 'I_n) : Prop := \det (rowsub (three_labels i j k) U) = 0.

Definition in_triangle (K : realFieldType) n (U : 'M[K]_(n, 3)) (X Y Z : 'I_n) : Prop :=
  forall i, hull (rowsub (three_labels X Y Z) U) (row i U).

Definition lines_through_corners (K : realFieldType) n (U : 'M[K]_(n, 3)) (X Y Z : 'I_n) : Prop :=
  forall i j, i != j -> [\/ on_one_line U i j X, on_one_line U i j Y | on_one_line U i j Z].

Definition decides_rankings (K : realFieldType) n (U : 'M[K]_(n, 3)) : Prop :=
  forall U' : 'M[K]_(n, 3), affine U' -> same_sign_patterns U U' -> same_rankings U U'.

Definition all_but_one (K : realFieldType) n (U : 'M[K]_(n, 3)) : Prop :=
  exists o, forall i j k, i != o -> j != o -> k != o -> on_one_line U i j k.

Definition on_a_ray (K : realFieldType) n (U : 'M[K]_(n, 3)) : Prop :=
  exists X Y Z, in_triangle U X Y Z /\ forall i j, i != Y -> i != Z -> j != Y -> j != Z -> on_one_line U X i j.

Definition three_inside (K : realFieldType) n (U : 'M[K]_(n, 3)) : Prop :=
  exists X Y Z a b c,
  [/\ in_triangle U X Y Z,
      uniq [:: X; Y; Z; a; b; c] /\ forall i, i \in [:: X; Y; Z; a; b; c],
      forall i, i \in [:: a; b; c] -> [/\ ~ on_one_line U Y Z i, ~ on_one_line U Z X i & ~ on_one_line U X Y i]
    & [/\ on_one_line U X a b, on_one_line U Y b c & on_one_line U Z c a]].
