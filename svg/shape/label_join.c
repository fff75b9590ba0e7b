/* What an outline with several texts in it is called, and which of them are lines of that. */
#include "shape/label_priv.h"
#include "shape/track.h"

#include <math.h>

#define LINE_GAP 0.8 /* of the height: the widest gap between lines of one label */
#define FAR      3   /* times its height: how far from others words are no line of theirs */
#define DIVIDES  0.5 /* of the outline's width: the least of what sets compartments apart */
#define SPANS    1.2 /* and the most */
#define EDGE     2.5 /* times its height: how far from an edge of a container its title begins */
#define CORNER   1.5 /* the same where there are other words, far from it */
#define COLUMNS  3   /* headings beside each other, at least */

gboolean svg_text_beside(SvgBox a, SvgBox b)
{
    double middle = a.y + a.h / 2;

    return middle >= b.y && middle <= b.y + b.h;
}

static int compare_places(gconstpointer a, gconstpointer b, gpointer data)
{
    const SvgScene *scene = data;
    guint i = *(const guint *)a, j = *(const guint *)b;
    SvgBox p = svg_scene_entry(scene, i)->box, q = svg_scene_entry(scene, j)->box;

    if (p.y != q.y) {
        return p.y < q.y ? -1 : 1;
    }
    return p.x != q.x ? (p.x < q.x ? -1 : 1) : (i > j) - (i < j);
}

gboolean svg_text_continues(SvgBox above, SvgBox below)
{
    double gap = below.y - (above.y + above.h);
    double aside = MAX(below.x - (above.x + above.w), above.x - (below.x + below.w));

    if (svg_text_beside(above, below)) {
        return aside <= MIN(above.h, below.h);
    }
    return (below.y >= above.y && gap <= LINE_GAP * MIN(above.h, below.h) &&
            below.x <= above.x + above.w && above.x <= below.x + below.w);
}

/* It is drawn across the outline, and ends or begins between two places. */
static gboolean divides(SvgBox outline, SvgBox box, gboolean upright, double from, double to)
{
    double length = upright ? box.h : box.w, side = upright ? outline.h : outline.w;
    double start = upright ? box.x : box.y, end = start + (upright ? box.w : box.h);

    return length >= DIVIDES * side && length <= SPANS * side && svg_box_touches(outline, box) &&
           ((start > from && start < to) || (end > from && end < to));
}

static gboolean is_divided(const SvgScene *scene, SvgBox outline, gboolean upright, double from,
                           double to)
{
    gboolean divided = FALSE;

    for (guint i = 0; i < scene->entries->len && !divided; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        divided = entry->visible && entry->kind != SVG_KIND_TEXT && entry->kind != SVG_KIND_GROUP &&
                  divides(outline, entry->box, upright, MIN(from, to), MAX(from, to));
    }
    return divided;
}

/* As the names of rooms on a plan, or the blocks of a form: with nothing but room between. Beside
 * each other that is so in what is round; in a box there may be columns. */
static gboolean is_apart(const SvgScene *scene, const SvgEntry *outline, SvgBox above, SvgBox below)
{
    SvgPoint a = svg_box_center(above), b = svg_box_center(below);
    gboolean beside = svg_text_beside(above, below);
    double aside = MAX(below.x - (above.x + above.w), above.x - (below.x + below.w));
    double gap = beside ? aside : below.y - (above.y + above.h);

    return (!beside || outline->kind == SVG_KIND_ELLIPSE) && gap > FAR * MIN(above.h, below.h) &&
           !is_divided(scene, outline->box, beside, beside ? a.x : a.y, beside ? b.x : b.y);
}

