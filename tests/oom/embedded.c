/* SPDX-License-Identifier: MIT */
/* libcgi in a program that uses GMP itself, with allocation functions of its own: they stay as they are, and libcgi and its
 * plugins never call them. TAP. */
#include <cgi/cgi.h>
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long asked;

static void *own_take(size_t size)
{
    asked++;
    return malloc(size);
}
static void *own_grow(void *block, size_t old_size, size_t size)
{
    (void)old_size;
    asked++;
    return realloc(block, size);
}
static void own_release(void *block, size_t size)
{
    (void)size;
    free(block);
}

static const char rule[] = "game w(a, b) { symmetric move left(t in 1..a) -> w(a - t, b)\n"
                           "  move right(t in 1..b) -> w(a, b - t) move both(t in 1..min(a, b)) -> w(a - t, b - t) }";
static const char position[] = "w(100000000000000000000000000000000000000000000000000, 123456789012345678901234567890)";

int main(void)
{
    void *(*take)(size_t);
    void *(*grow)(void *, size_t, size_t);
    void (*release)(void *, size_t);
    mpz_t n;
    mp_set_memory_functions(own_take, own_grow, own_release);
    mpz_init_set_ui(n, 7);
    mpz_pow_ui(n, n, 500);
    unsigned long long before = asked;

    const char *folder = getenv("CGI_PLUGIN_PATH");
    cgi_game *game = cgi_open(&(cgi_options){.struct_size = sizeof(cgi_options),
                                             .text = rule,
                                             .plugin_folders = &folder,
                                             .plugin_folder_count = folder != NULL});
    cgi_answer answer = {.struct_size = sizeof answer};
    int status = game ? cgi_status(game) : 1;
    if (status == 0) status = cgi_analyze(game, position, &answer);
    int found = status == 0 && strcmp(answer.outcome, "N") == 0 && strcmp(answer.solver, "wythoff") == 0;
    printf("%s 1 - a plugin answers for large numbers\n", found ? "ok" : "not ok");
    cgi_close(game);

    int silent = asked == before && before > 0;
    printf("%s 2 - GMP was asked for memory by its own program alone\n", silent ? "ok" : "not ok");
    mp_get_memory_functions(&take, &grow, &release);
    int kept = take == own_take && grow == own_grow && release == own_release;
    printf("%s 3 - the program's functions are still there\n1..3\n", kept ? "ok" : "not ok");
    mpz_clear(n);
    return !(found && silent && kept);
}
