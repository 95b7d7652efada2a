/* SPDX-License-Identifier: MIT */
/* Nodes are kept once each, in a table by what they are; joins go down both sides at once. */
#include "play/ground/diagram.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"

enum {
    FIRST_SLOTS = 10,
    FIRST_JOINS = 12,
    MOST_JOINS = 18 /* powers of 2 */,
    PICKS = 1 << 12,
    NO_CELL = DIAGRAM_CELLS
};
/* What is kept of work besides FORMULA_ALL and FORMULA_ANY. */
enum { KIND_NOT = FORMULA_ANY + 1, KIND_WITH, KIND_VIEWED };

static uint32_t fail(struct diagrams *d, bool no_memory)
{
    d->failed = true;
    d->no_memory |= no_memory;
    return DIAGRAM_FALSE;
}

bool diagrams_open(struct diagrams *d, uint32_t values)
{
    *d = (struct diagrams){.values = values, .slot_bits = FIRST_SLOTS, .join_bits = FIRST_JOINS, .most = DIAGRAMS_MOST};
    for (uint32_t i = 0; i < DIAGRAM_CELLS; i++) d->level[i] = (uint8_t)i;
    d->slots = mem_alloc(sizeof *d->slots << FIRST_SLOTS);
    d->joins = mem_alloc(sizeof *d->joins << FIRST_JOINS);
    bool fine = d->slots && d->joins;
    for (int i = 0; fine && i < 2; i++) fine = vec_push(&d->nodes, (struct diagram){.cell = NO_CELL});
    if (!fine) fail(d, true);
    return fine;
}

void diagrams_close(struct diagrams *d)
{
    vec_free(&d->nodes);
    vec_free(&d->of_formula);
    mem_free(d->slots, d->slots ? sizeof *d->slots << d->slot_bits : 0);
    mem_free(d->joins, d->joins ? sizeof *d->joins << d->join_bits : 0);
    mem_free(d->picks, d->picks ? PICKS * sizeof *d->picks : 0);
    d->slots = NULL;
    d->joins = NULL;
    d->picks = NULL;
}

/* ---- each once ------------------------------------------------------------------------------------------------------ */
/* The kids of a node, those that it has not 0, as two words. */
static inline void words_of(const uint32_t *kids, uint64_t *words)
{
    memcpy(words, kids, DIAGRAM_VALUES * sizeof *kids);
}

/* The slot of a node, or where it would be. */
static inline uint32_t *slot_of(const struct diagrams *d, const struct diagram *n)
{
    uint64_t own[2], other[2];
    words_of(n->kids, own);
    size_t mask = ((size_t)1 << d->slot_bits) - 1;
    size_t at = (size_t)(hash_three(n->cell, own[0], own[1]) >> (64 - d->slot_bits));
    for (; d->slots[at]; at = (at + 1) & mask) {
        const struct diagram *k = &d->nodes.data[d->slots[at] - 1];
        words_of(k->kids, other);
        if (!((own[0] ^ other[0]) | (own[1] ^ other[1]) | (n->cell ^ k->cell))) break;
    }
    return &d->slots[at];
}

static bool grow(struct diagrams *d)
{
    uint32_t *slots = mem_alloc(2 * sizeof *slots << d->slot_bits);
    if (!slots) return false;
    mem_free(d->slots, sizeof *slots << d->slot_bits);
    d->slots = slots;
    d->slot_bits++;
    for (size_t i = 2; i < d->nodes.count; i++) *slot_of(d, &d->nodes.data[i]) = (uint32_t)i + 1;
    return true;
}

static uint32_t make(struct diagrams *d, const struct diagram *n)
{
    bool alike = true;
    for (uint32_t v = 1; alike && v < d->values; v++) alike = n->kids[v] == n->kids[0];
    if (alike || d->failed) return d->failed ? DIAGRAM_FALSE : n->kids[0];
    uint32_t *slot = slot_of(d, n);
    if (*slot) return *slot - 1;
    if (d->nodes.count >= d->most) return fail(d, false);
    if (!vec_push(&d->nodes, *n)) return fail(d, true);
    *slot = (uint32_t)d->nodes.count;
    if (d->nodes.count >> (d->slot_bits - 1) && !grow(d)) return fail(d, true);
    return (uint32_t)d->nodes.count - 1;
}

/* ---- formulas -------------------------------------------------------------------------------------------------------- */
/* The place of a piece of work. */
static inline struct diagram_join *place_of(const struct diagrams *d, uint32_t kind, uint32_t a, uint32_t b)
{
    return &d->joins[hash_three((uint64_t)a << 32 | b, kind, 0) >> (64 - d->join_bits)];
}

static inline bool is_known(const struct diagram_join *at, uint32_t kind, uint32_t a, uint32_t b)
{
    return at->a == a && at->b == b && at->kind == kind;
}

