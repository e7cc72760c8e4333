(******************************************************************************)
(*                                                                            *)
(*  WHICH ORDER TYPES DECIDE THEIR RANKINGS                                   *)
(*                                                                            *)
(*  Field.  K is any ordered field.  The rows of U, n x 3 and affine, are n   *)
(*  points in the plane, pairwise distinct and not all on one line.           *)
(*                                                                            *)
(*  Words: see definitions.v and points.v.                                    *)
(*                                                                            *)
(*  Theorem.                                                                  *)
(*    order_types    All points in the plane with this S have one R if and    *)
(*        only if their hull is a triangle and every line through two of them *)
(*        passes through a corner of it (corners.v); that is, if and only if  *)
(*        all points but one are on a line, or all but two are on a ray from  *)
(*        one of them and in the triangle of these three, or there are six, a *)
(*        triangle and three points inside of it, each two on a line with     *)
(*        another corner.  Where no three points are on a line: if and only if*)
(*        there are three points, or four, one in the triangle of the others. *)
(*                                                                            *)
(*  Proof of the list.  In barycentric coordinates al, be, ga of the triangle *)
(*  two points are on a line with the corner X if and only if their be : ga   *)
(*  are equal, and so on.  If a point p that is no corner is on a side, YZ,   *)
(*  then each other point is on YZ or on the line Xp, and all are on one of   *)
(*  them.  Otherwise two points that are no corners are joined in at least one*)
(*  of three ways, each of which is an equivalence; points joined in two ways *)
(*  are equal.  So all are joined in one way, or there are three joined in    *)
(*  three ways, and then no fourth: it would be joined to each of them as the *)
(*  other two are, and that gives (al/ga)^2 one value in two of them.         *)
(******************************************************************************)

From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions points covectors rankings chirotope corners.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Proportional pairs: in barycentric coordinates, points on one line with a corner. *)

Section Proportional.

Variables (K : realFieldType) (n : nat).
Implicit Types (f g h : 'I_n -> K) (a b c d i j p q r : 'I_n).

Definition proportional f g p q : bool := f p * g q == f q * g p.

Lemma proportional_sym f g p q : proportional f g p q = proportional f g q p.
Proof. by rewrite /proportional eq_sym. Qed.

Lemma proportional_swap f g p q : proportional f g p q = proportional g f p q.
Proof. by rewrite /proportional eq_sym mulrC [f p * _]mulrC. Qed.

Lemma proportional_trans f g p q r : (f p != 0) || (g p != 0) ->
  proportional f g p q -> proportional f g p r -> proportional f g q r.
Proof.
rewrite /proportional => p0 /eqP pq /eqP pr.
have E1 : f p * (f q * g r - f r * g q) = f q * (f p * g r) - f r * (f p * g q) by ring.
have E2 : g p * (f q * g r - f r * g q) = (f q * g p) * g r - (f r * g p) * g q by ring.
rewrite -subr_eq0; case/orP: p0 => p0.
  rewrite -(mulrI_eq0 _ (mulfI p0)) E1 pr pq; apply/eqP; ring.
by rewrite -(mulrI_eq0 _ (mulfI p0)) E2 -pq -pr; apply/eqP; ring.
Qed.

Variables (al be ga : 'I_n -> K) (S : K) (good : pred 'I_n).
Hypotheses (S0 : S != 0) (sum : forall i, al i + be i + ga i = S).
Hypothesis distinct : forall i j, al i = al j -> be i = be j -> ga i = ga j -> i = j.
Hypothesis positive : forall i, good i -> [/\ 0 < al i, 0 < be i & 0 < ga i].
Hypothesis joined : forall i j, [|| proportional be ga i j, proportional al ga i j | proportional al be i j].

Let rX := proportional be ga.
Let rY := proportional al ga.
Let rZ := proportional al be.

Lemma same_scale f g h p q : (forall i, f i + g i + h i = S) -> h p != 0 ->
  proportional f h p q -> proportional g h p q -> [/\ f p = f q, g p = g q & h p = h q].
Proof.
move=> fgh p0 /eqP fpq /eqP gpq; have hpq : h p = h q.
  have : S * h q = S * h p by rewrite -{1}(fgh p) -(fgh q) !mulrDl fpq gpq; congr (_ + _); rewrite mulrC.
  by move/(mulfI S0).
by split=> //; apply: (mulIf p0); [rewrite {1}hpq fpq | rewrite {1}hpq gpq].
Qed.

Lemma rXY p q : good p -> rX p q -> rY p q -> p = q.
Proof.
move=> /positive[_ _ /gt_eqF/negbT p0] X Y; have [] := same_scale sum p0 Y X; exact: distinct.
Qed.

Lemma rXZ p q : good p -> rX p q -> rZ p q -> p = q.
Proof.
move=> /positive[_ /gt_eqF/negbT p0 _] X Z.
have sum' i : al i + ga i + be i = S by rewrite -(sum i) addrAC.
have X' : proportional ga be p q by rewrite proportional_swap.
by have [*] := same_scale sum' p0 Z X'; apply: distinct.
Qed.

Lemma rYZ p q : good p -> rY p q -> rZ p q -> p = q.
Proof.
move=> /positive[/gt_eqF/negbT p0 _ _] Y Z.
have sum' i : be i + ga i + al i = S by rewrite -(sum i) addrC addrA.
have Y' : proportional ga al p q by rewrite proportional_swap.
have Z' : proportional be al p q by rewrite proportional_swap.
by have [*] := same_scale sum' p0 Z' Y'; apply: distinct.
Qed.

