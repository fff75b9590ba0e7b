/* fairy actions: what a fairy can do. */
#include "commands.h"
#include "print.h"

#include <fairy/action.h>

#include <string.h>

static void print_family(FairyFamily family, gsize width)
{
    const FairyFamilyInfo *info = fairy_family_info(family);
    gboolean first = TRUE;
    for (const FairyAction *const *action = fairy_actions(); *action != NULL; action++) {
        if ((*action)->family != family) {
            continue;
        }
        if (first) {
            cli_print_text(stdout, family > FAIRY_FAMILY_NONE + 1 ? "\n" : "", -1);
            cli_print_line(stdout, "%s:", info->title);
        }
        first = FALSE;
        cli_print_line(stdout, "  %-*s  %s", (int)width, (*action)->name, (*action)->summary);
    }
}

static void print_list(void)
{
    gsize width = 0;
    for (const FairyAction *const *action = fairy_actions(); *action != NULL; action++) {
        width = MAX(width, strlen((*action)->name));
    }
    for (FairyFamily family = FAIRY_FAMILY_NONE + 1; family < FAIRY_FAMILY_INTERNAL; family++) {
        print_family(family, width);
    }
}

static void print_manual(const FairyAction *action, gboolean markdown)
{
    g_autofree char *manual = fairy_action_manual(action, markdown);
    cli_print_text(stdout, manual, -1);
    cli_print_text(stdout, g_str_has_suffix(manual, "\n") ? "" : "\n", -1);
}

static void print_all_manuals(void)
{
    for (const FairyAction *const *action = fairy_actions(); *action != NULL; action++) {
        if (action != fairy_actions()) {
            cli_print_text(stdout, "\n", -1);
        }
        print_manual(*action, TRUE);
    }
}

static cJSON *schema_of(const FairyAction *action, gboolean compact)
{
    const FairyAction *const one[] = {action, NULL};
    if (compact) {
        return fairy_reply_schema_compact(action != NULL ? one : fairy_actions_offered());
    }
    return action != NULL ? fairy_action_schema(action)
                          : fairy_reply_schema(fairy_actions_offered());
}

static void print_schema(const FairyAction *action, gboolean compact)
{
    cJSON *schema = schema_of(action, compact);
    char *text = cJSON_Print(schema);
    cJSON_Delete(schema);
    cli_print_text(stdout, text, -1);
    cli_print_text(stdout, "\n", -1);
    cJSON_free(text);
}

int cli_actions(const CliOptions *options)
{
    const char *name = options->operands[0];
    const FairyAction *action = name != NULL ? fairy_action_find(name) : NULL;
    if (name != NULL && action == NULL) {
        return cli_print_failure(CLI_EXIT_USAGE,
                                 "there is no action \"%s\"; \"fairy actions\" lists them", name);
    }
    if (options->schema) {
        print_schema(action, options->compact);
    } else if (action != NULL) {
        print_manual(action, options->markdown);
    } else if (options->markdown) {
        print_all_manuals();
    } else {
        print_list();
    }
    return CLI_EXIT_DONE;
}
