/* Strokes, fills and fonts. */
#include "action/action_list.h"
#include "action/shape_spec.h"
#include "base/ways.h"

#define OPTIONAL FAIRY_FIELD_OPTIONAL

static const char *const aliases[] = {"style", "restyle", NULL};
static const char *const stroke_aliases[] = {"strokeColor", NULL};
static const char *const fill_aliases[] = {"fillColor", NULL};
static const char *const gradient_aliases[] = {"fillGradient", NULL};
static const char *const ink_aliases[] = {"fontColor", "labelColor", NULL};
static const char *const family_aliases[] = {"font", NULL};
static const char *const align_aliases[] = {"align", NULL};
static const char *const corner_aliases[] = {"radius", "rx", "borderRadius", NULL};

static const char *const dashes[] = {
    [SVG_DASH_SOLID] = "solid",
    [SVG_DASH_DASHED] = "dashed",
    [SVG_DASH_DOTTED] = "dotted",
    NULL,
};

static const char *const alignments[] = {
    [SVG_ALONG_START] = "start",
    [SVG_ALONG_CENTER] = "center",
    [SVG_ALONG_END] = "end",
    NULL,
};

static const FairyField gradient_fields[] = {
    {.name = "from", .type = FAIRY_COLOR, .doc = "colour it begins with; of a radial one, inside"},
    {.name = "to", .type = FAIRY_COLOR, .doc = "colour it ends with"},
    {.name = "direction",
     .type = FAIRY_ENUM,
     .flags = OPTIONAL,
     .choices = fairy_way_names,
     .doc = "where it goes; down when left out"},
    {.name = "angle",
     .type = FAIRY_NUMBER,
     .flags = OPTIONAL,
     .doc = "where it goes, in degrees clockwise from right, in place of direction"},
    {.name = "radial",
     .type = FAIRY_BOOLEAN,
     .flags = OPTIONAL,
     .doc = "whether it goes from the middle outwards"},
    {.name = NULL},
};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of the shapes"),
    {.name = "color",
     .type = FAIRY_COLOR,
     .flags = OPTIONAL,
     .doc =
         "another colour as a whole, as update's: of the fill, the outline unless grey, and words on no fill"},
    {.name = "stroke",
     .type = FAIRY_COLOR,
     .flags = OPTIONAL | FAIRY_FIELD_NULLABLE,
     .doc = "colour of the outline or line; null for none",
     .aliases = stroke_aliases},
    {.name = "strokeWidth",
     .type = FAIRY_LENGTH,
     .flags = OPTIONAL,
     .doc = "how wide the outline or line is; 0 hides it"},
    {.name = "dash",
     .type = FAIRY_ENUM,
     .flags = OPTIONAL,
     .choices = dashes,
     .doc = "how the outline or line is broken"},
    {.name = "cornerRadius",
     .type = FAIRY_LENGTH,
     .flags = OPTIONAL,
     .doc = "of a rectangle's corners; 0 for sharp ones",
     .aliases = corner_aliases},
    {.name = "fill",
     .type = FAIRY_COLOR,
     .flags = OPTIONAL | FAIRY_FIELD_NULLABLE,
     .doc = "colour inside, or of a text's letters; null for none",
     .aliases = fill_aliases},
    {.name = "gradient",
     .type = FAIRY_OBJECT,
     .flags = OPTIONAL,
     .fields = gradient_fields,
     .doc = "in place of fill: from one colour to another across the shape",
     .aliases = gradient_aliases},
    {.name = "opacity",
     .type = FAIRY_NUMBER,
     .flags = OPTIONAL,
     .doc = "of the whole shape: from 0, which can't be seen, to 1"},
    {.name = "textColor",
     .type = FAIRY_COLOR,
     .flags = OPTIONAL,
     .doc = "colour of the words",
     .aliases = ink_aliases},
    {.name = "fontFamily",
     .type = FAIRY_STRING,
     .flags = OPTIONAL,
     .doc = "font of the words: a name such as Arial, or serif, sans-serif, monospace",
     .aliases = family_aliases},
    {.name = "fontSize",
     .type = FAIRY_LENGTH,
     .flags = OPTIONAL | FAIRY_FIELD_POSITIVE,
     .doc = "height of the words"},
    {.name = "bold", .type = FAIRY_BOOLEAN, .flags = OPTIONAL, .doc = "bold words, or not"},
    {.name = "italic", .type = FAIRY_BOOLEAN, .flags = OPTIONAL, .doc = "italic words, or not"},
    {.name = "textAlign",
     .type = FAIRY_ENUM,
     .flags = OPTIONAL,
     .choices = alignments,
     .doc = "where the lines of the words meet; words in a shape go to that side of it, or its "
            "middle",
     .aliases = align_aliases},
    {.name = "startHead",
     .type = FAIRY_ENUM,
     .flags = OPTIONAL,
     .choices = fairy_head_names,
     .doc = "line or arrow: what is at its start",
     .aliases = fairy_start_head_aliases},
    {.name = "endHead",
     .type = FAIRY_ENUM,
     .flags = OPTIONAL,
     .choices = fairy_head_names,
     .doc = "line or arrow: what is at its end",
     .aliases = fairy_end_head_aliases},
    {.name = NULL},
};

