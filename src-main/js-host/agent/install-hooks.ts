import { existsSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { checkRequires } from './checked-require.ts';
import {
  compiledIn,
  isFileUrl,
  type LoadContext,
  type LoadResult,
  type ResolveContext,
  type ResolveResult,
  resolvedIn,
  specifierFor,
} from './load-hooks.ts';
import { refusePrograms } from './refuse-programs.ts';
import { TrustedCode, type TrustUpdate } from './trusted-code.ts';

/** Tells the loader's hooks what is trusted from now on. @returns absolute paths of files that must be loaded again */
export type UpdateTrust = (update: Omit<TrustUpdate, 'stale'>) => Promise<readonly string[]>;

/** `module.registerHooks` of Node 22.15 and later, in the thread of the code. */
type RegisterHooks = (hooks: {
  resolve(
    specifier: string,
    context: ResolveContext,
    next: (specifier: string, context: ResolveContext) => ResolveResult,
  ): ResolveResult;
  load(url: string, context: LoadContext, next: (url: string, context: LoadContext) => LoadResult): LoadResult;
}) => void;

/**
 * Restricts importing, requiring and executing to trusted files of the workspace and what comes with Node, from now on.
 */
export function installHooks(workspace: string): UpdateTrust {
  const code = new TrustedCode(workspace);
  const { registerHooks } = Module as unknown as { readonly registerHooks?: RegisterHooks };
  const update = registerHooks ? hooksHere(code, registerHooks) : hooksInThread(code);
  refusePrograms(code);
  const { cache } = createRequire(import.meta.url);
  return async (wanted) => {
    const stale = await update(wanted);
    for (const path of stale) delete cache[path];
    return stale;
  };
}

function hooksHere(code: TrustedCode, registerHooks: RegisterHooks): UpdateTrust {
  registerHooks({
    resolve: (specifier, context, next) => resolvedIn(code, next(specifierFor(specifier, context), context), context),
    load: (url, context, next) => {
      if (!isFileUrl(url)) return next(url, context);
      const compiled = compiledIn(code, url);
      if (compiled) return compiled;
      const bytes = code.read(fileURLToPath(url));
      return { ...next(url, context), source: bytes };
    },
  });
  return async (update) => code.update({ ...update, stale: [] });
}

function hooksInThread(required: TrustedCode): UpdateTrust {
  const { port1: port, port2 } = new MessageChannel();
  Module.register(hookThread(), {
    data: { workspace: required.workspace, port: port2 },
    transferList: [port2],
  });
  checkRequires(required);
  port.unref();
  return (update) =>
    new Promise((resolve) => {
      port.ref();
      port.once('message', (stale: string[]) => {
        port.unref();
        resolve(stale);
      });
      port.postMessage({ ...update, stale: required.update({ ...update, stale: [] }) } satisfies TrustUpdate);
    });
}

/** The bundle beside this one; the code may have come to lie in `chunks`. */
function hookThread(): string {
  const folders = [import.meta.dirname, join(import.meta.dirname, '..')];
  const built = folders.map((folder) => join(folder, 'js-host-hooks.js')).find((path) => existsSync(path));
  if (built === undefined) throw new Error(`js-host-hooks.js is not beside ${import.meta.dirname}`);
  return pathToFileURL(built).href;
}
