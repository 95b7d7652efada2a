/* SPDX-License-Identifier: MIT */
/* Wythoff's game. With k the difference of the heaps, the player to move loses exactly at the pairs {A_k, A_k + k},
 * where A_k is floor(k phi) and phi = (1 + sqrt 5) / 2. No floating point: phi k is the positive root of
 * x^2 - kx - k^2, so for a <= b, k = b - a > 0 the pair is one of these iff a^2 < k b and (a + 1)^2 > k (b + 1);
 * and A_k is floor((k + isqrt(5 k^2)) / 2).
 *
 * Every natural number lies in one pair. The partner of x: let i = floor(x / phi) = floor((isqrt(5 x^2) - x) / 2). If
 * A_{i+1} = x it is x + i + 1, else x is the larger member and the partner is i.
 *
 * From any other position the winning moves leave the partner of one of the heaps, or take the same from both until
 * A_k and A_k + k are left: one to three moves. Misere play has the same pairs from k = 2 on and {2, 2}, {0, 1} in
 * place of {0, 0}, {1, 2}, which makes the partners of 0, 1, 2 the numbers 1, 0, 2.
 *
 * Values have no known closed form. With a smaller heap of 0, 1 or 2 and a larger heap b the value is b;
 * b + (1, 1, -2)[b mod 3]; b + (2, -1, -1)[b mod 3]: the three rows follow by induction on b, three values at a time.
 * No move leaves these rows, so each of their values can be checked against its options.
 *
 * The game is tame, and its swaps are {0, 0}, {1, 2} with the pair (0, 1) of SG and misere value, {0, 1}, {2, 2} with (1, 0).
 * From any other position either no swap can be reached, or one of each kind: with a smaller heap of 0, 1, 2 both {0, 0},
 * {0, 1}; {1, 0}, {1, 2}; {2, 1}, {2, 2}; from larger heaps only along a diagonal, where {0, 0}, {2, 2} and {0, 1}, {1, 2} stand
 * together. So the values of the options are the same set in both plays, and so is the position's own. */
#include "share/descriptor.h"
#include "share/numbers.h"
#include "share/steps.h"

/* The text of wythoff.game; a test compares the two. */
static const char reference[] =
    "# Wythoff: two heaps; take any positive number from one, or the same number from both.\n"
    "game wythoff(a, b) {\n"
    "  symmetric\n"
    "  move left(t in 1..a) -> wythoff(a - t, b)\n"
    "  move right(t in 1..b) -> wythoff(a, b - t)\n"
    "  move both(t in 1..min(a, b)) -> wythoff(a - t, b - t)\n"
    "\n"
    "  expect P(wythoff(0, 0))\n"
    "  expect P(wythoff(13, 8))\n"
    "  expect sg(wythoff(7, 3)) == 9\n"
    "  expect wins(wythoff(3, 4)) == { wythoff(1, 2) }\n"
    "}\n";

__extension__ typedef unsigned __int128 wide;

enum { NUMBERS = 6 };

/* One position while a call lasts. */
struct heaps {
    const cgi_integer *heap[2];
    int smaller;      /* the index of the smaller heap */
    struct number *k; /* the difference */
    struct number *t; /* for calculations: 5 of them */
    struct number list[NUMBERS];
    struct numbers numbers;
    bool misere;
};

static const cgi_integer *number(const cgi_request *request, size_t field)
{
    return cell_of(&request->components[0], field);
}

static int heaps_open(const cgi_request *request, struct heaps *h)
{
    struct extent most = extent_of(request);
    if (most.negative || most.limbs > MOST_LIMBS) return CGI_UNSUPPORTED;
    for (int i = 0; i < 2; i++) h->heap[i] = number(request, (size_t)i);
    int status = numbers_open(&h->numbers, request->host, h->list, NUMBERS, 2 * most.limbs + 2);
    h->k = h->list;
    h->t = h->list + 1;
    h->smaller = number_compare(h->heap[0], h->heap[1]) > 0;
    number_sub(h->k, h->heap[!h->smaller], h->heap[h->smaller]);
    h->misere = request->play == CGI_PLAY_MISERE;
    if (status != CGI_OK) numbers_close(&h->numbers);
    return status;
}

