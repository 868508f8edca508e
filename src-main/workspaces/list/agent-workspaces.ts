import { basename } from 'node:path';
import type { AgentWorkspace } from '#contract';
import { AppError } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import { OpenAgentWorkspace } from '../life/open-agent-workspace.ts';
import type { LifeParts } from '../life/parts.ts';
import { whyGone } from '../life/why-gone.ts';
import type { RememberedWorkspace, RememberedWorkspaces } from './remembered.ts';

export interface AgentWorkspacesOptions {
  readonly remembered: RememberedWorkspaces;
  readonly parts: LifeParts;
  /** The real path of a folder that is then an open workspace of the app. @throws AppError UNAVAILABLE, INVALID_INPUT */
  readonly openFolder: (folder: string) => Promise<string>;
}

/** The folders that a person opened or created as agent workspaces; those that are open have a life. */
export class AgentWorkspaces implements AsyncDisposable {
  readonly list = new LiveValue<readonly AgentWorkspace[]>([]);
  readonly #options: AgentWorkspacesOptions;
  readonly #open = new Map<string, OpenAgentWorkspace>();
  readonly #mutex = new KeyedMutex();
  /** Closed ones whose folder is not there, with the reason. */
  #gone: ReadonlyMap<string, string> = new Map();

  constructor(options: AgentWorkspacesOptions) {
    this.#options = options;
  }

  /** Opens again what was open when the app ended. Their folders are read in the background. */
  async start(): Promise<void> {
    const { remembered } = this.#options;
    await remembered.load();
    for (const { path, isOpen, copyOf } of remembered.all)
      if (isOpen && copyOf === undefined) void this.#openAgain(path);
    this.announce();
    void this.lookAtClosed();
  }

  /** Looks whether the folders of the closed ones are there. Never throws. */
  async lookAtClosed(): Promise<void> {
    const closed = this.#options.remembered.all.filter(({ path }) => !this.#open.has(path));
    const looked = await Promise.all(closed.map(async ({ path }) => [path, await whyGone(path)] as const));
    this.#gone = new Map(looked.flatMap(([path, reason]) => (reason === undefined ? [] : [[path, reason]])));
    this.announce();
  }

