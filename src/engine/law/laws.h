/* SPDX-License-Identifier: MIT */
/* The laws of the main game at its parameters, as claims for its file.
 *
 *     struct law_report report;
 *     struct law_wanted wanted = {.mover = 0};                         // how far: as a few seconds' work allows
 *     enum status st = engine_laws(engine, &wanted, &arena, &report);
 *     // bash.game: report.claims[0] is "claim sg(bash(n)) == n % 4 for n in 0..20479", LAW_PROVED
 *
 * SG values where the game has some, and the set of its lost positions, over a box of positions from 0 on. A truth value among the
 * fields has its two values in turn. law.h says what counts as a law; what holds in the box is LAW_HOLDS and nothing more. LAW_PROVED: the
 * SG values of one heap have a period that is proved (solve/heap/period.h), or those of a row of two numbers (solve/rows/rows.h), and the
 * law repeats with it (forever.h). LAW_REFUTED
 * is a guess that went well for long, with the least position that contradicts it; no claim for a file. Nor is a law with
 * a function or set of the language whose name the file gives to something of its own (`hidden`).
 *
 * Strings live in the arena. ST_USAGE or ST_UNSUPPORTED with a diagnostic where a game has no box of positions. */
#ifndef CGI_ENGINE_LAW_LAWS_H
#define CGI_ENGINE_LAW_LAWS_H
#include "engine/open/engine.h"

struct law_wanted {
    const struct axis *axes; /* one a field, or a number of a start; NULL: 0..to each */
    size_t axis_count;       /* with axes */
    uint64_t to;             /* 0: as far as a few seconds' work goes */
    int mover;
};
enum law_verdict { LAW_PROVED, LAW_HOLDS, LAW_REFUTED };
/* One position that is left out of a claim, and what it has. */
struct law_exception {
    const char *position, *value;
};
struct law_claim {
    enum law_verdict verdict;
    const char *text;    /* "claim sg(bash(n)) == n % 4 for n in 0..20479" */
    const char *theorem; /* PROVED */
    const char *place;   /* REFUTED: "n = 5041" */
    const char *hidden;  /* a word of the text that means something else in the file: no claim for it; or NULL */
    struct law_exception *exceptions;
    size_t exception_count;
};
struct law_report {
    struct law_claim *claims;
    size_t claim_count;
    uint64_t to; /* every field went at most that far */
    uint64_t positions;
    const char *extents; /* "n in 0..20479" */
};
enum status engine_laws(struct engine *engine, const struct law_wanted *wanted, struct arena *arena,
                        struct law_report *report);

#endif
