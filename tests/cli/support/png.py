"""Pictures, read without our own code. png.py size FILE: "800 600". png.py has FILE [no]#rrggbb X,Y,W,H…: exit 0 when all
these colours are there, or aren't."""
import struct
import sys
import zlib


def read(path):
    """Width, height, bytes per pixel, rows: 8 bits, not interlaced."""
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, bits, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert bits == 8 and not interlaced and color in (2, 6), "another kind of PNG"
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    step = {2: 3, 6: 4}[color]
    return width, height, step, unfiltered(zlib.decompress(packed), width * step, height, step)


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def unfiltered(raw, length, height, step):
    rows, above = [], bytearray(length)
    for y in range(height):
        kind, row = raw[y * (length + 1)], bytearray(raw[y * (length + 1) + 1:(y + 1) * (length + 1)])
        for x in range(length) if kind else ():
            a, b, c = (row[x - step] if x >= step else 0), above[x], (above[x - step] if x >= step else 0)
            row[x] = row[x] + (0, a, b, (a + b) // 2, paeth(a, b, c))[kind] & 255
        rows.append(row)
        above = row
    return rows


def has(step, rows, color, area):
    want = bytes.fromhex(color[-6:])
    x, y, w, h = map(int, area.split(","))
    return any(row[i * step:i * step + 3] == want for row in rows[max(y, 0):y + h] for i in range(max(x, 0), min(x + w, len(row) // step)))


if sys.argv[1] == "size":
    print(*read(sys.argv[2])[:2])
else:
    picture = read(sys.argv[2])[2:]
    wrong = [(color, area) for color, area in zip(sys.argv[3::2], sys.argv[4::2]) if has(*picture, color, area) == color.startswith("no")]
    sys.exit(f"        {sys.argv[2]}: {wrong}" if wrong else 0)
