/* SPDX-License-Identifier: MIT */
/* With n = modulus * m + residue and a constant d = n - result, every form of a piece becomes linear in m: floors
 * can be computed exactly when the modulus is a multiple of their divisors, and terms of constants are evaluated. So
 * each constraint is eventually true or eventually false, from an m that can be written down; the greatest of these
 * gives the threshold. */
#include "base/checked.h"
#include "proof/family/bricks.h"
#include "proof/family/private.h"
#include "proof/normal/modulus.h"

enum { MAX_EVALUATIONS = 4000000, MAX_FAR = 1024 };

struct slider {
    const struct normal *n;
    struct family *f;
    struct arena *arena; /* of the result */
    int size;            /* variable of the heap */
    int64_t modulus, threshold;
    uint64_t evaluations;
    bool *in;        /* [residue * width + d - 1] */
    int64_t width;   /* greatest d that may occur */
    int64_t far_low; /* see family.h */
    bool *classes;   /* the same; NULL unless find_far has looked for them */
    bool far, no_memory;
    bool fixed; /* pieces that leave one of finitely many heaps, whatever n is */
};
/* One piece, its result variable and the range of d. */
struct slide {
    const struct normal_piece *piece;
    int result;
    int64_t low, high;
    bool far;   /* d has no bound; high is not set */
    bool few;   /* then what is left has one, which is `high` */
    bool fixed; /* instead of d the result is given: what is left of all large heaps */
};

static bool refuse(struct slider *s, const char *reason)
{
    s->f->reason = reason;
    return false;
}

static const char UNBOUNDED[] = "the number of tokens taken is not bounded";

/* ---- forms as lines ---------------------------------------------------------------------------------------------- */
/* In m, the one unknown. */
static bool line_of(struct slider *s, const struct slide *p, int64_t residue, int64_t d, const struct linear_form *form,
                    struct affine *out)
{
    struct affine size = {{s->modulus}, residue};
    struct affine left = p->fixed ? (struct affine){{0}, d} : (struct affine){{s->modulus}, residue - d};
    struct affine_map map = {s->n, 1, s->size, size, 1, &p->result, &left};
    return affine_of(&map, form, out);
}

/* ---- eventual truth ---------------------------------------------------------------------------------------------- */
/* From m on nothing changes any more: raises the threshold to it. */
static bool truth_at(struct slider *s, int64_t m, int64_t residue)
{
    int64_t n;
    if (m <= 0) return true;
    if (!checked_mul(m, s->modulus, &n) || !checked_add(n, residue, &n)) return false;
    if (n > s->threshold) s->threshold = n;
    return true;
}

/* Is slope * m + start >= 0 (== 0) for all large m, and from which m on is that known? */
static bool in_the_end(struct slider *s, struct affine v, bool equality, int64_t residue, bool *holds)
{
    int64_t m;
    if (v.slope[0] == 0) {
        *holds = equality ? v.start == 0 : v.start >= 0;
        return true;
    }
    if (v.slope[0] == INT64_MIN || v.start == INT64_MIN) return false;
    *holds = !equality && v.slope[0] > 0;
    int64_t size = v.slope[0] > 0 ? v.slope[0] : -v.slope[0], start = v.slope[0] > 0 ? -v.start : v.start;
    /* the sign changes near m = start / size; one further is past it, even if the form is 0 there */
    return checked_div(start, size, &m) && checked_add(m, 1, &m) && truth_at(s, m, residue);
}

