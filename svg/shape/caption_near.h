/* Whether words near a line may be its caption, told by what lies near it. Private to svg/shape. */
#pragma once

#include "shape/quick_bounds.h"
#include "shape/scene.h"

typedef struct {
    SvgDocument *doc;
    SvgTouch touch;
    SvgEntry line;
    SvgBox near;        /* it, and a bit around it */
    gboolean words;     /* some may be beside it */
    gboolean met[2];    /* its start and its end may be at something, as long as nobody looked */
    SvgBox range;       /* what lies outside of it doesn't matter, but for words */
    SvgBox zone;        /* what lies in it is remembered, */
    GPtrArray *around;  /* SvgNode *; NULL while nobody looks at the ends */
    GPtrArray *held[2]; /* SvgNode * of words that its start, and its end, are at, unless they are
                           the label of something */
} SvgCaptionNear;

/* `line` as it is by itself, in `near`. */
void svg_caption_near_begin(SvgCaptionNear *search, SvgDocument *doc, const SvgEntry *line,
                            SvgBox near);
/* To be called for every element of the drawing but the line that isn't a container. `parent` is
 * the context it stands in. `wordless`: it is neither words nor a clone of some. `last` may know
 * the node, or gets to. */
void svg_caption_near_look(SvgCaptionNear *search, const SvgNode *node, const SvgContext *parent,
                           gboolean wordless, SvgQuickBoundsLast *last);
/* When words were found: has all looked at again, this time also at what the ends of the line are
 * at. FALSE when that can't tell. */
gboolean svg_caption_near_look_at_ends(SvgCaptionNear *search);
/* FALSE when it has no caption, as far as was looked, unless a head is found for it. */
gboolean svg_caption_near_any(const SvgCaptionNear *search);
/* The same after all was looked at. */
gboolean svg_caption_near_settle(SvgCaptionNear *search);
void svg_caption_near_clear(SvgCaptionNear *search);
