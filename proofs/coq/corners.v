(******************************************************************************)
(*                                                                            *)
(*  POINTS IN THE PLANE WHOSE ORDER TYPE DECIDES THEIR RANKINGS: CORNERS      *)
(*                                                                            *)
(*  Field.  K is any ordered field.  The rows of U, n x 3 and affine, are n   *)
(*  points in the plane, pairwise distinct and not all on one line (the rank  *)
(*  of U is 3).                                                               *)
(*                                                                            *)
(*  Words: see definitions.v and points.v.                                    *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    triangle_decides    If all points are in the triangle of three of them, *)
(*        and the line through any two points passes through one of these     *)
(*        corners, then all points in the plane with this S have this R.      *)
(*    decided_triangle    If all points in the plane with this S have this R, *)
(*        then there are such corners.                                        *)
(*                                                                            *)
(*  S is the order type: the signs of the sides on which points are of lines  *)
(*  through others, up to one sign for all (chirotope.v).  R is the signs of  *)
(*  turns, det(q - p, s - r) for points p, q, r, s, likewise.                 *)
(*  From the triangle to R: each line has a direction away from a corner, and *)
(*  with [..] for sides and points e, f                                       *)
(*      det(e - X, f - Y) [XYZ] = [XeZ] [XYf] + [XYe] [fYZ] + [XYe] [XYf];    *)
(*  in a triangle no two of the three products have opposite signs.           *)
(*  Back: let w be positive on all points and of the form c_0 + c_1 x + c_2 y.*)
(*  The projective map that sends the line w = 0 to infinity keeps all sides, *)
(*  and makes of the turn [acd] - [bcd] of ab and cd one with the sign of     *)
(*  w(b) [acd] - w(a) [bcd].  So these two have one sign, for every w.  The   *)
(*  triangle X, Y, Z with the largest [XYZ] then contains all points: if p is *)
(*  one of those farthest beyond XY, take the lines Xp and YZ, which meet     *)
(*  beyond p, and a w that is least in p.  A line that passes through no      *)
(*  corner has two of them, X and Y, on one side; take it and XY, and a w     *)
(*  that is least on the side YZ or XZ.                                       *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions points covectors rankings chirotope.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Points by their coordinates. *)

Section Points.

Variables (K : realFieldType) (n : nat).
Implicit Types (x y : 'I_n -> K) (i j k a b c d e f X Y Z : 'I_n).

(* On which side of the line from i to j the point k is, and how the direction from c to d lies to that from a to b. *)
Definition side x y i j k : K := (x j - x i) * (y k - y i) - (y j - y i) * (x k - x i).

Definition turn x y a b c d : K := (x b - x a) * (y d - y c) - (y b - y a) * (x d - x c).

Lemma side_turn x y i j k : side x y i j k = turn x y i j i k.
Proof. by []. Qed.

Lemma side_swap x y i j k : side x y j i k = - side x y i j k.
Proof. rewrite /side; ring. Qed.

Lemma side_rot x y i j k : side x y j k i = side x y i j k.
Proof. rewrite /side; ring. Qed.

Lemma side_twice x y i j : side x y i j i = 0 /\ side x y i j j = 0.
Proof. rewrite /side; split; ring. Qed.

(* All points are in the triangle X Y Z, which is not on a line. *)
Definition within x y X Y Z : Prop := side x y X Y Z != 0 /\ forall e,
  [/\ 0 <= side x y e Y Z * side x y X Y Z, 0 <= side x y X e Z * side x y X Y Z & 0 <= side x y X Y e * side x y X Y Z].

Lemma within_swap x y X Y Z : within x y X Y Z -> within x y Y X Z.
Proof.
move=> [d0 h]; split=> [|e]; first by rewrite side_swap oppr_eq0.
have [h1 h2 h3] := h e; rewrite (side_swap x y X Y Z) (side_swap x y X e Z) (side_swap x y e Y Z) (side_swap x y X Y e) !mulrNN.
by split.
Qed.

Lemma within_rot x y X Y Z : within x y X Y Z -> within x y Y Z X.
Proof.
move=> [d0 h]; split=> [|e]; first by rewrite side_rot.
by have [h1 h2 h3] := h e; rewrite (side_rot x y X Y Z) (side_rot x y X e Z) (side_rot x y X Y e) (side_rot x y e Y Z).
Qed.

(* The signs that one set of points has, and another with the same sides. *)

Lemma sgz_mul_same (a a' b b' : K) : sgz a = sgz a' -> sgz b = sgz b' -> sgz (a * b) = sgz (a' * b').
Proof. by rewrite !sgzM => -> ->. Qed.

Lemma sgz_add_same (a a' b b' : K) : 0 <= a -> 0 <= b -> sgz a = sgz a' -> sgz b = sgz b' -> sgz (a + b) = sgz (a' + b').
Proof.
have zero (u v : K) : sgz u = sgz v -> u = 0 -> v = 0.
  by move=> uv u0; apply/eqP; rewrite -sgz_eq0 -uv u0 sgz0.
have pos (u v : K) : sgz u = sgz v -> 0 < u -> 0 < v by move=> uv; rewrite -(sgz_gt0 v) -uv sgz_gt0.
rewrite !le_eqVlt => /predU1P[/esym a0|a0] /predU1P[/esym b0|b0] aa bb.
- by rewrite (zero _ _ aa a0) (zero _ _ bb b0) a0 b0.
- by rewrite (zero _ _ aa a0) a0 !add0r.
- by rewrite (zero _ _ bb b0) b0 !addr0.
have a'0 := pos _ _ aa a0; have b'0 := pos _ _ bb b0.
by rewrite (gtr0_sgz (addr_gt0 a0 b0)) (gtr0_sgz (addr_gt0 a'0 b'0)).
Qed.

Lemma sgz_cancel (a a' b b' : K) : b != 0 -> sgz b = sgz b' -> sgz (a * b) = sgz (a' * b') -> sgz a = sgz a'.
Proof.
move=> b0 bb; rewrite !sgzM -bb => /mulIf -> //.
by rewrite sgz_eq0.
Qed.

