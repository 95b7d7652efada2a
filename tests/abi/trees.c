/* SPDX-License-Identifier: MIT */
/* A good reference rule over trees, which a request cannot hold: no position would ever reach the plugin. */
#define NAME "trees"
#include "thirds.h"
static const char forest[] = "game forest(t: tree) { move cut(v in 1..size(t)) -> forest(t - {v}) }";
static const cgi_plugin plugin = {.struct_size = sizeof(cgi_plugin),
                                  .magic = CGI_PLUGIN_MAGIC,
                                  .major = CGI_PLUGIN_MAJOR,
                                  .minor = CGI_PLUGIN_MINOR,
                                  .capabilities = CAPABILITIES,
                                  .name = NAME,
                                  .version = "1",
                                  .summary = "a test",
                                  .reference = forest,
                                  .claim = "n mod 3",
                                  .source = "folklore",
                                  .value = thirds_value,
                                  .outcome = thirds_outcome};
ENTRY(&plugin)
