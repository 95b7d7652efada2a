/* SPDX-License-Identifier: MIT */
/* Where isl runs: in a heap of its own, so that whatever fails inside it ends the question and nothing else.
 *
 *     static void ask(struct isl_ctx *ctx, void *context);        // copies what it finds into the caller's memory
 *     enum status st = heap_run(50000, ask, &question);
 *
 * isl and GMP call malloc and believe that it cannot fail; GMP ends the process where it does. They are linked under other
 * names (cmake/isl.cmake), which arrive here. When memory is out, heap_run returns at once from wherever isl was, and the
 * heap is given back whole: objects of isl are never freed one by one at the end, and none outlives the call. So `ask`
 * must not own anything but memory of arenas and what its caller frees.
 *
 * `operations` bounds the work (isl_ctx_set_max_operations; thousands a millisecond): a count, so that the same question
 * always ends in the same way. After the bound isl's functions return NULL or an error; `ask` may pass these on to isl or
 * return early. ST_OK: nothing failed. ST_UNSUPPORTED: the bound on work or on memory (HEAP_MOST) was reached, or isl
 * reported an error; what was found so far must not be used. ST_NO_MEMORY. Calls may be nested; each thread has its own. */
#ifndef CGI_PROOF_RELATION_HEAP_H
#define CGI_PROOF_RELATION_HEAP_H
#include <stdint.h>
#include "base/status.h"

#define HEAP_MOST ((size_t)256 << 20) /* bytes */

struct isl_ctx;
enum status heap_run(uint64_t operations, void (*ask)(struct isl_ctx *ctx, void *context), void *context);
/* The same; adds to *blocks how many blocks isl asked for: a measure of work for callers with many questions, some ten million a second. */
enum status heap_count(uint64_t operations, uint64_t *blocks, void (*ask)(struct isl_ctx *ctx, void *context),
                       void *context);

#endif
