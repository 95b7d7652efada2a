/* The Bash game: take 1..m from a heap. Its value is g(n) = n mod (m + 1): the options n - 1 .. n - m show every
 * residue but n's own, once each.
 *
 * So a move from n to value t != g exists in one way only: take d = (g - t) mod (m + 1), if the heap has that many.
 * In a sum the target is t = g ^ X, X the xor of all values; t may lie above g. Bash is pet (a non-terminal heap of
 * value 0 has an option of value 1), so misere play follows Nim's rule on the values: where no other value exceeds 1,
 * the target has its last bit flipped. */
#include <cgi/plugin.h>
#include <gmp.h>
#include <stdbool.h>
#include <string.h>

/* The text of bash.game; a test compares the two. */
static const char reference[] =
    "# Bash: a heap of n; take at least 1 and at most m.\n"
    "game bash(n) {\n"
    "  param m = 3 in 1..\n"
    "  move take(t in 1..min(m, n)) -> bash(n - t)\n"
    "\n"
    "  claim sg(bash(n)) == n % (m + 1) for n in 0..100, m in 1..12\n"
    "  expect P(bash(20))\n"
    "  expect wins(bash(2) + bash(3)) == { bash(2) + bash(2) }\n"
    "}\n";

typedef char limbs_are_words[sizeof(mp_limb_t) == sizeof(uint64_t) ? 1 : -1];

/* Everything is one word long but the heaps: m is at most 2^64 - 1, and m + 1 = 2^64 is kept as 0. */
struct sum {
    uint64_t m, modulus, x;
    size_t large; /* values larger than 1 */
};

static const cgi_integer *heap_of(const cgi_component *component)
{
    return &component->fields[0].cells[0];
}

static uint64_t value_of(const struct sum *sum, const cgi_integer *heap)
{
    if (heap->count == 0) return 0;
    if (sum->modulus == 0) return heap->limbs[0];
    if (heap->count == 1) return heap->limbs[0] % sum->modulus;
    return mpn_mod_1((const mp_limb_t *)heap->limbs, (mp_size_t)heap->count, sum->modulus);
}

/* False when m does not fit a word. */
static bool fits(const cgi_request *request)
{
    const cgi_integer *m = &request->params[0].values[0];
    return m->sign >= 0 && m->count <= 1;
}

static bool sum_of(const cgi_request *request, struct sum *sum)
{
    const cgi_integer *m = &request->params[0].values[0];
    if (!fits(request)) return false;
    *sum = (struct sum){.m = m->count ? m->limbs[0] : 0};
    sum->modulus = sum->m + 1;
    for (size_t i = 0; i < request->component_count; i++) {
        uint64_t g = value_of(sum, heap_of(&request->components[i]));
        sum->x ^= g;
        sum->large += g > 1;
    }
    return true;
}

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    (void)instance;
    if (fits(request)) return CGI_OK;
    answer->value = answer->outcome = answer->moves = 0;
    answer->reason = "the closed form is computed for m below 2^64 only";
    return CGI_OK;
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    (void)instance;
    if (!sum_of(request, &sum)) return CGI_UNSUPPORTED;
    cgi_integer answer = {sum.x != 0, sum.x != 0, &sum.x};
    return sink->value(sink, &answer);
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct sum sum;
    (void)instance;
    if (!sum_of(request, &sum)) return CGI_UNSUPPORTED;
    bool reversed = request->play == CGI_PLAY_MISERE && sum.large == 0;
    *answer = (sum.x == 0) != reversed ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    return CGI_OK;
}

/* How many to take from a heap of value g to reach value t; 0 when there is no such move. */
static uint64_t take_to(const struct sum *sum, const cgi_integer *heap, uint64_t g, uint64_t t)
{
    if (t == g || t > sum->m) return 0;
    uint64_t take = g > t ? g - t : g - t + sum->modulus;
    bool enough = heap->count > 1 || (heap->count == 1 && heap->limbs[0] >= take);
    return enough ? take : 0;
}

static int emit(const cgi_sink *sink, size_t component, const cgi_integer *heap, uint64_t take, uint64_t *room)
{
    uint32_t count = heap->count;
    mpn_sub_1((mp_limb_t *)room, (const mp_limb_t *)heap->limbs, (mp_size_t)count, take);
    while (count && room[count - 1] == 0) count--;
    cgi_integer left = {count != 0, count, room};
    cgi_field field = {CGI_NAT, 1, 1, &left};
    cgi_component result = {1, &field};
    return sink->move(sink, component, &result);
}

static uint64_t *room_for_largest(const cgi_request *request)
{
    uint32_t most = 1;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_integer *heap = heap_of(&request->components[i]);
        if (heap->count > most) most = heap->count;
    }
    return request->host->allocate(request->host, most * sizeof(uint64_t));
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    (void)instance;
    if (!sum_of(request, &sum)) return CGI_UNSUPPORTED;
    uint64_t *room = room_for_largest(request);
    int status = room ? CGI_OK : CGI_NO_MEMORY;
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        const cgi_integer *heap = heap_of(&request->components[i]);
        uint64_t g = value_of(&sum, heap);
        bool flipped = request->play == CGI_PLAY_MISERE && sum.large - (g > 1) == 0;
        uint64_t take = take_to(&sum, heap, g, g ^ sum.x ^ flipped);
        if (take) status = emit(sink, i, heap, take, room);
        if (i % 1024 == 1023 && request->host->cancelled(request->host)) status = CGI_CANCELLED;
    }
    request->host->release(request->host, room);
    return status;
}

static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = CGI_PLUGIN_MINOR,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "bash",
    .version = "1.0",
    .summary = "Bash: take 1 to m from one heap",
    .reference = reference,
    .claim = "the value of a heap n is n mod (m + 1); misere sums follow Nim's rule on the values",
    .source = "Bachet 1612; misere sums: Ferguson 1974",
    .offer = offer,
    .value = value,
    .outcome = outcome,
    .moves = moves,
};

const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
