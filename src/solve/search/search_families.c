/* SPDX-License-Identifier: MIT */
/* SG values of long rows and rings that fall apart into families of runs (families.h), whose number of cells is not bounded by
 * that of positions. What was found of a rule, and of a run, is kept: the options of a row are stretches of the same
 * runs. A ring is opened by each of its moves, or behind a cell that ends a run. */
#include <string.h>
#include "base/mem.h"
#include "base/mex.h"
#include "play/options/board.h"
#include "play/options/store.h"
#include "solve/search/families.h"
#include "solve/search/row_walls.h"
#include "solve/solver.h"

enum {
    LONG_RUN = 32,
    LONG_ROW = 16 /* of those known by their length alone, or rings */,
    FAMILIES_MOST = 16,
    RULES_MOST = 16,
    TURN_MOST = 64
};

struct family_memory {
    VEC(struct row_rule *) rules;
    VEC(struct families *) families;
};

static void drop_rule(struct row_rule *rule)
{
    row_rule_free(rule);
    mem_free(rule, sizeof *rule);
}

static void forget(void *kept)
{
    struct family_memory *memory = kept;
    for (size_t i = 0; i < memory->families.count; i++) families_close(memory->families.data[i]);
    for (size_t i = 0; i < memory->rules.count; i++) drop_rule(memory->rules.data[i]);
    vec_free(&memory->families);
    vec_free(&memory->rules);
}

static const struct tenant tenant = {"families", sizeof(struct family_memory), true, forget};

struct family_search {
    struct env *env;
    struct family_memory *memory;
    VEC(unsigned char) cells, cut;
};

/* ---- the rule ------------------------------------------------------------------------------------------------------ */
/* Room for one more: the first one of which no list is known goes. */
static bool has_room(struct family_memory *memory)
{
    size_t k = 0;
    if (memory->rules.count < RULES_MOST) return true;
    while (k < memory->rules.count && memory->rules.data[k]->known) k++;
    if (k == memory->rules.count) return false;
    drop_rule(memory->rules.data[k]);
    for (memory->rules.count--; k < memory->rules.count; k++) memory->rules.data[k] = memory->rules.data[k + 1];
    return true;
}

static enum status make_rule(struct family_search *s, const struct component *row, struct row_rule **rule)
{
    if (!has_room(s->memory)) return ST_UNSUPPORTED;
    if (!(*rule = mem_alloc(sizeof **rule))) return ST_NO_MEMORY;
    enum status st = row_rule_make(s->env, row, *rule);
    if (st == ST_OK && !vec_push(&s->memory->rules, *rule)) st = ST_NO_MEMORY;
    if (st != ST_OK) drop_rule(*rule);
    return st;
}

/* The codes of the row are in s->cells. */
static enum status rule_of(struct family_search *s, const struct component *row, struct row_rule **rule)
{
    enum status st = ST_OK;
    size_t i = 0;
    bool found = false;
    s->cells.count = 0;
    if (!vec_reserve(&s->cells, row->count + 2 * (size_t)ROW_SPAN)) return ST_NO_MEMORY;
    for (; st == ST_OK && !found && i < s->memory->rules.count; i++) {
        *rule = s->memory->rules.data[i];
        st = row_rule_serves(s->env, row, *rule, &found);
        found = found && (!(*rule)->known || row_rule_code(*rule, row, s->cells.data));
    }
    if (st != ST_OK) return st;
    if (!found) st = make_rule(s, row, rule);
    if (st != ST_OK || !(*rule)->known) return st == ST_OK ? ST_UNSUPPORTED : st;
    return found || row_rule_code(*rule, row, s->cells.data) ? ST_OK : ST_UNSUPPORTED;
}

/* Does the longer row, with the cells of `row` from `at` on and the filler about them, fall apart into `row` alone? */
static enum status is_part(struct family_search *s, const struct component *row, size_t at, int64_t *cells, bool *is)
{
    int64_t filler = board_of(s->env, row)->filler;
    struct sums parts = {0};
    struct component wide = {row->game, (uint32_t)cells[0] + 1, cells};
    for (uint32_t i = 1; i < wide.count; i++) cells[i] = filler;
    memcpy(cells + 1 + at, row->cells + 1, (row->count - 1) * sizeof *cells);
    enum status st = board_parts(s->env, &wide, &parts);
    struct component only;
    if (st == ST_OK && parts.items.count == 1) {
        only = sums_item(&parts, 0);
        *is = component_compare(&only, row) == 0;
    }
    sums_free(&parts);
    return st;
}

