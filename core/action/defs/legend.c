/* What colours and lines of the drawing mean. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

#include <svg/edit_legend.h>

static const char *const aliases[] = {"key", "create-legend", NULL};
static const char *const id_aliases[] = {"id", NULL};
static const char *const entry_aliases[] = {"rows", "items", NULL};
static const char *const text_aliases[] = {"label", "words", NULL};
static const char *const color_aliases[] = {"colour", NULL};
static const char *const like_aliases[] = {"likeId", "shapeId", "sample", NULL};
static const char *const at_aliases[] = {"corner", "position", "anchor", NULL};
static const char *const swatch_names[] = {
    [SVG_SWATCH_BOX] = "box", [SVG_SWATCH_LINE] = "line", [SVG_SWATCH_ARROW] = "arrow", NULL};
static const char *const dash_names[] = {
    [SVG_DASH_SOLID] = "solid", [SVG_DASH_DASHED] = "dashed", [SVG_DASH_DOTTED] = "dotted", NULL};

#define OPTIONAL FAIRY_FIELD_OPTIONAL

static const FairyField entry_fields[] = {
    {.name = "text", .type = FAIRY_STRING, .doc = "what it means", .aliases = text_aliases},
    {.name = "like",
     .type = FAIRY_ID,
     .flags = OPTIONAL,
     .doc = "id of a shape or arrow whose looks the sample has",
     .aliases = like_aliases},
    {.name = "swatch",
     .type = FAIRY_ENUM,
     .flags = OPTIONAL,
     .choices = swatch_names,
     .doc = "what the sample is; as like is, or a box, when left out"},
    {.name = "color",
     .type = FAIRY_COLOR,
     .flags = OPTIONAL,
     .doc = "of a box its fill, of a line the line",
     .aliases = color_aliases},
    {.name = "stroke", .type = FAIRY_COLOR, .flags = OPTIONAL, .doc = "of the outline or line"},
    {.name = "dash",
     .type = FAIRY_ENUM,
     .flags = OPTIONAL,
     .choices = dash_names,
     .doc = "of the outline or line"},
    {.name = NULL},
};

static const FairyField fields[] = {
    {.name = "entries",
     .type = FAIRY_OBJECTS,
     .fields = entry_fields,
     .doc = "the rows, from the top: objects with text, and like or a colour",
     .aliases = entry_aliases},
    {.name = "title",
     .type = FAIRY_STRING,
     .flags = OPTIONAL,
     .doc = "words above the rows; none when left out"},
    {.name = "shapeId",
     .type = FAIRY_NEW_ID,
     .flags = OPTIONAL,
     .doc = "a new id for the group; one is made when it is left out",
     .aliases = id_aliases},
    {.name = "at",
     .type = FAIRY_ENUM,
     .flags = OPTIONAL,
     .choices = fairy_anchor_names,
     .doc = "where on the page; a corner where there is room when left out",
     .aliases = at_aliases},
    {.name = "x", .type = FAIRY_COORDINATE, .flags = OPTIONAL, .doc = "or else its left edge"},
    {.name = "y", .type = FAIRY_COORDINATE, .flags = OPTIONAL, .doc = "and top edge"},
    {.name = NULL},
};

static SvgLegendEntry read_entry(const cJSON *item)
{
    SvgLegendEntry entry = {
        .text = fairy_args_string(item, "text"),
        .like = fairy_args_string(item, "like"),
        .swatch_given = fairy_args_has(item, "swatch"),
        .swatch = (SvgSwatch)fairy_args_choice(item, "swatch", swatch_names, 0),
        .styling = {.color = fairy_args_string(item, "color"),
                    .stroke = fairy_args_string(item, "stroke")},
    };
    if (fairy_args_has(item, "dash")) {
        entry.styling.given |= SVG_STYLING_DASH;
        entry.styling.dash = (SvgDash)fairy_args_choice(item, "dash", dash_names, 0);
    }
    return entry;
}

static GArray *read_entries(const cJSON *args)
{
    GArray *entries = g_array_new(FALSE, FALSE, sizeof(SvgLegendEntry));
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(args, "entries"))
    {
        SvgLegendEntry entry = read_entry(item);
        g_array_append_val(entries, entry);
    }
    return entries;
}

static gboolean check_place(const cJSON *args, GError **error)
{
    gboolean at = fairy_args_has(args, "at"), x = fairy_args_has(args, "x"),
             y = fairy_args_has(args, "y");
    if (x == y && !(at && x)) {
        return TRUE;
    }
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                        "where a legend goes is said by at, or else by x and y together; leave "
                        "all out, and it goes where there is room");
    return FALSE;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    if (!check_place(args, error)) {
        return FALSE;
    }
    g_autofree char *wish = fairy_executor_new_id(executor, fairy_args_string(args, "shapeId"));
    g_autoptr(GArray) entries = read_entries(args);
    const SvgLegend legend = {
        .id = wish,
        .title = fairy_args_string(args, "title"),
        .entries = &g_array_index(entries, SvgLegendEntry, 0),
        .n = entries->len,
        .at_given = fairy_args_has(args, "x"),
        .at = fairy_args_point(executor, args, "x", "y"),
        .anchor_given = fairy_args_has(args, "at"),
        .anchor = (SvgAnchor)fairy_args_choice(args, "at", fairy_anchor_names, 0),
    };
    const char *id = svg_edit_legend(fairy_executor_edit(executor), &legend, error);
    if (id) {
        g_autofree char *quoted = fairy_quote(id);
        g_autofree char *said = g_strdup_printf("it is the group %s", quoted);
        fairy_executor_touch(executor, id);
        fairy_executor_say(executor, said);
    }
    return id != NULL;
}

const FairyAction fairy_action_legend = {
    .name = "legend",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Say what colours and lines mean",
    .manual = "A framed group with a row for each entry: a sample, and words beside it. A sample "
              "that is like a shape has that shape's fill, outline, dashes, arrowheads and "
              "opacity, so that the legend is true. It goes to a corner of the page where it "
              "lies on nothing; where there is no room it is refused, and resize-page makes some.",
    .hint = "A framed list of samples and what they mean, where there is room",
    .words = "legend|\\bkey\\b|stands? for|bedeut|légende|leyenda",
    .example = "{\"_type\":\"legend\",\"title\":\"Legend\",\"entries\":[{\"text\":\"service\","
               "\"like\":\"api\"},{\"text\":\"planned\",\"swatch\":\"line\",\"color\":\"grey\","
               "\"dash\":\"dashed\"}]}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Explaining",
    .done = "Explained",
};
