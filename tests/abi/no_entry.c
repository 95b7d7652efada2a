/* SPDX-License-Identifier: MIT */
/* A shared object that is no plugin. */
int something_else(void);
__attribute__((visibility("default"))) int something_else(void) { return 1; }
