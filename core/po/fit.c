/* Tries words on a copy of the drawing, in ever smaller letters where they are too long. */
#include "po/fit.h"

#include <svg/edit.h>
#include <svg/lint.h>

#include <string.h>

#define STEP  0.05 /* of the font's size: by so much smaller it is tried again, */
#define LEAST 0.5  /* down to this */

static void tight_free(gpointer data)
{
    FairyTight *tight = data;
    g_free(tight->id);
    g_free(tight->message);
    g_free(tight->text_id);
    g_free(tight->words);
    g_free(tight);
}

static SvgDocument *copy_of(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    gsize len = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &len) : NULL;
    return text ? svg_document_parse(text, len, "copy", NULL) : NULL;
}

/* --- doing it --------------------------------------------------------------------------------- */

static const char *member(const cJSON *action, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(action, name));
}

static void replace(SvgDocument *doc, const cJSON *action)
{
    const char *id = member(action, "shapeId"), *from = member(action, "from"),
               *to = member(action, "to");
    const cJSON *piece = cJSON_GetObjectItemCaseSensitive(action, "piece");
    gboolean drawn = g_strcmp0(member(action, "_type"), "replace-words") == 0 &&
                     !member(action, "of") && id && from && to;
    g_autoptr(SvgEdit) edit = drawn ? svg_edit_begin(doc, "copy") : NULL;
    if (edit && svg_edit_replace_words(edit, id, SVG_WORDS_TEXT,
                                       piece ? (guint)piece->valueint : SVG_ANY_PIECE, from, to,
                                       NULL, NULL)) {
        svg_change_free(svg_edit_commit(g_steal_pointer(&edit), NULL));
    }
}

static void set_size(SvgDocument *doc, const char *id, double size)
{
    const char *const ids[] = {id, NULL};
    SvgStyling styling = {.given = SVG_STYLING_FONT_SIZE, .font_size = size};
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "copy");
    if (svg_edit_set_style(edit, ids, &styling, NULL)) {
        svg_change_free(svg_edit_commit(g_steal_pointer(&edit), NULL));
    }
}

/* --- looking ---------------------------------------------------------------------------------- */

/* Ids of those whose words stick out → what the lint says. */
static GHashTable *find_long(SvgDocument *doc)
{
    GHashTable *ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, NULL, NULL);
    for (guint i = 0; i < lints->len; i++) {
        const SvgLint *lint = lints->pdata[i];
        if (lint->type == SVG_LINT_TEXT_OVERFLOW) {
            guint last = g_strv_length(lint->ids) - 1; /* of a shape and a free text, the text */
            g_hash_table_insert(ids, g_strdup(lint->ids[last]), g_strdup(lint->message));
        }
    }
    return ids;
}

static void find_piece(SvgDocument *doc, FairyTight *tight)
{
    g_auto(GStrv) labels = svg_document_labels(doc, tight->id);
    g_autoptr(GPtrArray) all = svg_document_words(doc, NULL);
    for (guint i = 0; g_strv_length(labels) == 1 && i < all->len; i++) {
        const SvgWords *words = all->pdata[i];
        if (words->kind == SVG_WORDS_TEXT && !words->whole && g_str_equal(words->id, labels[0])) {
            tight->text_id = g_strdup(words->id);
            tight->words = g_strdup(words->text);
        }
    }
}

static double size_of(SvgDocument *doc, const char *id)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    return shape ? shape->font_size : 0;
}

/* All at once, so that it takes no longer where many are. */
static void try_sizes(SvgDocument *doc, const GPtrArray *tight)
{
    gboolean left = tight->len > 0;
    for (guint step = 1; left && 1 - step * STEP >= LEAST; step++) {
        for (guint i = 0; i < tight->len; i++) {
            FairyTight *one = tight->pdata[i];
            if (one->font_size == 0 && one->size > 0) {
                set_size(doc, one->id, one->size * (1 - step * STEP));
            }
        }
        g_autoptr(GHashTable) now = find_long(doc);
        left = FALSE;
        for (guint i = 0; i < tight->len; i++) {
            FairyTight *one = tight->pdata[i];
            gboolean fits = !g_hash_table_contains(now, one->id);
            one->font_size =
                one->font_size == 0 && fits ? one->size * (1 - step * STEP) : one->font_size;
            left |= !fits;
        }
    }
}

GPtrArray *fairy_fit_look(SvgDocument *doc, const cJSON *actions)
{
    g_autoptr(SvgDocument) copy = copy_of(doc);
    if (!copy) {
        return NULL;
    }
    GPtrArray *tight = g_ptr_array_new_with_free_func(tight_free);
    g_autoptr(GHashTable) before = find_long(copy);
    const cJSON *action;
    cJSON_ArrayForEach(action, actions)
    {
        replace(copy, action);
    }
    g_autoptr(GHashTable) after = find_long(copy);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(copy); /* in their order */
    for (guint i = 0; i < shapes->len; i++) {
        const char *id = ((SvgShape *)shapes->pdata[i])->id;
        const char *message = g_hash_table_lookup(after, id);
        if (message && !g_hash_table_contains(before, id)) {
            FairyTight one = {
                .id = g_strdup(id), .message = g_strdup(message), .size = size_of(copy, id)};
            g_ptr_array_add(tight, g_memdup2(&one, sizeof one));
            find_piece(copy, tight->pdata[tight->len - 1]);
        }
    }
    try_sizes(copy, tight);
    return tight;
}
