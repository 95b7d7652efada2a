/* SPDX-License-Identifier: MIT */
/* What the writers of certificates share.
 *
 *     certify.c     which certificate a question has
 *     heap_rule.c   the rule of a heap in the words of a certificate
 *     heaps.c       periods, and values of sums of heaps
 *     reader_steps.c  how many heaps a reader computes
 *     equal.c       two rules of a heap
 *     board.c       a board, its moves and images, in the words of a book
 *     book.c        couples that prove the value of a position on a board
 *     lost.c        lost positions that prove an outcome in misere play
 *     misere.c      that of boards and of sums of heaps
 */
#ifndef CGI_CERTIFY_PRIVATE_H
#define CGI_CERTIFY_PRIVATE_H
#include "certify/certify.h"
#include "solve/heap/periodic.h"

/* One certificate that is being written. */
struct certify_work {
    struct env *env;
    const struct certify_ask *ask;
    struct arena *arena;
    struct text *out;
    const char *form;   /* the first word of the certificate, after `cgi-`; a writer may change it */
    bool growth;        /* its reader knows rules by which all but finitely many numbers may be taken */
    const char *reason; /* set: there is none, because */
};
/* False with a reason where a rule has no words. */
enum status certify_heap_rule(struct certify_work *w, const struct family *family, bool *written);
/* ST_OK with a reason if the game is no heap of a known family. */
enum status certify_heaps(struct certify_work *w);

/* A code as cgi-verify reads it: the mask under which few values are rare, as it is written; 0: it is not. */
struct reader {
    const struct family *family;
    uint32_t mask;
    bool parity;
    unsigned class;
};
/* Makes *count as many of values 0 .. count - 1 as the reader computes in `most` of its steps. Takes as many steps itself.
 *
 *     uint64_t count = 100000;
 *     st = certify_heaps_read(&reader, values, 2000000000, &count);       // ST_OK or ST_NO_MEMORY
 *
 * Where three heaps are left it is thought to take more than it does. Rules that are no codes have few options: all are read. */
enum status certify_heaps_read(const struct reader *reader, struct value_view values, uint64_t most, uint64_t *count);

/* ST_OK with a reason if the position is none on one board that is understood. ST_STATE_BUDGET: too many parts. */
enum status certify_book(struct certify_work *w);
/* The same in misere play. */
enum status certify_misere_board(struct certify_work *w);
enum status certify_misere_heaps(struct certify_work *w);

#endif
