import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { phiHome } from '../../support/phi-app.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

test('Enter brings a fresh link where standard input is a pipe, too, and it is said that it does', async () => {
  await using home = await phiHome();
  const args = ['--import', join(ROOT, 'node_modules/tsx/dist/loader.mjs'), join(ROOT, 'src-main/cli/main.ts')];
  const child = spawn(process.execPath, [...args, 'start', '--no-open', '--browser'], {
    cwd: home.workspace,
    env: { ...home.environment, TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json') },
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
