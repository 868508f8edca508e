import type { FileState } from '#contract';
import { octalMode } from '#contract/octal-mode';

/** Describes the difference from what was expected, as the end of a sentence; `undefined` if there is none. */
export function differenceOf(expected: FileState | undefined, present: FileState | undefined): string | undefined {
  if (!expected) return present && `there is a ${present.kind} again`;
  if (!present) return 'it is gone';
  if (expected.kind !== present.kind) return `it was a ${expected.kind} and is now a ${present.kind}`;
  if (expected.hash !== undefined && present.hash !== undefined && expected.hash !== present.hash) {
    return expected.kind === 'symlink' ? 'the link points elsewhere' : 'its content was changed since';
  }
  // Where one side was not kept there is no hash, and the size must do.
  if (expected.kind === 'file' && expected.size !== present.size) return 'its content was changed since';
  // A link has no permissions of its own.
  if (expected.kind !== 'symlink' && expected.mode !== present.mode) {
    return `its permissions were ${octalMode(expected.mode)} and are now ${octalMode(present.mode)}`;
  }
  return undefined;
}
