import { expect, test } from 'vitest';
import type { Api, AppStatus } from '#contract';
import { Emitter } from '#core/async/emitter';
import { type RunningHost, statusCommand, stopCommand } from '../../../src-main/cli/host-status.ts';

const STATUS: AppStatus = {
  pid: 7,
  startedAt: 0,
  version: '1.0.0',
  target: 'console',
  workspaces: [],
  services: [],
  running: [],
  next: [],
  waiting: [],
};

/** A command with what it prints, and hosts that are there one after the other. */
function commandFor(...hosts: readonly RunningHost[]) {
  const said = { stdout: '', stderr: '' };
  const left = [...hosts];
  const printer = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text;
    },
  });
  const command = { stdout: printer('stdout'), stderr: printer('stderr'), dataFolder: '/data' };
  return { said, command: { ...command, join: async () => left.shift(), isJson: true, patienceMs: 5000 } };
}

/** A host that answers with `answer`, which may have it hang up. */
function host(answer: (hangUp: () => void) => Promise<unknown>): RunningHost {
  const ended = new Emitter<void>();
  const ask = () => answer(() => ended.emit());
  const api = { app: { status: ask, quit: ask } } as unknown as Api;
  return { api, joined: STATUS.pid, onEnded: ended.subscribe, [Symbol.asyncDispose]: async () => {} };
}

const never = () => new Promise<never>(() => {});
/** Its connection is closed under a request, which is never answered. */
const hangingUp = host(async (hangUp) => {
  setImmediate(hangUp);
  return await never();
});
/** Its connection is closed under a request, which fails. */
const failing = host(async (hangUp) => {
  setImmediate(hangUp);
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error('The connection was closed');
});

test.each([
  ['answers nothing more', hangingUp],
  ['fails the request', failing],
])('status of a host that ends meanwhile, and %s, is that of the next one, or none', async (_, ending) => {
  const replaced = commandFor(
    ending,
    host(async () => STATUS),
  );
  expect(await statusCommand(replaced.command)).toBe(0);
  expect(JSON.parse(replaced.said.stdout)).toEqual(STATUS);
  const alone = commandFor(ending);
  expect(await statusCommand(alone.command)).toBe(1);
  expect(alone.said).toEqual({ stdout: '', stderr: 'No Sigma Shell runs on /data.\n' });
});

test('status of a host that hangs up each time is not asked for without end', async () => {
  const { command, said } = commandFor(...Array.from({ length: 50 }, () => hangingUp));
  expect(await statusCommand(command)).toBe(1);
  expect(said).toEqual({ stdout: '', stderr: 'Sigma Shell on /data hangs up before it answers.\n' });
});

test.each([
  ['answers nothing more', hangingUp],
  ['fails the request', failing],
  ['answers', host(async () => {})],
])('stop waits for the end of a host that ends, and %s', async (_, ending) => {
  const { command, said } = commandFor(ending);
  let looks = 0;
  const lifeOf = (pid: number) => {
    expect(pid).toBe(STATUS.pid);
    return () => ++looks < 3;
  };
  expect(await stopCommand({ ...command, lifeOf })).toBe(0);
  expect([said, looks]).toEqual([{ stdout: 'Sigma Shell (process 7) has ended.\n', stderr: '' }, 3]);
});

test('times of a host are on the clock of 24 hours', async () => {
  const at = (hours: number) => new Date(2026, 4, 4, hours, 5).getTime();
  const next = [{ task: 'daily', workspace: '/w', at: at(21) }];
  const { command, said } = commandFor(host(async () => ({ ...STATUS, startedAt: at(0), next })));
  expect(await statusCommand({ ...command, isJson: false })).toBe(0);
  expect(said.stdout).toMatch(/since .*\b00:05/);
  expect(said.stdout).toMatch(/\b21:05.* daily in \/w/);
  expect(said.stdout).not.toMatch(/\b[AP]M\b/);
});

test('what else a host says against a request is told', async () => {
  const refusing = host(async () => {
    throw new Error('Not now');
  });
  const { command, said } = commandFor(refusing);
  expect(await statusCommand(command)).toBe(1);
  expect(said.stderr).toBe('Not now\n');
});
