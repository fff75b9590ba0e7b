/* The one way out: whatever `fairy` says on standard output or standard error passes here, and
 * nothing foreign in it can do anything to a terminal (<fairy/escape.h>). */
#pragma once

#include "exits.h"

#include <svg/document.h>

#include <cjson/cJSON.h>

#include <glib.h>
#include <stdio.h>

/* What GLib and libraries over it have to say comes here, too. */
void cli_print_init(void);

/* A line, and the line break behind it: whatever was put into it, it is one. */
void cli_print_line(FILE *stream, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Text as it is laid out, line breaks and tabs included; `len` bytes of it, or -1 for all. JSON
 * stays JSON. */
void cli_print_text(FILE *stream, const char *text, gssize len);
/* What was said, under one another: the line breaks of `text` stay, and what follows them is
 * indented, so that it doesn't look like a line of ours. */
void cli_print_words(FILE *stream, const char *text);
/* A line of JSON; frees `json`. */
void cli_print_json(FILE *stream, cJSON *json);
/* What was printed before, into a file: it is as it is to be shown already. */
void cli_print_again(FILE *stream, const char *printed, gsize len);
/* A result on standard output that whoever asked goes on with, such as the path of a file: the very
 * bytes, unless a terminal shows them. */
void cli_print_result(const char *text);
/* Leaves the cursor behind `text`, for an answer. */
void cli_print_prompt(const char *text);
/* On a terminal, on standard error: these lines in place of those that are there
 * (cli_interrupt_rows()), each shorter than the terminal is wide. The cursor stays in the last. */
void cli_print_rows(const char *const *rows, guint n);

/* "fairy: MESSAGE", one line on standard error. Returns the error's exit code. */
int cli_print_error(const GError *error);
/* The same for a message that has no GError; `code` is returned. */
int cli_print_failure(int code, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The drawing on standard output: as svg_document_save() writes it, or as text where a terminal
 * shows it. */
gboolean cli_print_drawing(SvgDocument *doc, GError **error);
/* As svg_file_write(), but no picture is shown to a terminal. */
gboolean cli_write_picture(const char *path, GBytes *picture, GError **error);

/* FALSE when what was printed on standard output couldn't be written. A reader that left isn't a
 * failure: it has what it wanted. */
gboolean cli_flush(GError **error);
