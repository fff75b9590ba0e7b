/* What an annotation job says, and its options. */
#include "annotate/annotate_priv.h"

#include <fairy/error.h>

#include <string.h>

void fairy_annotation_free(FairyAnnotation *annotation)
{
    if (!annotation) {
        return;
    }
    if (annotation->guard.data) {
        annotation->offline->guard->free((gpointer)annotation->guard.data);
    }
    g_clear_pointer(&annotation->actions, g_ptr_array_unref);
    g_ptr_array_unref(annotation->checks);
    g_hash_table_unref(annotation->options);
    g_hash_table_unref(annotation->about);
    g_free(annotation->name);
    g_free(annotation->summary);
    g_free(annotation->words);
    g_free(annotation->prompt);
    g_free(annotation->identity);
    g_free(annotation);
}

const char *fairy_annotation_name(const FairyAnnotation *annotation)
{
    return annotation->name;
}

const char *fairy_annotation_summary(const FairyAnnotation *annotation)
{
    return annotation->summary;
}

const FairyAction *const *fairy_annotation_actions(const FairyAnnotation *annotation)
{
    return annotation->actions ? (const FairyAction *const *)annotation->actions->pdata : NULL;
}

const FairyGuard *fairy_annotation_guard(FairyAnnotation *annotation)
{
    const FairyGuarding *guard = annotation->offline ? annotation->offline->guard : NULL;
    if (guard && !annotation->guard.data) {
        annotation->guard.objects = guard->objects;
        annotation->guard.data = guard->load(annotation);
    }
    return annotation->guard.data ? &annotation->guard : NULL;
}

gboolean fairy_annotation_has_picture(const FairyAnnotation *annotation)
{
    return annotation->picture;
}

gboolean fairy_annotation_has_offline(const FairyAnnotation *annotation)
{
    return annotation->offline != NULL;
}

/* --- options ---------------------------------------------------------------------------------- */

static GList *option_names(const FairyAnnotation *annotation)
{
    return g_list_sort(g_hash_table_get_keys(annotation->options), (GCompareFunc)strcmp);
}

static char *listed(const FairyAnnotation *annotation)
{
    g_autoptr(GList) names = option_names(annotation);
    GString *list = g_string_new(NULL);
    for (GList *name = names; name; name = name->next) {
        g_string_append_printf(list, "%s%s", list->len ? ", " : "", (char *)name->data);
    }
    return g_string_free(list, FALSE);
}

/* What a file says is to be put into the prompt. */
static gboolean check_file(const FairyAnnotation *annotation, const char *option, const char *value,
                           GError **error)
{
    g_autofree char *name = g_strdup_printf("${" FAIRY_IN_FILE "%s}", option), *text = NULL;
    g_autoptr(GError) why = NULL;
    gsize len = 0;
    if (!*value || !annotation->words || !strstr(annotation->words, name)) {
        return TRUE;
    }
    if (!g_file_get_contents(value, &text, &len, &why)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "can't read \"%s\": %s", option,
                    why->message);
    } else if (len > FAIRY_MOST_IN_FILE || !g_utf8_validate(text, (gssize)len, NULL)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "\"%s\" has to be UTF-8, and have at most %d bytes: %s", option,
                    FAIRY_MOST_IN_FILE, value);
    } else {
        return TRUE;
    }
    return FALSE;
}

gboolean fairy_annotation_set(FairyAnnotation *annotation, const char *option, const char *value,
                              GError **error)
{
    g_autofree char *names = listed(annotation);
    if (!g_utf8_validate(value, -1, NULL)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "the value of \"%s\" isn't UTF-8",
                    option);
        return FALSE;
    }
    if (!g_hash_table_contains(annotation->options, option)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    *names ? "the job %s has no option \"%s\"; it has %s"
                           : "the job %s has no option \"%s\", nor any other%s",
                    annotation->name, option, names);
        return FALSE;
    }
    if (!check_file(annotation, option, value, error)) {
        return FALSE;
    }
    g_hash_table_insert(annotation->options, g_strdup(option), g_strdup(value));
    return TRUE;
}

const char *fairy_annotation_option(const FairyAnnotation *annotation, const char *option)
{
    const char *value = g_hash_table_lookup(annotation->options, option);
    return value && *value ? value : NULL;
}

gboolean fairy_annotation_is_on(const FairyAnnotation *annotation, const char *option)
{
    static const char *const words[] = {"true", "yes", "1", NULL};
    const char *value = fairy_annotation_option(annotation, option);
    return value && g_strv_contains(words, value);
}

void fairy_annotation_each_option(const FairyAnnotation *annotation,
                                  void (*each)(const char *option, const char *value,
                                               const char *about, gpointer data),
                                  gpointer data)
{
    g_autoptr(GList) names = option_names(annotation);
    for (GList *name = names; name; name = name->next) {
        each(name->data, g_hash_table_lookup(annotation->options, name->data),
             g_hash_table_lookup(annotation->about, name->data), data);
    }
}

/* --- the prompt ------------------------------------------------------------------------------- */

/* An unknown name stays as it is: it was told when the file was read. */
static gboolean put_in(const GMatchInfo *match, GString *out, gpointer data)
{
    const FairyAnnotation *annotation = data;
    g_autofree char *name = g_match_info_fetch(match, 1);
    gboolean file = g_str_has_prefix(name, FAIRY_IN_FILE);
    const char *value =
        g_hash_table_lookup(annotation->options, file ? name + strlen(FAIRY_IN_FILE) : name);
    g_autofree char *whole = g_match_info_fetch(match, 0), *text = NULL;
    if (file && value && *value && g_file_get_contents(value, &text, NULL, NULL)) {
        value = text;
    }
    g_string_append(out, value ? value : whole);
    return FALSE;
}

const char *fairy_annotation_prompt(FairyAnnotation *annotation)
{
    if (annotation->words && !annotation->prompt) {
        g_autoptr(GRegex) names = g_regex_new("\\$\\{([^}]*)\\}", 0, 0, NULL);
        annotation->prompt =
            g_regex_replace_eval(names, annotation->words, -1, 0, 0, put_in, annotation, NULL);
    }
    return annotation->prompt;
}

/* Of a file counts what is in it. */
static void add_option(const char *option, const char *value, const char *about, gpointer data)
{
    (void)about;
    g_autofree char *text = NULL, *digest = NULL;
    gsize len;
    if (g_file_test(value, G_FILE_TEST_IS_REGULAR) &&
        g_file_get_contents(value, &text, &len, NULL)) {
        digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, len);
    }
    g_string_append_printf(data, "\n%s=%" G_GSIZE_FORMAT ":%s%s", option, strlen(value), value,
                           digest ? digest : "");
}

char *fairy_annotation_identity(const FairyAnnotation *annotation)
{
    GString *text = g_string_new(annotation->identity);
    fairy_annotation_each_option(annotation, add_option, text);
    return g_string_free(text, FALSE);
}
