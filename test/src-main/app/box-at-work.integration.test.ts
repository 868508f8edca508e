import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Decision, Question } from '#contract';
import { probeSandbox } from '#process/sandbox/probe';
import { phiEngine } from '../../support/phi-engine.ts';
import type { Script } from '../../support/scripted-model-server.ts';

const { works, why } = await probeSandbox({ PATH: process.env.PATH ?? '' });
if (!works) test.skip(`no sandbox works here: ${why}`, () => {});

const run = (command: string): Script => ({ calls: [{ tool: 'execute_command', arguments: { command } }] });
const DONE = { text: 'Done' };

/** A folder that this process may write and the box may not; `/tmp` is private in there. */
const PLACE = ['/srv', '/opt', '/usr/local'].find((path) => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
});
const outsideTest = test.skipIf(PLACE === undefined);
if (PLACE === undefined)
  test.skip('no folder outside /tmp can be written here, so leaving the box cannot be seen', () => {});

async function outsideFolder() {
  const path = await mkdtemp(join(PLACE ?? '', 'sigma-box-'));
  return { file: join(path, 'x.txt'), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** A program and a server that run outside any box. */
async function onThisMachine() {
  const program = spawn('sleep', ['600'], { stdio: 'ignore' });
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end('from the machine');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    pid: program.pid,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    isAlive: () => program.exitCode === null && program.signalCode === null,
    asked: () => requests,
    [Symbol.asyncDispose]: async () => {
      program.kill('SIGKILL');
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function inMode(mode: 'ask' | 'workspace' | 'read-only', answer?: (question: Question) => Decision | undefined) {
  const phi = await phiEngine(answer && { answer });
  await phi.api.rules.setMode({ session: phi.session, mode });
  const { workspace } = phi.home;
  return { phi, workspace, [Symbol.asyncDispose]: () => phi[Symbol.asyncDispose]() };
}

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' });

/** `main` and `other`, which is checked out, differ in two files; the answer reads them and what git says of the tree. */
async function branches(folder: string): Promise<() => Promise<string[]>> {
  const files = ['package.json', 'a.txt'].map((name) => join(folder, name));
  const write = (text: string) => Promise.all(files.map((path) => writeFile(path, text)));
  git(folder, 'init', '-qb', 'main');
  await write('one\n');
  git(folder, 'add', ...files);
  git(folder, 'commit', '-qm', 'one');
  git(folder, 'switch', '-qc', 'other');
  await write('two\n');
  git(folder, 'commit', '-qam', 'two');
  return async () => [
    ...(await Promise.all(files.map((path) => readFile(path, 'utf8')))),
    git(folder, 'status', '--porcelain', '-uno'),
  ];
}

describe.skipIf(!works)('in the mode Workspace', () => {
  test('commands run unasked in the box, are recorded, and are undone as a turn', async () => {
    await using it = await inMode('workspace');
    await writeFile(join(it.workspace, 'a.txt'), 'old\n');
    for (const command of [
      'echo new > a.txt',
      'mkdir -p d && echo 1 > d/b.txt',
      'echo x > /tmp/t; cat /tmp/t',
      'rm -f a.txt',
    ]) {
      it.phi.model.push(run(command));
    }
    it.phi.model.push(DONE);

    await it.phi.say('Go on');

    expect(it.phi.asked).toEqual([]);
    const calls = await it.phi.calls(it.phi.session);
    expect(calls.map(({ command }) => command?.sandbox)).toEqual(Array(4).fill('workspace'));
    expect([existsSync(join(it.workspace, 'a.txt')), existsSync(join(it.workspace, 'd', 'b.txt'))]).toEqual([
      false,
      true,
    ]);
    const turn = calls[0]?.turn ?? '';
    await it.phi.api.changes.undoTurn({ session: it.phi.session, turn });
    expect(await readFile(join(it.workspace, 'a.txt'), 'utf8')).toBe('old\n');
    expect(existsSync(join(it.workspace, 'd'))).toBe(false);
  });

  test('what it would end, and whom it would ask, is not in there: both are named, and one press runs it outside', async () => {
    await using it = await inMode('workspace');
    await using machine = await onThisMachine();
    it.phi.model.push(run(`kill ${machine.pid}`), run(`curl -s --max-time 9 ${machine.url}`), DONE);

    await it.phi.say('Go on');

    expect(it.phi.asked).toEqual([]);
    const calls = await it.phi.calls(it.phi.session);
    expect(calls.map(({ command }) => command?.sandbox)).toEqual(['workspace', 'workspace']);
    expect(calls[0]?.command?.refusedByBox).toContain('kill sees only the processes of the box');
    expect(calls[1]?.command?.refusedByBox).toEqual(['curl reaches only what listens in the box']);
    expect(calls[1]?.result).toContain('its localhost is its own');
    expect([machine.isAlive(), machine.asked()]).toEqual([true, 0]);

    await it.phi.api.sessions.runOutside({ session: it.phi.session, callId: calls[1]?.callId ?? '' });
    expect((await it.phi.calls(it.phi.session)).at(-1)?.result).toContain('from the machine');
  });

  outsideTest('what the box refuses is told; one press runs it outside, and the model learns of it', async () => {
    await using it = await inMode('workspace');
    await using outside = await outsideFolder();
    const beside = outside.file;
    it.phi.model.push(run(`a=${beside}; sh -c "printf hello > $a"`), DONE);
    await it.phi.say('Go on');
    const [call] = await it.phi.calls(it.phi.session);

    expect(it.phi.asked).toEqual([]);
    expect(existsSync(beside)).toBe(false);
    expect(call?.command?.refusedByBox?.[0]).toContain('Read-only file system');
    expect(call?.result).toContain('The box stopped part of this');

    await it.phi.api.sessions.runOutside({ session: it.phi.session, callId: call?.callId ?? '' });
    expect(await readFile(beside, 'utf8')).toBe('hello');
    const again = (await it.phi.calls(it.phi.session)).at(-1);
    expect(again).toMatchObject({ state: 'done', command: { exitCode: 0 } });
    expect(again?.command?.sandbox).toBeUndefined();
    it.phi.model.push({ text: 'Seen' });
    await it.phi.say('And?');
    expect(JSON.stringify(it.phi.model.requests.at(-1))).toContain('The person ran this outside the box');
  });

  test('a command that the box did not stop is not run outside by that way', async () => {
    await using it = await inMode('workspace');
    it.phi.model.push(run('true'), DONE);
    await it.phi.say('Go on');
    const [call] = await it.phi.calls(it.phi.session);
    const outside = it.phi.api.sessions.runOutside({ session: it.phi.session, callId: call?.callId ?? '' });
    await expect(outside).rejects.toMatchObject({ code: 'CONFLICT' });
    const unknown = it.phi.api.sessions.runOutside({ session: it.phi.session, callId: 'unknown' });
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe.skipIf(!works)('a protected file that a command makes or changes', () => {
  test('is taken back when it ends, and stands once a person says so', async () => {
    await using it = await inMode('workspace', () => ({ verdict: 'allow' }));
    it.phi.model.push(run('f=Make; printf "all:\\n" > "$f"file; echo 1 > free.txt'), DONE);
    await it.phi.say('Go on');

    expect(it.phi.asked.map(({ subject }) => subject.kind === 'confirm' && subject.title)).toEqual([
      'Keep the change of Makefile?',
    ]);
    expect(await readFile(join(it.workspace, 'Makefile'), 'utf8')).toBe('all:\n');
    const notices = (await it.phi.items()).flatMap((item) => (item.kind === 'notice' ? [item.text] : []));
    expect(notices[0]).toMatch(/^The box took the change of .*Makefile back: make and its like run its commands/);
    const [call] = await it.phi.calls(it.phi.session);
    expect(call?.result).toContain('let the changes of Makefile stand');
    expect(call?.command).toMatchObject({ exitCode: 0, sandbox: 'workspace' });
  });

  test('is not there where the person refuses, and the model is told', async () => {
    await using it = await inMode('workspace', () => ({ verdict: 'refuse', reason: 'no hooks' }));
    git(it.workspace, 'init', '-q');
    it.phi.model.push(run('d=.vsc; mkdir "$d"ode && echo x > "$d"ode/tasks.json; echo 1 > free.txt'), DONE);
    await it.phi.say('Go on');

    expect(existsSync(join(it.workspace, '.vscode', 'tasks.json'))).toBe(false);
    expect(existsSync(join(it.workspace, 'free.txt'))).toBe(true);
    const [call] = await it.phi.calls(it.phi.session);
    expect(call?.result).toContain('were taken back');
    expect(call?.result).toContain('no hooks');
  });

  test('is taken back where the folder that holds it was moved away and made anew', async () => {
    await using it = await inMode('workspace', () => ({ verdict: 'refuse' }));
    const file = join(it.workspace, 'sub', 'Makefile');
    await mkdir(join(it.workspace, 'sub'));
    await writeFile(file, 'all:\n');
    it.phi.model.push(run('f=Make; mv sub old && mkdir sub && echo evil > "sub/$f"file; echo "ended $?"'), DONE);
    await it.phi.say('Go on');

    const [call] = await it.phi.calls(it.phi.session);
    expect(call?.result).toContain('ended 0');
    expect(call?.result).toMatch(/the changes of .*sub\/Makefile.* were taken back/);
    expect(await readFile(file, 'utf8')).toBe('all:\n');
  });

  test('is held for a question after git put another version of it in place, and no half of the tree is left', async () => {
    await using it = await inMode('workspace', () => ({ verdict: 'allow' }));
    const read = await branches(it.workspace);
    it.phi.model.push(run('b=main; git switch -q "$b"'), DONE);
    await it.phi.say('Go on');

    expect(it.phi.asked.map(({ subject }) => subject.kind)).toEqual(['confirm']);
    expect(await read()).toEqual(['one\n', 'one\n', '']);
  });
});

describe.skipIf(!works)('a protected file that git would replace', () => {
  test('is asked about first, by name; a yes lets it stand, and nothing is asked afterwards', async () => {
    await using it = await inMode('workspace', () => ({ verdict: 'allow' }));
    const read = await branches(it.workspace);
    it.phi.model.push(run('git switch -q main; f=Make; echo evil > "$f"file; ls'), DONE);
    await it.phi.say('Go on');

    expect(it.phi.asked.map(({ why, judgement }) => [why, judgement?.sandbox, judgement?.boxWrites])).toEqual([
      [expect.stringContaining('It changes package.json'), 'workspace', [join(it.workspace, 'package.json')]],
      ['Only you can say yes to this', 'none', undefined],
    ]);
    expect(await read()).toEqual(['one\n', 'one\n', '']);
  });

  test('stays as it is where the person refuses, with the rest of the tree', async () => {
    await using it = await inMode('workspace', () => ({ verdict: 'refuse' }));
    const read = await branches(it.workspace);
    it.phi.model.push(run('git switch -q main'), DONE);
    await it.phi.say('Go on');

    expect(it.phi.asked).toHaveLength(1);
    expect(await read()).toEqual(['two\n', 'two\n', '']);
  });

  test('that is none is not asked about, and the others stay read-only meanwhile', async () => {
    await using it = await inMode('workspace');
    await branches(it.workspace);
    it.phi.model.push(run('git switch -qc new; f=package; echo evil > "$f".json'), DONE);
    await it.phi.say('Go on');

    expect(it.phi.asked).toEqual([]);
    expect(git(it.workspace, 'branch', '--show-current')).toBe('new\n');
    expect((await it.phi.calls(it.phi.session))[0]?.command?.refusedByBox?.[0]).toContain('Read-only file system');
  });

  test('is found afterwards where a variable of the session tells git of other settings', async () => {
    await using it = await inMode('workspace', () => ({ verdict: 'allow' }));
    const read = await branches(it.workspace);
    await it.phi.line('export GIT_INDEX_FILE=.git/index');
    it.phi.model.push(run('git switch -q main'), DONE);
    await it.phi.say('Go on');

    expect(it.phi.asked.map(({ subject }) => subject.kind)).toEqual(['command']);
    expect(await read()).toEqual(['one\n', 'one\n', '']);
  });

  test('is taken back afterwards where the repository changed between the question and the answer', async () => {
    const seen: string[] = [];
    await using it = await inMode('workspace', ({ subject }) => {
      seen.push(subject.kind);
      if (subject.kind !== 'command') return { verdict: 'refuse' };
      git(it.workspace, 'switch', '-q', 'main');
      writeFileSync(join(it.workspace, 'Makefile'), 'all:\n');
      git(it.workspace, 'add', 'Makefile');
      git(it.workspace, 'commit', '-qm', 'makefile');
      git(it.workspace, 'switch', '-q', 'other');
      return { verdict: 'allow' };
    });
    const read = await branches(it.workspace);
    it.phi.model.push(run('git switch -q main'), DONE);
    await it.phi.say('Go on');

    expect(seen).toEqual(['command', 'confirm']);
    expect((await read()).slice(0, 2)).toEqual(['one\n', 'one\n']);
    expect(existsSync(join(it.workspace, 'Makefile'))).toBe(false);
  });
});

describe.skipIf(!works)('allowed once', () => {
  outsideTest('it runs in the box, or outside where the person says so', async () => {
    const answers: Decision[] = [{ verdict: 'allow' }, { verdict: 'allow', outside: true }];
    await using it = await inMode('ask', () => answers.shift());
    await using outside = await outsideFolder();
    const command = `a=${outside.file}; sh -c "printf hello > $a"`;
    it.phi.model.push(run(command), run(command), DONE);
    await it.phi.say('Go on');

    const calls = await it.phi.calls(it.phi.session);
    expect(calls.map((one) => [one.command?.sandbox, one.command?.exitCode === 0])).toEqual([
      ['workspace', false],
      [undefined, true],
    ]);
    expect(it.phi.asked.map(({ judgement }) => judgement?.sandbox)).toEqual(['workspace', 'workspace']);
  });
});
