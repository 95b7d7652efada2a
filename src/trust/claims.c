/* SPDX-License-Identifier: MIT */
/* The numbers of the clause before and after each move, both by the machine: what is found is certain. */
#include "trust/claims.h"
#include <inttypes.h>
#include "plan/audit_env.h"
#include "play/options/options.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "trust/drawn_positions.h"
#include "trust/small_positions.h"

enum { SMALL = 400, DRAWN = 200, OPTIONS_EACH = 2000, LOOKS = 1000 };

struct claim_trial {
    struct env *env, *plain;
    const struct game *game;
    int mover;
    int64_t *before, *after;
    struct sums
        options; /* of the position at hand, and how each was reached: a script that makes them is not disturbed */
    struct step_list steps;
    uint64_t moves; /* with which it fell */
};

bool claims_are_open(const struct model *model)
{
    bool open = false;
    for (size_t i = 0; i < model->game_count; i++) open = open || claim_is_open(&model->games[i]);
    return open;
}

/* ---- reports */

static void put_numbers(struct text *out, const int64_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) text_add(out, "%s%" PRId64, i ? ", " : "", values[i]);
}

static enum status report_stays(struct claim_trial *t, size_t option, const struct component *to)
{
    struct diags *diags = t->env->diags;
    struct text text = {0};
    step_vec steps = {0};
    if (!steps_get(&t->steps, option, &steps)) return ST_NO_MEMORY;
    struct made_move move = {.steps = steps.data, .step_count = steps.count};
    print_move(t->env->model, &move, true, &text);
    if (t->game->uses_mover) text_add(&text, " by player %d", t->mover);
    text_puts(&text, " leads to ");
    print_sum(t->env->model, to, 1, &text);
    text_puts(&text, ", and it goes from ");
    put_numbers(&text, t->before, t->game->claimed_count);
    text_puts(&text, " to ");
    put_numbers(&text, t->after, t->game->claimed_count);
    bool failed = text.failed;
    diag(diags, D_MEASURE_STAYS, t->game->claimed_span, step_name(move.steps));
    diag_note(diags, move.steps->taken.move->span, "%s", text_c(&text));
    text_free(&text);
    vec_free(&steps);
    return failed ? ST_NO_MEMORY : ST_INVALID;
}

static void report_open(const struct game *g, struct diags *diags, const char *tries)
{
    diag(diags, D_MEASURE_ASSUMED, g->claimed_span, g->name, tries,
         g->claim == CLAIM_BESIDE ? "play ends because something else falls" : "play is watched for cycles");
}

void report_claims_untried(const struct model *model, struct diags *diags, uint32_t source)
{
    for (size_t i = 0; i < model->game_count; i++) {
        const struct game *g = &model->games[i];
        if (claim_is_open(g) && g->span.source == source)
            report_open(g, diags, "no move was tried, since Lua is missing");
    }
}

/* ---- one move */

/* A failure is a failure of the rule or of the clause where it cannot be evaluated. */
static enum status read_numbers(struct claim_trial *t, const struct component *c, int64_t *values, bool *known)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < t->game->claimed_count; i++) st = vm_claimed(t->plain->vm, c, i, &values[i]);
    *known = st == ST_OK;
    return st == ST_RULE_FAILED || st == ST_UNSUPPORTED ? ST_OK : st;
}

/* Is it a game that may lead back, and says as many numbers? */
static bool is_compared(const struct claim_trial *t, const struct component *to)
{
    if (to->game < 0) return false;
    const struct game *g = &t->env->model->games[to->game];
    return g->circle == t->game->circle && claim_is_open(g) && g->claimed_count == t->game->claimed_count;
}

static enum status try_option(struct claim_trial *t, size_t option)
{
    size_t compared = 0, first, count = t->game->claimed_count;
    for (size_t i = 0; i < sums_size(&t->options, option); i++) {
        struct component to = sums_component(&t->options, option, i);
        bool known;
        if (!is_compared(t, &to)) continue;
        enum status st = read_numbers(t, &to, t->after, &known);
        if (st != ST_OK) return st;
        if (!known) continue;
        for (first = 0; first < count && t->before[first] == t->after[first];) first++;
        if (first == count || t->after[first] > t->before[first]) return report_stays(t, option, &to);
        compared++;
    }
    t->moves += compared > 0;
    return ST_OK;
}

