/* SPDX-License-Identifier: MIT */
/* What the checker has proved of the rules of the file, in words: which players have the same moves, what falls with each move, and
 * why options are states. Nothing is concluded here: the proofs are made again, move by move, and told. */
#include "base/text.h"
#include "check/progress/claimed.h"
#include "check/progress/stays.h"

struct teller {
    struct checker *ck;
    struct reasons *out;
    int game;
};

/* Keeps the text, which is freed. */
static void tell(struct teller *t, enum reason_kind kind, const char *move, bool proved, struct text *text)
{
    const char *kept = text->failed ? NULL : arena_strdup(t->ck->arena, text_c(text));
    struct reason reason = {kind, t->game, move, proved, kept};
    if (!kept || !vec_push(&t->out->items, reason)) t->ck->no_memory = true;
    text_free(text);
}

static void tell_words(struct teller *t, enum reason_kind kind, bool proved, const char *words)
{
    struct text text = {0};
    text_puts(&text, words);
    tell(t, kind, NULL, proved, &text);
}

/* ---- who has which moves */

static void tell_impartial(struct teller *t, const struct game *g)
{
    const char *words = "its moves depend on 'mover'";
    if (!g->reads_mover) words = "nothing reads 'mover', so both players have the same moves";
    else if (!g->uses_mover)
        words = "'mover' is read and changes nothing: both players' moves have the same normal form";
    tell_words(t, REASON_IMPARTIAL, !g->uses_mover, words);
}

/* ---- what falls */

/* What the components of a move do with the features, one after the other, as long as the earlier ones may stay. */
struct fate {
    const struct circle *circle;
    const struct line *lines; /* NULL: the clause `measure` */
    size_t count;
    size_t reached[MEASURE_MOST], falls[MEASURE_MOST], stays[MEASURE_MOST];
    size_t components, leaves, left;
};

static bool note_fate(struct fall *x, void *context)
{
    struct fate *s = context;
    struct assumptions *f = x->f;
    bool done = false;
    s->components++;
    if (!same_circle(f, x->from, x->to->game)) {
        s->leaves++;
        return true;
    }
    struct assumptions_mark mark = assumptions_mark(f);
    for (size_t k = 0; k < s->count && !done; k++) {
        const struct linear_form *drop = s->lines ? line_drop(x, &s->lines[k]) : claimed_drop(s->circle, x, k);
        int64_t value;
        s->reached[k]++;
        if (drop && linear_is_constant(drop, &value) && value == 0) s->stays[k]++;
        else if (assumptions_prove(f, drop, 1)) s->falls[k]++, done = true;
        else assumptions_at_least(f, linear_scale(&f->work, drop, -1, 0), 0);
        done = done || assumptions_contradictory(f);
    }
    s->left += !done;
    assumptions_rewind(f, mark);
    return true;
}

static void put_feature_of(const struct teller *t, const struct fate *s, size_t k, struct text *out)
{
    const struct game *g = &t->ck->model->games[t->game];
    if (s->lines) line_print(g, g->measure.lines[k], out);
    else expr_print(t->ck->model, t->game, g->claimed[k], out);
}

/* "stays: a; falls: b" */
static void tell_fate(struct teller *t, const struct move *m, const struct fate *s)
{
    struct text text = {0};
    for (size_t k = 0; k < s->count && s->reached[k]; k++) {
        const char *what = s->falls[k] == s->reached[k]   ? "falls"
                           : s->stays[k] == s->reached[k] ? "stays"
                                                          : "falls or stays";
        text_add(&text, "%s%s: ", k ? "; " : "", what);
        put_feature_of(t, s, k, &text);
    }
    if (s->left) text_add(&text, "%sleads to a game that comes later", text.length ? "; " : "");
    else if (s->leaves && s->leaves < s->components) text_puts(&text, "; or leads to games that never come back");
    if (s->components == 0) text_puts(&text, "leads to the end");
    else if (s->leaves == s->components) text_puts(&text, "leads to games that never come back");
    tell(t, REASON_ENDS, m->name, true, &text);
}

static void tell_moves_end(struct teller *t, const struct circle *c, const struct line *lines, size_t count)
{
    const struct game *g = &t->ck->model->games[t->game];
    for (size_t k = 0; k < g->move_count && !t->ck->no_memory; k++) {
        struct fate s = {.circle = c, .lines = lines, .count = count};
        struct assumptions f;
        assumptions_open(&f, t->ck, t->game);
        if (g->measure.where) assumptions_assume(&f, g->measure.where, true);
        assumptions_move(&f, &g->moves[k]);
        falls_everywhere(&f, t->game, g->moves[k].result, note_fate, &s);
        assumptions_close(&f);
        tell_fate(t, &g->moves[k], &s);
    }
}

