import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { ContainmentPort } from '#process/containment/model';
import { processesWithMark } from '../../../support/processes.ts';
import { type ShellBox, shellBox } from '../../../support/shell-box.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

test('a session keeps its folder, variables, functions and options', async () => {
  await using box = await shellBox();
  const shell = await box.open();
  expect(await box.run('echo hi; echo err >&2', shell)).toEqual({
    stdout: 'hi',
    stderr: 'err',
    exit_code: 0,
    original_stdout_size: 2,
    original_stderr_size: 3,
    cwd: box.workspace,
    isClosed: false,
  });
  await box.run('mkdir sub; cd sub; export F=1; g=2; h() { echo fn; }; set -o pipefail', shell);
  const { stdout, cwd } = await box.run('pwd; echo "$F$g"; h; echo $-; [[ -o pipefail ]]; echo $?', shell);
  expect(stdout.split('\n')).toEqual([`${box.workspace}/sub`, '12', 'fn', 'hBs', '0']);
  expect(cwd).toBe(`${box.workspace}/sub`);
});

test('a command without a session starts anew and leaves nothing', async () => {
  await using box = await shellBox();
  expect(await box.run('export G=1; (exit 7)')).toMatchObject({ exit_code: 7, isClosed: true });
  expect(await box.run('echo "[$G]"')).toMatchObject({ stdout: '[]', exit_code: 0 });
});

test('a shell that ends with a command gives its exit code and closes its session', async () => {
  await using box = await shellBox();
  const shell = await box.open();
  expect(await box.run('echo bye; exit 3', shell)).toMatchObject({
    stdout: 'bye',
    exit_code: 3,
    termination_reason: 'shell_exit',
    isClosed: true,
  });
  await expect(box.run('echo', shell)).rejects.toMatchObject({ code: 'session_closed' });
});

test('a command that runs too long is ended and its session goes on', async () => {
  await using box = await shellBox({ limits: { timeoutMs: 500, maxOutputBytes: 1_000_000 } });
  const shell = await box.open();
  const result = await box.run('x=5; echo begun; sleep 100', shell);
  expect(result).toMatchObject({ stdout: 'begun', exit_code: -1, termination_reason: 'timeout', isClosed: false });
  expect(result.stderr).toContain('It ran longer than 0.5 s');
  expect(await box.run('echo $x', shell)).toMatchObject({ stdout: '5', exit_code: 0 });
});

test('a flood is cut off at the limit of output, and the session goes on', async () => {
  await using box = await shellBox({ limits: { timeoutMs: 60_000, maxOutputBytes: 1_000_000 } });
  const shell = await box.open();
  for (const command of ['yes', 'yes >&2']) {
    expect(await box.run(command, shell)).toMatchObject({ exit_code: -1, termination_reason: 'output' });
  }
  expect(await box.run('echo ok', shell)).toMatchObject({ stdout: 'ok', exit_code: 0 });
});

test.each([
  ['exit 5', 5],
  ['set -e; false', 1],
  ['exec bash -c "exit 6"', 6],
  ['kill -KILL $$', 137],
])('%j ends the shell: its real exit code, and the session says that it is closed', async (command, exitCode) => {
  await using box = await shellBox();
  const shell = await box.open();
  const closed: unknown[] = [];
  box.shells.onClosed((one) => closed.push(one));
  expect(await box.run(`sleep 100 & ${command}`, shell)).toMatchObject({
    exit_code: exitCode,
    termination_reason: 'shell_exit',
    isClosed: true,
  });
  expect(closed).toEqual([
    { id: shell, owner: 'client-1', reason: 'shell_exit', why: 'its shell ended with a command', commands: 1 },
  ]);
  expect(await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`)).toEqual([]);
});

test.concurrent('a shell that can tell nothing more is not waited for', async () => {
  await using box = await shellBox();
  const deafening = [
    ['set -n; echo after', 'before', '(set -n)'],
    ['set -r; echo r', 'before\nr', '(set -r)'],
    ["shopt -s extdebug; trap 'false' DEBUG; echo skipped", 'before', '(extdebug)'],
    ['enable -n printf; echo p', 'before\np', 'printf is disabled (enable -n)'],
    ['enable -n builtin; echo b', 'before\nb', 'builtin is disabled (enable -n)'],
    ['ulimit -n 3; echo u', 'before\nu', 'no more than 3 files (ulimit -n)'],
    ['ulimit -n 4; echo u', 'before\nu', 'no more than 4 files (ulimit -n)'],
    ['readonly _SIGMA_S=1 _SIGMA_V=2; echo r', 'before\nr', 'is read-only'],
  ] as const;
  const each = async ([command, stdout, cause]: readonly [string, string, string]) => {
    const shell = await box.open();
    const result = await box.run(`echo before; ${command}`, shell);
    const ended = { stdout, exit_code: -1, termination_reason: 'shell_exit', isClosed: true };
    expect({ command, ...result }).toMatchObject({ command, ...ended });
    expect(result.stderr).toMatch(
      /^\[The shell could run nothing more, since .*, and how the command went is not known\.\]$/,
    );
    expect(result.stderr).toContain(cause);
    await expect(box.run('echo', shell)).rejects.toMatchObject({ code: 'session_closed' });
  };
  await Promise.all(deafening.map(each));
  expect(await box.run('echo next', await box.open())).toMatchObject({ stdout: 'next', exit_code: 0 });
});

test.concurrent('what a command started is gone at its time limit, stopped or deaf, and the shell goes on where it can', async () => {
  await using box = await shellBox({ limits: { timeoutMs: 700, maxOutputBytes: 1_000_000 } });
  const deaf = `trap '' TERM; sleep 50; sleep 50`;
  const each = ([command, isClosed]: readonly [string, boolean]) => endedInTime(box, command, isClosed);
  const commands = [
    ['kill -STOP 0', false],
    [`(${deaf})`, false],
    ['cat /dev/zero >/dev/null', false],
    ['while :; do :; done', true],
    ['exec sleep 100', true],
  ] as const;
  await Promise.all(commands.map(each));
});

async function endedInTime(box: ShellBox, command: string, isClosed: boolean): Promise<void> {
  const shell = await box.open();
  const from = Date.now();
  const result = await box.run(command, shell);
  expect({ command, ...result }).toMatchObject({ command, exit_code: -1, termination_reason: 'timeout', isClosed });
  expect(Date.now() - from).toBeLessThan(10_000);
  if (!isClosed) {
    expect(await box.run('echo next', shell)).toMatchObject({ stdout: 'next', exit_code: 0 });
    await box.shells.close(shell);
  }
  expect(await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`)).toEqual([]);
}

