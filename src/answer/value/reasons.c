/* SPDX-License-Identifier: MIT */
/* Sentences, one a line. A line that needs what is not known is not written. */
#include "answer/value/reasons.h"
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include "answer/value/private.h"
#include "play/options/print.h"
#include "play/options/store.h"
#include "solve/heap/periodic.h"

enum { REPLY_OPTIONS = 20000, LONGEST_VALUE = 320, REPLY_LOOKS = 1000000 };

enum status reasons_say(struct reasons *r, const char *format, ...)
{
    va_list args;
    struct text text = {0};
    va_start(args, format);
    text_vadd(&text, format, args);
    va_end(args);
    const char *line = print_keep(r->query->arena, &text);
    return line && vec_push(&r->lines, line) ? ST_OK : ST_NO_MEMORY;
}

static const char *part_words_of(const struct reasons *r, const struct position *position, size_t c)
{
    const struct query *q = r->query;
    struct position part = {.components = position->components + c,
                            .count = 1,
                            .big = position->big && position->big[c] ? position->big + c : NULL};
    struct text text = {0};
    position_print(q->env->model, &part, &text);
    return print_keep(q->arena, &text);
}

static const char *part_words(const struct reasons *r, size_t c) { return part_words_of(r, r->query->position, c); }

/* ---- a period ---------------------------------------------------------------------------------------------------- */
static const struct integer *heap_of(const struct reasons *r, size_t c)
{
    const struct position *p = r->query->position;
    if (p->big && p->big[c]) return p->big[c][0];
    return integer_from(r->query->arena, p->components[c].cells[0]);
}

/* "1000 = 76 + 77 * 12, and values repeat with period 12 (proved): kayles(1000) is worth what kayles(76) is, 1" */
static enum status say_period(struct reasons *r, size_t c)
{
    const struct query *q = r->query;
    int game = q->position->components[c].game;
    if (game < 0 || !q->env->traits->games[game].one_heap) return ST_OK;
    const struct game_memory *memory = store_game(q->env->store, game);
    const struct period *p = memory->periodic ? &memory->periodic->period : NULL;
    const struct integer *heap = p && p->found ? heap_of(r, c) : NULL;
    uint64_t index;
    if (!p || !p->found) return ST_OK;
    if (!heap || !period_index_big(p, q->arena, heap, &index)) return ST_NO_MEMORY;
    const struct integer *low = integer_from(q->arena, (int64_t)index);
    const struct integer *length = integer_from(q->arena, (int64_t)p->period);
    const struct integer *more = low ? integer_sub(q->arena, heap, low) : NULL;
    const struct integer *times = more && length ? integer_div(q->arena, more, length) : NULL;
    if (!times) return ST_NO_MEMORY;
    if (times->sign == 0) return ST_OK;
    const char *name = q->env->model->games[game].name, *words = integer_string(q->arena, heap);
    const char *rounds = integer_string(q->arena, times), *value = integer_string(q->arena, q->values[c]);
    uint64_t base;
    if (!words || !rounds || !value) return ST_NO_MEMORY;
    if (!periodic_value(q->env, game, memory->periodic, index, &base)) return ST_OK;
    if (p->saltus)
        return reasons_say(r,
                           "%s = %" PRIu64 " + %s * %" PRIu64 ", and %" PRIu64 " more in a heap add %" PRId64
                           " (proved): %s(%" PRIu64 ") is worth %" PRIu64 ", so %s(%s) is worth %" PRIu64
                           " + %s * %" PRId64 " = %s",
                           words, index, rounds, p->period, p->period, p->saltus, name, index, base, name, words, base,
                           rounds, p->saltus, value);
    return reasons_say(r,
                       "%s = %" PRIu64 " + %s * %" PRIu64 ", and values repeat with period %" PRIu64
                       " (proved): %s(%s) is worth what %s(%" PRIu64 ") is, %" PRIu64,
                       words, index, rounds, p->period, p->period, name, words, name, index, base);
}

/* ---- a sum ------------------------------------------------------------------------------------------------------- */
static size_t bits_of(const struct integer *n)
{
    return n->count ? 64 * (size_t)n->count - (size_t)__builtin_clzll(n->limbs[n->count - 1]) : 1;
}

static bool has_bit(const struct integer *n, size_t bit)
{
    return bit / 64 < n->count && n->limbs[bit / 64] >> bit % 64 & 1;
}

/* The digits of the largest value; 0: there is none, or it is too long to be read. */
static size_t width_of(const struct integer *const *values, size_t count)
{
    size_t width = 1;
    for (size_t c = 0; c < count; c++) {
        size_t bits = values[c] ? bits_of(values[c]) : LONGEST_VALUE + 1;
        if (bits > LONGEST_VALUE) return 0;
        if (bits > width) width = bits;
    }
    return width;
}

