/* SPDX-License-Identifier: MIT */
/* Certificates: text with which another program, that knows nothing of this one, checks what is stated.
 *
 *     struct text out = {0};
 *     struct certify_ask ask = {.game = model->main_game};                 // kayles: its period
 *     st = certify(env, &ask, &arena, &out);                               // cgi-certificate 1 / rule code 0.77 / period 12 from 71 / end
 *
 * docs/manual/certificates.md has the form line by line, with the theorems that a reader needs. What is written is not checked
 * here once more: that is what verify/cgi-verify.c is for, and it believes nothing. Numbers of the caller's arena. */
#ifndef CGI_CERTIFY_CERTIFY_H
#define CGI_CERTIFY_CERTIFY_H
#include "base/text.h"
#include "solve/solver.h"

struct certify_ask {
    int game;
    const struct position *position; /* its value; NULL: the period of a heap */
    bool misere;                     /* who cannot move wins: the outcome of the position */
    uint64_t last;                   /* heaps computed at most in search of a period; 0: a few seconds' work */
    const char **reason;             /* not NULL: why there is none is told here, with ST_OK and no diagnostic */
};
/* ST_USAGE with a diagnostic where there is no certificate of that kind. A budget that ends the work leaves nothing of use. */
enum status certify(struct env *env, const struct certify_ask *ask, struct arena *arena, struct text *out);
/* The same of two rules of a heap, whose `position` says nothing: the same options, or the same values, or *differ: the first heap that
 * tells them apart. For verify/cgi-verify-equal.c. Diagnostics go to the environment that they
 * are about. */
enum status certify_equal(struct env *const env[2], const struct certify_ask ask[2], struct arena *arena,
                          struct text *out, bool *differ);

#endif
