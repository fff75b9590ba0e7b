/* Words beside a line. Private to svg/edit. */
#pragma once

#include "edit/beside.h"

/* How they look in this drawing: as most of those beside its arrows, or where there are none as
 * its other words. `font` is in document units. Found once per edit, which is quickest before it
 * has changed anything. */
typedef struct _SvgCaptionLook {
    SvgStyle font; /* serial is 0; the strings are the document's */
    char *ink;     /* a CSS colour */
    double gap;    /* between the line and them, in document units; below 0 where none tells */
    SvgBesideHabit habit;
} SvgCaptionLook;

const SvgCaptionLook *svg_caption_look(SvgEdit *edit);
void svg_caption_look_free(SvgCaptionLook *look);

/* New words beside a line: where `wish` (SVG_SPEC_ALONG, SVG_SPEC_SIDE) says, clear of all else
 * where there is such a place, and read back as the line's. FALSE with SVG_ERROR_INVALID when they
 * would be taken for another shape's everywhere; nothing is left of them then. */
gboolean svg_caption_add(SvgEdit *edit, SvgNode *line, const char *text, const SvgSpec *wish,
                         GError **error);
/* The words of other lines that a line from `a` to `b`, or around `middle`, would come near to.
 * NULL if there are none; free with g_array_unref(). */
GArray *svg_captions_near(SvgEdit *edit, SvgPoint a, SvgPoint middle, SvgPoint b);
/* After such a line was drawn: those of them (takes no NULL) that aren't read as their own line's
 * any more are put aside, or that they are read otherwise is told. */
void svg_captions_put_aside(SvgEdit *edit, const GArray *near);
/* Before a line is laid another way: its words, if they are one text that is about where new words
 * would go, will go where they would beside that. */
void svg_caption_anew(SvgEdit *edit, SvgNode *line);
/* Whether the text is read as the words of that line. */
gboolean svg_caption_is_read(SvgEdit *edit, SvgNode *line, SvgNode *words);
/* After other words were set in it: puts it where `wish` says; without, leaves it where it is
 * unless it `must` be read as the line's, and isn't. FALSE as above. */
gboolean svg_caption_settle(SvgEdit *edit, SvgNode *line, SvgNode *words, const SvgSpec *wish,
                            gboolean must, GError **error);
