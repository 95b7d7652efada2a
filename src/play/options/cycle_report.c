/* SPDX-License-Identifier: MIT */
/* The search works with ids only, so the move of each step is found by listing the options of its position. */
#include "play/options/cycle_report.h"
#include <string.h>
#include "code/machine/part_words.h"
#include "play/options/print.h"
#include "play/options/canonical.h"
#include "play/options/store.h"

enum { SHOWN_FIRST = 8, SHOWN_LAST = 3 };

struct step_search {
    struct env *env;
    component_vec here, wanted; /* the position, and the one after it, in order */
    bool part;                  /* the next position needs only be contained in the option */
    struct text move;
    struct span span;
    bool found;
};

static bool same_sum(component_vec *a, const component_vec *b)
{
    if (a->count != b->count) return false;
    components_sort(a->data, a->count);
    for (size_t i = 0; i < a->count; i++)
        if (component_compare(&a->data[i], &b->data[i]) != 0) return false;
    return true;
}

static bool contains(const component_vec *items, const struct component *wanted)
{
    for (size_t i = 0; i < items->count; i++)
        if (component_compare(&items->data[i], wanted) == 0) return true;
    return false;
}

/* Brings what the component became into canonical form and compares it, beside the other components. */
static enum status compare_move(struct step_search *s, const struct made_move *move, bool *same)
{
    struct sums sums = {0};
    component_vec items = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < s->here.count; i++)
        if (i != move->component && !sums_push(&sums, &s->here.data[i])) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < move->part_count; i++) st = canonical_push(s->env, &move->parts[i], &sums);
    for (size_t i = 0; st == ST_OK && i < sums.items.count; i++) {
        struct component c = sums_item(&sums, i);
        bool dead = false;
        if (!s->part) st = canonical_dead(s->env, &c, NULL, &dead);
        if (st == ST_OK && !dead && !vec_push(&items, c)) st = ST_NO_MEMORY;
    }
    if (st == ST_OK) *same = s->part ? contains(&items, s->wanted.data) : same_sum(&items, &s->wanted);
    vec_free(&items);
    sums_free(&sums);
    return st;
}

static enum status try_move(void *context, const struct made_move *move)
{
    struct step_search *s = context;
    bool same = false;
    enum status st = compare_move(s, move, &same);
    if (st != ST_OK || !same) return st;
    s->found = true;
    print_move(s->env->model, move, move->step_count > 1, &s->move);
    if (move->steps[0].taken.move) s->span = move->steps[0].taken.move->span;
    return ST_UNSUPPORTED;
}

static enum status find_step(struct step_search *s, const struct sums *path, size_t i, int mover)
{
    if (!sums_list(path, i, &s->here) || !sums_list(path, (i + 1) % path->count, &s->wanted)) return ST_NO_MEMORY;
    components_sort(s->wanted.data, s->wanted.count);
    enum status st = ST_OK;
    for (size_t c = 0; st == ST_OK && c < s->here.count; c++)
        st = options_each(s->env, s->here.data, c, mover, try_move, s);
    return s->found ? ST_OK : st;
}

/* Sum number i of the path, in the words of the rule. */
static void print_written(const struct model *model, const struct sums *path, size_t i, struct text *out)
{
    if (sums_size(path, i) == 0) text_puts(out, "end");
    for (size_t j = 0; j < sums_size(path, i); j++) {
        struct component c = sums_component(path, i, j);
        if (j) text_puts(out, " + ");
        component_print_written(model, &c, out);
    }
}

static enum status note_step(struct env *env, const struct sums *path, size_t i, int mover)
{
    struct step_search search = {.env = env,
                                 .part = sums_size(path, i) == 1 && sums_size(path, (i + 1) % path->count) == 1};
    struct text from = {0}, to = {0};
    enum status st = find_step(&search, path, i, mover);
    print_written(env->model, path, i, &from);
    print_written(env->model, path, (i + 1) % path->count, &to);
    if (st == ST_OK)
        diag_note(env->diags, search.span, "from %s, %s leads to %s", text_c(&from),
                  search.found ? text_c(&search.move) : "a move", text_c(&to));
    if (search.move.failed || from.failed || to.failed) env->diags->failed = true;
    text_free(&search.move);
    text_free(&from);
    text_free(&to);
    vec_free(&search.here);
    vec_free(&search.wanted);
    return st;
}

enum status cycle_report(struct env *env, const struct sums *path, int mover)
{
    struct component first = sums_component(path, 0, 0);
    struct text position = {0};
    print_written(env->model, path, 0, &position);
    struct span span = first.game >= 0 ? env->model->games[first.game].span : (struct span){0};
    diag(env->diags, D_CYCLE, span, text_c(&position), path->count, path->count == 1 ? "" : "s");
    if (position.failed) env->diags->failed = true; /* it is cut off */
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
