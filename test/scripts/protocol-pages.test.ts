import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { protocolPages } from '../../scripts/protocol-pages.ts';
import { fieldTable } from '../../scripts/schema-rows.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/protocols');
const pages = protocolPages();

test.each(Object.entries(pages))('%s is what npm run protocols makes', (name, text) => {
  expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(text);
});

test('there are no other pages', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(pages).toSorted());
});

test('a table has fields inside fields, what they take, and the comments at them', () => {
  const field = (text: string) => ({ text, comments: { fields: new Map(), variants: [] } });
  const fields = new Map([['name', field('What it is called.')]]);
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1 },
      size: { type: 'integer', minimum: 0, default: 3, description: 'In bytes.' },
      parts: {
        type: 'array',
        items: {
          anyOf: [
            { type: 'object', properties: { kind: { const: 'a' }, x: { type: 'boolean' } }, required: ['kind', 'x'] },
            { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] },
          ],
        },
      },
    },
    required: ['name', 'size'],
  };
  expect(fieldTable(schema, { fields, variants: [] }).split('\n').slice(2)).toEqual([
    '| `name` | text, not empty | yes | What it is called. |',
    '| `size` | whole number, 0 or more |  | In bytes; default `3` |',
    '| `parts` | list of object |  |  |',
    '| `parts[].kind` | `"a"` or `"b"` | yes |  |',
    '| `parts[].x` | true or false |  |  |',
  ]);
});
