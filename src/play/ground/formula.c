/* SPDX-License-Identifier: MIT */
/* Terms are joined cell by cell, all else as sorted lists. */
#include "play/ground/formula.h"
#include <string.h>
#include "play/ground/diagram.h"

/* What is being joined: of each cell what it may hold, and all that is no term. */
struct joining {
    enum formula_kind kind;
    uint64_t cells; /* of which `values` says something */
    uint32_t values[FORMULA_CELLS];
    bool decided; /* FALSE of ALL, TRUE of ANY */
};

static uint32_t fail(struct formulas *f, bool no_memory)
{
    f->failed = true;
    f->no_memory |= no_memory;
    return FORMULA_FALSE;
}

/* What was made as a diagram. */
static uint32_t meant(struct formulas *f, uint32_t id)
{
    if (f->meaning->failed) fail(f, f->meaning->no_memory);
    return f->failed ? FORMULA_FALSE : id;
}

bool formulas_open(struct formulas *f, uint32_t values)
{
    *f = (struct formulas){.values = (1u << values) - 1};
    f->known.budget = &f->none;
    for (unsigned char i = 0; i < 2; i++) {
        uint32_t id;
        bool fresh, fine = position_table_intern(&f->known, &i, 1, &id, &fresh) == ST_OK;
        if (!fine || !vec_push(&f->items, (struct formula){.kind = FORMULA_CONSTANT})) return fail(f, true), false;
    }
    return true;
}

void formulas_close(struct formulas *f)
{
    vec_free(&f->items);
    vec_free(&f->literals);
    vec_free(&f->kids);
    vec_free(&f->others);
    position_table_free(&f->known);
    bytes_free(&f->key);
}

/* ---- each once ------------------------------------------------------------------------------------------------------ */
/* The formula with the key that was written; *fresh: its literals or kids are to be added. */
static uint32_t intern(struct formulas *f, enum formula_kind kind, size_t first, size_t count, bool *fresh)
{
    uint32_t id;
    *fresh = false;
    if (f->items.count >= FORMULAS_MOST) return fail(f, false);
    if (position_table_intern(&f->known, f->key.data, f->key.count, &id, fresh) != ST_OK) return fail(f, true);
    struct formula new = {.kind = kind, .first = (uint32_t)first, .count = (uint32_t)count};
    if (*fresh && !vec_push(&f->items, new)) return fail(f, true);
    return id;
}

static uint32_t make_term(struct formulas *f, const struct literal *literals, size_t count)
{
    bool fresh;
    f->key.count = 0;
    if (!vec_reserve(&f->key, (2 * count + 1) * PACK_NUMBER_MAX)) return fail(f, true);
    unsigned char *at = pack_number(f->key.data, FORMULA_TERM);
    for (size_t i = 0; i < count; i++) at = pack_number(pack_number(at, literals[i].values), literals[i].cells);
    f->key.count = (size_t)(at - f->key.data);
    uint32_t id = intern(f, FORMULA_TERM, f->literals.count, count, &fresh);
    for (size_t i = 0; fresh && i < count; i++)
        if (!vec_push(&f->literals, literals[i])) return fail(f, true);
    return id;
}

uint32_t formula_cell(struct formulas *f, uint32_t cell, uint32_t values)
{
    values &= f->values;
    if (!values || values == f->values) return values ? FORMULA_TRUE : FORMULA_FALSE;
    if (f->meaning) return meant(f, diagram_cell(f->meaning, f->meaning->level[cell], values));
    return make_term(f, &(struct literal){UINT64_C(1) << cell, values}, 1);
}

/* What is said of each of the cells, as one term. */
static uint32_t term_of_cells(struct formulas *f, const struct joining *j)
{
    struct literal literals[FORMULA_CELLS];
    size_t count = 0;
    for (uint64_t left = j->cells; left; left &= left - 1) {
        uint32_t values = j->values[__builtin_ctzll(left)];
        size_t at = 0;
        while (at < count && literals[at].values < values) at++;
        if (at == count || literals[at].values != values) {
            memmove(&literals[at + 1], &literals[at], (count - at) * sizeof *literals);
            literals[at] = (struct literal){0, values};
            count++;
        }
        literals[at].cells |= left & -left;
    }
    return make_term(f, literals, count);
}

static bool comes_before(const struct formulas *f, uint32_t a, uint32_t b)
{
    bool x = f->items.data[a].kind == FORMULA_TERM, y = f->items.data[b].kind == FORMULA_TERM;
    return x != y ? x : a < b;
}

