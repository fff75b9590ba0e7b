/* What a drawing is made with: its pages, guides and layers, the colours and fonts in it. Plain
 * structs, no XML. */
#pragma once

#include <svg/document.h>

/* A page of Inkscape (<inkscape:page> in the namedview), or the only one. */
typedef struct {
    char *id;   /* NULL: of the drawing without pages of its own */
    char *name; /* inkscape:label; NULL if none */
    SvgBox box; /* document space */
} SvgPage;

/* SvgPage, in their order; never empty. One that has no area is left out. The caller's
 * (g_ptr_array_unref). */
GPtrArray *svg_document_pages(SvgDocument *doc);
/* The one called that, else the one with that id; NULL if there is none. The array's. */
const SvgPage *svg_pages_find(const GPtrArray *pages, const char *name);
/* Their names, or else ids, in quotes, for a message; "" when none has any. The caller's. */
char *svg_pages_names(const GPtrArray *pages);

/* What a drawing was made by that is made anew from a source, by which edits of the drawing are
 * lost. Both static. */
typedef struct {
    const char *program; /* "draw.io" */
    const char
        *carried; /* where in the file its source is, as "in a comment"; NULL: it isn't there */
} SvgSource;

/* FALSE, leaving *source, where nothing tells that there is one. Reads all comments: for once in a
 * while. */
gboolean svg_document_source(SvgDocument *doc, SvgSource *source);

/* What all that is drawn covers, with strokes, but for backgrounds as large as the page; empty
 * where nothing is. */
SvgBox svg_document_drawn(SvgDocument *doc);

/* A guide of Inkscape: a line across everything, which the person lays things along. */
typedef struct {
    char *name;   /* inkscape:label; NULL if none */
    SvgPoint at;  /* a point of it, in document space */
    double angle; /* degrees from 0 (horizontal) to below 180, clockwise as seen: 90 is vertical */
} SvgGuide;

/* SvgGuide, in their order. The caller's (g_ptr_array_unref). */
GPtrArray *svg_document_guides(SvgDocument *doc);

/* A group that Inkscape shows as a layer. */
typedef struct {
    char *id;
    char *name;       /* inkscape:label; NULL if none */
    char *parent;     /* id of the layer it is in; NULL if none */
    gboolean locked;  /* itself or an ancestor */
    gboolean hidden;  /* the same */
    gboolean current; /* where new shapes go, as the drawing says */
} SvgLayer;

typedef struct {
    char *value; /* a colour as "#rrggbb"; a font's family, the first of its list */
    guint count;
} SvgUse;

typedef struct {
    GPtrArray *layers; /* SvgLayer, bottom to top */
    GPtrArray *colors; /* SvgUse, the most used first: fills and strokes that can be seen */
    GPtrArray *fonts;  /* SvgUse: by pieces of text */
} SvgSurvey;

/* One look at every element, without measuring any. What is hidden, and what only clones show,
 * isn't counted. The caller's. */
SvgSurvey *svg_document_survey(SvgDocument *doc);
/* Whether words in that family are drawn as it says: it is installed, or one of the same widths, or
 * it is a generic one. Otherwise pictures show another font. */
gboolean svg_font_is_installed(const char *family);
/* Takes NULL. */
void svg_survey_free(SvgSurvey *survey);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgSurvey, svg_survey_free)

/* The letters that a new text gets: those of most texts in the drawing, else what suits its page.
 * Lengths in document units. */
typedef struct {
    char *family; /* as CSS has it */
    double size;
    double width; /* of a letter on average, as measured, blanks among them */
} SvgLetters;

void svg_document_letters(SvgDocument *doc, SvgLetters *out);
void svg_letters_clear(SvgLetters *letters);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgLetters, svg_letters_clear)
