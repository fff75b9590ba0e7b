/* The vocabulary of the plain-command reader: kinds, colours, numbers. */
#include "language/language.h"

#include <math.h>
#include <string.h>

#define BIT(kind) FAIRY_KIND_BIT(SVG_KIND_##kind)
#define OUTLINES                                                                               \
    (BIT(RECTANGLE) | BIT(ELLIPSE) | BIT(TRIANGLE) | BIT(DIAMOND) | BIT(PILL) | BIT(HEXAGON) | \
     BIT(PENTAGON) | BIT(OCTAGON) | BIT(STAR) | BIT(PARALLELOGRAM_RIGHT) |                     \
     BIT(PARALLELOGRAM_LEFT) | BIT(TRAPEZOID) | BIT(NOTE))
#define SLANTED (BIT(PARALLELOGRAM_RIGHT) | BIT(PARALLELOGRAM_LEFT))

static const FairyNoun nouns[] = {
    {"box", BIT(RECTANGLE), OUTLINES, 0},
    {"rectangle", BIT(RECTANGLE), BIT(PILL), 0},
    {"rect", BIT(RECTANGLE), BIT(PILL), 0},
    {"frame", BIT(RECTANGLE), OUTLINES, 0},
    {"block", BIT(RECTANGLE), OUTLINES, 0},
    {"card", BIT(RECTANGLE), OUTLINES, 0},
    {"square", BIT(RECTANGLE), 0, FAIRY_NOUN_EVEN},
    {"node", OUTLINES, BIT(DRAW), 0},
    {"step", OUTLINES, BIT(DRAW) | BIT(TEXT), FAIRY_NOUN_TEXT},
    {"state", OUTLINES, BIT(DRAW), 0},
    {"circle", BIT(ELLIPSE), BIT(PILL), 0},
    {"ellipse", BIT(ELLIPSE), BIT(PILL), 0},
    {"oval", BIT(ELLIPSE) | BIT(PILL), 0, 0},
    {"dot", BIT(ELLIPSE), 0, 0},
    {"pill", BIT(PILL), 0, 0},
    {"capsule", BIT(PILL), 0, 0},
    {"diamond", BIT(DIAMOND), 0, 0},
    {"rhombus", BIT(DIAMOND), SLANTED, 0},
    {"decision", BIT(DIAMOND), 0, 0},
    {"triangle", BIT(TRIANGLE), 0, 0},
    {"hexagon", BIT(HEXAGON), 0, 0},
    {"pentagon", BIT(PENTAGON), 0, 0},
    {"octagon", BIT(OCTAGON), 0, 0},
    {"star", BIT(STAR), 0, 0},
    {"parallelogram", SLANTED, 0, 0},
    {"trapezoid", BIT(TRAPEZOID), 0, 0},
    {"trapezium", BIT(TRAPEZOID), 0, 0},
    {"line", BIT(LINE), BIT(ARROW), 0},
    {"arrow", BIT(ARROW), BIT(LINE), 0},
    {"connector", BIT(ARROW), BIT(LINE), 0},
    {"connection", BIT(ARROW), BIT(LINE), 0},
    {"edge", BIT(ARROW), BIT(LINE), 0},
    {"text", BIT(TEXT), 0, FAIRY_NOUN_MASS},
    {"label", BIT(TEXT), 0, 0},
    {"word", BIT(TEXT), 0, 0},
    {"caption", BIT(TEXT), 0, 0},
    {"title", BIT(TEXT), 0, 0},
    {"heading", BIT(TEXT), 0, 0},
    {"note", BIT(NOTE), BIT(TEXT), 0},
    {"remark", BIT(TEXT), BIT(NOTE), 0},
    {"comment", BIT(TEXT), BIT(NOTE), 0},
    {"footnote", BIT(TEXT), 0, 0},
    {"sentence", BIT(TEXT), 0, 0},
    {"sticky", BIT(NOTE), 0, 0},
    {"image", BIT(IMAGE), 0, 0},
    {"picture", BIT(IMAGE), 0, 0},
    {"photo", BIT(IMAGE), 0, 0},
    {"path", BIT(DRAW), 0, 0},
    {"curve", BIT(DRAW), BIT(LINE), 0},
    {"scribble", BIT(DRAW), 0, 0},
    {"polygon", BIT(DRAW) | BIT(TRIANGLE) | BIT(PENTAGON) | BIT(HEXAGON) | BIT(OCTAGON), 0, 0},
    {"group", BIT(GROUP), 0, 0},
    {"layer", BIT(GROUP), 0, FAIRY_NOUN_LAYER},
    {"shape", ~0u, 0, FAIRY_NOUN_ANY},
    {"object", ~0u, 0, FAIRY_NOUN_ANY},
    {"item", ~0u, 0, FAIRY_NOUN_ANY},
    {"thing", ~0u, 0, FAIRY_NOUN_ANY},
    {"element", ~0u, 0, FAIRY_NOUN_ANY},
    {"one", ~0u, 0, FAIRY_NOUN_ANY},
    {"everything", ~0u, 0, FAIRY_NOUN_ANY | FAIRY_NOUN_ALL},
    {"drawing", ~0u, 0, FAIRY_NOUN_ANY | FAIRY_NOUN_ALL},
    {"diagram", ~0u, 0, FAIRY_NOUN_ANY | FAIRY_NOUN_ALL},
    {"stuff", ~0u, 0, FAIRY_NOUN_ANY | FAIRY_NOUN_ALL},
};

