#include "document/kept.h"

#include "document/document_priv.h"

/* There are about ten keepers, so looking at each is quicker than anything else. A keeper has its
 * place for good, as one may come or go while others are told. */
static SvgKept *place_of(const SvgDocument *doc, const SvgKeeper *keeper)
{
    for (guint i = 0; i < doc->n_kept; i++) {
        if (doc->kept[i].keeper == keeper) {
            return (SvgKept *)&doc->kept[i];
        }
    }
    return NULL;
}

gpointer svg_kept(const SvgDocument *doc, const SvgKeeper *keeper)
{
    const SvgKept *place = place_of(doc, keeper);
    return place ? place->kept : NULL;
}

static void free_kept(gpointer data)
{
    SvgKept *place = data;
    gpointer kept = g_steal_pointer(&place->kept);
    if (kept && place->keeper->free) {
        place->keeper->free(kept);
    }
}

static void forget(SvgDocument *doc, SvgKept *place)
{
    if (place->kept && place->keeper->lends && doc->open) {
        if (!doc->lent) {
            doc->lent = g_array_new(FALSE, FALSE, sizeof(SvgKept));
            g_array_set_clear_func(doc->lent, free_kept);
        }
        g_array_append_val(doc->lent, *place);
        place->kept = NULL;
    }
    free_kept(place);
}

void svg_kept_end_loans(SvgDocument *doc)
{
    g_clear_pointer(&doc->lent, g_array_unref);
}

static SvgKept *new_place(SvgDocument *doc, const SvgKeeper *keeper)
{
    g_assert(doc->n_kept < G_N_ELEMENTS(doc->kept));
    SvgKept *place = &doc->kept[doc->n_kept++];
    *place = (SvgKept){keeper, NULL};
    return place;
}

gpointer svg_keep(SvgDocument *doc, const SvgKeeper *keeper, gpointer kept)
{
    SvgKept *place = place_of(doc, keeper);
    place = place ? place : new_place(doc, keeper);
    forget(doc, place);
    return place->kept = kept;
}

gpointer svg_kept_steal(SvgDocument *doc, const SvgKeeper *keeper)
{
    SvgKept *place = place_of(doc, keeper);
    return place ? g_steal_pointer(&place->kept) : NULL;
}

void svg_kept_forget(SvgDocument *doc, guint what)
{
    for (guint i = 0; i < doc->n_kept; i++) {
        if (doc->kept[i].keeper->forget & what) {
            forget(doc, &doc->kept[i]);
        }
    }
}

void svg_kept_touched(SvgDocument *doc, SvgNode *node)
{
    for (guint i = 0; i < doc->n_kept; i++) {
        const SvgKept *place = &doc->kept[i];
        if (place->kept && place->keeper->touched) {
            place->keeper->touched(place->kept, node);
        }
    }
    svg_kept_forget(doc, SVG_FORGET_TOUCHED);
}

gboolean svg_kept_may_print(SvgDocument *doc, GError **error)
{
    for (guint i = 0; i < doc->n_kept; i++) {
        const SvgKept *place = &doc->kept[i];
        if (place->kept && place->keeper->may_print &&
            !place->keeper->may_print(place->kept, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

void svg_kept_free(SvgDocument *doc)
{
    svg_kept_end_loans(doc);
    while (doc->n_kept) {
        free_kept(&doc->kept[doc->n_kept - 1]);
        doc->n_kept--;
    }
}
