/* SPDX-License-Identifier: MIT */
/* Made by going down the diagram of a group and that of one more condition at once; what is not reached in the end is left out. */
#include "solve/search/diagram_together.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"

/* A condition joins a group by at most WORK pieces of work for each step that it may make. Beyond STEPS_MOST all are alone. */
enum { WORK = 8, STEPS_MOST = 1 << 17, FIRST_SLOTS = 1 << 10, PAIRS = 1 << 11 };
enum { STEP_NONE = UINT32_MAX };
struct pair {
    uint32_t stamp, group, node, made;
};
struct joining {
    const struct diagrams *d;
    VEC(struct together_step) steps;
    VEC(uint8_t) levels;
    uint32_t *slots; /* number + 1 of a step; 0: empty */
    size_t slot_count;
    struct pair *pairs; /* some of those of the condition that joins */
    uint32_t stamp, bit;
    size_t work, each; /* for this condition; steps for one */
    size_t most;       /* steps, with those of the condition that joins; 0: any number */
    uint32_t *first;   /* of a node of `d`: its step, alone in a group; 0: not yet */
    bool failed, no_memory;
};

static uint32_t level_of(uint32_t at)
{
    return at & TOGETHER_END ? DIAGRAM_CELLS : at & ((1u << TOGETHER_LEVEL_BITS) - 1);
}
static const struct together_step *step_of(const struct joining *j, uint32_t at)
{
    return &j->steps.data[at >> TOGETHER_LEVEL_BITS];
}

static uint32_t fail(struct joining *j, bool no_memory)
{
    j->failed = true;
    j->no_memory |= no_memory;
    return TOGETHER_END;
}

/* ---- each once ---------------------------------------------------------------------------------------------------------- */
static uint32_t *slot_of(const struct joining *j, const struct together_step *s, uint32_t level)
{
    uint64_t own[2], other[2];
    memcpy(own, s->kids, sizeof own);
    size_t at = (size_t)(hash_three(level, own[0], own[1]) >> 32) & (j->slot_count - 1);
    for (; j->slots[at]; at = (at + 1) & (j->slot_count - 1)) {
        uint32_t i = j->slots[at] - 1;
        memcpy(other, j->steps.data[i].kids, sizeof other);
        if (!((own[0] ^ other[0]) | (own[1] ^ other[1]) | (j->levels.data[i] ^ level))) break;
    }
    return &j->slots[at];
}

static bool make_slots(struct joining *j, size_t count)
{
    uint32_t *slots = mem_alloc(count * sizeof *slots);
    if (!slots) return false;
    mem_free(j->slots, j->slots ? j->slot_count * sizeof *slots : 0);
    j->slots = slots;
    j->slot_count = count;
    for (size_t i = 0; i < j->steps.count; i++) *slot_of(j, &j->steps.data[i], j->levels.data[i]) = (uint32_t)i + 1;
    return true;
}

static uint32_t make(struct joining *j, const struct together_step *s, uint32_t level)
{
    bool alike = true;
    for (uint32_t v = 1; alike && v < j->d->values; v++) alike = s->kids[v] == s->kids[0];
    if (alike || j->failed) return j->failed ? TOGETHER_END : s->kids[0];
    uint32_t *slot = slot_of(j, s, level);
    if (*slot) return (*slot - 1) << TOGETHER_LEVEL_BITS | level;
    if (j->most && j->steps.count >= j->most) return fail(j, false);
    if (!vec_push(&j->steps, *s) || !vec_push(&j->levels, (uint8_t)level)) return fail(j, true);
    *slot = (uint32_t)j->steps.count;
    if (2 * j->steps.count > j->slot_count && !make_slots(j, 2 * j->slot_count)) return fail(j, true);
    return (uint32_t)(j->steps.count - 1) << TOGETHER_LEVEL_BITS | level;
}

/* ---- groups ------------------------------------------------------------------------------------------------------------- */
/* The condition alone, as the first of a group. */
static uint32_t alone(struct joining *j, uint32_t node)
{
    if (node <= DIAGRAM_TRUE || j->failed) return TOGETHER_END | (node == DIAGRAM_TRUE);
    if (j->first[node]) return j->first[node];
    const struct diagram *n = &j->d->nodes.data[node];
    struct together_step s = {{0}};
    for (uint32_t v = 0; v < j->d->values; v++) s.kids[v] = alone(j, n->kids[v]);
    /* 0 is the step with the number 0 that asks for level 0: made again whenever it is met. */
    return j->first[node] = make(j, &s, n->cell);
}

static uint32_t join_below(struct joining *j, uint32_t group, uint32_t node);

/* The group, and j->bit where the condition holds. */
static inline uint32_t joined(struct joining *j, uint32_t group, uint32_t node)
{
    if (node == DIAGRAM_FALSE) return group;
    if (group & TOGETHER_END && node == DIAGRAM_TRUE) return group | UINT32_C(1) << j->bit;
    return join_below(j, group, node);
}

