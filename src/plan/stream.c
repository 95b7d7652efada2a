/* SPDX-License-Identifier: MIT */
/* The request is laid out once; for each position only its numbers are rewritten. How to ask is decided for single
 * components and for sums when the stream is opened, and again when a plugin has failed. */
#include "plan/stream.h"
#include <string.h>
#include "plugin/private.h"

enum how { BY_NOBODY, BY_OUTCOME, BY_VALUES };
#define NOT_ASKED UINT64_MAX
#define WANTED (UINT64_MAX - 1)

struct stream {
    struct env *env;
    struct stream_options options;
    struct ask asked;
    enum how how[2];    /* how to ask about one component, about several */
    struct arena arena; /* the parameters, as the plugin sees them */
    cgi_request request;
    bool ready, list;      /* the parameters are in the request; a component is one list, preceded by its length */
    struct loaded *plugin; /* who is asked BY_OUTCOME */
    const struct solver *admitted; /* whose plugin the gate has let in; NULL: not yet, or none */
    size_t room;                   /* cells for which the next four are laid out */
    VEC(cgi_component) components;
    VEC(cgi_field) fields;
    VEC(cgi_integer) integers;
    VEC(uint64_t) limbs;
    VEC(uint64_t) remembered;     /* values of heaps; NOT_ASKED, WANTED */
    VEC(struct component) wanted; /* heaps whose values a lot needs */
    VEC(uint64_t) values;         /* their values */
    VEC(size_t) left;             /* positions left to outcomes_told */
    VEC(struct component) left_components;
    VEC(struct position) left_positions;
    VEC(enum outcome) left_outcomes;
};

static const struct game *game_of(const struct stream *s) { return &s->env->model->games[s->options.game]; }
static const struct match *match_of(const struct stream *s)
{
    struct component any = {.game = s->options.game};
    return host_match(s->env, &any);
}

/* ---- who answers ---- */

/* Do SG values decide, whichever solver computes them? */
static bool values_decide(const struct stream *s)
{
    return s->options.heaps && s->asked.play == PLAY_NORMAL && !s->asked.mover && game_of(s)->kind == GAME_RULES;
}

static enum how how_to_ask(struct stream *s, size_t count)
{
    const char *reason;
    struct component any[2] = {{.game = s->options.game}, {.game = s->options.game}};
    struct position position = {any, count, NULL};
    enum how otherwise = values_decide(s) ? BY_VALUES : BY_NOBODY;
    if (game_of(s)->kind == GAME_COMPOUND && !s->options.folded) return BY_NOBODY; /* cells have another layout */
    if (!s->env->store->recognised || host_plugin(s->env, any) < 0 ||
        !request_match(s->env, &position, s->asked.play, &reason))
        return otherwise;
    /* a compound is let in with its first position; where a plugin fails, no other is asked in its place */
    bool later = game_of(s)->kind == GAME_COMPOUND && !s->ready && !s->admitted;
    if (!later && plan_solver_at(s->env, any) != s->admitted) return otherwise;
    struct loaded *plugin = s->plugin = s->env->plugins->items.data[match_of(s)->plugin];
    uint64_t can = plugin->plugin.capabilities;
    if (!restated_not_at_all(match_of(s)) || !plan_allows(s->env, plugin->info.name) ||
        ask_missing(plugin, s->asked.play))
        return otherwise;
    return (can & CGI_OUTCOME) && (count == 1 || (can & CGI_SUM)) ? BY_OUTCOME : otherwise;
}

static void decide(struct stream *s)
{
    for (size_t i = 0; i < 2; i++) s->how[i] = how_to_ask(s, i + 1);
}

/* ---- positions ---- */

/* The position as components; those of a lot are stored one after the other, and there is room for them. */
static enum status build(struct stream *s, const int64_t *cells, size_t count, struct position *position)
{
    bool heaps = s->options.heaps;
    *position = (struct position){vec_from(&s->left_components, s->left_components.count), heaps ? count : 1, NULL};
    for (size_t i = 0; i < position->count; i++)
        s->left_components.data[s->left_components.count++] =
            (struct component){s->options.game, heaps ? 1 : (uint32_t)count, cells + i};
    if (!s->options.unfold) return ST_OK;
    struct component component = *position->components;
    return s->options.unfold(s->options.context, &component, position);
}

