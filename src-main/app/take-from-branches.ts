import { lstat, readFile } from 'node:fs/promises';
import type { TakeRequest, WantedChange } from '#branches';
import type { TakeOutcome } from '#contract';
import { messageOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import { TAKE_ENTRIES, TAKE_FILE, takesModeAlone } from '#files';
import type { Ledger } from '#ledger';
import type { CallContext, GroupedCall, Runner, ToolResult } from '#tools';

export interface TakeCallPorts {
  readonly ledger: Ledger;
  /** The runner of the tools that take. */
  readonly runner: Runner;
  readonly chat: {
    titleOf(session: string): string;
    foreignCall(session: string, callId: string): Promise<Disposable & Pick<CallContext, 'signal' | 'onOutput'>>;
  };
  readonly wanted: (branch: string, path: string) => Promise<WantedChange>;
}

/** A path that is to be taken, with what it is to become. */
interface PathToTake {
  readonly branch: string;
  readonly path: string;
  readonly wanted: WantedChange;
  /** Whether its lines are reviewed. */
  readonly isReviewed: boolean;
}

/** Size above which files are taken whole, without a review of their lines, in bytes. */
const MAX_REVIEWED_BYTES = 64 * 1024 * 1024;
const MODE_BITS = 0o7777;

/**
 * Takes paths in an order in which each can be: folders first, then files, reviewed together, then what is left: links, removed folders,
 * permissions. One that fails or is refused keeps no other from being taken.
 */
export async function takeFromBranches(request: TakeRequest, ports: TakeCallPorts): Promise<TakeOutcome[]> {
  const { session, workspace, turn, cause } = request;
  const outcomes: TakeOutcome[] = [];
  const items: PathToTake[] = [];
  for (const { branch, paths } of request.of) {
    for (const path of paths) {
      try {
        const wanted = await ports.wanted(branch, path);
        items.push({ branch, path, wanted, isReviewed: await isReviewed(path, wanted) });
      } catch (error) {
        outcomes.push({ branch, path, outcome: 'invalid', text: messageOf(error) });
      }
    }
  }
  using call = await ports.chat.foreignCall(session, turn);
  const ledger = await ports.ledger.session(session);
  const { signal, onOutput } = call;
  const context: CallContext = {
    session,
    sessionTitle: ports.chat.titleOf(session),
    turn,
    cause,
    workspace,
    cwd: workspace,
    ledger,
    signal,
    onOutput,
  };
  const take = new TakeOperation(ports.runner, context, outcomes);
  const folders = items.filter(isNewFolder);
  const files = items.filter((item) => !isNewFolder(item) && item.isReviewed);
  await take.entries(sortedByPath(folders));
  await take.files(files);
  await take.entries(lastPerPath(items.filter((item) => !folders.includes(item) && !files.includes(item))));
  return outcomes;
}

class TakeOperation {
  readonly #runner: Runner;
  readonly #context: CallContext;
  readonly #outcomes: TakeOutcome[];
  #calls = 0;

  constructor(runner: Runner, context: CallContext, outcomes: TakeOutcome[]) {
    this.#runner = runner;
    this.#context = context;
    this.#outcomes = outcomes;
  }

  /** One review of all of them. After a failure the rest is proposed again. */
  async files(items: readonly PathToTake[]): Promise<void> {
    let left = items;
    while (left.length > 0) {
      const calls = left.map((item) => this.#call(TAKE_FILE, { branch: item.branch, path: item.path }));
      const { results } = await this.#runner.freeze(this.#context).runGroup(calls);
      const later = left.filter((_, at) => results[at]?.outcome === 'skipped');
      const isStuck = later.length === left.length || this.#context.signal.aborted;
      for (const [at, item] of left.entries()) {
        const result = results[at];
        if (result && (result.outcome !== 'skipped' || isStuck)) this.#tell(item, result);
      }
      left = isStuck ? [] : later;
    }
  }

  /** One question for those of each branch. */
  async entries(items: readonly PathToTake[]): Promise<void> {
    for (const branch of new Set(items.map((item) => item.branch))) {
      const own = items.filter((item) => item.branch === branch);
      const { call, context } = this.#call(TAKE_ENTRIES, { branch, paths: own.map(({ path }) => path) });
      const result = await this.#runner.run(call, context);
      for (const item of own) this.#tell(item, result);
    }
  }

  #call(tool: string, args: Readonly<Record<string, unknown>>): GroupedCall {
    this.#calls++;
    const callId = `${this.#context.turn}-${this.#calls}`;
    return { call: { callId, tool, arguments: JSON.stringify(args) }, context: this.#context };
  }

  #tell({ branch, path }: PathToTake, { outcome, content }: ToolResult): void {
    this.#outcomes.push({ branch, path, outcome, text: content });
  }
}

const isNewFolder = ({ wanted: { before, after } }: PathToTake) =>
  after.kind === 'directory' && (before === 'unknown' || before.kind !== 'directory');

/** Whether it is a regular file that stays, becomes or was one, and more of it than its permissions is to be taken. */
async function isReviewed(path: string, wanted: WantedChange): Promise<boolean> {
  const { before, after } = wanted;
  if (typeof pathToBytes(path) !== 'string') return false;
  const wasFile = before === 'unknown' || before.kind === 'file';
  if (after.kind === 'absent') return wasFile;
  if (after.kind !== 'file' || after.size > MAX_REVIEWED_BYTES) return false;
  return (wasFile || before.kind === 'absent') && !(await keepsLines(wanted, after));
}

/** Whether permissions are all that the workspace's file would get: it keeps its lines, so that there are none to review. */
async function keepsLines(
  wanted: WantedChange,
  after: Extract<WantedChange['after'], { kind: 'file' }>,
): Promise<boolean> {
  try {
    const stats = await lstat(wanted.path);
    if (!stats.isFile() || (stats.mode & MODE_BITS) === after.mode) return false;
    if (await takesModeAlone(wanted)) return true;
    return stats.size === after.size && (await readFile(wanted.path)).equals(await after.read());
  } catch {
    // What is wrong with it is told where it is taken.
    return false;
  }
}

const byPath = (one: PathToTake, other: PathToTake) => (one.path < other.path ? -1 : 1);
const sortedByPath = (items: readonly PathToTake[]) => [...items].sort(byPath);
const depth = ({ path }: PathToTake) => path.split('/').length;
/** Innermost first. */
const inward = (one: PathToTake, other: PathToTake) => depth(other) - depth(one) || byPath(one, other);

/** Removals innermost first, then links and files, then permissions of folders, innermost first. */
function lastPerPath(items: readonly PathToTake[]): PathToTake[] {
  const removed = items.filter(({ wanted }) => wanted.after.kind === 'absent').sort(inward);
  const folders = items.filter(({ wanted }) => wanted.after.kind === 'directory').sort(inward);
  const others = items.filter((item) => !removed.includes(item) && !folders.includes(item)).sort(inward);
  return [...removed, ...others, ...folders];
}
