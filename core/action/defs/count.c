/* How many shapes there are of a kind. */
#include "action/action_list.h"
#include "action/args.h"
#include "view/ids.h"

#include <fairy/limits.h>
#include <fairy/select.h>

#include <string.h>

static const char *const expression_aliases[] = {"filter", "query", "where", NULL};

static const FairyField fields[] = {
    {.name = "expression",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "which shapes; all when left out",
     .aliases = expression_aliases},
    {.name = NULL},
};

static void add_one(cJSON *counts, const char *name)
{
    cJSON *count = cJSON_GetObjectItemCaseSensitive(counts, name);
    if (count) {
        cJSON_SetNumberValue(count, count->valuedouble + 1);
    } else {
        cJSON_AddNumberToObject(counts, name, 1);
    }
}

/* As many as there is room for. */
static void add_ids(cJSON *data, const GPtrArray *found)
{
    cJSON *ids = cJSON_AddArrayToObject(data, "shapeIds");
    gsize room = FAIRY_MAX_DATA_BYTES / 2;
    guint n = 0;
    for (; n < MIN(found->len, FAIRY_MAX_COUNT_IDS); n++) {
        g_autofree char *id = fairy_id_shown(((const SvgShape *)found->pdata[n])->id);
        gsize len = strlen(id);
        if (len > room) {
            break;
        }
        room -= len;
        cJSON_AddItemToArray(ids, cJSON_CreateString(id));
    }
    if (n < found->len) {
        cJSON_AddNumberToObject(data, "moreShapes", found->len - n);
    }
}

static cJSON *describe(const GPtrArray *found)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddNumberToObject(data, "count", found->len);
    cJSON *types = cJSON_AddObjectToObject(data, "types");
    cJSON *colors = cJSON_AddObjectToObject(data, "colors");
    guint parts = 0;
    for (guint i = 0; i < found->len; i++) {
        const SvgShape *shape = found->pdata[i];
        parts += shape->n_parts;
        add_one(types, shape->layer ? "layer" : svg_kind_name(shape->kind));
        if (shape->color) {
            add_one(colors, shape->color);
        }
    }
    if (parts > 0) {
        cJSON_AddNumberToObject(data, "parts", parts);
    }
    add_ids(data, found);
    return data;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    if (!fairy_executor_may_follow_up(executor, error)) {
        return FALSE;
    }
    const char *text = fairy_args_string(args, "expression");
    g_autoptr(GPtrArray) found =
        fairy_expression_find(fairy_executor_document(executor), fairy_executor_coords(executor),
                              fairy_executor_these(executor), text ? text : "", error);
    if (!found) {
        g_prefix_error(error, "%s: ", fairy_executor_action(executor)->name);
        return FALSE;
    }
    g_autofree char *said = g_strdup_printf("%u shape%s", found->len, found->len == 1 ? "" : "s");
    fairy_executor_say(executor, said);
    return fairy_executor_return_data(executor, describe(found), error);
}

const FairyAction fairy_action_count = {
    .name = "count",
    .family = FAIRY_FAMILY_SEE,
    .summary = "Count shapes, of all kinds or of one",
    .manual =
        "Answers with the number, how many there are of each type and colour, how many parts they "
        "have, and the first 50 ids. Asks for another request, which has that as data. The "
        "expression, which can stand for any list of ids, too, is made of conditions: a field "
        "(kind, color, fill, stroke, text, name, id, parent, from, to, x, y, w, h, area), a sign "
        "and a value. Signs are = and !=, for numbers also <, <=, >, >=, and for texts ~ "
        "(contains), starts with, ends with; case makes no difference. \"in 0,0,200,100\" holds "
        "what lies in the area x,y,w,h, \"touching 0,0,200,100\" also what reaches into it; \"in "
        "ID\" what is in that group, layer or shape; \"touches(ID)\" what ends at that shape or, "
        "of an arrow, what it joins. An id means its shape, all every shape, these what the person "
        "has selected, a text in quotes that the text contains it. Words of kinds and colours, and "
        "locked, unlocked, labelled, unlabelled are read as people mean them: in \"red boxes\", "
        "boxes are any outlines where there are no rectangles. Conditions are joined by & (or "
        "nothing), |, !, - (but not) and parentheses; & binds closest. Groups and layers are meant "
        "only where the expression names them. Examples: \"text~'db' | text starts with order\"; "
        "\"arrows & !touches(login)\"; \"w > 100 & in 0,0,400,300\"; \"all - these\".",
    .words = "count|how many|how often|zähl|wie viele|anzahl|compte|combien|cuent|cuánt|quant",
    .example = "{\"_type\":\"count\",\"expression\":\"type = rectangle and color = red\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_SEARCH,
    .pose = FAIRY_POSE_READING,
    .doing = "Counting",
    .done = "Counted",
};
