/* Periods of SG sequences: found, and proved where a theorem says that what was seen goes on for ever.
 *
 *     struct period_rule rule = {.heaps = 2, .modulus = 1, .reach = 2};       // kayles: takes 1 or 2, leaves two heaps
 *     st = period_prove(values, count, &rule, &period);                       // period.found: it goes on for ever
 *     st = period_observe(values, count, &period);                            // fits the end of the sequence
 *
 * The rule says how SG(n) depends on smaller heaps. For every n >= threshold: an option of n removes at most `reach`
 * tokens and leaves at most `heaps` heaps, in a way that depends on n only through n mod modulus (modulus 1: not at
 * all).
 *
 * Theorem (heaps = 1, "windows"): let p be a multiple of the modulus and i + reach >= threshold. If SG(n) = SG(n + p)
 * for the `reach` values n = i .. i + reach - 1, then for all n >= i: by induction SG(n + p) and SG(n) are the mex of
 * the same values.
 *
 * Theorem (heaps = s >= 2; Guy and Smith 1956 for s = 2; threshold 0, modulus 1): if SG(n) = SG(n + p) for all n with
 *     e <= n < s e + (s - 1) p + reach,        e >= 1,
 * then for all n >= e. Proof: let n be at least that bound and the claim hold below n. An option of n + p leaves at
 * least n + p - reach >= s (e + p) tokens in at most s heaps, so its largest heap has at least e + p; taking p from
 * it gives an option of n (the heap does not vanish, since e >= 1) with the same value, by induction. Likewise the
 * largest heap of an option of n has at least e tokens, since n - reach >= s e, and adding p to it gives an option of
 * n + p. For s = 2 the range is e <= n < 2 e + p + reach. Periods with e = 0 are checked with e = 1 and then extended
 * downwards. */
#ifndef CGI_SOLVE_HEAP_PERIOD_H
#define CGI_SOLVE_HEAP_PERIOD_H
#include "solve/solver.h"

struct period_rule {
    unsigned heaps;
    uint64_t threshold, modulus, reach;
};
/* A period proved by the theorems above from SG of heaps 0..count-1, with the exact least preperiod and the exact least
 * period of the values. period->found is false when these values prove none. ST_OK or ST_NO_MEMORY; time O(count),
 * memory 4 count bytes. count < 2^32. */
enum status period_prove(const uint32_t *values, uint64_t count, const struct period_rule *rule, struct period *period);
/* The least p with SG(n + p) = SG(n) + saltus from some n on, seen for at least half of the sequence and over at least
 * three times p; found, never proved. */
enum status period_observe(const uint32_t *values, uint64_t count, struct period *period);
/* The heap among 0..preperiod+period-1 that has the same value, when the saltus is 0. */
uint64_t period_index(const struct period *period, uint64_t n);
/* The same for any size; false when memory is out. */
bool period_index_big(const struct period *period, struct arena *arena, const struct integer *n, uint64_t *index);

/* `cgi period` for one heap: with a theorem where the rule has one (periodic.h), else observed on the sequence that the
 * rule gives. Heaps 0..last are computed at most; last 0: until SEARCH_WORK (solver.h)
 * steps are taken. *solver is the name of the
 * solver that computed the values. ST_UNSUPPORTED when the game is not one heap or cannot be tabulated. A budget that
 * is reached ends the search early with ST_OK: *period then says what the values so far show. */
enum status period_find(struct env *env, int game, uint64_t last, struct arena *arena, struct period *period,
                        const char **solver);

#endif
