/* Sockets of runs in a folder that is ours alone. */
#include "host/runtime.h"

#include "base/claim.h"

#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define ENDING     ".run"
#define BACKLOG    32
#define LOCK_TRIES 40
#define LOCK_US    5000

/* --- names ------------------------------------------------------------------------------------ */

static void digest(const char *path, char out[17])
{
    g_autofree char *canonical = path ? fairy_canonical_path(path) : NULL;
    g_autofree char *whole =
        canonical ? g_compute_checksum_for_string(G_CHECKSUM_SHA256, canonical, -1) : NULL;
    g_strlcpy(out, whole ? whole : FAIRY_NO_DIGEST, 17);
}

FairyRunPlace fairy_run_place(const char *source, const char *output)
{
    FairyRunPlace place;
    digest(source, place.source);
    digest(output, place.output);
    return place;
}

gboolean fairy_run_place_is_known(const FairyRunPlace *place)
{
    return strcmp(place->source, FAIRY_NO_DIGEST) != 0 ||
           strcmp(place->output, FAIRY_NO_DIGEST) != 0;
}

static gboolean read_digest(const char **name, char out[17])
{
    g_strlcpy(out, *name, 17);
    gboolean whole = strspn(out, "0123456789abcdef") == 16 && (*name)[16] == '-';
    *name += whole ? 17 : 0;
    return whole;
}

static gboolean read_name(const char *name, FairyRunPlace *place)
{
    return g_str_has_suffix(name, ENDING) && read_digest(&name, place->source) &&
           read_digest(&name, place->output);
}

/* --- the folder ------------------------------------------------------------------------------- */

/* A link isn't followed: it could lead to what is somebody else's. */
static gboolean is_ours(const char *folder, mode_t forbidden)
{
    struct stat st;
    return lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
           (st.st_mode & forbidden) == 0;
}

static char *folder_path(void)
{
    const char *runtime = g_getenv("XDG_RUNTIME_DIR");
    if (runtime && g_path_is_absolute(runtime) && is_ours(runtime, 0022)) {
        return g_build_filename(runtime, "fairies", NULL);
    }
    g_autofree char *name = g_strdup_printf("fairies-%u", (guint)geteuid());
    return g_build_filename(g_get_tmp_dir(), name, NULL);
}

char *fairy_runtime_folder(GError **error)
{
    g_autofree char *folder = folder_path();
    if (g_mkdir(folder, 0700) != 0 && errno != EEXIST) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL, "can't make the folder %s: %s", folder,
                    g_strerror(errno));
        return NULL;
    }
    if (!is_ours(folder, 0077)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                    "%s must be a folder of yours that is closed to others (mode 0700)", folder);
        return NULL;
    }
    return g_steal_pointer(&folder);
}

/* -1 when another holds it, who is stuck. */
static int lock(const char *folder)
{
    int fd = g_open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
    for (guint i = 0; fd >= 0 && i < LOCK_TRIES; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
            return fd;
        }
        g_usleep(LOCK_US);
    }
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

/* --- connecting ------------------------------------------------------------------------------- */

static gboolean address_of(const char *path, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    return g_strlcpy(address->sun_path, path, sizeof address->sun_path) < sizeof address->sun_path;
}

static int open_socket(void)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

gboolean fairy_runtime_check_peer(int fd)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

static int try_to_connect(const char *path)
{
    struct sockaddr_un address;
    int fd = address_of(path, &address) ? open_socket() : -1;
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        int why = errno;
        close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

/* Nobody is between binding and listening while the folder is locked: what refuses then is of a
 * process that was killed. */
static int connect_or_remove(const char *path)
{
    int fd = try_to_connect(path);
    if (fd < 0 && errno == ECONNREFUSED) {
        g_unlink(path);
    }
    return fd;
}

static int lock_and_connect(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    int locked = lock(folder), fd = locked >= 0 ? connect_or_remove(path) : -1;
    if (locked >= 0) {
        close(locked);
    }
    return fd;
}

int fairy_runtime_connect(const char *path)
{
    int fd = try_to_connect(path);
    if (fd < 0 && errno == ECONNREFUSED) {
        fd = lock_and_connect(path);
    }
    if (fd >= 0 && !fairy_runtime_check_peer(fd)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* --- listening -------------------------------------------------------------------------------- */

static int fail(int fd, const char *path, GError **error)
{
    int why = errno;
    g_set_error(error, FAIRY_ERROR, why == EADDRINUSE ? FAIRY_ERROR_BUSY : FAIRY_ERROR_CONTROL,
                "can't listen at %s: %s", path, g_strerror(why));
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

static int bind_and_listen(const char *path, GError **error)
{
    struct sockaddr_un address;
    if (!address_of(path, &address)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                    "the path %s is too long for a socket; set XDG_RUNTIME_DIR to a folder with a "
                    "shorter one",
                    path);
        return -1;
    }
    int fd = open_socket();
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(fd, BACKLOG) != 0) {
        return fail(fd, path, error);
    }
    return fd;
}

int fairy_run_listen(const FairyRunPlace *place, const char *rest, char **path, GError **error)
{
    g_autofree char *name = g_strdup_printf("%s-%s-%s" ENDING, place->source, place->output, rest);
    return fairy_runtime_listen(name, path, error);
}

int fairy_runtime_listen(const char *name, char **path, GError **error)
{
    g_autofree char *folder = fairy_runtime_folder(error);
    if (!folder) {
        return -1;
    }
    g_autofree char *whole = g_build_filename(folder, name, NULL);
    int locked = lock(folder);
    if (locked < 0) {
        errno = EAGAIN;
        return fail(-1, whole, error);
    }
    int other = connect_or_remove(whole);
    int fd = bind_and_listen(whole, error);
    close(locked);
    if (other >= 0) {
        close(other);
    }
    *path = fd >= 0 ? g_steal_pointer(&whole) : NULL;
    return fd;
}

/* --- finding ---------------------------------------------------------------------------------- */

static void free_socket(gpointer data)
{
    FairyRunSocket *found = data;
    g_free(found->path);
    g_free(found);
}

GPtrArray *fairy_runtime_sockets(gboolean (*fits)(const FairyRunPlace *place, gconstpointer data),
                                 gconstpointer data)
{
    GPtrArray *found = g_ptr_array_new_with_free_func(free_socket);
    g_autofree char *folder = folder_path();
    g_autoptr(GDir) dir = is_ours(folder, 0077) ? g_dir_open(folder, 0, NULL) : NULL;
    FairyRunPlace place;
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        if (read_name(name, &place) && fits(&place, data)) {
            FairyRunSocket *one = g_new(FairyRunSocket, 1);
            *one = (FairyRunSocket){place, g_build_filename(folder, name, NULL)};
            g_ptr_array_add(found, one);
        }
    }
    return found;
}
