/* What an edit may change that has a scope. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef enum {
    SVG_SCOPE_IN,
    SVG_SCOPE_BEYOND,  /* lies wholly beyond the area */
    SVG_SCOPE_REACHES, /* crosses its border */
    SVG_SCOPE_OTHERS,  /* is another's */
    SVG_SCOPE_HOLDS,   /* a group in which something is another's */
    SVG_SCOPE_NOWHERE, /* draws nothing */
} SvgVerdict;

typedef struct {
    SvgVerdict verdict;
    SvgNode *about; /* of a label the shape it is on; of a group what is another's in it */
    SvgBox box;     /* of what isn't in scope, where it was then */
} SvgJudged;

struct _SvgScoping {
    const SvgScope *scope;
    SvgBox area;       /* with its slack */
    GHashTable *known; /* SvgNode * → SvgJudged *, as it was before the edit */
    GHashTable *asked; /* SvgNode *: what verbs were asked to change */
    gboolean former;   /* the document is as it was before the edit, which is over */
};

/* How far a box reaches beyond the area: left, right, top, bottom; 0 or less when it doesn't. */
typedef struct {
    double side[4];
} SvgExcess;

SvgExcess svg_scope_excess(SvgBox area, SvgBox box);
/* "on its right side": where `after` exceeds `before` and 0 most; NULL when it doesn't. */
const char *svg_scope_side(SvgExcess before, SvgExcess after);
/* As the document is now, unless it was judged before the first change. */
SvgJudged svg_scope_judge(SvgEdit *edit, SvgNode *node);
/* An end of the line lies in the area, or is at a shape in scope. */
gboolean svg_scope_has_line(SvgEdit *edit, SvgNode *line);
/* Why not: `"box" lies beyond your area; …`, with `lead` in front of the name. Returns FALSE. */
gboolean svg_scope_refuse(SvgEdit *edit, SvgNode *node, SvgJudged judged, const char *lead,
                          GError **error);
/* Whose it is, or else what would be right. The caller's. */
char *svg_scope_advice(SvgEdit *edit, const char *id, SvgBox box);
