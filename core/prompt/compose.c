/* One request as a conversation: the parts that the fairy's mode has, by their places. */
#include "prompt/part.h"
#include "prompt/system.h"

#include <fairy/fence.h>
#include <fairy/limits.h>

#define STATE "The drawing as it is now.\n"

/* The text pieces of one place. */
typedef struct {
    FairyWriting *writing;
    const char *mark;       /* of its fences: NULL where they are the same in the next request */
    FairyContentPart *last; /* written here */
    gboolean fenced;        /* the fence is open */
} Place;

/* --- pieces ----------------------------------------------------------------------------------- */

static void close_fence(Place *place)
{
    if (place->fenced) {
        g_autoptr(GString) text = g_string_new(place->last->text);
        fairy_fence_close(text, place->mark);
        g_free(place->last->text);
        place->last->text = g_strdup(text->str);
        place->fenced = FALSE;
    }
}

static void append_data(Place *place, GString *text, const char *data)
{
    if (!place->fenced) {
        fairy_fence_open(text, place->mark);
        place->fenced = TRUE;
    }
    fairy_fence_text(text, data);
}

static void add_piece(Place *place, const FairyPart *part, const char *written)
{
    FairyWriting *writing = place->writing;
    gboolean first = part->place == FAIRY_PART_STATE && !place->last;
    GString *text = g_string_new(first ? STATE : NULL);
    if (part->data) {
        append_data(place, text, written);
    } else {
        close_fence(place);
        g_string_append(text, written);
    }
    char *words = g_string_free(text, FALSE);
    gboolean system = part->place == FAIRY_PART_SYSTEM;
    place->last = system ? fairy_prompt_add_system(writing->prompt, part->name, words)
                         : fairy_message_add_text(writing->message, part->name, words);
    place->last->stable = system;
}

static void write_part(Place *place, const FairyPart *part)
{
    g_autoptr(GString) out = g_string_new(NULL);
    part->write(place->writing, out);
    if (out->len > 0) {
        add_piece(place, part, out->str);
    }
}

static void write_place(FairyWriting *writing, const FairyMode *mode, FairyPartPlace where)
{
    const char *mark = where == FAIRY_PART_SYSTEM ? NULL : writing->options->mark;
    Place place = {.writing = writing, .mark = mark};
    for (guint i = 0; mode->parts[i]; i++) {
        const FairyPart *part = fairy_part_find(mode->parts[i]);
        if (part->place == where) {
            write_part(&place, part);
        }
    }
    close_fence(&place);
}

/* --- the drawing ------------------------------------------------------------------------------ */

/* What is selected and still there, unless the mode isn't told; the array is the caller's. */
static const char **selection_of(const FairyComposeOptions *options, const FairyMode *mode)
{
    GPtrArray *known = g_ptr_array_new();
    const char *const *ids = g_strv_contains(mode->parts, "selected") ? options->selection : NULL;
    for (; ids && *ids; ids++) {
        if (svg_document_has_id(options->doc, *ids)) {
            g_ptr_array_add(known, (gpointer)*ids);
        }
    }
    g_ptr_array_add(known, NULL);
    return (const char **)g_ptr_array_free(known, FALSE);
}

static FairyScene *look(const FairyWriting *writing)
{
    const FairyComposeOptions *options = writing->options;
    FairyViewOptions asked = {.view = writing->view,
                              .selection = writing->selection,
                              .max_tokens =
                                  options->max_tokens ? options->max_tokens : FAIRY_VIEW_TOKENS,
                              .lines = TRUE};
    return fairy_scene_new(options->doc, options->coords, &asked, NULL);
}

/* --- all of it -------------------------------------------------------------------------------- */

FairyPrompt *fairy_prompt_compose(const FairyComposeOptions *options, GError **error)
{
    FairyModeId id = options->mode ? options->mode : FAIRY_MODE_ONE_SHOTTING;
    const FairyMode *mode = fairy_mode(id);
    if (!mode->active) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "a fairy that is %s doesn't ask its model; bring it into another mode first",
                    mode->name);
        return NULL;
    }
    g_autoptr(GHashTable) told = g_hash_table_new(NULL, NULL);
    FairyWriting writing = {
        .options = options, .mode = id, .prompt = fairy_prompt_new(), .told = told};
    writing.view =
        fairy_part_has_area(options->view) ? options->view : svg_document_page(options->doc);
    g_autofree const char **selection = selection_of(options, mode);
    writing.selection = selection;
    g_autoptr(FairyScene) scene = look(&writing);
    writing.scene = scene;
    writing.prompt->actions = options->actions ? options->actions : fairy_mode_actions(id);
    fairy_system_write(writing.prompt, &(FairyKnown){.mode = id,
                                                     .actions = options->actions,
                                                     .picture = options->capabilities->images,
                                                     .others = options->n_others > 0});
    write_place(&writing, mode, FAIRY_PART_SYSTEM);
    write_place(&writing, mode, FAIRY_PART_HISTORY);
    writing.message = fairy_prompt_add_message(writing.prompt, FAIRY_ROLE_USER);
    write_place(&writing, mode, FAIRY_PART_STATE);
    write_place(&writing, mode, FAIRY_PART_MESSAGE);
    return writing.prompt;
}
