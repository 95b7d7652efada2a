/* SPDX-License-Identifier: MIT */
/* How far the proofs of questions have come, in a table of fixed size that forgets: 16 bytes a question.
 *
 *     struct proof_table t = {0};
 *     st = proof_table_make(&t, budget, 1 << 16);                      // so many entries at most
 *     proof_table_note(&t, hash, (struct proof_numbers){3, 7}, work);
 *     if (proof_table_find(&t, hash, &numbers)) ...                   // {3, 7}, unless another question took its place
 *     proof_table_free(&t);
 *
 * A question is known by a hash of 64 bits. Two may have the same: numbers say where to look next, and decide nothing. An entry is
 * two words, the hash xor the knowledge and the knowledge (Hyatt and Mann 2002), each read and written at once, so several threads may use
 * the table without a lock: what is torn is not found. To find and to note look at one line of the cache; the entry with the
 * least work makes room. */
#ifndef CGI_SOLVE_SEARCH_PROOF_TABLE_H
#define CGI_SOLVE_SEARCH_PROOF_TABLE_H
#include <stdatomic.h>
#include <stdbool.h>
#include "base/budget.h"

/* The efforts, in positions, of proving that the mover wins and that it loses: 0 is proved, PROOF_NEVER is refuted. */
struct proof_numbers {
    uint32_t win, loss;
};
#define PROOF_NEVER ((UINT32_C(1) << 28) - 1)
struct proof_table {
    _Atomic uint64_t *block, *lines; /* the lines, aligned within the block */
    uint64_t line_count;             /* a power of 2 */
};
/* The most lines that hold no more than that many entries; fewer if the budget has no room for these. ST_NO_MEMORY. */
enum status proof_table_make(struct proof_table *t, const struct budget *budget, uint64_t entries);
bool proof_table_find(const struct proof_table *t, uint64_t hash, struct proof_numbers *numbers);
void proof_table_note(struct proof_table *t, uint64_t hash, struct proof_numbers numbers, uint64_t work);
void proof_table_free(struct proof_table *t);

#endif
