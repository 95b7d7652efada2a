/* SPDX-License-Identifier: MIT */
/* The verifier against the definition: what it accepts is true, for random rules with random statements and for certificates with
 * random damage. The verifier is one file that needs the C library alone, so it is a part of this program.
 *
 * A damaged certificate may be accepted if it still states something true: the same as before (a comment or a hint was hit), or
 * another thing, which is then tried here by values computed without any shortcut, as far as they are computed. */
int verifier_main(int count, char **files);
#define main verifier_main
#include "../../verify/cgi-verify.c"
#undef main
#include <unistd.h>

enum { COMPUTED = 3000, TEXT = 1 << 20, DAMAGED = 4000 };
static FILE *tap;
static int failures, cases;
static uint64_t seed = 20230817;
static uint64_t draw(uint64_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % below;
}
static void claim(const char *text, const char *problem)
{
    fprintf(tap, "%s %d - certificates: %s\n", *problem ? "not ok" : "ok", ++cases, text);
    if (*problem) fprintf(tap, "# %s\n", problem), failures++;
}
static int judge(const char *text)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    name = "it";
    int status = in ? verify(in) : UNREADABLE;
    if (in) fclose(in);
    return status;
}

/* ---- the definition ---- */
/* take[d]: bit j: d tokens may be taken so that j non-empty heaps stay. */
struct code {
    unsigned take[64];
    int most;
    bool grundy; /* two heaps that are left are not the same */
};
static unsigned sg[COMPUTED];
static int sg_count;
static struct code sg_code;

static void options_into(const struct code *c, int n, bool *seen)
{
    for (int d = 0; d <= c->most && d <= n; d++) {
        int rest = n - d;
        if (c->take[d] & 1 && rest == 0) seen[0] = true;
        if (c->take[d] & 2 && rest >= 1) seen[sg[rest]] = true;
        for (int a = 1; c->take[d] & 4 && a <= rest - a; a++)
            if (!c->grundy || a != rest - a) seen[sg[a] ^ sg[rest - a]] = true;
        for (int a = 1; c->take[d] & 8 && a < rest; a++)
            for (int b = a; rest - a - b >= b; b++) seen[sg[a] ^ sg[b] ^ sg[rest - a - b]] = true;
    }
}
static void define(const struct code *c, int last)
{
    if (memcmp(&sg_code, c, sizeof *c) != 0) sg_count = 0;
    sg_code = *c;
    for (; sg_count <= last; sg_count++) {
        bool seen[4096] = {false};
        options_into(c, sg_count, seen);
        unsigned v = 0;
        while (seen[v]) v++;
        sg[sg_count] = v;
    }
}
/* Is (p, e) the least period with the least beginning, as far as heaps 0 to last go? */
static bool repeats(long p, long e, long last)
{
    for (long n = e; n + p <= last; n++)
        if (sg[n] != sg[n + p]) return false;
    return true;
}
static bool least_period(long p, long e, long last)
{
    if (p < 1 || !repeats(p, e, last) || (e && sg[e - 1] == sg[e - 1 + p])) return false;
    for (long q = 1; q < p; q++)
        if (p % q == 0 && repeats(q, e, last)) return false;
    return true;
}

/* ---- random rules ---- */
static void random_rule(struct code *c, char *text)
{
    int kind = (int)draw(4), digits_here = 1 + (int)draw(3);
    *c = (struct code){.most = digits_here};
    if (kind == 0) {
        strcpy(text, "rule subtraction");
        for (int d = c->most = 9; d; d--)
            if (draw(3) == 0) c->take[d] = 3;
        for (int d = 1; d <= 9; d++)
            if (c->take[d]) sprintf(text + strlen(text), " %d", d);
        strcat(text, "\n");
        return;
    }
    if (kind == 3) c->most = digits_here > 2 ? 2 : digits_here;
    for (int d = 1; d <= c->most; d++) c->take[d] = (unsigned)draw(kind == 3 ? 16 : 8);
    if (kind == 1 && draw(3) == 0) c->take[0] = 4;
    if (kind == 2) {
        strcpy(text, "rule takes\n");
        for (int d = 0; d <= c->most; d++) {
            if (!c->take[d]) continue;
            sprintf(text + strlen(text), "take %d leaves", d);
            for (int j = 0; j < 4; j++)
                if (c->take[d] >> j & 1) sprintf(text + strlen(text), " %d", j);
            strcat(text, "\n");
        }
        return;
    }
    sprintf(text, "rule code %x.", c->take[0]);
    for (int d = 1; d <= c->most; d++) sprintf(text + strlen(text), "%x", c->take[d]);
    strcat(text, "\n");
}

