/* libfairies-latin: shapes lines of Latin script in one face, asking fontconfig for no more than
 * that face. It must be the one that pango would choose, and its glyphs the same. */
#include "geometry/fonts/found.h"
#include "geometry/fonts/glyph.h"

#include <fontconfig/fontconfig.h>

#include <gmodule.h>
#include <hb.h>
#include <string.h>

#define DPI         96.0
#define PT_PER_INCH 72.0
#define KNOWN_INKS  256

typedef struct {
    hb_codepoint_t id; /* of the glyph; 0: none yet */
    SvgInk ink;
} KnownInk;

/* Shared by all queries that end at the same file. */
struct _SvgFace {
    char *name; /* in engine.faces */
    guint users;
    hb_font_t *font;
    SvgFontMetrics metrics;
    KnownInk inks[KNOWN_INKS]; /* where glyphs begin; each at its id modulo their number */
};

static struct {
    GHashTable *faces; /* of SvgFace, by name; NULL: asleep */
    hb_buffer_t *buffer;
} engine;

static void wake(void)
{
    if (!engine.faces) {
        engine.faces = g_hash_table_new(g_str_hash, g_str_equal);
        engine.buffer = hb_buffer_create();
    }
}

static gboolean cleanup(void)
{
    if (engine.faces) {
        found_close();
        g_clear_pointer(&engine.faces, g_hash_table_unref);
        g_clear_pointer(&engine.buffer, hb_buffer_destroy);
        FcFini();
    }
    return TRUE;
}

/* --- finding faces ---------------------------------------------------------------------------- */

/* As pango asks; fontconfig's rules may look at any of it. */
static FcPattern *pattern_of(const SvgFontQuery *query)
{
    static const int widths[] = {
        FC_WIDTH_ULTRACONDENSED, FC_WIDTH_EXTRACONDENSED, FC_WIDTH_CONDENSED,
        FC_WIDTH_SEMICONDENSED,  FC_WIDTH_NORMAL,         FC_WIDTH_SEMIEXPANDED,
        FC_WIDTH_EXPANDED,       FC_WIDTH_EXTRAEXPANDED,  FC_WIDTH_ULTRAEXPANDED,
    };
    g_auto(GStrv) families = g_strsplit(query->families, ",", -1);
    FcPattern *pattern = FcPatternCreate();

    FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(query->weight));
    FcPatternAddInteger(pattern, FC_SLANT, query->italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
    FcPatternAddInteger(pattern, FC_WIDTH, widths[query->stretch]);
    FcPatternAddBool(pattern, FC_VARIABLE, FcDontCare);
    FcPatternAddDouble(pattern, FC_DPI, DPI);
    FcPatternAddDouble(pattern, FC_SIZE, REFERENCE_SIZE * PT_PER_INCH / DPI);
    FcPatternAddDouble(pattern, FC_PIXEL_SIZE, REFERENCE_SIZE);
    for (char **family = families; *family; family++) {
        FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)*family);
    }
    FcPatternAddString(pattern, FC_LANG, (const FcChar8 *)LANGUAGE);
    return pattern;
}

static FcPattern *best_match(const SvgFontQuery *query)
{
    FcPattern *pattern = pattern_of(query);
    FcPattern *match;
    FcResult result;

    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcPatternDel(pattern, FC_HINTING);
    FcPatternAddBool(pattern, FC_HINTING, FcFalse);
    FcDefaultSubstitute(pattern);
    match = FcFontMatch(NULL, pattern, &result);
    FcPatternDestroy(pattern);
    return match;
}

static gboolean has(const FcPattern *pattern, const char *object)
{
    FcValue value;

    return FcPatternGet(pattern, object, 0, &value) == FcResultMatch;
}

static gboolean has_outlines(const FcPattern *match)
{
    FcChar8 *format;

    return FcPatternGetString(match, FC_FONTFORMAT, 0, &format) == FcResultMatch &&
           (strcmp((char *)format, "TrueType") == 0 || strcmp((char *)format, "CFF") == 0);
}

/* A slant that fontconfig adds to faces that have no italic; FALSE for any other matrix. */
static gboolean read_slant(const FcPattern *match, double *slant)
{
    FcMatrix *matrix;
    FcValue second;

    *slant = 0;
    if (FcPatternGetMatrix(match, FC_MATRIX, 0, &matrix) != FcResultMatch) {
        return TRUE;
    }
    *slant = matrix->xy;
    return matrix->xx == 1 && matrix->yy == 1 && matrix->yx == 0 &&
           FcPatternGet(match, FC_MATRIX, 1, &second) != FcResultMatch;
}

