(* Reads lines of words, asks the extracted program, prints one word for each question: accepted or refused. Trusted, with the reader that
   writes these lines (proofs/formal/verified.py). A question is

     dimension rows given            three numbers
     n/d ... n/d                     a line for each row
     > n/d ... n/d                   a line for each given condition, its relation (> or >= or =) first
     signs +-0?  |  ranking i j ...  |  top i ...  |  topset i ...  |  tie i j
     witness a ... | refutation a ...                                          *)

open Program

let words () = List.filter (fun w -> w <> "") (String.split_on_char ' ' (input_line stdin))

let fraction word =
  match String.split_on_char '/' word with
  | [ n ] -> (Integer.of_string n, Integer.one)
  | [ n; d ] -> (Integer.of_string n, Integer.of_string d)
  | _ -> failwith "a number must be n or n/d"

let relation = function ">" -> Above | ">=" -> AtLeast | "=" -> On | _ -> failwith "a relation must be > or >= or ="

let entry = function '+' -> Pos | '-' -> Neg | '0' -> Zero | '?' -> Any | _ -> failwith "a sign must be + - 0 or ?"

let question = function
  | [ "signs"; w ] -> Signs (List.map entry (List.of_seq (String.to_seq w)))
  | [ "signs" ] -> Signs []
  | "ranking" :: l -> Ranking (List.map int_of_string l)
  | "top" :: l -> Top (List.map int_of_string l)
  | "topset" :: l -> TopSet (List.map int_of_string l)
  | [ "tie"; i; j ] -> Tie (int_of_string i, int_of_string j)
  | _ -> failwith "a question must be of a known kind"

(* In order: the order in which List.init applies its function is not promised. *)
let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f

let one () =
  match List.map int_of_string (words ()) with
  | [ dimension; rows; given ] ->
    let rows = times rows (fun () -> List.map fraction (words ())) in
    let given = times given (fun () -> match words () with
      | r :: u -> (List.map fraction u, relation r)
      | [] -> failwith "a condition must have a relation") in
    let q = question (words ()) in
    let accepted = match words () with
      | "witness" :: x -> accepts_witness dimension rows given q (List.map Integer.of_string x)
      | "refutation" :: y -> accepts_refutation dimension rows given q (List.map Integer.of_string y)
      | _ -> failwith "evidence must be a witness or a refutation" in
    print_endline (if accepted then "accepted" else "refused")
  | _ -> failwith "a question must begin with three numbers"

let () = try while true do one () done with End_of_file -> ()
