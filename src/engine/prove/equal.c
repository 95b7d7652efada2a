/* SPDX-License-Identifier: MIT */
/* A numeration in which both sets are proved; then orders of the fields in turn. */
#include "engine/prove/equal.h"
#include <string.h>

struct equating {
    struct engine *const *engines;
    const enum play *plays;
    struct arena *arena;
    struct equal_laws *out;
    struct lost_proof proofs[2], own[2]; /* in one numeration; each in whichever */
};
enum { WALKED = 400000 }; /* positions that are looked at where no numeration reads both */

static enum status open_because(struct equating *q, int side, const char *reason)
{
    q->out->reason = reason;
    q->out->side = side;
    return ST_OK;
}

static enum status prove_side(struct equating *q, int side, const struct numeration *in)
{
    struct engine *engine = q->engines[side];
    struct prove_wanted wanted = {.game = engine->model->main_game, .play = q->plays[side], .in = in};
    return engine_prove_game(engine, &wanted, q->arena, &q->proofs[side]);
}

/* Both in one numeration: that of the first, or that of the second. *both: there is one. */
static enum status prove_both(struct equating *q, bool *both)
{
    enum status st = ST_OK;
    for (int first = 0; st == ST_OK && first < 2; first++) {
        if ((st = prove_side(q, first, NULL)) != ST_OK) break;
        q->own[first] = q->proofs[first];
        if (!q->own[first].found) return open_because(q, first, q->own[first].reason);
        st = prove_side(q, !first, q->own[first].lost->in);
        *both = st == ST_OK && q->proofs[!first].found;
        if (*both) return st;
    }
    return st;
}

/* The next order of the fields, as in a dictionary. */
static bool next_order(int *order, int count)
{
    int i = count - 2, k = count - 1;
    while (i >= 0 && order[i] > order[i + 1]) i--;
    if (i < 0) return false;
    while (order[k] < order[i]) k--;
    int swap = order[i];
    order[i] = order[k];
    order[k] = swap;
    for (int a = i + 1, b = count - 1; a < b; a++, b--) swap = order[a], order[a] = order[b], order[b] = swap;
    return true;
}

/* Fields of the same kinds in this order? */
static bool kinds_fit(const struct equating *q, const int *order)
{
    const struct game *a = &q->engines[0]->model->games[q->engines[0]->model->main_game];
    const struct game *b = &q->engines[1]->model->games[q->engines[1]->model->main_game];
    for (int i = 0; i < q->out->fields; i++)
        if (a->fields[i].kind != b->fields[order[i]].kind) return false;
    return true;
}

/* Where the laws differ in this order, on tracks of the first game's fields; *both: positions that both have. */
static const struct automaton *differing(struct equating *q, struct automata *w, const int *order,
                                         const struct automaton **both)
{
    const struct lost_proof *a = &q->proofs[0], *b = &q->proofs[1];
    int to[AUTOMATIC_FIELDS];
    for (int i = 0; i < q->out->fields; i++) to[order[i]] = i;
    const struct automaton *lost = automata_renamed(w, b->lost, to), *states = automata_renamed(w, b->states, to);
    *both = automata_and(w, a->states, states);
    const struct automaton *apart =
        automata_or(w, automata_except(w, a->lost, lost), automata_except(w, lost, a->lost));
    if (states && *both) q->out->partly = !automaton_equal(*both, a->states) || !automaton_equal(*both, states);
    return automata_and(w, apart, *both);
}

static enum status say_first(struct equating *q, struct automata *w, const struct automaton *apart)
{
    if (!automata_smallest(w, apart, q->out->first)) {
        if (w->status != ST_OK) return w->status;
        return open_because(q, -1, "the least position where they differ has numbers beyond 62 bits");
    }
    q->out->first_lost[0] = automaton_holds(q->proofs[0].lost, q->out->first);
    q->out->first_lost[1] = !q->out->first_lost[0];
    q->out->verdict = EQUAL_REFUTED;
    return ST_OK;
}

/* ---- position by position ---------------------------------------------------------------------------------------- */
/* The next tuple of this sum in the order of the numbers; the first is (0, .., 0, sum). */
static bool next_tuple(int64_t *numbers, int count)
{
    int at = count - 1;
    while (at > 0 && numbers[at] == 0) at--;
    if (at <= 0) return false;
    int64_t rest = numbers[at] - 1;
    numbers[at] = 0;
    numbers[at - 1]++;
    numbers[count - 1] = rest;
    return true;
}

