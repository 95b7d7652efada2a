/* SPDX-License-Identifier: MIT */
/* Moves that are said to be contained in others, of random rules: their options against those of the moves that are left. */
#include <stdio.h>
#include "base/text.h"
#include "checked.h"
#include "claims.h"
#include "random_rule.h"
#include "rule_file.h"

enum { RULES = 300, SIDE = 8, OPTIONS_MOST = 4000, MOVES = 3 };

struct listing {
    const struct model *model;
    struct {
        size_t move;
        char *text;
    } items[OPTIONS_MOST];
    size_t count;
    struct arena arena;
};

static enum status list_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct listing *l = context;
    struct component parts[4];
    struct position p = {parts, count, NULL};
    struct text text = {0};
    assert_true(count <= 4 && l->count < OPTIONS_MOST);
    for (size_t i = 0; i < count; i++) parts[i] = components[i];
    components_sort(parts, count);
    position_print(l->model, &p, &text);
    l->items[l->count].move = (size_t)(taken->move - l->model->games[0].moves);
    l->items[l->count++].text = arena_strdup(&l->arena, text_c(&text));
    text_free(&text);
    return ST_OK;
}

/* Is each option of the move that of a move which is left? */
static void assert_contained(const struct listing *l, size_t move, const bool *left)
{
    for (size_t i = 0; i < l->count; i++) {
        bool found = l->items[i].move != move;
        for (size_t k = 0; k < l->count && !found; k++)
            found = left[l->items[k].move] && strcmp(l->items[k].text, l->items[i].text) == 0;
        assert_true(found);
    }
}

static size_t try_rule_text(const char *text, size_t fields)
{
    struct checked c;
    struct rule_file f;
    bool left[MOVES] = {true, true, true};
    size_t reported = 0;
    checked_remarks(&c, text);
    for (size_t i = 0; c.st == ST_OK && i < c.diags.count; i++)
        for (size_t k = 0; k < c.model->games[0].move_count; k++)
            if (c.diags.items[i].id == D_MOVE_CONTAINED &&
                c.diags.items[i].span.begin == c.model->games[0].moves[k].span.begin)
                left[k] = false, reported++;
    checked_close(&c);
    if (!reported) return 0;
    rule_open(&f, text);
    for (int64_t at = 0; at < (fields == 1 ? 3 * SIDE : SIDE * SIDE); at++) {
        int64_t cells[2] = {fields == 1 ? at : at / SIDE, at % SIDE};
        static struct listing l;
        const struct component from = {0, (uint32_t)fields, cells};
        l = (struct listing){.model = f.model};
        assert_int_equal(vm_options(f.vm, &from, 1, list_option, &l), ST_OK);
        for (size_t k = 0; k < MOVES; k++)
            if (!left[k]) assert_contained(&l, k, left);
        arena_free(&l.arena);
    }
    rule_close(&f);
    return reported;
}

/* The last move becomes the first one, where a field is odd as well. */
static void make_narrower(struct random_rule *rule)
{
    struct random_move narrow = rule->move[0];
    const char *field = rule->fields == 1 ? "n" : "a", *old = rule->move[0].condition;
    int length = snprintf(narrow.condition, sizeof narrow.condition, "%s%s%s%s %% 2 == 1", *old ? "(" : "", old,
                          *old ? ") and " : "", field);
    if (length < (int)sizeof narrow.condition) rule->move[rule->moves - 1] = narrow;
}

CLAIM(what_is_contained_has_no_option_of_its_own)
{
    size_t reported = 0;
    for (uint64_t round = 0; round < RULES; round++) {
        uint64_t seed = hash_mix(round + 3);
        size_t fields = 1 + round % 2;
        struct random_rule rule;
        struct text text = {0};
        random_rule(&seed, (int)fields, &rule);
        if (round % 3) make_narrower(&rule);
        random_write(&rule, &text);
        reported += try_rule_text(text_c(&text), fields);
        text_free(&text);
    }
    assert_true(reported > 20);
}

CLAIMS(IT(what_is_contained_has_no_option_of_its_own))
