/* SPDX-License-Identifier: MIT */
/* Questions about rules whose bound number is a limit, or bars a move at one number (barred.h): outcomes (limits.h) and, where takes
 * are followed from row to row, values (levels.h). The numbers of rows are kept, one set for each game and kind; rows must be proved to
 * be closed (proof/boxes), the bound number may be anything. */
#include <string.h>
#include "base/mem.h"
#include "play/options/store.h"
#include "proof/boxes/boxes.h"
#include "solve/dynamic/bar_marks.h"
#include "solve/dynamic/cap.h"
#include "solve/dynamic/levels.h"
#include "solve/dynamic/line_takes.h"
#include "solve/dynamic/private.h"
#include "solve/dynamic/takes.h"
#include "solve/heap/losses.h"

#define SECONDS_A_ROW 2e-7
#define SECONDS_AN_OPTION 2e-9  /* where all are looked at */
#define SECONDS_A_LIMIT 2e-8    /* where limits of all are found out */
#define SECONDS_A_BARRED 1e-7   /* of each move and row, where losses mark what they win */
#define SECONDS_A_FOLLOWED 1e-7 /* of each move and row, where takes are followed, and of that row: */
#define SECONDS_A_LEVEL 1.5e-8  /* a number */
#define SECONDS_A_TAKE 2e-8     /* of each move and row, where they are found so, and for each look: */
#define SECONDS_A_LOOK 1.5e-9
#define SECONDS_A_LINED 5e-9 /* of each move and row, where all rows lie on one line */
#define LEVELS_TIMES 1.3
enum { ROWS_LOOKED_AT = 8, LEVELS_GUESSED = 32, ROWS_SAMPLED = 2048, LEVELS_SAMPLED = 256 };

struct kept_limits {
    struct dynamic_limits
        limits; /* of outcomes, also where rows have bars, in the same arrays; of values the rows alone */
    struct dynamic_levels levels; /* of values; of outcomes no more than of which kind they are */
    size_t bytes;                 /* of each array of `limits`, but half of that where they are short */
    struct kept_limits *next;
};
struct limits_room {
    struct kept_limits *first;
};

static void drop_short(struct kept_limits *k)
{
    mem_free(k->limits.won_short, k->limits.won_short ? k->bytes / 2 : 0);
    mem_free(k->limits.moves_short, k->limits.moves_short ? k->bytes / 2 : 0);
    k->limits.won_short = k->limits.moves_short = NULL;
}

static void drop(struct kept_limits *k)
{
    if (!k) return;
    drop_short(k);
    mem_free(k->limits.won, k->limits.won ? k->bytes : 0);
    mem_free(k->limits.moves, k->limits.moves ? k->bytes : 0);
    dynamic_levels_free(&k->levels);
    mem_free(k, sizeof *k);
}

static void forget(void *kept)
{
    struct limits_room *room = kept;
    while (room->first) {
        struct kept_limits *k = room->first;
        room->first = k->next;
        drop(k);
    }
}
static const struct tenant limits_tenant = {"limits of rows", sizeof(struct limits_room), true, forget};

static enum levels_kind kind_of(const struct ask *ask)
{
    return ask->what != Q_OUTCOME ? LEVELS_VALUES : ask->play == PLAY_MISERE ? LEVELS_MISERE : LEVELS_NORMAL;
}

static struct kept_limits *find(const struct env *env, int game, enum levels_kind kind)
{
    struct limits_room *room = store_room(env, &limits_tenant);
    struct kept_limits *k = room ? room->first : NULL;
    while (k && (k->limits.rows.game != game || k->levels.kind != kind)) k = k->next;
    return k;
}

static enum status keep(const struct env *env, struct kept_limits *k)
{
    struct limits_room *room = store_room(env, &limits_tenant);
    if (!room) return ST_NO_MEMORY;
    struct kept_limits *old = find(env, k->limits.rows.game, k->levels.kind), **at = &room->first;
    while (old && *at != old) at = &(*at)->next;
    if (old) *at = old->next;
    drop(old);
    k->next = room->first;
    room->first = k;
    return ST_OK;
}

