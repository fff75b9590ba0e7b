/* What names of colours stand for in a drawing: its own colours; what is shown of a colour, sent
 * back, is the same colour. */
#include "common/drawing.h"
#include "view/shape_json.h"

#include <svg/edit.h>
#include <svg/file.h>

#include <string.h>

/* A drawing of squares in these colours, "CSS" or "CSS*TIMES" apart by blanks. */
static SvgDocument *squares(const char *colors)
{
    g_auto(GStrv) words = g_strsplit(colors, " ", -1);
    g_autoptr(GString) body = g_string_new(NULL);
    for (guint i = 0; words[i]; i++) {
        g_auto(GStrv) parts = g_strsplit(words[i], "*", 2);
        guint64 times = parts[0] && parts[1] ? g_ascii_strtoull(parts[1], NULL, 10) : 1;
        for (guint64 k = 0; parts[0] && *parts[0] && k < times; k++) {
            g_string_append_printf(body, "<rect width='9' height='9' fill='%s'/>", parts[0]);
        }
    }
    return test_parse_body(body->str);
}

static void test_own(void)
{
    static const struct {
        const char *colors, *name, *css;
    } rows[] = {
        {"", "black", "#1d1d1d"},
        {"black", "black", "#000000"},
        {"#000 #1d1d1d*2", "black", "#1d1d1d"},
        {"#333333", "black", "#333333"},
        {"black", "red", "#e03131"},
        {"red", "red", "#ff0000"},
        {"#cc0000*2 red", "red", "#cc0000"},
        {"#8b0000", "red", "#e03131"}, /* too dark */
        {"#bfe0ff", "light-blue", "#bfe0ff"},
        {"#e7f3ff", "light-blue", "#74c0fc"}, /* too pale */
        {"#00d1d1", "light-blue", "#74c0fc"}, /* another hue, though it has no other name */
        {"#60a5fa", "light-blue", "#60a5fa"},
        {"#add8e6", "light-blue", "#add8e6"}, /* pale, but CSS calls it so */
        {"lightgreen", "light-green", "#90ee90"},
        {"#808080", "grey", "#808080"},
        {"#f8f9fa*9", "white", "#ffffff"},
        {"red", "Red", "#ff0000"}, /* CSS's */
        {"red", "#E03131", "#e03131"},
        {"red", "none", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc = squares(rows[i].colors);
        g_autofree char *css = svg_document_color(doc, rows[i].name, FALSE);
        g_test_message("%s in \"%s\"", rows[i].name, rows[i].colors);
        g_assert_cmpstr(css, ==, rows[i].css);
    }
}

static void test_tints_are_the_palettes(void)
{
    g_autoptr(SvgDocument) doc = squares("red");
    g_autofree char *tint = svg_document_color(doc, "red", TRUE);
    g_assert_cmpstr(tint, ==, "#ffc9c9");
}

static void test_one_name(void)
{
    g_autoptr(SvgDocument) doc = squares("#60a5fa*2 #bfe0ff #00d1d1 black #1d1d1d");
    static const char *const rows[][2] = {
        {"#60a5fa", "light-blue"}, {"#bfe0ff", NULL}, {"#00d1d1", NULL}, {"none", NULL},
        {"#e03131", "red"},        {"#ff0000", NULL}, {"url(#a)", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_assert_cmpstr(svg_document_color_name(doc, rows[i][0]), ==, rows[i][1]);
    }
    g_assert_null(svg_document_color_name(doc, NULL));
}

/* A small drawing's names are those of its colours now. */
static void test_now(void)
{
    g_autoptr(SvgDocument) doc = squares("red");
    g_autofree char *before = svg_document_color(doc, "green", FALSE);
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    const SvgSpec spec = {
        .given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_FILL, .color = "green", .fill = SVG_FILL_SOLID};
    SvgSpec own = spec;
    own.color = "#008000";
    g_assert_nonnull(svg_edit_create(edit, &own, NULL));
    svg_change_free(svg_edit_commit(g_steal_pointer(&edit), NULL));
    g_autofree char *after = svg_document_color(doc, "green", FALSE);
    g_assert_cmpstr(before, ==, "#2f9e44");
    g_assert_cmpstr(after, ==, "#008000");
}

/* --- what is shown, sent back ----------------------------------------------------------------- */

static SvgFill fill_of(const char *word)
{
    static const char *const words[] = {"none", "tint", "background", "solid"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_str_equal(word, words[i])) {
            return (SvgFill)i;
        }
    }
    g_assert_not_reached();
}

/* The colour it is seen by, and its fill where there is a word for that, of a new shape for which
 * that was said. */
static void check_shape(SvgDocument *doc, const SvgShape *shape, GHashTable *meant)
{
    g_autofree char *color = fairy_shown_color(doc, shape);
    const char *word = fairy_fill_word(shape, color);
    if (!color || !(svg_kind_flags(shape->kind) & SVG_KIND_GEO) || !word || shape->pattern) {
        return;
    }
    const char *seen = shape->color_by_stroke ? shape->stroke : shape->fill;
    const char *known = g_hash_table_lookup(meant, color);
    g_test_message("%s: %s %s", shape->id, color, word);
    g_assert_cmpstr(known ? known : seen, ==, seen);
    g_hash_table_insert(meant, g_strdup(color), g_strdup(seen));
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    const SvgSpec spec = {.given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_FILL,
                          .kind = SVG_KIND_RECTANGLE,
                          .color = color,
                          .fill = fill_of(word)};
    const char *id = svg_edit_create(edit, &spec, NULL);
    g_autoptr(SvgShape) made = svg_document_shape(doc, id, NULL);
    g_assert_cmpstr(made->fill, ==, shape->fill);
    g_assert_cmpstr(made->stroke, ==, seen);
}

static void test_sent_back(void)
{
    static const char *const files[] = {"demo.svg", "cards-mm.svg", "lanes.svg",
                                        "mermaid-readme.svg"};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_test_build_filename(G_TEST_DIST, "fixtures", files[i], NULL);
        g_autoptr(SvgDocument) doc = svg_document_load(path, NULL);
        g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
        g_autoptr(GHashTable) meant =
            g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        for (guint k = 0; k < shapes->len; k++) {
            check_shape(doc, shapes->pdata[k], meant);
        }
    }
}

