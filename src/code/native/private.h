/* SPDX-License-Identifier: MIT */
/* One program on its way to C: what the files that write it share.
 *
 *     struct writer w = {.code = code, .p = program, .out = &text};
 *     write_instruction(&w, 17);
 *
 * Labels: L17 is instruction 17, S17 leaves it to run->step. The body of a loop without loops in it exists twice,
 * since its turns need not be counted one by one while there is fuel for all: F17 is instruction 17 there, and E17
 * leaves that body for L or S, after its turns were charged. */
#ifndef CGI_CODE_NATIVE_PRIVATE_H
#define CGI_CODE_NATIVE_PRIVATE_H
#include "base/vec.h"
#include "code/native/known.h"
#include "code/native/live.h"

/* Of a loop whose conditions are told for many turns at once. */
struct lanes {
    size_t open, end; /* a RANGE_OPEN and its RANGE_NEXT */
    size_t option;    /* the first instruction behind those of which lanes are made */
    size_t begin; /* where a turn begins whose conditions hold: there, or before them if what they compute is read */
    int64_t most; /* the numbers that they are given are at most this far from 0 */
};

struct writer {
    const struct code *code;
    const struct program *p;
    const struct premises *premises;
    struct text *out;
    struct live live;
    struct known known;
    bool *target;  /* of each instruction: some jump leads there */
    bool *stepped; /* it may be left to run->step */
    bool *sets;    /* of each iterator: it runs over numbers in memory, here */
    int32_t *ends; /* of each RANGE_OPEN: its RANGE_NEXT, if the body is written twice; else 0 */
    VEC(struct lanes) lanes;
    bool rays;      /* there are some */
    bool pairs;     /* some ray is one of pairs of heaps: the machine's kernel for these looks at each position's end */
    size_t open;    /* the RANGE_OPEN or ITER_POOL whose second body is being written */
    bool is_second; /* it is */
    size_t copy;    /* of an ITER_POOL: the body for this element of the set */
    bool alone;     /* for a program of its own (export.h): without an account of turns */
};
/* words.c: C for registers, numbers, comments */
void write_number(int64_t x, struct text *out);
void write_reg(const struct writer *w, int32_t reg, struct text *out);
void write_comment(const struct writer *w, const struct origin *origin);
/* emit.c: after `code`, `p`, `premises`, `out`, `alone` were set. False: no memory; in any case writer_close follows. */
bool writer_open(struct writer *w);
void writer_close(struct writer *w);
void write_head(struct text *out); /* all of prelude.h */
void write_function(struct writer *w);
/* instruction.c */
bool writes_instruction(const struct writer *w, const struct ins *ins); /* false: it is always left to run->step */
bool runs_submasks(const struct writer *w, int32_t iterator);
bool may_step(const struct writer *w, size_t at);
void write_instruction(struct writer *w, size_t at);
/* An operand as its letter says (forms.def). */
void write_form(const struct writer *w, size_t at, const char *form);
/* lanes.c: false: it has none */
bool lanes_of(const struct writer *w, size_t open, struct lanes *lanes);
void write_lanes(const struct writer *w, const struct lanes *lanes); /* cgi_holds17 */
void write_lanes_locals(const struct writer *w, const struct lanes *lanes);
/* Up to the first line of the body for a turn of which the conditions hold. */
void write_lanes_head(const struct writer *w, const struct lanes *lanes);

#endif
