/* SPDX-License-Identifier: MIT */
/* What the two halves of the verifier share: instructions by themselves (verify.c), and along all paths (verify_paths.c). */
#ifndef CGI_CODE_COMPILE_VERIFY_PATHS_H
#define CGI_CODE_COMPILE_VERIFY_PATHS_H
#include "code/compile/private.h"

struct verifier {
    const struct model *model;
    const struct program *p;
    size_t where;    /* the instruction that is looked at */
    const char *why; /* the first thing that was refused; NULL: none yet */
};

/* Always false; the first reason is kept. */
static inline bool verify_refuse(struct verifier *v, const char *why)
{
    if (!v->why) v->why = why;
    return false;
}
static inline bool verify_need(struct verifier *v, bool holds, const char *why)
{
    return holds || verify_refuse(v, why);
}
/* Of a program whose instructions are sound by themselves: follows all paths, and sets v->why if one is not. ST_NO_MEMORY. */
enum status verify_paths(struct verifier *v);

#endif
