/* Two shapes in each other's place. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const aliases[] = {"exchange", "swap-places", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of two shapes"),
    {.name = NULL},
};

static gboolean find_centers(FairyExecutor *executor, const char *const *ids, SvgPoint centers[2],
                             GError **error)
{
    for (guint i = 0; i < 2; i++) {
        SvgBox box;
        if (!svg_document_bounds(fairy_executor_document(executor), ids[i], &box, error)) {
            return FALSE;
        }
        centers[i] = (SvgPoint){box.x + box.w / 2, box.y + box.h / 2};
    }
    return TRUE;
}

/* Both go at first, so that at no moment one lies where arrows end at the other. */
static gboolean exchange(SvgEdit *edit, const char *const *ids, const SvgPoint centers[2],
                         GError **error)
{
    double dx = centers[1].x - centers[0].x, dy = centers[1].y - centers[0].y;
    return svg_edit_offset(edit, ids, dx, dy, error) &&
           svg_edit_offset(edit, ids + 1, -2 * dx, -2 * dy, error);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 2, error);
    SvgPoint centers[2];
    if (ids && ids[2]) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "swap takes two shapes, got %u; a group counts as one",
                    g_strv_length((char **)ids));
        return FALSE;
    }
    return ids && find_centers(executor, ids, centers, error) &&
           exchange(fairy_executor_edit(executor), ids, centers, error);
}

const FairyAction fairy_action_swap = {
    .name = "swap",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Put two shapes in each other's place",
    .manual =
        "The middle of each comes to where the middle of the other was. What is on them and the "
        "arrows at them go along.",
    .hint = "Two shapes change places, with their arrows",
    .example = "{\"_type\":\"swap\",\"shapeIds\":[\"a\",\"b\"]}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Swapping",
    .done = "Swapped",
};
