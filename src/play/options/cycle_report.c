/* SPDX-License-Identifier: MIT */
/* The search works with ids only, so the move of each step is found by listing the options of its position. */
#include "play/options/cycle_report.h"
#include <string.h>
#include "play/options/print.h"
#include "play/options/canonical.h"
#include "play/options/store.h"

enum { SHOWN_FIRST = 8, SHOWN_LAST = 3 };

struct step_search {
    struct env *env;
    struct component *others; /* the other components, which do not change */
    size_t other_count, component;
    const struct component *wanted;
    size_t wanted_count;
    bool part; /* the next position need only be contained in the option */
    struct text move;
    struct span span;
    bool found;
};

static bool same_sum(struct component *a, size_t count, const struct component *b, size_t b_count)
{
    if (count != b_count) return false;
    components_sort(a, count);
    for (size_t i = 0; i < count; i++)
        if (component_compare(&a[i], &b[i]) != 0) return false;
    return true;
}

static bool contains(const struct component *items, size_t count, const struct component *wanted)
{
    for (size_t i = 0; i < count; i++)
        if (component_compare(&items[i], wanted) == 0) return true;
    return false;
}

/* Settles the sum of the option and the other components, and compares. */
static enum status compare_option(struct step_search *s, const struct component *components, size_t count, bool *same)
{
    struct sums sums = {0};
    VEC(struct component) items = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < s->other_count; i++)
        if (!sums_push(&sums, &s->others[i])) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < count; i++) st = canonical_push(s->env, &components[i], &sums);
    for (size_t i = 0; st == ST_OK && i < sums.items.count; i++) {
        struct component c = sums_item(&sums, i);
        bool dead = false;
        if (!s->part) st = canonical_dead(s->env, &c, &dead);
        if (st == ST_OK && !dead && !vec_push(&items, c)) st = ST_NO_MEMORY;
    }
    if (st == ST_OK)
        *same = s->part ? contains(items.data, items.count, s->wanted)
                        : same_sum(items.data, items.count, s->wanted, s->wanted_count);
    vec_free(&items);
    sums_free(&sums);
    return st;
}

static enum status try_option(void *context, const struct component *components, size_t count, const struct step *steps,
                              size_t step_count)
{
    struct step_search *s = context;
    bool same = false;
    enum status st = compare_option(s, components, count, &same);
    if (st != ST_OK || !same) return st;
    s->found = true;
    for (size_t i = 0; i < step_count; i++) {
        if (i) text_puts(&s->move, " and ");
        print_step(s->env->model, &steps[i], step_count > 1, &s->move);
    }
    if (steps[0].taken.move) s->span = steps[0].taken.move->span;
    return ST_UNSUPPORTED;
}

static enum status find_step(struct step_search *s, const struct sums *path, size_t i, int mover)
{
    size_t n = sums_size(path, i), next = (i + 1) % path->count;
    VEC(struct component) wanted = {0}, others = {0};
    enum status st = ST_OK;
    for (size_t j = 0; j < sums_size(path, next); j++)
        if (!vec_push(&wanted, sums_component(path, next, j))) st = ST_NO_MEMORY;
    components_sort(wanted.data, wanted.count);
    s->wanted = wanted.data;
    s->wanted_count = wanted.count;
    for (size_t c = 0; st == ST_OK && !s->found && c < n; c++) {
        struct component moving = sums_component(path, i, c);
        others.count = 0;
        for (size_t j = 0; j < n; j++)
            if (j != c && !vec_push(&others, sums_component(path, i, j))) st = ST_NO_MEMORY;
        s->others = others.data;
        s->other_count = others.count;
        if (st == ST_OK) st = options_each(s->env, &moving, mover, try_option, s);
        if (s->found) st = ST_OK;
    }
    vec_free(&wanted);
    vec_free(&others);
    return st;
}

static void print_path_item(struct env *env, const struct sums *path, size_t i, struct text *out)
{
    for (size_t j = 0; j < sums_size(path, i); j++) {
        struct component c = sums_component(path, i, j);
        if (j) text_puts(out, " + ");
        component_print(env->model, &c, out);
    }
    if (sums_size(path, i) == 0) text_puts(out, "end");
}

static enum status note_step(struct env *env, const struct sums *path, size_t i, int mover)
{
    struct step_search search = {.env = env,
                                 .part = sums_size(path, i) == 1 && sums_size(path, (i + 1) % path->count) == 1};
    struct text from = {0}, to = {0};
    enum status st = find_step(&search, path, i, mover);
    print_path_item(env, path, i, &from);
    print_path_item(env, path, (i + 1) % path->count, &to);
    if (st == ST_OK)
        diag_note(env->diags, search.span, "from %s, %s leads to %s", text_c(&from),
                  search.found ? text_c(&search.move) : "a move", text_c(&to));
    text_free(&search.move);
    text_free(&from);
    text_free(&to);
    return st;
}

enum status cycle_report(struct env *env, const struct sums *path, int mover)
{
    struct component first = sums_component(path, 0, 0);
    struct text position = {0};
    print_path_item(env, path, 0, &position);
    struct span span = first.game >= 0 ? env->model->games[first.game].span : (struct span){0};
    diag(env->diags, D_CYCLE, span, text_c(&position), path->count, path->count == 1 ? "" : "s");
    text_free(&position);
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < path->count; i++) {
        if (path->count > SHOWN_FIRST + SHOWN_LAST && i == SHOWN_FIRST) {
            diag_note(env->diags, (struct span){0}, "... and %zu moves more ...",
                      path->count - SHOWN_FIRST - SHOWN_LAST);
            i = path->count - SHOWN_LAST;
        }
        int who = mover ? (int)((unsigned)(mover - 1 + (int)(i % 2)) % 2 + 1) : 0;
        st = note_step(env, path, i, who);
    }
    return st == ST_OK ? ST_RULE_FAILED : st;
}
