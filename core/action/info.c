/* What a chat shows of an action, from its row and what has come of its arguments. */
#include <fairy/action.h>

const char *fairy_icon_name(FairyIcon icon)
{
    static const char *const names[] = {
        [FAIRY_ICON_NONE] = NULL,         [FAIRY_ICON_BRAIN] = "brain",
        [FAIRY_ICON_COMMENT] = "comment", [FAIRY_ICON_CURSOR] = "cursor",
        [FAIRY_ICON_EYE] = "eye",         [FAIRY_ICON_FLAG] = "flag",
        [FAIRY_ICON_NOTE] = "note",       [FAIRY_ICON_PENCIL] = "pencil",
        [FAIRY_ICON_REFRESH] = "refresh", [FAIRY_ICON_SEARCH] = "search",
        [FAIRY_ICON_TARGET] = "target",   [FAIRY_ICON_TRASH] = "trash",
    };
    return names[icon];
}

const char *fairy_pose_name(FairyPose pose)
{
    static const char *const names[] = {
        [FAIRY_POSE_KEEP] = NULL,
        [FAIRY_POSE_IDLE] = "idle",
        [FAIRY_POSE_ACTIVE] = "active",
        [FAIRY_POSE_THINKING] = "thinking",
        [FAIRY_POSE_WORKING] = "working",
        [FAIRY_POSE_READING] = "reading",
        [FAIRY_POSE_WRITING] = "writing",
        [FAIRY_POSE_SLEEPING] = "sleeping",
        [FAIRY_POSE_WAITING] = "waiting",
        [FAIRY_POSE_REVIEWING] = "reviewing",
        [FAIRY_POSE_PANICKING] = "panicking",
        [FAIRY_POSE_SOARING] = "soaring",
        [FAIRY_POSE_POOF] = "poof",
    };
    return names[pose];
}

/* What it is done to: one shape by its id, several by their number. NULL when that can't be told.
 * Recurses over our tables only, which nest once. */
static char *target(const FairyField *fields, const cJSON *args)
{
    char *found = NULL;
    for (guint i = 0; !found && fields[i].name; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(args, fields[i].name);
        int n = fields[i].type == FAIRY_IDS ? cJSON_GetArraySize(item) : 0;
        const cJSON *id = n == 1 ? item->child : item;
        if (n > 1) {
            found = g_strdup_printf("%d shapes", n);
        } else if (fields[i].type == FAIRY_OBJECT) {
            found = target(fields[i].fields, item);
        } else if (n == 1 || fields[i].type == FAIRY_ID || fields[i].type == FAIRY_NEW_ID) {
            found = g_strdup(cJSON_GetStringValue(id));
        }
    }
    return found;
}

static char *describe(const FairyAction *action, const cJSON *args, gboolean complete)
{
    const char *intent = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, "intent"));
    if (intent && *intent) {
        return g_strdup(intent);
    }
    if (!complete) {
        return g_strdup(action->doing);
    }
    g_autofree char *what = target(action->fields, args);
    return what ? g_strconcat(action->done, " ", what, NULL) : g_strdup(action->done);
}

void fairy_action_info(const FairyAction *action, const cJSON *args, gboolean complete,
                       guint elapsed_ms, FairyInfo *info)
{
    *info = (FairyInfo){
        .icon = action->icon,
        .pose = action->pose,
        .can_group = !action->alone,
    };
    info->description = action->describe
                            ? action->describe(args, complete, elapsed_ms, &info->summary)
                            : describe(action, args, complete);
}

void fairy_info_clear(FairyInfo *info)
{
    g_clear_pointer(&info->description, g_free);
    g_clear_pointer(&info->summary, g_free);
}
