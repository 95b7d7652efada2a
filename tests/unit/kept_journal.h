/* SPDX-License-Identifier: MIT */
/* The journal that a run left in the folder of kept values (kept_folder.h), to be read and to be forged.
 *
 *     uint64_t count = read_values(words, length);         // kept_values
 *     kept_values[7] ^= 1;
 *     write_values(words, length, count);                  // in the place of what was there
 */
#ifndef CGI_TESTS_KEPT_JOURNAL_H
#define CGI_TESTS_KEPT_JOURNAL_H
#include "base/journal.h"
#include "kept_folder.h"

static uint32_t kept_values[1 << 20];

static inline uint64_t read_values(const char *words, size_t length)
{
    struct journal j;
    uint64_t count;
    bool differs;
    assert_true(journal_open(&j, folder, words, length));
    assert_int_equal(journal_load(&j, kept_values, 0, sizeof kept_values / sizeof *kept_values, &count, &differs),
                     ST_OK);
    journal_close(&j);
    return count;
}

/* With right sums. */
static inline void write_values(const char *words, size_t length, uint64_t count)
{
    struct journal j;
    empty_folder();
    journal_open(&j, folder, words, length);
    assert_true(journal_begin(&j) && journal_add(&j, kept_values, count, 0));
    journal_close(&j);
}

#endif