static void heaps_close(struct heaps *h) { numbers_close(&h->numbers); }

/* To be returned when a call ends: what it found counts if the memory was there to find it. */
static int status_of(const struct heaps *h) { return numbers_status(&h->numbers); }

static int give(struct heaps *h, const cgi_sink *sink, const cgi_integer *first, const cgi_integer *second)
{
    int status = status_of(h);
    return status == CGI_OK ? give_pair(sink, 0, *first, *second) : status;
}

/* ---- the pairs --------------------------------------------------------------------------------------------------- */
/* out = isqrt(5 x^2); uses t[4]. */
static void root_five(struct heaps *h, struct number *out, const cgi_integer *x)
{
    struct number *square = &h->t[4];
    number_mul(square, x, x);
    number_mul_word(square, &square->is, 5);
    number_root(out, &square->is);
}

/* out = floor(k phi) */
static void lower_member(struct heaps *h, struct number *out, const cgi_integer *k)
{
    root_five(h, out, k);
    number_add(out, &out->is, k);
    number_shift_down(out, &out->is, 1);
}

/* Is a = floor(k phi)? b = a + k. Uses t[3] and t[4]. */
static bool is_pair(struct heaps *h, const cgi_integer *a, const cgi_integer *k, const cgi_integer *b)
{
    struct number *square = &h->t[3], *product = &h->t[4];
    if (k->sign == 0) return a->sign == 0;
    number_mul(square, a, a);
    number_mul(product, k, b);
    if (number_compare(&square->is, &product->is) >= 0) return false;
    number_add(square, &square->is, a);
    number_add(square, &square->is, a);
    number_add_word(square, &square->is, 1);
    number_add(product, &product->is, k);
    return number_compare(&square->is, &product->is) > 0;
}

/* out = the partner of x under normal play; uses t[2], t[3] and t[4]. */
static void partner(struct heaps *h, struct number *out, const cgi_integer *x)
{
    struct number *next = &h->t[2];
    root_five(h, out, x);
    number_sub(out, &out->is, x);
    number_shift_down(out, &out->is, 1); /* i */
    number_add_word(next, &out->is, 1);
    number_add(out, x, &next->is);
    if (!is_pair(h, x, &next->is, &out->is)) number_sub_word(out, &next->is, 1);
    if (x->sign == 0) number_set_word(out, 0);
}

/* ---- outcomes and values ----------------------------------------------------------------------------------------- */
static bool is_lost(struct heaps *h)
{
    const cgi_integer *a = h->heap[h->smaller], *b = h->heap[!h->smaller], *k = &h->k->is;
    if (!h->misere || number_compare_word(k, 2) >= 0) return is_pair(h, a, k, b);
    return k->sign == 0 ? number_compare_word(a, 2) == 0 : a->sign == 0;
}

/* The same in words: heaps below 2^62 are most of those that anyone asks about. */
static bool is_lost_wide(uint64_t a, uint64_t b, bool misere)
{
    wide k = b - a;
    if (misere && k < 2) return k == 0 ? a == 2 : a == 0;
    if (k == 0) return a == 0;
    bool above = (wide)a * a<k * b, below = (wide)(a + 1) * (a + 1)> k * ((wide)b + 1);
    return above & below; /* no branch that nobody can foresee */
}

/* A heap below 2^62, or UINT64_MAX. */
static uint64_t as_word(const cgi_integer *n)
{
    uint64_t word = n->count ? n->limbs[0] : 0;
    return n->count <= 1 && n->sign >= 0 && word >> 62 == 0 ? word : UINT64_MAX;
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct heaps h;
    uint64_t a = as_word(number(request, 0)), b = as_word(number(request, 1));
    (void)instance;
    if (a != UINT64_MAX && b != UINT64_MAX) {
        bool lost = is_lost_wide(a < b ? a : b, a < b ? b : a, request->play == CGI_PLAY_MISERE);
        *answer = lost ? CGI_OUTCOME_P : CGI_OUTCOME_N;
        return CGI_OK;
    }
    int status = heaps_open(request, &h);
    if (status != CGI_OK) return status;
    *answer = is_lost(&h) ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    status = status_of(&h);
    heaps_close(&h);
    return status;
}