/* FALSE for what takes more than opening a file: variable fonts, extra features, odd formats. */
static gboolean read_source(const FcPattern *match, FaceSource *source)
{
    FcChar8 *file;

    if (!has_outlines(match) || has(match, FC_FONT_VARIATIONS) || has(match, FC_FONT_FEATURES) ||
        FcPatternGetString(match, FC_FILE, 0, &file) != FcResultMatch ||
        FcPatternGetInteger(match, FC_INDEX, 0, &source->index) != FcResultMatch) {
        return FALSE;
    }
    source->file = (char *)file;
    return source->index >> 16 == 0 && read_slant(match, &source->slant);
}

/* --- families --------------------------------------------------------------------------------- */

static gboolean is_installed(const FcChar8 *family)
{
    FcPattern *pattern = FcPatternCreate();
    FcObjectSet *objects = FcObjectSetBuild(FC_FAMILY, (char *)NULL);
    FcFontSet *fonts;
    gboolean found;

    FcPatternAddString(pattern, FC_FAMILY, family);
    fonts = FcFontList(NULL, pattern, objects);
    found = fonts && fonts->nfont > 0;
    if (fonts) {
        FcFontSetDestroy(fonts);
    }
    FcObjectSetDestroy(objects);
    FcPatternDestroy(pattern);
    return found;
}

/* Stand-ins of the same widths are bound as tightly as the name itself; any others only weakly. */
static FamilyState ask_family(const char *family)
{
    FcPattern *pattern = FcPatternCreate();
    FcValueBinding binding;
    FcValue value;
    gboolean found = FALSE;

    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    for (int i = 0; !found && FcPatternGetWithBinding(pattern, FC_FAMILY, i, &value, &binding) ==
                                  FcResultMatch;
         i++) {
        found =
            binding != FcValueBindingWeak && value.type == FcTypeString && is_installed(value.u.s);
    }
    FcPatternDestroy(pattern);
    return found ? FAMILY_INSTALLED : FAMILY_MISSING;
}

static gboolean has_family(const char *family)
{
    FamilyState state;

    wake();
    state = found_get_family(family);
    if (state == FAMILY_UNKNOWN) {
        state = ask_family(family);
        found_add_family(family, state);
    }
    return state == FAMILY_INSTALLED;
}

/* --- faces ------------------------------------------------------------------------------------ */

/* NULL when the file isn't a font. */
static hb_font_t *open_font(const FaceSource *source)
{
    hb_blob_t *blob = hb_blob_create_from_file(source->file);
    hb_face_t *face = hb_face_create(blob, (unsigned int)source->index);
    hb_font_t *font = hb_face_get_glyph_count(face) > 0 ? hb_font_create(face) : NULL;

    hb_face_destroy(face);
    hb_blob_destroy(blob);
    if (font) {
        hb_font_set_scale(font, (int)UNIT, (int)UNIT);
        hb_font_set_synthetic_slant(font, (float)source->slant);
    }
    return font;
}

static SvgFace *open_face(const FaceSource *source)
{
    g_autofree char *name =
        g_strdup_printf("%d %d %s", source->index, (int)(source->slant * UNIT), source->file);
    SvgFace *face = g_hash_table_lookup(engine.faces, name);
    hb_font_t *font = face ? NULL : open_font(source);

    if (font) {
        face = g_new0(SvgFace, 1);
        face->name = g_steal_pointer(&name);
        face->font = font;
        glyph_metrics(font, &face->metrics);
        g_hash_table_insert(engine.faces, face->name, face);
    }
    return face;
}

static const FaceSource *ask(const SvgFontQuery *query)
{
    FcPattern *match = best_match(query);
    FaceSource source = {0};
    const FaceSource *found;

    if (!match || !read_source(match, &source)) {
        source.file = NULL;
    }
    found = found_add(query, source);
    g_clear_pointer(&match, FcPatternDestroy);
    return found;
}

static SvgFace *face_new(const SvgFontQuery *query, SvgFontMetrics *metrics)
{
    const FaceSource *source;
    SvgFace *face;

    wake();
    source = found_get(query);
    face = source && source->file ? open_face(source) : NULL;
    if (source && source->file && !face) {
        found_forget();
        source = NULL;
    }
    if (!source) {
        source = ask(query);
        face = source->file ? open_face(source) : NULL;
    }
    if (face) {
        face->users++;
        *metrics = face->metrics;
    }
    return face;
}

static void face_free(SvgFace *face)
{
    if (--face->users > 0) {
        return;
    }
    g_hash_table_remove(engine.faces, face->name);
    hb_font_destroy(face->font);
    g_free(face->name);
    g_free(face);
}

/* --- shaping ---------------------------------------------------------------------------------- */

