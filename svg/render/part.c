/* Chooses what a view needs and prints it, looking only at that: a view of a large drawing costs
 * what it shows.
 *
 * An element is kept either whole, or as the tags around something kept. What others refer to is
 * kept whole, where it stands, so that it inherits what it did. */
#include "render/part.h"

#include "document/document_priv.h"
#include "document/ids.h"
#include "document/print.h"
#include "document/refs.h"
#include "document/start_tag.h"
#include "html/html.h"
#include "index/index.h"
#include "style/cascade.h"
#include "style/css.h"
#include "values/color.h"
#include "values/values.h"

#include <string.h>

#define FEATURES   "requiredFeatures"
#define LEAST_SIDE 4 /* hairlines: of a shape whose outline is made one */

typedef struct {
    SvgDocument *doc;
    guint32 whole;      /* `seen` of a node that is kept whole */
    guint32 open;       /* … whose tags are kept */
    GPtrArray *drawn;   /* SvgNode, kept whole and drawn where they stand */
    GPtrArray *defined; /* … and not */
    GPtrArray *queue;   /* those whose references weren't followed yet */
    GHashTable *shared; /* SvgNode that something refers to */
    gboolean markers;   /* some of them are */
    gboolean html;      /* some <foreignObject> has a drawing */
    gboolean features;  /* something may ask for features */
    gboolean newer;     /* some paint is written in a way that librsvg doesn't know */
    gboolean starts;    /* some start tags are printed otherwise than they stand */
    double hairline;    /* how wide outlines are at least, in document units; 0: as they are */
} Part;

/* --- choosing --------------------------------------------------------------------------------- */

static gboolean can_be_opened(Part *part, SvgNode *node)
{
    SvgTag tag = svg_node_tag(node);
    const SvgDrawn *drawn = svg_index_drawn(part->doc, node);
    return tag != SVG_TAG_UNKNOWN && tag != SVG_TAG_SWITCH &&
           !svg_node_is(node, SVG_TAG_IS_WORDS | SVG_TAG_IS_ANIMATION) && !(drawn && drawn->whole);
}

/* NULL when it is in one that is kept. */
static SvgNode *top_for(Part *part, SvgNode *node)
{
    SvgNode *top = node;
    for (SvgNode *at = node; at; at = at->parent) {
        if (at->seen == part->whole) {
            return NULL;
        }
        if (at != node && !can_be_opened(part, at)) {
            top = at;
        }
    }
    return top;
}

static void keep(Part *part, SvgNode *node)
{
    SvgNode *top = top_for(part, node);
    if (top) {
        top->seen = part->whole;
        g_ptr_array_add(part->queue, top);
        g_ptr_array_add(svg_index_drawn(part->doc, top) ? part->drawn : part->defined, top);
    }
}

static void keep_target(const char *id, gpointer data)
{
    Part *part = data;
    SvgNode *target = svg_document_owner(part->doc, id);
    if (target) {
        g_hash_table_add(part->shared, target);
        part->markers |= svg_node_tag(target) == SVG_TAG_MARKER;
        keep(part, target);
    }
}

/* What others than Inkscape follow. */
static gboolean is_followed(const SvgNode *node, const char *name)
{
    gboolean href = g_str_equal(name, "href") || g_str_equal(name, "xlink:href");
    return href ? svg_node_tag(node) != SVG_TAG_A : strchr(name, ':') == NULL;
}

static void follow(Part *part, SvgNode *node)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        if (is_followed(node, node->attrs[i].name->str)) {
            svg_refs_in_value(node->attrs[i].name, node->attrs[i].value, keep_target, part);
        }
    }
    if (svg_node_tag(node) == SVG_TAG_STYLE) {
        svg_refs_in_node(node, keep_target, part);
    }
}

static void follow_all(Part *part)
{
    for (guint i = 0; i < part->queue->len; i++) {
        SvgNode *top = part->queue->pdata[i];
        for (SvgNode *at = top->parent; at && at->seen != part->open; at = at->parent) {
            at->seen = at->seen == part->whole ? part->whole : part->open;
            follow(part, at);
        }
        for (SvgNode *at = top; at; at = svg_node_walk(top, at, FALSE)) {
            follow(part, at);
        }
    }
}

