/* What a reply asks for besides changing the drawing: another look, another request, data. The
 * actions after such a one are done all the same; what is asked is for whoever runs the fairy. */
#pragma once

#include <svg/geometry.h>

#include <cjson/cJSON.h>

typedef enum {
    FAIRY_FOLLOW_REVIEW, /* look at what was done */
    FAIRY_FOLLOW_DETAIL, /* go on drawing */
    FAIRY_FOLLOW_VIEW,   /* look at another part */
    FAIRY_FOLLOW_DATA,   /* an answer is there to be read */
    FAIRY_FOLLOW_CLOSER, /* see the outcome's shapes in full */
} FairyFollowUpKind;

/* "review", "detail", "view", "data", "closer" */
const char *fairy_follow_up_name(FairyFollowUpKind kind);

/* One reason for another request. */
typedef struct {
    FairyFollowUpKind kind;
    guint index;   /* of the action in the reply */
    SvgBox bounds; /* what to look at, in document space; empty = what was looked at before */
    char *message; /* to the fairy, sentences; numbers are those of model space. NULL for data */
    char *quoted;  /* what others wrote that the message speaks of, a line; NULL = nothing */
    cJSON *data;   /* FAIRY_FOLLOW_DATA: as in the action's outcome */
} FairyFollowUp;
