/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_rule.h"
#include <string.h>
#include "base/bits.h"
#include "base/hash.h"
#include "base/mem.h"
#include "solve/bits/bit_ranks.h"

enum {
    FREE_MOST = 64, /* bits that change: where there are more no rule is looked for */
    WRITTEN_MOST = 1 << 13,
    TURNED = 0x80 /* in an order: stored the other way round */
};
/* While a rule is made: the possible moves, as the source has them, and the bits that they change. */
struct making {
    const struct bit_source *source;
    struct bit_rule *rule;
    VEC(uint32_t) possible;
    uint64_t free[BIT_STATE_WORDS];
    uint8_t bits[BIT_STATE_BITS]; /* those that are stored */
    uint8_t like[BIT_STATE_BITS]; /* of each bit the one that stands for it */
    uint32_t count, most;
    uint64_t work;
    uint8_t order[BIT_LOW + BIT_STATE_BITS]; /* from the highest on: indices of `bits`, with TURNED */
    bool fine;
};

static inline bool has(const uint64_t *words, size_t bit) { return words[bit / 64] >> (bit % 64) & 1; }
static inline void add(uint64_t *words, size_t bit) { words[bit / 64] |= UINT64_C(1) << (bit % 64); }

/* ---- which bits change ------------------------------------------------------------------------------------------- */
/* Adds what a move that is possible changes. */
static void free_bits(struct making *m, size_t move)
{
    const struct bit_source *s = m->source;
    uint64_t write[BIT_STATE_WORDS] = {0}, put[BIT_STATE_WORDS] = {0};
    s->write(s->context, move, write, put);
    for (size_t w = 0; w < s->words; w++) m->free[w] |= write[w] & (put[w] ^ s->start[w]);
}

static size_t free_count(const struct making *m)
{
    size_t count = 0;
    for (size_t w = 0; w < m->source->words; w++) count += bits_of(m->free[w]);
    return count;
}

/* The least set of bits and moves such that moves which may be possible while no other bit has changed are among them;
 * fewer if there are too many bits. */
static bool find_possible(struct making *m)
{
    const struct bit_source *s = m->source;
    bool *known = mem_alloc(s->move_count + 1), fine = known;
    for (bool more = true; fine && more && free_count(m) <= FREE_MOST;) {
        more = false;
        for (size_t i = 0; fine && i < s->move_count; i++) {
            if (known[i] || !s->may(s->context, i, m->free, s->start)) continue;
            known[i] = more = true;
            fine = vec_push(&m->possible, (uint32_t)i);
            if (fine) free_bits(m, i);
        }
    }
    mem_free(known, s->move_count + 1);
    return fine;
}

/* Are they written alike by every move? `marks` has a hash of what moves write to each bit. */
static bool are_one(const struct making *m, const uint64_t *marks, size_t a, size_t b)
{
    const struct bit_source *s = m->source;
    if (marks[a] != marks[b] || has(s->start, a) != has(s->start, b)) return false;
    for (size_t i = 0; i < m->possible.count; i++) {
        uint64_t write[BIT_STATE_WORDS] = {0}, put[BIT_STATE_WORDS] = {0};
        s->write(s->context, m->possible.data[i], write, put);
        if (has(write, a) != has(write, b) || (has(write, a) && has(put, a) != has(put, b))) return false;
    }
    return true;
}

static void find_bits(struct making *m)
{
    const struct bit_source *s = m->source;
    uint64_t marks[BIT_STATE_BITS] = {0};
    for (size_t i = 0; i < m->possible.count; i++) {
        uint64_t write[BIT_STATE_WORDS] = {0}, put[BIT_STATE_WORDS] = {0};
        s->write(s->context, m->possible.data[i], write, put);
        for (size_t b = 0; b < 64 * s->words; b++)
            if (has(write, b)) marks[b] = hash_mix(marks[b] + 2 * i + has(put, b) + 1);
    }
    for (size_t b = 0; b < 64 * s->words; b++) {
        if (!has(m->free, b)) continue;
        uint32_t k = 0;
        while (k < m->count && !are_one(m, marks, m->bits[k], b)) k++;
        if (k == m->count) m->bits[m->count++] = (uint8_t)b;
        m->like[b] = m->bits[k];
    }
}

