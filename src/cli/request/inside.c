/* SPDX-License-Identifier: MIT */
/* The documented games that are parts of the program: each is linked in under the name of its folder (plugins/CMakeLists.txt). */
#include "cgi/plugin.h"
#include "cli/request/request.h"

#define INSIDE(name) const cgi_plugin *cgi_plugin_entry_##name(const cgi_host *host);
#include "cli/inside.inc"
#undef INSIDE

const struct inside_plugin inside_plugins[] = {
#define INSIDE(name) {#name ".so", cgi_plugin_entry_##name},
#include "cli/inside.inc"
#undef INSIDE
    {0}};
