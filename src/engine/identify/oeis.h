/* SPDX-License-Identifier: MIT */
/* Sequences of a rule in a list of known ones.
 *
 *     struct oeis oeis = {0};
 *     st = oeis_begin(&oeis, &found, &arena);
 *     for each line of the file `stripped`: st = oeis_line(&oeis, "A000027 ,1,2,3,4,");
 *     oeis_end(&oeis);                                  // oeis.items, those with the most terms first
 *
 * Of the rule's heaps, or of the positions that begin with a number (starts.h), the SG values, the lost heaps, and 1 for
 * each lost or won heap and 0 for the others are looked for. Leading terms may be missing on either side, up to
 * OEIS_DROPPED; all others that both have must be the same, at least OEIS_TERMS of them with two different ones among
 * them; of the SG values of starts, which are few, OEIS_FEW with three. No more is claimed than that these terms agree:
 * the list has only as many as fit in a few lines. O(terms) a line. */
#ifndef CGI_ENGINE_IDENTIFY_OEIS_H
#define CGI_ENGINE_IDENTIFY_OEIS_H
#include "base/vec.h"
#include "engine/identify/identify.h"

enum { OEIS_DROPPED = 4, OEIS_TERMS = 12, OEIS_FEW = 8, OEIS_MOST = 400, OEIS_ITEMS = 64, OEIS_KINDS = 4 };
struct oeis_item {
    char id[16];
    const char *of;        /* "SG values", "lost heaps", "1 for lost heaps", "1 for won heaps"; of starts "sizes" */
    unsigned ours, theirs; /* how many leading terms are left out on each side */
    unsigned terms;        /* that agree */
};
struct oeis {
    struct oeis_terms {
        const char *of;
        int64_t *terms;
        size_t count;
    } own[OEIS_KINDS];
    unsigned least; /* SG values that must agree */
    VEC(struct oeis_item) items;
    uint64_t lines, more; /* sequences read; those that agree and are not kept */
};
/* Values of heaps or starts must be known. ST_OK or ST_NO_MEMORY. */
enum status oeis_begin(struct oeis *oeis, const struct identification *found, struct arena *arena);
/* Lines of another form are left out, such as comments; terms from the first one on that is beyond 64 bits, too. */
enum status oeis_line(struct oeis *oeis, const char *line);
/* Puts the items in order. Free with vec_free(&oeis->items). */
void oeis_end(struct oeis *oeis);
#endif
