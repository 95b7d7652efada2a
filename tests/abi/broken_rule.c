/* SPDX-License-Identifier: MIT */
/* A reference rule that does not check: the plugin is of no use and is listed so. */
#define NAME "broken_rule"
#include "thirds.h"
static const char broken[] = "game thirds(n) { move take(t in 1..min(2, n)) -> thirds(n - heap) }";
static const cgi_plugin plugin = {.struct_size = sizeof(cgi_plugin),
                                  .magic = CGI_PLUGIN_MAGIC,
                                  .major = CGI_PLUGIN_MAJOR,
                                  .minor = CGI_PLUGIN_MINOR,
                                  .capabilities = CAPABILITIES,
                                  .name = NAME,
                                  .version = "1",
                                  .summary = "a test",
                                  .reference = broken,
                                  .claim = "n mod 3",
                                  .source = "folklore",
                                  .value = thirds_value,
                                  .outcome = thirds_outcome};
ENTRY(&plugin)
