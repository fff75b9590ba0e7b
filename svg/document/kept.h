/* What others keep of a document: an index of it, its parsed style sheets, what was recognised in
 * it. The document knows none of them, only when each is to be told or forgotten. Private to svg/.
 */
#pragma once

#include "document/node.h"

/* What makes a keeper's memory worthless. */
enum {
    SVG_FORGET_TOUCHED = 1 << 0,  /* anything is written to, or put into another state */
    SVG_FORGET_RENAMED = 1 << 1,  /* an element has another id */
    SVG_FORGET_RESTYLED = 1 << 2, /* a style sheet is another */
    SVG_FORGET_UNDONE = 1 << 3,   /* a commit was undone or redone */
};

/* Who keeps something; a constant, by whose address it is found again. */
typedef struct {
    GDestroyNotify free; /* called when it is forgotten, and when the document goes; NULL = isn't
                            the keeper's to free */
    guint forget;        /* SVG_FORGET_ flags */
    gboolean lends;      /* what is read of it is used until an edit ends, also when it is forgotten
                            meanwhile: then it is freed */
    /* Something in `node` is about to change, or has changed; called for every write, and for each
     * node that an undo swaps, so it must cost next to nothing. NULL = doesn't matter. */
    void (*touched)(gpointer kept, SvgNode *node);
    /* Asked before the document is printed: FALSE with an error forbids it. NULL = may be. */
    gboolean (*may_print)(gpointer kept, GError **error);
} SvgKeeper;

/* What it keeps of the document; NULL if nothing. */
gpointer svg_kept(const SvgDocument *doc, const SvgKeeper *keeper);
/* Keeps that in the place of what it kept, which is freed. NULL: nothing. Returns `kept`. */
gpointer svg_keep(SvgDocument *doc, const SvgKeeper *keeper, gpointer kept);
/* What it keeps becomes the caller's. */
gpointer svg_kept_steal(SvgDocument *doc, const SvgKeeper *keeper);
/* Something happened: `what` is one of SVG_FORGET_. */
void svg_kept_forget(SvgDocument *doc, guint what);
/* A node was touched: tells everyone, and SVG_FORGET_TOUCHED happened. */
void svg_kept_touched(SvgDocument *doc, SvgNode *node);
/* An edit ends: what was lent in it is freed. */
void svg_kept_end_loans(SvgDocument *doc);
/* Whether all agree that the document is printed. */
gboolean svg_kept_may_print(SvgDocument *doc, GError **error);
/* Frees all, the latest keeper's first. */
void svg_kept_free(SvgDocument *doc);
