/* SPDX-License-Identifier: MIT */
/* The argument stands in bar_marks.h. */
#include "solve/dynamic/bar_marks.h"
#include "base/mem.h"
#include "base/vec.h"
#include "solve/dynamic/private.h"

#define FORBIDDEN INT64_MIN /* a take that is not allowed gives this */
enum { STEPS_A_ROW = 64, STEPS_FREE = 1 << 16, NUMBERS_FREE = 4096 };

/* A row is reached by that take from another one, with the number at which it is lost. */
struct mark {
    int64_t take;
    uint32_t next; /* of the same row, + 1 */
};
/* A move. Places and rows of its lines are those of levels.h. */
struct marking {
    struct row_takes rows;
    int64_t *next, *bar; /* by take */
    uint32_t *first,
        *before; /* by number, less the least one: the last take, + 1, that gives it; the one before that, by take */
    int64_t numbers; /* how many numbers `first` has */
    uint32_t *heads; /* by row: its first mark, + 1 */
    uint32_t *last,
        *earlier; /* rows that are lost nearly everywhere, by place + 1: the last of a line, by the row where it begins;
                                 the one before, by row */
};
struct marks {
    const struct dynamic_bars *b;
    struct dynamic_limits view; /* for what asks for a rule and rows in this form; there are no limits */
    struct marking *moves;
    struct arena arena;
    VEC(struct mark) items;
    uint32_t free; /* the first one that is not used, + 1 */
    int64_t x[TERM_VARIABLES];
    uint64_t at, steps;
};

bool dynamic_bars_mark(const struct dynamic_rule *rule)
{
    bool all = dynamic_barred(rule);
    for (size_t i = 0; all && i < rule->move_count; i++)
        all = rule->moves[i].gate.count == 0 && level_move_takes(rule, &rule->moves[i]);
    return all;
}

/* ---- by what is taken -------------------------------------------------------------------------------------------- */
/* Takes from..from + count - 1. False: something has no value, or an allowed take gives no number of a state. */
static bool read_takes(struct marks *k, struct marking *f, int64_t from, size_t count)
{
    const struct dynamic_move *m = f->rows.m.move;
    int64_t x[TERM_VARIABLES] = {0}, values[LANES_MOST], passes[LANES_MOST];
    int64_t least = k->b->rows.low[k->b->rule->bound];
    x[TERM_CELLS] = from;
    if (!lanes_at(m->after[k->b->rule->bound], x, TERM_CELLS, count, values)) return false;
    for (size_t i = 0; i < count; i++) f->next[from + (int64_t)i] = values[i];
    for (size_t j = 0; j < m->filter[1].count; j++) {
        if (!lanes_at(m->filter[1].items[j], x, TERM_CELLS, count, passes)) return false;
        for (size_t i = 0; i < count; i++)
            if (!passes[i]) f->next[from + (int64_t)i] = FORBIDDEN;
    }
    if (from == 0) f->next[0] = FORBIDDEN;
    for (int64_t t = from; t < from + (int64_t)count; t++) {
        x[TERM_CELLS] = t;
        f->bar[t] = dynamic_barred_at(k->b->rule, m, x);
        if (f->next[t] == FORBIDDEN) continue;
        if (f->next[t] < least || f->next[t] - least >= 4 * f->rows.m.most + NUMBERS_FREE) return false;
        if (f->next[t] - least >= f->numbers) f->numbers = f->next[t] - least + 1;
    }
    return true;
}

