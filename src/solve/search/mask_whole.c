/* SPDX-License-Identifier: MIT */
/* Depth first, with bounds (Knuth and Moore 1975; Plaat and others 1996).
 *
 * The score of a state is MOST - r if it is won in r moves, and r - MOST if it is lost in r moves: whoever moves would have it large.
 * A state without moves has -MOST, in misère play MOST. With one move more between a score s of an option and that of the state
 * before it, the state has the greatest of later(-s) over its options, where later(x) is x - 1 for x > 0 and x + 1 for x < 0. Of
 * each state the table has two bounds. A test asks whether a score is at least so much: later(x) >= b if x >= b + 1, for b > 0,
 * and if x >= b - 1, for b <= 0 (no score is nearer to 0 than 2, as play takes at most MASK_DEPTH moves). So an option is tested in
 * turn, and one that says yes is enough. Who wins is the test against 0. For the number of moves short ones come first: such a
 * test goes no deeper than it asks for, and each leaves bounds for the next.
 *
 * Options of which the bounds say enough are looked at before one of the others is searched, and then those that leave least. */
#include "solve/search/mask_whole.h"
#include <math.h>
#include "base/bits.h"
#include "solve/search/mask_diagrams.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_row.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_shape.h"
#include "solve/search/mask_sums.h"
#include "solve/search/mask_words.h"
#include "solve/search/move_tree.h"

enum {
    MOST = 1024,
    CHECK_EVERY = 4096,
    TRIED_WORK = 1 << 12,
    TURN_GROWTH = 8,
    TABLE_PART = 512, /* options of a table that take as long as one of a search */
    SCORE_POSITIONS = 2,
    OPTIONS_A_POSITION = 5, /* of one that is noted */
    BOUND_BITS = 12,
    NOTED = 1 << 2 * BOUND_BITS
};
_Static_assert(MASK_DEPTH + 1 < MOST && 2 * MOST < 1 << BOUND_BITS && 2 * BOUND_BITS < MASK_NUMBERS, "scores");

struct bounds {
    int32_t low, high; /* the score is one of these or between them */
};
struct whole_option {
    struct ground_mask state;
    uint32_t size; /* how much is left to be played, more or less */
    struct bounds score;
};
/* The options of the state on top of the path stand behind those of the states below it. */
struct whole_search {
    struct masks *m;
    struct mask_memo *memo;
    bool misere;
    int32_t end; /* the score of a state without moves */
    VEC(struct whole_option) options;
    uint64_t steps, work; /* since the last look at the budget, and all */
    uint64_t allowed;     /* of all; then it ends */
};

#define SUMS_POWER 0.75 /* of whole positions: sums that are noted, where parts that are the same game are one */

static const struct bounds nothing = {-MOST, MOST};

static bool is_tested(const struct bounds *b, int32_t least) { return b->low >= least || b->high < least; }
static int32_t later(int32_t score) { return score > 0 ? score - 1 : score + 1; }

static struct bounds as_bounds(uint64_t known)
{
    if (!known) return nothing;
    return (struct bounds){(int32_t)(known >> BOUND_BITS) % (1 << BOUND_BITS) - MOST,
                           (int32_t)(known % (1 << BOUND_BITS)) - MOST};
}

static struct bounds look_up(const struct whole_search *s, const struct ground_mask *state)
{
    return as_bounds(mask_memo_find(s->memo, state->words));
}

static uint64_t as_known(struct bounds b)
{
    return NOTED | (uint64_t)(b.low + MOST) << BOUND_BITS | (uint64_t)(b.high + MOST);
}

/* ---- options ------------------------------------------------------------------------------------------------------- */
/* Cells that are not final. */
static uint32_t size_of(const struct ground *g, const struct ground_mask *state)
{
    uint32_t size = 0;
    for (size_t w = 0; w < g->span; w++)
        size += bits_of(state->words[w] | (g->planes > 1 ? state->words[g->span + w] : 0));
    return size;
}

static bool list_ground(struct whole_search *s, const struct ground_mask *state)
{
    const struct ground *g = &s->m->ground;
    if (!vec_reserve(&s->options, g->move_count)) return false;
    for (size_t i = 0; i < g->move_count; i++) {
        const struct ground_move *move = &g->moves[i];
        struct ground_mask to = {{0}};
        uint64_t off = 0;
        for (size_t w = 0; w < g->words; w++) off |= (state->words[w] & move->care.words[w]) ^ move->want.words[w];
        if (off) continue;
        for (size_t w = 0; w < g->words; w++)
            to.words[w] = (state->words[w] & ~move->write.words[w]) | move->put.words[w];
        to = mask_row_least(s->m, &to);
        mask_memo_expect(s->memo, to.words);
        s->options.data[s->options.count++] = (struct whole_option){to, size_of(g, &to), nothing};
    }
    return true;
}

