/* SPDX-License-Identifier: MIT */
/* Right values, and misere outcomes that are wrong from 7 on; claims to be tame. */
#define NAME "misled"
#include "thirds.h"

static int lie(void *instance, const cgi_request *request, uint32_t *outcome)
{
    const cgi_integer *n = &request->components[0].fields[0].cells[0];
    uint64_t lost = 0;
    (void)instance;
    if (request->play == CGI_PLAY_MISERE) lost = n->count == 0 || (n->count == 1 && n->limbs[0] < 7) ? 1 : 2;
    *outcome = rest_of(&request->components[0]) == lost ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    return CGI_OK;
}
static const cgi_plugin plugin = {.struct_size = sizeof plugin,
                                  .magic = CGI_PLUGIN_MAGIC,
                                  .major = CGI_PLUGIN_MAJOR,
                                  .minor = CGI_PLUGIN_MINOR,
                                  .name = NAME,
                                  TEXTS,
                                  .value = thirds_value,
                                  .outcome = lie,
                                  .capabilities =
                                      CGI_COMPONENT | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_TAME};
ENTRY(&plugin)
