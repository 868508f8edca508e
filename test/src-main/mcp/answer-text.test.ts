import { expect, test } from 'vitest';
import { answerText } from '../../../src-main/mcp/answer-text.ts';
import { CallAnswer } from '../../../src-main/mcp/server-answers.ts';

const read = (value: unknown) => answerText(CallAnswer.parse(value), undefined);

test('data that the text repeats is told once, other data beside it', async () => {
  const structuredContent = { a: [1, 2] };
  const same = { content: [{ type: 'text', text: '{ "a": [1, 2] }' }], structuredContent };
  expect(await read(same)).toBe('{ "a": [1, 2] }');
  expect(await read({ content: [{ type: 'text', text: '{"a": [1' }], structuredContent })).toBe(
    '{"a": [1\nAs data: {"a":[1,2]}',
  );
  expect(await read({ structuredContent })).toBe('{"a":[1,2]}');
});

test('a picture that nobody keeps is told of all the same, and a block with fields of the wrong type too', async () => {
  expect(await read({ content: [{ type: 'image', data: 'AAAA' }] })).toBe(
    '[An image (unknown type, 3 bytes), which cannot be shown to you.]',
  );
  expect(await read({ content: [{ type: 'image', data: 7, mimeType: null }] })).toContain('0 bytes');
  expect(await read({ content: [{ type: 'resource', resource: 'x' }] })).toContain('Content of the type "resource"');
  expect(await read({ content: [] })).toBeUndefined();
});
