import { join } from 'node:path';
import type { PromptRecord, PromptSummary, PromptsState, PromptVersion, RecordProblem, RenderOutcome } from '#contract';
import { AppError } from '#core/app-error';
import { CleanupStack } from '#core/async/cleanup-stack';
import { KeyedMutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import type {
  CodebaseVariables,
  LoadedPrompt,
  PromptEngine,
  PromptStore,
  RenderRequest,
  ToolCaller,
} from '../ports.ts';
import { findPrompt } from '../registry/find-prompt.ts';
import { CaseStore } from './cases.ts';
import type { LibraryPorts } from './library-ports.ts';
import { argsOf, type CapturedInputs, captureInputs } from './recorded-inputs.ts';
import { Sendings } from './sendings.ts';
import { RecentCalls, recordingCaller } from './tool-callers.ts';
import { Versions } from './versions.ts';
import { watchOutside } from './watch-outside.ts';

/** Parts that the library works with; they are disposed of by their creator. */
export interface LibraryParts {
  readonly engine: PromptEngine;
  readonly store: PromptStore & { readonly problems?: LiveValue<readonly RecordProblem[]> };
  readonly caller: ToolCaller;
  readonly own: CodebaseVariables;
}

/** Request to render, with its inputs. */
export interface RenderInputs {
  readonly id?: string | undefined;
  readonly draft?: PromptRecord | undefined;
  /** JSON text. */
  readonly args?: string | undefined;
  /** Absolute path of the workspace that variables of the codebase are about, where it is not the first. */
  readonly workspace?: string | undefined;
}

/** Workbench of a person: the engine, with versions, cases and the calls of the last previews. */
export class PromptLibrary implements AsyncDisposable {
  readonly ports: LibraryPorts;
  readonly parts: LibraryParts;
  readonly versions: Versions;
  readonly cases: CaseStore;
  readonly recent: RecentCalls;
  readonly sendings = new Sendings();
  /** Records that are no prompts, by key: read, compared and written in one turn. */
  readonly records = new KeyedMutex();
  readonly state: LiveValue<PromptsState>;
  readonly #closing = new AbortController();
  readonly #cleanup = new CleanupStack();

  private constructor(ports: LibraryPorts, parts: LibraryParts) {
    const { folder, ledger, log } = ports;
    this.ports = ports;
    this.parts = parts;
    this.versions = new Versions({ folder: join(folder, 'versions'), content: ledger.content, log });
    this.cases = new CaseStore({ folder: join(folder, 'cases'), engine: parts.engine, log });
    this.recent = new RecentCalls({ caller: parts.caller, closing: this.#closing.signal });
    this.state = new LiveValue(this.#counted());
    this.#cleanup.add(() => this.versions.settled());
    this.#cleanup.add(() => this.cases.settled());
    this.#cleanup.add(() => this.records.settled());
    this.#cleanup.add(() => this.#closing.abort(new AppError('CANCELLED', 'Sigma Shell is closing')));
    const publish = () => this.state.set(this.#counted());
    for (const changed of [parts.engine.state.onChanged, this.versions.onChanged, this.cases.onChanged]) {
      this.#cleanup.add((changed as (listener: () => void) => () => void)(publish));
    }
  }

  /** `first`: whose the prompts are that no version is known of yet. */
  static async open(
    ports: LibraryPorts,
    parts: LibraryParts,
    first: 'app' | 'outside' = 'outside',
  ): Promise<PromptLibrary> {
    const library = new PromptLibrary(ports, parts);
    await library.cases.count();
    library.#cleanup.use(watchOutside(parts.engine, library.versions, ports.log, first));
    library.state.set(library.#counted());
    return library;
  }

  /** @throws AppError NOT_FOUND */
  prompt(id: string): LoadedPrompt {
    const prompt = this.parts.engine.prompt(id);
    if (prompt) return prompt;
    throw new AppError('NOT_FOUND', `There is no prompt ${id}`, {
      where: id,
      advice: 'It may have been removed; its versions are kept',
    });
  }

  /** Finds a prompt, also one that another program has just written. @throws AppError NOT_FOUND */
  async find(id: string): Promise<LoadedPrompt> {
    return (await findPrompt(this.parts.engine, id)) ?? this.prompt(id);
  }

  /** Newest first; of a prompt that is gone, too. */
  listVersions(id: string): Promise<PromptVersion[]> {
    return this.versions.list(id, this.parts.engine.prompt(id)?.hash);
  }

  /** @throws AppError NOT_FOUND */
  summary(id: string): PromptSummary {
    const summary = this.state.value.prompts.find((one) => one.id === id);
    if (summary) return summary;
    throw new AppError('NOT_FOUND', `There is no prompt ${id}`, { where: id });
  }

  /** Renders as the engine does for programs; args that are no JSON are a failure like others. */
  async render(what: RenderInputs, more: Omit<RenderRequest, 'args' | 'traced'> & { traced?: boolean }) {
    let args: Record<string, unknown>;
    try {
      args = argsOf(what.args);
    } catch (error) {
      return notJson(error);
    }
    const of = what.draft ? { draft: what.draft } : { id: what.id };
    return await this.parts.engine.render({ traced: true, ...more, ...of, args });
  }

  /** Renders, with all that it takes to render it again, and the prompt that was rendered where it is no draft. */
  async renderForKeeping(what: RenderInputs, signal?: AbortSignal) {
    const recorder = recordingCaller(this.parts.caller);
    let used: ReadonlyMap<string, string> = new Map();
    const onUsed = (variables: typeof used) => {
      used = variables;
    };
    let prompt: LoadedPrompt | undefined;
    const onFound = (found: LoadedPrompt) => {
      prompt = found;
    };
    const variables = await this.#variablesIn(what.workspace);
    const outcome = await this.render(what, { tools: recorder, onUsed, onFound, signal, variables });
    if (!outcome.isRendered) return { outcome, prompt };
    const inputs: CapturedInputs = captureInputs(outcome.rendered, used, recorder.calls());
    return { outcome, inputs, prompt };
  }

  /** Computes the app's variables that differ in that workspace; those that the store overrides stay. */
  async #variablesIn(workspace: string | undefined): Promise<ReadonlyMap<string, unknown> | undefined> {
    if (workspace === undefined) return undefined;
    const { engine, own } = this.parts;
    const variables = new Map<string, unknown>();
    for (const [id, value] of await own.codebaseOf(workspace)) {
      const source = (await engine.variable(id))?.source ?? 'app';
      if (source === 'app') variables.set(id, value);
    }
    return variables;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cleanup[Symbol.asyncDispose]();
  }

  #counted(): PromptsState {
    const { value } = this.parts.engine.state;
    const counted = (one: PromptSummary) => ({
      ...one,
      versions: this.versions.countOf(one.id),
      cases: this.cases.countOf(one.id),
    });
    return { ...value, prompts: value.prompts.map(counted) };
  }
}

function notJson(error: unknown): RenderOutcome {
  const message = `The arguments are not JSON: ${error instanceof Error ? error.message : String(error)}`;
  return { isRendered: false, failure: { status: 400, reason: 'arguments', message, problems: [] } };
}
