/* The elements of a group that may be one thing: what unit.c and unit_outline.c share. */
#pragma once

#include "shape/scene.h"
#include "shape/unit.h"

typedef struct {
    SvgScene *scene;
    guint texts[SVG_UNIT_MEMBERS], others[SVG_UNIT_MEMBERS];
    guint n_texts, n_others;
    double px;   /* in document units */
    double head; /* how long a head may be */
} SvgMembers;

static inline SvgEntry *svg_member(const SvgMembers *m, guint index)
{
    return svg_scene_entry(m->scene, index);
}

/* Without what is near its border. */
SvgBox svg_unit_shrunk(SvgBox outer);
gboolean svg_unit_has_words_in(const SvgMembers *m, SvgBox box);
/* The box of all texts, of which there is one at least; empty when they don't read on as one. */
SvgBox svg_unit_block(const SvgMembers *m);
/* The texts from `first` on label the shape. */
void svg_unit_give_texts(const SvgMembers *m, guint shape, guint first);
/* Makes them one thing if one outline holds all others, and the words, or has those beside it. */
gboolean svg_unit_take_outline(const SvgMembers *m);
/* Makes them one thing if they are a figure of several strokes with a block of words above or
 * below, as an actor is. */
gboolean svg_unit_take_figure(const SvgMembers *m);
