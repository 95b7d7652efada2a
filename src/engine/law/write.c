/* SPDX-License-Identifier: MIT */
/* Laws as claims of the language. */
#include <inttypes.h>
#include <string.h>
#include "engine/law/private.h"
#include "law/term.h"
#include "model/model.h"

/* ---- names ----------------------------------------------------------------------------------------------------------- */
static bool is_taken(const struct law_work *work, const char *name)
{
    const struct model *model = work->engine->model;
    for (size_t i = 0; i < model->param_count; i++)
        if (strcmp(model->params[i].name, name) == 0) return true;
    for (size_t i = 0; i < model->game_count; i++)
        if (strcmp(model->games[i].name, name) == 0) return true;
    return strcmp(name, "powers") == 0; /* a variable would hide the set that laws may use */
}

/* Does a call of this name mean something of the file, and not what the language has? Functions and games hide functions, parameters
 * and graphs hide the set of powers. */
static bool is_hidden(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->hiding_fn_count; i++)
        if (strcmp(model->hiding_fns[i], name) == 0) return true;
    if (strcmp(name, "powers") != 0) return model_find_game(model, name) >= 0;
    for (size_t i = 0; i < model->param_count; i++)
        if (strcmp(model->params[i].name, name) == 0) return true;
    for (size_t i = 0; i < model->graph_count; i++)
        if (strcmp(model->graphs[i].name, name) == 0) return true;
    return false;
}

/* The end of the name that starts here; 0 characters: none does. */
static size_t name_length(const char *at)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return *at >= '0' && *at <= '9' ? 0 : strspn(at, letters);
}

static bool is_field(const struct law_work *work, const char *name)
{
    for (size_t i = 0; i < work->field_count; i++)
        if (strcmp(work->fields[i].name, name) == 0) return true;
    return false;
}

/* The names of the fields, or others where a generator so called would sweep a parameter; and one more for powers. NULL: no memory. */
static const char *fresh_name(const struct law_work *work, const char *wish)
{
    const char *name = wish;
    for (int i = 1; name && (is_taken(work, name) || (i > 1 && is_field(work, name))); i++)
        name = arena_printf(work->arena, "%s%d", wish, i);
    return name;
}

struct writing {
    struct law_work *work;
    const struct law_part *part;
    const char *names[MODEL_MAX_FIELDS], *box_names[LAW_FIELDS];
    struct law_words words;
    struct text out;
};

/* "bash(n", with what stands for the fields; `number`: numbers of a position of the part, or NULL for names. */
static void put_position(struct writing *w, const int64_t *numbers, struct text *out)
{
    const struct law_part *p = w->part;
    text_add(out, "%s(", w->work->game->name);
    for (size_t i = 0, k = 0; i < w->work->field_count; i++) {
        text_puts(out, i ? ", " : "");
        if (p->held[i] && w->work->fields[i].kind == FIELD_BOOL) text_puts(out, p->at[i] ? "true" : "false");
        else if (p->held[i]) text_add(out, "%" PRId64, p->at[i]);
        else if (numbers) text_add(out, "%" PRId64, numbers[k++]);
        else text_puts(out, w->names[i]);
    }
    text_putc(out, ')');
}

/* "sg(bash(n))"; of lost positions "P(bash(n))", or "outcome(bash(n), mover = 1) == loss". */
static void put_question(struct writing *w, const int64_t *numbers, struct text *out)
{
    bool mover = w->part->box.outcomes && w->work->values.with_mover;
    text_puts(out, mover ? "outcome(" : w->part->box.outcomes ? "P(" : "sg(");
    put_position(w, numbers, out);
    if (mover) text_add(out, ", mover = %d) == loss", w->work->wanted->mover ? w->work->wanted->mover : 1);
    else text_putc(out, ')');
}

static enum status open_writing(struct writing *w, struct law_work *work, const struct law_part *part)
{
    *w = (struct writing){.work = work, .part = part};
    for (size_t i = 0; i < work->field_count; i++)
        if (!(w->names[i] = fresh_name(work, work->fields[i].name))) return ST_NO_MEMORY;
    for (size_t i = 0; i < part->box.fields; i++) w->box_names[i] = w->names[part->field[i]];
    const char *power = is_field(work, "d") ? "power" : "d";
    if (!(power = fresh_name(work, power))) return ST_NO_MEMORY;
    const char *before = part->box.outcomes ? "P" : "sg";
    before = arena_printf(work->arena, "%s(%s(", before, work->game->name);
    w->words = (struct law_words){.fields = w->box_names, .before = before, .after = "))", .power = power};
    return before ? ST_OK : ST_NO_MEMORY;
}

/* The first call in the law that the file reads otherwise. Of the game itself the law says `sg(NAME(...))`, which is meant. */
static enum status find_hidden(struct writing *w, const struct law *law, const char **hidden)
{
    const struct model *model = w->work->engine->model;
    struct law_words words = w->words;
    enum status st = ST_OK;
    words.before = "(", words.after = ")";
    text_clear(&w->out);
    law_print(law->term, &words, LAW_BINDS_CONDITION, &w->out);
    for (const char *at = text_c(&w->out); st == ST_OK && *at && !*hidden;) {
        size_t length = name_length(at);
        const char *name = length && at[length] == '(' ? arena_printf(w->work->arena, "%.*s", (int)length, at) : "";
        if (!name) st = ST_NO_MEMORY;
        else if (*name && is_hidden(model, name)) *hidden = name;
        at += length ? length : 1 + strspn(at + 1, "0123456789") * (*at >= '0' && *at <= '9');
    }
    return st;
}

