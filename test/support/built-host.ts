import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import type { Api } from '#contract';
import { apiClient } from '#contract/api-client';

export const ROOT = join(import.meta.dirname, '..', '..');
const READY = /Sigma Shell is ready at (http:\/\/127\.0\.0\.1:(\d+)\/\?code=\S+)/;

export interface BuiltHostOptions {
  readonly dataFolder: string;
  /** The folder that holds `out/`; the checkout unless told. */
  readonly installFolder?: string;
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A program in front of it that becomes it, with its arguments: `strace -D`. */
  readonly under?: readonly string[];
}

export interface ProgramResult {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BuiltHost extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  readonly address: string;
  /** Time between starting the process and its line that it is ready, in milliseconds. */
  readonly startMs: number;
  readonly ended: Promise<ProgramResult>;
  /** Logs in as a browser does and connects. */
  connect(): Promise<ConnectedHost>;
  signal(signal: NodeJS.Signals): Promise<ProgramResult>;
}

export interface ConnectedHost extends Disposable {
  readonly api: Api;
}

function spawnHost(options: BuiltHostOptions): ChildProcess {
  const program = join(options.installFolder ?? ROOT, 'out', 'main', 'web.js');
  const { NODE_OPTIONS: _, VITEST: __, ...environment } = process.env;
  // A home of its own: shells must not wait for somebody's start-up files, nor write to their history.
  const home = join(tmpdir(), 'sigma-test-home');
  mkdirSync(home, { recursive: true });
  const node = [
    ...(options.under ?? []),
    process.execPath,
    ...(options.nodeArgs ?? []),
    program,
    ...(options.args ?? ['--no-open']),
  ];
  return spawn(node[0] ?? '', node.slice(1), {
    env: { ...environment, HOME: home, SIGMA_DATA: options.dataFolder, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function endOf(child: ChildProcess): Promise<ProgramResult> {
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ exitCode: code ?? undefined, ...text }));
  });
}

/** Runs the built host until it ends by itself: for starts that are refused, answer a question, or open another host. */
export function runBuiltHost(options: BuiltHostOptions): Promise<ProgramResult> {
  return endOf(spawnHost(options));
}

/** The built host, once it is ready. */
export async function startBuiltHost(options: BuiltHostOptions): Promise<BuiltHost> {
  const startedAt = performance.now();
  const child = spawnHost(options);
  const ended = endOf(child);
  const [, address = '', port = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: string) => {
      text += chunk;
      const match = READY.exec(text);
      if (match) resolve(match);
    });
    void ended.then((end) => reject(new Error(`The host ended: ${JSON.stringify(end)}`)));
  });
  const startMs = performance.now() - startedAt;
  const signal = (name: NodeJS.Signals) => {
    child.kill(name);
    return ended;
  };
  return {
    pid: child.pid ?? 0,
    port: Number(port),
    address,
    startMs,
    ended,
    connect: () => connect(address),
    signal,
    [Symbol.asyncDispose]: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await signal('SIGTERM');
      clearTimeout(timer);
    },
  };
}

async function connect(address: string): Promise<ConnectedHost> {
  const login = await fetch(address, { redirect: 'manual' });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { origin, host } = new URL(address);
  const socket = new WebSocket(`ws://${host}/rpc`, { headers: { Cookie: cookie, Origin: origin } });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  // ws is the DOM's WebSocket in all that the link uses.
  const websocket = socket as unknown as globalThis.WebSocket;
  return {
    api: apiClient(new RPCLink({ websocket })),
    [Symbol.dispose]: () => socket.terminate(),
  };
}
