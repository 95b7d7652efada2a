/* SPDX-License-Identifier: MIT */
/* Small tables first; in each every numeration; what is learned is proved, or another one is tried. */
#include "engine/prove/prove.h"
#include <string.h>
#include "proof/automatic/automatic.h"
#include "proof/normal/may_fail.h"

struct proving {
    struct engine *engine;
    struct arena *arena;
    struct arena normal_arena;
    struct normal_space space;
    struct normal *normal;
    const struct prove_wanted *wanted;
    struct numeration numerations[PROVE_NUMERATIONS];
    bool tried[PROVE_NUMERATIONS]; /* the rule was refused there, or took too much work */
    size_t count;
    struct prove_table table;
    struct lost_proof *out;
    struct lost_words *words; /* NULL: none are asked for */
};

static const struct game *game_of(const struct proving *p) { return &p->engine->model->games[p->wanted->game]; }

static enum status none(struct proving *p, const char *reason, bool refused)
{
    if (!p->out->reason || (refused && !p->out->refused)) p->out->reason = reason;
    p->out->refused = p->out->refused || refused;
    return ST_OK;
}

/* ---- what the rule must be --------------------------------------------------------------------------------------- */
static const char *unfit(const struct proving *p)
{
    const struct game *g = game_of(p);
    if (g->kind != GAME_RULES) return "it is no game of moves between numbers";
    if (g->uses_mover) return "its moves depend on the player";
    if (g->canon) return "its positions are counted otherwise by `canon`";
    if (!g->measure.text || g->loopy || g->measure.kind == MEASURE_NONE || claim_is_open(g))
        return "its play is not proved to end";
    return NULL;
}

/* What no numeration changes, before anything is computed. */
static const char *unfit_normal(const struct proving *p)
{
    for (size_t i = 0; i < p->normal->piece_count; i++) {
        const struct normal_piece *piece = &p->normal->pieces[i];
        if (piece->component_count > 1) return "a move leads to a sum of positions";
        if (piece->component_count == 1 && piece->components->game != p->wanted->game)
            return "a move leads to another game";
    }
    return NULL;
}

static enum status build_normal(struct proving *p)
{
    p->space = (struct normal_space){.arena = &p->normal_arena};
    struct normal_source source = {.model = p->engine->model, .game = p->wanted->game, .params = p->engine->params};
    enum status st = normal_build(&p->space, &source, &p->normal);
    if (st != ST_OK) return st;
    if (!p->normal->supported) return none(p, p->normal->reason, true);
    if (normal_may_fail(&source)) return none(p, "it may fail while it runs", true);
    const char *reason = unfit_normal(p);
    if (reason) return none(p, reason, true);
    p->count = p->wanted->in ? 1 : prove_numerations(p->normal, p->numerations);
    if (p->wanted->in) p->numerations[0] = *p->wanted->in;
    return ST_OK;
}

/* ---- one numeration ---------------------------------------------------------------------------------------------- */
static bool table_holds(void *context, const int64_t *numbers)
{
    const struct prove_table *t = context;
    uint64_t at = 0;
    for (int i = t->fields - 1; i >= 0; i--) at = at * (uint64_t)t->side + (uint64_t)numbers[i];
    return t->values ? numbers[t->fields] == t->values[at] : t->lost[at];
}

static const struct automaton *guess(struct proving *p, struct automata *w)
{
    struct automata_teacher teacher = {table_holds, &p->table, p->table.fields, {0}, 0, PROVE_STATES};
    int64_t reach;
    for (int i = 0; i < p->table.fields; i++) teacher.track[i] = i;
    if (p->table.values) teacher.track[teacher.tracks++] = AUTOMATIC_VALUE;
    while (numeration_reach(w->in, teacher.digits + 1, &reach) && reach <= p->table.side) teacher.digits++;
    return automata_learn(w, &teacher);
}

static struct automata workshop(struct proving *p, const struct numeration *in, struct arena *arena)
{
    uint64_t work = p->wanted->most_work ? p->wanted->most_work : PROVE_WORK, all = p->wanted->most_in_all;
    uint64_t left = all > p->out->work ? all - p->out->work : 1;
    return (struct automata){.arena = arena,
                             .in = in,
                             .budget = p->engine->options.budget,
                             .most_states = PROVE_BUILT,
                             .most_work = all && left < work ? left : work};
}