Lemma transX p q r : good p -> rX p q -> rX p r -> rX q r.
Proof. by move=> /positive[_ p0 _]; apply: proportional_trans; rewrite gt_eqF. Qed.

Lemma transY p q r : good p -> rY p q -> rY p r -> rY q r.
Proof. by move=> /positive[p0 _ _]; apply: proportional_trans; rewrite gt_eqF. Qed.

Lemma transZ p q r : good p -> rZ p q -> rZ p r -> rZ q r.
Proof. by move=> /positive[p0 _ _]; apply: proportional_trans; rewrite gt_eqF. Qed.

Lemma symX p q : rX p q -> rX q p.
Proof. by rewrite /rX proportional_sym. Qed.

Lemma symY p q : rY p q -> rY q p.
Proof. by rewrite /rY proportional_sym. Qed.

Lemma symZ p q : rZ p q -> rZ q p.
Proof. by rewrite /rZ proportional_sym. Qed.

(* Opposite sides of four points in the same three directions. *)
Lemma no_fourth a b c d : good a -> good b -> good c -> good d ->
  rX a b -> rY b c -> rZ c a -> rX d c -> rY d a -> rZ d b -> a = b.
Proof.
move=> ga_ gb_ gc_ gd_ Xab Ybc Zca Xdc Yda Zdb; apply: rXY => //.
have [a1 a2 a3] := positive ga_; have [b1 b2 b3] := positive gb_.
have [c1 c2 c3] := positive gc_; have [d1 d2 d3] := positive gd_.
pose u p := al p / ga p; pose v p := be p / ga p.
have toY p q : 0 < ga p -> 0 < ga q -> rY p q -> u p = u q.
  by move=> p0 q0 E; apply/eqP; rewrite /u eqr_div ?lt0r_neq0.
have toX p q : 0 < ga p -> 0 < ga q -> rX p q -> v p = v q.
  by move=> p0 q0 E; apply/eqP; rewrite /v eqr_div ?lt0r_neq0.
have toZ p q : 0 < ga p -> 0 < ga q -> rZ p q -> u p * v q = u q * v p.
  move=> p0 q0 /eqP E; rewrite /u /v mulrACA E [RHS]mulrACA; congr (_ * _); exact: mulrC.
have E1 : u a * v b = u b * v c by rewrite -(toY d a) // (toZ d b) // (toX d c).
have E2 : u b * v b = u a * v c by rewrite (toY b c) // -(toX a b) // (toZ c a).
have vb : v b != 0 by rewrite gt_eqF // divr_gt0.
have sq : u a ^+ 2 = u b ^+ 2.
  have vc : v c != 0 by rewrite gt_eqF // divr_gt0.
  have vbc : v b * v c != 0 by rewrite mulf_neq0.
  apply: (mulIf vbc); rewrite !expr2 mulrACA E1 -E2; ring.
have uab : u a = u b.
  by apply/eqP; rewrite -(eqr_expn2 (n := 2)) ?ltW ?divr_gt0 //; apply/eqP.
by rewrite /rY /proportional -[_ == _](eqr_div _ _ (lt0r_neq0 a3) (lt0r_neq0 b3)) -/(u a) -/(u b) uab.
Qed.

Lemma fourth a b c d : good a -> good b -> good c -> good d -> a != b -> b != c -> c != a ->
  rX a b -> rY b c -> rZ c a -> d \in [:: a; b; c].
Proof.
move=> ga_ gb_ gc_ gd_ ab bc ca Xab Ybc Zca.
suff [->|[->|->]] : d = a \/ d = b \/ d = c by rewrite !inE eqxx ?orbT.
have [Xda|Yda|Zda] := or3P (joined d a).
- have Xdb := transX ga_ (symX Xda) Xab.
  have [Xdc|Ydc|Zdc] := or3P (joined d c).
  + by case/eqP: ca; apply/esym; apply: rXZ => //; [apply: transX Xda Xdc | apply: symZ].
  + by right; left; apply: rXY => //; apply: symY; apply: transY gc_ (symY Ybc) (symY Ydc).
  + by left; apply: rXZ => //; apply: symZ; apply: transZ gc_ Zca (symZ Zdc).
- have [Xdb|Ydb|Zdb] := or3P (joined d b).
  + by left; apply: rXY => //; apply: symX; apply: transX gb_ (symX Xab) (symX Xdb).
  + by case/eqP: ab; apply: rXY => //; apply: transY Yda Ydb.
  have [Xdc|Ydc|Zdc] := or3P (joined d c).
  + by case/eqP: ab; apply: (@no_fourth a b c d).
  + by case/eqP: ca; apply: rYZ => //; apply: transY Ydc Yda.
  + by case/eqP: bc; apply: rYZ => //; apply: transZ Zdb Zdc.
have Zdc := transZ ga_ (symZ Zda) (symZ Zca).
have [Xdb|Ydb|Zdb] := or3P (joined d b).
- by left; apply: rXZ => //; apply: symX; apply: transX gb_ (symX Xab) (symX Xdb).
- by right; right; apply: rYZ => //; apply: symY; apply: transY gb_ Ybc (symY Ydb).
by case/eqP: ab; apply: rXZ => //; apply: transZ Zda Zdb.
Qed.

(* Two points on one line with the corner Y: all are on it, or there are three. *)
Lemma three_or_line p q : good p -> good q -> p != q -> rY p q ->
  (forall r, good r -> rY p r) \/
  exists a b c, [/\ [/\ good a, good b & good c], [/\ a != b, b != c & c != a], [/\ rX a b, rY b c & rZ c a] &
    forall d, good d -> d \in [:: a; b; c]].
