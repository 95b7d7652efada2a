/* SPDX-License-Identifier: MIT */
/* The words and exit codes of the statuses, both from the table in status.h. */
#include "base/status.h"
#include <stddef.h>

struct status_row {
    int exit_code;
    const char *words;
};

static const struct status_row rows[ST_COUNT] = {
#define STATUS_ROW(id, code, words) [ST_##id] = {code, words},
    STATUS_TABLE(STATUS_ROW)
#undef STATUS_ROW
};

const char *status_words(enum status st) { return (size_t)st < ST_COUNT ? rows[st].words : "an unknown status"; }

int status_exit_code(enum status st) { return (size_t)st < ST_COUNT ? rows[st].exit_code : rows[ST_INVALID].exit_code; }

bool status_is_budget(enum status st) { return status_exit_code(st) == 4 && st != ST_NO_MEMORY; }
