import { describe, expect, test, vi } from 'vitest';
import type { KeychainState } from '#contract';
import { Deferred } from '#core/async/deferred';
import { LiveValue } from '#core/async/streams';
import type { KeychainOptions } from '#keychain';
import { memoryEntries, refusing, setUp } from './keychain-workbench.ts';

describe('the system’s keychain', () => {
  test('is used until the person chooses otherwise', async () => {
    const { openEntry, items } = memoryEntries();
    await using it = await setUp({ openEntry });
    expect(await it.keychain.read('p')).toEqual({});
    expect(await it.keychain.write('p', 'secret-key')).toBe('kept');
    expect(items).toEqual(new Map([['p', 'secret-key']]));
    expect(await it.keychain.read('p')).toEqual({ secret: 'secret-key' });
    expect(it.state()).toEqual({ store: 'system', file: 'none' });
    await it.keychain.remove('p');
    expect(await it.keychain.read('p')).toEqual({});
    expect(it.redactor.text('a secret-key b')).toBe('a [secret removed] b');
  });

  test('that does not answer is said to be so; what was to be kept lasts for this run', async () => {
    await using it = await setUp();
    const problem = 'the system keychain cannot be used: unlock prompt was dismissed';
    expect(await it.keychain.read('p')).toEqual({ problem });
    expect(it.state().systemProblem).toBe('The system keychain cannot be used: unlock prompt was dismissed');
    expect(await it.keychain.write('p', 'secret-key')).toBe('session');
    expect(await it.keychain.read('p')).toEqual({ secret: 'secret-key' });
    await using again = await setUp({ folder: it.folder });
    expect(await again.keychain.read('p')).toEqual({ problem });
    expect(it.logged.join()).not.toContain('secret-key');
  });

  test('that never answers is waited for no longer than the limit, and holds nobody up for more', async () => {
    let calls = 0;
    const openEntry: NonNullable<KeychainOptions['openEntry']> = async () => {
      calls++;
      const forever = () => new Promise<never>(() => {});
      return { getPassword: forever, setPassword: forever, deleteCredential: forever };
    };
    await using it = await setUp({ openEntry, timeoutMs: 50 });
    const started = performance.now();
    const answers = await Promise.all(['a', 'b', 'c'].map((account) => it.keychain.read(account)));
    expect(answers.map(({ problem }) => problem)).toEqual(
      Array(3).fill(expect.stringContaining('did not answer within 0.05 s; it may wait to be unlocked')),
    );
    expect(performance.now() - started).toBeLessThan(1500);
    // One thread waits, not one for every question.
    expect(calls).toBe(1);
  });

  test('that was unlocked late is used again', async () => {
    const { items } = memoryEntries(new Map([['p', 'secret-key']]));
    const gate: { open: () => void } = { open: () => {} };
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    const openEntry: NonNullable<KeychainOptions['openEntry']> = async (_, account) => ({
      getPassword: async () => {
        await opened;
        return items.get(account) ?? null;
      },
      setPassword: async () => {},
      deleteCredential: async () => false,
    });
    await using it = await setUp({ openEntry, timeoutMs: 50 });
    expect(await it.keychain.read('p')).toHaveProperty('problem');
    gate.open();
    expect(await it.keychain.read('p')).toEqual({ secret: 'secret-key' });
    expect(it.state().systemProblem).toBeUndefined();
  });

  test('is looked at once somebody wants to know, and asked for no item of the person’s', async () => {
    const asked: string[] = [];
    const openEntry: NonNullable<KeychainOptions['openEntry']> = async (_, account) => {
      asked.push(account);
      return refusing();
    };
    await using it = await setUp({ openEntry });
    expect(asked).toEqual([]);
    for await (const state of await it.client.changed()) if (state.systemProblem !== undefined) break;
    expect(asked).toEqual(['sigma-shell-probe']);
  });

  test('that refuses to remove a secret leaves the one of this run, too', async () => {
    await using it = await setUp();
    expect(await it.keychain.write('p', 'secret-key')).toBe('session');
    await expect(it.keychain.remove('p')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await it.keychain.read('p')).toEqual({ secret: 'secret-key' });
  });

  test.each([
    "Couldn't access platform storage: No DBus session or Secret Service provider found",
    'Platform failure: DBus error: Failed to connect to socket /run/user/1000/bus: No such file or directory',
    'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time',
    'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files',
  ])('that is not there has nothing to remove: %s', async (message) => {
    const openEntry = () => Promise.reject(new Error(message));
    await using it = await setUp({ openEntry });
    expect(await it.keychain.write('p', 'secret-key')).toBe('session');
    expect(await it.keychain.remove('p')).toBe('unreachable');
    expect(await it.keychain.read('p')).toMatchObject({ problem: expect.stringContaining(message.slice(-12)) });
  });

  test('cannot be chosen while it does not answer', async () => {
    await using it = await setUp({ chosen: 'session' });
    await expect(it.client.choose({ store: 'system' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(it.choice()).toBe('session');
    expect(it.state().store).toBe('session');
  });
});

test('for this session alone nothing is written down', async () => {
  await using it = await setUp();
  await it.client.choose({ store: 'session' });
  expect(await it.keychain.write('p', 'secret-key')).toBe('session');
  expect(await it.keychain.read('p')).toEqual({ secret: 'secret-key' });
  expect(it.state().store).toBe('session');
  await using again = await setUp({ folder: it.folder, chosen: 'session' });
  expect(await again.keychain.read('p')).toEqual({});
});

test('what was typed while nothing answered goes to the system’s keychain once that is chosen', async () => {
  const { openEntry, items } = memoryEntries();
  await using it = await setUp({ openEntry, chosen: 'session' });
  await it.keychain.write('p', 'secret-key');
  expect([it.state().forRun, it.keychain.isForRun('p')]).toEqual([1, true]);
  await it.client.choose({ store: 'system' });
  expect(items.get('p')).toBe('secret-key');
  expect([it.state().forRun, it.keychain.isForRun('p')]).toEqual([undefined, false]);
});

test('every change of state is told once', async () => {
  await using it = await setUp();
  const told: KeychainState[] = [];
  it.keychain.state.onChanged((state) => told.push(state));
  await it.keychain.read('p');
  await it.keychain.read('p');
  await it.keychain.read('q');
  expect(told).toHaveLength(1);
});

test('a store that is written into the settings is used at once, and what this run holds goes there', async () => {
  const { items, openEntry } = memoryEntries();
  const chosen = new LiveValue<'system' | 'session'>('session');
  const choice = { current: () => chosen.value, choose: async () => {}, onChanged: chosen.onChanged };
  await using it = await setUp({ openEntry, choice });
  expect(await it.keychain.write('p', 'secret-key')).toBe('session');
  expect(items.size).toBe(0);
  chosen.set('system');
  await vi.waitFor(() => expect(items.get('p')).toBe('secret-key'));
  expect(it.state().store).toBe('system');
  chosen.set('session');
  await vi.waitFor(() => expect(it.state().store).toBe('session'));
  expect(await it.keychain.read('p')).toEqual({});
});

test('a key that is removed while those of this run are moved into a store does not come back', async () => {
  const { openEntry, items } = memoryEntries();
  const [writing, go] = [new Deferred<void>(), new Deferred<void>()];
  const slow: NonNullable<KeychainOptions['openEntry']> = async (service, account) => {
    const entry = await openEntry(service, account);
    const setPassword = async (secret: string) => {
      writing.resolve();
      await go.promise;
      await entry.setPassword(secret);
    };
    return { ...entry, setPassword };
  };
  await using it = await setUp({ openEntry: slow, chosen: 'session' });
  for (const account of ['a', 'b', 'c']) expect(await it.keychain.write(account, `key-of-${account}`)).toBe('session');
  const chosen = it.client.choose({ store: 'system' });
  await writing.promise;
  const removed = Promise.all(['a', 'b'].map((account) => it.keychain.remove(account)));
  go.resolve();
  await Promise.all([chosen, removed]);
  expect(items).toEqual(new Map([['c', 'key-of-c']]));
});
