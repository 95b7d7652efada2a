/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_walk.h"
#include "base/mem.h"

enum { CHECK_EVERY = 1 << 18 };

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

static enum status walk_below(struct bit_walk *w, uint32_t word, uint32_t height, const struct bit_live *live,
                              size_t count)
{
    struct bit_table *t = w->table;
    enum status st = ST_OK;
    w->work += count + 1;
    if (!height) {
        w->visit(w, word, live, count);
        return ST_OK;
    }
    if (w->work - w->checked > CHECK_EVERY) {
        w->checked = w->work;
        st = budget_check(t->budget);
    }
    if (w->work > w->allowed) w->paused = true;
    struct bit_live *list = w->lists + (t->rule->bits - BIT_LOW - height + 1) * (t->rule->moves.count + 1);
    for (size_t i = 0; st == ST_OK && !w->paused && i < 2; i++) {
        size_t value = w->down ? 1 - i : i;
        uint32_t below = word | (uint32_t)value << (height - 1);
        if (!has_any(t, below, height - 1)) continue;
        size_t left = narrow(&t->rule->diagrams, live, count, height - 1 + BIT_LOW, value, list);
        st = walk_below(w, below, height - 1, list, left);
    }
    return st;
}

enum status bit_walk(struct bit_walk *w)
{
    w->work = w->checked = 0;
    w->paused = false;
    return walk_below(w, 0, w->table->rule->bits - BIT_LOW, w->lists, w->table->rule->moves.count);
}
