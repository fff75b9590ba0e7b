/* A diagram arranged anew. */
#include "action/action_list.h"
#include "action/args.h"
#include "action/shape_spec.h"

#include <svg/layout.h>

#include <math.h>

static const char *const arrangement_names[] = {
    [SVG_ARRANGE_LAYERED] = "layered", [SVG_ARRANGE_TREE] = "tree", [SVG_ARRANGE_RADIAL] = "radial",
    [SVG_ARRANGE_FORCE] = "force",     [SVG_ARRANGE_TIDY] = "tidy", NULL,
};
static const char *const way_names[] = {
    [SVG_WAY_DOWN] = "down",
    [SVG_WAY_RIGHT] = "right",
    [SVG_WAY_UP] = "up",
    [SVG_WAY_LEFT] = "left",
    NULL,
};
static const char *const aliases[] = {"auto-layout", "arrange", NULL};

static const FairyField fields[] = {
    {.name = "arrangement",
     .type = FAIRY_ENUM,
     .choices = arrangement_names,
     .doc = "layered: arrows go one way; tidy: as it is, in even rows and columns"},
    {.name = "shapeIds",
     .type = FAIRY_IDS,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "the shapes, or a frame with what is in it; the whole diagram when left out",
     .aliases = fairy_shape_ids_aliases},
    {.name = "direction",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = way_names,
     .doc = "where arrows point in layers and trees; as most do when left out"},
    {.name = "gap",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "between shapes beside each other; as their size has it when left out"},
    {.name = "route",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_route_names,
     .doc = "how arrows go; as most do when left out"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    gboolean all = !fairy_args_has(args, "shapeIds");
    g_autofree const char **ids = all ? NULL : fairy_args_shapes(executor, args, 1, error);
    if (!all && !ids) {
        return FALSE;
    }
    const SvgLayout layout = {
        .arrangement = (SvgArrangement)fairy_args_choice(args, "arrangement", arrangement_names, 0),
        .way = (SvgWay)fairy_args_choice(args, "direction", way_names, 0),
        .way_given = fairy_args_has(args, "direction"),
        .gap = fairy_args_length(executor, args, "gap", NAN),
        .route_given = fairy_args_has(args, "route"),
        .orthogonal = fairy_args_choice(args, "route", fairy_route_names, 0) == 1,
    };
    return svg_edit_layout(fairy_executor_edit(executor), ids, &layout, error);
}

const FairyAction fairy_action_layout = {
    .name = "layout",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Arrange a diagram, or a part of it, anew",
    .manual =
        "Shapes that arrows join are placed so that nothing lies on another and few arrows cross; "
        "frames go around what is in them, words and icons go along, and all arrows are laid anew. "
        "What is locked stays where it is. layered is for flows, tree for hierarchies, radial and "
        "force for networks; tidy moves as little as it can. Without shapeIds it is the whole "
        "diagram, and the page grows where that needs room.",
    .hint = "Arrange all that arrows join, without overlaps; tidy moves little",
    .example = "{\"_type\":\"layout\",\"arrangement\":\"layered\",\"direction\":\"right\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Arranging",
    .done = "Arranged",
};
