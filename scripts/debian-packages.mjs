import { existsSync } from 'node:fs';
import { runProgram } from './run-program.mjs';

/** What the tests use of the system, beside Node; later issues add their own. */
const PACKAGES = [
  { name: 'chromium', program: '/usr/bin/chromium', skipped: 'end-to-end tests' },
  { name: 'strace', program: '/usr/bin/strace', skipped: 'crash tests of the ledger and of file writes' },
];

/** Installs what is missing where that is possible, and says what stays missing and which tests that skips. */
export async function installPackages(say) {
  if (process.platform !== 'linux') return;
  const missing = () => PACKAGES.filter(({ program }) => !existsSync(program));
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const names = missing().map(({ name }) => name);
    say(`Installing ${names.join(', ')} (apt) …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram('apt-get', ['-q', 'update'], { env, output: 'keep' });
    const args = ['-q', 'install', '--yes', '--no-install-recommends', ...names];
    await runProgram('apt-get', args, { env, output: 'keep' });
  }
  for (const { name, skipped } of missing()) {
    say(`${name} is not installed (apt-get install ${name}); without it are skipped: ${skipped}`);
  }
}
