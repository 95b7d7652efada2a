/* SPDX-License-Identifier: MIT */
/* One instruction for all active turns. A register that is the same for all turns is computed once. */
#include <string.h>
#include "base/checked.h"
#include "base/golden.h"
#include "base/numbers.h"
#include "code/machine/turns_lanes.h"
#if defined(__x86_64__) && defined(__GNUC__)
#include "code/machine/processor.h"
#endif

/* The numbers of a register: at[turn & mask]; the same for all turns: mask is 0. */
struct operand {
    const int64_t *at;
    size_t mask;
};
/* What is computed now: for which turns, from what, to where. */
struct step {
    struct operand b, c;
    int64_t *to;
    const uint8_t *list; /* NULL: turns 0 .. count - 1 */
    size_t count;
    uint16_t *gcds; /* of the program's turns */
    struct common_row *row;
};
struct turns_kernels {
    bool (*steps[OP_COUNT])(const struct step *s);
    void (*jumps[OP_COUNT])(struct turns *t, const struct step *s, int32_t at);
    bool (*within)(const struct step *s, int64_t low, int64_t high);
    void (*index)(const struct step *s, int64_t low, int64_t high, uint64_t stride);
    bool (*reaches)(const struct step *s, uint64_t end);
    void (*count_up)(int64_t *numbers, int64_t from, size_t count);
};

#define SIGN(condition) ((uint64_t)(condition) << 63)