/* ---- moves in an order of the bits ------------------------------------------------------------------------------- */
static void set_places(struct making *m)
{
    struct bit_rule *r = m->rule;
    r->bits = m->count < BIT_LOW ? BIT_LOW : m->count;
    for (size_t i = 0; i < BIT_STATE_BITS; i++) r->place[i] = BIT_CONSTANT;
    for (size_t w = 0; w < BIT_STATE_WORDS; w++) r->flip[w] = 0;
    for (uint32_t k = 0; k < m->count; k++) {
        size_t bit = m->bits[m->order[k] & ~TURNED];
        r->place[bit] = (uint8_t)(r->bits - 1 - k);
        if (m->order[k] & TURNED) add(r->flip, bit);
    }
    for (size_t b = 0; b < 64 * m->source->words; b++) {
        if (!has(m->free, b)) continue;
        r->place[b] = r->place[m->like[b]];
        if (has(r->flip, m->like[b])) add(r->flip, b);
    }
}

static void find_literals(const struct making *m, bit_ref *literals, bit_ref *negations)
{
    struct bit_rule *r = m->rule;
    for (size_t b = 0; b < 64 * m->source->words; b++) {
        bool turned = has(r->flip, b), constant = r->place[b] == BIT_CONSTANT, holds = has(r->start, b);
        literals[b] = constant ? (holds ? BIT_TRUE : BIT_FALSE) : bit_literal(&r->diagrams, r->place[b], !turned);
        negations[b] = constant ? (holds ? BIT_FALSE : BIT_TRUE) : bit_literal(&r->diagrams, r->place[b], turned);
    }
}

static struct bit_move move_of(const struct making *m, size_t move)
{
    const struct bit_rule *r = m->rule;
    uint64_t write[BIT_STATE_WORDS] = {0}, put[BIT_STATE_WORDS] = {0};
    struct bit_move made = {0};
    m->source->write(m->source->context, move, write, put);
    for (size_t b = 0; b < 64 * m->source->words; b++) {
        if (r->place[b] == BIT_CONSTANT || !has(write, b)) continue;
        made.write |= UINT64_C(1) << r->place[b];
        if (has(put, b) != has(r->flip, b)) made.put |= UINT64_C(1) << r->place[b];
    }
    return made;
}

/* False: memory is out. m->fine tells whether there was no other bound. */
static bool make_moves(struct making *m)
{
    struct bit_rule *r = m->rule;
    bit_ref literals[BIT_STATE_BITS], negations[BIT_STATE_BITS];
    bit_diagrams_free(&r->diagrams);
    r->diagrams.most = m->work;
    r->moves.count = 0;
    set_places(m);
    find_literals(m, literals, negations);
    for (size_t i = 0; !r->diagrams.failed && i < m->possible.count; i++) {
        struct bit_move move = move_of(m, m->possible.data[i]);
        move.when = m->source->when(m->source->context, m->possible.data[i], &r->diagrams, literals, negations);
        if (move.when == BIT_FALSE) continue;
        if (!vec_push(&r->moves, move)) return false;
    }
    m->fine = !r->diagrams.failed;
    return !r->diagrams.no_memory;
}

/* ---- an order in which moves rise -------------------------------------------------------------------------------- */
/* What a move writes that may change something, and what it is known to change. */
struct open_move {
    uint64_t up, down, rises, falls;
};
static struct open_move changes_of(const struct bit_move *move, struct bit_cube when)
{
    uint64_t same = when.care & ~(when.want ^ move->put), other = when.care & (when.want ^ move->put);
    uint64_t may = move->write & ~same, changes = move->write & other;
    return (struct open_move){may & move->put, may & ~move->put, changes & move->put, changes & ~move->put};
}

static bool may_be_next(const struct open_move *open, size_t count, uint64_t bit, bool turned)
{
    bool may = true;
    for (size_t i = 0; may && i < count; i++) may = !((turned ? open[i].up : open[i].down) & bit);
    return may;
}

