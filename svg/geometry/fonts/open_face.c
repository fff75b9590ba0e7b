/* One HarfBuzz font for each face that is in use. */
#include "geometry/fonts/open_face.h"

#include "geometry/fonts/glyph.h"

#define KNOWN_INKS 256

typedef struct {
    hb_codepoint_t id; /* of the glyph; 0: none yet */
    SvgInk ink;
} KnownInk;

struct _OpenFace {
    char *name; /* in `all` */
    guint users;
    hb_font_t *font;
    SvgFontMetrics metrics;
    KnownInk inks[KNOWN_INKS]; /* where glyphs begin; each at its id modulo their number */
};

static GHashTable *all; /* of OpenFace, by name; NULL: none is open */

/* NULL when the file isn't a font. */
static hb_font_t *open_font(const FaceSource *source)
{
    hb_blob_t *blob = hb_blob_create_from_file(source->file);
    hb_face_t *face = hb_face_create(blob, (unsigned int)source->index);
    hb_font_t *font = hb_face_get_glyph_count(face) > 0 ? hb_font_create(face) : NULL;

    hb_face_destroy(face);
    hb_blob_destroy(blob);
    if (font) {
        hb_font_set_scale(font, (int)UNIT, (int)UNIT);
        hb_font_set_synthetic_slant(font, (float)source->slant);
    }
    return font;
}

static OpenFace *open_new(const FaceSource *source, char *name)
{
    hb_font_t *font = open_font(source);
    OpenFace *face = font ? g_new0(OpenFace, 1) : NULL;

    if (face) {
        face->name = name;
        face->font = font;
        glyph_metrics(font, &face->metrics);
        g_hash_table_insert(all, face->name, face);
    } else {
        g_free(name);
    }
    return face;
}

OpenFace *open_face_get(const FaceSource *source)
{
    g_autofree char *name =
        g_strdup_printf("%d %d %s", source->index, (int)(source->slant * UNIT), source->file);
    OpenFace *face;

    all = all ? all : g_hash_table_new(g_str_hash, g_str_equal);
    face = g_hash_table_lookup(all, name);
    face = face ? face : open_new(source, g_steal_pointer(&name));
    if (face) {
        face->users++;
    }
    return face;
}

void open_face_unref(OpenFace *face)
{
    if (--face->users > 0) {
        return;
    }
    g_hash_table_remove(all, face->name);
    if (g_hash_table_size(all) == 0) {
        g_clear_pointer(&all, g_hash_table_unref);
    }
    hb_font_destroy(face->font);
    g_free(face->name);
    g_free(face);
}

hb_font_t *open_face_font(const OpenFace *face)
{
    return face->font;
}

const SvgFontMetrics *open_face_metrics(const OpenFace *face)
{
    return &face->metrics;
}

gboolean open_face_has(const OpenFace *face, gunichar c)
{
    hb_codepoint_t id;

    return hb_font_get_nominal_glyph(face->font, c, &id);
}

/* Outlines are slow to read. */
SvgInk open_face_ink(OpenFace *face, hb_codepoint_t id, const hb_glyph_position_t *place)
{
    KnownInk *known = &face->inks[id % KNOWN_INKS];

    if (place->x_offset != 0 || place->y_offset != 0) {
        return glyph_ink(face->font, id, place->x_offset, -place->y_offset);
    }
    if (known->id != id) {
        *known = (KnownInk){id, glyph_ink(face->font, id, 0, 0)};
    }
    return known->ink;
}
