/* SPDX-License-Identifier: MIT */
/* Small states of every game of the file, by terms as they are typed; rules that fail in a state say nothing of it. */
#include "advice.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "measured.h"
#include "rule_file.h"

enum { STATES = 60, OPTIONS = 400, WORDS = 200, LOOKS = 3 };
struct advice_count advice_count;

/* ---- small states */

static const char *const rows[] = {"[]", "[1]", "[0, 2]", "[2, 1, 1]"},
                         *const grids[] = {"[[1]]", "[[1, 1], [0, 2]]", "[[0], [1]]"},
                         *const trees[] = {"[]", "[[]]", "[[[]], []]", "tree([1, 2, 1, 2])"},
                         *const bools[] = {"false", "true"};

static size_t put_value(const struct model *m, const struct field *f, size_t which, struct text *out)
{
    switch (f->kind) {
    case FIELD_INT: text_add(out, "%d", (int)which - 2); return 7;
    case FIELD_BOOL: text_puts(out, bools[which % 2]); return 2;
    case FIELD_ROW:
    case FIELD_BAG: text_puts(out, rows[which % 4]); return 4;
    case FIELD_GRID: text_puts(out, grids[which % 3]); return 3;
    case FIELD_TREE: text_puts(out, trees[which % 4]); return 4;
    case FIELD_NODES: text_puts(out, which % 2 ? m->games[f->graph].name : "{}"); return 2;
    default: text_add(out, "%zu", which); return 7;
    }
}

/* State number `at` of the game as a term; false when there are no so many. */
static bool put_state(const struct model *m, const struct game *g, size_t at, struct text *out)
{
    text_add(out, "%s(", g->name);
    for (size_t i = 0; i < g->field_count; i++) {
        struct text spare = {0};
        size_t values = put_value(m, &g->fields[i], 0, &spare);
        text_free(&spare);
        if (i) text_puts(out, ", ");
        put_value(m, &g->fields[i], at % values, out);
        at /= values;
    }
    text_puts(out, ")");
    return at == 0;
}

/* ---- options */

struct option {
    char words[WORDS];
};
struct options {
    const struct rule_file *f;
    const struct component *from;
    int game;
    struct option *items;
    size_t count;
    enum status st;
    /* of a game with a measure: an option of the same game that is not below */
    bool rises;
    /* options that hold a state of the same game; moves that can be made for ever, by number */
    bool all_lead_home, endless[64];
    struct component *again; /* of such a move: the same game's component */
    int64_t cells[16];
    const struct move *move;
};

static enum status take(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct options *o = context;
    const struct game *g = &o->f->model->games[o->game];
    struct text words = {0};
    bool home = false;
    if (o->count == OPTIONS) return ST_UNSUPPORTED;
    for (size_t i = 0; i < count; i++) {
        if (i) text_puts(&words, " + ");
        component_print(o->f->model, &components[i], &words);
        if (components[i].game != o->game) continue;
        home = true;
        if (g->measure.kind == MEASURE_LINEAR || g->measure.kind == MEASURE_LEXICOGRAPHIC) {
            advice_count.measures++;
            o->rises = o->rises || !measure_falls(o->f->model, o->from, &components[i]);
        }
    }
    o->all_lead_home = o->all_lead_home && home;
    if (taken->move && taken->move->endless && home && (size_t)(taken->move - g->moves) < 64)
        o->endless[taken->move - g->moves] = true;
    snprintf(o->items[o->count++].words, WORDS, "%s", words.length ? text_c(&words) : "end");
    text_free(&words);
    return ST_OK;
}

static int by_words(const void *a, const void *b)
{
    return strcmp(((const struct option *)a)->words, ((const struct option *)b)->words);
}

/* Each option once, in the order of their words; o->st says whether the rule has any there. */
static void list(struct rule_file *f, int game, const char *term, int mover, struct options *o)
{
    struct position p;
    struct option *items = o->items;
    *o = (struct options){.f = f, .game = game, .items = items, .all_lead_home = true};
    o->st = rule_position(f, term, &p);
    bool legal = false;
    if (o->st == ST_OK && (p.count != 1 || p.big)) o->st = ST_UNSUPPORTED;
    if (o->st == ST_OK) o->st = vm_legal(f->vm, &p.components[0], &legal);
    if (o->st == ST_OK && !legal) o->st = ST_UNSUPPORTED;
    if (o->st != ST_OK) return;
    o->from = &p.components[0];
    f->budget.looks = f->budget.looks_used + LOOKS; /* for rules that go through very much and find little */
    o->st = vm_options(f->vm, &p.components[0], mover, take, o);
    qsort(o->items, o->count, sizeof *o->items, by_words);
    size_t kept = 0;
    for (size_t i = 0; i < o->count; i++)
        if (i == 0 || by_words(&o->items[i], &o->items[i - 1]) != 0) o->items[kept++] = o->items[i];
    o->count = kept;
}

/* ---- one piece of advice */

static bool same_options(const struct options *a, const struct options *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) same = by_words(&a->items[i], &b->items[i]) == 0;
    return same;
}

