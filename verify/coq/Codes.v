(* SPDX-License-Identifier: MIT *)
(* Take-and-break codes: their SG values exist, a table of values is right if each entry is checked, and Guy and Smith's theorem (1956).
   Finite subtraction sets are the codes of which all digits are 0 or 3. *)
Require Import Arith NArith List Lia Bool Wf_nat.
Require Import Mex.
Import ListNotations.

Section Code.
Variable K : nat.         (* the greatest take *)
Variable dig : nat -> N.  (* the digit of j, 0 <= j <= K: bit 0 nothing is left, bit 1 one heap, bit 2 two heaps *)

(* j tokens may be taken so that heaps of a and b are left, of which none, one or both are empty. *)
Definition allowed (j a b : nat) : bool :=
  match a, b with
  | O, O => N.testbit (dig j) 0
  | S _, S _ => N.testbit (dig j) 2
  | _, _ => N.testbit (dig j) 1
  end.

(* Taking nothing leaves two heaps or is no move. *)
Definition proper : bool := negb (N.testbit (dig 0) 0) && negb (N.testbit (dig 0) 1).
Hypothesis H0 : proper = true.

Definition Option (n j a b : nat) : Prop := j <= K /\ a + b + j = n /\ allowed j a b = true.

Lemma smaller n j a b : Option n j a b -> a < n /\ b < n.
Proof.
  unfold proper in H0. rewrite andb_true_iff, !negb_true_iff in H0. destruct H0 as [Z0 Z1].
  intros (L & E & A). destruct j as [|j]; [|lia].
  destruct a as [|a], b as [|b]; simpl in A; try congruence; lia.
Qed.

Definition Value (g : nat -> N) (n : nat) (v : N) : Prop :=
  exists j a b, Option n j a b /\ v = N.lxor (g a) (g b).
(* g is the SG function: each value is the least that no option has. *)
Definition SG (g : nat -> N) : Prop := forall n, Mex (Value g n) (g n).

Definition values (t : nat -> N) (n : nat) : list N :=
  flat_map (fun j => if j <=? n then
      flat_map (fun a => if allowed j a (n - j - a) then [N.lxor (t a) (t (n - j - a))] else []) (seq 0 (S (n - j)))
    else []) (seq 0 (S K)).

Lemma values_spec t n v : In v (values t n) <-> Value t n v.
Proof.
  unfold values, Value, Option. rewrite in_flat_map. split.
  - intros (j & Hj & H). apply in_seq in Hj. destruct (j <=? n) eqn:E; [|contradiction].
    apply Nat.leb_le in E. apply in_flat_map in H. destruct H as (a & Ha & H). apply in_seq in Ha.
    destruct (allowed j a (n - j - a)) eqn:A; [|contradiction]. destruct H as [H|[]].
    exists j, a, (n - j - a). repeat split; auto; lia.
  - intros (j & a & b & (L & E & A) & ->). exists j. split; [apply in_seq; lia|].
    replace (j <=? n) with true by (symmetry; apply Nat.leb_le; lia).
    apply in_flat_map. exists a. split; [apply in_seq; lia|].
    replace (n - j - a) with b by lia. rewrite A. left. reflexivity.
Qed.

Lemma value_ext g t n v : (forall m, m < n -> g m = t m) -> (Value g n v <-> Value t n v).
Proof.
  intros E. split; intros (j & a & b & O & ->); exists j, a, b; split; auto;
    destruct (smaller _ _ _ _ O); rewrite ?E by assumption; rewrite <- ?E by assumption; reflexivity.
Qed.

(* ---- the SG function exists ---- *)
Fixpoint table (n : nat) : list N :=
  match n with
  | O => []
  | S m => table m ++ [mex (values (fun i => nth i (table m) 0%N) m)]
  end.
Definition sg (n : nat) : N := nth n (table (S n)) 0%N.

Lemma table_length n : length (table n) = n.
Proof. induction n as [|n IH]; simpl; [reflexivity|]. rewrite app_length, IH. simpl. lia. Qed.

Lemma table_nth n i : i < n -> nth i (table n) 0%N = sg i.
Proof.
  induction n as [|n IH]; intros L; [lia|]. destruct (Nat.eq_dec i n) as [->|D]; [reflexivity|].
  simpl. rewrite app_nth1 by (rewrite table_length; lia). apply IH. lia.
Qed.

