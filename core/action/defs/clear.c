/* Many shapes away. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const aliases[] = {"clear-canvas", NULL};

static const FairyField fields[] = {
    FAIRY_FIELDS_AREA_WITH(FAIRY_FIELD_OPTIONAL),
    {.name = NULL},
};

static guint count_given(const cJSON *args)
{
    guint n = 0;
    for (guint i = 0; fields[i].name; i++) {
        n += fairy_args_has(args, fields[i].name);
    }
    return n;
}

/* What was asked for and stayed makes it another action; what wasn't is only told. */
static void tell(FairyExecutor *executor, const SvgCleared *told)
{
    const struct {
        guint n;
        const char *why;
    } stayed[] = {
        {told->locked, "locked"},
        {told->beyond, "beyond your area"},
        {told->needed, "needed, as others are drawn with them"},
        {told->partly, "only partly in bounds"},
    };
    GString *words = g_string_new(NULL);
    g_string_printf(words, "removed %u %s", told->removed, told->removed == 1 ? "shape" : "shapes");
    for (gsize i = 0; i < G_N_ELEMENTS(stayed); i++) {
        if (stayed[i].n) {
            g_string_append_printf(words, "; kept %u %s", stayed[i].n, stayed[i].why);
        }
    }
    if (told->locked || told->beyond || told->needed) {
        fairy_executor_note(executor, "%s", words->str);
    } else {
        fairy_executor_say(executor, words->str);
    }
    g_string_free(words, TRUE);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgBox area;
    SvgCleared told;
    guint given = count_given(args);
    if (given != 0 && given != 4) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "clear needs all of \"x\", \"y\", \"w\" and \"h\", or none of them for the "
                    "whole drawing");
        return FALSE;
    }
    if ((given && !fairy_args_area(executor, args, &area, error)) ||
        !svg_edit_clear(fairy_executor_edit(executor), given ? &area : NULL, &told, error)) {
        return FALSE;
    }
    tell(executor, &told);
    return TRUE;
}

const FairyAction fairy_action_clear = {
    .name = "clear",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Remove all shapes of the drawing, or of a part of it",
    .manual = "Without x, y, w and h every shape goes, else every one that lies wholly in these "
              "bounds, with its label. Locked and hidden shapes stay, and those that something "
              "else is drawn with; layers and definitions stay. Says how many went and stayed.",
    .words = "clear (the|all|every|this|that|my|up|out)|empty (the|all|every|this)|erase|wipe|"
             "leer|efface|vider|borra|vacia|svuota",
    .example = "{\"_type\":\"clear\",\"x\":0,\"y\":0,\"w\":400,\"h\":300}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_TRASH,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Clearing",
    .done = "Cleared",
};
