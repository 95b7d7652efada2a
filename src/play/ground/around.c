/* SPDX-License-Identifier: MIT */
/* Which moves are the same all around a ring, and their images. */
#include "play/ground/around.h"
#include <string.h>
#include "play/ground/around_looks.h"

enum { GENS_MOST = 8 };

/* ---- is the move the same all around? ------------------------------------------------------------------------------------ */
static bool is_turned_board(struct looking *l, const struct expr *e)
{
    const struct ground *g = l->work->ground;
    struct look board = around_look(l, e);
    uint32_t mode = !g->grid || l->axis == 0 ? MODE_TURNED : 1u << 2;
    return board.fine && board.modes & mode && board.size[0] == g->rows && board.size[1] == g->columns;
}

static bool is_turned_result(struct looking *l, const struct expr *e)
{
    if (e->kind == EXPR_IF) {
        struct look when = around_look(l, e->kids[0]);
        return when.fine && when.same && is_turned_result(l, e->kids[1]) && is_turned_result(l, e->kids[2]);
    }
    if (e->kind == EXPR_LET) {
        l->locals[e->index] = around_look(l, e->kids[0]);
        return is_turned_result(l, e->kids[1]);
    }
    return e->kind == EXPR_GAME && e->game == l->work->ground->game &&
           is_turned_board(l, e->kids[l->work->ground->field]);
}

/* With the generators from number `gen` on; *turned: the first one that is a range all around, taken for turned. `spoken_for`: none of
 * these, which are turned along another index. */
static bool turns_with(struct looking *l, size_t gen, uint64_t spoken_for, int *turned)
{
    const struct move *move = l->move;
    struct look ways[2];
    if (gen == move->gen_count) {
        bool all = *turned >= 0;
        for (size_t i = 0; all && i < move->condition_count; i++) {
            struct look when = around_look(l, move->conditions[i]);
            all = when.fine && when.same;
        }
        return all && is_turned_result(l, move->result);
    }
    around_generator(l, &move->gens[gen], ways);
    bool free = !(spoken_for >> gen & 1), pins = move->gens[gen].domain.kind == DOMAIN_RANGE && *turned < 0;
    for (int way = free; way >= 0; way--) {
        if (!ways[way].fine) continue;
        l->locals[move->gens[gen].slot] = ways[way];
        if (way && pins) *turned = (int)gen;
        if (turns_with(l, gen + 1, spoken_for, turned)) return true;
        if (way && pins) *turned = -1;
    }
    return false;
}

bool ground_around(struct ground_work *w, const struct move *move, struct around *a)
{
    const struct ground *g = w->ground;
    uint64_t spoken_for = 0;
    a->gens[0] = a->gens[1] = -1;
    struct look *locals = ground_alloc(w, ((size_t)move->slots + 1) * sizeof *locals);
    for (int axis = g->grid ? 0 : 1; locals && axis < AROUND_AXES && move->gen_count <= GENS_MOST; axis++) {
        struct looking l = {.work = w, .move = move, .locals = locals, .axis = axis};
        l.n = axis == 0 ? g->rows : g->columns;
        memset(locals, 0, ((size_t)move->slots + 1) * sizeof *locals);
        int turned = -1;
        if (l.n < 2 || !turns_with(&l, 0, spoken_for, &turned)) continue;
        a->gens[axis] = turned;
        spoken_for |= UINT64_C(1) << turned;
    }
    return a->gens[0] >= 0 || a->gens[1] >= 0;
}

/* ---- images -------------------------------------------------------------------------------------------------------------- */
/* Where each cell goes, and what became of formulas. */
struct image {
    struct ground_work *work;
    uint8_t to[FORMULA_CELLS], levels[FORMULA_CELLS], values[DIAGRAM_VALUES];
    struct formula_images known;
    uint32_t law; /* of all instances that are turned, and its own image; 0: there is none */
};

/* One step along that index. */
static void aim(struct image *t, int axis)
{
    const struct ground *g = t->work->ground;
    size_t count = ground_cell_count(g);
    uint32_t down = axis == 0, right = axis == 1;
    for (uint32_t c = 0; c < FORMULA_CELLS; c++) t->to[c] = t->levels[c] = (uint8_t)c;
    for (uint32_t c = 0; c < count; c++)
        t->to[c] = (uint8_t)((c / g->columns + down) % g->rows * g->columns + (c + right) % g->columns);
    for (uint32_t c = 0; ground_by_meaning(t->work) && c < count; c++)
        t->levels[g->meaning.level[c]] = g->meaning.level[t->to[c]];
    for (uint32_t v = 0; v < DIAGRAM_VALUES; v++) t->values[v] = (uint8_t)v;
    t->known.made.count = 0;
}

static uint32_t image_of(struct image *t, uint32_t id)
{
    struct ground_work *w = t->work;
    if (w->refused || w->formulas->failed) return id;
    if (ground_by_meaning(w)) return diagram_image(&w->ground->meaning, id, t->levels, t->values);
    return formula_image(w->formulas, id, t->to, &t->known);
}

