/* SPDX-License-Identifier: MIT */
/* States taken apart, and parts brought to their least images. One to three words, and two planes of one word, are compiled apart. */
#include "solve/search/mask_parts.h"
#include "base/mem.h"
#include "solve/search/mask_constants.h"
#include "solve/search/mask_images.h"
#include "solve/search/mask_pivots.h"
#include "solve/search/mask_diagrams.h"
#include "solve/search/mask_flood.h"
#include "solve/search/mask_strips.h"
#include "solve/search/mask_words.h"

/* Of so few cells that were lost the images of what was opened are changed; else all are found anew, together (mask_images.h). */
enum { FEW_LOST = 4 };
/* Of the images of what is turned two are no inverses of themselves. */
#define INVERSE_IMAGES (1u << 1 | 1u << 2 | 1u << 3 | 1u << MIRROR_TURN | 1u << (MIRROR_TURN + 3))

/* ---- images on a board of one word -------------------------------------------------------------------------------- */
/* There a part is the set of its cells. */
static const struct shape one_word = {1, 1, 1};

EVERYWHERE uint64_t image_of_word(const struct masks *m, size_t image, uint64_t cells)
{
    struct ground_mask from = {{cells}};
    if (m->ground.order_count) return image_of(one_word, m->images[image], &from).words[0];
    if (image & MIRROR_TURN) from = image_of(one_word, m->images[MIRROR_TURN], &from);
    if (image % MIRROR_TURN) from = image_of(one_word, m->images[image % MIRROR_TURN], &from);
    return from.words[0];
}

EVERYWHERE bool has_image(const struct masks *m, size_t image)
{
    return (!(image & MIRROR_TURN) || m->images[MIRROR_TURN]) &&
           (!(image % MIRROR_TURN) || m->images[image % MIRROR_TURN]);
}

static void open_images(const struct masks *m, struct mask_opening *o)
{
    for (size_t k = 1; k <= m->ground.order_count; k++) o->images[k] = image_of_word(m, k, o->live.words[0]);
    if (m->ground.order_count) return;
    o->turns = m->images[MIRROR_TURN] && is_within(one_word, &o->live, &m->corner);
    for (size_t k = 1; k < 2 * MIRROR_TURN; k++)
        if (has_image(m, k) && (o->turns || k < MIRROR_TURN)) o->images[k] = image_of_word(m, k, o->live.words[0]);
}

static bool is_balanced_word(const struct masks *m, uint64_t part, size_t image)
{
    struct ground_mask live = {{part}}, there = {{image_of_word(m, image, part)}};
    struct mask_box box = box_of(one_word, m, &there);
    struct own_image own = {image & MIRROR_TURN ? m->images[MIRROR_TURN] : NULL,
                            image % MIRROR_TURN ? m->images[image % MIRROR_TURN] : NULL, slide_of(m, box, 0), NULL};
    return is_balanced(one_word, m, &live, own);
}

/* The images `first` to `first` + 3 of the part, in that box before it is mirrored: those of what was opened, without the few cells that it
 * has lost. Returns the images that are the part itself. */
EVERYWHERE size_t try_words(const struct masks *m, const uint64_t *opened, uint64_t lost, size_t first,
                            struct mask_box box, uint64_t part, uint64_t *least)
{
    size_t same = 0;
    for (size_t k = first ? first : 1; k < first + MIRROR_TURN; k++) {
        if (!has_image(m, k)) continue;
        uint64_t image = opened[k];
        for (uint64_t left = lost; left; left &= left - 1) image &= m->cell_images[__builtin_ctzll(left)][k];
        image >>= slide_of(m, box, k % MIRROR_TURN);
        if (image < *least) *least = image;
        if (image == part) same |= (size_t)1 << k;
    }
    return same;
}

