(* SPDX-License-Identifier: MIT *)
(* Sprague (1935) and Grundy (1939): the value of a sum is the xor of the values of its parts, and a position is lost exactly if its value is 0;
   and that a book of couples is right (docs/manual/certificates.md, Books). *)
Require Import Arith NArith List Lia Bool Wf_nat.
Require Import Mex.
Import ListNotations.

(* A game that ends: options, and a measure that falls. *)
Record game := {
  pos : Type;
  opts : pos -> list pos;
  size : pos -> nat;
  falls : forall p q, In q (opts p) -> size q < size p }.

Definition values_of (G : game) (g : pos G -> N) (p : pos G) (v : N) : Prop := exists q, In q (opts G p) /\ g q = v.
Definition is_sg (G : game) (g : pos G -> N) : Prop := forall p, Mex (values_of G g p) (g p).

Theorem sg_unique G g h : is_sg G g -> is_sg G h -> forall p, g p = h p.
Proof.
  intros Hg Hh p. induction p as [p IH] using (induction_ltof1 _ (size G)). unfold ltof in IH.
  apply (mex_unique (values_of G g p) (values_of G h p)); auto.
  intros v. split; intros (q & I & <-); exists q; split; auto; [symmetry|]; apply IH, falls, I.
Qed.

(* Who is to move in a lost position loses: all its options are won. *)
Inductive lost (G : game) : pos G -> Prop :=
  Lost p : (forall q, In q (opts G p) -> won G q) -> lost G p
with won (G : game) : pos G -> Prop :=
  Won p q : In q (opts G p) -> lost G q -> won G p.

Theorem lost_is_zero G g : is_sg G g -> forall p, (g p = 0%N -> lost G p) /\ (g p <> 0%N -> won G p).
Proof.
  intros H p. induction p as [p IH] using (induction_ltof1 _ (size G)). unfold ltof in IH.
  destruct (H p) as [free below]. split; intros E.
  - constructor. intros q I. apply IH; [now apply falls|]. intros Z. apply free. rewrite E. now exists q.
  - destruct (below 0%N) as (q & I & Z); [lia|]. apply (Won G p q I), IH; [now apply falls | exact Z].
Qed.

(* ---- sums ---- *)
Definition sum_opts (A B : game) (p : pos A * pos B) : list (pos A * pos B) :=
  map (fun a => (a, snd p)) (opts A (fst p)) ++ map (fun b => (fst p, b)) (opts B (snd p)).
Definition sum (A B : game) : game.
Proof.
  refine {| pos := pos A * pos B; opts := sum_opts A B; size := fun p => size A (fst p) + size B (snd p) |}.
  intros [a b] q I. unfold sum_opts in I. simpl in *. apply in_app_or in I. destruct I as [I|I];
    apply in_map_iff in I; destruct I as (x & <- & I); simpl; apply falls in I; lia.
Defined.

(* If x < a xor b, then x xor b < a or x xor a < b: the first bit in which x is not a xor b is one of a or of b. *)
Lemma lxor_less a b x : (x < N.lxor a b)%N -> (N.lxor x b < a)%N \/ (N.lxor x a < b)%N.
Proof.
  assert (less : forall u v i, N.testbit u i = false -> N.testbit v i = true ->
      (forall j, (i < j)%N -> N.testbit u j = N.testbit v j) -> (u < v)%N).
  { intros u v i U V Up. rewrite (N.div_mod u (2 ^ (i + 1))), (N.div_mod v (2 ^ (i + 1))) by (apply N.pow_nonzero; lia).
    assert (E : (u / 2 ^ (i + 1) = v / 2 ^ (i + 1))%N).
    { rewrite <- !N.shiftr_div_pow2. apply N.bits_inj. intros j. rewrite !N.shiftr_spec by lia. apply Up. lia. }
    rewrite E. apply N.add_lt_mono_l.
    rewrite <- !N.land_ones.
    assert (Lu : (N.land u (N.ones (i + 1)) < 2 ^ i)%N).
    { assert (X : N.land u (N.ones (i + 1)) = N.land u (N.ones i)).
      { apply N.bits_inj. intros j. rewrite !N.land_spec. destruct (N.lt_trichotomy j i) as [L|[->|L]].
        - rewrite !N.ones_spec_low by lia. reflexivity.
        - rewrite U. reflexivity.
        - rewrite !N.ones_spec_high by lia. rewrite !andb_false_r. reflexivity. }
      rewrite X, N.land_ones. apply N.mod_lt, N.pow_nonzero. lia. }
    assert (Lv : (2 ^ i <= N.land v (N.ones (i + 1)))%N).
    { assert (X : N.testbit (N.land v (N.ones (i + 1))) i = true).
      { rewrite N.land_spec, V, N.ones_spec_low by lia. reflexivity. }
      destruct (N.le_gt_cases (2 ^ i) (N.land v (N.ones (i + 1)))) as [L|L]; [exact L|]. exfalso.
      rewrite <- (N.mod_small _ _ L), N.mod_pow2_bits_high in X by lia. discriminate. }
    lia. }
  intros L. set (d := N.lxor x (N.lxor a b)).
  assert (D : d <> 0%N) by (intros Z; apply N.lxor_eq in Z; lia).
  set (i := N.log2 d). assert (Di : N.testbit d i = true) by (apply N.bit_log2, D).
  assert (High : forall j, (i < j)%N -> N.testbit d j = false) by (intros j Lj; apply N.bits_above_log2; exact Lj).
  unfold d in Di, High. rewrite !N.lxor_spec in Di.
  assert (Xi : N.testbit x i = false).
  { destruct (N.testbit x i) eqn:E; [|reflexivity]. exfalso.
    assert (N.lxor a b < x)%N; [|lia]. apply (less _ _ i); auto.
    - rewrite N.lxor_spec. destruct (N.testbit a i), (N.testbit b i); simpl in *; congruence.
    - intros j Lj. specialize (High j Lj). rewrite N.lxor_spec in High.
      destruct (N.testbit x j), (N.testbit (N.lxor a b) j); simpl in *; congruence. }
  destruct (N.testbit a i) eqn:Ea.
  - left. apply (less _ _ i); auto.
    + rewrite N.lxor_spec, Xi. rewrite Xi in Di. destruct (N.testbit b i); simpl in *; congruence.
    + intros j Lj. specialize (High j Lj). rewrite !N.lxor_spec in *.
      destruct (N.testbit x j), (N.testbit a j), (N.testbit b j); simpl in *; congruence.
  - right. apply (less _ _ i); auto.
    + rewrite N.lxor_spec, Xi, Ea. reflexivity.
    + rewrite Xi in Di. destruct (N.testbit b i); simpl in *; congruence.
    + intros j Lj. specialize (High j Lj). rewrite !N.lxor_spec in *.
      destruct (N.testbit x j), (N.testbit a j), (N.testbit b j); simpl in *; congruence.
