/* SPDX-License-Identifier: MIT */
/* Every piece is divided into classes of residues, and each is seen as a brick (bricks.h). */
#include "base/checked.h"
#include "proof/family/bricks.h"
#include "proof/family/private.h"
#include "proof/normal/modulus.h"

enum { MOST_EVALUATIONS = 2000000, MOST_BRICKS = 4096, MOST_SETS = 16, MAX_OFFSET = 1 << 16 };

struct shifter {
    const struct normal *n;
    struct family *f;
    bool *others; /* per game: heaps of it that are not bounded are in options; NULL: none of another may be */
    struct arena *arena;
    VEC(struct brick) bricks;
    struct family_set sets[MOST_SETS];
    size_t set_count;
    bool unset; /* loose pieces that take no numbers of such sets */
    int64_t evaluations;
    bool no_memory;
};

static bool refuse(struct shifter *s, const char *reason)
{
    s->f->reason = reason;
    return false;
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* Is the form, a number that play leaves or takes, never negative? */
static bool natural(const struct shifter *s, struct linear_conjunction rule, const struct linear_form *number)
{
    struct linear_conjunction context[2] = {s->n->domain, rule};
    struct linear_constraint at_least = {number, false};
    struct linear_conjunction what = {&at_least, 1};
    return number && normal_covered(s->n->space, context, 2, &what, 1);
}

/* A heap of the game, or of another one. */
static int heap_of(struct shifter *s, const struct normal_piece *p, size_t k, unsigned *others)
{
    const struct normal_component *c = &p->components[k];
    int heap = family_heap(s->n, p, k);
    if (heap >= 0 || !s->others || c->game < 0 || c->game == s->n->source.game) return heap;
    const struct game *g = &s->n->source.model->games[c->game];
    if (g->field_count != 1 || g->fields[0].kind != FIELD_NAT || c->args[0].kind != NORMAL_NUMBER) return -1;
    *others |= 1u << k;
    return normal_var(s->n->space, NORMAL_RESULT, c->args[0].first_var);
}

static bool only_takes(struct shifter *s, const struct normal_piece *p, int *heaps, unsigned *others)
{
    struct linear_work *w = &s->n->space->work;
    const struct linear_form *taken = linear_variable(w, family_size(s->n));
    if (p->component_count > FAMILY_MAX_HEAPS) return refuse(s, "a move leaves more than three heaps");
    for (size_t k = 0; k < p->component_count; k++) {
        heaps[k] = heap_of(s, p, k, others);
        if (heaps[k] < 0) return refuse(s, "an option is not made of heaps of the same game");
        const struct linear_form *heap = linear_variable(w, heaps[k]);
        const struct linear_form *less = linear_sum(w, linear_variable(w, family_size(s->n)), 1, heap, -1);
        if (!natural(s, p->rule, heap)) return refuse(s, "a heap may fall below zero");
        if (!(*others >> k & 1) && !natural(s, p->rule, linear_scale(w, less, 1, -1)))
            return refuse(s, "a move need not change anything");
        taken = linear_sum(w, taken, 1, heap, -1);
    }
    return natural(s, p->rule, taken) || refuse(s, "a move may add tokens");
}

/* What the brick asks of the theorem (period.h). */
static void join_brick(struct shifter *s, const struct brick *b, int heaps)
{
    struct family *f = s->f;
    int free_heaps = 0;
    int64_t rest = 0;
    for (int i = 0; i <= heaps; i++) {
        rest += b->free[i] ? (i == heaps ? b->low[i] : 0) : b->bound[i];
        if (i == heaps || !b->free[i]) continue;
        free_heaps++;
        f->least = larger(f->least, b->low[i]);
    }
    if (!free_heaps && !b->free[heaps]) {
        f->threshold = larger(f->threshold, rest + 1);
        return;
    }
    f->reach = larger(f->reach, rest);
    f->apart = larger(f->apart, b->apart);
    f->far |= b->free[heaps];
    if (free_heaps > f->most_heaps) f->most_heaps = free_heaps;
}

static bool next_class(int64_t *residues, int numbers, int64_t modulus)
{
    int i = 0;
    while (i < numbers && ++residues[i] == modulus) residues[i++] = 0;
    return i < numbers;
}

/* False: it is no brick. */
static bool read_class(struct shifter *s, const struct brick_class *c, const struct normal_piece *p,
                       struct linear_conjunction rule)
{
    struct brick b;
    bool found = brick_of(c, rule, &b) && !b.itself;
    s->no_memory |= b.no_memory;
    if (!found || b.empty) return found;
    for (int k = 0; k < c->heaps; k++)
        if (c->others >> k & 1 && b.free[k]) s->others[p->components[k].game] = true;
    join_brick(s, &b, c->heaps);
    s->no_memory |= s->bricks.count <= MOST_BRICKS && !vec_push(&s->bricks, b);
    return true;
}

/* Is what the piece takes, and perhaps a constant more, in a named set? */
static bool takes_of_set(struct shifter *s, const struct linear_constraint *item, const struct linear_form *taken,
                         struct family_set *set)
{
    const struct linear_form *form = item->form, *offset;
    struct linear_work *w = &s->n->space->work;
    if (form->count != 1 || form->terms[0].factor != 1 || form->constant != -1) return false; /* its truth is 1 */
    const struct normal_term *t = s->n->space->vars[form->terms[0].var].term;
    if (!t || t->kind != EXPR_IN || !t->truth || t->count == 0 || !t->args[0].form) return false;
    *set = (struct family_set){.domain = t->data};
    if (t->data != DOMAIN_PRIMES && t->data != DOMAIN_POWERS) return false;
    if (t->data == DOMAIN_POWERS &&
        (t->count < 2 || !t->args[1].form || !linear_is_constant(t->args[1].form, &set->base) || set->base < 2 ||
         set->base > INT32_MAX))
        return false;
    offset = linear_sum(w, t->args[0].form, 1, taken, -1);
    return offset && linear_is_constant(offset, &set->offset) && set->offset > -MAX_OFFSET && set->offset < MAX_OFFSET;
}

/* The piece without the condition that it takes a number of the set. */
static void read_rest(struct shifter *s, const struct normal_piece *p, int heap, size_t item, struct family_set *set)
{
    int64_t residues[AFFINE_UNKNOWNS] = {0}, q = s->f->modulus;
    struct linear_constraint *items = arena_array(s->n->space->arena, p->rule.count, sizeof *items);
    struct brick_class c = {s->n, family_size(s->n), 1, &heap, 0, q, residues, s->arena};
    size_t count = 0;
    s->evaluations += q * q * (int64_t)p->rule.count;
    set->bricks = q * q <= MOST_BRICKS ? arena_array(s->arena, (size_t)(q * q), sizeof *set->bricks) : NULL;
    s->no_memory |= !items || (q * q <= MOST_BRICKS && !set->bricks);
    if (!items || !set->bricks || s->evaluations > MOST_EVALUATIONS) return;
    for (size_t i = 0; i < p->rule.count; i++)
        if (i != item) items[count++] = p->rule.items[i];
    struct linear_conjunction rest = brick_order(s->n, (struct linear_conjunction){items, count});
    do {
        struct brick *b = &set->bricks[set->brick_count];
        bool found = brick_of(&c, rest, b) && !b->empty;
        s->no_memory |= b->no_memory;
        set->brick_count += found;
    } while (next_class(residues, 2, q));
}

static bool find_set(struct shifter *s, const struct normal_piece *p, const int *heaps)
{
    struct linear_work *w = &s->n->space->work;
    if (p->component_count != 1 || s->set_count == MOST_SETS) return false;
    struct family_set *set = &s->sets[s->set_count];
    const struct linear_form *taken =
        linear_sum(w, linear_variable(w, family_size(s->n)), 1, linear_variable(w, heaps[0]), -1);
    for (size_t i = 0; i < p->rule.count && taken; i++) {
        if (!takes_of_set(s, &p->rule.items[i], taken, set)) continue;
        read_rest(s, p, heaps[0], i, set);
        s->set_count++;
        return true;
    }
    return false;
}

/* The piece is no more than what takes some number between these bounds. */
static void add_loose(struct shifter *s, const struct normal_piece *p, const int *heaps)
{
    struct linear_work *w = &s->n->space->work;
    struct linear_conjunction facts = family_facts(s->n, p->rule);
    const struct linear_form *taken = linear_variable(w, family_size(s->n));
    struct linear_bounds d;
    size_t j = p->component_count;
    for (size_t k = 0; k < j; k++) taken = linear_sum(w, taken, 1, linear_variable(w, heaps[k]), -1);
    bool known = facts.items && linear_range(w, facts.items, facts.count, taken, &d) && !d.empty;
    int64_t least = known && d.has_low && d.low > 0 ? d.low : 0, most = known && d.has_high ? d.high : INT64_MAX;
    bool first = !(s->f->loose >> j & 1);
    s->f->loose |= 1u << j;
    if (first || least < s->f->loose_least[j]) s->f->loose_least[j] = least;
    if (first || most > s->f->loose_most[j]) s->f->loose_most[j] = most;
}

static bool read_piece(struct shifter *s, const struct normal_piece *p)
{
    int vars[FAMILY_MAX_HEAPS], heaps = (int)p->component_count;
    int64_t residues[AFFINE_UNKNOWNS] = {0};
    unsigned others = 0;
    if (!only_takes(s, p, vars, &others)) return false;
    struct brick_class c = {s->n, family_size(s->n), heaps, vars, others, s->f->modulus, residues, s->arena};
    struct linear_conjunction rule = brick_order(s->n, p->rule);
    bool loose = false;
    do {
        s->evaluations += (int64_t)p->rule.count + 1;
        if (s->evaluations > MOST_EVALUATIONS) return refuse(s, "too many cases");
        loose |= !read_class(s, &c, p, rule);
    } while (next_class(residues, heaps + 1, s->f->modulus));
    if (loose) add_loose(s, p, vars);
    if (loose && !find_set(s, p, vars)) s->unset = true;
    return true;
}

/* Can the values grow: are there options with any number taken, and any heap left? */
static bool may_grow(const struct family *f)
{
    bool grows = false;
    for (size_t i = 0; i < f->brick_count && !grows; i++) {
        const struct brick *b = &f->bricks[i];
        for (int k = 0; k < b->heaps && b->free[b->heaps]; k++) grows |= b->free[k];
    }
    return grows;
}

static bool keep_bricks(struct shifter *s)
{
    struct family *f = s->f;
    if (s->bricks.count > MOST_BRICKS) return true;
    f->bricks = arena_array(s->arena, s->bricks.count + 1, sizeof *f->bricks);
    f->sets = arena_array(s->arena, s->set_count + 1, sizeof *f->sets);
    if (!f->bricks || !f->sets) return false;
    for (size_t i = 0; i < s->set_count && !s->unset; i++) f->sets[f->set_count++] = s->sets[i];
    for (size_t i = 0; i < s->bricks.count; i++) f->bricks[f->brick_count++] = s->bricks.data[i];
    return true;
}

/* A piece that is no brick in some class is `loose`: then nothing but growth may be proved. */
static bool shift_all(struct shifter *s)
{
    struct family *f = s->f;
    for (size_t i = 0; i < s->n->piece_count; i++)
        for (size_t k = 0; k < s->n->pieces[i].rule.count; k++)
            f->modulus = modulus_join(f->modulus,
                                      modulus_of(s->n->space, s->n->pieces[i].rule.items[k].form, FAMILY_MAX_MODULUS),
                                      FAMILY_MAX_MODULUS);
    if (!f->modulus) return refuse(s, "its conditions repeat with too long a period");
    for (size_t i = 0; i < s->n->piece_count; i++)
        if (!read_piece(s, &s->n->pieces[i])) return false;
    if (!keep_bricks(s)) s->no_memory = true;
    if (f->loose && !f->set_count && !may_grow(f))
        return refuse(s, "a condition that compares what is taken with what is left");
    return true;
}

bool family_shifted(const struct normal *n, struct arena *arena, struct family *f, bool *others)
{
    struct shifter s = {.n = n, .f = f, .others = others, .arena = arena};
    *f = (struct family){.modulus = 1, .reason = f->reason};
    if (shift_all(&s)) {
        f->kind = FAMILY_SHIFTED;
        f->reason = NULL;
    }
    vec_free(&s.bricks);
    return !s.no_memory;
}
