/* SPDX-License-Identifier: MIT */
/* Changed books of boards: what cgi-verify-book accepts is true of values and outcomes searched to the end, with the lines `move` alone:
 * no parts, no images, no couples. */
int verifier_main(int count, char **files);
#define main verifier_main
#include "../../verify/cgi-verify-book.c"
#undef main
#define FORGED_KIND "books"
#define FORGED_NAME name
enum { CELLS = 24, MOVES = 400, STATES = 1 << 18 };
struct plain_move {
    int count, cell[CELLS];
    char from[CELLS], to[CELLS];
};
static struct plain_move plain[MOVES];
static int plain_count, plain_cells;
static struct {
    char cells[CELLS + 1];
    int found;
} met[STATES];
static int met_count;

/* Its SG value, or in misere play 1 if it is won; -1: more positions than there is room for. */
static int search(const char *state, bool in_misere)
{
    char after[CELLS + 1];
    bool seen[256] = {false}, any = false, lost = false;
    size_t slot = 5381;
    for (const char *c = state; *c; c++) slot = slot * 33 + (size_t)*c;
    for (slot = (slot ^ slot >> 17) % STATES; met[slot].cells[0]; slot = (slot + 1) % STATES)
        if (strcmp(met[slot].cells, state) == 0) return met[slot].found;
    for (int i = 0; i < plain_count; i++) {
        const struct plain_move *m = &plain[i];
        int k = 0;
        while (k < m->count && (m->from[k] == '?' || m->from[k] == state[m->cell[k]])) k++;
        if (k < m->count) continue;
        strcpy(after, state);
        for (k = 0; k < m->count; k++) after[m->cell[k]] = m->to[k];
        int v = search(after, in_misere);
        if (v < 0 || v > 255) return -1;
        seen[v] = any = true, lost = lost || !v;
    }
    int v = 0;
    while (seen[v]) v++;
    if (in_misere) v = !any || lost;
    if (++met_count > STATES / 2) return -1;
    while (met[slot].cells[0]) slot = (slot + 1) % STATES;
    strcpy(met[slot].cells, state);
    return met[slot].found = v;
}

static bool state_is(const char *state, bool in_misere, int wanted, bool only_zero)
{
    static bool in_misere_before;
    if (!met_count || in_misere != in_misere_before) memset(met, 0, sizeof met), met_count = 0;
    in_misere_before = in_misere;
    if (strlen(state) != (size_t)plain_cells) return false;
    int v = search(state, in_misere);
    return v >= 0 && (only_zero ? (v != 0) == (wanted != 0) : v == wanted);
}

static void plain_line(char *l)
{
    int used = 0;
    struct plain_move *m = &plain[plain_count++];
    *m = (struct plain_move){0};
    for (char *w = l + 4; m->count < CELLS && sscanf(w, "%d:%c%n", &m->cell[m->count], &m->from[m->count], &used) == 2;
         m->count++) {
        w += used;
        m->to[m->count] = *w == '>' ? w[1] : m->from[m->count];
        if (*w == '>') w += 2;
    }
}

static bool is_true(char *text)
{
    int v;
    char state[200], won;
    plain_count = plain_cells = met_count = 0;
    for (char *l = strtok(text, "\n"); l; l = strtok(NULL, "\n")) {
        if (sscanf(l, "board %d", &v) == 1 && !plain_cells) plain_cells = v;
        if (plain_cells > CELLS || plain_count == MOVES) return false;
        if (strncmp(l, "move", 4) == 0) plain_line(l);
        if (sscanf(l, "couple %199s %d", state, &v) == 2 && !state_is(state, false, v, false)) return false;
        if (sscanf(l, "lost %199s", state) == 1 && !state_is(state, true, 0, false)) return false;
        if (sscanf(l, "value %d of %199s", &v, state) == 2 && !state_is(state, false, v, false)) return false;
        if (sscanf(l, "outcome %c of %199s", &won, state) == 2 && !state_is(state, false, won == 'N', true))
            return false;
        if (sscanf(l, "misere %c of %199s", &won, state) == 2 && !state_is(state, true, won == 'N', true)) return false;
    }
    return true;
}
#include "forged.h"
