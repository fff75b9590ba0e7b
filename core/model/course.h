/* What a course and the models that answer from its recording know of each other. Private to
 * core/model. */
#pragma once

#include "model/recording_reader.h"

#include <fairy/course.h>

/* A model that answers from the recording. */
typedef struct {
    const char *fairy; /* id of who asks it; NULL = anybody */
    gboolean running;  /* a request of its is under way */
    guint number;      /* of that in the recording; 0 = nothing of it was played yet */
    /* The request comes that has this number. */
    void (*ask)(gpointer model, guint number);
    /* The next event comes of the request under way. */
    void (*tell)(gpointer model);
    /* The server wants it to wait before it asks. */
    void (*wait)(gpointer model, const FairyApiError *api_error);
    /* The course isn't followed any more: it goes on by itself. */
    void (*release)(gpointer model);
    gpointer model;
} FairyPlayer;

/* Returns the recording that is followed, or was; borrowed. NULL = there is none. */
FairyRecordingReader *fairy_course_recorded(const FairyCourse *course);
/* Returns whether players are called as the recording has it; else they go on by themselves. */
gboolean fairy_course_leads(const FairyCourse *course);
/* Returns where and why a recording that has to be kept to strictly was left; NULL = it wasn't. */
const char *fairy_course_strayed(const FairyCourse *course);
/* Says that it is left, and why: who plays goes on by itself, and fails with that. */
void fairy_course_leave(FairyCourse *course, const char *why);
/* Both borrow the player. */
void fairy_course_add_player(FairyCourse *course, FairyPlayer *player);
void fairy_course_remove_player(FairyCourse *course, FairyPlayer *player);
/* Something may be played now. */
void fairy_course_wake(FairyCourse *course);
