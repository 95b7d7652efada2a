/* SPDX-License-Identifier: MIT */
/* Bounds of differences against all states: what is claimed holds in each state that is left, and what follows from
 * two bounds is found. */
#include "code/native/zone.h"
#include <string.h>
#include "base/hash.h"
#include "claims.h"

enum { VARIABLES = 4, SIDE = 5, STATES = SIDE * SIDE * SIDE, NEW = VARIABLES };

struct states {
    int64_t at[STATES][VARIABLES]; /* the first is 0 */
    bool in[STATES];
};

static void all_states(struct states *s)
{
    for (int i = 0; i < STATES; i++) {
        const int64_t x[] = {0, i % SIDE - 2, i / SIDE % SIDE - 2, i / SIDE / SIDE - 2};
        memcpy(s->at[i], x, sizeof x);
        s->in[i] = true;
    }
}

static bool agrees(const struct zone *z, const struct states *s)
{
    for (int i = 0; i < STATES; i++)
        for (int x = 0; s->in[i] && x < VARIABLES; x++) {
            int64_t sum = z->form[x].constant;
            for (int k = 0; k < z->form[x].count; k++) sum += z->form[x].factor[k] * s->at[i][z->form[x].var[k]];
            if (!z->reached || sum != s->at[i][x]) return false;
            for (int y = 0; y < VARIABLES; y++)
                if (s->at[i][x] - s->at[i][y] > zone_most(z, x, y)) return false;
        }
    return true;
}

static int draw(uint64_t *seed, int below) { return (int)((random_next(seed) >> 20) % (uint64_t)below); }

/* x = y + z or y - z, in all states. */
static void compute(struct zone *z, struct states *s, uint64_t *seed)
{
    int x = 1 + draw(seed, VARIABLES - 1), a = draw(seed, VARIABLES), b = draw(seed, VARIABLES);
    int64_t sign = draw(seed, 2) ? 1 : -1;
    struct zone_form form;
    bool kept = zone_sum(&z->form[a], 1, &z->form[b], sign, &form);
    zone_begin(z);
    zone_is(z, kept ? &form : NULL);
    zone_end(z, x);
    for (int i = 0; i < STATES; i++) s->at[i][x] = s->at[i][a] + sign * s->at[i][b];
}

static void restrict_to(struct zone *z, struct states *s, uint64_t *seed)
{
    int x = draw(seed, VARIABLES), y = draw(seed, VARIABLES), most = draw(seed, 5) - 1;
    zone_assume(z, x, y, most);
    for (int i = 0; i < STATES; i++) s->in[i] = s->in[i] && s->at[i][x] - s->at[i][y] <= most;
}

CLAIM(a_zone_holds_of_every_state)
{
    static struct states s, t;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct zone z, other;
        uint64_t random = seed;
        assert_true(zone_open(&z, VARIABLES + 1, 0) && zone_open(&other, VARIABLES + 1, 0));
        all_states(&s);
        for (int step = 0; step < 12; step++) {
            draw(&random, 2) ? restrict_to(&z, &s, &random) : compute(&z, &s, &random);
            if (step != 5) continue;
            zone_copy(&other, &z);
            t = s;
        }
        assert_true(agrees(&z, &s) && agrees(&other, &t));
        bool left = z.reached;
        zone_join(&z, &other, seed % 2 == 0);
        assert_true(!left || agrees(&z, &s));
        assert_true(agrees(&z, &t));
        zone_tighten(&z);
        assert_true((!left || agrees(&z, &s)) && agrees(&z, &t));
        zone_close(&z);
        zone_close(&other);
    }
}

CLAIM(a_difference_of_known_variables_is_found)
{
    struct zone z;
    struct zone_form form;
    assert_true(zone_open(&z, VARIABLES + 1, 0));
    zone_assume(&z, 2, 1, 0); /* t <= n */
    assert_true(zone_sum(&z.form[1], 1, &z.form[2], -1, &form));
    zone_begin(&z);
    zone_is(&z, &form);
    zone_end(&z, 3); /* r = n - t */
    assert_int_equal(zone_most(&z, ZONE_ZERO, 3), 0);
    zone_assume(&z, 2, 3, -1); /* t < r: n - 2 t >= 1 */
    assert_true(zone_sum(&z.form[3], 1, &z.form[2], -1, &form));
    zone_begin(&z);
    zone_is(&z, &form);
    assert_int_equal(zone_most(&z, ZONE_ZERO, NEW), -1);
    zone_close(&z);
}

CLAIM(bounds_beyond_64_bits_are_no_bounds)
{
    assert_true(zone_plus(ZONE_LIMIT, 1) == ZONE_NONE && zone_plus(ZONE_NONE, -5) == ZONE_NONE);
    assert_true(zone_plus(-ZONE_LIMIT, -ZONE_LIMIT) == -ZONE_LIMIT && zone_plus(ZONE_LIMIT, -ZONE_LIMIT) == 0);
    struct zone_form big = {.constant = ZONE_LIMIT}, out;
    assert_false(zone_sum(&big, 1, &big, 1, &out));
    assert_true(zone_sum(&big, 1, &big, -1, &out) && out.constant == 0);
}

CLAIMS(IT(a_zone_holds_of_every_state), IT(a_difference_of_known_variables_is_found),
       IT(bounds_beyond_64_bits_are_no_bounds))
