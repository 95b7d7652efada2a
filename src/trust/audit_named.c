/* SPDX-License-Identifier: MIT */
/* The equation of the value, or of the outcome, has only one solution: a plugin that satisfies it everywhere is
 * right. It is cheap to check at one position, however large the numbers are, so positions are chosen at which a
 * condition may begin or cease to hold. */
#include <inttypes.h>
#include <stdio.h>
#include "base/checked.h"
#include "base/mex.h"
#include "base/mem.h"
#include "trust/audit_named.h"
#include "plan/plan.h"
#include "trust/accuse.h"
#include "plan/audit_env.h"
#include "play/options/store.h"
#include "trust/drawn_positions.h"
#include "trust/small_positions.h"

enum {
    NUMBERS_MOST = 4000,
    POSITIONS_MOST = 4000,
    OPTIONS_FEW = 64,
    OPTIONS_EACH = 250000,
    OPTIONS_ALTOGETHER = 600000,
    ROW_NUMBERS = 16,
    LOOKS = 1000
};

struct named {
    struct env *env, *plain;
    int game, plugin;
    struct ask asked;
    VEC(int64_t) numbers;                      /* small ones, then those near which the rule may change */
    cell_vec cells;                            /* of the current position */
    uint64_t tried, options, altogether, most; /* most: options that are checked in one position */
    const struct integer *value;               /* what the plugin says of it; NULL: its outcome is checked */
    enum outcome outcome;
    VEC(uint64_t) seen;       /* values of options */
    bool any_p, cut, unknown; /* unknown: the plugin does not answer for some option */
    bool same;                /* an option has the value of the position */
};

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
static bool add_number(struct named *n, int64_t number)
{
    if (n->numbers.count >= NUMBERS_MOST) return true;
    for (size_t i = 0; i < n->numbers.count; i++)
        if (n->numbers.data[i] == number) return true;
    return vec_push(&n->numbers, number);
}

static bool add_about(struct named *n, int64_t number)
{
    int64_t next;
    return add_number(n, number) && (!checked_add(number, 1, &next) || add_number(n, next)) &&
           (!checked_sub(number, 1, &next) || add_number(n, next));
}

static int64_t root(int64_t n)
{
    int64_t low = 0, high = 3037000499; /* the root of 2^63 - 1 */
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (middle <= n / middle) low = middle;
        else high = middle - 1;
    }
    return low;
}

/* `2 * n != 10000`, `n - 4000 != t + 1000`, `n * n == 4000000`: where conditions of two numbers change. */
static bool add_pair(struct named *n, int64_t a, int64_t b)
{
    int64_t r;
    return (!checked_add(a, b, &r) || add_about(n, r)) && (!checked_sub(a, b, &r) || add_about(n, r)) &&
           (!checked_div(a, b, &r) || add_about(n, r)) && (!checked_mul(a, b, &r) || add_about(n, r));
}

static bool find_numbers(struct named *n)
{
    int64_t literals[WINDOW_LITERALS];
    size_t count = window_literals(n->env, n->game, literals);
    bool fine = add_number(n, 0) && add_number(n, 1) && add_number(n, 2) && add_number(n, 3);
    for (size_t i = 0; fine && i < count; i++) fine = add_about(n, literals[i]);
    for (size_t i = 0; fine && i < count; i++)
        if (literals[i] > 1) fine = add_about(n, root(literals[i]));
    for (size_t i = 0; fine && i < count; i++)
        for (size_t j = 0; fine && j < count; j++) fine = add_pair(n, literals[i], literals[j]);
    return fine;
}

/* ---- the equation at one position -------------------------------------------------------------------------------- */
static enum status value_option(struct named *n, const struct component *components, size_t count)
{
    struct arena *scratch = &n->env->store->scratch;
    const struct integer *sum = integer_from(scratch, 0), *one;
    int64_t small;
    for (size_t i = 0; sum && i < count; i++) {
        struct component component = components[i];
        struct position position = {&component, 1, NULL};
        enum status st =
            host_plugin(n->env, &component) < 0 ? ST_UNSUPPORTED : host_value(n->env, &position, 0, scratch, &one);
        if (st == ST_UNSUPPORTED) n->unknown = true;
        if (st != ST_OK) return st == ST_UNSUPPORTED ? ST_OK : st;
        sum = integer_xor(scratch, sum, one);
    }
    if (!sum) return ST_NO_MEMORY;
    n->same = n->same || integer_compare(sum, n->value) == 0;
    return !integer_fits(sum, &small) || vec_push(&n->seen, (uint64_t)small) ? ST_OK : ST_NO_MEMORY;
}

