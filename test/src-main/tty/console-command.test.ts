import { expect, test } from 'vitest';
import { consoleCommand } from '../../../src-main/cli/console.ts';

test.each([
  [false, true, 'standard input'],
  [true, false, 'standard output'],
])(
  'without a terminal (input %s, output %s) it says so, opens nothing and exits with 1',
  async (isInput, isOutput, what) => {
    let told = '';
    let isOpened = false;
    const streams = { stdin: { isTTY: isInput }, stdout: { isTTY: isOutput } };
    const code = await consoleCommand({
      // Nothing but whether they are terminals is looked at.
      ...(streams as unknown as { stdin: NodeJS.ReadStream; stdout: NodeJS.WriteStream }),
      stderr: { write: (text) => (told += text) },
      isDebug: false,
      open: () => {
        isOpened = true;
        throw new Error('opened');
      },
    });
    expect([code, isOpened]).toEqual([1, false]);
    expect(told).toContain(what);
  },
);

test('a start that cannot be is told as one line, with exit code 1', async () => {
  let told = '';
  const raw: boolean[] = [];
  const terminal = { isTTY: true, on() {}, off() {}, pause() {}, setRawMode: (on: boolean) => void raw.push(on) };
  const code = await consoleCommand({
    stdin: terminal as unknown as NodeJS.ReadStream,
    stdout: terminal as unknown as NodeJS.WriteStream,
    stderr: { write: (text) => (told += text) },
    isDebug: false,
    open: async () => {
      throw new Error('no configuration in /a or /b');
    },
  });
  expect([code, told, raw.at(-1)]).toEqual([1, 'no configuration in /a or /b\n', false]);
});
