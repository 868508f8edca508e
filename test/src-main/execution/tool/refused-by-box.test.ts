import { expect, test } from 'vitest';
import { refusalText, refusedByBox } from '#execution';

test('what the box refused is found in what a command printed', () => {
  expect(refusedByBox('all is well\n')).toBeUndefined();
  expect(
    refusedByBox("touch: cannot touch 'package.json': Read-only file system\nCould not resolve host: x\n"),
  ).toEqual({
    what: ['write', 'network'],
    lines: ["touch: cannot touch 'package.json': Read-only file system", 'Could not resolve host: x'],
  });
});

test('a program that sees the box where outside it would see the machine says nothing of it: it is said for it', () => {
  const refused = refusedByBox('  PID TTY\n', { seeing: ['ps', 'pgrep'] });
  expect(refused?.lines).toEqual(['ps sees only the processes of the box', 'pgrep sees only the processes of the box']);
  expect(refused && refusalText(refused)).toMatch(/^The box stopped part of this: it sees only its own processes\./);
});

test('so it is for one that found nobody on the loopback of the box', () => {
  const refused = refusedByBox('', { reaching: ['curl'] });
  expect(refused?.lines).toEqual(['curl reaches only what listens in the box']);
  expect(refused && refusalText(refused)).toMatch(/^The box stopped part of this: its localhost is its own/);
});
