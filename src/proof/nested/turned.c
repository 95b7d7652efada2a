/* SPDX-License-Identifier: MIT */
/* Other pieces for the same game.
 *
 * Joined. Let two pieces with the same results for the same t ask A and r >= 0, and B and s >= 0, where r + s >= -1 everywhere, so that
 * one of r >= 0 and s >= 0 always holds. If the first piece asks for B as well, that is, if each row of B follows from A and r >= 0, and
 * the second one for A, then together they are A and B: both are part of it, and where A and B hold, one of r and s does. `t <= b - a`
 * with a result (a, b - t), and `m < a` with a result (a, m), are m < b.
 *
 * Exchanged. Let S exchange fields i and j of a state, which begin at the same number. If the options of S x are those of x, but that
 * some of them are exchanged, for every x, then by induction over plays x and S x have the same value, and the same outcome under
 * either convention: their options do. So a move may lead to S y in place of y. It is proved piece by piece: what a piece allows at S x,
 * another one allows at x, with the same result or with that exchanged. Since it is said of options but for exchanges, pieces may be
 * exchanged and joined before it is proved.
 *
 * Unfolded. Let the invariant say x_i <= x_j, which every move keeps (or x_j <= x_i), and let a second game be played on these states
 * and on their images: from x with the options of x, from S x with theirs exchanged; on both sides where x = S x. It is one of which states
 * may be exchanged, and the first one is the part of it on one side. There any option may be exchanged, so that moves go on straight
 * ahead where they are turned back by `w(min(a, b - t), max(a, b - t))`. States that are not on either side have no options, and none leads
 * to them. */
#include "proof/nested/private.h"
#include <string.h>

enum { FACTOR_MOST = 1 << 12 };
#define CONSTANT_MOST ((int64_t)1 << 30)

/* ---- t ----------------------------------------------------------------------------------------------------------- */
static struct nested_form plus(const struct nested_form *a, int64_t k, const struct nested_form *b)
{
    struct nested_form r = {.constant = a->constant + k * b->constant};
    for (size_t i = 0; i < MODEL_MAX_FIELDS; i++) r.of[i] = a->of[i] + k * b->of[i];
    return r;
}

static bool is_small(const struct nested_form *form)
{
    bool small = form->constant < CONSTANT_MOST && form->constant > -CONSTANT_MOST;
    for (size_t i = 0; i < MODEL_MAX_FIELDS; i++) small &= form->of[i] < FACTOR_MOST && form->of[i] > -FACTOR_MOST;
    return small;
}

/* The row where t was sign * (t - form). */
static struct nested_row by(const struct nested_row *row, int64_t sign, const struct nested_form *form)
{
    struct nested_row r = *row;
    r.t = sign * row->t;
    r.form = plus(&row->form, -r.t, form);
    return r;
}

void nested_by_result(struct nested_finder *f, struct nested_piece *piece)
{
    size_t k = 0;
    while (k < f->fields && piece->at[k].t != 1 && piece->at[k].t != -1) k++;
    if (k == f->fields) return;
    struct nested_row at = piece->at[k];
    bool small = true;
    for (size_t i = 0; i < piece->row_count + f->fields; i++) {
        struct nested_row *row = i < f->fields ? &piece->at[i] : &piece->rows[i - f->fields];
        struct nested_row changed = by(row, at.t, &at.form);
        small &= is_small(&changed.form);
    }
    size_t gens = piece->aside ? piece->aside->move->gen_count : 0;
    for (size_t i = 0; i < gens; i++) {
        struct nested_row changed = by(&piece->gens[i], at.t, &at.form);
        small &= is_small(&changed.form);
    }
    for (size_t i = 0; small && i < piece->row_count + f->fields; i++) {
        struct nested_row *row = i < f->fields ? &piece->at[i] : &piece->rows[i - f->fields];
        *row = by(row, at.t, &at.form);
    }
    for (size_t i = 0; small && i < gens; i++) piece->gens[i] = by(&piece->gens[i], at.t, &at.form);
}

/* ---- pieces that are exchanged ----------------------------------------------------------------------------------- */
static bool copy_piece(struct nested_finder *f, const struct nested_piece *from, size_t more, struct nested_piece *to)
{
    *to = *from;
    to->rows = arena_array(&f->scratch, from->row_count + more + 1, sizeof *to->rows);
    to->at = arena_array(&f->scratch, f->fields + 1, sizeof *to->at);
    to->divides = arena_array(f->arena, from->divide_count + 1, sizeof *to->divides);
    if (!to->rows || !to->at || !to->divides) return f->no_memory = true, false;
    if (from->row_count) memcpy(to->rows, from->rows, from->row_count * sizeof *to->rows);
    if (from->divide_count) memcpy(to->divides, from->divides, from->divide_count * sizeof *to->divides);
    memcpy(to->at, from->at, f->fields * sizeof *to->at);
    return true;
}

