/* Shapes as create and update take them: their fields, and how they become a specification. */
#include "action/shape_spec.h"

#include "base/quote.h"

#include <math.h>

#define MOST_CROSSED 4    /* that are named */
#define MOVED        0.02 /* of the length of a line: an end that is further off is elsewhere */

/* Those that can be made come first in the list, so that the first NULL ends it. */
static const char *const new_kinds[] = {
#define SVG_KIND(id, name, flags) [SVG_KIND_##id] = ((flags)&SVG_KIND_CREATABLE) ? (name) : NULL,
#include <svg/kinds.def>
#undef SVG_KIND
    NULL,
};

static const char *const all_kinds[] = {
#define SVG_KIND(id, name, flags) [SVG_KIND_##id] = (name),
#include <svg/kinds.def>
#undef SVG_KIND
    NULL,
};

const char *const fairy_fill_names[] = {
    [SVG_FILL_NONE] = "none",
    [SVG_FILL_TINT] = "tint",
    [SVG_FILL_BACKGROUND] = "background",
    [SVG_FILL_SOLID] = "solid",
    [SVG_FILL_PATTERN] = "pattern",
    NULL,
};

const char *const fairy_side_names[] = {
    [SVG_SIDE_TOP] = "top",
    [SVG_SIDE_BOTTOM] = "bottom",
    [SVG_SIDE_LEFT] = "left",
    [SVG_SIDE_RIGHT] = "right",
    NULL,
};

const char *const fairy_head_names[] = {
#define SVG_HEAD(id, name) [SVG_HEAD_##id] = (name),
#include <svg/heads.def>
#undef SVG_HEAD
    NULL,
};

const char *const fairy_start_head_aliases[] = {"arrowheadStart", "sourceHead", NULL};
const char *const fairy_end_head_aliases[] = {"arrowheadEnd", "targetHead", NULL};
const char *const fairy_from_side_aliases[] = {"exitSide", "startSide", "sourceSide", NULL};
const char *const fairy_to_side_aliases[] = {"entrySide", "endSide", "targetSide", NULL};
const char *const fairy_position_aliases[] = {"at", "labelAt", "position", "along", NULL};

const char *const fairy_route_names[] = {"straight", "orthogonal", NULL};

const char *const fairy_fit_names[] = {
    [SVG_FIT_SHRINK] = "shrink",
    [SVG_FIT_GROW] = "grow",
    [SVG_FIT_NONE] = "none",
    NULL,
};

static const char *const kind_aliases[] = {"kind", "geo", NULL};
static const char *const new_id_aliases[] = {"id", NULL};
static const char *const text_aliases[] = {"label", NULL};
static const char *const color_aliases[] = {"colour", NULL};
static const char *const w_aliases[] = {"width", NULL};
static const char *const h_aliases[] = {"height", NULL};
static const char *const x1_aliases[] = {"startX", NULL};
static const char *const y1_aliases[] = {"startY", NULL};
static const char *const x2_aliases[] = {"endX", NULL};
static const char *const y2_aliases[] = {"endY", NULL};
static const char *const from_aliases[] = {"from", NULL};
static const char *const to_aliases[] = {"to", NULL};
static const char *const corner_aliases[] = {"radius", "rx", "borderRadius", NULL};
const char *const fairy_parent_aliases[] = {"parentId", "layer", "group", NULL};
const char *const fairy_above_aliases[] = {"aboveId", NULL};
const char *const fairy_below_aliases[] = {"belowId", NULL};

#define OPTIONAL FAIRY_FIELD_OPTIONAL
#define POSITIVE (FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_POSITIVE)
#define NULLABLE (FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_NULLABLE)

const FairyField fairy_new_shape_fields[] = {
    {.name = "_type",
     .type = FAIRY_ENUM,
     .choices = new_kinds,
     .doc = "the kind of shape",
     .aliases = kind_aliases},
    {.name = "shapeId",
     .type = FAIRY_NEW_ID,
     .flags = OPTIONAL,
     .doc = "a new id; one is made when it is left out",
     .aliases = new_id_aliases},
#include "action/shape_fields.def"
    FAIRY_FIELDS_PLACE,
    {.name = NULL},
};

const FairyField fairy_shape_patch_fields[] = {
    FAIRY_FIELD_SHAPE("id of the shape"),
    {.name = "_type",
     .type = FAIRY_ENUM,
     .flags = OPTIONAL,
     .choices = all_kinds,
     .doc = "another kind that is given by x, y, w, h, for one that is; else the kind it has",
     .aliases = kind_aliases},
#include "action/shape_fields.def"
    {.name = NULL},
};

