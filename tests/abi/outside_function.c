/* SPDX-License-Identifier: MIT */
/* A function that is none. */
#define NAME "outside_function"
#include "thirds.h"
static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .capabilities = CAPABILITIES,
    .name = NAME,
    TEXTS,
    .outcome = thirds_outcome,
    .value = (int (*)(void *, const cgi_request *, const cgi_sink *))(uintptr_t)0x1000,
};
ENTRY(&plugin)
