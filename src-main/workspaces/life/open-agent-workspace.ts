import { basename } from 'node:path';
import type { AgentState, AgentWorkspace, ChangedFile, FileProblem } from '#contract';
import { messageOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { CallLog, callLabel, StderrTail, type Tool } from '#tools';
import type { CodeFile, Layout } from '../layout/layout.ts';
import type { RememberedWorkspace } from '../list/remembered.ts';
import type { FolderHash } from '../trust/folder-hash.ts';
import { HostLife } from './host-life.ts';
import type { FolderTrust, HostKind, LifeParts } from './parts.ts';
import { readApart } from './read-apart.ts';
import { whyGone } from './why-gone.ts';
import { servedBy, workspaceTool } from './workspace-tool.ts';

const NOTHING: Layout = { tools: [], skills: [], tasks: [], problems: [] };

/** An open agent workspace: what its folder says, whether it is trusted, and what runs of it. */
export class OpenAgentWorkspace implements AsyncDisposable {
  readonly path: string;
  readonly calls = new CallLog();
  readonly stderr = new StderrTail();
  readonly hosts: Readonly<Record<HostKind, HostLife>>;
  layout: Layout = NOTHING;
  trusted: FolderTrust | undefined;
  changes: readonly ChangedFile[] = [];
  /** Current hash of its folder; of one that was trusted. */
  hash: FolderHash | undefined;
  readonly #parts: LifeParts;
  readonly #entry: () => RememberedWorkspace;
  readonly #changed = new Emitter<void>();
  #gone: string | undefined;
  /** Reason why it is unknown whether it is as it was trusted. */
  #unsure: string | undefined;
  #refreshing: Promise<void> | undefined;
  #wantsAnother = false;
  /** Sessions whose turns wait for the refresh that runs. */
  readonly #waiting = new Set<string>();
  #isClosed = false;
  #isStarting = false;
  /** Whether the person had ended what ran, so that nothing of it stays. */
  #isRestarting = false;
  /** Its folder was looked at once. */
  isRead = false;

  constructor(path: string, entry: () => RememberedWorkspace, parts: LifeParts) {
    this.path = path;
    this.#entry = entry;
    this.#parts = parts;
    const life = (kind: HostKind) =>
      new HostLife({
        workspace: path,
        kind,
        parts,
        onStderr: (text) => this.stderr.add(text),
        onChanged: () => this.#changed.emit(),
      });
    this.hosts = { python: life('python'), js: life('js') };
  }

  readonly onChanged = this.#changed.subscribe;

  /** Its code is trusted as it is now. */
  get isTrusted(): boolean {
    const isSame = this.changes.length === 0 && this.#unsure === undefined;
    return this.trusted !== undefined && isSame && this.#gone === undefined;
  }

  get state(): AgentState {
    if (this.#gone !== undefined) return 'gone';
    if (!this.trusted) return 'restricted';
    if (this.changes.length > 0 || this.#unsure !== undefined) return 'changed';
    if (this.#isStarting || this.hosts.python.isStarting || this.hosts.js.isStarting) return 'starting';
    return this.#failure === undefined ? 'ready' : 'failed';
  }

  get #failure(): string | undefined {
    return this.hosts.python.problem ?? this.hosts.js.problem;
  }

  /** Warning to a person about where its code runs. */
  get #outside(): string | undefined {
    if (!this.hosts.python.isOutside && !this.hosts.js.isOutside) return undefined;
    const what = this.hosts.python.isOutside ? 'Its tools run' : 'Its JavaScript and TypeScript run';
    return `${what} outside the box: they can do what you can`;
  }

  /** Problems of its files, as far as known. */
  get problems(): readonly FileProblem[] {
    const found = [this.hosts.python, this.hosts.js].flatMap(({ loaded }) =>
      [...loaded.values()].flatMap(({ problem }) => problem ?? []),
    );
    // What is said of a file that was loaded is more than its text told.
    const told = new Set(found.map(({ file }) => file));
    return [...this.layout.problems.filter(({ file }) => !told.has(file)), ...found].toSorted(byPlace);
  }

  get summary(): AgentWorkspace {
    const { tools, skills, tasks } = this.layout;
    const reason = this.#gone ?? this.#unsure ?? (this.isTrusted ? (this.#failure ?? this.#outside) : undefined);
    return {
      path: this.path,
      name: basename(this.path) || this.path,
      state: this.state,
      ...(reason !== undefined && { reason }),
      hasNetwork: this.trusted?.hasNetwork ?? false,
      isOpen: !this.#isClosed,
      tools: tools.length,
      skills: skills.length,
      schedules: tasks.length,
      problems: this.problems.length,
      openedAt: this.#entry().openedAt,
    };
  }

  /**
   * Reads the folder again, compares it with what was trusted, and has what is trusted run. While a turn runs, but that
   * of `session`, what runs stays, unless the person takes their trust back. Never throws; refreshes that are asked for
   * in the meantime are one more, for the turns of all of them.
   */
  refresh(session?: string): Promise<void> {
    if (session !== undefined) this.#waiting.add(session);
    if (this.#refreshing !== undefined) {
      this.#wantsAnother = true;
      return this.#refreshing;
    }
    this.#refreshing = this.#refreshAll().finally(() => {
      this.#refreshing = undefined;
      this.#waiting.clear();
    });
    return this.#refreshing;
  }

  async #refreshAll(): Promise<void> {
    do {
      this.#wantsAnother = false;
      await this.#look();
      this.isRead = true;
      const nothingStays = this.trusted === undefined || this.#isRestarting;
      if (nothingStays || !(await this.#parts.isTurnRunning(this.path, this.#waiting))) await this.#runTrusted();
      this.#changed.emit();
    } while (this.#wantsAnother && !this.#isClosed);
  }

  isOwnCall(label: string): boolean {
    const { name: title } = this.summary;
    return this.layout.tools.some(({ file, name, language }) => {
      const { box } = this.hosts[language === 'python' ? 'python' : 'js'];
      return box !== undefined && label === callLabel(name, servedBy(title, file));
    });
  }

  /** Lists the tools offered to its sessions, as loaded now. */
  tools(): readonly Tool[] {
    if (!this.isTrusted) return [];
    return this.layout.tools.flatMap((code) => {
      const host = this.hosts[code.language === 'python' ? 'python' : 'js'];
      const declaration = host.loaded.get(code.file)?.declaration;
      if (!declaration) return [];
      const codeHash = host.codeHash(code.file) ?? code.hash;
      const about = { workspace: this, host, declaration, file: code.file, codeHash };
      return [workspaceTool({ ...about, callMs: this.#parts.callMs, holdBack: this.#parts.holdBack })];
    });
  }

  /** Reads the folder, and checks whether it is as it was trusted. */
  async #look(): Promise<void> {
    try {
      const gone = await whyGone(this.path);
      if (gone !== undefined) {
        this.#gone = gone;
        return;
      }
      const layout = await this.#parts.readLayout(this.path);
      const trusted = await this.#parts.trust.get(this.path);
      const hash = trusted ? await this.#parts.trust.hash(this.path) : this.hash;
      // All at once: a text that was just read counts as trusted only when it was compared.
      this.#take(layout, trusted, hash);
    } catch (error) {
      this.#gone = messageOf(error);
    }
  }

  #take(layout: Layout, trusted: FolderTrust | undefined, hash: FolderHash | undefined): void {
    this.#gone = undefined;
    this.layout = layout;
    this.trusted = trusted;
    this.hash = hash;
    this.#unsure = trusted && hash?.problem;
    const changes = trusted && hash && hash.problem === undefined ? this.#parts.trust.changes(trusted, hash) : [];
    if (changes.length > 0 && this.changes.length === 0) this.#recordChange(changes);
    this.changes = changes;
    const apart = trusted && hash && this.isTrusted ? readApart(layout, hash) : undefined;
    if (apart !== undefined) this.#unsure = `${apart} changed while it was read`;
  }

  #recordChange(changes: readonly ChangedFile[]): void {
    const told = changes.map(({ file, change }) => ({ file, change }));
    this.#parts.record('workspace.restricted', { workspace: this.path, by: 'change', changes: told });
  }

  async #runTrusted(): Promise<void> {
    const { trusted, hash } = this;
    if (this.#isClosed || !this.isTrusted || !trusted || !hash) return await this.#endHosts();
    const { hasRichSchemas } = this.#entry();
    const files = this.#parts.trust.unchanged(trusted, hash);
    const isPython = ({ language }: CodeFile) => language === 'python';
    const code = [...this.layout.tools, ...(this.layout.systemFile ? [this.layout.systemFile] : [])].filter(
      (one) => files.get(one.file) === one.hash,
    );
    const facts = { trusted: files, hasNetwork: trusted.hasNetwork, hasRichSchemas };
    this.#isStarting = true;
    await Promise.all([
      this.hosts.python.run({ ...facts, files: code.filter(isPython) }),
      this.hosts.js.run({ ...facts, files: code.filter((one) => !isPython(one)) }),
    ]);
    this.#isStarting = false;
  }

  /** Ends what runs and starts it again. */
  async restart(): Promise<void> {
    await this.#endHosts();
    this.#isRestarting = true;
    await this.refresh().finally(() => {
      this.#isRestarting = false;
    });
  }

  async #endHosts(): Promise<void> {
    await Promise.all([this.hosts.python.end(), this.hosts.js.end()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#endHosts();
    await this.#refreshing;
    // A refresh that was exchanging a host has started the next one.
    await this.#endHosts();
    this.stderr[Symbol.dispose]();
  }
}

function byPlace(one: FileProblem, other: FileProblem): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0);
}
