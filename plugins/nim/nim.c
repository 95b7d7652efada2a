/* SPDX-License-Identifier: MIT */
/* Nim, solved by Bouton: the value of a sum of heaps is X, the xor of their sizes. A heap can be lowered to x ^ mask
 * exactly when it has the top bit of the mask, so one look at that bit decides each heap.
 *
 * Misere play differs only where all other heaps are at most 1: there the winning target has its last bit flipped,
 * which is the mask X ^ 1 in place of X. */
#include <string.h>
#include "share/cells.h"
#include "share/descriptor.h"
#include "share/nim_steps.h"

/* The text of nim.game; a test compares the two. */
static const char reference[] =
    "# Nim: a heap of n; take any positive number. A position of several heaps is their sum.\n"
    "game nim(n) {\n"
    "  move take(t in 1..n) -> nim(n - t)\n"
    "\n"
    "  claim sg(nim(n)) == n for n in 0..200\n"
    "  expect P(nim(3) + nim(5) + nim(6))\n"
    "  expect wins(nim(3) + nim(4) + nim(5)) == { nim(1) + nim(4) + nim(5) }\n"
    "}\n";

/* What there is to know of a whole sum. */
struct sum {
    uint64_t *x;    /* limbs of the xor */
    uint64_t *heap; /* room for one heap after a move */
    uint32_t count; /* limbs of both, at least 1 */
    size_t large;   /* heaps larger than 1 */
};

static int sum_open(const cgi_request *request, struct sum *sum)
{
    *sum = (struct sum){.count = (uint32_t)extent_of(request).limbs};
    size_t bytes = sum->count * sizeof *sum->x;
    sum->x = request->host->allocate(request->host, 2 * bytes);
    if (!sum->x) return CGI_NO_MEMORY;
    sum->heap = sum->x + sum->count;
    memset(sum->x, 0, bytes);
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_integer *heap = heap_of(&request->components[i]);
        for (uint32_t j = 0; j < heap->count; j++) sum->x[j] ^= heap->limbs[j];
        sum->large += is_large(heap);
    }
    return CGI_OK;
}

static void sum_close(const cgi_request *request, struct sum *sum) { request->host->release(request->host, sum->x); }

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    (void)instance;
    return sink->value(sink, heap_of(&request->components[0]));
}

/* The xor of heaps of one limb each, and all their bits; false when there is a larger heap. */
static bool small_sum(const cgi_request *request, uint64_t *x, uint64_t *any)
{
    *x = *any = 0;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_integer *heap = heap_of(&request->components[i]);
        if (heap->count > 1) return false;
        uint64_t n = heap->count ? heap->limbs[0] : 0;
        *x ^= n;
        *any |= n;
    }
    return true;
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct sum sum;
    uint64_t x, any;
    (void)instance;
    if (small_sum(request, &x, &any)) {
        bool reversed = request->play == CGI_PLAY_MISERE && any <= 1;
        *answer = (x == 0) != reversed ? CGI_OUTCOME_P : CGI_OUTCOME_N;
        return CGI_OK;
    }
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    *answer = nim_outcome(request, significant(sum.x, sum.count) == 0, sum.large);
    sum_close(request, &sum);
    return CGI_OK;
}

/* Has the heap the top bit of the mask? That is where the mask, limb for limb from the top, lowers it. */
static bool can_follow(const cgi_integer *heap, const uint64_t *mask, uint32_t count)
{
    uint32_t top = significant(mask, count);
    if (top == 0 || heap->count < top) return false;
    uint64_t limb = heap->limbs[top - 1];
    return (limb ^ mask[top - 1]) < limb;
}

static int emit(const cgi_sink *sink, size_t component, const cgi_integer *heap, const struct sum *sum)
{
    for (uint32_t j = 0; j < heap->count; j++) sum->heap[j] = heap->limbs[j] ^ sum->x[j];
    return give_heap(sink, component, natural(sum->heap, heap->count));
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        const cgi_integer *heap = heap_of(&request->components[i]);
        bool flipped = nim_flips(request, sum.large - is_large(heap));
        sum.x[0] ^= flipped;
        if (can_follow(heap, sum.x, sum.count)) status = emit(sink, i, heap, &sum);
        sum.x[0] ^= flipped;
        if (status == CGI_OK) status = go_on(request, i);
    }
    sum_close(request, &sum);
    return status;
}

/* A heap has one option of each smaller value. */
static int options(void *instance, const cgi_request *request, const cgi_integer *value, const cgi_sink *sink)
{
    const cgi_integer *heap = heap_of(&request->components[0]);
    struct sum sum;
    (void)instance;
    if (value->count > heap->count) return CGI_OK;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    for (uint32_t j = 0; j < value->count; j++) sum.x[j] ^= value->limbs[j];
    if (can_follow(heap, sum.x, sum.count)) status = emit(sink, 0, heap, &sum);
    sum_close(request, &sum);
    return status;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */
/* out = heap - 1, of a heap that is not empty. */
static void one_less(uint64_t *out, const cgi_integer *heap)
{
    uint32_t i = 0;
    memcpy(out, heap->limbs, heap->count * sizeof *out);
    while (out[i] == 0) out[i++] = UINT64_MAX;
    out[i]--;
}

static void tell_heap(struct steps *s, const struct sum *sum, size_t c)
{
    const cgi_integer *heap = heap_of(&s->request->components[c]);
    if (heap->count == 0) {
        step(s, "%c has no move, so it is worth 0", steps_component(s, c));
        return;
    }
    one_less(sum->heap, heap);
    const cgi_integer less = natural(sum->heap, heap->count);
    step(s, "%c can be left at any size from 0 to %d, worth as much: the least number missing is %d",
         steps_component(s, c), &less, heap);
}

static int steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct steps s;
    struct sum sum;
    (void)instance;
    if (!steps_open(&s, request, sink)) return CGI_UNSUPPORTED;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    struct nim_table t = {.steps = &s};
    for (size_t c = 0; c < request->component_count; c++) nim_table_count(&t, heap_of(&request->components[c]));
    if (t.parts == 1) tell_heap(&s, &sum, 0);
    else step(&s, "the value of a heap is its size, since it can be left at any smaller one");
    for (size_t c = 0; steps_room(&s) && c < request->component_count; c++)
        nim_table_row(&t, c, NULL, 0, heap_of(&request->components[c]));
    const cgi_integer x = natural(sum.x, sum.count);
    status = nim_table_end(&t, &x, sum.large);
    sum_close(request, &sum);
    return status;
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "nim",
    .version = "1.0",
    .summary = "Nim: take any number from one heap",
    .reference = reference,
    .claim = "the value of a heap is its size; misere play differs only where no heap exceeds 1",
    .source = "Bouton 1901",
    .value = value,
    .outcome = outcome,
    .moves = moves,
    .options = options,
    .steps = steps,
};

PLUGIN_ENTRY(plugin)
