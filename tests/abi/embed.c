/* SPDX-License-Identifier: MIT */
/* Another program around the installed library: asks one question and prints the answer. */
#include <cgi/cgi.h>
#include <cgi/version.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *rule = "game g(n) { move take(t in 1..n) -> g(n - t) }";
    cgi_game *game = cgi_open(&(cgi_options){.struct_size = sizeof(cgi_options), .text = rule});
    cgi_answer answer = {.struct_size = sizeof answer};
    if (!game) return 1;
    int status = cgi_status(game) ? cgi_status(game) : cgi_analyze(game, "g(3) + g(5)", &answer);
    for (size_t i = 0; i < cgi_message_count(game); i++) fprintf(stderr, "%s\n", cgi_message(game, i));
    if (status == 0) printf("%s %s %zu\n", answer.outcome, answer.sg, answer.win_count);
    int same = strcmp(cgi_version(), CGI_VERSION) == 0;
    cgi_close(game);
    return status ? status : !same;
}
