/* The project, for those that work in it: what is the same for all of them, and stays. */
#include "prompt/part.h"

#define HEADING "The project you work in"

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyComposeOptions *options = writing->options;
    const FairyProject *project = options->projects && options->fairy
                                      ? fairy_projects_of(options->projects, options->fairy)
                                      : NULL;
    if (!project || !*project->title) {
        return;
    }
    g_autofree char *title = fairy_part_quoted(project->title),
                    *description = fairy_part_quoted(project->description),
                    *asked = fairy_part_quoted(project->asked);
    fairy_part_value(out, HEADING, title);
    fairy_part_value(out, "what all are told", *project->description ? description : NULL);
    fairy_part_value(out, "what the person asked for", *project->asked ? asked : NULL);
}

const FairyPart fairy_part_project_brief = {
    .name = "project-brief",
    .place = FAIRY_PART_SYSTEM,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
