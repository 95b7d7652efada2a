/* SPDX-License-Identifier: MIT */
/* Choices for a compound move: change at least one and at most k of m sub-positions.
 *
 *     struct choices choices = {0};
 *     choices_string(&choices, cells, count, &s);                  // its cells: number of components, each packed
 *     choices_class(&choices, s, copies);                          // `copies` equal sub-positions s
 *     choices_item(&choices, option);                              // an option of the sub-positions of the last class
 *     st = choices_run(&choices, k, emit, context);                // emit is called once for each choice
 *     choices_free(&choices);
 *
 * A choice is an ascending list of items, with at most as many of one class as it has copies; items are identified by
 * number. `subs` passed to emit are string numbers, in ascending order of their cells, without empty sub-positions. An
 * explicit odometer, without recursion; O(m) work per choice. */
#ifndef CGI_PLAY_CELLS_CHOICES_H
#define CGI_PLAY_CELLS_CHOICES_H
#include "play/cells/pack.h"
#include "base/status.h"

struct choices_string {
    size_t at, count; /* cells */
};
struct choices_class {
    uint32_t string, copies, end; /* the items of the class end before `end` */
};
struct choices_item {
    uint32_t class, string;
};
struct choices {
    cell_vec cells;
    VEC(struct choices_string) strings;
    VEC(struct choices_class) classes;
    VEC(struct choices_item) items;
    VEC(uint32_t) base, subs, picks; /* scratch of choices_run */
    VEC(uint32_t) rank, unrank;
};
typedef enum status (*choices_emit)(void *context, const uint32_t *subs, size_t sub_count, const uint32_t *picks,
                                    size_t pick_count);

bool choices_string(struct choices *choices, const int64_t *cells, size_t count, uint32_t *string);
bool choices_class(struct choices *choices, uint32_t string, uint32_t copies);
bool choices_item(struct choices *choices, uint32_t string);
static inline const int64_t *choices_cells(const struct choices *choices, uint32_t string)
{
    return vec_from(&choices->cells, choices->strings.data[string].at);
}
/* Three-way lexicographic comparison, prefixes first. */
int choices_compare(const struct choices *choices, uint32_t a, uint32_t b);
/* Sorts string numbers; returns false if memory runs out. */
bool choices_sort(struct choices *choices, uint32_t *strings, size_t count);
enum status choices_run(struct choices *choices, size_t k, choices_emit emit, void *context);
void choices_clear(struct choices *choices);
void choices_free(struct choices *choices);

#endif
