/* SPDX-License-Identifier: MIT */
/* The layout is used only if parsing its text gives the tree that it was made from. */
#include "engine/open/layout.h"
#include "engine/open/private.h"
#include "syntax/layout/layout.h"

enum status engine_layout(struct engine *engine, struct text *out, bool *same)
{
    struct ast_parse in = engine_parse_input(engine, engine->source);
    struct diags diags = {0};
    struct ast *again = NULL;
    *same = false;
    enum status st = layout_file(&in, engine->file, out);
    if (st == ST_OK) st = sources_add(&engine->sources, "<layout>", text_c(out), out->length, &in.source);
    if (st != ST_OK) return st;
    in.diags = &diags;
    st = parse_file(&in, &again);
    *same = st == ST_OK && ast_same(engine->file, again);
    diags_free(&diags);
    return st == ST_INVALID ? ST_OK : st;
}
