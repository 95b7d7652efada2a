/* SPDX-License-Identifier: MIT */
/* Built with a later minor version: a longer descriptor, capabilities that nobody here has heard of. */
#define NAME "newer"
#include "thirds.h"

static const struct {
    cgi_plugin known;
    const void *unknown[6];
} plugin = {
    .known = {.struct_size = sizeof(cgi_plugin) + 6 * sizeof(void *),
              .magic = CGI_PLUGIN_MAGIC,
              .major = CGI_PLUGIN_MAJOR,
              .minor = CGI_PLUGIN_MINOR + 7,
              .capabilities = CAPABILITIES | UINT64_C(0xff00000000000000),
              .name = NAME,
              TEXTS,
              .value = thirds_value,
              .outcome = thirds_outcome},
    .unknown = {"some", "later", "members"},
};
ENTRY(&plugin.known)
