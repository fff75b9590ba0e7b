/* One key file: what the answers depend on, and the answers. */
#include "geometry/fonts/found.h"

#include <fontconfig/fontconfig.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#define FORMAT    3   /* changes with the form of the file, and with what fontconfig is asked */
#define KEPT_S    600 /* an answer may depend on more than we know */
#define SETTLED_S 60  /* what changed since may change again unseen: clocks are coarse */
#define MAX_KEPT  512 /* answers of a kind */
#define GROUP     "fonts"

/* Under which key the families of a state stand. */
static const char *const family_keys[] = {
    [FAMILY_INSTALLED] = "installed", [FAMILY_MISSING] = "missing"};

static struct {
    GHashTable *sources;  /* char *, a query → FaceSource; NULL: the file wasn't read */
    GHashTable *families; /* char *, a name → GUINT_TO_POINTER(FamilyState) */
    gint64 opened;        /* s, by the monotonic clock */
    gint64 made;          /* s since 1970: when the oldest answer was given */
    gboolean added;
} found;

/* Read by fontconfig beside its files. */
static const char *const variables[] = {
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "HOME", "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",   "LC_ALL",          "LC_CTYPE",           "LANG", "FC_LANG"};

/* Rules may ask which program it is. */
static char *surroundings(void)
{
    GString *all = g_string_new(NULL);
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);

    g_string_append_printf(all, "%d %d %s", FORMAT, FcGetVersion(), program ? program : "");
    for (guint i = 0; i < G_N_ELEMENTS(variables); i++) {
        const char *value = g_getenv(variables[i]);

        g_string_append_printf(all, "\n%s", value ? value : "-");
    }
    return g_string_free(all, FALSE);
}

static char *path_of_cache(void)
{
    return g_build_filename(g_get_user_cache_dir(), "fairies", "fonts", NULL);
}

static char *name_of(const SvgFontQuery *query, gunichar c)
{
    return g_strdup_printf("%d %d %d %x %s", query->weight, query->stretch, query->italic, c,
                           query->families);
}

static void source_free(gpointer data)
{
    FaceSource *source = data;

    g_free(source->file);
    g_free(source);
}

static void keep(char *name, const FaceSource *source)
{
    FaceSource *kept = g_memdup2(source, sizeof *source);

    kept->file = g_strdup(source->file);
    g_hash_table_insert(found.sources, name, kept);
}

/* --- what the answers depend on --------------------------------------------------------------- */

/* Which file it is, and when it was changed: "-" if there is none. */
static char *state_of(const char *path)
{
    struct stat at;

    if (stat(path, &at) != 0) {
        return g_strdup("-");
    }
    return g_strdup_printf("%" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%ld",
                           (guint64)at.st_ino, (gint64)at.st_size, (gint64)at.st_mtim.tv_sec,
                           (long)at.st_mtim.tv_nsec);
}

static void add_paths(GPtrArray *paths, FcStrList *list)
{
    for (FcChar8 *path; list && (path = FcStrListNext(list));) {
        g_ptr_array_add(paths, g_strdup((const char *)path));
    }
    g_clear_pointer(&list, FcStrListDone);
}

/* All that fontconfig read, and where people put their own rules, which may not be there yet. */
static GPtrArray *paths_read(void)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);

    add_paths(paths, FcConfigGetConfigFiles(NULL));
    add_paths(paths, FcConfigGetConfigDirs(NULL));
    add_paths(paths, FcConfigGetFontDirs(NULL));
    g_ptr_array_add(paths, g_build_filename(g_get_user_config_dir(), "fontconfig", NULL));
    g_ptr_array_add(paths, g_build_filename(g_get_user_config_dir(), "fontconfig", "conf.d", NULL));
    g_ptr_array_add(paths,
                    g_build_filename(g_get_user_config_dir(), "fontconfig", "fonts.conf", NULL));
    g_ptr_array_add(paths, g_build_filename(g_get_user_data_dir(), "fonts", NULL));
    g_ptr_array_add(paths, g_build_filename(g_get_home_dir(), ".fonts", NULL));
    g_ptr_array_add(paths, g_build_filename(g_get_home_dir(), ".fonts.conf", NULL));
    g_ptr_array_add(paths, g_build_filename(g_get_home_dir(), ".fonts.conf.d", NULL));
    return paths;
}

