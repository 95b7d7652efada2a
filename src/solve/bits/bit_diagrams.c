/* SPDX-License-Identifier: MIT */
#include "solve/bits/bit_diagrams.h"
#include "base/hash.h"
#include "base/mem.h"

enum { JOINS = 1 << 13, FIRST_SLOTS = 1 << 8, REFS_MOST = 1 << 22 };
enum { JOIN_NONE, JOIN_AND, JOIN_OR };

void bit_diagrams_free(struct bit_diagrams *d)
{
    vec_free(&d->nodes);
    vec_free(&d->words);
    mem_free(d->slots, d->slot_count * sizeof *d->slots);
    mem_free(d->joins, JOINS * sizeof *d->joins);
    *d = (struct bit_diagrams){.most = d->most};
}

static bit_ref fail(struct bit_diagrams *d, bool memory)
{
    d->failed = true;
    d->no_memory = d->no_memory || memory;
    return BIT_FALSE;
}

static uint64_t hash_of(const struct bit_diagrams *d, bit_ref ref)
{
    if (bit_is_word(ref)) return hash_mix(bit_word(d, ref) ^ 1);
    const struct bit_node *n = &d->nodes.data[ref];
    return hash_mix(((uint64_t)n->kids[0] << 32 | n->kids[1]) + (uint64_t)n->bit * 0x9e3779b97f4a7c15u);
}

static void put_slot(struct bit_diagrams *d, bit_ref ref)
{
    size_t at = hash_of(d, ref) & (d->slot_count - 1);
    while (d->slots[at]) at = (at + 1) & (d->slot_count - 1);
    d->slots[at] = ref + 1;
}

/* Room for one more, in lists and slots. */
static bool make_room(struct bit_diagrams *d)
{
    size_t count = d->nodes.count + d->words.count;
    if (count >= REFS_MOST) return fail(d, false), false;
    if (!vec_reserve(&d->nodes, 1) || !vec_reserve(&d->words, 1)) return fail(d, true), false;
    if (count * 2 < d->slot_count) return true;
    size_t old = d->slot_count, slots = old ? old * 2 : FIRST_SLOTS;
    uint32_t *made = mem_alloc(slots * sizeof *made);
    if (!made) return fail(d, true), false;
    mem_free(d->slots, old * sizeof *d->slots);
    d->slots = made;
    d->slot_count = slots;
    for (size_t i = 0; i < d->nodes.count; i++) put_slot(d, (bit_ref)i);
    for (size_t i = 0; i < d->words.count; i++) put_slot(d, (bit_ref)i | BIT_END);
    return true;
}

static bool is_same(const struct bit_diagrams *d, bit_ref a, bit_ref b)
{
    if (bit_is_word(a) != bit_is_word(b)) return false;
    if (bit_is_word(a)) return bit_word(d, a) == bit_word(d, b);
    const struct bit_node *x = &d->nodes.data[a], *y = &d->nodes.data[b];
    return x->bit == y->bit && x->kids[0] == y->kids[0] && x->kids[1] == y->kids[1];
}

/* The one that is like the last of its list, which is taken off if there was one before. */
static bit_ref find_last(struct bit_diagrams *d, bit_ref last)
{
    size_t at = hash_of(d, last) & (d->slot_count - 1);
    for (; d->slots[at]; at = (at + 1) & (d->slot_count - 1)) {
        bit_ref other = d->slots[at] - 1;
        if (!is_same(d, other, last)) continue;
        if (bit_is_word(last)) d->words.count--;
        else d->nodes.count--;
        return other;
    }
    d->slots[at] = last + 1;
    return last;
}

static bit_ref end_of(struct bit_diagrams *d, uint64_t word)
{
    if (!make_room(d)) return BIT_FALSE;
    d->words.data[d->words.count] = word;
    return find_last(d, (bit_ref)d->words.count++ | BIT_END);
}

/* The constants are the first two words. */
static bool begin(struct bit_diagrams *d)
{
    if (d->failed) return false;
    if (d->words.count) return true;
    d->joins = mem_alloc(JOINS * sizeof *d->joins);
    if (!d->joins) return fail(d, true), false;
    return end_of(d, 0) == BIT_FALSE && end_of(d, UINT64_MAX) == BIT_TRUE && !d->failed;
}

static bit_ref node_of(struct bit_diagrams *d, uint32_t bit, bit_ref zero, bit_ref one)
{
    if (zero == one) return zero;
    if (!make_room(d)) return BIT_FALSE;
    d->nodes.data[d->nodes.count] = (struct bit_node){bit, {zero, one}};
    return find_last(d, (bit_ref)d->nodes.count++);
}

