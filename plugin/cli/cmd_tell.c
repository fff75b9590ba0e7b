/* fairy tell, stop, join, leave, lead: a word to fairies that are at work. */
#include "commands.h"
#include "edit.h"
#include "print.h"
#include "reach.h"

int cli_tell(const CliOptions *options)
{
    g_autofree char *words = g_strstrip(g_strdup(options->operands[1]));
    if (!cli_check_words(words)) {
        return CLI_EXIT_USAGE;
    }
    FairyReachOptions reach = cli_reach_options(options, FAIRY_REACH_TELL);
    reach.words = words;
    return cli_reach(&reach, options->quiet ? NULL : "told");
}

int cli_stop(const CliOptions *options)
{
    FairyReachOptions reach = cli_reach_options(options, FAIRY_REACH_STOP);
    return cli_reach(&reach, options->quiet ? NULL : "stopping");
}

int cli_join(const CliOptions *options)
{
    FairyReachOptions reach = cli_reach_options(options, FAIRY_REACH_JOIN);
    return cli_reach(&reach, options->quiet ? NULL : "joined:");
}

/* It isn't taken for granted which one is meant. */
static int change(const CliOptions *options, FairyReachKind what, const char *done)
{
    if (options->fairy == NULL) {
        cli_print_failure(CLI_EXIT_USAGE,
                          "name the fairy with --fairy NAME; \"fairy watch\" tells who is there");
        return CLI_EXIT_USAGE;
    }
    FairyReachOptions reach = cli_reach_options(options, what);
    return cli_reach(&reach, options->quiet ? NULL : done);
}

int cli_leave(const CliOptions *options)
{
    return change(options, FAIRY_REACH_LEAVE, "left:");
}

int cli_lead(const CliOptions *options)
{
    return change(options, FAIRY_REACH_LEAD, "leads:");
}
