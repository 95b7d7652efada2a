/* SPDX-License-Identifier: MIT */
/* SG values of components by a search that stores every component in the store's table.
 *
 * Depth first without recursion. The first visit of a position pushes every option component that is new and writes
 * all options to a tape; a later visit pushes the first one that still has no value and stops; a visit that finds
 * all valued takes the mex. The positions on the path own consecutive sections of the tape, so the last section
 * belongs to the current position. If the tape would grow beyond TAPE_MOST the options are listed again instead,
 * which keeps memory O(positions). Opened positions without a value are exactly the path from the root, hence an
 * option among them closes a cycle. */
#include "base/mex.h"
#include "play/options/cycle_report.h"
#include "play/options/ends.h"
#include "solve/heap/blocks.h"
#include "solve/search/search_components.h"
#include "solve/search/ahead.h"
#include "solve/search/estimate.h"
#include "solve/search/kept_search.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_estimate.h"
#include "play/options/board.h"
#include "play/options/canonical.h"
#include "play/options/store.h"

enum {
    CHECK_EVERY = 512,
    TAPE_MOST = 1 << 24,
    CELLS_AHEAD = 64 /* options of more take longer */,
    AHEAD_WATCHED = 1 << 19
};

/* A position that is being valued: its options are on the tape from `tape` on, each as a count and component ids. */
struct opened {
    uint32_t node;
    bool taped;
    size_t tape;
};

struct component_search {
    struct env *env;
    struct position_table *table;
    VEC(uint32_t) stack, tape;
    VEC(struct opened) path;
    VEC(uint32_t) seen; /* nim-sums of the options of the current position */
    struct kept_search kept;
    struct mex mex;
    struct bytes key;
    cell_vec cells;
    uint32_t node;
    uint64_t steps;
    bool first, missing;
    bool taping; /* the first visit writes the options down */
    bool cycle;
    uint32_t closes; /* the position at which a cycle closes */
};

static enum status intern_component(struct component_search *s, const struct component *component, uint32_t *id,
                                    bool *fresh)
{
    s->key.count = 0;
    if (!pack_component(&s->key, component)) return ST_NO_MEMORY;
    return position_table_intern(s->table, s->key.data, s->key.count, id, fresh);
}

/* An option component without a value: pushed, left for later, or the end of a cycle. */
static enum status meet_unvalued(struct component_search *s, uint32_t id, bool fresh)
{
    if (s->table->values[id] == VALUE_OPEN) {
        s->cycle = true;
        s->closes = id;
        return ST_UNSUPPORTED;
    }
    s->missing = true;
    if (s->first ? !fresh : false) return ST_OK;
    if (!vec_push(&s->stack, id)) return ST_NO_MEMORY;
    return s->first ? ST_OK : ST_UNSUPPORTED; /* a later visit stops here */
}

/* One option component, by number: its value is added to the nim-sum, or it has none yet. */
static enum status meet_id(struct component_search *s, uint32_t id, bool fresh, uint32_t *sum, bool *complete)
{
    uint32_t value = s->table->values[id];
    if (value <= VALUE_LARGEST) {
        *sum ^= value;
        return ST_OK;
    }
    *complete = false;
    return meet_unvalued(s, id, fresh);
}

static enum status end_option(struct component_search *s, uint32_t sum, bool complete)
{
    if (++s->steps % CHECK_EVERY == 0) {
        enum status st = budget_check(s->env->budget);
        if (st != ST_OK) return st;
    }
    return !complete || s->missing || vec_push(&s->seen, sum) ? ST_OK : ST_NO_MEMORY;
}

static enum status meet_option(void *context, const struct component *components, size_t count)
{
    struct component_search *s = context;
    uint32_t sum = 0;
    bool complete = true;
    if (s->taping && s->tape.count + count >= TAPE_MOST) s->taping = false;
    if (s->taping && (!vec_reserve(&s->tape, count + 1) || !vec_push(&s->tape, (uint32_t)count))) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        uint32_t id;
        bool fresh;
        enum status st = intern_component(s, &components[i], &id, &fresh);
        if (st == ST_OK && s->taping && !vec_push(&s->tape, id)) st = ST_NO_MEMORY;
        if (st == ST_OK) st = meet_id(s, id, fresh, &sum, &complete);
        if (st != ST_OK) return st;
    }
    return end_option(s, sum, complete);
}

