/* The half game. With m = n + 2 the options of m are the numbers strictly between m / 2 and m. Each odd number v below m,
 * but the odd part of m, has exactly one of v, 2v, 4v, ... there. So the values (v - 1) / 2 of the options are all numbers
 * up to the largest odd one but m's own, and by induction the value of a heap is (odd part of (n + 2) - 1) / 2.
 *
 * A move to value t leads to 2^j (2t + 1) - 2, the largest such number below n, if there is one; t may exceed the value
 * of the heap. In a sum t is the xor of the other values. The game is pet: a heap that can be moved in and has value 0,
 * m = 2^j, has the option 3 * 2^(j - 2), whose value is 1. So misere play follows Nim's rule on the values: where no
 * other value exceeds 1, t has its last bit flipped.
 *
 * All numbers are arrays of limbs in one block of the host's memory. */
#include <cgi/plugin.h>
#include <gmp.h>
#include <stdbool.h>
#include <string.h>

/* The text of half.game; a test compares the two. */
static const char reference[] =
    "# Half: a heap of n; take at least 1 and at most half of it, rounded up.\n"
    "game half(n) {\n"
    "  move take(t in 1..(n + 1) / 2) -> half(n - t)\n"
    "\n"
    "  claim P(half(n)) iff power_of_two(n + 2) for n in 0..200\n"
    "  expect sg(half(13)) == 7\n"
    "  expect sg(half(25)) == 13\n"
    "  expect wins(half(4) + half(2)) == { half(2) + half(2) }\n"
    "}\n";

typedef char limbs_are_words[sizeof(mp_limb_t) == sizeof(uint64_t) ? 1 : -1];

struct number {
    mp_limb_t *limbs;
    uint32_t count; /* the last limb is not 0 */
};
struct sum {
    void *block;
    uint32_t room;         /* limbs of each number here */
    struct number m, work; /* a heap plus 2; for calculations */
    mp_limb_t *value, *x;  /* zeros above */
    size_t large;          /* values larger than 1 */
};

static const cgi_integer *heap_of(const cgi_component *component)
{
    return &component->fields[0].cells[0];
}

static uint32_t significant(const mp_limb_t *limbs, uint32_t count)
{
    while (count && limbs[count - 1] == 0) count--;
    return count;
}

static uint64_t bits_of(const struct number *a)
{
    return a->count ? (uint64_t)mpn_sizeinbase(a->limbs, (mp_size_t)a->count, 2) : 0;
}

/* a * 2^by into `to`, which has the room; a may be `to` itself. */
static void shift_up(struct number *to, const struct number *a, uint64_t by)
{
    uint32_t whole = (uint32_t)(by / 64), count = a->count;
    mp_limb_t over = 0;
    memmove(to->limbs + whole, a->limbs, count * sizeof *to->limbs);
    if (whole) memset(to->limbs, 0, whole * sizeof *to->limbs);
    if (count && by % 64) over = mpn_lshift(to->limbs + whole, to->limbs + whole, (mp_size_t)count, (unsigned)(by % 64));
    to->count = whole + count;
    if (over) to->limbs[to->count++] = over;
}

/* sum->m = heap + 2 */
static void load(struct sum *sum, const cgi_integer *heap)
{
    mp_limb_t over;
    memset(sum->m.limbs, 0, sum->room * sizeof *sum->m.limbs);
    if (heap->count) memcpy(sum->m.limbs, heap->limbs, heap->count * sizeof *sum->m.limbs);
    sum->m.count = heap->count ? heap->count : 1;
    over = mpn_add_1(sum->m.limbs, sum->m.limbs, (mp_size_t)sum->m.count, 2);
    if (over) sum->m.limbs[sum->m.count++] = over;
}

/* sum->value = the value of sum->m: m without its lowest one and all zeros below. */
static void find_value(struct sum *sum)
{
    uint64_t by = (uint64_t)mpn_scan1(sum->m.limbs, 0) + 1;
    uint32_t whole = (uint32_t)(by / 64), count = sum->m.count > whole ? sum->m.count - whole : 0;
    memset(sum->value, 0, sum->room * sizeof *sum->value);
    memcpy(sum->value, sum->m.limbs + whole, count * sizeof *sum->value);
    if (count && by % 64) mpn_rshift(sum->value, sum->value, (mp_size_t)count, (unsigned)(by % 64));
}

