/* Reads files and turns every encoding into UTF-8, and back. libxml2 reports byte offsets that can
 * be trusted only for UTF-8. */
#include "document/input.h"

#include <svg/gzip.h>
#include <svg/limits.h>

#include <glib/gstdio.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define CHUNK ((gsize)256 * 1024)

static void fail_size(GError **error, const char *name)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_TOO_LARGE, "%s: larger than the limit of %u MB", name,
                SVG_MAX_BYTES >> 20);
}

/* Everything that can be read, up to the limit. */
static GBytes *read_all(int fd, const char *name, GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_autofree char *chunk = g_malloc(CHUNK);
    for (;;) {
        gssize n = read(fd, chunk, CHUNK);
        if (n < 0 && errno != EINTR) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_IO, "%s: can't be read: %s", name,
                        g_strerror(errno));
            return NULL;
        }
        if (n == 0) {
            return g_byte_array_free_to_bytes(g_steal_pointer(&bytes));
        }
        if (n > 0 && bytes->len + (gsize)n > SVG_MAX_BYTES) {
            fail_size(error, name);
            return NULL;
        }
        g_byte_array_append(bytes, (guint8 *)chunk, (guint)MAX(n, 0));
    }
}

static int open_file(const char *path, GError **error)
{
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
    struct stat st = {0};
    int code = fd < 0 || fstat(fd, &st) < 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    if (code) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_IO, "%s: can't be read: %s", path,
                    g_strerror(code));
    } else if (S_ISREG(st.st_mode) && st.st_size > (off_t)SVG_MAX_BYTES) {
        fail_size(error, path);
    } else {
        return fd;
    }
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

GBytes *svg_input_read(const char *path, GError **error)
{
    gboolean standard = g_str_equal(path, "-");
    int fd = standard ? STDIN_FILENO : open_file(path, error);
    if (fd < 0) {
        return NULL;
    }
    GBytes *bytes = read_all(fd, standard ? "standard input" : path, error);
    if (!standard) {
        close(fd);
    }
    return bytes;
}

guint svg_line_at(const char *text, gsize offset)
{
    guint line = 1;
    for (const char *at = text, *end = text + offset; (at = memchr(at, '\n', (gsize)(end - at)));
         at++) {
        line++;
    }
    return line;
}

/* By the first bytes: a byte order mark, or "<" in two bytes (XML 1.0 appendix F). */
static const char *wide_encoding(const guint8 *data, gsize len)
{
    static const struct {
        guint8 first[2];
        const char *name;
    } rows[] = {
        {{0xff, 0xfe}, "UTF-16LE"},
        {{0xfe, 0xff}, "UTF-16BE"},
        {{'<', 0}, "UTF-16LE"},
        {{0, '<'}, "UTF-16BE"},
    };
    for (gsize i = 0; len >= 2 && i < G_N_ELEMENTS(rows); i++) {
        if (memcmp(data, rows[i].first, 2) == 0) {
            return rows[i].name;
        }
    }
    return NULL;
}

/* encoding="…" of the XML declaration; NULL when it says UTF-8 or nothing. A file that says UTF-16
 * but is written in bytes can only be UTF-8. */
static char *declared_encoding(const char *data, gsize len)
{
    g_autofree char *head = g_strndup(data, MIN(len, 256));
    g_autoptr(GRegex) regex =
        g_regex_new("^(?:\xEF\xBB\xBF)?<\\?xml[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._:-]+)[\"']",
                    G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match(regex, head, 0, &match)) {
        return NULL;
    }
    g_autofree char *name = g_match_info_fetch(match, 1);
    gboolean unicode = g_ascii_strncasecmp(name, "utf", 3) == 0 ||
                       g_ascii_strncasecmp(name, "ucs", 3) == 0 ||
                       g_ascii_strncasecmp(name, "iso-10646", 9) == 0;
    return unicode ? NULL : g_steal_pointer(&name);
}

static gboolean check_utf8(const SvgInput *in, const char *name, GError **error)
{
    const char *bad = NULL;
    if (g_utf8_validate_len(in->text, in->len, &bad)) {
        return TRUE;
    }
    g_set_error(
        error, SVG_ERROR, SVG_ERROR_PARSE, "%s:%u: %s", name,
        svg_line_at(in->text, (gsize)(bad - in->text)),
        *bad ? "not valid UTF-8; if it is in another encoding, the XML declaration must say so"
             : "a NUL byte, which XML can't contain");
    return FALSE;
}

static gboolean transcode(SvgInput *in, const char *data, gsize len, const char *name,
                          GError **error)
{
    gsize back_len;
    g_autofree char *back = NULL;
    g_autoptr(GError) cause = NULL;
    in->text = g_convert(data, (gssize)len, "UTF-8", in->encoding, NULL, &in->len, &cause);
    if (in->text) {
        back = g_convert(in->text, (gssize)in->len, in->encoding, "UTF-8", NULL, &back_len, NULL);
    }
    if (!in->text) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE, "%s:1: can't be read as %s: %s", name,
                    in->encoding, cause->message);
    } else if (!back || back_len != len || memcmp(back, data, len) != 0) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE,
                    "%s:1: its %s couldn't be written back unchanged; convert it to UTF-8 first",
                    name, in->encoding);
    } else {
        return TRUE;
    }
    return FALSE;
}

gboolean svg_input_decode(GBytes *raw, const char *name, SvgInput *out, GError **error)
{
    g_autoptr(GBytes) bytes = g_bytes_ref(raw);
    out->gzipped = svg_gzip_is_packed(raw);
    if (out->gzipped) {
        g_bytes_unref(bytes);
        bytes = svg_gzip_unpack(raw, name, error);
        if (!bytes) {
            return FALSE;
        }
    }
    gsize len;
    const char *data = g_bytes_get_data(bytes, &len);
    if (len == 0) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE, "%s:1: the file is empty", name);
        return FALSE;
    }
    out->encoding = g_strdup(wide_encoding((const guint8 *)data, len));
    if (!out->encoding) {
        out->encoding = declared_encoding(data, len);
    }
    if (out->encoding && !transcode(out, data, len, name, error)) {
        return FALSE;
    }
    if (!out->encoding) {
        out->text = g_malloc(len + 1);
        memcpy(out->text, data, len);
        out->text[len] = '\0';
        out->len = len;
    }
    return check_utf8(out, name, error);
}

GBytes *svg_input_encode(GBytes *text, const char *encoding, gboolean gzip, GError **error)
{
    g_autoptr(GBytes) bytes = g_bytes_ref(text);
    if (encoding) {
        gsize len, out_len;
        const char *data = g_bytes_get_data(text, &len);
        char *out = g_convert(data, (gssize)len, encoding, "UTF-8", NULL, &out_len, NULL);
        if (!out) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "the drawing holds characters that its encoding, %s, doesn't have",
                        encoding);
            return NULL;
        }
        g_bytes_unref(bytes);
        bytes = g_bytes_new_take(out, out_len);
    }
    return gzip ? svg_gzip_pack(bytes) : g_steal_pointer(&bytes);
}
