/* A job at a drawing: the reply of its offline half, and its checks. */
#include "annotate/annotate_priv.h"

#include <fairy/error.h>
#include <svg/lint.h>

#include <string.h>

cJSON *fairy_annotate_add(cJSON *actions, const char *type)
{
    cJSON *action = cJSON_CreateObject();
    cJSON_AddStringToObject(action, "_type", type);
    cJSON_AddItemToArray(actions, action);
    return action;
}

GBytes *fairy_annotation_reply(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                               GError **error)
{
    if (!annotation->offline) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "the job %s needs a model; name one with --model", annotation->name);
        return NULL;
    }
    cJSON *reply = cJSON_CreateObject();
    cJSON *actions = cJSON_AddArrayToObject(reply, "actions");
    GBytes *bytes = NULL;
    if (annotation->offline->generate(annotation, drawing, actions, error)) {
        char *text = cJSON_PrintUnformatted(reply);
        bytes = g_bytes_new_with_free_func(text, strlen(text), cJSON_free, text);
    }
    cJSON_Delete(reply);
    return bytes;
}

gboolean fairy_annotation_has_needs(const FairyAnnotation *annotation, gboolean offline,
                                    GError **error)
{
    g_autoptr(GError) why = NULL;
    const FairyGenerator *half = annotation->offline;
    if (!half || !half->needs || half->needs(annotation, offline, &why)) {
        return TRUE;
    }
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, why->message);
    return FALSE;
}

/* --- checks ----------------------------------------------------------------------------------- */

static char *key_of(const SvgLint *lint)
{
    g_autofree char *ids = g_strjoinv("\n", lint->ids);
    return g_strdup_printf("%s\n%s", svg_lint_name(lint->type), ids);
}

GHashTable *fairy_annotation_look(const FairyAnnotation *annotation, SvgDocument *doc)
{
    GHashTable *known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) lints = annotation->lints ? svg_document_lints(doc, NULL, NULL) : NULL;
    for (guint i = 0; lints && i < lints->len; i++) {
        g_hash_table_add(known, key_of(lints->pdata[i]));
    }
    return known;
}

static char *check_lints(const FairyAnnotation *annotation, SvgDocument *doc, GHashTable *before)
{
    g_autoptr(GPtrArray) lints = annotation->lints ? svg_document_lints(doc, NULL, NULL) : NULL;
    for (guint i = 0; lints && i < lints->len; i++) {
        const SvgLint *lint = lints->pdata[i];
        g_autofree char *key = key_of(lint);
        gboolean meant = (annotation->lints & (1u << lint->type)) != 0;
        if (meant && (!before || !g_hash_table_contains(before, key))) {
            return g_strdup_printf("check %s: \"%s\": %s", svg_lint_name(lint->type), lint->ids[0],
                                   lint->message);
        }
    }
    return NULL;
}

char *fairy_annotation_check(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                             GHashTable *before)
{
    for (guint i = 0; i < annotation->checks->len; i++) {
        const FairyChecker *checker = annotation->checks->pdata[i];
        g_autofree char *why = checker->check(annotation, drawing);
        if (why) {
            return g_strdup_printf("check %s: %s", checker->name, why);
        }
    }
    return check_lints(annotation, drawing->doc, before);
}
