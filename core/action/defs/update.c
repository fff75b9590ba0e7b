/* Another look, size or text for a shape. */
#include "action/action_list.h"
#include "action/shape_spec.h"
#include "view/shape_json.h"

#include <math.h>

#define BOX         (SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H)
#define SINGLE_ENDS (SVG_SPEC_X1 | SVG_SPEC_Y1 | SVG_SPEC_X2 | SVG_SPEC_Y2)

static const char *const aliases[] = {"shape", NULL};

static const FairyField fields[] = {
    {.name = "update",
     .type = FAIRY_OBJECT,
     .fields = fairy_shape_patch_fields,
     .doc = "an object with \"shapeId\" and what is to change",
     .aliases = aliases},
    {.name = NULL},
};

/* Whether the number stands for the present value. */
static gboolean is_present(FairyExecutor *executor, const cJSON *shape, const char *name,
                           double present)
{
    return fairy_args_has(shape, name) &&
           fairy_coords_round(fairy_executor_coords(executor), name, present) ==
               fairy_args_number(shape, name, 0);
}

/* A number that rounds the present value says that nothing is to change. */
static void keep_rounded(FairyExecutor *executor, const cJSON *shape, const char *name,
                         double present, guint bit, SvgSpec *spec)
{
    if (is_present(executor, shape, name, present)) {
        spec->given &= ~bit;
    }
}

/* Two numbers that are the same make a line level: if one of them is what is there, the other end
 * comes exactly to its height, and not to what that is rounded to. */
static void keep_level(FairyExecutor *executor, const cJSON *shape, const char *const names[2],
                       const double present[2], double *const values[2])
{
    gboolean level = fairy_args_has(shape, names[0]) && fairy_args_has(shape, names[1]) &&
                     fairy_args_number(shape, names[0], 0) == fairy_args_number(shape, names[1], 0);
    for (guint i = 0; level && i < 2; i++) {
        if (is_present(executor, shape, names[i], present[i])) {
            *values[1 - i] = present[i];
        }
    }
}

static void keep_ends(FairyExecutor *executor, const cJSON *shape, const SvgShape *now,
                      SvgSpec *spec)
{
    keep_level(executor, shape, (const char *const[]){"x1", "x2"},
               (double[]){now->start.x, now->end.x}, (double *const[]){&spec->x1, &spec->x2});
    keep_level(executor, shape, (const char *const[]){"y1", "y2"},
               (double[]){now->start.y, now->end.y}, (double *const[]){&spec->y1, &spec->y2});
    keep_rounded(executor, shape, "x1", now->start.x, SVG_SPEC_X1, spec);
    keep_rounded(executor, shape, "y1", now->start.y, SVG_SPEC_Y1, spec);
    keep_rounded(executor, shape, "x2", now->end.x, SVG_SPEC_X2, spec);
    keep_rounded(executor, shape, "y2", now->end.y, SVG_SPEC_Y2, spec);
}

