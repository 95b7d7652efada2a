/* SPDX-License-Identifier: MIT */
/* A small stack of open brackets that knows whether a comma is due. */
#include "cli/print/json.h"
#include <inttypes.h>
#include <string.h>

static void write_text(struct json *json, const char *text)
{
    putc('"', json->out);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        switch (*p) {
        case '"': fputs("\\\"", json->out); break;
        case '\\': fputs("\\\\", json->out); break;
        case '\n': fputs("\\n", json->out); break;
        case '\t': fputs("\\t", json->out); break;
        case '\r': fputs("\\r", json->out); break;
        default:
            if (*p < 0x20 || *p == 0x7f) fprintf(json->out, "\\u%04x", *p);
            else putc(*p, json->out);
        }
    }
    putc('"', json->out);
}

static void begin_value(struct json *json, const char *key)
{
    if (json->depth > 0) {
        if (json->more[json->depth - 1]) fputs(", ", json->out);
        json->more[json->depth - 1] = true;
    }
    if (key) {
        write_text(json, key);
        fputs(": ", json->out);
    }
}

static void open_bracket(struct json *json, const char *key, char bracket, char close)
{
    begin_value(json, key);
    putc(bracket, json->out);
    if (json->depth == JSON_DEPTH) return;
    json->close[json->depth] = close;
    json->more[json->depth] = false;
    json->depth++;
}

void json_object(struct json *json, const char *key) { open_bracket(json, key, '{', '}'); }

void json_array(struct json *json, const char *key) { open_bracket(json, key, '[', ']'); }

void json_end(struct json *json)
{
    json->depth--;
    putc(json->close[json->depth], json->out);
    if (json->depth == 0) putc('\n', json->out);
}

void json_string(struct json *json, const char *key, const char *value)
{
    begin_value(json, key);
    if (value) write_text(json, value);
    else fputs("null", json->out);
}

void json_int(struct json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    fprintf(json->out, "%" PRId64, value);
}

void json_bool(struct json *json, const char *key, bool value)
{
    begin_value(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_decimal(struct json *json, const char *key, const char *decimal)
{
    static const char limit[] = "9007199254740992"; /* 2^53: beyond it, readers that use doubles lose digits */
    if (!decimal) {
        json_string(json, key, NULL);
        return;
    }
    const char *digits = decimal + (*decimal == '-');
    size_t length = strlen(digits), most = strlen(limit);
    if (length > most || (length == most && strcmp(digits, limit) > 0)) {
        json_string(json, key, decimal);
        return;
    }
    begin_value(json, key);
    fputs(decimal, json->out);
}

void json_estimate(struct json *json, const char *key, double value)
{
    begin_value(json, key);
    if (value >= 0 && value < 1e300) fprintf(json->out, "%.3g", value);
    else fputs("null", json->out);
}