/* ---- the question ------------------------------------------------------------------------------------------------ */
/* The rows up to `high`; false: too many. */
static bool make_rows(const struct env *env, int game, const int64_t *high, struct dynamic_asked *a)
{
    const int64_t *low = env->traits->games[game].low;
    int64_t count = 1;
    a->rows = (struct value_table){.game = game, .fields = env->model->games[game].field_count};
    for (size_t i = a->rows.fields; i-- > 0;) {
        size_t c = a->order[i];
        a->rows.low[c] = low[c];
        a->rows.stride[c] = count;
        a->rows.extent[c] = c == a->rule->bound ? 1 : high[c] - low[c] + 1;
        if (__builtin_mul_overflow(count, a->rows.extent[c], &count) || count >= DYNAMIC_SMALL) return false;
    }
    a->rows.count = (uint64_t)count;
    return true;
}

/* The first rows, so many at most. */
static struct value_table first_rows(const struct dynamic_asked *a, int64_t at_most)
{
    struct value_table rows = a->rows;
    int64_t count = INT64_MAX;
    for (int64_t most = INT64_MAX; count > at_most; most = most / 2 + 1) {
        count = 1;
        for (size_t i = rows.fields; i-- > 0;) {
            size_t c = a->order[i];
            if (rows.extent[c] > most) rows.extent[c] = most;
            rows.stride[c] = count;
            count *= rows.extent[c]; /* no more than there are rows */
        }
    }
    rows.count = (uint64_t)count;
    return rows;
}

/* Where all rows lie on one line; 0: they are not found so. */
static double seconds_of_line(const struct dynamic_asked *a, struct dynamic_limits l)
{
    struct budget none = {0};
    int32_t won[ROWS_SAMPLED], moves[ROWS_SAMPLED];
    l.won_short = won;
    l.moves_short = moves;
    if (dynamic_fill_line(&l, a->order, &none) != ST_OK) return 0;
    return (double)a->rows.count * SECONDS_A_LINED * (double)a->rule->move_count;
}

/* By the looks that some small rows take; 0: they are not found so. */
static double seconds_of_takes(const struct dynamic_asked *a, bool misere)
{
    int64_t won[ROWS_SAMPLED], moves[ROWS_SAMPLED];
    struct dynamic_limits l = {.rule = a->rule, .sign = a->sign, .misere = misere, .won = won, .moves = moves};
    struct budget none = {0};
    double looks;
    l.rows = first_rows(a, ROWS_SAMPLED);
    double lined = seconds_of_line(a, l);
    if (lined > 0) return lined;
    if (dynamic_fill_takes(&l, a->order, &looks, &none) != ST_OK) return 0;
    double each = SECONDS_A_TAKE * (double)a->rule->move_count + SECONDS_A_LOOK * looks / (double)l.rows.count;
    return (double)a->rows.count * each;
}

/* By how many numbers some small rows have. Where there are twice as many rows, there are so many more in each, or so many times more. */
static double seconds_of_levels(const struct dynamic_asked *a, enum levels_kind kind)
{
    struct dynamic_levels l = {.rule = a->rule, .rows = first_rows(a, LEVELS_SAMPLED), .sign = a->sign, .kind = kind};
    struct budget none = {0};
    double rows = (double)a->rows.count, sampled = (double)l.rows.count, numbers = LEVELS_GUESSED, before = numbers;
    if (dynamic_fill_levels(&l, a->order, &none) == ST_OK) {
        numbers = (double)l.from.count / sampled;
        before = 2 * (double)l.first.data[l.rows.count / 2] / sampled;
    }
    dynamic_levels_free(&l);
    bool times = numbers > LEVELS_TIMES * before;
    double more = numbers - before, by = before > 0 ? numbers / before : 1;
    for (; sampled * 2 <= rows && kind == LEVELS_VALUES; sampled *= 2) numbers = times ? numbers * by : numbers + more;
    return rows * (double)a->rule->move_count * (SECONDS_A_FOLLOWED + SECONDS_A_LEVEL * numbers);
}

static double seconds_of(const struct dynamic_asked *a, enum levels_kind kind)
{
    struct dynamic_rows r = {.rule = a->rule, .box = a->rows, .order = a->order};
    double choices = 0, rows = (double)a->rows.count;
    bool misere = kind == LEVELS_MISERE;
    if (a->barred && dynamic_bars_mark(a->rule)) return rows * SECONDS_A_BARRED * (double)a->rule->move_count;
    double seconds = kind != LEVELS_VALUES && dynamic_taken(a->rule) ? seconds_of_takes(a, misere) : 0;
    if (seconds > 0) return seconds;
    if (dynamic_levelled(a->rule)) return seconds_of_levels(a, kind);
    for (size_t i = 0; i < ROWS_LOOKED_AT; i++) choices += dynamic_choices(&r, i, ROWS_LOOKED_AT) / ROWS_LOOKED_AT;
    if (a->barred) return rows * (SECONDS_A_ROW + 2 * SECONDS_AN_OPTION * choices);
    double each = SECONDS_AN_OPTION * (misere ? 1 + (double)a->rule->operators : 1) + (misere ? SECONDS_A_LIMIT : 0);
    bool passes_over = a->rule->move_count > 0;
    for (size_t i = 0; i < a->rule->move_count; i++) passes_over &= dynamic_leading(&a->rule->moves[i]) != NULL;
    return rows * (SECONDS_A_ROW + each * (passes_over ? choices / 64 : choices)); /* a guess of how early it ends */
}

