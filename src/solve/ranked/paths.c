/* SPDX-License-Identifier: MIT */
/* Instances as linear forms in their steps, and the trails and jumps that they share. */
#include "solve/ranked/paths.h"
#include <string.h>
#include "model/builtins.h"
#include "solve/ranked/reach.h"

enum { NUMBER_MOST = 1 << 30, LEVELS_MOST = 4, LINES_MOST = 24 };
struct level_form {
    int32_t by[TERM_CELLS]; /* by place, as in limits */
    struct limit limits[LIMITS_MOST];
    size_t limit_count;
};
/* An instance under one choice of where its values are counted from. */
struct tracing {
    const struct unrolled *u;
    const struct ranks *r;
    const struct instance *in;
    struct linear values[TERM_VALUES]; /* in cells and steps */
    struct linear lines[LINES_MOST];
    size_t line_count;
    struct level_form levels[LEVELS_MOST];
    int32_t rest[TERM_CELLS]; /* by place: what is added at the end */
};

/* ---- linear forms ------------------------------------------------------------------------------------------------ */
static bool add_times(struct linear *sum, const struct linear *line, int64_t times)
{
    bool small = true;
    sum->constant += times * line->constant;
    small &= sum->constant > -NUMBER_MOST && sum->constant < NUMBER_MOST;
    for (int v = 0; v < TERM_VARIABLES; v++) {
        sum->factor[v] += times * line->factor[v];
        small &= sum->factor[v] > -NUMBER_MOST && sum->factor[v] < NUMBER_MOST;
    }
    return small;
}

/* The term in cells and steps. */
static bool line_of(const struct tracing *t, const struct term *term, struct linear *out)
{
    struct linear line;
    if (!term_linear(term, &line)) return false;
    *out = line;
    memset(&out->factor[TERM_CELLS], 0, TERM_VALUES * sizeof *out->factor);
    bool small = true;
    for (size_t v = 0; v < t->in->value_count && small; v++)
        if (line.factor[TERM_CELLS + v]) small = add_times(out, &t->values[v], line.factor[TERM_CELLS + v]);
    return small;
}

/* upper - lower - less >= 0 */
static bool add_line(struct tracing *t, const struct linear *upper, const struct linear *lower, int64_t less)
{
    if (t->line_count == LINES_MOST) return false;
    struct linear *line = &t->lines[t->line_count++];
    *line = *upper;
    line->constant -= less;
    return add_times(line, lower, -1);
}

static bool is_call(const struct term *term, enum builtin which)
{
    return term->kind == EXPR_CALL && term->index == (int)which;
}

/* The value is not below a low end, or not above a high one, of which there are several under max and min. */
static bool add_end(struct tracing *t, const struct linear *value, const struct term *end, bool high)
{
    struct linear line;
    if (is_call(end, high ? BUILTIN_MIN : BUILTIN_MAX)) {
        bool fine = true;
        for (uint32_t i = 0; i < end->count && fine; i++) fine = add_end(t, value, end->kids[i], high);
        return fine;
    }
    return line_of(t, end, &line) && (high ? add_line(t, &line, value, 0) : add_line(t, value, &line, 0));
}

/* Its lines; ends that do not depend on the step say nothing, and are left out. */
static bool add_value(struct tracing *t, size_t v, bool down)
{
    const struct range *range = &t->in->values[v];
    struct linear *value = &t->values[v];
    if (!line_of(t, down ? range->high : range->low, value)) return false;
    value->constant += down ? 1 : -1;
    value->factor[TERM_CELLS + v] += down ? -1 : 1;
    return add_end(t, value, down ? range->low : range->high, !down);
}

