import { expect, test } from 'vitest';
import { refusalDecision } from '../../../../src-renderer/changes/decide/decision-for.ts';

const comment = (line: number, text: string) => ({ side: 'new' as const, line, about: `line ${line}`, text });

test('a refusal says the note, then each comment with its line', () => {
  expect(refusalDecision({ note: ' No ', comments: [comment(2, 'Why?'), comment(3, ' ')] })).toEqual({
    verdict: 'refuse',
    reason: 'No\nProposed line 2 (line 2): Why?',
  });
  expect(refusalDecision({ note: ' ', comments: [] })).toEqual({ verdict: 'refuse' });
});

test('a refusal whose comments are too long to be sent is not cut: it says by how much they are', () => {
  const note = 'n'.repeat(9_900);
  const remark = 'Proposed line 2 (line 2): ';
  const fits = refusalDecision({ note, comments: [comment(2, 'c'.repeat(99 - remark.length))] });
  expect(fits).toMatchObject({ reason: expect.stringMatching(/c$/) });
  expect(() => refusalDecision({ note, comments: [comment(2, 'c'.repeat(100 - remark.length))] })).toThrow(
    'The note and the comments together are 10,001 characters, and a refusal holds 10,000: shorten them.',
  );
});
