import type { PeakUsage } from '#contract';
import type { CommandPlace, ExecuteResult } from '../shells/model.ts';
import type { ServedClient } from './client.ts';
import { type ClientCommandFacts, type RecordedCommand, raisePeak } from './client-record.ts';
import { LIMITS, refusedIn } from './command-outcome.ts';
import type { CommandsOptions } from './commands-options.ts';
import { inLine } from './log/adapter-log.ts';

export interface CommandRequest {
  readonly command: string;
  readonly shell: string | undefined;
  readonly signal: AbortSignal;
  readonly onOutput?: ((stream: 'stdout' | 'stderr', text: string) => void) | undefined;
}

export type ClientCommandResult = Omit<ClientCommandFacts, 'effects'> & { readonly result: ExecuteResult };

export interface PlacedRequest extends CommandRequest {
  readonly place: CommandPlace;
}

interface ShellExecution extends Pick<CommandsOptions, 'shells' | 'log'> {
  readonly recorded: RecordedCommand;
}

/** Executes a command of a client in its shell, or in one of its own, and counts what it takes. @throws AdapterError */
export async function executeInShell(
  client: Pick<ServedClient, 'id'>,
  request: PlacedRequest,
  { shells, log, recorded }: ShellExecution,
): Promise<ClientCommandResult> {
  const { command, shell, signal, place } = request;
  const where = shell ?? 'a shell of its own';
  log.info(`Command started in ${where}: ${inLine(command)}`);
  const startedAt = performance.now();
  let outputBytes = 0;
  let peak: PeakUsage | undefined;
  const told = await shells.execute({
    owner: client.id,
    command,
    shell,
    signal,
    place,
    limits: recorded.limits,
    onOutput: (stream, text) => {
      outputBytes += Buffer.byteLength(text);
      request.onOutput?.(stream, text);
    },
    onUsage: (usage) => {
      peak = raisePeak(peak, usage);
    },
  });
  const { exit_code: exitCode, termination_reason: reason } = told;
  const ms = Math.round(performance.now() - startedAt);
  const result = { ...told, duration: ms / 1000 };
  log.info(`Command ended in ${where} with exit code ${exitCode} after ${ms} ms`);
  log.debug(`Output of it: ${inLine(result.stdout)} | ${inLine(result.stderr)}`);
  if (reason !== undefined && LIMITS.has(reason)) log.warning(`Limit exceeded in ${where}: ${reason}`);
  return { result, startedAt, outputBytes, peak, refused: refusedIn(result) };
}
