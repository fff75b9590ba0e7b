/* Queries as fontconfig's patterns, and its answers as files. */
#include "geometry/fonts/ask.h"

#include "geometry/fonts/glyph.h"

#include <string.h>

#define DPI         96.0
#define PT_PER_INCH 72.0

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

/* With all that the rules add. */
static FcPattern *complete_pattern(const SvgFontQuery *query)
{
    FcPattern *pattern = pattern_of(query);

    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcPatternDel(pattern, FC_HINTING);
    FcPatternAddBool(pattern, FC_HINTING, FcFalse);
    FcDefaultSubstitute(pattern);
    return pattern;
}

FcPattern *ask_match(const SvgFontQuery *query)
{
    FcPattern *pattern = complete_pattern(query);
    FcResult result;
    FcPattern *match = FcFontMatch(NULL, pattern, &result);

    FcPatternDestroy(pattern);
    return match;
}

static gboolean has(const FcPattern *pattern, const char *object)
{
    FcValue value;

    return FcPatternGet(pattern, object, 0, &value) == FcResultMatch;
}

/* Others are passed over, as no engine draws them. */
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

/* No file for what takes more than opening one: variable fonts, extra features, odd formats. */
static FaceSource read_source(const FcPattern *match)
{
    FaceSource source = {0};
    FcChar8 *file;

    if (has_outlines(match) && !has(match, FC_FONT_VARIATIONS) && !has(match, FC_FONT_FEATURES) &&
        FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch &&
        FcPatternGetInteger(match, FC_INDEX, 0, &source.index) == FcResultMatch &&
        source.index >> 16 == 0 && read_slant(match, &source.slant)) {
        source.file = g_strdup((const char *)file);
    }
    return source;
}

FaceSource ask_best(const SvgFontQuery *query)
{
    FcPattern *match = ask_match(query);
    FaceSource source = {0};

    if (match) {
        source = read_source(match);
        FcPatternDestroy(match);
    }
    return source;
}

/* --- for what the best lacks ------------------------------------------------------------------ */

FcFontSet *ask_order(const SvgFontQuery *query)
{
    FcPattern *pattern = complete_pattern(query);
    FcResult result;
    FcFontSet *order = FcFontSort(NULL, pattern, FcFalse, NULL, &result);

    FcPatternDestroy(pattern);
    return order;
}

static gboolean has_character(const FcPattern *font, gunichar c)
{
    FcCharSet *characters;

    return FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) == FcResultMatch &&
           FcCharSetHasChar(characters, c);
}

/* As the rules want it for the query. */
static FaceSource prepare(const SvgFontQuery *query, FcPattern *font, int rank)
{
    FcPattern *pattern = complete_pattern(query);
    FcPattern *prepared = FcFontRenderPrepare(NULL, pattern, font);
    FaceSource source = read_source(prepared);

    source.rank = rank;
    FcPatternDestroy(prepared);
    FcPatternDestroy(pattern);
    return source;
}

FaceSource ask_other(const SvgFontQuery *query, const FcFontSet *order, gunichar c)
{
    int rank = 0;

    for (int i = 0; order && i < order->nfont; i++) {
        if (!has_outlines(order->fonts[i])) {
            continue;
        }
        if (rank > 0 && has_character(order->fonts[i], c)) {
            return prepare(query, order->fonts[i], rank);
        }
        rank++;
    }
    return (FaceSource){0};
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
FamilyState ask_family(const char *family)
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