/* Is one lost and the other not, both being positions? */
static bool differs_at(const struct equating *q, const int *order, const int64_t *numbers)
{
    const struct lost_proof *a = &q->own[0], *b = &q->own[1];
    int64_t other[AUTOMATIC_FIELDS];
    for (int i = 0; i < q->out->fields; i++) other[order[i]] = numbers[i];
    return automaton_holds(a->states, numbers) && automaton_holds(b->states, other) &&
           automaton_holds(a->lost, numbers) != automaton_holds(b->lost, other);
}

static enum status walk(struct equating *q, const int *order, int64_t *first, bool *found)
{
    uint64_t looked = 0;
    *found = false;
    for (int64_t sum = 0; looked < WALKED; sum++) {
        int64_t numbers[AUTOMATIC_FIELDS] = {0};
        numbers[q->out->fields - 1] = sum;
        enum status st = budget_check(q->engines[0]->options.budget);
        if (st != ST_OK) return st;
        do {
            looked++;
            if (!differs_at(q, order, numbers)) continue;
            memcpy(first, numbers, sizeof numbers);
            return *found = true, ST_OK;
        } while (next_tuple(numbers, q->out->fields));
    }
    return ST_OK;
}

/* Two sets that no numeration tried reads both: they differ in every order, or nothing is known. */
static enum status walk_orders(struct equating *q)
{
    int order[AUTOMATIC_FIELDS];
    int64_t other[AUTOMATIC_FIELDS];
    bool first = true, found;
    for (int i = 0; i < q->out->fields; i++) order[i] = i;
    do {
        if (!kinds_fit(q, order)) continue;
        enum status st = walk(q, order, first ? q->out->first : other, &found);
        if (st != ST_OK) return st;
        if (!found) return open_because(q, -1, "no numeration was found that reads both");
        first = false;
    } while (next_order(order, q->out->fields));
    if (first) return open_because(q, -1, "they have no position in common");
    q->out->first_lost[0] = automaton_holds(q->own[0].lost, q->out->first);
    q->out->first_lost[1] = !q->out->first_lost[0];
    q->out->verdict = EQUAL_REFUTED;
    return ST_OK;
}

/* ---- as sets ----------------------------------------------------------------------------------------------------- */
static enum status compare_orders(struct equating *q, struct automata *w)
{
    int order[AUTOMATIC_FIELDS];
    const struct automaton *first = NULL, *both;
    bool partly = false, compared = false;
    for (int i = 0; i < q->out->fields; i++) order[i] = i;
    do {
        if (!kinds_fit(q, order)) continue;
        const struct automaton *apart = differing(q, w, order, &both);
        if (!apart) return w->status;
        if (automaton_empty(both)) continue;
        if (automaton_empty(apart)) {
            q->out->verdict = EQUAL_PROVED;
            memcpy(q->out->order, order, sizeof order);
            return ST_OK;
        }
        if (!compared) first = apart, partly = q->out->partly;
        compared = true;
    } while (next_order(order, q->out->fields));
    if (!compared) return open_because(q, -1, "they have no position in common");
    q->out->partly = partly;
    return say_first(q, w, first);
}

enum status engine_prove_equal(struct engine *const *engines, const enum play *plays, struct arena *arena,
                               struct equal_laws *out)
{
    struct equating q = {.engines = engines, .plays = plays, .arena = arena, .out = out};
    struct arena scratch = {0};
    const struct game *games[2];
    *out = (struct equal_laws){.side = -1};
    for (int side = 0; side < 2; side++) games[side] = &engines[side]->model->games[engines[side]->model->main_game];
    if (games[0]->field_count != games[1]->field_count)
        return open_because(&q, -1, "their positions have different numbers of fields");
    bool both = false;
    enum status st = prove_both(&q, &both);
    if (st != ST_OK || out->reason) return st;
    out->fields = (int)games[0]->field_count;
    for (int side = 0; side < 2; side++) out->ends[side] = q.proofs[side].ends;
    out->lost = q.proofs[0].lost;
    if (!both) return walk_orders(&q);
    struct automata w = {.arena = &scratch,
                         .in = q.proofs[0].lost->in,
                         .budget = engines[0]->options.budget,
                         .most_states = PROVE_BUILT,
                         .most_work = PROVE_WORK};
    st = compare_orders(&q, &w);
    arena_free(&scratch);
    if (st == ST_STATE_BUDGET || st == ST_UNSUPPORTED) return open_because(&q, -1, "it takes too much work");
    return st;
}
