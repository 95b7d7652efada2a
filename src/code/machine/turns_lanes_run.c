/* SPDX-License-Identifier: MIT */
/* Blocks of lanes, one after the other, up to the loop's last turn or the first one that is the machine's. */
#include <string.h>
#include "base/bits.h"
#include "code/machine/turns_lanes.h"
#include "code/machine/turns_numbers.h"
#include "code/native/lane_bounds.h"

/* ---- sets of turns ----------------------------------------------------------------------------------------------- */

static void below(const struct lane_run *r, lane_set s, size_t count)
{
    for (size_t w = 0; w < r->words; w++)
        s[w] = count >= 64 * (w + 1) ? UINT64_MAX : count > 64 * w ? ((uint64_t)1 << (count - 64 * w)) - 1 : 0;
}

static bool is_empty(const struct lane_run *r)
{
    uint64_t any = 0;
    for (size_t w = 0; w < r->words; w++) any |= r->in[w];
    return !any;
}

static size_t size_of(const struct lane_run *r) { return r->kernels->size(r->in, r->words); }

/* The turns from this one on are not done. */
static void stop_at(struct lane_run *r, size_t turn)
{
    if (turn >= r->stop) return;
    r->stop = turn;
    below(r, r->before, turn);
    for (size_t w = 0; w < r->words; w++) r->in[w] &= r->before[w];
}

static void join(struct lane_run *r, struct lane_step *s)
{
    for (size_t w = 0; w < r->words; w++) r->in[w] |= s->waiting[w] & r->before[w];
    memset(s->waiting, 0, sizeof s->waiting);
}

static void jump(struct lane_run *r, const struct lane_step *s)
{
    lane_set holds;
    size_t first = r->count;
    r->kernels->jumps[s->ins->op](holds, &s->b, &s->c, r->count);
    for (size_t w = r->words; w-- > 0;) {
        uint64_t out = holds[w] & r->in[w];
        r->in[w] ^= out;
        if (s->to >= 0) r->loop->steps[s->to].waiting[w] |= out;
        if (s->to == LANE_OUT && out) first = 64 * w + (size_t)__builtin_ctzll(out);
    }
    if (s->to == LANE_OUT) stop_at(r, first);
}

#define EACH_IN(r, ...)                                                                                                \
    for (size_t w_ = 0; w_ < (r)->words; w_++)                                                                         \
        for (uint64_t set_ = (r)->in[w_]; set_; set_ &= set_ - 1) {                                                    \
            const size_t i = 64 * w_ + (size_t)__builtin_ctzll(set_);                                                  \
            __VA_ARGS__                                                                                                \
        }

/* ---- the table --------------------------------------------------------------------------------------------------- */

/* Are the numbers of all lanes `low` or more and at most `high`? Lines are, if both of their ends are. */
static bool are_within(const struct lane_run *r, const struct lane_operand *o, int32_t low, int32_t high)
{
    int64_t last = o->same + (int64_t)o->slope * (int64_t)(r->count - 1);
    if (o->at) return r->kernels->within(o, low, high, r->count);
    return o->same >= low && o->same <= high && last >= low && last <= high;
}

static bool is_inside(const struct lane_run *r, const struct lane_step *s)
{
    int64_t low = r->f->fill->low[s->ins->d], high = r->f->fill->high[s->ins->d];
    if (are_within(r, &s->c, (int32_t)low, (int32_t)high)) return true;
    EACH_IN(r, int32_t x = turns_lanes_number(&s->c, i); if (x < low || x > high) return false;)
    return true;
}

/* Are all indices of these turns below the current one? *whole: those of other lanes as well. */
static bool are_before(const struct lane_run *r, const struct lane_step *s, bool *whole)
{
    const uint64_t end = r->f->fill->current;
    *whole = end && are_within(r, &s->b, 0, (int32_t)(end - 1));
    if (*whole) return true;
    EACH_IN(r, if ((uint32_t)turns_lanes_number(&s->b, i) >= end) return false;)
    return true;
}

/* Values at indices below the current one. They are below the capacity of the marks: those of earlier fillings by fill_make_room,
 * others since they were stored (table.c). Many that lie one after the other are read for all lanes. */
enum { LANES_A_FEW = 8 };
#define LANES_LOOK(name, type)                                                                                         \
    static void look_##name(const struct lane_run *r, const struct lane_step *s, const type *values, bool whole,       \
                            int32_t *to)                                                                               \
    {                                                                                                                  \
        const int32_t *const index = s->b.at, slope = s->b.slope;                                                      \
        const size_t some = size_of(r);                                                                                \
        if ((slope == 1 || slope == -1) && whole && LANES_A_FEW * some >= r->count)                                    \
            r->kernels->take_##name(to, values + s->b.same, slope < 0, r->count);                                      \
        else if (index && whole && 2 * some >= r->count)                                                               \
            for (size_t i = 0; i < r->count; i++) to[i] = (int32_t)values[(uint32_t)index[i]];                         \
        else EACH_IN(r, to[i] = (int32_t)values[(uint32_t)turns_lanes_number(&s->b, i)];)                              \
    }
