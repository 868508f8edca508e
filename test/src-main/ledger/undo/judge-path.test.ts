import { describe, expect, test } from 'vitest';
import type { FileState } from '#contract';
import { REDACTED } from '#core/secrets/redact';
import type { PathView } from '../../../../src-main/ledger/undo/disk-view.ts';
import { judgeInterrupted, judgePath, type PathVerdict } from '../../../../src-main/ledger/undo/judge-path.ts';
import type { PathGoal } from '../../../../src-main/ledger/undo/net-changes.ts';

const file = (state: Partial<FileState> = {}): FileState => ({
  kind: 'file',
  size: 1,
  mode: 0o644,
  hash: 'one',
  ...state,
});
const unkept = (state: Partial<FileState> = {}) => file({ hash: undefined, notKept: 'there was no room', ...state });
const pipe = file({ hash: undefined, size: 0, notKept: 'it is a named pipe' });
const link = (state: Partial<FileState> = {}) => file({ kind: 'symlink', mode: 0o777, ...state });
const folder = (state: Partial<FileState> = {}): FileState => ({ kind: 'directory', size: 0, mode: 0o755, ...state });

function goalOf(
  expected: FileState | undefined,
  wanted: FileState | undefined,
  rest: Partial<PathGoal> = {},
): PathGoal {
  return { event: 'e', changes: ['e'], path: '/w/a', expected, wanted, isConfirmed: false, ...rest };
}

function viewOf(present: FileState | undefined, rest: Partial<PathView> = {}): PathView {
  const place = { kind: 'folder' } as const;
  return { path: '/w/a', place, present, identity: undefined, node: undefined, children: [], ...rest };
}

/** The verdict as one word; of a refusal, its outcome. */
function word(verdict: PathVerdict): string {
  if (verdict.kind !== 'refused') return verdict.kind;
  const { outcome, canConfirm } = verdict.refusal;
  return canConfirm ? `${outcome}, may be confirmed` : outcome;
}

const judged = (goal: PathGoal, present: FileState | undefined, rest?: Partial<PathView>) =>
  word(judgePath(goal, viewOf(present, rest)));

describe('a path', () => {
  test('is restored as long as it is as the change left it', () => {
    expect(judged(goalOf(file(), file({ hash: 'old' })), file())).toBe('restore');
    expect(judged(goalOf(file(), undefined), file())).toBe('restore');
    expect(judged(goalOf(undefined, file()), undefined)).toBe('restore');
    // A touched time is nobody's work.
    expect(judged(goalOf(file({ mtimeNs: '1' }), undefined), file({ mtimeNs: '2' }))).toBe('restore');
  });

  test('is left where somebody changed it since, until that is confirmed', () => {
    const goal = goalOf(file(), file({ hash: 'old' }));
    for (const present of [undefined, file({ hash: 'own' }), file({ mode: 0o600 }), link(), folder()]) {
      expect(judged(goal, present)).toBe('left, may be confirmed');
      expect(judged({ ...goal, isConfirmed: true }, present)).toBe('restore');
    }
    expect(judged(goalOf(undefined, file()), file({ hash: 'own' }))).toBe('left, may be confirmed');
  });

  test('is done where it is as it should be already', () => {
    expect(judged(goalOf(file(), file({ hash: 'old' })), file({ hash: 'old' }))).toBe('done');
    expect(judged(goalOf(file(), undefined), undefined)).toBe('done');
    expect(judged(goalOf(file(), undefined, { isConfirmed: true }), undefined)).toBe('done');
  });

  test('is not restored to bytes that nobody has, whatever is confirmed', () => {
    for (const wanted of [unkept(), file({ hash: undefined }), link({ hash: undefined })]) {
      expect(judged(goalOf(file(), wanted, { isConfirmed: true }), file())).toBe('left');
    }
  });

  test('is not replaced where its present bytes cannot be kept, whatever is confirmed', () => {
    const present = unkept({ notKept: 'it cannot be read: EACCES' });
    expect(judged(goalOf(unkept(), undefined, { isConfirmed: true }), present)).toBe('left');
    expect(judged(goalOf(file(), file({ hash: 'old' }), { isConfirmed: true }), pipe)).toBe('left');
  });

  test('is not judged where it cannot be looked at, or its name holds a secret', () => {
    const goal = goalOf(file(), undefined, { isConfirmed: true });
    expect(judged(goal, file(), { problem: 'it cannot be looked at: EIO' })).toBe('left');
    expect(judged({ ...goal, path: `/w/${REDACTED}` }, file())).toBe('left');
  });

  test('that is the pipe which the change made is removed, and a pipe of somebody else is not', () => {
    expect(judged(goalOf(pipe, undefined), pipe)).toBe('restore');
    expect(judged(goalOf(file({ size: 0, hash: 'empty' }), undefined), pipe)).toBe('left');
    expect(judged(goalOf(pipe, undefined), file({ ...pipe, notKept: 'it is a socket' }))).toBe('left');
  });

  test('of which nobody can tell whether it was changed since is not known', () => {
    const goal = goalOf(unkept(), file({ hash: 'old' }));
    expect(judged(goal, file({ hash: 'any' }))).toBe('unknown, may be confirmed');
    expect(judged({ ...goal, isConfirmed: true }, file({ hash: 'any' }))).toBe('restore');
    expect(judged(goal, file({ hash: 'any', size: 2 }))).toBe('left, may be confirmed');
    const turned = goalOf(link({ hash: undefined, notKept: 'it was changed' }), link({ hash: 'old' }));
    expect(judged(turned, link({ hash: 'any' }))).toBe('unknown, may be confirmed');
  });

  test('that another call may have changed is not known, nor is its present state asked for when it is confirmed', () => {
    const goal = goalOf(file(), undefined, { shared: 'It ran beside another.' });
    expect(judged(goal, file())).toBe('unknown, may be confirmed');
    expect(judged(goal, undefined)).toBe('done');
    expect(judged({ ...goal, isConfirmed: true }, file())).toBe('restore');
  });
});