/* The least of the images by orders. */
EVERYWHERE uint64_t least_word_by_orders(const struct masks *m, const struct mask_opening *o, uint64_t part,
                                         bool *balanced)
{
    uint64_t least = part, lost = o->live.words[0] & ~part;
    size_t same = 0;
    struct ground_mask live = {{part}};
    if (bits_of(lost) > FEW_LOST) return least_by_orders(one_word, m, &live, balanced).words[0];
    for (size_t k = 1; k <= m->ground.order_count; k++) {
        uint64_t image = o->images[k];
        for (uint64_t left = lost; left; left &= left - 1) image &= m->cell_images[__builtin_ctzll(left)][k];
        if (image < least) least = image;
        if (image == part) same |= (size_t)1 << k;
    }
    *balanced = false;
    for (same &= m->inverse; same && !*balanced && bits_of(part) > MASK_SMALL; same &= same - 1)
        *balanced =
            is_balanced(one_word, m, &live, (struct own_image){NULL, m->images[__builtin_ctzll(same)], 0, NULL});
    return least;
}

EVERYWHERE uint64_t least_word(const struct masks *m, const struct mask_opening *o, uint64_t cells, bool *balanced)
{
    struct ground_mask live = {{cells}};
    uint64_t lost = o->live.words[0] & ~cells;
    if (bits_of(lost) > FEW_LOST) return least_image(one_word, m, live, &live, balanced).words[0];
    struct mask_box box = box_of(one_word, m, &live);
    uint64_t part = cells >> slide_of(m, box, 0), least = part;
    bool turns = m->images[MIRROR_TURN] && !(part & ~m->corner.words[0]);
    if (turns && !o->turns) return least_image(one_word, m, live, &live, balanced).words[0];
    size_t same = try_words(m, o->images, lost, 0, box, part, &least);
    if (turns) {
        box = (struct mask_box){box.left, box.right, box.top, box.bottom};
        same |= try_words(m, o->images, lost, MIRROR_TURN, box, part, &least);
    }
    *balanced = false;
    same &= INVERSE_IMAGES;
    for (; same && !*balanced && bits_of(part) > MASK_SMALL; same &= same - 1)
        *balanced = is_balanced_word(m, part, (size_t)__builtin_ctzll(same));
    return least;
}

/* ---- parts -------------------------------------------------------------------------------------------------------- */
/* Appends the part of the state with these cells; an equal one of parts from `first` on is taken away instead. */
EVERYWHERE void add_part(struct shape f, struct masks *m, const struct mask_opening *o, const struct ground_mask *state,
                         const struct ground_mask *cells, size_t first, mask_part_vec *parts)
{
    bool balanced;
    struct ground_mask part = {{0}};
    if (f.words == 1 && m->ground.order_count && !m->pivots)
        part.words[0] = least_word_by_orders(m, o, cells->words[0], &balanced);
    else if (f.words == 1 && !m->pivots) part.words[0] = least_word(m, o, cells->words[0], &balanced);
    else {
        part = restricted(f, state, cells);
        part =
            m->ground.order_count ? least_of_orders(f, m, &part, &balanced) : least_image(f, m, part, cells, &balanced);
    }
    if (balanced && !m->every_part) return;
    for (size_t i = first; i < parts->count && !m->every_part; i++)
        if (is_same(f, &parts->data[i].state, &part)) {
            parts->data[i] = parts->data[--parts->count];
            return;
        }
    mask_memo_expect(&m->memo, part.words);
    parts->data[parts->count++] = (struct mask_part){.state = part, .cells = cell_count(f, cells)};
}

/* Every class has a cell of `seeds`. */
EVERYWHERE void split_graph(struct shape f, struct masks *m, const struct mask_opening *o,
                            const struct ground_mask *state, struct ground_mask seeds, mask_part_vec *parts)
{
    struct ground_mask left = live_cells(f, state);
    size_t first = parts->count;
    while (!is_empty(f, &seeds)) {
        struct ground_mask one = {{0}};
        ground_add(&one, first_cell(f, &seeds));
        struct ground_mask cells = flood(f, m, one, &left, &seeds);
        for (size_t w = 0; w < f.span; w++) {
            left.words[w] &= ~cells.words[w];
            seeds.words[w] &= ~cells.words[w];
        }
        if (!is_same(shape_of_cells(f), &cells, &one) || meets(f, &cells, &m->alone))
            add_part(f, m, o, state, &cells, first, parts);
    }
}

