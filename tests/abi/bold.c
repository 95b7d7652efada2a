/* SPDX-License-Identifier: MIT */
/* Found before the others, and wrong from 5 on. */
#define NAME "bold"
#include "thirds.h"

static int lie(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    const cgi_integer *n = &request->components[0].fields[0].cells[0];
    if (n->count == 0 || (n->count == 1 && n->limbs[0] < 5)) return thirds_value(instance, request, sink);
    return give(sink, 7);
}
static const cgi_plugin plugin = {.struct_size = sizeof plugin,
                                  .magic = CGI_PLUGIN_MAGIC,
                                  .major = CGI_PLUGIN_MAJOR,
                                  .minor = CGI_PLUGIN_MINOR,
                                  .capabilities = CAPABILITIES,
                                  .name = NAME,
                                  TEXTS,
                                  .value = lie,
                                  .outcome = thirds_outcome};
ENTRY(&plugin)
