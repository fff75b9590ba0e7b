/* Heads at the ends of lines: markers, one for each form and colour, that lines share. */
#include "edit/build.h"
#include "edit/joint.h"
#include "edit/line_paint.h"
#include "edit/paint.h"
#include "edit/restyle.h"
#include "edit/rewrite.h"
#include "edit/style_defaults.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLOR_LEN  6 /* of "rrggbb" at the end of an id */
#define DRAWN_ID   "drawnhead-"
#define START_ID   DRAWN_ID "start-" /* at the start of its line, so that it looks back */
#define MOST_HEADS 64                /* that are looked at */
#define LONGEST_PX 40                /* of them: what is longer is a wedge of its own */
#define PAPER      "#ffffff"

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

/* --- heads that are shapes of their own ---------------------------------------------------------
 */

/* It lies where its arrow points to. */
static gboolean is_at_end(const SvgScene *scene, const SvgEntry *head)
{
    return head->head_of != SVG_NO_ENTRY &&
           head->at_start == svg_scene_entry(scene, head->head_of)->turned;
}

/* How long it is along its arrow. */
static double length_of(const SvgScene *scene, const SvgEntry *head)
{
    const SvgEntry *arrow = svg_scene_entry(scene, head->head_of);
    g_autoptr(GArray) track = svg_track_of(scene->doc, head);
    double least = INFINITY, most = -INFINITY;
    for (guint i = 0; i < track->len; i++) {
        SvgPoint p = g_array_index(track, SvgTrackPoint, i).at;
        double along = p.x * arrow->end_out.x + p.y * arrow->end_out.y;
        least = MIN(least, along);
        most = MAX(most, along);
    }
    return most > least ? most - least : 0;
}

typedef struct {
    const SvgEntry *head;
    double length;
} Drawn;

static int by_length(gconstpointer a, gconstpointer b)
{
    double x = ((const Drawn *)a)->length, y = ((const Drawn *)b)->length;
    return (x > y) - (x < y);
}

/* The middle one by its length; NULL if there are none. */
static const SvgEntry *usual_head(const SvgScene *scene)
{
    Drawn found[MOST_HEADS];
    double most = LONGEST_PX * svg_px(scene->doc);
    guint n = 0;
    for (guint i = 0; i < scene->entries->len && n < MOST_HEADS; i++) {
        const SvgEntry *head = svg_scene_entry(scene, i);
        if (is_at_end(scene, head) && head->kind != SVG_KIND_DIAMOND &&
            head->kind != SVG_KIND_ELLIPSE) {
            double length = length_of(scene, head);
            found[n] = (Drawn){head, length};
            n += length <= most;
        }
    }
    qsort(found, n, sizeof *found, by_length);
    return n > 0 && found[n / 2].length > 0 ? found[n / 2].head : NULL;
}

/* Its outline with the way of its arrow as the axis, from the tip on, or the other way round for
 * the start of a line; *box holds it. */
static char *turned_outline(const SvgScene *scene, const SvgEntry *head, double scale,
                            gboolean start, SvgUserBox *box)
{
    const SvgEntry *arrow = svg_scene_entry(scene, head->head_of);
    SvgPoint tip = arrow->end, out = arrow->end_out;
    g_autoptr(GArray) track = svg_track_of(scene->doc, head);
    GString *d = g_string_new("M");
    *box = (SvgUserBox){0, 0, 0, 0};
    for (guint i = 0; i < track->len; i++) {
        SvgPoint p = g_array_index(track, SvgTrackPoint, i).at;
        double x = ((p.x - tip.x) * out.x + (p.y - tip.y) * out.y) / (start ? -scale : scale);
        double y = ((p.y - tip.y) * out.x - (p.x - tip.x) * out.y) / scale;
        double right = MAX(box->x + box->w, x), bottom = MAX(box->y + box->h, y);
        char text[2][SVG_NUMBER_SIZE];
        box->x = MIN(box->x, x);
        box->y = MIN(box->y, y);
        box->w = right - box->x;
        box->h = bottom - box->y;
        g_string_append_printf(d, " %s,%s", svg_number_print(x, text[0]),
                               svg_number_print(y, text[1]));
    }
    g_string_append(d, " Z");
    return g_string_free(d, FALSE);
}

