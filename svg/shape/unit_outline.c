/* Groups that are an outline with its words, its parts and what stands beside it. */
#include "shape/unit_priv.h"

#include <math.h>

#define CONCENTRIC 0.5  /* of the outline's area: a second border */
#define NEXT_TO    1.2  /* of a line of words: from an outline to those beside it */
#define NEXT_TO_PX 16   /* and at least */
#define PLATE      1.8  /* of a line of words: how high what is behind them is */
#define SAME_SIZE  0.04 /* of the outline's sides: a copy of it behind it, */
#define LID        0.5  /* of the outline's height: what closes it at an edge */
#define COPY_PX    24   /* which is shifted by so much at most */
#define MAX_UNSEEN 3    /* outlines of a unit whose largest one isn't painted */

/* The same outline once more, shifted: one of a stack, or the back of something thick. */
static gboolean is_copy(const SvgMembers *m, const SvgEntry *a, const SvgEntry *b)
{
    double most = COPY_PX * m->px, dx = fabs(a->box.x - b->box.x), dy = fabs(a->box.y - b->box.y);

    return a->closed && a->kind == b->kind && a->kind != SVG_KIND_IMAGE &&
           MAX(dx, dy) > SVG_UNIT_SAME * MAX(a->box.w, a->box.h) && MAX(dx, dy) <= most &&
           dx < a->box.w / 2 && dy < a->box.h / 2 &&
           fabs(a->box.w - b->box.w) <= SAME_SIZE * b->box.w &&
           fabs(a->box.h - b->box.h) <= SAME_SIZE * b->box.h;
}

/* Of copies, the one in front; any outline rather than a picture. */
static gboolean is_larger(const SvgMembers *m, const SvgEntry *entry, const SvgEntry *than)
{
    if (entry->closed != than->closed) {
        return entry->closed;
    }
    return is_copy(m, entry, than) || svg_unit_is_larger(entry->box, than->box);
}

static guint largest_outline(const SvgMembers *m)
{
    guint best = SVG_NO_ENTRY;

    for (guint i = 0; i < m->n_others; i++) {
        const SvgEntry *entry = svg_member(m, m->others[i]);
        gboolean can = entry->closed || (entry->kind == SVG_KIND_IMAGE && m->n_texts > 0);

        if (can && (best == SVG_NO_ENTRY || is_larger(m, entry, svg_member(m, best)))) {
            best = m->others[i];
        }
    }
    return best;
}

/* A backing in the colour of what it lies on, no higher than words need. */
static gboolean is_plate(const SvgMembers *m, const SvgEntry *outline, const SvgEntry *entry)
{
    guint n = 0;

    for (guint i = 0; i < m->n_texts; i++) {
        SvgBox box = svg_member(m, m->texts[i])->box;

        n += svg_box_holds(entry->box, svg_box_center(box)) && entry->box.h <= PLATE * box.h;
    }
    return n == 1 && entry->stroke.kind == SVG_PAINT_NONE &&
           svg_paint_is_same(&entry->fill, &outline->fill);
}

/* Along the whole upper edge of the outline: there is one at most. */
static gboolean is_header(SvgBox outer, SvgBox inner)
{
    SvgBox inside = svg_unit_shrunk(outer);

    return inner.x <= inside.x && inner.y <= inside.y && inner.x + inner.w >= inside.x + inside.w;
}

/* As wide as the outline, at its upper or lower edge, and flat, as those of a cylinder are. */
static gboolean is_lid(SvgBox outer, SvgBox box)
{
    return fabs(box.x - outer.x) <= SAME_SIZE * outer.w &&
           fabs(box.w - outer.w) <= SAME_SIZE * outer.w && box.h <= LID * outer.h &&
           svg_box_touches(outer, box);
}

/* What was seen of a group that may be an outline with all that belongs to it. */
typedef struct {
    guint n_inner, n_headers;
    gboolean words_inside;
    guint beside; /* the last of the words beside it; SVG_NO_ENTRY if there are none */
} Unit;

static gboolean is_next_to(const SvgMembers *m, SvgBox outer, SvgBox box, double line)
{
    double by = MAX(NEXT_TO * line, NEXT_TO_PX * m->px);

    return svg_box_touches(svg_box_grown(outer, by, by), box);
}

static gboolean is_decoration(const SvgMembers *m, guint outline, guint index, Unit *unit)
{
    const SvgEntry *main = svg_member(m, outline), *entry = svg_member(m, index);
    SvgBox outer = main->box;

    if (entry->head_start || entry->head_end) {
        return FALSE;
    }
    if (is_copy(m, entry, main)) {
        return TRUE;
    }
    if (entry->kind == SVG_KIND_IMAGE && svg_box_area(entry->box) < svg_box_area(outer)) {
        return is_next_to(m, outer, entry->box, 0);
    }
    if (!svg_box_contains(svg_unit_reach(outer), entry->box) && !is_lid(outer, entry->box)) {
        return FALSE;
    }
    if (!entry->closed || svg_box_area(entry->box) >= CONCENTRIC * svg_box_area(outer)) {
        return TRUE;
    }
    unit->n_inner += svg_unit_is_mark(outer, entry->box);
    if (svg_unit_has_words_in(m, entry->box)) {
        return is_plate(m, main, entry) || (is_header(outer, entry->box) && ++unit->n_headers == 1);
    }
    return unit->n_inner <= SVG_UNIT_MARKS;
}

/* On the outline; or beside it, all as one block, and none on it. */
static gboolean is_text_of(const SvgMembers *m, guint outline, guint index, Unit *unit)
{
    const SvgEntry *text = svg_member(m, index);
    SvgBox outer = svg_member(m, outline)->box;

    if (svg_box_holds(outer, svg_box_center(text->box))) {
        unit->words_inside = TRUE;
        return unit->beside == SVG_NO_ENTRY;
    }
    if (unit->words_inside ||
        (unit->beside != SVG_NO_ENTRY &&
         !svg_text_continues(svg_member(m, unit->beside)->box, text->box)) ||
        (unit->beside == SVG_NO_ENTRY &&
         !is_next_to(m, outer, text->box, MIN(text->box.w, text->box.h)))) {
        return FALSE;
    }
    unit->beside = index;
    return TRUE;
}

/* What isn't painted has few things on it: it isn't a box, but the room of a picture. */
static gboolean may_have_parts(const SvgMembers *m, const SvgEntry *outline)
{
    return m->n_others <= MAX_UNSEEN || outline->kind == SVG_KIND_IMAGE ||
           outline->fill.kind != SVG_PAINT_NONE || outline->stroke.kind != SVG_PAINT_NONE;
}

static gboolean is_outline_unit(const SvgMembers *m, guint outline)
{
    Unit unit = {.beside = SVG_NO_ENTRY};

    if (!may_have_parts(m, svg_member(m, outline))) {
        return FALSE;
    }
    for (guint i = 0; i < m->n_others; i++) {
        if (m->others[i] != outline && !is_decoration(m, outline, m->others[i], &unit)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < m->n_texts; i++) {
        if (!is_text_of(m, outline, m->texts[i], &unit)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_unit_take_outline(const SvgMembers *m)
{
    guint outline = largest_outline(m);

    if (outline == SVG_NO_ENTRY || !is_outline_unit(m, outline)) {
        return FALSE;
    }
    for (guint i = 0; i < m->n_others; i++) {
        if (m->others[i] != outline) {
            svg_member(m, m->others[i])->part_of = outline;
        }
    }
    svg_unit_give_texts(m, outline, 0);
    svg_member(m, outline)->in_unit = TRUE;
    return TRUE;
}
