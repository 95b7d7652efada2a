/* SPDX-License-Identifier: MIT */
/* The moves of a rule in words: for each case of a piece the conditions between the numbers of the position, those of the result, and
 * others. Cases are signs of numbers that may be negative, and whether what is asked for is a member of a set. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/checked.h"
#include "proof/automatic/private.h"

enum { MOST_CASES = 4096, MOST_BLOCKS = 1024, MOST_TRUTHS = 12, MOST_LISTED = 32 };
enum word_kind { WORD_LINEAR, WORD_WEIGHT, WORD_NO_WEIGHT, WORD_XOR };
struct word {
    enum word_kind kind;
    bool equality;
    struct automata_form form; /* WORD_LINEAR */
    int track[3];              /* else */
};
/* A term that is 0 or 1: a member of a set, or none. */
struct truth {
    int var;
    const struct linear_form *form;
    bool named; /* the weights of the numeration; else the numbers listed */
    int64_t listed[MOST_LISTED];
    size_t count, cases, now; /* which case is written */
};
struct writing {
    struct automatic *rule;
    struct clauses c;
    struct truth truths[MOST_TRUTHS];
    size_t truth_count;
    struct word words[CLAUSES_MOST];
    size_t count, blocks;
    bool none; /* the case has no solution */
    const char *head;
    struct text *out;
};

static bool refuse(struct writing *w, const char *reason)
{
    if (!w->rule->reason) w->rule->reason = w->c.reason ? w->c.reason : reason;
    return false;
}

/* ---- names --------------------------------------------------------------------------------------------------------- */
static const struct game *game_of(const struct automatic *r)
{
    return &r->normal->source.model->games[r->normal->source.game];
}

void automatic_name(const struct automatic *r, int track, struct text *out)
{
    const struct game *g = game_of(r);
    if (track < AUTOMATIC_RESULT) text_puts(out, g->fields[track].name);
    else if (track < AUTOMATIC_INNER) text_add(out, "%s'", g->fields[track - AUTOMATIC_RESULT].name);
    else text_add(out, "k'%d", track - AUTOMATIC_INNER + 1);
}

static void put_term(const struct automatic *r, int64_t factor, int track, bool first, struct text *out)
{
    text_puts(out, first ? "" : " + ");
    if (factor != 1) text_add(out, "%" PRId64 " ", factor);
    automatic_name(r, track, out);
}

/* What is added is on the left, what is taken away on the right: no sign but +. */
static void put_side(const struct automatic *r, const struct automata_form *f, int64_t sign, struct text *out)
{
    bool first = true;
    for (int i = 0; i < f->count; i++)
        if (f->terms[i].factor * sign > 0)
            put_term(r, f->terms[i].factor * sign, f->terms[i].track, first, out), first = false;
    if (f->constant * sign > 0 || first)
        text_add(out, "%s%" PRId64, first ? "" : " + ", f->constant * sign > 0 ? f->constant * sign : 0);
}

void automatic_sum(const struct automatic *r, const struct automata_form *f, struct text *out)
{
    bool first = true;
    for (int i = 0; i < f->count; i++) {
        int64_t k = f->terms[i].factor;
        if (!k) continue;
        text_puts(out, k < 0 ? first ? "- " : " - " : first ? "" : " + ");
        put_term(r, k < 0 ? -k : k, f->terms[i].track, true, out), first = false;
    }
    if (f->constant)
        text_add(out, " %c %" PRId64, f->constant < 0 ? '-' : '+', f->constant < 0 ? -f->constant : f->constant);
}

static void put_word(const struct writing *w, const struct word *k)
{
    static const char *const named[] = {"", "weight", "no weight", "xor"};
    text_puts(w->out, "if ");
    if (k->kind == WORD_LINEAR) {
        put_side(w->rule, &k->form, 1, w->out);
        text_puts(w->out, k->equality ? " = " : " >= ");
        put_side(w->rule, &k->form, -1, w->out);
    } else {
        text_puts(w->out, named[k->kind]);
        for (int i = 0; i < (k->kind == WORD_XOR ? 3 : 1); i++)
            text_putc(w->out, ' '), automatic_name(w->rule, k->track[i], w->out);
    }
    text_putc(w->out, '\n');
}

/* ---- conditions of one case ------------------------------------------------------------------------------------------ */
static bool add_word(struct writing *w, struct word word)
{
    if (w->count == CLAUSES_MOST) return refuse(w, "a move has too many conditions");
    w->words[w->count++] = word;
    return true;
}

