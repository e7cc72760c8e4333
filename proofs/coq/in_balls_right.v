(******************************************************************************)
(*                                                                            *)
(*  THE PROGRAM IS RIGHT ABOUT BALLS, NORMS AND SPHERES                       *)
(*                                                                            *)
(*  Field.  K is any ordered field; where a number field is given, and where  *)
(*  a point of a sphere is claimed, any real closed field R.                  *)
(*                                                                            *)
(*  Words: see definitions.v and norms.v; the program is in_balls.v.          *)
(*                                                                            *)
(*  Theorems, for every input: lists of any lengths, any question.            *)
(*    verified_ball_witness      If the program accepts a witness, then some z*)
(*        of the ball answers the question with yes.                          *)
(*    verified_ball_refutation   If it accepts a refutation, then no z of the *)
(*        ball does, nor one of its border.                                   *)
(*    verified_sphere_witness    If it accepts a witness and a point beyond,  *)
(*        then some z on the border of the ball does.                         *)
(*    verified_signs_in_ball, verified_rankings_in_ball, verified_weak_in_ball*)
(*        The lists of beginnings_right.v, for inputs in the ball.            *)
(*    meaning_ball      With gains 1 and without the equation: some h with    *)
(*        |h - c|^2 at most the square answers the question with yes.         *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import ZArith List.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From Formal Require Import definitions lists numbers numbers_right roots roots_right program whole verified beginnings beginnings_right.
From Formal Require Import norms balls spheres in_balls.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Answers do not change where all values are multiplied by one positive number. *)

Lemma holds_scaled (K : realFieldType) (s : K) r a : 0 < s -> holds r (s * a) <-> holds r a.
Proof.
move=> s0; case: r => //=; rewrite ?pmulr_rgt0 ?pmulr_rge0 //.
by split=> [/eqP|->]; rewrite ?mulr0 // mulf_eq0 gt_eqF //= => /eqP.
Qed.

