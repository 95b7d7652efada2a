/* SPDX-License-Identifier: MIT */
/* Boards of all lengths, whose conditions are formulas, or else diagrams from the beginning. */
#include "solve/search/strip_boards.h"
#include <string.h>
#include "base/bits.h"
#include "base/mem.h"
#include "play/ground/residue.h"
#include "solve/search/strip_images.h"
#include "solve/search/strip_known.h"
#include "solve/search/strip_rings.h"

enum { SMALL = 6, KNOWN_WORK = 1 << 21 };

/* Conditions on few cells first: what is joined to them is small. */
static uint32_t cells_read(const struct formulas *f, uint32_t id)
{
    const struct formula *x = &f->items.data[id];
    uint64_t cells = 0;
    if (x->kind != FORMULA_TERM) return UINT32_MAX;
    for (uint32_t i = 0; i < x->count; i++) cells |= f->literals.data[x->first + i].cells;
    return bits_of(cells);
}

static void sort_conditions(struct formulas *f)
{
    for (size_t id = 2; id < f->items.count; id++) {
        const struct formula *x = &f->items.data[id];
        uint32_t *kids = vec_from(&f->kids, x->first);
        for (uint32_t i = 1; x->kind != FORMULA_TERM && i < x->count; i++) {
            uint32_t k = i, kid = kids[i], cells = cells_read(f, kid);
            for (; k > 0 && cells < cells_read(f, kids[k - 1]); k--) kids[k] = kids[k - 1];
            kids[k] = kid;
        }
    }
}

bool strip_make_instances(struct strips *s, struct strip_board *b, const struct ground *g, const uint32_t *whens)
{
    uint8_t cells[DIAGRAM_CELLS];
    for (uint32_t c = 0; c < DIAGRAM_CELLS; c++) cells[c] = (uint8_t)c;
    b->one_any = b->two_any = UINT32_MAX;
    b->known = DIAGRAM_TRUE;
    b->around = g->around || g->columns == 1;
    b->count = (uint32_t)g->instances.count;
    b->instances = arena_array(&s->arena, b->count + 1u, sizeof *b->instances);
    b->order = arena_array(&s->arena, b->count + 1u, sizeof *b->order);
    if (!b->instances || !b->order) return false;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct ground_instance *from = &g->instances.data[i];
        struct strip_instance *x = &b->instances[i];
        bool rests = false;
        *x = (struct strip_instance){.when = from->when};
        for (uint32_t k = 0; k < from->count; k++) {
            const struct ground_write *w = &g->writes.data[from->first + k];
            x->write |= strip_twice(1u << w->cell);
            x->put |= strip_cell(w->cell, w->value);
            rests |= s->final >> w->value & 1 && !(formula_allows(g->formulas, x->when, w->cell) & s->final);
        }
        s->ends = s->ends && rests;
        x->asks = whens ? whens[i] : diagram_of(&s->diagrams, g->formulas, x->when, cells);
        x->root = x->asks;
        b->order[i] = (uint16_t)i;
    }
    s->moves = s->moves < b->count ? b->count : s->moves;
    return !s->diagrams.no_memory;
}

/* The same component with a board of this length, of which some cell holds the greatest value. */
static enum status open_board(struct strips *s, const struct env *env, uint32_t length)
{
    struct strip_board *b = &s->boards[length];
    if (b->fine) return ST_OK; /* that of the component itself */
    int64_t *cells = mem_alloc((s->frame_count + 1 + length) * sizeof *cells);
    if (!cells) return ST_NO_MEMORY;
    size_t before = s->at - 1;
    memcpy(cells, s->frame, before * sizeof *cells);
    cells[before] = length;
    memset(cells + s->at, 0, length * sizeof *cells);
    cells[s->at] = s->values - 1;
    memcpy(cells + s->at + length, s->frame + before, (s->frame_count - before) * sizeof *cells);
    struct component component = {s->game, (uint32_t)(s->frame_count + 1 + length), cells};
    enum status st = ground_open_together(&b->ground, env, &component, &s->together);
    b->fine = st == ST_OK && b->ground.fine && b->ground.values == s->values && b->ground.at == s->at;
    if (b->fine) s->final &= b->ground.final;
    mem_free(cells, (s->frame_count + 1 + length) * sizeof *cells);
    return st;
}

/* Some condition is more than what a few cells hold, one by one. */
static bool reads_far(const struct ground *g)
{
    bool far = false;
    for (size_t i = 0; !far && i < g->instances.count; i++) {
        enum formula_kind kind = g->formulas->items.data[g->instances.data[i].when].kind;
        far = kind == FORMULA_ALL || kind == FORMULA_ANY;
    }
    return far;
}

bool strip_take_board(struct strips *s, const struct component *c, const struct ground *g, bool *fits)
{
    *fits = g->fine && !g->grid && g->at;
    if (!*fits) return true;
    s->at = g->at;
    s->length = g->columns;
    s->values = g->values < 2 ? 2 : g->values;
    s->final = g->final;
    *fits = s->length >= 2 && s->length <= STRIP_CELLS && s->values <= STRIP_VALUES && (s->meant || reads_far(g));
    if (!*fits) return true;
    s->frame = arena_array(&s->arena, c->count + 1u, sizeof *s->frame);
    for (size_t i = 0; s->frame && i < c->count; i++)
        if (i + 1 < s->at || i >= s->at + s->length) s->frame[s->frame_count++] = c->cells[i];
    s->boards[s->length].fine = g->values == s->values;
    return s->frame;
}

