/* SPDX-License-Identifier: MIT */
/* Strongly connected components. */
#include "claims.h"
#include "check/games/circles.h"

CLAIM(a_circle_is_one_component)
{
    struct arena scratch = {0};
    int component[4];
    const struct link links[] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}};
    assert_true(circles_find(&scratch, 4, links, 4, component));
    assert_int_equal(component[0], component[1]);
    assert_int_equal(component[1], component[2]);
    assert_true(component[3] < component[0]);
    arena_free(&scratch);
}

CLAIM(links_never_lead_to_larger_numbers)
{
    struct arena scratch = {0};
    const struct link links[] = {{5, 0}, {0, 3}, {3, 1}, {1, 3}, {2, 5}, {4, 4}, {1, 4}};
    int component[6];
    assert_true(circles_find(&scratch, 6, links, 7, component));
    for (size_t i = 0; i < 7; i++) assert_true(component[links[i].from] >= component[links[i].to]);
    arena_free(&scratch);
}

CLAIM(a_long_chain_needs_no_stack)
{
    enum { NODES = 300000 };
    struct arena scratch = {0};
    struct link *links = arena_array(&scratch, NODES, sizeof *links);
    int *component = arena_array(&scratch, NODES, sizeof *component);
    for (int i = 0; i + 1 < NODES; i++) links[i] = (struct link){i, i + 1};
    assert_true(circles_find(&scratch, NODES, links, NODES - 1, component));
    assert_int_equal(component[0], NODES - 1);
    assert_int_equal(component[NODES - 1], 0);
    arena_free(&scratch);
}

CLAIMS(IT(a_circle_is_one_component), IT(links_never_lead_to_larger_numbers), IT(a_long_chain_needs_no_stack))
