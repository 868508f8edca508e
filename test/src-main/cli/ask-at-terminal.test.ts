import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { askAtTerminal } from '../../../src-main/cli/ask-at-terminal.ts';

const terminal = (isTTY = true) => ({
  stdin: Object.assign(new PassThrough(), { isTTY }),
  stdout: Object.assign(new PassThrough(), { isTTY }),
});

/** Types the keys once it is asked. */
async function answerTo(keys: string): Promise<boolean | undefined> {
  const { stdin, stdout } = terminal();
  const answer = askAtTerminal({ stdin, stdout })?.('Remove it? [y/N] ');
  stdin.write(keys);
  const answered = await answer;
  stdout.end();
  expect(await text(stdout)).toMatch(/Remove it\? \[y\/N\] .*\n$/s);
  return answered;
}

test('only a yes is one', async () => {
  expect(await answerTo('y\r')).toBe(true);
  expect(await answerTo(' Yes \r')).toBe(true);
  expect(await answerTo('\r')).toBe(false);
  expect(await answerTo('yesterday\r')).toBe(false);
});

test('Ctrl+C and Ctrl+D are a no', async () => {
  expect(await answerTo('\x03')).toBe(false);
  expect(await answerTo('\x04')).toBe(false);
  expect(await answerTo('y\x03')).toBe(false);
});

test('a terminal that goes away is a no', async () => {
  const { stdin, stdout } = terminal();
  const answer = askAtTerminal({ stdin, stdout })?.('Remove it? [y/N] ');
  stdin.end();
  expect(await answer).toBe(false);
});

test('nobody is asked where there is no terminal', () => {
  expect(askAtTerminal(terminal(false))).toBeUndefined();
});
