(******************************************************************************)
(*                                                                            *)
(*  DEFINITIONS: ALL WORDS OF THE STATEMENTS                                  *)
(*                                                                            *)
(*  Whoever doubts a theorem reads statements.v, this file and the other files*)
(*  of words: invariants.v, layers.v, measures.v, norms.v, points.v.  Nothing *)
(*  else gives them their meaning: the statements are compiled with these, the*)
(*  program that some of them name, and Mathematical Components, without any  *)
(*  proof; every theorem is checked against its statement.                    *)
(*                                                                            *)
(*  Fields.  K is any ordered field (the rationals, ...); R is any real       *)
(*  closed field (the reals, the real algebraic numbers); d, n, m are sizes.  *)
(*  Coq reads a/0 as 0.  Where a divisor may be 0 and no hypothesis excludes  *)
(*  it (the cosine with a zero row, in gram_cosines and in mf_3; softmax, if  *)
(*  the values of exp sum to 0, in lemma_3_1; a fraction of a certificate)    *)
(*  the theorem holds with this reading too, and nothing else of it changes   *)
(*  if such cases are left out.                                               *)
(*                                                                            *)
(*  Sign vectors.                                                             *)
(*    covector U s        some x in K^d has  sign <u_i, x> = s_i  for all i.  *)
(*                        s is a function from {1..n} to the integers; the    *)
(*                        signs are -1, 0, +1.                                *)
(*    sign_pattern U s    s belongs to the paper's S(U): it is a covector     *)
(*                        and none of its entries is 0.                       *)
(*    same_covectors U U'      U and U' have the same covectors.              *)
(*    same_sign_patterns U U'  S(U) = S(U').  In both, U and U' have the same *)
(*                             number of rows; their widths may differ.       *)
(*                                                                            *)
(*  Ranks and flats.                                                          *)
(*    only_rows U B       U with every row outside of B replaced by 0, so that*)
(*                  its rank is the rank of the rows in B.                    *)
(*    whitney U k   w_k: the sum of (-1)^|B| over the sets B of rows whose    *)
(*                  rank is k.                                                *)
(*    row_closure U B   the rows that lie in the span of the rows in B.       *)
(*    flats U       the sets of rows that are their own row_closure.          *)
(*    moebius U mu  mu is the Moebius function of the flats: for every flat F *)
(*                  the sum of mu(H) over the flats H inside F is 1 if F is   *)
(*                  the least flat, and 0 otherwise.                          *)
(*                                                                            *)
(*  Chirotopes.                                                               *)
(*    minor_sign A f   the sign of the minor of A, an n x r matrix, with the  *)
(*                  rows f(1), ..., f(r) in this order.                       *)
(*    column_basis U A   the columns of A are a basis of the column span of U.*)
(*    same_chirotopes U U'   the column spans of U and U' have bases A and A' *)
(*                  of one size whose minors have the same signs.  With other *)
(*                  bases all signs may be opposite (chirotope_bases), so this*)
(*                  is: equal ranks, equal chirotopes up to one sign for all. *)
(*  Lengths and cosines.                                                      *)
(*    dot u v       <u, v>, the usual dot product of two rows.                *)
(*    norm u        |u| = sqrt <u, u>.                                        *)
(*    cosines U     the n x n matrix C(U), entry <u_i,u_j>/(|u_i||u_j|).      *)
(*    nonzero_rows U   no row of U is zero (the paper's assumption).          *)
(*    diag_mx r     the diagonal matrix with entries r_1, ..., r_n.           *)
(*                                                                            *)
(*  Rankings.                                                                 *)
(*    pairs n       the list of all (i, j) with i < j < n in lexicographic    *)
(*                  order; labels are counted from 0.  For n = 4:             *)
(*                  (0,1) (0,2) (0,3) (1,2) (1,3) (2,3).                      *)
(*    braid n       the matrix B_n with C(n, 2) = n(n-1)/2 rows and n columns *)
(*                  whose k-th row is e_i - e_j, (i, j) the k-th pair.        *)
(*    ranks U p     p is a permutation of the n labels, best label first;     *)
(*                  some x in K^d orders the logits U x strictly that way:    *)
(*                  <u_p(0), x> > <u_p(1), x> > ... > <u_p(n-1), x>.          *)
(*    ranking_pattern U s    s belongs to R(U) = S(B_n U).                    *)
(*    same_rankings U U'     the same permutations are ranked by U and U'.    *)
(*    argmax_label U i       some ranking of U puts label i first.            *)
(*    top_label U i          some x puts label i strictly first; the others   *)
(*                  may tie among themselves.                                 *)
(*    tie_top U i j          some x puts the labels i and j first together,   *)
(*                  strictly above all others.                                *)
(*    order_signs p k        for the k-th pair (i, j): +1 if p lists i before *)
(*                  j, otherwise -1.                                          *)
(*    translate v U          the matrix with rows u_i + v.                    *)
(*    distinct_rows U   the rows u_1, ..., u_n are pairwise distinct.         *)
(*                                                                            *)
(*  The convex hull.                                                          *)
(*    hull U p        p = l_1 u_1 + ... + l_n u_n, all l_k >= 0, with sum 1.  *)
(*    segment a b p   p = t a + (1 - t) b for some t from 0 to 1.             *)
(*    face C F        F is a non-empty part of C, and whenever a point of F   *)
(*                    lies strictly between two points of C, both are in F.   *)
(*                                                                            *)
(*  Softmax.                                                                  *)
(*    turns_sums_into_products exp   exp(a + b) = exp(a) exp(b), and no value *)
(*                    of exp is 0.  Nothing else is known of exp: it may be   *)
(*                    the real exponential, to any base.                      *)
(*    softmax exp U x y    the probability of label y:                        *)
(*                    exp <u_y, x> / sum over all labels z of exp <u_z, x>.   *)
(*    cosine a b      <a, b> / (|a| |b|).                                     *)
(*    sigmoid exp z   1 / (1 + exp(-z)), the probability of a label.          *)
(*    likelihood exp z yes no   of an incomplete assignment: these labels are *)
(*                    assigned, those are not, nothing is said of the others. *)
(*    negative_sampling exp z window   what skip-gram with negative sampling  *)
(*                    maximises (its loss is minus the logarithm): each member*)
(*                    of the window is a label that was observed with the list*)
(*                    of the negative samples drawn for it.                   *)
(*    normalised_distance u v   the distance of u/|u| and v/|v|.              *)
(*    C_1, C_2, C_3   the matrices of examples C.1, C.2 and C.3.              *)
(*                                                                            *)
(*  Linear matrix factorisation.                                              *)
(*    squares M     the sum of the squares of all entries.                    *)
(*    objective_1 X c A B   ||X - X A B^T||^2 + c ||A B^T||^2.                *)
(*    optimal_1 X c A B     no A', B' of these sizes have a smaller one.      *)
(*    objective_2 X c A B   ||X - X A B^T||^2 + c (||X A||^2 + ||B||^2), and  *)
(*    optimal_2 X c A B     likewise.                                         *)
(*    rescaled A D    A diag(d);  inverses D: the row of all 1/d_l.           *)
(*    two_clusters    the matrix X^T X of data on four items: two clusters of *)
(*                  two items, with inner products 0 between the clusters.    *)
(*    cluster_picture B c   the cosine of the items 0 and 1 is c, and items of*)
(*                  different clusters have the cosine 0.                     *)
(*                                                                            *)
(*  Requests and certificates.                                                *)
(*    entry            what is asked of one number a:  Pos (written '+')      *)
(*                     a > 0;  Neg ('-') a < 0;  Zero ('0') a = 0;            *)
(*                     Any ('?') nothing.                                     *)
(*    strict e         e is Pos or Neg.                                       *)
(*    sigma e          -1 for Neg, otherwise 1.                               *)
(*    realises U w x   <u_i, x> is what the entry w_i asks, for every i: x is *)
(*                     a witness.                                             *)
(*    possible U w     some x in K^d realises w.                              *)
(*    refutes U w y    y_1, ..., y_n refute w (Gordan, Motzkin):              *)
(*                     y_i >= 0 where w_i is strict, any sign where w_i is    *)
(*                     '0', y_i = 0 where w_i is '?'; y_i > 0 for at least    *)
(*                     one strict w_i; and                                    *)
(*                       sum_i  y_i sigma(w_i) u_i = 0.                       *)
(*    entry_of s       the entry that asks for the sign s (+1, -1, 0).        *)
(*    increasing f     the field homomorphism f : K -> L keeps a > 0, that    *)
(*                     is, L is a larger ordered field.                       *)
(*                                                                            *)
(*  Inputs from a polyhedron.                                                 *)
(*    relation       what is asked of one number a:  Above  a > 0;  AtLeast   *)
(*                   a >= 0;  On  a = 0;  Free  nothing.                      *)
(*    meets V c r x  the k-th entry of V x + c is what r_k asks, for every k. *)
(*    contradicts V c r y   the weights y refute this system (Motzkin):       *)
(*                   y_k >= 0 where r_k is Above or AtLeast, any sign where   *)
(*                   it is On, y_k = 0 where it is Free;  y V = 0;            *)
(*                   y c <= 0;  and  y_k > 0 for some k with r_k = Above, or  *)
(*                   y c < 0.                                                 *)
(*    polyhedron     G x + g >= 0 and E x + e = 0, in K^d, with G = ineq_rows,*)
(*                   g = ineq_offsets, E = eq_rows, e = eq_offsets; any number*)
(*                   of inequalities and equations, redundant and             *)
(*                   contradictory ones included.                             *)
(*    inside P x     x satisfies them.                                        *)
(*    relative_interior C x   x is in C, and for every y in C the segment     *)
(*                   from y to x can be continued a little beyond x in C.     *)
(*    realises_at U b w x     <u_i, x> + b_i is what the entry w_i asks, for  *)
(*                   every i; b are the offsets.                              *)
(*    possible_in P U b w     some x in P realises w.                         *)
(*    refutes_in P U b w y z f   y weights the rows, z the inequalities and f *)
(*                   the equations of P:  y_i >= 0 where w_i is strict, any   *)
(*                   sign where w_i is '0', y_i = 0 where w_i is '?';         *)
(*                   z >= 0;                                                  *)
(*                     sum_i y_i sigma(w_i) u_i + z G + f E = 0;              *)
(*                     t = sum_i y_i sigma(w_i) b_i + z g + f e <= 0;         *)
(*                   and  y_i > 0 for some strict w_i, or t < 0.              *)
(*                                                                            *)
(*  Counts.                                                                   *)
(*    has_topes U k    S(U) has exactly k members.  A member is given by the  *)
(*                  set b of labels with sign +; sign_of b are its signs.     *)
(*    general_position U    any d or fewer rows of U are linearly             *)
(*                  independent.                                              *)
(*    rowsub f U    the rows f(1), ..., f(m) of U;  row_free: they are        *)
(*                  independent.                                              *)
(*    col_mx h U    the row h on top of the rows of U.                        *)
(*    'C(n, i)      the binomial coefficient.                                 *)
(*    generic_labels U   the rank of every set F of rows of B_n U is as large *)
(*                  as it can be: the smaller of d and the rank of the rows F *)
(*                  of B_n.                                                   *)
(*    cover_orders n d   Q(n, d): 1 for n = 0; Q(1, 0) = 1, Q(n, 0) = 0 for   *)
(*                  n > 1; Q(n+1, d+1) = Q(n, d+1) + n Q(n, d).               *)
(*    centred U     the matrix with rows u_i - m, where m is the mean of all  *)
(*                  rows.                                                     *)
(*                                                                            *)
(*  Questions of certificates.                                                *)
(*    fraction      a pair of integers of Coq, numerator and denominator; of_Z*)
(*                  is the integer as a number of K, of_fraction the fraction.*)
(*    numeral       a number of a field: the coefficients c_0, c_1, ... of    *)
(*                  the powers of a root theta, fractions; number_at theta c  *)
(*                  = c_0 + c_1 theta + ... Rationals have one coefficient.   *)
(*    polynomial_at p x   the value p_0 + p_1 x + ... for integers p_k.       *)
(*    isolation     a polynomial with integer coefficients, constant first,   *)
(*                  and the ends of an interval; is_root says of which root.  *)
(*    is_root K f theta   with an isolation f: K is real closed, and theta is *)
(*                  a root of the polynomial in the open interval. Without    *)
(*                  one: theta = 0; K may be any ordered field.               *)
(*    question      Signs w: + - 0 or ? for each row;  Ranking l: each of     *)
(*                  these labels above the next;  Top l: and the last of      *)
(*                  them above all others;  TopSet l: these above all         *)
(*                  others;  Tie i j: both equal, and above all others;       *)
(*                  Weak gs: in each group all equal, and above the next.     *)
(*    asked q n z   the n logits z answer the question with yes.              *)
(*    row_value theta row x   <row, x>, in K.                                 *)
(*    matrix_of theta n d rows   the n x d matrix with these rows.            *)
(*    answered_yes theta d rows given q   some x meets the given conditions   *)
(*                  (a list of vectors, each with a relation), and the logits *)
(*                  of the rows at x answer q. Offsets b: rows (u_i, b_i), x  *)
(*                  = (h, 1) up to a positive factor, with 1 > 0 among the    *)
(*                  given.                                                    *)
(*    agree_in c U U'   U and U' are the same in their rows, the products or  *)
(*                  the lengths of these, their cosines, their chirotope, or  *)
(*                  the number of members of S.                               *)
(*    can_compare c U U'   if these are cosines, no row is zero.              *)
(*    viewed v P U U'   P holds of U and U' (Itself), of B_n U and B_n U'     *)
(*                  (Differences), or of the rows minus their mean (Centred). *)
(*                                                                            *)
(*  The count of regions.                                                     *)
(*    rows          a list of vectors in K^d.                                 *)
(*    rows_matrix rows    the matrix with these rows.                         *)
(*    traces u rows   what the rows look like on the hyperplane of u: with k  *)
(*                  the first place where u_k is not 0, the vectors           *)
(*                  u_k v - v_k u without their k-th entry (which is 0).      *)
(*    regions rows    the count of arrangements/checker/regions.py.      *)
(*                  0 if a row is zero.  Otherwise 1, and for each row u,     *)
(*                  unless it is parallel to one already there, the regions   *)
(*                  of the traces on u of the rows that are already there.    *)
(*                  The checker adds the rows from the first to the last, the *)
(*                  definition below from the last to the first.              *)
(*    signs_with_zeros b   the signs b: Some true is +1, Some false is -1,    *)
(*                  None is 0.                                                *)
(*    has_faces U k   U has exactly k covectors, zeros included.              *)
(*    faces off undecided   two lists of rows: the number of covectors of all *)
(*                  of them together that are not 0 at any row of the list    *)
(*                  off. A row u that is undecided is left out if it is zero  *)
(*                  or parallel to a row of off, because its sign follows.    *)
(*                  Otherwise it is either not 0, and joins off; or 0, and    *)
(*                  then all other rows are replaced by their traces on u.    *)
(*                  When no row is undecided, the count is regions off. In    *)
(*                  dimension 0 every sign is 0.                              *)
(*    deciding      the step of it from one dimension to the next.            *)
(*                                                                            *)
(*  Lists.                                                                    *)
(*    of_rows K n d rows   the n x d matrix over K with the given rows, a     *)
(*                  list of lists of integers.                                *)
(*    with_rows n d rows   the n x d matrix with the given rows, lists of     *)
(*                  numbers of K.                                             *)
(*    word s        the function s written as a list s_0, ..., s_(n-1).       *)
(*    dependency rows c    sum_i c_i u_i = 0 for the list of integers c.      *)
(*    forbids c s   for the signs s chosen so far (a list, perhaps shorter    *)
(*                  than n): wherever c_i is not 0, s_i has the sign of c_i;  *)
(*                  or, wherever c_i is not 0, s_i has the opposite sign.     *)
(*    survivors n cs       the lists of n signs that no dependency in cs      *)
(*                  forbids; found by adding one sign at a time.              *)
(*    signs_at rows x      the list of the signs of <u_i, x>.                 *)
(*    complete_list rows cs xs ss   the check.  cs are dependencies, all      *)
(*                  survivors are in the list ss, and every member of ss is   *)
(*                  signs_at x or signs_at (-x) for some x in xs, without 0.  *)
(*    differences rows     the list of row i - row j, i < j, in the order of  *)
(*                  B_n.                                                      *)
(*    with_opposites ss, with_reversals ls   the lists together with their    *)
(*                  negatives, or with their reversals.                       *)
(*    signs_of_text "+-+", labels_of_text "312"   the lists [1; -1; 1] and    *)
(*                  [3; 1; 2].                                                *)
(*    labels p      the permutation p written as the list of its labels, best *)
(*                  first, counted from 1.                                    *)
(*    ranks_as U t  some x orders the labels as the text t, best first:       *)
(*                  "41325" is 4 > 1 > 3 > 2 > 5.                             *)
(*    signs_of l    the signs of B_n y for a y ordered as the list of labels. *)
(*                                                                            *)
(*  Theorem H.1.                                                              *)
(*    H_1_A, H_1_B   the paper's matrices, rows (1, p_i) for five points in   *)
(*                   the plane:                                               *)
(*        A   (-4/5, 1)  (4/5, 1)  (11/20, -1/2)  (-1, -1)    (1, -1)         *)
(*        B   (-1, 1)    (1, 1)    (7/20, -1/2)   (-4/5, -1)  (4/5, -1).      *)
(*    small_A, small_B   rows (1, p_i) for four points:                       *)
(*        A   (0, 0)  (4, 0)  (4, 3)  (0, 2)                                  *)
(*        B   (0, 0)  (4, 0)  (4, 2)  (0, 3).                                 *)
(*    affine U       the first column of U consists of ones.                  *)
(*                                                                            *)
(*  Theorem 5.5.                                                              *)
(*    model_1, model_2   the paper's configuration: seven labels at the       *)
(*                   angles 0, 45, 90, 135, 180, 225, 315 degrees.  In        *)
(*                   model_1 all lengths are 5; model_2 is the same but label *)
(*                   3 (90 degrees) has length 2.  With c = sqrt(2)/2 =       *)
(*                   cos 45 = sin 45, label 2 is (5c, 5c), label 4 is         *)
(*                   (-5c, 5c), and so on.                                    *)
(*    label_3        label 3, counted from 1 as in the paper.                 *)
(*    line_1, line_2    three labels on a line (d = 1), with rows 1, 2, 3 and *)
(*                   with rows 2, 1, 3.                                       *)
(*    ranks_as U t   some x orders the labels as the text t, best first.      *)
(*                                                                            *)
(******************************************************************************)

From Coq Require Import Ascii String.
From Coq Require BinInt List.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Two fields. *)

Notation rationals := rat_realFieldType.

Notation real_algebraics := [rcfType of realalg].

(* Sign vectors. *)

Definition covector (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) : Prop :=
  exists x : 'cV[K]_d, forall i, sgz ((U *m x) i 0) = s i.

Definition sign_pattern (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_n -> int) : Prop :=
  covector U s /\ forall i, s i != 0.

Definition same_covectors (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) : Prop :=
  forall s, covector U s <-> covector U' s.

Definition same_sign_patterns (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) : Prop :=
  forall s, sign_pattern U s <-> sign_pattern U' s.

Definition nonzero_rows (K : realFieldType) n d (U : 'M[K]_(n, d)) : Prop := forall i, row i U != 0.

Definition distinct_rows (K : realFieldType) n d (U : 'M[K]_(n, d)) : Prop :=
  forall i j, i != j -> row i U != row j U.

Definition sign_of n (b : {ffun 'I_n -> bool}) (i : 'I_n) : int := if b i then 1 else -1.

Definition has_topes (K : realFieldType) n d (U : 'M[K]_(n, d)) (k : nat) : Prop :=
  exists T : {set {ffun 'I_n -> bool}}, (forall b, b \in T <-> sign_pattern U (sign_of b)) /\ #|T| = k.

Definition general_position (K : realFieldType) n d (U : 'M[K]_(n, d)) : Prop :=
  forall m (f : 'I_m -> 'I_n), injective f -> (m <= d)%N -> row_free (rowsub f U).

(* Ranks and flats. *)

Definition only_rows (K : realFieldType) n d (U : 'M[K]_(n, d)) (B : {set 'I_n}) : 'M[K]_(n, d) :=
  \matrix_(i, j) (if i \in B then U i j else 0).

Definition whitney (K : realFieldType) n d (U : 'M[K]_(n, d)) (k : nat) : int :=
  \sum_(B : {set 'I_n} | \rank (only_rows U B) == k) (-1) ^+ #|B|.

Definition row_closure (K : realFieldType) n d (U : 'M[K]_(n, d)) (B : {set 'I_n}) : {set 'I_n} :=
  [set i | (row i U <= only_rows U B)%MS].

Definition flats (K : realFieldType) n d (U : 'M[K]_(n, d)) : {set {set 'I_n}} := [set F | row_closure U F == F].

Definition moebius (K : realFieldType) n d (U : 'M[K]_(n, d)) (mu : {set 'I_n} -> int) : Prop :=
  forall F, F \in flats U -> \sum_(H in flats U | H \subset F) mu H = (F == row_closure U set0)%:R.

(* Chirotopes. *)

Definition minor_sign (K : realFieldType) n r (A : 'M[K]_(n, r)) (f : 'I_r -> 'I_n) : int := sgz (\det (rowsub f A)).

Definition column_basis (K : realFieldType) n d r (U : 'M[K]_(n, d)) (A : 'M[K]_(n, r)) : Prop :=
  \rank A = r /\ (A^T :=: U^T)%MS.

Definition same_chirotopes (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) : Prop :=
  exists r (A A' : 'M[K]_(n, r)), [/\ column_basis U A, column_basis U' A' & forall f, minor_sign A f = minor_sign A' f].

(* Lengths and cosines. *)

Definition dot (K : realFieldType) d (u v : 'rV[K]_d) : K := \sum_k u 0 k * v 0 k.

Definition norm (R : rcfType) d (u : 'rV[R]_d) : R := Num.sqrt (dot u u).

Definition cosine (R : rcfType) d (a b : 'rV[R]_d) : R := dot a b / (norm a * norm b).

Definition cosines (R : rcfType) n d (U : 'M[R]_(n, d)) : 'M[R]_n :=
  \matrix_(i, j) (dot (row i U) (row j U) / (norm (row i U) * norm (row j U))).

(* Rankings. *)

Definition pairs n : seq (nat * nat) := [seq (i, j) | i <- iota 0 n, j <- iota i.+1 (n - i.+1)].

Definition braid (K : realFieldType) n : 'M[K]_('C(n, 2), n) :=
  \matrix_(k, l) (let: (i, j) := nth (0, 0)%N (pairs n) k in (l == i :> nat)%:R - (l == j :> nat)%:R).

Definition ranking_pattern (K : realFieldType) n d (U : 'M[K]_(n, d)) (s : 'I_('C(n, 2)) -> int) : Prop :=
  sign_pattern (braid K n *m U) s.

Definition ranks (K : realFieldType) n d (U : 'M[K]_(n, d)) (p : 'S_n) : Prop :=
  exists x : 'cV[K]_d, forall a b : 'I_n, (a < b)%N -> (U *m x) (p b) 0 < (U *m x) (p a) 0.

Definition same_rankings (K : realFieldType) n d d' (U : 'M[K]_(n, d)) (U' : 'M[K]_(n, d')) : Prop :=
  forall p, ranks U p <-> ranks U' p.

Definition argmax_label (K : realFieldType) n d (U : 'M[K]_(n, d)) (i : 'I_n) : Prop :=
  exists p : 'S_n, ranks U p /\ forall a : 'I_n, a = 0%N :> nat -> p a = i.

Definition top_label (K : realFieldType) n d (U : 'M[K]_(n, d)) (i : 'I_n) : Prop :=
  exists x : 'cV[K]_d, forall j, j != i -> (U *m x) j 0 < (U *m x) i 0.

Definition tie_top (K : realFieldType) n d (U : 'M[K]_(n, d)) (i j : 'I_n) : Prop :=
  exists x : 'cV[K]_d, (U *m x) i 0 = (U *m x) j 0 /\ forall k, k != i -> k != j -> (U *m x) k 0 < (U *m x) i 0.

Definition order_signs n (p : 'S_n) (k : 'I_('C(n, 2))) : int :=
  let: (i, j) := nth (0, 0)%N (pairs n) k in
  if [exists a : 'I_n, exists b : 'I_n, [&& (a < b)%N, p a == i :> nat & p b == j :> nat]] then 1 else -1.

Definition translate (A : ringType) n d (v : 'rV[A]_d) (U : 'M[A]_(n, d)) : 'M[A]_(n, d) :=
  \matrix_(i, j) (U i j + v 0 j).

Definition mean_row (K : realFieldType) n d (U : 'M[K]_(n, d)) : 'rV[K]_d := n%:R^-1 *: \sum_i row i U.

Definition centred (K : realFieldType) n d (U : 'M[K]_(n, d)) : 'M[K]_(n, d) := \matrix_(i, j) (U i j - mean_row U 0 j).

Definition generic_labels (K : realFieldType) n d (U : 'M[K]_(n, d)) : Prop :=
  forall F : {set 'I_('C(n, 2))}, \rank (only_rows (braid K n *m U) F) = minn d (\rank (only_rows (braid K n) F)).

Fixpoint cover_orders (n d : nat) : nat :=
  match n, d with
  | 0, _ => 1
  | n'.+1, 0 => (n' == 0)%N
  | n'.+1, d'.+1 => (cover_orders n' d'.+1 + n' * cover_orders n' d')%N
  end.

(* The convex hull. *)

Definition hull (K : realFieldType) n d (U : 'M[K]_(n, d)) (p : 'rV[K]_d) : Prop :=
  exists l : 'rV[K]_n, [/\ forall k, 0 <= l 0 k, \sum_k l 0 k = 1 & p = l *m U].

Definition segment (K : realFieldType) d (a b p : 'rV[K]_d) : Prop := exists2 t, 0 <= t <= 1 & p = t *: a + (1 - t) *: b.

Definition face (K : realFieldType) d (C F : 'rV[K]_d -> Prop) : Prop :=
  (exists p, F p) /\ (forall p, F p -> C p) /\
  forall p q t, C p -> C q -> 0 < t < 1 -> F (t *: p + (1 - t) *: q) -> F p /\ F q.

(* Softmax. *)

Definition turns_sums_into_products (A : ringType) (F : fieldType) (exp : A -> F) : Prop :=
  (forall a b, exp (a + b) = exp a * exp b) /\ (forall a, exp a != 0).

Definition softmax (A : ringType) (F : fieldType) (exp : A -> F) n d (U : 'M[A]_(n, d)) (x : 'cV[A]_d) (y : 'I_n) : F :=
  exp ((U *m x) y 0) / \sum_z exp ((U *m x) z 0).

Definition sigmoid (A : ringType) (F : fieldType) (exp : A -> F) (z : A) : F := (1 + exp (- z))^-1.

Definition likelihood (A : ringType) (F : fieldType) (exp : A -> F) n (z : 'I_n -> A) (yes no : {set 'I_n}) : F :=
  \prod_(i in yes) sigmoid exp (z i) * \prod_(i in no) (1 - sigmoid exp (z i)).

Definition negative_sampling (A : ringType) (F : fieldType) (exp : A -> F) n (z : 'I_n -> A) (window : seq ('I_n * seq 'I_n)) : F :=
  \prod_(w <- window) (sigmoid exp (z w.1) * \prod_(i <- w.2) sigmoid exp (- z i)).

Definition normalised_distance (R : rcfType) d (u v : 'rV[R]_d) : R := norm ((norm u)^-1 *: u - (norm v)^-1 *: v).

Definition with_rows (K : ringType) n d (rows : seq (seq K)) : 'M[K]_(n, d) := \matrix_(i, j) nth 0 (nth [::] rows i) j.

Definition C_1 (R : rcfType) : 'M[R]_(5, 2) := \matrix_(i, j) nth 0 (nth [::]
  [:: [:: 1; 2%:R^-1]; [:: 2%:R^-1; 1]; [:: - 1; 2%:R / 5%:R]; [:: - (4%:R / 5%:R); - (4%:R / 5%:R)]; [:: 9%:R / 10%:R; - (6%:R / 5%:R)]] i) j.

Definition C_2 (R : rcfType) : 'M[R]_(5, 2) := with_rows 5 2
  [:: [:: 7%:R / 5%:R;      - 1];
      [:: 7%:R / 5%:R;      1];
      [:: - (9%:R / 10%:R); 3%:R / 10%:R];
      [:: - 1;              0];
      [:: - (9%:R / 10%:R); - (3%:R / 10%:R)]].

Definition C_3 (R : rcfType) (s := Num.sqrt 39%:R / 20%:R) : 'M[R]_(6, 2) := with_rows 6 2
  [:: [:: 19%:R / 20%:R;     s];
      [:: - (19%:R / 20%:R); s];
      [:: - 1;               0];
      [:: - (19%:R / 20%:R); - s];
      [:: 19%:R / 20%:R;     - s];
      [:: 1;                 0]].

(* Linear matrix factorisation. *)

Definition squares (K : realFieldType) m n (M : 'M[K]_(m, n)) : K := \sum_i \sum_j M i j ^+ 2.

Definition objective_1 (K : realFieldType) m p k (X : 'M[K]_(m, p)) (c : K) (A B : 'M[K]_(p, k)) : K :=
  squares (X - X *m A *m B^T) + c * squares (A *m B^T).

Definition optimal_1 (K : realFieldType) m p k (X : 'M[K]_(m, p)) (c : K) (A B : 'M[K]_(p, k)) : Prop :=
  forall A' B' : 'M[K]_(p, k), objective_1 X c A B <= objective_1 X c A' B'.

Definition objective_2 (K : realFieldType) m p k (X : 'M[K]_(m, p)) (c : K) (A B : 'M[K]_(p, k)) : K :=
  squares (X - X *m A *m B^T) + c * (squares (X *m A) + squares B).

Definition optimal_2 (K : realFieldType) m p k (X : 'M[K]_(m, p)) (c : K) (A B : 'M[K]_(p, k)) : Prop :=
  forall A' B' : 'M[K]_(p, k), objective_2 X c A B <= objective_2 X c A' B'.

Definition rescaled (K : realFieldType) p k (A : 'M[K]_(p, k)) (D : 'rV[K]_k) : 'M[K]_(p, k) := A *m diag_mx D.

Definition inverses (K : realFieldType) k (D : 'rV[K]_k) : 'rV[K]_k := map_mx (@GRing.inv K) D.

Definition two_clusters (K : realFieldType) : 'M[K]_4 := with_rows 4 4
  [:: [:: 73%:R / 2%:R; 55%:R / 2%:R; 0; 0]; [:: 55%:R / 2%:R; 73%:R / 2%:R; 0; 0];
      [:: 0; 0; 37%:R / 2%:R; 35%:R / 2%:R]; [:: 0; 0; 35%:R / 2%:R; 37%:R / 2%:R]].

Definition cluster_picture (R : rcfType) k (B : 'M[R]_(4, k)) (c : R) : Prop :=
  cosines B 0 1 = c /\ forall i j : 'I_4, (i < 2)%N -> (2 <= j)%N -> cosines B i j = 0.


(* Requests and certificates. *)

Inductive entry := Pos | Neg | Zero | Any.

Definition strict (e : entry) : bool := match e with Pos | Neg => true | Zero | Any => false end.

Definition entry_of (s : int) : entry := if s == 1 then Pos else if s == -1 then Neg else Zero.

Definition asks (K : realFieldType) (e : entry) (a : K) : Prop :=
  match e with Pos => 0 < a | Neg => a < 0 | Zero => a = 0 | Any => True end.

Definition sigma (K : realFieldType) (e : entry) : K := if e is Neg then -1 else 1.

Definition realises (K : realFieldType) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry) (x : 'cV[K]_d) : Prop :=
  forall i, asks (w i) ((U *m x) i 0).

Definition possible (K : realFieldType) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry) : Prop := exists x, realises U w x.

Definition refutes (K : realFieldType) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry) (y : 'I_n -> K) : Prop :=
  [/\ forall i, strict (w i) -> 0 <= y i,
      forall i, w i = Any -> y i = 0,
      exists i, strict (w i) /\ 0 < y i
    & \sum_i (y i * sigma K (w i)) *: row i U = 0].

Definition signed_rows (K : realFieldType) n d (U : 'M[K]_(n, d)) (w : 'I_n -> entry) : 'M[K]_(n, d) :=
  \matrix_(i, j) (sigma K (w i) * U i j).

Definition unsigned n (w : 'I_n -> entry) : 'I_n -> entry := fun i => if w i is Neg then Pos else w i.

Definition increasing (K L : realFieldType) (f : K -> L) : Prop := forall a, 0 < a -> 0 < f a.

(* Inputs from a polyhedron. *)

Inductive relation := Above | AtLeast | On | Free.

Record polyhedron (K : realFieldType) (d : nat) := Polyhedron {
  inequalities : nat;
  equations : nat;
  ineq_rows : 'M[K]_(inequalities, d);
  ineq_offsets : 'cV[K]_inequalities;
  eq_rows : 'M[K]_(equations, d);
  eq_offsets : 'cV[K]_equations
}.

Definition holds (K : realFieldType) (r : relation) (a : K) : Prop :=
  match r with Above => 0 < a | AtLeast => 0 <= a | On => a = 0 | Free => True end.

Definition allowed (K : realFieldType) (r : relation) (y : K) : Prop :=
  match r with Above | AtLeast => 0 <= y | On => True | Free => y = 0 end.

Definition meets (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (x : 'cV[K]_d) : Prop :=
  forall k, holds (r k) ((V *m x + c) k 0).

Definition contradicts (K : realFieldType) m d (V : 'M[K]_(m, d)) (c : 'cV[K]_m) (r : 'I_m -> relation) (y : 'rV[K]_m) : Prop :=
  [/\ forall k, allowed (r k) (y 0 k),
      y *m V = 0,
      (y *m c) 0 0 <= 0
    & (exists k, r k = Above /\ 0 < y 0 k) \/ (y *m c) 0 0 < 0].

Definition inside (K : realFieldType) d (P : polyhedron K d) (x : 'cV[K]_d) : Prop :=
  (forall i, 0 <= (ineq_rows P *m x + ineq_offsets P) i 0) /\ eq_rows P *m x + eq_offsets P = 0.

Definition relative_interior (K : realFieldType) d (C : 'cV[K]_d -> Prop) (x : 'cV[K]_d) : Prop :=
  C x /\ forall y, C y -> exists2 t, 0 < t & C (x + t *: (x - y)).

Definition realises_at (K : realFieldType) n d (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry) (x : 'cV[K]_d) : Prop :=
  forall i, asks (w i) ((U *m x + b) i 0).

Definition possible_in (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry) : Prop :=
  exists x, inside P x /\ realises_at U b w x.

Definition refutes_in (K : realFieldType) d (P : polyhedron K d) n (U : 'M[K]_(n, d)) (b : 'cV[K]_n) (w : 'I_n -> entry)
    (y : 'I_n -> K) (z : 'rV[K]_(inequalities P)) (f : 'rV[K]_(equations P)) : Prop :=
  let t := \sum_i y i * sigma K (w i) * b i 0 + (z *m ineq_offsets P) 0 0 + (f *m eq_offsets P) 0 0 in
  [/\ forall i, (strict (w i) -> 0 <= y i) /\ (w i = Any -> y i = 0),
      forall i, 0 <= z 0 i,
      \sum_i (y i * sigma K (w i)) *: row i U + z *m ineq_rows P + f *m eq_rows P = 0,
      t <= 0
    & (exists i, strict (w i) /\ 0 < y i) \/ t < 0].

(* Questions of certificates. *)

Definition fraction : Set := (BinNums.Z * BinNums.Z)%type.

Definition numeral : Set := seq fraction.

Inductive question := Signs of seq entry | Ranking of seq nat | Top of seq nat | TopSet of seq nat | Tie of nat & nat
  | Weak of seq (seq nat).

Definition of_Z (K : realFieldType) (z : BinNums.Z) : K :=
  (BinInt.Z.to_nat z)%:R - (BinInt.Z.to_nat (BinInt.Z.opp z))%:R.

Definition of_fraction (K : realFieldType) (f : fraction) : K := of_Z K f.1 / of_Z K f.2.

Definition polynomial_at (K : realFieldType) (p : seq BinNums.Z) (x : K) : K :=
  \sum_(k < size p) of_Z K (nth BinNums.Z0 p k) * x ^+ k.

Record isolation := Isolation { root_polynomial : seq BinNums.Z; left_end : fraction; right_end : fraction }.

Definition is_root (K : realFieldType) (f : option isolation) (theta : K) : Prop :=
  match f with
  | Some r => [/\ Num.real_closed_axiom K, polynomial_at (root_polynomial r) theta = 0,
                  of_fraction K (left_end r) < theta & theta < of_fraction K (right_end r)]
  | None => theta = 0
  end.

Definition zeros : fraction := (BinNums.Z0, BinNums.Z0).

Definition number_at (K : realFieldType) (theta : K) (a : numeral) : K := \sum_(k < size a) of_fraction K (nth zeros a k) * theta ^+ k.

Definition row_value (K : realFieldType) (theta : K) d (u : seq numeral) (x : 'cV[K]_d) : K :=
  \sum_(j < d) number_at theta (nth [::] u j) * x j 0.

Definition matrix_of (K : realFieldType) (theta : K) (n d : nat) (rows : seq (seq numeral)) : 'M[K]_(n, d) :=
  \matrix_(i, j) number_at theta (nth [::] (nth [::] rows i) j).

Definition asked (K : realFieldType) (q : question) (n : nat) (z : nat -> K) : Prop :=
  match q with
  | Signs w => forall i, (i < n)%N -> asks (nth Any w i) (z i)
  | Ranking l => sorted (fun i j => z j < z i) l
  | Top l => sorted (fun i j => z j < z i) l /\ forall j, (j < n)%N -> j \notin l -> z j < z (last 0%N l)
  | TopSet l => forall i j, i \in l -> (j < n)%N -> j \notin l -> z j < z i
  | Tie i j => z i = z j /\ forall k, (k < n)%N -> k \notin [:: i; j] -> z k < z i
  | Weak gs => all (fun g => all (fun i => z i == z (head 0%N g)) g) gs /\ sorted (fun g h => z (head 0%N h) < z (head 0%N g)) gs
  end.

Definition answered_yes (K : realFieldType) (theta : K) (d : nat) rows (given : seq (seq numeral * relation)) (q : question) : Prop :=
  exists x : 'cV[K]_d, (forall u r, List.In (u, r) given -> holds r (row_value theta u x)) /\
    asked q (size rows) (fun i => row_value theta (nth [::] rows i) x).

(* Two configurations compared. *)

Inductive compared := Entries | Products | Lengths | Cosines | Chirotopes | Regions.

Inductive view := Itself | Differences | Centred.

Definition agree_in (R : rcfType) (c : compared) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) : Prop :=
  match c with
  | Entries => Tagged (fun e => 'M[R]_(n, e)) U = Tagged (fun e => 'M[R]_(n, e)) U'
  | Products => U *m U^T = U' *m U'^T
  | Lengths => forall i, norm (row i U) = norm (row i U')
  | Cosines => cosines U = cosines U'
  | Chirotopes => same_chirotopes U U'
  | Regions => exists k, has_topes U k /\ has_topes U' k
  end.

Definition can_compare (R : rcfType) (c : compared) n d d' (U : 'M[R]_(n, d)) (U' : 'M[R]_(n, d')) : Prop :=
  match c with Cosines => nonzero_rows U /\ nonzero_rows U' | _ => True end.

Definition viewed (R : rcfType) (v : view) d d' (P : forall n, 'M[R]_(n, d) -> 'M[R]_(n, d') -> Prop) n (U : 'M[R]_(n, d))
    (U' : 'M[R]_(n, d')) : Prop :=
  match v with
  | Itself => P n U U'
  | Differences => P 'C(n, 2) (braid R n *m U) (braid R n *m U')
  | Centred => P n (centred U) (centred U')
  end.

(* The count of regions. *)

Definition rows_matrix (K : realFieldType) d (rows : seq 'rV[K]_d) : 'M[K]_(size rows, d) := \matrix_(i < size rows) nth 0 rows i.

Definition traces (K : realFieldType) d (u : 'rV[K]_d.+1) (rows : seq 'rV[K]_d.+1) : seq 'rV[K]_d :=
  if [pick k | u 0 k != 0] is Some k then [seq col' k (u 0 k *: v - v 0 k *: u) | v : 'rV[K]_d.+1 <- rows] else [::].

Fixpoint adding (K : realFieldType) d (regions_below : seq 'rV[K]_d -> nat) (rows : seq 'rV[K]_d.+1) : nat * seq 'rV[K]_d.+1 :=
  if rows is u :: rest then
    let: (so_far, seen) := adding regions_below rest in
    let on_u := traces u seen in
    if 0 \in on_u then (so_far, seen) else ((so_far + regions_below on_u)%N, u :: seen)
  else (1%N, [::]).

Fixpoint regions (K : realFieldType) d : seq 'rV[K]_d -> nat :=
  match d with
  | 0 => fun rows => if rows is [::] then 1%N else 0%N
  | d'.+1 => fun rows => if 0 \in rows then 0%N else (adding (@regions K d') rows).1
  end.

(* The count of all covectors. *)

Definition signs_with_zeros n (b : {ffun 'I_n -> option bool}) (i : 'I_n) : int :=
  if b i is Some e then if e then 1 else -1 else 0.

Definition has_faces (K : realFieldType) n d (U : 'M[K]_(n, d)) (k : nat) : Prop :=
  exists T : {set {ffun 'I_n -> option bool}}, (forall b, b \in T <-> covector U (signs_with_zeros b)) /\ #|T| = k.

Fixpoint deciding (K : realFieldType) d (faces_below : seq 'rV[K]_d -> seq 'rV[K]_d -> nat) (off undecided : seq 'rV[K]_d.+1) : nat :=
  if undecided is u :: rest then
    let on_u := traces u off in
    if (u == 0) || (0 \in on_u) then deciding faces_below off rest
    else (deciding faces_below (u :: off) rest + faces_below on_u (traces u rest))%N
  else regions off.

Fixpoint faces (K : realFieldType) d : seq 'rV[K]_d -> seq 'rV[K]_d -> nat :=
  match d with
  | 0 => fun off _ => if off is [::] then 1%N else 0%N
  | d'.+1 => deciding (@faces K d')
  end.

(* Lists; numerals for lists of integers: [:: 3; -4]%integers. *)

Definition rows_of_integers := seq (seq int).

Definition integer_of_numeral (a : Number.int) : option int :=
  match a with
  | Number.IntDecimal (Decimal.Pos u) => Some (Posz (Nat.of_uint u))
  | Number.IntDecimal (Decimal.Neg u) => Some (- Posz (Nat.of_uint u))
  | _ => None
  end.

Definition numeral_of_integer (a : int) : option Number.int :=
  match a with
  | Posz m => Some (Number.IntDecimal (Decimal.Pos (Nat.to_uint m)))
  | Negz m => Some (Number.IntDecimal (Decimal.Neg (Nat.to_uint m.+1)))
  end.

Declare Scope integers_scope.
Delimit Scope integers_scope with integers.
Number Notation int integer_of_numeral numeral_of_integer : integers_scope.

Definition at_ (rows : rows_of_integers) (i j : nat) : int := nth 0 (nth [::] rows i) j.

Definition of_rows (K : ringType) n d (rows : rows_of_integers) : 'M[K]_(n, d) := \matrix_(i, j) (at_ rows i j)%:~R.

Definition word n (s : 'I_n -> int) : seq int := [seq s i | i <- enum 'I_n].

Definition sum_below (n : nat) (f : nat -> int) : int := foldr +%R 0 [seq f i | i <- iota 0 n].

Definition dependency n d (rows : rows_of_integers) (c : seq int) : bool :=
  [&& (size c <= n)%N, has (fun a => a != 0) c &
      all (fun j => sum_below n (fun i => nth 0 c i * at_ rows i j) == 0) (iota 0 d)].

Definition agrees (c s : seq int) : bool :=
  all (fun i => (nth 0 c i == 0) || (0 < nth 0 c i * nth 0 s i)) (iota 0 (size c)).

Definition forbids (c s : seq int) : bool := agrees c s || agrees c [seq - a | a <- s].

Fixpoint survivors (n : nat) (cs : seq (seq int)) (s : seq int) : seq (seq int) :=
  if has (fun c => forbids c s) cs then [::] else
  if n is n'.+1 then survivors n' cs (rcons s 1) ++ survivors n' cs (rcons s (-1)) else [:: s].

Definition signs_at n d (rows : rows_of_integers) (x : seq int) : seq int :=
  [seq sgz (sum_below d (fun j => at_ rows i j * nth 0 x j)) | i <- iota 0 n].

Definition with_opposites (ss : seq (seq int)) : seq (seq int) := ss ++ [seq [seq - a | a <- s] | s <- ss].

Definition complete_list n d (rows : rows_of_integers) (cs xs ss : seq (seq int)) : bool :=
  let seen := [seq signs_at n d rows x | x <- xs] in
  [&& all (dependency n d rows) cs, all (mem ss) (survivors n cs [::]) &
      all (fun s => (0 \notin s) && (s \in with_opposites seen)) ss].

Definition with_reversals (ls : seq (seq nat)) : seq (seq nat) := ls ++ [seq rev l | l <- ls].

Fixpoint signs_of_text (t : string) : seq int :=
  match t with
  | EmptyString => [::]
  | String "+" t' => 1 :: signs_of_text t'
  | String "-" t' => -1 :: signs_of_text t'
  | String _ t' => 0 :: signs_of_text t'
  end.

Fixpoint labels_of_text (t : string) : seq nat :=
  if t is String c t' then (nat_of_ascii c - nat_of_ascii "0")%N :: labels_of_text t' else [::].

Definition differences n d (rows : rows_of_integers) : rows_of_integers :=
  [seq [seq at_ rows ij.1 k - at_ rows ij.2 k | k <- iota 0 d] | ij <- pairs n].

Definition labels n (p : 'S_n) : seq nat := [seq (p a : nat).+1 | a <- enum 'I_n].

Definition signs_of n (l : seq nat) : seq int :=
  [seq if (index ij.1.+1 l < index ij.2.+1 l)%N then 1 else -1 | ij <- pairs n].

Definition ranks_as (K : realFieldType) n d (U : 'M[K]_(n, d)) (t : string) : Prop :=
  exists p : 'S_n, labels p = labels_of_text t /\ ranks U p.

(* Theorem H.1. *)

Definition affine (K : ringType) n d (U : 'M[K]_(n, d.+1)) : Prop := forall i, U i 0 = 1.

Definition H_1_A (K : realFieldType) : 'M[K]_(5, 3) := with_rows 5 3
  [:: [:: 1; - (4%:R / 5%:R);    1];
      [:: 1; 4%:R / 5%:R;        1];
      [:: 1; 11%:R / 20%:R;      - (1 / 2%:R)];
      [:: 1; - 1;                - 1];
      [:: 1; 1;                  - 1]].

Definition H_1_B (K : realFieldType) : 'M[K]_(5, 3) := with_rows 5 3
  [:: [:: 1; - 1;                1];
      [:: 1; 1;                  1];
      [:: 1; 7%:R / 20%:R;       - (1 / 2%:R)];
      [:: 1; - (4%:R / 5%:R);    - 1];
      [:: 1; 4%:R / 5%:R;        - 1]].

Definition small_A (K : realFieldType) : 'M[K]_(4, 3) := with_rows 4 3
  [:: [:: 1; 0; 0]; [:: 1; 4%:R; 0]; [:: 1; 4%:R; 3%:R]; [:: 1; 0; 2%:R]].

Definition small_B (K : realFieldType) : 'M[K]_(4, 3) := with_rows 4 3
  [:: [:: 1; 0; 0]; [:: 1; 4%:R; 0]; [:: 1; 4%:R; 2%:R]; [:: 1; 0; 3%:R]].

Definition H_1_signs : seq (seq int) := with_opposites (map signs_of_text
  [:: "+++++"; "++++-"; "+++-+"; "+-+++"; "+----"; "+++--"; "++---"; "+-++-"; "+--+-"; "++-+-"]%string).

Definition H_1_rankings_A : seq (seq nat) := with_reversals (map labels_of_text
  [:: "12345"; "12435"; "14235"; "14325"; "41325"; "41352"; "45312"]%string).

Definition H_1_rankings_B : seq (seq nat) := with_reversals (map labels_of_text
  [:: "12345"; "12435"; "14235"; "14325"; "14352"; "41352"; "45312"]%string).

(* Theorem 5.5. *)

Definition cos_45 (R : rcfType) : R := Num.sqrt 2%:R / 2%:R.

Definition model_1 (R : rcfType) (c := cos_45 R) : 'M[R]_(7, 2) := with_rows 7 2
  [:: [:: 5%:R;       0];
      [:: 5%:R * c;   5%:R * c];
      [:: 0;          5%:R];
      [:: - 5%:R * c; 5%:R * c];
      [:: - 5%:R;     0];
      [:: - 5%:R * c; - 5%:R * c];
      [:: 5%:R * c;   - 5%:R * c]].

Definition model_2 (R : rcfType) (c := cos_45 R) : 'M[R]_(7, 2) := with_rows 7 2
  [:: [:: 5%:R;       0];
      [:: 5%:R * c;   5%:R * c];
      [:: 0;          2%:R];
      [:: - 5%:R * c; 5%:R * c];
      [:: - 5%:R;     0];
      [:: - 5%:R * c; - 5%:R * c];
      [:: 5%:R * c;   - 5%:R * c]].

Definition label_3 : 'I_7 := inord 2.

Definition line_1 (K : realFieldType) : 'M[K]_(3, 1) := of_rows K 3 1 [:: [:: 1]; [:: 2]; [:: 3]]%integers.

Definition line_2 (K : realFieldType) : 'M[K]_(3, 1) := of_rows K 3 1 [:: [:: 2]; [:: 1]; [:: 3]]%integers.
