/* A shape beside another. */
#include "action/action_list.h"
#include "action/shape_spec.h"

static const char *const reference_aliases[] = {"referenceId", "reference", NULL};
static const char *const offset_aliases[] = {"gap", "offset", NULL};

static const char *const alongs[] = {
    [SVG_ALONG_START] = "start",
    [SVG_ALONG_CENTER] = "center",
    [SVG_ALONG_END] = "end",
    NULL,
};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE("id of the shape that moves"),
    {.name = "referenceShapeId",
     .type = FAIRY_ID,
     .doc = "id of the shape it is put beside",
     .aliases = reference_aliases},
    {.name = "side",
     .type = FAIRY_ENUM,
     .choices = fairy_side_names,
     .doc = "on which side of the reference"},
    {.name = "align",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = alongs,
     .doc = "where along that side; center when left out"},
    {.name = "sideOffset",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how far from the side; 0 when left out",
     .aliases = offset_aliases},
    {.name = "alignOffset",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how far along from the start or the centre, or inwards from the end; 0 when left out"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    fairy_executor_touch(executor, id);
    SvgSide side = (SvgSide)fairy_args_choice(args, "side", fairy_side_names, 0);
    SvgAlong along = (SvgAlong)fairy_args_choice(args, "align", alongs, SVG_ALONG_CENTER);
    return svg_edit_place(fairy_executor_edit(executor), id,
                          fairy_args_string(args, "referenceShapeId"), side, along,
                          fairy_args_length(executor, args, "sideOffset", 0),
                          fairy_args_length(executor, args, "alignOffset", 0), error);
}

const FairyAction fairy_action_place = {
    .name = "place",
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Put a shape beside another",
    .manual = "The shape comes to the given side of the reference, which stays. The start of "
              "the top and bottom sides is on the left, that of the other two at the top.",
    .hint = "Put it beside the reference, which stays. sideOffset is how far away; "
            "alignOffset how far along",
    .example = "{\"_type\":\"place\",\"shapeId\":\"a\",\"referenceShapeId\":\"b\","
               "\"side\":\"right\",\"align\":\"center\",\"sideOffset\":20,\"alignOffset\":0}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_TARGET,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Placing",
    .done = "Placed",
};
