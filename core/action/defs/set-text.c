/* One line of a shape's words. */
#include "action/action_list.h"
#include "action/args.h"

#include <fairy/error.h>
#include <svg/lines.h>

#include <math.h>

static const char *const aliases[] = {"set-line",     "edit-text",   "edit-line",   "insert-line",
                                      "replace-line", "delete-line", "update-text", NULL};
static const char *const line_aliases[] = {"row", "lineNumber", NULL};
static const char *const part_aliases[] = {"part", "section", NULL};
static const char *const op_aliases[] = {"operation", "do", NULL};

static const char *const ops[] = {
    [SVG_LINE_REPLACE] = "replace",
    [SVG_LINE_AFTER] = "insert-after",
    [SVG_LINE_BEFORE] = "insert-before",
    [SVG_LINE_DELETE] = "delete",
    NULL,
};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE("id of the shape, or of the text that the line is written in"),
    {.name = "op",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = ops,
     .doc =
         "what is done: replace the line (when left out), put a new one behind it or in front of "
         "it, or delete it",
     .aliases = op_aliases},
    {.name = "compartment",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "which compartment of the shape, counted from 1 at the top; lines are counted in it",
     .aliases = part_aliases},
    {.name = "line",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "which line, counted from 1; left out: the only one, or with insert-after the last and "
            "with insert-before the first",
     .aliases = line_aliases},
    {.name = "span",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "which piece of the line alone is replaced, counted from 1; left out: all of it"},
    {.name = "text",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "the words; \\n starts another line; nothing with delete"},
    {.name = NULL},
};

/* A whole number from 1; 0 where it is left out. */
static gboolean read_count(const cJSON *args, const char *name, guint *out, GError **error)
{
    double value = fairy_args_number(args, name, 0);
    gboolean good =
        !fairy_args_has(args, name) || (value >= 1 && value <= G_MAXINT && value == floor(value));
    *out = good ? (guint)value : 0;
    if (!good) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "\"%s\" is %g; lines, compartments and spans are counted from 1", name, value);
    }
    return good;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    const char *text = fairy_args_has(args, "text") ? fairy_args_string(args, "text") : "";
    SvgLinePlace place = {.op = (SvgLineOp)fairy_args_choice(args, "op", ops, SVG_LINE_REPLACE)};
    fairy_executor_touch(executor, id);
    return read_count(args, "compartment", &place.compartment, error) &&
           read_count(args, "line", &place.line, error) &&
           read_count(args, "span", &place.span, error) &&
           svg_edit_set_line(fairy_executor_edit(executor), id, &place, text, error);
}

const FairyAction fairy_action_set_text = {
    .name = "set-text",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Change, add or delete one line of a shape's words",
    .manual =
        "All other lines keep their words and looks. Lines are those of the shape's text, from 1; "
        "look-closer lists them with their text's id, compartment and spans where they have such. "
        "A class gets a member with op insert-after and its compartment: the box grows, and what "
        "is below moves down; in a record, where each line has a compartment, a new one gets its own. "
        "A new line looks like the one beside it. With span only that piece "
        "is replaced, in its own style. A line of HTML changes together with the text that stands "
        "in for it. label writes all the words of a shape.",
    .words =
        "(first|second|third|last|each|one) line|\brows?\b|member|method|field|attribut|column|"
        "compartment|zeile|feld|spalte|ligne|champ|méthode|colonne|línea|campo|columna",
    .example = "{\"_type\":\"set-text\",\"shapeId\":\"order\",\"line\":2,\"text\":\"number: int\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WRITING,
    .doing = "Writing a line on",
    .done = "Wrote a line on",
};
