/* SPDX-License-Identifier: MIT */
/* The table kernel: positions in index order, options as indices, values marked in a stamped array, the mex read off
 * it. A ray over adjacent indices that is close to that of the position before is not marked: a range_mex maintains its
 * values. Of a ray over pairs of heaps with a fixed sum, the rare values are marked at once and others are looked for
 * when the mex needs them. */
#include <string.h>
#include "code/machine/private.h"

static enum status grow_seen(struct fill *t, struct machine *vm, uint64_t value)
{
    uint64_t capacity = t->capacity ? t->capacity : 512;
    while (capacity <= value) capacity *= 2;
    enum status st = budget_fits(vm->budget, capacity - t->capacity);
    if (st != ST_OK) return st;
    uint8_t *seen = mem_resize(t->seen, t->capacity ? t->capacity + CGI_BEHIND : 0, capacity + CGI_BEHIND);
    if (!seen) return ST_NO_MEMORY;
    t->seen = seen;
    t->capacity = capacity;
    return ST_OK;
}

enum status fill_open(struct fill *t, struct machine *vm)
{
    t->stamp = 1;
    return grow_seen(t, vm, 0);
}

enum status fill_room(struct fill *t, struct machine *vm, uint32_t value)
{
    return value < t->capacity || value == VALUE_NONE ? ST_OK : grow_seen(t, vm, value);
}

enum status fill_make_room(struct fill *fill, struct machine *vm)
{
    struct value_table *t = fill->table;
    for (uint64_t i = t->judged; i < fill->current; i++)
        if (fill_value(fill, i) > t->most && fill_value(fill, i) != VALUE_NONE) t->most = fill_value(fill, i);
    t->judged = fill->current;
    return fill_room(fill, vm, t->most);
}

void fill_close(struct fill *t)
{
    mem_free(t->seen, t->capacity ? t->capacity + CGI_BEHIND : 0);
    for (unsigned i = 0; i < FILL_RUNNING; i++) range_mex_free_memory(&t->running[i]);
    sparse_space_free(&t->splits);
}

/* For a value beyond the stamped array, or the mark of an illegal position. */
enum status table_mark(struct frame *f, const struct ins *ins, uint64_t value)
{
    struct fill *t = f->fill;
    if (value >= VALUE_NONE) return fail_invariant(f, ins, f->program->game, NULL);
    enum status st = grow_seen(t, f->vm, value);
    if (st == ST_OK) t->seen[value] = t->stamp;
    return st;
}

/* The least number that is neither marked nor in a range_mex, 64 at a time from the first that some range_mex lacks. */
uint64_t table_mex(struct fill *t)
{
    uint64_t from = 0, word;
    for (unsigned i = 0; i < FILL_RUNNING; i++) {
        uint64_t least = t->served >> i & 1 ? range_mex_free(&t->running[i], 0) : 0;
        if (least > from) from = least;
    }
    uint64_t below = ((uint64_t)1 << from % 64) - 1; /* the capacity is a multiple of 64 */
    for (uint64_t k = from / 64;; k++, below = 0) {
        word = 64 * k < t->capacity ? cgi_seen_word(t->seen + 64 * k, t->stamp) | below : below;
        for (unsigned left = t->served; left; left &= left - 1) {
            const struct range_mex *r = &t->running[__builtin_ctz(left)];
            if (64 * k < r->room) word |= r->bits[k];
        }
        if (word != UINT64_MAX) return 64 * k + (uint64_t)__builtin_ctzll(~word);
    }
}

enum status machine_use_fuel(struct machine *vm, uint64_t work)
{
    enum status st = ST_OK;
    vm->along += work;
    for (; st == ST_OK && work >= vm->fuel; st = machine_refuel(vm)) work -= vm->fuel;
    if (st == ST_OK) vm->fuel -= (uint32_t)work;
    return st;
}

/* The same if some rays are marked in part: looks for the number that seems to be missing. */
static uint32_t mex_with_splits(struct fill *t, uint64_t *work)
{
    for (;;) {
        uint64_t m = table_mex(t);
        *work += sparse_space_find(&t->splits, value_view_of(t->values), t->open, t->open_count, m, t->seen, t->stamp);
        if (m >= t->capacity || t->seen[m] != t->stamp) return (uint32_t)m;
    }
}

