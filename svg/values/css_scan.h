/* Reading CSS text piece by piece: CSS Syntax 3 §4, without making tokens. `end` is behind the last
 * byte; NULs and broken UTF-8 are bytes like others. Private to style/. */
#pragma once

#include <glib.h>

gboolean svg_css_is_space(char c);
/* Behind white space and comments. */
const char *svg_css_skip_space(const char *at, const char *end);

typedef struct {
    const char *stop;  /* at the stop byte, or `end` */
    const char *solid; /* behind the last byte that is neither white space nor comment */
    gboolean open;     /* a comment, string, bracket or escape wasn't closed */
} SvgCssRun;

/* Goes on to the first of the bytes in `stops` (no letters, digits, "-", "#", ".") that is outside
 * strings, comments, url(), escapes and brackets. */
SvgCssRun svg_css_run(const char *at, const char *end, const char *stops);

/* These append to `out` with escapes resolved and move *at; FALSE, leaving both, when there is none
 * at *at. An identifier can't begin with a digit, a name can (§4.3.11). */
gboolean svg_css_read_ident(const char **at, const char *end, GString *out);
gboolean svg_css_read_name(const char **at, const char *end, GString *out);
/* "…" or '…'. */
gboolean svg_css_read_string(const char **at, const char *end, GString *out);
/* url(…), quoted or not. Surrounding white space is dropped. */
gboolean svg_css_read_url(const char **at, const char *end, GString *out);
/* Moves *at behind `word`, in any case; FALSE when it isn't there. */
gboolean svg_css_read_word(const char **at, const char *end, const char *word);

/* The text without comments and outer white space. The caller's. */
char *svg_css_clean(const char *at, gsize len);
