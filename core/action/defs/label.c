/* Words on a shape. */
#include "action/action_list.h"
#include "action/shape_spec.h"

#include <math.h>

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE("id of the shape"),
    {.name = "text", .type = FAIRY_STRING, .doc = "the label; \"\" removes it, \\n starts a line"},
    {.name = "fit",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_HINT,
     .choices = fairy_fit_names,
     .doc = "what to do when it doesn't fit: shrink the letters (when left out), grow the shape, "
            "or none"},
    {.name = "labelPosition",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "of a line or arrow: where along it the words go, from 0, its start, to 1, its end; "
            "near its middle when left out",
     .aliases = fairy_position_aliases},
    {.name = "side",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_side_names,
     .doc = "of a line or arrow: on which side of it the words go; where there is room when left "
            "out"},
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
        .along = fairy_args_number(args, "labelPosition", 0.5),
        .side = (SvgSide)fairy_args_choice(args, "side", fairy_side_names, SVG_SIDE_TOP),
    };
    spec.given |= fairy_args_has(args, "labelPosition") ? SVG_SPEC_ALONG : 0;
    spec.given |= fairy_args_has(args, "side") ? SVG_SPEC_SIDE : 0;
    if (!svg_edit_update(fairy_executor_edit(executor), id, &spec, error)) {
        return FALSE;
    }
    const FairyLineBefore before = {.start = {NAN, NAN}, .end = {NAN, NAN}};
    fairy_tell_line(executor, &spec, id, &before);
    return TRUE;
}

const FairyAction fairy_action_label = {
    .name = "label",
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Write on a shape",
    .manual = "Replaces the label line by line, keeping its style, or adds one; compartments grow "
              "with a new line. For shapes and lines; of a text it replaces the content. "
              "Words on a shape are broken to its outline. Words beside an arrow go where they are "
              "read as its own and lie on nothing else; their id and place are told.",
    .hint = "Write on a shape or beside an arrow, in the style of what stood there; "
            "of a text, its words. \\n starts a line, \"\" takes the label away. Of an "
            "arrow labelPosition is from 0, its start, to 1",
    .example = "{\"_type\":\"label\",\"shapeId\":\"a\",\"text\":\"Log in\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Labelling",
    .done = "Labelled",
};
