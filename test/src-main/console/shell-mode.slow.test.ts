import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consoleSession } from '../../support/console-session.ts';
import { FENCE, pushed } from './shell-mode-box.ts';

describe('a program', () => {
  test('gets its words as they were typed', async () => {
    await using shell = await consoleSession();
    await shell.run("export 'V=x y'");
    expect(await shell.say(`printf '[%s]' "a b" 'c d' $V`)).toBe('[a b][c d][x y]');
    expect(await shell.say("printf '[%s]' '$V'")).toBe('[$V]');
  });

  test('calls itself what it was called', async () => {
    await using shell = await consoleSession();
    expect(await shell.say('ls nothing-here')).toMatch(/^ls: .*nothing-here/);
    expect(await shell.lastEnd()).toMatchObject({ exitCode: 2, stopReason: 'exit' });
  });

  test('is found in the folder of the session and on its own PATH, and has variables of one line', async () => {
    await using shell = await consoleSession();
    await mkdir(join(shell.workspace, 'bin'));
    await writeFile(join(shell.workspace, 'bin', 'hey'), '#!/bin/sh\necho "hey $1 $WHO"\n');
    await chmod(join(shell.workspace, 'bin', 'hey'), 0o755);
    expect(await shell.say('WHO=you ./bin/hey there')).toBe('hey there you\n');
    expect(await shell.say('hey')).toBe('hey: command not found');
    expect(await shell.say('PATH=bin hey x')).toBe('hey x \n');
    await shell.run('export PATH=bin:/usr/bin:/bin');
    expect(await shell.say('hey again')).toBe('hey again \n');
  });

  test('that is not there is a line that failed', async () => {
    await using shell = await consoleSession();
    await shell.say('echo hi');
    expect(await shell.run('no-such-program x')).toEqual({
      kind: 'builtin',
      isOk: false,
      text: 'no-such-program: command not found',
      isUsage: false,
      isMarkdown: false,
    });
    expect(await shell.lastEnd()).toMatchObject({ exitCode: 127 });
    expect((await shell.state()).retained).toBeUndefined();
  });

  test('is on the record before it starts, with how it ended after it', async () => {
    await using shell = await consoleSession();
    const result = await shell.run('sh -c "echo out; echo err 1>&2; exit 3"');
    if (result.kind !== 'block') throw new Error('no block');
    await shell.untilIdle();
    const [started, ended] = (await shell.events()).filter(({ type }) => type.startsWith('console.'));
    expect(started).toMatchObject({ id: result.block, data: { how: 'direct', cwd: shell.workspace } });
    expect(ended).toMatchObject({ cause: result.block, data: { exitCode: 3, text: 'out\nerr\n', isTail: false } });
  });

  test('is alone in its session until it has ended', async () => {
    await using shell = await consoleSession();
    await shell.run('sleep 30');
    expect((await shell.state()).running?.line).toBe('sleep 30');
    await expect(shell.run('echo hi')).rejects.toMatchObject({ code: 'CONFLICT' });
    await shell.api.console.interrupt({ session: shell.session });
    await shell.untilIdle();
    expect(await shell.lastEnd()).toMatchObject({ stopReason: 'abort', signal: 'SIGINT' });
    expect(await shell.say('push')).toMatch(/no output/);
  });

  test('lets the next line come as soon as it is seen to have ended', async () => {
    await using shell = await consoleSession();
    for (let count = 0; count < 5; count++) {
      const result = await shell.run(`echo ${count}`);
      if (result.kind !== 'block') throw new Error('no block');
      for await (const output of await shell.api.terminals.attach({ id: result.terminal })) {
        if (output.kind === 'exit') break;
      }
    }
    await shell.untilIdle();
    expect(await shell.lastEnd()).toMatchObject({ text: '4\n' });
  });

  test.each(['cd inner', 'sh -c "cd inner; pwd"', 'true'])(
    'that takes a moment, %s, is followed by what was typed ahead, in its order',
    async (first) => {
      await using shell = await consoleSession();
      await mkdir(join(shell.workspace, 'inner'));
      await Promise.all([first, 'echo one', 'echo two', 'echo three'].map((line) => shell.run(line)));
      await shell.untilIdle();
      const lines = (await shell.events()).filter(({ type }) => type === 'console.started');
      expect(lines.map(({ data }) => data.line)).toEqual([first, 'echo one', 'echo two', 'echo three']);
      expect(await shell.lastEnd()).toMatchObject({ text: 'three\n' });
    },
  );

  test('that goes on refuses what was typed ahead', async () => {
    await using shell = await consoleSession();
    const [, second] = await Promise.allSettled([shell.run('sleep 30'), shell.run('echo hi')]);
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } });
    await shell.api.console.interrupt({ session: shell.session });
    await shell.untilIdle();
  });

  test('that is interrupted takes what was typed ahead with it, and what is typed afterwards runs', async () => {
    await using shell = await consoleSession();
    await shell.run('sleep 30');
    const ahead = Promise.allSettled(['echo one', 'echo two'].map((line) => shell.run(line)));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await shell.api.console.interrupt({ session: shell.session });
    const afterwards = shell.run('echo after');
    for (const refused of await ahead) {
      expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'CANCELLED' } });
    }
    await afterwards;
    await shell.untilIdle();
    const lines = (await shell.events()).filter(({ type }) => type === 'console.started');
    expect(lines.map(({ data }) => data.line)).toEqual(['sleep 30', 'echo after']);
  });

  test('that goes on refuses all that was typed ahead, in its order', async () => {
    await using shell = await consoleSession();
    await shell.run('sleep 30');
    const refused: string[] = [];
    const ahead = ['echo one', 'echo two', 'echo three'];
    await Promise.all(ahead.map((line) => shell.run(line).catch(() => refused.push(line))));
    expect(refused).toEqual(ahead);
    await shell.api.console.interrupt({ session: shell.session });
    await shell.untilIdle();
  });

  test('that ignores the first interrupt is ended by the second', async () => {
    await using shell = await consoleSession();
    const result = await shell.run(`/bin/bash -c 'trap "" INT; echo ready; while :; do sleep 0.1; done'`);
    if (result.kind !== 'block') throw new Error('no block');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await shell.api.console.interrupt({ session: shell.session });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await shell.state()).running).toBeDefined();
    await shell.api.console.interrupt({ session: shell.session });
    await shell.untilIdle();
    expect(await shell.lastEnd()).toMatchObject({ stopReason: 'abort', text: expect.stringContaining('ready') });
  });

  test('whose folder is gone says so', async () => {
    await using shell = await consoleSession();
    await mkdir(join(shell.workspace, 'gone'));
    await shell.run('cd gone');
    await shell.say('rmdir ../gone');
    expect(await shell.say('ls')).toMatch(/no such folder/);
  });
});