/* The same for options on the tape. */
static enum status replay(struct component_search *s, size_t from)
{
    enum status st = ST_OK;
    for (size_t at = from; st == ST_OK && at < s->tape.count;) {
        uint32_t sum = 0;
        bool complete = true;
        size_t end = at + 1 + s->tape.data[at];
        for (at++; st == ST_OK && at < end; at++) st = meet_id(s, s->tape.data[at], false, &sum, &complete);
        if (st == ST_OK) st = end_option(s, sum, complete);
    }
    return st;
}

static enum status list_options(struct component_search *s, uint32_t node)
{
    size_t length;
    struct component component;
    s->cells.count = 0;
    if (!unpack_component(position_table_key(s->table, node, &length), &s->cells, &component)) return ST_NO_MEMORY;
    return options_canonical(s->env, &component, 0, meet_option, s);
}

static enum status open_position(struct component_search *s, uint32_t node)
{
    size_t tape = s->tape.count;
    s->table->values[node] = VALUE_OPEN;
    if (!vec_push(&s->path, (struct opened){node, false, tape})) return ST_NO_MEMORY;
    s->taping = true;
    enum status st = list_options(s, node);
    s->path.data[s->path.count - 1].taped = s->taping;
    if (!s->taping) s->tape.count = tape;
    s->taping = false;
    return st;
}

static enum status visit(struct component_search *s, uint32_t node)
{
    s->node = node;
    s->first = s->table->values[node] == VALUE_UNKNOWN;
    s->missing = false;
    s->seen.count = 0;
    enum status st;
    if (s->first) {
        st = open_position(s, node);
    } else {
        struct opened top = s->path.data[s->path.count - 1];
        st = top.taped ? replay(s, top.tape) : list_options(s, node);
    }
    if (s->cycle) return ST_RULE_FAILED;
    if (s->missing) return st == ST_UNSUPPORTED ? ST_OK : st;
    if (st != ST_OK) return st;
    if (!mex_marked(&s->mex, s->seen.data, s->seen.count, &s->table->values[node])) return ST_NO_MEMORY;
    s->tape.count = s->path.data[--s->path.count].tape;
    s->stack.count--;
    return ST_OK;
}

static enum status report_cycle(struct component_search *s)
{
    struct sums path = {0};
    enum status st = ST_OK;
    size_t from = 0;
    while (s->path.data[from].node != s->closes) from++;
    for (size_t i = from; st == ST_OK && i < s->path.count; i++) {
        struct component component;
        size_t length;
        s->cells.count = 0;
        if (!unpack_component(position_table_key(s->table, s->path.data[i].node, &length), &s->cells, &component) ||
            !sums_add(&path, &component, 1))
            st = ST_NO_MEMORY;
    }
    if (st == ST_OK) st = cycle_report(s->env, &path, 0);
    sums_free(&path);
    return st;
}

/* Values the pushed components until the stack is empty. */
static enum status drain(struct component_search *s)
{
    enum status st = ST_OK;
    while (st == ST_OK && s->stack.count > 0) {
        if ((st = kept_search_tick(&s->kept)) != ST_OK) break;
        uint32_t node = s->stack.data[s->stack.count - 1];
        if (s->table->values[node] <= VALUE_LARGEST) s->stack.count--;
        else st = visit(s, node);
    }
    if (s->cycle) st = report_cycle(s);
    for (size_t i = 0; i < s->path.count; i++)
        if (s->table->values[s->path.data[i].node] == VALUE_OPEN)
            s->table->values[s->path.data[i].node] = VALUE_UNKNOWN;
    s->path.count = s->stack.count = s->tape.count = 0;
    return st;
}