/* Where people's words and the palette's differ. */
static const struct {
    const char *said, *color;
} color_words[] = {
    {"gray", "grey"},
    {"purple", "violet"},
    {"lilac", "light-violet"},
    {"lavender", "light-violet"},
    {"light purple", "light-violet"},
    {"salmon", "light-red"},
    {"sky blue", "light-blue"},
    {"lime", "light-green"},
    {"golden", "yellow"},
    {"crimson", "#dc143c"},
};

static const char *const stop_words[] = {
    "to",
    "by",
    "with",
    "as",
    "at",
    "into",
    "next",
    "left",
    "right",
    "up",
    "down",
    "above",
    "below",
    "under",
    "beneath",
    "beside",
    "and",
    "or",
    "except",
    "but",
    "from",
    "then",
    "for",
    "so",
    "of",
    "instead",
    "rather",
    "in",
    "on",
    "inside",
    "onto",
    "over",
    "underneath",
    "between",
    "around",
    "surrounding",
    "enclosing",
    "horizontally",
    "vertically",
    "evenly",
    "bigger",
    "larger",
    "smaller",
    "wider",
    "narrower",
    "taller",
    "shorter",
    "twice",
    "half",
    "double",
    "clockwise",
    "counterclockwise",
    "anticlockwise",
    "gap",
    "labelled",
    "labeled",
    "named",
    "called",
    "titled",
    "saying",
    "containing",
    "without",
    "through",
    "via",
    "x",
    "'s",
    "that",
    "which",
    "is",
    "are",
    "should",
    "please",
    "upwards",
    "downwards",
    "apart",
    "equally",
    "together",
    "reading",
    "please",
    "same",
    "using",
    "where",
    NULL,
};

static const char *const number_words[] = {
    "zero",     "one",     "two",     "three",     "four",     "five",     "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
};

static const char *const ordinal_words[] = {
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
};

void fairy_words_add_all(GHashTable *words)
{
    static const char *const shades[] = {"light",  "bright", "pastel",  "outline", "border",
                                         "dashed", "dotted", "thicker", "thinner", "transparent",
                                         "larger", "bigger", "smaller", "there",   "these",
                                         "those",  "their",  "where",   "which",   NULL};
    const char *const *const lists[] = {stop_words, svg_palette_names(), shades};
    for (gsize i = 0; i < G_N_ELEMENTS(nouns); i++) {
        g_hash_table_add(words, g_strdup(nouns[i].word));
        g_hash_table_add(words, g_strconcat(nouns[i].word, "s", NULL));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(color_words); i++) {
        g_hash_table_add(words, g_strdup(color_words[i].said));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(number_words); i++) {
        g_hash_table_add(words, g_strdup(number_words[i]));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        for (guint k = 0; lists[i][k]; k++) {
            g_hash_table_add(words, g_strdup(lists[i][k]));
        }
    }
}

gboolean fairy_words_is_css(const char *word)
{
    g_autofree char *css = svg_palette_css(word, FALSE);
    return css != NULL;
}

gboolean fairy_words_in(const char *word, const char *const *list)
{
    return g_strv_contains(list, word);
}

static const FairyNoun *noun_exact(const char *word, gsize len)
{
    for (gsize i = 0; i < G_N_ELEMENTS(nouns); i++) {
        if (strlen(nouns[i].word) == len && strncmp(nouns[i].word, word, len) == 0) {
            return &nouns[i];
        }
    }
    return NULL;
}