/* Is the component a row of few values, with conditions that read far? Then those of its own length are known already. */
static enum status take_board(struct strips *s, const struct component *c, const struct ground *g, bool *fits)
{
    if (!strip_take_board(s, c, g, fits)) return ST_NO_MEMORY;
    struct strip_board *own = &s->boards[s->length];
    return !*fits || !own->fine || ground_copy(g, &own->ground) ? ST_OK : ST_NO_MEMORY;
}

static enum status look_at(struct strips *s, const struct env *env, const struct component *c, bool *fits)
{
    const struct ground *kept;
    *fits = false;
    enum status st = residue_ground(env, c, &kept);
    if (st != ST_OK || kept) return st == ST_OK ? take_board(s, c, kept, fits) : st;
    struct ground *g = mem_alloc(sizeof *g);
    if (!g) return ST_NO_MEMORY;
    st = ground_open(g, env, c);
    if (st == ST_OK) st = take_board(s, c, g, fits);
    ground_close(g);
    mem_free(g, sizeof *g);
    return st;
}

void strip_find_finals(struct strips *s)
{
    for (uint32_t v = 0; v < s->values; v++) s->final_of[v] = s->final >> v & 1 ? UINT32_MAX : 0;
}

/* Their conditions as diagrams; false: memory is out. */
static bool make_diagrams(struct strips *s)
{
    bool room = diagrams_open(&s->diagrams, s->values);
    const struct formulas *read = NULL;
    for (uint32_t m = 1; room && m <= s->length; m++) {
        struct ground *g = &s->boards[m].ground;
        if (!s->boards[m].fine) continue;
        if (g->formulas != read) {
            diagrams_read_others(&s->diagrams);
            sort_conditions(g->formulas);
        }
        read = g->formulas;
        room = strip_make_instances(s, &s->boards[m], g, NULL);
    }
    return room;
}

/* Where the row is cut nowhere, it may be as its conditions ask of all of it what moves leave so (strip_known.h): that is tried on small
 * boards, and kept if it cuts them, and the component is such a position. False: memory is out. */
static bool restrict_if_better(struct strips *s, const struct component *component)
{
    uint32_t small = s->length < SMALL ? s->length : SMALL;
    uint64_t strip;
    if (s->diagrams.failed || strip_cuts(s, small) > 0) return true;
    s->diagrams.work_most = s->diagrams.work + KNOWN_WORK;
    strip_restrict(s, 1, small, true);
    bool better = !s->diagrams.failed && strip_cuts(s, small) > 0;
    strip_restrict(s, 1, s->length, better);
    better = better && strips_code(s, component, &strip);
    if (!better && !s->diagrams.failed) strip_restrict(s, 1, s->length, false);
    s->diagrams.work_most = 0;
    if (!s->diagrams.failed || s->diagrams.no_memory) return !s->diagrams.no_memory;
    diagrams_close(&s->diagrams); /* what was made is lost */
    return make_diagrams(s);
}

static enum status open_all(struct strips *s, const struct env *env, const struct component *component, bool *fits)
{
    enum status st = ground_recall_open(&s->together, s->values) ? ST_OK : ST_NO_MEMORY;
    for (uint32_t m = s->length; st == ST_OK && m > 0 && *fits; m--) {
        st = open_board(s, env, m);
        *fits = s->final && s->boards[s->length].fine;
    }
    if (st != ST_OK || !*fits) return st;
    strip_find_finals(s);
    if (!make_diagrams(s) || !restrict_if_better(s, component)) return ST_NO_MEMORY;
    if (!s->diagrams.failed && (!strip_find_images(s) || !strip_find_walls(s))) return ST_NO_MEMORY;
    *fits = !s->diagrams.failed && strip_pays(s, s->length) && !s->diagrams.failed;
    return s->failed ? ST_NO_MEMORY : ST_OK;
}

enum status strip_boards_open(struct strips *s, const struct env *env, const struct component *component, bool *fits)
{
    enum status st = look_at(s, env, component, fits);
    return st == ST_OK && *fits ? open_all(s, env, component, fits) : st;
}

bool strip_may_be(const struct env *env, const struct component *c)
{
    const struct game *game = &env->model->games[c->game];
    const int64_t *from = c->cells;
    bool may = false;
    for (size_t f = 0; f < game->field_count; f++) {
        may |= game->fields[f].kind == FIELD_ROW && from[0] >= 2 && from[0] <= STRIP_CELLS;
        from += field_length(game->fields[f].kind, from);
    }
    return may;
}

struct strips *strip_new(const struct component *component)
{
    struct strips *s = mem_alloc(sizeof *s);
    if (!s) return NULL;
    memset(s, 0, sizeof *s);
    s->game = component->game;
    s->ends = true;
    return s;
}