/* The numbers that are truth values have, in this case, theirs. */
static bool settle(struct writing *w, struct automata_form *f)
{
    int kept = 0;
    for (int i = 0; i < f->count; i++) {
        struct automata_term t = f->terms[i];
        const struct truth *of = NULL;
        for (size_t k = 0; k < w->truth_count; k++)
            if (w->c.track[w->truths[k].var] == t.track) of = &w->truths[k];
        bool yes = of && (of->named ? of->now == 0 : of->now < of->count);
        if (yes && !checked_add(f->constant, t.factor, &f->constant)) return refuse(w, "its numbers are too large");
        if (!of && t.factor) f->terms[kept++] = t;
    }
    f->count = kept;
    return true;
}

static bool add_linear(struct writing *w, struct automata_form f, bool equality)
{
    if (!settle(w, &f)) return false;
    bool positive = f.constant >= 0;
    for (int i = 0; i < f.count; i++) {
        positive = positive && f.terms[i].factor > 0;
        if (llabs(f.terms[i].factor) > 1000000) return refuse(w, "its numbers are too large for a certificate");
    }
    if (f.constant > 1000000 || f.constant < -1000000) return refuse(w, "its numbers are too large for a certificate");
    if (!f.count) return w->none = w->none || (equality ? f.constant != 0 : f.constant < 0), true;
    if (positive && !equality) return true;
    return add_word(w, (struct word){WORD_LINEAR, equality, f, {0}});
}

/* form + constant == 0, or >= 0; with `sign` -1 its negation + constant. */
static bool add_form(struct writing *w, const struct linear_form *form, int64_t sign, int64_t constant, bool equality)
{
    struct automata_form f;
    return (clauses_form(&w->c, form, sign, constant, &f) || refuse(w, "")) && add_linear(w, f, equality);
}

static int fresh(struct writing *w)
{
    if (w->c.inner + 1 < AUTOMATON_NAMES) return w->c.inner++;
    return refuse(w, "a move has too many numbers"), AUTOMATIC_INNER;
}

/* track = form */
static bool add_equal(struct writing *w, const struct linear_form *form, int track)
{
    struct automata_form f;
    return ((clauses_form(&w->c, form, 1, 0, &f) && clauses_plus(&w->c, &f, track, -1)) || refuse(w, "")) &&
           add_linear(w, f, true);
}

static bool add_floor(struct writing *w, int var)
{
    const struct normal_term *t = w->c.space->vars[var].term;
    struct automata_form low, high;
    int64_t sign = w->c.negative[var] ? 1 : -1, shift = w->c.negative[var] ? t->data : 0;
    bool fine = clauses_form(&w->c, t->args[0].form, 1, shift, &low) &&
                clauses_plus(&w->c, &low, w->c.track[var], sign * t->data) &&
                clauses_form(&w->c, t->args[0].form, -1, t->data - 1 - shift, &high) &&
                clauses_plus(&w->c, &high, w->c.track[var], -sign * t->data);
    return (fine || refuse(w, "")) && add_linear(w, low, false) && add_linear(w, high, false);
}

static bool add_xor(struct writing *w, int var)
{
    const struct normal_term *t = w->c.space->vars[var].term;
    int before = -1;
    for (size_t i = 0; i < t->count; i++) {
        bool last = i + 1 == t->count;
        if (!t->args[i].form) return refuse(w, "a move has a number that is not linear");
        if (!i && last) return add_equal(w, t->args[i].form, w->c.track[var]);
        int own = fresh(w), sum = !i ? own : last ? w->c.track[var] : fresh(w);
        if (!add_equal(w, t->args[i].form, own)) return false;
        if (i && !add_word(w, (struct word){WORD_XOR, false, {0}, {before, own, sum}})) return false;
        before = sum;
    }
    return true;
}

static bool add_truth(struct writing *w, const struct truth *t)
{
    size_t n = t->count;
    if (!t->named && t->now < n) return add_form(w, t->form, 1, -t->listed[t->now], true);
    if (!t->named) { /* between two of the list, or beyond it */
        size_t gap = t->now - n;
        return (!gap || add_form(w, t->form, 1, -t->listed[gap - 1] - 1, false)) &&
               (gap == n || add_form(w, t->form, -1, t->listed[gap] - 1, false));
    }
    if (t->now == 2) return add_form(w, t->form, -1, -1, false);
    int track = fresh(w);
    return add_equal(w, t->form, track) &&
           add_word(w, (struct word){t->now ? WORD_NO_WEIGHT : WORD_WEIGHT, false, {0}, {track, 0, 0}});
}

/* ---- truths ------------------------------------------------------------------------------------------------------------ */
static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static bool list_truth(struct writing *w, struct truth *t, const struct normal_term *domain)
{
    for (size_t i = 0; i < domain->count; i++) {
        if (t->count == MOST_LISTED || !domain->args[i].form ||
            !linear_is_constant(domain->args[i].form, &t->listed[t->count]) || llabs(t->listed[t->count]) > 1000000)
            return refuse(w, "a set is too large for a certificate");
        t->count++;
    }
    qsort(t->listed, t->count, sizeof *t->listed, by_number);
    return true;
}

