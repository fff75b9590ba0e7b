/* fairy tell, fairy stop: a word to fairies that are at work. */
#include "commands.h"
#include "edit.h"
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
