/* SPDX-License-Identifier: MIT */
#include "solve/search/diagram_sets.h"
#include <stdlib.h>
#include <string.h>
#include "base/bits.h"
#include "base/mem.h"
#include "solve/search/diagram_images.h"

/* Beyond these a diagram is no list of sets that is worth it: sets of a node; sets and pairs compared in all, for each node that there
 * is, for what makes the nodes takes as long; sets of all moves. */
enum {
    NODE_SETS = 128,
    FEW_NODES = 256,
    LISTED_EACH = 16,
    WORK_EACH = 256,
    LISTED_MOST = 1 << 21,
    SETS_MOST = 1 << 12,
    STONE = 1
};

/* ---- from a diagram ------------------------------------------------------------------------------------------------------ */
struct list {
    uint32_t first, count;
};
struct reading {
    const struct diagrams *d;
    uint64_t turned; /* levels at which 0 is a stone */
    VEC(uint64_t) sets;
    struct list *of; /* of each node, once it is read */
    uint8_t *is_read;
    uint64_t work, work_most;
    size_t listed_most;
    bool failed, no_memory;
};

/* The first of these sets that lies in the cells; `count`: none does. */
static size_t first_within(const uint64_t *sets, size_t count, uint64_t cells)
{
    size_t i = 0;
    while (i < count && sets[i] & ~cells) i++;
    return i;
}

static bool has_subset(struct reading *r, const uint64_t *among, size_t count, uint64_t set)
{
    size_t i = first_within(among, count, set);
    r->work += i + 1;
    return i < count;
}

static struct list fail(struct reading *r, bool no_memory)
{
    r->failed = true;
    r->no_memory |= no_memory;
    return (struct list){0, 0};
}

static struct list joined(struct reading *r, uint32_t level, struct list without, struct list with)
{
    struct list made = {(uint32_t)r->sets.count, 0};
    uint64_t a[NODE_SETS], b[NODE_SETS];
    for (uint32_t i = 0; i < without.count; i++) a[i] = r->sets.data[without.first + i];
    for (uint32_t i = 0; i < with.count; i++) b[i] = r->sets.data[with.first + i];
    for (uint32_t i = 0; i < without.count; i++) {
        if (!has_subset(r, b, with.count, a[i])) return fail(r, false);
        if (!vec_push(&r->sets, a[i])) return fail(r, true);
    }
    for (uint32_t i = 0; i < with.count; i++)
        if (!has_subset(r, a, without.count, b[i]) && !vec_push(&r->sets, b[i] | UINT64_C(1) << level))
            return fail(r, true);
    made.count = (uint32_t)r->sets.count - made.first;
    if (made.count > NODE_SETS || r->sets.count > r->listed_most || r->work > r->work_most) return fail(r, false);
    return made;
}

static struct list read_node(struct reading *r, uint32_t node)
{
    if (r->failed) return (struct list){0, 0};
    if (r->is_read[node]) return r->of[node];
    struct list made = {(uint32_t)r->sets.count, 0};
    if (node == DIAGRAM_FALSE) {
        made.count = 1;
        if (!vec_push(&r->sets, 0)) return fail(r, true);
    } else if (node != DIAGRAM_TRUE) {
        const struct diagram *n = &r->d->nodes.data[node];
        uint32_t stone = STONE ^ (r->turned >> n->cell & 1);
        struct list without = read_node(r, n->kids[STONE ^ stone]), with = read_node(r, n->kids[stone]);
        if (r->failed) return made;
        made = joined(r, n->cell, without, with);
    }
    r->is_read[node] = true;
    return r->of[node] = made;
}

