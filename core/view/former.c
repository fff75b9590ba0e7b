/* States of shapes, kept: one behind the other, the fields of a table each; numbers as whole steps,
 * texts with a NUL; then packed. */
#include "view/former.h"

#include <fairy/coords.h>
#include <fairy/former.h>
#include <fairy/limits.h>
#include <svg/gzip.h>

#include <math.h>
#include <string.h>

#define MAGIC    "FF1" /* with its NUL: another version is another one */
#define MOST     1e15  /* steps */
#define MAX_TEXT 4000  /* bytes of one text: what stands behind isn't compared */

enum { OWN = 1 };

#define FIELD(member, type)                             \
    {                                                   \
        offsetof(SvgShape, member), FAIRY_FORMER_##type \
    }
static const FairyFormerField fields[] = {
    FIELD(id, TEXT),           FIELD(kind, COUNT),     FIELD(box.x, PLACE),
    FIELD(box.y, PLACE),       FIELD(box.w, PLACE),    FIELD(box.h, PLACE),
    FIELD(text, TEXT),         FIELD(label_id, TEXT),  FIELD(name, TEXT),
    FIELD(parent, TEXT),       FIELD(fill, TEXT),      FIELD(stroke, TEXT),
    FIELD(color, TEXT),        FIELD(from_id, TEXT),   FIELD(to_id, TEXT),
    FIELD(start.x, PLACE),     FIELD(start.y, PLACE),  FIELD(end.x, PLACE),
    FIELD(end.y, PLACE),       FIELD(bend, PLACE),     FIELD(pattern, COUNT),
    FIELD(stroke_width, FINE), FIELD(font_size, FINE), FIELD(rotation, ANGLE),
    FIELD(n_children, COUNT),  FIELD(locked, COUNT),   FIELD(layer, COUNT),
};
#undef FIELD

G_STATIC_ASSERT(sizeof(SvgKind) == sizeof(gint) && sizeof(gboolean) == sizeof(gint));

const FairyFormerField *fairy_former_fields(guint *n)
{
    *n = G_N_ELEMENTS(fields);
    return fields;
}

/* --- one field -------------------------------------------------------------------------------- */

static double step_of(FairyFormerType type, double unit)
{
    return type == FAIRY_FORMER_PLACE  ? unit / 100
           : type == FAIRY_FORMER_FINE ? unit / 10000
                                       : 0.01;
}

static gpointer member(const FairyFormerField *field, const SvgShape *shape)
{
    return (char *)shape + field->offset;
}

gint64 fairy_former_number(const FairyFormerField *field, const SvgShape *shape, double unit)
{
    if (field->type == FAIRY_FORMER_COUNT) {
        return *(const gint *)member(field, shape);
    }
    double value = *(const double *)member(field, shape) / step_of(field->type, unit);
    return isfinite(value) ? (gint64)round(CLAMP(value, -MOST, MOST)) : 0;
}

void fairy_former_set(const FairyFormerField *field, SvgShape *shape, gint64 steps, double unit)
{
    if (field->type == FAIRY_FORMER_COUNT) {
        *(gint *)member(field, shape) = (gint)steps;
    } else {
        *(double *)member(field, shape) = (double)steps * step_of(field->type, unit);
    }
}

char **fairy_former_text(const FairyFormerField *field, SvgShape *shape)
{
    return member(field, shape);
}

/* --- writing ---------------------------------------------------------------------------------- */

typedef struct {
    SvgDocument *doc;
    GByteArray *out;
    double unit;
    guint n;
} Writer;

