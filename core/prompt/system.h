/* The standing text: sections of the files in text/, each if its condition holds, and the actions.
 * Private to core/prompt. */
#pragma once

#include <fairy/mode.h>
#include <fairy/prompt.h>

/* What the conditions depend on. */
typedef struct {
    FairyModeId mode;
    gboolean picture;                  /* the model reads pictures */
    gboolean others;                   /* other fairies are at the drawing */
    const FairyAction *const *actions; /* that can be used; NULL = those of the mode */
} FairyKnown;

/* A section of a file under one line <!-- condition -->. A condition is terms with blanks between
 * them, all of which have to hold: names of allowed actions and of shown parts, with "|" between
 * alternatives; "!" before a term negates it. "" always holds. */
typedef struct {
    const char *file; /* "40-changing"; static */
    char *condition;
    char *text;
} FairySection;

/* Returns all sections (FairySection) in their order; static. */
const GPtrArray *fairy_sections(void);
/* Returns whether the section's condition holds. */
gboolean fairy_section_applies(const FairySection *section, const FairyKnown *known);

/* Adds the content parts "rules" and "actions" to the system prompt. */
void fairy_system_write(FairyPrompt *prompt, const FairyKnown *known);
