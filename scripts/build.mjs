import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from './run-program.mjs';

const FOLDERS = ['src-main', 'src-preload', 'src-renderer'];
/** The build is as good without the cache. */
const CACHE_MS = 20_000;
const FILES = [
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'scripts/ascii-only.ts',
  'scripts/code-cache.mjs',
  'scripts/compiled-scripts.mjs',
  'scripts/js-host-cache.mjs',
  'scripts/late-chunks.ts',
  'scripts/late-folders.ts',
];

const stampOf = (root) => join(root, 'out', '.built-from');

/** Whether `out/` was built from exactly these sources. */
export function isBuilt(root) {
  const stamp = stampOf(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources(root);
}

/** Hashes the sources by content: a checkout gives every file a new time. */
export function hashOfSources(root) {
  const hash = createHash('sha256');
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  for (const file of [...inFolders, ...FILES].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Builds `out/`. @returns the exit code; what the build said is printed when it fails */
export async function build(root, say) {
  const startedAt = Date.now();
  say('Building …');
  rmSync(stampOf(root), { force: true });
  const sources = hashOfSources(root);
  const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { exitCode, output } = await runProgram(process.execPath, [program, 'build'], { cwd: root, output: 'keep' });
  if (exitCode !== 0) {
    process.stderr.write(`${output}\nThe build failed with exit code ${exitCode}; the lines above say why.\n`);
    return exitCode;
  }
  const main = join(root, 'out', 'main');
  for (const [script, ...args] of [['code-cache.mjs'], ['js-host-cache.mjs', join(main, 'js-host.js')]]) {
    const cache = [join(root, 'scripts', script), ...args];
    await runProgram(process.execPath, cache, { cwd: root, output: 'keep', timeoutMs: CACHE_MS });
  }
  writeFileSync(stampOf(root), sources);
  say(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await build(join(import.meta.dirname, '..'), (line) => console.log(line));
}
