/* The table of properties that make up a style: the fields each has, and how its value is read. */
#include "style/apply.h"

#include "values/css_scan.h"
#include "values/properties.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

/* CSS 2.1 §10.3.2: of a drawing that doesn't give its size. */
#define DEFAULT_WIDTH  300
#define DEFAULT_HEIGHT 150

/* --- values ----------------------------------------------------------------------------------- */

int svg_style_keyword(const char *text, const char *const *words)
{
    char first = g_ascii_tolower(*text);
    for (int i = 0; words[i]; i++) {
        if (words[i][0] == first && g_ascii_strcasecmp(text, words[i]) == 0) {
            return i;
        }
    }
    return -1;
}

gboolean svg_style_fraction(const char *text, double *out)
{
    double value;
    if (!svg_number_read(&text, &value)) {
        return FALSE;
    }
    gboolean percent = *text == '%';
    text += percent ? 1 : 0;
    *out = percent ? value / 100 : value;
    return *text == '\0';
}

static gboolean viewport_of(const SvgNode *node, SvgLengthContext *out)
{
    SvgUserBox view;
    const char *view_box = svg_node_attr(node, "viewBox");
    if (view_box && svg_view_box_parse(view_box, &view)) {
        out->width = view.w;
        out->height = view.h;
        return TRUE;
    }
    const char *width = svg_node_attr(node, "width"), *height = svg_node_attr(node, "height");
    return svg_node_tag(node) == SVG_TAG_SVG && width && height && !svg_length_is_percent(width) &&
           !svg_length_is_percent(height) &&
           svg_length_parse(width, out, SVG_AXIS_X, &out->width) &&
           svg_length_parse(height, out, SVG_AXIS_Y, &out->height);
}

/* Only for values that need it: hardly any does. */
static void find_viewport(const SvgNode *node, SvgLengthContext *out)
{
    for (; node; node = node->parent) {
        gboolean is_viewport =
            svg_node_tag(node) == SVG_TAG_SVG || svg_node_tag(node) == SVG_TAG_SYMBOL;
        if (is_viewport && viewport_of(node, out)) {
            return;
        }
    }
    out->width = DEFAULT_WIDTH;
    out->height = DEFAULT_HEIGHT;
}

static double root_font_size(const SvgStyleContext *context)
{
    SvgStyle style;
    const SvgNode *root = svg_document_root(context->doc);
    *context->own = TRUE;
    if (context->node == root) {
        return context->style->font_size;
    }
    svg_style_initial(&style);
    SvgStyle parent = style;
    svg_style_compute(context->doc, root, &parent, &style);
    return style.font_size;
}

static gboolean has_unit(const char *text, const char *unit)
{
    gsize len = strlen(text), unit_len = strlen(unit);
    return len > unit_len && g_ascii_strcasecmp(text + len - unit_len, unit) == 0;
}

gboolean svg_style_length(const SvgStyleContext *context, const char *text, double font_size,
                          double whole, double *out)
{
    SvgLengthContext measures = {0, 0, font_size, 0};
    double value;
    if (has_unit(text, "rem")) {
        g_autofree char *in_em = g_strdup_printf("%.*sem", (int)strlen(text) - 3, text);
        measures.font_size = root_font_size(context);
        return svg_length_parse(in_em, &measures, SVG_AXIS_OTHER, out);
    }
    if (whole >= 0 && has_unit(text, "%")) {
        if (!svg_style_fraction(text, &value) || !isfinite(value * whole)) {
            return FALSE;
        }
        *out = value * whole;
        return TRUE;
    }
    if (strpbrk(text, "%vV")) {
        find_viewport(context->node, &measures);
        *context->own = TRUE;
    }
    return svg_length_parse(text, &measures, SVG_AXIS_OTHER, out);
}

/* Reads a leading url(…). *id is the part behind "#" of one in this document, else NULL. */
static gboolean read_reference(const SvgStyleContext *context, const char **at, const char **id)
{
    g_autoptr(GString) url = g_string_new(NULL);
    if (!svg_css_read_url(at, *at + strlen(*at), url)) {
        return FALSE;
    }
    gboolean local = url->len > 1 && url->str[0] == '#';
    *id = local ? svg_sheets_keep(context->sheets, url->str + 1, url->len - 1) : NULL;
    return TRUE;
}

