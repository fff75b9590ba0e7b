/* A new shape. */
#include "action/action_list.h"
#include "action/shape_spec.h"
#include "base/quote.h"

static const char *const aliases[] = {"add", NULL};

static const FairyField fields[] = {
    {.name = "shape",
     .type = FAIRY_OBJECT,
     .fields = fairy_new_shape_fields,
     .doc = "what to make: an object with \"_type\" and what that kind needs"},
    {.name = NULL},
};

/* Words on a shape or beside a line are taken for its own. */
static void tell_text(FairyExecutor *executor, const SvgSpec *spec, const char *id)
{
    g_autofree char *of = spec->kind == SVG_KIND_TEXT
                              ? svg_document_part_of(fairy_executor_document(executor), id)
                              : NULL;
    if (of) {
        g_autofree char *quoted = fairy_quote(of);
        g_autofree char *said =
            g_strdup_printf("there it is read as the words of %s, which it goes with", quoted);
        fairy_executor_say(executor, said);
    }
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const cJSON *shape = cJSON_GetObjectItemCaseSensitive(args, "shape");
    g_autofree char *wish = fairy_executor_new_id(executor, fairy_args_string(shape, "shapeId"));
    SvgSpec spec;
    fairy_shape_spec(executor, shape, NULL, &spec);
    spec.id = wish;
    const char *id = svg_edit_create(fairy_executor_edit(executor), &spec, error);
    if (id) {
        fairy_executor_touch(executor, id);
        fairy_tell_line(executor, &spec, id, NULL);
        tell_text(executor, &spec, id);
    }
    return id != NULL;
}

const FairyAction fairy_action_create = {
    .name = "create",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Make a new shape",
    .manual =
        "On top of the others in the current layer, or where parent, above or below say; an arrow "
        "between two shapes goes right above them, into the group or layer that holds both. "
        "Shapes such as rectangle need x and y, and take w and h, or the size of their "
        "neighbours with room for their text; a note has that of its text. Lines and arrows need x1, y1, x2, y2; an "
        "arrow's end may be a shape's id instead (fromId, toId), and follows that shape; what an "
        "end that is given by numbers is bound to is told. "
        "Texts and notes need x, y and text. What isn't said is taken from the drawing: "
        "its fonts, strokes and colours. A label that doesn't fit is set smaller; that is "
        "told. When the id is taken, another is given, and told.",
    .hint =
        "{\"_type\":\"create\",\"shape\":{\"_type\":\"pill\",\"shapeId\":\"login\",\"x\":20,"
        "\"y\":20,\"text\":\"Log in\"}}. The shape's fields are by its kind:\n"
        "  rectangle ellipse triangle diamond pill hexagon pentagon octagon star "
        "parallelogram-right parallelogram-left trapezoid fat-arrow-right fat-arrow-left "
        "fat-arrow-up fat-arrow-down cloud heart cylinder x-box check-box: x, y, w?, h?, "
        "text?, fit?: shrink|grow|none, cornerRadius? of a rectangle\n"
        "  text, note: x, y, text; of a text anchor?: top-left|top-center|top-right|"
        "center-left|center|center-right|bottom-left|bottom-center|bottom-right, maxWidth?\n"
        "  line, arrow: x1, y1, x2, y2, or of an arrow fromId, toId; bend?, labelPosition?, "
        "route?: straight|orthogonal, fromSide?, toSide?: top|bottom|left|right, text?\n"
        "  all: shapeId?, color?, fill?: none|tint|background|solid|pattern, fontSize?, bold?, "
        "parent?, above?, below?\n"
        "  What isn't said is as in the drawing; without w and h it is as large as its "
        "neighbours, with room for its text; a note is as large as its text. Words that don't fit are shrunk. It is on top, "
        "an arrow right above its two shapes, unless parent (a group or layer), above or below say.",
    .example = "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"login\","
               "\"x\":20,\"y\":20,\"w\":120,\"h\":60,\"text\":\"Log in\",\"color\":\"blue\","
               "\"fill\":\"tint\"}}",
    .fields = fields,
    .other = &fairy_action_set_style,
    .apply = apply,
    .ghost = "shape",
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Creating",
    .done = "Created",
};