static struct pair *pair_of(const struct joining *j, uint32_t group, uint32_t node)
{
    return &j->pairs[hash_three((uint64_t)group << 32 | node, 0, 0) >> 32 & (PAIRS - 1)];
}

static uint32_t join_below(struct joining *j, uint32_t group, uint32_t node)
{
    if (j->failed) return group;
    if (++j->work > WORK * j->each) return fail(j, false);
    struct pair *pair = pair_of(j, group, node);
    if (pair->stamp == j->stamp && pair->group == group && pair->node == node) return pair->made;
    const struct diagram *n = &j->d->nodes.data[node];
    uint32_t of_group = level_of(group), of_node = n->cell, level = of_group < of_node ? of_group : of_node;
    struct together_step s = {{0}}, from = {{0}};
    if (of_group == level) from = *step_of(j, group);
    for (uint32_t v = 0; v < j->d->values; v++)
        s.kids[v] = joined(j, of_group == level ? from.kids[v] : group, of_node == level ? n->kids[v] : node);
    uint32_t made = make(j, &s, level);
    *pair = (struct pair){j->stamp, group, node, made};
    return made;
}

/* Joins condition `root` to the last group, or begins one. */
static bool place(struct joining *j, struct together *t, uint32_t root, struct together_place *to, uint32_t *filled)
{
    size_t before = j->steps.count;
    if (t->group_count && *filled < TOGETHER_MOST && before < STEPS_MOST) {
        j->stamp++;
        j->work = 0;
        j->bit = *filled;
        j->most = before + j->each;
        uint32_t made = joined(j, t->roots[t->group_count - 1], root);
        j->most = 0;
        if (!j->failed) {
            t->roots[t->group_count - 1] = made;
            *to = (struct together_place){t->group_count - 1, (*filled)++};
            return true;
        }
        if (j->no_memory) return false;
        j->failed = false;
    }
    t->roots[t->group_count] = alone(j, root);
    *to = (struct together_place){t->group_count++, 0};
    *filled = 1;
    return !j->failed;
}

/* ---- what is left --------------------------------------------------------------------------------------------------------- */
static uint32_t kept(const struct joining *j, struct together *t, uint32_t at, uint32_t *numbers, uint32_t *count)
{
    if (at & TOGETHER_END) return at;
    uint32_t from = at >> TOGETHER_LEVEL_BITS, level = level_of(at);
    if (numbers[from] == STEP_NONE) {
        uint32_t to = numbers[from] = (*count)++;
        for (uint32_t v = 0; v < j->d->values; v++)
            t->steps[to].kids[v] = kept(j, t, j->steps.data[from].kids[v], numbers, count);
    }
    return numbers[from] << TOGETHER_LEVEL_BITS | level;
}

static bool keep(const struct joining *j, struct together *t, struct arena *arena)
{
    size_t bytes = (j->steps.count + 1) * sizeof(uint32_t);
    uint32_t *numbers = mem_alloc(bytes), count = 0;
    t->steps = arena_array(arena, j->steps.count + 1, sizeof *t->steps);
    if (numbers && t->steps) {
        memset(numbers, 255, bytes);
        for (uint32_t g = 0; g < t->group_count; g++) t->roots[g] = kept(j, t, t->roots[g], numbers, &count);
    }
    t->step_count = count;
    bool fine = numbers && t->steps;
    mem_free(numbers, numbers ? bytes : 0);
    return fine;
}

static bool place_all(struct joining *j, struct together *t, const struct together_condition *conditions, size_t count,
                      struct together_place *places)
{
    uint32_t filled = 0;
    bool fine = true;
    for (uint32_t level = 0; level < DIAGRAM_CELLS; level++)
        for (size_t i = 0; fine && i < count; i++)
            if (conditions[i].level == level) fine = place(j, t, conditions[i].root, &places[i], &filled);
    return fine;
}

bool together_make(struct together *t, struct arena *arena, const struct diagrams *d,
                   const struct together_condition *conditions, size_t count, size_t most,
                   struct together_place *places)
{
    struct joining j = {.d = d, .each = most};
    size_t first_bytes = d->nodes.count * sizeof *j.first, pair_bytes = PAIRS * sizeof *j.pairs;
    *t = (struct together){.roots = arena_array(arena, count + 1, sizeof *t->roots)};
    j.first = mem_alloc(first_bytes);
    j.pairs = mem_alloc(pair_bytes);
    bool fine = t->roots && j.first && j.pairs && make_slots(&j, FIRST_SLOTS);
    fine = fine && place_all(&j, t, conditions, count, places) && keep(&j, t, arena);
    vec_free(&j.steps);
    vec_free(&j.levels);
    mem_free(j.slots, j.slots ? j.slot_count * sizeof *j.slots : 0);
    mem_free(j.first, j.first ? first_bytes : 0);
    mem_free(j.pairs, j.pairs ? pair_bytes : 0);
    return fine;
}