static const char *binary(struct arena *arena, const struct integer *value, size_t width)
{
    char digits[LONGEST_VALUE + 1] = {0};
    for (size_t i = 0; i < width; i++) digits[i] = has_bit(value, width - 1 - i) ? '1' : '0';
    return arena_strdup(arena, digits);
}

static const char *winning_move(const struct reasons *r, size_t c)
{
    const struct answer *a = &r->explanation->answer;
    for (size_t i = 0; i < a->win_count; i++)
        if (a->wins[i].component == c + 1) return a->wins[i].move;
    return NULL;
}

/* "stairs([3]) must become worth 3 xor 2 = 1: off(t = 2) in stairs([3])" */
static enum status say_target(struct reasons *r, size_t c)
{
    const struct query *q = r->query;
    const struct integer *target = integer_xor(q->arena, q->values[c], q->sum);
    const char *words = part_words(r, c), *move = winning_move(r, c);
    const char *value = integer_string(q->arena, q->values[c]), *sum = integer_string(q->arena, q->sum);
    const char *result = target ? integer_string(q->arena, target) : NULL;
    if (!words || !value || !sum || !result) return ST_NO_MEMORY;
    return reasons_say(r, "%s must become worth %s xor %s = %s%s%s", words, value, sum, result, move ? ": " : "",
                       move ? move : "");
}

/* Which parts have a one in the column of the leftmost one of the xor, and what would make all columns even. */
static enum status say_column(struct reasons *r)
{
    const struct query *q = r->query;
    size_t top = bits_of(q->sum) - 1;
    uint64_t limbs[LONGEST_VALUE / 64 + 1] = {0};
    limbs[top / 64] = UINT64_C(1) << top % 64;
    const struct integer *column = integer_from_limbs(q->arena, 1, limbs, top / 64 + 1);
    const char *words = column ? integer_string(q->arena, column) : NULL;
    if (!words) return ST_NO_MEMORY;
    enum status st = reasons_say(
        r,
        "the column of %s decides: its ones are odd in number, and a part that has one there can make all columns even",
        words);
    for (size_t c = 0; st == ST_OK && c < q->position->count; c++)
        if (has_bit(q->values[c], top)) st = say_target(r, c);
    return st;
}

enum status reasons_table(struct reasons *r, const struct position *position, const struct integer *const *values,
                          const struct integer *sum)
{
    struct arena *arena = r->query->arena;
    size_t width = width_of(values, position->count);
    enum status st = ST_OK;
    if (!width || position->count > REASON_PARTS) return ST_OK;
    for (size_t c = 0; st == ST_OK && c < position->count; c++) {
        const char *words = part_words_of(r, position, c), *digits = binary(arena, values[c], width);
        const char *value = integer_string(arena, values[c]);
        if (!words || !digits || !value) return ST_NO_MEMORY;
        st = reasons_say(r, "%s  %s is worth %s", digits, words, value);
    }
    const char *digits = binary(arena, sum, width), *words = integer_string(arena, sum);
    if (!digits || !words) return ST_NO_MEMORY;
    if (st != ST_OK) return st;
    return reasons_say(r, "%s  their xor is %s: a one where the ones above are odd in number", digits, words);
}

