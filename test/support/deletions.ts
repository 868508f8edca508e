import type { Subject } from '#contract';

type DeleteSubject = Extract<Subject, { kind: 'delete' }>;
type Found = Pick<DeleteSubject, 'files' | 'bytes' | 'sample'>;

/** A deletion of `a` with all in it, as a model asks for, where this was found. */
export function deletion(found: Found): DeleteSubject {
  return { kind: 'delete', path: '/w/a', shownPath: 'a', recursive: true, ...found };
}

/** Findings at the path of such a deletion, and how each is asked about. */
export const DELETIONS: readonly (readonly [what: string, found: Found, words: string])[] = [
  ['a file', { sample: ['a'], files: 1, bytes: 3 }, 'Delete a'],
  ['what is not there', { sample: [], files: 0, bytes: 0 }, 'Delete a'],
  ['an empty folder', { sample: ['a/'], files: 1, bytes: 0 }, 'Delete a'],
  ['a folder', { sample: ['a/', 'a/x'], files: 2, bytes: 3 }, 'Delete a and all in it'],
];
