/* SPDX-License-Identifier: MIT */
/* Right everywhere, and found after the others. */
#define NAME "whole"
#include "thirds.h"
static const cgi_plugin plugin = {DESCRIPTOR};
ENTRY(&plugin)
