/* A picture of the view, none of a blank one; or several, each named by its box. */
#include "prompt/part.h"

#include <fairy/picture.h>

static void add(const FairyWriting *writing, const FairyPicture *picture)
{
    if (picture->jpeg) {
        fairy_message_add_image(writing->message, "picture", picture->jpeg, "image/jpeg",
                                picture->width, picture->height);
    }
}

static void add_named(const FairyWriting *writing, const FairyPicture *picture)
{
    guint n = 0, i = 0;
    for (const FairyPicture *at = picture; at; at = at->next) {
        n++;
    }
    for (; picture; picture = picture->next) {
        g_autofree char *box = fairy_part_box(writing, picture->area);
        fairy_message_add_text(writing->message, "picture-box",
                               g_strdup_printf("Picture %u of %u shows %s%s.", ++i, n, box,
                                               picture->jpeg ? "" : ", and couldn't be drawn"));
        add(writing, picture);
    }
}

static void write_part(const FairyWriting *writing, GString *out)
{
    (void)out;
    const FairyPicture *picture = writing->options->picture;
    gboolean blank = !*writing->scene->shapes && !*writing->scene->omitted;
    if (picture && !blank) {
        (picture->next ? add_named : add)(writing, picture);
    }
}

const FairyPart fairy_part_screenshot = {
    .name = "screenshot",
    .place = FAIRY_PART_STATE,
    .write = write_part,
};
