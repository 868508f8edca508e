import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import type { App } from '#app/create-app';
import type { Config } from '#app/start/config';
import { becomeHost, becomeHostOrJoin } from '#app/start/host-lock';
import { JoinedConsoles } from '#app/start/joined-consoles';
import type { Api, SessionSummary } from '#contract';
import { os } from '#core/servers/procedures';
import { joinedConsole } from '../../../src-main/cli/joined-console.ts';
import { phiHome } from '../../support/phi-app.ts';
import { phiSession } from '../../support/phi-session.ts';

type Home = Awaited<ReturnType<typeof phiHome>>;

/** An app that is the host of its data folder, as the desktop window is. */
async function hostIn(home: Home, sessions = (app: App) => app.router.sessions) {
  const lock = await becomeHost(home.dataFolder);
  if (lock.kind !== 'first') throw new Error('Somebody else holds it');
  const app: App = await home.open();
  const router = { ...app.router, sessions: sessions(app) };
  const joined = new JoinedConsoles({ router, reportBug: app.reportBug, log: app.log });
  lock.onJoin(joined.accept);
  return {
    joined,
    [Symbol.asyncDispose]: async () => {
      await joined[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await lock[Symbol.asyncDispose]();
    },
  };
}

async function joinIn(home: Home, asked: Pick<Config, 'workspace' | 'profiles'>) {
  const start = await becomeHostOrJoin(home.dataFolder);
  if (start.kind !== 'joined') throw new Error('Nobody is there to join');
  return await joinedConsole(asked as Config, start);
}

async function sessionsOf(api: Api): Promise<readonly SessionSummary[]> {
  for await (const sessions of await api.sessions.changed()) return sessions;
  throw new Error('The list ended');
}

/** The sessions of a version that knew one workspace. */
function olderSessions({ router, reportBug }: App): App['router']['sessions'] {
  const { sessions } = createRouterClient(router, { context: { reportBug } });
  const create = os.sessions.create.handler(async () => {
    const { workspace: _, ...summary } = await sessions.create({});
    return summary;
  });
  return { ...router.sessions, create };
}

describe('a console beside a host that runs', () => {
  test('gives an earlier session the profiles that were asked for, or leaves it those that it has', async () => {
    await using home = await phiHome();
    await using _ = await hostIn(home);
    await using first = await joinIn(home, { workspace: undefined, profiles: [] });
    const { api } = first;
    const session = await api.sessions.create({});
    const modes = async () => {
      for await (const state of await api.console.changed({ session: session.id })) return state.modes;
      return [];
    };
    for (const profile of await modes()) await api.console.removeMode({ session: session.id, profile });
    await api.console.addMode({ session: session.id, profile: 'B' });
    await using wrong = await joinIn(home, { workspace: undefined, profiles: ['A', 'nobody'] });
    await expect(wrong.prepare?.(session)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await modes()).toEqual(['B']);
    await using right = await joinIn(home, { workspace: undefined, profiles: ['A'] });
    await right.prepare?.(session);
    expect(await modes()).toEqual(['A']);
  });

  test('works in its own folder and modes on the host’s engine, and leaves it running', async () => {
    await using home = await phiHome({ replies: [{ text: 'Here I am.' }] });
    const folder = join(await realpath(home.workspace), "it's here");
    await mkdir(folder);
    await using host = await hostIn(home);
    {
      await using console = await joinIn(home, { workspace: folder, profiles: ['B', 'A'] });
      expect(console.greeting).toContain(`process ${process.pid}`);
      const { api, workspace, prepare } = console;
      await using session = phiSession({ api, workspace, ...(prepare && { prepare }) });
      await session.shows("it's here $");
      session.type('echo "$((6 * 7)) of them"\n');
      await session.shows(/\n42 of them\s+it's here \$/);
      session.key('Tab');
      await session.shows('B >>>');
      session.type('Who are you?\n');
      await session.shows('Here I am.');
      expect(host.joined.count).toBe(1);
      expect(home.model.completions.at(-1)?.body).toMatchObject({ model: 'model-b' });
      const [listed] = await sessionsOf(api);
      expect(listed?.workspace).toBe(folder);
    }
    await host.joined.empty();
    await using next = await joinIn(home, { workspace: undefined, profiles: [] });
    expect(await sessionsOf(next.api)).toHaveLength(1);
  });

  test('beside a host of an earlier version it starts in its folder, and says what is not of it', async () => {
    await using home = await phiHome();
    const folder = join(await realpath(home.workspace), 'other');
    await mkdir(folder);
    await using host = await hostIn(home, olderSessions);
    await using console = await joinIn(home, { workspace: folder, profiles: [] });
    const { api, workspace, prepare } = console;
    await using session = phiSession({ api, workspace, ...(prepare && { prepare }) });
    await session.shows('is an earlier version');
    await session.shows('other $');
    expect(host.joined.count).toBe(1);
  });

  test('is refused with the reason where its folder is gone', async () => {
    await using home = await phiHome();
    await using _host = await hostIn(home);
    const folder = join(home.home, 'gone');
    await using console = await joinIn(home, { workspace: folder, profiles: [] });
    await using session = phiSession({ api: console.api, workspace: folder });
    await session.shows(`The folder ${folder} is gone`);
  });

  test('is told when the host ends', async () => {
    await using home = await phiHome();
    const host = await hostIn(home);
    await using console = await joinIn(home, { workspace: undefined, profiles: [] });
    const ended = new Promise<void>((resolve) => void console.onEnded?.(() => resolve()));
    await host[Symbol.asyncDispose]();
    await ended;
  });

  test('does not start where nobody can answer, for the reason a first console gives', async () => {
    await using home = await phiHome({ global: '' });
    await using host = await hostIn(home);
    await expect(joinIn(home, { workspace: undefined, profiles: [] })).rejects.toThrow(/\.phishell\.yaml/);
    await host.joined.empty();
  });
});
