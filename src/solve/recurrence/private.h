/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef CGI_SOLVE_RECURRENCE_PRIVATE_H
#define CGI_SOLVE_RECURRENCE_PRIVATE_H
#include "solve/recurrence/recurrence.h"

#define RECURRENCE_LARGE ((int64_t)1 << 60) /* no heap is larger */
#define RECURRENCE_SMALL ((int64_t)1 << 40) /* what is chosen */
enum { RECURRENCE_STATES = 1 << 12 };

#endif
