/* SPDX-License-Identifier: MIT */
/* Right on small heaps, wrong from 7 on. */
#define NAME "lying"
#include "thirds.h"

static int lie(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    const cgi_integer *n = &request->components[0].fields[0].cells[0];
    (void)instance;
    if (n->count == 0 || (n->count == 1 && n->limbs[0] < 7)) return thirds_value(instance, request, sink);
    return give(sink, n->limbs[0] % 4);
}
static const cgi_plugin plugin = {.struct_size = sizeof plugin,
                                  .magic = CGI_PLUGIN_MAGIC,
                                  .major = CGI_PLUGIN_MAJOR,
                                  .minor = CGI_PLUGIN_MINOR,
                                  .capabilities = CGI_COMPONENT | CGI_NORMAL | CGI_VALUE,
                                  .name = NAME,
                                  TEXTS,
                                  .value = lie};
ENTRY(&plugin)
