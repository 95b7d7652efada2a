/* SPDX-License-Identifier: MIT */
#include "drawn_box.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "random_rule.h"

enum { VALUES_MOST = 4096 };
struct visit {
    const struct drawn_box *b;
    uint64_t at;
    bool seen[VALUES_MOST], any, lost[2], wrong;
};

static enum status look(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct visit *v = context;
    const struct value_table *t = v->b->t;
    uint64_t at = 0;
    (void)taken;
    v->any = true;
    if (count == 0) return v->seen[0] = v->lost[0] = true, ST_OK; /* the empty sum: in misere play its mover wins */
    for (size_t c = 0; c < t->fields; c++) {
        int64_t offset = components[0].cells[c];
        if (offset < 0 || offset >= t->extent[c]) return v->wrong = true, ST_OK;
        at += (uint64_t)(offset * t->stride[c]);
    }
    if (count != 1 || at >= v->at) return v->wrong = true, ST_OK;
    if (v->b->values[at] < VALUES_MOST) v->seen[v->b->values[at]] = true;
    for (int m = 0; m < 2; m++) v->lost[m] |= v->b->loses[m][at];
    return ST_OK;
}

/* The cells of an index; false: it is between rows. */
static bool cells_of(const struct value_table *t, uint64_t at, int64_t *cells)
{
    bool used[MODEL_MAX_FIELDS] = {false}, inside = true;
    for (size_t k = 0; k < t->fields; k++) {
        size_t next = t->fields;
        for (size_t c = 0; c < t->fields; c++) {
            bool larger = next == t->fields || t->stride[c] > t->stride[next] ||
                          (t->stride[c] == t->stride[next] && t->extent[c] > t->extent[next]);
            if (!used[c] && larger) next = c;
        }
        used[next] = true;
        cells[next] = (int64_t)(at / (uint64_t)t->stride[next]);
        at %= (uint64_t)t->stride[next];
        inside &= cells[next] < t->extent[next];
    }
    return inside;
}

static bool fill(struct drawn_box *b, struct rule_file *f, struct visit *v)
{
    const struct value_table *t = b->t;
    for (v->at = 0; v->at < t->count; v->at++) {
        int64_t cells[MODEL_MAX_FIELDS];
        struct component from = {0, (uint32_t)t->fields, cells};
        if (!cells_of(t, v->at, cells)) continue;
        memset(v->seen, 0, sizeof v->seen);
        v->any = v->lost[0] = v->lost[1] = false;
        if (vm_options(f->vm, &from, 1, look, v) != ST_OK || v->wrong) return false;
        uint32_t value = 0;
        while (v->seen[value]) value++;
        b->values[v->at] = value;
        b->loses[0][v->at] = !v->lost[0];
        b->loses[1][v->at] = v->any && !v->lost[1];
        b->terminals += !v->any;
    }
    return true;
}

bool drawn_box_open(struct drawn_box *b, struct rule_file *f, const struct value_table *t)
{
    *b = (struct drawn_box){.t = t, .values = calloc(t->count, sizeof *b->values)};
    for (int m = 0; m < 2; m++) b->loses[m] = calloc(t->count, sizeof *b->loses[m]);
    struct visit *v = calloc(1, sizeof *v);
    v->b = b;
    bool good = fill(b, f, v);
    free(v);
    return good;
}

void drawn_box_close(struct drawn_box *b)
{
    free(b->values);
    for (int m = 0; m < 2; m++) free(b->loses[m]);
}

bool drawn_box_values(const struct drawn_box *b, const struct value_table *filled)
{
    int64_t cells[MODEL_MAX_FIELDS];
    bool same = true;
    for (uint64_t i = 0; same && i < b->t->count; i++) {
        uint64_t at = 0;
        if (!cells_of(b->t, i, cells)) continue;
        for (size_t c = 0; c < filled->fields; c++) at += (uint64_t)(cells[c] * filled->stride[c]);
        same = value_table_at(filled, at) == b->values[i];
    }
    return same;
}

bool drawn_box_outcomes(const struct drawn_box *b, const uint64_t *bits, bool misere)
{
    int64_t cells[MODEL_MAX_FIELDS];
    bool same = true;
    for (uint64_t i = 0; same && i < b->t->count; i++)
        same = !cells_of(b->t, i, cells) || (bits[i / 64] >> i % 64 & 1) == b->loses[misere][i];
    return same;
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */
bool drawn_value(struct runtime_case *c, const char *solver, size_t fields, uint64_t limit, uint64_t *seed,
                 size_t *answered)
{
    int64_t cells[MODEL_MAX_FIELDS];
    struct component at = {0, (uint32_t)fields, cells};
    for (size_t i = 0; i < fields; i++) cells[i] = (int64_t)random_below(seed, limit);
    int64_t by_it = case_value_by(c, solver, &at, 1), by_search = by_it < 0 ? -1 : case_value_by(c, "hashed", &at, 1);
    *answered += by_search >= 0;
    return by_it < 0 || by_it == by_search;
}

/* -1: no answer. */
static int outcome_by(struct runtime_case *c, const char *solver, const char *term, enum play play)
{
    struct wanted wanted = {.play = play, .outcome = true};
    struct position *position = arena_alloc(&c->arena, sizeof *position);
    c->env->terms.only = solver;
    store_clear(c->env->store);
    *position = case_position(c, term);
    c->st = analyze(c->env, position, &wanted, &c->arena, &c->answer);
    c->env->terms.only = NULL;
    return c->st == ST_OK ? (int)c->answer.outcome : -1;
}

bool drawn_outcome(struct runtime_case *c, const char *solver, size_t fields, uint64_t limit, uint64_t *seed,
                   size_t *answered)
{
    struct text term = {0};
    for (size_t i = 0; i < fields; i++) text_add(&term, "%s%d", i ? ", " : "g(", (int)random_below(seed, limit));
    text_puts(&term, ")");
    enum play play = random_below(seed, 2) ? PLAY_MISERE : PLAY_NORMAL;
    int by_it = outcome_by(c, solver, text_c(&term), play);
    int by_search = by_it < 0 ? -1 : outcome_by(c, "hashed", text_c(&term), play);
    *answered += by_search >= 0;
    text_free(&term);
    return by_search < 0 || by_it == by_search;
}

size_t drawn_rules(int argc, char **argv, uint64_t count, drawn_writer draw, drawn_reader agrees)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    size_t bad = 0;
    if (argc > 2) count = strtoull(argv[2], NULL, 10);
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t seed = i * 7919 + 1;
        struct text rule = {0};
        draw(&seed, &rule);
        bool good = agrees(text_c(&rule), seed);
        if (!good) printf("# seed %d: %s\n", (int)i, text_c(&rule));
        bad += !good;
        text_free(&rule);
    }
    return bad;
}
