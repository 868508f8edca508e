import { existsSync } from 'node:fs';
import type { Api, RestState } from '#contract';
import { messageOf } from '#core/app-error';
import { printableText } from './printable-text.ts';
import { type ServingHost, serveUntilLeft } from './service-command.ts';

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
  readonly open: () => Promise<ServingHost>;
}

/** `sigma prompts`: the exit code; 1 when the configuration or the port cannot be used, or the host ended. */
export async function promptsCommand(command: PromptsCommand): Promise<number> {
  const { stderr, file, isGiven, open } = command;
  if (isGiven && !existsSync(file)) {
    stderr.write(`There is no configuration file ${file}\n`);
    return 1;
  }
  let reload = () => {};
  const start = async (leave: AbortController) => {
    await using host = await open();
    reload = () => {
      host.api.prompts
        .reloadRest()
        .catch((error: unknown) => stderr.write(`The store was not read again: ${messageOf(error)}\n`));
    };
    const { wasOn = false } = await host.api.prompts.startRest({ config: file, mayBeOn: true });
    try {
      return await servePrompts(host, { ...command, leave, wasOn });
    } finally {
      // It stays whoever's it is that started it.
      if (!wasOn) await host.api.prompts.stopRest().catch(() => {});
    }
  };
  return serveUntilLeft({
    stderr,
    configuration: "The prompt engine's configuration",
    file,
    serve: start,
    onHangup: () => reload(),
  });
}

interface ServeOptions extends PromptsCommand {
  readonly leave: AbortController;
  readonly wasOn: boolean;
}

async function servePrompts({ api, joined, onEnded }: ServingHost, serving: ServeOptions): Promise<number> {
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

/** Runs the work; a failure before leaving is reported, and ends everything. */
async function untilLeft(leave: AbortController, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (leave.signal.aborted) return;
    leave.abort();
    throw error;
  }
}

interface GreetingOptions {
  readonly joined: number | undefined;
  /** Whether somebody else started it. */
  readonly wasOn: boolean;
}

async function greeting(api: Api, state: RestState, { joined, wasOn }: GreetingOptions): Promise<string> {
  const { url = '', file = '', store = '', isWatched = false, needsToken } = state;
  const lines = [
    `The prompt engine listens at ${url}`,
    `About the API ${url}/docs`,
    existsSync(file) ? `Configuration ${file}` : `Configuration: defaults (there is no ${file})`,
    `Records ${store}`,
    `Changes of records are seen ${isWatched ? 'at once' : 'within 5 seconds; POST /api/reload or SIGHUP reads them at once'}`,
    ...problemLines(state),
  ];
  // Whoever reads this may read the file that it is kept in as well.
  if (needsToken) lines.push(`Other machines present the token ${(await api.prompts.restToken()).token}`);
  if (joined !== undefined) lines.push(`Served by the Sigma Shell that already runs (process ${joined}).`);
  lines.push(wasOn ? 'It was on already: Ctrl+C ends this here, and leaves it on.' : 'Ctrl+C stops it.');
  return `${lines.join('\n')}\n`;
}

/** Lists the problems of the store's records: they are left out, or not used as intended. */
function problemLines({ problemCount = 0, problems = [] }: RestState): readonly string[] {
  if (problemCount === 0) return [];
  const lines = problems.map(({ key, message }) => `  ${printableText(key)}: ${printableText(message)}`);
  const more = problemCount - lines.length;
  return [
    problemCount === 1 ? 'One record has a problem:' : `${problemCount} records have problems:`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more; GET /api/problems lists all`] : []),
  ];
}
