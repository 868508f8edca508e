import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consoleSession } from '../../support/console-session.ts';
import { FENCE, pushed } from './shell-mode-box.ts';

describe('built-in commands', () => {
  test('cd understands home, what was before, relative folders and its errors', async () => {
    await using shell = await consoleSession();
    const { home, workspace } = shell;
    await mkdir(join(workspace, 'sub'));
    await writeFile(join(workspace, 'file'), '');
    await symlink(join(workspace, 'sub'), join(workspace, 'link'));
    const cwdAfter = async (line: string) => {
      await shell.run(line);
      return (await shell.state()).cwd;
    };
    expect(await cwdAfter('cd')).toBe(home);
    expect((await shell.state()).promptName).toBe('~');
    expect(await cwdAfter('cd -')).toBe(workspace);
    expect(await cwdAfter('cd ./sub')).toBe(join(workspace, 'sub'));
    expect(await cwdAfter("cd '~'")).toBe(home);
    expect(await cwdAfter('cd ~/project/sub')).toBe(join(workspace, 'sub'));
    expect(await cwdAfter('cd ..')).toBe(workspace);
    expect(await cwdAfter('cd link')).toBe(join(workspace, 'link'));
    expect(await cwdAfter('cd /')).toBe('/');
    expect((await shell.state()).promptName).toBe('/');
    await shell.run('cd ~/project');
    expect(await shell.run('cd nowhere')).toMatchObject({ isOk: false, text: 'cd: nowhere: no such folder' });
    expect(await shell.run('cd file')).toMatchObject({ isOk: false, text: 'cd: file: not a folder' });
    expect(await cwdAfter('cd nowhere')).toBe(workspace);
    expect(await shell.say('pwd')).toBe(workspace);
  });

  test('export sets, lists and complains', async () => {
    await using shell = await consoleSession();
    expect(await shell.say('export K=1=2')).toBe('ok');
    expect(await shell.say('printenv K')).toBe('1=2\n');
    await shell.run('export EMPTY=');
    const list = (await shell.say('export')).split('\n');
    expect(list).toContain('K=1=2');
    expect(list).toContain('EMPTY=');
    expect(list).toEqual(list.toSorted());
    expect(await shell.run('export K')).toMatchObject({
      isOk: false,
      text: expect.stringContaining('value is missing'),
    });
    expect(await shell.run('export =x')).toMatchObject({ isOk: false, text: expect.stringContaining('name') });
    await shell.run('attach cat');
    expect(shell.providers.attached[0]?.context.environment).toMatchObject({ K: '1=2', PHISHELL: '1' });
  });

  test('attach starts a program or a package where the session is, and says its PID', async () => {
    await using shell = await consoleSession();
    expect(await shell.say('attach cat "a b"')).toBe('[4001] cat a b is attached: weather, time');
    expect(await shell.say('attach js')).toBe(`[4002] ${shell.workspace} is attached: weather, time`);
    await shell.run('attach js ../tools');
    expect(shell.providers.attached.map(({ spec }) => spec)).toEqual([
      { kind: 'program', argv: ['cat', 'a b'] },
      { kind: 'js', path: shell.workspace },
      { kind: 'js', path: join(shell.home, 'tools') },
    ]);
    expect(shell.providers.attached[0]?.context.cwd).toBe(shell.workspace);
    expect(await shell.run('attach no-such')).toMatchObject({
      isOk: false,
      text: 'attach: no-such: command not found',
    });
  });

  test('attach names the keys that go along, and a variable that is not set', async () => {
    await using shell = await consoleSession();
    await shell.run('export OPENAI_API_KEY=k');
    expect(await shell.say('attach --key OPENAI_API_KEY cat')).toBe(
      '[4001] cat is attached, given OPENAI_API_KEY: weather, time',
    );
    expect(shell.providers.attached[0]?.spec).toEqual({ kind: 'program', argv: ['cat'], keys: ['OPENAI_API_KEY'] });
    expect(await shell.run('attach --key NO_KEY cat')).toMatchObject({
      isOk: false,
      text: 'attach: the variable NO_KEY is not set in this session',
    });
  });

  test('attach that fails says why, where and what to do', async () => {
    await using shell = await consoleSession();
    expect(await shell.run('attach js broken')).toMatchObject({
      isOk: false,
      text: 'attach: It has no types (package.json). Add a "types" entry',
    });
    expect(await shell.lastEnd()).toMatchObject({ exitCode: 1 });
  });

  test('attach that waits can be cancelled', async () => {
    await using shell = await consoleSession();
    shell.providers.ready = new Promise(() => {});
    const attaching = shell.run('attach cat');
    while (shell.providers.attached.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await shell.api.console.interrupt({ session: shell.session });
    expect(await attaching).toMatchObject({ isOk: false, text: 'attach: cancelled' });
    expect(shell.providers.attached[0]?.context.signal.aborted).toBe(true);
    expect(await shell.lastEnd()).toMatchObject({ stopReason: 'abort' });
  });

  test('status lists providers and kill ends one', async () => {
    await using shell = await consoleSession();
    expect(await shell.say('status')).toBe('No provider is attached.');
    await shell.run('attach cat');
    expect(await shell.say('status')).toBe('[4001] cat (Running)');
    expect(await shell.run('kill 77')).toMatchObject({ isOk: false, text: expect.stringContaining('77') });
    expect(await shell.say('kill 4001')).toBe('ok');
    expect(await shell.say('status')).toBe('No provider is attached.');
  });

  test('kill does not wait for one that ignores it', async () => {
    await using shell = await consoleSession();
    await shell.run('attach cat');
    shell.providers.ended = new Promise(() => {});
    expect(await shell.say('kill 4001')).toMatch(/^\[4001\] was asked to end, and has not yet/);
    expect(await shell.say('pwd')).toBe(shell.workspace);
  });

  test('reset and compact ask the chat, and leave the rest', async () => {
    await using shell = await consoleSession();
    await shell.say('echo hi');
    await shell.run('export K=1');
    await shell.run('attach cat');
    await shell.run('push ls');
    expect(await shell.say('reset')).toBe('ok');
    expect(shell.chat.items).toEqual([]);
    expect((await shell.state()).retained?.command).toBe('echo hi');
    expect(await shell.say('status')).toContain('[4001]');
    expect(await shell.say('compact')).toBe('Compacted: 900 tokens became 90.');
  });

  test('help lists every form in order, as Markdown', async () => {
    await using shell = await consoleSession();
    const help = await shell.run('help');
    expect(help).toMatchObject({ isOk: true, isMarkdown: true });
    const forms = [...(help.kind === 'builtin' ? help.text : '').matchAll(/^- `([^`]+)`/gm)].map((match) => match[1]);
    expect(forms).toEqual([
      'attach --key NAME …',
      'attach <program> [arguments…]',
      'attach js [folder]',
      'attach mcp <name> <address or program…>',
      'branches',
      'branches <number>',
      'branches <number> drop',
      'branches <number> keep',
      'branches <number> restore',
      'branches <number> stop',
      'branches <number> take [path…]',
      'branches try <profile>,<profile>… <message…>',
      'cd',
      'cd <folder>',
      'compact',
      'export',
      'export NAME=VALUE',
      'help',
      'kill <pid>',
      'push',
      'push <command> [arguments…]',
      'pwd',
      'reset',
      'rewind',
      'rewind <number>',
      'rewind <number> chat',
      'rewind <number> pack <image>',
      'rewind <number> yes',
      'rewind redo',
      'show',
      'show <number>',
      'show <number> <filter…>',
      'status',
    ]);
    expect(help.kind === 'builtin' && help.text).toContain('**Tab**');
  });

  test('history is there for debugging alone', async () => {
    await using plain = await consoleSession({ mode: 'builtin' });
    expect(await plain.say('history')).toBe('history: command not found');
    await using debug = await consoleSession({ isDebug: true });
    const run = { session: plain.session, line: 'history', size: { columns: 80, rows: 24 }, isDebug: true };
    expect(await plain.api.console.run(run)).toMatchObject({ kind: 'builtin', text: 'user: hello' });
    expect(await debug.say('history')).toBe('user: hello');
  });

  test.each([
    'attach',
    'attach js a b',
    'cd a b',
    'export a=1 b=2',
    'help me',
    'kill',
    'kill x',
    'kill -9 %1',
    'kill 1 2',
    'pwd x',
    'reset x',
    'status x',
    'compact x',
  ])('%s shows how it is meant, which is no failure', async (line) => {
    await using shell = await consoleSession({ mode: 'builtin' });
    const result = await shell.run(line);
    expect(result).toMatchObject({ isOk: true, isUsage: true, text: expect.stringMatching(/^usage: /) });
    expect(await shell.lastEnd()).toMatchObject({ exitCode: 0 });
  });

  test('two forms are shown aligned', async () => {
    await using shell = await consoleSession();
    expect(await shell.say('cd a b')).toBe(
      'usage: cd           go to the home folder\n' +
        '       cd <folder>  go to a folder, `~` for home, `-` for the one before',
    );
  });
});

describe('push', () => {
  test('gives the output of the last command once', async () => {
    await using shell = await consoleSession();
    await shell.say('echo hi');
    expect((await shell.state()).retained).toEqual({ command: 'echo hi', bytes: 3 });
    expect(await shell.say('push')).toBe('ok');
    expect(shell.chat.items).toEqual([
      { kind: 'push', label: 'echo hi', text: pushed('echo hi', `${FENCE}\nhi\n${FENCE}`) },
    ]);
    expect(await shell.run('push')).toMatchObject({ isOk: false });
    expect((await shell.state()).pending).toMatchObject([{ kind: 'push', label: 'echo hi' }]);
  });

  test('has nothing after a command that failed, and keeps what it has over built-ins', async () => {
    await using shell = await consoleSession();
    await shell.say('echo hi');
    await shell.say('pwd');
    await shell.say('export A=1');
    expect((await shell.state()).retained?.command).toBe('echo hi');
    await shell.say('false');
    expect(await shell.run('push')).toMatchObject({ isOk: false });
  });

  test('words with white space are quoted, variables stay names, and JSON loses its layout', async () => {
    await using shell = await consoleSession();
    await shell.run(`export 'TEXT={"a": [1]}'`);
    await shell.say('printf "%s" "$TEXT" "" ');
    await shell.say('push');
    expect(shell.chat.items[0]?.text).toBe(pushed("printf %s $TEXT ''", `${FENCE}\n{"a":[1]}\n${FENCE}`));
    await shell.say('true "a b"');
    await shell.say('push');
    expect(shell.chat.items[1]?.text).toBe(pushed("true 'a b'", 'The output was empty.'));
  });

  test('a command runs out of sight, and the output of the last one stays', async () => {
    await using shell = await consoleSession();
    await shell.say('echo first');
    expect(await shell.run('push echo second')).toMatchObject({ isOk: true, text: 'ok' });
    expect(shell.chat.items[0]?.text).toBe(pushed('echo second', `${FENCE}\nsecond\n${FENCE}`));
    expect(await shell.run("push sh -c 'echo x; exit 3'")).toMatchObject({
      isOk: false,
      text: "push: sh -c 'echo x; exit 3' failed with exit code 3",
    });
    expect(await shell.run('push no-such-program')).toMatchObject({ isOk: false });
    expect(await shell.say('push cat')).toBe('ok');
    expect(shell.chat.items).toHaveLength(2);
    expect((await shell.state()).retained?.command).toBe('echo first');
  });

  test('a command out of sight has a time limit', async () => {
    await using shell = await consoleSession({ quietTimeoutMs: 200 });
    expect(await shell.say('push sleep 20')).toBe('push: sleep 20 was ended after 0.2 s');
  });

  test('what is too long is described', async () => {
    await using shell = await consoleSession();
    shell.chat.summary = 'It counts to 2000.';
    await shell.say('seq 2000');
    await shell.say('push');
    expect(shell.chat.told[0]).toMatch(/^Command: seq 2000\nExit code: 0\nOutput:\n1\n2\n/);
    expect(shell.chat.items[0]?.text).toBe(pushed('seq 2000', 'Exit code: 0\n\nOutput (Summary):\nIt counts to 2000.'));
  });

  test('only the last 512 KiB are kept of a long output, in whole lines', async () => {
    await using shell = await consoleSession();
    await shell.say('seq 100000');
    const { text, isTail } = await shell.lastEnd();
    expect(isTail).toBe(true);
    const kept = String(text);
    expect(kept.endsWith('\n99999\n100000\n')).toBe(true);
    expect(kept.length).toBeLessThanOrEqual(512 * 1024);
    expect(kept.length).toBeGreaterThan(512 * 1024 - 7);
  });

  test('any ended block can be pushed by its id, with how it ended', async () => {
    await using shell = await consoleSession();
    const result = await shell.run('sh -c "echo no; exit 2"');
    if (result.kind !== 'block') throw new Error('no block');
    await shell.untilIdle();
    await shell.say('pwd');
    await shell.api.console.pushBlock({ session: shell.session, block: result.block });
    expect(shell.chat.items[0]?.text).toBe(
      pushed("sh -c 'echo no; exit 2'", `Exit code: 2\n\nOutput:\n${FENCE}\nno\n${FENCE}`),
    );
    const builtin = (await shell.events()).findLast(({ type }) => type === 'console.started')?.id ?? '';
    await expect(shell.api.console.pushBlock({ session: shell.session, block: builtin })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await expect(shell.api.console.pushBlock({ session: shell.session, block: 'e9' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
