/* SPDX-License-Identifier: MIT */
/* Opens only to fail, and leaves memory behind. */
#define NAME "closed"
#include "thirds.h"
static int open_it(const cgi_host *host, void **instance)
{
    *instance = host->allocate(host, 100);
    return host->fail(host, "the table cannot be made");
}
static const cgi_plugin plugin = {DESCRIPTOR, .open = open_it};
ENTRY(&plugin)
