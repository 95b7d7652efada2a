/* SPDX-License-Identifier: MIT */
/* Says that it can do everything for one rule, so that it is asked before others that fit, and is wrong from 7 on. */
#define NAME "boasting"
#include "thirds.h"

static int lie(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    const cgi_integer *n = &request->components[0].fields[0].cells[0];
    (void)instance;
    return give(sink, n->count && (n->count > 1 || n->limbs[0] > 6) ? 5 : rest_of(&request->components[0]));
}

static int no_moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    (void)instance, (void)request, (void)sink;
    return CGI_OK;
}
static const cgi_plugin plugin = {.struct_size = sizeof plugin,
                                  .magic = CGI_PLUGIN_MAGIC,
                                  .major = CGI_PLUGIN_MAJOR,
                                  .minor = CGI_PLUGIN_MINOR,
                                  .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE |
                                                  CGI_OUTCOME | CGI_MOVES | CGI_TAME,
                                  .name = NAME,
                                  TEXTS,
                                  .value = lie,
                                  .outcome = thirds_outcome,
                                  .moves = no_moves};
ENTRY(&plugin)
