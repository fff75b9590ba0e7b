/* Who refers to whom: href="#id", url(#id), and Inkscape's "#id" attributes. Private to svg/. */
#pragma once

#include "document/node.h"

typedef void (*SvgRefFunc)(const char *id, gpointer data);
/* Every id that the attribute's value refers to. `id` is valid during the call. */
void svg_refs_in_value(const SvgName *name, const char *value, SvgRefFunc func, gpointer data);
/* The value with references to the ids that `ids` has (char * → char *) by the ids that it has for
 * them. The caller's (g_free()). */
char *svg_refs_renamed(const SvgName *name, const char *value, GHashTable *ids);
/* svg_refs_in_value() for every attribute of the node, and the text of a <style>. */
void svg_refs_in_node(SvgNode *node, SvgRefFunc func, gpointer data);

/* Makes the index behind the next two, and says in node->refers which nodes refer to anything. It
 * is made on first use as well. */
void svg_refs_index(SvgDocument *doc);
/* Elements outside `node`'s subtree with an attribute that refers to something in it. SvgNode *;
 * the caller's (g_ptr_array_unref). */
GPtrArray *svg_refs_to(SvgDocument *doc, SvgNode *node);
/* Elements that refer to `node` itself. The same otherwise. */
GPtrArray *svg_refs_to_self(SvgDocument *doc, SvgNode *node);
/* An attribute of `node` got a new value; splice.c calls it. */
void svg_refs_added(SvgDocument *doc, SvgNode *node, const SvgAttr *attr);
