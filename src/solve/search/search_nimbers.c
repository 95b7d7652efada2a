/* SPDX-License-Identifier: MIT */
/* SG values and outcomes without looking at every option (Beling and Rogalski 2020, after Lemoine and Viennot 2012).
 *
 * A goal asks for the value of a component if it is in a set. Of the options some have been read: their values are `hit`.
 * With r options unread the value is one of the r + 1 least numbers that are not hit; those of them in the set are the
 * candidates.
 *   - No candidate: the value is not in the set.
 *   - An option matters only if its value may be one that is not hit and at most the greatest candidate: this is the set
 *     that it is asked for. If its value is not in it, the option counts as read, and changes nothing.
 * At the end the value is m, the least number that is not hit, if m is in the set. For the numbers below m are values of
 * options. And no option has the value m: where an option was put aside, m was a candidate, for those below m that were
 * not hit were hit later, each by an option that was unread; so m was at most the greatest candidate, and the option's
 * value is not m. If m is not in the set, neither is the value: it is m, or an option that was put aside has the value m;
 * then m was beyond the greatest candidate, the value is greater than m, and it was one of the possible ones: no
 * candidate, hence not in the set. The same for an end before all options are read.
 *
 * An option is a sum: all its components but the last are valued, and the last is asked for the set, shifted by the
 * nim-sum of the others. Sets are of numbers below NUMBERS; a component whose value is none of these has all its options
 * valued, and so has one that is to be valued and is known not to have TRIED_MOST numbers. What is known of a component is
 * kept, its value or which numbers it is not. Goals are on a stack of their own.
 *
 * Where positions are asked again and again, all options of each are looked at sooner than some of them several times.
 * So unless most of the positions that were met had no options listed (there are at least DENSE for each list), the
 * search of all options (search_components.h) is tried on what is to be valued, with TRY_GROWTH times the options that were
 * listed here, each time that these have grown so; what it values serves this search, which goes on if that does not
 * suffice.
 *
 * An outcome is the question whether the value is 0: of a sum, whether that of its last component is the nim-sum of the
 * others. */
#include <stdlib.h>
#include "base/mem.h"
#include "base/mex.h"
#include "play/options/board.h"
#include "solve/search/search_components.h"
#include "solve/search/kept_search.h"
#include "solve/search/mask_boards.h"
#include "solve/search/mask_ways.h"
#include "solve/search/nimber_options.h"
#include "solve/search/nimbers_offer.h"

enum { DENSE = 2, TRY_AFTER = 1 << 12, TRY_GROWTH = 2, TRY_SPARE = 4, TRY_BYTES = 64 };
enum { CHECK_EVERY = 4096, TRIED_MOST = 8, LISTING_STEPS = 16 /* for the call of the machine */ };
#define ANY UINT64_MAX

/* What is the value of component `id`, if it is in `set`? ANY: whatever it is. */
struct goal {
    uint32_t id;
    bool looked;   /* what is known of the options has been looked at */
    bool dropped;  /* an option was put aside */
    size_t unread; /* where its unread options begin in the list of them, the last goal's section being the last */
    uint64_t set, hit;
};
struct nimber_search {
    struct nimber_options options;
    VEC(struct goal) stack;
    id_vec unread;
    VEC(uint64_t) order; /* scratch */
    id_vec seen;         /* scratch */
    struct mex mex;
    struct kept_search kept;
    uint64_t steps;
    uint64_t lists, listed; /* how often options were listed, and how many they were */
    uint64_t next_try;      /* after so many lists all options may be tried */
    uint64_t first_count;   /* positions that had numbers before */
};

static void count_list(struct nimber_search *s)
{
    size_t written = s->options.later.count, listed = s->options.listed.count;
    s->lists++;
    s->listed += (written > listed ? written : listed) + LISTING_STEPS;
    s->steps += s->options.listed.count + LISTING_STEPS;
}

static struct nimber_facts *facts_of(struct nimber_search *s, uint32_t id) { return nimber_facts(&s->options, id); }

