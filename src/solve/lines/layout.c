/* SPDX-License-Identifier: MIT */
/* Lines are numbered with the last field as the lowest digit. What is linear in a row's last field is computed once a
 * row. */
#include "solve/lines/private.h"
#include "base/mem.h"
#include "base/numbers.h"
#include <string.h>

bool lines_axis(const struct nested_ray *ray, size_t fields, size_t *axis, bool *alone)
{
    size_t i = 0;
    while (i < fields && ray->along[i] == 0) i++;
    *axis = i;
    *alone = i + 1 == fields;
    return i < fields;
}

/* The most positions on one line. */
static double length_of(const struct nested_ray *ray, size_t fields, const int64_t *extent)
{
    double least = 1e300;
    for (size_t i = 0; i < fields; i++)
        if (ray->along[i]) {
            double n = (double)((extent[i] - 1) / ray->along[i] + 1);
            if (n < least) least = n;
        }
    return least;
}

/* `half`: the sets of lines along the last field are kept, too. */
static double lines_of(const struct nested_ray *ray, size_t fields, const int64_t *extent, bool half)
{
    size_t axis;
    bool alone;
    if (!lines_axis(ray, fields, &axis, &alone)) return 0;
    double lines = (double)ray->along[axis];
    if (alone && !half) return lines * LINES_ROWS;
    double back = (double)((extent[axis] - 1) / ray->along[axis]);
    for (size_t i = 0; i < fields; i++)
        if (i != axis) lines *= (double)extent[i] + back * (double)ray->along[i];
    return lines;
}

/* No position has more options than this. */
static double most_options(const struct nested *nested, const int64_t *extent)
{
    double options = 0;
    for (size_t i = 0; i < nested->count; i++) {
        const struct nested_ray *ray = &nested->rays[i];
        size_t axis;
        bool alone, set = lines_axis(ray, nested->fields, &axis, &alone);
        options += (double)ray->enter_count * (set ? length_of(ray, nested->fields, extent) : 1);
    }
    return options;
}

static double words_of(const struct nested *nested, const int64_t *extent)
{
    return (double)(uint64_t)(most_options(nested, extent) / 64) + 1;
}

bool lines_narrow(const struct nested *nested, const int64_t *extent)
{
    return most_options(nested, extent) <= UINT16_MAX;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */
/* Conditions that are set aside, and rays that count partly. */
static double conditions_of(const struct nested *nested)
{
    double all = 0;
    for (size_t i = 0; i < nested->count; i++) {
        const struct nested_ray *r = &nested->rays[i];
        if (nested->aside) all += (double)(1 + r->enter_count + r->leave_count);
        all += r->where_count || r->divide_count || r->gate;
    }
    return all;
}

double lines_bytes(const struct nested *nested, const struct value_table *box, bool outcomes)
{
    double lines = 0, counted = 0, words = most_options(nested, box->extent) / 64 + 1;
    for (size_t i = 0; i < nested->count; i++) {
        const struct nested_ray *ray = &nested->rays[i];
        double of_ray = lines_of(ray, nested->fields, box->extent, false);
        lines += of_ray;
        if (ray->leave_count && !lines_window(box, ray))
            counted += of_ray * (words * 64 * sizeof(uint32_t) + words / 8 + 8);
    }
    double rows = nested->fields > 1 ? LINES_ROWS : 1;
    lines += conditions_of(nested) * (double)box->extent[nested->fields - 1] / words / 64 * rows;
    return outcomes ? lines / 4 + 64 : counted + lines * (words * sizeof(uint64_t) + sizeof(uint32_t));
}

static bool open_ray(struct lines *l, struct line_ray *r, const struct nested *nested, const struct nested_ray *ray)
{
    const struct value_table *t = l->table;
    *r = (struct line_ray){.ray = ray};
    r->set = lines_axis(ray, t->fields, &r->axis, &r->alone);
    r->window = r->set && lines_window(t, ray);
    r->before = r->window || (r->set && !ray->leave_count && lines_enters_before(t, ray));
    bool still = r->set && !r->before && !l->counted && !l->losses && !ray->leave_count;
    r->ahead = still && lines_enters_at(t, ray, r->distance);
    if (!r->ahead) memcpy(r->distance, ray->along, sizeof r->distance);
    r->fixed = still && !r->ahead && lines_enters_fixed(t, ray);
    for (size_t k = 0; k < LINES_ROWS; k++) {
        r->rows[k].enter = arena_array(&l->arena, ray->enter_count + 1, sizeof *r->rows[k].enter);
        r->rows[k].leave = arena_array(&l->arena, ray->leave_count + 1, sizeof *r->rows[k].leave);
        r->rows[k].rest = arena_array(&l->arena, ray->divide_count + 1, sizeof *r->rows[k].rest);
        if (!r->rows[k].enter || !r->rows[k].leave || !r->rows[k].rest) return false;
    }
    if (!lines_plan_ray(l, r) || (nested->aside && !l->conditions->plan(l, r, nested))) return false;
    r->cycle = r->alone ? ray->along[r->axis] : 0;
    r->partly = r->where_count > 0 || ray->divide_count > 0 || r->gate;
    r->steady = lines_is_steady(l, r);
    l->windows |= r->window;
    l->plain &= r->before && !r->partly && r->cycle <= 1;
    return true;
}

/* Those with sets first. */
static bool open_rays(struct lines *l, const struct nested *nested)
{
    size_t axis;
    bool alone;
    for (size_t i = 0; i < nested->count; i++)
        l->counted |= nested->rays[i].leave_count && lines_axis(&nested->rays[i], nested->fields, &axis, &alone) &&
                      !lines_window(l->table, &nested->rays[i]);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < nested->count; i++) {
            if (lines_axis(&nested->rays[i], nested->fields, &axis, &alone) != (pass == 0)) continue;
            if (!open_ray(l, &l->rays[l->count++], nested, &nested->rays[i])) return false;
            l->sets += pass == 0;
        }
    return true;
}

