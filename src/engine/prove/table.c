/* SPDX-License-Identifier: MIT */
/* Outcomes of a box of positions, as many at a time as a stream takes. */
#include "base/mem.h"
#include "engine/prove/prove.h"
#include "plan/stream.h"
#include "plan/values.h"

enum { LOT = 8192 };
struct table_making {
    struct prove_table *table;
    const struct automaton *states; /* NULL: every tuple is one */
    struct stream *stream;          /* NULL: SG values are wanted */
    struct env *env;
    int game;
    struct component *components;
    uint64_t *values;
    int64_t *cells;
    size_t *ends;
    uint64_t *place;
    enum outcome *outcomes;
    size_t count;
};

static enum status value_lot(struct table_making *m)
{
    size_t fields = (size_t)m->table->fields;
    for (size_t i = 0; i < m->count; i++) m->components[i] = (struct component){m->game, fields, m->cells + i * fields};
    enum status st = m->count ? values_of(m->env, m->components, m->count, m->values, NULL) : ST_OK;
    for (size_t i = 0; st == ST_OK && i < m->count; i++)
        m->table->values[m->place[i]] = m->values[i] > INT32_MAX ? -1 : (int64_t)m->values[i];
    m->count = 0;
    return st;
}

static enum status answer_lot(struct table_making *m)
{
    if (!m->stream) return value_lot(m);
    struct stream_lot lot = {m->cells, m->ends, m->count};
    enum status st = m->count ? stream_outcomes(m->stream, &lot, m->outcomes) : ST_OK;
    for (size_t i = 0; st == ST_OK && i < m->count; i++) m->table->lost[m->place[i]] = m->outcomes[i] == OUTCOME_P;
    m->count = 0;
    return st;
}

static enum status walk(struct table_making *m)
{
    struct prove_table *t = m->table;
    enum status st = ST_OK;
    size_t fields = (size_t)t->fields;
    for (uint64_t at = 0; st == ST_OK && at < t->count; at++) {
        int64_t *cells = m->cells + m->count * fields;
        uint64_t rest = at;
        for (size_t f = 0; f < fields; f++, rest /= (uint64_t)t->side) cells[f] = (int64_t)(rest % (uint64_t)t->side);
        if (m->states && !automaton_holds(m->states, cells)) continue;
        m->place[m->count] = at;
        m->ends[m->count] = (m->count + 1) * fields;
        m->count++;
        if (m->count == LOT) st = answer_lot(m);
    }
    return st == ST_OK ? answer_lot(m) : st;
}

/* Are all tuples positions? Then there is one state, that of words which are representations, and others. */
static bool is_all(const struct automaton *states, struct arena *arena)
{
    struct automata w = {.arena = arena, .in = states->in, .most_states = 1000, .most_work = 1000000};
    const struct automaton *all = automata_all(&w, states->track, states->tracks);
    return all && automaton_equal(all, states);
}

static bool make_room(struct table_making *m, const struct automaton *states, int64_t side, bool values,
                      struct arena *arena)
{
    struct prove_table *out = m->table;
    *out = (struct prove_table){.fields = states->tracks, .side = side, .count = 1};
    for (int i = 0; i < out->fields; i++) out->count *= (uint64_t)side;
    size_t fields = (size_t)out->fields;
    out->lost = values ? NULL : arena_array(arena, out->count, sizeof *out->lost);
    out->values = values ? arena_array(arena, out->count, sizeof *out->values) : NULL;
    m->cells = arena_array(arena, (size_t)LOT * (fields + 1), sizeof *m->cells);
    m->ends = arena_array(arena, LOT, sizeof *m->ends);
    m->place = arena_array(arena, LOT, sizeof *m->place);
    m->outcomes = values ? NULL : arena_array(arena, LOT, sizeof *m->outcomes);
    m->components = values ? arena_array(arena, LOT, sizeof *m->components) : NULL;
    m->values = values ? arena_array(arena, LOT, sizeof *m->values) : NULL;
    for (uint64_t i = 0; out->values && i < out->count; i++) out->values[i] = -1;
    return m->cells && m->ends && m->place &&
           (values ? out->values && m->components && m->values : out->lost && m->outcomes);
}

/* Work that is counted, so that it ends in the same way everywhere. */
static struct terms counted(const struct env *env, uint64_t count)
{
    struct terms terms = env->terms;
    if (!terms.looks) terms.looks = PROVE_LOOKS + count;
    return terms;
}

enum status prove_table(struct env *env, int game, enum play play, const struct automaton *states, int64_t side,
                        struct arena *arena, struct prove_table *out)
{
    struct stream_options options = {.game = game, .play = play};
    struct table_making m = {.table = out, .states = is_all(states, arena) ? NULL : states};
    if (!make_room(&m, states, side, false, arena)) return ST_NO_MEMORY;
    struct env_view view;
    struct terms terms = counted(env, out->count);
    env_view_open(&view, env, &terms);
    enum status st = stream_open(&view.env, &options, &m.stream);
    if (st == ST_OK) {
        st = walk(&m);
        stream_close(m.stream);
    }
    env_view_close(&view);
    return st;
}

enum status prove_value_table(struct env *env, int game, const struct automaton *states, int64_t side,
                              struct arena *arena, struct prove_table *out)
{
    struct env_view view;
    struct table_making m = {.table = out, .game = game, .states = is_all(states, arena) ? NULL : states};
    if (!make_room(&m, states, side, true, arena)) return ST_NO_MEMORY;
    struct terms terms = counted(env, out->count);
    env_view_open(&view, env, &terms);
    view.env.diags = view.vm.diags = &view.diags; /* what has no values is no mistake */
    m.env = &view.env;
    enum status st = walk(&m);
    env_view_close(&view);
    return st;
}