/* Its parts are held in variables: a store might change what it points to, for all that the C compiler knows. */
#define EACH(s, ...)                                                                                                   \
    do {                                                                                                               \
        const struct operand bs_ = (s)->b, cs_ = (s)->c;                                                               \
        const size_t count_ = (s)->count;                                                                              \
        const uint8_t *const list_ = (s)->list;                                                                        \
        if (list_)                                                                                                     \
            for (size_t k_ = 0; k_ < count_; k_++) {                                                                   \
                size_t i = list_[k_];                                                                                  \
                int64_t b = bs_.at[i & bs_.mask], c = cs_.at[i & cs_.mask];                                            \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
        else                                                                                                           \
            for (size_t i = 0; i < count_; i++) {                                                                      \
                int64_t b = bs_.at[i & bs_.mask], c = cs_.at[i & cs_.mask];                                            \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
    } while (0)

/* The same, with loops of their own for the commonest operands. */
#define EACH_PLAIN(s, ...)                                                                                             \
    do {                                                                                                               \
        const int64_t *const b_ = (s)->b.at, *const c_ = (s)->c.at;                                                    \
        const size_t n_ = (s)->count;                                                                                  \
        if ((s)->list || !((s)->b.mask | (s)->c.mask)) EACH(s, __VA_ARGS__);                                           \
        else if (!(s)->c.mask) {                                                                                       \
            const int64_t c = *c_;                                                                                     \
            for (size_t i = 0; i < n_; i++) {                                                                          \
                int64_t b = b_[i];                                                                                     \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
        } else if (!(s)->b.mask) {                                                                                     \
            const int64_t b = *b_;                                                                                     \
            for (size_t i = 0; i < n_; i++) {                                                                          \
                int64_t c = c_[i];                                                                                     \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
        } else                                                                                                         \
            for (size_t i = 0; i < n_; i++) {                                                                          \
                int64_t b = b_[i], c = c_[i];                                                                          \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
    } while (0)

/* The turns whose flags are set, eight at a time while none is. Flags behind `count` are 0. */
static inline size_t list_flags(const uint8_t *flags, size_t count, uint8_t *list)
{
    size_t found = 0;
    for (size_t k = 0; k < count; k += 8) {
        uint64_t eight;
        memcpy(&eight, flags + k, sizeof eight);
        for (size_t i = k; eight && i < k + 8; i++) {
            list[found] = (uint8_t)i;
            found += flags[i];
        }
    }
    return found;
}

/* Those of the list whose flags are set. */
static inline size_t keep_flags(const uint8_t *flags, size_t count, uint8_t *list)
{
    size_t found = 0;
    for (size_t k = 0; k < count; k++) {
        uint8_t i = list[k];
        list[found] = i;
        found += flags[i];
    }
    return found;
}

/* ---- for each kind of processor ---------------------------------------------------------------------------------- */
#define CODE_OF_PROCESSOR "code/machine/turns_each.def"
#include "code/machine/processor_each.def"
static const struct turns_kernels *const kinds[] = PROCESSORS(kernels);

#if defined(__x86_64__) && defined(__GNUC__)
static size_t processor_kinds(void) { return processor_is_broad() ? 3 : PROCESSOR_HAS(AVX2, "avx2") ? 2 : 1; }
#else
static size_t processor_kinds(void) { return 1; }
#endif
size_t turns_kinds(void) { return 2 * processor_kinds(); }

/* In 64 bits alone, or in lanes where they are wide enough. */
void turns_use(struct turns *t, size_t kind)
{
    size_t processor = kind % processor_kinds();
    t->kernels = kinds[processor];
    t->lane_kernels = kind == processor ? NULL : turns_lanes_kernels(processor);
}

void turns_count_up(const struct turns *t, int64_t *numbers, int64_t from, size_t count)
{
    t->kernels->count_up(numbers, from, count);
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */
static struct operand operand_of(const struct turns *t, const struct frame *f, int32_t reg)
{
    int16_t slot = t->slots[reg];
    if (slot < 0 || t->same[slot]) return (struct operand){&f->registers[reg], 0};
    return (struct operand){t->numbers[slot], TURNS_BLOCK - 1};
}

/* Of active turns alone. */
static struct step turns_of(const struct turns *t, const struct frame *f, int32_t b, int32_t c)
{
    const uint8_t *list = t->active_count == t->count ? NULL : t->active;
    return (struct step){operand_of(t, f, b), operand_of(t, f, c), NULL, list, t->active_count, t->gcds, t->row};
}

/* Where all turns are active and have the same operands, the result is one number. */
static struct step step_of(struct turns *t, struct frame *f, int32_t to, int32_t b, int32_t c)
{
    struct step s = turns_of(t, f, b, c);
    int16_t slot = t->slots[to];
    if (!s.list && !s.b.mask && !s.c.mask) {
        s.to = &f->registers[to];
        s.count = 1;
        t->same[slot] = true;
        return s;
    }
    s.to = t->numbers[slot];
    if (s.list && t->same[slot] && t->waiting_count) /* the turns that wait keep what they have */
        for (size_t i = 0; i < t->count; i++) s.to[i] = f->registers[to];
    t->same[slot] = false;
    return s;
}

/* May it be computed for turns that are done as well, as vectors? Nothing reads what those have, unless an operand is overwritten
 * and then wanted again because one of them failed. */
static bool may_be_whole(const struct turns *t, const struct step *s)
{
    return s->list && !t->waiting_count && 4 * t->active_count >= t->count;
}

static bool step_all(const struct turns *t, const struct ins *ins, const struct step *s)
{
    bool (*step)(const struct step *) = t->kernels->steps[ins->op];
    if (may_be_whole(t, s) && s->to != s->b.at && s->to != s->c.at) {
        struct step whole = *s;
        whole.list = NULL;
        whole.count = t->count;
        if (step(&whole)) return true;
    }
    return step(s);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */
static bool turns_index(struct turns *t, struct frame *f, const struct ins *ins)
{
    struct step s = step_of(t, f, ins->a, ins->b, ins->c), whole = s;
    const struct fill *fill = f->fill;
    int64_t low = fill->low[ins->d], high = fill->high[ins->d];
    whole.list = NULL;
    whole.count = t->count;
    bool all = may_be_whole(t, &s) && t->kernels->within(&whole, low, high);
    if (!all && !t->kernels->within(&s, low, high)) return false;
    t->kernels->index(all ? &whole : &s, low, high, (uint64_t)fill->stride[ins->d]);
    return true;
}

/* Values at indices below the current one, and, unless `seen` is NULL, a mark for each. False: some value is beyond the marks, or
 * there is none. */
#define LOOK(name, type)                                                                                               \
    static bool look_##name(const struct step *s, const type *values, uint8_t *seen, uint64_t capacity, uint8_t stamp) \
    {                                                                                                                  \
        int64_t *const to = s->to;                                                                                     \
        bool fine = true;                                                                                              \
        EACH(s, (void)c; type v = values[b]; to[i] = v; if (v >= capacity) fine = false;                               \
             else if (seen) seen[v] = stamp;);                                                                         \
        return fine;                                                                                                   \
    }
LOOK(wide, uint32_t)
LOOK(narrow, uint16_t)

/* If what follows marks the values, that is done at once. A value beyond the marks is met again there. */
static bool turns_get(struct turns *t, struct frame *f, const struct ins *ins)
{
    const struct fill *fill = f->fill;
    struct step s = step_of(t, f, ins->a, ins->b, ins->b), whole = s;
    int64_t *const to = s.to;
    whole.list = NULL;
    whole.count = t->count;
    bool below = may_be_whole(t, &s) && !t->kernels->reaches(&whole, fill->current);
    if (!below && t->kernels->reaches(&s, fill->current)) return false;
    if (fill->outcomes) {
        EACH(&s, (void)c; to[i] = !value_table_loses(fill->table, (uint64_t)b););
        return true;
    }
    int32_t after = (int32_t)(ins - t->program->code) + 1;
    bool marks = ins[1].op == OP_TABLE_MARK && ins[1].a == ins->a && t->first[after] < 0;
    if (fill->narrow && marks) t->marked = look_narrow(&s, fill->narrow, fill->seen, fill->capacity, fill->stamp);
    else if (fill->narrow) look_narrow(&s, fill->narrow, NULL, UINT64_MAX, 0);
    else if (marks) t->marked = look_wide(&s, fill->values, fill->seen, fill->capacity, fill->stamp);
    else return look_wide(&s, fill->values, NULL, VALUE_NONE, 0);
    return true;
}

/* In a table of outcomes the first turn with an option that loses is the last one of the loop. */
static bool mark_outcomes(struct turns *t, struct fill *fill, const struct step *s, int32_t leave)
{
    uint8_t *const active = t->active;
    size_t stay = 0, decided = t->decided;
    t->leave = leave;
    if (s->count) fill->moved = true;
    EACH(s, (void)c; if (b == 0 && i < decided) decided = i; active[stay] = (uint8_t)i; stay += b != 0;);
    t->decided = decided;
    t->active_count = stay;
    return true;
}

static bool turns_mark(struct turns *t, struct frame *f, const struct ins *ins)
{
    struct fill *fill = f->fill;
    struct step s = turns_of(t, f, ins->a, ins->a);
    uint64_t most = 0;
    if (fill->outcomes) return mark_outcomes(t, fill, &s, ins->b);
    if (t->marked) return t->marked = false, true;
    EACH(&s, (void)c; most |= (uint64_t)b;); /* the capacity is a power of 2 */
    if (most >= fill->capacity) {
        EACH(&s, (void)c; if ((uint64_t)b >= VALUE_NONE || fill_room(fill, f->vm, (uint32_t)b) != ST_OK) return false;);
    }
    uint8_t *const seen = fill->seen, stamp = fill->stamp;
    EACH(&s, (void)c; seen[b] = stamp;);
    return true;
}

/* ---- all instructions -------------------------------------------------------------------------------------------- */
static bool in_param(struct turns *t, struct frame *f, const struct ins *ins)
{
    const struct param_value *p = &f->vm->params[ins->c];
    struct step s = step_of(t, f, ins->a, ins->b, ins->b);
    int64_t *const to = s.to;
    EACH(&s, (void)c; to[i] = machine_in_set(p->set, p->set_count, b););
    return true;
}

static bool jump(struct turns *t, struct frame *f, const struct ins *ins)
{
    bool none = ins->op == OP_JUMP, one = ins->op == OP_JT || ins->op == OP_JF;
    struct step s = turns_of(t, f, none ? 0 : ins->a, none || one ? 0 : ins->b);
    t->kernels->jumps[ins->op](t, &s, none ? ins->a : one ? ins->b : ins->c);
    return true;
}

const uint16_t turns_costs[OP_COUNT] = {
    [OP_GCD] = 80, [OP_ISQRT] = 300,      [OP_IN_POWERS] = 300, [OP_IN_PARAM] = 100, [OP_DIV] = 12,
    [OP_MOD] = 12, [OP_IN_DIVISORS] = 90, [OP_BIT] = 20,        [OP_POW2] = 16,      [OP_TABLE_GET] = 20};
/* Is a number the same for all turns, so that a row of its divisors is worth it? */
static bool has_row(const struct operand *o) { return !o->mask && *o->at > 0 && *o->at <= COMMON_MOST; }

static void account(struct turns *t, const struct frame *f, const struct ins *ins)
{
    uint64_t each = turns_costs[ins->op] ? turns_costs[ins->op] : TURNS_A_TURN;
    if (ins->op == OP_GCD &&
        t->active_count) { /* beyond those that are kept it takes as many steps as a number has digits */
        struct operand b = operand_of(t, f, ins->b), c = operand_of(t, f, ins->c);
        uint64_t any = (uint64_t)b.at[t->active[0] & b.mask] | (uint64_t)c.at[t->active[0] & c.mask];
        if (any >= TURNS_GCDS && (has_row(&b) || has_row(&c))) each = TURNS_GCD_IN_ROW;
        else if (any >= TURNS_GCDS) each = TURNS_GCD_A_DIGIT * (64 - (uint64_t)__builtin_clzll(any));
    }
    t->cost += TURNS_AN_INSTRUCTION + each * t->active_count;
}

bool turns_step(struct turns *t, struct frame *f, const struct ins *ins)
{
    account(t, f, ins);
    switch ((enum opcode)ins->op) {
    case OP_JUMP:
    case OP_JT:
    case OP_JF:
    case OP_JEQ:
    case OP_JNE:
    case OP_JLT:
    case OP_JLE: return jump(t, f, ins);
    case OP_IN_PARAM: return in_param(t, f, ins);
    case OP_TABLE_INDEX: return turns_index(t, f, ins);
    case OP_TABLE_GET: return turns_get(t, f, ins);
    case OP_TABLE_MARK: return turns_mark(t, f, ins);
    default: break;
    }
    bool one = op_table[ins->op].operands[2] != OPD_R; /* it reads one register */
    struct step s = step_of(t, f, ins->a, ins->b, one ? ins->b : ins->c);
    return step_all(t, ins, &s);
}
