/* SPDX-License-Identifier: MIT */
/* What is tried, in this order: the numbers as they are; in an order in which moves fall; the sum of all in front. If options do not nest
 * so, though moves could be read: numbers that only rise counted from above; one number with another one added to it, or taken from
 * it; and sums that never rise in the place of all. Whatever nests first is taken; if nothing does, what falls. */
#include "plan/restated/seen_coordinates.h"
#include <string.h>
#include "proof/boxes/boxes.h"
#include "proof/nested/nested.h"
#include "proof/restate/substitution.h"

enum { SIDE_TRIED = 1000, NUMBERS_PAIRED = 3, FACTORS_MOST = 4 };

bool seen_numbers(const struct seen_rule *r, const int64_t *cells, int64_t *seen)
{
    bool fine = true;
    for (size_t k = 0; k < r->shape.count; k++) {
        size_t i = r->order[k];
        int64_t x = cells[r->shape.at[i]] - r->shape.low[i];
        seen[k] = r->turned[i] ? r->top[i] - x : x;
        fine &= seen[k] >= 0;
    }
    for (size_t i = r->shape.count; i-- > 0 && fine;)
        for (size_t k = i + 1; k < r->shape.count; k++) {
            int64_t by;
            fine &= !__builtin_mul_overflow(seen[k], (int64_t)r->plus[i][k], &by) &&
                    !__builtin_add_overflow(seen[i], by, &seen[i]);
        }
    for (size_t k = 0; k < r->shape.count; k++) fine &= seen[k] >= 0;
    return fine;
}

bool seen_moved(const struct seen_rule *r)
{
    bool moved = false;
    for (size_t i = 0; i < r->shape.count; i++) {
        moved |= r->turned[i];
        for (size_t k = i + 1; k < r->shape.count; k++) moved |= r->plus[i][k] != 0;
    }
    return moved;
}

/* ---- a rule in these numbers ---------------------------------------------------------------------------------------- */
/* The sum of a row is that of its numbers; what else falls in every move still says that play ends. */
static bool write_measure(struct seen_rule *r, const struct substitution *view, struct game *to)
{
    const struct measure *old = &to->measure;
    struct weight *line = arena_array(&r->as.arena, view->count + 1, sizeof *line);
    if (!line) return false;
    bool sum = old->kind == MEASURE_LINEAR && old->count == 1 && !seen_moved(r);
    for (size_t f = 0; sum && f < r->shape.fields; f++)
        sum = r->shape.length[f] < 0 || old->lines[0][f].factor == 0 || old->lines[0][f].cells == CELLS_SUM;
    for (size_t i = 0; sum && i < view->count; i++) line[i].factor = old->lines[0][view->cells[i].field].factor;
    struct measure own = other_rule_measure(old);
    if (sum) own.kind = MEASURE_LINEAR, own.lines[0] = line, own.count = 1;
    to->measure = own;
    return true;
}

/* Writes the rule in these numbers. */
static enum status write_rule(struct seen_rule *r, const struct env *env, bool *fine)
{
    struct substitution view = substitution_identity(r->shape.count);
    struct substitution_cell cells[SEEN_CELLS_MOST];
    for (size_t k = 0; k < r->shape.count; k++) {
        size_t i = r->order[k];
        cells[k] = r->shape.cell[i];
        view.numbers[k].add = -r->shape.low[i];
        if (r->turned[i]) view.numbers[k] = (struct substitution_number){.num = -1, .den = 1, .add = r->top[i]};
        for (size_t j = k + 1; j < r->shape.count; j++) view.plus[k][j] = r->plus[k][j];
    }
    view.fixed = r->shape.fixed;
    view.fixed_count = r->shape.fixed_count;
    view.unpacked = view.runs = true;
    for (size_t f = 0; f < r->shape.fields; f++) view.columns[f] = r->shape.columns[f];
    view.cells = cells;
    enum status st = substitution_apply(env->model, r->game, &view, &r->as.arena, &r->as.model);
    *fine = st == ST_OK;
    if (st != ST_OK) return st == ST_UNSUPPORTED ? ST_OK : st;
    struct game *to = &r->as.model.games[r->game];
    for (size_t m = 0; m < to->move_count && *fine; m++) *fine = other_rule_leads_to(to->moves[m].result, r->game);
    other_rule_plain(&r->as, r->game);
    return write_measure(r, &view, to) ? ST_OK : ST_NO_MEMORY;
}

/* In which order do the numbers of this rule fall? falls: in some; other: in one that is not theirs; closes: from a box of which all sides
 * are alike a box is found that play does not leave. */
