/* Lines of a label as they are listed, and which new one each becomes: what is alike is the same
 * line, so that one that was put between others takes nobody's place. */
#include "edit/line_rows.h"

#include "shape/content.h"
#include "shape/scene.h"

#include <math.h>
#include <string.h>

#define NEW_COST  1.0 /* of a line that is new, or gone; of one that changes it is */
#define SWAP_COST 0.9 /* this, and up to as much again the less alike they are */

/* --- texts ------------------------------------------------------------------------------------ */

/* As they are read now. */
static GPtrArray *read_texts(SvgEdit *edit, SvgNode *shape)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint index = svg_scene_find(scene, shape);
    guint at = index == SVG_NO_ENTRY ? SVG_NO_ENTRY : svg_scene_entry(scene, index)->label;
    GPtrArray *texts = g_ptr_array_new();
    while (at != SVG_NO_ENTRY) {
        const SvgEntry *entry = svg_scene_entry(scene, at);
        if (svg_node_tag(entry->node) == SVG_TAG_TEXT &&
            svg_words_are_of(edit, shape, entry->node)) {
            g_ptr_array_add(texts, entry->node);
        }
        at = entry->next_label;
    }
    return texts;
}

/* The upper first, and of those on a line the left one. */
static gint by_place(gconstpointer a, gconstpointer b, gpointer doc)
{
    SvgBox one = svg_node_box(doc, *(SvgNode *const *)a);
    SvgBox two = svg_node_box(doc, *(SvgNode *const *)b);
    double by = svg_text_beside(one, two) ? one.x - two.x : one.y - two.y;
    return by < 0 ? -1 : by > 0;
}

/* As they were found to go with it, before others were drawn or moved around them. */
static GPtrArray *known_texts(SvgEdit *edit, SvgNode *shape)
{
    GPtrArray *texts = svg_node_labels(edit, shape);
    for (guint i = texts->len; i-- > 0;) {
        if (svg_node_tag(texts->pdata[i]) != SVG_TAG_TEXT) {
            g_ptr_array_remove_index(texts, i);
        }
    }
    g_ptr_array_sort_with_data(texts, by_place, edit->doc);
    return texts;
}

static gboolean has_all(const GPtrArray *texts, const GPtrArray *of)
{
    gboolean all = TRUE;
    for (guint i = 0; all && i < of->len; i++) {
        all = g_ptr_array_find((GPtrArray *)texts, of->pdata[i], NULL);
    }
    return all;
}

/* A text of its own goes on in others only as it is read. */
GPtrArray *svg_label_texts(SvgEdit *edit, SvgNode *shape)
{
    g_autoptr(GPtrArray) read = read_texts(edit, shape);
    if (svg_node_tag(shape) == SVG_TAG_TEXT) {
        if (read->len) {
            g_ptr_array_insert(read, 0, shape);
        }
        return g_steal_pointer(&read);
    }
    g_autoptr(GPtrArray) known = known_texts(edit, shape);
    return has_all(read, known) ? g_steal_pointer(&read) : g_steal_pointer(&known);
}

static double spread(const double *at, guint n)
{
    double least = INFINITY, most = -INFINITY;
    for (guint i = 0; i < n; i++) {
        least = MIN(least, at[i]);
        most = MAX(most, at[i]);
    }
    return most - least;
}

static SvgAlong side_of_anchor(SvgEdit *edit, SvgNode *text)
{
    SvgStyle style;
    svg_style_of(edit->doc, text, &style);
    return style.text_anchor == SVG_TEXT_START    ? SVG_ALONG_START
           : style.text_anchor == SVG_TEXT_MIDDLE ? SVG_ALONG_CENTER
                                                  : SVG_ALONG_END;
}

SvgAlong svg_lines_side(SvgEdit *edit, const GPtrArray *texts)
{
    gsize n = texts->len;
    g_autoptr(GArray) places = g_array_sized_new(FALSE, TRUE, sizeof(double), 3 * texts->len);
    double *at = (double *)(gpointer)g_array_set_size(places, 3 * texts->len)->data;
    SvgAlong side = n ? side_of_anchor(edit, texts->pdata[0]) : SVG_ALONG_START;
    for (gsize i = 0; i < n; i++) {
        SvgBox box = svg_node_box(edit->doc, texts->pdata[i]);
        for (gsize k = 0; k < 3; k++) {
            at[k * n + i] = box.x + box.w * (double)k / 2;
        }
    }
    for (gsize k = 0; n > 1 && k < 3; k++) {
        side = spread(at + k * n, (guint)n) < 0.9 * spread(at + (gsize)side * n, (guint)n)
                   ? (SvgAlong)k
                   : side;
    }
    return side;
}

/* --- what there is ---------------------------------------------------------------------------- */

guint svg_count_lines(const char *words)
{
    guint n = 1;
    for (; words && (words = strchr(words, '\n')); words++) {
        n++;
    }
    return n;
}

