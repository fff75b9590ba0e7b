/* Heads at the ends of lines: markers, one for each form and colour, that lines share. */
#include "edit/build.h"
#include "edit/paint.h"
#include "edit/restyle.h"

#include <string.h>

#define COLOR_LEN 6 /* of "rrggbb" at the end of an id */

/* In a box of 10 by 10, on a line that comes from the left. What ends in a tip touches what the
 * line touches; a marker can't be turned around at the start for every renderer. */
static const struct {
    SvgHead head;
    gboolean at_start, at_end;
    const char *prefix, *d, *ref_x;
} forms[] = {
    {SVG_HEAD_ARROW, FALSE, TRUE, ARROWHEAD_ID, "M 0,0 10,5 0,10 Z", "9"},
    {SVG_HEAD_ARROW, TRUE, FALSE, "arrowhead-start-", "M 10,0 0,5 10,10 Z", "1"},
    {SVG_HEAD_DOT, TRUE, TRUE, "dothead-", "M 5,0 A 5,5 0 1 1 5,10 5,5 0 1 1 5,0 Z", "5"},
    {SVG_HEAD_DIAMOND, FALSE, TRUE, "diamondhead-", "M 0,5 5,0 10,5 5,10 Z", "9"},
    {SVG_HEAD_DIAMOND, TRUE, FALSE, "diamondhead-start-", "M 0,5 5,0 10,5 5,10 Z", "1"},
    {SVG_HEAD_BAR, TRUE, TRUE, "barhead-", "M 4,0 H 6 V 10 H 4 Z", "5"},
};

gboolean svg_styling_has_heads(const SvgStyling *styling)
{
    return (styling->given & (SVG_STYLING_START | SVG_STYLING_END)) != 0;
}

/* --- markers ---------------------------------------------------------------------------------- */

/* A marker of that form and colour, made on first use. */
static const char *marker_of(SvgEdit *edit, gsize form, const char *css)
{
    const SvgNewAttr attrs[] = {
        {"orient", "auto"}, {"viewBox", "0 0 10 10"}, {"refX", forms[form].ref_x},
        {"refY", "5"},      {"markerWidth", "5"},     {"markerHeight", "5"},
        {NULL, NULL}};
    g_autofree char *style = g_strdup_printf("fill:%s;stroke:none", css);
    return svg_shared_def(edit, "marker", forms[form].prefix, css, attrs, forms[form].d, style);
}

const char *svg_arrowhead(SvgEdit *edit, const char *css)
{
    return marker_of(edit, 0, css);
}

/* --- lines ------------------------------------------------------------------------------------ */

static void put_marker(SvgEdit *edit, SvgNode *line, SvgProperty property, gsize form,
                       const char *css)
{
    g_autofree char *value = g_strdup_printf("url(#%s)", marker_of(edit, form, css));
    svg_force_property(edit->doc, line, property, value);
}

static void set_head(SvgEdit *edit, SvgNode *line, gboolean start, SvgHead head)
{
    SvgProperty property = start ? SVG_PROPERTY_MARKER_START : SVG_PROPERTY_MARKER_END;
    SvgStyle style;
    svg_style_of(edit->doc, line, &style);
    if (head == SVG_HEAD_NONE) {
        if (style.has_markers[start ? 0 : 2]) {
            svg_force_property(edit->doc, line, property, "none");
        }
        return;
    }
    g_autofree char *css =
        g_strdup_printf("#%06x", style.stroke.kind == SVG_PAINT_NONE ? 0 : style.stroke.rgb);
    for (gsize i = 0; i < G_N_ELEMENTS(forms); i++) {
        if (forms[i].head == head && (start ? forms[i].at_start : forms[i].at_end)) {
            put_marker(edit, line, property, i, css);
        }
    }
}

/* Start and end are those of the arrow as it is told, whichever way it was drawn. */
void svg_line_set_heads(SvgEdit *edit, SvgNode *line, const SvgStyling *styling)
{
    SvgStyle style;
    svg_style_of(edit->doc, line, &style);
    gboolean turned = svg_style_is_turned(&style);
    if (styling->given & SVG_STYLING_START) {
        set_head(edit, line, !turned, styling->heads[0]);
    }
    if (styling->given & SVG_STYLING_END) {
        set_head(edit, line, turned, styling->heads[1]);
    }
}

/* The form of a marker of ours; -1 for one that isn't. */
static int form_of(const char *id)
{
    for (gsize i = 0; i < G_N_ELEMENTS(forms); i++) {
        gsize len = strlen(forms[i].prefix);
        if (strncmp(id, forms[i].prefix, len) == 0 &&
            strspn(id + len, "0123456789abcdef") == COLOR_LEN) {
            return (int)i;
        }
    }
    return -1;
}

void svg_line_recolor_heads(SvgEdit *edit, SvgNode *line, const char *css)
{
    static const SvgProperty ends[] = {SVG_PROPERTY_MARKER_START, SVG_PROPERTY_MARKER_MID,
                                       SVG_PROPERTY_MARKER_END};
    SvgStyle style;
    svg_style_of(edit->doc, line, &style);
    for (guint i = 0; *css == '#' && i < G_N_ELEMENTS(ends); i++) {
        int form = style.marker[i] ? form_of(style.marker[i]) : -1;
        if (form >= 0) {
            put_marker(edit, line, ends[i], (gsize)form, css);
        }
    }
}
