/* SPDX-License-Identifier: MIT */
/* A sequence of values in a file, of which every prefix is worth having: written in blocks while it is computed, read
 * again by whoever computes the same.
 *
 *     struct journal j;
 *     if (journal_open(&j, folder, words, length)) {                  // somebody has kept values under these words
 *         st = journal_load(&j, values, have, limit, &loaded, &differs);   // values[have..loaded) come from the file
 *     }
 *     if (journal_begin(&j)) journal_add(&j, values, count, work);    // values[j.count..count) go to the file
 *     journal_close(&j);
 *
 * The name of the file is a hash of the words; the words themselves are at its head and must be the very same. A block
 * has a sum over its values, its place and the words. So what a process that was killed, a full disk or a damaged one
 * has left behind ends the sequence where it begins: everything before it is right, what follows is not read, and the
 * next writer writes over it. A block is one write; nothing is ever changed but the end of the file.
 *
 * One process adds to a file, the one that holds its lock (flock, which ends with the process); others read what is
 * there, and keep nothing until it has ended. Numbers are those of the machine; a file of another kind of machine is not read. Whatever
 * fails means that nothing is kept, never that an answer fails. */
#ifndef CGI_BASE_JOURNAL_H
#define CGI_BASE_JOURNAL_H
#include <stdbool.h>
#include "base/status.h"
#include "base/text.h"
#include <stdint.h>

#define JOURNAL_BYTES ((uint64_t)8 << 30) /* of a folder; files that were used longest ago make room */

struct journal {
    struct text path, head; /* head: what the file begins with */
    uint64_t key;           /* hash of the words */
    uint64_t count;         /* values in the file, as far as the heads of its blocks say */
    uint64_t end;           /* where the next block goes */
    uint64_t work;          /* that journal_load found beside the last block it read */
    int file;               /* -1: none */
    bool locked;            /* by this process */
    bool stopped;           /* it cannot be written, nor cut to what is right */
    bool damaged;           /* what follows `end` in the file is worth nothing */
};

/* Values in 32 bits, in 16 or in 8: a file is the same, and is read up to the first value that does not fit. Whoever
 * goes on in more bits from there reads the rest. Or bits: then a value is 32 of them. */
struct journal_values {
    uint32_t *wide;
    uint16_t *narrow; /* instead of them */
    uint8_t *bytes;
    uint64_t *bits;
    uint64_t first; /* the place of the first one, to be written; a file is read to place 0 on */
};
/* Opens the file of these words for reading; false if there is none. The journal must be closed in either case. Folder NULL: there
 * is none, and nothing will be kept. */
bool journal_open(struct journal *journal, const char *folder, const char *words, size_t length);
/* values[0..have) are known; reads on to at most `limit` values. Reading ends at the first block that is damaged, or
 * whose values differ from those known: then *differs, and the file is worth nothing. `values` has room for `limit`.
 * ST_OK, or ST_NO_MEMORY. */
enum status journal_load_any(struct journal *journal, struct journal_values values, uint64_t have, uint64_t limit,
                             uint64_t *loaded, bool *differs);
static inline enum status journal_load(struct journal *journal, uint32_t *values, uint64_t have, uint64_t limit,
                                       uint64_t *loaded, bool *differs)
{
    return journal_load_any(journal, (struct journal_values){.wide = values}, have, limit, loaded, differs);
}
/* Makes the file this process's to add to, and creates it, also if it was removed since; false if another process adds to it or it
 * cannot be. To be called before each journal_add. */
bool journal_begin(struct journal *journal);
/* Adds values[journal->count..count), with the work that they took; false if that failed, which another time it may not. */
bool journal_add_any(struct journal *journal, struct journal_values values, uint64_t count, uint64_t work);
static inline bool journal_add(struct journal *journal, uint32_t *values, uint64_t count, uint64_t work)
{
    return journal_add_any(journal, (struct journal_values){.wide = values}, count, work);
}
/* The file is worth nothing. */
void journal_forget(struct journal *journal);
void journal_close(struct journal *journal);

#endif
