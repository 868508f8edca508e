import { expect, test } from 'vitest';
import type { ServedClient } from '../../../../src-main/shell-adapter/server/client.ts';
import type { CommandsOptions } from '../../../../src-main/shell-adapter/server/commands-options.ts';
import { Commands } from '../../../../src-main/shell-adapter/server/run-command.ts';

const RESULT = { stdout: 'hi', stderr: '', exit_code: 0, cwd: '/w', isClosed: true };

const done = async () => {};
const record = { id: 'r', isBegun: false, called: done, settled: done, ran: done, returned: done, effect: done };
const client = { id: 'c', title: 'A client', record, emit: () => {} } as unknown as ServedClient;

/** Commands whose shells cannot be ended; one runs at a time. */
function commands(onError: (...told: unknown[]) => void): Commands {
  const ignore = () => {};
  const options = {
    shells: {
      foresee: ignore,
      execute: async () => ({ ...RESULT, ended: Promise.reject(new Error('it is stuck')) }),
    },
    confirmations: { pass: async () => ({ runs: 'outside' }) },
    log: { info: ignore, debug: ignore, warning: ignore, error: onError },
    start: '/w',
    workspace: '/w',
    base: {},
    maxIsolated: 1,
    onChanged: ignore,
    watch: {
      begin: async () => ({
        look: async () => ({ changes: [], notWatched: [], alongside: [] }),
        finish: async () => [],
        [Symbol.asyncDispose]: done,
      }),
    },
    limits: { next: async () => ({}), begin: async () => ({ current: {}, [Symbol.dispose]: ignore }) },
  };
  return new Commands(options as unknown as CommandsOptions);
}

test('a shell that cannot be ended is told to the log, and its place is free', async () => {
  const told: unknown[] = [];
  const running = commands((...words) => told.push(words));
  const request = { command: 'echo hi', shell: undefined, signal: new AbortController().signal };
  expect(await running.run(client, request)).toMatchObject({ stdout: 'hi' });
  expect(await running.run(client, request)).toMatchObject({ stdout: 'hi' });
  await expect.poll(() => told).toHaveLength(2);
  expect(told[0]).toEqual(['The shell of a command could not be ended', expect.any(Error)]);
});