static bool find_truths(struct writing *w)
{
    w->truth_count = 0;
    for (size_t v = 0; v < w->c.vars; v++) {
        const struct normal_term *t = w->c.space->vars[v].term;
        if (w->c.track[v] < 0 || w->c.space->vars[v].kind != NORMAL_TERM || !t->truth) continue;
        if (w->truth_count == MOST_TRUTHS || !t->count || !t->args[0].form)
            return refuse(w, "a move asks for too many sets");
        struct truth *out = &w->truths[w->truth_count++];
        const struct normal_term *domain = t->count > 1 ? t->args[1].term : NULL;
        *out = (struct truth){.var = (int)v, .form = t->args[0].form, .named = true, .cases = 3};
        if (!domain || domain->kind != NORMAL_DOMAIN || domain->data != DOMAIN_SET) continue;
        out->named = false;
        if (!list_truth(w, out, domain)) return false;
        out->cases = 2 * out->count + 1;
    }
    return true;
}

static bool add_terms(struct writing *w)
{
    for (size_t i = 0; i < w->truth_count; i++)
        if (!add_truth(w, &w->truths[i])) return false;
    for (size_t v = 0; v < w->c.vars; v++) {
        const struct normal_term *t = w->c.space->vars[v].term;
        if (w->c.track[v] < 0 || w->c.space->vars[v].kind != NORMAL_TERM || t->truth) continue;
        if (t->kind == NORMAL_FLOOR ? !add_floor(w, (int)v) : !add_xor(w, (int)v)) return false;
    }
    return true;
}

/* ---- blocks -------------------------------------------------------------------------------------------------------------- */
static uint64_t tracks_of(const struct word *k)
{
    uint64_t all = 0;
    for (int i = 0; k->kind == WORD_LINEAR && i < k->form.count; i++) all |= UINT64_C(1) << k->form.terms[i].track;
    for (int i = 0; k->kind != WORD_LINEAR && i < (k->kind == WORD_XOR ? 3 : 1); i++) all |= UINT64_C(1) << k->track[i];
    return all;
}

/* Other numbers, each when it is cheapest to be rid of: with as few numbers as may be in the conditions that it is in. */
static void put_some(const struct writing *w)
{
    uint64_t sets[CLAUSES_MOST], left = 0;
    for (size_t i = 0; i < w->count; i++) sets[i] = tracks_of(&w->words[i]), left |= sets[i];
    left &= ~((UINT64_C(1) << AUTOMATIC_INNER) - 1);
    if (left) text_puts(w->out, "some");
    while (left) {
        int best = -1, least = 0;
        uint64_t all = 0;
        for (int t = AUTOMATIC_INNER; t < AUTOMATON_NAMES; t++) {
            uint64_t joined = 0;
            if (!(left >> t & 1)) continue;
            for (size_t i = 0; i < w->count; i++) joined |= sets[i] >> t & 1 ? sets[i] : 0;
            int cost = __builtin_popcountll(joined);
            if (best < 0 || cost < least) best = t, least = cost, all = joined;
        }
        for (size_t i = 0; i < w->count; i++)
            if (sets[i] >> best & 1) sets[i] = all & ~(UINT64_C(1) << best);
        left &= ~(UINT64_C(1) << best);
        text_putc(w->out, ' '), automatic_name(w->rule, best, w->out);
        if (!left) text_putc(w->out, '\n');
    }
}

/* f >= 0 and g >= 0 where f + g is a negative number. */
static bool opposite(const struct word *a, const struct word *b)
{
    if (a->kind != WORD_LINEAR || b->kind != WORD_LINEAR || a->form.count != b->form.count) return false;
    for (int i = 0; i < a->form.count; i++) {
        int k = 0;
        while (k < b->form.count && b->form.terms[k].track != a->form.terms[i].track) k++;
        if (k == b->form.count || a->form.terms[i].factor + b->form.terms[k].factor) return false;
    }
    return a->form.constant + b->form.constant < 0;
}

static bool contradicts(const struct writing *w)
{
    for (size_t i = 0; i < w->count; i++)
        for (size_t k = 0; k < i; k++)
            if (opposite(&w->words[i], &w->words[k])) return true;
    return false;
}

