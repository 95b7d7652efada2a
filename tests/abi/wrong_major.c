/* SPDX-License-Identifier: MIT */
/* Built for another major version, where everything may be different. */
#define NAME "wrong_major"
#include "thirds.h"
static const cgi_plugin plugin = {
    .struct_size = sizeof plugin, .magic = CGI_PLUGIN_MAGIC, .major = CGI_PLUGIN_MAJOR + 3, .minor = 1};
ENTRY(&plugin)