/* The games that lead to each other with this one, and what falls in them. */
static bool open_circle(struct teller *t, struct circle *c, struct line *lines, size_t *count)
{
    struct checker *ck = t->ck;
    const struct game *games = ck->model->games;
    *c = (struct circle){.ck = ck,
                         .games = arena_array(ck->scratch, ck->model->game_count + 1, sizeof *c->games),
                         .place = arena_array(ck->scratch, ck->model->game_count + 1, sizeof *c->place)};
    if (!c->games || !c->place) return !(ck->no_memory = true);
    for (size_t i = 0; i < ck->model->game_count; i++) {
        if (ck->games.data[i].component != ck->games.data[t->game].component) continue;
        c->place[i] = (int)c->count;
        c->games[c->count++] = (int)i;
    }
    const struct game *g = &games[t->game];
    *count = g->measure.kind == MEASURE_CLAIMED ? g->claimed_count : g->measure.count;
    for (size_t k = 0; k < g->measure.count; k++) {
        if (!line_new(c, &lines[k])) return false;
        for (size_t i = 0; i < c->count; i++)
            for (size_t f = 0; f < games[c->games[i]].field_count; f++)
                line_weights(&lines[k], c->games[i])[f] = games[c->games[i]].measure.lines[k][f];
    }
    return true;
}

static void tell_measure(struct teller *t, const struct game *g)
{
    struct circle c;
    struct line lines[MEASURE_MOST];
    struct text text = {0};
    size_t count;
    bool claimed = g->measure.kind == MEASURE_CLAIMED;
    const char *how = "the first of these that a move changes falls";
    if (g->measure.kind == MEASURE_LINEAR) how = "this falls with every move";
    if (claimed) how = "as 'measure' says, the first of these that a move changes falls";
    if (g->measure.kind == MEASURE_SLOWER) how = "the first of these that a move changes falls, with one of two moves";
    text_add(&text, "%s: %s", how, g->measure.text);
    tell(t, REASON_ENDS, NULL, true, &text);
    if (open_circle(t, &c, lines, &count)) tell_moves_end(t, &c, claimed ? NULL : lines, count);
}

static void tell_ends(struct teller *t, const struct game *g)
{
    if (g->measure.kind == MEASURE_PARTS) tell_words(t, REASON_ENDS, true, g->measure.text);
    else if (g->measure.kind == MEASURE_GRAPH) tell_words(t, REASON_ENDS, true, "no arrows go round");
    else if (g->measure.kind != MEASURE_NONE) tell_measure(t, g);
    else if (g->loopy) tell_words(t, REASON_ENDS, false, "it is 'loopy': positions may recur");
    else if (g->kind == GAME_GRAPH) tell_words(t, REASON_ENDS, false, "arrows go round");
    else
        tell_words(t, REASON_ENDS, false,
                   "nothing was found that falls with every move of it and of the games that it leads to");
}

/* ---- what options are */

static bool move_stays(struct teller *t, const struct move *m, struct text *why, bool *computed)
{
    struct assumptions f;
    if (m->lua >= 0) {
        text_puts(why, "that what Lua emits are states");
        return false;
    }
    assumptions_open(&f, t->ck, t->game);
    assumptions_move(&f, m);
    bool good = result_stays(&f, m->result, why, computed);
    assumptions_close(&f);
    return good;
}

static void tell_stays(struct teller *t, const struct game *g)
{
    size_t whole = t->out->items.count, open = 0;
    bool all = true;
    tell_words(t, REASON_STAYS, true, g->kind == GAME_GRAPH ? "arrows lead to nodes" : "every option is a state");
    for (size_t k = 0; k < g->move_count && !t->ck->no_memory; k++) {
        struct text text = {0};
        bool computed = false, good = move_stays(t, &g->moves[k], &text, &computed);
        open += !good;
        all = all && computed;
        tell(t, REASON_STAYS, g->moves[k].name, good, &text);
    }
    if (!open && !all && !t->ck->no_memory)
        t->out->items.data[whole].text = "every option that can be computed is a state";
    if (!open || t->ck->no_memory) return;
    struct text text = {0};
    text_add(&text, "of %zu of its %zu moves", open, g->move_count);
    const char *kept = text.failed ? NULL : arena_strdup(t->ck->arena, text_c(&text));
    text_free(&text);
    if (!kept) t->ck->no_memory = true;
    t->out->items.data[whole].proved = false;
    t->out->items.data[whole].text = kept;
}

void tell_reasons(struct checker *ck)
{
    struct teller t = {.ck = ck, .out = ck->in->reasons};
    for (size_t i = 0; i < ck->model->game_count && !ck->no_memory; i++) {
        const struct game *g = &ck->model->games[i];
        t.game = (int)i;
        if (!ck->games.data[i].own || g->kind == GAME_COMPOUND) continue;
        struct arena_mark mark = arena_mark(ck->scratch);
        tell_impartial(&t, g);
        if (!ck->no_memory) tell_ends(&t, g);
        if (!ck->no_memory) tell_stays(&t, g);
        arena_rewind(ck->scratch, mark);
    }
}
