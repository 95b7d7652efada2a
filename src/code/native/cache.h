/* SPDX-License-Identifier: MIT */
/* Where compiled code is kept between runs.
 *
 *     struct native_cache c;
 *     if (native_cache_open(text, length, identity, &c) != ST_OK) return ST_NO_MEMORY;     // c.folder NULL:
  * nowhere to write
 *     if (native_cache_has(&c)) load(c.module);
 *     else { write(c.source); compile(c.source, c.made); native_cache_add(&c); load(c.module); }
 *     native_cache_close(&c);
 *
 * The folder is $XDG_CACHE_HOME/cgi/native or $HOME/.cache/cgi/native, made with mode 0700. If it belongs to
  * somebody else, or others may enter it, or it cannot be made, a new folder in $TMPDIR or /tmp serves, and is
  * removed by native_cache_close.
 *
 * An entry KEY is three files: KEY.c, the whole text; KEY.so; and KEY.sum, the size and hash of KEY.so and the
  * identity (compiler, flags, processor). KEY is a hash of text and identity, and an entry is only used if the text
  * and the identity are the very same and size and hash are right; so neither a collision nor a torn file is
  * loaded. Files appear by rename, KEY.sum last. When the entries exceed NATIVE_CACHE_BYTES, those that were used
  * longest ago go. */
#ifndef CGI_CODE_NATIVE_CACHE_H
#define CGI_CODE_NATIVE_CACHE_H
#include <stdbool.h>
#include <stddef.h>
#include "base/status.h"
#include "base/text.h"

#define NATIVE_CACHE_BYTES (64u << 20)

struct native_cache {
    const char *text, *identity; /* borrowed */
    size_t length;
    struct text folder, source, module, sum;     /* paths */
    struct text new_source, new_module, new_sum; /* of this process, before they are renamed */
    bool usable, passing;                        /* there is a folder; it goes when this is closed */
};
enum status native_cache_open(const char *text, size_t length, const char *identity, struct native_cache *cache);
/* Is the entry there, whole and of this very text? */
bool native_cache_has(struct native_cache *cache);
/* Writes new_source, for the compiler. */
bool native_cache_write(struct native_cache *cache);
/* After new_module was made: the entry is new_source and new_module. False: it could not be added. */
bool native_cache_add(struct native_cache *cache);
/* Removes what this process has not added, and a passing folder. */
void native_cache_close(struct native_cache *cache);

#endif