static void exchange(const struct nested_finder *f, int64_t *of)
{
    int64_t first = of[f->turned[0]];
    of[f->turned[0]] = of[f->turned[1]];
    of[f->turned[1]] = first;
}

/* Of results. */
static void turn_results(struct nested_finder *f, struct nested_piece *piece)
{
    struct nested_row first = piece->at[f->turned[0]];
    piece->at[f->turned[0]] = piece->at[f->turned[1]];
    piece->at[f->turned[1]] = first;
    nested_by_result(f, piece);
}

/* What the piece allows at S x, as a piece of x. */
static bool at_image(struct nested_finder *f, const struct nested_piece *piece, struct nested_piece *out)
{
    if (!copy_piece(f, piece, 0, out)) return false;
    for (size_t i = 0; i < out->row_count; i++) exchange(f, out->rows[i].form.of);
    for (size_t i = 0; i < f->fields; i++) exchange(f, out->at[i].form.of);
    for (size_t i = 0; i < out->divide_count; i++) exchange(f, out->divides[i].form.of);
    nested_by_result(f, out);
    return true;
}

const struct nested_piece *nested_turned(struct nested_finder *f, const struct nested_piece *piece)
{
    struct nested_piece *out = arena_alloc(&f->scratch, sizeof *out);
    if (!out) return f->no_memory = true, NULL;
    if (!copy_piece(f, piece, 0, out)) return NULL;
    turn_results(f, out);
    return out;
}

/* ---- premises ---------------------------------------------------------------------------------------------------- */
static bool is_there(struct nested_finder *f, const struct nested_piece *piece)
{
    bool there = false;
    for (size_t i = 0; i < f->piece_count && !there; i++) there = nested_covered(f, piece, &f->pieces[i]);
    return there;
}

static bool may_exchange(struct nested_finder *f)
{
    bool may = true;
    for (size_t i = 0; i < f->piece_count && may; i++) {
        struct nested_piece image;
        may = at_image(f, &f->pieces[i], &image);
        if (!may || is_there(f, &image)) continue;
        turn_results(f, &image);
        may = is_there(f, &image);
    }
    return may && !f->no_memory;
}

/* Do states have x_i <= x_j? */
static bool is_one_side(struct nested_finder *f, size_t i, size_t j)
{
    struct nested_row side = {0};
    side.form.of[j] = 1;
    side.form.of[i] = -1;
    return f->legal_count > 0 && nested_implied(f, f->legal, f->legal_count, &side);
}

bool nested_legal(struct nested_finder *f)
{
    for (size_t i = 0; i < f->piece_count; i++) {
        struct nested_piece piece;
        if (!copy_piece(f, &f->pieces[i], f->legal_count, &piece)) return false;
        memcpy(&piece.rows[piece.row_count], f->legal, f->legal_count * sizeof *f->legal);
        piece.row_count += f->legal_count;
        nested_prune(f, &piece);
        f->pieces[i] = piece;
    }
    return true;
}

static bool unfold(struct nested_finder *f)
{
    size_t count = f->piece_count;
    if (!nested_legal(f)) return false;
    if (2 * count > f->piece_room) return nested_refuse(f, "the rule has too many cases");
    for (size_t i = 0; i < count; i++, f->piece_count++) {
        if (!at_image(f, &f->pieces[i], &f->pieces[count + i])) return false;
        turn_results(f, &f->pieces[count + i]);
    }
    return true;
}

/* Pieces that are nowhere greater where they are exchanged, and are not as they stand. */
static bool prefer_below(struct nested_finder *f)
{
    for (size_t i = 0; i < f->piece_count; i++) {
        const struct nested_piece *p = &f->pieces[i], *turned = NULL;
        bool below = true, other = true;
        for (size_t k = 0; k < f->fields && below; k++) below = nested_never_greater(f, p, k);
        if (below) continue;
        if (!(turned = nested_turned(f, p))) return false;
        for (size_t k = 0; k < f->fields && other; k++) other = nested_never_greater(f, turned, k);
        if (other) f->pieces[i] = *turned;
    }
    return true;
}

