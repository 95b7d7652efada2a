/* Opening and closing the stamped array of a table run. */
#ifndef CGI_CODE_MACHINE_FILL_H
#define CGI_CODE_MACHINE_FILL_H
#include "code/machine/machine.h"

enum status fill_open(struct fill *fill, struct machine *vm);
void fill_close(struct fill *fill);

#endif
