/* SPDX-License-Identifier: MIT */
/* The steps of the plugins that the answer rests on. A sum of several games has a plugin for each component; the xor of their values
 * is told by the reasons for sums. */
#include "answer/value/reasons.h"
#include "answer/value/private.h"
#include <string.h>
#include "play/options/print.h"
#include "plugin/plugin.h"

/* Does the answer rest on this plugin? */
static bool was_used(const struct query *q, int plugin)
{
    for (size_t c = 0; plugin >= 0 && c < q->position->count; c++)
        if (q->plugins[c] == plugin) return true;
    return false;
}

static bool all_used(const struct reasons *r, const struct position *position)
{
    for (size_t c = 0; c < position->count; c++)
        if (!was_used(r->query, host_plugin(r->query->env, &position->components[c]))) return false;
    return position->count > 0;
}

/* Asks the plugins that the answer rests on, which the gate has let in. *told: there were any. */
static enum status say_of(struct reasons *r, const struct position *position, enum play play, bool *told)
{
    struct query *q = r->query;
    struct plugin_steps steps = {0};
    if (!all_used(r, position)) return ST_OK;
    enum status st = host_steps(q->env, position, play, q->asked.mover, q->arena, &steps);
    if (st == ST_UNSUPPORTED) return ST_OK;
    for (size_t i = 0; st == ST_OK && i < steps.count; i++) st = reasons_say(r, "%s", steps.lines[i]);
    if (st == ST_OK && steps.cut) st = reasons_say(r, "and so on: more than %d steps", PLUGIN_STEPS);
    *told |= steps.count > 0;
    return st;
}

/* A state that is the sum of its parts, to which the plugins answer. */
static enum status say_parts(struct reasons *r)
{
    const struct query *q = r->query;
    struct text text = {0};
    position_print(q->env->model, q->parts, &text);
    const char *parts = print_keep(q->arena, &text);
    if (!parts) return ST_NO_MEMORY;
    if (strcmp(parts, q->answer->position) == 0) return ST_OK;
    return reasons_say(r, q->parts->count == 1 ? "%s is %s" : "%s is the sum %s", q->answer->position, parts);
}

/* The parts of a state, all of which belong to plugins that were used. */
static enum status say_xor_of_parts(struct reasons *r)
{
    const struct query *q = r->query;
    const struct position *p = q->parts;
    struct ask ask = {.what = Q_VALUE,
                      .components = p->components,
                      .big = (const struct integer *const *const *)p->big,
                      .count = p->count};
    struct result result = {0};
    const struct integer **values = arena_array(q->arena, p->count + 1, sizeof *values);
    const struct integer *sum = integer_from(q->arena, 0);
    enum status st = values && sum ? ST_OK : ST_NO_MEMORY;
    if (p->count > REASON_PARTS || !all_used(r, p)) return st;
    if (st == ST_OK) st = plan_answer(q->env, &ask, q->arena, &result);
    for (size_t c = 0; st == ST_OK && c < p->count; c++) {
        values[c] = result_number(q->arena, &result, c);
        if (!values[c] || !(sum = integer_xor(q->arena, sum, values[c]))) st = ST_NO_MEMORY;
    }
    return st == ST_OK ? reasons_table(r, p, values, sum) : st == ST_UNSUPPORTED ? ST_OK : st;
}

/* "heap(2) is worth 2, and loses or wins in misere play as in normal play" */
static enum status say_pair(struct reasons *r, size_t c, const struct integer *value, bool swap)
{
    const struct query *q = r->query;
    struct position one = {&q->position->components[c], 1, NULL};
    if (query_is_big(q, c)) one.big = q->position->big + c;
    struct text text = {0};
    position_print(q->env->model, &one, &text);
    const char *words = print_keep(q->arena, &text), *number = integer_string(q->arena, value);
    if (!words || !number) return ST_NO_MEMORY;
    return reasons_say(r,
                       swap ? "%s is worth %s, and who wins it in normal play loses it in misere play"
                            : "%s is worth %s, and its winner is the same in misere play",
                       words, number);
}