static uint32_t value_here(struct fill *t, uint64_t *work)
{
    if (t->none) return VALUE_NONE;
    if (t->open_count) return mex_with_splits(t, work);
    if (t->served) return (uint32_t)table_mex(t); /* at most the number of options, hence below VALUE_NONE */
    return cgi_mex(t->seen, t->stamp);
}

/* Does partial marking pay at the current position? Ensures room for every value that those rays can have. */
static enum status learn(struct fill *t, struct machine *vm)
{
    t->sparse = false;
    if (!t->splits.taken) return ST_OK;
    enum status st = sparse_space_learn(&t->splits, value_view_of(t->values), t->current, vm->budget);
    t->sparse = st == ST_OK && sparse_space_worth(&t->splits);
    return t->sparse && t->capacity <= t->splits.top ? grow_seen(t, vm, t->splits.top) : st;
}

static enum status store_value_here(struct fill *t, struct machine *vm, uint64_t *work)
{
    uint32_t value = value_here(t, work);
    if (t->narrow && value > UINT16_MAX) return ST_UNSUPPORTED; /* nothing is stored: the table ends before it */
    if (t->narrow) t->table->narrow[t->current] = (uint16_t)value;
    else t->table->values[t->current] = value;
    return fill_room(t, vm, value);
}

static enum status store_outcome(struct fill *t)
{
    uint64_t bit = (uint64_t)1 << t->current % 64, *word = &t->table->losses[t->current / 64];
    bool wins = t->decided || (t->table->misere && !t->moved);
    *word = wins ? *word & ~bit : *word | bit;
    return ST_OK;
}

enum status table_step(struct frame *f, bool *more)
{
    struct fill *t = f->fill;
    struct machine *vm = f->vm;
    *more = false;
    if (t->current >= t->to) return ST_OK;
    uint64_t work = 0;
    enum status st = t->outcomes ? store_outcome(t) : store_value_here(t, vm, &work);
    if (st != ST_OK) return st;
    t->current++;
    t->stamp = cgi_stamp(t->seen, t->capacity, t->stamp);
    t->none = t->decided = t->moved = false;
    t->rays = t->served = t->open_count = 0;
    st = learn(t, vm);
    if (st == ST_OK && work) st = machine_use_fuel(vm, work);
    if (st != ST_OK) return st;
    *more = t->current < t->to;
    int64_t *x = f->registers + vm->model->param_count + 1;
    for (size_t i = t->table->fields; i > 0; i--) {
        if (x[i - 1] < t->high[i - 1]) {
            x[i - 1]++;
            break;
        }
        x[i - 1] = t->low[i - 1];
    }
    return --vm->fuel ? ST_OK : machine_refuel(vm);
}

/* ---- rays ------------------------------------------------------------------------------------------------------- */

#define RAY_MAX 4
struct table_line {
    uint64_t at[RAY_MAX], step[RAY_MAX];
    int count;
    uint32_t fixed; /* the nim-sum of components that were taken out, since they stand */
};

/* Components that stand have one value for all options. Not where one of them has none. */
static void line_settle(struct table_line *l, const struct fill *t)
{
    uint32_t fixed = 0;
    int moving = 0;
    for (int i = 0; i < l->count; i++) {
        if (l->step[i]) moving++;
        else if (fill_value(t, l->at[i]) == VALUE_NONE) return;
        else fixed ^= fill_value(t, l->at[i]);
    }
    if (!moving || moving == l->count) return;
    moving = 0;
    for (int i = 0; i < l->count; i++)
        if (l->step[i]) l->at[moving] = l->at[i], l->step[moving++] = l->step[i];
    l->count = moving;
    l->fixed = fixed;
}

/* Both ends of every component are before the current position, hence all indices between them. */
static bool line_make(struct table_line *l, const int64_t *ends, int count, uint64_t last, uint64_t current)
{
    l->count = count;
    l->fixed = 0;
    for (int i = 0; i < count; i++) {
        int64_t a = ends[2 * i], b = ends[2 * i + 1];
        if (a < 0 || b < 0 || (uint64_t)a >= current || (uint64_t)b >= current) return false;
        l->at[i] = (uint64_t)a;
        l->step[i] = last == 0 || last > INT64_MAX ? 0 : (uint64_t)((b - a) / (int64_t)last);
    }
    return true;
}

