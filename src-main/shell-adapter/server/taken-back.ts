import { relative } from 'node:path';
import { messageOf } from '#core/app-error';
import type { HeldChanges, SettledChange } from '#execution';
import type { RanInBox } from '../shells/model.ts';

interface Changed {
  readonly path: string;
  /** The event of the change; empty where it is not recorded. */
  readonly event: string;
}

interface Holding extends RanInBox {
  readonly held: HeldChanges;
  /** The client's record. */
  readonly session: string;
  readonly workspace: string;
}

/** Paths that are named; the rest are counted. */
const MOST_NAMED = 10;

/** Takes back what a command in the box changed of protected files; answers what its client is told, nothing where there was nothing. */
export async function takenBack(
  changed: readonly Changed[],
  { whyHeld, held, session, workspace }: Holding,
): Promise<string | undefined> {
  const found = changed.filter(({ path, event }) => event !== '' && whyHeld(path) !== undefined);
  if (found.length === 0) return undefined;
  const shown = (path: string) => relative(workspace, path);
  const names = listed(found.map(({ path }) => shown(path)));
  let settled: readonly SettledChange[];
  try {
    settled = await held.settle({ session, events: found.map(({ event }) => event), direction: 'undo' });
  } catch (error) {
    return `The command changed ${names}, which could not be taken back: ${messageOf(error)}. Tell the person`;
  }
  const left = settled.flatMap(({ path, left: why }) =>
    why === undefined ? [] : [`. ${shown(path)} could not be taken back: ${why}`],
  );
  return `Not kept: the changes of ${names} were taken back, since such files run code by themselves or say what is run; the person finds them in Changes${left.join('')}`;
}

function listed(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}
