/* SPDX-License-Identifier: MIT */
/* Whether values of long runs are kept in files, and where.
 *
 *     struct keep keep = {.folder = "~/.cache/cgi/values", .version = "0.2.0"};
 *     keep_usual(&keep);
 *     env->keep = &keep;                             // NULL: nothing is kept
 *     ...
 *     if (keep.loaded) printf("%" PRIu64 " values were kept\n", keep.loaded);
 *
 * Times are nanoseconds on the monotonic clock. They decide when files are read and written, never what is answered. */
#ifndef CGI_PLAY_OPTIONS_KEEP_H
#define CGI_PLAY_OPTIONS_KEEP_H
#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"

struct keep {
    const char *folder;          /* NULL: none, or that of the user if it is to be found */
    bool find;                   /* the user's own, whenever it is needed (keep_folder) */
    struct text found;           /* its name, for whoever owns this to free */
    const char *version;         /* values of another version are not used */
    uint64_t look, begin, every; /* a run of that length looks for kept values; is kept; is written that often */
    uint64_t loaded, written;    /* values that came from files and that went there, in all */
    void (*wrote)(void *context, uint64_t values); /* for tests: after each write; NULL: none */
    void *context;
};

/* The folder, found and made if that is to be done; NULL: there is none. */
const char *keep_folder(struct keep *keep);

struct env;
/* Not of rules with scripts or graphs, whose text the model does not hold, nor within bounded views: how far these come must
 * not depend on files. */
bool keep_possible(const struct env *env);
/* What values depend on: the version, the values of the parameters, the checked rule (model_dump, whose text does not depend on
 * layout, comments and expectations). */
void keep_words(const struct env *env, struct text *out);

/* When a run that began then is written first; and the next time after a file that was begun to be written at `from`, so far away
 * that writing takes a small part of the run. Never: UINT64_MAX. */
uint64_t keep_first(const struct keep *keep, uint64_t began);
uint64_t keep_next(const struct keep *keep, uint64_t from);
/* A time so much later. */
uint64_t keep_after(uint64_t time, uint64_t pause);

/* Runs of two seconds are kept; what a kill loses is three seconds, in long runs a thirtieth. */
static inline void keep_usual(struct keep *keep)
{
    const uint64_t ms = 1000000;
    keep->look = 50 * ms;
    keep->begin = 2000 * ms;
    keep->every = 3000 * ms;
}

#endif
