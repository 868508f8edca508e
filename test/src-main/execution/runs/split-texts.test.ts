import { expect, test } from 'vitest';
import { exitStatus } from '../../../../src-main/execution/runs/run-split.ts';
import { remarksOf, type SplitTreatment, treatmentNotice } from '../../../../src-main/execution/runs/split-texts.ts';

function treated(treatment: SplitTreatment['treatment'], more: Partial<SplitTreatment> = {}): SplitTreatment {
  const split = {
    cleaned: 'make',
    lastMemberAt: 0,
    removedNames: ['tail'],
    removedPipeline: 'tail -2',
    earlyClosing: false,
    oneIsAnswer: false,
  };
  return { treatment, split, command: 'make | tail -2', producerExitCode: 0, durationMs: 61_250, ...more };
}

const WHICH = '"tail -2" was taken off "make | tail -2"';

test.each<[SplitTreatment, string]>([
  [treated('filtered'), `${WHICH} and run on the whole output.`],
  [treated('empty'), `${WHICH} and run on the whole output, of which it left nothing.`],
  [
    treated('slow'),
    `${WHICH} and not run: the command took 61.3 s. Its whole output is here, for any filter without running it again.`,
  ],
  [
    treated('filter-failed', { problem: 'exit code 2: no' }),
    `${WHICH} and failed on the output (exit code 2: no). The whole output is here.`,
  ],
  [treated('filter-failed'), `${WHICH} and failed on the output (for an unknown reason). The whole output is here.`],
  [treated('not-filtered', { isStopped: true }), `${WHICH} and not run, since the command before it was stopped.`],
  [treated('not-filtered'), `${WHICH} and not run, since an earlier command of the line failed.`],
])('a person is told what became of the filter: %#', (one, text) => {
  expect(treatmentNotice(one)).toBe(text);
  const early = ' The command ran to its end, which bash would not have waited for.';
  const isRun = one.treatment === 'filtered' || one.treatment === 'empty';
  expect(treatmentNotice({ ...one, split: { ...one.split, earlyClosing: true } })).toBe(isRun ? text + early : text);
});

test('a model is told where the filter was not run, how to filter what is kept', () => {
  const told = (one: SplitTreatment, path?: string) => remarksOf(one, { id: 'call-1', path }).join('\n');
  for (const treatment of ['filtered', 'empty', 'not-filtered'] as const) expect(told(treated(treatment))).toBe('');
  for (const one of [treated('slow'), treated('filter-failed'), treated('not-filtered', { isStopped: true })]) {
    expect(told(one)).toContain('filter_output with id "call-1"');
  }
  expect(told(treated('slow'), '/kept/1')).toMatch(/^Slow command \(61\.3 s\).*\nFull output: \/kept\/1$/);
  expect(told(treated('slow'))).not.toContain('Full output');
});

test.each([
  [{ exitCode: 3, signal: undefined }, 3],
  [{ exitCode: 0, signal: undefined }, 0],
  [{ exitCode: undefined, signal: 'SIGKILL' }, 137],
  [{ exitCode: undefined, signal: 'SIGTERM' }, 143],
  [{ exitCode: undefined, signal: 'SIGNONE' }, undefined],
  [{ exitCode: undefined, signal: undefined }, undefined],
] as const)('%j has the status %s', (exit, status) => {
  expect(exitStatus(exit as Parameters<typeof exitStatus>[0])).toBe(status);
});
