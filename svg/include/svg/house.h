/* A house style: which colours, fonts, strokes and letters drawings may have. It can be told where
 * a drawing departs from it, and be brought to it.
 *
 * The file is a GKeyFile, UTF-8; each of these may be left out, and then all is allowed:
 *
 *     [style]
 *     colors=#ffffff;#1b1b1b;navy           CSS colours
 *     fonts=DejaVu Sans;DejaVu Mono         families; the first stands for those not told of below
 *     stroke-widths=1;2;4                   px of the drawing in its own size
 *     text-sizes=10;12;16                   likewise
 *     contrast=4.5                          of words to what is behind them, to one: at least
 *
 *     [fonts]
 *     Courier New=DejaVu Mono               a font, and which of the fonts stands for it
 *
 * What departs becomes what is nearest: colours in OKLab, however transparent, widths and sizes by
 * their ratio. Large letters (24 px, or bold and 18.7 px) need two thirds of the contrast. */
#pragma once

#include <svg/edit.h>
#include <svg/lint.h>

typedef struct _SvgHouse SvgHouse;

/* Free with svg_house_free(). NULL with SVG_ERROR_IO, or SVG_ERROR_INVALID, which says what isn't
 * understood. */
SvgHouse *svg_house_load(const char *path, GError **error);
/* The same from memory; `name` stands in messages. */
SvgHouse *svg_house_parse(const char *text, gsize len, const char *name, GError **error);
/* Takes NULL. */
void svg_house_free(SvgHouse *house);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgHouse, svg_house_free)

/* Every departure (SvgLint, of the types SVG_LINT_HOUSE_*), in the order in which it would be
 * mended, one for each place: an attribute, a declaration, a rule of a style sheet. What is locked
 * isn't looked at, nor are masks, clip paths and pictures, animations, nor what scripts do. The
 * document is as it was afterwards. Free with g_ptr_array_unref(). */
GPtrArray *svg_document_house_lints(SvgDocument *doc, const SvgHouse *house);
/* Mends them all: a second time there is nothing left to do. Values are replaced where they stand,
 * those of style sheets too unless something is locked, in which case the elements say it
 * themselves. */
gboolean svg_edit_house(SvgEdit *edit, const SvgHouse *house, GError **error);
