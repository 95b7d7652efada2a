/* SPDX-License-Identifier: MIT */
/* The moves of a rule as an automaton over its states and results, and the theorem that decides which states are lost.
 *
 *     struct automatic rule;
 *     st = automatic_open(&workshop, normal, &rule);                      // rule.reason: why not, or NULL
 *     if (st == ST_OK && !rule.reason && automatic_proves(&rule, guess, false)) ...     // guess is the set of lost positions
 *
 * A piece of a normal form is a conjunction of linear constraints over state, result and what is quantified, in short
 * a formula of Presburger's arithmetic (1929), whose relation every numeration recognises: constraint by constraint
 * (automata_linear), and then projected. Floors are the numbers that their inequalities say. Numbers that may be
 * negative are split into two cases. Terms that are not linear are translated where the numeration knows them by their
 * digits: powers of b in base b, Fibonacci numbers in theirs, xor in base 2. Everything else is refused, and `reason`
 * says what.
 *
 * Theorem. Let play end. A set S of positions is the set of lost ones if and only if no move leads from S into S, and
 * from each position outside S some move leads into S. (By induction along play, which is well-founded; von Neumann
 * and Morgenstern 1944 call S the solution.) In misere play a position without moves is won: it is not in S, and needs
 * no move. Both are one equation here: S is the states without those that have a move into S, and in misere play
 * without those that have no move. Premises that callers check: play ends, and the rule never fails (normal_may_fail).
 * That every move leads to a position is decided here.
 *
 * Tracks: field i is i, field i of the result AUTOMATIC_RESULT + i, where it is not a field of the state that stays;
 * quantified numbers are above. Games whose states are natural numbers and truth values, at most AUTOMATIC_FIELDS;
 * each result is one position of the same game or the empty sum; one player's moves are the other's. */
#ifndef CGI_PROOF_AUTOMATIC_AUTOMATIC_H
#define CGI_PROOF_AUTOMATIC_AUTOMATIC_H
#include "automata/automata.h"
#include "base/text.h"
#include "proof/normal/normal.h"

enum { AUTOMATIC_FIELDS = 6, AUTOMATIC_RESULT = 8, AUTOMATIC_VALUE = 14, AUTOMATIC_INNER = 16 };
struct automatic_piece {
    const struct automaton *moves; /* over fields and results */
    bool end;                      /* the result is the empty sum */
    int result[AUTOMATIC_FIELDS];  /* the track of field i of the result */
};
struct automatic {
    struct automata *w;
    const struct normal *normal;
    const char *reason; /* why the rule is refused, one phrase; NULL: it is not */
    int fields;
    const struct automaton *states, *movable; /* positions; those with a move */
    struct automatic_piece *pieces;
    size_t count;
};
/* The states alone: `pieces` stay empty. ST_OK (see reason), ST_NO_MEMORY, or what the workshop's bounds say. */
enum status automatic_states(struct automata *w, const struct normal *normal, struct automatic *out);
enum status automatic_open(struct automata *w, const struct normal *normal, struct automatic *out);
/* The states that would be lost if exactly those of `set` were. NULL as the automata do. */
const struct automaton *automatic_lost(const struct automatic *rule, const struct automaton *set, bool misere);
/* Is the set, on the tracks of the fields, that of the lost states? False also where a bound was reached (w->status).
 * */
bool automatic_proves(const struct automatic *rule, const struct automaton *set, bool misere);
/* Is the set, on the tracks of the fields and AUTOMATIC_VALUE, that of all states with their SG values?
 *
 * Theorem. Let play end. A function v on the states is the SG value if and only if no move leads to a state of the same value,
 * and from each state and each number below its value some move leads to a state of that value: then v is the least number that
 * no option has,
 * by induction along play (Sprague 1935, Grundy 1939). A move to the empty sum is one to value 0. */
bool automatic_proves_values(const struct automatic *rule, const struct automaton *set);
/* The states of which that value is 0. */
const struct automaton *automatic_zeros(const struct automatic *rule, const struct automaton *set);

/* ---- for a certificate ------------------------------------------------------------------------------------------- */
/* The rule in the words of docs/manual/certificates.md, for a reader that decides the theorem anew. What is written is not proved here
 * once more. r->reason: it has no such words. ST_OK, ST_NO_MEMORY, or what the workshop's bounds say. */
enum status automatic_positions(struct automatic *rule, struct text *out); /* lines `position` and `if` */
enum status automatic_moves(struct automatic *rule, struct text *out);     /* lines `move`, `some` and `if` */
/* Lines `measure`: sums of which the first that changes falls with every move, decided with the moves themselves. */
enum status automatic_measures(struct automatic *rule, struct text *out);

#endif
