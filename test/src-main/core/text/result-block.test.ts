import { expect, test } from 'vitest';
import { resultBlock } from '#core/text/result-block';

const FENCE = '`````';

test('the output of a command that went well stands alone in its fence', () => {
  expect(resultBlock({ head: [], output: 'hi\n' })).toBe(`${FENCE}\nhi\n${FENCE}`);
});

test('what else there is to say comes first', () => {
  expect(resultBlock({ head: ['Exit code: 3'], output: 'no\n' })).toBe(
    `Exit code: 3\n\nOutput:\n${FENCE}\nno\n${FENCE}`,
  );
});

test('a tail and a summary are called so, and a summary has no fence', () => {
  expect(resultBlock({ head: [], output: 'end\n', isTail: true })).toBe(`Output (Tail):\n${FENCE}\nend\n${FENCE}`);
  expect(resultBlock({ head: ['Exit code: 0'], output: 'It lists.\n', isSummary: true })).toBe(
    'Exit code: 0\n\nOutput (Summary):\nIt lists.',
  );
  expect(resultBlock({ head: ['Exit code: 0'], output: 'It lists.', isTail: true, isSummary: true })).toBe(
    'Exit code: 0\n\nOutput (Tail, Summary):\nIt lists.',
  );
});

test('an empty output is said to be empty', () => {
  expect(resultBlock({ head: [], output: ' \n' })).toBe('The output was empty.');
  expect(resultBlock({ head: ['Exit code: 1'], output: '' })).toBe('Exit code: 1\n\nThe output was empty.');
});

test('an output that is one JSON value is sent without its layout', () => {
  expect(resultBlock({ head: [], output: '{\n  "a": [1, 2]\n}\n' })).toBe(`${FENCE}\n{"a":[1,2]}\n${FENCE}`);
  expect(resultBlock({ head: [], output: '{a}\n' })).toBe(`${FENCE}\n{a}\n${FENCE}`);
});

test('every number and name of a JSON output is told as the command printed it', () => {
  const printed =
    '{\n  "id": 1234567890123456789,\n  "rate": 1.0, "zero": -0,\n  "a": 1, "a": 2,\n  "text": "b \\" \\u00e9  c"\n}\n';
  const sent = '{"id":1234567890123456789,"rate":1.0,"zero":-0,"a":1,"a":2,"text":"b \\" \\u00e9  c"}';
  expect(resultBlock({ head: [], output: printed })).toBe(`${FENCE}\n${sent}\n${FENCE}`);
});

test('a JSON output with a very long text in it is sent whole', () => {
  const text = 'x\\n'.repeat(150_000);
  expect(resultBlock({ head: [], output: `[ "${text}" ]` })).toBe(`${FENCE}\n["${text}"]\n${FENCE}`);
});

test('nothing in an output ends the fence around it', () => {
  expect(resultBlock({ head: [], output: 'a\n``````\nb\n' })).toBe('```````\na\n``````\nb\n```````');
});

test('an output of very many runs of backticks has its fence', () => {
  const output = `${FENCE} `.repeat(300_000);
  expect(resultBlock({ head: [], output }).startsWith(`\`${FENCE}\n`)).toBe(true);
});