static bool piece_holds(struct slider *s, const struct slide *p, int64_t residue, int64_t d, bool *holds)
{
    *holds = true;
    for (size_t i = 0; i < p->piece->rule.count; i++) {
        struct affine v;
        bool one;
        if (++s->evaluations > MAX_EVALUATIONS) return refuse(s, "too many cases");
        if (!line_of(s, p, residue, d, p->piece->rule.items[i].form, &v) ||
            !in_the_end(s, v, p->piece->rule.items[i].equality, residue, &one))
            return refuse(s, "a condition that is neither linear nor periodic in the heap");
        *holds &= one;
        if (v.slope[0] == 0 && !one) return true; /* never, whatever the other constraints say */
    }
    return true;
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */
/* A piece that needs small heaps only: raises the threshold past it. */
static bool only_small(struct slider *s, struct linear_conjunction facts)
{
    struct linear_bounds n;
    struct linear_work *w = &s->n->space->work;
    const struct linear_form *size = linear_variable(w, s->size);
    if (!facts.items || !linear_range(w, facts.items, facts.count, size, &n)) return false;
    if (n.empty) return true;
    if (!n.has_high || n.high >= INT64_MAX - 1) return false;
    if (n.high + 1 > s->threshold) s->threshold = n.high + 1;
    return true;
}

/* Is what is left bounded? Its greatest value then stands for that of d. */
static bool few_left(struct slider *s, struct linear_conjunction facts, int result, struct linear_bounds *d)
{
    struct linear_bounds left;
    struct linear_work *w = &s->n->space->work;
    if (!linear_range(w, facts.items, facts.count, linear_variable(w, result), &left)) return false;
    if (!left.has_high || left.high > MAX_FAR) return false;
    d->high = left.high;
    return true;
}

/* *slides: the piece takes tokens and leaves one heap; else it concerns small heaps only. */
static bool read_piece(struct slider *s, const struct normal_piece *piece, struct slide *out, bool *slides)
{
    struct linear_work *w = &s->n->space->work;
    struct linear_conjunction facts = family_facts(s->n, piece->rule);
    struct linear_bounds d;
    *slides = false;
    if (only_small(s, facts)) return true;
    *out = (struct slide){.piece = piece, .result = piece->component_count == 1 ? family_heap(s->n, piece, 0) : -1};
    if (out->result < 0 || !facts.items) return refuse(s, "an option is not one heap of the same game");
    if (!piece->exact) return refuse(s, "a generator that does not show in the result cannot be eliminated");
    const struct linear_form *take = linear_sum(w, linear_variable(w, s->size), 1, linear_variable(w, out->result), -1);
    if (!linear_range(w, facts.items, facts.count, take, &d) || !d.has_low) return refuse(s, UNBOUNDED);
    if (d.low < 1) return refuse(s, "a move need not take anything");
    out->far = !d.has_high;
    out->few = out->far && few_left(s, facts, out->result, &d);
    s->far |= out->far && !out->few;
    s->fixed |= out->few;
    if (d.has_high && d.high > FAMILY_MAX_TAKES) return refuse(s, "too many tokens may be taken");
    out->low = d.low;
    out->high = d.high;
    *slides = true;
    return true;
}

static bool mark_takes(struct slider *s, const struct slide *slides, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int64_t residue = 0; residue < s->modulus && (s->far || !slides[i].few); residue++)
            for (int64_t d = slides[i].low; d <= (slides[i].far ? s->width : slides[i].high); d++) {
                bool holds;
                if (!piece_holds(s, &slides[i], residue, d, &holds)) return false;
                if (holds) s->in[residue * s->width + d - 1] = true;
            }
    return true;
}

/* Do the pieces together leave every heap r with bound <= r < n - bound? */
static bool leaves_far(struct slider *s, const struct slide *slides, size_t count, int64_t bound)
{
    struct linear_work *w = &s->n->space->work;
    struct linear_conjunction *rules = arena_array(s->n->space->arena, count, sizeof *rules), context[2];
    struct linear_constraint *items = arena_array(s->n->space->arena, 2, sizeof *items);
    if (!rules || !items) return s->no_memory = true, false;
    const struct linear_form *left = linear_variable(w, slides[0].result);
    const struct linear_form *take = linear_sum(w, linear_variable(w, s->size), 1, left, -1);
    items[0] = (struct linear_constraint){linear_scale(w, left, 1, -bound), false};
    items[1] = (struct linear_constraint){linear_scale(w, take, 1, -bound - 1), false};
    if (!items[0].form || !items[1].form) return false;
    for (size_t i = 0; i < count; i++) {
        if (slides[i].result != slides[0].result) return false;
        rules[i] = slides[i].piece->rule;
    }
    context[0] = s->n->domain;
    context[1] = (struct linear_conjunction){items, 2};
    return normal_covered(s->n->space, context, 2, rules, count);
}

/* Of one piece: marks the classes in which r and n - r may both be large, and raises far_low and the width to where they are; what it
 * leaves otherwise is bounded by these two. */
