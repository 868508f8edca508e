import { describe, expect, test } from 'vitest';
import { CallAssembler } from '../../../../src-main/llm/stream/call-assembler.ts';
import type { CallPiece } from '../../../../src-main/llm/stream/completion-chunk.ts';

function assemble(pieces: readonly CallPiece[], { isCut = false, taken = [] as string[] } = {}) {
  const assembler = new CallAssembler();
  for (const piece of pieces) assembler.add(piece);
  return assembler.finish(isCut, taken).map(({ callId, tool, arguments: text }) => [callId, tool, text]);
}
const piece = (index: number | undefined, id: string | undefined, name?: string, text?: string): CallPiece => ({
  index,
  id,
  function: { name, arguments: text },
});

describe('calls', () => {
  test.each([
    [
      'by the book',
      [piece(0, 'a', 'read', ''), piece(0, undefined, undefined, '{"p"'), piece(0, undefined, undefined, ':1}')],
      [['a', 'read', '{"p":1}']],
    ],
    [
      'interleaved, in the wrong order',
      [
        piece(1, 'b', 'two', '{'),
        piece(0, 'a', 'one', '{"x"'),
        piece(1, undefined, undefined, '}'),
        piece(0, undefined, undefined, ':2}'),
      ],
      [
        ['a', 'one', '{"x":2}'],
        ['b', 'two', '{}'],
      ],
    ],
    [
      'with indexes that start anywhere',
      [piece(7, 'b', 'two', '{}'), piece(3, 'a', 'one', '{}')],
      [
        ['a', 'one', '{}'],
        ['b', 'two', '{}'],
      ],
    ],
    [
      'whole, all with index 0',
      [piece(0, 'a', 'one', '{}'), piece(0, 'b', 'two', '{"y":1}')],
      [
        ['a', 'one', '{}'],
        ['b', 'two', '{"y":1}'],
      ],
    ],
    [
      'whole, without index',
      [piece(undefined, 'a', 'one', '{}'), piece(undefined, 'b', 'one', '{}')],
      [
        ['a', 'one', '{}'],
        ['b', 'one', '{}'],
      ],
    ],
    [
      'in pieces without index',
      [
        piece(undefined, 'a', 'one', '{'),
        piece(undefined, undefined, undefined, '}'),
        piece(undefined, 'b', 'two', ''),
        piece(undefined, 'b', undefined, '{}'),
      ],
      [
        ['a', 'one', '{}'],
        ['b', 'two', '{}'],
      ],
    ],
    [
      'whole, all with one id and no index',
      [piece(undefined, 'read', 'read', '{"p":1}'), piece(undefined, 'read', 'read', '{"p":2}')],
      [
        ['read', 'read', '{"p":1}'],
        ['new', 'read', '{"p":2}'],
      ],
    ],
    [
      'whole, all with index 0 and no id',
      [piece(0, undefined, 'read', '{"p":1}'), piece(0, undefined, 'look', ' {"p":'), piece(0, '', undefined, '2}')],
      [
        ['new', 'read', '{"p":1}'],
        ['new', 'look', ' {"p":2}'],
      ],
    ],
    [
      'with one id, no index and the second in pieces',
      [
        piece(undefined, 'a', 'one', '{}'),
        piece(undefined, 'a', 'two', '{"p"'),
        piece(undefined, 'a', undefined, ':1}'),
        piece(undefined, 'a', 'two', ' '),
      ],
      [
        ['a', 'one', '{}'],
        ['new', 'two', '{"p":1} '],
      ],
    ],
    [
      'whose name comes again after all of it',
      [piece(0, 'a', 'one', '{}'), piece(0, 'a', 'one', '')],
      [['a', 'one', '{}']],
    ],
    [
      'with an empty object that stands for arguments to come',
      [piece(0, 'a', 'one', '{}'), piece(0, 'a', 'one', '{"p":1}')],
      [['a', 'one', '{}{"p":1}']],
    ],
    ['with id and name in every piece', [piece(0, 'a', 'one', '{'), piece(0, 'a', 'one', '}')], [['a', 'one', '{}']]],
    [
      'with a new id in every piece',
      [piece(0, 'a', 'one', '{'), piece(0, 'x', undefined, '"y":1'), piece(0, 'z', '', '}')],
      [['a', 'one', '{"y":1}']],
    ],
    [
      'with a name in pieces',
      [piece(0, 'a', 'read', ''), piece(0, undefined, '_file', ''), piece(0, undefined, undefined, '{}')],
      [['a', 'read_file', '{}']],
    ],
    ['whose id comes late', [piece(0, undefined, 'one', '{'), piece(0, 'a', undefined, '}')], [['a', 'one', '{}']]],
    [
      'without arguments',
      [piece(0, 'a', 'one', ''), piece(1, 'b', 'two'), piece(2, 'c', 'three', ' \n')],
      [
        ['a', 'one', '{}'],
        ['b', 'two', '{}'],
        ['c', 'three', '{}'],
      ],
    ],
    ['with arguments that are no JSON', [piece(0, 'a', 'one', 'path: x')], [['a', 'one', 'path: x']]],
  ] as const)('%s are put together', (_, pieces, calls) => {
    const isNew = (id: unknown) => /^call_[0-9a-f]{32}$/.test(String(id));
    expect(assemble(pieces).map(([id, ...rest]) => [isNew(id) ? 'new' : id, ...rest])).toEqual(calls);
  });

  test('without ids get some, each its own', () => {
    const [one, two] = assemble([piece(0, undefined, 'one', '{}'), piece(1, '', 'two', '{}')]);
    expect([one?.[1], two?.[1]]).toEqual(['one', 'two']);
    expect(one?.[0]).toMatch(/^call_[0-9a-f]{32}$/);
    expect(one?.[0]).not.toBe(two?.[0]);
  });

  test('with ids that were used before get new ones', () => {
    const [one, two] = assemble([piece(0, 'call_0', 'one', '{}'), piece(1, 'call_1', 'two', '{}')], {
      taken: ['call_0'],
    });
    expect(one?.[0]).not.toBe('call_0');
    expect(two?.[0]).toBe('call_1');
  });

  test('of a reply that was cut are left out when they may not be whole', () => {
    const pieces = [piece(0, 'a', 'one', '{"x":1}'), piece(1, 'b', 'two', '{"y":'), piece(2, 'c', 'three', '{}')];
    expect(assemble(pieces, { isCut: true })).toEqual([['a', 'one', '{"x":1}']]);
  });
});
