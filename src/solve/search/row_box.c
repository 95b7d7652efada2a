/* SPDX-License-Identifier: MIT */
#include "solve/search/row_box.h"
#include <string.h>

/* From cell `at` on. */
static bool add_from(row_boxes *list, struct row_box *box, size_t cells, size_t at, bool *no_memory)
{
    bool changes = false;
    while (at < cells && (box->to[at] == BOX_KEEP || !(box->may[at] >> box->to[at] & 1))) at++;
    if (at < cells) {
        uint64_t may = box->may[at], stays = UINT64_C(1) << box->to[at];
        unsigned char to = box->to[at];
        box->may[at] = may & ~stays;
        bool fine = !box->may[at] || add_from(list, box, cells, at + 1, no_memory);
        box->may[at] = stays;
        box->to[at] = BOX_KEEP;
        fine = fine && add_from(list, box, cells, at + 1, no_memory);
        box->may[at] = may;
        box->to[at] = to;
        return fine;
    }
    for (size_t i = 0; i < cells; i++) changes |= box->to[i] != BOX_KEEP;
    if (!changes || list->count == BOXES_MOST) return false;
    return vec_push(list, *box) || !(*no_memory = true);
}

bool row_boxes_add(row_boxes *list, const struct row_box *box, size_t cells, bool *no_memory)
{
    struct row_box now = *box;
    for (size_t i = 0; i < cells; i++)
        if (!now.may[i]) return true;
    return add_from(list, &now, cells, 0, no_memory);
}

static bool meets(const struct row_box *a, const struct row_box *b, size_t cells)
{
    if (memcmp(a->to, b->to, cells) != 0) return false;
    bool meets = true;
    for (size_t i = 0; meets && i < cells; i++) meets = (a->may[i] & b->may[i]) != 0;
    return meets;
}

/* By those from number `from` on. */
static bool covered(const struct row_box *box, const row_boxes *by, size_t from, size_t cells, uint64_t *steps)
{
    size_t k = from;
    while (k < by->count && *steps && !meets(box, &by->data[k], cells)) k++, --*steps;
    if (k == by->count || !*steps) return false;
    struct row_box rest = *box;
    for (size_t i = 0; i < cells; i++) {
        uint64_t may = rest.may[i], both = may & by->data[k].may[i];
        if (both == may) continue;
        rest.may[i] = may & ~both;
        if (!covered(&rest, by, k + 1, cells, steps)) return false;
        rest.may[i] = both;
    }
    return true;
}

bool row_boxes_same(const row_boxes *a, const row_boxes *b, size_t cells, uint64_t *steps)
{
    bool fine = true;
    for (size_t i = 0; fine && i < a->count; i++) fine = covered(&a->data[i], b, 0, cells, steps);
    for (size_t i = 0; fine && i < b->count; i++) fine = covered(&b->data[i], a, 0, cells, steps);
    return fine;
}
