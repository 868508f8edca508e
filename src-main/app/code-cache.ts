import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, sep } from 'node:path';
import { constants, Script } from 'node:vm';

/** Node's own step from a file's text to its exports, which it leaves open to be replaced. */
interface Compiling {
  _compile(this: NodeModule, text: string, file: string): unknown;
}

/**
 * Has the bundles in a folder run from what V8 made of them when they were built (`scripts/code-cache.mjs`), which takes a third
 * of the time that reading their text does. What is not there, or was made by another V8, is compiled as ever; the names of
 * bundles have their content's hash in them. Of `import()`ed bundles those that are loaded after this call count.
 */
export function runFromCodeCache(folder: string): void {
  const prototype = Module.prototype as unknown as Compiling;
  const compile = prototype._compile;
  prototype._compile = function (text, file) {
    const cachedData = file.startsWith(folder + sep) ? readIfThere(`${file}.cache`) : undefined;
    if (cachedData === undefined) return compile.call(this, text, file);
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const script = new Script(Module.wrap(text), { filename: file, cachedData, importModuleDynamically });
    return script.runInThisContext().call(this.exports, this.exports, requireOf(this), this, file, dirname(file));
  };
}

function requireOf(module: NodeModule): NodeJS.Require {
  return Module.createRequire(module.filename);
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
