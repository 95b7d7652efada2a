/* SPDX-License-Identifier: MIT */
/* Proofs first, since they say most; then sizes in turn, a portion of positions at a time through both environments. */
#include <inttypes.h>
#include <string.h>
#include "base/numbers.h"
#include "engine/compare/private.h"
#include "engine/open/position.h"
#include "engine/compare/sizes.h"
#include "trust/assumed.h"
#include "plan/periods/period_find.h"
#include "answer/confirm/confirm.h"
#include "plan/outcomes.h"
#include "solve/heap/period.h"
#include "play/options/print.h"
#include "play/options/store.h"

enum {
    PORTION = 4096,
    SIZE_USUAL = 1000,
    HEAPS_AT_FIRST = 32,
    HEAPS_FOR_PERIODS = 4000,
    HEAPS_MOST = 1000000,
    WORK_USUAL = 400000000,
    WORK_FOR_PERIODS = WORK_USUAL / 4
};

static int main_game(const struct engine *engine) { return engine->model->main_game; }
static const struct game *game_of(const struct engine *engine) { return &engine->model->games[main_game(engine)]; }
const struct game *compare_game(const struct compare *c, int side) { return game_of(c->side[side]); }

/* ---- fields ---- */

static const char *field_words(struct arena *arena, const struct game *game)
{
    struct text text = {0};
    for (size_t i = 0; i < game->field_count; i++)
        text_add(&text, "%s%s", i ? ", " : "",
                 game->fields[i].kind == FIELD_NODES ? "a set of nodes of its own graph"
                                                     : field_kind_name(game->fields[i].kind));
    return print_keep(arena, &text);
}

/* No position is in both games. */
static enum status over_others(struct compare *c, bool *done)
{
    *done = true;
    c->out->verdict = COMPARE_SAME_RULES;
    c->out->over = c->out->said = true;
    c->out->rules = (struct rule_difference){0};
    c->out->fields = NULL;
    c->out->why = c->out->restated;
    return ST_OK;
}

static bool both_rules(const struct compare *c)
{
    return game_of(c->side[0])->kind == GAME_RULES && game_of(c->side[1])->kind == GAME_RULES;
}

/* Outcomes of sums do not follow from those of their parts. */
static bool plays_misere(const struct compare *c)
{
    return c->wanted->play[0] == PLAY_MISERE || c->wanted->play[1] == PLAY_MISERE;
}

/* Sums of the same parts over the same fields. Where one is written as a sum there is nothing but its parts to subtract. */
static enum status same_sums(struct compare *c, bool *done)
{
    const struct game *a = game_of(c->side[0]), *b = game_of(c->side[1]);
    bool fit = a->field_count == b->field_count, proof_only = both_rules(c) || plays_misere(c);
    enum parts_found found = PARTS_NONE;
    for (size_t i = 0; fit && i < a->field_count; i++) fit = a->fields[i].kind == b->fields[i].kind;
    enum status st = fit ? compare_parts(c, proof_only, &found) : ST_OK;
    *done = st == ST_OK && c->out->verdict == COMPARE_SAME_RULES;
    if (st != ST_OK || found != PARTS_SAME) return st;
    *done = c->out->said = true;
    c->out->verdict = COMPARE_SAME_RULES;
    c->out->why = c->out->restated;
    c->out->restated = NULL;
    return st;
}

static enum status check_fields(struct compare *c, bool *done)
{
    const struct game *a = game_of(c->side[0]), *b = game_of(c->side[1]);
    bool fit;
    enum status st = compare_fields(c, &fit);
    bool over = c->out->restated && (!fit || c->unpacked[0] || c->unpacked[1]);
    if (st == ST_OK && over) return over_others(c, done);
    if (fit || st != ST_OK) return st;
    enum parts_found found;
    st = compare_parts(c, false, &found);
    if (st != ST_OK || found != PARTS_NONE) {
        *done = c->out->verdict == COMPARE_SAME_RULES;
        if (st == ST_OK && found == PARTS_SAME) return over_others(c, done);
        return st == ST_OK && !*done ? compare_fields(c, &fit) : st;
    }
    const char *words[2] = {field_words(c->arena, a), field_words(c->arena, b)};
    if (!words[0] || !words[1]) return ST_NO_MEMORY;
    diag(&c->side[0]->diags, D_COMPARE_FIELDS, (struct span){0, 0, 0}, a->name, words[0], b->name, words[1]);
    return ST_USAGE;
}

