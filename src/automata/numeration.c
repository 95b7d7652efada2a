/* SPDX-License-Identifier: MIT */
/* Numeration systems: weights, representations, and how a number is read digit by digit. */
#include <inttypes.h>
#include <stdio.h>
#include "automata/private.h"
#include "base/checked.h"

static int64_t digit_count(const struct numeration *in, int place) { return in->a[place] + in->link; }

static int count_letters(const struct numeration *in)
{
    int64_t count = 1;
    for (int i = 0; i < in->period; i++) count *= digit_count(in, i);
    return (int)count;
}

struct numeration numeration_periodic(const char *name, const int64_t *a, int period, int below)
{
    struct numeration in = {.link = 1, .below = below, .period = period};
    snprintf(in.name, sizeof in.name, "%s", name);
    for (int i = 0; i < period; i++) in.a[i] = a[i];
    in.letters = count_letters(&in);
    return in;
}

struct numeration numeration_simple(const char *name, int link, int64_t a, int below)
{
    struct numeration in = numeration_periodic(name, &a, 1, below);
    in.link = link;
    in.letters = count_letters(&in);
    return in;
}

void numeration_digits(const struct numeration *in, int letter, int64_t *digits)
{
    for (int i = 0; i < in->period; i++) {
        digits[i] = letter % digit_count(in, i);
        letter /= (int)digit_count(in, i);
    }
}

bool numeration_step(const struct numeration *in, struct numeration_state *s, const int64_t *digits)
{
    for (int i = in->period - 1; i >= 0; i--) {
        int64_t p;
        if (!checked_mul(in->a[i], s->p, &p) || !checked_add(p, s->q, &p) || !checked_add(p, digits[i], &p))
            return false;
        s->q = in->link * s->p;
        s->p = p;
    }
    return true;
}

bool numeration_allows(const struct numeration *in, int letter, bool *full)
{
    int64_t digits[NUMERATION_PERIOD];
    if (!in->link) return true;
    numeration_digits(in, letter, digits);
    for (int i = in->period - 1; i >= 0; i--) {
        if (*full && digits[i]) return false;
        *full = digits[i] == in->a[i];
    }
    return true;
}

/* The weights from U_0 on, at most `most` of them, while they fit 62 bits; the count. */
static int weights(const struct numeration *in, int64_t *u, int most)
{
    int64_t now = 1, before = in->below;
    int count = 0;
    while (count < most) {
        int64_t after;
        u[count++] = now;
        if (!checked_mul(in->a[(count - 1) % in->period], now, &after)) break;
        if (!checked_add(after, in->link * before, &after) || after > INT64_MAX / 2) break;
        before = now;
        now = after;
    }
    return count;
}

bool numeration_reach(const struct numeration *in, int count, int64_t *reach)
{
    int64_t u[NUMERATION_LONGEST];
    int known = weights(in, u, NUMERATION_LONGEST);
    if (count < 0 || count > NUMERATION_LONGEST || count * in->period >= known) return false;
    *reach = u[count * in->period];
    return true;
}

int numeration_letters(const struct numeration *in, int64_t number, int least, int most, int *letters)
{
    int64_t u[NUMERATION_LONGEST], digits[NUMERATION_LONGEST + NUMERATION_PERIOD] = {0};
    int known = weights(in, u, NUMERATION_LONGEST), used = 0, count;
    for (int k = known - 1; k >= 0; k--) {
        digits[k] = number / u[k];
        number %= u[k];
        if (digits[k] && !used) used = k + 1;
    }
    count = (used + in->period - 1) / in->period;
    if (count < least) count = least;
    if (count > most) return -1;
    for (int i = 0; i < count; i++) {
        int from = (count - 1 - i) * in->period;
        letters[i] = 0;
        for (int k = in->period - 1; k >= 0; k--)
            letters[i] = letters[i] * (int)digit_count(in, k) + (from + k < known ? (int)digits[from + k] : 0);
    }
    return count;
}

void numeration_print_letter(const struct numeration *in, int letter, char *out, size_t size)
{
    int64_t digits[NUMERATION_PERIOD];
    size_t at = 0;
    numeration_digits(in, letter, digits);
    for (int i = in->period - 1; i >= 0 && at < size; i--) {
        const char *before = in->period == 1 ? "" : i == in->period - 1 ? "(" : " ";
        at += (size_t)snprintf(out + at, size - at, "%s%" PRId64 "%s", before, digits[i],
                               in->period > 1 && !i ? ")" : "");
    }
}