/* The same of what was opened, on a board of one word, if its cells are a forest and few of them are lost (mask_forest.h); else false. */
EVERYWHERE bool split_forest(struct masks *m, const struct mask_opening *o, const struct ground_mask *state,
                             mask_part_vec *parts)
{
    uint64_t left = state->words[0], lost = o->live.words[0] & ~left;
    size_t first = parts->count;
    if (!o->forest.is || left & ~o->live.words[0] || bits_of(lost) > FOREST_LOST) return false;
    for (uint64_t tops = forest_tops(m, &o->forest, left, lost); tops; tops &= tops - 1) {
        size_t top = (size_t)__builtin_ctzll(tops);
        struct ground_mask cells = {{forest_below(&o->forest, top, left, lost)}};
        if (cells.words[0] & (cells.words[0] - 1) || cells.words[0] & m->alone.words[0])
            add_part(one_word, m, o, state, &cells, first, parts);
    }
    return true;
}

/* The cells joined by the moves that may still be made, as classes; returns how many there are. */
EVERYWHERE size_t find_classes(struct shape f, struct masks *m, const struct ground_mask *live)
{
    size_t count = 0;
    uint64_t *classes = m->classes.data;
    for (const uint64_t *need = m->able.data; need < m->able.data + m->able.count; need += 2 * f.span) {
        uint64_t cells[GROUND_WORDS], off = 0;
        size_t left = 0;
        for (size_t w = 0; w < f.span; w++) {
            off |= need[w] & ~live->words[w];
            cells[w] = need[f.span + w] & live->words[w];
        }
        if (off) continue;
        for (size_t k = 0; k < count; k++) {
            uint64_t *other = classes + k * f.span, both = 0;
            for (size_t w = 0; w < f.span; w++) both |= cells[w] & other[w];
            for (size_t w = 0; w < f.span; w++) {
                if (both) cells[w] |= other[w];
                else classes[left * f.span + w] = other[w];
            }
            left += !both;
        }
        for (size_t w = 0; w < f.span; w++) classes[left * f.span + w] = cells[w];
        count = left + 1;
    }
    return count;
}

/* Once for what is opened, and only where some option loses a cell. */
EVERYWHERE void find_able(struct shape f, struct masks *m, struct mask_opening *o)
{
    if (o->able) return;
    o->able = true;
    m->able.count = 0;
    for (size_t i = 0; i < m->ground.move_count; i++) {
        const struct ground_move *move = &m->ground.moves[i];
        if (!is_within(f, &move->need, &o->live)) continue;
        for (size_t w = 0; w < f.span; w++) m->able.data[m->able.count++] = move->need.words[w];
        for (size_t w = 0; w < f.span; w++) m->able.data[m->able.count++] = move->foot.words[w];
    }
}

EVERYWHERE void split_list(struct shape f, struct masks *m, struct mask_opening *o, const struct ground_mask *state,
                           mask_part_vec *parts)
{
    find_able(f, m, o);
    struct ground_mask live = live_cells(f, state);
    size_t count = find_classes(f, m, &live), first = parts->count;
    for (size_t i = 0; i < count; i++) {
        struct ground_mask cells = {{0}};
        for (size_t w = 0; w < f.span; w++) cells.words[w] = m->classes.data[i * f.span + w];
        add_part(f, m, o, state, &cells, first, parts);
    }
}

/* One open cell with one of two values is one move, wherever it is: a part that is the same for all of these. */
EVERYWHERE void add_single(struct shape f, struct masks *m, const struct constant_class *class, size_t first,
                           mask_part_vec *parts)
{
    struct ground_mask *single = &m->constants->single;
    if (is_empty(f, single)) *single = class->whole;
    for (size_t i = first; i < parts->count && !m->every_part; i++)
        if (is_same(f, &parts->data[i].state, single)) {
            parts->data[i] = parts->data[--parts->count];
            return;
        }
    parts->data[parts->count++] = (struct mask_part){.state = *single, .cells = 1};
}

