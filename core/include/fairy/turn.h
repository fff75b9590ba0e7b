/* One turn: a reply's actions applied to a document, as they arrive. */
#pragma once

#include <fairy/action.h>
#include <fairy/coords.h>
#include <svg/edit.h>

typedef enum { FAIRY_OK, FAIRY_ADJUSTED, FAIRY_REFUSED } FairyStatus;

/* "ok", "adjusted", "refused" */
const char *fairy_status_name(FairyStatus status);

typedef struct {
    guint index; /* place in the reply, from 0 */
    char *type;  /* the action's name, or what stood there; never NULL */
    FairyStatus status;
    char **shape_ids;  /* that it made or changed, NULL-terminated; final ids */
    char *detail;      /* adjusted: how; refused: why; ok: what was said or NULL */
    SvgChange *change; /* NULL when refused or when it edits nothing */
    cJSON *data;       /* what the action answered, for the model's next request; may be NULL */
} FairyOutcome;

typedef void (*FairyOutcomeFunc)(const FairyOutcome *outcome, gpointer data);

typedef struct {
    SvgPoint origin;    /* of model space, in document space */
    double step;        /* document units per model unit; 0 = fairy_coords_new_document() */
    const char *author; /* NULL = "fairy" */
    FairyOutcomeFunc on_outcome; /* called once per action, in order; may be NULL */
    gpointer data;
    FairyCoords *coords; /* what the model was shown; borrowed, and then `origin` and `step`
                            don't count. NULL = nothing */
} FairyTurnOptions;

/* `doc` must outlive it. */
FairyTurn *fairy_turn_new(SvgDocument *doc, const FairyTurnOptions *options);
void fairy_turn_free(FairyTurn *turn);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyTurn, fairy_turn_free)

/* More of the reply's text. Every action it completes is applied at once. FALSE with
 * FAIRY_ERROR_REPLY when the text can't be read on; what was applied stays. */
gboolean fairy_turn_feed(FairyTurn *turn, const char *bytes, gsize len, GError **error);
/* The reply is over. FALSE with FAIRY_ERROR_REPLY when it was cut off or held no actions; the
 * unfinished action was not applied. */
gboolean fairy_turn_end(FairyTurn *turn, GError **error);

/* FairyOutcome, one per action so far; the turn's. */
const GPtrArray *fairy_turn_outcomes(const FairyTurn *turn);
/* Whether any was refused. */
gboolean fairy_turn_has_refusals(const FairyTurn *turn);
/* Undoes everything this turn did to the document. */
void fairy_turn_undo(FairyTurn *turn);
/* {"index":0,"type":"move","outcome":"ok","shapeIds":["a"],"detail":"…","data":…}, the last two
 * where there are any; the caller's. */
cJSON *fairy_outcome_json(const FairyOutcome *outcome);
