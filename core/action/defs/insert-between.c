/* A shape into an arrow. */
#include "action/action_list.h"
#include "action/shape_spec.h"
#include "base/quote.h"

static const char *const aliases[] = {"insert-into-arrow", "split-arrow", NULL};
static const char *const arrow_aliases[] = {"lineId", "connectionId", "arrow", NULL};

static const FairyField fields[] = {
    {.name = "arrowId",
     .type = FAIRY_ID,
     .doc = "id of the arrow or line, which goes from one shape to another",
     .aliases = arrow_aliases},
    FAIRY_FIELD_SHAPE("id of the shape that goes in, which is there already"),
    {.name = "place",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "whether it is moved to the middle of the arrow where it isn't between; true when "
            "left out"},
    {.name = NULL},
};

/* What the line runs through now and didn't. */
static void tell(FairyExecutor *executor, const char *arrow, const char *shape, const char *copy)
{
    g_autofree char *first = fairy_quote(arrow), *second = fairy_quote(copy),
                    *between = fairy_quote(shape);
    g_autofree char *said =
        g_strdup_printf("%s ends at %s now; %s goes on from there", first, between, second);
    fairy_executor_touch(executor, arrow);
    fairy_executor_touch(executor, shape);
    fairy_executor_touch(executor, copy);
    fairy_executor_say(executor, said);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *arrow = fairy_args_string(args, "arrowId");
    const char *shape = fairy_args_string(args, "shapeId");
    gboolean place = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(args, "place"));
    g_autofree char *copy =
        svg_edit_insert_between(fairy_executor_edit(executor), arrow, shape, place, error);
    if (copy) {
        tell(executor, arrow, shape, copy);
    }
    return copy != NULL;
}

const FairyAction fairy_action_insert_between = {
    .name = "insert-between",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Put a shape into an arrow, which becomes two",
    .manual = "The arrow from A to C goes from A to the shape, and another one that looks the same "
              "from the shape to C. Words stay on the first; the id of the second is told. A shape "
              "that isn't between A and C is moved to the middle of the arrow, if there is room; "
              "with place false it stays where it is. What isn't there yet is created first.",
    .hint = "Put a shape into an arrow, which becomes two",
    .example = "{\"_type\":\"insert-between\",\"arrowId\":\"wire\",\"shapeId\":\"c\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Inserting",
    .done = "Inserted",
};
