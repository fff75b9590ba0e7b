/* Shapes from SVG markup. */
#include "action/action_list.h"
#include "action/shape_spec.h"

static const char *const aliases[] = {"insert-svg", "markup", NULL};
static const char *const markup_aliases[] = {"svg", "source", "xml", NULL};

static const FairyField fields[] = {
    FAIRY_FIELDS_PLACE,
    {.name = "markup",
     .type = FAIRY_STRING,
     .doc = "one or more SVG elements; their numbers are those of the list of shapes",
     .aliases = markup_aliases},
    {.name = NULL},
};

/* From the numbers that a model writes to the drawing's own. */
static SvgMatrix space_of(const FairyCoords *coords)
{
    SvgPoint zero = fairy_coords_to_document(coords, (FairyPoint){0, 0});
    SvgPoint one = fairy_coords_to_document(coords, (FairyPoint){1, 1});
    return (SvgMatrix){one.x - zero.x, 0, 0, one.y - zero.y, zero.x, zero.y};
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgSpec spec = {0};
    fairy_place_spec(args, &spec);
    g_auto(GStrv) ids =
        svg_edit_insert_markup(fairy_executor_edit(executor), fairy_args_string(args, "markup"),
                               &spec, space_of(fairy_executor_coords(executor)), error);
    for (guint i = 0; ids && ids[i]; i++) {
        fairy_executor_touch(executor, ids[i]);
    }
    return ids != NULL;
}

const FairyAction fairy_action_svg = {
    .name = "svg",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Make shapes from SVG markup",
    .manual = "For what no other action says: gradients, patterns, filters, clip paths, text along "
              "a path, many shapes in a row. Elements: shapes, text, g, use, symbol, marker, "
              "clipPath, mask, pattern, gradients and filters; no scripts, styles, links, "
              "animations or pictures. References are url(#id) or href=\"#id\", to the markup or "
              "to the drawing. An id that is taken becomes another, which is told. Where create, "
              "connect or pen can say it, they fit words, bind arrows and take the drawing's "
              "looks, which this doesn't.",
    .hint = "What no other action says, as gradients, filters, clip paths, or many shapes in a "
            "row; it fits no words and binds no arrows",
    .words =
        "svg|xml|markup|gradient|pattern|filter|shadow|blur|clip|mask|icon|logo|symbol|tick|dial|clock|gauge|"
        "verlauf|schatten|muster|symbol|dégradé|ombre|degradad|sombra",
    .example = "{\"_type\":\"svg\",\"markup\":\"<rect id='panel' x='20' y='20' width='80' "
               "height='40' rx='6' fill='#e7f5ff'/>\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Drawing",
    .done = "Drew",
};
