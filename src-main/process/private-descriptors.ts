import type { StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/**
 * Open descriptors that no child may inherit although they are not close-on-exec: native code opened them, and node has no
 * fcntl. The master of a pseudo-terminal is one: who holds it reads and types in that terminal.
 */
export const privateDescriptors = new Set<number>();

/** `stdio` for a child in which every private descriptor is covered by the null device. Call `release` once it is started. */
export function coveringPrivate(stdio: readonly (number | 'ignore' | 'pipe')[]): {
  readonly stdio: StdioOptions;
  release(): void;
} {
  const hidden = [...privateDescriptors].filter((descriptor) => descriptor >= stdio.length);
  if (hidden.length === 0) return { stdio: [...stdio], release: () => {} };
  const cover = openSync('/dev/null', 'r+');
  const covered: (number | 'ignore' | 'pipe')[] = [...stdio];
  // Beyond the first three, `ignore` leaves a descriptor as it is.
  for (let at = stdio.length; at <= Math.max(...hidden); at++) covered[at] = hidden.includes(at) ? cover : 'ignore';
  return { stdio: covered, release: () => closeSync(cover) };
}
