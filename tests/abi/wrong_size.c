/* SPDX-License-Identifier: MIT */
/* A size that reaches beyond the file. */
#define NAME "wrong_size"
#include "thirds.h"
static const cgi_plugin plugin = {.struct_size = (size_t)1 << 40, .magic = CGI_PLUGIN_MAGIC, .major = CGI_PLUGIN_MAJOR};
ENTRY(&plugin)
