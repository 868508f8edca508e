import { expect, test } from 'vitest';
import { readableJson } from '../../../../src-renderer/sessions/cards/tool-words.ts';

test('what a model sent is shown with every name and digit that it sent', () => {
  const sent = '{"path":"a.txt","path":"b.txt","id":12345678901234567890}';
  expect(readableJson(sent)).toBe('{\n  "path": "a.txt",\n  "path": "b.txt",\n  "id": 12345678901234567890\n}');
  expect(readableJson('{"path": ')).toBe('{"path": ');
});
