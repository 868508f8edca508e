import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksWithin, fencedCode, splitMarkdown } from '../../../../src-renderer/sessions/messages/markdown-blocks.ts';

const line = fc.constantFrom(
  '',
  'text',
  '- item',
  '  more of it',
  '1. one',
  '```',
  '~~~',
  '# Title',
  '> quote',
  '| a |',
  '\tcode',
);
const markdown = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));

test('the blocks joined are the text', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(splitMarkdown(text).join('')).toBe(text);
    }),
  );
});

test('more text changes only the last block', () => {
  fc.assert(
    fc.property(markdown, markdown, (text, more) => {
      const before = splitMarkdown(`${text}\n`);
      const after = splitMarkdown(`${text}\n${more}`);
      expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    }),
  );
});

test.each([
  ['paragraphs', 'one\n\ntwo', ['one\n\n', 'two']],
  ['a fence keeps its blank lines', '```\na\n\nb\n```\n\nend', ['```\na\n\nb\n```\n\n', 'end']],
  ['a shorter fence inside does not end it', '````\n```\n\nx\n````', ['````\n```\n\nx\n````']],
  ['a list keeps its items', '- a\n\n- b\n\n  more\n\nend', ['- a\n\n- b\n\n  more\n\n', 'end']],
  [
    'link definitions reach over the whole text',
    'see [x]\n\nmore\n\n[x]: http://a.test',
    ['see [x]\n\nmore\n\n[x]: http://a.test'],
  ],
])('%s', (_, text, blocks) => {
  expect(splitMarkdown(text)).toEqual(blocks);
});

describe('a fenced code block', () => {
  test.each([
    ['open', '```ts\nconst a = 1;\nconst b', { text: 'const a = 1;\nconst b', language: 'ts', isClosed: false }],
    ['closed', '```\na\n```\n\n', { text: 'a', isClosed: true }],
    ['with a longer fence, around another', '````\n```\na\n```\n````', { text: '```\na\n```', isClosed: true }],
    ['with something after it', '```\na\n```\nand more', undefined],
    ['that is indented', '  ```\na\n```', undefined],
    ['that is none', 'a ``` b', undefined],
    ['with nothing in it yet', '```', { text: '', isClosed: false }],
  ])('%s', (_, block, expected) => {
    expect(fencedCode(block)).toEqual(expected);
  });
});

test('of many blocks those are shown that have so many characters together, and never none', () => {
  const blocks = ['aaaa', 'bbbb', 'cccc'];

  expect([1, 4, 5, 8, 12, 99].map((characters) => blocksWithin(blocks, characters).length)).toEqual([1, 1, 2, 2, 3, 3]);
  expect(blocksWithin([], 5)).toEqual([]);
});
