/* SPDX-License-Identifier: MIT */
/* Nim with a cap: take 1..K from one heap of a row. A heap is a Bash game, so its value is n mod (K + 1), and a row is the
 * sum of its heaps, as a sum of rows is the sum of all of them. The rest stands in share/limited_heaps.h. */
#include "share/descriptor.h"
#include "share/limited_heaps.h"

/* The text of capped.game; a test compares the two. */
static const char reference[] =
    "# Capped Nim: a row of heaps; take at least 1 and at most K from one of them.\n"
    "game capped(h: row) {\n"
    "  param K = 3 in 1..\n"
    "  move take(i in 1..len(h), t in 1..min(K, h[i])) -> capped(h with { [i] -= t })\n"
    "\n"
    "  claim sg(capped([a, b])) == xor(x % (K + 1) for x in [a, b]) for a in 0..8, b in 0..8, K in 1..5\n"
    "  expect P(capped([4, 1, 5]))\n"
    "  expect wins(capped([2, 3])) == { capped([2, 2]) }\n"
    "}\n";

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    (void)instance;
    return limited_offer_or(request, answer, "the closed form is computed for K below 2^64 only");
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "capped",
    .version = "1.0",
    .summary = "Nim with a cap: take 1 to K from one heap of a row",
    .reference = reference,
    .claim = "the value of a row is the xor of n mod (K + 1) over its heaps; misere play follows Nim's rule on these",
    .source = "Bachet 1612; Sprague 1935, Grundy 1939; misere play: Ferguson 1974",
    .offer = offer,
    .value = limited_value,
    .outcome = limited_outcome,
    .moves = limited_moves,
    .options = limited_options,
    .steps = limited_steps,
};

PLUGIN_ENTRY(plugin)
