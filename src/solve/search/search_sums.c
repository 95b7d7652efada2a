/* SPDX-License-Identifier: MIT */
/* Outcomes of whole sums whose components cannot be valued separately: misère play, partizan movers, remoteness.
 *
 * A node is the ascending list of its living parts' numbers (component_table.h) with the mover in front. Depth first
 * without recursion: a level remembers which part's which option it looks at, so options are walked once. For the
 * outcome alone the first option that is P ends a node. All options are walked where play is watched for cycles
 * (W0907), which may hide behind another option, and with remoteness:
 *     no option: 0.   N: 1 + the least over the options that are P.   P: 1 + the greatest over all options (all are N).
 * The parity of the remoteness is then the outcome: in normal play P is even, in misere play P is odd. */
#include <string.h>
#include "play/options/cycle_report.h"
#include "play/options/ends.h"
#include "play/options/component_table.h"
#include "solve/search/ahead.h"
#include "solve/search/kept_sums.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_whole.h"
#include "solve/search/sum_forms.h"
#include "solve/search/sums_offer.h"

enum { CHECK_EVERY = 4096, AHEAD_OPTIONS = 8 /* for each list that may be looked at ahead */ };

struct search_level {
    uint32_t node, part, option; /* the next option to look at */
    size_t offset;               /* of that option, counted from the part's first */
    uint32_t least, greatest;    /* remoteness over the options so far: P ones, N ones */
    bool any;
};
struct sum_search {
    struct env *env;
    struct position_table *table;
    bool misere, remoteness, movers;
    bool watched; /* a cycle must be found wherever it is */
    bool by_forms;
    VEC(struct search_level) stack;
    id_vec parts, next;
    struct bytes key;
    uint64_t steps;
    struct kept_search kept;
};

static bool write_key(struct sum_search *s, int mover, const id_vec *ids)
{
    s->key.count = 0;
    if (!vec_reserve(&s->key, (ids->count + 1) * PACK_NUMBER_MAX)) return false;
    unsigned char *at = s->key.data;
    *at++ = (unsigned char)mover;
    for (size_t i = 0; i < ids->count; i++) at = pack_number(at, ids->data[i]);
    s->key.count = (size_t)(at - s->key.data);
    return true;
}

static bool read_key(struct sum_search *s, uint32_t node, int *mover, id_vec *ids)
{
    size_t length;
    const unsigned char *at = position_table_key(s->table, node, &length), *end = at + length;
    *mover = *at++;
    ids->count = 0;
    if (!vec_reserve(ids, length + 1)) return false;
    while (at < end) {
        uint64_t id;
        at = unpack_number(at, &id);
        ids->data[ids->count++] = (uint32_t)id;
    }
    return true;
}

/* The sum after the part at `moved` is replaced by the parts of `option`; both lists are ascending, and so is the
 * result. */
static bool replace_part(struct sum_search *s, size_t moved, const uint32_t *option)
{
    size_t n = option[0], i = 0, j = 0;
    s->next.count = 0;
    if (!vec_reserve(&s->next, s->parts.count + n)) return false;
    while (i < s->parts.count || j < n) {
        if (i == moved) {
            i++;
            continue;
        }
        bool old = j >= n || (i < s->parts.count && s->parts.data[i] <= option[1 + j]);
        s->next.data[s->next.count++] = old ? s->parts.data[i++] : option[1 + j++];
    }
    s->next.count = component_table_cancel(&store_sums(s->env)->parts, s->next.data, s->next.count);
    return true;
}

static bool is_p(const struct sum_search *s, uint32_t value)
{
    if (!s->remoteness) return value == 0;
    return ((value & 1) != 0) == s->misere;
}

static uint32_t terminal_value(const struct sum_search *s) { return s->remoteness ? 0 : s->misere; }

static uint32_t level_value(const struct sum_search *s, const struct search_level *f)
{
    if (!f->any) return terminal_value(s);
    if (!s->remoteness) return f->least != UINT32_MAX;
    return 1 + (f->least != UINT32_MAX ? f->least : f->greatest);
}

static void take_option(const struct sum_search *s, struct search_level *f, uint32_t value)
{
    f->any = true;
    if (is_p(s, value)) {
        if (value < f->least) f->least = value;
    } else if (value > f->greatest) {
        f->greatest = value;
    }
}

