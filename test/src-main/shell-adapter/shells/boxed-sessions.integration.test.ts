import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boxedShells, boxState, OUTSIDE } from '../../../support/boxed-shells.ts';
import { processesWithMark } from '../../../support/processes.ts';
import { commandProblem, seededRandom, sessionCommands } from '../../../support/session-commands.ts';

const boxTest = test.skipIf(!boxState.works || OUTSIDE === undefined);
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

boxTest('a session’s shell writes in its workspace and nowhere else, and keeps its state', async () => {
  await using it = await boxedShells();
  const shell = await it.open();

  const first = await it.run(
    `cd "${it.workspace}"; mkdir sub; cd sub; export F=1; f() { echo "f$F"; }; echo a > a.txt`,
    shell,
  );
  const second = await it.run(`pwd; f; echo x > ${it.outside}/made`, shell);

  expect(first).toMatchObject({ exit_code: 0, stderr: '', cwd: join(it.workspace, 'sub') });
  expect(second.stdout).toBe(`${it.workspace}/sub\nf1`);
  expect(second.stderr).toContain('Read-only file system');
  expect(second.box?.strength).toBe('workspace');
  expect(await isThere(join(it.outside, 'made'))).toBe(false);
  expect(await readFile(join(it.workspace, 'sub', 'a.txt'), 'utf8')).toBe('a\n');
});

boxTest('a command of its own runs where it was allowed', async () => {
  await using it = await boxedShells();

  expect((await it.run(`echo x > ${it.outside}/made`)).exit_code).toBe(1);
  expect(await isThere(join(it.outside, 'made'))).toBe(false);
  expect(await it.runOutside(`echo x > ${it.outside}/made`)).toMatchObject({ exit_code: 0, stderr: '' });
  expect(await isThere(join(it.outside, 'made'))).toBe(true);
});

boxTest('folder, variables, functions, aliases, options and umask hold in both shells', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  const inBox = (command: string) => it.run(command, shell);
  const outside = (command: string) => it.runOutside(command, shell);

  await inBox(`mkdir sub; cd sub; export X=1; y='a b
c'; list=(one 'two three'); declare -A map=([k]=v ['a b']=w); foo() { echo "foo $X"; }; set -o pipefail; shopt -s nullglob; umask 077`);
  expect(await inBox('shopt -s expand_aliases; alias hello="echo hi"; (exit 7)')).toMatchObject({ exit_code: 7 });
  const shown = await outside(
    `echo $?; pwd; echo "$X $y \${list[1]} \${map[a b]}"; foo; hello; [[ -o pipefail ]]; echo $?; shopt -q nullglob; echo $?; umask; printenv X; echo m > ${it.outside}/made`,
  );
  expect(shown).toMatchObject({ exit_code: 0, stderr: '' });
  expect(shown.stdout.split('\n')).toEqual(`7|${it.workspace}/sub|1 a b|c two three w|foo 1|hi|0|0|0077|1`.split('|'));
  expect(shown.box).toBeUndefined();

  await outside(`cd ..; export X=2 Z=3; unset y; bar() { echo "bar $Z"; }; set +o pipefail; list+=(four); (exit 9)`);
  const back = await inBox(
    `echo $?; pwd; echo "$X $Z [\${y-gone}] \${list[2]}"; foo; bar; [[ -o pipefail ]]; echo $?; printenv Z`,
  );
  expect(back.stdout.split('\n')).toEqual(`9|${it.workspace}|2 3 [gone] four|foo 2|bar 3|1|3`.split('|'));
});

boxTest('functions and aliases of lines that nobody has looked at stay in the box', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  const place = { runs: 'workspace', isUnread: true } as const;
  await it.run('f() { echo f; }; shopt -s expand_aliases; X=1', shell, { place });
  await it.run('alias a="echo a"', shell, { place });
  expect(await it.run('f; a', shell)).toMatchObject({ stdout: 'f\na' });

  const ran = await it.runOutside('echo $X; f; a', shell);

  expect(ran).toMatchObject({ stdout: '1', exit_code: 127 });
  expect(ran.stderr).toMatch(/Kept in the box.*the function f, the alias a/);
});

