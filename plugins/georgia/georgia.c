/* SPDX-License-Identifier: MIT */
/* Georgia and Bob: pair the chips from the right, an odd leftmost one with cell 0. The value is the xor of the gaps, the
 * free cells inside the pairs: a move of a right chip lowers its gap, as in Nim; a move of a left chip raises its gap,
 * and the right chip can follow at once, so it changes nothing.
 *
 * A gap of x free cells has the target t: if t < x the right chip goes x - t to the left; if t > x the left chip goes
 * t - x to the left, if it has the room. Several boards are one with more gaps. Normal play: t is the xor of all other
 * gaps. Misere play follows the same induction as Nim's: where no other gap exceeds 1 the target has its last bit
 * flipped. */
#include <string.h>
#include "share/descriptor.h"
#include "share/parts_steps.h"

/* The text of georgia.game; a test compares the two. */
static const char reference[] =
    "# Georgia and Bob (POJ 1704): chips on distinct cells 1, 2, ...; move one to the left, without jumping over "
    "another.\n"
    "game georgia(p: row) where increasing(p) and (len(p) == 0 or p[1] >= 1) {\n"
    "  move slide(i in 1..len(p), y in p[i - 1] + 1..p[i] - 1) -> georgia(p with { [i] = y })\n"
    "\n"
    "  expect P(georgia([1, 2, 3]))\n"
    "  expect sg(georgia([2, 4, 7])) == 3\n"
    "  expect wins(georgia([2, 4, 7])) == { georgia([2, 4, 6]) }\n"
    "}\n";

static bool parts_fit(const cgi_request *request)
{
    (void)request;
    return true;
}

/* The right chip of a pair: of an odd number of chips the leftmost one is the first. */
static uint32_t right_chip(const cgi_field *row, uint32_t part) { return 2 * part + (row->rows % 2 ? 0 : 1); }

/* The gap that ends at the right chip. */
static bool part_value(struct parts *p, const cgi_component *component, uint32_t part)
{
    const cgi_field *row = row_of(component);
    uint32_t k = right_chip(row, part);
    if (k >= row->rows) return false;
    number_sub_word(p->g, &row->cells[k], 1);
    if (k) number_sub(p->g, &p->g->is, &row->cells[k - 1]);
    return true;
}

/* The row with the chip in cell k moved to `a`. */
static int emit(struct parts *p, size_t component, const cgi_field *row, uint32_t k)
{
    memcpy(p->cells, row->cells, row->rows * sizeof *p->cells);
    p->cells[k] = p->a->is;
    return parts_give_cells(p, component, row);
}

/* The right chip closes the gap, or the left one widens it. */
static int part_options(struct parts *p, size_t component, uint32_t part)
{
    const cgi_field *row = row_of(&p->request->components[component]);
    uint32_t k = right_chip(row, part);
    number_sub(p->a, &p->t->is, &p->g->is); /* how much the gap is to grow */
    if (p->a->is.sign < 0) {
        number_add(p->a, &row->cells[k], &p->a->is);
        return emit(p, component, row, k);
    }
    if (k == 0) return CGI_OK; /* paired with cell 0, which stays */
    number_sub(p->a, &row->cells[k - 1], &p->a->is);
    bool room = k == 1 ? p->a->is.sign > 0 : number_compare(&p->a->is, &row->cells[k - 2]) > 0;
    return room ? emit(p, component, row, k - 1) : CGI_OK;
}

/* The xor of the gaps of chips on cells of one limb each, and all their bits; false when there is a larger number. Cells rise,
 * so the last one says it for all. */
static bool small_sum(const cgi_request *request, uint64_t *x, uint64_t *any)
{
    *x = *any = 0;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_field *row = row_of(&request->components[i]);
        if (row->rows && row->cells[row->rows - 1].count != 1) return false;
        for (uint32_t k = right_chip(row, 0); k < row->rows; k += 2) {
            uint64_t left = k ? row->cells[k - 1].limbs[0] : 0, gap = row->cells[k].limbs[0] - left - 1;
            *x ^= gap;
            *any |= gap;
        }
    }
    return true;
}

/* Most questions, and all of a long stream, are about small numbers. */
static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    uint64_t x, any;
    if (!small_sum(request, &x, &any)) return parts_outcome(instance, request, answer);
    *answer = nim_outcome(request, x == 0, any > 1);
    return CGI_OK;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */
static const char *const part_name = "gap %d";

static uint32_t part_number(const cgi_component *component, uint32_t part)
{
    (void)component;
    return part + 1;
}

static void part_steps(struct parts *p, struct steps *s, size_t c, uint32_t part)
{
    if (part == UINT32_MAX) {
        step(s, "chips are paired from the right, and only the gaps inside the pairs count: when the left chip of a "
                "pair goes "
                "on, the right one can follow");
        return;
    }
    const cgi_field *row = row_of(&p->request->components[c]);
    uint32_t k = right_chip(row, part);
    const cgi_integer *right = &row->cells[k], *left = k ? &row->cells[k - 1] : steps_word(s, 0);
    steps_add(s, k ? "the chips on %d and %d" : "the edge %d and the chip on %d", left, right);
    step(s, " have a gap of %d - %d - 1 = %d", right, left, &p->g->is);
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "georgia",
    .version = "1.0",
    .summary = "Georgia and Bob: move a chip to the left without jumping",
    .reference = reference,
    .claim =
        "the value is the xor of the gaps, chips paired from the right; misere play follows Nim's rule on the gaps",
    .source = "POJ 1704; staircase Nim on the gaps, from Bouton 1901",
    .value = parts_value,
    .outcome = outcome,
    .moves = parts_moves,
    .options = parts_options,
    .steps = parts_steps,
};

PLUGIN_ENTRY(plugin)
