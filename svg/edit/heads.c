/* Heads at the ends of lines: markers, one for each form and colour, that lines share. */
#include "edit/build.h"
#include "edit/effects.h"
#include "edit/joint.h"
#include "edit/line_paint.h"
#include "edit/paint.h"
#include "edit/restyle.h"
#include "edit/rewrite.h"
#include "edit/style_defaults.h"
#include "shape/head.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLOR_LEN  6                        /* of "rrggbb" at the end of an id */
#define SOLID      ";stroke-dasharray:none" /* librsvg breaks a dashed line's head up, too */
#define DRAWN_ID   "drawnhead-"
#define START_ID   DRAWN_ID "start-" /* at the start of its line, so that it looks back */
#define MOST_HEADS 64                /* that are looked at */
#define LONGEST_PX 40                /* of them: what is longer is a wedge of its own */
#define PAPER      "#ffffff"
#define ON         "-on-" /* in an id: "-on-rrggbb", what a hollow head is filled with */
#define HEX        "0123456789abcdef"

/* How a form is painted: in the line's colour; with an outline in it, so that the line, which runs
 * on behind it, isn't seen inside; or with strokes alone. */
typedef enum { LOOK_FULL, LOOK_HOLLOW, LOOK_STROKES } Look;

typedef struct {
    const char *box, *w, *h; /* viewBox; markerWidth and markerHeight in widths of the line */
    const char *x, *y;       /* of the end of the line in it */
} Frame;

/* Half a width of the line is a unit, and it comes from the left. What ends in a tip touches what
 * the line touches; a marker can't be turned around at the start for every renderer. */
#define BOX(x_)                          \
    {                                    \
        "0 0 10 10", "5", "5", (x_), "5" \
    }
#define FRAME(box_, w_, h_)          \
    {                                \
        (box_), (w_), (h_), "0", "0" \
    }
