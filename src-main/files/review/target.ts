import { homedir } from 'node:os';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import type { Warning } from '#contract';
import { isInside } from '#core/files/inside';
import { ToolError } from '#tools';
import { describeCharacters, findHiddenCharacters } from '../diff/visible-text.ts';
import { findNameTwin, oddName } from '../odd-names.ts';
import { type ResolvedPath, resolvePath } from '../resolve-path.ts';

/** The file or folder an argument names, resolved. */
export interface FileTarget {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Relative to the workspace where it lies inside. */
  readonly shownPath: string;
  readonly isOutside: boolean;
  /** The deepest part of it that exists. */
  readonly existing: string;
  readonly warnings: readonly Warning[];
  /** Reason why a change of it asks whatever the rules: it is not what it seems. */
  readonly alwaysAsk?: string | undefined;
}

export interface LocateOptions {
  readonly workspace: string;
  readonly cwd: string;
  /** Whether the call changes what is there, which outside the workspace is the greater danger. */
  readonly changes: boolean;
  readonly followLast?: boolean;
}

/**
 * Finds what a path argument means: absolute as it is, else relative to the session's folder.
 *
 * @throws ToolError for what is no path, or none that can be walked.
 */
export async function locate(requested: string, options: LocateOptions): Promise<FileTarget> {
  refuseNonPaths(requested);
  const written = isAbsolute(requested) ? requested : `${options.cwd}${sep}${requested}`;
  const resolved = await resolvePath(written, { followLast: options.followLast ?? true });
  const isOutside = !isInside(options.workspace, resolved.path);
  const warnings = placeWarnings(requested, resolved, options);
  const shownPath = showPath(options.workspace, resolved.path);
  const alwaysAsk = options.changes ? await whyItIsOdd(options.workspace, resolved) : undefined;
  if (alwaysAsk !== undefined) warnings.push({ level: 'caution', text: alwaysAsk });
  const { path, existing } = resolved;
  return { path, shownPath, isOutside, existing, warnings, alwaysAsk };
}

async function whyItIsOdd(workspace: string, resolved: ResolvedPath): Promise<string | undefined> {
  return oddName(workspace, resolved.path) ?? (await findNameTwin(resolved));
}

function placeWarnings(requested: string, { path, links }: ResolvedPath, options: LocateOptions): Warning[] {
  const isOutside = !isInside(options.workspace, path);
  const warnings: Warning[] = [];
  if (isOutside) {
    warnings.push({ level: options.changes ? 'danger' : 'caution', text: `Outside the workspace: ${path}` });
  }
  for (const { link, target } of links) {
    if (!isInside(options.workspace, link) && !isOutside) continue;
    warnings.push({ level: 'caution', text: `${link} is a symbolic link to ${target}; the path leads to ${path}` });
  }
  if (/[\t\n]/.test(requested)) {
    warnings.push({ level: 'caution', text: 'The path has a line break or a tab in it, so that it reads as two' });
  }
  const hidden = findHiddenCharacters(requested);
  if (hidden) warnings.push({ level: 'caution', text: `The path contains ${describeCharacters(hidden)}` });
  return warnings;
}

function refuseNonPaths(requested: string): void {
  if (requested.trim() === '') throw new ToolError('path: must not be empty');
  if (requested.includes('\0')) throw new ToolError('path: contains a NUL byte, which no file name can');
  if (/\p{Surrogate}/u.test(requested)) throw new ToolError('path: contains half of a character (a lone surrogate)');
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(requested)?.[1] ?? /^(file):/i.exec(requested)?.[1];
  if (scheme) throw new ToolError(`path: a path is needed, not a ${scheme}: URL`);
  if (/^~([\\/]|$)/.test(requested)) {
    throw new ToolError(`path: "~" is not expanded; write ${join(homedir(), requested.slice(1))}`);
  }
  if (process.platform === 'win32' && requested.slice(2).includes(':')) {
    throw new ToolError('path: ":" names a hidden stream of a file, which these tools do not use');
  }
}

export function showPath(workspace: string | undefined, path: string): string {
  if (workspace === undefined || !isInside(workspace, path)) return path;
  return relative(workspace, path) || basename(path);
}
