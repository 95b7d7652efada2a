(* SPDX-License-Identifier: MIT *)
(* The checkers as OCaml; numbers become its machine integers of 63 bits, which no file of a size that is read here exceeds. *)
Require Import Arith NArith Codes.
Require Extraction. Require Import ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant Nat.leb => "((<=) : int -> int -> bool)".
Extract Inlined Constant Nat.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant Nat.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant N.to_nat => "(fun (x : int) -> x)".
Extract Inlined Constant N.of_nat => "(fun (x : int) -> x)".
Extract Constant N.testbit => "(fun a i -> (a lsr i) land 1 = 1)".
Extract Inlined Constant Nat.modulo => "(fun n m -> if m = 0 then n else n mod m)".
Extraction "codes.ml" proper check_period check_value residue.