static gboolean is_settled(const char *path, gint64 now)
{
    struct stat at;

    return stat(path, &at) != 0 || (gint64)at.st_mtim.tv_sec < now - SETTLED_S;
}

/* --- reading ---------------------------------------------------------------------------------- */

static gboolean is_unchanged(char **paths, char **states, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        g_autofree char *state = state_of(paths[i]);

        if (!g_str_equal(state, states[i])) {
            return FALSE;
        }
    }
    return n > 0;
}

static gboolean is_valid(GKeyFile *file)
{
    gint64 age =
        g_get_real_time() / G_USEC_PER_SEC - g_key_file_get_int64(file, GROUP, "made", NULL);
    g_autofree char *here = surroundings();
    g_autofree char *there = g_key_file_get_string(file, GROUP, "surroundings", NULL);
    gsize n, n_states;
    g_auto(GStrv) paths = g_key_file_get_string_list(file, GROUP, "paths", &n, NULL);
    g_auto(GStrv) states = g_key_file_get_string_list(file, GROUP, "states", &n_states, NULL);

    return g_strcmp0(here, there) == 0 && age >= 0 && age < KEPT_S && paths && states &&
           n == n_states && is_unchanged(paths, states, n);
}

static void read_sources(GKeyFile *file)
{
    gsize n[5];
    g_auto(GStrv) names = g_key_file_get_string_list(file, GROUP, "queries", &n[0], NULL);
    g_auto(GStrv) files = g_key_file_get_string_list(file, GROUP, "files", &n[1], NULL);
    g_autofree int *indices = g_key_file_get_integer_list(file, GROUP, "indices", &n[2], NULL);
    g_autofree double *slants = g_key_file_get_double_list(file, GROUP, "slants", &n[3], NULL);
    g_autofree int *ranks = g_key_file_get_integer_list(file, GROUP, "ranks", &n[4], NULL);

    if (!names || !files || !indices || !slants || !ranks || n[0] != n[1] || n[0] != n[2] ||
        n[0] != n[3] || n[0] != n[4]) {
        return;
    }
    for (gsize i = 0; i < n[0]; i++) {
        FaceSource source = {*files[i] ? files[i] : NULL, indices[i], slants[i], ranks[i]};

        keep(g_strdup(names[i]), &source);
    }
}

static void read_families(GKeyFile *file)
{
    for (FamilyState state = FAMILY_INSTALLED; state <= FAMILY_MISSING; state++) {
        g_auto(GStrv) names =
            g_key_file_get_string_list(file, GROUP, family_keys[state], NULL, NULL);

        for (char **name = names; name && *name; name++) {
            g_hash_table_insert(found.families, g_strdup(*name), GUINT_TO_POINTER(state));
        }
    }
}

static void open_cache(void)
{
    g_autofree char *path = path_of_cache();
    g_autoptr(GKeyFile) file = g_key_file_new();

    found.sources = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, source_free);
    found.families = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    found.opened = g_get_monotonic_time() / G_USEC_PER_SEC;
    found.made = g_get_real_time() / G_USEC_PER_SEC;
    if (g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL) && is_valid(file)) {
        read_sources(file);
        read_families(file);
        found.made = g_key_file_get_int64(file, GROUP, "made", NULL);
    }
}

static void read_once(void)
{
    if (!found.sources) {
        open_cache();
    }
}

const FaceSource *found_get(const SvgFontQuery *query, gunichar c)
{
    g_autofree char *name = name_of(query, c);

    read_once();
    return g_hash_table_lookup(found.sources, name);
}

void found_add(const SvgFontQuery *query, gunichar c, const FaceSource *source)
{
    if (g_hash_table_size(found.sources) < MAX_KEPT) {
        found.added = TRUE;
        keep(name_of(query, c), source);
    }
}

FamilyState found_get_family(const char *family)
{
    read_once();
    return GPOINTER_TO_UINT(g_hash_table_lookup(found.families, family));
}

