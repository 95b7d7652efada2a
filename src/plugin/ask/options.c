/* SPDX-License-Identifier: MIT */
/* The options of one component that have a given SG value. A wrong value among them ends the use of the plugin here;
 * whether some are missing is found where answers are compared (answer/confirm). */
#include "plugin/private.h"

/* The plugin to ask; NULL if there is none. */
static struct loaded *lister(const struct env *env, const struct position *one, const struct match **match)
{
    const char *reason;
    *match = request_match(env, one, PLAY_NORMAL, &reason);
    struct loaded *p = *match ? env->plugins->items.data[(*match)->plugin] : NULL;
    return p && p->plugin.options && !ask_missing(p, PLAY_NORMAL) ? p : NULL;
}

bool host_has_options(const struct env *env, const struct component *component)
{
    const struct match *match;
    struct component copy = *component;
    struct position one = {&copy, 1, NULL};
    return lister(env, &one, &match) != NULL;
}

/* Does the result have the requested value? */
static enum status same_value(const struct env *env, const struct position *one, const struct listed_move *win,
                              const struct integer *wanted, struct arena *arena, bool *same)
{
    struct component to = {.game = component_rule(&one->components[0]), .count = (uint32_t)win->cell_count};
    const struct integer *const *cells = win->cells, *value;
    struct position after = {&to, 1, &cells};
    struct arena_mark mark = arena_mark(arena);
    enum status st = host_value(env, &after, 0, arena, &value);
    *same = st == ST_OK && integer_compare(value, wanted) == 0;
    arena_rewind(arena, mark);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

enum status host_options(const struct env *env, const struct position *position, size_t component,
                         const struct integer *value, uint64_t max, struct arena *arena, struct listed_move **wins,
                         size_t *count, bool *complete)
{
    const struct integer *const *big;
    const struct match *match;
    struct position one = ask_single(position, component, &big);
    struct loaded *p = lister(env, &one, &match);
    cgi_integer wanted = {value->sign, value->count, value->limbs};
    cgi_request request;
    struct wins_sink sink;
    bool same = true;
    if (!p) return ST_UNSUPPORTED;
    enum status st = request_build(env, &one, 0, 1, PLAY_NORMAL, 0, arena, &request);
    if (st != ST_OK) return st;
    wins_sink_open(&sink, env, &one, p->reference, max, arena);
    ask_begin(p);
    int answer = p->plugin.options(p->instance, &request, &wanted, &sink.sink);
    st = wins_sink_close(&sink, wins, count);
    if (sink.status != ST_OK) st = sink.status;
    if (st != ST_OK) return st;
    *complete = !sink.more;
    if (answer == CGI_OK || sink.more)
        for (size_t i = 0; st == ST_OK && same && i < *count; i++)
            st = same_value(env, &one, &(*wins)[i], value, arena, &same);
    if (st != ST_OK) return st;
    if (!same && !sink.problem) sink.problem = "it listed an option of another value than the one asked for";
    for (size_t i = 0; i < *count; i++) (*wins)[i].component = component;
    return ask_end(env, match, sink.more ? CGI_OK : answer, sink.problem);
}
