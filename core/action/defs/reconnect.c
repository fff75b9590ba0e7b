/* Arrows from one shape to another. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

enum { MOST_NAMED = 8 }; /* ids that are told */

static const char *const aliases[] = {"rewire", "reattach", "redirect", NULL};
static const char *const from_aliases[] = {"oldId", "from", "old", NULL};
static const char *const to_aliases[] = {"newId", "to", "new", "targetId", NULL};
static const char *const ids_aliases[] = {"arrowIds", "arrows", "ids", "shapeId", NULL};
static const char *const end_names[] = {
    [SVG_ENDS_BOTH] = "both", [SVG_ENDS_START] = "start", [SVG_ENDS_END] = "end", NULL};

static const FairyField fields[] = {
    {.name = "fromId",
     .type = FAIRY_ID,
     .doc = "id of the shape that arrows are at",
     .aliases = from_aliases},
    {.name = "toId",
     .type = FAIRY_ID,
     .doc = "id of the shape that they are to be at instead",
     .aliases = to_aliases},
    {.name = "shapeIds",
     .type = FAIRY_IDS,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "ids of some arrows or lines; all that are at the first shape when left out",
     .aliases = ids_aliases},
    {.name = "end",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = end_names,
     .doc = "end: only arrows that point at it; start: only those that leave it; both when left "
            "out"},
    {.name = NULL},
};

static void tell(FairyExecutor *executor, char **lines, const char *to)
{
    guint n = g_strv_length(lines);
    g_autofree char *there = fairy_quote(to);
    g_autoptr(GString) said = g_string_new(NULL);
    for (guint i = 0; i < n; i++) {
        fairy_executor_touch(executor, lines[i]);
        g_autofree char *quoted = i < MOST_NAMED ? fairy_quote(lines[i]) : NULL;
        if (quoted) {
            g_string_append_printf(said, "%s%s", i ? ", " : "", quoted);
        }
    }
    if (n > MOST_NAMED) {
        g_string_append_printf(said, " and %u more", n - MOST_NAMED);
    }
    g_string_append_printf(said, " %s at %s now", n == 1 ? "is" : "are", there);
    fairy_executor_say(executor, said->str);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *to = fairy_args_string(args, "toId");
    gboolean some = fairy_args_has(args, "shapeIds");
    g_autofree const char **ids = some ? fairy_args_known(executor, args, 1, error) : NULL;
    if (some && !ids) {
        return FALSE;
    }
    SvgLineEnds ends = (SvgLineEnds)fairy_args_choice(args, "end", end_names, SVG_ENDS_BOTH);
    g_auto(GStrv) lines = svg_edit_reconnect(
        fairy_executor_edit(executor), fairy_args_string(args, "fromId"), to, ids, ends, error);
    if (lines) {
        tell(executor, lines, to);
    }
    return lines != NULL;
}

const FairyAction fairy_action_reconnect = {
    .name = "reconnect",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Move arrows from one shape to another",
    .manual = "All lines and arrows that start or end at the first shape do so at the second one: "
              "at its outline, on the side that they come from, with their looks and words. "
              "shapeIds has some of them only. Arrows between the two would go from a shape to "
              "itself and are left, as is what is locked. For one arrow, update with fromId or "
              "toId does the same.",
    .hint = "All arrows at one shape are at another instead",
    .words = "reconnect|rewir|re-?attach|redirect|re-?point|point(s|ing|ed)? (at|to)|instead of|"
             "umhäng|statt|reconect|redirig|rebranch|remplac",
    .example = "{\"_type\":\"reconnect\",\"fromId\":\"old-db\",\"toId\":\"new-db\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Reconnecting",
    .done = "Reconnected",
};
