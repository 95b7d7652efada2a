/* SPDX-License-Identifier: MIT */
#include "solve/vectors/parts.h"
#include <string.h>

/* Steps that are tried: up to `near` in each number, and up to `far` in one of them. */
struct reach {
    int64_t side; /* of the window */
    uint32_t near, far;
};
static const struct reach reaches[] = {{64, 8, 24}, {64, 8, 24}, {16, 2, 8}, {8, 1, 4}, {4, 1, 2}};
enum { STEPS_TRIED = 256, WORTH_A_STEP = 4, LEAST_MADE = 8, PART_OF_ALL = 3, PART_SEEDS = 512, A_SEED_MAKES = 8 };

struct splitting {
    const struct vectors_set *d;
    struct vectors_parts *parts;
    struct reach reach;
    uint32_t tried[STEPS_TRIED][MODEL_MAX_FIELDS];
    size_t tried_count;
    size_t cell[MODEL_MAX_FIELDS]; /* those in which the vectors at hand are not 0: planes are of these alone */
    struct plane left;             /* of D, with 0 in the same places, what is in no part yet */
    struct plane window;           /* some of it */
};

/* A vector of the cells at hand as one of all cells. */
static void lift(const struct splitting *s, const uint32_t *at, uint32_t *all)
{
    memset(all, 0, MODEL_MAX_FIELDS * sizeof *all);
    for (size_t k = 0; k < s->left.fields; k++) all[s->cell[k]] = at[k];
}

static void list_steps(struct splitting *s)
{
    size_t fields = s->left.fields, most = sizeof reaches / sizeof *reaches - 1;
    uint32_t step[MODEL_MAX_FIELDS] = {0};
    s->reach = reaches[fields - 1 < most ? fields - 1 : most];
    s->tried_count = 0;
    memset(s->tried, 0, sizeof s->tried);
    for (bool more = true; more && s->tried_count < STEPS_TRIED;) {
        more = false;
        for (size_t c = fields; !more && c-- > 0;) {
            more = ++step[c] <= s->reach.near;
            if (!more) step[c] = 0;
        }
        if (more) memcpy(s->tried[s->tried_count++], step, sizeof step);
    }
    for (size_t c = 0; c < fields; c++)
        for (uint32_t by = s->reach.near + 1; by <= s->reach.far && s->tried_count < STEPS_TRIED; by++)
            s->tried[s->tried_count++][c] = by;
}

/* ---- what steps keep --------------------------------------------------------------------------------------------- */
/* What of p is e + h for some e of p and h of the steps. */
static enum status made_by(const struct plane *p, const struct vectors_part *part, struct plane *made)
{
    enum status st = plane_open(made, p->fields, p->extent);
    for (size_t i = 0; st == ST_OK && i < part->step_count; i++) plane_shift(p, part->steps[i], made);
    return st;
}

/* How many members, not those near the far ends of the window: there each step keeps what it leads out. */
static uint64_t count_inner(const struct plane *p)
{
    uint64_t all = 0;
    uint32_t at[MODEL_MAX_FIELDS] = {0};
    int64_t end = (p->extent[p->fields - 1] * 3 + 3) / 4;
    uint64_t within = end >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << end) - 1;
    for (uint64_t r = 0; r < p->rows; r++) {
        bool inner = true;
        plane_row(p, r, at);
        for (size_t c = 0; c + 1 < p->fields; c++) inner &= at[c] < (p->extent[c] * 3 + 3) / 4;
        if (inner) all += (uint64_t)__builtin_popcountll(p->bits[r * p->words] & within);
    }
    return all;
}

/* How many members of what the part's steps keep of the window are no seeds. `kept` is the rest of the window. */
static enum status weigh(const struct plane *window, const struct vectors_part *part, struct plane *kept,
                         uint64_t *made)
{
    struct plane by = {0};
    enum status st = plane_copy(kept, window);
    if (st != ST_OK) return st;
    plane_keep(kept, part->steps[part->step_count - 1]);
    st = made_by(kept, part, &by);
    *made = st == ST_OK ? count_inner(&by) : 0;
    plane_close(&by);
    return st;
}

