// node scripts/code-cache.mjs: keeps what V8 makes of the bundles that every host loads, beside them; `src-main/core/code-cache.ts`
// uses it. The app is started for it once, in a folder of its own, so that what a start calls is in it. Whatever fails leaves the
// bundles as they are.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { keepCompiled } from './compiled-scripts.mjs';

const main = join(import.meta.dirname, '..', 'out', 'main');
const chunks = join(main, 'chunks') + sep;
const kept = new Set();
const LATE_MS = 5000;

const writeMade = keepCompiled((filename) => filename.startsWith(chunks));

const folder = mkdtempSync(join(tmpdir(), 'sigma-build-'));
Object.assign(process.env, { SIGMA_DATA: join(folder, 'data'), HOME: folder });
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  if (String(text).startsWith('Sigma Shell is ready')) setImmediate(keep);
  return write(text, ...rest);
};

/** Keeps what is there now, and then what the host loads once it has started (`src-main/app/start/load-late-code.ts`). */
async function keep() {
  keepMade();
  const late = readdirSync(chunks).filter((name) => name.startsWith('late.') && name.endsWith('.js'));
  const until = Date.now() + LATE_MS;
  while (!late.every((name) => kept.has(join(chunks, name))) && Date.now() < until) {
    await setTimeout(10);
    keepMade();
  }
  process.kill(process.pid, 'SIGTERM');
}

function keepMade() {
  for (const filename of writeMade()) kept.add(filename);
}

process.argv = [process.argv[0], join(main, 'web.js'), '--no-open', '--port', '0'];
createRequire(import.meta.url)(join(main, 'web.js'));
