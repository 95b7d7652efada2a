/* SPDX-License-Identifier: MIT */
/* A descriptor that is not data of the file. */
#include "thirds.h"
ENTRY((const cgi_plugin *)(uintptr_t)0x1000)
