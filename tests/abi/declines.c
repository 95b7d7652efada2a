/* SPDX-License-Identifier: MIT */
/* Says no to the host, and why. */
#include "thirds.h"
const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    host->fail(host, "a host with a telescope is needed");
    return NULL;
}
