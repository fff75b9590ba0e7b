/* A job's file: where it is, and what it says. */
#include "annotate/annotate_priv.h"

#include <fairy/error.h>
#include <svg/installed.h>
#include <svg/lint.h>

#include <string.h>

#define ENDING ".ini"
#define FOLDER "jobs"

enum { MOST_BYTES = 64 * 1024 };

/* --- where it is ------------------------------------------------------------------------------ */

static char *own_folder(void)
{
    return g_build_filename(g_get_user_config_dir(), "fairies", FOLDER, NULL);
}

static char *find(const char *name)
{
    g_autofree char *file = g_strconcat(name, ENDING, NULL);
    g_autofree char *folder = own_folder(), *own = g_build_filename(folder, file, NULL);
    g_autofree char *installed = g_build_filename(FOLDER, file, NULL);
    return g_file_test(own, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer(&own)
                                                    : svg_installed_file(installed);
}

/* The first that has a name counts, as with find(). */
static void add_files(GHashTable *found, const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *file = dir ? g_dir_read_name(dir) : NULL; file; file = g_dir_read_name(dir)) {
        if (g_str_has_suffix(file, ENDING) && !g_hash_table_contains(found, file)) {
            g_hash_table_insert(found, g_strdup(file), g_build_filename(folder, file, NULL));
        }
    }
}

char **fairy_annotation_files(void)
{
    g_autoptr(GHashTable) found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) folders = svg_installed_folders();
    g_autofree char *own = own_folder();
    add_files(found, own);
    for (guint i = 0; i < folders->len; i++) {
        g_autofree char *folder = g_build_filename(folders->pdata[i], FOLDER, NULL);
        add_files(found, folder);
    }
    GPtrArray *paths = g_ptr_array_new();
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(found), (GCompareFunc)strcmp);
    for (GList *name = names; name; name = name->next) {
        g_ptr_array_add(paths, g_hash_table_lookup(found, name->data));
    }
    g_ptr_array_add(paths, NULL);
    return (char **)g_ptr_array_free(paths, FALSE);
}

static char *name_of(const char *path)
{
    g_autofree char *base = g_path_get_basename(path);
    return g_str_has_suffix(base, ENDING) ? g_strndup(base, strlen(base) - strlen(ENDING))
                                          : g_steal_pointer(&base);
}

static void tell_unknown(const char *name, GError **error)
{
    g_auto(GStrv) files = fairy_annotation_files();
    g_autoptr(GString) names = g_string_new(NULL);
    for (char **file = files; *file; file++) {
        g_autofree char *known = name_of(*file);
        g_string_append_printf(names, "%s%s", names->len ? ", " : "", known);
    }
    g_autofree char *folder = own_folder();
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "there is no job \"%s\"; there are %s; one's own is a file NAME.ini in %s, or "
                "anywhere and given by its path",
                name, names->len ? names->str : "none installed", folder);
}

/* --- what it says ----------------------------------------------------------------------------- */

static gboolean fail(GError **error, const char *path, const char *format, ...) G_GNUC_PRINTF(3, 4);
static gboolean fail(GError **error, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "%s: %s", path, why);
    return FALSE;
}

/* NULL if there is none. Free with g_strfreev(). */
static char **list_of(GKeyFile *file, const char *key)
{
    return g_key_file_get_string_list(file, "job", key, NULL, NULL);
}

static gboolean read_actions(FairyAnnotation *annotation, GKeyFile *file, const char *path,
                             GError **error)
{
    g_auto(GStrv) names = list_of(file, "actions");
    annotation->actions = names && *names ? g_ptr_array_new() : NULL;
    for (char **name = names; name && *name; name++) {
        const FairyAction *action = fairy_action_find(*name);
        if (!action) {
            return fail(error, path,
                        "actions: there is no action \"%s\"; \"fairy actions\" lists them", *name);
        }
        g_ptr_array_add(annotation->actions, (gpointer)action);
    }
    if (annotation->actions) {
        g_ptr_array_add(annotation->actions, NULL);
    }
    return TRUE;
}

static gboolean add_lint(FairyAnnotation *annotation, const char *name)
{
    SvgLintType type;
    if (!svg_lint_from_name(name, &type)) {
        return FALSE;
    }
    annotation->lints |= 1u << type;
    return TRUE;
}

static gboolean read_checks(FairyAnnotation *annotation, GKeyFile *file, const char *path,
                            GError **error)
{
    g_auto(GStrv) names = list_of(file, "checks");
    for (char **name = names; name && *name; name++) {
        const FairyChecker *checker = fairy_checker_find(*name);
        if (checker) {
            g_ptr_array_add(annotation->checks, (gpointer)checker);
        } else if (!add_lint(annotation, *name)) {
            g_autofree char *known = fairy_checker_names();
            return fail(error, path, "checks: there is no check \"%s\"; there are %s", *name,
                        known);
        }
    }
    return TRUE;
}

