/* Writes JSON: RFC 8259. Whole numbers and short decimals, which are nearly all, without printf. */
#include "base/json.h"

#include <fairy/fence.h>

#include <float.h>
#include <math.h>
#include <string.h>

#define MAX_EXACT 1e15 /* 15 digits: any such number is told by them */
#define LEAST     1e-4 /* below it, numbers are written with an exponent */

/* As g_string_append_len(), which is called too often for what it does beside copying. */
static inline void append(GString *out, const char *text, gsize len)
{
    if (out->len + len < out->allocated_len) {
        memcpy(out->str + out->len, text, len);
        out->len += len;
        out->str[out->len] = '\0';
    } else {
        g_string_append_len(out, text, (gssize)len);
    }
}

static void append_escaped(GString *out, guchar c)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = strchr(plain, c);

    if (found) {
        g_string_append_c(out, '\\');
        g_string_append_c(out, letters[found - plain]);
    } else {
        g_string_append_printf(out, "\\u%04x", c);
    }
}

void fairy_json_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (const char *from = text, *at = text;; at++) {
        guchar c = (guchar)*at;
        if (c >= ' ' && c != '"' && c != '\\') {
            continue;
        }
        append(out, from, (gsize)(at - from));
        if (!c) {
            break;
        }
        append_escaped(out, c);
        from = at + 1;
    }
    g_string_append_c(out, '"');
}

void fairy_json_text(GString *out, const char *text, gsize most)
{
    g_autofree char *cut = most ? fairy_fence_cut(text, most) : NULL;
    fairy_json_string(out, cut ? cut : text);
}

/* `value` / 10^decimals, both whole. */
static void append_decimal(GString *out, double value, guint decimals)
{
    char digits[32], *at = digits + sizeof digits;
    guint64 rest = (guint64)fabs(value);
    for (guint n = 0; rest || n <= decimals; n++) {
        if (n == decimals && decimals) {
            *--at = '.';
        }
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    }
    if (value < 0) {
        *--at = '-';
    }
    append(out, at, (gsize)(digits + sizeof digits - at));
}

static gboolean append_short(GString *out, double value)
{
    static const double powers[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6};
    if (value != 0 && fabs(value) < LEAST) {
        return FALSE;
    }
    for (guint decimals = 0; decimals < G_N_ELEMENTS(powers); decimals++) {
        double power = powers[decimals], whole = round(value * power);
        if (!(fabs(whole) < MAX_EXACT)) {
            return FALSE;
        }
        if (whole / power == value) {
            append_decimal(out, whole, decimals);
            return TRUE;
        }
    }
    return FALSE;
}

void fairy_json_number(GString *out, double value)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    if (!isfinite(value)) {
        g_string_append(out, "null");
    } else if (!append_short(out, value)) {
        g_ascii_formatd(buffer, sizeof buffer, "%.15g", value);
        if (fabs(g_ascii_strtod(buffer, NULL) - value) > fabs(value) * DBL_EPSILON) {
            g_ascii_formatd(buffer, sizeof buffer, "%.17g", value);
        }
        g_string_append(out, buffer);
    }
}

void fairy_json_name(GString *out, const char *name)
{
    if (out->len && out->str[out->len - 1] != '{') {
        g_string_append_c(out, ',');
    }
    g_string_append_c(out, '"');
    append(out, name, strlen(name));
    append(out, "\":", 2);
}

void fairy_json_add_text(GString *out, const char *name, const char *text, gsize most)
{
    if (text) {
        fairy_json_name(out, name);
        fairy_json_text(out, text, most);
    }
}

void fairy_json_add_string(GString *out, const char *name, const char *text)
{
    fairy_json_add_text(out, name, text, 0);
}

void fairy_json_add_number(GString *out, const char *name, double value)
{
    fairy_json_name(out, name);
    fairy_json_number(out, value);
}
