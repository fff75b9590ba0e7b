/* Widths on a terminal: wide characters take two cells, combining ones none. */
#include "cells.h"

#include <fairy/escape.h>

static guint width_of(gunichar c)
{
    return g_unichar_iswide(c) ? 2 : g_unichar_iszerowidth(c) ? 0 : 1;
}

guint cli_cells(const char *text)
{
    g_autofree char *line = fairy_escape_line(text);
    guint cells = 0;
    for (const char *p = line; *p != '\0'; p = g_utf8_next_char(p)) {
        cells += width_of(g_utf8_get_char(p));
    }
    return cells;
}

char *cli_cells_fit(const char *text, guint cells, gboolean fills)
{
    g_autofree char *line = fairy_escape_line(text);
    GString *out = g_string_new(NULL);
    for (const char *p = line; *p != '\0'; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (width_of(c) > cells) {
            break;
        }
        cells -= width_of(c);
        g_string_append_unichar(out, c);
    }
    if (fills) {
        g_string_append_printf(out, "%*s", (int)cells, "");
    }
    return g_string_free(out, FALSE);
}
