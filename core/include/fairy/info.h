/* What a chat shows of an action while it is being written and when it is over: an icon, the pose
 * of the fairy's avatar, and a description. Neither the drawing nor the model gets any of it. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

typedef enum {
    FAIRY_ICON_NONE,
    FAIRY_ICON_BRAIN,
    FAIRY_ICON_COMMENT,
    FAIRY_ICON_CURSOR,
    FAIRY_ICON_EYE,
    FAIRY_ICON_FLAG,
    FAIRY_ICON_NOTE,
    FAIRY_ICON_PENCIL,
    FAIRY_ICON_REFRESH,
    FAIRY_ICON_SEARCH,
    FAIRY_ICON_TARGET,
    FAIRY_ICON_TRASH,
} FairyIcon;

typedef enum {
    FAIRY_POSE_KEEP, /* the avatar keeps its pose */
    FAIRY_POSE_IDLE,
    FAIRY_POSE_ACTIVE,
    FAIRY_POSE_THINKING,
    FAIRY_POSE_WORKING,
    FAIRY_POSE_READING,
    FAIRY_POSE_WRITING,
    FAIRY_POSE_SLEEPING,
    FAIRY_POSE_WAITING,
    FAIRY_POSE_REVIEWING,
    FAIRY_POSE_PANICKING,
    FAIRY_POSE_SOARING,
    FAIRY_POSE_POOF,
} FairyPose;

/* Returns the icon's name, e.g. "pencil"; static. NULL for FAIRY_ICON_NONE. */
const char *fairy_icon_name(FairyIcon icon);
/* Returns the pose's name, e.g. "working"; static. NULL for FAIRY_POSE_KEEP. */
const char *fairy_pose_name(FairyPose pose);

/* Returns the description (Markdown) of an action whose row has this function, or NULL to show
 * nothing. It may set *summary, which is NULL before. `args` are as the model wrote them so far:
 * any field may be missing, cut short or of another type. `elapsed_ms` is the time in ms since the
 * action's first byte. The caller frees both strings with g_free(). */
typedef char *(*FairyDescribeFunc)(const cJSON *args, gboolean complete, guint elapsed_ms,
                                   char **summary);

typedef struct {
    FairyIcon icon;
    FairyPose pose;
    char *description;  /* Markdown; NULL = show nothing */
    char *summary;      /* a line to which the description can be collapsed; NULL = none */
    gboolean can_group; /* it may be shown as one item with its neighbours */
} FairyInfo;

/* Frees the strings and sets them to NULL; the struct itself is the caller's. */
void fairy_info_clear(FairyInfo *info);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyInfo, fairy_info_clear)
