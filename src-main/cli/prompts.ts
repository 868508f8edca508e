import { existsSync } from 'node:fs';
import type { Api, RestState } from '#contract';
import { messageOf } from '#core/app-error';
import type { AdapterHost } from './adapter.ts';

interface Output {
  write(text: string): unknown;
}

export interface PromptsCommand {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Its `config.yaml`; absolute. */
  readonly file: string;
  /** The file was named, and must be there. */
  readonly isGiven: boolean;
  /** @throws what makes the start impossible; its message is told */
  readonly open: () => Promise<AdapterHost>;
}

/** `sigma prompts`: the exit code; 1 when the configuration or the port cannot be used, or the host ended. */
export async function promptsCommand(command: PromptsCommand): Promise<number> {
  const { stderr, file, isGiven, open } = command;
  if (isGiven && !existsSync(file)) {
    stderr.write(`There is no configuration file ${file}\n`);
    return 1;
  }
  const leave = new AbortController();
  let isInsisting = false;
  const onSignal = () => {
    // The second one waits for nothing.
    if (isInsisting) process.exit(130);
    isInsisting = true;
    leave.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  try {
    await using host = await open();
    const { wasOn = false } = await host.api.prompts.startRest({ config: file, mayBeOn: true });
    try {
      return await serve(host, { ...command, leave, wasOn });
    } finally {
      // It stays whoever's it is that started it.
      if (!wasOn) await host.api.prompts.stopRest().catch(() => {});
    }
  } catch (error) {
    stderr.write(`${failureText(error, file)}\n`);
    return 1;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, onSignal);
  }
}

interface Serving extends PromptsCommand {
  readonly leave: AbortController;
  readonly wasOn: boolean;
}

async function serve({ api, joined, onEnded }: AdapterHost, serving: Serving): Promise<number> {
  const { stdout, stderr, leave, wasOn } = serving;
  const state: { hasEnded: boolean } = { hasEnded: false };
  onEnded?.(() => {
    state.hasEnded = true;
    leave.abort();
  });
  const logging = untilLeft(leave, async () => {
    for await (const lines of await api.prompts.restLog(undefined, { signal: leave.signal })) stdout.write(lines);
  });
  let isTold = false;
  const watching = untilLeft(leave, async () => {
    for await (const now of await api.prompts.rest(undefined, { signal: leave.signal })) {
      if (!now.isOn) break;
      if (!isTold) stdout.write(await greeting(api, now, { joined, wasOn }));
      isTold = true;
    }
    leave.abort();
  });
  // Whichever breaks ends the other.
  for (const ended of await Promise.allSettled([watching, logging])) {
    if (ended.status === 'rejected' && !state.hasEnded) throw ended.reason;
  }
  if (!state.hasEnded) return 0;
  stderr.write('The Sigma Shell that served the REST API has ended.\n');
  return 1;
}

/** What fails while nobody has left is told, and ends the whole. */
async function untilLeft(leave: AbortController, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (leave.signal.aborted) return;
    leave.abort();
    throw error;
  }
}

interface Greeted {
  readonly joined: number | undefined;
  /** Somebody else started it. */
  readonly wasOn: boolean;
}

async function greeting(api: Api, state: RestState, { joined, wasOn }: Greeted): Promise<string> {
  const { url = '', file = '', store = '', needsToken } = state;
  const lines = [
    `The prompt engine listens at ${url}`,
    `About the API ${url}/docs`,
    existsSync(file) ? `Configuration ${file}` : `Configuration: defaults (there is no ${file})`,
    `Records ${store}`,
  ];
  // Whoever reads this may read the file that it is kept in as well.
  if (needsToken) lines.push(`Other machines present the token ${(await api.prompts.restToken()).token}`);
  if (joined !== undefined) lines.push(`Served by the Sigma Shell that already runs (process ${joined}).`);
  lines.push(wasOn ? 'It was on already: Ctrl+C ends this here, and leaves it on.' : 'Ctrl+C stops it.');
  return `${lines.join('\n')}\n`;
}

interface Detail {
  readonly problems?: readonly { readonly path: string; readonly line?: number; readonly message: string }[];
  readonly advice?: string;
  readonly where?: string;
}

/** Every problem of the file by its key, with its line. */
function failureText(error: unknown, file: string): string {
  const { problems = [], advice, where } = detailOf(error);
  if (problems.length === 0) return [messageOf(error), advice].filter(Boolean).join('\n');
  const lines = problems.map(({ path, line, message }) => {
    const place = line === undefined ? '' : ` (line ${line})`;
    return path === '' ? `  ${message}${place}` : `  ${path}${place}: ${message}`;
  });
  return `The prompt engine's configuration ${where ?? file} cannot be used:\n${lines.join('\n')}`;
}

/** Of an expected failure as it comes over the wire. */
function detailOf(error: unknown): Detail {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  return typeof data === 'object' && data !== null ? (data as Detail) : {};
}
