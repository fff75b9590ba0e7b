/* What a model sees, as JSON (design: the `see --json` shape). */
#pragma once

#include <fairy/coords.h>
#include <svg/shape.h>

typedef enum { FAIRY_DETAIL_BLURRY, FAIRY_DETAIL_SIMPLE } FairyDetail;

typedef struct {
    SvgBox view;                  /* document space; empty = the page */
    const char *const *selection; /* ids; may be NULL. These shapes are told in full */
    FairyDetail detail;           /* of the others */
    guint max_tokens;             /* by fairy_tokens(), of all the text; 0 = as many as it takes */
    gboolean lines;               /* for a prompt, not JSON */
} FairyViewOptions;

/* The values of one view, each as JSON: for who places them apart.
 *
 * With FairyViewOptions.lines a list has a line for each entry, which costs a third of the tokens:
 *   shapes    login 20,20,120,60 "Log in"              (a rectangle: of others the kind is told)
 *             db cylinder 20,120,80,60 "Orders"
 *             e1 login->db "yes"                         (an arrow between these two; a line: --)
 *             e2 arrow 140,50,60,0 login->?              (one end is at nothing)
 *             flow group 0,0,400,300 name="Flow" locked (9) omitted=7 labels="a","b"
 *             note text 20,200,80,1 "Buy now" unseen="too small to read"
 *   clusters  47 east 900 900,0,200,80                   (shapes, direction, distance, box)
 *   selected  login
 *   lints     friendless-arrow e7                      (at most 6 ids, "and 3 more")
 *   omitted   12 shapes
 * Words, of which 100 bytes are told, and odd ids are JSON strings; what is selected or simple is a
 * JSON object, as in a list of JSON. */
typedef struct {
    char *page, *view, *origin; /* {"x":…,"y":…,"w":…,"h":…}; the origin has x and y */
    char *shapes;   /* […]: those that touch the view, in paint order, and those that are selected
                       elsewhere */
    char *clusters; /* […]: all others */
    char *selected; /* ["id",…] */
    char *lints; /* [{"type":"friendless-arrow","shapeIds":["id"]},…]: svg/lint.h, of what touches
                    the view; at most 20 ids of each, and "more":n */
    GPtrArray *found;   /* SvgLint: what `lints` tells of, as data */
    char *omitted;      /* {"shapes":n}: how many that touch the view aren't in `shapes`; with
                           "selected":n when not all ids are in `selected` */
    GHashTable *unseen; /* id → why: shapes with words that nobody sees, see svg/lint.h */
} FairyScene;

/* Shapes that touch the view are listed; the others are joined into clusters where at most 75 model
 * units lie between them, each with the direction and distance of its middle from the view's; the
 * nearest first. Numbers go through `coords`, which remembers what was shown.
 *
 * Told by number alone is what is too small to be made out in the view, and what a budget has no
 * room for (which begins with what is selected, then with groups, the nearest and the largest): the
 * group it is in says how many it `omitted`, and some of their `labels`; what is in no group is in
 * clusters whose direction is "inside". A budget that is too small for the least there is to say
 * is exceeded by that. With FAIRY_DETAIL_SIMPLE nothing is too small.
 *
 * NULL with SVG_ERROR_NOT_FOUND for an unknown selected id. */
FairyScene *fairy_scene_new(SvgDocument *doc, FairyCoords *coords, const FairyViewOptions *options,
                            GError **error);
/* Takes NULL. */
void fairy_scene_free(FairyScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyScene, fairy_scene_free)

/* All of it as one object with "file" before: {"file","page","view","origin","shapes","clusters",
 * "selected","lints","omitted"}. The caller's. NULL as above. */
char *fairy_view(SvgDocument *doc, FairyCoords *coords, const FairyViewOptions *options,
                 GError **error);
