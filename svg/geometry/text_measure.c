/* How wide and high text is: the shapes of words in fonts, and the cache of them. */
#include "geometry/text.h"
#include "geometry/text_engine.h"
#include "geometry/text_shape.h"

#include <string.h>

#define CACHED_BYTES   1024 /* longest text that is remembered */
#define MAX_SHAPES     65536
#define MAX_FONTS      256
#define MAX_FAMILIES   32
#define DEFAULT_FAMILY "Times New Roman" /* as browsers and librsvg */

/* What a style says of its font. Strings are borrowed in a question, owned in a Font. */
typedef struct {
    const char *family, *stretch; /* may be NULL */
    int weight;
    gboolean italic;
} FontKey;

typedef struct {
    FontKey key;
    SvgFace *faces[SVG_TEXT_ENGINES]; /* NULL: not needed yet, or none */
    SvgFontMetrics metrics;
    GHashTable *shapes; /* of SvgTextShape, by its text */
} Font;

static struct {
    GMutex mutex;
    GHashTable *fonts; /* set of Font, by its key */
    Font *last;        /* that was asked for */
    guint shapes;
    GArray *glyphs; /* scratch */
} cache;

static void font_free(gpointer data)
{
    Font *font = data;

    cache.shapes -= g_hash_table_size(font->shapes);
    g_hash_table_unref(font->shapes);
    for (guint kind = 0; kind < SVG_TEXT_ENGINES; kind++) {
        if (font->faces[kind]) {
            svg_text_engine_get(kind)->face_free(font->faces[kind]);
        }
    }
    g_free((char *)font->key.family);
    g_free((char *)font->key.stretch);
    g_free(font);
}

void svg_text_shapes_cleanup(void)
{
    g_mutex_lock(&cache.mutex);
    cache.last = NULL;
    g_clear_pointer(&cache.fonts, g_hash_table_unref);
    g_clear_pointer(&cache.glyphs, g_array_unref);
    svg_text_engines_cleanup();
    g_mutex_unlock(&cache.mutex);
}

/* --- families --------------------------------------------------------------------------------- */

static char *bare_families(const char *css);

