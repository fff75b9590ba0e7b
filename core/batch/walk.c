/* Finds files: named ones, those of folders and patterns, those of lists. */
#include <fairy/limits.h>
#include <fairy/walk.h>

#include <sys/stat.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    GPtrArray *found;   /* FairyWalked */
    GHashTable *known;  /* absolute paths, of `found` */
    GHashTable *inodes; /* "device inode"; NULL = a file may be found by several names */
    char *except;       /* absolute; NULL = none */
    GQueue folders;     /* of Folder, to be read */
} Walk;

typedef struct {
    char *path;  /* as it is shown */
    char *below; /* its place below the folder that was given: "", or "a/b" */
} Folder;

static void free_walked(gpointer data)
{
    FairyWalked *walked = data;
    g_free(walked->path);
    g_free(walked->absolute);
    g_free(walked->place);
    g_free(walked->fault);
    g_free(walked);
}

static void free_folder(gpointer data)
{
    Folder *folder = data;
    g_free(folder->path);
    g_free(folder->below);
    g_free(folder);
}

/* --- what a path is --------------------------------------------------------------------------- */

static gboolean is_drawing(const char *name)
{
    static const char *const endings[] = {".svg", ".svgz", NULL};
    gsize len = strlen(name);
    for (const char *const *ending = endings; *ending; ending++) {
        gsize n = strlen(*ending);
        if (len > n && g_ascii_strcasecmp(name + len - n, *ending) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static const struct {
    mode_t kind;
    const char *what;
} kinds[] = {
    {S_IFDIR, "it is a folder"},
    {S_IFIFO, "it is a pipe, and no file"},
    {S_IFSOCK, "it is a socket, and no file"},
    {S_IFCHR, "it is a device, and no file"},
    {S_IFBLK, "it is a device, and no file"},
};

/* NULL = it is a regular file that we may read. */
static char *fault_of(const char *path, struct stat *st)
{
    struct stat link;
    if (stat(path, st) != 0) {
        int why = errno;
        gboolean dangles = why == ENOENT && lstat(path, &link) == 0;
        *st = (struct stat){0};
        return g_strdup(dangles ? "the link leads nowhere" : g_strerror(why));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if ((st->st_mode & S_IFMT) == kinds[i].kind) {
            return g_strdup(kinds[i].what);
        }
    }
    return access(path, R_OK) == 0 ? NULL : g_strdup(g_strerror(errno));
}

/* Where a file that was named goes: as it was named, below the present folder; what lies elsewhere
 * by its name alone. */
static char *place_of(const char *path)
{
    g_autofree char *whole = g_canonicalize_filename(path, "/");
    gboolean elsewhere = g_path_is_absolute(path);
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    for (char **part = parts; *part && !elsewhere; part++) {
        elsewhere = strcmp(*part, "..") == 0;
    }
    return elsewhere ? g_path_get_basename(whole) : g_strdup(whole + 1);
}

static gboolean is_below(const char *path, const char *folder)
{
    return folder && g_str_has_prefix(path, folder) &&
           (path[strlen(folder)] == '/' || path[strlen(folder)] == '\0');
}

/* --- one more --------------------------------------------------------------------------------- */

static gboolean is_known(Walk *walk, const FairyWalked *walked)
{
    if (g_hash_table_contains(walk->known, walked->absolute)) {
        return TRUE;
    }
    if (!walk->inodes || walked->fault) {
        return FALSE;
    }
    return !g_hash_table_add(
        walk->inodes,
        g_strdup_printf("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, walked->device, walked->inode));
}

static void add(Walk *walk, const char *path, char *place, char *fault, const struct stat *st)
{
    FairyWalked *walked = g_new(FairyWalked, 1);
    *walked = (FairyWalked){.path = g_strdup(path),
                            .absolute = g_canonicalize_filename(path, NULL),
                            .place = place,
                            .fault = fault,
                            .device = (guint64)st->st_dev,
                            .inode = (guint64)st->st_ino};
    if (is_known(walk, walked)) {
        free_walked(walked);
        return;
    }
    g_hash_table_add(walk->known, walked->absolute);
    g_ptr_array_add(walk->found, walked);
}

/* Takes `place`. */
static void add_file(Walk *walk, const char *path, char *place)
{
    struct stat st;
    char *fault = fault_of(path, &st);
    add(walk, path, place, fault, &st);
}

static void add_folder(Walk *walk, const char *path, char *below)
{
    Folder *folder = g_new(Folder, 1);
    *folder = (Folder){g_strdup(path), below};
    g_queue_push_tail(&walk->folders, folder);
}

/* --- folders ---------------------------------------------------------------------------------- */

static char *below(const char *folder, const char *name)
{
    return *folder ? g_build_filename(folder, name, NULL) : g_strdup(name);
}

/* A link to a folder isn't followed: it could lead back. */
static gboolean is_folder(int at, const struct dirent *entry)
{
    struct stat st;
    if (entry->d_type != DT_UNKNOWN) {
        return entry->d_type == DT_DIR;
    }
    return fstatat(at, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode);
}

static gboolean leads_to_folder(int at, const char *name)
{
    struct stat st;
    return fstatat(at, name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

static void look_at(Walk *walk, const Folder *folder, int at, const struct dirent *entry)
{
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        return;
    }
    g_autofree char *path = g_build_filename(folder->path, name, NULL);
    if (is_folder(at, entry)) {
        add_folder(walk, path, below(folder->below, name));
    } else if (is_drawing(name) && !leads_to_folder(at, name)) {
        add_file(walk, path, below(folder->below, name));
    }
}

static void read_folder(Walk *walk, const Folder *folder)
{
    g_autofree char *absolute = g_canonicalize_filename(folder->path, NULL);
    if (*folder->below && is_below(absolute, walk->except)) {
        return;
    }
    DIR *dir = opendir(folder->path);
    if (!dir) {
        char *fault = g_strdup_printf("the folder can't be read: %s", g_strerror(errno));
        add(walk, folder->path, g_strdup(*folder->below ? folder->below : "."), fault,
            &(struct stat){0});
        return;
    }
    for (const struct dirent *entry; (entry = readdir(dir));) {
        look_at(walk, folder, dirfd(dir), entry);
    }
    closedir(dir);
}

static gboolean read_folders(Walk *walk, GError **error)
{
    for (Folder *folder; (folder = g_queue_pop_head(&walk->folders));) {
        read_folder(walk, folder);
        free_folder(folder);
        if (walk->found->len > FAIRY_MAX_BATCH_FILES) {
            break;
        }
    }
    if (walk->found->len <= FAIRY_MAX_BATCH_FILES) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "a batch has at most %u drawings; name fewer folders at a time",
                FAIRY_MAX_BATCH_FILES);
    return FALSE;
}

static gboolean add_path(Walk *walk, const char *path, GError **error)
{
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        add_folder(walk, path, g_strdup(""));
    } else {
        add_file(walk, path, place_of(path));
    }
    return read_folders(walk, error);
}

/* --- patterns --------------------------------------------------------------------------------- */

static gboolean is_pattern(const char *path)
{
    struct stat st;
    return strpbrk(path, "*?[") && lstat(path, &st) != 0;
}

static void add_match(Walk *walk, const char *path)
{
    struct stat st;
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    gboolean folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    if (!folder && is_drawing(path) && !is_below(absolute, walk->except)) {
        add_file(walk, path, place_of(path));
    }
}

static gboolean add_matches(Walk *walk, const char *pattern, GError **error)
{
    glob_t matches;
    int code = glob(pattern, 0, NULL, &matches);
    guint before = walk->found->len;
    for (gsize i = 0; code == 0 && i < matches.gl_pathc; i++) {
        add_match(walk, matches.gl_pathv[i]);
    }
    if (code == 0) {
        globfree(&matches);
    }
    if (code == GLOB_NOMATCH || (code == 0 && walk->found->len == before)) {
        add(walk, pattern, g_strdup("."), g_strdup("no .svg or .svgz has such a name"),
            &(struct stat){0});
    }
    return read_folders(walk, error);
}

/* --- lists ------------------------------------------------------------------------------------ */

static char *read_stream(FILE *file, gsize *len)
{
    GString *text = g_string_new(NULL);
    char chunk[1 << 14];
    for (gsize n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;) {
        g_string_append_len(text, chunk, (gssize)n);
        if (text->len > FAIRY_MAX_BATCH_LIST) {
            break;
        }
    }
    *len = text->len;
    return g_string_free(text, FALSE);
}

static char *read_list(const char *name, gsize *len, GError **error)
{
    gboolean standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rbe");
    g_autofree char *text = file ? read_stream(file, len) : NULL;
    gboolean good = file && !ferror(file);
    int why = errno;
    if (file && !standard) {
        fclose(file);
    }
    if (!good) {
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why),
                    "can't read the list of drawings %s: %s", name, g_strerror(why));
    } else if (*len > FAIRY_MAX_BATCH_LIST) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "the list of drawings %s is longer than %u MB; split it", name,
                    FAIRY_MAX_BATCH_LIST >> 20);
        good = FALSE;
    }
    return good ? g_steal_pointer(&text) : NULL;
}

