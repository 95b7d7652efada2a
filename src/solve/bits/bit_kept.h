/* SPDX-License-Identifier: MIT */
/* What a long run of a table of bits has found, between memory and two files.
 *
 *     bit_kept_open(t, keep, words, began);              // before the table is filled; keep NULL: nothing is kept
 *     if (bit_kept_due(&t->kept, true)) st = bit_kept_take(&walk);   // now and then: what is there, if it was not looked for
 *     bit_kept_put(&walk);                               // and what is new, to the files
 *     bit_kept_end(&walk);                               // the rest, if the run was long
 *     bit_kept_close(&t->kept);
 *
 * What is reached is found in the order of the words, and those ahead are only marked; so it is a snapshot
 * (base/snapshot.h): how far, and all words that are marked. Values are found from the last word down, each by those
 * before it, so they are a journal (base/journal.h), a file for each number of planes: of each word the values of its
 * states in binary. Words of both are those that are given, which say of which game and position it is, the start, and a
 * hash of the rule on bits; so a place in the file is the same position in any run.
 *
 * What is believed. What is reached: words that were known are the same; and of the word of the start, of every 64th
 * word at seeded places, eight at least, and the last one, all that its states lead to is reached. Values: those that were known
 * are the same; they are of states that are reached; and every 64th word, eight at least, and the last one is valued anew
 * from those before it. Else the file is worth nothing, and what it is about begins again.
 *     States too many do not make a value wrong: a value follows from those of all options, and these are there. One too
 * few is met as an option that has no values; reading it is no error. */
#ifndef CGI_SOLVE_BITS_BIT_KEPT_H
#define CGI_SOLVE_BITS_BIT_KEPT_H
#include "base/journal.h"
#include "base/status.h"
#include "play/options/keep.h"

struct bit_table;
struct bit_walk;
struct bit_kept {
    struct keep *keep;              /* NULL: nothing is kept */
    struct text words;              /* of both files */
    struct journal journal;         /* of the values that are found */
    uint64_t began, next, next_set; /* of the run; when values are written next, and what is reached */
    uint64_t writing_ns;            /* of values */
    uint64_t written;               /* of what is reached: how far, in the file */
    bool looked[2], wrong;          /* for what is reached; for values. wrong: a word that was tried */
};
/* `words`: what the table is about, and of which rule. `began`: when the run of which it is a part did. */
void bit_kept_open(struct bit_table *t, struct keep *keep, const struct text *words, uint64_t began);
/* Has the run lasted so long that its file is to be looked for? Once for each. */
bool bit_kept_due(const struct bit_kept *kept, bool values);
/* Takes what is kept beyond what the walk has visited, which goes on behind it. ST_OK also if there is nothing, or it is not right; else
 * what the budget says, or ST_NO_MEMORY. The walk has no ticks before it is over. */
enum status bit_kept_take(struct bit_walk *walk);
void bit_kept_put(struct bit_walk *walk);
void bit_kept_end(struct bit_walk *walk);
/* Other values are to be found. */
void bit_kept_renew(struct bit_kept *kept);
/* Are there values in the file for so many planes? */
bool bit_kept_has_values(const struct bit_table *t, uint32_t planes, bool misere);
void bit_kept_close(struct bit_kept *kept);

#endif
