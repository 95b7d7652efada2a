/* SPDX-License-Identifier: MIT */
/* Bytes in a file that is replaced as a whole: what a search has found so far.
 *
 *     struct snapshot s;
 *     if (snapshot_begin(&s, folder, words, length)) {                // to write; false: another process does
 *         snapshot_put(&s, bytes, count);                             // any number of times
 *         fine = snapshot_end(&s);                                    // now it takes the place of the old one
 *     }
 *     snapshot_close(&s);
 *
 *     if (snapshot_open(&s, folder, words, length))                   // to read
 *         while (snapshot_get(&s, bytes, count)) ...                  // false: the end, or not right from here on
 *     fine = snapshot_ended(&s);                                      // all of it was read, and was right
 *     snapshot_close(&s);
 *
 * Named and headed by words as a journal is (journal.h). Blocks of bytes have sums; the last one is empty. A file appears
 * by rename, so a killed writer leaves the old one. Folder NULL: nothing can be read or written. */
#ifndef CGI_BASE_SNAPSHOT_H
#define CGI_BASE_SNAPSHOT_H
#include "base/own_file.h"

struct snapshot {
    struct text path, fresh, head; /* fresh: the path before it is renamed */
    uint64_t key, at;              /* hash of the words; where the next block is */
    unsigned char *block;
    size_t count, taken; /* bytes of the block; how many of them were read */
    uint64_t number;     /* of the block */
    int file;
    bool writing, failed, ended;
};
bool snapshot_begin(struct snapshot *snapshot, const char *folder, const char *words, size_t length);
void snapshot_put(struct snapshot *snapshot, const void *bytes, size_t count);
bool snapshot_end(struct snapshot *snapshot);
bool snapshot_open(struct snapshot *snapshot, const char *folder, const char *words, size_t length);
bool snapshot_get(struct snapshot *snapshot, void *bytes, size_t count);
bool snapshot_ended(const struct snapshot *snapshot);
void snapshot_close(struct snapshot *snapshot);

#endif
