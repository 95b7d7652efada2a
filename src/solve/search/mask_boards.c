/* SPDX-License-Identifier: MIT */
/* Boards, each found by trying whether the component is a position of it, those that were found last first. */
#include "solve/search/mask_boards.h"
#include <string.h>
#include "play/options/ends.h"
#include "play/options/store.h"
#include "solve/search/estimate.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_hands.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_sums.h"
#include "solve/search/mask_whole.h"

typedef VEC(int) game_vec;
/* A game whose moves were not listed in so many steps; 0: as many as boards are worth. */
struct unlisted {
    int game;
    uint64_t steps;
};
struct mask_boards {
    struct masks *boards[MASK_BOARDS];
    size_t count;
    uint64_t dropped;             /* so many positions were noted of boards that are gone */
    VEC(struct unlisted) without; /* games whose rules have no masks, */
    game_vec wordless;            /* and none as boards of words */
    uint64_t steps;               /* that such a board is worth for what was asked last */
    uint64_t list_steps;          /* that a list of moves is worth for what is asked; 0: as many as any */
    const struct ask
        *asked; /* while its boards are looked for: steps may be fewer than with a look at the rule on its board */
};

static void forget(void *kept)
{
    struct mask_boards *all = kept;
    for (size_t i = 0; i < all->count; i++) masks_free(all->boards[i]);
    all->count = 0;
    all->dropped = 0;
    vec_free(&all->without);
    vec_free(&all->wordless);
    all->steps = 0;
}

static const struct tenant boards_tenant = {.name = "boards", .size = sizeof(struct mask_boards), .forget = forget};

static bool has_game(const game_vec *games, int game)
{
    bool found = false;
    for (size_t i = 0; i < games->count; i++) found |= games->data[i] == game;
    return found;
}

/* More than so many times the steps that did not do may do. */
enum { LIST_AGAIN = 4 };
static bool is_unlisted(const struct mask_boards *all, int game)
{
    bool found = false;
    for (size_t i = 0; i < all->without.count; i++) {
        const struct unlisted *x = &all->without.data[i];
        bool more = x->steps && (!all->list_steps || all->list_steps / LIST_AGAIN > x->steps);
        found |= x->game == game && !more;
    }
    return found;
}

/* To make a board of words is to take a small part of a search of as many positions. */
enum { POSITION_STEPS = 1 };
static void expect(struct mask_boards *all, double about)
{
    bool few = about < (double)GROUND_WORDS_STEPS / POSITION_STEPS;
    all->steps = about < MASK_BOARDS_WORTH ? 0 : few ? (uint64_t)about * POSITION_STEPS : GROUND_WORDS_STEPS;
}

void mask_boards_expect(const struct env *env, double about)
{
    struct mask_boards *all = store_room(env, &boards_tenant);
    if (all) expect(all, about);
}

/* Of what another way takes a part that is hardly seen, for each of the two lists that are tried, but what nobody sees in any case. */
#define LIST_PART 0.0625
enum { LIST_LEAST = 1 << 16 };
static uint64_t list_steps(double seconds)
{
    double steps = seconds * LIST_PART / GROUND_STEP_SECONDS;
    if (seconds <= 0 || steps >= 1e18) return 0;
    return steps > LIST_LEAST ? (uint64_t)steps : LIST_LEAST;
}

#define LOOK_SECONDS 1.0 /* what another way takes, so that a look at the rule on its board is hardly seen beside it */
static void expect_grounded(const struct env *env, struct mask_boards *all)
{
    bool soon = all->list_steps && all->list_steps < list_steps(LOOK_SECONDS);
    if (all->asked && !soon && all->steps < GROUND_WORDS_STEPS)
        expect(all, estimate_asked(env, all->asked, (double)all->steps / POSITION_STEPS, true));
    all->asked = NULL;
}

