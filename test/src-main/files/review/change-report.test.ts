import { describe, expect, test } from 'vitest';
import type { Acceptance } from '../../../../src-main/files/diff/acceptance.ts';
import { diffTexts } from '../../../../src-main/files/diff/hunks.ts';
import { reportApplied, reportNothingAccepted } from '../../../../src-main/files/review/change-report.ts';
import type { ChangeSides, ProposedChange } from '../../../../src-main/files/review/proposal.ts';

const OLD = 'a\nb\nc\nd\ne\nf\ng\nh\ni\n';
const NEW = 'A\nb\nc\nd\ne\nf\ng\nh\nI\n';

const sidesOf = (oldText: string, newText: string): ChangeSides => {
  return { kind: 'text', oldText, newText, diff: diffTexts(oldText, newText) };
};

function proposalOf(model: string, edited = model, oldText = OLD): ProposedChange {
  return {
    target: { path: '/w/a' },
    before: oldText === '' ? undefined : {},
    isEdited: edited !== model,
    model: sidesOf(oldText, model),
    sides: sidesOf(oldText, edited),
  } as unknown as ProposedChange;
}

const report = (proposal: ProposedChange, ...accepted: readonly number[]) =>
  reportApplied(proposal, { accepted: [...accepted] });

describe('the report says OK', () => {
  test('where all that was proposed is there, and nowhere else', () => {
    expect(report(proposalOf(NEW), 1, 2)).toBe('OK');
    expect(report(proposalOf(NEW), 1)).not.toBe('OK');
    expect(report(proposalOf(NEW, NEW.replace('A', 'AA')), 1, 2)).not.toBe('OK');
    expect(report(proposalOf('x\n', 'y\n', ''), 1)).not.toBe('OK');
  });

  test('of what cannot be shown as text only where nobody edited it', () => {
    const sides = { kind: 'whole', noText: 'The new content is binary' } as const;
    expect(report({ ...proposalOf(NEW), sides }, 1)).toBe('OK');
    const edited = report({ ...proposalOf(NEW), sides, isEdited: true }, 1);
    expect(edited).toContain('Changed /w/a');
    expect(edited).toContain('differs from what you proposed');
    expect(edited).toContain('Read the file');
  });
});

describe('a hunk', () => {
  test('that was not accepted is named as refused, with the places of the others as they are now', () => {
    const told = report(proposalOf('A\nA2\nb\nc\nd\ne\nf\ng\nh\nI\n'), 2);
    expect(told).toContain('in part (+1 −1 lines)');
    expect(told).toContain('Hunk 1 (old line 1): refused; not written.');
    expect(told).toContain('Hunk 2 (old line 9, now line 9): written as you proposed.');
    expect(report(proposalOf('A\nA2\nb\nc\nd\ne\nf\ng\nh\nI\n'), 1)).toContain('Hunk 1 (old line 1, now lines 1–2)');
  });

  test('of which some lines were accepted is told line by line', () => {
    const acceptance: Acceptance = { accepted: [], partly: [{ hunk: 1, lines: [0] }] };
    const told = reportApplied(proposalOf('A\nb\nc\nd\ne\nf\ng\nh\ni\n'), acceptance);
    expect(told).toContain('1 of 2 changed lines were written, the others refused:\n-a\nrefused, so not written:\n+A');
  });

  test('that the person wrote is told with its text, and cut where it is long', () => {
    const own = report(proposalOf(NEW, NEW.replace('A', 'mine')), 1, 2);
    expect(own).toContain('written as the person edited it:\n-a\n+mine');
    expect(own).toContain('Hunk 2 (old line 9, now line 9): written as you proposed.');
    const long = report(proposalOf(NEW, NEW.replace('A', 'x'.repeat(30_000))), 1, 2);
    expect(long).toContain('[the rest is left out here]');
    expect(long.length).toBeLessThan(21_000);
  });

  test('of the model that the person took out is told', () => {
    const told = report(proposalOf(NEW, NEW.replace('A', 'a')), 1);
    expect(told).toContain('Your change to old line 1: taken out by the person; not written.');
  });
});

test('where nothing was written, it is said whether that was refused or edited away, and what is there', () => {
  expect(reportNothingAccepted(proposalOf(NEW))).toContain('none of its 2 hunks was accepted. /w/a is unchanged.');
  expect(reportNothingAccepted(proposalOf(NEW, OLD))).toContain('the person edited it back');
  expect(reportNothingAccepted(proposalOf('x\n', 'x\n', ''))).toContain('was not created');
});
