/* Which line is meant, and what is said where there is no such one. */
#include "edit/set_line.h"

#define MOST_TOLD  12 /* lines, */
#define MOST_BYTES 40 /* and letters of each */

guint svg_line_setting_compartment(const SvgLineSetting *setting, guint i)
{
    return svg_row_compartment(setting->edit, setting->lines.enlarge, setting->owner.texts,
                               svg_lines_row(&setting->lines, i));
}

/* Lines are counted among these. */
static gboolean counts(const SvgLineSetting *setting, guint i)
{
    guint compartment = setting->place->compartment;
    return svg_line_owner_has(&setting->owner, svg_lines_row(&setting->lines, i)) &&
           (!compartment || svg_line_setting_compartment(setting, i) == compartment);
}

guint svg_line_setting_count(const SvgLineSetting *setting)
{
    guint n = 0;
    for (guint i = 0; i < setting->lines.rows->len; i++) {
        n += counts(setting, i);
    }
    return n;
}

/* `1 "Order", 2 "+id"`, with the compartments that they are in. */
static char *list_rows(const SvgLineSetting *setting)
{
    GString *out = g_string_new(NULL);
    guint n = 0, all = svg_line_setting_count(setting), in = 0;
    gboolean parted = svg_enlarge_compartments(setting->lines.enlarge) > 1;
    for (guint i = 0; i < setting->lines.rows->len && n < MOST_TOLD; i++) {
        if (counts(setting, i)) {
            const char *words = svg_lines_row(&setting->lines, i)->words;
            const char *end =
                g_utf8_offset_to_pointer(words, MIN(g_utf8_strlen(words, -1), MOST_BYTES));
            guint now = svg_line_setting_compartment(setting, i);
            g_string_append(out, n ? ", " : "");
            if (parted && now != in) {
                g_string_append_printf(out, "compartment %u: ", now);
            }
            in = now;
            g_string_append_printf(out, "%u \"%.*s%s\"", ++n, (int)(end - words), words,
                                   *end ? "…" : "");
        }
    }
    if (all > n) {
        g_string_append_printf(out, " and %u more", all - n);
    }
    return g_string_free(out, FALSE);
}

gboolean svg_line_setting_fail(const SvgLineSetting *setting, const char *what, GError **error)
{
    g_autofree char *rows = list_rows(setting);
    g_set_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND, "%s; the lines of \"%s\"%s are: %s", what,
                svg_node_id(setting->edit->doc, setting->owner.shape),
                setting->place->compartment ? " there" : "", rows);
    return FALSE;
}

static gboolean fail_compartment(const SvgLineSetting *setting, GError **error)
{
    SvgLinePlace any = *setting->place;
    SvgLineSetting whole = *setting;
    any.compartment = 0;
    whole.place = &any;
    guint n = svg_enlarge_compartments(setting->lines.enlarge);
    g_autofree char *rows = list_rows(&whole);
    g_autofree char *count = n > 1 ? g_strdup_printf("has %u compartments", n)
                                   : g_strdup("isn't divided into compartments");
    g_set_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND,
                "\"%s\" %s, so there is no line in compartment %u; its lines are: %s",
                svg_node_id(setting->edit->doc, setting->owner.shape), count,
                setting->place->compartment, rows);
    return FALSE;
}

/* Number `line` of those that count. */
gboolean svg_line_setting_find(SvgLineSetting *setting, GError **error)
{
    const SvgLinePlace *place = setting->place;
    guint n = svg_line_setting_count(setting), at = 0;
    guint wanted = place->line ? place->line : n == 1 || place->op != SVG_LINE_AFTER ? 1 : n;
    if (n == 0) {
        return fail_compartment(setting, error);
    }
    if (!place->line && n > 1 && !svg_line_is_new(place)) {
        return svg_line_setting_fail(setting, "which line is meant isn't said", error);
    }
    if (wanted > n) {
        g_autofree char *what = g_strdup_printf("there is no line %u", wanted);
        return svg_line_setting_fail(setting, what, error);
    }
    for (setting->row = 0;; setting->row++) {
        if (counts(setting, setting->row) && ++at == wanted) {
            return TRUE;
        }
    }
}
