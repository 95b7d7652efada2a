/* SPDX-License-Identifier: MIT */
/* A name that no rule file could write. */
#define NAME "../Bad name"
#include "thirds.h"
static const cgi_plugin plugin = {DESCRIPTOR};
ENTRY(&plugin)