static bool line_stands(const struct table_line *l)
{
    for (int i = 0; i < l->count; i++)
        if (l->step[i] != 0) return false;
    return true;
}

/* Do the two components change places halfway? Then each pair of them comes twice, and the first half has all values. */
static bool line_mirrors(const struct table_line *l, uint64_t last)
{
    return l->count == 2 && l->step[0] + l->step[1] == 0 && l->at[0] + l->step[0] * last == l->at[1];
}

static uint64_t line_value(const struct table_line *l, const struct fill *t, bool *none)
{
    uint32_t v = l->fixed;
    for (int i = 0; i < l->count; i++) {
        uint32_t x = fill_value(t, l->at[i]);
        if (x == VALUE_NONE) *none = true;
        v ^= x;
    }
    return v;
}

static void line_advance(struct table_line *l, uint64_t by)
{
    for (int i = 0; i < l->count; i++) l->at[i] += l->step[i] * by;
}

/* Marks options until one needs individual treatment; returns how many were done. The capacity is a power of 2: four
 * values are below it if none has a bit from it on, which is one comparison. A pointer that moves by the step and never
 * leaves the values takes fewest registers; the loop is there once without a nim-sum. */
#define MARK_ONE(name, type, cells)                                                                                    \
    static inline uint64_t name##_with(struct fill *t, const struct table_line *l, uint64_t count, type fixed)         \
    {                                                                                                                  \
        const type *p = t->cells + l->at[0];                                                                           \
        uint8_t *const seen = t->seen, stamp = t->stamp;                                                               \
        const ptrdiff_t step = (ptrdiff_t)l->step[0];                                                                  \
        uint64_t capacity = t->capacity, left = count;                                                                 \
        while (left >= 4) {                                                                                            \
            type a = p[0] ^ fixed, b = p[step] ^ fixed, c = p[2 * step] ^ fixed, d = p[3 * step] ^ fixed;              \
            if ((uint32_t)(a | b | c | d) >= capacity) break;                                                          \
            seen[a] = seen[b] = seen[c] = seen[d] = stamp;                                                             \
            left -= 4;                                                                                                 \
            if (left) p += 4 * step;                                                                                   \
        }                                                                                                              \
        while (left) {                                                                                                 \
            type v = p[0] ^ fixed;                                                                                     \
            if (v >= capacity) break;                                                                                  \
            seen[v] = stamp;                                                                                           \
            if (--left) p += step;                                                                                     \
        }                                                                                                              \
        return count - left;                                                                                           \
    }                                                                                                                  \
    static uint64_t name(struct fill *t, const struct table_line *l, uint64_t count)                                   \
    {                                                                                                                  \
        return l->fixed ? name##_with(t, l, count, (type)l->fixed) : name##_with(t, l, count, 0);                      \
    }
MARK_ONE(mark_wide, uint32_t, values)
MARK_ONE(mark_narrow, uint16_t, narrow)

static uint64_t mark_one(struct fill *t, const struct table_line *l, uint64_t count)
{
    return t->narrow ? mark_narrow(t, l, count) : mark_wide(t, l, count);
}

/* Of two positions without a value the nim-sum is small; where both numbers reach 2^31, one looks closer. sure: there are none such, as
 * the game has no invariant. Four pairs at a time are tested together, as in MARK_ONE; parts of one heap, one growing as the other does
 * not, by one or by two, need few registers. */
