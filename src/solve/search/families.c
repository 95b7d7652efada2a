/* SPDX-License-Identifier: MIT */
/* The core is found, then the ends (family_ends.c), then runs are valued by their number of cells, up to the longest
 * that is asked about. */
#include "solve/search/family_ends.h"
#include "solve/search/family_runs.h"
#include <string.h>
#include "base/mem.h"

#define START_SECONDS 0.0015 /* to read the rule off a short row */
#define PLACE_SECONDS 5e-9   /* for each phase */
#define CUT_SECONDS 4e-9
enum { WHOLE_MOST = 1024, REPEATS = 4, STAMPS = 2 * (FAMILY_MOST + 1), STRIDE = 1 << 22, FEW_CELLS = 24 };

/* ---- the core ---------------------------------------------------------------------------------------------------- */
struct core_found {
    size_t begin, end, period;
};

/* The longest stretch of this period. */
static struct core_found longest_stretch(const unsigned char *run, size_t length, size_t period)
{
    struct core_found best = {0, 0, period};
    for (size_t begin = 0; begin + period < length;) {
        size_t i = begin;
        while (i + period < length && run[i] == run[i + period]) i++;
        if (i > begin && i + period - begin > best.end - best.begin) best.begin = begin, best.end = i + period;
        begin = i + 1;
    }
    return best;
}

static bool find_core(const unsigned char *run, size_t length, struct core_found *core)
{
    for (size_t p = 1; p <= FAMILY_PERIOD && REPEATS * p <= length; p++) {
        *core = longest_stretch(run, length, p);
        bool fits = core->begin <= FAMILY_CELLS && length - core->end <= FAMILY_CELLS;
        if (fits && core->end - core->begin >= REPEATS * p) return true;
    }
    *core = (struct core_found){0, length, length + 1};
    return false;
}

double families_seconds(const unsigned char *run, size_t length)
{
    struct core_found core;
    double n = (double)length;
    if (find_core(run, length, &core)) return START_SECONDS + n * n * (double)core.period * PLACE_SECONDS;
    return START_SECONDS + n * n * n * CUT_SECONDS;
}