static void test_sent_back_made(void)
{
    static const char *const paints[][2] = {
        {"#ff8787", "#e03131"}, {"#ffc9c9", "#e03131"}, {"#bfbfff", "#0000ff"},
        {"#a5d8ff", "#0000ff"}, {"#bff3f3", "#00d1d1"}, {"#ffffff", "#00d1d1"},
        {"none", "#bfe0ff"},    {"#bfe0ff", "#bfe0ff"}, {"#ffffff", "#868e96"},
        {"#dee2e6", "#000000"}, {"#c0c0c0", "#010203"}, {"#fff2cc", "#d6b656"},
    };
    g_autoptr(GString) body = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(paints); i++) {
        g_string_append_printf(body,
                               "<rect id='r%u' x='%u' width='9' height='9' fill='%s' stroke='%s'/>",
                               i, 12 * i, paints[i][0], paints[i][1]);
    }
    g_autoptr(SvgDocument) doc = test_parse_body(body->str);
    g_autoptr(GHashTable) meant = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    g_assert_cmpuint(shapes->len, ==, G_N_ELEMENTS(paints));
    for (guint k = 0; k < shapes->len; k++) {
        check_shape(doc, shapes->pdata[k], meant);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/color-names/own", test_own);
    g_test_add_func("/color-names/tints", test_tints_are_the_palettes);
    g_test_add_func("/color-names/one-name", test_one_name);
    g_test_add_func("/color-names/now", test_now);
    g_test_add_func("/color-names/sent-back", test_sent_back);
    g_test_add_func("/color-names/sent-back-made", test_sent_back_made);
    return g_test_run();
}
