/* SPDX-License-Identifier: MIT */
/* Moves are numbered by the length of the strip and their place in its list. */
#include "solve/search/mask_strips.h"
#include "solve/search/mask_search.h"

enum { LENGTH_AT = 16, SAMPLED_MOST = 400, GROWTH_OVER = 3 };

void mask_strips_fill(struct masks *m)
{
    m->ground = (struct ground){
        .cells = STRIP_PARTS, .planes = 1, .span = 1, .words = 1, .move_count = strips_moves(m->strips)};
    m->ends = strips_end(m->strips);
    m->exact.failed = true; /* whole strips are of no use */
}

static size_t add_parts(struct masks *m, uint64_t strip, mask_part_vec *parts)
{
    struct strip_part found[STRIP_PARTS];
    size_t count = strips_normal(m->strips, strip, m->every_part, found);
    for (size_t i = 0; i < count; i++) {
        struct mask_part part = {.state = {{found[i].strip}}, .cells = found[i].cells};
        mask_memo_expect(&m->memo, part.state.words);
        parts->data[parts->count++] = part;
    }
    return count;
}

void mask_strips_split(struct masks *m, const struct ground_mask *state, mask_part_vec *parts)
{
    add_parts(m, state->words[0], parts);
}

void mask_strips_list(struct masks *m, struct mask_opening *o, size_t most, mask_option_vec *options,
                      mask_part_vec *parts)
{
    uint64_t after;
    for (; most > 0; most--, o->next++) {
        if (!strips_next(m->strips, &o->strip, &o->next, &after)) {
            o->next = m->ground.move_count;
            return;
        }
        uint32_t first = (uint32_t)parts->count, count = (uint32_t)add_parts(m, after, parts);
        options->data[options->count++] =
            (struct mask_option){first, count, (uint32_t)(o->strip.size << LENGTH_AT | o->next), 0, 0};
    }
}

void mask_strips_prefer(struct masks *m, size_t move)
{
    strips_prefer(m->strips, (uint32_t)(move >> LENGTH_AT), move & ((1u << LENGTH_AT) - 1));
}

/* The strips that are noted for more and more of the cells grow about geometrically; what was found is of use later. */
double mask_strips_estimate(struct masks *m, const struct ground_mask *state)
{
    uint64_t strip = state->words[0], known, counts[STRIP_CELLS + 1] = {0};
    uint32_t size = strip_size(strip), cells = 0;
    enum status st = kept_masks_take(m);
    m->allowed = UINT64_MAX;
    while (st == ST_OK && cells < size && counts[cells] < SAMPLED_MOST) {
        struct ground_mask start = {{strip_start(strip, ++cells)}};
        st = mask_search_on(m, &start, MASK_ANY, &known);
        counts[cells] = m->memo.count + m->memo.replaced;
    }
    kept_masks_end(m);
    if (st != ST_OK) return (double)(m->memo.count + m->memo.replaced);
    double all = (double)counts[cells] + 1, growth = 1;
    if (cells > GROWTH_OVER) growth = all / (double)(counts[cells - GROWTH_OVER] + 1);
    for (; cells + GROWTH_OVER <= size; cells += GROWTH_OVER) all *= growth;
    for (; cells < size; cells++) all *= 1 + (growth - 1) / GROWTH_OVER;
    return all;
}
