/* SPDX-License-Identifier: MIT */
/* SG values of long rows that fall apart into families of runs (families.h), whose number of cells is not bounded by
 * that of positions. What was found of a rule, and of a run, is kept: the options of a row are stretches of the same
 * runs. */
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/search/families.h"
#include "solve/solver.h"

enum { LONG_RUN = 32, FAMILIES_MOST = 16, RULES_MOST = 16 };

struct family_memory {
    VEC(struct row_rule *) rules;
    VEC(struct families *) families;
};

static void forget(void *kept)
{
    struct family_memory *memory = kept;
    for (size_t i = 0; i < memory->families.count; i++) families_close(memory->families.data[i]);
    for (size_t i = 0; i < memory->rules.count; i++) {
        row_rule_free(memory->rules.data[i]);
        mem_free(memory->rules.data[i], sizeof(struct row_rule));
    }
    vec_free(&memory->families);
    vec_free(&memory->rules);
}

static const struct tenant tenant = {"families", sizeof(struct family_memory), true, forget};

struct family_search {
    struct env *env;
    struct family_memory *memory;
    VEC(unsigned char) cells;
};

/* ---- the rule ------------------------------------------------------------------------------------------------------ */
static enum status make_rule(struct family_search *s, const struct component *row, struct row_rule **rule)
{
    if (s->memory->rules.count == RULES_MOST) return ST_UNSUPPORTED;
    if (!(*rule = mem_alloc(sizeof **rule))) return ST_NO_MEMORY;
    enum status st = row_rule_make(s->env, row, *rule);
    if (st == ST_OK && !vec_push(&s->memory->rules, *rule)) st = ST_NO_MEMORY;
    if (st == ST_OK) return ST_OK;
    row_rule_free(*rule);
    mem_free(*rule, sizeof **rule);
    return st;
}

/* The codes of the row are in s->cells. */
static enum status rule_of(struct family_search *s, const struct component *row, struct row_rule **rule)
{
    enum status st = ST_OK;
    size_t i = 0;
    bool found = false;
    s->cells.count = 0;
    if (!vec_reserve(&s->cells, row->count)) return ST_NO_MEMORY;
    for (; !found && i < s->memory->rules.count; i++) {
        *rule = s->memory->rules.data[i];
        found = (*rule)->game == row->game && (!(*rule)->known || row_rule_code(*rule, row, s->cells.data));
    }
    if (!found) st = make_rule(s, row, rule);
    if (st != ST_OK || !(*rule)->known) return st == ST_OK ? ST_UNSUPPORTED : st;
    return found || row_rule_code(*rule, row, s->cells.data) ? ST_OK : ST_UNSUPPORTED;
}

/* ---- runs ---------------------------------------------------------------------------------------------------------- */
static enum status value_run(struct family_search *s, const struct row_rule *rule, const unsigned char *run,
                             size_t length, uint32_t *value)
{
    struct families *f;
    enum status st = ST_UNSUPPORTED;
    for (size_t i = 0; st == ST_UNSUPPORTED && i < s->memory->families.count; i++) {
        f = s->memory->families.data[i];
        if (f->rule != rule) continue;
        families_bound(f, s->env->budget);
        st = families_value(f, s->env, run, length, value);
    }
    if (st != ST_UNSUPPORTED || s->memory->families.count == FAMILIES_MOST) return st;
    st = families_open(rule, run, length, s->env->budget, &f);
    if (st != ST_OK) return st;
    if (!vec_push(&s->memory->families, f)) return families_close(f), ST_NO_MEMORY;
    return families_value(f, s->env, run, length, value);
}

/* The codes in s->cells. The longest run is valued first: what is found for it may tell of the others. */
static enum status value_cells(struct family_search *s, const struct row_rule *rule, size_t count, uint64_t *value)
{
    const unsigned char *cells = s->cells.data;
    size_t longest = 0, first = 0;
    uint32_t one;
    for (size_t i = 0, begin = 0; i <= count; i++) {
        if (i < count && cells[i]) continue;
        if (i - begin > longest) longest = i - begin, first = begin;
        begin = i + 1;
    }
    enum status st = longest ? value_run(s, rule, cells + first, longest, &one) : ST_OK;
    *value = 0;
    for (size_t i = 0, begin = 0; st == ST_OK && i <= count; i++) {
        if (i < count && cells[i]) continue;
        if (i > begin && (st = value_run(s, rule, cells + begin, i - begin, &one)) == ST_OK) *value ^= one;
        begin = i + 1;
    }
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    struct family_search s = {.env = env, .memory = store_room(env, &tenant)};
    enum status st = s.memory ? ST_OK : ST_NO_MEMORY;
    result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    if (!result->values) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        struct row_rule *rule;
        st = rule_of(&s, &q->components[i], &rule);
        if (st == ST_OK) st = value_cells(&s, rule, q->components[i].count - 1, &result->values[i]);
    }
    vec_free(&s.cells);
    result->claim =
        "mex over all options, run by run; a run is known by its two ends and its length, proved from the rule";
    result->source = "Sprague 1935, Grundy 1939";
    return st;
}

/* ---- the offer ----------------------------------------------------------------------------------------------------- */
/* The longest run of a row: *at is its first cell. */
static size_t longest_run(const struct component *row, int64_t filler, size_t *at)
{
    size_t longest = 0;
    for (uint32_t i = 1; i < row->count; i++) {
        uint32_t begin = i;
        while (i < row->count && row->cells[i] != filler) i++;
        if (i - begin > longest) longest = i - begin, *at = begin;
    }
    return longest;
}

/* Where no run is long there is nothing to say. *seconds: of the longest run. */
static bool may_value(const struct env *env, const struct ask *q, struct arena *arena, double *seconds)
{
    const struct component *row = NULL;
    size_t longest = 0, at = 0;
    for (size_t i = 0; i < q->count; i++) {
        size_t begin = 0;
        if (!row_rule_may_be(env, &q->components[i])) return false;
        const struct state_windows *windows = env->model->games[q->components[i].game].windows;
        size_t length = longest_run(&q->components[i], windows->filler, &begin);
        if (length > longest) longest = length, at = begin, row = &q->components[i];
    }
    if (longest < LONG_RUN || longest > FAMILY_LONGEST) return false;
    struct arena_mark mark = arena_mark(arena);
    unsigned char *cells = arena_alloc(arena, longest);
    for (size_t i = 0; cells && i < longest; i++) cells[i] = (unsigned char)row->cells[at + i];
    if (cells) *seconds = families_seconds(cells, longest);
    arena_rewind(arena, mark);
    return true;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    double seconds = 1;
    (void)self;
    bool asked = q->what == Q_VALUE && q->play == PLAY_NORMAL && !ask_is_big(q);
    if (!asked || !may_value(env, q, planner->arena, &seconds)) return;
    way->can = true;
    way->because = "runs by their two ends and their length";
    way->cost = (struct cost){.seconds = seconds + (double)q->count * 1e-6, .bytes = 1 << 20, .rough = true};
}

const struct solver solver_families = {
    .name = "families",
    .kind = "table",
    .summary = "SG values of long rows that fall apart, by the ends and the length of what is left",
    .offer = offer,
    .run = run,
};
