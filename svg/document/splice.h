/* The only writers of the tree. Each keeps bytes and decoded values in step, and logs what it
 * overwrites so that a transaction can be rolled back exactly. Private to svg/. */
#pragma once

#include "document/node.h"

/* Sets an attribute (canonical name), in place where it stands, else after the last one; removes it
 * when `value` is NULL. Only that attribute's bytes change; its quotes stay. Declares the prefix on
 * the root when the name has one that isn't bound. Must not be called on a foreign node. */
void svg_splice_attr(SvgDocument *doc, SvgNode *node, const char *name, const char *value);
/* `old`, a former state of a node whose next one was `next`, and the first of all `first`, will
 * never come back: what it alone has of start tag and numbers is given out again. */
void svg_splice_drop(SvgDocument *doc, const SvgNode *old, const SvgNode *next,
                     const SvgNode *first);
/* A number attribute. */
void svg_splice_number(SvgDocument *doc, SvgNode *node, const char *name, double value);

/* A new, unattached element, printed one attribute style ("<rect x=… y=…/>"). Attributes are set
 * with svg_splice_attr(). A canonical name with a prefix ("inkscape:page") has the one the root
 * binds, which is declared there if there is none. */
SvgNode *svg_splice_new(SvgDocument *doc, const char *name);
/* Puts an unattached element into `parent` before `next` (NULL = at the end), on a line of its own
 * indented like its siblings, unless the parent is text or holds its children on one line. */
void svg_splice_insert(SvgDocument *doc, SvgNode *parent, SvgNode *node, SvgNode *next);
/* Takes the element out with the white space before it; comments and text before it stay. */
void svg_splice_remove(SvgDocument *doc, SvgNode *node);
/* Moves the element among (or into other) siblings, with the white space before it. */
void svg_splice_move(SvgDocument *doc, SvgNode *node, SvgNode *parent, SvgNode *next);
/* Puts the content of an element, one element at least, in its place: its tags go, all other bytes
 * stay as they are, but for the white space before the tags. */
void svg_splice_unwrap(SvgDocument *doc, SvgNode *node);
/* Replaces all content by character data. */
void svg_splice_text(SvgDocument *doc, SvgNode *node, const char *text);
/* Cuts `len` bytes at `at` out of what stands before the element's start tag, or, for `tail`,
 * before its end tag: comments and processing instructions, not text. */
void svg_splice_cut(SvgDocument *doc, SvgNode *node, gboolean tail, gsize at, gsize len);