static gboolean read_offline(FairyAnnotation *annotation, GKeyFile *file, const char *path,
                             GError **error)
{
    g_autofree char *name = g_key_file_get_string(file, "job", "offline", NULL);
    annotation->offline = name ? fairy_generator_find(name) : NULL;
    if (name && !annotation->offline) {
        g_autofree char *known = fairy_generator_names();
        return fail(error, path, "offline: there is no offline half \"%s\"; there are %s", name,
                    known);
    }
    return TRUE;
}

static void read_table(GHashTable *table, GKeyFile *file, const char *group)
{
    g_auto(GStrv) keys = g_key_file_get_keys(file, group, NULL, NULL);
    for (char **key = keys; key && *key; key++) {
        char *value = g_key_file_get_string(file, group, *key, NULL);
        g_hash_table_insert(table, g_strdup(*key), value ? value : g_strdup(""));
    }
}

static gboolean check_prompt(const FairyAnnotation *annotation, const char *path, GError **error)
{
    g_autoptr(GRegex) names = g_regex_new("\\$\\{([^}]*)\\}", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    const char *words = annotation->words ? annotation->words : "";
    for (g_regex_match(names, words, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        gsize skipped = g_str_has_prefix(name, FAIRY_IN_FILE) ? strlen(FAIRY_IN_FILE) : 0;
        if (!g_hash_table_contains(annotation->options, name + skipped)) {
            return fail(error, path, "prompt: ${%s} is no option of the job; add it to [options]",
                        name);
        }
    }
    return TRUE;
}

static gboolean check_names(GKeyFile *file, const char *path, GError **error)
{
    static const char *const groups[] = {"job", "options", "about", NULL};
    static const char *const keys[] = {"summary", "prompt", "actions", "picture",
                                       "offline", "checks", NULL};
    g_auto(GStrv) has = g_key_file_get_groups(file, NULL);
    for (char **group = has; *group; group++) {
        if (!g_strv_contains(groups, *group)) {
            return fail(error, path, "there is no group [%s]; there are [job], [options], [about]",
                        *group);
        }
    }
    g_auto(GStrv) said = g_key_file_get_keys(file, "job", NULL, NULL);
    for (char **key = said; key && *key; key++) {
        if (!g_strv_contains(keys, *key)) {
            g_autofree char *known = g_strjoinv(", ", (char **)keys);
            return fail(error, path, "[job] has no \"%s\"; it has %s", *key, known);
        }
    }
    return TRUE;
}

static gboolean read_rest(FairyAnnotation *annotation, GKeyFile *file, const char *path,
                          GError **error)
{
    annotation->summary = g_key_file_get_string(file, "job", "summary", NULL);
    annotation->words = g_key_file_get_string(file, "job", "prompt", NULL);
    g_autofree char *picture = g_key_file_get_string(file, "job", "picture", NULL);
    annotation->picture = !picture || g_str_equal(picture, "true");
    read_table(annotation->options, file, "options");
    read_table(annotation->about, file, "about");
    if (!annotation->summary || !*annotation->summary) {
        return fail(error, path, "the job says nothing of what it is for; add summary= to [job]");
    }
    if (picture && !annotation->picture && !g_str_equal(picture, "false")) {
        return fail(error, path, "picture: \"%s\" is neither true nor false", picture);
    }
    if (annotation->words && !annotation->words[strspn(annotation->words, " \t\n")]) {
        return fail(error, path, "prompt: it is empty; leave it out, or say what is to do");
    }
    if (!annotation->words && !annotation->offline) {
        return fail(error, path,
                    "the job says nothing that is to do; add prompt= or offline= to [job]");
    }
    return check_prompt(annotation, path, error);
}

static gboolean read_file(FairyAnnotation *annotation, const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) why = NULL;
    g_autofree char *text = NULL;
    gsize len = 0;
    if (!g_file_get_contents(path, &text, &len, error)) {
        return FALSE;
    }
    if (len > MOST_BYTES) {
        return fail(error, path, "a job has at most %u bytes", MOST_BYTES);
    }
    if (!g_key_file_load_from_data(file, text, len, G_KEY_FILE_NONE, &why)) {
        return fail(error, path, "it is no job: %s", why->message);
    }
    annotation->identity = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (guchar *)text, len);
    return check_names(file, path, error) && read_actions(annotation, file, path, error) &&
           read_checks(annotation, file, path, error) &&
           read_offline(annotation, file, path, error) && read_rest(annotation, file, path, error);
}

FairyAnnotation *fairy_annotation_load(const char *name, GError **error)
{
    gboolean is_path = strchr(name, G_DIR_SEPARATOR) || g_str_has_suffix(name, ENDING);
    g_autofree char *path = is_path ? g_strdup(name) : find(name);
    if (!path) {
        tell_unknown(name, error);
        return NULL;
    }
    FairyAnnotation *annotation = g_new0(FairyAnnotation, 1);
    annotation->name = name_of(path);
    annotation->options = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    annotation->about = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    annotation->checks = g_ptr_array_new();
    if (read_file(annotation, path, error)) {
        return annotation;
    }
    fairy_annotation_free(annotation);
    return NULL;
}