#define MARK_TWO(name, type, cells)                                                                                    \
    static inline __attribute__((always_inline))                                                                       \
    uint64_t name##_with(struct fill *t, const type *p, ptrdiff_t sp, const type *q, ptrdiff_t sq,                     \
                         const uint32_t fixed, uint64_t count, const bool sure)                                        \
    {                                                                                                                  \
        uint8_t *const seen = t->seen, stamp = t->stamp;                                                               \
        uint64_t capacity = t->capacity, left = count;                                                                 \
        while (left >= 4) {                                                                                            \
            uint32_t x[4] = {p[0], p[sp], p[2 * sp], p[3 * sp]}, y[4] = {q[0], q[sq], q[2 * sq], q[3 * sq]};           \
            uint32_t a = x[0] ^ y[0] ^ fixed, b = x[1] ^ y[1] ^ fixed, c = x[2] ^ y[2] ^ fixed,                        \
                     d = x[3] ^ y[3] ^ fixed, both = (x[0] & y[0]) | (x[1] & y[1]) | (x[2] & y[2]) | (x[3] & y[3]);    \
            if (((a | b | c | d) >= capacity) | (!sure && both >> 31)) break;                                          \
            seen[a] = seen[b] = seen[c] = seen[d] = stamp;                                                             \
            left -= 4;                                                                                                 \
            if (left) p += 4 * sp, q += 4 * sq;                                                                        \
        }                                                                                                              \
        while (left) {                                                                                                 \
            uint32_t x = p[0], y = q[0], v = x ^ y ^ fixed;                                                            \
            if ((v >= capacity) | (!sure && (x & y) >> 31)) break;                                                     \
            seen[v] = stamp;                                                                                           \
            if (--left) p += sp, q += sq;                                                                              \
        }                                                                                                              \
        return count - left;                                                                                           \
    }                                                                                                                  \
    static uint64_t name##_ones(struct fill *t, const type *p, const type *q, uint32_t fixed, uint64_t count)          \
    {                                                                                                                  \
        return fixed ? name##_with(t, p, 1, q, -1, fixed, count, true) : name##_with(t, p, 1, q, -1, 0, count, true);  \
    }                                                                                                                  \
    static uint64_t name##_twos(struct fill *t, const type *p, const type *q, uint32_t fixed, uint64_t count)          \
    {                                                                                                                  \
        return fixed ? name##_with(t, p, 2, q, -2, fixed, count, true) : name##_with(t, p, 2, q, -2, 0, count, true);  \
    }                                                                                                                  \
    static uint64_t name(struct fill *t, const struct table_line *l, uint64_t count)                                   \
    {                                                                                                                  \
        const type *p = t->cells + l->at[0], *q = t->cells + l->at[1];                                                 \
        const ptrdiff_t sp = (ptrdiff_t)l->step[0], sq = (ptrdiff_t)l->step[1];                                        \
        if (t->unsure) return name##_with(t, p, sp, q, sq, l->fixed, count, false);                                    \
        if (sp == -1 && sq == 1) return name##_ones(t, q, p, l->fixed, count);                                         \
        if (sp == 1 && sq == -1) return name##_ones(t, p, q, l->fixed, count);                                         \
        if (sp == -2 && sq == 2) return name##_twos(t, q, p, l->fixed, count);                                         \
        if (sp == 2 && sq == -2) return name##_twos(t, p, q, l->fixed, count);                                         \
        return name##_with(t, p, sp, q, sq, l->fixed, count, true);                                                    \
    }
MARK_TWO(mark_two_wide, uint32_t, values)
MARK_TWO(mark_two_narrow, uint16_t, narrow)

static uint64_t mark_two(struct fill *t, const struct table_line *l, uint64_t count)
{
    return t->narrow ? mark_two_narrow(t, l, count) : mark_two_wide(t, l, count);
}