/* The value of {a, b} is b + rows[a][b mod 3] for a up to 2. */
static const int rows[3][3] = {{0, 0, 0}, {1, 1, -2}, {2, -1, -1}};

static void add_small(struct number *out, const cgi_integer *n, int more)
{
    if (more >= 0) number_add_word(out, n, (uint64_t)more);
    else number_sub_word(out, n, (uint64_t)-more);
}

/* t[2] = the value; the smaller heap is at most 2. */
static void find_value(struct heaps *h)
{
    const cgi_integer *a = h->heap[h->smaller], *b = h->heap[!h->smaller];
    add_small(&h->t[2], b, rows[number_word(a)][number_mod_word(b, 3)]);
}

static bool has_value(const cgi_request *request)
{
    return as_word(number(request, 0)) <= 2 || as_word(number(request, 1)) <= 2;
}

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    (void)instance;
    answer->nanoseconds = 1000 + 100 * ((uint64_t)number(request, 0)->count + number(request, 1)->count);
    if (!answer->value || has_value(request)) return CGI_OK;
    answer->value = 0;
    answer->reason = "no closed form for SG values is known where both heaps exceed 2";
    return CGI_OK;
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct heaps h;
    (void)instance;
    if (!has_value(request)) return CGI_UNSUPPORTED;
    int status = heaps_open(request, &h);
    if (status != CGI_OK) return status;
    find_value(&h);
    status = status_of(&h);
    if (status == CGI_OK) status = sink->value(sink, &h.t[2].is);
    heaps_close(&h);
    return status;
}

/* ---- winning moves ----------------------------------------------------------------------------------------------- */
/* The partner under the play at hand. */
static void partner_in_play(struct heaps *h, struct number *out, const cgi_integer *x)
{
    static const unsigned misere[] = {1, 0, 2};
    if (h->misere && number_compare_word(x, 2) <= 0) number_set_word(out, misere[number_word(x)]);
    else partner(h, out, x);
}

static void lower_member_in_play(struct heaps *h, struct number *out)
{
    if (h->misere && number_compare_word(&h->k->is, 1) <= 0) number_set_word(out, h->k->is.sign ? 0 : 2);
    else lower_member(h, out, &h->k->is);
}

/* Lowers heap `which` to the partner of the other. */
static int emit_partner(struct heaps *h, int which, const cgi_sink *sink)
{
    struct number *to = &h->t[0];
    partner_in_play(h, to, h->heap[!which]);
    if (number_compare(&to->is, h->heap[which]) >= 0) return status_of(h);
    return which == 0 ? give(h, sink, &to->is, h->heap[1]) : give(h, sink, h->heap[0], &to->is);
}

static int emit_both(struct heaps *h, const cgi_sink *sink)
{
    struct number *low = &h->t[0], *high = &h->t[1];
    lower_member_in_play(h, low);
    if (number_compare(&low->is, h->heap[h->smaller]) >= 0) return status_of(h);
    number_add(high, &low->is, &h->k->is);
    return h->smaller == 0 ? give(h, sink, &low->is, &high->is) : give(h, sink, &high->is, &low->is);
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct heaps h;
    (void)instance;
    int status = heaps_open(request, &h);
    if (status != CGI_OK) return status;
    status = emit_partner(&h, 0, sink);
    if (status == CGI_OK) status = emit_partner(&h, 1, sink);
    if (status == CGI_OK) status = emit_both(&h, sink);
    heaps_close(&h);
    return status;
}

