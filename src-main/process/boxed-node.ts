import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { copyBundle } from './copy-bundle.ts';
import { findProgram } from './find-program.ts';
import { type StartNode, type StartNodeOptions, startNodeBy } from './node-program.ts';
import { outputOf } from './output-of.ts';

/** The oldest Node that the bundles run under. */
const OLDEST = [20, 19] as const;
const VERSION_MS = 5000;

/**
 * Starts what is to run in a box under a Node of the machine, where the app's own cannot be put into one, as in Electron. Where the
 * machine has none, and for all else, `own` starts it; the program's `isBoxed` says which it was.
 */
export function boxedByMachine(own: StartNode): StartNode {
  const versions = new Map<string, Promise<boolean>>();
  const copies = new Map<string, string>();
  const plain = (module: string): string => {
    // A Node that is not Electron's does not look into its archive.
    if (!module.includes(`.asar${sep}`)) return module;
    const copy = copies.get(module) ?? copyBundle(module, temporaryFolder());
    copies.set(module, copy);
    return copy;
  };
  return async (options) => {
    const node = options.boxed && machineNode(options);
    if (node === undefined) return await own(options);
    const known = versions.get(node) ?? isNewEnough(node);
    versions.set(node, known);
    if (!(await known)) return await own(options);
    return await startNodeBy(node, { ...options, module: plain(options.module) });
  };
}

/** A folder that is gone with us. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-shell-js-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Finds `node` on the machine's PATH; never one from the folder in which it is to run. */
function machineNode({ cwd, environment }: StartNodeOptions): string | undefined {
  const folders = (environment.PATH ?? '').split(':').filter((one) => one.startsWith('/') && !isBelow(one, cwd));
  if (process.platform === 'win32' || folders.length === 0) return undefined;
  return findProgram('node', { cwd: '/', environment: { PATH: folders.join(':') } });
}

const isBelow = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

async function isNewEnough(node: string): Promise<boolean> {
  const print = { file: node, args: ['-p', 'process.versions.node'] };
  const limits = { cwd: '/', environment: {}, signal: AbortSignal.timeout(VERSION_MS), maxBytes: 1000 };
  const [major = 0, minor = 0] = ((await outputOf(print, limits)) ?? '').trim().split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
