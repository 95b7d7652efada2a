/* SPDX-License-Identifier: MIT */
/* Bytes as decisions: a rule file that is nearly right (typed_rule.h), run (run_text.h). Any bytes reach the rooms
 * behind the parser, and each changed byte changes one decision. */
#include <stdint.h>
#include "run_text.h"
#include "typed_rule.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text rule = {0};
    if (size > 2048) return 0;
    typed_rule(data, size, &rule);
    if (!rule.failed && rule.length) run_text(text_c(&rule), NULL, NULL);
    text_free(&rule);
    return 0;
}
