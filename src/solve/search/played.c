/* SPDX-License-Identifier: MIT */
/* Plays are as long as steps are left for them; beyond, as many moves are taken to be left as before the last that was seen. */
#include "solve/search/played.h"
#include <string.h>
#include "base/hash.h"
#include "play/options/store.h"

enum {
    PLAYS = 4,
    DEEPEST = 64,
    CELLS = 128,
    VALUES = 8,
    STEPS = 1 << 18,
    OPTIONS = 1 << 12,
    LOOKS = 24,
    KEPT = 4,
    MOVES = 1024
};
#define MOST 1e30
#define DENSE 1000.0 /* sets of moves to a position */

struct playing {
    const struct component *from;
    uint64_t random, mixed; /* mixed: of the values in the cells, whatever their order */
    int64_t seen[CELLS][VALUES];
    uint8_t seen_count[CELLS];
    int64_t chosen[CELLS];
    size_t options;
    bool kept, cut; /* no option changes how often each value is in the cells; a play was not seen to its end */
    size_t depth;
    struct {
        uint64_t key;
        size_t last; /* one more than the depth at which it was an option last in this play; 0: there is none */
    } moves[MOVES];
    double left[DEEPEST]; /* moves that are an option then or later, over all plays */
    unsigned plays[DEEPEST];
    double all, lists;
};

static void note_value(struct playing *p, size_t cell, int64_t value)
{
    size_t i = 0;
    while (i < p->seen_count[cell] && p->seen[cell][i] != value) i++;
    if (i < p->seen_count[cell] || i == VALUES) return;
    p->seen[cell][i] = value;
    p->seen_count[cell]++;
}

static uint64_t mix(const int64_t *cells, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += hash_mix((uint64_t)cells[i]);
    return sum;
}

static void note_move(struct playing *p, const struct taken *taken)
{
    uint64_t key = (uint64_t)(uintptr_t)taken->move;
    for (size_t i = 0; taken->values && i < taken->move->gen_count; i++)
        key = hash_mix(key + (uint64_t)taken->values[i] + 1);
    size_t at = hash_mix(key) % MOVES;
    for (size_t i = 0; i < MOVES && p->moves[at].last && p->moves[at].key != key; i++) at = (at + 1) % MOVES;
    p->moves[at].key = key;
    p->moves[at].last = p->depth + 1;
}

static enum status note_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct playing *p = context;
    if (count != 1 || components[0].game != p->from->game || components[0].count != p->from->count)
        return ST_UNSUPPORTED;
    note_move(p, taken);
    const int64_t *cells = components[0].cells;
    for (size_t i = 0; i < p->from->count; i++) note_value(p, i, cells[i]);
    p->kept = p->kept && mix(cells, p->from->count) == p->mixed;
    if (random_next(&p->random) % ++p->options == 0) memcpy(p->chosen, cells, p->from->count * sizeof *cells);
    return p->options < OPTIONS ? ST_OK : ST_STATE_BUDGET;
}

/* One play, if it comes to its end before steps do; so far the first one goes. ST_OK, or it cannot be said. */
static enum status play_once(const struct env *env, struct playing *p, uint64_t until)
{
    int64_t cells[CELLS];
    size_t count = p->from->count, depth = 0;
    memcpy(cells, p->from->cells, count * sizeof *cells);
    memset(p->moves, 0, sizeof p->moves);
    for (p->options = 1; p->options && depth < DEEPEST; depth++) {
        struct component at = {p->from->game, (uint32_t)count, cells};
        if (depth && vm_work(env->vm) > until) break;
        p->options = 0;
        p->depth = depth;
        enum status st = vm_options(env->vm, &at, 1, note_option, p);
        if (st != ST_OK) return st;
        p->all += (double)p->options;
        p->lists++;
        if (p->options) memcpy(cells, p->chosen, count * sizeof *cells);
    }
    p->cut |= p->options != 0;
    for (size_t d = 0; d < depth; d++) {
        for (size_t i = 0; i < MOVES; i++) p->left[d] += p->moves[i].last > d;
        p->plays[d]++;
    }
    return ST_OK;
}

/* False: it cannot be said. */
static bool play_all(const struct env *env, struct playing *p, uint64_t until)
{
    for (int play = 0; play < PLAYS && (!play || vm_work(env->vm) < until); play++)
        if (play_once(env, p, until) != ST_OK) return false;
    return true;
}

