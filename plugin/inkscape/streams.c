/* Standard output, standard error, and the log. */
#include "streams.h"

#include <fairy/escape.h>

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_LOG_BYTES = 256 * 1024 };

static int open_log(void)
{
    g_autofree char *folder = g_build_filename(g_get_user_state_dir(), "fairies", NULL);
    g_autofree char *path = g_build_filename(folder, "inkscape.log", NULL);
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        return -1;
    }
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    struct stat info;
    if (fd < 0) {
        return -1;
    }
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && fchmod(fd, 0600) == 0 &&
        (info.st_size <= MAX_LOG_BYTES || ftruncate(fd, 0) == 0)) {
        return fd;
    }
    close(fd);
    return -1;
}

int streams_capture(void)
{
    int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    int log = open_log();
    if (log < 0) {
        log = open("/dev/null", O_WRONLY | O_CLOEXEC);
    }
    if (log < 0 || dup2(log, STDERR_FILENO) < 0 || dup2(log, STDOUT_FILENO) < 0) {
        close(STDERR_FILENO);
        close(STDOUT_FILENO);
    }
    if (log > STDERR_FILENO) {
        close(log);
    }
    return out;
}

void streams_log(const char *format, ...)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *time = g_date_time_format_iso8601(now);
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *line = fairy_escape_line(text);
    fprintf(stderr, "%s %s\n", time, line);
}

gboolean streams_write(int fd, GBytes *bytes)
{
    gsize len = 0;
    const char *p = g_bytes_get_data(bytes, &len);
    g_autofree char *shown = isatty(fd) ? fairy_escape(p, (gssize)len) : NULL;
    if (shown != NULL) {
        p = shown;
        len = strlen(shown);
    }
    while (len > 0) {
        gssize n = write(fd, p, len);
        if (n < 0 && errno != EINTR) {
            return FALSE;
        }
        if (n > 0) {
            p += n;
            len -= (gsize)n;
        }
    }
    return TRUE;
}