/* CSS Fonts 4 §2.1.2, and what fontconfig takes for one of them. */
gboolean svg_text_is_generic(const char *family)
{
    static const char *const generic[] = {
        "serif",    "sans-serif",    "monospace",    "cursive",    "fantasy", "system-ui",
        "ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "math",    "emoji",
        "fangsong", "sans",          "mono",         "sans serif"};

    for (guint i = 0; i < G_N_ELEMENTS(generic); i++) {
        if (g_ascii_strcasecmp(family, generic[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

SvgFontFound svg_text_find_font(const char *families)
{
    g_autofree char *bare = bare_families(families);
    g_auto(GStrv) names = g_strsplit(bare, ",", -1);
    SvgFontFound found = *names ? SVG_FONT_NONE : SVG_FONT_FIRST;

    g_mutex_lock(&cache.mutex);
    for (guint i = 0; names[i] && found == SVG_FONT_NONE; i++) {
        const SvgTextEngine *engine = svg_text_engine_get(SVG_TEXT_LATIN);

        if (svg_text_is_generic(names[i]) || !engine || engine->has_family(names[i])) {
            found = i == 0 ? SVG_FONT_FIRST : SVG_FONT_LATER;
        }
    }
    g_mutex_unlock(&cache.mutex);
    return found;
}

/* --- fonts ------------------------------------------------------------------------------------ */

/* CSS quotes names that fontconfig wants bare. */
static char *bare_families(const char *css)
{
    g_auto(GStrv) families = g_strsplit(css ? css : DEFAULT_FAMILY, ",", MAX_FAMILIES);
    GString *out = g_string_new(NULL);

    for (char **family = families; *family; family++) {
        char *name = g_strstrip(*family);
        gsize len = strlen(name);

        if (len >= 2 && (*name == '"' || *name == '\'') && name[len - 1] == *name) {
            name[len - 1] = '\0';
            name++;
        }
        if (*name) {
            g_string_append_printf(out, "%s%s", out->len ? "," : "", name);
        }
    }
    if (out->len == 0) {
        g_string_append(out, DEFAULT_FAMILY);
    }
    return g_string_free(out, FALSE);
}

static int stretch_of(const char *keyword)
{
    static const char *const names[] = {
        "ultra-condensed", "extra-condensed", "condensed",      "semi-condensed", "normal",
        "semi-expanded",   "expanded",        "extra-expanded", "ultra-expanded",
    };
    enum { NORMAL = 4 };

    for (guint i = 0; keyword && i < G_N_ELEMENTS(names); i++) {
        if (g_ascii_strcasecmp(keyword, names[i]) == 0) {
            return (int)i;
        }
    }
    return NORMAL;
}

static guint font_hash(gconstpointer data)
{
    const FontKey *key = data;
    guint hash = key->family ? g_str_hash(key->family) : 0;

    return hash + (guint)key->weight * 31 + (guint)key->italic;
}

static gboolean font_equal(gconstpointer a, gconstpointer b)
{
    const FontKey *x = a, *y = b;

    return x->weight == y->weight && x->italic == y->italic &&
           g_strcmp0(x->family, y->family) == 0 && g_strcmp0(x->stretch, y->stretch) == 0;
}

static guint shape_hash(gconstpointer data)
{
    const SvgTextShape *shape = data;
    guint hash = (guint)shape->len;

    for (gsize i = 0; i < shape->len; i++) {
        hash = hash * 33 + (guchar)shape->text[i];
    }
    return hash;
}

static gboolean shape_equal(gconstpointer a, gconstpointer b)
{
    const SvgTextShape *x = a, *y = b;

    return x->len == y->len && memcmp(x->text, y->text, x->len) == 0;
}

static gboolean add_face(Font *font, SvgTextEngineKind kind, SvgFontMetrics *metrics)
{
    const SvgTextEngine *engine = svg_text_engine_get(kind);
    g_autofree char *families = bare_families(font->key.family);
    SvgFontQuery query = {families, CLAMP(font->key.weight, 100, 1000),
                          stretch_of(font->key.stretch), font->key.italic};

    font->faces[kind] = engine ? engine->face_new(&query, metrics) : NULL;
    return font->faces[kind] != NULL;
}

static Font *font_new(const FontKey *key)
{
    Font *font = g_new0(Font, 1);

    font->key = *key;
    font->key.family = g_strdup(key->family);
    font->key.stretch = g_strdup(key->stretch);
    if (!add_face(font, SVG_TEXT_LATIN, &font->metrics)) {
        add_face(font, SVG_TEXT_ANY, &font->metrics);
    }
    font->shapes = g_hash_table_new_full(shape_hash, shape_equal, svg_text_shape_unref, NULL);
    return font;
}

static void wake(void)
{
    if (!cache.fonts) {
        cache.fonts = g_hash_table_new_full(font_hash, font_equal, font_free, NULL);
        cache.glyphs = g_array_new(FALSE, FALSE, sizeof(SvgGlyph));
    }
}

static Font *font_for(const SvgStyle *style)
{
    FontKey key = {style->font_family, style->font_stretch, style->font_weight, style->font_italic};
    Font *font = cache.last;

    if (font && font_equal(&font->key, &key)) {
        return font;
    }
    font = g_hash_table_lookup(cache.fonts, &key);
    if (!font) {
        if (g_hash_table_size(cache.fonts) >= MAX_FONTS) {
            g_hash_table_remove_all(cache.fonts);
        }
        font = font_new(&key);
        g_hash_table_add(cache.fonts, font);
    }
    cache.last = font;
    return font;
}

void svg_text_font_metrics(const SvgStyle *style, SvgFontMetrics *out)
{
    g_mutex_lock(&cache.mutex);
    wake();
    *out = font_for(style)->metrics;
    g_mutex_unlock(&cache.mutex);
}

/* --- shapes ----------------------------------------------------------------------------------- */

void svg_text_shape_unref(gpointer shape)
{
    g_atomic_rc_box_release(shape);
}

static void shape_piece(Font *font, const char *text, gsize len)
{
    SvgFace **faces = font->faces;
    SvgFontMetrics of_first;

    if (faces[SVG_TEXT_LATIN] && svg_text_engine_get(SVG_TEXT_LATIN)
                                     ->shape(faces[SVG_TEXT_LATIN], text, len, cache.glyphs)) {
        return;
    }
    if (!faces[SVG_TEXT_ANY]) {
        add_face(font, SVG_TEXT_ANY, &of_first);
    }
    svg_text_engine_get(SVG_TEXT_ANY)->shape(faces[SVG_TEXT_ANY], text, len, cache.glyphs);
}

static void shape_pieces(Font *font, const char *text, gsize len)
{
    g_array_set_size(cache.glyphs, 0);
    for (gsize at = 0; at < len;) {
        gsize cut = len;
        guint first = cache.glyphs->len;

        if (len - at > SVG_TEXT_ENGINE_BYTES) {
            const char *before =
                g_utf8_find_prev_char(text + at, text + at + SVG_TEXT_ENGINE_BYTES);

            cut = before && before > text + at ? (gsize)(before - text) : len;
        }
        shape_piece(font, text + at, cut - at);
        for (guint i = first; i < cache.glyphs->len; i++) {
            g_array_index(cache.glyphs, SvgGlyph, i).at += (guint)at;
        }
        at = cut;
    }
}

SvgInk svg_ink_union(SvgInk a, SvgInk b)
{
    if (a.left > a.right || b.left > b.right) {
        return a.left > a.right ? b : a;
    }
    return (SvgInk){MIN(a.left, b.left), MIN(a.top, b.top), MAX(a.right, b.right),
                    MAX(a.bottom, b.bottom)};
}

static void sum_up(SvgTextShape *shape)
{
    shape->advance = 0;
    shape->ink = (SvgInk){0, 0, -1, -1};
    for (guint i = 0; i < shape->n_glyphs; i++) {
        SvgInk ink = shape->glyphs[i].ink;

        ink.left += (float)shape->advance;
        ink.right += (float)shape->advance;
        shape->ink = svg_ink_union(shape->ink, ink);
        shape->advance += shape->glyphs[i].advance;
    }
}

static SvgTextShape *shape_of(const char *text, gsize len, const SvgFontMetrics *metrics,
                              const SvgGlyph *glyphs, guint n_glyphs)
{
    gsize bytes = n_glyphs * sizeof *glyphs;
    SvgTextShape *shape = g_atomic_rc_box_alloc(sizeof *shape + bytes + len);
    char *copy = (char *)shape->glyphs + bytes;

    if (n_glyphs > 0) { /* an empty array has no data */
        memcpy(shape->glyphs, glyphs, bytes);
    }
    memcpy(copy, text, len);
    shape->text = copy;
    shape->len = len;
    shape->n_glyphs = n_glyphs;
    shape->metrics = *metrics;
    return shape;
}

static SvgTextShape *shape_new(Font *font, const char *text, gsize len)
{
    SvgTextShape *shape;

    shape_pieces(font, text, len);
    shape = shape_of(text, len, &font->metrics, (const SvgGlyph *)cache.glyphs->data,
                     cache.glyphs->len);
    sum_up(shape);
    return shape;
}

static void forget_shapes(void)
{
    GHashTableIter iter;
    gpointer font;

    g_hash_table_iter_init(&iter, cache.fonts);
    while (g_hash_table_iter_next(&iter, &font, NULL)) {
        g_hash_table_remove_all(((Font *)font)->shapes);
    }
    cache.shapes = 0;
}

static SvgTextShape *find_shape(Font *font, const char *text, gsize len)
{
    SvgTextShape key = {.text = text, .len = len};
    SvgTextShape *shape = g_hash_table_lookup(font->shapes, &key);

    if (shape) {
        return g_atomic_rc_box_acquire(shape);
    }
    shape = shape_new(font, text, len);
    if (len <= CACHED_BYTES) {
        if (cache.shapes >= MAX_SHAPES) {
            forget_shapes();
        }
        cache.shapes++;
        g_hash_table_add(font->shapes, g_atomic_rc_box_acquire(shape));
    }
    return shape;
}

SvgTextShape *svg_text_shape(const char *text, gsize len, const SvgStyle *style)
{
    SvgTextShape *shape;

    g_mutex_lock(&cache.mutex);
    wake();
    shape = find_shape(font_for(style), text, len);
    g_mutex_unlock(&cache.mutex);
    return shape;
}

/* Whether the text can be cut at that byte; *glyph is the first one behind. */
static gboolean find_cut(const SvgTextShape *shape, gsize byte, guint *glyph)
{
    guint low = 0, high = shape->n_glyphs;

    while (low < high) {
        guint middle = (low + high) / 2;

        if (shape->glyphs[middle].at < byte) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *glyph = low;
    return byte == shape->len || byte == 0 ||
           (low < shape->n_glyphs && shape->glyphs[low].at == byte && shape->glyphs[low].cuts);
}

SvgTextShape *svg_text_shape_part(const SvgTextShape *whole, gsize from, gsize len,
                                  const SvgStyle *style)
{
    guint first, end;
    SvgTextShape *part;

    if (!find_cut(whole, from, &first) || !find_cut(whole, from + len, &end) || end < first) {
        return svg_text_shape(whole->text + from, len, style);
    }
    part = shape_of(whole->text + from, len, &whole->metrics, whole->glyphs + first, end - first);
    for (guint i = 0; i < part->n_glyphs; i++) {
        part->glyphs[i].at -= (guint)from;
    }
    sum_up(part);
    return part;
}

void svg_text_breaks(const char *text, gsize len, gboolean *before)
{
    if (svg_text_breaks_simply(text, len, before)) {
        return;
    }
    g_mutex_lock(&cache.mutex);
    svg_text_engine_get(SVG_TEXT_ANY)->breaks(text, len, before);
    g_mutex_unlock(&cache.mutex);
}

/* --- widths ----------------------------------------------------------------------------------- */

/* Letter and word spacing (CSS 2.1 §16.4), in user units. */
static double spacing_of(const char *text, const SvgStyle *style)
{
    double spacing = 0;

    if (style->letter_spacing == 0 && style->word_spacing == 0) {
        return 0;
    }
    for (; *text; text = g_utf8_next_char(text)) {
        if (!g_unichar_iszerowidth(g_utf8_get_char(text))) {
            spacing += style->letter_spacing;
        }
        if (*text == ' ') {
            spacing += style->word_spacing;
        }
    }
    return spacing;
}

/* Text that pango takes as one line; NULL when `text` already is. */
static char *tidy(const char *text)
{
    char *copy;

    if (!strpbrk(text, "\n\r\t\f\v") && g_utf8_validate(text, -1, NULL)) {
        return NULL;
    }
    copy = g_utf8_make_valid(text, -1);
    return g_strdelimit(copy, "\n\r\t\f\v", ' ');
}

void svg_text_measure(const char *text, const SvgStyle *style, SvgTextExtents *out)
{
    g_autofree char *copy = tidy(text);
    const char *line = copy ? copy : text;
    g_autoptr(SvgTextShape) shape = svg_text_shape(line, strlen(line), style);

    out->ascent = shape->metrics.ascent * style->font_size;
    out->descent = shape->metrics.descent * style->font_size;
    out->width = MAX(shape->advance * style->font_size + spacing_of(line, style), 0);
}

/* --- wrapping --------------------------------------------------------------------------------- */

static double width_in(const char *text, const SvgStyle *style)
{
    SvgTextExtents extents;

    svg_text_measure(text, style, &extents);
    return extents.width;
}

/* Appends the lines of one paragraph. */
static void wrap_paragraph(const char *text, const SvgStyle *style, double max_width,
                           double space_width, GPtrArray *lines)
{
    GString *line = g_string_new(NULL);
    double width = 0;

    while (*text) {
        gsize gap = strspn(text, " "), len = strcspn(text + gap, " ");
        g_autofree char *word = g_strndup(text + gap, len);
        double word_width = len ? width_in(word, style) : 0;
        double gap_width = space_width * (double)gap;

        if (line->len && len && width + gap_width + word_width > max_width) {
            g_ptr_array_add(lines, g_string_free(line, FALSE));
            line = g_string_new(NULL);
            width = word_width;
        } else {
            g_string_append_len(line, text, (gssize)gap);
            width += gap_width + word_width;
        }
        g_string_append(line, word);
        text += gap + len;
    }
    g_ptr_array_add(lines, g_string_free(line, FALSE));
}

char **svg_text_wrap(const char *text, const SvgStyle *style, double max_width)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_auto(GStrv) paragraphs = g_strsplit(valid, "\n", -1);
    GPtrArray *lines = g_ptr_array_new();
    double space = width_in(" ", style);

    for (char **paragraph = paragraphs; *paragraph; paragraph++) {
        wrap_paragraph(*paragraph, style, max_width, space, lines);
    }
    if (lines->len == 0) {
        g_ptr_array_add(lines, g_strdup(""));
    }
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}
