// node scripts/js-host-cache.mjs <js-host.js>: keeps what V8 makes of the compiler that this bundle loads, beside it;
// `src-main/core/code-cache.ts` uses it. The types of a package and a workspace's tool are read for it once, so that what they call
// is in it. Whatever fails leaves the bundle as it is.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { keepCompiled } from './compiled-scripts.mjs';

// Without links: by that name the bundles are loaded.
const program = realpathSync(resolve(process.argv[2] ?? ''));
const bundles = dirname(program) + sep;
const writeMade = keepCompiled((filename) => filename.startsWith(bundles) && filename !== program);

const folder = mkdtempSync(join(tmpdir(), 'sigma-build-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const TYPES = `
/** A mode. */
export type Mode = 'slow' | 'fast';
/** Options of a run. */
export interface Options { mode: Mode; times?: number[]; more: Record<string, boolean>; at: string[] }
`;
const types = join(folder, 'index.d.ts');
writeFileSync(types, `${TYPES}/** Runs. */\nexport declare function run(options: Options): Promise<string>;\n`);
mkdirSync(join(folder, 'tools'));
const TOOL = `/** Runs.\n * @param text what is read */\nexport default async (text: string, options?: Options) => text;\n`;
writeFileSync(join(folder, 'tools', 'tool.ts'), `${TYPES}${TOOL}`);

process.send = ({ type, message }) => {
  if (type === 'described')
    return process.emit('message', { type: 'compile', workspace: folder, files: ['tools/tool.ts'] });
  if (type !== 'compiled') {
    console.error(message);
    process.exit(1);
  }
  writeMade();
  process.exit(0);
};
createRequire(import.meta.url)(program);
process.emit('message', { type: 'describe', types });