static bool add_condition(struct tracing *t, const struct term *c)
{
    struct linear a, b;
    bool strict = c->kind == EXPR_LT || c->kind == EXPR_GT, less = c->kind == EXPR_LT || c->kind == EXPR_LE;
    if (!less && c->kind != EXPR_GT && c->kind != EXPR_GE && c->kind != EXPR_EQ) return false;
    if (!line_of(t, c->kids[0], &a) || !line_of(t, c->kids[1], &b)) return false;
    if (c->kind == EXPR_EQ) return add_line(t, &a, &b, 0) && add_line(t, &b, &a, 0);
    return less ? add_line(t, &b, &a, strict) : add_line(t, &a, &b, strict);
}

/* ---- is it a path? ----------------------------------------------------------------------------------------------- */
static bool add_after(struct tracing *t)
{
    for (size_t p = 0; p < t->r->cells; p++) {
        size_t cell = t->r->order[p];
        struct linear line;
        if (!line_of(t, t->in->after[cell], &line)) return false;
        for (size_t c = 0; c < t->u->cells; c++)
            if (line.factor[c] != (c == cell)) return false;
        for (size_t v = 0; v < t->in->value_count; v++) t->levels[v].by[p] = (int32_t)line.factor[TERM_CELLS + v];
        t->rest[p] = (int32_t)line.constant;
    }
    for (size_t v = 0; v < t->in->value_count; v++) {
        bool moves = false;
        for (size_t p = 0; p < t->r->cells; p++) moves |= t->levels[v].by[p] != 0;
        if (!moves) return false;
    }
    return true;
}

static int64_t along(const struct linear *line, const struct ranks *r, const int32_t *by)
{
    int64_t sum = 0;
    for (size_t p = 0; p < r->cells; p++) sum += line->factor[r->order[p]] * by[p];
    return sum;
}

/* The line as a limit of the last level that it depends on, if it is one of the point that is reached there. */
static bool add_limit(struct tracing *t, const struct linear *line)
{
    size_t level = 0;
    for (size_t v = 0; v < t->in->value_count; v++)
        if (line->factor[TERM_CELLS + v]) level = v;
    for (size_t v = 0; v <= level; v++)
        if (along(line, t->r, t->levels[v].by) != line->factor[TERM_CELLS + v]) return false;
    struct level_form *form = &t->levels[level];
    if (form->limit_count == LIMITS_MOST) return false;
    struct limit *limit = &form->limits[form->limit_count++];
    *limit = (struct limit){.constant = line->constant + line->factor[TERM_CELLS + level],
                            .grows = line->factor[TERM_CELLS + level] > 0};
    for (size_t p = 0; p < t->r->cells; p++) {
        limit->factor[p] = line->factor[t->r->order[p]];
        limit->constant += limit->factor[p] * t->r->least[p];
    }
    return true;
}

static bool trace(struct tracing *t, const struct unrolled *u, const struct ranks *r, const struct instance *in,
                  unsigned downs)
{
    *t = (struct tracing){.u = u, .r = r, .in = in};
    bool fine = true;
    for (size_t v = 0; v < in->value_count && fine; v++) fine = add_value(t, v, downs >> v & 1);
    for (size_t i = 0; i < in->condition_count && fine; i++)
        if (term_reads_values(in->conditions[i])) fine = add_condition(t, in->conditions[i]);
    fine = fine && add_after(t);
    for (size_t i = 0; i < t->line_count && fine; i++) fine = add_limit(t, &t->lines[i]);
    return fine;
}

/* ---- jumps and trails -------------------------------------------------------------------------------------------- */
struct laying {
    const struct ranks *r;
    struct paths *p;
    struct arena *arena;
    bool full, no_memory;
};