static const struct {
    SvgHead head;
    gboolean at_start, at_end;
    Look look;
    const char *prefix, *d;
    Frame frame;
} forms[] = {
    {SVG_HEAD_ARROW, FALSE, TRUE, LOOK_FULL, ARROWHEAD_ID, "M 0,0 10,5 0,10 Z", BOX("9")},
    {SVG_HEAD_ARROW, TRUE, FALSE, LOOK_FULL, "arrowhead-start-", "M 10,0 0,5 10,10 Z", BOX("1")},
    {SVG_HEAD_DOT, TRUE, TRUE, LOOK_FULL, "dothead-", "M 5,0 A 5,5 0 1 1 5,10 5,5 0 1 1 5,0 Z",
     BOX("5")},
    {SVG_HEAD_DIAMOND, FALSE, TRUE, LOOK_FULL, "diamondhead-", "M 0,5 5,0 10,5 5,10 Z", BOX("9")},
    {SVG_HEAD_DIAMOND, TRUE, FALSE, LOOK_FULL, "diamondhead-start-", "M 0,5 5,0 10,5 5,10 Z",
     BOX("1")},
    {SVG_HEAD_BAR, TRUE, TRUE, LOOK_FULL, "barhead-", "M 4,0 H 6 V 10 H 4 Z", BOX("5")},
    {SVG_HEAD_OPEN, FALSE, TRUE, LOOK_STROKES, "openhead-", "M -12,-6 -1,0 -12,6",
     FRAME("-13 -7 15 14", "7.5", "7")},
    {SVG_HEAD_OPEN, TRUE, FALSE, LOOK_STROKES, "openhead-start-", "M 12,-6 1,0 12,6",
     FRAME("-2 -7 15 14", "7.5", "7")},
    {SVG_HEAD_TRIANGLE_HOLLOW, FALSE, TRUE, LOOK_HOLLOW, "hollowhead-", "M -17,-8 -1,0 -17,8 Z",
     FRAME("-19 -10 21 20", "10.5", "10")},
    {SVG_HEAD_TRIANGLE_HOLLOW, TRUE, FALSE, LOOK_HOLLOW, "hollowhead-start-", "M 17,-8 1,0 17,8 Z",
     FRAME("-2 -10 21 20", "10.5", "10")},
    {SVG_HEAD_DIAMOND_HOLLOW, FALSE, TRUE, LOOK_HOLLOW, "hollowdiamond-",
     "M -21,0 -11,-5 -1,0 -11,5 Z", FRAME("-24 -7 26 14", "13", "7")},
    {SVG_HEAD_DIAMOND_HOLLOW, TRUE, FALSE, LOOK_HOLLOW, "hollowdiamond-start-",
     "M 21,0 11,-5 1,0 11,5 Z", FRAME("-2 -7 26 14", "13", "7")},
    {SVG_HEAD_DOT_HOLLOW, FALSE, TRUE, LOOK_HOLLOW, "hollowdot-",
     "M 0,0 A 5,5 0 1 1 -10,0 5,5 0 1 1 0,0 Z", FRAME("-12 -7 14 14", "7", "7")},
    {SVG_HEAD_DOT_HOLLOW, TRUE, FALSE, LOOK_HOLLOW, "hollowdot-start-",
     "M 0,0 A 5,5 0 1 1 10,0 5,5 0 1 1 0,0 Z", FRAME("-2 -7 14 14", "7", "7")},
    {SVG_HEAD_ONE, FALSE, TRUE, LOOK_STROKES, "onehead-", "M -6,-6 V 6",
     FRAME("-8 -7 9 14", "4.5", "7")},
    {SVG_HEAD_ONE, TRUE, FALSE, LOOK_STROKES, "onehead-start-", "M 6,-6 V 6",
     FRAME("-1 -7 9 14", "4.5", "7")},
    {SVG_HEAD_EXACTLY_ONE, FALSE, TRUE, LOOK_STROKES, "onlyonehead-", "M -6,-6 V 6 M -11,-6 V 6",
     FRAME("-13 -7 14 14", "7", "7")},
    {SVG_HEAD_EXACTLY_ONE, TRUE, FALSE, LOOK_STROKES, "onlyonehead-start-",
     "M 6,-6 V 6 M 11,-6 V 6", FRAME("-1 -7 14 14", "7", "7")},
    {SVG_HEAD_MANY, FALSE, TRUE, LOOK_STROKES, "manyhead-", "M -14,0 0,-7 M -14,0 0,7",
     FRAME("-15 -9 16 18", "8", "9")},
    {SVG_HEAD_MANY, TRUE, FALSE, LOOK_STROKES, "manyhead-start-", "M 14,0 0,-7 M 14,0 0,7",
     FRAME("-1 -9 16 18", "8", "9")},
    {SVG_HEAD_ONE_OR_MANY, FALSE, TRUE, LOOK_STROKES, "onemanyhead-",
     "M -14,0 0,-7 M -14,0 0,7 M -18,-6 V 6", FRAME("-20 -9 21 18", "10.5", "9")},
    {SVG_HEAD_ONE_OR_MANY, TRUE, FALSE, LOOK_STROKES, "onemanyhead-start-",
     "M 14,0 0,-7 M 14,0 0,7 M 18,-6 V 6", FRAME("-1 -9 21 18", "10.5", "9")},
    {SVG_HEAD_ZERO_OR_ONE, FALSE, TRUE, LOOK_HOLLOW, "zeroonehead-",
     "M -6,-6 V 6 M -9,0 A 4,4 0 1 1 -17,0 4,4 0 1 1 -9,0 Z", FRAME("-19 -7 20 14", "10", "7")},
    {SVG_HEAD_ZERO_OR_ONE, TRUE, FALSE, LOOK_HOLLOW, "zeroonehead-start-",
     "M 6,-6 V 6 M 9,0 A 4,4 0 1 1 17,0 4,4 0 1 1 9,0 Z", FRAME("-1 -7 20 14", "10", "7")},
    {SVG_HEAD_ZERO_OR_MANY, FALSE, TRUE, LOOK_HOLLOW, "zeromanyhead-",
     "M -14,0 0,-7 M -14,0 0,7 M -15,0 A 4,4 0 1 1 -23,0 4,4 0 1 1 -15,0 Z",
     FRAME("-25 -9 26 18", "13", "9")},
    {SVG_HEAD_ZERO_OR_MANY, TRUE, FALSE, LOOK_HOLLOW, "zeromanyhead-start-",
     "M 14,0 0,-7 M 14,0 0,7 M 15,0 A 4,4 0 1 1 23,0 4,4 0 1 1 15,0 Z",
     FRAME("-1 -9 26 18", "13", "9")},
};
#undef BOX
#undef FRAME