/* Only proofs: one that is a sum of the other, whose fields are of other kinds. */
static enum status other_kinds(struct compare *c)
{
    enum parts_found found = PARTS_NONE;
    enum status st = c->out->restated ? ST_OK : compare_parts(c, true, &found);
    return st;
}

/* ---- the same values ---- */

/* After the later preperiod both sequences repeat every lcm of the periods, each grown by a constant: when the constants are
 * the same and so is one such stretch, all is. *heaps: how many values must agree; 0: this way leads nowhere. */
static void heaps_to_compare(const struct period *p, uint64_t *heaps)
{
    uint64_t common, start = p[0].preperiod > p[1].preperiod ? p[0].preperiod : p[1].preperiod;
    int64_t grown[2];
    *heaps = 0;
    if (__builtin_mul_overflow(p[0].period / number_gcd(p[0].period, p[1].period), p[1].period, &common) ||
        common > HEAPS_MOST)
        return;
    for (int i = 0; i < 2; i++)
        if (__builtin_mul_overflow(p[i].saltus, (int64_t)(common / p[i].period), &grown[i])) return;
    if (grown[0] == grown[1] && start <= HEAPS_MOST) *heaps = start + common;
}

static enum status compare_sizes(struct compare *c, uint64_t last, bool *done);

static enum status compare_periods(struct compare *c, bool *done)
{
    struct period p[2] = {{0}};
    enum status st = ST_OK;
    uint64_t heaps;
    c->most = UINT64_MAX;
    st = compare_sizes(c, HEAPS_AT_FIRST, done); /* a period takes many more */
    if (st == ST_UNSUPPORTED) return st;         /* reported, and more sizes have no other answer */
    for (int i = 0; st == ST_OK && !*done && i < 2; i++) {
        const char *solver;
        st = period_find(c->env[i], main_game(c->side[i]), HEAPS_FOR_PERIODS, c->arena, &p[i], &solver);
    }
    if (st == ST_UNSUPPORTED || st == ST_TOO_LARGE) return ST_OK;
    if (st != ST_OK || *done || !c->values || !p[0].proved || !p[1].proved) return st;
    heaps_to_compare(p, &heaps);
    if (!heaps) return ST_OK;
    st = compare_sizes(c, heaps - 1, done);
    if (st != ST_OK || c->found || c->full || !c->values) return st; /* full: some have not been compared */
    c->out->verdict = COMPARE_SAME_VALUES;
    c->out->why = arena_printf(
        c->arena, "period %" PRIu64 " from %" PRIu64 " and period %" PRIu64 " from %" PRIu64 ", both proved",
        p[0].period, p[0].preperiod, p[1].period, p[1].preperiod);
    *done = true;
    return c->out->why ? ST_OK : ST_NO_MEMORY;
}

static enum status try_periods(struct compare *c, bool *done)
{
    *done = false;
    if (!c->values || c->wanted->to != COMPARE_AS_FAR_AS_USUAL) return ST_OK;
    for (int i = 0; i < 2; i++)
        if (!c->env[i]->traits->games[main_game(c->side[i])].one_heap) return ST_OK;
    compare_bound(c, WORK_FOR_PERIODS);
    enum status st = compare_periods(c, done);
    if (compare_ended(c, st)) st = ST_OK;
    compare_unbound(c);
    return st;
}

/* ---- position by position ---- */

static struct component component_at(const struct compare *c, int side, size_t index, size_t offset)
{
    return (struct component){main_game(c->side[side]), c->lengths[side].data[index],
                              vec_from(&c->cells[side], offset)};
}

static void forget_portion(struct compare *c)
{
    for (int side = 0; side < 2; side++) c->cells[side].count = c->lengths[side].count = 0;
}

static enum status difference(struct compare *c, const char *a, const char *b, int mover)
{
    c->found = true;
    c->out->verdict = COMPARE_DIFFER;
    c->out->mover = mover;
    c->out->is_sg = c->values;
    c->out->value[0] = a;
    c->out->value[1] = b;
    return a && b ? ST_OK : ST_NO_MEMORY;
}

/* Position `index` of the portion, as each file writes it. */
static enum status name_portion(struct compare *c, size_t index)
{
    for (int side = 0; side < 2; side++) {
        size_t offset = 0;
        for (size_t i = 0; i < index; i++) offset += c->lengths[side].data[i];
        struct component component = component_at(c, side, index, offset);
        struct text text = {0};
        component_print(c->side[side]->model, &component, &text);
        if (!(c->out->position[side] = print_keep(c->arena, &text))) return ST_NO_MEMORY;
    }
    return ST_OK;
}

