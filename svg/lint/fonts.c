/* Fonts that aren't there. fontconfig is only asked when a text names one. */
#include "geometry/text.h"
#include "lint/linter.h"

static SvgFontFound find_font(SvgLinter *linter, const char *families)
{
    gpointer known = g_hash_table_lookup(linter->fonts, families);
    SvgFontFound found = known ? GPOINTER_TO_UINT(known) - 1 : svg_text_find_font(families);

    if (!known) {
        g_hash_table_insert(linter->fonts, (char *)families, GUINT_TO_POINTER(found + 1));
    }
    return found;
}

typedef void (*FamilyFunc)(const char *families, gpointer data);

typedef struct {
    FamilyFunc func;
    gpointer data;
} Families;

static void pass_on(const SvgStyle *style, gpointer data)
{
    const Families *families = data;

    families->func(style->font_family, families->data);
}

/* What the words in a text ask for; NULL for the default. Styles are only computed when they
 * weren't for another check, or tell of several fonts. */
static void each_family(const SvgLinter *linter, guint text, FamilyFunc func, gpointer data)
{
    const SvgLintLook *look = svg_linter_look(linter, text);
    Families families = {func, data};

    if (look->styled && !look->mixed) {
        func(look->families, data);
    } else {
        svg_linter_each_style(linter, text, pass_on, &families);
    }
}

typedef struct {
    SvgLinter *linter;
    gboolean known;
} Known;

static void check_first(const char *families, gpointer data)
{
    Known *known = data;

    known->known &= !families || find_font(known->linter, families) == SVG_FONT_FIRST;
}

gboolean svg_linter_knows_font(SvgLinter *linter, guint text)
{
    Known known = {linter, TRUE};

    each_family(linter, text, check_first, &known);
    return known.known;
}

/* --- missing ones ----------------------------------------------------------------------------- */

typedef struct {
    const char *families;
    GArray *texts; /* guint */
} Missing;

typedef struct {
    SvgLinter *linter;
    guint text;
    GArray *missing;    /* Missing, in the order in which they were found */
    GHashTable *places; /* families → place in `missing` + 1 */
} Search;

static GArray *texts_in(Search *search, const char *families)
{
    guint place = GPOINTER_TO_UINT(g_hash_table_lookup(search->places, families));
    Missing missing = {families, NULL};

    if (place == 0) {
        missing.texts = g_array_new(FALSE, FALSE, sizeof(guint));
        g_array_append_val(search->missing, missing);
        place = search->missing->len;
        g_hash_table_insert(search->places, (char *)families, GUINT_TO_POINTER(place));
    }
    return g_array_index(search->missing, Missing, place - 1).texts;
}

static void note_missing(const char *families, gpointer data)
{
    Search *search = data;
    GArray *texts;

    if (!families || find_font(search->linter, families) != SVG_FONT_NONE) {
        return;
    }
    texts = texts_in(search, families);
    if (texts->len == 0 || g_array_index(texts, guint, texts->len - 1) != search->text) {
        g_array_append_val(texts, search->text);
    }
}

static void report_missing(SvgLinter *linter, const Missing *missing)
{
    guint n = missing->texts->len;
    g_autofree char *count = n > 1 ? g_strdup_printf("%u texts ask", n) : g_strdup("A text asks");

    svg_linter_report(linter, SVG_LINT_MISSING_FONT, &g_array_index(missing->texts, guint, 0), n,
                      "%s for the font %s, which isn't installed: another one is shown.", count,
                      missing->families);
}

static void clear_missing(gpointer missing)
{
    g_array_unref(((Missing *)missing)->texts);
}

/* What texts near the view ask for, or all of them (Missing). */
static GArray *find_missing(SvgLinter *linter, gboolean everywhere)
{
    g_autoptr(GHashTable) places = g_hash_table_new(g_str_hash, g_str_equal);
    Search search = {
        .linter = linter, .missing = g_array_new(FALSE, FALSE, sizeof(Missing)), .places = places};

    g_array_set_clear_func(search.missing, clear_missing);
    for (guint i = 0; i < (everywhere ? linter->n : linter->near->len); i++) {
        guint thing = everywhere ? i : svg_linter_near(linter, i);

        if (linter->facts[thing].text && svg_linter_counts(linter, thing)) {
            search.text = thing;
            each_family(linter, thing, note_missing, &search);
        }
    }
    return search.missing;
}

void svg_lint_missing_font(SvgLinter *linter)
{
    g_autoptr(GArray) all = find_missing(linter, FALSE);

    if (all->len > 0 && linter->partial) {
        g_array_unref(all);
        all = find_missing(linter, TRUE);
    }
    for (guint i = 0; i < all->len; i++) {
        report_missing(linter, &g_array_index(all, Missing, i));
    }
}
