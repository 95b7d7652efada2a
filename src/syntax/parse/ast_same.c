/* Two trees are the same when kinds, operators, names, texts and kids are; places do not count. */
#include <string.h>
#include "syntax/layout/layout.h"

static bool same_string(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

bool ast_same(const struct ast *a, const struct ast *b)
{
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->op != b->op || a->count != b->count) return false;
    if (!same_string(a->name, b->name) || !same_string(a->text, b->text)) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!ast_same(a->kids[i], b->kids[i])) return false;
    return true;
}