/* ---- the whole position at once ---- */

static bool is_list(uint32_t kind) { return kind == CGI_ROW || kind == CGI_BAG; }

/* Sets up the request for positions with that many cells: components of single numbers one after the other, or one
 * component that is one list. */
static enum status lay_out(struct stream *s, size_t cells)
{
    const struct match *match = match_of(s);
    size_t each = game_of(s)->field_count;
    int place[MODEL_MAX_FIELDS]; /* which field of the reference is field i of the game */
    uint32_t kinds[MODEL_MAX_FIELDS];
    for (size_t i = 0; i < each; i++) place[match->permutation[i]] = (int)i;
    for (size_t i = 0; i < each; i++) kinds[i] = s->request.components[0].fields[i].kind; /* which moves below */
    if (cells < 2 * s->room) cells = 2 * s->room;
    s->components.count = s->fields.count = s->integers.count = s->limbs.count = 0;
    if (!vec_reserve(&s->components, cells + 1) || !vec_reserve(&s->fields, cells + 1) ||
        !vec_reserve(&s->integers, cells + 1) || !vec_reserve(&s->limbs, cells + 1))
        return ST_NO_MEMORY;
    for (size_t i = 0; i < cells; i++) s->integers.data[i].limbs = &s->limbs.data[i];
    for (size_t i = 0; i < cells; i++) {
        size_t at = i / each * each + (size_t)place[i % each];
        s->fields.data[at] =
            (cgi_field){.kind = kinds[place[i % each]], .rows = 1, .columns = 1, .cells = &s->integers.data[i]};
        if (i % each == 0)
            s->components.data[i / each] = (cgi_component){.field_count = each, .fields = &s->fields.data[i]};
    }
    s->request.components = s->components.data;
    s->room = cells;
    return ST_OK;
}

/* Passes the plugin of the position through the gate, before it is asked about others like it; the next one if that is refuted. */
static enum status admit(struct stream *s, const struct position *position)
{
    struct ask ask = s->asked;
    struct arena arena = {0};
    enum status st = ST_OK;
    ask.what = Q_OUTCOME;
    ask.positions = position;
    ask.count = 1;
    ask.some = true;
    s->admitted = NULL;
    for (bool holds = false; st == ST_OK && !holds;) {
        const struct solver *solver = plan_solver_at(s->env, &position->components[0]);
        struct plan *plan;
        if (!solver) break;
        st = plan_by(s->env, &ask, solver, &arena, &plan);
        if (st != ST_OK || !plan->chosen) break;
        st = plan_admit(s->env, plan->chosen, &holds);
        if (holds) s->admitted = solver;
        else if (plan_solver_at(s->env, &position->components[0]) == solver) break;
    }
    arena_free(&arena);
    if (st == ST_OK) decide(s);
    return st;
}

/* Parameters and field kinds, from the first position asked about. */
static enum status prepare(struct stream *s, const int64_t *cells, size_t count)
{
    struct position position;
    size_t kept = s->left_components.count;
    if (!vec_reserve(&s->left_components, count + 1)) return ST_NO_MEMORY;
    enum status st = build(s, cells, count, &position);
    bool compound = game_of(s)->kind == GAME_COMPOUND; /* the others were admitted before: stream_open */
    if (st == ST_OK && compound) st = admit(s, &position);
    if (st == ST_OK && compound && s->how[0] != BY_OUTCOME) st = ST_UNSUPPORTED;
    if (st == ST_OK)
        st = request_build(s->env, &position, 0, position.count, s->asked.play, s->asked.mover, &s->arena, &s->request);
    s->left_components.count = kept;
    if (st == ST_OK) st = lay_out(s, 64);
    s->ready = st == ST_OK;
    s->list = s->ready && is_list(s->fields.data[0].kind);
    return st;
}

static void write_numbers(struct stream *s, const int64_t *cells, size_t count)
{
    cgi_integer *integers = s->integers.data;
    uint64_t *limbs = s->limbs.data;
    for (size_t i = 0; i < count; i++) {
        int64_t cell = cells[i];
        limbs[i] = cell < 0 ? 0 - (uint64_t)cell : (uint64_t)cell;
        integers[i].sign = cell < 0 ? -1 : cell != 0;
        integers[i].count = cell != 0;
    }
}

