(* Reads lines of words, asks the extracted program, prints one word for each question: accepted or refused. Trusted, with the reader that
   writes these lines (proofs/coq/problems.py, for reader.py). A number is its coefficients c_0,c_1,... at the root, one for rationals. A question is

     rationals  |  root c_0,c_1,... left right     a polynomial with integer coefficients, the ends of the interval of its root
     dimension rows given                          three numbers
     number ... number                             a line for each row
     > number ... number                           a line for each given condition, its relation (> or >= or =) first
     signs +-0?  |  ranking i j ...  |  top i ...  |  topset i ...  |  tie i j  |  weakranking i ... > j ... > ...
     witness a ... | refutation a ...              with integers as coefficients

   For inputs in a ball or behind a norm the three numbers are followed by "ball", or "centred", and the given conditions by three lines: the
   centre, the gains, and the square. The offset is the last entry of a row, and the number 1 for all z of a witness. On a sphere a yes is

     sphere a ... : a ...                          a point in the ball, and one that is not inside it

   A whole pattern has, in place of the last two lines, its kind and the number of its members, and a line for each, with its witness; under
   given conditions the number of beginnings that are excluded too, with a line for each and its refutation:

     pattern signs k  |  pattern covectors k  |  pattern ranking k  |  pattern weakranking k
     given signs k m  |  given covectors k m  |  given ranking k m  |  given weakranking k m
     +-0 : a ...      |  i j ... : a ...      |  i ... > j ... : a ...

   Two configurations have what is compared, of rows, differences or centred rows, then dimension, number of rows and rows of the second:

     same rows|differences|centred rows|products|lengths|cosines|chirotope|regions d n     (or: different ...)
     number ... number                                                                      *)

open Program

let split line = List.filter (fun w -> w <> "") (String.split_on_char ' ' line)

(* A line, or None at the end of the input. The last line must be whole, too: input_line would take half a number for a number. *)
let whole_line () =
  let line = Buffer.create 256 in
  let rec read () = match input_char stdin with
    | '\n' -> Some (Buffer.contents line)
    | c -> Buffer.add_char line c; read ()
    | exception End_of_file when Buffer.length line = 0 -> None
    | exception End_of_file -> failwith "the input must end with a whole line" in
  read ()

let words () = match whole_line () with
  | Some line -> split line
  | None -> failwith "the input must end with a whole question"

let fraction word =
  match String.split_on_char '/' word with
  | [ n ] -> (Integer.of_string n, Integer.one)
  | [ n; d ] -> (Integer.of_string n, Integer.of_string d)
  | _ -> failwith "a number must be n or n/d"

let coefficients read word = List.map read (String.split_on_char ',' word)

let number = coefficients fraction

let integer = coefficients Integer.of_string

let relation = function ">" -> Above | ">=" -> AtLeast | "=" -> On | _ -> failwith "a relation must be > or >= or ="

let entry = function '+' -> Pos | '-' -> Neg | '0' -> Zero | '?' -> Any | _ -> failwith "a sign must be + - 0 or ?"

let signs words = List.map entry (List.of_seq (String.to_seq (String.concat "" words)))

let labels = List.map int_of_string

let rec groups = function
  | [] -> []
  | words ->
    let rec first = function
      | ">" :: rest -> ([], rest)
      | i :: rest -> let (group, rest) = first rest in (int_of_string i :: group, rest)
      | [] -> ([], []) in
    let (group, rest) = first words in
    group :: groups rest

let question = function
  | "signs" :: w -> Signs (signs w)
  | "ranking" :: l -> Ranking (labels l)
  | "top" :: l -> Top (labels l)
  | "topset" :: l -> TopSet (labels l)
  | "weakranking" :: l -> Weak (groups l)
  | [ "tie"; i; j ] -> Tie (int_of_string i, int_of_string j)
  | _ -> failwith "a question must be of a known kind"

let rec split_at_colon = function
  | ":" :: rest -> ([], List.map integer rest)
  | word :: rest -> let (first, x) = split_at_colon rest in (word :: first, x)
  | [] -> failwith "a member must have a witness"

(* In order: the order in which List.init applies its function is not promised. *)
let times n f = List.rev (List.fold_left (fun l () -> f () :: l) [] (List.init n (fun _ -> ())))

let rows n = times n (fun () -> List.map number (words ()))

let members read k = times (int_of_string k) (fun () -> let (first, x) = split_at_colon (words ()) in (read first, x))

