/* Compares our visual boxes with another program's. For each drawing named on standard input (one
 * path a line) the same name ending in ".box" holds the lines "id,x,y,w,h" in px that the other
 * printed. Prints the elements that differ, then counts by kind of element. An element whose box
 * only one of the two has is compared too when it is drawn. */
#include "geometry/bounds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TOLERANCE_PX    0.5
#define TOLERANCE_SHARE 0.005

typedef enum { KIND_TEXT, KIND_OTHER, KIND_COUNT } Kind;

typedef struct {
    SvgDocument *doc;
    const char *path;
    GHashTable *theirs; /* id → SvgBox of px */
    SvgMatrix to_px;
    guint same[KIND_COUNT][SVG_TAG_COUNT], differ[KIND_COUNT][SVG_TAG_COUNT];
} Agree;

static GHashTable *read_boxes(const char *path)
{
    GHashTable *boxes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return boxes;
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) cells = g_strsplit(*line, ",", -1);
        guint n = g_strv_length(cells);
        if (n >= 5) {
            double v[4];
            for (guint i = 0; i < 4; i++) {
                v[i] = g_ascii_strtod(cells[n - 4 + i], NULL);
            }
            SvgBox box = {v[0], v[1], v[2], v[3]};
            g_hash_table_insert(boxes, g_strdup(cells[0]), g_memdup2(&box, sizeof box));
        }
    }
    return boxes;
}

/* Clones of clones are followed so far. */
#define MAX_CLONES 8

/* Whether text is drawn by the element, by itself or by what it clones. */
static gboolean is_text(SvgDocument *doc, SvgNode *node)
{
    SvgNode *clone = NULL;
    for (guint i = 0; node && i < MAX_CLONES; i++, node = clone) {
        clone = NULL;
        for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
            if (svg_tag_flags(svg_node_tag(at)) & SVG_TAG_IS_TEXT) {
                return TRUE;
            }
            if (svg_node_tag(at) == SVG_TAG_USE && svg_node_href(at)) {
                clone = svg_document_ref(doc, svg_node_href(at));
            }
        }
    }
    return FALSE;
}

static gboolean is_near(SvgBox a, SvgBox b)
{
    double w = MAX(TOLERANCE_PX, TOLERANCE_SHARE * b.w),
           h = MAX(TOLERANCE_PX, TOLERANCE_SHARE * b.h);
    return fabs(a.x - b.x) <= w && fabs(a.y - b.y) <= h && fabs(a.x + a.w - b.x - b.w) <= w &&
           fabs(a.y + a.h - b.y - b.h) <= h;
}

static void compare(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style, SvgMatrix matrix,
                    gpointer data)
{
    Agree *agree = data;
    SvgUserBox in_document = {bounds->visual.x, bounds->visual.y, bounds->visual.w,
                              bounds->visual.h};
    SvgBox ours = svg_matrix_box_to_document(agree->to_px, in_document), none = SVG_BOX_EMPTY;
    const char *id = svg_node_attr(node, "id");
    const SvgBox *theirs = id ? g_hash_table_lookup(agree->theirs, id) : NULL;
    Kind kind = is_text(agree->doc, node) ? KIND_TEXT : KIND_OTHER;
    SvgTag tag = svg_node_tag(node);
    (void)style;
    (void)matrix;
    if (!id || (!theirs && svg_box_is_empty(ours))) {
        return;
    }
    theirs = theirs ? theirs : &none;
    if (svg_box_is_empty(ours) == svg_box_is_empty(*theirs) && is_near(ours, *theirs)) {
        agree->same[kind][tag]++;
        return;
    }
    agree->differ[kind][tag]++;
    printf("%s %s %s %s ours %g %g %g %g theirs %g %g %g %g\n",
           kind == KIND_TEXT ? "text" : "other", agree->path, svg_tag_name(tag), id, ours.x, ours.y,
           ours.w, ours.h, theirs->x, theirs->y, theirs->w, theirs->h);
}

static void compare_file(Agree *agree, const char *path)
{
    g_autofree char *stem = g_strndup(path, strcspn(path, "\n"));
    char *dot = strrchr(stem, '.');
    g_autofree char *listing =
        g_strdup_printf("%.*s.box", (int)(dot ? dot - stem : (gssize)strlen(stem)), stem);
    g_autoptr(SvgDocument) doc = svg_document_load(path, NULL);
    agree->theirs = read_boxes(listing);
    if (doc && g_hash_table_size(agree->theirs) > 0) {
        agree->doc = doc;
        agree->path = path;
        agree->to_px = svg_document_px_matrix(doc);
        svg_document_each_bounds(doc, compare, agree);
    }
    g_hash_table_unref(agree->theirs);
}

static void print_counts(const Agree *agree, Kind kind, const char *name)
{
    guint same = 0, differ = 0;
    for (guint tag = 0; tag < SVG_TAG_COUNT; tag++) {
        guint good = agree->same[kind][tag], bad = agree->differ[kind][tag];
        same += good;
        differ += bad;
        if (good + bad > 0) {
            printf("%s %s: %u of %u agree, %.3f %%\n", name, svg_tag_name((SvgTag)tag), good,
                   good + bad, 100.0 * good / (good + bad));
        }
    }
    printf("%s all: %u of %u agree, %.3f %%\n", name, same, same + differ,
           100.0 * same / MAX(same + differ, 1));
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    Agree agree = {0};
    while (getline(&line, &size, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        compare_file(&agree, line);
    }
    free(line);
    print_counts(&agree, KIND_TEXT, "text");
    print_counts(&agree, KIND_OTHER, "other");
    svg_cleanup();
    return 0;
}