boxTest('the network’s shell is another one, with the same state and the same /tmp', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  await it.run('A=1; cd /tmp; mkdir own; cd own; echo here > file', shell);

  const there = await it.run('cat file; echo $A; pwd; A=2; ls /sys/class/net | wc -l', shell, {
    place: { runs: 'network' },
  });

  expect(there.stdout.split('\n').slice(0, 3)).toEqual(['here', '1', '/tmp/own']);
  expect(there.box?.strength).toBe('network');
  expect(await it.run('echo $A', shell)).toMatchObject({ stdout: '2' });
});

boxTest('a line that was allowed outside runs in the box where its session stands in the box’s own /tmp', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  await it.run('mkdir /tmp/own; cd /tmp/own', shell);

  const ran = await it.runOutside('touch x; pwd', shell);

  expect(ran.stdout).toBe('/tmp/own');
  expect(ran.box?.strength).toBe('workspace');
  expect(ran.stderr).toContain('It ran in the box');
});

boxTest('nothing of either shell survives its session', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  await it.run('sleep 1000 &', shell);
  await it.runOutside('setsid sleep 1001 & disown', shell);
  expect((await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`)).length).toBeGreaterThan(3);

  await it.shells.close(shell);

  expect(await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`)).toEqual([]);
  expect(await isThere(join(it.data, 'boxes', shell))).toBe(false);
});

boxTest.each(['workspace', 'none'] as const)(
  'a command in %s that runs too long is ended and the session goes on',
  async (runs) => {
    await using it = await boxedShells({ limits: { timeoutMs: 1000, maxOutputBytes: 1_000_000 } });
    const shell = await it.open();
    const result = await it.run('x=5; echo begun; sleep 100', shell, { place: { runs } });
    expect(result).toMatchObject({ stdout: 'begun', exit_code: -1, termination_reason: 'timeout', isClosed: false });
    expect(await it.run('echo $x', shell)).toMatchObject({ stdout: '5', exit_code: 0 });
    expect(await it.run('yes', shell, { place: { runs } })).toMatchObject({ termination_reason: 'output' });
    expect(await it.run('exit 3', shell, { place: { runs } })).toMatchObject({
      exit_code: 3,
      termination_reason: 'shell_exit',
      isClosed: true,
    });
  },
);

boxTest('what is to be protected later is covered in a new box, in which the session goes on', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  await it.run('A=1; mkdir sub; cd sub; f() { echo f; }; sleep 1.2; sleep 1000 &', shell);
  await writeFile(join(it.workspace, '.env'), 'KEY=canary\n');

  const seen = await it.run('cat ../.env; echo "$A"; f; pwd', shell);

  expect(seen.stdout.split('\n')).toEqual(['1', 'f', `${it.workspace}/sub`]);
  expect(seen.stderr).toContain('The box was made anew');
});

boxTest('nothing runs in a box that covers too little, however often it is asked for', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  await it.run('readonly IFS; sleep 1.2', shell);
  await writeFile(join(it.workspace, '.env'), 'KEY=canary\n');

  const cannot = 'its shell does not tell what it holds';
  await expect(it.run('cat .env', shell)).rejects.toThrow(cannot);
  await expect(it.run('cat .env', shell)).rejects.toThrow(cannot);
});

boxTest('a shell that was started for one command ends with it, also where it was cancelled before', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  const running = () => processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`);
  await it.run('true', shell, { place: { runs: 'read-only' } });
  const before = await running();

  const cancel = new AbortController();
  const cancelled = it.run('true', shell, { place: { runs: 'read-only' }, signal: cancel.signal });
  cancel.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  await it.run('true', shell);

  expect(await running()).toEqual(before);
});

boxTest.each(['workspace', 'none'] as const)(
  'a limit holds for what runs in %s, and ends both shells',
  async (runs) => {
    const limits = { timeoutMs: 60_000, maxOutputBytes: 1_000_000, memoryBytes: 150 * 1024 * 1024 };
    await using it = await boxedShells({ limits });
    const shell = await it.open();
    await it.runOutside('sleep 1000 &', shell);

    const ended = await it.run(`/usr/bin/python3 -c "import time; x = b'x' * (300 << 20); time.sleep(60)"`, shell, {
      place: { runs },
    });

    expect(ended).toMatchObject({ exit_code: -1, termination_reason: 'memory', isClosed: true });
    await expect.poll(() => processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`)).toEqual([]);
  },
);

