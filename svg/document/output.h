/* Writing files: whole or not at all. Private to svg/document. */
#pragma once

#include <svg/document.h>

#include <glib.h>
#include <stdio.h>

/* Writes what goes into the file. Failures show in ferror(). */
typedef void (*SvgOutputFunc)(FILE *file, gpointer data);

/* For such a function. */
void svg_output_put(FILE *file, const char *bytes, gsize len);

/* Replaces the file at `path` in one step, keeping the mode and, where we may, the owner of one
 * that is there, and following a symbolic link; "-" is standard output. A device or a pipe, which
 * can't be replaced, is written to. What is written is on the disk before it is in its place, and
 * so is the place when this returns: a crash of the machine leaves the old file or the new one.
 *
 * Where `was` isn't NULL, only what it says is replaced: SVG_ERROR_CHANGED when something else is
 * there, or when another program has it open for writing. Else SVG_ERROR_IO; with both the old
 * file, or what the other program wrote, is whole.
 *
 * Beside the file there is another one meanwhile, ".NAME.fairy-XXXXXXXX", locked by flock(). One
 * that is left by a process that was killed is taken away by the next output to the same path. */
gboolean svg_output(const char *path, const SvgFileState *was, SvgOutputFunc func, gpointer data,
                    GError **error);
/* Its two halves: see svg_document_save_begin(). `data`, freed by `free_data` (NULL = it isn't),
 * has to be there until the end: what can't be replaced is written at the commit. */
SvgSaving *svg_output_begin(const char *path, const SvgFileState *was, SvgOutputFunc func,
                            gpointer data, GDestroyNotify free_data, GError **error);
