/* SPDX-License-Identifier: MIT */
#include "solve/search/mask_bits.h"
#include "solve/search/mask_bit_source.h"
#include "solve/search/mask_search.h"

/* In steps of a table a join of two conditions takes so many, and so many bytes are cleared in one. */
enum { JOIN_WORK = 16, JOINS_MOST = 1 << 20, BYTES_A_STEP = 32 };

/* So many values are told apart for this target; more if that turns out to be too few. */
static uint32_t planes_for(const struct mask_bits *b, uint64_t target)
{
    uint32_t planes = target == 0 ? 1 : BIT_PLANES;
    while (planes < BIT_PLANES_MOST && (target != MASK_ANY && planes <= target)) planes *= 2;
    return b->table && b->table->planes > planes ? b->table->planes : planes;
}

uint64_t mask_bits_work(const struct masks *m, uint64_t target)
{
    const struct mask_bits *b = &m->bits;
    if (b->failed || !b->table || !b->table->has_reached) return 0;
    return bit_table_value_work(b->table, planes_for(b, target));
}

uint64_t mask_bits_count(const struct mask_bits *b)
{
    return b->asked + (b->table && b->table->has_reached ? b->table->states : 0);
}

static void drop(struct mask_bits *b)
{
    b->asked = mask_bits_count(b);
    bit_table_free(b->table);
    bit_rule_free(b->rule);
    b->table = NULL;
    b->rule = NULL;
}

void mask_bits_free(struct mask_bits *b)
{
    drop(b);
    *b = (struct mask_bits){.rule = NULL};
}

static bool is_about(const struct mask_bits *b, const struct ground_mask *state, uint64_t *code)
{
    return b->table && bit_rule_code(b->rule, state->words, code);
}

bool mask_bits_find(const struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t *known)
{
    const struct mask_bits *b = &m->bits;
    uint64_t code;
    uint32_t value;
    if (!is_about(b, state, &code) || !bit_table_find(b->table, code, &value)) return false;
    if (value != BIT_LARGE) return *known = mask_value(value), true;
    uint32_t planes = b->table->planes;
    *known = planes < MASK_NUMBERS ? (UINT64_C(1) << planes) - 1 : (UINT64_C(1) << MASK_NUMBERS) - 1;
    return mask_is_decided(*known, target);
}

/* A table for this state, if there is none that has it, and if that is worth so much work. */
static enum status open_table(struct masks *m, const struct ground_mask *state, uint64_t allowed)
{
    struct mask_bits *b = &m->bits;
    uint64_t code = 0;
    bool more = false, about = is_about(b, state, &code);
    if (about && b->table->has_reached && b->table->reached[code >> BIT_LOW] >> (code & 63) & 1) return ST_OK;
    if (about && !b->table->has_reached && b->table->start == code) return ST_OK;
    if (b->table || !b->rule || !bit_rule_code(b->rule, state->words, &code)) {
        drop(b);
        enum status st = mask_bit_rule(m, state, BIT_BITS_MOST, allowed / JOIN_WORK, &b->rule, &more);
        b->failed = !b->rule && (!more || allowed / JOIN_WORK >= JOINS_MOST);
        if (st != ST_OK || !b->rule || !bit_rule_code(b->rule, state->words, &code)) return st;
    }
    if (bit_table_bytes(b->rule) / BYTES_A_STEP > allowed) return ST_OK;
    b->table = bit_table_open(b->rule, code, m->memo.budget);
    b->failed = !b->table;
    return ST_OK;
}

/* Numbers below `planes` are told apart; more of them until the one of the state is. */
static enum status value_on(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t allowed,
                            bool *done)
{
    struct mask_bits *b = &m->bits;
    enum status st = ST_OK;
    uint64_t known;
    for (uint32_t planes = planes_for(b, target); planes <= BIT_PLANES_MOST; planes *= 2) {
        if (bit_table_value_work(b->table, planes) > allowed) return ST_OK;
        st = bit_table_value(b->table, planes, false);
        *done = st == ST_OK && mask_bits_find(m, state, target, &known);
        if (st != ST_OK || *done) return st;
    }
    b->failed = true;
    return ST_OK;
}

enum status mask_bits_try(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t allowed,
                          bool *done)
{
    struct mask_bits *b = &m->bits;
    bool reached = false;
    *done = false;
    if (b->failed || m->strips) return ST_OK;
    enum status st = open_table(m, state, allowed);
    if (st == ST_OK && b->table) st = bit_table_reach(b->table, allowed, &reached);
    if (st == ST_OK && reached) st = value_on(m, state, target, allowed, done);
    /* A search may need less: it is what says that there is not enough. */
    bool less = st == ST_NO_MEMORY || st == ST_MEMORY_BUDGET || st == ST_STATE_BUDGET;
    if (less || b->failed) drop(b);
    b->failed |= less;
    return less ? ST_OK : st;
}