/* How bits may be stored. If all are as the state has them, or all turned round, what moves exchange is counted alike (bit_subsets.h). */
enum manner { AS_THEY_ARE, ALL_TURNED, EITHER, MANNERS };
static bool is_allowed(enum manner manner, uint8_t bit)
{
    return manner == EITHER || (manner == ALL_TURNED) == (bit & TURNED ? true : false);
}

/* Places one more bit, the first that may be; false: none may. One that no open move changes is stored as the one before it. */
static bool place_next(struct making *m, enum manner manner, struct open_move *open, size_t *count, uint64_t *placed,
                       uint32_t k, uint8_t *order)
{
    for (uint32_t i = 0; i < m->count; i++) {
        uint64_t bit = UINT64_C(1) << (m->rule->bits - 1 - i);
        if (*placed & bit) continue;
        bool as_is = is_allowed(manner, m->order[i]) && may_be_next(open, *count, bit, false);
        bool turned = is_allowed(manner, m->order[i] ^ TURNED) && may_be_next(open, *count, bit, true);
        if (!as_is && !turned) continue;
        if (as_is && turned && k) as_is = (m->order[i] & TURNED) == (order[k - 1] & TURNED);
        size_t left = 0;
        for (size_t j = 0; j < *count; j++)
            if (!((as_is ? open[j].rises : open[j].falls) & bit)) open[left++] = open[j];
        *count = left;
        *placed |= bit;
        order[k] = as_is ? m->order[i] : m->order[i] ^ TURNED;
        return true;
    }
    return false;
}

static bool place_all(struct making *m, enum manner manner, struct open_move *open, size_t count, uint8_t *order)
{
    uint64_t placed = 0;
    uint32_t k = 0;
    while (k < m->count && place_next(m, manner, open, &count, &placed, k, order)) k++;
    return k == m->count && count == 0;
}

/* What moves change: of each in a list of its own, behind which there is room for another one. NULL: memory is out. */
static struct open_move *find_changes(struct bit_rule *r, size_t bytes)
{
    struct open_move *changes = mem_alloc(2 * bytes);
    struct bit_cube *cubes = bit_cubes_make(&r->diagrams);
    bool memory = changes && cubes;
    for (size_t i = 0; memory && i < r->moves.count; i++)
        changes[i] = changes_of(&r->moves.data[i], bit_cube_of(&r->diagrams, cubes, r->moves.data[i].when));
    mem_free(cubes, cubes ? (r->diagrams.nodes.count + 1) * sizeof *cubes : 0);
    if (memory) return changes;
    mem_free(changes, changes ? 2 * bytes : 0);
    return NULL;
}

/* Of the moves as they are: another order, if this one is not as it should be. *found false: there is none. */
static bool find_order(struct making *m, bool *found, bool *other)
{
    size_t count = m->rule->moves.count, bytes = (count + 1) * sizeof(struct open_move);
    struct open_move *changes = find_changes(m->rule, bytes), *open = changes ? changes + count + 1 : NULL;
    uint8_t order[BIT_STATE_BITS];
    *found = *other = false;
    if (!changes) return false;
    for (enum manner manner = 0; !*found && manner < MANNERS; manner++) {
        memcpy(open, changes, bytes);
        *found = place_all(m, manner, open, count, order);
    }
    for (uint32_t k = 0; *found && k < m->count; k++) {
        *other |= order[k] != m->order[k];
        m->order[k] = order[k];
    }
    mem_free(changes, 2 * bytes);
    return true;
}

/* Bits to which no move writes 1 are turned round from the beginning. */
static void first_order(struct making *m)
{
    uint64_t up[BIT_STATE_WORDS] = {0};
    for (size_t i = 0; i < m->possible.count; i++) {
        uint64_t write[BIT_STATE_WORDS] = {0}, put[BIT_STATE_WORDS] = {0};
        m->source->write(m->source->context, m->possible.data[i], write, put);
        for (size_t w = 0; w < m->source->words; w++) up[w] |= write[w] & put[w];
    }
    for (uint32_t k = 0; k < m->count; k++) m->order[k] = (uint8_t)(k | (has(up, m->bits[k]) ? 0 : TURNED));
}

/* Of bits as the state has them: may a table have all states of as many ones, of as many and fewer, or of as many zeros and fewer?
 * Moves are taken to write what was not there. */