/* --- one property each ------------------------------------------------------------------------ */

/* A colour, maybe with an ICC colour behind it, which is for printers (SVG 1.1 §11.2). */
static gboolean read_color(const SvgStyleContext *context, const char *text, SvgPaint *paint)
{
    const char *end = text + strlen(text);
    SvgCssRun run = svg_css_run(text, end, " \t\n\r\f");
    g_autofree char *first = g_strndup(text, (gsize)(run.stop - text));
    const char *rest = svg_css_skip_space(run.stop, end);
    if (*rest && g_ascii_strncasecmp(rest, "icc-color(", 10) != 0 &&
        g_ascii_strncasecmp(rest, "device-", 7) != 0) {
        return FALSE;
    }
    *paint = (SvgPaint){SVG_PAINT_COLOR, context->style->color, 1, NULL};
    if (g_ascii_strcasecmp(first, "currentColor") == 0) {
        return TRUE;
    }
    context->sheets->newer |= svg_color_is_light_dark(first);
    return svg_color_parse(first, &paint->rgb, &paint->alpha);
}

static gboolean read_server(const SvgStyleContext *context, const char *text, SvgPaint *paint)
{
    SvgPaint fallback = {SVG_PAINT_COLOR, 0, 1, NULL};
    const char *id;
    if (!read_reference(context, &text, &id)) {
        return FALSE;
    }
    text = svg_css_skip_space(text, text + strlen(text));
    gboolean has_fallback = *text && g_ascii_strcasecmp(text, "none") != 0;
    if (has_fallback && !read_color(context, text, &fallback)) {
        return FALSE;
    }
    *paint = (SvgPaint){SVG_PAINT_SERVER, fallback.rgb, fallback.alpha, id};
    if (!id) {
        paint->kind = has_fallback ? SVG_PAINT_COLOR : SVG_PAINT_NONE;
    }
    return TRUE;
}

/* SVG 2 §13.2. */
static gboolean apply_paint(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"none", "context-fill", "context-stroke", NULL};
    const SvgPaint meanings[] = {
        {SVG_PAINT_NONE, 0, 1, NULL}, context->parent->fill, context->parent->stroke};
    SvgPaint paint = {SVG_PAINT_COLOR, 0, 1, NULL};
    int word = svg_style_keyword(text, words);
    if (word >= 0) {
        paint = meanings[word];
    } else if (!read_server(context, text, &paint) && !read_color(context, text, &paint)) {
        return FALSE;
    }
    *(SvgPaint *)G_STRUCT_MEMBER_P(context->style, offset) = paint;
    return TRUE;
}

static gboolean apply_color(const SvgStyleContext *context, guint offset, const char *text)
{
    SvgPaint paint = {0};
    (void)offset;
    if (g_ascii_strcasecmp(text, "currentColor") == 0) {
        context->style->color = context->parent->color;
        return TRUE;
    }
    if (!read_color(context, text, &paint)) {
        return FALSE;
    }
    context->style->color = paint.rgb;
    return TRUE;
}

static gboolean apply_opacity(const SvgStyleContext *context, guint offset, const char *text)
{
    double value;
    if (!svg_style_fraction(text, &value)) {
        return FALSE;
    }
    *(double *)G_STRUCT_MEMBER_P(context->style, offset) = CLAMP(value, 0, 1);
    return TRUE;
}

static gboolean apply_stroke_width(const SvgStyleContext *context, guint offset, const char *text)
{
    double width;
    (void)offset;
    if (!svg_style_length(context, text, context->style->font_size, -1, &width) || width < 0) {
        return FALSE;
    }
    context->style->stroke_width = width;
    return TRUE;
}

