/* Words for those who can't see a shape. */
#include "action/action_list.h"
#include "action/args.h"

#include <fairy/error.h>

static const char *const desc_aliases[] = {"desc", NULL};

static const FairyField fields[] = {
    {.name = "shapeId",
     .type = FAIRY_ID,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "id of the shape; left out: the whole drawing",
     .aliases = fairy_shape_id_aliases},
    {.name = "title",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "a short name; \"\" removes it"},
    {.name = "description",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "what there is to see, in a sentence or more; \"\" removes it",
     .aliases = desc_aliases},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    const char *title = fairy_args_string(args, "title"),
               *description = fairy_args_string(args, "description");
    if (!title && !description) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "describe needs a \"title\", a \"description\" or both");
        return FALSE;
    }
    if (id) {
        fairy_executor_touch(executor, id);
    }
    return svg_edit_describe(fairy_executor_edit(executor), id, title, description, error);
}

const FairyAction fairy_action_describe = {
    .name = "describe",
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Say what a shape is, for those who can't see it",
    .manual = "Sets the title and the description that screen readers speak and browsers show as a "
              "tip. They aren't drawn: words to be seen are written with label. What isn't given "
              "stays.",
    .words = "descri|\\balt\\b|accessib|screen reader|tooltip|beschreib|barriere|décri",
    .example = "{\"_type\":\"describe\",\"shapeId\":\"a\",\"title\":\"Login\","
               "\"description\":\"A box with an arrow to the database.\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_NOTE,
    .pose = FAIRY_POSE_WRITING,
    .doing = "Describing",
    .done = "Described",
};
