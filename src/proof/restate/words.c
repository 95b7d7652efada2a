/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include "base/numbers.h"
#include "proof/restate/words.h"

/* Of the number called `name`, as the language writes it: "n - 1", "21 - n", "3 * last / 2", "max(n - 1, 0)". */
static void put_number(const struct substitution_number *n, const char *name, struct text *out)
{
    bool sum = n->add != 0, scaled = n->den != 1;
    if (n->clamp) text_puts(out, "max(");
    if (n->num == -1) {
        text_add(out, "%" PRId64 " - %s", n->add, name);
    } else {
        if (sum && scaled) text_putc(out, '(');
        if (n->num != 1) text_add(out, "%" PRId64 " * ", n->num);
        text_puts(out, name);
        if (sum) text_add(out, n->add < 0 ? " - %" PRIu64 : " + %" PRIu64, number_magnitude(n->add));
        if (sum && scaled) text_putc(out, ')');
        if (scaled) text_add(out, " / %" PRId64, n->den);
    }
    if (n->clamp) text_puts(out, ", 0)");
}

static void put_fields(const struct game *game, const struct substitution *view, bool as_row, const int *order,
                       struct text *out)
{
    if (as_row) text_putc(out, '[');
    for (size_t i = 0; i < view->count; i++) {
        size_t from = (size_t)order[i];
        struct text name = {0};
        if (view->unpacked) text_add(&name, "%s[%zu]", game->fields[0].name, from + 1);
        else text_puts(&name, game->fields[from].name);
        if (i) text_puts(out, ", ");
        put_number(&view->numbers[from], text_c(&name), out);
        out->failed |= name.failed;
        text_free(&name);
    }
    if (as_row) text_putc(out, ']');
}

static void put_row(const struct game *game, const struct substitution *view, struct text *out)
{
    const char *row = game->fields[0].name;
    if (substitution_number_is_identity(&view->numbers[0])) {
        text_puts(out, row);
    } else {
        text_putc(out, '[');
        put_number(&view->numbers[0], "x", out);
        text_add(out, " for x in %s]", row);
    }
    if (view->reversed) text_puts(out, " from its other end");
}

void substitution_print(const struct game *game, const struct game *reference, const struct substitution *view,
                        bool as_row, const int *order, struct text *out)
{
    bool row = !view->unpacked && game->fields[0].kind == FIELD_ROW;
    text_add(out, "%s(", game->name);
    for (size_t i = 0; i < game->field_count; i++) text_add(out, "%s%s", i ? ", " : "", game->fields[i].name);
    text_add(out, ") is %s(", reference->name);
    if (row) put_row(game, view, out);
    else put_fields(game, view, as_row, order, out);
    text_putc(out, ')');
}
