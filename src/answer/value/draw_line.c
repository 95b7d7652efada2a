/* SPDX-License-Identifier: MIT */
/* The walk computes the outcomes of all options of one position after the other; positions are identified as sorted
 * sums. */
#include "answer/value/draw_line.h"
#include <string.h>
#include "answer/moves/valued_options.h"
#include "play/options/store.h"

struct draw_walk {
    struct query here; /* the query at the position that was reached */
    struct position position;
    bool found;
    struct reply reply;
    struct position next;
    VEC(struct reply) line;
    struct position_table seen; /* the number of a key is the index of the position in the line, the start being 0 */
    struct budget none;
};

/* The first option that is a draw. */
static enum status take(void *context, const struct valued_option *option)
{
    struct draw_walk *w = context;
    if (option->outcome != OUTCOME_D) return ST_OK;
    if (!position_after_kept(w->here.arena, &w->position, &option->move, &w->next)) return ST_NO_MEMORY;
    enum status st = valued_option_reply(&w->here, option, &w->reply);
    w->found = st == ST_OK;
    return w->found ? ST_UNSUPPORTED : st; /* ends the walk */
}

/* Numbers the position; *fresh is false if it is already in the line. */
static enum status number(struct draw_walk *w, uint32_t *id, bool *fresh)
{
    struct bytes key = {0};
    struct component *sorted = arena_array(w->here.arena, w->position.count + 1, sizeof *sorted);
    bool fine = sorted && vec_push(&key, (unsigned char)w->here.asked.mover);
    if (fine && w->position.count) memcpy(sorted, w->position.components, w->position.count * sizeof *sorted);
    if (fine) components_sort(sorted, w->position.count);
    fine = fine && pack_components(&key, sorted, w->position.count);
    enum status st = fine ? position_table_intern(&w->seen, key.data, key.count, id, fresh) : ST_NO_MEMORY;
    bytes_free(&key);
    return st;
}

static enum status step(struct draw_walk *w)
{
    struct valued_options options = {
        .query = &w->here, .env = w->here.env, .take = take, .context = w, .limit = OPTIONS_MOST};
    w->found = false;
    enum status st = valued_options_run(&options);
    if (!w->found) return st == ST_OK ? ST_UNSUPPORTED : st;
    if (!vec_push(&w->line, w->reply)) return ST_NO_MEMORY;
    w->position = w->next;
    w->here.asked.mover = query_next_mover(&w->here);
    return ST_OK;
}

static enum status publish(struct draw_walk *w, struct answer *answer, struct arena *arena)
{
    answer->line = arena_array(arena, w->line.count + 1, sizeof *answer->line);
    if (!answer->line) return ST_NO_MEMORY;
    for (size_t i = 0; i < w->line.count; i++) answer->line[answer->line_count++] = w->line.data[i];
    return ST_OK;
}

enum status draw_line_find(struct query *q)
{
    struct draw_walk w = {.here = *q, .position = *q->position};
    uint32_t id = 0;
    bool fresh = true;
    if (q->answer->outcome != OUTCOME_D || q->big) return ST_OK;
    w.here.position = &w.position;
    w.here.valued = w.here.paired = false;
    w.seen.budget = &w.none;
    enum status st = number(&w, &id, &fresh);
    while (st == ST_OK && fresh && w.line.count < LINE_MOST) {
        st = step(&w);
        if (st == ST_OK) st = number(&w, &id, &fresh);
    }
    if (st == ST_OK) st = publish(&w, q->answer, q->arena);
    if (st == ST_OK && !fresh) q->answer->line_closed = true, q->answer->line_back = id;
    position_table_free(&w.seen);
    vec_free(&w.line);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}
