import { describe, expect, test } from 'vitest';
import {
  answerWith,
  endedUpdate,
  type FakeSessionOptions,
  fakeSessionSocket,
} from '../../support/fake-session-socket.ts';
import { fakeTelegram, TELEGRAM_TOKEN } from '../../support/fake-telegram.ts';
import { runPhi, startPhi } from '../../support/phi-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function box(options: FakeSessionOptions = { onTurn: answerWith('Hello back') }) {
  const folder = await temporaryFolder();
  const session = await fakeSessionSocket(options);
  const environment = { PATH: '/usr/bin:/bin', HOME: folder.path, SIGMA_DATA: folder.path };
  const programOf = (kind: string, ...args: readonly string[]) => ({
    args: ['channel', kind, '--session_socket', session.path, ...args],
    cwd: folder.path,
    environment,
  });
  return {
    session,
    folder,
    environment,
    programOf,
    run: (kind: string, ...args: readonly string[]) => runPhi(programOf(kind, ...args)),
    [Symbol.asyncDispose]: async () => {
      await session[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('sigma channel cli', () => {
  test('prints the answer, streamed or whole, in both spellings', async () => {
    await using it = await box();
    expect(await it.run('cli', '--message', 'Hi')).toEqual({ stdout: 'Hello back\n', stderr: '', exitCode: 0 });
    expect(await it.run('cli', '--message=Hi', '--no_stream')).toEqual({
      stdout: 'Hello back\n',
      stderr: '',
      exitCode: 0,
    });
    expect(it.session.turns.map(({ content }) => content)).toEqual(['Hi', 'Hi']);
  });

  test('fails with 1 and a sentence where the turn does, and names a socket that is not there', async () => {
    await using it = await box({
      onTurn: (turn) => turn.say(endedUpdate('', { outcome: 'failed', error: 'The model is gone' })),
    });
    expect(await it.run('cli', '--message', 'Hi')).toEqual({ stdout: '', stderr: 'The model is gone\n', exitCode: 1 });
    const { stderr, exitCode } = await it.run('cli', '--message', 'Hi', '--session-socket', '/nowhere/s.sock');
    expect(stderr).toMatch(/^No session is at \/nowhere\/s\.sock: there is no such file\nStart one with/);
    expect(exitCode).toBe(1);
  });

  test('fails with 2 for a wrong command line', async () => {
    await using it = await box();
    for (const args of [['cli'], ['cli', '--mesage', 'x'], ['nothing'], ['cli', '--message', 'x', 'more']]) {
      const [kind = '', ...more] = args;
      expect(await it.run(kind, ...more)).toMatchObject({ exitCode: 2, stdout: '' });
    }
    expect((await it.run('telegram')).stderr).toContain('--token is needed, or the variable SIGMA_TELEGRAM_TOKEN');
  });
});

describe('sigma channel repl', () => {
  test('reads lines in a terminal, keeps on after Ctrl+C, and leaves by /quit', async () => {
    await using it = await box();
    await using repl = await startPhi(it.programOf('repl'));
    await repl.shows('Agent in /srv/agent');
    repl.type('half\u0003');
    repl.type('\r  \rHi\r');
    await repl.shows('Hello back');
    repl.type('/QUIT\r');
    expect(await repl.exit).toMatchObject({ exitCode: 0 });
    expect(it.session.turns.map(({ content }) => content)).toEqual(['Hi']);
  });
});

describe('sigma channel tui', () => {
  test('shows calls, has a named person answer a question, and stops what runs by Ctrl+C', async () => {
    await using it = await box({ approvers: ['tui:me'] });
    await using tui = await startPhi(it.programOf('tui', '--user', 'me'));
    await tui.shows('Agent in /srv/agent');
    tui.type('Clean up\r');
    await expect.poll(() => it.session.turns.length).toBe(1);
    const [turn] = it.session.turns;
    turn?.say(
      { kind: 'started', turn: 't' },
      { kind: 'called', callId: 'c', tool: 'execute_command', sent: '{"command":"rm -r build"}' },
      { kind: 'asked', question: 'q1', callId: 'c', tool: 'execute_command', title: 'rm -r build', why: 'It deletes' },
    );
    await tui.shows('y allows it once');
    await new Promise((resolve) => setTimeout(resolve, 400));
    tui.type('y\r');
    await expect
      .poll(() => it.session.others)
      .toMatchObject([{ path: '/v1/questions/q1', body: { verdict: 'allow', user: 'me' } }]);
    turn?.say({ kind: 'answered', question: 'q1', verdict: 'allow' });
    await tui.shows('Answered: allow');
    tui.type('\u0003');
    await expect.poll(() => it.session.others.map(({ path }) => path)).toContain('/v1/stop');
    turn?.say(endedUpdate('**Done**'));
    await tui.shows('Done');
    tui.type('\u0004');
    expect(await tui.exit).toMatchObject({ exitCode: 0 });
  });
});

describe('sigma channel telegram', () => {
  test('answers from a terminal, and says that a token is refused', async () => {
    await using it = await box();
    const telegram = await fakeTelegram();
    const args = ['telegram', '--api-root', telegram.root, '--allow', '11'] as const;
    const environment = { ...it.environment, SIGMA_TELEGRAM_TOKEN: TELEGRAM_TOKEN };
    const [kind, ...more] = args;
    await using program = await startPhi({ ...it.programOf(kind, ...more), environment });
    await program.shows('Telegram is on as @fake_bot');
    telegram.write(11, 'Hello');
    await expect.poll(() => telegram.shown('11').map(({ text }) => text)).toEqual(['Hello back']);
    telegram.write(99, 'Hello', { from: { id: 99, is_bot: false, first_name: 'Mallory\u009b2J' } });
    await program.shows('channel.stranger-refused');
    // A name that they chose is no order to this terminal.
    await program.shows('Mallory<U+009B>2J');
    program.type('\u0003');
    expect(await program.exit).toMatchObject({ exitCode: 0 });
    const refused = await it.run(kind, ...more, '--token', '1:wrong-token-here');
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('refuses the bot token') });
    expect(refused.stderr).not.toContain('wrong-token');
    await telegram[Symbol.asyncDispose]();
  });
});
