import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MarkdownText, markdownText } from '../../../src-main/tty/conversation/markdown-text.ts';
import { completeLine, pressKey } from '../../../src-main/tty/editing/editor.ts';
import { type Key, KeyReader } from '../../../src-main/tty/editing/keys.ts';
import { type LineState, newLine } from '../../../src-main/tty/editing/line-state.ts';
import { layOut } from '../../../src-main/tty/screen/screen-lines.ts';
import { graphemesOf, safeText, textWidth } from '../../../src-main/tty/screen/text-width.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { cpuMsOf } from '../../support/time-taken.ts';

const ESC = '\u001b';
/** Our own styles. */
const STYLE = new RegExp(`${ESC}\\[\\d+m`, 'g');

function keysOf(...chunks: readonly (string | Uint8Array)[]): Key[] {
  const reader = new KeyReader();
  return chunks.flatMap((chunk) => reader.push(Buffer.from(chunk as string)));
}

/** The line after keys by name; anything else is typed. */
function pressed(start: LineState, ...names: readonly string[]): string {
  const state = names.reduce((line, name) => {
    const key: Key = /^(ctrl|alt|shift)-|^(left|right|up|down|home|end|backspace|delete)$/.test(name)
      ? { kind: 'key', name }
      : { kind: 'text', text: name };
    return pressKey(line, key).state;
  }, start);
  return `${state.text.slice(0, state.cursor)}|${state.text.slice(state.cursor)}`;
}

describe('bytes become keys', () => {
  test.each<[string, Key[]]>([
    ['äb', [{ kind: 'text', text: 'äb' }]],
    ['\r', [{ kind: 'key', name: 'enter' }]],
    ['\u0012', [{ kind: 'key', name: 'ctrl-r' }]],
    [
      `${ESC}[A${ESC}OB`,
      [
        { kind: 'key', name: 'up' },
        { kind: 'key', name: 'down' },
      ],
    ],
    [`${ESC}[1;5C`, [{ kind: 'key', name: 'ctrl-right' }]],
    [`${ESC}[3~`, [{ kind: 'key', name: 'delete' }]],
    [
      `${ESC}bx`,
      [
        { kind: 'key', name: 'alt-b' },
        { kind: 'text', text: 'x' },
      ],
    ],
    [`${ESC}\r`, [{ kind: 'key', name: 'alt-enter' }]],
    [
      `${ESC}[200~a\r\nb${ESC}[A${ESC}[201~c`,
      [
        { kind: 'paste', text: `a\nb${ESC}[A` },
        { kind: 'text', text: 'c' },
      ],
    ],
    [`${ESC}[?62;c`, []],
  ])('%j', (bytes, keys) => {
    expect(keysOf(bytes)).toEqual(keys);
  });

  test('wherever they are cut', () => {
    const bytes = Buffer.from(`日本ä${ESC}[200~x\ny${ESC}[201~${ESC}[1;5D\u0003👩‍👩‍👧`);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const keys = keysOf(...places.slice(1).map((end, index) => bytes.subarray(places[index] ?? 0, end)));
        const joined = keys.map((key) => (key.kind === 'key' ? `<${key.name}>` : key.text)).join('');
        expect(joined).toBe('日本äx\ny<ctrl-left><ctrl-c>👩‍👩‍👧');
      }),
    );
  });

  test('a lone Esc is known when nothing follows', () => {
    const reader = new KeyReader();
    expect(reader.push(Buffer.from(ESC))).toEqual([]);
    expect([reader.isWaiting, reader.flush()]).toEqual([true, [{ kind: 'key', name: 'escape' }]]);
  });
});

describe('keys edit the line', () => {
  test.each<[string, string[], string]>([
    ['ab', ['left', 'X'], 'aX|b'],
    ['a👩‍👩‍👧b', ['left', 'backspace'], 'a|b'],
    ['e\u0301x', ['home', 'delete'], '|x'],
    ['one two  three', ['ctrl-w'], 'one two  |'],
    ['one two.three', ['alt-backspace'], 'one two.|'],
    ['one two', ['ctrl-a', 'ctrl-right', 'ctrl-k'], 'one|'],
    ['one two', ['ctrl-u', 'x', 'ctrl-y'], 'xone two|'],
    ['\nab', ['up', 'ctrl-u'], '|\nab'],
    ['\nab', ['up', 'home', 'x'], 'x|\nab'],
    ['\nab', ['up', 'end', 'x'], 'x|\nab'],
    ['abc\nde', ['up'], 'ab|c\nde'],
    ['abc\nde', ['up', 'down', 'end', 'ctrl-j', 'f'], 'abc\nde\nf|'],
    ['ab', ['home', 'ctrl-d'], '|b'],
  ])('%j and %j', (text, names, result) => {
    expect(pressed(newLine([], text), ...names)).toBe(result);
  });

  test('what was being typed comes back from the history', () => {
    expect(pressed(newLine(['b', 'a']), 'x', 'up', 'up', 'up')).toBe('a|');
    expect(pressed(newLine(['b', 'a']), 'x', 'up', 'up', 'down', 'down')).toBe('x|');
  });

  test('a search that is given up, or finds nothing', () => {
    expect(pressed(newLine(['make all']), 'x', 'ctrl-r', 'all', 'ctrl-g')).toBe('x|');
    expect(pressed(newLine(['make all']), 'x', 'ctrl-r', 'nothing', 'left')).toBe('|x');
  });

  test('the cursor never stands inside a character, whatever is pressed', () => {
    const names = [
      'left',
      'right',
      'up',
      'down',
      'backspace',
      'delete',
      'ctrl-w',
      'ctrl-left',
      'ctrl-k',
      'ctrl-y',
      'ctrl-r',
    ];
    const step = fc.oneof(fc.constantFrom(...names), fc.constantFrom('👩‍👩‍👧', 'a', ' ', '\n', '日', 'e\u0301'));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const text = pressed(newLine(['x\n👍🏽']), ...steps);
        expect(text).not.toMatch(/[\ud800-\udbff]\||\|[\udc00-\udfff]/);
      }),
    );
  });

  test('completion takes what all have in common, then offers the choice', () => {
    const items = ['file1', 'file2'].map((text) => ({ text, kind: 'file' as const }));
    const first = completeLine(newLine([], 'cat f'), { from: 4, items });
    expect([first.state.text, first.choices]).toEqual(['cat file', []]);
    expect(completeLine(first.state, { from: 4, items }).choices).toEqual(['file1', 'file2']);
    const folder = completeLine(newLine([], 'cd s'), { from: 3, items: [{ text: 'src/', kind: 'folder' }] });
    expect(folder.state.text).toBe('cd src/');
  });
});

