/* SPDX-License-Identifier: MIT */
/* Which rays are exchanged with the last two fields: whatever is an option of (.., i, j) by the one is, with its fields
 * exchanged, an option of (.., j, i) by the other. All conditions are compared as forms of places in the box: the
 * exchange is one of places. */
#include "solve/lines/private.h"

/* Field i of a position is field exchanged(i) of its image. */
static size_t exchanged(const struct lines *l, size_t i)
{
    size_t last = l->table->fields - 1;
    return i + 1 < last ? i : i == last ? last - 1 : last;
}

static bool form_is_image(const struct lines *l, const struct line_form *a, const struct line_form *b)
{
    bool same = a->constant == b->constant;
    for (size_t i = 0; i < l->table->fields; i++) same &= a->of[i] == b->of[exchanged(l, i)];
    return same;
}

/* Each of the first is the image of one of the second, and there are as many. */
static bool forms_are_images(const struct lines *l, const struct line_form *a, size_t a_count,
                             const struct line_form *b, size_t b_count)
{
    bool all = a_count == b_count;
    for (size_t i = 0; i < a_count && all; i++) {
        bool found = false;
        for (size_t k = 0; k < b_count && !found; k++) found = form_is_image(l, &a[i], &b[k]);
        all = found;
    }
    for (size_t k = 0; k < b_count && all; k++) {
        bool found = false;
        for (size_t i = 0; i < a_count && !found; i++) found = form_is_image(l, &a[i], &b[k]);
        all = found;
    }
    return all;
}

/* The modulus divides both or neither: the one and the other, or what is opposite to it, differ by multiples of it. It
 * is small, so nothing overflows. */
static bool remainder_is_image(const struct lines *l, const struct nested_remainder *a,
                               const struct nested_remainder *b)
{
    const struct value_table *t = l->table;
    int64_t m = a->modulus, differ[2];
    if (m > 1 << 30) return false;
    bool same[2] = {m == b->modulus, m == b->modulus};
    for (int sign = 0; sign < 2; sign++) {
        differ[sign] = (a->form.constant % m + (sign ? 1 : -1) * (b->form.constant % m)) % m;
        for (size_t i = 0; i < t->fields && same[sign]; i++) {
            int64_t of_a = a->form.of[i] % m, of_b = (sign ? 1 : -1) * (b->form.of[exchanged(l, i)] % m);
            same[sign] = (of_a + of_b) % m == 0;
            differ[sign] = (differ[sign] + of_a * (t->low[i] % m) + of_b * (t->low[exchanged(l, i)] % m)) % m;
        }
        same[sign] &= differ[sign] == 0;
    }
    return same[0] || same[1];
}

static bool counts_are_images(const struct lines *l, const struct line_ray *a, const struct line_ray *b)
{
    bool all = !a->gate && !b->gate && forms_are_images(l, a->where, a->where_count, b->where, b->where_count) &&
               a->ray->divide_count == b->ray->divide_count;
    for (size_t i = 0; i < a->ray->divide_count && all; i++) {
        bool found = false;
        for (size_t k = 0; k < b->ray->divide_count && !found; k++)
            found = remainder_is_image(l, &a->ray->divides[i], &b->ray->divides[k]);
        all = found;
    }
    return all;
}

/* At a fixed distance, which is exchanged. */
static bool option_is_image(const struct lines *l, const struct line_ray *ra, const struct line_ray *rb, size_t i,
                            size_t k)
{
    const struct nested_option *a = &ra->ray->enter[i], *b = &rb->ray->enter[k];
    if (a->divisor != 1 || b->divisor != 1 || a->filter || b->filter) return false;
    for (size_t f = 0; f < l->table->fields; f++) {
        if (a->at[f].constant != b->at[exchanged(l, f)].constant) return false;
        for (size_t g = 0; g < l->table->fields; g++)
            if (a->at[f].of[g] != (f == g) || b->at[f].of[g] != (f == g)) return false;
    }
    return forms_are_images(l, ra->enter[i].where, ra->enter[i].where_count, rb->enter[k].where,
                            rb->enter[k].where_count);
}