Proof.
move=> gp gq pq Ypq.
have [/forallP all_in|] := boolP [forall r, good r ==> rY p r]; first by left=> r; apply/implyP.
rewrite negb_forall => /existsP[r]; rewrite negb_imply => /andP[gr Ypr]; right.
have pr : p != r by apply: contraNneq Ypr => <-; rewrite /rY /proportional.
have Yqr : ~~ rY q r by apply: contra Ypr; apply: transY (symY Ypq).
have qr : q != r by apply: contraNneq Yqr => <-; rewrite /rY /proportional.
have [Xpr|Y|Zpr] := or3P (joined p r); last 1 first.
- have [Xqr|Y|Zqr] := or3P (joined q r); last 1 first.
  + by case/eqP: pq; apply: rYZ => //; apply: transZ gr (symZ Zpr) (symZ Zqr).
  + have abc : [/\ rX r q, rY q p & rZ p r] by split=> //; [apply: symX | apply: symY].
    exists r, q, p; split=> //; first by split=> //; rewrite eq_sym.
    by case: abc => *; apply: fourth => //; rewrite eq_sym.
  by rewrite -/(rY q r) (negPf Yqr) in Y.
- have [Xqr|Y|Zqr] := or3P (joined q r).
  + by case/eqP: pq; apply: rXY => //; apply: transX gr (symX Xpr) (symX Xqr).
  + by rewrite -/(rY q r) (negPf Yqr) in Y.
  have abc : [/\ rX r p, rY p q & rZ q r] by split=> //; apply: symX.
  exists r, p, q; split=> //; first by split=> //; rewrite eq_sym.
  by case: abc => *; apply: fourth => //; rewrite eq_sym.
by rewrite -/(rY p r) (negPf Ypr) in Y.
Qed.

End Proportional.

(* All cases. *)

Section Cases.

Variables (K : realFieldType) (n : nat) (al be ga : 'I_n -> K) (S : K) (X Y Z : 'I_n).
Implicit Types (f g h : 'I_n -> K) (a b c d i j p q r : 'I_n).
Hypotheses (S0 : S != 0) (sum : forall i, al i + be i + ga i = S).
Hypothesis distinct : forall i j, al i = al j -> be i = be j -> ga i = ga j -> i = j.
Hypothesis ge0 : forall i, [/\ 0 <= al i, 0 <= be i & 0 <= ga i].
Hypothesis joined : forall i j, [|| proportional be ga i j, proportional al ga i j | proportional al be i j].
Hypotheses (cX : be X = 0 /\ ga X = 0) (cY : al Y = 0 /\ ga Y = 0) (cZ : al Z = 0 /\ be Z = 0).

Definition other i := [&& i != X, i != Y & i != Z].

Lemma proportional_zero f g p q : f p = 0 -> g p = 0 -> proportional f g p q.
Proof. by move=> f0 g0; rewrite /proportional f0 g0 mul0r mulr0. Qed.

(* A point on the side of C and D; B is the other corner. *)
Lemma on_a_side f g h B C D p : (forall i, f i + g i + h i = S) -> (forall i j, f i = f j -> g i = g j -> h i = h j -> i = j) ->
  (forall i j, [|| proportional g h i j, proportional f h i j | proportional f g i j]) ->
  g B = 0 /\ h B = 0 -> f C = 0 /\ h C = 0 -> f D = 0 /\ g D = 0 -> [&& p != B, p != C & p != D] -> f p = 0 ->
  (forall i, i != B -> f i = 0) \/ (forall i j, i != C -> i != D -> j != C -> j != D -> proportional g h i j).
Proof.
move=> fgh inj join [gB hB] [fC hC] [fD gD] pN fp.
have nz r : [&& r != B, r != C & r != D] -> f r = 0 -> g r != 0 /\ h r != 0.
  case/and3P=> rB rC rD fr; have ghr := fgh r; rewrite fr add0r in ghr.
  split; [apply: contraNneq rD => gr | apply: contraNneq rC => hr]; apply/eqP; apply: inj; rewrite ?fr ?fC ?fD ?gr ?gD ?hr ?hC //.
    by have := fgh D; rewrite fD gD !add0r => ->; rewrite -ghr gr add0r.
  by have := fgh C; rewrite fC hC add0r addr0 => ->; rewrite -ghr hr addr0.
have step r q : [&& r != B, r != C & r != D] -> f r = 0 -> f q = 0 \/ proportional g h r q.
  move=> rN fr; have [gr hr] := nz r rN fr; have [|E|E] := or3P (join r q); [by right | left | left]; apply/eqP.
    by move: E; rewrite /proportional fr mul0r eq_sym mulf_eq0 (negPf hr) orbF.
  by move: E; rewrite /proportional fr mul0r eq_sym mulf_eq0 (negPf gr) orbF.
have [/existsP[q /andP[qB fq]]|/existsPn none] := boolP [exists q, (q != B) && (f q != 0)]; last first.
  by left=> i iB; have := none i; rewrite iB /= negbK => /eqP.
right; have [gp hp] := nz p pN fp.
have pq : proportional g h p q by case: (step p q pN fp) => // e; rewrite e eqxx in fq.
have q0 : (g q != 0) || (h q != 0).
  apply: contraNT qB; rewrite negb_or !negbK => /andP[/eqP gq /eqP hq]; apply/eqP; apply: inj; rewrite ?gq ?hq ?gB ?hB //.
  by have := fgh B; have := fgh q; rewrite gq hq gB hB !addr0 => -> ->.
