/* The ends of lines at a shape, read off the scene. */
#include "shape/ends.h"

#include "document/document_priv.h"
#include "geometry/parts.h"
#include "shape/scene.h"
#include "shape/unit.h"

#include <math.h>

static double distance(SvgPoint a, SvgPoint b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

gboolean svg_line_ends(SvgDocument *doc, const SvgNode *node, SvgPoint ends[2])
{
    SvgLengthContext viewport = svg_element_viewport(doc, node);
    g_autoptr(GArray) segments = svg_node_segments(node, &viewport);
    SvgMatrix m = svg_node_matrix(doc, node);
    SvgUserPoint start, end, unused;

    if (!segments || !svg_segments_ends(segments, &start, &end, &unused, &unused)) {
        return FALSE;
    }
    ends[0] = svg_matrix_to_document(m, start);
    ends[1] = svg_matrix_to_document(m, end);
    return TRUE;
}

static gboolean is_link(const SvgScene *scene, guint line, guint index)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);

    return index == line || (entry->part_of == line && !entry->closed);
}

/* Of the lines that are one, the one that has the end. */
static gboolean find_line(SvgScene *scene, guint line, SvgLineEnd *end)
{
    const SvgEntry *entry = svg_scene_entry(scene, line);
    double nearest = INFINITY;

    for (guint i = line; i <= MAX(entry->last_link, line); i++) {
        SvgPoint ends[2];

        if (!is_link(scene, line, i) ||
            !svg_line_ends(scene->doc, svg_scene_entry(scene, i)->node, ends)) {
            continue;
        }
        for (guint k = 0; k < 2; k++) {
            double away = distance(ends[k], end->tip);

            if (away < nearest) {
                nearest = away;
                end->line = svg_scene_entry(scene, i)->node;
                end->first = k == 0;
                end->at = ends[k];
            }
        }
    }
    return end->line != NULL;
}

/* Of the lines that are one, the one that meets the other end of end->line. */
static void find_link(SvgScene *scene, guint line, SvgLineEnd *end)
{
    const SvgEntry *entry = svg_scene_entry(scene, line);
    double nearest = SVG_MEET_PX * svg_px(scene->doc);
    SvgPoint own[2];

    svg_line_ends(scene->doc, end->line, own);
    end->read.at = end->at;
    end->read.tip = end->tip;
    end->read.corner = own[end->first ? 1 : 0];
    for (guint i = line; i <= entry->last_link; i++) {
        SvgNode *node = svg_scene_entry(scene, i)->node;
        SvgPoint ends[2];

        if (node == end->line || !is_link(scene, line, i) ||
            !svg_line_ends(scene->doc, node, ends)) {
            continue;
        }
        for (guint k = 0; k < 2; k++) {
            double away = distance(ends[k], end->read.corner);

            if (away <= nearest) {
                nearest = away;
                end->link = node;
                end->link_end = k;
            }
        }
    }
}

/* Those of this end, where the arrow comes `from` or goes to. */
static void find_heads(SvgScene *scene, guint line, gboolean from, SvgLineEnd *end)
{
    const SvgEntry *arrow = svg_scene_entry(scene, line);
    guint first = line > SVG_MAX_HEADS ? line - SVG_MAX_HEADS : 0;
    guint last = MIN(arrow->last_link + SVG_UNIT_MEMBERS, scene->entries->len - 1);
    guint n = 0;

    for (guint i = first; i <= last && n < G_N_ELEMENTS(end->heads); i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->head_of == line && (entry->at_start != arrow->turned) == from) {
            end->heads[n++] = entry->node;
        }
    }
}

/* The end that the arrow comes `from`, or goes to. FALSE when that is none of an outline. */
static gboolean read_end(SvgScene *scene, guint line, gboolean from, SvgLineEnd *end)
{
    const SvgEntry *entry = svg_scene_entry(scene, line);
    guint shape = from ? entry->from : entry->to;

    *end = (SvgLineEnd){.tip = from ? entry->start : entry->end};
    end->whole = entry->node;
    end->shape = shape != SVG_NO_ENTRY ? svg_scene_entry(scene, shape)->node : NULL;
    if (!find_line(scene, line, end)) {
        return FALSE;
    }
    if (entry->last_link > line) {
        find_link(scene, line, end);
    }
    find_heads(scene, line, from, end);
    return TRUE;
}

