/* What is said of a new shape that its kind hasn't: it is left out, and told. */
#include "edit/build.h"

/* The names are those of fields, where one word says it. */
static const struct {
    const char *name;
    guint given;
    gboolean lines; /* lines have it as well as arrows */
} rows[] = {
    {"bend", SVG_SPEC_BEND, TRUE},
    {"where its words go", SVG_SPEC_ALONG, TRUE},
    {"fromId", SVG_SPEC_FROM, FALSE},
    {"toId", SVG_SPEC_TO, FALSE},
    {"fromSide", SVG_SPEC_FROM_SIDE, FALSE},
    {"toSide", SVG_SPEC_TO_SIDE, FALSE},
    {"right angles", SVG_SPEC_SQUARE, FALSE},
};

/* No bend, and no shape at an end, is what all kinds have. */
static guint said(const SvgSpec *spec)
{
    const struct {
        gboolean nothing;
        guint bit;
    } empty[] = {
        {spec->bend == 0, SVG_SPEC_BEND},
        {!spec->from_id, SVG_SPEC_FROM},
        {!spec->to_id, SVG_SPEC_TO},
    };
    guint given = spec->given;
    for (gsize i = 0; i < G_N_ELEMENTS(empty); i++) {
        given &= empty[i].nothing ? ~empty[i].bit : ~0u;
    }
    return given;
}

/* "a, b and c" */
static char *list(const GPtrArray *names)
{
    GString *out = g_string_new(names->pdata[0]);
    for (guint i = 1; i < names->len; i++) {
        g_string_append(out, i + 1 < names->len ? ", " : " and ");
        g_string_append(out, names->pdata[i]);
    }
    return g_string_free(out, FALSE);
}

static void leave_out(SvgEdit *edit, SvgSpec *spec, gboolean lines)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    guint given = said(spec);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].lines == lines) {
            if (given & rows[i].given) {
                g_ptr_array_add(names, (char *)rows[i].name);
            }
            spec->given &= ~rows[i].given;
        }
    }
    if (names->len) {
        g_autofree char *what = list(names);
        svg_edit_remark(edit, "%s %s left out, as %s %s is no %s", what,
                        names->len > 1 ? "were" : "was", svg_kind_article(spec->kind),
                        svg_kind_name(spec->kind), lines ? "line or arrow" : "arrow");
    }
}

void svg_spec_leave_out(SvgEdit *edit, SvgSpec *spec)
{
    if (spec->kind == SVG_KIND_ARROW) {
        return;
    }
    if (spec->kind != SVG_KIND_LINE) {
        leave_out(edit, spec, TRUE);
    }
    leave_out(edit, spec, FALSE);
}
