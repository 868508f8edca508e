import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deferred } from '#core/async/deferred';
import type { ContainedGroup } from '#process/containment/model';
import { JoinedGroups } from '../../../../src-main/shell-adapter/shells/joined-groups.ts';
import type { CommandPlace } from '../../../../src-main/shell-adapter/shells/model.ts';
import type { ShellProcess } from '../../../../src-main/shell-adapter/shells/process/shell-process.ts';
import { SessionShells } from '../../../../src-main/shell-adapter/shells/session-shells.ts';

type Variables = Readonly<Record<string, string>>;

/** A shell that tells the variables that are said of it, one after another, or nothing; the last from then on. */
function shellThatTells(key: string, ...answers: readonly (Variables | 'nothing')[]) {
  const asked: ('what it holds' | 'a change')[] = [];
  const left = [...answers];
  let isEnded = false;
  const runBetween = async (text: string) => {
    const token = /printf '%s\\0' ([0-9a-f]{32})/.exec(text)?.[1] ?? '';
    asked.push(text.startsWith('(\\builtin printf') ? 'what it holds' : 'a change');
    const answer = (left.length > 1 ? left.shift() : left[0]) ?? {};
    if (answer === 'nothing') return { stdout: Buffer.alloc(0) };
    const variables = Object.entries(answer).flatMap(([name, value]) => [name, '', '1', '0', value]);
    const fields = [token, 'hashall', 'extglob', '0022', '', '', ...variables, '', '', '', token];
    return { stdout: Buffer.from(`${fields.join('\0')}\0`) };
  };
  const shell = {
    id: key,
    cwd: '/w',
    environment: {},
    box: { key },
    last: { exitCode: 0, hasAliases: false },
    runBetween,
    hasExited: false,
    standsOutside: true,
    standsWith: () => true,
    group: { pids: async () => [1] },
    end: async () => {
      isEnded = true;
    },
  };
  return {
    process: shell as unknown as ShellProcess,
    asked,
    get isEnded() {
      return isEnded;
    },
  };
}

/** The shells of a session that begins with `home`, and starts the others in turn. */
function session(home: ShellProcess, others: readonly ShellProcess[], key: () => string = () => 'one') {
  const left = [...others];
  return new SessionShells({
    home,
    boxes: undefined,
    bash: '/bin/bash',
    onStarted: () => {},
    keyNow: async () => key(),
    start: async () => left.shift() ?? Promise.reject(new Error('No other is started')),
  });
}

const OUTSIDE: CommandPlace = { runs: 'none' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a box that covers too little is looked at each time until there is another', async () => {
  const home = shellThatTells('one', 'nothing', 'nothing', { A: '1' });
  const [first, second, third] = ['two', 'two', 'two'].map((key) => shellThatTells(key, {}, { A: '1' }));
  if (!first || !second || !third) throw new Error('There are three');
  const shells = session(home.process, [first.process, second.process, third.process], () => 'two');
  expect((await shells.ready('a')).shell).toBe(home.process);
  vi.advanceTimersByTime(1001);

  await expect(shells.ready('a')).rejects.toThrow('does not tell what it holds');
  await expect(shells.ready('a')).rejects.toThrow('does not tell what it holds');
  expect([first.isEnded, second.isEnded, home.isEnded]).toEqual([true, true, false]);

  expect((await shells.ready('a')).shell).toBe(third.process);
  expect(home.isEnded).toBe(true);
  expect((await shells.ready('a')).shell).toBe(third.process);
});

test('a box is looked at again however far the clock was set back', async () => {
  const home = shellThatTells('one', {});
  const fresh = shellThatTells('two', {});
  const shells = session(home.process, [fresh.process], () => 'two');
  vi.setSystemTime(Date.now() - 3600_000);
  vi.advanceTimersByTime(1001);
  expect((await shells.ready('a')).shell).toBe(fresh.process);
});

test('a new box in which the shell does not get what it held is not used', async () => {
  const home = shellThatTells('one', { A: '1' });
  const fresh = shellThatTells('two', {}, 'nothing');
  const shells = session(home.process, [fresh.process], () => 'two');
  vi.advanceTimersByTime(1001);
  await expect(shells.ready('a')).rejects.toThrow('does not tell what it holds');
  expect([fresh.isEnded, home.isEnded, shells.home === home.process]).toEqual([true, false, true]);
});

test('a shell that did not tell what a command made of it is asked before the next', async () => {
  const home = shellThatTells('one', { A: '1' });
  const answers = [{}, { A: '1' }, { A: '1' }, { A: '1' }, 'nothing', { A: '2' }, { A: '1' }] as const;
  const other = shellThatTells('out', ...answers);
  const shells = session(home.process, [other.process]);
  const run = async () => (await shells.ready('a', OUTSIDE)).finish();
  expect(await run()).toEqual([expect.stringMatching(/^Kept in the box/)]);
  expect(other.asked.splice(0)).toEqual(['what it holds', 'a change', 'what it holds']);

  expect(await run()).toEqual(['The variables and functions that it changed could not be copied into the box']);
  expect(other.asked.splice(0)).toEqual(['a change', 'what it holds']);

  expect(await run()).toEqual([]);
  expect(other.asked).toEqual(['what it holds', 'a change', 'what it holds']);
});

test('what a shell used that ends while it is measured is counted once', async () => {
  let measured = Promise.resolve();
  const groupThatUsed = (cpuMs: number) => {
    const used = { cpuMs, memoryBytes: 1, processes: 1, refused: 0 };
    return { usage: () => measured.then(() => used) } as unknown as ContainedGroup;
  };
  const [home, other] = [groupThatUsed(1000), groupThatUsed(60_000)];
  const joined = new JoinedGroups();
  for (const group of [home, other]) joined.add(group);
  expect(await joined.usage()).toMatchObject({ cpuMs: 61_000, processes: 2 });

  const look = new Deferred<void>();
  measured = look.promise;
  const usage = joined.usage();
  joined.remove(other);
  look.resolve();
  expect(await usage).toMatchObject({ cpuMs: 61_000, processes: 1 });
  expect(await joined.usage()).toMatchObject({ cpuMs: 61_000, processes: 1 });
});
