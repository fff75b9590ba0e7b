#!/usr/bin/env python3
"""A provider that says the key it was sent, as a script for test-server: `echo.py WIRE KEY PIECE`.

It is said in every way of WAYS, in thoughts, messages, labels, ids and lists, in strings of PIECE characters each.
"""
import base64
import json
import sys
import textwrap
import urllib.parse

import stream


def base64_of(text, alphabet=base64.b64encode):
    return alphabet(text.encode()).decode()


WAYS = {  # name: how a text of a reply has the key in it, as it stands in the JSON of the reply
    'plain': lambda key: json.dumps(key)[1:-1],
    'slashes': lambda key: key.replace('/', '\\/'),
    'escaped': lambda key: ''.join(f'\\u{ord(c):04x}' for c in key),
    'partly escaped': lambda key: ''.join(f'\\u{ord(c):04X}' if i % 2 else c for i, c in enumerate(key)),
    'upper case': lambda key: key.upper(),
    'spaced': lambda key: ' '.join(key),
    'in two lines': lambda key: key[:9] + '\\n' + key[9:],
    'with nothing between': lambda key: '\u200b'.join(key),
    'in a URL': lambda key: urllib.parse.quote(key, safe=''),
    'in a URL, all': lambda key: ''.join(f'%{ord(c):02x}' for c in key),
    'hexadecimal': lambda key: key.encode().hex(),
    'base64': base64_of,
    'base64 in JSON': lambda key: base64_of(key).replace('/', '\\/'),
    'base64 of the header': lambda key: base64_of('Bearer ' + key + '\r\n'),
    'base64, two before': lambda key: base64_of('k=' + key).rstrip('='),
    'base64 for URLs': lambda key: base64_of(key, base64.urlsafe_b64encode),
    'base64 for URLs, one before': lambda key: base64_of(':' + key, base64.urlsafe_b64encode).rstrip('='),
    'base64 in lines': lambda key: '\\n'.join(textwrap.wrap(base64_of(key), 12)),
}


def actions(key):
    yield from ('{"_type":"message","text":"%s: %s."}' % (way, say(key)) for way, say in WAYS.items())
    yield '{"_type":"think","text":"%s"}' % WAYS['escaped'](key)
    yield '{"_type":"label","shapeId":"login","text":"%s"}' % WAYS['plain'](key)
    yield '{"_type":"label","shapeId":"db","text":"the key %s"}' % WAYS['base64 of the header'](key)
    yield ('{"_type":"create","shape":{"_type":"rectangle","shapeId":"%s","x":1,"y":1,"w":50,"h":20,"text":"%s"}}'
           % (WAYS['hexadecimal'](key), WAYS['escaped'](key)))
    yield '{"_type":"describe","shapeId":"note","title":"%s","description":"%s"}' % (
        WAYS['in a URL'](key), WAYS['base64, two before'](key))
    yield '{"_type":"%s"}' % WAYS['plain'](key)
    yield '{"_type":"move","shapeId":"%s","x":1,"y":1}' % WAYS['plain'](key)
    yield '{"_type":"update-todo","id":"1","status":"done","text":"%s"}' % WAYS['plain'](key)


def reply(key):
    return '{"actions":[%s]}' % ','.join(actions(key))


def thoughts(wire, key):
    """Events of the wire that think of the key, letter by letter."""
    for piece in stream.pieces(f'They gave me {key}, {base64_of(key)}.'):
        if wire == 'anthropic':
            yield 'content_block_delta', {'type': 'content_block_delta', 'index': 0,
                                          'delta': {'type': 'thinking_delta', 'thinking': piece}}
        elif wire == 'openai':
            yield '', {'choices': [{'index': 0, 'delta': {'reasoning_content': piece}, 'finish_reason': None}]}
        elif wire == 'gemini':
            yield '', {'candidates': [{'content': {'parts': [{'text': piece, 'thought': True}]}, 'index': 0}]}
        else:
            yield '', {'message': {'role': 'assistant', 'content': '', 'thinking': piece}, 'done': False}


def main(wire, key, piece):
    stream.PIECE = int(piece)
    answer = getattr(stream, wire)
    steps = [f'header x-request-id: {key}', f'header x-echo: {key}']
    setattr(stream, wire, lambda text: [*thoughts(wire, key), *answer(text)])
    print('\n'.join(stream.script(wire, reply(key), steps)))


if __name__ == '__main__':
    main(*sys.argv[1:])
