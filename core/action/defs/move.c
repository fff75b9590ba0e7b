/* A shape to a place. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE("id of the shape"),
    {.name = "x", .type = FAIRY_COORDINATE, .doc = "where the anchor goes, x"},
    {.name = "y", .type = FAIRY_COORDINATE, .doc = "where the anchor goes, y"},
    {.name = "anchor",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_anchor_names,
     .doc = "the point of the shape's box that comes to (x, y); top-left when left out"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    fairy_executor_touch(executor, id);
    guint anchor = fairy_args_choice(args, "anchor", fairy_anchor_names, SVG_ANCHOR_TOP_LEFT);
    SvgPoint to = fairy_args_point(executor, args, "x", "y");
    if (anchor == SVG_ANCHOR_TOP_LEFT) {
        /* the corner is what the model was shown */
        to.x = fairy_coords_read(fairy_executor_coords(executor), id, "x",
                                 fairy_args_number(args, "x", 0));
        to.y = fairy_coords_read(fairy_executor_coords(executor), id, "y",
                                 fairy_args_number(args, "y", 0));
    }
    return svg_edit_move(fairy_executor_edit(executor), id, to, (SvgAnchor)anchor, error);
}

const FairyAction fairy_action_move = {
    .name = "move",
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Bring a shape to a place",
    .manual = "The anchor of the shape's bounding box comes to (x, y). The shape isn't changed "
              "otherwise. To move by a distance use offset; to put it beside another shape, "
              "place.",
    .hint = "The anchor of its box (top-left when left out) comes to x,y",
    .example = "{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":100,\"y\":80,\"anchor\":\"center\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Moving",
    .done = "Moved",
};
