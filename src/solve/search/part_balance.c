/* SPDX-License-Identifier: MIT */
/* Two copies of the colours: what is told of a cell in one is told of its image in the other, and the other way round. As long as both
 * have the same colours there may be such a map; when all differ, they are it, and its moves are compared. */
#include "solve/search/part_balance.h"
#include <string.h>

struct balance {
    const struct part_moves *part;
    uint64_t near[PART_CELLS]; /* the cells that moves that write to this one ask for or write to */
    size_t trials, rounds;
};

/* Pairs that were told are numbered from 1 on. */
static bool find_map(struct balance *b, const struct part_colours *here, const struct part_colours *there,
                     uint64_t number);

/* ---- what may be images --------------------------------------------------------------------------------------------- */
static void find_near(struct balance *b)
{
    const struct part_moves *p = b->part;
    memset(b->near, 0, sizeof b->near);
    for (size_t i = 0; i < p->move_count; i++) {
        const struct part_term *terms = p->terms + p->moves[i].first;
        uint64_t all = 0;
        for (size_t t = 0; t < p->moves[i].count; t++) all |= UINT64_C(1) << terms[t].cell;
        for (size_t t = 0; t < p->moves[i].count; t++)
            if (terms[t].puts != PART_ANY) b->near[terms[t].cell] |= all;
    }
}

static bool may_swap(const struct balance *b, size_t x, size_t y)
{
    return !(b->near[x] >> y & 1) && !(b->near[y] >> x & 1);
}

/* Of each colour an even number of cells. */
static bool is_even(const struct part_colours *c, size_t count)
{
    bool even = count % 2 == 0;
    for (size_t i = 0; even && i < count; i += 2) even = c->sorted[i] == c->sorted[i + 1];
    return even;
}

/* ---- maps ----------------------------------------------------------------------------------------------------------- */
/* The map from cells to those of their colour there. */
static bool is_map(const struct balance *b, const struct part_colours *here, const struct part_colours *there)
{
    const struct part_moves *p = b->part;
    struct part_labels x, y;
    uint8_t image[PART_CELLS];
    part_labels_of(p, here, &x);
    part_labels_of(p, there, &y);
    for (size_t i = 0; i < p->cell_count; i++) image[x.cell[i]] = y.cell[i];
    bool fine = true;
    for (size_t i = 0; fine && i < p->cell_count; i++) fine = image[image[i]] == i && may_swap(b, i, image[i]);
    return fine && part_labels_match(p, &x, p, &y);
}

static bool try_pair(struct balance *b, const struct part_colours *here, const struct part_colours *there, size_t x,
                     size_t y, uint64_t number)
{
    struct part_colours a = *here, c = *there;
    part_colours_tell(b->part, x, 2 * number, &a);
    part_colours_tell(b->part, y, 2 * number, &c);
    part_colours_tell(b->part, y, 2 * number + 1, &a);
    part_colours_tell(b->part, x, 2 * number + 1, &c);
    b->trials += 4;
    b->rounds += a.rounds + c.rounds - here->rounds - there->rounds;
    bool same = memcmp(a.sorted, c.sorted, b->part->cell_count * sizeof *a.sorted) == 0;
    return same && find_map(b, &a, &c, number + 1);
}

/* A cell that is not the only one of its colour, of a colour of few. */
static size_t choose_cell(const struct part_colours *c, size_t count)
{
    uint64_t chosen = 0;
    size_t fewest = count + 1, cell = 0;
    for (size_t i = 0, k; i < count; i = k) {
        for (k = i + 1; k < count && c->sorted[k] == c->sorted[i];) k++;
        if (k - i > 1 && k - i < fewest) fewest = k - i, chosen = c->sorted[i];
    }
    while (c->of[cell] != chosen) cell++;
    return cell;
}

static bool find_map(struct balance *b, const struct part_colours *here, const struct part_colours *there,
                     uint64_t number)
{
    size_t count = b->part->cell_count;
    if (here->distinct == count) return is_map(b, here, there);
    if (number > count) return false;
    size_t x = choose_cell(here, count);
    bool found = false;
    for (size_t y = 0; !found && y < count && b->trials < BALANCE_TRIALS * count; y++)
        if (there->of[y] == here->of[x] && here->of[y] == there->of[x] && may_swap(b, x, y))
            found = try_pair(b, here, there, x, y, number);
    return found;
}

bool part_is_balanced(const struct part_moves *part, struct part_colours *colours)
{
    struct balance b = {.part = part};
    if (!part->cell_count || !is_even(colours, part->cell_count)) return false;
    find_near(&b);
    bool found = find_map(&b, colours, colours, 1);
    colours->rounds += b.rounds;
    return found;
}
