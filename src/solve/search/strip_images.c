/* SPDX-License-Identifier: MIT */
/* Orders of cells and of values that take the instances on boards of all lengths to themselves. */
#include "solve/search/strip_images.h"
#include <string.h>
#include "solve/search/strip_sights.h"

enum image { BACKWARDS, AROUND };
enum { NO_ROOT = UINT32_MAX, COMPARED_MOST = 1 << 12 /* formulas, for one instance */ };
static uint32_t image_cell(enum image image, uint32_t size, uint32_t cell)
{
    return image == BACKWARDS ? size - 1 - cell : (cell + 1) % size;
}

static uint64_t moved_cells(enum image image, uint32_t size, uint64_t strip)
{
    uint64_t out = 0;
    for (uint32_t c = 0; c < size; c++) out |= (strip >> c & strip_twice(1)) << image_cell(image, size, c);
    return out;
}

static uint64_t exchanged_cells(uint32_t size, const uint8_t *to, uint64_t write, uint64_t put)
{
    uint64_t out = 0;
    for (uint32_t c = 0; c < size; c++)
        if (write >> c & 1) out |= strip_cell(c, to[(put >> c & 1) | (put >> c >> 31 & 2)]);
    return out;
}

/* Of a sorted list of effects: as many with cells that are written no later than those of their image as with ones no earlier. */
static bool is_balanced(const struct strips *s, uint32_t size)
{
    size_t early = 0, late = 0;
    for (size_t i = 0; i < s->effects.count; i++) {
        uint64_t write = s->effects.data[i].write, image = moved_cells(BACKWARDS, size, write);
        early += write <= image;
        late += write >= image;
    }
    return early == late;
}

static const uint8_t same_values[DIAGRAM_VALUES] = {0, 1, 2, 3};

/* The condition of some instance of the board that is written as the image of this one; else NO_ROOT. */
static uint32_t root_as_written(const struct strip_board *b, const struct strip_instance *x, const uint8_t *cells)
{
    uint32_t root = NO_ROOT;
    size_t work = COMPARED_MOST;
    for (uint32_t i = 0; root == NO_ROOT && i < b->count; i++)
        if (formula_is_image(b->ground.formulas, x->when, b->instances[i].when, cells, &work))
            root = b->instances[i].root;
    return root;
}

/* The image of its condition. Where a condition is a formula, and all is known of it, another instance may have that; or it is read anew.
 * Else the diagram is turned. */
static uint32_t root_of(struct strips *s, const struct strip_board *b, const struct strip_instance *x,
                        const uint8_t *cells)
{
    if (s->meant || b->known != DIAGRAM_TRUE) return diagram_image(&s->diagrams, x->root, cells, same_values);
    uint32_t root = root_as_written(b, x, cells);
    return root != NO_ROOT ? root : diagram_of(&s->diagrams, b->ground.formulas, x->when, cells);
}

/* Before roots are asked for with these cells: is what is known the same of the image? */
static bool begin_cells(struct strips *s, const struct strip_board *b, const uint8_t *cells)
{
    diagrams_read_others(&s->diagrams);
    diagrams_image_others(&s->diagrams);
    return b->known == DIAGRAM_TRUE || diagram_image(&s->diagrams, b->known, cells, same_values) == b->known;
}

/* Is there an exchange of values, known to take the instances to themselves, that makes less of what this one writes? */
static bool has_lesser(const struct strips *s, uint32_t size, const struct strip_instance *x)
{
    bool lesser = false;
    for (size_t i = 0; !lesser && i < s->exchange_count; i++)
        lesser = exchanged_cells(size, s->exchanges[i].to, x->write, x->put) < x->put;
    return lesser;
}

/* Are the instances of the board taken to themselves, by an exchange of values or else by an image of the cells? Different instances have
 * different images, and they are finitely many: if the images of all are instances, all are images. Backwards is its own inverse. So
 * let all that write no later than their image have images that are instances, which then write no earlier; if those are as
 * many, they are these images, and the images of these the ones before: only half of the images need be made.
 * Images of cells commute with exchanges of values. Where an exchange takes the instances to themselves, so does what undoes it, as
 * they are finitely many; so where the image of what it makes of an instance is one, that of the instance is one too: by induction on what
 * they write only those need be looked at that are made less by no exchange.
 * On a ring, where each instance has images around it, one of them writes the first cell. Around and then backwards is backwards and then
 * around the other way, and around commutes with exchanges: so these need be looked at alone. */
