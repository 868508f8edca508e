import { expect, test } from 'vitest';
import { readAiCommand } from '../../../../src-main/cli/ai/ai-flags.ts';

const NEEDED = ['--session-socket', 'a.sock', '--model', 'm'];

test('both spellings of flags are understood, with their value as the next word or after =', () => {
  const args = ['anthropic', '--session_socket=a.sock', '--model', 'm', '--max_tokens', '10', '--thinking=2048'];
  expect(readAiCommand(args, {})).toMatchObject({
    command: { service: 'anthropic', socket: 'a.sock', model: 'm', maxTokens: 10, thinking: '2048' },
  });
});

test('the key comes from the command line, our variable, or that of the service at its own address alone', () => {
  const keyOf = (environment: Record<string, string>, ...more: string[]) => {
    const read = readAiCommand(['anthropic', ...NEEDED, ...more], environment);
    return 'command' in read ? read.command.key : read.problem;
  };
  const own = { ANTHROPIC_API_KEY: 'own', OPENAI_API_KEY: 'other' };
  expect(keyOf({ ...own, SIGMA_API_KEY: 'ours' }, '--api-key', 'given')).toBe('given');
  expect(keyOf({ ...own, SIGMA_API_KEY: 'ours' })).toBe('ours');
  expect(keyOf(own)).toBe('own');
  expect(keyOf(own, '--base-url', 'https://x.example')).toBeUndefined();
});

test.each([
  [[], 'Name openai or anthropic'],
  [['gemini'], "There is no service 'gemini'"],
  [['openai', '--model', 'm'], 'The flag --session-socket is missing'],
  [['openai', '--session-socket', 'a'], 'The flag --model is missing'],
  [['openai', ...NEEDED, '--odd', '1'], "'--odd' is not understood"],
  [['openai', ...NEEDED, '--api-key'], 'The flag --api-key needs a value'],
  [
    ['openai', ...NEEDED, '--base-url', 'ftp://x'],
    '--base-url must be an address that begins with http:// or https://',
  ],
  [['openai', ...NEEDED, '--thinking', '9'], "--thinking must be adaptive, disabled or enabled, not '9'"],
  [['openai', ...NEEDED, '--max-tokens', '0'], "--max-tokens must be a whole number from 1 on, not '0'"],
])('%j is refused with a sentence', (args, problem) => {
  expect(readAiCommand(args, {})).toEqual({ problem });
});
