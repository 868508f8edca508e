import { SerializeAddon } from '@xterm/addon-serialize';
import headless from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBetweenSequences, withoutScrolledPast } from '../../../src-main/terminal/scrolled-past.ts';

const SIZE = { cols: 8, rows: 3, scrollback: 4 };
/** Least that its documentation asks for: the scrollback, and twice the rows. */
const LINES = SIZE.scrollback + 2 * SIZE.rows;

async function screenAfter(...texts: readonly string[]) {
  const terminal = new headless.Terminal({ ...SIZE, allowProposedApi: true, logLevel: 'off' });
  const addon = new SerializeAddon();
  terminal.loadAddon(addon as unknown as Parameters<typeof terminal.loadAddon>[0]);
  for (const text of texts) await new Promise<void>((resolve) => terminal.write(text, resolve));
  const { cursorX, cursorY, baseY } = terminal.buffer.active;
  const content = { text: addon.serialize(), cursorX, cursorY, baseY, kind: terminal.buffer.active.type };
  terminal.dispose();
  return content;
}

const plain = fc.constantFrom('a', 'word ', '漢字', '\t', '\r', '\n', '\r\n', 'longer than a row of it', '́');
const colour = fc.constantFrom(
  '\x1b[31m',
  '\x1b[0m',
  '\x1b[m',
  '\x1b[1;44m',
  '\x1b[38;2;1;2;3m',
  '\x1b[4:3m',
  '\x1b[7m',
);
const other = fc.constantFrom(
  '\x1b[H',
  '\x1b[2J',
  '\x1b[?1049h',
  '\x1b[?1049l',
  '\x1b[3A',
  '\x1b7',
  '\x1b8',
  '\x1b(0',
  '\x0e',
  '\x07',
);
const lines = fc.array(fc.oneof({ weight: 6, arbitrary: plain }, { weight: 2, arbitrary: colour }), {
  minLength: 1,
  maxLength: 5,
});
const flood = fc.array(lines, { maxLength: 40 }).map((all) => all.map((line) => line.join('')).join('\r\n'));
const anything = fc.array(fc.oneof(plain, colour, other), { maxLength: 20 }).map((parts) => parts.join(''));

describe('what scrolls out of a flood', () => {
  test('is left out, and the terminal holds the same afterwards, whatever was before and comes behind', async () => {
    await fc.assert(
      fc.asyncProperty(anything, flood, anything, async (before, middle, after) => {
        const text = middle + after;
        const short = withoutScrolledPast(text, LINES);
        expect(short.length).toBeLessThanOrEqual(text.length);
        expect(await screenAfter(before, short)).toEqual(await screenAfter(before, text));
      }),
      { numRuns: 300 },
    );
  });

  test('is all but the last lines, with the colours that hold', () => {
    const text = `\x1b[1mlost\x1b[0m\x1b[32mgreen\r\n${'line\r\n'.repeat(50)}end`;

    expect(withoutScrolledPast(text, LINES)).toBe(`\x1b[0m\x1b[32m${'\r\nline'.repeat(LINES - 1)}\r\nend`);
  });

  test.each([
    ['few lines', 'line\r\n'.repeat(LINES - 1)],
    ['lines that only feed', 'line\n'.repeat(50)],
    ['a sequence before enough lines', `${'line\r\n'.repeat(3)}\x1b[H${'line\r\n'.repeat(50)}`],
    ['nothing', ''],
  ])('is nothing of %s', (_, text) => {
    expect(withoutScrolledPast(text, LINES)).toBe(text);
  });

  test('is found in a megabyte of colours without a stack of its length', () => {
    const text = `${'\x1b[31mred\x1b[0m '.repeat(10)}\r\n`.repeat(10_000);

    expect(withoutScrolledPast(text, LINES).length).toBeLessThan(4000);
  });
});

describe('between two sequences', () => {
  test.each([
    'text',
    '\x1b[31m',
    '\x1b[31mred',
    '\x1b]0;title\x07',
    '\x1b]0;title\x1b\\',
    '\x1bP$qm\x1b\\',
    '\x1b(B',
    '\x1b7',
    '\x1bc',
    '\x1b[?25h more',
  ])('a parser stands after %j', (text) => {
    expect(isBetweenSequences(text, true)).toBe(true);
  });

  test.each([
    '\x1b',
    '\x1b[',
    '\x1b[3',
    '\x1b[?25',
    '\x1b]0;title',
    '\x1bP$q',
    '\x1b(',
    '\x1b_kitty',
    'a\x9b',
    '\x1b[0m\x9d0;title',
  ])('a parser may not stand after %j', (text) => {
    expect(isBetweenSequences(text, true)).toBe(false);
  });

  test('only a new sequence ends one that was cut off', () => {
    expect(isBetweenSequences('1mtext', false)).toBe(false);
    expect(isBetweenSequences('1mtext\x1b[0m', false)).toBe(true);
  });
});