static enum status push_node(struct sum_search *s, uint32_t node)
{
    if (!vec_push(&s->stack, (struct search_level){.node = node, .least = UINT32_MAX})) return ST_NO_MEMORY;
    s->table->values[node] = VALUE_OPEN;
    return ST_OK;
}

static enum status report_cycle(struct sum_search *s, uint32_t closes)
{
    struct sums path = {0};
    cell_vec cells = {0};
    enum status st = ST_OK;
    size_t from = 0;
    int first = 0, mover;
    while (s->stack.data[from].node != closes) from++;
    for (size_t i = from; st == ST_OK && i < s->stack.count; i++) {
        if (!read_key(s, s->stack.data[i].node, &mover, &s->parts)) st = ST_NO_MEMORY;
        if (i == from) first = mover;
        for (size_t j = 0; st == ST_OK && j < s->parts.count; j++) {
            struct component component;
            cells.count = 0;
            if (!component_table_get(s->env, s->parts.data[j], &cells, &component) || !sums_push(&path, &component))
                st = ST_NO_MEMORY;
        }
        if (st == ST_OK && !sums_end(&path)) st = ST_NO_MEMORY;
    }
    if (st == ST_OK) st = cycle_report(s->env, &path, first);
    vec_free(&cells);
    sums_free(&path);
    return st;
}

/* One option of the node on top. *known: its value is known and included; else a node was pushed above it. */
static enum status look_at(struct sum_search *s, size_t top, int mover, size_t moved, const uint32_t *option,
                           bool *known)
{
    uint32_t id;
    bool fresh;
    *known = false;
    if (!replace_part(s, moved, option) || !write_key(s, s->movers ? 3 - mover : 0, &s->next)) return ST_NO_MEMORY;
    enum status st = position_table_intern(s->table, s->key.data, s->key.count, &id, &fresh);
    if (st != ST_OK) return st;
    uint32_t value = s->table->values[id];
    if (value == VALUE_OPEN) return report_cycle(s, id);
    if (value == VALUE_UNKNOWN) return push_node(s, id);
    take_option(s, &s->stack.data[top], value);
    *known = true;
    return ST_OK;
}

static bool decided(const struct sum_search *s, const struct search_level *f)
{
    return !s->remoteness && !s->watched && f->least != UINT32_MAX;
}

/* Continues with the node on top until it is valued or waits for a node pushed above it. */
static enum status advance(struct sum_search *s)
{
    size_t top = s->stack.count - 1;
    int mover;
    if (!read_key(s, s->stack.data[top].node, &mover, &s->parts)) return ST_NO_MEMORY;
    while (s->stack.data[top].part < s->parts.count && !decided(s, &s->stack.data[top])) {
        struct search_level *f = &s->stack.data[top];
        uint32_t part = s->parts.data[f->part], options;
        size_t first;
        bool twin = f->part > 0 && s->parts.data[f->part - 1] == part, known = true;
        enum status st = twin ? ST_OK : component_table_options(s->env, part, mover, &first, &options);
        if (st != ST_OK) return st;
        while (!twin && s->stack.data[top].option < options && !decided(s, &s->stack.data[top])) {
            const uint32_t *option = store_sums(s->env)->parts.pool.data + first + s->stack.data[top].offset;
            uint32_t length = 1 + option[0];
            if (++s->steps % CHECK_EVERY == 0 && (st = budget_check(s->env->budget)) != ST_OK) return st;
            st = look_at(s, top, mover, s->stack.data[top].part, option, &known);
            if (st != ST_OK || !known) return st;
            s->stack.data[top].option++;
            s->stack.data[top].offset += length;
        }
        f = &s->stack.data[top];
        f->part++;
        f->option = 0;
        f->offset = 0;
    }
    const struct search_level *f = &s->stack.data[top];
    s->table->values[f->node] = level_value(s, f);
    s->stack.count--;
    return ST_OK;
}

static enum status drain(struct sum_search *s)
{
    enum status st = ST_OK;
    while (st == ST_OK && s->stack.count > 0) {
        st = kept_search_tick(&s->kept);
        if (st == ST_OK) st = advance(s);
    }
    for (size_t i = 0; i < s->stack.count; i++) s->table->values[s->stack.data[i].node] = VALUE_UNKNOWN;
    s->stack.count = 0;
    return st;
}

