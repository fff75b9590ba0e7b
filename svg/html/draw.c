/* A <foreignObject> as a group of texts and boxes. */
#include "document/document_priv.h"
#include "document/kept.h"
#include "document/start_tag.h"
#include "geometry/parts.h"
#include "html/html.h"
#include "html/layout.h"
#include "values/values.h"

#include <svg/limits.h>

#include <math.h>
#include <string.h>

#define XHTML "http://www.w3.org/1999/xhtml"

/* --- its own start tag ------------------------------------------------------------------------ */

/* A group has no place nor size, and is drawn whatever a reader knows. */
static gboolean is_left_out(SvgSlice name)
{
    static const char *const names[] = {
        "x", "y", "width", "height", "requiredFeatures", "requiredExtensions"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strlen(names[i]) == name.len && memcmp(names[i], name.at, name.len) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The name of an element of the same namespace, as it would be spelt there. */
static void append_name(GString *out, SvgSlice open)
{
    SvgSlice name = svg_tag_raw_name(open);
    const char *colon = memchr(name.at, ':', name.len);
    g_string_append_len(out, name.at, colon ? colon + 1 - name.at : 0);
    g_string_append_c(out, 'g');
}

static void append_start(GString *out, SvgSlice open)
{
    SvgRawAttr attr;
    gsize at = 0;
    g_string_append_c(out, '<');
    append_name(out, open);
    while (svg_tag_next_attr(open, &at, &attr)) {
        if (!is_left_out((SvgSlice){open.at + attr.name, attr.name_len})) {
            g_string_append_len(out, open.at + attr.start, (gssize)(attr.end - attr.start));
        }
    }
    g_string_append(out, "><g xmlns=\"http://www.w3.org/2000/svg\">");
}

static void append_end(GString *out, SvgSlice open)
{
    g_string_append(out, "</g></");
    append_name(out, open);
    g_string_append_c(out, '>');
}

/* --- pieces ----------------------------------------------------------------------------------- */

static void append_number(GString *out, const char *before, double value, const char *after)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.8g", value);
    g_string_append_printf(out, "%s%s%s", before, number, after);
}

/* A declaration that no rule of the drawing's is stronger than. */
static void append_declared(GString *out, const char *property, const char *value)
{
    g_autofree char *shown = g_markup_escape_text(value, -1);
    g_string_append_printf(out, "%s:%s!important;", property, shown);
}

static void append_length(GString *out, const char *property, double value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.8gpx", value);
    append_declared(out, property, number);
}

static void append_ink(GString *out, SvgHtmlInk ink)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *color = g_strdup_printf("#%06x", ink.rgb & 0xffffff);
    g_ascii_formatd(number, sizeof number, "%.4g", ink.alpha);
    append_declared(out, "fill", color);
    append_declared(out, "fill-opacity", number);
    append_declared(out, "stroke", "none");
}

static void append_font(GString *out, const SvgHtmlPiece *piece)
{
    const SvgStyle *font = &piece->font;
    char weight[16];
    g_snprintf(weight, sizeof weight, "%d", font->font_weight);
    /* librsvg refuses one that is important. */
    g_autofree char *family =
        g_markup_escape_text(font->font_family ? font->font_family : "serif", -1);
    g_string_append_printf(out, "font-family:%s;", family);
    append_length(out, "font-size", font->font_size);
    append_declared(out, "font-weight", weight);
    append_declared(out, "font-style", font->font_italic ? "italic" : "normal");
    append_declared(out, "font-stretch", font->font_stretch ? font->font_stretch : "normal");
    append_length(out, "letter-spacing", font->letter_spacing);
    append_length(out, "word-spacing", font->word_spacing);
    append_declared(out, "text-anchor", "start");
    append_declared(out, "dominant-baseline", "auto");
    append_declared(out, "text-decoration",
                    piece->underlined ? piece->struck ? "underline line-through" : "underline"
                    : piece->struck   ? "line-through"
                                      : "none");
}

