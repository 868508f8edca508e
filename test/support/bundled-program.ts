import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** One file of JavaScript for each program: loading a tree of TypeScript takes longer under strace than what is tested. */
const bundles = new Map<string, Promise<string>>();
/** The threads that look at workspaces: one that a program that watches one starts, and one of the copying of branches. */
const WORKERS = { 'tree-worker': 'app/threads/tree-worker.ts', 'branch-worker': 'branches/copy/branch-worker.ts' };
const SOURCES = resolve(import.meta.dirname, '../../src-main');

const PACKAGES = resolve(import.meta.dirname, '../../node_modules');
/** Modules that are not JavaScript; loaded where they are needed. */
const NATIVE = ['@mongodb-js/zstd/bindings.js'];

async function bundle(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-traced-'));
  // Also for a program that runs as somebody else.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Copied, since who runs the program may not enter the folder of the checkout.
  cpSync(join(PACKAGES, '@mongodb-js'), join(folder, 'node_modules', '@mongodb-js'), { recursive: true });
  await buildFile(program, folder, { entryFileNames: 'program.mjs' });
  for (const [name, file] of Object.entries(WORKERS)) {
    await buildFile(join(SOURCES, file), folder, { entryFileNames: `${name}.js`, format: 'cjs' });
  }
  return join(folder, 'program.mjs');
}

async function buildFile(
  program: string,
  outDir: string,
  output: { readonly entryFileNames: string; readonly format?: 'cjs' },
): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node', external: NATIVE },
    build: { ssr: program, outDir, emptyOutDir: false, minify: false, rolldownOptions: { external: NATIVE, output } },
  });
}

/** The program with all it needs, and the threads that look at workspaces beside it. Resolves with its path. */
export function bundledProgram(program: string): Promise<string> {
  const made = bundles.get(program) ?? bundle(program);
  bundles.set(program, made);
  return made;
}
