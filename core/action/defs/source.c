/* The markup of shapes. */
#include "action/action_list.h"
#include "action/args.h"
#include "view/ids.h"

#include <fairy/limits.h>

#include <string.h>

static const char *const aliases[] = {"show-source", "view-source", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of the shapes, or of other elements that these refer to"),
    {.name = NULL},
};

/* One after the other, in what room there is. */
static void add_one(FairyExecutor *executor, cJSON *sources, const char *id, gsize *room)
{
    gsize left = 0;
    g_autofree char *markup =
        svg_document_markup(fairy_executor_document(executor), id, *room, &left);
    g_autofree char *shown = fairy_id_shown(id);
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "shapeId", shown);
    cJSON_AddStringToObject(row, "markup", markup);
    if (left > 0) {
        cJSON_AddNumberToObject(row, "moreBytes", (double)left);
    }
    cJSON_AddItemToArray(sources, row);
    *room -= strlen(markup);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_known(executor, args, 1, error);
    if (!ids || !fairy_executor_may_follow_up(executor, error)) {
        return FALSE;
    }
    cJSON *data = cJSON_CreateObject();
    cJSON *sources = cJSON_AddArrayToObject(data, "sources");
    gsize room = FAIRY_MAX_SOURCE_BYTES;
    for (guint i = 0; ids[i]; i++) {
        add_one(executor, sources, ids[i], &room);
    }
    return fairy_executor_return_data(executor, data, error);
}

const FairyAction fairy_action_source = {
    .name = "source",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SEE,
    .summary = "Read the SVG markup of shapes",
    .manual = "Answers with what the file has of each, cut where it is long, and asks for another "
              "request, which has that as data. Numbers are the elements' own. For set-attributes, "
              "and to see how something is drawn that the list doesn't tell.",
    .words =
        "attribut|svg|xml|markup|path|miter|cap\\b|filter|clip|mask|transform|source|quelltext",
    .example = "{\"_type\":\"source\",\"shapeIds\":[\"a\"]}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_SEARCH,
    .pose = FAIRY_POSE_READING,
    .doing = "Reading",
    .done = "Read",
};
