/* SPDX-License-Identifier: MIT */
/* Which of its own registers a program may still read.
 *
 *     struct live live;
 *     if (!live_of(program, model, &live)) return ST_NO_MEMORY;
 *     if (live_at(&live, 17, r)) save(r);          // before instruction 17
 *     live_free(&live);
 *
 * A register is live before an instruction if some path from there reads it before writing it. A generator's
  * register also is within its loop, where a failure tells its value. Time and memory are instructions times
  * registers / 64, and a pass for each level of loops. */
#ifndef CGI_CODE_NATIVE_LIVE_H
#define CGI_CODE_NATIVE_LIVE_H
#include <stdbool.h>
#include <stdint.h>
#include "code/compile/program.h"

struct live {
    uint64_t *bits; /* words for each instruction */
    size_t words, count;
    int first, end; /* the registers that are followed: first..end-1 */
};
bool live_of(const struct program *program, const struct model *model, struct live *live);
bool live_at(const struct live *live, size_t at, int reg);
void live_free(struct live *live);

#endif
