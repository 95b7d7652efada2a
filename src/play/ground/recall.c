/* SPDX-License-Identifier: MIT */
/* What `any` and `all` were found to be, where they are asked again.
 *
 * Theorem. Let two such expressions be alike (expr_alike), let what they read besides their own variables be the board as it is, fields
 * that are the same, and locals that are numbers, the same numbers on both sides. If the condition of one was found on a board of some
 * size without asking for that size and without a cell beyond its last row or column, and all cells that it asked for are cells of
 * another board, it is the condition of the other on that board.
 * Proof. A condition is found by going through the expression. Each step depends on the expression, on numbers and conditions that were
 * found before, and on what it reads: these are the same, and a cell of both boards stands for the same formula. A cell before the
 * first row or column reads 0 on every board. So by induction over the steps each gives the same. []
 * Expressions within others that are looked up are not looked up themselves: they are asked once for each of these. */
#include <string.h>
#include "model/expr.h"
#include "play/ground/private.h"

enum { SITES_MOST = 64 };

/* ---- sites ------------------------------------------------------------------------------------------------------------ */
static bool adds_bound(void *context, const struct expr *e)
{
    struct recall_site *site = context;
    for (size_t i = 0; i < site->slot_count; i++) {
        bool bound = e->kind == EXPR_LET && e->index == site->slots[i];
        for (size_t g = 0; g < e->gen_count; g++) bound |= e->gens[g].slot == site->slots[i];
        if (bound) site->own |= 1u << i;
    }
    return false;
}

/* The first site is one of itself; one that is alike has its slots in the same order. */
static void open_site(const struct ground_recall *r, const struct expr *e, struct recall_site *site)
{
    struct expr_renaming slots;
    const struct expr *first = e;
    *site = (struct recall_site){.e = e, .like = (uint32_t)r->sites.count};
    for (uint32_t i = 0; first == e && i < r->sites.count; i++) {
        const struct recall_site *other = &r->sites.data[i];
        if (!other->fits || other->like != i || !expr_alike(other->e, e, &slots)) continue;
        first = other->e;
        site->like = i;
    }
    bool fits = expr_alike(first, e, &slots);
    site->slot_count = fits ? slots.count : 0;
    memcpy(site->slots, slots.to, site->slot_count * sizeof *site->slots);
    site->fits = fits;
    if (fits) expr_any(e, adds_bound, site);
}

/* NULL: it is not looked up, or memory is out. */
static const struct recall_site *site_of(struct ground_work *w, const struct expr *e)
{
    struct ground_recall *r = w->recall;
    for (size_t i = 0; i < r->sites.count; i++)
        if (r->sites.data[i].e == e) return r->sites.data[i].fits ? &r->sites.data[i] : NULL;
    struct recall_site site;
    if (r->sites.count == SITES_MOST) return NULL;
    open_site(r, e, &site);
    if (!vec_push(&r->sites, site)) return w->no_memory = w->refused = true, NULL;
    return site.fits ? &r->sites.data[r->sites.count - 1] : NULL;
}

/* ---- what was found --------------------------------------------------------------------------------------------------- */
struct recall_key {
    size_t count;
    int64_t numbers[EXPR_RENAMED + 3];
};

/* False: a local is no known number. */
static bool write_key(const struct ground_work *w, const struct recall_site *site, struct recall_key *key)
{
    key->count = 0;
    key->numbers[key->count++] = 0; /* the size of the board, if what was found depends on it */
    key->numbers[key->count++] = 0;
    key->numbers[key->count++] = site->like;
    for (size_t i = 0; i < site->slot_count; i++) {
        const struct cases *n = w->locals[site->slots[i]].number;
        if (site->own >> i & 1) continue;
        if (!n || !ground_is_known(n)) return false;
        key->numbers[key->count++] = n->of[0].value;
    }
    return true;
}

static void add_size(const struct ground_work *w, struct recall_key *key)
{
    key->numbers[0] = w->ground->rows;
    key->numbers[1] = w->ground->columns;
}

static const unsigned char *bytes_of(const struct recall_key *key, size_t *length)
{
    *length = key->count * sizeof *key->numbers;
    return (const unsigned char *)key->numbers;
}

static const struct recall_found *find(const struct ground_recall *r, const struct recall_key *key)
{
    size_t length;
    uint32_t id;
    const unsigned char *bytes = bytes_of(key, &length);
    return position_table_find(&r->known, bytes, length, &id) ? &r->found.data[id] : NULL;
}

static bool is_within(const struct ground_work *w, const struct recall_found *found)
{
    return found->rows <= w->ground->rows && found->columns <= w->ground->columns;
}

/* Keeps what is not kept yet; false: it is, or memory is out. */
static bool keep(struct ground_work *w, const struct recall_key *key, struct recall_found found)
{
    size_t length;
    uint32_t id;
    bool fresh;
    const unsigned char *bytes = bytes_of(key, &length);
    enum status st = position_table_intern(&w->recall->known, bytes, length, &id, &fresh);
    if (st == ST_OK && fresh && !vec_push(&w->recall->found, found)) st = ST_NO_MEMORY;
    if (st != ST_OK) w->no_memory = w->refused = true;
    return st == ST_OK && fresh;
}

uint32_t ground_recalled(struct ground_work *w, const struct expr *e)
{
    struct recall_key key;
    const struct recall_site *site = w->recalling || ground_by_meaning(w) ? NULL : site_of(w, e);
    if (!site || !write_key(w, site, &key)) return w->refused ? FORMULA_FALSE : ground_any(w, e);
    const struct recall_found *found = find(w->recall, &key);
    if (found && is_within(w, found)) return found->made;
    struct recall_key sized = key;
    add_size(w, &sized);
    if ((found = find(w->recall, &sized))) return found->made;
    w->recalling = true;
    w->asked++;
    w->read = (struct recall_found){0};
    w->edge = false;
    uint32_t made = ground_any(w, e);
    w->recalling = false;
    w->read.made = made;
    if (!w->refused && !w->formulas->failed && (w->edge || !keep(w, &key, w->read)) && !w->refused)
        keep(w, &sized, w->read);
    return made;
}

/* ---- from board to board ---------------------------------------------------------------------------------------------- */
bool ground_recall_open(struct ground_recall *r, uint32_t values)
{
    *r = (struct ground_recall){.values = values};
    r->known.budget = &r->none;
    return formulas_open(&r->formulas, values);
}

void ground_recall_close(struct ground_recall *r)
{
    formulas_close(&r->formulas);
    position_table_free(&r->known);
    vec_free(&r->found);
    vec_free(&r->sites);
}
