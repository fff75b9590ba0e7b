/* The bytes of a start tag, which the parser found well-formed. Pure functions. Private to
 * svg/. */
#pragma once

#include "document/node.h"

/* Offsets into the tag. */
typedef struct {
    gsize start;            /* of the white space before the name */
    gsize name, name_len;   /* as spelt */
    gsize value, value_len; /* raw, between the quotes */
    gsize end;              /* behind the closing quote */
} SvgRawAttr;

/* The name as spelt ("svg:rect"). */
SvgSlice svg_tag_raw_name(SvgSlice open);
/* The attribute at or after *at (0 to start), and *at behind it. FALSE at the end. */
gboolean svg_tag_next_attr(SvgSlice open, gsize *at, SvgRawAttr *out);
/* Where the tag's name and attributes end: before white space, "/>" or ">". */
gsize svg_tag_attrs_end(SvgSlice open);
gboolean svg_tag_is_empty(SvgSlice open);
/* The memory that is taken for one of so many bytes that we write: it may grow a little. */
gsize svg_tag_room(gsize len);
/* `value` as it stands between `quote`s; everything beyond ASCII as references when `ascii`.
 * Control characters XML can't contain are left out. */
void svg_escape(GString *out, const char *value, char quote, gboolean ascii);