/* LEB128; small numbers of either sign are short. */
static void put_number(GByteArray *out, gint64 number)
{
    guint64 left = ((guint64)number << 1) ^ (number < 0 ? ~(guint64)0 : 0);
    guint8 bytes[10];
    guint n = 0;
    do {
        bytes[n++] = (guint8)((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
        left >>= 7;
    } while (left);
    g_byte_array_append(out, bytes, n);
}

static void put_text(GByteArray *out, const char *text)
{
    gsize len = text ? strnlen(text, MAX_TEXT) : 0;
    g_byte_array_append(out, (const guint8 *)(text ? text : ""), (guint)len);
    g_byte_array_append(out, (const guint8 *)"", 1);
}

static void put_shape(const SvgShape *shape, gpointer data)
{
    Writer *writer = data;
    if (writer->n++ >= FAIRY_MAX_FORMER_SHAPES) {
        return;
    }
    put_number(writer->out, svg_document_owns_id(writer->doc, shape->id) ? OWN : 0);
    for (guint i = 0; i < G_N_ELEMENTS(fields); i++) {
        if (fields[i].type == FAIRY_FORMER_TEXT) {
            put_text(writer->out, *(char *const *)member(&fields[i], shape));
        } else {
            put_number(writer->out, fairy_former_number(&fields[i], shape, writer->unit));
        }
    }
}

GBytes *fairy_former_keep(SvgDocument *doc)
{
    static const SvgBox all = {-MOST, -MOST, 2 * MOST, 2 * MOST};
    Writer writer = {.doc = doc,
                     .out = g_byte_array_new(),
                     .unit = MIN(fairy_coords_step_for(svg_document_page(doc)), 1)};
    g_byte_array_append(writer.out, (const guint8 *)MAGIC, sizeof MAGIC);
    g_byte_array_append(writer.out, (const guint8 *)&writer.unit, sizeof writer.unit);
    svg_document_each_shape(doc, all, TRUE, put_shape, &writer);
    g_autoptr(GBytes) plain = g_byte_array_free_to_bytes(writer.out);
    g_autoptr(GBytes) packed =
        writer.n > FAIRY_MAX_FORMER_SHAPES ? NULL : svg_gzip_pack_quickly(plain);
    gboolean fits = packed && g_bytes_get_size(packed) <= FAIRY_MAX_FORMER_BYTES;
    return fits ? g_steal_pointer(&packed) : NULL;
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct {
    const char *at, *end;
} Reader;

static gboolean get(Reader *reader, gpointer to, gsize len)
{
    gboolean there = len <= (gsize)(reader->end - reader->at);
    if (there) {
        memcpy(to, reader->at, len);
        reader->at += len;
    }
    return there;
}

static gboolean get_number(Reader *reader, gint64 *number)
{
    guint64 value = 0;
    guint8 byte = 0x80;
    for (guint shift = 0; byte & 0x80; shift += 7) {
        if (shift > 63 || !get(reader, &byte, 1)) {
            return FALSE;
        }
        value |= (guint64)(byte & 0x7f) << shift;
    }
    *number = (gint64)(value >> 1) ^ -(gint64)(value & 1);
    return TRUE;
}

static gboolean get_text(Reader *reader, char **text)
{
    const char *end = memchr(reader->at, 0, (gsize)(reader->end - reader->at));
    if (end) {
        *text = end > reader->at ? (char *)reader->at : NULL;
        reader->at = end + 1;
    }
    return end != NULL;
}

static gboolean get_shape(Reader *reader, FairyFormerShape *former, double unit)
{
    gint64 number;
    gboolean good = get_number(reader, &number);
    former->own = good && number & OWN;
    for (guint i = 0; good && i < G_N_ELEMENTS(fields); i++) {
        if (fields[i].type == FAIRY_FORMER_TEXT) {
            good = get_text(reader, fairy_former_text(&fields[i], &former->shape));
        } else if ((good = get_number(reader, &number))) {
            fairy_former_set(&fields[i], &former->shape, number, unit);
        }
    }
    return good && former->shape.id && (guint)former->shape.kind < SVG_KIND_COUNT;
}

GArray *fairy_former_read(GBytes *unpacked, double *unit)
{
    gsize len;
    const char *data = g_bytes_get_data(unpacked, &len);
    Reader reader = {data, data + len};
    char magic[sizeof MAGIC];
    g_autoptr(GArray) out = g_array_new(FALSE, FALSE, sizeof(FairyFormerShape));
    if (!get(&reader, magic, sizeof magic) || memcmp(magic, MAGIC, sizeof magic) != 0 ||
        !get(&reader, unit, sizeof *unit) || !isfinite(*unit) || *unit <= 0) {
        return NULL;
    }
    while (reader.at < reader.end) {
        FairyFormerShape former = {0};
        if (!get_shape(&reader, &former, *unit)) {
            return NULL;
        }
        g_array_append_val(out, former);
    }
    return g_steal_pointer(&out);
}
