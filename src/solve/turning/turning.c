/* SPDX-License-Identifier: MIT */
/* The solver `turning`: the values of single heads, each from its own moves; a position is the nim-sum of its heads.
 *
 *     cgi analyze FILE '[0, 1, 1, 0, 1]'                 # the xor of the values of heads 2, 3 and 5
 *
 * Coins are valued along a stack, those first that an option leaves as heads. What is found for boards of one size is
 * kept. */
#include "solve/turning/turning.h"
#include <string.h>
#include "base/mem.h"
#include "base/mex.h"
#include "play/options/options.h"
#include "play/options/store.h"
#include "solve/solver.h"

enum { BOARDS_MOST = 16 };
enum coin_state { COIN_NEW, COIN_WAITS, COIN_KNOWN };

/* Boards of one size, with the same numbers beside them. */
struct heads {
    int game;
    uint32_t count, first, coins; /* numbers of a component; the first coin among them; how many */
    int64_t *cells;               /* a component without heads */
    uint32_t *values;
    unsigned char *states;
};
struct heads_memory {
    VEC(struct heads) boards;
};

static void forget(void *kept)
{
    struct heads_memory *memory = kept;
    for (size_t i = 0; i < memory->boards.count; i++) {
        struct heads *h = &memory->boards.data[i];
        mem_free(h->cells, h->count * sizeof *h->cells);
        mem_free(h->values, (h->coins + 1) * sizeof *h->values);
        mem_free(h->states, h->coins + 1);
    }
    vec_free(&memory->boards);
}

static const struct tenant tenant = {"turning", sizeof(struct heads_memory), true, forget};

/* ---- the board --------------------------------------------------------------------------------------------------- */
/* Where the coins of the component stand; false: it has cells that are none. */
static bool find_coins(const struct env *env, const struct turning *t, const struct component *c, struct heads *h)
{
    const struct game *game = &env->model->games[c->game];
    size_t at = 0;
    for (int f = 0; f < t->board; f++) at += field_length(game->fields[f].kind, c->cells + at);
    size_t length = field_length(game->fields[t->board].kind, c->cells + at), sizes = t->grid ? 2 : 1;
    h->game = c->game;
    h->count = c->count;
    h->first = (uint32_t)(at + sizes);
    h->coins = (uint32_t)(length - sizes);
    bool fine = true;
    for (uint32_t i = 0; fine && i < h->coins; i++) fine = c->cells[h->first + i] == 0 || c->cells[h->first + i] == 1;
    return fine;
}

static bool same_board(const struct heads *h, const struct heads *other, const struct component *c)
{
    uint32_t end = h->first + h->coins;
    return h->game == other->game && h->count == other->count && h->first == other->first && h->coins == other->coins &&
           memcmp(h->cells, c->cells, h->first * sizeof *h->cells) == 0 &&
           memcmp(h->cells + end, c->cells + end, (h->count - end) * sizeof *h->cells) == 0;
}

static enum status heads_of(struct heads_memory *memory, struct heads *like, const struct component *c,
                            struct heads **heads)
{
    for (size_t i = 0; i < memory->boards.count; i++)
        if (same_board(&memory->boards.data[i], like, c)) return *heads = &memory->boards.data[i], ST_OK;
    if (memory->boards.count == BOARDS_MOST) return ST_UNSUPPORTED;
    like->cells = mem_alloc(like->count * sizeof *like->cells);
    like->values = mem_alloc((like->coins + 1) * sizeof *like->values);
    like->states = mem_alloc(like->coins + 1);
    if (like->cells && like->values && like->states && vec_push(&memory->boards, *like)) {
        memcpy(like->cells, c->cells, like->count * sizeof *like->cells);
        memset(like->cells + like->first, 0, like->coins * sizeof *like->cells);
        return *heads = &memory->boards.data[memory->boards.count - 1], ST_OK;
    }
    mem_free(like->cells, like->count * sizeof *like->cells);
    mem_free(like->values, (like->coins + 1) * sizeof *like->values);
    mem_free(like->states, like->coins + 1);
    return ST_NO_MEMORY;
}

/* ---- one head ---------------------------------------------------------------------------------------------------- */
struct valuing {
    struct env *env;
    struct heads *heads;
    VEC(uint32_t) stack, options; /* coins; values of the options of one */
    struct mex mex;
    bool known; /* all coins of the options so far are */
};

