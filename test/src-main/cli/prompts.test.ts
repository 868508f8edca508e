import { expect, test } from 'vitest';
import type { Api } from '#contract';
import { promptsCommand } from '../../../src-main/cli/prompts.ts';

/** A host whose streams say nothing, until one breaks and later the other. */
function breakingHost(breaks: { readonly log: number; readonly state: number }) {
  const lost = async function* (what: string, ms: number) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    throw new Error(`${what} was lost`);
  };
  const prompts = {
    startRest: async () => ({ url: 'http://127.0.0.1:1' }),
    restLog: async () => lost('the log', breaks.log),
    rest: async () => lost('the state', breaks.state),
    stopRest: () => Promise.reject(new Error('the link was lost')),
  };
  // A stand-in has what the command uses.
  const api = { prompts } as unknown as Api;
  return { api, joined: undefined, [Symbol.asyncDispose]: async () => {} };
}

test.each([
  ['log', { log: 1, state: 30 }],
  ['state', { log: 30, state: 1 }],
] as const)('a link that breaks with the %s first is told once; nothing is left unhandled', async (what, breaks) => {
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  const said: string[] = [];
  const output = { write: (text: string) => said.push(text) };
  const command = { stdout: output, stderr: output, file: '/none.yaml', isGiven: false };
  const code = await promptsCommand({ ...command, open: async () => breakingHost(breaks) });
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', onUnhandled);
  expect([code, said, unhandled]).toEqual([1, [`the ${what} was lost\n`], []]);
});

test("what a record's key and problem hold cannot control the terminal, nor begin a line", async () => {
  const problems = [{ key: 'a\x1b[2J', message: 'bad\nRecords /elsewhere' }];
  const states = async function* () {
    yield { isOn: true, problemCount: 1, problems };
  };
  const prompts = {
    startRest: async () => ({ wasOn: true }),
    restLog: async () => (async function* () {})(),
    rest: async () => states(),
  };
  // A stand-in has what the command uses.
  const api = { prompts } as unknown as Api;
  const said: string[] = [];
  const output = { write: (text: string) => said.push(text) };
  const command = { stdout: output, stderr: output, file: '/none.yaml', isGiven: false };
  const open = async () => ({ api, joined: undefined, [Symbol.asyncDispose]: async () => {} });
  await promptsCommand({ ...command, open });
  expect(said.join('')).toContain('\n  a\\u{1b}[2J: bad\\u{a}Records /elsewhere\n');
});
