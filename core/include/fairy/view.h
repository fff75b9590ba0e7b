/* What a model sees of a drawing, as the JSON of `fairy see --json` or as shorter lines. */
#pragma once

#include <fairy/coords.h>
#include <svg/shape.h>

typedef enum { FAIRY_DETAIL_BLURRY, FAIRY_DETAIL_SIMPLE } FairyDetail;

typedef struct {
    SvgBox view;                  /* document space; empty = the page */
    const char *const *selection; /* ids of shapes that are listed in full, NULL-terminated; may be
                                     NULL */
    FairyDetail detail;           /* of all other shapes */
    guint max_tokens;             /* for the whole text, by fairy_tokens(); 0 = no limit */
    gboolean lines;               /* lines for a prompt instead of JSON */
} FairyViewOptions;

/* The parts of one view, each as text of its own, for callers that place them apart.
 *
 * With FairyViewOptions.lines a list is one line for each entry, at a third of the tokens:
 *   shapes    login 20,20,120,60 "Log in"              (a rectangle; other kinds are named)
 *             db cylinder 20,120,80,60 "Orders"
 *             e1 login->db "yes"                         (an arrow between two shapes; --: no head)
 *             e2 arrow 140,50>200,90 login->?            (one end is at no shape)
 *             flow group 0,0,400,300 name="Flow" locked (9) omitted=7 labels="a","b"
 *              step 10,10,80,60                          (is in that group)
 *             note text 20,200,80,1 "Buy now" unseen="too small to read"
 *             alert 20,320,80,60 "Stop" fill=red strokeWidth=3 (looks that aren't the usual ones)
 *   clusters  47 east 900 900,0,200,80                   (shapes, direction, distance, box)
 *   selected  login
 *   lints     unconnected-arrow e7                      (at most 6 ids, "and 3 more")
 *   omitted   12 shapes
 * Texts (cut to 100 bytes) and unusual ids are JSON strings. A shape in full detail is a JSON
 * object, as in the JSON form. */
typedef struct {
    char *page, *view, *origin; /* {"x":…,"y":…,"w":…,"h":…}; the origin has x and y only, and is
                                   in document space */
    char *usual;    /* lines: the looks that most shapes have, by the fields of set-style, which
                       aren't told of each: "shapes fill=white stroke=black; lines stroke=black";
                       else NULL */
    char *shapes;   /* […]: shapes that touch the view, in paint order, and selected ones outside
                       of it */
    char *clusters; /* […]: all other shapes */
    char *selected; /* ["id",…] */
    char *lints; /* [{"type":"unconnected-arrow","shapeIds":["id"]},…]: lints (svg/lint.h) of what
                    touches the view; at most 20 ids of each, and "more":n */
    GPtrArray *found;   /* SvgLint: the lints that `lints` shows */
    char *omitted;      /* {"shapes":n}: how many shapes touch the view but aren't in `shapes`; and
                           "selected":n if not all ids are in `selected` */
    GHashTable *unseen; /* id → reason, of shapes whose text nobody can read (svg/lint.h) */
} FairyScene;

/* Makes a view of the drawing. Shapes that touch the view are listed. The others are joined into
 * clusters where at most 75 model units lie between them, each with the direction and distance of
 * its centre from the view's, the nearest first. Numbers are in model space, and go through
 * `coords`, which remembers what was shown.
 *
 * Shapes that are too small to make out in the view, and those for which the budget has no room (it
 * goes to selected shapes first, then to groups, and to the nearest and largest), are only counted:
 * in the `omitted` of their group, which also shows some of their `labels`, or in a cluster whose
 * direction is "inside". A budget that is smaller than the least possible text is exceeded. With
 * FAIRY_DETAIL_SIMPLE no shape is too small.
 *
 * Free with fairy_scene_free(). Returns NULL with SVG_ERROR_NOT_FOUND for an unknown selected id.
 */
FairyScene *fairy_scene_new(SvgDocument *doc, FairyCoords *coords, const FairyViewOptions *options,
                            GError **error);
/* Frees the view and all in it. Accepts NULL. */
void fairy_scene_free(FairyScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyScene, fairy_scene_free)

/* Returns the same as one text: {"file","page","view","origin","shapes","clusters","selected",
 * "lints","omitted"}, or headed lines. Free with g_free(). Returns NULL as fairy_scene_new() does.
 */
char *fairy_view(SvgDocument *doc, FairyCoords *coords, const FairyViewOptions *options,
                 GError **error);
