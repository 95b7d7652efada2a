/* SPDX-License-Identifier: MIT */
#include "solve/search/sums_offer.h"
#include <math.h>
#include "play/options/split.h"
#include "play/options/traits.h"
#include "solve/search/estimate.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_whole.h"
#include "solve/search/played.h"
#include "solve/search/splitting.h"
#include "solve/search/sum_forms.h"

#define SHARE_LOOKED_AT 0.33 /* of the options of sums that are counted, for an outcome: until one is lost */
#define FORMS_POWER 0.8 /* of the sums that are counted: what is met where components that are the same game are one */
#define OPTION 1e-7
#define REMOTENESS_TIMES                                                                                               \
    2 /* an outcome ends with an option that is lost; how long play takes follows from all of them */
#define PLAYED_OPTION 2.5e-7 /* of a row or grid, all cells of which are looked up */
#define BOARD_SECONDS 0.004  /* to make a board */
#define WORDS_SECONDS 0.1    /* to make a board of words may take half as long */
#define BOARD_MOVE                                                                                                     \
    6e-8 /* of a whole position that is noted: a move of the list, which is tried and brought to its least image */
enum { UNLISTED_MOVES = 25, BOARD_BYTES = 36 };
/* For the square root of the options of all boards of a sum: within about 3 of what was measured, of no three in a line 10 low. */
#define PARTS_SECONDS 1e-4
enum { PARTS_MOST = 4, PARTS_BYTES = 1500 };
enum { WORTH_MASKS = 20000 /* positions: fewer are searched before masks are made */ };

enum status sums_board(const struct env *env, const struct position *position, double seconds, struct masks **board,
                       struct ground_mask *state)
{
    *board = NULL;
    if (position->count != 1 || position->big) return ST_OK;
    double about = estimate_about(env, &position->components[0]);
    if (about < WORTH_MASKS) return ST_OK;
    mask_boards_expect(env, seconds > 0 && seconds <= WORDS_SECONDS ? 0 : about);
    return mask_board_within(env, &position->components[0], seconds, board, state);
}

struct game_traits sums_facts(const struct env *env, const struct ask *q)
{
    struct game_traits all = {0};
    for (size_t i = 0; i < q->count; i++)
        traits_join(env->traits, q->positions[i].components, q->positions[i].count, &all);
    return all;
}

/* Of several rows and grids in misere play: parts are brought to their forms one by one, and the search of sums of these looks at about as
 * many options as that (forms.h). Most are the same as others, the more the larger the boards are. */
static bool by_parts(const struct env *env, const struct ask *q, const struct game_traits *facts, struct cost *cost)
{
    double options = 0;
    struct played p;
    const struct position *sum = q->positions;
    if (q->count != 1 || q->play != PLAY_MISERE || q->remoteness || !sum_forms_fits(facts)) return false;
    if (sum->big || sum->count < 2 || sum->count > PARTS_MOST) return false;
    for (size_t i = 0; i < sum->count; i++) {
        const struct component *c = &sum->components[i];
        if (split_of(env->model, c) || !played_from(env, c, &p)) return false;
        if (!i || component_compare(c, c - 1) != 0) options += p.positions * (p.options + 1);
    }
    cost->seconds = sqrt(options) * PARTS_SECONDS;
    cost->bytes = sqrt(options) * PARTS_BYTES;
    return true;
}

/* What a single board takes whose moves were multiplied out: in misere play, or with remoteness. Another way takes `other` seconds, 0:
 * none does. */
static enum status about_board(const struct env *env, const struct ask *q, double other, double share,
                               struct cost *cost)
{
    struct ground_mask state;
    struct masks *board;
    enum status st = sums_board(env, &q->positions[0], other, &board, &state);
    if (st != ST_OK || !board) return st;
    double positions = mask_whole_forecast(board, q->play == PLAY_MISERE, q->remoteness, &state, share);
    double moves = masks_have_parts(board) ? (double)board->ground.move_count : UNLISTED_MOVES;
    if (positions > 0)
        *cost = (struct cost){BOARD_SECONDS + positions * moves * BOARD_MOVE, positions * BOARD_BYTES, true, 0};
    return st;
}

void sums_offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    (void)self;
    if (q->what != Q_OUTCOME) {
        way->because = "it gives outcomes of whole positions only";
        return;
    }
    struct game_traits facts = sums_facts(env, q);
    if (facts.coins && facts.folded && (q->remoteness || q->play == PLAY_MISERE))
        way->because = "heads on one place cancel, and a compound keeps them apart";
    else if (facts.loopy) way->because = "the game is loopy: play may go on for ever";
    else if (facts.graph) way->because = "an explicit graph with a cycle, or a large one, is labelled as a whole";
    else way->can = true;
    if (!way->can) return;
    struct estimate e = planner_answers(planner, way, PLANNER_QUICK) ? estimate_search(env, q) : estimate_all(env, q);
    way->because = "every sum that can be reached";
    bool counted = !q->remoteness && q->count == 1 && splitting_sums(env, q->positions) > 0;
    double met = counted && q->play == PLAY_MISERE && sum_forms_fits(&facts) ? pow(e.positions, FORMS_POWER - 1) : 1;
    double each = e.played ? PLAYED_OPTION : counted ? SHARE_LOOKED_AT * OPTION : OPTION;
    if (q->remoteness) each *= REMOTENESS_TIMES;
    way->cost.seconds = (e.options * each + e.positions * 4e-7) * met + e.steps * ESTIMATE_STEP_SECONDS;
    way->cost.bytes = e.positions * met * 40;
    way->cost.rough = true;
    (void)by_parts(env, q, &facts, &way->cost);
    estimate_bound(env, q, e, &way->cost);
    if ((q->play != PLAY_MISERE && !q->remoteness) || facts.mover || q->count != 1) return;
    if (planner_answers(planner, way, BOARD_SECONDS)) return; /* to make a board takes as long as that */
    double share = planner_answers(planner, way, MASK_PROBED_SECONDS) ? 0 : MASK_PROBED_SHARE;
    enum status st = about_board(env, q, planner_other_seconds(planner, way), share, &way->cost);
    if (st != ST_OK) planner->status = st;
}