static gboolean apply_miterlimit(const SvgStyleContext *context, guint offset, const char *text)
{
    double value;
    (void)offset;
    if (!svg_number_parse(text, &value) || value < 1) {
        return FALSE;
    }
    context->style->stroke_miterlimit = value;
    return TRUE;
}

static gboolean apply_linecap(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"butt", "round", "square", NULL};
    int word = svg_style_keyword(text, words);
    (void)offset;
    if (word >= 0) {
        context->style->stroke_linecap = (SvgLineCap)word;
    }
    return word >= 0;
}

static gboolean apply_linejoin(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"miter", "round", "bevel", "miter-clip", "arcs", NULL};
    int word = svg_style_keyword(text, words);
    (void)offset;
    if (word >= 0) {
        context->style->stroke_linejoin = word > 2 ? SVG_JOIN_MITER : (SvgLineJoin)word;
    }
    return word >= 0;
}

static gboolean apply_transform_box(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"view-box",   "fill-box",   "content-box",
                                        "stroke-box", "border-box", NULL};
    int word = svg_style_keyword(text, words);
    (void)offset;
    if (word >= 0) {
        context->style->transform_box = (SvgTransformBox)((word + 1) / 2);
    }
    return word >= 0;
}

/* Anything but "none" is some way of being displayed. */
static gboolean apply_display(const SvgStyleContext *context, guint offset, const char *text)
{
    (void)offset;
    if (!g_ascii_isalpha(*text)) {
        return FALSE;
    }
    context->style->displayed = context->parent->displayed && g_ascii_strcasecmp(text, "none") != 0;
    return TRUE;
}

static gboolean apply_marker(const SvgStyleContext *context, guint index, const char *text)
{
    const char *id = NULL;
    gboolean none = g_ascii_strcasecmp(text, "none") == 0;
    if (!none && !read_reference(context, &text, &id)) {
        return FALSE;
    }
    context->style->has_markers[index] = !none;
    context->style->marker[index] = id;
    return TRUE;
}

/* clip-path, mask, filter, shape-inside: "none", or a list in which the first url(#id) counts. */
static gboolean apply_reference(const SvgStyleContext *context, guint offset, const char *text)
{
    const char *id = NULL, *at = text, *end = text + strlen(text);
    if (!*text) {
        return FALSE;
    }
    while (at < end && !id) {
        SvgCssRun run = svg_css_run(at, end, " \t\n\r\f");
        if (!read_reference(context, &at, &id) || at < run.stop) {
            at = run.stop;
        }
        at = svg_css_skip_space(at, end);
    }
    *(const char **)G_STRUCT_MEMBER_P(context->style, offset) = id;
    return TRUE;
}

/* Kept as written; NULL for the keyword that means none. */
static gboolean apply_text(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const none[] = {"none", "auto", NULL};
    if (!*text) {
        return FALSE;
    }
    const char *kept = svg_style_keyword(text, none) >= 0
                           ? NULL
                           : svg_sheets_keep(context->sheets, text, strlen(text));
    *(const char **)G_STRUCT_MEMBER_P(context->style, offset) = kept;
    return TRUE;
}

static gboolean apply_text_anchor(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"start", "middle", "end", NULL};
    int word = svg_style_keyword(text, words);
    (void)offset;
    if (word >= 0) {
        context->style->text_anchor = (SvgTextAnchor)word;
    }
    return word >= 0;
}

static gboolean apply_text_align(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"start", "left", "center", "end", "right", "justify", NULL};
    static const SvgTextAlign meanings[] = {SVG_ALIGN_START, SVG_ALIGN_START, SVG_ALIGN_CENTER,
                                            SVG_ALIGN_END,   SVG_ALIGN_END,   SVG_ALIGN_JUSTIFY};
    int word = svg_style_keyword(text, words);
    (void)offset;
    if (word >= 0) {
        context->style->text_align = meanings[word];
    }
    return word >= 0;
}

