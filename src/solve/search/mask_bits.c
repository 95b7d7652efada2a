/* SPDX-License-Identifier: MIT */
#include "solve/search/mask_bits.h"
#include <string.h>
#include "solve/bits/bit_sample.h"
#include "solve/bits/bit_values.h"
#include "solve/search/mask_bit_source.h"
#include "solve/search/mask_search.h"

/* In steps of a table a join of two conditions takes so many, and so many bytes are cleared in one. */
enum { JOIN_WORK = 128, JOINS_MOST = 1 << 20, ABOUT_JOINS = 1 << 14, BYTES_A_STEP = 8 };
/* A rule is made again with so many times as many joins: all that were in vain are less. Before anything is searched it may take so small a
 * part of what a search is expected to take. */
enum { RULE_MORE = 4, ABOUT_PART = 4 };
enum { RULE_BYTES = 256 << 10 /* about what a rule takes */ };
enum { APART_PART = 4 /* of what is allowed, where a table is less likely to be shorter */ };

/* For a table of subsets that takes no longer it makes no difference if few of them are reached; of another one so many times the states
 * that a few games tell of are taken to be reached, which is rather too few. */
enum { SUBSETS_WORK = 1 << 25, SAMPLE_TIMES = 16 };

/* So many values are told apart for this target; more if that turns out to be too few. */
static uint32_t planes_for(const struct mask_bits *b, uint64_t target)
{
    uint32_t planes = target == 0 ? 1 : BIT_PLANES;
    while (planes < BIT_PLANES_MOST && (target != MASK_ANY && planes <= target)) planes *= 2;
    bool more = b->table && !b->table->misere && b->table->planes > planes;
    return more ? b->table->planes : planes;
}

uint64_t mask_bits_work(const struct masks *m, uint64_t target)
{
    const struct mask_bits *b = &m->bits;
    if (b->subsets) return b->subsets->work;
    if (!b->table || !b->table->has_reached) return 0;
    return bit_values_work(b->table, planes_for(b, target));
}

uint64_t mask_bits_subsets(const struct masks *m, const struct ground_mask *state)
{
    const struct bit_subsets *s = m->bits.subsets;
    uint64_t code;
    if (!s || s->filled || !bit_rule_code(m->bits.rule, state->words, &code) || !bit_subsets_has(s, code)) return 0;
    return s->work;
}

uint64_t mask_bits_count(const struct mask_bits *b)
{
    uint64_t subsets = b->subsets ? b->subsets->states : 0;
    return b->asked + subsets + (b->table && b->table->has_reached ? b->table->states : 0);
}

static void drop_subsets(struct mask_bits *b)
{
    bit_subsets_free(b->subsets);
    b->subsets = NULL;
}

static void drop(struct mask_bits *b)
{
    b->asked = mask_bits_count(b);
    drop_subsets(b);
    bit_table_free(b->table);
    bit_rule_free(b->rule);
    b->table = NULL;
    b->chosen = false;
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
    if (b->subsets && bit_rule_code(b->rule, state->words, &code) && bit_subsets_find(b->subsets, code, false, &value))
        return *known = mask_value(value), true;
    if (!is_about(b, state, &code) || b->table->misere || !bit_values_find(b->table, code, &value)) return false;
    if (value != BIT_LARGE) return *known = mask_value(value), true;
    uint32_t planes = b->table->planes;
    *known = planes < MASK_NUMBERS ? (UINT64_C(1) << planes) - 1 : (UINT64_C(1) << MASK_NUMBERS) - 1;
    return mask_is_decided(*known, target);
}

static void set_failed(struct mask_bits *b, const struct ground_mask *state)
{
    drop(b);
    b->failed = true;
    b->no_room = ST_OK;
    b->failed_of = *state;
}

static void set_no_room(struct mask_bits *b, const struct ground_mask *state, enum status st)
{
    set_failed(b, state);
    b->no_room = st;
}

static bool has_failed(const struct mask_bits *b, const struct ground_mask *state)
{
    return b->failed && memcmp(&b->failed_of, state, sizeof *state) == 0;
}

/* Is the table about all that can be reached from the state, or to be? */
static bool has_state(const struct mask_bits *b, uint64_t code)
{
    if (!b->table) return false;
    if (!b->table->has_reached) return b->table->start == code;
    return b->table->reached[code >> BIT_LOW] >> (code & 63) & 1;
}

/* Is it known that so many joins are too few, or all that were in vain would be more than a part of them? The joins that a rule takes are
 * the same each time. */
static bool are_few(const struct mask_bits *b, const struct ground_mask *state, uint64_t joins)
{
    if (!b->short_joins || memcmp(&b->short_of, state, sizeof *state) != 0) return false;
    return joins <= b->short_joins || (joins < JOINS_MOST && joins / RULE_MORE < b->short_joins);
}

/* A rule for the state, if there is none that it is a state of, and if that takes no more work. What the rule says holds of every state
 * that has a code in it: its constant bits are the same. */
