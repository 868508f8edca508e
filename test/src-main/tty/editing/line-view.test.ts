import headless from '@xterm/headless';
import { describe, expect, test } from 'vitest';
import { Emitter } from '../../../../src-main/core/async/emitter.ts';
import { type LineContent, LineView } from '../../../../src-main/tty/editing/line-view.ts';
import { layOut } from '../../../../src-main/tty/screen/screen-lines.ts';
import { cpuMsOf } from '../../../support/time-taken.ts';

const rows = 6;

/** A line that is drawn on a terminal in memory, below what stands there already. */
function drawnLine(columns: number) {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  terminal.write('above\r\n');
  const view = new LineView({
    write: (text) => terminal.write(text),
    size: () => ({ columns, rows }),
    setRaw: () => {},
    onData: new Emitter<Uint8Array>().subscribe,
    onEnd: new Emitter<void>().subscribe,
    onResize: new Emitter<{ columns: number; rows: number }>().subscribe,
  });
  const screen = async () => {
    await new Promise<void>((resolve) => terminal.write('', resolve));
    const { active } = terminal.buffer;
    const shown = Array.from(
      { length: rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
    );
    return { text: shown.join('\n').trimEnd(), cursor: [active.cursorX, active.cursorY] };
  };
  return { view, screen };
}

const content = (hint: string, text = ''): LineContent => ({
  prompt: { text: '>> ' },
  text,
  cursor: text.length,
  hint,
});

describe('a hint', () => {
  test.each([
    ['that fits', 'src/', '>> src/'],
    ['that just fits', 'sources/x', '>> sources/x'],
    ['longer than the row', 'sources/of/everything', '>> sources/o'],
    ['whose last character is wide', 'sources/漢字', '>> sources/'],
  ])('%s leaves the cursor behind the prompt, and goes when something is typed', async (_, hint, row) => {
    const { view, screen } = drawnLine(12);
    view.draw(content(hint));
    expect(await screen()).toEqual({ text: `above\n${row}`, cursor: [3, 1] });
    view.draw(content(hint, 'ls'));
    expect(await screen()).toEqual({ text: 'above\n>> ls', cursor: [5, 1] });
  });
});

describe('a text taller than the screen', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line} is longer`).join('\n');

  test.each(['line 0', 'line 1', 'line 4', 'line 5', 'line 20', 'line 39'])(
    'is shown around its cursor: %s',
    async (at) => {
      const text = lines(40);
      const { view, screen } = drawnLine(12);
      const cursor = text.indexOf(at);
      view.draw({ ...content('', text), cursor });
      const all = layOut({ text: '>> ' }, text, cursor, 12);
      const from = Math.max(0, all.cursorRow - rows + 1);
      const shown = all.rows.slice(from, from + rows).map((row) => row.trimEnd());
      expect(await screen()).toEqual({ text: shown.join('\n'), cursor: [all.cursorColumn, all.cursorRow - from] });
    },
  );

  test.each([
    ['lines', lines(40_000)],
    ['one line', 'x'.repeat(1_000_000)],
  ])('costs a key no more than a short one: %s', (_, text) => {
    const { view } = drawnLine(80);
    const draws = () => {
      for (let key = 0; key < 5; key++) view.draw(content('', text));
    };
    expect(cpuMsOf(draws)).toBeLessThan(2500);
  });
});
