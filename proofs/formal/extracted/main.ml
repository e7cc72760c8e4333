(* Reads lines of words, asks the extracted program, prints one word for each question: accepted or refused. Trusted, with the reader that
   writes these lines (proofs/formal/verified.py). A question is

     dimension rows given            three numbers
     n/d ... n/d                     a line for each row
     > n/d ... n/d                   a line for each given condition, its relation (> or >= or =) first
     signs +-0?  |  ranking i j ...  |  top i ...  |  topset i ...  |  tie i j  |  weakranking i ... > j ... > ...
     witness a ... | refutation a ...

   and a whole pattern has, in place of the last two lines, the number of its members, and a line for each: a member and its witness

     pattern signs k | pattern ranking k
     +- : a ... | i ... : a ...

   or, for two configurations, what is the same, and the dimension, number of rows and rows of the second

     same gram d n  |  same norms d n  |  same cosines d n  |  same regions d n
     n/d ... n/d                                                               *)

open Program

let words () = List.filter (fun w -> w <> "") (String.split_on_char ' ' (input_line stdin))

let fraction word =
  match String.split_on_char '/' word with
  | [ n ] -> (Integer.of_string n, Integer.one)
  | [ n; d ] -> (Integer.of_string n, Integer.of_string d)
  | _ -> failwith "a number must be n or n/d"

let relation = function ">" -> Above | ">=" -> AtLeast | "=" -> On | _ -> failwith "a relation must be > or >= or ="

let entry = function '+' -> Pos | '-' -> Neg | '0' -> Zero | '?' -> Any | _ -> failwith "a sign must be + - 0 or ?"

let signs words = List.map entry (List.of_seq (String.to_seq (String.concat "" words)))

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
  | "ranking" :: l -> Ranking (List.map int_of_string l)
  | "top" :: l -> Top (List.map int_of_string l)
  | "topset" :: l -> TopSet (List.map int_of_string l)
  | "weakranking" :: l -> Weak (groups l)
  | [ "tie"; i; j ] -> Tie (int_of_string i, int_of_string j)
  | _ -> failwith "a question must be of a known kind"

let rec split_at_colon = function
  | ":" :: rest -> ([], List.map Integer.of_string rest)
  | word :: rest -> let (first, x) = split_at_colon rest in (word :: first, x)
  | [] -> failwith "a member must have a witness"

(* In order: the order in which List.init applies its function is not promised. *)
let times n f = List.rev (List.fold_left (fun l () -> f () :: l) [] (List.init n (fun _ -> ())))

let one () =
  match List.map int_of_string (words ()) with
  | [ dimension; rows; given ] ->
    let rows = times rows (fun () -> List.map fraction (words ())) in
    let given = times given (fun () -> match words () with
      | r :: u -> (List.map fraction u, relation r)
      | [] -> failwith "a condition must have a relation") in
    let members k read = times (int_of_string k) (fun () -> let (first, x) = split_at_colon (words ()) in (read first, x)) in
    let accepted = match words () with
      | [ "pattern"; "signs"; k ] -> accepts_sign_pattern dimension rows (members k signs)
      | [ "pattern"; "ranking"; k ] -> accepts_ranking_pattern dimension rows (members k (List.map int_of_string))
      | [ "same"; what; d; n ] ->
        let same = match what with
          | "gram" -> same_gram
          | "norms" -> same_norms
          | "cosines" -> same_cosines
          | "regions" -> same_number_of_regions
          | _ -> failwith "what is the same must be known" in
        same dimension rows (int_of_string d) (times (int_of_string n) (fun () -> List.map fraction (words ())))
      | asked -> let q = question asked in
        (match words () with
         | "witness" :: x -> accepts_witness dimension rows given q (List.map Integer.of_string x)
         | "refutation" :: y -> accepts_refutation dimension rows given q (List.map Integer.of_string y)
         | _ -> failwith "evidence must be a witness or a refutation") in
    print_endline (if accepted then "accepted" else "refused")
  | _ -> failwith "a question must begin with three numbers"

let () = try while true do one () done with End_of_file -> ()