struct falling {
    bool shrinks, falls, other, closes;
    size_t order[MODEL_MAX_FIELDS];
};

static enum status find_order(const struct seen_rule *r, const struct env *env, const struct model *model,
                              struct falling *f)
{
    struct boxes b;
    int64_t high[MODEL_MAX_FIELDS];
    for (size_t i = 0; i < r->shape.count; i++) high[i] = SIDE_TRIED;
    enum status st = boxes_open(model, r->game, env->params, &b);
    *f = (struct falling){0};
    b.legal = true; /* of tables: they leave out what is no position */
    f->shrinks = f->falls = st == ST_OK && boxes_shrinks(&b);
    if (st == ST_OK && !f->shrinks && (f->falls = boxes_order(&b, f->order)))
        for (size_t i = 0; i < r->shape.count; i++) f->other |= f->order[i] != i;
    f->closes = f->shrinks || (f->falls && boxes_close(&b, high));
    boxes_done(&b);
    return st;
}

/* As they are. */
static void reset(struct seen_rule *r)
{
    for (size_t i = 0; i < r->shape.count; i++) {
        r->order[i] = i;
        r->turned[i] = false;
    }
    memset(r->plus, 0, sizeof r->plus);
}

static enum status write_plain(struct seen_rule *r, const struct env *env, bool *fine)
{
    reset(r);
    *fine = r->anew;
    return r->anew ? write_rule(r, env, fine) : ST_OK;
}

/* Number `first` in front. */
static void put_first(struct seen_rule *r, size_t first)
{
    for (size_t i = 0; i < r->shape.count; i++) r->order[i] = i == 0 ? first : i - (i <= first);
}

/* With the sum of all in front and one of the numbers left out, if they fall so and by themselves do not: whichever is left out, the
 * states are the same, but where the sum stays another number must fall. */
static enum status write_sum(struct seen_rule *r, const struct env *env, bool *kept)
{
    struct falling f = {0};
    enum status st = ST_OK;
    bool fine;
    *kept = false;
    for (size_t out = 0; st == ST_OK && !*kept && out < r->shape.count; out++) {
        put_first(r, out);
        for (size_t i = 1; i < r->shape.count; i++) r->plus[0][i] = 1;
        st = write_rule(r, env, &fine);
        if (st == ST_OK && fine) st = find_order(r, env, &r->as.model, &f);
        *kept = st == ST_OK && fine && f.falls && f.closes && !f.other;
    }
    if (*kept) r->as.model.games[r->game].shrinking = f.shrinks;
    return st;
}

/* In the order that was found, if that is another one than theirs. */
static enum status write_in_order(struct seen_rule *r, const struct env *env, const struct falling *f, bool *fine)
{
    enum status st = ST_OK;
    if (f->other) {
        memcpy(r->order, f->order, r->shape.count * sizeof *r->order);
        st = write_rule(r, env, fine);
    }
    if (st == ST_OK && *fine) r->as.model.games[r->game].shrinking = f->shrinks;
    return st;
}

/* In an order in which they fall, or with their sum in front. *falls: they do. */
static enum status write_falling(struct seen_rule *r, const struct env *env, bool *fine, bool *falls)
{
    struct falling f;
    enum status st = write_plain(r, env, fine);
    *falls = false;
    if (st != ST_OK || *fine != r->anew) return st;
    st = find_order(r, env, r->anew ? &r->as.model : env->model, &f);
    if (st == ST_OK && !f.closes && r->shape.count > 1) {
        bool kept;
        st = write_sum(r, env, &kept);
        if (st != ST_OK || kept) return *fine = *falls = kept, st;
        st = write_plain(r, env, fine);
    }
    *falls = f.falls;
    return st == ST_OK ? write_in_order(r, env, &f, fine) : st;
}

/* ---- numbers in which options nest ---------------------------------------------------------------------------------- */
/* Do options nest in the rule as it is written now? *read: else it is not for the numbers that they do not. */
static enum status nests(const struct seen_rule *r, const struct env *env, bool written, bool *nest, bool *read)
{
    static const int64_t low[MODEL_MAX_FIELDS];
    struct arena arena = {0};
    struct nested found;
    struct nested_source source = {written ? &r->as.model : env->model, r->game, env->params, low, false, false};
    enum status st = nested_find(&source, &arena, &found);
    *nest = st == ST_OK && !found.reason;
    *read = st == ST_OK && found.read;
    arena_free(&arena);
    return st;
}

