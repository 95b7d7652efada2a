/* SPDX-License-Identifier: MIT */
/* Which images of a strip are the same game (strips.h): it read backwards, as a ring from another cell on, with values exchanged.
 *
 *     if (strip_find_images(s)) ... s->backwards, s->around, s->exchanges ...
 *
 * Once the boards of all lengths are made. Time: that of the images of the conditions on all of them, for each image that is tried. */
#ifndef CGI_SOLVE_SEARCH_STRIP_IMAGES_H
#define CGI_SOLVE_SEARCH_STRIP_IMAGES_H
#include "solve/search/strip_rules.h"

/* The images that are the same game; false: memory is out. */
bool strip_find_images(struct strips *s);

#endif
