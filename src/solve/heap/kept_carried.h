/* SPDX-License-Identifier: MIT */
/* What a kernel carries from row to row, in a file of its own beside that of the values (kept_rows.h): for kernels that
 * would take about as long to make it again as to fill the rows.
 *
 *     struct kept_carried c;
 *     kept_carried_open(&c, of, kernel, words);
 *     if (kept_carried_copy(&c)) ...                      // at some row; a few more rows are filled and written, then
 *     kept_carried_write(&c, folder);                     // the copy: whoever reads it finds rows that follow from it
 *     if (kept_carried_read(&c, folder, limit)) ...       // the kernel stands where the copy was made, at most at
 * `limit`
 *     kept_carried_close(&c);
 *
 * Words and sums say that it belongs to these values. Whoever reads it fills the rows that follow anew, and they are in
 * the file of the values. */
#ifndef CGI_SOLVE_HEAP_KEPT_CARRIED_H
#define CGI_SOLVE_HEAP_KEPT_CARRIED_H
#include "solve/heap/kept_rows.h"

struct kept_carried {
    const struct kept_rows *of;
    const struct row_kernel *kernel;
    void (*words)(const void *of, struct text *out);
    unsigned char *copy; /* NULL: none was made yet */
    size_t bytes;
    uint64_t at; /* where the kernel stood */
    bool there, failed;
};
void kept_carried_open(struct kept_carried *c, const struct kept_rows *of, const struct row_kernel *kernel,
                       void (*words)(const void *of, struct text *out));
void kept_carried_close(struct kept_carried *c);
/* False: there is no room for it. */
bool kept_carried_copy(struct kept_carried *c);
void kept_carried_write(struct kept_carried *c, const char *folder);
/* False: there is none, or none that is right; then the kernel stands at the first row. */
bool kept_carried_read(struct kept_carried *c, const char *folder, uint64_t limit);
/* Are the values at some seeded places of the table from `from` to `to`, and before `to`, those of all options, by the
 * rule's program? *same is only set to false. */
enum status kept_carried_try(const struct kept_carried *c, uint64_t from, uint64_t to, uint64_t seed, bool *same);

#endif