/* ALL or ANY of at least one formula. */
static uint32_t make_list(struct formulas *f, enum formula_kind kind, uint32_t *ids, size_t count)
{
    size_t left = 0;
    bool fresh;
    if (count > FORMULA_LIST || f->kids.count > FORMULA_KIDS) return fail(f, false);
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && comes_before(f, ids[k], ids[k - 1]); k--) {
            uint32_t id = ids[k];
            ids[k] = ids[k - 1];
            ids[k - 1] = id;
        }
    for (size_t i = 0; i < count; i++)
        if (!left || ids[left - 1] != ids[i]) ids[left++] = ids[i];
    if (left == 1) return ids[0];
    f->key.count = 0;
    if (!vec_reserve(&f->key, (left + 1) * PACK_NUMBER_MAX)) return fail(f, true);
    unsigned char *at = pack_number(f->key.data, kind);
    for (size_t i = 0; i < left; i++) at = pack_number(at, ids[i]);
    f->key.count = (size_t)(at - f->key.data);
    uint32_t id = intern(f, kind, f->kids.count, left, &fresh);
    for (size_t i = 0; fresh && i < left; i++)
        if (!vec_push(&f->kids, ids[i])) return fail(f, true);
    return id;
}

/* ---- joining --------------------------------------------------------------------------------------------------------- */
static void join_cells(struct formulas *f, struct joining *j, uint64_t cells, uint32_t values)
{
    for (; cells; cells &= cells - 1) {
        uint32_t cell = (uint32_t)__builtin_ctzll(cells);
        bool told = j->cells >> cell & 1, all = j->kind == FORMULA_ALL;
        j->values[cell] = !told ? values : all ? j->values[cell] & values : j->values[cell] | values;
        j->decided |= j->values[cell] == (all ? 0 : f->values);
        j->cells |= UINT64_C(1) << cell;
    }
}

static void join_one(struct formulas *f, struct joining *j, uint32_t id)
{
    struct formula x = f->items.data[id];
    bool all = j->kind == FORMULA_ALL;
    if (x.kind == FORMULA_CONSTANT) {
        j->decided |= id == (all ? FORMULA_FALSE : FORMULA_TRUE);
    } else if (x.kind == j->kind) {
        for (uint32_t i = 0; i < x.count; i++) join_one(f, j, f->kids.data[x.first + i]);
    } else if (x.kind == FORMULA_TERM &&
               (all || (x.count == 1 && !(f->literals.data[x.first].cells & (f->literals.data[x.first].cells - 1))))) {
        for (uint32_t i = 0; i < x.count; i++)
            join_cells(f, j, f->literals.data[x.first + i].cells, f->literals.data[x.first + i].values);
    } else if (!vec_push(&f->others, id)) {
        fail(f, true);
    }
}

static uint32_t join(struct formulas *f, enum formula_kind kind, const uint32_t *ids, size_t count)
{
    struct joining j; /* most of its values are never looked at */
    uint32_t id = kind == FORMULA_ALL ? FORMULA_TRUE : FORMULA_FALSE;
    j.kind = kind;
    j.cells = 0;
    j.decided = false;
    f->others.count = 0;
    for (size_t i = 0; !f->failed && !j.decided && i < count; i++) join_one(f, &j, ids[i]);
    uint64_t left = kind == FORMULA_ANY && !j.decided ? j.cells : 0;
    for (; !f->failed && left; left &= left - 1) {
        uint32_t cell = (uint32_t)__builtin_ctzll(left);
        if (!vec_push(&f->others, formula_cell(f, cell, j.values[cell]))) fail(f, true);
    }
    if (!f->failed && !j.decided && kind == FORMULA_ALL && j.cells && !vec_push(&f->others, term_of_cells(f, &j)))
        fail(f, true);
    if (!f->failed && j.decided) id = kind == FORMULA_ALL ? FORMULA_FALSE : FORMULA_TRUE;
    else if (!f->failed && f->others.count) id = make_list(f, kind, f->others.data, f->others.count);
    return f->failed ? FORMULA_FALSE : id;
}

uint32_t formula_join(struct formulas *f, enum formula_kind kind, const uint32_t *ids, size_t count)
{
    uint32_t id = kind == FORMULA_ALL ? FORMULA_TRUE : FORMULA_FALSE;
    if (f->meaning) {
        for (size_t i = 0; i < count; i++) id = diagram_join(f->meaning, kind, id, ids[i]);
        return meant(f, id);
    }
    if (count != 2) return join(f, kind, ids, count);
    struct formula_pair *pair = &f->pairs[(ids[0] * 31 + ids[1] * 5 + (uint32_t)kind) % FORMULA_PAIRS];
    if (pair->kind == kind && pair->a == ids[0] && pair->b == ids[1]) return pair->made;
    id = join(f, kind, ids, count);
    if (!f->failed) *pair = (struct formula_pair){kind, ids[0], ids[1], id};
    return id;
}

/* ---- negation -------------------------------------------------------------------------------------------------------- */
static uint32_t not_all_cells(struct formulas *f, struct formula x)
{
    uint32_t ids[FORMULA_CELLS];
    size_t count = 0;
    for (uint32_t i = 0; i < x.count; i++)
        for (uint64_t left = f->literals.data[x.first + i].cells; left; left &= left - 1)
            ids[count++] = formula_cell(f, (uint32_t)__builtin_ctzll(left), ~f->literals.data[x.first + i].values);
    return formula_join(f, FORMULA_ANY, ids, count);
}