static enum status open_rule(struct masks *m, const struct ground_mask *state, uint64_t allowed, uint64_t *code)
{
    struct mask_bits *b = &m->bits;
    uint64_t joins = allowed / JOIN_WORK < JOINS_MOST ? allowed / JOIN_WORK : JOINS_MOST;
    bool more;
    if (b->rule && bit_rule_code(b->rule, state->words, code)) return ST_OK;
    drop(b);
    if (are_few(b, state, joins)) return ST_OK;
    if (budget_spares(m->memo.budget, RULE_BYTES) != ST_OK) return set_no_room(b, state, ST_MEMORY_BUDGET), ST_OK;
    enum status st = mask_bit_rule(m, state, BIT_BITS_MOST, joins, &b->rule, &more);
    if (st == ST_OK && !b->rule && (!more || joins == JOINS_MOST)) set_failed(b, state);
    if (st == ST_OK && !b->rule && more) b->short_joins = joins, b->short_of = *state;
    if (st == ST_OK && b->rule && !bit_rule_code(b->rule, state->words, code)) set_failed(b, state);
    return st;
}

/* May there be a table of bits? */
static bool has_table(const struct mask_bits *b) { return b->rule->bits <= BIT_BITS_MOST; }

/* Is a table of subsets shorter than one of bits, of which subsets say how many words it may have? */
static bool is_shorter(const struct mask_bits *b, uint64_t code)
{
    const struct bit_subsets *s = b->subsets;
    if (!has_table(b)) return true;
    double work = bit_sample_words_work(b->rule, bit_subsets_words(s), BIT_PLANES);
    if ((double)s->work > work) return false;
    if (s->work <= SUBSETS_WORK) return true;
    return (double)s->work * (double)s->count < work * SAMPLE_TIMES * bit_sample_states(b->rule, code);
}

/* Chooses between both tables, of a state that has a code. */
static enum status choose_table(struct masks *m, uint64_t code)
{
    struct mask_bits *b = &m->bits;
    bool here = b->subsets ? bit_subsets_has(b->subsets, code) : b->chosen_of == code;
    if (b->chosen && here) return ST_OK;
    b->asked = mask_bits_count(b) - (b->table && b->table->has_reached ? b->table->states : 0);
    drop_subsets(b);
    b->chosen = true;
    b->chosen_of = code;
    enum status st = bit_subsets_open(b->rule, code, m->memo.budget, &b->subsets);
    if (b->subsets && !is_shorter(b, code)) drop_subsets(b);
    return st;
}

/* Fills it; where values are too large for it a table of bits is chosen. */
static enum status fill_subsets(struct masks *m, uint64_t allowed, bool misere, bool *done)
{
    struct bit_subsets *s = m->bits.subsets;
    if (s->work > allowed) return ST_OK;
    s->budget = m->memo.budget; /* it may have been opened for another question */
    enum status st = bit_subsets_fill(s, misere);
    *done = st == ST_OK && s->filled;
    if (*done || st != ST_OK) return st;
    drop_subsets(&m->bits);
    return ST_OK;
}

/* A table for this state, if there is none that has it, and if that is worth so much work. */
static enum status open_table(struct masks *m, const struct ground_mask *state, uint64_t allowed)
{
    struct mask_bits *b = &m->bits;
    uint64_t code = 0;
    enum status st = open_rule(m, state, allowed, &code);
    if (st != ST_OK || !b->rule || has_state(b, code)) return st;
    if (!has_table(b)) return set_failed(b, state), ST_OK;
    b->asked = mask_bits_count(b);
    bit_table_free(b->table);
    b->table = NULL;
    if (bit_table_bytes(b->rule) / BYTES_A_STEP > allowed) return ST_OK;
    b->table = bit_table_open(b->rule, code, m->memo.budget);
    if (!b->table) set_no_room(b, state, ST_MEMORY_BUDGET);
    else bit_kept_open(b->table, m->kept.keep, &m->kept.words, m->kept.began);
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
        if (bit_values_work(b->table, planes) > allowed) return ST_OK;
        st = bit_values_fill(b->table, planes, false);
        *done = st == ST_OK && mask_bits_find(m, state, target, &known);
        if (st != ST_OK || *done) return st;
    }
    set_failed(b, state);
    return ST_OK;
}

/* What a table alone has not enough of: a search may need less, and is what says so. Where the budget was
 * spent the table is offered again to who asks for more: what it has reached stays, its values begin anew. */
static bool is_short(const struct masks *m, enum status st)
{
    bool states = st == ST_STATE_BUDGET && !budget_spent(m->memo.budget);
    return states || st == ST_NO_MEMORY || st == ST_MEMORY_BUDGET;
}

