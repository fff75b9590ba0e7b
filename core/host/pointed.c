/* Reads what a person points at. */
#include "host/pointed.h"

#include <fairy/error.h>
#include <svg/shape.h>

#include <math.h>

enum { POINT_NUMBERS = 2, AREA_NUMBERS = 4 };

/* How many finite numbers with commas between them `text` is made of; 0 if it is something else. */
static guint read_numbers(const char *text, double numbers[AREA_NUMBERS])
{
    const char *p = text;
    for (guint n = 0; n < AREA_NUMBERS; n++) {
        char *end = NULL;
        numbers[n] = g_ascii_strtod(p, &end);
        if (end == p || !isfinite(numbers[n]) || (*end != ',' && *end != '\0')) {
            return 0;
        }
        if (*end == '\0') {
            return n + 1;
        }
        p = end + 1;
    }
    return 0;
}

static void clear_item(gpointer data)
{
    FairyContextItem *item = data;
    g_strfreev((char **)item->shapes);
}

gboolean fairy_check_shapes(SvgDocument *doc, const char *const *ids, GError **error)
{
    for (; ids && *ids; ids++) {
        g_autoptr(SvgShape) shape = svg_document_shape(doc, *ids, error);
        if (!shape) {
            return FALSE;
        }
    }
    return TRUE;
}

/* An id may have a comma in it. */
static gboolean read_shapes(SvgDocument *doc, const char *word, FairyContextItem *item,
                            GError **error)
{
    char **ids = svg_document_has_id(doc, word) ? g_strdupv((char *[]){(char *)word, NULL})
                                                : g_strsplit(word, ",", -1);
    item->kind = FAIRY_CONTEXT_SHAPES;
    item->shapes = (const char *const *)ids;
    return fairy_check_shapes(doc, item->shapes, error);
}

static gboolean read_item(SvgDocument *doc, const char *word, FairyContextItem *item,
                          GError **error)
{
    double n[AREA_NUMBERS];
    guint count = svg_document_has_id(doc, word) ? 0 : read_numbers(word, n);
    if (count == POINT_NUMBERS) {
        *item = (FairyContextItem){.kind = FAIRY_CONTEXT_POINT, .point = {n[0], n[1]}};
        return TRUE;
    }
    if (count == 0) {
        return read_shapes(doc, word, item, error);
    }
    if (count != AREA_NUMBERS) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "--context %s has %u numbers; a point has 2 (X,Y), an area 4 (X,Y,W,H)", word,
                    count);
        return FALSE;
    }
    *item = (FairyContextItem){.kind = FAIRY_CONTEXT_AREA, .area = {n[0], n[1], n[2], n[3]}};
    if (n[2] > 0 && n[3] > 0) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "the area %s has none; width and height must be more than 0", word);
    return FALSE;
}

GArray *fairy_pointed_read(SvgDocument *doc, const char *const *words, GError **error)
{
    g_autoptr(GArray) items = g_array_new(FALSE, TRUE, sizeof(FairyContextItem));
    g_array_set_clear_func(items, clear_item);
    for (; words && *words; words++) {
        g_array_set_size(items, items->len + 1);
        if (!read_item(doc, *words, &g_array_index(items, FairyContextItem, items->len - 1),
                       error)) {
            return NULL;
        }
    }
    return g_steal_pointer(&items);
}
