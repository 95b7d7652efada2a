/* SPDX-License-Identifier: MIT */
/* Interned names: equal text, equal pointer.
 *
 *     const char *a = intern(&names, "nim", 3), *b = intern(&names, "nim", 3);   // a == b
 *
 * The strings live in the table's arena. Both functions return NULL if memory runs out. */
#ifndef CGI_BASE_INTERN_H
#define CGI_BASE_INTERN_H
#include <stddef.h>
#include "base/arena.h"

struct interns {
    struct arena *arena; /* set by the owner before the first use */
    const char **slots;
    size_t count, capacity;
};
const char *intern(struct interns *table, const char *text, size_t length);
const char *intern_c(struct interns *table, const char *text);
void interns_free(struct interns *table); /* the table only; the strings go with the arena */

#endif
