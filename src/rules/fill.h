/* Opening and closing the stamped array of a table run. */
#ifndef CGI_RULES_FILL_H
#define CGI_RULES_FILL_H
#include "rules/machine.h"

enum status fill_open(struct fill *fill, struct machine *vm);
void fill_close(struct fill *fill);

#endif
