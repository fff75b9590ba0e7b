/* An arrow from one shape to another. */
#include "action/action_list.h"
#include "action/shape_spec.h"
#include "base/quote.h"

static const char *const aliases[] = {"connect-shapes", "link", NULL};
static const char *const from_aliases[] = {"from", "source", "sourceId", NULL};
static const char *const to_aliases[] = {"to", "target", "targetId", NULL};
static const char *const text_aliases[] = {"label", NULL};
static const char *const color_aliases[] = {"colour", NULL};
static const char *const id_aliases[] = {"id", NULL};
static const char *const again_aliases[] = {"force", "duplicate", NULL};

static const FairyField fields[] = {
    {.name = "fromId",
     .type = FAIRY_ID,
     .doc = "id of the shape it starts at",
     .aliases = from_aliases},
    {.name = "toId",
     .type = FAIRY_ID,
     .doc = "id of the shape it points at",
     .aliases = to_aliases},
    {.name = "shapeId",
     .type = FAIRY_NEW_ID,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "a new id for the arrow; one is made when it is left out",
     .aliases = id_aliases},
    {.name = "color",
     .type = FAIRY_COLOR,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "of the arrow",
     .aliases = color_aliases},
    {.name = "fromSide",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_side_names,
     .doc = "at the middle of which side of the first shape it starts; where they "
            "face each other when it is left out",
     .aliases = fairy_from_side_aliases},
    {.name = "toSide",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_side_names,
     .doc = "at the middle of which side of the second shape it ends",
     .aliases = fairy_to_side_aliases},
    {.name = "bend",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how far its middle is off the straight line; above 0 is left of its way"},
    {.name = "route",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_route_names,
     .doc = "a straight line (as when it is left out), or right angles"},
    {.name = "text",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "words beside its middle",
     .aliases = text_aliases},
    {.name = "labelPosition",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "where along it those go, from 0, its start, to 1, its end",
     .aliases = fairy_position_aliases},
    {.name = "startHead",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_HINT | FAIRY_FIELD_AS_STYLE,
     .choices = fairy_head_names,
     .doc = "what is at its start, as set-style's; nothing when it is left out",
     .aliases = fairy_start_head_aliases},
    {.name = "endHead",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_HINT | FAIRY_FIELD_AS_STYLE,
     .choices = fairy_head_names,
     .doc = "what is at its end; the drawing's usual head when it is left out",
     .aliases = fairy_end_head_aliases},
    {.name = "again",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "whether to draw another one where they are connected already",
     .aliases = again_aliases},
    {.name = NULL},
};

/* TRUE when there is nothing to draw. */
static gboolean is_connected(FairyExecutor *executor, const cJSON *args, const SvgSpec *spec)
{
    gboolean again = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "again"));
    g_autofree char *there =
        again ? NULL
              : svg_edit_connection(fairy_executor_edit(executor), spec->from_id, spec->to_id);
    if (there) {
        g_autofree char *from = fairy_quote(spec->from_id), *to = fairy_quote(spec->to_id);
        g_autofree char *arrow = fairy_quote(there);
        fairy_executor_touch(executor, there);
        fairy_executor_note(
            executor,
            "%s connects %s and %s already and was left as it is; \"again\":true draws "
            "another",
            arrow, from, to);
    }
    return there != NULL;
}

/* Where none is said it has the usual ones. */
static void read_heads(const cJSON *args, SvgSpec *spec)
{
    spec->given |= (fairy_args_has(args, "startHead") ? SVG_SPEC_START_HEAD : 0) |
                   (fairy_args_has(args, "endHead") ? SVG_SPEC_END_HEAD : 0);
    spec->heads[0] = (SvgHead)fairy_args_choice(args, "startHead", fairy_head_names, 0);
    spec->heads[1] = (SvgHead)fairy_args_choice(args, "endHead", fairy_head_names, 0);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgSpec spec;
    fairy_shape_spec(executor, args, NULL, &spec);
    read_heads(args, &spec);
    spec.kind = SVG_KIND_ARROW;
    spec.given |= SVG_SPEC_FROM | SVG_SPEC_TO;
    spec.from_id = fairy_args_string(args, "fromId");
    spec.to_id = fairy_args_string(args, "toId");
    if (is_connected(executor, args, &spec)) {
        return TRUE;
    }
    g_autofree char *wish = fairy_executor_new_id(executor, fairy_args_string(args, "shapeId"));
    spec.id = wish;
    const char *id = svg_edit_create(fairy_executor_edit(executor), &spec, error);
    if (id) {
        fairy_executor_touch(executor, id);
        fairy_tell_line(executor, &spec, id, NULL);
    }
    return id != NULL;
}

const FairyAction fairy_action_connect = {
    .name = "connect",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Draw an arrow from one shape to another",
    .manual = "The arrow ends at the outlines of both, and follows them when they move; Inkscape "
              "knows it as a connector. Shapes that are connected already stay as they are, "
              "unless again is true. It lies right above them, in the group or layer that "
              "holds both. The same as create with an arrow that has fromId and toId.",
    .hint = "Draw an arrow that ends at the outlines of both and follows them. "
            "Those that are connected already stay as they are, unless again is "
            "true",
    .example = "{\"_type\":\"connect\",\"fromId\":\"a\",\"toId\":\"b\",\"text\":\"yes\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Connecting",
    .done = "Connected",
};
