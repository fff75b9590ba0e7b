/* The document's own state. Private to svg/document, svg/journal, svg/lock and
 * svg/index. */
#pragma once

#include "document/arena.h"
#include "document/ids.h"
#include "document/node.h"
#include "journal/log.h"

struct _SvgSheets;
struct _SvgLocks;
struct _SvgScene;
struct _SvgColorNames;
typedef struct _SvgFollow SvgFollow;
typedef struct _SvgLooks SvgLooks;
struct _SvgIndex;

struct _SvgDocument {
    char *name;   /* for messages */
    char *source; /* the file as UTF-8 */
    gsize source_len;
    char *decoded;  /* a copy of it that values and text point into, each ended by a NUL */
    char *encoding; /* of the file; NULL = UTF-8 */
    gboolean gzipped;
    GBytes *packed;      /* the file, if that was gzipped; else NULL */
    const char *newline; /* "\n" or "\r\n", whichever the file uses */
    SvgArena *arena;
    GHashTable *names; /* spelling → SvgName */
    SvgNode *root;
    guint n_elements;   /* made so far; more than there are */
    guint n_rendered;   /* those of them that draw something where they stand */
    SvgSlice epilog;    /* what follows the root */
    GPtrArray *styles;  /* SvgNode: the <style> elements that were read, in order */
    GHashTable *ids;    /* id → SvgNode; own and derived */
    gboolean ids_twice; /* while it is read: some id was there before */
    gboolean ids_derived;
    GHashTable *counted;     /* wish → the id last made of it, see svg_document_unique_id() */
    GHashTable *referrers;   /* see refs.h; NULL until asked for */
    struct _SvgScene *scene; /* shape/scene.h; NULL until asked for */
    struct _SvgScene *seen;  /* what svg_scene_look() kept for whoever is first to ask */
    guint n_parts;           /* of it that were read instead, since something changed */
    SvgFollow *follow;       /* what goes with shapes, see edit/found.h; NULL until asked for */
    SvgLooks *looks;         /* how the drawing looks, see edit/looks.h; NULL until asked for */
    struct _SvgColorNames *color_names; /* shape/color_names.c; NULL until asked for */
    double reach;                       /* see svg_document_reach(); 0 until asked for */
    SvgNode *layer; /* that new shapes go into, see edit/spot.c; NULL until asked for */
    struct _SvgSheets *sheets;
    guint32 mark;
    guint32 n_logs;    /* transactions so far */
    SvgLog *open;      /* of the edit in progress; NULL between edits */
    GPtrArray *done;   /* SvgLog: commits that can be undone, oldest first */
    GPtrArray *undone; /* SvgLog: undone ones that can be redone, newest first */
    guint version;
    GArray *steps;           /* SvgStep: how each version came to be; see journal/history.c */
    struct _SvgLocks *locks; /* lock/locks.h; NULL until asked for */
    struct _SvgIndex *index; /* index/index.h; NULL until asked for */
};

/* The name with that canonical spelling; made on first use. */
const SvgName *svg_document_name_of(SvgDocument *doc, const char *canonical);
/* Whether anything in the document was ever called that. */
gboolean svg_document_has_name(SvgDocument *doc, const char *canonical);
/* An element was made, and has its name. */
void svg_document_count(SvgDocument *doc, const SvgNode *node);
/* A string that lives as long as the document. */
const char *svg_document_keep(SvgDocument *doc, const char *text, gssize len);