static enum status value_of(struct component_search *s, const struct component *component, uint64_t *value)
{
    struct sums canonical = {0};
    enum status st = canonical_form(s->env, component, &canonical);
    *value = 0;
    for (size_t i = 0; st == ST_OK && i < canonical.items.count; i++) {
        struct component part = sums_item(&canonical, i);
        uint32_t id;
        bool fresh;
        st = intern_component(s, &part, &id, &fresh);
        if (st == ST_OK && s->table->values[id] > VALUE_LARGEST) {
            if (!vec_push(&s->stack, id)) st = ST_NO_MEMORY;
            else st = drain(s);
        }
        if (st == ST_OK) *value ^= s->table->values[id];
    }
    sums_free(&canonical);
    return st;
}

static void search_free(struct component_search *s)
{
    vec_free(&s->stack);
    vec_free(&s->path);
    vec_free(&s->tape);
    vec_free(&s->seen);
    mex_free(&s->mex);
    vec_free(&s->key);
    vec_free(&s->cells);
}

static enum status run_values(struct component_search *s, const struct ask *q, struct arena *arena,
                              struct result *result)
{
    enum status st = ST_OK;
    result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    if (!result->values) return ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) st = value_of(s, &q->components[i], &result->values[i]);
    return st;
}

enum status components_try(struct env *env, const struct component *component, uint64_t options, bool *valued)
{
    struct env_view view;
    struct terms terms = env->terms;
    uint64_t value;
    terms.looks = options / CHECK_EVERY + 1;
    env_view_open(&view, env, &terms);
    view.env.diags = view.vm.diags = &view.diags;
    struct component_search s = {.env = &view.env, .table = &env->store->components};
    enum status st = value_of(&s, component, &value);
    search_free(&s);
    bool failed = view.diags.failed;
    env_view_close(&view);
    *valued = st == ST_OK;
    if (st == ST_RULE_FAILED || st == ST_STATE_BUDGET || st == ST_UNSUPPORTED) st = budget_check(env->budget);
    return failed ? ST_NO_MEMORY : st;
}

enum status components_ahead(struct env *env, const struct component *component, bool *valued)
{
    struct game_traits f = traits_of(env->traits, component);
    *valued = false;
    if (env->terms.only || !f.watched || f.mover || f.loopy || f.graph) return ST_OK;
    if (env->terms.plain != env->store->plain || ends_soon(env, component)) return ST_OK;
    return components_try(env, component, AHEAD_WATCHED / (1 + component->count / CELLS_AHEAD), valued);
}

/* Every position of the box in turn, except illegal ones. */
static enum status run_box(struct component_search *s, const struct ask *q)
{
    struct value_table *box = q->box;
    int64_t cells[MODEL_MAX_FIELDS];
    struct component component = {box->game, (uint32_t)box->fields, cells};
    struct blocks blocks;
    enum status st = blocks_open(&blocks, q);
    for (uint64_t i = 0; st == ST_OK && i < box->count; i++) {
        uint64_t rest = i, value = VALUE_NONE;
        bool legal;
        for (size_t f = 0; f < box->fields; f++) {
            cells[f] = box->low[f] + (int64_t)(rest / (uint64_t)box->stride[f]);
            rest %= (uint64_t)box->stride[f];
        }
        st = vm_legal(s->env->vm, &component, &legal);
        if (st == ST_OK && legal) st = value_of(s, &component, &value);
        if (st == ST_OK) st = blocks_add(&blocks, (const uint32_t[]){(uint32_t)value}, 1, 1);
    }
    if (st == ST_OK) st = blocks_end(&blocks);
    blocks_close(&blocks);
    return st;
}