enum status dynamic_ask_limits(const struct env *env, int game, const struct ask *ask, const int64_t *high,
                               struct dynamic_asked *a, bool *can, double *seconds)
{
    const int64_t *low = env->traits->games[game].low;
    int64_t ends[MODEL_MAX_FIELDS];
    bool small = true;
    enum levels_kind kind = kind_of(ask);
    *can = false;
    for (size_t i = 0; i < env->model->games[game].field_count; i++) {
        small &= low[i] > -DYNAMIC_SMALL && high[i] < DYNAMIC_SMALL;
        ends[i] = high[i];
    }
    if (!small) return ST_OK;
    a->barred = !dynamic_limited(a->rule, low, &a->sign);
    if (a->barred && (kind == LEVELS_VALUES || !dynamic_barred(a->rule))) return ST_OK;
    if (kind == LEVELS_VALUES && !dynamic_levelled(a->rule)) return ST_OK;
    const struct kept_limits *kept = find(env, game, kind);
    for (size_t i = 0; kept && i < kept->limits.rows.fields; i++) {
        int64_t last = low[i] + kept->limits.rows.extent[i] - 1;
        if (i != a->rule->bound && last > ends[i]) ends[i] = last;
    }
    struct boxes b;
    enum status st = boxes_open(env->model, game, env->params, &b);
    bool closed = st == ST_OK && boxes_close_without(&b, a->rule->bound, ends);
    boxes_done(&b);
    for (size_t i = 0; closed && i < env->model->games[game].field_count; i++) closed = ends[i] < DYNAMIC_SMALL;
    if (!closed || !make_rows(env, game, ends, a)) return st;
    *can = true;
    *seconds = kept && losses_contains(&kept->limits.rows, &a->rows) ? 1e-7 : seconds_of(a, kind);
    return ST_OK;
}

/* ---- the answer -------------------------------------------------------------------------------------------------- */
static struct dynamic_bars bars_of(const struct kept_limits *k)
{
    const struct dynamic_limits *l = &k->limits;
    return (struct dynamic_bars){l->rule, l->rows, l->misere, l->won, l->moves};
}

/* By bars, by the first takes that say all, by what is followed, or else by all options. */
static enum status fill_outcomes(struct kept_limits *k, const struct dynamic_asked *a, struct budget *budget)
{
    double looks;
    const struct dynamic_bars bars = bars_of(k);
    if (a->barred) {
        enum status marked = dynamic_mark_barred(&bars, a->order, budget);
        return marked == ST_UNSUPPORTED ? dynamic_fill_barred(&bars, a->order, budget) : marked;
    }
    enum status st = dynamic_taken(a->rule) ? dynamic_fill_takes(&k->limits, a->order, &looks, budget) : ST_UNSUPPORTED;
    if (st != ST_UNSUPPORTED) return st;
    if (dynamic_levelled(a->rule)) st = dynamic_fill_levels(&k->levels, a->order, budget);
    if (st == ST_OK) dynamic_levels_to_limits(&k->levels, &k->limits);
    dynamic_levels_free(&k->levels);
    return st == ST_UNSUPPORTED ? dynamic_fill_limits(&k->limits, a->order, budget) : st;
}

/* In 32 bits, where all rows lie on one line. */
static enum status fill_line(struct kept_limits *k, const struct dynamic_asked *a, struct budget *budget)
{
    struct dynamic_limits *l = &k->limits;
    size_t bytes = k->bytes / 2;
    if (a->barred || !dynamic_lined(l, a->order)) return ST_UNSUPPORTED;
    enum status st = budget_fits(budget, (l->misere ? 2 : 1) * bytes);
    if (st != ST_OK) return st;
    l->won_short = mem_alloc(bytes);
    l->moves_short = l->misere ? mem_alloc(bytes) : NULL;
    if (!l->won_short || (l->misere && !l->moves_short)) return ST_NO_MEMORY;
    st = dynamic_fill_line(l, a->order, budget);
    if (st == ST_UNSUPPORTED) drop_short(k);
    return st;
}

