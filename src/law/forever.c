/* SPDX-License-Identifier: MIT */
/* Periods of expressions by their form. */
#include "law/forever.h"
#include "base/checked.h"
#include "base/numbers.h"
#include "law/term.h"

/* `a` over `times` of its periods. */
static bool stretch(struct law_repeat *a, int64_t times)
{
    return checked_mul(a->period, times, &a->period) && checked_mul(a->saltus, times, &a->saltus);
}

static bool make_equal(struct law_repeat *a, struct law_repeat *b)
{
    int64_t divisor = (int64_t)number_gcd((uint64_t)a->period, (uint64_t)b->period), times = b->period / divisor;
    return stretch(b, a->period / divisor) && stretch(a, times);
}

/* By a positive number c: over a stretch in which x grows by a multiple of c. */
static bool divide(struct law_repeat *x, int64_t c, bool quotient)
{
    if (c < 1) return false;
    int64_t rest = x->saltus % c;
    if (!stretch(x, c / (int64_t)number_gcd(number_magnitude(rest), (uint64_t)c))) return false;
    x->saltus = quotient ? x->saltus / c : 0;
    return true;
}

static bool of_two(enum law_op op, const struct law_term *other, struct law_repeat *a, struct law_repeat *b)
{
    switch (op) {
    case LAW_DIV:
    case LAW_MOD: return other->op == LAW_NUMBER && divide(a, other->number, op == LAW_DIV);
    case LAW_ADD: return make_equal(a, b) && checked_add(a->saltus, b->saltus, &a->saltus);
    case LAW_SUB: return make_equal(a, b) && checked_sub(a->saltus, b->saltus, &a->saltus);
    case LAW_XOR:
    case LAW_MAX:
    case LAW_MIN:
    case LAW_GCD:
    case LAW_AND:
    case LAW_OR:
    case LAW_AT_MOST:
    case LAW_EQUAL: return !a->saltus && !b->saltus && make_equal(a, b);
    default: return false;
    }
}

static bool of_if(const struct law_term *t, struct law_repeat *repeat)
{
    struct law_repeat then, otherwise;
    if (!law_repeats(t->kid[0], repeat) || !law_repeats(t->kid[1], &then) || !law_repeats(t->kid[2], &otherwise))
        return false;
    if (repeat->saltus || !make_equal(&then, &otherwise) || then.saltus != otherwise.saltus) return false;
    if (!make_equal(repeat, &then)) return false;
    *repeat = then;
    return true;
}

bool law_repeats(const struct law_term *t, struct law_repeat *repeat)
{
    struct law_repeat other;
    *repeat = (struct law_repeat){1, t->op == LAW_FIELD};
    if (t->op == LAW_NUMBER || t->op == LAW_FIELD) return true;
    if (t->op == LAW_IF) return of_if(t, repeat);
    if (t->op == LAW_SELF || t->op >= LAW_POWER_IN || !law_repeats(t->kid[0], repeat)) return false;
    if (t->op == LAW_MUL) {
        const struct law_term *a = t->kid[0];
        return a->op == LAW_NUMBER && law_repeats(t->kid[1], repeat) &&
               checked_mul(repeat->saltus, a->number, &repeat->saltus);
    }
    if (t->kid[1]) return law_repeats(t->kid[1], &other) && of_two(t->op, t->kid[1], repeat, &other);
    return repeat->saltus == 0;
}

/* v(n - k P) + S at n, where v itself has these for ever. */
static bool is_back(const struct law_term *t, const struct law_proved *proved, int64_t *back)
{
    int64_t added = 0, step, sum;
    if (t->op == LAW_ADD && t->kid[1]->op == LAW_NUMBER) added = t->kid[1]->number, t = t->kid[0];
    else if (t->op == LAW_SUB && t->kid[1]->op == LAW_NUMBER) added = -t->kid[1]->number, t = t->kid[0];
    if (t->op != LAW_SELF) return false;
    t = t->kid[0];
    if (t->op != LAW_SUB || t->kid[0]->op != LAW_FIELD || t->kid[1]->op != LAW_NUMBER) return false;
    *back = step = t->kid[1]->number;
    return step > 0 && (uint64_t)step % proved->period == 0 &&
           checked_mul(step / (int64_t)proved->period, proved->saltus, &sum) && sum == added;
}

bool law_forever(const struct law *law, const struct law_box *box, const struct law_proved *proved)
{
    if (box->fields != 1 || box->low[0] != 0 || proved->period > INT64_MAX / 4 || law->from < 0) return false;
    uint64_t start = proved->from > (uint64_t)law->from ? proved->from : (uint64_t)law->from;
    for (size_t e = 0; e < law->exception_count; e++)
        if (law->exceptions[e] >= start) start = law->exceptions[e] + 1;
    struct law_repeat own, v = {(int64_t)proved->period, proved->saltus};
    int64_t back;
    if (is_back(law->term, proved, &back)) return start <= box->count && (uint64_t)back <= box->count - start;
    if (!law_repeats(law->term, &own) || !make_equal(&own, &v)) return false;
    return own.saltus == v.saltus && start <= box->count && (uint64_t)v.period <= box->count - start;
}
