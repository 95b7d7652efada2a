/* SPDX-License-Identifier: MIT */
/* A second plugin of the same name: the one found first counts. */
#define NAME "good"
#include "thirds.h"
static const cgi_plugin plugin = {DESCRIPTOR};
ENTRY(&plugin)
