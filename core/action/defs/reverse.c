/* Arrows that point the other way. */
#include "action/action_list.h"
#include "action/args.h"
#include "action/shape_spec.h"
#include "base/quote.h"

static const char *const aliases[] = {"turn-around", "flip-arrow", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of lines and arrows"),
    {.name = NULL},
};

/* An end that is at no shape keeps the place of the other. */
static SvgSpec exchanged(const SvgShape *line)
{
    SvgSpec spec = {
        .given = SVG_SPEC_FROM | SVG_SPEC_TO, .from_id = line->to_id, .to_id = line->from_id};
    if (!line->to_id) {
        spec.given |= SVG_SPEC_X1 | SVG_SPEC_Y1;
        spec.x1 = line->end.x;
        spec.y1 = line->end.y;
    }
    if (!line->from_id) {
        spec.given |= SVG_SPEC_X2 | SVG_SPEC_Y2;
        spec.x2 = line->start.x;
        spec.y2 = line->start.y;
    }
    return spec;
}

/* `several`: others are reversed with it. */
static gboolean reverse_one(FairyExecutor *executor, const char *id, gboolean several,
                            gboolean *done, GError **error)
{
    g_autoptr(SvgShape) line = svg_document_shape(fairy_executor_document(executor), id, NULL);
    g_autofree char *quoted = fairy_quote(id);
    if (!line || (line->kind != SVG_KIND_ARROW && line->kind != SVG_KIND_LINE)) {
        fairy_executor_note(executor, "%s is no line or arrow, and stays as it is", quoted);
        return TRUE;
    }
    SvgSpec spec = exchanged(line);
    g_autoptr(GArray) crossings = fairy_line_crossings(executor, &spec, id);
    *done = svg_edit_update(fairy_executor_edit(executor), id, &spec, error);
    if (*done && spec.from_id && spec.to_id) {
        const FairyLineBefore before = {several, line->end, line->start, crossings};
        fairy_tell_line(executor, &spec, id, &before);
    }
    return *done;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 1, error);
    gboolean done = FALSE;
    for (guint i = 0; ids && ids[i]; i++) {
        if (!reverse_one(executor, ids[i], ids[1] != NULL, &done, error)) {
            return FALSE;
        }
    }
    if (ids && !done) {
        g_set_error(
            error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
            "reverse: none of these is a line or an arrow; \"kind=arrow\" means all arrows");
    }
    return done;
}

const FairyAction fairy_action_reverse = {
    .name = "reverse",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Turn arrows round",
    .manual = "Each starts where it ended, and ends where it started: its heads, its words and its "
              "looks stay its own. What is no line or arrow is left out.",
    .hint = "Arrows that go the other way, as they are otherwise",
    .example = "{\"_type\":\"reverse\",\"shapeIds\":[\"wire\"]}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Turning",
    .done = "Turned round",
};
