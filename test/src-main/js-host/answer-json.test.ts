import { expect, test } from 'vitest';
import { answerJson } from '../../../src-main/js-host/agent/answer-json.ts';

const map = new Map<string, unknown>();
map.set('itself', map);
const set = new Set<unknown>();
set.add([set]);
const list: unknown[] = [];
list.push({ list });

test.each([
  ['a map', map],
  ['a set', set],
  ['a list', list],
])('%s that contains itself fails with a sentence', async (_, answer) => {
  await expect(answerJson(answer, 1000)).rejects.toThrow('contains itself');
});
