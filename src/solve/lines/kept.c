/* SPDX-License-Identifier: MIT */
/* Boxes of outcomes that are kept: one for each game and kind of play, a bit for each position. A box that must grow
 * grows to twice its size while it is small, so that a sequence of growing questions costs a constant factor. */
#include "base/mem.h"
#include "play/options/store.h"
#include "solve/heap/tables.h"
#include "solve/lines/private.h"

/* For fewer options whatever else answers does so in milliseconds. */
#define OPTIONS_LEAST (1 << 17)
#define SECONDS_A_POSITION 5e-10
#define SECONDS_A_ROW 2e-7
enum { DOUBLING_CELLS = 1 << 24 };

struct kept_box {
    struct value_table box; /* in the order of the fields that `nested` found; its values are NULL */
    struct line_losses losses;
    struct kept_box *next;
    size_t bytes;
};
struct kept_room {
    struct kept_box *first;
};

static void forget(void *kept)
{
    struct kept_room *room = kept;
    while (room->first) {
        struct kept_box *b = room->first;
        room->first = b->next;
        mem_free(b->losses.bits, b->bytes);
        mem_free(b, sizeof *b);
    }
}
static const struct tenant kept_tenant = {"outcomes along lines", sizeof(struct kept_room), true, forget};

static struct kept_box *find(const struct env *env, int game, bool misere)
{
    struct kept_room *room = store_room(env, &kept_tenant);
    struct kept_box *b = room ? room->first : NULL;
    while (b && (b->box.game != game || b->losses.misere != misere)) b = b->next;
    return b;
}

static bool contains(const struct value_table *outer, const struct value_table *inner)
{
    for (size_t k = 0; k < inner->fields; k++)
        if (inner->extent[k] > outer->extent[k]) return false;
    return true;
}

/* ---- the offer --------------------------------------------------------------------------------------------------- */
/* Single components of one game of scalars; their greatest numbers. */
static const char *unsuitable(const struct env *env, const struct ask *q, int64_t *high)
{
    int game = q->count && q->positions[0].count == 1 ? q->positions[0].components[0].game : -1;
    const char *reason = NULL;
    if (game < 0 || q->mover || q->remoteness || q->heap || q->big || !tables_boxed(env, game, &reason)) return "";
    for (size_t i = 0; i < env->model->games[game].field_count; i++) high[i] = env->traits->games[game].low[i];
    for (size_t i = 0; i < q->count; i++) {
        const struct position *p = &q->positions[i];
        if (p->count != 1 || p->big || p->components[0].game != game) return "";
        for (size_t k = 0; k < p->components[0].count; k++) {
            if (p->components[0].cells[k] < env->traits->games[game].low[k]) return "";
            if (p->components[0].cells[k] > high[k]) high[k] = p->components[0].cells[k];
        }
    }
    return NULL;
}

/* A bit for each line does not say how many losses have entered. */
bool lines_only_enter(const struct nested *nested)
{
    for (size_t i = 0; i < nested->count; i++) {
        if (nested->rays[i].leave_count || nested->rays[i].divide_count) return false;
        for (size_t k = 0; k < nested->rays[i].enter_count; k++)
            if (nested->rays[i].enter[k].divisor != 1) return false;
    }
    return true;
}

void lines_offer_outcomes(const struct env *env, struct planner *planner, struct way *way)
{
    int64_t high[MODEL_MAX_FIELDS];
    struct nested *nested;
    struct value_table *box = arena_alloc(planner->arena, sizeof *box);
    bool closed;
    double options;
    if (!box) planner->status = ST_NO_MEMORY;
    if (!box || unsuitable(env, way->ask, high)) return;
    int game = way->ask->positions[0].components[0].game;
    bool misere = way->ask->play == PLAY_MISERE;
    tables_cells(env, game, high, &options);
    if (options < OPTIONS_LEAST && !env->terms.only && !find(env, game, misere)) return;
    planner->status = lines_nested(env, game, &nested);
    if (planner->status != ST_OK) return;
    way->because = nested->reason ? nested->reason : "an option leaves, or a remainder is asked for";
    if (nested->reason || !lines_only_enter(nested)) return;
    way->because = "no box is known that has all options of its positions";
    planner->status = lines_box(env, game, nested, high, box, &closed);
    if (planner->status != ST_OK || !closed) return;
    const struct kept_box *kept = find(env, game, misere);
    double cells = (double)box->count, rows = cells / (double)box->extent[box->fields - 1];
    way->can = true;
    way->because = "every position of the box below, 64 at a time";
    way->cost.seconds = kept && contains(&kept->box, box) ? 1e-7 : cells * SECONDS_A_POSITION + rows * SECONDS_A_ROW;
    way->cost.bytes = cells / 8 + lines_bytes(nested, box->extent, true);
    way->kept = box;
}