/* The portion's positions as one side sees them, in the arena `scratch`. */
static enum status positions_of(const struct compare *c, int side, struct arena *scratch, struct position **positions)
{
    size_t count = c->lengths[side].count;
    struct component *components = arena_array(scratch, count + 1, sizeof *components);
    size_t offset = 0;
    enum status st = ST_OK;
    *positions = arena_array(scratch, count + 1, sizeof **positions);
    if (!*positions || !components) return ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        components[i] = component_at(c, side, i, offset);
        (*positions)[i] = (struct position){&components[i], 1, NULL};
        if (game_of(c->side[side])->kind == GAME_COMPOUND)
            st = engine_unfold(c->side[side], &components[i], &(*positions)[i]);
        offset += c->lengths[side].data[i];
    }
    return st;
}

/* SG values of whole positions; ST_UNSUPPORTED when one of them has none. */
static enum status whole_values(struct env *env, const struct position *positions, size_t count, struct arena *scratch,
                                uint64_t *values)
{
    size_t total = 0, at = 0;
    for (size_t i = 0; i < count; i++) total += positions[i].count;
    struct component *components = arena_array(scratch, total + 1, sizeof *components);
    uint64_t *own = arena_array(scratch, total + 1, sizeof *own);
    if (!components || !own) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < positions[i].count; k++) components[at++] = positions[i].components[k];
    enum status st = values_of(env, components, total, own, NULL);
    at = 0;
    for (size_t i = 0; st == ST_OK && i < count; i++)
        for (size_t k = 0; k < positions[i].count; k++) values[i] ^= own[at++];
    return st;
}

static enum status compare_values(struct compare *c, struct position *const *positions, size_t count,
                                  struct arena *scratch, size_t *index)
{
    uint64_t *values[2];
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) {
        values[side] = arena_array(scratch, count + 1, sizeof *values[side]);
        st = values[side] ? whole_values(c->env[side], positions[side], count, scratch, values[side]) : ST_NO_MEMORY;
    }
    for (size_t i = 0; st == ST_OK && !c->found && i < count; i++) {
        if (values[0][i] == values[1][i]) continue;
        *index = i;
        st = difference(c, arena_printf(c->arena, "%" PRIu64, values[0][i]),
                        arena_printf(c->arena, "%" PRIu64, values[1][i]), 0);
    }
    return st;
}

static enum status compare_outcomes(struct compare *c, struct position *const *positions, size_t count,
                                    struct arena *scratch, int mover, size_t *index)
{
    enum outcome *outcomes[2];
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) {
        bool matters = c->env[side]->traits->games[main_game(c->side[side])].mover;
        struct ask asked = {.play = c->wanted->play[side], .mover = matters ? mover : 0};
        outcomes[side] = arena_array(scratch, count + 1, sizeof *outcomes[side]);
        st =
            outcomes[side] ? outcomes_told(c->env[side], positions[side], count, &asked, outcomes[side]) : ST_NO_MEMORY;
    }
    for (size_t i = 0; st == ST_OK && !c->found && i < count; i++) {
        if (outcomes[0][i] == outcomes[1][i]) continue;
        *index = i;
        st = difference(c, outcome_word(outcomes[0][i], c->mover), outcome_word(outcomes[1][i], c->mover), mover);
    }
    return st;
}

enum status compare_positions(struct compare *c, struct position *const *positions, size_t count, struct arena *scratch,
                              size_t *index)
{
    enum status st = ST_OK;
    if (c->values && (st = compare_values(c, positions, count, scratch, index)) == ST_UNSUPPORTED)
        c->values = false, st = ST_OK;
    if (st != ST_OK || c->values) return st;
    st = compare_outcomes(c, positions, count, scratch, c->mover ? 1 : 0, index);
    return st == ST_OK && c->mover && !c->found ? compare_outcomes(c, positions, count, scratch, 2, index) : st;
}

