/* SPDX-License-Identifier: MIT */
/* Files of the user alone, in a folder of his own (folder.h).
 *
 *     int file = own_open("~/.cache/cgi/values/0123456789abcdef.values", O_RDWR | O_CREAT, &size);     // -1: none
 *     if (own_begins(file, &head) && own_read(file, bytes, count, at)) ...
 *     own_make_room(path, 1 << 30);                                                                    // old ones go */
#ifndef CGI_BASE_OWN_FILE_H
#define CGI_BASE_OWN_FILE_H
#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"

/* A plain file of this user, made with mode 0600 if `flags` has O_CREAT; -1 if there is none or it is something else. */
int own_open(const char *path, int flags, uint64_t *size);
/* All `count` bytes at that place. */
bool own_read(int file, void *bytes, size_t count, uint64_t at);
bool own_write(int file, const void *bytes, size_t count, uint64_t at);
/* Puts the head of a file about these words to `head`: the magic, the order of bytes, the key (returned), the words. Whoever opens
 * it expects the same head. `head->failed` if memory ran out. */
uint64_t own_head(struct text *head, const char magic[8], const char *words, size_t length);
bool own_begins(int file, const struct text *head);
/* Removes files `*.values` of the folder of `path`, but not `path` itself, those that were used longest ago first, until all that
 * is there holds at most `most` bytes; and files `*.new` that no process has locked, which is what one that was killed has left.
 * To be called whenever a file has grown by OWN_GROWTH. */
#define OWN_GROWTH ((uint64_t)1 << 28)
void own_make_room(const char *path, uint64_t most);

#endif
