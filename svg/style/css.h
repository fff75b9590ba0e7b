/* Style sheets, read: rules, their selectors and declarations, and which of them match an element.
 * Private to style/.
 *
 * Everything stands in arrays of the sheets and refers to others by index: a selector is a run of
 * compounds, a compound a run of tests, a rule one selector with a run of declarations. */
#pragma once

#include "style/style.h"

typedef enum {
    SVG_CSS_TYPE,
    SVG_CSS_ID,
    SVG_CSS_CLASS,
    SVG_CSS_ATTR_SET,    /* [a] */
    SVG_CSS_ATTR_EQUAL,  /* [a=v] */
    SVG_CSS_ATTR_WORD,   /* [a~=v] */
    SVG_CSS_ATTR_DASH,   /* [a|=v] */
    SVG_CSS_ATTR_PREFIX, /* [a^=v] */
    SVG_CSS_ATTR_SUFFIX, /* [a$=v] */
    SVG_CSS_ATTR_PART,   /* [a*=v] */
    SVG_CSS_ROOT,
    SVG_CSS_NTH,   /* a, b, counting; also :first-child and the like */
    SVG_CSS_EMPTY, /* no children */
    SVG_CSS_LINK,  /* an <a> that leads somewhere */
    SVG_CSS_LANG,  /* value: languages with a comma behind each */
    SVG_CSS_NEVER, /* :hover and others that hold only while somebody is there to point */
    SVG_CSS_ANY,   /* list */
    SVG_CSS_NOT,   /* list */
    SVG_CSS_HAS,   /* list of relative ones: their first combinator is to the element itself */
} SvgCssKind;

/* A run of compounds. */
typedef struct {
    guint compounds, n_compounds;
} SvgCssSelector;

/* A run of selectors. */
typedef struct {
    guint first, n;
} SvgCssList;

/* What :nth-…() counts: siblings from the first or from the last, all or those of the same type. */
enum {
    SVG_CSS_FROM_LAST = 1 << 0,
    SVG_CSS_OF_TYPE = 1 << 1,
    SVG_CSS_COUNTINGS = 1 << 2, /* the first ones; others are "of" a list */
};

typedef struct {
    guint how;             /* FROM_LAST, OF_TYPE */
    SvgCssList of;         /* only siblings that one of them matches; none: all */
    GHashTable *positions; /* element → its number among siblings, from 1; 0: isn't counted */
} SvgCssCounting;

typedef struct {
    SvgCssKind kind;
    const char *name, *value; /* type, id or class; or attribute and value */
    gboolean any_case;        /* [a=v i] */
    int a, b;
    guint counting; /* number of the SvgCssCounting */
    SvgCssList list;
} SvgCssTest;

/* "rect.big[rx]": all tests must hold; none is "*". */
typedef struct {
    char combinator; /* to the compound before: ' ' '>' '+' '~'; 0 for the first */
    guint tests, n_tests;
} SvgCssCompound;

typedef struct {
    SvgCssSelector selector;
    const char *text; /* of the selector, as written */
    guint specificity;
    guint declarations, n_declarations;
    gboolean custom; /* it sets a custom property */
    gboolean whole;  /* all its declarations are of properties that we read */
    guint order;     /* in the document */
    guint block;     /* the order of the first rule with the same declarations */
} SvgCssRule;

typedef struct {
    int property; /* -1: custom, or one that we don't read */
    gboolean important;
    const char *name;  /* of such a one */
    const char *value; /* without comments */
} SvgCssDeclaration;

struct _SvgShares;
typedef struct _SvgStyleSharing SvgStyleSharing;