/* The value of one component, and whether it is a swap. */
static enum status find_pair(struct reasons *r, size_t c, const struct integer **value, bool *swap)
{
    const struct query *q = r->query;
    struct tame_sum pair = {0};
    const struct integer *const *cells = query_is_big(q, c) ? q->position->big[c] : NULL;
    enum status st = misere_pair(q->env, &q->position->components[c], cells, q->arena, &pair);
    if (st != ST_OK) return st;
    uint64_t low = pair.xor_;
    *swap = pair.fixed == 0;
    *value = integer_from_limbs(q->arena, low != 0, &low, low != 0);
    if (*value && pair.wide) *value = integer_xor(q->arena, *value, pair.wide);
    return *value ? ST_OK : ST_NO_MEMORY;
}

/* The tame rule (solve/misere/tame.h) on what is known of each component. */
static enum status say_tame(struct reasons *r)
{
    const struct query *q = r->query;
    const struct integer *sum = integer_from(q->arena, 0), *value = NULL;
    enum status st = sum ? ST_OK : ST_NO_MEMORY;
    bool all = true, swap = true;
    if (q->position->count > REASON_PARTS) return st;
    for (size_t c = 0; st == ST_OK && c < q->position->count; c++) {
        st = find_pair(r, c, &value, &swap);
        if (st == ST_OK && !(sum = integer_xor(q->arena, sum, value))) st = ST_NO_MEMORY;
        if (st == ST_OK) st = say_pair(r, c, value, swap);
        all &= swap;
    }
    const char *number = st == ST_OK ? integer_string(q->arena, sum) : NULL;
    if (st == ST_OK && !number) st = ST_NO_MEMORY;
    if (st != ST_OK) return st == ST_UNSUPPORTED ? ST_OK : st;
    return reasons_say(r, "their xor is %s; %s, so the player to move %s", number,
                       all ? "as all are turned round by misere play, a xor of 1 is lost"
                           : "as some are not turned round by misere play, a xor of 0 is lost, as in normal play",
                       r->explanation->answer.outcome == OUTCOME_P ? "loses" : "wins");
}

/* Of a sum of several games: each component by itself, with what its own plugin tells. */
static enum status say_each(struct reasons *r)
{
    struct query *q = r->query;
    const struct position *p = q->parts;
    enum status st = ST_OK;
    for (size_t c = 0; st == ST_OK && c < p->count && c < REASON_PARTS; c++) {
        struct position one = {&p->components[c], 1, p->big && p->big[c] ? p->big + c : NULL};
        size_t before = r->lines.count;
        bool told = false;
        if (!all_used(r, &one)) continue;
        struct text text = {0};
        position_print(q->env->model, &one, &text);
        const char *words = print_keep(q->arena, &text);
        st = words ? reasons_say(r, "%s by itself:", words) : ST_NO_MEMORY;
        if (st == ST_OK) st = say_of(r, &one, PLAY_NORMAL, &told);
        if (!told) r->lines.count = before;
    }
    return st;
}

enum status reasons_steps(struct reasons *r)
{
    const struct query *q = r->query;
    const struct position *p = q->parts;
    bool told = false, any = false;
    for (size_t c = 0; c < p->count; c++) any |= was_used(q, host_plugin(q->env, &p->components[c]));
    if (!any) return q->paired && p->count > 1 ? say_tame(r) : ST_OK;
    enum status st = p == q->position ? ST_OK : say_parts(r);
    if (st == ST_OK) st = say_of(r, p, q->asked.play, &told);
    bool each = !told && p->count > 1 && (q->asked.play == PLAY_NORMAL || q->plugin_tame);
    if (st == ST_OK && each) st = say_each(r);
    if (st == ST_OK && q->plugin_tame && !told) st = say_tame(r);
    bool table = p != q->position && p->count > 1 && q->asked.play == PLAY_NORMAL;
    return st == ST_OK && table ? say_xor_of_parts(r) : st;
}