static enum status judge_option(struct named *n, const struct component *components, size_t count)
{
    struct arena *scratch = &n->env->store->scratch;
    enum outcome outcome = n->asked.play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P;
    struct position to = {arena_array(scratch, count + 1, sizeof *to.components), 0, NULL};
    if (!to.components) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) to.components[to.count++] = components[i];
    for (size_t i = 0; i < count; i++) n->unknown |= host_plugin(n->env, &components[i]) < 0;
    if (n->unknown) return ST_OK;
    int next = n->asked.mover ? 3 - n->asked.mover : 0;
    enum status st = count ? host_outcome(n->env, &to, n->asked.play, next, scratch, &outcome) : ST_OK;
    if (st == ST_UNSUPPORTED) n->unknown = true;
    if (st == ST_OK && outcome == OUTCOME_P) n->any_p = true;
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

static enum status take_option(void *context, const struct made_move *move)
{
    struct named *n = context;
    struct arena *scratch = &n->env->store->scratch;
    n->cut = n->options++ >= n->most || n->altogether++ >= OPTIONS_ALTOGETHER;
    if (n->cut) return ST_UNSUPPORTED;
    struct arena_mark mark = arena_mark(scratch);
    enum status st =
        n->value ? value_option(n, move->parts, move->part_count) : judge_option(n, move->parts, move->part_count);
    arena_rewind(scratch, mark);
    return st;
}

static enum status accuse_value(struct named *n, const struct component *p, const char *found)
{
    struct arena *scratch = &n->env->store->scratch;
    char *value = integer_string(scratch, n->value);
    const char *said = value ? arena_printf(scratch, "SG value %s", value) : NULL;
    return said ? accuse_plugin(n->env, n->game, n->plugin, p, 1, said, found) : ST_NO_MEMORY;
}

static enum status judge_value(struct named *n, const struct component *p)
{
    char found[64];
    int64_t small;
    if (n->same) return accuse_value(n, p, "an option of the same value");
    if (n->cut || n->unknown) return ST_OK;
    uint64_t mex = mex_of(n->seen.data, n->seen.count);
    if (integer_fits(n->value, &small) && (uint64_t)small == mex) return ST_OK;
    snprintf(found, sizeof found, "%" PRIu64 " (the mex of its options)", mex);
    return accuse_value(n, p, found);
}

static enum status judge_outcome(struct named *n, const struct component *p)
{
    bool end = n->options == 0 && n->asked.play == PLAY_MISERE, won = n->any_p || end;
    if (!won && (n->cut || n->unknown)) return ST_OK;
    if (won == (n->outcome == OUTCOME_N)) return ST_OK;
    const char *play = n->asked.play == PLAY_MISERE ? " in misere play" : "";
    char said[64], found[64];
    snprintf(said, sizeof said, "%s%s", outcome_word(n->outcome, n->asked.mover != 0), play);
    snprintf(found, sizeof found, "%s%s", outcome_word(won ? OUTCOME_N : OUTCOME_P, n->asked.mover != 0), play);
    return accuse_plugin(n->env, n->game, n->plugin, p, 1, said, found);
}

/* The value in normal play, or the outcome asked for; ST_UNSUPPORTED if the plugin has none. */
static enum status ask_plugin(struct named *n, const struct position *p, bool value)
{
    struct arena *scratch = &n->env->store->scratch;
    struct plugin_offer offer = {0};
    int plugin = -1;
    n->value = NULL;
    enum status st =
        host_offer(n->env, p, value ? PLAY_NORMAL : n->asked.play, n->asked.mover, scratch, &offer, &plugin);
    if (st != ST_OK) return st;
    if (plugin < 0 || !(value ? offer.value : offer.outcome)) return ST_UNSUPPORTED;
    if (value) return host_value(n->env, p, 0, scratch, &n->value);
    return host_outcome(n->env, p, n->asked.play, n->asked.mover, scratch, &n->outcome);
}

static enum status look_by(struct named *n, const struct component *p, bool value)
{
    struct component one = *p;
    struct position position = {&one, 1, NULL};
    n->seen.count = 0;
    n->options = 0;
    n->any_p = n->cut = n->unknown = n->same = false;
    enum status st = ask_plugin(n, &position, value);
    if (st != ST_OK) return st;
    st = options_each(n->plain, p, 0, n->asked.mover, take_option, n);
    if (n->cut) st = ST_OK;
    if (st == ST_RULE_FAILED) return ST_OK; /* a position in which the rule fails has no value to check */
    if (st != ST_OK) return st;
    return n->value ? judge_value(n, p) : judge_outcome(n, p);
}

