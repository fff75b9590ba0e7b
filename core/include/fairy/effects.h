/* Follow-ups: what a reply asks for besides changing the drawing, which needs another request to
 * the model: another look at the drawing, a chance to go on, or data. The executor collects them
 * while it carries out the reply's other actions; whoever runs the fairy acts on them when the
 * reply is over. */
#pragma once

#include <svg/geometry.h>

#include <cjson/cJSON.h>

typedef enum {
    FAIRY_FOLLOW_REVIEW, /* the fairy wants to see the result of its actions */
    FAIRY_FOLLOW_DETAIL, /* the fairy wants to go on drawing */
    FAIRY_FOLLOW_VIEW,   /* the fairy wants to see another part of the drawing */
    FAIRY_FOLLOW_DATA,   /* an action has data for the fairy to read */
    FAIRY_FOLLOW_CLOSER, /* the fairy wants the shapes of the outcome in full detail */
} FairyFollowUpKind;

/* Returns "review", "detail", "view", "data" or "closer"; static. */
const char *fairy_follow_up_name(FairyFollowUpKind kind);

/* One reason for another request. The executor owns it, and all it points to. */
typedef struct {
    FairyFollowUpKind kind;
    guint index;   /* of the action in its run, from 0 */
    SvgBox bounds; /* the area to show, in document space; empty = the same as before */
    char *message; /* sentences for the model, with numbers of model space; NULL for data */
    char *quoted;  /* untrusted text that `message` speaks of, one line for a fence; NULL = none */
    cJSON *data;   /* FAIRY_FOLLOW_DATA: a copy of the outcome's data; else NULL */
} FairyFollowUp;