test.concurrent('killing after a time limit is over before the next command, or its shell ends', async () => {
  await using box = await shellBox({ limits: { timeoutMs: 300, maxOutputBytes: 1_000_000 } });
  const hog = '(trap : TERM; while :; do sleep 0.05; done) & sleep 100';
  const late = async (killMs: number) => {
    await using slow = await shellBox(box.settings, { containment: killingLate(box.containment, killMs) });
    const shell = await slow.open();
    const first = slow.run(hog, shell);
    const forks = 'for i in 1 2 3 4 5 6 7 8; do /bin/echo $i || exit; sleep 0.05; done; (exit 7)';
    const second = slow.run(forks, shell, { limits: { timeoutMs: 60_000 } }).catch((error: unknown) => error);
    return {
      first: await first,
      second: await second,
      marks: await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`),
    };
  };
  const [awaited, endless] = await Promise.all([late(250), late(60_000)]);
  expect(awaited.first).toMatchObject({ exit_code: -1, termination_reason: 'timeout', isClosed: false });
  expect(awaited.second).toMatchObject({ stdout: '1\n2\n3\n4\n5\n6\n7\n8', stderr: '', exit_code: 7 });
  expect(endless.first).toMatchObject({ exit_code: -1, termination_reason: 'timeout', isClosed: true });
  expect(endless.second).toMatchObject({ code: 'session_closed' });
  expect(endless.marks).toEqual([]);
});

test('late output of a background job is nobody’s, and the job lives on', async () => {
  await using box = await shellBox();
  const shell = await box.open();
  await box.run(
    '(until [ -e go ]; do sleep 0.02; done; echo late; echo late >&2; echo done > done.txt) & echo on',
    shell,
  );
  for (let at = 0; at < 4; at++) {
    expect(await box.run(`touch go; sleep 0.05; echo ${at}`, shell)).toMatchObject({ stdout: String(at), stderr: '' });
  }
  expect(await box.run('wait; cat done.txt', shell)).toMatchObject({ stdout: 'done' });
});

test('a running command can be cancelled, one that waits never starts', async () => {
  await using box = await shellBox();
  const shell = await box.open();
  const [first, second] = [new AbortController(), new AbortController()];
  const running = box.run('echo begun; sleep 100', shell, { signal: first.signal });
  const waiting = box.run('touch started', shell, { signal: second.signal });
  expect(box.shells.list()[0]).toMatchObject({ id: shell, queued: 1, running: { command: 'echo begun; sleep 100' } });
  second.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  first.abort();
  expect(await running).toMatchObject({ exit_code: -1, termination_reason: 'cancelled', isClosed: false });
  expect(await box.run('ls', shell)).toMatchObject({ stdout: '', exit_code: 0 });
});

test('commands of one session run one after another, those of others beside them', async () => {
  await using box = await shellBox();
  const [one, other] = [await box.open(), await box.open()];
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  await Promise.all([
    box.run('until [ -e go ]; do sleep 0.02; done; echo 1 >> order', one).then(note('first')),
    box.run('echo 2 >> order', one).then(note('second')),
    box.run('touch go', other).then(note('other')),
  ]);
  expect(order.filter((name) => name !== 'other')).toEqual(['first', 'second']);
  expect(await box.run('cat order')).toMatchObject({ stdout: '1\n2' });
});

test('closing ends all of it; a second time, and somebody else’s, is an error', async () => {
  await using box = await shellBox();
  const shell = await box.open();
  const running = box.run(`setsid sleep 100 & bash -c 'sleep 100 & sleep 100'`, shell);
  const waiting = expect(box.run('echo', shell)).rejects.toMatchObject({ code: 'session_closed' });
  await expect(box.shells.close(shell, 'somebody')).rejects.toMatchObject({ code: 'session_not_found' });
  await box.shells.close(shell, 'client-1');
  expect(await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`)).toEqual([]);
  expect(await running).toMatchObject({
    exit_code: -1,
    termination_reason: 'closed',
    stderr: '[It was ended with its session, since it was closed on request.]',
    isClosed: true,
  });
  await waiting;
  await expect(box.shells.close(shell)).rejects.toMatchObject({ code: 'session_closed' });
  await expect(box.run('echo', 'no-such')).rejects.toMatchObject({ code: 'session_not_found' });
});

