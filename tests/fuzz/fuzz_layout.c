/* SPDX-License-Identifier: MIT */
/* Any text through the layout: what is a rule file keeps its tree, and laid out twice is laid out once. A broken promise
 * aborts, which both libFuzzer and replay.c see. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "syntax/layout/layout.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void promise(bool kept)
{
    if (!kept) abort();
}

struct reading {
    struct arena arena;
    struct sources sources;
    struct interns names;
    struct diags diags;
    struct ast *file;
    struct text out;
};

/* False when the text is no rule file. */
static bool lay_out(struct reading *r, const char *text, size_t length)
{
    struct ast_parse in = {.sources = &r->sources, .names = &r->names, .arena = &r->arena, .diags = &r->diags};
    *r = (struct reading){.names.arena = &r->arena};
    if (sources_add(&r->sources, "input", text, length, &in.source) != ST_OK || parse_file(&in, &r->file) != ST_OK)
        return false;
    promise(layout_file(&in, r->file, &r->out) == ST_OK);
    return true;
}

static void reading_free(struct reading *r)
{
    text_free(&r->out);
    diags_free(&r->diags);
    interns_free(&r->names);
    sources_free(&r->sources);
    arena_free(&r->arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct reading once, twice;
    if (lay_out(&once, size ? (const char *)data : "", size)) {
        promise(lay_out(&twice, text_c(&once.out), once.out.length));
        promise(ast_same(once.file, twice.file));
        promise(strcmp(text_c(&once.out), text_c(&twice.out)) == 0);
        reading_free(&twice);
    }
    reading_free(&once);
    return 0;
}
