/* SPDX-License-Identifier: MIT */
/* Inside the folder: values gathered, laws asked for, claims written. */
#ifndef CGI_ENGINE_LAW_PRIVATE_H
#define CGI_ENGINE_LAW_PRIVATE_H
#include "base/vec.h"
#include "engine/law/laws.h"
#include "law/law.h"
#include "solve/rows/rows.h"

/* A box of the game's positions, computed. Fields that are truth values are part of it as 0 and 1. */
struct law_values {
    struct axis axes[MODEL_MAX_FIELDS];
    size_t fields;
    uint64_t count;
    int64_t *values; /* SG values, or 1: lost and 0: not; LAW_NONE */
    bool has_sg, with_mover, holes;
};
struct law_work {
    struct engine *engine;
    const struct game *game;
    const struct field *fields; /* what the box is of: the game's, or those of a start */
    size_t field_count;
    const struct law_wanted *wanted;
    struct arena *arena;
    struct law_values values;
    struct period period; /* .proved: of the SG values of one heap, or of the row that is looked at */
    struct rows rows;     /* of two numbers; none: nothing is known */
    VEC(struct law_claim) claims;
};
/* One part of the box: the fields that are numbers, with the others held; which is which. */
struct law_part {
    struct law_box box;
    size_t field[LAW_FIELDS];
    bool held[MODEL_MAX_FIELDS];
    int64_t at[MODEL_MAX_FIELDS];
};

/* ---- gather.c: fills work->values; grows the box while the work is small, unless the request says how far. */
enum status law_gather(struct law_work *work);
/* ---- write.c: the claim of a law of a part. */
enum status law_write(struct law_work *work, const struct law_part *part, const struct law *law,
                      enum law_verdict verdict, const char *theorem);
/* ---- decide.c: laws that hold so far, for all positions where that takes little work (engine/prove/claims.h). */
enum status law_decide(struct law_work *work);

#endif
