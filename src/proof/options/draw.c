/* SPDX-License-Identifier: MIT */
/* Samples of the options: the unknowns of a piece are drawn one after the other within bounds found by projection;
 * system k holds unknowns 0..k. */
#include "base/hash.h"
#include "proof/options/find.h"
#include "proof/options/options.h"

enum { MAX_UNKNOWN = 24, PROJECT_STEPS = 20000 };

/* For one piece: unknown k and the constraints on unknowns 0..k alone. */
struct sampler {
    int unknown[MAX_UNKNOWN];
    struct linear_conjunction systems[MAX_UNKNOWN];
    int count;
    bool usable, listed; /* usable: the systems could be built; listed: the unknowns could */
};

static bool depends(const struct normal_space *s, int var, const struct sampler *p)
{
    for (int k = 0; k < p->count; k++)
        for (size_t i = 0; i < s->vars[var].term->count; i++) {
            struct normal_value a = s->vars[var].term->args[i];
            if (a.form && form_mentions(s, a.form, p->unknown[k])) return true;
        }
    return false;
}

/* Removes the terms that contain unknowns. */
static bool drop_terms(const struct normal *n, const struct sampler *p, struct linear_conjunction *c)
{
    struct normal_space *s = n->space;
    for (size_t v = 0; v < s->var_count; v++) {
        if (!s->vars[v].term || !depends(s, (int)v, p)) continue;
        bool occurs = false;
        for (size_t i = 0; i < c->count && !occurs; i++) occurs = linear_factor(c->items[i].form, (int)v) != 0;
        if (occurs && !linear_project(&s->work, c->items, c->count, (int)v, c)) return false;
    }
    return true;
}

static void prepare(const struct normal *n, const struct normal_piece *piece, struct sampler *p)
{
    struct normal_space *s = n->space;
    *p = (struct sampler){.count = 0};
    if (piece->result_vars + (int)piece->gen_count > MAX_UNKNOWN) return;
    p->listed = true;
    for (int r = 0; r < piece->result_vars; r++) p->unknown[p->count++] = normal_var(s, NORMAL_RESULT, r);
    for (size_t g = 0; g < piece->gen_count; g++)
        if (!piece->recover[g]) p->unknown[p->count++] = normal_var(s, NORMAL_GEN, (int)g);
    for (size_t i = 0; i < piece->component_count; i++)
        for (size_t k = 0; k < piece->components[i].arg_count; k++)
            if (piece->components[i].args[k].kind != NORMAL_NUMBER) return; /* drawn one by one: sample_rows */
    struct linear_conjunction parts[2] = {n->domain, piece->full}, c = normal_axioms(s, parts, 2);
    s->work.steps = PROJECT_STEPS;
    if (!c.items || !drop_terms(n, p, &c)) return;
    for (int k = p->count - 1; k >= 0; k--) {
        p->systems[k] = c;
        if (!linear_project(&s->work, c.items, c.count, p->unknown[k], &c)) return;
    }
    p->usable = true;
}

/* Between low and high: mode 0 the low end, 1 the high end, else anywhere. */
static const struct integer *draw(struct option_search *f, struct interval in, unsigned mode, uint64_t *seed)
{
    if (mode == 0) return in.low;
    if (mode == 1) return in.high;
    const struct integer *one = integer_from(&f->work, 1);
    const struct integer *width = one ? integer_sub(&f->work, in.high, in.low) : NULL;
    width = width ? integer_add(&f->work, width, one) : NULL;
    uint64_t *limbs = width ? arena_array(&f->work, width->count + 1, sizeof *limbs) : NULL;
    if (!limbs) return NULL;
    for (uint32_t i = 0; i < width->count + 1; i++) limbs[i] = random_next(seed);
    const struct integer *any = integer_from_limbs(&f->work, 1, limbs, width->count + 1);
    any = any ? integer_mod(&f->work, any, width) : NULL;
    return any ? integer_add(&f->work, in.low, any) : NULL;
}

/* One attempt; true if it yielded an option. */
static bool sample_once(struct option_search *f, const struct sampler *p, unsigned mode, uint64_t *seed)
{
    size_t before = f->seen.count;
    option_search_clear(f);
    for (int k = 0; k < p->count; k++) {
        struct interval in = option_search_interval(f, p->systems[k], p->unknown[k]);
        if (!in.low || !in.high || integer_compare(in.low, in.high) > 0) return false;
        unsigned here = mode == 2 ? (unsigned)(random_next(seed) >> 61) : mode;
        f->values[p->unknown[k]] = draw(f, in, here, seed);
        if (!f->values[p->unknown[k]]) return f->no_memory = true, false;
    }
    bool known;
    if (option_search_holds(f, f->piece->full, &known)) option_search_hand_out(f, false);
    return f->seen.count > before;
}

/* The same for cells whose indices are unknown too: the next unknown drawn is one that already has bounds. */
static bool sample_rows(struct option_search *f, const struct sampler *p, unsigned mode, uint64_t *seed)
{
    size_t before = f->seen.count;
    option_search_clear(f);
    for (int drawn = 0; drawn < p->count;) {
        int round = drawn;
        for (int k = 0; k < p->count; k++) {
            if (f->values[p->unknown[k]]) continue;
            struct interval in = option_search_interval(f, f->piece->full, p->unknown[k]);
            if (!in.low || !in.high) continue;
            if (integer_compare(in.low, in.high) > 0) return false;
            unsigned here = mode == 2 ? (unsigned)(random_next(seed) >> 61) : mode;
            f->values[p->unknown[k]] = draw(f, in, here, seed);
            if (!f->values[p->unknown[k]]) return f->no_memory = true, false;
            drawn++;
        }
        if (drawn == round) return false;
    }
    bool known;
    if (option_search_holds(f, f->piece->full, &known)) option_search_hand_out(f, false);
    return f->seen.count > before;
}

enum status normal_sample(const struct normal *normal, const struct integer *const *state, size_t state_count,
                          uint64_t *seed, size_t count, normal_emit emit, void *context, size_t *drawn)
{
    struct option_search f = {.n = normal, .emit = emit, .context = context, .limit = count};
    *drawn = 0;
    if (!normal->supported || !normal->piece_count) return ST_OK;
    struct sampler *p = arena_array(&f.work, normal->piece_count, sizeof *p);
    option_search_make_vars(normal);
    for (size_t i = 0; p && i < normal->piece_count; i++) prepare(normal, &normal->pieces[i], &p[i]);
    if (!p) f.no_memory = true;
    if (!p || !option_search_open(&f, state, state_count)) return option_search_close(&f);
    for (size_t try = 0; option_search_running(&f) && try < 8 * count + 4 * normal->piece_count; try++) {
        size_t i = try % normal->piece_count, round = try / normal->piece_count;
        struct arena_mark mark = arena_mark(&f.work);
        f.piece = &normal->pieces[i];
        unsigned mode = round < 2 ? (unsigned)round : 2;
        if (p[i].usable) sample_once(&f, &p[i], mode, seed);
        else if (p[i].listed && option_search_plain(&f, f.piece)) sample_rows(&f, &p[i], mode, seed);
        arena_rewind(&f.work, mark);
    }
    *drawn = f.seen.count;
    return option_search_close(&f);
}
