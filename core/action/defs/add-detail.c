/* Going on with a drawing. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const what_aliases[] = {"text", "detail", NULL};

static const FairyField fields[] = {
    {.name = "what",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "what is missing",
     .aliases = what_aliases},
    {.name = "shapeIds",
     .type = FAIRY_IDS,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "ids of the shapes to go on with; the whole view when left out",
     .aliases = fairy_shape_ids_aliases},
    {.name = NULL},
};

/* The box around the shapes; empty when none is named. FALSE when none of those named exists. */
static gboolean find_area(FairyExecutor *executor, const cJSON *args, SvgBox *area, GError **error)
{
    *area = SVG_BOX_EMPTY;
    if (!fairy_args_has(args, "shapeIds")) {
        return TRUE;
    }
    g_autofree const char **ids = fairy_args_known(executor, args, 1, error);
    for (guint i = 0; ids && ids[i]; i++) {
        SvgBox box;
        if (svg_document_bounds(fairy_executor_document(executor), ids[i], &box, NULL)) {
            *area = svg_box_union(*area, box);
        }
    }
    return ids != NULL;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgBox area;
    if (!find_area(executor, args, &area, error)) {
        return FALSE;
    }
    const char *what = fairy_args_has(args, "what") ? "what" : "intent";
    g_autofree char *where = svg_box_is_empty(area) ? NULL : fairy_area_words(executor, area);
    char *message = g_strdup_printf("You asked to go on with more detail%s%s. Look at what is "
                                    "there, and draw what is missing.",
                                    where ? " in the area " : "", where ? where : "");
    return fairy_executor_ask_follow_up(executor, FAIRY_FOLLOW_DETAIL, area, message,
                                        fairy_quoted_words(args, what), error);
}

const FairyAction fairy_action_add_detail = {
    .name = "add-detail",
    .family = FAIRY_FAMILY_TALK,
    .summary = "Go on drawing in another request",
    .manual = "For a drawing that is made in steps: first the outlines, then what is in them. "
              "The next request is told what is missing.",
    .hint = "Go on drawing in another request, which is told what is missing",
    .example = "{\"_type\":\"add-detail\",\"what\":\"doors and windows\","
               "\"shapeIds\":[\"a\"]}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Going on",
    .done = "Asked to go on",
};