/* More places as more is made. */
static void grow_joins(struct diagrams *d)
{
    struct diagram_join *joins = mem_alloc(4 * sizeof *joins << d->join_bits), *old = d->joins;
    size_t count = (size_t)1 << d->join_bits;
    if (!joins) return;
    d->joins = joins;
    d->join_bits += 2;
    for (const struct diagram_join *j = old; j < old + count; j++)
        if (j->a) *place_of(d, j->kind, j->a, j->b) = *j;
    mem_free(old, count * sizeof *old);
}

/* A piece of work that is not known; false: it is too much. */
static inline bool begin(struct diagrams *d)
{
    if (d->work++ >= d->work_most && d->work_most) fail(d, false);
    if (d->nodes.count >> d->join_bits && d->join_bits < MOST_JOINS) grow_joins(d);
    return !d->failed;
}

static inline void note(struct diagrams *d, uint32_t kind, uint32_t a, uint32_t b, uint32_t made)
{
    if (!d->failed) *place_of(d, kind, a, b) = (struct diagram_join){kind, a, b, made};
}

/* Each kind is compiled apart, and what is known is looked up where it is asked for. */
#define EVERYWHERE static inline __attribute__((always_inline))
static uint32_t all_below(struct diagrams *d, uint32_t a, uint32_t b);
static uint32_t any_below(struct diagrams *d, uint32_t a, uint32_t b);

EVERYWHERE uint32_t join(struct diagrams *d, enum formula_kind kind, uint32_t a, uint32_t b)
{
    uint32_t decides = kind == FORMULA_ALL ? DIAGRAM_FALSE : DIAGRAM_TRUE, idle = decides ^ 1;
    uint32_t less = a < b ? a : b, more = a < b ? b : a;
    if (less <= DIAGRAM_TRUE || a == b)
        return less == decides || more == decides ? decides : less == idle ? more : less;
    const struct diagram_join *known = place_of(d, kind, less, more);
    if (is_known(known, kind, less, more)) return known->made;
    return kind == FORMULA_ALL ? all_below(d, less, more) : any_below(d, less, more);
}

EVERYWHERE uint32_t join_below(struct diagrams *d, enum formula_kind kind, uint32_t a, uint32_t b)
{
    if (!begin(d)) return DIAGRAM_FALSE;
    struct diagram x = d->nodes.data[a], y = d->nodes.data[b];
    struct diagram made = {.cell = x.cell < y.cell ? x.cell : y.cell};
    for (uint32_t v = 0; v < d->values; v++)
        made.kids[v] = join(d, kind, x.cell == made.cell ? x.kids[v] : a, y.cell == made.cell ? y.kids[v] : b);
    uint32_t id = make(d, &made);
    note(d, kind, a, b, id);
    return id;
}

/* Of a < b, neither of which is a constant. */
static uint32_t all_below(struct diagrams *d, uint32_t a, uint32_t b) { return join_below(d, FORMULA_ALL, a, b); }
static uint32_t any_below(struct diagrams *d, uint32_t a, uint32_t b) { return join_below(d, FORMULA_ANY, a, b); }

uint32_t diagram_join(struct diagrams *d, enum formula_kind kind, uint32_t a, uint32_t b)
{
    if (d->failed) return DIAGRAM_FALSE;
    return kind == FORMULA_ALL ? join(d, FORMULA_ALL, a, b) : join(d, FORMULA_ANY, a, b);
}

static uint32_t of_term(struct diagrams *d, const struct formulas *f, const struct formula *x, const uint8_t *cells)
{
    uint32_t allowed[DIAGRAM_CELLS], made = DIAGRAM_TRUE;
    uint64_t said = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        const struct literal *l = &f->literals.data[x->first + i];
        for (uint64_t left = l->cells; left; left &= left - 1) {
            uint8_t cell = cells[__builtin_ctzll(left)];
            allowed[cell] = l->values;
            said |= UINT64_C(1) << cell;
        }
    }
    while (said) { /* the last cell first */
        struct diagram n = {.cell = 63u - (uint32_t)__builtin_clzll(said)};
        for (uint32_t v = 0; v < d->values; v++) n.kids[v] = allowed[n.cell] >> v & 1 ? made : DIAGRAM_FALSE;
        made = make(d, &n);
        said &= ~(UINT64_C(1) << n.cell);
    }
    return made;
}