static bool is_known(const struct nimber_search *s, uint32_t id)
{
    return nimber_value(&s->options, id) <= VALUE_LARGEST;
}

static void note_value(struct nimber_search *s, uint32_t id, uint32_t value)
{
    *nimber_value_at(&s->options, id) = value;
}

static enum status push_goal(struct nimber_search *s, uint32_t id, uint64_t set)
{
    return vec_push(&s->stack, (struct goal){.id = id, .set = set}) ? ST_OK : ST_NO_MEMORY;
}

/* ---- sets of values ------------------------------------------------------------------------------------------------ */
/* { x ^ by : x in set } for by < NUMBERS */
static uint64_t shifted(uint64_t set, uint32_t by)
{
    static const uint64_t halves[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                      0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    for (uint32_t bit = 0; bit < 6; bit++)
        if (by >> bit & 1) set = (set & halves[bit]) << (1u << bit) | (set >> (1u << bit) & halves[bit]);
    return set;
}

/* The r + 1 least numbers that are not hit. */
static uint64_t possible(uint64_t hit, size_t unread)
{
    uint64_t free = ~hit, least = 0;
    for (size_t i = 0; free && i <= unread; i++) {
        least |= free & -free;
        free &= free - 1;
    }
    return least;
}

static uint64_t greatest(uint64_t set) { return UINT64_C(1) << (NUMBERS - 1 - __builtin_clzll(set)); }

/* The values of an option that matter: possible ones up to the greatest candidate, but for the last of the r + 1, which is
 * no longer possible once one more option is read. */
static uint64_t mattering(uint64_t set, uint64_t possible, size_t unread)
{
    uint64_t top = greatest(set & possible);
    bool all = (size_t)__builtin_popcountll(possible) > unread; /* else numbers have run out */
    return (top | (top - 1)) & possible & ~(all ? greatest(possible) : 0);
}

/* What the first unknown component of an option is to be asked for: ANY if another one is unknown too. */
static uint64_t to_ask(const struct sum_facts *f, uint64_t matters)
{
    return f->unknown > 1 || f->known >= NUMBERS ? ANY : shifted(matters, f->known);
}

/* Is it known that an option whose value is not known does not matter? */
static bool is_idle(struct nimber_search *s, const struct sum_facts *f, uint64_t matters)
{
    if (f->unknown > 1 || f->known >= NUMBERS) return false;
    return !(shifted(matters, f->known) & ~facts_of(s, f->first)->excluded);
}

/* ---- one goal ------------------------------------------------------------------------------------------------------ */
/* Values every option: no bit stands for so large a value. */
static enum status value_all(struct nimber_search *s, uint32_t id)
{
    struct nimber_options *n = &s->options;
    struct options_read read = {.all = true};
    uint32_t value;
    enum status st = nimber_options(n, id, &read);
    count_list(s);
    s->seen.count = 0;
    if (st == ST_OK && !vec_reserve(&s->seen, n->listed.count)) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < n->listed.count; i++) {
        st = nimber_number(n, &n->listed.data[i]);
        if (st != ST_OK) break;
        struct sum_facts f = nimber_look(n, n->listed.data[i]);
        s->seen.data[s->seen.count++] = f.known;
        if (f.unknown) return push_goal(s, f.first, ANY);
    }
    if (st == ST_OK && !mex_marked(&s->mex, s->seen.data, s->seen.count, &value)) st = ST_NO_MEMORY;
    if (st == ST_OK) note_value(s, id, value);
    return st;
}

static int heavy_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x < y) - (x > y);
}

/* Numbers the options that were left as the rule writes them; those whose value turns out to be known are hits. */
static enum status weigh_listed(struct nimber_search *s, struct goal *goal)
{
    struct nimber_options *n = &s->options;
    s->order.count = 0;
    if (!vec_reserve(&s->order, n->listed.count)) return ST_NO_MEMORY;
    for (size_t i = 0; i < n->listed.count && (goal->set & ~goal->hit); i++) {
        uint32_t *sum = &n->listed.data[i];
        enum status st = nimber_number(n, sum);
        if (st != ST_OK) return st;
        struct sum_facts f = nimber_look(n, *sum);
        if (f.unknown) s->order.data[s->order.count++] = (uint64_t)nimber_weight(n, *sum) << 32 | *sum;
        else if (f.known < NUMBERS) goal->hit |= UINT64_C(1) << f.known;
    }
    return ST_OK;
}