/* The steps that leave the fewest seeds in the window: one after the other, as long as another one is worth it. */
static enum status choose_steps(struct splitting *s, struct vectors_part *part)
{
    uint64_t best = 0;
    enum status st = ST_OK;
    for (bool better = true; better && part->step_count < VECTORS_STEPS;) {
        struct plane kept = {0};
        size_t chosen = 0;
        better = false;
        for (size_t i = 0; st == ST_OK && i < s->tried_count; i++) {
            struct plane by = {0};
            uint64_t made;
            memcpy(part->steps[part->step_count++], s->tried[i], sizeof part->steps[0]);
            st = weigh(&s->window, part, &by, &made);
            part->step_count--;
            bool now = st == ST_OK && made >= best + (better ? 1 : WORTH_A_STEP);
            if (now) {
                better = true;
                best = made;
                chosen = i;
                plane_close(&kept);
                kept = by;
            } else plane_close(&by);
        }
        if (better && st == ST_OK) {
            memcpy(part->steps[part->step_count++], s->tried[chosen], sizeof part->steps[0]);
            plane_close(&s->window);
            s->window = kept;
        } else plane_close(&kept);
        if (st != ST_OK) break;
    }
    return st;
}

/* From the least numbers that there are on, since steps are the same wherever they begin. */
static enum status open_window(struct splitting *s)
{
    const struct plane *p = &s->left;
    size_t last = p->fields - 1;
    uint32_t at[MODEL_MAX_FIELDS] = {0}, least[MODEL_MAX_FIELDS];
    int64_t extent[MODEL_MAX_FIELDS];
    memset(least, 0xff, sizeof least);
    for (uint64_t r = 0; r < p->rows; r++) {
        uint64_t w = 0;
        while (w < p->words && !p->bits[r * p->words + w]) w++;
        if (w == p->words) continue;
        plane_row(p, r, at);
        at[last] = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(p->bits[r * p->words + w]);
        for (size_t c = 0; c < p->fields; c++)
            if (at[c] < least[c]) least[c] = at[c];
    }
    for (size_t c = 0; c < p->fields; c++)
        extent[c] = p->extent[c] - least[c] < s->reach.side ? p->extent[c] - least[c] : s->reach.side;
    enum status st = plane_open(&s->window, p->fields, extent);
    for (uint64_t r = 0; st == ST_OK && r < s->window.rows; r++) {
        uint64_t row = 0;
        plane_row(&s->window, r, at);
        for (size_t c = 0; c < last; c++) row = row * (uint64_t)p->extent[c] + at[c] + least[c];
        s->window.bits[r] = plane_word(p->bits + row * p->words, p->words, least[last]);
        if (extent[last] < 64) s->window.bits[r] &= ((uint64_t)1 << extent[last]) - 1;
    }
    return st;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */
/* Hands each member of a plane on, row by row. */
typedef enum status (*member_use)(void *context, const uint32_t *at);

static enum status each_member(const struct plane *p, member_use use, void *context)
{
    uint32_t at[MODEL_MAX_FIELDS] = {0};
    enum status st = ST_OK;
    for (uint64_t r = 0; r < p->rows; r++) {
        plane_row(p, r, at);
        for (uint64_t w = 0; w < p->words; w++)
            for (uint64_t bits = p->bits[r * p->words + w]; st == ST_OK && bits; bits &= bits - 1) {
                at[p->fields - 1] = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
                st = use(context, at);
            }
    }
    return st;
}

static enum status add_seed(void *context, const uint32_t *at)
{
    struct vectors_part *part = context;
    struct vectors_seed seed;
    memcpy(seed.at, at, sizeof seed.at);
    if (part->seeds.count == VECTORS_SEEDS) return ST_UNSUPPORTED;
    return vec_push(&part->seeds, seed) ? ST_OK : ST_NO_MEMORY;
}

static enum status add_rest(void *context, const uint32_t *at)
{
    const struct splitting *s = context;
    uint32_t all[MODEL_MAX_FIELDS];
    lift(s, at, all);
    plane_add_one(&s->parts->rest, all);
    return ST_OK;
}

static void lift_part(const struct splitting *s, struct vectors_part *part)
{
    uint32_t all[MODEL_MAX_FIELDS];
    for (size_t i = 0; i < part->step_count; i++) {
        lift(s, part->steps[i], all);
        memcpy(part->steps[i], all, sizeof all);
    }
    for (size_t i = 0; i < part->seeds.count; i++) {
        lift(s, part->seeds.data[i].at, all);
        memcpy(part->seeds.data[i].at, all, sizeof all);
    }
}

/* A part by these steps, if enough of what is left is kept by them and made by others, and by few. */
static enum status take_part(struct splitting *s, struct vectors_part *part, bool *taken)
{
    struct plane kept = {0}, made = {0};
    enum status st = plane_copy(&kept, &s->left);
    for (size_t i = 0; st == ST_OK && i < part->step_count; i++) plane_keep(&kept, part->steps[i]);
    if (st == ST_OK) st = made_by(&kept, part, &made);
    uint64_t all = st == ST_OK ? plane_count(&s->left) : 0, count = st == ST_OK ? plane_count(&made) : 0;
    uint64_t seeds = st == ST_OK ? plane_count(&kept) - count : 0;
    *taken = count >= LEAST_MADE && count >= all / PART_OF_ALL && seeds <= PART_SEEDS && count >= seeds * A_SEED_MAKES;
    if (*taken) {
        plane_without(&s->left, &kept);
        plane_without(&kept, &made);
        st = each_member(&kept, add_seed, part);
        lift_part(s, part);
    }
    plane_close(&kept);
    plane_close(&made);
    return st;
}

static enum status split_left(struct splitting *s, bool within)
{
    enum status st = ST_OK;
    for (bool taken = true; taken && st == ST_OK && plane_count(&s->left);) {
        if (s->parts->count + 1 == VECTORS_PARTS) break; /* one is left for what is in no other */
        struct vectors_part *part = &s->parts->items[s->parts->count];
        part->within = within;
        part->step_count = 0;
        st = open_window(s);
        if (st == ST_OK) st = choose_steps(s, part);
        plane_close(&s->window);
        if (st == ST_OK) st = take_part(s, part, &taken);
        s->parts->count += taken;
    }
    if (st != ST_OK || s->left.fields < s->parts->rest.fields)
        return st == ST_OK ? each_member(&s->left, add_rest, s) : st;
    plane_add(&s->parts->rest, &s->left);
    return ST_OK;
}

enum status vectors_parts_corner(const struct vectors_parts *parts, const int64_t *extent, struct vectors_parts *out)
{
    size_t fields = parts->rest.fields;
    int64_t row[MODEL_MAX_FIELDS];
    for (size_t c = 0; c < fields; c++) row[c] = c + 1 < fields ? 1 : extent[c];
    *out = (struct vectors_parts){.count = parts->count};
    enum status st = plane_corner(&parts->rest, extent, &out->rest);
    if (st == ST_OK) st = plane_corner(&parts->within, row, &out->within);
    for (size_t i = 0; st == ST_OK && i < parts->count; i++) {
        const struct vectors_part *from = &parts->items[i];
        struct vectors_part *part = &out->items[i];
        part->within = from->within;
        part->step_count = from->step_count;
        memcpy(part->steps, from->steps, sizeof part->steps);
        for (size_t k = 0; st == ST_OK && k < from->seeds.count; k++) {
            bool inside = true;
            for (size_t c = 0; c < fields; c++) inside &= from->seeds.data[k].at[c] < extent[c];
            if (inside && !vec_push(&part->seeds, from->seeds.data[k])) st = ST_NO_MEMORY;
        }
    }
    return st;
}

enum status vectors_seed_rest(struct vectors_parts *parts)
{
    if (!plane_count(&parts->rest)) return ST_OK;
    if (parts->count == VECTORS_PARTS) return ST_UNSUPPORTED;
    struct vectors_part *part = &parts->items[parts->count++];
    part->step_count = 0;
    return each_member(&parts->rest, add_seed, part);
}

/* The members of D that are 0 exactly where `zeros` has bits, as vectors of the other cells. */
static enum status open_left(struct splitting *s, uint32_t zeros)
{
    const struct vectors_set *d = s->d;
    size_t fields = d->box.fields, last = fields - 1, count = 0;
    int64_t extent[MODEL_MAX_FIELDS];
    for (size_t c = 0; c < fields; c++)
        if (!(zeros >> c & 1)) s->cell[count] = c, extent[count++] = d->box.extent[c];
    enum status st = plane_open(&s->left, count, extent);
    for (size_t i = 0; st == ST_OK && i < d->rows.count; i++) {
        const struct vectors_row *r = &d->rows.data[i];
        const uint64_t *from = d->bits + r->row * (d->words + 2) + 1;
        uint32_t at[MODEL_MAX_FIELDS] = {0};
        uint64_t row = 0;
        bool same = true;
        for (size_t c = 0; c < last; c++) same &= (r->at[c] == 0) == (zeros >> c & 1);
        if (!same) continue;
        for (size_t k = 0; k < count; k++) at[k] = r->at[s->cell[k]];
        if (zeros >> last & 1) {
            if (from[0] & 1) plane_add_one(&s->left, at);
            continue;
        }
        for (size_t k = 0; k + 1 < count; k++) row = row * (uint64_t)extent[k] + at[k];
        uint64_t *to = s->left.bits + row * s->left.words;
        memcpy(to, from, s->left.words * sizeof *to);
        to[0] &= ~(uint64_t)1;
    }
    return st;
}

/* Where members of D are 0: each way once. False: more than there may be parts. */
static bool list_zeros(const struct vectors_set *d, uint32_t *zeros, size_t *count)
{
    size_t last = d->box.fields - 1;
    *count = 0;
    for (size_t i = 0; i < d->rows.count; i++) {
        const struct vectors_row *r = &d->rows.data[i];
        const uint64_t *bits = d->bits + r->row * (d->words + 2) + 1;
        uint32_t at = 0;
        for (size_t c = 0; c < last; c++) at |= (uint32_t)(r->at[c] == 0) << c;
        for (int zero = 0; zero < 2; zero++) {
            uint64_t any = zero ? bits[0] & 1 : bits[0] & ~(uint64_t)1;
            uint32_t here = at | (uint32_t)zero << last;
            for (uint64_t w = 1; !zero && w < d->words; w++) any |= bits[w];
            bool new = any;
            for (size_t k = 0; k < *count; k++) new &= zeros[k] != here;
            if (!new) continue;
            if (*count == VECTORS_PARTS) return false;
            zeros[(*count)++] = here;
        }
    }
    return true;
}

enum status vectors_split(const struct vectors_set *d, struct vectors_parts *parts)
{
    size_t fields = d->box.fields, count;
    struct splitting s = {.d = d, .parts = parts};
    uint32_t zeros[VECTORS_PARTS];
    *parts = (struct vectors_parts){.count = 0};
    if (!list_zeros(d, zeros, &count)) return ST_UNSUPPORTED;
    int64_t row[MODEL_MAX_FIELDS];
    for (size_t c = 0; c < fields; c++) row[c] = c + 1 < fields ? 1 : d->box.extent[c];
    enum status st = plane_open(&parts->rest, fields, d->box.extent);
    if (st == ST_OK) st = plane_open(&parts->within, fields, row);
    if (st == ST_OK) memcpy(parts->within.bits, d->bits + 1, parts->within.bytes);
    uint32_t leading = ((uint32_t)1 << (fields - 1)) - 1;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        st = open_left(&s, zeros[i]);
        list_steps(&s);
        if (st == ST_OK) st = split_left(&s, (zeros[i] & leading) == leading);
        plane_close(&s.left);
    }
    return st;
}

void vectors_parts_free(struct vectors_parts *parts)
{
    for (size_t i = 0; i < VECTORS_PARTS; i++) vec_free(&parts->items[i].seeds); /* one may not be counted yet */
    plane_close(&parts->rest);
    plane_close(&parts->within);
    parts->count = 0;
}
