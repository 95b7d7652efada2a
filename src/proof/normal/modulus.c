/* SPDX-License-Identifier: MIT */
#include "proof/normal/modulus.h"
#include "base/checked.h"
#include "base/numbers.h"

int64_t modulus_join(int64_t a, int64_t b, int64_t most)
{
    int64_t r;
    if (!a || !b || !checked_mul(a / (int64_t)number_gcd((uint64_t)a, (uint64_t)b), b, &r) || r > most) return 0;
    return r;
}

int64_t modulus_of(const struct normal_space *space, const struct linear_form *form, int64_t most)
{
    int64_t need = 1;
    for (uint32_t i = 0; i < form->count && need; i++) {
        const struct normal_term *t = space->vars[form->terms[i].var].term;
        if (!t) continue;
        int64_t inner = 1;
        for (size_t k = 0; k < t->count && inner; k++)
            if (t->args[k].form) inner = modulus_join(inner, modulus_of(space, t->args[k].form, most), most);
        if (t->kind == NORMAL_FLOOR && (!inner || !checked_mul(inner, t->data, &inner) || inner > most)) inner = 0;
        need = modulus_join(need, inner, most);
    }
    return need;
}