/* Which table is to be made of the state, if a rule for it takes no more work; *subsets: that of subsets. */
static enum status open_choice(struct masks *m, const struct ground_mask *state, uint64_t allowed, bool *subsets)
{
    struct mask_bits *b = &m->bits;
    uint64_t code = 0;
    *subsets = false;
    if (m->strips || has_failed(b, state)) return ST_OK;
    enum status st = open_rule(m, state, allowed, &code);
    if (st != ST_OK || !b->rule || has_state(b, code)) return st;
    st = choose_table(m, code);
    *subsets = b->subsets;
    return st;
}

/* All that is reached from the state, if it takes no more work. */
static enum status reach(struct masks *m, const struct ground_mask *state, uint64_t allowed, bool *reached)
{
    struct mask_bits *b = &m->bits;
    *reached = false;
    if (m->strips || has_failed(b, state)) return ST_OK;
    enum status st = open_table(m, state, allowed);
    if (st != ST_OK || !b->table) return st;
    b->table->budget = m->memo.budget; /* it may have been opened for another question */
    return bit_table_reach(b->table, allowed, reached);
}

/* Subsets, if they are chosen and take no more work. *other: there is a rule, and the table of bits is to be made instead. */
static enum status try_subsets(struct masks *m, const struct ground_mask *state, uint64_t allowed, bool misere,
                               bool *other, bool *done)
{
    bool subsets;
    *done = *other = false;
    enum status st = open_choice(m, state, allowed, &subsets);
    if (st == ST_OK && subsets) st = fill_subsets(m, allowed, misere, done);
    *other = st == ST_OK && m->bits.rule && !m->bits.subsets;
    return st;
}

enum status mask_bits_try(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t allowed,
                          bool *done)
{
    bool reached = false, other;
    uint64_t part = masks_fall_apart(m) ? allowed / APART_PART : allowed;
    enum status st = try_subsets(m, state, part, false, &other, done);
    if (other) st = reach(m, state, part, &reached);
    if (st == ST_OK && reached) st = value_on(m, state, target, allowed, done);
    if (!is_short(m, st)) return st;
    set_no_room(&m->bits, state, st);
    return ST_OK;
}

enum status mask_bits_no_room(const struct masks *m, const struct ground_mask *state)
{
    return has_failed(&m->bits, state) ? m->bits.no_room : ST_OK;
}

bool mask_bits_are_kept(struct masks *m, const struct ground_mask *state, uint64_t target)
{
    const struct mask_bits *b = &m->bits;
    bool subsets;
    if (open_choice(m, state, UINT64_MAX, &subsets) != ST_OK || subsets || m->strips || has_failed(b, state))
        return false;
    if (open_table(m, state, UINT64_MAX) != ST_OK || !b->table) return false;
    return bit_kept_has_values(b->table, planes_for(b, target), false);
}

enum status mask_bits_misere(struct masks *m, const struct ground_mask *state, bool *done, bool *lost)
{
    struct mask_bits *b = &m->bits;
    uint32_t value = 0;
    uint64_t code = 0;
    bool other, subsets;
    enum status st = try_subsets(m, state, UINT64_MAX, true, &other, done);
    subsets = *done;
    if (other) st = reach(m, state, UINT64_MAX, done);
    if (st == ST_OK && *done && !subsets) st = bit_values_fill(b->table, 1, true);
    if (st == ST_OK && *done) *done = bit_rule_code(b->rule, state->words, &code);
    if (st == ST_OK && *done)
        *done = subsets ? bit_subsets_find(b->subsets, code, true, &value) : bit_values_find(b->table, code, &value);
    *lost = value == 0;
    if (!is_short(m, st)) return st;
    set_no_room(b, state, st);
    *done = false;
    return ST_OK;
}

enum status mask_bits_about(struct masks *m, const struct ground_mask *state, uint32_t planes, double turns,
                            double *steps, double *bytes)
{
    struct mask_bits *b = &m->bits;
    uint64_t code = 0;
    double most = JOINS_MOST * (double)ABOUT_PART;
    uint64_t joins = turns < most ? ABOUT_JOINS + (uint64_t)turns / ABOUT_PART : JOINS_MOST;
    *steps = *bytes = 0;
    bool subsets;
    if (m->strips || has_failed(b, state)) return ST_OK;
    enum status st = open_choice(m, state, joins * JOIN_WORK, &subsets);
    if (st != ST_OK || !b->rule || !bit_rule_code(b->rule, state->words, &code)) return st;
    if (subsets) {
        *steps = b->subsets->filled ? 1 : (double)b->subsets->work;
        *bytes = (double)bit_subsets_bytes(b->subsets);
        return ST_OK;
    }
    if (!has_table(b)) return ST_OK;
    double about = bit_sample_states(b->rule, code), empty = (double)bit_table_bytes(b->rule);
    bool here = has_state(b, code) && b->table->has_reached;
    *steps = here ? 1 : bit_sample_work(b->rule, about, planes) + empty / BYTES_A_STEP;
    *bytes = empty + bit_sample_words(b->rule, about) * planes * sizeof(uint64_t);
    return ST_OK;
}
