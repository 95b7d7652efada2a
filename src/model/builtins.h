/* SPDX-License-Identifier: MIT */
/* The functions of the language: what each is called, what is true of its values, and the values themselves.
 *
 *     const struct builtin_info *info = builtin_info(BUILTIN_ISQRT);     "isqrt", NEEDS_NATURALS, 0 <= value <= x
 *     builtin_value(BUILTIN_GCD, (int64_t[]){12, -18}, 2, &value)        value = 6
 *
 * A function is a line in builtins.def, whose columns are explained there, and one that computes its value here (or, of rows
 * and the like, an instruction of the machine). tests/unit/test_builtins.c compares both and tries the columns out. */
#ifndef CGI_MODEL_BUILTINS_H
#define CGI_MODEL_BUILTINS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/integer.h"

enum builtin {
#define BUILTIN(name, spelling, args, result, needs, size, range, bounds, order, value, large, doc) BUILTIN_##name,
#include "model/builtins.def"
#undef BUILTIN
    BUILTIN_COUNT
};
enum builtin_needs { NEEDS_ANY, NEEDS_NATURALS, NEEDS_MORE };
enum builtin_size { SIZE_FITS, SIZE_EDGE, SIZE_GROWS };
enum builtin_range {
    RANGE_NATURAL,
    RANGE_POSITIVE,
    RANGE_ARGUMENT,
    RANGE_CELL,
    RANGE_CELL_OR_0,
    RANGE_LAST,
    RANGE_NONE
};
struct builtin_info {
    const char *spelling, *args, *result;
    enum builtin_needs needs;
    enum builtin_size size;
    enum builtin_range range;
    int times_low, times_high; /* TIMES; both 0: nothing is known */
    int most;                  /* UPTO; 0: nothing is known */
    bool commutes;
    bool (*value)(const int64_t *x, size_t count, int64_t *value); /* false: it does not fit */
    const struct integer *(*large)(struct arena *arena, const struct integer *const *x, size_t count);
    const char *doc;
};
const struct builtin_info *builtin_info(enum builtin builtin);
/* Can it be called with so many arguments? */
bool builtin_takes(enum builtin builtin, size_t count);
/* Its value at numbers. False: there is none, it does not fit 64 bits, or it is none of numbers. */
bool builtin_value(enum builtin builtin, const int64_t *x, size_t count, int64_t *value);
/* The same at numbers of any size; NULL also where memory runs out, and then *no_memory is set. */
const struct integer *builtin_large(enum builtin builtin, struct arena *arena, const struct integer *const *x,
                                    size_t count, bool *no_memory);

#endif
