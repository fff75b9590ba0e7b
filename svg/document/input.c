/* Reads files and turns every encoding into UTF-8, and back. libxml2 reports byte offsets that can
 * be trusted only for UTF-8. */
#include "document/input.h"

#include "document/arena.h"

#include <svg/gzip.h>
#include <svg/limits.h>

#include <glib/gstdio.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define CHUNK ((gsize)256 * 1024)
#define MIXED ((gsize)64) /* bytes that are looked at one by one where one isn't ASCII */

#define LOW_BITS  G_GUINT64_CONSTANT(0x0101010101010101)
#define HIGH_BITS G_GUINT64_CONSTANT(0x8080808080808080)

static void fail_size(GError **error, const char *name)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_TOO_LARGE, "%s: larger than the limit of %u MB", name,
                SVG_MAX_BYTES >> 20);
}

static const char *kind_of(mode_t mode)
{
    return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

static gboolean check_kind(const char *path, GError **error)
{
    struct stat st;
    int code = stat(path, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    if (code) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_IO, "%s: can't be read: %s", path,
                    g_strerror(code));
    } else if (!S_ISREG(st.st_mode)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_IO,
                    "%s: %s can't be read; name a file, or read standard input by \"-\"", path,
                    kind_of(st.st_mode));
    } else if (st.st_size > (off_t)SVG_MAX_BYTES) {
        fail_size(error, path);
    } else {
        return TRUE;
    }
    return FALSE;
}

/* A pipe that nobody writes to would hold us up: it is looked at before it is opened, and should it
 * be put there in between, opened without waiting. */
static int open_file(const char *path, GError **error)
{
    if (!check_kind(path, error)) {
        return -1;
    }
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
    if (fd < 0) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_IO, "%s: can't be read: %s", path,
                    g_strerror(errno));
    }
    return fd;
}

/* Reads to the end into `out`, which has room for `room` bytes and one more. */
static gboolean read_all(int fd, gsize room, const char *name, SvgInput *out, GError **error)
{
    out->text = svg_memory_new(room + 1);
    for (;;) {
        gssize n = read(fd, out->text + out->len, room - out->len);
        if (n < 0 && errno != EINTR) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_IO, "%s: can't be read: %s", name,
                        g_strerror(errno));
            return FALSE;
        }
        out->len += n > 0 ? (gsize)n : 0;
        if (n == 0) {
            out->text[out->len] = '\0';
            return TRUE;
        }
        if (out->len > SVG_MAX_BYTES) {
            fail_size(error, name);
            return FALSE;
        }
        if (out->len == room) {
            room *= 2;
            out->text = g_realloc(out->text, room + 1);
        }
    }
}

/* One byte more than a file has, so that its end shows without growing. */
static gsize room_for(int fd)
{
    struct stat st;
    gboolean sized = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
    return sized ? (gsize)st.st_size + 1 : CHUNK;
}

gboolean svg_input_read(const char *path, SvgInput *out, GError **error)
{
    gboolean standard = g_str_equal(path, "-");
    int fd = standard ? STDIN_FILENO : open_file(path, error);
    if (fd < 0) {
        return FALSE;
    }
    gboolean good = read_all(fd, room_for(fd), standard ? "standard input" : path, out, error);
    if (!standard) {
        close(fd);
    }
    return good;
}

