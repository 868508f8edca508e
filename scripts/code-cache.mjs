// node scripts/code-cache.mjs: keeps what V8 makes of the bundles that every start loads, beside them; `src-main/app/code-cache.ts`
// uses it. The app is started for it once, in a folder of its own, so that what a start calls is in it. Whatever fails leaves the
// bundles as they are.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { constants, Script } from 'node:vm';

const main = join(import.meta.dirname, '..', 'out', 'main');
const chunks = join(main, 'chunks') + sep;
const made = [];

const compile = Module.prototype._compile;
Module.prototype._compile = function (text, filename) {
  if (!filename.startsWith(chunks)) return compile.call(this, text, filename);
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const script = new Script(Module.wrap(text), { filename, importModuleDynamically });
  made.push({ script, filename });
  const require = createRequire(filename);
  return script.runInThisContext().call(this.exports, this.exports, require, this, filename, dirname(filename));
};

const folder = mkdtempSync(join(tmpdir(), 'sigma-build-'));
Object.assign(process.env, { SIGMA_DATA: join(folder, 'data'), HOME: folder });
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  if (String(text).startsWith('Sigma Shell is ready')) setImmediate(keep);
  return write(text, ...rest);
};

function keep() {
  for (const { script, filename } of made) writeFileSync(`${filename}.cache`, script.createCachedData());
  process.kill(process.pid, 'SIGTERM');
}

process.argv = [process.argv[0], join(main, 'web.js'), '--no-open', '--port', '0'];
createRequire(import.meta.url)(join(main, 'web.js'));