gboolean svg_line_both_ends(SvgDocument *doc, const SvgNode *line, SvgLineEnd ends[2], guint *from)
{
    SvgScene *scene = svg_scene_of(doc);
    guint index = svg_scene_find(scene, line);
    const SvgEntry *entry = index != SVG_NO_ENTRY ? svg_scene_entry(scene, index) : NULL;
    SvgLineEnd first, last;

    if (!entry || (entry->kind != SVG_KIND_ARROW && entry->kind != SVG_KIND_LINE) ||
        entry->last_link > index || entry->part_of != SVG_NO_ENTRY ||
        !read_end(scene, index, TRUE, &first) || !read_end(scene, index, FALSE, &last) ||
        first.line != line || last.line != line || first.first == last.first) {
        return FALSE;
    }
    *from = first.first ? 0 : 1;
    ends[*from] = first;
    ends[1 - *from] = last;
    return TRUE;
}

gboolean svg_line_link_ends(SvgDocument *doc, const SvgNode *line, SvgLineEnd ends[2])
{
    SvgScene *scene = svg_scene_of(doc);
    guint index = svg_scene_find(scene, line);
    const SvgEntry *entry = index != SVG_NO_ENTRY ? svg_scene_entry(scene, index) : NULL;
    return entry && (entry->kind == SVG_KIND_ARROW || entry->kind == SVG_KIND_LINE) &&
           entry->last_link > index && read_end(scene, index, TRUE, &ends[0]) &&
           read_end(scene, index, FALSE, &ends[1]);
}

typedef struct {
    SvgScene *scene;
    guint shape;      /* SVG_NO_ENTRY: all */
    GHashTable *ends; /* SvgNode * → GArray of SvgLineEnd */
} Reader;

/* What the end is at is said by the line itself: where its outline begins, and where it ends. */
static gboolean is_named(const SvgEntry *line, gboolean from)
{
    gboolean first = from != line->turned;

    const char *name = first ? "inkscape:connection-start" : "inkscape:connection-end";

    return svg_node_attr(line->node, name) != NULL;
}

static void add_end(Reader *reader, guint line, gboolean from)
{
    const SvgEntry *entry = svg_scene_entry(reader->scene, line);
    guint shape = from ? entry->from : entry->to;
    SvgLineEnd end;
    GArray *list;

    if (shape == SVG_NO_ENTRY || (reader->shape != SVG_NO_ENTRY && shape != reader->shape) ||
        is_named(entry, from) || !read_end(reader->scene, line, from, &end)) {
        return;
    }
    list = g_hash_table_lookup(reader->ends, end.shape);
    if (!list) {
        list = g_array_new(FALSE, FALSE, sizeof(SvgLineEnd));
        g_hash_table_insert(reader->ends, end.shape, list);
    }
    g_array_append_val(list, end);
}

static GHashTable *read_all(SvgScene *scene, guint shape)
{
    GHashTable *ends = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
    Reader reader = {scene, shape, ends};

    for (guint i = 0; i < scene->entries->len; i++) {
        add_end(&reader, i, TRUE);
        add_end(&reader, i, FALSE);
    }
    return ends;
}

GHashTable *svg_ends_all(SvgDocument *doc)
{
    return read_all(svg_scene_of(doc), SVG_NO_ENTRY);
}

GArray *svg_ends_at(SvgDocument *doc, SvgNode *shape)
{
    SvgScene *scene = svg_scene_of(doc);
    guint index = svg_scene_find(scene, shape);
    g_autoptr(GHashTable) ends = index != SVG_NO_ENTRY ? read_all(scene, index) : NULL;
    GArray *list = ends ? g_hash_table_lookup(ends, shape) : NULL;

    return list ? g_array_ref(list) : NULL;
}
