/* SPDX-License-Identifier: MIT */
/* What the plugins of this folder have in common: take one or two from a heap, worth n mod 3. Each file changes one
 * thing.
 *
 *     #define NAME "good"
 *     #include "thirds.h"
 *     static const cgi_plugin plugin = {DESCRIPTOR};
 *     ENTRY(&plugin) */
#ifndef CGI_TESTS_ABI_THIRDS_H
#define CGI_TESTS_ABI_THIRDS_H
#include <cgi/plugin.h>

static const char reference[] = "game thirds(n) { move take(t in 1..min(2, n)) -> thirds(n - t) }";

static inline uint64_t rest_of(const cgi_component *component)
{
    const cgi_integer *n = &component->fields[0].cells[0];
    uint64_t rest = 0;
    for (uint32_t i = 0; i < n->count; i++) rest += n->limbs[i] % 3; /* 2^64 mod 3 is 1 */
    return rest % 3;
}

static inline int give(const cgi_sink *sink, uint64_t limb)
{
    cgi_integer answer = {limb != 0, limb != 0, &limb};
    return sink->value(sink, &answer);
}

static inline int thirds_value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    (void)instance;
    return give(sink, rest_of(&request->components[0]));
}

static inline int thirds_outcome(void *instance, const cgi_request *request, uint32_t *outcome)
{
    uint64_t total = 0;
    (void)instance;
    for (size_t i = 0; i < request->component_count; i++) total ^= rest_of(&request->components[i]);
    *outcome = total ? CGI_OUTCOME_N : CGI_OUTCOME_P;
    return CGI_OK;
}

#define CAPABILITIES (CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_VALUE | CGI_OUTCOME)
#define TEXTS .version = "1", .summary = "a test", .reference = reference, .claim = "n mod 3", .source = "folklore"
#define DESCRIPTOR                                                                                                     \
    .struct_size = sizeof(cgi_plugin), .magic = CGI_PLUGIN_MAGIC, .major = CGI_PLUGIN_MAJOR,                           \
    .minor = CGI_PLUGIN_MINOR, .capabilities = CAPABILITIES, .name = NAME, TEXTS, .value = thirds_value,               \
    .outcome = thirds_outcome
#define ENTRY(descriptor)                                                                                              \
    const cgi_plugin *cgi_plugin_entry(const cgi_host *host)                                                           \
    {                                                                                                                  \
        (void)host;                                                                                                    \
        return descriptor;                                                                                             \
    }

#endif