/* A copy in the arena of the caller. */
static const struct automaton *keep(struct proving *p, const struct automaton *a)
{
    size_t count = (size_t)a->states * a->letters;
    struct automaton *copy = arena_alloc(p->arena, sizeof *copy);
    struct numeration *in = arena_alloc(p->arena, sizeof *in);
    uint32_t *next = arena_array(p->arena, count, sizeof *next);
    bool *accepts = arena_array(p->arena, a->states, sizeof *accepts);
    if (!copy || !in || !next || !accepts) return NULL;
    *in = *a->in;
    memcpy(next, a->next, count * sizeof *next);
    memcpy(accepts, a->accepts, a->states * sizeof *accepts);
    *copy = *a;
    copy->in = in;
    copy->next = next;
    copy->accepts = accepts;
    return copy;
}

/* The rule as it was read, as long as its workshop is there. */
static enum status put_words(struct proving *p, struct automatic *rule)
{
    enum status st = p->words ? automatic_measures(rule, &p->words->rule) : ST_OK;
    if (st == ST_OK && p->words && !rule->reason) st = automatic_positions(rule, &p->words->rule);
    if (st == ST_OK && p->words && !rule->reason) st = automatic_moves(rule, &p->words->moves);
    if (p->words) p->words->reason = st == ST_STATE_BUDGET ? "its moves take too much work" : rule->reason;
    return st == ST_STATE_BUDGET ? ST_OK : st;
}

static enum status hold_against_rule(struct proving *p, struct automata *w, const struct automaton *lost)
{
    struct automatic rule;
    enum status st = automatic_open(w, p->normal, &rule);
    if (st == ST_OK && rule.reason) return none(p, rule.reason, false);
    bool proved = st == ST_OK && (p->wanted->values ? automatic_proves_values(&rule, lost)
                                                    : automatic_proves(&rule, lost, p->out->misere));
    if (!proved) return st != ST_OK ? st : w->status;
    for (size_t i = 0; i < rule.count; i++) p->out->relation_states += rule.pieces[i].moves->states;
    if (p->wanted->values) {
        if (!(p->out->values = keep(p, lost))) return ST_NO_MEMORY;
        if (!(lost = automatic_zeros(&rule, lost))) return w->status;
    }
    p->out->lost = keep(p, lost);
    p->out->states = keep(p, rule.states);
    p->out->found = p->out->lost && p->out->states;
    return p->out->found ? put_words(p, &rule) : ST_NO_MEMORY;
}

/* A bound met in one numeration is no reason to stop; memory, time and Ctrl-C are. */
static enum status goes_on(struct proving *p, size_t i, enum status st)
{
    if (st != ST_STATE_BUDGET && st != ST_UNSUPPORTED) return st;
    p->tried[i] = true;
    return ST_OK;
}