/* Parts are as large as what is open in them. */
EVERYWHERE void split_open_in(struct shape f, struct masks *m, struct mask_opening *o, const struct ground_mask *state,
                              mask_part_vec *parts)
{
    struct ground_mask live = live_cells(f, state);
    size_t first = parts->count;
    if (!o->able) mask_constants_open(m, &o->live);
    o->able = true;
    size_t count = mask_constants_classes(m, state, &live);
    for (size_t i = 0; i < count; i++) {
        const struct constant_class *class = &m->constants->classes[i];
        uint32_t cells = cell_count(f, &class->cells);
        size_t before = parts->count;
        if (f.planes == 1 && cells == 1) {
            add_single(f, m, class, first, parts);
            continue;
        }
        add_part(f, m, o, state, &class->whole, first, parts);
        if (parts->count > before) parts->data[before].cells = cells;
    }
}

/* On a board on which cells stay for ever (mask_constants.h). */
static __attribute__((noinline)) void split_open(struct masks *m, struct mask_opening *o,
                                                 const struct ground_mask *state, mask_part_vec *parts)
{
    if (m->ground.words == 1) split_open_in((struct shape){1, 1, 1}, m, o, state, parts);
    else if (m->ground.words == 2 && m->ground.span == 1) split_open_in((struct shape){2, 1, 2}, m, o, state, parts);
    else split_open_in(shape_of(&m->ground), m, o, state, parts);
}

/* Room for the parts is there. */
EVERYWHERE void split_in(struct shape f, struct masks *m, struct mask_opening *o, const struct ground_mask *state,
                         const struct ground_mask *seeds, mask_part_vec *parts)
{
    if (m->joined) split_graph(f, m, o, state, *seeds, parts);
    else split_list(f, m, o, state, parts);
}

/* ---- options ------------------------------------------------------------------------------------------------------ */
struct mask_opening masks_open(struct masks *m, const struct ground_mask *state)
{
    if (m->strips) {
        struct mask_opening of_strip = {.state = *state};
        strips_open(m->strips, state->words[0], &of_strip.strip);
        return of_strip;
    }
    if (m->diagrams) {
        mask_diagrams_open(m, state);
        return (struct mask_opening){.state = *state};
    }
    if (m->tree) return (struct mask_opening){.state = *state};
    struct mask_opening o = {.state = *state, .live = live_cells(shape_of(&m->ground), state)};
    if (m->ground.words == 1) open_images(m, &o);
    if (m->ground.words == 1 && m->joined && !m->stride_count) forest_open(m, o.live.words[0], &o.forest);
    if (m->constants) mask_constants_forget(m->constants);
    return o;
}

bool masks_split(struct masks *m, const struct ground_mask *state, mask_part_vec *parts)
{
    struct shape f = shape_of(&m->ground);
    if (m->tree) return mask_words_split(m, state, parts);
    if (!vec_reserve(parts, m->ground.cells)) return false;
    if (m->strips) return mask_strips_split(m, state, parts), !strips_failed(m->strips);
    if (m->diagrams) return mask_diagrams_split(m, state, parts), true;
    struct mask_opening o = masks_open(m, state);
    if (m->constants) split_open(m, &o, state, parts);
    else split_in(f, m, &o, state, &o.live, parts);
    return true;
}

/* The next move from that place on that is possible; if there is none before `end`, that. */
EVERYWHERE size_t next_possible(struct shape f, const struct masks *m, const struct ground_mask *state, size_t at,
                                size_t end)
{
    for (const uint64_t *ask = m->asks + 2 * f.words * at; at < end; at++, ask += 2 * f.words) {
        uint64_t off = 0;
        for (size_t w = 0; w < f.words; w++) off |= (state->words[w] & ask[w]) ^ ask[f.words + w];
        if (!off) break;
    }
    return at;
}

