import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstFault, jsonProblem } from '../../../src-renderer/forms/json-problem.ts';

test.each([
  ['{"a": 1,}', 1, 9, 'there is a comma too many before }'],
  ['{"a": 1\n "b": 2}', 2, 2, 'a comma or } is missing before this'],
  ['{"a" 1}', 1, 6, 'a colon is missing before this'],
  ['{a: 1}', 1, 2, 'a name in double quotes is missing here'],
  ["{'a': 1}", 1, 2, 'names are in double quotes'],
  ["[1, 'x']", 1, 5, 'texts are in double quotes'],
  ['{"who": Ada}', 1, 9, 'Ada is no value: texts are in double quotes'],
  ['{"n": 01}', 1, 7, '01 is no number'],
  ['[1, 2', 1, 6, 'it ends too early: ] is missing'],
  ['{"a": "x\n}', 1, 7, 'this text is not closed: " is missing at its end'],
  ['["C:\\dir"]', 1, 5, 'this is no escape: a backslash is written twice'],
  ['["a\tb"]', 1, 4, 'a control character is written as an escape, such as \\t'],
  ['{}}', 1, 3, 'nothing may come after the value'],
  ['[1,]', 1, 4, 'there is a comma too many before ]'],
  ['{"a": }', 1, 7, 'a value is missing here'],
  ['', 1, 1, 'a value is missing'],
  ['{"a": [1}', 1, 9, 'a comma or ] is missing before this'],
])('%j is no JSON from line %i, column %i: %s', (text, line, column, message) => {
  expect(jsonProblem(text)).toEqual({ line, column, message });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('it finds a fault exactly where JSON.parse does, in JSON with a character added, taken away or exchanged', () => {
  const edited = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(2), fc.constantFrom(...'{}[],:"\\ \n0-+.eE1tfnu/\u0001ä'))
    .map(([json, seed, taken, added]) => {
      const at = seed % (json.length + 1);
      return json.slice(0, at) + added + json.slice(at + taken);
    });
  fc.assert(
    fc.property(fc.oneof(edited, fc.json(), fc.string()), (text) => {
      expect(firstFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 3000 },
  );
});

test('however deep it is nested', () => {
  expect(firstFault('['.repeat(200_000))).toEqual({ at: 200_000, message: 'it ends too early: ] is missing' });
});