static bool find_classes_of(struct slider *s, const struct slide *p)
{
    int64_t q = s->modulus, residues[2];
    struct brick_class c = {s->n, s->size, 1, &p->result, 0, q, residues, NULL};
    struct linear_conjunction rule = brick_order(s->n, p->piece->rule);
    for (int64_t k = 0; k < q * q; k++) {
        struct brick b;
        residues[0] = k % q;
        residues[1] = k / q;
        if ((s->evaluations += p->piece->rule.count) > MAX_EVALUATIONS) return refuse(s, "too many cases");
        if (!brick_of(&c, rule, &b)) return refuse(s, UNBOUNDED);
        if (b.empty) continue;
        if (b.free[0] && b.free[1]) s->classes[(residues[0] + residues[1]) % q * q + residues[0]] = true;
        int64_t low = b.free[0] ? b.low[0] : b.free[1] ? b.bound[0] + 1 : 0;
        int64_t width = b.free[1] ? b.low[1] : b.free[0] ? b.bound[1] : 0;
        if (low > MAX_FAR || width > FAMILY_MAX_TAKES) return refuse(s, UNBOUNDED);
        if (s->far_low < low) s->far_low = low;
        if (s->width < width) s->width = width;
        if (b.free[0] || b.free[1]) continue;
        if (s->threshold <= b.bound[0] + b.bound[1]) s->threshold = b.bound[0] + b.bound[1] + 1;
    }
    return true;
}

static bool find_classes(struct slider *s, const struct slide *slides, size_t count)
{
    size_t cases = (size_t)(s->modulus * s->modulus);
    s->far_low = 0;
    s->classes = arena_array(s->arena, cases, sizeof *s->classes);
    if (!s->classes) return s->no_memory = true, false;
    for (size_t i = 0; i < count; i++)
        if (!find_classes_of(s, &slides[i])) return false;
    return true;
}

static bool is_far(const struct slider *s, int64_t residue, int64_t left)
{
    int64_t q = s->modulus;
    return !s->classes || s->classes[residue * q + (left % q + q) % q];
}

/* Some bound that serves; the takes up to it are then read one by one, as the others (write_far). */
static bool find_far(struct slider *s, const struct slide *slides, size_t count)
{
    for (int64_t bound = 0; bound <= MAX_FAR; bound = bound ? 2 * bound : 1) {
        if (s->no_memory) return false;
        if (!leaves_far(s, slides, count, bound)) continue;
        s->far_low = bound;
        if (s->width < bound) s->width = bound;
        return true;
    }
    return find_classes(s, slides, count);
}

/* Is the heap `left` an option of all large heaps of this residue? Raises the threshold past the small ones. */
static bool leaves_low(struct slider *s, const struct slide *slides, size_t count, int64_t residue, int64_t left,
                       bool *any)
{
    *any = false;
    for (size_t i = 0; i < count; i++) {
        struct slide given = slides[i];
        bool holds = false;
        given.fixed = true;
        if (given.far && !piece_holds(s, &given, residue, left, &holds)) return false;
        *any |= holds;
    }
    return true;
}

/* lows: of each residue if there are classes, else of all together. */
static bool write_lows(struct slider *s, const struct slide *slides, size_t count)
{
    int64_t low = s->far_low;
    s->f->lows = arena_array(s->arena, (size_t)((s->classes ? s->modulus : 1) * low) + 1, sizeof *s->f->lows);
    if (!s->f->lows) return s->no_memory = true, false;
    for (int64_t left = 0; left < low; left++) {
        bool always = true;
        for (int64_t r = 0; r < s->modulus; r++) {
            bool any;
            if (!leaves_low(s, slides, count, r, left, &any)) return false;
            if (s->classes) s->f->lows[r * low + left] = any;
            always = always && any;
        }
        if (!s->classes) s->f->lows[left] = always;
    }
    return true;
}

/* Which of the few heaps are left depends on the residue alone from the threshold on, to which it is raised. */
static bool fix_few(struct slider *s, const struct slide *slides, size_t count)
{
    bool ignored;
    for (size_t i = 0; i < count; i++) {
        struct slide given = slides[i];
        given.fixed = true;
        for (int64_t r = 0; r < s->modulus && given.few; r++)
            for (int64_t left = 0; left <= given.high; left++)
                if (!piece_holds(s, &given, r, left, &ignored)) return false;
        if (given.few && s->threshold <= given.high) s->threshold = given.high + 1;
    }
    return true;
}