static void append_text(GString *out, const SvgHtmlPiece *piece)
{
    g_autofree char *words = g_markup_escape_text(piece->text, -1);
    append_number(out, "<text xml:space=\"preserve\" x=\"", piece->x, "\"");
    append_number(out, " y=\"", piece->y, "\" style=\"");
    append_ink(out, piece->ink);
    append_font(out, piece);
    g_string_append_printf(out, "\">%s</text>", words);
}

static void append_box(GString *out, const SvgHtmlPiece *piece)
{
    append_number(out, "<rect x=\"", piece->x, "\"");
    append_number(out, " y=\"", piece->y, "\"");
    append_number(out, " width=\"", piece->w, "\"");
    append_number(out, " height=\"", piece->h, "\" style=\"");
    append_ink(out, piece->ink);
    g_string_append(out, "\"/>");
}

static SvgUserBox box_of(const SvgHtmlPiece *piece)
{
    double descent = piece->text ? piece->font.font_size / 2 : 0;
    return (SvgUserBox){piece->x, piece->y - (piece->text ? piece->h : 0), piece->w,
                        piece->h + descent};
}

/* What isn't all beyond the edges of a box that cuts. What is cut in part is shown whole: letters
 * are never as wide as where the drawing was made. */
static gboolean is_seen(const SvgHtmlPiece *piece, const SvgUserBox *cut)
{
    SvgUserBox box = box_of(piece);
    gboolean empty = piece->ink.alpha <= 0 || (piece->text && piece->font.font_size <= 0) ||
                     (!piece->text && (piece->w <= 0 || piece->h <= 0));
    return !empty && isfinite(box.x) && isfinite(box.y) &&
           (!cut || (box.x < cut->x + cut->w && box.x + box.w > cut->x && box.y < cut->y + cut->h &&
                     box.y + box.h > cut->y));
}

/* --- one of them ------------------------------------------------------------------------------ */

/* What only a browser can show. */
static gboolean is_picture(const SvgNode *node)
{
    static const char *const names[] = {"img",    "svg",   "video",  "canvas", "iframe",   "math",
                                        "object", "input", "button", "select", "textarea", NULL};
    return node->name && g_strv_contains(names, svg_html_name(node));
}

/* There are words in it, or nothing at all. */
static gboolean is_understood(SvgNode *foreign)
{
    gboolean pictures = FALSE;
    for (SvgNode *at = foreign; at; at = svg_node_walk(foreign, at, FALSE)) {
        if (!at->name && !svg_html_is_blank(at)) {
            return TRUE;
        }
        pictures |= at != foreign && is_picture(at);
    }
    return !pictures;
}

static gboolean is_passed_over(const SvgNode *foreign)
{
    const char *needs = svg_node_value(foreign, SVG_ATTR_REQUIRED_EXTENSIONS);
    return needs && !g_str_equal(needs, XHTML);
}

static void clear_piece(gpointer piece)
{
    g_free(((SvgHtmlPiece *)piece)->text);
}

static SvgBox append_pieces(SvgHtmlLayout *layout, GString *out, SvgMatrix matrix,
                            const SvgUserBox *cut)
{
    SvgBox seen = SVG_BOX_EMPTY;
    for (guint i = 0; i < layout->pieces->len; i++) {
        const SvgHtmlPiece *piece = &g_array_index(layout->pieces, SvgHtmlPiece, i);
        if (is_seen(piece, cut)) {
            (piece->text ? append_text : append_box)(out, piece);
            seen = svg_box_union(seen, svg_matrix_box_to_document(matrix, box_of(piece)));
        }
    }
    return seen;
}

