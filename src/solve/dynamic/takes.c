/* SPDX-License-Identifier: MIT */
/* The argument stands in takes.h. */
#include "solve/dynamic/takes.h"
#include "base/mem.h"
#include "solve/dynamic/lanes.h"
#include "solve/dynamic/private.h"

enum { BLOCK = 32, LOOKS_A_ROW = 512, LOOKS_FREE = 128, TRIED = 4 };

static inline int64_t block_of(int64_t place) { return (int64_t)((uint64_t)place / BLOCK); }

/* A move, and what it may take from each row of a batch. */
struct taking {
    struct row_takes rows;
    int64_t blocks, room; /* of takes: of so many `least` is known, and for so many there is room */
    int64_t *least;       /* of what they give */
    /* Of each block of a line, at the row that is as many places from where the line begins as there are blocks before. */
    int64_t *greatest;
};
struct takes {
    const struct dynamic_limits *l;
    struct taking *moves;
    struct arena arena;
    int64_t x[TERM_VARIABLES];
    uint64_t at; /* the row */
    uint64_t looks;
    bool failed; /* a table cannot be made */
};

bool dynamic_taken(const struct dynamic_rule *rule)
{
    bool all = rule->fine;
    for (size_t i = 0; all && i < rule->move_count; i++) all = level_move_takes(rule, &rule->moves[i]);
    return all;
}

/* ---- takes that lead into one block ------------------------------------------------------------------------------ */
/* Takes up to t are in the tables. */
static bool know(struct takes *k, struct taking *f, int64_t t)
{
    if (f->rows.m.straight || block_of(t) < f->blocks) return true;
    k->failed |= level_move_extend(k->l, &f->rows.m, &k->arena, t) != ST_OK || !f->rows.m.fits;
    if (k->failed) return false;
    int64_t room = block_of(f->rows.m.room) + 1;
    if (room > f->room) {
        int64_t *least = arena_array(&k->arena, (size_t)room, sizeof *least);
        if (!least) return !(k->failed = true);
        for (int64_t b = 0; b < f->blocks; b++) least[b] = f->least[b];
        f->least = least;
        f->room = room;
    }
    for (; f->blocks * BLOCK < f->rows.m.known; f->blocks++) {
        int64_t first = f->blocks * BLOCK, least = LIMITS_NEVER;
        for (int64_t i = first; i < first + BLOCK && i < f->rows.m.known; i++)
            if (f->rows.m.limit[i] < LIMITS_NEVER && f->rows.m.next[i] < least) least = f->rows.m.next[i];
        f->least[f->blocks] = least;
    }
    return true;
}

/* The least that takes of the block give in which t is, or less. */
static int64_t least_of(const struct taking *f, int64_t t)
{
    const struct level_move *m = &f->rows.m;
    int64_t block = block_of(t), first = block * BLOCK;
    if (!m->straight) return f->least[block];
    return level_move_next(m, m->next_by < 0 ? first + BLOCK - 1 : first ? first : 1);
}

/* Is no option among these lost? They lead into one block, whose greatest number is that. */
static bool are_won(const struct taking *f, int64_t from, int64_t to, int64_t greatest)
{
    return least_of(f, from) >= greatest && least_of(f, to) >= greatest;
}

/* Is option t of the row allowed at all, and lost? */
static inline bool loses(const struct takes *k, const struct taking *f, int64_t t)
{
    const struct dynamic_limits *l = k->l;
    uint64_t row = k->at - (uint64_t)(t * f->rows.m.step);
    int64_t y = level_move_next(&f->rows.m, t);
    return y < l->won[row] && (!l->misere || y >= l->moves[row]) && level_move_limit(&f->rows.m, t) < LIMITS_NEVER;
}

/* ---- takes of a row ---------------------------------------------------------------------------------------------- */
static inline int64_t limit_of(const struct taking *f, size_t i, int64_t t)
{
    int64_t limit = level_move_limit(&f->rows.m, t);
    return limit > f->rows.gate[i] ? limit : f->rows.gate[i];
}

/* The least limit of an allowed take; LIMITS_NEVER: there is none. */
static int64_t least_limit(struct takes *k, struct taking *f, size_t i)
{
    int64_t count = f->rows.high[i] - f->rows.low[i] + 1;
    for (int64_t j = 0; j < count; j++) {
        int64_t t = f->rows.m.nearest ? f->rows.low[i] + j : f->rows.high[i] - j;
        if (!know(k, f, t)) return LIMITS_NEVER;
        k->looks++;
        if (level_move_limit(&f->rows.m, t) < LIMITS_NEVER) return limit_of(f, i, t);
    }
    return LIMITS_NEVER;
}

/* The same of those that are lost, block by block; LIMITS_NEVER also if it is at least `enough`. */
static int64_t least_lost(struct takes *k, struct taking *f, size_t i, int64_t from, int64_t enough)
{
    int64_t low = f->rows.low[i], high = f->rows.high[i], place = f->rows.place[i], step = f->rows.m.step,
            sign = f->rows.m.nearest ? 1 : -1;
    const int64_t *greatest = f->greatest + (k->at - (uint64_t)(place * step));
    while (from >= low && from <= high) {
        int64_t block = block_of(place - from);
        int64_t to = f->rows.m.nearest ? place - block * BLOCK : place - block * BLOCK - (BLOCK - 1);
        if (to > high) to = high;
        if (to < low) to = low;
        if (!know(k, f, f->rows.m.nearest ? to : from)) return LIMITS_NEVER;
        k->looks++;
        int64_t limit = level_move_limit(&f->rows.m, from);
        if (limit < LIMITS_NEVER && limit >= enough) return LIMITS_NEVER;
        bool pass = are_won(f, from, to, greatest[block * step]);
        for (int64_t t = from; !pass && t != to + sign; t += sign, k->looks++)
            if (loses(k, f, t)) return limit_of(f, i, t);
        from = to + sign;
    }
    return LIMITS_NEVER;
}

