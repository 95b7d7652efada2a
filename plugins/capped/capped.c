/* Nim with a cap: take 1..K from one heap of a row. A heap is a Bash game, so its value is g(n) = n mod (K + 1), and a row is
 * the sum of its heaps, as a sum of rows is the sum of all of them.
 *
 * So a move from n to value t != g exists in one way only: take d = (g - t) mod (K + 1), if the heap has that many. The
 * target is t = g ^ X, X the xor of all values; t may lie above g. A heap is pet (a non-terminal one of value 0 has an
 * option of value 1), so misere play follows Nim's rule on the values of the heaps: where no other value exceeds 1, the
 * target has its last bit flipped. */
#include <cgi/plugin.h>
#include <gmp.h>
#include <stdbool.h>
#include <string.h>

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

typedef char limbs_are_words[sizeof(mp_limb_t) == sizeof(uint64_t) ? 1 : -1];

/* Everything is one word long but the heaps: K is at most 2^64 - 1, and K + 1 = 2^64 is kept as 0. */
struct sum {
    uint64_t cap, modulus, x;
    size_t large; /* values larger than 1 */
};

static const cgi_field *row_of(const cgi_request *request, size_t component)
{
    return &request->components[component].fields[0];
}

static uint64_t value_of(const struct sum *sum, const cgi_integer *heap)
{
    if (heap->count == 0) return 0;
    if (sum->modulus == 0) return heap->limbs[0];
    if (heap->count == 1) return heap->limbs[0] % sum->modulus;
    return mpn_mod_1((const mp_limb_t *)heap->limbs, (mp_size_t)heap->count, sum->modulus);
}

/* False when K does not fit a word. */
static bool fits(const cgi_request *request)
{
    const cgi_integer *cap = &request->params[0].values[0];
    return cap->sign >= 0 && cap->count <= 1;
}

static bool sum_of(const cgi_request *request, struct sum *sum)
{
    const cgi_integer *cap = &request->params[0].values[0];
    if (!fits(request)) return false;
    *sum = (struct sum){.cap = cap->count ? cap->limbs[0] : 0};
    sum->modulus = sum->cap + 1;
    for (size_t c = 0; c < request->component_count; c++) {
        const cgi_field *row = row_of(request, c);
        for (uint32_t i = 0; i < row->rows; i++) {
            uint64_t g = value_of(sum, &row->cells[i]);
            sum->x ^= g;
            sum->large += g > 1;
        }
    }
    return true;
}

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    (void)instance;
    if (fits(request)) return CGI_OK;
    answer->value = answer->outcome = answer->moves = 0;
    answer->reason = "the closed form is computed for K below 2^64 only";
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
    if (t == g || t > sum->cap) return 0;
    uint64_t take = g > t ? g - t : g - t + sum->modulus;
    bool enough = heap->count > 1 || (heap->count == 1 && heap->limbs[0] >= take);
    return enough ? take : 0;
}

/* A copy of one row, and of one heap of it after a move. */
struct room {
    cgi_integer *cells;
    mp_limb_t *heap;
};

static int emit(const cgi_sink *sink, const cgi_request *request, size_t component, uint32_t at, uint64_t take,
                const struct room *room)
{
    const cgi_field *row = row_of(request, component);
    const cgi_integer *heap = &row->cells[at];
    uint32_t count = heap->count;
    mpn_sub_1(room->heap, (const mp_limb_t *)heap->limbs, (mp_size_t)count, take);
    while (count && room->heap[count - 1] == 0) count--;
    room->cells[at] = (cgi_integer){count != 0, count, (const uint64_t *)room->heap};
    cgi_field field = {CGI_ROW, row->rows, 1, room->cells};
    cgi_component result = {1, &field};
    int status = sink->move(sink, component, &result);
    room->cells[at] = *heap;
    return status;
}

static int row_moves(const struct sum *sum, const cgi_request *request, size_t component, const struct room *room,
                     const cgi_sink *sink)
{
    const cgi_field *row = row_of(request, component);
    int status = CGI_OK;
    if (row->rows) memcpy(room->cells, row->cells, row->rows * sizeof *room->cells);
    for (uint32_t i = 0; status == CGI_OK && i < row->rows; i++) {
        uint64_t g = value_of(sum, &row->cells[i]);
        bool flipped = request->play == CGI_PLAY_MISERE && sum->large - (g > 1) == 0;
        uint64_t take = take_to(sum, &row->cells[i], g, g ^ sum->x ^ flipped);
        if (take) status = emit(sink, request, component, i, take, room);
        if (i % 1024 == 1023 && request->host->cancelled(request->host)) status = CGI_CANCELLED;
    }
    return status;
}

/* One block for the longest row and the largest heap. */
static bool make_room(const cgi_request *request, struct room *room)
{
    size_t longest = 0, largest = 1;
    for (size_t c = 0; c < request->component_count; c++) {
        const cgi_field *row = row_of(request, c);
        if (row->rows > longest) longest = row->rows;
        for (uint32_t i = 0; i < row->rows; i++)
            if (row->cells[i].count > largest) largest = row->cells[i].count;
    }
    room->heap = request->host->allocate(request->host, longest * sizeof *room->cells + largest * sizeof *room->heap);
    if (!room->heap) return false;
    room->cells = (cgi_integer *)(void *)(room->heap + largest);
    return true;
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    struct room room;
    (void)instance;
    if (!sum_of(request, &sum)) return CGI_UNSUPPORTED;
    int status = make_room(request, &room) ? CGI_OK : CGI_NO_MEMORY;
    for (size_t c = 0; status == CGI_OK && c < request->component_count; c++)
        status = row_moves(&sum, request, c, &room, sink);
    request->host->release(request->host, room.heap);
    return status;
}

static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = CGI_PLUGIN_MINOR,
    .capabilities =
        CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "capped",
    .version = "1.0",
    .summary = "Nim with a cap: take 1 to K from one heap of a row",
    .reference = reference,
    .claim = "the value of a row is the xor of n mod (K + 1) over its heaps; misere play follows Nim's rule on these",
    .source = "Bachet 1612; Sprague 1935, Grundy 1939; misere play: Ferguson 1974",
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