uint32_t diagram_of(struct diagrams *d, const struct formulas *f, uint32_t id, const uint8_t *cells)
{
    const struct formula *x = &f->items.data[id];
    while (d->of_formula.count <= id && !d->failed)
        if (!vec_push(&d->of_formula, 0)) fail(d, true);
    if (d->failed || id <= FORMULA_TRUE) return d->failed || id == FORMULA_FALSE ? DIAGRAM_FALSE : DIAGRAM_TRUE;
    if (d->of_formula.data[id]) return d->of_formula.data[id] - 1;
    uint32_t made = x->kind == FORMULA_ALL ? DIAGRAM_TRUE : DIAGRAM_FALSE;
    if (x->kind == FORMULA_TERM) made = of_term(d, f, x, cells);
    else
        for (uint32_t i = 0; i < x->count && !d->failed; i++)
            made = diagram_join(d, x->kind, made, diagram_of(d, f, f->kids.data[x->first + i], cells));
    d->of_formula.data[id] = made + 1;
    return made;
}

void diagrams_read_others(struct diagrams *d) { d->of_formula.count = 0; }

/* ---- views ----------------------------------------------------------------------------------------------------------- */
struct diagram_view diagram_view(struct diagrams *d)
{
    struct diagram_view view = {.stamp = ++d->stamp, .left = NO_CELL};
    for (uint32_t i = 0; i < DIAGRAM_CELLS; i++) view.to[i] = (uint8_t)i;
    for (uint32_t v = 0; v < DIAGRAM_VALUES; v++) view.values[v] = (uint8_t)v;
    return view;
}

static uint32_t view_below(struct diagrams *d, const struct diagram_view *view, uint32_t root);

/* Constants ask for NO_CELL, which is left. */
EVERYWHERE uint32_t viewed(struct diagrams *d, const struct diagram_view *view, uint32_t root)
{
    const struct diagram *n = &d->nodes.data[root];
    if (n->cell >= view->left) return root;
    return n->stamp == view->stamp ? n->seen : view_below(d, view, root);
}

static uint32_t view_below(struct diagrams *d, const struct diagram_view *view, uint32_t root)
{
    if (d->failed) return DIAGRAM_FALSE;
    uint32_t kids[DIAGRAM_VALUES], to = view->to[d->nodes.data[root].cell], id;
    memcpy(kids, d->nodes.data[root].kids, sizeof kids);
    if (to & DIAGRAM_FIXED) {
        id = viewed(d, view, kids[to & (DIAGRAM_VALUES - 1)]);
    } else {
        struct diagram made = {.cell = to};
        for (uint32_t v = 0; v < d->values; v++) made.kids[view->values[v]] = viewed(d, view, kids[v]);
        id = make(d, &made);
    }
    if (d->failed) return DIAGRAM_FALSE;
    d->nodes.data[root].stamp = view->stamp;
    d->nodes.data[root].seen = id;
    return id;
}

uint32_t diagram_viewed(struct diagrams *d, const struct diagram_view *view, uint32_t root)
{
    if (d->failed) return DIAGRAM_FALSE;
    if (root <= DIAGRAM_TRUE || !view->name) return viewed(d, view, root);
    const struct diagram_join *known = place_of(d, KIND_VIEWED, root, view->name);
    if (is_known(known, KIND_VIEWED, root, view->name)) return known->made;
    uint32_t id = viewed(d, view, root);
    note(d, KIND_VIEWED, root, view->name, id);
    return id;
}

/* ---- made cell by cell ------------------------------------------------------------------------------------------------ */
uint32_t diagram_cell(struct diagrams *d, uint32_t level, uint32_t values)
{
    struct diagram n = {.cell = level};
    for (uint32_t v = 0; v < d->values; v++) n.kids[v] = values >> v & 1 ? DIAGRAM_TRUE : DIAGRAM_FALSE;
    return make(d, &n);
}

uint32_t diagram_not(struct diagrams *d, uint32_t root)
{
    if (root <= DIAGRAM_TRUE || d->failed) return d->failed ? DIAGRAM_FALSE : root ^ 1;
    const struct diagram_join *known = place_of(d, KIND_NOT, root, 0);
    if (is_known(known, KIND_NOT, root, 0)) return known->made;
    if (!begin(d)) return DIAGRAM_FALSE;
    struct diagram n = d->nodes.data[root], made = {.cell = n.cell};
    for (uint32_t v = 0; v < d->values; v++) made.kids[v] = diagram_not(d, n.kids[v]);
    uint32_t id = make(d, &made);
    note(d, KIND_NOT, root, 0, id);
    return id;
}

uint32_t diagram_with(struct diagrams *d, uint32_t root, uint32_t level, uint32_t value)
{
    if (root <= DIAGRAM_TRUE || d->failed) return d->failed ? DIAGRAM_FALSE : root;
    struct diagram n = d->nodes.data[root], made = {.cell = n.cell};
    if (n.cell >= level) return n.cell > level ? root : n.kids[value];
    uint32_t what = level * DIAGRAM_VALUES + value;
    const struct diagram_join *known = place_of(d, KIND_WITH, root, what);
    if (is_known(known, KIND_WITH, root, what)) return known->made;
    if (!begin(d)) return DIAGRAM_FALSE;
    for (uint32_t v = 0; v < d->values; v++) made.kids[v] = diagram_with(d, n.kids[v], level, value);
    uint32_t id = make(d, &made);
    note(d, KIND_WITH, root, what, id);
    return id;
}

