/* Which places of a drawing were changed, for the page to outline them. */
#include "batch/batch_priv.h"

#include <svg/journal.h>
#include <svg/query.h>

#include <math.h>

/* What is outlined; more of it would only hide the drawing. */
enum { MOST_PLACES = 40, PARTS = 10000 };

typedef struct {
    GPtrArray *ids; /* of shapes that were changed; borrowed */
    double w, h;    /* of the page, in px */
    gboolean is;    /* the drawing is as it was left, and not as it was read */
    GString *out;
    guint n;
} Places;

static void add_ids(GPtrArray *ids, char *const *changed)
{
    for (; *changed; changed++) {
        if (!g_ptr_array_find_with_equal_func(ids, *changed, g_str_equal, NULL)) {
            g_ptr_array_add(ids, g_strdup(*changed));
        }
    }
}

static GPtrArray *changed_ids(SvgDocument *doc)
{
    GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
    guint n = svg_document_undo_depth(doc);
    for (guint i = 0; i < n && ids->len < MOST_PLACES; i++) {
        g_autoptr(SvgChange) change = svg_document_change(doc, i);
        add_ids(ids, change->added);
        add_ids(ids, change->changed);
        add_ids(ids, change->removed);
    }
    return ids;
}

/* As parts of the page. */
static int part(double value, double whole)
{
    return (int)CLAMP(round(value / whole * PARTS), 0, PARTS);
}

static void add_box(const SvgQueryItem *item, gpointer data)
{
    Places *places = data;
    const SvgPxBox *box = &item->visual;
    int left = part(box->x, places->w), top = part(box->y, places->h);
    int right = part(box->x + box->w, places->w), bottom = part(box->y + box->h, places->h);
    gboolean seen = box->w >= 0 && (right > left || bottom > top);
    if (seen) {
        g_string_append_printf(places->out, "%s[%d,%d,%d,%d,%d]", places->n++ > 0 ? "," : "", left,
                               top, right - left, bottom - top, places->is);
    }
}

static void add_boxes(SvgDocument *doc, gpointer data)
{
    Places *places = data;
    for (guint i = 0; i < places->ids->len; i++) {
        const char *const id[] = {places->ids->pdata[i], NULL};
        svg_document_query_ids(doc, id, add_box, places, NULL);
    }
}

char *fairy_batch_boxes(SvgDocument *doc)
{
    double px = svg_document_px_per_unit(doc);
    SvgBox page = svg_document_page(doc);
    if (!svg_document_is_changed(doc) || page.w <= 0 || page.h <= 0) {
        return NULL;
    }
    g_autoptr(GPtrArray) ids = changed_ids(doc);
    Places places = {.ids = ids, .w = page.w * px, .h = page.h * px, .out = g_string_new("[")};
    svg_document_visit(doc, 0, add_boxes, &places);
    places.is = TRUE;
    add_boxes(doc, &places);
    g_string_append_c(places.out, ']');
    return g_string_free(places.out, FALSE);
}
