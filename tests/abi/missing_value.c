/* SPDX-License-Identifier: MIT */
/* Promises values and has no function for them. */
#define NAME "missing_value"
#include "thirds.h"
static const cgi_plugin plugin = {.struct_size = sizeof plugin,
                                  .magic = CGI_PLUGIN_MAGIC,
                                  .major = CGI_PLUGIN_MAJOR,
                                  .capabilities = CAPABILITIES,
                                  .name = NAME,
                                  TEXTS,
                                  .outcome = thirds_outcome};
ENTRY(&plugin)