static uint64_t count_lines(struct lines *l)
{
    uint64_t lines = 0;
    const struct value_table *t = l->table;
    for (size_t i = 0; i < l->count; i++) {
        struct line_ray *r = &l->rays[i];
        bool none = r->swapped || (l->losses && r->alone);
        r->lines = none ? 0 : (uint64_t)lines_of(r->ray, t->fields, t->extent, l->half);
        if (r->alone) r->lines *= l->slots;
        if (l->losses) r->lines = (r->lines + 63) / 64 * 64;
        lines += r->lines;
    }
    return lines;
}

static size_t bytes_of_counts(const struct lines *l, const struct line_ray *r)
{
    return (size_t)r->lines * (64 * l->words * sizeof(uint32_t) + l->heaps * sizeof(uint64_t));
}

static bool place_counts(struct lines *l)
{
    for (size_t i = 0; i < l->count; i++) {
        struct line_ray *r = &l->rays[i];
        if (!r->ray->leave_count || r->window || l->losses) continue;
        r->heaped = mem_alloc(bytes_of_counts(l, r));
        if (!r->heaped) return false;
        r->counts = (uint32_t *)(r->heaped + r->lines * l->heaps);
    }
    return true;
}

/* The sets of all rays, in one block. */
static bool place_sets(struct lines *l)
{
    uint64_t lines = count_lines(l), each = l->losses ? 0 : l->words * sizeof(uint64_t) + sizeof(uint32_t);
    l->bytes = (size_t)(l->losses ? lines / 4 : lines * each) + (LINES_STRIDE + 2) * sizeof(uint64_t);
    uint64_t *bits = mem_alloc(l->bytes), *any = bits + lines / 64;
    if (!bits) return false;
    uint32_t *full = (uint32_t *)(bits + lines * l->words);
    for (size_t i = 0; i < l->count; i++) {
        struct line_ray *r = &l->rays[i];
        r->bits = bits;
        if (l->losses) r->any = any;
        else r->full = full;
        bits += l->losses ? r->lines / 64 : r->lines * l->words;
        any += r->lines / 64;
        full += r->lines;
    }
    for (size_t i = 0; i < l->count; i++) {
        const struct line_ray *r = &l->rays[i], *image = r->swapped ? &l->rays[r->image] : r;
        l->rays[i].bits = image->bits;
        l->rays[i].full = image->full;
    }
    return place_counts(l);
}

enum status lines_open_tiled(struct lines *l, const struct nested *nested, const struct value_table *table,
                             struct line_losses *losses, const struct budget *budget, int64_t tile,
                             const struct line_conditions *conditions)
{
    *l = (struct lines){.table = table, .values = table->values, .losses = losses};
    l->narrow = table->narrow;
    l->conditions = conditions;
    l->stop = table->count;
    l->plain = nested->count <= LINES_PLAIN;
    l->together = nested->below && !losses ? LINES_ROWS : 1;
    l->tile = tile;
    l->slots = lines_slots(l, budget);
    double bytes = lines_bytes(nested, table, losses);
    if (bytes > (double)(1ull << 46)) return ST_MEMORY_BUDGET;
    enum status st = budget_fits(budget, (uint64_t)bytes);
    if (st != ST_OK) return st;
    l->words = (size_t)words_of(nested, table->extent);
    l->heaps = l->words / 64 + 1;
    size_t row = (size_t)(table->extent[table->fields - 1] + 63) / 64;
    l->row = losses ? arena_array(&l->arena, 2 * row, sizeof *l->row) : NULL;
    bool fits = l->row || !losses;
    l->none = fits ? arena_array(&l->arena, l->words + LINES_STRIDE + 2, sizeof *l->none) : NULL;
    fits = l->none && open_rays(l, nested) && lines_open_gates(l);
    l->plain &= !l->filtered;
    if (fits && nested->below && !losses) lines_find_half(l);
    if (fits && place_sets(l)) return ST_OK;
    lines_close(l);
    return ST_NO_MEMORY;
}

