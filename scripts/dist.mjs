// npm run dist [-- electron-builder arguments, such as --dir]
// Packs the built app. Where Electron cannot be fetched, a stub in its place still proves what goes into the package.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { electronProgram, fetchElectron } from './electron-program.mjs';
import { endWithSignals, runProgram } from './run-program.mjs';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const say = (line) => console.log(line);

async function main(args) {
  const built = isBuilt(root) ? 0 : await build(root, say);
  if (built !== 0) return built;
  await fetchElectron(root, say);
  const { ELECTRON_OVERRIDE_DIST_PATH: _, ...env } = process.env;
  const stub = electronProgram(root, env) ? undefined : stubElectron();
  const program = require.resolve('electron-builder/cli.js');
  const builder = [program, '--publish', 'never', ...(stub ? [`-c.electronDist=${stub}`] : []), ...args];
  const { exitCode } = await runProgram(process.execPath, builder, { cwd: root, env });
  if (stub) rmSync(stub, { recursive: true, force: true });
  return exitCode;
}

/**
 * Mark by which electron-builder finds the fuses of an executable: a mark, the layout's version, their number, and each
 * of them.
 */
const FUSES = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09${'0'.repeat(9)}`;

/** A folder as Electron's own, with a program that says what it is. */
function stubElectron() {
  say('Electron is not here: the package gets a stub in its place and cannot be started');
  const folder = mkdtempSync(join(tmpdir(), 'sigma-stub-electron-'));
  const version = require('electron/package.json').version;
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(
    join(folder, 'electron'),
    `#!/bin/sh\necho "This package was made without Electron" >&2\nexit 1\n# ${FUSES}\n`,
  );
  chmodSync(join(folder, 'electron'), 0o755);
  return folder;
}

endWithSignals();
process.exitCode = await main(process.argv.slice(2));
