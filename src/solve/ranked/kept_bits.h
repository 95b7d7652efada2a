/* SPDX-License-Identifier: MIT */
/* Outcomes of numbered states that were found so far, between decide.h and a file (base/snapshot.h).
 *
 *     struct kept_bits kept;
 *     kept_bits_open(&kept, env, name, d, size);
 *     ... if (kept_bits_due(&kept)) kept_bits_read(&kept, &have, &old) ...   // once: what is there, to be tried
 *     ... kept_bits_put(&kept, have) ...                                     // now and then to the file
 *     kept_bits_close(&kept, size);                                          // the rest, if the run was long; 0: not
 *
 * Outcomes of all states before `have` are in the file, and the marks of those that lose on states behind: with them a run goes on
 * as if it had been there. What is read is right as far as words and sums say; whoever takes it tries some of it (decide.c). */
#ifndef CGI_SOLVE_RANKED_KEPT_BITS_H
#define CGI_SOLVE_RANKED_KEPT_BITS_H
#include "solve/heap/kept.h"

struct decided;
struct kept_bits {
    const struct env *env;
    struct keep *keep; /* NULL: nothing is kept */
    const struct kept_name *name;
    const struct decided *bits;
    uint64_t size, began, next, written; /* written: how far, in the file */
    bool looked;
};
/* `name` NULL: nothing is kept. Whatever is given must outlive it. */
void kept_bits_open(struct kept_bits *kept, const struct env *env, const struct kept_name *name,
                    const struct decided *bits, uint64_t size);
/* Has the run lasted so long that the file is to be looked for? True once. */
bool kept_bits_due(struct kept_bits *kept);
/* A copy of what is kept, which kept_bits_drop frees; none.. if the run has such. False: there is nothing, or no room. */
bool kept_bits_read(struct kept_bits *kept, uint64_t *have, struct decided *old);
void kept_bits_drop(const struct kept_bits *kept, struct decided *old);
/* It was tried, and is taken. */
void kept_bits_took(struct kept_bits *kept, uint64_t have, uint64_t more);
void kept_bits_put(struct kept_bits *kept, uint64_t have);
void kept_bits_close(struct kept_bits *kept, uint64_t have);

#endif
