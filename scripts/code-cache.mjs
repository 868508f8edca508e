// node scripts/code-cache.mjs: keeps what V8 makes of the bundles that every start loads, beside them; `src-main/app/code-cache.ts`
// uses it. It is worth 80 of the 260 ms that loading them takes. Whatever fails leaves the bundles as they are.
import { writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
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

// After it has run, so that what a start calls is in it. The app only says its version.
process.once('exit', () => {
  for (const { script, filename } of made) writeFileSync(`${filename}.cache`, script.createCachedData());
});
process.argv = [process.argv[0], join(main, 'web.js'), '--version'];
createRequire(import.meta.url)(join(main, 'web.js'));