/* Puts the listed options on the list of unread ones, each once and the lightest last, from which they are taken. */
static enum status list_unread(struct nimber_search *s, struct goal *goal)
{
    enum status st = weigh_listed(s, goal);
    if (st != ST_OK || !(goal->set & ~goal->hit)) return st;
    size_t count = s->order.count;
    if (!vec_reserve(&s->unread, count)) return ST_NO_MEMORY;
    if (count) qsort(s->order.data, count, sizeof *s->order.data, heavy_first);
    for (size_t i = 0; i < count; i++)
        if (!i || s->order.data[i] != s->order.data[i - 1])
            s->unread.data[s->unread.count++] = (uint32_t)s->order.data[i];
    return ST_OK;
}

static enum status look_at_all(struct nimber_search *s, struct goal *goal)
{
    struct options_read read = {.set = goal->set};
    goal->looked = true;
    goal->unread = s->unread.count;
    enum status st = nimber_options(&s->options, goal->id, &read);
    goal->hit |= read.hit;
    count_list(s);
    return st == ST_OK && !read.enough ? list_unread(s, goal) : st;
}

/* All options are read, or no candidate is left. */
static void end_goal(struct nimber_search *s, const struct goal *goal)
{
    struct nimber_facts *facts = facts_of(s, goal->id);
    uint64_t mex = possible(goal->hit, 0), last = goal->dropped ? goal->set & mex : mex;
    bool all = s->unread.count == goal->unread && (goal->set & ~goal->hit);
    if (all && last) note_value(s, goal->id, (uint32_t)__builtin_ctzll(last));
    else facts->excluded |= goal->set | goal->hit;
    s->unread.count = goal->unread;
}

/* Opens the next option that matters, or ends. */
static enum status open_next(struct nimber_search *s, struct goal *goal)
{
    uint64_t left;
    while (s->unread.count > goal->unread && (left = possible(goal->hit, s->unread.count - goal->unread)) & goal->set) {
        uint64_t matters = mattering(goal->set, left, s->unread.count - goal->unread);
        struct sum_facts f = nimber_look(&s->options, s->unread.data[s->unread.count - 1]);
        s->steps++;
        if (!f.unknown) goal->hit |= f.known < NUMBERS ? UINT64_C(1) << f.known : 0;
        else if (is_idle(s, &f, matters)) goal->dropped = true;
        else return push_goal(s, f.first, to_ask(&f, matters));
        s->unread.count--;
    }
    end_goal(s, goal);
    return ST_OK;
}

static enum status advance(struct nimber_search *s)
{
    struct goal *goal = &s->stack.data[s->stack.count - 1];
    uint64_t excluded = facts_of(s, goal->id)->excluded;
    if (is_known(s, goal->id) || (goal->set != ANY && !(goal->set & ~excluded))) {
        s->stack.count--;
        return ST_OK;
    }
    /* One number at a time lists the options once for each: a large value is found sooner from all of them. */
    bool large = goal->set == ANY && __builtin_popcountll(excluded) >= TRIED_MOST;
    if (large || !~excluded) return value_all(s, goal->id);
    if (goal->set == ANY) return push_goal(s, goal->id, UINT64_C(1) << __builtin_ctzll(~excluded));
    enum status st = goal->looked ? ST_OK : look_at_all(s, goal);
    return st == ST_OK ? open_next(s, goal) : st;
}

/* ---- questions ----------------------------------------------------------------------------------------------------- */
/* Is there room for several times the positions that were met? */
static bool has_room(const struct nimber_search *s, uint64_t met)
{
    const struct budget *budget = s->options.env->budget;
    return budget_states_left(budget) / TRY_SPARE > met && budget_fits(budget, TRY_SPARE * TRY_BYTES * met) == ST_OK;
}

