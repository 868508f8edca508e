import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['src-main/js-host', 'src-main/core'];

let building: Promise<string> | undefined;

/** `src-main/js-host/main.ts` bundled as the app's build does it, with the hooks of its loader beside it, kept until a source of it changes. */
export function jsHostProgram(): Promise<string> {
  building ??= bundle();
  return building;
}

async function bundle(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'scripts/compiled-scripts.mjs', 'scripts/js-host-cache.mjs'])
    hash.update(readFileSync(join(ROOT, file)));
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true }).map(String).sort()) {
      if (name.endsWith('.ts')) hash.update(readFileSync(join(ROOT, folder, name)));
    }
  }
  const folder = join(ROOT, 'node_modules', '.cache', 'sigma-shell', `js-host-${hash.digest('hex').slice(0, 16)}`);
  const program = join(folder, 'js-host.js');
  if (existsSync(program)) return program;
  const outDir = `${folder}-${process.pid}`;
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: true,
      target: 'node20.19',
      rolldownOptions: {
        input: { 'js-host': 'src-main/js-host/main.ts', 'js-host-hooks': 'src-main/js-host/agent/hook-thread.ts' },
        output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  // As the build does: the compiler loads in a third of the time.
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'js-host-cache.mjs'), join(outDir, 'js-host.js')]);
  await rename(outDir, folder).catch(() => rm(outDir, { recursive: true }));
  return program;
}
