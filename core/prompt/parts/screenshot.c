/* A picture of the view; none of a blank one. */
#include "prompt/part.h"

#include <fairy/picture.h>

static void write_part(const FairyWriting *writing, GString *out)
{
    (void)out;
    const FairyPicture *picture = writing->options->picture;
    gboolean blank = !*writing->scene->shapes && !*writing->scene->omitted;
    if (picture && picture->jpeg && !blank) {
        fairy_message_add_image(writing->message, "picture", picture->jpeg, "image/jpeg",
                                picture->width, picture->height);
    }
}

const FairyPart fairy_part_screenshot = {
    .name = "screenshot",
    .place = FAIRY_PART_STATE,
    .write = write_part,
};