static int game_at(const struct model *m, uint32_t at)
{
    for (size_t i = 0; i < m->game_count; i++)
        for (size_t k = 0; k < m->games[i].move_count; k++) {
            const struct move *move = &m->games[i].moves[k];
            if (move->span.begin <= at && at < move->span.end) return (int)i;
        }
    return -1;
}

/* The domain of the variable whose name stands at `at`; false when there is none. */
static bool domain_at(const struct model *m, uint32_t at, struct span *span)
{
    for (size_t i = 0; i < m->game_count; i++)
        for (size_t k = 0; k < m->games[i].move_count; k++)
            for (size_t t = 0; t < m->games[i].moves[k].gen_count; t++) {
                const struct gen *gen = &m->games[i].moves[k].gens[t];
                if (gen->span.begin != at) continue;
                *span = gen->domain.span;
                return true;
            }
    return false;
}

/* Has the game the same options when the span is written otherwise? */
static bool may_be_replaced(struct rule_file *f, const char *rule, int game, struct span span, const char *by,
                            char *why, size_t room)
{
    struct text other = {0};
    struct rule_file g;
    struct options a = {.items = calloc(OPTIONS, sizeof *a.items)}, b = {.items = calloc(OPTIONS, sizeof *b.items)};
    bool good = true;
    text_add(&other, "%.*s%s%s", (int)span.begin, rule, by, rule + span.end);
    rule_open(&g, text_c(&other));
    for (size_t at = 0; good && g.st == ST_OK && at < STATES; at++)
        for (int mover = 1; good && mover <= 2; mover++) {
            struct text term = {0};
            bool more = put_state(f->model, &f->model->games[game], at, &term);
            if (more) list(f, game, text_c(&term), mover, &a);
            if (more && a.st == ST_OK) {
                list(&g, game, text_c(&term), mover, &b);
                advice_count.replaced++;
                good = b.st == ST_STATE_BUDGET || (b.st == ST_OK && same_options(&a, &b));
                if (!good)
                    snprintf(why, room, "'%.*s' may not be %s: at %s, mover %d, %zu and %zu options, %s",
                             (int)(span.end - span.begin), rule + span.begin, by, text_c(&term), mover, a.count,
                             b.count, rule_error(&g));
            }
            text_free(&term);
        }
    rule_close(&g);
    text_free(&other);
    free(a.items);
    free(b.items);
    return good;
}

/* ---- what is said of a game */

static bool goes_on(struct rule_file *f, int game, const char *term, int mover, struct options *o, char *why,
                    size_t room)
{
    const struct game *g = &f->model->games[game];
    for (size_t k = 0; k < g->move_count && k < 64; k++) {
        if (!g->moves[k].endless) continue;
        bool can = false;
        for (size_t i = 0; i < o->count; i++) can = can || strstr(o->items[i].words, g->name);
        advice_count.endless += o->endless[k];
        if (o->endless[k] && !can) return snprintf(why, room, "%s: %s does not lead on", term, g->moves[k].name), false;
    }
    (void)mover;
    return true;
}

static bool is_said_rightly(struct rule_file *f, int game, bool never_ends, char *why, size_t room)
{
    const struct game *g = &f->model->games[game];
    struct options o = {.items = calloc(OPTIONS, sizeof *o.items)};
    bool good = true;
    for (size_t at = 0; good && at < STATES; at++)
        for (int mover = 1; good && mover <= 2; mover++) {
            struct text term = {0};
            bool more = put_state(f->model, g, at, &term);
            if (more) list(f, game, text_c(&term), mover, &o);
            if (more && o.st == ST_OK) {
                if (o.rises) snprintf(why, room, "%s: the measure '%s' does not fall", text_c(&term), g->measure.text);
                bool ends = never_ends && (!o.count || !o.all_lead_home);
                if (ends) snprintf(why, room, "%s: play ends", text_c(&term));
                good = !o.rises && !ends && goes_on(f, game, text_c(&term), mover, &o, why, room);
            }
            text_free(&term);
        }
    free(o.items);
    return good;
}

bool advice_holds(const char *rule, char *why, size_t room)
{
    struct rule_file f;
    bool good = true;
    rule_open(&f, rule);
    size_t said = f.diags.count;
    for (size_t i = 0; good && f.st == ST_OK && !f.model->lua_function_count && i < said; i++) {
        struct diagnostic d = f.diags.items[i];
        int game = game_at(f.model, d.span.begin);
        struct span span = d.span;
        if (game < 0) continue;
        if (d.id == D_ALWAYS_TRUE) good = may_be_replaced(&f, rule, game, span, "true", why, room);
        if (d.id == D_UNUSED_GENERATOR && domain_at(f.model, span.begin, &span))
            good = may_be_replaced(&f, rule, game, span, "{0}", why, room);
        if (d.id == D_NEVER_ENDS) good = is_said_rightly(&f, game, true, why, room);
    }
    for (size_t i = 0; good && f.st == ST_OK && !f.model->lua_function_count && i < f.model->game_count; i++)
        if (f.model->games[i].kind == GAME_RULES) good = is_said_rightly(&f, (int)i, false, why, room);
    rule_close(&f);
    return good;
}
