/* libfairies-latin: shapes lines of Latin script, and of symbols in use with it, asking fontconfig
 * for no more faces than they need. They must be those that pango would choose, and their glyphs
 * the same. */
#include "geometry/fonts/ask.h"
#include "geometry/fonts/glyph.h"
#include "geometry/fonts/open_face.h"

#include <gmodule.h>
#include <string.h>

/* For a character that the best face lacks. */
typedef struct {
    OpenFace *face; /* NULL: none that this engine can have */
    int rank;       /* how far behind the best */
} Other;

struct _SvgFace {
    SvgFontQuery query;
    OpenFace *best;
    FcFontSet *order;   /* of the faces behind the best; NULL until it is needed */
    GHashTable *others; /* of Other, by character; NULL until one is needed */
};

static struct {
    hb_buffer_t *buffer; /* NULL: asleep */
} engine;

static void wake(void)
{
    engine.buffer = engine.buffer ? engine.buffer : hb_buffer_create();
}

static gboolean cleanup(void)
{
    if (engine.buffer) {
        found_close();
        g_clear_pointer(&engine.buffer, hb_buffer_destroy);
        FcFini();
    }
    return TRUE;
}

/* --- families --------------------------------------------------------------------------------- */

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

/* The best face (c: 0), or the one for a character that it lacks, as fontconfig says now. */
static FaceSource ask(SvgFace *face, gunichar c)
{
    if (c && !face->order) {
        face->order = ask_order(&face->query);
    }
    return c ? ask_other(&face->query, face->order, c) : ask_best(&face->query);
}

/* Opens what was found before, or else what fontconfig says now. NULL: this engine can't. */
static OpenFace *open_found(SvgFace *face, gunichar c, int *rank)
{
    const FaceSource *source = found_get(&face->query, c);
    OpenFace *found = source && source->file ? open_face_get(source) : NULL;
    FaceSource asked = {0};

    if (source && source->file && !found) {
        found_forget();
        source = NULL;
    }
    if (!source) {
        asked = ask(face, c);
        found_add(&face->query, c, &asked);
        found = asked.file ? open_face_get(&asked) : NULL;
        source = &asked;
    }
    *rank = source->rank;
    g_free(asked.file);
    return found;
}

static void other_free(gpointer data)
{
    Other *other = data;

    g_clear_pointer(&other->face, open_face_unref);
    g_free(other);
}

static void face_free(SvgFace *face)
{
    g_clear_pointer(&face->others, g_hash_table_unref);
    g_clear_pointer(&face->order, FcFontSetSortDestroy);
    g_clear_pointer(&face->best, open_face_unref);
    g_free((char *)face->query.families);
    g_free(face);
}

static SvgFace *face_new(const SvgFontQuery *query, SvgFontMetrics *metrics)
{
    SvgFace *face = g_new0(SvgFace, 1);
    int rank;

    wake();
    face->query = *query;
    face->query.families = g_strdup(query->families);
    face->best = open_found(face, 0, &rank);
    if (!face->best) {
        face_free(face);
        return NULL;
    }
    *metrics = *open_face_metrics(face->best);
    return face;
}