/* As words: an option begins with those of its state. */
static bool list_words(struct whole_search *s, const struct ground_mask *state)
{
    const struct masks *m = s->m;
    const size_t stride = sizeof *s->options.data / sizeof(uint64_t);
    _Static_assert(sizeof *s->options.data % sizeof(uint64_t) == 0 && offsetof(struct whole_option, state) == 0, "");
    if (!move_tree_most(m->tree)) return true;
    if (!vec_reserve(&s->options, move_tree_most(m->tree))) return false;
    struct whole_option *first = s->options.data + s->options.count;
    size_t count = move_tree_options(m->tree, state->words, first->state.words, stride);
    for (size_t i = 0; i < count; i++) {
        mask_words_finish(s->m, &first[i].state);
        mask_memo_expect(s->memo, first[i].state.words);
        first[i].size = (uint32_t)move_tree_count(m->tree, first[i].state.words);
        first[i].score = first[i].size ? nothing : (struct bounds){s->end, s->end};
    }
    s->options.count += count;
    return true;
}

/* There an option is one state, brought to its least image already. */
static bool list_diagrams(struct whole_search *s, const struct ground_mask *state)
{
    struct masks *m = s->m;
    struct mask_opening o = masks_open(m, state);
    m->options.count = m->parts.count = 0;
    if (!masks_list(m, &o, m->ground.move_count, &m->options, &m->parts)) return false;
    if (!vec_reserve(&s->options, m->parts.count)) return false;
    for (size_t i = 0; i < m->parts.count; i++)
        s->options.data[s->options.count++] =
            (struct whole_option){m->parts.data[i].state, m->parts.data[i].cells, nothing};
    return true;
}

static bool list_options(struct whole_search *s, const struct ground_mask *state)
{
    const struct masks *m = s->m;
    return m->diagrams ? list_diagrams(s, state) : m->tree ? list_words(s, state) : list_ground(s, state);
}

/* What an option with these bounds says of the score of the state before it, which is the greatest of what all say. */
static void widen(struct bounds *score, const struct bounds *option)
{
    if (score->low < later(-option->high)) score->low = later(-option->high);
    if (score->high < later(-option->low)) score->high = later(-option->low);
}

/* ---- tests --------------------------------------------------------------------------------------------------------- */
/* Of the options from `first` on those whose bounds do not say what is asked, the smallest first, in front; returns where they end.
 * *found: one says that the score before it is as large as is asked. The bounds of that score are widened to what the others have. */
static size_t look_at(struct whole_search *s, size_t first, int32_t asked, bool *found, struct bounds *score)
{
    struct whole_option *options = s->options.data;
    size_t end = first;
    for (size_t i = first; i < s->options.count && !*found; i++) {
        struct whole_option option = options[i];
        size_t at = end;
        if (option.score.low < option.score.high) option.score = look_up(s, &option.state);
        if (is_tested(&option.score, asked)) {
            *found = option.score.high < asked;
            widen(score, &option.score);
            continue;
        }
        for (; at > first && options[at - 1].size > option.size; at--) options[at] = options[at - 1];
        options[at] = option;
        end++;
    }
    return end;
}

static void meet(struct bounds *b, const struct bounds *with)
{
    if (b->low < with->low) b->low = with->low;
    if (b->high > with->high) b->high = with->high;
}

bool mask_whole_known(const struct masks *m, const struct ground_mask *state, bool *lost)
{
    struct bounds b = as_bounds(mask_memo_find(&m->whole[true], state->words));
    *lost = b.high < 0;
    return is_tested(&b, 0);
}

/* Bounds that were known stay: they may say more. */
enum status mask_whole_note(struct masks *m, const struct ground_mask *state, bool lost)
{
    struct mask_memo *t = &m->whole[true];
    struct bounds b = lost ? (struct bounds){-MOST, -1} : (struct bounds){1, MOST};
    t->budget = m->memo.budget;
    t->words = m->memo.words;
    struct bounds known = as_bounds(mask_memo_find(t, state->words));
    meet(&b, &known);
    return mask_memo_note(t, state->words, as_known(b), size_of(&m->ground, state));
}