/* The same for what isn't a number, and for what is shown to three digits. */
static void keep_words(FairyExecutor *executor, const cJSON *shape, const SvgShape *now,
                       SvgSpec *spec)
{
    double font_size = fairy_args_number(shape, "fontSize", 0);
    const struct {
        gboolean same;
        guint bit;
    } rows[] = {
        {spec->kind == now->kind, SVG_SPEC_KIND},
        {g_strcmp0(spec->from_id, now->from_id) == 0, SVG_SPEC_FROM},
        {g_strcmp0(spec->to_id, now->to_id) == 0, SVG_SPEC_TO},
        {font_size == fairy_shown_length(fairy_executor_coords(executor), now->font_size),
         SVG_SPEC_FONT_SIZE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        spec->given &= rows[i].same ? ~rows[i].bit : ~0u;
    }
    if (g_strcmp0(spec->text, now->text ? now->text : "") == 0) {
        spec->text = NULL;
    }
}

static gboolean is_all(const cJSON *shape)
{
    return fairy_args_has(shape, "_type") &&
           (fairy_args_has(shape, "x") || fairy_args_has(shape, "x1"));
}

/* A colour and the word of a fill can't say all of a look. Where all of a shape is sent back they
 * mean what is there; else it is what the shape is to become. */
static void keep_color(FairyExecutor *executor, const cJSON *shape, const SvgShape *now,
                       SvgSpec *spec)
{
    g_autofree char *shown = fairy_shown_color(fairy_executor_document(executor), now);
    gboolean all = is_all(shape);
    if (all && g_strcmp0(spec->color, shown) == 0) {
        spec->color = NULL;
    }
    const char *fill = fairy_args_string(shape, "fill");
    if (all && !spec->color && g_strcmp0(fill, fairy_fill_word(now, shown)) == 0) {
        spec->given &= ~(guint)SVG_SPEC_FILL;
    }
}

static void keep_corner(FairyExecutor *executor, const cJSON *shape, const SvgShape *now,
                        SvgSpec *spec)
{
    g_auto(SvgLook) look = {0};
    svg_document_look(fairy_executor_document(executor), now, &look);
    if (fairy_args_number(shape, "cornerRadius", 0) ==
        fairy_shown_length(fairy_executor_coords(executor), look.corner_radius)) {
        spec->given &= ~(guint)SVG_SPEC_CORNER;
    }
}

static void keep_label_place(FairyExecutor *executor, const cJSON *shape, const SvgShape *now,
                             SvgSpec *spec)
{
    g_auto(SvgLook) look = {0};
    svg_document_look(fairy_executor_document(executor), now, &look);
    if (fairy_args_number(shape, "labelPosition", 0) == fairy_shown_label_place(&look)) {
        spec->given &= ~(guint)SVG_SPEC_ALONG;
    }
}

/* Where it merely lies there it was not said before: it is, where the side is asked for by itself.
 */
static void keep_sides(FairyExecutor *executor, const SvgShape *now, SvgSpec *spec)
{
    static const guint bits[2] = {SVG_SPEC_FROM_SIDE, SVG_SPEC_TO_SIDE};
    for (guint i = 0; i < 2; i++) {
        const char *shown = fairy_shown_arrow_side(fairy_executor_document(executor),
                                                   fairy_executor_coords(executor), now, i);
        if (spec->given & bits[i] && g_strcmp0(fairy_side_names[spec->sides[i]], shown) == 0) {
            spec->given &= ~bits[i];
        }
    }
}

static void keep_box(FairyExecutor *executor, const cJSON *shape, const char *id, SvgSpec *spec)
{
    SvgBox box;
    if (!(spec->given & BOX) ||
        !svg_document_bounds(fairy_executor_document(executor), id, &box, NULL)) {
        return;
    }
    gboolean corner = !(spec->given & SVG_SPEC_ANCHOR) || spec->anchor == SVG_ANCHOR_TOP_LEFT;
    if (corner) {
        keep_rounded(executor, shape, "x", box.x, SVG_SPEC_X, spec);
        keep_rounded(executor, shape, "y", box.y, SVG_SPEC_Y, spec);
    }
    keep_rounded(executor, shape, "w", box.w, SVG_SPEC_W, spec);
    keep_rounded(executor, shape, "h", box.h, SVG_SPEC_H, spec);
}

/* A model may send back all it was shown: what is as it was must not be written again. Recognising
 * the shape reads the whole drawing, so it is left out where nothing is compared with it. Returns
 * what it was, the caller's; NULL where nothing was compared. */
static SvgShape *keep_present(FairyExecutor *executor, const cJSON *shape, const char *id,
                              SvgSpec *spec)
{
    keep_box(executor, shape, id, spec);
    gboolean compares = spec->given & (SVG_SPEC_KIND | SVG_SPEC_FROM | SVG_SPEC_TO | SINGLE_ENDS |
                                       SVG_SPEC_BEND | SVG_SPEC_FONT_SIZE | SVG_SPEC_CORNER |
                                       SVG_SPEC_ALONG | SVG_SPEC_FROM_SIDE | SVG_SPEC_TO_SIDE) ||
                        spec->text;
    SvgShape *now =
        compares ? svg_document_shape(fairy_executor_document(executor), id, NULL) : NULL;
    if (!now) {
        return NULL;
    }
    keep_words(executor, shape, now, spec);
    keep_color(executor, shape, now, spec);
    if (spec->given & SVG_SPEC_CORNER) {
        keep_corner(executor, shape, now, spec);
    }
    if (spec->given & SVG_SPEC_ALONG) {
        keep_label_place(executor, shape, now, spec);
    }
    if (now->kind == SVG_KIND_LINE || now->kind == SVG_KIND_ARROW) {
        keep_ends(executor, shape, now, spec);
        if (is_all(shape)) {
            keep_sides(executor, now, spec);
        }
        keep_rounded(executor, shape, "bend", now->bend, SVG_SPEC_BEND, spec);
    }
    return now;
}

/* Of a line that gets one other end the other is where it was, as far as anything says. */
static FairyLineBefore line_before(const SvgShape *was, const SvgSpec *spec)
{
    FairyLineBefore before = {.start = {NAN, NAN}, .end = {NAN, NAN}};
    gboolean start = (spec->given & (SVG_SPEC_FROM | SVG_SPEC_X1 | SVG_SPEC_Y1)) != 0;
    gboolean end = (spec->given & (SVG_SPEC_TO | SVG_SPEC_X2 | SVG_SPEC_Y2)) != 0;
    if (was && start != end) {
        *(start ? &before.end : &before.start) = start ? was->end : was->start;
    }
    return before;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const cJSON *shape = cJSON_GetObjectItemCaseSensitive(args, "update");
    const char *id = fairy_args_string(shape, "shapeId");
    fairy_executor_touch(executor, id);
    SvgSpec spec;
    fairy_shape_spec(executor, shape, id, &spec);
    g_autoptr(SvgShape) was = keep_present(executor, shape, id, &spec);
    spec.given &= ~(guint)SVG_SPEC_ENDS;
    gboolean line = was && (was->kind == SVG_KIND_LINE || was->kind == SVG_KIND_ARROW);
    g_autoptr(GArray) crossings = line ? fairy_line_crossings(executor, &spec, id) : NULL;
    if (!svg_edit_update(fairy_executor_edit(executor), id, &spec, error)) {
        return FALSE;
    }
    FairyLineBefore before = line_before(was, &spec);
    before.crossings = crossings;
    if (spec.given & SVG_SPEC_ALONG && was && !spec.text) {
        spec.text = was->text; /* where they are is told */
    }
    fairy_tell_line(executor, &spec, id, &before);
    return TRUE;
}

const FairyAction fairy_action_update = {
    .name = "update",
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Change a shape's colour, fill, text, size, place or ends",
    .manual = "Only what is given changes; everything else keeps its exact value. A shape given by "
              "x, y, w, h can become any other such kind. Of a text, maxWidth breaks its lines "
              "anew, and null joins them again. To move a shape use move, place or align.",
    .hint =
        "{\"_type\":\"update\",\"update\":{\"shapeId\":\"login\",\"text\":\"Sign in\"}}, with what "
        "changes of the fields of create but parent, above and below. All else keeps its exact "
        "value. What has x, y, w, h can get the _type of another that has. null takes a "
        "fromId, toId or maxWidth away.",
    .example = "{\"_type\":\"update\",\"update\":{\"shapeId\":\"a\",\"color\":\"red\","
               "\"fill\":\"solid\",\"w\":140}}",
    .fields = fields,
    .other = &fairy_action_set_style,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Updating",
    .done = "Updated",
};
