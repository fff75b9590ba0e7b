/* libfairies-text: shapes any text with pango. Nothing here wakes fontconfig before the first face.
 */
#include "geometry/fonts/glyph.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include <gmodule.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#define DPI            96
#define THREAD_WAIT_MS 250
#define THREAD_NAME    16 /* bytes of a thread's name, with its end */
#define MAX_CALLERS    16

struct _SvgFace {
    PangoFontDescription *description;
};

/* Everything that fontconfig had to be woken for. */
static struct {
    PangoFontMap *map; /* NULL: asleep */
    PangoContext *context;
    PangoAttrList *no_attributes;
    PangoGlyphString *glyphs;
    char callers[MAX_CALLERS][THREAD_NAME]; /* names of threads that had pango work */
    guint n_callers;                        /* more than fit: any thread may be one */
} engine;

/* Threads that pango makes begin with the name of the one that asked it. */
static gboolean is_caller(const char *name)
{
    for (guint i = 0; i < MIN(engine.n_callers, MAX_CALLERS); i++) {
        if (strcmp(engine.callers[i], name) == 0) {
            return TRUE;
        }
    }
    return engine.n_callers > MAX_CALLERS;
}

static void note_caller(void)
{
    char name[THREAD_NAME] = "";

    pthread_getname_np(pthread_self(), name, sizeof name);
    if (is_caller(name)) {
        return;
    }
    if (engine.n_callers < MAX_CALLERS) {
        g_strlcpy(engine.callers[engine.n_callers], name, THREAD_NAME);
    }
    engine.n_callers++;
}

static void make_scalable(FcPattern *pattern, gpointer data)
{
    (void)data;
    FcPatternDel(pattern, FC_HINTING);
    FcPatternAddBool(pattern, FC_HINTING, FcFalse);
}

static void wake(void)
{
    if (engine.map) {
        return;
    }
    engine.map = pango_ft2_font_map_new();
    pango_ft2_font_map_set_resolution(PANGO_FT2_FONT_MAP(engine.map), DPI, DPI);
    pango_fc_font_map_set_default_substitute(PANGO_FC_FONT_MAP(engine.map), make_scalable, NULL,
                                             NULL);
    engine.context = pango_font_map_create_context(engine.map);
    pango_context_set_round_glyph_positions(engine.context, FALSE);
    pango_context_set_language(engine.context, pango_language_from_string(LANGUAGE));
    engine.no_attributes = pango_attr_list_new();
    engine.glyphs = pango_glyph_string_new();
}

/* --- going to sleep --------------------------------------------------------------------------- */

/* The name of a thread of ours; NULL when it is gone. The caller's. */
static char *thread_name(const char *task)
{
    g_autofree char *path = g_build_filename("/proc/self/task", task, "comm", NULL);
    char *name = NULL;

    return g_file_get_contents(path, &name, NULL, NULL) ? g_strchomp(name) : NULL;
}

/* How many there are; 0 when the kernel doesn't say. */
static guint count_threads(void)
{
    g_autofree char *status = NULL;
    const char *line = g_file_get_contents("/proc/self/status", &status, NULL, NULL)
                           ? strstr(status, "\nThreads:")
                           : NULL;

    return line ? (guint)g_ascii_strtoull(line + strlen("\nThreads:"), NULL, 10) : 0;
}

/* pango asks fontconfig in threads of its own, which end some time after their font map. Nothing
 * else tells when: only the kernel's list of our threads, which breaks off where one ends while it
 * is read. The number in it is no proof then: the one that is gone may stand for one left out. */
static gboolean font_thread_runs(void)
{
    g_autoptr(GDir) tasks = g_dir_open("/proc/self/task", 0, NULL);
    g_autofree char *self = g_strdup_printf("%d", (int)getpid());
    const char *task;
    guint n = 0;

    for (; tasks && (task = g_dir_read_name(tasks)); n++) {
        g_autofree char *name = thread_name(task);

        if (strcmp(task, self) != 0 &&
            (!name || g_str_has_prefix(name, "[pango]") || is_caller(name))) {
            return TRUE;
        }
    }
    return n == 0 || n != count_threads();
}

/* FcFini() aborts while anything is still held: it is left out when the thread doesn't come to its
 * end. */
static gboolean give_back_fonts(void)
{
    for (guint waited = 0; font_thread_runs(); waited++) {
        if (waited == THREAD_WAIT_MS) {
            return FALSE;
        }
        g_usleep(1000);
    }
    FcFini();
    return TRUE;
}

static gboolean cleanup(void)
{
    if (!engine.map) {
        return TRUE;
    }
    g_clear_pointer(&engine.glyphs, pango_glyph_string_free);
    g_clear_pointer(&engine.no_attributes, pango_attr_list_unref);
    g_clear_object(&engine.context);
    g_clear_object(&engine.map);
    return give_back_fonts();
}

