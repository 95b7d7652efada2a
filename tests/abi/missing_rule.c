/* SPDX-License-Identifier: MIT */
/* Has no reference rule. */
#define NAME "missing_rule"
#include "thirds.h"
static const cgi_plugin plugin = {.struct_size = sizeof plugin,
                                  .magic = CGI_PLUGIN_MAGIC,
                                  .major = CGI_PLUGIN_MAJOR,
                                  .capabilities = CAPABILITIES,
                                  .name = NAME,
                                  .version = "1",
                                  .summary = "a test",
                                  .claim = "none",
                                  .source = reference,
                                  .outcome = thirds_outcome,
                                  .value = thirds_value};
ENTRY(&plugin)
