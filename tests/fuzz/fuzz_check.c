/* SPDX-License-Identifier: MIT */
/* Any bytes through parser, checker and dump. What is promised is checked: a model or a message, never neither; a broken
 * promise aborts. */
#include <stdlib.h>
#include "check/names/check.h"
#include "syntax/parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void promise(bool kept)
{
    if (!kept) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sources sources = {0};
    struct arena names_arena = {0}, scratch = {0};
    struct interns names = {.arena = &names_arena};
    struct diags diags = {0};
    struct check_input in = {.sources = &sources, .names = &names, .scratch = &scratch, .diags = &diags};
    struct model *model = NULL;
    struct ast *file = NULL;
    if (size <= 65536 && sources_add(&sources, "fuzz", (const char *)data, size, &in.source) == ST_OK) {
        struct ast_parse parse = {
            .source = in.source, .sources = &sources, .names = &names, .arena = &scratch, .diags = &diags};
        if (parse_file(&parse, &file) == ST_OK) {
            enum status st = check_file(&in, file, &model);
            promise(!diags.failed && (st == ST_OK || st == ST_INVALID));
            promise((st == ST_INVALID) == (diags.errors > 0) && (st == ST_OK) == (model != NULL));
        }
    }
    if (model) {
        struct text out = {0};
        model_dump(model, &out);
        text_free(&out);
    }
    model_free(model);
    diags_free(&diags);
    interns_free(&names);
    sources_free(&sources);
    arena_free(&names_arena);
    arena_free(&scratch);
    return 0;
}
