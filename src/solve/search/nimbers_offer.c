/* SPDX-License-Identifier: MIT */
/* Boards that are made tell most; what is left is estimated from the shape of positions (estimate.h). */
#include "solve/search/nimbers_offer.h"
#include "play/ground/residue.h"
#include "play/options/ends.h"
#include "play/options/store.h"
#include "solve/search/estimate.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/search_components.h"

bool nimbers_fall_apart(const struct env *env, const struct ask *q)
{
    double boards, instances;
    bool all = true;
    for (size_t i = 0; all && i < q->count; i++) {
        size_t parts = q->what == Q_OUTCOME ? q->positions[i].count : 1;
        for (size_t j = 0; all && j < parts; j++)
            all = residue_boards(env, q->what == Q_OUTCOME ? &q->positions[i].components[j] : &q->components[i],
                                 &boards, &instances);
    }
    return all;
}

static bool is_watched(const struct env *env, const struct ask *q)
{
    bool watched = q->what == Q_VALUE && ends_watched(env, q->components, q->count);
    for (size_t i = 0; q->what == Q_OUTCOME && !watched && i < q->count; i++)
        watched = ends_watched(env, q->positions[i].components, q->positions[i].count);
    return watched;
}

/* A few positions of which it leaves out most; of many positions all values serve each other. An outcome alone is cheaper by
 * a search of the sum, unless it is a sum of many. */
#define START_SECONDS 0.02
#define BOARD_SECONDS 0.004  /* what a board needs is made already */
#define LONG_BOARD 8         /* times as long, if its cells are more than the bits of a word */
#define WORDS_SECONDS 0.1    /* to make a board of words may take half as long */
#define HEAP_SECONDS 1.0     /* no board is made for a single number that takes less otherwise */
#define NUMBERS_SECONDS 0.05 /* nor for several, which to write out takes some milliseconds */
#define WORDS_PART 0.25      /* of a search of positions as the rule writes them, at most */
#define TURN_SECONDS 2.5e-6
#define DENSE_TIMES 1.5 /* as often as in a search of all options, where positions are met again and again */
enum { FEW = 4 };

/* A number is a board of words as well, which takes some hundredths of a second to make and a thousand times as long a position as a
 * table of its heaps. */
static double unboarded_seconds(const struct env *env, const struct ask *q)
{
    if (q->what != Q_VALUE || q->count != 1 || q->components[0].game < 0) return 0;
    const struct game_traits *f = &env->traits->games[q->components[0].game];
    return f->one_heap ? HEAP_SECONDS : f->scalars ? NUMBERS_SECONDS : 0;
}

static const char *why_not(const struct env *env, const struct ask *q, const struct mask_boards_asked *boards)
{
    struct game_traits f = estimate_traits(env, q);
    if (q->play == PLAY_MISERE) return "SG values belong to normal play";
    if (q->remoteness) return "SG values say nothing of the length of play";
    if (f.mover) return "the mover matters, so there are no SG values";
    if (f.loopy) return "the game is loopy: play may go on for ever";
    if (f.graph) return "an explicit graph with a cycle, or a large one, is labelled as a whole";
    if (f.watched && !boards->all && is_watched(env, q))
        return "play is not proved to end, and a cycle may hide behind an option that is not looked at";
    if (env->terms.plain != env->store->plain) return "SG values with clauses and without have no common store";
    if (q->options && !env->terms.only) return "the values of all options are asked for as well";
    return NULL;
}

static struct estimate estimate_parts(const struct env *env, const struct ask *q, bool grounded)
{
    if (q->what == Q_VALUE) return grounded ? estimate_search(env, q) : estimate_search_quick(env, q);
    struct estimate e = {0};
    for (size_t i = 0; i < q->count; i++)
        for (size_t j = 0; j < q->positions[i].count; j++) {
            const struct component *c = &q->positions[i].components[j];
            struct estimate part = grounded ? estimate_component(env, c) : estimate_component_quick(env, c);
            e.positions = e.positions < part.positions ? part.positions : e.positions;
            e.options = e.options < 1e30 ? e.options + 4 * part.options : e.options;
            e.steps = e.steps < 1e30 ? e.steps + part.steps : e.steps;
        }
    return e;
}

/* What takes other ways so long is worth as much as a position more for each of these. */
#define OTHER_POSITION 1e-6
/* How many positions a search of any kind may meet; where these are many, without a look at the rule on its board, which is made when it
 * is needed (mask_boards.c), and without one (`look`) where another way is done before. Of a rule that takes long for each, as if they were
 * as many as take that long elsewhere. */
#define LONG_POSITION 2e-5
static double positions_about(const struct env *env, const struct ask *q, bool look)
{
    double about = 0;
    for (int grounded = 0; grounded <= look && about <= MASK_BOARDS_WORTH; grounded++)
        about = estimate_asked(env, q, estimate_parts(env, q, grounded).positions, grounded);
    if (about >= MASK_BOARDS_WORTH) return about;
    struct estimate all =
        look ? estimate_all(env, q) : estimate_all_quick(env, q); /* of pieces that move the box is too small */
    double as_long = all.steps * ESTIMATE_STEP_SECONDS / LONG_POSITION;
    return all.positions < as_long ? as_long : all.positions;
}

