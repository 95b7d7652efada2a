/* SPDX-License-Identifier: MIT */
/* When what holds of computed numbers holds of all.
 *
 *     struct law_repeat repeat;
 *     law_repeats(term, &repeat)                      // n % 4: period 4, saltus 0; 2 * (n / 3): period 3, saltus 2
 *     law_forever(&law, box, &proved)                 // true: the law holds for every n from law.from on
 *
 * Premises of law_forever: the box has one field from 0 on; its values are v(0), v(1), ... of a sequence with
 * v(n + p) = v(n) + s for all n >= q, which is proved elsewhere; the law holds for the n >= from in the box.
 * Theorem: let the law's expression t have t(n + P) = t(n) + S for all n, let L be a common multiple of p and P with
 * s L / p = S L / P, and let v = t be tested on a whole stretch of L numbers from max(q, from) on. Then v(n) = t(n) for
 * all n >= from. Proof: by induction over steps of L, as both grow by the same number. For truth values v is 1 where a
 * sequence w of that kind is 0, and s = 0.
 * An expression has P and S by its form alone: a number has (1, 0), the field (1, 1); sums and differences, multiples by
 * a number, and floor quotients and remainders by a positive number have them if their parts do; comparisons, sets,
 * rows, and, or, not if their parts have S = 0, as then they only depend on n % P. */
#ifndef CGI_LAW_FOREVER_H
#define CGI_LAW_FOREVER_H
#include "law/law.h"

struct law_repeat {
    int64_t period, saltus;
};
struct law_proved {
    uint64_t from, period;
    int64_t saltus;
};
/* False: nothing is known of it. */
bool law_repeats(const struct law_term *term, struct law_repeat *repeat);
bool law_forever(const struct law *law, const struct law_box *box, const struct law_proved *proved);

#endif
