/* SPDX-License-Identifier: MIT */
/* Staircase Nim: the value is the xor of the coins on the odd steps. Each move changes one odd step: coins leave it, or
 * arrive from the step above. Leaving is a move of Nim; what arrived can be sent on at once, so it changes nothing.
 *
 * So odd step i is a heap of x coins with target t: if t < x, x - t coins go down from step i; if t > x, t - x coins
 * come down from step i + 1, if it holds that many. Several staircases are one with more odd steps. Normal play: t is
 * the xor of all other odd steps. Misere play follows the same induction as Nim's: where no other odd step exceeds 1
 * the target has its last bit flipped. */
#include <string.h>
#include "share/descriptor.h"
#include "share/parts_steps.h"

/* The text of staircase.game; a test compares the two. */
static const char reference[] =
    "# Staircase Nim: coins on steps s[1], s[2], ...; move some from a step to the one below. What leaves step 1 is "
    "out of play.\n"
    "game staircase(s: row) {\n"
    "  move off(t in 1..s[1]) -> staircase(s with { [1] -= t })\n"
    "  move down(i in 2..len(s), t in 1..s[i]) -> staircase(s with { [i] -= t, [i - 1] += t })\n"
    "\n"
    "  claim sg(staircase(s)) == xor(s[i] for i in 1..len(s) where odd(i)) for s in all_rows(4, 0..3)\n"
    "  expect P(staircase([1, 7, 1]))\n"
    "  expect wins(staircase([2, 1, 3])) == { staircase([3, 0, 3]), staircase([2, 2, 2]) }\n"
    "}\n";

static bool parts_fit(const cgi_request *request)
{
    (void)request;
    return true;
}

/* Steps 1, 3, 5, ... */
static bool part_value(struct parts *p, const cgi_component *component, uint32_t part)
{
    const cgi_field *row = row_of(component);
    if (2 * part >= row->rows) return false;
    number_set(p->g, &row->cells[2 * part]);
    return true;
}

/* The row with `t` on cell k, and, if k has the neighbour `next`, `a` there. */
static int emit(struct parts *p, size_t component, const cgi_field *row, uint32_t k, uint32_t next)
{
    memcpy(p->cells, row->cells, row->rows * sizeof *p->cells);
    p->cells[k] = p->t->is;
    if (next < row->rows) p->cells[next] = p->a->is;
    return parts_give_cells(p, component, row);
}

/* Coins go down from the odd step, or come down from the one above. */
static int part_options(struct parts *p, size_t component, uint32_t part)
{
    const cgi_field *row = row_of(&p->request->components[component]);
    uint32_t k = 2 * part;
    number_sub(p->a, &p->g->is, &p->t->is); /* how many leave it */
    if (p->a->is.sign > 0) {
        if (k == 0) return emit(p, component, row, 0, row->rows);
        number_add(p->a, &p->a->is, &row->cells[k - 1]);
        return emit(p, component, row, k, k - 1);
    }
    if (k + 1 >= row->rows) return CGI_OK;
    number_add(p->a, &p->a->is, &row->cells[k + 1]);
    return p->a->is.sign < 0 ? CGI_OK : emit(p, component, row, k, k + 1);
}

/* The xor of odd steps of one limb each, and all their bits; false when there is a larger one. */
static bool small_sum(const cgi_request *request, uint64_t *x, uint64_t *any)
{
    *x = *any = 0;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_field *row = row_of(&request->components[i]);
        for (uint32_t k = 0; k < row->rows; k += 2) {
            uint64_t n;
            if (!read_word(&row->cells[k], &n)) return false;
            *x ^= n;
            *any |= n;
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
static const char *const part_name = "step %d";

static uint32_t part_number(const cgi_component *component, uint32_t part)
{
    (void)component;
    return 2 * part + 1;
}

/* What a step is worth stands in the table. */
static void part_steps(struct parts *p, struct steps *s, size_t component, uint32_t part)
{
    (void)p, (void)component;
    if (part != UINT32_MAX) return;
    step(s, "only the odd steps count: coins that come down to one from an even step can be sent on at once");
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "staircase",
    .version = "1.0",
    .summary = "staircase Nim: move coins from a step to the one below",
    .reference = reference,
    .claim = "the value is the xor of the coins on odd steps; misere play follows Nim's rule on these",
    .source = "folklore, from Bouton 1901",
    .value = parts_value,
    .outcome = outcome,
    .moves = parts_moves,
    .options = parts_options,
    .steps = parts_steps,
};

PLUGIN_ENTRY(plugin)
