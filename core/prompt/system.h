/* The standing text: sections of the files in text/, each where its condition holds, and what the
 * actions are. Private to core/. */
#pragma once

#include <fairy/mode.h>
#include <fairy/prompt.h>

/* What conditions are about. */
typedef struct {
    FairyModeId mode;
    gboolean picture; /* the model looks at pictures */
    gboolean others;  /* other fairies are at the drawing */
} FairyKnown;

/* A stretch of a file under one line <!-- condition -->. A condition is made of terms with blanks
 * between, which all have to hold: names of actions that can be used and of parts that are shown,
 * with "|" between those of which one is enough; "!" before a term: not that. "" always holds. */
typedef struct {
    const char *file; /* "40-changing"; static */
    char *condition;
    char *text;
} FairySection;

/* FairySection, in the order in which they stand; read once, never freed. */
const GPtrArray *fairy_sections(void);
gboolean fairy_section_applies(const FairySection *section, const FairyKnown *known);

/* "rules" and "actions". */
void fairy_system_write(FairyPrompt *prompt, const FairyKnown *known);
