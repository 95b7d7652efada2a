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
    struct plane left;   /* of D, with 0 in the same places, what is in no part yet */
    struct plane window; /* some of it */
};

static void list_steps(struct splitting *s)
{
    size_t fields = s->d->box.fields;
    uint32_t step[MODEL_MAX_FIELDS] = {0};
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
static enum status list_seeds(const struct plane *p, struct vectors_part *part)
{
    struct vectors_seed seed = {0};
    for (uint64_t r = 0; r < p->rows; r++) {
        plane_row(p, r, seed.at);
        for (uint64_t w = 0; w < p->words; w++)
            for (uint64_t bits = p->bits[r * p->words + w]; bits; bits &= bits - 1) {
                seed.at[p->fields - 1] = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
                if (part->seeds.count == VECTORS_SEEDS) return ST_UNSUPPORTED;
                if (!vec_push(&part->seeds, seed)) return ST_NO_MEMORY;
            }
    }
    return ST_OK;
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
        st = list_seeds(&kept, part);
    }
    plane_close(&kept);
    plane_close(&made);
    return st;
}

static enum status split_left(struct splitting *s, bool within)
{
    enum status st = ST_OK;
    for (bool taken = true; taken && st == ST_OK && plane_count(&s->left);) {
        if (s->parts->count == VECTORS_PARTS) return ST_UNSUPPORTED;
        struct vectors_part *part = &s->parts->items[s->parts->count];
        part->within = within;
        part->step_count = 0;
        st = open_window(s);
        if (st == ST_OK) st = choose_steps(s, part);
        plane_close(&s->window);
        if (st == ST_OK) st = take_part(s, part, &taken);
        s->parts->count += taken;
    }
    if (st == ST_OK) plane_add(&s->parts->rest, &s->left);
    return st;
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
    return list_seeds(&parts->rest, part);
}

/* The members of D that are 0 exactly where `zeros` has bits. */
static void fill_left(struct splitting *s, uint32_t zeros)
{
    size_t last = s->left.fields - 1;
    for (size_t i = 0; i < s->d->rows.count; i++) {
        const struct vectors_row *r = &s->d->rows.data[i];
        const uint64_t *from = s->d->bits + r->row * (s->d->words + 2) + 1;
        uint64_t *to = s->left.bits + r->row * s->left.words;
        bool same = true;
        for (size_t c = 0; c < last; c++) same &= (r->at[c] == 0) == (zeros >> c & 1);
        if (!same) continue;
        memcpy(to, from, s->left.words * sizeof *to);
        if (zeros >> last & 1) {
            memset(to + 1, 0, (s->left.words - 1) * sizeof *to);
            to[0] &= 1;
        } else to[0] &= ~(uint64_t)1;
    }
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
    size_t fields = d->box.fields, most = sizeof reaches / sizeof *reaches - 1, count;
    struct splitting s = {.d = d, .parts = parts, .reach = reaches[fields - 1 < most ? fields - 1 : most]};
    uint32_t zeros[VECTORS_PARTS];
    *parts = (struct vectors_parts){.count = 0};
    if (!list_zeros(d, zeros, &count)) return ST_UNSUPPORTED;
    list_steps(&s);
    int64_t row[MODEL_MAX_FIELDS];
    for (size_t c = 0; c < fields; c++) row[c] = c + 1 < fields ? 1 : d->box.extent[c];
    enum status st = plane_open(&parts->rest, fields, d->box.extent);
    if (st == ST_OK) st = plane_open(&parts->within, fields, row);
    if (st == ST_OK) memcpy(parts->within.bits, d->bits + 1, parts->within.bytes);
    uint32_t leading = ((uint32_t)1 << (fields - 1)) - 1;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        st = plane_open(&s.left, fields, d->box.extent);
        if (st == ST_OK) fill_left(&s, zeros[i]);
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