/* ---- options of a value ------------------------------------------------------------------------------------------ */
/* Gives (x, y), if a move leads there; uses t[2] and t[3]. */
static int emit_option(struct heaps *h, const cgi_integer *x, const cgi_integer *y, const cgi_sink *sink)
{
    struct number *left = &h->t[2], *right = &h->t[3];
    number_sub(left, h->heap[0], x);
    number_sub(right, h->heap[1], y);
    if (left->is.sign < 0 || right->is.sign < 0) return status_of(h);
    bool one = (left->is.sign == 0) != (right->is.sign == 0);
    bool both = left->is.sign > 0 && number_compare(&left->is, &right->is) == 0;
    return one || both ? give(h, sink, x, y) : status_of(h);
}

/* Each row has each value once, so a value stands in three places of the rows and in their mirror images; all options of a
 * position in the rows lie in them. */
static int options(void *instance, const cgi_request *request, const cgi_integer *value, const cgi_sink *sink)
{
    struct heaps h;
    (void)instance;
    if (!has_value(request)) return CGI_UNSUPPORTED;
    int status = heaps_open(request, &h);
    if (status != CGI_OK) return status;
    struct number *row = &h.t[0], *place = &h.t[1];
    for (unsigned r = 0; status == CGI_OK && r < 3; r++) {
        unsigned rest = 0;
        for (; rest < 3; rest++) {
            add_small(place, value, -rows[r][rest]);
            if (place->is.sign >= 0 && number_mod_word(&place->is, 3) == rest) break;
        }
        if (rest == 3) continue;
        number_set_word(row, r);
        status = emit_option(&h, &row->is, &place->is, sink);
        bool has_row = number_compare_word(&place->is, 2) <= 0;
        if (status == CGI_OK && !has_row) status = emit_option(&h, &place->is, &row->is, sink);
    }
    heaps_close(&h);
    return status;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */
enum { FIBONACCI_MOST = 90 }; /* F_89 is above 2^60 */

/* "7 = 5 + 2, Fibonacci numbers of which the least is F_3 ...: one place down, 3 + 1 = 4": the sum of these without neighbours
 * tells which member of its pair a number is, and the other one. Numbers below 2^60. */
static void tell_zeckendorf(struct steps *s, uint64_t x)
{
    uint64_t f[FIBONACCI_MOST + 2] = {0, 1}, parts[FIBONACCI_MOST], other = 0;
    size_t count = 0;
    if (x == 0 || x >> 60) return;
    for (size_t i = 2; i < FIBONACCI_MOST + 2; i++) f[i] = f[i - 1] + f[i - 2];
    uint64_t rest = x;
    for (size_t i = FIBONACCI_MOST; rest; i--)
        if (f[i] <= rest) {
            rest -= f[i];
            parts[count++] = i;
        }
    bool lesser = parts[count - 1] % 2 == 0;
    const char *const first = count > 1 ? "%d = " : "%d is a Fibonacci number, F_%d, ";
    if (count == 1) steps_add(s, first, steps_word(s, x), steps_word(s, parts[0]));
    else {
        steps_add(s, first, steps_word(s, x));
        for (size_t i = 0; i < count; i++) steps_add(s, i ? " + %d" : "%d", steps_word(s, f[parts[i]]));
        steps_add(s, ", Fibonacci numbers of which the least is F_%d, ", steps_word(s, parts[count - 1]));
    }
    steps_add(s, lesser ? "an even place, so it is the lesser of its pair: one place up, "
                        : "an odd place, so it is the greater of its pair: one place down, ");
    for (size_t i = 0; i < count; i++) {
        uint64_t moved = f[lesser ? parts[i] + 1 : parts[i] - 1];
        steps_add(s, i ? " + %d" : "%d", steps_word(s, moved));
        other += moved;
    }
    if (count > 1) steps_add(s, " = %d,", steps_word(s, other));
    step(s, " is the other");
}

/* The pair of the same difference, and whether the heaps are it or can be made it. */
static void tell_difference(struct heaps *h, struct steps *s)
{
    const cgi_integer *a = h->heap[h->smaller], *b = h->heap[!h->smaller], *k = &h->k->is;
    struct number *low = &h->t[0], *high = &h->t[1];
    step(s, "the heaps differ by %d - %d = %d", b, a, k);
    lower_member_in_play(h, low);
    number_add(high, &low->is, k);
    if (h->misere && number_compare_word(k, 1) <= 0)
        step(s, "in misere play the lost pairs that differ by 0 and 1 are 2, 2 and 0, 1, so this one is %d, %d",
             &low->is, &high->is);
    else
        step(s,
             "lost pair number %d is the whole part of that many golden ratios, floor((%d + isqrt(5 * %d * %d)) / 2) = "
             "%d, and %d + %d = %d",
             k, k, k, k, &low->is, &low->is, k, &high->is);
    int order = number_compare(a, &low->is);
    number_sub(high, a, &low->is);
    if (order > 0)
        step(s, "%d > %d: %d - %d = %d from both heaps leave this pair", a, &low->is, a, &low->is, &high->is);
    else if (order < 0) step(s, "%d < %d: taking the same from both heaps does not lead there", a, &low->is);
    else
        step(s, "the heaps are this pair; each number and each difference is in one pair alone, so every move leaves "
                "all pairs");
}

/* The pair that the heap which stays is in. */
static void tell_partner(struct heaps *h, struct steps *s, int stays)
{
    const cgi_integer *x = h->heap[stays], *other = h->heap[!stays];
    struct number *to = &h->t[0], *less = &h->t[1];
    partner_in_play(h, to, x);
    if (!h->misere || number_compare_word(x, 2) > 0) {
        if (x->count == 1) tell_zeckendorf(s, x->limbs[0]);
    }
    number_sub(less, other, &to->is);
    if (less->is.sign > 0)
        step(s, "%d is in the lost pair with %d, and %d < %d: %d - %d = %d from the other heap leave it", x, &to->is,
             &to->is, other, other, &to->is, &less->is);
    else
        step(s, "%d is in the lost pair with %d, and %d >= %d: no move lowers the other heap to it", x, &to->is,
             &to->is, other);
}

static void tell_value(struct heaps *h, struct steps *s)
{
    const cgi_integer *a = h->heap[h->smaller], *b = h->heap[!h->smaller];
    uint64_t rest = number_mod_word(b, 3);
    int more = rows[number_word(a)][rest];
    find_value(h);
    step(s,
         more < 0 ? "with %d in the lesser heap and %d mod 3 = %d the value is %d - %d = %d"
                  : "with %d in the lesser heap and %d mod 3 = %d the value is %d + %d = %d",
         a, b, steps_word(s, rest), b, steps_word(s, (uint64_t)(more < 0 ? -more : more)), &h->t[2].is);
}

static int steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct steps s;
    struct heaps h;
    (void)instance;
    if (!steps_open(&s, request, sink)) return CGI_UNSUPPORTED;
    int status = heaps_open(request, &h);
    if (status != CGI_OK) return status;
    bool lost = is_lost(&h), value = !h.misere && has_value(request);
    s.memory = &h.numbers.status;
    tell_difference(&h, &s);
    for (int i = 0; i < 2 && !lost && (i == 0 || h.k->is.sign); i++) tell_partner(&h, &s, i);
    if (value) tell_value(&h, &s);
    step(&s, lost ? "so the player to move loses" : "so the player to move wins");
    status = status_of(&h);
    if (status == CGI_OK) status = steps_come_to(&s, value ? &h.t[2].is : NULL, lost ? CGI_OUTCOME_P : CGI_OUTCOME_N);
    heaps_close(&h);
    return status;
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "wythoff",
    .version = "1.0",
    .summary = "Wythoff: take any number from one heap, or the same number from both",
    .reference = reference,
    .claim = "the player to move loses at {floor(k phi), floor(k phi) + k}; misere: {0,1}, {2,2} and those with k >= 2",
    .source = "Wythoff 1907",
    .offer = offer,
    .value = value,
    .outcome = outcome,
    .moves = moves,
    .options = options,
    .steps = steps,
};

PLUGIN_ENTRY(plugin)