/* The double members of SvgSpec. */
static const struct {
    const char *name;
    guint bit;
    gsize offset;
} numbers[] = {
    {"x", SVG_SPEC_X, G_STRUCT_OFFSET(SvgSpec, x)},
    {"y", SVG_SPEC_Y, G_STRUCT_OFFSET(SvgSpec, y)},
    {"w", SVG_SPEC_W, G_STRUCT_OFFSET(SvgSpec, w)},
    {"h", SVG_SPEC_H, G_STRUCT_OFFSET(SvgSpec, h)},
    {"x1", SVG_SPEC_X1, G_STRUCT_OFFSET(SvgSpec, x1)},
    {"y1", SVG_SPEC_Y1, G_STRUCT_OFFSET(SvgSpec, y1)},
    {"x2", SVG_SPEC_X2, G_STRUCT_OFFSET(SvgSpec, x2)},
    {"y2", SVG_SPEC_Y2, G_STRUCT_OFFSET(SvgSpec, y2)},
    {"bend", SVG_SPEC_BEND, G_STRUCT_OFFSET(SvgSpec, bend)},
    {"fontSize", SVG_SPEC_FONT_SIZE, G_STRUCT_OFFSET(SvgSpec, font_size)},
    {"cornerRadius", SVG_SPEC_CORNER, G_STRUCT_OFFSET(SvgSpec, corner_radius)},
    {"maxWidth", SVG_SPEC_MAX_WIDTH, G_STRUCT_OFFSET(SvgSpec, max_width)},
};

static void read_numbers(FairyExecutor *executor, const cJSON *shape, const char *id, SvgSpec *spec)
{
    const FairyCoords *coords = fairy_executor_coords(executor);
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (fairy_args_has(shape, numbers[i].name)) {
            double value = fairy_args_number(shape, numbers[i].name, 0);
            double *member = &G_STRUCT_MEMBER(double, spec, numbers[i].offset);
            *member = fairy_coords_read(coords, id, numbers[i].name, value);
            spec->given |= numbers[i].bit;
        }
    }
}

/* null turns wrapping off. */
static void read_width(const cJSON *shape, SvgSpec *spec)
{
    if (cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(shape, "maxWidth"))) {
        spec->max_width = INFINITY;
        spec->given |= SVG_SPEC_MAX_WIDTH;
    }
}

static const char *read_binding(FairyExecutor *executor, const cJSON *shape, const char *name,
                                guint bit, SvgSpec *spec)
{
    const char *id = fairy_args_string(shape, name);
    if (id && !svg_document_has_id(fairy_executor_document(executor), id)) {
        g_autofree char *quoted = fairy_quote(id);
        fairy_executor_note(executor, "\"%s\" left out, as there is no shape %s", name, quoted);
        return NULL;
    }
    if (cJSON_GetObjectItemCaseSensitive(shape, name)) {
        spec->given |= bit;
    }
    return id;
}

static guint read_choice(const cJSON *shape, const char *name, const char *const *choices,
                         guint bit, SvgSpec *spec)
{
    if (fairy_args_has(shape, name)) {
        spec->given |= bit;
    }
    return fairy_args_choice(shape, name, choices, 0);
}

void fairy_place_spec(const cJSON *args, SvgSpec *spec)
{
    spec->parent_id = fairy_args_string(args, "parent");
    spec->above_id = fairy_args_string(args, "above");
    spec->below_id = fairy_args_string(args, "below");
}

void fairy_shape_spec(FairyExecutor *executor, const cJSON *shape, const char *id, SvgSpec *spec)
{
    const guint ends = SVG_SPEC_X1 | SVG_SPEC_Y1 | SVG_SPEC_X2 | SVG_SPEC_Y2;
    *spec = (SvgSpec){
        .color = fairy_args_string(shape, "color"),
        .text = fairy_args_string(shape, "text"),
    };
    read_numbers(executor, shape, id, spec);
    if (fairy_args_has(shape, "route")) {
        guint square = fairy_args_choice(shape, "route", fairy_route_names, 0);
        spec->given |= square ? SVG_SPEC_SQUARE : SVG_SPEC_STRAIGHT;
    }
    if ((spec->given & ends) == ends) {
        spec->given |= SVG_SPEC_ENDS;
    }
    spec->kind = (SvgKind)read_choice(shape, "_type", all_kinds, SVG_SPEC_KIND, spec);
    spec->fill = (SvgFill)read_choice(shape, "fill", fairy_fill_names, SVG_SPEC_FILL, spec);
    spec->anchor =
        (SvgAnchor)read_choice(shape, "anchor", fairy_anchor_names, SVG_SPEC_ANCHOR, spec);
    spec->fit = (SvgFit)read_choice(shape, "fit", fairy_fit_names, SVG_SPEC_FIT, spec);
    spec->sides[0] =
        (SvgSide)read_choice(shape, "fromSide", fairy_side_names, SVG_SPEC_FROM_SIDE, spec);
    spec->sides[1] =
        (SvgSide)read_choice(shape, "toSide", fairy_side_names, SVG_SPEC_TO_SIDE, spec);
    read_width(shape, spec);
    spec->given |= fairy_args_has(shape, "labelPosition") ? SVG_SPEC_ALONG : 0;
    spec->along = fairy_args_number(shape, "labelPosition", 0);
    spec->given |= fairy_args_has(shape, "bold") ? SVG_SPEC_BOLD : 0;
    spec->bold = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(shape, "bold"));
    fairy_place_spec(shape, spec);
    spec->from_id = read_binding(executor, shape, "fromId", SVG_SPEC_FROM, spec);
    spec->to_id = read_binding(executor, shape, "toId", SVG_SPEC_TO, spec);
}

