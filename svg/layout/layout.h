/* Where the nodes of a graph are to be, by Graphviz: numbers in, numbers out. Lengths are in any
 * unit, y goes down. Private to svg/. */
#pragma once

#include <svg/geometry.h>

#include <glib.h>

typedef enum {
    SVG_LAYOUT_LAYERED, /* in layers, along the edges: dot */
    SVG_LAYOUT_RADIAL,  /* in rings around a middle, the only node that no edge goes to: twopi */
    SVG_LAYOUT_FORCE,   /* what is joined is near: neato; with clusters fdp */
} SvgLayoutEngine;

/* Where edges of LAYERED go to. */
typedef enum { SVG_LAYOUT_DOWN, SVG_LAYOUT_RIGHT, SVG_LAYOUT_UP, SVG_LAYOUT_LEFT } SvgLayoutWay;

typedef struct {
    double w, h;
    int cluster; /* index into clusters, the innermost that it is in; -1 = none */
    SvgPoint at; /* in: where the middle is, for FORCE to begin with (all at one place: it begins
                    anyhow); out: where it is to be */
} SvgLayoutNode;

typedef struct {
    guint from, to; /* nodes; one from a node to itself has no say */
    double w, h;    /* room for its words; 0 = none. Only LAYERED is sure to keep it */
} SvgLayoutEdge;

typedef struct {
    int parent;    /* -1 = none */
    double margin; /* around what is in it */
} SvgLayoutCluster;

typedef struct {
    SvgLayoutEngine engine;
    SvgLayoutWay way;
    double gap;       /* between nodes beside each other */
    double layer_gap; /* between layers; a hint to the others */
    SvgLayoutNode *nodes;
    guint n_nodes;
    const SvgLayoutEdge *edges;
    guint n_edges;
    const SvgLayoutCluster *clusters;
    guint n_clusters;
    GArray *
        *ways; /* NULL: nobody wants them. Out, n_edges of them, of LAYERED: where each edge goes
                  best, from node to node, past others and the room for words, as SvgPoint: one
                  and then three for each cubic curve; NULL where there is none. The caller's */
} SvgLayoutGraph;

/* Fills in nodes[].at, and ways. The nodes' bounds begin at (0, 0). Nodes don't overlap, and are
 * `gap` apart; a cluster's bounds, with its margin, hold its nodes and clusters and no others. The
 * same graph gives the same result. Parts that no edge joins stand beside each other. Takes as long
 * as a program does that is started, and SVG_MAX_LAYOUT_SECONDS at most; safe in any thread.
 *
 * FALSE, and both are as they were, with SVG_ERROR_INVALID (a size that isn't a number, an index
 * out of range, clusters with RADIAL), SVG_ERROR_TOO_LARGE (time or memory) or SVG_ERROR_LAYOUT. */
gboolean svg_layout_run(SvgLayoutGraph *graph, GError **error);
