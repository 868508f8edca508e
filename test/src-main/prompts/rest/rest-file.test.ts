import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goDuration } from '../../../../src-main/prompts/rest/config/go-duration.ts';
import { listenAddress } from '../../../../src-main/prompts/rest/config/listen-address.ts';
import { parseRestFile, readRestFile } from '../../../../src-main/prompts/rest/config/read-rest-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test.each([
  ['5m', 300_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['.5s', 500],
  ['300ms', 300],
  ['1us', 0.001],
  ['2h0m1s', 7_201_000],
  ['-1s', -1000],
  ['0', 0],
  ['+5s', 5000],
])('the duration %s', (text, milliseconds) => expect(goDuration(text)).toBeCloseTo(milliseconds, 9));

test.each(['', '5', 'm', '5 m', '1d', '5m ', '1h-3m', '..5s', 'abc'])('%j is no duration', (text) =>
  expect(goDuration(text)).toBeUndefined(),
);

test.each([
  [':8080', { host: '', port: 8080 }],
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['localhost:80', { host: 'localhost', port: 80 }],
  ['[::1]:8080', { host: '::1', port: 8080 }],
  ['0.0.0.0:8080', { host: '0.0.0.0', port: 8080 }],
])('the address %s', (text, address) => expect(listenAddress(text)).toEqual(address));

test.each(['8080', 'x', ':99999', '::1:80', 'http://a:80', 'a:b', 'a b:80', ''])('%j is no address', (text) =>
  expect(listenAddress(text)).toBeUndefined(),
);

describe('config.yaml', () => {
  test('a file that is not there, or empty, has the defaults', async () => {
    await using folder = await temporaryFolder();
    const read = await readRestFile(join(folder.path, 'config.yaml'));
    expect(read).toMatchObject({
      app_name: 'ai-prompt-shell',
      server: { listen_addr: { host: '127.0.0.1', port: 8080 }, debug: false },
      logger: { level: 'info', format: 'text', output: 'stdout' },
      redis: { db: 0 },
      refresh: { tool: 300_000, extension: 300_000, prompt: 300_000, environ: 300_000 },
      render: { timeout_ms: 500, undefined: 'guarded' },
      tools: { allow: [] },
    });
    await writeFile(join(folder.path, 'config.yaml'), '# nothing\nserver:\nredis:\n  addr:\n');
    expect(await readRestFile(join(folder.path, 'config.yaml'))).toEqual(read);
  });

  test('the sample of the document is understood; unknown keys are ignored', () => {
    const file = parseRestFile(
      `app_name: "ai-prompt-shell"
env: "dev"
unknown: [1, 2]
server: { listen_addr: ":8080", debug: true, more: 1 }
logger: { level: "verbose", format: "json", output: "file", file_name: "logs/a.log" }
redis: { addr: "localhost:6379", password: "", db: 1 }
refresh: { tool: 5m, extension: 0, prompt: "1h30m", environ: -5s }
llm: { api_base: "http://localhost:1", api_key: "k" }
`,
      'config.yaml',
    );
    expect(file).toMatchObject({
      server: { listen_addr: { host: '', port: 8080 }, debug: true },
      logger: { level: 'debug', format: 'json', output: 'file' },
      redis: { addr: 'localhost:6379', db: 1 },
      refresh: { tool: 300_000, extension: 300_000, prompt: 5_400_000, environ: 300_000 },
    });
  });

  test('all that is wrong is told at once, by key and line', () => {
    const text = `server: { listen_addr: 8080 }
logger:
  format: xml
redis: { db: zero }
refresh:
  tool: soon
llm: nothing
render: { timeout_ms: 1.5, undefined: maybe }
tools: { base_url: "ftp://x", allow: all }
`;
    const problems = problemsOf(text);
    expect(problems.map(({ path, line }) => [path, line]).sort()).toEqual(
      [
        ['server.listen_addr', 1],
        ['logger.format', 3],
        ['redis.db', 4],
        ['refresh.tool', 6],
        ['llm', 7],
        ['render.timeout_ms', 8],
        ['render.undefined', 8],
        ['tools.base_url', 9],
        ['tools.allow', 9],
      ].sort(),
    );
  });

  test.each(['a: [', 'just text', '- 1', `${'['.repeat(5000)}`])('%.20j cannot be used', (text) => {
    expect(problemsOf(text)).not.toEqual([]);
  });
});

function problemsOf(text: string): readonly { readonly path: string; readonly line?: number }[] {
  try {
    parseRestFile(text, 'config.yaml');
  } catch (error) {
    return (error as { detail: { problems: { path: string; line?: number }[] } }).detail.problems;
  }
  return [];
}