void found_add_family(const char *family, FamilyState state)
{
    if (g_hash_table_size(found.families) < MAX_KEPT) {
        found.added = TRUE;
        g_hash_table_insert(found.families, g_strdup(family), GUINT_TO_POINTER(state));
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

static void write_strings(GKeyFile *file, const char *key, const GPtrArray *strings)
{
    g_key_file_set_string_list(file, GROUP, key, (const char *const *)strings->pdata, strings->len);
}

static void write_sources(GKeyFile *file)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new(), files = g_ptr_array_new();
    g_autoptr(GArray) indices = g_array_new(FALSE, FALSE, sizeof(int));
    g_autoptr(GArray) slants = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) ranks = g_array_new(FALSE, FALSE, sizeof(int));
    GHashTableIter iter;
    gpointer name, data;

    g_hash_table_iter_init(&iter, found.sources);
    while (g_hash_table_iter_next(&iter, &name, &data)) {
        const FaceSource *source = data;

        g_ptr_array_add(names, name);
        g_ptr_array_add(files, source->file ? source->file : (char *)"");
        g_array_append_val(indices, source->index);
        g_array_append_val(slants, source->slant);
        g_array_append_val(ranks, source->rank);
    }
    write_strings(file, "queries", names);
    write_strings(file, "files", files);
    g_key_file_set_integer_list(file, GROUP, "indices", (int *)(gpointer)indices->data,
                                indices->len);
    g_key_file_set_double_list(file, GROUP, "slants", (double *)(gpointer)slants->data,
                               slants->len);
    g_key_file_set_integer_list(file, GROUP, "ranks", (int *)(gpointer)ranks->data, ranks->len);
}

static void write_families(GKeyFile *file)
{
    for (FamilyState state = FAMILY_INSTALLED; state <= FAMILY_MISSING; state++) {
        g_autoptr(GPtrArray) names = g_ptr_array_new();
        GHashTableIter iter;
        gpointer name, value;

        g_hash_table_iter_init(&iter, found.families);
        while (g_hash_table_iter_next(&iter, &name, &value)) {
            if (GPOINTER_TO_UINT(value) == state) {
                g_ptr_array_add(names, name);
            }
        }
        write_strings(file, family_keys[state], names);
    }
}

/* FALSE when something isn't settled. */
static gboolean write_states(GKeyFile *file)
{
    g_autoptr(GPtrArray) paths = paths_read();
    g_autoptr(GPtrArray) states = g_ptr_array_new_with_free_func(g_free);
    gint64 now = g_get_real_time() / G_USEC_PER_SEC;

    for (guint i = 0; i < paths->len; i++) {
        if (!is_settled(paths->pdata[i], now)) {
            return FALSE;
        }
        g_ptr_array_add(states, state_of(paths->pdata[i]));
    }
    write_strings(file, "paths", paths);
    write_strings(file, "states", states);
    return TRUE;
}

/* Nobody misses what can't be kept. */
static void write_cache(void)
{
    g_autofree char *path = path_of_cache();
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *here = surroundings();
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autofree char *text = NULL;
    gsize len;

    g_key_file_set_string(file, GROUP, "surroundings", here);
    g_key_file_set_int64(file, GROUP, "made", found.made);
    write_sources(file);
    write_families(file);
    if (write_states(file) && g_mkdir_with_parents(folder, 0700) == 0) {
        text = g_key_file_to_data(file, &len, NULL);
        (void)g_file_set_contents_full(path, text, (gssize)len, G_FILE_SET_CONTENTS_CONSISTENT,
                                       0600, NULL);
    }
}

/* A program that ran for long may have answers from before a change. */
static gboolean may_be_kept(void)
{
    gint64 ran = g_get_monotonic_time() / G_USEC_PER_SEC - found.opened;

    return found.added && ran < SETTLED_S / 2 && FcConfigUptoDate(NULL);
}

void found_forget(void)
{
    g_autofree char *path = path_of_cache();

    g_hash_table_remove_all(found.sources);
    g_hash_table_remove_all(found.families);
    g_unlink(path);
}

void found_close(void)
{
    if (found.sources && may_be_kept()) {
        write_cache();
    }
    g_clear_pointer(&found.sources, g_hash_table_unref);
    g_clear_pointer(&found.families, g_hash_table_unref);
    found.added = FALSE;
}
