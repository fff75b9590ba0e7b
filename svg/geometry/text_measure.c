/* How wide and high text is, by pango at one large size without hinting, so that results scale; and
 * the cache of what was measured. */
#include "geometry/text.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>

#include <string.h>
#include <unistd.h>

#define REFERENCE_SIZE 256  /* px: the size everything is measured at */
#define PIECE_BYTES    2048 /* of text laid out at once; keeps pango's integers in range */
#define CACHED_BYTES   256  /* longest text that is remembered */
#define MAX_MEASURES   65536
#define MAX_FONTS      256
#define THREAD_WAIT_MS 250
#define DEFAULT_FAMILY "Times New Roman" /* as browsers and librsvg */

/* One face, and what was measured in it. Numbers are per unit of font size. */
typedef struct {
    PangoFontDescription *description;
    double ascent, descent;
    GHashTable *widths; /* char * → double * */
} Font;

/* Everything that fontconfig had to be woken for. */
static struct {
    GMutex mutex;
    PangoFontMap *map; /* NULL: asleep */
    PangoContext *context;
    PangoLayout *layout;
    GHashTable *fonts; /* char * → Font * */
    guint measures;
} cache;

static void font_free(gpointer data)
{
    Font *font = data;

    pango_font_description_free(font->description);
    g_hash_table_unref(font->widths);
    g_free(font);
}

static void wake(void)
{
    cairo_font_options_t *options;

    if (cache.map) {
        return;
    }
    cache.map = pango_cairo_font_map_new();
    cache.context = pango_font_map_create_context(cache.map);
    options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(cache.context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(cache.context, FALSE);
    pango_context_set_language(cache.context, pango_language_from_string("en"));
    cache.layout = pango_layout_new(cache.context);
    pango_layout_set_single_paragraph_mode(cache.layout, TRUE);
    cache.fonts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, font_free);
}

/* The name of a thread of ours; "" when it is gone. The caller's. */
static char *thread_name(const char *task)
{
    g_autofree char *path = g_build_filename("/proc/self/task", task, "comm", NULL);
    char *name = NULL;

    return g_file_get_contents(path, &name, NULL, NULL) ? name : g_strdup("");
}

/* pango asks fontconfig in threads of its own, which end some time after their font map. Nothing
 * else tells when: only the kernel's list of our threads. One that has yet to begin still has the
 * name of the program. */
static gboolean font_thread_runs(void)
{
    g_autoptr(GDir) tasks = g_dir_open("/proc/self/task", 0, NULL);
    g_autofree char *self = g_strdup_printf("%d", (int)getpid());
    g_autofree char *program = thread_name(self);
    const char *task;

    while (tasks && (task = g_dir_read_name(tasks))) {
        g_autofree char *name = thread_name(task);

        if (strcmp(task, self) != 0 &&
            (g_str_has_prefix(name, "[pango]") || strcmp(name, program) == 0)) {
            return TRUE;
        }
    }
    return !tasks;
}

/* FcFini() and cairo_debug_reset_static_data() abort while anything is still held: they are left
 * out when the thread doesn't come to its end. */
static void give_back_fonts(void)
{
    for (guint waited = 0; font_thread_runs(); waited++) {
        if (waited == THREAD_WAIT_MS) {
            return;
        }
        g_usleep(1000);
    }
    cairo_debug_reset_static_data();
    FcFini();
}

void svg_text_cleanup(void)
{
    g_mutex_lock(&cache.mutex);
    if (cache.map) {
        g_clear_pointer(&cache.fonts, g_hash_table_unref);
        g_clear_object(&cache.layout);
        g_clear_object(&cache.context);
        g_clear_object(&cache.map);
        cache.measures = 0;
        pango_cairo_font_map_set_default(NULL);
        give_back_fonts();
    }
    g_mutex_unlock(&cache.mutex);
}

/* --- fonts ------------------------------------------------------------------------------------ */

