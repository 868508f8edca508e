import { resolve } from 'node:path';
import type { AdapterState, Api } from '#contract';
import { runQuestions } from '#tty';
import { type ServingHost, serveUntilLeft } from './service-command.ts';
import { isTerminal, terminalIo } from './terminal-io.ts';

export interface AdapterCommand {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: { write(text: string): unknown };
  /** Its configuration; the app's own without one. */
  readonly file: string | undefined;
  /** @throws what makes the start impossible; its message is told */
  readonly open: () => Promise<ServingHost>;
}

/** `sigma adapter`: the exit code; 1 when the configuration or the port cannot be used, or the host ended. */
export function adapterCommand(command: AdapterCommand): Promise<number> {
  const { stderr, file, open } = command;
  const start = async (leave: AbortController) => {
    await using host = await open();
    const given = file === undefined ? {} : { file: resolve(file) };
    const { wasOn = false } = await host.api.adapter.start({ ...given, mayBeOn: true });
    try {
      return await serveAdapter(host, { ...command, leave, wasOn });
    } finally {
      // It stays whoever's it is that started it.
      if (!wasOn) await host.api.adapter.stop().catch(() => {});
    }
  };
  return serveUntilLeft({ stderr, configuration: "The Shell Adapter's configuration", file, serve: start });
}

async function serveAdapter(
  { api, joined, onEnded }: ServingHost,
  {
    stdin,
    stdout,
    stderr,
    leave,
    wasOn,
  }: AdapterCommand & { readonly leave: AbortController; readonly wasOn: boolean },
): Promise<number> {
  const stop = () => leave.abort();
  let hasEnded = false;
  onEnded?.(() => {
    hasEnded = true;
    stop();
  });
  const canAsk = joined === undefined && isTerminal(stdin) && isTerminal(stdout);
  const watching = watchAdapter(api, {
    signal: leave.signal,
    stop,
    onStart: (state) => announceAdapter(state, { stdout, stderr, joined, canAsk, wasOn }),
  });
  if (canAsk) {
    using io = terminalIo(stdin, stdout);
    await Promise.all([watching, runQuestions({ api, io, onLeave: stop, signal: leave.signal })]);
  } else await watching;
  if (!hasEnded) return 0;
  stderr.write('The Sigma Shell that served the Shell Adapter has ended.\n');
  return 1;
}

interface WatchOptions {
  readonly signal: AbortSignal;
  readonly stop: () => void;
  readonly onStart: (state: AdapterState) => void;
}

/** Watches until it is off, or the watch is aborted. */
async function watchAdapter(api: Api, { signal, stop, onStart }: WatchOptions): Promise<void> {
  let isTold = false;
  try {
    for await (const state of await api.adapter.changed(undefined, { signal })) {
      if (!state.isOn) break;
      if (!isTold) onStart(state);
      isTold = true;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  stop();
}

interface AnnounceOptions extends Pick<AdapterCommand, 'stdout' | 'stderr'> {
  readonly joined: number | undefined;
  readonly canAsk: boolean;
  /** Whether somebody else started it. */
  readonly wasOn: boolean;
}

function announceAdapter(state: AdapterState, { stdout, stderr, joined, canAsk, wasOn }: AnnounceOptions): void {
  const { url = '', workspace, file, logFile = '', containment, warnings = [], values, noBox } = state;
  const by = joined === undefined ? '' : `\nServed by the Sigma Shell that already runs (process ${joined}).`;
  stdout.write(
    `The Shell Adapter listens at ${url}\nWorkspace ${workspace}\nConfiguration ${file}\nLog ${logFile}\nProcesses are held together by ${containment?.step ?? ''}.${by}\n${wasOn ? 'It was on already: Ctrl+C ends this here, and leaves it on.' : 'Ctrl+C stops it.'}\n`,
  );
  for (const warning of warnings) stderr.write(`WARNING: ${warning}\n`);
  const isMode = values['adapter.confirmation.mode'] === 'workspace';
  if (isMode && noBox !== undefined)
    stderr.write(`WARNING: No box works here, so the mode "workspace" asks as "risky" does: ${noBox}\n`);
  const isAsking = values['adapter.confirmation.mode'] !== 'off' && values['adapter.confirmation.approver'] === 'user';
  if (!isAsking || canAsk || joined !== undefined) return;
  const seconds = String(values['adapter.confirmation.timeout']);
  stderr.write(
    `WARNING: There is no terminal here to ask in: what needs a yes is refused after ${seconds} s. See adapter.confirmation in the configuration.\n`,
  );
}