static bool rule_of_three(const struct code *c)
{
    for (int d = 0; d <= c->most; d++)
        if (c->take[d] & 8) return true;
    return false;
}

/* A hint of any kind changes nothing. */
static void random_hint(char *text)
{
    if (draw(2)) sprintf(text, "sparse mask %d parity %d class %d\n", (int)draw(40) + 1, (int)draw(2), (int)draw(2));
    else *text = 0;
}

static void random_statements(void)
{
    static char problem[2400], text[2000], rule_text[1000], hint[200];
    int accepted = 0, statements = 0;
    *problem = 0;
    for (int round = 0; round < 300 && !*problem; round++) {
        struct code c;
        random_rule(&c, rule_text);
        random_hint(hint);
        define(&c, 500);
        /* the period that the values seem to have, if any, and one beside it */
        for (long p = 1; p <= 60 && !*problem; p++) {
            long e = 500 - p;
            while (e > 0 && sg[e - 1] == sg[e - 1 + p]) e--;
            if (e > 100 && (rule_of_three(&c) || draw(20))) continue;
            e += (long)draw(8) == 0 ? (long)draw(3) : 0;
            sprintf(text, "cgi-certificate 1\n%s%speriod %ld from %ld\nend\n", rule_text, hint, p, e);
            int status = judge(text);
            define(&c, 900);
            bool truly = least_period(p, e, 900);
            statements++;
            accepted += status == ACCEPTED;
            /* long enough for the theorem: then what is seen is what is proved */
            if (status == ACCEPTED ? !truly : status == UNREADABLE || (truly && e < 100))
                snprintf(problem, sizeof problem, "status %d, but it is %s: %s", status, truly ? "so" : "not so", text);
        }
        int a = (int)draw(300), b = (int)draw(300);
        unsigned v = sg[a] ^ sg[b];
        for (unsigned w = v ? v - 1 : 0; w <= v + 1 && !*problem; w++) {
            sprintf(text, "cgi-certificate 1\n%s%svalue %u of %d %d\noutcome %c of %d %d\nend\n", rule_text, hint, w, a,
                    b, v ? 'N' : 'P', a, b);
            if (judge(text) != (w == v ? ACCEPTED : REFUSED)) snprintf(problem, sizeof problem, "%s", text);
        }
    }
    if (!*problem && (accepted < 150 || statements - accepted < 150))
        snprintf(problem, sizeof problem, "%d of %d were accepted", accepted, statements);
    claim("of random rules, periods and values are accepted if and only if the values by definition say so", problem);
}

/* ---- damage ---- */
static bool small_numbers(const char *text)
{
    for (const char *c = text; (c = strpbrk(c, "0123456789")); c += strspn(c, "0123456789"))
        if (strspn(c, "0123456789") == 4 && atol(c) > 1000) return false;
        else if (strspn(c, "0123456789") > 4 && strspn(c, "0123456789") < 12) return false;
    return true;
}

static void hurt(char *text)
{
    size_t length = strlen(text), place = draw(length);
    static const char bytes[] = "0123456789 .\nabcdefPN#";
    switch (draw(5)) {
    case 0: text[place] = bytes[draw(sizeof bytes - 1)]; break;
    case 1: memmove(text + place, text + place + 1, length - place); break;
    case 2:
        memmove(text + place + 1, text + place, length - place + 1);
        text[place] = bytes[draw(sizeof bytes - 1)];
        break;
    case 3: text[place] = (char)(text[place] + (draw(2) ? 1 : -1)); break;
    default: { /* a number */
        char *number_at = strpbrk(text + place, "0123456789");
        if (number_at) *number_at = (char)('0' + draw(10));
    }
    }
}

/* The lines that are neither comments nor hints. */
static void essence(const char *text, char *out)
{
    *out = 0;
    for (const char *l = text; *l;) {
        size_t length = strcspn(l, "\n");
        if (*l != '#' && strncmp(l, "sparse", 6) != 0) {
            char last = ' ';
            for (size_t i = 0; i <= length; i++) {
                char c = l[i] == '\n' || !l[i] || l[i] == '\t' || l[i] == '\r' ? ' ' : l[i];
                if (c != ' ' || last != ' ') strncat(out, &c, 1);
                last = c;
            }
            strcat(out, "\n");
        }
        l += length + (l[length] == '\n');
    }
}

