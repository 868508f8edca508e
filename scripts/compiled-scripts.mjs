import { writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

/**
 * Keeps hold of what V8 makes of the modules from now on that `isKept` says of their path.
 *
 * @returns a function that writes what V8 has made since it was called last, each as `<file>.cache`, and gives the files
 */
export function keepCompiled(isKept) {
  const made = [];
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (text, filename) {
    if (!isKept(filename)) return compile.call(this, text, filename);
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const script = new Script(Module.wrap(text), { filename, importModuleDynamically });
    made.push({ script, filename });
    const require = createRequire(filename);
    return script.runInThisContext().call(this.exports, this.exports, require, this, filename, dirname(filename));
  };
  return () =>
    made.splice(0).map(({ script, filename }) => {
      writeFileSync(`${filename}.cache`, script.createCachedData());
      return filename;
    });
}
