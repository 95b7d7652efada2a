/* SPDX-License-Identifier: MIT */
/* A descriptor of something else. */
#include "thirds.h"
static const cgi_plugin plugin = {.struct_size = sizeof plugin, .magic = 0x12345678};
ENTRY(&plugin)
