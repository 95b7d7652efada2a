/* SPDX-License-Identifier: MIT */
/* Conditions are read off the steps of their groups: those that lead to an end with their bit. */
#include "solve/search/diagram_bits.h"
#include "base/mem.h"
#include "solve/search/diagram_images.h"

struct reading {
    const struct diagram_board *board;
    size_t words; /* of a state */
    /* Of each step, for the condition that was read in this turn. */
    struct step_read {
        uint32_t read;
        bit_ref made;
    } * steps;
    uint32_t reads;
    uint8_t allowed[CELLS_MOST]; /* what each cell may hold, as bits */
    const bit_ref *literals, *negations;
};

/* Where the planes of a cell stand in a state. */
static size_t low_bit(size_t level) { return level; }
static size_t high_bit(const struct reading *r, size_t level) { return level + (r->words == 1 ? 32 : 64); }

static void write_move(void *context, size_t move, uint64_t *write, uint64_t *put)
{
    const struct reading *r = context;
    const struct diagram_move *x = &r->board->moves[move];
    size_t high = r->words - 1;
    unsigned shift = high ? 0 : 32;
    write[high] = x->write.high << shift;
    put[high] = x->put.high << shift;
    write[0] |= x->write.low;
    put[0] |= x->put.low;
}

/* The value of a step, if it was found for this move before. */
static bool is_read(struct reading *r, uint32_t at, bit_ref *made)
{
    struct step_read *s = &r->steps[at >> TOGETHER_LEVEL_BITS];
    *made = s->made;
    return s->read == r->reads;
}

static bit_ref note_read(struct reading *r, uint32_t at, bit_ref made)
{
    r->steps[at >> TOGETHER_LEVEL_BITS] = (struct step_read){r->reads, made};
    return made;
}

static bool may_lead(struct reading *r, uint32_t at, uint32_t bit)
{
    bit_ref known;
    if (at & TOGETHER_END) return at >> bit & 1;
    if (is_read(r, at, &known)) return known;
    const struct together_step *s = &r->board->together.steps[at >> TOGETHER_LEVEL_BITS];
    uint32_t allowed = r->allowed[at & ((1u << TOGETHER_LEVEL_BITS) - 1)];
    bool may = false;
    for (uint32_t v = 0; !may && v < r->board->values; v++) may = allowed >> v & 1 && may_lead(r, s->kids[v], bit);
    return note_read(r, at, may);
}

static void find_allowed(struct reading *r, const uint64_t *free, const uint64_t *start)
{
    for (uint32_t level = 0; level < r->board->cells; level++) {
        size_t low = low_bit(level), high = high_bit(r, level);
        r->allowed[level] = 0;
        for (uint32_t v = 0; v < DIAGRAM_VALUES; v++) {
            bool first = free[low / 64] >> (low % 64) & 1 || (start[low / 64] >> (low % 64) & 1) == (v & 1);
            bool second = free[high / 64] >> (high % 64) & 1 || (start[high / 64] >> (high % 64) & 1) == v >> 1;
            if (first && second) r->allowed[level] |= (uint8_t)(1u << v);
        }
    }
}

static bool may_be_made(void *context, size_t move, const uint64_t *free, const uint64_t *start)
{
    struct reading *r = context;
    struct together_place place = r->board->moves[move].place;
    r->reads++;
    find_allowed(r, free, start);
    return may_lead(r, r->board->together.roots[place.group], place.bit);
}

static bit_ref read_steps(struct reading *r, struct bit_diagrams *d, uint32_t at, uint32_t bit)
{
    bit_ref made;
    if (at & TOGETHER_END) return at >> bit & 1 ? BIT_TRUE : BIT_FALSE;
    if (is_read(r, at, &made)) return made;
    const struct together_step *s = &r->board->together.steps[at >> TOGETHER_LEVEL_BITS];
    size_t level = at & ((1u << TOGETHER_LEVEL_BITS) - 1), low = low_bit(level), high = high_bit(r, level);
    made = BIT_FALSE;
    for (uint32_t v = 0; v < r->board->values; v++) {
        bit_ref first = v & 1 ? r->literals[low] : r->negations[low],
                second = v >> 1 ? r->literals[high] : r->negations[high];
        if (first == BIT_FALSE || second == BIT_FALSE) continue;
        bit_ref kid = read_steps(r, d, s->kids[v], bit);
        made = bit_or(d, made, bit_and(d, bit_and(d, first, second), kid));
    }
    return note_read(r, at, made);
}

static bit_ref when_made(void *context, size_t move, struct bit_diagrams *d, const bit_ref *literals,
                         const bit_ref *negations)
{
    struct reading *r = context;
    struct together_place place = r->board->moves[move].place;
    r->reads++;
    r->literals = literals;
    r->negations = negations;
    return read_steps(r, d, r->board->together.roots[place.group], place.bit);
}

enum status diagram_bit_rule(const struct diagram_board *b, const uint64_t *state, size_t words, uint32_t most,
                             uint64_t work, struct bit_rule **rule, bool *more)
{
    struct reading r = {.board = b, .words = words};
    struct bit_source source = {.context = &r,
                                .words = words,
                                .move_count = b->move_count,
                                .write = write_move,
                                .may = may_be_made,
                                .when = when_made};
    size_t bytes = (b->together.step_count + 1) * sizeof *r.steps;
    for (size_t w = 0; w < words; w++) source.start[w] = state[w];
    *rule = NULL;
    *more = false;
    if (b->falls) return ST_OK; /* what it writes depends on the state */
    r.steps = mem_alloc(bytes);
    if (!r.steps) return ST_NO_MEMORY;
    enum status st = bit_rule_make(&source, most, work, rule, more);
    mem_free(r.steps, bytes);
    return st;
}
