import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { findProgram } from '#process/find-program';
import type { OpenContext } from '#tools';
import { runProgramStep } from '../run-step.ts';
import { findEntry, isFile, type JsPackage } from './package-files.ts';
import { hooksOfInstall } from './package-hooks.ts';
import { hashOfFile, type JsPackageMemory } from './package-memory.ts';

/** Each lock file and what installs by it, the best first. */
const INSTALLERS = [
  { lock: 'pnpm-lock.yaml', program: 'pnpm', args: ['install', '--frozen-lockfile'] },
  { lock: 'yarn.lock', program: 'yarn', args: ['install', '--frozen-lockfile'] },
  { lock: 'package-lock.json', program: 'npm', args: ['ci', '--no-audit', '--no-fund'] },
  { lock: 'npm-shrinkwrap.json', program: 'npm', args: ['ci', '--no-audit', '--no-fund'] },
] as const;
const WITHOUT_LOCK = { lock: '', program: 'npm', args: ['install', '--no-audit', '--no-fund'] } as const;
/** Scripts of a package that its own install runs, and those of its build. */
const INSTALL_SCRIPTS = 'preinstall install postinstall prepublish preprepare prepare postprepare'.split(' ');
const PNPM_SCRIPTS = ['pnpm:devPreinstall'];
const BUILD_SCRIPTS = ['prebuild', 'build', 'postbuild'];

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
  const scripts = await installScripts(found, installer);
  const text = `${why} They are fetched from the registry it is configured with. ${scripts}`;
  const argv = [installer.program, ...installer.args];
  await confirmOrRefuse({ title: 'Install the packages it needs?', text, argv }, context, signal);
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

/** Says which scripts and other code an install runs: of the package itself, and of those that an npm lock file names. */
async function installScripts(found: JsPackage, { lock, program }: { lock: string; program: string }): Promise<string> {
  const names = program === 'pnpm' ? [...INSTALL_SCRIPTS, ...PNPM_SCRIPTS] : INSTALL_SCRIPTS;
  const text = lock.endsWith('.json') ? await readFile(join(found.folder, lock), 'utf8').catch(() => '') : '';
  const ofPackages = packagesWithScripts(text);
  const all = [...declaredScripts(found, names), ...(await compileScripts(found)), ...(ofPackages ?? [])];
  const run = all.length === 0 ? [] : [`These install scripts run: ${nameList(all)}.`];
  const hooks = await hooksOfInstall(found.folder, program);
  if (hooks.length > 0) run.push(`This runs, too: ${nameList(hooks)}.`);
  if (ofPackages === undefined) run.push('Which of the packages have install scripts is not known before.');
  return run.length === 0 ? 'No install scripts are declared.' : run.join(' ');
}

function declaredScripts({ manifest: { scripts } }: JsPackage, names: readonly string[]): string[] {
  return names.filter((name) => Object.hasOwn(scripts, name)).map((name) => `${name} (${scripts[name]})`);
}

/** The script that npm runs for a package with native code that names none for it. */
async function compileScripts({ folder, manifest: { scripts } }: JsPackage): Promise<string[]> {
  const isOwn = scripts.install !== undefined || scripts.preinstall !== undefined;
  return !isOwn && (await isFile(join(folder, 'binding.gyp'))) ? ['install (node-gyp rebuild)'] : [];
}

/** Lists the packages with install scripts; undefined for a lock file that does not say. */
function packagesWithScripts(lock: string): string[] | undefined {
  try {
    const { packages } = JSON.parse(lock) as { packages?: Record<string, { hasInstallScript?: boolean }> };
    if (packages === undefined) return undefined;
    const names = Object.entries(packages).filter(([name, one]) => name !== '' && one.hasInstallScript === true);
    return names.map(([name]) => `of ${name.replace(/^.*node_modules\//, '')}`);
  } catch {
    return undefined;
  }
}

async function build(found: JsPackage, memory: JsPackageMemory, context: OpenContext, signal: AbortSignal) {
  const { folder, manifest, types } = found;
  if (manifest.scripts.build === undefined) return;
  const entry = await findEntry(found);
  const outputs = await Promise.all([entry, types].map((path) => (path === undefined ? undefined : timeOf(path))));
  const newest = await newestSource(folder);
  const isThere = outputs.every((time) => time !== undefined);
  const isFresh = outputs.every((time) => (time ?? 0) >= newest) || (await memory.read()).built === newest;
  if (isThere && isFresh) return;
  const why = isThere ? `The sources in ${folder} are newer than what was built.` : `${folder} is not built yet.`;
  requireProgram('npm', why, context);
  const argv = ['npm', 'run', 'build'];
  const scripts = declaredScripts(found, BUILD_SCRIPTS);
  const runs = scripts.length === 1 ? `script runs: ${manifest.scripts.build}` : `scripts run: ${scripts.join(', ')}`;
  await confirmOrRefuse({ title: 'Build the package?', text: `${why} Its ${runs}`, argv }, context, signal);
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

async function confirmOrRefuse(
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