describe('a folder', () => {
  test('that was deleted may be there again, with whatever permissions', () => {
    expect(judged(goalOf(undefined, folder()), folder({ mode: 0o700 }))).toBe('restore');
    expect(judged(goalOf(undefined, folder()), file())).toBe('left, may be confirmed');
  });

  test('gets its permissions back though nobody looked into it, and is not removed with what it holds', () => {
    const unseen = folder({ notKept: 'it is not watched' });
    expect(judged(goalOf({ ...unseen, mode: 0o700 }, unseen), folder({ mode: 0o700 }))).toBe('restore');
    expect(judged(goalOf(unseen, undefined, { isConfirmed: true }), folder())).toBe('left');
    expect(judged(goalOf(undefined, unseen), undefined)).toBe('left');
  });

  test('that became a link, or a file, is left', () => {
    for (const present of [link(), file()]) {
      expect(judged(goalOf(folder(), undefined), present)).toBe('left, may be confirmed');
    }
  });
});

describe('a path of an undo that was interrupted', () => {
  const resumed = (before: FileState | undefined, wanted: FileState | undefined, present: FileState | undefined) =>
    word(judgeInterrupted(goalOf(undefined, wanted), before, viewOf(present)));

  test('goes on where it is as before, as wanted, or half-way between', () => {
    const old = file({ hash: 'old' });
    expect(resumed(file(), old, file())).toBe('restore');
    expect(resumed(file(), old, { ...old, mode: 0o600, mtimeNs: '1' })).toBe('restore');
    expect(resumed(folder(), old, undefined)).toBe('restore');
    expect(resumed(undefined, old, undefined)).toBe('restore');
    expect(resumed(file(), undefined, undefined)).toBe('restore');
  });

  test('is left where somebody else was there', () => {
    const old = file({ hash: 'old' });
    for (const present of [file({ hash: 'own' }), link(), folder(), undefined]) {
      expect(resumed(file(), old, present)).toBe('left');
    }
    expect(resumed(undefined, undefined, file())).toBe('left');
    const broken = viewOf(undefined, { problem: 'it cannot be looked at: EIO' });
    expect(word(judgeInterrupted(goalOf(undefined, undefined), file(), broken))).toBe('left');
  });
});
