import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '#core/app-error';
import type { JsFunction } from '#core/threads/js-messages';
import type { StartNode } from '#process/node-program';
import type { OpenContext, OpenLink } from '#tools';
import { openJsPackageHost } from './open-js-host.ts';
import { type JsPackage, readPackage, requireEntry } from './package-files.ts';
import { JsPackageLink } from './package-link.ts';
import { JsPackageMemory } from './package-memory.ts';
import { preparePackage } from './prepare-package.ts';

/** Reading the types of a large package takes seconds; beyond this something is wrong. */
const DESCRIBE_MS = 60_000;

export interface JsPackagesOptions {
  /** The built `js-host.js`, absolute. */
  readonly module: string;
  /** Folder for the memory about packages, absolute; created when needed. */
  readonly folder: string;
  readonly describeMs?: number;
}

/**
 * Makes tools of the functions that a Node package exports: described by its types, run by a process of its own.
 *
 * The steps have limits of their own: install and build, each only when needed and after a yes; reading the types; then the
 * same readiness as any provider.
 */
export function openJsPackage(startNode: StartNode, options: JsPackagesOptions): OpenLink {
  return async (spec, context, signal) => {
    if (spec.kind !== 'js') throw new AppError('INVALID_INPUT', 'Only a Node package can be opened here');
    const folder = await packageFolder(spec.path, context);
    const memory = new JsPackageMemory(options.folder, folder);
    const found = await readPackage(folder);
    await preparePackage(found, memory, context, signal);
    const entry = await requireEntry(found);
    const functions =
      (await memory.functions()) ?? (await readFunctions(found, memory, { startNode, options, context, signal }));
    context.onProgress('Starting');
    const host = await openJsPackageHost({ startNode, module: options.module, folder, context }, signal);
    const link = new JsPackageLink(host, functions, context.onStderr);
    await host.ask({ type: 'serve', entry, functions }, 'ready', context.readyMs);
    link.ready();
    return link;
  };
}

async function packageFolder(path: string, { cwd, environment }: OpenContext): Promise<string> {
  const wanted = /^~(?=[\\/]|$)/.test(path) ? join(environment.HOME ?? cwd, path.slice(1)) : resolve(cwd, path);
  return realpath(wanted).catch((error: unknown) => {
    throw new AppError('INVALID_INPUT', `${wanted} is not there`, { where: wanted }, error);
  });
}

interface DescribeOptions {
  readonly startNode: StartNode;
  readonly options: JsPackagesOptions;
  readonly context: OpenContext;
  readonly signal: AbortSignal;
}

/**
 * Reads the functions in a process that ends afterwards: the compiler takes tens of megabytes, and the package's code
 * is not run there.
 */
async function readFunctions(
  { folder, types, manifestFile }: JsPackage,
  memory: JsPackageMemory,
  { startNode, options, context, signal }: DescribeOptions,
): Promise<readonly JsFunction[]> {
  context.onProgress(`Reading ${types}`);
  await using host = await openJsPackageHost({ startNode, module: options.module, folder, context }, signal);
  host.onText(context.onStderr);
  const limit = options.describeMs ?? DESCRIBE_MS;
  const { functions, files } = await host.ask({ type: 'describe', folder, types }, 'described', limit);
  await memory.addFunctions(functions, [manifestFile, ...files]);
  return functions;
}
