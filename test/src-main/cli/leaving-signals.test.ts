import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { hearLeavingSignals } from '../../../src-main/cli/leaving-signals.ts';

afterEach(() => void vi.restoreAllMocks());

/** Signals to a console that is left at 1,000 ms of a clock of its own. */
function leaving() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const before = names.map((name) => [name, process.listeners(name)] as const);
  const said: string[] = [];
  const { insisted, beginEnd } = hearLeavingSignals({ write: (text) => said.push(text) });
  onTestFinished(() => {
    for (const [name, known] of before) {
      for (const listener of process.listeners(name)) if (!known.includes(listener)) process.off(name, listener);
    }
  });
  let hasInsisted = false;
  void insisted.then(() => {
    hasInsisted = true;
  });
  return {
    said,
    exit,
    beginEnd,
    /** Sends a signal, and says whether the person has insisted by now. */
    signal: async (name: NodeJS.Signals, at: number) => {
      clock.mockReturnValue(at);
      process.emit(name, name);
      await Promise.resolve();
      return hasInsisted;
    },
  };
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s insists at once', async (name) => {
  const { exit, said, signal } = leaving();
  expect(await signal(name, 1000)).toBe(true);
  expect(exit).not.toHaveBeenCalled();
  expect(said).toEqual([]);
});

test('a hang-up of the terminal that was just closed does not insist, a later one does', async () => {
  const { signal } = leaving();
  expect(await signal('SIGHUP', 1100)).toBe(false);
  expect(await signal('SIGHUP', 1600)).toBe(true);
});

test('Ctrl+C while the app ends in order is told so, and cuts it short the second time', async () => {
  const { exit, said, beginEnd, signal } = leaving();
  beginEnd();
  await signal('SIGINT', 1200);
  // The same one, by way of the launcher.
  await signal('SIGINT', 1300);
  expect(said).toEqual(['Sigma Shell is ending. Ctrl+C once more ends it at once.\n']);
  expect(exit).not.toHaveBeenCalled();
  await signal('SIGINT', 1800);
  expect(exit).toHaveBeenCalledWith(130);
});

test('Ctrl+C while others were waited for is the first of the two', async () => {
  const { exit, said, beginEnd, signal } = leaving();
  await signal('SIGINT', 1000);
  beginEnd();
  await signal('SIGINT', 2000);
  expect(exit).toHaveBeenCalledWith(130);
  expect(said).toEqual([]);
});

test('a terminal that hangs up while the app ends in order does not cut it short', async () => {
  const { exit, beginEnd, signal } = leaving();
  beginEnd();
  for (const at of [1100, 1700, 2300]) await signal('SIGHUP', at);
  expect(exit).not.toHaveBeenCalled();
});

test('SIGTERM while the app ends in order cuts it short the second time, with the exit code of its own', async () => {
  const { exit, beginEnd, signal } = leaving();
  beginEnd();
  await signal('SIGTERM', 1000);
  await signal('SIGTERM', 1400);
  expect(exit).not.toHaveBeenCalled();
  await signal('SIGTERM', 1600);
  expect(exit).toHaveBeenCalledWith(143);
});