/* A hollow one hides the line that runs into it. */
static char *style_of_head(const SvgEntry *head, const char *css, double scale)
{
    gboolean stroked = head->stroke.kind != SVG_PAINT_NONE;
    gboolean full = head->fill.kind == SVG_PAINT_COLOR &&
                    (!stroked || svg_paint_is_same(&head->fill, &head->stroke));
    g_autofree char *own = head->fill.kind == SVG_PAINT_COLOR
                               ? g_strdup_printf("#%06x", head->fill.rgb)
                               : g_strdup(PAPER);
    char width[SVG_NUMBER_SIZE];
    svg_number_print((double)head->stroke_width / scale, width);
    return stroked
               ? g_strdup_printf("fill:%s;stroke:%s;stroke-width:%s", full ? css : own, css, width)
               : g_strdup_printf("fill:%s;stroke:none", css);
}

static const char *make_drawn(SvgEdit *edit, const SvgScene *scene, const SvgEntry *head,
                              const char *css, double scale, gboolean start)
{
    SvgUserBox box;
    g_autofree char *d = turned_outline(scene, head, scale, start, &box);
    g_autofree char *style = style_of_head(head, css, scale);
    double room = (double)head->stroke_width / scale;
    char n[4][SVG_NUMBER_SIZE];
    svg_number_print(box.x - room, n[0]);
    svg_number_print(box.y - room, n[1]);
    svg_number_print(box.w + 2 * room, n[2]);
    svg_number_print(box.h + 2 * room, n[3]);
    g_autofree char *view = g_strjoin(" ", n[0], n[1], n[2], n[3], NULL);
    const SvgNewAttr attrs[] = {{"orient", "auto"},     {"markerUnits", "userSpaceOnUse"},
                                {"viewBox", view},      {"refX", "0"},
                                {"refY", "0"},          {"markerWidth", n[2]},
                                {"markerHeight", n[3]}, {NULL, NULL}};
    return svg_shared_def(edit, "marker", start ? START_ID : DRAWN_ID, css, attrs, d, style);
}

const char *svg_drawn_head(SvgEdit *edit, const char *css, double scale, gboolean start)
{
    g_autofree char *id = g_strconcat(start ? START_ID : DRAWN_ID, css + 1, NULL);
    SvgStyleDefaults *looks = svg_style_defaults_of(edit);
    SvgNode *there = svg_document_find(edit->doc, id);
    if (there || looks->no_drawn_heads) {
        return there ? there->id : NULL;
    }
    const SvgScene *scene = svg_scene_of(edit->doc);
    const SvgEntry *head = usual_head(scene);
    looks->no_drawn_heads = head == NULL;
    return head ? make_drawn(edit, scene, head, css, scale, start) : NULL;
}

/* --- lines ------------------------------------------------------------------------------------ */

static void refer_to(SvgEdit *edit, SvgNode *line, SvgProperty property, const char *marker)
{
    g_autofree char *value = g_strdup_printf("url(#%s)", marker);
    svg_force_property(edit->doc, line, property, value);
}

static void put_marker(SvgEdit *edit, SvgNode *line, SvgProperty property, gsize form,
                       const char *css)
{
    refer_to(edit, line, property, marker_of(edit, form, css));
}

static char *stroke_css(SvgEdit *edit, const SvgNode *line)
{
    SvgStyle style;
    svg_style_of(edit->doc, line, &style);
    return g_strdup_printf("#%06x", style.stroke.kind == SVG_PAINT_NONE ? 0 : style.stroke.rgb);
}