/* Every node but the false one is true of some state. */
static uint32_t allowed_below(struct diagrams *d, uint32_t root, uint32_t level)
{
    uint32_t all = (1u << d->values) - 1, found = 0;
    struct diagram *n = &d->nodes.data[root];
    if (root == DIAGRAM_FALSE) return 0;
    if (n->cell > level) return all;
    if (n->stamp == d->stamp) return n->seen;
    for (uint32_t v = 0; v < d->values && found != all; v++)
        found |= n->cell == level ? (uint32_t)(n->kids[v] != DIAGRAM_FALSE) << v : allowed_below(d, n->kids[v], level);
    n->stamp = d->stamp;
    n->seen = found;
    return found;
}

uint32_t diagram_allows(struct diagrams *d, uint32_t root, uint32_t level)
{
    d->stamp++;
    return d->failed ? 0 : allowed_below(d, root, level);
}

/* What kids[v] says, v being what the cell of that level holds, which none of them asks. */
static uint32_t pick(struct diagrams *d, uint32_t level, const uint32_t *kids)
{
    struct diagram made = {.cell = level};
    bool alike = true;
    for (uint32_t v = 0; v < d->values; v++) {
        uint32_t cell = d->nodes.data[kids[v]].cell;
        made.kids[v] = kids[v];
        alike &= kids[v] == kids[0];
        if (cell < made.cell) made.cell = cell;
    }
    if (alike || made.cell == level) return alike ? kids[0] : make(d, &made);
    struct diagram from = made;
    uint64_t words[2];
    words_of(from.kids, words);
    struct diagram_pick *known = &d->picks[hash_three(level, words[0], words[1]) >> 32 & (PICKS - 1)];
    if (known->level == level + 1 && memcmp(known->kids, from.kids, sizeof from.kids) == 0) return known->made;
    if (!begin(d)) return DIAGRAM_FALSE;
    for (uint32_t v = 0; v < d->values; v++) {
        uint32_t below[DIAGRAM_VALUES];
        for (uint32_t k = 0; k < d->values; k++) {
            const struct diagram *n = &d->nodes.data[from.kids[k]];
            below[k] = n->cell == from.cell ? n->kids[v] : from.kids[k];
        }
        made.kids[v] = pick(d, level, below);
    }
    uint32_t id = make(d, &made);
    if (d->failed) return DIAGRAM_FALSE;
    *known = (struct diagram_pick){.level = level + 1, .made = id};
    memcpy(known->kids, from.kids, sizeof from.kids);
    return id;
}

static uint32_t image_of(struct diagrams *d, uint32_t root, const uint8_t *levels, const uint8_t *values)
{
    if (root <= DIAGRAM_TRUE || d->failed) return root;
    struct diagram n = d->nodes.data[root];
    if (n.stamp == d->stamp) return n.seen;
    uint32_t kids[DIAGRAM_VALUES];
    for (uint32_t v = 0; v < d->values; v++) kids[values[v]] = image_of(d, n.kids[v], levels, values);
    uint32_t made = d->failed ? DIAGRAM_FALSE : pick(d, levels[n.cell], kids);
    if (d->failed) return DIAGRAM_FALSE;
    d->nodes.data[root].stamp = d->stamp;
    d->nodes.data[root].seen = made;
    return made;
}

uint32_t diagram_image(struct diagrams *d, uint32_t root, const uint8_t *levels, const uint8_t *values)
{
    if (!d->picks && !(d->picks = mem_alloc(PICKS * sizeof *d->picks))) return fail(d, true);
    return image_of(d, root, levels, values);
}

void diagrams_image_others(struct diagrams *d) { d->stamp++; }

uint32_t diagram_without(struct diagrams *d, uint32_t root, uint32_t level)
{
    uint32_t some = DIAGRAM_FALSE;
    for (uint32_t v = 0; v < d->values; v++) some = diagram_join(d, FORMULA_ANY, some, diagram_with(d, root, level, v));
    return some;
}

uint32_t diagram_taken(struct diagrams *d, const struct diagrams *from, uint32_t root, uint32_t *made)
{
    if (root <= DIAGRAM_TRUE || d->failed) return root;
    if (made[root]) return made[root] - 1;
    struct diagram n = {.cell = from->nodes.data[root].cell};
    for (uint32_t v = 0; v < d->values; v++) n.kids[v] = diagram_taken(d, from, from->nodes.data[root].kids[v], made);
    uint32_t id = make(d, &n);
    made[root] = id + 1;
    return d->failed ? DIAGRAM_FALSE : id;
}
