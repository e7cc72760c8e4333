(******************************************************************************)
(*                                                                            *)
(*  STATEMENTS: WHAT IS PROVED, ALL OF IT                                     *)
(*                                                                            *)
(*  One proposition for each theorem of theorems.toml, in the words of        *)
(*  Mathematical Components and of the files of words.  The program that      *)
(*  checks certificates is named (program.accepts_witness, ...): what it      *)
(*  accepts is a hypothesis, so it need not be read.  The files with the      *)
(*  proofs are not imported, and cannot change the meaning of anything here.  *)
(*  make formal lets Coq check  Formal.file.name : Formal.statements.name  for*)
(*  every theorem.  This file and the files of words, definitions.v, layers.v *)
(*  (offsets), measures.v (similarities), norms.v (balls and norms) and       *)
(*  points.v (points in the plane), hold plain definitions only.              *)
(*                                                                            *)
(*  Fields.  realFieldType: any ordered field.  rcfType: any real closed      *)
(*  field.                                                                    *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import String.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.
From Formal Require Import definitions measures invariants layers points norms.
From Formal Require roots program whole beginnings in_balls pairs.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* covectors.v *)

Definition proposition_E_2_orthants : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int),
  sign_pattern U s <->
  (exists y : 'cV[K]_n, (y^T <= U^T)%MS /\ forall i, sgz (y i 0) = s i) /\ (forall i, s i != 0).

Definition proposition_E_2_column_span : Prop :=
  forall (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
  (U^T :=: U'^T)%MS -> same_covectors U U' /\ same_sign_patterns U U'.

Definition proposition_E_2_basis : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)), same_covectors U (row_base U^T)^T /\ \rank (row_base U^T)^T = \rank U.

Definition proposition_E_2 : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)),
  [/\ forall s, sign_pattern U s <->
         (exists y : 'cV[K]_n, (y^T <= U^T)%MS /\ forall i, sgz (y i 0) = s i) /\ (forall i, s i != 0),
      forall d' (U' : 'M[K]_(n, d')), (U^T :=: U'^T)%MS -> same_sign_patterns U U'
    & exists U' : 'M[K]_(n, \rank U), \rank U' = \rank U /\ same_sign_patterns U U'].

(* lemma_5_3.v *)

Definition gram_covectors : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)), same_covectors U (U *m U^T).

