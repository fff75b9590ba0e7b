/* What is in a drawing, at the level a person would name it. Plain structs, no XML. */
#pragma once

#include <svg/color.h>
#include <svg/document.h>

typedef enum {
#define SVG_KIND(id, name, flags) SVG_KIND_##id,
#include <svg/kinds.def>
#undef SVG_KIND
    SVG_KIND_COUNT,
} SvgKind;

enum {
    SVG_KIND_CLOSED = 1 << 0,    /* an outline that can hold a label */
    SVG_KIND_CREATABLE = 1 << 1, /* svg_edit_create() can make it */
    SVG_KIND_GEO = 1 << 2,       /* given by x, y, w, h */
};

/* "rectangle", "pill", …: the `_type` of reference/actions.md. */
const char *svg_kind_name(SvgKind kind);
/* Returns "a" or "an", which stands before that name; static. */
const char *svg_kind_article(SvgKind kind);
/* SVG_KIND_COUNT when the name isn't known. Accepts NULL. */
SvgKind svg_kind_from_name(const char *name);
guint svg_kind_flags(SvgKind kind);

typedef enum {
    SVG_LABEL_WITHIN, /* on it; and where there are none, or it is a line */
    SVG_LABEL_ABOVE,
    SVG_LABEL_BELOW,
    SVG_LABEL_LEFT,
    SVG_LABEL_RIGHT,
} SvgLabelSide;

/* How a line of words begins. */
typedef struct {
    double font_size; /* document units */
    gboolean bold;
    char ink[8]; /* "#rrggbb"; "" where it is no colour */
} SvgLineLetters;

typedef enum {
#define SVG_HEAD(id, name) SVG_HEAD_##id,
#include <svg/heads.def>
#undef SVG_HEAD
    SVG_HEAD_OTHER, /* nothing that svg_edit_set_style() makes */
} SvgHead;

typedef enum {
    SVG_ROUTE_STRAIGHT,
    SVG_ROUTE_ORTHOGONAL, /* level and upright stretches; their corners may be round */
    SVG_ROUTE_POLYLINE,   /* corners that aren't right ones */
    SVG_ROUTE_CURVED,
} SvgRoute;

typedef struct {
    char *id;
    SvgKind kind;
    SvgBox box;     /* geometric: the fill area, without stroke; document space */
    char *text;     /* label or content, lines joined by "\n"; NULL if it has none */
    char *label_id; /* the <text> that carries `text`, when that is another element; else NULL */
    char *name;     /* inkscape:label, else the <title>; NULL if none */
    char *parent;   /* id of the group or layer it is in; NULL at the top */
    char *fill;     /* "#rrggbb", "none", "url(#id)"; NULL where it doesn't apply */
    char *stroke;   /* the same */
    char *ground;   /* where it has no fill: that of the one of its size that is drawn right beneath
                       it, as some programs draw fills and outlines; NULL if none */
    const char
        *color; /* the palette name a person would call it by ("red"); NULL if none; static */
    gboolean color_by_stroke; /* it is that of `stroke`, else of `fill` */
    char *from_id;            /* arrows: the shape the tail touches; NULL if none */
    char *to_id;              /* arrows: the shape the head touches; NULL if none */
    SvgPoint start, end;      /* lines and arrows: their ends */
    double bend;         /* of those that are one curve: how far its middle is off the straight line
                            from start to end; > 0 is left of that way, as seen on screen */
    gboolean pattern;    /* `fill` is a <pattern> */
    guint n_heads;       /* lines and arrows: 1 for one at the end, 2 for one at either end */
    SvgHead heads[2];    /* those: what they are, at the start and at the end; else none */
    SvgRoute route;      /* of those that are one element, as colours; else straight */
    gboolean dashed;     /* the outline or line is dashed or dotted */
    double opacity;      /* its own, as a whole: 0 to 1 */
    double stroke_width; /* document units; 0 where there is no stroke */
    double font_size;    /* of its words' first letters, document units; 0 where it has none; */
    gboolean bold;       /* those are */
    char *ink;           /* the colour of those, as `fill` is; NULL where it has none */
    GArray *letters; /* SvgLineLetters of each line of `text`, where they aren't alike; else NULL */
    SvgLabelSide side; /* where its words stand that are drawn beside it */
    double rotation;   /* degrees by which its axes are turned, clockwise on screen, in ]-180,180];
                          0 for lines and arrows, whose ends tell */
    guint n_children;  /* groups and layers */
    guint n_parts;     /* outlines: how many elements decorate it, which aren't listed */
    gboolean locked;   /* itself or an ancestor is locked */
    gboolean layer;    /* an Inkscape layer */
} SvgShape;

/* All rendered shapes in paint order, back to front; hidden ones are left out. A text that labels a
 * shape is that shape's `text` and not in the list, and neither are the parts of a <text>. Groups
 * are listed before what is in them. Free with g_ptr_array_unref(). */
GPtrArray *svg_document_shapes(SvgDocument *doc);
typedef void (*SvgShapeFunc)(const SvgShape *shape, gpointer data);
/* Calls `func`, which mustn't change the document, for each of them, in their order, with a shape
 * that is borrowed for the call. A shape that doesn't touch `view` has no strings, and may be told
 * for a "draw" where what it connects makes it a "line"; colours are only there when `painted`. */
void svg_document_each_shape(SvgDocument *doc, SvgBox view, gboolean painted, SvgShapeFunc func,
                             gpointer data);