bit_ref bit_literal(struct bit_diagrams *d, uint32_t bit, bool value)
{
    if (!begin(d)) return BIT_FALSE;
    if (bit < BIT_LOW) return end_of(d, value ? bit_low_states(bit) : ~bit_low_states(bit));
    return node_of(d, bit, value ? BIT_FALSE : BIT_TRUE, value ? BIT_TRUE : BIT_FALSE);
}

/* ---- joins ------------------------------------------------------------------------------------------------------- */
static uint32_t bit_at(const struct bit_diagrams *d, bit_ref ref)
{
    return bit_is_word(ref) ? 0 : d->nodes.data[ref].bit;
}
static bit_ref kid(const struct bit_diagrams *d, bit_ref ref, uint32_t bit, size_t value)
{
    return bit_at(d, ref) == bit ? d->nodes.data[ref].kids[value] : ref;
}

/* Recursion: at most as deep as there are bits. */
static bit_ref join(struct bit_diagrams *d, uint32_t kind, bit_ref a, bit_ref b)
{
    bit_ref none = kind == JOIN_AND ? BIT_FALSE : BIT_TRUE, all = kind == JOIN_AND ? BIT_TRUE : BIT_FALSE;
    if (d->failed) return BIT_FALSE;
    if (a == b || b == all || a == none) return a;
    if (a == all || b == none) return b;
    if (bit_is_word(a) && bit_is_word(b)) {
        uint64_t x = bit_word(d, a), y = bit_word(d, b);
        return end_of(d, kind == JOIN_AND ? x & y : x | y);
    }
    if (a > b) {
        bit_ref other = a;
        a = b;
        b = other;
    }
    struct bit_join *known = &d->joins[hash_mix(((uint64_t)a << 32 | b) + kind) & (JOINS - 1)];
    if (known->kind == kind && known->a == a && known->b == b) return known->made;
    if (++d->work > d->most && d->most) return fail(d, false);
    uint32_t x = bit_at(d, a), y = bit_at(d, b), top = x > y ? x : y;
    bit_ref zero = join(d, kind, kid(d, a, top, 0), kid(d, b, top, 0));
    bit_ref one = join(d, kind, kid(d, a, top, 1), kid(d, b, top, 1));
    bit_ref made = node_of(d, top, zero, one);
    if (d->failed) return BIT_FALSE;
    *known = (struct bit_join){kind, a, b, made};
    return made;
}

bit_ref bit_and(struct bit_diagrams *d, bit_ref a, bit_ref b) { return join(d, JOIN_AND, a, b); }
bit_ref bit_or(struct bit_diagrams *d, bit_ref a, bit_ref b) { return join(d, JOIN_OR, a, b); }

/* ---- cubes ------------------------------------------------------------------------------------------------------- */
static struct bit_cube cube_of_word(uint64_t word)
{
    struct bit_cube cube = {0};
    uint64_t all = UINT64_MAX;
    for (uint32_t bit = 0; bit < BIT_LOW; bit++) {
        uint64_t one = bit_low_states(bit);
        if ((word & one) && (word & ~one)) continue;
        cube.care |= UINT64_C(1) << bit;
        cube.want |= (uint64_t)(word & one ? 1 : 0) << bit;
        all &= word & one ? one : ~one;
    }
    cube.exact = word == all;
    return cube;
}

struct bit_cube bit_cube_of(const struct bit_diagrams *d, const struct bit_cube *nodes, bit_ref ref)
{
    if (!bit_is_word(ref)) return nodes[ref];
    return cube_of_word(ref == BIT_TRUE ? UINT64_MAX : bit_word(d, ref));
}

/* A node is made after its kids. Where one of them is false the condition says what the bit is, and else what both say: no node but
 * that has equal kids, so the states of neither are those of one cube with the states of the other. */
struct bit_cube *bit_cubes_make(const struct bit_diagrams *d)
{
    struct bit_cube *cubes = mem_alloc((d->nodes.count + 1) * sizeof *cubes);
    for (size_t i = 0; cubes && i < d->nodes.count; i++) {
        const struct bit_node *n = &d->nodes.data[i];
        bool half = n->kids[0] == BIT_FALSE || n->kids[1] == BIT_FALSE, one = n->kids[0] == BIT_FALSE;
        struct bit_cube made = bit_cube_of(d, cubes, n->kids[half && one]);
        if (half) {
            made.care |= UINT64_C(1) << n->bit;
            made.want |= (uint64_t)one << n->bit;
        } else {
            struct bit_cube other = bit_cube_of(d, cubes, n->kids[1]);
            made.care &= other.care & ~(made.want ^ other.want);
            made.want &= made.care;
            made.exact = false;
        }
        cubes[i] = made;
    }
    return cubes;
}
