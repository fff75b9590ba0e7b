/* What a chat shows of an action, while it is being written and after: an icon, the figure's pose,
 * a description. Nothing of it reaches the drawing or the model. */
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
    FAIRY_POSE_KEEP, /* as it was */
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

/* "pencil"; NULL for FAIRY_ICON_NONE. */
const char *fairy_icon_name(FairyIcon icon);
/* "working"; NULL for FAIRY_POSE_KEEP. */
const char *fairy_pose_name(FairyPose pose);

/* The description (Markdown) of an action whose row names this function; NULL = show nothing. May
 * set *summary, which is NULL. `args` is as a model writes it: any field may be missing, cut short
 * or of another type; `elapsed_ms` since its first byte. Both are the caller's. */
typedef char *(*FairyDescribeFunc)(const cJSON *args, gboolean complete, guint elapsed_ms,
                                   char **summary);

typedef struct {
    FairyIcon icon;
    FairyPose pose;
    char *description;  /* Markdown; NULL = show nothing */
    char *summary;      /* a line to which it can be collapsed; NULL = it can't */
    gboolean can_group; /* with its neighbours, as one item */
} FairyInfo;

void fairy_info_clear(FairyInfo *info);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyInfo, fairy_info_clear)
