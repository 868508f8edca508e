import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

/** The configuration of the end-to-end tests takes the first of the same ones. */
const DEBIAN_BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const FETCH_TIMEOUT_MS = 300_000;

/** Whether the end-to-end tests have a browser: Debian's, else Playwright's own, fetched where it is not there. */
export async function hasTestBrowser(root, say, browsers = DEBIAN_BROWSERS) {
  if (browsers.some((browser) => existsSync(browser))) return true;
  const launch = () =>
    runProgram(process.execPath, [join(import.meta.dirname, 'launch-browser.mjs'), root], {
      cwd: root,
      output: 'keep',
    });
  if ((await launch()).exitCode === 0) return true;
  say('Fetching a browser for the end-to-end tests (playwright install chromium) …');
  const program = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const fetched = await runProgram(process.execPath, [program, 'install', 'chromium'], {
    cwd: root,
    output: 'keep',
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  const launched = fetched.exitCode === 0 ? await launch() : fetched;
  if (launched.exitCode === 0) return true;
  say(`${lastLines(launched.output)}\nThere is no browser: the end-to-end tests are skipped`);
  return false;
}

const lastLines = (text) => text.trimEnd().split('\n').slice(-8).join('\n');
