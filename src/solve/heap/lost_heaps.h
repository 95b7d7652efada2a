/* SPDX-License-Identifier: MIT */
/* Who loses single heaps in misere play, with a proved period of that.
 *
 *     struct way way = {.by = self, .ask = &outcomes};          // of {2, 5, 9} from a heap of 10^18
 *     if (lost_heaps_offer(env, planner, &way)) ... st = lost_heaps_answer(env, &way, arena, &result) ...
 *
 * Lemma. Let every option of every heap be one heap of the same game, smaller than it (vm_decidable, and the measure). In misere play a
 * heap is lost exactly where it has an option and none of its options is lost. The theorems of period.h are proved by options of n and of
 * n + p that have the same values in pairs, each of either heap in one pair at least. So they hold for any numbers a(n) of which a(n) is
 * found from the set of the numbers of the options alone, whatever the function is that finds them: mex is one, and "1 if the set is {0},
 * else 0" is another, which has 1 at lost heaps and 0 elsewhere, also at heaps without an option. That a heap of 0 and no heap at all
 * count as the same, 0, is true of it too: both have no option. The theorems of growth are of mex alone, and are not used. []
 *
 * The numbers are outcomes and no values: they are kept apart from those, and nobody adds them. */
#ifndef CGI_SOLVE_HEAP_LOST_HEAPS_H
#define CGI_SOLVE_HEAP_LOST_HEAPS_H
#include "proof/family/family.h"
#include "solve/heap/period.h"

/* The period that the first `count` of such numbers prove, of a rule all options of which are single heaps; not found where none of the
 * theorems fits the family. ST_OK or ST_NO_MEMORY. */
enum status lost_heaps_prove(const struct family *family, const uint64_t *losses, uint64_t count,
                             struct period *period);
/* False: it is another question, or the family has none of the theorems; `way` is as it was. */
bool lost_heaps_offer(const struct env *env, struct planner *planner, struct way *way);
/* ST_UNSUPPORTED: no period was found below a heap that is too large for anything else here. */
enum status lost_heaps_answer(struct env *env, const struct way *way, struct arena *arena, struct result *result);

#endif