/* --- faces ------------------------------------------------------------------------------------ */

static PangoFontDescription *describe(const SvgFontQuery *query)
{
    PangoFontDescription *description = pango_font_description_new();

    pango_font_description_set_family(description, query->families);
    pango_font_description_set_weight(description, (PangoWeight)query->weight);
    pango_font_description_set_style(description,
                                     query->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    pango_font_description_set_stretch(
        description, (PangoStretch)(PANGO_STRETCH_ULTRA_CONDENSED + query->stretch));
    pango_font_description_set_absolute_size(description, UNIT);
    return description;
}

static SvgFace *face_new(const SvgFontQuery *query, SvgFontMetrics *metrics)
{
    SvgFace *face = g_new0(SvgFace, 1);
    PangoFont *font;

    wake();
    note_caller();
    face->description = describe(query);
    font = pango_context_load_font(engine.context, face->description);
    glyph_metrics(font ? pango_font_get_hb_font(font) : NULL, metrics);
    g_clear_object(&font);
    return face;
}

static void face_free(SvgFace *face)
{
    pango_font_description_free(face->description);
    g_free(face);
}

/* --- shaping ---------------------------------------------------------------------------------- */

static SvgInk ink_of(hb_font_t *font, PangoGlyph id, const PangoGlyphGeometry *geometry)
{
    if (id == PANGO_GLYPH_EMPTY || (id & PANGO_GLYPH_UNKNOWN_FLAG) || !font) {
        return (SvgInk){0, 0, -1, -1};
    }
    return glyph_ink(font, id, geometry->x_offset, geometry->y_offset);
}

static void shape_item(const PangoItem *item, const char *text, gsize len, guint at, GArray *glyphs)
{
    hb_font_t *font = item->analysis.font ? pango_font_get_hb_font(item->analysis.font) : NULL;

    pango_shape(text, (int)len, &item->analysis, engine.glyphs);
    for (int i = 0; i < engine.glyphs->num_glyphs; i++) {
        const PangoGlyphInfo *info = &engine.glyphs->glyphs[i];
        SvgGlyph glyph = {at + (guint)engine.glyphs->log_clusters[i],
                          (float)(info->geometry.width / UNIT),
                          ink_of(font, info->glyph, &info->geometry), FALSE};

        g_array_append_val(glyphs, glyph);
    }
}

static gboolean shape(SvgFace *face, const char *text, gsize len, GArray *glyphs)
{
    GList *logical, *visual;

    note_caller();
    pango_context_set_font_description(engine.context, face->description);
    logical = pango_itemize(engine.context, text, 0, (int)len, engine.no_attributes, NULL);
    visual = pango_reorder_items(logical);
    for (GList *at = visual; at; at = at->next) {
        const PangoItem *item = at->data;

        shape_item(item, text + item->offset, (gsize)item->length, (guint)item->offset, glyphs);
    }
    g_list_free(visual);
    g_list_free_full(logical, (GDestroyNotify)pango_item_free);
    return TRUE;
}

static void breaks(const char *text, gsize len, gboolean *before)
{
    int n = (int)g_utf8_strlen(text, (gssize)len) + 1;
    PangoLogAttr *attributes = g_new0(PangoLogAttr, n);

    pango_get_log_attrs(text, (int)len, -1, pango_language_from_string(LANGUAGE), attributes, n);
    for (int i = 0; i < n; i++) {
        before[i] = attributes[i].is_line_break != 0;
    }
    g_free(attributes);
}

static char *libraries(void)
{
    return g_strconcat("pango ", pango_version_string(), NULL);
}

static char *lacking(const void *font, gsize size, const char *text)
{
    FT_Library library;
    FT_Face face;
    GString *out = NULL;

    if (FT_Init_FreeType(&library)) {
        return NULL;
    }
    if (size <= G_MAXLONG && !FT_New_Memory_Face(library, font, (FT_Long)size, 0, &face)) {
        out = g_string_new(NULL);
        for (const char *at = text; *at; at = g_utf8_next_char(at)) {
            gunichar c = g_utf8_get_char(at);

            if (!FT_Get_Char_Index(face, c)) {
                g_string_append_unichar(out, c);
            }
        }
        FT_Done_Face(face);
    }
    FT_Done_FreeType(library);
    return out ? g_string_free(out, FALSE) : NULL;
}

G_MODULE_EXPORT const SvgTextEngine svg_text_engine;
const SvgTextEngine svg_text_engine = {SVG_TEXT_ENGINE_VERSION,
                                       face_new,
                                       face_free,
                                       shape,
                                       breaks,
                                       cleanup,
                                       NULL,
                                       libraries,
                                       NULL,
                                       lacking};