/* How many steps a counter has left. */
static size_t steps_left(const struct masks *m, const struct ground_mask *state)
{
    size_t left = 0, first = m->ground.cells - m->ground.steps;
    while (left < m->ground.steps && ground_has(state, first + left)) left++;
    return left;
}

/* Beside a counter only the moves of its next step are possible. */
static size_t find_step(const struct masks *m, struct mask_opening *o)
{
    size_t left = steps_left(m, &o->state), first = (m->ground.steps - left) * m->ground.step_moves;
    if (o->next < first) o->next = first;
    return left ? first + m->ground.step_moves : first;
}

/* And all that is left is one part, as all moves need the counter: if there is a cell besides its bits, and a step. */
EVERYWHERE bool is_over(struct shape f, const struct masks *m, const struct ground_mask *live)
{
    size_t left = steps_left(m, live);
    return !left || cell_count(f, live) == left;
}

EVERYWHERE void split_option(struct shape f, struct masks *m, struct mask_opening *o, const struct ground_mask *to,
                             const struct ground_mask *left, const struct ground_mask *lost, mask_part_vec *parts)
{
    if (f.words == 1 && split_forest(m, o, to, parts)) return;
    struct ground_mask seeds = m->classes_move ? neighbours(f, m, lost, left) : *left;
    split_in(f, m, o, to, &seeds, parts);
}

EVERYWHERE void list_in(struct shape f, struct masks *m, struct mask_opening *o, size_t most, mask_option_vec *options,
                        mask_part_vec *parts)
{
    struct ground_mask before = o->state; /* no move leads to it again */
    size_t end = m->ground.steps ? find_step(m, o) : m->ground.move_count;
    for (; most && (o->next = next_possible(f, m, &o->state, o->next, end)) < end; o->next++) {
        const struct ground_move *move = &m->ground.moves[o->next];
        struct ground_mask to = {{0}};
        for (size_t w = 0; w < f.words; w++)
            to.words[w] = (o->state.words[w] & ~move->write.words[w]) | move->put.words[w];
        if (is_same(f, &to, &before)) continue; /* the move before did the same */
        before = to;
        struct ground_mask left = live_cells(f, &to), lost;
        for (size_t w = 0; w < f.span; w++) lost.words[w] = o->live.words[w] & ~left.words[w];
        /* What was opened is one class, or the image of one. If that is a class (classes_move), each cell that is left is joined to one
         * that is lost. Where none is lost, all that is left is taken for one part, which it may be taken for in any case. */
        bool whole = m->ground.steps || is_empty(f, &lost);
        size_t first = parts->count;
        if (!whole) split_option(f, m, o, &to, &left, &lost, parts);
        else if (!m->ground.steps || !is_over(f, m, &left)) add_part(f, m, o, &to, &left, first, parts);
        options->data[options->count++] =
            (struct mask_option){(uint32_t)first, (uint32_t)(parts->count - first), (uint32_t)o->next, 0, 0};
        most--;
    }
    if (o->next >= end) o->next = m->ground.move_count;
}

/* Each a function of its own, so that what one of them needs of registers is no matter of the others, nor of a board of one word. */
#define LIST_OF(name, ...)                                                                                             \
    static __attribute__((noinline)) void name(struct masks *m, struct mask_opening *o, size_t most,                   \
                                               mask_option_vec *options, mask_part_vec *parts)                         \
    {                                                                                                                  \
        list_in((struct shape)__VA_ARGS__, m, o, most, options, parts);                                                \
    }
LIST_OF(list_of_planes, {2, 1, 2})
LIST_OF(list_of_two, {1, 2, 2})
LIST_OF(list_of_three, {1, 3, 3})
LIST_OF(list_of_any, {m->ground.planes, m->ground.span, m->ground.words})