static enum status try_numeration(struct proving *p, size_t i)
{
    struct arena arena = {0};
    struct automata w = workshop(p, &p->numerations[i], &arena);
    struct automatic states;
    enum status st = automatic_states(&w, p->normal, &states);
    if (st == ST_OK && states.reason) p->tried[i] = true, none(p, states.reason, false);
    const struct automaton *lost = st == ST_OK && !states.reason ? guess(p, &w) : NULL;
    if (st == ST_OK) st = w.status;
    if (st == ST_OK && lost) st = hold_against_rule(p, &w, lost);
    p->out->work += w.work;
    arena_free(&arena);
    return goes_on(p, i, st);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */
static int64_t side_of(int fields, uint64_t positions)
{
    int64_t side = 1;
    for (;; side++) {
        uint64_t count = 1;
        for (int i = 0; i < fields; i++) count *= (uint64_t)side + 1;
        if (count > positions) return side;
    }
}

static enum status make_table(struct proving *p, struct arena *arena, uint64_t positions)
{
    struct automata w = workshop(p, &p->numerations[0], arena);
    struct automatic states;
    enum status st = automatic_states(&w, p->normal, &states);
    if (st != ST_OK) return st;
    if (states.reason) return none(p, states.reason, true);
    int64_t side =
        side_of(states.fields + p->wanted->values, positions); /* words of values are learned with those of positions */
    if (p->wanted->values)
        st = prove_value_table(p->engine->env, p->wanted->game, states.states, side, arena, &p->table);
    else st = prove_table(p->engine->env, p->wanted->game, p->wanted->play, states.states, side, arena, &p->table);
    if (st != ST_OK) return st;
    p->out->positions = p->table.count;
    p->out->below = side;
    p->out->tables++;
    return st;
}

/* Before larger tables: which numerations cannot read the rule at all? */
static enum status leave_out(struct proving *p)
{
    enum status st = ST_OK;
    bool any = false;
    for (size_t i = 0; st == ST_OK && i < p->count; i++) {
        struct arena arena = {0};
        struct automata w = workshop(p, &p->numerations[i], &arena);
        struct automatic rule = {0};
        if (p->tried[i]) continue;
        st = automatic_open(&w, p->normal, &rule);
        if (st == ST_OK && rule.reason) p->tried[i] = true, none(p, rule.reason, false);
        p->out->work += w.work;
        arena_free(&arena);
        st = goes_on(p, i, st);
        any = any || !p->tried[i];
    }
    if (st == ST_OK && !any) p->out->refused = true;
    else if (st == ST_OK) p->out->reason = NULL;
    return st;
}

static enum status search(struct proving *p)
{
    static const uint64_t sizes[] = {4096, 65536, PROVE_POSITIONS};
    size_t most = sizeof sizes / sizeof *sizes;
    enum status st = ST_OK;
    if (p->wanted->tables && p->wanted->tables < most) most = p->wanted->tables;
    for (size_t k = 0; st == ST_OK && !p->out->found && !p->out->refused && k < most; k++) {
        struct arena arena = {0};
        st = make_table(p, &arena, sizes[k]);
        if (st == ST_STATE_BUDGET) { /* no larger table, then */
            arena_free(&arena);
            return k ? ST_OK : none(p, "the outcomes of small positions take too much work", false);
        }
        for (size_t i = 0; st == ST_OK && !p->out->found && !p->out->refused && i < p->count; i++)
            if (!p->tried[i]) st = try_numeration(p, i);
        arena_free(&arena);
        if (st == ST_OK && !k && most > 1 && !p->out->found && !p->out->refused) st = leave_out(p);
    }
    return st;
}

static enum status prove(struct engine *engine, const struct prove_wanted *wanted, struct arena *arena,
                         struct lost_proof *out, struct lost_words *words)
{
    struct proving p = {.engine = engine, .arena = arena, .wanted = wanted, .out = out, .words = words};
    *out = (struct lost_proof){.misere = wanted->play == PLAY_MISERE, .ends = game_of(&p)->measure.text};
    const char *reason = unfit(&p);
    if (!reason && wanted->values && out->misere) reason = "SG values belong to normal play";
    if (reason) return none(&p, reason, true);
    enum status st = build_normal(&p);
    if (st == ST_OK && !out->refused && words) st = leave_out(&p); /* no table for a rule that is none */
    if (st == ST_OK && !out->refused) st = search(&p);
    if (st == ST_OK && !out->found) none(&p, "no automaton was found within the bounds", false);
    out->numerations = p.count;
    arena_free(&p.normal_arena);
    return st;
}

enum status engine_prove(struct engine *engine, enum play play, struct arena *arena, struct lost_proof *out)
{
    struct prove_wanted wanted = {.game = engine->model->main_game, .play = play};
    return prove(engine, &wanted, arena, out, NULL);
}

enum status engine_prove_words(struct engine *engine, enum play play, struct arena *arena, struct lost_proof *out,
                               struct lost_words *words)
{
    struct prove_wanted wanted = {.game = engine->model->main_game, .play = play};
    return prove(engine, &wanted, arena, out, words);
}

enum status engine_prove_game(struct engine *engine, const struct prove_wanted *wanted, struct arena *arena,
                              struct lost_proof *out)
{
    return prove(engine, wanted, arena, out, NULL);
}
