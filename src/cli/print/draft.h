/* SPDX-License-Identifier: MIT */
/* The sequence of SG values of a rule as a draft for the Encyclopedia of Integer Sequences, in its internal format.
 *
 *     draft_print(&found, engine, &oeis);        // %S 0,1,2,0,... and what was found as %F and %Y; oeis may be NULL
 *
 * What is proved and what is only observed is told apart in each line. Values of heaps must be known. */
#ifndef CGI_CLI_PRINT_DRAFT_H
#define CGI_CLI_PRINT_DRAFT_H
#include "engine/identify/oeis.h"

void draft_print(const struct identification *found, const struct engine *engine, const struct oeis *oeis);

#endif
