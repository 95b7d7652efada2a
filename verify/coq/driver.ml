(* SPDX-License-Identifier: MIT *)
(* Reads a certificate, computes values by the definition, and lets the proved checkers decide (Codes.v). What this file does wrong can only
   make it state another thing than the certificate, which it prints: no table that it makes is believed.

     checked kayles.cert                     exit status 0 accepted, 1 refused, 2 not among what this program knows *)
exception Unknown of string

let digits = Hashtbl.create 16
let most = ref 0
let digit j = try Hashtbl.find digits j with Not_found -> 0
let add j d =
  if Hashtbl.mem digits j then raise (Unknown "a digit occurs twice");
  Hashtbl.replace digits j d;
  if d > 0 && j > !most then most := j

let read_code code =
  if String.length code < 2 || code.[1] <> '.' then raise (Unknown "no code");
  String.iteri (fun i c ->
    if i <> 1 then
      if c < '0' || c > '7' then raise (Unknown "three heaps, or no digit")
      else add (if i = 0 then 0 else i - 1) (Char.code c - 48)) code

(* Values by the definition; the checker looks at each of them. *)
let table count =
  let t = Array.make (max count 1) 0 and seen = Array.make 4096 (-1) in
  if count > 20000 then raise (Unknown "more heaps than are checked here");
  for n = 0 to count - 1 do
    for j = 0 to min n !most do
      let d = digit j in
      for a = 0 to n - j do
        let b = n - j - a in
        let bit = if a = 0 && b = 0 then 1 else if a = 0 || b = 0 then 2 else 4 in
        if d land bit > 0 then seen.(t.(a) lxor t.(b)) <- n
      done
    done;
    let v = ref 0 in
    while seen.(!v) = n do incr v done;
    t.(n) <- !v
  done;
  fun n -> t.(n)

let number w = try Scanf.sscanf w "%u%!" (fun n -> n) with _ -> raise (Unknown ("no number: " ^ w))
let period = ref None

let line words =
  match words with
  | "rule" :: "code" :: [ code ] -> read_code code; true
  | "rule" :: "subtraction" :: takes -> List.iter (fun w -> add (number w) 3) takes; true
  | "sparse" :: _ -> true
  | [ "period"; p; "from"; e ] ->
    let p = number p and e = number e in
    let t = table (2 * max 1 e + 3 * p + !most + 1) in
    period := Some (p, e);
    Codes.proper digit && Codes.check_period !most digit t e p
  | "value" :: v :: "of" :: heaps ->
    let heaps = List.map number heaps in
    let heaps = match !period with Some (p, e) -> List.map (Codes.residue e p) heaps | None -> heaps in
    let count = 1 + List.fold_left max 0 heaps in
    Codes.proper digit && Codes.check_value !most digit (table count) count heaps (number v)
  | _ -> raise (Unknown ("this program does not know: " ^ String.concat " " words))

let () =
  let file = open_in Sys.argv.(1) in
  let stated = ref 0 and ended = ref false and first = ref true in
  try
    while not !ended do
      let text = input_line file in
      if !first && text <> "cgi-certificate 1" then raise (Unknown "no certificate");
      if not (!first || text = "" || text.[0] = '#') then begin
        let words = List.filter (( <> ) "") (String.split_on_char ' ' text) in
        if words = [ "end" ] then ended := true
        else if line words then (if List.mem (List.hd words) [ "period"; "value" ] then (incr stated; print_endline text))
        else (print_endline ("refused: " ^ text); exit 1)
      end;
      first := false
    done;
    if !stated = 0 then raise (Unknown "nothing is stated");
    print_endline "accepted"
  with Unknown why -> print_endline why; exit 2 | End_of_file -> print_endline "the line 'end' is missing"; exit 2