/* The block of all sets: the first ray that has sets of its own begins it. */
static uint64_t *first_sets(const struct lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->rays[i].bits && !l->rays[i].swapped) return l->rays[i].bits;
    return NULL;
}

void lines_close(struct lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->rays[i].heaped) mem_free(l->rays[i].heaped, bytes_of_counts(l, &l->rays[i]));
    uint64_t *sets = first_sets(l);
    mem_free(sets, sets ? l->bytes : 0);
    arena_free(&l->arena);
    *l = (struct lines){0};
}

void lines_restart(struct lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->rays[i].heaped) memset(l->rays[i].heaped, 0, bytes_of_counts(l, &l->rays[i]));
    memset(first_sets(l), 0, l->bytes);
    memset(l->x, 0, sizeof l->x);
    l->from = l->to = 0;
    l->at = l->positions = 0;
    l->started = l->failed = false;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* What the form is at j = 0 of the row x. */
static int64_t at_row(const struct line_form *form, const struct lines *l, const int64_t *x)
{
    uint64_t here = (uint64_t)form->constant;
    for (size_t i = 0; i + 1 < l->table->fields; i++) here += (uint64_t)form->of[i] * (uint64_t)x[i];
    return (int64_t)here;
}

/* The j at which the condition holds as well: from <= j < to. x: the row. */
static void narrow(const struct lines *l, const int64_t *x, const struct line_form *form, int64_t *from, int64_t *to)
{
    int64_t here = at_row(form, l, x), step = form->of[l->table->fields - 1];
    if (step == 0 && here < 0) *to = *from;
    else if (step > 0 && here < 0) {
        int64_t first = step == 1 ? -here : number_ceiling(-here, step);
        if (first > *from) *from = first;
    } else if (step < 0) {
        int64_t end = step == -1 ? here + 1 : number_ceiling(here + 1, -step);
        if (end < *to) *to = end;
    }
}

static void place_option(const struct lines *l, const int64_t *x, const struct line_plan *plan, struct line_option *o)
{
    const struct value_table *t = l->table;
    size_t last = t->fields - 1;
    *o = (struct line_option){.at = at_row(&plan->at, l, x),
                              .step = plan->at.of[last],
                              .to = t->extent[last],
                              .divisor = plan->divisor,
                              .rest = at_row(&plan->rest, l, x),
                              .rest_step = plan->rest.of[last]};
    for (size_t i = 0; i < plan->where_count; i++) narrow(l, x, &plan->where[i], &o->from, &o->to);
    int64_t greatest = o->at + o->step * (o->step > 0 ? o->to - 1 : o->from);
    o->inside = o->from < o->to && greatest >= (int64_t)l->at; /* it is before the position, and not before the row */
}

/* The line's number. y: a position, as offsets. */
static int64_t number(const struct lines *l, const struct nested_ray *ray, size_t axis, const int64_t *y)
{
    const struct value_table *t = l->table;
    const int64_t *u = ray->along;
    int64_t back = y[axis] / u[axis], most = (t->extent[axis] - 1) / u[axis], line = y[axis] % u[axis];
    for (size_t i = 0; i < t->fields; i++)
        if (i != axis) line = line * (t->extent[i] + u[i] * most) + y[i] + u[i] * (most - back);
    return line;
}

/* Of the position with that last field, or of its image on the lines of the ray's image. */
static int64_t number_at(struct lines *l, const struct line_ray *r, const int64_t *x, int64_t j)
{
    int64_t y[MODEL_MAX_FIELDS];
    size_t last = l->table->fields - 1;
    memcpy(y, x, last * sizeof *y);
    y[last] = j;
    if (!r->swapped) return number(l, r->ray, r->axis, y);
    y[last] = x[last - 1];
    y[last - 1] = j;
    const struct line_ray *image = &l->rays[r->image];
    return number(l, image->ray, image->axis, y);
}

