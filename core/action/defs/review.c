/* Looking at what was done. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    FAIRY_FIELDS_AREA,
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgBox area;
    if (!fairy_args_area(executor, args, &area, error)) {
        return FALSE;
    }
    g_autofree char *where = fairy_area_words(executor, area);
    char *message = g_strdup_printf(
        "You asked to review the area %s. Compare what you did, by its outcomes and by what you "
        "see now, with what was asked. Go on with what is unfinished, and put right what is wrong.",
        where);
    return fairy_executor_ask_follow_up(executor, FAIRY_FOLLOW_REVIEW, area, message,
                                        fairy_quoted_words(args, "intent"), error);
}

const FairyAction fairy_action_review = {
    .name = "review",
    .family = FAIRY_FAMILY_TALK,
    .summary = "Look at the result once more",
    .manual =
        "The next request shows the area, to check what was done against what was asked; what follows in this reply is done first. Several reviews are one request, with a picture of each of up to four areas, or one of all.",
    .hint = "Another request shows you this area, as it is then",
    .example = "{\"_type\":\"review\",\"x\":0,\"y\":0,\"w\":400,\"h\":300}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_SEARCH,
    .pose = FAIRY_POSE_REVIEWING,
    .doing = "Reviewing",
    .done = "Reviewed",
};
