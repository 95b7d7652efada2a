/* SPDX-License-Identifier: MIT */
/* Pieces within others, the rays of all that are left, and how the rule is read: as it is, over states of which some are the same, or with
 * conditions set aside. */
#include "proof/nested/private.h"
#include <string.h>
#include "proof/normal/may_fail.h"

/* ---- pieces within others ---------------------------------------------------------------------------------------- */
/* The row of `by`, with its t replaced: by this row, or by t itself. */
static struct nested_row in_terms_of(const struct nested_row *row, const struct nested_row *t)
{
    struct nested_row r = *row;
    if (!t) return r;
    r.t = row->t * t->t;
    r.form.constant += row->t * t->form.constant;
    for (size_t i = 0; i < MODEL_MAX_FIELDS; i++) r.form.of[i] += row->t * t->form.of[i];
    return r;
}

/* What t is where both have the same result: read off the first field that is t in `by`. NULL: it is the same. */
static const struct nested_row *chosen_by(const struct nested_finder *f, const struct nested_piece *piece,
                                          const struct nested_piece *by)
{
    static const struct nested_row itself = {.t = 1};
    for (size_t i = 0; i < f->fields && by->moves; i++)
        if (memcmp(&by->at[i], &itself, sizeof itself) == 0) return &piece->at[i];
    return NULL;
}

/* Are the two numbers the same wherever the piece allows something? */
static bool same_number(struct nested_finder *f, const struct nested_piece *piece, const struct nested_row *a,
                        const struct nested_row *b)
{
    struct nested_row less = *a;
    bool same = a->t == b->t && memcmp(&a->form, &b->form, sizeof a->form) == 0, equality = false;
    for (size_t i = 0; i < piece->row_count && !same; i++) equality |= piece->rows[i].equality;
    if (same || !equality) return same;
    less.form.constant -= b->form.constant;
    for (size_t i = 0; i < MODEL_MAX_FIELDS; i++) less.form.of[i] -= b->form.of[i];
    less.t -= b->t;
    less.equality = true;
    return nested_implied(f, piece->rows, piece->row_count, &less);
}

bool nested_covered(struct nested_finder *f, const struct nested_piece *piece, const struct nested_piece *by)
{
    const struct nested_row *t = chosen_by(f, piece, by);
    bool within = (t || piece->moves == by->moves) && by->divide_count <= piece->divide_count && !by->aside;
    for (size_t i = 0; i < f->fields && within; i++) {
        struct nested_row at = in_terms_of(&by->at[i], t);
        within = same_number(f, piece, &at, &piece->at[i]);
    }
    for (size_t i = 0; i < by->divide_count && within; i++)
        within = memcmp(&piece->divides[i], &by->divides[i], sizeof by->divides[i]) == 0;
    for (size_t i = 0; i < by->row_count && within; i++) {
        struct nested_row row = in_terms_of(&by->rows[i], t);
        within = nested_implied(f, piece->rows, piece->row_count, &row);
    }
    return within;
}

/* `t <= max(a, b)` and `t <= b` are two pieces, `t <= a` and `t <= b`, or `t <= b`; of options that enter twice no more is known than
 * of those that enter once, and they are looked up twice. */
static bool drop_covered(struct nested_finder *f)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->piece_count; i++) {
        const struct nested_piece *turned = f->turns ? nested_turned(f, &f->pieces[i]) : NULL;
        bool within = false;
        if (f->turns && !turned) return false;
        for (size_t k = 0; k < f->piece_count && !within; k++)
            within = (k < kept || k > i) && (nested_covered(f, &f->pieces[i], &f->pieces[k]) ||
                                             (turned && nested_covered(f, turned, &f->pieces[k])));
        if (!within) f->pieces[kept++] = f->pieces[i];
    }
    f->piece_count = kept;
    return true;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */
/* A piece whose options do not nest may do so with its fields exchanged. */
static bool add_piece(struct nested_finder *f, const struct nested_piece *piece)
{
    bool found;
    if (!nested_ray_of(f, piece, &found)) return false;
    if (!found && f->turns) {
        const struct nested_piece *turned = nested_turned(f, piece);
        if (!turned || !nested_ray_of(f, turned, &found)) return false;
    }
    return found || nested_refuse(f, "the options of a move do not nest");
}

static bool add_pieces(struct nested_finder *f)
{
    if (!drop_covered(f) || !nested_join(f) || !drop_covered(f)) return false;
    for (size_t i = 0; i < f->piece_count; i++)
        if (!add_piece(f, &f->pieces[i])) return false;
    if (f->piece_count == 0) return nested_refuse(f, "it has no moves");
    f->out->turned = f->turns;
    return nested_order(f);
}