/* One shape, or NULL with SVG_ERROR_NOT_FOUND (the message names ids that look alike). A text that
 * labels a shape is found too, as itself. Free with svg_shape_free(). */
SvgShape *svg_document_shape(SvgDocument *doc, const char *id, GError **error);
/* The ids of what decorates the shape (tabs, icons, lines in it), in the document's order,
 * NULL-terminated. Each can be asked for by itself. The caller's (g_strfreev()). */
char **svg_document_parts(SvgDocument *doc, const char *id);
/* The ids of the shapes that are drawn in `area` (document space; a point has no width and height),
 * the topmost first, NULL-terminated: where their fills or strokes are, the boxes of texts,
 * pictures and copies. What belongs to a shape counts as that. The caller's (g_strfreev()). */
char **svg_document_at(SvgDocument *doc, SvgBox area);
/* The ids of all texts that carry the shape's words, in their order, NULL-terminated; empty where
 * it carries them itself, or has none. The caller's (g_strfreev()). */
char **svg_document_labels(SvgDocument *doc, const char *id);
/* The id of the shape of svg_document_shapes() that the element is a part of: whose words it is, or
 * what it decorates; of a group that is one shape, that shape. NULL when it is listed by itself, or
 * isn't drawn. Free with g_free(). */
char *svg_document_part_of(SvgDocument *doc, const char *id);
void svg_shape_free(SvgShape *shape);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgShape, svg_shape_free)

/* --- looks ------------------------------------------------------------------------------------ */

typedef enum { SVG_ALONG_START, SVG_ALONG_CENTER, SVG_ALONG_END } SvgAlong;
typedef enum { SVG_DASH_SOLID, SVG_DASH_DASHED, SVG_DASH_DOTTED } SvgDash;
/* A fill that goes from one colour to another. */
typedef struct {
    guint stops;           /* how many colours it has; 0: it is no such fill */
    char from[10], to[10]; /* "#rrggbb" of the first and the last, or "#rrggbbaa" */
    double angle; /* as SvgGradient's (<svg/edit.h>), from 0 on and below 360; 0 of a radial one */
    gboolean radial;
} SvgGradientLook;

/* What SvgShape doesn't tell of how a shape looks, as svg_edit_set_style() takes it, and of what
 * isn't seen of it. */
typedef struct {
    double opacity;                  /* of the whole shape, 0 to 1 */
    double fill_alpha, stroke_alpha; /* of the colours */
    SvgDash dash;
    SvgHead heads[2]; /* lines and arrows: at the start and at the end of SvgShape; else none */
    SvgGradientLook gradient;
    double corner_radius; /* of a rectangle; 0 of anything else */
    gboolean has_words;
    char *font_family; /* of the words' first letters: the first of its list; NULL without words */
    gboolean bold, italic;
    SvgAlong align;    /* of several texts: the middle */
    char ink[8];       /* "#rrggbb", their colour; "" where it is no colour, or of HTML */
    SvgRoute route;    /* of lines and arrows; else straight */
    double label_at;   /* where along those their words are, from 0, the start, to 1; else NAN */
    gboolean clipped;  /* it or what it is in, by clip-path: parts of it may not be seen */
    char *description; /* its <desc>; NULL if none */
    char *link;        /* where the <a> that it is in leads (SVG 1.1 §17.1); NULL if none */
} SvgLook;

/* Of a shape of the document, as it is now. */
void svg_document_look(SvgDocument *doc, const SvgShape *shape, SvgLook *out);
void svg_look_clear(SvgLook *look);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgLook, svg_look_clear)

/* --- words for who can't see it --------------------------------------------------------------- */

/* What the root says of the whole drawing. Strings are NULL where there is nothing but blanks. */
typedef struct {
    char *title, *desc; /* of its first <title> and <desc> */
    char *role, *language;
    gboolean first;    /* the <title> is the first element in it */
    gboolean labelled; /* aria-labelledby names that title, and the description if there is one */
    gboolean links;    /* something in it can be followed, or has the keyboard's focus */
} SvgDescription;

void svg_document_description(SvgDocument *doc, SvgDescription *out);
void svg_description_clear(SvgDescription *description);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgDescription, svg_description_clear)

/* --- bounds ----------------------------------------------------------------------------------- */

/* The geometric box in document space. FALSE with SVG_ERROR_NOT_FOUND, or SVG_ERROR_INVALID for an
 * element that draws nothing. */
gboolean svg_document_bounds(SvgDocument *doc, const char *id, SvgBox *box, GError **error);
/* Where the outline of a shape or a line runs: SvgPoint, two for each stretch; curves are
 * stretches, too. Empty for unknown ids. The caller's (g_array_unref). */
GArray *svg_document_stretches(SvgDocument *doc, const char *id);

/* --- colours ---------------------------------------------------------------------------------- */

/* What a name of the palette stands for in this drawing: of the colours that a person calls so, and
 * that are about as light and strong as the palette's or what CSS calls so, the one that the
 * drawing has most; without any, the palette's. Else as svg_palette_css(); tints of names are the
 * palette's. */
char *svg_document_color(SvgDocument *doc, const char *name, gboolean tint);
/* The name that stands for exactly that colour in this drawing; NULL if none does, as for "none"
 * and NULL. Static. */
const char *svg_document_color_name(SvgDocument *doc, const char *css);
