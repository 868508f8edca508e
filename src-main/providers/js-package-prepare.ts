import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { findProgram } from '#process/find-program';
import type { OpenContext } from '#tools';
import { findEntry, isFile, type JsPackage } from './js-package-files.ts';
import { hashOfFile, type JsPackageMemory } from './js-package-memory.ts';
import { runProgramStep } from './run-step.ts';

/** Each lock file and what installs by it, the best first. */
const INSTALLERS = [
  { lock: 'pnpm-lock.yaml', program: 'pnpm', args: ['install', '--frozen-lockfile'] },
  { lock: 'yarn.lock', program: 'yarn', args: ['install', '--frozen-lockfile'] },
  { lock: 'package-lock.json', program: 'npm', args: ['ci', '--no-audit', '--no-fund'] },
  { lock: 'npm-shrinkwrap.json', program: 'npm', args: ['ci', '--no-audit', '--no-fund'] },
] as const;
const WITHOUT_LOCK = { lock: '', program: 'npm', args: ['install', '--no-audit', '--no-fund'] } as const;
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare'];

/** Installs and builds a package where that is needed, each after a yes. @throws AppError if it fails or is refused */
export async function preparePackage(
  found: JsPackage,
  memory: JsPackageMemory,
  context: OpenContext,
  signal: AbortSignal,
): Promise<void> {
  await installPackage(found, memory, context, signal);
  await build(found, memory, context, signal);
}

async function installPackage(found: JsPackage, memory: JsPackageMemory, context: OpenContext, signal: AbortSignal) {
  const { folder, manifest } = found;
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  const needed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies });
  const installer = await installerOf(folder);
  const lock = installer.lock === '' ? '' : await hashOfFile(join(folder, installer.lock));
  if (needed.length === 0 || (await isInstalled(found, installer.lock, (await memory.read()).lock === lock))) return;
  const why = `${folder} needs ${needed.length} package${needed.length === 1 ? '' : 's'}: ${nameList(needed)}.`;
  requireProgram(installer.program, why, context);
  const scripts = await installScripts(found, installer.lock);
  const text = [
    why,
    'They are fetched from the registry it is configured with.',
    scripts.length === 0 ? 'No install scripts are declared.' : `These install scripts run: ${nameList(scripts)}.`,
  ].join(' ');
  const argv = [installer.program, ...installer.args];
  await confirmed({ title: 'Install the packages it needs?', text, argv }, context, signal);
  await runProgramStep({ title: 'Installing packages', argv, cwd: folder }, context, signal);
  await memory.add({ lock: installer.lock === '' ? '' : await hashOfFile(join(folder, installer.lock)) });
}

async function installerOf(folder: string): Promise<(typeof INSTALLERS)[number] | typeof WITHOUT_LOCK> {
  for (const installer of INSTALLERS) if (await isFile(join(folder, installer.lock))) return installer;
  return WITHOUT_LOCK;
}

/** Whether the packages are installed, and not older than the lock file, or from that very lock file. */
async function isInstalled({ folder }: JsPackage, lock: string, isSameLock: boolean): Promise<boolean> {
  const modules = await timeOf(join(folder, 'node_modules'));
  if (modules === undefined || lock === '' || isSameLock) return modules !== undefined;
  const installed = (await timeOf(join(folder, 'node_modules', '.package-lock.json'))) ?? modules;
  return ((await timeOf(join(folder, lock))) ?? 0) <= installed;
}

/** The package's own scripts that an install runs, and which packages of an npm lock file have some. */
async function installScripts({ folder, manifest }: JsPackage, lock: string): Promise<string[]> {
  const own = INSTALL_SCRIPTS.filter((name) => manifest.scripts[name] !== undefined);
  const text = lock.endsWith('.json') ? await readFile(join(folder, lock), 'utf8').catch(() => '') : '';
  return [...own.map((name) => `${name} (${manifest.scripts[name]})`), ...packagesWithScripts(text)];
}

function packagesWithScripts(lock: string): string[] {
  try {
    const { packages = {} } = JSON.parse(lock) as { packages?: Record<string, { hasInstallScript?: boolean }> };
    const names = Object.entries(packages).filter(([name, one]) => name !== '' && one.hasInstallScript === true);
    return names.map(([name]) => `of ${name.replace(/^.*node_modules\//, '')}`);
  } catch {
    return [];
  }
}

async function build(found: JsPackage, memory: JsPackageMemory, context: OpenContext, signal: AbortSignal) {
  const { folder, manifest, types } = found;
  const script = manifest.scripts.build;
  if (script === undefined) return;
  const entry = await findEntry(found);
  const outputs = await Promise.all([entry, types].map((path) => (path === undefined ? undefined : timeOf(path))));
  const newest = await newestSource(folder);
  const isThere = outputs.every((time) => time !== undefined);
  const isFresh = outputs.every((time) => (time ?? 0) >= newest) || (await memory.read()).built === newest;
  if (isThere && isFresh) return;
  const why = isThere ? `The sources in ${folder} are newer than what was built.` : `${folder} is not built yet.`;
  requireProgram('npm', why, context);
  const argv = ['npm', 'run', 'build'];
  await confirmed({ title: 'Build the package?', text: `${why} Its script runs: ${script}`, argv }, context, signal);
  await runProgramStep({ title: 'Building', argv, cwd: folder }, context, signal);
  await memory.add({ built: newest });
}

/**
 * Finds when the newest TypeScript source or configuration file changed, ignoring build output and installed packages.
 */
async function newestSource(folder: string, depth = 0): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const times = entries.slice(0, 5000).map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isSkipped = entry.name.startsWith('.') || entry.name === 'node_modules' || depth === 8;
      return isSkipped ? 0 : newestSource(path, depth + 1);
    }
    const isSource = /\.[cm]?tsx?$/.test(entry.name) && !/\.d\.[cm]?ts$/.test(entry.name);
    return isSource || /^(tsconfig.*|package)\.json$/.test(entry.name) ? ((await timeOf(path)) ?? 0) : 0;
  });
  return Math.max(0, ...(await Promise.all(times)));
}

async function timeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

function requireProgram(program: string, why: string, { cwd, environment }: OpenContext): void {
  const name = process.platform === 'win32' ? `${program}.cmd` : program;
  if (findProgram(name, { cwd, environment })) return;
  throw new AppError('UNAVAILABLE', `${why} That takes ${program}, which is not on the PATH.`, {
    where: program,
    advice: `Install Node.js with ${program}, or prepare the package elsewhere, then attach it again.`,
  });
}

async function confirmed(
  { title, text, argv }: { title: string; text: string; argv: readonly string[] },
  { confirm }: OpenContext,
  signal: AbortSignal,
): Promise<void> {
  if (await confirm({ title, text, command: argv.join(' ') }, signal)) return;
  signal.throwIfAborted();
  throw new AppError('DENIED', `Not attached: "${argv.join(' ')}" was refused.`, {
    advice: 'Run it yourself in the folder of the package, then attach it again.',
  });
}

function nameList(names: readonly string[]): string {
  return names.length <= 12 ? names.join(', ') : `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`;
}
