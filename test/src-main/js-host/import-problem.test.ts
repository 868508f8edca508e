import { expect, test } from 'vitest';
import { importProblem } from '../../../src-main/js-host/agent/import-problem.ts';

const withMessage = (message: unknown) => Object.defineProperty(new Error('x'), 'message', { value: message });
const failing = { get: () => expect.fail('It cannot be read') };

test.each([
  ['an error', new TypeError('it does not work'), 'it does not work'],
  ['a text', 'a text', 'a text'],
  ['an object with a message', { message: 'of its own' }, 'of its own'],
  ['an object', { code: 7 }, '{ code: 7 }'],
  ['nothing', undefined, 'undefined'],
  ['an object without a prototype', Object.create(null), '[Object: null prototype] {}'],
  ['an error whose message is no text', withMessage({ a: 1 }), expect.stringContaining('Error')],
  [
    'an error whose message cannot be read',
    Object.defineProperty(new Error('x'), 'message', failing),
    expect.any(String),
  ],
  [
    'an error whose stack cannot be read',
    Object.defineProperty(new Error('the reason'), 'stack', failing),
    'the reason',
  ],
])('%s that an import throws is told', (_, thrown, message) => {
  expect(importProblem(thrown, '/w/tools/one.mjs', '/w')).toMatchObject({
    problem: { file: 'tools/one.mjs', message },
  });
});
