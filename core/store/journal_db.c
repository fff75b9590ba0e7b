/* The journal's database: where it is, and its schema. */
#include "store/db.h"

/* The step from each version of the schema to the next; PRAGMA user_version is how many were done.
 * Dates are µs, digests hex. entries.state is FairyJournalEntryState, or 3 while it is pending.
 * Entries up to documents.drift don't say exactly where their bytes are: something else changed the
 * file since. Entries up to documents.anew are gone: the file was written anew. sessions.state and
 * items.item are JSON; items up to sessions.shown_after aren't shown to a model any more.
 * turns.ended is why a run ended before it was done, NULL when it was. unfinished has the runs that
 * can be resumed: paths of the drawing that was asked about, of the one to go on from and of the
 * one to write, and who is at it (0: nobody); size is that of its state. entries.name is the
 * fairy's, entries.task the id of what it was at; entries.author its id. sessions.former is how the
 * shapes were when the session was kept (view/former.c).
 */
static const char *const schema[] = {
    "CREATE TABLE documents (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, digest TEXT,"
    " last_entry INTEGER NOT NULL DEFAULT 0, last_turn INTEGER NOT NULL DEFAULT 0,"
    " drift INTEGER NOT NULL DEFAULT 0, size INTEGER NOT NULL DEFAULT 0,"
    " dropped INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE turns (document INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL,"
    " command TEXT, model TEXT, words TEXT, before TEXT NOT NULL, after TEXT NOT NULL,"
    " entries INTEGER NOT NULL, size INTEGER NOT NULL, patch BLOB,"
    " PRIMARY KEY (document, number));"
    "CREATE INDEX turns_by_time ON turns (time);"
    "CREATE TABLE entries (document INTEGER NOT NULL, number INTEGER NOT NULL,"
    " turn INTEGER NOT NULL, state INTEGER NOT NULL, author TEXT NOT NULL, type TEXT NOT NULL,"
    " action TEXT, outcome TEXT NOT NULL, detail TEXT, changes TEXT NOT NULL, patch BLOB,"
    " PRIMARY KEY (document, number));"
    "CREATE TABLE pending (document INTEGER PRIMARY KEY, kind INTEGER NOT NULL,"
    " first INTEGER NOT NULL, last INTEGER NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,"
    " drift INTEGER NOT NULL);",
    "ALTER TABLE documents ADD COLUMN anew INTEGER NOT NULL DEFAULT 0;",
    "CREATE TABLE sessions (id INTEGER PRIMARY KEY, document INTEGER NOT NULL, name TEXT NOT NULL,"
    " begun INTEGER NOT NULL, used INTEGER NOT NULL, runs INTEGER NOT NULL DEFAULT 0,"
    " items INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT 0,"
    " size INTEGER NOT NULL DEFAULT 0, last_item INTEGER NOT NULL DEFAULT 0,"
    " shown_after INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT '{}',"
    " UNIQUE (document, name));"
    "CREATE INDEX sessions_by_use ON sessions (used);"
    "CREATE TABLE items (session INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL,"
    " item TEXT NOT NULL, PRIMARY KEY (session, number));",
    "ALTER TABLE turns ADD COLUMN ended TEXT;",
    "CREATE TABLE unfinished (id INTEGER PRIMARY KEY, asked TEXT NOT NULL, session TEXT NOT NULL,"
    " reads TEXT NOT NULL, writes TEXT NOT NULL, time INTEGER NOT NULL,"
    " pid INTEGER NOT NULL, state TEXT NOT NULL, UNIQUE (asked, session));",
    "ALTER TABLE unfinished RENAME TO unfinished_by_drawing;"
    "CREATE TABLE unfinished (id INTEGER PRIMARY KEY, asked TEXT NOT NULL, session TEXT NOT NULL,"
    " reads TEXT NOT NULL, writes TEXT NOT NULL, time INTEGER NOT NULL,"
    " pid INTEGER NOT NULL, size INTEGER NOT NULL, state TEXT NOT NULL,"
    " UNIQUE (asked, session, writes));"
    "INSERT INTO unfinished SELECT id, asked, session, reads, writes, time, pid, length(state),"
    " state FROM unfinished_by_drawing;"
    "DROP TABLE unfinished_by_drawing;"
    "ALTER TABLE entries ADD COLUMN name TEXT;"
    "ALTER TABLE entries ADD COLUMN task TEXT;",
    "ALTER TABLE sessions ADD COLUMN former BLOB;",
};

static const FairyDbKind journal = {
    .title = "the journal", .schema = schema, .n_steps = G_N_ELEMENTS(schema)};

const char *fairy_db_path(void)
{
    static char *path;
    if (g_once_init_enter(&path)) {
        g_once_init_leave(&path,
                          g_build_filename(g_get_user_state_dir(), "fairies", "journal.db", NULL));
    }
    return path;
}

gboolean fairy_db_open(gboolean create, FairyDb **out, GError **error)
{
    return fairy_db_open_file(&journal, fairy_db_path(), create, out, error);
}

static gpointer open_existing(gpointer unused)
{
    FairyDb *db = NULL;
    (void)unused;
    return fairy_db_open(FALSE, &db, NULL) ? db : NULL;
}

GThread *fairy_db_open_ahead(void)
{
    return g_thread_new("journal", open_existing, NULL);
}

FairyDb *fairy_db_opened(GThread **opening)
{
    GThread *thread = g_steal_pointer(opening);
    FairyDb *db = thread ? g_thread_join(thread) : NULL;
    if (db) {
        fairy_db_apply_patience(db); /* this thread's */
    }
    return db;
}