static void row_clear(gpointer data)
{
    SvgRow *row = data;
    g_free(row->words);
    g_ptr_array_unref(row->ahead);
    g_ptr_array_unref(row->after);
}

static void add_row(GArray *rows, guint text, guint line, const char *words)
{
    SvgRow row = {text, 1, line, g_strdup(words), NULL, g_ptr_array_new(), g_ptr_array_new()};
    g_array_append_val(rows, row);
}

/* The text's first line goes on in the row before it. */
static void join_row(SvgRow *row, const char *words)
{
    g_autofree char *old = row->words;
    row->words = *old && *words ? g_strjoin(" ", old, words, NULL) : g_strconcat(old, words, NULL);
    row->n++;
}

GArray *svg_rows_read(SvgEdit *edit, const GPtrArray *texts)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(SvgRow));
    g_array_set_clear_func(rows, row_clear);
    for (guint i = 0; i < texts->len; i++) {
        g_autofree char *words = svg_content_read(texts->pdata[i]);
        g_auto(GStrv) lines = g_strsplit(words ? words : "", "\n", -1);
        SvgBox box = svg_node_box(edit->doc, texts->pdata[i]);
        gboolean beside =
            i > 0 && svg_text_beside(svg_node_box(edit->doc, texts->pdata[i - 1]), box);
        for (guint k = 0; lines[k]; k++) {
            if (k == 0 && beside) {
                join_row(&g_array_index(rows, SvgRow, rows->len - 1), lines[0]);
            } else {
                add_row(rows, i, k, lines[k]);
            }
        }
    }
    return rows;
}

/* --- what becomes of which -------------------------------------------------------------------- */

/* How much of the two is the same at their ends. */
static double likeness(const char *a, const char *b)
{
    gsize n = strlen(a), m = strlen(b), least = MIN(n, m), start = 0, end = 0;
    while (start < least && a[start] == b[start]) {
        start++;
    }
    while (end < least - start && a[n - 1 - end] == b[m - 1 - end]) {
        end++;
    }
    return MAX(n, m) ? (double)(start + end) / (double)MAX(n, m) : 1;
}

static double swap_cost(const SvgRow *row, const char *line)
{
    double alike = likeness(row->words, line);
    return alike == 1 ? 0 : SWAP_COST * (2 - alike);
}

/* cost[i][j]: of making the first j new lines of the first i rows. */
static GArray *costs_of(const GArray *rows, char **to, guint m)
{
    guint n = rows->len, width = m + 1;
    GArray *costs = g_array_new(FALSE, TRUE, sizeof(float));
    float *cost = (float *)(gpointer)g_array_set_size(costs, (n + 1) * width)->data;
    for (guint i = 0; i <= n; i++) {
        for (guint j = 0; j <= m; j++) {
            double least = i + j ? INFINITY : 0;
            if (i && j) {
                least =
                    cost[(i - 1) * width + j - 1] + swap_cost(svg_row_at(rows, i - 1), to[j - 1]);
            }
            least = i ? MIN(least, cost[(i - 1) * width + j] + NEW_COST) : least;
            least = j ? MIN(least, cost[i * width + j - 1] + NEW_COST) : least;
            cost[i * width + j] = (float)least;
        }
    }
    return costs;
}

void svg_rows_pair(GArray *rows, char **to)
{
    guint i = rows->len, j = g_strv_length(to), width = j + 1;
    g_autoptr(GArray) costs = costs_of(rows, to, j);
    const float *cost = &g_array_index(costs, float, 0);
    while (i || j) {
        double now = cost[i * width + j];
        SvgRow *row = i ? svg_row_at(rows, i - 1) : NULL;
        if (j && (!i || fabs(cost[i * width + j - 1] + NEW_COST - now) < 1e-4)) {
            g_ptr_array_insert(row ? row->after : svg_row_at(rows, 0)->ahead, 0, to[--j]);
        } else if (i && (!j || fabs(cost[(i - 1) * width + j] + NEW_COST - now) < 1e-4)) {
            row->to = NULL;
            i--;
        } else {
            row->to = to[--j];
            i--;
        }
    }
}

/* How many kinds of signs that are no letters both have: members of a class are alike in these. */
guint svg_rows_shared_signs(const char *a, const char *b)
{
    guint n = 0;
    for (const char *sign = ":()<>[]{}=+-*/#~.,@$&|\"'"; *sign; sign++) {
        n += strchr(a, *sign) && strchr(b, *sign);
    }
    return n;
}

/* A line that was gone and has new ones behind it becomes the first of those; new ones in front of
 * one push it down by a line each, but for rows of tables, which are put in there. */
void svg_row_settle(SvgRow *row, gboolean in_table)
{
    if (!row->to && row->after->len) {
        row->to = g_ptr_array_steal_index(row->after, 0);
    }
    while (row->ahead->len && (!in_table || !row->to)) {
        if (row->to) {
            g_ptr_array_insert(row->after, 0, (gpointer)row->to);
        }
        row->to = g_ptr_array_steal_index(row->ahead, row->ahead->len - 1);
    }
}
