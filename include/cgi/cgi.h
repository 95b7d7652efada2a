/* SPDX-License-Identifier: MIT */
/* libcgi: answers about impartial games inside another program.
 *
 *     cgi_game *game = cgi_open(&(cgi_options){.struct_size = sizeof(cgi_options), .path = "nim.game"});
 *     cgi_answer answer = {.struct_size = sizeof answer};
 *     if (cgi_status(game) == 0 && cgi_analyze(game, "nim(3) + nim(5)", &answer) == 0)
 *         printf("%s, SG value %s, %zu winning moves\n", answer.outcome, answer.sg, answer.win_count);
 *     for (size_t i = 0; i < cgi_message_count(game); i++) fprintf(stderr, "%s\n", cgi_message(game, i));
 *     cgi_close(game);
 *
 * Status codes are the command line's exit codes: 0 done, 2 the request makes no sense, 3 the rule does not compile, 4 a
 * budget was reached (the answer holds what is known), 5 the rule failed while running. Nothing prints, exits or keeps state
 * outside of the cgi_game. A cgi_game belongs to one thread at a time. Structs start with their size and only grow. C99,
 * usable from C++. */
#ifndef CGI_CGI_H
#define CGI_CGI_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CGI_API __attribute__((visibility("default")))
#else
#define CGI_API
#endif

typedef struct cgi_game cgi_game;

typedef struct cgi_options {
    size_t struct_size;
    const char *path;        /* a rule file; or NULL and */
    const char *text;        /* the rule itself */
    const char *const *sets; /* parameters, "m=5"; set_count of them */
    size_t set_count;
    const char *const *plugin_folders; /* plugin_folder_count of them; none: search only */
    size_t plugin_folder_count;
    uint64_t timeout_ms, memory, max_states; /* budgets for all calls together; 0: none */
    int misere;                              /* misere play, whatever the file says */
} cgi_options;

typedef struct cgi_win {
    const char *move, *to; /* "take(t = 1) in nim(5)", "nim(3) + nim(4)" */
} cgi_win;

typedef struct cgi_answer {
    size_t struct_size;
    const char *position;
    const char *outcome; /* "P", "N" or "D"; "win", "loss" or "draw" where the mover matters; NULL: not known */
    const char *sg;      /* decimal digits; NULL with */
    const char *sg_reason;
    const cgi_win *wins;
    size_t win_count;
    int wins_complete;
    const char *solver, *claim, *source, *checked;
} cgi_answer;

/* Reads and checks a rule. NULL only when memory is out. Options are copied as far as they are needed later. */
CGI_API cgi_game *cgi_open(const cgi_options *options);
/* 0, or why cgi_open or the last question failed. */
CGI_API int cgi_status(const cgi_game *game);
/* One question. The strings of the answer live until the next question or cgi_close. */
CGI_API int cgi_analyze(cgi_game *game, const char *position, cgi_answer *answer);
/* Diagnostics so far, "file:line:col: error[E0301]: message"; index below cgi_message_count. */
CGI_API size_t cgi_message_count(const cgi_game *game);
CGI_API const char *cgi_message(const cgi_game *game, size_t index);
CGI_API void cgi_close(cgi_game *game);
CGI_API const char *cgi_version(void);

#ifdef __cplusplus
}
#endif
#endif