test.each([
  ['./work.txt', 126, './work.txt: permission denied: it is not executable'],
  ['./sub', 126, './sub: is a folder; cd goes there'],
  ['./nothing', 127, './nothing: no such file'],
])('%s cannot be run, and ends with %i', async (line, exitCode, text) => {
  await using shell = await consoleSession();
  await mkdir(join(shell.workspace, 'sub'));
  await writeFile(join(shell.workspace, 'work.txt'), '');
  expect(await shell.say(line)).toBe(text);
  expect(await shell.lastEnd()).toMatchObject({ exitCode });
});

describe('a pipeline', () => {
  test('runs its programs side by side, and is pushed whole', async () => {
    await using shell = await consoleSession();
    expect(await shell.say('seq 3 | wc -l')).toBe('3\n');
    expect(await shell.say('push')).toBe('ok');
    expect(shell.chat.items[0]?.text).toBe(pushed('seq 3 | wc -l', `${FENCE}\n3\n${FENCE}`));
  });

  test('takes every word as it is', async () => {
    await using shell = await consoleSession();
    expect(await shell.say(`printf '%s\\n' "it's" 'a $V' \\* | cat`)).toBe("it's\na $V\n*\n");
    expect(await shell.say('WHO=me sh -c "echo \\$WHO" | cat')).toBe('me\n');
  });

  test('fails when any stage fails, except one that nobody read any more', async () => {
    await using shell = await consoleSession();
    await shell.say('yes | head -n 1');
    expect(await shell.lastEnd()).toMatchObject({ exitCode: 0, text: 'y\n' });
    await shell.say('sh -c "exit 4" | cat');
    expect(await shell.lastEnd()).toMatchObject({ exitCode: 4 });
    await shell.say('echo a | sh -c "exit 5"');
    expect(await shell.lastEnd()).toMatchObject({ exitCode: 5 });
  });

  test('shows what its first stages complain about', async () => {
    await using shell = await consoleSession();
    expect(await shell.say('ls nothing-here | cat')).toMatch(/ls: .*nothing-here/);
  });

  test.each(['pwd | cat', 'ls | pwd', 'FOO=1 pwd', 'touch x | push'])(
    '%s is an error, and nothing is run',
    async (line) => {
      await using shell = await consoleSession();
      await expect(shell.run(line)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      expect((await shell.events()).map(({ type }) => type)).toEqual(['session.created']);
    },
  );
});

describe('a line beyond the grammar', () => {
  test('goes to the login shell', async () => {
    await using shell = await consoleSession();
    await shell.say('echo one > x; echo two >> x');
    expect(await shell.say('cat < x && echo $(( 1 + 2 ))')).toBe('one\ntwo\n3\n');
    expect((await shell.events()).findLast(({ type }) => type === 'console.started')?.data.how).toBe('login-shell');
    await shell.say('push');
    expect(shell.chat.items[0]?.label).toBe('cat < x && echo $(( 1 + 2 ))');
  });

  test.each([
    ['ls > x', '>'],
    ['ls && ls', '&&'],
    ['ls *', '*'],
    ['echo $(ls)', '$('],
  ])('is refused naming the operator where the shell is not wanted: %s', async (line, operator) => {
    await using shell = await consoleSession({ mode: 'builtin' });
    await expect(shell.run(line)).rejects.toThrow(`${operator} is not supported`);
    expect(existsSync(join(shell.workspace, 'x'))).toBe(false);
  });

  test.each(['auto', 'builtin'] as const)(
    'is refused in %s where it begins with a command of ours alone',
    async (mode) => {
      await using shell = await consoleSession({ mode });
      await expect(shell.run('push ls > x')).rejects.toThrow('>');
      expect(existsSync(join(shell.workspace, 'x'))).toBe(false);
    },
  );

  test.each(['a |', '| a', '"abc', 'a\\', 'FOO=1'])('our own errors win in both modes: %s', async (line) => {
    await using shell = await consoleSession();
    await expect(shell.run(line)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test.each(['/bin/bash', '/bin/sh'])('moves the session where %s ended', async (file) => {
    await using shell = await consoleSession({ shell: file });
    await mkdir(join(shell.workspace, 'a b'));
    await shell.say('cd "a b" && true');
    expect((await shell.state()).cwd).toBe(join(shell.workspace, 'a b'));
    await shell.say('cd .. ; false');
    expect(await shell.lastEnd()).toMatchObject({ exitCode: 1 });
    expect((await shell.state()).cwd).toBe(shell.workspace);
    await shell.say('(cd "a b")');
    expect((await shell.state()).cwd).toBe(shell.workspace);
  });

  test('keeps what it exported, and nothing that it did not set', async () => {
    await using shell = await consoleSession();
    await writeFile(join(shell.workspace, 'env.sh'), 'export FROM_FILE="x\ny"\nlocal_one=1\n');
    await shell.say('source ./env.sh');
    await shell.say('export NOW=$(echo then) && true');
    expect(await shell.feature.exported(shell.session)).toEqual({ FROM_FILE: 'x\ny', NOW: 'then' });
    expect(await shell.say('printenv NOW')).toBe('then\n');
  });

  test('takes away what it unset', async () => {
    await using shell = await consoleSession();
    await shell.run('export MINE=1');
    await shell.run('export KEPT=2');
    await shell.say('unset MINE; true');
    expect(await shell.feature.exported(shell.session)).toEqual({ KEPT: '2' });
    expect(await shell.say('echo "<$MINE>"')).toBe('<>\n');
    await shell.say('unset HOME && true');
    expect(await shell.say('env')).not.toMatch(/^(MINE|HOME)=/m);
    await shell.run('export MINE=3');
    expect(await shell.say('printenv MINE')).toBe('3\n');
    await shell.say('unset PATH; true');
    expect(await shell.feature.exported(shell.session)).toEqual({ KEPT: '2', MINE: '3' });
  });

  test('of several commands is one, as pasted', async () => {
    await using shell = await consoleSession();
    expect(await shell.say('cd ..\npwd')).toBe(`${shell.home}\n`);
    expect((await shell.state()).promptName).toBe('~');
  });
});

describe('after a restart', () => {
  test('a session is where it was: folder, variables, modes, and the output for push', async () => {
    await using shell = await consoleSession();
    await shell.run('cd ..');
    await shell.run('export K=v');
    await shell.api.console.addMode({ session: shell.session, profile: 'B' });
    await shell.say('echo hi');
    await shell.restart();
    expect(await shell.state()).toMatchObject({ cwd: shell.home, modes: ['A', 'B'], retained: { command: 'echo hi' } });
    expect(await shell.say('cd -')).toBe(shell.workspace);
    expect(await shell.say('printenv K')).toBe('v\n');
    await shell.say('echo again');
    await shell.say('push');
    await shell.restart();
    expect((await shell.state()).retained).toBeUndefined();
  });

  test('secret variables are not on the record, and it says which are missing', async () => {
    await using shell = await consoleSession();
    await shell.run('export MY_TOKEN=hush-hush-hush');
    expect(await shell.say('sh -c "echo got \\$MY_TOKEN"')).toBe('got [secret removed]\n');
    expect((await shell.state()).lostVariables).toEqual([]);
    expect(JSON.stringify(await shell.events())).not.toContain('hush-hush');
    expect(await shell.api.console.history({ limit: 10 })).toContain('export MY_TOKEN=[secret removed]');
    await shell.restart();
    expect((await shell.state()).lostVariables).toEqual(['MY_TOKEN']);
    await shell.run('export MY_TOKEN=found-again');
    expect((await shell.state()).lostVariables).toEqual([]);
  });

  test('a variable that was given a secret is missing, and not what it was before that', async () => {
    await using shell = await consoleSession();
    await shell.run('export STORE=http://localhost/');
    await shell.run('export STORE=http://me:hush-hush-hush@far.example/');
    expect(await shell.feature.exported(shell.session)).toEqual({ STORE: 'http://me:hush-hush-hush@far.example/' });
    await shell.restart();
    expect(await shell.feature.exported(shell.session)).toEqual({});
    expect((await shell.state()).lostVariables).toEqual(['STORE']);
  });

  test('nor are those that a line sets for a pipeline, or hands to the login shell', async () => {
    await using shell = await consoleSession();
    await shell.say('A_TOKEN=hush-one-hush printenv A_TOKEN | cat');
    await shell.say('true && B_TOKEN=hush-two-hush printenv B_TOKEN');
    await shell.run('C_TOKEN=hush-three-hush pwd').catch(() => {});
    expect(JSON.stringify(await shell.events())).not.toMatch(/hush-\w+-hush/);
    expect(await shell.api.console.history({ limit: 10 })).toEqual([
      'C_TOKEN=[secret removed] pwd',
      'true && B_TOKEN=[secret removed] printenv B_TOKEN',
      'A_TOKEN=[secret removed] printenv A_TOKEN | cat',
    ]);
  });

  test('what was only being started when the app ended is on the record with its end, too', async () => {
    await using shell = await consoleSession();
    const type = (wanted: string) => async () => (await shell.events()).filter((event) => event.type === wanted).length;
    for (let count = 1; count <= 3; count++) {
      const starting = shell.run('sleep 60').catch(() => {});
      await expect.poll(type('console.started'), { interval: 1 }).toBe(count);
      await shell.restart();
      await starting;
      expect(await type('console.ended')()).toBe(count);
    }
  });

  test('what ran while the app ended is ended, and the record says why', async () => {
    await using shell = await consoleSession();
    await shell.run('sh -c "echo started; sleep 60"');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await shell.restart();
    expect(await shell.lastEnd()).toMatchObject({ stopReason: 'stopping', text: expect.stringContaining('started') });
    expect((await shell.state()).running).toBeUndefined();
  });
});

describe('modes', () => {
  test('are added and taken away by the names of known profiles', async () => {
    await using shell = await consoleSession();
    const { session } = shell;
    await shell.api.console.addMode({ session, profile: 'C' });
    await shell.api.console.addMode({ session, profile: 'C' });
    expect((await shell.state()).modes).toEqual(['A', 'C']);
    await shell.api.console.removeMode({ session, profile: 'A' });
    expect((await shell.state()).modes).toEqual(['C']);
    await expect(shell.api.console.addMode({ session, profile: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a session that does not exist is not found, and a blank line does nothing', async () => {
  await using shell = await consoleSession();
  await expect(shell.feature.place('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await shell.say('  ')).toBe('');
  expect(await shell.feature.place(shell.session)).toMatchObject({
    cwd: shell.workspace,
    environment: { HOME: shell.home, PWD: shell.workspace },
  });
});
