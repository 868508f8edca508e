import { expect, test } from 'vitest';
import type { TurnProgress } from '#contract';
import { sayOnce } from '../../../src-main/cli/channel/say-once.ts';

const EVIL = '\u001b[2K\u202eno';

function output(isTTY: boolean) {
  const pieces: string[] = [];
  return { isTTY, write: (text: string) => pieces.push(text), text: () => pieces.join('') };
}

async function said(isTTY: boolean, ...progress: TurnProgress[]) {
  const [stdout, stderr] = [output(isTTY), output(true)];
  const socket = {
    turn: async function* () {
      yield* progress;
    },
    stop: async () => {},
  };
  const speaker = { channel: 'cli', user: 'me' };
  const code = await sayOnce({ socket, speaker, message: 'Hi', streams: true, stdout, stderr });
  return { code, out: stdout.text(), err: stderr.text() };
}

const asked: TurnProgress = { kind: 'asked', question: 'q', callId: 'c', tool: 't', title: `rm ${EVIL}`, why: EVIL };
const ended = (outcome: 'done' | 'failed', text: string): TurnProgress => ({
  kind: 'ended',
  outcome,
  text,
  ...(outcome === 'failed' && { error: EVIL }),
});

test('what a model says is shown on a terminal, and never controls it', async () => {
  const { out, err, code } = await said(
    true,
    { kind: 'text', text: `a\n${EVIL}` },
    asked,
    ended('failed', `a\n${EVIL}`),
  );
  expect(out).toBe('a\n<U+001B>[2K<U+202E>no\n');
  expect(err).toBe('Waits for an answer: rm <U+001B>[2K<U+202E>no (<U+001B>[2K<U+202E>no)\n<U+001B>[2K<U+202E>no\n');
  expect(code).toBe(1);
});

test('a program that reads it gets it as it is', async () => {
  const { out, code } = await said(false, { kind: 'text', text: EVIL }, ended('done', `${EVIL}, whole`));
  expect(out).toBe(`${EVIL}, whole\n`);
  expect(code).toBe(0);
});

const called: readonly TurnProgress[] = [
  { kind: 'text', text: 'I look.' },
  { kind: 'called', callId: 'c', tool: 't', sent: '{}' },
  { kind: 'returned', callId: 'c', tool: 't', outcome: 'cancelled', content: 'Stopped' },
];

test('words before a call are not said again where the turn ends in it', async () => {
  expect((await said(false, ...called, ended('failed', 'I look.'))).out).toBe('I look.\n');
  const blank: TurnProgress = { kind: 'text', text: '\n\n' };
  expect((await said(false, ...called, blank, ...called.slice(1), ended('failed', 'I look.'))).out).toBe(
    'I look.\n\n\n\n',
  );
  expect((await said(false, ...called, blank, ended('done', 'I look.'))).out).toBe('I look.\n\n\n');
  const again = await said(false, ...called, { kind: 'text', text: 'I look.' }, ended('done', 'I look.'));
  expect(again.out).toBe('I look.\nI look.\n');
});

test('why an answer is not whole is said beside it, and a retry before it is not', async () => {
  const cut = await said(
    false,
    { kind: 'note', text: 'Trying again' },
    { kind: 'text', text: 'Half' },
    { kind: 'note', text: `Cut off ${EVIL}` },
    { kind: 'ended', outcome: 'done', text: 'Half', cut: 'length' },
  );
  expect(cut).toEqual({ code: 0, out: 'Half\n', err: 'Cut off <U+001B>[2K<U+202E>no\n' });
  const whole = await said(
    false,
    { kind: 'note', text: 'Trying again' },
    { kind: 'text', text: 'Whole' },
    ended('done', 'Whole'),
  );
  expect(whole.err).toBe('');
  const wordless = await said(false, ...called, { kind: 'note', text: 'Trying again' }, ended('done', 'I look.'));
  expect(wordless.err).toBe('');
});
