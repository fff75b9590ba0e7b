/* Moves one object in each file named on standard input, and checks what changed:
 *
 *   - bytes: only inside the element's own start tag, or for a text also those of its parts;
 *   - lines: what `diff` would show;
 *   - pixels (every PIXELS-th file, unless a group it is in has a filter, mask or clip): only where
 * the object is drawn, before or after.
 *
 * An object with a label or a connector is more than one element and isn't picked. With OUT=folder
 * the moved files are written there. TEST_SEED repeats a run. */
#include "common/alone.h"
#include "common/random_edits.h"
#include "style/style.h"

#include <svg/edit.h>
#include <svg/error.h>
#include <svg/render.h>

#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE     400
#define ROUNDING 2 /* levels of 255 */

typedef struct {
    guint moved, nothing, refused, bytes, lines, drawn, pixels;
} Count;

/* --- which object ----------------------------------------------------------------------------- */

static gboolean is_candidate(SvgDocument *doc, const SvgShape *shape)
{
    SvgNode *node = svg_document_find(doc, shape->id);
    return !shape->locked && !shape->label_id && !shape->layer && !shape->from_id &&
           !shape->to_id && !(shape->text && svg_node_tag(node) != SVG_TAG_TEXT) && !node->foreign;
}

static SvgNode *pick(SvgDocument *doc, GRand *rand)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    for (guint tries = 0; shapes->len && tries < 50; tries++) {
        const SvgShape *shape = shapes->pdata[g_rand_int_range(rand, 0, (gint)shapes->len)];
        if (is_candidate(doc, shape)) {
            return svg_document_find(doc, shape->id);
        }
    }
    return NULL;
}

/* --- bytes and lines -------------------------------------------------------------------------- */

/* Where the element's bytes stand in the file. */
static gboolean find_span(GBytes *bytes, SvgSlice open, gsize *from, gsize *to)
{
    gsize len;
    const char *data = g_bytes_get_data(bytes, &len);
    const char *at = memmem(data, len, open.at, open.len);
    *from = at ? (gsize)(at - data) : 0;
    *to = *from + open.len;
    return at && !memmem(at + 1, len - *to + open.len - 1, open.at, open.len);
}

static gboolean check_bytes(SvgDocument *doc, const SvgNode *node, GBytes *after)
{
    g_autoptr(GArray) patch = svg_document_patch(doc, 1, 0);
    gsize from, to;
    gboolean text = svg_node_tag(node) == SVG_TAG_TEXT;
    if (text || !find_span(after, node->open, &from, &to)) {
        return patch->len > 0;
    }
    for (guint i = 0; i < patch->len; i++) {
        const SvgHunk *hunk = &g_array_index(patch, SvgHunk, i);
        if (hunk->offset < from || hunk->offset + hunk->len > to) {
            return FALSE;
        }
    }
    return patch->len > 0;
}

/* Lines that aren't the same when both files are laid side by side: a start tag keeps its lines, or
 * gains one for each attribute it didn't have. */
static guint changed_lines(GBytes *before, GBytes *after)
{
    g_auto(GStrv) a = g_strsplit(g_bytes_get_data(before, NULL), "\n", -1);
    g_auto(GStrv) b = g_strsplit(g_bytes_get_data(after, NULL), "\n", -1);
    guint n = g_strv_length(a), m = g_strv_length(b), head = 0, tail = 0, same = 0;
    while (head < MIN(n, m) && g_str_equal(a[head], b[head])) {
        head++;
    }
    while (tail < MIN(n, m) - head && g_str_equal(a[n - 1 - tail], b[m - 1 - tail])) {
        tail++;
    }
    for (guint i = head, k = head; i < n - tail && k < m - tail; i++, k++) {
        same += g_str_equal(a[i], b[k]);
    }
    return MAX(n, m) - head - tail - same;
}

/* --- pixels ----------------------------------------------------------------------------------- */

typedef struct {
    GBytes *bytes;
    gsize at;
} Reading;

static cairo_status_t read_png(void *data, unsigned char *to, unsigned int len)
{
    Reading *reading = data;
    gsize size;
    const char *from = g_bytes_get_data(reading->bytes, &size);
    if (len > size - reading->at) {
        return CAIRO_STATUS_READ_ERROR;
    }
    memcpy(to, from + reading->at, len);
    reading->at += len;
    return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *decode(GBytes *png)
{
    Reading reading = {png, 0};
    return cairo_image_surface_create_from_png_stream(read_png, &reading);
}

static guint32 pixel(cairo_surface_t *surface, int x, int y)
{
    if (x < 0 || y < 0 || x >= cairo_image_surface_get_width(surface) ||
        y >= cairo_image_surface_get_height(surface)) {
        return 0;
    }
    const unsigned char *row =
        cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface);
    guint32 value;
    memcpy(&value, row + x * 4, 4);
    return cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24 ? value | 0xff000000u
                                                                         : value;
}

