/* SPDX-License-Identifier: MIT */
/* The proof is made anew, as for claims: quickly or not at all. */
#include "engine/explain/digits.h"
#include <inttypes.h>
#include <string.h>
#include "play/options/print.h"

enum { DIGIT_WORK = 20000000, DIGIT_TABLES = 2 };

/* The letters of all numbers, as many of each. */
struct letters {
    int of[AUTOMATIC_FIELDS][NUMERATION_LONGEST], count;
};

static bool spell(const struct automaton *lost, const int64_t *cells, struct letters *l)
{
    int scratch[NUMERATION_LONGEST];
    l->count = 1;
    for (int i = 0; i < lost->tracks; i++) {
        int n = numeration_letters(lost->in, cells[lost->track[i]], 1, NUMERATION_LONGEST, scratch);
        if (n < 0) return false;
        if (n > l->count) l->count = n;
    }
    for (int i = 0; i < lost->tracks; i++)
        if (numeration_letters(lost->in, cells[lost->track[i]], l->count, NUMERATION_LONGEST, l->of[i]) != l->count)
            return false;
    return true;
}

static const char *digit_words(const struct automaton *lost, const struct letters *l, int i, struct arena *arena)
{
    struct text text = {0};
    char digit[64];
    for (int k = 0; k < l->count; k++) {
        numeration_print_letter(lost->in, l->of[i][k], digit, sizeof digit);
        text_add(&text, "%s%s", k ? " " : "", digit);
    }
    return print_keep(arena, &text);
}

/* "12 = 1 * 7 + 1 * 5", without the places where there is 0, and without factors of 1. */
static const char *sum_words(const struct automaton *lost, const struct letters *l, int i, int64_t number,
                             struct arena *arena)
{
    struct text text = {0};
    bool any = false;
    text_add(&text, "%" PRId64 " =", number);
    for (int k = 0; k < l->count; k++) {
        int64_t weight;
        if (!l->of[i][k]) continue;
        if (!numeration_reach(lost->in, l->count - 1 - k, &weight)) return text_free(&text), NULL;
        text_puts(&text, any ? " + " : " ");
        if (l->of[i][k] > 1) text_add(&text, "%d * ", l->of[i][k]);
        text_add(&text, "%" PRId64, weight);
        any = true;
    }
    if (!any) text_puts(&text, " 0");
    return print_keep(arena, &text);
}

static const char *walk(const struct automaton *lost, const struct letters *l, struct arena *arena, bool *accepts)
{
    struct text text = {0};
    uint32_t state = 0;
    text_puts(&text, "0");
    for (int k = 0; k < l->count; k++) {
        uint32_t letter = 0;
        for (int i = lost->tracks; i-- > 0;) letter = letter * (uint32_t)lost->in->letters + (uint32_t)l->of[i][k];
        state = lost->next[(size_t)state * lost->letters + letter];
        text_add(&text, " %" PRIu32, state);
    }
    *accepts = lost->accepts[state];
    return print_keep(arena, &text);
}

static enum status read_position(const struct game *g, const struct automaton *lost, const struct component *c,
                                 struct arena *arena, struct digits_read *out)
{
    struct letters l;
    if (lost->tracks > AUTOMATIC_FIELDS || !spell(lost, c->cells, &l)) return ST_OK;
    out->fields = lost->tracks;
    for (int i = 0; i < lost->tracks; i++) {
        out->names[i] = g->fields[lost->track[i]].name;
        if (!(out->digits[i] = digit_words(lost, &l, i, arena))) return ST_NO_MEMORY;
        if (lost->in->period == 1) out->sums[i] = sum_words(lost, &l, i, c->cells[lost->track[i]], arena);
    }
    out->states = lost->states;
    out->in = arena_printf(arena, "%s%s", lost->in->name, lost->in->link ? " numeration" : "");
    out->path = walk(lost, &l, arena, &out->accepts);
    out->found = true;
    return out->in && out->path ? ST_OK : ST_NO_MEMORY;
}

/* One component of numbers, for which no closed form answered. */
static bool may_read(const struct engine *engine, const struct position *p, const struct answer *a)
{
    if (p->count != 1 || p->big || p->components[0].game < 0 || a->with_mover) return false;
    const struct game *g = &engine->model->games[p->components[0].game];
    if (g->kind != GAME_RULES || !g->field_count || g->field_count > AUTOMATIC_FIELDS) return false;
    for (size_t i = 0; i < g->field_count; i++)
        if (g->fields[i].kind != FIELD_NAT) return false;
    if (a->outcome != OUTCOME_P && a->outcome != OUTCOME_N) return false;
    return !a->kind || !strstr(a->kind, "closed form");
}

enum status digits_read(struct engine *engine, const struct position *position, const struct answer *answer,
                        struct arena *arena, struct digits_read *out)
{
    struct lost_proof proof;
    *out = (struct digits_read){0};
    if (!may_read(engine, position, answer)) return ST_OK;
    const struct component *c = &position->components[0];
    struct prove_wanted wanted = {
        .game = c->game, .play = answer->play, .tables = DIGIT_TABLES, .most_work = DIGIT_WORK};
    enum status st = engine_prove_game(engine, &wanted, arena, &proof);
    if (st == ST_STATE_BUDGET || st == ST_UNSUPPORTED || (st == ST_OK && !proof.found)) return ST_OK;
    return st == ST_OK ? read_position(&engine->model->games[c->game], proof.lost, c, arena, out) : st;
}
