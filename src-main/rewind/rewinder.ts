import type { AnyLedgerEvent, Diff, FileState, PathOutcome, RewindOutcome, RewindPlan } from '#contract';
import { rewoundWords } from '#contract/undo-words';
import { AppError } from '#core/app-error';
import { type DescribeFile, knownEvent, pathOutcome, type UndoTransactions } from '#ledger';
import { type GoalsOptions, planGoals, type RewindGoals, refuseWithoutFolder } from './plan/goals.ts';
import { type DescribeOutcome, planFiles, shownPath } from './plan/plan-files.ts';
import type { RewindTarget } from './plan/read-record.ts';

/** Port of a rewind to the conversations. */
export interface ConversationsPort {
  /** @throws AppError NOT_FOUND; CONFLICT while something runs that is not to be stopped; what `work` throws */
  whileIdle<T>(
    session: string,
    still: { readonly stop: boolean; readonly whyUnsent?: string | undefined },
    work: () => Promise<T>,
  ): Promise<T>;
  isOccupied(session: string): boolean;
  waitingIn(session: string): number;
}

export interface RewinderOptions extends GoalsOptions {
  readonly conversations: ConversationsPort;
  readonly transactions: UndoTransactions;
  /** Made again for each question: it looks up once what is in the way. */
  readonly teller: () => DescribeOutcome;
  /** Reads the state of a path now, keeping its bytes. */
  readonly stateAt: DescribeFile;
  /** Both sides of a file, for eyes. */
  readonly diffOf: (
    file: { readonly path: string; readonly shownPath: string },
    before: FileState | undefined,
    after: FileState | undefined,
  ) => Promise<Diff>;
}

export interface RunRequest {
  readonly session: string;
  readonly target: RewindTarget;
  readonly withFiles: boolean;
  readonly confirmed: readonly string[];
  readonly stop: boolean;
  /** Stops it, as long as it is not on the record. */
  readonly signal?: AbortSignal | undefined;
}

interface SettleRequest {
  readonly session: string;
  readonly confirmed: ReadonlySet<string>;
  readonly signal: AbortSignal | undefined;
}

const UNSENT = 'The conversation was rewound before this message could be sent';
const NOTHING: ReadonlySet<string> = new Set();

/** Takes a session back to before a message, files and conversation, and forth again. */
export class Rewinder {
  readonly #options: RewinderOptions;

  constructor(options: RewinderOptions) {
    this.#options = options;
  }

  /** Says what `run` would do now. @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
  async plan(session: string, target: RewindTarget, signal?: AbortSignal): Promise<RewindPlan> {
    const { conversations, transactions, teller, stateAt } = this.#options;
    const planned = await planGoals(this.#options, { session, target, withFiles: true, confirmed: NOTHING });
    const outcomes = await transactions.plan(planned.goals, signal);
    const { subject, messages, limits, noFiles } = planned;
    return {
      title: subject.title,
      messages,
      ...(await planFiles(planned, outcomes, { tell: teller(), stateAt })),
      isRunning: conversations.isOccupied(session),
      waiting: 'redo' in target ? 0 : conversations.waitingIn(session),
      limits: [...limits],
      ...(subject.headMoved && { headMoved: subject.headMoved }),
      ...(noFiles !== undefined && { noFiles }),
    };
  }

  /** One file as it is, and as it would be. @throws AppError as `plan`, NOT_FOUND for a path that is not in it */
  async diff(session: string, target: RewindTarget, path: string): Promise<Diff> {
    const { stateAt, diffOf } = this.#options;
    const request = { session, target, withFiles: true, confirmed: NOTHING };
    const { goals, workspace } = await planGoals(this.#options, request);
    const goal = goals.find((one) => one.path === path);
    if (!goal) throw new AppError('NOT_FOUND', 'The rewind would do nothing with this file any more', { where: path });
    return await diffOf({ path, shownPath: shownPath(workspace, path) }, await stateAt(path), goal.wanted);
  }

  /**
   * @throws AppError NOT_FOUND, CONFLICT; UNAVAILABLE if it cannot be recorded; the message says if something was changed;
   *   CANCELLED if it is stopped before it is on the record
   */
  async run({ session, target, withFiles, confirmed, stop, signal }: RunRequest): Promise<RewindOutcome> {
    const { conversations } = this.#options;
    const request = { session, target, withFiles, confirmed: new Set(confirmed) };
    // What cannot be done at all stops nothing.
    refuseWithoutFolder(await planGoals(this.#options, { ...request, withFiles: false }), withFiles);
    // Nor does one that is not wanted any more.
    if (signal?.aborted) throw new AppError('CANCELLED', 'It was stopped before anything was changed');
    const whyUnsent = 'redo' in target ? undefined : UNSENT;
    return await conversations.whileIdle(session, { stop, whyUnsent }, async () => {
      const planned = await planGoals(this.#options, request);
      refuseWithoutFolder(planned);
      return await this.#settle(planned, { session, confirmed: request.confirmed, signal });
    });
  }

  /** Carries out a rewind; changes of others are included only if confirmed. */
  async #settle(planned: RewindGoals, { session, confirmed, signal }: SettleRequest): Promise<RewindOutcome> {
    const { direction, subject, others } = planned;
    const goals = planned.goals.filter(({ path }) => !others.has(path) || confirmed.has(path));
    const { transactions, teller } = this.#options;
    const tell = teller();
    const request = { session, direction, rewind: subject, tell, isForced: false };
    const { ended, paths } = await transactions.run(request, async () => goals, signal);
    const outcomes = paths.map((one) => tell(pathOutcome(one)));
    const count = (kind: PathOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === kind).length;
    const counts = { restored: count('restored'), left: count('left'), unknown: count('unknown') };
    return { direction, ...recordedEnd(ended), ...counts };
  }
}

function recordedEnd(ended: AnyLedgerEvent | undefined): { readonly event: string; readonly text: string } {
  const event = ended && knownEvent(ended);
  if (event?.type !== 'session.rewound') throw new Error('A rewind ends with its event');
  return { event: event.id, text: rewoundWords(event.data) };
}
