/* Shapes into one group. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

#include <svg/shape.h>

static const char *const ids_aliases[] = {"ids", "shapes", NULL};
static const char *const id_aliases[] = {"id", "groupId", NULL};
static const char *const label_aliases[] = {"name", NULL};

static const FairyField fields[] = {
    {.name = "shapeIds",
     .type = FAIRY_IDS,
     .doc = "ids of two or more shapes",
     .aliases = ids_aliases},
    {.name = "shapeId",
     .type = FAIRY_NEW_ID,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "a new id, of the group; one is made when it is left out",
     .aliases = id_aliases},
    {.name = "label",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "a name for the group, for people; it isn't drawn",
     .aliases = label_aliases},
    {.name = NULL},
};

/* A frame, its words and what decorates it are one shape: the list has no group of it. */
static void tell_listed(FairyExecutor *executor, const char *id)
{
    g_autofree char *listed = svg_document_part_of(fairy_executor_document(executor), id);
    if (listed) {
        g_autofree char *quoted = fairy_quote(listed);
        g_autofree char *said =
            g_strdup_printf("all in it is one shape, so that it is listed as %s", quoted);
        fairy_executor_say(executor, said);
    }
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 2, error);
    if (!ids) {
        return FALSE;
    }
    g_autofree char *wish = fairy_executor_new_id(executor, fairy_args_string(args, "shapeId"));
    const char *id = svg_edit_group(fairy_executor_edit(executor), ids, wish,
                                    fairy_args_string(args, "label"), error);
    if (id) {
        fairy_executor_touch(executor, id);
        tell_listed(executor, id);
    }
    return id != NULL;
}

const FairyAction fairy_action_group = {
    .name = "group",
    .family = FAIRY_FAMILY_MANY,
    .summary = "Put shapes into one group",
    .manual =
        "Needs two or more shapes; their labels come along. The group is where the topmost of "
        "them was, and they keep their order and looks, wherever they come from. Locked ones "
        "are left out.",
    .hint = "Two or more. Labels come along, locked ones are left out",
    .example = "{\"_type\":\"group\",\"shapeIds\":[\"a\",\"b\"],\"shapeId\":\"pair\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Grouping",
    .done = "Grouped",
};
