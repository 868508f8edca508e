import { expect, test } from 'vitest';
import { schemaProblem } from '../../../src-main/tools/schema-limits.ts';
import { cpuMsOf } from '../../support/time-taken.ts';

const object = (properties: Record<string, unknown>, more = {}) => ({ type: 'object', properties, ...more });

test('an ordinary schema is taken, a tree that refers to itself through its values too', () => {
  expect(schemaProblem({})).toBeUndefined();
  expect(schemaProblem(object({ city: { type: 'string' } }))).toBeUndefined();
  const node = object({ children: { type: 'array', items: { $ref: '#/$defs/node' } } });
  expect(schemaProblem(object({ root: { $ref: '#/$defs/node' } }, { $defs: { node } }))).toBeUndefined();
  expect(schemaProblem(object({ self: { $ref: '#' } }))).toBeUndefined();
  expect(schemaProblem(object({ a: { $ref: '#here' } }, { $defs: { b: { $anchor: 'here' } } }))).toBeUndefined();
});

test('what looks like a reference among values is none, unless a reference leads there', () => {
  const there = { $ref: 'https://example.org/x' };
  const data = { default: there, examples: [there], enum: [there], const: there };
  expect(schemaProblem(object({ schema: { type: 'object', ...data } }))).toBeUndefined();
  for (const name of ['default', 'enum']) {
    expect(schemaProblem(object({ [name]: there }))).toContain('only references inside');
    const hidden = object({ a: { [name]: { properties: { x: there } } }, b: { $ref: `#/properties/a/${name}` } });
    expect(schemaProblem(hidden)).toContain('only references inside');
  }
});

test('a reference that leads back to itself is refused in a moment', () => {
  expect(cpuMsOf(() => expect(schemaProblem({ $ref: '#' })).toContain('leads back to itself'))).toBeLessThan(50);
  const loop = { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ not: { $ref: '#/$defs/a' } }] } };
  expect(schemaProblem(object({ x: { $ref: '#/$defs/a' } }, { $defs: loop }))).toContain('leads back to itself');
});

test('references that double at each level are refused', () => {
  const $defs: Record<string, unknown> = { d40: { type: 'string' } };
  for (let level = 0; level < 40; level++) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { allOf: [next, next] };
  }
  const look = () => expect(schemaProblem(object({ x: { $ref: '#/$defs/d0' } }, { $defs }))).toContain('multiply');
  expect(cpuMsOf(look)).toBeLessThan(50);
});

test.each([
  ['a reference to another place', object({ x: { $ref: 'https://example.org/x' } }), 'only references inside'],
  ['a reference to nothing', object({ x: { $ref: '#/$defs/none' } }), 'which it does not have'],
  ['a dynamic reference', object({ x: { $dynamicRef: '#x' } }), 'not supported'],
  ['a schema of something else than an object', { type: 'string' }, 'must describe an object'],
  ['a hidden character in a name', object({ 'ci\u200bty': {} }), 'U+200B'],
  ['a very long one', object({ x: { description: 'x'.repeat(300_000) } }), 'bytes long'],
])('%s is refused', (_, schema, words) => {
  expect(schemaProblem(schema)).toContain(words);
});

test('deep nesting is refused, not followed', () => {
  const deep = JSON.parse(`${'{"not":'.repeat(5000)}{}${'}'.repeat(5000)}`);
  expect(schemaProblem(object({ x: deep }))).toContain('nested deeper');
});
