/* Attributes of an element, as the file has them. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const aliases[] = {"set-attribute", "attributes", NULL};
static const char *const attributes_aliases[] = {"attribute", "attrs", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE("id of the element, also of a gradient's stop or of what is in a marker"),
    {.name = "attributes",
     .type = FAIRY_STRING,
     .doc = "as in a start tag: \"rx='6' stroke-dasharray='4 2'\"; an empty value takes one away",
     .aliases = attributes_aliases},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    fairy_executor_touch(executor, id);
    return svg_edit_set_attributes(fairy_executor_edit(executor), id,
                                   fairy_args_string(args, "attributes"), error);
}

const FairyAction fairy_action_set_attributes = {
    .name = "set-attributes",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Set attributes of an element as the file has them",
    .manual = "For what no other action says: rx, points, d, stroke-linecap, paint-order, a "
              "gradient's stops. Geometry and presentation attributes; numbers are the element's "
              "own, as source shows them, which need not be those of the list. A property holds "
              "whatever a style sheet says. Words and arrows of a shape go along with it. Where "
              "move, resize, set-style or update can say it, they do more.",
    .words = "attribut|svg|xml|markup|path|miter|cap\\b|filter|clip|mask|transform",
    .example = "{\"_type\":\"set-attributes\",\"shapeId\":\"a\",\"attributes\":\"rx='6' "
               "stroke-dasharray='4 2'\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Setting attributes of",
    .done = "Set attributes of",
};