/* Three components that all have values, four options at a time: as MARK_TWO. */
#define MARK_THREE(name, type, cells)                                                                                  \
    static uint64_t name(struct fill *t, const struct table_line *l, uint64_t count)                                   \
    {                                                                                                                  \
        const type *p = t->cells + l->at[0], *q = t->cells + l->at[1], *r = t->cells + l->at[2];                       \
        const ptrdiff_t sp = (ptrdiff_t)l->step[0], sq = (ptrdiff_t)l->step[1], sr = (ptrdiff_t)l->step[2];            \
        uint8_t *const seen = t->seen, stamp = t->stamp;                                                               \
        uint64_t capacity = t->capacity, left = count;                                                                 \
        uint32_t fixed = l->fixed;                                                                                     \
        while (left >= 4) {                                                                                            \
            uint32_t a = p[0] ^ q[0] ^ r[0] ^ fixed, b = p[sp] ^ q[sq] ^ r[sr] ^ fixed,                                \
                     c = p[2 * sp] ^ q[2 * sq] ^ r[2 * sr] ^ fixed, d = p[3 * sp] ^ q[3 * sq] ^ r[3 * sr] ^ fixed;     \
            if ((a | b | c | d) >= capacity) break;                                                                    \
            seen[a] = seen[b] = seen[c] = seen[d] = stamp;                                                             \
            left -= 4;                                                                                                 \
            if (left) p += 4 * sp, q += 4 * sq, r += 4 * sr;                                                           \
        }                                                                                                              \
        while (left) {                                                                                                 \
            uint32_t v = p[0] ^ q[0] ^ r[0] ^ fixed;                                                                   \
            if (v >= capacity) break;                                                                                  \
            seen[v] = stamp;                                                                                           \
            if (--left) p += sp, q += sq, r += sr;                                                                     \
        }                                                                                                              \
        return count - left;                                                                                           \
    }
MARK_THREE(mark_three_wide, uint32_t, values)
MARK_THREE(mark_three_narrow, uint16_t, narrow)

static uint64_t mark_many(struct fill *t, const struct table_line *l, uint64_t count)
{
    struct table_line w = *l;
    if (l->count == 3 && !t->unsure) return t->narrow ? mark_three_narrow(t, l, count) : mark_three_wide(t, l, count);
    uint64_t done = 0;
    for (; done < count; done++) {
        bool none = false;
        uint64_t v = line_value(&w, t, &none);
        if (none || v >= t->capacity) break;
        t->seen[v] = t->stamp;
        line_advance(&w, 1);
    }
    return done;
}

/* Looks for an option that loses, and stops there. */
static uint64_t find_loss(struct fill *t, const struct table_line *l, uint64_t count)
{
    uint64_t at = l->at[0], step = l->step[0], done = 0;
    for (; done < count && !t->decided; done++, at += step) t->decided = value_table_loses(t->table, at);
    return done;
}

static enum status closer_look(struct frame *f, const struct ins *ins, const struct table_line *l, uint64_t option)
{
    bool none = false;
    uint64_t v = line_value(l, f->fill, &none);
    f->registers[ins->a] =
        (int64_t)((uint64_t)f->registers[ins->a] + option); /* for the note: the register of the generator */
    return table_mark(f, ins, none ? VALUE_NONE : v);
}

/* Handles the ray with a range_mex, if that pays. */
static enum status run_along(struct frame *f, const struct table_line *l, uint64_t last, bool *served)
{
    struct fill *t = f->fill;
    unsigned k = t->rays++;
    bool up = l->step[0] == 1, down = l->step[0] == UINT64_MAX;
    if (k >= FILL_RUNNING || !(up || down)) return ST_OK;
    uint64_t work, low = up ? l->at[0] : l->at[0] - last;
    enum status st = range_mex_follow(&t->running[k], (struct range_values){t->values, t->narrow}, low, low + last + 1,
                                      f->vm->budget, served, &work);
    if (*served) t->served |= 1u << k;
    return st == ST_OK ? machine_use_fuel(f->vm, work) : st;
}

/* The same for a ray that is too short for it. */
static void short_along(struct fill *t, const struct table_line *l, uint64_t last)
{
    unsigned k = t->rays++;
    bool up = l->step[0] == 1, down = l->step[0] == UINT64_MAX;
    if (k >= FILL_RUNNING || !(up || down)) return;
    t->running[k].asked[0] = up ? l->at[0] : l->at[0] - last;
    t->running[k].asked[1] = t->running[k].asked[0] + last + 1;
}