LANES_LOOK(wide, uint32_t)
LANES_LOOK(narrow, uint16_t)

static void look_outcomes(const struct lane_run *r, const struct lane_step *s, int32_t *to)
{
    const struct value_table *t = r->f->fill->table;
    EACH_IN(r, to[i] = !value_table_loses(t, (uint32_t)turns_lanes_number(&s->b, i));)
}

static bool get(struct lane_run *r, const struct lane_step *s)
{
    const struct fill *t = r->f->fill;
    int32_t *to = turns_lanes_row(r, s->ins->a);
    bool whole;
    if (!are_before(r, s, &whole)) return false;
    if (t->outcomes) look_outcomes(r, s, to);
    else if (t->narrow) look_narrow(r, s, t->narrow, whole, to);
    else look_wide(r, s, t->values, whole, to);
    return true;
}

static bool mark(struct lane_run *r, const struct lane_step *s)
{
    struct fill *t = r->f->fill;
    if (t->outcomes) {
        if (!is_empty(r)) t->moved = true;
        EACH_IN(r, if (turns_lanes_number(&s->b, i) == 0) return stop_at(r, i), true;)
        return true;
    }
    if (!are_within(r, &s->b, 0, t->capacity > INT32_MAX ? INT32_MAX : (int32_t)t->capacity - 1)) {
        uint32_t any = 0; /* the capacity is a power of 2 */
        EACH_IN(r, any |= (uint32_t)turns_lanes_number(&s->b, i);)
        if (any >= VALUE_NONE || fill_room(t, r->f->vm, any) != ST_OK) return false;
    }
    r->kernels->mark((struct lane_marks){t->seen, t->stamp, r->in, r->words}, &s->b);
    return true;
}

/* Which of the indices first .. first + 63 lose, of those that are at most `last`, of others anything. */
static uint64_t losses_up(const uint64_t *losses, uint64_t first, uint64_t last)
{
    uint64_t word = losses[first / 64] >> first % 64;
    return first % 64 && first / 64 < last / 64 ? word | losses[first / 64 + 1] << (64 - first % 64) : word;
}

/* ... of first, first - 1 ..; last: the greatest index of the block. */
static uint64_t losses_down(const uint64_t *losses, uint64_t first, uint64_t last)
{
    return bits_backwards(first < 63 ? losses[0] << (63 - first) : losses_up(losses, first - 63, last));
}

/* In a table of outcomes, indices on a line that goes up or down by 1, all of them below the current one: 64 at a time up to the first that
 * loses. */
static void meet_losses(struct lane_run *r, const struct lane_step *s)
{
    struct fill *t = r->f->fill;
    const uint64_t *losses = t->table->losses;
    bool down = s->b.slope < 0;
    uint64_t same = (uint64_t)s->b.same, last = down ? same : same + r->count - 1;
    if (!is_empty(r)) t->moved = true;
    for (size_t w = 0; w < r->words; w++) {
        if (!r->in[w]) continue;
        uint64_t lost = down ? losses_down(losses, same - 64 * w, last) : losses_up(losses, same + 64 * w, last);
        if (!(lost & r->in[w])) continue;
        return stop_at(r, 64 * w + (size_t)__builtin_ctzll(lost & r->in[w]));
    }
}

