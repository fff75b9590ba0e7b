/* The full form of shapes. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"
#include "view/shape_json.h"

#include <fairy/limits.h>

#define MAX_TEXT 4000 /* bytes of one shape's text; an update must not need to guess the rest */

#define MAX_NAMES 400 /* characters of the ids that are told in a line */
#define AROUND    60  /* units on each side of a point, in its picture */

static const FairyField fields[] = {
    {.name = "shapeIds",
     .type = FAIRY_IDS,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "ids of the shapes; or else x and y say where",
     .aliases = fairy_shape_ids_aliases},
    FAIRY_FIELDS_AREA_WITH(FAIRY_FIELD_OPTIONAL),
    {.name = "children",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "also what is in groups, one level deep, and parts of shapes"},
    {.name = NULL},
};

/* A list of shapes being written. */
typedef struct {
    FairyExecutor *executor;
    GString *out;
    guint n, left_out;
    SvgBox place;   /* that was asked about; one point has no size */
    gboolean is_at; /* … if one was */
    char *there;    /* what is there, for a message */
} Listing;

/* Where they are shown it is enough to say which. */
static void name_shape(Listing *listing, const SvgShape *shape)
{
    if (listing->n < FAIRY_MAX_CLOSER) {
        fairy_executor_touch(listing->executor, shape->id);
        listing->n++;
    } else {
        listing->left_out++;
    }
}

static void add_shape(Listing *listing, const SvgShape *shape)
{
    if (fairy_executor_shows(listing->executor)) {
        name_shape(listing, shape);
        return;
    }
    gsize before = listing->out->len;
    g_string_append(listing->out, listing->n > 0 ? "," : "");
    fairy_shape_json(listing->out, fairy_executor_document(listing->executor),
                     fairy_executor_coords(listing->executor), shape, FAIRY_DETAIL_SIMPLE,
                     MAX_TEXT);
    g_string_append_c(listing->out, '}');
    if (listing->out->len > FAIRY_MAX_DATA_BYTES) {
        g_string_truncate(listing->out, before);
        listing->left_out++;
    } else {
        listing->n++;
    }
}

static gboolean add_named(Listing *listing, const char *const *ids, GError **error)
{
    g_autoptr(GError) first = NULL;
    guint hidden = 0;
    for (guint i = 0; ids[i]; i++) {
        g_autoptr(GError) failed = NULL;
        g_autoptr(SvgShape) shape =
            svg_document_shape(fairy_executor_document(listing->executor), ids[i], &failed);
        if (shape) {
            add_shape(listing, shape);
            continue;
        }
        first = hidden++ > 0 ? first : g_steal_pointer(&failed);
    }
    if (first && listing->n + listing->left_out == 0) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s: %s",
                    fairy_executor_action(listing->executor)->name, first->message);
        return FALSE;
    }
    if (first) {
        fairy_executor_note(listing->executor, "left out %u, as %s", hidden, first->message);
    }
    return TRUE;
}

static void add_children(Listing *listing, const char *const *ids)
{
    g_autoptr(GHashTable) asked = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; ids[i]; i++) {
        g_hash_table_add(asked, (gpointer)ids[i]);
    }
    g_autoptr(GPtrArray) shapes = svg_document_shapes(fairy_executor_document(listing->executor));
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (shape->parent && g_hash_table_contains(asked, shape->parent) &&
            !g_hash_table_contains(asked, shape->id)) {
            add_shape(listing, shape);
        }
    }
}

/* What belongs to a shape isn't in the list of shapes. */
static void add_parts(Listing *listing, const char *const *ids)
{
    SvgDocument *doc = fairy_executor_document(listing->executor);
    for (guint i = 0; ids[i]; i++) {
        g_auto(GStrv) parts = svg_document_parts(doc, ids[i]);
        for (guint k = 0; parts[k]; k++) {
            g_autoptr(SvgShape) part = svg_document_shape(doc, parts[k], NULL);
            if (part) {
                add_shape(listing, part);
            }
        }
    }
}

static gboolean answer(Listing *listing, GError **error)
{
    GString *out = listing->out;
    g_string_append(out, "]}");
    if (listing->left_out > 0) {
        fairy_executor_note(listing->executor,
                            "left out %u more, as an answer has at most %u bytes; ask for fewer",
                            listing->left_out, FAIRY_MAX_DATA_BYTES);
    }
    return fairy_executor_return_data(listing->executor, cJSON_ParseWithLength(out->str, out->len),
                                      error);
}

/* --- a place ---------------------------------------------------------------------------------- */