static bool put_block(struct writing *w, struct linear_conjunction all)
{
    int inner = w->c.inner;
    w->count = 0, w->none = false;
    for (size_t i = 0; i < all.count; i++)
        if (!add_form(w, all.items[i].form, 1, 0, all.items[i].equality)) return false;
    if (!w->none && !add_terms(w)) return false;
    w->c.inner = inner;
    if (w->rule->reason) return false;
    if (w->none || contradicts(w)) return true;
    if (++w->blocks > MOST_BLOCKS) return refuse(w, "its moves are too many cases for a certificate");
    text_puts(w->out, w->head);
    put_some(w);
    for (size_t i = 0; i < w->count; i++) put_word(w, &w->words[i]);
    return true;
}

/* The next case of all truths; false: that was the last. */
static bool next_case(struct writing *w)
{
    for (size_t i = 0; i < w->truth_count; i++) {
        if (++w->truths[i].now < w->truths[i].cases) return true;
        w->truths[i].now = 0;
    }
    return false;
}

static bool negative_result(const struct writing *w)
{
    for (size_t i = 0; i < w->c.sign_count; i++)
        if (w->c.negative[w->c.signs[i]] && w->c.space->vars[w->c.signs[i]].kind == NORMAL_RESULT) return true;
    return false;
}

static bool put_cases(struct writing *w, struct linear_conjunction all, const int *results)
{
    size_t cases = 1;
    w->c = (struct clauses){.w = w->rule->w, .space = w->rule->normal->space};
    if (!clauses_tracks(&w->c, all, results) || !clauses_signs(&w->c, all, w->rule->normal->domain) || !find_truths(w))
        return refuse(w, "");
    for (size_t i = 0; i < w->truth_count; i++)
        if ((cases *= w->truths[i].cases) > MOST_CASES)
            return refuse(w, "its moves are too many cases for a certificate");
    for (size_t signs = 0; signs < (size_t)1 << w->c.sign_count; signs++) {
        for (size_t i = 0; i < w->c.sign_count; i++) w->c.negative[w->c.signs[i]] = signs >> i & 1;
        if (negative_result(w)) continue; /* automatic_open has found that there is none */
        do {
            if (!put_block(w, all)) return false;
        } while (next_case(w));
    }
    return true;
}

static bool put_positions(struct writing *w)
{
    const struct normal *n = w->rule->normal;
    w->head = "position\n";
    for (size_t i = 0; i < n->invariant_count || !i; i++) {
        size_t more = n->invariant_count ? n->invariant[i].count : 0, count = n->domain.count;
        struct linear_constraint *items = arena_array(w->rule->w->arena, count + more + 1, sizeof *items);
        if (!items) return w->rule->w->status = ST_NO_MEMORY, false;
        for (size_t k = 0; k < count + more; k++)
            items[k] = k < count ? n->domain.items[k] : n->invariant[i].items[k - count];
        if (!put_cases(w, (struct linear_conjunction){items, count + more}, NULL)) return false;
    }
    return w->blocks || refuse(w, "it has no positions");
}

static bool put_piece(struct writing *w, const struct normal_piece *p, const struct automatic_piece *a)
{
    struct text head = {0};
    int results[AUTOMATIC_FIELDS] = {0};
    for (size_t i = 0; !a->end && i < p->components->arg_count; i++)
        results[p->components->args[i].first_var] = a->result[i];
    text_add(&head, "# %s\nmove %s", game_of(w->rule)->moves[p->move].name, a->end ? "end" : "to");
    for (int i = 0; !a->end && i < w->rule->fields; i++)
        text_putc(&head, ' '), automatic_name(w->rule, a->result[i], &head);
    text_putc(&head, '\n');
    w->head = text_c(&head);
    bool fine = put_cases(w, p->rule, results);
    w->out->failed = w->out->failed || head.failed;
    text_free(&head);
    return fine;
}

enum status automatic_positions(struct automatic *r, struct text *out)
{
    struct writing *w = arena_alloc(r->w->arena, sizeof *w);
    if (!w) return ST_NO_MEMORY;
    struct text lines = {0};
    *w = (struct writing){.rule = r, .out = &lines};
    if (put_positions(w) && strcmp(text_c(&lines), w->head) != 0) text_puts(out, text_c(&lines)); /* else: all */
    out->failed = out->failed || lines.failed;
    text_free(&lines);
    return out->failed || r->normal->space->work.no_memory ? ST_NO_MEMORY : r->w->status;
}

enum status automatic_moves(struct automatic *r, struct text *out)
{
    struct writing *w = arena_alloc(r->w->arena, sizeof *w);
    if (!w) return ST_NO_MEMORY;
    *w = (struct writing){.rule = r, .out = out};
    for (size_t i = 0; i < r->count && put_piece(w, &r->normal->pieces[i], &r->pieces[i]);) i++;
    return out->failed || r->normal->space->work.no_memory ? ST_NO_MEMORY : r->w->status;
}
