/* SPDX-License-Identifier: MIT */
/* Each kind of certificate is tried in turn; the reason of the last one is told. */
#include "certify/private.h"

enum status certify(struct env *env, const struct certify_ask *ask, struct arena *arena, struct text *out)
{
    struct text lines = {0};
    struct certify_work w = {.env = env, .ask = ask, .arena = arena, .out = &lines};
    const struct game *game = &env->model->games[ask->game];
    bool board =
        ask->position && game->kind == GAME_RULES && (game->field_count != 1 || game->fields[0].kind != FIELD_NAT);
    w.form = board ? "book" : ask->misere ? "misere" : "certificate";
    enum status st = ask->misere ? board ? certify_misere_board(&w) : certify_misere_heaps(&w)
                     : board ? certify_book(&w)
                                 : certify_heaps(&w);
    if (st == ST_OK && !w.reason)
        text_add(out,
                 "cgi-%s 1\n# the game '%s': that the rule below is its rule is for the reader to compare; the rest is "
                 "checked\n%send\n",
                 w.form, game->name, text_c(&lines));
    out->failed = out->failed || lines.failed;
    text_free(&lines);
    if (st != ST_OK) return st;
    if (w.reason) {
        if (ask->reason) return *ask->reason = w.reason, ST_OK;
        diag(env->diags, D_NO_CERTIFICATE, game->span, game->name, w.reason);
        return ST_USAGE;
    }
    return out->failed ? ST_NO_MEMORY : ST_OK;
}