/* A NUL anywhere: names are ended by those, as "find -print0" does. */
static gboolean add_list(Walk *walk, const char *name, GError **error)
{
    gsize len = 0;
    g_autofree char *text = read_list(name, &len, error);
    if (!text) {
        return FALSE;
    }
    char end = memchr(text, '\0', len) ? '\0' : '\n';
    for (char *line = text, *after; line < text + len; line = after + 1) {
        after = memchr(line, end, len - (gsize)(line - text));
        after = after ? after : text + len;
        *after = '\0';
        if (end == '\n' && after > line && after[-1] == '\r') {
            after[-1] = '\0';
        }
        if (*line && !add_path(walk, line, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- all of them ------------------------------------------------------------------------------ */

static gboolean add_input(Walk *walk, const char *input, GError **error)
{
    return strcmp(input, "-") == 0 ? add_list(walk, "-", error)
           : input[0] == '@'       ? add_list(walk, input + 1, error)
           : is_pattern(input)     ? add_matches(walk, input, error)
                                   : add_path(walk, input, error);
}

static gint by_path(gconstpointer a, gconstpointer b)
{
    const FairyWalked *const *left = a, *const *right = b;
    return strcmp((*left)->absolute, (*right)->absolute);
}

GPtrArray *fairy_walk(const char *const *inputs, const char *except, gboolean once, GError **error)
{
    Walk walk = {.found = g_ptr_array_new_with_free_func(free_walked),
                 .known = g_hash_table_new(g_str_hash, g_str_equal),
                 .inodes =
                     once ? g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) : NULL,
                 .except = except ? g_canonicalize_filename(except, NULL) : NULL};
    gboolean good = TRUE;
    for (const char *const *input = inputs; good && *input; input++) {
        good = add_input(&walk, *input, error);
    }
    g_queue_clear_full(&walk.folders, free_folder);
    g_hash_table_unref(walk.known);
    g_clear_pointer(&walk.inodes, g_hash_table_unref);
    g_free(walk.except);
    g_ptr_array_sort(walk.found, by_path);
    if (!good) {
        g_clear_pointer(&walk.found, g_ptr_array_unref);
    }
    return walk.found;
}