Theorem sg_is_SG : SG sg.
Proof.
  intros n. assert (E : sg n = mex (values (fun i => nth i (table n) 0%N) n)).
  { unfold sg. simpl. rewrite app_nth2; rewrite table_length; [|lia]. rewrite Nat.sub_diag. reflexivity. }
  rewrite E. destruct (mex_spec (values (fun i => nth i (table n) 0%N) n)) as [free below].
  assert (X : forall m, m < n -> sg m = nth m (table n) 0%N) by (intros; symmetry; now apply table_nth).
  split.
  - rewrite (value_ext sg _ n _ X), <- values_spec. exact free.
  - intros u L. apply (value_ext sg _ n _ X), values_spec, below, L.
Qed.

(* ---- a table that was checked is right ---- *)
Definition right_at (t : nat -> N) (n : nat) : bool := ismex (values t n) (t n).
Definition right_to (t : nat -> N) (count : nat) : bool := forallb (right_at t) (seq 0 count).

Theorem table_right t count : right_to t count = true -> forall n, n < count -> t n = sg n.
Proof.
  intros R n. induction n as [n IH] using lt_wf_ind. intros L.
  unfold right_to in R. rewrite forallb_forall in R. assert (G : right_at t n = true) by (apply R, in_seq; lia).
  apply ismex_spec in G. apply (mex_unique (fun x => In x (values t n)) (Value sg n)); [|exact G|apply sg_is_SG].
  intros x. rewrite values_spec. apply value_ext. intros m Lm. apply IH; lia.
Qed.

(* ---- Guy and Smith ---- *)
Lemma allowed_up j a b p : 0 < a -> allowed j (a + p) b = allowed j a b.
Proof. intros P. destruct a as [|a]; [lia|]. destruct b; reflexivity. Qed.
Lemma allowed_sym j a b : allowed j a b = allowed j b a.
Proof. destruct a, b; reflexivity. Qed.
Lemma option_sym n j a b : Option n j a b -> Option n j b a.
Proof. intros (L & E & A). repeat split; [exact L | lia | now rewrite allowed_sym]. Qed.

Theorem guy_smith g e p : SG g -> 1 <= e ->
  (forall n, e <= n < 2 * e + p + K -> g (n + p) = g n) -> forall n, e <= n -> g (n + p) = g n.