static bool begin(struct nested_finder *f, const struct nested_piece *read, size_t count)
{
    *f->out = (struct nested){.fields = f->fields, .read = true};
    f->claim_count = 0;
    f->turns = false;
    f->pieces = arena_array(&f->scratch, f->piece_room, sizeof *f->pieces);
    f->out->rays = arena_array(f->arena, NESTED_MOST_RAYS, sizeof *f->out->rays);
    if (!f->pieces || !f->out->rays) return f->no_memory = true, false;
    if (count) memcpy(f->pieces, read, count * sizeof *read);
    f->piece_count = count;
    return true;
}

/* How much there is to do at a position: options that enter and leave, and rays whose options count in some states alone. */
static size_t work_of(const struct nested *n)
{
    size_t work = 0;
    for (size_t i = 0; i < n->count; i++)
        work += n->rays[i].enter_count + n->rays[i].leave_count + (n->rays[i].where_count > 0);
    return work;
}

/* The rule as it is; where its invariant holds; over states of which some are the same game. The first one in which no more than one
 * option enters for each move, or else that with the least to do. */
static void find(struct nested_finder *f, const struct normal *n)
{
    struct nested best;
    f->fields = f->out->fields;
    bool fine = nested_read(f, n), found = false;
    const bool turns = !f->asides; /* what is set aside is asked of the position as it stands */
    const struct nested_piece *read = f->pieces;
    size_t count = f->piece_count, moves = f->source->model->games[f->source->game].move_count;
    if (fine) found = begin(f, read, count) && add_pieces(f);
    if (!found) nested_refuse(f, "it is too involved");
    if (!fine || !turns || (found && work_of(f->out) <= moves)) return;
    best = *f->out;
    for (size_t i = 0; i < f->fields && !f->no_memory; i++)
        for (size_t j = i + 1; j < f->fields && !f->no_memory; j++)
            if (begin(f, read, count) && nested_turn(f, i, j) && add_pieces(f) &&
                (best.reason || work_of(f->out) < work_of(&best)))
                best = *f->out;
    if (best.reason && f->legal_count > 0 && begin(f, read, count) && nested_legal(f) && add_pieces(f)) return;
    *f->out = best;
}

static enum status find_with(const struct nested_source *source, const struct nested_aside *asides, struct arena *arena,
                             struct nested *out)
{
    *out = (struct nested){.fields = source->model->games[source->game].field_count};
    struct nested_finder f = {.source = source, .asides = asides, .out = out, .arena = arena};
    struct normal_space space = {.arena = &f.scratch, .work = {.arena = &f.scratch}};
    struct normal_source rule = {.model = source->model, .game = source->game, .params = source->params};
    struct normal *n;
    f.work.arena = &f.scratch;
    enum status st = normal_build(&space, &rule, &n);
    if (st == ST_OK) find(&f, n);
    if (f.no_memory || space.work.no_memory || f.work.no_memory) st = ST_NO_MEMORY;
    arena_free(&f.scratch);
    out->aside = asides != NULL;
    return st;
}

/* With conditions set aside, if that can be done, and is worth it. */
static enum status without_some(const struct nested_source *source, bool several, struct arena *arena,
                                struct nested *out)
{
    struct nested_source rest;
    struct nested other;
    const struct nested_aside *asides;
    nested_set_aside(source, several, arena, &rest, &asides);
    if (!asides) return ST_OK;
    enum status st = find_with(&rest, asides, arena, &other);
    if (st != ST_OK || other.reason || (!out->reason && 2 * work_of(&other) > work_of(out))) return st;
    *out = other;
    out->model = source->model;
    out->params = source->params;
    out->game = source->game;
    return ST_OK;
}

enum status nested_find(const struct nested_source *source, struct arena *arena, struct nested *out)
{
    struct normal_source rule = {.model = source->model, .game = source->game, .params = source->params};
    if (normal_may_fail(&rule)) {
        *out = (struct nested){.fields = source->model->games[source->game].field_count};
        return out->reason = "the rule may fail while it runs", ST_OK;
    }
    enum status st = find_with(source, NULL, arena, out);
    size_t moves = source->model->games[source->game].move_count;
    if (st == ST_OK && out->reason && source->aside) st = without_some(source, false, arena, out);
    bool several = out->reason || work_of(out) > 2 * moves;
    if (st == ST_OK && several && source->fewest) st = without_some(source, true, arena, out);
    return st;
}
