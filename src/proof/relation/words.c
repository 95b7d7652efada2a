/* SPDX-License-Identifier: MIT */
#include <string.h>
#include "proof/relation/private.h"

/* ---- generators -------------------------------------------------------------------------------------------------- */
static bool name_taken(const struct words *w, const char *name)
{
    const struct model *m = w->normal->source.model;
    for (size_t i = 0; i < words_game(w)->field_count; i++)
        if (strcmp(words_game(w)->fields[i].name, name) == 0) return true;
    for (size_t i = 0; i < m->param_count; i++)
        if (strcmp(m->params[i].name, name) == 0) return true;
    for (size_t i = 0; i < m->game_count; i++)
        if (strcmp(m->games[i].name, name) == 0) return true;
    return false;
}

static size_t result_dim(const struct words *w, int index)
{
    const struct relation *r = w->p->relation;
    for (size_t d = 0; d < r->dims; d++)
        if (r->space->vars[r->vars[d]].kind == NORMAL_RESULT && r->space->vars[r->vars[d]].index == index) return d;
    return r->dims;
}

/* Gives the chosen numbers of this sort, places in rows or others, the first names that are free. */
static bool name_some(struct words *w, const bool *is_place, bool places)
{
    static const char *const names[2][8] = {{"t", "s", "u", "v", "w", "r", "t1", "t2"},
                                            {"i", "j", "k", "l", "m", "i1", "i2", "i3"}};
    size_t at = 0;
    for (size_t d = 0; d < w->p->relation->dims; d++) {
        if (w->p->results[d].how != PIECE_CHOSEN || is_place[d] != places) continue;
        while (at < 8 && name_taken(w, names[places][at])) at++;
        if (at == 8) return false;
        w->names[d] = names[places][at++];
    }
    return true;
}

static bool name_chosen(struct words *w)
{
    bool *is_place = arena_array(w->p->arena, w->p->relation->dims + 1, sizeof *is_place);
    for (size_t i = 0; is_place && i < w->shape->component_count; i++)
        for (size_t k = 0; k < w->shape->components[i].arg_count; k++) {
            const struct normal_arg *a = &w->shape->components[i].args[k];
            int var = a->first_var;
            for (size_t n = 0; n < a->update_count; var += normal_update_width(a->updates[n++]))
                for (int v = 0; v + 1 < normal_update_width(a->updates[n]); v++)
                    is_place[result_dim(w, var + v)] = true;
        }
    return is_place && name_some(w, is_place, true) && name_some(w, is_place, false);
}

/* `min`/`max` of all; low bounds are rounded up. */
static void put_bounds(struct words *w, const struct piece_bounds *b, bool low)
{
    if (b->count > 1) text_puts(w->out, low ? "max(" : "min(");
    for (size_t i = 0; i < b->count && !w->failed; i++) {
        if (i) text_puts(w->out, ", ");
        int64_t *k = arena_array(w->p->arena, w->p->columns, sizeof *k);
        if (!k) w->failed = true;
        if (!k) return;
        memcpy(k, b->rows[i], w->p->columns * sizeof *k);
        if (low && __builtin_add_overflow(k[0], b->divisors[i] - 1, &k[0])) w->failed = true;
        if (!w->failed) words_row(w, k, b->divisors[i], false);
    }
    if (b->count > 1) text_putc(w->out, ')');
}

static void put_generators(struct words *w)
{
    bool first = true;
    for (size_t d = 0; d < w->p->relation->dims && !w->failed; d++) {
        const struct piece_result *r = &w->p->results[d];
        if (r->how != PIECE_CHOSEN) continue;
        text_add(w->out, "%s%s in ", first ? "(" : ", ", w->names[d]);
        first = false;
        put_bounds(w, &r->low, true);
        text_puts(w->out, "..");
        put_bounds(w, &r->high, false);
    }
    if (!first) text_putc(w->out, ')');
}

/* ---- results ----------------------------------------------------------------------------------------------------- */
/* A truth value of the result: known, or that of a field. */
static void put_truth_result(struct words *w, const struct piece_result *x)
{
    struct sum s = {0};
    if (x->how != PIECE_SOLVED || x->divisor != 1) w->failed = true;
    else s = words_sum(w, x->value);
    if (w->failed) return;
    if (!s.count && (s.constant == 0 || s.constant == 1)) text_puts(w->out, s.constant ? "true" : "false");
    else if (s.constant == 0 && s.items[0].factor == 1) w->failed |= !words_truth(w, &s, false);
    else w->failed = true;
}