/* On a board on which cells stay for ever; compiled apart, so that the others are as they would be without. */
EVERYWHERE void list_open_in(struct shape f, struct masks *m, struct mask_opening *o, size_t most,
                             mask_option_vec *options, mask_part_vec *parts)
{
    size_t end = m->ground.move_count;
    for (; most && (o->next = next_possible(f, m, &o->state, o->next, end)) < end; o->next++) {
        const struct ground_move *move = &m->ground.moves[o->next];
        struct ground_mask to = {{0}};
        if (mask_constants_was_made(m->constants, o->next)) continue;
        for (size_t w = 0; w < f.words; w++)
            to.words[w] = (o->state.words[w] & ~move->write.words[w]) | move->put.words[w];
        size_t first = parts->count;
        split_open(m, o, &to, parts);
        options->data[options->count++] =
            (struct mask_option){(uint32_t)first, (uint32_t)(parts->count - first), (uint32_t)o->next, 0, 0};
        most--;
    }
}

static __attribute__((noinline)) void list_open(struct masks *m, struct mask_opening *o, size_t most,
                                                mask_option_vec *options, mask_part_vec *parts)
{
    struct shape f = shape_of(&m->ground);
    if (f.words == 1) list_open_in((struct shape){1, 1, 1}, m, o, most, options, parts);
    else list_open_in(f, m, o, most, options, parts);
}

bool masks_list(struct masks *m, struct mask_opening *o, size_t most, mask_option_vec *options, mask_part_vec *parts)
{
    struct shape f = shape_of(&m->ground);
    if (m->tree) return mask_words_list(m, o, options, parts);
    if (!vec_reserve(options, most) || !vec_reserve(parts, most * m->ground.cells)) return false;
    if (m->strips) {
        mask_strips_list(m, o, most, options, parts);
        return !strips_failed(m->strips);
    }
    if (m->diagrams) return mask_diagrams_list(m, o, most, options, parts), true;
    if (m->constants) list_open(m, o, most, options, parts);
    else if (f.words == 1) list_in((struct shape){1, 1, 1}, m, o, most, options, parts);
    else if (f.planes == 2 && f.span == 1) list_of_planes(m, o, most, options, parts);
    else if (f.planes == 1 && f.span == 2) list_of_two(m, o, most, options, parts);
    else if (f.planes == 1 && f.span == 3) list_of_three(m, o, most, options, parts);
    else list_of_any(m, o, most, options, parts);
    return true;
}

struct ground_mask masks_least(const struct masks *m, const struct ground_mask *state)
{
    if (m->tree) return mask_words_least(m, state);
    struct shape f = shape_of(&m->ground);
    struct ground_mask live = live_cells(f, state), cells = {{0}};
    bool balanced;
    for (size_t i = 0; i < m->ground.move_count && !is_within(f, &live, &cells); i++) {
        const struct ground_move *move = &m->ground.moves[i];
        if (!is_within(f, &move->need, &live)) continue;
        for (size_t w = 0; w < f.span; w++) cells.words[w] |= move->foot.words[w] & live.words[w];
    }
    if (is_empty(f, &cells)) return cells;
    struct ground_mask part = restricted(f, state, &cells);
    return m->ground.order_count ? least_of_orders(f, m, &part, &balanced) : least_image(f, m, part, &cells, &balanced);
}

void masks_prefer(struct masks *m, size_t move)
{
    if (m->strips) {
        mask_strips_prefer(m, move);
        return;
    }
    if (m->diagrams) {
        diagram_board_prefer(m->diagrams, move);
        return;
    }
    if (!move || m->tree || (m->ground.steps && move % m->ground.step_moves == 0)) return;
    struct ground_move *moves = m->ground.moves, other = moves[move - 1];
    moves[move - 1] = moves[move];
    moves[move] = other;
    uint64_t *asks = m->asks + 2 * m->ground.words * move;
    for (size_t w = 0, words = 2 * m->ground.words; w < words; w++) {
        uint64_t ask = asks[w];
        asks[w] = asks[w - words];
        asks[w - words] = ask;
    }
    if (m->constants) mask_constants_prefer(m->constants, move);
}