/* An option of a single head: the nim-sum of its heads, or those that have no value yet are put on the stack. */
static enum status take_option(void *context, const struct component *components, size_t count)
{
    struct valuing *v = context;
    struct heads *h = v->heads;
    uint32_t sum = 0;
    if (count != 1 || components->game != h->game || components->count != h->count) return ST_UNSUPPORTED;
    for (uint32_t i = 0; i < h->coins; i++) {
        if (!components->cells[h->first + i]) continue;
        if (h->states[i] == COIN_WAITS) return ST_UNSUPPORTED; /* it depends on itself */
        if (h->states[i] == COIN_KNOWN) sum ^= h->values[i];
        else if (!vec_push(&v->stack, i)) return ST_NO_MEMORY;
        else v->known = false;
    }
    return vec_push(&v->options, sum) ? ST_OK : ST_NO_MEMORY;
}

/* The coin on top of the stack gets its value, or others are put on top. */
static enum status value_top(struct valuing *v)
{
    struct heads *h = v->heads;
    uint32_t coin = v->stack.data[v->stack.count - 1];
    if (h->states[coin] == COIN_KNOWN) return v->stack.count--, ST_OK;
    h->states[coin] = COIN_WAITS;
    h->cells[h->first + coin] = 1;
    v->options.count = 0;
    v->known = true;
    struct component head = {h->game, h->count, h->cells};
    enum status st = options_written(v->env, &head, 0, take_option, v);
    h->cells[h->first + coin] = 0;
    if (st != ST_OK || !v->known) return st;
    v->stack.count--;
    h->states[coin] = COIN_KNOWN;
    return mex_marked(&v->mex, v->options.data, v->options.count, &h->values[coin]) ? ST_OK : ST_NO_MEMORY;
}

/* What waits after a failure is new again: the question may be put with other bounds. */
static enum status value_coin(struct valuing *v, uint32_t coin)
{
    enum status st = vec_push(&v->stack, coin) ? ST_OK : ST_NO_MEMORY;
    while (st == ST_OK && v->stack.count) st = value_top(v);
    for (uint32_t i = 0; st != ST_OK && i < v->heads->coins; i++)
        if (v->heads->states[i] == COIN_WAITS) v->heads->states[i] = COIN_NEW;
    v->stack.count = 0;
    return st;
}

static enum status value_component(struct env *env, struct heads_memory *memory, const struct component *c,
                                   uint64_t *value, uint64_t *coins)
{
    struct turning t;
    struct heads like = {0};
    struct valuing v = {.env = env};
    if (!turning_find(&t, env->model, c->game) || !find_coins(env, &t, c, &like)) return ST_UNSUPPORTED;
    enum status st = heads_of(memory, &like, c, &v.heads);
    *value = 0;
    for (uint32_t i = 0; st == ST_OK && i < v.heads->coins; i++) {
        if (!c->cells[v.heads->first + i]) continue;
        if (v.heads->states[i] != COIN_KNOWN) st = value_coin(&v, i);
        *value ^= v.heads->values[i];
    }
    for (uint32_t i = 0; st == ST_OK && i < v.heads->coins; i++) *coins += v.heads->states[i] == COIN_KNOWN;
    vec_free(&v.stack);
    vec_free(&v.options);
    mex_free(&v.mex);
    return st;
}

/* ---- the solver -------------------------------------------------------------------------------------------------- */
static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    struct heads_memory *memory = store_room(env, &tenant);
    result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    enum status st = memory && result->values ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++) {
        result->positions = 0;
        st = value_component(env, memory, &q->components[i], &result->values[i], &result->positions);
    }
    result->claim =
        "a position is the nim-sum of its heads, as moves turn coins whatever the others show: proved from the rule; "
        "mex over all options for each head alone";
    result->source = "Lenstra 1977; Berlekamp, Conway and Guy 1982";
    result->extent = "every head alone computed from all its options";
    return st;
}

/* Are all of them boards of coins? *coins: of the largest. */
static bool all_coins(const struct env *env, const struct ask *q, uint32_t *coins)
{
    struct turning t = {0};
    int game = -1;
    for (size_t i = 0; i < q->count; i++) {
        const struct component *c = &q->components[i];
        struct heads like = {0};
        if (c->game < 0) return false;
        if (c->game != game && !turning_find(&t, env->model, c->game)) return false;
        game = c->game;
        if (!find_coins(env, &t, c, &like)) return false;
        if (like.coins > *coins) *coins = like.coins;
    }
    return q->count > 0;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    uint32_t coins = 0;
    (void)self, (void)planner;
    if (q->what != Q_VALUE || q->play != PLAY_NORMAL || ask_is_big(q) || !all_coins(env, q, &coins)) return;
    way->can = true;
    way->because = "each head is a game of its own, whatever the other coins show";
    way->cost = (struct cost){
        .seconds = 1e-6 * coins * coins + 1e-8 * coins * (double)q->count, .bytes = 13.0 * coins, .rough = true};
}

const struct solver solver_turning = {
    .name = "turning",
    .kind = "theorem",
    .summary = "coin-turning games on a board: the nim-sum of the values of single heads",
    .trust = TRUST_PROVED,
    .offer = offer,
    .run = run,
};
