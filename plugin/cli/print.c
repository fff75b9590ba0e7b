/* Where all output leaves the program. Nothing else here calls stdio to write. */
#include "print.h"

#include "interrupt.h"

#include <fairy/escape.h>

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* What GLib and the libraries over it tell may hold names of files and fonts. */
static GLogWriterOutput log_writer(GLogLevelFlags level, const GLogField *fields, gsize n,
                                   G_GNUC_UNUSED gpointer data)
{
    if (!g_log_writer_default_would_drop(level, NULL)) {
        g_autofree char *text = g_log_writer_format_fields(level, fields, n, FALSE);
        cli_print_line(stderr, "%s", text);
    }
    return G_LOG_WRITER_HANDLED;
}

void cli_print_init(void)
{
    g_log_set_writer_func(log_writer, NULL, NULL);
}

void cli_print_text(FILE *stream, const char *text, gssize len)
{
    g_autofree char *shown = fairy_escape(text, len);
    fputs(shown, stream);
}

void cli_print_line(FILE *stream, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *line = fairy_escape_line(text);
    fprintf(stream, "%s\n", line);
}

void cli_print_words(FILE *stream, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        cli_print_line(stream, "%s%s", line == lines ? "" : "  ", g_strchomp(*line));
    }
}

void cli_print_json(FILE *stream, cJSON *json)
{
    g_autofree char *text = fairy_json_print(json);
    cJSON_Delete(json);
    fprintf(stream, "%s\n", text);
}

void cli_print_again(FILE *stream, const char *printed, gsize len)
{
    fwrite(printed, 1, len, stream);
}

void cli_print_result(const char *text)
{
    if (isatty(STDOUT_FILENO)) {
        cli_print_line(stdout, "%s", text);
    } else {
        fprintf(stdout, "%s\n", text);
    }
}

void cli_print_prompt(const char *text)
{
    g_autofree char *line = fairy_escape_line(text);
    fputs(line, stderr);
    fflush(stderr);
}

/* Written in one piece, over what is there, so that nothing flickers. */
void cli_print_rows(const char *const *rows, guint n)
{
    g_autoptr(GString) out = g_string_new(NULL);
    guint before = cli_interrupt_rows();
    for (guint i = 1; i < before; i++) {
        g_string_append(out, n == before ? CLI_ROW_UP : CLI_ROW_CLEAR CLI_ROW_UP);
    }
    g_string_append(out, before > 0 ? CLI_ROW_CLEAR : "");
    for (guint i = 0; i < n; i++) {
        g_autofree char *line = fairy_escape_line(rows[i]);
        g_string_append_printf(out, "%s%s%s", i > 0 ? "\n" : "", CLI_ROW_CLEAR, line);
    }
    cli_interrupt_begin_rows();
    fputs(out->str, stderr);
    fflush(stderr);
    cli_interrupt_end_rows(n);
}

/* --- what went wrong -------------------------------------------------------------------------- */

int cli_print_error(const GError *error)
{
    return cli_print_failure(cli_exit_code(error), "%s", error->message);
}

int cli_print_failure(int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    cli_print_line(stderr, "fairy: %s", g_strchomp(message));
    return code;
}

/* --- drawings and pictures -------------------------------------------------------------------- */

/* What would be written is made first: that asks whether it may be. A terminal shows the text of
 * it, also of what is packed. */
static gboolean show_drawing(SvgDocument *doc, GError **error)
{
    g_autoptr(GBytes) written = svg_document_print(doc, error);
    if (written == NULL) {
        return FALSE;
    }
    g_autoptr(GBytes) text = svg_document_print_utf8(doc);
    gsize len;
    const char *bytes = g_bytes_get_data(text, &len);
    cli_print_text(stdout, bytes, (gssize)len);
    return cli_flush(error);
}

gboolean cli_print_drawing(SvgDocument *doc, GError **error)
{
    return isatty(STDOUT_FILENO) ? show_drawing(doc, error) : svg_document_save(doc, "-", error);
}

gboolean cli_write_picture(const char *path, GBytes *picture, GError **error)
{
    if (strcmp(path, "-") == 0 && isatty(STDOUT_FILENO)) {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "a terminal can't show a picture; name a file for it, or lead standard "
                            "output into one");
        return FALSE;
    }
    return svg_file_write(path, picture, error);
}

/* --- the end ---------------------------------------------------------------------------------- */

gboolean cli_flush(GError **error)
{
    if (!ferror(stdout)) {
        errno = 0; /* else it still tells why the write before this failed */
    }
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return TRUE;
    }
    int why = errno;
    clearerr(stdout);
    if (why == EPIPE) {
        return TRUE;
    }
    g_set_error(
        error, G_FILE_ERROR, (gint)(why ? g_file_error_from_errno(why) : G_FILE_ERROR_FAILED),
        "can't write standard output: %s", why ? g_strerror(why) : "an earlier write failed");
    return FALSE;
}
