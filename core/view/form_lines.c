/* A view in lines: `db cylinder 20,120,80,60 "Orders"`; rectangles, which most shapes are, without
 * their kind: `login 20,20,120,60 "Log in"`. What is told in full stays JSON, which is how a model
 * writes it. */
#include "base/json.h"
#include "view/form.h"
#include "view/ids.h"

#include <fairy/limits.h>

#include <string.h>

#define MAX_TEXT 100 /* bytes of one text: the rest is for who looks closer */
#define MAX_IDS  6   /* of one lint; others are counted */

/* Without quotes where nothing could be mistaken. */
static gboolean is_plain(const char *id)
{
    for (const char *at = id; *at; at++) {
        if (!g_ascii_isalnum(*at) && *at != '_' && *at != '.' && *at != ':' &&
            !(*at == '-' && at[1] != '>')) {
            return FALSE;
        }
    }
    return *id != '\0' && strlen(id) <= FAIRY_SHOWN_NAME_BYTES;
}

static void write_id(GString *out, const char *id)
{
    if (is_plain(id)) {
        g_string_append(out, id);
    } else {
        fairy_json_id(out, id);
    }
}

static void write_numbers(GString *out, const double *numbers, guint n)
{
    for (guint i = 0; i < n; i++) {
        g_string_append(out, i > 0 ? "," : "");
        fairy_json_number(out, numbers[i]);
    }
}

static void write_box(GString *out, FairyBox box)
{
    write_numbers(out, (double[]){box.x, box.y, box.w, box.h}, 4);
}

static void write_point(GString *out, SvgPoint p)
{
    write_numbers(out, (double[]){p.x, p.y}, 2);
}

static void write_end(GString *out, const char *id)
{
    if (id) {
        write_id(out, id);
    } else {
        g_string_append_c(out, '?');
    }
}

static void write_ends(GString *out, const SvgShape *shape)
{
    static const char *const heads[] = {"--", "->", "<->"};
    g_string_append_c(out, ' ');
    write_end(out, shape->from_id);
    g_string_append(out, heads[shape->n_heads]);
    write_end(out, shape->to_id);
}

/* 140,50>200,90: which way it goes. */
static void write_way(GString *out, FairyCoords *coords, const SvgShape *line)
{
    const char *id = line->id;
    write_numbers(out,
                  (double[]){fairy_coords_show(coords, id, "x1", line->start.x),
                             fairy_coords_show(coords, id, "y1", line->start.y)},
                  2);
    g_string_append_c(out, '>');
    write_numbers(out,
                  (double[]){fairy_coords_show(coords, id, "x2", line->end.x),
                             fairy_coords_show(coords, id, "y2", line->end.y)},
                  2);
}

/* What joins two shapes is where they are. */
static void write_place(GString *out, FairyCoords *coords, const SvgShape *shape)
{
    gboolean line = shape->kind == SVG_KIND_LINE || shape->kind == SVG_KIND_ARROW;
    FairyBox box = fairy_coords_show_box(coords, shape->id, shape->box);
    if (!shape->from_id || !shape->to_id) {
        if (shape->kind != SVG_KIND_RECTANGLE) {
            g_string_append_c(out, ' ');
            g_string_append(out, svg_kind_name(shape->kind));
        }
        g_string_append_c(out, ' ');
        if (line) {
            write_way(out, coords, shape);
        } else {
            write_box(out, box);
        }
    }
    if (shape->from_id || shape->to_id) {
        write_ends(out, shape);
    }
}

static FairyLabelPlace write_shape(GString *out, SvgDocument *doc, FairyCoords *coords,
                                   const SvgShape *shape, FairyDetail detail, gsize max_text)
{
    FairyLabelPlace label = {0};
    (void)doc;
    (void)detail;
    write_id(out, shape->id);
    write_place(out, coords, shape);
    if (shape->text) {
        g_string_append_c(out, ' ');
        label.at = out->len;
        fairy_json_text(out, shape->text, max_text ? MIN(max_text, MAX_TEXT) : MAX_TEXT);
        label.len = out->len - label.at;
    }
    if (fairy_shape_has_more_name(shape, FAIRY_DETAIL_BLURRY)) {
        g_string_append(out, " name=");
        fairy_json_text(out, shape->name, FAIRY_SHOWN_NAME_BYTES);
    }
    g_string_append(out, shape->locked ? " locked" : "");
    if (shape->n_children + shape->n_parts > 0) {
        g_string_append_printf(out, " (%u)", shape->n_children + shape->n_parts);
    }
    return label;
}

static void write_unseen(GString *out, const char *why)
{
    g_string_append_printf(out, " unseen=\"%s\"", why);
}

static void write_omitted(GString *out, guint n)
{
    g_string_append_printf(out, " omitted=%u", n);
}

static void write_far(GString *out, const FairyPeripheral *far)
{
    g_string_append_printf(out, "%u %s ", far->count, far->direction);
    if (far->distance >= 0) {
        fairy_json_number(out, far->distance);
        g_string_append_c(out, ' ');
    }
    write_box(out, far->bounds);
}

static void write_lint(GString *out, const SvgLint *lint)
{
    g_string_append(out, svg_lint_name(lint->type));
    guint n = g_strv_length(lint->ids);
    for (guint i = 0; i < MIN(n, MAX_IDS); i++) {
        g_string_append_c(out, ' ');
        write_id(out, lint->ids[i]);
    }
    if (n > MAX_IDS) {
        g_string_append_printf(out, " and %u more", n - MAX_IDS);
    }
}

static void write_left_out(GString *out, guint shapes, guint selected)
{
    if (shapes > 0) {
        g_string_append_printf(out, "%u shapes", shapes);
    }
    if (selected > 0) {
        g_string_append_printf(out, "%s%u selected", shapes > 0 ? ", " : "", selected);
    }
}

/* What stands in the lines of a part. */
static const char *columns_of(const char *name)
{
    static const char *const columns[][2] = {
        {"shapes",
         " (id type=rectangle x,y,w,h \"text\" (children); id from->to; id line x1,y1>x2,y2)"},
        {"clusters", " (shapes direction distance x,y,w,h)"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
        if (g_str_equal(name, columns[i][0])) {
            return columns[i][1];
        }
    }
    return "";
}

/* Lists begin with the end of a line; nothing is said of what is empty. */
static void write_part(GString *out, const char *name, const char *value)
{
    if (*value) {
        g_string_append_printf(out, "%s%s:%s%s\n", name, columns_of(name),
                               *value == '\n' ? "" : " ", value);
    }
}

const FairyViewForm fairy_form_lines = {
    .open = "",
    .first = "\n",
    .next = "\n",
    .close = "",
    .shape = write_shape,
    .looks = fairy_usual_add_looks,
    .unseen = write_unseen,
    .omitted = write_omitted,
    .labels = " labels=",
    .labels_end = "",
    .shape_end = "",
    .far = write_far,
    .lint = write_lint,
    .id = write_id,
    .name = fairy_json_string,
    .box = write_box,
    .point = write_point,
    .left_out = write_left_out,
    .part = write_part,
    .terse = TRUE,
    .begin = "",
    .end = "",
};