Qed.

Lemma lxor_left a b c : N.lxor a c = N.lxor b c -> a = b.
Proof. intros E. rewrite <- (N.lxor_0_r a), <- (N.lxor_nilpotent c), <- N.lxor_assoc, E, N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_r. Qed.

Theorem sum_sg A B g h : is_sg A g -> is_sg B h -> is_sg (sum A B) (fun p => N.lxor (g (fst p)) (h (snd p))).
Proof.
  intros Hg Hh [a b]. destruct (Hg a) as [free_a below_a], (Hh b) as [free_b below_b]. simpl. split.
  - intros (q & I & E). simpl in I. apply in_app_or in I. destruct I as [I|I];
      apply in_map_iff in I; destruct I as (x & <- & I); simpl in E.
    + apply lxor_left in E. apply free_a. now exists x.
    + rewrite !(N.lxor_comm (g a)) in E. apply lxor_left in E. apply free_b. now exists x.
  - intros u L. destruct (lxor_less _ _ _ L) as [C|C].
    + destruct (below_a _ C) as (x & I & E). exists (x, b). split.
      * simpl. apply in_or_app. left. apply in_map_iff. now exists x.
      * simpl. rewrite E, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. reflexivity.
    + destruct (below_b _ C) as (x & I & E). exists (a, x). split.
      * simpl. apply in_or_app. right. apply in_map_iff. now exists x.
      * simpl. rewrite E, N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. reflexivity.
Qed.

(* ---- books ---- *)
Section Book.
Variable G : game.
Variable g : pos G -> N.
Hypothesis sg : is_sg G g.
(* The couples; and how a value becomes known: by parts and images of couples, whatever that is, if it is right for
   positions of less than some size as soon as the couples are. *)
Variable couple : pos G -> N -> Prop.
Variable known : pos G -> option N.
Hypothesis known_right : forall s,
  (forall p n, size G p < s -> couple p n -> g p = n) -> forall q v, size G q < s -> known q = Some v -> g q = v.

Definition is (n : N) (q : pos G) : bool := match known q with Some v => N.eqb v n | None => false end.
Definition is_other (n : N) (q : pos G) : bool := match known q with Some v => negb (N.eqb v n) | None => false end.
Definition check (p : pos G) (n : N) : bool :=
  forallb (fun q => is_other n q || existsb (is n) (opts G q)) (opts G p) &&
  forallb (fun m => existsb (is (N.of_nat m)) (opts G p)) (seq 0 (N.to_nat n)).

Theorem book_right : (forall p n, couple p n -> check p n = true) -> forall p n, couple p n -> g p = n.
Proof.
  intros C p. induction p as [p IH] using (induction_ltof1 _ (size G)). unfold ltof in IH. intros n Hn.
  assert (K : forall q v, size G q < size G p -> known q = Some v -> g q = v).
  { apply known_right. intros r m L. now apply IH. }
  assert (Ki : forall q v, size G q < size G p -> is v q = true -> g q = v).
  { intros q v L E. unfold is in E. destruct (known q) eqn:Q; [|discriminate]. apply N.eqb_eq in E. subst. now apply K. }
  specialize (C p n Hn). unfold check in C. rewrite andb_true_iff, !forallb_forall in C. destruct C as [others smaller].
  apply (mex_unique (values_of G g p) (values_of G g p)); [tauto | apply sg |]. split.
  - intros (q & I & E). specialize (others q I). apply falls in I. apply orb_true_iff in others. destruct others as [O|O].
    + unfold is_other in O. destruct (known q) eqn:Q; [|discriminate]. apply K in Q; [|exact I].
      rewrite negb_true_iff, N.eqb_neq in O. congruence.
    + apply existsb_exists in O. destruct O as (r & J & O). assert (Lr := falls G q r J).
      apply Ki in O; [|lia]. destruct (sg q) as [free _]. apply free. exists r. split; [exact J | congruence].
  - intros u L. specialize (smaller (N.to_nat u)). rewrite N2Nat.id in smaller.
    assert (S : existsb (is u) (opts G p) = true) by (apply smaller, in_seq; lia).
    apply existsb_exists in S. destruct S as (q & I & E). exists q. split; [exact I|]. apply Ki; [now apply falls | exact E].
Qed.
End Book.

Print Assumptions lost_is_zero.
Print Assumptions sum_sg.
Print Assumptions book_right.
