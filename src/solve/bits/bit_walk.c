/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_walk.h"
#include "base/mem.h"

enum { LOOK_EVERY = 1 << 18, LOOK_OFTEN = 64 };

static size_t list_bytes(const struct bit_walk *w)
{
    const struct bit_rule *r = w->table->rule;
    return (r->bits - BIT_LOW + 1) * (r->moves.count + 1) * sizeof *w->lists;
}

static struct bit_step step_of(const struct bit_move *move)
{
    struct bit_step s = {.keep = ~(uint32_t)(move->write >> BIT_LOW), .put = (uint32_t)(move->put >> BIT_LOW)};
    for (uint32_t k = 0; k < BIT_LOW; k++)
        if (move->write >> k & 1) s.low[s.count++] = (struct bit_low){bit_low_states(k), 1u << k, move->put >> k & 1};
    return s;
}

bool bit_walk_open(struct bit_walk *w)
{
    const struct bit_rule *r = w->table->rule;
    w->steps = mem_alloc((r->moves.count + 1) * sizeof *w->steps);
    w->lists = mem_alloc(list_bytes(w));
    w->whens = mem_alloc((r->moves.count + 1) * sizeof *w->whens);
    if (!w->steps || !w->lists || !w->whens) return false;
    for (size_t i = 0; i < r->moves.count; i++) {
        w->steps[i] = step_of(&r->moves.data[i]);
        w->lists[i] = (struct bit_live){(uint32_t)i, r->moves.data[i].when};
    }
    return true;
}

void bit_walk_close(struct bit_walk *w)
{
    size_t count = w->table->rule->moves.count + 1;
    mem_free(w->steps, count * sizeof *w->steps);
    mem_free(w->whens, count * sizeof *w->whens);
    if (w->lists) mem_free(w->lists, list_bytes(w));
}

/* Is something reached in the words from `word` on, of which `height` bits are open? */
static bool has_any(const struct bit_table *t, uint32_t word, uint32_t height)
{
    size_t level = 0;
    for (; height > BIT_LOW; height -= BIT_LOW, word >>= BIT_LOW) level++;
    uint64_t flags = t->flags[level][word >> BIT_LOW];
    if (height == BIT_LOW) return flags;
    return flags >> (word & 63) & ((UINT64_C(1) << (1u << height)) - 1);
}

/* What is left of the conditions where that bit is known. */
static size_t narrow(const struct bit_diagrams *d, const struct bit_live *from, size_t count, uint32_t bit,
                     size_t value, struct bit_live *to)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        bit_ref when = from[i].when;
        if (!bit_is_word(when) && d->nodes.data[when].bit == bit) when = d->nodes.data[when].kids[value];
        to[left] = (struct bit_live){from[i].move, when};
        left += when != BIT_FALSE;
    }
    return left;
}

static struct bit_live *list_below(const struct bit_walk *w, uint32_t height)
{
    const struct bit_rule *r = w->table->rule;
    return w->lists + (r->bits - BIT_LOW - height + 1) * (r->moves.count + 1);
}

/* What is left of that many words from `word` on. */
static bool has_left(const struct bit_walk *w, uint64_t word, uint32_t height)
{
    return word < w->to && word + (UINT64_C(1) << height) > w->from;
}

/* Some of it was visited before a pause, so it was counted. */
static bool is_begun(const struct bit_walk *w, uint64_t word, uint32_t height)
{
    return w->down ? word + (UINT64_C(1) << height) > w->to : word < w->from;
}

static void visit(struct bit_walk *w, uint32_t word, const struct bit_live *live, size_t count)
{
    w->visit(w, word, live, count);
    if (w->down) w->to = word;
    else w->from = (uint64_t)word + 1;
}

static enum status look(struct bit_walk *w)
{
    if (w->work - w->checked <= w->every) return ST_OK;
    w->checked = w->work;
    return w->tick(w);
}

static enum status walk_below(struct bit_walk *w, uint32_t word, uint32_t height, const struct bit_live *live,
                              size_t count)
{
    enum status st = height ? look(w) : ST_OK;
    if (w->work > w->allowed) w->paused = true;
    if (st != ST_OK || w->paused) return st;
    if (!is_begun(w, word, height)) w->work += count + 1;
    if (!height) visit(w, word, live, count);
    struct bit_live *list = list_below(w, height);
    for (size_t i = 0; height && st == ST_OK && !w->paused && i < 2; i++) {
        size_t value = w->down ? 1 - i : i;
        uint32_t below = word | (uint32_t)value << (height - 1);
        if (!has_left(w, below, height - 1) || !has_any(w->table, below, height - 1)) continue;
        size_t left = narrow(&w->table->rule->diagrams, live, count, height - 1 + BIT_LOW, value, list);
        st = walk_below(w, below, height - 1, list, left);
    }
    return st;
}

/* How far a question with bounds goes must be the same everywhere: for that no file is taken. */
static bool is_due(const struct bit_walk *w)
{
    const struct bit_table *t = w->table;
    return !t->budget->outer && bit_kept_due(&t->kept, w->down);
}

enum status bit_walk_look(struct bit_walk *w)
{
    struct bit_table *t = w->table;
    enum status st = budget_check(t->budget);
    if (st != ST_OK) return st;
    if (is_due(w)) w->paused = true;
    else bit_kept_put(w);
    return ST_OK;
}

/* A file is taken while the walk is paused. What the walk expects is said in its ticks. */
enum status bit_walk_on(struct bit_walk *w)
{
    const struct bit_table *t = w->table;
    const struct bit_rule *r = t->rule;
    struct budget *whole = budget_outermost(t->budget);
    uint64_t expected = whole->states_expected;
    enum status st = ST_OK;
    bool about = whole->states_about, often = t->kept.keep && !t->kept.keep->every;
    w->every = often ? LOOK_OFTEN : LOOK_EVERY;
    do {
        if (is_due(w)) st = bit_kept_take(w);
        w->paused = false;
        if (st == ST_OK && w->from < w->to) st = walk_below(w, 0, r->bits - BIT_LOW, w->lists, r->moves.count);
    } while (st == ST_OK && w->paused && w->work <= w->allowed);
    bit_kept_end(w);
    whole->states_expected = expected; /* of whoever wanted a table */
    whole->states_about = about;
    return st;
}

void bit_walk_at(struct bit_walk *w, uint32_t word)
{
    const struct bit_rule *r = w->table->rule;
    const struct bit_live *live = w->lists;
    size_t count = r->moves.count;
    for (uint32_t height = r->bits - BIT_LOW; height > 0; height--) {
        struct bit_live *list = list_below(w, height);
        count = narrow(&r->diagrams, live, count, height - 1 + BIT_LOW, word >> (height - 1) & 1, list);
        live = list;
    }
    w->visit(w, word, live, count);
}