static bool is_image_of(struct strips *s, uint32_t size, const uint8_t *to, enum image image)
{
    const struct strip_board *b = &s->boards[size];
    uint8_t cells[DIAGRAM_CELLS];
    struct diagram_view view = diagram_view(&s->diagrams);
    bool half = !to && image == BACKWARDS && !s->around, all = true;
    for (uint32_t c = 0; c < DIAGRAM_CELLS; c++) cells[c] = (uint8_t)(c < size ? image_cell(image, size, c) : c);
    if (to) memcpy(view.values, to, STRIP_VALUES);
    s->effects.count = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct strip_instance *x = &b->instances[i];
        if (!vec_push(&s->effects, (struct strip_effect){x->write, x->put, x->root})) return false;
    }
    strip_sort_effects(s, 0);
    if (half && !is_balanced(s, size)) return false;
    if (to) all = diagram_viewed(&s->diagrams, &view, b->known) == b->known;
    else all = begin_cells(s, b, cells);
    for (uint32_t i = 0; all && i < b->count; i++) {
        const struct strip_instance *x = &b->instances[i];
        struct strip_effect e = {.write = x->write};
        if (s->around && x->write && !(x->write & 1)) continue;
        if (to) {
            e.put = exchanged_cells(size, to, x->write, x->put);
            e.root = diagram_viewed(&s->diagrams, &view, x->root);
        } else {
            if (has_lesser(s, size, x)) continue;
            e.write = moved_cells(image, size, x->write);
            e.put = moved_cells(image, size, x->put);
            if (half && e.write < x->write) continue;
            e.root = root_of(s, b, x, cells);
        }
        all = strip_is_among(s, s->effects.count, &e);
    }
    return all && !s->diagrams.failed;
}

/* Of each length by the rule itself (play/ground/around.h); what is known of positions is then the same all around too. */
static bool is_around(const struct strips *s)
{
    bool around = true;
    for (uint32_t size = s->length; around && size > 0; size--)
        around = !s->boards[size].fine || s->boards[size].around;
    return around;
}

static bool is_image(struct strips *s, const uint8_t *to, enum image which)
{
    bool image = true;
    for (uint32_t size = s->length; image && size > 0; size--)
        if (s->boards[size].fine) image = is_image_of(s, size, to, which);
    return image;
}

/* The k-th order of the values in use; false: it changes nothing, or takes a final value to one that is not. */
static bool exchange_of(const struct strips *s, uint32_t k, uint8_t *to)
{
    uint8_t left[STRIP_VALUES] = {0, 1, 2, 3};
    bool changes = false, fine = true;
    for (uint32_t v = 0; v < STRIP_VALUES; v++) {
        uint32_t count = STRIP_VALUES - v, at = k % count;
        k /= count;
        to[v] = left[at];
        memmove(left + at, left + at + 1, count - at - 1);
        changes |= to[v] != v;
        fine =
            fine && (v < s->values ? to[v] < s->values && (s->final >> v & 1) == (s->final >> to[v] & 1) : to[v] == v);
    }
    return changes && fine;
}

static bool add_exchange(struct strips *s, const uint8_t *to)
{
    struct strip_exchange *x = &s->exchanges[s->exchange_count];
    if (!is_image(s, to, BACKWARDS)) return true;
    memcpy(x->to, to, STRIP_VALUES);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t part = i < 2 ? to[0] ^ to[1u << i] : to[0];
        x->low[i] = part & 1 ? UINT32_MAX : 0;
        x->high[i] = part & 2 ? UINT32_MAX : 0;
    }
    s->exchange_count++;
    return !s->diagrams.no_memory;
}

bool strip_find_images(struct strips *s)
{
    uint8_t to[STRIP_VALUES];
    bool fine = vec_reserve(&s->effects, 1); /* there may be no moves */
    s->around = fine && is_around(s);
    for (uint32_t k = 0; fine && k < 24; k++) fine = !exchange_of(s, k, to) || add_exchange(s, to);
    s->backwards = fine && is_image(s, NULL, BACKWARDS);
    if (!s->around) s->around = fine && is_image(s, NULL, AROUND);
    return fine && !s->diagrams.no_memory;
}
