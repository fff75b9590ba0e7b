/* The element tree. Private to svg/.
 *
 * Bytes are the truth. Every element holds the runs of bytes it is written with; printing the tree
 * is joining them in order:
 *
 *     before · open · (children) · tail · close
 *     "\n  "  "<g id='a'>"         "\n  "  "</g>"
 *
 * Comments, processing instructions, CDATA and character data live in `before` and `tail`. The
 * decoded names, attributes and text beside them are for reading. Text nodes are for reading only:
 * they are in their place among the children, but print nothing.
 *
 * Nodes, attributes and strings live as long as the document. All writing goes through splice.h,
 * which logs it; nothing else may assign to a node. */
#pragma once

#include "values/slice.h"

#include <svg/document.h>

#include <string.h>

typedef enum {
    SVG_TAG_UNKNOWN, /* another namespace, or an element we have no rule for */
#define SVG_TAG(id, name, flags) SVG_TAG_##id,
#include "document/tags.def"
#undef SVG_TAG
    SVG_TAG_COUNT,
} SvgTag;

typedef enum {
    SVG_ATTR_OTHER, /* one that is looked up by its name */
#define SVG_ATTR(id, name) SVG_ATTR_##id,
#include "document/attrs.def"
#undef SVG_ATTR
    SVG_ATTR_COUNT,
} SvgAttrId;

enum {
    SVG_TAG_IS_SHAPE = 1 << 0,      /* rect, circle, ellipse, line, polyline, polygon, path */
    SVG_TAG_IS_RENDERED = 1 << 1,   /* draws something where it stands */
    SVG_TAG_IS_CONTAINER = 1 << 2,  /* draws its children */
    SVG_TAG_IS_TEXT_BLOCK = 1 << 3, /* text, flowRoot */
    SVG_TAG_IS_TEXT_PART = 1 << 4,  /* tspan and the like, within one of these */
    SVG_TAG_IS_HTML = 1 << 5,       /* foreignObject */
    SVG_TAG_IS_ROUND = 1 << 6,      /* circle, ellipse */
    SVG_TAG_HAS_VERTICES = 1 << 7,  /* line, polyline, polygon, path: it may have markers */
    SVG_TAG_IS_GROUP = 1 << 8,      /* g, a: a container that does nothing by itself */
    SVG_TAG_IS_DEFINITION = 1 << 9, /* it, or what is in it, is there for others to use */
    SVG_TAG_IS_REMARK = 1 << 10,    /* title, desc: words about what it is in */
    SVG_TAG_IS_IDLE = 1 << 11,      /* no box depends on it, nor on what is in it */
    SVG_TAG_IS_ANIMATION = 1 << 12, /* changes what it is in, or refers to, with time */
    /* Text content element: character data in it is drawn. */
    SVG_TAG_IS_TEXT = SVG_TAG_IS_TEXT_BLOCK | SVG_TAG_IS_TEXT_PART,
    SVG_TAG_IS_WORDS = SVG_TAG_IS_TEXT | SVG_TAG_IS_HTML,
};

/* A name, one per document and spelling: compare by pointer within a document, or use the ids. The
 * prefix is canonical ("inkscape", "sodipodi", "xlink", "xml", none for SVG), whatever the file's.
 */
typedef struct {
    const char *str; /* "rect", "inkscape:label", "xlink:href", "xmlns:foo" */
    guint16 tag;     /* SvgTag, for element names */
    gint16 property; /* SvgProperty (values/properties.h) of a presentation attribute; -1 if none */
    guint8 attr;     /* SvgAttrId, for attribute names */
    guint number;    /* from 0, in the order of their making */
    guint len;       /* of `str` */
    gboolean is_style; /* an attribute that style is read from: presentation, style, xml:space */
    gboolean is_reference; /* an attribute whose value may be "#id", or a list of such */
} SvgName;

typedef struct {
    const SvgName *name;
    const char *value; /* decoded, NUL-terminated */
} SvgAttr;