/* Rules that have a list at one length: a row that is the only part of a longer one is worth the same (play/options/board.h). So
 * parts of rows need no list of their own, which short ones do not have. *wide is in the arena; as `row`: there is no longer one. */
static enum status stretch(struct family_search *s, const struct component *row, struct arena *arena,
                           struct component *wide)
{
    size_t cells = 0;
    enum status st = ST_OK;
    bool is = false;
    *wide = *row;
    for (size_t i = 0; i < s->memory->rules.count; i++) {
        const struct row_rule *rule = s->memory->rules.data[i];
        if (rule->known && !rule->ring && rule->game == row->game && rule->cells > cells) cells = rule->cells;
    }
    if (cells <= row->count - 1 || !board_of(s->env, row)) return ST_OK;
    int64_t *longer = arena_array(arena, cells + 1, sizeof *longer);
    if (!longer) return ST_NO_MEMORY;
    longer[0] = (int64_t)cells;
    size_t places[] = {0, cells - (row->count - 1)};
    for (size_t k = 0; st == ST_OK && k < 2 && !is; k++) st = is_part(s, row, places[k], longer, &is);
    if (is) *wide = (struct component){row->game, (uint32_t)cells + 1, longer};
    return st;
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

/* The codes of a row, with pads. The longest run is valued first: what is found for it may tell of the others. */
static enum status value_cells(struct family_search *s, const struct row_rule *rule, const unsigned char *cells,
                               size_t count, uint64_t *value)
{
    size_t longest = 0, first = 0;
    uint32_t one;
    if (!vec_reserve(&s->cut, ROW_WALLS_ROOM(count))) return ST_NO_MEMORY;
    count = row_walls_cut(rule, cells, count, false, false, s->cut.data);
    cells = s->cut.data;
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

/* ---- rings --------------------------------------------------------------------------------------------------------- */
/* The least number of places by which the ring is turned into itself. */
static size_t turn_of(const unsigned char *ring, size_t count)
{
    for (size_t turn = 1; turn < count; turn++) {
        if (count % turn) continue;
        if (memcmp(ring, ring + turn, count - turn) == 0) return turn;
    }
    return count;
}

/* A ring in which something ends a run, a cell or walls, is a row that begins there. In `ring` it stands twice. *count: cells of the
 * row. */
static const unsigned char *row_of_ring(const struct row_rule *rule, const unsigned char *ring, size_t *count)
{
    if (!rule->walls) return memchr(ring, 0, *count);
    size_t at = row_walls_of_ring(rule, ring, *count);
    if (at == *count) return NULL;
    *count += rule->walls;
    return ring + at;
}

/* A ring in which no run ends: the mex over the moves at places that are not turned into each other. Each of these leaves a row. In
 * `ring` it stands twice, and a move more. */
static enum status value_whole_ring(struct family_search *s, const struct row_rule *rule, unsigned char *ring,
                                    size_t count, uint64_t *value)
{
    size_t turn = turn_of(ring, count), options = 0;
    uint64_t *values = NULL, room = turn * rule->moves.count;
    enum status st = turn > TURN_MOST ? ST_UNSUPPORTED : ST_OK;
    unsigned char *after = mem_alloc(3 * count);
    if (st == ST_OK && !(values = mem_alloc((room + 1) * sizeof *values))) st = ST_NO_MEMORY;
    if (!after) st = ST_NO_MEMORY;
    for (size_t at = 0; st == ST_OK && at < turn; at++)
        for (size_t i = 0; st == ST_OK && i < rule->moves.count; i++) {
            const struct row_move *m = &rule->moves.data[i];
            if (m->left_end || m->right_end || memcmp(ring + at, m->from, m->length) != 0) continue;
            for (size_t k = 0; k < 3; k++) {
                memcpy(after + k * count, ring + at, count);
                memcpy(after + k * count, m->to, m->length);
            }
            size_t cells = count; /* a move leaves something that ends a run */
            const unsigned char *row = row_of_ring(rule, after, &cells);
            st = value_cells(s, rule, row, cells, &values[options++]);
        }
    if (st == ST_OK) *value = mex_of(values, options);
    mem_free(values, values ? (room + 1) * sizeof *values : 0);
    mem_free(after, after ? 3 * count : 0);
    return st;
}

/* The codes are in s->cells. */
static enum status value_ring(struct family_search *s, const struct row_rule *rule, size_t count, uint64_t *value)
{
    if (!vec_reserve(&s->cells, 2 * count + ROW_SPAN)) return ST_NO_MEMORY;
    unsigned char *cells = s->cells.data;
    for (size_t i = 0; i < count + ROW_SPAN; i++) cells[count + i] = cells[i];
    size_t row_cells = count;
    const unsigned char *row = row_of_ring(rule, cells, &row_cells);
    return row ? value_cells(s, rule, row, row_cells, value) : value_whole_ring(s, rule, cells, count, value);
}

static enum status value_row(struct family_search *s, const struct component *row, uint64_t *value)
{
    struct arena scratch = {0};
    struct component wide = *row;
    struct row_rule *rule = NULL;
    enum status st = row_rule_windows(s->env, row) ? ST_OK : stretch(s, row, &scratch, &wide);
    size_t cells = wide.count - 1;
    if (st == ST_OK) st = rule_of(s, &wide, &rule);
    if (st == ST_OK && rule->ring) st = value_ring(s, rule, cells, value);
    else if (st == ST_OK) st = value_cells(s, rule, s->cells.data, row_rule_pad(rule, s->cells.data, cells), value);
    arena_free(&scratch);
    return st;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    struct family_search s = {.env = env, .memory = store_room(env, &tenant)};
    enum status st = s.memory ? ST_OK : ST_NO_MEMORY;
    size_t longest = 0;
    result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    if (!result->values) st = ST_NO_MEMORY;
    for (size_t i = 1; i < q->count; i++)
        if (q->components[i].count > q->components[longest].count) longest = i;
    if (st == ST_OK && q->count) st = value_row(&s, &q->components[longest], &result->values[longest]);
    for (size_t i = 0; st == ST_OK && i < q->count; i++)
        if (i != longest) st = value_row(&s, &q->components[i], &result->values[i]);
    vec_free(&s.cells);
    vec_free(&s.cut);
    result->claim =
        "mex over all options, run by run; a run is known by its two ends and its length, proved from the rule";
    result->source = "Sprague 1935, Grundy 1939";
    return st;
}

/* ---- the offer ----------------------------------------------------------------------------------------------------- */
/* The longest run of a row: *at is its first cell. Of a ring, of which it is not known what ends a run, all cells. */
static size_t longest_run(const struct env *env, const struct component *row, size_t *at)
{
    size_t longest = 0;
    const struct state_windows *windows = row_rule_windows(env, row);
    if (!windows) return *at = 1, row->count - 1;
    int64_t filler = windows->filler;
    for (uint32_t i = 1; i < row->count; i++) {
        uint32_t begin = i;
        while (i < row->count && row->cells[i] != filler) i++;
        if (i - begin > longest) longest = i - begin, *at = begin;
    }
    return longest;
}

static bool has_cells(const struct ask *q, size_t least)
{
    bool has = false;
    for (size_t i = 0; i < q->count; i++) has |= q->components[i].count > least;
    return has;
}

/* Where no run is long there is nothing to say. *seconds: of the longest run. */
static bool may_value(const struct env *env, const struct ask *q, struct arena *arena, double *seconds)
{
    const struct component *row = NULL;
    size_t longest = 0, at = 0, least = LONG_RUN;
    if (!has_cells(q, LONG_ROW)) return false;
    for (size_t i = 0; i < q->count; i++) {
        size_t begin = 0;
        /* a part of a board may be part of a longer row */
        if (!board_of(env, &q->components[i]) && !row_rule_may_be(env, &q->components[i])) return false;
        size_t length = longest_run(env, &q->components[i], &begin);
        if (!row_rule_windows(env, &q->components[i])) least = LONG_ROW;
        if (length > longest) longest = length, at = begin, row = &q->components[i];
    }
    if (longest < least || longest > FAMILY_LONGEST || (board_of(env, row) && !row_rule_may_be(env, row))) return false;
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