static gboolean read_place(Listing *listing, const cJSON *args, GError **error)
{
    FairyExecutor *executor = listing->executor;
    gboolean x = fairy_args_has(args, "x"), y = fairy_args_has(args, "y");
    gboolean w = fairy_args_has(args, "w"), h = fairy_args_has(args, "h");
    listing->is_at = x && y;
    if (x != y || w != h || (w && !x)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s: a place is \"x\" and \"y\", a box \"w\" and \"h\", too",
                    fairy_executor_action(executor)->name);
        return FALSE;
    }
    if (!x && !fairy_args_has(args, "shapeIds")) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s: name shapes in \"shapeIds\", or a place by \"x\" and \"y\"",
                    fairy_executor_action(executor)->name);
        return FALSE;
    }
    if (w) {
        return fairy_args_area(executor, args, &listing->place, error);
    }
    SvgPoint at = listing->is_at ? fairy_args_point(executor, args, "x", "y") : (SvgPoint){0, 0};
    listing->place = (SvgBox){at.x, at.y, 0, 0};
    return TRUE;
}

static void add_there(Listing *listing, const char *const *ids)
{
    SvgDocument *doc = fairy_executor_document(listing->executor);
    g_auto(GStrv) there = svg_document_at(doc, listing->place);
    for (guint i = 0; there[i]; i++) {
        g_autoptr(SvgShape) shape =
            ids && g_strv_contains(ids, there[i]) ? NULL : svg_document_shape(doc, there[i], NULL);
        if (shape) {
            add_shape(listing, shape);
        }
    }
    g_autofree char *names = g_strjoinv(", ", there);
    listing->there = *names ? fairy_quote_most(names, MAX_NAMES) : NULL;
    if (!listing->there) {
        fairy_executor_note(listing->executor, "nothing is drawn there");
    }
}

/* What the picture shows. */
static SvgBox shown_around(const Listing *listing)
{
    double around =
        fairy_coords_length_to_document(fairy_executor_coords(listing->executor), AROUND);
    gboolean is_point = listing->place.w == 0;
    return !listing->is_at ? SVG_BOX_EMPTY
           : is_point      ? svg_box_grown(listing->place, around, around)
                           : listing->place;
}

/* A reply may ask about several places. */
static char *what_is_shown(const Listing *listing)
{
    if (!listing->is_at) {
        return g_strdup("What you asked to see is shown with this, under \"in full\".");
    }
    const FairyCoords *coords = fairy_executor_coords(listing->executor);
    SvgBox place = listing->place;
    g_autofree char *where =
        place.w > 0 ? fairy_area_words(listing->executor, place)
                    : g_strdup_printf("x %.15g, y %.15g", fairy_coords_round(coords, "x", place.x),
                                      fairy_coords_round(coords, "y", place.y));
    return listing->there ? g_strdup_printf("At %s is drawn what is named below, the topmost "
                                            "first; it is shown with this, under \"in full\".",
                                            where)
                          : g_strdup_printf("Nothing is drawn at %s.", where);
}

static gboolean show(Listing *listing, GError **error)
{
    if (listing->left_out > 0) {
        fairy_executor_note(listing->executor,
                            "left out %u more, as at most %u are shown; ask for fewer",
                            listing->left_out, FAIRY_MAX_CLOSER);
    }
    char *text = what_is_shown(listing); /* before `there` is given away */
    return fairy_executor_ask_follow_up(listing->executor, FAIRY_FOLLOW_CLOSER,
                                        shown_around(listing), text,
                                        g_steal_pointer(&listing->there), error);
}

/* --- both ------------------------------------------------------------------------------------- */

static gboolean list(Listing *listing, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_has(args, "shapeIds")
                                      ? fairy_args_known(listing->executor, args, 1, error)
                                      : NULL;
    if (fairy_args_has(args, "shapeIds") && (!ids || !add_named(listing, ids, error))) {
        return FALSE;
    }
    if (ids && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "children"))) {
        add_children(listing, ids);
        add_parts(listing, ids);
    }
    if (listing->is_at) {
        add_there(listing, ids);
    }
    return fairy_executor_shows(listing->executor) ? show(listing, error) : answer(listing, error);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autoptr(GString) out = g_string_new("{\"shapes\":[");
    Listing listing = {.executor = executor, .out = out};
    gboolean good = fairy_executor_may_follow_up(executor, error) &&
                    read_place(&listing, args, error) && list(&listing, args, error);
    g_free(listing.there);
    return good;
}

const FairyAction fairy_action_look_closer = {
    .name = "look-closer",
    .family = FAIRY_FAMILY_SEE,
    .summary = "See shapes in full",
    .manual = "A list of shapes tells place, size and text; this answers with all there is to "
              "tell of the shapes named: exact colours, fills, strokes, letters, lines, "
              "names, the ends of arrows. Or of what is drawn at a point (x, y) or in a box "
              "(x, y, w, h), the topmost first, with a picture of just that. Asks for another "
              "request, which has it. Changes nothing.",
    .hint = "See in another request all there is to tell of shapes, or of what is drawn at a point "
            "or in a box: exact colours, strokes, letters, ends; with children also what is in "
            "groups",
    .example = "{\"_type\":\"look-closer\",\"shapeIds\":[\"a\",\"b\"],\"children\":true}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_EYE,
    .pose = FAIRY_POSE_READING,
    .doing = "Looking closer",
    .done = "Looked closer",
};
