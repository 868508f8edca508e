import { basename } from 'node:path';
import type { Branch, LedgerEventData, MessageImage, PermissionMode, RunBudget } from '#contract';
import { textStart } from '#contract/text-ends';
import { messageOf } from '#core/app-error';
import type { BranchStore } from '../branch-store.ts';
import type { Branches } from '../branches.ts';
import type { BranchesOptions } from '../ports.ts';
import { type TryEnd, TryRun } from './try-run.ts';

/** Task to be carried out in a branch. */
export interface TryTask {
  readonly text: string;
  readonly images?: readonly MessageImage[] | undefined;
  readonly profile: string;
  /** Permission mode of the session in which it was written; its own session asks at least as much. */
  readonly permission: PermissionMode;
  readonly budget: RunBudget;
  /** A command line that is run when the turn is over. */
  readonly test?: string | undefined;
}

/** Messages that are sent to several profiles, each in a branch of its own. */
export class Tries {
  readonly #options: BranchesOptions;
  readonly #store: BranchStore;
  readonly #branches: Branches;
  readonly #runs = new Map<string, TryRun>();
  readonly #ended = new Set<Promise<void>>();
  /** Sets whose branches are being made and asked. */
  readonly #starting = new Set<string>();
  /** Sets and branches that were stopped while they were started. */
  readonly #stopped = new Set<string>();

  constructor(options: BranchesOptions, store: BranchStore, branches: Branches) {
    this.#options = options;
    this.#store = store;
    this.#branches = branches;
  }

  /** Names of the branches in which something runs. */
  running(): string[] {
    return [...this.#runs.keys()].map((id) => nameOf(this.#store.get(id)));
  }

  has(id: string): boolean {
    return this.#runs.has(id);
  }

  /**
   * Makes a branch for each profile and sends the message there. One after the other, so that each is copied from a quiet disk; a branch
   * that cannot be asked is on the record as failed, and the others go on.
   *
   * @throws AppError when not even the first could be copied
   */
  async start(
    workspace: string,
    tasks: readonly TryTask[],
  ): Promise<{ readonly set: string; readonly branches: Branch[] }> {
    const set = this.#branches.newId();
    const made: string[] = [];
    this.#starting.add(set);
    try {
      for (const task of tasks) {
        if (this.#stopped.has(set)) break;
        try {
          const { id } = await this.#branches.create(workspace, set);
          made.push(id);
          await this.#ask(id, task);
        } catch (error) {
          if (made.length === 0) throw error;
          this.#options.log.warn('branch.failed', { workspace, profile: task.profile, error: messageOf(error) });
        }
      }
    } finally {
      this.#starting.delete(set);
      for (const one of [set, ...made]) this.#stopped.delete(one);
    }
    return { set, branches: this.#store.log.list().filter((branch) => branch.set === set) };
  }

  /** A session in a branch, for a person to work in; its id. @throws AppError */
  async open(id: string, title: string): Promise<string> {
    const { workspace, folder } = this.#store.get(id);
    const session = (await this.#options.chat.create({ workspace: folder, title })).id;
    await this.#options.records.append(workspace, 'branch.started', { branch: id, workspace, session });
    return session;
  }

  /** Ends what runs in a branch, or in all of its set. @throws AppError NOT_FOUND */
  async stop(id: string, all: boolean): Promise<void> {
    const { set } = this.#store.get(id);
    if (all && this.#starting.has(set)) this.#stopped.add(set);
    const meant = this.#store.log.list().filter((one) => (all ? one.set === set : one.id === id));
    await Promise.all(meant.map((one) => this.#stopOne(one)));
  }

  /** Ends all of it, since the app ends. */
  async end(): Promise<void> {
    await Promise.all([...this.#runs.values()].map((run) => run.end('interrupted', 'The app ended first')));
    await Promise.all(this.#ended);
  }

  async #stopOne({ id, set, session }: Branch): Promise<void> {
    const run = this.#runs.get(id);
    if (this.#starting.has(set)) this.#stopped.add(id);
    if (run) await run.end(STOPPED.state, STOPPED.line);
    else if (session !== undefined) await this.#options.chat.stop(session);
  }

  /** Whether it was stopped while it is started, by itself or with its set, in which it may not have stood yet. */
  #isStopped(id: string): boolean {
    return this.#stopped.has(id) || this.#stopped.has(this.#store.get(id).set);
  }

  async #ask(id: string, { text, images, profile, permission, budget, test }: TryTask): Promise<void> {
    const { chat, records } = this.#options;
    const { workspace, folder } = this.#store.get(id);
    const about = { branch: id, workspace, profile, ...(test !== undefined && { test }) };
    try {
      const title = `${profile} · ${branchTitle(text)}`;
      const session = (await chat.create({ workspace: folder, title, permission })).id;
      await records.append(workspace, 'branch.started', { ...about, session });
      if (this.#isStopped(id)) {
        await this.#store.end({ branch: id, workspace, ...STOPPED });
        return;
      }
      const { message } = await chat.enqueue(session, { text, images, profile });
      await this.#recordSent({ ...about, session, message });
      this.#follow(id, { session, message, budget, test });
      if (this.#isStopped(id)) await this.#runs.get(id)?.end(STOPPED.state, STOPPED.line);
    } catch (error) {
      const end: TryEnd = { state: 'failed', line: messageOf(error) };
      await this.#store.end({ branch: id, workspace, ...end });
    }
  }

  /** Records that the message of a branch was sent; one whose sending is not on the record is taken back. @throws AppError */
  async #recordSent(sent: LedgerEventData<'branch.started'> & { readonly message: string }): Promise<void> {
    const { chat, records } = this.#options;
    try {
      await records.append(sent.workspace, 'branch.started', sent);
    } catch (error) {
      const { session, message } = sent;
      await chat.withdraw(session, message, { by: 'app', reason: messageOf(error) }).catch(() => chat.stop(session));
      throw error;
    }
  }

  #follow(id: string, asked: { session: string; message: string; budget: RunBudget; test: string | undefined }): void {
    const { chat, records, runTest, keysWanted, log } = this.#options;
    const onChanged = (change: Partial<Branch>) => this.#store.set(id, change);
    const run = new TryRun(
      { branch: this.#store.get(id), ...asked },
      { chat, records, runTest, keysWanted, onChanged, onEnded: (ended) => this.#store.end(ended) },
    );
    this.#runs.set(id, run);
    const ended = run
      .go()
      .catch((error: unknown) => log.error('branch.failed', { branch: id, error: messageOf(error) }))
      .then(() => this.#branches.rest(id))
      .then(() => {
        this.#runs.delete(id);
        this.#ended.delete(ended);
        this.#store.publish();
      });
    this.#ended.add(ended);
  }
}

const STOPPED = { state: 'stopped', line: 'You stopped it' } as const;

const nameOf = ({ profile, workspace }: Branch) => `${profile ?? 'A branch'} in a branch of ${basename(workspace)}`;

const MAX_TITLE = 60;

function branchTitle(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > MAX_TITLE ? `${textStart(line, MAX_TITLE)}…` : line;
}
