(* The program as OCaml. Integers become Zarith's, natural numbers (labels and lengths) machine integers. All of this is trusted. *)

From Coq Require Import ZArith List Extraction ExtrOcamlBasic ExtrOcamlNatInt.
From Formal Require Import definitions numbers roots program whole beginnings norms in_balls orientation pairs.

Extract Inductive positive => "Integer.t"
  [ "(fun p -> Integer.succ (Integer.shift_left p 1))" "(fun p -> Integer.shift_left p 1)" "Integer.one" ]
  "(fun odd even one p -> if Integer.equal p Integer.one then one () else if Integer.is_odd p then odd (Integer.shift_right p 1) else even (Integer.shift_right p 1))".
Extract Inductive Z => "Integer.t" [ "Integer.zero" "(fun p -> p)" "Integer.neg" ]
  "(fun zero positive negative a -> match Integer.sign a with 0 -> zero () | 1 -> positive a | _ -> negative (Integer.neg a))".
Extract Inlined Constant Z.add => "Integer.add".
Extract Inlined Constant Z.sub => "Integer.sub".
Extract Inlined Constant Z.mul => "Integer.mul".
Extract Inlined Constant Z.opp => "Integer.neg".
Extract Inlined Constant Z.eqb => "Integer.equal".
Extract Inlined Constant Z.ltb => "Integer.lt".
Extract Inlined Constant Z.leb => "Integer.leq".
Extract Inlined Constant Z.of_nat => "Integer.of_int".
Extract Inlined Constant Z.gcd => "Integer.gcd".
(* Of positive numbers only: the program has looked at the denominators. *)
Extract Inlined Constant Z.lcm => "Integer.lcm".
(* By zero only where nothing is divided. *)
Extract Inlined Constant Z.div => "Integer.fdiv".

Extraction "program.ml" accepts_witness accepts_refutation
  accepts_sign_pattern accepts_ranking_pattern accepts_covectors accepts_weak_rankings
  accepts_signs_given accepts_rankings_given accepts_weak_given
  accepts_ball_witness accepts_sphere_witness accepts_ball_refutation
  accepts_signs_in_ball accepts_rankings_in_ball accepts_weak_in_ball
  accepts_same accepts_different.