/* A blur over a whole group rounds a little otherwise where its sum changes. */
static gboolean differs(guint32 a, guint32 b)
{
    for (guint shift = 0; shift < 32; shift += 8) {
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > ROUNDING) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the object paints at, or right beside, that pixel. */
static gboolean is_painted(cairo_surface_t *alone, int x, int y)
{
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (pixel(alone, x + dx, y + dy)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Pictures: before, after, and the object alone before and after. */
static guint stray_pixels(GBytes *const pictures[4])
{
    cairo_surface_t *s[4];
    guint stray = 0;
    for (guint i = 0; i < 4; i++) {
        s[i] = decode(pictures[i]);
    }
    for (int y = 0; y < cairo_image_surface_get_height(s[0]); y++) {
        for (int x = 0; x < cairo_image_surface_get_width(s[0]); x++) {
            stray += differs(pixel(s[0], x, y), pixel(s[1], x, y)) && !is_painted(s[2], x, y) &&
                     !is_painted(s[3], x, y);
        }
    }
    for (guint i = 0; i < 4; i++) {
        cairo_surface_destroy(s[i]);
    }
    return stray;
}

static GBytes *draw(SvgDocument *doc)
{
    SvgRenderOptions options = {
        .view = svg_document_page(doc), .max_side = SIDE, .fill = TRUE, .transparent = TRUE};
    return svg_render(doc, &options, NULL);
}

/* A filter or mask on a group is placed by the group's box, which the move may change: then it is
 * the group that looks otherwise, not the object alone. */
static gboolean is_in_effect(SvgDocument *doc, const SvgNode *node)
{
    for (const SvgNode *at = node->parent; at; at = at->parent) {
        SvgStyle style;
        svg_style_of(doc, at, &style);
        if (style.filter || style.mask || style.clip_path) {
            return TRUE;
        }
    }
    return FALSE;
}

static void check_pixels(SvgDocument *doc, SvgNode *node, const char *path, Count *count)
{
    g_autoptr(GBytes) after = draw(doc), alone_after = test_draw_alone(doc, node, SIDE);
    svg_document_undo(doc);
    g_autoptr(GBytes) before = draw(doc), alone_before = test_draw_alone(doc, node, SIDE);
    svg_document_redo(doc);
    GBytes *const pictures[4] = {before, after, alone_before, alone_after};
    if (!before || !after || !alone_after || !alone_before) {
        return;
    }
    guint stray = stray_pixels(pictures);
    count->drawn++;
    count->pixels += stray > 0;
    if (stray) {
        printf("PIXELS %s %s: %u stray\n", path, svg_node_id(doc, node), stray);
    }
}

/* --- one file --------------------------------------------------------------------------------- */

/* How many elements it changed; 0 when it was refused, *locked as something of it is locked. */
static guint move(SvgDocument *doc, SvgNode *node, gboolean *locked)
{
    double unit = 1 / svg_document_px_per_unit(doc);
    const char *ids[] = {svg_node_id(doc, node), NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_autoptr(SvgChange) change = svg_edit_offset(edit, ids, 7 * unit, 3 * unit, &error)
                                      ? svg_edit_commit(g_steal_pointer(&edit), &error)
                                      : NULL;
    *locked = g_error_matches(error, SVG_ERROR, SVG_ERROR_LOCKED);
    if (!change && !*locked) {
        printf("%s: %s\n", ids[0], error->message);
    }
    return change ? g_strv_length(change->changed) : 0;
}

/* An arrow whose tip is an element of its own is two elements: another object is tried. */
static SvgNode *move_single(SvgDocument *doc, GRand *rand, gboolean *refused)
{
    for (guint tries = 0; tries < 20; tries++) {
        gboolean locked = FALSE;
        SvgNode *node = pick(doc, rand);
        guint changed = node ? move(doc, node, &locked) : 0;
        *refused = node && !changed;
        if (locked) {
            continue;
        }
        if (changed <= 1) {
            return changed ? node : NULL;
        }
        svg_document_undo(doc);
    }
    *refused = FALSE;
    return NULL;
}

static void save(SvgDocument *doc, guint number)
{
    const char *folder = g_getenv("OUT");
    if (folder) {
        g_autofree char *path = g_strdup_printf("%s/%u.svg", folder, number);
        g_autoptr(GError) error = NULL;
        if (!svg_document_save(doc, path, &error)) {
            printf("%s\n", error->message);
        }
    }
}

static gboolean has_steady_page(SvgDocument *doc)
{
    SvgNode *root = svg_document_root(doc);
    return svg_node_attr(root, "viewBox") ||
           (svg_node_attr(root, "width") && svg_node_attr(root, "height"));
}

static void check(const char *path, guint number, GRand *rand, guint every, Count *count)
{
    g_autoptr(SvgDocument) doc = svg_document_load(path, NULL);
    if (!doc || !has_steady_page(doc)) {
        count->nothing++;
        return;
    }
    gboolean refused = FALSE;
    g_autoptr(GBytes) before = svg_document_print_utf8(doc);
    SvgNode *node = move_single(doc, rand, &refused);
    if (!node) {
        printf("%s %s\n", refused ? "REFUSED" : "nothing to move in", path);
        refused ? count->refused++ : count->nothing++;
        return;
    }
    g_autoptr(GBytes) after = svg_document_print_utf8(doc);
    gboolean good = check_bytes(doc, node, after);
    guint lines = changed_lines(before, after);
    count->moved++;
    count->bytes += !good;
    count->lines += lines;
    if (!good) {
        printf("BYTES %s %s\n", path, svg_node_id(doc, node));
    }
    if (number % every == 0) {
        if (!is_in_effect(doc, node)) {
            check_pixels(doc, node, path, count);
        }
        save(doc, number);
    }
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    guint number = 0, every = test_setting("PIXELS", 10);
    Count count = {0};
    g_autoptr(GRand) rand = g_rand_new_with_seed(test_seed());
    for (; getline(&line, &size, stdin) > 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        check(line, number, rand, every, &count);
    }
    free(line);
    printf(
        "moved %u (%u lines changed in all), nothing to move in %u, refused %u; bytes elsewhere in %u; drawn %u, stray "
        "pixels in %u\n",
        count.moved, count.lines, count.nothing, count.refused, count.bytes, count.drawn,
        count.pixels);
    svg_cleanup();
    return count.bytes || count.pixels || count.refused || !count.moved;
}
