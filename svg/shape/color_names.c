/* What names of colours stand for in a drawing that has such colours of its own. */
#include "document/document_priv.h"
#include "shape/survey_priv.h"
#include "style/style.h"

#include <svg/shape.h>

#include <string.h>

#define MOST_LOOKED 4000 /* elements */
#define PER_VERSION 64   /* elements that may be looked at for each version of the drawing */
#define MOST_NAMES  16

/* By the places of svg_palette_names(). */
typedef struct {
    char css[MOST_NAMES][8];
    guint version; /* of the drawing that was looked at */
    guint looked;  /* elements */
} ColorNames;

static int place_of(const char *name)
{
    const char *const *names = svg_palette_names();
    for (int i = 0; name && names[i]; i++) {
        if (g_str_equal(names[i], name)) {
            return i;
        }
    }
    return -1;
}

static void put(ColorNames *names, int place, const char *css)
{
    g_strlcpy(names->css[place], css, sizeof names->css[place]);
}

/* The most used first. */
static void take_own(ColorNames *names, const GPtrArray *colors)
{
    gboolean taken[MOST_NAMES] = {FALSE};
    for (guint i = 0; i < colors->len; i++) {
        const SvgUse *use = colors->pdata[i];
        const char *name = svg_palette_nearest(use->value);
        int place = place_of(name);
        if (place >= 0 && !taken[place] && svg_palette_may_mean(name, use->value)) {
            put(names, place, use->value);
            taken[place] = TRUE;
        }
    }
}

static void look(SvgDocument *doc, ColorNames *names)
{
    const char *const *all = svg_palette_names();
    g_autoptr(SvgSurvey) survey = svg_survey_some(doc, MOST_LOOKED, &names->looked);
    for (int i = 0; all[i]; i++) {
        g_autofree char *css = svg_palette_css(all[i], FALSE);
        put(names, i, css);
    }
    take_own(names, survey->colors);
    names->version = doc->version;
}

static const SvgKeeper keeper = {.free = g_free};

/* Of a large drawing not after every change, as that would take longer than the change. */
static ColorNames *names_of(SvgDocument *doc)
{
    ColorNames *names = svg_kept(doc, &keeper);
    if (!names || doc->version - names->version > names->looked / PER_VERSION) {
        names = names ? names : svg_keep(doc, &keeper, g_new0(ColorNames, 1));
        look(doc, names);
    }
    return names;
}

char *svg_document_color(SvgDocument *doc, const char *name, gboolean tint)
{
    int place = place_of(name);
    return place < 0 || tint ? svg_palette_css(name, tint) : g_strdup(names_of(doc)->css[place]);
}

const char *svg_document_color_name(SvgDocument *doc, const char *css)
{
    const char *name = svg_palette_nearest(css);
    int place = place_of(name);
    return place >= 0 && g_ascii_strcasecmp(names_of(doc)->css[place], css) == 0 ? name : NULL;
}
