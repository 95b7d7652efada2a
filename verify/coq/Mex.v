(* SPDX-License-Identifier: MIT *)
(* The least number that does not occur: unique, and computed from a list. *)
Require Import Arith NArith List Lia Bool FinFun.
Import ListNotations.

Definition Mex (P : N -> Prop) (v : N) : Prop := ~ P v /\ forall u, (u < v)%N -> P u.

Lemma mex_unique P Q v w : (forall x, P x <-> Q x) -> Mex P v -> Mex Q w -> v = w.
Proof.
  intros E [free_v below_v] [free_w below_w].
  destruct (N.lt_trichotomy v w) as [L | [L | L]]; auto; exfalso.
  - apply free_v, E, below_w, L.
  - apply free_w, E, below_v, L.
Qed.

Definition memb (v : N) (l : list N) : bool := existsb (N.eqb v) l.

Lemma memb_in v l : memb v l = true <-> In v l.
Proof.
  unfold memb. rewrite existsb_exists. split.
  - intros (x & H & E). apply N.eqb_eq in E. now subst.
  - intros H. exists v. split; [assumption | apply N.eqb_refl].
Qed.

(* Is v the least number that is not in the list? *)
Definition ismex (l : list N) (v : N) : bool :=
  negb (memb v l) && forallb (fun u => memb (N.of_nat u) l) (seq 0 (N.to_nat v)).

Lemma ismex_spec l v : ismex l v = true -> Mex (fun x => In x l) v.
Proof.
  unfold ismex. rewrite andb_true_iff, negb_true_iff. intros [free below]. split.
  - rewrite <- memb_in. congruence.
  - intros u L. rewrite forallb_forall in below. rewrite <- memb_in, <- (N2Nat.id u).
    apply below, in_seq. lia.
Qed.

Fixpoint first_free (l : list N) (v fuel : nat) : nat :=
  match fuel with
  | O => v
  | S f => if memb (N.of_nat v) l then first_free l (S v) f else v
  end.
Definition mex (l : list N) : N := N.of_nat (first_free l 0 (length l)).

(* A list has no more different elements than its length. *)
Lemma too_many l n : (forall u, u < n -> In (N.of_nat u) l) -> n <= length l.
Proof.
  intros H. assert (D : NoDup (map N.of_nat (seq 0 n))).
  { apply Injective_map_NoDup; [intros x y E; lia | apply seq_NoDup]. }
  assert (I : incl (map N.of_nat (seq 0 n)) l).
  { intros x Hx. apply in_map_iff in Hx. destruct Hx as (u & <- & Hu). apply in_seq in Hu. apply H. lia. }
  pose proof (NoDup_incl_length D I) as L. rewrite map_length, seq_length in L. exact L.
Qed.

Lemma first_free_spec l fuel : forall v,
  v + fuel = length l -> (forall u, u < v -> In (N.of_nat u) l) ->
  ~ In (N.of_nat (first_free l v fuel)) l /\ forall u, u < first_free l v fuel -> In (N.of_nat u) l.
Proof.
  induction fuel as [|f IH]; intros v E below; simpl.
  - split; [|exact below]. intros H.
    assert (S v <= length l); [|lia]. apply too_many. intros u L.
    destruct (Nat.eq_dec u v) as [->|N]; [exact H | apply below; lia].
  - destruct (memb (N.of_nat v) l) eqn:M.
    + apply IH; [lia|]. intros u L. destruct (Nat.eq_dec u v) as [->|N].
      * apply memb_in, M.
      * apply below. lia.
    + split; [|exact below]. rewrite <- memb_in. congruence.
Qed.

Lemma mex_spec l : Mex (fun x => In x l) (mex l).
Proof.
  unfold mex. destruct (first_free_spec l (length l) 0) as [free below]; [lia | intros; lia |].
  split; [exact free|]. intros u L. rewrite <- (N2Nat.id u). apply below. lia.
Qed.
