import { expect, test } from 'vitest';
import type { Diff } from '#contract';
import { fileMarks, textFormMarks } from '../../../../src-renderer/changes/list/change-marks.ts';
import { proposedChange } from '../../../support/proposed-change.ts';

test('what happened to a file beside its lines is said in words', () => {
  const marks = fileMarks(
    proposedChange({ change: 'deleted', movedFrom: 'old/a', modes: { before: 0o644, after: 0o755 } }),
  );
  expect(marks.map(({ text }) => text)).toEqual(['deleted', 'moved from old/a', 'mode 644 → 755, can now be run']);
});

test('line endings that change, and a last line that loses its own, are said in words', () => {
  const diff: Diff = {
    id: 'p',
    path: '/w/a',
    shownPath: 'a',
    revision: 1,
    original: '',
    proposed: '',
    warnings: [],
    lineEnding: 'crlf',
    hunks: [
      {
        number: 1,
        oldStart: 1,
        oldCount: 1,
        newStart: 1,
        newCount: 2,
        lines: [
          { kind: 'removed', text: 'a', oldLine: 1 },
          { kind: 'added', text: 'a', newLine: 1, ending: 'lf' },
          { kind: 'added', text: 'b', newLine: 2, ending: 'none' },
        ],
      },
    ],
  };
  expect(textFormMarks(diff).map(({ text }) => text)).toEqual([
    'CRLF endings',
    'loses the last line ending',
    'CRLF → LF',
  ]);
  expect(textFormMarks({ ...diff, noText: 'It is binary' }).map(({ text }) => text)).toEqual(['not shown as text']);
});