/* A ray over pairs with a fixed sum, marked in part if that pays. The pairs (a, b) and (b, a) are the same. */
static enum status split_along(struct frame *f, const struct table_line *l, uint64_t last, bool *served)
{
    struct fill *t = f->fill;
    uint64_t low = l->step[0] == 1 ? l->at[0] : l->at[1], sum = l->at[0] + l->at[1], left = last + 1;
    bool opposite = (l->step[0] == 1 && l->step[1] == UINT64_MAX) || (l->step[0] == UINT64_MAX && l->step[1] == 1);
    *served = false;
    if (!opposite || t->table->fields != 1 || t->narrow) return ST_OK;
    t->splits.taken |= 1u << ((t->current - sum) & 1);
    if (!t->sparse || t->open_count == FILL_SPLITS) return ST_OK;
    if (low + low + last == sum) left = last / 2 + 1;
    struct split *x = &t->open[t->open_count++];
    *x = (struct split){sum, low, left};
    *served = true;
    return machine_use_fuel(f->vm, sparse_space_mark(&t->splits, value_view_of(t->values), x, t->seen, t->stamp));
}

/* Afterwards the generator's register is at the first option again. */
enum status table_ray(struct frame *f, const struct ins *ins)
{
    struct fill *t = f->fill;
    int64_t low = f->registers[ins->a], high = f->registers[ins->b];
    struct table_line l;
    if (low > high) return ST_OK;
    t->moved = true;
    uint64_t last = (uint64_t)high - (uint64_t)low, left = last + 1 ? last + 1 : last, done = 0;
    if (!line_make(&l, &f->registers[ins->c], ins->d / 2, last, t->current)) return fail_at(f, ins, D_RUN_TABLE_ORDER);
    if (line_stands(&l)) left = 1;
    else if (line_mirrors(&l, last)) left = last / 2 + 1;
    if (l.count == 1 && !t->outcomes) {
        bool served = false;
        enum status st = run_along(f, &l, last, &served);
        if (st != ST_OK || served) return st;
    }
    if (l.count == 2 && !t->outcomes) {
        bool served;
        enum status st = split_along(f, &l, last, &served);
        if (st != ST_OK || served) return st;
    }
    if (l.count > 1 && !t->outcomes) line_settle(&l, t);
    while (left > 0) {
        uint64_t batch = left < f->vm->fuel ? left : f->vm->fuel, n;
        if (t->outcomes) n = find_loss(t, &l, batch);
        else
            n = l.count == 1 ? mark_one(t, &l, batch) : l.count == 2 ? mark_two(t, &l, batch) : mark_many(t, &l, batch);
        if (t->decided) return ST_OK;
        line_advance(&l, n);
        done += n;
        left -= n;
        enum status st = ST_OK;
        if (n < batch) { /* one option is processed individually: a larger array for its value, or a failure */
            st = closer_look(f, ins, &l, done);
            f->registers[ins->a] = low;
            line_advance(&l, 1);
            done++;
            left--;
        }
        f->vm->fuel -= (uint32_t)n;
        f->vm->along += n;
        if (st == ST_OK && f->vm->fuel == 0) st = machine_refuel(f->vm);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

/* The account of turns is that of table_ray. What a range_mex was asked is forgotten if table_ray must ask it again: then it
 * answers as it did, and what it has counted already is not charged twice. */
bool table_ray_done(struct frame *f, int64_t low, int64_t high, int64_t from, int64_t to, enum status *st)
{
    struct fill *t = f->fill;
    uint64_t last = (uint64_t)high - (uint64_t)low, a = (uint64_t)from, b = (uint64_t)to;
    if (low > high) return true;
    if (a >= t->current || b >= t->current || last >= f->vm->fuel - 1) return false;
    int64_t unknown = 0;
    struct range_mex *r = t->rays < FILL_RUNNING ? &t->running[t->rays] : NULL;
    int64_t pace = cgi_pace_again(r ? &t->paces[t->rays] : &unknown, a, b, (uint32_t)last);
    struct table_line l = {.at = {a}, .step = {(uint64_t)pace}, .count = 1};
    uint64_t asked[2] = {r ? r->asked[0] : 0, r ? r->asked[1] : 0}, left = last && l.step[0] ? last + 1 : 1;
    bool served = false;
    if (last + 1 < RUNNING_LEAST) short_along(t, &l, last);
    else *st = run_along(f, &l, last, &served);
    if (*st != ST_OK || served) return true;
    if (left >= f->vm->fuel || mark_one(t, &l, left) < left) {
        if (r) memcpy(r->asked, asked, sizeof asked);
        t->rays--;
        return false;
    }
    f->vm->fuel -= (uint32_t)left;
    f->vm->along += left;
    return true;
}