Lemma sgz_div_same (a a' b b' : K) : b != 0 -> sgz a = sgz a' -> sgz b = sgz b' -> sgz (a / b) = sgz (a' / b').
Proof.
move=> b0 aa bb; apply: (sgz_cancel b0 bb); have b'0 : b' != 0 by rewrite -sgz_eq0 -bb sgz_eq0.
by rewrite (divfK b0) (divfK b'0).
Qed.

Section Same.

Variables x y x' y' : 'I_n -> K.
Hypothesis same : forall i j k, sgz (side x y i j k) = sgz (side x' y' i j k).

Lemma same_zero i j k : (side x y i j k == 0) = (side x' y' i j k == 0).
Proof. by rewrite -!(sgz_eq0 (side _ _ _ _ _)) same. Qed.

Definition along (u v : 'I_n -> K) p q C e (t : K) := u q - u p = t * (u e - u C) /\ v q - v p = t * (v e - v C).

(* A line through the corner C and p, q: its direction from C. *)
Lemma direction_at u v p q C e W : side u v p q C = 0 -> e = p \/ e = q -> side u v C e W != 0 ->
  along u v p q C e (side u v p q W / side u v C e W).
Proof.
move=> pqC epq d0; suff [E1 E2] : (u q - u p) * side u v C e W = side u v p q W * (u e - u C) /\
    (v q - v p) * side u v C e W = side u v p q W * (v e - v C).
  by split; rewrite mulrAC; apply: (canRL (mulfK d0)).
have [a1 a2] : (u q - u p) * side u v C e W - side u v p q W * (u e - u C) = side u v p q C * (u W - u e) /\
    (v q - v p) * side u v C e W - side u v p q W * (v e - v C) = side u v p q C * (v W - v e).
  by case: epq => ->; rewrite /side; split; ring.
by move: a1 a2; rewrite pqC !mul0r => /eqP; rewrite subr_eq0 => /eqP-> /eqP; rewrite subr_eq0 => /eqP->.
Qed.

Lemma same_place u v C V W e : side u v C V W != 0 -> side u v C e V = 0 -> side u v C e W = 0 -> u e = u C /\ v e = v C.
Proof.
move=> d0 eV eW; have [a1 a2] : (u e - u C) * side u v C V W = (u V - u C) * side u v C e W - (u W - u C) * side u v C e V /\
    (v e - v C) * side u v C V W = (v V - v C) * side u v C e W - (v W - v C) * side u v C e V.
  by rewrite /side; split; ring.
move: a1 a2; rewrite eV eW !mulr0 subrr => /eqP; rewrite mulf_eq0 (negPf d0) orbF subr_eq0 => /eqP->.
by move/eqP; rewrite mulf_eq0 (negPf d0) orbF subr_eq0 => /eqP->.
Qed.

Lemma direction p q C V W : side x y C V W != 0 -> side x y p q C = 0 ->
  exists e t t', [/\ sgz t = sgz t', along x y p q C e t & along x' y' p q C e t'].
Proof.
move=> d0 pqC; have d0' : side x' y' C V W != 0 by rewrite -same_zero.
have pqC' : side x' y' p q C = 0 by apply/eqP; rewrite -same_zero pqC.
have use e w : e = p \/ e = q -> side x y C e w != 0 ->
    exists e t t', [/\ sgz t = sgz t', along x y p q C e t & along x' y' p q C e t'].
  move=> epq ew; exists e, (side x y p q w / side x y C e w), (side x' y' p q w / side x' y' C e w); split.
  - exact: sgz_div_same.
  - exact: direction_at.
  - by apply: direction_at; rewrite -?same_zero.
have [pV|/use] := eqVneq (side x y C p V) 0; last by apply; left.
have [pW|/use] := eqVneq (side x y C p W) 0; last by apply; left.
have [qV|/use] := eqVneq (side x y C q V) 0; last by apply; right.
have [qW|/use] := eqVneq (side x y C q W) 0; last by apply; right.
exists C, 0, 0; split=> //; rewrite /along !mul0r.
  by case: (same_place d0 pV pW) (same_place d0 qV qW) => -> -> [-> ->]; rewrite !subrr.
have zero e w : side x y C e w = 0 -> side x' y' C e w = 0 by move=> h; apply/eqP; rewrite -same_zero h.
by case: (same_place d0' (zero _ _ pV) (zero _ _ pW)) (same_place d0' (zero _ _ qV) (zero _ _ qW)) => -> -> [-> ->]; rewrite !subrr.
Qed.

Lemma turn_along u v p q C e t r s D f w : along u v p q C e t -> along u v r s D f w ->
  turn u v p q r s = t * w * turn u v C e D f.
Proof. by rewrite /turn => -[-> ->] [-> ->]; ring. Qed.

(* Directions away from two corners. *)
Lemma turn_corners C D V e f : within x y C D V -> sgz (turn x y C e D f) = sgz (turn x' y' C e D f).
Proof.
move=> [d0 h]; apply: (sgz_cancel d0 (same C D V)).
have E u v : turn u v C e D f * side u v C D V =
    side u v C e V * side u v C D f + side u v C D e * side u v f D V + side u v C D e * side u v C D f.
  by rewrite /turn /side; ring.
have dd : 0 < side x y C D V * side x y C D V by rewrite -expr2 exprn_even_gt0.
have ge0 (a b : K) : 0 <= a * side x y C D V -> 0 <= b * side x y C D V -> 0 <= a * b.
  by move=> a0 b0; rewrite -(pmulr_lge0 _ dd) mulrACA mulr_ge0.
have [e1 e2 e3] := h e; have [f1 f2 f3] := h f.
have p1 := ge0 _ _ e2 f3; have p2 := ge0 _ _ e3 f1; have p3 := ge0 _ _ e3 f3.
rewrite (E x y) (E x' y'); apply: sgz_add_same (addr_ge0 p1 p2) p3 _ _; last exact: sgz_mul_same.
by apply: sgz_add_same p1 p2 _ _; apply: sgz_mul_same.
Qed.

Lemma turn_corner C e f : sgz (turn x y C e C f) = sgz (turn x' y' C e C f).
Proof. by rewrite -!side_turn. Qed.

Lemma same_turns X Y Z : within x y X Y Z ->
  (forall p q, p != q -> [\/ side x y p q X = 0, side x y p q Y = 0 | side x y p q Z = 0]) ->
  forall p q r s, sgz (turn x y p q r s) = sgz (turn x' y' p q r s).
Proof.
move=> XYZ lines.
have YXZ := within_swap XYZ; have YZX := within_rot XYZ; have ZXY := within_rot YZX.
have ZYX := within_swap YZX; have XZY := within_swap ZXY.
pose corner C := [\/ C = X, C = Y | C = Z].
have ray p q : p != q -> exists C e t t', [/\ corner C, sgz t = sgz t', along x y p q C e t & along x' y' p q C e t'].
  move=> /lines[/(direction XYZ.1)|/(direction YZX.1)|/(direction ZXY.1)] [e [t [t' [tt xt xt']]]].
  - by exists X, e, t, t'; split=> //; constructor 1.
  - by exists Y, e, t, t'; split=> //; constructor 2.
  - by exists Z, e, t, t'; split=> //; constructor 3.
have corners C D e f : corner C -> corner D -> sgz (turn x y C e D f) = sgz (turn x' y' C e D f).
  by case=> -> [] ->; first [exact: turn_corner | apply: turn_corners; eassumption].
have none u v p r s : turn u v p p r s = 0 /\ turn u v r s p p = 0 by rewrite /turn !subrr !(mul0r, mulr0) subrr.
move=> p q r s; have [->|/ray[C [e [t [t' [cC tt pq pq']]]]]] := eqVneq p q; first by rewrite !(none _ _ q r s).1.
have [->|/ray[D [f [w [w' [cD ww rs rs']]]]]] := eqVneq r s; first by rewrite !(none _ _ s p q).2.
rewrite (turn_along pq rs) (turn_along pq' rs'); do !apply: sgz_mul_same => //.
exact: corners.
Qed.

