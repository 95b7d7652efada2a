/* SPDX-License-Identifier: MIT */
/* Diagnostics: what is wrong with a rule file, as data. Rendered only by the command line.
 *
 *     diag(diags, D_UNKNOWN_NAME, span, "hepa");
 *     diag_note(diags, other_span, "did you mean 'heap'?");
 *
 * Every id is a line of diags.def: DIAG(NAME, "E0301", ERROR, "message with %s"). The arguments after the span fill the
 * message like printf. Messages are one lower-case sentence: what was found, what was expected, what to do. Notes are
 * added to the diagnostic reported last. If an allocation fails, diags->failed is set; the caller
 * then returns ST_NO_MEMORY. */
#ifndef CGI_BASE_DIAG_H
#define CGI_BASE_DIAG_H
#include <stdbool.h>
#include <stddef.h>
#include "base/arena.h"
#include "base/source.h"

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

enum diag_id {
#define DIAG(name, code, severity, format) D_##name,
#include "base/diags.def"
#undef DIAG
    D_COUNT
};

struct note {
    struct span span; /* source 0: no place */
    const char *message;
    struct note *next;
};
struct diagnostic {
    enum diag_id id;
    enum severity severity;
    struct span span;
    const char *message;
    struct note *notes, **last_note;
};
struct diags {
    struct arena arena;
    struct diagnostic *items;
    size_t count, capacity;
    size_t errors;      /* how many are errors */
    bool failed, muted; /* muted: after DIAG_LIMIT errors further ones are only counted */
};
#define DIAG_LIMIT 50

/* The printed code, e.g. "E0301"; the format with its % signs, for the manual's coverage test. */
const char *diag_code(enum diag_id id);
const char *diag_format(enum diag_id id);
enum severity diag_severity(enum diag_id id);

/* Reports; the arguments must fit the id's format. Returns ST_INVALID so that a caller can write return diag(...). */
enum status diag(struct diags *diags, enum diag_id id, struct span span, ...);
void diag_note(struct diags *diags, struct span span, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The candidate nearest to `name`, within edit distance 2 and less than half of its length; NULL if there is none. */
const char *diag_nearest(const char *name, const char *const *candidates, size_t count);
/* Adds the note "did you mean 'X'?" if diag_nearest finds a candidate. */
void diag_suggest(struct diags *diags, const char *name, const char *const *candidates, size_t count);
/* Appends copies of all reports of `apart` to `diags`: an attempt reports to diagnostics of its own, which are passed
 * on only if its failure counts. */
void diags_add(struct diags *diags, const struct diags *apart);
void diags_free(struct diags *diags);

#endif