/* --- what became of an arrow's ends and words --------------------------------------------------
 */

/* Whether an end is where numbers put it, or was let go. */
static gboolean has_free_end(const SvgSpec *spec)
{
    gboolean start = spec->given & (SVG_SPEC_X1 | SVG_SPEC_Y1 | SVG_SPEC_FROM) && !spec->from_id;
    gboolean end = spec->given & (SVG_SPEC_X2 | SVG_SPEC_Y2 | SVG_SPEC_TO) && !spec->to_id;
    return start || end;
}

/* One that was set free may lie where it is read as ending at something. */
static char *say_end(const char *id, gboolean freed)
{
    g_autofree char *quoted = id ? fairy_quote(id) : NULL;
    return !id     ? g_strdup("nothing")
           : freed ? g_strdup_printf("nothing, yet so near to %s that it is listed as ending there",
                                     quoted)
                   : g_steal_pointer(&quoted);
}

static char *say_ends(const SvgShape *arrow, const SvgSpec *spec)
{
    gboolean freed_from = spec->given & SVG_SPEC_FROM && !spec->from_id;
    gboolean freed_to = spec->given & SVG_SPEC_TO && !spec->to_id;
    gboolean has_from = arrow->from_id && !freed_from, has_to = arrow->to_id && !freed_to;
    g_autofree char *from = say_end(arrow->from_id, freed_from);
    g_autofree char *to = say_end(arrow->to_id, freed_to);
    return has_from && has_to ? g_strdup_printf("bound to %s and %s", from, to)
           : arrow->from_id || arrow->to_id
               ? g_strdup_printf("bound at its start to %s, at its end "
                                 "to %s",
                                 from, to)
               : g_strdup("bound to nothing at either end");
}

/* NULL when it has none, or several, of which one may have been meant. */
static char *say_words(FairyExecutor *executor, const SvgShape *line)
{
    SvgDocument *doc = fairy_executor_document(executor);
    g_autofree char *usual = g_strconcat(line->id, "-label", NULL);
    const char *id = line->label_id ? line->label_id : usual;
    g_auto(GStrv) labels = svg_document_labels(doc, line->id);
    SvgBox box;
    if (g_strv_length(labels) > 1 || !svg_document_has_id(doc, id) ||
        !svg_document_bounds(doc, id, &box, NULL)) {
        return NULL;
    }
    g_autofree char *quoted = fairy_quote(id), *where = fairy_area_words(executor, box);
    return g_strdup_printf("its words are %s at %s", quoted, where);
}

/* "Database" (node-4), or the id alone. */
static char *name_crossed(FairyExecutor *executor, const SvgCrossing *crossing)
{
    g_autoptr(SvgShape) shape =
        svg_document_shape(fairy_executor_document(executor), crossing->id, NULL);
    g_autofree char *id = fairy_one_line(crossing->id);
    gboolean known = shape && shape->text && *shape->text;
    g_autofree char *words = known ? fairy_quote_most(shape->text, 24) : NULL;
    return known ? g_strdup_printf("%s%s (%s)", crossing->words ? "the words " : "", words, id)
                 : g_strdup(id);
}

/* Where it goes was said. */
static gboolean is_drawn(const SvgSpec *spec)
{
    return (spec->given & (SVG_SPEC_ENDS | SVG_SPEC_X1 | SVG_SPEC_Y1 | SVG_SPEC_X2 | SVG_SPEC_Y2 |
                           SVG_SPEC_BEND | SVG_SPEC_FROM | SVG_SPEC_TO | SVG_SPEC_SQUARE |
                           SVG_SPEC_STRAIGHT | SVG_SPEC_FROM_SIDE | SVG_SPEC_TO_SIDE)) != 0;
}

