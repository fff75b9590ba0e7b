/* The document's own state. Private to svg/document, and to those above that write
 * to it or keep what came of it. */
#pragma once

#include "document/arena.h"
#include "document/ids.h"
#include "document/kept.h"
#include "document/log.h"

#define SVG_MOST_KEEPERS 16

typedef struct {
    const SvgKeeper *keeper;
    gpointer kept; /* NULL = nothing */
} SvgKept;

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
    GHashTable *counted;   /* wish → the id last made of it, see svg_document_unique_id() */
    GHashTable *referrers; /* see refs.h; NULL until asked for */
    SvgKept kept[SVG_MOST_KEEPERS];
    guint n_kept;
    GArray *lent; /* SvgKept: forgotten during an edit, and freed at its end; NULL = none */
    guint32 mark;
    guint32 n_logs;    /* transactions so far */
    SvgLog *open;      /* of the edit in progress; NULL between edits */
    GPtrArray *done;   /* SvgLog: commits that can be undone, oldest first */
    GPtrArray *undone; /* SvgLog: undone ones that can be redone, newest first */
    guint version;
    GArray *steps; /* SvgStep: how each version came to be; see svg_log_step() */
};

/* The name with that canonical spelling; made on first use. */
const SvgName *svg_document_name_of(SvgDocument *doc, const char *canonical);
/* Whether anything in the document was ever called that. */
gboolean svg_document_has_name(SvgDocument *doc, const char *canonical);
/* SvgNode: the <style> elements, in document order. g_ptr_array_unref(). */
GPtrArray *svg_document_styles(SvgDocument *doc);
/* An element was made, and has its name. */
void svg_document_count(SvgDocument *doc, const SvgNode *node);
/* A string that lives as long as the document. */
const char *svg_document_keep(SvgDocument *doc, const char *text, gssize len);
