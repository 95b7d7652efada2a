/* SPDX-License-Identifier: MIT */
/* The lost positions of a rule, for all of its positions: guessed from a table, then proved.
 *
 *     struct lost_proof proof;
 *     enum status st = engine_prove(engine, PLAY_NORMAL, &arena, &proof);          // a setting is selected
 *     if (st == ST_OK && proof.found) draw(proof.lost);         // an automaton in the arena
 *
 * Outcomes of all positions with small numbers are computed by whatever solver is cheapest; an automaton is learned
 * from them in one numeration after the other (automata/automata.h), and held against the rule's own relation
 * (proof/automatic/automatic.h). That decides: what is found is a theorem about positions of any size, whatever the
 * table and the solvers were worth. Where nothing is found, nothing is known. Work is bounded by counts: tables of up
 * to PROVE_POSITIONS positions, automata of up to PROVE_STATES states. ST_OK, also where nothing is found (`reason`);
 * ST_NO_MEMORY, and what the environment says where the table cannot be made. */
#ifndef CGI_ENGINE_PROVE_PROVE_H
#define CGI_ENGINE_PROVE_PROVE_H
#include "automata/automata.h"
#include "engine/open/engine.h"
#include "proof/normal/normal.h"

enum {
    PROVE_POSITIONS = 1 << 19,
    PROVE_STATES = 200,
    PROVE_BUILT = 200000,
    PROVE_NUMERATIONS = 32,
    PROVE_LOOKS = 4000,
    PROVE_BASE = 32
};
#define PROVE_WORK 400000000u /* transitions in one numeration */
struct lost_proof {
    bool found;
    const char *reason;             /* not found: one phrase; it is the rule's that it is refused, or a bound */
    bool refused;                   /* no numeration could: the rule is none that automata read */
    const struct automaton *lost;   /* on tracks 0, 1, ...: the fields; in the arena */
    const struct automaton *states; /* all positions, on the same tracks; in the arena */
    const struct automaton *values; /* where SG values were wanted */
    const char *ends;               /* why play ends */
    uint64_t relation_states;       /* of the automata of the moves, together */
    uint64_t positions, tables;     /* how many positions the last table had, how many tables there were */
    int64_t below;                  /* numbers of the last table were below this */
    uint64_t work;                  /* transitions that were made */
    size_t numerations;             /* how many were tried */
    bool misere;
};
enum status engine_prove(struct engine *engine, enum play play, struct arena *arena, struct lost_proof *proof);
/* The same as a certificate for verify/cgi-verify-automaton.c, with the outcome of a position if one is named. The reason is NULL, or why
 * there is none; then `out` is as it was. */
struct lost_words {
    struct text rule, moves; /* lines of the certificate before the automaton and after it */
    const char *reason;      /* the rule has no such words */
};
enum status engine_prove_words(struct engine *engine, enum play play, struct arena *arena, struct lost_proof *proof,
                               struct lost_words *words);
enum status engine_certify(struct engine *engine, const struct certify_ask *ask, bool lost, struct arena *arena,
                           struct text *out);
/* The same of any game of the file, with less effort, in one numeration, or of SG values: then proof->values has a track
 * AUTOMATIC_VALUE more, the value, and proof->lost is where that is 0. */
struct prove_wanted {
    int game;
    enum play play;
    const struct numeration *in; /* NULL: those that are worth a try */
    size_t tables;               /* at most so many, from small to large; 0: all */
    uint64_t most_work;          /* transitions in one numeration; 0: PROVE_WORK */
    uint64_t most_in_all;        /* in all of them together; 0: no bound */
    bool values;
};
enum status engine_prove_game(struct engine *engine, const struct prove_wanted *wanted, struct arena *arena,
                              struct lost_proof *proof);
/* The numerations worth a try for a rule: those that always are, and those that its numbers suggest. Returns how many.
 * */
size_t prove_numerations(const struct normal *normal, struct numeration *out);
/* Outcomes of all positions with numbers below `side`, by at most PROVE_LOOKS calls of budget_check and one for
 * each position; then
 * ST_STATE_BUDGET. */
struct prove_table {
    int fields;
    int64_t side;
    bool *lost;      /* in the order of the cells, the first field first */
    int64_t *values; /* SG values instead; -1 where there is no position */
    uint64_t count;
};
enum status prove_table(struct env *env, int game, enum play play, const struct automaton *states, int64_t side,
                        struct arena *arena, struct prove_table *out);
enum status prove_value_table(struct env *env, int game, const struct automaton *states, int64_t side,
                              struct arena *arena, struct prove_table *out);

#endif