enum { LIST_LONG = 1 << 23 /* steps: of what takes as many there is nothing to be proved either */ };
/* *board NULL: there is none, which is noted. */
static enum status make_board(const struct env *env, const struct component *component, struct mask_boards *all,
                              struct masks **board)
{
    enum status st = ST_OK;
    if (!is_unlisted(all, component->game)) {
        st = masks_make(env, component, all->list_steps, board);
        if (st != ST_OK || *board) return st;
        if (!all->list_steps || all->list_steps > LIST_LONG) ends_too_long(env, component);
        if (!vec_push(&all->without, (struct unlisted){component->game, all->list_steps})) return ST_NO_MEMORY;
    }
    if (!all->steps || has_game(&all->wordless, component->game)) return ST_OK;
    expect_grounded(env, all);
    st = masks_make_words(env, component, all->steps, board);
    if (st == ST_OK && !*board && !vec_push(&all->wordless, component->game)) st = ST_NO_MEMORY;
    return st;
}

static uint64_t noted(const struct masks *m)
{
    return m->memo.count + m->memo.replaced + m->exact.count + mask_bits_count(&m->bits) +
           mask_ideals_count(&m->ideals) + mask_sums_count(m);
}

/* The board comes first; the one that was not found for longest goes if there is no room. */
static void put_first(struct mask_boards *all, struct masks *board, size_t from)
{
    if (from == MASK_BOARDS) {
        all->dropped += noted(all->boards[--from]);
        masks_free(all->boards[from]);
    }
    memmove(&all->boards[1], &all->boards[0], from * sizeof *all->boards);
    all->boards[0] = board;
}

enum status mask_board_find(const struct env *env, const struct component *component, struct masks **board,
                            struct ground_mask *state)
{
    struct mask_boards *all = store_room(env, &boards_tenant);
    *board = NULL;
    if (!all) return ST_NO_MEMORY;
    if (component->game < 0 || env->terms.whole) return ST_OK;
    for (size_t i = 0; i < all->count; i++)
        if (masks_code(all->boards[i], component, state)) {
            *board = all->boards[i];
            masks_bound(*board, env->budget);
            put_first(all, *board, i);
            return ST_OK;
        }
    enum status st = make_board(env, component, all, board);
    if (!*board) return st;
    put_first(all, *board, all->count);
    if (all->count < MASK_BOARDS) all->count++;
    /* "levels" is to be another word if cells are given other levels (play/ground/levels.c). */
    const char *keys = (*board)->strips                         ? strips_name((*board)->strips)
                       : (*board)->diagrams                     ? "levels"
                       : (*board)->tree                         ? "words"
                       : (*board)->closing.limit.weights        ? "open moves below a limit"
                       : (*board)->closing.ways                 ? "open choices"
                       : ground_merges(&(*board)->board.layout) ? "merged"
                                                                : "open moves";
    kept_masks_open(&(*board)->kept, env, component, keys, false, NULL);
    for (int misere = 0; misere < 2; misere++)
        kept_masks_open(&(*board)->kept_whole[misere], env, component, keys, misere, mask_whole_again);
    return masks_code(*board, component, state) ? ST_OK : ST_UNSUPPORTED;
}

uint64_t mask_boards_count(const struct env *env)
{
    const struct mask_boards *all = store_room(env, &boards_tenant);
    uint64_t count = all ? all->dropped : 0;
    for (size_t i = 0; all && i < all->count; i++) count += noted(all->boards[i]);
    return count;
}

/* ---- offers ------------------------------------------------------------------------------------------------------- */
enum { FEW = 4 };
#define TURNS_AND_TABLE 2.2 /* times the table alone */
#define WHOLE_TURNS 1.7
#define TABLE_SOONER 12     /* a table is begun when a search has taken a part of what it takes */
#define POSITION_BYTES 36.0 /* of one that is noted */
#define WORTH_IDEALS 4096   /* turns: some milliseconds, as it takes to number them */

/* A table of bits ends the search once that has taken as long as the table will (mask_ways.c). Where hardly anything
 * falls apart the estimate of a search is rather too low than too high, by up to ten times. */
static enum status with_table(struct masks *m, const struct ground_mask *state, double *turns)
{
    double steps, bytes;
    enum status st = mask_bits_about(m, state, BIT_PLANES, *turns, &steps, &bytes);
    bool first = mask_bits_subsets(m, state) && MASK_SUBSETS_SOONER * steps * MASK_BITS_TURNS < *turns;
    double table = (first ? 1 : TURNS_AND_TABLE) * steps * MASK_BITS_TURNS;
    if (steps > 0 && !masks_fall_apart(m)) *turns *= WHOLE_TURNS;
    if (steps > 0 && table < *turns) *turns = table;
    return st;
}

