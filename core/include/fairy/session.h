/* Sessions: what a person and a fairy said and did about a drawing, stored from run to run.
 *
 * They are in the journal's file (fairy/journal.h). A session belongs to a drawing, known by its
 * canonical path, and has a name. It follows the drawing: what is said about one file and written
 * to another one belongs to the other from then on, because there stands what was done. A drawing
 * that isn't a file has no session.
 *
 * A run is saved in one transaction when it is over, or not at all. If two runs end at the same
 * time both are saved, one after the other; values that aren't lists (the origin, the mode, …) and
 * the to-do list are those of the later one. Beyond FAIRY_MAX_SESSION_BYTES the oldest items of a
 * session are dropped, beyond FAIRY_MAX_SESSIONS_BYTES whole sessions. */
#pragma once

#include <fairy/character.h>
#include <fairy/checkpoint.h>
#include <fairy/journal.h>
#include <fairy/memory.h>
#include <fairy/usage.h>

#define FAIRY_SESSION_DEFAULT "default"

typedef struct {
    char *document; /* path of the drawing; NULL = what was read isn't a file */
    char *name;
    gint64 begun, used; /* µs since 1970; 0 = nothing is stored yet */
    guint n_runs, n_items;
    guint n_dropped; /* older items that aren't stored any more */
    /* Usage and cost of all runs. */
    guint64 n_requests;
    FairyUsage usage;
    FairyCost cost;
    /* The state with which the next run begins. The caller may change it. */
    SvgPoint origin; /* of model space, in document space */
    double step;     /* of model space: document units per unit; 0 = not set yet */
    guint64 seed;    /* of the fairy's character (fairy_character()) */
    FairyTodos *todos;
    cJSON *contexts; /* what the person pointed at, a list; NULL = nothing */
    FairyModeId mode;
    char *model;    /* name of the model that answered last; NULL = none */
    SvgBox view;    /* what the fairy looked at last, in document space; empty = the page */
    char *digest;   /* of the drawing as the last run left it (svg_document_digest()); NULL =
                       no run wrote it */
    GBytes *former; /* how its shapes were then (fairy/former.h), as fairy_session_set_former()
                       has it; NULL = that isn't kept */
    gboolean keeps_former; /* a model that reads goes on with it: it has to be kept */
    char *from;            /* path of the drawing that the last run was asked about; NULL = none */
    FairyMemory *memory;   /* what was said and done; NULL in the result of fairy_sessions_list() */
    /* Private to core/store: */
    guint last;             /* number of the last stored item */
    gboolean unread;        /* the stored items weren't read */
    gboolean former_stored; /* `former` was read */
} FairySession;

/* What one run cost. */
typedef struct {
    guint64 requests;
    FairyUsage usage;
    FairyCost cost;
} FairyRunCost;

/* Returns whether `name` can be the name of a session; if not, FALSE with FAIRY_ERROR_USAGE. */
gboolean fairy_session_check_name(const char *name, GError **error);

/* Opens a session to go on with it. Its memory holds the items that are shown at fairy level, which
 * is all that a run needs, however many there are. Without `remember` nothing is read, and new
 * items are stored behind the old ones, which stay. The session is new if none is stored, or if
 * `path` is NULL or not a file. Nothing is written yet. Free with fairy_session_free(). Returns
 * NULL with FAIRY_ERROR_USAGE for an invalid name, or with FAIRY_ERROR_JOURNAL. */
FairySession *fairy_session_open(const char *path, const char *name, gboolean remember,
                                 GError **error);
/* Reads a stored session with all of its items, to look at it. Free with fairy_session_free().
 * Returns NULL with FAIRY_ERROR_JOURNAL if none is stored. */
FairySession *fairy_session_read(const char *path, const char *name, GError **error);
/* Frees the session and all in it. Accepts NULL. */
void fairy_session_free(FairySession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySession, fairy_session_free)

/* Takes how the shapes are that `digest` belongs to; NULL = it isn't kept. */
void fairy_session_set_former(FairySession *session, GBytes *former);

/* Returns the items that aren't stored yet, as a list like that of fairy_memory_json(). Free with
 * cJSON_Delete(). */
cJSON *fairy_session_new_items(const FairySession *session);
/* Adds such a list, of a run that was never saved, as new items behind the stored ones. Returns
 * FALSE with FAIRY_ERROR_JOURNAL if it isn't one. */
gboolean fairy_session_add_items(FairySession *session, const cJSON *news, GError **error);

/* Saves what is new as one run, of which the drawing was written to `path`. `left` is the
 * run's checkpoint, which is stored if it has a `why` in place of those before, and else removed;
 * NULL = it has none. If `path` is another
 * drawing than the session's, its session of that name continues with what this one knows; what was
 * said there before is stored still, but not shown to a model any more. From then on this session
 * belongs to that drawing. Does nothing if `path` can't be a regular file. Returns FALSE with
 * FAIRY_ERROR_JOURNAL, storing nothing. */
gboolean fairy_session_save(FairySession *session, const char *path, const FairyRunCost *spent,
                            const FairyCheckpoint *left, GError **error);
/* Saves only what a run cost that came to nothing. Returns FALSE with FAIRY_ERROR_JOURNAL. */
gboolean fairy_session_save_cost(FairySession *session, const FairyRunCost *spent, GError **error);

/* Lists the sessions (FairySession without memory) of the drawing at `path`, or with NULL of all,
 * the last used first. Free with g_ptr_array_unref(). Returns NULL with FAIRY_ERROR_JOURNAL. */
GPtrArray *fairy_sessions_list(const char *path, GError **error);
/* Deletes a session and its checkpoint. The drawing and its journal stay as they are. Returns FALSE
 * with FAIRY_ERROR_JOURNAL if neither is stored. */
gboolean fairy_session_delete(const char *path, const char *name, GError **error);

/* Returns {"document":…,"name":…,"begun":"2026-…Z","used":…,"runs":3,…,"chat":[…]}, with the chat
 * as fairy_memory_json() if there is a memory. Members without a value are left out. Free with
 * cJSON_Delete(). */
cJSON *fairy_session_json(const FairySession *session);
/* Returns the session as Markdown for people: who said what, what was done and with which result,
 * and when (local time). Free with g_free(). */
char *fairy_session_markdown(const FairySession *session);