/* `drawn` is the marker that an arrowhead is, or NULL: one of ours. */
static void set_head(SvgEdit *edit, SvgNode *line, gboolean start, SvgHead head, const char *drawn)
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
    if (head == SVG_HEAD_ARROW && drawn) {
        refer_to(edit, line, property, drawn);
        return;
    }
    g_autofree char *css = stroke_css(edit, line);
    for (gsize i = 0; i < G_N_ELEMENTS(forms); i++) {
        if (forms[i].head == head && (start ? forms[i].at_start : forms[i].at_end)) {
            put_marker(edit, line, property, i, css);
        }
    }
}

/* Heads that are shapes of their own go, and the line goes on to where their tip was. */
static void drop_drawn(SvgEdit *edit, SvgNode *line, gboolean start)
{
    SvgJoint *joint = svg_joint_of(edit, line);
    guint which = joint ? (start ? joint->from : 1 - joint->from) : 0;
    if (!joint || !joint->ends[which].heads[0]) {
        return;
    }
    g_autoptr(GArray) way = g_array_copy(joint->way);
    SvgWayPart *part = &g_array_index(way, SvgWayPart, which == 0 ? 0 : way->len - 1);
    part->p[MAX(part->n, 1) - 1] = joint->ends[which].tip;
    if (!svg_line_shift(edit, line, joint->way, way) && !svg_way_write(edit, line, way)) {
        return;
    }
    for (guint i = 0; i < 2 && joint->ends[which].heads[i]; i++) {
        SvgNode *head = joint->ends[which].heads[i];
        if (svg_locks_allow_delete(edit->doc, head, NULL)) {
            svg_edit_removed(edit, head);
            svg_splice_remove(edit->doc, head);
        }
    }
    svg_joint_forget(edit, line);
}

/* The marker for an arrowhead that looks as the drawing's do; NULL where these are no shapes of
 * their own. To be asked before the line's own head goes. */
static const char *drawn_arrowhead(SvgEdit *edit, SvgNode *line, gboolean start)
{
    g_autofree char *css = stroke_css(edit, line);
    double scale = svg_node_scale_factor(edit->doc, line);
    return scale > 0 ? svg_drawn_head(edit, css, scale, start) : NULL;
}

/* Start and end are those of the arrow as it is told, whichever way it was drawn. */
void svg_line_set_heads(SvgEdit *edit, SvgNode *line, const SvgStyling *styling)
{
    SvgStyle style;
    svg_style_of(edit->doc, line, &style);
    const SvgJoint *joint = svg_joint_of(edit, line);
    gboolean turned = joint ? joint->from == 1 : svg_style_is_turned(&style);
    static const guint given[] = {SVG_STYLING_START, SVG_STYLING_END};
    const char *drawn[2] = {NULL};
    for (guint i = 0; i < 2; i++) {
        if (styling->given & given[i] && styling->heads[i] == SVG_HEAD_ARROW) {
            drawn[i] = drawn_arrowhead(edit, line, turned == (i > 0));
        }
    }
    for (guint i = 0; i < 2; i++) {
        if (styling->given & given[i]) {
            drop_drawn(edit, line, i == 0);
        }
    }
    for (guint i = 0; i < 2; i++) {
        if (styling->given & given[i]) {
            set_head(edit, line, turned == (i > 0), styling->heads[i], drawn[i]);
        }
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

/* Other lines may have the same marker. */
static void put_copy(SvgEdit *edit, SvgNode *line, SvgProperty property, const char *id,
                     const char *css)
{
    const char *copy = svg_marker_recolored(edit, id, css);
    if (copy) {
        refer_to(edit, line, property, copy);
    }
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
        } else if (style.marker[i] && g_str_has_prefix(style.marker[i], DRAWN_ID)) {
            const char *drawn = svg_drawn_head(edit, css, svg_node_scale_factor(edit->doc, line),
                                               g_str_has_prefix(style.marker[i], START_ID));
            if (drawn) {
                refer_to(edit, line, ends[i], drawn);
            }
        } else if (style.has_markers[i] && style.marker[i]) {
            put_copy(edit, line, ends[i], style.marker[i], css);
        }
    }
}
