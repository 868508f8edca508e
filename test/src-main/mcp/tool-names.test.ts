import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolName } from '../../../src-main/mcp/tool-names.ts';

test('whatever a server calls its tool, models know it by a name they may use, the same each time', () => {
  const names = fc.string({ unit: fc.constantFrom(...'aZ0_-./'), minLength: 1, maxLength: 128 });
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,32}$/), names, (server, tool) => {
      const name = toolName(server, tool);
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(name).toBe(toolName(server, tool));
    }),
  );
});

test('long names that differ only at their ends stay apart', () => {
  const long = 'x'.repeat(90);
  expect(toolName('s', `${long}1`)).not.toBe(toolName('s', `${long}2`));
});

test.each(['', 'a b', 'a\u200bb', 'ä', 'x'.repeat(129), 'a\nb'])('the name %j is refused, spelled out', (name) => {
  expect(() => toolName('s', name)).toThrow(/^It has a tool called "[\x20-\x7e]*"$/);
});