/* ---- of a board ---------------------------------------------------------------------------------------------------------- */
/* Of each cell, do all moves that write it put the same there? *turned: where that is 0. */
static bool puts_stones(const struct diagram_board *b, uint64_t *turned)
{
    uint64_t ones = 0, zeros = 0;
    if (b->falls || b->values != 2 || b->move_count > SETS_MOVES) return false;
    for (uint32_t i = 0; i < b->move_count; i++) {
        ones |= b->moves[i].write.low & b->moves[i].put.low;
        zeros |= b->moves[i].write.low & ~b->moves[i].put.low;
    }
    *turned = zeros;
    return !(ones & zeros);
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static bool keep_sets(struct diagram_board *b, const struct reading *r, struct diagram_move *x)
{
    struct list list = r->of[x->root];
    uint64_t *sets = arena_array(&b->arena, list.count + 1u, sizeof *sets);
    if (!sets) return false;
    memcpy(sets, r->sets.data + list.first, list.count * sizeof *sets);
    qsort(sets, list.count, sizeof *sets, ascending);
    x->sets = sets;
    x->set_count = list.count;
    return true;
}

/* ---- sets that forbid several moves, each once --------------------------------------------------------------------------- */
struct closing {
    struct diagram_board *b;
    VEC(struct diagram_close) found;
};

static bool add_close(struct closing *c, uint64_t cells, uint32_t number)
{
    struct diagram_close close = {.cells = cells};
    close.moves[number / 64] = UINT64_C(1) << number % 64;
    return vec_push(&c->found, close);
}

static int by_cells(const void *a, const void *b)
{
    uint64_t x = ((const struct diagram_close *)a)->cells, y = ((const struct diagram_close *)b)->cells;
    return x < y ? -1 : x > y;
}

/* What was found, equal sets joined; the vector is empty then. NULL: memory is out. */
static const struct diagram_close *take_found(struct closing *c, uint32_t *count)
{
    struct diagram_close *kept = arena_array(&c->b->arena, c->found.count + 1u, sizeof *kept);
    *count = 0;
    if (c->found.count) qsort(c->found.data, c->found.count, sizeof *kept, by_cells);
    for (size_t i = 0; kept && i < c->found.count; i++) {
        const struct diagram_close *x = &c->found.data[i];
        if (!*count || kept[*count - 1].cells != x->cells) kept[(*count)++] = (struct diagram_close){.cells = x->cells};
        for (uint32_t w = 0; w < SETS_MOVES / 64; w++) kept[*count - 1].moves[w] |= x->moves[w];
    }
    c->found.count = 0;
    return kept;
}

/* What a move closes, by what is there besides. Where that forbids the move itself nobody asks. */
static bool find_closes(struct closing *c, struct diagram_move *x)
{
    for (uint32_t k = 0; k < c->b->move_count; k++) {
        const struct diagram_move *other = &c->b->moves[k];
        for (uint32_t i = 0; i < other->set_count; i++) {
            uint64_t rest = other->sets[i] & ~x->write.low;
            if (rest == other->sets[i] || first_within(x->sets, x->set_count, rest) < x->set_count) continue;
            if (!add_close(c, rest, other->number)) return false;
        }
    }
    x->closes = take_found(c, &x->close_count);
    return x->closes != NULL;
}

static bool keep_closes(struct diagram_board *b)
{
    struct closing c = {.b = b};
    bool fine = true;
    for (uint32_t i = 0; fine && i < b->move_count; i++)
        for (uint32_t k = 0; fine && k < b->moves[i].set_count; k++) fine = add_close(&c, b->moves[i].sets[k], i);
    b->forbids = fine ? take_found(&c, &b->forbid_count) : NULL;
    fine = b->forbids != NULL;
    for (uint32_t i = 0; fine && i < b->move_count; i++) fine = find_closes(&c, &b->moves[i]);
    vec_free(&c.found);
    b->sets_known = fine;
    return fine;
}

static bool read_moves(struct diagram_board *b, struct reading *r)
{
    bool fine = true;
    size_t all = 0;
    for (uint32_t i = 0; fine && i < b->move_count && !r->failed; i++) {
        b->moves[i].number = i;
        read_node(r, b->moves[i].root);
        fine = r->failed ? !r->no_memory : keep_sets(b, r, &b->moves[i]);
        all += b->moves[i].set_count;
    }
    return fine && (r->failed || all > SETS_MOST || keep_closes(b));
}

bool diagram_sets_make(struct diagram_board *b, const struct diagrams *d)
{
    struct reading r = {.d = d};
    if (!puts_stones(b, &r.turned)) return true;
    size_t nodes = d->nodes.count + 2;
    r.of = mem_alloc(nodes * sizeof *r.of);
    r.is_read = mem_alloc(nodes);
    bool fine = r.of && r.is_read;
    b->turned = r.turned;
    b->able_words = (b->move_count + 63) / 64;
    r.listed_most = (nodes + FEW_NODES) * LISTED_EACH;
    if (r.listed_most > LISTED_MOST) r.listed_most = LISTED_MOST;
    r.work_most = (nodes + FEW_NODES) * WORK_EACH;
    if (fine) memset(r.is_read, 0, nodes);
    fine = fine && read_moves(b, &r);
    vec_free(&r.sets);
    mem_free(r.of, r.of ? nodes * sizeof *r.of : 0);
    mem_free(r.is_read, r.is_read ? nodes : 0);
    return fine;
}

bool diagram_sets_same(const struct diagram_board *b, uint32_t move, const uint8_t *levels, uint32_t other)
{
    const struct diagram_move *x = &b->moves[move], *y = &b->moves[other];
    uint64_t sets[NODE_SETS];
    if (x->set_count != y->set_count) return false;
    for (uint32_t i = 0; i < x->set_count; i++) {
        sets[i] = 0;
        for (uint64_t left = x->sets[i]; left; left &= left - 1)
            sets[i] |= UINT64_C(1) << levels[__builtin_ctzll(left)];
    }
    qsort(sets, x->set_count, sizeof *sets, ascending);
    return memcmp(sets, y->sets, x->set_count * sizeof *sets) == 0;
}

/* ---- of a state ---------------------------------------------------------------------------------------------------------- */
/* The moves that no set of these has shut, the stones being all but `free`. */
static inline void shut(const struct diagram_board *b, const struct diagram_close *sets, uint32_t count, uint64_t free,
                        uint64_t *able)
{
    for (uint32_t w = 0; w < b->able_words; w++)
        for (uint32_t i = 0; i < count; i++) able[w] &= sets[i].cells & free ? UINT64_MAX : ~sets[i].moves[w];
}

void diagram_sets_open(struct diagram_board *b, const struct diagram_state *s)
{
    for (uint32_t w = 0; w < b->able_words; w++) {
        uint32_t left = b->move_count - 64 * w;
        b->able[w] = left < 64 ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
    }
    shut(b, b->forbids, b->forbid_count, ~(s->low ^ b->turned), b->able);
}

uint32_t diagram_sets_replies(const struct diagram_board *b, uint32_t move)
{
    const struct diagram_move *x = &b->moves[move];
    uint64_t able[SETS_MOVES / 64];
    uint32_t count = 0;
    memcpy(able, b->able, sizeof able);
    shut(b, x->closes, x->close_count, ~(b->opened.low ^ b->turned), able);
    for (uint32_t w = 0; w < b->able_words; w++) count += bits_of(able[w]);
    return count;
}