static bool is_large(const struct sum *sum)
{
    return significant(sum->value, sum->room) > 1 || sum->value[0] > 1;
}

static int sum_open(const cgi_request *request, struct sum *sum)
{
    *sum = (struct sum){.room = 1};
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_integer *heap = heap_of(&request->components[i]);
        if (heap->count > sum->room) sum->room = heap->count;
    }
    sum->room += 2;
    mp_limb_t *block = sum->block = request->host->allocate(request->host, 4 * sum->room * sizeof *block);
    if (!block) return CGI_NO_MEMORY;
    sum->m.limbs = block;
    sum->work.limbs = block + sum->room;
    sum->value = block + (size_t)2 * sum->room;
    sum->x = block + (size_t)3 * sum->room;
    memset(sum->x, 0, sum->room * sizeof *sum->x);
    for (size_t i = 0; i < request->component_count; i++) {
        load(sum, heap_of(&request->components[i]));
        find_value(sum);
        for (uint32_t j = 0; j < sum->room; j++) sum->x[j] ^= sum->value[j];
        sum->large += is_large(sum);
    }
    return CGI_OK;
}

static void sum_close(const cgi_request *request, struct sum *sum)
{
    request->host->release(request->host, sum->block);
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    uint32_t count = significant(sum.x, sum.room);
    cgi_integer answer = {count != 0, count, (const uint64_t *)sum.x};
    status = sink->value(sink, &answer);
    sum_close(request, &sum);
    return status;
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    bool balanced = significant(sum.x, sum.room) == 0;
    bool reversed = request->play == CGI_PLAY_MISERE && sum.large == 0;
    *answer = balanced != reversed ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    sum_close(request, &sum);
    return CGI_OK;
}

static int compare(const struct number *a, const struct number *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    return mpn_cmp(a->limbs, b->limbs, (mp_size_t)a->count);
}

/* sum->work = the only option of sum->m, plus 2, whose value is value ^ x; false when there is none. */
static bool find_option(struct sum *sum)
{
    struct number *v = &sum->work;
    for (uint32_t j = 0; j < sum->room; j++) v->limbs[j] = sum->value[j] ^ sum->x[j];
    v->count = significant(v->limbs, sum->room);
    shift_up(v, v, 1);
    v->limbs[0] |= 1;
    if (v->count == 0) v->count = 1;
    uint64_t bits = bits_of(v), most = bits_of(&sum->m);
    if (bits > most) return false;
    shift_up(v, v, most - bits);
    if (compare(v, &sum->m) > 0) {
        if (bits == most) return false;
        mpn_rshift(v->limbs, v->limbs, (mp_size_t)v->count, 1);
        v->count = significant(v->limbs, v->count);
    }
    return compare(v, &sum->m) != 0;
}

static int emit(struct sum *sum, size_t component, const cgi_sink *sink)
{
    struct number *v = &sum->work;
    mpn_sub_1(v->limbs, v->limbs, (mp_size_t)v->count, 2);
    uint32_t count = significant(v->limbs, v->count);
    cgi_integer left = {count != 0, count, (const uint64_t *)v->limbs};
    cgi_field field = {CGI_NAT, 1, 1, &left};
    cgi_component result = {1, &field};
    return sink->move(sink, component, &result);
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        load(&sum, heap_of(&request->components[i]));
        find_value(&sum);
        bool flipped = request->play == CGI_PLAY_MISERE && sum.large - is_large(&sum) == 0;
        sum.x[0] ^= flipped;
        if (find_option(&sum)) status = emit(&sum, i, sink);
        sum.x[0] ^= flipped;
        if (i % 1024 == 1023 && request->host->cancelled(request->host)) status = CGI_CANCELLED;
    }
    sum_close(request, &sum);
    return status;
}

static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = CGI_PLUGIN_MINOR,
    .capabilities =
        CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "half",
    .version = "1.0",
    .summary = "half: take at most half of one heap, rounded up",
    .reference = reference,
    .claim = "the value of a heap n is (v - 1) / 2, v the odd part of n + 2; misere sums follow Nim's rule on the values",
    .source = "Levine 2006; misere sums: Ferguson 1974",
    .value = value,
    .outcome = outcome,
    .moves = moves,
};

const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
