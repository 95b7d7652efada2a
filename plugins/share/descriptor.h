/* SPDX-License-Identifier: MIT */
/* The beginning of every descriptor, and the entry point that returns it.
 *
 *     static const cgi_plugin plugin = {DESCRIPTOR_HEAD, .capabilities = ..., .name = "pair", ...};
 *     PLUGIN_ENTRY(plugin) */
#ifndef CGI_SHARE_DESCRIPTOR_H
#define CGI_SHARE_DESCRIPTOR_H
#include <cgi/plugin.h>

#define DESCRIPTOR_HEAD                                                                                                \
    .struct_size = sizeof(cgi_plugin), .magic = CGI_PLUGIN_MAGIC, .major = CGI_PLUGIN_MAJOR, .minor = CGI_PLUGIN_MINOR

#define PLUGIN_ENTRY(descriptor)                                                                                       \
    const cgi_plugin *cgi_plugin_entry(const cgi_host *host)                                                           \
    {                                                                                                                  \
        (void)host;                                                                                                    \
        return &(descriptor);                                                                                          \
    }

#endif
