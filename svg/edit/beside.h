/* Where words beside a line are. Private to svg/edit. */
#pragma once

#include "edit/surroundings.h"

/* A place for the middle of a box of words. */
typedef struct {
    SvgPoint middle;
    double cost;          /* the less the better; */
    gboolean clear;       /* they are off the line and all else, and no other line is as near */
    const SvgNear *under; /* what they would lie on; NULL if on nothing */
} SvgBesidePlace;

/* On which side of a line words usually are: above a level one, to the right of an upright one,
 * unless it is said here that they are on the other. */
typedef struct {
    gboolean below, left;
} SvgBesideHabit;

/* What is to go there. */
typedef struct {
    double w, h;
    double gap;   /* between the words and their line, at least, */
    double usual; /* and where there is room for that */
    SvgPaint ink; /* their colour */
    SvgBesideHabit habit;
} SvgBesideWords;

/* Judges one place. */
void svg_beside_judge(const SvgSurroundings *around, const SvgBesideWords *words,
                      SvgBesidePlace *place);
/* Places (SvgBesidePlace), the best ones first; only where `wish` (SVG_SPEC_ALONG, SVG_SPEC_SIDE;
 * may be NULL) has them, give or take what keeps them off other things. Of equals the one nearest
 * to `first`. Empty for a line without any length, or where the wish can't be met. Free with
 * g_array_unref(). */
GArray *svg_beside_places(const SvgSurroundings *around, const SvgBesideWords *words,
                          const SvgSpec *wish, SvgPoint first);

/* Whether the words are on that side of their way, as far as it is level (*level) or upright. */
gboolean svg_beside_is_usual(const GArray *track, SvgBox words, SvgBesideHabit habit,
                             gboolean *level);

/* --- words that stay beside their line -------------------------------------------------------- */

/* Before a line changes: remembers, for the rest of the edit, how its words lie beside it. */
void svg_beside_note(SvgEdit *edit, SvgNode *line);
/* The same of what is known to be a line, as a curve is whose head is a shape of its own. */
void svg_beside_note_line(SvgEdit *edit, SvgNode *line);
/* It is about to be laid from its other end on: its words stay on the side of the page where they
 * are. */
void svg_beside_turn(SvgEdit *edit, SvgNode *line);
/* It is about to be laid another way: words that are about where new ones would go, as if nobody
 * had put them elsewhere, go where `words` (its gaps and habit) would go beside that. */
void svg_beside_anew(SvgEdit *edit, SvgNode *line, const SvgBesideWords *words);
/* After it changed: its words are as far along it, on the same side and at the same distance as
 * they were noted; somewhere else along it if they would lie on something there. */
gboolean svg_beside_settle(SvgEdit *edit, SvgNode *line, GError **error);
/* After the words changed, and not the line: they are on the same side and at the same distance. */
gboolean svg_beside_again(SvgEdit *edit, SvgNode *line, GError **error);
/* Whether settling moves the part of the line. */
gboolean svg_beside_carries(SvgEdit *edit, SvgNode *line, SvgNode *part);
