/* Catalogues: made, asked, printed. */
#include "po/po_priv.h"

#include <string.h>

/* File names with a space stand between these (Unicode's isolates), as gettext reads them. */
#define OPEN  "\u2068"
#define CLOSE "\u2069"

void fairy_po_entry_free(FairyPoEntry *entry)
{
    g_free(entry->context);
    g_free(entry->words);
    g_free(entry->translation);
    g_clear_pointer(&entry->places, g_ptr_array_unref);
    g_clear_pointer(&entry->remarks, g_ptr_array_unref);
    g_free(entry);
}

FairyPo *fairy_po_new(void)
{
    FairyPo *po = g_new0(FairyPo, 1);
    po->entries = g_ptr_array_new_with_free_func((GDestroyNotify)fairy_po_entry_free);
    po->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return po;
}

void fairy_po_free(FairyPo *po)
{
    if (po) {
        g_hash_table_unref(po->by_name);
        g_ptr_array_unref(po->entries);
        g_free(po->language);
        g_free(po);
    }
}

/* As gettext joins them in its compiled files. */
char *fairy_po_key(const char *context, const char *words)
{
    return context ? g_strconcat(context, "\004", words, NULL) : g_strdup(words);
}

gboolean fairy_po_take(FairyPo *po, FairyPoEntry *entry)
{
    g_autofree char *key = fairy_po_key(entry->context, entry->words);
    if (!entry->obsolete && g_hash_table_contains(po->by_name, key)) {
        return FALSE;
    }
    g_ptr_array_add(po->entries, entry);
    if (!entry->obsolete) {
        g_hash_table_insert(po->by_name, g_steal_pointer(&key), entry);
    }
    return TRUE;
}

/* --- asking ----------------------------------------------------------------------------------- */

const char *fairy_po_language(const FairyPo *po)
{
    return po->language;
}

static FairyPoEntry *find(const FairyPo *po, const char *context, const char *words)
{
    g_autofree char *key = fairy_po_key(context, words);
    return g_hash_table_lookup(po->by_name, key);
}

static gboolean counts(const FairyPoEntry *entry)
{
    return *entry->words && !entry->fuzzy && !entry->obsolete && entry->translation &&
           *entry->translation;
}

const char *fairy_po_find(const FairyPo *po, const char *context, const char *words)
{
    const FairyPoEntry *entry = find(po, context, words);
    return entry && counts(entry) ? entry->translation : NULL;
}

void fairy_po_each(const FairyPo *po,
                   void (*each)(const char *context, const char *words, const char *translation,
                                gpointer data),
                   gpointer data)
{
    for (guint i = 0; i < po->entries->len; i++) {
        const FairyPoEntry *entry = po->entries->pdata[i];
        if (counts(entry)) {
            each(entry->context, entry->words, entry->translation, data);
        }
    }
}

guint fairy_po_n(const FairyPo *po)
{
    return po->entries->len;
}

/* --- making ----------------------------------------------------------------------------------- */

static void add_once(GPtrArray **list, const char *text)
{
    *list = *list ? *list : g_ptr_array_new_with_free_func(g_free);
    if (text && !g_ptr_array_find_with_equal_func(*list, text, g_str_equal, NULL)) {
        g_ptr_array_add(*list, g_strdup(text));
    }
}

void fairy_po_add(FairyPo *po, const char *context, const char *words, const char *place,
                  const char *remark)
{
    FairyPoEntry *entry = find(po, context, words);
    if (!entry) {
        entry = g_new0(FairyPoEntry, 1);
        entry->context = g_strdup(context);
        entry->words = g_strdup(words);
        if (!fairy_po_take(po, entry)) {
            fairy_po_entry_free(entry);
            return;
        }
    }
    add_once(&entry->places, place);
    add_once(&entry->remarks, remark);
}

/* --- printing --------------------------------------------------------------------------------- */

static void quote_char(GString *out, char c)
{
    static const char names[] = "\a\b\f\n\r\t\v\"\\", letters[] = "abfnrtv\"\\";
    const char *name = c ? strchr(names, c) : NULL;
    if (name) {
        g_string_append_printf(out, "\\%c", letters[name - names]);
    } else if (g_ascii_iscntrl(c)) {
        g_string_append_printf(out, "\\%03o", (guchar)c);
    } else {
        g_string_append_c(out, c);
    }
}

/* A text of several lines has a line of the file for each. */
void fairy_po_quote(GString *out, const char *keyword, const char *text)
{
    const char *line = strchr(text, '\n');
    gboolean several = line && line[1];
    g_string_append_printf(out, several ? "%s \"\"\n\"" : "%s \"", keyword);
    for (; *text; text++) {
        quote_char(out, *text);
        if (*text == '\n' && text[1]) {
            g_string_append(out, "\"\n\"");
        }
    }
    g_string_append(out, "\"\n");
}

static void print_place(GString *out, const char *place)
{
    gboolean spaced = strpbrk(place, " \t") != NULL;
    g_string_append_printf(out, "#: %s%s%s\n", spaced ? OPEN : "", place, spaced ? CLOSE : "");
}

static void print_entry(GString *out, const FairyPoEntry *entry)
{
    for (guint i = 0; entry->remarks && i < entry->remarks->len; i++) {
        g_string_append_printf(out, "#. %s\n", (char *)entry->remarks->pdata[i]);
    }
    for (guint i = 0; entry->places && i < entry->places->len; i++) {
        print_place(out, entry->places->pdata[i]);
    }
    if (entry->context) {
        fairy_po_quote(out, "msgctxt", entry->context);
    }
    fairy_po_quote(out, "msgid", entry->words);
    g_string_append(out, "msgstr \"\"\n");
}

/* No date: the same drawings give the same bytes. */
char *fairy_po_print(const FairyPo *po)
{
    GString *out = g_string_new("# Words of drawings.\n"
                                "#\n"
                                "#, fuzzy\n"
                                "msgid \"\"\n"
                                "msgstr \"\"\n"
                                "\"Project-Id-Version: PACKAGE VERSION\\n\"\n"
                                "\"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n\"\n"
                                "\"Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n\"\n"
                                "\"Language-Team: LANGUAGE <LL@li.org>\\n\"\n"
                                "\"Language: \\n\"\n"
                                "\"MIME-Version: 1.0\\n\"\n"
                                "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
                                "\"Content-Transfer-Encoding: 8bit\\n\"\n");
    for (guint i = 0; i < po->entries->len; i++) {
        g_string_append_c(out, '\n');
        print_entry(out, po->entries->pdata[i]);
    }
    return g_string_free(out, FALSE);
}
