import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { StartError } from '#app/start/start-error';
import { localClient } from '#core/servers/local-client';
import { phiHome } from '../../support/phi-app.ts';

test('a profile that is not there ends the start, naming those that are', async () => {
  await using home = await phiHome();
  const refused = home.open({ args: ['-profile', 'B', '-profile', 'nosuch'] });
  await expect(refused).rejects.toThrow(new StartError('There is no profile "nosuch"; known are A, B'));
  // Nothing of it is left: the next start is as any other.
  await using app = await home.open({ args: ['-profile', 'B'] });
  expect(app.startProblem()).toBeUndefined();
  expect(await readdir(home.dataFolder)).toContain('ledger');
});

test('whatever else is wrong with profiles is for Settings to say', async () => {
  await using home = await phiHome({ global: 'profiles: [' });
  await using app = await home.open();
  expect(app.startProblem()?.kind).toBe('broken');
});

test('a new session begins in the mode of the settings, says so in the list, and the rules say it of new ones', async () => {
  await using home = await phiHome({ settings: 'approvals:\n  mode: read-only\n' });
  await using app = await home.open();
  const api = localClient(app);
  const session = await api.sessions.create({});
  expect(session.permission).toBe('read-only');
  expect(await api.rules.mode({ session: session.id })).toBe('read-only');
  await api.rules.setMode({ session: session.id, mode: 'edits' });
  for await (const [first] of await api.sessions.changed()) {
    expect(first?.permission).toBe('edits');
    break;
  }
  for await (const state of await api.rules.changed()) {
    expect(state).toMatchObject({ mode: 'read-only', problems: [] });
    break;
  }
});