static enum status compare_portion(struct compare *c)
{
    struct arena scratch = {0};
    struct position *positions[2];
    size_t index = 0;
    enum status st = budget_check(c->side[0]->options.budget);
    for (int side = 0; st == ST_OK && side < 2; side++) st = positions_of(c, side, &scratch, &positions[side]);
    if (st == ST_OK) st = compare_positions(c, positions, c->lengths[0].count, &scratch, &index);
    if (st == ST_OK && c->found) st = name_portion(c, index);
    if (st == ST_OK) c->out->positions += c->lengths[0].count;
    forget_portion(c);
    arena_free(&scratch);
    return st;
}

static enum status keep_position(struct compare *c, const struct component *const both)
{
    for (int side = 0; side < 2; side++) {
        const struct component *own = &both[side];
        if (!vec_reserve(&c->cells[side], own->count + 1) || !vec_push(&c->lengths[side], own->count))
            return ST_NO_MEMORY;
        for (uint32_t i = 0; i < own->count; i++) c->cells[side].data[c->cells[side].count++] = own->cells[i];
    }
    return ST_OK;
}

/* One more position, when both games have it. */
static enum status take_both(struct compare *c, const struct component *both)
{
    for (int side = 0; side < 2; side++) {
        bool legal;
        if (game_of(c->side[side])->kind == GAME_COMPOUND)
            continue; /* its invariant is looked at when it is unfolded */
        enum status st = vm_legal(c->env[side]->vm, &both[side], &legal);
        if (st != ST_OK || !legal) return st;
    }
    /* the first size is compared whole, however many positions it has */
    if (c->most != UINT64_MAX && c->out->positions && c->out->positions + c->lengths[0].count >= c->most) {
        c->full = true;
        return ST_UNSUPPORTED;
    }
    enum status st = keep_position(c, both);
    if (st != ST_OK || c->lengths[0].count < PORTION || c->most != UINT64_MAX) return st;
    st = compare_portion(c);
    return st == ST_OK && c->found ? ST_UNSUPPORTED : st;
}

static enum status take_position(void *context, const struct component *component)
{
    struct compare *c = context;
    struct arena scratch = {0};
    struct component both[2];
    enum status st = c->tried++ % PORTION ? ST_OK : budget_check(c->side[0]->options.budget);
    if (st == ST_OK && c->most != UINT64_MAX && c->tried > COMPARE_TRIED) {
        c->full = true;
        st = ST_UNSUPPORTED;
    }
    if (st == ST_OK) st = compare_pair_of(c, c->walked, component, &scratch, both);
    if (st == ST_OK) st = take_both(c, both);
    arena_free(&scratch);
    return st;
}

/* Sizes 0 to `last` or to a difference; *done: a difference was found. A size on which the work ends has not been compared. */
static enum status compare_sizes(struct compare *c, uint64_t last, bool *done)
{
    enum status st = ST_OK;
    c->out->positions = c->tried = 0;
    c->full = false;
    for (c->size = 0; st == ST_OK && c->size <= last; c->size++) {
        st = sizes_each(c->side[c->walked]->model, main_game(c->side[c->walked]), c->size, take_position, c);
        if (c->full) break; /* a size is compared whole or not at all */
        if (c->found) st = ST_OK;
        if (st == ST_OK && !c->found) st = compare_portion(c);
        c->full = c->full || compare_ended(c, st);
        if (st == ST_OK) c->out->to = c->size;
        if (c->found || c->full) break;
    }
    c->out->ended = c->full && !c->out->positions && (c->lengths[0].count || compare_spent(c));
    forget_portion(c);
    *done = c->found;
    return c->full ? ST_OK : st;
}

/* What the values or outcomes that were compared rest on. */
static enum status say_assumed(struct compare *c)
{
    struct text text = {0};
    for (int side = 0; side < 2; side++) {
        struct env *env = c->side[side]->env;
        bool *games = arena_array(c->arena, env->model->game_count + 1, sizeof *games);
        if (!games) return ST_NO_MEMORY;
        games[main_game(c->side[side])] = true;
        assumed_text(env, games, &text);
    }
    if (text.length == 0) return ST_OK;
    const char *said = print_keep(c->arena, &text), *why = c->out->why;
    c->out->why = said ? arena_printf(c->arena, "%s%s%s", why ? why : "", why ? "; " : "", said) : NULL;
    return c->out->why ? ST_OK : ST_NO_MEMORY;
}

/* How the rules differ, whatever their values do. Subtraction may prove that they do not where the proof that looked for one rule
 * in the other gave up; then *done. */
