/* Arguments, read by type. */
#include "action/args.h"

#include "base/quote.h"

#include <svg/limits.h>

#include <math.h>

#define SMALLEST  1e-6 /* of an area that is looked at, in document units */
#define MESSAGE   300  /* characters of a text in it */
#define NAMED_IDS 5    /* unknown ids told by name; the rest are counted */

const char *const fairy_shape_id_aliases[] = {"shapeIds", "id", "shape", NULL};
const char *const fairy_shape_ids_aliases[] = {"shapeId", "ids", "shapes", NULL};
const char *const fairy_width_aliases[] = {"width", NULL};
const char *const fairy_height_aliases[] = {"height", NULL};

const char *const fairy_anchor_names[] = {
    [SVG_ANCHOR_TOP_LEFT] = "top-left",
    [SVG_ANCHOR_TOP_CENTER] = "top-center",
    [SVG_ANCHOR_TOP_RIGHT] = "top-right",
    [SVG_ANCHOR_CENTER_LEFT] = "center-left",
    [SVG_ANCHOR_CENTER] = "center",
    [SVG_ANCHOR_CENTER_RIGHT] = "center-right",
    [SVG_ANCHOR_BOTTOM_LEFT] = "bottom-left",
    [SVG_ANCHOR_BOTTOM_CENTER] = "bottom-center",
    [SVG_ANCHOR_BOTTOM_RIGHT] = "bottom-right",
    NULL,
};

const char *const fairy_direction_names[] = {
    [SVG_DIRECTION_HORIZONTAL] = "horizontal",
    [SVG_DIRECTION_VERTICAL] = "vertical",
    NULL,
};

gboolean fairy_args_has(const cJSON *args, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(args, name);
    return item && !cJSON_IsNull(item);
}

const char *fairy_args_string(const cJSON *args, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, name));
}

double fairy_args_number(const cJSON *args, const char *name, double fallback)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(args, name);
    return cJSON_IsNumber(item) ? item->valuedouble : fallback;
}

guint fairy_args_choice(const cJSON *args, const char *name, const char *const *choices,
                        guint fallback)
{
    const char *value = fairy_args_string(args, name);
    for (guint i = 0; value && choices[i]; i++) {
        if (g_str_equal(choices[i], value)) {
            return i;
        }
    }
    return fallback;
}

double fairy_args_length(FairyExecutor *executor, const cJSON *args, const char *name,
                         double fallback)
{
    return fairy_coords_length_to_document(fairy_executor_coords(executor),
                                           fairy_args_number(args, name, fallback));
}

SvgPoint fairy_args_point(FairyExecutor *executor, const cJSON *args, const char *x, const char *y)
{
    FairyPoint p = {fairy_args_number(args, x, 0), fairy_args_number(args, y, 0)};
    return fairy_coords_to_document(fairy_executor_coords(executor), p);
}

GArray *fairy_args_points(FairyExecutor *executor, const cJSON *args, const char *name)
{
    const FairyCoords *coords = fairy_executor_coords(executor);
    GArray *points = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(args, name))
    {
        FairyPoint at = {fairy_args_number(item, "x", 0), fairy_args_number(item, "y", 0)};
        SvgPoint p = fairy_coords_to_document(coords, at);
        g_array_append_val(points, p);
    }
    return points;
}

static char *join_ids(const GPtrArray *ids)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < MIN(ids->len, NAMED_IDS); i++) {
        g_autofree char *quoted = fairy_quote(ids->pdata[i]);
        g_string_append_printf(out, "%s%s", i ? ", " : "", quoted);
    }
    if (ids->len > NAMED_IDS) {
        g_string_append_printf(out, " and %u more", ids->len - NAMED_IDS);
    }
    return g_string_free(out, FALSE);
}

static gboolean check_known(FairyExecutor *executor, guint n, guint least, const GPtrArray *unknown,
                            GError **error)
{
    g_autofree char *names = unknown->len ? join_ids(unknown) : NULL;
    if (n < least) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s needs %u or more known shapes, got %u%s%s%s",
                    fairy_executor_action(executor)->name, least, n, names ? " (unknown: " : "",
                    names ? names : "", names ? ")" : "");
        return FALSE;
    }
    if (names) {
        fairy_executor_note(executor, "left out, as there is no such shape: %s", names);
    }
    return TRUE;
}

const char **fairy_args_known(FairyExecutor *executor, const cJSON *args, guint least,
                              GError **error)
{
    SvgDocument *doc = fairy_executor_document(executor);
    g_autoptr(GPtrArray) unknown = g_ptr_array_new();
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(args, "shapeIds"))
    {
        gboolean exists = svg_document_has_id(doc, item->valuestring);
        g_ptr_array_add(exists ? known : unknown, item->valuestring);
    }
    if (!check_known(executor, known->len, least, unknown, error)) {
        return NULL;
    }
    g_ptr_array_add(known, NULL);
    return (const char **)g_ptr_array_free(g_steal_pointer(&known), FALSE);
}

const char **fairy_args_shapes(FairyExecutor *executor, const cJSON *args, guint least,
                               GError **error)
{
    const char **ids = fairy_args_known(executor, args, least, error);
    for (guint i = 0; ids && ids[i]; i++) {
        if (!svg_document_is_locked(fairy_executor_document(executor), ids[i])) {
            fairy_executor_touch(executor, ids[i]);
        }
    }
    return ids;
}

/* --- areas ------------------------------------------------------------------------------------ */

gboolean fairy_args_area(FairyExecutor *executor, const cJSON *args, SvgBox *area, GError **error)
{
    SvgPoint corner = fairy_args_point(executor, args, "x", "y");
    *area = (SvgBox){corner.x, corner.y, fairy_args_length(executor, args, "w", 0),
                     fairy_args_length(executor, args, "h", 0)};
    if (MIN(area->w, area->h) < SMALLEST) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s: there is nothing to be seen in an area that small; make \"w\" and \"h\" "
                    "larger",
                    fairy_executor_action(executor)->name);
        return FALSE;
    }
    if (MAX(fabs(area->x), fabs(area->y)) > SVG_MAX_COORDINATE ||
        MAX(area->w, area->h) > SVG_MAX_COORDINATE) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s: the area lies beyond %g units, where nothing is drawn; choose one in the "
                    "drawing",
                    fairy_executor_action(executor)->name, SVG_MAX_COORDINATE);
        return FALSE;
    }
    return TRUE;
}

char *fairy_area_words(FairyExecutor *executor, SvgBox area)
{
    const FairyCoords *coords = fairy_executor_coords(executor);
    return g_strdup_printf(
        "x %.15g, y %.15g, w %.15g, h %.15g", fairy_coords_round(coords, "x", area.x),
        fairy_coords_round(coords, "y", area.y), fairy_coords_round(coords, "w", area.w),
        fairy_coords_round(coords, "h", area.h));
}

char *fairy_quoted_words(const cJSON *args, const char *name)
{
    const char *text = fairy_args_string(args, name);
    return text && *text ? fairy_quote_most(text, MESSAGE) : NULL;
}
