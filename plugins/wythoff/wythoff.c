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
#include "share/gmp_numbers.h"

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

enum { WORKING_NUMBERS = 48 };

/* One position while a call lasts. */
struct heaps {
    mpz_t heap[2]; /* views of the request's integers; never cleared */
    int smaller;   /* the index of the smaller heap */
    mpz_t k;       /* the difference */
    mpz_t t[4];    /* for calculations */
    void *reserve;
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
    for (int i = 0; i < 2; i++) view(h->heap[i], number(request, (size_t)i));
    h->reserve = reserve_numbers(request, most.limbs + 3, WORKING_NUMBERS);
    if (!h->reserve) return CGI_NO_MEMORY;
    mpz_init(h->k);
    for (int i = 0; i < 4; i++) mpz_init(h->t[i]);
    h->smaller = mpz_cmp(h->heap[0], h->heap[1]) > 0;
    mpz_sub(h->k, h->heap[!h->smaller], h->heap[h->smaller]);
    h->misere = request->play == CGI_PLAY_MISERE;
    return CGI_OK;
}

static void heaps_close(const cgi_request *request, struct heaps *h)
{
    mpz_clear(h->k);
    for (int i = 0; i < 4; i++) mpz_clear(h->t[i]);
    request->host->release(request->host, h->reserve);
}

/* ---- the pairs --------------------------------------------------------------------------------------------------- */
/* out = isqrt(5 x^2); out may be x itself. */
static void root_five(mpz_t out, const mpz_t x)
{
    mpz_mul(out, x, x);
    mpz_mul_ui(out, out, 5);
    mpz_sqrt(out, out);
}

/* out = floor(k phi); they must differ. */
static void lower_member(mpz_t out, const mpz_t k)
{
    root_five(out, k);
    mpz_add(out, out, k);
    mpz_fdiv_q_2exp(out, out, 1);
}

/* out = the partner of x under normal play; uses t[2] and t[3]. */
static void partner(struct heaps *h, mpz_t out, const mpz_t x)
{
    mpz_ptr i = h->t[2], next = h->t[3];
    root_five(i, x);
    mpz_sub(i, i, x);
    mpz_fdiv_q_2exp(i, i, 1);
    mpz_add_ui(next, i, 1);
    lower_member(out, next);
    if (mpz_cmp(out, x) == 0) mpz_add(out, x, next);
    else mpz_set(out, i);
    if (mpz_sgn(x) == 0) mpz_set_ui(out, 0);
}

/* Is it {A_k, A_k + k} for its difference k? Uses t[0] and t[1]. */
static bool is_pair(struct heaps *h)
{
    mpz_srcptr a = h->heap[h->smaller], b = h->heap[!h->smaller];
    mpz_ptr square = h->t[0], product = h->t[1];
    if (mpz_sgn(h->k) == 0) return mpz_sgn(a) == 0;
    mpz_mul(square, a, a);
    mpz_mul(product, h->k, b);
    if (mpz_cmp(square, product) >= 0) return false;
    mpz_addmul_ui(square, a, 2);
    mpz_add_ui(square, square, 1);
    mpz_add(product, product, h->k);
    return mpz_cmp(square, product) > 0;
}

/* ---- outcomes and values ----------------------------------------------------------------------------------------- */
static bool is_lost(struct heaps *h)
{
    mpz_srcptr a = h->heap[h->smaller];
    if (!h->misere || mpz_cmp_ui(h->k, 2) >= 0) return is_pair(h);
    return mpz_sgn(h->k) == 0 ? mpz_cmp_ui(a, 2) == 0 : mpz_sgn(a) == 0;
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
    heaps_close(request, &h);
    return CGI_OK;
}

/* The value of {a, b} is b + rows[a][b mod 3] for a up to 2. */
static const int rows[3][3] = {{0, 0, 0}, {1, 1, -2}, {2, -1, -1}};

static void add_small(mpz_t out, const mpz_t n, int more)
{
    if (more >= 0) mpz_add_ui(out, n, (unsigned long)more);
    else mpz_sub_ui(out, n, (unsigned long)-more);
}

