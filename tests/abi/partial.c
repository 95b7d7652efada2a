/* SPDX-License-Identifier: MIT */
/* Knows even heaps only, and fails at heaps of 1000 and more. */
#define NAME "partial"
#include "thirds.h"

/* What is wrong with one heap, or CGI_OK. */
static int look(const cgi_request *request, size_t i)
{
    const cgi_integer *n = &request->components[i].fields[0].cells[0];
    if (n->count > 1 || (n->count == 1 && n->limbs[0] >= 1000)) return request->host->fail(request->host, "a wall");
    return n->count && n->limbs[0] % 2 ? CGI_UNSUPPORTED : CGI_OK;
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    int known = look(request, 0);
    return known == CGI_OK ? thirds_value(instance, request, sink) : known;
}

static int outcome(void *instance, const cgi_request *request, uint32_t *given)
{
    int known = CGI_OK;
    for (size_t i = 0; known == CGI_OK && i < request->component_count; i++) known = look(request, i);
    return known == CGI_OK ? thirds_outcome(instance, request, given) : known;
}
static const cgi_plugin plugin = {.struct_size = sizeof plugin,
                                  .magic = CGI_PLUGIN_MAGIC,
                                  .major = CGI_PLUGIN_MAJOR,
                                  .minor = CGI_PLUGIN_MINOR,
                                  .capabilities = CAPABILITIES,
                                  .name = NAME,
                                  TEXTS,
                                  .value = value,
                                  .outcome = outcome};
ENTRY(&plugin)
