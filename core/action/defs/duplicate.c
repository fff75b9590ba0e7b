/* Copies of shapes. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

#include <math.h>

enum { MOST_NAMED = 8 }; /* ids that are told */

static const char *const aliases[] = {"copy", "clone", "repeat", NULL};
static const char *const x_aliases[] = {"dx", NULL};
static const char *const y_aliases[] = {"dy", NULL};
static const char *const count_aliases[] = {"copies", "times", "n", NULL};
static const char *const id_aliases[] = {"newId", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of the shapes"),
    {.name = "offsetX",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how far to the right of the original the copy is; 0 when only offsetY is given, and "
            "without both the copy lies beside the original",
     .aliases = x_aliases},
    {.name = "offsetY",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how far below it; 0 when only offsetX is given",
     .aliases = y_aliases},
    {.name = "count",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how many copies, each as far from the one before; 1 when left out",
     .aliases = count_aliases},
    {.name = "copyId",
     .type = FAIRY_NEW_ID,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "a new id, of the first copy of the first shape",
     .aliases = id_aliases},
    {.name = NULL},
};

static gboolean find_count(const cJSON *args, guint *count, GError **error)
{
    double n = fairy_args_number(args, "count", 1);
    if (!(n >= 1 && n <= SVG_MAX_COPIES && n == floor(n))) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "count is how many copies are made: a whole number from 1 to %u",
                    SVG_MAX_COPIES);
        return FALSE;
    }
    *count = (guint)n;
    return TRUE;
}

/* On the originals nobody would see them. */
static gboolean check_apart(double dx, double dy, GError **error)
{
    if (dx != 0 || dy != 0) {
        return TRUE;
    }
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                        "a copy would lie exactly on its original; offsetX or offsetY says where "
                        "it goes, and without both it lies beside the original");
    return FALSE;
}

/* Where nobody said it: of all copies together. */
static void tell_place(FairyExecutor *executor, char **copies, GString *said)
{
    SvgBox all = SVG_BOX_EMPTY, box;
    for (guint i = 0; copies[i]; i++) {
        if (svg_document_bounds(fairy_executor_document(executor), copies[i], &box, NULL)) {
            all = svg_box_union(all, box);
        }
    }
    g_autofree char *where = fairy_area_words(executor, all);
    g_string_append_printf(said, ", at %s", where);
}

static void tell(FairyExecutor *executor, char **copies, gboolean placed)
{
    guint n = g_strv_length(copies);
    g_autoptr(GString) said = g_string_new(n == 1 ? "the copy is " : "the copies are ");
    for (guint i = 0; i < n; i++) {
        fairy_executor_touch(executor, copies[i]);
        g_autofree char *quoted = i < MOST_NAMED ? fairy_quote(copies[i]) : NULL;
        if (quoted) {
            g_string_append_printf(said, "%s%s", i ? ", " : "", quoted);
        }
    }
    if (n > MOST_NAMED) {
        g_string_append_printf(said, " and %u more", n - MOST_NAMED);
    }
    if (placed) {
        tell_place(executor, copies, said);
    }
    fairy_executor_say(executor, said->str);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 1, error);
    guint count;
    if (!ids || !find_count(args, &count, error)) {
        return FALSE;
    }
    const char *given = fairy_args_string(args, "copyId");
    g_autofree char *wish = given ? fairy_executor_new_id(executor, given) : NULL;
    gboolean anywhere = !fairy_args_has(args, "offsetX") && !fairy_args_has(args, "offsetY");
    double missing = anywhere ? NAN : 0;
    double dx = fairy_args_length(executor, args, "offsetX", missing);
    double dy = fairy_args_length(executor, args, "offsetY", missing);
    if (!check_apart(dx, dy, error)) {
        return FALSE;
    }
    g_auto(GStrv) copies =
        svg_edit_duplicate(fairy_executor_edit(executor), ids, dx, dy, count, wish, error);
    if (copies) {
        tell(executor, copies, anywhere);
    }
    return copies != NULL;
}

const FairyAction fairy_action_duplicate = {
    .name = "duplicate",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Copy shapes, once or several times",
    .manual =
        "A copy has all that belongs to a shape: its look, words, icons and effects. Each copy is "
        "by offsetX and offsetY from the one before, so count makes a row or a column. Without "
        "both it lies beside the original, to the right or where else there is room, and where is "
        "told. A part of a shape that is named is copied alone. Arrows are "
        "copied when they are named, and are bound to the copies of what is copied with them. "
        "The ids of the copies are told.",
    .hint = "Copy shapes as they are, words and effects included; count makes a row",
    .example = "{\"_type\":\"duplicate\",\"shapeIds\":[\"a\"],\"offsetX\":120,\"offsetY\":0}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Copying",
    .done = "Copied",
};
