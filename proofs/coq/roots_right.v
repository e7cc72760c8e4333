(******************************************************************************)
(*                                                                            *)
(*  NUMBER FIELDS IN THE PROGRAM ARE RIGHT                                    *)
(*                                                                            *)
(*  Field.  R is any real closed field; K is any ordered field, and is real   *)
(*  closed wherever it is said to have a root (is_root).                      *)
(*                                                                            *)
(*  Words: see definitions.v; the program is roots.v.                         *)
(*                                                                            *)
(*  Theorems.                                                                 *)
(*    algebraic_right   Where the program takes an isolation, everything that *)
(*        it computes is right for the root.                                  *)
(*    number_field      Where the program takes an isolation, there is exactly*)
(*        one root.                                                           *)
(*                                                                            *)
(*  Proof.  The polynomial p increases on the interval, so that theta is its  *)
(*  only root there, and a simple one.  A divisor g of p that null_at_root at *)
(*  theta is (X - theta) h, and h has no root in the interval, hence one sign *)
(*  there: g changes sign.  If g changes sign, it has a root, which is a root *)
(*  of p, hence theta.                                                        *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring polyrcf.
From Formal Require Import definitions numbers numbers_right roots.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Polynomials that increase. *)

Definition rising (K : realFieldType) (p : {poly K}) (a b : K) : Prop := forall x, a <= x -> x <= b -> 0 < p^`().[x].

Lemma rising_closed (R : rcfType) (p : {poly R}) a b x y : rising p a b -> a <= x -> x < y -> y <= b -> p.[x] < p.[y].
Proof.
move=> up ax xy yb; apply: (@ltr_hornerW _ p x y) => //.
- by move=> z; rewrite in_itv /= => /andP[/ltW xz /ltW zy]; apply: up; [apply: le_trans xz | apply: le_trans yb].
- by rewrite in_itv /= lexx ltW.
by rewrite in_itv /= lexx ltW.
Qed.

Lemma rising_lt (K : realFieldType) (p : {poly K}) a b x y :
  Num.real_closed_axiom K -> rising p a b -> a <= x -> x < y -> y <= b -> p.[x] < p.[y].
Proof. by case: K p a b x y => T c p a b x y ax; apply: (@rising_closed (RcfType (Num.RealField.Pack c) ax)). Qed.

Section Analysis.

Variable K : realFieldType.
Hypothesis closed : Num.real_closed_axiom K.

Lemma sign_change (p : {poly K}) a b : a <= b -> p.[a] * p.[b] <= 0 -> exists2 x, a <= x <= b & p.[x] = 0.
Proof.
move=> ab pab; have [pa|pa] := lerP p.[a] 0; last first.
  have [|x ax /rootP px] := closed (p := - p) ab; last by exists x => //; apply/eqP; rewrite -oppr_eq0 -hornerN px.
  by rewrite !hornerN oppr_le0 oppr_ge0 (ltW pa) /= -(pmulr_rle0 _ pa).
have [pb|pb] := lerP 0 p.[b]; first by have [|x ax /rootP px] := closed (p := p) ab; [rewrite pa | exists x].
have pa0 : p.[a] = 0 by apply/eqP; rewrite eq_le pa -(nmulr_lle0 _ pb).
by exists a; rewrite ?lexx.
Qed.

Variables (p : {poly K}) (a b theta : K).
Hypotheses (up : rising p a b) (at_a : a < theta) (at_b : theta < b) (root_p : p.[theta] = 0).

Lemma rising_root x : a <= x -> x <= b -> p.[x] = 0 -> x = theta.
Proof.
move=> ax xb px; case: (ltgtP x theta) => // [lt|lt].
  by have := rising_lt closed up ax lt (ltW at_b); rewrite px root_p ltxx.
by have := rising_lt closed up (ltW at_a) lt xb; rewrite px root_p ltxx.
Qed.

Lemma rising_sign x : a <= x -> x <= b -> (p.[x] < 0 -> x <= theta) /\ (0 < p.[x] -> theta <= x).
Proof.
move=> ax xb; split=> px; rewrite leNgt; apply/negP => lt.
  by have := rising_lt closed up (ltW at_a) lt xb; rewrite root_p => /lt_trans/(_ px); rewrite ltxx.
by have := rising_lt closed up ax lt (ltW at_b); rewrite root_p => /(lt_trans px); rewrite ltxx.
Qed.

Lemma divisor_sign (g : {poly K}) : g %| p -> root g theta = (g.[a] * g.[b] < 0).
Proof.
move=> gp; have roots x : a <= x -> x <= b -> g.[x] = 0 -> x = theta.
  by move=> ax xb gx; apply: rising_root => //; apply/rootP; rewrite -dvdp_XsubCl (dvdp_trans _ gp) // dvdp_XsubCl; apply/rootP.
apply/idP/idP => [|/ltW sign]; last first.
  have [x /andP[ax xb] gx] := sign_change (ltW (lt_trans at_a at_b)) sign.
  by apply/rootP; rewrite -(roots x).
case/factor_theorem=> h gE; case/dvdpP: gp => q pE.
have h0 x : a <= x -> x <= b -> h.[x] != 0.
  move=> ax xb; apply/eqP => hx; have xt : x = theta by apply: roots => //; rewrite gE hornerM hx mul0r.
  have := up (ltW at_a) (ltW at_b); rewrite pE gE mulrA derivM derivXsubC mulr1 hornerD !hornerM !hornerXsubC subrr mulr0 add0r.
  by rewrite -xt hx mulr0 ltxx.
have : 0 < h.[a] * h.[b].
  rewrite ltNge; apply/negP => /(sign_change (ltW (lt_trans at_a at_b)))[x /andP[ax xb] hx].
  by have := h0 x ax xb; rewrite hx eqxx.
rewrite gE !hornerM !hornerXsubC; move: h.[a] h.[b] => u v uv.
have -> : u * (a - theta) * (v * (b - theta)) = - (u * v * ((theta - a) * (b - theta))) by ring.
by rewrite oppr_lt0 pmulr_rgt0 // mulr_gt0 ?subr_gt0.
Qed.

End Analysis.

(* Lists of integers as polynomials. *)

Section Lists.

Variable K : realFieldType.
Local Notation phi := (of_Z K).

Lemma phi_ltb x y : Z.ltb x y = (phi x < phi y).
Proof.
case: Z.ltb_spec => [/Z.lt_0_sub/(phi_gt0 K)|/Z.le_0_sub/(phi_ge0 K)]; first by rewrite phiB subr_gt0 => ->.
by rewrite phiB subr_ge0 leNgt => /negbTE ->.
Qed.

Lemma phi_neq0 x : x <> Z0 -> phi x != 0.
Proof. by move/Z.eqb_neq => x0; rewrite of_Z_eq0 x0. Qed.

Fixpoint pol (l : list Z) : {poly K} := if l is c :: l' then pol l' * 'X + (phi c)%:P else 0.

Lemma polynomial_at_pol l (x : K) : polynomial_at l x = (pol l).[x].
Proof.
rewrite /polynomial_at; elim: l => [|c l IH] /=; first by rewrite big_ord0 horner0.
rewrite big_ord_recl expr0 mulr1 hornerMXaddC -IH addrC mulr_suml; congr (_ + _).
by apply: eq_bigr => k _ /=; rewrite /bump /= exprSr mulrA.
Qed.

Lemma pol_added u v : pol (added u v) = pol u + pol v.
Proof.
elim: u v => [|x u IH] [|y v] //=; rewrite ?add0r ?addr0 //.
by rewrite IH phiD polyCD mulrDl addrACA.
Qed.

Lemma pol_scaled c u : pol (scaled c u) = phi c *: pol u.
Proof. by elim: u => [|x u /= ->]; rewrite ?scaler0 // phiM polyCM scalerDr scalerAl mul_polyC. Qed.

Lemma pol_opp u : pol (List.map Z.opp u) = - pol u.
Proof. by elim: u => [|x u /= ->]; rewrite ?oppr0 // phiN polyCN mulNr opprD. Qed.

Lemma pol_product u v : pol (product u v) = pol u * pol v.
Proof.
elim: u => [|x u IH] /=; first by rewrite mul0r.
by rewrite pol_added pol_scaled /= IH phi0 addr0 -mul_polyC; ring.
Qed.

Lemma pol_derivative u : pol (derivative u) = (pol u)^`().
Proof.
elim: u => [|x u IH] /=; first by rewrite deriv0.
by rewrite pol_added /= IH phi0 addr0 derivD derivM derivX derivC mulr1 addr0 addrC.
Qed.

