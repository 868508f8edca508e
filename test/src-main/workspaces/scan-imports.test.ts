import { expect, test } from 'vitest';
import { importsIn, usesNetwork } from '../../../src-main/workspaces/trust/scan-imports.ts';

test.each([
  ['tool.py', 'import os, socket as s', ['os', 'socket']],
  ['tool.py', 'import os; import socket', ['os', 'socket']],
  ['tool.py', 'import os; from http.client import HTTPConnection', ['http', 'os']],
  ['tool.py', '    from urllib.request import urlopen', ['urllib']],
  ['tool.py', 'from . import helper\nfrom .helper import x\nfrom .. import y', []],
  ['tool.PY', 'import socket', ['socket']],
  ['tool.py', 'text = "a; import b"', []],
  ['tool.py', 'import os  # not this; import socket', ['os']],
  ['tool.mjs', "import net from 'node:net'; const x = require('ws')", ['node:net', 'ws']],
])('%s with %j imports %j', (file, text, expected) => {
  expect(importsIn(file, text)).toEqual(expected);
});

test('what is behind a semicolon is told of the network, too', () => {
  expect(importsIn('x.py', 'import json; import requests').some(usesNetwork)).toBe(true);
});