describe('on the screen', () => {
  test('wide characters are not cut at the edge, and the cursor counts columns', () => {
    expect(layOut({ text: '$ ' }, '日本語', 3, 5)).toEqual({ rows: ['$ 日', '本語'], cursorRow: 1, cursorColumn: 4 });
    expect(layOut({ text: '$ ' }, 'abc', 3, 5)).toEqual({ rows: ['$ abc', ''], cursorRow: 1, cursorColumn: 0 });
    expect(layOut({ text: '> ' }, 'a\nb', 3, 80)).toEqual({ rows: ['> a', 'b'], cursorRow: 1, cursorColumn: 1 });
  });

  test('controls that were pasted are seen, not obeyed', () => {
    expect(layOut({ text: '' }, `a${ESC}[2J`, 5, 80).rows).toEqual(['a^[[2J']);
  });

  test.each([
    ['abc', 3],
    ['日本', 4],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['🇮🇹', 2],
    ['한', 2],
    ['Ａ', 2],
    ['ｱ', 1],
    ['〿', 1],
    // Wide since Unicode 16.
    ['䷀', 2],
  ])('%s takes %i columns', (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });

  test('no text of a model or program reaches the terminal as a control', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(safeText(text)).not.toMatch(/[^\P{Cc}\n]/u);
        // Our own styles are taken out again: nothing else may be left.
        expect(markdownText(text, 80).replaceAll(STYLE, '')).not.toMatch(/[^\P{Cc}\n]/u);
      }),
    );
  });

  test('Markdown loses its marks outside code and keeps them inside', () => {
    const plain = markdownText('# Title\n- a **b** `*c*`\n```sh\n**not bold**\n```\n[x](http://y)\n> q', 80).replaceAll(
      STYLE,
      '',
    );
    expect(plain).toBe('Title\n• a b *c*\n```sh\n**not bold**\n```\nx (http://y)\n│ q\n');
  });
});

describe('long texts', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

  test('are counted as short ones are, wherever a character lies', () => {
    const unit = fc.oneof(
      anyCharacter,
      fc.constantFrom('a', '👩', '\u200d', '🇩', '\u0301', '\r\n', '1\ufe0f\u20e3', '\ud83d', '각'),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), fc.integer({ min: 980, max: 1030 }), (units, before) => {
        const text = `${'x'.repeat(before)}${units.join('')}${'漢'.repeat(3)}`;
        expect([...graphemesOf(text)]).toEqual([...segmenter.segment(text)].map(({ segment }) => segment));
      }),
      { numRuns: 300 },
    );
    const long = `a${'\u0301'.repeat(5000)}b`;
    expect([...graphemesOf(long)]).toEqual([long.slice(0, -1), 'b']);
    expect([...graphemesOf('')]).toEqual([]);
  });

  test.each<[string, string]>([
    ['what does not show', '\u200b'.repeat(20_000)],
    ['letters', 'x'.repeat(200_000)],
    ['brackets', '['.repeat(200_000)],
    ['marks', '**a '.repeat(50_000)],
    ['blanks', `# a${' '.repeat(200_000)}b`],
  ])('of a model are drawn at once: %s', (_, text) => {
    expect(cpuMsOf(() => markdownText(text, 80))).toBeLessThan(2000);
  });

  test('that come in pieces, or are pasted, are taken at once', () => {
    const markdown = new MarkdownText(() => 80);
    const pieces = () => {
      for (let count = 0; count < 100_000; count++) markdown.push('abcd');
    };
    expect(cpuMsOf(pieces)).toBeLessThan(2000);
    const line = newLine([], `${'x'.repeat(200_000)} foo`);
    expect(cpuMsOf(() => layOut({ text: '> ' }, line.text, line.cursor, 80))).toBeLessThan(2000);
    for (const name of ['ctrl-w', 'alt-b', 'alt-backspace']) {
      expect(cpuMsOf(() => pressKey(line, { kind: 'key', name }))).toBeLessThan(2000);
    }
    expect(pressed(line, 'ctrl-w', 'ctrl-w')).toBe('|');
  });
});
