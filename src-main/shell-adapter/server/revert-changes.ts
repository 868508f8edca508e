import { relative } from 'node:path';
import { messageOf } from '#core/app-error';
import type { HeldChanges, SettledChange } from '#execution';
import type { RanInBox } from '../shells/model.ts';
import type { HeldFile } from './keep-questions.ts';

interface ChangedPath {
  readonly path: string;
  /** The event of the change; empty if it is not recorded. */
  readonly event: string;
}

interface HoldContext extends RanInBox {
  readonly held: HeldChanges;
  /** The client's record. */
  readonly session: string;
  readonly workspace: string;
}

/** Paths that are named; the rest are counted. */
const MAX_NAMED = 10;

/** Changes that were reverted. */
export interface RevertedChanges {
  /** Sentence for the client, without its end. */
  readonly told: string;
  /** Files whose change may be made again. */
  readonly files: readonly HeldFile[];
}

/** Takes back what a command in the box changed of protected files; `undefined` if there was nothing. */
export async function revertChanges(
  changed: readonly ChangedPath[],
  { whyHeld, held, session, workspace }: HoldContext,
): Promise<RevertedChanges | undefined> {
  const shown = (path: string) => relative(workspace, path);
  const found = changed.flatMap(({ path, event }) => {
    const why = event === '' ? undefined : whyHeld(path);
    return why === undefined ? [] : [{ path, why, event }];
  });
  if (found.length === 0) return undefined;
  const files = found.map(({ path, why, event }): HeldFile => ({ name: shown(path), why, event }));
  const names = nameList(files.map(({ name }) => name));
  const events = found.map(({ event }) => event);
  const byBox = Object.fromEntries(found.map(({ path, why }) => [path, why]));
  let settled: readonly SettledChange[];
  try {
    settled = await held.settle({ session, events, direction: 'undo', byBox });
  } catch (error) {
    const told = `The command changed ${names}, which could not be taken back: ${messageOf(error)}. Tell the person`;
    return { told, files: [] };
  }
  const left = settled.flatMap(({ path, left: why }) =>
    why === undefined ? [] : [`. ${shown(path)} could not be taken back: ${why}`],
  );
  return {
    told: `Not kept: the changes of ${names} were taken back, since such files run code by themselves or say what is run; a person can keep them${left.join('')}`,
    files,
  };
}

function nameList(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ');
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}