/* What it takes at least: of what is asked about, each size is a board of its own. */
static double boards_seconds(const struct ask *q)
{
    uint64_t seen[GROUND_CELLS / 64 + 1] = {0}; /* of larger ones there is no board */
    size_t sizes = 0;
    for (size_t i = 0; i < q->count && q->what == Q_VALUE; i++) {
        uint32_t count = q->components[i].count;
        if (count > GROUND_CELLS || seen[count / 64] >> count % 64 & 1) continue;
        seen[count / 64] |= UINT64_C(1) << count % 64;
        sizes += count > 64 ? LONG_BOARD : 1;
    }
    return (double)(sizes ? sizes : 1) * BOARD_SECONDS;
}

/* Of pieces that move the box is too small. `grounded`: else as estimate_all_quick. */
static struct estimate estimate_asked_for(const struct env *env, const struct ask *q,
                                          const struct mask_boards_asked *boards, bool grounded)
{
    if (boards->all) return boards->whole ? estimate_all(env, q) : (struct estimate){0};
    if (q->what == Q_VALUE) return grounded ? estimate_all(env, q) : estimate_all_quick(env, q);
    return estimate_parts(env, q, grounded);
}

/* `apart`: positions fall apart. */
static void set_cost(const struct env *env, const struct ask *q, const struct mask_boards_asked *boards, bool apart,
                     bool grounded, struct cost *cost)
{
    struct estimate e = estimate_asked_for(env, q, boards, grounded);
    double rest = e.options * 2 * 1.5e-7 + e.positions * 4e-7, steps = e.steps * ESTIMATE_STEP_SECONDS;
    if (apart) rest /= 16;
    else if (e.dense) rest = (rest + steps) * DENSE_TIMES;
    else if (e.played) rest = (rest + steps) / 16;
    else if (q->count <= FEW) rest = rest / 4 + steps;
    else rest += steps;
    *cost = (struct cost){START_SECONDS + rest, e.positions * 40, true, 0};
    if (!boards->all) return;
    double made = boards->whole ? START_SECONDS : BOARD_SECONDS, turns = boards->turns * TURN_SECONDS;
    if (boards->whole && rest * WORDS_PART < turns) turns = rest * WORDS_PART; /* numbers that are bounded together */
    *cost = (struct cost){made + turns, boards->positions * 36, true, 0};
}

/* A value that is found before the rule is looked at on its board. */
static bool is_ahead(struct planner *planner, const struct ask *q)
{
    bool valued = false;
    if (q->what != Q_VALUE || q->count != 1) return false;
    planner->status = components_ahead(planner->env, &q->components[0], &valued);
    return valued;
}

void nimbers_offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    struct cost all = {0};
    uint64_t bytes;
    (void)self;
    if (q->what != Q_VALUE && q->what != Q_OUTCOME) {
        way->because = "it gives SG values and outcomes of positions only";
        return;
    }
    way->because = planner_answers(planner, way, boards_seconds(q)) ? PLANNER_QUICKER : NULL;
    if (!way->because && is_ahead(planner, q)) way->because = PLANNER_QUICKER;
    if (way->because || planner->status != ST_OK) return;
    struct mask_boards_asked boards = {.all = true};
    if (planner_answers(planner, way, unboarded_seconds(env, q))) boards.all = false;
    else if (!why_not(env, q, &boards)) {
        bool words = !planner_answers(planner, way, WORDS_SECONDS);
        double other = planner_other_seconds(planner, way), about = positions_about(env, q, words);
        struct mask_boards_worth worth = {
            .about = about < other / OTHER_POSITION ? other / OTHER_POSITION : about,
            .seconds = other,
            .share = planner_answers(planner, way, MASK_PROBED_SECONDS) ? 0 : MASK_PROBED_SHARE,
            .words = words};
        enum status st = mask_boards_asked(env, q, &worth, &boards);
        if (st != ST_OK) planner->status = st;
    }
    way->because = why_not(env, q, &boards);
    if (way->because) return;
    bool apart = !boards.all && nimbers_fall_apart(env, q), grounded = boards.all;
    set_cost(env, q, &boards, apart, grounded, &way->cost);
    if (!grounded && planner_is_least(planner, way)) {
        grounded = true;
        set_cost(env, q, &boards, apart, grounded, &way->cost);
    }
    if (!apart && !boards.all) estimate_bound(env, q, estimate_parts(env, q, grounded), &all);
    if (all.least && estimate_too_many(env, all.least, &bytes)) {
        way->because = "a search of all options needs more memory than there is";
        return;
    }
    if (boards.all && boards.count) way->kept = way; /* all are searched as masks, which claim_of says */
    way->can = true;
    way->because = "as many of the options as decide";
}
