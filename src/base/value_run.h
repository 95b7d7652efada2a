/* SPDX-License-Identifier: MIT */
/* Numbers from 0 on in 16 bits each while all of them fit, else in 32.
 *
 *     struct value_run run = {0};
 *     st = value_run_reserve(&run, 1000, true);                   // narrow; what was there stays, the rest is 0
 *     if (!value_run_put(&run, 7, 65536)) {                       // it does not fit, and nothing is stored
 *         st = value_run_widen(&run, 7);                          // the first 7 numbers are kept
 *         if (st == ST_OK) value_run_put(&run, 7, 65536);
 *     }
 *     struct value_view v = value_view(&run);                     // for whoever reads
 *     printf("%" PRIu32 "\n", value_view_at(v, 7));               // 65536
 *     value_run_free(&run);
 *
 * That all of them fit is a guess and no premise: nothing is ever cut off. A view is of one width as long as nobody widens or resizes
 * what it is of. Loops that take long are there once for each width: EACH_WIDTH. */
#ifndef CGI_BASE_VALUE_RUN_H
#define CGI_BASE_VALUE_RUN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/status.h"

struct value_run {
    uint32_t *wide;
    uint16_t *narrow; /* instead of them; neither: it is empty */
    uint64_t room;
};
struct value_view {
    const uint32_t *wide;
    const uint16_t *narrow; /* instead of them, if it is not NULL */
};

/* Room for at least so many; less than there is changes nothing. narrow: asked of an empty run alone; others stay as wide as they
 * are. ST_OK, or ST_NO_MEMORY: then it is as it was. */
enum status value_run_reserve(struct value_run *run, uint64_t room, bool narrow);
/* The first `count` are kept, in 32 bits. ST_OK, or ST_NO_MEMORY: then it is as it was. */
enum status value_run_widen(struct value_run *run, uint64_t count);
void value_run_free(struct value_run *run);

static inline uint64_t value_run_bytes(const struct value_run *run, uint64_t count)
{
    return count * (run->narrow ? sizeof *run->narrow : sizeof *run->wide);
}
static inline bool value_run_fits(const struct value_run *run, uint32_t value)
{
    return !run->narrow || value <= UINT16_MAX;
}
static inline bool value_run_put(struct value_run *run, uint64_t at, uint32_t value)
{
    if (!value_run_fits(run, value)) return false;
    if (run->narrow) run->narrow[at] = (uint16_t)value;
    else run->wide[at] = value;
    return true;
}
static inline struct value_view value_view(const struct value_run *run)
{
    return (struct value_view){run->wide, run->narrow};
}
static inline struct value_view value_view_of(const uint32_t *wide) { return (struct value_view){.wide = wide}; }
static inline struct value_view value_view_from(struct value_view view, uint64_t at)
{
    return view.narrow ? (struct value_view){.narrow = view.narrow + at} : (struct value_view){.wide = view.wide + at};
}
static inline uint32_t value_view_at(struct value_view view, uint64_t at)
{
    return view.narrow ? view.narrow[at] : view.wide[at];
}
/* A function that reads a view in its loops, to be called through VALUE_VIEW_WIDTH: a compiler then sees in either copy of it which
 * width that is. */
#define EACH_WIDTH static inline __attribute__((always_inline))
/* The value of `call`, an expression with `view`, which is of one width that is known in it. */
#define VALUE_VIEW_WIDTH(view, call)                                                                                   \
    ((view).narrow ? ((view) = (struct value_view){.narrow = (view).narrow}, (call))                                   \
                   : ((view) = (struct value_view){.wide = (view).wide}, (call)))

#endif
