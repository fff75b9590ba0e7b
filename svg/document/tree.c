/* Where nodes stand among each other. */
#include "document/tree.h"

#include "document/log.h"

void svg_tree_link(SvgDocument *doc, SvgNode *parent, SvgNode *node, SvgNode *next)
{
    SvgNode *prev = next ? next->prev : parent->last;
    svg_log_touch(doc, parent);
    svg_log_touch(doc, node);
    svg_log_moved(doc, node);
    node->parent = parent;
    node->prev = prev;
    node->next = next;
    node->removed = FALSE;
    if (prev) {
        svg_log_touch(doc, prev);
        prev->next = node;
    } else {
        parent->first = node;
    }
    if (next) {
        svg_log_touch(doc, next);
        next->prev = node;
    } else {
        parent->last = node;
    }
}

void svg_tree_unlink(SvgDocument *doc, SvgNode *node)
{
    svg_log_touch(doc, node);
    svg_log_moved(doc, node);
    svg_log_touch(doc, node->parent);
    if (node->prev) {
        svg_log_touch(doc, node->prev);
        node->prev->next = node->next;
    } else {
        node->parent->first = node->next;
    }
    if (node->next) {
        svg_log_touch(doc, node->next);
        node->next->prev = node->prev;
    } else {
        node->parent->last = node->prev;
    }
    node->parent = node->prev = node->next = NULL;
    node->removed = TRUE;
}