/* Writes the cells into the request; their layout was checked when they were read. */
static enum status put(struct stream *s, const int64_t *cells, size_t count)
{
    enum status st = s->ready ? ST_OK : prepare(s, cells, count);
    if (st == ST_OK && count > s->room) st = lay_out(s, count);
    if (st != ST_OK) return st;
    if (s->list) {
        s->fields.data[0].rows = (uint32_t)cells[0];
        write_numbers(s, cells + 1, count - 1);
        s->request.component_count = 1;
        return ST_OK;
    }
    write_numbers(s, cells, count);
    s->request.component_count = s->options.heaps ? count : 1;
    return ST_OK;
}

/* Without asking for an offer first: a plugin that has no outcome for a position says so here too (cgi/plugin.h). */
static enum status ask_outcome(struct stream *s, const int64_t *cells, size_t count, enum outcome *outcome)
{
    struct loaded *plugin = s->plugin;
    uint32_t given = UINT32_MAX;
    enum status st = put(s, cells, count);
    if (st != ST_OK) return st;
    ask_begin(plugin);
    int answer = plugin->plugin.outcome(plugin->instance, &s->request, &given);
    bool known = given == CGI_OUTCOME_P || given == CGI_OUTCOME_N;
    *outcome = given == CGI_OUTCOME_P ? OUTCOME_P : OUTCOME_N;
    if (answer == CGI_OK && known) return ST_OK;
    st = ask_end(s->env, match_of(s), answer, answer == CGI_OK ? "it gave an invalid outcome" : NULL);
    decide(s);
    return st;
}

/* ---- by the values of heaps ---- */

static bool is_small(int64_t heap) { return heap >= 0 && heap < STREAM_REMEMBERED; }

static bool want(struct stream *s, const int64_t *heap)
{
    return vec_push(&s->wanted, (struct component){s->options.game, 1, heap});
}

static bool remember_to(struct stream *s, size_t heap)
{
    size_t most = 2 * s->remembered.count > heap ? 2 * s->remembered.count : heap + 1;
    if (!vec_reserve(&s->remembered, most - s->remembered.count)) return false;
    while (s->remembered.count < most) s->remembered.data[s->remembered.count++] = NOT_ASKED;
    return true;
}

/* Collects the values that are not remembered: each small heap once, every large one. */
static enum status want_values(struct stream *s, const int64_t *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (is_small(cells[i])) {
            size_t heap = (size_t)cells[i];
            if (heap >= s->remembered.count && !remember_to(s, heap)) return ST_NO_MEMORY;
            if (s->remembered.data[heap] != NOT_ASKED) continue;
            s->remembered.data[heap] = WANTED;
        }
        if (!want(s, &cells[i])) return ST_NO_MEMORY;
    }
    return ST_OK;
}

/* Remembers the small ones; the values of the large ones remain, in order. Values that were not found may be asked
 * for again. */
static void enter_values(struct stream *s, bool found)
{
    size_t large = 0;
    for (size_t i = 0; i < s->wanted.count; i++) {
        int64_t heap = *s->wanted.data[i].cells;
        if (is_small(heap)) s->remembered.data[heap] = found ? s->values.data[i] : NOT_ASKED;
        else if (found) s->values.data[large++] = s->values.data[i];
    }
}

/* For all positions of a lot that values decide; *done is false if there are no values. */
static enum status ask_values(struct stream *s, const int64_t *cells, size_t count, bool *done)
{
    s->wanted.count = s->values.count = 0;
    enum status st = want_values(s, cells, count);
    if (st == ST_OK && !vec_reserve(&s->values, s->wanted.count + 1)) st = ST_NO_MEMORY;
    if (st == ST_OK && s->wanted.count) st = values_of(s->env, s->wanted.data, s->wanted.count, s->values.data, NULL);
    enter_values(s, st == ST_OK);
    *done = st == ST_OK;
    return st == ST_UNSUPPORTED || st == ST_TOO_LARGE ? ST_OK : st;
}

static enum outcome by_values(const struct stream *s, const int64_t *cells, size_t count, size_t *large)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum ^= is_small(cells[i]) ? s->remembered.data[cells[i]] : s->values.data[(*large)++];
    return sum ? OUTCOME_N : OUTCOME_P;
}

