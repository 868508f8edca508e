import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';

export const ROOT = join(__dirname, '..', '..');
const READY = /Sigma Shell is ready at (http:\/\/127\.0\.0\.1:(\d+)\/\?code=\S+)/;
const START_TIMEOUT_MS = 20_000;
const END_TIMEOUT_MS = 10_000;

export interface HostOptions {
  /** Data folder to keep, so that a host can be started on it again; otherwise a fresh one, removed afterwards. */
  readonly dataFolder?: string;
  readonly workspace?: string;
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Opens its window itself, in the first browser on the PATH. */
  readonly opensWindow?: boolean;
}

/** The built web host on a data folder of its own. */
export interface Host extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  readonly origin: string;
  readonly dataFolder: string;
  /** The one-time address it printed when it started. */
  readonly address: string;
  /** A fresh one-time address, asked for as a second start does, in the same folder or another. */
  newAddress(start?: Pick<HostOptions, 'workspace'>): Promise<string>;
  /** SIGTERM; resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | undefined>;
}

export async function startHost(options: HostOptions = {}): Promise<Host> {
  const dataFolder = options.dataFolder ?? (await realpath(await mkdtemp(join(tmpdir(), 'sigma-e2e-'))));
  const child = run(dataFolder, options);
  const [, address = '', port = ''] = await waitForPrinted(child, READY);
  const exited = new Promise<number | undefined>((resolve) => {
    child.once('exit', (code) => resolve(code ?? undefined));
  });
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
    const code = await exited;
    clearTimeout(timer);
    return code;
  };
  return {
    pid: child.pid ?? 0,
    port: Number(port),
    origin: `http://127.0.0.1:${port}`,
    dataFolder,
    address,
    newAddress: async (start = {}) =>
      (await waitForPrinted(run(dataFolder, { ...options, ...start, opensWindow: false }), READY))[1] ?? '',
    end,
    [Symbol.asyncDispose]: async () => {
      await end();
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function run(
  dataFolder: string,
  { workspace, port = 0, environment = {}, opensWindow = false }: HostOptions,
): ChildProcess {
  const folder = workspace === undefined ? [] : ['-dir', workspace];
  // A home of its own: shells must not wait for somebody's start-up files, nor write to their history.
  const home = join(dataFolder, 'home');
  mkdirSync(home, { recursive: true });
  const args = [...(opensWindow ? [] : ['--no-open']), '--port', String(port), ...folder];
  return spawn(process.execPath, [join(ROOT, 'out/main/web.js'), ...args], {
    env: { ...process.env, HOME: home, SIGMA_DATA: dataFolder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function waitForPrinted(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`The host did not start in time:\n${text}`)), START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const match = pattern.exec(text);
      if (!match) return;
      clearTimeout(timer);
      resolve(match);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The host ended with exit code ${code}:\n${text}`)));
  });
}

/** Goes to the host and waits until the page is there. */
export async function openApp(page: Page, { address }: Host): Promise<void> {
  await page.goto(address);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

interface Fixtures {
  readonly hostOptions: HostOptions;
  /** A host of this test alone. */
  readonly host: Host;
  /** A page that is logged in to it. */
  readonly app: Page;
}

/** Playwright's test with a host and a page on it. */
export const test = base.extend<Fixtures>({
  hostOptions: [{}, { option: true }],
  host: async ({ hostOptions }, use) => {
    await using host = await startHost(hostOptions);
    await use(host);
  },
  app: async ({ host, page }, use) => {
    await openApp(page, host);
    await use(page);
  },
});

export { expect } from '@playwright/test';
