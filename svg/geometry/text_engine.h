/* What shapes text: modules of their own, so that no program has to load fontconfig before there is
 * a text to measure, nor pango before there is one that isn't Latin. Both sides include this
 * header; it needs no library but GLib. Private to svg/geometry. */
#pragma once

#include <glib.h>

/* A change of anything below changes this. */
#define SVG_TEXT_ENGINE_VERSION 5
/* The one symbol of a module: a SvgTextEngine. */
#define SVG_TEXT_ENGINE_SYMBOL "svg_text_engine"

/* A face that a document asks for. */
typedef struct {
    const char *families; /* comma-separated, without quotes, UTF-8 */
    int weight;           /* 100–1000 */
    int stretch;          /* 0 ultra-condensed … 4 normal … 8 ultra-expanded */
    gboolean italic;
} SvgFontQuery;

/* All numbers are per unit of font size; y goes down, from the baseline. */
typedef struct {
    double ascent, descent; /* of lines; both >= 0 */
    double em_ascent;       /* the part of the em box that is above the baseline */
    double x_height;
    double math; /* the height of the middle of "+" */
} SvgFontMetrics;

/* left > right when there is nothing; that of a space is the point where it begins. */
typedef struct {
    float left, top, right, bottom;
} SvgInk;

typedef struct {
    guint at; /* byte of the text at which its cluster begins */
    float advance;
    SvgInk ink;    /* from the pen's place before the glyph */
    gboolean cuts; /* cutting the text before its cluster changes no glyph on either side */
} SvgGlyph;

typedef struct _SvgFace SvgFace;

typedef struct {
    guint version;
    /* What isn't installed is replaced as fontconfig says. NULL: this engine can't have the face.
     */
    SvgFace *(*face_new)(const SvgFontQuery *query, SvgFontMetrics *metrics);
    void (*face_free)(SvgFace *face);
    /* Appends the glyphs (SvgGlyph) of one line of valid UTF-8, from left to right, with other
     * fonts for what `face` lacks. At most SVG_TEXT_ENGINE_BYTES at once. FALSE: this engine can't,
     * and appended none. */
    gboolean (*shape)(SvgFace *face, const char *text, gsize len, GArray *glyphs);
    /* Whether a line may be broken before each character of valid UTF-8, for one more than there
     * are (UAX #14). NULL in SVG_TEXT_LATIN. */
    void (*breaks)(const char *text, gsize len, gboolean *before);
    /* Gives everything back that was taken for the whole process. All faces must be freed. FALSE
     * when fontconfig is still in use. */
    gboolean (*cleanup)(void);
    /* Whether a family of that name is installed, or one that fontconfig says is of the same widths
     * (Liberation Sans for Arial). NULL: this engine can't tell. */
    gboolean (*has_family)(const char *family);
    /* "pango 1.50.12": what it is built on; the caller's. NULL: nothing. */
    char *(*libraries)(void);
    /* How many files of fonts there are; *sans is the family that is shown for sans-serif, NULL
     * without any, the caller's. NULL: this engine can't tell. */
    guint (*fonts)(char **sans);
    /* As svg_text_lacking(). NULL: this engine can't tell. */
    char *(*lacking)(const void *font, gsize size, const char *text);
} SvgTextEngine;

#define SVG_TEXT_ENGINE_BYTES 4096

typedef enum {
    SVG_TEXT_LATIN, /* one line in one face that has all of it, in Latin script; quick */
    SVG_TEXT_ANY,   /* everything */
    SVG_TEXT_ENGINES
} SvgTextEngineKind;

/* The engine, its module loaded on the first call. When that can't be: NULL for SVG_TEXT_LATIN; a
 * rough estimate, and one warning, for SVG_TEXT_ANY. Not safe in several threads at once. */
const SvgTextEngine *svg_text_engine_get(SvgTextEngineKind kind);
/* Calls the cleanup of the engines that were loaded. */
void svg_text_engines_cleanup(void);
/* The estimate: every letter is as wide as an average one of a sans-serif face, East Asian ones and
 * pictures as their height. */
extern const SvgTextEngine svg_text_estimate;