static gboolean apply_baseline(const SvgStyleContext *context, guint offset, const char *text)
{
    static const struct {
        const char *word;
        SvgBaseline baseline;
    } rows[] = {
        {"auto", SVG_BASELINE_ALPHABETIC},
        {"baseline", SVG_BASELINE_ALPHABETIC},
        {"before-edge", SVG_BASELINE_BEFORE_EDGE},
        {"after-edge", SVG_BASELINE_AFTER_EDGE},
        {"alphabetic", SVG_BASELINE_ALPHABETIC},
        {"use-script", SVG_BASELINE_ALPHABETIC},
        {"no-change", SVG_BASELINE_ALPHABETIC},
        {"reset-size", SVG_BASELINE_ALPHABETIC},
        {"middle", SVG_BASELINE_MIDDLE},
        {"central", SVG_BASELINE_CENTRAL},
        {"hanging", SVG_BASELINE_HANGING},
        {"mathematical", SVG_BASELINE_MATHEMATICAL},
        {"text-before-edge", SVG_BASELINE_BEFORE_EDGE},
        {"text-after-edge", SVG_BASELINE_AFTER_EDGE},
        {"ideographic", SVG_BASELINE_AFTER_EDGE},
    };
    (void)offset;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_ascii_strcasecmp(text, rows[i].word) == 0) {
            *(SvgBaseline *)G_STRUCT_MEMBER_P(context->style, offset) = rows[i].baseline;
            return TRUE;
        }
    }
    return FALSE;
}

/* A boolean field, by the first of `words` that sets it. */
typedef struct {
    const char *const *words;
    int on_from, on_to;
} Choice;

static gboolean apply_choice(const Choice *choice, gboolean *field, const char *text)
{
    int word = svg_style_keyword(text, choice->words);
    if (word >= 0) {
        *field = word >= choice->on_from && word <= choice->on_to;
    }
    return word >= 0;
}

static gboolean apply_visibility(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"visible", "hidden", "collapse", NULL};
    (void)offset;
    return apply_choice(&(Choice){words, 0, 0}, &context->style->visible, text);
}

static gboolean apply_overflow(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"visible", "auto", "hidden", "scroll", "clip", NULL};
    (void)offset;
    return apply_choice(&(Choice){words, 0, 1}, &context->style->overflow_visible, text);
}

static gboolean apply_white_space(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"normal",   "nowrap",       "pre", "pre-wrap",
                                        "pre-line", "break-spaces", NULL};
    (void)offset;
    return apply_choice(&(Choice){words, 2, 5}, &context->style->preserve_space, text);
}

static gboolean apply_direction(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {"ltr", "rtl", NULL};
    (void)offset;
    return apply_choice(&(Choice){words, 1, 1}, &context->style->rtl, text);
}

static gboolean apply_writing_mode(const SvgStyleContext *context, guint offset, const char *text)
{
    static const char *const words[] = {
        "horizontal-tb", "lr",          "lr-tb",       "rl",          "rl-tb",       "tb", "tb-rl",
        "tb-lr",         "vertical-rl", "vertical-lr", "sideways-rl", "sideways-lr", NULL};
    (void)offset;
    return apply_choice(&(Choice){words, 5, 11}, &context->style->vertical, text);
}

static gboolean apply_vector_effect(const SvgStyleContext *context, guint offset, const char *text)
{
    (void)offset;
    if (!g_ascii_isalpha(*text)) {
        return FALSE;
    }
    context->style->non_scaling_stroke =
        g_ascii_strncasecmp(text, "non-scaling-stroke", strlen("non-scaling-stroke")) == 0;
    return TRUE;
}

/* --- the table -------------------------------------------------------------------------------- */

typedef gboolean (*Apply)(const SvgStyleContext *context, guint argument, const char *text);

typedef struct {
    gsize offset, size;
} Field;

#define FIELD(member)                                                   \
    {                                                                   \
        G_STRUCT_OFFSET(SvgStyle, member), sizeof((SvgStyle){0}.member) \
    }
#define OFFSET(member) G_STRUCT_OFFSET(SvgStyle, member)

