import { AppError, messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { type LinkRequest, Restarts, ToolError } from '#tools';
import type { CodeHost, LoadedFile } from '../hosts/code-host.ts';
import type { CodeFile } from '../layout/layout.ts';
import type { HostBox, HostKind, LifeParts } from './parts.ts';

/** Program and conditions for a host to run. */
export interface HostSpec {
  readonly files: readonly CodeFile[];
  readonly trusted: ReadonlyMap<string, string>;
  readonly hasNetwork: boolean;
  readonly hasRichSchemas: boolean;
}

export interface HostLifeOptions {
  readonly workspace: string;
  readonly kind: HostKind;
  readonly parts: Pick<LifeParts, 'openHost' | 'record' | 'log'>;
  readonly onStderr: (text: string) => void;
  /** Called when it started, loaded, ended or failed. */
  readonly onChanged: () => void;
}

/** Time between asking a host to end and forcing it, in milliseconds: what runs is gone within a second. */
const GRACE_MS = 500;

/** A host that ends so soon after a call was stopped was ended for it, in milliseconds. */
const STOPPED_MS = 2000;

/** The host of one language of a workspace, the same through its restarts. */
export class HostLife {
  readonly #options: HostLifeOptions;
  readonly #restarts = new Restarts();
  #host: CodeHost | undefined;
  #box: HostBox | undefined;
  #wanted: HostSpec | undefined;
  #opening: Promise<CodeHost | undefined> | undefined;
  /** The load that began last; never rejects. */
  #loading: Promise<unknown> = Promise.resolve();
  #run = new AbortController();
  #stoppedAt = Number.NEGATIVE_INFINITY;
  #loaded: ReadonlyMap<string, LoadedFile> = new Map();
  #codeHashes: ReadonlyMap<string, string> = new Map();

  /** Reason why it does not run although it is wanted. */
  problem: string | undefined;
  noPython: string | undefined;
  python: { readonly path: string; readonly version: string } | undefined;
  isStarting = false;

  constructor(options: HostLifeOptions) {
    this.#options = options;
  }

  /** Whether it runs, and could not be put into the workspace's box. */
  get isOutside(): boolean {
    return this.#host !== undefined && this.#host.isBoxed === false;
  }

  /** The box that it runs in; undefined while it does not run, and if none works. */
  get box(): HostBox | undefined {
    return this.#host === undefined || this.isOutside ? undefined : this.#box;
  }

  get pid(): number | undefined {
    return this.#host?.pid;
  }

  /** Outcome for each file, by its path. */
  get loaded(): ReadonlyMap<string, LoadedFile> {
    return this.#loaded;
  }

  /** SHA-256 of the version of a file that runs. */
  codeHash(file: string): string | undefined {
    return this.#codeHashes.get(file);
  }

  /**
   * Runs exactly this; ends the host if there is nothing to run. The same code is left alone while its host has ended too
   * often. Never throws: `problem` says what went wrong.
   */
  async run(wanted: HostSpec): Promise<void> {
    if (wanted.files.length === 0) return await this.end();
    if (this.#wanted && isOther(this.#wanted, wanted)) await this.end();
    const isSame = this.#wanted !== undefined && isSameCode(this.#wanted, wanted);
    this.#wanted = wanted;
    const isLeftAlone = this.problem !== undefined && this.#restarts.isUsedUp();
    if (isSame && (this.#host !== undefined || isLeftAlone)) return;
    await this.#load();
  }

  async #load(): Promise<void> {
    const { signal } = this.#run;
    this.isStarting = true;
    this.#options.onChanged();
    try {
      const host = await this.#running();
      const wanted = this.#wanted;
      if (!host || !wanted) return;
      const loading = host.load(wanted.files, wanted.trusted, signal);
      this.#loading = loading.catch(() => {});
      const files = await loading;
      if (this.#host !== host) return;
      this.#loaded = new Map(files.map((one) => [one.file, one]));
      this.#noteHashes(wanted);
      this.problem = undefined;
      const tools = files.flatMap(({ declaration }) => (declaration ? [declaration.name] : []));
      const hashes = Object.fromEntries(this.#codeHashes);
      this.#record('workspace.loaded', { ...this.#about, files: hashes, tools });
    } catch (error) {
      if (!signal.aborted) this.problem = messageOf(error);
    } finally {
      this.isStarting = false;
      this.#options.onChanged();
    }
  }

  /** A broken file keeps the version before, and its hash. */
  #noteHashes({ files }: HostSpec): void {
    const before = this.#codeHashes;
    this.#codeHashes = new Map(
      files.map(({ file, hash }) => [file, (this.#loaded.get(file)?.isOld ? before.get(file) : undefined) ?? hash]),
    );
  }

  /** The host, started where it does not run; `undefined` if no interpreter was found. */
  #running(): Promise<CodeHost | undefined> {
    if (this.#host) return Promise.resolve(this.#host);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<CodeHost | undefined> {
    const { workspace, kind, parts } = this.#options;
    const wanted = this.#wanted;
    if (!wanted) return undefined;
    const run = this.#run;
    const { hasNetwork, hasRichSchemas, trusted } = wanted;
    const opening = await parts.openHost({ workspace, kind, hasNetwork, hasRichSchemas, trusted }, run.signal);
    if ('noPython' in opening) {
      this.noPython = opening.noPython;
      return undefined;
    }
    const { host } = opening;
    if (run.signal.aborted) {
      await host[Symbol.asyncDispose]();
      return undefined;
    }
    this.noPython = undefined;
    this.python = opening.python;
    this.#host = host;
    this.#box = opening.box;
    const { pid } = host;
    this.#record('workspace.started', { ...this.#about, ...(pid !== undefined && { pid }), network: hasNetwork });
    const off = host.onStderr(this.#options.onStderr);
    void host.ended.then(({ state, reason }) => {
      off();
      this.#record('workspace.ended', { ...this.#about, state, reason });
      if (this.#host === host) void this.#startAnew(reason);
    });
    return host;
  }

  /** Every open call has been told why; what comes next finds a host again, unless it ends too often. */
  async #startAnew(reason: string): Promise<void> {
    this.#host = undefined;
    // A call that was stopped takes its host along; that is no sign of a fault.
    const wait = performance.now() - this.#stoppedAt < STOPPED_MS ? 0 : this.#restarts.next();
    if (wait === undefined) {
      this.problem = `${reason}. It ended too often within a minute, so it was not started again`;
      this.#options.onChanged();
      return;
    }
    const run = this.#run;
    await new Promise((resolve) => setTimeout(resolve, wait).unref());
    // A call or a look at the folder that came earlier may have started it.
    if (run === this.#run && !run.signal.aborted && this.#host === undefined) await this.#load();
  }

  /** Calls the version that was judged. @throws ToolError for the model */
  async call(request: LinkRequest, signal: AbortSignal, { file, hash }: Pick<CodeFile, 'file' | 'hash'>) {
    const host = this.#host ?? (await this.#started());
    await this.#loading;
    const why = host ? 'its code is another since it was judged' : 'its workspace does not run it now';
    if (!host || this.codeHash(file) !== hash)
      throw new ToolError(`${request.tool} was not called: ${(!host && this.problem) || why}`);
    // It may have been waited for.
    signal.throwIfAborted();
    using _ = onAbort(signal, () => {
      this.#stoppedAt = performance.now();
    });
    return await host.call(request, signal);
  }

  /** One that is being started again is waited for. */
  async #started(): Promise<CodeHost | undefined> {
    if (!this.#wanted || this.problem !== undefined) return undefined;
    await this.#load();
    return this.#host;
  }

  /** @throws AppError UNAVAILABLE if it does not run */
  running(): CodeHost {
    if (this.#host) return this.#host;
    throw new AppError('UNAVAILABLE', this.problem ?? this.noPython ?? 'The code of this workspace does not run now');
  }

  async end(): Promise<void> {
    const host = this.#host;
    this.#host = undefined;
    this.#wanted = undefined;
    this.#loaded = new Map();
    this.problem = undefined;
    this.noPython = undefined;
    this.#run.abort(new AppError('CANCELLED', 'The workspace was closed'));
    this.#run = new AbortController();
    await this.#opening?.catch(() => {});
    await host?.end(GRACE_MS);
  }

  get #about() {
    return { workspace: this.#options.workspace, language: this.#options.kind };
  }

  get #record(): LifeParts['record'] {
    return this.#options.parts.record;
  }
}

/** Whether it must be restarted to run the other. */
function isOther(one: HostSpec, other: HostSpec): boolean {
  return one.hasNetwork !== other.hasNetwork || one.hasRichSchemas !== other.hasRichSchemas;
}

function isSameCode(one: HostSpec, other: HostSpec): boolean {
  const texts = ({ files }: HostSpec) => files.map(({ file, hash }) => `${file}\0${hash}`).join('\n');
  return texts(one) === texts(other) && isSameMap(one.trusted, other.trusted);
}

function isSameMap(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  if (one.size !== other.size) return false;
  for (const [file, hash] of one) if (other.get(file) !== hash) return false;
  return true;
}