/* Beyond the greatest take that some residue has not, all are far: those up to the width for every n >= threshold. */
static bool write_far(struct slider *s, const struct slide *slides, size_t count)
{
    int64_t near = s->width;
    for (bool all = true; all && near > 0; near -= all)
        for (int64_t r = 0; r < s->modulus && all; r++) all = s->in[r * s->width + near - 1] == is_far(s, r, r - near);
    for (int64_t r = 0; r < s->modulus; r++)
        for (int64_t d = near; d < s->width; d++) s->in[r * s->width + d] = false;
    if (!write_lows(s, slides, count)) return false;
    s->f->far = true;
    s->f->classes = s->classes;
    s->f->far_low = s->far_low;
    s->f->reach = near;
    if (s->threshold < 2 * s->width + 1) s->threshold = 2 * s->width + 1;
    if (s->classes && s->threshold <= s->width + s->far_low) s->threshold = s->width + s->far_low + 1;
    return true;
}

/* The least modulus that distinguishes the same sets. */
static int64_t least_modulus(const struct slider *s)
{
    for (int64_t q = 1; q < s->modulus; q++) {
        if (s->modulus % q) continue;
        bool same = true;
        for (int64_t i = q * s->width; i < s->modulus * s->width && same; i++)
            same = s->in[i] == s->in[i % (q * s->width)];
        if (same) return q;
    }
    return s->modulus;
}

static bool write_family(struct slider *s)
{
    struct family *f = s->f;
    bool joined = (s->fixed && !s->far) || s->classes;
    int64_t q = joined ? s->modulus : s->width ? least_modulus(s) : 1;
    f->residues = arena_array(s->arena, (size_t)q, sizeof *f->residues);
    if (!f->residues) return s->no_memory = true, false;
    for (int64_t r = 0; r < q; r++) {
        struct family_takes *t = &f->residues[r];
        const bool *in = s->in + r * s->width;
        size_t count = 0;
        for (int64_t d = 0; d < s->width; d++) count += in[d];
        t->takes = arena_array(s->arena, count + 1, sizeof *t->takes);
        if (!t->takes) return s->no_memory = true, false;
        for (int64_t d = 0; d < s->width; d++)
            if (in[d]) t->takes[t->count++] = d + 1;
        if (count && t->takes[count - 1] > f->reach) f->reach = t->takes[count - 1];
    }
    f->modulus = q;
    f->threshold = s->threshold > f->reach ? s->threshold : f->reach;
    f->kind = joined ? FAMILY_JOINED : FAMILY_SLIDING;
    f->reason = NULL;
    return true;
}

static bool slide_all(struct slider *s)
{
    const struct normal *n = s->n;
    struct slide *slides = arena_array(n->space->arena, n->piece_count + 1, sizeof *slides);
    size_t count = 0;
    if (!slides) return s->no_memory = true, false;
    for (size_t i = 0; i < n->piece_count; i++) {
        bool more;
        if (!read_piece(s, &n->pieces[i], &slides[count], &more)) return false;
        if (!more) continue;
        for (size_t k = 0; k < n->pieces[i].rule.count; k++)
            s->modulus =
                modulus_join(s->modulus, modulus_of(n->space, n->pieces[i].rule.items[k].form, FAMILY_MAX_MODULUS),
                             FAMILY_MAX_MODULUS);
        if (!s->modulus) return refuse(s, "its conditions repeat with too long a period");
        if (!slides[count].few && slides[count].high > s->width) s->width = slides[count].high;
        count++;
    }
    if (s->far && !find_far(s, slides, count)) return false;
    if (s->modulus * s->width > MAX_EVALUATIONS) return refuse(s, "too many cases");
    s->in = arena_array(n->space->arena, (size_t)(s->modulus * s->width) + 1, sizeof *s->in);
    if (!s->in) return s->no_memory = true, false;
    if (!mark_takes(s, slides, count)) return false;
    if (s->far && !write_far(s, slides, count)) return false;
    if (s->fixed && !s->far && !fix_few(s, slides, count)) return false;
    return write_family(s);
}

bool family_sliding(const struct normal *n, struct arena *arena, struct family *f)
{
    struct slider s = {.n = n, .f = f, .arena = arena, .size = family_size(n), .modulus = 1};
    slide_all(&s);
    return !s.no_memory;
}