/* The first ones without blocks: most rows need no more. */
static int64_t first_lost(struct takes *k, struct taking *f, size_t i, int64_t enough)
{
    int64_t count = f->rows.high[i] - f->rows.low[i] + 1, sign = f->rows.m.nearest ? 1 : -1;
    int64_t t = f->rows.m.nearest ? f->rows.low[i] : f->rows.high[i];
    if (count > TRIED) count = TRIED;
    if (!know(k, f, f->rows.m.nearest ? t + count - 1 : t)) return LIMITS_NEVER;
    for (; count > 0; count--, t += sign)
        if (loses(k, f, t)) return limit_of(f, i, t);
    return least_lost(k, f, i, t, enough);
}

/* Row i of the batch. False: a take leaves the box, or takes nothing. */
static bool fill_row(struct takes *k, size_t i)
{
    const struct dynamic_limits *l = k->l;
    int64_t won = LIMITS_NEVER, moves = LIMITS_NEVER, least = dynamic_least(l);
    for (size_t j = 0; j < l->rule->move_count && won > least; j++) {
        struct taking *f = &k->moves[j];
        if (!f->rows.open[i]) continue;
        if (f->rows.low[i] < 1 || f->rows.high[i] > f->rows.place[i]) return false;
        int64_t one = l->misere ? least_limit(k, f, i) : LIMITS_NEVER;
        if (one < moves) moves = one;
        one = f->rows.gate[i] < won ? first_lost(k, f, i, won) : LIMITS_NEVER;
        if (one < won) won = one;
    }
    l->won[k->at] = won;
    if (l->misere) l->moves[k->at] = moves;
    for (size_t j = 0; j < l->rule->move_count; j++) {
        const struct taking *f = &k->moves[j];
        int64_t *greatest =
            &f->greatest[k->at - (uint64_t)((f->rows.place[i] - block_of(f->rows.place[i])) * f->rows.m.step)];
        if (f->rows.place[i] % BLOCK == 0 || won > *greatest) *greatest = won;
    }
    return !k->failed;
}

/* ---- rows, some at a time ---------------------------------------------------------------------------------------- */
/* From k->at on, along the inner field. */
static enum status fill_batch(struct takes *k, const size_t *order, struct budget *budget)
{
    size_t count = row_takes_stand(&k->l->rows, order, k->at, k->x);
    enum status st = budget_take_states(budget, count);
    for (size_t j = 0; st == ST_OK && j < k->l->rule->move_count; j++)
        if (!row_takes_look(k->l, order, k->x, count, &k->moves[j].rows)) st = ST_UNSUPPORTED;
    for (size_t i = 0; st == ST_OK && i < count; i++, k->at++)
        if (!fill_row(k, i)) st = ST_UNSUPPORTED;
    return st == ST_OK && k->looks / LOOKS_A_ROW > LOOKS_FREE + k->at ? ST_UNSUPPORTED : st;
}

static enum status open_moves(struct takes *k)
{
    const struct dynamic_limits *l = k->l;
    k->moves = arena_array(&k->arena, l->rule->move_count + 1, sizeof *k->moves);
    if (!k->moves) return ST_NO_MEMORY;
    for (size_t j = 0; j < l->rule->move_count; j++) {
        struct taking *f = &k->moves[j];
        level_move_open(l, &l->rule->moves[j], &f->rows.m);
        if (!f->rows.m.fits || !level_move_direct(l, &f->rows.m, &k->arena)) return ST_UNSUPPORTED;
        level_move_straighten(l, &f->rows.m);
        f->greatest = mem_alloc((size_t)l->rows.count * sizeof *f->greatest); /* of which few pages are met */
        if (!f->greatest) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static void close_moves(struct takes *k)
{
    size_t bytes = (size_t)k->l->rows.count * sizeof(int64_t);
    for (size_t j = 0; k->moves && j < k->l->rule->move_count; j++)
        mem_free(k->moves[j].greatest, k->moves[j].greatest ? bytes : 0);
    arena_free(&k->arena);
}

enum status dynamic_fill_takes(const struct dynamic_limits *l, const size_t *order, double *looks,
                               struct budget *budget)
{
    struct takes k = {.l = l};
    for (size_t c = 0; c < l->rows.fields; c++) k.x[c] = l->rows.low[c];
    bool fits = dynamic_taken(l->rule) && dynamic_small_rows(&l->rows);
    enum status st = fits ? open_moves(&k) : ST_UNSUPPORTED;
    uint64_t asked = 0;
    while (st == ST_OK && k.at < l->rows.count) {
        uint64_t work = k.looks + 16 * k.at;
        if (work - asked >= 1 << 18) st = budget_check(budget), asked = work;
        if (st == ST_OK) st = fill_batch(&k, order, budget);
    }
    *looks = (double)k.looks;
    close_moves(&k);
    return st;
}
