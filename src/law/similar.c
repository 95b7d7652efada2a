/* SPDX-License-Identifier: MIT */
/* Self-similar sequences: for some base b and every r below it, v(b n + r) = u v(n) + c n + d with one of a few u, from n = 1 on. The
 * sequences that are so are among the b-regular ones (Allouche and Shallit 1992). */
#include "base/checked.h"
#include "law/private.h"

enum { BASE_MOST = 6, TERMS_LEAST = 12 };
static const int64_t factors[] = {0, 1, 2, 3, 4, -1};

/* c and d for that b, r and u; false if there are none. */
static bool fit_class(const struct law_line *line, int64_t b, int64_t r, int64_t u, int64_t *c, int64_t *d)
{
    int64_t last = line->low + (int64_t)line->count - 1, w[3];
    size_t seen = 0;
    for (int64_t n = line->low > 1 ? line->low : 1; n <= (last - r) / b; n++) {
        int64_t small = line->values[n - line->low], large = line->values[b * n + r - line->low], us, cn;
        if (small == LAW_NONE || large == LAW_NONE || !checked_mul(u, small, &us) || !checked_sub(large, us, &w[2]))
            return false;
        if (seen < 2) w[seen] = w[2];
        if (seen == 1) *c = w[1] - w[0], *d = w[0] - *c * (n - 1);
        if (seen > 1 && (!checked_mul(*c, n, &cn) || w[2] != cn + *d)) return false;
        seen++;
    }
    return seen >= TERMS_LEAST;
}

static const struct law_term *class_term(struct arena *arena, int64_t b, int64_t u, int64_t c, int64_t d)
{
    const struct law_term *n = law_two(arena, LAW_DIV, law_field(arena, 0), law_number(arena, b));
    if (u == 0) return law_linear(arena, c, n, d);
    const struct law_term *own = law_linear(arena, u, law_one(arena, LAW_SELF, n), c ? 0 : d);
    return c == 0 ? own : law_two(arena, LAW_ADD, own, law_linear(arena, c, n, d));
}

/* The classes as nested conditions on n % b; classes that are the same as the last one are part of it. */
static enum status guess_base(const struct law_line *line, int64_t b, struct law_guesses *guesses)
{
    struct arena *arena = guesses->arena;
    const struct law_term *all = NULL;
    bool own = false;
    int64_t last[3] = {0};
    for (int64_t r = b - 1; r >= 0; r--) {
        int64_t fit[3] = {0};
        size_t k = 0;
        while (k < sizeof factors / sizeof *factors && !fit_class(line, b, r, factors[k], &fit[1], &fit[2])) k++;
        if (k == sizeof factors / sizeof *factors) return ST_OK;
        fit[0] = factors[k];
        own |= fit[0] != 0;
        bool same = all && fit[0] == last[0] && fit[1] == last[1] && fit[2] == last[2];
        for (int i = 0; i < 3; i++) last[i] = fit[i];
        if (same) continue;
        const struct law_term *one = class_term(arena, b, fit[0], fit[1], fit[2]);
        const struct law_term *rest = law_two(arena, LAW_MOD, law_field(arena, 0), law_number(arena, b));
        const struct law_term *test = law_two(arena, r ? LAW_AT_MOST : LAW_EQUAL, rest, law_number(arena, r));
        all = all ? law_if(arena, test, one, all) : one;
        if (!all) return ST_NO_MEMORY;
    }
    return own ? law_offer(guesses, all, line->low > b ? line->low : b) : ST_OK;
}

enum status law_guess_similar(const struct law_line *line, struct law_guesses *guesses)
{
    enum status st = ST_OK;
    if (line->outcomes || line->low > 1 || line->low < 0) return ST_OK;
    for (int64_t b = 2; st == ST_OK && b <= BASE_MOST; b++) st = guess_base(line, b, guesses);
    return st;
}
