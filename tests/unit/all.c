/* SPDX-License-Identifier: MIT */
/* All unit tests in one program: unit_tests NAME runs test_NAME.c, whose main is called test_NAME here. */
#include <stdio.h>
#include <string.h>
#include "units.h"

static const struct {
    const char *name;
    int (*run)(void);
} units[] = {
#define UNIT(name) {#name, test_##name},
#include "units.def"
#undef UNIT
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].name, argv[1]) == 0) return units[i].run();
    fprintf(stderr, "usage: unit_tests NAME, where tests/unit/test_NAME.c is\n");
    return 2;
}
