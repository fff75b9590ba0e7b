/* An SVG document: read, ask, write. Changes go through <svg/edit.h>.
 *
 * Saving a document that wasn't changed gives its input byte for byte; saving a changed one
 * rewrites only what changed. A document belongs to one thread. Ids are those of
 * svg_document_shapes(): the element's own `id`, or a derived one ("rect-3") for an element
 * without. */
#pragma once

#include <svg/file.h>
#include <svg/geometry.h>

#include <glib.h>

typedef struct _SvgDocument SvgDocument;

/* Reads a file; "-" is standard input; gzip (.svgz) is unpacked and packed again on save. The
 * result is the caller's. NULL with SVG_ERROR_{IO,PARSE,NOT_SVG,TOO_LARGE}. */
SvgDocument *svg_document_load(const char *path, GError **error);
/* The same from memory; `name` stands in messages. `data` is copied. */
SvgDocument *svg_document_parse(const char *data, gsize len, const char *name, GError **error);
/* Takes NULL. */
void svg_document_free(SvgDocument *doc);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgDocument, svg_document_free)

/* The file as it is now, in its own encoding; as it was read, to the byte, if nothing changed. NULL
 * when new text can't be written in that encoding (it is escaped, so this is rare). */
GBytes *svg_document_print(SvgDocument *doc, GError **error);
/* Writes svg_document_print() to `path` atomically, and to the disk, keeping the mode of a file
 * that is there, and following a symbolic link; "-" is standard output. On failure the old file is
 * whole. */
gboolean svg_document_save(SvgDocument *doc, const char *path, GError **error);
/* The same, but gzip goes by the name: packed for .svgz and .gz, plain for .svg, as it was read for
 * any other. */
gboolean svg_document_save_as(SvgDocument *doc, const char *path, GError **error);
/* svg_document_save(), or svg_document_save_as() where `as`, in the place of what `was` there, and
 * of nothing else: SVG_ERROR_CHANGED when something else has written the file since, also in the
 * moment in which it is replaced, or has it open for that. What that wrote stays. NULL: whatever is
 * there. */
gboolean svg_document_save_over(SvgDocument *doc, const char *path, gboolean as,
                                const SvgFileState *was, GError **error);
/* The same in two steps, for a caller with something to do while the disk is at work. The first
 * writes the whole drawing beside `path`, under a name of its own; the second, when that is on the
 * disk, puts it into its place; then the saving is freed. Freed before, or after a failure, it
 * leaves what was there, and nothing else. What can't be replaced, as standard output, is written
 * by the second. `doc` must be left as it is meanwhile. NULL, or FALSE, as
 * svg_document_save_over() fails. */
typedef struct _SvgSaving SvgSaving;
SvgSaving *svg_document_save_begin(SvgDocument *doc, const char *path, gboolean as,
                                   const SvgFileState *was, GError **error);
/* The SHA-256, as hex, of the bytes that are written; NULL where they are written by the second.
 * Free with g_free(). */
char *svg_saving_digest(const SvgSaving *saving);
gboolean svg_saving_commit(SvgSaving *saving, GError **error);
/* Returns when the file's place is on the disk, too; until then the file is locked (flock()). Takes
 * NULL. */
void svg_saving_free(SvgSaving *saving);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgSaving, svg_saving_free)
/* svg_document_print() as UTF-8, for a program that reads it beside us. */
GBytes *svg_document_print_utf8(SvgDocument *doc);

/* The markup of an element with all that is in it, as it would be saved, as UTF-8: its first `most`
 * bytes, cut between characters; *left (may be NULL) is how many bytes more there are. NULL for
 * unknown ids. The caller's. */
char *svg_document_markup(SvgDocument *doc, const char *id, gsize most, gsize *left);

/* The text as it was read, as UTF-8, whatever was done to it since. */
GBytes *svg_document_as_read(SvgDocument *doc);
/* A place in a text, as editors count: lines end with a line feed, columns are characters, both
 * begin with 1. */
typedef struct {
    guint line, column;
} SvgPosition;
/* Where byte `offset` of svg_document_as_read() is; its end when there is none. */
SvgPosition svg_document_position(SvgDocument *doc, gsize offset);
/* Where an element of a document that wasn't changed begins, with its "<"; of one that has no bytes
 * of its own, what it is in. The root when there is no such id. */
SvgPosition svg_document_position_of(SvgDocument *doc, const char *id);

/* Whether a drawing could be saved to `path` now: a file of its own is made beside it, and taken
 * away. FALSE as svg_document_save() fails: a folder that isn't there or can't be written to, a
 * file that can't be, a folder of that name. */
gboolean svg_file_check_writable(const char *path, GError **error);
/* Writes `bytes` to `path` as svg_document_save() does, whatever is there. */
gboolean svg_file_write(const char *path, GBytes *bytes, GError **error);

/* A document with the name, encoding and packing of `doc`, and other text (UTF-8). Errors as of
 * svg_document_parse(). */
SvgDocument *svg_document_with_text(SvgDocument *doc, GBytes *text, GError **error);

/* The name given at load. */
const char *svg_document_name(SvgDocument *doc);
/* Counts commits and undos since load; 0 means unchanged. */
guint svg_document_version(SvgDocument *doc);
/* Whether svg_document_print() would differ from what was read. */
gboolean svg_document_is_changed(SvgDocument *doc);
/* The root viewBox, or (0, 0, width, height), or the bounds of the drawing where the file gives
 * neither. Document space. */
SvgBox svg_document_page(SvgDocument *doc);
/* px at 96 dpi per user unit, of the root: 3.7795 for width="100mm" viewBox="0 0 100 …". */
double svg_document_px_per_unit(SvgDocument *doc);
gboolean svg_document_has_id(SvgDocument *doc, const char *id);
/* Whether an element has that id in the file; FALSE where it was derived, and for unknown ids. */
gboolean svg_document_owns_id(SvgDocument *doc, const char *id);
/* The id of the first element, in the document's order, that has one of its own for which `is_it`
 * holds; NULL if there is none. The document's. */
const char *svg_document_find_id(SvgDocument *doc, gboolean (*is_it)(const char *id, gpointer data),
                                 gpointer data);
/* Itself or an ancestor carries sodipodi:insensitive, with any value. FALSE for unknown ids. */
gboolean svg_document_is_locked(SvgDocument *doc, const char *id);
/* Length and a sum (64 bits, in hex, in this machine's byte order) of svg_document_print_utf8(): of
 * the text, however it is encoded and packed. It tells states apart, and proves nothing. The
 * caller's. */
char *svg_document_digest(SvgDocument *doc);
/* The same of the text as it was read, whatever was done to it since. */
char *svg_document_digest_as_read(SvgDocument *doc);

/* An id no element has, made from `wish` by counting up its digits or adding "-1" (box → box-1,
 * box-9 → box-10). Characters an id can't have become "-". The caller's. */
char *svg_document_unique_id(SvgDocument *doc, const char *wish);

/* Gives back what fontconfig, pango and libxml2 keep for the whole process; call it last. */
void svg_cleanup(void);
