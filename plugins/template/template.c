/* A complete plugin to copy. Begin here with the idea: what is the theorem, and why does it hold?
 *
 * The game: heaps; a move takes an odd number from one heap. Every move changes the parity of what is left in all, so
 * the last move is known from the beginning: the value of a heap is n mod 2, and in misere play the same parity
 * decides the other way. */
#include <cgi/plugin.h>

/* The same game in the language of rule files. Rules that are this game, by whatever names, are answered by this
 * plugin, and its answers are checked against a search of this rule. Claims are welcome: `cgi models` shows them. */
static const char reference[] = "game odds(n) {\n"
                                "  move take(t in 1..n) where odd(t) -> odds(n - t)\n"
                                "  claim sg(odds(n)) == n % 2 for n in 0..200\n"
                                "}\n";

/* A position is a sum of components, each with the fields of the rule above: here one field, the heap, which is one
 * cell. Cells are integers of any size; the parity is the lowest bit of the lowest limb. */
static uint64_t parity(const cgi_component *component)
{
    const cgi_integer *n = &component->fields[0].cells[0];
    return n->count ? n->limbs[0] & 1 : 0;
}

/* CGI_VALUE: the SG value of one component. The answer goes to the sink, which copies it. */
static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    uint64_t limb = parity(&request->components[0]);
    cgi_integer answer = {limb != 0, limb != 0, &limb}; /* sign, number of limbs, limbs: zero has none */
    (void)instance;
    return sink->value(sink, &answer);
}

/* CGI_OUTCOME: does the player to move win the whole sum? The play is part of the question. */
static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    uint64_t total = 0;
    (void)instance;
    for (size_t i = 0; i < request->component_count; i++) total ^= parity(&request->components[i]);
    if (request->play == CGI_PLAY_MISERE) total ^= 1;
    *answer = total ? CGI_OUTCOME_N : CGI_OUTCOME_P;
    return CGI_OK;
}

/* Why, for `cgi explain`: one line a step, with the numbers of this request. In a line %c is a component as its author wrote it
 * and %d a number in decimal. At the end the host is told what the steps come to, and compares it with the answers above. A
 * host older than 0.3 does not call this. */
static int steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    uint64_t total = 0;
    uint32_t who;
    int status;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_component *component = &request->components[i];
        uint64_t number = i, rest = parity(component);
        cgi_integer numbers[] = {
            {number != 0, number != 0, &number}, component->fields[0].cells[0], {rest != 0, rest != 0, &rest}};
        status = sink->line(sink, "%c: every take is odd, so it changes %d mod 2 = %d", numbers, 3);
        if (status != CGI_OK) return status; /* the list is long enough */
        total ^= rest;
    }
    status = outcome(instance, request, &who);
    if (status == CGI_OK && request->play == CGI_PLAY_NORMAL) {
        cgi_integer answer = {total != 0, total != 0, &total};
        status = sink->value(sink, &answer);
    }
    return status == CGI_OK ? sink->outcome(sink, who) : status;
}

/* What this plugin has not got, and need not have:
 *   moves      the host tries every option; worth writing where a position has very many
 *   offer      for closed forms that hold for some positions only
 *   open close for tables that are made once; the instance is then passed to each call
 * A call that cannot answer returns CGI_UNSUPPORTED; one that allocates uses request->host->allocate. */
static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = CGI_PLUGIN_MINOR,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME,
    .name = "template",
    .version = "1.0",
    .summary = "take an odd number from one heap",
    .reference = reference,
    .claim = "every move changes the parity of all heaps together, so it tells who moves last",
    .source = "folklore",
    .value = value,
    .outcome = outcome,
    .steps = steps,
};

/* The only symbol that is exported. */
const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
