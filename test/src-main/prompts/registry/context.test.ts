import { expect, test } from 'vitest';
import { buildContext, contextWith, resolveVariablePath } from '../../../../src-main/prompts/registry/context.ts';
import { buildVariables, overlayVariables } from '../../../../src-main/prompts/registry/variables.ts';

const contextOf = (values: Record<string, unknown>) =>
  buildContext(Object.entries(values).map(([id, value]) => ({ id, key: id, value })));
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

test.each([
  [{ vscode: { a: 1, b: 1 }, 'vscode.b': 2, 'vscode.c': 3 }, { vscode: { a: 1, b: 2, c: 3 } }, 0],
  [{ s: 'text', 's.x': 1 }, { s: { x: 1 } }, 1],
  [{ l: [1], 'l.0': 2 }, { l: { '0': 2 } }, 1],
  [{ n: null, 'n.x': 2 }, { n: { x: 2 } }, 1],
  [{ a: { b: { x: 1 } }, 'a.b': { y: 2 } }, { a: { b: { y: 2 } } }, 0],
])('%j is %j with %i warnings, whatever the order', (values, expected, warnings) => {
  const found = contextOf(values);
  expect(plain(found.context)).toEqual(expected);
  expect(found.warnings).toHaveLength(warnings);
  expect(plain(contextOf(Object.fromEntries(Object.entries(values).reverse())).context)).toEqual(expected);
});

test('values of the store are not changed', () => {
  const value = { a: { deep: 1 } };
  contextOf({ v: value, 'v.a.deep': 2, 'v.b': 3 });
  expect(value).toEqual({ a: { deep: 1 } });
});

test('args replace a group of that name', () => {
  const { context } = contextOf({ 'args.k': 1, v: 1 });
  expect(plain(contextWith(context, {}))).toEqual({ args: {}, v: 1 });
});

test('names of the prototype are names like any other', () => {
  const { context } = contextOf({
    '__proto__.polluted': 1,
    'constructor.prototype.polluted': 2,
    'a.__proto__.polluted': 3,
  });
  expect({}).not.toHaveProperty('polluted');
  expect(resolveVariablePath(context, ['__proto__', 'polluted'])).toEqual({ value: 1 });
  expect(resolveVariablePath(context, ['toString'])).toBeUndefined();
  expect(resolveVariablePath({ a: 1 }, ['constructor', 'name'])).toBeUndefined();
});

test('a variable that could not be found out for a request is not there, instead of that of others', () => {
  const own = new Map([['shenma:environs:codebase:files', ['first.ts']]]);
  const stored = buildVariables({ texts: new Map(), source: 'folder', own }, 0);
  const { byId, context } = overlayVariables(stored, new Map([['codebase.files', undefined]]));
  expect([[...byId.keys()], context]).toEqual([[], {}]);
});
