/* SPDX-License-Identifier: MIT */
/* An instance as text, under a map of cells; images are looked up among the texts of all. */
#include "solve/ranked/exchange.h"
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

/* The text of an instance and which one it is. */
struct said {
    const char *text;
    uint16_t index;
};

/* What a value is for, whatever it is called: its range and the cells that it changes. */
static bool key_of(const struct unrolled *u, const struct instance *in, size_t v, const int *names, struct text *out)
{
    struct linear line;
    term_text(in->values[v].low, names, out);
    term_text(in->values[v].high, names, out);
    for (int name = 0; name < (int)u->cells; name++)
        for (size_t c = 0; c < u->cells && !in->ends; c++)
            if (names[c] == name && in->after[c]->reads >> (TERM_CELLS + v) & 1)
                text_add(out, " %d:%d", name,
                         term_linear(in->after[c], &line) ? (int)line.factor[TERM_CELLS + v] : 1 << 20);
    return !out->failed;
}

static bool ranges_stand_alone(const struct instance *in)
{
    bool alone = true;
    for (size_t v = 0; v < in->value_count; v++)
        alone &= !term_reads_values(in->values[v].low) && !term_reads_values(in->values[v].high);
    return alone;
}

/* Numbers the values of the instance by their keys; as they are if one's range reads another. */
static bool name_values(const struct unrolled *u, const struct instance *in, int *names)
{
    struct text keys[TERM_VALUES] = {{0}};
    bool fine = true;
    for (int v = 0; v < TERM_VALUES; v++) names[TERM_CELLS + v] = TERM_CELLS + v;
    if (!ranges_stand_alone(in)) return true;
    for (size_t v = 0; v < in->value_count; v++) fine &= key_of(u, in, v, names, &keys[v]);
    for (size_t v = 0; v < in->value_count && fine; v++) {
        int place = TERM_CELLS;
        for (size_t o = 0; o < in->value_count; o++) {
            int order = strcmp(text_c(&keys[o]), text_c(&keys[v]));
            place += order < 0 || (order == 0 && o < v);
        }
        names[TERM_CELLS + v] = place;
    }
    for (size_t v = 0; v < in->value_count; v++) text_free(&keys[v]);
    return fine;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct said *)a)->text, ((const struct said *)b)->text);
}

/* In any order, if it does not matter which comes first. */
static void say_conditions(const struct instance *in, const int *names, struct text *out)
{
    struct text parts[UNROLL_CONDITIONS] = {{0}};
    struct said sorted[UNROLL_CONDITIONS];
    bool never_fail = true;
    for (size_t i = 0; i < in->condition_count; i++) {
        term_text(in->conditions[i], names, &parts[i]);
        out->failed |= parts[i].failed;
        sorted[i].text = text_c(&parts[i]);
        never_fail &= term_never_fails(in->conditions[i]);
    }
    if (never_fail) qsort(sorted, in->condition_count, sizeof *sorted, by_text);
    for (size_t i = 0; i < in->condition_count; i++) text_add(out, "&%s", sorted[i].text);
    for (size_t i = 0; i < in->condition_count; i++) text_free(&parts[i]);
}

/* NULL: memory is out, or it is too long. */
static const char *say(const struct unrolled *u, const struct instance *in, const int *cells, struct arena *arena)
{
    int names[TERM_VARIABLES];
    struct text out = {0};
    for (size_t c = 0; c < TERM_CELLS; c++) names[c] = cells[c];
    bool fine = name_values(u, in, names);
    for (int name = TERM_CELLS; name < TERM_CELLS + (int)in->value_count; name++)
        for (size_t v = 0; v < in->value_count; v++) {
            if (names[TERM_CELLS + v] != name) continue;
            term_text(in->values[v].low, names, &out);
            text_puts(&out, "..");
            term_text(in->values[v].high, names, &out);
        }
    say_conditions(in, names, &out);
    text_puts(&out, in->ends ? ">end" : ">");
    for (int name = 0; name < (int)u->cells && !in->ends; name++)
        for (size_t c = 0; c < u->cells; c++)
            if (names[c] == name) term_text(in->after[c], names, &out);
    const char *kept = fine && !out.failed ? arena_strdup(arena, text_c(&out)) : NULL;
    text_free(&out);
    return kept;
}