static void put_result_var(struct words *w, int index)
{
    size_t d = result_dim(w, index);
    if (d == w->p->relation->dims) {
        w->failed = true;
        return;
    }
    const struct piece_result *x = &w->p->results[d];
    if (w->p->places[d].truth) {
        put_truth_result(w, x);
        return;
    }
    if (x->how == PIECE_SOLVED) {
        words_row(w, x->value, x->divisor, false);
        return;
    }
    if (x->removed_from >= 0) words_column(w, 1 + (size_t)x->removed_from, false);
    text_add(w->out, "%s%s", x->removed_from >= 0 ? " - " : "", w->names[d]);
}

/* [i] -= t where the cell is lowered by what was chosen. */
static void put_update(struct words *w, int place)
{
    size_t d = result_dim(w, place + 1);
    bool lowered =
        d < w->p->relation->dims && w->p->results[d].how == PIECE_CHOSEN && w->p->results[d].removed_from >= 0;
    text_putc(w->out, '[');
    put_result_var(w, place);
    text_puts(w->out, lowered ? "] -= " : "] = ");
    if (lowered) text_puts(w->out, w->names[d]);
    else put_result_var(w, place + 1);
}

static void put_updates(struct words *w, const struct normal_arg *a)
{
    int var = a->first_var;
    text_puts(w->out, " with { ");
    for (size_t i = 0; i < a->update_count && !w->failed; i++) {
        if (i) text_puts(w->out, ", ");
        if (a->updates[i] != '=' * 16 + 4) w->failed = true;
        else put_update(w, var);
        var += normal_update_width(a->updates[i]);
    }
    text_puts(w->out, " }");
}

static void put_arg(struct words *w, const struct normal_arg *a)
{
    if (a->kind == NORMAL_NUMBER) {
        put_result_var(w, a->first_var);
    } else if (a->kind == NORMAL_CELLS) {
        text_putc(w->out, '[');
        for (int i = 0; i < a->var_count; i++) {
            if (i) text_puts(w->out, ", ");
            put_result_var(w, a->first_var + i);
        }
        text_putc(w->out, ']');
    } else {
        words_value(w, (struct normal_value){.term = a->base}, true);
        if (a->kind == NORMAL_WITH) put_updates(w, a);
    }
}

static void put_result(struct words *w)
{
    text_puts(w->out, w->shape->component_count ? " -> " : " -> end");
    for (size_t i = 0; i < w->shape->component_count; i++) {
        const struct normal_component *c = &w->shape->components[i];
        if (c->game < 0) w->failed = true;
        if (w->failed) return;
        bool row = w->as_row && c->game == w->normal->source.game;
        text_add(w->out, "%s%s(%s", i ? " + " : "", w->normal->source.model->games[c->game].name, row ? "[" : "");
        for (size_t k = 0; k < c->arg_count; k++) {
            if (k) text_puts(w->out, ", ");
            put_arg(w, &c->args[k]);
        }
        text_puts(w->out, row ? "])" : ")");
    }
}

bool words_move(const struct pieces *pieces, const struct normal *normal, const struct normal_piece *shape, bool as_row,
                struct text *out)
{
    struct words w = {.p = pieces, .normal = normal, .shape = shape, .out = out, .as_row = as_row};
    w.names = arena_array(pieces->arena, pieces->relation->dims + 1, sizeof *w.names);
    if (!w.names || !name_chosen(&w)) return false;
    text_puts(out, words_game(&w)->moves[shape->move].name);
    put_generators(&w);
    words_conditions(&w, out->length);
    put_result(&w);
    return !w.failed && !out->failed;
}

bool words_condition(const struct pieces *pieces, const struct normal *normal, struct text *out)
{
    static const char before[] = " where ";
    struct text conditions = {0};
    struct words w = {.p = pieces, .normal = normal, .out = &conditions};
    words_conditions(&w, 0);
    text_puts(out, conditions.length ? text_c(&conditions) + sizeof before - 1 : "true");
    bool fine = !w.failed && !conditions.failed && !out->failed;
    out->failed |= conditions.failed;
    text_free(&conditions);
    return fine;
}
