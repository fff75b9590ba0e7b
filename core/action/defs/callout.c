/* Words beside something, with a line to it. */
#include "action/action_list.h"
#include "action/shape_spec.h"
#include "base/quote.h"

static const char *const aliases[] = {"annotate", "speech-bubble", NULL};
static const char *const target_aliases[] = {"toId", "target", "of", NULL};
static const char *const id_aliases[] = {"id", NULL};
static const char *const text_aliases[] = {"label", "words", NULL};
static const char *const color_aliases[] = {"colour", NULL};

static const FairyField fields[] = {
    {.name = "targetId",
     .type = FAIRY_ID,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "id of the shape or arrow that is pointed at",
     .aliases = target_aliases},
    {.name = "x",
     .type = FAIRY_COORDINATE,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "or else a point: x"},
    {.name = "y", .type = FAIRY_COORDINATE, .flags = FAIRY_FIELD_OPTIONAL, .doc = "and y"},
    {.name = "text", .type = FAIRY_STRING, .doc = "the words", .aliases = text_aliases},
    {.name = "shapeId",
     .type = FAIRY_NEW_ID,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "a new id for the box; one is made when it is left out",
     .aliases = id_aliases},
    {.name = "side",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_side_names,
     .doc = "where the box goes; where there is room when left out"},
    {.name = "w",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_POSITIVE,
     .doc = "width of the box; as its words need when left out",
     .aliases = fairy_width_aliases},
    {.name = "color",
     .type = FAIRY_COLOR,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "of the box and its line",
     .aliases = color_aliases},
    {.name = "fill",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_HINT,
     .choices = fairy_fill_names,
     .doc = "how the box is filled"},
    {.name = NULL},
};

/* One way to say what is pointed at. */
static gboolean check_target(const cJSON *args, GError **error)
{
    gboolean id = fairy_args_has(args, "targetId"), x = fairy_args_has(args, "x"),
             y = fairy_args_has(args, "y");
    if ((id && !x && !y) || (!id && x && y)) {
        return TRUE;
    }
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                        "what a callout points at is a shape, targetId, or else a point, x and y; "
                        "give one of them");
    return FALSE;
}

static void tell(FairyExecutor *executor, const char *box, const char *pointer)
{
    g_autofree char *line = fairy_quote(pointer), *words = fairy_quote(box);
    g_autofree char *said = g_strdup_printf("its words are in %s, its line is %s", words, line);
    fairy_executor_touch(executor, box);
    fairy_executor_touch(executor, pointer);
    fairy_executor_say(executor, said);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgSpec spec;
    const char *pointer = NULL;
    if (!check_target(args, error)) {
        return FALSE;
    }
    g_autofree char *wish = fairy_executor_new_id(executor, fairy_args_string(args, "shapeId"));
    fairy_shape_spec(executor, args, NULL, &spec);
    spec.id = wish;
    spec.given &= ~(guint)(SVG_SPEC_X | SVG_SPEC_Y);
    if (fairy_args_has(args, "side")) {
        spec.given |= SVG_SPEC_SIDE;
        spec.side = (SvgSide)fairy_args_choice(args, "side", fairy_side_names, 0);
    }
    const char *box =
        svg_edit_callout(fairy_executor_edit(executor), &spec, fairy_args_string(args, "targetId"),
                         fairy_args_point(executor, args, "x", "y"), &pointer, error);
    if (box) {
        tell(executor, box, pointer);
    }
    return box != NULL;
}

const FairyAction fairy_action_callout = {
    .name = "callout",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Words in a box that points at something",
    .manual = "The box looks as the drawing's boxes do, is as large as its words need, and goes "
              "where there is room near what it points at. Its line is bound to the box and to a "
              "shape, so it follows when one of them is moved; update with toId has it point at "
              "another one. Both are shapes like any other afterwards.",
    .hint = "Words in a box beside a shape or point, with a line to it",
    .words =
        "callout|call-out|annotat|speech|bubble|balloon|hinweis|anmerk|sprechblas|bulle|bocadillo|"
        "fumetto",
    .example = "{\"_type\":\"callout\",\"targetId\":\"a\",\"text\":\"backed up nightly\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Annotating",
    .done = "Annotated",
};