/* t[2] = the value; the smaller heap is at most 2. */
static void find_value(struct heaps *h)
{
    mpz_srcptr a = h->heap[h->smaller], b = h->heap[!h->smaller];
    add_small(h->t[2], b, rows[mpz_get_ui(a)][mpz_fdiv_ui(b, 3)]);
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
    cgi_integer answer = as_integer(h.t[2]);
    status = sink->value(sink, &answer);
    heaps_close(request, &h);
    return status;
}

/* ---- winning moves ----------------------------------------------------------------------------------------------- */
/* The partner under the play at hand. */
static void partner_in_play(struct heaps *h, mpz_t out, const mpz_t x)
{
    static const unsigned misere[] = {1, 0, 2};
    if (h->misere && mpz_cmp_ui(x, 2) <= 0) mpz_set_ui(out, misere[mpz_get_ui(x)]);
    else partner(h, out, x);
}

static void lower_member_in_play(struct heaps *h, mpz_t out)
{
    if (h->misere && mpz_cmp_ui(h->k, 1) <= 0) mpz_set_ui(out, mpz_sgn(h->k) ? 0 : 2);
    else lower_member(out, h->k);
}

/* Lowers heap `which` to the partner of the other. */
static int emit_partner(struct heaps *h, int which, const cgi_sink *sink)
{
    mpz_ptr to = h->t[0];
    partner_in_play(h, to, h->heap[!which]);
    if (mpz_cmp(to, h->heap[which]) >= 0) return CGI_OK;
    return which == 0 ? give_pair(sink, 0, as_integer(to), as_integer(h->heap[1]))
                      : give_pair(sink, 0, as_integer(h->heap[0]), as_integer(to));
}

static int emit_both(struct heaps *h, const cgi_sink *sink)
{
    mpz_ptr low = h->t[0], high = h->t[1];
    lower_member_in_play(h, low);
    if (mpz_cmp(low, h->heap[h->smaller]) >= 0) return CGI_OK;
    mpz_add(high, low, h->k);
    return h->smaller == 0 ? give_pair(sink, 0, as_integer(low), as_integer(high))
                           : give_pair(sink, 0, as_integer(high), as_integer(low));
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
    heaps_close(request, &h);
    return status;
}

/* ---- options of a value ------------------------------------------------------------------------------------------ */
/* Gives (x, y), if a move leads there; uses t[2] and t[3]. */
static int emit_option(struct heaps *h, const mpz_t x, const mpz_t y, const cgi_sink *sink)
{
    mpz_ptr left = h->t[2], right = h->t[3];
    mpz_sub(left, h->heap[0], x);
    mpz_sub(right, h->heap[1], y);
    if (mpz_sgn(left) < 0 || mpz_sgn(right) < 0) return CGI_OK;
    bool one = (mpz_sgn(left) == 0) != (mpz_sgn(right) == 0), both = mpz_sgn(left) > 0 && mpz_cmp(left, right) == 0;
    return one || both ? give_pair(sink, 0, as_integer(x), as_integer(y)) : CGI_OK;
}

/* Each row has each value once, so a value stands in three places of the rows and in their mirror images; all options of a
 * position in the rows lie in them. */
static int options(void *instance, const cgi_request *request, const cgi_integer *value, const cgi_sink *sink)
{
    struct heaps h;
    mpz_t wanted;
    (void)instance;
    if (!has_value(request)) return CGI_UNSUPPORTED;
    int status = heaps_open(request, &h);
    if (status != CGI_OK) return status;
    view(wanted, value);
    mpz_ptr row = h.t[0], place = h.t[1];
    for (unsigned r = 0; status == CGI_OK && r < 3; r++) {
        unsigned rest = 0;
        for (; rest < 3; rest++) {
            add_small(place, wanted, -rows[r][rest]);
            if (mpz_sgn(place) >= 0 && mpz_fdiv_ui(place, 3) == rest) break;
        }
        if (rest == 3) continue;
        mpz_set_ui(row, r);
        status = emit_option(&h, row, place, sink);
        if (status == CGI_OK && mpz_cmp_ui(place, 2) > 0)
            status = emit_option(&h, place, row, sink); /* no row of its own */
    }
    heaps_close(request, &h);
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
};

PLUGIN_ENTRY(plugin)