static bool has_few_states(const struct making *m)
{
    uint32_t ones = 0, count = m->count;
    bool more[2] = {false, false};
    if (count > BIT_RANKS_BITS) return false;
    for (uint32_t k = 0; k < count; k++) ones += has(m->source->start, m->bits[k]);
    for (size_t i = 0; i < m->possible.count; i++) {
        uint64_t write[BIT_STATE_WORDS] = {0}, put[BIT_STATE_WORDS] = {0};
        int balance = 0;
        m->source->write(m->source->context, m->possible.data[i], write, put);
        for (uint32_t k = 0; k < count; k++)
            if (has(write, m->bits[k])) balance += has(put, m->bits[k]) ? 1 : -1;
        more[0] |= balance < 0;
        more[1] |= balance > 0;
    }
    if (!more[0] && !more[1]) return bit_ranks_choose(count, ones) <= BIT_RANKS_MOST;
    return (!more[1] && bit_ranks_count(count, 0, ones) <= BIT_RANKS_MOST) ||
           (!more[0] && bit_ranks_count(count, 0, count - ones) <= BIT_RANKS_MOST);
}

/* Moves that write the same are one, possible where one of them is. */
static void join_moves(struct bit_rule *r)
{
    size_t left = 0;
    for (size_t i = 0; i < r->moves.count; i++) {
        struct bit_move move = r->moves.data[i];
        size_t k = 0;
        while (k < left && (r->moves.data[k].write != move.write || r->moves.data[k].put != move.put)) k++;
        if (k == left) r->moves.data[left++] = move;
        else r->moves.data[k].when = bit_or(&r->diagrams, r->moves.data[k].when, move.when);
    }
    r->moves.count = left;
}

static bool make(struct making *m)
{
    bool found = false, other = false;
    m->fine = false;
    if (!find_possible(m)) return false;
    if (m->possible.count > WRITTEN_MOST || free_count(m) > FREE_MOST) return true;
    find_bits(m);
    if (m->count > m->most && !has_few_states(m)) return true;
    first_order(m);
    if (!make_moves(m)) return false;
    if (m->fine && !find_order(m, &found, &other)) return false;
    if (!found) m->fine = false;
    if (m->fine && other && !make_moves(m)) return false;
    if (m->fine) join_moves(m->rule);
    m->fine &= !m->rule->diagrams.failed && m->rule->moves.count <= BIT_MOVES_MOST;
    return !m->rule->diagrams.no_memory;
}

enum status bit_rule_make(const struct bit_source *source, uint32_t most, uint64_t work, struct bit_rule **rule,
                          bool *more)
{
    struct making m = {.source = source, .most = most, .work = work};
    *rule = NULL;
    *more = false;
    m.rule = mem_alloc(sizeof *m.rule);
    if (!m.rule) return ST_NO_MEMORY;
    m.rule->words = source->words;
    for (size_t w = 0; w < source->words; w++) m.rule->start[w] = source->start[w];
    bool memory = make(&m);
    *more = memory && m.rule->diagrams.failed && m.rule->diagrams.work > m.work;
    vec_free(&m.possible);
    if (memory && m.fine) *rule = m.rule;
    else bit_rule_free(m.rule);
    return memory ? ST_OK : ST_NO_MEMORY;
}

void bit_rule_free(struct bit_rule *rule)
{
    if (!rule) return;
    bit_diagrams_free(&rule->diagrams);
    vec_free(&rule->moves);
    mem_free(rule, sizeof *rule);
}

bool bit_rule_code(const struct bit_rule *r, const uint64_t *state, uint64_t *code)
{
    uint64_t known = 0;
    *code = 0;
    for (size_t b = 0; b < 64 * r->words; b++) {
        bool holds = has(state, b);
        if (r->place[b] == BIT_CONSTANT) {
            if (holds != has(r->start, b)) return false;
            continue;
        }
        uint64_t bit = UINT64_C(1) << r->place[b];
        bool one = holds != has(r->flip, b);
        if (known & bit && one != (*code & bit ? true : false)) return false;
        known |= bit;
        if (one) *code |= bit;
    }
    return true;
}
