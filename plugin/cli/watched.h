/* Events of a run that is watched: JSON that becomes what it was. */
#pragma once

#include <fairy/event.h>

typedef struct {
    FairyEvent event;
    /* What it points to: */
    FairyCharacter character;
    FairyInfo info;
    FairyOutcome outcome;
    FairyApiError api_error;
    FairyTodos *todos;
    char *name; /* of the fairy; it stays */
} CliWatched;

/* Reads what fairy_event_json() wrote, as much of it as is shown to people; valid until the next is
 * read. FALSE for what is no such event. */
gboolean cli_watched_read(CliWatched *watched, const cJSON *json);
void cli_watched_clear(CliWatched *watched);
