/* SPDX-License-Identifier: MIT */
/* Components grouped by game and by who answers for them: the parts of a sum.
 *
 *     struct groups groups = {0};
 *     st = groups_add(&groups, arena, plugin, &component, NULL, i);      // i: whose part it is
 *     for (size_t g = 0; g < groups.count; g++) ... groups.items[g].owner[k] ...
 *
 * A group is of one game, with a plugin or without, within 64 bits or beyond. If a plugin is asked, a compound
 * counts as the game it was written as. The lists are allocated in the arena. */
#ifndef CGI_PLAN_GROUPS_H
#define CGI_PLAN_GROUPS_H
#include "plan/plan.h"

struct group {
    int game;
    bool plugin, big;
    size_t *owner;
    struct component *components;
    const struct integer *const **cells; /* `big`: per component; else NULL */
    size_t count, room;
};
struct groups {
    struct group *items;
    size_t count, room;
};
/* `cells` is NULL where the component fits 64 bits. What the component points to must outlive the group. ST_OK or ST_NO_MEMORY. */
enum status groups_add(struct groups *groups, struct arena *arena, bool plugin, const struct component *component,
                       const struct integer *const *cells, size_t owner);
/* The ask about a group; it points into the group. NULL if memory runs out. */
struct ask *group_ask(const struct group *group, enum quantity what, struct arena *arena);
/* Appends what a part is based on to what the result is based on. ST_OK or ST_NO_MEMORY. */
enum status grounds_merge(const struct result *part, struct arena *arena, struct result *result);
/* What the part gave, based on what it is based on and on one item more. ST_OK or ST_NO_MEMORY. */
enum status grounds_take(const struct result *part, struct grounds item, struct arena *arena, struct result *result);
/* Appends one item. */
enum status grounds_push(struct grounds item, struct arena *arena, struct result *result);

#endif
