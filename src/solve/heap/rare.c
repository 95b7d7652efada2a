/* SPDX-License-Identifier: MIT */
/* The mask is chosen as the kernel chooses it. */
#include "solve/heap/rare.h"
#include "code/machine/sparse_space.h"
#include "play/options/store.h"
#include "solve/heap/periodic.h"

enum status rare_of(const struct env *env, int game, struct rare *rare)
{
    const struct game_memory *memory = store_game(env->store, game);
    struct periodic *p = memory->periodic;
    struct sparse_space s = {0};
    *rare = (struct rare){0};
    if (!p || p->family.kind != FAMILY_BREAK) return ST_OK;
    for (size_t i = 0; i < p->family.digit_count; i++)
        if (p->family.digits[i].heaps & 4) s.taken |= 1u << (p->family.digits[i].take & 1);
    enum status st = ST_OK;
    if (s.taken) st = sparse_space_learn(&s, value_view(&memory->sequence), memory->sequence_count, env->budget);
    if (st == ST_OK && s.mask && s.count && s.count <= s.known / 2) {
        const struct splits_place *last = &s.rare[s.count - 1];
        *rare = (struct rare){s.mask, s.flag != 0, s.count, last->place, last->value};
    }
    sparse_space_free(&s);
    return st;
}