gboolean svg_styling_has_heads(const SvgStyling *styling)
{
    return (styling->given & (SVG_STYLING_START | SVG_STYLING_END)) != 0;
}

/* --- markers ---------------------------------------------------------------------------------- */

/* A marker of that form and colour, made on first use. `ground` ("#rrggbb") is what is behind. */
static const char *marker_of(SvgEdit *edit, gsize form, const char *css, const char *ground)
{
    const Frame *frame = &forms[form].frame;
    const SvgNewAttr attrs[] = {
        {"orient", "auto"}, {"viewBox", frame->box},   {"refX", frame->x},
        {"refY", frame->y}, {"markerWidth", frame->w}, {"markerHeight", frame->h},
        {NULL, NULL}};
    Look look = forms[form].look;
    gboolean on_paper = look != LOOK_HOLLOW || g_str_equal(ground, PAPER);
    g_autofree char *colors = on_paper ? g_strdup(css) : g_strconcat(css, ON, ground + 1, NULL);
    g_autofree char *style = look == LOOK_FULL
                                 ? g_strdup_printf("fill:%s;stroke:none", css)
                                 : g_strdup_printf("fill:%s;stroke:%s;stroke-width:2" SOLID,
                                                   look == LOOK_HOLLOW ? ground : "none", css);
    return svg_shared_def(edit, "marker", forms[form].prefix, colors, attrs, forms[form].d, style);
}

