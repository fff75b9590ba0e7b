/* Words on a shape. */
#include "action/action_list.h"
#include "action/shape_spec.h"

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE("id of the shape"),
    {.name = "text", .type = FAIRY_STRING, .doc = "the label; \"\" removes it, \\n starts a line"},
    {.name = "fit",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_HINT,
     .choices = fairy_fit_names,
     .doc = "what to do when it doesn't fit: shrink the letters (as when it is left out), grow the "
            "shape, or none"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    fairy_executor_touch(executor, id);
    SvgSpec spec = {
        .given = SVG_SPEC_FIT,
        .text = fairy_args_string(args, "text"),
        .fit = (SvgFit)fairy_args_choice(args, "fit", fairy_fit_names, SVG_FIT_SHRINK),
    };
    return svg_edit_update(fairy_executor_edit(executor), id, &spec, error);
}

const FairyAction fairy_action_label = {
    .name = "label",
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Write on a shape",
    .manual = "Replaces the label that is there, keeping its style, or adds one. Works on "
              "shapes, arrows and lines; of a text it replaces the content. Words on a shape are "
              "broken to its outline.",
    .example = "{\"_type\":\"label\",\"shapeId\":\"a\",\"text\":\"Log in\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Labelling",
    .done = "Labelled",
};
