/* Words in place of words, piece by piece. */
#include "action/action_list.h"
#include "action/args.h"

#include <fairy/error.h>
#include <svg/edit.h>

static const char *const kinds[] = {
    [SVG_WORDS_TEXT] = "text",
    [SVG_WORDS_TITLE] = "title",
    [SVG_WORDS_DESC] = "desc",
    NULL,
};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE(
        "id of the text, of the shape it is on, or of what the title or description is about"),
    {.name = "of",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = kinds,
     .doc = "which words of it; left out: those that are drawn"},
    {.name = "piece",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc =
         "which piece of them, from 0: a line, or what stands between two tags; left out: the first "
         "that is from"},
    {.name = "from", .type = FAIRY_STRING, .doc = "the words that stand there"},
    {.name = "to", .type = FAIRY_STRING, .doc = "the words in place of them"},
    {.name = "language",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "the old words stay, and the new ones are for readers of this language (\"de\")"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    double piece = fairy_args_number(args, "piece", SVG_ANY_PIECE);
    if (!(piece >= 0 && piece <= SVG_ANY_PIECE)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "\"piece\" is %g; pieces are counted from 0", piece);
        return FALSE;
    }
    fairy_executor_touch(executor, id);
    return svg_edit_replace_words(
        fairy_executor_edit(executor), id,
        (SvgWordsKind)fairy_args_choice(args, "of", kinds, SVG_WORDS_TEXT), (guint)piece,
        fairy_args_string(args, "from"), fairy_args_string(args, "to"),
        fairy_args_string(args, "language"), error);
}

const FairyAction fairy_action_replace_words = {
    .name = "replace-words",
    .family = FAIRY_FAMILY_ANNOTATION,
    .summary = "Write words in place of words, each where it stands",
    .manual =
        "For translations. A line, or a word with a style of its own, is a piece; nothing is set "
        "or broken anew, and no other byte changes, but that letters which have places of their "
        "own, or a length that was made to fit, follow each other as they come. With language the "
        "text stays as it is for everybody else, in a <switch>. To give a shape other words use "
        "label.",
    .example = "{\"_type\":\"replace-words\",\"shapeId\":\"t\",\"from\":\"Login\",\"to\":"
               "\"Anmelden\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WRITING,
    .doing = "Replacing words",
    .done = "Replaced words",
};
