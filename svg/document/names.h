/* Canonical names: one prefix for each namespace we know, whatever the file calls it. Private. */
#pragma once

#include "document/node.h"

/* "inkscape" for the URI of Inkscape's namespace; "" for SVG's; NULL for one we don't know. */
const char *svg_namespace_prefix(const char *uri);
/* The URI a canonical prefix stands for; NULL for one we don't know. */
const char *svg_namespace_uri(const char *prefix);
/* The URI that `prefix` ("" = the default) is bound to at `node`; NULL if it isn't. */
const char *svg_namespace_in_scope(const SvgNode *node, const char *prefix);
/* The canonical form of an attribute's name as it is spelt at `node`. The caller's. */
char *svg_name_canonical(const SvgNode *node, const char *raw, gsize len);