/* Is the score at least so much? `bounds`: what is known of it, which is changed to what decides that. */
static enum status test(struct whole_search *s, const struct ground_mask *state, size_t depth, int32_t least,
                        struct bounds *bounds)
{
    size_t first = s->options.count;
    int32_t asked = 1 - (least > 0 ? least + 1 : least - 1); /* of an option: less than that */
    struct bounds score = {-MOST, -MOST};
    bool found = false;
    enum status st = ST_OK;
    if (depth == MASK_DEPTH) return ST_UNSUPPORTED;
    if (!list_options(s, state)) return ST_NO_MEMORY;
    size_t count = s->options.count - first;
    if (!count) score = (struct bounds){s->end, s->end};
    size_t end = s->options.count = look_at(s, first, asked, &found, &score);
    s->work += 1 + count;
    if ((s->steps += 1 + count) >= CHECK_EVERY) {
        s->steps = 0;
        st = budget_check(s->memo->budget);
        if (st == ST_OK) kept_whole_look(s->m, s->misere);
    }
    if (st == ST_OK && s->work > s->allowed) st = ST_STATE_BUDGET;
    for (size_t i = first; i < end && !found && st == ST_OK; i++) {
        struct ground_mask option = s->options.data[i].state;
        struct bounds of = look_up(s, &option); /* it may be an option of one before it */
        if (!is_tested(&of, asked)) st = test(s, &option, depth + 1, asked, &of);
        found = of.high < asked;
        widen(&score, &of);
    }
    s->options.count = first;
    if (found) score.high = MOST; /* there may be better ones */
    meet(bounds, &score);
    return st == ST_OK ? mask_memo_note(s->memo, state->words, as_known(*bounds), count) : st;
}

/* Who wins is known; then short plays come before long ones. */
static enum status find_score(struct whole_search *s, const struct ground_mask *state, struct bounds *bounds)
{
    enum status st = ST_OK;
    while (st == ST_OK && bounds->low < bounds->high) {
        bool lost = bounds->high < 0;
        st = test(s, state, 0, lost ? bounds->low + 1 : bounds->high, bounds);
    }
    return st;
}

static void open_search(struct whole_search *s, struct masks *m, bool misere, uint64_t allowed)
{
    *s = (struct whole_search){
        .m = m, .memo = &m->whole[misere], .misere = misere, .end = misere ? MOST : -MOST, .allowed = allowed};
    s->memo->budget = m->memo.budget;
    s->memo->words = m->memo.words;
}

static enum status ask_sums(struct masks *m, const struct ground_mask *state, uint64_t allowed, struct bounds *bounds)
{
    bool lost = false;
    enum status st = mask_sums_lost(m, state, allowed, &lost);
    *bounds = lost ? (struct bounds){-MOST, -1} : (struct bounds){1, MOST};
    kept_whole_end(m, true);
    return st;
}

static enum status ask(struct masks *m, bool misere, const struct ground_mask *state, bool exactly, uint64_t allowed,
                       struct bounds *bounds)
{
    struct whole_search s;
    bool sums = misere && !exactly && mask_sums_fits(m) && (m->strips || mask_sums_fall_apart(m));
    if ((m->strips && !sums) || !m->ends) return ST_UNSUPPORTED;
    open_search(&s, m, misere, allowed);
    enum status st = kept_whole_take(m, misere);
    if (st != ST_OK) return st;
    if (sums) {
        st = ask_sums(m, state, allowed, bounds);
        if (st != ST_MEMORY_BUDGET || m->strips) return st;
    }
    struct ground_mask least = m->diagrams ? *state : mask_row_least(m, state);
    *bounds = look_up(&s, &least);
    st = ST_OK;
    if (!is_tested(bounds, 0)) st = test(&s, &least, 0, 0, bounds);
    if (st == ST_OK && exactly) st = find_score(&s, &least, bounds);
    kept_whole_end(m, misere);
    vec_free(&s.options);
    return st;
}

enum status mask_whole_try(struct masks *m, bool misere, bool exactly, const struct ground_mask *state, uint64_t work,
                           bool *done)
{
    struct bounds bounds = nothing;
    enum status st = ask(m, misere, state, exactly, work, &bounds);
    *done = st == ST_OK;
    return st == ST_STATE_BUDGET && !budget_spent(m->memo.budget) ? ST_OK : st;
}

/* So much work more, at most. */
static bool is_found(struct masks *m, bool misere, bool exactly, const struct ground_mask *state, double work)
{
    bool done = false;
    uint64_t most = work < PROBED_MOST ? (uint64_t)work : PROBED_MOST;
    if (mask_whole_try(m, misere, exactly, state, most, &done) != ST_OK || !done) return false;
    m->whole_forecast = 1 + (double)m->whole[misere].count;
    return true;
}