/* Which numbers only rise, and where to. *rise: some do. */
static enum status find_tops(struct seen_rule *r, const struct env *env, bool *rise)
{
    struct boxes b;
    bool fine;
    enum status st = write_plain(r, env, &fine);
    *rise = false;
    if (st != ST_OK || fine != r->anew) return st;
    st = boxes_open(r->anew ? &r->as.model : env->model, r->game, env->params, &b);
    b.legal = true; /* the states that are asked about are positions */
    for (size_t i = 0; st == ST_OK && i < r->shape.count; i++) {
        r->turned[i] = r->shape.low[i] == 0 && boxes_rises(&b, i, &r->top[i]);
        *rise |= r->turned[i];
    }
    boxes_done(&b);
    return st;
}

/* One number that only falls stays below an end where it is below it. So of one that is asked about an invariant says nothing that is
 * not known, if it says no more than that: without it the states up to there have the same options, and those beyond, which no question
 * leads to, are there too. Only if it then falls there as well. One heap without an invariant may have a period. */
static enum status drop_end(struct seen_rule *r, const struct env *env, struct falling *f)
{
    struct game *to = &r->as.model.games[r->game];
    struct expr *end = to->invariant;
    struct boxes b;
    if (r->shape.count != 1 || !end || !f->shrinks) return ST_OK;
    enum status st = boxes_open(&r->as.model, r->game, env->params, &b);
    bool only = st == ST_OK && boxes_only_below(&b);
    boxes_done(&b);
    if (!only) return st;
    struct falling without = {0};
    to->invariant = NULL;
    st = find_order(r, env, &r->as.model, &without);
    if (st == ST_OK && without.shrinks && without.closes) *f = without;
    else to->invariant = end;
    return st;
}

/* Numbers that only rise counted from above, in an order in which moves fall then. */
static enum status write_turned(struct seen_rule *r, const struct env *env, bool *kept)
{
    struct falling f = {0};
    bool fine = false;
    enum status st = find_tops(r, env, kept);
    if (st != ST_OK || !*kept) return st;
    st = write_rule(r, env, &fine);
    if (st == ST_OK && fine) st = find_order(r, env, &r->as.model, &f);
    if (st == ST_OK && fine) st = drop_end(r, env, &f);
    if (st == ST_OK) st = write_in_order(r, env, &f, &fine);
    *kept = st == ST_OK && fine && f.falls && f.closes;
    return st;
}

/* One number with another added to it, or taken from it. */
static enum status write_pairs(struct seen_rule *r, const struct env *env, bool *kept)
{
    enum status st = ST_OK;
    size_t count = r->shape.count, ways = 2 * count * (count - 1);
    bool fine, read;
    *kept = false;
    for (size_t way = 0; st == ST_OK && !*kept && way < ways; way++) {
        reset(r);
        put_first(r, way / 2 % count);
        r->plus[0][1 + way / 2 / count] = way % 2 ? -1 : 1;
        st = write_rule(r, env, &fine);
        if (st == ST_OK && fine) st = nests(r, env, true, kept, &read);
    }
    if (*kept) r->as.model.games[r->game].shrinking = false;
    return st;
}

/* ---- sums that never rise ------------------------------------------------------------------------------------------- */
/* Where one heap feeds another, the heap that is fed rises, but a sum of both, in which the one that feeds it counts as much or more, does
 * not. Let numbers x_a, x_b, x_c be seen as
 *     w = x_c + p x_b + q x_a,  v = x_b + m x_a,  u = x_a        with m, p, q >= 0
 * Then u, v and w are natural numbers, and x_a = u, x_b = v - m u, x_c = w - p v - (q - p m) u: the view is one to one onto the
 * natural numbers (w, v, u) of which these are natural, and that is what the rule as it is written there says of its states
 * (proof/restate). If no move raises u, v or w, which is proved of each piece of the rule, the box below a state is closed, moves that
 * are along a line in x are along one here, and it goes down: that options nest is then looked for, and proved, by itself.
 *     pour(l, r) with moves to (l - k, r), (l, r - k), (l - k, r + k)            seen as (l + r, l)
 *     a(x, y, z) with moves to (x - k, y + k, z), (x, y - k, z + k), (x, y, z - k)    as (x + y + z, x + y, x)
 *     g(x, y) with moves to (x - k, y + 2 * k), (x, y - k)                            as (2 * x + y, x)
 * The least m, and the least p + q, that do are taken: the least sums are the shortest sides of a box. */
struct falling_sums {
    struct boxes boxes;
    size_t count, at[NUMBERS_PAIRED];            /* fields, the last number first */
    int factors[NUMBERS_PAIRED][NUMBERS_PAIRED]; /* of sum i, by field */
};