/* Of Latin script, or of none but in use with it; nothing that is invisible, joins others, is drawn
 * as a picture or is the business of bidirectional lines. */
static gboolean is_latin(gunichar c)
{
    static const struct {
        gunichar first, last;
    } ranges[] = {
        {0x20, 0x7E},     {0xA0, 0xAC},     {0xAE, 0x2AF},    {0x1E00, 0x1EFF},
        {0x2010, 0x2027}, {0x2030, 0x205E}, {0x2070, 0x209C}, {0x20A0, 0x20C0},
        {0x2190, 0x2193}, {0x219A, 0x21A8}, {0x21AB, 0x22FF},
    };

    for (guint i = 0; i < G_N_ELEMENTS(ranges) && c >= ranges[i].first; i++) {
        if (c <= ranges[i].last) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean all_latin(const char *text, gsize len)
{
    for (const char *at = text, *end = text + len; at < end; at = g_utf8_next_char(at)) {
        if (!is_latin(g_utf8_get_char(at))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Outlines are slow to read. */
static SvgInk ink_of(SvgFace *face, hb_codepoint_t id, const hb_glyph_position_t *place)
{
    KnownInk *known = &face->inks[id % KNOWN_INKS];

    if (place->x_offset != 0 || place->y_offset != 0) {
        return glyph_ink(face->font, id, place->x_offset, -place->y_offset);
    }
    if (known->id != id) {
        *known = (KnownInk){id, glyph_ink(face->font, id, 0, 0)};
    }
    return known->ink;
}

/* Whether the face has a glyph for everything. */
static gboolean fill_buffer(const SvgFace *face, const char *text, gsize len)
{
    const hb_glyph_info_t *infos;
    guint n;

    hb_buffer_clear_contents(engine.buffer);
    hb_buffer_add_utf8(engine.buffer, text, (int)len, 0, (int)len);
    hb_buffer_set_direction(engine.buffer, HB_DIRECTION_LTR);
    hb_buffer_set_script(engine.buffer, HB_SCRIPT_LATIN);
    hb_buffer_set_language(engine.buffer, hb_language_from_string(LANGUAGE, -1));
    hb_shape(face->font, engine.buffer, NULL, 0);
    infos = hb_buffer_get_glyph_infos(engine.buffer, &n);
    for (guint i = 0; i < n; i++) {
        if (infos[i].codepoint == 0) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean shape(SvgFace *face, const char *text, gsize len, GArray *glyphs)
{
    const hb_glyph_info_t *infos;
    const hb_glyph_position_t *places;
    guint n;

    if (!all_latin(text, len) || !fill_buffer(face, text, len)) {
        return FALSE;
    }
    infos = hb_buffer_get_glyph_infos(engine.buffer, &n);
    places = hb_buffer_get_glyph_positions(engine.buffer, &n);
    for (guint i = 0; i < n; i++) {
        SvgGlyph glyph = {
            infos[i].cluster, (float)(places[i].x_advance / UNIT),
            ink_of(face, infos[i].codepoint, &places[i]),
            !(hb_glyph_info_get_glyph_flags(&infos[i]) & HB_GLYPH_FLAG_UNSAFE_TO_BREAK)};

        g_array_append_val(glyphs, glyph);
    }
    return TRUE;
}

/* --- telling ---------------------------------------------------------------------------------- */

static char *libraries(void)
{
    int version = FcGetVersion();

    return g_strdup_printf("HarfBuzz %s, fontconfig %d.%d.%d", hb_version_string(), version / 10000,
                           version / 100 % 100, version % 100);
}

static guint fonts(char **sans)
{
    static const SvgFontQuery query = {"sans-serif", 400, 4, FALSE};
    FcPattern *any = FcPatternCreate(), *match;
    FcObjectSet *objects = FcObjectSetBuild(FC_FILE, (char *)NULL);
    FcFontSet *files;
    FcChar8 *family;
    guint n;

    wake();
    files = FcFontList(NULL, any, objects);
    n = files ? (guint)files->nfont : 0;
    match = best_match(&query);
    *sans = match && FcPatternGetString(match, FC_FAMILY, 0, &family) == FcResultMatch
                ? g_strdup((const char *)family)
                : NULL;
    g_clear_pointer(&match, FcPatternDestroy);
    g_clear_pointer(&files, FcFontSetDestroy);
    FcObjectSetDestroy(objects);
    FcPatternDestroy(any);
    return n;
}

G_MODULE_EXPORT const SvgTextEngine svg_text_engine;
const SvgTextEngine svg_text_engine = {SVG_TEXT_ENGINE_VERSION,
                                       face_new,
                                       face_free,
                                       shape,
                                       NULL,
                                       cleanup,
                                       has_family,
                                       libraries,
                                       fonts};