let field = function
  | [ "rationals" ] -> None
  | [ "root"; p; left; right ] -> Some { root_polynomial = integer p; left_end = fraction left; right_end = fraction right }
  | _ -> failwith "a question must begin with its field"

let view = function
  | "rows" -> Itself
  | "differences" -> Differences
  | "centred" -> Centred
  | _ -> failwith "what is compared must be rows, differences or centred rows"

let compared = function
  | "rows" -> Entries
  | "products" -> Products
  | "lengths" -> Lengths
  | "cosines" -> Cosines
  | "chirotope" -> Chirotopes
  | "regions" -> Regions
  | _ -> failwith "what is compared must be known"

let given_pattern f d us conditions ball kind k m =
  let both read given within =
    let listed = members read k in
    let excluded = members read m in
    match ball with
    | None -> given d us conditions listed excluded
    | Some b -> within (d - 1) b us conditions listed excluded in
  match kind with
  | "signs" -> both signs (accepts_signs_given f false) (accepts_signs_in_ball f false)
  | "covectors" -> both signs (accepts_signs_given f true) (accepts_signs_in_ball f true)
  | "ranking" -> both labels (accepts_rankings_given f) (accepts_rankings_in_ball f)
  | "weakranking" -> both groups (accepts_weak_given f) (accepts_weak_in_ball f)
  | _ -> failwith "a pattern must be of a known kind"

let around kind =
  let row () = List.map number (words ()) in
  let ball_centre = row () in
  let ball_gains = row () in
  match row (), kind with
  | [ ball_square ], ("ball" | "centred") -> { ball_centre; ball_gains; ball_square; ball_centred = kind = "centred" }
  | _ -> failwith "a ball must have a square, and be centred or not"

let rec before_colon = function
  | ":" :: rest -> ([], rest)
  | word :: rest -> let (first, last) = before_colon rest in (word :: first, last)
  | [] -> failwith "a yes on a sphere must have two points"

let pattern f d us kind k =
  match kind with
  | "signs" -> accepts_sign_pattern f d us (members signs k)
  | "covectors" -> accepts_covectors f d us (members signs k)
  | "ranking" -> accepts_ranking_pattern f d us (members labels k)
  | "weakranking" -> accepts_weak_rankings f d us (members groups k)
  | _ -> failwith "a pattern must be of a known kind"

let asked_in_ball f d us conditions b q = function
  | "witness" :: x -> accepts_ball_witness f d b us conditions q (List.map integer x)
  | "refutation" :: y -> accepts_ball_refutation f d b us conditions q (List.map integer y)
  | "sphere" :: points ->
    let (x, beyond) = before_colon points in
    accepts_sphere_witness f d b us conditions q (List.map integer x) (List.map integer beyond)
  | _ -> failwith "evidence must be a witness or a refutation"

let one first =
  let f = field first in
  let (d, n, conditions, kind) = match words () with
    | d :: n :: c :: rest -> (int_of_string d, int_of_string n, int_of_string c, rest)
    | _ -> failwith "a question must have three numbers" in
  let us = rows n in
  let conditions = times conditions (fun () -> match words () with
    | r :: u -> (List.map number u, relation r)
    | [] -> failwith "a condition must have a relation") in
  let ball = match kind with
    | [] -> None
    | [ kind ] -> Some (around kind)
    | _ -> failwith "a question must have three numbers" in
  let compare accepts v c d' n' = accepts f (view v) (compared c) n d us (int_of_string d') (rows (int_of_string n')) in
  let accepted = match words (), ball with
    | [ "given"; kind; k; m ], _ -> given_pattern f d us conditions ball kind k m
    | [ "pattern"; kind; k ], None -> pattern f d us kind k
    | [ "same"; v; c; d'; n' ], None -> compare accepts_same v c d' n'
    | [ "different"; v; c; d'; n' ], None -> compare accepts_different v c d' n'
    | asked, Some b -> let q = question asked in asked_in_ball f (d - 1) us conditions b q (words ())
    | asked, None ->
      let q = question asked in
      (match words () with
       | "witness" :: x -> accepts_witness f d us conditions q (List.map integer x)
       | "refutation" :: y -> accepts_refutation f d us conditions q (List.map integer y)
       | _ -> failwith "evidence must be a witness or a refutation") in
  print_endline (if accepted then "accepted" else "refused")

let rec all () = match whole_line () with
  | Some line -> one (split line); all ()
  | None -> ()

let () = try all () with Failure message -> prerr_endline message; exit 2
