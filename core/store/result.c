/* Whether a file is what the journal wrote. */
#include "base/claim.h"
#include "store/drawing.h"

static FairyDrawing *find(const char *path, FairyDb **db)
{
    g_autofree char *canonical = fairy_canonical_path(path);
    FairyDrawing *drawing = NULL;
    if (canonical && fairy_db_open(FALSE, db, NULL) && *db) {
        fairy_drawing_find(*db, canonical, FALSE, &drawing, NULL);
    }
    return drawing;
}

/* As it was written last; or was about to be, by a process that was killed then. */
static gboolean is_left_so(FairyDrawing *drawing, const char *digest)
{
    return g_strcmp0(drawing->digest, digest) == 0 ||
           fairy_db_number(drawing->db, 0,
                           "SELECT count(*) FROM pending WHERE document = ? AND after = ?", "is",
                           drawing->id, digest) > 0;
}

gboolean fairy_journal_is_result(const char *path, guint *n_done)
{
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(FairyDrawing) drawing = find(path, &db);
    g_autoptr(SvgDocument) doc = drawing ? svg_document_load(path, NULL) : NULL;
    g_autofree char *digest = doc ? svg_document_digest(doc) : NULL;
    if (!digest || !is_left_so(drawing, digest)) {
        return FALSE;
    }
    if (n_done) {
        *n_done = (guint)fairy_db_number(
            db, 0, "SELECT count(*) FROM entries WHERE document = ? AND number > ? AND state = ?",
            "iii", drawing->id, (gint64)drawing->anew, (gint64)FAIRY_ENTRY_DONE);
    }
    return TRUE;
}