const char *svg_arrowhead(SvgEdit *edit, const char *css)
{
    return marker_of(edit, 0, css, PAPER);
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

/* Hollow ones mean something else, as in UML. */
static gboolean is_arrowhead(const SvgEntry *head)
{
    gboolean hollow = svg_head_is_hollow(&head->fill, &head->stroke);
    return svg_head_of_form(head->kind, head->box, hollow) == SVG_HEAD_ARROW;
}

/* The middle one by its length; NULL if there are none. */
static const SvgEntry *usual_head(const SvgScene *scene)
{
    Drawn found[MOST_HEADS];
    double most = LONGEST_PX * svg_px(scene->doc);
    guint n = 0;
    for (guint i = 0; i < scene->entries->len && n < MOST_HEADS; i++) {
        const SvgEntry *head = svg_scene_entry(scene, i);
        if (is_at_end(scene, head) && is_arrowhead(head)) {
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

static char *style_of_head(SvgEdit *edit, const SvgEntry *head, const char *css, double scale)
{
    static const char *const joins[] = {[SVG_JOIN_MITER] = "",
                                        [SVG_JOIN_ROUND] = ";stroke-linejoin:round",
                                        [SVG_JOIN_BEVEL] = ";stroke-linejoin:bevel"};
    char width[SVG_NUMBER_SIZE];
    if (head->stroke.kind == SVG_PAINT_NONE) {
        return g_strdup_printf("fill:%s;stroke:none", css);
    }
    SvgStyle style;
    svg_style_of(edit->doc, head->node, &style);
    svg_number_print((double)head->stroke_width / scale, width);
    return g_strdup_printf("fill:%s;stroke:%s;stroke-width:%s%s" SOLID, css, css, width,
                           joins[style.stroke_linejoin]);
}

static const char *make_drawn(SvgEdit *edit, const SvgScene *scene, const SvgEntry *head,
                              const char *css, double scale, gboolean start)
{
    SvgUserBox box;
    g_autofree char *d = turned_outline(scene, head, scale, start, &box);
    g_autofree char *style = style_of_head(edit, head, css, scale);
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
                       const char *css, const char *ground)
{
    refer_to(edit, line, property, marker_of(edit, form, css, ground));
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
            char ground[SVG_INK_SIZE] = PAPER;
            if (forms[i].look == LOOK_HOLLOW) {
                svg_head_ground(edit, line, start, ground);
            }
            put_marker(edit, line, property, i, css, ground);
        }
    }
}

/* Heads that are shapes of their own go, and the line goes on to where their tip was. FALSE where
 * they have to stay. */
static gboolean drop_drawn(SvgEdit *edit, SvgNode *line, gboolean start)
{
    SvgJoint *joint = svg_joint_of(edit, line);
    guint which = joint ? (start ? joint->from : 1 - joint->from) : 0;
    if (!joint || !joint->ends[which].heads[0]) {
        return TRUE;
    }
    g_autoptr(GArray) way = g_array_copy(joint->way);
    SvgWayPart *part = &g_array_index(way, SvgWayPart, which == 0 ? 0 : way->len - 1);
    SvgNode *const *heads = joint->ends[which].heads;
    part->p[MAX(part->n, 1) - 1] = joint->ends[which].tip;
    for (guint i = 0; i < 2 && heads[i]; i++) {
        if (!svg_locks_allow_delete(edit->doc, heads[i], NULL)) {
            svg_edit_remark(edit, "the head of %s, %s, is locked and stays",
                            svg_node_id(edit->doc, line), svg_node_id(edit->doc, heads[i]));
            return FALSE;
        }
    }
    if (!svg_line_shift(edit, line, joint->way, way) && !svg_way_write(edit, line, way)) {
        svg_edit_remark(edit, "the head of %s, %s, stays, as the line can't be drawn on to its tip",
                        svg_node_id(edit->doc, line), svg_node_id(edit->doc, heads[0]));
        return FALSE;
    }
    for (guint i = 0; i < 2 && heads[i]; i++) {
        svg_edit_removed(edit, heads[i]);
        svg_splice_remove(edit->doc, heads[i]);
    }
    svg_joint_forget(edit, line);
    return TRUE;
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
    gboolean dropped[2];
    for (guint i = 0; i < 2; i++) {
        if (styling->given & given[i] && styling->heads[i] == SVG_HEAD_ARROW) {
            drawn[i] = drawn_arrowhead(edit, line, turned == (i > 0));
        }
    }
    for (guint i = 0; i < 2; i++) {
        dropped[i] = styling->given & given[i] && drop_drawn(edit, line, i == 0);
    }
    for (guint i = 0; i < 2; i++) {
        if (dropped[i]) {
            gboolean first = turned == (i > 0);
            set_head(edit, line, first, styling->heads[i], drawn[i]);
            svg_expect_head(edit, line, first, styling->heads[i]);
        }
    }
}

/* The form of a marker of ours; -1 for one that isn't. `ground` (SVG_INK_SIZE) gets what it is
 * filled with. */
static int form_of(const char *id, char *ground)
{
    for (gsize i = 0; i < G_N_ELEMENTS(forms); i++) {
        gsize len = strlen(forms[i].prefix);
        if (strncmp(id, forms[i].prefix, len) == 0 && strspn(id + len, HEX) == COLOR_LEN) {
            const char *on = id + len + COLOR_LEN;
            gboolean given = g_str_has_prefix(on, ON) && strspn(on + strlen(ON), HEX) == COLOR_LEN;
            g_snprintf(ground, SVG_INK_SIZE, "#%s", given ? on + strlen(ON) : &PAPER[1]);
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
        char ground[SVG_INK_SIZE];
        int form = style.marker[i] ? form_of(style.marker[i], ground) : -1;
        if (form >= 0) {
            put_marker(edit, line, ends[i], (gsize)form, css, ground);
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