End Same.

End Points.

(* From matrices to coordinates. *)

Section Matrices.

Variable K : realFieldType.

Lemma det2 (M : 'M[K]_2) (i0 := ord0) (i1 := lift ord0 ord0 : 'I_2) : \det M = M i0 i0 * M i1 i1 - M i0 i1 * M i1 i0.
Proof.
rewrite (expand_det_row _ ord0) !big_ord_recl big_ord0 addr0 /cofactor !det_mx11 !mxE /= expr0 expr1 mul1r mulN1r mulrN.
have -> : lift (lift ord0 ord0 : 'I_2) (0 : 'I_1) = ord0 by apply/val_inj.
by have -> : lift (ord0 : 'I_2) (0 : 'I_1) = i1 by apply/val_inj.
Qed.

Variable n : nat.
Implicit Types (U V : 'M[K]_(n, 3)) (a b c d i j : 'I_n).

Definition px U i : K := U i (lift ord0 ord0).
Definition py U i : K := U i (lift ord0 (lift ord0 ord0)).

Lemma det_points U (f : 'I_3 -> 'I_n) : affine U ->
  \det (rowsub f U) = side (px U) (py U) (f ord0) (f (lift ord0 ord0)) (f (lift ord0 (lift ord0 ord0))).
Proof.
move=> aU; rewrite (expand_det_col _ ord0) !big_ord_recl big_ord0 addr0 /cofactor !det2 !mxE !aU /=.
have -> : lift (lift ord0 ord0 : 'I_3) (ord0 : 'I_2) = ord0 by apply/val_inj.
have -> : lift (lift ord0 ord0 : 'I_3) (lift ord0 ord0 : 'I_2) = lift ord0 (lift ord0 ord0) by apply/val_inj.
have -> : lift (lift ord0 (lift ord0 ord0) : 'I_3) (ord0 : 'I_2) = ord0 by apply/val_inj.
have -> : lift (lift ord0 (lift ord0 ord0) : 'I_3) (lift ord0 ord0 : 'I_2) = lift ord0 ord0 by apply/val_inj.
rewrite /side /px /py !mul1r; ring.
Qed.

Definition directions U : 'M[K]_('C(n, 2), 2) := braid K n *m \matrix_(i, l) U i (lift ord0 l).

Lemma directionsE U (k : 'I_('C(n, 2))) i j l : nth (0, 0)%N (pairs n) k = (i : nat, j : nat) ->
  directions U k l = U i (lift ord0 l) - U j (lift ord0 l).
Proof. by move=> kE; rewrite /directions (braid_mulE _ _ kE) !mxE. Qed.

