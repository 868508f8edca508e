import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TrustedCode } from './trusted-code.ts';

/** Arguments and results of the loader's `resolve` and `load` hooks, as far as they are used. */
export interface ResolveContext {
  readonly parentURL?: string | undefined;
}
export interface ResolveResult {
  readonly url: string;
  readonly format?: string | null | undefined;
  readonly shortCircuit?: boolean;
}
export interface LoadContext {
  readonly format?: string | null | undefined;
}
export interface LoadResult {
  readonly format: string;
  readonly source?: unknown;
  readonly shortCircuit?: boolean;
}

const TYPESCRIPT = /\.[cm]?ts$/;
/** Endings tried, in this order, for a path without an extension in a TypeScript file. */
const ENDINGS = ['.ts', '.mts', '.mjs', '.js', '.cjs', '.json', '/index.ts', '/index.mjs', '/index.js'];

/**
 * A specifier as the loader finds it: TypeScript names its files as they are, by the name that they are compiled to, or without
 * an extension.
 */
export function specifierFor(specifier: string, { parentURL }: ResolveContext): string {
  if (!/^\.\.?\//.test(specifier) || !parentURL?.startsWith('file:')) return specifier;
  const url = new URL(specifier, parentURL);
  if (!TYPESCRIPT.test(new URL(parentURL).pathname) || isFile(url.href)) return specifier;
  const candidates = /\.[cm]?js$/.test(specifier)
    ? [specifier.replace(/js$/, 'ts')]
    : ENDINGS.map((ending) => specifier + ending);
  return candidates.find((one) => isFile(new URL(one, parentURL).href)) ?? specifier;
}

/** Notes who imports the file, and gives it the URL of its version. */
export function resolvedIn(code: TrustedCode, resolved: ResolveResult, { parentURL }: ResolveContext): ResolveResult {
  if (!resolved.url.startsWith('file:')) return resolved;
  const path = fileURLToPath(resolved.url);
  if (!code.isInside(path)) return resolved;
  const parent = parentURL?.startsWith('file:') ? fileURLToPath(parentURL) : undefined;
  if (parent !== undefined && code.isInside(parent)) code.addImport(parent, path);
  const format = TYPESCRIPT.test(path) ? (path.endsWith('.cts') ? 'commonjs' : 'module') : resolved.format;
  return { ...resolved, url: code.versioned(resolved.url), format };
}

/** Whether the hooks have a say in it: only code of files is bound by trust, not what comes with Node. */
export const isFileUrl = (url: string): boolean => url.startsWith('file:');

/** The JavaScript of a TypeScript file as a module; undefined for other files, which the loader itself knows. */
export function compiledIn(code: TrustedCode, url: string): LoadResult | undefined {
  const path = fileURLToPath(url);
  if (!TYPESCRIPT.test(path)) return undefined;
  const format = path.endsWith('.cts') ? 'commonjs' : 'module';
  return { format, source: code.readCompiled(path), shortCircuit: true };
}

function isFile(url: string): boolean {
  const path = fileURLToPath(url);
  return existsSync(path) && statSync(path).isFile();
}
