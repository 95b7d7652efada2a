/* SPDX-License-Identifier: MIT */
/* The pieces of one heap and those of more are two rules; each is recognised by itself, since the options of a rule are the union of
 * those of its pieces. Splits that leave all in one heap are then takes of the first. */
#include "proof/family/private.h"

/* The pieces that leave one heap, or the others. */
static bool part_of(const struct normal *n, bool one_heap, struct normal *part)
{
    *part = *n;
    part->piece_count = 0;
    part->pieces = arena_array(n->space->arena, n->piece_count + 1, sizeof *part->pieces);
    for (size_t i = 0; part->pieces && i < n->piece_count; i++)
        if ((n->pieces[i].component_count == 1) == one_heap) part->pieces[part->piece_count++] = n->pieces[i];
    return part->pieces != NULL;
}

/* Is the take one of these, or one of those that all large heaps allow? */
static bool has_take(const struct family_takes *takes, int64_t take)
{
    for (size_t i = 0; i < takes->count; i++)
        if (takes->takes[i] == take) return true;
    return false;
}

/* Does this residue get the take: a split leaves so many in one heap, or it is near only because the reach has grown? */
static bool is_added(const struct family *takes, const struct family *splits, int64_t residue, int64_t take)
{
    int64_t q = takes->modulus, left = ((residue - take) % q + q) % q;
    if (takes->far && take > takes->reach && (!takes->classes || takes->classes[residue * q + left])) return true;
    for (size_t i = 0; i < splits->digit_count; i++)
        if (splits->digits[i].take == take && splits->digits[i].heaps >> 1 & 1) return true;
    return false;
}

static bool join_takes(const struct family *splits, int64_t reach, struct arena *arena, struct family *f)
{
    for (int64_t r = 0; r < f->modulus; r++) {
        const struct family_takes old = f->residues[r];
        struct family_takes *t = &f->residues[r];
        t->count = 0;
        t->takes = arena_array(arena, (size_t)reach + 1, sizeof *t->takes);
        if (!t->takes) return false;
        for (int64_t d = 1; d <= reach; d++)
            if (has_take(&old, d) || is_added(f, splits, r, d)) t->takes[t->count++] = d;
    }
    return true;
}

/* The digits without what leaves one heap or none; *reach: the greatest take of all that leave something. */
static bool join_digits(const struct family *splits, struct arena *arena, struct family *f, int64_t *reach)
{
    f->digits = arena_array(arena, splits->digit_count + 1, sizeof *f->digits);
    for (size_t i = 0; f->digits && i < splits->digit_count; i++) {
        struct family_digit d = splits->digits[i];
        d.heaps &= ~3u;
        if (d.heaps) f->digits[f->digit_count++] = d;
    }
    *reach = f->reach > splits->largest_take ? f->reach : splits->largest_take;
    f->most_heaps = splits->most_heaps;
    f->largest_take = splits->largest_take;
    f->narrow = splits->narrow;
    return f->digits != NULL;
}

bool family_joined(const struct normal *n, struct arena *arena, struct family *f)
{
    struct normal part;
    struct family takes = {0}, splits = {0};
    if (!part_of(n, true, &part)) return false;
    if (part.piece_count == 0 || part.piece_count == n->piece_count) return true;
    if (!family_sliding(&part, arena, &takes)) return false;
    if (takes.kind == FAMILY_NONE) return true;
    if (!part_of(n, false, &part) || !family_break(&part, arena, &splits)) return false;
    if (splits.kind == FAMILY_NONE || splits.most_heaps < 2 || (!takes.far && splits.most_heaps > 2)) return true;
    if (takes.far && splits.digits[0].take < 0) return true; /* the theorem of growth.h has no such splits */
    int64_t reach;
    if (!join_digits(&splits, arena, &takes, &reach) || !join_takes(&splits, reach, arena, &takes)) return false;
    takes.reach = reach;
    int64_t regular =
        reach + takes.far_low + 1; /* below, a split may leave nothing, and a near heap may be a low one */
    if (takes.threshold < regular) takes.threshold = regular;
    takes.kind = FAMILY_JOINED;
    *f = takes;
    return true;
}
