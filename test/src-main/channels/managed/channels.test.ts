import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import { createChannels, telegramMessenger } from '#channels';
import { AppError } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import { answerWith, fakeSessionSocket } from '../../../support/fake-session-socket.ts';
import { fakeTelegram, TELEGRAM_TOKEN } from '../../../support/fake-telegram.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const WORKSPACE = '/srv/agent';

async function box() {
  const folder = await temporaryFolder();
  const telegram = await fakeTelegram();
  const session = await fakeSessionSocket({ onTurn: answerWith('Hello back') });
  const secrets = new Map<string, string>();
  const keychain = { isLocked: false, isGone: false, isUnreadable: false };
  const forRun = new LiveValue<readonly string[]>([]);
  const attended: (readonly [string, readonly string[]])[] = [];
  const file = join(folder.path, 'channels.json');
  const open = (at = file) =>
    createChannels({
      file: at,
      secrets: {
        read: async (account) => {
          if (keychain.isUnreadable) return { problem: 'the key file is locked' };
          return { ...(secrets.has(account) && { secret: secrets.get(account) ?? '' }) };
        },
        write: async (account, secret) => {
          secrets.set(account, secret);
          if (keychain.isGone) forRun.set([account]);
          return keychain.isGone ? 'session' : 'kept';
        },
        isForRun: (account) => forRun.value.includes(account),
        onChanged: forRun.onChanged,
        onOtherStore: forRun.onChanged,
        remove: async (account) => {
          if (keychain.isLocked) throw new AppError('UNAVAILABLE', 'The key is not removed: it is locked');
          secrets.delete(account);
        },
      },
      socketOf: (workspace) => (workspace === WORKSPACE ? session.path : undefined),
      attend: async (workspace, approvers) => void attended.push([workspace, approvers]),
      log: silentLogger,
      openMessenger: (_, token) => telegramMessenger({ token, apiRoot: telegram.root }),
    });
  const settings = { kind: 'telegram' as const, allowed: ['11'], approvers: ['11'], streams: true };
  const context = { context: { reportBug: () => {} } };
  return {
    folder,
    telegram,
    session,
    secrets,
    keychain,
    forRun,
    attended,
    file,
    open,
    settings,
    context,
    [Symbol.asyncDispose]: async () => {
      await session[Symbol.asyncDispose]();
      await telegram[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('channels that the app runs', () => {
  test('are added off, started, answer, and start again with the app; the token is in no file', async () => {
    await using it = await box();
    const { router, state, start, background, ...first } = it.open();
    await start();
    const { id } = await call(router.add, { ...it.settings, workspace: WORKSPACE, token: TELEGRAM_TOKEN }, it.context);
    expect(state.value).toMatchObject([{ id, state: 'off', isOn: false, refused: 0 }]);
    expect(it.attended.at(-1)).toEqual([WORKSPACE, ['telegram:11']]);
    await call(router.start, { id }, it.context);
    await expect.poll(() => state.value[0]).toMatchObject({ state: 'on', account: '@fake_bot' });
    expect(background()).toEqual([`Channel Telegram of ${WORKSPACE}`]);
    it.telegram.write(11, 'Hello');
    await expect.poll(() => it.telegram.shown('11').map(({ text }) => text)).toEqual(['Hello back']);
    it.telegram.write(99, 'Let me in');
    await expect
      .poll(() => state.value[0])
      .toMatchObject({ refused: 1, strangers: [{ person: '99', name: 'Person 99' }] });
    it.telegram.write(11, '/new');
    await expect
      .poll(async () => JSON.parse(await readFile(it.file, 'utf8')).channels[0].conversations)
      .toHaveProperty('11');
    await first[Symbol.asyncDispose]();
    expect(await readFile(it.file, 'utf8')).not.toContain(TELEGRAM_TOKEN);
    await using again = it.open();
    await again.start();
    await expect.poll(() => again.state.value[0]?.state).toBe('on');
    await call(again.router.stop, { id }, it.context);
    expect(again.state.value[0]).toMatchObject({ state: 'off', isOn: false });
    expect(again.background()).toEqual([]);
    await call(again.router.remove, { id }, it.context);
    expect(it.secrets.size).toBe(0);
    expect(it.attended.at(-1)).toEqual([WORKSPACE, []]);
  });

  test('one that cannot be written down leaves no token behind', async () => {
    await using it = await box();
    await writeFile(join(it.folder.path, 'no-folder'), '');
    await using channels = it.open(join(it.folder.path, 'no-folder', 'channels.json'));
    await channels.start();
    const added = { ...it.settings, workspace: WORKSPACE, token: TELEGRAM_TOKEN };
    await expect(call(channels.router.add, added, it.context)).rejects.toThrow('cannot be saved');
    expect([it.secrets.size, channels.state.value.length]).toEqual([0, 0]);
  });

  test('one whose settings cannot be written down keeps its token', async () => {
    await using it = await box();
    await using channels = it.open();
    await channels.start();
    const { router } = channels;
    const { id } = await call(router.add, { ...it.settings, workspace: WORKSPACE, token: TELEGRAM_TOKEN }, it.context);
    await rm(it.file);
    await mkdir(it.file);
    const edited = { id, allowed: [], approvers: [], streams: true, token: 'another-token' };
    await expect(call(router.edit, edited, it.context)).rejects.toThrow('cannot be saved');
    expect([...it.secrets.values()]).toEqual([TELEGRAM_TOKEN]);
  });

  test('one whose token cannot be removed runs on, as it is shown', async () => {
    await using it = await box();
    await using channels = it.open();
    await channels.start();
    const { router, state } = channels;
    const { id } = await call(router.add, { ...it.settings, workspace: WORKSPACE, token: TELEGRAM_TOKEN }, it.context);
    await call(router.start, { id }, it.context);
    await expect.poll(() => state.value[0]?.state).toBe('on');
    it.keychain.isLocked = true;
    await expect(call(router.remove, { id }, it.context)).rejects.toThrow('it is locked');
    expect([state.value[0]?.state, channels.background().length]).toEqual(['on', 1]);
    it.telegram.write(11, 'Hello');
    await expect.poll(() => it.telegram.shown('11').map(({ text }) => text)).toEqual(['Hello back']);
    it.keychain.isLocked = false;
    await call(router.remove, { id }, it.context);
    expect([state.value, channels.background()]).toEqual([[], []]);
  });

  test('a list that is edited counts at once', async () => {
    await using it = await box();
    await using channels = it.open();
    await channels.start();
    const { router, state } = channels;
    const { id } = await call(
      router.add,
      { ...it.settings, allowed: [], workspace: WORKSPACE, token: TELEGRAM_TOKEN },
      it.context,
    );
    await call(router.start, { id }, it.context);
    it.telegram.write(11, 'Hello');
    await expect.poll(() => state.value[0]?.refused).toBe(1);
    await call(router.edit, { id, allowed: ['11'], approvers: [], streams: true }, it.context);
    it.telegram.write(11, 'Hello');
    await expect.poll(() => it.telegram.shown('11').map(({ text }) => text)).toEqual(['Hello back']);
  });

  test('a test is sent to everybody on the list, and says what the service says', async () => {
    await using it = await box();
    await using channels = it.open();
    await channels.start();
    const { router } = channels;
    const { id } = await call(
      router.add,
      { ...it.settings, allowed: ['11', '12'], workspace: WORKSPACE, token: TELEGRAM_TOKEN },
      it.context,
    );
    expect(await call(router.test, { id }, it.context)).toEqual({ sent: 2 });
    expect(it.telegram.shown('12')[0]?.text).toMatch(/^This is a test/);
    it.telegram.fail({
      method: 'sendMessage',
      code: 403,
      description: "Forbidden: bot can't initiate conversation with a user",
    });
    await expect(call(router.test, { id }, it.context)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^The test did not reach 11 \(Telegram: Forbidden.*\)$/),
    });
    // The one behind it on the list is sent theirs all the same.
    expect(it.telegram.shown('12')).toHaveLength(2);
    await call(router.edit, { id, allowed: [], approvers: [], streams: true }, it.context);
    await expect(call(router.test, { id }, it.context)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('a refused token is a state, and another one mends it', async () => {
    await using it = await box();
    await using channels = it.open();
    await channels.start();
    const { router, state } = channels;
    const { id } = await call(router.add, { ...it.settings, workspace: WORKSPACE, token: '1:wrong' }, it.context);
    await call(router.start, { id }, it.context);
    await expect
      .poll(() => state.value[0])
      .toMatchObject({ state: 'failed', problem: expect.stringContaining('refuses the bot token') });
    await call(router.edit, { id, allowed: [], approvers: [], streams: true, token: TELEGRAM_TOKEN }, it.context);
    await expect.poll(() => state.value[0]?.state).toBe('on');
    await call(router.stop, { id }, it.context);
    await call(router.edit, { id, allowed: [], approvers: [], streams: true, token: '1:wrong' }, it.context);
    expect(state.value[0]).toMatchObject({ state: 'off', isOn: false });
  });

  test('what is not there is said', async () => {
    await using it = await box();
    await using channels = it.open();
    await expect(call(channels.router.start, { id: 'gone' }, it.context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const feishu = { ...it.settings, kind: 'feishu' as const, appId: 'mine', workspace: WORKSPACE, token: 'x' };
    await expect(call(channels.router.add, feishu, it.context)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

test('a token that no keychain took is said to last for the run, until one takes it', async () => {
  await using it = await box();
  await using channels = it.open();
  await channels.start();
  const { id } = await call(
    channels.router.add,
    { ...it.settings, workspace: WORKSPACE, token: TELEGRAM_TOKEN },
    it.context,
  );
  expect(channels.state.value[0]).not.toHaveProperty('isTokenForRun');
  it.keychain.isGone = true;
  const { kind: _, ...settings } = it.settings;
  await call(channels.router.edit, { ...settings, id, token: 'another-token' }, it.context);
  expect(channels.state.value[0]).toMatchObject({ isTokenForRun: true });
  it.forRun.set([]);
  expect(channels.state.value[0]).not.toHaveProperty('isTokenForRun');
});

test('one that was on starts once its token can be read, as when the key file is unlocked', async () => {
  await using it = await box();
  const added = { ...it.settings, workspace: WORKSPACE, token: TELEGRAM_TOKEN };
  const first = it.open();
  await first.start();
  const { id } = await call(first.router.add, added, it.context);
  await call(first.router.start, { id }, it.context);
  await first[Symbol.asyncDispose]();
  it.keychain.isUnreadable = true;
  await using again = it.open();
  await again.start();
  const problem = 'The channel cannot start: its token cannot be read: the key file is locked';
  await expect.poll(() => again.state.value[0]).toMatchObject({ state: 'failed', problem });
  it.keychain.isUnreadable = false;
  it.forRun.set([]);
  await expect.poll(() => again.state.value[0]?.state).toBe('on');
});

test('one that was turned off meanwhile does not start when its token can be read', async () => {
  await using it = await box();
  await using channels = it.open();
  await channels.start();
  const added = { ...it.settings, workspace: WORKSPACE, token: TELEGRAM_TOKEN };
  const { id } = await call(channels.router.add, added, it.context);
  it.keychain.isUnreadable = true;
  await call(channels.router.start, { id }, it.context);
  expect(channels.state.value[0]?.state).toBe('failed');
  await call(channels.router.stop, { id }, it.context);
  it.keychain.isUnreadable = false;
  it.forRun.set([]);
  await call(channels.router.edit, { id, allowed: [], approvers: [], streams: true }, it.context);
  expect([channels.state.value[0]?.state, channels.background()]).toEqual(['off', []]);
});