bool nested_turn(struct nested_finder *f, size_t i, size_t j)
{
    const struct game *g = &f->source->model->games[f->source->game];
    if (g->fields[i].kind != g->fields[j].kind || f->source->low[i] != f->source->low[j]) return false;
    f->turned[0] = i;
    f->turned[1] = j;
    f->turns = true;
    if (is_one_side(f, i, j) || is_one_side(f, j, i)) return unfold(f) && prefer_below(f);
    return prefer_below(f) && nested_join(f) && may_exchange(f);
}

/* ---- pieces that are joined -------------------------------------------------------------------------------------- */
/* Does one of them hold everywhere? */
static bool one_holds(const struct nested_row *r, const struct nested_row *s)
{
    struct nested_form sum = plus(&r->form, 1, &s->form);
    bool all = !r->equality && !s->equality && r->t + s->t == 0 && sum.constant >= -1;
    for (size_t i = 0; i < MODEL_MAX_FIELDS && all; i++) all = sum.of[i] == 0;
    return all;
}

static bool same_results(const struct nested_finder *f, const struct nested_piece *a, const struct nested_piece *b)
{
    bool same = a->moves == b->moves && a->divide_count == b->divide_count && !a->aside && !b->aside;
    for (size_t i = 0; i < f->fields && same; i++)
        same = a->at[i].t == b->at[i].t && memcmp(&a->at[i].form, &b->at[i].form, sizeof a->at[i].form) == 0;
    for (size_t i = 0; i < a->divide_count && same; i++)
        same = memcmp(&a->divides[i], &b->divides[i], sizeof a->divides[i]) == 0;
    return same;
}

/* Do all rows of b but row `without` follow from a? */
static bool asks_for(struct nested_finder *f, const struct nested_piece *a, const struct nested_piece *b,
                     size_t without)
{
    bool all = true;
    for (size_t i = 0; i < b->row_count && all; i++)
        all = i == without || nested_implied(f, a->rows, a->row_count, &b->rows[i]);
    return all;
}

/* The rows of both but r of a and s of b. */
static bool put_together(struct nested_finder *f, const struct nested_piece *a, size_t r, const struct nested_piece *b,
                         size_t s, struct nested_piece *out)
{
    struct nested_piece joined;
    if (!copy_piece(f, a, b->row_count, &joined)) return false;
    joined.rows[r] = joined.rows[--joined.row_count];
    for (size_t i = 0; i < b->row_count; i++)
        if (i != s) joined.rows[joined.row_count++] = b->rows[i];
    nested_prune(f, &joined);
    *out = joined;
    return true;
}

static bool join_two(struct nested_finder *f, size_t a, size_t b, const struct nested_piece *as, bool *joined)
{
    const struct nested_piece *p = &f->pieces[a];
    *joined = false;
    if (!same_results(f, p, as)) return true;
    for (size_t r = 0; r < p->row_count; r++)
        for (size_t s = 0; s < as->row_count; s++) {
            if (!one_holds(&p->rows[r], &as->rows[s]) || !asks_for(f, p, as, s) || !asks_for(f, as, p, r)) continue;
            struct nested_piece both;
            if (!put_together(f, p, r, as, s, &both)) return false;
            f->pieces[a] = both;
            f->pieces[b] = f->pieces[--f->piece_count];
            return *joined = true;
        }
    return true;
}

/* Two that can be, the second one as it is or exchanged (`as`: one per piece). */
static bool join_some(struct nested_finder *f, const struct nested_piece *const *as, bool *joined)
{
    *joined = false;
    for (size_t a = 0; a < f->piece_count; a++)
        for (size_t b = a + 1; b < f->piece_count; b++) {
            if (!join_two(f, a, b, as ? as[b] : &f->pieces[b], joined)) return false;
            if (*joined) return true;
        }
    return true;
}

static bool join_turned(struct nested_finder *f, bool *joined)
{
    const struct nested_piece **as = arena_array(&f->scratch, f->piece_count + 1, sizeof *as);
    if (!as) return f->no_memory = true, false;
    for (size_t i = 0; i < f->piece_count; i++)
        if (!(as[i] = nested_turned(f, &f->pieces[i]))) return false;
    return join_some(f, as, joined);
}

bool nested_join(struct nested_finder *f)
{
    for (bool joined = true; joined && !f->no_memory;) {
        if (!join_some(f, NULL, &joined)) return false;
        if (!joined && f->turns && !join_turned(f, &joined)) return false;
    }
    return !f->no_memory;
}