/* The least multiples of the i numbers before, with which number i never rises; `left`: how much they may be together. */
static bool raise_factors(struct falling_sums *s, size_t i, size_t before, int left)
{
    if (before == i) return left == 0 && boxes_sum_falls(&s->boxes, s->factors[i]);
    int *factor = &s->factors[i][s->at[before]];
    for (*factor = before + 1 == i ? left : 0; *factor <= left; ++*factor)
        if (raise_factors(s, i, before + 1, left - *factor)) return true;
    return false;
}

static bool find_sums(struct falling_sums *s)
{
    bool found = true;
    for (size_t i = 0; i < s->count && found; i++) {
        found = false;
        memset(s->factors[i], 0, sizeof s->factors[i]);
        s->factors[i][s->at[i]] = 1;
        for (int all = 0; all <= (i ? FACTORS_MOST : 0) && !found; all++) found = raise_factors(s, i, 0, all);
    }
    return found;
}

/* Puts these sums in the place of the numbers; false: they are these numbers. */
static bool put_sums(struct seen_rule *r, const struct falling_sums *s)
{
    reset(r);
    for (size_t k = 0; k < s->count; k++) r->order[k] = s->at[s->count - 1 - k];
    for (size_t k = 0; k < s->count; k++) /* as multiples of the numbers behind as they are seen */
        for (size_t j = k + 1; j < s->count; j++) {
            int factor = s->factors[s->count - 1 - k][r->order[j]];
            for (size_t i = k + 1; i < j; i++) factor -= r->plus[k][i] * s->factors[s->count - 1 - i][r->order[j]];
            r->plus[k][j] = factor;
        }
    return seen_moved(r);
}

static enum status open_sums(struct seen_rule *r, const struct env *env, struct falling_sums *s, bool *fine)
{
    enum status st = write_plain(r, env, fine);
    *fine = st == ST_OK && *fine == r->anew;
    s->count = r->shape.count;
    if (*fine) st = boxes_open(r->anew ? &r->as.model : env->model, r->game, env->params, &s->boxes);
    s->boxes.legal = true; /* the states that are asked about are positions */
    return st;
}

/* In which options nest; or, where nothing else `falls`, in which it does. */
static enum status write_sums(struct seen_rule *r, const struct env *env, bool falls, bool *kept)
{
    static const size_t orders[][NUMBERS_PAIRED] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct falling_sums s = {0};
    bool fine, read;
    enum status st = open_sums(r, env, &s, &fine);
    *kept = false;
    for (size_t way = 0; st == ST_OK && fine && !*kept && way < (s.count == 2 ? 2 : 6); way++) {
        memcpy(s.at, orders[way], sizeof s.at);
        if (!find_sums(&s) || !put_sums(r, &s)) continue;
        bool written;
        st = write_rule(r, env, &written);
        if (st == ST_OK && written) st = nests(r, env, true, kept, &read);
        *kept = *kept || (st == ST_OK && written && !falls);
    }
    boxes_done(&s.boxes);
    if (*kept) r->as.model.games[r->game].shrinking = true;
    return st;
}

/* The numbers that are found; the rule as it stands if there are none that are better. */
static enum status write_nesting(struct seen_rule *r, const struct env *env, bool falls, bool *fine)
{
    struct seen_rule before = *r;
    bool nest, read, kept = false, other;
    enum status st = nests(r, env, *fine, &nest, &read);
    if (st != ST_OK || nest) return st;
    st = write_turned(r, env, &kept);
    if (st == ST_OK && kept && falls) st = nests(r, env, true, &kept, &other);
    if (st == ST_OK && !kept && read && r->shape.count > 1 && r->shape.count <= NUMBERS_PAIRED)
        st = write_pairs(r, env, &kept);
    if (st == ST_OK && !kept && read && r->shape.count > 1 && r->shape.count <= NUMBERS_PAIRED)
        st = write_sums(r, env, falls, &kept);
    if (kept || st != ST_OK) return *fine = kept, st;
    memcpy(r->order, before.order, sizeof r->order);
    memcpy(r->plus, before.plus, sizeof r->plus);
    memcpy(r->turned, before.turned, sizeof r->turned);
    r->as.model = before.as.model;
    return ST_OK;
}

enum status seen_coordinates(struct seen_rule *r, const struct env *env, bool *fine)
{
    bool falls, anew = r->anew;
    enum status st = write_falling(r, env, fine, &falls);
    if (st != ST_OK || (anew && !*fine)) return st;
    return write_nesting(r, env, falls, fine);
}
