/* A drawing as a diagram: what is connected with what, and what holds what. Private to
 * core/annotate. */
#pragma once

#include "annotate/annotate_priv.h"

enum { FAIRY_NOWHERE = -1 };

/* A shape with words or a name, one that something is connected with, or one of a diagram that
 * stands apart from all that it isn't in, as a dot does. */
typedef struct {
    const SvgShape *shape;
    const char *title;  /* of one without words: its name, or that of the group that it is the frame
                           of; NULL = none. Borrowed */
    char *name;         /* its words on one line, unlike any other's; without quotes */
    int holder;         /* the smallest named or linked one around it; FAIRY_NOWHERE = none */
    guint n_held;       /* directly */
    guint n_edges;      /* that begin or end here */
    gboolean is_words;  /* a text by itself, with which nothing is connected */
    gboolean is_linked; /* lines end at it, or at what it is a part of */
    gboolean is_apart;  /* it has neither words nor a name, and stands for itself */
} FairyNode;

typedef struct {
    const SvgShape *shape;
    int from, to;      /* indexes of nodes; FAIRY_NOWHERE = it touches nothing there */
    gboolean directed; /* it has one head, at `to`; else none, or two */
    gboolean both;     /* it has two */
    char *words;       /* that stand at it, on one line; NULL = none */
} FairyEdge;

typedef struct {
    gboolean locks;    /* something of it is locked */
    GPtrArray *shapes; /* SvgShape, as svg_document_shapes() has them */
    GArray *nodes;     /* FairyNode, in reading order: rows from the top, each from the left */
    GArray *edges;     /* FairyEdge, in the order of their beginnings */
    GPtrArray *rest;   /* const SvgShape: neither, and no group */
} FairyGraph;

FairyGraph *fairy_graph_new(SvgDocument *doc);
void fairy_graph_free(FairyGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyGraph, fairy_graph_free)

/* Without words, a name and connections: it belongs to what it is in. */
gboolean fairy_node_is_part(const FairyNode *node);

static inline FairyNode *fairy_graph_node(const FairyGraph *graph, int at)
{
    return at == FAIRY_NOWHERE ? NULL : &g_array_index(graph->nodes, FairyNode, (guint)at);
}

static inline const FairyEdge *fairy_graph_edge(const FairyGraph *graph, guint at)
{
    return &g_array_index(graph->edges, FairyEdge, at);
}

/* Text on one line, at most `most` characters of it; NULL of NULL and of blanks. Free with
 * g_free(). */
char *fairy_annotate_line(const char *text, guint most);