static const struct {
    Apply apply; /* NULL: a shorthand */
    guint argument;
    Field fields[2];
} rows[SVG_PROPERTY_COUNT] = {
    [SVG_PROPERTY_ALIGNMENT_BASELINE] = {apply_baseline,
                                         OFFSET(alignment_baseline),
                                         {FIELD(alignment_baseline)}},
    [SVG_PROPERTY_BASELINE_SHIFT] = {svg_apply_baseline_shift, 0, {FIELD(baseline_shift)}},
    [SVG_PROPERTY_CLIP_PATH] = {apply_reference, OFFSET(clip_path), {FIELD(clip_path)}},
    [SVG_PROPERTY_COLOR] = {apply_color, 0, {FIELD(color)}},
    [SVG_PROPERTY_DIRECTION] = {apply_direction, 0, {FIELD(rtl)}},
    [SVG_PROPERTY_DISPLAY] = {apply_display, 0, {FIELD(displayed)}},
    [SVG_PROPERTY_DOMINANT_BASELINE] = {apply_baseline,
                                        OFFSET(dominant_baseline),
                                        {FIELD(dominant_baseline)}},
    [SVG_PROPERTY_FILL] = {apply_paint, OFFSET(fill), {FIELD(fill)}},
    [SVG_PROPERTY_FILL_OPACITY] = {apply_opacity, OFFSET(fill_opacity), {FIELD(fill_opacity)}},
    [SVG_PROPERTY_FILTER] = {apply_reference, OFFSET(filter), {FIELD(filter)}},
    [SVG_PROPERTY_FONT_FAMILY] = {svg_apply_font_family, 0, {FIELD(font_family)}},
    [SVG_PROPERTY_FONT_SIZE] = {svg_apply_font_size, 0, {FIELD(font_size)}},
    [SVG_PROPERTY_FONT_STRETCH] = {svg_apply_font_stretch, 0, {FIELD(font_stretch)}},
    [SVG_PROPERTY_FONT_STYLE] = {svg_apply_font_style, 0, {FIELD(font_italic)}},
    [SVG_PROPERTY_FONT_WEIGHT] = {svg_apply_font_weight, 0, {FIELD(font_weight)}},
    [SVG_PROPERTY_INLINE_SIZE] = {apply_text, OFFSET(inline_size), {FIELD(inline_size)}},
    [SVG_PROPERTY_LETTER_SPACING] = {svg_apply_spacing,
                                     OFFSET(letter_spacing),
                                     {FIELD(letter_spacing)}},
    [SVG_PROPERTY_LINE_HEIGHT] = {svg_apply_line_height,
                                  0,
                                  {FIELD(line_height), FIELD(line_height_factor)}},
    [SVG_PROPERTY_MARKER_END] = {apply_marker, 2, {FIELD(has_markers[2]), FIELD(marker[2])}},
    [SVG_PROPERTY_MARKER_MID] = {apply_marker, 1, {FIELD(has_markers[1]), FIELD(marker[1])}},
    [SVG_PROPERTY_MARKER_START] = {apply_marker, 0, {FIELD(has_markers[0]), FIELD(marker[0])}},
    [SVG_PROPERTY_MASK] = {apply_reference, OFFSET(mask), {FIELD(mask)}},
    [SVG_PROPERTY_OPACITY] = {apply_opacity, OFFSET(opacity), {FIELD(opacity)}},
    [SVG_PROPERTY_OVERFLOW] = {apply_overflow, 0, {FIELD(overflow_visible)}},
    [SVG_PROPERTY_SHAPE_INSIDE] = {apply_reference, OFFSET(shape_inside), {FIELD(shape_inside)}},
    [SVG_PROPERTY_STROKE] = {apply_paint, OFFSET(stroke), {FIELD(stroke)}},
    [SVG_PROPERTY_STROKE_DASHARRAY] = {apply_text, OFFSET(dashes), {FIELD(dashes)}},
    [SVG_PROPERTY_STROKE_DASHOFFSET] = {apply_text, OFFSET(dash_offset), {FIELD(dash_offset)}},
    [SVG_PROPERTY_STROKE_LINECAP] = {apply_linecap, 0, {FIELD(stroke_linecap)}},
    [SVG_PROPERTY_STROKE_LINEJOIN] = {apply_linejoin, 0, {FIELD(stroke_linejoin)}},
    [SVG_PROPERTY_STROKE_MITERLIMIT] = {apply_miterlimit, 0, {FIELD(stroke_miterlimit)}},
    [SVG_PROPERTY_STROKE_OPACITY] = {apply_opacity,
                                     OFFSET(stroke_opacity),
                                     {FIELD(stroke_opacity)}},
    [SVG_PROPERTY_STROKE_WIDTH] = {apply_stroke_width, 0, {FIELD(stroke_width)}},
    [SVG_PROPERTY_TEXT_ALIGN] = {apply_text_align, 0, {FIELD(text_align)}},
    [SVG_PROPERTY_TEXT_ANCHOR] = {apply_text_anchor, 0, {FIELD(text_anchor)}},
    [SVG_PROPERTY_TRANSFORM] = {apply_text, OFFSET(transform), {FIELD(transform)}},
    [SVG_PROPERTY_TRANSFORM_BOX] = {apply_transform_box, 0, {FIELD(transform_box)}},
    [SVG_PROPERTY_TRANSFORM_ORIGIN] = {apply_text,
                                       OFFSET(transform_origin),
                                       {FIELD(transform_origin)}},
    [SVG_PROPERTY_VECTOR_EFFECT] = {apply_vector_effect, 0, {FIELD(non_scaling_stroke)}},
    [SVG_PROPERTY_VISIBILITY] = {apply_visibility, 0, {FIELD(visible)}},
    [SVG_PROPERTY_WHITE_SPACE] = {apply_white_space, 0, {FIELD(preserve_space)}},
    [SVG_PROPERTY_WORD_SPACING] = {svg_apply_spacing, OFFSET(word_spacing), {FIELD(word_spacing)}},
    [SVG_PROPERTY_WRITING_MODE] = {apply_writing_mode, 0, {FIELD(vertical)}},
};

