/* SPDX-License-Identifier: MIT */
/* The text and JSON of a comparison of two games (engine/compare/compare.h).
 *
 *     struct comparison_sides sides = {"nim", "other.game", {"nim", "pile"}};
 *     comparison_print(request, &sides, &comparison, label, st);             // verdict        same rules ...
 *     comparison_json(&sides, &comparison, label, st);                       // one object, on a line of its own
 *
 * `label` is the name of the setting, "m=3", or "". A status that is not ST_OK is that of the budget that ended the comparison:
 * it is printed too. */
#ifndef CGI_CLI_PRINT_COMPARISON_H
#define CGI_CLI_PRINT_COMPARISON_H
#include "cli/request/request.h"
#include "engine/compare/compare.h"

/* What is compared, as it is called. */
struct comparison_sides {
    const char *game;    /* the first game, which may be compared by its parts */
    const char *other;   /* what it is compared with, as it was given */
    const char *name[2]; /* of what is compared: the games, or the files where those have the same */
};
void comparison_print(const struct request *request, const struct comparison_sides *sides, const struct comparison *c,
                      const char *label, enum status st);
void comparison_json(const struct comparison_sides *sides, const struct comparison *c, const char *label,
                     enum status st);

#endif
