/* SPDX-License-Identifier: MIT */
/* K-L-Nim with K = L: take any positive number but k. The value of a heap x is g(x) = k floor(x / 2k) + x mod k: the
 * values fill blocks of 2k heaps, each value twice, k apart. By induction: x = 2ak + b, b < k, misses x - k only, whose
 * value x - 2k has as well, and sees all smaller ones; x = (2a+1)k + b misses only the one smaller heap of its value.
 *
 * The heaps of value t are y = 2k floor(t / k) + t mod k and y + k, so a move from x to value t leaves one of these, if
 * it is smaller than x and not x - k. In a sum the target of a heap is t = g ^ X, X the xor of all values; t may lie
 * above g. A subtraction game is pet (Ferguson), so misere play follows Nim's rule on the values: where no other value
 * exceeds 1 the target has its last bit flipped.
 *
 * Nothing here doubles k: 2k may not fit a word, but floor(x / 2k) is floor(floor(x / k) / 2). */
#include "share/descriptor.h"
#include "share/parts_steps.h"

/* The text of kl_equal.game; a test compares the two. */
static const char reference[] = "# K-L-Nim with K = L: a heap of n; take any positive number but k.\n"
                                "game kl_equal(n) {\n"
                                "  param k = 3 in 1..\n"
                                "  move take(t in 1..n) where t != k -> kl_equal(n - t)\n"
                                "\n"
                                "  claim sg(kl_equal(n)) == k * (n / (2 * k)) + n % k for n in 0..100, k in 1..12\n"
                                "  expect sg(kl_equal(4) + kl_equal(7) + kl_equal(8) + kl_equal(12)) == 6\n"
                                "  expect P(kl_equal(3))\n"
                                "}\n";

static uint64_t forbidden(const cgi_request *request) { return request->params[0].values[0].limbs[0]; }

static bool parts_fit(const cgi_request *request)
{
    uint64_t k;
    return read_word(&request->params[0].values[0], &k) && k > 0;
}

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    (void)instance;
    if (parts_fit(request)) return CGI_OK;
    answer->value = answer->outcome = answer->moves = 0;
    answer->reason = "the closed form is computed for k below 2^64 only";
    return CGI_OK;
}

/* The heap is the only part. */
static bool part_value(struct parts *p, const cgi_component *component, uint32_t part)
{
    uint64_t k = forbidden(p->request);
    if (part > 0) return false;
    uint64_t rest = number_div_word(p->a, heap_of(component), k);
    number_shift_down(p->a, &p->a->is, 1);
    number_mul_word(p->g, &p->a->is, k);
    number_add_word(p->g, &p->g->is, rest);
    return true;
}

/* Leaves a in the heap, if that is a move. */
static int emit(struct parts *p, size_t component)
{
    number_sub(p->b, heap_of(&p->request->components[component]), &p->a->is);
    if (p->b->is.sign <= 0 || number_compare_word(&p->b->is, forbidden(p->request)) == 0) return CGI_OK;
    return parts_give_heap(p, component, p->a);
}

/* The two heaps of value t. */
static int part_options(struct parts *p, size_t component, uint32_t part)
{
    uint64_t k = forbidden(p->request), rest = number_div_word(p->b, &p->t->is, k);
    (void)part;
    number_mul_word(p->a, &p->b->is, k);
    number_shift_up(p->a, &p->a->is, 1);
    number_add_word(p->a, &p->a->is, rest);
    int status = emit(p, component);
    if (status != CGI_OK) return status;
    number_add_word(p->a, &p->a->is, k);
    return emit(p, component);
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
    uint64_t k = forbidden(p->request);
    if (part > 0) return;
    const cgi_integer *n = heap_of(&p->request->components[c]), *blocks = &p->a->is, *half = &p->b->is;
    uint64_t rest = number_div_word(p->a, n, k);
    number_shift_down(p->b, blocks, 1);
    step(s, "%c: %d = %d * %d + %d and floor(%d / 2) = %d, so it is worth %d * %d + %d = %d", steps_component(s, c), n,
         blocks, steps_word(s, k), steps_word(s, rest), blocks, half, half, steps_word(s, k), steps_word(s, rest),
         &p->g->is);
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "kl_equal",
    .version = "1.0",
    .summary = "K-L-Nim with K = L: take any number but k from one heap",
    .reference = reference,
    .claim = "the value of a heap n is k floor(n / 2k) + n mod k; misere sums follow Nim's rule on the values",
    .source = "K-L-Nim, Corollary 7; misere sums: Ferguson 1974",
    .offer = offer,
    .value = parts_value,
    .outcome = parts_outcome,
    .moves = parts_moves,
    .options = parts_options,
    .steps = parts_steps,
};

PLUGIN_ENTRY(plugin)
