import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const SCRIPTS = join(import.meta.dirname, '..', '..', 'scripts');
const run = promisify(execFile);

/**
 * Script that does what npm start does: takes the keys, then runs an app that prints what it was handed and what it can
 * read of its parent.
 */
const LAUNCHER = `
import { takeKeys } from '${SCRIPTS}/hand-over-keys.mjs';
import { runApp } from '${SCRIPTS}/run-app.mjs';
const keys = takeKeys();
const app = 'cat <&$SIGMA_KEYS_FD; cat /proc/$PPID/environ /proc/$$/environ | tr "\\\\0" "\\\\n" | grep -c -e KEY= -e OTHER=';
await runApp('/bin/sh', ['-c', app], { keys });
`;

describe.runIf(process.platform === 'linux')('npm start', () => {
  test('hands keys to the app on a descriptor, and no environment shows them', async () => {
    const env = { PATH: process.env.PATH, PHISHELL_KEY: 'a key', OTHER: '1', SIGMA_API_KEY: 'b=c' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', LAUNCHER], { env });
    // What is left are OTHER's two.
    expect(stdout).toBe('PHISHELL_KEY=a key\nSIGMA_API_KEY=b=c\n2\n');
  });

  test('needs no descriptor without keys', async () => {
    const app = LAUNCHER.replace('cat <&$SIGMA_KEYS_FD', 'echo "[$SIGMA_KEYS_FD]"');
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', app], {
      env: { PATH: process.env.PATH },
    });
    expect(stdout).toBe('[]\n0\n');
  });
});
