import { expect, test } from 'vitest';
import {
  changeKey,
  changeSelection,
  fileAmong,
  shownSelection,
} from '../../../../src-renderer/changes/list/change-selection.ts';
import {
  fileCount,
  makersWords,
  makerWords,
  turnCounts,
  turnTitle,
} from '../../../../src-renderer/turns/turn-words.ts';
import { changeRow } from '../../../support/changes-host.ts';
import { proposedChange } from '../../../support/proposed-change.ts';

const past = (path: string, overrides = {}) =>
  proposedChange({ id: `e-${path}`, path, shownPath: path, state: 'applied', ...overrides });

test('a row counts files with a sign and a word, and leaves out what there is none of', () => {
  const row = changeRow([
    past('a', { change: 'created' }),
    past('b', { change: 'created' }),
    past('c', { state: 'rejected' }),
  ]);
  expect(turnCounts(row).map(({ text }) => text)).toEqual(['+2 added', '×1 rejected']);
  expect(fileCount(row)).toBe(3);
});

test('a row says by whom, with numbers where there are several', () => {
  expect(makersWords({ by: [{ origin: 'tool', files: 3 }] })).toBe('by file tool');
  expect(
    makersWords({
      by: [
        { origin: 'command', files: 3 },
        { origin: 'tool', files: 1 },
      ],
    }),
  ).toBe('3 by command, 1 by file tool');
  expect(makerWords('program', 'weather')).toBe('program weather');
  expect(makerWords('unknown', 'weather')).toBe('unknown, perhaps weather');
});

test('a program goes by its short name', () => {
  expect(makerWords('program', 'notes: /usr/bin/python3 pages.py')).toBe('program notes');
  expect(makerWords('program', '/usr/bin/python3 -I /srv/tools.py --fast')).toBe('program tools.py');
  expect(makerWords('program', "'/opt/my server'")).toBe('program my server');
  expect(makerWords('program', 'js /srv/greeter/')).toBe('program greeter');
  expect(makerWords('unknown', 'notes: https://a.example/mcp, /bin/watcher')).toBe('unknown, perhaps notes, watcher');
});

test('a turn that no message led to has a title all the same', () => {
  expect(turnTitle({ source: 'call', title: 'npm test' })).toBe('npm test');
  expect(turnTitle({ source: 'found', title: '' })).toBe('Found changed');
});

test('in place of a proposal that was answered, what came of it is shown', () => {
  const proposal = proposedChange();
  const row = changeRow([past('/w/other', { turn: 't0' })]);
  expect(shownSelection(changeSelection(proposal), { proposals: [proposal], turns: [row] }, undefined)).toEqual(
    changeSelection(proposal),
  );
  expect(shownSelection(changeSelection(proposal), { proposals: [], turns: [row] }, proposal)).toMatchObject({
    turn: 't1',
    path: '/w/a.txt',
  });
  expect(shownSelection(undefined, { proposals: [proposal], turns: [row] }, undefined)).toEqual(
    changeSelection(proposal),
  );
  expect(shownSelection(undefined, { proposals: [], turns: [row] }, undefined)).toEqual({
    kind: 'file',
    session: 's1',
    turn: 't0',
  });
  expect(shownSelection(undefined, { proposals: [], turns: [] }, undefined)).toBeUndefined();
});

test('what was rejected is told from what was written to the same file', () => {
  const [written, rejected] = [past('/w/a', { id: 'e1' }), past('/w/a', { id: 'e2', state: 'rejected' })];
  expect(changeKey(written)).not.toBe(changeKey(rejected));
  const find = (change: typeof written) => {
    const chosen = changeSelection(change);
    return chosen.kind === 'file' ? fileAmong([rejected, written], chosen) : undefined;
  };
  expect([find(written), find(rejected)]).toEqual([written, rejected]);
});