/* Tries the search of all options where it promises more. *took: positions may have values now that had none. */
static enum status try_all(struct nimber_search *s, uint32_t id, bool *took)
{
    struct nimber_options *n = &s->options;
    struct component c;
    size_t length;
    bool valued;
    uint64_t met = nimber_count(n) - s->first_count;
    if (s->lists < s->next_try || DENSE * s->lists < met || !has_room(s, met)) return ST_OK;
    s->next_try = TRY_GROWTH * s->lists;
    n->cells.count = 0;
    if (!unpack_component(position_table_key(&n->env->store->components, id, &length), &n->cells, &c))
        return ST_NO_MEMORY;
    *took = true;
    return components_try(n->env, &c, TRY_GROWTH * s->listed, &valued);
}

/* Until the value of `id` is known, or that it is not in the set. */
static enum status settle(struct nimber_search *s, uint32_t id, uint64_t set)
{
    enum status st = push_goal(s, id, set);
    while (st == ST_OK && s->stack.count > 0) {
        st = advance(s);
        if (st != ST_OK || s->steps < CHECK_EVERY) continue;
        bool took = false;
        s->steps = 0;
        st = budget_check(s->options.env->budget);
        if (st == ST_OK) st = kept_search_look(&s->kept, &took);
        if (st == ST_OK && set == ANY && !took) st = try_all(s, id, &took);
        if (st != ST_OK || !took) continue;
        s->stack.count = s->unread.count = 0; /* goals that were begun know nothing of values from outside */
        st = push_goal(s, id, set);
    }
    s->stack.count = s->unread.count = 0;
    return st;
}

/* The values of all components of a sum but one, and that of the last if it is in `set` after the others have been added. */
static enum status settle_sum(struct nimber_search *s, uint32_t sum, uint64_t set, struct sum_facts *facts)
{
    enum status st = ST_OK;
    while (st == ST_OK && (*facts = nimber_look(&s->options, sum)).unknown) {
        if (facts->unknown > 1) st = settle(s, facts->first, ANY);
        else if (set == ANY || facts->known >= NUMBERS) st = settle(s, facts->first, ANY);
        else return settle(s, facts->first, shifted(set, facts->known));
    }
    return st;
}

static enum status value_of(struct nimber_search *s, const struct component *component, uint64_t *value)
{
    uint32_t sum;
    struct sum_facts facts = {0};
    struct ground_mask state;
    struct masks *board;
    enum status st = mask_board_find(s->options.env, component, &board, &state);
    if (st == ST_OK && board) {
        st = mask_search(board, &state, MASK_ANY, value);
        *value = mask_value_of(*value);
        return st == ST_OK ? nimber_keep(&s->options, component, *value) : st;
    }
    if (st == ST_OK) st = nimber_sum(&s->options, component, 1, &sum);
    if (st == ST_OK) st = settle_sum(s, sum, ANY, &facts);
    *value = facts.known;
    return st;
}

/* The nim-sum of the components that are boards searched as masks, and of `heap`; the others become `rest`. The last of the boards is
 * only asked whether it makes the sum 0 if all are boards: *known says whether the nim-sum is that then. */
static enum status sum_boards(struct nimber_search *s, const struct position *position, struct position *rest,
                              uint64_t *heap, bool *others)
{
    struct ground_mask state;
    struct masks *board, *last = NULL;
    struct ground_mask last_state;
    enum status st = ST_OK;
    uint64_t known;
    rest->count = 0;
    for (size_t i = 0; st == ST_OK && i < position->count; i++) {
        st = mask_board_find(s->options.env, &position->components[i], &board, &state);
        if (st == ST_OK && !board) rest->components[rest->count++] = position->components[i];
        if (st != ST_OK || !board) continue;
        if (last) {
            st = mask_search(last, &last_state, MASK_ANY, &known);
            *heap ^= mask_value_of(known);
        }
        last = board;
        last_state = state;
    }
    *others = true;
    if (st != ST_OK || !last) return st;
    st = mask_search(last, &last_state, rest->count ? MASK_ANY : *heap, &known);
    *others = mask_is_valued(known);
    *heap ^= mask_value_of(known);
    return st;
}