  async #openAgain(path: string): Promise<void> {
    const workspace = this.#enliven(path);
    // One whose folder is gone stays in the list and says so.
    await this.#options.openFolder(path).catch(() => {});
    await workspace.refresh();
  }

  /** One that is open, by its real path. */
  find(path: string): OpenAgentWorkspace | undefined {
    return this.#open.get(path);
  }

  /** Lists the open workspaces, whether or not they were read yet. */
  opened(): readonly OpenAgentWorkspace[] {
    return [...this.#open.values()];
  }

  /** One that a turn begins in: a copy is opened for it. @throws AppError UNAVAILABLE */
  async wake(path: string): Promise<OpenAgentWorkspace | undefined> {
    const isAsleep = !this.#open.has(path) && this.entry(path)?.copyOf !== undefined;
    return isAsleep ? await this.open(path) : this.find(path);
  }

  entry(path: string): RememberedWorkspace | undefined {
    return this.#options.remembered.find(path);
  }

  /** @throws AppError NOT_FOUND for a folder that is no open agent workspace */
  get(path: string): OpenAgentWorkspace {
    const found = this.#open.get(path);
    if (found) return found;
    throw new AppError('NOT_FOUND', `${path} is not open as an agent workspace`, {
      where: path,
      advice: 'Open it in Workspaces, or by `sigma workspace open`',
    });
  }

  /** One whose code is trusted as it is now. @throws AppError NOT_FOUND, DENIED */
  trusted(path: string): OpenAgentWorkspace {
    const workspace = this.get(path);
    if (workspace.isTrusted) return workspace;
    throw new AppError('DENIED', `${path} is restricted: nothing of it runs until you trust it`, { where: path });
  }

  /** Opens a folder as one; nothing of it runs unless it was trusted. @throws AppError UNAVAILABLE, INVALID_INPUT */
  async open(folder: string): Promise<OpenAgentWorkspace> {
    const path = await this.#options.openFolder(folder);
    return await this.#mutex.run(path, async () => {
      const known = this.#options.remembered.find(path);
      await this.#options.remembered.set(known ? { ...known, isOpen: true, openedAt: Date.now() } : newEntry(path));
      const workspace = this.#enliven(path);
      await workspace.refresh();
      return workspace;
    });
  }

  /** Opens a copy of one, set up as that is. @throws AppError UNAVAILABLE, INVALID_INPUT */
  async openCopy(folder: string, of: string): Promise<OpenAgentWorkspace> {
    const workspace = await this.open(folder);
    const { skillsOff, offersOwnTools, hasRichSchemas } = this.entry(of) ?? newEntry(of);
    await this.change(workspace.path, (entry) => ({
      ...entry,
      skillsOff,
      offersOwnTools,
      hasRichSchemas,
      copyOf: of,
    }));
    return workspace;
  }

  /** Ends what runs of it; it stays in the list. @throws AppError NOT_FOUND, UNAVAILABLE */
  async close(path: string): Promise<void> {
    await this.#mutex.run(path, async () => {
      const known = this.#known(path);
      await this.#options.remembered.set({ ...known, isOpen: false });
      await this.#end(path);
    });
    await this.lookAtClosed();
  }

  /** Closes it and takes it out of the list, with the trust in it. @throws AppError NOT_FOUND, UNAVAILABLE */
  async forget(path: string): Promise<void> {
    await this.#mutex.run(path, async () => {
      this.#known(path);
      await this.#end(path);
      await this.#options.parts.trust.restrict(path);
      await this.#options.remembered.remove(path);
      this.announce();
    });
  }

  /** Changes what is kept of one, and has it take effect. @throws AppError NOT_FOUND, UNAVAILABLE */
  async change(path: string, change: (entry: RememberedWorkspace) => RememberedWorkspace): Promise<void> {
    await this.#mutex.run(path, async () => {
      await this.#options.remembered.set(change(this.#known(path)));
      await this.#open.get(path)?.refresh();
    });
  }

  announce(): void {
    // A copy stands there while something of it may run.
    const all = this.#options.remembered.all.flatMap((entry) => {
      const workspace = this.#open.get(entry.path);
      return workspace || entry.copyOf === undefined
        ? [workspace?.summary ?? closedSummary(entry, this.#gone.get(entry.path))]
        : [];
    });
    this.list.set(all.toSorted((one, other) => other.openedAt - one.openedAt));
  }

  #known(path: string): RememberedWorkspace {
    const known = this.#options.remembered.find(path);
    if (known) return known;
    throw new AppError('NOT_FOUND', `${path} was not opened as an agent workspace`, { where: path });
  }

  #enliven(path: string): OpenAgentWorkspace {
    const known = this.#open.get(path);
    if (known) return known;
    const workspace = new OpenAgentWorkspace(path, () => this.#known(path), this.#options.parts);
    workspace.onChanged(() => this.announce());
    this.#open.set(path, workspace);
    this.announce();
    return workspace;
  }

  async #end(path: string): Promise<void> {
    const workspace = this.#open.get(path);
    this.#open.delete(path);
    await workspace?.[Symbol.asyncDispose]();
    this.announce();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#mutex.settled();
    await Promise.all([...this.#open.values()].map((workspace) => workspace[Symbol.asyncDispose]()));
  }
}

function newEntry(path: string): RememberedWorkspace {
  const options = { skillsOff: [], offersOwnTools: false, hasRichSchemas: false };
  return { path, openedAt: Date.now(), isOpen: true, ...options };
}

/** Summary of a closed workspace, of which only the path is known, and whether its folder is gone. */
function closedSummary({ path, openedAt }: RememberedWorkspace, goneReason: string | undefined): AgentWorkspace {
  const nothing = { tools: 0, skills: 0, schedules: 0, problems: 0 };
  return {
    path,
    name: basename(path) || path,
    state: goneReason === undefined ? 'restricted' : 'gone',
    ...(goneReason !== undefined && { reason: goneReason }),
    hasNetwork: false,
    isOpen: false,
    ...nothing,
    openedAt,
  };
}