/* Each option of the first has its image among those of the second. */
static bool has_images(const struct lines *l, const struct line_ray *a, const struct line_ray *b)
{
    bool all = a->ray->enter_count == b->ray->enter_count;
    for (size_t i = 0; i < a->ray->enter_count && all; i++) {
        bool found = false;
        for (size_t k = 0; k < b->ray->enter_count && !found; k++) found = option_is_image(l, a, b, i, k);
        all = found;
    }
    return all;
}

static bool is_image(const struct lines *l, const struct line_ray *a, const struct line_ray *b)
{
    if (a->set != b->set || a->before != b->before || a->ahead != b->ahead || a->fixed != b->fixed ||
        a->window != b->window)
        return false;
    for (size_t i = 0; i < l->table->fields; i++)
        if (a->ray->along[i] != b->ray->along[exchanged(l, i)] || a->distance[i] != b->distance[exchanged(l, i)])
            return false;
    return counts_are_images(l, a, b) && counts_are_images(l, b, a) &&
           ((a->set && !a->fixed) || (has_images(l, a, b) && has_images(l, b, a)));
}

/* line_ray.image of all rays; false: some ray has none, or is not that of its image. */
static bool find_images(struct lines *l)
{
    bool all = true;
    for (size_t i = 0; i < l->count && all; i++) {
        size_t k = is_image(l, &l->rays[i], &l->rays[i]) ? i : 0;
        while (k < l->count && !is_image(l, &l->rays[i], &l->rays[k])) k++;
        l->rays[i].image = k;
        all = k < l->count;
    }
    for (size_t i = 0; i < l->count && all; i++) all = l->rays[l->rays[i].image].image == i;
    return all;
}

/* Rays that the position before enters are known by their directions and by where they count, so options are exchanged
 * with the fields if these are. Then position (.., j, i) has the value of (.., i, j). The line of y along u and that of
 * y exchanged along u exchanged have the same values, position by position, and count at the same positions, so one set
 * serves both, filled by whichever of y and its image is computed. Of a row's line all positions before x, and none
 * behind it, are then known when x is computed: y = x - k u has no greater a sum of the last two fields, and its image
 * the same, and rows of a block are computed in the order of that sum; rows before a block are complete, and the image
 * of a position is not in a later row than x if it is before x, nor in an earlier block if it is behind. What leaves is
 * read where it was stored, so rays of which some do must be their own images: then x - k u is computed if x is. Single
 * options, and what enters at a fixed distance, are nowhere greater than x and another position, so the same holds of them; they are
 * read where they or their images are stored. What enters the line of x + v is in time, and not too early (windows.c), by the same
 * order. A line's number is linear in the column where its direction's first field is not the last one, or has the step 1; of an image,
 * whose fields are exchanged, the step must be 1. */
void lines_find_half(struct lines *l)
{
    const struct value_table *t = l->table;
    size_t last = t->fields - 1;
    if (l->filtered || l->counted || l->sets == 0 || t->fields < 2 || t->extent[last] != t->extent[last - 1]) return;
    for (size_t i = 0; i < l->sets; i++)
        if (!l->rays[i].before && !l->rays[i].ahead && !l->rays[i].fixed) return;
    if (!find_images(l)) return;
    for (size_t i = 0; i < l->sets; i++)
        if (l->rays[i].ray->along[l->rays[i].axis] != 1 && (l->rays[i].image != i || l->rays[i].axis == last)) return;
    for (size_t i = 0; i < l->sets; i++)
        if (l->rays[i].window && l->rays[i].image != i) return;
    l->half = true;
    for (size_t i = 0; i < l->sets; i++) {
        struct line_ray *r = &l->rays[i], *image = &l->rays[r->image];
        r->alone = false;
        r->cycle = 0;
        r->swapped = image != r && (image->axis > r->axis || (image->axis == r->axis && image > r));
    }
}