/* ---- positions */

static enum status keep_option(void *context, const struct made_move *move)
{
    struct claim_trial *t = context;
    if (t->options.count == OPTIONS_EACH) return ST_UNSUPPORTED; /* enough of this position */
    bool kept =
        steps_add(&t->steps, move->steps, move->step_count) && sums_add(&t->options, move->parts, move->part_count);
    return kept ? ST_OK : ST_NO_MEMORY;
}

/* Where the rule fails what it led to before is tried. */
static enum status try_position(struct claim_trial *t, const struct component *at)
{
    bool known;
    enum status st = read_numbers(t, at, t->before, &known);
    int movers = t->game->uses_mover ? 2 : 1;
    for (t->mover = 1; st == ST_OK && known && t->mover <= movers; t->mover++) {
        sums_clear(&t->options);
        steps_clear(&t->steps);
        st = options_each(t->plain, at, 0, t->mover, keep_option, t);
        if (st == ST_RULE_FAILED || st == ST_UNSUPPORTED) st = ST_OK;
        for (size_t i = 0; st == ST_OK && i < t->options.count; i++) st = try_option(t, i);
    }
    return st;
}

static enum status try_window(struct claim_trial *t, const struct sums *window)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < window->count; i++) {
        struct arena_mark mark = arena_mark(&t->plain->store->scratch);
        struct component at = sums_component(window, i, 0);
        st = try_position(t, &at);
        arena_rewind(&t->plain->store->scratch, mark);
    }
    return st;
}

static enum status try_game(struct env *env, int game, uint64_t *moves)
{
    const struct game *g = &env->model->games[game];
    struct claim_trial t = {.env = env, .game = g};
    struct sums window = {0};
    struct arena_mark mark = arena_mark(&env->store->scratch);
    t.before = arena_array(&env->store->scratch, g->claimed_count, sizeof *t.before);
    t.after = arena_array(&env->store->scratch, g->claimed_count, sizeof *t.after);
    enum status st = t.before && t.after ? audit_env_open(env, LOOKS, &t.plain) : ST_NO_MEMORY;
    if (st == ST_OK) st = small_positions_list(t.plain, game, SMALL, &window);
    if (st == ST_OK) st = drawn_positions(t.plain, game, DRAWN, 1, &window);
    if (st == ST_OK) st = try_window(&t, &window);
    if (st != ST_OK && st != ST_INVALID) st = audit_env_ends(env, st);
    sums_free(&window);
    sums_free(&t.options);
    steps_free(&t.steps);
    arena_rewind(&env->store->scratch, mark);
    *moves = t.moves;
    return st;
}

/* A game that leads back to this one and says less, or more; NULL: there is none. */
static const struct game *odd_one(const struct model *model, const struct game *g)
{
    for (size_t i = 0; i < model->game_count; i++)
        if (model->games[i].circle == g->circle && model->games[i].claimed_count != g->claimed_count)
            return &model->games[i];
    return NULL;
}

static enum status report_tried(const struct env *env, const struct game *g, uint64_t moves)
{
    struct text text = {0};
    const struct game *odd = odd_one(env->model, g);
    if (odd) text_add(&text, "'%s', which leads back to it, has no clause with as many numbers", odd->name);
    else if (moves) text_add(&text, "it does with %" PRIu64 " moves that were tried", moves);
    else text_puts(&text, "no small position with a move was found");
    bool failed = text.failed;
    report_open(g, env->diags, text_c(&text));
    text_free(&text);
    return failed ? ST_NO_MEMORY : ST_OK;
}

enum status try_claims(struct env *env, uint32_t source)
{
    enum status st = ST_OK;
    bool invalid = false;
    for (size_t i = 0; st == ST_OK && i < env->model->game_count; i++) {
        const struct game *g = &env->model->games[i];
        uint64_t moves;
        if (!claim_is_open(g)) continue;
        st = try_game(env, (int)i, &moves);
        if (st == ST_OK && g->span.source == source) st = report_tried(env, g, moves);
        if (st == ST_INVALID) invalid = true, st = ST_OK;
    }
    return st == ST_OK && invalid ? ST_INVALID : st;
}