/* ---- the stream ---- */

enum status stream_open(struct env *env, const struct stream_options *options, struct stream **stream)
{
    struct stream *s = *stream = mem_alloc(sizeof *s);
    if (!s) return ST_NO_MEMORY;
    *s = (struct stream){.env = env, .options = *options, .asked = {.play = options->play, .mover = options->mover}};
    struct component any = {.game = options->game};
    struct position position = {&any, 1, NULL};
    enum status st = plan_open(env);
    if (st == ST_OK) decide(s);
    return st == ST_OK && game_of(s)->kind != GAME_COMPOUND ? admit(s, &position) : st;
}

static size_t cells_of(const struct stream_lot *lot, size_t i) { return lot->ends[i] - (i ? lot->ends[i - 1] : 0); }

static enum status answer_left(struct stream *s, const struct stream_lot *lot, enum outcome *outcomes)
{
    size_t count = s->left.count, components = 0;
    enum status st = ST_OK;
    for (size_t i = 0; i < count; i++) components += cells_of(lot, s->left.data[i]) + 1;
    s->left_components.count = s->left_positions.count = s->left_outcomes.count = 0;
    if (count == 0) return ST_OK;
    if (!vec_reserve(&s->left_outcomes, count) || !vec_reserve(&s->left_positions, count) ||
        !vec_reserve(&s->left_components, components))
        return ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        size_t count_here = cells_of(lot, s->left.data[i]);
        st = build(s, lot->cells + lot->ends[s->left.data[i]] - count_here, count_here, &s->left_positions.data[i]);
    }
    if (st == ST_OK) st = outcomes_told(s->env, s->left_positions.data, count, &s->asked, s->left_outcomes.data);
    for (size_t i = 0; st == ST_OK && i < count; i++) outcomes[s->left.data[i]] = s->left_outcomes.data[i];
    return st;
}

/* The answer of whichever solver has one about the position, or none. *large: how many values of large heaps belong
 * to positions before this one. */
static enum status answer_one(struct stream *s, const int64_t *cells, size_t count, size_t *large, bool valued,
                              enum outcome *outcome)
{
    size_t components = s->options.heaps ? count : s->options.folded && cells[0] == 0 ? 0 : 1;
    enum how how = components ? s->how[components > 1] : BY_NOBODY;
    if (valued) *outcome = by_values(s, cells, count, large);
    if (how == BY_OUTCOME) return ask_outcome(s, cells, count, outcome);
    return how == BY_VALUES && valued ? ST_OK : ST_UNSUPPORTED;
}

enum status stream_outcomes(struct stream *s, const struct stream_lot *lot, enum outcome *outcomes)
{
    size_t from = 0, large = 0;
    bool valued = false;
    enum status st = budget_check(s->env->budget);
    s->left.count = 0;
    for (size_t i = 0; i < lot->count; i++) outcomes[i] = OUTCOME_UNKNOWN;
    if (st == ST_OK && lot->count && (s->how[0] == BY_VALUES || s->how[1] == BY_VALUES))
        st = ask_values(s, lot->cells, lot->ends[lot->count - 1], &valued);
    for (size_t i = 0; st == ST_OK && i < lot->count; i++) {
        st = answer_one(s, lot->cells + from, lot->ends[i] - from, &large, valued, &outcomes[i]);
        from = lot->ends[i];
        if (st != ST_UNSUPPORTED) continue;
        outcomes[i] = OUTCOME_UNKNOWN;
        st = vec_push(&s->left, i) ? ST_OK : ST_NO_MEMORY;
    }
    return st == ST_OK ? answer_left(s, lot, outcomes) : st;
}

void stream_close(struct stream *s)
{
    if (!s) return;
    vec_free(&s->components);
    vec_free(&s->fields);
    vec_free(&s->integers);
    vec_free(&s->limbs);
    vec_free(&s->remembered);
    vec_free(&s->wanted);
    vec_free(&s->values);
    vec_free(&s->left);
    vec_free(&s->left_components);
    vec_free(&s->left_positions);
    vec_free(&s->left_outcomes);
    arena_free(&s->arena);
    mem_free(s, sizeof *s);
}