GArray *fairy_line_crossings(FairyExecutor *executor, const SvgSpec *spec, const char *id)
{
    return is_drawn(spec) ? svg_edit_crossings(fairy_executor_edit(executor), id) : NULL;
}

static gboolean has_crossing(const GArray *crossings, const char *id)
{
    for (guint i = 0; crossings && i < crossings->len; i++) {
        if (g_strcmp0(g_array_index(crossings, SvgCrossing, i).id, id) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The names of what it runs through and didn't before; NULL = nothing. */
static char *name_all_crossed(FairyExecutor *executor, const char *id, const GArray *before)
{
    g_autoptr(GArray) crossings = svg_edit_crossings(fairy_executor_edit(executor), id);
    g_autoptr(GString) names = g_string_new(NULL);
    guint n = 0;
    for (guint i = 0; i < crossings->len; i++) {
        const SvgCrossing *crossing = &g_array_index(crossings, SvgCrossing, i);
        if (has_crossing(before, crossing->id) || n++ >= MOST_CROSSED) {
            continue;
        }
        g_autofree char *name = name_crossed(executor, crossing);
        g_string_append_printf(names, "%s%s", names->len ? ", " : "", name);
    }
    if (n > MOST_CROSSED) {
        g_string_append_printf(names, " and %u more", n - MOST_CROSSED);
    }
    return n > 0 ? g_string_free(g_steal_pointer(&names), FALSE) : NULL;
}

/* `meant`: that is so as asked. */
static void tell_crossings(FairyExecutor *executor, const char *id, const GArray *before,
                           gboolean meant)
{
    g_autofree char *names = name_all_crossed(executor, id, before);
    g_autofree char *line = fairy_quote(id);
    g_autofree char *said = names ? g_strdup_printf("%s runs through %s", line, names) : NULL;
    if (said && meant) {
        fairy_executor_say(executor, said);
    } else if (said) {
        fairy_executor_note(executor, "%s", said);
    }
}

/* A plain line from here to there divides what it runs through: that is meant. */
static gboolean is_ruled(const SvgSpec *spec)
{
    return spec->given & SVG_SPEC_ENDS && spec->kind == SVG_KIND_LINE;
}

/* NULL when it is where it was. */
static char *say_moved(FairyExecutor *executor, const char *name, SvgPoint was, SvgPoint now,
                       double length)
{
    const FairyCoords *coords = fairy_executor_coords(executor);
    double x = fairy_coords_round(coords, "x", now.x), y = fairy_coords_round(coords, "y", now.y);
    return hypot(now.x - was.x, now.y - was.y) > MOVED * length
               ? g_strdup_printf("its %s is at x %.15g, y %.15g now", name, x, y)
               : NULL;
}

/* With the line's name in front of it where others are told of, too. `text`: NULL = nothing. */
static void say(FairyExecutor *executor, const char *id, const FairyLineBefore *before,
                const char *text)
{
    if (text && before && before->among) {
        g_autofree char *name = fairy_quote(id);
        g_autofree char *named = g_strdup_printf("%s: %s", name, text);
        fairy_executor_say(executor, named);
    } else if (text) {
        fairy_executor_say(executor, text);
    }
}

void fairy_tell_line(FairyExecutor *executor, const SvgSpec *spec, const char *id,
                     const FairyLineBefore *before)
{
    if (is_drawn(spec)) {
        tell_crossings(executor, id, before ? before->crossings : NULL, is_ruled(spec));
    }
    gboolean free_end = has_free_end(spec);
    gboolean words = (spec->text && *spec->text) || (before && is_drawn(spec));
    g_autoptr(SvgShape) line =
        free_end || words ? svg_document_shape(fairy_executor_document(executor), id, NULL) : NULL;
    gboolean arrow = line && line->kind == SVG_KIND_ARROW;
    if (!arrow && !(line && (line->kind == SVG_KIND_LINE || line->kind == SVG_KIND_DRAW))) {
        return;
    }
    double length = hypot(line->end.x - line->start.x, line->end.y - line->start.y);
    g_autofree char *ends = free_end && arrow ? say_ends(line, spec) : NULL;
    g_autofree char *start =
        before ? say_moved(executor, "start", before->start, line->start, length) : NULL;
    g_autofree char *end =
        before ? say_moved(executor, "end", before->end, line->end, length) : NULL;
    g_autofree char *label = words ? say_words(executor, line) : NULL;
    const char *const all[] = {ends, start, end, label};
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        say(executor, id, before, all[i]);
    }
}
