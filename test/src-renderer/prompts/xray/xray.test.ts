import { describe, expect, test } from 'vitest';
import type { RenderedPrompt, TemplatePlace } from '#contract';
import { originsOf, pieceAt, pieceOf, placesAt, variableOf } from '../../../../src-renderer/prompts/xray/xray.ts';

const place = (kind: TemplatePlace['kind'], column: number, source: string): TemplatePlace => ({
  kind,
  message: 0,
  line: 1,
  column,
  endLine: 1,
  endColumn: column + source.length,
  source,
});

/** `Hi {{.args.who}} and {{.args.who}}{{if (find "x")}}!{{end}}`, rendered. */
const rendered: RenderedPrompt = {
  kind: 'prompt',
  messages: [
    {
      role: 'user',
      content: 'Hi Ada and Ada!',
      pieces: [0, 3, 0, -1, -1, 3, 6, 1, 0, -1, 6, 11, 2, -1, -1, 11, 14, 1, 0, -1, 14, 15, 4, -1, -1],
    },
  ],
  places: [
    place('text', 1, 'Hi '),
    place('value', 6, '.args.who'),
    place('text', 17, ' and '),
    place('call', 37, '(find "x")'),
    place('text', 49, '!'),
  ],
  paths: ['args.who'],
  calls: [{ name: 'find', arguments: {}, startedMs: 1, durationMs: 2, isPrefetched: false, outcome: 'default' }],
  variables: [{ id: 'args.who', source: 'args', value: '"Ada"', bytes: 5 }],
  args: '{"who":"Ada"}',
  warnings: [],
  durationMs: 1,
};

describe('pieces of a rendering', () => {
  test.each([
    [0, 0],
    [2, 0],
    [3, 1],
    [5, 1],
    [6, 2],
    [14, 4],
    [99, 4],
  ])('at offset %i stands piece %i', (offset, index) => {
    expect(pieceAt(rendered, 0, offset)?.index).toBe(index);
  });

  test('there is none before the first, after the last, or in a message that is not there', () => {
    expect([pieceOf(rendered, 0, -1), pieceOf(rendered, 0, 5), pieceAt(rendered, 1, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('origins', () => {
  test('pieces of one place and value are one origin, and a call that wrote nothing is one, too', () => {
    const origins = originsOf(rendered);
    expect(origins.map(({ pieces, units, path, call }) => [pieces.length, units, path, call?.name])).toEqual([
      [1, 3, undefined, undefined],
      [2, 6, 'args.who', undefined],
      [1, 5, undefined, undefined],
      [1, 1, undefined, undefined],
      [0, 0, undefined, 'find'],
    ]);
    expect(origins[1]?.variable?.value).toBe('"Ada"');
    expect(origins.at(-1)?.place?.source).toBe('(find "x")');
  });

  test('the cursor is in the action beside which text ends', () => {
    expect([...placesAt(rendered, 0, 1, 8)]).toEqual([1]);
    expect([...placesAt(rendered, 0, 1, 2)]).toEqual([0]);
    expect([...placesAt(rendered, 1, 1, 2)]).toEqual([]);
  });

  test.each([
    ['vscode.rules', 'vscode.rules'],
    ['vscode.rules[1].name', 'vscode.rules'],
    ['.vscode.x', 'vscode'],
    ['vscodes', undefined],
  ])('%s leads into %s', (path, id) => {
    const variables = ['vscode', 'vscode.rules'].map((one) => ({
      id: one,
      source: 'folder' as const,
      value: '',
      bytes: 0,
    }));
    expect(variableOf(variables, path)?.id).toBe(id);
  });
});

test('a tool whose name is a part of another one’s has the place where it is called itself', () => {
  const [call] = rendered.calls;
  const places = [place('call', 3, '(find_all "x")'), place('call', 30, '(find "x")')];
  const messages = [{ role: 'user' as const, content: '', pieces: [] }];
  const calls = call === undefined ? [] : [call];
  const [silent] = originsOf({ ...rendered, messages, places, calls });
  expect(silent?.place?.column).toBe(30);
});
