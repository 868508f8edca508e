import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
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
import { TrustedCode, type TrustUpdate } from './trusted-code.ts';

/**
 * The loader's hooks as `module.register` has them, in a thread of their own, where the workspace's code does not reach. For a
 * Node without `module.registerHooks`, before 22.15.
 */
let code: TrustedCode | undefined;

export function initialize({ workspace, port }: { workspace: string; port: MessagePort }): void {
  const own = new TrustedCode(workspace);
  code = own;
  port.on('message', (update: TrustUpdate) => port.postMessage(own.update(update)));
  port.unref();
}

export async function resolve(
  specifier: string,
  context: ResolveContext,
  next: (specifier: string, context: ResolveContext) => Promise<ResolveResult>,
): Promise<ResolveResult> {
  const resolved = await next(specifierFor(specifier, context), context);
  return code ? resolvedIn(code, resolved, context) : resolved;
}

export async function load(
  url: string,
  context: LoadContext,
  next: (url: string, context: LoadContext) => Promise<LoadResult>,
): Promise<LoadResult> {
  if (!code || !isFileUrl(url)) return next(url, context);
  const compiled = compiledIn(code, url);
  if (compiled) return compiled;
  const bytes = code.read(fileURLToPath(url));
  const loaded = await next(url, context);
  // CommonJS is read by `require`, which checks what it reads.
  return loaded.format === 'commonjs' ? { ...loaded, source: undefined } : { ...loaded, source: bytes };
}