/* Values say more than outcomes, even about misère play: if they are wrong the rule is a different one. */
static enum status look_at(struct named *n, const struct component *p)
{
    enum status st = n->asked.mover ? ST_UNSUPPORTED : look_by(n, p, true);
    if (st == ST_UNSUPPORTED || (st == ST_OK && n->asked.play == PLAY_MISERE)) st = look_by(n, p, false);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* ---- positions --------------------------------------------------------------------------------------------------- */
/* Rows of length 0, 1 and 2. */
static bool push_row(struct named *n, size_t index, bool ascending)
{
    size_t most = n->numbers.count < ROW_NUMBERS ? n->numbers.count : ROW_NUMBERS;
    if (index == 0) return vec_push(&n->cells, 0);
    if (--index < most) return vec_push(&n->cells, 1) && vec_push(&n->cells, n->numbers.data[index]);
    index -= most;
    if (index >= most * most) return false;
    int64_t a = n->numbers.data[index / most], b = n->numbers.data[index % most];
    if (ascending && a > b) return false;
    return vec_push(&n->cells, 2) && vec_push(&n->cells, a) && vec_push(&n->cells, b);
}

static bool push_field(struct named *n, enum field_kind kind, size_t index)
{
    if (kind == FIELD_BOOL) return index < 2 && vec_push(&n->cells, (int64_t)index);
    if (kind == FIELD_ROW || kind == FIELD_BAG) return push_row(n, index, kind == FIELD_BAG);
    return field_is_number(kind) && index < n->numbers.count && vec_push(&n->cells, n->numbers.data[index]);
}

/* The position whose fields have these indices in their lists. */
static enum status try_tuple(struct named *n, const size_t *index)
{
    const struct game *game = &n->env->model->games[n->game];
    struct arena *scratch = &n->env->store->scratch;
    bool legal = true;
    n->cells.count = 0;
    n->tried++;
    for (size_t f = 0; f < game->field_count; f++)
        if (!push_field(n, game->fields[f].kind, index[f])) return ST_OK;
    struct component p = {n->game, (uint32_t)n->cells.count, n->cells.data};
    for (size_t i = 0; i < n->cells.count; i++) legal = legal && n->cells.data[i] >= 0;
    enum status st = legal ? vm_legal(n->plain->vm, &p, &legal) : ST_OK;
    struct arena_mark mark = arena_mark(scratch);
    if (st == ST_OK && legal) st = look_at(n, &p);
    arena_rewind(scratch, mark);
    return st == ST_OK && n->tried % 64 == 0 ? budget_check(n->plain->budget) : st;
}

/* All tuples whose largest index is `shell`; *any: there are some. */
static enum status walk_shell(struct named *n, size_t fields, size_t shell)
{
    size_t index[MODEL_MAX_FIELDS] = {0};
    enum status st = ST_OK;
    for (;;) {
        size_t largest = 0, f = fields;
        for (size_t i = 0; i < fields; i++) largest = index[i] > largest ? index[i] : largest;
        if (largest == shell) st = try_tuple(n, index);
        if (st != ST_OK || n->tried >= POSITIONS_MOST || n->altogether >= OPTIONS_ALTOGETHER) return st;
        while (f > 0 && index[f - 1] == shell) index[--f] = 0;
        if (f == 0) return ST_OK;
        index[f - 1]++;
    }
}

static enum status walk(struct named *n, size_t fields, uint64_t most)
{
    enum status st = ST_OK;
    n->most = most;
    n->tried = n->altogether = 0;
    for (size_t shell = 0; st == ST_OK && shell < n->numbers.count; shell++) {
        if (n->tried >= POSITIONS_MOST || n->altogether >= OPTIONS_ALTOGETHER) break;
        st = walk_shell(n, fields, shell);
    }
    return st;
}

enum status audit_named(struct env *env, int game, enum play play, int mover)
{
    const struct game *g = &env->model->games[game];
    struct component any = {.game = game};
    struct named n = {
        .env = env, .game = game, .plugin = host_plugin(env, &any), .asked = {.play = play, .mover = mover}};
    if (g->kind != GAME_RULES || g->field_count == 0) return ST_OK;
    enum status st = audit_env_open(env, LOOKS, &n.plain);
    size_t reported = env->diags->errors;
    if (st == ST_OK && !find_numbers(&n)) st = ST_NO_MEMORY;
    if (st == ST_OK) st = walk(&n, g->field_count, OPTIONS_FEW); /* everywhere, before much is spent anywhere */
    if (st == ST_OK) st = walk(&n, g->field_count, OPTIONS_EACH);
    vec_free(&n.numbers);
    vec_free(&n.cells);
    vec_free(&n.seen);
    return st == ST_OK || env->diags->errors > reported ? st : audit_env_ends(env, st);
}
