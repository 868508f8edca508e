import headless from '@xterm/headless';
import { describe, expect, test } from 'vitest';
import { Emitter } from '../../../../src-main/core/async/emitter.ts';
import { type LineContent, LineView } from '../../../../src-main/tty/editing/line-view.ts';

const rows = 6;

/** A line that is drawn on a terminal in memory, below what stands there already. */
function drawnLine(columns: number) {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  terminal.write('above\r\n');
  const view = new LineView({
    write: (text) => terminal.write(text),
    size: () => ({ columns, rows }),
    setRaw: () => {},
    ...{ onData: new Emitter<Uint8Array>().subscribe, onEnd: new Emitter<void>().subscribe },
    onResize: new Emitter<{ columns: number; rows: number }>().subscribe,
  });
  const screen = async () => {
    await new Promise<void>((resolve) => terminal.write('', resolve));
    const { active } = terminal.buffer;
    const shown = Array.from({ length: rows }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
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
