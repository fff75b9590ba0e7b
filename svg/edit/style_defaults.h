/* How the drawing looks so far, so that what is new looks like it. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* User units that a px is on a page of usual size: what "2 px wide" is in this drawing. On a page
 * of more px than a screen shows, or of next to none, it goes with the page. */
double svg_unit(SvgDocument *doc);

/* Lines, and arrows by themselves where some have a marker at their end. */
typedef struct {
    gboolean known; /* there are some to look like */
    double width;   /* of outlines when there are no lines */
    guint32 rgb;
    char *head; /* the id of an arrow's marker; NULL if it is none that has one */
} SvgLineLook;

typedef struct {
    gboolean known;        /* there are some to look like */
    double width;          /* of the stroke */
    SvgPaint fill, stroke; /* server is NULL */
} SvgOutlineLook;

/* Letters on shapes. */
typedef struct {
    gboolean known; /* there are some to look like */
    char *family;
    double size;
    int weight;
    gboolean italic;
    guint32 ink;
} SvgLetterLook;

/* The most common of what is drawn; lengths in document units. */
typedef struct {
    double unit;  /* what a px is on a page of usual size: see svg_unit() */
    char *family; /* of text */
    double font_size;
    guint32 ink; /* the colour of text, 0xRRGGBB */
    SvgLineLook line, arrow;
    SvgOutlineLook outline;
    SvgLetterLook words;     /* on shapes */
    gboolean has_boxes;      /* svg_style_defaults_all() was asked for */
    double corner;           /* the radius of rectangles */
    gboolean no_drawn_heads; /* arrows have none that are shapes of their own: it was looked */
    guint version;           /* of the drawing whose letters these are */
    GArray *sizes;           /* SvgSized: outlines to take a size from; NULL until asked for */
} SvgStyleDefaults;

typedef struct {
    SvgKind kind;
    SvgBox box;
} SvgSized;

/* Found once per document, by a look at a limited number of elements. The document's. */
SvgStyleDefaults *svg_style_defaults_of(SvgEdit *edit);
/* The same, its outlines, arrows and words those of a new shape, arrow, and label on a shape: what
 * shapes with words, arrows, whatever draws their heads, and words on shapes mostly have. */
const SvgStyleDefaults *svg_style_defaults_all(SvgEdit *edit);
/* The marker that a new arrow of this look has at its end, if it is still there; else NULL. */
const char *svg_style_defaults_head(SvgEdit *edit);
/* The size of a new outline at `at`: that of its neighbours, of the same kind where there are some;
 * FALSE, leaving it, when there are none. */
gboolean svg_style_defaults_size(SvgEdit *edit, SvgKind kind, SvgPoint at, double *w, double *h);
