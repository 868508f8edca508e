import { setImmediate as nextTurn } from 'node:timers/promises';
import { realOrSameAtOnce } from '#core/files/real-path';
import type { Logger } from '#core/logger';
import { ThreadContent } from '../content/thread-content.ts';
import type { TreeChange } from './compare-trees.ts';
import type { ReadAttributes } from './keeper.ts';
import { KeptBudget, keptFile } from './kept-budget.ts';
import { readOldTree } from './old-tree-file.ts';
import { notKeptIn, type SeenTree } from './seen-tree.ts';
import type {
  LookAnswer,
  TreeAnswers,
  TreeQuestion,
  TreeReference,
  WatchState,
  WorkspaceAddress,
} from './tree-messages.ts';
import { readSnapshot } from './tree-record.ts';
import { removeOldIndexes, TreeSaver } from './tree-saver.ts';
import { changesBetween, WorkspaceTree } from './workspace-tree.ts';

/** Ports from the answerer to its thread and to the main thread. */
export interface TreeAnswererPorts {
  readonly readAttributes: ReadAttributes;
  readonly tellState: (watch: number, state: WatchState) => void;
  readonly log: (watch: number) => Logger;
}

type TellChanges = (changes: readonly TreeChange[]) => void;
type QuestionOf<Ask extends TreeQuestion['ask']> = Extract<TreeQuestion, { ask: Ask }>;

/** Changes that are sent together: reading more at once would hold the main thread up. */
const CHANGES_AT_ONCE = 250;

interface WatchedTree {
  readonly tree: WorkspaceTree;
  readonly saver: TreeSaver;
  readonly content: ThreadContent;
  readonly snapshots: Map<number, SeenTree>;
  /** Snapshots that are being written down, or were, by number. */
  readonly saves: Map<number, Promise<TreeReference>>;
  /** Tree of the last answer. */
  last: SeenTree | undefined;
  /** See `LookAnswer.version`. */
  version: number;
}

/** Answers questions about workspaces; one for the thread. */
export class TreeAnswerer {
  readonly #ports: TreeAnswererPorts;
  readonly #watched = new Map<number, WatchedTree>();
  readonly #stores = new Map<string, { readonly content: ThreadContent; readonly budget: KeptBudget }>();
  /** Numbers go on from the time, so that none is of two things if a thread ends and another follows it. */
  #count = Date.now() * 1000;

  constructor(ports: TreeAnswererPorts) {
    this.#ports = ports;
  }

  /** Changes are told before the answer. @throws AppError UNAVAILABLE when a snapshot cannot be written */
  async answer(
    at: WorkspaceAddress,
    question: TreeQuestion,
    tell: TellChanges,
  ): Promise<TreeAnswers[keyof TreeAnswers]> {
    switch (question.ask) {
      case 'warm':
        this.#of(at).tree.warm(question.limits);
        return undefined;
      case 'look':
        return await this.#look(this.#of(at), question);
      case 'changes':
        return await this.#changes(this.#of(at), question, tell);
      case 'compare': {
        const { snapshots } = this.#of(at);
        const [before, after] = [snapshots.get(question.before), snapshots.get(question.after)];
        if (!before || !after) throw new Error('The snapshot is gone');
        tellInPieces(changesBetween(before, after), tell);
        return undefined;
      }
      case 'compare-saved': {
        const { snapshots, content } = this.#of(at);
        const after = snapshots.get(question.after);
        if (!after) throw new Error('The snapshot is gone');
        const { notWatched, ...before } = readSnapshot(question.saved.snapshot, content, after.top);
        if (before.root !== after.root) throw new Error(`The folder was ${before.root} then, and is ${after.root} now`);
        tellInPieces(changesBetween({ ...before, leftOut: notWatched }, after), tell);
        return undefined;
      }
      case 'save':
        return await this.#save(this.#of(at), question.snapshot);
      case 'since':
        return await this.#since(at, question, tell);
      case 'write-down': {
        const watched = this.#watched.get(at.watch);
        return { isWritten: !watched || (await watched.saver.writeDown(watched.tree.seen)) };
      }
      case 'freed':
        this.#storeOf(at).budget.free(question.bytes);
        return undefined;
      default:
        return await this.#close(at.watch);
    }
  }

  forget(watch: number, snapshot: number): void {
    const watched = this.#watched.get(watch);
    watched?.snapshots.delete(snapshot);
    watched?.saves.delete(snapshot);
  }