static const char *claim_of(const struct env *env, const struct ask *q)
{
    bool boards = false;
    for (size_t i = 0; i < q->count && q->what == Q_VALUE && !boards; i++) boards = board_of(env, &q->components[i]);
    return boards ? "mex over all options, position by position; what falls apart is the sum of its parts, proved from "
                    "the rule"
                  : "mex over all options, position by position";
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    struct component_search s = {.env = env, .table = &env->store->components};
    uint32_t before = s.table->count;
    kept_search_open(&s.kept, env);
    enum status st = q->what == Q_BOX ? run_box(&s, q) : run_values(&s, q, arena, result);
    kept_search_close(&s.kept);
    search_free(&s);
    result->positions = s.table->count - before;
    result->claim = claim_of(env, q);
    result->source = "Sprague 1935, Grundy 1939";
    return st;
}

static void set_cost(struct way *way, struct estimate e)
{
    way->cost.seconds = e.options * 2 * 1.5e-7 + e.positions * 4e-7 + e.steps * ESTIMATE_STEP_SECONDS;
    way->cost.bytes = e.positions * 40;
    way->cost.rough = true;
}

/* With what the rule says on its board, and a bound that is proved. */
static void refine(const struct env *env, struct planner *planner, struct way *way)
{
    bool quick = planner_answers(planner, way, PLANNER_QUICK);
    struct estimate e = quick ? estimate_search(env, way->ask) : estimate_all(env, way->ask);
    set_cost(way, e);
    estimate_bound(env, way->ask, e, &way->cost);
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self;
    struct game_traits facts = {0};
    if (q->what != Q_VALUE && q->what != Q_BOX) {
        way->because = "it gives SG values of positions only";
        return;
    }
    struct component any = {.game = q->game};
    if (q->what == Q_BOX) traits_join(env->traits, &any, 1, &facts);
    else traits_join(env->traits, q->components, q->count, &facts);
    if (q->play == PLAY_MISERE) way->because = "SG values belong to normal play";
    else if (facts.mover) way->because = "the mover matters, so there are no SG values";
    else if (facts.loopy) way->because = "the game is loopy: play may go on for ever";
    else if (facts.graph) way->because = "an explicit graph with a cycle, or a large one, is labelled as a whole";
    else if (ask_unwanted(q, PLANNER_QUICK)) way->because = PLANNER_QUICKER;
    else way->can = true;
    if (!way->can) return;
    bool quick = planner_answers(planner, way, PLANNER_QUICK);
    way->because = "every position that can be reached";
    set_cost(way, quick ? estimate_search_quick(env, q) : estimate_all_quick(env, q));
    /* What others offer is the same with the rest: it costs more than what they ask about, or than what they are compared with. */
    way->put_off = way->cost.seconds > MASK_PROBED_SECONDS || !planner_is_least(planner, way);
    if (!way->put_off) refine(env, planner, way);
}

/* Rows and grids: a box of their cells says little of how far play goes (of numbers `try` begins the search). Boards of masks are left to
 * the search of these, which begins with its offer: to list the options of one as the rule writes them takes a hundred times as long. */
static void look_ahead(struct planner *planner, struct way *way, double seconds)
{
    const struct ask *q = way->ask;
    bool valued = false;
    uint64_t most = q->what == Q_VALUE ? ahead_looks(planner, q, seconds) : 0;
    if (!most) return;
    int game = q->components[0].game;
    if (game < 0 || planner->env->traits->games[game].scalars) return;
    uint64_t cells = q->components[0].count, options = most * CHECK_EVERY / (1 + cells / CELLS_AHEAD);
    if (options < cells) return; /* as many as the first list may have */
    struct ground_mask state;
    struct masks *board = NULL;
    enum status st = components_ahead(planner->env, &q->components[0], &valued);
    if (st == ST_OK && !valued) st = mask_board_within(planner->env, &q->components[0], seconds, &board, &state);
    if (st == ST_OK && !valued && !board) st = components_try(planner->env, &q->components[0], options, &valued);
    if (st != ST_OK) planner->status = st;
    if (st == ST_OK && valued) way->cost = ahead_found();
}

const struct solver solver_hashed = {
    .name = "hashed",
    .kind = "search",
    .summary = "SG values by a search that remembers every position, component by component",
    .offer = offer,
    .refine = refine,
    .look = look_ahead,
    .run = run,
};
