/* SPDX-License-Identifier: MIT */
/* Answers that rest on a strategy: the image, and the answers to some moves; the option whose options are all options already. They are
 * looked for by the premises of the theorems (solve/pairing), not by a search. */
#include "answer/value/reasons.h"
#include "answer/moves/reply.h"
#include "answer/value/private.h"
#include "play/options/options.h"
#include "solve/pairing/first_move.h"
#include "solve/pairing/stealing.h"

enum { IMAGE_MOVES = 6 };

/* ---- answers with the image -------------------------------------------------------------------------------------- */
struct images {
    struct reasons *r;
    uint32_t image; /* as a bit: that of the position */
    size_t count;   /* moves that were answered */
    enum status status;
};
/* The move that answers another one: the position after both is its own image. */
struct answering {
    const struct images *images;
    const struct position *after;
    struct reply reply;
    bool found;
    enum status status;
};

static enum status try_answer(void *context, const struct made_move *move)
{
    struct answering *a = context;
    struct reasons *r = a->images->r;
    struct pairs pairs;
    if (!pairs_all(r->query->env, move->parts, move->part_count, a->images->image, &pairs)) return ST_OK;
    a->status = reply_make(r->query->env->model, a->after, move, r->query->arena, &a->reply);
    a->found = a->status == ST_OK;
    return ST_UNSUPPORTED;
}

static enum status answer_move(void *context, const struct made_move *move)
{
    struct images *m = context;
    const struct query *q = m->r->query;
    struct position after;
    struct reply reply;
    struct answering a = {.images = m, .after = &after};
    if (move->part_count != 1) return ST_UNSUPPORTED;
    m->status = position_after_kept(q->arena, q->position, move, &after) ? ST_OK : ST_NO_MEMORY;
    if (m->status == ST_OK) m->status = reply_make(q->env->model, q->position, move, q->arena, &reply);
    if (m->status != ST_OK) return ST_UNSUPPORTED;
    enum status st = options_each(q->env, after.components, 0, query_next_mover(q), try_answer, &a);
    if (st != ST_UNSUPPORTED && st != ST_OK) return st;
    m->status = a.status;
    if (a.found) m->status = reasons_say(m->r, "%s is answered by its image %s", reply.move, a.reply.move);
    return m->status != ST_OK || ++m->count == IMAGE_MOVES ? ST_UNSUPPORTED : budget_check(q->env->budget);
}

static enum status say_lost_by_image(struct reasons *r, const struct pairs *pairs)
{
    const struct query *q = r->query;
    struct images m = {.r = r, .image = 1u << pairs->image};
    enum status st =
        reasons_say(r,
                    "the position is its own image under %s, and the image of a move is a move that the move itself "
                    "leaves possible: who is second has an answer to the end",
                    pairs_words(pairs));
    /* where all options are listed, with their values, the answers are told by those */
    if (st != ST_OK || r->explanation->option_count) return st;
    st = options_each(q->env, q->position->components, 0, query_lister(q), answer_move, &m);
    return st == ST_UNSUPPORTED ? m.status : st;
}

static enum status say_images(struct reasons *r)
{
    const struct query *q = r->query;
    struct first_move found;
    struct pairs pairs;
    const struct answer *a = &r->explanation->answer;
    if (q->position->count != 1) return ST_OK;
    if (a->outcome == OUTCOME_P)
        return pairs_find(q->env, q->position->components, &pairs) && pairs.image ? say_lost_by_image(r, &pairs)
                                                                                  : ST_OK;
    enum status st = first_move_find(q->env, q->position, &found);
    if (st != ST_OK || found.outcome != OUTCOME_N || !found.pairs.image || !a->win_count) return st;
    return reasons_say(r,
                       "%s leaves a position that is its own image under %s; from then on each move is answered by its "
                       "image, which the move leaves possible",
                       a->wins[0].move, pairs_words(&found.pairs));
}

/* ---- strategy stealing ------------------------------------------------------------------------------------------- */
struct naming {
    const struct reasons *r;
    const struct component *to;
    struct reply reply;
    bool found;
    enum status status;
};

static enum status name_move(void *context, const struct made_move *move)
{
    struct naming *n = context;
    const struct query *q = n->r->query;
    if (move->part_count != 1 || component_compare(move->parts, n->to) != 0) return ST_OK;
    n->status = reply_make(q->env->model, q->position, move, q->arena, &n->reply);
    n->found = n->status == ST_OK;
    return ST_UNSUPPORTED;
}

static enum status say_stolen(struct reasons *r)
{
    const struct query *q = r->query;
    struct component by;
    bool stolen = false;
    if (q->position->count != 1) return ST_OK;
    enum status st = stealing_by(q->env, q->position->components, q->arena, &by, &stolen);
    if (st != ST_OK || !stolen) return st;
    struct naming n = {.r = r, .to = &by};
    st = options_each(q->env, q->position->components, 0, query_lister(q), name_move, &n);
    if (st == ST_UNSUPPORTED) st = n.status;
    if (st != ST_OK || !n.found) return st;
    return reasons_say(
        r,
        "whatever can be moved to after %s can be moved to at once: if that move does not win, the answer to "
        "it that wins is a winning move here",
        n.reply.move);
}

enum status reasons_strategy(struct reasons *r)
{
    const struct query *q = r->query;
    const struct way *way = q->plan ? q->plan->chosen : NULL;
    if (!way || !way->ran || q->answer->play != PLAY_NORMAL) return ST_OK;
    if (way->by == &solver_pairing) return say_images(r);
    return way->by == &solver_stealing ? say_stolen(r) : ST_OK;
}