/* What makes its number, unit by unit. */
static void prepare_jump(const struct ranks *r, struct jump *j)
{
    for (size_t i = 0; i < r->unit_count; i++) {
        const struct unit *u = &r->units[i];
        int64_t sum = 0;
        bool touched = false;
        for (size_t p = u->first; p < u->first + u->count; p++) {
            touched |= j->by[p] != 0;
            sum = u->kind == UNIT_CHAIN ? sum + j->by[p] : j->by[p];
            if (u->kind == UNIT_GROUP) continue;
            if (sum) j->hops[j->hop_count] = (unsigned char)p, j->hop_by[j->hop_count++] = sum;
            if (u->kind == UNIT_CHAIN && j->by[p] < 0) j->falls[j->fall_count++] = (unsigned char)p;
        }
        if (u->kind == UNIT_GROUP && touched) j->groups[j->group_count++] = (unsigned char)i;
        for (size_t p = u->first + 1; p < u->first + u->count && u->kind == UNIT_LINE; p++)
            if (u->rises ? j->by[p] < j->by[p - 1] : j->by[p] > j->by[p - 1])
                j->nears[j->near_count++] = (unsigned char)p;
        j->never |= u->exact && sum != 0;
    }
}

static size_t jump_of(struct laying *l, const int32_t *by)
{
    struct paths *p = l->p;
    for (size_t j = 0; j < p->jump_count; j++)
        if (memcmp(p->jumps[j].by, by, sizeof p->jumps[j].by) == 0) return j;
    if (p->jump_count == JUMPS_MOST) {
        l->full = true;
        return 0;
    }
    struct jump *new = &p->jumps[p->jump_count++];
    *new = (struct jump){0};
    memcpy(new->by, by, sizeof new->by);
    prepare_jump(l->r, new);
    return p->jump_count - 1;
}

static int compare_limits(const struct limit *a, const struct limit *b)
{
    if (a->constant != b->constant) return a->constant < b->constant ? -1 : 1;
    for (size_t p = 0; p < TERM_CELLS; p++)
        if (a->factor[p] != b->factor[p]) return a->factor[p] < b->factor[p] ? -1 : 1;
    return 0;
}

/* In an order of their own, each once, with their factors that are not 0 at hand. */
static void order_limits(struct trail *t)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->limit_count; i++) {
        struct limit limit = t->limits[i];
        size_t k = kept;
        while (k > 0 && compare_limits(&t->limits[k - 1], &limit) > 0) k--;
        if (k > 0 && compare_limits(&t->limits[k - 1], &limit) == 0) continue;
        memmove(&t->limits[k + 1], &t->limits[k], (kept - k) * sizeof limit);
        limit.count = 0;
        for (size_t p = 0; p < TERM_CELLS; p++)
            if (limit.factor[p]) limit.items[limit.count++] = (unsigned char)p;
        t->limits[k] = limit;
        kept++;
    }
    t->limit_count = kept;
}

/* Its limits are put in order, and copied if it is new. */
static int trail_of(struct laying *l, struct trail *t)
{
    struct paths *p = l->p;
    order_limits(t);
    for (size_t i = 0; i < p->trail_count; i++) {
        const struct trail *o = &p->trails[i];
        bool same =
            o->jump == t->jump && o->option == t->option && o->next == t->next && o->limit_count == t->limit_count;
        for (size_t k = 0; k < t->limit_count && same; k++) same = !compare_limits(&o->limits[k], &t->limits[k]);
        if (same) return (int)i;
    }
    l->full |= p->trail_count == TRAILS_MOST;
    if (l->full) return 0;
    struct limit *limits = arena_array(l->arena, t->limit_count + 1, sizeof *limits);
    l->full |= l->no_memory = !limits;
    if (l->full) return 0;
    memcpy(limits, t->limits, t->limit_count * sizeof *limits);
    p->trails[p->trail_count] = *t;
    p->trails[p->trail_count].limits = limits;
    return (int)p->trail_count++;
}

static struct passage lay(struct laying *l, struct tracing *t)
{
    int32_t end[TERM_CELLS];
    int next = -1;
    memcpy(end, t->rest, sizeof end);
    size_t levels = t->in->value_count;
    if (levels == 0) return (struct passage){-1, (int)jump_of(l, end)};
    for (size_t p = 0; p < TERM_CELLS; p++) end[p] += t->levels[levels - 1].by[p];
    size_t option = jump_of(l, end);
    for (size_t v = levels; v-- > 0;) {
        struct level_form *form = &t->levels[v];
        struct trail trail = {.jump = jump_of(l, form->by), .next = next};
        trail.option = next < 0 ? option : 0;
        trail.limits = form->limits;
        trail.limit_count = form->limit_count;
        next = trail_of(l, &trail);
    }
    return (struct passage){next, -1};
}

