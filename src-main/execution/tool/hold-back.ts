import { relative } from 'node:path';
import { messageOf } from '#core/app-error';
import type { CallPlan, RecordedChange, RunContext, ToolOutcome } from '#tools';

/** Outcome for the change of one path. */
export interface SettledChange {
  readonly path: string;
  /** Reason why it is not in the wanted state, as a clause; absent if it is. */
  readonly left?: string | undefined;
  /** Whether it was in the wanted state before, as when a concurrent call had the same change reverted. */
  readonly isAlready?: boolean | undefined;
  /** Whether it is not because somebody has changed it after that change. */
  readonly isChangedSince?: boolean | undefined;
}

/** Takes changes on the record back, and makes them again. */
export interface HeldChanges {
  /**
   * Applies or discards `file.changed` events of a session. @throws AppError UNAVAILABLE if it cannot be recorded; the message
   * says if something was done
   */
  settle(request: {
    readonly session: string;
    readonly events: readonly string[];
    readonly direction: 'undo' | 'redo';
    /** Reasons why paths are protected, if the box protects them by itself. */
    readonly byBox?: Readonly<Record<string, string>>;
    /** Whether to include what concurrent calls may have changed. */
    readonly evenShared?: boolean;
  }): Promise<readonly SettledChange[]>;
}

/** Origin of the changes. */
export type ChangeDoer = { readonly command: string } | { readonly tool: string };

export interface HoldBackContext {
  readonly whyHeld: (path: string) => string | undefined;
  readonly held: HeldChanges;
  readonly context: Pick<RunContext, 'session' | 'workspace'>;
  readonly by: ChangeDoer;
  /** Whether changes of concurrent calls to protected files are held back as well. */
  readonly evenShared?: boolean;
  /** Whether calls that hold their changes back as well still run: what is changed after this one's look is theirs. */
  readonly othersHold?: boolean;
}

/** Paths that are named; the rest are counted. */
const MAX_NAMED = 10;

/** Takes back what a command or tool changed of protected files, and answers the plan that asks whether it is to stand after all. */
export async function holdBack(
  outcome: ToolOutcome,
  changed: readonly RecordedChange[],
  holding: HoldBackContext,
): Promise<ToolOutcome | CallPlan> {
  const { whyHeld, held, context, by, evenShared = false, othersHold = false } = holding;
  const { session, workspace } = context;
  const found = changed.flatMap((one) => {
    const why = whyHeld(one.path);
    return why === undefined || one.event === '' ? [] : [{ ...one, why }];
  });
  if (found.length === 0) return outcome;
  const shown = (path: string) => relative(workspace, path);
  const events = found.map(({ event }) => event);
  const byBox = Object.fromEntries(found.map(({ path, why }) => [path, why]));
  const settled = await settledOr(() => held.settle({ session, events, direction: 'undo', byBox, evenShared }));
  if ('problem' in settled) {
    const names = nameList(found.map(({ path }) => shown(path)));
    const problem = `The ${doerWord(by)} changed ${names}, which could not be taken back: ${settled.problem}. Tell the person.`;
    return { outcome: 'failed', content: `${outcome.content}\n\n${problem}` };
  }
  const left = settled.filter((one) => one.left !== undefined && one.isAlready !== true);
  const theirs = new Set(othersHold ? left.filter((one) => one.isChangedSince).map(({ path }) => path) : []);
  const ours = found.filter(({ path }) => !theirs.has(path));
  const told = theirs.size === 0 ? outcome : withNote(outcome, othersNote([...theirs].map(shown)));
  if (ours.length === 0) return told;
  const isAsked =
    settled.length === 0 || settled.some(({ path, isAlready }) => isAlready !== true && !theirs.has(path));
  const names = nameList(ours.map(({ path }) => shown(path)));
  if (!isAsked) return withNote(told, `Not kept: the changes of ${names} were taken back.`);
  const stays = left
    .filter(({ path }) => !theirs.has(path))
    .map((one) => `${shown(one.path)} could not be taken back: ${one.left}.`);
  return keepPlan(told, ours, { ...holding, names, stays: stays.join(' ') });
}

const doerWord = (by: ChangeDoer) => ('command' in by ? 'command' : 'tool');

const withNote = (outcome: ToolOutcome, note: string): ToolOutcome => ({
  ...outcome,
  content: `${outcome.content}\n\n${note}`,
});

const othersNote = (names: readonly string[]) =>
  `${nameList(names)}: another call that still runs changes it, too; it is held back when that one ends.`;

interface KeepQuestion extends Pick<HoldBackContext, 'held' | 'context' | 'by'> {
  /** Names of the changed files, as the person reads them. */
  readonly names: string;
  /** Sentences about what could not be taken back; empty for nothing. */
  readonly stays: string;
}

/** Plan that asks whether changes that were taken back are to stand after all, and makes them again then. */
function keepPlan(
  outcome: ToolOutcome,
  found: readonly (RecordedChange & { readonly why: string })[],
  { held, context: { session, workspace }, by, names, stays }: KeepQuestion,
): CallPlan {
  const shown = (path: string) => relative(workspace, path);
  const isOne = found.length === 1;
  return {
    subject: {
      kind: 'confirm',
      title: isOne ? `Keep the change of ${names}?` : `Keep the changes of ${found.length} protected files?`,
      text: `The ${doerWord(by)} changed ${names} in the box. It runs code by itself, or says what is run, so the change was taken back and is held. Changes shows what it is.`,
      ...('command' in by && { command: by.command }),
      yes: isOne ? 'Keep the change' : 'Keep the changes',
    },
    isOutside: false,
    warnings: [
      ...found
        .slice(0, MAX_NAMED)
        .map(({ path, why }) => ({ level: 'caution' as const, text: `${shown(path)}: ${why}` })),
      ...(stays === '' ? [] : [{ level: 'danger' as const, text: stays }]),
    ],
    arguments: {
      ...('command' in by ? { command_line: by.command } : by),
      keeps: found.map(({ path }) => shown(path)),
    },
    effects: 'recorded',
    afterwards: {
      outcome: outcome.outcome,
      told: `${outcome.content}\n\nNot kept: the changes of ${names} were taken back. ${stays}`.trimEnd(),
    },
    run: async () => {
      const again = await held.settle({ session, events: found.map(({ event }) => event), direction: 'redo' });
      const failed = again.filter((one) => one.left !== undefined);
      const problem = failed.map((one) => `${shown(one.path)} could not be put back: ${one.left}.`).join(' ');
      return {
        outcome: failed.length > 0 ? 'failed' : outcome.outcome,
        content: `${outcome.content}\n\nThe person let the changes of ${names} stand. ${problem}`.trimEnd(),
      };
    },
  };
}

/** Settles the changes; if that fails, the result of the command is still reported. */
async function settledOr<T>(settle: () => Promise<T>): Promise<T | { readonly problem: string }> {
  try {
    return await settle();
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function nameList(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ');
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}