static enum status fill_long(struct kept_limits *k, const struct dynamic_asked *a, struct budget *budget)
{
    struct dynamic_limits *l = &k->limits;
    bool values = k->levels.kind == LEVELS_VALUES;
    enum status st =
        budget_fits(budget, (l->misere ? 2 : 1 + a->rule->move_count) * k->bytes); /* steps.c: about a row */
    if (st != ST_OK) return st;
    if (values) return dynamic_fill_levels(&k->levels, a->order, budget);
    l->won = mem_alloc(k->bytes);
    l->moves = l->misere ? mem_alloc(k->bytes) : NULL;
    if (!l->won || (l->misere && !l->moves)) return ST_NO_MEMORY;
    return fill_outcomes(k, a, budget);
}

static enum status fill_new(struct env *env, const struct dynamic_asked *a, enum levels_kind kind,
                            struct kept_limits **out)
{
    size_t bytes = (size_t)a->rows.count * sizeof(int64_t);
    bool misere = kind == LEVELS_MISERE, values = kind == LEVELS_VALUES;
    struct kept_limits *k = mem_alloc(sizeof *k);
    if (!k) return ST_NO_MEMORY;
    *k = (struct kept_limits){.bytes = bytes};
    k->limits = (struct dynamic_limits){.rule = a->rule, .rows = a->rows, .sign = a->sign, .misere = misere};
    k->levels = (struct dynamic_levels){.rule = a->rule, .rows = a->rows, .sign = a->sign, .kind = kind};
    budget_expect(env->budget, a->rows.count);
    enum status st = values ? ST_UNSUPPORTED : fill_line(k, a, env->budget);
    if (st == ST_UNSUPPORTED) st = fill_long(k, a, env->budget);
    if (st == ST_OK) st = keep(env, k);
    if (st != ST_OK) drop(k), k = NULL;
    *out = k;
    return st;
}

static uint64_t row_of(const struct value_table *rows, size_t bound, const int64_t *cells)
{
    uint64_t row = 0;
    for (size_t c = 0; c < rows->fields; c++)
        if (c != bound) row += (uint64_t)(cells[c] - rows->low[c]) * (uint64_t)rows->stride[c];
    return row;
}

static enum status give_values(const struct kept_limits *k, const struct ask *q, struct arena *arena,
                               struct result *result)
{
    size_t bound = k->levels.rule->bound;
    result->claim = "mex over all options, for every row of positions that differ in one number alone";
    result->source = "Sprague 1935, Grundy 1939";
    result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    for (size_t i = 0; result->values && i < q->count; i++) {
        const int64_t *cells = q->components[i].cells;
        result->values[i] =
            dynamic_level(&k->levels, row_of(&k->levels.rows, bound, cells), k->levels.sign * cells[bound]);
    }
    return result->values ? ST_OK : ST_NO_MEMORY;
}

enum status dynamic_answer_limits(struct env *env, const struct dynamic_asked *a, const struct ask *q,
                                  struct arena *arena, struct result *result)
{
    enum levels_kind kind = kind_of(q);
    struct kept_limits *k = find(env, a->rows.game, kind);
    enum status st = k && losses_contains(&k->limits.rows, &a->rows) ? ST_OK : fill_new(env, a, kind, &k);
    if (st != ST_OK) return st;
    result->positions = k->limits.rows.count;
    if (kind == LEVELS_VALUES) return give_values(k, q, arena, result);
    result->claim = a->barred
                        ? "at which number positions are lost, for every row of positions that differ in it alone"
                        : "from which limit on positions are won, for every row of positions that differ in it alone";
    result->source = a->barred ? "" : "Schwenk 1970";
    const struct dynamic_bars bars = bars_of(k);
    result->extent = "every position computed from all its options or from one that wins";
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    for (size_t i = 0; result->outcomes && i < q->count; i++) {
        const int64_t *cells = q->positions[i].components[0].cells;
        uint64_t row = row_of(&k->limits.rows, a->rule->bound, cells);
        int64_t bound = cells[a->rule->bound];
        bool loses = a->barred ? dynamic_bars_lose(&bars, row, bound) : dynamic_limits_lose(&k->limits, row, bound);
        result->outcomes[i] = loses ? OUTCOME_P : OUTCOME_N;
    }
    return result->outcomes ? ST_OK : ST_NO_MEMORY;
}
