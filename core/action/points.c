/* Lists of points, in the ways models write them. */
#include "action/coerce.h"

#include <fairy/limits.h>

#include <math.h>

#define LEAST_POINTS 2

static gboolean read_number(const cJSON *item, double *value)
{
    const char *text = cJSON_GetStringValue(item);
    if (text) {
        return fairy_parse_number(text, value);
    }
    *value = cJSON_GetNumberValue(item); /* NaN for anything else */
    return isfinite(*value);
}

/* Whether the line has a corner there: 1 or 0; -1 where the point doesn't say. */
static int read_corner(const cJSON *item)
{
    static const struct {
        const char *word;
        int corner;
    } words[] = {{"corner", 1}, {"straight", 1}, {"true", 1}, {"smooth", 0}, {"false", 0}};
    const cJSON *said =
        cJSON_IsArray(item) ? cJSON_GetArrayItem(item, 2) : cJSON_GetObjectItem(item, "corner");
    for (gsize i = 0; cJSON_IsString(said) && i < G_N_ELEMENTS(words); i++) {
        if (g_ascii_strcasecmp(said->valuestring, words[i].word) == 0) {
            return words[i].corner;
        }
    }
    return cJSON_IsBool(said) ? cJSON_IsTrue(said) : -1;
}

static gboolean read_point(const cJSON *item, double at[2])
{
    static const char *const names[] = {"x", "y"};
    int n = cJSON_IsArray(item) ? cJSON_GetArraySize(item) : 0;
    gboolean list = n == 2 || (n == 3 && read_corner(item) >= 0);
    for (guint i = 0; i < 2; i++) {
        const cJSON *number = list                   ? i ? item->child->next : item->child
                              : cJSON_IsObject(item) ? cJSON_GetObjectItem(item, names[i])
                                                     : NULL;
        if (!read_number(number, &at[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

/* In the form that the schema asks for. */
static gboolean is_plain(const cJSON *item)
{
    const cJSON *corner = cJSON_GetObjectItem(item, "corner");
    return cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(item, "x")) &&
           cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(item, "y")) &&
           (!corner || (cJSON_IsBool(corner) && cJSON_GetObjectItemCaseSensitive(item, "corner")));
}

static cJSON *point_new(const double at[2], int corner)
{
    cJSON *point = cJSON_CreateObject();
    cJSON_AddNumberToObject(point, "x", at[0]);
    cJSON_AddNumberToObject(point, "y", at[1]);
    if (corner >= 0) {
        cJSON_AddBoolToObject(point, "corner", corner);
    }
    return point;
}

static FairyValue refuse(const FairyCheck *check, const FairyField *field, const char *got,
                         GError **error)
{
    g_set_error(
        error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
        "%s: \"%s%s\" must be a list of %d to %d points such as {\"x\":10,\"y\":20}, got %s",
        check->action->name, check->prefix, field->name, LEAST_POINTS, FAIRY_MAX_POINTS, got);
    return FAIRY_VALUE_BAD;
}

FairyValue fairy_coerce_points(const FairyCheck *check, const FairyField *field, cJSON *item,
                               GError **error)
{
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) > FAIRY_MAX_POINTS) {
        g_autofree char *got = cJSON_IsArray(item) ? g_strdup_printf("%d", cJSON_GetArraySize(item))
                                                   : fairy_value_show(item);
        return refuse(check, field, got, error);
    }
    guint n = 0, others = 0;
    for (cJSON *point = item->child, *next; point; point = next) {
        double at[2];
        next = point->next;
        if (!read_point(point, at)) {
            cJSON_Delete(cJSON_DetachItemViaPointer(item, point));
            others++;
            continue;
        }
        if (!is_plain(point)) {
            cJSON_ReplaceItemViaPointer(item, point, point_new(at, read_corner(point)));
        }
        n++;
    }
    if (n < LEAST_POINTS) {
        g_autofree char *got = g_strdup_printf("%u", n);
        return refuse(check, field, got, error);
    }
    if (others) {
        fairy_check_note(check, "\"%s%s\": left out %u that are no points", check->prefix,
                         field->name, others);
    }
    return FAIRY_VALUE_GOOD;
}
