import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, sep } from 'node:path';
import { constants, Script } from 'node:vm';

type ModuleLoader = (module: NodeModule, file: string) => void;

/**
 * Runs the bundles in a folder from V8's cache of their build (`scripts/code-cache.mjs`), which takes a third of the
 * time of compiling their text. A bundle without a cache, or with one of another V8, is compiled as usual; the names of
 * bundles contain the hash of their content. Bundles that were loaded before this call are compiled as usual.
 */
export function runFromCodeCache(folder: string): void {
  const loaders = Module as unknown as { readonly _extensions: Record<string, ModuleLoader> };
  const load = loaders._extensions['.js'];
  loaders._extensions['.js'] = (module, file) => {
    const cachedData = file.startsWith(folder + sep) ? readIfThere(`${file}.cache`) : undefined;
    if (cachedData === undefined) load?.(module, file);
    else runCached(module, file, cachedData);
  };
}

function runCached(module: NodeModule, file: string, cachedData: Buffer): void {
  const script = new Script(Module.wrap(decodedBundle(readFileSync(file))), {
    filename: file,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const require = Module.createRequire(module.filename);
  script.runInThisContext().call(module.exports, module.exports, require, module, file, dirname(file));
}

/** Bundles are ASCII (`scripts/ascii-only.ts`), which is read several times faster as Latin-1. */
const decodedBundle = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
