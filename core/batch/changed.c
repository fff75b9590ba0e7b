/* Asks git, once for each repository that drawings are in. Hooks of git name theirs by the
 * environment, which isn't that of every drawing. */
#include "batch/changed.h"

#include "batch/batch_priv.h"

#include <fairy/walk.h>

#include <sys/mman.h>
#include <sys/wait.h>

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define MOST_ARGUMENTS 16

typedef struct {
    const char *rev;        /* as the person named it */
    GHashTable *roots;      /* folders → root of their repository, or NULL */
    GHashTable *repository; /* roots → set of paths in them that changed */
} Git;

/* --- git -------------------------------------------------------------------------------------- */

/* What is said is kept in memory: whoever waits for the end can't be waited for by a full pipe. */
typedef struct {
    int out, err;
} Said;

static char *text_of(int fd, gsize *len)
{
    GString *text = g_string_new(NULL);
    char chunk[1 << 14];
    gssize n = lseek(fd, 0, SEEK_SET);
    while (n >= 0 && ((n = read(fd, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR))) {
        g_string_append_len(text, chunk, MAX(n, 0));
        n = 0;
    }
    *len = text->len;
    return g_string_free(text, FALSE);
}

static gboolean run_git(const char *const *arguments, const Said *said, int *status, GError **error)
{
    const char *argv[MOST_ARGUMENTS + 2] = {"git"};
    g_autoptr(GError) local = NULL;
    g_auto(GStrv) environment = g_get_environ();
    GPid pid = 0;
    for (guint i = 0; arguments[i] && i < MOST_ARGUMENTS; i++) {
        argv[i + 1] = arguments[i];
    }
    environment = g_environ_unsetenv(environment, "GIT_DIR");
    environment = g_environ_unsetenv(environment, "GIT_WORK_TREE");
    environment = g_environ_setenv(environment, "LC_ALL", "C", TRUE);
    if (!g_spawn_async_with_fds(NULL, (char **)argv, environment,
                                G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid,
                                -1, said->out, said->err, &local)) {
        return fairy_batch_fail(error, "git can't be run, which knows what has changed: %s",
                                local->message);
    }
    while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
    }
    g_spawn_close_pid(pid);
    return TRUE;
}

static GBytes *answer_of(const char *const *arguments, const Said *said, char **refused,
                         GError **error)
{
    int status = 0;
    gsize len = 0;
    if (said->out < 0 || said->err < 0) {
        fairy_batch_fail(error, "there is no memory for what git says: %s", g_strerror(errno));
        return NULL;
    }
    if (!run_git(arguments, said, &status, error)) {
        return NULL;
    }
    if (g_spawn_check_wait_status(status, NULL)) {
        char *text = text_of(said->out, &len);
        return g_bytes_new_take(text, len);
    }
    *refused = text_of(said->err, &len);
    (*refused)[strcspn(*refused, "\n")] = '\0';
    return NULL;
}

/* What git says; free with g_bytes_unref(). NULL with an error; or with *refused, where it ran and
 * failed: the first line of what it said instead. */
static GBytes *ask_git(const char *const *arguments, char **refused, GError **error)
{
    const Said said = {memfd_create("git", MFD_CLOEXEC), memfd_create("git", MFD_CLOEXEC)};
    GBytes *answer = answer_of(arguments, &said, refused, error);
    for (guint i = 0; i < 2; i++) {
        int fd = i ? said.err : said.out;
        if (fd >= 0) {
            close(fd);
        }
    }
    return answer;
}

/* The digest of the commit; free with g_free(). */
static char *commit_of(const char *root, const char *rev, GError **error)
{
    g_autofree char *wanted = g_strconcat(rev, "^{commit}", NULL), *refused = NULL;
    const char *const arguments[] = {"-C", root, "rev-parse", "--verify", "--quiet", wanted, NULL};
    g_autoptr(GBytes) out = rev[0] == '-' ? NULL : ask_git(arguments, &refused, error);
    if (out) {
        gsize len = 0;
        const char *text = g_bytes_get_data(out, &len);
        return g_strchomp(g_strndup(text, len));
    }
    if (rev[0] == '-' || refused) {
        fairy_batch_fail(
            error,
            "the repository %s has no revision \"%s\"%s%s; it is a commit, a branch or a tag", root,
            rev, refused && *refused ? ": " : "", refused ? refused : "");
    }
    return NULL;
}

