/* SPDX-License-Identifier: MIT */
#include "solve/ideals/ideal_kernels.h"
#include <string.h>
#include "code/machine/processor.h"

#define EVERYWHERE static inline __attribute__((always_inline))
enum { LOOK_EVERY = 1 << 14 };

/* Constants where a function is compiled for them. */
struct kind {
    bool sums;
    size_t width;
};
/* What stays the same for one pattern of the last piece: in variables of their own, as marks are bytes and might be anything. */
struct spot {
    const void *values;
    const uint32_t *rank, *row, *adds;
    const uint8_t *to;
    const struct ideal_step *steps;
    const uint64_t *open, *possible;
    size_t words;
};

EVERYWHERE struct spot spot_of(const struct ideal_run *r, size_t p)
{
    const struct ideal_level *last = &r->levels[r->level_count], *before = last - 1;
    return (struct spot){.values = r->values,
                         .rank = before->rank,
                         .row = before->row,
                         .adds = r->sums ? last->adds + p * r->moves : NULL,
                         .to = r->sums ? NULL : last->to + p * r->moves,
                         .steps = last->piece->steps,
                         .open = before->open,
                         .possible = last->possible + p * r->words,
                         .words = r->words};
}

/* ---- one ideal --------------------------------------------------------------------------------------------------- */
/* Of what the move leads to. */
EVERYWHERE uint32_t option_value(struct kind k, const struct spot *at, size_t move)
{
    uint32_t rank = at->rank[move] + (k.sums ? at->adds[move] : at->steps[at->row[move] + at->to[move]].add);
    return k.width == 1 ? ((const uint8_t *)at->values)[rank] : ((const uint16_t *)at->values)[rank];
}

/* The least value that is not marked with `now`. Values are no more than moves, so there is one before the end. */
EVERYWHERE uint32_t least_unmet(const uint8_t *met, uint8_t now)
{
    uint64_t all = now * UINT64_C(0x0101010101010101), marks;
    for (uint32_t v = 0;; v += 8) {
        memcpy(&marks, met + v, sizeof marks);
        marks ^= all;
        if (marks) return v + (uint32_t)__builtin_ctzll(marks) / 8;
    }
}

EVERYWHERE uint32_t mex_at(struct kind k, struct ideal_run *r, size_t p)
{
    struct spot at = spot_of(r, p);
    uint8_t *met = r->met, now = ++r->now;
    for (size_t w = 0; w < at.words; w++)
        for (uint64_t left = at.open[w] & at.possible[w]; left; left &= left - 1)
            met[option_value(k, &at, w * 64 + (size_t)__builtin_ctzll(left))] = now;
    uint32_t value = least_unmet(met, now);
    if (now == UINT8_MAX) memset(met, r->now = 0, r->moves + sizeof(uint64_t));
    return value;
}

EVERYWHERE bool is_won_at(struct kind k, const struct ideal_run *r, size_t p)
{
    struct spot at = spot_of(r, p);
    uint64_t any = 0;
    for (size_t w = 0; w < at.words; w++)
        for (uint64_t left = at.open[w] & at.possible[w]; left; left &= left - 1) {
            any = 1;
            if (!option_value(k, &at, w * 64 + (size_t)__builtin_ctzll(left))) return true;
        }
    return r->question == IDEAL_MISERE && !any;
}

/* All patterns of the last piece that this row of steps has. */
EVERYWHERE void value_row(struct kind k, bool outcomes, struct ideal_run *r, uint32_t row)
{
    const struct ideal_piece *piece = r->levels[r->level_count].piece;
    const struct ideal_step *steps = piece->steps + row;
    for (size_t p = 0; p < piece->pattern_count; p++) {
        if (!steps[p].next) continue;
        uint32_t value = outcomes ? is_won_at(k, r, p) : mex_at(k, r, p);
        if (k.width == 1) ((uint8_t *)r->values)[r->rank++] = (uint8_t)value;
        else ((uint16_t *)r->values)[r->rank++] = (uint16_t)value;
    }
}

