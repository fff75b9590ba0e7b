/* Sessions: what a person and a fairy said and did about a drawing, kept from run to run.
 *
 * They are in the journal's file (fairy/journal.h). A session belongs to a drawing, which is known
 * by its canonical path, and has a name. It goes where the drawing goes: what is said about one
 * file and written to another is told of the other from then on, because what was done stands
 * there. What isn't a file has no session.
 *
 * A run is kept in one transaction, when it is over, or not at all. When two runs end at the same
 * time both are kept whole, one after the other; of what isn't a list (the origin, the list of
 * things to do, …) the later counts. Beyond FAIRY_MAX_SESSION_BYTES the oldest items of a session
 * are dropped, beyond FAIRY_MAX_SESSIONS_BYTES whole sessions. */
#pragma once

#include <fairy/character.h>
#include <fairy/checkpoint.h>
#include <fairy/journal.h>
#include <fairy/memory.h>
#include <fairy/usage.h>

#define FAIRY_SESSION_DEFAULT "default"

typedef struct {
    char *document; /* path; NULL: what was read is no file */
    char *name;
    gint64 begun, used; /* µs since 1970; 0: nothing was kept so far */
    guint n_runs, n_items;
    guint n_dropped; /* older items that aren't there any more */
    /* What it came to. */
    guint64 n_requests;
    FairyUsage usage;
    FairyCost cost;
    /* To go on with; the owner of the session may change it. */
    SvgPoint origin; /* of model space */
    double step;     /* of it; 0 = not set yet */
    guint64 seed;    /* of the fairy that it is held with: fairy_character() */
    FairyTodos *todos;
    cJSON *contexts; /* what the person pointed at, a list; NULL = nothing */
    FairyModeId mode;
    char *model;         /* that answered last; NULL = none */
    SvgBox view;         /* that was looked at last; empty = the page */
    char *digest;        /* of the drawing as it was left (svg_document_digest()); NULL = never */
    char *from;          /* path of the drawing that the last run was asked about; NULL = none */
    FairyMemory *memory; /* what was said; NULL in a list */
    /* The session's own: */
    guint last;      /* number of the last item that is kept */
    gboolean unread; /* what was kept isn't known */
} FairySession;

/* What one run came to. */
typedef struct {
    guint64 requests;
    FairyUsage usage;
    FairyCost cost;
} FairyRunCost;

/* FAIRY_ERROR_USAGE. */
gboolean fairy_session_check_name(const char *name, GError **error);

/* To go on with: of its memory what is shown at the fairy's own level, which is all that a run
 * needs, however much there is; without `remember` nothing is read, and what is added is kept
 * behind what is there, which stays. An empty one when nothing is kept, and for what is no file
 * (NULL). Makes nothing on the disk. */
FairySession *fairy_session_open(const char *path, const char *name, gboolean remember,
                                 GError **error);
/* To look at: all of it. FAIRY_ERROR_JOURNAL when nothing is kept. */
FairySession *fairy_session_read(const char *path, const char *name, GError **error);
void fairy_session_free(FairySession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySession, fairy_session_free)

/* What is new in it, as a list like fairy_memory_json(); the caller's. */
cJSON *fairy_session_news(const FairySession *session);
/* Adds such a list, of a run that was never kept, as new: behind what others have kept meanwhile.
 * FALSE with FAIRY_ERROR_JOURNAL when it is none. */
gboolean fairy_session_add(FairySession *session, const cJSON *news, GError **error);

/* Keeps what is new in it, as one run; the drawing was written to `path`, and `left` is what
 * remains of the run (NULL: it has ended by itself), to be kept instead of what was before. When
 * that is another than the session's, its session of that name begins anew with what this one
 * knows, and what was said there before is kept, but not told to a model any more. The session is
 * that one's from then on.
 */
gboolean fairy_session_save(FairySession *session, const char *path, const FairyRunCost *spent,
                            const FairyCheckpoint *left, GError **error);
/* Keeps what was spent for a run that came to nothing. */
gboolean fairy_session_spend(FairySession *session, const FairyRunCost *spent, GError **error);

/* FairySession without memory, of the drawing, or with NULL of all, latest used first. */
GPtrArray *fairy_sessions_list(const char *path, GError **error);
/* With what could be resumed of it. FAIRY_ERROR_JOURNAL when nothing is kept. The drawing and its
 * journal stay as they are. */
gboolean fairy_session_delete(const char *path, const char *name, GError **error);

/* {"document":…,"name":…,"begun":"2026-…Z","used":…,"runs":3,…,"chat":[…]}: the chat as
 * fairy_memory_json() where there is a memory; what there is none of is left out. The caller's. */
cJSON *fairy_session_json(const FairySession *session);
/* For people to read: who said what, what was done in words, what became of it, when. The caller's.
 */
char *fairy_session_markdown(const FairySession *session);
