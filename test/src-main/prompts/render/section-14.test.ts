import { describe, expect, test } from 'vitest';
import { MemoryStore, promptEngineBox, toolRecord } from '../../../support/prompt-engine-box.ts';

/** The checks of the specification that the engine passes by itself; the others run over REST, with real stores and tools. */
const FIXTURE = {
  'shenma:environs:vscode:programming_language': '"go"',
  'shenma:environs:vscode:frameworks': ['gin', 'gorm', 'gin-swagger'],
  'shenma:environs:limits': { tokens: 1_000_000, n: 3 },
  'shenma:tools:codebase:look_ref': toolRecord({ name: 'look_ref' }),
};

async function rendered(prompt: string, args: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  await using box = await promptEngineBox(new MemoryStore({ ...FIXTURE, ...more }));
  return box.text(prompt, args);
}

describe('the checks of section 14', () => {
  test.each([
    ['A5', '{{range .vscode.frameworks}}{{.}} {{end}}{{.args.k}}', { k: 'v' }, 'gin gorm gin-swagger v'],
    ['A6', '{{.limits.tokens}} {{printf "%.0f" .limits.tokens}}', {}, '1e+06 1000000'],
    ['A7', '{{if eq .limits.n 3}}y{{end}}', {}, '500'],
    ['A7', '{{if eq .limits.n 3.0}}y{{end}}', {}, 'y'],
    ['A10', '{{if .args.opt}}o{{else}}none{{end}}', {}, 'none'],
    [
      'A23',
      '{{define "i"}}<{{.}}>{{end}}{{range .vscode.frameworks}}{{template "i" .}}{{end}}',
      {},
      '<gin><gorm><gin-swagger>',
    ],
  ])('%s: %s', async (_, prompt, args, expected) => {
    expect(await rendered(prompt, args)).toBe(expected);
  });

  test('A14: the most specific key wins, whatever the order', async () => {
    const more = { 'shenma:environs:vscode': { programming_language: 'c', x: 1 } };
    expect(await rendered('{{.vscode.programming_language}} {{.vscode.x}}', {}, more)).toBe('go 1');
  });

  test('A15: args are those of the request', async () => {
    expect(await rendered('Hi {{.args.who}}', { who: 'req' }, { 'shenma:environs:args': { who: 'store' } })).toBe(
      'Hi req',
    );
  });
});
