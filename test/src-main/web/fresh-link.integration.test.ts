import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { phiHome } from '../../support/phi-app.ts';
import { SOURCES_ENVIRONMENT, sigmaWords } from '../../support/sigma-words.ts';

test('Enter brings a fresh link where standard input is a pipe, too, and it is said that it does', async () => {
  await using home = await phiHome();
  const child = spawn(process.execPath, [...(await sigmaWords()), 'start', '--no-open', '--browser'], {
    cwd: home.workspace,
    env: { ...home.environment, ...SOURCES_ENVIRONMENT },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await expect.poll(() => said, { timeout: 30_000 }).toContain('Press Enter for another');
    child.stdin.write('\n');
    const links = () => new Set(said.match(/http:\S+/g)).size;
    await expect.poll(links, { timeout: 10_000 }).toBe(2);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
