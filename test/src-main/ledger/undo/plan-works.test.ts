import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { FileState } from '#contract';
import { isLeftTemporary } from '#core/files/temporary-name';
import type { PlannedPath } from '../../../../src-main/ledger/undo/plan-paths.ts';
import { planWorks } from '../../../../src-main/ledger/undo/plan-works.ts';
import { cpuMsOf } from '../../../support/time-taken.ts';

const disk = { placeOf: () => ({ kind: 'folder' }) as never };

/** A path that is to have these bytes again; it was one of several names of inode 7. */
function restored(name: string, hash: string): PlannedPath {
  const wanted: FileState = { kind: 'file', hash, size: 1, mode: 0o644, inode: '1:7', names: 2 };
  const path = `/w/${name}`;
  const goal = { event: name, changes: [name], path, expected: undefined, wanted, isConfirmed: false };
  return { goal, view: {}, verdict: { kind: 'restore' } } as unknown as PlannedPath;
}

test('names of one file with the same bytes are links to the first again', () => {
  const [one, other] = planWorks([restored('a', 'h1'), restored('b', 'h1')], disk);
  expect(one?.linkTo).toBeUndefined();
  expect(other?.linkTo).toBe(one?.temporary);
});

test('names whose states are of different moments keep the bytes of each', () => {
  // A tool replaced `a`; then a person wrote through `b`, and a later turn replaced that.
  const works = planWorks([restored('a', 'h1'), restored('b', 'h2')], disk);
  expect(works.map(({ linkTo }) => linkTo)).toEqual([undefined, undefined]);
});

test('what steps aside is not taken for a temporary file by sweeps when the app is gone', () => {
  const wanted: FileState = { kind: 'directory', size: 0, mode: 0o755 };
  const goal = { event: 'e', changes: ['e'], path: '/w/place', expected: undefined, wanted, isConfirmed: false };
  const view = { present: { kind: 'file', hash: 'h', size: 1, mode: 0o644 } };
  const [work] = planWorks([{ goal, view, verdict: { kind: 'restore' } } as unknown as PlannedPath], disk);
  const ofGone = (path = '') => basename(path).replace(`-${process.pid}-`, `-${spawnSync('true').pid}-`);
  expect(ofGone(work?.aside)).toContain('.undo.sigma-');
  expect(isLeftTemporary(ofGone(work?.aside))).toBe(false);
  expect(isLeftTemporary(ofGone(planWorks([restored('a', 'h1')], disk)[0]?.temporary))).toBe(true);
});

test('very many alike files that go are planned in no time', () => {
  const present: FileState = { kind: 'file', hash: 'h', size: 0, mode: 0o644, mtimeNs: '5' };
  const planned = Array.from({ length: 60_000 }, (_, index) => {
    const path = `/w/${index}`;
    const goal = { event: path, changes: [path], path, expected: present, wanted: undefined, isConfirmed: false };
    return { goal, view: { path, present }, verdict: { kind: 'restore' } } as unknown as PlannedPath;
  });
  expect(cpuMsOf(() => planWorks(planned, disk))).toBeLessThan(2000);
});
