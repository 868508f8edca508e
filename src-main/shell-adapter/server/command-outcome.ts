import { type RefusedByBox, refusedByBox } from '#execution';
import type { AdapterError, ExecuteResult } from '../shells/model.ts';
import type { ClientRecord, RecordedCommand } from './client-record.ts';
import { STOPPED } from './recorded-decision.ts';

/** Advice to the model of a client about a refusal of the box. */
export const WAY_OUT = 'A rule of the person can let it run outside the box';

/**
 * Finds what the box refused a command, by its output; a command that only reads has nothing to be refused, although
 * its texts may mention it.
 */
export function refusedIn({
  box,
  exit_code,
  termination_reason,
  stdout,
  stderr,
}: ExecuteResult): RefusedByBox | undefined {
  if (!box || box.strength === 'read-only' || termination_reason !== undefined) return undefined;
  return refusedByBox(exit_code === 0 ? stderr : `${stderr}\n${stdout}`);
}

/** Reasons of an end that are limits. */
export const LIMITS = new Set<string>(['timeout', 'cpu', 'memory', 'disk', 'output', 'processes']);

/** Writes down that a command did not run to its end; what cannot be recorded stays so. */
export async function recordFailure(
  record: ClientRecord,
  command: RecordedCommand,
  error: AdapterError,
): Promise<void> {
  try {
    if (command.cause === undefined) {
      const decision = { by: 'rule', rule: STOPPED, verdict: 'withdrawn', reason: error.message } as const;
      await record.decided(command, decision);
    }
    await record.failed(command, error);
    await record.settled(command);
  } catch {
    // The client is told of the first failure.
  }
}
