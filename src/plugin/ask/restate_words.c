/* SPDX-License-Identifier: MIT */
/* What a game over other states is to the plugin, in words: its claim speaks of the reference's numbers. */
#include "plugin/private.h"
#include "base/numbers.h"
#include <inttypes.h>
#include <string.h>
#include "play/options/print.h"

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

static void put_fields(const struct game *game, const struct match *match, bool as_row, struct text *out)
{
    const struct substitution *view = &match->view;
    if (as_row) text_putc(out, '[');
    for (size_t i = 0; i < view->count; i++) {
        size_t from = (size_t)match->permutation[i];
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

/* "g(n) is nim(n - 1)" */
static void put_match(const struct env *env, int rule, const struct match *match, struct text *out)
{
    const struct game *game = &env->model->games[rule];
    const struct model *reference = env->plugins->items.data[match->plugin]->reference;
    bool row = !match->view.unpacked && game->fields[0].kind == FIELD_ROW;
    text_add(out, "%s(", game->name);
    for (size_t i = 0; i < game->field_count; i++) text_add(out, "%s%s", i ? ", " : "", game->fields[i].name);
    text_add(out, ") is %s(", reference->games[reference->main_game].name);
    if (row) put_row(game, &match->view, out);
    else put_fields(game, match, match->ref_view.unpacked, out);
    text_putc(out, ')');
}

static int plugin_called(const struct host *host, const char *name)
{
    for (size_t p = 0; host && p < host->items.count; p++)
        if (strcmp(host->items.data[p]->info.name, name) == 0) return (int)p;
    return -1;
}

const char *host_claim(const struct env *env, const struct component *components, size_t count, const char *name,
                       const char *claim, struct arena *arena)
{
    struct text text = {0};
    int plugin = plugin_called(env->plugins, name);
    for (size_t c = 0; c < count; c++) {
        const struct match *match = host_match_by(env, &components[c], plugin);
        int rule = component_rule(&components[c]);
        bool said = !match || restated_not_at_all(match);
        for (size_t d = 0; d < c && !said; d++) said = component_rule(&components[d]) == rule;
        if (said) continue;
        if (text.length) text_puts(&text, ", ");
        put_match(env, rule, match, &text);
    }
    if (text.length && *claim) text_puts(&text, ", where ");
    text_puts(&text, claim);
    return print_keep(arena, &text);
}