/* A value that is marked at once. */
static bool get_and_mark(struct lane_run *r, const struct lane_step *s)
{
    const struct fill *t = r->f->fill;
    bool whole;
    if (!(s->b.at || s->b.slope)) return get(r, s) && mark(r, s + 1);
    if (!are_before(r, s, &whole)) return false;
    if (t->outcomes && whole && !s->b.at && (s->b.slope == 1 || s->b.slope == -1)) return meet_losses(r, s), true;
    if (t->outcomes) return get(r, s) && mark(r, s + 1);
    struct lane_marks marks = {t->seen, t->stamp, r->in, r->words};
    if (t->narrow) r->kernels->mark_narrow(marks, t->narrow, &s->b);
    else r->kernels->mark_wide(marks, t->values, &s->b);
    return true;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

static bool marks_next(const struct lane_run *r, size_t k)
{
    const struct lane_step *s = &r->loop->steps[k];
    return k + 1 < r->loop->count && s[1].ins->op == OP_TABLE_MARK && s[1].ins->a == s->ins->a && !s[1].joins;
}

/* What all turns have had in common, for those that the step does not write: also where it writes none. */
static void spread(const struct lane_run *r, const struct lane_step *s)
{
    r->kernels->line(turns_lanes_row(r, s->ins->a), s->before, 0, LANES);
}

static bool do_result(struct lane_run *r, const struct lane_step *s)
{
    int32_t *to = turns_lanes_row(r, s->ins->a);
    if (s->ins->op == OP_TABLE_GET) return get(r, s);
    if (s->ins->op == OP_TABLE_INDEX && !s->inside && !is_inside(r, s)) return false;
    if (s->slope) {
        if (s->wanted) r->kernels->line(to, s->before, s->slope, r->count);
        return true;
    }
    turns_lanes_compute(r, s, s->apart ? r->l->spare : to, r->count);
    if (s->apart) r->kernels->replace(to, r->l->spare, r->in, r->count);
    return true;
}

/* False: some turn cannot be done so, and nothing of the block counts. */
static bool do_block(struct lane_run *r)
{
    bool fine = true;
    r->stop = r->count;
    r->words = (r->count + 63) / 64;
    below(r, r->in, r->count);
    below(r, r->before, r->count);
    for (size_t k = 0; k < r->loop->count; k++) {
        struct lane_step *s = &r->loop->steps[k];
        if (s->joins) join(r, s);
        if (s->spread) spread(r, s);
        if (s->done || !fine || is_empty(r)) continue;
        if (!s->slope || s->wanted) r->t->cost += LANES_AN_INSTRUCTION + r->count / LANES_TURNS_TOGETHER;
        if (turns_lanes_divides(s)) r->t->cost += r->count * LANES_A_DIVISION;
        if (s->ins->op == OP_TABLE_GET) r->options += size_of(r);
        if (s->ins->op == OP_TABLE_GET && marks_next(r, k)) fine = get_and_mark(r, s), k++;
        else if (s->ins->op == OP_TABLE_MARK) fine = mark(r, s);
        else if (lane_compared((enum opcode)s->ins->op) >= 0) jump(r, s);
        else fine = do_result(r, s);
    }
    return fine;
}

/* The greatest number that a loop over runs comes to. */
static int64_t last_of(const struct frame *f, const struct ins *next)
{
    const int64_t *last = &f->registers[next->b];
    int64_t most = last[0];
    if (next->op == OP_RANGE_NEXT) return most;
    most = INT64_MIN;
    for (int32_t k = 0; k < next->c; k += 3)
        if (last[k] <= last[k + 1] && last[k + 1] > most) most = last[k + 1];
    return most;
}

/* The numbers of the block's turns, at most `most`, into the lanes; *after: the one behind them. */
static size_t number_lanes(const struct lane_run *r, const struct ins *next, size_t most, int64_t *numbers,
                           int64_t *after)
{
    int32_t *to = turns_lanes_row(r, next->a);
    if (next->op == OP_RANGE_NEXT) {
        size_t count = turns_numbers_in_range(r->f, next, most, after);
        if (r->loop->wanted) r->kernels->line(to, (int32_t)r->f->registers[next->a], 1, count);
        return count;
    }
    size_t count = turns_numbers_in_runs(r->f, next, most < TURNS_BLOCK ? most : TURNS_BLOCK, numbers, after);
    for (size_t i = 0; i < count; i++) to[i] = (int32_t)numbers[i];
    return count;
}

enum status turns_lanes_run(struct turns *t, struct frame *f, struct lane_loop *l, const struct ins *next,
                            bool *machine)
{
    struct lane_run r = {.t = t, .l = t->lanes, .f = f, .loop = l, .kernels = t->lane_kernels};
    struct machine *vm = f->vm;
    int64_t x = f->registers[next->a], last = last_of(f, next), numbers[TURNS_BLOCK], after;
    if (f->fill->unsure || last < x || (uint64_t)last - (uint64_t)x < LANES_LEAST) return ST_OK;
    if (!turns_lanes_foresee(&r, next->a, x, last - (next->op == OP_RANGE_NEXT))) return ST_OK;
    vm->block_cost += LANES_A_LOOP;
    for (size_t block = f->fill->outcomes ? TURNS_FIRST_OF_OUTCOMES : LANES;;
         block = 2 * block < LANES ? 2 * block : LANES) {
        r.count = number_lanes(&r, next, block < vm->fuel ? block : vm->fuel, numbers, &after);
        if (!r.count) return ST_OK;
        turns_lanes_begin(&r, next->a, (int32_t)f->registers[next->a]);
        bool fine = do_block(&r);
        vm->block_cost += LANES_A_BLOCK + t->cost + r.options * LANES_AN_OPTION;
        t->cost = r.options = 0;
        if (!fine) return ST_OK;
        *machine = r.stop < r.count;
        if (!*machine) f->registers[next->a] = after;
        else if (next->op == OP_RANGE_NEXT) f->registers[next->a] += (int64_t)r.stop;
        else f->registers[next->a] = numbers[r.stop];
        enum status st = turns_numbers_charge(vm, r.stop);
        if (st != ST_OK || *machine) return st;
    }
}