/* A heap of `heap` belongs to the sum: the outcome is P if that is the value of the others. */
static enum status outcome_of(struct nimber_search *s, const struct position *position, uint64_t heap,
                              enum outcome *outcome)
{
    uint32_t sum;
    struct sum_facts facts = {0};
    struct arena *scratch = &s->options.env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    struct position rest = {.components = arena_array(scratch, position->count + 1, sizeof *rest.components)};
    bool known = true;
    enum status st = rest.components ? sum_boards(s, position, &rest, &heap, &known) : ST_NO_MEMORY;
    if (st == ST_OK && known) st = nimber_sum(&s->options, rest.components, rest.count, &sum);
    if (st == ST_OK && known) st = settle_sum(s, sum, heap < NUMBERS ? UINT64_C(1) << heap : ANY, &facts);
    if (st == ST_OK && known) facts = nimber_look(&s->options, sum);
    *outcome = known && !facts.unknown && facts.known == heap ? OUTCOME_P : OUTCOME_N;
    arena_rewind(scratch, mark);
    return st;
}

static void search_free(struct nimber_search *s)
{
    nimber_options_free(&s->options);
    vec_free(&s->stack);
    vec_free(&s->unread);
    vec_free(&s->order);
    vec_free(&s->seen);
    mex_free(&s->mex);
}

static enum status run_all(struct nimber_search *s, const struct ask *q, struct arena *arena, struct result *result)
{
    enum status st = ST_OK;
    bool values = q->what == Q_VALUE;
    if (values) result->values = arena_array(arena, q->count + 1, sizeof *result->values);
    else result->outcomes = arena_array(arena, q->count + 1, sizeof *result->outcomes);
    if (values ? !result->values : !result->outcomes) return ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < q->count; i++)
        st = values ? value_of(s, &q->components[i], &result->values[i])
                    : outcome_of(s, &q->positions[i], q->heap, &result->outcomes[i]);
    return st;
}

static const char *claim_of(const struct env *env, const struct way *way)
{
    const struct ask *q = way->ask;
    bool boards = false;
    if (q->what == Q_VALUE && way->kept)
        return "is the value in this set? asked until the options that are left cannot change it; the moves were read "
               "off the rule on this board";
    for (size_t i = 0; i < q->count && q->what == Q_VALUE && !boards; i++) boards = board_of(env, &q->components[i]);
    if (q->what == Q_VALUE && q->count && nimbers_fall_apart(env, q))
        return "is the value in this set? asked until the options that are left cannot change it; what falls apart is "
               "the sum of "
               "its parts, and parts with the same moves left are one, both read off the rule on this board";
    if (q->what == Q_OUTCOME) return "is the value 0? asked until an option answers it";
    return boards ? "is the value in this set? asked until the options that are left cannot change it; what falls "
                    "apart is "
                    "the sum of its parts, proved from the rule"
                  : "is the value in this set? asked until the options that are left cannot change it";
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    struct nimber_search s = {.options = {.env = env, .memory = nimber_memory(env)}, .next_try = TRY_AFTER};
    uint64_t before = s.options.memory ? nimber_count(&s.options) + mask_boards_count(env) : 0;
    if (s.options.memory) s.first_count = nimber_count(&s.options);
    kept_search_open(&s.kept, env);
    enum status st = s.options.memory ? run_all(&s, way->ask, arena, result) : ST_NO_MEMORY;
    if (s.options.memory) result->positions = nimber_count(&s.options) + mask_boards_count(env) - before;
    kept_search_close(&s.kept);
    search_free(&s);
    result->claim = claim_of(env, way);
    result->source = "Sprague 1935, Grundy 1939; Lemoine and Viennot 2012, Beling and Rogalski 2020";
    result->extent = "every position computed from as many of its options as decide it";
    return st;
}

const struct solver solver_nimbers = {
    .name = "nimbers",
    .kind = "search",
    .summary = "SG values and outcomes of a few positions, without looking at every option",
    .offer = nimbers_offer,
    .run = run,
};