/* ---- the claim --------------------------------------------------------------------------------------------------------- */
static void put_condition(struct writing *w, const struct law *law)
{
    const struct law_term *t = law->term;
    bool truth = w->part->box.outcomes, mover = truth && w->work->values.with_mover;
    if (truth && t->op == LAW_NUMBER && !mover) { /* lost everywhere, or nowhere */
        text_puts(&w->out, t->number ? "P(" : "N(");
        put_position(w, NULL, &w->out);
        text_putc(&w->out, ')');
        return;
    }
    put_question(w, NULL, &w->out);
    if (truth && t->op == LAW_NUMBER) {
        text_puts(&w->out, t->number ? "" : " iff false");
        return;
    }
    text_puts(&w->out, truth ? " iff " : " == ");
    law_print(t, &w->words, truth ? LAW_BINDS_OR : LAW_BINDS_SUM, &w->out);
}

static void put_range(struct writing *w, const struct law *law)
{
    const struct law_box *box = &w->part->box;
    for (size_t i = 0; i < box->fields; i++) {
        int64_t low = box->fields == 1 ? law->from : box->low[i];
        text_add(&w->out, "%s%s in %" PRId64 "..%" PRId64, i ? ", " : " for ", w->box_names[i], low,
                 box->low[i] + box->extent[i] - 1);
    }
}

static void put_exclusions(struct writing *w, const struct law *law)
{
    const struct law_box *box = &w->part->box;
    const struct game *game = w->work->game;
    int64_t numbers[LAW_FIELDS];
    const char *join = " where ";
    if (w->work->values.holes && game->invariant) {
        struct text invariant = {0};
        expr_print(w->work->engine->model, w->work->engine->model->main_game, game->invariant, &invariant);
        text_add(&w->out, "%s(%s)", join, text_c(&invariant));
        w->out.failed |= invariant.failed;
        text_free(&invariant);
        join = " and ";
    }
    if (box->fields == 1 && law->exception_count) text_add(&w->out, "%s%s not in {", join, w->box_names[0]);
    for (size_t e = 0; e < law->exception_count; e++) {
        law_place(box, law->exceptions[e], numbers);
        if (box->fields == 1) {
            text_add(&w->out, "%s%" PRId64 "%s", e ? ", " : "", numbers[0], e + 1 == law->exception_count ? "}" : "");
            continue;
        }
        text_puts(&w->out, join);
        for (size_t i = 0; i < box->fields; i++)
            text_add(&w->out, "%s%s != %" PRId64, i ? " or " : "(", w->box_names[i], numbers[i]);
        text_putc(&w->out, ')');
        join = " and ";
    }
}

static enum status list_exceptions(struct writing *w, const struct law *law, struct law_claim *claim)
{
    const struct law_box *box = &w->part->box;
    int64_t numbers[LAW_FIELDS];
    claim->exceptions = arena_array(w->work->arena, law->exception_count + 1, sizeof *claim->exceptions);
    if (!claim->exceptions) return ST_NO_MEMORY;
    for (size_t e = 0; e < law->exception_count; e++) {
        struct law_exception *x = &claim->exceptions[claim->exception_count++];
        int64_t value = box->values[law->exceptions[e]];
        text_clear(&w->out);
        law_place(box, law->exceptions[e], numbers);
        put_question(w, numbers, &w->out);
        x->position = arena_strdup(w->work->arena, text_c(&w->out));
        x->value = box->outcomes ? (value ? "true" : "false") : arena_printf(w->work->arena, "%" PRId64, value);
        if (!x->position || !x->value) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static const char *place_words(struct writing *w, uint64_t index)
{
    int64_t numbers[LAW_FIELDS];
    law_place(&w->part->box, index, numbers);
    text_clear(&w->out);
    for (size_t i = 0; i < w->part->box.fields; i++)
        text_add(&w->out, "%s%s = %" PRId64, i ? ", " : "", w->box_names[i], numbers[i]);
    return arena_strdup(w->work->arena, text_c(&w->out));
}

enum status law_write(struct law_work *work, const struct law_part *part, const struct law *law,
                      enum law_verdict verdict, const char *theorem)
{
    struct writing w;
    struct law_claim claim = {.verdict = verdict, .theorem = theorem};
    enum status st = open_writing(&w, work, part);
    if (st != ST_OK) return st;
    text_puts(&w.out, "claim ");
    put_condition(&w, law);
    put_range(&w, law);
    put_exclusions(&w, law);
    claim.text = arena_strdup(work->arena, text_c(&w.out));
    st = list_exceptions(&w, law, &claim);
    if (verdict == LAW_REFUTED) claim.place = place_words(&w, law->wrong);
    if (st == ST_OK) st = find_hidden(&w, law, &claim.hidden);
    bool failed = w.out.failed || !claim.text || (verdict == LAW_REFUTED && !claim.place);
    text_free(&w.out);
    if (st != ST_OK || failed) return ST_NO_MEMORY;
    return vec_push(&work->claims, claim) ? ST_OK : ST_NO_MEMORY;
}