static void place_line(struct lines *l, struct line_ray *r, size_t row, const int64_t *x)
{
    struct line_row *w = &r->rows[row];
    if (r->alone && l->losses) return;
    if (r->alone) {
        w->line = (l->slot * LINES_ROWS + row) * (uint64_t)r->cycle;
        memset(r->bits + w->line * l->words, 0, (size_t)r->cycle * l->words * sizeof *r->bits);
        memset(r->full + w->line, 0, (size_t)r->cycle * sizeof *r->full);
        if (r->counts) {
            memset(r->counts + w->line * 64 * l->words, 0, (size_t)r->cycle * 64 * l->words * sizeof *r->counts);
            memset(r->heaped + w->line * l->heaps, 0, (size_t)r->cycle * l->heaps * sizeof *r->heaped);
        }
        return;
    }
    w->line = (uint64_t)number_at(l, r, x, 0);
    r->step = number_at(l, r, x, 1) - (int64_t)w->line;
}

/* Where x enters, if that is not on its own line. Of lines along the row, of which there are few, mixed.c knows it. */
static void place_ahead(struct lines *l, const struct line_ray *r, struct line_row *w, const int64_t *x)
{
    const struct value_table *t = l->table;
    int64_t y[MODEL_MAX_FIELDS];
    size_t last = t->fields - 1;
    w->reach = t->extent[last] - r->distance[last];
    for (size_t i = 0; i < last; i++) {
        y[i] = x[i] + r->distance[i];
        if (y[i] >= t->extent[i]) w->reach = 0;
    }
    w->lead = r->alone || w->reach <= 0 ? 0 : number_at(l, r, y, r->distance[last]) - (int64_t)w->line;
}

/* The remainders of j = 0. */
static void place_remainders(const struct lines *l, const int64_t *x, const struct nested_ray *ray, struct line_row *w)
{
    const struct value_table *t = l->table;
    size_t last = t->fields - 1;
    for (size_t k = 0; k < ray->divide_count; k++) {
        const struct nested_form *form = &ray->divides[k].form;
        w->rest[k] = form->constant + form->of[last] * t->low[last];
        for (size_t i = 0; i < last; i++) w->rest[k] += form->of[i] * (t->low[i] + x[i]);
    }
}

static void place_row(struct lines *l, size_t row)
{
    const struct value_table *t = l->table;
    int64_t x[MODEL_MAX_FIELDS];
    memcpy(x, l->x, sizeof x);
    if (t->fields > 1) x[t->fields - 2] += (int64_t)row;
    for (size_t i = 0; i < l->count; i++) {
        struct line_ray *r = &l->rays[i];
        struct line_row *w = &r->rows[row];
        if (r->set) place_line(l, r, row, x);
        w->from = 0;
        w->to = t->extent[t->fields - 1];
        place_remainders(l, x, r->ray, w);
        for (size_t k = 0; k < r->where_count; k++) narrow(l, x, &r->where[k], &w->from, &w->to);
        for (size_t k = 0; k < r->ray->enter_count && !r->before && !r->ahead; k++)
            place_option(l, x, &r->enter[k], &w->enter[k]);
        if (r->ahead) place_ahead(l, r, w, x);
        for (size_t k = 0; k < r->ray->leave_count; k++) place_option(l, x, &r->leave[k], &w->leave[k]);
    }
}

/* The first position of the rows after these; false: there are none. */
static bool advance(struct lines *l)
{
    const struct value_table *t = l->table;
    if (!l->started) return l->started = true;
    l->at += l->rows * (uint64_t)t->extent[t->fields - 1];
    if (t->fields == 1) return false;
    l->x[t->fields - 2] += (int64_t)l->rows - 1;
    for (size_t i = t->fields - 1; i-- > 0;) {
        if (++l->x[i] < t->extent[i]) return true;
        l->x[i] = 0;
    }
    return false;
}

bool lines_next(struct lines *l)
{
    const struct value_table *t = l->table;
    int64_t extent = t->extent[t->fields - 1];
    if (l->started && l->at + l->rows * (uint64_t)extent - (uint64_t)(extent - l->to) >= l->stop) return false;
    if (l->started && l->to < extent) { /* more of the same row */
        l->from = l->to;
        l->to = extent - l->from < LINES_COLUMNS ? extent : l->from + LINES_COLUMNS;
        lines_place_bits(l);
        return true;
    }
    if (!advance(l)) return false;
    int64_t left = t->fields > 1 ? t->extent[t->fields - 2] - l->x[t->fields - 2] : 1;
    int64_t until = (int64_t)((l->stop - l->at) / (uint64_t)extent);
    if (until > 0 && until < left) left = until;
    l->rows = left < l->together ? (size_t)left : (size_t)l->together;
    l->from = 0;
    l->to = l->rows > 1 || l->losses || extent < LINES_COLUMNS ? extent : LINES_COLUMNS;
    for (size_t row = 0; row < l->rows; row++) place_row(l, row);
    lines_place_bits(l);
    return true;
}