static guint given(const cJSON *args, const char *name, guint bit)
{
    return fairy_args_has(args, name) ? bit : 0;
}

/* null is a colour here: none. */
static const char *color(const cJSON *args, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(args, name);
    return cJSON_IsNull(item) ? "none" : cJSON_GetStringValue(item);
}

static gboolean is_true(const cJSON *args, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, name));
}

/* NULL when none is given. */
static const SvgGradient *read_gradient(const cJSON *args, SvgGradient *out)
{
    const guint down = 2;
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(args, "gradient");
    if (!cJSON_IsObject(given)) {
        return NULL;
    }
    guint direction = fairy_args_choice(given, "direction", fairy_way_names, down);
    *out = (SvgGradient){
        .from = fairy_args_string(given, "from"),
        .to = fairy_args_string(given, "to"),
        .angle = fairy_args_number(given, "angle", direction * FAIRY_WAY_STEP),
        .radial = is_true(given, "radial"),
    };
    return out;
}

static SvgStyling read_styling(FairyExecutor *executor, const cJSON *args)
{
    return (SvgStyling){
        .given =
            given(args, "strokeWidth", SVG_STYLING_STROKE_WIDTH) |
            given(args, "cornerRadius", SVG_STYLING_CORNER) |
            given(args, "dash", SVG_STYLING_DASH) | given(args, "opacity", SVG_STYLING_OPACITY) |
            given(args, "fontSize", SVG_STYLING_FONT_SIZE) | given(args, "bold", SVG_STYLING_BOLD) |
            given(args, "italic", SVG_STYLING_ITALIC) |
            given(args, "textAlign", SVG_STYLING_ALIGN) |
            given(args, "startHead", SVG_STYLING_START) | given(args, "endHead", SVG_STYLING_END),
        .color = fairy_args_string(args, "color"),
        .stroke = color(args, "stroke"),
        .fill = color(args, "fill"),
        .ink = fairy_args_string(args, "textColor"),
        .stroke_width = fairy_args_length(executor, args, "strokeWidth", 0),
        .corner_radius = fairy_args_length(executor, args, "cornerRadius", 0),
        .dash = (SvgDash)fairy_args_choice(args, "dash", dashes, 0),
        .opacity = fairy_args_number(args, "opacity", 1),
        .font_family = fairy_args_string(args, "fontFamily"),
        .font_size = fairy_args_length(executor, args, "fontSize", 0),
        .bold = is_true(args, "bold"),
        .italic = is_true(args, "italic"),
        .align = (SvgAlong)fairy_args_choice(args, "textAlign", alignments, 0),
        .heads = {(SvgHead)fairy_args_choice(args, "startHead", fairy_head_names, 0),
                  (SvgHead)fairy_args_choice(args, "endHead", fairy_head_names, 0)},
    };
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgStyling styling = read_styling(executor, args);
    SvgGradient gradient;
    styling.gradient = read_gradient(args, &gradient);
    if (!styling.given && !styling.color && !styling.stroke && !styling.fill && !styling.ink &&
        !styling.font_family && !styling.gradient) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "set-style needs something to set, such as \"color\", \"fill\" or "
                    "\"fontSize\"");
        return FALSE;
    }
    g_autofree const char **ids = fairy_args_shapes(executor, args, 1, error);
    return ids && svg_edit_set_style(fairy_executor_edit(executor), ids, &styling, error);
}

const FairyAction fairy_action_set_style = {
    .name = "set-style",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Change strokes, fills, fonts and arrowheads of shapes",
    .manual =
        "Only what is given changes, on each of the shapes, and on everything in a group. "
        "Fonts are for the words on a shape. color gives a shape another colour as a whole, as "
        "update does; stroke, fill and textColor are exact, and win. A gradient fills a closed "
        "shape across its box. Heads are those of UML and of crow's foot notation, too: hollow "
        "ones hide the line that runs into them.",
    .hint = "Exact colours, strokes, letters and heads, on each and on all in a group; color as a "
            "whole, as update's. null is none; opacity 0 to 1. gradient {from, to, direction: "
            "right|down-right|down|down-left|left|up-left|up|up-right, or angle or radial}",
    .example = "{\"_type\":\"set-style\",\"shapeIds\":[\"a\",\"b\"],\"stroke\":\"blue\","
               "\"strokeWidth\":3,\"dash\":\"dashed\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Styling",
    .done = "Styled",
};
