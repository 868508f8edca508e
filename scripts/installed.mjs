import { existsSync, lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

/** Whether node_modules is what the lock file says; npm leaves its own record of what it has put there. */
export function isInstalled(root) {
  const [lock, record] = [join(root, 'package-lock.json'), join(root, 'node_modules', '.package-lock.json')];
  if (!existsSync(record)) return false;
  if (statSync(record).mtimeMs >= statSync(lock).mtimeMs) return true;
  // A checkout gives the lock a new time, whatever is in it.
  return holdsAll(packagesIn(lock), packagesIn(record));
}

function packagesIn(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

function holdsAll(wanted, present) {
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are those of other platforms too.
    return present[path] === undefined ? optional === true : present[path].version === version;
  });
}

/**
 * Period after which a sign of life is printed, in milliseconds: without a terminal npm shows nothing until it is done.
 */
const STILL_THERE_MS = 10_000;

/** Installs what the lock file says, where that is not so yet. @returns the exit code of npm */
export async function install(root, say) {
  if (isInstalled(root)) return 0;
  const folder = join(root, 'node_modules');
  if (isLink(folder)) {
    say(
      `${folder} is a link to ${readlinkSync(folder)}, and does not hold what package-lock.json says.\n` +
        'npm ci would empty the folder it points to: remove the link, and start again.',
    );
    return 1;
  }
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  say('Installing packages (npm ci) …');
  const timer = setInterval(() => {
    if (!process.stderr.isTTY) say(`… still installing, ${seconds()} s`);
  }, STILL_THERE_MS);
  const npm = npmCommand();
  const args = [...npm.args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { exitCode, output } = await runProgram(npm.file, args, { cwd: root });
  clearInterval(timer);
  if (exitCode === 0) say(`Installed in ${seconds()} s`);
  else say(`${output}\nnpm ci failed with exit code ${exitCode}; the lines above say why.`.trimStart());
  return exitCode;
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return { file: process.execPath, args: [script] };
  return process.platform === 'win32' ? { file: 'cmd.exe', args: ['/c', 'npm'] } : { file: 'npm', args: [] };
}