uint32_t formula_not(struct formulas *f, uint32_t id)
{
    if (f->meaning) return meant(f, diagram_not(f->meaning, id));
    struct formula x = f->items.data[id];
    VEC(uint32_t) ids = {0};
    if (x.kind == FORMULA_CONSTANT) return !id;
    if (x.negation) return x.negation;
    uint32_t made = FORMULA_FALSE;
    if (x.kind == FORMULA_TERM) {
        made = not_all_cells(f, x);
    } else {
        for (uint32_t i = 0; i < x.count && !f->failed; i++)
            if (!vec_push(&ids, formula_not(f, f->kids.data[x.first + i]))) fail(f, true);
        if (!f->failed) made = formula_join(f, x.kind == FORMULA_ALL ? FORMULA_ANY : FORMULA_ALL, ids.data, ids.count);
    }
    vec_free(&ids);
    return f->items.data[id].negation = f->failed ? FORMULA_FALSE : made;
}

/* ---- images ---------------------------------------------------------------------------------------------------------- */
static uint32_t term_image(struct formulas *f, struct formula x, const uint8_t *to)
{
    struct literal literals[FORMULA_CELLS];
    for (uint32_t i = 0; i < x.count; i++) {
        struct literal from = f->literals.data[x.first + i];
        literals[i] = (struct literal){0, from.values};
        for (uint64_t left = from.cells; left; left &= left - 1)
            literals[i].cells |= UINT64_C(1) << to[__builtin_ctzll(left)];
    }
    return make_term(f, literals, x.count);
}

/* What joins nothing that could be joined further has images that do not either, so they need but be put in order. */
uint32_t formula_image(struct formulas *f, uint32_t id, const uint8_t *to, struct formula_images *known)
{
    struct formula x = f->items.data[id];
    VEC(uint32_t) ids = {0};
    uint32_t made;
    if (f->failed || x.kind == FORMULA_CONSTANT) return id;
    while (known->made.count <= id)
        if (!vec_push(&known->made, 0)) return fail(f, true);
    if (known->made.data[id]) return known->made.data[id] - 1;
    for (uint32_t i = 0; x.kind != FORMULA_TERM && !f->failed && i < x.count; i++)
        if (!vec_push(&ids, formula_image(f, f->kids.data[x.first + i], to, known))) fail(f, true);
    if (f->failed) made = FORMULA_FALSE;
    else made = x.kind == FORMULA_TERM ? term_image(f, x, to) : make_list(f, x.kind, ids.data, ids.count);
    vec_free(&ids);
    known->made.data[id] = made + 1;
    return made;
}

static bool is_term_image(const struct formulas *f, const struct formula *x, const struct formula *y, const uint8_t *to)
{
    bool is = true;
    for (uint32_t i = 0; is && i < x->count; i++) {
        const struct literal *from = &f->literals.data[x->first + i], *image = &f->literals.data[y->first + i];
        uint64_t cells = 0;
        for (uint64_t left = from->cells; left; left &= left - 1) cells |= UINT64_C(1) << to[__builtin_ctzll(left)];
        is = from->values == image->values && cells == image->cells;
    }
    return is;
}

/* No two of a list are the same, nor are their images: so if there are as many of both lists, and each has its image, these are all. */
bool formula_is_image(const struct formulas *f, uint32_t a, uint32_t b, const uint8_t *to, size_t *work)
{
    const struct formula *x = &f->items.data[a], *y = &f->items.data[b];
    bool is = x->kind == y->kind && x->count == y->count && *work;
    if (!is || x->kind == FORMULA_CONSTANT) return is && a == b;
    *work -= 1;
    if (x->kind == FORMULA_TERM) return is_term_image(f, x, y, to);
    for (uint32_t i = 0; is && i < x->count; i++) {
        is = false;
        for (uint32_t k = 0; !is && k < y->count; k++)
            is = formula_is_image(f, f->kids.data[x->first + i], f->kids.data[y->first + k], to, work);
    }
    return is;
}

/* ---- questions ------------------------------------------------------------------------------------------------------ */
uint32_t formula_allows(const struct formulas *f, uint32_t id, uint32_t cell)
{
    if (f->meaning) return diagram_allows(f->meaning, id, f->meaning->level[cell]);
    const struct formula *x = &f->items.data[id];
    uint32_t values = f->values;
    if (id == FORMULA_FALSE) return 0;
    for (uint32_t i = 0; x->kind == FORMULA_ALL && i < x->count; i++)
        values &= formula_allows(f, f->kids.data[x->first + i], cell);
    for (uint32_t i = 0; x->kind == FORMULA_TERM && i < x->count; i++)
        if (f->literals.data[x->first + i].cells >> cell & 1) values &= f->literals.data[x->first + i].values;
    return values;
}
