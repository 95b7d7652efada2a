/* SPDX-License-Identifier: MIT */
/* The Bash game: take 1..m from a heap. Its value is n mod (m + 1); the theorem, winning moves and misere play stand in
 * share/limited_heaps.h, which the row of such heaps shares. */
#include "share/descriptor.h"
#include "share/limited_heaps.h"

/* The text of bash.game; a test compares the two. */
static const char reference[] = "# Bash: a heap of n; take at least 1 and at most m.\n"
                                "game bash(n) {\n"
                                "  param m = 3 in 1..\n"
                                "  move take(t in 1..min(m, n)) -> bash(n - t)\n"
                                "\n"
                                "  claim sg(bash(n)) == n % (m + 1) for n in 0..100, m in 1..12\n"
                                "  expect P(bash(20))\n"
                                "  expect wins(bash(2) + bash(3)) == { bash(2) + bash(2) }\n"
                                "}\n";

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    (void)instance;
    return limited_offer_or(request, answer, "the closed form is computed for m below 2^64 only");
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "bash",
    .version = "1.0",
    .summary = "Bash: take 1 to m from one heap",
    .reference = reference,
    .claim = "the value of a heap n is n mod (m + 1); misere sums follow Nim's rule on the values",
    .source = "Bachet 1612; misere sums: Ferguson 1974",
    .offer = offer,
    .value = limited_value,
    .outcome = limited_outcome,
    .moves = limited_moves,
    .options = limited_options,
    .steps = limited_steps,
};

PLUGIN_ENTRY(plugin)