/* A table of order ideals ends it as well; each part has one of its own, and those of smaller ones are short. */
static enum status with_ideals(struct masks *m, const struct ground_mask *state, uint64_t target, double *turns,
                               double *positions)
{
    double options = 0;
    struct ground_mask part;
    if (*turns < WORTH_IDEALS || !masks_have_parts(m)) return ST_OK;
    mask_largest_part(m, state, &part);
    enum status st = mask_ideals_about(m, &part, target == 0 ? IDEAL_NORMAL : IDEAL_VALUES, &options);
    double table = TURNS_AND_TABLE * options * MASK_IDEALS_TURNS;
    double bytes = options > 0 ? (double)ideal_table_bytes(m->ideals.rule, m->ideals.ranks) : 0;
    bool begun = options > 0 && table < TABLE_SOONER * *turns;
    if (options > 0 && table < *turns) *positions *= table / *turns, *turns = table;
    if (begun && *positions < bytes / POSITION_BYTES) *positions = bytes / POSITION_BYTES;
    return st;
}

static enum status add_board(const struct env *env, const struct component *c, uint64_t target, double share,
                             struct mask_boards_asked *asked)
{
    struct masks *board;
    struct ground_mask state;
    enum status st = mask_board_find(env, c, &board, &state);
    asked->all &= board && (board->ends || !ends_watched(env, c, 1));
    asked->unlisted |= board && !masks_are_listed(board);
    asked->whole |= board && board->tree;
    if (st != ST_OK || !asked->all || asked->count++ >= FEW) return st;
    double positions = mask_forecast(board, &state, target, share), turns = mask_turns(board, positions);
    if (!board->forecast_found) turns /= mask_hands_count(board, positions);
    double searched = turns;
    if (!board->forecast_found) st = with_table(board, &state, &turns);
    if (turns < searched) positions *= turns / searched; /* a table ends the search */
    if (!board->forecast_found && st == ST_OK) st = with_ideals(board, &state, target, &turns, &positions);
    asked->positions += positions;
    asked->turns += turns;
    return st;
}

/* A single board is asked for its outcome alone; of a sum all others are valued. */
static uint64_t target_of(const struct ask *q, const struct position *position)
{
    return position && position->count == 1 && q->heap < MASK_NUMBERS ? q->heap : MASK_ANY;
}

enum status mask_board_within(const struct env *env, const struct component *component, double seconds,
                              struct masks **board, struct ground_mask *state)
{
    struct mask_boards *all = store_room(env, &boards_tenant);
    if (!all) return *board = NULL, ST_NO_MEMORY;
    all->list_steps = list_steps(seconds);
    enum status st = mask_board_find(env, component, board, state);
    all->list_steps = 0;
    return st;
}

/* From the last one on, which of a table is the largest: the others are positions of its board, where the board of a smaller one is
 * none of a larger one, and was made for nothing. */
enum status mask_boards_asked(const struct env *env, const struct ask *q, const struct mask_boards_worth *worth,
                              struct mask_boards_asked *asked)
{
    enum status st = ST_OK;
    *asked = (struct mask_boards_asked){.all = worth->about > MASK_BOARDS_WORTH && !env->terms.whole};
    struct mask_boards *boards = store_room(env, &boards_tenant);
    if (!boards) return ST_NO_MEMORY;
    expect(boards, asked->all && worth->words ? worth->about : 0);
    boards->list_steps = list_steps(worth->seconds);
    boards->asked = q;
    for (size_t i = q->count; st == ST_OK && asked->all && i-- > 0;) {
        const struct position *position = q->what == Q_OUTCOME ? &q->positions[i] : NULL;
        st = budget_over(env->budget);
        if (!position && st == ST_OK) st = add_board(env, &q->components[i], MASK_ANY, worth->share, asked);
        for (size_t j = 0; position && st == ST_OK && asked->all && j < position->count; j++)
            st = add_board(env, &position->components[j], target_of(q, position), worth->share, asked);
    }
    boards->asked = NULL;
    boards->list_steps = 0;
    return st;
}