/* ---- the box ----------------------------------------------------------------------------------------------------- */
/* Sides that must grow are at least doubled. */
static enum status grow(const struct env *env, const struct nested *nested, const struct value_table *old,
                        struct value_table *box)
{
    int64_t corner[MODEL_MAX_FIELDS];
    double cells = (double)box->count;
    struct value_table larger;
    bool closed;
    if (old) cells *= 2;
    if (!old || cells > DOUBLING_CELLS) return ST_OK;
    for (size_t k = 0; k < box->fields; k++) {
        int64_t extent = box->extent[k] > old->extent[k] ? box->extent[k] : old->extent[k];
        if (box->extent[k] > old->extent[k] && 2 * old->extent[k] > extent) extent = 2 * old->extent[k];
        corner[nested->order[k]] = box->low[k] + extent - 1;
    }
    enum status st = lines_box(env, box->game, nested, corner, &larger, &closed);
    if (st == ST_OK && closed && larger.count <= 4 * (uint64_t)DOUBLING_CELLS) *box = larger;
    return st;
}

static enum status decide(struct env *env, const struct nested *nested, struct kept_box *b)
{
    struct lines l;
    uint64_t row = (uint64_t)b->box.extent[b->box.fields - 1];
    b->bytes = (size_t)(b->box.count / 64 + 2) * sizeof(uint64_t);
    enum status st = budget_fits(env->budget, b->bytes);
    if (st != ST_OK) return st;
    b->losses.bits = mem_alloc(b->bytes);
    if (!b->losses.bits) return ST_NO_MEMORY;
    st = lines_open(&l, nested, &b->box, &b->losses, env->budget);
    if (st != ST_OK) return st;
    for (uint64_t since = 0; st == ST_OK && lines_next(&l);) {
        since += row;
        if (since >= 65536) st = budget_check(env->budget), since = 0;
        if (st == ST_OK) lines_decide(&l);
    }
    lines_close(&l);
    return st;
}

/* A new box in place of the old one. */
static enum status make_box(struct env *env, const struct nested *nested, bool misere, const struct value_table *wanted,
                            struct kept_box **out)
{
    struct kept_room *room = store_room(env, &kept_tenant);
    struct kept_box *old = find(env, wanted->game, misere), *b = mem_alloc(sizeof *b);
    if (!room || !b) return mem_free(b, b ? sizeof *b : 0), ST_NO_MEMORY;
    b->box = *wanted;
    b->losses.misere = misere;
    enum status st = grow(env, nested, old ? &old->box : NULL, &b->box);
    if (st == ST_OK) st = decide(env, nested, b);
    if (st != ST_OK) {
        mem_free(b->losses.bits, b->losses.bits ? b->bytes : 0);
        mem_free(b, sizeof *b);
        return st;
    }
    for (struct kept_box **at = &room->first; *at; at = &(*at)->next)
        if (*at == old) {
            *at = old->next;
            mem_free(old->losses.bits, old->bytes);
            mem_free(old, sizeof *old);
            break;
        }
    b->next = room->first;
    room->first = b;
    *out = b;
    return ST_OK;
}

enum status lines_answer_outcomes(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    const struct ask *q = way->ask;
    const struct value_table *wanted = way->kept;
    struct nested *nested;
    bool misere = q->play == PLAY_MISERE;
    struct kept_box *b = find(env, wanted->game, misere);
    enum status st = lines_nested(env, wanted->game, &nested);
    if (st == ST_OK && (!b || !contains(&b->box, wanted))) st = make_box(env, nested, misere, wanted, &b);
    if (st != ST_OK) return st;
    result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    if (!result->outcomes) return ST_NO_MEMORY;
    for (size_t i = 0; i < q->count; i++) {
        const int64_t *cells = q->positions[i].components[0].cells;
        uint64_t at = 0;
        for (size_t k = 0; k < b->box.fields; k++)
            at += (uint64_t)(cells[nested->order[k]] - b->box.low[k]) * (uint64_t)b->box.stride[k];
        result->outcomes[i] = b->losses.bits[at / 64] >> at % 64 & 1 ? OUTCOME_P : OUTCOME_N;
    }
    result->positions = b->box.count;
    result->claim = misere ? "misere outcomes of every position of a box, 64 at a time along its lines"
                           : "outcomes of every position of a box, 64 at a time along its lines";
    result->source = "";
    result->extent = "every position computed from all its options or from one that wins";
    return ST_OK;
}