/* Adds the names, which end with a NUL each, as paths. */
static gboolean add_names(GHashTable *changed, const char *root, const char *const *arguments,
                          GError **error)
{
    g_autofree char *refused = NULL;
    g_autoptr(GBytes) out = ask_git(arguments, &refused, error);
    if (!out) {
        return !refused ||
               fairy_batch_fail(error, "git can't tell what has changed in %s: %s", root, refused);
    }
    gsize len = 0;
    const char *name = g_bytes_get_data(out, &len), *end = name + len;
    for (; name && name < end; name += strlen(name) + 1) {
        g_hash_table_add(changed, g_build_filename(root, name, NULL));
    }
    return TRUE;
}

/* Paths in the repository that have changed; NULL with an error. */
static GHashTable *changes_in(const char *root, const char *rev, GError **error)
{
    g_autofree char *commit = commit_of(root, rev, error);
    g_autoptr(GHashTable) changed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *const tracked[] = {
        "-C",   root, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff",
        commit, "--", NULL};
    const char *const untracked[] = {"-C", root, "ls-files", "--others", "--exclude-standard",
                                     "-z", NULL};
    return commit && add_names(changed, root, tracked, error) &&
                   add_names(changed, root, untracked, error)
               ? g_steal_pointer(&changed)
               : NULL;
}

/* --- repositories ----------------------------------------------------------------------------- */

/* The nearest folder above that has a ".git"; NULL = there is none. */
static const char *root_of(Git *git, const char *folder)
{
    gpointer known = NULL;
    if (g_hash_table_lookup_extended(git->roots, folder, NULL, &known)) {
        return known;
    }
    g_autofree char *entry = g_build_filename(folder, ".git", NULL);
    g_autofree char *above = g_path_get_dirname(folder);
    const char *root = g_file_test(entry, G_FILE_TEST_EXISTS) ? folder
                       : strcmp(above, folder) != 0           ? root_of(git, above)
                                                              : NULL;
    g_hash_table_insert(git->roots, g_strdup(folder), g_strdup(root));
    return g_hash_table_lookup(git->roots, folder);
}

static GHashTable *changes_of(Git *git, const FairyWalked *walked, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(walked->absolute);
    const char *root = root_of(git, folder);
    if (!root) {
        fairy_batch_fail(error,
                         "%s isn't in a git repository, so nobody knows whether it has changed",
                         walked->path);
        return NULL;
    }
    GHashTable *changed = g_hash_table_lookup(git->repository, root);
    if (!changed && (changed = changes_in(root, git->rev, error))) {
        g_hash_table_insert(git->repository, g_strdup(root), changed);
    }
    return changed;
}

static gboolean keep_changed(Git *git, GPtrArray *found, GError **error)
{
    guint n = 0;
    for (guint i = 0; i < found->len; i++) {
        FairyWalked *walked = found->pdata[i];
        GHashTable *changed = walked->fault ? NULL : changes_of(git, walked, error);
        if (!walked->fault && !changed) {
            return FALSE;
        }
        if (walked->fault || g_hash_table_contains(changed, walked->absolute)) {
            found->pdata[i] = found->pdata[n];
            found->pdata[n++] = walked;
        }
    }
    g_ptr_array_set_size(found, (gint)n); /* frees the others */
    return TRUE;
}

gboolean fairy_batch_keep_changed(GPtrArray *found, const char *rev, GError **error)
{
    Git git = {
        .rev = rev,
        .roots = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        .repository = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                            (GDestroyNotify)g_hash_table_unref),
    };
    gboolean good = keep_changed(&git, found, error);
    g_hash_table_unref(git.roots);
    g_hash_table_unref(git.repository);
    return good;
}