double mask_whole_forecast(struct masks *m, bool misere, bool exactly, const struct ground_mask *state, double share)
{
    int asked = 1 + misere + 2 * exactly;
    if ((m->strips && (exactly || !misere)) || !m->ends) return 0;
    if (m->whole_for == asked && is_same(shape_of(&m->ground), &m->whole_of, state)) return m->whole_forecast;
    m->whole_of = *state;
    m->whole_for = asked;
    if (is_found(m, misere, exactly, state, TRIED_WORK)) return m->whole_forecast;
    m->whole_forecast = mask_whole_estimate(m, state) * (exactly ? SCORE_POSITIONS : 1);
    bool sets = misere && !exactly && masks_have_parts(m) && m->ground.planes == 1 && mask_sums_fall_apart(m);
    if (sets) m->whole_forecast = pow(m->whole_forecast, SUMS_POWER);
    double work = m->whole_forecast * OPTIONS_A_POSITION * share;
    if (work > TRIED_WORK) (void)is_found(m, misere, exactly, state, work);
    if (budget_spent(m->memo.budget)) m->whole_for = 0; /* who asks with more left may find it */
    return m->whole_forecast;
}

/* In an empty table of sums. */
static enum status again_by_sums(struct masks *m, const struct ground_mask *state, const struct bounds *has,
                                 bool *right)
{
    struct mask_sums *before = m->sums;
    struct bounds found;
    m->sums = NULL;
    enum status st = ask_sums(m, state, UINT64_MAX, &found);
    mask_sums_free(m->sums);
    m->sums = before;
    *right = st == ST_OK && is_tested(has, 0) && (has->high < 0) == (found.high < 0);
    return st;
}

enum status mask_whole_again(struct masks *m, bool misere, const struct ground_mask *state, uint64_t known, bool *right)
{
    struct whole_search s;
    struct bounds has = as_bounds(known), found = nothing;
    enum status st = ST_OK;
    if (m->strips) return again_by_sums(m, state, &has, right);
    open_search(&s, m, misere, UINT64_MAX);
    if (has.low > -MOST) st = test(&s, state, 0, has.low, &found);
    if (st == ST_OK && has.high < MOST && !is_tested(&found, has.high + 1))
        st = test(&s, state, 0, has.high + 1, &found);
    *right = known >= NOTED && found.low >= has.low && found.high <= has.high;
    vec_free(&s.options);
    return st;
}

/* A table of order ideals, if it takes no longer than the search so far. */
static enum status lost_by_table(struct masks *m, bool misere, const struct ground_mask *state, uint64_t work,
                                 bool *done, bool *lost)
{
    enum ideal_question question = misere ? IDEAL_MISERE : IDEAL_NORMAL;
    uint32_t won = 0;
    enum status st = mask_ideals_try(m, state, question, work, done);
    *lost = *done && mask_ideals_find(m, state, question, &won) && !won;
    return st;
}

static uint64_t further(const struct masks *m, uint64_t work)
{
    uint64_t enough = mask_ideals_work(m) / TABLE_PART + 1;
    return enough > work && enough < work * TURN_GROWTH ? enough : work * TURN_GROWTH;
}

/* In turns, each further, until there can be no such table. */
enum status mask_whole_lost(struct masks *m, bool misere, const struct ground_mask *state, bool *lost)
{
    struct bounds bounds;
    bool done = false;
    enum status st =
        (m->strips && !misere) || !m->ends ? ST_UNSUPPORTED : lost_by_table(m, misere, state, 0, &done, lost);
    for (uint64_t work = m->first_turn ? m->first_turn : TRIED_WORK; st == ST_OK && !done; work = further(m, work)) {
        bool last = m->ideals.failed || !masks_have_parts(m) || work > UINT64_MAX / TURN_GROWTH / TABLE_PART;
        st = ask(m, misere, state, false, last ? UINT64_MAX : work, &bounds);
        if (st == ST_OK) return *lost = bounds.high < 0, ST_OK;
        if (last || st != ST_STATE_BUDGET || budget_spent(m->memo.budget)) return st;
        st = lost_by_table(m, misere, state, work * TABLE_PART, &done, lost);
    }
    return st;
}

enum status mask_whole_remoteness(struct masks *m, bool misere, const struct ground_mask *state, uint64_t *moves)
{
    struct bounds bounds;
    enum status st = ask(m, misere, state, true, UINT64_MAX, &bounds);
    *moves = (uint64_t)(bounds.low < 0 ? MOST + bounds.low : MOST - bounds.low);
    return st;
}