static gboolean unpack(SvgInput *in, GBytes *packed, const char *name, GError **error)
{
    GBytes *bytes = svg_gzip_unpack(packed, name, error);
    if (!bytes) {
        return FALSE;
    }
    gsize len;
    char *text = g_bytes_unref_to_data(bytes, &len);
    in->packed = g_bytes_new_take(in->text, in->len);
    in->text = g_realloc(text, len + 1);
    in->text[len] = '\0';
    in->len = len;
    return TRUE;
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

/* The value of encoding="…" in an XML declaration; NULL when it has none. The caller's. */
static char *encoding_in(const char *declaration)
{
    static const char *const space = " \t\r\n";
    const char *at = strstr(declaration, "encoding");
    at = at ? at + strlen("encoding") : "";
    at += strspn(at, space);
    at += *at == '=' ? 1 + strspn(at + 1, space) : 0;
    if (*at != '"' && *at != '\'') {
        return NULL;
    }
    gsize len = strspn(at + 1, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._:-");
    return len && (at[1 + len] == '"' || at[1 + len] == '\'') ? g_strndup(at + 1, len) : NULL;
}

/* encoding="…" of the XML declaration; NULL when it says UTF-8 or nothing. A file that says UTF-16
 * but is written in bytes can only be UTF-8. */
static char *declared_encoding(const char *data, gsize len)
{
    g_autofree char *head = g_strndup(data, MIN(len, 256));
    const char *from = g_str_has_prefix(head, "\xEF\xBB\xBF") ? head + 3 : head;
    if (!g_str_has_prefix(from, "<?xml") || !g_ascii_isspace(from[5])) {
        return NULL;
    }
    head[from - head + (gssize)strcspn(from, ">")] = '\0';
    g_autofree char *name = encoding_in(from);
    gboolean unicode = !name || g_ascii_strncasecmp(name, "utf", 3) == 0 ||
                       g_ascii_strncasecmp(name, "ucs", 3) == 0 ||
                       g_ascii_strncasecmp(name, "iso-10646", 9) == 0;
    return unicode ? NULL : g_steal_pointer(&name);
}

/* How many bytes from here are ASCII and no NUL, in whole words. */
static gsize plain_length(const char *text, gsize len)
{
    gsize n = 0;
    for (guint64 word; n + sizeof word <= len; n += sizeof word) {
        memcpy(&word, text + n, sizeof word);
        if ((word | (word - LOW_BITS)) & HIGH_BITS) {
            break;
        }
    }
    return n;
}

/* Up to the first byte that isn't UTF-8 or is a NUL; NULL when there is none. Drawings are nearly
 * all ASCII: GLib, which reads byte by byte, is given the rest, in pieces that end with a
 * character.
 */
static const char *find_bad_utf8(const char *text, gsize len)
{
    for (gsize from = plain_length(text, len), to; from < len;
         from = to + plain_length(text + to, len - to)) {
        const char *bad;
        to = MIN(from + MIXED, len);
        while (to < len && ((guchar)text[to] & 0xc0) == 0x80) {
            to++;
        }
        if (!g_utf8_validate_len(text + from, to - from, &bad)) {
            return bad;
        }
    }
    return NULL;
}

static gboolean check_utf8(const SvgInput *in, const char *name, GError **error)
{
    const char *bad = find_bad_utf8(in->text, in->len);
    if (!bad) {
        return TRUE;
    }
    g_set_error(
        error, SVG_ERROR, SVG_ERROR_PARSE, "%s:%u: %s", name,
        svg_line_at(in->text, (gsize)(bad - in->text)),
        *bad ? "not valid UTF-8; if it is in another encoding, the XML declaration must say so"
             : "a NUL byte, which XML can't contain");
    return FALSE;
}

static gboolean transcode(SvgInput *in, const char *name, GError **error)
{
    gsize len, back_len;
    g_autofree char *back = NULL;
    g_autoptr(GError) cause = NULL;
    g_autofree char *text =
        g_convert(in->text, (gssize)in->len, "UTF-8", in->encoding, NULL, &len, &cause);
    if (text) {
        back = g_convert(text, (gssize)len, in->encoding, "UTF-8", NULL, &back_len, NULL);
    }
    if (!text) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE, "%s:1: can't be read as %s: %s", name,
                    in->encoding, cause->message);
    } else if (!back || back_len != in->len || memcmp(back, in->text, back_len) != 0) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE,
                    "%s:1: its %s couldn't be written back unchanged; convert it to UTF-8 first",
                    name, in->encoding);
    } else {
        g_free(in->text);
        in->text = g_steal_pointer(&text);
        in->len = len;
        return TRUE;
    }
    return FALSE;
}

gboolean svg_input_decode(SvgInput *in, const char *name, GError **error)
{
    g_autoptr(GBytes) raw = g_bytes_new_static(in->text, in->len);
    in->gzipped = svg_gzip_is_packed(raw);
    if (in->gzipped && !unpack(in, raw, name, error)) {
        return FALSE;
    }
    if (in->len == 0) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE, "%s:1: the file is empty", name);
        return FALSE;
    }
    in->encoding = g_strdup(wide_encoding((const guint8 *)in->text, in->len));
    if (!in->encoding) {
        in->encoding = declared_encoding(in->text, in->len);
    }
    return (!in->encoding || transcode(in, name, error)) && check_utf8(in, name, error);
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
