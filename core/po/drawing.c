/* A drawing's words, for translators. */
#include <fairy/po.h>
#include <svg/shape.h>

#include <math.h>
#include <string.h>

#define LETTER_WIDTH 0.55 /* of the font's size: of a Latin letter, blanks among them */

/* --- what is language ------------------------------------------------------------------------- */

/* Of scripts that write a word in one letter each counts for two. */
static guint count_letters(const char *words)
{
    guint n = 0;
    for (; *words; words = g_utf8_next_char(words)) {
        gunichar c = g_utf8_get_char(words);
        n += g_unichar_isalpha(c) ? 1 + (guint)g_unichar_iswide(c) : 0;
    }
    return n;
}

/* A number in it, a capital behind a small letter, or a dot, slash … between letters. */
static gboolean is_code_like(const char *word)
{
    gunichar before = 0;
    for (; *word; word = g_utf8_next_char(word)) {
        gunichar c = g_utf8_get_char(word), next = g_utf8_get_char(g_utf8_next_char(word));
        gboolean mark = c < 128 && strchr("_@\\=$%#<>(){}[]|~^", (int)c);
        gboolean joint = c < 128 && strchr("./:", (int)c) && g_unichar_isalnum(next);
        if (g_unichar_isdigit(c) || mark || joint || c == '*' ||
            (g_unichar_isupper(c) && g_unichar_islower(before))) {
            return TRUE;
        }
        before = c;
    }
    return FALSE;
}

gboolean fairy_words_are_language(const char *words)
{
    return count_letters(words) >= 2 && (strpbrk(words, " \n") || !is_code_like(words));
}

const char *fairy_words_context(const SvgWords *words)
{
    return words->whole && strcmp(words->whole, words->text) != 0 ? words->whole : NULL;
}

/* --- what a translator has to know ------------------------------------------------------------ */

/* Ids of texts to the shapes (SvgShape, which `shapes` has) whose words they are. */
static GHashTable *find_holders(SvgDocument *doc, const GPtrArray *shapes)
{
    GHashTable *holders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        g_auto(GStrv) labels = shape->label_id ? svg_document_labels(doc, shape->id) : NULL;
        for (char **label = labels; label && *label; label++) {
            g_hash_table_insert(holders, g_strdup(*label), shape);
        }
    }
    return holders;
}

static char *room_in(const SvgShape *shape)
{
    double size = shape->font_size;
    double n = size > 0 ? floor(shape->box.w / (LETTER_WIDTH * size)) : 0;
    gboolean known = n >= 1 && n < 1000 && (svg_kind_flags(shape->kind) & SVG_KIND_CLOSED);
    return known ? g_strdup_printf(", with room for some %.0f letters in a line", n) : g_strdup("");
}

static char *remark_on(const SvgWords *words, const SvgShape *holder)
{
    if (words->kind != SVG_WORDS_TEXT) {
        const char *what = words->kind == SVG_WORDS_TITLE ? "title" : "description";
        return words->root ? g_strdup_printf("%s of the drawing", what)
                           : g_strdup_printf("%s of \"%s\", not drawn", what, words->id);
    }
    if (!holder) {
        return NULL;
    }
    gboolean line = holder->kind == SVG_KIND_ARROW || holder->kind == SVG_KIND_LINE;
    g_autofree char *room = room_in(holder);
    return g_strdup_printf("words %s the %s \"%s\"%s", line ? "beside" : "on",
                           svg_kind_name(holder->kind), holder->id, room);
}

/* --- all of them ------------------------------------------------------------------------------ */

/* A remark is one line. */
static char *one_line(char *text)
{
    return text ? g_strdelimit(text, "\n\r", ' ') : NULL;
}

void fairy_po_add_drawing(FairyPo *po, SvgDocument *doc, const char *path, const FairyPo *glossary)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    g_autoptr(GPtrArray) all = svg_document_words(doc, NULL);
    g_autoptr(GHashTable) holders = find_holders(doc, shapes);
    for (guint i = 0; i < all->len; i++) {
        const SvgWords *words = all->pdata[i];
        const SvgShape *holder = g_hash_table_lookup(holders, words->id);
        gboolean fixed = glossary && fairy_po_find(glossary, NULL, words->text);
        g_autofree char *place = one_line(g_strconcat(path, ":", words->id, NULL));
        g_autofree char *remark = one_line(remark_on(words, holder));
        if (!fixed && fairy_words_are_language(words->text)) {
            fairy_po_add(po, fairy_words_context(words), words->text, place, remark);
        }
    }
}