Lemma pol_split d u : pol u = pol (List.firstn d u) + pol (List.skipn d u) * 'X^d.
Proof.
elim: d u => [|d IH] [|x u] /=; rewrite ?mul0r ?addr0 ?expr0 ?mulr1 ?add0r //.
by rewrite {1}(IH u) exprSr; ring.
Qed.

Lemma pol_last u : pol u = pol (List.removelast u) + phi (List.last u Z0) *: 'X^(List.length (List.tl u)).
Proof.
elim: u => [|x [|y u] IH]; first by rewrite /= phi0 scale0r add0r.
  by rewrite /= !mul0r !add0r expr0 alg_polyC.
rewrite [LHS]/= -/(pol (y :: u)) IH /= exprSr -/(pol _) scalerAl; ring.
Qed.

Lemma pol_reduced d rule x u : x ^+ d = (pol rule).[x] -> (pol (reduced d rule u)).[x] = (pol u).[x].
Proof.
move=> xd; elim: u => //= c u IH; set v := c :: reduced d rule u.
have <- : (pol v).[x] = (pol u * 'X + (phi c)%:P).[x] by rewrite /= !hornerMXaddC IH.
case E: (List.skipn d v) => [//|t [|//]].
rewrite pol_added pol_scaled (pol_split d v) E /= mul0r add0r mul_polyC.
by rewrite !(hornerD, hornerZ) hornerXn xd.
Qed.

(* Values. *)

Lemma at_point_right p s q : Z.lt Z0 q -> exists2 k : K, 0 < k & phi (at_point p s q).1 = k * (pol p).[phi s / phi q].
Proof.
move=> /(phi_gt0 K) q0; have qn0 := lt0r_neq0 q0.
suff : phi (at_point p s q).1 * phi q = phi q ^+ size p * (pol p).[phi s / phi q] /\ phi (at_point p s q).2 = phi q ^+ size p.
  case=> e _; exists (phi q ^+ size p / phi q); first by rewrite divr_gt0 ?exprn_gt0.
  by apply: (mulIf qn0); rewrite e mulrAC divfK.
elim: p => [|c p] /=; first by rewrite phi0 phi1 horner0 mul0r mulr0.
case: at_point => v w [/= e1 e2]; split; last by rewrite phiM e2 exprSr.
rewrite phiD !phiM hornerMXaddC e2 mulrDl mulrAC e1 exprSr.
by rewrite !mulrA mulrDr; congr (_ + _); rewrite ?[phi c * _]mulrC 1?mulrAC //; field.
Qed.

Lemma at_point_sign p s q : Z.lt Z0 q ->
  Z.ltb (at_point p s q).1 Z0 = ((pol p).[phi s / phi q] < 0) /\ Z.ltb Z0 (at_point p s q).1 = (0 < (pol p).[phi s / phi q]).
Proof.
move=> q0; have [k k0 e] := at_point_right p s q0.
by rewrite !phi_ltb phi0 e pmulr_rlt0 ?pmulr_rgt0.
Qed.

Lemma corners (l h s t u y m : K) : l <= u -> u <= h -> s <= y -> y <= t ->
  m <= l * s -> m <= l * t -> m <= h * s -> m <= h * t -> m <= u * y.
Proof.
move=> lu uh sy yt ls lt hs ht; have [y0|/ltW y0] := lerP 0 y.
  apply: le_trans (ler_wpmul2r y0 lu); have [l0|/ltW l0] := lerP 0 l.
    exact: le_trans ls (ler_wpmul2l l0 sy).
  exact: le_trans lt (ler_wnmul2l l0 yt).
apply: le_trans (ler_wnmul2r y0 uh); have [h0|/ltW h0] := lerP 0 h.
  exact: le_trans hs (ler_wpmul2l h0 sy).
exact: le_trans ht (ler_wnmul2l h0 yt).
Qed.

Lemma corners_above (l h s t u y m : K) : l <= u -> u <= h -> s <= y -> y <= t ->
  l * s <= m -> l * t <= m -> h * s <= m -> h * t <= m -> u * y <= m.
Proof.
move=> lu uh sy yt ls lt hs ht; rewrite -ler_opp2 -mulNr.
by apply: (@corners (- h) (- l) s t); rewrite ?mulNr ?ler_opp2.
Qed.

Lemma lesserP x y : phi (lesser x y) <= phi x /\ phi (lesser x y) <= phi y.
Proof. by rewrite /lesser phi_ltb; case: ltP => // /ltW. Qed.

Lemma greaterP x y : phi x <= phi (greater x y) /\ phi y <= phi (greater x y).
Proof. by rewrite /greater phi_ltb; case: ltP => // /ltW. Qed.

Lemma bounds_right p s t q x : Z.lt Z0 q -> phi s / phi q <= x -> x <= phi t / phi q ->
  let '(l, h, w) := bounds p s t q in
  exists u, [/\ phi w = phi q ^+ size p, u * phi q = phi w * (pol p).[x], phi l <= u & u <= phi h].
Proof.
move=> /(phi_gt0 K) q0; rewrite ler_pdivr_mulr // ler_pdivl_mulr // => sx xt.
elim: p => [|c p] /=; first by exists 0; rewrite phi0 phi1 horner0 mul0r mulr0.
case: bounds => [[l h] w] [u [wE uE lu uh]].
exists (u * (x * phi q) + phi c * phi w); split; first by rewrite phiM wE exprSr.
- by rewrite phiM hornerMXaddC mulrDl mulrAC uE; ring.
- rewrite phiD phiM ler_add2r; have [m1 m2] := lesserP (lesser (Z.mul l s) (Z.mul l t)) (lesser (Z.mul h s) (Z.mul h t)).
  have [ls lt] := lesserP (Z.mul l s) (Z.mul l t); have [hs ht] := lesserP (Z.mul h s) (Z.mul h t).
  apply: (corners lu uh sx xt); rewrite -phiM.
  + exact: le_trans m1 ls.
  + exact: le_trans m1 lt.
  + exact: le_trans m2 hs.
  exact: le_trans m2 ht.
rewrite phiD phiM ler_add2r; have [m1 m2] := greaterP (greater (Z.mul l s) (Z.mul l t)) (greater (Z.mul h s) (Z.mul h t)).
have [ls lt] := greaterP (Z.mul l s) (Z.mul l t); have [hs ht] := greaterP (Z.mul h s) (Z.mul h t).
apply: (corners_above lu uh sx xt); rewrite -phiM.
- exact: le_trans ls m1.
- exact: le_trans lt m1.
- exact: le_trans hs m2.
exact: le_trans ht m2.
Qed.

Definition low_end (i : range) : K := phi (low i) / phi (scale i).

Definition high_end (i : range) : K := phi (high i) / phi (scale i).

Definition within (i : range) (x : K) : Prop := [/\ Z.lt Z0 (scale i), low_end i <= x & x <= high_end i].

Lemma sign_on_right p i x s : within i x -> sign_on p i = Some s -> if s then 0 < (pol p).[x] else (pol p).[x] < 0.
Proof.
case=> q0 ix xi; rewrite /sign_on; have := bounds_right p q0 ix xi.
case: bounds => [[l h] w] [u [wE uE lu uh]].
have k0 : 0 < phi w by rewrite wE exprn_gt0 ?(phi_gt0 K q0).
rewrite !phi_ltb phi0; case: ltP => [l0 [<-]|_].
  by rewrite -(pmulr_rgt0 _ k0) -uE pmulr_lgt0 ?(phi_gt0 K q0) // (lt_le_trans l0).
case: ltP => // h0 [<-].
by rewrite -(pmulr_rlt0 _ k0) -uE pmulr_llt0 ?(phi_gt0 K q0) // (le_lt_trans uh).
Qed.

(* Common divisors; top first. *)

Fixpoint top (l : list Z) : {poly K} := if l is c :: l' then phi c *: 'X^(size l') + top l' else 0.

Lemma top_app l c : top (List.app l [:: c]) = top l * 'X + (phi c)%:P.
Proof.
have sizeE m : size (List.app m [:: c]) = (size m).+1 by elim: m => //= x m ->.
elim: l => [|x l IH] /=; first by rewrite mul0r add0r addr0 expr0 alg_polyC.
by rewrite IH sizeE exprSr scalerAl mulrDl addrA.
Qed.

Lemma top_rev l : top (List.rev l) = pol l.
Proof. by elim: l => //= c l IH; rewrite top_app IH. Qed.

Lemma pol_rev l : pol (List.rev l) = top l.
Proof. by rewrite -top_rev List.rev_involutive. Qed.

Lemma top_scaled c l : top (scaled c l) = phi c *: top l.
Proof.
have sizeE m : size (scaled c m) = size m by elim: m => //= x m ->.
by elim: l => [|x l /= ->]; rewrite ?scaler0 // sizeE phiM scalerDr scalerA.
Qed.

Lemma size_cancelled c s l m : size (cancelled c s l m) = size l.
Proof.
have sizeE u : size (scaled c u) = size u by elim: u => //= x u ->.
by elim: l m => [|x l IH] [|y m] //=; rewrite ?IH ?sizeE.
Qed.

Lemma top_cancelled c s l m : (size m <= size l)%N ->
  top (cancelled c s l m) = phi c *: top l - phi s *: (top m * 'X^(size l - size m)).
Proof.
elim: l m => [|x l IH] [|y m] //= ml; rewrite ?mul0r ?scaler0 ?subr0 //.
  exact: (top_scaled c (x :: l)).
rewrite IH // size_cancelled subSS phiB !phiM [(_ + top m) * _]mulrDl -scalerAl -exprD subnKC //.
rewrite -!mul_polyC [(_ - _ * phi y)%:P]polyCB [(_ * phi x)%:P]polyCM [(_ * phi y)%:P]polyCM.
by move: (phi c)%:P (phi s)%:P (phi x)%:P (phi y)%:P ('X^(size l)) => C S X Y U;
  move: 'X^_ => V; ring.
Qed.

Lemma divided_right (d : {poly K}) n l c m : c <> Z0 -> d %| top (c :: m) -> (n + size m <= size l)%N ->
  (d %| top (divided n l (c :: m))) = (d %| top l) /\ size (divided n l (c :: m)) = (size l - n)%N.
Proof.
move=> c0 dm; elim: n l => [|n IH] l; first by rewrite subn0; case: l.
case: l => // x l; rewrite addSn ltnS => le; have ml : (size m <= size l)%N := leq_trans (leq_addl n _) le.
have [l1 [E sl dl]] : exists l1, [/\ (if Z.eqb x Z0 then l else cancelled c x l m) = l1, size l1 = size l
    & (d %| top l1) = (d %| top (x :: l))].
  case: Z.eqb_spec => [->|_]; first by exists l; rewrite /= phi0 scale0r add0r.
  exists (cancelled c x l m); rewrite size_cancelled; split=> //.
  have -> : top (cancelled c x l m) = phi c *: top (x :: l) - phi x *: (top (c :: m) * 'X^(size l - size m)).
    rewrite top_cancelled //= [(_ + top m) * _]mulrDl -scalerAl -exprD subnKC // -!mul_polyC.
    by move: (phi c)%:P (phi x)%:P 'X^_ (_ * 'X^_) (top l) => C X U V L; ring.
  by rewrite dvdp_subl; [rewrite dvdpZr ?phi_neq0 | rewrite -mul_polyC dvdp_mull ?dvdp_mulr].
by rewrite /= E; have [-> ->] := IH l1 (eq_ind_r (fun k => n + size m <= k)%N le sl); rewrite dl sl subSS.
Qed.

Definition headed (l : list Z) : Prop := if l is c :: _ then c <> Z0 else True.

Lemma stripped_right l : [/\ top (stripped l) = top l, (size (stripped l) <= size l)%N & headed (stripped l)].
Proof.
elim: l => //= x l [IH1 IH2 IH3]; case: Z.eqb_spec => [->|x0] //.
by rewrite phi0 scale0r add0r leqW.
Qed.

Lemma primitive_right l : headed l ->
  [/\ forall d, (d %| top (primitive l)) = (d %| top l), size (primitive l) = size l & headed (primitive l)].
Proof.
have divides : forall u x, List.In x u -> Z.divide (List.fold_right Z.gcd Z0 u) x.
  elim=> //= y u IH x [<-|/IH/(Z.divide_trans _ _ _ (Z.gcd_divide_r _ _))//]; exact: Z.gcd_divide_l.
case: l => [//|x l] x0; rewrite /primitive; move: (divides (x :: l)); set k := List.fold_right _ _ _ => dk.
case: ifP => // _; have k0 : k <> Z0 by move=> k0; apply: x0; have := dk x (or_introl erefl); rewrite k0; apply: Z.divide_0_l.
have {dk} : scaled k (List.map (fun a => Z.div a k) (x :: l)) = x :: l.
  elim: (x :: l) dk => // y u IH dk; congr cons; last by apply: IH => z zu; apply: dk; right.
  by have [q ->] := dk y (or_introl erefl); rewrite Z.div_mul // Z.mul_comm.
set u := List.map _ _ => E; split.
- by move=> d; rewrite -E top_scaled dvdpZr ?phi_neq0.
- by rewrite /u; elim: (x :: l) => //= ? ? ->.
by move: E; case: (u) => // y v [e _] y0; apply: x0; rewrite -e y0 Z.mul_0_r.
Qed.

Lemma remainder_right l c m : c <> Z0 ->
  [/\ forall d, d %| top (c :: m) -> (d %| top (remainder l (c :: m))) = (d %| top l),
      (size (remainder l (c :: m)) <= size m)%N & headed (remainder l (c :: m))].
Proof.
move=> c0; rewrite /remainder; set n := Nat.sub _ _.
have nE : n = (size l - size m)%N by [].
have [s1 s2 s3] := stripped_right (divided n l (c :: m)).
have [p1 p2 p3] := primitive_right s3; rewrite p2.
have [lm|ml] := leqP (size l) (size m).
  have n0 : n = 0%N by apply/eqP; rewrite nE subn_eq0.
  rewrite n0 in p1 p2 p3 s1 s2 s3 *; have e : divided 0 l (c :: m) = l by case: (l).
  by rewrite e in p1 p2 p3 s1 s2 s3 *; split=> // [d _|]; [rewrite p1 s1 | apply: leq_trans lm].
have le : (n + size m <= size l)%N by rewrite nE subnK // ltnW.
split=> // [d dm|]; first by rewrite p1 s1; have [-> _] := divided_right c0 dm le.
by apply: leq_trans s2 _; have [_ ->] := divided_right c0 (dvd1p _) le; rewrite nE subKn // ltnW.
Qed.

Lemma common_right n l m (d : {poly K}) : headed m -> (size m <= n)%N ->
  (d %| top (common n l m)) = (d %| top l) && (d %| top m).
Proof.
elim: n l m => [|n IH] l [|c m] //=; rewrite ?dvdp0 ?andbT // => c0 mn.
have [r1 r2 r3] := remainder_right l m c0.
rewrite IH ?(leq_trans r2) // andbC -[phi c *: _ + _]/(top (c :: m)).
by case dm: (d %| top (c :: m)); rewrite ?andbF // r1.
Qed.

End Lists.

(* The field. *)

Lemma isolates_right (K : realFieldType) p i : isolates p i -> Z.lt Z0 (scale i) ->
  [/\ low_end K i < high_end K i, List.last p Z0 <> Z0, (pol K p).[low_end K i] < 0, 0 < (pol K p).[high_end K i]
    & rising (pol K p) (low_end K i) (high_end K i)].
Proof.
rewrite /isolates => ok q0; have [lowE _] := at_point_sign K p (low i) q0; have [_ highE] := at_point_sign K p (high i) q0.
move: ok; rewrite /at_low /at_high lowE highE (phi_ltb K (low i)); case/andP=> /andP[/andP[/andP[lh c0] pa] pb] up; split=> //.
- by rewrite /low_end /high_end ltr_pmul2r ?invr_gt0 ?(phi_gt0 K q0).
- by move=> e; rewrite e in c0.
move=> x ax xb; rewrite -pol_derivative; case E: sign_on up => [[]|] // _.
exact: (sign_on_right (p := derivative p) (x := x) _ E).
Qed.

Section Field.

Variables (K : realFieldType) (p : list Z) (i : range) (theta : K).
Hypotheses (closed : Num.real_closed_axiom K) (scaled_up : Z.lt Z0 (scale i)) (isolated : isolates p i).
Hypotheses (root_p : (pol K p).[theta] = 0) (at_a : low_end K i < theta) (at_b : theta < high_end K i).

Let up : rising (pol K p) (low_end K i) (high_end K i).
Proof. by case: (isolates_right K isolated scaled_up). Qed.

Let last0 : List.last p Z0 <> Z0.
Proof. by case: (isolates_right K isolated scaled_up). Qed.

Definition near (j : range) : Prop := [/\ within j theta, low_end K i <= low_end K j & high_end K j <= high_end K i].

Lemma near_start : near i.
Proof. by split=> //; split=> //; apply: ltW. Qed.

Lemma near_halved j : near j -> near (halved p j).
Proof.
case: j => l h q [[/= q0 lt th] al hb]; rewrite /halved /=.
have qq0 : Z.lt Z0 (Z.add q q) by apply: Z.add_pos_pos.
have k0 := phi_gt0 K q0; have kn0 := lt0r_neq0 k0; have k2 := phi_gt0 K qq0; rewrite phiD in k2; have kn2 := lt0r_neq0 k2.
have double c : of_Z K (Z.add c c) / of_Z K (Z.add q q) = of_Z K c / of_Z K q by rewrite !phiD; field; rewrite kn0 kn2.
rewrite /low_end /high_end /= in lt th al hb *.
set m := of_Z K (Z.add l h) / of_Z K (Z.add q q).
have lm : of_Z K l / of_Z K q <= m.
  by rewrite -(double l) /m !phiD ler_pmul2r ?invr_gt0 // ler_add2l -(ler_pmul2r (_ : 0 < (of_Z K q)^-1)) ?invr_gt0 // (le_trans lt th).
have mh : m <= of_Z K h / of_Z K q.
  by rewrite -(double h) /m !phiD ler_pmul2r ?invr_gt0 // ler_add2r -(ler_pmul2r (_ : 0 < (of_Z K q)^-1)) ?invr_gt0 // (le_trans lt th).
have am := le_trans al lm; have mb := le_trans mh hb.
have [left right] := rising_sign closed up at_a at_b root_p am mb.
have [-> ->] := at_point_sign K p (Z.add l h) qq0; rewrite -/m; case: ltrP => [/left mt|m0].
  by split; rewrite /low_end /high_end /= -/m ?double //; split; rewrite /low_end /high_end /= -/m ?double.
case: ltrP => [/right tm|m1].
  by split; rewrite /low_end /high_end /= -/m ?double //; split; rewrite /low_end /high_end /= -/m ?double.
have mE : m = theta by apply: (rising_root closed up at_a at_b root_p am mb); apply/eqP; rewrite eq_le m0 m1.
by split; rewrite /low_end /high_end /= -/m //; split; rewrite /low_end /high_end /= -/m // mE.
Qed.

Lemma near_halvings n j : near j -> near (halvings n p j).
Proof. by elim: n j => //= n IH j /near_halved/IH. Qed.

Lemma sign_near e j s : near j -> sign_on e j = Some s -> if s then 0 < (pol K e).[theta] else (pol K e).[theta] < 0.
Proof. by case=> inside _ _; apply: sign_on_right. Qed.

Lemma decided_right n e j : near j -> decided n p e j -> 0 < (pol K e).[theta].
Proof.
elim: n j => [|n IH] j nj; rewrite /decided -/decided; case E: sign_on => [[]|] //; try by have := sign_near nj E.
by apply: IH; apply: near_halvings.
Qed.

Lemma null_right e : null_at_root p e i = ((pol K e).[theta] == 0).
Proof.
rewrite /null_at_root; case: ifP => [zeros|_].
  suff -> : pol K e = 0 by rewrite horner0 eqxx.
  by elim: (e) zeros => //= -[|//|//] e' IH /IH ->; rewrite phi0 mul0r add0r.
set g := List.rev _; have gE d : (d %| pol K g) = (d %| pol K e) && (d %| pol K p).
  rewrite pol_rev common_right ?top_rev //.
    case: (p) last0 => // c q c0; rewrite (List.app_removelast_last Z0 (_ : c :: q <> nil)) // List.rev_unit.
    exact: c0.
  by rewrite -[size _]/(List.length _) List.rev_length.
have /(divisor_sign closed up at_a at_b root_p) gs : pol K g %| pol K p by have := gE (pol K g); rewrite dvdpp => /esym/andP[].
have <- : root (pol K g) theta = ((pol K e).[theta] == 0).
  by rewrite -dvdp_XsubCl gE !dvdp_XsubCl andbC /root root_p eqxx.
have [k k0 kE] := at_point_right K g (low i) scaled_up; have [k' k'0 kE'] := at_point_right K g (high i) scaled_up.
by rewrite gs (phi_ltb K) phi0 phiM /at_low /at_high kE kE' mulrACA pmulr_rlt0 ?mulr_gt0.
Qed.

Lemma field_right : right_numbers (field p i) theta (fun a => polynomial_at a theta).
Proof.
have start := near_halvings advance near_start; rewrite /field; move: (halvings advance p i) start patience => j start n.
have quick e s : sign_on e j = Some s -> ((pol K e).[theta] == 0) = false.
  by move/(sign_near start); case: s => [/gt_eqF|/lt_eqF].
split=> [l _ | | | u v | u v | u | e | e]; rewrite ?polynomial_at_pol //=.
- by rewrite horner0.
- by rewrite mul0r add0r hornerC phi1.
- by rewrite pol_added hornerD.
- rewrite -hornerM -pol_product; case: Z.eqb_spec => // c2; apply: pol_reduced.
  rewrite pol_scaled hornerZ phiN.
  have := root_p; rewrite pol_last hornerD hornerZ hornerXn => /eqP; rewrite addr_eq0 => /eqP ->.
  by rewrite mulrNN mulrA -phiM c2 phi1 mul1r.
- by rewrite pol_opp hornerN.
- by case E: sign_on => [s|]; rewrite ?(quick _ _ E) // null_right.
case E: sign_on => [[]|] //; first by have := sign_near start E.
by case: ifP => // _; apply: decided_right start.
Qed.

End Field.

(* The theorems. *)

Lemma pol_upward (K : realFieldType) p i : pol K (upward p i) = pol K p \/ pol K (upward p i) = - pol K p.
Proof. by rewrite /upward; case: ifP => _; [left | right; rewrite pol_opp]. Qed.

Lemma root_upward (K : realFieldType) p i x : (pol K (upward p i)).[x] = 0 <-> polynomial_at p x = 0 :> K.
Proof.
rewrite polynomial_at_pol; have [-> //|->] := pol_upward K p i.
by rewrite hornerN; split=> [/eqP|->]; rewrite ?oppr0 // oppr_eq0 => /eqP.
Qed.

Lemma algebraic_some (K : realFieldType) r N : algebraic r = Some N -> exists p i,
  [/\ Z.lt Z0 (scale i) /\ isolates p i, N = field p i,
      of_fraction K (left_end r) = low_end K i, of_fraction K (right_end r) = high_end K i
    & forall x : K, (pol K p).[x] = 0 <-> polynomial_at (root_polynomial r) x = 0].
Proof.
case: r => p [a c] [b d]; rewrite /algebraic /=; set i := Range _ _ _.
case: ifP => // /andP[/andP[/Z.ltb_lt c0 /Z.ltb_lt d0] ok] [<-].
exists (upward p i), i; split=> //; first by split=> //; apply: Z.mul_pos_pos.
- by rewrite /of_fraction /low_end /= !phiM -mulf_div divff ?mulr1 // lt0r_neq0 // phi_gt0.
- by rewrite /of_fraction /high_end /= !phiM [X in _ = _ / X]mulrC -mulf_div divff ?mulr1 // lt0r_neq0 // phi_gt0.
by move=> x; apply: root_upward.
Qed.

Lemma algebraic_right (K : realFieldType) r N (theta : K) :
  algebraic r = Some N -> is_root (Some r) theta -> right_numbers N theta (fun a => polynomial_at a theta).
Proof.
case/(algebraic_some K)=> p [i [[q0 ok] -> aE bE pE]] [closed root_p]; rewrite aE bE => at_a at_b.
by apply: field_right => //; apply/pE.
Qed.

Theorem number_field (R : rcfType) r : algebraic r <> None -> exists! theta : R, is_root (Some r) theta.
Proof.
case E: (algebraic r) => [N|] // _; have [p [i [[q0 ok] _ aE bE pE]]] := algebraic_some R E.
have [ab _ pa pb up] := isolates_right R ok q0; have closed := @poly_ivt R.
have [|theta /andP[at_a at_b] /rootP root_p] := closed (pol R p) _ _ (ltW ab); first by rewrite !ltW.
have lt_a : low_end R i < theta by rewrite lt_neqAle at_a andbT; apply/eqP => e; move: pa; rewrite e root_p ltxx.
have lt_b : theta < high_end R i by rewrite lt_neqAle at_b andbT; apply/eqP => e; move: pb; rewrite -e root_p ltxx.
exists theta; rewrite /is_root aE bE; split; first by split=> //; apply/pE.
by move=> x [_ /pE px /ltW ax /ltW xb]; apply/esym; apply: (rising_root closed up lt_a lt_b root_p).
Qed.