static bool read_code_of(char *l, struct code *c)
{
    *c = (struct code){0};
    if (strncmp(l, "rule code ", 10) == 0) {
        const char *shown = "0123456789abcdef";
        for (char *d = l + 10; *d > ' ' && c->most < 60; d++)
            if (*d != '.') {
                int at_digit = d < l + 11 ? 0 : (int)(d - l) - 11;
                c->take[at_digit] = (unsigned)(strchr(shown, *d) - shown);
                c->most = at_digit;
            }
        return true;
    }
    if (strncmp(l, "rule subtraction", 16) != 0) return false;
    for (char *w = l + 16; (w = strpbrk(w, "0123456789")); w += strspn(w, "0123456789")) {
        long t = atol(w);
        if (t > 60) return false;
        c->take[t] = 3;
        if (t > c->most) c->most = (int)t;
    }
    return true;
}

/* Is what the accepted text states true, as far as it can be tried? False also where this program cannot tell. */
static bool true_anyway(char *text)
{
    struct code c = {0};
    long p = 0, e = 0;
    for (char *l = strtok(text, "\n"); l; l = strtok(NULL, "\n")) {
        long v, q;
        char won;
        int used = 0;
        if (strncmp(l, "rule", 4) == 0 && !read_code_of(l, &c)) return false;
        if (sscanf(l, "period %ld from %ld", &p, &e) == 2) {
            if (e + 3 * p + 20 >= COMPUTED) return false;
            define(&c, (int)(e + 3 * p) + 20);
            if (!least_period(p, e, e + 3 * p + 20)) return false;
        } else if (sscanf(l, "none to %ld from to %ld by %ld", &p, &e, &q) == 3) {
            if (q >= COMPUTED) return false;
            define(&c, (int)q);
            for (long each = 1; each <= p; each++)
                if (repeats(each, e, q)) return false;
        } else if (sscanf(l, "value %ld of%n", &v, &used) == 1 || sscanf(l, "outcome %c of%n", &won, &used) == 1) {
            unsigned sum = 0;
            for (char *w = l + used; (w = strpbrk(w, "0123456789")); w += strspn(w, "0123456789")) {
                unsigned long long heap = strtoull(w, NULL, 10);
                if (heap >= COMPUTED && p)
                    heap = (unsigned long long)e + (heap - (unsigned long long)e) % (unsigned long long)p;
                if (heap >= COMPUTED) return false;
                define(&c, (int)heap);
                sum ^= sg[heap];
            }
            if (*l == 'v' ? sum != (unsigned long)v : (sum != 0) != (won == 'N')) return false;
        }
    }
    return true;
}

static void damaged(const char *file, const char *original)
{
    static char text[TEXT], before[TEXT], after[TEXT], problem[400], title[200];
    int refused = 0, same = 0, other = 0;
    *problem = 0;
    essence(original, before);
    for (int i = 0; i < DAMAGED && !*problem; i++) {
        strcpy(text, original);
        for (int times = 1 + (int)draw(3); times; times--) hurt(text);
        if (!small_numbers(text)) continue;
        int status = judge(text);
        if (status != ACCEPTED) refused++;
        else if (essence(text, after), strcmp(before, after) == 0) same++;
        else if (other++, !true_anyway(after)) snprintf(problem, sizeof problem, "accepted: %.300s", text);
    }
    if (!*problem && refused < DAMAGED / 4) snprintf(problem, sizeof problem, "only %d were refused", refused);
    snprintf(title, sizeof title, "%s damaged: %d refused, %d state the same, %d another thing that is true", file,
             refused, same, other);
    claim(title, problem);
}

int main(int count, char **files)
{
    static char text[TEXT / 2];
    tap = fdopen(dup(1), "w");
    if (!tap || !freopen("/dev/null", "w", stdout)) return 1;
    random_statements();
    for (int i = 1; i < count; i++) {
        FILE *in = fopen(files[i], "r");
        size_t length = in ? fread(text, 1, sizeof text - 1, in) : 0;
        if (in) fclose(in);
        text[length] = 0;
        const char *base = strrchr(files[i], '/') ? strrchr(files[i], '/') + 1 : files[i];
        claim(base, judge(text) == ACCEPTED ? "" : "is not accepted");
        if (!strstr(text, "rule heaps")) damaged(base, text); /* its rule is not among those that are defined above */
    }
    fprintf(tap, "1..%d\n", cases);
    fclose(tap);
    return failures != 0;
}