static void copy_fields(SvgProperty property, const SvgStyle *from, SvgStyle *to)
{
    for (guint i = 0; i < G_N_ELEMENTS(rows[property].fields); i++) {
        Field field = rows[property].fields[i];
        memcpy((char *)to + field.offset, (const char *)from + field.offset, field.size);
    }
}

static void get_initial(const SvgStyleContext *context, SvgStyle *out)
{
    svg_style_initial(out);
    /* What is in a hidden group stays hidden, whatever it says of itself. */
    out->displayed = context->parent->displayed;
}

static void set_initial(const SvgStyleContext *context, SvgProperty property)
{
    SvgStyle initial;
    get_initial(context, &initial);
    copy_fields(property, &initial, context->style);
}

void svg_style_inherit(const SvgStyleContext *context)
{
    SvgStyle initial;
    get_initial(context, &initial);
    *context->style = *context->parent;
    for (int i = 0; i < SVG_PROPERTY_COUNT; i++) {
        if (!svg_property_is_inherited((SvgProperty)i)) {
            copy_fields((SvgProperty)i, &initial, context->style);
        }
    }
}

static gboolean apply_wide_keyword(const SvgStyleContext *context, SvgProperty property,
                                   const char *text)
{
    static const char *const words[] = {"inherit", "initial", "unset", "revert", NULL};
    int word = g_ascii_isalpha(*text) ? svg_style_keyword(text, words) : -1;
    gboolean inherits = word == 0 || (word > 1 && svg_property_is_inherited(property));
    if (inherits) {
        copy_fields(property, context->parent, context->style);
    } else if (word > 0) {
        set_initial(context, property);
    }
    return word >= 0;
}

gboolean svg_style_apply(const SvgStyleContext *context, SvgProperty property, const char *text)
{
    if (!rows[property].apply) {
        return FALSE;
    }
    return apply_wide_keyword(context, property, text) ||
           rows[property].apply(context, rows[property].argument, text);
}

gboolean svg_property_is_basis(int property)
{
    return property == SVG_PROPERTY_COLOR || property == SVG_PROPERTY_FONT_SIZE;
}