Proof.
  intros HS He window n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (lt_dec n (2 * e + p + K)) as [L|L]; [apply window; lia|].
  apply (mex_unique (Value g (n + p)) (Value g n)); try apply HS.
  (* the larger heap can be made smaller by p, or larger *)
  assert (down : forall j a b, Option (n + p) j a b -> e + p <= a -> Option n j (a - p) b /\ g (a - p) = g a).
  { intros j a b O C. destruct (smaller _ _ _ _ O) as [S1 _]. destruct O as (Lj & E & A). repeat split; try lia.
    - rewrite <- (allowed_up j (a - p) b p) by lia. replace (a - p + p) with a by lia. exact A.
    - replace a with (a - p + p) at 2 by lia. symmetry. apply IH; lia. }
  assert (up : forall j a b, Option n j a b -> e <= a -> Option (n + p) j (a + p) b /\ g (a + p) = g a).
  { intros j a b O C. destruct (smaller _ _ _ _ O) as [S1 _]. destruct O as (Lj & E & A). repeat split; try lia.
    - rewrite allowed_up by lia. exact A.
    - apply IH; lia. }
  intros v. split; intros (j & a & b & O & ->).
  - assert (C : e + p <= a \/ e + p <= b) by (destruct O; lia). destruct C as [C|C].
    + destruct (down _ _ _ O C) as [O' E]. exists j, (a - p), b. rewrite E. auto.
    + destruct (down _ _ _ (option_sym _ _ _ _ O) C) as [O' E]. exists j, (b - p), a.
      rewrite E, N.lxor_comm. auto.
  - assert (C : e <= a \/ e <= b) by (destruct O; lia). destruct C as [C|C].
    + destruct (up _ _ _ O C) as [O' E]. exists j, (a + p), b. rewrite E. auto.
    + destruct (up _ _ _ (option_sym _ _ _ _ O) C) as [O' E]. exists j, (b + p), a.
      rewrite E, N.lxor_comm. auto.
Qed.

(* ---- the checker of `period p from e` ---- *)
Definition bound (e p : nat) : nat := 2 * Nat.max 1 e + p + K.
Definition repeats (t : nat -> N) (e p last : nat) : bool :=
  forallb (fun n => N.eqb (t (n + p)) (t n)) (seq e (last - e)).
Definition differs (t : nat -> N) (e p q : nat) : bool :=
  existsb (fun n => negb (N.eqb (t (n + q)) (t n))) (seq e p).
Definition check_period (t : nat -> N) (e p : nat) : bool :=
  (1 <=? p) && right_to t (bound e p + 2 * p) && repeats t e p (bound e p) &&
  forallb (differs t e p) (seq 1 (p - 1)) &&
  match e with O => true | S f => negb (N.eqb (t (f + p)) (t f)) end.

Lemma shifted g e p : (forall n, e <= n -> g (n + p) = g n) -> forall k n, e <= n -> g (n + k * p) = g n :> N.
Proof.
  intros H k. induction k as [|k IH]; intros n L; simpl; [now rewrite Nat.add_0_r|].
  replace (n + (p + k * p)) with (n + k * p + p) by lia. rewrite H by lia. now apply IH.
Qed.

(* p is the least period, and e the least heap from which on the values repeat. *)
Theorem check_period_sound t e p : check_period t e p = true ->
  (forall n, e <= n -> sg (n + p) = sg n) /\
  (forall q f, 1 <= q < p -> ~ (forall n, f <= n -> sg (n + q) = sg n)) /\
  (forall f, f < e -> ~ (forall n, f <= n -> sg (n + p) = sg n)).
Proof.
  unfold check_period. rewrite !andb_true_iff. intros [[[[Hp R] W] D] B].
  apply Nat.leb_le in Hp. unfold repeats in W. rewrite forallb_forall in W, D.
  assert (T := table_right _ _ R).
  assert (win : forall n, e <= n < bound e p -> sg (n + p) = sg n).
  { intros n L. rewrite <- !T by lia. apply N.eqb_eq, W, in_seq. lia. }
  assert (all : forall n, e <= n -> sg (n + p) = sg n).
  { intros n L. destruct (lt_dec n (Nat.max 1 e)) as [S1|S1]; [apply win; unfold bound; lia|].
    apply (guy_smith sg (Nat.max 1 e)); [apply sg_is_SG | lia | | lia]. intros m Lm. apply win. unfold bound. lia. }
  split; [exact all|]. split.
  - intros q f Lq H. assert (Dq : differs t e p q = true) by (apply D, in_seq; lia).
    unfold differs in Dq. apply existsb_exists in Dq. destruct Dq as (n & Hn & Dn). apply in_seq in Hn.
    rewrite negb_true_iff, N.eqb_neq in Dn. apply Dn. unfold bound in T. rewrite !T by (unfold bound; lia).
    rewrite <- (shifted sg e p all f (n + q)), <- (shifted sg e p all f n) by lia.
    replace (n + q + f * p) with (n + f * p + q) by lia. apply H. nia.
  - intros f L H. destruct e as [|e']; [lia|]. rewrite negb_true_iff, N.eqb_neq in B. apply B.
    rewrite !T by (unfold bound; lia). apply H. lia.
Qed.

(* ---- the checker of `value v of heaps`; beyond a period that was checked by the residue ---- *)
Definition residue (e p n : nat) : nat := if n <? e + p then n else e + (n - e) mod p.

Lemma residue_sg e p n : 1 <= p -> (forall m, e <= m -> sg (m + p) = sg m) -> sg (residue e p n) = sg n.
Proof.
  intros P H. unfold residue. destruct (n <? e + p) eqn:E; [reflexivity|]. apply Nat.ltb_ge in E.
  assert (X := Nat.div_mod (n - e) p ltac:(lia)).
  rewrite <- (shifted sg e p H ((n - e) / p) (e + (n - e) mod p)) by lia. f_equal. lia.
Qed.

Definition sum (t : nat -> N) (heaps : list nat) : N := fold_right (fun n v => N.lxor (t n) v) 0%N heaps.
Definition check_value (t : nat -> N) (count : nat) (heaps : list nat) (v : N) : bool :=
  right_to t count && forallb (fun n => n <? count) heaps && N.eqb (sum t heaps) v.

Theorem check_value_sound t count heaps v : check_value t count heaps v = true -> sum sg heaps = v.
Proof.
  unfold check_value. rewrite !andb_true_iff, forallb_forall, N.eqb_eq. intros [[R L] <-].
  assert (T := table_right _ _ R). clear R. induction heaps as [|n l IH]; [reflexivity|]. simpl.
  rewrite T, IH; [reflexivity | intros m M; apply L; now right |].
  assert (X := L n (or_introl eq_refl)). now apply Nat.ltb_lt in X.
Qed.
Theorem check_value_period e p t count heaps v : 1 <= p -> (forall m, e <= m -> sg (m + p) = sg m) ->
  check_value t count (map (residue e p) heaps) v = true -> sum sg heaps = v.
Proof.
  intros P H C. apply check_value_sound in C. rewrite <- C. clear C. induction heaps as [|n l IH]; [reflexivity|].
  simpl. now rewrite residue_sg, IH.
Qed.
End Code.

Print Assumptions check_period_sound.
Print Assumptions check_value_period.
