#!/usr/bin/env python3
"""Looks for a key in files, however it was written: `leaks.py KEY FILE…`. A line for each place; exit 1 when there is one.

A folder stands for all in it. What a database has is read from the database, too, and the strings that the answers of a
recording come in are put together.
"""
import base64
import json
import os
import re
import sqlite3
import sys
import urllib.parse

ESCAPES = {'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f'}


def unescaped(text):
    def one(match):
        code = match.group(1)
        return chr(int(code[1:], 16)) if len(code) > 1 else ESCAPES.get(code, code)
    return re.sub(r'\\(u[0-9a-fA-F]{4}|[nrtbf"\\/])', one, text)


def readings(text):
    """The text as it stands, and as those read it who undo what was done to it."""
    level = 'as text'
    while True:
        yield level, text
        if '%' in text:
            yield level + ' in a URL', urllib.parse.unquote(text, errors='replace')
        inner = unescaped(text)
        if inner == text:
            return
        level, text = level + ' in JSON', inner


def decoded(text):
    """What base64 in the text stands for, wherever it begins."""
    for run in set(re.findall(r'[A-Za-z0-9+/_-]{8,}', text)):
        run = run.replace('-', '+').replace('_', '/')
        for start in range(4):
            part = run[start:]
            yield base64.b64decode(part + 'A' * (-len(part) % 4))


def ways(key, text):
    plain, coded = key.lower(), key.encode()
    for how, reading in readings(text):
        close = re.sub(r'[^!-~]+', '', reading)
        lower = close.lower()
        if plain in lower:
            yield how
        if coded.hex() in lower:
            yield how + ', hexadecimal'
        if any(coded in part for part in decoded(close)):
            yield how + ', base64'


def database(path):
    try:
        with sqlite3.connect(f'file:{path}?mode=ro', uri=True) as base:
            for (table,) in base.execute("select name from sqlite_master where type = 'table'").fetchall():
                for row in base.execute(f'select * from "{table}"'):
                    for value in row:
                        yield value.decode('latin-1') if isinstance(value, bytes) else str(value)
    except sqlite3.Error:
        pass


def strings(value, name=''):
    if isinstance(value, dict):
        for key, item in value.items():
            yield from strings(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item, name)
    elif isinstance(value, str):
        yield name, value


def recording(text):
    """Of each request: the pieces that stand under one name, in a row."""
    bodies = {}
    for line in text.splitlines():
        try:
            line = json.loads(line)
        except ValueError:
            return
        if isinstance(line, dict) and line.get('type') == 'bytes':
            more = line['text'].encode() if 'text' in line else base64.b64decode(line['base64'])
            bodies[line['n']] = bodies.get(line['n'], b'') + more
    for body in bodies.values():
        joined = {}
        for line in body.decode(errors='replace').splitlines():
            try:
                found = strings(json.loads(line.removeprefix('data: ')))
                for name, value in found:
                    joined[name] = joined.get(name, '') + value
            except ValueError:
                pass
        yield from joined.values()


def texts(path):
    with open(path, 'rb') as file:
        data = file.read()
    yield data.decode('latin-1')
    if data.startswith(b'SQLite format 3'):
        yield from database(path)
    if data.startswith(b'{"type":"recording"'):
        yield from recording(data.decode(errors='replace'))


def files(paths):
    for path in paths:
        if os.path.isdir(path):
            yield from (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
        else:
            yield path


def main(key, *paths):
    found = {f'{path}: {how}' for path in files(paths) for text in texts(path) for how in ways(key, text)}
    for place in sorted(found):
        print(place)
    return bool(found)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