/* CSS quotes names that pango wants bare. */
static char *pango_families(const char *css)
{
    g_auto(GStrv) families = g_strsplit(css ? css : DEFAULT_FAMILY, ",", 32);
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

static PangoStretch stretch_of(const char *keyword)
{
    static const char *const names[] = {
        "ultra-condensed", "extra-condensed", "condensed",      "semi-condensed", "normal",
        "semi-expanded",   "expanded",        "extra-expanded", "ultra-expanded",
    };

    for (guint i = 0; keyword && i < G_N_ELEMENTS(names); i++) {
        if (g_ascii_strcasecmp(keyword, names[i]) == 0) {
            return (PangoStretch)(PANGO_STRETCH_ULTRA_CONDENSED + (int)i);
        }
    }
    return PANGO_STRETCH_NORMAL;
}

static PangoFontDescription *describe(const SvgStyle *style)
{
    PangoFontDescription *description = pango_font_description_new();
    g_autofree char *families = pango_families(style->font_family);

    pango_font_description_set_family(description, families);
    pango_font_description_set_weight(description,
                                      (PangoWeight)CLAMP(style->font_weight, 100, 1000));
    pango_font_description_set_style(description,
                                     style->font_italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    pango_font_description_set_stretch(description, stretch_of(style->font_stretch));
    pango_font_description_set_absolute_size(description, REFERENCE_SIZE * PANGO_SCALE);
    return description;
}

static Font *font_new(const SvgStyle *style)
{
    Font *font = g_new0(Font, 1);
    PangoFont *face;

    font->description = describe(style);
    font->widths = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    face = pango_context_load_font(cache.context, font->description);
    if (face) {
        PangoFontMetrics *metrics = pango_font_get_metrics(face, NULL);

        font->ascent = pango_font_metrics_get_ascent(metrics) / (double)PANGO_SCALE;
        font->descent = pango_font_metrics_get_descent(metrics) / (double)PANGO_SCALE;
        pango_font_metrics_unref(metrics);
        g_object_unref(face);
    }
    font->ascent = MAX(font->ascent, 0) / REFERENCE_SIZE;
    font->descent = MAX(font->descent, 0) / REFERENCE_SIZE;
    return font;
}

static Font *font_for(const SvgStyle *style)
{
    g_autofree char *key = g_strdup_printf("%d %d %s %s", style->font_weight, style->font_italic,
                                           style->font_stretch ? style->font_stretch : "normal",
                                           style->font_family ? style->font_family : "");
    Font *font = g_hash_table_lookup(cache.fonts, key);

    if (!font) {
        if (g_hash_table_size(cache.fonts) >= MAX_FONTS) {
            g_hash_table_remove_all(cache.fonts);
            cache.measures = 0;
        }
        font = font_new(style);
        g_hash_table_insert(cache.fonts, g_steal_pointer(&key), font);
    }
    return font;
}

/* --- widths ----------------------------------------------------------------------------------- */

static double piece_width(const Font *font, const char *text, gsize len)
{
    PangoRectangle logical;

    pango_layout_set_font_description(cache.layout, font->description);
    pango_layout_set_text(cache.layout, text, (int)len);
    pango_layout_get_extents(cache.layout, NULL, &logical);
    return logical.width / (double)PANGO_SCALE / REFERENCE_SIZE;
}

static double layout_width(const Font *font, const char *text)
{
    const char *end = text + strlen(text);
    double width = 0;

    while (text < end) {
        const char *cut = end;

        if (end - text > PIECE_BYTES) {
            cut = g_utf8_find_prev_char(text, text + PIECE_BYTES);
            cut = cut && cut > text ? cut : end;
        }
        width += piece_width(font, text, (gsize)(cut - text));
        text = cut;
    }
    return width;
}

static void forget_widths(void)
{
    GHashTableIter iter;
    gpointer font;

    g_hash_table_iter_init(&iter, cache.fonts);
    while (g_hash_table_iter_next(&iter, NULL, &font)) {
        g_hash_table_remove_all(((Font *)font)->widths);
    }
    cache.measures = 0;
}

static double width_of(Font *font, const char *text)
{
    double *known = g_hash_table_lookup(font->widths, text);
    double width;

    if (known) {
        return *known;
    }
    width = layout_width(font, text);
    if (strlen(text) <= CACHED_BYTES) {
        if (cache.measures++ >= MAX_MEASURES) {
            forget_widths();
        }
        g_hash_table_insert(font->widths, g_strdup(text), g_memdup2(&width, sizeof width));
    }
    return width;
}

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
    Font *font;

    g_mutex_lock(&cache.mutex);
    wake();
    font = font_for(style);
    out->ascent = font->ascent * style->font_size;
    out->descent = font->descent * style->font_size;
    out->width = *line ? width_of(font, line) * style->font_size : 0;
    g_mutex_unlock(&cache.mutex);
    out->width = MAX(out->width + spacing_of(line, style), 0);
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