/* ---- pieces before the last -------------------------------------------------------------------------------------- */
EVERYWHERE void choose(const struct ideal_run *r, size_t c, size_t p)
{
    const struct ideal_level *l = &r->levels[c], *before = l - 1;
    uint32_t *restrict rank = l->rank, *restrict row = l->row;
    for (size_t w = 0; w < r->words; w++) l->open[w] = before->open[w] & l->possible[p * r->words + w];
    for (size_t m = 0; r->sums && m < r->moves; m++) rank[m] = before->rank[m] + l->adds[p * r->moves + m];
    for (size_t w = 0; !r->sums && w < r->words; w++)
        for (uint64_t left = l->open[w]; left; left &= left - 1) {
            size_t m = w * 64 + (size_t)__builtin_ctzll(left);
            const struct ideal_step *step = &l->piece->steps[before->row[m] + l->to[p * r->moves + m]];
            rank[m] = before->rank[m] + step->add;
            row[m] = step->next;
        }
}

/* [outcomes][sums][two bytes] */
typedef void value_rows(struct ideal_run *r, uint32_t row);
struct kernels {
    value_rows *rows[2][2][2];
    void (*choose)(const struct ideal_run *r, size_t c, size_t p);
};
#define ROWS(NAME, OUTCOMES, SUMS, WIDTH, ...)                                                                         \
    __VA_ARGS__ static void NAME(struct ideal_run *r, uint32_t row)                                                    \
    {                                                                                                                  \
        value_row((struct kind){SUMS, WIDTH}, OUTCOMES, r, row);                                                       \
    }
#define KERNELS(NAME, ...)                                                                                             \
    ROWS(sums_1_##NAME, false, true, 1, __VA_ARGS__)                                                                   \
    ROWS(sums_2_##NAME, false, true, 2, __VA_ARGS__)                                                                   \
    ROWS(steps_1_##NAME, false, false, 1, __VA_ARGS__)                                                                 \
    ROWS(steps_2_##NAME, false, false, 2, __VA_ARGS__)                                                                 \
    ROWS(won_sums_##NAME, true, true, 1, __VA_ARGS__)                                                                  \
    ROWS(won_steps_##NAME, true, false, 1, __VA_ARGS__)                                                                \
    __VA_ARGS__ static void choose_##NAME(const struct ideal_run *r, size_t c, size_t p) { choose(r, c, p); }          \
    static const struct kernels kernels_##NAME = {{{{steps_1_##NAME, steps_2_##NAME}, {sums_1_##NAME, sums_2_##NAME}}, \
                                                   {{won_steps_##NAME, NULL}, {won_sums_##NAME, NULL}}},               \
                                                  choose_##NAME};

KERNELS(any)
#if defined(__x86_64__) && defined(__GNUC__)
KERNELS(wide, __attribute__((target("avx2,bmi,bmi2"))))
#endif

static const struct kernels *kernels_here(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (PROCESSOR_HAS(AVX2, "avx2") && PROCESSOR_HAS(BMI1, "bmi") && PROCESSOR_HAS(BMI2, "bmi2")) return &kernels_wide;
#endif
    return &kernels_any;
}

/* Piece after piece, from this one on. */
static enum status run_from(const struct kernels *k, struct ideal_run *r, size_t c, uint32_t row)
{
    const struct ideal_piece *piece = r->levels[c].piece;
    enum status st = ST_OK;
    if (c == r->level_count) {
        k->rows[r->question != IDEAL_VALUES][r->sums][r->width == 2](r, row);
        if (r->rank < r->look) return ST_OK;
        r->look = r->rank + LOOK_EVERY;
        return budget_check(r->budget);
    }
    for (size_t p = 0; st == ST_OK && p < piece->pattern_count; p++) {
        if (!piece->steps[row + p].next) continue;
        k->choose(r, c, p);
        st = run_from(k, r, c + 1, piece->steps[row + p].next);
    }
    return st;
}

enum status ideal_run(struct ideal_run *r) { return run_from(kernels_here(), r, 1, r->levels[1].piece->pattern_count); }