static enum status open_move(struct marks *k, const struct dynamic_move *m, struct marking *f)
{
    size_t rows = (size_t)k->b->rows.count;
    level_move_open(&k->view, m, &f->rows.m);
    if (!f->rows.m.fits) return ST_UNSUPPORTED;
    size_t takes = (size_t)f->rows.m.most + 1;
    f->next = arena_array(&k->arena, takes, sizeof *f->next);
    f->bar = arena_array(&k->arena, takes, sizeof *f->bar);
    f->before = arena_array(&k->arena, takes, sizeof *f->before);
    f->heads = arena_array(&k->arena, rows, sizeof *f->heads);
    f->last = arena_array(&k->arena, rows, sizeof *f->last);
    f->earlier = arena_array(&k->arena, rows, sizeof *f->earlier);
    if (!f->next || !f->bar || !f->before || !f->heads || !f->last || !f->earlier) return ST_NO_MEMORY;
    for (size_t t = 0; t < takes; t += LANES_MOST)
        if (!read_takes(k, f, (int64_t)t, takes - t < LANES_MOST ? takes - t : LANES_MOST)) return ST_UNSUPPORTED;
    f->first = arena_array(&k->arena, (size_t)f->numbers + 1, sizeof *f->first);
    if (!f->first) return ST_NO_MEMORY;
    for (size_t t = 0; t < takes; t++) {
        if (f->next[t] == FORBIDDEN) continue;
        uint32_t *first = &f->first[f->next[t] - k->b->rows.low[k->b->rule->bound]];
        f->before[t] = *first;
        *first = (uint32_t)t + 1;
    }
    return ST_OK;
}

/* ---- marks ------------------------------------------------------------------------------------------------------- */
static bool add_mark(struct marks *k, struct marking *f, uint64_t row, int64_t take)
{
    uint32_t index = k->free ? k->free - 1 : (uint32_t)k->items.count;
    if (!k->free && (k->items.count >= UINT32_MAX - 1 || !vec_push(&k->items, (struct mark){0}))) return false;
    struct mark *m = &k->items.data[index];
    if (k->free) k->free = m->next;
    *m = (struct mark){take, f->heads[row]};
    f->heads[row] = index + 1;
    return true;
}

/* The row that is filled, at place i of the batch, marks what leads to it where it is lost. False: no memory. */
static bool mark(struct marks *k, struct marking *f, size_t i, size_t inner)
{
    const struct value_table *rows = &k->b->rows;
    int64_t lost = k->b->lost[k->at], place = f->rows.place[i], step = f->rows.m.step, room = INT64_MAX;
    int64_t number = lost - rows->low[k->b->rule->bound];
    if (lost == BARS_ALL) {
        uint32_t *last = &f->last[k->at - (uint64_t)(place * step)];
        f->earlier[k->at] = *last;
        *last = (uint32_t)place + 1;
        return true;
    }
    if (number < 0 || number >= f->numbers || !dynamic_bars_lose(k->b, k->at, lost)) return true;
    for (size_t c = 0; c < rows->fields; c++) {
        int64_t cell = k->x[c] - rows->low[c] + (c == inner ? (int64_t)i : 0), shift = f->rows.m.shift[c];
        if (shift && (rows->extent[c] - 1 - cell) / shift < room) room = (rows->extent[c] - 1 - cell) / shift;
    }
    bool fits = true;
    for (uint32_t t = f->first[number]; fits && t; t = f->before[t - 1], k->steps++)
        if ((int64_t)t - 1 <= room) fits = add_mark(k, f, k->at + (uint64_t)(((int64_t)t - 1) * step), (int64_t)t - 1);
    return fits;
}

/* All marks of the row are taken off; the set where all lost options are barred, as far as it was, and by this move. */
static int64_t meet_marks(struct marks *k, struct marking *f, size_t i, int64_t lost)
{
    int64_t low = f->rows.low[i], high = f->rows.high[i];
    for (uint32_t m = f->heads[k->at]; m; k->steps++) {
        struct mark *one = &k->items.data[m - 1];
        uint32_t next = one->next;
        if (f->rows.open[i] && one->take >= low && one->take <= high) lost = dynamic_bars_meet(lost, f->bar[one->take]);
        one->next = k->free;
        k->free = m;
        m = next;
    }
    return lost;
}

/* The same by rows that are lost nearly everywhere. */
static int64_t meet_list(struct marks *k, struct marking *f, size_t i, int64_t lost)
{
    int64_t place = f->rows.place[i], base = (int64_t)k->at - place * f->rows.m.step;
    for (uint32_t p = f->last[base]; p && lost != BARS_NONE; k->steps++) {
        int64_t t = place - ((int64_t)p - 1), row = base + ((int64_t)p - 1) * f->rows.m.step;
        if (t > f->rows.high[i]) break;
        if (t >= f->rows.low[i] && f->next[t] != FORBIDDEN && dynamic_bars_lose(k->b, (uint64_t)row, f->next[t]))
            lost = dynamic_bars_meet(lost, f->bar[t]);
        p = f->earlier[row];
    }
    return lost;
}

