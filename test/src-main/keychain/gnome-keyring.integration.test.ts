import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NEEDED = ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'];
const missing = NEEDED.filter((program) => spawnSync('which', [program]).status !== 0);
const why = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} not installed)`;

const STEPS = join(import.meta.dirname, '..', '..', 'fixtures', 'keychain', 'keychain-steps.ts');

/** Starts the daemon as a log-in does, with its password, or as it is before: locked. */
const UNLOCKED = 'printf pw | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1';
const LOCKED = 'gnome-keyring-daemon --start --components=secrets </dev/null >/dev/null 2>&1';
const READY = `for _ in $(seq 100); do dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true && break; sleep 0.05; done`;

interface Step {
  readonly result: unknown;
  readonly durationMs: number;
  readonly systemProblem?: string;
}

/** Runs steps on the keychain in a separate process; `script` runs in a new D-Bus session before it. */
async function steps(home: string, script: string | undefined, list: readonly string[]): Promise<Step[]> {
  const program = `"${process.execPath}" --import tsx "${STEPS}" ${list.map((step) => `'${step}'`).join(' ')}`;
  const [file = '', ...args] =
    script === undefined
      ? ['bash', '-c', program]
      : ['dbus-run-session', '--', 'bash', '-c', `${script}\n${READY}\n${program}`];
  const environment = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8' };
  const child = spawn(file, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'], cwd: process.cwd() });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const line = stdout.split('\n').find((one) => one.startsWith('STEPS '));
  if (line === undefined) throw new Error(`The steps said nothing: ${stdout}${stderr}`);
  return JSON.parse(line.slice('STEPS '.length));
}

describe.skipIf(missing.length > 0)(`a real gnome-keyring under dbus-run-session${why}`, () => {
  test('keeps a key that a second start, and other programs, find; a locked one says so and keeps nothing', async () => {
    await using home = await temporaryFolder();
    const kept = await steps(home.path, UNLOCKED, ['read openai', 'write openai sk-first-0001', 'read openai']);
    expect(kept.map(({ result }) => result)).toEqual([{}, 'kept', { secret: 'sk-first-0001' }]);

    const lookup = 'echo "OTHER $(secret-tool lookup service phishell username openai)" >&2; ';
    const store = 'printf sk-of-another | secret-tool store --label=x service phishell username foreign';
    const again = await steps(home.path, `${UNLOCKED}\n${READY}\n${lookup}${store}`, [
      'read openai',
      'read foreign',
      'write openai sk-second-02',
      'read openai',
      'remove foreign',
      'read foreign',
    ]);
    expect(again.map(({ result }) => result)).toEqual([
      { secret: 'sk-first-0001' },
      { secret: 'sk-of-another' },
      'kept',
      { secret: 'sk-second-02' },
      'removed',
      {},
    ]);

    const locked = await steps(home.path, LOCKED, ['read openai', 'write openai sk-third-003', 'read absent']);
    expect(locked[0]?.result).toEqual({
      problem: expect.stringMatching(/^the system keychain cannot be used: .*(unlock|prompt)/),
    });
    expect(locked[1]?.result).toBe('session');
    expect(locked[0]?.systemProblem).toMatch(/^The system keychain cannot be used/);

    const after = await steps(home.path, UNLOCKED, ['read openai']);
    expect(after[0]).toMatchObject({ result: { secret: 'sk-second-02' } });
    expect(after[0]).not.toHaveProperty('systemProblem');
  });
});

test('without D-Bus the keychain says that it cannot be used, at once, does not claim that there is no key, and lets one be removed', async () => {
  await using home = await temporaryFolder();
  expect(existsSync(STEPS)).toBe(true);
  const [read, write, again, remove, last] = await steps(home.path, undefined, [
    'read openai',
    'write openai sk-first-0001',
    'read openai',
    'remove openai',
    'read openai',
  ]);
  expect(read?.result).toEqual({ problem: expect.stringMatching(/^the system keychain cannot be used: \S/) });
  expect(read?.durationMs).toBeLessThan(5000);
  expect(write?.result).toBe('session');
  expect(again?.result).toEqual({ secret: 'sk-first-0001' });
  expect([remove?.result, last?.result]).toEqual(['unreachable', read?.result]);
});
