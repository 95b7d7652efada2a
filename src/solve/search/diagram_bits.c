/* SPDX-License-Identifier: MIT */
/* Conditions are read off the steps of their groups: those that lead to an end with their bit. */
#include "solve/search/diagram_bits.h"
#include "base/mem.h"
#include "solve/search/diagram_images.h"

/* Of each step, for the condition that was read in this turn. */
struct step_read {
    uint32_t read;
    bit_ref made;
};
struct reading {
    const struct diagram_board *board;
    size_t words; /* of a state */
    /* What is read: the conditions that are looked up together, or the law with what a move writes known. */
    const struct together *of;
    struct diagram_state write, put;
    struct step_read *steps, *own_steps, *law_steps;
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

static void read_together(struct reading *r)
{
    r->reads++;
    r->of = &r->board->together;
    r->steps = r->own_steps;
    r->write = r->put = (struct diagram_state){0};
}

static void read_law(struct reading *r, size_t move)
{
    r->of = &r->board->law;
    r->steps = r->law_steps;
    r->write = r->board->moves[move].write;
    r->put = r->board->moves[move].put;
}

/* What the cell that the step asks for holds, if the move writes it; DIAGRAM_VALUES: it does not. */
static uint32_t written_at(const struct reading *r, size_t level)
{
    if (!(r->write.low >> level & 1)) return DIAGRAM_VALUES;
    return (uint32_t)(r->put.low >> level & 1) | (uint32_t)(r->put.high >> level & 1) << 1;
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
    const struct together_step *s = &r->of->steps[at >> TOGETHER_LEVEL_BITS];
    uint32_t allowed = r->allowed[together_level(at)], written = written_at(r, together_level(at));
    bool may = false;
    if (written < DIAGRAM_VALUES) allowed = 1u << written;
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
    find_allowed(r, free, start);
    read_together(r);
    bool may = may_lead(r, r->of->roots[place.group], place.bit);
    if (!may || !r->board->lawful) return may;
    read_law(r, move);
    return may_lead(r, r->of->roots[0], 0);
}

static bit_ref read_steps(struct reading *r, struct bit_diagrams *d, uint32_t at, uint32_t bit)
{
    bit_ref made;
    if (at & TOGETHER_END) return at >> bit & 1 ? BIT_TRUE : BIT_FALSE;
    if (is_read(r, at, &made)) return made;
    const struct together_step *s = &r->of->steps[at >> TOGETHER_LEVEL_BITS];
    size_t level = together_level(at), low = low_bit(level), high = high_bit(r, level);
    uint32_t written = written_at(r, level);
    if (written < DIAGRAM_VALUES) return note_read(r, at, read_steps(r, d, s->kids[written], bit));
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
    r->literals = literals;
    r->negations = negations;
    read_together(r);
    bit_ref made = read_steps(r, d, r->of->roots[place.group], place.bit);
    if (!r->board->lawful || made == BIT_FALSE) return made;
    read_law(r, move);
    return bit_and(d, made, read_steps(r, d, r->of->roots[0], 0));
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
    size_t own = b->together.step_count + 1, bytes = (own + (b->lawful ? b->law.step_count : 0)) * sizeof *r.steps;
    for (size_t w = 0; w < words; w++) source.start[w] = state[w];
    *rule = NULL;
    *more = false;
    if (b->falls) return ST_OK; /* what it writes depends on the state */
    r.own_steps = mem_alloc(bytes);
    if (!r.own_steps) return ST_NO_MEMORY;
    r.law_steps = r.own_steps + own;
    enum status st = bit_rule_make(&source, most, work, rule, more);
    mem_free(r.own_steps, bytes);
    return st;
}