static enum status subtract(struct compare *c, bool *done)
{
    const struct model *models[2];
    const struct param_value *params[2];
    int games[2];
    for (int side = 0; side < 2; side++) {
        models[side] = c->seen[side];
        params[side] = c->side[side]->params;
        games[side] = c->seen[side]->main_game;
    }
    if (c->large) return c->out->rules.why = "the rule is too large", ST_OK;
    struct difference_wanted wanted = {.states = true, .order = c->order, .as_row = {c->unpacked[0], c->unpacked[1]}};
    enum status st = difference_find(models, games, params, wanted, c->arena, &c->out->rules);
    const struct rule_difference *d = &c->out->rules;
    bool same_play = c->wanted->play[0] == c->wanted->play[1] && !compare_coins_differ(c);
    if (st != ST_OK || !d->all_same || !same_play || !(d->within[0] || d->within[1])) return st;
    *done = true;
    c->out->verdict = COMPARE_SAME_RULES;
    c->out->why = "";
    if (!d->within[0] || !d->within[1]) c->out->fewer = d->within[0] ? 0 : 1;
    return st;
}

/* Rules that cannot be subtracted may be sums whose parts can. */
static enum status find_difference(struct compare *c, bool *done)
{
    enum parts_found found = PARTS_NONE;
    bool fit;
    enum status st = subtract(c, done);
    if (st != ST_OK || c->out->rules.known || c->out->parts[0] || c->out->parts[1] || !both_rules(c) || plays_misere(c))
        return st;
    const struct comparison before = *c->out;
    st = compare_parts(c, false, &found);
    if (st != ST_OK || found != PARTS_CHOSEN) return *c->out = before, st;
    *done = c->out->verdict == COMPARE_SAME_RULES;
    if (!*done) st = compare_fields(c, &fit);
    return st == ST_OK && !*done ? subtract(c, done) : st;
}

enum status engine_compare(struct engine *a, struct engine *b, const struct compare_wanted *wanted, struct arena *arena,
                           struct comparison *comparison)
{
    *comparison = (struct comparison){.verdict = COMPARE_AGREE, .fewer = -1};
    struct compare c = {.side = {a, b}, .wanted = wanted, .arena = arena, .out = comparison, .values = true};
    for (int i = 0; i < MODEL_MAX_FIELDS; i++) c.order[i] = i;
    for (int side = 0; side < 2; side++) {
        c.seen[side] = c.side[side]->model;
        c.env[side] = c.side[side]->env;
    }
    bool done = false;
    bool graphs = game_of(a)->kind == GAME_GRAPH || game_of(b)->kind == GAME_GRAPH;
    bool proofs = !graphs && !wanted->values_only;
    enum status st = proofs ? compare_rules(&c, &done) : ST_OK;
    if (st == ST_OK && proofs && !done) st = same_sums(&c, &done);
    if (wanted->proofs) return st == ST_OK && proofs && !done ? other_kinds(&c) : st;
    if (st == ST_OK && !graphs && !done) st = check_fields(&c, &done);
    if (st == ST_OK && proofs && !done) st = find_difference(&c, &done);
    if (st == ST_OK && proofs && both_rules(&c) && !c.large && !comparison->over && !comparison->said)
        st = compare_params(&c);
    if (st != ST_OK || done) return st;
    for (int side = 0; side < 2; side++) {
        c.mover = c.mover || c.env[side]->traits->games[main_game(c.side[side])].mover;
        c.values = c.values && wanted->play[side] == PLAY_NORMAL;
    }
    if (c.mover) c.values = false;
    if (st == ST_OK && graphs) return compare_graphs(&c);
    if (st == ST_OK) st = try_periods(&c, &done);
    if (st == ST_OK && !done) {
        bool usual = wanted->to == COMPARE_AS_FAR_AS_USUAL;
        c.most = usual ? COMPARE_USUAL : UINT64_MAX;
        if (usual) compare_bound(&c, WORK_USUAL);
        st = compare_sizes(&c, usual ? SIZE_USUAL : wanted->to, &done);
        compare_unbound(&c);
        if (st == ST_OK && !comparison->positions && comparison->restated) st = over_others(&c, &done);
    }
    if (st == ST_OK && both_rules(&c) && !comparison->over && !wanted->values_only) st = compare_options(&c);
    for (int side = 0; side < 2; side++) {
        vec_free(&c.cells[side]);
        vec_free(&c.lengths[side]);
    }
    return st == ST_OK ? say_assumed(&c) : st;
}
