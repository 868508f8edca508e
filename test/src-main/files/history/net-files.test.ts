import { describe, expect, test } from 'vitest';
import type { FileState } from '#contract';
import { netFiles } from '../../../../src-main/files/history/net-files.ts';
import type { PastChange } from '../../../../src-main/files/history/past-change.ts';

const file = (hash: string, mode = 0o644): FileState => ({ kind: 'file', hash, size: 1, mode });
const folder = (mode = 0o755): FileState => ({ kind: 'directory', size: 0, mode });

let count = 0;

/** A change of a path from one state to another; `undefined` is nothing at all. */
function step(path: string, before?: FileState, after?: FileState, overrides: Partial<PastChange> = {}): PastChange {
  count += 1;
  const change = before === undefined ? 'created' : after === undefined ? 'deleted' : 'modified';
  return {
    id: `e${count}`,
    session: 's',
    at: count,
    turn: 't',
    workspace: '/w',
    state: 'applied',
    data: { path, change, origin: 'command', ...(before && { before }), ...(after && { after }) },
    ...overrides,
  };
}

const shown = (...changes: PastChange[]) =>
  netFiles(changes).map(
    ({ state, data: { change, path } }) => `${change} ${path}${state === 'applied' ? '' : ` ${state}`}`,
  );

describe('what a turn did to a file', () => {
  test('is its change where there is one, in the order of the paths', () => {
    expect(shown(step('/w/b', undefined, file('1')), step('/w/a', file('1'), file('2')))).toEqual([
      'modified /w/a',
      'created /w/b',
    ]);
  });

  test('is the difference between the first and the last of several', () => {
    const steps = [
      step('/w/a', undefined, file('1')),
      step('/w/a', file('1'), file('2')),
      step('/w/b', file('1'), file('2')),
    ];
    expect(shown(...steps)).toEqual(['created /w/a', 'modified /w/b']);
    const [net] = netFiles(steps);
    expect([net?.since, net?.id]).toEqual([steps[0]?.id, steps[1]?.id]);
    expect([net?.data.before, net?.data.after]).toEqual([undefined, file('2')]);
    expect(shown(step('/w/a', file('1'), file('2')), step('/w/a', file('2')))).toEqual(['deleted /w/a']);
    expect(shown(step('/w/a', file('1')), step('/w/a', undefined, file('2')))).toEqual(['modified /w/a']);
  });

  test('is nothing where it came and went, or is as it was', () => {
    expect(shown(step('/w/a', undefined, file('1')), step('/w/a', file('1')))).toEqual([]);
    expect(shown(step('/w/a', file('1'), file('2')), step('/w/a', file('2'), file('1')))).toEqual([]);
    expect(shown(step('/w/a', file('1'), file('2')), step('/w/a', file('2'), file('1', 0o755)))).toEqual([
      'modified /w/a',
    ]);
  });

  test('is not called nothing where the bytes were not kept', () => {
    const unkept: FileState = { kind: 'file', size: 9, mode: 0o644, notKept: 'it is too large' };
    expect(shown(step('/w/a', unkept, file('1')), step('/w/a', file('1'), unkept))).toEqual(['modified /w/a']);
  });

  test('is what stands of it; what is undone counts where nothing stands', () => {
    const first = step('/w/a', undefined, file('1'));
    const second = step('/w/a', file('1'), file('2'), { state: 'undone' });
    expect(netFiles([first, second])).toEqual([first]);
    const all = netFiles([{ ...first, state: 'undone' }, second]);
    expect(all).toMatchObject([{ state: 'undone', since: first.id, id: second.id }]);
    expect(shown(step('/w/a', undefined, file('1')), step('/w/a', file('1'), undefined, { state: 'undone' }))).toEqual([
      'created /w/a',
    ]);
  });

  test('is interrupted where one of its changes is', () => {
    const first = step('/w/a', undefined, file('1'), { state: 'interrupted' });
    expect(shown(first, step('/w/a', file('1'), file('2')))).toEqual(['created /w/a interrupted']);
  });

  test('that was refused stands beside what was written', () => {
    const refused = step('/w/a', undefined, undefined, { state: 'rejected' });
    expect(shown(refused, step('/w/a', file('1'), file('2')))).toEqual(['modified /w/a', 'created /w/a rejected']);
  });
});

describe('folders', () => {
  test('are told by what was made or deleted in them', () => {
    const made = [
      step('/w/n', undefined, folder()),
      step('/w/n/m', undefined, folder()),
      step('/w/n/m/a', undefined, file('1')),
    ];
    expect(shown(...made)).toEqual(['created /w/n/m/a']);
    const gone = [step('/w/n/a', file('1')), step('/w/n', folder())];
    expect(shown(...gone)).toEqual(['deleted /w/n/a']);
  });

  test('stand for themselves where they are empty or have another mode', () => {
    expect(shown(step('/w/n', undefined, folder()), step('/w/n/m', undefined, folder()))).toEqual(['created /w/n/m']);
    expect(shown(step('/w/n', folder(), folder(0o700)), step('/w/n/a', undefined, file('1')))).toEqual([
      'modified /w/n',
      'created /w/n/a',
    ]);
  });

  test('stand for themselves where what was made in them is gone again', () => {
    const temporary = [step('/w/n/a', undefined, file('1')), step('/w/n/a', file('1'))];
    expect(shown(step('/w/n', undefined, folder()), ...temporary)).toEqual(['created /w/n']);
  });

  test('that gave way to a file are that file', () => {
    expect(shown(step('/w/n/a', file('1')), step('/w/n', folder(), file('2')))).toEqual([
      'modified /w/n',
      'deleted /w/n/a',
    ]);
  });
});

test('a turn of 5,000 files in folders is folded in one go', () => {
  const changes = Array.from({ length: 5000 }, (_, index) =>
    step(`/w/${index % 100}/d/${index}`, undefined, file('1')),
  );
  const folders = Array.from({ length: 100 }, (_, index) => step(`/w/${index}`, undefined, folder()));
  expect(netFiles([...folders, ...changes])).toHaveLength(5000);
});
