/* A line or arrow between two shapes, whatever drew it: what it looked like when it was read, and
 * how it is laid between them when they are elsewhere, or when it is to end at others. Private to
 * svg/edit. */
#pragma once

#include "edit/found.h"
#include "edit/sides.h"
#include "edit/way.h"
#include "shape/ends.h"

/* Its ends are those of its outline: 0 is where that begins. */
typedef struct _SvgJoint {
    SvgLineEnd ends[2]; /* as it was read, */
    guint from;         /* which of them it comes from, */
    SvgBox boxes[2];    /* those of the shapes there, */
    GArray *way;        /* its way (way.h), */
    char *text;         /* and what that was written as; NULL for a <line> */
    double back[2];     /* how far behind the tip of its head the line ends, */
    double aside[2];    /* and how far beside its own direction there; */
    double gap[2];      /* how far off its shape the tip is; */
    gboolean inside[2]; /* it runs through that shape */
    GArray *now;        /* its way as it was written last, */
    SvgPoint tip[2];    /* with its tips */
    double turned[2];   /* and by how much the heads there were turned; radians */
    gboolean stale;     /* it is at another place of its shapes than it was: to be read anew */
} SvgJoint;

/* How it goes from end to end. */
typedef enum {
    SVG_MANNER_AS_DRAWN, /* as it did */
    SVG_MANNER_STRAIGHT,
    SVG_MANNER_SQUARE, /* with right angles, around what is in the way */
    SVG_MANNER_BENT,   /* one curve */
    SVG_MANNER_ALONG   /* the way that is given, up to the outlines of its shapes */
} SvgManner;

/* Where a joint is to be laid: at which shapes, or at points. */
typedef struct {
    SvgNode *shapes[2];
    SvgPoint tips[2];
    gboolean known[2]; /* tips[] says where, if that can be; else where it faces the other end */
    SvgSides sides;    /* of the shapes at its ends: then it starts and ends there */
    gboolean turned;   /* it goes the other way */
    gboolean alone;    /* no other line runs beside it: it goes from middle to middle */
    SvgManner manner;
    const GArray *way; /* of SVG_MANNER_ALONG: from end 0 to end 1 (way.h); borrowed */
    double bend; /* of one that is bent: how far its middle is to the left of the straight way */
} SvgLaying;

/* That of the line, which is kept; read anew when the line was changed by other means. NULL for
 * what can't be laid anew: several lines that are one, closed outlines. */
SvgJoint *svg_joint_of(SvgEdit *edit, SvgNode *line);
/* Before anything moves: those of the lines at the shape, and at what is in it. */
void svg_joints_note(SvgEdit *edit, SvgNode *shape);
/* Where a tip at a shape goes when that has another box: inside it as far along, and outside as far
 * off. */
SvgPoint svg_tip_at_box(SvgPoint tip, SvgBox from, SvgBox to);
/* Whether there is one, wherever the line is by now. */
gboolean svg_joint_has(SvgEdit *edit, SvgNode *line);
/* The one that was noted, if the line is still where that has it; when it was `moved` by what holds
 * it, too. */
SvgJoint *svg_joint_moved(SvgEdit *edit, SvgNode *line, gboolean moved);
/* What is known of the line, and of the ends at the shapes it is at, is no longer so. */
void svg_joint_forget(SvgEdit *edit, SvgNode *line);
/* After shapes at its ends changed: lays the line between them. */
gboolean svg_joint_follow(SvgEdit *edit, SvgJoint *joint, SvgNode *line, GError **error);
/* Lays it as that says: heads and words go along. FALSE with SVG_ERROR_INVALID where it can't go in
 * the manner that is asked for. */
gboolean svg_joint_lay(SvgEdit *edit, SvgJoint *joint, SvgNode *line, const SvgLaying *laying,
                       GError **error);
/* After `top` changed: that for all lines that were noted to end at it, or at what is in it. */
gboolean svg_joints_follow(SvgEdit *edit, SvgNode *top, GError **error);