Lemma asked_scaled (K : realFieldType) (s : K) q n (z : nat -> K) : 0 < s -> asked q n (fun i => s * z i) <-> asked q n z.
Proof.
move=> s0; have lt i j : (s * z i < s * z j) = (z i < z j) by rewrite ltr_pmul2l.
have eq i j : (s * z i == s * z j) = (z i == z j) by rewrite (inj_eq (mulfI _)) // gt_eqF.
have down : (fun i j => s * z j < s * z i) =2 (fun i j => z j < z i) by move=> i j; rewrite lt.
case: q => [w|l|l|l|i j|gs] /=; rewrite ?(eq_sorted down); last 1 first.
- rewrite (eq_all (a2 := fun g => all (fun i => z i == z (head 0%N g)) g)) => [|g]; last by apply: eq_all => i; rewrite eq.
  by rewrite (eq_sorted (e' := fun g h => z (head 0%N h) < z (head 0%N g))) // => g h; rewrite lt.
- have one i : asks (nth Any w i) (s * z i) <-> asks (nth Any w i) (z i).
    case: (nth Any w i) => //=; rewrite ?pmulr_rgt0 ?pmulr_rlt0 //.
    exact: (holds_scaled On _ s0).
  by split=> h i i_n; apply/one/h.
- by [].
- by split=> -[h h']; split=> // j j_n jl; have := h' j j_n jl; rewrite lt.
- by split=> h i j il j_n jl; have := h i j il j_n jl; rewrite lt.
split=> -[/eqP h h']; rewrite ?eq in h; split=> [|k k_n kl]; first 1 last.
- by have := h' k k_n kl; rewrite lt.
- by apply/eqP; rewrite eq.
- by rewrite lt; apply: h'.
exact/eqP.
Qed.

Section Balls.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.
Variable d : nat.
Local Notation form_at := (form N phi).

Let sem0 : phi (null N) = 0 := phi_null right.
Let semD a b : phi (add N a b) = phi a + phi b := phi_add right a b.
Let semM a b : phi (times N a b) = phi a * phi b := phi_times right a b.
Let semN a : phi (negate N a) = - phi a := phi_negate right a.

(* Lists and their parts. *)

Lemma firstnE (A : Type) n (l : seq A) : List.firstn n l = take n l.
Proof. by elim: n l => [|n IH] [|a l] //=; rewrite IH. Qed.

Lemma lastE (l : seq T) : size l = (d + 1)%N -> List.last l (null N) = nth (null N) l d.
Proof.
rewrite addn1; elim: l (d) => [|a [|b l] IH] [|n] // [size_l].
by rewrite -[RHS](IH n) //= size_l.
Qed.

Definition slope (u : seq T) : 'rV[K]_d := \row_j phi (nth (null N) u j).

Definition at_one (z : 'cV[K]_d) : 'cV[K]_(d + 1) := col_mx z 1%:M.

Lemma form_at_one u z : form_at u (at_one z) = (slope u *m z) 0 0 + phi (nth (null N) u d).
Proof.
rewrite /form big_split_ord /= big_ord1 col_mxEd mxE eqxx mulr1 addn0 [X in _ = X + _]mxE; congr (_ + _).
by apply: eq_bigr => j _; rewrite col_mxEu mxE.
Qed.

Lemma dot_slope u v : size u = d -> size v = d -> phi (dot_product N u v) = ip (slope u)^T (slope v)^T.
Proof.
move=> ud vd; have := form_dot right ud vd; rewrite /form /ip => <-.
by apply: eq_bigr => j _; rewrite !mxE.
Qed.

Lemma slope_take u : slope (take d u) = slope u.
Proof. by apply/rowP=> j; rewrite !mxE nth_take. Qed.

Lemma form_scaled n u s (X : 'cV[K]_n) : form_at u (s *: X) = s * form_at u X.
Proof. by rewrite /form mulr_sumr; apply: eq_bigr => j _; rewrite mxE mulrCA. Qed.

Lemma satisfied_scaled n cs s (X : 'cV[K]_n) : 0 < s -> satisfied N phi cs (s *: X) <-> satisfied N phi cs X.
Proof.
move=> s0; split=> h c c_in; have := h c c_in; rewrite form_scaled.
  by move/(holds_scaled _ _ s0).
by move=> hc; apply/(holds_scaled _ _ s0).
Qed.

(* The point of a list. *)

Lemma point_at_one x : size x = (d + 1)%N -> 0 < phi (nth (null N) x d) ->
  point N phi (d + 1) x = phi (nth (null N) x d) *: at_one ((phi (nth (null N) x d))^-1 *: (slope x)^T).
Proof.
move=> xd t0; apply/colP=> j; rewrite !mxE; case: splitP => [i ij|i ij]; rewrite !mxE ij.
  by rewrite mulrA divff ?gt_eqF // mul1r.
by rewrite ord1 eqxx mulr1 addn0.
Qed.

(* A list of conditions as a system of balls.v. *)

Section System.

Variable cs : seq (@condition T).
Hypothesis cs_d : forall c, List.In c cs -> size c.1 = (d + 1)%N.
Local Notation m := (size cs).
Local Notation free := ([::], Free).

Definition slopes : 'M[K]_(m, d) := \matrix_(k, j) phi (nth (null N) (nth free cs k).1 j).

Definition offsets : 'cV[K]_m := \col_k phi (nth (null N) (nth free cs k).1 d).

Definition relations (k : 'I_m) : relation := (nth free cs k).2.

Lemma values z k : (slopes *m z + offsets) k 0 = form_at (nth free cs k).1 (at_one z).
Proof.
rewrite form_at_one [LHS]mxE [X in _ + X]mxE; congr (_ + _).
by rewrite !mxE; apply: eq_bigr => j _; rewrite !mxE.
Qed.

Lemma meets_satisfied_at z : meets slopes offsets relations z <-> satisfied N phi cs (at_one z).
Proof.
split=> [h c /(in_list_nth free)[k k_m ->]|h k].
  by have := h (Ordinal k_m); rewrite values.
by rewrite values; apply: h; apply: in_nth_list.
Qed.

Definition weights (y : seq T) : 'rV[K]_m := \row_k phi (nth (null N) y k).

Lemma nth_weighted_sum y j : size y = m -> (j < d + 1)%N ->
  phi (nth (null N) (weighted_sum N (d + 1) cs y) j) = \sum_(k < m) phi (nth (null N) y k) * phi (nth (null N) (nth free cs k).1 j).
Proof.
have zero n : forall i, nth (null N) (List.repeat (null N) n) i = null N by elim: n => [|n IH] [|i] //=.
rewrite /weighted_sum; elim: cs y cs_d => [|c l IH] [|b y] // l_d => [_ _|[size_y] j_d].
  by rewrite /= zero big_ord0.
have l_d' e : List.In e l -> size e.1 = (d + 1)%N by move=> e_in; apply: l_d; right.
have cd : size c.1 = (d + 1)%N by apply: l_d; left.
rewrite big_ord_recl /= -IH // mapE combineE (nth_map (null N, null N)); last first.
  by rewrite size_zip cd size_weighted // minnn.
by rewrite nth_zip ?cd ?size_weighted //= semD semM mulrC.
Qed.

Lemma weighted_slope y : size y = m -> weights y *m slopes = slope (weighted_sum N (d + 1) cs y).
Proof.
move=> ym; apply/rowP=> j; rewrite !mxE nth_weighted_sum //; last by rewrite addn1 ltnS ltnW.
by apply: eq_bigr => k _; rewrite !mxE.
Qed.

Lemma weighted_offset y : size y = m -> (weights y *m offsets) 0 0 = phi (nth (null N) (weighted_sum N (d + 1) cs y) d).
Proof.
move=> ym; rewrite mxE nth_weighted_sum //; last by rewrite addn1.
by apply: eq_bigr => k _; rewrite !mxE.
Qed.

Lemma permittedP r b : permitted N r b -> allowed r (phi b).
Proof. by case: r => //= [/(sem_ge0 right)|/(sem_ge0 right)|/(sem_eq0 right)]. Qed.

Lemma surely_failsP r a : surely_fails N r a -> ~ holds r (phi a).
Proof.
case: r => //= [/(sem_ge0 right)|/(phi_is_positive right)|/negP]; rewrite ?semN ?oppr_ge0 ?oppr_gt0.
- by rewrite leNgt => /negP.
- by rewrite ltNge => /negP.
by move=> h /(sem_eq0 right).
Qed.

Lemma refuted_in_right s y : 0 < phi (placed_one s) -> refuted_in N d s cs y ->
  forall z, in_ball 0 (phi (placed_square s) / phi (placed_one s)) z -> ~ satisfied N phi cs (at_one z).
Proof.
move=> one0; rewrite /refuted_in; set total := weighted_sum _ _ _ _.
have total_d : size total = (d + 1)%N by apply: size_weighted.
rewrite lastE // firstnE; set v := take d total; set g := nth _ _ _; set less := subtract _ _ _; set only := List.app _ _.
have vd : size v = d by rewrite size_takel // total_d addn1.
move=> /andP[/andP[/andP[/andP[/andP[/PeanoNat.Nat.eqb_spec size_y /List.forallb_forall y_ok] square0] g0] less0] some] z near sat.
have ym : size y = size cs := size_y.
pose q := phi (placed_square s) / phi (placed_one s).
pose w := (weights y *m slopes)^T; pose e := phi g.
have wE : w = (slope v)^T by rewrite /w weighted_slope // slope_take.
have eE : (weights y *m (slopes *m 0 + offsets)) 0 0 = e by rewrite mulmx0 add0r weighted_offset.
have in_zip k : (k < m)%N -> List.In (nth free cs k, nth (null N) y k) (List.combine cs y).
  move=> k_m; rewrite combineE -(nth_zip free (null N)) ?ym //; apply: in_nth_list.
  by rewrite size_zip ym minnn.
have lessE : phi less = phi (placed_one s) * (e ^+ 2 - q * square_norm w).
  rewrite /less (semB right) !semM dot_slope // -square_ip -wE -/e /q expr2; field.
  by rewrite gt_eqF.
have square_le : q * square_norm w <= e ^+ 2.
  by have := sem_ge0 right less0; rewrite lessE pmulr_rge0 // subr_ge0.
have e0 : e <= 0 by have := sem_ge0 right g0; rewrite semN oppr_ge0.
have contra : contradicts_ball slopes offsets relations 0 q (weights y).
  rewrite /contradicts_ball -/w eE; split=> //.
    move=> k; rewrite mxE; apply: permittedP; exact: (y_ok _ (in_zip k (ltn_ord k))).
  case/orP: some => [/orP[|]|].
  - move=> /List.existsb_exists[p [p_in /andP[p_above p_pos]]]; constructor 1.
    move: p_in; rewrite combineE => /(in_list_nth (free, null N))[k]; rewrite size_zip ym minnn => k_m pE.
    exists (Ordinal k_m); rewrite /relations mxE /=.
    move: p_above p_pos; rewrite pE nth_zip ?ym //=; case: (nth free cs k).2 => // _ /(phi_is_positive right) h.
    by split.
  - by move=> /(phi_is_positive right); rewrite lessE pmulr_rgt0 // subr_gt0; constructor 2.
  move=> /andP[/(phi_is_positive right)]; rewrite semN oppr_gt0 -/e => e_lt /List.existsb_exists[c [c_in fails]].
  constructor 3; split=> // /meets_satisfied_at/(_ c c_in); move=> fails_not; apply: (surely_failsP fails); move: fails_not.
  have only_d : size only = (d + 1)%N by rewrite /only appE mapE size_cat size_map vd.
  rewrite -(form_dot right (cs_d c_in) only_d).
  have -> : point N phi (d + 1) only = (- e * phi (placed_one s)) *: at_one (0 - (q / e) *: w).
    apply/colP=> j; rewrite wE !mxE /only appE mapE nth_cat size_map vd; case: splitP => [i ij|i ij]; rewrite !mxE ij.
      rewrite (nth_map (null N)) ?vd // semM /q; move: (phi (nth _ v i)) => a; field.
      by rewrite lt_eqF //= gt_eqF.
    by rewrite ord1 addn0 subnn /= semN semM mulr1 mulNr.
  by rewrite form_scaled => h; apply/holds_scaled; rewrite // mulr_gt0 // oppr_gt0.
apply: (ball_sound contra); exists z; split=> //.
exact/meets_satisfied_at.
Qed.

End System.

(* What the conditions of a question become. *)

Lemma combine_take (u v : seq T) : List.combine u v = List.combine u (take (size u) v).
Proof. by elim: u v => [|a u IH] [|b v] //=; rewrite IH. Qed.

Lemma size_behind C G one u : size G = d -> size u = (d + 1)%N -> size (behind N C G one u) = (d + 1)%N.
Proof. by move=> Gd ud; rewrite /behind appE mapE combineE size_cat size_map size_zip Gd ud addn1 (minn_idPl (leqnSn d)) addn1. Qed.

Lemma form_behind C G one u z : size C = d -> size G = d -> size u = (d + 1)%N ->
  form_at (behind N C G one u) (at_one z) =
  \sum_(j < d) (phi (nth (null N) G j) * phi (nth (null N) u j)) * z j 0
  + (phi one * phi (nth (null N) u d) + \sum_(j < d) phi (nth (null N) C j) * phi (nth (null N) u j)).
Proof.
move=> Cd Gd ud; have size_l : size (List.map (fun p => times N p.1 p.2) (List.combine G u)) = d.
  by rewrite mapE combineE size_map size_zip Gd ud addn1 (minn_idPl (leqnSn d)).
rewrite form_at_one /behind appE; congr (_ + _); last first.
  rewrite nth_cat size_l ltnn subnn /= semD semM lastE //; congr (_ + _).
  have take_d : size (take d u) = d by rewrite size_takel // ud addn1.
  rewrite /dot_product combine_take Cd -/(dot_product N C (take d u)) dot_slope // slope_take.
  by apply: eq_bigr => j _; rewrite !mxE.
rewrite mxE; apply: eq_bigr => j _; rewrite mxE nth_cat size_l ltn_ord; congr (_ * _).
rewrite mapE combineE (nth_map (null N, null N)); last by rewrite size_zip Gd ud addn1 (minn_idPl (leqnSn d)).
rewrite -semM; congr (phi _); have small : (j < size (zip G u))%N by rewrite size_zip Gd ud addn1 (minn_idPl (leqnSn d)).
by rewrite nth_zip_cond small.
Qed.

Lemma unit_value : number_at theta (unit_numeral N) = 1.
Proof.
rewrite /unit_numeral list_repeatE /number_at /= big_ord_recl /= expr0 mulr1 /of_fraction /= !phi1 divr1 big1 ?addr0 // => k _.
by rewrite nth_nseq; case: ifP => _; rewrite /of_fraction /= phi0 mul0r mul0r.
Qed.

Section Placed.

Variables (b : ball) (rows : seq (seq numeral)) (given : seq (seq numeral * relation)) (s : @placed T).
Hypothesis is_placed : placed_in N d b rows given = Some s.

Definition entire (z : 'cV[K]_d) : 'cV[K]_(d + 1) := col_mx (input_of theta b z) 1%:M.

Lemma placed_meaning :
  [/\ 0 < phi (placed_one s), phi (placed_square s) / phi (placed_one s) = number_at theta (ball_square b)
    & forall q, well_formed (size rows) q ->
      (forall c, List.In c (conditions_of N s q) -> size c.1 = (d + 1)%N) /\
      forall z, satisfied N phi (conditions_of N s q) (at_one z) <-> answers_at theta b rows given q z].
Proof.
move: is_placed; rewrite /placed_in; case: ifP => // /andP[shaped /andP[/andP[/PeanoNat.Nat.eqb_spec size_C /PeanoNat.Nat.eqb_spec size_G] read]] [sE].
have [m0 sound] := well_shaped_sound shaped; set m := multiple _ in m0 sound sE.
have shaped_b : well_shaped N (size (numbers_of N b)) [:: numbers_of N b].
  by rewrite /well_shaped /= PeanoNat.Nat.eqb_refl read.
have [k0 sound_b] := well_shaped_sound shaped_b; set k := multiple _ in k0 sound_b sE.
have number a : List.In a (numbers_of N b) -> sound_numeral N k a by have [|_] := sound_b (numbers_of N b); [left | apply].
have Csound : sound_row N d k (ball_centre b).
  by split=> // a a_in; apply: number; apply/List.in_app_iff; left.
have Gsound : sound_row N d k (ball_gains b).
  by split=> // a a_in; apply: number; apply/List.in_app_iff; right; apply/List.in_app_iff; left.
have two a : List.In a [:: ball_square b; unit_numeral N] -> phi (cleared_number N k a) = of_Z K k * number_at theta a.
  move=> a_in; rewrite /cleared_number /cleared /=; apply: (numeral_cleared right); apply: number.
  by apply/List.in_app_iff; right; apply/List.in_app_iff; right.
have k_pos : 0 < of_Z K k by apply: phi_gt0.
have m_pos : 0 < of_Z K m by apply: phi_gt0.
have oneE : phi (cleared_number N k (unit_numeral N)) = of_Z K k.
  by rewrite two ?unit_value ?mulr1 //; right; left.
have unitE : phi (cleared_number N m (unit_numeral N)) = of_Z K m.
  have any j a : sound_numeral N j a -> phi (cleared_number N j a) = of_Z K j * number_at theta a by apply: (numeral_cleared right).
  rewrite any ?unit_value ?mulr1 //; have [unit_size unit_sound] : sound_numeral N k (unit_numeral N).
    by apply: number; apply/List.in_app_iff; right; apply/List.in_app_iff; right; right; left.
  split=> // f f_in; have [f0 _] := unit_sound f f_in; split=> //; exists m.
  have -> : f.2 = Zpos xH; last by rewrite BinInt.Z.mul_1_r.
  by case: f_in => [<-|] //; elim: (degree N - 1)%coq_nat => //= j IH [<-|/IH].
set C := cleared N k (ball_centre b) in sE; set G := cleared N k (ball_gains b) in sE.
set one := cleared_number N k (unit_numeral N) in sE oneE.
pose scale := times N one (cleared_number N m (unit_numeral N)).
have scaleE : phi scale = of_Z K m * of_Z K k by rewrite semM oneE unitE mulrC.
have Cd : size C = d by rewrite size_cleared.
have Gd : size G = d by rewrite size_cleared.
pose moved u := behind N C G one (cleared N m u).
have moved_d u : sound_row N (d + 1) m u -> size (moved u) = (d + 1)%N.
  by case=> ud _; apply: size_behind; rewrite ?size_cleared.
have movedE u z : sound_row N (d + 1) m u -> form_at (moved u) (at_one z) = of_Z K m * of_Z K k * row_value theta u (entire z).
  move=> u_sound; have [ud _] := u_sound; rewrite form_behind ?size_cleared // oneE.
  have uE j : (j < d + 1)%N -> phi (nth (null N) (cleared N m u) j) = of_Z K m * number_at theta (nth [::] u j).
    by move=> j_d; apply: (nth_cleared right u_sound).
  rewrite uE ?addn1 // /row_value big_split_ord /= big_ord1 addn0 col_mxEd mxE eqxx mulr1.
  have sums : \sum_(j < d) phi (nth (null N) G j) * phi (nth (null N) (cleared N m u) j) * z j 0
    + \sum_(j < d) phi (nth (null N) C j) * phi (nth (null N) (cleared N m u) j)
    = of_Z K m * of_Z K k * \sum_(j < d) number_at theta (nth [::] u j) * entire z (lshift 1 j) 0.
    rewrite -big_split mulr_sumr; apply: eq_bigr => j _ /=.
    rewrite uE ?(nth_cleared right Csound) ?(nth_cleared right Gsound) ?addn1 ?ltnS ?(ltnW (ltn_ord j)) //.
    by rewrite col_mxEu mxE; ring.
  by rewrite mulrDr -sums [of_Z K k * _]mulrA [of_Z K k * _]mulrC addrA addrAC.
have pos : 0 < of_Z K m * of_Z K k by apply: mulr_gt0.
rewrite -sE /= oneE; split=> //.
  by rewrite two; [rewrite mulrC mulKf // gt_eqF | left].
have row_sound u : List.In u rows -> sound_row N (d + 1) m u by move=> u_in; apply: sound; apply/List.in_app_iff; left.
have given_sound u r : List.In (u, r) given -> sound_row N (d + 1) m u.
  by move=> u_in; apply: sound; apply/List.in_app_iff; right; apply/List.in_map_iff; exists (u, r).
pose R := List.map moved rows; have RE : R = map moved rows by apply: mapE.
have R_size : size R = size rows by rewrite RE size_map.
have R_d i : (i < size R)%N -> size (nth [::] R i) = (d + 1)%N.
  by rewrite R_size => i_lt; rewrite RE (nth_map [::]) // moved_d //; apply: row_sound; apply: in_nth_list.
pose flat := if ball_centred b then [:: (List.app (List.repeat scale d) [:: null N], On)] else [::].
move=> q formed; have formed' : well_formed (size R) q by rewrite R_size.
have flat_form z : form_at (List.app (List.repeat scale d) [:: null N]) (at_one z) = of_Z K m * of_Z K k * \sum_j z j 0.
  rewrite form_at_one appE list_repeatE nth_cat size_nseq ltnn subnn /= sem0 addr0 mxE mulr_sumr.
  by apply: eq_bigr => j _; rewrite mxE nth_cat size_nseq ltn_ord nth_nseq ltn_ord scaleE.
rewrite /conditions_of /= -/scale -/moved -/R -/flat; split.
  move=> c /List.in_app_iff[|/List.in_app_iff[/List.in_map_iff[[u r] [<- ur]]|]].
  - exact: (system_d R_d formed').
  - by apply: moved_d; apply: given_sound ur.
  rewrite /flat; case: (ball_centred b) => // -[<-|//] /=.
  by rewrite appE size_cat list_repeatE size_nseq.
move=> z; rewrite !satisfied_cat (satisfied_system right _ R_d formed') R_size.
have logits : (fun i => form_at (nth [::] R i) (at_one z)) =1
    (fun i => of_Z K m * of_Z K k * row_value theta (nth [::] rows i) (entire z)).
  move=> i; have [i_lt|i_ge] := ltnP i (size rows).
    by rewrite RE (nth_map [::]) // movedE //; apply: row_sound; apply: in_nth_list.
  by rewrite !nth_default ?R_size // (form_nil right) (value_nil theta) mulr0.
rewrite (asked_ext _ _ logits) (asked_scaled _ _ _ pos); split=> [[h [h' h'']]|[h'' h' h]]; split=> //.
- move=> centred; move: h''; rewrite /flat centred => /(_ _ (or_introl erefl)).
  by rewrite flat_form => /(holds_scaled On _ pos).
- move=> u r ur; apply/(holds_scaled _ _ pos); rewrite -movedE; last exact: given_sound ur.
  by apply: (h' (moved u, r)); apply/List.in_map_iff; exists (u, r).
split.
  move=> c /List.in_map_iff[[u r] [<- ur]] /=; rewrite movedE; last exact: given_sound ur.
  by apply/(holds_scaled _ _ pos); apply: h'.
rewrite /flat; case centred: (ball_centred b) => c // -[<-|//].
by rewrite flat_form; apply/(holds_scaled On _ pos); apply: h''.
Qed.

End Placed.

(* Points. *)

Lemma holds_at_right cs x : (forall c, List.In c cs -> size c.1 = (d + 1)%N) -> holds_at N d cs x ->
  [/\ size x = (d + 1)%N, 0 < phi (nth (null N) x d)
    & satisfied N phi cs (at_one ((phi (nth (null N) x d))^-1 *: (slope x)^T))].
Proof.
move=> cs_d /andP[/andP[/PeanoNat.Nat.eqb_spec size_x holds_x] last_x].
have xd : size x = (d + 1)%N := size_x.
have t0 : 0 < phi (nth (null N) x d) by rewrite -lastE //; apply: (phi_is_positive right).
split=> //; apply/(satisfied_scaled _ _ t0); rewrite -point_at_one //.
exact: (meets_satisfied right).
Qed.

Lemma roomE s x : size x = (d + 1)%N -> 0 < phi (placed_one s) -> 0 < phi (nth (null N) x d) ->
  phi (room N d s x) = phi (placed_one s) * phi (nth (null N) x d) ^+ 2 *
    (phi (placed_square s) / phi (placed_one s) - square_norm ((phi (nth (null N) x d))^-1 *: (slope x)^T)).
Proof.
move=> xd one0 t0; have take_d : size (take d x) = d by rewrite size_takel // xd addn1.
rewrite /room firstnE lastE // (semB right) !semM dot_slope // -square_ip slope_take squareZ.
move: (square_norm _) (phi (nth _ x d)) t0 => n t t0; rewrite exprVn expr2; field.
by rewrite !gt_eqF.
Qed.

Lemma shown_in_right s cs x : 0 < phi (placed_one s) -> (forall c, List.In c cs -> size c.1 = (d + 1)%N) -> shown_in N d s cs x ->
  exists z, in_ball 0 (phi (placed_square s) / phi (placed_one s)) z /\ satisfied N phi cs (at_one z).
Proof.
move=> one0 cs_d /andP[/(holds_at_right cs_d)[xd t0 sat] /(sem_ge0 right)]; rewrite roomE // pmulr_rge0 ?mulr_gt0 ?exprn_gt0 //.
by rewrite subr_ge0 => near; eexists; split; [rewrite /in_ball subr0; exact: near | exact: sat].
Qed.

Lemma shown_beyond_right s cs x : 0 < phi (placed_one s) -> (forall c, List.In c cs -> size c.1 = (d + 1)%N) -> shown_beyond N d s cs x ->
  exists z, phi (placed_square s) / phi (placed_one s) <= square_norm z /\ satisfied N phi cs (at_one z).
Proof.
move=> one0 cs_d /andP[/(holds_at_right cs_d)[xd t0 sat] /(sem_ge0 right)]; rewrite semN roomE // oppr_ge0.
rewrite pmulr_rle0 ?mulr_gt0 ?exprn_gt0 // subr_le0 => far.
by eexists; split; [exact: far | exact: sat].
Qed.

End Balls.

(* One question. *)

Section Answers.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.
Variables (d : nat) (b : ball) (rows : seq (seq numeral)) (given : seq (seq numeral * relation)).

Lemma with_questionP q test : with_question N d b rows given q test ->
  well_formed (size rows) q /\ exists2 s, placed_in N d b rows given = Some s & test s (conditions_of N s q).
Proof.
rewrite /with_question; case: ifP => // formed.
by case is_placed: (placed_in _ _ _ _ _) => [s|//] yes; split=> //; exists s.
Qed.

Lemma ball_witnessed q x : with_question N d b rows given q (fun s cs => shown_in N d s cs x) ->
  answered_in_ball theta d b rows given q.
Proof.
case/with_questionP=> formed [s /(placed_meaning right)[one0 qE /(_ q formed)[cs_d meaning]]].
case/(shown_in_right right one0 cs_d)=> z [near /meaning z_yes].
by exists z; split; [rewrite -qE | ].
Qed.

Lemma ball_refuted q y : with_question N d b rows given q (fun s cs => refuted_in N d s cs y) ->
  ~ answered_in_ball theta d b rows given q.
Proof.
case/with_questionP=> formed [s /(placed_meaning right)[one0 qE /(_ q formed)[cs_d meaning]]] no [z [near /meaning z_yes]].
by apply: (refuted_in_right right cs_d one0 no) z_yes; rewrite qE.
Qed.

End Answers.

Lemma on_sphere_in_ball (K : realFieldType) (theta : K) d b rows given q :
  answered_on_sphere theta d b rows given q -> answered_in_ball theta d b rows given q.
Proof. by move=> [z [on z_yes]]; exists z; split=> //; rewrite /in_ball on. Qed.

Lemma sphere_witnessed (T : Type) (N : numbers T) (R : rcfType) (theta : R) (phi : T -> R) d b rows given q x y :
  right_numbers N theta phi ->
  with_question N d b rows given q (fun s cs => shown_in N d s cs x && shown_beyond N d s cs y) ->
  answered_on_sphere theta d b rows given q.
Proof.
move=> right; case/with_questionP=> formed [s /(placed_meaning right)[one0 qE /(_ q formed)[cs_d meaning]]] /andP[].
have systemP z := @meets_satisfied_at T N R phi d (conditions_of N s q) z.
move=> /(shown_in_right right one0 cs_d)[z [near /systemP z_yes]] /(shown_beyond_right right one0 cs_d)[w [far /systemP w_yes]].
have [|v [on /systemP/meaning v_yes]] := (sphere_against_ball _ _ _ 0 _).2 (conj (ex_intro _ z (conj near z_yes)) _).
  by exists w; split=> //; rewrite subr0.
by exists v; split; [rewrite -qE | ].
Qed.

Theorem verified_ball_witness (K : realFieldType) f (theta : K) d b rows given q x :
  is_root f theta -> accepts_ball_witness f d b rows given q x -> answered_in_ball theta d b rows given q.
Proof. by move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (ball_witnessed right). Qed.

Theorem verified_ball_refutation (K : realFieldType) f (theta : K) d b rows given q y :
  is_root f theta -> accepts_ball_refutation f d b rows given q y ->
  ~ answered_in_ball theta d b rows given q /\ ~ answered_on_sphere theta d b rows given q.
Proof.
move=> root /(with_numbers_right root)[T [N [phi [right]]]] /(ball_refuted right) no; split=> // /on_sphere_in_ball.
exact: no.
Qed.

Theorem verified_sphere_witness (R : rcfType) f (theta : R) d b rows given q x beyond :
  is_root f theta -> accepts_sphere_witness f d b rows given q x beyond -> answered_on_sphere theta d b rows given q.
Proof. by move=> root /(with_numbers_right root)[T [N [phi [right]]]]; apply: (sphere_witnessed right). Qed.

(* Whole patterns. *)

Section Whole.

Variables (T : Type) (N : numbers T) (K : realFieldType) (theta : K) (phi : T -> K).
Hypothesis right : right_numbers N theta phi.
Variables (d : nat) (b : ball) (rows : seq (seq numeral)) (given : seq (seq numeral * relation)).
Local Notation n := (size rows).

Variables (A : eqType) (same : A -> A -> bool) (next : nat -> A -> seq A) (asking : nat -> A -> question).
Variables (made : nat -> pred A) (parent : nat -> A -> A) (root : A).

Hypothesis same_eq : forall c e, same c e -> c = e.
Hypothesis made_root : forall e, made 0 e = (e == root).
Hypothesis made_next : forall k e, made k e -> forall c, (c \in next k e) = made k.+1 c && (parent k c == e).
Hypothesis made_parent : forall k c, made k.+1 c -> made k (parent k c).
Hypothesis uniq_next : forall k e, made k e -> uniq (next k e).
Hypothesis formed : forall left k e, (k + left)%N = n -> made k e -> well_formed n (asking left e).
Hypothesis asked_parent : forall left k c (z : nat -> K), (k.+1 + left)%N = n -> made k.+1 c ->
  asked (asking left c) n z -> asked (asking left.+1 (parent k c)) n z.

Lemma whole_in_ball_right members excluded : whole_in_ball N same next asking root d b rows given members excluded ->
  uniq (map fst members) /\
  forall c, made n c /\ answered_in_ball theta d b rows given (asking 0 c) <-> exists x, List.In (c, x) members.
Proof.
rewrite /whole_in_ball; case is_placed: (placed_in _ _ _ _ _) => [s|//].
set shown := fun e => _; set out := fun left e => _.
case walked: (walk _ _ _ _ _ _ _ _) => [[[|//] [|//]]|//] _.
have whole := @whole_walk _ _ same next shown out made parent root (fun left c => answered_in_ball theta d b rows given (asking left c)) n.
apply: (whole same_eq made_root made_next made_parent uniq_next _ _ _ _ _ _ walked).
- move=> left k c kn kc [z [near [z_flat z_given z_c]]]; exists z; split=> //; split=> //.
  exact: asked_parent.
- move=> e x ne; rewrite /shown => x_ok; apply: (ball_witnessed right) (evidence N x) _.
  by rewrite /with_question is_placed (formed (addn0 n) ne).
move=> left k e y kn ke; rewrite /out => y_ok; apply: (ball_refuted right) (evidence N y) _.
by rewrite /with_question is_placed (formed kn ke).
Qed.

End Whole.

Theorem verified_signs_in_ball (K : realFieldType) f (theta : K) ties d b rows given members excluded :
  is_root f theta -> accepts_signs_in_ball f ties d b rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall w, [/\ size w = size rows, all (fun e => match e with Any => false | Zero => ties | _ => true end) w
              & answered_in_ball theta d b rows given (Signs w)] <-> exists x, List.In (w, x) members.
Proof.
move=> root /(with_numbers_right root)[T [N [phi [right]]]].
move=> /(whole_in_ball_right right (same_listP same_entryP) (made_signs_root ties) (@made_signs_next ties)
  (@made_signs_parent ties) (fun k e _ => uniq_next_signs ties k e) (@formed_signs ties (size rows))
  (fun left k c z _ _ => @asked_signs K (size rows) left k c z))[members_uniq all_members].
split=> [|w]; first by rewrite mapE; apply: uniq_NoDup.
rewrite -all_members /asking_signs /= List.app_nil_r /made_signs.
by split=> [[-> ok yes]|[/andP[/eqP wn ok] yes]]; rewrite ?eqxx.
Qed.

Theorem verified_rankings_in_ball (K : realFieldType) f (theta : K) d b rows given members excluded :
  is_root f theta -> accepts_rankings_in_ball f d b rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall l, perm_eq l (iota 0 (size rows)) /\ answered_in_ball theta d b rows given (Ranking l) <-> exists x, List.In (l, x) members.
Proof.
move=> root /(with_numbers_right root)[T [N [phi [right]]]].
move=> /(whole_in_ball_right right (same_listP same_labels) made_ranking_root made_ranking_next made_ranking_parent
  uniq_next_rankings (@formed_ranking (size rows))
  (fun left k c z _ _ => @asked_ranking K (size rows) left k c z))[members_uniq all_members].
by split=> [|l]; [rewrite mapE; apply: uniq_NoDup | rewrite -all_members].
Qed.

Theorem verified_weak_in_ball (K : realFieldType) f (theta : K) d b rows given members excluded :
  is_root f theta -> accepts_weak_in_ball f d b rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall gs, [/\ perm_eq (flatten gs) (iota 0 (size rows)), [::] \notin gs, all (sorted ltn) gs
               & answered_in_ball theta d b rows given (Weak gs)] <-> exists x, List.In (gs, x) members.
Proof.
move=> root /(with_numbers_right root)[T [N [phi [right]]]].
move=> /(whole_in_ball_right right (same_listP (same_listP same_labels)) made_groups_root made_groups_next made_groups_parent
  uniq_next_groups (@formed_groups (size rows))
  (fun left k c z _ => @asked_groups K (size rows) left k c z))[members_uniq all_members].
split=> [|gs]; first by rewrite mapE; apply: uniq_NoDup.
by rewrite -all_members /made_groups; split=> [[-> -> -> yes]|[/and3P[-> -> ->] yes]].
Qed.

(* Without gains. *)

Theorem meaning_ball (K : realFieldType) (theta : K) d b rows given q :
  (forall j, (j < d)%N -> number_at theta (nth [::] (ball_gains b) j) = 1) -> ball_centred b = false ->
  answered_in_ball theta d b rows given q <->
  exists h : 'cV[K]_d, [/\ in_ball (\col_j number_at theta (nth [::] (ball_centre b) j)) (number_at theta (ball_square b)) h,
    forall u r, List.In (u, r) given -> holds r (row_value theta u (col_mx h 1%:M))
    & asked q (size rows) (fun i => row_value theta (nth [::] rows i) (col_mx h 1%:M))].
Proof.
move=> gains1 flat; pose p : 'cV[K]_d := \col_j number_at theta (nth [::] (ball_centre b) j).
have inputE z : input_of theta b z = p + z by apply/colP=> j; rewrite !mxE gains1 // mul1r.
split=> [[z [near [_ z_given z_q]]]|[h [near h_given h_q]]].
  exists (p + z); split; rewrite -?inputE //.
  by move: near; rewrite /in_ball subr0 inputE -/p addrAC subrr add0r.
exists (h - p); split; first by rewrite /in_ball subr0.
by split; rewrite ?flat // inputE addrC subrK.
Qed.