static enum status set_core(struct families *f, const unsigned char *run, size_t length)
{
    struct core_found core;
    uint32_t end, back;
    f->wraps = find_core(run, length, &core);
    if (!f->wraps && length > WHOLE_MOST) return ST_UNSUPPORTED;
    f->period = (uint32_t)core.period;
    f->core = mem_alloc(f->period);
    f->first_cut = mem_alloc(((size_t)f->period + 1) * sizeof *f->first_cut);
    for (int side = 0; side < 2; side++) f->heads[side] = mem_alloc(f->period * sizeof *f->heads[side]);
    if (!f->core || !f->first_cut || !f->heads[0] || !f->heads[1]) return ST_NO_MEMORY;
    memcpy(f->core, run + core.begin, f->wraps ? f->period : length);
    uint32_t last = (uint32_t)((core.end - core.begin) % f->period);
    enum status st = family_end_number(f, FAMILY_LEFT, run, core.begin, 0, &end, &back);
    return st == ST_OK ? family_end_number(f, FAMILY_RIGHT, run + core.end, length - core.end, last, &end, &back) : st;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */
static uint16_t *value_at(const struct families *f, uint32_t left, uint32_t right, uint32_t core)
{
    uint32_t least = family_least(f, &f->ends[FAMILY_LEFT].data[left], &f->ends[FAMILY_RIGHT].data[right]);
    size_t pair = (size_t)left * f->ends[FAMILY_RIGHT].count + right;
    return f->values + pair * f->steps_of_pair + (core - least) / f->period;
}

static enum status short_run(struct families *f, const struct family_end *left, const struct family_end *right,
                             uint32_t core, uint32_t *value)
{
    unsigned char run[2 * FAMILY_CELLS + ROW_SPAN];
    size_t count = left->length;
    memcpy(run, left->cells, left->length);
    for (uint32_t i = 0; i < core; i++) run[count++] = f->core[((uint64_t)left->phase + i) % f->period];
    memcpy(run + count, right->cells, right->length);
    return run_words_sum(&f->words, run, count + right->length, value);
}

/* One run that is valued: the values that its options have are marked, as bits while all are small. */
struct family_run {
    struct families *f;
    uint32_t left, right, core;
    uint64_t bits;
    bool small;
};

static inline void mark(struct family_run *r, uint32_t value)
{
    if (r->small) r->bits |= UINT64_C(1) << value;
    else r->f->stamps[value] = r->f->stamp;
}

static void mark_turns(struct family_run *r, enum family_side side)
{
    const struct families *f = r->f;
    uint32_t end = side == FAMILY_LEFT ? r->left : r->right;
    size_t i = end ? f->turns_end[side].data[end - 1] : 0;
    for (; i < f->turns_end[side].data[end]; i++) {
        const struct family_turn *t = &f->turns[side].data[i];
        uint32_t core = (uint32_t)((int64_t)r->core - t->less);
        mark(r, t->value ^
                    (side == FAMILY_LEFT ? *value_at(f, t->end, r->right, core) : *value_at(f, r->left, t->end, core)));
    }
}

/* All places of the core with the phase of the cut. */
static void mark_cut(struct family_run *r, const struct family_cut *cut)
{
    struct families *f = r->f;
    uint32_t phase = f->ends[FAMILY_LEFT].data[r->left].phase;
    uint32_t at = cut->phase >= phase ? cut->phase - phase : cut->phase + f->period - phase;
    if (at + cut->length > r->core) return;
    uint32_t places = (r->core - cut->length - at) / f->period + 1;
    const uint16_t *before = value_at(f, r->left, cut->ends[FAMILY_RIGHT], at + cut->back[0]);
    const uint16_t *after = value_at(f, cut->ends[FAMILY_LEFT], r->right, r->core - at - cut->length + cut->back[1]);
    f->work += places;
    if (r->small) {
        uint64_t bits = 0;
        for (uint32_t j = 0; j < places; j++, after--) bits |= UINT64_C(1) << (before[j] ^ *after);
        if (!cut->value) r->bits |= bits;
        for (; cut->value && bits; bits &= bits - 1) mark(r, (uint32_t)__builtin_ctzll(bits) ^ cut->value);
        return;
    }
    for (uint32_t j = 0; j < places; j++, after--) f->stamps[before[j] ^ *after ^ cut->value] = f->stamp;
}

/* A core that does not wrap has one place for each cut, and one number of cells for two ends. */
static void mark_places(struct family_run *r)
{
    const struct families *f = r->f;
    uint32_t from = f->ends[FAMILY_LEFT].data[r->left].phase, to = f->ends[FAMILY_RIGHT].data[r->right].phase;
    const uint16_t *before = f->values + (size_t)r->left * f->ends[FAMILY_RIGHT].count,
                   *after = f->turned + (size_t)r->right * f->ends[FAMILY_LEFT].count;
    uint64_t bits = 0;
    for (uint32_t i = f->first_cut[from]; i < f->first_cut[to]; i++) {
        const struct family_cut *cut = &f->cuts.data[i];
        if (cut->phase + cut->length > to) continue;
        uint32_t value = before[cut->ends[FAMILY_RIGHT]] ^ after[cut->ends[FAMILY_LEFT]] ^ cut->value;
        if (r->small) bits |= UINT64_C(1) << value;
        else f->stamps[value] = f->stamp;
    }
    r->bits |= bits;
    r->f->work += f->first_cut[to] - f->first_cut[from];
}

static void mark_options(struct family_run *r)
{
    const struct families *f = r->f;
    mark_turns(r, FAMILY_LEFT);
    mark_turns(r, FAMILY_RIGHT);
    if (!f->wraps) mark_places(r);
    for (size_t i = 0; f->wraps && i < f->cuts.count; i++) mark_cut(r, &f->cuts.data[i]);
}

/* The mex over the options, all of which are runs with fewer cells. */
static uint32_t value_long(struct families *f, uint32_t left, uint32_t right, uint32_t core)
{
    struct family_run r = {f, left, right, core, 0, f->largest < 64};
    mark_options(&r);
    if (r.small && ~r.bits) return (uint32_t)__builtin_ctzll(~r.bits);
    uint32_t value = 0;
    r.small = false;
    f->stamp++;
    mark_options(&r);
    while (f->stamps[value] == f->stamp) value++;
    return value;
}

enum status family_run_value(struct families *f, uint32_t left, uint32_t right, size_t cells, uint32_t *value)
{
    const struct family_end *l = &f->ends[FAMILY_LEFT].data[left], *r = &f->ends[FAMILY_RIGHT].data[right];
    uint32_t core = (uint32_t)(cells - l->length - r->length);
    enum status st = ST_OK;
    if (core <= f->rule->span) st = short_run(f, l, r, core, value);
    else *value = value_long(f, left, right, core);
    if (st != ST_OK) return st;
    if (*value > FAMILY_MOST) return ST_UNSUPPORTED;
    f->valued++;
    if (++f->work < STRIDE) return ST_OK;
    budget_pass(f->budget, f->valued);
    f->work = f->valued = 0;
    return budget_check(f->budget);
}

void family_run_put(struct families *f, uint32_t left, uint32_t right, size_t cells, uint32_t value)
{
    const struct family_end *l = &f->ends[FAMILY_LEFT].data[left], *r = &f->ends[FAMILY_RIGHT].data[right];
    uint32_t core = (uint32_t)(cells - l->length - r->length);
    if (value > f->largest) f->largest = (uint16_t)value;
    *value_at(f, left, right, core) = (uint16_t)value;
    if (f->turned) f->turned[(size_t)right * f->ends[FAMILY_LEFT].count + left] = (uint16_t)value;
}

/* ---- all runs ---------------------------------------------------------------------------------------------------- */
static void drop_table(struct families *f)
{
    mem_free(f->values, f->value_count * sizeof *f->values);
    mem_free(f->turned, f->turned ? f->value_count * sizeof *f->turned : 0);
    f->values = f->turned = NULL;
    f->value_count = f->filled = 0;
}

static enum status make_table(struct families *f, size_t most)
{
    size_t pairs = f->ends[FAMILY_LEFT].count * f->ends[FAMILY_RIGHT].count;
    drop_table(f);
    f->steps_of_pair = f->wraps ? most / f->period + 2 : 1;
    if (pairs > FAMILY_VALUES / f->steps_of_pair) return ST_UNSUPPORTED;
    size_t count = pairs * f->steps_of_pair;
    enum status st = budget_fits(f->budget, 2 * count * sizeof *f->values + (pairs + most) * 4);
    if (st != ST_OK) return st;
    f->values = mem_alloc(count * sizeof *f->values);
    f->value_count = f->values ? count : 0;
    if (f->values && !f->wraps) f->turned = mem_alloc(count * sizeof *f->turned);
    return f->values && (f->wraps || f->turned) ? ST_OK : ST_NO_MEMORY;
}

static enum status fill(struct families *f, const struct env *keep, size_t most)
{
    enum status st = make_table(f, most);
    if (st == ST_OK) budget_expect_about(f->budget, f->value_count); /* those that stand in a run at all */
    if (st == ST_OK) st = family_runs_fill(f, keep, most);
    if (st == ST_OK) f->filled = most;
    return st;
}

/* ---- a run by its ends ------------------------------------------------------------------------------------------- */
/* The right end of a run whose left end is known, `same` cells after it being as in the core. */
static bool find_right(const struct families *f, const struct family_end *left, const unsigned char *run, size_t length,
                       size_t same, uint32_t *right, uint32_t *core)
{
    size_t rest = length - left->length;
    for (size_t string = rest - same; string <= FAMILY_CELLS && string <= rest; string++) {
        *core = (uint32_t)(rest - string);
        uint64_t phase = (uint64_t)left->phase + *core;
        for (uint32_t i = f->heads[FAMILY_RIGHT][phase % f->period]; i; i = f->ends[FAMILY_RIGHT].data[i - 1].next) {
            const struct family_end *e = &f->ends[FAMILY_RIGHT].data[i - 1];
            *right = i - 1;
            if (e->length == string && memcmp(e->cells, run + length - string, string) == 0) return true;
        }
    }
    return false;
}

static bool find_run(const struct families *f, const unsigned char *run, size_t length, uint32_t *left, uint32_t *right,
                     uint32_t *core)
{
    for (*left = 0; *left < f->ends[FAMILY_LEFT].count; ++*left) {
        const struct family_end *e = &f->ends[FAMILY_LEFT].data[*left];
        if (e->length > length || memcmp(e->cells, run, e->length) != 0) continue;
        size_t at = e->length;
        for (uint32_t phase = e->phase; at < length && run[at] == f->core[phase]; at++)
            phase = phase + 1 == f->period ? 0 : phase + 1;
        if (find_right(f, e, run, length, at - e->length, right, core)) return true;
    }
    return false;
}

enum status families_value(struct families *f, const struct env *keep, const unsigned char *run, size_t length,
                           uint32_t *value)
{
    uint32_t left, right, core;
    if (length > FAMILY_LONGEST) return ST_UNSUPPORTED;
    if (!find_run(f, run, length, &left, &right, &core))
        return length <= FEW_CELLS ? run_words_value(&f->words, run, length, value) : ST_UNSUPPORTED;
    enum status st = length > f->filled ? fill(f, keep, length) : ST_OK;
    if (st == ST_OK) *value = *value_at(f, left, right, core);
    return st;
}

enum status families_open(const struct row_rule *rule, const unsigned char *run, size_t length, struct budget *budget,
                          struct families **families)
{
    *families = NULL;
    if (!rule->known || !rule->moves.count || length > FAMILY_LONGEST) return ST_UNSUPPORTED;
    struct families *f = mem_alloc(sizeof *f);
    if (!f) return ST_NO_MEMORY;
    *f = (struct families){.rule = rule, .budget = budget, .words = {.rule = rule, .table = {.budget = budget}}};
    f->stamps = mem_alloc(STAMPS * sizeof *f->stamps);
    enum status st = f->stamps ? set_core(f, run, length) : ST_NO_MEMORY;
    if (st == ST_OK) st = family_ends_find(f);
    if (st == ST_OK) *families = f;
    else families_close(f);
    return st;
}

void families_close(struct families *f)
{
    if (!f) return;
    run_words_free(&f->words);
    mem_free(f->core, f->core ? f->period : 0);
    mem_free(f->first_cut, f->first_cut ? ((size_t)f->period + 1) * sizeof *f->first_cut : 0);
    for (int side = 0; side < 2; side++) {
        mem_free(f->heads[side], f->heads[side] ? f->period * sizeof *f->heads[side] : 0);
        vec_free(&f->ends[side]);
        vec_free(&f->turns[side]);
        vec_free(&f->turns_end[side]);
    }
    vec_free(&f->cuts);
    drop_table(f);
    mem_free(f->stamps, f->stamps ? STAMPS * sizeof *f->stamps : 0);
    mem_free(f, sizeof *f);
}
