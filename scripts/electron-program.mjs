import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from './run-program.mjs';

const FETCH_TIMEOUT_MS = 20_000;
const FAILURE_REMEMBERED_MS = 24 * 3600 * 1000;

/** Path of the Electron executable, where it is there. */
export function electronProgram(root, env = process.env) {
  const name = join(root, 'node_modules', 'electron', 'path.txt');
  const relative = existsSync(name) ? readFileSync(name, 'utf8').trim() : 'electron';
  const folder = env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules', 'electron', 'dist');
  const path = join(folder, relative);
  return existsSync(path) ? path : undefined;
}

/** Finds Electron as `electronProgram`, and fetches it first where it is not there; a fetch that fails is not tried again for a day. */
export async function fetchElectron(root, say, timeoutMs = FETCH_TIMEOUT_MS) {
  const program = electronProgram(root);
  if (program) return program;
  const failure = join(root, 'node_modules', '.cache', 'sigma-shell', 'electron-not-fetched');
  if (existsSync(failure) && Date.now() - statSync(failure).mtimeMs < FAILURE_REMEMBERED_MS) return undefined;
  say('Fetching Electron …');
  const script = join(root, 'node_modules', 'electron', 'install.js');
  const result = await runProgram(process.execPath, [script], {
    cwd: root,
    output: 'keep',
    timeoutMs,
  });
  const fetched = electronProgram(root);
  if (fetched) return fetched;
  mkdirSync(dirname(failure), { recursive: true });
  writeFileSync(failure, result.output.slice(-2000));
  say('Electron cannot be fetched here; a browser takes its place (tried again in a day)');
  return undefined;
}
