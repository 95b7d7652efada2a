/* SPDX-License-Identifier: MIT */
/* A plugin without anything wrong. */
#define NAME "good"
#include "thirds.h"
static const cgi_plugin plugin = {DESCRIPTOR};
ENTRY(&plugin)
