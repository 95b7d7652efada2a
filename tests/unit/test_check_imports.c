/* SPDX-License-Identifier: MIT */
/* Imported files: found beside the file that names them, each once, without their claims. */
#include "claims.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "checked.h"

static char folder[64];

static void write_file(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_files(const char *const *names)
{
    char path[128];
    for (; *names; names++) {
        snprintf(path, sizeof path, "%s/%s", folder, *names);
        unlink(path);
    }
    rmdir(folder);
}

static void open_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/cgi-imports-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static void open_file(struct checked *c, const char *name)
{
    char path[128];
    enum source_problem problem;
    struct ast *file;
    *c = (struct checked){0};
    c->names.arena = &c->names_arena;
    c->in =
        (struct check_input){.sources = &c->sources, .names = &c->names, .scratch = &c->scratch, .diags = &c->diags};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(sources_load(&c->sources, path, &c->in.source, &problem), ST_OK);
    struct ast_parse parse = {
        .source = c->in.source, .sources = &c->sources, .names = &c->names, .arena = &c->scratch, .diags = &c->diags};
    c->st = parse_file(&parse, &file);
    if (c->st == ST_OK) c->st = check_file(&c->in, file, &c->model);
}

CLAIM(games_are_taken_over_without_their_claims)
{
    static const char *const names[] = {"a.game", "b.game", NULL};
    struct checked c;
    open_folder();
    write_file("b.game",
               "play misere\nparam k = 2\nfn f(x) = x * k\n"
               "game b(n) { move x(t in 1..n) where t != f(1) -> b(n - t)\n expect P(b(0)) }\nclaim P(b(0))\n");
    write_file("a.game", "import \"b.game\"\ngame a(n) { move x(t in 1..n) where t <= f(n) -> b(n - t) }\n");
    open_file(&c, "a.game");
    assert_int_equal(c.st, ST_OK);
    assert_int_equal(c.model->game_count, 2);
    assert_string_equal(c.model->games[c.model->main_game].name, "a");
    assert_int_equal(c.model->check_count, 0);
    assert_false(c.model->misere);
    checked_close(&c);
    remove_files(names);
}

/* What the first move of a game takes t from. */
static const struct domain *takes(const struct checked *c, const char *game)
{
    return &c->model->games[model_find_game(c->model, game)].moves[0].gens[0].domain;
}

/* a imports b and c; c imports d, which has its own primes and min: they hold in c and a, and not in b. */
CLAIM(names_of_the_language_mean_what_their_file_sees)
{
    static const char *const names[] = {"a.game", "b.game", "c.game", "d.game", NULL};
    struct checked c;
    open_folder();
    write_file("d.game", "param primes = {1}\nfn min(x, y) = 1\n");
    write_file("c.game",
               "import \"d.game\"\ngame c(n) { move x(t in primes) where t <= min(n, n) and t <= n -> c(n - t) }\n");
    write_file("b.game", "game b(n) { move x(t in primes) where t <= min(n, n + 1) -> b(n - t) }\n");
    write_file("a.game",
               "import \"b.game\" import \"c.game\"\ngame a(n) { move x(t in primes) where t <= n -> a(n - t) }\n"
               "game v of b { move y(t in primes) where t <= n -> v(n - t) }\n");
    open_file(&c, "a.game");
    assert_int_equal(c.st, ST_OK);
    assert_int_equal(takes(&c, "a")->kind, DOMAIN_PARAM);
    assert_int_equal(takes(&c, "b")->kind, DOMAIN_PRIMES);
    assert_int_equal(takes(&c, "c")->kind, DOMAIN_PARAM);
    assert_int_equal(takes(&c, "v")->kind, DOMAIN_PRIMES);
    assert_int_equal(c.model->games[model_find_game(c.model, "b")].moves[0].conditions[0]->kids[1]->kind, EXPR_CALL);
    assert_int_equal(c.model->games[model_find_game(c.model, "c")].moves[0].conditions[0]->kids[1]->kind, EXPR_INT);
    checked_close(&c);
    remove_files(names);
}

CLAIM(a_file_is_read_once_by_any_path)
{
    static const char *const names[] = {"a.game", "b.game", "c.game", NULL};
    struct checked c;
    open_folder();
    write_file("c.game", "fn f(x) = x + 1\n");
    write_file("b.game", "import \"./c.game\"\ngame b(n) { move x(t in 1..n) where t != f(2) -> b(n - t) }\n");
    write_file("a.game", "import \"c.game\" import \"b.game\" import \"./b.game\"\n"
                         "game a(n) { move x(t in 1..n) where t != f(2) -> b(n - t) }\n");
    open_file(&c, "a.game");
    assert_int_equal(c.st, ST_OK);
    assert_int_equal(c.model->game_count, 2);
    checked_close(&c);
    remove_files(names);
}

CLAIM(a_circle_of_imports_is_shown)
{
    static const char *const names[] = {"a.game", "b.game", NULL};
    struct checked c;
    open_folder();
    write_file("b.game", "import \"a.game\"\ngame b(n) { move x(t in 1..n) -> b(n - t) }\n");
    write_file("a.game", "import \"b.game\"\ngame a(n) { move x(t in 1..n) -> b(n - t) }\n");
    open_file(&c, "a.game");
    assert_int_equal(c.st, ST_INVALID);
    assert_string_equal(checked_code(&c, 0), "E0219");
    checked_close(&c);
    remove_files(names);
}

CLAIM(a_mistake_in_an_imported_file_is_located_there)
{
    static const char *const names[] = {"a.game", "b.game", NULL};
    struct checked c;
    open_folder();
    write_file("b.game", "game b(n) { move x(t in 1..n) -> b(m - t) }\n");
    write_file("a.game", "import \"b.game\"\ngame a(n) { move x(t in 1..n) -> b(n - t) }\n");
    open_file(&c, "a.game");
    assert_string_equal(checked_code(&c, 0), "E0201");
    assert_int_not_equal(c.diags.items[0].span.source, c.in.source);
    checked_close(&c);
    write_file("b.game", "game b(n { }\n");
    open_file(&c, "a.game");
    assert_int_equal(c.st, ST_INVALID);
    assert_int_equal(c.diags.errors, 1);
    checked_close(&c);
    remove_files(names);
}

CLAIM(graphs_are_read_from_files)
{
    static const char *const names[] = {"a.game", "moves.dot", NULL};
    struct checked c;
    open_folder();
    write_file("moves.dot", "digraph g { a -> b; b -> c; a -> c }\n");
    write_file("a.game", "graph g from \"moves.dot\"\nexpect N(g(a))\n");
    open_file(&c, "a.game");
    assert_int_equal(c.st, ST_OK);
    assert_int_equal(c.model->graphs[0].edge_count, 3);
    assert_int_equal(c.model->games[0].measure.kind, MEASURE_GRAPH);
    checked_close(&c);
    remove_files(names);
}

CLAIMS(IT(games_are_taken_over_without_their_claims), IT(names_of_the_language_mean_what_their_file_sees),
       IT(a_file_is_read_once_by_any_path), IT(a_circle_of_imports_is_shown),
       IT(a_mistake_in_an_imported_file_is_located_there), IT(graphs_are_read_from_files))