/* The sum over d of the product of l(i) for i <= d, over d!. */
static double sets_of_moves(const struct playing *p)
{
    double sets = 1, all = 1, left = 0;
    for (size_t d = 0; all < MOST; d++) {
        if (d < DEEPEST && p->plays[d]) left = p->left[d] / p->plays[d];
        sets *= left / (double)(d + 1);
        all += sets;
        if (left < (double)d && sets < 1) break;
    }
    return all;
}

/* Where another value was seen; and where values only change places and a play goes on, those that hold what others held. */
static void find_moving(const struct playing *p, bool *moving)
{
    size_t count = p->from->count;
    for (size_t i = 0; i < count; i++) moving[i] = p->seen_count[i] > 1;
    for (size_t i = 0; p->cut && p->kept && i < count; i++)
        for (size_t j = 0; j < count && !moving[i]; j++)
            for (size_t v = 0; p->seen_count[j] > 1 && v < p->seen_count[j]; v++)
                moving[i] |= p->seen[j][v] == p->from->cells[i];
}

/* What was seen in each cell with what was seen in the others; or the arrangements of what the cells hold. */
static double fillings(const struct playing *p)
{
    double all = 1;
    const int64_t *cells = p->from->cells;
    bool moving[CELLS];
    size_t places = 0;
    find_moving(p, moving);
    for (size_t i = 0; i < p->from->count && all < MOST; i++) {
        size_t alike = 0;
        if (!moving[i]) continue; /* the length of the row, a square out of play */
        for (size_t j = 0; j <= i; j++) alike += moving[j] && cells[j] == cells[i];
        all *= p->kept ? (double)++places / (double)alike : (double)p->seen_count[i];
    }
    return all;
}

struct played_kept {
    int64_t cells[CELLS];
    struct component of;
    struct played known;
    bool can;
};
struct played_memory {
    struct played_kept items[KEPT];
    size_t next;
};
static void forget(void *kept) { (void)kept; }
static const struct tenant tenant = {.name = "played", .size = sizeof(struct played_memory), .forget = forget};

static bool play(const struct env *env, const struct component *c, struct played *played)
{
    struct env_view view;
    struct terms terms = env->terms;
    struct playing p = {.from = c, .random = 1, .mixed = mix(c->cells, c->count), .kept = true};
    for (size_t i = 0; i < c->count; i++) note_value(&p, i, c->cells[i]);
    terms.looks = LOOKS;
    env_view_open(&view, env, &terms);
    view.env.diags = view.vm.diags = &view.diags;
    uint64_t before = vm_work(view.env.vm);
    bool can = play_all(&view.env, &p, before + STEPS);
    double steps = (double)(vm_work(view.env.vm) - before);
    env_view_close(&view);
    if (!can) return false;
    double sets = sets_of_moves(&p), most = fillings(&p);
    *played = (struct played){sets * (most / (sets + most)), p.all / p.lists, steps / p.lists, sets > DENSE * most};
    return true;
}

static bool has_cells(const struct game *game)
{
    bool has = false;
    for (size_t i = 0; i < game->field_count; i++)
        has |= game->fields[i].kind == FIELD_ROW || game->fields[i].kind == FIELD_GRID;
    return has && game->kind == GAME_RULES && !game->loopy;
}

bool played_from(const struct env *env, const struct component *c, struct played *played)
{
    if (c->game == POSITION_COMPOUND || c->count > CELLS || !has_cells(&env->model->games[c->game])) return false;
    struct played_memory *m = store_room(env, &tenant);
    if (!m) return false;
    for (size_t i = 0; i < KEPT; i++) {
        const struct played_kept *k = &m->items[i];
        bool same = k->of.count == c->count && k->of.game == c->game && c->count;
        if (!same || memcmp(k->cells, c->cells, c->count * sizeof *c->cells) != 0) continue;
        *played = k->known;
        return k->can;
    }
    struct played_kept *k = &m->items[m->next++ % KEPT];
    *k = (struct played_kept){.of = {c->game, c->count, NULL}};
    memcpy(k->cells, c->cells, c->count * sizeof *c->cells);
    k->can = play(env, c, &k->known);
    *played = k->known;
    return k->can;
}