static gboolean is_in_kept(const Part *part, const SvgNode *node)
{
    for (node = node->parent; node; node = node->parent) {
        if (node->seen == part->whole) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What was kept first, and then something around it. */
static void drop_nested(const Part *part, GPtrArray *nodes)
{
    guint n = 0;
    for (guint i = 0; i < nodes->len; i++) {
        if (!is_in_kept(part, nodes->pdata[i])) {
            nodes->pdata[n++] = nodes->pdata[i];
        }
    }
    g_ptr_array_set_size(nodes, (gint)n);
}

/* Drawn where it stands, or would be by a browser. */
static gboolean is_shown(const SvgNode *node)
{
    while (node && svg_node_is(node, SVG_TAG_IS_RENDERED)) {
        node = node->parent;
    }
    return node == NULL;
}

/* The index knows the boxes of what librsvg chooses; what is shown instead may be larger. What the
 * index doesn't know can't be put in order. */
static void keep_html(Part *part, SvgBox area)
{
    const GPtrArray *drawings = svg_html_drawings(part->doc);
    for (guint i = 0; drawings && i < drawings->len; i++) {
        const SvgHtmlDrawing *drawing = drawings->pdata[i];
        SvgNode *node = (SvgNode *)drawing->node, *top = NULL;
        if (svg_box_touches(drawing->box, area) && is_shown(node)) {
            top = top_for(part, node);
        }
        if (top) {
            keep(part, svg_index_drawn(part->doc, top) ? top : svg_document_root(part->doc));
        }
    }
}

static void choose(Part *part, SvgBox area)
{
    const GPtrArray *sheets = svg_index_sheets(part->doc);
    if (!sheets) {
        keep(part, svg_document_root(part->doc));
    } else {
        g_autoptr(GPtrArray) painting = svg_index_painting(part->doc, area);
        for (guint i = 0; i < sheets->len; i++) {
            keep(part, sheets->pdata[i]);
        }
        for (guint i = 0; i < painting->len; i++) {
            keep(part, painting->pdata[i]);
        }
        keep_html(part, area);
    }
    follow_all(part);
    drop_nested(part, part->defined);
    drop_nested(part, part->drawn);
    svg_index_sort(part->doc, part->drawn);
}

/* --- start tags ------------------------------------------------------------------------------- */

static void append(GString *out, SvgSlice slice)
{
    g_string_append_len(out, slice.at, (gssize)slice.len);
}

/* Somebody else may show it, too. */
static gboolean is_shared(const Part *part, const SvgNode *node)
{
    for (; node && g_hash_table_size(part->shared); node = node->parent) {
        if (g_hash_table_contains(part->shared, node)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A colour, a number or a paint server; not what says "inherit" or "currentColor" in some way. */
static gboolean is_absolute(const char *value)
{
    return value && (*value == '#' || *value == '.' || g_ascii_isdigit(*value) ||
                     (g_str_has_prefix(value, "url(") && g_str_has_suffix(value, ")")));
}

/* Its only paint is the one that is folded into, whoever shows it: it inherits none of what tells.
 */
static gboolean has_own_paint(const Part *part, const SvgNode *node, SvgFold fold)
{
    static const SvgProperty told[][3] = {
        [SVG_FOLD_FILL] = {SVG_PROPERTY_FILL, SVG_PROPERTY_FILL_OPACITY, SVG_PROPERTY_STROKE},
        [SVG_FOLD_STROKE] = {SVG_PROPERTY_STROKE, SVG_PROPERTY_STROKE_OPACITY, SVG_PROPERTY_FILL},
    };
    const char *other = svg_style_declared(part->doc, node, told[fold][2]);
    return !part->markers && g_strcmp0(other, "none") == 0 &&
           is_absolute(svg_style_declared(part->doc, node, told[fold][0])) &&
           is_absolute(svg_style_declared(part->doc, node, told[fold][1]));
}

static gboolean can_fold(const Part *part, const SvgNode *node, const SvgDrawn *drawn)
{
    return drawn && drawn->fold != SVG_FOLD_NONE &&
           (!is_shared(part, node) || has_own_paint(part, node, drawn->fold));
}

static gboolean find_style(SvgSlice tag, SvgRawAttr *out)
{
    gsize at = 0;
    while (svg_tag_next_attr(tag, &at, out)) {
        if (out->name_len == 5 && memcmp(tag.at + out->name, "style", 5) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The tag with more declarations at the end of its style attribute. */
static void append_styled(GString *out, SvgSlice tag, const char *declarations)
{
    SvgRawAttr style;
    gboolean found = find_style(tag, &style);
    gsize at = found ? style.value + style.value_len : svg_tag_attrs_end(tag);
    g_string_append_len(out, tag.at, (gssize)at);
    g_string_append_printf(out, found ? ";%s" : " style=\"%s\"", declarations);
    g_string_append_len(out, tag.at + at, (gssize)(tag.len - at));
}

/* Browsers have every feature that SVG 1.1 names; librsvg hasn't that of <foreignObject>. */
static void append_featured(GString *out, SvgSlice tag)
{
    SvgRawAttr attr;
    gsize at = 0, from = 0;
    while (svg_tag_next_attr(tag, &at, &attr)) {
        if (attr.name_len == strlen(FEATURES) &&
            memcmp(tag.at + attr.name, FEATURES, attr.name_len) == 0) {
            g_string_append_len(out, tag.at + from, (gssize)(attr.start - from));
            from = attr.end;
        }
    }
    g_string_append_len(out, tag.at + from, (gssize)(tag.len - from));
}

static void declare_number(GString *out, const char *property, double value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_dtostr(number, sizeof number, value);
    g_string_append_printf(out, "%s:%s!important;", property, number);
}

/* It would hardly be seen. What is hardly larger itself would only be blotted out. */
static gboolean is_hairline(const Part *part, const SvgNode *node, const SvgDrawn *drawn)
{
    return part->hairline > 0 && drawn && drawn->stroke > 0 && drawn->stroke < part->hairline &&
           svg_box_side(drawn->bounds.geometric) >= LEAST_SIDE * part->hairline &&
           !is_shared(part, node);
}

static void declare_color(GString *out, const char *name, const SvgPaint *paint)
{
    char alpha[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_dtostr(alpha, sizeof alpha, paint->alpha);
    g_string_append_printf(out, "%s:rgba(%u,%u,%u,%s)!important;", name, paint->rgb >> 16,
                           paint->rgb >> 8 & 0xff, paint->rgb & 0xff, alpha);
}

/* What it says itself, in a way that librsvg doesn't know, as colours. */
static void declare_paints(GString *out, const Part *part, const SvgNode *node)
{
    static const SvgProperty properties[] = {SVG_PROPERTY_COLOR, SVG_PROPERTY_FILL,
                                             SVG_PROPERTY_STROKE};
    SvgStyle style = {0};
    for (guint i = 0; i < G_N_ELEMENTS(properties); i++) {
        const char *declared = svg_style_declared(part->doc, node, properties[i]);
        if (!declared || !(svg_var_is_used(declared) || svg_color_is_light_dark(declared))) {
            continue;
        }
        svg_style_of(part->doc, node, &style);
        const SvgPaint paints[] = {
            {SVG_PAINT_COLOR, style.color, 1, NULL}, style.fill, style.stroke};
        if (paints[i].kind == SVG_PAINT_COLOR) {
            declare_color(out, svg_property_name(properties[i]), &paints[i]);
        } else if (paints[i].kind == SVG_PAINT_NONE) {
            g_string_append_printf(out, "%s:none!important;", svg_property_name(properties[i]));
        }
    }
}

static gboolean print_start(const SvgNode *node, GString *out, gpointer data)
{
    const Part *part = data;
    const SvgHtmlDrawing *html = part->html ? svg_html_drawing(part->doc, node) : NULL;
    if (html) {
        g_string_append(out, html->markup);
        return TRUE;
    }
    const SvgDrawn *drawn = svg_index_drawn(part->doc, (SvgNode *)node);
    g_autoptr(GString) declarations = g_string_new(NULL);
    if (can_fold(part, node, drawn)) {
        g_string_append(declarations, "opacity:1!important;");
        declare_number(declarations,
                       drawn->fold == SVG_FOLD_FILL ? "fill-opacity" : "stroke-opacity",
                       drawn->folded);
    }
    if (is_hairline(part, node, drawn)) {
        declare_number(declarations, "stroke-width",
                       drawn->own_stroke * part->hairline / drawn->stroke);
    }
    if (part->newer) {
        declare_paints(declarations, part, node);
    }
    if (declarations->len > 0) {
        append_styled(out, node->open, declarations->str);
    } else if (part->features && svg_node_tag(node) != SVG_TAG_FOREIGN_OBJECT) {
        append_featured(out, node->open);
    } else {
        append(out, node->open);
    }
    return FALSE;
}

/* --- printing --------------------------------------------------------------------------------- */

static void print_whole(Part *part, const SvgNode *node, GString *out)
{
    if (part->starts) {
        svg_print_node_by(node, print_start, part, out);
    } else {
        svg_print_node(node, out);
    }
}

/* That of something whose content isn't printed whole. */
static void print_open(Part *part, const SvgNode *node, GString *out)
{
    if (part->newer) {
        print_start(node, out, part);
    } else {
        append(out, node->open);
    }
}

/* Closes tags until what is open is around `node`, then opens the others around it. */
static void go_to(Part *part, GPtrArray *open, const SvgNode *node, GString *out)
{
    while (!svg_node_contains(open->pdata[open->len - 1], node)) {
        append(out, ((const SvgNode *)open->pdata[open->len - 1])->close);
        g_ptr_array_set_size(open, (gint)open->len - 1);
    }
    guint from = open->len;
    const SvgNode *inner = open->pdata[from - 1];
    for (SvgNode *at = node->parent; at && at != inner; at = at->parent) {
        g_ptr_array_insert(open, (gint)from, at);
    }
    for (guint i = from; i < open->len; i++) {
        print_open(part, open->pdata[i], out);
    }
}

static void print_all(Part *part, const GPtrArray *nodes, GString *out)
{
    SvgNode *root = svg_document_root(part->doc);
    g_autoptr(GPtrArray) open = g_ptr_array_new();
    g_ptr_array_add(open, root);
    for (guint i = 0; i < nodes->len; i++) {
        go_to(part, open, nodes->pdata[i], out);
        print_whole(part, nodes->pdata[i], out);
    }
    while (open->len > 1) {
        append(out, ((const SvgNode *)open->pdata[open->len - 1])->close);
        g_ptr_array_set_size(open, (gint)open->len - 1);
    }
}

/* A root without content has no end tag. */
static void print_root(Part *part, GString *out)
{
    const SvgNode *root = svg_document_root(part->doc);
    append(out, root->before);
    if (root->seen == part->whole || !root->close.len) {
        print_whole(part, root, out);
        return;
    }
    print_open(part, root, out);
    print_all(part, part->defined, out);
    print_all(part, part->drawn, out);
    append(out, root->close);
}

gboolean svg_part_is_whole(SvgDocument *doc)
{
    return svg_index_sheets(doc) == NULL;
}

GBytes *svg_part_print(SvgDocument *doc, SvgBox area, double hairline)
{
    Part part = {
        .doc = doc,
        .whole = svg_document_next_mark(doc),
        .open = svg_document_next_mark(doc),
        .drawn = g_ptr_array_new(),
        .defined = g_ptr_array_new(),
        .queue = g_ptr_array_new(),
        .shared = g_hash_table_new(NULL, NULL),
        .html = svg_html_drawings(doc) != NULL,
        .features = svg_document_has_name(doc, FEATURES),
        .newer = svg_sheets_of(doc)->newer,
        .hairline = hairline,
    };
    part.starts = part.html || part.features || part.newer || svg_index_has_folds(doc) ||
                  svg_index_has_thinner(doc, hairline);
    GString *out = g_string_new(NULL);
    choose(&part, area);
    print_root(&part, out);
    g_ptr_array_unref(part.drawn);
    g_ptr_array_unref(part.defined);
    g_ptr_array_unref(part.queue);
    g_hash_table_unref(part.shared);
    return g_string_free_to_bytes(out);
}
