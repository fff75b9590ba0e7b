/* Translations become actions. */
#include "po/fit.h"
#include "po/po_priv.h"

#include <string.h>

static cJSON *add(cJSON *actions, const char *type)
{
    cJSON *action = cJSON_CreateObject();
    cJSON_AddStringToObject(action, "_type", type);
    cJSON_AddItemToArray(actions, action);
    return action;
}

/* It is refused for that reason. */
static void tell(cJSON *actions, char *why)
{
    cJSON_AddStringToObject(add(actions, "unknown"), "why", why);
    g_free(why);
}

/* --- the glossary ----------------------------------------------------------------------------- */

static gboolean is_letter(const char *at)
{
    gunichar c = g_utf8_get_char_validated(at, -1);
    return (gint32)c > 0 && g_unichar_isalnum(c);
}

/* Whether it is there as words of its own; upper and lower case are the same. */
static gboolean has_term(const char *words, const char *term, gboolean whole)
{
    g_autofree char *all = g_utf8_casefold(words, -1), *wanted = g_utf8_casefold(term, -1);
    for (const char *at = all; (at = strstr(at, wanted)); at++) {
        const char *before = g_utf8_find_prev_char(all, at);
        gboolean apart = !(before && is_letter(before)) && !is_letter(at + strlen(wanted));
        if (apart || !whole) {
            return TRUE;
        }
    }
    return FALSE;
}

typedef struct {
    const char *words, *translated;
    const char *term, *wanted; /* the first that isn't as it should be; NULL = none */
} Terms;

/* In other languages words have endings, so it may stand within another there. */
static void check_term(const char *context, const char *words, const char *translation,
                       gpointer data)
{
    Terms *terms = data;
    (void)context;
    if (!terms->term && has_term(terms->words, words, TRUE) &&
        !has_term(terms->translated, translation, FALSE)) {
        terms->term = words;
        terms->wanted = translation;
    }
}

static Terms find_term(const FairyPo *glossary, const char *words, const char *translated)
{
    Terms terms = {.words = words, .translated = translated};
    if (glossary) {
        fairy_po_each(glossary, check_term, &terms);
    }
    return terms;
}

char *fairy_po_objection(const FairyPo *glossary, const char *words, const char *translated)
{
    const char *whole = glossary ? fairy_po_find(glossary, NULL, words) : NULL;
    if (whole) {
        return strcmp(whole, translated) == 0
                   ? NULL
                   : g_strdup_printf("the glossary has \"%s\" for \"%s\", and \"%s\" isn't that",
                                     whole, words, translated);
    }
    if (!fairy_words_are_language(words) && strcmp(words, translated) != 0) {
        return g_strdup_printf("\"%s\" stays as it is: it is a number, a letter, an identifier, a "
                               "path or an address",
                               words);
    }
    Terms terms = find_term(glossary, words, translated);
    return !terms.term ? NULL
           : g_ascii_strcasecmp(terms.term, terms.wanted) == 0
               ? g_strdup_printf("\"%s\" stays as it is, and \"%s\" hasn't it", terms.term,
                                 translated)
               : g_strdup_printf("the glossary has \"%s\" for \"%s\", and \"%s\" hasn't",
                                 terms.wanted, terms.term, translated);
}

static gboolean keeps_terms(const FairyTranslation *translation, const SvgWords *words,
                            const char *translated, cJSON *actions)
{
    Terms terms = find_term(translation->glossary, words->text, translated);
    if (terms.term) {
        tell(actions,
             g_strdup_printf("\"%s\" isn't translated: the glossary has \"%s\" for \"%s\", and "
                             "\"%s\" hasn't",
                             words->text, terms.wanted, terms.term, translated));
    }
    return !terms.term;
}

/* --- words ------------------------------------------------------------------------------------ */

static const char *find(const FairyTranslation *translation, const SvgWords *words)
{
    const char *context = fairy_words_context(words);
    const char *found = context ? fairy_po_find(translation->po, context, words->text) : NULL;
    found = found ? found : fairy_po_find(translation->po, NULL, words->text);
    return found || !translation->glossary
               ? found
               : fairy_po_find(translation->glossary, NULL, words->text);
}

/* What is there already needn't be written. */
static gboolean is_new(const FairyTranslation *translation, const SvgWords *words,
                       const char *translated)
{
    const char *now = translation->language && words->there ? words->there : words->text;
    return strcmp(now, translated) != 0 && translated[strspn(translated, " \t\r\n")];
}

static void add_words(const FairyTranslation *translation, const SvgWords *words,
                      const char *translated, cJSON *actions)
{
    cJSON *action = add(actions, "replace-words");
    cJSON_AddStringToObject(action, "shapeId", words->id);
    if (words->kind != SVG_WORDS_TEXT) {
        cJSON_AddStringToObject(action, "of", svg_words_kind_name(words->kind));
    }
    if (words->whole || words->kind != SVG_WORDS_TEXT) {
        cJSON_AddNumberToObject(action, "piece", words->piece);
    }
    cJSON_AddStringToObject(action, "from", words->text);
    cJSON_AddStringToObject(action, "to", translated);
    if (translation->language) {
        cJSON_AddStringToObject(action, "language", translation->language);
    }
}

/* --- too long --------------------------------------------------------------------------------- */

static void tell_long(const FairyTranslation *translation, const FairyTight *tight, cJSON *actions)
{
    tell(actions, g_strdup_printf("the words of \"%s\" are too long in \"%s\": %s", tight->id,
                                  translation->language, tight->message));
}

static void shrink(const FairyTight *tight, cJSON *actions)
{
    cJSON *action = add(actions, "set-style");
    cJSON_AddItemToObject(action, "shapeIds",
                          cJSON_CreateStringArray(&(const char *){tight->id}, 1));
    cJSON_AddNumberToObject(action, "fontSize", tight->font_size);
}

/* In place of the words alone. */
static void wrap(const FairyTight *tight, cJSON *actions)
{
    for (int i = cJSON_GetArraySize(actions); i-- > 0;) {
        const cJSON *id =
            cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(actions, i), "shapeId");
        if (g_strcmp0(cJSON_GetStringValue(id), tight->text_id) == 0) {
            cJSON_DeleteItemFromArray(actions, i);
        }
    }
    cJSON *action = add(actions, "label");
    cJSON_AddStringToObject(action, "shapeId", tight->id);
    cJSON_AddStringToObject(action, "text", tight->words);
}

static void make_fit(const FairyTranslation *translation, SvgDocument *doc, cJSON *actions)
{
    g_autoptr(GPtrArray) tight = fairy_fit_look(doc, actions);
    for (guint i = 0; tight && i < tight->len; i++) {
        const FairyTight *one = tight->pdata[i];
        if (translation->language) {
            tell_long(translation, one, actions);
        } else if (translation->fit == FAIRY_FIT_WRAP && one->text_id) {
            wrap(one, actions);
        } else if (one->font_size > 0) {
            shrink(one, actions);
        }
    }
}

void fairy_po_translate(const FairyTranslation *translation, SvgDocument *doc, cJSON *actions)
{
    g_autoptr(GPtrArray) all = svg_document_words(doc, translation->language);
    for (guint i = 0; i < all->len; i++) {
        const SvgWords *words = all->pdata[i];
        const char *translated = find(translation, words);
        if (translated && is_new(translation, words, translated) &&
            keeps_terms(translation, words, translated, actions)) {
            add_words(translation, words, translated, actions);
        }
    }
    if (cJSON_GetArraySize(actions) > 0 &&
        (translation->language || translation->fit != FAIRY_FIT_NONE)) {
        make_fit(translation, doc, actions);
    }
}