test('only so many sessions can be open, and a closed one makes room', async () => {
  await using box = await shellBox({ maxSessions: 2 });
  const [first] = await Promise.all([box.open(), box.open()]);
  await expect(box.open()).rejects.toMatchObject({ code: 'session_limit' });
  expect(await box.run('echo single')).toMatchObject({ stdout: 'single' });
  await box.shells.close(first as string);
  await box.open();
});

test.concurrent('a session that is too old is closed, a running command goes to its end first', async () => {
  await using box = await shellBox({ sessionMs: 400 });
  const [idle, busy] = [await box.open(), await box.open()];
  const result = await box.run('sleep 0.7; echo done', busy);
  expect(result).toMatchObject({ stdout: 'done', exit_code: 0, isClosed: true });
  for (const shell of [idle, busy]) {
    await expect(box.run('echo', shell)).rejects.toMatchObject({
      code: 'session_closed',
      message: expect.stringContaining('age limit'),
    });
  }
});

test('a command whose shell is being started when the adapter stops hears that it stops', async () => {
  await using box = await shellBox();
  const starting = expect(box.run('echo')).rejects.toMatchObject({ code: 'adapter_stopping' });
  await box.shells[Symbol.asyncDispose]();
  await starting;
});

test('an owner’s shells go with it, and all of them when the adapter stops', async () => {
  await using box = await shellBox();
  const { id } = await box.shells.open('guest');
  const shell = await box.open();
  await box.shells.closeOwner('guest');
  expect(box.shells.list().map((one) => one.id)).toEqual([shell]);
  await expect(
    box.shells.execute({ owner: 'guest', command: 'echo', shell: id, signal: new AbortController().signal }),
  ).rejects.toMatchObject({ code: 'session_closed' });
  const running = box.run('sleep 100', shell);
  const waiting = expect(box.run('echo', shell)).rejects.toMatchObject({ code: 'adapter_stopping' });
  await box.shells[Symbol.asyncDispose]();
  expect(await running).toMatchObject({ exit_code: -1, termination_reason: 'adapter_stopping' });
  await waiting;
  await expect(box.open()).rejects.toMatchObject({ code: 'adapter_stopping' });
  expect(await processesWithMark(`SHELL_BOX=${box.folder}`)).toEqual([]);
});

/** Kills others only that long after their grace. */
function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It is gone already.
  }
}

test('a shell that cannot be ended is told in the log', async () => {
  const problems: string[] = [];
  const log = { ...silentLogger, error: (event: string) => void problems.push(event) };
  await using of = await shellBox();
  await using box = await shellBox({}, { containment: failingOnce(of.containment), log });

  expect(await box.run('echo hi')).toMatchObject({ stdout: 'hi', isClosed: true });

  await vi.waitFor(() => expect(problems).toEqual(['shell.not-ended']), { timeout: 10_000 });
});

/** Gives first a group whose end fails, though it does end. */
function failingOnce(containment: ContainmentPort): ContainmentPort {
  let isFirst = true;
  return {
    state: containment.state,
    start: async (options) => {
      const group = await containment.start(options);
      if (!isFirst) return group;
      isFirst = false;
      const end = group.end.bind(group);
      group.end = async (graceMs) => {
        await end(graceMs);
        throw new Error('It cannot be looked at');
      };
      return group;
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function killingLate(containment: ContainmentPort, ms: number): ContainmentPort {
  return {
    state: containment.state,
    start: async (options) => {
      const group = await containment.start(options);
      const endOthers = group.endOthers.bind(group);
      group.endOthers = async (graceMs = 0) => {
        const program = await group.programPid();
        for (const pid of await group.pids()) if (pid !== program) endQuietly(pid);
        await delay(graceMs + ms, undefined, { ref: false });
        await endOthers(0);
      };
      return group;
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

test.each([
  ['vi', "echo 'Vim: Warning: Output is not to a terminal' >&2"],
  ['curses', '/usr/bin/python3 -c "import curses; curses.initscr()"'],
  ['stty', 'stty -a'],
])('a program that wants a terminal is told that there is none (%s)', async (_, command) => {
  await using box = await shellBox();
  const hint = /\n\[There is no terminal here, and commands have no input: .*\.\]$/;
  expect((await box.run(command, await box.open())).stderr).toMatch(hint);
  expect((await box.run(command)).stderr).toMatch(hint);
});
