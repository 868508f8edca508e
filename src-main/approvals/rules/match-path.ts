import { isAbsolute, posix } from 'node:path';
import { matchesGlob } from './glob.ts';

/** Whether a rule's glob means this path: of paths relative to the workspace, or absolute. */
export function meansPath(glob: string, path: string, workspace: string): boolean {
  const slashed = withSlashes(path);
  if (isAbsoluteGlob(glob)) return matchesGlob(withSlashes(glob), slashed);
  const inside = relativeTo(withSlashes(workspace), slashed);
  return inside !== undefined && matchesGlob(posix.normalize(withSlashes(glob)), inside === '' ? '.' : inside);
}

/**
 * Whether a glob may match something that a recursive effect on `folder` covers: the folder itself, its ancestors, or
 * anything below it.
 */
export function mayMeanBelow(glob: string, folder: string, workspace: string): boolean {
  const whole = isAbsoluteGlob(glob) ? withSlashes(glob) : posix.join(withSlashes(workspace), withSlashes(glob));
  const names = whole.split('/');
  const wildcard = names.findIndex((name) => /[*?]/.test(name));
  const fixed = (wildcard < 0 ? names : names.slice(0, wildcard)).join('/') || '/';
  const slashed = withSlashes(folder);
  if (relativeTo(slashed, fixed) !== undefined) return true;
  return matchesGlob(whole, slashed) || (wildcard >= 0 && relativeTo(fixed, slashed) !== undefined);
}

export const isAbsoluteGlob = (glob: string): boolean => isAbsolute(glob);

export const withSlashes = (path: string): string => (path.includes('\\') ? path.replaceAll('\\', '/') : path);

/** `path` as seen from `folder`, '' for itself; undefined if it does not lie inside. Both with slashes. */
export function relativeTo(folder: string, path: string): string | undefined {
  if (path === folder) return '';
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}