static bool legal_stays(const struct unrolled *u, const int *cells, const int *same)
{
    struct text a = {0}, b = {0};
    if (!u->legal) return true;
    term_text(u->legal, same, &a);
    term_text(u->legal, cells, &b);
    bool stays = !a.failed && !b.failed && strcmp(text_c(&a), text_c(&b)) == 0;
    text_free(&a);
    text_free(&b);
    return stays;
}

struct finding {
    const struct unrolled *u;
    struct arena *arena;
    struct said *said;          /* of all instances, sorted */
    uint64_t *touched;          /* of each instance: the cells that it reads or changes */
    uint32_t count[TERM_CELLS]; /* of each cell: the instances that touch it */
};

static uint64_t touched_by(const struct unrolled *u, const struct instance *in)
{
    uint64_t touched = 0;
    for (size_t v = 0; v < in->value_count; v++) touched |= in->values[v].low->reads | in->values[v].high->reads;
    for (size_t i = 0; i < in->condition_count; i++) touched |= in->conditions[i]->reads;
    for (size_t c = 0; c < u->cells && !in->ends; c++) {
        bool same = in->after[c]->kind == EXPR_FIELD && in->after[c]->index == (int)c;
        if (!same) touched |= in->after[c]->reads | term_bit((int)c);
    }
    return touched;
}

/* The images of all instances if cells a and b change places; false: some image is none. One that touches neither is its own. */
static bool images(struct finding *f, size_t a, size_t b, uint16_t *image)
{
    const struct unrolled *u = f->u;
    int cells[TERM_VARIABLES], same[TERM_VARIABLES];
    for (int v = 0; v < TERM_VARIABLES; v++) cells[v] = same[v] = v;
    cells[a] = (int)b;
    cells[b] = (int)a;
    if (u->least[a] != u->least[b] || u->bag[a] != u->bag[b] || f->count[a] != f->count[b]) return false;
    if (!legal_stays(u, cells, same)) return false;
    bool all = true;
    struct arena_mark mark = arena_mark(f->arena);
    for (size_t i = 0; i < u->instances.count && all; i++) {
        if (image) image[i] = (uint16_t)i;
        if (!((f->touched[i] >> a | f->touched[i] >> b) & 1)) continue;
        struct said key = {say(u, &u->instances.data[i], cells, f->arena), 0};
        struct said *found = key.text ? bsearch(&key, f->said, u->instances.count, sizeof key, by_text) : NULL;
        all = found != NULL;
        if (found && image) image[i] = found->index;
    }
    arena_rewind(f->arena, mark);
    return all;
}

static enum status find_images(struct finding *f, struct exchange *x)
{
    for (size_t c = 0; c < f->u->cells; c++) {
        size_t before = c;
        while (before-- > 0 && x->group[before] != x->group[c]) continue;
        if (x->group[c] == c) continue;
        x->image[c] = arena_array(f->arena, f->u->instances.count + 1, sizeof *x->image[c]);
        if (!x->image[c]) return ST_NO_MEMORY;
        if (!images(f, before, c, x->image[c])) x->image[c] = NULL;
    }
    return ST_OK;
}

enum status exchange_find(const struct unrolled *u, struct arena *arena, struct exchange *x)
{
    size_t count = u->instances.count;
    struct finding f = {
        u, arena, arena_array(arena, count + 1, sizeof *f.said), arena_array(arena, count + 1, sizeof *f.touched), {0}};
    int same[TERM_VARIABLES];
    *x = (struct exchange){0};
    for (int v = 0; v < TERM_VARIABLES; v++) same[v] = v;
    for (size_t c = 0; c < u->cells; c++) x->group[c] = (unsigned char)c;
    if (!f.said || !f.touched) return ST_NO_MEMORY;
    bool told = true;
    for (size_t i = 0; i < count && told; i++) {
        f.touched[i] = touched_by(u, &u->instances.data[i]);
        for (size_t c = 0; c < u->cells; c++) f.count[c] += f.touched[i] >> c & 1;
        f.said[i] = (struct said){say(u, &u->instances.data[i], same, arena), (uint16_t)i};
        told = f.said[i].text != NULL;
    }
    if (!told) return ST_OK; /* too long: all cells are different */
    qsort(f.said, count, sizeof *f.said, by_text);
    for (size_t c = 1; c < u->cells; c++)
        for (size_t b = 0; b < c && x->group[c] == c; b++)
            if (x->group[b] == b && images(&f, b, c, NULL)) x->group[c] = (unsigned char)b;
    return find_images(&f, x);
}