typedef struct _SvgSheets SvgSheets;
struct _SvgSheets {
    GStringChunk *strings;
    gboolean lenient;     /* see svg_sheets_new_lenient() */
    gboolean html;        /* see svg_sheets_read_html() */
    gboolean only_svg;    /* selectors are for SVG's own elements, as librsvg reads them; else, as
                             browsers do, for those of all namespaces */
    GArray *tests;        /* SvgCssTest */
    GArray *compounds;    /* SvgCssCompound */
    GArray *selectors;    /* SvgCssSelector: those of lists */
    GArray *countings;    /* SvgCssCounting */
    GArray *rules;        /* SvgCssRule; after svg_sheets_index() weakest first */
    GArray *declarations; /* SvgCssDeclaration */
    gboolean custom;      /* some rule sets a custom property */
    gboolean newer;       /* some value was var() or light-dark(), which librsvg doesn't know */
    GHashTable *by_id;    /* → GArray of rule numbers, by what their last compound asks for */
    GHashTable *by_class;
    GHashTable *by_type;
    GArray *others;
    struct _SvgShares *shares; /* styles computed with these sheets */
    GArray *spare;             /* between calls: the space for one to collect in; else NULL */
    SvgStyleSharing *sharing;  /* style_sharing.h; NULL before svg_sheets_index() */
    GHashTable *leaders; /* SvgCssLeader → the first child of a parent that a compound matches */
    guint steps;         /* of :has() since the tree was another: see css_limits.h */
};

SvgSheets *svg_sheets_new(void);
/* For all that any program might do by a sheet, not for what is drawn: @media and other conditions
 * hold, what isn't known in a selector is left out of it, a selector that isn't valid doesn't take
 * those beside it along, and rules in rules are read (CSS Nesting 1). */
SvgSheets *svg_sheets_new_lenient(void);
void svg_sheets_free(SvgSheets *sheets);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgSheets, svg_sheets_free)
/* Adds the rules of a sheet. Never fails: what isn't understood is skipped, as CSS Syntax 3 §9 and
 * CSS 2.1 §4.2 ask. Not after svg_sheets_index(). */
void svg_sheets_add(SvgSheets *sheets, const char *css, gsize len);
/* Sorts the rules and makes them findable. */
void svg_sheets_index(SvgSheets *sheets);
/* The text, kept with the sheets; the same text once. */
const char *svg_sheets_keep(SvgSheets *sheets, const char *text, gsize len);

/* What a selector of a type is compared with: of HTML the name without what stands for its
 * namespace. */
static inline const char *svg_css_type(const SvgSheets *sheets, const SvgNode *node)
{
    const char *name = node->name->str;
    return sheets->html && g_str_has_prefix(name, "?:") ? name + 2 : name;
}
/* Reads "a, b > c" as one rule each, whose declarations are filled in by the caller. FALSE, adding
 * nothing, when one of them isn't valid or known (Selectors 4 §3.7). */
gboolean svg_selectors_parse(SvgSheets *sheets, const char *at, const char *end);
/* A media query list that holds for a drawing on a screen, whatever the screen. */
gboolean svg_media_applies(const char *at, const char *end);

/* Appends the numbers (guint) of the rules that match, weakest first; only those with custom
 * properties if `custom`. */
void svg_sheets_match(SvgSheets *sheets, const SvgNode *node, gboolean custom, GArray *out);
/* The same for all rules, in an array that svg_sheets_matched() takes back. */
GArray *svg_sheets_matching(SvgSheets *sheets, const SvgNode *node);
void svg_sheets_matched(SvgSheets *sheets, GArray *rules);
/* Forgets what was remembered of the tree. */
void svg_sheets_forget_tree(SvgSheets *sheets);

/* Whether a rule that matches makes no difference, in any program: the element's own style="" has a
 * plain value for all that it declares. */
gboolean svg_style_outweighs(SvgDocument *doc, const SvgNode *node, const SvgSheets *sheets,
                             const SvgCssRule *rule);

/* The sheets of the document, read on first use. */
SvgSheets *svg_sheets_of(SvgDocument *doc);
/* The same, lenient; the caller's. */
SvgSheets *svg_sheets_read_lenient(SvgDocument *doc);
/* The same for what is HTML in a <foreignObject>: selectors of types are for elements of all
 * namespaces, and declarations of all properties are kept; the caller's. */
SvgSheets *svg_sheets_read_html(SvgDocument *doc);
/* svg_style_compute() by such sheets. */
void svg_style_compute_by(SvgSheets *sheets, SvgDocument *doc, const SvgNode *node,
                          const SvgStyle *parent, SvgStyle *style);