/* ---- cells that change places ------------------------------------------------------------------------------------ */
static size_t swapped_jump(struct laying *l, size_t jump, size_t p)
{
    int32_t by[TERM_CELLS];
    memcpy(by, l->p->jumps[jump].by, sizeof by);
    int32_t before = by[p - 1];
    by[p - 1] = by[p];
    by[p] = before;
    return jump_of(l, by);
}

static struct limit swapped_limit(const struct limit *limit, size_t p)
{
    struct limit swapped = *limit;
    swapped.factor[p - 1] = limit->factor[p];
    swapped.factor[p] = limit->factor[p - 1];
    return swapped;
}

/* Trails that follow were laid before, so that their images are known. */
static void close_trails(struct laying *l)
{
    struct paths *paths = l->p;
    struct limit limits[LIMITS_MOST];
    for (size_t i = 0; i < paths->trail_count && !l->full; i++)
        for (size_t p = 1; p < l->r->cells && !l->full; p++) {
            if (!paths->image[p]) continue;
            struct trail t = paths->trails[i];
            t.jump = swapped_jump(l, t.jump, p);
            if (t.next < 0) t.option = swapped_jump(l, t.option, p);
            else t.next = paths->image[p][t.next];
            t.limits = limits;
            for (size_t k = 0; k < t.limit_count; k++) limits[k] = swapped_limit(&paths->trails[i].limits[k], p);
            paths->image[p][i] = (uint16_t)trail_of(l, &t);
        }
}

static void lay_all(struct laying *l, const struct unrolled *u, struct tracing *t)
{
    for (size_t i = 0; i < u->instances.count && !l->full; i++) {
        const struct instance *in = &u->instances.data[i];
        l->p->passages[i] = (struct passage){-1, -1};
        bool path = false;
        if (in->ends || in->value_count > LEVELS_MOST) continue;
        for (unsigned downs = 0; downs < 1u << in->value_count && !path; downs++) path = trace(t, u, l->r, in, downs);
        if (path) l->p->passages[i] = lay(l, t);
    }
    close_trails(l);
    if (l->full) l->p->trail_count = 0;
}

enum status paths_open(const struct unrolled *u, const struct ranks *r, struct arena *arena, struct paths *p)
{
    *p = (struct paths){.passage_count = u->instances.count};
    struct laying l = {.r = r, .p = p, .arena = arena};
    if (u->legal) return ST_OK; /* steps might pass through what is no position */
    for (size_t i = 0; i < r->unit_count; i++)
        if (r->units[i].kind == UNIT_WEB) return ST_OK; /* its numbers are no sums over places */
    struct tracing *t = arena_array(arena, 1, sizeof *t);
    p->trails = arena_array(arena, TRAILS_MOST, sizeof *p->trails);
    p->jumps = arena_array(arena, JUMPS_MOST, sizeof *p->jumps);
    p->passages = arena_array(arena, u->instances.count + 1, sizeof *p->passages);
    bool room = t && p->trails && p->jumps && p->passages;
    for (size_t c = 1; c < r->cells && room; c++) {
        const struct unit *unit = &r->units[r->unit_of[c]];
        if (unit->kind != UNIT_GROUP || c == unit->first) continue;
        p->image[c] = arena_array(arena, TRAILS_MOST, sizeof *p->image[c]);
        room = p->image[c] != NULL;
    }
    if (!room) return ST_NO_MEMORY;
    lay_all(&l, u, t);
    p->reach = reach_of(r, p);
    return l.no_memory ? ST_NO_MEMORY : ST_OK;
}
