/* Computed style: what an element looks like after presentation attributes, style sheets, inline
 * style and inheritance (SVG 1.1 §6, CSS 2.1 §6). Private to svg/. */
#pragma once

#include "document/node.h"
#include "values/color.h"
#include "values/properties.h"

typedef enum { SVG_PAINT_NONE, SVG_PAINT_COLOR, SVG_PAINT_SERVER } SvgPaintKind;

typedef struct {
    SvgPaintKind kind;
    guint32 rgb;        /* 0xRRGGBB; of a server: its fallback, or 0 */
    double alpha;       /* of the colour itself, 0–1; of a server 1 unless its fallback has one */
    const char *server; /* the id in url(#id); borrowed from the document */
} SvgPaint;

/* The same kind, and of colours the same one, however transparent. */
/* "#rrggbb", "url(#id)" or "none". The caller's. */
char *svg_paint_name(const SvgPaint *paint);
static inline gboolean svg_paint_is_same(const SvgPaint *a, const SvgPaint *b)
{
    return a->kind == b->kind && (a->kind != SVG_PAINT_COLOR || a->rgb == b->rgb);
}

typedef enum { SVG_CAP_BUTT, SVG_CAP_ROUND, SVG_CAP_SQUARE } SvgLineCap;

/* miter-clip and arcs count as miter. */
typedef enum { SVG_JOIN_MITER, SVG_JOIN_ROUND, SVG_JOIN_BEVEL } SvgLineJoin;

/* What the origin of a transform is relative to (CSS Transforms 1 §6). fill-box and content-box are
 * one, stroke-box and border-box too. */
typedef enum {
    SVG_TRANSFORM_VIEW_BOX,
    SVG_TRANSFORM_FILL_BOX,
    SVG_TRANSFORM_STROKE_BOX
} SvgTransformBox;

typedef enum { SVG_TEXT_START, SVG_TEXT_MIDDLE, SVG_TEXT_END } SvgTextAnchor;

/* CSS Text 3 §7.1; left and right are start and end of text that runs to the right. */
typedef enum {
    SVG_ALIGN_START,
    SVG_ALIGN_CENTER,
    SVG_ALIGN_END,
    SVG_ALIGN_JUSTIFY,
} SvgTextAlign;

/* SVG 1.1 §10.9.2. What depends on the script counts as alphabetic. */
typedef enum {
    SVG_BASELINE_ALPHABETIC,
    SVG_BASELINE_MIDDLE,
    SVG_BASELINE_CENTRAL,
    SVG_BASELINE_HANGING,
    SVG_BASELINE_MATHEMATICAL,
    SVG_BASELINE_BEFORE_EDGE,
    SVG_BASELINE_AFTER_EDGE,
} SvgBaseline;

/* Copy freely. Strings are borrowed from the document, until the element or a style sheet changes.
 * Lengths in user units. */
#define SVG_BOLD 600 /* a font weight: from it on letters look bold */

typedef struct {
    guint64 serial;     /* styles of one document with the same serial are the same; set it to 0 in
                           one that you change */
    gboolean displayed; /* display isn't none, here and on all ancestors */
    gboolean visible;   /* visibility is visible */
    double opacity;     /* of this element alone */
    SvgPaint fill, stroke;
    double fill_opacity, stroke_opacity;
    double stroke_width;
    SvgLineCap stroke_linecap;
    SvgLineJoin stroke_linejoin;
    double stroke_miterlimit;
    const char *dashes,
        *dash_offset;        /* stroke-dasharray, stroke-dashoffset as written; NULL if none */
    guint32 color;           /* for currentColor */
    gboolean has_markers[3]; /* start, mid, end: not "none" */
    const char *marker[3];   /* ids of url(#id); NULL if none */
    const char *font_family; /* as written; NULL = the default */
    double font_size;
    int font_weight; /* 100–900 */
    gboolean font_italic;
    const char *font_stretch; /* keyword; NULL = normal */
    double letter_spacing, word_spacing;
    double line_height;        /* user units; < 0 = normal (1.25 × font size for Inkscape) */
    double line_height_factor; /* a line-height without unit, which children multiply by their own
                                  font size; 0 when it isn't one */
    SvgTextAnchor text_anchor;
    SvgTextAlign text_align; /* of wrapped text */
    gboolean rtl;            /* direction */
    double baseline_shift;   /* upwards, against the parent's baseline */
    SvgBaseline dominant_baseline, alignment_baseline;
    gboolean preserve_space;      /* white-space: pre*, or xml:space="preserve" */
    gboolean vertical;            /* writing-mode: tb…, vertical-… */
    const char *transform;        /* the CSS property `transform`, as written; NULL if none */
    const char *transform_origin; /* as written; NULL = the initial 0 0 */
    SvgTransformBox transform_box;
    gboolean overflow_visible; /* `overflow` is visible or auto; what isn't said follows the
                                  user agent's sheet: FALSE for all but the root */
    const char *clip_path;     /* id of url(#id); NULL if none */
    const char *mask;
    const char *filter;
    const char *inline_size;  /* as written; NULL if none */
    const char *shape_inside; /* id; NULL if none */
    gboolean non_scaling_stroke;
} SvgStyle;

/* Of a line: a marker at its start alone is the head of an arrow that goes the other way. */
static inline gboolean svg_style_is_turned(const SvgStyle *style)
{
    return style->has_markers[0] && !style->has_markers[2];
}

#define SVG_STYLE_INITIAL_SERIAL 1

/* Style of the root's parent: the initial values. The font size is 12, not CSS's 16: that is what
 * "medium" is for librsvg, which draws the pictures, and for Inkscape. */
void svg_style_initial(SvgStyle *style);
/* The style of `node`, given its parent's (the style of a <use> for what it instances). `viewport`
 * diagonal for percentages is not needed by what we read, but font sizes in em and % are resolved.
 */
void svg_style_compute(SvgDocument *doc, const SvgNode *node, const SvgStyle *parent,
                       SvgStyle *style);
/* The same, computing the ancestors' first. */
void svg_style_of(SvgDocument *doc, const SvgNode *node, SvgStyle *style);

/* One property as declared on the node itself by inline style, style sheets, or presentation
 * attribute, in the cascade's order; NULL when none declares it. No inheritance. Borrowed until the
 * node or a style sheet changes. */
const char *svg_style_declared(SvgDocument *doc, const SvgNode *node, SvgProperty property);

/* Whether any rule of the style sheets sets the property. */
gboolean svg_style_in_sheets(SvgDocument *doc, SvgProperty property);
/* Whether the node's own attributes may set display to something that isn't "inline"; quickly, so
 * TRUE where a closer look is needed. Style sheets apart. */
gboolean svg_style_may_hide(const SvgNode *node);

/* The value of `property` in the text of a style="" attribute; NULL if absent. The caller's. */
char *svg_declarations_get(const char *style, const char *property);
/* The text with `property` set to `value`, in place where it stands, else added at the end; removed
 * when `value` is NULL. Every other byte as it was. The caller's; may be "". */
char *svg_declarations_set(const char *style, const char *property, const char *value);