/* The law with what the instance writes known, and the image of the rest. */
static void take_law(struct image *t, uint32_t rest, struct ground_instance *x)
{
    const struct ground *g = t->work->ground;
    struct diagrams *d = &t->work->ground->meaning;
    uint32_t asked = t->law;
    for (uint32_t i = 0; i < x->count; i++) {
        const struct ground_write *w = &g->writes.data[x->first + i];
        asked = diagram_with(d, asked, d->level[w->cell], w->value);
    }
    x->law = t->law;
    x->rest = image_of(t, rest);
    x->when = formula_both(t->work->formulas, x->rest, asked);
}

/* Writes are ascending by cell. */
static bool add_image(struct image *t, struct ground_instance x)
{
    struct ground *g = t->work->ground;
    struct ground_instance new = {.first = (uint32_t)g->writes.count, .count = x.count};
    if (!t->law) new.when = image_of(t, x.when);
    bool room = g->instances.count < GROUND_INSTANCES && vec_push(&g->instances, new);
    for (uint32_t i = 0; room && i < x.count; i++) {
        struct ground_write one = g->writes.data[x.first + i];
        one.cell = t->to[one.cell];
        room = vec_push(&g->writes, one);
        for (size_t k = g->writes.count - 1; room && k > new.first && g->writes.data[k - 1].cell > one.cell; k--) {
            g->writes.data[k] = g->writes.data[k - 1];
            g->writes.data[k - 1] = one;
        }
    }
    if (room && t->law) take_law(t, x.rest, &new);
    if (room) g->instances.data[g->instances.count - 1] = new;
    if (!room || t->work->formulas->failed) ground_refuse(t->work);
    return !t->work->refused;
}

/* Do all ask the law of the first one, and is that what it is all around? Then images of what they ask besides are enough. */
static void find_law(struct image *t, size_t first, size_t count)
{
    const struct ground *g = t->work->ground;
    t->law = ground_by_meaning(t->work) && count ? g->instances.data[first].law : 0;
    for (size_t i = first; i < first + count; i++)
        if (g->instances.data[i].law != t->law) t->law = 0;
    if (t->law && image_of(t, t->law) != t->law) t->law = 0;
}

/* Each of them by one step from the one before, so that what has become of their parts is found once. */
void ground_turn_around(struct ground_work *w, const struct around *a, size_t first)
{
    struct ground *g = w->ground;
    struct image t = {.work = w};
    for (int axis = AROUND_AXES; axis-- > 0;) {
        size_t block = g->instances.count - first, places = axis == 0 ? g->rows : g->columns;
        if (a->gens[axis] < 0) continue;
        aim(&t, axis);
        if (ground_by_meaning(w)) diagrams_image_others(&g->meaning);
        find_law(&t, first, block);
        for (size_t k = 0; k < block * (places - 1) && add_image(&t, g->instances.data[first + k]);) k++;
    }
    vec_free(&t.known.made);
}

uint32_t ground_turned_once(struct ground_work *w, uint32_t id)
{
    struct image t = {.work = w};
    aim(&t, 1);
    diagrams_image_others(&w->ground->meaning);
    uint32_t made = image_of(&t, id);
    vec_free(&t.known.made);
    return made;
}

/* ---- bodies -------------------------------------------------------------------------------------------------------------- */
static struct look *room_for_locals(struct ground_work *w)
{
    size_t slots = 0;
    for (size_t m = 0; m < w->game->move_count; m++)
        if ((size_t)w->game->moves[m].slots > slots) slots = (size_t)w->game->moves[m].slots;
    struct look *locals = ground_alloc(w, (slots + 1) * sizeof *locals);
    if (locals) memset(locals, 0, (slots + 1) * sizeof *locals);
    return locals;
}

/* With that place of the key turned and the other numbers the same. */
static bool body_turns(struct looking *l, const struct expr *let, const uint32_t *key, size_t count, size_t turned)
{
    const struct ground *g = l->work->ground;
    for (size_t i = 0; i < count; i += 2) {
        int64_t value = (int32_t)key[i + 1], most = value < 0 ? -value : value;
        struct look same = {.fine = true, .same = true, .known = true, .value = value, .most = most};
        struct look place = {.fine = true, .exact = true, .by = 1, .base = 1, .most = l->n};
        l->locals[key[i]] = i + 1 == turned ? place : same;
    }
    l->locals[let->index] =
        (struct look){.fine = true, .most = FORMULA_VALUES, .modes = MODE_TURNED, .size = {1, (int64_t)g->columns}};
    struct look body = around_look(l, let->kids[1]);
    return body.fine && body.same;
}

int ground_around_body(struct ground_work *w, const struct expr *let, const uint32_t *key, size_t count)
{
    struct looking l = {.work = w, .axis = 1, .n = w->ground->columns};
    int found = -1;
    if (w->ground->grid || w->game->invariant) return -1; /* whose names are others */
    for (size_t i = 0; i < count; i += 2)
        if (!w->locals[key[i]].number) return -1; /* a row that is asked how long it is */
    for (size_t i = 1; i < count && found < 0 && !w->refused; i += 2) {
        if ((int32_t)key[i] < 2 || (int32_t)key[i] > l.n) continue;
        if (!l.locals && !(l.locals = room_for_locals(w))) return -1;
        if (body_turns(&l, let, key, count, i)) found = (int)i;
    }
    return found;
}
