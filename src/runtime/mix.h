/* Choices for a compound move: change at least one and at most k of m sub-positions.
 *
 *     struct mix mix = {0};
 *     mix_string(&mix, cells, count, &s);                  // a sub-position as cells: number of components, each packed
 *     mix_class(&mix, s, copies);                          // `copies` equal sub-positions s
 *     mix_item(&mix, option);                              // an option of a sub-position of the class made last
 *     st = mix_run(&mix, k, emit, context);                // emit sees every choice once
 *     mix_free(&mix);
 *
 * A choice is an ascending list of items, as many of one class as it has copies at most; items are told apart by number.
 * `subs` given to emit are string numbers, in ascending order of their cells, empty sub-positions left out. Explicit
 * odometer, no recursion; O(m) work for each choice. */
#ifndef CGI_RUNTIME_MIX_H
#define CGI_RUNTIME_MIX_H
#include "runtime/pack.h"
#include "base/status.h"

struct mix_string {
    size_t at, count; /* cells */
};
struct mix_class {
    uint32_t string, copies, end; /* items of the class end before `end` */
};
struct mix_item {
    uint32_t class, string;
};
struct mix {
    cell_vec cells;
    VEC(struct mix_string) strings;
    VEC(struct mix_class) classes;
    VEC(struct mix_item) items;
    VEC(uint32_t) base, subs, picks; /* scratch of mix_run */
    VEC(uint32_t) rank, unrank;
};
typedef enum status (*mix_emit)(void *context, const uint32_t *subs, size_t sub_count, const uint32_t *picks, size_t pick_count);

bool mix_string(struct mix *mix, const int64_t *cells, size_t count, uint32_t *string);
bool mix_class(struct mix *mix, uint32_t string, uint32_t copies);
bool mix_item(struct mix *mix, uint32_t string);
static inline const int64_t *mix_cells(const struct mix *mix, uint32_t string)
{
    return vec_from(&mix->cells, mix->strings.data[string].at);
}
/* Three-way, lexicographic, a prefix first. */
int mix_compare(const struct mix *mix, uint32_t a, uint32_t b);
/* Sorts string numbers; false when memory is out. */
bool mix_sort(struct mix *mix, uint32_t *strings, size_t count);
enum status mix_run(struct mix *mix, size_t k, mix_emit emit, void *context);
void mix_clear(struct mix *mix);
void mix_free(struct mix *mix);

#endif