/* Lays out the content, and tells where it is seen. */
static SvgBox append_content(SvgDocument *doc, SvgSheets *sheets, SvgNode *foreign, GString *out)
{
    SvgHtmlLayout layout = {.doc = doc, .sheets = sheets};
    SvgContext parent, self;
    SvgRoundedBox rect;
    SvgHtmlStyle style;
    SvgBox seen = SVG_BOX_EMPTY;
    if (!svg_context_of_children(doc, foreign->parent, &parent)) {
        return seen;
    }
    svg_context_self(doc, foreign, &parent, &self);
    if (!self.style.displayed || !svg_rect_read(foreign, &self.viewport, &rect)) {
        return seen;
    }
    layout.pieces = g_array_new(FALSE, FALSE, sizeof(SvgHtmlPiece));
    g_array_set_clear_func(layout.pieces, clear_piece);
    svg_html_style_root(doc, foreign, &self.style, &style);
    svg_html_flow(&layout, foreign, &style, rect.box.x, rect.box.y,
                  (SvgHtmlRoom){rect.box.w, rect.box.h});
    seen = append_pieces(&layout, out, self.matrix, self.style.overflow_visible ? NULL : &rect.box);
    g_array_unref(layout.pieces);
    return seen;
}

static void drawing_free(gpointer data)
{
    SvgHtmlDrawing *drawing = data;
    g_free(drawing->markup);
    g_free(drawing);
}

static SvgHtmlDrawing *drawing_new(SvgDocument *doc, SvgSheets *sheets, SvgNode *foreign)
{
    SvgHtmlDrawing *drawing = g_new0(SvgHtmlDrawing, 1);
    GString *out = g_string_new(NULL);
    append_start(out, foreign->open);
    drawing->node = foreign;
    drawing->box = append_content(doc, sheets, foreign, out);
    append_end(out, foreign->open);
    drawing->markup = g_string_free(out, FALSE);
    return drawing;
}

/* --- all of them ------------------------------------------------------------------------------ */

typedef struct {
    GPtrArray *all; /* SvgHtmlDrawing */
    GHashTable *by_node;
} Drawings;

static void drawings_free(gpointer data)
{
    Drawings *drawings = data;
    g_hash_table_unref(drawings->by_node);
    g_ptr_array_unref(drawings->all);
    g_free(drawings);
}

static const SvgKeeper keeper = {
    .free = drawings_free,
    .forget = SVG_FORGET_TOUCHED | SVG_FORGET_RESTYLED | SVG_FORGET_UNDONE,
};

static Drawings *drawings_new(SvgDocument *doc)
{
    Drawings *drawings = g_new0(Drawings, 1);
    SvgNode *root = svg_document_root(doc);
    g_autoptr(SvgSheets) sheets = svg_sheets_read_html(doc);
    drawings->all = g_ptr_array_new_with_free_func(drawing_free);
    drawings->by_node = g_hash_table_new(NULL, NULL);
    for (SvgNode *at = root; at;) {
        gboolean foreign = svg_node_tag(at) == SVG_TAG_FOREIGN_OBJECT;
        if (foreign && !at->foreign && !is_passed_over(at) && is_understood(at)) {
            SvgHtmlDrawing *drawing = drawing_new(doc, sheets, at);
            g_ptr_array_add(drawings->all, drawing);
            g_hash_table_insert(drawings->by_node, at, drawing);
        }
        at = svg_node_walk(root, at, foreign);
    }
    return drawings;
}

static Drawings *drawings_of(SvgDocument *doc)
{
    if (!svg_document_has_name(doc, svg_tag_name(SVG_TAG_FOREIGN_OBJECT))) {
        return NULL;
    }
    Drawings *drawings = svg_kept(doc, &keeper);
    return drawings ? drawings : svg_keep(doc, &keeper, drawings_new(doc));
}

const GPtrArray *svg_html_drawings(SvgDocument *doc)
{
    const Drawings *drawings = drawings_of(doc);
    return drawings && drawings->all->len > 0 ? drawings->all : NULL;
}

const SvgHtmlDrawing *svg_html_drawing(SvgDocument *doc, const SvgNode *node)
{
    const Drawings *drawings =
        svg_node_tag(node) == SVG_TAG_FOREIGN_OBJECT ? drawings_of(doc) : NULL;
    return drawings ? g_hash_table_lookup(drawings->by_node, node) : NULL;
}
