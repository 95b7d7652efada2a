/* SPDX-License-Identifier: MIT */
/* The version of the program and the library: the build reads it from here. */
#ifndef CGI_VERSION_H
#define CGI_VERSION_H

#define CGI_VERSION_MAJOR 0
#define CGI_VERSION_MINOR 2
#define CGI_VERSION_PATCH 0
#define CGI_VERSION "0.2.0"

#endif
