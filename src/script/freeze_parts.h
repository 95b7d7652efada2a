/* What the two halves of freezing share: freeze.c makes what frozen.c uses.
 *
 * The registry and the guards keep their things under the addresses of these constants. */
#ifndef CGI_SCRIPT_FREEZE_PARTS_H
#define CGI_SCRIPT_FREEZE_PARTS_H

struct freeze_keys {
    char names;     /* registry: what was found -> the name of the variable that holds it */
    char owners;    /* registry: content -> its table */
    char variables; /* registry: a list of function, number of upvalue, value (a NULL pointer for nil), over and over */
    char functions; /* registry: a list of the Lua functions */
    char content;   /* guard: what was in the table */
    char metatable; /* guard: the table's own metatable */
};
extern const struct freeze_keys freeze_keys;

#endif
