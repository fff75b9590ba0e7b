/* Where elements have colours, and giving them another there. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef enum {
    SVG_COLOR_PAINT,  /* the element's fill, stroke, or `color` for what a clone shows */
    SVG_COLOR_STOP,   /* of a gradient */
    SVG_COLOR_HTML,   /* of words in HTML */
    SVG_COLOR_SHARED, /* those of a definition that it refers to */
} SvgColorKind;

#define SVG_COLOR_BY_HREF (-1)

typedef struct {
    SvgNode *node;
    SvgColorKind kind;
    int property; /* SvgProperty of a paint, or that refers to what is shared; or SVG_COLOR_BY_HREF
                   */
    guint32 rgb;
    double alpha; /* of the colour itself */
    char *shared; /* the id of the definition; else NULL. Owned */
} SvgColorSite;

typedef struct {
    SvgEdit *edit;
    GHashTable *from;   /* rgb + 1, as a set */
    GHashTable *shared; /* char *: id of a definition → GHashTable: its rgb + 1, as a set */
    GHashTable *copies; /* char *: id of a definition → char *: that of its copy */
    guint32 to;
} SvgRecolor;

SvgRecolor *svg_recolor_new(SvgEdit *edit);
void svg_recolor_free(SvgRecolor *recolor);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgRecolor, svg_recolor_free)

/* An empty list of SvgColorSite; the caller's. */
GArray *svg_color_sites_new(void);
/* Adds those of one element of the drawing, or of words in HTML, that can be seen. */
void svg_color_sites_add(SvgRecolor *recolor, SvgNode *node, GArray *sites);
/* All of a definition, but for those in definitions in it; the caller's. */
GArray *svg_color_sites_in(SvgRecolor *recolor, SvgNode *definition);
/* What a stop says its colour is; NULL if nothing. The caller's. */
char *svg_stop_color(const SvgNode *stop);
/* Calls `func` with each colour that is there: one, but of a definition all. */
typedef void (*SvgColorFunc)(guint32 rgb, gpointer data);
void svg_color_site_each(SvgRecolor *recolor, const SvgColorSite *site, SvgColorFunc func,
                         gpointer data);

/* --- color_set.c */

/* From here on, what is `rgb`, also one of several, is to be `to`. */
void svg_recolor_from(SvgRecolor *recolor, guint32 rgb);
void svg_recolor_to(SvgRecolor *recolor, guint32 to);
gboolean svg_recolor_concerns(SvgRecolor *recolor, const SvgColorSite *site);
/* Gives a site that is concerned the other colour; how transparent it is stays. What is shared is
 * copied, once, and the copy referred to. FALSE where nothing can be put beside that. */
gboolean svg_recolor_set(SvgRecolor *recolor, const SvgColorSite *site);
