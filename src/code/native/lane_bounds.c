/* SPDX-License-Identifier: MIT */
#include "code/native/lane_bounds.h"
#include "code/native/bounds.h"

static int64_t ones_above(int64_t x)
{
    int64_t ones = 1;
    while (ones < x) ones = 2 * ones + 1;
    return ones;
}

int lane_compared(enum opcode op)
{
    switch (op) {
    case OP_JUMP: return 0;
    case OP_JT:
    case OP_JF: return 1;
    case OP_JEQ:
    case OP_JNE:
    case OP_JLT:
    case OP_JLE: return 2;
    default: return -1;
    }
}

bool lane_bounds(enum opcode op, const int64_t *b, const int64_t *c, int64_t *low, int64_t *high)
{
    bounds_wide least, most;
    *low = 0, *high = 1;
    switch (op) {
    case OP_COPY: return *low = b[0], *high = b[1], true;
    case OP_ADD: return *low = b[0] + c[0], *high = b[1] + c[1], true;
    case OP_SUB: return *low = b[0] - c[1], *high = b[1] - c[0], true;
    case OP_MUL:
        bounds_product((struct range){b[0], b[1]}, (struct range){c[0], c[1]}, &least, &most);
        return *low = (int64_t)least, *high = (int64_t)most, true;
    case OP_NEG: return *low = -b[1], *high = -b[0], true;
    case OP_DIV: return *high = b[1], b[0] >= 0 && c[0] == c[1] && c[0] > 0;
    case OP_MOD: return *high = c[0] - 1, b[0] >= 0 && c[0] == c[1] && c[0] > 0;
    case OP_MIN: return *low = b[0] < c[0] ? b[0] : c[0], *high = b[1] < c[1] ? b[1] : c[1], true;
    case OP_MAX: return *low = b[0] > c[0] ? b[0] : c[0], *high = b[1] > c[1] ? b[1] : c[1], true;
    case OP_ABS: return *high = b[1] > -b[0] ? b[1] : -b[0], true;
    case OP_XOR: return *high = ones_above(b[1] > c[1] ? b[1] : c[1]), b[0] >= 0 && c[0] >= 0;
    case OP_BIT: return b[0] >= 0 && c[0] == c[1] && c[0] >= 0;
    case OP_ODD: return true;
    case OP_EQ:
    case OP_LT:
    case OP_LE:
    case OP_NOT: return true;
    default: return false;
    }
}