boxTest.each(['workspace', 'none'] as const)('a command in %s can be cancelled', async (runs) => {
  await using it = await boxedShells();
  const shell = await it.open();
  await it.runOutside(':', shell);
  const stop = new AbortController();
  const ending = it.run('echo begun; sleep 100', shell, {
    place: { runs },
    signal: stop.signal,
    onOutput: () => stop.abort(),
  });
  expect(await ending).toMatchObject({ stdout: 'begun', termination_reason: 'cancelled', isClosed: false });
});

boxTest('what cannot be carried into the box is said', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  await it.run('readonly R=1; n=1; declare -r n', shell);
  const ran = await it.runOutside(`R=2; cd ${it.data}`, shell);
  expect(ran.stderr).toContain('Not carried into the box: R.]');
  expect(ran.stderr).toContain(`The session stays in ${it.workspace}: ${it.data} cannot be entered in the box.]`);
  expect(await it.run('echo $R; pwd', shell)).toMatchObject({ stdout: `1\n${it.workspace}` });
});

boxTest('a line that may change protected files has a shell for itself, which is gone with it', async () => {
  await using it = await boxedShells();
  const path = join(it.workspace, 'package.json');
  await writeFile(path, '{}');
  const shell = await it.open();
  await it.run('A=1', shell);
  const before = (await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`)).length;

  const place = { runs: 'workspace', writes: [path] } as const;
  const ran = await it.run('sleep 1000 & echo "$A" > package.json; B=2', shell, { place });

  expect(ran).toMatchObject({ exit_code: 0, stderr: '' });
  expect(await readFile(path, 'utf8')).toBe('1\n');
  expect(await it.run('echo $B; echo x > package.json', shell)).toMatchObject({ stdout: '2', exit_code: 1 });
  expect((await processesWithMark(`SHELL_ADAPTER_SESSION_ID=${shell}`)).length).toBe(before);
});

boxTest('what is to be protected later is covered for the network’s shell, too', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  const place = { runs: 'network' } as const;
  await it.run('A=1; sleep 1.2', shell, { place });
  await writeFile(join(it.workspace, '.env'), 'KEY=canary\n');

  expect(await it.run('cat .env; echo "$A"', shell, { place })).toMatchObject({ stdout: '1' });
});

boxTest('what a line outside changed of its own settings is put back from the box', async () => {
  await using it = await boxedShells();
  const shell = await it.open();
  await it.runOutside('OLD=$PATH; PATH=/nonexistent', shell);
  await it.run('PATH=$OLD', shell);
  expect(await it.runOutside('ls -d .', shell)).toMatchObject({ stdout: '.', stderr: '' });
});

boxTest('ordinary and nasty commands, in the box and outside by turns, give what one shell gives', async () => {
  await using it = await boxedShells({ output: { most: 20_000, beginning: 10_000, end: 10_000 } });
  const shell = await it.open();
  const problems: string[] = [];
  // A folder that is gone cannot be entered by the other shell, and pipes cannot be removed in the box.
  const same = sessionCommands(150, 10, seededRandom(5)).filter(({ text }) => !/gone-|OLDPWD|readlink/.test(text));
  for (const [index, command] of same.entries()) {
    const run = index % 3 === 0 ? it.runOutside(command.text, shell) : it.run(command.text, shell);
    const problem = commandProblem(command, await run);
    if (problem !== undefined) problems.push(problem);
  }
  expect(problems).toEqual([]);
});
