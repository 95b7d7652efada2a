/* SPDX-License-Identifier: MIT */
/* Positions as the interface delivers them, read and returned.
 *
 *     const cgi_integer *heap = heap_of(&request->components[i]);        // the only cell of the only field
 *     const cgi_field *row = row_of(&request->components[i]);            // the only field, a row or one cell
 *     struct extent most = extent_of(request);                           // how much memory results can need
 *     return give_cells(sink, i, row, cells);                            // a move to the same field with other cells
 *
 * Numbers passed to the sink are views of the caller's limbs; the sink copies them. */
#ifndef CGI_SHARE_CELLS_H
#define CGI_SHARE_CELLS_H
#include <cgi/plugin.h>
#include <stdbool.h>

static inline const cgi_field *row_of(const cgi_component *component) { return &component->fields[0]; }
static inline const cgi_integer *cell_of(const cgi_component *component, size_t field)
{
    return &component->fields[field].cells[0];
}
static inline const cgi_integer *heap_of(const cgi_component *component) { return cell_of(component, 0); }

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
/* The number of limbs without leading zeros. */
static inline uint32_t significant(const uint64_t *limbs, uint32_t count)
{
    while (count && limbs[count - 1] == 0) count--;
    return count;
}
static inline cgi_integer natural(const uint64_t *limbs, uint32_t count)
{
    count = significant(limbs, count);
    return (cgi_integer){count != 0, count, limbs};
}
/* Above 1: in misere play these differ from the small ones. */
static inline bool is_large(const cgi_integer *n) { return n->count > 1 || (n->count == 1 && n->limbs[0] > 1); }
/* Is it a natural number of at most one word? */
static inline bool read_word(const cgi_integer *n, uint64_t *word)
{
    *word = n->count ? n->limbs[0] : 0;
    return n->sign >= 0 && n->count <= 1;
}

/* ---- room -------------------------------------------------------------------------------------------------------- */
/* The maximum number of cells of a field and of limbs of a cell, each at least 1. */
struct extent {
    size_t cells, limbs;
    bool negative; /* some cell is negative */
};
static inline struct extent extent_of(const cgi_request *request)
{
    struct extent most = {1, 1, false};
    for (size_t c = 0; c < request->component_count; c++)
        for (size_t f = 0; f < request->components[c].field_count; f++) {
            const cgi_field *field = &request->components[c].fields[f];
            size_t count = (size_t)field->rows * field->columns;
            if (count > most.cells) most.cells = count;
            for (size_t i = 0; i < count; i++) {
                if (field->cells[i].count > most.limbs) most.limbs = field->cells[i].count;
                most.negative |= field->cells[i].sign < 0;
            }
        }
    return most;
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */
/* Turns the component, whose only field is `field`, into one with these cells. */
static inline int give_cells(const cgi_sink *sink, size_t component, const cgi_field *field, const cgi_integer *cells)
{
    cgi_field after = {field->kind, field->rows, field->columns, cells};
    cgi_component result = {1, &after};
    return sink->move(sink, component, &result);
}
/* Turns the component into a heap of this size. */
static inline int give_heap(const cgi_sink *sink, size_t component, cgi_integer left)
{
    cgi_field field = {CGI_NAT, 1, 1, &left};
    return give_cells(sink, component, &field, &left);
}
/* Turns the component, of two natural numbers, into these. */
static inline int give_pair(const cgi_sink *sink, size_t component, cgi_integer first, cgi_integer second)
{
    cgi_field fields[2] = {{CGI_NAT, 1, 1, &first}, {CGI_NAT, 1, 1, &second}};
    cgi_component result = {2, fields};
    return sink->move(sink, component, &result);
}
/* To be returned in a loop over components, cells or moves: checks now and then whether the request was cancelled. */
static inline int go_on(const cgi_request *request, size_t i)
{
    return i % 1024 == 1023 && request->host->cancelled(request->host) ? CGI_CANCELLED : CGI_OK;
}

#endif