static enum status say_sum(struct reasons *r)
{
    const struct query *q = r->query;
    if (!width_of(q->values, q->position->count) || q->position->count > REASON_PARTS) return ST_OK;
    enum status st = reasons_table(r, q->position, q->values, q->sum);
    if (st != ST_OK || q->asked.play == PLAY_MISERE) return st;
    if (q->sum->sign) return say_column(r);
    return reasons_say(
        r, "all columns are even; a move changes one part, so at least one column, and the other player can "
           "make them even again");
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */
/* "take(t = 2)"; where several moves are called so, "step -> token(c)". */
static const char *move_words(const struct reasons *r, struct reason_move m)
{
    const struct explanation *e = r->explanation;
    size_t same = 0;
    for (size_t i = 0; i < e->option_count && same < 2; i++)
        same += e->options[i].component == m.component && strcmp(e->options[i].move, m.move) == 0;
    return same < 2 ? m.move : arena_printf(r->query->arena, "%s -> %s", m.move, m.to);
}

static enum status say_mex(struct reasons *r)
{
    const struct explanation *e = r->explanation;
    enum status st = ST_OK;
    if (!e->has_mex || r->query->position->count != 1) return ST_OK;
    for (uint64_t v = 0; st == ST_OK && v < e->mex && v < REASON_VALUES; v++) {
        const char *words = r->by[v].move ? move_words(r, r->by[v]) : NULL;
        if (!r->by[v].move) return ST_OK;
        st = words ? reasons_say(r, "%" PRIu64 " by %s", v, words) : ST_NO_MEMORY;
    }
    if (st == ST_OK && e->mex > REASON_VALUES) st = reasons_say(r, "and so on, up to %" PRIu64, e->mex - 1);
    if (st == ST_OK) st = reasons_say(r, "%" PRIu64 " by no move: the least value that is missing", e->mex);
    if (st != ST_OK || !r->beyond.move) return st;
    const char *words = move_words(r, r->beyond);
    return words ? reasons_say(r, "a larger value does not matter: %" PRIu64 " by %s", r->beyond_value, words)
                 : ST_NO_MEMORY;
}

/* Where values do not name a move that wins. */
static enum status say_win(struct reasons *r)
{
    const struct answer *a = &r->explanation->answer;
    if (a->outcome != OUTCOME_N || r->query->valued || !a->win_count) return ST_OK;
    return reasons_say(r, "%s wins: it leaves %s, a position that is lost", a->wins[0].move, a->wins[0].to);
}

/* Where no mex says that there is no move. */
static enum status say_end(struct reasons *r)
{
    const struct explanation *e = r->explanation;
    if (e->has_mex || !e->options_complete || e->option_count || r->query->big) return ST_OK;
    bool loses = e->answer.outcome == OUTCOME_P;
    return reasons_say(r, "no move is left, and in %s play who cannot move %s, so the player to move %s",
                       loses ? "normal" : "misere", loses ? "loses" : "wins", loses ? "loses" : "wins");
}

static enum status say_draw(struct reasons *r)
{
    const struct explanation *e = r->explanation;
    if (e->answer.outcome != OUTCOME_D || !e->options_complete || !r->keeps.move) return ST_OK;
    return reasons_say(r, "no move leaves a position that is lost; %s -> %s leaves one that nobody can win by force",
                       r->keeps.move, r->keeps.to);
}

/* ---- answers to moves -------------------------------------------------------------------------------------------- */
struct search {
    struct query *query;
    struct reply reply;
    bool found, loopy;
    bool ended;          /* no move is left there, and that wins */
    uint64_t remoteness; /* loopy: of where the answer leads */
};

/* Where positions may recur, an answer must also come nearer to the end: the least remoteness, which falls from each lost position
 * to the next. */
static enum status take_nearest(struct search *s, const struct valued_option *option)
{
    const struct query *q = s->query;
    struct position after;
    struct ask ask = {.play = q->asked.play, .mover = query_next_mover(q), .remoteness = true};
    enum outcome outcome;
    uint64_t remoteness = UINT64_MAX;
    if (!position_after_kept(q->arena, q->position, &option->move, &after)) return ST_NO_MEMORY;
    enum status st = outcomes_of(q->env, &after, 1, &ask, &outcome, &remoteness, NULL);
    if (st != ST_OK || (s->found && remoteness >= s->remoteness)) return st;
    s->remoteness = remoteness;
    st = valued_option_reply(q, option, &s->reply);
    s->found = st == ST_OK;
    return st;
}

static enum status take_win(void *context, const struct valued_option *option)
{
    struct search *s = context;
    if (option->outcome != OUTCOME_P) return ST_OK;
    if (s->loopy) return take_nearest(s, option);
    enum status st = valued_option_reply(s->query, option, &s->reply);
    s->found = st == ST_OK;
    return st == ST_OK ? ST_UNSUPPORTED : st;
}

/* A move that wins where the other player moved to, if found->found. */
static enum status find_reply(const struct reasons *r, struct env *env, const struct position *after,
                              struct search *found)
{
    struct query child;
    struct answer *answer = arena_alloc(r->query->arena, sizeof *answer);
    struct wanted *wanted = arena_alloc(r->query->arena, sizeof *wanted);
    if (!answer || !wanted) return ST_NO_MEMORY;
    *wanted =
        (struct wanted){.play = r->query->wanted->play, .sg = r->query->wanted->sg, .outcome = true, .max_moves = 1};
    if (r->explanation->answer.with_mover) { /* then there are no SG values to ask for */
        wanted->mover = query_next_mover(r->query);
        wanted->sg = false;
    }
    enum status st = query_open(&child, env, after, wanted, r->query->arena, answer);
    child.every = true;
    if (st == ST_OK) st = query_value(&child);
    *found = (struct search){.query = &child};
    for (size_t c = 0; c < after->count; c++) found->loopy |= traits_of(env->traits, &after->components[c]).loopy;
    struct valued_options options = {
        .query = &child, .env = child.env, .take = take_win, .context = found, .limit = REPLY_OPTIONS};
    if (st == ST_OK && answer->outcome == OUTCOME_N) {
        st = valued_options_run(&options);
        found->ended = st == ST_OK && options.all && options.count == 0;
    }
    query_close(&child);
    return st;
}

/* The same in bounded work and without a word: the answer stands without it, whatever its question meets. Only what ends every
 * question is returned. */
static enum status try_reply(const struct reasons *r, const struct position *after, struct search *found)
{
    struct env_view bounded, quiet;
    struct terms terms = r->env->terms;
    terms.looks = REPLY_LOOKS;
    env_view_open(&bounded, r->env, &terms);
    env_view_quiet(&quiet, &bounded.env);
    enum status st = find_reply(r, &quiet.env, after, found);
    env_view_close(&quiet);
    env_view_close(&bounded);
    if (found->found || st == ST_NO_MEMORY) return found->found ? ST_OK : st;
    return budget_check(r->env->budget);
}

static enum status say_replies(struct reasons *r)
{
    enum status st = ST_OK;
    size_t said = 0;
    if (r->explanation->answer.outcome != OUTCOME_P) return ST_OK;
    for (size_t i = 0; st == ST_OK && i < r->after_count; i++) {
        struct search found = {0};
        st = try_reply(r, &r->after[i], &found);
        if (st != ST_OK || (!found.found && !found.ended)) continue;
        const char *words = move_words(r, r->moves[i]);
        if (!words) return ST_NO_MEMORY;
        said++;
        if (found.ended) {
            st = reasons_say(r, "%s leaves %s, where no move is left, so the other player wins", words, r->moves[i].to);
            continue;
        }
        bool far = found.loopy && found.remoteness > 0 && found.remoteness < UINT64_MAX;
        const char *end =
            far ? arena_printf(r->query->arena, ", from where it takes at most %" PRIu64 " moves", found.remoteness)
            : found.loopy ? ", the end"
                          : "";
        if (!end) return ST_NO_MEMORY;
        st = reasons_say(r, "%s is answered by %s -> %s%s", words, found.reply.move, found.reply.to, end);
    }
    uint64_t count = r->explanation->option_count;
    bool more = said && said == r->after_count && r->explanation->options_complete && count > said;
    if (st != ST_OK || !more) return st;
    return reasons_say(r, "and so is each of the other %" PRIu64 " moves", count - said);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */
static bool is_above(const struct reasons *r, const struct valued_option *option)
{
    const struct query *q = r->query;
    int64_t own;
    return option->has_sg && q->valued && q->sum && integer_fits(q->sum, &own) && option->sg > (uint64_t)own;
}

bool reasons_wants(const struct reasons *r, const struct valued_option *option)
{
    bool value = option->has_sg && option->sg < REASON_VALUES && !r->by[option->sg].move;
    return value || (is_above(r, option) && !r->beyond.move);
}

/* Has an earlier component the same moves, because it is the same? */
static bool is_repeated(const struct position *p, size_t component)
{
    for (size_t c = 0; c < component; c++)
        if ((!p->big || (!p->big[c] && !p->big[component])) &&
            component_compare(&p->components[c], &p->components[component]) == 0)
            return true;
    return false;
}

enum status reasons_note(struct reasons *r, const struct valued_option *option, const struct reply *reply)
{
    const struct query *q = r->query;
    struct reason_move m = {reply->component, reply->move, reply->to};
    if (option->has_sg && option->sg < REASON_VALUES && !r->by[option->sg].move) r->by[option->sg] = m;
    if (is_above(r, option) && !r->beyond.move) r->beyond = m, r->beyond_value = option->sg;
    if (option->outcome == OUTCOME_D && !r->keeps.move) r->keeps = m;
    if (r->after_count == REASON_REPLIES || q->answer->outcome != OUTCOME_P) return ST_OK;
    if (is_repeated(q->position, option->move.component)) return ST_OK;
    r->moves[r->after_count] = m;
    return position_after_kept(q->arena, q->position, &option->move, &r->after[r->after_count++]) ? ST_OK
                                                                                                  : ST_NO_MEMORY;
}

enum status reasons_write(struct reasons *r)
{
    const struct query *q = r->query;
    struct explanation *e = r->explanation;
    enum status st = reasons_steps(r);
    if (st == ST_OK) st = reasons_strategy(r);
    for (size_t c = 0; st == ST_OK && q->valued && c < q->position->count && c < REASON_PARTS; c++)
        st = say_period(r, c);
    if (st == ST_OK && q->valued && q->position->count > 1) st = say_sum(r);
    if (st == ST_OK) st = say_mex(r);
    if (st == ST_OK) st = say_win(r);
    if (st == ST_OK) st = say_end(r);
    if (st == ST_OK) st = say_draw(r);
    if (st == ST_OK) st = say_replies(r);
    e->because = arena_array(q->arena, r->lines.count + 1, sizeof *e->because);
    if (!e->because) st = ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < r->lines.count; i++) e->because[e->because_count++] = r->lines.data[i];
    vec_free(&r->lines);
    return st;
}