typedef struct _SvgNode SvgNode;
struct _SvgNode {
    /* Its state, which the log of a transaction keeps, up to `flags`. */
    SvgNode *parent, *prev, *next, *first, *last;
    const SvgName *name; /* NULL: a text node */
    const char *text;    /* text nodes: decoded */
    const SvgAttr *attrs;
    guint n_attrs;
    guint line : 30;   /* in the source; 0 for new elements */
    guint foreign : 1; /* came out of an &entity;: has no bytes of its own, can't be changed */
    guint removed : 1; /* no longer in the tree */
    const char
        *id; /* unique in the document: its own, or derived (see ids.h); NULL until derived */
    SvgSlice before, open, tail, close;

    guint8 flags;   /* lock/locks.c */
    guint8 written; /* splice.c: what of it may be written again in the same transaction */
    guint8 stirred; /* it, or something in it, was once written to: see svg_node_as_read() */
    guint8 refers;  /* to some element, or did once: see svg_refs_index() */
    guint32 seen;   /* scratch: cycle and visit marks, see svg_document_next_mark() */
    guint32 place;  /* where index/ looks for its entry first; means nothing by itself */
    guint32 logged; /* number of the last transaction that wrote to it */
};

/* The root <svg>. Never NULL. */
SvgNode *svg_document_root(SvgDocument *doc);
/* A number no node has in `seen` yet. */
guint32 svg_document_next_mark(SvgDocument *doc);

SvgTag svg_node_tag(const SvgNode *node);   /* SVG_TAG_UNKNOWN for text nodes */
SvgTag svg_tag_from_name(const char *name); /* SVG_TAG_UNKNOWN for others */
guint svg_tag_flags(SvgTag tag);
/* It is an element that has any of these flags. */
gboolean svg_node_is(const SvgNode *node, guint flags);
const char *svg_tag_name(SvgTag tag);
/* The decoded value, NULL when absent. `name` is canonical ("xlink:href"). Borrowed. */
const char *svg_node_attr_len(const SvgNode *node, const char *name, gsize len);
/* Inline, so that the length of a literal is known when it is compiled. */
static inline const char *svg_node_attr(const SvgNode *node, const char *name)
{
    return svg_node_attr_len(node, name, strlen(name));
}
/* The same by number. */
const char *svg_node_value(const SvgNode *node, SvgAttrId attr);
/* href, or else xlink:href. */
const char *svg_node_href(const SvgNode *node);
/* The element an href="#id" or url(#id) value points to; NULL when there is none. */
SvgNode *svg_document_ref(SvgDocument *doc, const char *reference);
/* The element that "#id" points to: its own id is that. NULL when there is none. */
SvgNode *svg_document_owner(SvgDocument *doc, const char *id);
/* By id, own or derived; NULL when there is none. */
SvgNode *svg_document_find(SvgDocument *doc, const char *id);
/* The node's id; derives ids for the whole document on first need. Never NULL for elements. */
const char *svg_node_id(SvgDocument *doc, SvgNode *node);
/* A name or an id as it can stand between quotes in a one-line message, which it can't end: cut,
 * without control characters and double quotes. The caller's. */
char *svg_name_shown(const char *name);

/* The bytes of an element that isn't stirred, with all that is in it, and with its `before` if
 * asked: they stand in one piece in the source. None for what prints nothing. */
SvgSlice svg_node_as_read(const SvgNode *node, gboolean with_before);
/* Walks the subtree of `top` in document order, `top` first. Pass NULL as `at` to start; NULL is
 * the end. No recursion. `skip` leaves the children of `at` out. Text nodes are visited. */
SvgNode *svg_node_walk(SvgNode *top, SvgNode *at, gboolean skip);
/* The first and the next element child; NULL at the end. */
SvgNode *svg_node_first_element(const SvgNode *parent);
SvgNode *svg_node_next_element(const SvgNode *node);
/* `node` itself or something in it is `other`. */
gboolean svg_node_contains(const SvgNode *node, const SvgNode *other);
/* All character data in the subtree, in order. The caller's. */
char *svg_node_text(SvgNode *node);
#define SVG_LOCK_ATTRIBUTE "sodipodi:insensitive"
/* It is on the node itself. */
gboolean svg_node_has_lock(const SvgNode *node);
/* On the node or an ancestor. */
gboolean svg_node_is_locked(const SvgNode *node);