Definition scaled_gram_covectors : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (r c : 'rV[K]_n),
  (forall i, 0 < r 0 i) -> (forall j, c 0 j != 0) ->
  same_covectors U (diag_mx r *m (U *m U^T) *m diag_mx c).

Definition lemma_5_3 : Prop :=
  forall (R : rcfType) n d (U : 'M[R]_(n, d)),
  nonzero_rows U ->
  forall s, (sign_pattern U s <-> sign_pattern (cosines U) s) /\ (covector U s <-> covector (cosines U) s).

Definition corollary_5_3 : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  nonzero_rows U -> nonzero_rows U' -> cosines U = cosines U' ->
  same_covectors U U' /\ same_sign_patterns U U'.

(* rankings.v *)

Definition braid_signs : Prop :=
  forall (K : realFieldType) n (i j : 'I_n),
  (i < j)%N ->
  exists k : 'I_('C(n, 2)), nth (0, 0)%N (pairs n) k = (i : nat, j : nat) /\
    forall y : 'cV[K]_n,
      [/\ sgz ((braid K n *m y) k 0) = 1 <-> y i 0 > y j 0,
          sgz ((braid K n *m y) k 0) = 0 <-> y i 0 = y j 0
        & sgz ((braid K n *m y) k 0) = -1 <-> y i 0 < y j 0].

Definition braid_order : Prop :=
  forall (K : realFieldType) n (y z : 'cV[K]_n),
  (forall k, sgz ((braid K n *m y) k 0) = sgz ((braid K n *m z) k 0)) <->
  (forall i j, (y i 0 < y j 0) = (z i 0 < z j 0)).

Definition ranking_pattern_permutations : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) s,
  ranking_pattern U s <-> exists p, (forall k, s k = order_signs p k) /\ ranks U p.

Definition same_rankings_pattern : Prop :=
  forall (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
  same_rankings U U' <-> forall s, ranking_pattern U s <-> ranking_pattern U' s.

Definition rankings_translation : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (v : 'rV[K]_d),
  [/\ braid K n *m translate v U = braid K n *m U,
      same_rankings (translate v U) U
    & same_covectors (braid K n *m translate v U) (braid K n *m U)].

(* theorem_5_6.v *)

Definition theorem_5_6 : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  distinct_rows U -> distinct_rows U' ->
  cosines (braid R n *m U) = cosines (braid R n *m U') ->
  [/\ forall s, ranking_pattern U s <-> ranking_pattern U' s,
      same_rankings U U'
    & same_covectors (braid R n *m U) (braid R n *m U')].

(* certificates.v *)

Definition witness_sound : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) x,
  (forall i, s i = 1 \/ s i = -1) -> realises U (fun i => entry_of (s i)) x -> sign_pattern U s.

Definition refutation_sound : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) w y, refutes U w y -> ~ possible U w.

Definition gordan_sound : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) (y : 'I_n -> K),
  (forall i, 0 <= y i) -> (exists i, y i != 0) -> \sum_i (y i * (s i)%:~R) *: row i U = 0 -> ~ sign_pattern U s.

Definition checker_conditions : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) w x, realises U w x <-> realises (signed_rows U w) (unsigned w) x.

Definition checker_refutation : Prop :=
  forall (K : realFieldType) m d (V : 'M[K]_(m, d)) (e : 'I_m -> entry) (y : 'I_m -> K),
  (forall k, e k <> Neg) ->
  (forall k, y k != 0 -> e k = Zero \/ (e k = Pos /\ 0 < y k)) ->
  (exists k, e k = Pos /\ y k != 0) ->
  \sum_k y k *: row k V = 0 ->
  ~ possible V e.

Definition witness_extends : Prop :=
  forall (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)) w x,
  increasing f -> realises U w x -> realises (map_mx f U) w (map_mx f x).

Definition refutation_extends : Prop :=
  forall (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)) w y,
  increasing f -> refutes U w y -> refutes (map_mx f U) w (fun i => f (y i)).

Definition rational_witness : Prop :=
  forall (R : realFieldType) n d (U : 'M[rat]_(n, d)) w x, realises U w x -> possible (map_mx (ratr : rat -> R) U) w.

Definition rational_refutation : Prop :=
  forall (R : realFieldType) n d (U : 'M[rat]_(n, d)) w y, refutes U w y -> ~ possible (map_mx (ratr : rat -> R) U) w.

(* roots_right.v *)

Definition number_field : Prop :=
  forall (R : rcfType) r, roots.algebraic r <> None -> exists! theta : R, is_root (Some r) theta.

(* verified.v *)

Definition verified_witness : Prop :=
  forall (K : realFieldType) f (theta : K) d rows given q x,
  is_root f theta -> program.accepts_witness f d rows given q x -> answered_yes theta d rows given q.

Definition verified_refutation : Prop :=
  forall (K : realFieldType) f (theta : K) d rows given q y,
  is_root f theta -> program.accepts_refutation f d rows given q y -> ~ answered_yes theta d rows given q.

Definition meaning_signs : Prop :=
  forall (K : realFieldType) (theta : K) d rows w,
  answered_yes theta d rows [::] (Signs w) <-> possible (matrix_of theta (size rows) d rows) (fun i => nth Any w i).

Definition meaning_ranking : Prop :=
  forall (K : realFieldType) (theta : K) d rows (p : 'S_(size rows)),
  answered_yes theta d rows [::] (Ranking [seq (p a : nat) | a <- enum 'I_(size rows)]) <->
  ranks (matrix_of theta (size rows) d rows) p.

Definition meaning_top : Prop :=
  forall (K : realFieldType) (theta : K) d rows (i : 'I_(size rows)),
  answered_yes theta d rows [::] (Top [:: i : nat]) <-> top_label (matrix_of theta (size rows) d rows) i.

Definition meaning_tie : Prop :=
  forall (K : realFieldType) (theta : K) d rows (i j : 'I_(size rows)),
  answered_yes theta d rows [::] (Tie i j) <-> tie_top (matrix_of theta (size rows) d rows) i j.

(* inputs.v *)

Definition meaning_inputs : Prop :=
  forall (K : realFieldType) (theta : K) d rows ineqs eqs w c0 c1 (read := fun r => matrix_of theta (size r) (d + 1) r),
  number_at theta c0 = 0 -> number_at theta c1 = 1 ->
  answered_yes theta (d + 1) rows
    ([seq (g, AtLeast) | g <- ineqs] ++ [seq (e, On) | e <- eqs] ++ [:: (rcons (nseq d c0) c1, Above)]) (Signs w) <->
  possible_in (Polyhedron (lsubmx (read ineqs)) (rsubmx (read ineqs)) (lsubmx (read eqs)) (rsubmx (read eqs)))
    (lsubmx (read rows)) (rsubmx (read rows)) (fun i => nth Any w i).

(* beginnings_right.v *)

Definition verified_signs_given : Prop :=
  forall (K : realFieldType) f (theta : K) ties d rows given members excluded,
  is_root f theta -> beginnings.accepts_signs_given f ties d rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall w, [/\ size w = size rows, all (fun e => match e with Any => false | Zero => ties | _ => true end) w
              & answered_yes theta d rows given (Signs w)] <-> exists x, List.In (w, x) members.

Definition verified_rankings_given : Prop :=
  forall (K : realFieldType) f (theta : K) d rows given members excluded,
  is_root f theta -> beginnings.accepts_rankings_given f d rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall l, perm_eq l (iota 0 (size rows)) /\ answered_yes theta d rows given (Ranking l) <-> exists x, List.In (l, x) members.

Definition verified_weak_given : Prop :=
  forall (K : realFieldType) f (theta : K) d rows given members excluded,
  is_root f theta -> beginnings.accepts_weak_given f d rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall gs, [/\ perm_eq (flatten gs) (iota 0 (size rows)), [::] \notin gs, all (sorted ltn) gs
               & answered_yes theta d rows given (Weak gs)] <-> exists x, List.In (gs, x) members.

(* gordan.v *)

Definition completeness : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry), (exists x, realises U w x) \/ (exists y, refutes U w y).

Definition possible_or_refuted : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry), ~ possible U w <-> exists y, refutes U w y.

Definition gordan : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int),
  (forall i, s i = 1 \/ s i = -1) ->
  ~ sign_pattern U s <->
  exists y : 'I_n -> K, [/\ forall i, 0 <= y i, exists i, y i != 0 & \sum_i (y i * (s i)%:~R) *: row i U = 0].

Definition possible_extension : Prop :=
  forall (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry),
  increasing f -> possible (map_mx f U) w <-> possible U w.

Definition covector_extension : Prop :=
  forall (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)),
  increasing f -> forall s, covector (map_mx f U) s <-> covector U s.

Definition sign_pattern_extension : Prop :=
  forall (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)),
  increasing f -> forall s, sign_pattern (map_mx f U) s <-> sign_pattern U s.

Definition ranks_extension : Prop :=
  forall (K L : realFieldType) (f : {rmorphism K -> L}) n d (U : 'M[K]_(n, d)),
  increasing f -> forall p, ranks (map_mx f U) p <-> ranks U p.

Definition sign_pattern_rational : Prop :=
  forall (R : realFieldType) n d (U : 'M[rat]_(n, d)), forall s, sign_pattern (map_mx (ratr : rat -> R) U) s <-> sign_pattern U s.

Definition ranks_rational : Prop :=
  forall (R : realFieldType) n d (U : 'M[rat]_(n, d)), forall p, ranks (map_mx (ratr : rat -> R) U) p <-> ranks U p.

(* polyhedra.v *)

Definition system_sound : Prop :=
  forall (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (y : 'rV[K]_m),
  contradicts V c r y -> ~ exists x, meets V c r x.

Definition system_complete : Prop :=
  forall (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation),
  (exists x, meets V c r x) \/ (exists y, contradicts V c r y).

Definition system_extension : Prop :=
  forall (K L : realFieldType) (f : {rmorphism K -> L}) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation),
  increasing f -> (exists x, meets (map_mx f V) (map_mx f c) r x) <-> exists x, meets V c r x.

Definition relative_interior_tight : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d) (x : 'cV[K]_d),
  relative_interior (inside P) x <->
  inside P x /\
  forall i, (ineq_rows P *m x + ineq_offsets P) i 0 = 0 -> forall y, inside P y -> (ineq_rows P *m y + ineq_offsets P) i 0 = 0.

Definition relative_interior_point : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d), (exists x, inside P x) -> exists x, relative_interior (inside P) x.

Definition relative_interior_open : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry),
  (forall i, w i <> Zero) ->
  possible_in P U b w <-> exists x, relative_interior (inside P) x /\ realises_at U b w x.

Definition polyhedron_sound : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry) y z f,
  refutes_in (P := P) U b w y z f -> ~ possible_in P U b w.

Definition polyhedron_complete : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry),
  (exists x, inside P x /\ realises_at U b w x) \/ (exists y z f, refutes_in (P := P) U b w y z f).

Definition possible_in_or_refuted : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry),
  ~ possible_in P U b w <-> exists y z f, refutes_in (P := P) U b w y z f.

(* balls.v *)

Definition nearest_point : Prop :=
  forall (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d),
  (forall k, r k <> Above) -> (exists x, meets V c r x) ->
  exists2 z, meets V c r z & forall x, meets V c r x -> square_norm (z - p) + square_norm (x - z) <= square_norm (x - p).

Definition ball_sound : Prop :=
  forall (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K) (y : 'rV[K]_m),
  contradicts_ball V c r p q y -> ~ meets_in_ball V c r p q.

Definition ball_complete : Prop :=
  forall (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K),
  0 <= q -> meets_in_ball V c r p q \/ exists y, contradicts_ball V c r p q y.

Definition ball_open : Prop :=
  forall (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K),
  0 <= q -> open_conditions r ->
  meets_in_ball V c r p q \/ exists y, contradicts_ball V c r p q y /\ exists k, r k = Above /\ 0 < y 0 k.

Definition ball_extension : Prop :=
  forall (K L : realFieldType) (f : {rmorphism K -> L}) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K),
  increasing f -> 0 <= q ->
  meets_in_ball (map_mx f V) (map_mx f c) r (map_mx f p) (f q) <-> meets_in_ball V c r p q.

Definition ball_touches : Prop :=
  forall (K : realFieldType),
  ~ meets_in_ball (touching_V K) (touching_c K) touching_r 0 1 /\
  forall y, contradicts_ball (touching_V K) (touching_c K) touching_r 0 1 y ->
    (forall k, touching_r k = Above -> y 0 k = 0) /\
    1 * square_norm (y *m touching_V K)^T = ((y *m (touching_V K *m 0 + touching_c K)) 0 0) ^+ 2.

(* best_rank.v *)

Definition best_rank_first : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (x : 'cV[K]_d),
  not_below U b i false x = set0 <-> forall j, j != i -> (U *m x + b) j 0 < (U *m x + b) i 0.

Definition best_rank_refuted : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool) (G : {set 'I_n}) y z f (x : 'cV[K]_d),
  never_below (P := P) U b i ties G y z f -> inside P x -> exists2 j, j \in G & j \in not_below U b i ties x.

Definition best_rank_sets : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool) (G : {set {set 'I_n}}) (m : nat),
  (forall A, A \in G -> exists y z f, never_below (P := P) U b i ties A y z f) ->
  (forall H, meets_all H G -> (m <= #|H|)%N) ->
  forall x, inside P x -> (m <= #|not_below U b i ties x|)%N.

Definition best_rank_disjoint : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool) (G : {set {set 'I_n}}),
  (forall A, A \in G -> exists y z f, never_below (P := P) U b i ties A y z f) ->
  trivIset G -> forall x, inside P x -> (#|G| <= #|not_below U b i ties x|)%N.

Definition best_rank_complete : Prop :=
  forall (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n) (ties : bool) (m : nat),
  (forall x, inside P x -> (m <= #|not_below U b i ties x|)%N) ->
  forall H : {set 'I_n}, (forall A y z f, never_below (P := P) U b i ties A y z f -> H :&: A != set0) -> (m <= #|H|)%N.

(* spheres.v *)

Definition sphere_against_ball : Prop :=
  forall (R : rcfType) m d (V : 'M[R]_(m, d)) (c : 'cV[R]_m) (r : 'I_m -> relation) (p : 'cV[R]_d) (q : R),
  meets_on_sphere V c r p q <-> meets_in_ball V c r p q /\ exists x, meets V c r x /\ q <= square_norm (x - p).

Definition sphere_open : Prop :=
  forall (R : rcfType) m d (V : 'M[R]_(m, d)) (c : 'cV[R]_m) (r : 'I_m -> relation) (p : 'cV[R]_d) (q : R),
  0 < q -> open_conditions r ->
  meets_on_sphere V c r p q <->
  (exists x, meets V c r x /\ square_norm (x - p) < q) /\ exists x, meets V c r x /\ q <= square_norm (x - p).

Definition sphere_direction : Prop :=
  forall (R : rcfType) m d (V : 'M[R]_(m, d)) (c : 'cV[R]_m) (r : 'I_m -> relation) (p v : 'cV[R]_d) (q : R),
  meets_in_ball V c r p q -> v != 0 -> recedes V r v -> meets_on_sphere V c r p q.

Definition sphere_vertices : Prop :=
  forall (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K),
  (forall v, recedes V r v -> v = 0) ->
  (forall w, is_vertex V c r w -> square_norm (w - p) < q \/ square_norm (w - p) = q /\ ~ meets V c r w) ->
  ~ meets_on_sphere V c r p q.

Definition sphere_cone : Prop :=
  forall (R : rcfType) m d (V : 'M[R]_(m, d)) (r : 'I_m -> relation) (q : R),
  0 < q -> (exists k, r k = Above) -> meets_on_sphere V 0 r 0 q <-> exists x, meets V 0 r x.

Definition rms_norm_nothing : Prop :=
  forall (R : rcfType) n d (U : 'M[R]_(n, d)) (w : 'I_n -> entry) (e : R) (gain : 'cV[R]_d),
  0 <= e -> (forall i, gain i 0 != 0) -> (exists i, strict (w i)) ->
  (exists x, realises U w (rms_norm e gain x)) <-> possible U w.

Definition sphere_hull : Prop :=
  forall (K : realFieldType) m d n (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (p : 'cV[K]_d) (q : K) (P : 'M[K]_(n, d)),
  (forall i, in_ball p q (row i P)^T) -> (forall x, meets V c r x -> hull P x^T) ->
  forall x, on_sphere p q x -> meets V c r x -> exists i, x = (row i P)^T.

Definition layer_norm_sphere : Prop :=
  forall (R : rcfType) d (gain bias h : 'cV[R]_d),
  (0 < d)%N ->
  (exists x, x != const_mx (mean_of x) /\ h = layer_norm 0 gain bias x) <->
  exists z : 'cV[R]_d, [/\ \sum_i z i 0 = 0, square_norm z = d%:R & h = \col_i (gain i 0 * z i 0) + bias].

Definition layer_norm_ball : Prop :=
  forall (R : rcfType) d (e : R) (gain bias h : 'cV[R]_d),
  (0 < d)%N -> 0 < e ->
  (exists x, h = layer_norm e gain bias x) <->
  exists z : 'cV[R]_d, [/\ \sum_i z i 0 = 0, square_norm z < d%:R & h = \col_i (gain i 0 * z i 0) + bias].

(* in_balls_right.v *)

Definition verified_ball_witness : Prop :=
  forall (K : realFieldType) f (theta : K) d b rows given q x,
  is_root f theta -> in_balls.accepts_ball_witness f d b rows given q x -> answered_in_ball theta d b rows given q.

Definition verified_ball_refutation : Prop :=
  forall (K : realFieldType) f (theta : K) d b rows given q y,
  is_root f theta -> in_balls.accepts_ball_refutation f d b rows given q y ->
  ~ answered_in_ball theta d b rows given q /\ ~ answered_on_sphere theta d b rows given q.

Definition verified_sphere_witness : Prop :=
  forall (R : rcfType) f (theta : R) d b rows given q x beyond,
  is_root f theta -> in_balls.accepts_sphere_witness f d b rows given q x beyond -> answered_on_sphere theta d b rows given q.

Definition verified_signs_in_ball : Prop :=
  forall (K : realFieldType) f (theta : K) ties d b rows given members excluded,
  is_root f theta -> in_balls.accepts_signs_in_ball f ties d b rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall w, [/\ size w = size rows, all (fun e => match e with Any => false | Zero => ties | _ => true end) w
              & answered_in_ball theta d b rows given (Signs w)] <-> exists x, List.In (w, x) members.

Definition verified_rankings_in_ball : Prop :=
  forall (K : realFieldType) f (theta : K) d b rows given members excluded,
  is_root f theta -> in_balls.accepts_rankings_in_ball f d b rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall l, perm_eq l (iota 0 (size rows)) /\ answered_in_ball theta d b rows given (Ranking l) <-> exists x, List.In (l, x) members.

Definition verified_weak_in_ball : Prop :=
  forall (K : realFieldType) f (theta : K) d b rows given members excluded,
  is_root f theta -> in_balls.accepts_weak_in_ball f d b rows given members excluded ->
  List.NoDup (List.map fst members) /\
  forall gs, [/\ perm_eq (flatten gs) (iota 0 (size rows)), [::] \notin gs, all (sorted ltn) gs
               & answered_in_ball theta d b rows given (Weak gs)] <-> exists x, List.In (gs, x) members.

Definition meaning_ball : Prop :=
  forall (K : realFieldType) (theta : K) d b rows given q,
  (forall j, (j < d)%N -> number_at theta (nth [::] (ball_gains b) j) = 1) -> ball_centred b = false ->
  answered_in_ball theta d b rows given q <->
  exists h : 'cV[K]_d, [/\ in_ball (\col_j number_at theta (nth [::] (ball_centre b) j)) (number_at theta (ball_square b)) h,
    forall u r, List.In (u, r) given -> holds r (row_value theta u (col_mx h 1%:M))
    & asked q (size rows) (fun i => row_value theta (nth [::] rows i) (col_mx h 1%:M))].

(* counting_5_1.v *)

Definition counting_5_1_feasible : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)),
  \rank U = n -> forall s : 'I_n -> int, (forall i, s i = 1 \/ s i = -1) -> sign_pattern U s.

Definition counting_5_1_infeasible : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)),
  (\rank U < n)%N -> exists s : 'I_n -> int, (forall i, s i = 1 \/ s i = -1) /\ ~ sign_pattern U s.

Definition number_of_topes : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)), exists k, has_topes U k /\ forall l, has_topes U l -> l = k.

Definition deletion_restriction : Prop :=
  forall (K : realFieldType) n d e (h : 'rV[K]_d) (U : 'M[K]_(n, d)) (N : 'M[K]_(d, e)) k l,
  h != 0 -> h *m N = 0 -> (forall x : 'cV[K]_d, h *m x = 0 -> exists z, x = N *m z) ->
  has_topes U k -> has_topes (U *m N) l -> has_topes (col_mx h U) (k + l).

Definition counting_5_1_general_position : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n.+1, d)), general_position U -> has_topes U (2 * \sum_(i < d) 'C(n, i)).

Definition counting_5_1 : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n.+1, d)),
  [/\ \rank U = n.+1 -> forall s : 'I_n.+1 -> int, (forall i, s i = 1 \/ s i = -1) -> sign_pattern U s,
      (\rank U < n.+1)%N -> exists s : 'I_n.+1 -> int, (forall i, s i = 1 \/ s i = -1) /\ ~ sign_pattern U s
    & general_position U -> has_topes U (2 * \sum_(i < d) 'C(n, i))].

(* nonempty.v *)

Definition covector_refined : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int),
  nonzero_rows U -> covector U s -> exists t, sign_pattern U t /\ forall i, s i != 0 -> t i = s i.

Definition zero_row_S_empty : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)), (exists s, sign_pattern U s) <-> nonzero_rows U.

Definition equal_rows_R_empty : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)), (exists p, ranks U p) <-> distinct_rows U.

Definition argmax_label_top : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (i : 'I_n), argmax_label U i <-> distinct_rows U /\ top_label U i.

(* dependencies.v *)

Definition dependencies_of_minors : Prop :=
  forall (K : realFieldType) n r (A B : 'M[K]_(n, r)),
  \rank A = r -> (forall f, minor_sign A f = minor_sign B f) ->
  forall z : 'rV[K]_n, z *m A = 0 -> exists z' : 'rV[K]_n, z' *m B = 0 /\ forall i, sgz (z' 0 i) = sgz (z 0 i).

(* chirotope.v *)

Definition chirotope_bases : Prop :=
  forall (K : realFieldType) n d r (U : 'M[K]_(n, d)) (A A' : 'M[K]_(n, r)),
  column_basis U A -> column_basis U A' -> exists e, (e = 1 \/ e = -1) /\ forall f, minor_sign A' f = e * minor_sign A f.

Definition chirotope_covectors : Prop :=
  forall (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')), same_chirotopes U U' <-> same_covectors U U'.

Definition chirotope_sign_patterns : Prop :=
  forall (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
  nonzero_rows U -> nonzero_rows U' -> same_chirotopes U U' <-> same_sign_patterns U U'.

Definition sign_patterns_covectors : Prop :=
  forall (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
  nonzero_rows U -> nonzero_rows U' -> same_sign_patterns U U' <-> same_covectors U U'.

Definition chirotope_rankings : Prop :=
  forall (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
  distinct_rows U -> distinct_rows U' -> same_chirotopes (braid K n *m U) (braid K n *m U') <-> same_rankings U U'.

Definition chirotope_full_rank : Prop :=
  forall (K : realFieldType) n d (U U' : 'M[K]_(n, d)),
  \rank U = d -> \rank U' = d ->
  same_chirotopes U U' <-> exists e, (e = 1 \/ e = -1) /\ forall f, minor_sign U' f = e * minor_sign U f.

(* regions.v *)

Definition regions_count : Prop :=
  forall (K : realFieldType) d (rows : seq 'rV[K]_d), has_topes (rows_matrix rows) (regions rows).

Definition complete_by_count : Prop :=
  forall (K : realFieldType) d (rows : seq 'rV[K]_d) (found : {set {ffun 'I_(size rows) -> bool}}),
  (forall b, b \in found -> sign_pattern (rows_matrix rows) (sign_of b)) -> #|found| = regions rows ->
  forall b, sign_pattern (rows_matrix rows) (sign_of b) <-> b \in found.

(* faces.v *)

Definition faces_count : Prop :=
  forall (K : realFieldType) d (rows : seq 'rV[K]_d), has_faces (rows_matrix rows) (faces [::] rows).

(* complete.v *)

Definition verified_sign_pattern : Prop :=
  forall (K : realFieldType) f (theta : K) d rows members,
  is_root f theta -> whole.accepts_sign_pattern f d rows members ->
  has_topes (matrix_of theta (size rows) d rows) (size members) /\
  forall s, sign_pattern (matrix_of theta (size rows) d rows) s <->
    exists x, List.In ([seq entry_of (s i) | i <- enum 'I_(size rows)], x) members.

Definition verified_ranking_pattern : Prop :=
  forall (K : realFieldType) f (theta : K) d rows members,
  is_root f theta -> whole.accepts_ranking_pattern f d rows members ->
  has_topes (braid K (size rows) *m matrix_of theta (size rows) d rows) (size members) /\
  forall p, ranks (matrix_of theta (size rows) d rows) p <->
    exists x, List.In ([seq (p a : nat) | a <- enum 'I_(size rows)], x) members.

(* complete_faces.v *)

Definition verified_covectors : Prop :=
  forall (K : realFieldType) f (theta : K) d rows members,
  is_root f theta -> whole.accepts_covectors f d rows members ->
  has_faces (matrix_of theta (size rows) d rows) (size members) /\
  forall b, covector (matrix_of theta (size rows) d rows) (signs_with_zeros b) <->
    exists x, List.In ([seq entry_of (signs_with_zeros b i) | i <- enum 'I_(size rows)], x) members.

Definition verified_weak_rankings : Prop :=
  forall (K : realFieldType) f (theta : K) d rows members,
  is_root f theta -> whole.accepts_weak_rankings f d rows members ->
  [/\ has_faces (braid K (size rows) *m matrix_of theta (size rows) d rows) (size members),
      forall gs x, List.In (gs, x) members ->
        (forall i, (i < size rows)%N -> i \in flatten gs) /\ answered_yes theta d rows [::] (Weak gs)
    & forall y : 'cV[K]_d, exists gs x, List.In (gs, x) members /\
        asked (Weak gs) (size rows) (fun i => row_value theta (nth [::] rows i) y)].

(* pairs_right.v *)

Definition verified_same : Prop :=
  forall (R : rcfType) f (theta : R) v c n d rows d' rows',
  is_root f theta -> pairs.accepts_same f v c n d rows d' rows' ->
  [/\ size rows = n, size rows' = n
    & viewed v (fun m V V' => can_compare c V V' /\ agree_in c V V') (matrix_of theta n d rows) (matrix_of theta n d' rows')].

Definition verified_different : Prop :=
  forall (R : rcfType) f (theta : R) v c n d rows d' rows',
  is_root f theta -> pairs.accepts_different f v c n d rows d' rows' ->
  [/\ size rows = n, size rows' = n
    & viewed v (fun m V V' => can_compare c V V' /\ ~ agree_in c V V') (matrix_of theta n d rows) (matrix_of theta n d' rows')].

(* zaslavsky.v *)

Definition whitney_deletion_restriction : Prop :=
  forall (K : realFieldType) n d e (h : 'rV[K]_d) (U : 'M[K]_(n, d)) (N : 'M[K]_(d, e)),
  h != 0 -> h *m N = 0 -> (forall x : 'cV[K]_d, h *m x = 0 -> exists z, x = N *m z) ->
  whitney (col_mx h U) 0 = whitney U 0 /\ forall k, whitney (col_mx h U) k.+1 = whitney U k.+1 - whitney (U *m N) k.

Definition whitney_alternates : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) k, 0 <= (-1) ^+ k * whitney U k.

Definition zaslavsky : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)), has_topes U (\sum_(k < d.+1) `|whitney U k|)%N.

Definition moebius_exists : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)), nonzero_rows U -> exists mu, moebius U mu.

Definition whitney_moebius : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (mu : {set 'I_n} -> int) k,
  nonzero_rows U -> moebius U mu -> whitney U k = \sum_(F in flats U | \rank (only_rows U F) == k) mu F.

Definition zaslavsky_moebius : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (mu : {set 'I_n} -> int),
  nonzero_rows U -> moebius U mu ->
  has_topes U (\sum_(k < d.+1) `|(\sum_(F in flats U | \rank (only_rows U F) == k) mu F)%R|)%N.

(* counting_5_2.v *)

Definition counting_5_2_feasible : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n.+1, d)), \rank (centred U) = n -> forall p, ranks U p.

Definition counting_5_2_infeasible : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n.+1, d)), (\rank (centred U) < n)%N -> exists p, ~ ranks U p.

(* generic.v *)

Definition generic_orders : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)),
  generic_labels U -> has_topes (braid K n *m U) (cover_orders n d).

Definition orders_rules : Prop :=
  forall n d,
  [/\ cover_orders 1 d = 1%N, (1 < n)%N -> cover_orders n 1 = 2%N
    & (1 < n)%N -> (0 < d)%N -> cover_orders n d = (cover_orders n.-1 d + n.-1 * cover_orders n.-1 d.-1)%N].

Definition counting_5_2 : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n.+1, d)),
  [/\ \rank (centred U) = n -> forall p, ranks U p,
      (\rank (centred U) < n)%N -> exists p, ~ ranks U p
    & generic_labels U -> has_topes (braid K n.+1 *m U) (cover_orders n.+1 d)].

(* existence.v *)

Definition generic_exists : Prop :=
  forall (K : realFieldType) n d,
  exists U : 'M[K]_(n, d), generic_labels U.

(* at_most.v *)

Definition topes_at_most : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n.+1, d)) k,
  has_topes U k ->
  (k <= 2 * \sum_(i < d) 'C(n, i))%N /\ (k = (2 * \sum_(i < d) 'C(n, i))%N <-> general_position U).

Definition orders_at_most : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) k,
  has_topes (braid K n *m U) k ->
  (k <= cover_orders n d)%N /\ (k = cover_orders n d <-> generic_labels U).

Definition counting_at_most : Prop :=
  forall (K : realFieldType) n d,
  (forall (U : 'M[K]_(n.+1, d)) k, has_topes U k ->
     (k <= 2 * \sum_(i < d) 'C(n, i))%N /\ (k = (2 * \sum_(i < d) 'C(n, i))%N <-> general_position U)) /\
  forall (U : 'M[K]_(n, d)) k, has_topes (braid K n *m U) k ->
     (k <= cover_orders n d)%N /\ (k = cover_orders n d <-> generic_labels U).

(* softmax.v *)

Definition lemma_3_1 : Prop :=
  forall (A : ringType) (F : fieldType) (exp : A -> F) n d (U : 'M[A]_(n, d)) (v : 'rV[A]_d) x y,
  turns_sums_into_products exp -> softmax exp (translate v U) x y = softmax exp U x y.

Definition lemma_3_2 : Prop :=
  forall (R : rcfType) d (a b : 'rV[R]_d) (v := - (2%:R^-1 *: (a + b))),
  a != b -> [/\ a + v != 0, b + v != 0 & cosine (a + v) (b + v) = -1].

Definition lemma_3_3_distinct : Prop :=
  forall (R : rcfType) d (a b : 'rV[R]_d) (v := - a + 2%:R^-1 *: (b - a)),
  a != b -> [/\ a + v != 0, b + v != 0 & cosine (a + v) (b + v) = 1].

Definition lemma_3_3_equal : Prop :=
  forall (R : rcfType) d (a : 'rV[R]_d),
  (forall v, a + v != 0 -> cosine (a + v) (a + v) = 1) /\ ((0 < d)%N -> exists v, a + v != 0).

Definition lemma_3_3 : Prop :=
  forall (R : rcfType) d (a b : 'rV[R]_d), (0 < d)%N -> exists v, [/\ a + v != 0, b + v != 0 & cosine (a + v) (b + v) = 1].

Definition theorem_3_4 : Prop :=
  forall (R : rcfType) (F : fieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (i j : 'I_n),
  turns_sums_into_products exp -> row i U != row j U ->
  exists V W : 'M[R]_(n, d),
    [/\ forall x y, softmax exp V x y = softmax exp U x y /\ softmax exp W x y = softmax exp U x y,
        row i V != 0 /\ row j V != 0,
        row i W != 0 /\ row j W != 0,
        cosine (row i V) (row j V) = 1
      & cosine (row i W) (row j W) = -1].

(* claims.v *)

Definition rescaled_softmax : Prop :=
  forall (A : fieldType) (F : fieldType) (exp : A -> F) n d (U : 'M[A]_(n, d)) (a : A) x y,
  a != 0 -> softmax exp (a *: U) (a^-1 *: x) y = softmax exp U x y.

Definition appendix_D : Prop :=
  forall (R : rcfType) (F : fieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (i j : 'I_n),
  turns_sums_into_products exp -> row i U != row j U ->
  [/\ exists v w, [/\ forall x y, softmax exp (translate v U) x y = softmax exp U x y,
        forall x y, softmax exp (translate w U) x y = softmax exp U x y,
        dot (row i (translate v U)) (row j (translate v U)) < 0
      & 0 < dot (row i (translate w U)) (row j (translate w U))],
      exists a, (forall x y, softmax exp (a *: U) (a^-1 *: x) y = softmax exp U x y) /\
        norm (row i (a *: U) - row j (a *: U)) != norm (row i U - row j U)
    & exists v w, [/\ forall x y, softmax exp (translate v U) x y = softmax exp U x y,
        forall x y, softmax exp (translate w U) x y = softmax exp U x y,
        normalised_distance (row i (translate v U)) (row j (translate v U)) = 0
      & normalised_distance (row i (translate w U)) (row j (translate w U)) = 2%:R]].

Definition introduction_2 : Prop :=
  forall (R : rcfType) (F : realFieldType) (exp : R -> F) n d (i j : 'I_n) (e : F),
  turns_sums_into_products exp -> (forall a, 0 < exp a) -> (forall a, exists b, a < exp b) -> (0 < d)%N -> i != j -> 0 < e ->
  exists (U : 'M[R]_(n, d)) x, [/\ nonzero_rows U, cosines U = const_mx 1, 1 - e < softmax exp U x i & softmax exp U x j < e].

Definition embeddings_translated : Prop :=
  forall (R : ringType) (F : realFieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (w : 'cV[R]_d),
  turns_sums_into_products exp -> (forall a, 0 < exp a) -> injective exp ->
  (forall x y, softmax exp U (x + w) y = softmax exp U x y) <-> forall i j, (U *m w) i 0 = (U *m w) j 0.

Definition word2vec_E_1 : Prop :=
  forall (A : ringType) (F : fieldType) (exp : A -> F) n (z : 'I_n -> A) (window : seq ('I_n * seq 'I_n))
    (yes := unzip1 window) (no := flatten (unzip2 window)),
  turns_sums_into_products exp -> (forall a, 1 + exp a != 0) -> uniq (yes ++ no) ->
  negative_sampling exp z window = likelihood exp z [set i in yes] [set i in no].

Definition distinct_needed : Prop :=
  exists (exp : int -> rationals) (z : 'I_2 -> int) (window : seq ('I_2 * seq 'I_2)),
  [/\ turns_sums_into_products exp, forall a, 1 + exp a != 0
    & negative_sampling exp z window <> likelihood exp z [set i in unzip1 window] [set i in flatten (unzip2 window)]].

Definition example_C_1 : Prop :=
  forall (R : rcfType) (F : fieldType) (exp : R -> F) (i := inord 0 : 'I_5) (j := inord 1 : 'I_5),
  turns_sums_into_products exp ->
  cosine (row i (C_1 R)) (row j (C_1 R)) = 4%:R / 5%:R /\
  exists v w, [/\ forall x y, softmax exp (translate v (C_1 R)) x y = softmax exp (C_1 R) x y,
    forall x y, softmax exp (translate w (C_1 R)) x y = softmax exp (C_1 R) x y,
    cosine (row i (translate v (C_1 R))) (row j (translate v (C_1 R))) = -1
  & cosine (row i (translate w (C_1 R))) (row j (translate w (C_1 R))) = 1].

(* factorisation.v *)

Definition ridge_optimal : Prop :=
  forall (K : realFieldType) m p (X : 'M[K]_(m, p)) (c : K) (M0 : 'M[K]_p),
  0 <= c ->
  X^T *m X *m M0 + c *: M0 = X^T *m X ->
  forall M : 'M[K]_p, squares (X - X *m M0) + c * squares M0 <= squares (X - X *m M) + c * squares M.

Definition mf_1_rescaled : Prop :=
  forall (K : realFieldType) m p k (X : 'M[K]_(m, p)) (c : K) (A B : 'M[K]_(p, k)) (D : 'rV[K]_k),
  (forall l, D 0 l != 0) ->
  [/\ X *m rescaled A D *m (rescaled B (inverses D))^T = X *m A *m B^T,
      objective_1 X c (rescaled A D) (rescaled B (inverses D)) = objective_1 X c A B
    & optimal_1 X c A B -> optimal_1 X c (rescaled A D) (rescaled B (inverses D))].

Definition mf_1_cosines : Prop :=
  forall (R : rcfType),
  exists (X A B : 'M[R]_2) (c : R) (D : 'rV[R]_2),
  let A' := rescaled A D in let B' := rescaled B (inverses D) in
  [/\ 0 < c /\ optimal_1 X c A B,
      forall l, D 0 l != 0,
      cosines B' != cosines B,
      cosines (X *m A') != cosines (X *m A)
    & exists i j, cosine (row i (X *m A')) (row j B') != cosine (row i (X *m A)) (row j B)].

Definition mf_1 : Prop :=
  forall (R : rcfType),
  (forall m p k (X : 'M[R]_(m, p)) (c : R) (A B : 'M[R]_(p, k)) (D : 'rV[R]_k), (forall l, D 0 l != 0) ->
     X *m rescaled A D *m (rescaled B (inverses D))^T = X *m A *m B^T /\
     (optimal_1 X c A B -> optimal_1 X c (rescaled A D) (rescaled B (inverses D)))) /\
  exists (X A B : 'M[R]_2) (c : R) (D : 'rV[R]_2),
    let A' := rescaled A D in let B' := rescaled B (inverses D) in
    [/\ 0 < c /\ optimal_1 X c A B,
        forall l, D 0 l != 0,
        cosines B' != cosines B,
        cosines (X *m A') != cosines (X *m A)
      & exists i j, cosine (row i (X *m A')) (row j B') != cosine (row i (X *m A)) (row j B)].

Definition mf_2 : Prop :=
  forall (R : rcfType) m p (X P : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R)
    (w : 'rV[R]_p := \row_l Num.sqrt (1 + c / s 0 l ^+ 2)^-1) (A : 'M[R]_p := V *m diag_mx w),
  X = P *m diag_mx s *m V^T -> P^T *m P = 1%:M -> V^T *m V = 1%:M -> (forall l, s 0 l != 0) -> 0 <= c ->
  [/\ A *m A^T = V *m diag_mx (\row_l (1 + c / s 0 l ^+ 2)^-1) *m V^T,
      optimal_1 X c A A,
      exists D : 'rV[R]_p, (forall l, D 0 l != 0) /\ cosines (rescaled A (inverses D)) = 1%:M
    & exists D : 'rV[R]_p, (forall l, D 0 l != 0) /\ cosines (X *m rescaled A D) = cosines X].

(* closed_forms.v *)

Definition mf_4 : Prop :=
  forall (R : rcfType) m p k (X : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R)
    (w : 'I_p -> R := fun l => s 0 l ^+ 2 / (s 0 l ^+ 2 + c))
    (A : 'M[R]_(p, k) := V *m \matrix_(i, l) (if i == l :> nat then Num.sqrt (w i) else 0)),
  0 < c -> V^T *m V = 1%:M -> X^T *m X = V *m diag_mx (\row_l s 0 l ^+ 2) *m V^T ->
  (forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> s 0 j ^+ 2 <= s 0 i ^+ 2) ->
  A *m A^T = V *m diag_mx (\row_l (w l * (l < k)%:R)) *m V^T /\ optimal_1 X c A A.

Definition mf_5 : Prop :=
  forall (R : rcfType) m p k (X : 'M[R]_(m, p)) (V : 'M[R]_(p, k))
    (h : 'rV[R]_k)
    (A : 'M[R]_(p, k) := V *m diag_mx h) (M := A *m A^T) (S := V *m V^T),
  V^T *m V = 1%:M -> (forall l, 0 < h 0 l) ->
  [/\ X *m rescaled A h *m (rescaled A (inverses h))^T = X *m M /\ X *m rescaled A (inverses h) *m (rescaled A h)^T = X *m M,
      cosines (rescaled A (inverses h)) = cosines S /\ cosines (X *m rescaled A h) = cosines (X *m M),
      cosines (rescaled A h) = cosines M /\ cosines (X *m rescaled A (inverses h)) = cosines (X *m S),
      forall i j,
        cosine (row i (X *m rescaled A h)) (row j (rescaled A (inverses h))) = (X *m M) i j / (norm (row i (X *m M)) * norm (row j S)) /\
        cosine (row i (X *m rescaled A (inverses h))) (row j (rescaled A h)) = (X *m M) i j / (norm (row i (X *m S)) * norm (row j M))
    & p = k -> S = 1%:M].

(* mf_3.v *)

Definition mf_3 : Prop :=
  forall (R : rcfType) m p k (X : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R),
  0 < c -> V^T *m V = 1%:M -> (forall l, 0 <= s 0 l) -> X^T *m X = V *m diag_mx (\row_l s 0 l ^+ 2) *m V^T ->
  (forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> s 0 j < s 0 i \/ s 0 j <= c) ->
  (exists A B : 'M[R]_(p, k), optimal_2 X c A B) /\
  forall A B A' B' : 'M[R]_(p, k), optimal_2 X c A B -> optimal_2 X c A' B' ->
    [/\ exists Q : 'M[R]_k, [/\ Q *m Q^T = 1%:M, X *m A' = X *m A *m Q & B' = B *m Q],
        cosines B' = cosines B,
        cosines (X *m A') = cosines (X *m A)
      & forall i j, cosine (row i (X *m A')) (row j B') = cosine (row i (X *m A)) (row j B)].

Definition mf_6 : Prop :=
  forall (R : rcfType) m p k (X : 'M[R]_(m, p)) (V : 'M[R]_p) (s : 'rV[R]_p) (c : R) (above_0 := fun x : R => Num.max 0 x)
    (A : 'M[R]_(p, k) := V *m \matrix_(i, l) (if i == l :> nat then Num.sqrt ((s 0 i)^-1 * above_0 (1 - c / s 0 i)) else 0))
    (B : 'M[R]_(p, k) := V *m \matrix_(i, l) (if i == l :> nat then Num.sqrt (s 0 i * above_0 (1 - c / s 0 i)) else 0)),
  0 < c -> V^T *m V = 1%:M -> (forall l, 0 <= s 0 l) -> X^T *m X = V *m diag_mx (\row_l s 0 l ^+ 2) *m V^T ->
  (forall i j : 'I_p, (i < k)%N -> (k <= j)%N -> s 0 j < s 0 i \/ s 0 j <= c) ->
  optimal_2 X c A B /\
  forall A' B' : 'M[R]_(p, k), optimal_2 X c A' B' -> exists Q : 'M[R]_k, [/\ Q *m Q^T = 1%:M, X *m A' = X *m A *m Q & B' = B *m Q].

Definition mf_3_tie : Prop :=
  forall (R : rcfType),
  exists (c : R) (A B A' B' : 'M[R]_(2, 1)),
  [/\ 0 < c, optimal_2 1%:M c A B, optimal_2 1%:M c A' B' & cosines B' != cosines B].

(* clusters.v *)

Definition mf_clusters : Prop :=
  forall (R : rcfType),
  (exists X : 'M[R]_4, X^T *m X = two_clusters R) /\
  forall m k (X : 'M[R]_(m, 4)), X^T *m X = two_clusters R -> k = 3%N \/ k = 4%N ->
    (exists (A : 'M[R]_(4, k)) (h : 'rV[R]_k),
      [/\ forall l, h 0 l != 0,
          optimal_1 X 16%:R A A /\ cluster_picture A (11%:R / 29%:R),
          optimal_1 X 16%:R (rescaled A h) (rescaled A (inverses h)) /\ cluster_picture (rescaled A (inverses h)) 0
        & optimal_1 X 16%:R (rescaled A (inverses h)) (rescaled A h) /\ cluster_picture (rescaled A h) (319%:R / 481%:R)]) /\
    (exists A B : 'M[R]_(4, k), optimal_2 X 2%:R A B) /\
    forall A B : 'M[R]_(4, k), optimal_2 X 2%:R A B -> cluster_picture B (5%:R / 7%:R).

(* invariance_table.v *)

Definition parameter_changes : Prop :=
  forall (R : rcfType) (F : fieldType) (exp : R -> F) n d (U U' : 'M[R]_(n, d)),
  turns_sums_into_products exp ->
  [/\ translated U U' -> forall x y, softmax exp U' x y = softmax exp U x y,
      transformed U U' \/ multiplied U U' -> exists x' : 'cV[R]_d -> 'cV[R]_d, forall x, U' *m x' x = U *m x,
      rows_scaled U U' -> forall (x : 'cV[R]_d) i, sgz ((U' *m x) i 0) = sgz ((U *m x) i 0),
      columns_scaled U U' -> forall p (V : 'M[R]_(p, d)), exists2 V', columns_scaled V V' & U' *m V'^T = U *m V^T
    & rotated U U' -> forall p (V : 'M[R]_(p, d)), exists2 V', rotated V V' & U' *m V'^T = U *m V^T].

Definition invariance_table : Prop :=
  forall (R : rcfType) (a c : R) (arccos : R -> R) (e : nat -> R),
  a < 1 -> (forall n, (1 < n)%N -> 0 < e n) ->
  (((cells (@by_cosine R) false false true true false true /\
     cells (@by_dot R) false false false false false true) /\
    (cells (@by_distance R) true false false false false true /\
     cells (norm_scaled a) false false false false false true)) /\
   ((cells (word_rotator c arccos) false false false false false true /\
     cells (soft_cosine (increasing_weights R)) false false true true false false) /\
    (cells (query_normalised e) false false true true false true /\
     cells (@after_centring R) true false true false false true))) /\
  ((cells (@after_whitening R) true true true false true true /\
    cells (@after_removal R 1) true false true false false true) /\
   ((forall k, [/\ cell (@after_removal R k) (@translated R) true, cell (@after_removal R k) (@multiplied R) true
       & cell (@after_removal R k) (@rotated R) true]) /\
    forall G, cell (soft_cosine G) (@multiplied R) true /\ cell (soft_cosine G) (@rows_scaled R) true)).

(* offsets.v *)

Definition offsets_signs : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) (b b' : 'cV[R]_n),
  nonzero_rows (functions U b) -> nonzero_rows (functions U' b') ->
  cosines (with_one (functions U b)) = cosines (with_one (functions U' b')) ->
  forall s : 'I_n -> int, affine_pattern U b s <-> affine_pattern U' b' s.

Definition offsets_rankings : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) (b b' : 'cV[R]_n),
  distinct_rows (functions U b) -> distinct_rows (functions U' b') ->
  cosines (with_one (braid R n *m functions U b)) = cosines (with_one (braid R n *m functions U' b')) ->
  forall p, affine_ranks U b p <-> affine_ranks U' b' p.

Definition offsets_argmax : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (i : 'I_n),
  distinct_rows (functions U b) ->
  affine_top U b i <-> exists p : 'S_n, affine_ranks U b p /\ forall a : 'I_n, a = 0%N :> nat -> p a = i.

Definition offsets_apart : Prop :=
  forall (R : rcfType) (U := apart_1 R) (U' := apart_2 R) (b := apart_b R),
  [/\ cosines U = cosines U',
      affine_pattern U b minus_plus /\ ~ affine_pattern U' b minus_plus,
      ~ affine_ranks U b 1%g /\ affine_ranks U' b 1%g
    & forall d (V : 'M[R]_(1, d)) (c : 'cV[R]_1) s, nonzero_rows V -> (forall i, s i = 1 \/ s i = -1) -> affine_pattern V c s].

(* offsets_map.v *)

Definition map_of_offsets : Prop :=
  forall (R : rcfType) (P Q : layer_mapped),
  (List.In Q (layer_determined_by P) -> layer_determines R P Q) /\
  (P <> Q -> ~ List.In Q (layer_determined_by P) -> layer_leaves_open R P Q).

(* examples.v *)

Definition example_C_2 : Prop :=
  forall (R : rcfType) (U := C_2 R) (label : nat -> 'I_5 := inord)
    (cos := fun i j => cosine (row (label i) U) (row (label j) U)) (tie := fun i j => tie_top U (label i) (label j)),
  [/\ centred U = U,
      cos 0%N 1%N = 12%:R / 37%:R /\ tie 0%N 1%N,
      cos 1%N 2%N < 0 /\ tie 1%N 2%N,
      cos 2%N 4%N = 4%:R / 5%:R /\ ~ tie 2%N 4%N
    & (forall j k, j \in [:: 0; 1]%N -> k \in [:: 3; 4]%N -> cos 2%N j < cos 2%N k) /\
      forall j, (j < 5)%N -> j != 2%N -> tie 2%N j <-> j = 1%N \/ j = 3%N].

Definition example_C_3 : Prop :=
  forall (R : rcfType) (U := C_3 R) (label : nat -> 'I_6 := inord)
    (cos := fun i j => cosine (row (label i) U) (row (label j) U)) (tie := fun i j => tie_top U (label i) (label j)),
  [/\ centred U = U, forall i, norm (row i U) = 1, cos 0%N 1%N = - (161%:R / 200%:R) /\ tie 0%N 1%N
    & cos 1%N 3%N = 161%:R / 200%:R /\ ~ tie 1%N 3%N].

(* ties.v *)

Definition ties_faces : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (i j : 'I_n),
  tie_top U i j <->
  face (hull U) (segment (row i U) (row j U)) /\ forall k, k != i -> k != j -> ~ segment (row i U) (row j U) (row k U).

Definition decision_regions : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)) (i : 'I_n),
  distinct_rows U -> top_label U i ->
  forall x : 'cV[K]_d, (forall j, (U *m x) j 0 <= (U *m x) i 0) <->
  exists p : 'S_n, [/\ ranks U p, forall a : 'I_n, a = 0%N :> nat -> p a = i
    & forall a b : 'I_n, (a < b)%N -> (U *m x) (p b) 0 <= (U *m x) (p a) 0].

Definition argmax_G_1 : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)),
  (forall i, distinct_rows U -> top_label U i -> forall x : 'cV[K]_d, (forall j, (U *m x) j 0 <= (U *m x) i 0) <->
     exists p : 'S_n, [/\ ranks U p, forall a : 'I_n, a = 0%N :> nat -> p a = i
       & forall a b : 'I_n, (a < b)%N -> (U *m x) (p b) 0 <= (U *m x) (p a) 0]) /\
  (forall i j, tie_top U i j <->
     face (hull U) (segment (row i U) (row j U)) /\ forall k, k != i -> k != j -> ~ segment (row i U) (row j U) (row k U)).

(* listing.v *)

Definition list_sign_patterns : Prop :=
  forall (K : realFieldType) n d rows cs xs ss,
  complete_list n d rows cs xs ss -> forall s : 'I_n -> int, sign_pattern (of_rows K n d rows) s <-> word s \in ss.

Definition list_rankings : Prop :=
  forall (K : realFieldType) n d rows cs xs (ls : seq (seq nat)),
  complete_list 'C(n, 2) d (differences n d rows) cs xs [seq signs_of n l | l <- ls] ->
  all (fun l => perm_eq l (iota 1 n)) ls ->
  forall p : 'S_n, ranks (of_rows K n d rows) p <-> labels p \in ls.

(* theorem_H_1.v *)

Definition theorem_H_1_signs : Prop :=
  forall (K : realFieldType) (s : 'I_5 -> int),
  (sign_pattern (H_1_A K) s <-> word s \in H_1_signs) /\ (sign_pattern (H_1_B K) s <-> word s \in H_1_signs).

Definition theorem_H_1_rankings : Prop :=
  forall (K : realFieldType) (p : 'S_5),
  (ranks (H_1_A K) p <-> labels p \in H_1_rankings_A) /\ (ranks (H_1_B K) p <-> labels p \in H_1_rankings_B).

Definition theorem_H_1 : Prop :=
  forall (K : realFieldType),
  [/\ affine (H_1_A K) /\ affine (H_1_B K),
      same_sign_patterns (H_1_A K) (H_1_B K),
      ~ same_rankings (H_1_A K) (H_1_B K),
      forall t, t = "41325"%string \/ t = "52314"%string -> ranks_as (H_1_A K) t /\ ~ ranks_as (H_1_B K) t
    & forall t, t = "14352"%string \/ t = "25341"%string -> ranks_as (H_1_B K) t /\ ~ ranks_as (H_1_A K) t].

Definition theorem_H_1_small : Prop :=
  forall (K : realFieldType),
  [/\ affine (small_A K) /\ affine (small_B K),
      same_sign_patterns (small_A K) (small_B K),
      ~ same_rankings (small_A K) (small_B K),
      ranks_as (small_A K) "3412" /\ ~ ranks_as (small_B K) "3412"
    & ranks_as (small_B K) "1234" /\ ~ ranks_as (small_A K) "1234"].

(* corners.v *)

Definition triangle_decides : Prop :=
  forall (K : realFieldType) n (U : 'M[K]_(n, 3)) (X Y Z : 'I_n),
  affine U -> \rank U = 3%N -> distinct_rows U ->
  in_triangle U X Y Z -> lines_through_corners U X Y Z -> decides_rankings U.

Definition decided_triangle : Prop :=
  forall (K : realFieldType) n (U : 'M[K]_(n, 3)),
  affine U -> \rank U = 3%N -> distinct_rows U -> decides_rankings U ->
  exists X Y Z, in_triangle U X Y Z /\ lines_through_corners U X Y Z.

(* order_types.v *)

Definition order_types : Prop :=
  forall (K : realFieldType) n (U : 'M[K]_(n, 3)),
  affine U -> \rank U = 3%N -> distinct_rows U ->
  [/\ decides_rankings U <-> exists X Y Z, in_triangle U X Y Z /\ lines_through_corners U X Y Z,
      decides_rankings U <-> [\/ all_but_one U, on_a_ray U | three_inside U]
    & general_position U -> decides_rankings U <-> n = 3%N \/ n = 4%N /\ exists X Y Z, in_triangle U X Y Z].

(* theorem_5_5.v *)

Definition theorem_5_5_lengths : Prop :=
  forall (R : rcfType) (i : 'I_7),
  norm (row i (model_1 R)) = 5%:R /\ norm (row i (model_2 R)) = if i == label_3 then 2%:R else 5%:R.

Definition theorem_5_5 : Prop :=
  forall (R : rcfType),
  [/\ nonzero_rows (model_1 R) /\ nonzero_rows (model_2 R),
      distinct_rows (model_1 R) /\ distinct_rows (model_2 R),
      cosines (model_1 R) = cosines (model_2 R) /\ same_sign_patterns (model_1 R) (model_2 R),
      argmax_label (model_1 R) label_3 /\ ~ argmax_label (model_2 R) label_3
    & ~ same_rankings (model_1 R) (model_2 R)].

Definition theorem_5_5_small : Prop :=
  forall (R : rcfType),
  [/\ cosines (line_1 R) = const_mx 1 /\ cosines (line_2 R) = const_mx 1,
      same_sign_patterns (line_1 R) (line_2 R),
      ranks_as (line_1 R) "321" /\ ~ ranks_as (line_2 R) "321",
      ranks_as (line_2 R) "312" /\ ~ ranks_as (line_1 R) "312"
    & ~ same_rankings (line_1 R) (line_2 R)].

(* recovered.v *)

Definition cosines_rows : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  nonzero_rows U -> nonzero_rows U' ->
  cosines U = cosines U' <->
  exists (r : 'rV[R]_n) (Q : 'M[R]_(d, d')), [/\ forall i, 0 < r 0 i, isometry_on U Q & U' = diag_mx r *m U *m Q].

Definition headline : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  (nonzero_rows U -> nonzero_rows U' -> cosines U = cosines U' ->
   exists Q, [/\ isometry_on U Q, (U *m Q :=: U')%MS
     & forall x : 'rV[R]_d, (x <= U)%MS -> forall i, sgz ((U' *m (x *m Q)^T) i 0) = sgz ((U *m x^T) i 0)]) /\
  (distinct_rows U -> distinct_rows U' -> cosines (braid R n *m U) = cosines (braid R n *m U') ->
   exists Q, [/\ isometry_on (braid R n *m U) Q, (braid R n *m U *m Q :=: braid R n *m U')%MS
     & forall x : 'rV[R]_d, (x <= braid R n *m U)%MS ->
       forall i j, ((U' *m (x *m Q)^T) i 0 < (U' *m (x *m Q)^T) j 0) = ((U *m x^T) i 0 < (U *m x^T) j 0)]).

Definition differences_off_a_line : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  distinct_rows U -> distinct_rows U' -> (1 < \rank (centred U))%N ->
  (cosines (braid R n *m U) = cosines (braid R n *m U') <->
   exists (c : R) (Q : 'M[R]_(d, d')) (v : 'rV[R]_d'), [/\ 0 < c, isometry_on (centred U) Q & U' = translate v (c *: (U *m Q))]) /\
  (cosines (braid R n *m U) = cosines (braid R n *m U') <->
   exists2 t : R, 0 < t & centred U' *m (centred U')^T = t *: (centred U *m (centred U)^T)).

Definition differences_on_a_line : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  distinct_rows U -> distinct_rows U' -> (\rank (centred U) <= 1)%N ->
  cosines (braid R n *m U) = cosines (braid R n *m U') <-> (\rank (centred U') <= 1)%N /\ same_rankings U U'.

Definition line_exception : Prop :=
  forall (R : rcfType),
  exists U U' : 'M[R]_(3, 1),
  [/\ distinct_rows U, distinct_rows U', cosines (braid R 3 *m U) = cosines (braid R 3 *m U')
    & ~ exists (c : R) (Q : 'M[R]_1) (v : 'rV[R]_1), U' = translate v (c *: (U *m Q))].

Definition cosines_differences : Prop :=
  forall (R : rcfType),
  (forall n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')), distinct_rows U -> distinct_rows U' ->
   [/\ (1 < \rank (centred U))%N -> cosines (braid R n *m U) = cosines (braid R n *m U') <->
         exists (c : R) (Q : 'M[R]_(d, d')) (v : 'rV[R]_d'), [/\ 0 < c, isometry_on (centred U) Q & U' = translate v (c *: (U *m Q))]
     & (\rank (centred U) <= 1)%N -> cosines (braid R n *m U) = cosines (braid R n *m U') <->
         (\rank (centred U') <= 1)%N /\ same_rankings U U']) /\
  exists U U' : 'M[R]_(3, 1),
  [/\ distinct_rows U, distinct_rows U', cosines (braid R 3 *m U) = cosines (braid R 3 *m U')
    & ~ exists (c : R) (Q : 'M[R]_1) (v : 'rV[R]_1), U' = translate v (c *: (U *m Q))].

Definition unit_rows : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) (a a' : R),
  0 < a -> 0 < a' ->
  (forall i, norm (row i U) = a) -> (forall i, norm (row i U') = a') -> cosines U = cosines U' ->
  [/\ U' *m U'^T = (a' / a) ^+ 2 *: (U *m U^T), cosines (braid R n *m U) = cosines (braid R n *m U'), same_rankings U U'
    & same_covectors (braid R n *m U) (braid R n *m U')].

Definition unit_rows_first : Prop :=
  forall (K : realFieldType) n d (U : 'M[K]_(n, d)),
  distinct_rows U -> (forall i j, dot (row i U) (row i U) = dot (row j U) (row j U)) ->
  forall i, (forall j, j != i -> (U *m (row i U)^T) j 0 < (U *m (row i U)^T) i 0) /\ argmax_label U i.

(* projector.v *)

Definition projector_spec : Prop :=
  forall (K : realFieldType) n d (A : 'M[K]_(n, d)) (P : 'M[K]_n),
  P = projector A <-> [/\ P^T = P, P *m P = P & (P :=: A^T)%MS].

Definition projector_classifier : Prop :=
  forall (K : realFieldType) n d (U U' : 'M[K]_(n, d)),
  projector (centred U) = projector (centred U') <-> exists A v, A \in unitmx /\ U' = translate v (U *m A).

Definition projector_rankings : Prop :=
  forall (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
  (projector (centred U) = projector (centred U') -> same_rankings U U' /\ same_covectors (braid K n *m U) (braid K n *m U')) /\
  same_rankings (projector (centred U)) U /\ same_covectors (braid K n *m projector (centred U)) (braid K n *m U).

Definition classifier_projector : Prop :=
  forall (K : realFieldType),
  (forall n d (A : 'M[K]_(n, d)) (P : 'M[K]_n), P = projector A <-> [/\ P^T = P, P *m P = P & (P :=: A^T)%MS]) /\
  (forall n d (U U' : 'M[K]_(n, d)),
     projector (centred U) = projector (centred U') <-> exists A v, A \in unitmx /\ U' = translate v (U *m A)) /\
  forall n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
    (projector (centred U) = projector (centred U') -> same_rankings U U') /\ same_rankings (projector (centred U)) U.

Definition whitened_projector : Prop :=
  forall (R : rcfType) n d e (Z : 'M[R]_(n, d)) (W : 'M[R]_(n, e)),
  W^T *m W = 1%:M -> (W^T :=: Z^T)%MS -> W *m W^T = projector Z /\ cosines W = cosines (projector Z).

Definition projector_cosines : Prop :=
  forall (R : rcfType),
  (exists U U' : 'M[R]_(3, 1), [/\ nonzero_rows (centred U) /\ nonzero_rows (centred U'), distinct_rows U /\ distinct_rows U',
     cosines (projector (centred U)) = cosines (projector (centred U')) & ~ same_rankings U U']) /\
  forall n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')), (n < 3)%N -> distinct_rows U -> distinct_rows U' -> same_rankings U U'.

(* rules.v *)

Definition rule_monotone : Prop :=
  forall (K : realFieldType) (f : K -> K) n d (U : 'M[K]_(n, d)),
  rising f ->
  [/\ forall (x : 'cV[K]_d) i j, (f ((U *m x) i 0) < f ((U *m x) j 0)) = ((U *m x) i 0 < (U *m x) j 0),
      forall (x : 'cV[K]_d) A, top_of (fun i => f ((U *m x) i 0)) A <-> top_of (fun i => (U *m x) i 0) A,
      forall p : 'S_n, (exists x : 'cV[K]_d, forall a b : 'I_n, (a < b)%N -> f ((U *m x) (p b) 0) < f ((U *m x) (p a) 0)) <-> ranks U p
    & forall t : K, 0 < t -> rising (fun z => z / t)].

Definition rule_min_p : Prop :=
  forall (R F : realFieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (t : R),
  turns_sums_into_products exp -> (forall a b, a < b -> exp a < exp b) ->
  (forall (x : 'cV[R]_d) A, min_p exp U x t A <-> forall i, i \in A <-> forall j, (U *m x) j 0 - (U *m x) i 0 <= t) /\
  (0 < t -> forall A, A != set0 ->
     (exists x : 'cV[R]_d, min_p exp U x t A /\ forall i j, i != j -> (U *m x) i 0 != (U *m x) j 0) <-> top_set U A).

Definition rule_nucleus : Prop :=
  [/\ exists (exp : int -> rationals) (U : 'M[int]_(2, 1)) (x x' : 'cV[int]_1),
        [/\ turns_sums_into_products exp /\ (forall a b, a < b -> exp a < exp b),
            forall i j, ((U *m x) i 0 < (U *m x) j 0) = ((U *m x') i 0 < (U *m x') j 0),
            nucleus (softmax exp U x) (4%:R / 5%:R) setT
          & nucleus (softmax exp U x') (4%:R / 5%:R) [set 0]],
      forall (F : realFieldType) (w : 'I_1 -> F) (q : F) A, 0 < q -> nucleus w q A -> A = setT
    & forall (R : realFieldType) (F : archiFieldType) (exp : R -> F) n d (U : 'M[R]_(n, d)) (q : F),
        turns_sums_into_products exp -> (forall a b, a < b -> exp a < exp b) -> 0 < q -> q < 1 ->
        forall A, (exists x : 'cV[R]_d, nucleus (softmax exp U x) q A /\ forall i j, i != j -> (U *m x) i 0 != (U *m x) j 0) <->
          [/\ top_set U A, A != set0 & (#|A|.-1)%:R < n%:R * q]].

Definition nucleus_small : Prop :=
  forall (F : realFieldType) n (w : 'I_n -> F) (q : F) (A : {set 'I_n}),
  \sum_i w i = 1 -> (forall i j, i != j -> w i != w j) -> 0 < q -> nucleus w q A -> A != set0 /\ (#|A|.-1)%:R < n%:R * q.

(* designs.v *)

Definition design_moment : Prop :=
  forall (K : realFieldType) n k (t : 'I_n -> K) (G : {set 'I_n}), injective t -> (#|G| <= k)%N ->
  [/\ exists x : 'cV[K]_k.*2.+1, forall i, let z := (\matrix_(i < n, j < k.*2.+1) t i ^+ j *m x) i 0 in if i \in G then 0 < z else z < 0,
      (forall i, t i != 0) ->
        exists x : 'cV[K]_k.*2, forall i, let z := (\matrix_(i < n, j < k.*2) t i ^+ j.+1 *m x) i 0 - 1 in if i \in G then 0 < z else z < 0,
      exists x : 'cV[K]_k.*2, top_of (fun i => (\matrix_(i < n, j < k.*2) t i ^+ j.+1 *m x) i 0) G
    & G != set0 -> exists x : 'cV[K]_k.*2.-1, top_of (fun i => (\matrix_(i < n, j < k.*2.-1) t i ^+ j.+1 *m x) i 0 - t i ^+ k.*2) G].

Definition design_least : Prop :=
  forall (K : realFieldType) n d k (U : 'M[K]_(n, d)) (b : 'cV[K]_n), (k.*2 < n)%N ->
  [/\ (d <= k.*2)%N -> exists G : {set 'I_n}, (#|G| <= k)%N /\
        forall x : 'cV[K]_d, ~ forall i, if i \in G then 0 < (U *m x) i 0 else (U *m x) i 0 < 0,
      (d < k.*2)%N -> exists G : {set 'I_n}, (#|G| <= k)%N /\
        forall x : 'cV[K]_d, ~ forall i, if i \in G then 0 < (U *m x + b) i 0 else (U *m x + b) i 0 < 0,
      (d < k.*2)%N -> exists G : {set 'I_n}, [/\ (#|G| <= k)%N, G != set0 & forall x : 'cV[K]_d, ~ top_of (fun i => (U *m x) i 0) G]
    & (d.+1 < k.*2)%N -> exists G : {set 'I_n}, [/\ (#|G| <= k)%N, G != set0 & forall x : 'cV[K]_d, ~ top_of (fun i => (U *m x + b) i 0) G]].

Definition design_circle : Prop :=
  forall (K : realFieldType) n k (c s : 'I_n -> K) (G : {set 'I_n})
    (U := row_mx (\matrix_(i < n, j < k) (turned (c i) (s i) j.+1).1) (\matrix_(i < n, j < k) (turned (c i) (s i) j.+1).2)),
  (forall i, c i ^+ 2 + s i ^+ 2 = 1) -> injective (fun i => (c i, s i)) -> (#|G| <= k)%N ->
  (exists x : 'cV[K]_(k + k), forall i, let z := (U *m x) i 0 - 1 in if i \in G then 0 < z else z < 0) /\
  exists x : 'cV[K]_(k + k), top_of (fun i => (U *m x) i 0) G.

(* determinations.v *)

Definition gram_cosines : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  U *m U^T = U' *m U'^T -> cosines U = cosines U'.

Definition gram_distances : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  U *m U^T = U' *m U'^T ->
  forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U').

Definition distances_difference_cosines : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  (forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U')) ->
  cosines (braid R n *m U) = cosines (braid R n *m U').

Definition projector_of_distances : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  (forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U')) ->
  projector (centred U) = projector (centred U').

Definition centred_cosines_of_distances : Prop :=
  forall (R : rcfType) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')),
  (forall i j, dot (row i U - row j U) (row i U - row j U) = dot (row i U' - row j U') (row i U' - row j U')) ->
  cosines (centred U) = cosines (centred U').

Definition rankings_top_sets : Prop :=
  forall (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
  same_rankings U U' -> forall A, top_set U A <-> top_set U' A.

Definition top_sets_argmax : Prop :=
  forall (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')),
  (forall A, top_set U A <-> top_set U' A) -> forall i, argmax_label U i <-> argmax_label U' i.

Definition map_of_determinations : Prop :=
  forall (R : rcfType) (P Q : mapped),
  (List.In Q (determined_by P) -> determines R P Q) /\
  (P <> Q -> ~ List.In Q (determined_by P) -> leaves_open R P Q).

(* instances.v *)

Definition instance_5_3 : Prop :=
  exists U U' : 'M[real_algebraics]_(7, 2),
  [/\ nonzero_rows U, nonzero_rows U', U <> U' & cosines U = cosines U'].

Definition instance_5_6 : Prop :=
  exists U U' : 'M[real_algebraics]_(7, 2),
  [/\ distinct_rows U, distinct_rows U', U <> U' & cosines (braid real_algebraics 7 *m U) = cosines (braid real_algebraics 7 *m U')].

Definition instance_3_4 : Prop :=
  exists (U : 'M[real_algebraics]_(2, 1)) i j, row i U != row j U.

Definition instance_scaled_gram : Prop :=
  forall n d (U : 'M[rationals]_(n, d)), same_covectors U (diag_mx (const_mx 2%:R) *m (U *m U^T) *m diag_mx (const_mx 3%:R)).

Definition instance_3_1 : Prop :=
  forall (exp := fun a : int => (2%:R : rationals) ^ a), turns_sums_into_products exp /\ exp 0 <> exp 1.

Definition instance_exponential : Prop :=
  exists exp : rationals -> [archiFieldType of realalg],
  [/\ turns_sums_into_products exp, forall a b, a < b -> exp a < exp b & exp 1 = 2%:R].

Definition instance_increasing : Prop :=
  increasing (ratr : rationals -> real_algebraics).

Definition instance_number_field : Prop :=
  exists! theta : real_algebraics,
  is_root (Some (Isolation [:: BinNums.Zneg (BinNums.xO BinNums.xH); BinNums.Z0; BinNums.Zpos BinNums.xH]
    (BinNums.Zpos BinNums.xH, BinNums.Zpos BinNums.xH) (BinNums.Zpos (BinNums.xO BinNums.xH), BinNums.Zpos BinNums.xH))) theta.

Definition instance_rational : Prop :=
  forall n d (U : 'M[rationals]_(n, d)),
  (forall s, sign_pattern (map_mx (ratr : rationals -> real_algebraics) U) s <-> sign_pattern U s) /\
  (forall p, ranks (map_mx (ratr : rationals -> real_algebraics) U) p <-> ranks U p).

Definition instance_gordan : Prop :=
  forall (U : 'M[rationals]_(2, 1) := of_rows rationals 2 1 [:: [:: 1]; [:: -1]]%integers),
  (exists x, realises U (fun i => if i == 0 then Pos else Neg) x) /\ (exists y, refutes U (fun=> Pos) y).

Definition instance_general_position : Prop :=
  general_position (\matrix_(i < 4, j < 2) ((i : nat)%:R : rationals) ^+ j).

Definition instance_H_1 : Prop :=
  (same_sign_patterns (H_1_A rationals) (H_1_B rationals) /\ ~ same_rankings (H_1_A rationals) (H_1_B rationals)) /\
  (same_sign_patterns (H_1_A real_algebraics) (H_1_B real_algebraics) /\ ~ same_rankings (H_1_A real_algebraics) (H_1_B real_algebraics)).

Definition instance_5_5 : Prop :=
  cosines (model_1 real_algebraics) = cosines (model_2 real_algebraics) /\
  ~ same_rankings (model_1 real_algebraics) (model_2 real_algebraics).

Definition positive_needed : Prop :=
  forall (K : realFieldType),
  exists (U : 'M[K]_(2, 1)) (r : 'rV[K]_2),
  (forall i, r 0 i != 0) /\ ~ same_covectors U (diag_mx r *m (U *m U^T)).

Definition nonnegative_needed : Prop :=
  forall (K : realFieldType),
  exists (U : 'M[K]_(2, 1)) (s : 'I_2 -> int) (y : 'I_2 -> K),
  [/\ exists i, y i != 0, \sum_i (y i * (s i)%:~R) *: row i U = 0 & sign_pattern U s].

Definition strict_needed : Prop :=
  forall (K : realFieldType),
  exists (U : 'M[K]_(2, 1)) (w : 'I_2 -> entry) (y : 'I_2 -> K),
  [/\ forall i, strict (w i) -> 0 <= y i, forall i, w i = Any -> y i = 0, exists i, y i != 0,
      \sum_i (y i * sigma K (w i)) *: row i U = 0 & possible U w].
