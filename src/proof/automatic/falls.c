/* SPDX-License-Identifier: MIT */
/* What falls: sums of the numbers of a position, one after the other. Next may come a sum that no move raises of those that leave all
 * earlier ones as they are; which one is taken loses nothing, as what may come now may come later (decision 15). */
#include "proof/automatic/private.h"

enum { MOST_CONSTANT = 1 << 16 };
struct automatic_measure {
    int64_t factor[AUTOMATIC_FIELDS], constant;
};
struct falling {
    struct automatic *rule;
    const struct automaton **left; /* per piece: the moves that leave all sums so far as they are */
};

/* sign * (sum over the position - sum over the result) + constant */
static struct automata_form change(const struct automatic *r, size_t piece, const struct automatic_measure *m,
                                   int64_t sign, int64_t constant)
{
    struct clauses c = {.w = r->w};
    struct automata_form f = {.constant = constant};
    for (int i = 0; i < r->fields; i++) {
        if (!m->factor[i] || r->pieces[piece].result[i] == i) continue;
        clauses_plus(&c, &f, i, sign * m->factor[i]);
        clauses_plus(&c, &f, r->pieces[piece].result[i], -sign * m->factor[i]);
    }
    return f;
}

static const struct automaton *those(const struct falling *f, size_t piece, const struct automata_form *form,
                                     bool equality)
{
    return automata_and(f->rule->w, f->left[piece], automata_linear(f->rule->w, form, equality));
}

static bool is_empty(const struct automaton *a) { return a && automaton_empty(a); }

/* Is the sum with this constant natural wherever a move makes it fall? */
static bool bounded(const struct falling *f, const struct automatic_measure *m)
{
    struct automata_form negative = {.constant = -m->constant - 1};
    for (int i = 0; i < f->rule->fields; i++)
        if (m->factor[i]) negative.terms[negative.count++] = (struct automata_term){i, -m->factor[i]};
    const struct automaton *below = automata_linear(f->rule->w, &negative, false);
    for (size_t p = 0; p < f->rule->count; p++) {
        if (!f->left[p]) continue;
        struct automata_form falls = change(f->rule, p, m, 1, -1);
        if (!is_empty(automata_and(f->rule->w, those(f, p, &falls, false), below))) return false;
    }
    return true;
}

/* Does no move raise it, and some make it fall, from numbers that are bounded? */
static bool may_be_next(const struct falling *f, struct automatic_measure *m)
{
    bool some = false;
    for (size_t p = 0; p < f->rule->count; p++) {
        if (!f->left[p]) continue;
        struct automata_form rises = change(f->rule, p, m, -1, -1), falls = change(f->rule, p, m, 1, -1);
        if (!is_empty(those(f, p, &rises, false))) return false;
        some = some || !is_empty(those(f, p, &falls, false));
    }
    if (!some) return false;
    for (m->constant = 0; m->constant <= MOST_CONSTANT && f->rule->w->status == ST_OK;
         m->constant = m->constant ? 2 * m->constant : 1)
        if (bounded(f, m)) return true;
    return false;
}

/* Takes it; true: no move is left. */
static bool take(struct falling *f, const struct automatic_measure *m)
{
    bool none = true;
    for (size_t p = 0; p < f->rule->count; p++) {
        if (!f->left[p]) continue;
        struct automata_form same = change(f->rule, p, m, 1, 0);
        f->left[p] = those(f, p, &same, true);
        if (is_empty(f->left[p])) f->left[p] = NULL;
        none = none && !f->left[p];
    }
    return none;
}

/* Sums by their greatest factor: 0 and 1 first, all of them 1 the first of all; then -1 and 2 as well, of few numbers. */
static bool candidate(int fields, size_t at, struct automatic_measure *m)
{
    size_t small = ((size_t)1 << fields) - 1, kinds = 1;
    *m = (struct automatic_measure){.constant = 0};
    for (int i = 0; i < fields; i++) kinds *= 4;
    if (at < small) {
        for (int i = 0; i < fields; i++) m->factor[i] = (int64_t)((small - at) >> i & 1);
        return true;
    }
    at -= small;
    if (fields > 3 || at >= kinds) return false;
    for (int i = 0; i < fields; i++, at /= 4) m->factor[i] = (int64_t)(at % 4) - 1;
    return true;
}

/* The sums, in the order in which they are said to fall. */
static enum status find(struct automatic *r, struct automatic_measure *out, int *count)
{
    struct falling f = {r, arena_array(r->w->arena, r->count + 1, sizeof(struct automaton *))};
    bool none = true;
    if (!f.left) return ST_NO_MEMORY;
    for (size_t p = 0; p < r->count; p++) {
        f.left[p] = r->pieces[p].end || automaton_empty(r->pieces[p].moves) ? NULL : r->pieces[p].moves;
        none = none && !f.left[p];
    }
    if (none) candidate(r->fields, 0, &out[(*count)++]); /* no move leads to a position: anything falls */
    for (size_t at = 0; !none && *count < AUTOMATIC_FIELDS && candidate(r->fields, at, &out[*count]); at++) {
        if (may_be_next(&f, &out[*count])) {
            none = take(&f, &out[(*count)++]);
            at = SIZE_MAX; /* from the first again */
        }
        if (r->w->status != ST_OK) return r->w->status;
    }
    if (!none && !r->reason)
        r->reason = "no sums of its numbers were found of which the first that changes falls with every move";
    return r->w->status;
}

enum status automatic_measures(struct automatic *r, struct text *out)
{
    struct automatic_measure measures[AUTOMATIC_FIELDS];
    int count = 0;
    enum status st = find(r, measures, &count);
    for (int k = 0; st == ST_OK && !r->reason && k < count; k++) {
        struct automata_form sum = {.constant = measures[k].constant};
        for (int i = 0; i < r->fields; i++)
            if (measures[k].factor[i]) sum.terms[sum.count++] = (struct automata_term){i, measures[k].factor[i]};
        text_puts(out, "measure ");
        automatic_sum(r, &sum, out);
        text_putc(out, '\n');
    }
    return st == ST_OK && out->failed ? ST_NO_MEMORY : st;
}
