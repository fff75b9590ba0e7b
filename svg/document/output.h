/* Writing files: whole or not at all. Private to svg/document. */
#pragma once

#include <glib.h>
#include <stdio.h>

/* Writes what goes into the file. Failures show in ferror(). */
typedef void (*SvgOutputFunc)(FILE *file, gpointer data);

/* For such a function. */
void svg_output_put(FILE *file, const char *bytes, gsize len);

/* Replaces the file at `path` in one step, keeping the mode and, where we may, the owner of one
 * that is there, and following a symbolic link; "-" is standard output. A device or a pipe, which
 * can't be replaced, is written to. What is replaced is on the disk before the old file goes: a
 * crash of the machine leaves one of both. SVG_ERROR_IO; the old file is whole then. */
gboolean svg_output(const char *path, SvgOutputFunc func, gpointer data, GError **error);