Lemma minor_turn (f : 'I_2 -> 'I_('C(n, 2))) :
  exists a b c d, forall U, \det (rowsub f (directions U)) = turn (px U) (py U) a b c d.
Proof.
have [a [b [_ abE]]] := pair_of_row (f ord0); have [c [d [_ cdE]]] := pair_of_row (f (lift ord0 ord0)).
exists a, b, c, d => U; rewrite det2 ![rowsub _ _ _ _]mxE !(directionsE _ _ abE) !(directionsE _ _ cdE) /turn /px /py; ring.
Qed.

Lemma row_between a b : a != b -> exists (e : K) (k : 'I_('C(n, 2))), (e = 1 \/ e = -1) /\ forall U l,
  directions U k l = e * (U b (lift ord0 l) - U a (lift ord0 l)).
Proof.
move=> ab; have [lt_ab|lt_ba|/val_inj e] := ltngtP a b; last by rewrite e eqxx in ab.
  have [k kE] := row_of_pair lt_ab; exists (-1), k; split=> [|U l]; first by right.
  by rewrite (directionsE _ _ kE) mulN1r opprB.
have [k kE] := row_of_pair lt_ba; exists 1, k; split=> [|U l]; first by left.
by rewrite (directionsE _ _ kE) mul1r.
Qed.

Lemma turn_minor a b c d : a != b -> c != d -> exists (e : K) (f : 'I_2 -> 'I_('C(n, 2))), (e = 1 \/ e = -1) /\
  forall U, turn (px U) (py U) a b c d = e * \det (rowsub f (directions U)).
Proof.
move=> /row_between[e [k [e1 eE]]] /row_between[e' [k' [e'1 e'E]]].
exists (e * e'), (fun l => if l == ord0 then k else k'); split=> [|U].
  by case: e1 => ->; case: e'1 => ->; rewrite !(mul1r, mulr1, mulrNN); [left | right | right | left].
rewrite det2 ![rowsub _ _ _ _]mxE /= !eE !e'E /turn /px /py.
by case: e1 => ->; case: e'1 => ->; ring.
Qed.

Lemma row_difference (x0 x1 x2 a1 a2 b1 b2 : K) :
  1 * x0 + (a1 * x1 + (a2 * x2 + 0)) - (1 * x0 + (b1 * x1 + (b2 * x2 + 0))) = (a1 - b1) * x1 + ((a2 - b2) * x2 + 0).
Proof. ring. Qed.

Lemma directions_covectors U : affine U -> same_covectors (braid K n *m U) (directions U).
Proof.
move=> aU; have E (x : 'cV[K]_3) (z : 'cV[K]_2) : (forall l, x (lift ord0 l) 0 = z l 0) ->
    braid K n *m U *m x = directions U *m z.
  move=> xz; apply/colP=> k; have [i [j [_ kE]]] := pair_of_row k.
  rewrite -mulmxA (braid_mulE _ _ kE) [(directions U *m z) k 0]mxE [(U *m x) i 0]mxE [(U *m x) j 0]mxE.
  rewrite !big_ord_recl !big_ord0 !(directionsE _ _ kE) -!xz !aU; exact: row_difference.
move=> s; split=> -[x xP].
  exists (\col_(l < 2) x (lift ord0 l) 0) => k; rewrite -xP -(E x) // => l; by rewrite mxE.
exists (\col_(l < 3) if unlift ord0 l is Some l' then x l' 0 else 0) => k; rewrite -xP (E _ x) // => l.
by rewrite mxE liftK.
Qed.

Lemma rank_of_minor m r (A : 'M[K]_(m, r)) f : \det (rowsub f A) != 0 -> \rank A = r.
Proof.
move=> f0; apply/eqP; rewrite eqn_leq rank_leq_col /=.
have : \rank (rowsub f A) = r by apply: mxrank_unit; rewrite unitmxE unitfE.
by move=> {1}<-; rewrite rowsubE mxrankM_maxr.
Qed.

Lemma minor_of_rank m r (A : 'M[K]_(m, r)) : \rank A = r -> exists f, \det (rowsub f A) != 0.
Proof.
move=> rA; have fullA : row_full A by rewrite /row_full rA.
by exists (fullrankfun fullA); rewrite -unitfE -unitmxE fullrowsub_unit.
Qed.

Lemma turns_rank U a b c d : turn (px U) (py U) a b c d != 0 -> \rank (directions U) = 2%N.
Proof.
have [->|ab] := eqVneq a b; first by rewrite /turn !subrr !mul0r subrr eqxx.
have [->|cd] := eqVneq c d; first by rewrite /turn !subrr !mulr0 subrr eqxx.
have [e [f [_ ->]]] := turn_minor ab cd.
by rewrite mulf_eq0 negb_or => /andP[_]; apply: rank_of_minor.
Qed.

Lemma rankings_turns U V a b c d a' b' c' d' : affine U -> affine V -> distinct_rows U -> distinct_rows V ->
  turn (px U) (py U) a b c d != 0 -> turn (px V) (py V) a' b' c' d' != 0 ->
  same_rankings U V <-> exists e, (e = 1 \/ e = -1) /\
    forall p q r s, sgz (turn (px V) (py V) p q r s) = e * sgz (turn (px U) (py U) p q r s).
Proof.
move=> aU aV dU dV /turns_rank rU /turns_rank rV; rewrite -chirotope_rankings // chirotope_covectors.
have cU := directions_covectors aU; have cV := directions_covectors aV.
have -> : same_covectors (braid K n *m U) (braid K n *m V) <-> same_chirotopes (directions U) (directions V).
  rewrite chirotope_covectors; split=> h s; first by rewrite -cU -cV h.
  by rewrite cU cV h.
rewrite chirotope_full_rank //; split=> -[e [e1 h]]; (exists e; split=> //); last first.
  move=> f; by have [p [q [r [s E]]]] := minor_turn f; rewrite /minor_sign !E.
move=> p q r s; have [->|pq] := eqVneq p q; first by rewrite /turn !subrr !mul0r subrr sgz0 mulr0.
have [->|rs] := eqVneq r s; first by rewrite /turn !subrr !mulr0 subrr sgz0 mulr0.
have [g [f [_ E]]] := turn_minor pq rs; rewrite !E !sgzM.
by have := h f; rewrite /minor_sign => ->; rewrite mulrCA.
Qed.

Lemma affine_nonzero U : affine U -> nonzero_rows U.
Proof. by move=> aU i; apply/rV0Pn; exists 0; rewrite mxE aU oner_eq0. Qed.

Lemma some_side U : affine U -> \rank U = 3%N -> exists i j k, side (px U) (py U) i j k != 0.
Proof. by move=> aU /minor_of_rank[f]; rewrite det_points //; do 3!eexists; eassumption. Qed.

Lemma side_det U i j k : affine U -> side (px U) (py U) i j k = \det (rowsub (three_labels i j k) U).
Proof. by move=> aU; rewrite det_points. Qed.

Lemma patterns_sides U V : affine U -> affine V -> \rank U = 3%N -> \rank V = 3%N ->
  same_sign_patterns U V <-> exists e, (e = 1 \/ e = -1) /\
    forall i j k, sgz (side (px V) (py V) i j k) = e * sgz (side (px U) (py U) i j k).
Proof.
move=> aU aV rU rV; rewrite -chirotope_sign_patterns; try exact: affine_nonzero.
rewrite chirotope_full_rank //; split=> -[e [e1 h]]; (exists e; split=> //); last by move=> f; rewrite /minor_sign !det_points.
move=> i j k; by rewrite !side_det //; apply: h.
Qed.

Lemma patterns_rank U V : affine U -> affine V -> \rank U = 3%N -> same_sign_patterns U V -> \rank V = 3%N.
Proof.
move=> aU aV rU /chirotope_sign_patterns; case; try exact: affine_nonzero.
by move=> r [A [B [/column_basis_rank bA /column_basis_rank bB _]]]; rewrite bB -bA.
Qed.

(* Equal rows. *)

Lemma rows_points U i j : affine U -> px U i = px U j -> py U i = py U j -> row i U = row j U.
Proof.
move=> aU ex ey; apply/rowP=> l; rewrite !mxE; case: (unliftP ord0 l) => [l' ->|->]; last by rewrite !aU.
by case: (unliftP ord0 l') => [l'' ->|-> //]; rewrite [l'']ord1.
Qed.

Lemma same_distinct U V : affine U -> affine V -> \rank V = 3%N -> distinct_rows V ->
  (forall i j k, side (px U) (py U) i j k = 0 -> side (px V) (py V) i j k = 0) -> distinct_rows U.
Proof.
move=> aU aV rV dV UV i j ij; apply: contraNneq (dV i j ij) => e; apply/eqP.
have zero k : side (px V) (py V) i j k = 0.
  have [ex ey] : px U i = px U j /\ py U i = py U j.
    move/rowP: e => e; have := e (lift ord0 ord0); have := e (lift ord0 (lift ord0 ord0)).
    by rewrite !mxE.
  by apply: UV; rewrite /side ex ey !subrr !mul0r subrr.
have [X [Y [Z XYZ]]] := some_side aV rV.
have E1 (u := px V) (v := py V) : (u j - u i) * side u v X Y Z =
    (u Z - u Y) * side u v i j X + (u X - u Z) * side u v i j Y + (u Y - u X) * side u v i j Z by rewrite /u /v /side; ring.
have E2 (u := px V) (v := py V) : (v j - v i) * side u v X Y Z =
    (v Z - v Y) * side u v i j X + (v X - v Z) * side u v i j Y + (v Y - v X) * side u v i j Z by rewrite /u /v /side; ring.
apply: rows_points => //; apply/esym/eqP; rewrite -subr_eq0.
  by move/eqP: E1; rewrite !zero !mulr0 !addr0 mulf_eq0 (negPf XYZ) orbF.
by move/eqP: E2; rewrite /= !zero !mulr0 !addr0 mulf_eq0 (negPf XYZ) orbF.
Qed.

End Matrices.

(* All points are in one triangle, and no line misses its corners, if lines are kept parallel by all maps that keep the sides. *)

Section Necessity.

Variables (K : realFieldType) (n : nat) (x y : 'I_n -> K).
Implicit Types (w : 'I_n -> K) (a b c d e X Y Z : 'I_n).

Local Notation at_side := (side x y).

Definition form w := exists (c0 c1 c2 : K), forall i, w i = c0 + c1 * x i + c2 * y i.

Hypothesis kept : forall w, form w -> (forall i, 0 < w i) -> forall a b c d,
  sgz (w b * at_side a c d - w a * at_side b c d) = sgz (at_side a c d - at_side b c d).

Lemma kept_ge0 w a b c d : form w -> (forall i, 0 < w i) -> at_side b c d <= at_side a c d ->
  0 <= w b * at_side a c d - w a * at_side b c d.
Proof. by move=> fw w0 h; rewrite -sgz_ge0 kept // sgz_ge0 subr_ge0. Qed.

Lemma form_side A B X Y : form (fun i => A * at_side X Y i + B).
Proof.
exists (A * ((y Y - y X) * x X - (x Y - x X) * y X) + B), (- A * (y Y - y X)), (A * (x Y - x X)) => i.
rewrite /side; ring.
Qed.

(* Beyond a side of the largest triangle there is nothing. *)
Lemma largest_side X Y Z : (forall a b c, at_side a b c <= at_side X Y Z) -> 0 < at_side X Y Z ->
  forall p, 0 <= at_side X Y p.
Proof.
move=> large D0; have [p _ p_min] := @Order.TotalTheory.arg_minP _ K _ X predT (at_side X Y) isT.
suff p0 : 0 <= at_side X Y p by move=> q; apply: le_trans p0 (p_min q isT).
rewrite leNgt; apply/negP=> p0.
set D := at_side X Y Z in large D0; pose g := - at_side X Y p; pose A := at_side p Y Z.
have g0 : 0 < g by rewrite oppr_gt0.
have sum : at_side X Y p + A + at_side X p Z = D by rewrite /A /D /side; ring.
have gA : g <= A.
  have -> : A = g + (D - at_side X p Z) by rewrite -sum /g; ring.
  by rewrite ler_addl subr_ge0.
have A0 : 0 < A by apply: lt_le_trans gA.
pose w i := D * at_side X Y i + (D * g + g * A).
have wE i : w i = D * (at_side X Y i - at_side X Y p) + g * A by rewrite /w /g; ring.
have w0 i : 0 < w i.
  rewrite wE; apply: ltr_paddl; last exact: mulr_gt0.
  by apply: mulr_ge0; [apply: ltW | rewrite subr_ge0; apply: p_min].
have := @kept_ge0 w X p Y Z (form_side _ _ _ _) w0 (large _ _ _).
have -> : w X = D * g + g * A by rewrite /w (side_twice x y X Y).1 mulr0 add0r.
have -> : w p = g * A by rewrite wE subrr mulr0 add0r.
have -> : g * A * at_side X Y Z - (D * g + g * A) * at_side p Y Z = - (g * A * A) by rewrite -/A -/D; ring.
by rewrite oppr_ge0 leNgt; case/negP; apply: mulr_gt0 => //; apply: mulr_gt0.
Qed.

Lemma largest_triangle i j k : at_side i j k != 0 -> exists X Y Z, within x y X Y Z.
Proof.
move=> ijk; have [[[X Y] Z] _ m] := @Order.TotalTheory.arg_maxP _ K _ (i, j, k) predT (fun t => at_side t.1.1 t.1.2 t.2) isT.
have large a b c : at_side a b c <= at_side X Y Z by apply: (m (a, b, c)).
have D0 : 0 < at_side X Y Z.
  move: ijk; rewrite neq_lt => /orP[neg|pos]; last exact: lt_le_trans pos (large _ _ _).
  by apply: lt_le_trans (large j i k); rewrite side_swap oppr_gt0.
exists X, Y, Z; split=> [|e]; first by rewrite gt_eqF.
have s1 := largest_side large D0 e.
have s2 : 0 <= at_side Y Z e by apply: (@largest_side Y Z X) => [a b c|]; rewrite (side_rot x y X Y Z).
have s3 : 0 <= at_side Z X e by apply: (@largest_side Z X Y) => [a b c|]; rewrite (side_rot x y Y Z X) (side_rot x y X Y Z).
split; rewrite pmulr_lge0 //; first by rewrite -side_rot.
by rewrite side_rot.
Qed.

(* A line has no two corners on one side of it. *)
Lemma beside_ordered X Y Z a b : within x y X Y Z -> 0 < at_side Y a b -> at_side Y a b <= at_side X a b -> False.
Proof.
move=> [D0 h]; set D := at_side X Y Z in D0 h *; set A := at_side X a b; set B := at_side Y a b => B0 BA.
have A0 : 0 < A by apply: lt_le_trans BA.
have DD : 0 < D * D by rewrite -expr2 exprn_even_gt0.
pose w i := A * D * at_side Y Z i + B * (D * D).
have w0 i : 0 < w i.
  have [h1 _ _] := h i; rewrite /w side_rot.
  apply: ltr_paddl; last exact: mulr_gt0.
  by rewrite -mulrA; apply: mulr_ge0; [apply: ltW | rewrite mulrC].
have := @kept_ge0 w X Y a b (form_side _ _ _ _) w0 BA.
have -> : w X = A * (D * D) + B * (D * D) by rewrite /w side_rot -/D -mulrA.
have -> : w Y = B * (D * D) by rewrite /w (side_twice x y Y Z).1 mulr0 add0r.
have -> : B * (D * D) * at_side X a b - (A * (D * D) + B * (D * D)) * at_side Y a b = - (B * (D * D) * B).
  by rewrite -/A -/B; ring.
by rewrite oppr_ge0 leNgt; case/negP; apply: mulr_gt0 => //; apply: mulr_gt0.
Qed.

Lemma beside X Y Z a b : within x y X Y Z -> 0 < at_side X a b * at_side Y a b -> False.
Proof.
move=> XYZ; have positive c d : 0 < at_side X c d -> 0 < at_side Y c d -> False.
  move=> X0 Y0; have [le|/ltW le] := leP (at_side Y c d) (at_side X c d).
    exact: beside_ordered XYZ Y0 le.
  exact: beside_ordered (within_swap XYZ) X0 le.
have flip e : at_side e b a = - at_side e a b by rewrite /side; ring.
have [X0|X0|->] := ltgtP (at_side X a b) 0; last by rewrite mul0r ltxx.
  by rewrite nmulr_rgt0 // => Y0; apply: (positive b a); rewrite flip oppr_gt0.
by rewrite pmulr_rgt0 //; apply: positive.
Qed.

Lemma through_corner X Y Z a b : within x y X Y Z ->
  [\/ at_side a b X = 0, at_side a b Y = 0 | at_side a b Z = 0].
Proof.
move=> XYZ; have YZX := within_rot XYZ; have ZXY := within_rot YZX.
have [|X0] := eqVneq (at_side a b X) 0; first by constructor 1.
have [|Y0] := eqVneq (at_side a b Y) 0; first by constructor 2.
have [|Z0] := eqVneq (at_side a b Z) 0; first by constructor 3.
exfalso; have := beside (a := a) (b := b) XYZ; have := beside (a := a) (b := b) YZX; have := beside (a := a) (b := b) ZXY.
rewrite -!(side_rot x y _ a b).
move: X0 Y0 Z0; rewrite !neq_lt => /orP[X0|X0] /orP[Y0|Y0] /orP[Z0|Z0];
  rewrite ?(nmulr_rgt0 _ X0) ?(pmulr_rgt0 _ X0) ?(nmulr_rgt0 _ Y0) ?(pmulr_rgt0 _ Y0) ?(nmulr_rgt0 _ Z0) ?(pmulr_rgt0 _ Z0) => f1 f2 f3;
  by [apply: f1 | apply: f2 | apply: f3].
Qed.

End Necessity.

(* Hulls. *)

Section Hull.

Variables (K : realFieldType) (n : nat) (U : 'M[K]_(n, 3)).
Hypothesis aU : affine U.
Implicit Types (i j k p X Y Z : 'I_n).

Local Notation sideU := (side (px U) (py U)).

Lemma on_one_lineE i j k : on_one_line U i j k <-> sideU i j k = 0.
Proof. by rewrite /on_one_line -side_det. Qed.

Lemma hull_coordinates X Y Z p : hull (rowsub (three_labels X Y Z) U) (row p U) ->
  exists l m r : K, [/\ [/\ 0 <= l, 0 <= m & 0 <= r], r = 1 - l - m,
    px U p = l * px U X + m * px U Y + r * px U Z & py U p = l * py U X + m * py U Y + r * py U Z].
Proof.
case=> l [l0 l1 /rowP E]; exists (l 0 ord0), (l 0 (lift ord0 ord0)), (l 0 (lift ord0 (lift ord0 ord0))).
split=> //.
- by rewrite -l1 !big_ord_recl big_ord0; ring.
- have := E (lift ord0 ord0); rewrite mxE [RHS]mxE !big_ord_recl big_ord0 ![rowsub _ _ _ _]mxE addr0 addrA.
  exact.
have := E (lift ord0 (lift ord0 ord0)); rewrite mxE [RHS]mxE !big_ord_recl big_ord0 ![rowsub _ _ _ _]mxE addr0 addrA.
exact.
Qed.

Lemma triangle_within X Y Z : \rank U = 3%N -> in_triangle U X Y Z -> within (px U) (py U) X Y Z.
Proof.
move=> rU inside; split=> [|p].
  have [i [j [k]]] := some_side aU rU; apply: contraNneq => D0.
  have [l [m [r [_ -> xi yi]]]] := hull_coordinates (inside i).
  have [l' [m' [r' [_ -> xj yj]]]] := hull_coordinates (inside j).
  have [l'' [m'' [r'' [_ -> xk yk]]]] := hull_coordinates (inside k).
  suff -> : sideU i j k = ((m' - m) * (l - l'') + (l' - l) * (m'' - m)) * sideU X Y Z by rewrite D0 mulr0.
  by rewrite /side xi yi xj yj xk yk; ring.
have [l [m [r [[l0 m0 r0] rE xp yp]]]] := hull_coordinates (inside p).
have DD : 0 <= sideU X Y Z * sideU X Y Z by rewrite -expr2 sqr_ge0.
have [-> -> ->] : [/\ sideU p Y Z = l * sideU X Y Z, sideU X p Z = m * sideU X Y Z & sideU X Y p = r * sideU X Y Z].
  by rewrite /side xp yp rE; split; ring.
by rewrite -!mulrA; split; apply: mulr_ge0.
Qed.

Lemma within_triangle X Y Z : within (px U) (py U) X Y Z -> in_triangle U X Y Z.
Proof.
move=> [D0 h] p; set D := sideU X Y Z in D0 h; have [h1 h2 h3] := h p.
have quotient (a : K) : 0 <= a * D -> 0 <= a / D.
  move=> aD; have DD : 0 < D * D by rewrite -expr2 exprn_even_gt0.
  by rewrite -(pmulr_lge0 _ DD) mulrA divfK.
exists (\row_l nth 0 [:: sideU p Y Z / D; sideU X p Z / D; sideU X Y p / D] l); split=> [l||].
- by rewrite mxE; case: l => -[|[|[|l]]] //= _; apply: quotient.
- rewrite !big_ord_recl big_ord0 !mxE /= addr0 -!mulrDl; apply: (canLR (mulfK D0)).
  by rewrite mul1r /D /side; ring.
apply/rowP=> l; rewrite mxE [RHS]mxE !big_ord_recl big_ord0 ![rowsub _ _ _ _]mxE ![(\row__ _) _ _]mxE /= addr0.
case: (unliftP ord0 l) => [l' ->|->]; last first.
  rewrite !aU !mulr1 -!mulrDl; apply/esym; apply: (canLR (mulfK D0)).
  by rewrite mul1r /D /side; ring.
have value (w : 'I_n -> K) : w p * D = sideU p Y Z * w X + (sideU X p Z * w Y + sideU X Y p * w Z) ->
    w p = sideU p Y Z / D * w X + (sideU X p Z / D * w Y + sideU X Y p / D * w Z).
  by move=> E; rewrite ![_ / D * _]mulrAC -!mulrDl -E mulfK.
case: (unliftP ord0 l') => [l'' ->|->].
  by rewrite [l'']ord1; apply: (value (py U)); rewrite /D /side; ring.
by apply: (value (px U)); rewrite /D /side; ring.
Qed.

End Hull.

Theorem triangle_decides (K : realFieldType) n (U : 'M[K]_(n, 3)) (X Y Z : 'I_n) :
  affine U -> \rank U = 3%N -> distinct_rows U ->
  in_triangle U X Y Z -> lines_through_corners U X Y Z -> decides_rankings U.
Proof.
move=> aU rU dU inside lines V aV UV; have rV := patterns_rank aU aV rU UV.
have XYZ := triangle_within aU rU inside.
have [e [e1 same]] := (patterns_sides aU aV rU rV).1 UV.
have dV : distinct_rows V.
  apply: same_distinct aV aU rU dU _ => i j k h; apply/eqP; rewrite -sgz_eq0.
  have := same i j k; rewrite h sgz0 => /esym/eqP.
  by rewrite mulf_eq0; case: e1 => ->.
pose y' i := e%:~R * py V i.
have ee : e * e = 1 by case: e1 => ->.
have se : sgz (e%:~R : K) = e by case: e1 => ->; rewrite ?rmorphN ?sgzN sgz1.
have turnE p q r s : turn (px V) y' p q r s = e%:~R * turn (px V) (py V) p q r s by rewrite /turn /y'; ring.
have same' i j k : sgz (side (px U) (py U) i j k) = sgz (side (px V) y' i j k).
  by rewrite !side_turn turnE -!side_turn sgzM se same mulrA ee mul1r.
have turns := same_turns same' XYZ.
have XYZ' : side (px V) (py V) X Y Z != 0.
  by rewrite -sgz_eq0 same mulf_eq0 sgz_eq0 (negPf XYZ.1) orbF; case: e1 => ->.
apply/(rankings_turns aU aV dU dV (a := X) (b := Y) (c := X) (d := Z) (a' := X) (b' := Y) (c' := X) (d' := Z) XYZ.1 XYZ').
exists e; split=> // p q r s; rewrite turns ?turnE ?sgzM ?se ?mulrA ?ee ?mul1r // => i j /lines.
by case=> /(on_one_lineE aU) h; [constructor 1 | constructor 2 | constructor 3].
Qed.

(* The projective maps that send a line to infinity which misses all points. *)

Section Projection.

Variables (K : realFieldType) (n : nat) (U : 'M[K]_(n, 3)).
Implicit Types (i j k o : 'I_n).

Definition project (w : 'I_n -> K) o : 'M[K]_(n, 3) :=
  \matrix_(i, l) nth 0 [:: 1; (px U i - px U o) / w i; (py U i - py U o) / w i] l.

Lemma project_affine w o : affine (project w o).
Proof. by move=> i; rewrite mxE. Qed.

Lemma projected_determinant (f1 f2 f3 x1 x2 x3 y1 y2 y3 : K) : f1 != 0 -> f2 != 0 -> f3 != 0 ->
  (x2 / f2 - x1 / f1) * (y3 / f3 - y1 / f1) - (y2 / f2 - y1 / f1) * (x3 / f3 - x1 / f1) =
  (f1 * (x2 * y3 - x3 * y2) - f2 * (x1 * y3 - x3 * y1) + f3 * (x1 * y2 - x2 * y1)) / (f1 * f2 * f3).
Proof. by move=> n1 n2 n3; field; rewrite n1 n2 n3. Qed.

Variables (w : 'I_n -> K) (o : 'I_n).
Hypotheses (fw : form (px U) (py U) w) (w0 : forall i, 0 < w i).

Let V := project w o.

Lemma project_side i j k : side (px V) (py V) i j k = w o / (w i * w j * w k) * side (px U) (py U) i j k.
Proof.
have [c0 [c1 [c2 wE]]] := fw; have n0 l : w l != 0 by rewrite gt_eqF.
have xV l : px V l = (px U l - px U o) / w l by rewrite /px mxE.
have yV l : py V l = (py U l - py U o) / w l by rewrite /py mxE.
rewrite /side !xV !yV projected_determinant // [RHS]mulrAC; congr (_ / _).
rewrite !wE; ring.
Qed.

Lemma project_signs i j k : sgz (side (px V) (py V) i j k) = sgz (side (px U) (py U) i j k).
Proof. by rewrite project_side sgzM gtr0_sgz ?mul1r // divr_gt0 // !mulr_gt0. Qed.

Lemma turn_sides (x y : 'I_n -> K) a b c d : turn x y a b c d = side x y a c d - side x y b c d.
Proof. rewrite /turn /side; ring. Qed.

Lemma project_turn a b c d : sgz (turn (px V) (py V) a b c d) =
  sgz (w b * side (px U) (py U) a c d - w a * side (px U) (py U) b c d).
Proof.
have n0 l : w l != 0 by rewrite gt_eqF.
have -> : turn (px V) (py V) a b c d =
    w o / (w a * w b * w c * w d) * (w b * side (px U) (py U) a c d - w a * side (px U) (py U) b c d).
  rewrite turn_sides !project_side; move: (side _ _ a c d) (side _ _ b c d) => A B.
  by field; rewrite !n0.
by rewrite sgzM gtr0_sgz ?mul1r // divr_gt0 // !mulr_gt0.
Qed.

End Projection.

Lemma sides_rank (K : realFieldType) n (U : 'M[K]_(n, 3)) i j k :
  affine U -> side (px U) (py U) i j k != 0 -> \rank U = 3%N.
Proof. by move=> aU; rewrite side_det //; apply: rank_of_minor. Qed.

(* Where all sets of points with the same S have the same rankings, projective maps keep all turns. *)
Lemma decided_kept (K : realFieldType) n (U : 'M[K]_(n, 3)) :
  affine U -> \rank U = 3%N -> distinct_rows U -> decides_rankings U ->
  forall w, form (px U) (py U) w -> (forall i, 0 < w i) -> forall a b c d,
  sgz (w b * side (px U) (py U) a c d - w a * side (px U) (py U) b c d) =
  sgz (side (px U) (py U) a c d - side (px U) (py U) b c d).
Proof.
move=> aU rU dU decides w fw w0 a b c d.
have [X [Y [Z XYZ]]] := some_side aU rU; set V := project U w X.
have aV : affine V by apply: project_affine.
have same i j k : sgz (side (px V) (py V) i j k) = sgz (side (px U) (py U) i j k) by apply: project_signs.
have XYZ' : side (px V) (py V) X Y Z != 0 by rewrite -sgz_eq0 same sgz_eq0.
have rV := sides_rank aV XYZ'.
have dV : distinct_rows V.
  apply: same_distinct aV aU rU dU _ => i j k h.
  by apply/eqP; rewrite -sgz_eq0 -same h sgz0.
have /decides/(_ _)/= : same_sign_patterns U V.
  by apply/patterns_sides => //; exists 1; split=> [|i j k]; [left | rewrite mul1r].
move=> /(_ aV) /(rankings_turns aU aV dU dV (a := X) (b := Y) (c := X) (d := Z) (a' := X) (b' := Y) (c' := X) (d' := Z) XYZ XYZ')[e [e1 h]].
have e1' : e = 1.
  have := h X Y X Z; rewrite -!side_turn same; case: e1 => // ->.
  by rewrite mulN1r => /eqP; rewrite -subr_eq0 opprK -mulr2n mulrn_eq0 sgz_eq0 (negPf XYZ).
by rewrite -(project_turn X fw w0) h e1' mul1r turn_sides.
Qed.

Theorem decided_triangle (K : realFieldType) n (U : 'M[K]_(n, 3)) :
  affine U -> \rank U = 3%N -> distinct_rows U -> decides_rankings U ->
  exists X Y Z, in_triangle U X Y Z /\ lines_through_corners U X Y Z.
Proof.
move=> aU rU dU /(decided_kept aU rU dU) kept; have [i [j [k ijk]]] := some_side aU rU.
have [X [Y [Z XYZ]]] := largest_triangle kept ijk; exists X, Y, Z.
split=> [|a b _]; first exact: within_triangle.
by have [] := through_corner kept a b XYZ => /(on_one_lineE aU) h; [constructor 1 | constructor 2 | constructor 3].
Qed.

Lemma decides_iff (K : realFieldType) n (U : 'M[K]_(n, 3)) :
  affine U -> \rank U = 3%N -> distinct_rows U ->
  decides_rankings U <-> exists X Y Z, in_triangle U X Y Z /\ lines_through_corners U X Y Z.
Proof.
move=> aU rU dU; split=> [|[X [Y [Z [inside lines]]]]]; first exact: decided_triangle.
exact: triangle_decides lines.
Qed.