/* The texts of an outline, from the top down, are more than one block of words. */
static gboolean are_scattered(const SvgScene *scene, const SvgEntry *outline, const guint *texts,
                              guint n)
{
    for (guint i = 1; i < n; i++) {
        const SvgEntry *above = svg_scene_entry(scene, texts[i - 1]),
                       *below = svg_scene_entry(scene, texts[i]);

        if (is_apart(scene, outline, above->box, below->box)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void join_from(SvgScene *scene, guint outline, const guint *texts, guint n)
{
    SvgEntry *holder = svg_scene_entry(scene, outline);
    SvgEntry *last = svg_scene_entry(scene, texts[0]);
    guint parent = last->parent;

    holder->label = texts[0];
    last->labels = outline;
    for (guint i = 1; i < n; i++) {
        SvgEntry *entry = svg_scene_entry(scene, texts[i]);

        /* What is written in a lane is wrapped each by itself. */
        if (((entry->parent == parent || holder->lane) &&
             svg_outline_holds_little(scene, outline) &&
             !is_apart(scene, holder, last->box, entry->box)) ||
            svg_text_continues(last->box, entry->box)) {
            last->next_label = texts[i];
            entry->labels = outline;
            last = entry;
        }
    }
}

/* Words beside a line are the line's rather than those of all that is around. */
static gboolean is_beside_line(SvgScene *scene, const SvgEntry *text)
{
    double gap = svg_caption_gap(text->box);
    SvgBox near = svg_box_grown(text->box, gap, gap);
    gboolean beside = FALSE;

    for (guint i = 0; i < scene->entries->len && !beside; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        gboolean line = !entry->closed && entry->stroke.kind != SVG_PAINT_NONE && entry->visible &&
                        entry->kind != SVG_KIND_TEXT && entry->part_of == SVG_NO_ENTRY;

        if (line && svg_box_touches(entry->box, near)) {
            g_autoptr(GArray) track = svg_scene_track(scene, i);
            beside = svg_track_nearest_to_box(track, text->box).distance < gap;
        }
    }
    return beside;
}

/* Nearer than `room` times its height. */
static gboolean is_at_edge(SvgBox outer, const SvgEntry *text, double room)
{
    SvgBox box = text->box;
    double above = box.y - outer.y, below = outer.y + outer.h - (box.y + box.h);
    double left = box.x - outer.x, right = outer.x + outer.w - (box.x + box.w);

    return text->upright ? MIN(above, below) <= room * box.h : MIN(left, right) <= room * box.w;
}

/* At its left, half way down, as lanes are called. */
static gboolean is_before_all(SvgBox outer, const SvgEntry *text)
{
    double off = svg_box_center(text->box).y - svg_box_center(outer).y;

    return text->upright && text->box.x - outer.x <= EDGE * text->box.h &&
           fabs(off) <= SVG_CENTERED * outer.h;
}

/* What a container is called stands along its upper or lower edge, turned along one of its sides,
 * before all that is in it, or in the middle of it. Only there it takes time to tell. */
static gboolean may_be_title(SvgScene *scene, guint outline, const SvgEntry *text)
{
    SvgBox outer = svg_scene_entry(scene, outline)->box;

    return is_at_edge(outer, text, EDGE) || is_before_all(outer, text) ||
           svg_outline_holds_little(scene, outline) ||
           (svg_box_is_in_middle(outer, text->box) && !is_beside_line(scene, text));
}

/* All of them are one block, in the middle of the outline. */
static gboolean is_block_in_middle(const SvgScene *scene, SvgBox outer, const guint *texts, guint n)
{
    SvgBox block = svg_scene_entry(scene, texts[0])->box;
    guint parent = svg_scene_entry(scene, texts[0])->parent;

    for (guint i = 1; i < n; i++) {
        SvgBox box = svg_scene_entry(scene, texts[i])->box;

        if (svg_scene_entry(scene, texts[i])->parent != parent ||
            !svg_text_continues(svg_scene_entry(scene, texts[i - 1])->box, box)) {
            return FALSE;
        }
        block = svg_box_union(block, box);
    }
    return svg_box_is_in_middle(outer, block);
}

/* The colour of the page rather than a box: words lie on it as on paper. */
static gboolean is_paper(SvgScene *scene, const SvgEntry *outline)
{
    return outline->stroke.kind == SVG_PAINT_NONE &&
           svg_box_contains(svg_box_grown(outline->box, 1, 1), svg_scene_page(scene));
}

/* One of several headings, of the columns of a container. */
static gboolean is_in_row(const SvgScene *scene, const guint *texts, guint n, SvgBox box)
{
    guint beside = 0;

    for (guint i = 0; i < n; i++) {
        SvgBox other = svg_scene_entry(scene, texts[i])->box;
        double aside = MAX(other.x - (box.x + box.w), box.x - (other.x + other.w));

        beside += svg_text_beside(box, other) && aside > MIN(box.h, other.h);
    }
    return beside + 1 >= COLUMNS;
}

/* Along an edge, and in its middle or at an end of it; what is round has none. */
static gboolean is_at_corner_or_middle(const SvgEntry *outline, const SvgEntry *text)
{
    SvgBox box = text->box, outer = outline->box;
    double off = fabs(svg_box_center(box).x - svg_box_center(outer).x);
    double aside = MIN(box.x - outer.x, outer.x + outer.w - (box.x + box.w));

    return outline->kind != SVG_KIND_ELLIPSE && is_at_edge(outer, text, CORNER) &&
           (!text->upright || off <= SVG_CENTERED * outer.w || aside <= CORNER * box.h);
}

/* The text may be what the outline, in which `texts` were found, is called. */
static gboolean names(SvgScene *scene, guint outline, const guint *texts, guint n, guint text)
{
    const SvgEntry *entry = svg_scene_entry(scene, text), *outer = svg_scene_entry(scene, outline);

    if (!may_be_title(scene, outline, entry)) {
        return FALSE;
    }
    if (!svg_outline_holds_little(scene, outline)) {
        return !is_in_row(scene, texts, n, entry->box);
    }
    return !are_scattered(scene, outer, texts, n) || is_at_corner_or_middle(outer, entry) ||
           svg_box_is_in_middle(outer->box, entry->box);
}

void svg_labels_join(SvgScene *scene, guint outline, GArray *found)
{
    const guint *texts = (const guint *)(void *)found->data;
    guint n = found->len;
    const SvgEntry *holder = svg_scene_entry(scene, outline);
    guint first = 0;

    g_array_sort_with_data(found, compare_places, scene);
    if (is_paper(scene, holder) && !is_block_in_middle(scene, holder->box, texts, n)) {
        return;
    }
    while (first < n && !names(scene, outline, texts, n, texts[first])) {
        first++;
    }
    if (first < n) {
        join_from(scene, outline, texts + first, n - first);
    }
}
