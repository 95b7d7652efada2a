/* SPDX-License-Identifier: MIT */
/* Any bytes that are a rule, run (run_text.h). */
#include <stdlib.h>
#include <string.h>
#include "run_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = size <= 4096 ? malloc(size + 1) : NULL;
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    run_text(text, NULL, NULL);
    free(text);
    return 0;
}