  async #look(watched: WatchedTree, question: QuestionOf<'look'>): Promise<LookAnswer> {
    const { limits, waitMs, wantsPaths, saves } = question;
    const seen = await watched.tree.look(limits, waitMs);
    const looked = this.#seen(watched, seen, wantsPaths);
    if (!saves) return looked;
    // What waits for the disk, or fails, is for whoever asks for it.
    const saving = this.#save(watched, looked.snapshot).catch(() => undefined);
    return { ...looked, saved: await Promise.race([saving, nextTurn(undefined)]) };
  }

  async #changes(watched: WatchedTree, question: QuestionOf<'changes'>, tell: TellChanges): Promise<LookAnswer> {
    const before = watched.snapshots.get(question.snapshot);
    if (!before) throw new Error('The snapshot is gone');
    const { seen, changes } = await watched.tree.changesSince(before, question.limits);
    tellInPieces(changes, tell);
    const looked = this.#seen(watched, seen, question.wantsPaths);
    return { ...looked, notWatched: notWatchedIn(before, seen) };
  }

  #seen(watched: WatchedTree, seen: SeenTree, wantsPaths: boolean): LookAnswer {
    const { last, saver, tree, snapshots } = watched;
    const changed = wantsPaths && last ? changesBetween(last, seen) : [];
    if (last?.top !== seen.top || last.root !== seen.root) watched.version = ++this.#count;
    watched.last = seen;
    saver.saveSoon(() => tree.seen);
    const snapshot = ++this.#count;
    snapshots.set(snapshot, seen);
    const { never, pending } = notKeptIn(seen);
    const notWatched = [...seen.leftOut, ...never, ...pending];
    const changedPaths = changed.map(({ path }) => path);
    return { snapshot, version: watched.version, root: seen.root, notWatched, pending, changedPaths };
  }

  async #save({ snapshots, saver, saves }: WatchedTree, snapshot: number): Promise<TreeReference> {
    const seen = snapshots.get(snapshot);
    if (!seen) throw new Error('The snapshot is gone');
    const saving = saves.get(snapshot) ?? saver.save(seen);
    saves.set(snapshot, saving);
    try {
      return await saving;
    } catch (error) {
      saves.delete(snapshot);
      throw error;
    }
  }

  async #since(at: WorkspaceAddress, { limits, saved }: QuestionOf<'since'>, tell: TellChanges) {
    const { content } = this.#storeOf(at);
    const before = 'snapshot' in saved ? readSnapshot(saved.snapshot, content) : readOldTree(saved);
    const watched = this.#opened({ ...at, root: before.root });
    try {
      const seen = await watched.tree.look(limits);
      const was = { ...before, leftOut: before.notWatched };
      tellInPieces(changesBetween(was, seen), tell);
      return { notWatched: notWatchedIn(was, seen) };
    } finally {
      await watched.tree.close();
    }
  }

  async #close(watch: number): Promise<undefined> {
    const watched = this.#watched.get(watch);
    this.#watched.delete(watch);
    if (!watched) return;
    await watched.tree.close();
    await watched.saver.writeDown(watched.tree.seen);
    const { folder } = watched.content;
    if ([...this.#watched.values()].some(({ content }) => content.folder === folder)) return;
    this.#stores.delete(folder);
    await watched.content.close();
  }

  #of(at: WorkspaceAddress): WatchedTree {
    const known = this.#watched.get(at.watch);
    if (known) return known;
    if (at.indexFolder !== undefined) removeOldIndexes(at.indexFolder);
    const watched = this.#opened(at);
    this.#watched.set(at.watch, watched);
    return watched;
  }

  #opened(at: WorkspaceAddress): WatchedTree {
    const { watch, excluded, indexFolder } = at;
    const { content, budget } = this.#storeOf(at);
    const root = realOrSameAtOnce(at.root);
    const saver = new TreeSaver({ root, indexFolder }, content, this.#ports.log(watch));
    const tree = new WorkspaceTree({
      root: at.root,
      excluded,
      content,
      budget,
      readAttributes: at.readsAttributes ? this.#ports.readAttributes : undefined,
      known: saver.known(root),
      onState: (state) => this.#ports.tellState(watch, state),
    });
    return { tree, saver, content, snapshots: new Map(), saves: new Map(), last: undefined, version: 0 };
  }

  /** Watches of one store count what they keep together. */
  #storeOf({ watch, contentFolder, indexFolder }: WorkspaceAddress) {
    const known = this.#stores.get(contentFolder);
    if (known) return known;
    const content = new ThreadContent(contentFolder, this.#ports.log(watch));
    const store = { content, budget: new KeptBudget(contentFolder, keptFile(indexFolder)) };
    this.#stores.set(contentFolder, store);
    return store;
  }
}

function tellInPieces(changes: readonly TreeChange[], tell: TellChanges): void {
  for (let at = 0; at < changes.length; at += CHANGES_AT_ONCE) tell(changes.slice(at, at + CHANGES_AT_ONCE));
}

/** Changes of what was not kept yet say so themselves. */
function notWatchedIn(before: SeenTree, after: SeenTree): string[] {
  const sentences = [before, after].flatMap((seen) => [...seen.leftOut, ...notKeptIn(seen).never]);
  return [...new Set(sentences)];
}
