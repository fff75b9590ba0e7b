/* Shapes onto one line. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const alignments[] = {
    [SVG_ALIGN_TOP] = "top",
    [SVG_ALIGN_BOTTOM] = "bottom",
    [SVG_ALIGN_LEFT] = "left",
    [SVG_ALIGN_RIGHT] = "right",
    [SVG_ALIGN_CENTER_HORIZONTAL] = "center-horizontal",
    [SVG_ALIGN_CENTER_VERTICAL] = "center-vertical",
    NULL,
};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of two or more shapes"),
    {.name = "alignment", .type = FAIRY_ENUM, .choices = alignments, .doc = "what meets"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 2, error);
    if (!ids) {
        return FALSE;
    }
    guint alignment = fairy_args_choice(args, "alignment", alignments, 0);
    return svg_edit_align(fairy_executor_edit(executor), ids, (SvgAlignment)alignment, error);
}

const FairyAction fairy_action_align = {
    .name = "align",
    .family = FAIRY_FAMILY_MANY,
    .summary = "Line shapes up on one edge or centre",
    .manual = "They meet on the edge of their common box, or on its "
              "centre: center-horizontal moves them left and right, center-vertical up and "
              "down. Locked shapes hold still, and the others come to them.",
    .hint = "Line shapes up: center-horizontal moves them left and right, "
            "center-vertical up and down. Locked ones hold still, and the others "
            "come to them",
    .example = "{\"_type\":\"align\",\"shapeIds\":[\"a\",\"b\",\"c\"],\"alignment\":\"left\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Aligning",
    .done = "Aligned",
};