const FairyNoun *fairy_noun_find(const char *word, gboolean *plural)
{
    gsize len = strlen(word);
    const FairyNoun *noun = noun_exact(word, len);
    gboolean many = FALSE;
    if (!noun && len > 2 && word[len - 1] == 's') {
        many = TRUE;
        noun = noun_exact(word, len - 1);
        if (!noun && word[len - 2] == 'e') {
            noun = noun_exact(word, len - 2);
        }
    }
    if (!noun && g_str_equal(word, "stickies")) {
        many = TRUE;
        noun = noun_exact("sticky", 6);
    }
    if (plural) {
        *plural = many || (noun && noun->flags & (FAIRY_NOUN_ALL | FAIRY_NOUN_MASS));
    }
    return noun;
}

/* What an action's `color` takes for these words; NULL when they are no colour. */
static char *color_of(const char *words)
{
    for (gsize i = 0; i < G_N_ELEMENTS(color_words); i++) {
        if (g_str_equal(color_words[i].said, words)) {
            return g_strdup(color_words[i].color);
        }
    }
    g_auto(GStrv) parts = g_strsplit_set(words, " -", 3);
    for (char **part = parts; *part; part++) {
        if (g_str_equal(*part, "gray")) {
            g_free(*part);
            *part = g_strdup("grey");
        }
    }
    g_autofree char *name = g_strjoinv("-", parts);
    if (g_strv_contains(svg_palette_names(), name)) {
        return g_steal_pointer(&name);
    }
    g_autofree char *css_name = g_strjoinv("", parts);
    if (!g_ascii_isalpha(css_name[0]) || g_str_equal(css_name, "transparent")) {
        return NULL;
    }
    return svg_palette_css(css_name, FALSE);
}

static char *hex_color(const FairyToken *token)
{
    gsize len = strlen(token->text);
    gboolean hex = len == 3 || len == 6;
    for (gsize i = 0; i < len; i++) {
        hex = hex && g_ascii_isxdigit(token->text[i]);
    }
    g_autofree char *css = g_strconcat("#", token->text, NULL);
    return hex ? svg_palette_css(css, FALSE) : NULL;
}

/* "pale blue", "dark green": an adverb the palette has no name for is left out. */
static char *shaded_color(FairyCursor *c)
{
    static const char *const pale[] = {"light", "pale", "pastel", NULL};
    static const char *const shades[] = {"dark",   "deep",  "bright", "light", "pale",
                                         "pastel", "vivid", "solid",  NULL};
    const char *shade = fairy_cursor_word(c, 0);
    if (!fairy_words_in(shade, shades)) {
        return NULL;
    }
    g_autofree char *two = g_strdup_printf("%s %s", fairy_words_in(shade, pale) ? "light" : shade,
                                           fairy_cursor_word(c, 1));
    char *color = color_of(two);
    if (!color) {
        color = color_of(fairy_cursor_word(c, 1));
    }
    c->pos += color ? 2 : 0;
    return color;
}

char *fairy_words_color(FairyCursor *c)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (token && (token->type == FAIRY_TOKEN_ID || token->type == FAIRY_TOKEN_NAME)) {
        char *color = token->type == FAIRY_TOKEN_ID ? hex_color(token) : NULL;
        c->pos += color != NULL;
        return color;
    }
    if (!*fairy_cursor_word(c, 0)) {
        return NULL;
    }
    char *color = shaded_color(c);
    if (color) {
        return color;
    }
    if (*fairy_cursor_word(c, 1)) {
        g_autofree char *two =
            g_strdup_printf("%s %s", fairy_cursor_word(c, 0), fairy_cursor_word(c, 1));
        color = g_str_equal(two, "sky blue") ? color_of(two) : NULL;
        if (color) {
            c->pos += 2;
            return color;
        }
    }
    color = color_of(fairy_cursor_word(c, 0));
    c->pos += color != NULL;
    return color;
}

gboolean fairy_words_is_stop(const char *word)
{
    return fairy_words_in(word, stop_words);
}

int fairy_words_number(const char *word)
{
    for (gsize i = 0; i < G_N_ELEMENTS(number_words); i++) {
        if (g_str_equal(number_words[i], word)) {
            return (int)i;
        }
    }
    return -1;
}

int fairy_words_ordinal(const char *word)
{
    if (g_str_equal(word, "last") || g_str_equal(word, "final")) {
        return -1;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(ordinal_words); i++) {
        if (g_str_equal(ordinal_words[i], word)) {
            return (int)i + 1;
        }
    }
    char *end = NULL;
    guint64 n = g_ascii_isdigit(*word) ? g_ascii_strtoull(word, &end, 10) : 0;
    static const char *const endings[] = {"st", "nd", "rd", "th", NULL};
    return n > 0 && n < 10000 && fairy_words_in(end, endings) ? (int)n : 0;
}