static const Other *other_for(SvgFace *face, gunichar c)
{
    Other *other;

    if (!face->others) {
        face->others = g_hash_table_new_full(NULL, NULL, NULL, other_free);
    }
    other = g_hash_table_lookup(face->others, GUINT_TO_POINTER(c));
    if (!other) {
        other = g_new0(Other, 1);
        other->face = open_found(face, c, &other->rank);
        g_hash_table_insert(face->others, GUINT_TO_POINTER(c), other);
    }
    return other;
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

/* Signs alone are of no script, which fonts may kern otherwise. */
static hb_script_t script_of(const char *text, gsize len)
{
    for (const char *at = text; at < text + len; at = g_utf8_next_char(at)) {
        if (g_unichar_get_script(g_utf8_get_char(at)) == G_UNICODE_SCRIPT_LATIN) {
            return HB_SCRIPT_LATIN;
        }
    }
    return HB_SCRIPT_COMMON;
}

/* Whether the face has a glyph for everything. */
static gboolean fill_buffer(const OpenFace *face, hb_script_t script, const char *text, gsize len)
{
    const hb_glyph_info_t *infos;
    guint n;

    hb_buffer_clear_contents(engine.buffer);
    hb_buffer_add_utf8(engine.buffer, text, (int)len, 0, (int)len);
    hb_buffer_set_direction(engine.buffer, HB_DIRECTION_LTR);
    hb_buffer_set_script(engine.buffer, script);
    hb_buffer_set_language(engine.buffer, hb_language_from_string(LANGUAGE, -1));
    hb_shape(open_face_font(face), engine.buffer, NULL, 0);
    infos = hb_buffer_get_glyph_infos(engine.buffer, &n);
    for (guint i = 0; i < n; i++) {
        if (infos[i].codepoint == 0) {
            return FALSE;
        }
    }
    return TRUE;
}

/* What is in the buffer is of the text from `at`. */
static void add_glyphs(OpenFace *face, gsize at, gboolean alone, GArray *glyphs)
{
    guint n;
    const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(engine.buffer, &n);
    const hb_glyph_position_t *places = hb_buffer_get_glyph_positions(engine.buffer, &n);

    for (guint i = 0; i < n; i++) {
        SvgGlyph glyph = {
            (guint)at + infos[i].cluster, (float)(places[i].x_advance / UNIT),
            open_face_ink(face, infos[i].codepoint, &places[i]),
            alone && !(hb_glyph_info_get_glyph_flags(&infos[i]) & HB_GLYPH_FLAG_UNSAFE_TO_BREAK)};

        g_array_append_val(glyphs, glyph);
    }
}

/* --- in several faces ------------------------------------------------------------------------- */

/* Text in one face, up to the next. */
typedef struct {
    gsize at;
    Other in;
} Run;

static gboolean is_space(gunichar c)
{
    return g_unichar_type(c) == G_UNICODE_SPACE_SEPARATOR;
}

/* Spaces go with what is before them, unless what follows is nearer to the best face; those at the
 * beginning with what follows. FALSE: no face that we can have has all of a part. */
static gboolean split(SvgFace *face, const char *text, gsize len, GArray *runs)
{
    const char *spaces = NULL;

    for (const char *at = text; at < text + len; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        const Run *last = runs->len ? &g_array_index(runs, Run, runs->len - 1) : NULL;
        Other in = {face->best, 0};

        if (is_space(c)) {
            spaces = spaces ? spaces : at;
            continue;
        }
        if (!open_face_has(face->best, c)) {
            in = *other_for(face, c);
        }
        if (!in.face) {
            return FALSE;
        }
        if (!last || last->in.face != in.face) {
            const char *from = spaces && last && in.rank < last->in.rank ? spaces : at;
            Run run = {last ? (gsize)(from - text) : 0, in};

            g_array_append_val(runs, run);
        }
        spaces = NULL;
    }
    return runs->len > 0;
}

static gboolean shape_runs(const GArray *runs, hb_script_t script, const char *text, gsize len,
                           GArray *glyphs)
{
    guint before = glyphs->len;

    for (guint i = 0; i < runs->len; i++) {
        const Run *run = &g_array_index(runs, Run, i);
        gsize end = i + 1 < runs->len ? g_array_index(runs, Run, i + 1).at : len;

        if (!fill_buffer(run->in.face, script, text + run->at, end - run->at)) {
            g_array_set_size(glyphs, before);
            return FALSE;
        }
        add_glyphs(run->in.face, run->at, runs->len == 1, glyphs);
    }
    return TRUE;
}

/* A letter that was taken apart, into glyphs of one cluster, may be one that the face lacks: then
 * pango takes another face for it. */
static gboolean is_taken_apart(void)
{
    guint n;
    const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(engine.buffer, &n);

    for (guint i = 1; i < n; i++) {
        if (infos[i].cluster == infos[i - 1].cluster) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean shape(SvgFace *face, const char *text, gsize len, GArray *glyphs)
{
    g_autoptr(GArray) runs = NULL;

    if (!all_latin(text, len)) {
        return FALSE;
    }
    hb_script_t script = script_of(text, len);
    if (fill_buffer(face->best, script, text, len) && !is_taken_apart()) {
        add_glyphs(face->best, 0, TRUE, glyphs);
        return TRUE;
    }
    runs = g_array_new(FALSE, FALSE, sizeof(Run));
    return split(face, text, len, runs) && shape_runs(runs, script, text, len, glyphs);
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
    match = ask_match(&query);
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
                                       fonts,
                                       NULL};
