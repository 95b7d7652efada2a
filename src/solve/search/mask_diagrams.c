/* SPDX-License-Identifier: MIT */
#include "solve/search/mask_diagrams.h"
#include "base/hash.h"
#include "solve/search/diagram_board.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_search.h"

#define NOTED 0.6
/* A count takes about as long as an option: of few options it does not pay to choose. */
enum { HALF = 32, PLAYS = 16, WORTH_COUNTING = 8 };

static bool is_packed(const struct masks *m) { return m->ground.words == 1; }

static struct diagram_state unpack(const struct masks *m, const struct ground_mask *key)
{
    if (is_packed(m)) return (struct diagram_state){(uint32_t)key->words[0], key->words[0] >> HALF};
    return (struct diagram_state){key->words[0], key->words[1]};
}

static struct ground_mask pack(const struct masks *m, const struct diagram_state *s)
{
    if (is_packed(m)) return (struct ground_mask){{s->low | s->high << HALF}};
    return (struct ground_mask){{s->low, s->high}};
}

void mask_diagrams_fill(struct masks *m)
{
    size_t cells = diagram_board_cells(m->diagrams), words = cells <= HALF ? 1 : 2;
    m->ground = (struct ground){
        .cells = cells, .planes = words, .span = 1, .words = words, .move_count = diagram_board_moves(m->diagrams)};
    m->ends = diagram_board_ends(m->diagrams);
    m->exact.failed = true; /* it takes a list of moves */
}

bool mask_diagrams_code(const struct masks *m, const struct component *component, struct ground_mask *state)
{
    struct diagram_state s;
    if (!diagram_board_code(m->diagrams, component, &s)) return false;
    *state = pack(m, &s);
    return true;
}

static void add_part(struct masks *m, const struct diagram_state *least, uint32_t room, mask_part_vec *parts)
{
    struct mask_part *part = &parts->data[parts->count++];
    *part = (struct mask_part){.state = pack(m, least), .cells = room};
    mask_memo_expect(&m->memo, part->state.words);
}

void mask_diagrams_split(struct masks *m, const struct ground_mask *state, mask_part_vec *parts)
{
    struct diagram_state s = unpack(m, state), least = diagram_board_least(m->diagrams, &s);
    add_part(m, &least, diagram_board_room(m->diagrams, &least), parts);
}

void mask_diagrams_open(struct masks *m, const struct ground_mask *state)
{
    struct diagram_state s = unpack(m, state);
    diagram_board_open(m->diagrams, &s);
}

void mask_diagrams_list(struct masks *m, struct mask_opening *o, size_t most, mask_option_vec *options,
                        mask_part_vec *parts)
{
    for (; most > 0; most--, o->next++) {
        if (!diagram_board_next(m->diagrams, &o->next)) {
            o->next = m->ground.move_count;
            return;
        }
        uint32_t first = (uint32_t)parts->count, room;
        struct diagram_state least = diagram_board_least_after(m->diagrams, o->next, &room);
        add_part(m, &least, room, parts);
        options->data[options->count++] = (struct mask_option){first, 1, (uint32_t)o->next, 0, 0};
    }
}

void mask_diagrams_count(struct masks *m, size_t first)
{
    if (m->options.count - first < WORTH_COUNTING) return;
    for (size_t i = first; i < m->options.count; i++) {
        const struct mask_option *option = &m->options.data[i];
        m->parts.data[option->first].replies = 1 + diagram_board_replies(m->diagrams, option->move);
    }
}

/* A few plays at random: the positions after d moves are about as many as the products of the numbers of options, by
 * d!, as moves in another order come to the same. Of these NOTED are met: it was a fifth to a half on large boards. */
double mask_diagrams_estimate(struct masks *m, const struct ground_mask *state)
{
    uint64_t seed = 1;
    double after_moves = 1, all = 1, options[MASK_DEPTH] = {0};
    for (int play = 0; play < PLAYS; play++) {
        struct diagram_state s = unpack(m, state);
        for (size_t depth = 0; depth < MASK_DEPTH; depth++) {
            uint64_t count = 0;
            diagram_board_open(m->diagrams, &s);
            for (size_t at = 0; diagram_board_next(m->diagrams, &at); at++)
                if (random_next(&seed) % ++count == 0) s = diagram_board_after(m->diagrams, at);
            options[depth] += (double)count;
            if (count == 0) break;
        }
    }
    for (size_t depth = 0; depth < MASK_DEPTH && options[depth] > 0; depth++) {
        after_moves *= options[depth] / PLAYS / (double)(depth + 1);
        all += after_moves;
    }
    return all / diagram_board_all_images(m->diagrams) * NOTED;
}