/* ---- kept values ------------------------------------------------------------------------------------------------- */
/* The options of one part of the sum at `f->node`, as far as they are in the table. *all: they are. */
static enum status see_options(struct sum_search *s, struct search_level *f, int mover, size_t part, bool *all)
{
    size_t first;
    uint32_t options, id;
    enum status st = component_table_options(s->env, s->parts.data[part], mover, &first, &options);
    for (uint32_t i = 0; st == ST_OK && i < options; i++) {
        const uint32_t *option = store_sums(s->env)->parts.pool.data + first;
        first += 1 + option[0];
        f->any = true;
        if (!replace_part(s, part, option)) return ST_NO_MEMORY;
        bool is_known = false, lost = false;
        if (s->by_forms) {
            st = sum_forms_known(s->env, &s->next, &is_known, &lost);
            if (is_known) take_option(s, f, !lost);
            *all &= is_known;
            continue;
        }
        if (!write_key(s, s->movers ? 3 - mover : 0, &s->next)) return ST_NO_MEMORY;
        bool known = position_table_find(s->table, s->key.data, s->key.count, &id);
        if (known && s->table->values[id] <= VALUE_LARGEST) take_option(s, f, s->table->values[id]);
        else *all = false;
    }
    return st;
}

/* One option that loses says an outcome; anything else follows from all options. */
static enum status check_sum(void *context, uint32_t sum, bool *known, bool *right)
{
    struct sum_search *s = context;
    struct search_level f = {.node = sum, .least = UINT32_MAX};
    int mover;
    *known = true;
    if (!read_key(s, sum, &mover, &s->parts)) return ST_NO_MEMORY;
    enum status st = (mover != 0) == s->movers ? ST_OK : ST_UNSUPPORTED;
    for (size_t i = 0; st == ST_OK && i < s->parts.count; i++) st = see_options(s, &f, mover, i, known);
    *known |= !s->remoteness && f.least != UINT32_MAX;
    *right = st == ST_OK && (!*known || s->table->values[sum] == level_value(s, &f));
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

static enum status look_at_file(void *context)
{
    struct sum_search *s = context;
    bool took;
    return s->kept.keep ? kept_search_look(&s->kept, &took) : ST_OK;
}

/* `work`: so many options of sums by forms, at most. */
static enum status value_of(struct sum_search *s, const struct position *position, int mover, uint64_t work,
                            uint32_t *value)
{
    id_vec ids = {0};
    uint32_t id;
    bool fresh;
    enum status st = component_table_number(s->env, position->components, position->count, &ids);
    if (st == ST_OK && s->by_forms) {
        bool lost = false;
        st = sum_forms_lost(s->env, &ids, look_at_file, s, work, &lost);
        vec_free(&ids);
        return *value = !lost, st;
    }
    if (st == ST_OK && !write_key(s, mover, &ids)) st = ST_NO_MEMORY;
    vec_free(&ids);
    if (st == ST_OK) st = position_table_intern(s->table, s->key.data, s->key.count, &id, &fresh);
    if (st == ST_OK && s->table->values[id] == VALUE_UNKNOWN) {
        st = push_node(s, id);
        if (st == ST_OK) st = drain(s);
    }
    if (st == ST_OK) *value = s->table->values[id];
    return st;
}

/* *done: the outcome is known, or the remoteness if it is asked. */
static enum status whole_board(struct sum_search *s, const struct position *position, uint32_t *value, bool *done)
{
    struct ground_mask state;
    struct masks *board;
    bool lost = false;
    uint64_t moves = 0;
    *done = false;
    if (!(s->misere || s->remoteness) || s->movers) return ST_OK;
    enum status st = sums_board(s->env, position, 0, &board, &state);
    if (st != ST_OK || !board) return st;
    st = s->remoteness ? mask_whole_remoteness(board, s->misere, &state, &moves)
                       : mask_whole_lost(board, s->misere, &state, &lost);
    if (st == ST_UNSUPPORTED) return ST_OK;
    *value = s->remoteness ? (uint32_t)moves : !lost;
    *done = true;
    return st;
}

static struct sum_search search_for(struct env *env, const struct ask *q)
{
    struct sum_search s = {.env = env, .misere = q->play == PLAY_MISERE, .remoteness = q->remoteness};
    struct game_traits facts = sums_facts(env, q);
    s.table = &store_sums(env)->outcomes[s.misere][s.remoteness];
    s.movers = facts.mover;
    for (size_t i = 0; i < q->count && facts.watched && !s.watched; i++)
        s.watched = ends_watched(env, q->positions[i].components, q->positions[i].count);
    facts.watched = s.watched;
    s.by_forms = s.misere && !s.remoteness && sum_forms_fits(&facts);
    return s;
}

static int mover_of(const struct sum_search *s, const struct ask *q) { return s->movers ? (q->mover == 2 ? 2 : 1) : 0; }

static void search_free(struct sum_search *s)
{
    vec_free(&s->stack);
    vec_free(&s->parts);
    vec_free(&s->next);
    vec_free(&s->key);
}

/* What fails on the way is left for the search itself to report. */
static void look_ahead(struct planner *planner, struct way *way, double seconds)
{
    const struct ask *q = way->ask;
    struct env_view view;
    struct terms terms = planner->env->terms;
    struct ground_mask state;
    struct masks *board;
    uint32_t value;
    uint64_t looks = way->cost.seconds < AHEAD_SECONDS ? 0 : ahead_looks(planner, q, seconds);
    if (!looks) return;
    planner->status = sums_board(planner->env, &q->positions[0], seconds, &board, &state);
    if (planner->status != ST_OK) return;
    if (board && mask_whole_forecast(board, q->play == PLAY_MISERE, q->remoteness, &state, 0) > 0)
        return; /* that was begun with its offer */
    terms.looks = looks;
    env_view_open(&view, planner->env, &terms);
    view.env.diags = view.vm.diags = &view.diags;
    struct sum_search s = search_for(&view.env, q);
    enum status st = value_of(&s, &q->positions[0], mover_of(&s, q), looks * AHEAD_OPTIONS, &value);
    search_free(&s);
    if (view.diags.failed) planner->status = ST_NO_MEMORY;
    env_view_close(&view);
    if (st == ST_OK) way->cost = ahead_found();
    else if (planner->status == ST_OK && st != ST_RULE_FAILED && st != ST_STATE_BUDGET && st != ST_UNSUPPORTED)
        planner->status = st;
    else if (planner->status == ST_OK) planner->status = budget_check(planner->env->budget);
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    struct sum_search s = search_for(env, q);
    struct text words = {0};
    text_add(&words, "%s%s%s%s", s.misere ? "misere" : "normal", s.remoteness ? " remoteness" : "",
             s.movers ? " movers" : "", s.watched ? " watched" : "");
    struct kept_sums sums = {
        .table = s.table, .words = text_c(&words), .check = check_sum, .by_forms = s.by_forms, .context = &s};
    kept_sums_open(&s.kept, env, &sums);
    if (words.failed) s.kept.keep = NULL;
    uint32_t before = s.table->count;
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    result->remoteness = arena_array(arena, q->count + 1, sizeof *result->remoteness);
    enum status st = result->outcomes && result->remoteness ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) result->outcomes[i] = OUTCOME_UNKNOWN;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        uint32_t value;
        bool done;
        st = whole_board(&s, &q->positions[i], &value, &done);
        if (st == ST_OK && !done) st = value_of(&s, &q->positions[i], mover_of(&s, q), UINT64_MAX, &value);
        if (st != ST_OK) break;
        result->outcomes[i] = is_p(&s, value) ? OUTCOME_P : OUTCOME_N;
        if (s.remoteness) result->remoteness[i] = value;
    }
    kept_search_close(&s.kept);
    text_free(&words);
    search_free(&s);
    result->positions = s.table->count - before;
    result->claim = s.misere ? "search of the whole sum in misere play" : "search of the whole sum";
    result->source = "";
    if (!s.remoteness && !s.watched)
        result->extent = "every position computed from all its options or from one that wins";
    return st;
}

const struct solver solver_wholesum = {
    .name = "wholesum",
    .kind = "search",
    .summary = "outcomes and remoteness of whole sums, for misere play and where the mover matters",
    .offer = sums_offer,
    .look = look_ahead,
    .run = run,
};
