/* Names as models write them: other cases, other separators, slips. */
#include "action/names.h"

#include <string.h>

#define LONGEST 40 /* a longer name is no misspelling of one of ours */

static gboolean is_separator(char c)
{
    return c == '-' || c == '_' || c == ' ';
}

char *fairy_name_kebab(const char *name)
{
    g_autofree char *trimmed = g_strstrip(g_strdup(name));
    GString *out = g_string_new(NULL);
    for (const char *p = trimmed; *p; p++) {
        gboolean hump = g_ascii_isupper(*p) && p > trimmed &&
                        (g_ascii_islower(p[-1]) || g_ascii_isdigit(p[-1]));
        if (hump) {
            g_string_append_c(out, '-');
        }
        g_string_append_c(out, is_separator(*p) ? '-' : g_ascii_tolower(*p));
    }
    return g_string_free(out, FALSE);
}

static const char *skip_separators(const char *p)
{
    while (is_separator(*p)) {
        p++;
    }
    return p;
}

gboolean fairy_name_same(const char *a, const char *b)
{
    a = skip_separators(a);
    b = skip_separators(b);
    while (*a && g_ascii_tolower(*a) == g_ascii_tolower(*b)) {
        a = skip_separators(a + 1);
        b = skip_separators(b + 1);
    }
    return *a == *b;
}

/* Edits (put in, leave out, exchange, swap neighbours) from `a` to `b`. */
static guint distance(const char *a, const char *b)
{
    gsize n = strlen(a), m = strlen(b);
    guint rows[3][LONGEST + 1];
    for (gsize j = 0; j <= m; j++) {
        rows[0][j] = (guint)j;
    }
    for (gsize i = 1; i <= n; i++) {
        guint *row = rows[i % 3];
        const guint *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = (guint)i;
        for (gsize j = 1; j <= m; j++) {
            guint cost = g_ascii_tolower(a[i - 1]) != g_ascii_tolower(b[j - 1]);
            row[j] = MIN(MIN(above[j], row[j - 1]) + 1, above[j - 1] + cost);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = MIN(row[j], second[j - 2] + 1);
            }
        }
    }
    return rows[n % 3][m];
}

gboolean fairy_name_is_near(const char *a, const char *b)
{
    gsize n = strnlen(a, LONGEST + 1), m = strnlen(b, LONGEST + 1);
    if (n > LONGEST || m > LONGEST) {
        return FALSE;
    }
    gsize shorter = MIN(n, m);
    guint allowed = shorter < 3 ? 0 : shorter < 6 ? 1 : 2;
    return distance(a, b) <= allowed;
}

char *fairy_names_list(const char *const *names, const char *last_word)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; names[i]; i++) {
        if (i) {
            g_string_append(out, names[i + 1] ? ", " : " ");
        }
        if (i && !names[i + 1]) {
            g_string_append_printf(out, "%s ", last_word);
        }
        g_string_append_printf(out, "\"%s\"", names[i]);
    }
    return g_string_free(out, FALSE);
}