static int64_t meet_options(struct marks *k, struct marking *f, size_t i, int64_t stuck)
{
    for (int64_t t = f->rows.low[i]; t <= f->rows.high[i] && stuck != BARS_NONE; t++, k->steps++)
        if (f->next[t] != FORBIDDEN) stuck = dynamic_bars_meet(stuck, f->bar[t]);
    return stuck;
}

static enum status fill_row(struct marks *k, size_t i, size_t inner)
{
    const struct dynamic_bars *b = k->b;
    int64_t lost = BARS_ALL, stuck = BARS_ALL;
    for (size_t j = 0; j < b->rule->move_count; j++) {
        struct marking *f = &k->moves[j];
        lost = meet_marks(k, f, i, lost);
        if (!f->rows.open[i]) continue;
        if (f->rows.low[i] < 1 || f->rows.high[i] > f->rows.place[i]) return ST_UNSUPPORTED;
        if (b->misere) stuck = meet_options(k, f, i, stuck);
        lost = meet_list(k, f, i, lost);
    }
    b->lost[k->at] = lost;
    if (b->misere) b->stuck[k->at] = stuck;
    bool fits = true;
    for (size_t j = 0; fits && lost != BARS_NONE && j < b->rule->move_count; j++)
        fits = mark(k, &k->moves[j], i, inner);
    return fits ? ST_OK : ST_NO_MEMORY;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */
static enum status fill_batch(struct marks *k, const size_t *order, struct budget *budget)
{
    const struct dynamic_rule *rule = k->b->rule;
    size_t count = row_takes_stand(&k->b->rows, order, k->at, k->x);
    enum status st = budget_take_states(budget, count);
    for (size_t j = 0; st == ST_OK && j < rule->move_count; j++)
        if (!row_takes_look(&k->view, order, k->x, count, &k->moves[j].rows)) st = ST_UNSUPPORTED;
    for (size_t i = 0; st == ST_OK && i < count; i++, k->at++) {
        st = fill_row(k, i, order[k->b->rows.fields - 2]);
        if (st == ST_OK && k->steps > STEPS_FREE + STEPS_A_ROW * k->at) st = ST_UNSUPPORTED;
    }
    return st;
}

static enum status open_marks(struct marks *k, const struct budget *budget)
{
    const struct dynamic_rule *rule = k->b->rule;
    enum status st =
        budget_fits(budget, k->b->rows.count * rule->move_count * (3 * sizeof(int64_t) + 4 * sizeof(uint32_t)));
    if (st != ST_OK) return st;
    k->moves = arena_array(&k->arena, rule->move_count + 1, sizeof *k->moves);
    if (!k->moves) return ST_NO_MEMORY;
    for (size_t j = 0; st == ST_OK && j < rule->move_count; j++) st = open_move(k, &rule->moves[j], &k->moves[j]);
    return st;
}

enum status dynamic_mark_barred(const struct dynamic_bars *b, const size_t *order, struct budget *budget)
{
    struct marks k = {.b = b, .view = {.rule = b->rule, .rows = b->rows, .sign = 1}};
    bool fine = dynamic_bars_mark(b->rule) && b->rows.count < UINT32_MAX / 2 && dynamic_small_rows(&b->rows);
    enum status st = fine ? open_marks(&k, budget) : ST_UNSUPPORTED;
    for (uint64_t asked = 0; st == ST_OK && k.at < b->rows.count;) {
        uint64_t work = 16 * k.steps + 64 * k.at;
        if (work - asked >= 1 << 18) st = budget_check(budget), asked = work;
        if (st == ST_OK) st = fill_batch(&k, order, budget);
    }
    vec_free(&k.items);
    arena_free(&k.arena);
    return st;
}
