(* Reads lines of words, asks the extracted program, prints one word for each question: accepted or refused. Trusted, with the reader that
   writes these lines (proofs/coq/problems.py, for reader.py). A number is its coefficients c_0,c_1,... at the root, one for rationals. A question is

     rationals  |  root c_0,c_1,... left right     a polynomial with integer coefficients, the ends of the interval of its root
     dimension rows given                          three numbers
     number ... number                             a line for each row
     > number ... number                           a line for each given condition, its relation (> or >= or =) first
     signs +-0?  |  ranking i j ...  |  top i ...  |  topset i ...  |  tie i j  |  weakranking i ... > j ... > ...
     witness a ... | refutation a ...              with integers as coefficients

   A whole pattern has, in place of the last two lines, its kind and the number of its members, and a line for each, with its witness; under
   given conditions the number of beginnings that are excluded too, with a line for each and its refutation:

     pattern signs k  |  pattern covectors k  |  pattern ranking k  |  pattern weakranking k
     given signs k m  |  given covectors k m  |  given ranking k m  |  given weakranking k m
     +-0 : a ...      |  i j ... : a ...      |  i ... > j ... : a ...

   Two configurations have what is compared, of rows, differences or centred rows, then dimension, number of rows and rows of the second:

     same rows|differences|centred rows|products|lengths|cosines|chirotope|regions d n     (or: different ...)
     number ... number                                                                      *)

open Program

let words () = List.filter (fun w -> w <> "") (String.split_on_char ' ' (input_line stdin))

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

let given_pattern f d us conditions kind k m =
  let both read accepts = let listed = members read k in accepts d us conditions listed (members read m) in
  match kind with
  | "signs" -> both signs (accepts_signs_given f false)
  | "covectors" -> both signs (accepts_signs_given f true)
  | "ranking" -> both labels (accepts_rankings_given f)
  | "weakranking" -> both groups (accepts_weak_given f)
  | _ -> failwith "a pattern must be of a known kind"

let pattern f d us kind k =
  match kind with
  | "signs" -> accepts_sign_pattern f d us (members signs k)
  | "covectors" -> accepts_covectors f d us (members signs k)
  | "ranking" -> accepts_ranking_pattern f d us (members labels k)
  | "weakranking" -> accepts_weak_rankings f d us (members groups k)
  | _ -> failwith "a pattern must be of a known kind"

let one first =
  let f = field first in
  match List.map int_of_string (words ()) with
  | [ d; n; conditions ] ->
    let us = rows n in
    let conditions = times conditions (fun () -> match words () with
      | r :: u -> (List.map number u, relation r)
      | [] -> failwith "a condition must have a relation") in
    let compare accepts v c d' n' = accepts f (view v) (compared c) n d us (int_of_string d') (rows (int_of_string n')) in
    let accepted = match words () with
      | [ "pattern"; kind; k ] -> pattern f d us kind k
      | [ "given"; kind; k; m ] -> given_pattern f d us conditions kind k m
      | [ "same"; v; c; d'; n' ] -> compare accepts_same v c d' n'
      | [ "different"; v; c; d'; n' ] -> compare accepts_different v c d' n'
      | asked ->
        let q = question asked in
        (match words () with
         | "witness" :: x -> accepts_witness f d us conditions q (List.map integer x)
         | "refutation" :: y -> accepts_refutation f d us conditions q (List.map integer y)
         | _ -> failwith "evidence must be a witness or a refutation") in
    print_endline (if accepted then "accepted" else "refused")
  | _ -> failwith "a question must have three numbers"

let () = try while true do one (words ()) done with End_of_file -> ()
