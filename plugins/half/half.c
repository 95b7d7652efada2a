/* SPDX-License-Identifier: MIT */
/* The half game. With m = n + 2 the options of m are the numbers strictly between m / 2 and m. Each odd number v below m,
 * but the odd part of m, has exactly one of v, 2v, 4v, ... there. So the values (v - 1) / 2 of the options are all numbers
 * up to the largest odd one but m's own, and by induction the value of a heap is (odd part of (n + 2) - 1) / 2.
 *
 * A move to value t leads to 2^j (2t + 1) - 2, the largest such number below n, if there is one; t may exceed the value
 * of the heap. In a sum t is the xor of the other values. The game is pet: a heap that can be moved in and has value 0,
 * m = 2^j, has the option 3 * 2^(j - 2), whose value is 1. So misere play follows Nim's rule on the values: where no
 * other value exceeds 1, t has its last bit flipped.
 */
#include "share/descriptor.h"
#include "share/parts_steps.h"

/* The text of half.game; a test compares the two. */
static const char reference[] = "# Half: a heap of n; take at least 1 and at most half of it, rounded up.\n"
                                "game half(n) {\n"
                                "  move take(t in 1..(n + 1) / 2) -> half(n - t)\n"
                                "\n"
                                "  claim P(half(n)) iff power_of_two(n + 2) for n in 0..200\n"
                                "  expect sg(half(13)) == 7\n"
                                "  expect sg(half(25)) == 13\n"
                                "  expect wins(half(4) + half(2)) == { half(2) + half(2), half(4) + half(1) }\n"
                                "}\n";

static bool parts_fit(const cgi_request *request)
{
    (void)request;
    return true;
}

/* a = heap + 2 */
static void load(struct parts *p, const cgi_component *component) { number_add_word(p->a, heap_of(component), 2); }

/* The heap is the only part: heap + 2 without its lowest one and all zeros below. */
static bool part_value(struct parts *p, const cgi_component *component, uint32_t part)
{
    if (part > 0) return false;
    load(p, component);
    number_shift_down(p->g, &p->a->is, number_low_zeros(&p->a->is) + 1);
    return true;
}

/* The largest 2^j (2t + 1) below heap + 2, if it is more than half of it: it is as long in binary, or one digit shorter. */
static int part_options(struct parts *p, size_t component, uint32_t part)
{
    (void)part;
    load(p, &p->request->components[component]);
    number_shift_up(p->t, &p->t->is, 1);
    number_add_word(p->t, &p->t->is, 1);
    size_t digits = number_bits(&p->t->is), most = number_bits(&p->a->is);
    if (digits > most) return CGI_OK;
    number_shift_up(p->t, &p->t->is, most - digits);
    if (number_compare(&p->t->is, &p->a->is) > 0) {
        if (digits == most) return CGI_OK;
        number_shift_down(p->t, &p->t->is, 1);
    }
    if (number_compare(&p->t->is, &p->a->is) == 0) return CGI_OK;
    number_sub_word(p->t, &p->t->is, 2);
    return parts_give_heap(p, component, p->t);
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */
static const char *const part_name = NULL;

static uint32_t part_number(const cgi_component *component, uint32_t part)
{
    (void)component;
    return part;
}

static void part_steps(struct parts *p, struct steps *s, size_t c, uint32_t part)
{
    if (part > 0) return;
    load(p, &p->request->components[c]);
    size_t zeros = number_low_zeros(&p->a->is);
    number_shift_down(p->b, &p->a->is, zeros);
    const cgi_integer *n = heap_of(&p->request->components[c]), *odd = &p->b->is;
    step(s, "%c: %d + 2 = %d = 2^%d * %d, and with the odd number %d it is worth (%d - 1) / 2 = %d",
         steps_component(s, c), n, &p->a->is, steps_word(s, zeros), odd, odd, odd, &p->g->is);
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "half",
    .version = "1.0",
    .summary = "half: take at most half of one heap, rounded up",
    .reference = reference,
    .claim =
        "the value of a heap n is (v - 1) / 2, v the odd part of n + 2; misere sums follow Nim's rule on the values",
    .source = "Levine 2006; misere sums: Ferguson 1974",
    .value = parts_value,
    .outcome = parts_outcome,
    .moves = parts_moves,
    .options = parts_options,
    .steps = parts_steps,
};

PLUGIN_ENTRY(plugin)