have to r : r != C -> r != D -> proportional g h p r.
  move=> rC rD; have [->|rB] := eqVneq r B; first by rewrite proportional_sym; apply: proportional_zero.
  have rN : [&& r != B, r != C & r != D] by rewrite rB rC rD.
  have [fr|//] := step p r pN fp; have [e|rq] := step r q rN fr; first by rewrite e eqxx in fq.
  by apply: proportional_trans q0 _ _; rewrite proportional_sym.
move=> i j iC iD jC jD; apply: (@proportional_trans _ _ g h p); [by rewrite gp | exact: to | exact: to].
Qed.

Definition three_others : Prop := exists a b c, [/\ [/\ other a, other b & other c], [/\ a != b, b != c & c != a],
  [/\ proportional be ga a b, proportional al ga b c & proportional al be c a] & forall d, other d -> d \in [:: a; b; c]].

Definition lines_of_corners : Prop := [\/ forall i j, i != Y -> i != Z -> j != Y -> j != Z -> proportional be ga i j,
  forall i j, i != X -> i != Z -> j != X -> j != Z -> proportional al ga i j
| forall i j, i != X -> i != Y -> j != X -> j != Y -> proportional al be i j].

Definition lines_of_sides : Prop := [\/ forall i, i != X -> al i = 0, forall i, i != Y -> be i = 0 | forall i, i != Z -> ga i = 0].

Lemma inside_cases : (forall i, other i -> [/\ 0 < al i, 0 < be i & 0 < ga i]) -> lines_of_corners \/ three_others.
Proof.
move=> pos.
have lineX p : other p -> (forall r, other r -> proportional be ga p r) -> lines_of_corners.
  move=> gp all_p; constructor 1 => i j iY iZ jY jZ; have [->|iX] := eqVneq i X; first by apply: proportional_zero; case: cX.
  have [->|jX] := eqVneq j X; first by rewrite proportional_sym; apply: proportional_zero; case: cX.
  have [_ p2 _] := pos p gp; apply: (@proportional_trans _ _ be ga p); [by rewrite (gt_eqF p2) | apply: all_p | apply: all_p].
    by rewrite /other iX iY iZ.
  by rewrite /other jX jY jZ.
have lineY p : other p -> (forall r, other r -> proportional al ga p r) -> lines_of_corners.
  move=> gp all_p; constructor 2 => i j iX iZ jX jZ; have [->|iY] := eqVneq i Y; first by apply: proportional_zero; case: cY.
  have [->|jY] := eqVneq j Y; first by rewrite proportional_sym; apply: proportional_zero; case: cY.
  have [p1 _ _] := pos p gp; apply: (@proportional_trans _ _ al ga p); [by rewrite (gt_eqF p1) | apply: all_p | apply: all_p].
    by rewrite /other iX iY iZ.
  by rewrite /other jX jY jZ.
have lineZ p : other p -> (forall r, other r -> proportional al be p r) -> lines_of_corners.
  move=> gp all_p; constructor 3 => i j iX iY jX jY; have [->|iZ] := eqVneq i Z; first by apply: proportional_zero; case: cZ.
  have [->|jZ] := eqVneq j Z; first by rewrite proportional_sym; apply: proportional_zero; case: cZ.
  have [p1 _ _] := pos p gp; apply: (@proportional_trans _ _ al be p); [by rewrite (gt_eqF p1) | apply: all_p | apply: all_p].
    by rewrite /other iX iY iZ.
  by rewrite /other jX jY jZ.
pose pair (R : 'I_n -> 'I_n -> bool) := [exists p, exists q, [&& other p, other q, p != q & R p q]].
have [/existsP[p /existsP[q /and4P[gp gq pq Ypq]]]|noY] := boolP (pair (proportional al ga)).
  have [all_p|//] := three_or_line S0 sum distinct pos joined gp gq pq Ypq; last by right.
  by left; apply: lineY all_p.
have [/existsP[p /existsP[q /and4P[gp gq pq Xpq]]]|noX] := boolP (pair (proportional be ga)).
  have sum' i : be i + al i + ga i = S by rewrite -(sum i) [be i + _]addrC.
  have inj' i j : be i = be j -> al i = al j -> ga i = ga j -> i = j by move=> *; apply: distinct.
  have pos' i : other i -> [/\ 0 < be i, 0 < al i & 0 < ga i] by case/pos.
  have join' i j : [|| proportional al ga i j, proportional be ga i j | proportional be al i j].
    by rewrite (proportional_swap be al) orbCA.
  have [all_p|[a [b [c [[ga_ gb gc] [ab bc ca] [Yab Xbc Zca] all_abc]]]]] := three_or_line S0 sum' inj' pos' join' gp gq pq Xpq.
    by left; apply: lineX all_p.
  right; exists c, b, a; split=> //; first by split=> //; rewrite eq_sym.
    by split; rewrite 1?proportional_swap 1?proportional_sym // proportional_swap.
  by move=> d /all_abc; rewrite !inE => /or3P[]->; rewrite ?orbT.
have [/existsP[p /existsP[q /and4P[gp gq pq Zpq]]]|noZ] := boolP (pair (proportional al be)).
  have sum' i : al i + ga i + be i = S by rewrite -(sum i) addrAC.
  have inj' i j : al i = al j -> ga i = ga j -> be i = be j -> i = j by move=> *; apply: distinct.
  have pos' i : other i -> [/\ 0 < al i, 0 < ga i & 0 < be i] by case/pos.
  have join' i j : [|| proportional ga be i j, proportional al be i j | proportional al ga i j].
    by rewrite (proportional_swap ga be) (orbC (proportional al be i j)).
  have [all_p|[a [b [c [[ga_ gb gc] [ab bc ca] [Xab Zbc Yca] all_abc]]]]] := three_or_line S0 sum' inj' pos' join' gp gq pq Zpq.
    by left; apply: lineZ all_p.
  right; exists b, a, c; split=> //; first by split=> //; rewrite eq_sym.
    by split; rewrite 1?proportional_sym // proportional_swap.
  by move=> d /all_abc; rewrite !inE => /or3P[]->; rewrite ?orbT.
left; constructor 1 => i j iY iZ jY jZ; have [->|iX] := eqVneq i X; first by apply: proportional_zero; case: cX.
have [->|jX] := eqVneq j X; first by rewrite proportional_sym; apply: proportional_zero; case: cX.
have [->|ij] := eqVneq i j; first by rewrite /proportional.
have gi : other i by rewrite /other iX iY iZ.
have gj : other j by rewrite /other jX jY jZ.
have no (R : 'I_n -> 'I_n -> bool) : ~~ pair R -> R i j = false.
  by move=> /existsPn/(_ i)/existsPn/(_ j); rewrite gi gj ij /= => /negPf.
by have := joined i j; rewrite !no.
Qed.

Lemma all_cases : [\/ lines_of_sides, lines_of_corners | three_others /\ forall i, other i -> [/\ 0 < al i, 0 < be i & 0 < ga i]].
Proof.
have [/existsP[p /andP[gp /eqP p0]]|noX] := boolP [exists p, other p && (al p == 0)].
  have [h|h] := on_a_side sum distinct joined cX cY cZ gp p0; [by constructor 1; constructor 1 | by constructor 2; constructor 1].
have [/existsP[p /andP[gp /eqP p0]]|noY] := boolP [exists p, other p && (be p == 0)].
  have sum' i : be i + al i + ga i = S by rewrite -(sum i) [be i + _]addrC.
  have inj' i j : be i = be j -> al i = al j -> ga i = ga j -> i = j by move=> *; apply: distinct.
  have join' i j : [|| proportional al ga i j, proportional be ga i j | proportional be al i j].
    by rewrite (proportional_swap be al) orbCA.
  have gp' : [&& p != Y, p != X & p != Z] by case/and3P: gp => -> -> ->.
  have cZ' : be Z = 0 /\ al Z = 0 by case: cZ.
  have [h|h] := on_a_side sum' inj' join' cY cX cZ' gp' p0; [by constructor 1; constructor 2 | by constructor 2; constructor 2].
have [/existsP[p /andP[gp /eqP p0]]|noZ] := boolP [exists p, other p && (ga p == 0)].
  have sum' i : ga i + al i + be i = S by rewrite -(sum i) -addrA addrC.
  have inj' i j : ga i = ga j -> al i = al j -> be i = be j -> i = j by move=> *; apply: distinct.
  have join' i j : [|| proportional al be i j, proportional ga be i j | proportional ga al i j].
    rewrite (proportional_swap ga al) (proportional_swap ga be); case/or3P: (joined i j) => ->; by rewrite ?orbT.
  have gp' : [&& p != Z, p != X & p != Y] by case/and3P: gp => -> -> ->.
  have cX' : ga X = 0 /\ be X = 0 by case: cX.
  have cY' : ga Y = 0 /\ al Y = 0 by case: cY.
  have [h|h] := on_a_side sum' inj' join' cZ cX' cY' gp' p0; [by constructor 1; constructor 3 | by constructor 2; constructor 3].
have pos i : other i -> [/\ 0 < al i, 0 < be i & 0 < ga i].
  move=> gi; have [a0 b0 c0] := ge0 i; move: noX noY noZ => /existsPn/(_ i) + /existsPn/(_ i) + /existsPn/(_ i).
  by rewrite gi /= => a1 b1 c1; split; rewrite lt_def ?a1 ?b1 ?c1.
have [h|h] := inside_cases pos; [by constructor 2 | by constructor 3].
Qed.

End Cases.

(* The list. *)

Section List.

Variables (K : realFieldType) (n : nat) (U : 'M[K]_(n, 3)).
Hypotheses (aU : affine U) (rU : \rank U = 3%N) (dU : distinct_rows U).
Implicit Types (a b c i j k l o p q X Y Z : 'I_n).

Local Notation sideU := (side (px U) (py U)).

Lemma determinant_in_corners (x y : 'I_n -> K) X Y Z i j k (s := side x y) :
  s i j k * s X Y Z * s X Y Z =
  s i Y Z * (s X j Z * s X Y k - s X Y j * s X k Z) - s X i Z * (s j Y Z * s X Y k - s X Y j * s k Y Z)
  + s X Y i * (s j Y Z * s X k Z - s X j Z * s k Y Z).
Proof. rewrite /s /side; ring. Qed.

Lemma on_lineP i j k : on_one_line U i j k <-> sideU i j k = 0.
Proof. exact: on_one_lineE. Qed.

Section Corners.

Variables X Y Z : 'I_n.
Hypothesis XYZ : within (px U) (py U) X Y Z.

Let D := sideU X Y Z.
Let al i := sideU i Y Z * D.
Let be i := sideU X i Z * D.
Let ga i := sideU X Y i * D.

Let D0 : D != 0.
Proof. exact: XYZ.1. Qed.

Lemma sum_corners i : al i + be i + ga i = D * D.
Proof. rewrite /al /be /ga /D /side; ring. Qed.

Lemma distinct_corners i j : al i = al j -> be i = be j -> ga i = ga j -> i = j.
Proof.
move=> _ /(mulIf D0) eb /(mulIf D0) eg.
have Ex k : (px U k - px U X) * D = (px U Y - px U X) * sideU X k Z + (px U Z - px U X) * sideU X Y k.
  by rewrite /D /side; ring.
have Ey k : (py U k - py U X) * D = (py U Y - py U X) * sideU X k Z + (py U Z - py U X) * sideU X Y k.
  by rewrite /D /side; ring.
have ex : px U i = px U j by apply/(addIr (- px U X))/(mulIf D0); rewrite !Ex eb eg.
have ey : py U i = py U j by apply/(addIr (- py U X))/(mulIf D0); rewrite !Ey eb eg.
by apply/eqP; apply: contraT => /dU; rewrite (rows_points aU ex ey) eqxx.
Qed.

Lemma proportionalX i j : proportional be ga i j = (sideU X i j == 0).
Proof.
rewrite /proportional -subr_eq0; have -> : be i * ga j - be j * ga i = D * D * D * sideU X i j.
  by rewrite /be /ga /D /side; ring.
by rewrite !mulf_eq0 (negPf D0).
Qed.

Lemma proportionalY i j : proportional al ga i j = (sideU Y i j == 0).
Proof.
rewrite /proportional -subr_eq0; have -> : al i * ga j - al j * ga i = - (D * D * D) * sideU Y i j.
  by rewrite /al /ga /D /side; ring.
by rewrite !(mulf_eq0, oppr_eq0) (negPf D0).
Qed.

Lemma proportionalZ i j : proportional al be i j = (sideU Z i j == 0).
Proof.
rewrite /proportional -subr_eq0; have -> : al i * be j - al j * be i = D * D * D * sideU Z i j.
  by rewrite /al /be /D /side; ring.
by rewrite !mulf_eq0 (negPf D0).
Qed.

Lemma listed : lines_through_corners U X Y Z -> [\/ all_but_one U, on_a_ray U | three_inside U].
Proof.
move=> lines; have DD0 : D * D != 0 by rewrite mulf_neq0.
have ge0 i : [/\ 0 <= al i, 0 <= be i & 0 <= ga i] by have [] := XYZ.2 i.
have joined i j : [|| proportional be ga i j, proportional al ga i j | proportional al be i j].
  have [->|ij] := eqVneq i j; first by rewrite /proportional eqxx.
  rewrite proportionalX proportionalY proportionalZ.
  by have [/on_lineP h|/on_lineP h|/on_lineP h] := lines i j ij; rewrite side_rot in h; rewrite h eqxx ?orbT.
have cX : be X = 0 /\ ga X = 0 by rewrite /be /ga /side; split; ring.
have cY : al Y = 0 /\ ga Y = 0 by rewrite /al /ga /side; split; ring.
have cZ : al Z = 0 /\ be Z = 0 by rewrite /al /be /side; split; ring.
have flat (s : 'I_n -> K) i : s i * D = 0 -> s i = 0 by move/eqP; rewrite mulf_eq0 (negPf D0) orbF => /eqP.
have [side0|corner|[[a [b [c [[ga_ gb gc] [ab bc ca] [Xab Ybc Zca] all_abc]]]] pos]] :=
  all_cases DD0 sum_corners distinct_corners ge0 joined cX cY cZ.
- constructor 1; case: side0 => h; [exists X | exists Y | exists Z] => i j k iN jN kN; apply/on_lineP;
    apply: (mulIf D0); apply: (mulIf D0); rewrite /D determinant_in_corners !mul0r.
  + by rewrite !(flat (fun i => sideU i Y Z) _ (h _ _)) //; ring.
  + by rewrite !(flat (fun i => sideU X i Z) _ (h _ _)) //; ring.
  by rewrite !(flat (fun i => sideU X Y i) _ (h _ _)) //; ring.
- constructor 2; case: corner => h.
  + exists X, Y, Z; split=> [|i j *]; first exact: within_triangle.
    by apply/on_lineP/eqP; rewrite -proportionalX; apply: h.
  + exists Y, X, Z; split=> [|i j *]; first by apply: within_triangle => //; apply: within_swap.
    by apply/on_lineP/eqP; rewrite -proportionalY; apply: h.
  exists Z, X, Y; split=> [|i j *]; first by apply: within_triangle => //; apply/within_rot/within_rot.
  by apply/on_lineP/eqP; rewrite -proportionalZ; apply: h.
constructor 3; exists X, Y, Z, a, b, c.
have XY : X != Y by apply: contraNneq D0 => e; rewrite /D /side e !subrr !mul0r subrr.
have XZ : X != Z by apply: contraNneq D0 => e; rewrite /D /side e !subrr !mulr0 subrr.
have YZ : Y != Z by apply: contraNneq D0 => e; rewrite /D /side e; apply/eqP; ring.
split.
- exact: within_triangle.
- split.
    rewrite /= !inE !negb_or XY XZ YZ ab bc (eq_sym a c) ca /=.
    rewrite !(eq_sym X) !(eq_sym Y) !(eq_sym Z).
    by case/and3P: ga_ gb gc => -> -> -> /and3P[-> -> ->] /and3P[-> -> ->].
  move=> i; have [|] := boolP (other X Y Z i); first by move/all_abc; rewrite !inE => /or3P[]->; rewrite ?orbT.
  by rewrite /other !negb_and !negbK !inE => /or3P[]->; rewrite ?orbT.
- move=> i iabc; have /pos[a0 b0 c0] : other X Y Z i by move: iabc; rewrite !inE => /or3P[]/eqP->.
  split=> /on_lineP h.
  + by move: a0; rewrite /al -side_rot h mul0r ltxx.
  + by move: b0; rewrite /be side_rot h mul0r ltxx.
  by move: c0; rewrite /ga h mul0r ltxx.
by split; apply/on_lineP/eqP; rewrite -?proportionalX -?proportionalY -?proportionalZ.
Qed.

End Corners.

Lemma trivial_line i j k : [|| i == j, j == k | i == k] -> on_one_line U i j k.
Proof. by case/or3P=> /eqP->; apply/on_lineP; rewrite /side; ring. Qed.

Definition cornered : Prop := exists X Y Z, in_triangle U X Y Z /\ lines_through_corners U X Y Z.

Lemma ray_cornered : on_a_ray U -> cornered.
Proof.
case=> X [Y [Z [inside lines]]]; exists X, Y, Z; split=> // i j ij.
have [iY|iY] := eqVneq i Y; first by constructor 2; apply: trivial_line; rewrite iY eqxx ?orbT.
have [jY|jY] := eqVneq j Y; first by constructor 2; apply: trivial_line; rewrite jY eqxx ?orbT.
have [iZ|iZ] := eqVneq i Z; first by constructor 3; apply: trivial_line; rewrite iZ eqxx ?orbT.
have [jZ|jZ] := eqVneq j Z; first by constructor 3; apply: trivial_line; rewrite jZ eqxx ?orbT.
by constructor 1; apply/on_lineP; have /on_lineP <- := lines i j iY iZ jY jZ; rewrite /side; ring.
Qed.

Lemma inside_cornered : three_inside U -> cornered.
Proof.
case=> X [Y [Z [a [b [c [inside [_ all_six] _ [/on_lineP Xab /on_lineP Ybc /on_lineP Zca]]]]]]].
exists X, Y, Z; split=> // i j _.
have swap k p q : sideU k p q = 0 -> sideU p q k = 0 /\ sideU q p k = 0.
  by move=> h; split; [rewrite side_rot | rewrite side_swap side_rot h oppr0].
have [Xab1 Xab2] := swap _ _ _ Xab; have [Ybc1 Ybc2] := swap _ _ _ Ybc; have [Zca1 Zca2] := swap _ _ _ Zca.
have := all_six i; have := all_six j; rewrite !inE.
do 5?[case/orP=> [/eqP->|]]; try move/eqP->; do 5?[case/orP=> [/eqP->|]]; try move/eqP->;
  first [by constructor 1; apply: trivial_line; rewrite eqxx ?orbT
       | by constructor 2; apply: trivial_line; rewrite eqxx ?orbT
       | by constructor 3; apply: trivial_line; rewrite eqxx ?orbT
       | by constructor 1; apply/on_lineP | by constructor 2; apply/on_lineP | by constructor 3; apply/on_lineP].
Qed.

Lemma but_one_cornered : all_but_one U -> cornered.
Proof.
case=> o flat; have [i [j [k ijk]]] := some_side aU rU.
have [[[X Y] Z] _ m] := @Order.TotalTheory.arg_maxP _ K _ (i, j, k) predT (fun t => sideU t.1.1 t.1.2 t.2) isT.
have large a b c : sideU a b c <= sideU X Y Z by apply: (m (a, b, c)).
have D0 : 0 < sideU X Y Z.
  move: ijk; rewrite neq_lt => /orP[neg|pos]; last exact: lt_le_trans pos (large _ _ _).
  by apply: lt_le_trans (large j i k); rewrite side_swap oppr_gt0.
suff first P Q R : P = o -> (forall a b c, sideU a b c <= sideU P Q R) -> 0 < sideU P Q R -> cornered.
  have [Xo|Xo] := eqVneq X o; first exact: first Xo large D0.
  have [Yo|Yo] := eqVneq Y o.
    by apply: (first Y Z X Yo) => [a b c|]; rewrite (side_rot _ _ X Y Z).
  have [Zo|Zo] := eqVneq Z o.
    by apply: (first Z X Y Zo) => [a b c|]; rewrite (side_rot _ _ Y Z X) (side_rot _ _ X Y Z).
  by have /on_lineP h := flat X Y Z Xo Yo Zo; rewrite h ltxx in D0.
move=> -> {X Y Z m large D0}large D0.
have Qo : Q != o by apply: contraTneq D0 => ->; rewrite /side !subrr !mul0r subrr ltxx.
have Ro : R != o by apply: contraTneq D0 => ->; rewrite /side !subrr !mulr0 subrr ltxx.
exists o, Q, R; split; last first.
  move=> a b _; have [->|ao] := eqVneq a o; first by constructor 1; apply: trivial_line; rewrite eqxx ?orbT.
  have [->|bo] := eqVneq b o; first by constructor 1; apply: trivial_line; rewrite eqxx ?orbT.
  by constructor 2; apply: flat.
apply: within_triangle => //; split=> [|e]; first by rewrite gt_eqF.
have sum : sideU e Q R + sideU o e R + sideU o Q e = sideU o Q R by rewrite /side; ring.
rewrite !pmulr_lge0 //; have [->|eo] := eqVneq e o.
  by rewrite ltW //; split=> //; rewrite /side !subrr !(mul0r, mulr0) subrr.
have /on_lineP e0 := flat e Q R eo Qo Ro; rewrite e0 add0r in sum *.
split=> //; first by rewrite -(ler_add2r (sideU o Q e)) sum add0r.
by rewrite -(ler_add2l (sideU o e R)) sum addr0.
Qed.

Lemma cornered_list : cornered <-> [\/ all_but_one U, on_a_ray U | three_inside U].
Proof.
split=> [[X [Y [Z [inside lines]]]]|[]]; last first.
- exact: inside_cornered.
- exact: ray_cornered.
- exact: but_one_cornered.
by apply: listed lines; apply: triangle_within.
Qed.

(* General position. *)

Lemma general_side i j k : general_position U -> i != j -> j != k -> i != k -> sideU i j k != 0.
Proof.
move=> gp ij jk ik; rewrite side_det // -unitfE -unitmxE -row_free_unit; apply: gp => // a b.
case: a => -[|[|[|a]]] //= ?; case: b => -[|[|[|b]]] //= ?; rewrite /three_labels /= => e; try exact/val_inj.
all: by move: ij jk ik; rewrite e !eqxx // ?andbF.
Qed.

Lemma few_labels (s : seq 'I_n) : uniq s -> (size s <= n)%N.
Proof. by move=> /card_uniqP <-; rewrite -[X in (_ <= X)%N]card_ord max_card. Qed.

Lemma all_labels (s : seq 'I_n) : uniq s -> (forall i, i \in s) -> n = size s.
Proof. by move=> /card_uniqP <- all_s; rewrite -[LHS]card_ord; apply: eq_card => i; rewrite all_s. Qed.

Lemma corners_distinct X Y Z : sideU X Y Z != 0 -> uniq [:: X; Y; Z].
Proof.
move=> D0; rewrite /= !inE negb_or -andbA andbT; apply/and3P; split; apply: contraNneq D0 => ->; apply/eqP;
  rewrite /side; ring.
Qed.

Lemma general_list : general_position U -> cornered <-> n = 3%N \/ n = 4%N /\ exists X Y Z, in_triangle U X Y Z.
Proof.
move=> gp; split=> [[X [Y [Z [inside lines]]]]|].
  have [D0 _] := triangle_within aU rU inside; have XYZ := corners_distinct D0.
  have [/existsP[p pN]|/existsPn none] := boolP [exists p, p \notin [:: X; Y; Z]]; last first.
    by left; apply: (all_labels XYZ) => i; have := none i; rewrite negbK.
  right; split; last by exists X, Y, Z.
  apply: (@all_labels [:: p; X; Y; Z]); first by rewrite cons_uniq pN.
  move=> q; rewrite inE; apply: contraT; rewrite negb_or => /andP[qp qN].
  move: pN qN; rewrite !inE !negb_or => /and3P[pX pY pZ] /and3P[qX qY qZ].
  have [/on_lineP h|/on_lineP h|/on_lineP h] := lines q p qp.
  - by have := general_side gp qp pX qX; rewrite h eqxx.
  - by have := general_side gp qp pY qY; rewrite h eqxx.
  by have := general_side gp qp pZ qZ; rewrite h eqxx.
case=> [n3|[n4 [X [Y [Z inside]]]]].
  have [X [Y [Z XYZ]]] := some_side aU rU; have uXYZ := corners_distinct XYZ.
  have all_XYZ i : i \in [:: X; Y; Z].
    apply: contraT => iN; have u : uniq [:: i; X; Y; Z] by rewrite cons_uniq iN.
    by have := leq_trans (few_labels u) (eq_leq n3).
  exists X, Y, Z; split=> [|i j _].
    apply: within_triangle => //; split=> // e.
    have twice : 0 <= sideU X Y Z * sideU X Y Z by rewrite -expr2 sqr_ge0.
    have zero (s : K) : s = 0 -> 0 <= s * sideU X Y Z by move=> ->; rewrite mul0r.
    have := all_XYZ e; rewrite !inE => /or3P[]/eqP->; split=> //; apply: zero; rewrite /side; ring.
  have := all_XYZ i; rewrite !inE => /or3P[]/eqP->; [constructor 1 | constructor 2 | constructor 3];
    by apply: trivial_line; rewrite eqxx ?orbT.
have [D0 _] := triangle_within aU rU inside; have uXYZ := corners_distinct D0.
exists X, Y, Z; split=> // i j ij.
have corner k l : k \in [:: X; Y; Z] -> [\/ on_one_line U k l X, on_one_line U k l Y | on_one_line U k l Z] /\
    [\/ on_one_line U l k X, on_one_line U l k Y | on_one_line U l k Z].
  by rewrite !inE => /or3P[]/eqP->; split; [constructor 1 | constructor 1 | constructor 2 | constructor 2 | constructor 3 | constructor 3];
    apply: trivial_line; rewrite eqxx ?orbT.
have [/(corner i j)[]//|iN] := boolP (i \in [:: X; Y; Z]).
have [/(corner j i)[]//|jN] := boolP (j \in [:: X; Y; Z]).
have u : uniq [:: i; j; X; Y; Z] by rewrite cons_uniq in_cons negb_or ij iN cons_uniq jN.
by have := leq_trans (few_labels u) (eq_leq n4).
Qed.

End List.

Theorem order_types (K : realFieldType) n (U : 'M[K]_(n, 3)) :
  affine U -> \rank U = 3%N -> distinct_rows U ->
  [/\ decides_rankings U <-> exists X Y Z, in_triangle U X Y Z /\ lines_through_corners U X Y Z,
      decides_rankings U <-> [\/ all_but_one U, on_a_ray U | three_inside U]
    & general_position U -> decides_rankings U <-> n = 3%N \/ n = 4%N /\ exists X Y Z, in_triangle U X Y Z].
Proof.
move=> aU rU dU; have iff := decides_iff aU rU dU; split=> //.
  by apply: iff_trans iff _; apply: cornered_list.
by move=> gp; apply: iff_trans iff _; apply: general_list.
Qed.
