/* A view as JSON. */
#include "base/json.h"
#include "view/form.h"

#define MAX_IDS 20 /* of one lint; others are counted */

static void add_box(GString *out, FairyBox box)
{
    fairy_json_add_number(out, "x", box.x);
    fairy_json_add_number(out, "y", box.y);
    fairy_json_add_number(out, "w", box.w);
    fairy_json_add_number(out, "h", box.h);
}

static void write_box(GString *out, FairyBox box)
{
    g_string_append_c(out, '{');
    add_box(out, box);
    g_string_append_c(out, '}');
}

static void write_point(GString *out, SvgPoint p)
{
    g_string_append_c(out, '{');
    fairy_json_add_number(out, "x", p.x);
    fairy_json_add_number(out, "y", p.y);
    g_string_append_c(out, '}');
}

static void write_unseen(GString *out, const char *why)
{
    fairy_json_add_string(out, "unseen", why);
}

static void write_omitted(GString *out, guint n)
{
    fairy_json_add_number(out, "omitted", n);
}

static void write_far(GString *out, const FairyPeripheral *far)
{
    g_string_append(out, "{\"bounds\":");
    write_box(out, far->bounds);
    fairy_json_add_number(out, "numberOfShapes", far->count);
    fairy_json_add_string(out, "direction", far->direction);
    if (far->distance >= 0) {
        fairy_json_add_number(out, "distance", far->distance);
    }
    g_string_append_c(out, '}');
}

static void write_lint(GString *out, const SvgLint *lint)
{
    g_string_append_c(out, '{');
    fairy_json_add_string(out, "type", svg_lint_name(lint->type));
    fairy_json_name(out, "shapeIds");
    g_string_append_c(out, '[');
    guint n = g_strv_length(lint->ids);
    for (guint i = 0; i < MIN(n, MAX_IDS); i++) {
        g_string_append(out, i > 0 ? "," : "");
        fairy_json_string(out, lint->ids[i]);
    }
    g_string_append_c(out, ']');
    if (n > MAX_IDS) {
        fairy_json_add_number(out, "more", n - MAX_IDS);
    }
    g_string_append_c(out, '}');
}

static void write_left_out(GString *out, guint shapes, guint selected)
{
    g_string_append_c(out, '{');
    fairy_json_add_number(out, "shapes", shapes);
    if (selected > 0) {
        fairy_json_add_number(out, "selected", selected);
    }
    g_string_append_c(out, '}');
}

static void write_part(GString *out, const char *name, const char *value)
{
    fairy_json_name(out, name);
    g_string_append(out, value);
}

const FairyViewForm fairy_form_json = {
    .open = "[",
    .first = "",
    .next = ",",
    .close = "]",
    .shape = fairy_shape_json,
    .unseen = write_unseen,
    .omitted = write_omitted,
    .labels = ",\"labels\":[",
    .labels_end = "]",
    .shape_end = "}",
    .far = write_far,
    .lint = write_lint,
    .id = fairy_json_string,
    .name = fairy_json_string,
    .box = write_box,
    .point = write_point,
    .left_out = write_left_out,
    .part = write_part,
    .begin = "{",
    .end = "}",
};
