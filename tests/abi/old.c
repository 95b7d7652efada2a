/* SPDX-License-Identifier: MIT */
/* Built when the descriptor ended before `moves`: what stands behind it there is no member. */
#define NAME "old"
#include "thirds.h"

static const struct {
    size_t struct_size;
    uint32_t magic;
    uint16_t major, minor;
    uint64_t capabilities;
    const char *name, *version, *summary, *reference, *claim, *source;
    int (*open)(const cgi_host *host, void **instance);
    void (*close)(const cgi_host *host, void *instance);
    int (*offer)(void *instance, const cgi_request *request, cgi_offer *offer);
    int (*value)(void *instance, const cgi_request *request, const cgi_sink *sink);
    int (*outcome)(void *instance, const cgi_request *request, uint32_t *outcome);
    const char *behind[4];
} plugin = {
    .struct_size = offsetof(cgi_plugin, moves),
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = 0,
    .capabilities = CAPABILITIES,
    .name = NAME,
    TEXTS,
    .value = thirds_value,
    .outcome = thirds_outcome,
    .behind = {"this", "is", "no", "function"},
};
ENTRY((const cgi_plugin *)&plugin)
